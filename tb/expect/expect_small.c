/* SPDX-License-Identifier: Apache-2.0
 * expect_small.c - the lists of small_*: integers of 8, 16 and 64 bits, their storage and conversions.
 */
#include "expect.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- 8 and 16 bits: several a word, the first one lowest ---- */
static uint32_t small_x(uint32_t i, unsigned bits)
{
    uint32_t top = UINT32_C(1) << (bits - 1), some[8] = {0, 1, top, top - 1, 2 * top - 1, 7, 2 * top - 7, 100};
    return (i < 64 ? some[i >> 3] : hash(i + 30)) & (2 * top - 1);
}

static uint32_t small_y(uint32_t i, unsigned bits)      /* not 0; with x the least number, not -1 */
{
    uint32_t top = UINT32_C(1) << (bits - 1), some[8] = {1, 2, top, top - 1, 2 * top - 1, 7, 2 * top - 7, 100};
    uint32_t y = (i < 64 ? some[i & 7] : hash(i + 60)) & (2 * top - 1);
    return y == 0 || (y == 2 * top - 1 && small_x(i, bits) == top) ? 3 : y;
}

static uint32_t small_op(unsigned op, uint32_t x, uint32_t y, unsigned bits)
{
    int32_t s = (int32_t)as_signed(x, bits), t = (int32_t)as_signed(y, bits);
    unsigned n = y & (bits - 1);
    switch (op) {
    case 0:  return x + y;
    case 1:  return x - y;
    case 2:  return x * y;
    case 3:  return x / y;
    case 4:  return x % y;
    case 5:  return (uint32_t)(s / t);
    case 6:  return (uint32_t)-s;
    case 7:  return ~x;
    case 8:  return (x & y) ^ (x | 5);
    case 9:  return x << n;
    case 10: return x >> n;
    case 11: return (uint32_t)shift_down(s, n);
    case 12: return (uint32_t)((x < y) | (x <= y) << 1 | (x > y) << 2 | (x == y) << 3 | (s < t) << 4 | (s >= t) << 5);
    case 13: return (x < y ? x : y) ^ (x > 9 ? x : 9);
    case 14: return s < t ? x : y;
    case 15: return s > t ? x : y;
    case 16: return (uint32_t)((s < 0 ? -s : s) + (s > 0) - (s < 0));
    case 17: return (uint32_t)(s < -10 ? -10 : s > 10 ? 10 : s);
    case 18: return (x * y) >> 5;
    case 19: return (uint32_t)shift_down((int32_t)((uint32_t)s * (uint32_t)t), 3);
    case 20: return (uint32_t)(s / 2);
    case 21: return x / 2;
    default: return x < y ? x + 1 : y;
    }
}

static void small_int(unsigned bits)
{
    for (unsigned op = 0; op < 23; op++)
        for (uint32_t i = 0; i < 128; i++)
            put_part(small_op(op, small_x(i, bits), small_y(i, bits), bits), bits);
}

static void small_i8(void) { small_int(8); }
static void small_i16(void) { small_int(16); }
static void small_i8_a(void) { for (uint32_t i = 0; i < 128; i++) put_part(small_x(i, 8), 8); }
static void small_i8_b(void) { for (uint32_t i = 0; i < 128; i++) put_part(small_y(i, 8), 8); }
static void small_i16_a(void) { for (uint32_t i = 0; i < 128; i++) put_part(small_x(i, 16), 16); }
static void small_i16_b(void) { for (uint32_t i = 0; i < 128; i++) put_part(small_y(i, 16), 16); }

/* ---- 64 bits ---- */
static uint64_t wide_x(uint32_t i)
{
    static const uint64_t some[6] = {0, 1, UINT64_MAX, UINT64_C(1) << 63, INT64_MAX, UINT64_C(0x100000000)};
    return i < 36 ? some[i / 6] : hash64(i) >> (i & 7);
}

static uint64_t wide_y(uint32_t i)
{
    static const uint64_t some[6] = {1, UINT64_MAX, UINT64_C(1) << 63, 10, UINT64_C(0xffffffff), UINT64_C(0x123456789abcdef)};
    uint64_t y = i < 36 ? some[i % 6] : hash64(i + 1000) >> hash(i) % 63;
    return y == 0 || (y == UINT64_MAX && wide_x(i) == UINT64_C(1) << 63) ? 3 : y;
}

static int64_t shift_down64(int64_t s, unsigned n) { return s < 0 ? (int64_t)~(~(uint64_t)s >> n) : (int64_t)((uint64_t)s >> n); }

static uint64_t wide_op(unsigned op, uint64_t x, uint64_t y)
{
    int64_t s = (int64_t)x, t = (int64_t)y;
    unsigned n = y & 63;
    switch (op) {
    case 0:  return x + y;
    case 1:  return x - y;
    case 2:  return x * y;
    case 3:  return x / y;
    case 4:  return x % y;
    case 5:  return (uint64_t)(s / t);
    case 6:  return -x;
    case 7:  return ~x;
    case 8:  return (x & y) ^ (x | UINT64_C(0x100000005));
    case 9:  return x << n;
    case 10: return x >> n;
    case 11: return (uint64_t)shift_down64(s, n);
    case 12: return (uint64_t)((x < y) | (x <= y) << 1 | (x > y) << 2 | (x == y) << 3 | (s < t) << 4 | (s >= t) << 5 | (x != y) << 6);
    case 13: return (x < y ? x : y) ^ (x > 9 ? x : 9);
    case 14: return s < t ? x : y;
    case 15: return s > t ? x : y;
    case 16: return (s < 0 ? -x : x) + (uint64_t)((s > 0) - (s < 0));
    case 17: return (uint64_t)(s < -10 ? -10 : s > 10 ? 10 : s);
    case 18: return x < y ? x + 1 : y;
    case 19: return x >> 32 | x << 32;
    case 20: return (x & UINT32_MAX) * (y & UINT32_MAX);
    case 21: return (uint64_t)((int64_t)(int32_t)(uint32_t)x * (int64_t)(int32_t)(uint32_t)y);
    case 22: return (uint64_t)(float)(x >> 40) + (uint64_t)(int64_t)-1.5e15 + (uint64_t)(int64_t)(float)shift_down64(s, 41);
    default: return (x + y) * (y + 1) + UINT64_C(10000000000);
    }
}

static void small_i64_a(void) { for (uint32_t i = 0; i < 64; i++) put64(wide_x(i)); }
static void small_i64_b(void) { for (uint32_t i = 0; i < 64; i++) put64(wide_y(i)); }
static void small_i64(void)
{
    for (unsigned op = 0; op < 24; op++)
        for (uint32_t i = 0; i < 64; i++)
            put64(wide_op(op, wide_x(i), wide_y(i)));
}

/* ---- small_convert ---- */
static uint64_t convert_x(uint32_t i)
{
    return i < 8 ? hash64(i) & 0xffffffff00000000U : i == 8 ? UINT64_MAX : i == 9 ? 0x80808080 : hash64(i + 2500);
}
static uint64_t sign8(uint64_t x) { return (uint64_t)(int64_t)(int8_t)(uint8_t)x; }

static uint64_t convert_op(unsigned op, uint64_t x)
{
    int64_t s = (int64_t)x;
    uint64_t bytes = 0;
    switch (op) {
    case 0:  return x & 0xff;
    case 1:  return sign8(x);
    case 2:  return x & 0xffff;
    case 3:  return (uint64_t)(int64_t)(int16_t)(uint16_t)x;
    case 4:  return x & UINT32_MAX;
    case 5:  return (uint64_t)(int64_t)(int32_t)(uint32_t)x;
    case 6:  return sign8(x) & 0xffff;
    case 7:  return sign8(x + 1) & UINT32_MAX;
    case 8:  return ((x & 0xff) != 0) + (uint64_t)(x != 0);
    case 9:  return float_bits((float)(int8_t)(uint8_t)x);
    case 10: return float_bits((float)(x & 0xffff));
    case 11: return float_bits((float)(x & UINT64_C(0xffffff00000000)));
    case 12: return float_bits((float)shift_down64(s, 40));
    case 13: return (uint64_t)(int64_t)(float)(int32_t)(uint32_t)x;
    case 14: return (uint64_t)(int64_t)((int8_t)(uint8_t)x / 2);
    case 15: return x & 0xffff;
    case 16:
        for (unsigned k = 0; k < 4; k++)
            bytes |= (sign8(x >> 8 * k) & 0xffff) << 16 * k;
        return bytes ^ ((x & 0xff) | (x >> 32 & 0xff) << 8);
    case 17: return half_bits((half)(int8_t)(uint8_t)x) | (x & 0xff) << 32;
    default: return (x & 0xffff) << 7;
    }
}

static void small_convert_in(void) { for (uint32_t i = 0; i < 64; i++) put64(convert_x(i)); }
static void small_convert(void)
{
    for (unsigned op = 0; op < 19; op++)
        for (uint32_t i = 0; i < 64; i++)
            put64(convert_op(op, convert_x(i)));
}

/* ---- small_storage: bytes at their offsets ---- */
static uint32_t storage_word(uint32_t i, uint32_t w)    /* of In; the half is small and normal */
{
    uint32_t x = hash(8 * i + w + 2600);
    return w == 0 || w == 2 ? x & 0x00ffffff : w == 6 ? (x & 0x83ff) | 0x3c00 : w == 7 || w == 3 ? 0 : x;
}

static void storage_in(void) { for (uint32_t i = 0; i < 32; i++) for (uint32_t w = 0; w < 8; w++) put(storage_word(i, w)); }

struct mixed { uint8_t a, c[3]; uint16_t b[2]; uint64_t d; half e; };

static struct mixed storage_value(uint32_t i)
{
    uint32_t b = storage_word(i, 1), c = storage_word(i, 2);
    struct mixed m = {.a = (uint8_t)(storage_word(i, 0) + 1), .b = {(uint16_t)(b >> 16), (uint16_t)b},
                      .c = {(uint8_t)c, (uint8_t)(c >> 8), (uint8_t)(c >> 16)}};
    m.c[i % 3] = m.a;
    m.d = ((storage_word(i, 4) | (uint64_t)storage_word(i, 5) << 32) << 4) + i;
    m.e = (half)((double)to_half(storage_word(i, 6)) * 2);
    return m;
}

static void storage_out(void)                   /* padding stays 0 */
{
    for (uint32_t i = 0; i < 32; i++) {
        struct mixed m = storage_value(i);
        put(m.a), put(m.b[0] | (uint32_t)m.b[1] << 16), put(m.c[0] | (uint32_t)m.c[1] << 8 | (uint32_t)m.c[2] << 16), put(0);
        put64(m.d), put(half_bits(m.e)), put(0);
    }
}

static void storage_packed(void)
{
    for (uint32_t i = 0; i < 32; i++) {
        struct mixed m = storage_value(i);
        uint8_t byte[12];
        memset(byte, 0xa5, sizeof byte);
        byte[0] = (uint8_t)i;
        byte[1 + (i & 3)] = 0xff;
        byte[6] = (uint8_t)m.b[0], byte[7] = (uint8_t)(m.b[0] >> 8);
        byte[8 + 2] = m.c[0], byte[8] = m.c[1];
        for (unsigned k = 0; k < 12; k++)
            put_part(byte[k], 8);
    }
}

static void storage_bytes(void)
{
    uint8_t byte[96];
    memset(byte, 0xee, sizeof byte);
    for (uint32_t i = 0; i < 32; i++) {
        if (i % 3)
            byte[i] = (uint8_t)(i * 7);
        byte[64 + (i * 5 & 31)] = storage_value(i).c[2];
    }
    for (unsigned k = 0; k < 96; k++)
        put_part(byte[k], 8);
}

/* ---- small_wave: by lane; what lane l gets comes of lanes 0..l ---- */
static uint64_t lane_x(uint32_t l) { return hash(2 * l + 20000) | (uint64_t)hash(2 * l + 20001) << 32; }
static int8_t lane_byte(uint32_t l) { return (int8_t)(uint8_t)lane_x(l); }
static int16_t lane_short(uint32_t l) { return (int16_t)(uint16_t)lane_x(l); }

static void small_wave_eights(void)
{
    uint32_t sum = 0, max = 0, xor = 0;
    int32_t min = 127;
    for (uint32_t l = 0; l < 128; l++) {
        uint32_t b = lane_x(l) & 0xff;
        sum = (sum + b) & 0xff;
        min = lane_byte(l) < min ? lane_byte(l) : min;
        put(sum | (uint32_t)(lane_x(l ^ 3) & 0xff) << 16), puti(min), put(max), put(xor);
        max = b > max ? b : max;
        xor ^= b;
    }
}

static void small_wave_sixteens(void)
{
    uint32_t product = 1, or = 0;
    int32_t max = -32768, min = 32767;
    for (uint32_t l = 0; l < 128; l++) {
        int32_t h = lane_short(l);
        product = product * ((uint32_t)lane_x(l) | 1) & 0xffff;
        max = h > max ? h : max;
        or |= (uint32_t)lane_x(l) & 0x1111;
        put(product), puti(max), puti(min), put(or | (uint32_t)(lane_x(l ^ 2) & 0xffff) << 16);
        min = h < min ? h : min;
    }
}

static void small_wave_wide(void)
{
    uint64_t sum = 0, max = 0, xor = 0, product = 1;
    int64_t min = INT64_MAX;
    for (uint32_t l = 0; l < 128; l++) {
        uint64_t x = lane_x(l);
        min = (int64_t)x < min ? (int64_t)x : min;
        max = x > max ? x : max;
        product *= x | 1;
        put64(sum + x), put64(sum), put64((uint64_t)min), put64(max), put64(xor), put64(product);
        sum += x;
        xor ^= x;
    }
}

static void small_wave_halves(void)
{
    int32_t min = 127, most = -128, sum = 0;
    for (uint32_t l = 0; l < 128; l++) {
        int32_t f = lane_byte(l);
        min = f < min ? f : min;
        most = -f > most ? -f : most;
        putf(min), putf(sum), putf(most), putf(lane_byte(l ^ 1));
        sum += (int32_t)(l % 8);
    }
}

static void small_wave_reduced(void)
{
    uint64_t sum = 0;
    uint32_t bytes = 0;
    int64_t max = INT64_MIN;
    bool same_sign = true, same = true;
    for (uint32_t l = 0; l < 128; l++) {
        uint64_t x = lane_x(l);
        sum += x;
        bytes += x & 0xff;
        max = (int64_t)x > max ? (int64_t)x : max;
        same_sign &= x >> 63 == lane_x(0) >> 63;
        same &= x == lane_x(0);
        put64(sum), put64((uint64_t)max), put64(lane_x(2) + lane_x(0) + (bytes & 0xff)), put64((uint64_t)same_sign | 2 | (uint64_t)same << 2);
    }
}

/* ---- vectors of 16 bits at odd places ---- */
static void tight_sixes(void)
{
    for (uint32_t i = 0; i < 32; i++)
        put_part(3 * i + 1, 16), put_part(5 * i + 7, 16), put_part(0x100 + i, 16);
}

static void tight_rows(void)
{
    for (uint32_t i = 0; i < 32; i++) {
        const float row[6] = {(float)i, 1, -2, 0.5f, 4 * (float)i + 1, 4 * (float)i};
        for (unsigned k = 0; k < 6; k++)
            put_part(half_bits((half)row[k]), 16);
    }
}

/* ---- products of 64 bits ---- */
static uint64_t two_words(uint32_t low, int32_t high)
{
    return low | (uint64_t)(uint32_t)high << 32;
}

static void pack64(void)
{
    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t a = hash(2 * i), b = hash(2 * i + 1);
        const uint64_t own = two_words(a, shift_down((int32_t)a, 31)), third = two_words(b, shift_down((int32_t)b, 31));
        const uint64_t other = two_words(a, shift_down((int32_t)b, 31));
        put64(own * third);
        put64(other * third);
        put64(other * other);
        put64(two_words(b, shift_down((int32_t)a, 30)) * (0 - UINT64_C(5)));
    }
}

/* ---- small_inplace ---- */
static void inplace_bytes(void)
{
    uint8_t byte[72];
    for (uint32_t k = 0; k < 72; k++)
        byte[k] = (uint8_t)(hash(k / 4) >> 8 * (k % 4));
    for (uint32_t i = 0; i < 64; i++)
        byte[i + 1] = (uint8_t)(byte[i + 1] * 3 + i);
    for (uint32_t k = 0; k < 72; k += 4)
        put(byte[k] | (uint32_t)byte[k + 1] << 8 | (uint32_t)byte[k + 2] << 16 | (uint32_t)byte[k + 3] << 24);
}

static void inplace_shorts(void)
{
    for (uint32_t k = 0; k < 34; k++) {
        uint32_t part[2] = {hash(k + 40) & 0xffff, hash(k + 40) >> 16};
        for (uint32_t h = 0; h < 2; h++)
            if (2 * k + h >= 3 && 2 * k + h < 67)
                part[h] = part[h] >> 1 | (part[h] & 0x8000);
        put(part[0] | part[1] << 16);
    }
}

/* numbers of [2, 4), of which the exponent goes down by one, and the sign comes */
static void inplace_halves(void)
{
    for (uint32_t k = 0; k < 32; k++)
        put(((hash(k) & 0x03ff03ff) | 0x40004000) - 0x04000400 + 0x80008000);
}

static void inplace_threes(void)
{
    for (uint32_t k = 0; k < 32; k++) {
        const uint32_t word = hash(k + 80), y = ((word >> 8) + 7) & 0xff, z = (word ^ word >> 16) & 0xff;
        put((word & 0xff0000ff) | y << 8 | z << 16);
    }
}

const struct list small_lists[] = {
    LIST(small_i8_a), LIST(small_i8_b), LIST(small_i8), LIST(small_i16_a), LIST(small_i16_b), LIST(small_i16),
    LIST(small_i64_a), LIST(small_i64_b), LIST(small_i64),
    LIST(small_convert_in), LIST(small_convert), LIST(storage_in), LIST(storage_out), LIST(storage_packed), LIST(storage_bytes),
    LIST(small_wave_eights), LIST(small_wave_sixteens), LIST(small_wave_wide), LIST(small_wave_halves), LIST(small_wave_reduced),
    LIST(tight_sixes), LIST(tight_rows), LIST(pack64),
    LIST(inplace_bytes), LIST(inplace_shorts), LIST(inplace_halves), LIST(inplace_threes),
    {0}
};
