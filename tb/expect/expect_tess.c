/* SPDX-License-Identifier: Apache-2.0
 * expect_tess.c - the lists of tess_*: records of vertices and patches, word by word (docs/vertex.md).
 */
#include "expect.h"

#include <stddef.h>

static double real_at(uint32_t i)
{
    const uint64_t bits = (uint64_t)(0x40000000 + i * 4096) << 32;
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* ---- tess_control ---- */

enum { PATCHES = 7, POINTS = 4, CORNERS = 5 };

static uint32_t first_key(uint32_t patch, uint32_t corner)
{
    const uint32_t other = (corner + patch) % POINTS, from = POINTS * patch;

    return hash(2 * (from + other)) ^ hash(2 * from + 1);
}

/* What each vertex has in the end: of all first ones, each with another weight. */
static uint32_t last_key(uint32_t patch, uint32_t corner)
{
    uint32_t sum = 0;

    for (uint32_t k = 0; k < CORNERS; k++)
        sum += first_key(patch, (corner + k) % CORNERS) * (k + 1);
    return sum;
}

static void turned_at(uint32_t patch, uint32_t corner, float turned[2])
{
    const uint32_t other = (corner + patch) % POINTS;

    for (uint32_t c = 0; c < 2; c++)
        turned[c] = corner & 1 ? 0.25f * (float)(2 * (POINTS * patch + other) + c) : (float)(2 * other + c) - 3;
}

static float place_at(uint32_t patch, uint32_t corner, uint32_t c)
{
    return (float)(4 * (POINTS * patch + (corner + patch) % POINTS) + c) + 0.5f;
}

static void tess_control(void)
{
    for (uint32_t patch = 0; patch < PATCHES; patch++)
        for (uint32_t i = 0; i < CORNERS; i++) {
            float turned[2];
            for (uint32_t c = 0; c < 4; c++)
                put_float(place_at(patch, i, c));
            for (uint32_t c = 0; c < 2; c++)
                put_float(c == (i & 1) ? 2 * (float)(2 * POINTS * patch + (i + 1) % 2) : 0);
            turned_at(patch, i, turned);
            put_float(turned[0]), put_float(turned[1]);
            put(last_key(patch, i));
            put64(double_bits(2 * real_at(POINTS * patch + (i + patch) % POINTS)));
        }
}

static void tess_control_patches(void)
{
    for (uint32_t patch = 0; patch < PATCHES; patch++) {
        float pair[2][2] = {{0}};
        for (uint32_t k = 0; k < 4; k++)
            put_float((float)k + place_at(patch, k + 1, 1));
        put_float(patch % 3 == 0 ? (float)(POINTS * patch + 3) : patch % 3 == 1 ? 1003 : -7), put(0);
        put(last_key(patch, 4) + last_key(patch, 0));
        turned_at(patch, 3, pair[patch & 1]);
        for (uint32_t k = 0; k < 4; k++)
            put_float(pair[k / 2][k % 2]);
        put_float(patch % 2 ? 3 : 0);
    }
}

/* ---- tess_wide ---- */

enum { WIDE_PATCHES = 5, WIDE = 32 };

static uint32_t wide_sum(uint32_t patch, uint32_t corner)
{
    uint32_t sum = 0;

    for (uint32_t k = 0; k <= corner; k++)
        sum += hash(WIDE * patch + k) + patch;
    return sum;
}

static void tess_wide(void)
{
    for (uint32_t n = 0; n < WIDE_PATCHES * WIDE; n++)
        put(wide_sum(n / WIDE, n % WIDE));
}

static void tess_wide_patches(void)
{
    for (uint32_t n = 0; n < WIDE_PATCHES; n++)
        put(wide_sum(n, WIDE - 1));
}

/* ---- tess_eval ---- */

static float coord_at(uint32_t i)
{
    return (float)(i * 5 % 8) * 0.125f;
}

/* The word of Position of a control point; all sums and products of them are exact. */
static float corner_at(uint32_t patch, uint32_t point, uint32_t c)
{
    return (float)(4 * (POINTS * patch + point) + c);
}

static void tess_eval(void)
{
    for (uint32_t n = 0; n < 6 * 11; n++) {
        const uint32_t patch = n / 11, at = 3 * (n % 11), from = POINTS * patch;
        const float x = coord_at(at), y = coord_at(at + 1);
        const uint32_t near = (uint32_t)(4 * x) % POINTS;
        for (uint32_t c = 0; c < 4; c++) {
            const float left = corner_at(patch, 0, c) * (1 - y) + corner_at(patch, 3, c) * y;
            const float right = corner_at(patch, 1, c) * (1 - y) + corner_at(patch, 2, c) * y;
            put_float(left * (1 - x) + right * x);
        }
        put_float((float)near + 0.5f + 2 * (float)(2 * (from + POINTS - 1) + near % 2));
        put(hash(from + near)), put(hash(100 + patch)), put(patch), put(POINTS);
        for (uint32_t c = 0; c < 2; c++)
            put_float((patch & 1 ? 8 + (float)c : (float)(2 * (from + near) + c) - 3) +
                      (near & 1 ? 0.25f + 0.5f * (float)c : (float)(2 * patch + c)));
        put64(double_bits(0.5 * real_at(from + near)));
        put_float((float)(4 * patch + near) + 1), put_float(5), put_float(coord_at(at + 2));
        put_float((float)(4 * patch + 3) + 1);
        for (uint32_t k = 0; k < 2; k++)
            put_float(k != (patch & 1) ? 0 : near == 0 || near == 3 ? 4 * (float)patch : near == 1 ? -1 :
                      (float)patch - 0.5f);
    }
}

/* ---- hlsl_hull, hlsl_domain ---- */

static void hlsl_hull(void)
{
    for (uint32_t n = 0; n < 3 * 10; n++) {
        const uint32_t patch = n / 3, i = n % 3;
        for (uint32_t c = 0; c < 3; c++)
            put_float((float)(9 * patch + 3 * i + c) + (float)(9 * patch + 3 * ((i + 1) % 3) + c));
        put_float((float)patch);
        put(n + 7), put(i);
    }
}

static void hlsl_hull_patches(void)
{
    for (uint32_t patch = 0; patch < 10; patch++) {
        for (uint32_t k = 0; k < 3; k++)
            put_float((float)(9 * patch + 4 * k));
        put(0), put_float((float)patch), put(0);
        put_float(2 * (float)(9 * patch + 3 * (patch % 3) + 1));
    }
}

static void hlsl_domain(void)
{
    for (uint32_t n = 0; n < 5 * 9; n++) {
        const uint32_t patch = n / 5, at = 3 * (n % 5), id = patch % 3;
        for (uint32_t c = 0; c < 4; c++) {          /* all sums are exact */
            float sum = 0;
            for (uint32_t k = 0; k < 3; k++)
                sum += (float)(12 * patch + 4 * k + c) * ((float)((at + k) % 4) * 0.25f);
            put_float(sum);
        }
        put(hash(6 * patch + 2 * id)), put(hash(6 * patch + 2 * id + 1)), put(patch);
        put_float((float)(4 * patch + id) + (float)patch * 4);
    }
}

const struct list tess_lists[] = {
    LIST(tess_control), LIST(tess_control_patches), LIST(tess_wide), LIST(tess_wide_patches), LIST(tess_eval),
    LIST(hlsl_hull), LIST(hlsl_hull_patches), LIST(hlsl_domain), {0}};
