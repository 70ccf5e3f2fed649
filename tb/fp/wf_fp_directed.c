/* SPDX-License-Identifier: Apache-2.0
 * wf_fp_directed.c - the fixed operands of wf_fp_oracle.h.  Each list gives its vector `index`, or says that it has fewer.
 */
#include "wf_fp_oracle.h"

#include "wavefold/isa.h"

#define COUNT(list) ((unsigned)(sizeof(list) / sizeof(list)[0]))
#define SIGN UINT32_C(0x80000000)

/* A list: fills operand[] and returns true, or takes its own length off *index. */
typedef bool list_fn(unsigned *index, uint32_t operand[3]);

static bool within(unsigned *index, unsigned length)
{
    if (*index < length)
        return true;
    *index -= length;
    return false;
}

static const uint32_t special[16] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xff800001,     /* 0 1 inf quiet signalling */
    0x00000001, 0x807fffff, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x3f000000, 0xc0400000
};
static const uint32_t edge[16] = {
    0x007fffff, 0x00800001, 0x80000001, 0x80000003, 0x3f7fffff, 0x3f800001, 0xbf800001, 0x33800000,     /* about 0, 1 and half a place of 1 */
    0xb3800000, 0x34000000, 0x4b7fffff, 0x4b800001, 0x7f000000, 0x7effffff, 0xbf7ffffe, 0x00ffffff
};

static bool pairs(unsigned *index, uint32_t operand[3])
{
    if (!within(index, 512))
        return false;
    const uint32_t *set = *index < 256 ? special : edge;
    operand[0] = set[*index / 16 % 16];
    operand[1] = set[*index % 16];
    operand[2] = 0;
    return true;
}

/* Each class of floats with each, both signs: what a pair or a triple of `special` does not have. */
static const uint32_t class[12] = { 0, SIGN, 0x00000001, 0x80000001, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7f800001, 0xff800001 };

static bool class_pairs(unsigned *index, uint32_t operand[3])
{
    if (!within(index, 144))
        return false;
    operand[0] = class[*index / 12];
    operand[1] = class[*index % 12];
    operand[2] = 0;
    return true;
}

static bool class_triples(unsigned *index, uint32_t operand[3])
{
    if (!within(index, 1728))
        return false;
    operand[0] = class[*index / 144];
    operand[1] = class[*index / 12 % 12];
    operand[2] = class[*index % 12];
    return true;
}

static bool triples(unsigned *index, uint32_t operand[3])
{
    if (!within(index, 8192))
        return false;
    const uint32_t *set = *index < 4096 ? special : edge;
    operand[0] = set[*index / 256 % 16];
    operand[1] = set[*index / 16 % 16];
    operand[2] = set[*index % 16];
    return true;
}

/* a and half a place of a, or one place of the half more or less; both signs, an even and an odd a, at many exponents. */
static bool half_places(unsigned *index, uint32_t operand[3])
{
    static const uint32_t fraction[] = { 0, 1, 0x2aaaaa, 0x555555, 0x7ffffe, 0x7fffff };
    static const uint32_t exponent[] = { 25, 26, 60, 127, 200, 254 };

    if (!within(index, COUNT(fraction) * COUNT(exponent) * 6))
        return false;
    const uint32_t a = exponent[*index / 6 % COUNT(exponent)] << 23, sign = *index % 2 != 0 ? SIGN : 0;
    operand[0] = a | fraction[*index / 6 / COUNT(exponent)];
    operand[1] = sign | (a - (UINT32_C(24) << 23) + *index / 2 % 3 - 1);
    operand[2] = 0;
    return true;
}

/* b is 1 to 23 binades below a: its last bits, which lie below the last place of a, are half of that place, or one more or less. */
static bool low_halves(unsigned *index, uint32_t operand[3])
{
    enum { DISTANCES = 23 };

    if (!within(index, DISTANCES * 3 * 4))
        return false;
    const unsigned distance = 1 + *index / 12;
    const uint32_t half = UINT32_C(1) << (distance - 1);
    operand[0] = UINT32_C(127) << 23 | *index % 2;
    operand[1] = ((127 - distance) << 23 | ((half + *index / 4 % 3 - 1) & 0x7fffff)) | (*index / 2 % 2 != 0 ? SIGN : 0);
    operand[2] = 0;
    return true;
}

/* Odd numbers whose product has 25 significant bits: it lies halfway between two floats. */
static const uint32_t tie_factor[][2] = {
    { 0x800001, 3 }, { 0xaaaaab, 3 }, { 0x666667, 5 }, { 0x7fffff, 3 }, { 0x492493, 7 }, { 0x1001, 0x1fff }, { 0x1235, 0xe13 }, { 0x155555, 0xd }
};

/* A whole number below 2^24 as a float, times 2^power. */
static uint32_t float_of(uint32_t whole, int power)
{
    int exponent = 150 + power;

    for (; (whole & 0x800000) == 0; exponent--)
        whole <<= 1;
    return (uint32_t)exponent << 23 | (whole & 0x7fffff);
}

/* a * b is halfway between two floats; c is so far below that only its sign counts, or it is just near enough to be seen. */
static bool tie_products(unsigned *index, uint32_t operand[3])
{
    static const int below[] = { 1, 2, 10, 20, 24, 25, 26, 27, 28, 36, 38, 39, 40, 41, 62, 63, 64, 65, 90, 100 };
    enum { POWERS = 2 };

    if (!within(index, COUNT(tie_factor) * COUNT(below) * 4 * POWERS))
        return false;
    const unsigned which = *index / 4 % COUNT(tie_factor), distance = *index / 4 / COUNT(tie_factor) % COUNT(below);
    const int power = *index / 4 / COUNT(tie_factor) / COUNT(below) == 0 ? 0 : 60;
    const int scale = power - below[distance];          /* of c, where the last bit of the product has `power` */
    operand[0] = float_of(tie_factor[which][0], power) | (*index % 2 != 0 ? SIGN : 0);
    operand[1] = float_of(tie_factor[which][1], 0);
    operand[2] = float_of(*index % 3 == 0 ? 0x800001 : 1, *index % 3 == 0 ? scale - 23 : scale) | (*index / 2 % 2 != 0 ? SIGN : 0);
    return true;
}

/* (2^23 + 2^i) * (2^23 + 2^k) = 2^46 + 2^(23+i) + 2^(23+k) + 2^(i+k), at a scale where 2^(23+k) is half of the least number: a tie but
 * for the last term, which may be the lowest bit of all.  An i of 23 or more leaves its terms away: the tie itself. */
static bool low_bits(unsigned *index, uint32_t operand[3])
{
    enum { LOW = 13 };

    if (!within(index, LOW * LOW * 2))
        return false;
    const unsigned k = *index / 2 % LOW, i = *index / 2 / LOW + k + 1;
    const int scale = -149 - 24 - (int)k;               /* of both factors together, as whole numbers */
    const uint32_t first = 0x800000 + (i < 23 ? UINT32_C(1) << i : 0), second = 0x800000 + (UINT32_C(1) << k);
    operand[0] = float_of(first, scale / 2) | (*index % 2 != 0 ? SIGN : 0);
    operand[1] = float_of(second, scale - scale / 2);
    operand[2] = 0;
    return true;
}

/* (2^23 + i) * (2^23 + k) less (2^23 + i + k) * 2^23 leaves i * k; (2^23 + i) * (2^24 - 2k) less (2^23 + i - k) * 2^24 leaves -2 * i * k. */
static bool cancellations(unsigned *index, uint32_t operand[3])
{
    static const uint32_t small[] = { 1, 2, 3, 5, 8, 13, 100, 1000 };

    if (!within(index, COUNT(small) * COUNT(small) * 4))
        return false;
    const uint32_t i = small[*index / 4 % COUNT(small)], k = small[*index / 4 / COUNT(small)];
    const bool above = *index / 2 % 2 == 0;
    operand[0] = float_of(0x800000 + i, -60) | (*index % 2 != 0 ? SIGN : 0);
    operand[1] = float_of(above ? 0x800000 + k : 0x1000000 - 2 * k, 20);
    operand[2] = float_of(above ? 0x800000 + i + k : 0x800000 + i - k, above ? 23 - 40 : 24 - 40) | (*index % 2 != 0 ? 0 : SIGN);
    return true;
}

/* a * b is 2^half and a one in its last place, modulo 2^(half+1), which is the last place of c: a tie but for that one, 11 to 15 places
 * below the top of a c that is far above the product. */
static bool last_places(unsigned *index, uint32_t operand[3])
{
    static const struct { int half; uint32_t a, b; } product[] = {
        { 34, 0xbcd131, 0xf6e7d1 }, { 34, 0x8c49a7, 0xf7ce17 }, { 35, 0xb03621, 0xc8cde1 }, { 36, 0x96ab1b, 0x93b713 }, { 37, 0xc11b03, 0xcca7ab }
    };

    if (!within(index, COUNT(product) * 8))
        return false;
    const unsigned which = *index / 8;
    operand[0] = float_of(product[which].a, -30) | (*index % 2 != 0 ? SIGN : 0);
    operand[1] = float_of(product[which].b, -30);
    operand[2] = float_of(0xabcdee + *index / 4 % 2, product[which].half + 1 - 60) | (*index / 2 % 2 != 0 ? SIGN : 0);
    return true;
}

static bool single_classes(unsigned *index, uint32_t operand[3])
{
    if (!within(index, COUNT(class)))
        return false;
    operand[0] = operand[2] = 0;
    operand[1] = class[*index];
    return true;
}

/* Floats about the integers and about the halves between two: for roundings and conversions. */
static bool single_floats(unsigned *index, uint32_t operand[3])
{
    static const uint32_t fraction[] = { 0, 1, 0x400000, 0x3fffff, 0x7fffff, 0x400001, 0x200000, 0x600000 };
    enum { FIRST = 100, EXPONENTS = 64 };

    if (!within(index, 32 + EXPONENTS * COUNT(fraction) * 4))
        return false;
    operand[0] = operand[2] = 0;
    if (*index < 32) {
        operand[1] = (*index < 16 ? special : edge)[*index % 16];
        return true;
    }
    const unsigned rest = *index - 32, exponent = FIRST + rest / 2 % EXPONENTS, kind = rest / 2 / EXPONENTS;
    const unsigned places = exponent < 150 && exponent > 127 ? 150 - exponent : 13;
    uint32_t significand = fraction[kind % COUNT(fraction)];
    if (kind >= COUNT(fraction))        /* about the last place before the point, or of binary16 */
        significand = (0x555555u >> places << places) + (UINT32_C(1) << (places - 1)) + kind % COUNT(fraction) - 1;
    operand[1] = exponent << 23 | (significand & 0x7fffff) | (rest % 2 != 0 ? SIGN : 0);
    return true;
}

/* Whole numbers of 25 bits and more, at and about the middle between two floats. */
static bool single_integers(unsigned *index, uint32_t operand[3])
{
    if (!within(index, 32 * 12))
        return false;
    const unsigned top = *index / 12, half = top >= 24 ? top - 24 : 0;
    const uint32_t odd = *index / 3 % 2 != 0 && top >= 24 ? UINT32_C(2) << half : 0;
    const uint32_t value = (UINT32_C(1) << top) + odd + (UINT32_C(1) << half) + *index % 3 - 1;
    operand[0] = operand[2] = 0;
    operand[1] = *index / 6 % 2 != 0 ? 0 - value : value;
    return true;
}

static bool single_halves(unsigned *index, uint32_t operand[3])
{
    if (!within(index, 1024))
        return false;
    operand[0] = operand[2] = 0;
    operand[1] = *index / 16 * 0x400 + (*index % 16 < 8 ? *index % 16 : 0x3ff - *index % 8);    /* every exponent, both signs */
    return true;
}

bool wf_fp_directed(uint8_t op, unsigned index, uint32_t operand[3])
{
    switch (op) {
    case WF_OP_FADD:
    case WF_OP_FSUB: return pairs(&index, operand) || class_pairs(&index, operand) || half_places(&index, operand) || low_halves(&index, operand);
    case WF_OP_FMUL: return pairs(&index, operand) || class_pairs(&index, operand) || low_bits(&index, operand) || tie_products(&index, operand);
    case WF_OP_FMA:
        return triples(&index, operand) || class_triples(&index, operand) || tie_products(&index, operand) || low_bits(&index, operand) || cancellations(&index, operand)
               || last_places(&index, operand);
    case WF_OP_FLOOR:
    case WF_OP_CEIL:
    case WF_OP_TRUNC:
    case WF_OP_RNDNE:
    case WF_OP_F2I:
    case WF_OP_F2U:
    case WF_OP_F2H: return single_floats(&index, operand) || single_classes(&index, operand);
    case WF_OP_I2F:
    case WF_OP_U2F: return single_integers(&index, operand);
    case WF_OP_H2F: return single_halves(&index, operand);
    default: return op >= WF_OP_FMIN && op <= WF_OP_FGE && (pairs(&index, operand) || class_pairs(&index, operand));
    }
}
