/* SPDX-License-Identifier: Apache-2.0
 * expect_lang.c - the lists of lang_*: numbers.  Each is the shader's own computation, one thread after the other.
 */
#include "expect.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- integers: pairs of borders, then random words; never x / 0 nor -2^31 / -1 ---- */
enum { INTS = 128 };
static const uint32_t border[8] = {1, UINT32_MAX, UINT32_C(1) << 31, INT32_MAX, 7, UINT32_C(0xfffffff9), 100, 0x10000};

static uint32_t int_a(uint32_t i)
{
    return i < 64 ? (i >> 3 == 2 && (i & 7) == 1 ? 0 : border[i >> 3]) : hash(i);
}

static uint32_t int_b(uint32_t i)
{
    return i < 64 ? border[i & 7] : i < 96 ? hash(i + 500) : hash(i + 500) >> hash(i + 600) % 31 | 1;
}

static void int_ops_a(void) { for (uint32_t i = 0; i < INTS; i++) put(int_a(i)); }
static void int_ops_b(void) { for (uint32_t i = 0; i < INTS; i++) put(int_b(i)); }

static int32_t floor_mod(int32_t s, int32_t t)
{
    int32_t r = s % t;
    return r != 0 && (r < 0) != (t < 0) ? r + t : r;
}

static uint32_t int_op(unsigned op, uint32_t x, uint32_t y)
{
    int32_t s = (int32_t)x, t = (int32_t)y;
    bool p = x < y, q = x & 1;
    switch (op) {
    case 0:  return x + y;
    case 1:  return x - y;
    case 2:  return x * y;
    case 3:  return x / y;
    case 4:  return x % y;
    case 5:  return (uint32_t)(s / t);
    case 6:  return (uint32_t)floor_mod(s, t);
    case 7:  return -x;
    case 8:  return ~x;
    case 9:  return x & y;
    case 10: return x | y;
    case 11: return x ^ y;
    case 12: return x << (y & 31);
    case 13: return x >> (y & 31);
    case 14: return (uint32_t)shift_down(s, y & 31);
    case 15: return (uint32_t)((x < y) | (x <= y) << 1 | (x > y) << 2 | (x >= y) << 3 | (x == y) << 4 | (x != y) << 5);
    case 16: return (uint32_t)((s < t) | (s <= t) << 1 | (s > t) << 2 | (s >= t) << 3 | (s == t) << 4 | (s != t) << 5);
    case 17: return x < y ? x : y;
    case 18: return x < y ? y : x;
    case 19: return s < t ? x : y;
    case 20: return s < t ? y : x;
    case 21: {
        int32_t low = s < -1000 ? -1000 : s, high = (int32_t)(y | 0x40000000);
        return (uint32_t)(low < high ? low : high);
    }
    case 22: return (uint32_t)((s > 0) - (s < 0));
    case 23: return x / 10 + x % 7;
    case 24: return (uint32_t)(s / -3);
    case 25: return (uint32_t)((p && q) | (p || q) << 1 | (p != q) << 2 | !p << 3 | (p == q) << 4);
    default: return p ? x : y;
    }
}

static void int_ops(void)
{
    for (unsigned op = 0; op < 27; op++)
        for (uint32_t i = 0; i < INTS; i++)
            put(int_op(op, int_a(i), int_b(i)));
}

static uint32_t bit_op(unsigned op, uint32_t x, uint32_t y)
{
    unsigned offset = y & 31, bits = (y >> 8) % (33 - offset), n = 0;
    uint32_t mask = (uint32_t)low_ones(bits), field = bits ? x >> offset & mask : 0, reversed = 0;
    int64_t product = (int64_t)(int32_t)x * (int32_t)y;
    switch (op) {
    case 0: return field;
    case 1: return bits && field >> (bits - 1) & 1 ? field | ~mask : field;
    case 2: return bits ? (x & ~(mask << offset)) | (y & mask) << offset : x;
    case 3:
        for (unsigned k = 0; k < 32; k++)
            reversed |= (x >> k & 1) << (31 - k);
        return reversed;
    case 4:
        for (unsigned k = 0; k < 32; k++)
            n += x >> k & 1;
        return n;
    case 5:
        for (unsigned k = 0; k < 32; k++)
            if (x >> k & 1)
                return k;
        return UINT32_MAX;
    case 7:
        x = x >> 31 ? ~x : x;
        /* FALLTHROUGH */
    case 6:
        for (unsigned k = 32; k-- > 0; )
            if (x >> k & 1)
                return k;
        return UINT32_MAX;
    case 8:  return x + y;
    case 9:  return (uint64_t)x + y > UINT32_MAX;
    case 10: return x - y;
    case 11: return x < y;
    case 12: return (uint32_t)((uint64_t)x * y >> 32);
    case 14: return (uint32_t)((uint64_t)product >> 32);
    default: return x * y;
    }
}

static void bits(void)
{
    for (unsigned op = 0; op < 16; op++)
        for (uint32_t i = 0; i < INTS; i++)
            put(bit_op(op, int_a(i), int_b(i)));
}

/* ---- floats ---- */
enum { FLOATS = 96 };
static const float some[8] = {1.0f, -1.5f, 0.25f, 3e7f, -2.5f, 1e-20f, -7e18f, 1.9999999f};

static float float_a(uint32_t i)
{
    return i < 64 ? some[i >> 3] : (float)(int32_t)(hash(i) & 0xffff) / 4096.0f - 8.0f;
}

static float float_b(uint32_t i)
{
    return i < 64 ? some[i & 7] : (float)(int32_t)(hash(i + 300) & 0xfffff) / 256.0f - 2047.001f;
}

static void float_ops_a(void) { for (uint32_t i = 0; i < FLOATS; i++) putf((double)float_a(i)); }
static void float_ops_b(void) { for (uint32_t i = 0; i < FLOATS; i++) putf((double)float_b(i)); }

static double float_exact(unsigned op, float x, float y)
{
    float low;
    switch (op) {
    case 0:  return (double)(x + y);
    case 1:  return (double)(x - y);
    case 2:  return (double)(x * y);
    case 3:  return (double)-x;
    case 4:  return (double)fabsf(y);
    case 5:  return (double)floorf(x);
    case 6:  return (double)ceilf(x);
    case 7:  return (double)truncf(x);
    case 8:  return (double)rintf(x);
    case 9:  return (double)(x < y ? x : y);
    case 10: return (double)(x < y ? y : x);
    case 11: low = x < -1.0f ? -1.0f : x; return (double)(low < 2.0f ? low : 2.0f);
    case 12: return (x > 0) - (x < 0);
    default: return x < y ? 0 : 1;
    }
}

static void float_ops_exact(void)
{
    for (unsigned op = 0; op < 14; op++)
        for (uint32_t i = 0; i < FLOATS; i++)
            putf(float_exact(op, float_a(i), float_b(i)));
}

static void float_ops_near(void)
{
    for (unsigned op = 0; op < 5; op++)
        for (uint32_t i = 0; i < FLOATS; i++) {
            double x = (double)float_a(i), y = (double)float_b(i);
            putf(op == 0 ? x / y : op == 1 ? sqrt(fabs(x)) : op == 2 ? 1 / y : op == 3 ? 1 / sqrt(fabs(y)) : x - floor(x));
        }
}

static void float_ops_words(void)
{
    for (uint32_t i = 0; i < FLOATS; i++) {
        float x = float_a(i), y = float_b(i);
        put((uint32_t)((x < y) | (x <= y) << 1 | (x > y) << 2 | (x >= y) << 3 | (x == y) << 4 | (x != y) << 5 | !(x < y) << 6 | !(x >= y) << 7));
    }
    for (uint32_t i = 0; i < FLOATS; i++)
        put(0);
}

static uint32_t convert_word(uint32_t i)
{
    static const uint32_t word[8] = {0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 0x01000001, 0x01000003, 0xffffff7f};
    return i < 8 ? word[i] : hash(i) >> (i & 15);
}

static float convert_float(uint32_t i)
{
    static const float real[8] = {0.0f, 0.99999f, -0.99999f, 2147483520.0f, -2147483520.0f, 1.5f, -2.5f, 16777216.0f};
    return i < 8 ? real[i] : (float)(int32_t)hash(i + 70) / (float)(1 << (i & 31) % 30);
}

static void convert_a(void) { for (uint32_t i = 0; i < 64; i++) put(convert_word(i)); }
static void convert_b(void) { for (uint32_t i = 0; i < 64; i++) putf((double)convert_float(i)); }

static uint32_t convert_op(unsigned op, uint32_t x, float f)
{
    switch (op) {
    case 0:  return float_bits((float)x);
    case 1:  return float_bits((float)(int32_t)x);
    case 2:  return (uint32_t)fabsf(f);
    case 3:  return (uint32_t)(int32_t)f;
    case 4:  return (x != 0) + 2U * (f != 0) + 4U * (x & 1);
    case 5:  return float_bits(x > 77 ? 1.0f : 0.0f);
    case 6:  return float_bits(as_float((x & 0x7fffff) | 0x3f800000) * 2.0f);
    default: return (uint32_t)shift_down((int32_t)float_bits(f), 23);
    }
}

static void convert(void)
{
    for (unsigned op = 0; op < 8; op++)
        for (uint32_t i = 0; i < 64; i++)
            put(convert_op(op, convert_word(i), convert_float(i)));
}

/* ---- operations with constants ---- */
static void fold(void)
{
    static const uint32_t cases[] = {0, 1, 2, UINT32_MAX, 0x80000000U, 0x7fffffff, 0x40000000, 0xc0000000U, 0x3fffffff, 0x80000001U, 0x3f800000, 0xbf800000U,
                                    0x3f000000, 0x7fc00000, 0x7f800000, 0xff800000U, 0x3fc00000, 0x400, 0x80000000U};
    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t x = i < sizeof cases / sizeof *cases ? cases[i] : 0x12345678, top = x >> 30, sign = x >> 31;
        const float f = as_float(x);
        put(0);
        put((x & 1) << 31 ^ sign);
        put(sign ? x : x << 1);
        put((uint32_t)(top == 1) | (uint32_t)(top != 0) << 1 | (top & 1) << 2 | (top ^ 1) << 3);
        put(sign ? 4 : 3);
        put(f != f ? 0x7fc00000 : x == 0x80000000U ? 0 : x);
        put(f != f ? 0x7fc00000 : x);
        put((uint32_t)!(f < 1) | (uint32_t)!(f <= 1) << 1 | (uint32_t)!(f > 1) << 2 | (uint32_t)!(f == 1) << 3 | (uint32_t)(f == f) << 4);
        put(4);
        put(((x | 0xf0) & 0xff) | x);
        put(0);
        put((0U - x) + (sign ? UINT32_MAX : 0) + x + 1);
    }
}

/* ---- indices beyond arrays: loads give 0, stores are lost ---- */
static uint32_t element(const uint32_t *array, uint32_t count, uint32_t x)
{
    return x < count ? array[x] : 0;
}

static void set_element(uint32_t *array, uint32_t count, uint32_t x, uint32_t value)
{
    if (x < count)
        array[x] = value;
}

static void outside(void)
{
    uint32_t out[13][32];

    for (uint32_t i = 0; i < 32; i++) {
        const uint32_t x = i, y = x >> 1, block[4] = {1032, 1033, 1034, 1035}, place[3] = {i, 0, 0};
        const uint32_t pair[3][2] = {{i, i}, {i, 7}, {9, i}}, first_row[2] = {i, 2};
        uint32_t own[4] = {i + 1, i + 2, i + 3, i + 4}, v[3] = {i, 2 * i, 3 * i}, last_column[2] = {i + 2, i + 5};
        uint32_t second_row[2] = {i, 2}, sum = 0;
        const uint32_t row[3] = {i + 3, i + 4, i + 5};
        out[0][i] = element(own, 4, x);
        set_element(own, 4, x, 100);
        out[1][i] = own[0] + own[1] + own[2] + own[3];
        out[2][i] = element(v, 3, x) + 1;
        set_element(v, 3, x, 50);
        out[3][i] = v[0] + v[1] + v[2];
        out[4][i] = element(row, 3, x) + 1;
        set_element(last_column, 2, x, 200);
        out[5][i] = last_column[0] + last_column[1];
        out[6][i] = element(block, 4, x);
        out[7][i] = element(place, 3, x) + 1;
        for (uint32_t k = 0; k < 6; k++)
            sum = sum * 10 + element(own, 4, k) + k;
        out[8][i] = sum;
        out[9][i] = y < 3 ? pair[y][x & 1] : 0;
        set_element(second_row, 2, y, 8);
        out[10][i] = element(first_row, 2, x) + second_row[1];
        for (uint32_t k = 0; k < 6; k++)
            set_element(own, 4, k, i + 10 * k);
        out[11][i] = own[0] + 3 * own[1] + 5 * own[2] + 7 * own[3];
        const uint32_t sums[3] = {v[0] + 1, v[1] + 2, v[2] + 3};
        out[12][i] = element(sums, 3, x) + 1;
    }
    for (uint32_t k = 0; k < 13; k++)
        for (uint32_t i = 0; i < 32; i++)
            put(out[k][i]);
}

const struct list lang_lists[] = {
    LIST(int_ops_a), LIST(int_ops_b), LIST(int_ops), LIST(bits),
    LIST(float_ops_a), LIST(float_ops_b), LIST(float_ops_exact), LIST(float_ops_near), LIST(float_ops_words),
    LIST(convert_a), LIST(convert_b), LIST(convert), LIST(fold), LIST(outside),
    {0}
};
