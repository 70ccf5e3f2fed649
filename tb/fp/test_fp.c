/* SPDX-License-Identifier: Apache-2.0
 *
 * test_fp.c - binary32 operations of the model against bit patterns worked out by hand.
 */
#include "../../c_model/model/fp/fp.h"
#include "../common/wf_check.h"

#define NEG(x) ((x) | 0x80000000u)

enum {
    ONE = 0x3f800000, TWO = 0x40000000, HALF = 0x3f000000, INF = 0x7f800000, QNAN = 0x7fc00000, SNAN = 0x7f800001,
    LEAST = 0x00000001, LEAST_NORMAL = 0x00800000, GREATEST = 0x7f7fffff, BELOW_ONE = 0x3f7fffff, ABOVE_ONE = 0x3f800001
};

static void test_add(void)
{
    CHECK_EQ(wf_fp_add(ONE, ONE), TWO);
    CHECK_EQ(wf_fp_add(0, NEG(0u)), 0);
    CHECK_EQ(wf_fp_add(NEG(0u), NEG(0u)), NEG(0u));
    CHECK_EQ(wf_fp_add(ONE, NEG((uint32_t)ONE)), 0);
    CHECK_EQ(wf_fp_sub(NEG(0u), 0), NEG(0u));
    CHECK_EQ(wf_fp_add(INF, NEG((uint32_t)INF)), QNAN);
    CHECK_EQ(wf_fp_sub(INF, INF), QNAN);
    CHECK_EQ(wf_fp_add(NEG(SNAN | 0x12345u), ONE), QNAN);
    CHECK_EQ(wf_fp_add(0xffc12345, 0xffc12345), QNAN);
    CHECK_EQ(wf_fp_add(LEAST, LEAST), 2);
    CHECK_EQ(wf_fp_sub(LEAST_NORMAL, LEAST), 0x007fffff);       /* subnormals are kept */
    CHECK_EQ(wf_fp_add(GREATEST, GREATEST), INF);
    CHECK_EQ(wf_fp_add(GREATEST, 0x73000000), INF);             /* + half an ulp: the tie goes to the even, infinity */
    CHECK_EQ(wf_fp_add(GREATEST, 0x72ffffff), GREATEST);
    CHECK_EQ(wf_fp_add(ONE, 0x33800000), ONE);                  /* 1 + 2^-24: tie to even */
    CHECK_EQ(wf_fp_add(ABOVE_ONE, 0x33800000), 0x3f800002);
    CHECK_EQ(wf_fp_add(ONE, 0x33800001), ABOVE_ONE);
}

static void test_mul(void)
{
    CHECK_EQ(wf_fp_mul(TWO, HALF), ONE);
    CHECK_EQ(wf_fp_mul(NEG((uint32_t)ONE), 0), NEG(0u));
    CHECK_EQ(wf_fp_mul(INF, 0), QNAN);
    CHECK_EQ(wf_fp_mul(LEAST, HALF), 0);                        /* tie to even */
    CHECK_EQ(wf_fp_mul(3, HALF), 2);
    CHECK_EQ(wf_fp_mul(LEAST_NORMAL, HALF), 0x00400000);
    CHECK_EQ(wf_fp_mul(GREATEST, TWO), INF);
    CHECK_EQ(wf_fp_mul(ABOVE_ONE, ABOVE_ONE), 0x3f800002);
    CHECK_EQ(wf_fp_fma(ABOVE_ONE, ABOVE_ONE, NEG(0x3f800002u)), 0x28800000);    /* 2^-46: rounded once */
    CHECK_EQ(wf_fp_fma(INF, 0, QNAN), QNAN);
    CHECK_EQ(wf_fp_fma(ONE, NEG(0u), 0), 0);
    CHECK_EQ(wf_fp_fma(LEAST, HALF, LEAST), 2);                 /* 1.5 units: tie to even */
}

static void test_min_max(void)
{
    CHECK_EQ(wf_fp_min(ONE, TWO), ONE);
    CHECK_EQ(wf_fp_max(ONE, TWO), TWO);
    CHECK_EQ(wf_fp_min(0, NEG(0u)), NEG(0u));
    CHECK_EQ(wf_fp_min(NEG(0u), 0), NEG(0u));
    CHECK_EQ(wf_fp_max(0, NEG(0u)), 0);
    CHECK_EQ(wf_fp_max(NEG(0u), 0), 0);
    CHECK_EQ(wf_fp_min(SNAN, ONE), ONE);
    CHECK_EQ(wf_fp_max(ONE, 0xffffffff), ONE);
    CHECK_EQ(wf_fp_min(SNAN, 0xffffffff), QNAN);
    CHECK_EQ(wf_fp_max(SNAN, SNAN), QNAN);
    CHECK_EQ(wf_fp_min(NEG((uint32_t)INF), INF), NEG((uint32_t)INF));
    CHECK_EQ(wf_fp_min(NEG((uint32_t)ONE), NEG((uint32_t)TWO)), NEG((uint32_t)TWO));
    CHECK_EQ(wf_fp_max(NEG((uint32_t)LEAST), 0x80000002), 0x80000001);
}

static void test_integral(void)
{
    CHECK_EQ(wf_fp_floor(0x3fc00000), ONE);                     /* 1.5 */
    CHECK_EQ(wf_fp_floor(NEG(0x3f000000u)), NEG((uint32_t)ONE));
    CHECK_EQ(wf_fp_floor(NEG(0u)), NEG(0u));
    CHECK_EQ(wf_fp_ceil(NEG(0x3f000000u)), NEG(0u));
    CHECK_EQ(wf_fp_ceil(LEAST), ONE);
    CHECK_EQ(wf_fp_trunc(NEG(0x3fc00000u)), NEG((uint32_t)ONE));
    CHECK_EQ(wf_fp_trunc(NEG((uint32_t)BELOW_ONE)), NEG(0u));
    CHECK_EQ(wf_fp_round(0x3f000000), 0);
    CHECK_EQ(wf_fp_round(0x3fc00000), TWO);
    CHECK_EQ(wf_fp_round(0x40200000), TWO);                     /* 2.5 */
    CHECK_EQ(wf_fp_round(NEG(0x3f000000u)), NEG(0u));
    CHECK_EQ(wf_fp_floor(SNAN), QNAN);
    CHECK_EQ(wf_fp_round(INF), INF);
    CHECK_EQ(wf_fp_ceil(0x4b000001), 0x4b000001);               /* 2^23+1 is integral */
}

static void test_integers(void)
{
    CHECK_EQ(wf_fp_to_signed(NEG(0x3fc00000u)), 0xffffffff);
    CHECK_EQ(wf_fp_to_signed(0x4f000000), 0x7fffffff);          /* 2^31 */
    CHECK_EQ(wf_fp_to_signed(0x4effffff), 0x7fffff80);
    CHECK_EQ(wf_fp_to_signed(0xcf000000), 0x80000000);          /* -2^31, exactly */
    CHECK_EQ(wf_fp_to_signed(0xcf000001), 0x80000000);
    CHECK_EQ(wf_fp_to_signed(INF), 0x7fffffff);
    CHECK_EQ(wf_fp_to_signed(NEG((uint32_t)INF)), 0x80000000);
    CHECK_EQ(wf_fp_to_signed(SNAN), 0);
    CHECK_EQ(wf_fp_to_unsigned(0x4f800000), 0xffffffff);        /* 2^32 */
    CHECK_EQ(wf_fp_to_unsigned(0x4f7fffff), 0xffffff00);
    CHECK_EQ(wf_fp_to_unsigned(NEG((uint32_t)HALF)), 0);
    CHECK_EQ(wf_fp_to_unsigned(NEG((uint32_t)TWO)), 0);
    CHECK_EQ(wf_fp_to_unsigned(NEG((uint32_t)INF)), 0);
    CHECK_EQ(wf_fp_to_unsigned(QNAN), 0);
    CHECK_EQ(wf_fp_from_signed(0xffffffff), NEG((uint32_t)ONE));
    CHECK_EQ(wf_fp_from_signed(0x80000000), 0xcf000000);
    CHECK_EQ(wf_fp_from_signed(0x7fffffff), 0x4f000000);
    CHECK_EQ(wf_fp_from_signed(0x01000001), 0x4b800000);        /* 2^24+1: tie to even */
    CHECK_EQ(wf_fp_from_signed(0x01000003), 0x4b800002);
    CHECK_EQ(wf_fp_from_unsigned(0xffffffff), 0x4f800000);
    CHECK_EQ(wf_fp_from_unsigned(0x80000080), 0x4f000000);      /* tie to even */
    CHECK_EQ(wf_fp_from_unsigned(0), 0);
}

static void test_half(void)
{
    CHECK_EQ(wf_fp_to_half(ONE), 0x3c00);
    CHECK_EQ(wf_fp_to_half(NEG(0u)), 0x8000);
    CHECK_EQ(wf_fp_to_half(0x477fe000), 0x7bff);                /* 65504 */
    CHECK_EQ(wf_fp_to_half(0x477fefff), 0x7bff);
    CHECK_EQ(wf_fp_to_half(0x477ff000), 0x7c00);                /* 65520: tie to even, infinity */
    CHECK_EQ(wf_fp_to_half(NEG((uint32_t)INF)), 0xfc00);
    CHECK_EQ(wf_fp_to_half(NEG((uint32_t)SNAN)), 0x7e00);
    CHECK_EQ(wf_fp_to_half(0x38800000), 0x0400);                /* 2^-14 */
    CHECK_EQ(wf_fp_to_half(0x387fffff), 0x0400);                /* rounds up into the normal numbers */
    CHECK_EQ(wf_fp_to_half(0x33800000), 0x0001);                /* 2^-24 */
    CHECK_EQ(wf_fp_to_half(0x33000000), 0x0000);                /* 2^-25: tie to even */
    CHECK_EQ(wf_fp_to_half(0x33000001), 0x0001);
    CHECK_EQ(wf_fp_to_half(0x33c00000), 0x0002);                /* 1.5 units: tie to even */
    CHECK_EQ(wf_fp_to_half(LEAST), 0x0000);
    CHECK_EQ(wf_fp_to_half(0x3f801000), 0x3c00);                /* half an ulp above 1 */
    CHECK_EQ(wf_fp_to_half(0x3f801001), 0x3c01);
    CHECK_EQ(wf_fp_to_half(0x3f803000), 0x3c02);
    CHECK_EQ(wf_fp_from_half(0x7c01), QNAN);
    CHECK_EQ(wf_fp_from_half(0xfc00), NEG((uint32_t)INF));
    CHECK_EQ(wf_fp_from_half(0x8001), 0xb3800000);
    CHECK_EQ(wf_fp_from_half(0x03ff), 0x387fc000);
    CHECK_EQ(wf_fp_from_half(0xffff3c00), ONE);                 /* bits above 15 do not count */
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
    test_add();
    test_mul();
    test_min_max();
    test_integral();
    test_integers();
    test_half();
    test_half_rounding();
    return check_end("fp");
}
