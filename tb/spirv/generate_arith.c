/* SPDX-License-Identifier: Apache-2.0
 * generate_arith.c - integers, floats and bools: one random instruction, with what keeps it defined around it.
 */
#include "generate_state.h"

/* SPIR-V lets the operands of most integer instructions differ in signedness, and compilers make use of it. */
static uint32_t pick_integer(struct gen *g, kind k)
{
    const enum base base = base_of(k), other = is_signed(base) ? base - 1 : base + 1;

    return one_in(g, 8) ? pick(g, kind_of(other, parts_of(k))) : pick(g, k);
}

static uint32_t masked(struct gen *g, kind k, uint32_t id, uint64_t mask)
{
    const uint32_t limit = constant_of(g, k, mask);

    return OP(g, OpBitwiseAnd, type_of(g, k), id, limit);
}

/* Not 0, and not what overflows in a division: 1..most, or -3..-most - 3 of signed ones. */
static uint32_t divisor(struct gen *g, kind k, bool of_signed)
{
    const unsigned width = width_of(base_of(k));
    const uint32_t type = type_of(g, k), v = pick(g, k);
    uint32_t d;

    if (one_in(g, 3))
        return constant_of(g, k, 1 + below(g, 100));
    d = OP(g, OpBitwiseOr, type, masked(g, k, v, (UINT64_C(1) << (width - 2)) - 1), constant_of(g, k, 3));
    return of_signed && one_in(g, 2) ? OP(g, OpSNegate, type, d) : d;
}

static void divide(struct gen *g, kind k)
{
    static const unsigned op[] = { OpUDiv, OpUMod, OpSDiv, OpSRem, OpSMod };
    const unsigned which = below(g, is_signed(base_of(k)) ? 5 : 2);
    const uint32_t a = which < 2 ? pick(g, k) : pick_integer(g, k), b = divisor(g, k, which >= 2);

    /* UDiv and UMod want unsigned types */
    if (which < 2 && is_signed(base_of(k)))
        return;
    keep(g, k, OP(g, op[which], type_of(g, k), a, b));
}

static void shift(struct gen *g, kind k)
{
    static const unsigned op[] = { OpShiftRightLogical, OpShiftRightArithmetic, OpShiftLeftLogical };
    const unsigned width = width_of(base_of(k));
    const kind counts = one_in(g, 3) ? kind_of(U32, parts_of(k)) : k;
    const uint32_t a = pick_integer(g, k), b = pick(g, counts), count = masked(g, counts, b, width - 1);

    keep(g, k, OP(g, op[below(g, 3)], type_of(g, k), a, count));
}

/* Mostly words: Vulkan wants them of 32 bits. */
static void bits(struct gen *g)
{
    const kind k = random_kind(g, has(g, FEATURE_wide_bits) ? OF_INTEGERS : OF_WORDS, false), one = kind_of(random_kind(g, OF_WORDS, true) / 4, 1);
    const uint32_t type = type_of(g, k), a = pick(g, k), b = pick(g, k), from = masked(g, one, pick(g, one), width_of(base_of(k)) / 2 - 1);
    const uint32_t count = masked(g, one, pick(g, one), width_of(base_of(k)) / 2 - 1);

    switch (below(g, 6)) {
    case 0: keep(g, k, OP(g, OpBitReverse, type, a)); break;
    case 1: keep(g, k, OP(g, OpBitCount, type, a)); break;
    case 2: keep(g, k, OP(g, OpBitFieldInsert, type, a, b, from, count)); break;
    case 3: keep(g, k, OP(g, OpBitFieldSExtract, type, a, from, count)); break;
    case 4: keep(g, k, OP(g, OpBitFieldUExtract, type, a, from, count)); break;
    default: {
        static const unsigned find[] = { GlslFindILsb, GlslFindSMsb, GlslFindUMsb };
        keep(g, k, glsl(g, find[below(g, 3)], type, &a, 1));
        break;
    }
    }
}

static void integer_glsl(struct gen *g, kind k)
{
    static const unsigned of_unsigned[] = { GlslUMin, GlslUMax, GlslUClamp }, of_signed[] = { GlslSMin, GlslSMax, GlslSClamp, GlslSAbs, GlslSSign };
    const uint32_t type = type_of(g, k);
    uint32_t v[3];
    unsigned number, n;

    for (unsigned c = 0; c < 3; c++)
        v[c] = pick(g, k);
    number = is_signed(base_of(k)) ? of_signed[below(g, 5)] : of_unsigned[below(g, 3)];
    n = number == GlslSAbs || number == GlslSSign ? 1 : number == GlslUClamp || number == GlslSClamp ? 3 : 2;
    if (number == GlslUClamp) {         /* undefined where the lower limit is above the upper one */
        const uint32_t low = glsl(g, GlslUMin, type, v + 1, 2);
        v[2] = glsl(g, GlslUMax, type, v + 1, 2);
        v[1] = low;
    } else if (number == GlslSClamp) {
        const uint32_t low = glsl(g, GlslSMin, type, v + 1, 2);
        v[2] = glsl(g, GlslSMax, type, v + 1, 2);
        v[1] = low;
    }
    keep(g, k, glsl(g, number, type, v, n));
}

/* Two results in a struct. */
static void extended(struct gen *g, kind k)
{
    static const unsigned op[] = { OpIAddCarry, OpISubBorrow, OpUMulExtended, OpSMulExtended };
    const unsigned which = below(g, 4);
    const uint32_t a = pick(g, k), b = pick(g, k), type = type_of(g, k);
    uint32_t pair, both;

    if (is_signed(base_of(k)) != (which == 3))
        return;
    pair = TYPE(&g->b, OpTypeStruct, type, type);
    both = OP(g, op[which], pair, a, b);
    keep(g, k, OP(g, OpCompositeExtract, type, both, 0));
    keep(g, k, OP(g, OpCompositeExtract, type, both, 1));
}

static void integer(struct gen *g)
{
    static const unsigned op[] = { OpIAdd, OpISub, OpIMul, OpBitwiseAnd, OpBitwiseOr, OpBitwiseXor };
    const kind k = random_kind(g, OF_INTEGERS, false);
    uint32_t a, b;

    switch (below(g, 12)) {
    case 0: divide(g, k); return;
    case 1: case 2: shift(g, k); return;
    case 3: integer_glsl(g, k); return;
    case 4: extended(g, k); return;
    case 5: bits(g); return;
    case 6:
        a = pick_integer(g, k);
        keep(g, k, OP(g, one_in(g, 2) ? OpSNegate : OpNot, type_of(g, k), a));
        return;
    default:
        a = pick_integer(g, k);
        b = pick_integer(g, k);
        keep(g, k, OP(g, op[below(g, 6)], type_of(g, k), a, b));
        return;
    }
}

/* A constant given in each of the formats. */
static uint32_t float_constant(struct gen *g, kind k, uint16_t half, uint32_t single, uint64_t twice)
{
    return constant_of(g, k, base_of(k) == F16 ? half : base_of(k) == F32 ? single : twice);
}

static void float_glsl(struct gen *g, kind k)
{
    static const unsigned number[] = { GlslFAbs, GlslFloor, GlslCeil, GlslTrunc, GlslRoundEven, GlslFract, GlslFMin, GlslFMax, GlslNMin, GlslNMax,
                                       GlslStep, GlslFma, GlslFClamp, GlslNClamp };
    const unsigned which = below(g, sizeof number / sizeof number[0]);
    const uint32_t type = type_of(g, k);
    uint32_t v[3];

    for (unsigned c = 0; c < 3; c++)
        v[c] = pick(g, k);
    if (number[which] == GlslFMin || number[which] == GlslFMax || number[which] == GlslStep || number[which] == GlslFClamp) {
        v[0] = without_nan(g, k, v[0], 0);      /* undefined with one */
        v[1] = without_nan(g, k, v[1], 0);
    }
    if (number[which] == GlslFClamp || number[which] == GlslNClamp) {   /* undefined where the lower limit is above the upper one */
        v[1] = float_constant(g, k, 0xc900, 0xc1200000, 0xc024000000000000);      /* -10 */
        v[2] = float_constant(g, k, 0x4248, 0x40490000, 0x4009200000000000);      /* 3.140625 */
    }
    keep(g, k, glsl(g, number[which], type, v, which < 6 ? 1 : which < 11 ? 2 : 3));
}

/* What is exact to the last bit of f64 alone: the interpreter makes the same steps. */
static void doubles(struct gen *g, kind k)
{
    const bool divide = has(g, FEATURE_divide);
    const unsigned which = below(g, parts_of(k) > 1 ? 11 : 6);
    const uint32_t type = type_of(g, k), one = type_of(g, kind_of(F64, 1));
    uint32_t v[3];

    for (unsigned c = 0; c < 3; c++)
        v[c] = pick(g, k);
    switch (which) {
    case 0: keep(g, k, glsl(g, GlslFMix, type, v, 3)); break;
    case 1: if (divide) keep(g, k, OP(g, OpFRem, type, v[0], v[1])); break;
    case 2:     /* which zero it gives is open */
        if (divide)
            keep(g, k, OP(g, OpFAdd, type, OP(g, OpFMod, type, v[0], v[1]), constant_of(g, k, 0)));
        break;
    case 3:
        if (divide) {
            v[0] = constant_of(g, k, 0xbff0000000000000);
            v[1] = constant_of(g, k, 0x4008000000000000);
            v[2] = without_nan(g, k, v[2], 0);          /* it clamps, which is undefined with one */
            keep(g, k, glsl(g, GlslSmoothStep, type, v, 3));
        }
        break;
    case 4: case 5: if (divide) keep(g, k, glsl(g, GlslInverseSqrt, type, v, 1)); break;
    case 6: case 7:
        if (divide)
            keep(g, kind_of(F64, 1), glsl(g, which == 6 ? GlslLength : GlslDistance, one, v, which - 5));
        break;
    case 8: keep(g, kind_of(F64, 1), OP(g, OpDot, one, v[0], v[1])); break;
    case 9: keep(g, k, glsl(g, GlslReflect, type, v, 2)); break;
    default: keep(g, k, glsl(g, GlslFaceForward, type, v, 3)); break;
    }
}

static void floating(struct gen *g)
{
    static const unsigned op[] = { OpFAdd, OpFSub, OpFMul };
    const kind k = random_kind(g, OF_FLOATS, false);
    const uint32_t type = type_of(g, k), a = pick(g, k), b = pick(g, k);

    if (!is_float(base_of(k)) || (base_of(k) == F32 && !has(g, FEATURE_float32)) || (base_of(k) == F16 && !has(g, FEATURE_float16)) ||
        (base_of(k) == F64 && !has(g, FEATURE_float64)))
        return;
    if (base_of(k) == F64 && has(g, FEATURE_double_steps) && one_in(g, 3)) {
        doubles(g, k);
        return;
    }
    switch (below(g, 10)) {
    case 0: case 1: case 2: float_glsl(g, k); break;
    case 3: keep(g, k, OP(g, OpFNegate, type, a)); break;
    case 4:
        if (has(g, FEATURE_divide) && one_in(g, 2))
            keep(g, k, OP(g, OpFDiv, type, a, b));
        else if (has(g, FEATURE_divide))
            keep(g, k, glsl(g, GlslSqrt, type, &a, 1));
        break;
    case 5:
        if (parts_of(k) > 1) {
            const uint32_t s = pick(g, kind_of(base_of(k), 1));
            keep(g, k, OP(g, OpVectorTimesScalar, type, a, s));
        }
        break;
    default: keep(g, k, OP(g, op[below(g, 3)], type, a, b)); break;
    }
}

static void compare(struct gen *g)
{
    static const unsigned of_integers[] = { OpIEqual, OpINotEqual, OpUGreaterThan, OpSGreaterThan, OpUGreaterThanEqual, OpSGreaterThanEqual,
                                            OpULessThan, OpSLessThan, OpULessThanEqual, OpSLessThanEqual };
    static const unsigned of_floats[] = { OpFOrdEqual, OpFUnordEqual, OpFOrdNotEqual, OpFUnordNotEqual, OpFOrdLessThan, OpFUnordLessThan,
                                          OpFOrdGreaterThan, OpFUnordGreaterThan, OpFOrdLessThanEqual, OpFUnordLessThanEqual,
                                          OpFOrdGreaterThanEqual, OpFUnordGreaterThanEqual };
    const kind k = random_kind(g, OF_NUMBERS, false), to = kind_of(BOOL, parts_of(k));
    const bool floating_point = is_float(base_of(k));
    const uint32_t a = floating_point ? pick(g, k) : pick_integer(g, k), b = floating_point ? pick(g, k) : pick_integer(g, k);

    if (floating_point && one_in(g, 6))
        keep(g, to, OP(g, one_in(g, 2) ? OpIsNan : OpIsInf, type_of(g, to), a));
    else
        keep(g, to, OP(g, floating_point ? of_floats[below(g, 12)] : of_integers[below(g, 10)], type_of(g, to), a, b));
}

static void logical(struct gen *g)
{
    static const unsigned op[] = { OpLogicalAnd, OpLogicalOr, OpLogicalEqual, OpLogicalNotEqual };
    const kind k = random_kind(g, 1u << BOOL, false);
    const uint32_t type = type_of(g, k), a = pick(g, k), b = pick(g, k);

    if (parts_of(k) > 1 && one_in(g, 3))
        keep(g, kind_of(BOOL, 1), OP(g, one_in(g, 2) ? OpAny : OpAll, type_of(g, kind_of(BOOL, 1)), a));
    else if (one_in(g, 5))
        keep(g, k, OP(g, OpLogicalNot, type, a));
    else
        keep(g, k, OP(g, op[below(g, 4)], type, a, b));
}

static void choose(struct gen *g)
{
    const kind k = random_kind(g, 0, false);
    /* a scalar condition of vectors came with version 1.4 */
    const bool scalar = parts_of(k) == 1 || (g->b.version >= 0x10400 && one_in(g, 2));
    const uint32_t c = pick(g, kind_of(BOOL, scalar ? 1 : parts_of(k))), a = pick(g, k), b = pick(g, k);

    keep(g, k, OP(g, OpSelect, type_of(g, k), c, a, b));
}

void random_arithmetic(struct gen *g)
{
    switch (below(g, 12)) {
    case 0: case 1: case 2: floating(g); break;
    case 3: case 4: compare(g); break;
    case 5: logical(g); break;
    case 6: choose(g); break;
    default: integer(g); break;
    }
}
