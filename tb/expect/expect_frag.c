/* SPDX-License-Identifier: Apache-2.0
 * expect_frag.c - lists of the frag_ shaders: pixel by pixel, without waves.
 */
#include "expect.h"

#include <math.h>
#include <stdbool.h>

/* The value at (x, y) of a plane over width x height, given at three corners: as docs/fragment.md has it. */
static float exact_plane_at(const double corner[3], int width, int height, float x, float y)
{
    const float dx = (float)((corner[1] - corner[0]) / width), dy = (float)((corner[2] - corner[0]) / height);

    return fmaf(y, dy, fmaf(x, dx, (float)corner[0]));
}

static float plane_at(const float corner[3], int width, int height, float x, float y)
{
    return exact_plane_at((const double[3]){(double)corner[0], (double)corner[1], (double)corner[2]}, width, height, x, y);
}

static float plane(const float corner[3], int width, int height, int x, int y)
{
    return plane_at(corner, width, height, (float)x + 0.5f, (float)y + 0.5f);
}

/* ---- frag_basic: 19 x 13 ---- */

enum { BASIC_W = 19, BASIC_H = 13 };

static bool basic_covered(int i)
{
    return (i + i / BASIC_W) % 7 != 0;
}

static bool basic_returns(int i)
{
    return (hash((uint32_t)i) & 0xffff) % 5 == 0;
}

/* Neither helper nor discarded. */
static bool basic_writes(int i)
{
    const float x = (float)(i % BASIC_W) - 9, y = (float)(i / BASIC_W) - 6;

    return basic_covered(i) && (basic_returns(i) || x * x + y * y <= 60);
}

static void frag_basic_color(void)
{
    static const float u[3] = {0, 1, 0}, v[3] = {0, 0, 1}, line[3] = {-3, 5.5f, 1}, z[3] = {0.25f, 0.5f, 0.75f};
    static const float row[3] = {1, 0, 2};

    for (int i = 0; i < BASIC_W * BASIC_H; i++) {
        const int x = i % BASIC_W, y = i / BASIC_W;
        const bool more = !basic_returns(i);
        const float color[4] = {plane(u, BASIC_W, BASIC_H, x, y), plane(v, BASIC_W, BASIC_H, x, y),
                                plane(line, BASIC_W, BASIC_H, x, y), plane(z, BASIC_W, BASIC_H, x, y)};
        const float added[4] = {plane(row, BASIC_W, BASIC_H, x, y), 6.5f, (float)(hash((uint32_t)i) & 255), 1};
        for (int k = 0; k < 4; k++)
            put_float(!basic_writes(i) ? as_float(hash((uint32_t)(4 * i + k))) : more ? color[k] + added[k] : color[k]);
    }
}

static void frag_basic_bits(void)
{
    for (int i = 0; i < BASIC_W * BASIC_H; i++) {
        const uint32_t key = hash((uint32_t)i) & 0xffff, more = !basic_returns(i);
        const uint32_t bits[4] = {(uint32_t)(i % BASIC_W) + more * (uint32_t)-40, (uint32_t)(i / BASIC_W) + more * key, 3, 2};
        for (int k = 0; k < 4; k++)
            put(basic_writes(i) ? bits[k] : (uint32_t)(4 * i + k));
    }
}

/* ---- frag_samples: 7 x 5, 4 samples ---- */

enum { SAMPLES_W = 7, SAMPLES_H = 5 };
static const int four_places[4][2] = {{6, 2}, {14, 6}, {2, 10}, {10, 14}};      /* sixteenths of a pixel */

static bool samples_writes(int i, int sample)
{
    return i % 4 != 3 && (i % SAMPLES_W % 3 != 1 || sample == 0 || sample == 3);
}

static void frag_samples_color(void)
{
    static const float u[3] = {0, 7, 0}, v[3] = {10, 10, 60}, middle[3] = {0, 7, 0};

    for (int i = 0; i < SAMPLES_W * SAMPLES_H; i++)
        for (int s = 0; s < 4; s++) {
            const int x = i % SAMPLES_W, y = i / SAMPLES_W;
            const float sx = (float)four_places[s][0] / 16, sy = (float)four_places[s][1] / 16;
            const float color[4] = {plane_at(u, SAMPLES_W, SAMPLES_H, (float)x + sx, (float)y + sy),
                                    plane_at(v, SAMPLES_W, SAMPLES_H, (float)x + sx, (float)y + sy),
                                    plane(middle, SAMPLES_W, SAMPLES_H, x, y), sx};
            for (int k = 0; k < 4; k++)
                put_float(samples_writes(i, s) ? color[k] : 0);
        }
}

static void frag_samples_bits(void)
{
    for (int i = 0; i < SAMPLES_W * SAMPLES_H; i++)
        for (int s = 0; s < 4; s++) {
            const uint32_t bits[4] = {(uint32_t)s, 1U << s, (uint32_t)four_places[s][1],
                                      (uint32_t)(i % SAMPLES_W * 16 + four_places[s][0])};
            for (int k = 0; k < 4; k++)
                put(samples_writes(i, s) ? bits[k] : 0);
        }
}

/* ---- frag_multi: 6 x 4, 8 samples ---- */

enum { MULTI_W = 6, MULTI_H = 4 };

static void frag_multi_color(void)
{
    static const int eighth_x[8] = {9, 7, 13, 5, 3, 1, 11, 15};         /* sixteenths of a pixel */

    for (int i = 0; i < MULTI_W * MULTI_H; i++) {
        const uint32_t n = hash((uint32_t)i) & 7, mask = n * 37;
        const float x = (float)(i % MULTI_W), y = (float)(i / MULTI_W);
        const float color[4] = {x + (float)eighth_x[n] / 16, y, y + 0.5f, 255.5f};
        for (int s = 0; s < 8; s++)
            for (int k = 0; k < 4; k++)
                put_float(mask >> s & 1 ? color[k] : 0);
    }
}

static void frag_multi_depth(void)
{
    for (int i = 0; i < MULTI_W * MULTI_H; i++) {
        const uint32_t n = hash((uint32_t)i) & 7, mask = n * 37;
        for (int s = 0; s < 8; s++)
            put_float(mask >> s & 1 ? (float)n / 8 : 9);
    }
}

/* ---- frag_second: 5 x 3, 2 samples ---- */

/* The sample of pixel x, y takes values. */
static bool second_takes(int x, int y, int sample)
{
    return (x != 3 || y != 1) && (1 + (x + y) % 3) >> sample & 1;
}

static void frag_second_colors(bool second)
{
    for (int i = 0; i < 5 * 3 * 2; i++) {
        const int x = i / 2 % 5, y = i / 10;
        const float source[4] = {(float)x, (float)y, 0.5f, 1};
        for (int k = 0; k < 4; k++)
            put_float(!second_takes(x, y, i % 2) ? (second ? -1.0f : 0.0f) : !second ? source[k] : k < 3 ? source[3 - k] / 4 : 0);
    }
}

static void frag_second_source(void)
{
    frag_second_colors(false);
}

static void frag_second_factor(void)
{
    frag_second_colors(true);
}

/* Bytes, four in a word. */
static void frag_second_stencil(void)
{
    uint32_t word = 0;

    for (int i = 0; i < 5 * 3 * 2; i++) {
        const int x = i / 2 % 5, y = i / 10;
        word |= (second_takes(x, y, i % 2) ? (uint32_t)(100 * x - 7 * y) & 0xff : 77) << i % 4 * 8;
        if (i % 4 == 3)
            put(word), word = 0;
    }
    put(word | 0x4d4d0000);             /* behind the last texel */
}

/* ---- frag_explicit: 5 x 3, 2 samples ---- */

static void frag_explicit_color(void)
{
    for (int i = 0; i < 5 * 3 * 2; i++) {
        put_float(1 + 2 * 3 + 4 * 7), put_float(2 + 2 * 5 + 4 * 11);
        put_float((float)(i / 2 % 5) + 0.5f);
        put_float((float)(i / 10) + (i % 2 ? 0.25f : 0.75f));
    }
}

static void frag_explicit_rest(void)
{
    for (int i = 0; i < 5 * 3 * 2; i++) {
        for (int k = 0; k < 3; k++)
            put_float(5.5f + (float)k);
        put_float(2 * ((float)(i / 2 % 5) + 0.5f));
    }
}

/* ---- frag_perspective: 11 x 6 ---- */

enum { FAR_W = 11, FAR_H = 6 };
static const double one_by_w[3] = {1, 1.0 / 3, 0.5};

/* Two planes by perspective, whose values by w are these at the corners; then u and v without. */
static void put_far(const double first_by_w[3], const double second_by_w[3])
{
    static const float u[3] = {0, 1, 0}, v[3] = {0, 0, 1};

    for (int i = 0; i < FAR_W * FAR_H; i++) {
        const int x = i % FAR_W, y = i / FAR_W;
        const float fx = (float)x + 0.5f, fy = (float)y + 0.5f, w = exact_plane_at(one_by_w, FAR_W, FAR_H, fx, fy);
        put_float(exact_plane_at(first_by_w, FAR_W, FAR_H, fx, fy) / w);
        put_float(exact_plane_at(second_by_w, FAR_W, FAR_H, fx, fy) / w);
        put_float(plane(u, FAR_W, FAR_H, x, y));
        put_float(plane(v, FAR_W, FAR_H, x, y));
    }
}

static void frag_perspective_color(void)
{
    put_far((const double[]){0, 1.0 / 3, 0}, (const double[]){0, 0, 0.5});
}

static void frag_perspective_rest(void)
{
    for (int i = 0; i < FAR_W * FAR_H; i++) {
        put_float(7.5f);
        put_float(exact_plane_at(one_by_w, FAR_W, FAR_H, (float)(i % FAR_W) + 0.5f, (float)(i / FAR_W) + 0.5f));
    }
}

/* ---- frag_given: 11 x 6, the rectangle of frag_perspective ---- */

static void frag_given_bary(void)
{
    put_far((const double[]){1, 0, 0}, (const double[]){0, 1.0 / 3, 0});
}

static void frag_given_rest(void)
{
    static const float u[3] = {0, 1, 0}, v[3] = {0, 0, 1};
    static const double clip_by_w[3] = {0, 1.0 / 3, 0};

    for (int i = 0; i < FAR_W * FAR_H; i++) {
        const int x = i % FAR_W, y = i / FAR_W;
        const float fx = (float)x + 0.5f, fy = (float)y + 0.5f, w = exact_plane_at(one_by_w, FAR_W, FAR_H, fx, fy);
        put_float(plane(u, FAR_W, FAR_H, x, y));
        put_float(plane(v, FAR_W, FAR_H, x, y));
        put_float(exact_plane_at(clip_by_w, FAR_W, FAR_H, fx, fy) / w);
        put((uint32_t)(3 * i));         /* bits, which nothing computes with */
    }
}

static void frag_given_vertex(void)
{
    static const uint32_t number[3] = {100, 200, 300}, second[3] = {0x40000000, 0x40800000, 0x40c00000};

    for (int i = 0; i < FAR_W * FAR_H; i++) {
        const int vertex = i % FAR_W % 3;
        put(number[vertex]);
        put(number[1]);
        put(0x40a00000);
        put(second[vertex]);
    }
}

/* ---- frag_attachments: 9 x 5 ---- */

enum { ATTACHED_W = 9, ATTACHED = 9 * 5 };

/* The texel of 16 bits: two in a word that the kernel file gives. */
static uint32_t attached_number(int i)
{
    return (uint32_t)((i / 2 * 7 + 3 * (i % 2)) % 50);
}

static void frag_attachments_color(void)
{
    for (uint32_t i = 0; i < ATTACHED; i++) {
        const uint32_t texel = i * 0x01020304;
        put((texel & 0xff00ff00) | (texel >> 16 & 255) | (texel & 255) << 16);
    }
}

static void frag_attachments_number(void)
{
    for (int i = 0; i < ATTACHED; i++) {
        put(attached_number(i) + 1000);
        put(0x3f800000U + (uint32_t)(2 * i + 1) * 0x10000U);
    }
}

/* Beyond the rectangle is the last column or row: no change. */
static void frag_attachments_change(void)
{
    for (int i = 0; i < ATTACHED; i++) {
        const int x = i % ATTACHED_W & ~1, y = i / ATTACHED_W & ~1, row = i - i % ATTACHED_W, column = i % ATTACHED_W;
        const int left = row + x, right = row + (x + 1 < ATTACHED_W ? x + 1 : x);
        const int top = y * ATTACHED_W + column, below = (y + 1 < 5 ? y + 1 : y) * ATTACHED_W + column;
        put_float((float)attached_number(right) - (float)attached_number(left));
        put_float((float)attached_number(below) - (float)attached_number(top));
    }
}

/* ---- frag_formats: 9 x 5 ---- */

enum { FORMATS_W = 9, FORMATS_H = 5, FORMATS = FORMATS_W * FORMATS_H };

static bool formats_covered(int i)
{
    return i % 6 != 2;
}

static float formats_at(int i, int axis)
{
    return axis ? ((float)(i / FORMATS_W) + 0.5f) / 4 : ((float)(i % FORMATS_W) + 0.5f) / 16;
}

static uint32_t unorm8(float x)
{
    return (uint32_t)nearbyint((x < 0 ? 0 : x > 1 ? 1 : (double)x) * 255);
}

static void frag_formats_wide(void)
{
    for (int i = 0; i < FORMATS; i++)
        put(formats_covered(i) ? unorm8(formats_at(i, 0)) | unorm8(formats_at(i, 1)) << 8 | 0xff000000U : hash((uint32_t)i));
}

static void frag_formats_narrow(void)
{
    for (int i = 0; i < FORMATS; i++)
        put_part(formats_covered(i) ? half_bits((half)formats_at(i, 0)) : hash((uint32_t)i / 2) >> 16 * (i % 2) & 0xffff, 16);
    put_part(hash(FORMATS / 2) >> 16, 16);
}

static void frag_formats_pair(void)
{
    for (int i = 0; i < FORMATS; i++) {
        const uint32_t x = half_bits((half)formats_at(i, 0)), y = half_bits((half)formats_at(i, 1));
        const uint32_t x4 = half_bits((half)(4 * formats_at(i, 0))), y4 = half_bits((half)(4 * formats_at(i, 1)));
        put(formats_covered(i) ? x | y << 16 : 0);
        put(formats_covered(i) ? y4 | x4 << 16 : 0);
    }
}

static void frag_formats_whole(void)
{
    for (int i = 0; i < FORMATS; i++) {
        const int x = i % FORMATS_W, y = i / FORMATS_W, z = -100 * x < -128 ? -128 : -100 * x;
        put(formats_covered(i) ? (uint32_t)x | (uint32_t)y << 8 | ((uint32_t)z & 255) << 16 : 0);
    }
}

static void formats_both(int element)
{
    for (int i = 0; i < FORMATS; i++) {
        const int x = i % FORMATS_W, times = ((element + x) & 1) + 1;
        const float four[4] = {formats_at(i, 0) * (float)times, formats_at(i, 1) * (float)times, (float)x,
                               (float)(i / FORMATS_W)};
        for (int k = 0; k < 4; k++)
            put_float(formats_covered(i) ? four[k] : 0);
    }
}

static void frag_formats_both0(void)
{
    formats_both(0);
}

static void frag_formats_both1(void)
{
    formats_both(1);
}

static void frag_formats_small(void)
{
    for (int i = 0; i < FORMATS; i++) {
        const uint32_t n = (uint32_t)(i % FORMATS_W + i / FORMATS_W * 200);
        put_part(formats_covered(i) ? n > 255 ? 255 : n : hash((uint32_t)i / 4) >> 8 * (i % 4) & 255, 8);
    }
    for (int i = FORMATS; i % 4; i++)
        put_part(hash((uint32_t)i / 4) >> 8 * (i % 4) & 255, 8);
}

/* ---- frag_texture: 15 x 9 ---- */

static void frag_texture(void)
{
    for (int i = 0; i < 15 * 9; i++) {
        const bool far = i % 15 >= 8, covered = i % 3 == 0;
        const float color[4] = {far ? 30 : 10, far ? 2 : 0, 30, 0};
        for (int k = 0; k < 4; k++)
            put_float(covered ? color[k] : 0);
    }
}

/* ---- frag_srgb ---- */

/* The number whose code is k in so many steps of 255, and back. */
static double srgb_value(double k)
{
    const double code = k / 255;
    return code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4);
}

/* Number n of three of code k, near its lower edge, in its middle, near its upper edge. */
static float srgb_number(uint32_t k, uint32_t n)
{
    static const double from[3] = {-0.49, 0, 0.49};
    return (float)srgb_value(k + from[n]);
}

static void frag_srgb_in(void)
{
    static const float others[3] = {-3, 7, NAN};
    for (uint32_t i = 0; i < 768; i++) {
        put_float(srgb_number(i / 3, i % 3)), put_float(srgb_number(255 - i / 3, i % 3));
        put_float(i / 3 % 2 ? others[i % 3] : srgb_number(i / 6, i % 3)), put_float((float)(i / 3) / 255);
    }
}

static void frag_srgb(void)
{
    static const uint32_t others[3] = {0, 255, 0};
    for (uint32_t i = 0; i < 768; i++)
        put(i / 3 | (255 - i / 3) << 8 | (i / 3 % 2 ? others[i % 3] : i / 6) << 16 | i / 3 << 24);
}

const struct list frag_lists[] = {LIST(frag_basic_color), LIST(frag_basic_bits), LIST(frag_samples_color), LIST(frag_samples_bits),
                                  LIST(frag_multi_color), LIST(frag_multi_depth), LIST(frag_explicit_color), LIST(frag_explicit_rest),
                                  LIST(frag_second_source), LIST(frag_second_factor), LIST(frag_second_stencil), LIST(frag_perspective_color),
                                  LIST(frag_perspective_rest), LIST(frag_given_bary), LIST(frag_given_rest), LIST(frag_given_vertex),
                                  LIST(frag_attachments_color), LIST(frag_attachments_number), LIST(frag_attachments_change),
                                  LIST(frag_formats_wide), LIST(frag_formats_narrow), LIST(frag_formats_pair), LIST(frag_formats_whole),
                                  LIST(frag_formats_both0), LIST(frag_formats_both1), LIST(frag_formats_small), LIST(frag_texture), LIST(frag_srgb_in),
                                  LIST(frag_srgb), {0}};
