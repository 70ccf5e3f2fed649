/* SPDX-License-Identifier: Apache-2.0
 * expect_math.c - the lists of math_*: GLSL.std.450 in binary64, rounded once.  How far a result may be off stands in the kernel
 * files; it comes from "Precision and Operation of SPIR-V Instructions" of the Vulkan specification.
 */
#include "expect.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { N = 64 };

/* The i-th of N floats from low to high: evenly, then moved a little. */
static double between(uint32_t i, double low, double high, uint32_t salt)
{
    double step = (high - low) / N;
    return (double)(float)(low + step * (i + (hash(i + salt) & 0xffff) * 0x1p-16));
}

#define EACH(body) do { for (uint32_t i = 0; i < N; i++) { body; } } while (0)

static double exp_near_x(uint32_t i) { return i == 0 ? 0 : i == 1 ? 1 : i == 2 ? -1 : between(i, -4, 4, 100); }
static double exp_far_x(uint32_t i) { return between(i, -80, 80, 200); }
static void exp_near_in(void) { EACH(putf(exp_near_x(i))); }
static void exp_far_in(void) { EACH(putf(exp_far_x(i))); }
static void exp_near(void) { EACH(putf(exp(exp_near_x(i)))); EACH(putf(exp2(exp_near_x(i)))); }
static void exp_far(void) { EACH(putf(exp(exp_far_x(i)))); EACH(putf(exp2(exp_far_x(i)))); }

static double log_near_x(uint32_t i) { return i == 0 ? 1 : i == 1 ? 0.99999994 : i == 2 ? 1.00000012 : between(i, 0.5, 2, 300); }
static double log_far_x(uint32_t i)
{
    double x = exp2(between(i, -120, 120, 400));
    return (double)(float)(i == 0 ? 2 : i == 1 ? 1024 : i == 2 ? 0x1p-20 : x > 0.5 && x < 2 ? x * 4 : x);
}
static void log_near_in(void) { EACH(putf((float)log_near_x(i))); }
static void log_far_in(void) { EACH(putf(log_far_x(i))); }
static void log_near(void) { EACH(putf(log((double)(float)log_near_x(i)))); EACH(putf(log2((double)(float)log_near_x(i)))); }
static void log_far(void) { EACH(putf(log(log_far_x(i)))); EACH(putf(log2(log_far_x(i)))); }

static double pow_base(uint32_t i) { return i == 0 ? 2 : (double)(float)exp2(between(i, -3, 3, 500)); }
static double pow_exponent(uint32_t i) { return i == 0 ? 3 : between(i * 37 % N, -2.6, 2.6, 600); }
static double root_x(uint32_t i) { return i == 0 ? 4 : (double)(float)exp2(between(i, -120, 126, 700)); }
static void pow_x(void) { EACH(putf(pow_base(i))); }
static void pow_y(void) { EACH(putf(pow_exponent(i))); }
static void pow_out(void) { EACH(putf(pow(pow_base(i), pow_exponent(i)))); EACH(putf(exp2(pow_exponent(i)))); }
static void root_in(void) { EACH(putf(root_x(i))); }
static void root_out(void) { EACH(putf(sqrt(root_x(i)))); EACH(putf(1 / sqrt(root_x(i)))); }

static double angle(uint32_t i) { return i == 0 ? 0 : between(i, -3.14159, 3.14159, 800); }
static void trig_in(void) { EACH(putf(angle(i))); }
static void trig_out(void) { EACH(putf(sin(angle(i)))); EACH(putf(cos(angle(i)))); EACH(putf(sin(angle(i)))); }
static void tan_out(void) { EACH(putf(tan(angle(i) * 0.25))); }

static double sine(uint32_t i) { return i == 0 ? -1 : i == 1 ? 1 : i == 2 ? 0 : between(i, -0.95, 0.95, 900); }
static double tan_x(uint32_t i) { return (i & 1 ? 1 : -1) * (double)(float)exp2(between(i, -10, 10, 1000)); }
static double tan_y(uint32_t i) { return (i & 2 ? 1 : -1) * (double)(float)exp2(between(i * 29 % N, -5, 5, 1100)); }
static void arc_in(void) { EACH(putf(sine(i))); }
static void atan_x(void) { EACH(putf(tan_x(i))); }
static void atan_y(void) { EACH(putf(tan_y(i))); }
static void arc_out(void) { EACH(putf(asin(sine(i)))); EACH(putf(acos(sine(i)))); }
static void atan_out(void)
{
    EACH(putf(atan(tan_x(i))));
    for (int twice = 0; twice < 2; twice++)
        EACH(putf(atan2(tan_y(i), tan_x(i))));
}

static double hyperbolic_x(uint32_t i) { return (i & 1 ? 1 : -1) * between(i, 0.5, 4, 1200); }
static void hyperbolic_in(void) { EACH(putf(hyperbolic_x(i))); }
static void hyperbolic_forth(void) { EACH(putf(sinh(hyperbolic_x(i)))); EACH(putf(cosh(hyperbolic_x(i)))); EACH(putf(tanh(hyperbolic_x(i)))); }
static void hyperbolic_back(void)
{
    EACH(putf(asinh(hyperbolic_x(i))));
    EACH(putf(acosh((double)(float)(1 + fabs(hyperbolic_x(i))))));
    EACH(putf(atanh((double)(float)(hyperbolic_x(i) * (double)0.225f))));
}

/* ---- math_parts ---- */
static float parts_x(uint32_t i)
{
    static const float some[8] = {0.0f, 1.0f, -1.0f, 0.5f, -7.75f, 1e30f, 1e-30f, 8388609.0f};
    return i < 8 ? some[i] : ldexpf((float)(int32_t)hash(i + 1300), (int)(i % 40) - 45);
}

static void parts_in(void) { EACH(putf((double)parts_x(i))); }

static void parts_out(void)
{
    int e;
    float whole;
    EACH(putf((double)frexpf(parts_x(i), &e)));
    EACH(putf((double)modff(parts_x(i), &whole)));
    EACH(putf((double)truncf(parts_x(i))));
    EACH(putf((double)parts_x(i) * 8));
    EACH(putf((double)(modff(-parts_x(i), &whole) + truncf(parts_x(i) * 0.5f))));
    EACH(putf((double)frexpf(parts_x(i), &e) * 4));
}

static void parts_exponents(void)
{
    EACH(int e; frexpf(parts_x(i), &e); puti(parts_x(i) == 0 ? 0 : e));
    EACH(int e; frexpf(parts_x(i) * 8, &e); puti((parts_x(i) == 0 ? 0 : e) + 100));
}

/* ---- math_pack ---- */
static float pack_x(uint32_t k)                 /* component k; in units of 1/127 or 1/255 or of 2^-16 no half */
{
    float x = (float)(int32_t)(hash(k + 1400) % 2401) * 0.001f - 1.2f;
    for (;; x += 0.00001f) {
        static const double steps[4] = {127, 255, 32767, 65535};
        bool clear = true;
        for (unsigned s = 0; s < 4; s++) {
            double y = fabs((double)x) * steps[s];
            clear &= fabs(y - floor(y) - 0.5) > 0.02;
        }
        if (clear)
            return x;
    }
}

static uint32_t packed(const float *v, unsigned count, double low, double scale, unsigned bits)
{
    uint32_t word = 0;
    for (unsigned k = 0; k < count; k++) {
        double x = (double)v[k] < low ? low : v[k] > 1 ? 1 : (double)v[k];
        word |= ((uint32_t)(int32_t)round(x * scale) & (uint32_t)low_ones(bits)) << bits * k;
    }
    return word;
}

static void pack_in(void) { for (uint32_t k = 0; k < 4 * N; k++) putf((double)pack_x(k)); }

static void pack_out(void)
{
    float v[N][4];
    EACH(for (uint32_t c = 0; c < 4; c++) v[i][c] = pack_x(4 * i + c));
    EACH(put(packed(v[i], 4, -1, 127, 8)));
    EACH(put(packed(v[i], 4, 0, 255, 8)));
    EACH(put(packed(v[i], 2, -1, 32767, 16)));
    EACH(put(packed(v[i] + 2, 2, 0, 65535, 16)));
    EACH(put(half_bits((half)(v[i][0] * 1000.0f)) | half_bits((half)(v[i][1] * 1000.0f)) << 16));
}

static uint32_t pack_word(uint32_t i)           /* no infinity, NaN or subnormal as halves: 0 in their place */
{
    uint32_t w = hash(i + 1500);
    for (unsigned at = 0; at < 32; at += 16)
        if ((w >> at & 0x7c00) == 0x7c00 || (w >> at & 0x7c00) == 0)
            w &= ~(UINT32_C(0xffff) << at);
    return w;
}

static void pack_words(void) { EACH(put(pack_word(i))); }

static double snorm(int32_t c, double scale) { return c / scale < -1 ? -1 : c / scale; }

static void unpack_out(void)
{
    EACH(for (unsigned c = 0; c < 4; c++) putf(snorm((int8_t)(pack_word(i) >> 8 * c & 255), 127)));
    EACH(for (unsigned c = 0; c < 4; c++) putf((pack_word(i) >> 8 * c & 255) / 255.0));
    for (uint32_t i = 0; i < N; i++) {
        uint32_t w = pack_word(i);
        putf(snorm((int16_t)(w & 0xffff), 32767)), putf(snorm((int16_t)(w >> 16), 32767)), putf((w & 0xffff) / 65535.0), putf((w >> 16) / 65535.0);
    }
}

static double half_value(uint32_t bits)
{
    double m = (bits & 0x3ff) * 0x1p-10 + 1;
    return (bits & 0x7fff) == 0 ? 0 : ldexp(bits & 0x8000 ? -m : m, (int)(bits >> 10 & 31) - 15);
}
static void unpack_halves(void) { EACH(putf(half_value(pack_word(i) & 0xffff)); putf(half_value(pack_word(i) >> 16))); }

/* ---- math_common ---- */
static double common_x(uint32_t i) { return (double)(int32_t)(hash(i + 1600) & 1023) / 64 - 8; }
static double common_y(uint32_t i) { return (double)(1 + (hash(i + 1700) & 31)) / 8; }
static void common_a(void) { EACH(putf(common_x(i))); }
static void common_b(void) { EACH(putf(common_y(i))); }
static double clamp(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

static double common_op(unsigned op, double x, double y)
{
    double t = clamp((x + 2) / (y + 2), 0, 1);
    switch (op) {
    case 0:  return floor(x + 0.0078125 + 0.5);
    case 1:  return rint(floor(x) + 0.5);
    case 2:  return trunc(x) + 16 * ceil(x);
    case 3:  return x - floor(x);
    case 4:  return (x > 0) - (x < 0);
    case 5:  return clamp(x, -y, y);
    case 6:  return clamp(x, 0.5, 1.5);
    case 7:  return (x >= y) + 2 * (x >= 0);
    case 8:  return x * y + 0.5;
    case 9:  return x * 0.75 + y * 0.25;
    case 10: return x < y ? y : x;
    case 11: return fmax(fmin(x, y), -1);
    case 12: return fabs(x) - y;
    case 13: return x * 180 / 3.14159265358979323846;
    case 14: return x * 3.14159265358979323846 / 180;
    case 15: return 1 + t * t * (3 - 2 * t);
    default: return 1 + x * x * (y * 0.25);
    }
}

static void common_list(unsigned first, unsigned end)
{
    for (unsigned op = first; op < end; op++)
        EACH(putf(common_op(op, common_x(i), common_y(i))));
}
static void common_exact(void) { common_list(0, 13); }
static void common_near(void) { common_list(13, 17); }

/* ---- math_geometry ---- */
static double component(uint32_t i, unsigned c) { return (double)((float)(int32_t)(hash(4 * (i & 63) + c + 1800) >> 8) * 0x1p-21f - 4.0f); }
static void geometry_in(void) { EACH(for (unsigned c = 0; c < 4; c++) putf(component(i, c))); }

static double dot(const double *a, const double *b, unsigned n)
{
    double sum = 0;
    for (unsigned k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

static void geometry_one(uint32_t i)
{
    double a[4], b[4], d[4], n[3], v[3], m[3];
    for (unsigned c = 0; c < 4; c++)
        a[c] = component(i, c), b[c] = component(i + 1, c), d[c] = a[c] - b[c];
    double bl = sqrt(dot(b, b, 3)), al = sqrt(dot(a, a, 3));
    for (unsigned c = 0; c < 3; c++)
        n[c] = b[c] / bl, v[c] = a[c] / al;
    putf(sqrt(dot(a, a, 2))), putf(sqrt(dot(b + 1, b + 1, 3))), putf(sqrt(dot(d, d, 4))), putf(fabs(a[0]));
    putf(a[0] / sqrt(dot(a, a, 2))), putf(a[1] / sqrt(dot(a, a, 2))), putf(b[2] / sqrt(dot(b, b, 4))), putf(b[3] / sqrt(dot(b, b, 4)));
    for (unsigned c = 0; c < 3; c++)
        putf(a[c] - 2 * dot(n, a, 3) * n[c]);
    putf(dot(b, v, 3) < 0 ? 1 : -1);
    double sign = dot(n, v, 3) < 0 ? 1 : -1, eta = 0.75;
    for (unsigned c = 0; c < 3; c++)
        m[c] = n[c] * sign;
    double cosine = dot(m, v, 3), k = 1 - eta * eta * (1 - cosine * cosine);
    for (unsigned c = 0; c < 3; c++)
        putf(eta * v[c] - (eta * cosine + sqrt(k)) * m[c]);
    double x = v[0], j = 1 - 16 * (1 - x * x);
    putf(j < 0 ? 0 : 4 * x - (4 * x + sqrt(j)));
}
static void geometry_out(void) { EACH(geometry_one(i)); }

/* ---- math_matrix: column-major ---- */
static double element(uint32_t i, unsigned c, unsigned r)
{
    double x = (double)((float)(int32_t)(hash(16 * i + 4 * c + r + 1900) >> 8) * 0x1p-24f);
    return (double)(float)(c == r ? 8 + 8 * x : 2 * x - 1);
}
static void inverse_in(void) { for (uint32_t i = 0; i < 32; i++) for (unsigned k = 0; k < 16; k++) putf(element(i, k / 4, k % 4)); }

static double eliminate(double m[4][8], unsigned n)     /* Gauss and Jordan on columns; the right half becomes the inverse; the determinant */
{
    double det = 1;
    for (unsigned p = 0; p < n; p++) {
        double pivot = m[p][p];
        det *= pivot;
        for (unsigned k = 0; k < 2 * n; k++)
            m[p][k] /= pivot;
        for (unsigned q = 0; q < n; q++)
            if (q != p) {
                double f = m[q][p];
                for (unsigned k = 0; k < 2 * n; k++)
                    m[q][k] -= f * m[p][k];
            }
    }
    return det;
}

static double invert(uint32_t i, unsigned n, double m[4][8])
{
    for (unsigned c = 0; c < n; c++)
        for (unsigned r = 0; r < n; r++)
            m[c][r] = element(i, c, r), m[c][n + r] = c == r;
    return eliminate(m, n);
}

static void inverse_out(void)
{
    for (unsigned n = 4; n >= 2; n--)
        for (uint32_t i = 0; i < 32; i++) {
            double m[4][8];
            invert(i, n, m);
            for (unsigned c = 0; c < n; c++)
                for (unsigned r = 0; r < (n == 2 ? 2 : 4); r++)
                    putf(r < n ? m[c][n + r] : 0);
        }
}

static void determinant_out(void)
{
    for (unsigned n = 4; n >= 2; n--)
        for (uint32_t i = 0; i < 32; i++) {
            double m[4][8];
            putf(invert(i, n, m));
        }
}

/* ---- math_near: numbers of all middling sizes, not 0 ---- */
static double near_a(uint32_t i) { return ldexp(1 + (hash(i + 50) & 0x7fffff) * 0x1p-23, (int)(hash(i + 51) % 80) - 40) * (i % 3 ? 1 : -1); }
static double near_b(uint32_t i) { return ldexp(1 + (hash(i + 90) & 0x7fffff) * 0x1p-23, (int)(hash(i + 91) % 80) - 40) * (i % 5 ? 1 : -1); }
static void math_near_a(void) { for (uint32_t i = 0; i < 64; i++) put(float_bits((float)near_a(i))); }
static void math_near_b(void) { for (uint32_t i = 0; i < 64; i++) put(float_bits((float)near_b(i))); }

static void math_near(void)
{
    for (unsigned row = 0; row < 4; row++)
        for (uint32_t i = 0; i < 64; i++)
            putf(row == 0 ? near_a(i) / near_b(i) : row == 1 ? near_a(i) / 3 : row == 2 ? 1 / near_b(i) : 7 / near_a(i));
}

static void math_near_exact(void)
{
    static const double special[4] = {0, HUGE_VAL, 0, 1};       /* roots of 0 and infinity, the inverse one, a NaN */

    for (unsigned row = 0; row < 8; row++)
        for (uint32_t i = 0; i < 64; i++) {
            const double a = near_a(i), b = near_b(i);
            put(float_bits((float)(row >= 4 ? special[row - 4] : row == 0 ? copysign(HUGE_VAL, a) : row == 1 ? copysign(0, b) : row == 2 ? copysign(HUGE_VAL, b) : a / 8)));
        }
}

static double near_root(unsigned row, double a, double b)
{
    switch (row) {
    case 0: return sqrt(fabs(a));
    case 1: return 1 / sqrt(fabs(a));
    case 2: return sqrt(a * a + b * b + 49);
    case 3: return sqrt((a - b) * (a - b) + (b - 1) * (b - 1));
    default: return b / sqrt(a * a + b * b + 49);
    }
}

static void math_near_roots(void)
{
    for (unsigned row = 0; row < 5; row++)
        for (uint32_t i = 0; i < 64; i++)
            putf(near_root(row, near_a(i), near_b(i)));
}

const struct list math_lists[] = {
    LIST(exp_near_in), LIST(exp_far_in), LIST(exp_near), LIST(exp_far), LIST(log_near_in), LIST(log_far_in), LIST(log_near), LIST(log_far),
    LIST(pow_x), LIST(pow_y), LIST(pow_out), LIST(root_in), LIST(root_out), LIST(trig_in), LIST(trig_out), LIST(tan_out),
    LIST(arc_in), LIST(atan_x), LIST(atan_y), LIST(arc_out), LIST(atan_out), LIST(hyperbolic_in), LIST(hyperbolic_forth), LIST(hyperbolic_back),
    LIST(parts_in), LIST(parts_out), LIST(parts_exponents), LIST(pack_in), LIST(pack_out), LIST(pack_words), LIST(unpack_out), LIST(unpack_halves),
    LIST(common_a), LIST(common_b), LIST(common_exact), LIST(common_near), LIST(geometry_in), LIST(geometry_out),
    LIST(inverse_in), LIST(inverse_out), LIST(determinant_out),
    LIST(math_near_a), LIST(math_near_b), LIST(math_near), LIST(math_near_exact), LIST(math_near_roots),
    {0}
};
