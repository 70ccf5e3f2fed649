/* SPDX-License-Identifier: Apache-2.0 */
#include "waves.h"

#include <math.h>
#include <string.h>

static uint64_t mask_of(const struct type *t)
{
    return t->kind == 'b' ? 1 : t->width == 64 ? UINT64_MAX : (UINT64_C(1) << t->width) - 1;
}

/* ---- numbers ---- */

static double half_value(uint32_t bits)
{
    const int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
    const double size = exponent == 31 ? INFINITY : exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);

    return bits >> 15 & 1 ? -size : size;
}

/* Of a number that has such bits. */
static uint32_t half_bits(double value)
{
    const uint32_t sign = signbit(value) ? 0x8000 : 0;
    uint32_t low = 0, high = 0x7c00;    /* bits of the same sign are in the order of their sizes */

    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (half_value(middle) < fabs(value))
            low = middle + 1;
        else
            high = middle;
    }
    return sign | low;
}

static double value_of(const struct type *t, uint64_t bits)
{
    double d;
    float f;
    uint32_t word = (uint32_t)bits;

    if (t->width == 16)
        return half_value(word);
    if (t->width == 64) {
        memcpy(&d, &bits, sizeof d);
        return d;
    }
    memcpy(&f, &word, sizeof f);
    return f;
}

static uint64_t float_bits(const struct type *t, double value)
{
    const float f = (float)value;
    uint64_t bits = 0;
    uint32_t word;

    if (t->width == 16)
        return half_bits(value);
    if (t->width == 64) {
        memcpy(&bits, &value, sizeof bits);
        return bits;
    }
    memcpy(&word, &f, sizeof word);
    return word;
}

uint64_t bits_of(const struct type *t, double value)
{
    return t->kind == 'f' ? float_bits(t, value) : (uint64_t)(int64_t)value & mask_of(t);
}

static int64_t signed_of(const struct type *t, uint64_t bits)
{
    const unsigned unused = 64 - t->width;

    return (int64_t)(bits << unused) >> unused;
}

/* ---- arithmetic ---- */

bool has_arith(const struct type *t, enum arith arith)
{
    return t->kind == 'b' ? arith >= AND : t->kind != 'f' || arith < AND;
}

static bool is_less(const struct type *t, uint64_t x, uint64_t y)
{
    return t->kind == 'f' ? value_of(t, x) < value_of(t, y) : t->kind == 's' ? signed_of(t, x) < signed_of(t, y) : x < y;
}

static uint64_t combine(const struct type *t, enum arith arith, uint64_t x, uint64_t y)
{
    switch (arith) {
    case ADD: return t->kind == 'f' ? float_bits(t, value_of(t, x) + value_of(t, y)) : (x + y) & mask_of(t);
    case MUL: return t->kind == 'f' ? float_bits(t, value_of(t, x) * value_of(t, y)) : (x * y) & mask_of(t);
    case MIN: return is_less(t, y, x) ? y : x;
    case MAX: return is_less(t, x, y) ? y : x;
    case AND: return x & y;
    case OR: return x | y;
    default: return x ^ y;
    }
}

static uint64_t identity(const struct type *t, enum arith arith)
{
    const uint64_t top = t->width ? UINT64_C(1) << (t->width - 1) : 0;

    switch (arith) {
    case MUL: return bits_of(t, 1);
    case MIN: return t->kind == 'f' ? float_bits(t, INFINITY) : t->kind == 's' ? top - 1 : mask_of(t);
    case MAX: return t->kind == 'f' ? float_bits(t, -INFINITY) : t->kind == 's' ? top : 0;
    case AND: return mask_of(t);
    default: return 0;
    }
}

/* ---- a lane ---- */

/* Lanes first..end-1 that are active and, if `partitioned`, have the key of this lane. */
static uint64_t fold(const struct wave *w, const struct type *t, enum arith arith, unsigned first, unsigned end, bool partitioned, unsigned lane)
{
    uint64_t met = identity(t, arith);
    bool any = false;

    for (unsigned i = first; i < end; i++)
        if (w->active[i] && (!partitioned || w->key[i] == w->key[lane])) {
            met = any ? combine(t, arith, met, w->value[i]) : w->value[i];
            any = true;
        }
    return met;
}

static unsigned count(const struct wave *w, unsigned end)
{
    unsigned n = 0;

    for (unsigned i = 0; i < end; i++)
        n += w->active[i] && (w->value[i] & 1);
    return n;
}

/* Of a ballot of the lanes that have a property: bits 64 * high .. */
static uint64_t ballot(const struct wave *w, bool high, const uint32_t *key, unsigned lane)
{
    uint64_t bits = 0;

    for (unsigned i = 0; i < 64 && 64 * high + i < w->size; i++) {
        const unsigned at = 64 * high + i;
        bits |= (uint64_t)(w->active[at] && (key ? key[at] == key[lane] : (w->value[at] & 1))) << i;
    }
    return bits;
}

static bool read(const struct wave *w, unsigned from, uint64_t *result)
{
    *result = from < w->size ? w->value[from] : 0;
    return from < w->size && w->active[from];
}

static bool vote(const struct wave *w, unsigned first, unsigned end, bool any)
{
    bool met = !any;

    for (unsigned i = first; i < end; i++)
        if (w->active[i])
            met = any ? met || (w->value[i] & 1) : met && (w->value[i] & 1);
    return met;
}

static bool is_alike(const struct wave *w, const struct type *t)
{
    const uint64_t *first = NULL;
    bool same = true;

    for (unsigned i = 0; i < w->size; i++)
        if (w->active[i]) {
            first = first ? first : &w->alike[i];
            same &= ((w->alike[i] ^ *first) & mask_of(t)) == 0;
        }
    return same;
}

static unsigned first_active(const struct wave *w)
{
    unsigned i = 0;

    while (i < w->size && !w->active[i])
        i++;
    return i;
}

/* The lowest or highest lane of the ballot of values; false: it is empty, and the result undefined. */
static bool find(const struct wave *w, bool highest, uint64_t *result)
{
    bool any = false;

    for (unsigned i = 0; i < w->size; i++)
        if (w->active[i] && (w->value[i] & 1) && (highest || !any)) {
            *result = i;
            any = true;
        }
    return any;
}

static bool is_whole_quad(const struct wave *w, unsigned lane)
{
    bool whole = true;

    for (unsigned i = 0; i < 4; i++)
        whole &= w->active[(lane & ~3U) + i];
    return whole;
}

bool wave_result(const struct wave *w, const struct type *t, enum what what, enum arith arith, unsigned number, unsigned lane,
                 uint64_t *result)
{
    const unsigned cluster = what == CLUSTERED || what == ROTATE_CLUSTERED ? lane / number * number : 0, quad = lane & ~3U;

    *result = 0;
    switch (what) {
    case REDUCE: *result = fold(w, t, arith, 0, w->size, false, lane); return true;
    case INCLUSIVE: *result = fold(w, t, arith, 0, lane + 1, false, lane); return true;
    case EXCLUSIVE: *result = fold(w, t, arith, 0, lane, false, lane); return true;
    case CLUSTERED: *result = fold(w, t, arith, cluster, cluster + number, false, lane); return true;
    case PARTITIONED_REDUCE: *result = fold(w, t, arith, 0, w->size, true, lane); return true;
    case PARTITIONED_INCLUSIVE: *result = fold(w, t, arith, 0, lane + 1, true, lane); return true;
    case PARTITIONED_EXCLUSIVE: *result = fold(w, t, arith, 0, lane, true, lane); return true;
    case BROADCAST: return read(w, number, result);
    case BROADCAST_FIRST: return read(w, first_active(w), result);
    case SHUFFLE: return read(w, (lane * number + 3) % w->size, result);
    case SHUFFLE_XOR: return read(w, lane ^ number, result);
    case SHUFFLE_UP: return lane >= number && read(w, lane - number, result);
    case SHUFFLE_DOWN: return read(w, lane + number, result);
    case ROTATE: return read(w, (lane + number) % w->size, result);
    case ROTATE_CLUSTERED: return read(w, cluster + (lane + 3) % number, result);
    case QUAD_BROADCAST: return read(w, quad + number, result);
    case QUAD_HORIZONTAL: return read(w, lane ^ 1, result);
    case QUAD_VERTICAL: return read(w, lane ^ 2, result);
    case QUAD_DIAGONAL: return read(w, lane ^ 3, result);
    case ALL_EQUAL: *result = is_alike(w, t); return true;
    case ELECT: *result = lane == first_active(w); return true;
    case ALL: *result = vote(w, 0, w->size, false); return true;
    case ANY: *result = vote(w, 0, w->size, true); return true;
    case BALLOT: *result = ballot(w, false, NULL, lane); return true;
    case BALLOT_HIGH: *result = ballot(w, true, NULL, lane); return true;
    case INVERSE_BALLOT: *result = w->value[lane] & 1; return true;
    case BIT_EXTRACT: *result = number < w->size && w->active[number] && (w->value[number] & 1); return true;
    case BIT_COUNT: *result = count(w, w->size); return true;
    case BIT_COUNT_INCLUSIVE: *result = count(w, lane + 1); return true;
    case BIT_COUNT_EXCLUSIVE: *result = count(w, lane); return true;
    case FIND_LSB: return find(w, false, result);
    case FIND_MSB: return find(w, true, result);
    case PARTITION: *result = ballot(w, false, w->key, lane); return true;
    case PARTITION_HIGH: *result = ballot(w, true, w->key, lane); return true;
    case QUAD_ALL: *result = vote(w, quad, quad + 4, false); return is_whole_quad(w, lane);
    case QUAD_ANY: *result = vote(w, quad, quad + 4, true); return is_whole_quad(w, lane);
    }
    return false;
}
