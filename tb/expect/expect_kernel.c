/* SPDX-License-Identifier: Apache-2.0
 * expect_kernel.c - the lists of the kernels in assembly.  Those of the source documents' kernels: expect_doc.c.
 */
#include "expect.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

static void specialised(int want_max)
{
    for (unsigned g = 0; g < 5; g++) {
        uint32_t sum = 0, max = 0;
        for (unsigned k = 0; k < 128; k++) {
            uint32_t v = hash(g * 128 + k) & 0xffff;
            sum += v;
            max = v > max ? v : max;
        }
        put(want_max ? max : sum);
    }
}

static void specialised_sum(void) { specialised(0); }
static void specialised_max(void) { specialised(1); }

static void lds_ops(void)
{
    for (unsigned g = 0; g < 6; g++) {
        uint32_t add = 0, or = 0, and = UINT32_MAX, xor = 0;
        int32_t min = INT32_MAX, max = INT32_MIN;
        for (unsigned k = g * 96; k < g * 96 + 96; k++) {
            uint32_t v = hash(k + 31);
            add += v, or |= v, and &= v, xor ^= v;
            min = (int32_t)v < min ? (int32_t)v : min;
            max = (int32_t)v > max ? (int32_t)v : max;
        }
        for (int twice = 0; twice < 2; twice++)
            put(add), put(or), put(and), put(xor), put((uint32_t)min), put((uint32_t)max);
    }
}

static void histogram(unsigned bins, int sorted)
{
    for (unsigned g = 0; g < 4; g++)
        for (unsigned b = 0; b < bins; b++) {
            uint32_t count = 0;
            for (unsigned k = g * 256; k < g * 256 + 256; k++)
                count += (hash(k + 123) & (bins - 1)) == b;
            if (!sorted)
                put(count);
            else
                while (count--)
                    put(b);
        }
}

static void histogram4_count(void) { histogram(4, 0); }
static void histogram4_sorted(void) { histogram(4, 1); }
static void histogram128_count(void) { histogram(128, 0); }
static void histogram128_sorted(void) { histogram(128, 1); }

/* The first a, b, c with a*a + b*b - c*c == x % 11, searched as a shader would: out of three loops, on with the second, on with the first. */
static uint32_t control_flow_outer_one(uint32_t x)
{
    uint32_t tried = 0;
    for (uint32_t a = 1; a <= 8; a++) {
        for (uint32_t b = a; b <= 12; b++)
            for (uint32_t c = b;; c++) {
                const int32_t rest = (int32_t)(a * a + b * b - c * c);
                tried++;
                if (rest < -(int32_t)(x & 7))
                    break;                      /* the next b */
                if (rest == (int32_t)(x % 11))
                    return tried << 16 | a << 12 | b << 6 | c;
                if (a * c == x)
                    goto next_a;
            }
    next_a:;
    }
    return tried << 16;
}

static void control_flow_outer(void)
{
    for (uint32_t x = 0; x < 240; x++)
        put(control_flow_outer_one(x));
}

static void helper_sum(void)            /* row k: wave size 4 << k; inclusive sums over the lanes not 1 mod 4 */
{
    for (unsigned size = 4; size <= 32; size *= 2)
        for (unsigned i = 0; i < 32; i++) {
            uint32_t sum = 0;
            for (unsigned j = i / size * size; j <= i; j++)
                sum += j % 4 == 1 ? 0 : j;
            put(i % 4 == 1 ? 0 : sum);
        }
}

/* WaveMatch of w words, 64 threads: mask.x + 3*mask.y + 5*mask.z + 7*mask.w; row k: wave size 4 << k */
static void match_words(unsigned w)
{
    static const uint32_t weight[4] = {1, 3, 5, 7};
    for (unsigned size = 4; size <= 128; size *= 2)
        for (uint32_t i = 0; i < 64; i++) {
            uint32_t fold = 0;
            for (uint32_t j = i / size * size; j < 64 && j < i / size * size + size; j++) {
                bool same = true;
                for (uint32_t k = 0; k < w; k++)
                    same &= hash(j + 100 * k) % 3 == hash(i + 100 * k) % 3;
                if (same)
                    fold += weight[j % size / 32] << j % size % 32;
            }
            put(fold);
        }
}

static void match_words_1(void) { match_words(1); }
static void match_words_2(void) { match_words(2); }
static void match_words_3(void) { match_words(3); }
static void match_words_4(void) { match_words(4); }

/* One step of the 14 operations in the order wadd wmul wmin.s wmax.s wmin.u wmax.u wand wor wxor wfadd wfmul wfmin wfmax wcountbits. */

static uint32_t scan_value(unsigned op, uint32_t i)
{
    static const float power[4] = {2.0f, 0.5f, -1.0f, 1.0f};
    static const uint32_t special[11] = {[3] = 0x7fc00001, [5] = UINT32_C(1) << 31, [9] = 0xff800000};
    if (op < FADD)
        return hash(i + 8000);
    if (op == FADD)
        return float_bits((float)(hash(i + 9000) & 63));
    if (op == FMUL)
        return float_bits(power[hash(i + 9500) & 3]);
    if (op == COUNTBITS)
        return (hash(i + 8000) & 0x80000001) != 0;
    return special[i % 11] || i % 11 == 6 ? special[i % 11] : hash(i + 9900);
}

/* Sums of result * (2i + 1) over the running threads; row k: wave size 4 << k; exclusive, inclusive, reduce of each operation */
static void multi_prefix_all(void)
{
    for (unsigned size = 4; size <= 128; size *= 2)
        for (unsigned mode = 0; mode < 3; mode++)
            for (unsigned op = 0; op <= COUNTBITS; op++) {
                uint32_t digest = 0;
                for (uint32_t i = 0; i < 100; i++) {
                    if (hash(i + 6000) % 4 == 0)
                        continue;
                    uint32_t first = i / size * size, end = mode == 0 ? i : mode == 1 ? i + 1 : first + size;
                    uint32_t result = identity[op];
                    bool some = false;
                    for (uint32_t j = first; j < end && j < 100; j++)
                        if (hash(j + 6000) % 4 != 0 && hash(j + 7000) % 5 == hash(i + 7000) % 5) {
                            result = some ? combine(op, result, scan_value(op, j)) : scan_value(op, j);
                            some = true;
                        }
                    digest += result * (2 * i + 1);
                }
                put(digest);
            }
}

/* The scan order of the semantics over n members: v(k+1)[r] = r >= 2^k ? v(k)[r-2^k] (+) v(k)[r] : v(k)[r]. */
static void float_scan(float v[], unsigned n, bool product)
{
    for (unsigned step = 1; step < n; step *= 2)
        for (unsigned r = n; r-- > step; )
            v[r] = product ? v[r - step] * v[r] : v[r - step] + v[r];
}

/* WaveActiveLerp of random values and interpolants in [-0.5, 1.5): bits as the written order rounds them; near the chain of lerps. */
static void lerp_random(void)
{
    for (unsigned size = 4; size <= 128; size *= 2)
        for (unsigned g = 0; g < 16; g++) {
            float product[128], sum[128];
            double chain = 0, scale = 0;
            for (unsigned l = 0; l < size; l++) {
                uint32_t at = g * 128 + size - 1 - l;
                product[l] = 1.0f - ((float)(hash(at + 40000) >> 8) * 0x1p-23f - 0.5f);
            }
            float prefix[128];
            memcpy(prefix, product, sizeof prefix);
            float_scan(prefix, size, true);
            for (unsigned l = 0; l < size; l++) {
                uint32_t at = g * 128 + size - 1 - l;
                float value = (float)(int32_t)(hash(at + 30000) >> 8) * 0x1p-12f - 2048.0f;
                float t = (float)(hash(at + 40000) >> 8) * 0x1p-23f - 0.5f;
                sum[l] = value * t * (l == 0 ? 1.0f : prefix[l - 1]);
            }
            for (unsigned k = 0; k < size; k++) {
                double value = (double)(hash(g * 128 + k + 30000) >> 8) * 0x1p-12 - 2048, t = (double)(hash(g * 128 + k + 40000) >> 8) * 0x1p-23 - 0.5;
                chain = chain * (1 - t) + value * t;
                scale = scale * fabs(1 - t) + fabs(value * t);
            }
            float_scan(sum, size, false);
            if (fabs((double)sum[size - 1] - chain) > scale * 512 * 0x1p-24)
                exit(1);
            put(float_bits(sum[size - 1]));
        }
}

/* Cells after 256 threads a group: sum, or, and, xor, signed minimum and maximum, unsigned minimum and maximum. */
static void atomics_six(void)
{
    for (unsigned g = 0; g < 8; g++) {
        uint32_t cell[8] = {0, 0, UINT32_MAX, 0, INT32_MAX, UINT32_C(1) << 31, UINT32_MAX, 0};
        for (uint32_t k = g * 256; k < g * 256 + 256; k++) {
            static const enum op op[8] = {ADD, OR, AND, XOR, SMIN, SMAX, UMIN, UMAX};
            for (unsigned c = 0; c < 8; c++)
                cell[c] = combine(op[c], cell[c], c == 1 ? hash(k + 5) & hash(k + 6) & hash(k + 7) : c == 2 ? hash(k + 5) | hash(k + 6) | hash(k + 7) : hash(k));
        }
        for (unsigned c = 0; c < 8; c++)
            put(cell[c]);
    }
}

const struct list kernel_lists[] = {
    LIST(specialised_sum), LIST(specialised_max), LIST(lds_ops), LIST(histogram4_count), LIST(histogram4_sorted), LIST(histogram128_count),
    LIST(histogram128_sorted), LIST(control_flow_outer), LIST(helper_sum), LIST(match_words_1), LIST(match_words_2),
    LIST(match_words_3), LIST(match_words_4), LIST(multi_prefix_all), LIST(lerp_random), LIST(atomics_six),
    {0}
};
