/* SPDX-License-Identifier: Apache-2.0
 * test_wide.c - integer operations of 8, 16, 32 and 64 bits as the front-end writes them, against C's own arithmetic of 64 bits.
 * test_wide [SEED [counts]]: the second word prints how many instructions each operation takes.
 */
#include "wf_wide.h"

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
    *out &= low_ones(t->width);
    return true;
}

static bool expect_shift(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    if (in[1] >= t->width)
        return false;
    switch (t->op) {
    case WfsOpShiftLeftLogical: *out = in[0] << in[1] & low_ones(t->width); return true;
    case WfsOpShiftRightLogical: *out = in[0] >> in[1]; return true;
    default: *out = shift_right_signed(as_signed(in[0], t->width), (unsigned)in[1]) & low_ones(t->width); return true;
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
    *out &= low_ones(t->width);
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
    *out &= low_ones(t->width);
    return true;
}

/* ---- results of double width ---- */

static bool build_extended(struct wfs_code *c, const struct wide_case *t, wfs_val in[][2], wfs_val out[][2])
{
    return wfs_integer_extended(c, t->op, t->width, in[0], in[1], out[0], out[1]);
}

static bool expect_extended(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const uint64_t x = in[0], y = in[1], ones = low_ones(t->width);

    if (t->op == WfsOpIAddCarry || t->op == WfsOpISubBorrow) {
        out[0] = (t->op == WfsOpIAddCarry ? x + y : x - y) & ones;
        out[1] = t->op == WfsOpIAddCarry ? out[0] < x : x < y;
        return true;
    }
    /* schoolbook, half a width at a time */
    const unsigned half = t->width / 2;
    const uint64_t half_ones = low_ones(half), a = x & half_ones, b = x >> half, p = y & half_ones, q = y >> half;
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
    const uint64_t offset = in[1], count = in[2], ones = count ? low_ones((unsigned)count) : 0;

    if (offset + count > t->width)
        return false;
    if (t->op == WfsOpBitFieldInsert)
        *out = count == 0 ? in[0] : (in[0] & ~(ones << offset)) | (in[3] & ones) << offset;
    else
        *out = count == 0 ? 0 : in[0] >> offset & ones;
    if (t->op == WfsOpBitFieldSExtract && count)
        *out = (uint64_t)as_signed(*out, (unsigned)count) & low_ones(t->width);
    return true;
}

/* ---- SPV_INTEL_shader_integer_functions2, on whole numbers that hold every sum ---- */

__extension__ typedef __int128 whole;

static bool build_saturating(struct wfs_code *c, const struct wide_case *t, wfs_val in[][2], wfs_val out[][2])
{
    return wfs_integer_saturating(c, t->op, t->width, in[0], t->inputs > 1 ? in[1] : NULL, out[0]);
}

static whole within(whole x, whole least, whole most) { return x < least ? least : x > most ? most : x; }

static bool expect_saturating(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const whole x = in[0], y = t->inputs > 1 ? in[1] : 0, most = low_ones(t->width), half = most >> 1;
    const whole a = as_signed(in[0], t->width), b = t->inputs > 1 ? as_signed(in[1], t->width) : 0;
    whole r = 0;

    switch (t->op) {
    case WfsOpUCountLeadingZerosINTEL:
        while (r < t->width && !(in[0] >> (t->width - 1 - (unsigned)r) & 1))
            r++;
        break;
    case WfsOpUCountTrailingZerosINTEL:
        while (r < t->width && !(in[0] >> (unsigned)r & 1))
            r++;
        break;
    case WfsOpAbsISubINTEL: r = a < b ? b - a : a - b; break;
    case WfsOpAbsUSubINTEL: r = x < y ? y - x : x - y; break;
    case WfsOpIAddSatINTEL: r = within(a + b, -half - 1, half); break;
    case WfsOpISubSatINTEL: r = within(a - b, -half - 1, half); break;
    case WfsOpUAddSatINTEL: r = within(x + y, 0, most); break;
    case WfsOpUSubSatINTEL: r = within(x - y, 0, most); break;
    case WfsOpIAverageINTEL: r = (a + b - ((a + b) & 1)) / 2; break;
    case WfsOpUAverageINTEL: r = (x + y) / 2; break;
    case WfsOpIAverageRoundedINTEL: r = (a + b + ((a + b) & 1)) / 2; break;
    case WfsOpUAverageRoundedINTEL: r = (x + y + 1) / 2; break;
    case WfsOpIMul32x16INTEL: r = a * as_signed(in[1] & 0xffff, 16); break;
    default: r = x * (whole)(in[1] & 0xffff); break;
    }
    *out = (uint64_t)r & low_ones(t->width);
    return true;
}

/* ---- all of them ---- */

#define CASE(id, operation, operands) \
    .name = #id, .op = Wfs##id, .inputs = operands, .build = build_##operation, .expect = expect_##operation
#define BINARY(id) {CASE(Op##id, binary, 2)}
#define COMPARE(id) {CASE(Op##id, binary, 2), .result_bits = 1}
#define SHIFT(id, count_bits) \
    {.name = "Op" #id, .op = WfsOp##id, .inputs = 2, .bits = {0, count_bits}, .limit = {0, 1}, .build = build_binary, .expect = expect_shift}
#define UNARY(id) {CASE(Op##id, unary, 1)}
#define GLSL(id, operands) {CASE(Glsl##id, glsl, operands)}
#define EXTENDED(id) {CASE(Op##id, extended, 2), .results = 2}
#define SATURATING(id, operands) {CASE(Op##id##INTEL, saturating, operands)}
#define FIELD(id, operands) {CASE(Op##id, field, operands), .bits = {0, 32, 32, 0}, .limit = {0, 2, 2, 0}}

static const struct wide_row cases[] = {
    {BINARY(IAdd), 200}, {BINARY(ISub), 200}, {BINARY(IMul), 200}, {BINARY(BitwiseAnd), 200}, {BINARY(BitwiseOr), 200},
    {BINARY(BitwiseXor), 200}, {COMPARE(IEqual), 200}, {COMPARE(INotEqual), 200}, {COMPARE(ULessThan), 200}, {COMPARE(SLessThan), 200},
    {COMPARE(ULessThanEqual), 200}, {COMPARE(SLessThanEqual), 200}, {COMPARE(UGreaterThan), 200}, {COMPARE(SGreaterThan), 200},
    {COMPARE(UGreaterThanEqual), 200}, {COMPARE(SGreaterThanEqual), 200}, {BINARY(UDiv), 600}, {BINARY(UMod), 600}, {BINARY(SDiv), 600},
    {BINARY(SRem), 600}, {BINARY(SMod), 600},
    {SHIFT(ShiftLeftLogical, 8), 100}, {SHIFT(ShiftLeftLogical, 16), 100}, {SHIFT(ShiftLeftLogical, 32), 100},
    {SHIFT(ShiftLeftLogical, 64), 100}, {SHIFT(ShiftRightLogical, 8), 100}, {SHIFT(ShiftRightLogical, 16), 100},
    {SHIFT(ShiftRightLogical, 32), 100}, {SHIFT(ShiftRightLogical, 64), 100}, {SHIFT(ShiftRightArithmetic, 8), 100},
    {SHIFT(ShiftRightArithmetic, 16), 100}, {SHIFT(ShiftRightArithmetic, 32), 100}, {SHIFT(ShiftRightArithmetic, 64), 100},
    {UNARY(SNegate), 50}, {UNARY(Not), 50}, {UNARY(BitReverse), 50}, {UNARY(BitCount), 50},
    {GLSL(SAbs, 1), 100}, {GLSL(SSign, 1), 100}, {GLSL(UMin, 2), 100}, {GLSL(SMin, 2), 100}, {GLSL(UMax, 2), 100}, {GLSL(SMax, 2), 100},
    {GLSL(UClamp, 3), 100}, {GLSL(SClamp, 3), 100}, {GLSL(FindILsb, 1), 100}, {GLSL(FindUMsb, 1), 100}, {GLSL(FindSMsb, 1), 100},
    {EXTENDED(IAddCarry), 100}, {EXTENDED(ISubBorrow), 100}, {EXTENDED(UMulExtended), 100}, {EXTENDED(SMulExtended), 100},
    {SATURATING(UCountLeadingZeros, 1), 50}, {SATURATING(UCountTrailingZeros, 1), 50}, {SATURATING(AbsISub, 2), 100}, {SATURATING(AbsUSub, 2), 100},
    {SATURATING(IAddSat, 2), 100}, {SATURATING(ISubSat, 2), 100}, {SATURATING(UAddSat, 2), 100}, {SATURATING(USubSat, 2), 100},
    {SATURATING(IAverage, 2), 100}, {SATURATING(UAverage, 2), 100}, {SATURATING(IAverageRounded, 2), 100}, {SATURATING(UAverageRounded, 2), 100},
    {FIELD(BitFieldUExtract, 3), 200}, {FIELD(BitFieldSExtract, 3), 200}, {FIELD(BitFieldInsert, 4), 200},
};

#define PRODUCT(x, y) \
    {.name = "wide product", .op = x, .to = y, .inputs = 2, .result_bits = 64, .build = build_wide_product, .expect = expect_wide_product}

static const struct wide_row half_words[] = {{SATURATING(IMul32x16, 2), 100}, {SATURATING(UMul32x16, 2), 100}};

static const struct wide_row products[] = {
    {PRODUCT(WfsOpUConvert, 0), 200}, {PRODUCT(WfsOpSConvert, 0), 200}, {PRODUCT(WfsOpSConvert, WfsOpUConvert), 200}};

/* Dividends around multiples of the divisor, of every pair of lengths: where an estimate of the quotient goes wrong. */
static void test_long_division(struct wide *w)
{
    uint64_t vector[WF_MAX_LANES][WIDE_INPUTS];
    struct wide_case t = {.name = "near a multiple", .width = 64, .inputs = 2, .build = build_binary, .expect = expect_binary};

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

static void tests(struct wide *w)
{
    for (unsigned width = 8; width <= 64; width *= 2)
        wide_try_all(w, cases, sizeof cases / sizeof *cases, width);
    wide_try_all(w, half_words, sizeof half_words / sizeof *half_words, 32);
    wide_try_all(w, products, sizeof products / sizeof *products, 32);
    test_long_division(w);
}

int main(int argc, char **argv)
{
    return wide_main(argc, argv, "wide", tests);
}
