/* SPDX-License-Identifier: Apache-2.0
 *
 * test_wide.c - integer operations of 8, 16, 32 and 64 bits as the front-end writes them, against C's own arithmetic of 64 bits.
 * test_wide [SEED [counts]]: the second word prints how many instructions each operation takes.
 */
#include "wf_wide.h"

static bool show_counts;

static int64_t as_signed(uint64_t x, unsigned bits)
{
    const uint64_t sign = UINT64_C(1) << (bits - 1);

    return (int64_t)((x ^ sign) - sign);
}

static uint64_t shift_right_signed(int64_t x, unsigned n)
{
    return x < 0 ? ~(~(uint64_t)x >> n) : (uint64_t)x >> n;
}

/* ---- opcodes of two operands ---- */

static bool build_binary(struct wfs_code *c, const struct wide_case *t, wfs_val in[][2], wfs_val out[][2])
{
    return wfs_integer(c, t->op, t->width, in[0], in[1], out[0]);
}

static bool expect_division(const struct wide_case *t, int64_t a, int64_t b, const uint64_t *in, uint64_t *out)
{
    const bool overflows = b == -1 && (uint64_t)in[0] == UINT64_C(1) << (t->width - 1);

    if (in[1] == 0 || (overflows && t->op != WfsOpUDiv && t->op != WfsOpUMod))
        return false;
    switch (t->op) {
    case WfsOpUDiv: *out = in[0] / in[1]; return true;
    case WfsOpUMod: *out = in[0] % in[1]; return true;
    case WfsOpSDiv: *out = (uint64_t)(a / b); return true;
    case WfsOpSRem: *out = (uint64_t)(a % b); return true;
    default: *out = (uint64_t)(a % b != 0 && (a % b < 0) != (b < 0) ? a % b + b : a % b); return true;
    }
}

static bool expect_binary(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const uint64_t x = in[0], y = in[1];
    const int64_t a = as_signed(x, t->width), b = as_signed(y, t->width);

    switch (t->op) {
    case WfsOpIAdd: *out = x + y; break;
    case WfsOpISub: *out = x - y; break;
    case WfsOpIMul: *out = x * y; break;
    case WfsOpBitwiseAnd: *out = x & y; break;
    case WfsOpBitwiseOr: *out = x | y; break;
    case WfsOpBitwiseXor: *out = x ^ y; break;
    case WfsOpIEqual: *out = x == y; break;
    case WfsOpINotEqual: *out = x != y; break;
    case WfsOpULessThan: *out = x < y; break;
    case WfsOpSLessThan: *out = a < b; break;
    case WfsOpULessThanEqual: *out = x <= y; break;
    case WfsOpSLessThanEqual: *out = a <= b; break;
    case WfsOpUGreaterThan: *out = x > y; break;
    case WfsOpSGreaterThan: *out = a > b; break;
    case WfsOpUGreaterThanEqual: *out = x >= y; break;
    case WfsOpSGreaterThanEqual: *out = a >= b; break;
    default:
        if (!expect_division(t, a, b, in, out))
            return false;
        break;
    }
    *out &= wide_ones(t->width);
    return true;
}

static bool expect_shift(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    if (in[1] >= t->width)
        return false;
    switch (t->op) {
    case WfsOpShiftLeftLogical: *out = in[0] << in[1] & wide_ones(t->width); return true;
    case WfsOpShiftRightLogical: *out = in[0] >> in[1]; return true;
    default: *out = shift_right_signed(as_signed(in[0], t->width), (unsigned)in[1]) & wide_ones(t->width); return true;
    }
}

/* Words that become 64 bits wide and are multiplied. */
static bool build_wide_product(struct wfs_code *c, const struct wide_case *t, wfs_val in[][2], wfs_val out[][2])
{
    wfs_val x[2], y[2];

    return wfs_convert(c, t->op, 32, 64, in[0], x) && wfs_convert(c, t->to ? t->to : t->op, 32, 64, in[1], y) &&
           wfs_integer(c, WfsOpIMul, 64, x, y, out[0]);
}

static bool expect_wide_product(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const uint64_t x = t->op == WfsOpSConvert ? (uint64_t)as_signed(in[0], 32) : in[0];

    *out = x * (t->op == WfsOpSConvert && t->to == 0 ? (uint64_t)as_signed(in[1], 32) : in[1]);
    return true;
}

/* ---- one operand ---- */

static bool build_unary(struct wfs_code *c, const struct wide_case *t, wfs_val in[][2], wfs_val out[][2])
{
    return wfs_integer(c, t->op, t->width, in[0], NULL, out[0]);
}

static uint64_t reversed(uint64_t x, unsigned bits)
{
    uint64_t y = 0;

    for (unsigned i = 0; i < bits; i++)
        y |= (x >> i & 1) << (bits - 1 - i);
    return y;
}

static uint64_t ones_of(uint64_t x)
{
    uint64_t n = 0;

    for (; x; x &= x - 1)
        n++;
    return n;
}

static bool expect_unary(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    switch (t->op) {
    case WfsOpSNegate: *out = 0 - in[0]; break;
    case WfsOpNot: *out = ~in[0]; break;
    case WfsOpBitReverse: *out = reversed(in[0], t->width); break;
    default: *out = ones_of(in[0]); break;
    }
    *out &= wide_ones(t->width);
    return true;
}

/* ---- GLSL.std.450 ---- */

static bool build_glsl(struct wfs_code *c, const struct wide_case *t, wfs_val in[][2], wfs_val out[][2])
{
    return wfs_integer_glsl(c, t->op, t->width, in[0], t->inputs > 1 ? in[1] : NULL, t->inputs > 2 ? in[2] : NULL, out[0]);
}

static uint64_t highest_of(uint64_t x)
{
    uint64_t at = UINT64_MAX;

    for (unsigned i = 0; i < 64; i++)
        if (x >> i & 1)
            at = i;
    return at;
}

static uint64_t lowest_of(uint64_t x)
{
    return x ? highest_of(x & (0 - x)) : UINT64_MAX;
}

static bool expect_glsl(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const uint64_t x = in[0], y = t->inputs > 1 ? in[1] : 0, z = t->inputs > 2 ? in[2] : 0;
    const int64_t a = as_signed(x, t->width), b = as_signed(y, t->width), d = as_signed(z, t->width);

    switch (t->op) {
    case WfsGlslSAbs: *out = a < 0 ? 0 - x : x; break;
    case WfsGlslSSign: *out = a < 0 ? UINT64_MAX : a > 0; break;
    case WfsGlslUMin: *out = x < y ? x : y; break;
    case WfsGlslUMax: *out = x > y ? x : y; break;
    case WfsGlslSMin: *out = a < b ? x : y; break;
    case WfsGlslSMax: *out = a > b ? x : y; break;
    case WfsGlslUClamp: if (y > z) return false; *out = x < y ? y : x > z ? z : x; break;
    case WfsGlslSClamp: if (b > d) return false; *out = a < b ? y : a > d ? z : x; break;
    case WfsGlslFindILsb: *out = lowest_of(x); break;
    case WfsGlslFindUMsb: *out = highest_of(x); break;
    default: *out = highest_of(a < 0 ? ~(uint64_t)a : x); break;
    }
    *out &= wide_ones(t->width);
    return true;
}

/* ---- results of double width ---- */

static bool build_extended(struct wfs_code *c, const struct wide_case *t, wfs_val in[][2], wfs_val out[][2])
{
    return wfs_integer_extended(c, t->op, t->width, in[0], in[1], out[0], out[1]);
}

static bool expect_extended(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const uint64_t x = in[0], y = in[1], ones = wide_ones(t->width);

    if (t->op == WfsOpIAddCarry || t->op == WfsOpISubBorrow) {
        out[0] = (t->op == WfsOpIAddCarry ? x + y : x - y) & ones;
        out[1] = t->op == WfsOpIAddCarry ? out[0] < x : x < y;
        return true;
    }
    /* schoolbook, half a width at a time */
    const unsigned half = t->width / 2;
    const uint64_t half_ones = wide_ones(half), a = x & half_ones, b = x >> half, p = y & half_ones, q = y >> half;
    const uint64_t middle = b * p + (a * p >> half);
    const uint64_t more = a * q + (middle & half_ones);

    out[0] = x * y & ones;
    out[1] = b * q + (middle >> half) + (more >> half);
    if (t->op == WfsOpSMulExtended)
        out[1] -= (as_signed(x, t->width) < 0 ? y : 0) + (as_signed(y, t->width) < 0 ? x : 0);
    out[1] &= ones;
    return true;
}

/* ---- bit fields: base, offset, count, and what is inserted ---- */

static bool build_field(struct wfs_code *c, const struct wide_case *t, wfs_val in[][2], wfs_val out[][2])
{
    return wfs_bitfield(c, t->op, t->width, in[0], in[3], in[1][0], in[2][0], out[0]);
}

static bool expect_field(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const uint64_t offset = in[1], count = in[2], ones = count ? wide_ones((unsigned)count) : 0;

    if (offset + count > t->width)
        return false;
    if (t->op == WfsOpBitFieldInsert)
        *out = count == 0 ? in[0] : (in[0] & ~(ones << offset)) | (in[3] & ones) << offset;
    else
        *out = count == 0 ? 0 : in[0] >> offset & ones;
    if (t->op == WfsOpBitFieldSExtract && count)
        *out = (uint64_t)as_signed(*out, (unsigned)count) & wide_ones(t->width);
    return true;
}

/* ---- all of them ---- */

static void try(struct wide *w, struct wide_case t, unsigned runs)
{
    w->show_counts = show_counts;
    wide_try(w, &t, runs);
}

#define NAMED(op) #op, Wfs##op

static void test_binary(struct wide *w, unsigned width)
{
    static const struct { const char *name; uint32_t op; bool truth, slow; } row[] = {
        {NAMED(OpIAdd), false, false}, {NAMED(OpISub), false, false}, {NAMED(OpIMul), false, false}, {NAMED(OpBitwiseAnd), false, false},
        {NAMED(OpBitwiseOr), false, false}, {NAMED(OpBitwiseXor), false, false}, {NAMED(OpIEqual), true, false},
        {NAMED(OpINotEqual), true, false}, {NAMED(OpULessThan), true, false}, {NAMED(OpSLessThan), true, false},
        {NAMED(OpULessThanEqual), true, false}, {NAMED(OpSLessThanEqual), true, false}, {NAMED(OpUGreaterThan), true, false},
        {NAMED(OpSGreaterThan), true, false}, {NAMED(OpUGreaterThanEqual), true, false}, {NAMED(OpSGreaterThanEqual), true, false},
        {NAMED(OpUDiv), false, true}, {NAMED(OpUMod), false, true}, {NAMED(OpSDiv), false, true}, {NAMED(OpSRem), false, true},
        {NAMED(OpSMod), false, true},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        try(w, (struct wide_case){.name = row[i].name, .op = row[i].op, .width = width, .inputs = 2, .results = 1,
                                  .result_bits = row[i].truth ? 1 : width, .build = build_binary, .expect = expect_binary}, row[i].slow ? 600 : 200);
}

static void test_shifts(struct wide *w, unsigned width)
{
    static const struct { const char *name; uint32_t op; } row[] = {
        {NAMED(OpShiftLeftLogical)}, {NAMED(OpShiftRightLogical)}, {NAMED(OpShiftRightArithmetic)},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        for (unsigned count_bits = 8; count_bits <= 64; count_bits *= 2)
            try(w, (struct wide_case){.name = row[i].name, .op = row[i].op, .width = width, .inputs = 2, .bits = {width, count_bits},
                                      .bound = {0, width}, .results = 1, .result_bits = width, .build = build_binary, .expect = expect_shift}, 100);
}

static void test_unary(struct wide *w, unsigned width)
{
    static const struct { const char *name; uint32_t op; } row[] = {{NAMED(OpSNegate)}, {NAMED(OpNot)}, {NAMED(OpBitReverse)}, {NAMED(OpBitCount)}};

    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        try(w, (struct wide_case){.name = row[i].name, .op = row[i].op, .width = width, .inputs = 1, .results = 1, .result_bits = width,
                                  .build = build_unary, .expect = expect_unary}, 50);
}

static void test_glsl(struct wide *w, unsigned width)
{
    static const struct { const char *name; uint32_t op; unsigned inputs; } row[] = {
        {NAMED(GlslSAbs), 1}, {NAMED(GlslSSign), 1}, {NAMED(GlslUMin), 2}, {NAMED(GlslSMin), 2}, {NAMED(GlslUMax), 2}, {NAMED(GlslSMax), 2},
        {NAMED(GlslUClamp), 3}, {NAMED(GlslSClamp), 3}, {NAMED(GlslFindILsb), 1}, {NAMED(GlslFindUMsb), 1}, {NAMED(GlslFindSMsb), 1},
    };

    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        try(w, (struct wide_case){.name = row[i].name, .op = row[i].op, .width = width, .inputs = row[i].inputs, .results = 1,
                                  .result_bits = width, .build = build_glsl, .expect = expect_glsl}, 100);
}

static void test_rest(struct wide *w, unsigned width)
{
    static const struct { const char *name; uint32_t op; } extended[] = {
        {NAMED(OpIAddCarry)}, {NAMED(OpISubBorrow)}, {NAMED(OpUMulExtended)}, {NAMED(OpSMulExtended)}};
    static const struct { const char *name; uint32_t op; unsigned inputs; } field[] = {
        {NAMED(OpBitFieldUExtract), 3}, {NAMED(OpBitFieldSExtract), 3}, {NAMED(OpBitFieldInsert), 4}};

    for (size_t i = 0; i < sizeof extended / sizeof *extended; i++)
        try(w, (struct wide_case){.name = extended[i].name, .op = extended[i].op, .width = width, .inputs = 2, .results = 2,
                                  .result_bits = width, .build = build_extended, .expect = expect_extended}, 100);
    for (size_t i = 0; i < sizeof field / sizeof *field; i++)
        try(w, (struct wide_case){.name = field[i].name, .op = field[i].op, .width = width, .inputs = field[i].inputs, .bits = {width, 32, 32, width},
                                  .bound = {0, width + 1, width + 1, 0}, .results = 1, .result_bits = width, .build = build_field,
                                  .expect = expect_field}, 200);
}

/* Dividends around multiples of the divisor, of every pair of lengths: where an estimate of the quotient goes wrong. */
static void test_long_division(struct wide *w)
{
    uint64_t vector[WF_MAX_LANES][WIDE_INPUTS];
    struct wide_case t = {.name = "near a multiple", .op = WfsOpUDiv, .width = 64, .inputs = 2, .results = 1, .result_bits = 64,
                          .build = build_binary, .expect = expect_binary};

    for (unsigned run = 0; run < 6000; run++) {
        const bool constant = run % 4 == 3;
        for (unsigned lane = 0; lane < WF_MAX_LANES; lane++) {
            const unsigned bits = 1 + check_random(&w->random) % 64;
            const uint64_t chosen = wide_value(w, bits, 0) | UINT64_C(1) << (bits - 1);
            const uint64_t y = constant && lane > 0 ? vector[0][1] : chosen, most = UINT64_MAX / y;
            const uint64_t any = wide_value(w, constant ? 64 : 65 - bits, 0), q = most == UINT64_MAX ? any : any % (most + 1);
            vector[lane][0] = q * y + (run & 8 ? 0 : y - 1) - (run >> 4 & 1);
            vector[lane][1] = y;
        }
        t.op = run & 4 ? WfsOpUMod : WfsOpUDiv;
        wide_run(w, &t, constant ? 2 : 0, vector, WF_MAX_LANES);
    }
}

int main(int argc, char **argv)
{
    static struct wide w;

    w.random = argc > 1 ? strtoull(argv[1], NULL, 10) * UINT64_C(0x9e3779b97f4a7c15) + 1 : 1;
    w.random += w.random == 0;
    show_counts = argc > 2;
    for (unsigned width = 8; width <= 64; width *= 2) {
        test_binary(&w, width);
        test_shifts(&w, width);
        test_unary(&w, width);
        test_glsl(&w, width);
        test_rest(&w, width);
    }
    for (unsigned i = 0; i < 3; i++)
        try(&w, (struct wide_case){.name = "wide product", .op = i ? WfsOpSConvert : WfsOpUConvert, .to = i > 1 ? WfsOpUConvert : 0, .width = 32,
                                   .inputs = 2, .results = 1, .result_bits = 64, .build = build_wide_product, .expect = expect_wide_product}, 200);
    test_long_division(&w);
    rows_end(&w.rows);
    return check_end("wide");
}
