/* SPDX-License-Identifier: Apache-2.0
 * test_fp.c - binary32 operations of the model against bit patterns worked out by hand.
 */
#include "../../c_model/model/fp/fp.h"
#include "../common/wf_check.h"

#define NEG(x) ((uint32_t)(x) | 0x80000000u)

enum {
    ONE = 0x3f800000, TWO = 0x40000000, HALF = 0x3f000000, INF = 0x7f800000, QNAN = 0x7fc00000, SNAN = 0x7f800001,
    LEAST = 0x00000001, LEAST_NORMAL = 0x00800000, GREATEST = 0x7f7fffff, BELOW_ONE = 0x3f7fffff, ABOVE_ONE = 0x3f800001
};

/* A function, its operands, its value. */
struct row {
    const char *name;
    uint32_t (*of_one)(uint32_t), (*of_two)(uint32_t, uint32_t), (*of_three)(uint32_t, uint32_t, uint32_t);
    uint32_t a, b, c, value;
};
#define OF1(function, a, value) { #function, wf_fp_##function, NULL, NULL, a, 0, 0, value }
#define OF2(function, a, b, value) { #function, NULL, wf_fp_##function, NULL, a, b, 0, value }
#define OF3(function, a, b, c, value) { #function, NULL, NULL, wf_fp_##function, a, b, c, value }

static const struct row rows[] = {
    /* sums */
    OF2(add, ONE, ONE, TWO), OF2(add, 0, NEG(0u), 0), OF2(add, NEG(0u), NEG(0u), NEG(0u)), OF2(add, ONE, NEG(ONE), 0),
    OF2(sub, NEG(0u), 0, NEG(0u)), OF2(add, INF, NEG(INF), QNAN), OF2(sub, INF, INF, QNAN),
    OF2(add, NEG(SNAN | 0x12345u), ONE, QNAN), OF2(add, 0xffc12345, 0xffc12345, QNAN), OF2(add, LEAST, LEAST, 2),
    OF2(sub, LEAST_NORMAL, LEAST, 0x007fffff),                  /* subnormals are kept */
    OF2(add, GREATEST, GREATEST, INF),
    OF2(add, GREATEST, 0x73000000, INF),                        /* + half an ulp: the tie goes to the even, infinity */
    OF2(add, GREATEST, 0x72ffffff, GREATEST),
    OF2(add, ONE, 0x33800000, ONE),                             /* 1 + 2^-24: tie to even */
    OF2(add, ABOVE_ONE, 0x33800000, 0x3f800002), OF2(add, ONE, 0x33800001, ABOVE_ONE),
    /* products */
    OF2(mul, TWO, HALF, ONE), OF2(mul, NEG(ONE), 0, NEG(0u)), OF2(mul, INF, 0, QNAN),
    OF2(mul, LEAST, HALF, 0),                                   /* tie to even */
    OF2(mul, 3, HALF, 2), OF2(mul, LEAST_NORMAL, HALF, 0x00400000), OF2(mul, GREATEST, TWO, INF),
    OF2(mul, ABOVE_ONE, ABOVE_ONE, 0x3f800002),
    OF3(fma, ABOVE_ONE, ABOVE_ONE, NEG(0x3f800002u), 0x28800000),  /* 2^-46: rounded once */
    OF3(fma, INF, 0, QNAN, QNAN), OF3(fma, ONE, NEG(0u), 0, 0),
    OF3(fma, LEAST, HALF, LEAST, 2),                            /* 1.5 units: tie to even */
    /* minimum and maximum */
    OF2(min, ONE, TWO, ONE), OF2(max, ONE, TWO, TWO), OF2(min, 0, NEG(0u), NEG(0u)), OF2(min, NEG(0u), 0, NEG(0u)),
    OF2(max, 0, NEG(0u), 0), OF2(max, NEG(0u), 0, 0), OF2(min, SNAN, ONE, ONE), OF2(max, ONE, 0xffffffff, ONE),
    OF2(min, SNAN, 0xffffffff, QNAN), OF2(max, SNAN, SNAN, QNAN), OF2(min, NEG(INF), INF, NEG(INF)),
    OF2(min, NEG(ONE), NEG(TWO), NEG(TWO)), OF2(max, NEG(LEAST), 0x80000002, 0x80000001),
    /* integral values */
    OF1(floor, 0x3fc00000, ONE),                                /* 1.5 */
    OF1(floor, NEG(0x3f000000u), NEG(ONE)), OF1(floor, NEG(0u), NEG(0u)), OF1(ceil, NEG(0x3f000000u), NEG(0u)),
    OF1(ceil, LEAST, ONE), OF1(trunc, NEG(0x3fc00000u), NEG(ONE)), OF1(trunc, NEG(BELOW_ONE), NEG(0u)),
    OF1(round, 0x3f000000, 0), OF1(round, 0x3fc00000, TWO),
    OF1(round, 0x40200000, TWO),                                /* 2.5 */
    OF1(round, NEG(0x3f000000u), NEG(0u)), OF1(floor, SNAN, QNAN), OF1(round, INF, INF),
    OF1(ceil, 0x4b000001, 0x4b000001),                          /* 2^23+1 is integral */
    /* integers */
    OF1(to_signed, NEG(0x3fc00000u), 0xffffffff),
    OF1(to_signed, 0x4f000000, 0x7fffffff),                     /* 2^31 */
    OF1(to_signed, 0x4effffff, 0x7fffff80),
    OF1(to_signed, 0xcf000000, 0x80000000),                     /* -2^31, exactly */
    OF1(to_signed, 0xcf000001, 0x80000000), OF1(to_signed, INF, 0x7fffffff), OF1(to_signed, NEG(INF), 0x80000000),
    OF1(to_signed, SNAN, 0),
    OF1(to_unsigned, 0x4f800000, 0xffffffff),                   /* 2^32 */
    OF1(to_unsigned, 0x4f7fffff, 0xffffff00), OF1(to_unsigned, NEG(HALF), 0), OF1(to_unsigned, NEG(TWO), 0),
    OF1(to_unsigned, NEG(INF), 0), OF1(to_unsigned, QNAN, 0), OF1(from_signed, 0xffffffff, NEG(ONE)),
    OF1(from_signed, 0x80000000, 0xcf000000), OF1(from_signed, 0x7fffffff, 0x4f000000),
    OF1(from_signed, 0x01000001, 0x4b800000),                   /* 2^24+1: tie to even */
    OF1(from_signed, 0x01000003, 0x4b800002), OF1(from_unsigned, 0xffffffff, 0x4f800000),
    OF1(from_unsigned, 0x80000080, 0x4f000000),                 /* tie to even */
    OF1(from_unsigned, 0, 0),
    /* binary16 */
    OF1(to_half, ONE, 0x3c00), OF1(to_half, NEG(0u), 0x8000),
    OF1(to_half, 0x477fe000, 0x7bff),                           /* 65504 */
    OF1(to_half, 0x477fefff, 0x7bff),
    OF1(to_half, 0x477ff000, 0x7c00),                           /* 65520: tie to even, infinity */
    OF1(to_half, NEG(INF), 0xfc00), OF1(to_half, NEG(SNAN), 0x7e00),
    OF1(to_half, 0x38800000, 0x0400),                           /* 2^-14 */
    OF1(to_half, 0x387fffff, 0x0400),                           /* rounds up into the normal numbers */
    OF1(to_half, 0x33800000, 0x0001),                           /* 2^-24 */
    OF1(to_half, 0x33000000, 0x0000),                           /* 2^-25: tie to even */
    OF1(to_half, 0x33000001, 0x0001),
    OF1(to_half, 0x33c00000, 0x0002),                           /* 1.5 units: tie to even */
    OF1(to_half, LEAST, 0x0000),
    OF1(to_half, 0x3f801000, 0x3c00),                           /* half an ulp above 1 */
    OF1(to_half, 0x3f801001, 0x3c01), OF1(to_half, 0x3f803000, 0x3c02), OF1(from_half, 0x7c01, QNAN),
    OF1(from_half, 0xfc00, NEG(INF)), OF1(from_half, 0x8001, 0xb3800000), OF1(from_half, 0x03ff, 0x387fc000),
    OF1(from_half, 0xffff3c00, ONE),                            /* bits above 15 do not count */
};

static void test_rows(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *r = &rows[i];
        const uint32_t value = r->of_one ? r->of_one(r->a) : r->of_two ? r->of_two(r->a, r->b) :
            r->of_three(r->a, r->b, r->c);
        CHECK_EQ(value, r->value);
        if (value != r->value)
            printf("  %s of %#x, %#x, %#x\n", r->name, (unsigned)r->a, (unsigned)r->b, (unsigned)r->c);
    }
}

static void test_half(void)
{
    for (uint32_t half = 0; half < 0x10000; half++)             /* there and back: every value survives */
        CHECK_EQ(wf_fp_to_half(wf_fp_from_half(half)), (half & 0x7fff) > 0x7c00 ? 0x7e00 : half);
}

/* Halfway between two neighbours of binary16 the even one is taken; just beside it the nearer. */
static void test_half_rounding(void)
{
    for (uint32_t half = 0; half < 0x7bff; half++) {
        const float low = wf_fp_value(wf_fp_from_half(half)), high = wf_fp_value(wf_fp_from_half(half + 1));
        const uint32_t middle = wf_fp_bits((low + high) / 2);
        CHECK_EQ(wf_fp_to_half(middle), half + half % 2);
        CHECK_EQ(wf_fp_to_half(middle - 1), half);
        CHECK_EQ(wf_fp_to_half(middle + 1), half + 1);
    }
}

int main(void)
{
    test_rows();
    test_half();
    test_half_rounding();
    return check_end("fp");
}
