/* SPDX-License-Identifier: Apache-2.0
 * expect_dot.c - the list of asm_dot: sums of products in 64 bits, then cut or held at the ends of the result's type.
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

const struct list dot_lists[] = {{"dot_in", dot_in}, {"dot", dot}, {0}};
