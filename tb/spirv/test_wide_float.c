/* SPDX-License-Identifier: Apache-2.0
 *
 * test_wide_float.c - operations on f16 (all values of one operand; sums, products, quotients, square roots and fused multiply-add against
 * exact integers, wf_half.h), comparisons of f32, and what there is of f64, against C's double.  test_wide_float [SEED [counts]]
 */
#include "wf_half.h"
#include "wf_wide.h"

#define NAMED(op) #op, Wfs##op

static bool show_counts;

static void try(struct wide *w, struct wide_case t, unsigned runs)
{
    w->show_counts = show_counts;
    wide_try(w, &t, runs);
}

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

static void test_half(struct wide *w)
{
    static const struct { const char *name; uint32_t op; unsigned inputs, bits; } row[] = {
        {NAMED(OpFNegate), 1, 16}, {NAMED(OpIsNan), 1, 1}, {NAMED(OpIsInf), 1, 1},
        {NAMED(OpFAdd), 2, 16}, {NAMED(OpFSub), 2, 16}, {NAMED(OpFMul), 2, 16}, {NAMED(OpFDiv), 2, 16}, {NAMED(OpFRem), 2, 16},
        {NAMED(OpFMod), 2, 16},
    };
    static const struct { const char *name; uint32_t op; unsigned inputs; } glsl[] = {
        {NAMED(GlslFAbs), 1}, {NAMED(GlslSqrt), 1}, {NAMED(GlslFma), 3}};

    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        try(w, (struct wide_case){.name = row[i].name, .op = row[i].op, .width = 16, .inputs = row[i].inputs, .results = 1,
                                  .result_bits = row[i].bits, .build = build, .expect = expect_half}, row[i].inputs > 1 ? 4000 : 1);
    for (size_t i = 0; i < sizeof glsl / sizeof *glsl; i++)
        try(w, (struct wide_case){.name = glsl[i].name, .op = glsl[i].op, .width = 16, .inputs = glsl[i].inputs, .results = 1,
                                  .result_bits = 16, .build = build_glsl, .expect = expect_half_glsl}, glsl[i].inputs > 1 ? 4000 : 1);
}

/* A product of 12 bits or so stands halfway between two halves, and the smallest of summands says to which side it goes. */
static void test_half_ties(struct wide *w)
{
    uint64_t vector[WF_MAX_LANES][WIDE_INPUTS];
    const struct wide_case t = {.name = "fma near ties", .op = WfsGlslFma, .width = 16, .inputs = 3, .results = 1, .result_bits = 16,
                                .build = build_glsl, .expect = expect_half_glsl};

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

static double value_of(uint64_t bits, unsigned width)
{
    const uint32_t word = (uint32_t)bits;
    float f;
    double d;

    if (width == 16)
        return half_value(word);
    memcpy(&f, &word, sizeof f);
    memcpy(&d, &bits, sizeof d);
    return width == 32 ? (double)f : d;
}

static bool expect_comparison(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const double x = value_of(in[0], t->width), y = value_of(in[1], t->width);
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
    const uint64_t top = wide_ones(width - 1 - fraction) << fraction, one = top / 2 & top;
    const uint64_t value[] = {0, 1, top, top | 1, top | UINT64_C(1) << (fraction - 1), one, one + 1, one - 1, UINT64_C(1) << fraction,
                              (UINT64_C(1) << fraction) - 1, one | (UINT64_C(1) << 31 & wide_ones(fraction))};
    const uint32_t choice = check_random(&w->random);

    if (choice & 1)
        return wide_value(w, width, 0);
    return value[(choice >> 1) % (sizeof value / sizeof *value)] | (uint64_t)(choice >> 31) << (width - 1);
}

static void test_comparisons(struct wide *w, unsigned width)
{
    static const struct { const char *name; uint32_t op; } row[] = {
        {NAMED(OpFOrdEqual)}, {NAMED(OpFUnordEqual)}, {NAMED(OpFOrdNotEqual)}, {NAMED(OpFUnordNotEqual)}, {NAMED(OpFOrdLessThan)},
        {NAMED(OpFUnordLessThan)}, {NAMED(OpFOrdGreaterThan)}, {NAMED(OpFUnordGreaterThan)}, {NAMED(OpFOrdLessThanEqual)},
        {NAMED(OpFUnordLessThanEqual)}, {NAMED(OpFOrdGreaterThanEqual)}, {NAMED(OpFUnordGreaterThanEqual)}, {NAMED(OpOrdered)},
        {NAMED(OpUnordered)}, {NAMED(OpLessOrGreater)},
    };
    uint64_t vector[WF_MAX_LANES][WIDE_INPUTS];

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const struct wide_case t = {.name = row[i].name, .op = row[i].op, .width = width, .inputs = 2, .results = 1, .result_bits = 1,
                                    .build = build, .expect = expect_comparison};
        w->show_counts = show_counts;
        for (unsigned run = 0; run < 150; run++) {
            for (unsigned lane = 0; lane < WF_MAX_LANES; lane++)
                for (unsigned k = 0; k < 2; k++)
                    vector[lane][k] = k && lane % 4 == 0 ? vector[lane][0] : special(w, width);
            wide_run(w, &t, run < 100 ? 0 : run % 4, vector, run < 100 || run % 4 < 3 ? WF_MAX_LANES : 1);
        }
    }
}

/* ---- f64, and the kinds of f32 ---- */

static uint64_t bits_of(double d)
{
    uint64_t bits;

    memcpy(&bits, &d, sizeof bits);
    return bits;
}

static bool expect_float(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const double x = value_of(in[0], t->width);

    switch (t->op) {
    case WfsOpFNegate: *out = in[0] ^ UINT64_C(1) << (t->width - 1); return true;
    case WfsOpIsNan: *out = x != x; return true;
    default: *out = x == x && x - x != 0; return true;
    }
}

static double lesser(double x, double y)
{
    return x != x ? y : y != y || x < y ? x : y;
}

static double greater(double x, double y)
{
    return x != x ? y : y != y || x > y ? x : y;
}

static bool expect_double_glsl(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const double x = value_of(in[0], 64), y = t->inputs > 1 ? value_of(in[1], 64) : 0, z = t->inputs > 2 ? value_of(in[2], 64) : 0;
    double result;

    switch (t->op) {
    case WfsGlslFAbs: *out = in[0] & (UINT64_MAX >> 1); return true;
    case WfsGlslFSign: *out = bits_of(x < 0 ? -1.0 : x > 0 ? 1.0 : x); return x == x;
    case WfsGlslFMin: case WfsGlslNMin: result = lesser(x, y); break;
    case WfsGlslFMax: case WfsGlslNMax: result = greater(x, y); break;
    default: if (!(y <= z)) return false; result = lesser(greater(x, y), z); break;
    }
    *out = bits_of(result);
    return result == result && result != 0;     /* which zero, and which NaN, is open */
}

static void test_double(struct wide *w)
{
    static const struct { const char *name; uint32_t op; bool truth; } row[] = {
        {NAMED(OpFNegate), false}, {NAMED(OpIsNan), true}, {NAMED(OpIsInf), true}};
    static const struct { const char *name; uint32_t op; unsigned inputs; } glsl[] = {
        {NAMED(GlslFAbs), 1}, {NAMED(GlslFSign), 1}, {NAMED(GlslFMin), 2}, {NAMED(GlslNMin), 2}, {NAMED(GlslFMax), 2}, {NAMED(GlslNMax), 2},
        {NAMED(GlslFClamp), 3}, {NAMED(GlslNClamp), 3},
    };
    uint64_t vector[WF_MAX_LANES][WIDE_INPUTS];

    for (unsigned i = 0; i < 6; i++)
        try(w, (struct wide_case){.name = row[i / 2].name, .op = row[i / 2].op, .width = 32U << i % 2, .inputs = 1, .results = 1,
                                  .result_bits = row[i / 2].truth ? 1 : 32U << i % 2, .build = build, .expect = expect_float}, 100);
    for (size_t i = 0; i < sizeof glsl / sizeof *glsl; i++) {
        const struct wide_case t = {.name = glsl[i].name, .op = glsl[i].op, .width = 64, .inputs = glsl[i].inputs, .results = 1, .result_bits = 64,
                                    .build = build_glsl, .expect = expect_double_glsl};
        w->show_counts = show_counts;
        for (unsigned run = 0; run < 200; run++) {
            for (unsigned lane = 0; lane < WF_MAX_LANES; lane++)
                for (unsigned k = 0; k < t.inputs; k++)
                    vector[lane][k] = special(w, 64);
            wide_run(w, &t, 0, vector, WF_MAX_LANES);
        }
    }
}

int main(int argc, char **argv)
{
    static struct wide w;

    w.random = argc > 1 ? strtoull(argv[1], NULL, 10) * UINT64_C(0x9e3779b97f4a7c15) + 1 : 1;
    w.random += w.random == 0;
    show_counts = argc > 2;
    test_half(&w);
    test_half_ties(&w);
    for (unsigned width = 16; width <= 64; width *= 2)
        test_comparisons(&w, width);
    test_double(&w);
    rows_end(&w.rows);
    return check_end("wide_float");
}
