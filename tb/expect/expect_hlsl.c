/* SPDX-License-Identifier: Apache-2.0
 * expect_hlsl.c - the lists of hlsl_*, and of derivatives.
 */
#include "expect.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

static void hlsl_wave_bytes(void)               /* sums of the low bytes of the lanes below */
{
    uint32_t sum = 0;
    for (uint32_t l = 0; l < 128; l++) {
        put(sum);
        sum += hash(l + 8000) & 255;
    }
}

/* ---- hlsl_multi_prefix: keys as in wave_partition ---- */
static uint32_t key_of(uint32_t l) { return hash(l + 10000) % 3; }

static uint32_t prefix_identity(unsigned op) { return op == 1 ? 1 : op == 2 ? UINT32_MAX : 0; }

static uint32_t prefix_step(unsigned op, uint32_t sum, uint32_t l)
{
    uint32_t x = hash(l + 8000);
    switch (op) {
    case 1:  return sum * (x | 1);
    case 2:  return sum & x;
    case 3:
    case 8:  return sum | x;
    case 4:  return sum ^ x;
    case 5:  return sum + (x & 1);
    case 6:  return float_bits(as_float(sum) + (float)shift_down((int32_t)x, 24));
    case 9:  return (sum + x) & 0xffff;
    case 10: return float_bits(as_float(sum) + (float)(l & 7));
    default: return sum + x;
    }
}

static void multi_prefix(void)
{
    for (unsigned op = 0; op < 11; op++) {
        uint32_t sum[3] = {prefix_identity(op), prefix_identity(op), prefix_identity(op)};
        for (uint32_t l = 0; l < 128; l++) {
            put(sum[key_of(l)]);
            sum[key_of(l)] = prefix_step(op, sum[key_of(l)], l);
        }
    }
}

static void multi_prefix_wide(void)
{
    for (int is_xor = 0; is_xor < 2; is_xor++) {
        uint64_t sum[3] = {0};
        for (uint32_t l = 0; l < 128; l++) {
            uint64_t *own = &sum[key_of(l)], x = (uint64_t)hash(l + 8000) << 20 | l;
            put((uint32_t)*own), put((uint32_t)(*own >> 32));
            *own = is_xor ? *own ^ x : *own + x;
        }
    }
}

/* ---- hlsl_match: row S-4 .. of the list is the wave size S ---- */
static bool match_same(unsigned op, uint32_t l, uint32_t m)
{
    bool a = l % 3 == m % 3, b = l / 2 % 3 == m / 2 % 3, c = l % 5 == m % 5;
    switch (op) {
    case 1:
    case 5:  return b;
    case 2:  return (l % 3 == 1) == (m % 3 == 1);
    case 3:  return c;
    case 6:
    case 8:  return a && b;
    case 7:  return a && c;
    case 9:  return a && m % 4 != 2;
    default: return a;
    }
}

static void match_types(void)
{
    static const uint32_t weight[4] = {1, 3, 5, 7};
    for (unsigned op = 0; op < 10; op++)
        for (uint32_t size = 4; size <= 128; size *= 2)
            for (uint32_t l = 0; l < size; l++) {
                uint32_t fold = 0;
                for (uint32_t m = 0; m < size; m++)
                    if (match_same(op, l, m))
                        fold += weight[m / 32] << m % 32;
                put(op == 9 && l % 4 == 2 ? 0 : fold);
            }
}

/* ---- hlsl_byte_address ---- */
static uint32_t address_cell(uint32_t c) { return c == 4 ? UINT32_MAX : c < 16 ? 0 : c < 48 ? 900 + c : c % 2 ? 5 : c; }
static void byte_address_cells_in(void) { for (uint32_t c = 0; c < 80; c++) put(address_cell(c)); }

static void byte_address_cells(void)
{
    uint32_t cell[80];
    for (uint32_t c = 0; c < 80; c++)
        cell[c] = address_cell(c);
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t one = hash(10 * i);
        cell[0] += one;
        cell[1] += 1;
        cell[2] |= one & 0x10101010;
        cell[3] = one > cell[3] ? one : cell[3];
        cell[4] = one < cell[4] ? one : cell[4];
        cell[16 + i] = one;
        cell[48 + i] = cell[48 + i] == 5 ? i : cell[48 + i];
    }
    for (uint32_t c = 0; c < 80; c++)
        put(cell[c]);
}

static void byte_address_out(void)
{
    static const unsigned from[10] = {0, 2, 1, 5, 3, 4, 9, 8, 7, 6};
    for (uint32_t i = 0; i < 32; i++)
        for (unsigned k = 0; k < 10; k++)
            put(hash(10 * i + from[k]) + (k == 0 ? 1280 : 0));
    for (uint32_t i = 0; i < 32; i++)
        put(hash(10 * i) ^ 1);
    for (uint32_t c = 16; c < 80; c++)
        put(address_cell(c));
}

/* ---- hlsl_cbuffer ---- */
static void hlsl_cbuffer(void)
{
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t r = i & 1, c = i % 3, row = 8 + 4 * r;
        float out[8] = {(float)(1 + (2 + c) * 100), 6, (float)(row + c + 1), (float)(16 + 4 * c + r + 1), (float)(28 + 4 * c + 1 + 3000),
                        (float)(row + 1 + 10 * (row + 2) + 100 * (row + 3)), (float)((c + 1) * 4 + 50), (float)(7 + 104 + (i & 3))};
        for (unsigned k = 0; k < 8; k++)
            put(float_bits(out[k]));
    }
}

/* ---- hlsl_bits: -1 where no bit is found ---- */
static uint32_t bits_word(uint32_t i)
{
    static const uint32_t some[8] = {0, 1, UINT32_MAX, UINT32_C(1) << 31, INT32_MAX, 0x00400000, UINT32_C(0xfffffffe), 0x10};
    return i < 8 ? some[i] : hash(i) >> (i & 15);
}

static uint32_t count(uint32_t x) { return x ? (x & 1) + count(x >> 1) : 0; }
static uint32_t highest(uint32_t x)
{
    uint32_t k = UINT32_MAX;
    for (; x; x >>= 1)
        k++;
    return k;
}
static uint32_t lowest(uint32_t x) { return x ? highest(x & -x) : UINT32_MAX; }

static uint32_t bits_op(unsigned op, uint32_t x)
{
    uint32_t reversed = 0;
    switch (op) {
    case 0:  return count(x);
    case 1:
        for (unsigned k = 0; k < 32; k++)
            reversed |= (x >> k & 1) << (31 - k);
        return reversed;
    case 2:  return lowest(x);
    case 3:  return highest(x);
    case 4:  return highest(x >> 31 ? ~x : x);
    case 5:  return float_bits(as_float((x & 0x3fffffff) | 0x20000000) * 2.0f);
    case 6:  return float_bits(1.0f + (float)(x & 0x3ff) / 1024.0f);
    case 7:  return half_bits((half)(float)shift_down((int32_t)x, 12));
    default: return (count(x) + lowest(x | 64)) | (count(x >> 7) + lowest(x | UINT32_C(1) << 31)) << 16;
    }
}

static void hlsl_bits_in(void) { for (uint32_t i = 0; i < 64; i++) put(bits_word(i)); }
static void hlsl_bits(void)
{
    for (unsigned op = 0; op < 9; op++)
        for (uint32_t i = 0; i < 64; i++)
            put(bits_op(op, bits_word(i)));
}

/* ---- hlsl_control ---- */
static uint32_t search(uint32_t x, uint32_t limit)
{
    for (uint32_t a = 0; a < limit; a++) {
        if (a * a == x)
            return a;
        for (uint32_t b = 0; b < a && (b == 0 || a + b - 1 <= 14); b++)
            if (a * b == x)
                return a * 16 + b;
        if (a == 9 && x > 50)
            return 1000 + a;
    }
    return x > 40 ? 777 : limit;
}

static uint32_t classify(uint32_t x)
{
    uint32_t r = 0;
    for (uint32_t n = 0; n < 6 && r <= 300; n++) {
        uint32_t kind = x >> n & 3;
        if (kind == 1 && n == 3)
            return r + 500;
        r += kind == 0 ? 1 : kind == 1 ? 10 : 100;
    }
    return r;
}

static void hlsl_control(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t x = i < 56 ? i : hash(i) & 0xffff, sum = (x & 255) + (x >> 8 & 255) + (x >> 16 & 255) + (x >> 24), y = x;
        sum *= sum > 200 ? 2 : 1;
        do
            y = y & 1 ? y * 3 + 1 : y / 2;
        while (y > 100);
        put(search(x, 12)), put(classify(x)), put(sum & 1 ? sum : sum + 7), put(i >= 60 ? 0 : y);
    }
}

/* ---- hlsl_structs ---- */
static uint32_t structs_word(uint32_t i, uint32_t k)
{
    uint32_t h = hash(12 * i + k);
    return k < 8 && k % 4 < 2 ? float_bits((float)(h & 63)) : h & 0xfff;
}
static void hlsl_structs_in(void) { for (uint32_t w = 0; w < 384; w++) put(structs_word(w / 12, w % 12)); }

static void hlsl_structs_out(void)
{
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t n[12], from = 31 - i, value, total = 0;
        for (uint32_t k = 0; k < 12; k++)
            n[k] = structs_word(i, k);
        uint32_t *leaf = n + 4 * (i >> 1 & 1), at = 4 * (from & 1);
        leaf[0] = float_bits(as_float(structs_word(from, at)) + 1);
        leaf[1] = float_bits(as_float(structs_word(from, at + 1)) + (float)i);
        leaf[2] = structs_word(from, at + 2) + 5;
        leaf[3] = structs_word(from, at + 3);
        value = leaf[2] - 5;
        for (unsigned k = 0; k < 3; k++)
            value += n[8 + k], total += value;
        uint32_t b = n[10];
        n[8] = b, n[9] = i, n[10] = structs_word(i, 9);
        n[11] = value * 1000 + total;
        n[4 * (i & 1) + 3] -= i;
        for (unsigned k = 0; k < 12; k++)
            put(n[k]);
    }
}

/* ---- wave_derivatives_quads: 8 x 6 x 2 ---- */
static float curved(uint32_t x, uint32_t y, uint32_t z) { return (float)(x * x + 3 * x * y * y + z); }
static float plane(uint32_t x, uint32_t y, uint32_t z) { return (float)(x * x + 10 * y * y + z); }

static void derivatives_quads_fine(void)
{
    for (uint32_t i = 0; i < 96; i++) {
        uint32_t x = i % 8, y = i / 8 % 6, z = i / 48;
        put(float_bits(curved(x | 1, y, z) - curved(x & ~1U, y, z))), put(float_bits(curved(x, y | 1, z) - curved(x, y & ~1U, z)));
    }
}

static void derivatives_quads_other(void)
{
    for (uint32_t i = 0; i < 96; i++) {
        uint32_t x = i % 8, y = i / 8 % 6, z = i / 48;
        float dx = plane(x | 1, y, z) - plane(x & ~1U, y, z), dy = plane(x, y | 1, z) - plane(x, y & ~1U, z);
        put(float_bits(dx)), put(float_bits(dy)), put(float_bits(dx + dy)), put(float_bits(3 * (fabsf(dx) + fabsf(dy))));
    }
}

/* ---- slang_generics ---- */
static uint32_t source(uint32_t i) { return hash(i); }

static void slang_generics(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t x = source(i), sum = 0, low = UINT32_MAX, high = 0, bits = ((x & 0xffff) + 0x100), found = 100;
        for (uint32_t k = 0; k < 7; k++) {
            uint32_t y = source(i + k) & 0xffff;
            sum += k < 5 ? y : 0;
            low = y < low ? y : low;
            high = y > high ? y : high;
        }
        for (uint32_t k = 8; k-- > 0; )
            found = (source(k) & 15) == (x & 15) ? k : found;
        put(sum + (high - low + 7) * 3);
        put(bits * 2 + (bits >> 4 & 15) + (8 + (~x & 1)) * 1000000);
        put(found);
        put(x & 2 ? (x & 31) * (x & 31) * 3 : (x & 15) * (x >> 4 & 15) + 7);
    }
}

/* ---- hlsl_interlocked ---- */
static void interlocked_own(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t x = hash(i), m[8];
        for (uint32_t k = 0; k < 7; k++)
            m[k] = hash(8 * i + k + 400);
        put(m[0] + x), put(m[1] & x), put(m[2] | x), put(m[3] ^ x), put(m[4] < x ? m[4] : x), put(m[5] > x ? m[5] : x), put(x), put(i & 1 ? i : x);
    }
}

static void interlocked_cells(void)
{
    int32_t least = INT32_MAX, most = -INT32_MAX, sum = 0;
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 64; i++) {
        int32_t x = (int32_t)hash(i);
        least = x < least ? x : least;
        most = x > most ? x : most;
        sum -= x & 0xff;
        bits |= UINT32_C(1) << (x & 31);
    }
    puti(least), puti(most), puti(sum), puti(least), puti(most), put(bits);
}

/* ---- hlsl_math ---- */
static double math_x(uint32_t i) { return (1 + hash(i & 63) % 64) / 16.0; }

static double math_one(unsigned op, double x, double y)
{
    double t = x / 4;
    switch (op) {
    case 0:  return x * y - 1;
    case 1:  return fmin(fmax(x - 1, 0), 1);
    case 2:  return x - floor(x) + floor(y) + ceil(x) + trunc(-y);
    case 3:  return (x + y) / 2;
    case 4:  return x - floor(x) + floor(x) * 16;
    case 5:  return (y >= x) + 4 * ((x > y) - (x < y));
    case 6:  return x * y + y * 2 + x + 8;
    case 7:  return fmin(fmax(x, 0.5), y + 0.5) + fmax(x, y) * 2 + fmin(x, 1) + y;
    case 8:  return 1 / x + 1 / sqrt(y) + x * 8;
    case 9:  return exp2(x) + log2(y) + 4;
    case 10: return log10(x * 100) + pow(x, 1.5);
    case 11: return 2 + sin(x / 2) * cos(x / 2);
    case 12: return 1 + t * t * (3 - 2 * t) + x * 180 / 3.14159265358979323846 * 0.01 + y * 3.14159265358979323846 / 180;
    default: return 1 + sqrt(x * x + y * y) + sqrt((x - y) * (x - y) + 2) + y / sqrt(x * x + y * y);
    }
}

static void hlsl_math_exact(void)
{
    for (unsigned op = 0; op < 8; op++)
        for (uint32_t i = 0; i < 64; i++)
            putf(math_one(op, math_x(i), math_x(i + 1)));
}

static void hlsl_math_near(void)
{
    for (unsigned op = 8; op < 14; op++)
        for (uint32_t i = 0; i < 64; i++)
            putf(math_one(op, math_x(i), math_x(i + 1)));
}

/* ---- hlsl_quad, hlsl_long ---- */
static void hlsl_quad(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        bool any = false, all = true, full = false;
        for (uint32_t k = i & ~3U; k < (i & ~3U) + 4; k++)
            any |= hash(k) & 1, all &= (hash(k) & 6) != 0, full |= (hash(k) & 15) == 15;
        put((uint32_t)any | (uint32_t)all << 1 | (uint32_t)full << 2
            | (hash(i ^ 1) & 255) << 8 | (hash(i ^ 2) & 255) << 16 | (hash(i ^ 3) & 255) << 24);
    }
}

static void hlsl_long(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t low = hash(2 * i), high = hash(2 * i + 1);
        uint64_t x = (uint64_t)high << 32 | low;
        int64_t s = (int64_t)x;
        uint64_t r = x * 10 + (x >> 7) - (uint64_t)(s / 1000);
        put((uint32_t)r), put((uint32_t)(r >> 32));
        put(((low & 0xffff) * (high & 0xffff) + 3) & 0xffff), puti(shift_down((int16_t)(uint16_t)low, 2));
        put(float_bits((float)(low & 127) / 2 + 1)), put((low & 255) * 2);
        puti((int32_t)(s % 1000)), put(count(low & 0xffff));
    }
}

const struct list hlsl_lists[] = {
    LIST(hlsl_wave_bytes), LIST(multi_prefix), LIST(multi_prefix_wide), LIST(match_types),
    LIST(byte_address_cells_in), LIST(byte_address_cells), LIST(byte_address_out), LIST(hlsl_cbuffer), LIST(hlsl_bits_in), LIST(hlsl_bits),
    LIST(hlsl_control), LIST(hlsl_structs_in), LIST(hlsl_structs_out), LIST(derivatives_quads_fine), LIST(derivatives_quads_other),
    LIST(slang_generics), LIST(interlocked_own), LIST(interlocked_cells), LIST(hlsl_math_exact), LIST(hlsl_math_near),
    LIST(hlsl_quad), LIST(hlsl_long),
    {0}
};
