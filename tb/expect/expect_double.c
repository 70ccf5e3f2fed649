/* SPDX-License-Identifier: Apache-2.0
 * expect_double.c - the lists of f64_*, hlsl_double and asm_f64: the host's doubles, each step rounded.
 */
#include "expect.h"
#include <math.h>
#include <stdbool.h>

static void put_double(double x) { put64(x != x ? UINT64_C(0x7ff8000000000000) : double_bits(x)); }

/* ---- operands: special numbers in pairs, ties, cancellations, then bits at random ---- */
static uint64_t special(uint32_t n)
{
    static const uint64_t some[16] = {
        0, 1, 0x000fffffffffffff, 0x0010000000000000, 0x3ff0000000000000, 0x3ff0000000000001, 0x3fefffffffffffff, 0x4008000000000000,
        0x3fe0000000000000, 0x4330000000000001, 0x7fefffffffffffff, 0x7ff0000000000000, 0x7ff8000000000001, 0x3ca0000000000000,
        0x43e0000000000000, 0x400921fb54442d18};
    return some[n % 16] | (uint64_t)(n / 16 % 2) << 63;
}

static double x_of(uint32_t i)
{
    const uint64_t h = hash64(i + 400);
    return as_double(i < 128 ? special(i * 5 + i / 16) : i < 160 ? (h & ~(UINT64_C(2047) << 52)) | (1000 + h % 50) << 52 : h);
}

static double y_of(uint32_t i)
{
    const uint64_t h = hash64(i + 900);
    if (i < 128)
        return as_double(special(i * 3 + i / 8));
    if (i < 160)        /* about -x, a few units of it, or half of its last place */
        return i % 2 ? -x_of(i) * (1 + (double)(i % 5) * 0x1p-52) : x_of(i) * 0x1p-53;
    return as_double(i < 200 ? (h & ~(UINT64_C(2047) << 52)) | (((double_bits(x_of(i)) >> 52) + h % 40) & 2047) << 52 : h);
}

static void f64_x(void) { for (uint32_t i = 0; i < 256; i++) put64(double_bits(x_of(i))); }
static void f64_y(void) { for (uint32_t i = 0; i < 256; i++) put64(double_bits(y_of(i))); }

static double modulo(double x, double y)
{
    const double rest = fmod(x, y);
    return rest == 0 ? copysign(rest, y) : (rest < 0) != (y < 0) ? rest + y : rest;
}

static double mixed(double x, double y, double a)
{
    const double rest = 1 - a, first = x * rest, second = y * a;
    return first + second;
}

static double significand(double x, int *exponent)
{
    *exponent = 0;
    return isfinite(x) ? frexp(x, exponent) : x;
}

static double arith(unsigned op, uint32_t i, double x, double y)
{
    double whole;
    int e;
    switch (op) {
    case 0: return x + y;
    case 1: return x - y;
    case 2: return x * y;
    case 3: return x / y;
    case 4: return fma(x, y, -x);
    case 5: return sqrt(x);
    case 6: return 1 / sqrt(y);
    case 7: return modulo(x, y);
    case 8: return floor(x);
    case 9: return ceil(x);
    case 10: return trunc(x);
    case 11: return rint(x);
    case 12: return x - floor(x);
    case 13: return mixed(x, y, 0.375);
    case 14: return y >= x ? 1 : 0;
    case 15: return modf(x, &whole);
    case 16: return trunc(x);
    case 17: y = significand(y, &e); return ldexp(y, 3 - e);
    case 18: return ldexp(x, (int)i * 16 - 2048);
    case 19: return x * 3;
    case 20: return 10 / y;
    default: return 1 - x;
    }
}

static void f64_arith(void)
{
    for (unsigned op = 0; op < 22; op++)
        for (uint32_t i = 0; i < 256; i++)
            put_double(arith(op, i, x_of(i), y_of(i)));
}

static void f64_exponents(void)
{
    for (uint32_t i = 0; i < 256; i++) {
        int e;
        significand(y_of(i), &e);
        puti(e);
    }
}

/* ---- vectors ---- */
static double element(uint32_t i, unsigned k)
{
    const uint64_t h = hash64(12 * i + k + 3000);
    return as_double((h & ~(UINT64_C(2047) << 52)) | (1018 + h % 9) << 52);
}

static void f64_vectors_in(void)
{
    for (uint32_t i = 0; i < 64; i++)
        for (unsigned k = 0; k < 12; k++)
            put64(double_bits(element(i, k)));
}

static double dot(const double *x, unsigned x_step, const double *y, unsigned n)
{
    double sum = x[0] * y[0];
    for (unsigned k = 1; k < n; k++) {
        const double product = x[k * x_step] * y[k];
        sum = sum + product;
    }
    return sum;
}

static double difference(double a, double b, double c, double d)
{
    const double first = a * b, second = c * d;
    return first - second;
}

static double vectors(unsigned row, uint32_t i)
{
    double e[12], d[3], m2[2];
    for (unsigned k = 0; k < 12; k++)
        e[k] = element(i, k);
    const double *x = e, *y = e + 3, *m = e, *z = e + 9;
    const unsigned k = row >= 32 ? row - 32 : (row - 3) % 3, j = (k + 1) % 3, l = (k + 2) % 3;
    switch (row < 3 ? row : row < 30 ? 3 + (row - 3) / 3 : row < 32 ? row - 18 : row < 35 ? 14 : 15) {
    case 0: return dot(x, 1, y, 3);
    case 1: return sqrt(dot(x, 1, x, 3));
    case 2:
        for (unsigned n = 0; n < 3; n++)
            d[n] = x[n] - y[n];
        return sqrt(dot(d, 1, d, 3));
    case 3: return difference(x[j], y[l], x[l], y[j]);
    case 4: return x[k] * (1 / sqrt(dot(x, 1, x, 3)));
    case 5: d[0] = x[2], d[1] = x[0], d[2] = x[1]; return dot(d, 1, y, 3) < 0 ? x[k] : -x[k];
    case 6: d[0] = dot(y, 1, x, 3) * -2; d[0] = d[0] * y[k]; return d[0] + x[k];
    case 7: return dot(m + k, 3, x, 3);
    case 8: return dot(m + 3 * k, 1, y, 3);
    case 9: d[0] = y[k], d[1] = x[k]; return dot(d, 1, z, 2);
    case 10: d[0] = m[1], d[1] = m[4], d[2] = m[7]; return dot(m + k, 3, d, 3);
    case 11: return x[k] * z[1];
    case 12:
    case 13: break;
    case 14: m2[0] = m[6 + k] * m[6 + k]; m2[0] = m2[0] * 0.5; return m2[0] + x[k];
    default: /* the inverse of {2 1, 4 4}, columns, is {4 -1, -4 2} / 4 */
        m2[0] = -1.0 * 0.25, m2[1] = 2.0 * 0.25;
        return dot(m2, 1, x, 2);
    }
    if (row == 30) {
        const double a = m[0] * difference(m[4], m[8], m[5], m[7]), b = m[1] * difference(m[5], m[6], m[3], m[8]),
                     c = m[2] * difference(m[3], m[7], m[4], m[6]), ab = a + b;
        return ab + c;
    }
    return difference(x[0], y[1], x[1], y[0]);
}

static void f64_vectors(void)
{
    for (unsigned row = 0; row < 36; row++)
        for (uint32_t i = 0; i < 64; i++)
            put_double(vectors(row, i));
}

/* ---- waves ---- */
enum wave_op { SUM, PRODUCT, LEAST, GREATEST };

static double lane_value(uint32_t l)
{
    const uint64_t h = hash64(l + 5000);
    return as_double((h & ~(UINT64_C(2047) << 52)) | (1021 + h % 4) << 52);
}

static double both(enum wave_op op, double x, double y)
{
    switch (op) {
    case SUM: return x + y;
    case PRODUCT: return x * y;
    case LEAST: return x < y ? x : y;
    default: return x < y ? y : x;
    }
}

/* v(k+1)[r] = r >= 2^k ? v(k)[r-2^k] (+) v(k)[r] : v(k)[r]: the inclusive scan of the values of lanes first, first + step, .. */
static double inclusive(enum wave_op op, uint32_t first, uint32_t step, uint32_t r)
{
    double v[128], old[128];
    for (uint32_t k = 0; k <= r; k++)
        v[k] = lane_value(first + k * step);
    for (uint32_t reach = 1; reach <= r; reach *= 2) {
        memcpy(old, v, sizeof old);
        for (uint32_t k = reach; k <= r; k++)
            v[k] = both(op, old[k - reach], old[k]);
    }
    return v[r];
}

static void scans(bool exclusive)
{
    static const double none[4] = {0, 1, HUGE_VAL, -HUGE_VAL};
    for (unsigned row = 0; row < 8; row++)
        for (uint32_t l = 0; l < 128; l++) {
            const uint32_t step = row < 4 ? 1 : 3, first = l % step, r = l / step;
            put_double(!exclusive ? inclusive(row % 4, first, step, r) : r ? inclusive(row % 4, first, step, r - 1) : none[row % 4]);
        }
}
static void f64_wave_in(void) { for (uint32_t l = 0; l < 128; l++) put64(double_bits(lane_value(l))); }
static void f64_wave_inclusive(void) { scans(false); }
static void f64_wave_exclusive(void) { scans(true); }

/* Lanes 1 and 5 leave the loop after one turn, 3 and 7 after three: in the first all odd ones run, then every second of them. */
static double divergent(uint32_t lane, uint32_t size)
{
    double sum = 0;
    for (uint32_t n = 0; lane % 2 && n < lane % 4; n++)
        sum += (n ? size / 4 : size / 2) / 3.0;
    return sum;
}

static double own(unsigned row, uint32_t lane, uint32_t size)
{
    switch (row) {
    case 0: return inclusive(SUM, lane / 4 * 4, 1, 3);
    case 1: return inclusive(PRODUCT, lane / 2 * 2, 1, 1);
    case 2: return inclusive(GREATEST, lane / 4 * 4, 1, 3);
    case 3: return lane_value(lane ^ 1);
    case 4: return lane_value(lane / 4 * 4 + 2);
    case 5: return 2;
    default: return divergent(lane, size);
    }
}

static void f64_wave_own(void)
{
    for (uint32_t size = 4; size <= 128; size *= 2)
        for (unsigned row = 0; row < 7; row++)
            for (uint32_t i = 0; i < 128; i++)
                put_double(own(row, i % size, size));
}

/* ---- hlsl_double: the numbers fit int and uint ---- */
static double hlsl_value(uint32_t i) { return ldexp((double)(int64_t)hash64(i + 600) * 0x1p-63, (int)(i % 31)); }
static void hlsl_double_in(void) { for (uint32_t i = 0; i < 64; i++) put64(double_bits(hlsl_value(i))); }

static double hlsl_row(unsigned row, double x, double y)
{
    double a, b;
    switch (row) {
    case 0: a = x * y; return a + 0.5;
    case 1: return x / (y + 3);
    case 2: return (double)(float)x - (double)(int32_t)y;
    case 3: a = x < y ? x : y, b = x > 1 ? x : 1; a = a / b; return (double)(uint32_t)fabs(y) + a;
    case 4: return 1.0 / 3 - x;
    case 5: return x < y ? -x : y;
    default: a = x * 1.5, b = y * 1.5; return a - b;
    }
}

static void hlsl_double(void)
{
    for (unsigned row = 0; row < 7; row++)
        for (uint32_t i = 0; i < 64; i++)
            put_double(hlsl_row(row, hlsl_value(i), hlsl_value((i + 1) & 63)));
}

static void hlsl_double_sizes(void) { for (uint32_t size = 4; size <= 128; size *= 2) put_double((size < 64 ? size : 64) + 8); }

static void hlsl_double_words(void)
{
    for (uint32_t i = 0; i < 64; i++)
        puti((int32_t)hlsl_value(i));
    for (uint32_t i = 0; i < 64; i++)
        put((uint32_t)fabs(hlsl_value(i)));
    for (uint32_t i = 0; i < 64; i++)
        put(float_bits((float)hlsl_value((i + 1) & 63)));
}

/* ---- asm_f64 ---- */
static double asm_x(uint32_t i) { return i < 40 ? as_double(special(i)) : hlsl_value(i) * (i % 3 ? 1 : 0x1p40); }
static double asm_y(uint32_t i) { return i < 40 ? as_double(special(i * 7 + 3)) : hlsl_value(i + 64) * (i % 5 ? 1 : 0x1p33); }
static void asm_f64_x(void) { for (uint32_t i = 0; i < 64; i++) put64(double_bits(asm_x(i))); }
static void asm_f64_y(void) { for (uint32_t i = 0; i < 64; i++) put64(double_bits(asm_y(i))); }

static double clamped(double x, double low, double high)        /* the number wins over NaN */
{
    const double up = x != x ? low : low != low || x > low || (x == low && !signbit(x)) ? x : low;
    return up != up || up > high || (up == high && !signbit(up)) ? high : up;
}

static double asm_row(unsigned row, double x, double y)
{
    double whole, fraction, a, b;
    int e;
    switch (row) {
    case 0: return fmod(x, y);
    case 1: return x * (1.0 / 3);
    case 2: fraction = modf(x, &whole); return whole - fraction;
    case 3: a = significand(y, &e); return ldexp(a, e);
    case 4: a = x * y, b = y * 2.5; a = a + b; return a * (1.0 / 3);       /* {x y, y 5/2} times itself: column 1, row 0 */
    case 5: return x * y;
    case 6: return x != x ? x : (double)(half)x;
    default: return clamped(x, -y, 1);
    }
}

static void asm_f64(void)
{
    for (unsigned row = 0; row < 8; row++)
        for (uint32_t i = 0; i < 64; i++)
            put_double(asm_row(row, asm_x(i), asm_y(i)));
}

/* The nearest number from `least` to below `most`, less one where it is `most`; 0 for a NaN. */
static double within(double x, double least, double most)
{
    return x != x ? 0 : x < least ? least : x >= most ? -1 : trunc(x);
}

static uint64_t to_signed(double x, unsigned bits)
{
    const double most = ldexp(1, (int)bits - 1);
    return x >= most ? low_ones(bits - 1) : (uint64_t)(int64_t)within(x, -most, most);
}

static uint64_t to_unsigned(double x, unsigned bits)
{
    const double most = ldexp(1, (int)bits);
    return x >= most ? low_ones(bits) : (uint64_t)within(x, 0, most);
}

static uint64_t asm_bits(unsigned row, double x, double y)
{
    const double k = clamped(x, 0, 2.5);
    const uint64_t u = to_unsigned(y, 64);
    switch (row) {
    case 0: return to_signed(x, 64);
    case 1: return to_signed(x, 32);
    case 2: return to_unsigned(y, 32);
    case 3: return u;
    case 4: return double_bits(2 * trunc(k));
    case 5: return double_bits((double)(int64_t)u - (double)u);
    case 6:
        return (uint64_t)((x != x) | (x == x && x - x != 0) << 1 | (x < y || x > y) << 2 | !(x >= y) << 3 | (x >= y) << 4 | (x != y) << 5);
    default: return double_bits(trunc(k));
    }
}

static void asm_f64_bits(void)
{
    for (unsigned row = 0; row < 8; row++)
        for (uint32_t i = 0; i < 64; i++)
            put64(asm_bits(row, asm_x(i), asm_y(i)));
}

const struct list double_lists[] = {
    LIST(f64_x), LIST(f64_y), LIST(f64_arith), LIST(f64_exponents), LIST(f64_vectors_in), LIST(f64_vectors), LIST(f64_wave_in),
    LIST(f64_wave_inclusive), LIST(f64_wave_exclusive), LIST(f64_wave_own), LIST(hlsl_double_in), LIST(hlsl_double), LIST(hlsl_double_sizes),
    LIST(hlsl_double_words), LIST(asm_f64_x), LIST(asm_f64_y), LIST(asm_f64), LIST(asm_f64_bits),
    {0}
};
