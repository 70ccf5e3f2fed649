/* SPDX-License-Identifier: Apache-2.0
 * wf_shader_expect_lang.c - the lists of lang_*: the basic language.  Each is the shader's own computation, one thread after the other.
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

static uint32_t field_mask(unsigned bits) { return bits == 32 ? UINT32_MAX : (UINT32_C(1) << bits) - 1; }

static uint32_t bit_op(unsigned op, uint32_t x, uint32_t y)
{
    unsigned offset = y & 31, bits = (y >> 8) % (33 - offset), n = 0;
    uint32_t mask = field_mask(bits), field = bits ? x >> offset & mask : 0, reversed = 0;
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
    case 0:  return as_bits((float)x);
    case 1:  return as_bits((float)(int32_t)x);
    case 2:  return (uint32_t)fabsf(f);
    case 3:  return (uint32_t)(int32_t)f;
    case 4:  return (x != 0) + 2U * (f != 0) + 4U * (x & 1);
    case 5:  return as_bits(x > 77 ? 1.0f : 0.0f);
    case 6:  return as_bits(as_float((x & 0x7fffff) | 0x3f800000) * 2.0f);
    default: return (uint32_t)shift_down((int32_t)as_bits(f), 23);
    }
}

static void convert(void)
{
    for (unsigned op = 0; op < 8; op++)
        for (uint32_t i = 0; i < 64; i++)
            put(convert_op(op, convert_word(i), convert_float(i)));
}

/* ---- control flow ---- */
static uint32_t walk(uint32_t x)
{
    uint32_t acc = 0;
    for (uint32_t a = 0; a < 10; a++) {
        if (x % 16 == 0) {
            if (a == 5)
                break;
            acc += 2;
        }
        for (uint32_t b = 0;; b++) {
            if ((x + b) % 4 == 3)
                continue;
            if (b > x % 7)
                break;
            if (acc > 900)
                return acc | 0x10000;
            acc += a * b + (b % 2 ? x : 1);
        }
    }
    return acc;
}

static void control(void)
{
    for (uint32_t i = 0; i < 192; i++) {
        uint32_t steps = 0, digits = 0;
        for (uint32_t x = i + 1; x != 1; steps++)
            x = x % 2 ? 3 * x + 1 : x / 2;
        for (uint32_t x = i * i * i; digits == 0 || x; digits++)
            x /= 10;
        put(walk(i)), put(steps), put(i % 5 == 4 ? 0 : digits);
    }
}

static uint32_t falling(uint32_t x)
{
    uint32_t r = 1;
    switch (x % 8) {
    case 0:
        r += 10;
        /* FALLTHROUGH */
    case 1:
        r *= 3;
        break;
    case 2:
    case 5:
        r += 100;
        if (x > 20)
            break;
        r += 1000;
        /* FALLTHROUGH */
    default:
        r ^= 0x40;
        /* FALLTHROUGH */
    case 7:
        r += 7;
        break;
    case 6:
        return r + x;
    }
    return r << 1;
}

static uint32_t in_loop(uint32_t x)
{
    uint32_t r = 0;
    for (uint32_t k = 0; k < 12; k++) {
        switch ((int)(x + k) % 5 - 2) {
        case -2:
            continue;
        case -1:
            r += k;
            break;
        case 2:
            if (k > 8)
                return r | 0x100;
            r += 2 * k;
        }
        r += 1;
    }
    return r;
}

static void switch_cases(void)
{
    for (uint32_t i = 0; i < 128; i++)
        put(falling(i) + 0x10000), put(in_loop(i));
}

static uint32_t function_calls;

static uint32_t function_outer(uint32_t x)
{
    uint32_t old = x, total = 0;
    x *= 2;
    uint32_t low = x ? x & 0xffff : 1, high = x ? x >> 16 : 2;
    uint32_t value[4] = {low + old, high, low ^ high, 13};
    function_calls += 4;
    for (uint32_t k = 0; k < x % 5; k++) {
        if (value[k] == 13)
            return total | 0x80000000;
        total += value[k];
    }
    return total;
}

static void functions(void)
{
    for (uint32_t i = 0; i < 128; i++) {
        uint32_t x = hash(i) * (i & 1);
        function_calls = 0;
        uint32_t r = function_outer(x);
        r += function_outer(x & 1);
        put(r), put(function_calls);
    }
}

static void private_array(void)
{
    static const uint32_t prime[8] = {2, 3, 5, 7, 11, 13, 17, 19};
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t key[16], place[16];
        for (uint32_t n = 0; n < 16; n++) {
            uint32_t at = n, x = hash(16 * i + n) & 0xffffff;
            for (; at > 0 && key[at - 1] > x; at--)
                key[at] = key[at - 1];
            key[at] = x;
        }
        for (uint32_t n = 0; n < 16; n++)
            place[(n * 5 + i) & 15] = key[n];
        for (uint32_t n = 0; n < 16; n++)
            put(place[n] * prime[(n + i) & 7]);
    }
}

/* ---- lang_bool ---- */
static uint32_t bit(uint32_t i, unsigned k) { return i >> k & 1; }

static void bools(void)
{
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t x = bit(i, 0), y = bit(i, 1), z = bit(i, 2), w = bit(i, 3), o = (i + 5) & 31, evaluated = 0;
        uint32_t history[4] = {x, w, !y, i == 7};
        uint32_t outer = x == w, inner = y == z, r = (~i & 15) * 0x101 | outer * 0x90 | inner * 0x60;
        r |= (x | y) << 12 | (z & w) << 13 | bit(31 - i, 1) << 14 | history[i & 3] << 15;
        r |= bit(o, 0) << 16 | bit(o, 1) << 17 | bit(o, 2) << 18 | (uint32_t)(o > 20) << 19;
        evaluated += 1 + x + !(x && y);
        r |= (uint32_t)((x && y) || z) << 20;
        evaluated += x;
        r |= (uint32_t)((x ? y : z) != w) << 21;
        r |= (uint32_t)((i & 15) == 5) << 22 | (i < 16 ? !x : x) << 23;
        put(r | evaluated << 24);
    }
}

/* ---- lang_loop_values ---- */
static void loop_values(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t last = 0, squares = 0, a = 1, b = i, c = 2, x = 0, y = 0, found = 99, fib = 0, next = 1;
        for (uint32_t k = 0; k < 20; k++) {
            if (k * k + i > 60) {
                last = k * k + i;
                break;
            }
            squares += k * k + i;
        }
        for (uint32_t k = 0; k < i % 7; k++) {
            uint32_t t = a;
            a = b, b = c, c = t + k;
        }
        for (y = 0; y < 8 && found == 99; y++)
            for (x = 0; x < 8; x++)
                if (x * y == i) {
                    found = y * 8 + x;
                    break;
                }
        do {
            uint32_t t = fib + next;
            fib = next, next = t;
        } while (fib < i);
        put(last + 1000 * squares), put(a | b << 8 | c << 16), put(found | x << 8 | y << 16), put(fib);
    }
}

/* ---- lang_constants ---- */
static void constants(void)
{
    static const struct { uint32_t id; int32_t step[2]; float weight[2]; } items[3] = {{7, {1, -1}, {0.5f, 2}}, {9, {-3, 4}, {1.5f, -2}}, {0}};
    static const uint32_t grid[3][4] = {{1, 2, 3, 4}, {10, 20, 30, 40}, {100, 200, 300, 400}};
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t mine = 1110 + 1000, last = 1000 + (i % 3 == 2 ? 1000 : 0), first = 10 + (i % 3 == 0 ? 1000 : 0), copy = mine - first + last;
        uint32_t places[2] = {4, 6};
        places[i & 1] += 5 + i;
        put(items[i % 3].id + (uint32_t)(items[i % 3].step[i & 1] + 10) * 100 + (uint32_t)(items[i % 3].weight[i >> 4] * 4 + 16) * 10000);
        put(mine * 10000 + copy + grid[(i >> 2) % 3][i & 3]);
        put(2 * (i % 3) + 1 + (i & 1) + places[0] * 16 + places[1] * 4096);
        put((i % 3 == 1) | 4 | (uint32_t)(i % 3 == 2) << 3);
    }
}

/* ---- lang_pressure ---- */
static void pressure(void)
{
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t v[24][4];
        for (uint32_t n = 0; n < 96; n++)
            v[n / 4][n % 4] = hash(96 * i + n);
        for (uint32_t k = 0; k < (i & 3) + 1; k++)
            for (unsigned n = 0; n < 24; n++) {
                uint32_t old[4] = {v[n][0], v[n][1], v[n][2], v[n][3]}, first = v[0][0];
                for (unsigned c = 0; c < 4; c++)
                    v[n][c] = old[c] * 5 + (c < 3 ? old[c + 1] : first) + k;
                uint32_t turned[4] = {v[n][3], v[n][2], v[n][1], v[n][0]};
                for (unsigned c = 0; c < 4; c++)
                    v[0][c] ^= turned[c];
            }
        for (uint32_t n = 0; n < 96; n++)
            put(v[n / 4][n % 4]);
    }
}

/* ---- lang_deep ---- */
static uint32_t leaf(uint32_t x) { return x % 3 ? x * 2 : x + 1; }
static uint32_t twig(uint32_t x) { return x > 40 ? leaf(x - 40) + 1 : leaf(x) ^ 5; }
static uint32_t branch(uint32_t x) { return twig(x) + twig(x + 17) + twig(x + 34); }

static uint32_t deep_case_0(uint32_t i, uint32_t r)
{
    for (uint32_t c = i; c > 0; c >>= 1) {
        if (c & 1) {
            for (;; r += 2) {
                r += c;
                if (r % 2 == 0)
                    break;
            }
            continue;
        }
        r ^= 0x100;
        if (c == 12)
            break;
    }
    return r;
}

static uint32_t deep_one(uint32_t i)
{
    uint32_t r = 0;
    for (uint32_t a = 0; a < 3; a++) {
        if ((i & 1) == a % 2) {
            r = r * 3 + 1;
            if (r > 5000 && a == 1)
                return r | 0x80000000;
            continue;
        }
        for (uint32_t b = 0;; b++) {
            uint32_t kind = (i + b) % 4;
            if (kind == 2 && b < 3)
                continue;
            r = kind == 0 ? deep_case_0(i, r) : kind == 1 ? r + (b > 2 ? 7 : branch(i + b)) : kind == 2 ? r + 1000 : r + a;
            if (b >= i % 5)
                break;
        }
    }
    return r;
}

static void deep(void)
{
    for (uint32_t i = 0; i < 256; i++)
        put(deep_one(i));
}

const struct list lang_lists[] = {
#define LIST(name) {#name, name}
    LIST(int_ops_a), LIST(int_ops_b), LIST(int_ops), LIST(bits),
    LIST(float_ops_a), LIST(float_ops_b), LIST(float_ops_exact), LIST(float_ops_near), LIST(float_ops_words),
    LIST(convert_a), LIST(convert_b), LIST(convert),
    LIST(control), LIST(switch_cases), LIST(functions), LIST(private_array),
    LIST(bools), LIST(loop_values), LIST(constants), LIST(pressure), LIST(deep),
    {0}
};
