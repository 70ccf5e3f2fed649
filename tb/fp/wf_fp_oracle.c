/* SPDX-License-Identifier: Apache-2.0
 * wf_fp_oracle.c - binary32 operations with integers (see wf_fp_oracle.h).
 *
 * A finite number is units * 2^scale.  Every operation first finds its exact result, or one that lies on the same side of every
 * number the format has and of every midpoint between two, and rounds once.
 */
#include "wf_fp_oracle.h"

#include "wavefold/isa.h"

enum { NORMAL_TOP = 61 };               /* where sum() puts the highest one: leaves room for a carry */

#define QUIET_NAN UINT32_C(0x7fc00000)
#define INFINITE UINT32_C(0x7f800000)
#define SIGN UINT32_C(0x80000000)

struct number {
    bool negative;
    uint64_t units;
    int scale;
};

/* A binary format: significant bits, the scale of its least number, and its encoding of infinity (sign apart). */
struct format {
    int digits, least;
    uint32_t infinite;
};
static const struct format binary32 = { 24, -149, INFINITE }, binary16 = { 11, -24, 0x7c00 };

static bool is_nan(uint32_t x)
{
    return (x & ~SIGN) > INFINITE;
}

static bool is_infinite(uint32_t x)
{
    return (x & ~SIGN) == INFINITE;
}

static bool is_zero(uint32_t x)
{
    return (x & ~SIGN) == 0;
}

static struct number unpack(uint32_t x)
{
    const int field = (int)(x >> 23 & 255);
    const uint32_t fraction = x & 0x7fffff;
    const struct number number = { (x & SIGN) != 0, field == 0 ? fraction : fraction | 0x800000, (field == 0 ? 1 : field) - 150 };

    return number;
}

static int highest_bit(uint64_t units)
{
    int place = -1;

    while (units != 0) {
        units >>= 1;
        place++;
    }
    return place;
}

/* units / 2^places to the nearest whole number, a tie to the even one. */
static uint64_t divide_to_even(uint64_t units, int places)
{
    uint64_t whole, rest, half;

    if (places <= 0)
        return units << -places;
    if (places > 63)                    /* units < 2^63: less than half */
        return 0;
    whole = units >> places;
    rest = units & ((UINT64_C(1) << places) - 1);
    half = UINT64_C(1) << (places - 1);
    return whole + (rest > half || (rest == half && whole % 2 != 0));
}

/* The magnitude in its format, without sign.  Neighbouring numbers have neighbouring encodings, so a carry out of the
 * significand gives the right exponent, and infinity above the greatest number. */
static uint32_t encode(struct number number, const struct format *format)
{
    const int top = highest_bit(number.units) + number.scale;
    int last = top - (format->digits - 1);          /* scale of the last digit kept */
    uint64_t encoded;

    if (number.units == 0)
        return 0;
    if (last < format->least)
        last = format->least;
    encoded = divide_to_even(number.units, last - number.scale) + ((uint64_t)(last - format->least) << (format->digits - 1));
    return encoded > format->infinite ? format->infinite : (uint32_t)encoded;
}

static uint32_t round32(struct number number)
{
    return (number.negative ? SIGN : 0) | encode(number, &binary32);
}

static struct number normalise(struct number number)
{
    const int places = NORMAL_TOP - highest_bit(number.units);

    number.units <<= places;
    number.scale -= places;
    return number;
}

/* units / 2^places; what is lost leaves a one in the last place, so that no rounding takes the rest for nothing or for a half. */
static uint64_t shift_with_trace(uint64_t units, int places)
{
    if (places == 0)
        return units;
    if (places > 63)
        return units != 0;
    return units >> places | ((units & ((UINT64_C(1) << places) - 1)) != 0);
}

/* Numbers of at most 48 significant bits: 14 places below them are exact, and cancellation of more than one bit loses none. */
static uint32_t sum(struct number x, struct number y)
{
    struct number total;

    if (x.units == 0 && y.units == 0)
        return x.negative && y.negative ? SIGN : 0;
    if (x.units == 0 || y.units == 0)
        return round32(x.units == 0 ? y : x);
    x = normalise(x);
    y = normalise(y);
    if (x.scale < y.scale || (x.scale == y.scale && x.units < y.units)) {
        total = x;
        x = y;
        y = total;
    }
    y.units = shift_with_trace(y.units, x.scale - y.scale);
    total = x;
    total.units = x.negative == y.negative ? x.units + y.units : x.units - y.units;
    if (total.units == 0)
        total.negative = false;
    return round32(total);
}

static uint32_t add(uint32_t a, uint32_t b)
{
    if (is_nan(a) || is_nan(b) || (is_infinite(a) && is_infinite(b) && a != b))
        return QUIET_NAN;
    if (is_infinite(a) || is_infinite(b))
        return is_infinite(a) ? a : b;
    return sum(unpack(a), unpack(b));
}

/* The exact product of finite numbers. */
static struct number multiply(uint32_t a, uint32_t b)
{
    const struct number x = unpack(a), y = unpack(b);
    const struct number product = { x.negative != y.negative, x.units * y.units, x.scale + y.scale };

    return product;
}

static bool product_is_nan(uint32_t a, uint32_t b)
{
    return is_nan(a) || is_nan(b) || (is_infinite(a) && is_zero(b)) || (is_zero(a) && is_infinite(b));
}

static uint32_t mul(uint32_t a, uint32_t b)
{
    if (product_is_nan(a, b))
        return QUIET_NAN;
    if (is_infinite(a) || is_infinite(b))
        return ((a ^ b) & SIGN) | INFINITE;
    return round32(multiply(a, b));
}

static uint32_t multiply_add(uint32_t a, uint32_t b, uint32_t c)
{
    if (product_is_nan(a, b) || is_nan(c))
        return QUIET_NAN;
    if (is_infinite(a) || is_infinite(b))
        return add(((a ^ b) & SIGN) | INFINITE, c);
    if (is_infinite(c))
        return c;
    return sum(multiply(a, b), unpack(c));
}

/* A whole number in the order of the floats, -0 just below +0. */
static int64_t order(uint32_t x)
{
    return (x & SIGN) != 0 ? -1 - (int64_t)(x & ~SIGN) : (int64_t)x;
}

static uint32_t choose(uint32_t a, uint32_t b, bool greatest)
{
    if (is_nan(a) && is_nan(b))
        return QUIET_NAN;
    if (is_nan(a) || is_nan(b))
        return is_nan(a) ? b : a;
    return (order(a) > order(b)) == greatest ? a : b;
}

/* -1, 0, 1: below, equal, above; 2: unordered. */
static int relation(uint32_t a, uint32_t b)
{
    if (is_nan(a) || is_nan(b))
        return 2;
    if (a == b || (is_zero(a) && is_zero(b)))
        return 0;
    return order(a) < order(b) ? -1 : 1;
}

/* The magnitude as a whole number: the part below it is dropped, or rounded to the nearest (`to_even`), or counts as one more (`up`). */
static uint64_t whole(struct number x, bool up, bool to_even)
{
    uint64_t value;

    if (x.scale >= 0)
        return x.scale > 39 ? UINT64_MAX : x.units << x.scale;      /* 2^63 and above: no integer type of the machine */
    if (to_even)
        return divide_to_even(x.units, -x.scale);
    value = x.scale < -63 ? 0 : x.units >> -x.scale;
    return value + (up && (x.scale < -63 ? x.units != 0 : value << -x.scale != x.units));
}

static uint32_t to_integral(uint8_t op, uint32_t x)
{
    const struct number number = unpack(x);
    const bool up = number.negative ? op == WF_OP_FLOOR : op == WF_OP_CEIL;
    const struct number result = { number.negative, number.scale < 0 ? whole(number, up, op == WF_OP_RNDNE) : 0, 0 };

    if (is_nan(x))
        return QUIET_NAN;
    if (number.scale >= 0)              /* integral already, or infinite */
        return x;
    return round32(result);
}

static uint32_t to_signed(uint32_t x)
{
    const struct number number = unpack(x);
    const uint64_t limit = number.negative ? UINT64_C(1) << 31 : (UINT64_C(1) << 31) - 1;
    const uint64_t magnitude = whole(number, false, false);
    const uint32_t word = (uint32_t)(magnitude < limit ? magnitude : limit);

    if (is_nan(x))
        return 0;
    return number.negative ? 0 - word : word;
}

static uint32_t to_unsigned(uint32_t x)
{
    const uint64_t magnitude = whole(unpack(x), false, false);

    if (is_nan(x) || (x & SIGN) != 0)
        return 0;
    return magnitude < UINT32_MAX ? (uint32_t)magnitude : UINT32_MAX;
}

static uint32_t from_integer(uint32_t x, bool is_signed)
{
    const bool negative = is_signed && (x & SIGN) != 0;
    const struct number number = { negative, negative ? 0 - x : x, 0 };

    return round32(number);
}

static uint32_t to_half(uint32_t x)
{
    const uint32_t sign = x >> 16 & 0x8000;

    if (is_nan(x))
        return 0x7e00;
    return sign | (is_infinite(x) ? binary16.infinite : encode(unpack(x), &binary16));
}

static uint32_t from_half(uint32_t x)
{
    const int field = (int)(x >> 10 & 31);
    const uint32_t fraction = x & 0x3ff, sign = (x & 0x8000) << 16;
    const struct number number = { sign != 0, field == 0 ? fraction : fraction | 0x400, (field == 0 ? 1 : field) - 25 };

    if (field == 31)
        return fraction != 0 ? QUIET_NAN : sign | INFINITE;
    return round32(number);
}

bool wf_fp_oracle(uint8_t op, uint32_t a, uint32_t b, uint32_t c, uint32_t *result)
{
    switch (op) {
    case WF_OP_FADD: *result = add(a, b); return true;
    case WF_OP_FSUB: *result = add(a, b ^ SIGN); return true;
    case WF_OP_FMUL: *result = mul(a, b); return true;
    case WF_OP_FMA: *result = multiply_add(a, b, c); return true;
    case WF_OP_FMIN: *result = choose(a, b, false); return true;
    case WF_OP_FMAX: *result = choose(a, b, true); return true;
    case WF_OP_FEQ: *result = relation(a, b) == 0; return true;
    case WF_OP_FNE: *result = relation(a, b) != 0; return true;
    case WF_OP_FLT: *result = relation(a, b) == -1; return true;
    case WF_OP_FLE: *result = relation(a, b) <= 0; return true;
    case WF_OP_FGT: *result = relation(a, b) == 1; return true;
    case WF_OP_FGE: *result = relation(a, b) == 0 || relation(a, b) == 1; return true;
    case WF_OP_FLOOR:
    case WF_OP_CEIL:
    case WF_OP_TRUNC:
    case WF_OP_RNDNE: *result = to_integral(op, b); return true;
    case WF_OP_F2I: *result = to_signed(b); return true;
    case WF_OP_F2U: *result = to_unsigned(b); return true;
    case WF_OP_I2F: *result = from_integer(b, true); return true;
    case WF_OP_U2F: *result = from_integer(b, false); return true;
    case WF_OP_F2H: *result = to_half(b); return true;
    case WF_OP_H2F: *result = from_half(b); return true;
    default: return false;
    }
}
