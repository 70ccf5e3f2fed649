/* SPDX-License-Identifier: Apache-2.0
 * expect_footprint.c - lists of the image_footprint shaders: which texels have a weight, found one direction at a time, and then every bit of a
 * mask by the formulas of the Vulkan specification.
 */
#include "expect.h"

#include <math.h>
#include <stdbool.h>

struct picture { int axes, size[3], levels; };
enum mode { CLAMP, REPEAT, MIRROR, MIRROR_CLAMP, BORDER };
struct filter { bool near, far, mip; double bias, least, most; enum mode mode[3]; };

static const struct filter linear = {true, true, true, 0, 0, 1000, {CLAMP}}, nearest = {false, false, false, 0, 0, 1000, {CLAMP}};

static const int sides_2d[16][3] = {[1] = {2, 2}, [2] = {4, 2}, [3] = {4, 4}, [4] = {8, 4}, [5] = {8, 8}, [6] = {16, 8}, [7] = {16, 16},
                                    [11] = {64, 64}, [12] = {128, 64}, [13] = {128, 128}, [14] = {256, 128}, [15] = {256, 256}};
static const int sides_3d[16][3] = {[1] = {2, 2, 2}, [3] = {4, 4, 2}, [10] = {16, 16, 16}, [11] = {32, 16, 16}, [12] = {32, 32, 16},
                                    [13] = {32, 32, 32}, [14] = {64, 32, 32}};
static const int all_2d[12] = {1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15}, all_3d[7] = {1, 3, 10, 11, 12, 13, 14};

static int held(int x, int size)
{
    return x < 0 ? 0 : x < size ? x : size - 1;
}

static int modulo(int x, int period)
{
    return (x % period + period) % period;
}

static int wrapped(enum mode mode, int x, int size)
{
    const int turned = modulo(x, 2 * size);

    switch (mode) {
    case REPEAT: return modulo(x, size);
    case MIRROR: return turned < size ? turned : 2 * size - 1 - turned;
    case MIRROR_CLAMP: return held(x < 0 ? -1 - x : x, size);
    default: return held(x, size);
    }
}

/* The texels of one direction that have a weight, the lower one first.  False: all of them are border, which is then as if it were the edge. */
static bool counted(enum mode mode, double coord, int size, bool is_linear, int texel[2])
{
    const double u = coord * size - (is_linear ? 0.5 : 0);
    const int first = (int)floor(u), second = is_linear && u > first ? first + 1 : first;
    const int a = wrapped(mode, first, size), b = wrapped(mode, second, size);

    texel[0] = a < b ? a : b;
    texel[1] = a < b ? b : a;
    return mode != BORDER || (second >= 0 && first < size);
}

/* The first and the last texel of an image that repeats: the last one is in the group before 0, unless one block has both. */
static void turn(int size, int side, int groups, int texel[2])
{
    if (texel[1] == size - 1 && texel[0] == 0 && size > 2 && texel[1] / side >= groups) {
        texel[0] = -1;
        texel[1] = 0;
    }
}

static int block_of(int texel, int side, int groups)
{
    return texel < 0 ? -1 : texel / side / groups;
}

/* The bit of the group with these numbers within the mask. */
static bool is_covered(const int local[3], int axes, const int side[3], const int anchor[3], const int offset[3], int texel[3][2])
{
    const int groups = axes == 3 ? 4 : 8;

    for (int n = 0; n < axes; n++) {
        const int from = side[n] * (groups * (local[n] + offset[n] < groups ? anchor[n] : anchor[n] - 1) + local[n]), to = from + side[n] - 1;
        if (!((from <= texel[n][0] && texel[n][0] <= to) || (from <= texel[n][1] && texel[n][1] <= to)))
            return false;
    }
    return true;
}

/* In each direction the anchor has the last texel, and the offset is 1 where the first one is before the anchor. */
static void put_footprint(const struct picture *p, const struct filter *f, const double coord[3], double lod, double least, int granularity,
                          bool coarse)
{
    const int *side = (p->axes == 3 ? sides_3d : sides_2d)[granularity], groups = p->axes == 3 ? 4 : 8;
    int texel[3][2], anchor[3], offset[3];
    uint64_t mask = 0;
    bool any = true;

    lod = fmax(fmin(fmax(lod + f->bias, f->least), f->most), least);
    const double among = fmin(fmax(lod, 0), p->levels - 1);
    const int fine = (int)(f->mip ? floor(among) : ceil(among + 0.5) - 1), rough = f->mip ? (int)ceil(among) : fine;
    const int level = coarse ? rough : fine;
    for (int n = 0; n < p->axes; n++) {
        const int size = p->size[n] >> level ? p->size[n] >> level : 1;
        any = counted(f->mode[n], coord[n], size, lod > 0 ? f->far : f->near, texel[n]) && any;
        if (f->mode[n] == REPEAT)
            turn(size, side[n], groups, texel[n]);
        anchor[n] = block_of(texel[n][1], side[n], groups);
        offset[n] = block_of(texel[n][0], side[n], groups) < anchor[n];
    }
    for (int bit = 0; bit < 64; bit++) {
        const int local[3] = {bit % groups, bit / groups % groups, bit / 16};
        if (is_covered(local, p->axes, side, anchor, offset, texel) && any && !(coarse && fine == rough))
            mask |= 1ULL << bit;
    }
    put(fine == rough);
    for (int n = 0; n < p->axes; n++)
        put((uint32_t)anchor[n]);
    for (int n = 0; n < p->axes; n++)
        put((uint32_t)offset[n]);
    put64(mask), put((uint32_t)level), put(0);
}

static double spread(int i, int factor)
{
    return (i * factor % 1200 - 90) / 1024.0;
}

static void image_footprint(void)
{
    static const struct picture p = {2, {600, 300, 1}, 5};
    static const struct filter limited = {false, true, false, 0.5, 1, 2.5, {CLAMP}};

    for (int i = 0; i < 64; i++) {
        const double at[3] = {spread(i, 397), spread(i, 683), 0}, lod = i % 33 / 8.0 - 0.5, from_gradient = log2(1.25) + i % 6 - 2 + log2(1.25);
        const int granularity = all_2d[i % 12];
        put_footprint(&p, &linear, at, lod, 0, granularity, false);
        put_footprint(&p, &linear, at, lod, 0, granularity, true);
        put_footprint(&p, &nearest, at, lod, 0, 2, false);
        put_footprint(&p, &limited, at, lod, 0, granularity, false);
        put_footprint(&p, &limited, at, lod, 0, 3, true);
        put_footprint(&p, &linear, at, from_gradient, 0, 1, true);
        put_footprint(&p, &linear, at, from_gradient, 2.5, granularity, false);
        put_footprint(&p, &linear, at, 0, 0, 1, false);
    }
}

static void image_footprint_3d(void)
{
    static const struct picture p[2] = {{3, {200, 60, 30}, 4}, {3, {24, 40, 9}, 1}};

    for (int i = 0; i < 64; i++) {
        const double at[3] = {spread(i, 397), spread(i, 683), spread(i, 211)}, lod = i % 25 / 8.0 - 0.5;
        const struct filter *f = i % 2 ? &nearest : &linear;
        put_footprint(&p[0], &linear, at, lod, 0, all_3d[i % 7], false);
        put_footprint(&p[0], &linear, at, lod, 0, 3, true);
        put_footprint(&p[i % 2], f, at, lod, 0, 1, false);
        put_footprint(&p[i % 2], f, at, lod, 0, all_3d[i % 7], true);
    }
}

static void image_footprint_pixels(void)
{
    static const struct picture p = {2, {256, 128, 1}, 9}, volume = {3, {64, 32, 16}, 7};

    for (int i = 0; i < 15 * 9; i++) {
        const double scale = i % 15 < 8 ? 1 : 0.25, x = (i % 15 + 0.5) * scale, y = (i / 15 + 0.5) * scale, lod = log2(2.5 * scale);
        const double at[3] = {x * 2.5 / 256, y * 1.25 / 128, 0}, inside[3] = {4 * at[0], 4 * at[1], 0.375};
        for (int k = 0; k < 47 && i % 3; k++)
            put(0);
        if (i % 3)
            continue;
        put_footprint(&p, &linear, at, lod, 0, 1, false);
        put_footprint(&p, &linear, at, lod + 1, 0, 2, true);
        put_footprint(&p, &linear, at, lod, 2, 3, false);
        put_footprint(&p, &linear, at, lod - 0.25, 0.5, 1, true);
        put_footprint(&volume, &linear, inside, lod, 0, 1, true);
    }
}

static void image_footprint_quads(void)
{
    static const struct picture p = {2, {128, 64, 1}, 8};

    for (int i = 0; i < 64; i++) {
        const double at[3] = {i % 8 * 2.5 / 128, i / 8 * 1.25 / 64, 0};
        put_footprint(&p, &linear, at, log2(2.5) + 1, 0.5, 1, true);
    }
}

static void image_footprint_modes(void)
{
    static const struct picture p = {2, {150, 70, 1}, 3}, volume = {3, {30, 20, 12}, 2};
    static const int kinds[5] = {1, 2, 3, 5, 11}, edges[5] = {0, 1024, -1024, 2048, 1939};
    struct filter f[4] = {linear, linear, linear, linear};
    const enum mode mode[4][3] = {{REPEAT, BORDER, CLAMP}, {MIRROR, REPEAT, CLAMP}, {MIRROR_CLAMP, MIRROR, CLAMP}, {REPEAT, MIRROR, BORDER}};

    for (int k = 0; k < 4; k++)
        memcpy(f[k].mode, mode[k], sizeof mode[k]);
    for (int i = 0; i < 64; i++) {
        const double at[3] = {(edges[i % 5] + (i / 5 % 9 - 4) * 3) / 1024.0, (edges[i / 2 % 5] + (i % 7 - 3) * 5) / 1024.0,
                              (edges[i / 3 % 5] + (i % 11 - 5) * 9) / 1024.0};
        const double turned[3] = {at[1], at[0], 0}, lod = i % 17 / 8.0;
        put_footprint(&p, &f[0], at, lod, 0, kinds[i % 4], false);
        put_footprint(&p, &f[1], at, lod, 0, kinds[(i + 1) % 5], i % 3 != 0);
        put_footprint(&p, &f[2], at, lod, 0, 1, false);
        put_footprint(&p, &f[2], turned, lod, 0, 2, true);
        put_footprint(&volume, &f[3], at, lod, 0, 1, false);
    }
}

const struct list footprint_lists[] = {LIST(image_footprint_modes), LIST(image_footprint),
                                       LIST(image_footprint_3d), LIST(image_footprint_pixels), LIST(image_footprint_quads), {0}};
