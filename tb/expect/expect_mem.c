/* SPDX-License-Identifier: Apache-2.0
 * expect_mem.c - the lists of shaders about memory: vectors, matrices, structs and their layouts, workgroup memory, atomics.
 */
#include "expect.h"
#include <stddef.h>

/* ---- lang_matrix: column-major, m[column][row] ---- */
static float small(uint32_t i) { return (float)(int32_t)(hash(i) % 15) - 7.0f; }

static void putv(float x, float y, float z, float w) { put(float_bits(x)), put(float_bits(y)), put(float_bits(z)), put(float_bits(w)); }

static float dot(const float *a, const float *b, unsigned n)
{
    float sum = 0;
    for (unsigned k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

static void matrix_one(uint32_t i)
{
    float a[3][4], x[4], p[4][4], q[3][3], row[4][3];
    for (uint32_t c = 0; c < 3; c++)
        for (uint32_t r = 0; r < 4; r++)
            row[r][c] = a[c][r] = small(12 * i + 4 * c + r);
    for (uint32_t r = 0; r < 4; r++)
        x[r] = small(384 + 4 * i + r);
    for (unsigned c = 0; c < 4; c++)
        for (unsigned r = 0; r < 4; r++)
            p[c][r] = dot(row[r], row[c], 3);
    for (unsigned c = 0; c < 3; c++)
        for (unsigned r = 0; r < 3; r++)
            q[c][r] = dot(a[r], a[c], 4);
    putv(dot(row[0], x + 1, 3), dot(row[1], x + 1, 3), dot(row[2], x + 1, 3), dot(row[3], x + 1, 3));
    putv(dot(x, a[0], 4), dot(x, a[1], 4), dot(x, a[2], 4), 1);
    putv(p[1][0], p[1][1], p[1][2], p[1][3]);
    putv(p[3][0] * 2, p[3][1] * 2, p[3][2] * 2, p[3][3] * 2);
    putv(q[0][0], q[0][1], q[0][2], q[2][1]);
    putv(x[0] * x[2], x[1] * x[2], x[2] * x[2], x[0] * x[1]);
    float s[4] = {x[1], 0, x[1], x[0]};
    s[(int)x[0] & 3] -= 1;
    putv(s[0], s[1], s[2], s[3]);
    const float *y = a[0] + 1;
    putv(x[1] * y[2] - y[1] * x[2], x[2] * y[0] - y[2] * x[0], x[0] * y[1] - y[0] * x[1], dot(x, a[2], 4));
    float det = q[0][0] * (q[1][1] * q[2][2] - q[2][1] * q[1][2]) - q[1][0] * (q[0][1] * q[2][2] - q[2][1] * q[0][2])
              + q[2][0] * (q[0][1] * q[1][2] - q[1][1] * q[0][2]);
    putv(det, a[1][2] * a[1][2], -a[1][1], a[0][3] * 2);
    unsigned c = i % 3;
    putv(c == 2 ? x[2] : a[c][0] * 4, c == 2 ? x[3] : a[c][1] * 4, a[c][2] * 4, a[c][3] * 4);
    int less[4], any = 0, all = 1;
    for (unsigned k = 0; k < 4; k++) {
        less[k] = x[k] < a[0][k];
        any |= less[k], all &= less[k];
    }
    putv((float)any, (float)all, (float)less[2], less[0] ? a[1][0] : x[0]);
    putv(a[0][0] * x[0] + a[1][0] * x[1], a[0][1] * x[0] + a[1][1] * x[1], (float)((int)x[2] / 2), (float)((int)x[3] / 2));
}

static void matrix(void)
{
    for (uint32_t i = 0; i < 32; i++)
        matrix_one(i);
}

/* ---- lang_struct ---- */
static uint32_t struct_word(uint32_t at)        /* of In; at.x and at.y are small floats */
{
    uint32_t field = at < 4 ? 8 : (at - 4) % 20;
    return at == 0 ? 5 : field < 16 && (field % 8 == 2 || field % 8 == 3) ? float_bits((float)(hash(at) & 63)) : hash(at) & 0xffff;
}

static void struct_in(void)
{
    for (uint32_t at = 0; at < 324; at++)
        put(struct_word(at));
}

static void struct_out(void)
{
    static const float scale[4] = {1, 2, 0.5f, -4};
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t n[20];
        for (uint32_t k = 0; k < 20; k++)
            n[k] = struct_word(4 + (i + 5) % 16 * 20 + k);
        n[16] += 10 * (i % 3 + 1);
        uint32_t *saved = n + 8 * (i & 1), *other = n + 8 * (~i & 1);
        static const unsigned member[6] = {0, 2, 3, 4, 5, 6};
        for (unsigned k = 0; k < 6; k++)
            other[member[k]] = saved[member[k]];
        other[2] = float_bits(as_float(saved[2]) * scale[i & 3]);
        other[3] = float_bits(as_float(saved[3]) * scale[i & 3]);
        saved[6] = i;
        float x = as_float(n[2]), y = as_float(n[3]);
        n[2] = float_bits(0.0f * x - y);
        n[3] = float_bits(x + 0.0f * y);
        n[8 * (i >> 4) + 4 + i % 3] += 5;
        for (unsigned k = 0; k < 20; k++)       /* padding is not written */
            put(k == 1 || k == 7 || k == 9 || k == 15 || k > 16 ? 0 : n[k]);
    }
}

/* ---- lang_shared ---- */
static void shared_memory(void)
{
    for (uint32_t g = 0; g < 4; g++) {
        uint32_t next[64];
        for (uint32_t i = 0; i < 64; i++) {
            uint32_t sum = 0;
            for (uint32_t k = 0; k <= i % 8; k++)
                sum += hash(64 * g + ((i + 8 * k) & 63));
            next[63 - i] = sum + (hash(64 * g + 63 - (i ^ 21)) >> 3);
        }
        for (uint32_t i = 0; i < 64; i++) {
            uint32_t c = i ^ 21, n = (i + 1) & 63, t = (i * 7) & 31;
            uint32_t more[3] = {n, n * n, hash(64 * g + n) & 255};
            put(next[i] + c * c + 3 * more[i % 3] + (2 - 3 * t + 1000) * (2 * t + 3));
        }
    }
}

/* ---- mem_atomics_* ---- */
static const enum op atom[6] = {ADD, AND, OR, XOR, UMIN, UMAX};

static uint32_t atomic_cell(uint32_t c) { return c % 8 == 1 || c % 8 == 4 ? UINT32_MAX : c % 8 == 6 ? 1 : c % 8 == 7 ? 77 : 0; }

static void atomics_cells_in(void)
{
    for (uint32_t c = 0; c < 32; c++)
        put(atomic_cell(c));
}

static void atomics_cells(void)
{
    uint32_t cell[32];
    for (uint32_t c = 0; c < 32; c++)
        cell[c] = atomic_cell(c);
    for (uint32_t i = 0; i < 128; i++) {
        uint32_t x = hash(i), *own = cell + 8 * (i % 4), operand[6] = {x, x | 0xfff0, x & 0x00f0f0f0, x, x, x};
        for (unsigned op = 0; op < 6; op++)
            own[op] = combine(atom[op], own[op], operand[op]);
        own[6] *= x | 1;
    }
    for (uint32_t c = 0; c < 32; c++)
        put(cell[c]);
}

static void atomics_signed(void)
{
    int32_t cell[32] = {0};
    for (uint32_t i = 0; i < 128; i++) {
        int32_t x = (int32_t)hash(i), *own = cell + 8 * (i % 4);
        own[0] = x < own[0] ? x : own[0];
        own[1] = x > own[1] ? x : own[1];
        own[2] -= x & 0xffff;
    }
    for (uint32_t c = 0; c < 32; c++)
        puti(cell[c]);
}

static uint32_t atomics_own_in(uint32_t i) { return i % 8 == 7 ? hash(i / 8) & (hash(i) & 1) : hash(i + 1000); }

static void atomics_own(void)
{
    for (uint32_t i = 0; i < 128; i++) {
        uint32_t x = hash(i);
        for (unsigned op = 0; op < 6; op++)
            put(combine(atom[op], atomics_own_in(8 * i + op), x));
        put(x);
        put(atomics_own_in(8 * i + 7) == (x & 1) ? i : atomics_own_in(8 * i + 7));
    }
}

/* ---- mem_blocks: word k of each block is its own number, whatever its type ---- */
static void blocks_u(void) { for (uint32_t k = 0; k < 44; k++) put(k == 36 || k == 40 ? 10 * k : float_bits((float)k)); }
static void blocks_t(void) { for (uint32_t k = 0; k < 27; k++) put(k >= 19 ? 1000 + k : float_bits((float)(k + 1))); }
static void blocks_p(void) { for (uint32_t k = 0; k < 14; k++) put(k == 0 || k > 7 ? 50 + k : float_bits((float)k)); }

static void blocks_out(void)
{
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t c = i & 1, r = i % 3;
        put(float_bits((float)(4 * r + c) + 100 * (float)(12 + 4 * c + r)));
        put(float_bits(20 + (float)(24 + 4 * c + 2)));
        put(float_bits(360 * 3 + 400));
        put(float_bits((float)(4 + 3 * r + 1 + 1) * 4 + 3));
        put(float_bits((float)(14 + 3 * c) + 10 * (float)(15 + 3 * c) + 100 * (float)(16 + 3 * c)));
        put(float_bits((float)(1019 + (i & 7) + 8)));
        put(float_bits((float)(50 + 58 + (i & 3)) * 3));
        put(float_bits((4 + 3 * 5) * 2 + (6 + 3 * 7) * 3));
    }
}

/* ---- lang_vector_index: word w of Data; m[k] begins at 128 + 16 * k ---- */
static uint32_t vi_word(uint32_t w) { return w < 128 ? hash(w) & 0xff : float_bits((float)(w - 128)); }
static float vi_element(uint32_t k, uint32_t c, uint32_t r) { return as_float(vi_word(128 + 16 * k + 4 * c + r)); }

static void vector_index_in(void) { for (uint32_t w = 0; w < 256; w++) put(vi_word(w)); }

static void vector_index_out(void)
{
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t c = i % 4, r = i % 3, v[4], d = (i + 1) & 3, e = (i + 2) % 3, n = (i + 1) & 31;
        for (uint32_t k = 0; k < 4; k++)
            v[k] = vi_word(4 * i + k) + (k == c ? 100 : 0);
        float m[4][3];
        for (uint32_t k = 0; k < 12; k++)
            m[k / 3][k % 3] = vi_element(i & 7, k / 3, k % 3) * (k / 3 == c && k % 3 == r ? 2.0f : 1.0f);
        m[(c + 2) & 3][2] = m[c][0];
        m[(c + 2) & 3][0] = m[c][1];
        uint32_t q = 31 - i;
        put(v[(c + 1) & 3]), put(float_bits(m[d][e]));
        put((q % 3 == (i & 1) ? 7 : q) + ((n % 3 == 2 - r ? 7 : n) << 8));
        put(v[0] ^ v[1] ^ v[2] ^ v[3]);
    }
}

static void vector_index_data(void)
{
    for (uint32_t w = 0; w < 256; w++) {
        uint32_t i = w < 128 ? w / 4 : (w - 128) / 16, k = w < 128 ? w % 4 : w % 16;
        put(w < 128 ? (k == i % 4 ? 5 + i : vi_word(w)) : k == 4 * (i % 4) + i % 3 ? float_bits(-1) : vi_word(w));
    }
}

/* ---- mem_atomics_shared, mem_atomics_float ---- */
static void atomics_shared(void)
{
    for (uint32_t g = 0; g < 4; g++) {
        uint32_t sum[2] = {0}, or[2] = {0}, and[2] = {UINT32_MAX, UINT32_MAX}, xor[2] = {0}, low = UINT32_MAX, high = 0;
        int32_t least[2] = {INT32_MAX, INT32_MAX}, most[2] = {0};
        for (uint32_t i = 0; i < 64; i++) {
            uint32_t x = hash(64 * g + i), h = i & 1;
            sum[h] += x;
            least[h] = (int32_t)x < least[h] ? (int32_t)x : least[h];
            most[h] = (int32_t)x > most[h] ? (int32_t)x : most[h];
            or[h] |= x & 0x01010101U << (i & 7);
            and[h] &= ~(0x00800000U >> (i >> 2));
            xor[h] ^= x;
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        for (unsigned h = 0; h < 2; h++) {
            put(sum[h]), puti(least[h]), puti(most[h]), put(or[h]), put(and[h]), put(xor[h]), put(33), put(low), put(high);
            uint32_t product = 1;
            for (uint32_t i = 0; i < 64; i++)
                product *= hash(64 * g + i) | 1;
            put(product), put(164), put(0);
        }
    }
}

static void atomics_float(void)
{
    float sum[8] = {0, 0, 0, 0, 0.5f, 0.5f, 0.5f, 0.5f};
    for (uint32_t i = 0; i < 256; i++) {
        float x = (float)(hash(i) & 0xffff);
        sum[i % 3] += x;
        sum[4 + i / 64] += x;
    }
    for (unsigned k = 0; k < 8; k++)
        put(float_bits(sum[k]));
}

static float minmax_x(uint32_t i) { return (float)(int32_t)hash(i) * 0.25f; }

static void atomics_float_minmax(void)
{
    float least[5] = {0}, greatest[5] = {0};    /* of each group, and of all with the zero that was there */
    for (uint32_t g = 0; g < 4; g++)
        least[g] = greatest[g] = minmax_x(64 * g);
    for (uint32_t i = 0; i < 256; i++)
        for (uint32_t g = i / 64; g < 5; g = g < 4 ? 4 : 5) {
            least[g] = minmax_x(i) < least[g] ? minmax_x(i) : least[g];
            greatest[g] = minmax_x(i) > greatest[g] ? minmax_x(i) : greatest[g];
        }
    put(float_bits(least[4])), put(float_bits(greatest[4]));
    for (uint32_t g = 0; g < 4; g++)
        put(float_bits(least[g])), put(float_bits(greatest[g]));
    for (uint32_t i = 0; i < 256; i++)
        put(minmax_x(i) < 0 ? float_bits(minmax_x(i)) : 0);
    for (uint32_t i = 0; i < 256; i++)
        put(0);
}

/* ---- mem_layouts: word w is the float w + 1, and the last member 1000; where a member begins and how far its elements lie apart, in words ---- */
struct layout { uint32_t one, two, two_each, edge, edge_each, edge_c, m, column, last, words; };
static const struct layout std140 = {4, 16, 4, 40, 8, 4, 56, 4, 80, 84};
static const struct layout std430 = {1, 4, 2, 16, 8, 4, 32, 4, 56, 60}, scalar = {1, 4, 2, 16, 6, 4, 28, 3, 46, 47};

static void layout_words(const struct layout *l)
{
    for (uint32_t w = 0; w < l->words; w++)
        put(w == l->last ? 1000 : float_bits((float)(w + 1)));
}
static void layouts_u(void) { layout_words(&std140); }
static void layouts_s(void) { layout_words(&std430); }
static void layouts_t(void) { layout_words(&scalar); }

static void layout_reads(const struct layout *l, uint32_t i)
{
    uint32_t h = i & 1, r = i % 3, two = l->two + (3 * h + r) * l->two_each, edge = l->edge + h * l->edge_each, m = l->m + 3 * h * l->column;
    put(float_bits((float)(l->one * (i & 3) + 1))), put(float_bits((float)(two + 1))), put(float_bits((float)(two + 2))), put(float_bits((float)(edge + 4)));
    put(float_bits((float)(edge + l->edge_c + 2 + edge + r + 1))), put(float_bits((float)(m + r * l->column + 3)));
    put(float_bits((float)(m + 2 * l->column + r + 1))), put(float_bits(1000));
}

static void layouts_out(void)
{
    for (uint32_t i = 0; i < 16; i++) {
        layout_reads(&std140, i), layout_reads(&std430, i), layout_reads(&scalar, i);
        for (unsigned k = 0; k < 8; k++)
            put(0);
    }
}

const struct list mem_lists[] = {
    LIST(matrix), LIST(struct_in), LIST(struct_out), LIST(shared_memory),
    LIST(atomics_cells_in), LIST(atomics_cells), LIST(atomics_signed), LIST(atomics_own),
    LIST(blocks_u), LIST(blocks_t), LIST(blocks_p), LIST(blocks_out),
    LIST(vector_index_in), LIST(vector_index_out), LIST(vector_index_data), LIST(atomics_shared), LIST(atomics_float), LIST(atomics_float_minmax),
    LIST(layouts_u), LIST(layouts_s), LIST(layouts_t), LIST(layouts_out),
    {0}
};
