/* SPDX-License-Identifier: Apache-2.0
 * expect_image.c - lists of the image_ shaders: texels as they are, without samplers.
 */
#include "expect.h"

#include <stdbool.h>

static uint32_t byte(uint32_t word, unsigned i)
{
    return word >> 8 * i & 255;
}

/* ---- image_basic: 20 x 12 ---- */

static void image_basic(void)
{
    for (uint32_t i = 0; i < 20 * 12; i++) {
        const float r = (float)byte(hash(i), 0) / 255, g = (float)byte(hash(i), 1) / 255, b = (float)byte(hash(i), 2) / 255;
        putf((double)b), putf((double)g / 2), putf((double)r), putf(1);
    }
}

static void image_histogram(void)
{
    uint32_t count[16] = {0};

    for (uint32_t i = 0; i < 20 * 12; i++)
        count[byte(hash(i), 0) >> 4]++;
    for (unsigned i = 0; i < 16; i++)
        put(count[i]);
}

/* ---- image_range: 3 x 5, lanes from -2 to 5 in both directions ---- */

static uint32_t small_texel(int x, int y)
{
    const uint32_t i = (uint32_t)(y * 3 + x);

    return byte(0x04030201U * (i / 4 + 1), i % 4);
}

static void image_range(void)
{
    for (int i = 0; i < 64; i++) {
        const int x = i % 8 - 2, y = i / 8 - 2;
        const bool inside = x >= 0 && x < 3 && y >= 0 && y < 5;
        const uint32_t four = inside ? hash((uint32_t)(y * 3 + x)) : 0, one = inside ? (uint32_t)(y * 3 + x) + 1000 : 0;
        for (unsigned k = 0; k < 4; k++)
            put(byte(four, k));
        put(one), put(one), put(0), put(1);
        put(inside ? small_texel(x, y) : 0), put(0), put(0), put(1);
    }
}

static void image_range_small(void)
{
    for (int i = 0; i < 16; i++)
        put_part(i == 15 ? small_texel(0, 5) : (uint32_t)((i / 3 + 2) * 8 + i % 3 + 2 + 100), 8);
}

/* ---- image_atomics: 128 lanes ---- */

static uint32_t all(enum op op, uint32_t x, uint32_t keep, uint32_t more)
{
    for (uint32_t i = 0; i < 128; i++)
        x = combine(op, x, (hash(i) & keep) | more);
    return x;
}

static void image_atomics_u(void)
{
    put(128);
    put(all(UMIN, UINT32_MAX, UINT32_MAX, 0));
    put(all(UMAX, 0, UINT32_MAX, 0));
    put(all(AND, UINT32_MAX, UINT32_MAX, 0xffff0000));
    put(all(OR, 0, 0x0f0f0f0f, 0));
    put(all(XOR, 0, UINT32_MAX, 0));
}

static void image_atomics_s(void)
{
    put(all(SMIN, 0x7fffffff, UINT32_MAX, 0));
    put(all(SMAX, 0x80000000, UINT32_MAX, 0));
    put(all(ADD, 0, UINT32_MAX, 0));
}

static void image_atomics_t(void)
{
    uint32_t count[8] = {0};

    for (uint32_t i = 0; i < 128; i++)
        count[hash(i) & 7]++;
    for (unsigned i = 0; i < 8; i++)
        put(count[i]);
    for (unsigned i = 0; i < 8; i++)
        put(UINT32_MAX);
    put(8);
}

/* ---- image_wide: 64 lanes, each with a number of 64 bits ---- */

static uint64_t wide(uint32_t i)
{
    return (uint64_t)hash(2 * i) << 32 | hash(2 * i + 1);
}

static void image_wide_seen(void)
{
    for (uint32_t place = 0; place < 8; place++) {
        uint64_t most = 0;
        for (uint32_t i = place; i < 64; i += 8) {
            const uint64_t x = (uint64_t)(hash(2 * i) & 255) << 32 | i;
            most = x > most ? x : most;
        }
        put64(most);
    }
}

static void image_wide_u(void)
{
    uint64_t least = UINT64_MAX, and = UINT64_MAX, or = 0, xor = 0;

    for (uint32_t i = 0; i < 64; i++) {
        least = wide(i) < least ? wide(i) : least;
        and &= wide(i) | 0xffff0000ffff0000;
        or |= wide(i) & 0x0f0f0f0f0f0f0f0f;
        xor ^= wide(i);
    }
    put64(64 * 0x100000001), put64(least), put64(and), put64(0);
    put64(or), put64(xor), put64(0x700000006), put64(1);
}

static void image_wide_s(void)
{
    int64_t least = INT64_MAX, most = INT64_MIN;

    for (uint32_t i = 0; i < 64; i++) {
        const int64_t x = (int64_t)wide(i);
        least = x < least ? x : least;
        most = x > most ? x : most;
    }
    put64((uint64_t)least), put64((uint64_t)most);
    for (uint32_t i = 0; i < 64; i++)
        put64((uint64_t)((int64_t)wide(i) >> 1));
}

static void image_wide_l(void)
{
    for (uint32_t i = 0; i < 64; i++)
        put64(wide(i) + 1);
}

static void image_wide_b(void)
{
    for (uint32_t i = 0; i < 64; i++)
        put(hash(2 * i + 5)), put(hash(2 * i + 6)), put64(0), put64(0), put64(1);
    for (uint32_t i = 0; i < 64; i++)
        put64((uint64_t)((int64_t)wide(i) >> 1)), put64(0), put64(0), put64(1);
}

/* ---- image_fetch ---- */

static uint32_t level_start(uint32_t width, uint32_t height, uint32_t level)
{
    uint32_t start = 0;

    for (uint32_t i = 0; i < level; i++)
        start += (width >> i ? width >> i : 1) * (height >> i ? height >> i : 1);
    return start;
}

/* Three layers of 4 x 3, 2 x 1 and 1 x 1; there is no fourth level. */
static uint32_t layers_texel(uint32_t level, uint32_t at, uint32_t layer)
{
    const uint32_t w = 4 >> level, h = level ? 1 : 3;

    return level > 2 ? 0 : hash(2000 + 3 * level_start(4, 3, level) + (layer * h + at % h) * w + at % w);
}

/* 16 x 8 with 5 levels; lane i of 64: level i % 5, the texel i of it that is inside; then one texel to the right and down, which may not be. */
static void image_fetch(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t level = i % 5, w = 16 >> level, h = 8 >> level ? 8 >> level : 1, x = i * 7 % w, y = i * 5 % h;
        const uint32_t start = level_start(16, 8, level);
        const bool inside = x + 1 < w && y + 1 < h;
        put(hash(start + y * w + x));
        put(inside ? hash(start + (y + 1) * w + x + 1) : 0);
        put(hash(i * 3 % 50 + 1000));
        put(layers_texel(i & 3, i / 4, i / 8 % 3));
        put(hash((i % 5 * 2 + i % 2) * 3 + i % 3 + 3000));
        put(w), put(h), put(5);
    }
}

/* Texel i of 64 bits of an image whose words are hash(from), hash(from + 1) and so on. */
static void put_wide_texel(bool inside, uint32_t from, uint32_t i)
{
    put(inside ? hash(from + 2 * i) : 0), put(inside ? hash(from + 2 * i + 1) : 0);
    put64(0), put64(0), put64(1);
}

static void image_fetch_64(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t level = i % 3, w = 8 >> level, h = 4 >> level, x = i % 8 + 1, y = i / 8 + 1;
        put_wide_texel(true, 0, level_start(8, 4, level) + i % h * w + i % w);
        put_wide_texel(x < 8 && y < 4, 0, y * 8 + x);
        put_wide_texel(i < 50, 1000, i);
        put_wide_texel(true, 2000, (i % 3 * 2 + i / 4 % 2) * 4 + i % 4);
        put_wide_texel(true, 3000, (i / 4 % 4 * 4 + i % 4) * 4 + i / 16);
    }
}

/* Formats that no shader stores, the first word of each: components by the definition of the format, floats. */
static double unorm(uint32_t field, unsigned width)
{
    return field / (double)((1U << width) - 1);
}

static double linear(uint32_t code)
{
    const double c = code / 255.0;

    return c <= 0.04045 ? c / 12.92 : __builtin_pow((c + 0.055) / 1.055, 2.4);
}

static void put4(double r, double g, double b, double a)
{
    putf(r), putf(g), putf(b), putf(a);
}

static void image_codes(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t w = hash(i), h = w & 0xffff;
        const double scale = __builtin_ldexp(1, (int)(w >> 27) - 24);
        put4(linear(byte(w, 0)), linear(byte(w, 1)), linear(byte(w, 2)), unorm(byte(w, 3), 8));
        put4(unorm(byte(w, 2), 8), unorm(byte(w, 1), 8), unorm(byte(w, 0), 8), unorm(byte(w, 3), 8));
        put4(unorm(h >> 11, 5), unorm(h >> 5 & 63, 6), unorm(h & 31, 5), 1);
        put4(unorm(h >> 4 & 15, 4), unorm(h >> 8 & 15, 4), unorm(h >> 12, 4), unorm(h & 15, 4));
        put4(unorm(h >> 10 & 31, 5), unorm(h >> 5 & 31, 5), unorm(h & 31, 5), h >> 15);
        put4((w & 511) * scale, (w >> 9 & 511) * scale, (w >> 18 & 511) * scale, 1);
    }
}

/* Texels of 16 bits, two to a word. */
static void image_codes_small(void)
{
    for (uint32_t i = 0; i < 32; i++)
        put((hash(2 * i) & 0xffff) | hash(2 * i + 1) << 16);
}

/* ---- image_multi: 4 x 4 texels of 4 samples ---- */

static void image_multi(void)
{
    for (uint32_t i = 0; i < 64; i++)
        put(hash(i));
    for (uint32_t i = 0; i < 16; i++)
        put(hash(4 * i) + hash(4 * i + 1) + hash(4 * i + 2) + hash(4 * i + 3));
    put(4), put(4), put(4), put(4), put(4), put(4);
    put(0), put(0);
}

/* ---- image_fragments: 4 x 4 texels of 4, 8, 2, 16 samples, and no image ---- */

static void image_fragments(void)
{
    for (uint32_t i = 0; i < 16; i++)
        put(0x3210);
    for (uint32_t i = 0; i < 16; i++)
        put(0x76543210);
    for (uint32_t i = 0; i < 16; i++)
        put(i % 2 ? 0x76543210 : 0x10);
    for (uint32_t i = 0; i < 16; i++)
        put(0);
    for (uint32_t i = 0; i < 64; i++)
        put(hash(i));
    for (uint32_t i = 0; i < 16; i++)
        for (uint32_t s = 0; s < 8; s++)
            put(hash(((i % 3 * 16 + i) * 8 + s) * 2 + 1 + 1000));
    for (uint32_t i = 0; i < 16; i++) {
        const float two = 1 + (float)(2 * i + 1) / 128;
        put_float(two), put_float(i % 2 ? 1 + (float)(16 * i + 1) / 1024 : two), put_float(1 + (float)(16 * i + 15) / 1024);
    }
    for (uint32_t i = 0; i < 16; i++)
        put(0);
}

/* ---- asm_image_extend: texel i of 64 ---- */

static uint32_t byte_of(uint32_t i) { return hash(i / 4) >> 8 * (i % 4) & 0xff; }
static int32_t signed_byte(uint32_t i) { return (int32_t)byte_of(i) - (byte_of(i) & 0x80 ? 256 : 0); }

static void image_extend(void)
{
    for (uint32_t k = 0; k < 4; k++)            /* with a sign, without, with, without */
        for (uint32_t i = 0; i < 64; i++)
            puti(k % 2 ? (int32_t)byte_of(i) : signed_byte(i));
    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t word = hash(i / 2) >> 16 * (i % 2) & 0xffff;
        puti((int32_t)word - (word & 0x8000 ? 65536 : 0));
    }
    for (uint32_t i = 0; i < 64; i++)
        put(1);
}

/* Two components of 16 bits: the byte, and it less 100000, which is beyond the least number. */
static void image_extend_to(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t negative = signed_byte(i) < 0 ? 0xffff : byte_of(i);
        put(i % 2 ? negative | 0xffff0000 : ((uint32_t)signed_byte(i) & 0xffff) | 0x80000000);
    }
}

/* ---- asm_image_sampled: 6 x 6 texels of 64 bits, then 3 x 3 of the second level; 1 on the border ---- */

static void put_wide_at(int x, int y, int level)
{
    const int side = level ? 3 : 6;
    const bool outside = x < 0 || y < 0 || x >= side || y >= side;
    put64(outside ? 1 : hash(2 * (uint32_t)(36 * level + side * y + x)) | (uint64_t)hash(2 * (uint32_t)(36 * level + side * y + x) + 1) << 32);
}

static void image_sampled(void)
{
    for (int part = 0; part < 8; part++)
        for (int i = 0; i < 64; i++) {
            const int x = i & 7, y = i / 8, moved_x = x + 1, moved_y = y < 2 ? 0 : y - 2;
            switch (part) {
            case 0: put_wide_at(x, y, 0); break;
            case 1: put_wide_at(x / 2, y / 2, 1); break;
            case 2: put_wide_at(x - 1, y, 0); break;    /* of the four texels around a corner the one below, to the left */
            case 3: put_wide_at(x, y - 1, 0); break;    /* above, to the right */
            case 4: put64(2); break;                    /* A twice, and no G */
            case 5: put64(1ULL << (moved_x / 2 + 8 * (moved_y / 2))); break;
            case 7: put_wide_at(x - 1 + (x & 1), y + 1, 0); break;      /* the one above, to the left, with its own offset */
            default: put(3), put(0); break;             /* 8 texels from pixel to pixel */
            }
        }
}

/* ---- image_unnamed: channels of R, G, B, A: lowest bit, bits ---- */

struct packed { unsigned bytes, at[4], width[4]; uint32_t seed; };
static const struct packed bgra8 = {4, {16, 8, 0, 24}, {8, 8, 8, 8}, 0}, r5g6b5 = {2, {11, 5, 0, 0}, {5, 6, 5, 0}, 100},
                           b4g4r4a4 = {2, {4, 8, 12, 0}, {4, 4, 4, 4}, 200}, a1r5g5b5 = {2, {10, 5, 0, 15}, {5, 5, 5, 1}, 300};

static uint32_t code_of(const struct packed *p, uint32_t i, unsigned c)
{
    const uint32_t texel = p->bytes == 4 ? hash(i + p->seed) : hash(i / 2 + p->seed) >> 16 * (i % 2);
    return texel >> p->at[c] & ((1U << p->width[c]) - 1);
}

static void image_unnamed(void)
{
    const struct packed *const all[4] = {&bgra8, &r5g6b5, &b4g4r4a4, &a1r5g5b5};
    for (uint32_t i = 0; i < 32; i++)
        for (unsigned k = 0; k < 4; k++)
            for (unsigned c = 0; c < 4; c++)
                put_float(all[k]->width[c] ? (float)((double)code_of(all[k], i, c) / ((1U << all[k]->width[c]) - 1)) : 1);
}

/* The texel beside it with R and B exchanged, A of odd ones as `odd`, or as it was. */
static void put_exchanged(const struct packed *p, int odd)
{
    static const unsigned of[4] = {2, 1, 0, 3};
    for (uint32_t i = 0; i < 32; i++) {
        const uint32_t from = i ^ 1;
        uint32_t texel = 0;
        for (unsigned c = 0; c < 4; c++)
            texel |= (c == 3 && from % 2 && odd >= 0 ? (uint32_t)odd : code_of(p, from, of[c])) << p->at[c];
        put_part(texel, 8 * p->bytes);
    }
}
static void image_unnamed_bgra8(void) { put_exchanged(&bgra8, 255); }
static void image_unnamed_r5g6b5(void) { put_exchanged(&r5g6b5, -1); }
static void image_unnamed_b4g4r4a4(void) { put_exchanged(&b4g4r4a4, 0); }
static void image_unnamed_a1r5g5b5(void) { put_exchanged(&a1r5g5b5, -1); }

/* ---- image_half: 8 x 4, each number rounded to 16 bits when it comes out of the image ---- */

static half eighth_bits(uint32_t i, unsigned c) { return (half)(float)((hash(i) >> 8 * c & 0xff) / 255.0); }

static half sampled_half(int x, int y, int level, unsigned c)
{
    const int width = level ? 4 : 8, height = level ? 2 : 4;
    const int in_x = x < 0 ? 0 : x < width ? x : width - 1, in_y = y < 0 ? 0 : y < height ? y : height - 1;
    return (half)((float)(hash((uint32_t)(4 * (32 * level + width * in_y + in_x)) + c) & 0xffff) / 65536.0F);
}

static void image_half(void)
{
    static const int four[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    for (uint32_t i = 0; i < 32; i++) {
        const int x = (int)(i & 7), y = (int)(i >> 3);
        for (unsigned c = 0; c < 4; c++)
            put_float((float)eighth_bits(i, c));
        for (unsigned c = 0; c < 4; c++)
            put_float((float)sampled_half(x / 2, y / 2, 1, c));
        for (unsigned c = 0; c < 4; c++)
            put_float((float)sampled_half(x, y, 0, c));
        for (unsigned k = 0; k < 4; k++)        /* at a centre: it and the next ones */
            put_float((float)sampled_half(x + four[k][0], y + four[k][1], 0, 2));
        for (unsigned c = 0; c < 4; c++)        /* two texels a pixel: the second level */
            put_float((float)sampled_half(x / 2 + 1, y / 2, 1, c));
        const uint32_t red = hash((uint32_t)(4 * (8 * y + x))) & 0xffff;
        const float less = red > 0x8000;        /* the reference is less than the texel, of 32 bits */
        for (unsigned c = 0; c < 4; c++)
            put_float(less);
    }
}

static void image_half_to(void)
{
    for (uint32_t i = 0; i < 32; i++)
        for (unsigned c = 0; c < 4; c++)
            put_part(half_bits((half)((float)eighth_bits(i, 3 - c) / 2)), 16);
}

const struct list image_lists[] = {LIST(image_basic), LIST(image_histogram), LIST(image_range), LIST(image_range_small), LIST(image_atomics_u),
                                   LIST(image_atomics_s), LIST(image_atomics_t), LIST(image_wide_seen), LIST(image_wide_u),
                                   LIST(image_wide_s), LIST(image_wide_l), LIST(image_wide_b), LIST(image_fetch), LIST(image_codes),
                                   LIST(image_codes_small), LIST(image_multi),
                                   LIST(image_fragments), LIST(image_fetch_64), LIST(image_extend), LIST(image_half), LIST(image_half_to), LIST(image_unnamed), LIST(image_unnamed_bgra8),
                                   LIST(image_unnamed_r5g6b5), LIST(image_unnamed_b4g4r4a4), LIST(image_unnamed_a1r5g5b5), LIST(image_sampled), LIST(image_extend_to), {0}};
