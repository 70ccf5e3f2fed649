/* SPDX-License-Identifier: Apache-2.0
 * test_wide_float.c - operations on f16 (all values of one operand; sums, products, quotients, square roots and fused multiply-add against
 * exact integers, wf_half.h), comparisons and kinds of all widths against C's double.  test_wide_float [SEED [counts]]
 */
#include "wf_half.h"
#include "wf_wide.h"

/* An opcode, or an instruction of GLSL.std.450, with operands; `good` says what is right. */
#define OP(id, operands, good) {.name = "Op" #id, .op = WfsOp##id, .inputs = operands, .build = build, .expect = good}
#define TRUTH(id, operands, good) \
    {.name = "Op" #id, .op = WfsOp##id, .inputs = operands, .result_bits = 1, .build = build, .expect = good}
#define GLSL(id, operands, good) {.name = "Glsl" #id, .op = WfsGlsl##id, .inputs = operands, .build = build_glsl, .expect = good}

static bool build(struct wfs_code *c, const struct wide_case *t, wfs_val in[][2], wfs_val out[][2])
{
    return wfs_float_op(c, t->op, t->width, in[0], t->inputs > 1 ? in[1] : NULL, out[0]);
}

static bool build_glsl(struct wfs_code *c, const struct wide_case *t, wfs_val in[][2], wfs_val out[][2])
{
    return wfs_float_glsl(c, t->op, t->width, in[0], t->inputs > 1 ? in[1] : NULL, t->inputs > 2 ? in[2] : NULL, out[0]);
}

/* ---- f16 ---- */

/* With a quotient that f32 does not hold exactly a remainder may be anything. */
static bool few_times(uint32_t x, uint32_t y)
{
    const double size = half_value(x & 0x7fff), step = half_value(y & 0x7fff);

    return !(size > 0x1p20 * step) || step == 0;
}

/* A remainder of the other sign than y: one y more.  The sign of a zero is open. */
static uint32_t half_mod(uint32_t x, uint32_t y)
{
    const uint32_t r = half_rem(x, y);

    return (r & 0x7fff) != 0 && r != HALF_NAN && ((r ^ y) & HALF_SIGN) != 0 ? half_fma(r, 0x3c00, y) : r;
}

static bool expect_half(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const uint32_t x = (uint32_t)in[0], y = t->inputs > 1 ? (uint32_t)in[1] : 0;

    switch (t->op) {
    case WfsOpFNegate: *out = x ^ HALF_SIGN; return true;
    case WfsOpIsNan: *out = half_decode(x).nan; return true;
    case WfsOpIsInf: *out = half_decode(x).infinite; return true;
    case WfsOpFAdd: *out = half_fma(x, 0x3c00, y); return true;
    case WfsOpFSub: *out = half_fma(x, 0x3c00, y ^ HALF_SIGN); return true;
    case WfsOpFMul: *out = half_mul(x, y); return true;
    case WfsOpFDiv: *out = half_div(x, y); return true;
    case WfsOpFRem: *out = half_rem(x, y); return few_times(x, y);
    case WfsOpFMod: *out = half_mod(x, y); return few_times(x, y) && (*out & 0x7fff) != 0;
    default: return false;
    }
}

static bool expect_half_glsl(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    switch (t->op) {
    case WfsGlslFAbs: *out = in[0] & 0x7fff; return true;
    case WfsGlslSqrt: *out = half_sqrt((uint32_t)in[0]); return true;
    default: *out = half_fma((uint32_t)in[0], (uint32_t)in[1], (uint32_t)in[2]); return true;
    }
}

static const struct wide_row halves[] = {
    {OP(FNegate, 1, expect_half), 1}, {TRUTH(IsNan, 1, expect_half), 1}, {TRUTH(IsInf, 1, expect_half), 1},
    {OP(FAdd, 2, expect_half), 4000}, {OP(FSub, 2, expect_half), 4000}, {OP(FMul, 2, expect_half), 4000}, {OP(FDiv, 2, expect_half), 4000},
    {OP(FRem, 2, expect_half), 4000}, {OP(FMod, 2, expect_half), 4000},
    {GLSL(FAbs, 1, expect_half_glsl), 1}, {GLSL(Sqrt, 1, expect_half_glsl), 1}, {GLSL(Fma, 3, expect_half_glsl), 4000},
};

/* A product of 12 bits or so stands halfway between two halves, and the smallest of summands says to which side it goes. */
static void test_half_ties(struct wide *w)
{
    uint64_t vector[WF_MAX_LANES][WIDE_INPUTS];
    const struct wide_case t = {.name = "fma near ties", .op = WfsGlslFma, .width = 16, .inputs = 3, .build = build_glsl,
                                .expect = expect_half_glsl};

    for (unsigned run = 0; run < 4000; run++) {
        for (unsigned lane = 0; lane < WF_MAX_LANES; lane++) {
            const uint32_t bits = check_random(&w->random), small = check_random(&w->random);
            vector[lane][0] = (bits & 0xf800) | (bits & 31) << 5;
            vector[lane][1] = (bits >> 16 & 0xf800) | (bits >> 5 & 63) << 5;
            vector[lane][2] = (small & HALF_SIGN) | (small & 0x7fff) >> (small >> 16 & 15);
        }
        wide_run(w, &t, 0, vector, WF_MAX_LANES);
    }
}

/* ---- comparisons of all widths ---- */

static bool expect_comparison(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const double x = any_value(in[0], t->width), y = any_value(in[1], t->width);
    const bool nan = x != x || y != y;

    switch (t->op) {
    case WfsOpFOrdEqual: *out = x == y; return true;
    case WfsOpFUnordEqual: *out = nan || x == y; return true;
    case WfsOpFOrdNotEqual: case WfsOpLessOrGreater: *out = !nan && x != y; return true;
    case WfsOpFUnordNotEqual: *out = nan || x != y; return true;
    case WfsOpFOrdLessThan: *out = x < y; return true;
    case WfsOpFUnordLessThan: *out = nan || x < y; return true;
    case WfsOpFOrdGreaterThan: *out = x > y; return true;
    case WfsOpFUnordGreaterThan: *out = nan || x > y; return true;
    case WfsOpFOrdLessThanEqual: *out = x <= y; return true;
    case WfsOpFUnordLessThanEqual: *out = nan || x <= y; return true;
    case WfsOpFOrdGreaterThanEqual: *out = x >= y; return true;
    case WfsOpFUnordGreaterThanEqual: *out = nan || x >= y; return true;
    case WfsOpOrdered: *out = !nan; return true;
    case WfsOpUnordered: *out = nan; return true;
    default: return false;
    }
}

/* Numbers of which many are equal, opposite, zeros, infinities and NaNs, and halves of words that differ. */
static uint64_t special(struct wide *w, unsigned width)
{
    const unsigned fraction = width == 16 ? 10 : width == 32 ? 23 : 52;
    const uint64_t top = low_ones(width - 1 - fraction) << fraction, one = top / 2 & top;
    const uint64_t value[] = {0, 1, top, top | 1, top | UINT64_C(1) << (fraction - 1), one, one + 1, one - 1, UINT64_C(1) << fraction,
                              (UINT64_C(1) << fraction) - 1, one | (UINT64_C(1) << 31 & low_ones(fraction))};
    const uint32_t choice = check_random(&w->random);

    if (choice & 1)
        return wide_value(w, width, 0);
    return value[(choice >> 1) % (sizeof value / sizeof *value)] | (uint64_t)(choice >> 31) << (width - 1);
}

#define COMPARISON(id) TRUTH(id, 2, expect_comparison)

static void test_comparisons(struct wide *w, unsigned width)
{
    static const struct wide_case comparisons[] = {
        COMPARISON(FOrdEqual), COMPARISON(FUnordEqual), COMPARISON(FOrdNotEqual), COMPARISON(FUnordNotEqual), COMPARISON(FOrdLessThan),
        COMPARISON(FUnordLessThan), COMPARISON(FOrdGreaterThan), COMPARISON(FUnordGreaterThan), COMPARISON(FOrdLessThanEqual),
        COMPARISON(FUnordLessThanEqual), COMPARISON(FOrdGreaterThanEqual), COMPARISON(FUnordGreaterThanEqual), COMPARISON(Ordered),
        COMPARISON(Unordered), COMPARISON(LessOrGreater),
    };
    uint64_t vector[WF_MAX_LANES][WIDE_INPUTS];

    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
        struct wide_case t = comparisons[i];
        t.width = width;
        w->show_counts = w->counts;
        for (unsigned run = 0; run < 150; run++) {
            for (unsigned lane = 0; lane < WF_MAX_LANES; lane++)
                for (unsigned k = 0; k < 2; k++)
                    vector[lane][k] = k && lane % 4 == 0 ? vector[lane][0] : special(w, width);
            wide_run(w, &t, run < 100 ? 0 : run % 4, vector, run < 100 || run % 4 < 3 ? WF_MAX_LANES : 1);
        }
    }
}

/* ---- kinds of f32 and f64 ---- */

static bool expect_float(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const double x = any_value(in[0], t->width);

    switch (t->op) {
    case WfsOpFNegate: *out = in[0] ^ UINT64_C(1) << (t->width - 1); return true;
    case WfsOpIsNan: *out = x != x; return true;
    default: *out = x == x && x - x != 0; return true;
    }
}

static const struct wide_row kinds[] = {
    {OP(FNegate, 1, expect_float), 100}, {TRUTH(IsNan, 1, expect_float), 100}, {TRUTH(IsInf, 1, expect_float), 100}};

static void tests(struct wide *w)
{
    wide_try_all(w, halves, sizeof halves / sizeof *halves, 16);
    test_half_ties(w);
    for (unsigned width = 16; width <= 64; width *= 2)
        test_comparisons(w, width);
    wide_try_all(w, kinds, sizeof kinds / sizeof *kinds, 32);
    wide_try_all(w, kinds, sizeof kinds / sizeof *kinds, 64);
}

int main(int argc, char **argv)
{
    return wide_main(argc, argv, "wide_float", tests);
}
