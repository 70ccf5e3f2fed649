/* SPDX-License-Identifier: Apache-2.0
 * dot.c - integer dot products, OpSDot .. OpSUDotAccSat: of vectors, or of four bytes packed into a word.
 *
 * Components are extended to the width of the result; products and sums wrap there.  AccSat adds the accumulator and
 * saturates; that a sum before it overflows is undefined.
 */
#include "lower.h"

#include "../math/pair.h"
#include "../math/wide.h"

struct side {
    const wfs_val *word;
    uint32_t count, width, words;       /* words: of a component */
    bool is_signed;
    wfs_val packed[4];
};

static bool is_accumulating(uint32_t op)
{
    return op == WfsOpSDotAccSat || op == WfsOpUDotAccSat || op == WfsOpSUDotAccSat;
}

/* The components of an operand, each in a word of its own. */
static void read_side(struct wfs_lower *l, uint32_t at, uint32_t n, bool packed, struct side *s)
{
    const struct wfs_value *v = wfs_value(l, wfs_operand(l->m, at, n));
    const struct wfs_type *t = wfs_scalar(v->type);

    if (!v->word || t->kind != WFS_INT || (packed && (v->words != 1 || t->width != 32)))
        wfs_refuse(l->m, at,
                   "operand %u is %s; expected a vector of integers, or a word of four bytes",
                   (unsigned)n, wfs_type_shown(l->m, v->type));
    s->word = v->word;
    s->words = (uint32_t)t->words;
    s->count = v->words / s->words;
    s->width = t->width;
    if (!packed)
        return;
    for (uint32_t i = 0; i < 4; i++)
        s->packed[i] = wfs_bfeu(l->code, v->word[0], wfs_const(8 * i | 8 << 8));
    s->word = s->packed;
    s->words = 1;
    s->count = 4;
    s->width = 8;
}

static wfs_val component(struct wfs_lower *l, const struct side *s, uint32_t i)
{
    return s->is_signed ? wfs_sign_extend(l->code, s->width, s->word[i]) : s->word[i];
}

/* x + y of numbers of `width` bits, held at the ends of what they can be. */
static wfs_val saturating_add(struct wfs_lower *l, uint32_t width, bool is_signed, wfs_val x, wfs_val y)
{
    struct wfs_code *c = l->code;
    const uint32_t top = width < 32 ? (1U << width) - 1 : UINT32_MAX;

    if (!is_signed) {
        const wfs_val sum = wfs_add(c, x, y);
        return width < 32 ? wfs_minu(c, sum, wfs_const(top)) : wfs_sel(c, wfs_ltu(c, sum, x), wfs_const(top), sum);
    }
    x = wfs_sign_extend(c, width, x);
    y = wfs_sign_extend(c, width, y);
    const wfs_val sum = wfs_add(c, x, y);
    if (width < 32)
        return wfs_cut(c, width, wfs_maxs(c, wfs_mins(c, sum, wfs_const(top >> 1)), wfs_const(~(top >> 1))));
    const wfs_val over = wfs_lts(c, wfs_and(c, wfs_xor(c, x, sum), wfs_xor(c, y, sum)), wfs_const(0));
    return wfs_sel(c, over, wfs_xor(c, wfs_sar(c, x, wfs_const(31)), wfs_const(0x7fffffff)), sum);
}

/* ---- 64 bits ---- */

static struct wfs_pair wide_component(struct wfs_lower *l, const struct side *s, uint32_t i)
{
    wfs_val word[2];

    wfs_convert(l->code, s->is_signed ? WfsOpSConvert : WfsOpUConvert, s->width, 64, &s->word[i * s->words], word);
    return wfs_pair_at(word);
}

static struct wfs_pair wide_saturating_add(struct wfs_lower *l, bool is_signed, struct wfs_pair x, struct wfs_pair y)
{
    struct wfs_code *c = l->code;
    const struct wfs_pair sum = wfs_pair_add(c, x, y);

    if (!is_signed)
        return wfs_pair_sel(c, wfs_pair_lt(c, sum, x, false), wfs_pair_const(UINT64_MAX), sum);
    const wfs_val over = wfs_lts(c, wfs_and(c, wfs_xor(c, x.hi, sum.hi), wfs_xor(c, y.hi, sum.hi)), wfs_const(0));
    const wfs_val sign = wfs_sar(c, x.hi, wfs_const(31));
    const struct wfs_pair end = wfs_pair(wfs_not(c, sign), wfs_xor(c, sign, wfs_const(INT32_MAX)));
    return wfs_pair_sel(c, over, end, sum);
}

static void wide_dot(struct wfs_lower *l, uint32_t at, const struct side *x, const struct side *y,
                     struct wfs_value *v)
{
    struct wfs_pair sum = wfs_pair_const(0);

    for (uint32_t i = 0; i < x->count; i++)
        sum = wfs_pair_add(l->code, sum,
                           wfs_pair_mul(l->code, wide_component(l, x, i), wide_component(l, y, i)));
    if (is_accumulating(wfs_op_at(l->m, at))) {
        const struct wfs_value *more = wfs_value(l, wfs_operand(l->m, at, 5));

        if (!more->word || more->words != 2)
            wfs_refuse(l->m, at, "its accumulator is %s", wfs_type_shown(l->m, more->type));
        sum = wide_saturating_add(l, x->is_signed, sum, wfs_pair_at(more->word));
    }
    v->word[0] = sum.lo;
    v->word[1] = sum.hi;
}

void wfs_lower_dot(struct wfs_lower *l, uint32_t at)
{
    const uint32_t op = wfs_op_at(l->m, at);
    const bool both = op == WfsOpSDot || op == WfsOpSDotAccSat,
               first = both || op == WfsOpSUDot || op == WfsOpSUDotAccSat;
    const bool packed = wfs_length_at(l->m, at) > (is_accumulating(op) ? 6U : 5U);
    struct wfs_value *v = wfs_result(l, at);
    struct side x = {.is_signed = first}, y = {.is_signed = both};

    read_side(l, at, 3, packed, &x);
    read_side(l, at, 4, packed, &y);
    if (v->type->kind != WFS_INT || x.width > v->type->width || y.width > v->type->width || x.count != y.count)
        wfs_refuse(l->m, at, "its type is %s; expected an integer as wide as its operands, which are of one size",
                   wfs_type_shown(l->m, v->type));
    if (v->type->width == 64) {
        wide_dot(l, at, &x, &y, v);
        return;
    }
    wfs_val sum = wfs_const(0);
    for (uint32_t i = 0; i < x.count; i++)
        sum = wfs_mad(l->code, component(l, &x, i), component(l, &y, i), sum);
    sum = wfs_cut(l->code, v->type->width, sum);
    v->word[0] = is_accumulating(op)
                     ? saturating_add(l, v->type->width, first, sum, wfs_word(l, wfs_operand(l->m, at, 5)))
                     : sum;
}
