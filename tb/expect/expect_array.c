/* SPDX-License-Identifier: Apache-2.0
 * expect_array.c - lists of the shaders with arrays of images, and of those with sparse images.
 */
#include "expect.h"

#include <math.h>
#include <stdbool.h>

/* Texels of level 0: floats of hash() from `seed` on, or bytes of it. */
struct picture {
    int width, height, components;
    uint32_t seed;
    bool is_bytes;
};

static const struct picture pictures[3] = {{8, 8, 4, 0, false}, {4, 4, 4, 0, true}, {8, 4, 1, 1000, false}};

static double number(uint32_t i)
{
    return (hash(i) & 0xffff) / 65536.0;
}

static double texel(const struct picture *p, int x, int y, int component)
{
    const uint32_t i = (uint32_t)(y * p->width + x);

    if (component >= p->components)
        return component == 3;
    if (p->is_bytes)
        return (hash(i) >> 8 * component & 255) / 255.0;
    return number(p->seed + i * (uint32_t)p->components + (uint32_t)component);
}

static int wrap(int i, int size, bool clamp)
{
    if (clamp)
        return i < 0 ? 0 : i >= size ? size - 1 : i;
    return (i % size + size) % size;
}

static double sample(const struct picture *p, double s, double t, bool linear, bool clamp, int component)
{
    const double u = s * p->width - (linear ? 0.5 : 0), v = t * p->height - (linear ? 0.5 : 0);
    const double a = linear ? u - floor(u) : 0, b = linear ? v - floor(v) : 0;
    double sum = 0;

    for (int k = 0; k < 4; k++)
        sum += (k & 1 ? a : 1 - a) * (k & 2 ? b : 1 - b) *
               texel(p, wrap((int)floor(u) + (k & 1), p->width, clamp), wrap((int)floor(v) + (k >> 1), p->height, clamp), component);
    return sum;
}

static double place(int i, int factor)
{
    return (i * factor & 255) / 64.0 - 1.5 + 1 / 256.0;
}

static const struct picture combined[2] = {{8, 8, 4, 0, false}, {8, 8, 4, 1000, false}};

static void image_array(void)
{
    for (int i = 0; i < 64; i++) {
        const int t = i % 3, x = i % 8, y = i / 8;
        const struct picture *p = &pictures[t];
        const bool linear = i / 3 % 3 == 1;
        const double at[2] = {place(i, 37), place(i, 101)};
        for (int c = 0; c < 4; c++)
            putf(sample(p, at[0], at[1], linear, linear, c));
        for (int c = 0; c < 4; c++)
            putf(texel(p, x & 3, y & 3, c));
        putf(p->width), putf(p->height), putf(t == 0 ? 4 : 1), putf(t);
        for (int c = 0; c < 4; c++)     /* level 1 of the first has 4 x 4 texels, after its 64 */
            putf(t == 0 ? number((uint32_t)(4 * (64 + y % 4 * 4 + x % 4) + c)) : sample(p, x / 4.0 + 1 / 64.0, y / 4.0 + 1 / 64.0, false, false, c));
        for (int c = 0; c < 4; c++)
            putf(sample(&combined[i & 1], at[0], at[1], true, !(i & 1), c) + sample(&combined[1], at[0], at[1], true, false, c));
        for (int c = 0; c < 4; c++)
            putf(i + 64 * c);
    }
}

static void image_array_written(void)
{
    for (int i = 0; i < 64; i++)
        for (int c = 0; c < 4; c++)
            putf(i / 8 & 1 ? (i + 64 * c) / 255.0 : 0);
}

static void image_array_range(void)
{
    static const double colour[6] = {1, 2, 3, 0, 5, 0};

    for (int i = 0; i < 64; i++) {
        const int t = i % 6, s = i / 6 % 4;
        const bool there = t != 3 && t != 5;
        /* of an image that is not there a border is all that there is; 0.3 of 2 or 3 texels is between texels that are */
        for (int c = 0; c < 4; c++)
            putf(s == 1 || s == 3 ? (t == 1 && c == 3) : !there ? s == 2 : t == 1 && c ? c == 3 : colour[t]);
        for (int c = 0; c < 4; c++)
            putf(!there ? 0 : t == 1 && c ? c == 3 : colour[t]);
        putf(there ? 2 : 0), putf(!there ? 0 : t == 4 ? 3 : 2), putf(1), putf(0);
        for (int c = 0; c < 4; c++)
            putf(t == 0 || t == 3 ? c + 1 : 0);
        putf(t == 2 ? 7 : 0), putf(1000), putf(t == 2 ? 3 : 0), putf(t == 2 ? 1 : 0);
    }
}

static void image_sparse(void)
{
    const struct picture *p = &pictures[0];

    for (int i = 0; i < 64; i++) {
        const int x = i % 8, y = i / 8, s = (int)floor(place(i, 37) * 4), t = (int)floor(place(i, 101) * 4);
        const int across = (int)floor(place(i, 37) * 2), down = (int)floor(place(i, 101) * 2);         /* of the third level */
        putf(number((uint32_t)(4 * (64 + wrap(t, 4, false) * 4 + wrap(s, 4, false)) + 1)));
        putf(number((uint32_t)(4 * (64 + y % 4 * 4 + x % 4))));
        putf(texel(p, x, y, 2));
        putf(texel(p, wrap((int)floor(place(i, 37) * 8 - 0.5), 8, false), wrap((int)floor(place(i, 101) * 8 - 0.5), 8, false), 2));
        putf(4 * i);
        putf(9);
        putf(number((uint32_t)(4 * (80 + wrap(down - 1, 2, false) * 2 + wrap(across + 1, 2, false)) + 1)));
    }
}

static void image_array_uniform(void)
{
    for (int g = 0; g < 6; g++)
        for (int i = 0; i < 64; i++) {
            const double at[2] = {place(i, 37), place(i, 101)};
            for (int c = 0; c < 4; c++)
                putf(texel(&pictures[g % 3], i & 3, i >> 2 & 3, c));
            for (int c = 0; c < 4; c++)
                putf(sample(&combined[0], at[0], at[1], true, true, c) + sample(&combined[1], at[0], at[1], true, false, c) + (c < 2 ? 8 : 0));
            for (int c = 0; c < 4; c++)
                putf(sample(&pictures[1], at[0], at[1], false, false, c) + sample(&pictures[2], at[0], at[1], true, true, c));
        }
}

static void hlsl_texture_array(void)
{
    for (int i = 0; i < 64; i++) {
        const struct picture *p = &pictures[i % 3];
        const bool linear = i / 3 & 1;
        for (int c = 0; c < 4; c++)
            putf(sample(p, place(i, 37), place(i, 101), linear, linear, c));
        for (int c = 0; c < 4; c++)
            putf(texel(p, i & 3, i >> 2 & 3, c));
        putf(p->width), putf(p->height), putf(i), putf(0);
    }
}

const struct list array_lists[] = {LIST(hlsl_texture_array), LIST(image_array), LIST(image_array_uniform), LIST(image_array_written),
                                  LIST(image_array_range), LIST(image_sparse), {0}};
