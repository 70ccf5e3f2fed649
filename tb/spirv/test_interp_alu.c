/* SPDX-License-Identifier: Apache-2.0
 * test_interp_alu.c - scalar arithmetic of the interpreter of SPIR-V, against what C says of the same types.
 */
#include <math.h>

#include "../common/wf_check.h"
#include "interp_value.h"
#include "../common/wf_bits.h"

static struct type scalar(unsigned op, unsigned width)
{
    return (struct type){ .op = (uint16_t)op, .width = (uint8_t)width, .slots = 1 };
}

static uint64_t compute(unsigned op, const struct type *to, const struct type *from, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    return alu(op, to, from, (const uint64_t[4]){ a, b, c, d });
}

static uint64_t interesting(uint64_t *random, unsigned width)
{
    const uint64_t any = (uint64_t)check_random(random) << 32 | check_random(random);

    switch (check_random(random) % 4) {
    case 0: return low_bits(width, any % 5);
    case 1: return low_bits(width, UINT64_C(0) - any % 5);
    case 2: return low_bits(width, (UINT64_C(1) << (width - 1)) + any % 3 - 1);
    default: return low_bits(width, any);
    }
}

/* Each operation on every width in C's own types, which wrap as SPIR-V's do. */
#define INTEGERS(name, U, S, bits) \
    static void name(uint64_t x, uint64_t y, unsigned count, unsigned from, unsigned length) \
    { \
        const struct type t = scalar(OpTypeInt, bits), flag = scalar(OpTypeBool, 1); \
        const U a = (U)x, b = (U)y; \
        const S sa = (S)a, sb = (S)b; \
        const bool overflows = sb == -1 && a == (U)((U)1 << (bits - 1)); \
        const U ones = length == 0 ? 0 : (U)((U)~(U)0 >> (bits - length)), mask = (U)(ones << from), cut = (U)(a >> from & ones); \
        U reversed = 0, set = 0; \
        for (unsigned k = 0; k < bits; k++) { \
            reversed = (U)(reversed | (U)((U)(a >> k & 1) << (bits - 1 - k))); \
            set = (U)(set + (a >> k & 1)); \
        } \
        CHECK_EQ(compute(OpIAdd, &t, &t, x, y, 0, 0), (U)(a + b)); \
        CHECK_EQ(compute(OpISub, &t, &t, x, y, 0, 0), (U)(a - b)); \
        CHECK_EQ(compute(OpIMul, &t, &t, x, y, 0, 0), (U)((uint64_t)a * b)); \
        CHECK_EQ(compute(OpSNegate, &t, &t, x, 0, 0, 0), (U)(0 - a)); \
        CHECK_EQ(compute(OpNot, &t, &t, x, 0, 0, 0), (U)~a); \
        CHECK_EQ(compute(OpBitwiseXor, &t, &t, x, y, 0, 0), (U)(a ^ b)); \
        CHECK_EQ(compute(OpBitReverse, &t, &t, x, 0, 0, 0), reversed); \
        CHECK_EQ(compute(OpBitCount, &t, &t, x, 0, 0, 0), set); \
        CHECK_EQ(compute(OpShiftLeftLogical, &t, &t, x, count, 0, 0), (U)((uint64_t)a << count)); \
        CHECK_EQ(compute(OpShiftRightLogical, &t, &t, x, count, 0, 0), (U)(a >> count)); \
        CHECK_EQ(compute(OpShiftRightArithmetic, &t, &t, x, count, 0, 0), (U)(sa >> count)); \
        CHECK_EQ(compute(OpBitFieldInsert, &t, &t, x, y, from, length), (U)((a & (U)~mask) | ((U)(b << from) & mask))); \
        CHECK_EQ(compute(OpBitFieldUExtract, &t, &t, x, from, length, 0), cut); \
        CHECK_EQ(compute(OpBitFieldSExtract, &t, &t, x, from, length, 0), \
                 length && cut >> (length - 1) & 1 ? (U)(cut | (U)~ones) : cut); \
        CHECK_EQ(compute(OpULessThan, &flag, &t, x, y, 0, 0), a < b); \
        CHECK_EQ(compute(OpSLessThan, &flag, &t, x, y, 0, 0), sa < sb); \
        CHECK_EQ(compute(OpSGreaterThanEqual, &flag, &t, x, y, 0, 0), sa >= sb); \
        CHECK_EQ(compute(OpUGreaterThanEqual, &flag, &t, x, y, 0, 0), a >= b); \
        CHECK_EQ(compute(OpINotEqual, &flag, &t, x, y, 0, 0), a != b); \
        if (b == 0 || overflows) \
            return; \
        CHECK_EQ(compute(OpUDiv, &t, &t, x, y, 0, 0), (U)(a / b)); \
        CHECK_EQ(compute(OpUMod, &t, &t, x, y, 0, 0), (U)(a % b)); \
        CHECK_EQ(compute(OpSDiv, &t, &t, x, y, 0, 0), (U)(sa / sb)); \
        CHECK_EQ(compute(OpSRem, &t, &t, x, y, 0, 0), (U)(sa % sb)); \
        /* the sign of the divisor */ \
        CHECK_EQ(compute(OpSMod, &t, &t, x, y, 0, 0), (U)(sa % sb + (sa % sb != 0 && (sa % sb < 0) != (sb < 0) ? sb : 0))); \
    }
INTEGERS(integers8, uint8_t, int8_t, 8)
INTEGERS(integers16, uint16_t, int16_t, 16)
INTEGERS(integers32, uint32_t, int32_t, 32)
INTEGERS(integers64, uint64_t, int64_t, 64)

static void integers(void)
{
    static void (*const test[])(uint64_t, uint64_t, unsigned, unsigned, unsigned) = { integers8, integers16, integers32, integers64 };
    uint64_t random = 99;

    for (unsigned k = 0; k < 4000; k++) {
        const unsigned which = k % 4, width = 8u << which, from = check_random(&random) % width, length = check_random(&random) % (width - from + 1);
        const uint64_t a = interesting(&random, width), b = interesting(&random, width);
        test[which](a, b, check_random(&random) % width, from, length);
    }
}

static uint32_t random_float(uint64_t *random)
{
    static const uint32_t some[] = { 0, 0x80000000, 0x3f800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff, 1, 0x00800000, 0x80000001, 0x4b000001 };

    return check_random(random) % 3 ? check_random(random) : some[check_random(random) % (sizeof some / sizeof some[0])];
}

static void singles(void)
{
    const struct type t = scalar(OpTypeFloat, 32), flag = scalar(OpTypeBool, 1), word = scalar(OpTypeInt, 32);
    uint64_t random = 5;

    for (unsigned k = 0; k < 5000; k++) {
        const uint32_t x = random_float(&random), y = random_float(&random), z = random_float(&random);
        const float a = as_float(x), b = as_float(y), c = as_float(z);
        CHECK_EQ(compute(OpFAdd, &t, &t, x, y, 0, 0), host_bits(a + b));
        CHECK_EQ(compute(OpFSub, &t, &t, x, y, 0, 0), host_bits(a - b));
        CHECK_EQ(compute(OpFMul, &t, &t, x, y, 0, 0), host_bits(a * b));
        CHECK_EQ(compute(OpFDiv, &t, &t, x, y, 0, 0), host_bits(a / b));
        CHECK_EQ(compute(OpFNegate, &t, &t, x, 0, 0, 0), x ^ 0x80000000);
        CHECK_EQ(fused(32, x, y, z), host_bits(fmaf(a, b, c)));
        CHECK_EQ(compute(OpFOrdLessThan, &flag, &t, x, y, 0, 0), a < b);
        CHECK_EQ(compute(OpFUnordLessThan, &flag, &t, x, y, 0, 0), !(a >= b));
        CHECK_EQ(compute(OpFOrdNotEqual, &flag, &t, x, y, 0, 0), a < b || a > b);
        CHECK_EQ(compute(OpFUnordEqual, &flag, &t, x, y, 0, 0), !(a < b || a > b));
        CHECK_EQ(compute(OpConvertSToF, &t, &word, x, 0, 0, 0), host_bits((float)(int32_t)x));
        CHECK_EQ(compute(OpConvertUToF, &t, &word, x, 0, 0, 0), host_bits((float)x));
        if (fabsf(a) < 2147483648.0f) {
            CHECK_EQ(compute(OpConvertFToS, &word, &t, x, 0, 0, 0), (uint32_t)(int32_t)a);
            CHECK_EQ(compute(OpConvertFToU, &word, &t, x, 0, 0, 0), a < 0 ? 0 : (uint32_t)a);
        }
    }
    /* what is too large, or no number */
    CHECK_EQ(compute(OpConvertFToS, &word, &t, 0x7f800000, 0, 0, 0), 0x7fffffff);
    CHECK_EQ(compute(OpConvertFToS, &word, &t, 0xff800000, 0, 0, 0), 0x80000000);
    CHECK_EQ(compute(OpConvertFToU, &word, &t, 0x7f800000, 0, 0, 0), 0xffffffff);
    CHECK_EQ(compute(OpConvertFToS, &word, &t, 0x7fc00000, 0, 0, 0), 0);
}

/* The half nearest to v, by trying all: the even one of two that are as near. */
static uint32_t nearest_half(double v)
{
    uint32_t best = 0;
    double distance = INFINITY;

    if (isnan(v))
        return 0x7e00;
    if (fabs(v) >= 65520)
        return v < 0 ? 0xfc00 : 0x7c00;
    for (uint32_t h = 0; h < 0x7c00; h++) {
        const double d = fabs(fabs(v) - float_of(16, h));
        if (d < distance || (d == distance && h % 2 == 0)) {
            distance = d;
            best = h;
        }
    }
    return best | (signbit(v) ? 0x8000u : 0);
}

static void halves(void)
{
    const struct type t = scalar(OpTypeFloat, 16), single = scalar(OpTypeFloat, 32);
    uint64_t random = 17;

    CHECK(float_of(16, 0x3c00) == 1 && float_of(16, 0xc000) == -2 && float_of(16, 1) == ldexp(1, -24) && float_of(16, 0x7bff) == 65504);
    CHECK(float_of(16, 0x0400) == ldexp(1, -14) && isinf(float_of(16, 0x7c00)) && isnan(float_of(16, 0x7c01)));
    for (uint32_t h = 0; h < 0x10000; h++)
        CHECK_EQ(bits_of(16, float_of(16, h)), (h & 0x7fff) > 0x7c00 ? 0x7e00 : h);
    for (unsigned k = 0; k < 300; k++) {
        const uint32_t x = check_random(&random) & 0xffff, y = check_random(&random) & 0xffff, z = check_random(&random) & 0xffff;
        const double a = float_of(16, x), b = float_of(16, y), c = float_of(16, z);
        CHECK_EQ(compute(OpFAdd, &t, &t, x, y, 0, 0), nearest_half(a + b));
        CHECK_EQ(compute(OpFMul, &t, &t, x, y, 0, 0), nearest_half(a * b));
        CHECK_EQ(compute(OpFDiv, &t, &t, x, y, 0, 0), nearest_half(a / b));
        CHECK_EQ(fused(16, x, y, z), nearest_half(a * b + c));
        CHECK_EQ(compute(OpFConvert, &single, &t, x, 0, 0, 0), host_bits((float)a));
    }
    /* halfway between two halves, and a little more in binary32 */
    CHECK_EQ(compute(OpFConvert, &t, &single, 0x3f801000, 0, 0, 0), 0x3c00);
    CHECK_EQ(compute(OpFConvert, &t, &single, 0x3f801001, 0, 0, 0), 0x3c01);
    CHECK_EQ(compute(OpFConvert, &t, &single, 0x3f803000, 0, 0, 0), 0x3c02);
}

static void least_and_greatest(void)
{
    const uint64_t ONE = 0x3f800000, TWO = 0x40000000, MINUS = 0x80000000, NONE = 0x7fc00000;

    CHECK_EQ(float_min(32, ONE, TWO), ONE);
    CHECK_EQ(float_max(32, ONE, TWO), TWO);
    CHECK_EQ(float_min(32, NONE, TWO), TWO);
    CHECK_EQ(float_max(32, TWO, NONE), TWO);
    CHECK_EQ(float_min(32, 0xffc12345, NONE), NONE);
    CHECK_EQ(float_min(32, 0, MINUS), MINUS);
    CHECK_EQ(float_min(32, MINUS, 0), MINUS);
    CHECK_EQ(float_max(32, 0, MINUS), 0);
    CHECK_EQ(float_max(32, MINUS, 0), 0);
}

int main(void)
{
    integers();
    singles();
    halves();
    least_and_greatest();
    return check_end("spirv-interp-alu");
}
