/* SPDX-License-Identifier: Apache-2.0
 * test_wide_convert.c - conversions between all widths of integers and floats, against C's own (integers, f32, f64) and exact integers
 * (f16, wf_half.h).  test_wide_convert [SEED [counts]]
 */
#include "wf_half.h"
#include "wf_wide.h"

#define NAMED(op) #op, Wfs##op

static bool build(struct wfs_code *c, const struct wide_case *t, wfs_val in[][2], wfs_val out[][2])
{
    return wfs_convert(c, t->op, t->width, t->to, in[0], out[0]);
}

static bool expect_integer(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    *out = (t->op == WfsOpSConvert ? (uint64_t)as_signed(in[0], t->width) : in[0]) & low_ones(t->to);
    return true;
}

/* ---- floats to integers ---- */

static double power_of_two(unsigned n)
{
    double p = 1;

    while (n-- > 0)
        p *= 2;
    return p;
}

/* Out of range there is no right answer, but doubles give the nearest integer of 32 or 64 bits, and NaNs 0. */
static bool expect_to_integer(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const double x = any_value(in[0], t->width);
    const bool is_signed = t->op == WfsOpConvertFToS;
    const double bound = power_of_two(is_signed ? t->to - 1 : t->to);

    if (!(x > (is_signed ? -bound - (t->to < 64) : -1.0) && x < bound) || (is_signed && t->to == 64 && x < -bound)) {
        *out = x != x ? 0 : x > 0 ? low_ones(is_signed ? t->to - 1 : t->to) : is_signed ? UINT64_C(1) << (t->to - 1) : 0;
        return t->width == 64 && t->to >= 32;
    }
    *out = (is_signed ? (uint64_t)(int64_t)x : (uint64_t)x) & low_ones(t->to);
    return true;
}

/* ---- integers to floats ---- */

static bool expect_to_float(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const bool is_signed = t->op == WfsOpConvertSToF;
    const int64_t s = as_signed(in[0], t->width);
    const bool negative = is_signed && s < 0;

    if (t->to == 16)
        *out = half_round(negative, negative ? 0 - (uint64_t)s : in[0], 0, false);
    else if (t->to == 32)
        *out = float_bits(is_signed ? (float)s : (float)in[0]);
    else
        *out = double_bits(is_signed ? (double)s : (double)in[0]);
    return true;
}

/* ---- floats to floats ---- */

static bool expect_float(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    if (t->to == 16)
        *out = half_of(t->width == 32 ? half_decode_ieee(in[0], 23, 8) : half_decode_ieee(in[0], 52, 11));
    else if (t->to == 32)
        *out = float_bits(t->width == 16 ? (float)half_value((uint32_t)in[0]) : (float)as_double(in[0]));
    else
        *out = double_bits(any_value(in[0], t->width));
    if (any_value(in[0], t->width) == any_value(in[0], t->width))
        return true;
    *out = t->to == 16 ? HALF_NAN : t->to == 32 ? 0x7fc00000 : UINT64_C(0x7ff8000000000000);
    return true;
}

static bool expect_quantized(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const uint32_t h = half_of(half_decode_ieee(in[0], 23, 8));

    (void)t;
    *out = (h & 0x7fff) < 0x400 ? (uint64_t)(h & HALF_SIGN) << 16 : float_bits((float)half_value(h));
    if (half_decode(h).nan)
        *out = 0x7fc00000;
    return true;
}

/* ---- vectors: floats around the numbers that the other type can just hold, or just not ---- */

static unsigned fraction_bits(unsigned width)
{
    return width == 16 ? 10 : width == 32 ? 23 : 52;
}

static uint64_t some_float(struct wide *w, unsigned width)
{
    const unsigned fraction = fraction_bits(width);
    const uint64_t exponents = low_ones(width - 1 - fraction), bias = exponents / 2;
    const uint32_t choice = check_random(&w->random);
    uint64_t exponent = bias + choice % 160 - 80;       /* numbers near 1, near an integer's bounds, near f16's and f32's */

    if (choice >> 28 < 2 || exponent > exponents)
        exponent = wide_random64(w) & exponents;
    if (choice >> 28 == 2 && width == 64)
        exponent = bias - 126 - choice % 30;            /* subnormal as f32 */
    uint64_t digits = wide_value(w, fraction, 0);
    if (choice >> 24 & 1)
        digits = digits << (choice >> 16 & 31) & low_ones(fraction);   /* few digits: ties */
    return (uint64_t)(choice >> 23 & 1) << (width - 1) | exponent << fraction | digits;
}

static void try_floats(struct wide *w, struct wide_case t, unsigned runs)
{
    uint64_t vector[WF_MAX_LANES][WIDE_INPUTS];

    wide_try(w, &t, 30);
    for (unsigned run = 0; run < runs; run++) {
        for (unsigned lane = 0; lane < WF_MAX_LANES; lane++)
            vector[lane][0] = some_float(w, t.width);
        wide_run(w, &t, run % 64 == 63, vector, run % 64 == 63 ? 1 : WF_MAX_LANES);
    }
}

/* ---- all of them ---- */

static struct wide_case conversion(const char *name, uint32_t op, unsigned from, unsigned to,
                                   bool (*expect)(const struct wide_case *t, const uint64_t *in, uint64_t *out))
{
    return (struct wide_case){.name = name, .op = op, .width = from, .to = to, .inputs = 1, .result_bits = to, .build = build, .expect = expect};
}

static void test_integers(struct wide *w)
{
    for (unsigned from = 8; from <= 64; from *= 2)
        for (unsigned to = 8; to <= 64; to *= 2)
            for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
                const struct wide_case t = is_signed ? conversion(NAMED(OpSConvert), from, to, expect_integer)
                                                     : conversion(NAMED(OpUConvert), from, to, expect_integer);
                wide_try(w, &t, 30);
            }
}

static void test_mixed(struct wide *w)
{
    for (unsigned integer = 8; integer <= 64; integer *= 2)
        for (unsigned width = 16; width <= 64; width *= 2) {
            for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
                const struct wide_case t = is_signed ? conversion(NAMED(OpConvertSToF), integer, width, expect_to_float)
                                                     : conversion(NAMED(OpConvertUToF), integer, width, expect_to_float);
                wide_try(w, &t, integer > 16 ? 1500 : 30);
            }
            try_floats(w, conversion(NAMED(OpConvertFToU), width, integer, expect_to_integer), width > 16 ? 600 : 30);
            try_floats(w, conversion(NAMED(OpConvertFToS), width, integer, expect_to_integer), width > 16 ? 600 : 30);
        }
}

static void test_floats(struct wide *w)
{
    for (unsigned from = 16; from <= 64; from *= 2) {
        for (unsigned to = 16; to <= 64; to *= 2)
            if (from != to)
                try_floats(w, conversion(NAMED(OpFConvert), from, to, expect_float), 3000);
    }
    try_floats(w, conversion(NAMED(OpQuantizeToF16), 32, 32, expect_quantized), 500);
}

static void tests(struct wide *w)
{
    test_integers(w);
    test_mixed(w);
    test_floats(w);
}

int main(int argc, char **argv)
{
    return wide_main(argc, argv, "wide_convert", tests);
}
