/* SPDX-License-Identifier: Apache-2.0
 * expect_ocl_group.c - the lists of ocl_group.cl and ocl_rest.spvasm: operations on groups, variables of the program, atomics, pointers.
 */
#include "expect.h"
#include <stdbool.h>
#include <stddef.h>

enum { LANES = 44, GROUPS = 2 };

/* ---- sums, extremes, scans ---- */

static uint32_t scanned(uint32_t i) { return hash(i + 70); }
static uint64_t wide_of(uint32_t i) { return (uint64_t)scanned(i) << 32 | scanned(i ^ 1); }
static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t greatest(int32_t a, int32_t b) { return a > b ? a : b; }

struct of_group {
    uint32_t sum, min, max, above;
    int32_t low, high;
    float floats, top;
    uint64_t wide, wide_min;
    int64_t wide_max;
    double doubles;
};
static const struct of_group nothing = {.min = UINT32_MAX, .low = INT32_MAX, .high = INT32_MIN, .wide_min = UINT64_MAX, .wide_max = INT64_MIN};

/* One lane more. */
static void take(struct of_group *g, uint32_t i)
{
    const uint32_t x = scanned(i);
    const uint64_t w = wide_of(i);

    g->sum += x;
    g->min = x < g->min ? x : g->min;
    g->max = x > g->max ? x : g->max;
    g->low = least(g->low, (int32_t)x);
    g->high = greatest(g->high, (int32_t)x);
    g->floats += (float)(x & 0xfff);
    g->top = (float)(x & 0xfffff) > g->top ? (float)(x & 0xfffff) : g->top;
    g->wide += w;
    g->wide_min = w < g->wide_min ? w : g->wide_min;
    g->wide_max = (int64_t)w > g->wide_max ? (int64_t)w : g->wide_max;
    g->doubles += (double)(x & 0xffff);
}

static void each_lane(void (*tell)(const struct of_group *all, const struct of_group *before, const struct of_group *with))
{
    for (uint32_t n = 0; n < GROUPS; n++) {
        struct of_group all = nothing, before, with = nothing;
        for (uint32_t l = 0; l < LANES; l++)
            take(&all, LANES * n + l);
        for (uint32_t l = 0; l < LANES; l++) {
            before = with;
            take(&with, LANES * n + l);
            tell(&all, &before, &with);
        }
    }
}

static void tell_words(const struct of_group *all, const struct of_group *before, const struct of_group *with)
{
    put(all->sum), put((uint32_t)all->high), put(all->min), put(with->sum), put(before->sum), put((uint32_t)with->low), put(before->max);
    put_float(before->floats), put_float(all->top);
}

static void tell_pairs(const struct of_group *all, const struct of_group *before, const struct of_group *with)
{
    uint64_t bits;

    memcpy(&bits, &with->doubles, sizeof bits);
    put64(all->wide), put64((uint64_t)with->wide_max), put64(before->wide_min), put64(bits);
}

static void ocl_group_scans(void) { each_lane(tell_words); }
static void ocl_group_wide(void) { each_lane(tell_pairs); }

/* ---- votes ---- */

static void ocl_group_votes(void)
{
    uint32_t sum[LANES * GROUPS];

    for (uint32_t i = 0; i < LANES * GROUPS; i++)
        sum[i] = 2;                     /* dimensions of the grid */
    for (uint32_t n = 0; n < GROUPS; n++)
        for (uint32_t turn = 0; turn < LANES; turn += turn % 22 == 21 ? 1 : 7) {
            const uint32_t chosen = hash(LANES * n + turn + 71);
            bool all = true;
            for (uint32_t l = 0; l < LANES; l++)
                all = all && hash(LANES * n + l + 71) >> 28 <= turn % 22;
            const bool any = hash(LANES * n + 43 + 71) == chosen;
            for (uint32_t l = 0; l < LANES; l++)
                sum[LANES * n + l] = sum[LANES * n + l] * 3 + chosen + turn % 22 + 2 * all + any;
        }
    for (uint32_t row = 0; row < 2; row++)
        for (uint32_t x = 0; x < 22 * GROUPS; x++)
            put(sum[LANES * (x / 22) + 22 * row + x % 22]);
}

/* ---- variables of the program ---- */

static void ocl_program(void)
{
    uint32_t sums[3] = {1, 0, 2}, zeros[3] = {0};

    for (uint32_t i = 0; i < 128; i++) {
        const uint32_t x = hash(i + 72) & 0xffffff;
        sums[2 * (i & 1)] += x;
        zeros[i & 1] = x > zeros[i & 1] ? x : zeros[i & 1];
    }
    put(sums[0]), put(sums[2]), put(zeros[0]), put(zeros[1]), put(zeros[2]), put(5 + 8), put(3 + 10 * 1 + 100 * 1);
}

/* ---- atomics on any memory ---- */

struct atomics {
    uint32_t out, left;
    uint64_t far, far_left;
};

static struct atomics atomics_of(uint32_t i)
{
    struct atomics a;
    const uint32_t l = i % 24, x = 100 * i + 77;
    uint32_t p = l + 7, sum = p;

    p += x;
    sum = sum * 5 + p, p -= 3;
    sum = sum * 5 + p, p ^= x << 3;
    sum = sum * 5 + p, p = p > 1000 ? p : 1000;
    sum = sum * 5 + p, p &= 0xffff;
    sum = sum * 5 + p, p |= 0x21;
    sum = sum * 5 + p, p = p < 0x7fff ? p : 0x7fff;
    const uint32_t given = sum & 7;
    sum = sum * 5 + p, p = given;
    const bool four = p == 4;
    const uint32_t seen = p;
    p = four ? 77 : p;
    a.out = (sum * 5 + four) * 5 + seen;
    a.left = p;

    const int64_t y = ((int64_t)i << 34) - 5;
    int64_t q = (int64_t)l << 40;
    uint64_t far = (uint64_t)q;
    q += y;
    far = far * 5 + (uint64_t)q, q = q < y >> 1 ? q : y >> 1;
    const int64_t exchanged = (int64_t)(far ^ (uint64_t)y);
    far = far * 5 + (uint64_t)q, q = exchanged;
    far = far * 5 + (uint64_t)q, q = (int64_t)((uint64_t)q - (uint64_t)(y >> 9));
    a.far = far;
    a.far_left = (uint64_t)q;
    return a;
}

static void ocl_any_atomics(void)
{
    for (uint32_t i = 0; i < 48; i++) {
        const struct atomics a = atomics_of(i);
        const uint32_t first = i % 24 + 7;
        put(a.out), put(a.left), put(i % 3 == 0 ? a.left : first), put(i % 3 == 1 ? a.left : first);
    }
}

static void ocl_any_atomics_wide(void)
{
    for (uint32_t i = 0; i < 48; i++) {
        const struct atomics a = atomics_of(i);
        put64(a.far), put64(a.far_left);
    }
}

/* ---- barriers of 16 lanes in waves of even number, and of 16 in odd ones ---- */

static void ocl_named_barriers(void)
{
    uint32_t count = 0, total = 0;

    for (unsigned turn = 0; turn < 3; turn++) {
        count += 16;
        total = total * 7 + count;
    }
    for (unsigned lane = 0; lane < 32; lane++)
        put((count + 100 * count) ^ total);
}

/* ---- pointers ---- */

static void ocl_pointers(void)
{
    for (int32_t l = 0; l < 16; l++) {
        put((uint32_t)(l - 3));
        put((l < 3 ? 0xffffU : 0) ^ (uint32_t)(uint16_t)-l << 7 ^ (uint8_t)(3 - l));
        put((uint32_t)-l);
        put((l == 3 ? 1U : 0U) + (l != 0 ? 2U : 0U) + 4 + (l != 0 ? 100U : 0U) + 1000);
    }
}

/* ---- products, bits, truths, narrow numbers ---- */

static void ocl_group_bits(void)
{
    for (uint32_t n = 0; n < 2; n++) {
        uint32_t product = 1, and = UINT32_MAX, or = 0, xor = 0, odd = 0, any = 0, every = 1, sum = 0;
        int32_t least = INT8_MAX, most = INT16_MIN;
        for (uint32_t l = 0; l < 20; l++)
            xor ^= hash(20 * n + l + 73);
        for (uint32_t l = 0; l < 20; l++) {
            const uint32_t x = hash(20 * n + l + 73);
            product *= x | 1;
            or |= x;
            every &= x & 1;
            least = least < (int8_t)x ? least : (int8_t)x;
            put(product), put(and), put(or), put(xor), put(odd + 2 * every + 4 * any), put((uint8_t)least);
            put((sum & 0xffff) | (uint32_t)(uint16_t)most << 16);
            and &= x;
            odd ^= x & 1;
            any |= x & 1;
            sum += x;
            most = most > (int16_t)x ? most : (int16_t)x;
        }
    }
}

const struct list ocl_group_lists[] = {
    LIST(ocl_group_scans), LIST(ocl_group_wide), LIST(ocl_group_votes), LIST(ocl_program), LIST(ocl_any_atomics), LIST(ocl_any_atomics_wide),
    LIST(ocl_named_barriers), LIST(ocl_pointers), LIST(ocl_group_bits),
    {0}
};
