/* SPDX-License-Identifier: Apache-2.0
 * expect_sample.c - lists of the image_ shaders with samplers: "Image Operations" of the Vulkan specification, in doubles.
 */
#include "expect.h"

#include <math.h>
#include <stdbool.h>

enum mode { REPEAT, MIRROR, CLAMP, BORDER, MIRROR_CLAMP };

/* Texel words are value(i), i counting through levels, slices, rows, texels, components. */
struct picture {
    int size[3], layers, levels, components;
};
struct sampler {
    enum mode mode[3];
    bool linear;
    double border;                      /* of R, G, B; A is 1 */
};

static double value(int i)
{
    return (hash((uint32_t)i) & 0xffff) / 65536.0;
}

static int side(const struct picture *p, int n, int level)
{
    return p->size[n] >> level ? p->size[n] >> level : 1;
}

static int texel_index(const struct picture *p, int level, const int at[3])
{
    int start = 0;

    for (int i = 0; i < level; i++)
        start += side(p, 0, i) * side(p, 1, i) * side(p, 2, i) * p->layers;
    return start + (at[2] * side(p, 1, level) + at[1]) * side(p, 0, level) + at[0];
}

static int modulo(int x, int n)
{
    return x % n < 0 ? x % n + n : x % n;
}

static int mirror(int n)
{
    return n >= 0 ? n : -(1 + n);
}

/* "Wrapping Operation" */
static int wrap(enum mode mode, int i, int size)
{
    switch (mode) {
    case REPEAT: return modulo(i, size);
    case MIRROR: return size - 1 - mirror(modulo(i, 2 * size) - size);
    case CLAMP: return i < 0 ? 0 : i >= size ? size - 1 : i;
    case BORDER: return i < -1 ? -1 : i > size ? size : i;
    case MIRROR_CLAMP: return mirror(i) >= size ? size - 1 : mirror(i);
    }
    return 0;
}

/* One texel, before it is wrapped; `layer` is -1 when the third side is one of the picture. */
static double texel(const struct picture *p, const struct sampler *s, int level, const int at[3], int layer, int component)
{
    int in[3];

    if (component >= p->components)
        return component == 3;
    for (int n = 0; n < 3; n++) {
        in[n] = n == 2 && layer >= 0 ? layer : wrap(s->mode[n], at[n], side(p, n, level));
        if (!(n == 2 && layer >= 0) && (in[n] < 0 || in[n] >= side(p, n, level)))
            return component == 3 ? 1 : s->border;
    }
    return value(texel_index(p, level, in) * p->components + component);
}

/* Directions that the picture has are filtered; the others have one texel. */
static double filtered(const struct picture *p, const struct sampler *s, int level, const double coord[3], const int offset[3], int sides, int layer,
                       int component)
{
    double sum = 0;

    for (int corner = 0; corner < 8; corner++) {
        double weight = 1;
        int at[3] = {0, 0, 0};
        for (int n = 0; n < 3; n++) {
            const bool second = corner >> n & 1;
            if (n >= sides) {
                weight *= second ? 0 : 1;
                continue;
            }
            const double u = coord[n] * side(p, n, level), low = floor(s->linear ? u - 0.5 : u), share = s->linear ? u - 0.5 - low : 0;
            weight *= second ? share : 1 - share;
            at[n] = (int)low + second + offset[n];
        }
        if (weight != 0)
            sum += weight * texel(p, s, level, at, layer, component);
    }
    return sum;
}

static const int no_offset[3] = {0, 0, 0};

/* ---- image_modes: five modes, nearest and linear, on 16 x 8 ---- */

static double spread(int i, int factor, int eighths)
{
    return ((i * factor & 255) - 128) / 64.0 + eighths / 256.0;
}

static void image_modes(void)
{
    const struct picture p = {{16, 8, 1}, 1, 1, 4};

    for (int i = 0; i < 64; i++)
        for (int k = 0; k < 10; k++) {
            const enum mode mode = (enum mode)(k % 5);
            const struct sampler s = {{mode, mode, mode}, k >= 5, k >= 5 ? 1 : 0};
            const double coord[3] = {spread(i, 37, 1), spread(i, 101, 3), 0};
            for (int c = 0; c < 4; c++)
                putf(filtered(&p, &s, 0, coord, no_offset, 2, 0, c));
        }
}

/* ---- image_levels: 16 x 8 with five levels ---- */

struct levels {
    bool mag, min, mip;
    double bias, least, most;
};

static double with_levels(const struct picture *p, const struct levels *l, const double coord[3], int sides, int layer, double lod, int component)
{
    double x = lod + l->bias;

    x = x < l->least ? l->least : x > l->most ? l->most : x;
    const struct sampler s = {{REPEAT, REPEAT, REPEAT}, x <= 0 ? l->mag : l->min, 0};
    const double among = x < 0 ? 0 : x > p->levels - 1 ? p->levels - 1 : x;
    if (!l->mip)
        return filtered(p, &s, (int)ceil(among + 0.5) - 1, coord, no_offset, sides, layer, component);
    const int high = (int)floor(among), low = high + 1 < p->levels ? high + 1 : high;
    const double share = among - high;
    return (1 - share) * filtered(p, &s, high, coord, no_offset, sides, layer, component) +
           share * filtered(p, &s, low, coord, no_offset, sides, layer, component);
}

static void image_levels(void)
{
    static const struct levels l[4] = {
        {true, true, true, 0, 0, 1000}, {false, false, false, 0, 0, 1000}, {false, true, false, 0, 0, 1000}, {true, true, true, 0.5, 1, 2.5}};
    const struct picture p = {{16, 8, 1}, 1, 5, 4};

    for (int i = 0; i < 64; i++) {
        const double coord[3] = {spread(i, 37, 1), spread(i, 101, 3), 0}, lod = i / 8.0 - 2 + 1 / 64.0;
        for (int k = 0; k < 4; k++)
            for (int c = 0; c < 4; c++)
                putf(with_levels(&p, &l[k], coord, 2, 0, lod, c));
        /* gradients of 2^n texels, times 1.25 */
        const double length = ldexp(1.25, i % 7 - 2);
        for (int c = 0; c < 4; c++)
            putf(with_levels(&p, &l[i & 1 ? 0 : 2], coord, 2, 0, log2(length), c));
    }
}

/* ---- image_gather: 8 x 8 ---- */

static void put_gather_at(const struct picture *p, const struct sampler *s, int level, const double coord[3], const int offset[4][2], bool four,
                          int component)
{
    static const int order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};

    for (int k = 0; k < 4; k++) {
        int at[3] = {0, 0, 0};
        for (int n = 0; n < 2; n++)
            at[n] = (int)floor(coord[n] * side(p, n, level) - 0.5) + (four ? 0 : order[k][n]) + offset[four ? k : 0][n];
        putf(texel(p, s, level, at, 0, component));
    }
}
static void put_gather(const struct picture *p, const struct sampler *s, const double coord[3], const int offset[4][2], bool four, int component)
{
    put_gather_at(p, s, 0, coord, offset, four, component);
}

static void image_gather(void)
{
    static const int none[4][2] = {{0, 0}}, one[4][2] = {{3, -5}}, four[4][2] = {{-8, 7}, {1, 1}, {0, -3}, {7, -8}};
    const struct picture p = {{8, 8, 1}, 1, 1, 4};
    const struct sampler repeat = {{REPEAT, REPEAT, REPEAT}, true, 0}, mirrored = {{MIRROR, MIRROR, MIRROR}, true, 0},
                         clamp = {{CLAMP, CLAMP, CLAMP}, true, 0}, border = {{BORDER, BORDER, BORDER}, true, 1};

    for (int i = 0; i < 64; i++) {
        const double coord[3] = {spread(i, 37, 1), spread(i, 101, 3), 0};
        put_gather(&p, &repeat, coord, none, false, 0);
        put_gather(&p, &clamp, coord, none, false, 3);
        put_gather(&p, &border, coord, one, false, 1);
        put_gather(&p, &mirrored, coord, one, false, 2);
        put_gather(&p, &repeat, coord, four, true, 1);
        for (int c = 0; c < 4; c++)
            putf(filtered(&p, &repeat, 0, coord, (const int[3]){-5, 6, 0}, 2, 0, c));
    }
}

/* ---- image_shadow: depths, 8 x 8 ---- */

static double passes(double reference, double depth)
{
    return reference <= depth;
}

static void image_shadow(void)
{
    static const int order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    const struct picture p = {{8, 8, 1}, 1, 1, 1};
    const struct sampler s = {{CLAMP, CLAMP, CLAMP}, true, 0};

    for (int i = 0; i < 64; i++) {
        const double coord[2] = {spread(i, 37, 1), spread(i, 101, 3)}, reference = (i * 29 & 63) / 64.0 + 1 / 1024.0;
        const double u = coord[0] * 8 - 0.5, v = coord[1] * 8 - 0.5, a = u - floor(u), b = v - floor(v);
        double sum = 0, four[4];
        for (int k = 0; k < 4; k++) {
            const int at[3] = {(int)floor(u) + order[k][0], (int)floor(v) + order[k][1], 0};
            four[k] = passes(reference, texel(&p, &s, 0, at, 0, 0));
            sum += four[k] * (order[k][0] ? a : 1 - a) * (order[k][1] ? b : 1 - b);
        }
        putf(sum);
        putf(sum);                      /* projected */
        for (int k = 0; k < 4; k++)
            putf(four[k]);
        const int at[3] = {(int)floor(coord[0] * 8), (int)floor(coord[1] * 8), 0};
        putf(reference > texel(&p, &s, 0, at, 0, 0));
        putf(0);
    }
}

/* ---- image_volume: three dimensions, layers, one dimension ---- */

static void image_volume(void)
{
    static const struct levels linear = {true, true, true, 0, 0, 1000};
    const struct picture volume = {{4, 4, 4}, 1, 3, 1}, layers = {{8, 4, 1}, 3, 1, 1}, line = {{16, 1, 1}, 1, 1, 1}, lines = {{8, 1, 1}, 4, 1, 1};

    for (int i = 0; i < 64; i++) {
        const double coord[3] = {spread(i, 37, 1), spread(i, 101, 3), spread(i, 59, 5)}, layer = (i % 11) * 0.4 - 0.9;
        const int nearest = nearbyint(layer) < 0 ? 0 : (int)nearbyint(layer);
        putf(with_levels(&volume, &linear, coord, 3, -1, i / 32.0, 0));
        putf(with_levels(&layers, &linear, coord, 2, nearest > 2 ? 2 : nearest, 0, 0));
        putf(with_levels(&line, &linear, coord, 1, 0, 0, 0));
        putf(with_levels(&lines, &linear, coord, 1, nearest > 3 ? 3 : nearest, 0, 0));
    }
}

/* ---- image_cube: six faces of 8 x 8, four levels; the cubes of image_cubes: two, 4 x 4 ---- */

static const double faces[6][3][3] = {      /* axes of s, t and of the face */
    {{0, 0, -1}, {0, -1, 0}, {1, 0, 0}}, {{0, 0, 1}, {0, -1, 0}, {-1, 0, 0}}, {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}},
    {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}}, {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}};

static double dot3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The face on which a direction is longest, and where: 0 .. 1. */
static int face_of(const double d[3], double place[2])
{
    int face = 0;

    for (int f = 0; f < 6; f++)
        face = dot3(d, faces[f][2]) >= dot3(d, faces[face][2]) ? f : face;
    for (int n = 0; n < 2; n++)
        place[n] = 0.5 * dot3(d, faces[face][n]) / dot3(d, faces[face][2]) + 0.5;
    return face;
}

/* Texel x, y of a face, maybe one beyond an edge: that of the face which is there.  A corner has none; another one is given. */
static double cube_texel(const struct picture *p, int level, int face, int x, int y, int cube)
{
    const int size = side(p, 0, level);
    double place[2], d[3];

    if (x < 0 || x >= size)
        y = wrap(CLAMP, y, size);
    if (x < 0 || x >= size || y < 0 || y >= size) {
        for (int n = 0; n < 3; n++)
            d[n] = faces[face][2][n] + faces[face][0][n] * ((2 * x + 1) / (double)size - 1) + faces[face][1][n] * ((2 * y + 1) / (double)size - 1);
        face = face_of(d, place);
        x = (int)floor(place[0] * size);
        y = (int)floor(place[1] * size);
    }
    const int at[3] = {x, y, cube * 6 + face};
    return value(texel_index(p, level, at));
}

/* The four texels around a direction, and the shares of the second ones.  A corner's missing one is the average of the three there. */
static void cube_four(const struct picture *p, int level, const double d[3], int cube, double four[4], double share[2])
{
    const int size = side(p, 0, level);
    double place[2], all = 0;
    const int face = face_of(d, place);
    int first[2], missing = -1;

    for (int n = 0; n < 2; n++) {
        first[n] = (int)floor(place[n] * size - 0.5);
        share[n] = place[n] * size - 0.5 - first[n];
    }
    for (int k = 0; k < 4; k++) {
        const int x = first[0] + (k & 1), y = first[1] + (k >> 1);
        if ((x < 0 || x >= size) && (y < 0 || y >= size))
            missing = k;
        four[k] = cube_texel(p, level, face, x, y, cube);
        all += four[k];
    }
    if (missing >= 0)
        four[missing] = (all - four[missing]) / 3;
}

static double cube_level(const struct picture *p, int level, const double d[3], bool linear, int cube)
{
    const int size = side(p, 0, level);
    double place[2], four[4], share[2], sum = 0;

    if (!linear) {
        const int face = face_of(d, place);
        return cube_texel(p, level, face, wrap(CLAMP, (int)floor(place[0] * size), size), wrap(CLAMP, (int)floor(place[1] * size), size), cube);
    }
    cube_four(p, level, d, cube, four, share);
    for (int k = 0; k < 4; k++)
        sum += (k & 1 ? share[0] : 1 - share[0]) * (k & 2 ? share[1] : 1 - share[1]) * four[k];
    return sum;
}

/* No texel that decides is near a corner or a border between two texels: others are passed over. */
static void direction(int i, double d[3])
{
    static const double step = 1 / 8.0;
    double place[2];

    for (uint32_t k = (uint32_t)i * 100;; k++) {
        for (unsigned n = 0; n < 3; n++)
            d[n] = ((int)(hash(k + 7 * n) % 61) - 30) / 16.0;
        if (d[0] == 0 && d[1] == 0 && d[2] == 0)
            continue;
        face_of(d, place);
        bool good = true;
        for (int n = 0; n < 2; n++) {
            const double texels = place[n] * 8, part = texels - floor(texels);
            good &= place[n] > 0.001 && place[n] < 0.999 && part > 0.01 && part < 0.99;
        }
        const bool corner = (place[0] < step || place[0] > 1 - step) && (place[1] < step || place[1] > 1 - step);
        if (good && !corner)
            return;
    }
}

static void image_directions(void)
{
    for (int i = 0; i < 64; i++) {
        double d[3];
        direction(i, d);
        putf(d[0]), putf(d[1]), putf(d[2]), putf(i % 5 * 0.4 - 0.3);
    }
}

static void image_cube(void)
{
    const struct picture p = {{8, 8, 1}, 6, 4, 1}, cubes = {{4, 4, 1}, 12, 1, 1};

    for (int i = 0; i < 64; i++) {
        double d[3];
        direction(i, d);
        putf(cube_level(&p, 0, d, false, 0));
        putf(cube_level(&p, 0, d, true, 0));
        putf(cube_level(&p, i % 2, d, false, 0));
        for (int linear = 0; linear < 2; linear++)
            putf(cube_level(&cubes, 0, d, linear, nearbyint(i % 5 * 0.4 - 0.3) > 0.5));
    }
}

/* ---- image_cube_corner: the same shader, near the eight corners from each of their three faces; steps of 1/32 of a texel ---- */

static void corner(int i, double d[3])
{
    const int major = i / 8 % 3;

    for (int n = 0; n < 3; n++)
        d[n] = (i >> n & 1 ? -1 : 1) * (n == major ? 1 : 1 - (1 + (hash((uint32_t)(i + 64 * n)) & 14)) / 128.0);
}

static void put_directions(void (*of)(int i, double d[3]))
{
    for (int i = 0; i < 64; i++) {
        double d[3];
        of(i, d);
        putf(d[0]), putf(d[1]), putf(d[2]), putf(i % 2);
    }
}

static void put_cube(void (*of)(int i, double d[3]))
{
    const struct picture p = {{8, 8, 1}, 6, 4, 1}, cubes = {{4, 4, 1}, 12, 1, 1};

    for (int i = 0; i < 64; i++) {
        double d[3];
        of(i, d);
        putf(cube_level(&p, 0, d, false, 0));
        putf(cube_level(&p, 0, d, true, 0));
        putf(cube_level(&p, i % 2, d, false, 0));
        putf(cube_level(&cubes, 0, d, false, i % 2));
        putf(cube_level(&cubes, 0, d, true, i % 2));
    }
}

static void image_corners(void) { put_directions(corner); }
static void image_cube_corner(void) { put_cube(corner); }

/* ---- image_cube_edge: likewise, exactly on the twelve edges: both faces have the place, and the nearest texel is of the one that counts ---- */

static void edge(int i, double d[3])
{
    for (int n = 0; n < 3; n++)
        d[n] = n == i % 3 ? ((int)(hash((uint32_t)i) % 12) - 6 + 0.5) / 8 : (i >> n & 8 ? -1 : 1);
}

static void image_edges(void) { put_directions(edge); }
static void image_cube_edge(void) { put_cube(edge); }

/* ---- image_cube_gather: near corners and edges; integers, whose missing texel is that of the other row ---- */

static void put_cube_gather(const struct picture *p, const double d[3])
{
    static const int order[4] = {2, 3, 1, 0};
    const int size = side(p, 0, 0);
    double four[4], share[2], place[2];
    const int face = face_of(d, place);

    cube_four(p, 0, d, 0, four, share);
    for (int k = 0; k < 4; k++)
        putf(four[order[k]]);
    for (int k = 0; k < 4; k++) {
        const int x = (int)floor(place[0] * size - 0.5) + (order[k] & 1), y = (int)floor(place[1] * size - 0.5) + (order[k] >> 1);
        putf(65536 * cube_texel(p, 0, face, x, y, 0));
    }
}

static void image_cube_gather(void)
{
    const struct picture p = {{8, 8, 1}, 6, 1, 1};

    for (int i = 0; i < 64; i++) {
        double d[3];
        corner(i, d);
        put_cube_gather(&p, d);
        direction(i, d);
        put_cube_gather(&p, d);
    }
}

/* ---- image_quads: 64 x 64 pixels at several scales ---- */

static void image_quads(void)
{
    static const struct levels all = {true, true, true, 0, 0, 1000};
    const struct picture p = {{16, 8, 1}, 1, 5, 4}, depth = {{8, 8, 1}, 1, 1, 1};
    const struct sampler clamp = {{CLAMP, CLAMP, CLAMP}, false, 0};

    for (int i = 0; i < 64; i++) {
        const double coord[3] = {i % 8 * 0.25 + 1 / 64.0, i / 8 * 0.5 + 1 / 32.0, 0};     /* 4 texels a pixel in both directions: level 2 */
        const double reference = (i * 29 & 63) / 64.0 + 1 / 1024.0;
        const double shadow = passes(reference, filtered(&depth, &clamp, 0, coord, no_offset, 2, 0, 0));
        for (int c = 0; c < 4; c++)
            putf(with_levels(&p, &all, coord, 2, 0, 2, c));
        for (int c = 0; c < 4; c++)
            putf(with_levels(&p, &all, coord, 2, 0, 2 - 1.25, c));
        putf(2), putf(2), putf(shadow), putf(shadow);
        for (int c = 0; c < 4; c++)
            putf(with_levels(&p, &all, coord, 2, 0, 2, c));
        for (int c = 0; c < 4; c++)
            putf(with_levels(&p, &all, coord, 2, 0, 1, c));
    }
}

/* ---- hlsl_texture ---- */

static void hlsl_texture(void)
{
    static const struct levels linear = {true, true, true, 0, 0, 1000};
    static const int order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    const struct picture p = {{16, 8, 1}, 1, 5, 4}, depth = {{8, 8, 1}, 1, 1, 1};
    const struct sampler clamp = {{CLAMP, CLAMP, CLAMP}, true, 0}, repeat = {{REPEAT, REPEAT, REPEAT}, true, 0};

    for (int i = 0; i < 64; i++) {
        const double coord[3] = {spread(i, 37, 1), spread(i, 101, 3), 0}, reference = (i * 29 & 63) / 64.0 + 1 / 1024.0;
        const double u = coord[0] * 8 - 0.5, v = coord[1] * 8 - 0.5, a = u - floor(u), b = v - floor(v);
        double sum = 0;
        for (int k = 0; k < 4; k++) {
            const int at[3] = {(int)floor(u) + order[k][0], (int)floor(v) + order[k][1], 0};
            sum += passes(reference, texel(&depth, &clamp, 0, at, 0, 0)) * (order[k][0] ? a : 1 - a) * (order[k][1] ? b : 1 - b);
        }
        const int corner[3] = {(int)floor(coord[0] * 16 - 0.5), (int)floor(coord[1] * 8 - 0.5), 0};
        putf(value(4 * i + 1));
        putf(with_levels(&p, &linear, coord, 2, 0, 0, 2));
        putf(with_levels(&p, &linear, coord, 2, 0, 2, 0));
        putf(texel(&p, &repeat, 0, corner, 0, 1));
        putf(sum);
        putf(value(i % 50));
        putf(16 * 10000 + 8 * 100 + 5);
        putf(1);
    }
}

/* Texel x, y of layer z was written by lane 8 y + x when x is odd as z is. */
static void hlsl_texture_layers(void)
{
    for (int z = 0; z < 2; z++)
        for (int i = 0; i < 64; i++)
            for (int c = 0; c < 4; c++)
                putf(i % 2 == z ? 2 * value(4 * i + c) : 0);
}

/* ---- image_lod_amd: gathers of a level of 16 x 8, and levels of 5 x 3 ---- */

/* The level next to the level of detail, of two that are as near the lower one. */
static int nearest_level(double lod, int levels)
{
    const double among = lod < 0 ? 0 : lod > levels - 1 ? levels - 1 : lod;
    return (int)ceil(among + 0.5) - 1;
}

static void image_lod_amd(void)
{
    const struct picture p = {{16, 8, 1}, 1, 5, 4}, small = {{5, 3, 1}, 1, 3, 4};
    const struct sampler clamp = {{CLAMP, CLAMP, CLAMP}, true, 0};
    static const int none[4][2] = {{0, 0}}, moved[4][2] = {{1, -1}};

    for (int i = 0; i < 32; i++) {
        const double lod = i / 8.0 - 0.75, biased = lod + 0.5;
        const double coord[3] = {((i * 37 & 63) - 8) / 48.0 + 1 / 256.0, ((i * 21 & 63) - 8) / 48.0 + 3 / 256.0, 0};
        put_gather_at(&p, &clamp, nearest_level(lod, 5), coord, none, false, 0);
        put_gather_at(&p, &clamp, nearest_level(lod, 5), coord, moved, false, 2);
        put_gather_at(&p, &clamp, nearest_level(biased < 1 ? 1 : biased > 2 ? 2 : biased, 5), coord, none, false, 1);
        const int level = i % 3, at[3] = {level == 0 ? i % 5 : level == 1 ? i & 1 : 0, level == 0 ? i / 5 % 3 : 0, 0}, last[3] = {0, 0, 0};
        for (int k = 0; k < 2; k++)
            for (int c = 0; c < 4; c++)
                putf(texel(&small, &clamp, level, at, 0, c));
        for (int c = 0; c < 4; c++)
            putf(texel(&small, &clamp, 2, last, 0, c));
    }
}

/* ---- image_borders: 4 x 4, of one component, of two, of integers ---- */

static void put_bordered(int i, int components, double border)
{
    const int x = (i & 7) - 2, y = i >> 3, k = 4 * y + x;
    const bool outside = x < 0 || x > 3;
    /* rg8: bytes 2k and 2k + 1, word w is w * 0x0f0f0f0f */
    const double inside[2] = {components == 2 ? 15 * (2 * k / 4) / 255.0 : k + 1, 15 * (2 * k / 4) / 255.0};

    for (int c = 0; c < 4; c++)
        putf(c >= components ? c == 3 : outside ? border : inside[c]);
}

static void image_borders(void)
{
    for (int i = 0; i < 32; i++) {
        for (int colour = 0; colour < 3; colour++)
            for (int components = 1; components <= 2; components++)
                put_bordered(i, components, colour == 2);
        put_bordered(i, 1, 0), put_bordered(i, 1, 0);
        /* between texels x and x + 1 */
        const int x = (i & 7) - 2, y = i >> 3;
        const double left = x >= 0 && x < 4 ? 4 * y + x + 1 : 0, right = x >= -1 && x < 3 ? 4 * y + x + 2 : 0;
        putf((left + right) / 2), putf(0), putf(0), putf(1);
    }
}

const struct list sample_lists[] = {LIST(image_modes), LIST(image_levels), LIST(image_gather), LIST(image_lod_amd), LIST(image_borders), LIST(image_shadow), LIST(image_volume),
                                    LIST(image_directions), LIST(image_cube), LIST(image_corners), LIST(image_cube_corner), LIST(image_edges),
                                    LIST(image_cube_edge), LIST(image_cube_gather), LIST(image_quads), LIST(hlsl_texture),
                                    LIST(hlsl_texture_layers), {0}};
