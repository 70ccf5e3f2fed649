/* SPDX-License-Identifier: Apache-2.0
 * expect_dot.c - the lists of asm_dot, asm_dot_64 and asm_saturate: sums of products in 64 bits, then cut or held at the ends of the result's type.
 */
#include "expect.h"

static int64_t part(uint32_t word, unsigned width, unsigned i, int is_signed)
{
    const uint32_t bits = word >> (width * i) & ((1U << width) - 1);

    return is_signed && bits >> (width - 1) ? (int64_t)bits - ((int64_t)1 << width) : (int64_t)bits;
}

static int64_t product(uint32_t a, uint32_t b, unsigned width, int a_signed, int b_signed)
{
    int64_t sum = 0;

    for (unsigned i = 0; i < 32 / width; i++)
        sum += part(a, width, i, a_signed) * part(b, width, i, b_signed);
    return sum;
}

static int64_t hold(int64_t x, int64_t least, int64_t most)
{
    return x < least ? least : x > most ? most : x;
}

/* The third word of each lane: numbers near the ends for the even ones, so that both ends are met. */
static uint32_t accumulator(uint32_t i)
{
    return i % 4 == 0 ? 0x7fffffffU - hash(i) % 9000 : i % 4 == 2 ? 0x80000000U + hash(i) % 9000 : hash(3 * i + 2);
}

static void dot_in(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        put(i == 63 ? 0x80808080U : hash(3 * i));
        put(i == 63 ? 0x80808080U : hash(3 * i + 1));
        put(i == 61 ? 0xfffffff0U : accumulator(i));
    }
}

static void dot(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t a = i == 63 ? 0x80808080U : hash(3 * i), b = i == 63 ? 0x80808080U : hash(3 * i + 1);
        const uint32_t c = i == 61 ? 0xfffffff0U : accumulator(i);
        const int64_t bytes = product(a, b, 8, 1, 1), mixed = product(a, b, 8, 1, 0), plain = product(a, b, 8, 0, 0);
        put((uint32_t)bytes);
        put((uint32_t)product(a, b, 16, 1, 1));
        put((uint32_t)plain);
        put((uint32_t)mixed);
        put((uint32_t)hold(bytes + (int32_t)c, INT32_MIN, INT32_MAX));
        put((uint32_t)hold(plain + c, 0, UINT32_MAX));
        put((uint32_t)hold(mixed + (int32_t)c, INT32_MIN, INT32_MAX));
        put((uint32_t)hold((int16_t)bytes + (int16_t)c, INT16_MIN, INT16_MAX));
    }
}

/* ---- asm_dot_64: three words of 64 bits for each lane; sums as two numbers, so that nothing is lost before it is held ---- */
static uint64_t dot_word(uint32_t i, unsigned k)
{
    const uint64_t h = hash64(3 * i + k + 7000);
    return k == 2 && i % 4 == 0 ? INT64_MAX - (h >> 60) : k == 2 && i % 4 == 2 ? UINT64_C(1) << 63 | h >> 60 : k == 2 && i == 61 ? UINT64_MAX - 3 : h;
}
static void dot_64_in(void)
{
    for (uint32_t i = 0; i < 64; i++)
        for (unsigned k = 0; k < 3; k++)
            put64(dot_word(i, k));
}

static int64_t low_part(uint64_t x) { return (int32_t)(uint32_t)x; }
static int64_t high_part(uint64_t x) { return (int32_t)(uint32_t)(x >> 32); }

static uint64_t held(uint64_t sum, uint64_t more)
{
    const uint64_t total = sum + more;
    if (((sum ^ total) & (more ^ total)) >> 63)
        return sum >> 63 ? UINT64_C(1) << 63 : INT64_MAX;
    return total;
}

static void dot_64(void)
{
    for (unsigned row = 0; row < 7; row++)
        for (uint32_t i = 0; i < 64; i++) {
            const uint64_t a = dot_word(i, 0), b = dot_word(i, 1), c = dot_word(i, 2);
            const uint64_t words = (uint64_t)(low_part(a) * low_part(b)) + (uint64_t)(high_part(a) * high_part(b));
            const uint64_t plain = (a & UINT32_MAX) * (b & UINT32_MAX) + (a >> 32) * (b >> 32);
            uint64_t mixed = 0;
            for (unsigned k = 0; k < 32; k += 8)
                mixed += (uint64_t)((int64_t)(int8_t)(uint8_t)(a >> k) * (int64_t)(b >> k & 255));
            switch (row) {
            case 0: put64(words); break;
            case 1: put64(plain); break;
            case 2: put64(held(words, c)); break;
            case 3: put64(plain + c < plain ? UINT64_MAX : plain + c); break;
            case 4: put64(mixed); break;
            case 5: put64(a * b + b * c); break;
            default: put64(held(mixed, c)); break;
            }
        }
}

static const uint32_t saturate_corner[8] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x8000, 0xffff8000, 0x00010000};

static uint32_t saturate_word(uint32_t i, uint32_t which)     /* all pairs of corners, and then words of any length */
{
    if (i < 48)
        return saturate_corner[which ? i % 8 : i / 8];
    return hash(2 * i + which) >> hash(2 * i + which + 500) % 32;
}

static void saturate_in(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        put(saturate_word(i, 0));
        put(saturate_word(i, 1));
    }
}

static int64_t clamped(int64_t x, int64_t least, int64_t most) { return x < least ? least : x > most ? most : x; }

static void saturate(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        const int64_t x = saturate_word(i, 0), y = saturate_word(i, 1);
        const int64_t a = x >= 1LL << 31 ? x - (1LL << 32) : x, b = y >= 1LL << 31 ? y - (1LL << 32) : y, low = y % 65536;
        uint32_t leading = 0, trailing = 0;
        while (leading < 32 && !(x >> (31 - leading) & 1))
            leading++;
        while (trailing < 32 && !(x >> trailing & 1))
            trailing++;
        put(leading);
        put(trailing);
        put((uint32_t)(a < b ? b - a : a - b));
        put((uint32_t)(x < y ? y - x : x - y));
        put((uint32_t)clamped(a + b, INT32_MIN, INT32_MAX));
        put((uint32_t)clamped(x + y, 0, UINT32_MAX));
        put((uint32_t)((a + b - ((a + b) & 1)) / 2));
        put((uint32_t)((x + y) / 2));
        put((uint32_t)((a + b + ((a + b) & 1)) / 2));
        put((uint32_t)((x + y + 1) / 2));
        put((uint32_t)clamped(a - b, INT32_MIN, INT32_MAX));
        put((uint32_t)clamped(x - y, 0, UINT32_MAX));
        put((uint32_t)(a * (low >= 32768 ? low - 65536 : low)));
        put((uint32_t)((uint64_t)x * (uint64_t)low));
    }
}

const struct list dot_lists[] = {LIST(dot_in), LIST(dot), LIST(dot_64_in), LIST(dot_64), LIST(saturate_in), LIST(saturate), {0}};
