/* SPDX-License-Identifier: Apache-2.0
 * interp_alu.c - one scalar result out of scalar operands: "SPIR-V Specification", sections 3.42.11 (conversion) to 3.42.15 (relations).
 *
 * Where SPIR-V leaves a result undefined: shift counts are taken modulo the width; division of integers by zero gives 0; conversion of a
 * float to an integer gives the nearest one that fits, and 0 for a NaN.
 */
#include <math.h>

#include "interp_value.h"

bool alu_knows(unsigned op)
{
    switch (op) {
    case OpConvertFToU: case OpConvertFToS: case OpConvertSToF: case OpConvertUToF: case OpUConvert: case OpSConvert: case OpFConvert:
    case OpQuantizeToF16:
    case OpIsNan: case OpIsInf: case OpIsFinite: case OpIsNormal: case OpSignBitSet: case OpLessOrGreater: case OpOrdered: case OpUnordered:
        return true;
    default:
        return (op >= OpSNegate && op <= OpFMod) || (op >= OpLogicalEqual && op <= OpFUnordGreaterThanEqual && op != OpSelect) ||
               (op >= OpShiftRightLogical && op <= OpBitCount);
    }
}

static uint64_t divide(unsigned op, unsigned width, uint64_t a, uint64_t b)
{
    const int64_t x = sign_extend(width, a), y = sign_extend(width, b);
    const bool wraps = y == -1;         /* the quotient is -x, also of the least number, and nothing remains */
    int64_t rest;

    if (y == 0)
        return 0;
    switch (op) {
    case OpUDiv: return a / b;
    case OpUMod: return a % b;
    case OpSDiv: return wraps ? 0 - a : (uint64_t)(x / y);
    case OpSRem: return wraps ? 0 : (uint64_t)(x % y);
    default:
        rest = wraps ? 0 : x % y;
        return (uint64_t)(rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest);
    }
}

static uint64_t reversed(unsigned width, uint64_t a)
{
    uint64_t r = 0;

    for (unsigned k = 0; k < width; k++)
        r |= (a >> k & 1) << (width - 1 - k);
    return r;
}

/* count bits of `a` from bit `offset`, as a number. */
static uint64_t field(unsigned width, uint64_t a, uint64_t offset, uint64_t count, bool is_signed)
{
    uint64_t bits;

    if (count == 0 || offset >= width)
        return 0;
    if (count > width)
        count = width;
    bits = low_bits((unsigned)count, a >> offset);
    return is_signed ? (uint64_t)sign_extend((unsigned)count, bits) : bits;
}

static uint64_t inserted(unsigned width, uint64_t base, uint64_t insert, uint64_t offset, uint64_t count)
{
    uint64_t mask;

    if (count == 0 || offset >= width)
        return base;
    mask = low_bits(count > width ? width : (unsigned)count, UINT64_MAX) << offset;
    return (base & ~mask) | (insert << offset & mask);
}

static uint64_t integer(unsigned op, unsigned width, uint64_t a, uint64_t b, const uint64_t *v)
{
    const unsigned shift = (unsigned)(b & (width - 1));
    const int64_t x = sign_extend(width, a), y = sign_extend(width, b);
    uint64_t count = 0;

    switch (op) {
    case OpSNegate: return 0 - a;
    case OpIAdd: return a + b;
    case OpISub: return a - b;
    case OpIMul: return a * b;
    case OpUDiv: case OpUMod: case OpSDiv: case OpSRem: case OpSMod: return divide(op, width, a, b);
    case OpShiftRightLogical: return a >> shift;
    case OpShiftRightArithmetic: return (uint64_t)(x >> shift);
    case OpShiftLeftLogical: return a << shift;
    case OpBitwiseOr: return a | b;
    case OpBitwiseXor: return a ^ b;
    case OpBitwiseAnd: return a & b;
    case OpNot: return ~a;
    case OpBitReverse: return reversed(width, a);
    case OpBitCount:
        for (; a; a &= a - 1)
            count++;
        return count;
    case OpBitFieldInsert: return inserted(width, a, b, v[2], v[3]);
    case OpBitFieldSExtract: return field(width, a, v[1], v[2], true);
    case OpBitFieldUExtract: return field(width, a, v[1], v[2], false);
    case OpIEqual: case OpLogicalEqual: return a == b;
    case OpINotEqual: case OpLogicalNotEqual: return a != b;
    case OpUGreaterThan: return a > b;
    case OpUGreaterThanEqual: return a >= b;
    case OpULessThan: return a < b;
    case OpULessThanEqual: return a <= b;
    case OpSGreaterThan: return x > y;
    case OpSGreaterThanEqual: return x >= y;
    case OpSLessThan: return x < y;
    case OpSLessThanEqual: return x <= y;
    case OpLogicalOr: return a | b;
    case OpLogicalAnd: return a & b;
    default: return !a;         /* OpLogicalNot */
    }
}

static double float_mod(double x, double y)
{
    const double rest = fmod(x, y);

    return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

static uint64_t floating(unsigned op, unsigned width, uint64_t a, uint64_t b)
{
    volatile double x = float_of(width, a), y = float_of(width, b);       /* for the mode of rounding of now */
    const bool unordered = isnan(x) || isnan(y);

    switch (op) {
    case OpFNegate: return a ^ UINT64_C(1) << (width - 1);
    case OpFAdd: return bits_of(width, x + y);
    case OpFSub: return bits_of(width, x - y);
    case OpFMul: return bits_of(width, x * y);
    case OpFDiv: return bits_of(width, x / y);
    case OpFRem: return bits_of(width, fmod(x, y));
    case OpFMod: return bits_of(width, float_mod(x, y));
    case OpIsNan: return isnan(x) ? 1u : 0u;
    case OpIsInf: return isinf(x) ? 1u : 0u;
    case OpIsFinite: return isfinite(x) ? 1u : 0u;
    case OpIsNormal: return !isnan(x) && !isinf(x) && fabs(x) >= ldexp(1, width == 16 ? -14 : width == 32 ? -126 : -1022);
    case OpSignBitSet: return a >> (width - 1);
    case OpLessOrGreater: case OpFOrdNotEqual: return !unordered && (x < y || x > y);
    case OpOrdered: return !unordered;
    case OpUnordered: return unordered;
    case OpFOrdEqual: return x == y;
    case OpFUnordEqual: return unordered || x == y;
    case OpFUnordNotEqual: return x != y;
    case OpFOrdLessThan: return x < y;
    case OpFUnordLessThan: return unordered || x < y;
    case OpFOrdGreaterThan: return x > y;
    case OpFUnordGreaterThan: return unordered || x > y;
    case OpFOrdLessThanEqual: return x <= y;
    case OpFUnordLessThanEqual: return unordered || x <= y;
    case OpFOrdGreaterThanEqual: return x >= y;
    default: return unordered || x >= y;        /* OpFUnordGreaterThanEqual */
    }
}

static uint64_t to_unsigned(unsigned width, double x)
{
    const double most = ldexp(1, (int)width);

    return isnan(x) || x <= 0 ? 0 : x >= most ? low_bits(width, UINT64_MAX) : (uint64_t)x;
}

static uint64_t to_signed(unsigned width, double x)
{
    const double most = ldexp(1, (int)width - 1);

    return isnan(x) ? 0 : x >= most ? low_bits(width - 1, UINT64_MAX) : x < -most ? UINT64_C(1) << (width - 1) : (uint64_t)(int64_t)x;
}

/* Rounded once: an integer of 64 bits need not fit into a double. */
static uint64_t from_integer(unsigned width, bool is_signed, int64_t x)
{
    volatile int64_t whole = x;
    const float single = is_signed ? (float)whole : (float)(uint64_t)whole;
    const double twice = is_signed ? (double)whole : (double)(uint64_t)whole;

    return bits_of(width, width == 32 ? (double)single : twice);
}

/* binary16 and back; what is below its least normal number becomes a zero of the same sign. */
static uint64_t quantized(double x)
{
    const double half = float_of(16, bits_of(16, x));

    return bits_of(32, fabs(x) < ldexp(1, -14) ? copysign(0, x) : half);
}

static uint64_t converted(unsigned op, const struct type *to, const struct type *from, uint64_t a)
{
    const unsigned width = from->width;

    switch (op) {
    case OpConvertFToU: return to_unsigned(to->width, float_of(width, a));
    case OpConvertFToS: return to_signed(to->width, float_of(width, a));
    case OpConvertSToF: return from_integer(to->width, true, sign_extend(width, a));
    case OpConvertUToF: return from_integer(to->width, false, (int64_t)a);
    case OpUConvert: return a;
    case OpSConvert: return (uint64_t)sign_extend(width, a);
    case OpFConvert: return bits_of(to->width, float_of(width, a));
    default: return quantized(float_of(width, a));      /* OpQuantizeToF16 */
    }
}

static uint64_t plain(unsigned op, const struct type *to, const struct type *from, const uint64_t v[4])
{
    const unsigned width = from->width ? from->width : 32;
    const struct type *target = to->width ? to : from;

    switch (op) {
    case OpConvertFToU: case OpConvertFToS: case OpConvertSToF: case OpConvertUToF: case OpUConvert: case OpSConvert: case OpFConvert:
    case OpQuantizeToF16:
        return from->width && to->width ? low_bits(target->width, converted(op, to, from, v[0])) : 0;
    case OpFNegate: case OpFAdd: case OpFSub: case OpFMul: case OpFDiv: case OpFRem: case OpFMod:
        return low_bits(width, floating(op, width, v[0], v[1]));
    default:
        if ((op >= OpIsNan && op <= OpUnordered) || (op >= OpFOrdEqual && op <= OpFUnordGreaterThanEqual))
            return floating(op, width, v[0], v[1]);
        return low_bits(target->width ? target->width : 32, integer(op, width, v[0], v[1], v));
    }
}

static bool gives_float(unsigned op)
{
    return op == OpFNegate || (op >= OpFAdd && op <= OpFMod) || op == OpConvertSToF || op == OpConvertUToF || op == OpFConvert ||
           op == OpQuantizeToF16;
}

/* Quotients and remainders of 16 and 32 bits stay within the bounds of Vulkan as they are. */
static bool is_cut(unsigned op, const struct type *to)
{
    return to->cuts && gives_float(op) && op != OpQuantizeToF16 && (to->width == 64 || (op != OpFDiv && op != OpFRem && op != OpFMod));
}

uint64_t alu(unsigned op, const struct type *to, const struct type *from, const uint64_t v[4])
{
    uint64_t operand[4] = { v[0], v[1], 0, 0 };

    if (from->op != OpTypeFloat && to->op != OpTypeFloat)
        return plain(op, to, from, v);
    for (unsigned k = 0; k < 2 && from->flushes; k++)
        operand[k] = flushed(from->width, operand[k]);
    float_cuts(is_cut(op, to));
    const uint64_t result = plain(op, to, from, operand);
    float_cuts(false);
    return to->flushes && gives_float(op) ? flushed(to->width, result) : result;
}

uint64_t alu_nearest(unsigned op, const struct type *t, uint64_t a, uint64_t b)
{
    return plain(op, t, t, (const uint64_t[4]){ a, b });
}
