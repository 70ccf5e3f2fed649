/* SPDX-License-Identifier: Apache-2.0
 * expect_asm.c - the lists of asm_*.
 */
#include "expect.h"
#include <fenv.h>
#include <math.h>
#include <stddef.h>

static void phi(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t x = hash(i), a = x, b = i, c = 7, old = 0, k = 0;
        for (; k < (x & 7); k++) {
            uint32_t fresh = k % 4 == 0 ? a + b : k % 4 == 1 ? a - c : k % 4 == 2 ? a : a ^ x;
            a = b, b = c, c = fresh, old = k;
        }
        put(((a * 3 + b * 5) ^ c) + old + k);
    }
}

/* ---- asm_remainder: no float dividend is a multiple of its divisor, where a division that is not exact could go either way ---- */
static int32_t remainder_b(uint32_t i)
{
    int32_t b = i == 0 ? -1234567890 : (int32_t)(hash(i + 40) >> 1) * (i & 1 ? 1 : -1), top = shift_down(b, 24) | 1;
    return top == 1 || top == -1 ? b ^ 1 << 28 : b;
}
static int32_t remainder_divisor(uint32_t i) { return shift_down(remainder_b(i), 24) | 1; }

static int32_t remainder_a(uint32_t i)
{
    uint32_t a = i == 0 ? 100 : i == 1 ? (uint32_t)-100 : hash(i + 900);
    while (shift_down((int32_t)a, 20) % remainder_divisor(i) == 0)
        a += 1U << 20;
    return (int32_t)a;
}

static int32_t floor_mod(int32_t a, int32_t b)
{
    int32_t r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

static void remainder_x(void) { for (uint32_t i = 0; i < 64; i++) puti(remainder_a(i)); }
static void remainder_y(void) { for (uint32_t i = 0; i < 64; i++) puti(remainder_b(i)); }

static void remainder_one(unsigned op, uint32_t i)
{
    int32_t a = remainder_a(i), b = remainder_b(i), fa = shift_down(a, 20), fb = remainder_divisor(i);
    switch (op) {
    case 0:  puti(a % b); return;
    case 1:  puti(floor_mod(a, b)); return;
    case 2:  puti(a / b); return;
    case 3:  put((uint32_t)a % (uint32_t)b); return;
    case 4:  put((uint32_t)a / (uint32_t)b); return;
    case 5:  put(float_bits((float)(fa % fb) / 8.0f)); return;
    default: put(float_bits((float)floor_mod(fa, fb) / 8.0f)); return;
    }
}

static void remainder_list(void)
{
    for (unsigned op = 0; op < 7; op++)
        for (uint32_t i = 0; i < 64; i++)
            remainder_one(op, i);
}

/* ---- asm_float_compare, asm_nan_min ---- */
static void float_compare(void)
{
    static const float some[8] = {0.0f, -0.0f, 1.0f, -2.5f, INFINITY, -INFINITY, NAN, 1e-3f};
    for (uint32_t i = 0; i < 64; i++) {
        float x = some[i / 8], y = some[i % 8];
        uint32_t unordered = isnan(x) || isnan(y), equal = x == y, less = x < y, greater = x > y, other = less | greater;
        uint32_t pair[6] = {equal, other, less, greater, less | equal, greater | equal}, r = 0;
        for (unsigned k = 0; k < 6; k++)
            r |= pair[k] << 2 * k | (pair[k] | unordered) << (2 * k + 1);
        put(r | (uint32_t)!!isnan(x) << 12 | (uint32_t)!!isinf(x) << 13);
    }
}

static double number_min(double x, double y) { return isnan(x) ? y : isnan(y) || x < y ? x : y; }
static double number_max(double x, double y) { return isnan(x) ? y : isnan(y) || x > y ? x : y; }

static double nan_min_one(unsigned op, double x, double y)
{
    switch (op) {
    case 1:  return number_max(x, y);
    case 2:  return number_min(number_max(x, -1), 1.5);
    case 3:  return (double)(half)(float)x;
    case 4:  return -x;
    default: return number_min(x, y);
    }
}

static void nan_min(void)
{
    static const double some[8] = {0.0, 0.25, 1.0, -2.5, INFINITY, -INFINITY, NAN, 1e-3f};
    for (unsigned op = 0; op < 6; op++)
        for (uint32_t i = 0; i < 64; i++)
            putf(nan_min_one(op, some[i / 8], some[i % 8]));
}

/* ---- asm_bitcast ---- */
static uint32_t bitcast_one(unsigned op, uint32_t x, uint32_t y)
{
    uint64_t next = (x | (uint64_t)y << 32) + 1;
    switch (op) {
    case 0:  return (uint32_t)next;
    case 1:  return (uint32_t)(next >> 32);
    case 2:  return (x & 0x00ffff00) | x >> 24 | x << 24;
    case 3:  return y;
    case 4:  return x >> 16 | x << 16;
    case 5:  return x >> 16;
    case 6:  return y ^ UINT32_C(1) << 31;
    default: return (uint32_t)(next >> 32) & 0xffff;
    }
}

static void bitcast(void)
{
    for (unsigned op = 0; op < 8; op++)
        for (uint32_t i = 0; i < 64; i++)
            put(bitcast_one(op, i % 2 ? UINT32_MAX : hash(i), hash(i + 64)));
}

/* ---- asm_vectors: v = (x, y, 2), w = (y, 3), the matrix has the columns v and (2, y, 3) ---- */
static float vectors_one(unsigned op, uint32_t i)
{
    float x = (float)(hash(i) & 15), y = (float)(hash(i + 64) & 15), col[3] = {2, y, 3}, v[3] = {x, y, 2}, sum = 0;
    switch (op) {
    case 0:  return x * y + 6;
    case 1:  return 2 * x + y * y + 6;
    case 2:  return 5 * y;
    case 3:  return 3 * y;
    case 4:  return 3 * x;
    case 5:  return x * (2 * x + y * y + 6);
    case 6:  return col[i % 3];
    case 7:
        v[i % 3] = 9;
        for (unsigned k = 0; k < 3; k++)
            sum -= v[k] * col[k];
        return sum;
    case 8:  return 12 * y - 9 - y;
    case 9:  return x > 2 ? x * x : x;
    default: return x > 2 ? 9 : 2;
    }
}

static void vectors(void)
{
    for (unsigned op = 0; op < 11; op++)
        for (uint32_t i = 0; i < 64; i++)
            put(float_bits(vectors_one(op, i)));
}

/* ---- asm_atomics ---- */
static void atomics_more_own(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t x = hash(i), m[8];
        for (uint32_t k = 0; k < 8; k++)
            m[k] = k == 5 ? i / 2 * 2 : hash(8 * i + k + 300);
        m[0]++, m[1]--, m[2] -= x, m[3] = m[4] = x;
        m[5] = m[5] == x ? i : m[5];
        m[6] = (int32_t)x < (int32_t)m[6] ? x : m[6];
        m[7] = x > m[7] ? x : m[7];
        for (unsigned k = 0; k < 8; k++)
            put(m[k]);
    }
}

static void atomics_more_cells(void)
{
    for (uint32_t g = 0; g < 4; g++) {
        uint32_t sub = 100, low = UINT32_MAX;
        int32_t high = INT32_MIN;
        for (uint32_t i = g; i < 64; i += 4) {
            uint32_t x = hash(i);
            sub -= x;
            high = (int32_t)x > high ? (int32_t)x : high;
            low = x < low ? x : low;
        }
        put(116), put(84), put(sub), puti(high), put(low), put(100), put(100), put(100);
    }
}

/* ---- asm_loops ---- */
static uint32_t loop_one_block(uint32_t x)
{
    uint32_t k = 0, s = x;
    do
        s += ++k;
    while (k < (x & 7));
    return s;
}

static uint32_t loop_two_ways(uint32_t x)
{
    uint32_t s = 1;
    for (uint32_t k = 0; k == 0 || k <= (x & 7); k++) {
        if (k & 1)
            continue;
        s *= 3;
        if (k > 6)
            break;
        s += k;
    }
    return s;
}

static uint32_t loop_nested(uint32_t x)
{
    uint32_t s = 0;
    for (uint32_t k = 0; k == 0 || k < (x & 7); k++) {
        for (uint32_t j = 0; j < k; j++) {
            if (s == (x & 7)) {
                s = j;
                break;
            }
            s += j;
        }
        s++;
    }
    return s;
}

static void loops(void)
{
    static uint32_t (*const shape[3])(uint32_t x) = {loop_one_block, loop_two_ways, loop_nested};
    for (unsigned k = 0; k < 3; k++)
        for (uint32_t i = 0; i < 64; i++)
            put(shape[k](hash(i)));
}

/* ---- asm_float_controls: no pair whose sum or product is a NaN ---- */
static const float control[16] = {0x1p-149f, -0x1p-149f, 0x1p-127f, -0x1.8p-130f, 0x1p-126f, 1.0f, -1.0f, 0x1.fffffep127f,
                                  0x1p-60f, 0x1p60f, 0.5f, 0.1f, -0.3f, 0x1.000002p0f, 3e-39f, 1e38f};

static float control_x(uint32_t i) { return i == 60 ? -0.0f : i == 61 ? INFINITY : i == 62 ? -INFINITY : control[i % 16]; }
static float control_y(uint32_t i) { return i == 60 ? -0.0f : i == 62 ? 2.0f : control[(i * 5 + i / 16) % 16]; }

static void controls_x(void) { for (uint32_t i = 0; i < 64; i++) put(float_bits(control_x(i))); }
static void controls_y(void) { for (uint32_t i = 0; i < 64; i++) put(float_bits(control_y(i))); }
static void controls(void)
{
    for (uint32_t i = 0; i < 64; i++)
        put(float_bits(control_x(i) + control_y(i)));
    for (uint32_t i = 0; i < 64; i++)
        put(float_bits(control_x(i) * control_y(i)));
    for (uint32_t i = 0; i < 64; i++)
        put(float_bits(sqrtf(fabsf(control_x(i)))));
}

/* ---- asm_float_modes: the host rounds towards zero too; volatile keeps an operation between the changes of its mode ---- */
static float flushed(float x) { return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x; }

/* Multiples of a binary16's last place, cut off; nothing below its normal numbers. */
static double cut_to_half(double x)
{
    int exponent;

    if (x == 0 || isinf(x))
        return x;
    frexp(x, &exponent);
    return fabs(x) < 0x1p-14   ? copysign(0, x)
           : fabs(x) >= 65504 ? copysign(65504, x)
                              : ldexp(trunc(ldexp(x, 11 - exponent)), exponent - 11);
}

static float modes_one(unsigned row, uint32_t i)
{
    volatile float x = flushed(control_x(i)), y = flushed(control_y(i)), first, r;
    volatile double xd = x, yd = y, sum;
    volatile uint32_t word = float_bits(control_x(i));

    switch (row) {
    case 0: r = x + y; break;
    case 1: r = x * y; break;
    case 2: r = fmaf(x, y, x); break;
    case 3: r = (float)word; break;
    case 4: sum = xd + yd; sum /= xd; r = (float)sum; break;
    case 5: r = (float)cut_to_half(cut_to_half(xd) + cut_to_half(yd)); break;
    default: first = flushed(x * y); r = y * y; r = first + flushed(r); break;
    }
    return flushed(r);
}

static uint32_t number_or_nan(float x) { return x != x ? 0x7fc00000 : float_bits(x); }

static void modes_rows(unsigned rows)
{
    for (unsigned row = 0; row < rows; row++)
        for (uint32_t i = 0; i < 64; i++) {
            fesetround(FE_TOWARDZERO);
            const float r = modes_one(row, i);
            fesetround(FE_TONEAREST);
            put(number_or_nan(r));
        }
}

/* From the even lane to the odd one. */
static void modes_of_slopes(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        volatile float low = flushed(control_x(i & ~1U)), high = flushed(control_x(i | 1)), slope;
        fesetround(FE_TOWARDZERO);
        slope = high - low;
        fesetround(FE_TONEAREST);
        put(number_or_nan(flushed(slope)));
    }
}

static double mixed(uint32_t i) { return (double)flushed(i % 2 ? control_y(i) : control_x(i)); }
static void put_double(double x) { uint64_t bits; memcpy(&bits, &x, sizeof bits); put64(bits); }

/* Rounded to nearest: atomics on 0, then sums over two lanes. */
static void modes_of_sums(void)
{
    for (uint32_t i = 0; i < 64; i++)
        put_double(0.0 + (double)flushed(control_x(i)) + (double)flushed(control_y(i)));
    for (uint32_t i = 0; i < 64; i++)
        put_double(mixed(i & ~1U) + mixed(i | 1));
}

static void modes_of_words(void) { modes_rows(4); }      /* lang_float_modes */
static void modes(void)
{
    modes_rows(7);
    for (uint32_t i = 0; i < 64; i++) {
        const float x = flushed(control_x(i));
        put(x == 0 ? 1 : float_bits(fminf(x, 0x1p-126f)));
    }
    for (uint32_t i = 0; i < 64; i++)
        put(half_bits((half)cut_to_half(flushed(control_x(i)))) | half_bits((half)cut_to_half(flushed(control_y(i)))) << 16);
    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t word = float_bits(control_x(i)) >> 16;
        put(word & 0x7c00 ? number_or_nan((float)to_half(word)) : (word & 0x8000) << 16);
    }
    modes_of_slopes();
}

/* ---- asm_ext_pointers: neither part is 0 but where x is positive ---- */
static float ext_value(uint32_t i)
{
    float x = (float)(int32_t)(hash(i) | 1) / 65536.0f;
    return i % 8 == 7 ? fabsf(x) / 1048576.0f : fabsf(x) < 1 ? 1.5f : x == truncf(x) ? x + 0.25f : x;
}

static uint32_t ext_one(unsigned op, float x)
{
    int e;
    float whole = truncf(x), part = frexpf(x, &e);
    int32_t sign = (e > 0) - (e < 0);
    switch (op) {
    case 0:  return float_bits(x - whole);
    case 1:  return float_bits(whole);
    case 2:  return float_bits(part);
    case 3:  return (uint32_t)e;
    case 4:
    case 5:  return float_bits(x);
    case 6:  return (uint32_t)((e < 0 ? -e : e) * 100 + e + sign + (e < -3 ? -3 : e > 3 ? 3 : e));
    default: return 50;
    }
}

static void ext_x(void) { for (uint32_t i = 0; i < 64; i++) put(float_bits(ext_value(i))); }
static void ext_out(void)
{
    for (unsigned op = 0; op < 8; op++)
        for (uint32_t i = 0; i < 64; i++)
            put(ext_one(op, ext_value(i)));
}

const struct list asm_lists[] = {
    LIST(phi), LIST(remainder_x), LIST(remainder_y), {"remainder", remainder_list},
    LIST(float_compare), LIST(nan_min), LIST(bitcast), LIST(vectors), LIST(atomics_more_own), LIST(atomics_more_cells),
    LIST(loops), LIST(controls_x), LIST(controls_y), LIST(controls), LIST(modes), LIST(modes_of_words),
    LIST(modes_of_sums), LIST(ext_x), LIST(ext_out),
    {0}
};
