/* SPDX-License-Identifier: Apache-2.0
 * expect_doc.c - the lists of the source documents' kernels and shaders.
 */
#include "expect.h"
#include <stddef.h>
#include <stdlib.h>

/* Minimum and maximum depth of square tiles of a square image, as two halves. */
static void minmax(uint32_t width, uint32_t tile)
{
    for (uint32_t t = 0; t < width / tile * (width / tile); t++) {
        uint32_t left = t % (width / tile) * tile, top = t / (width / tile) * tile;
        float lo = 2, hi = -2;
        for (uint32_t k = 0; k < tile * tile; k++) {
            float z = as_float(hash((top + k / tile) * width + left + k % tile) & 0xbfffffff);
            lo = z < lo ? z : lo;
            hi = z > hi ? z : hi;
        }
        put(half_bits((half)hi) << 16 | half_bits((half)lo));
    }
}
static void minmaxz16(void) { minmax(64, 16); }
static void minmaxz8(void) { minmax(256, 8); }

static void nwaves_data(void)
{
    unsigned count = 0;
    for (uint32_t y = 0; y < 256; y++)
        for (uint32_t x = 0; x < 256; x++)
            if ((hash(y * 256 + x + 77) & 63) == 5) {
                put(y << 16 | x);
                count++;
            }
    for (; count < 1200; count++)
        put(0);
}

static void nwaves_count(void)
{
    uint32_t count = 0;
    for (uint32_t at = 0; at < 65536; at++)
        count += (hash(at + 77) & 63) == 5;
    put(count);
}

/* lerp over elements first..first+count-1; the inputs are chosen so that nothing is ever rounded, which is checked here in binary64. */
static void lerp_chain(uint32_t first, uint32_t count, float (*t_of)(uint32_t))
{
    float x = 0;
    double exact = 0;
    for (uint32_t k = first; k < first + count; k++) {
        float v = (float)(hash(k) & 31), t = t_of(k);
        x = x * (1 - t) + v * t;
        exact = exact * (1 - (double)t) + (double)v * (double)t;
    }
    if ((double)x != exact)
        exit(1);
    put(float_bits(x));
}

static float t_plain(uint32_t i)
{
    uint32_t h = hash(i + 9999) & 3;
    return h == 0 ? 0.5f : h == 1 ? 0.0f : 1.0f;
}

static float t_long(uint32_t i)
{
    uint32_t h = hash(i + 9999);
    return (h & 3) == 0 ? 0.5f : (h & 7) == 1 ? 1.0f : 0.0f;
}

static void lerps(uint32_t groups)              /* row k: wave size 4 << k */
{
    for (uint32_t size = 4; size <= 128; size *= 2)
        for (uint32_t g = 0; g < groups; g++)
            lerp_chain(g * 128, size, t_plain);
}
static void lerp(void) { lerps(64); }
static void lerp_few(void) { lerps(16); }

static void lerp_continued(void)
{
    static const uint32_t count[] = {1, 2, 3, 7, 31, 64, 100, 129, 1000, 3001};
    for (unsigned g = 0; g < 10; g++)
        lerp_chain(0, count[g], t_long);
}

static void match_total(void)
{
    uint32_t total[11] = {0};
    for (uint32_t i = 0; i < 768; i++)
        total[hash(i) % 11] += hash(i + 5000) & 0xfff;
    for (unsigned k = 0; k < 11; k++)
        put(total[k]);
}

static void coalesced_or(void)
{
    uint32_t cell[37] = {0};
    for (uint32_t x = 0; x < 512; x++)
        cell[(x * 0x9e3779b1U >> 20) * 37 >> 12] |= UINT32_C(1) << (x & 31);
    for (unsigned k = 0; k < 37; k++)
        put(cell[k]);
}

static void survivors(void)
{
    for (uint32_t g = 0; g < 32; g++) {
        uint32_t alive = 0;
        for (uint32_t k = g * 64; k < g * 64 + 64; k++)
            alive += hash(k) % 5 != 0 && (hash(k) & 0xff) != 0;
        put(alive);
    }
}

static void atomics_all(void)
{
    for (uint32_t g = 0; g < 8; g++) {
        uint32_t cell[6] = {0, 0, UINT32_MAX, 0, UINT32_MAX, 0};
        int32_t least = INT32_MAX, greatest = INT32_MIN;
        for (uint32_t k = g * 256; k < g * 256 + 256; k++) {
            uint32_t x = hash(k);
            int32_t s = (int32_t)x;
            cell[0] += x;
            cell[1] |= x & x >> 7 & x >> 14;
            cell[2] &= x | x << 5 | x << 11;
            cell[3] ^= x;
            cell[4] = x < cell[4] ? x : cell[4];
            cell[5] = x > cell[5] ? x : cell[5];
            least = s < least ? s : least;
            greatest = s > greatest ? s : greatest;
        }
        for (int twice = 0; twice < 2; twice++) {
            for (unsigned c = 0; c < 6; c++)
                put(cell[c]);
            puti(least), puti(greatest);
        }
    }
}

const struct list doc_lists[] = {
    LIST(minmaxz16), LIST(minmaxz8), LIST(nwaves_data), LIST(nwaves_count), LIST(lerp), LIST(lerp_few), LIST(lerp_continued), LIST(match_total),
    LIST(coalesced_or), LIST(survivors), LIST(atomics_all),
    {0}
};
