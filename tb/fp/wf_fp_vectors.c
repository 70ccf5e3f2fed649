/* SPDX-License-Identifier: Apache-2.0
 * wf_fp_vectors - write test vectors for the vector ALU and the float units.  Expected floats come from wf_fp_oracle.c, integers from
 * plain loops.
 *
 *   wf_fp_vectors COUNT SEED RUN [MNEMONIC]
 *
 * Every directed vector and COUNT random ones an operation, or of the one operation named.  RUN consecutive lines hold the same
 * operation.  A line is "op a b c result" in hexadecimal.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wf_fp_oracle.h"

#include "wavefold/isa.h"

static uint32_t prng;

static uint32_t next(void)
{
    prng ^= prng << 13;
    prng ^= prng >> 17;
    prng ^= prng << 5;
    return prng;
}

static uint32_t special_float(void)
{
    static const uint32_t table[] = {
        0x00000000, 0x00000001, 0x00000002, 0x00000003, 0x00000100, 0x00400000, 0x007ffffe, 0x007fffff, 0x00800000,
        0x00800001, 0x00ffffff, 0x01000000, 0x0b800000, 0x0c000000, 0x1fffffff, 0x20000000, 0x33000000, 0x33000001,
        0x337fffff, 0x33800000, 0x33800001, 0x387fe000, 0x387fc000, 0x38800000, 0x3effffff, 0x3f000000, 0x3f000001,
        0x3f7fffff, 0x3f800000, 0x3f800001, 0x3fbfffff, 0x3fc00000, 0x3fffffff, 0x40000000, 0x40200000, 0x40400000,
        0x477fe000, 0x477fefff, 0x477ff000, 0x4a7fffff, 0x4a800000, 0x4affffff, 0x4b000000, 0x4b000001, 0x4b7fffff,
        0x4b800000, 0x4effffff, 0x4f000000, 0x4f7fffff, 0x4f800000, 0x5f000000, 0x7e800000, 0x7f000000, 0x7f7ffffe,
        0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fbfffff, 0x7fc00000, 0x7fffffff };
    uint32_t r = next();
    return table[(r >> 1) % (sizeof table / sizeof table[0])] | (r & 0x80000000u);
}

/* A significand that is random, sparse, or a run of ones: halfway cases are frequent. */
static uint32_t significand(void)
{
    uint32_t r = next();
    switch (r & 7) {
    case 0: return 0;
    case 1: return 0x7fffff;
    case 2: return (1u << (r >> 3) % 23) & 0x7fffff;
    case 3: return (0x7fffffu << (r >> 3) % 23) & 0x7fffff;
    case 4: return ((1u << (r >> 3) % 23) - 1) & 0x7fffff;
    default: return r >> 9;
    }
}

static uint32_t any_float(void)
{
    uint32_t r = next();
    switch (r & 7) {
    case 0: return special_float();
    case 1: return next();
    case 2: return (r & 0x80000000u) | significand();                                           /* subnormal */
    case 3: return (r & 0x80000000u) | (100 + (r >> 8) % 60) << 23 | significand();
    default: return (r & 0x80000000u) | ((r >> 8) & 0xff) << 23 | significand();
    }
}

/* A float whose exponent is `delta` away from that of f: alignment and cancellation cases. */
static uint32_t near_float(uint32_t f)
{
    uint32_t r = next();
    static const int far[] = { 22, 23, 24, 25, 26, 27, 28, 12, 47, 48, 49, 36, 35, 34, 11, 10 };
    int exponent = (int)(f >> 23 & 0xff), delta;
    uint32_t fraction = (r & 3) == 0 ? f & 0x7fffff : significand();
    if ((r & 0xc) == 0) return f ^ (r & 0x80000000u) ^ (1u << (r >> 8) % 3 >> 1);
    delta = (r & 0x10) ? (int)((r >> 5) % 5) - 2 : (r & 0x20 ? 1 : -1) * far[(r >> 6) & 15];
    exponent += delta;
    if (exponent < 0) exponent = 0;
    if (exponent > 255) exponent = 254;
    return (r & 0x80000000u) | (uint32_t)exponent << 23 | fraction;
}

static uint32_t any_int(void)
{
    static const uint32_t table[] = { 0, 1, 2, 31, 32, 33, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000,
                                      0x80000001, 0xffffffff, 0xfffffffe, 0x00ffffff, 0x01000000, 0x01000001,
                                      0x01ffffff, 0xff000000, 0xfeffffff, 0x7fffffbf, 0x7fffffc0, 0x55555555 };
    uint32_t r = next();
    switch (r & 3) {
    case 0: return table[(r >> 2) % (sizeof table / sizeof table[0])];
    case 1: return 1u << (r >> 27);
    case 2: return next() >> (r >> 27);
    default: return next();
    }
}

/* A field description {width [13:8], offset [4:0]}. */
static uint32_t any_field(void)
{
    uint32_t r = next();
    return r & 1 ? (r >> 1 & 31) | (r >> 8 & 63) << 8 | (next() & 0xffffc0e0u) : (r >> 1 & 31) | (r >> 8 & 15) << 8;
}

static uint32_t bit_field(uint32_t a, uint32_t where, bool sign)
{
    unsigned offset = where & 31, width = where >> 8 & 63, i;
    uint32_t field = 0;
    if (width > 32) width = 32;
    for (i = 0; i < width; i++)
        if (offset + i < 32) field |= (a >> (offset + i) & 1) << i;
    if (sign && width != 0 && (field >> (width - 1) & 1))
        for (i = width; i < 32; i++) field |= 1u << i;
    return field;
}

static uint32_t put_field(uint32_t a, uint32_t b, uint32_t where)
{
    unsigned offset = where & 31, width = where >> 8 & 63, i;
    if (width > 32) width = 32;
    for (i = 0; i < width && offset + i < 32; i++)
        a = (a & ~(1u << (offset + i))) | (b >> i & 1) << (offset + i);
    return a;
}

/* Index of the highest (or lowest) bit of x that is one; ~0 when none. */
static uint32_t find(uint32_t x, bool lowest)
{
    uint32_t found = UINT32_MAX, i;
    for (i = 0; i < 32; i++)
        if (x >> i & 1) {
            found = i;
            if (lowest) break;
        }
    return found;
}

static uint32_t expected(uint8_t op, uint32_t a, uint32_t b, uint32_t c)
{
    int32_t i = (int32_t)a, j = (int32_t)b;
    uint32_t r = 0, n;
    switch (op) {
    case WF_OP_MOV: return b;
    case WF_OP_NOT: return ~b;
    case WF_OP_ADD: return a + b;
    case WF_OP_SUB: return a - b;
    case WF_OP_RSUB: return b - a;
    case WF_OP_AND: return a & b;
    case WF_OP_OR: return a | b;
    case WF_OP_XOR: return a ^ b;
    case WF_OP_SHL: return a << (b & 31);
    case WF_OP_SHR: return a >> (b & 31);
    case WF_OP_SAR: return (uint32_t)((int64_t)i >> (b & 31));
    case WF_OP_MINS: return i < j ? a : b;
    case WF_OP_MAXS: return i > j ? a : b;
    case WF_OP_MINU: return a < b ? a : b;
    case WF_OP_MAXU: return a > b ? a : b;
    case WF_OP_SEL: return a ? b : c;
    case WF_OP_EQ: return a == b;
    case WF_OP_NE: return a != b;
    case WF_OP_LTS: return i < j;
    case WF_OP_GES: return i >= j;
    case WF_OP_LTU: return a < b;
    case WF_OP_GEU: return a >= b;
    case WF_OP_COUNTBITS: for (n = 0; n < 32; n++) r += b >> n & 1; return r;
    case WF_OP_REVBITS: for (n = 0; n < 32; n++) r |= (b >> n & 1) << (31 - n); return r;
    case WF_OP_FFBL: return find(b, true);
    case WF_OP_FFBHU: return find(b, false);
    case WF_OP_FFBHS: return find(j < 0 ? ~b : b, false);
    case WF_OP_BFEU: return bit_field(a, b, false);
    case WF_OP_BFES: return bit_field(a, b, true);
    case WF_OP_BFI: return put_field(a, b, c);
    case WF_OP_MUL: return a * b;
    case WF_OP_MULHU: return (uint32_t)((uint64_t)a * b >> 32);
    case WF_OP_MULHS: return (uint32_t)((uint64_t)((int64_t)i * j) >> 32);
    case WF_OP_MAD: return a * b + c;
    case WF_OP_FABS: return b & 0x7fffffff;
    case WF_OP_FNEG: return b ^ 0x80000000u;
    default: break;
    }
    if (!wf_fp_oracle(op, a, b, c, &r)) {
        fprintf(stderr, "wf_fp_vectors: no expected value for opcode %02x\n", op);
        exit(1);
    }
    return r;
}

/* a * b = 1 + 2^-3k or 1 - 2^-2k, scaled, and c 22 to 27 binades above: the sum is a little beside a halfway case. */
static void halfway_product(uint32_t v[3])
{
    uint32_t r = next();
    int k = 8 + (int)(r & 3), scale = (int)(r >> 2 & 127) - 64;
    uint32_t below_one = (126u << 23) + 0x800000u - (1u << (24 - k));          /* 1 - 2^-k */
    v[0] = (r & 0x400 ? 0 : 0x80000000u) | (uint32_t)(127 + scale) << 23 | 1u << (23 - k);
    v[1] = r & 0x200 ? below_one + (1u << (24 - 2 * k)) : below_one;
    v[2] = (r & 0x80000000u) | (uint32_t)(127 + scale + 22 + (int)(r >> 16) % 6) << 23 | significand();
}

static void operands(uint8_t op, uint32_t v[3])
{
    uint32_t r = next(), swap, product;
    bool is_float = (op >= WF_OP_FADD && op <= WF_OP_FGE) || op == WF_OP_F2I || op == WF_OP_F2U || op == WF_OP_F2H;
    v[0] = is_float ? any_float() : any_int();
    v[1] = is_float ? (r & 3 ? any_float() : near_float(v[0])) : (r & 7 ? any_int() : v[0]);
    v[2] = is_float ? any_float() : any_int();
    switch (op) {
    case WF_OP_BFEU: case WF_OP_BFES: v[1] = any_field(); break;
    case WF_OP_BFI: v[2] = any_field(); break;
    case WF_OP_FADD: case WF_OP_FSUB:
        if (r & 0xf0) v[1] = near_float(v[0]);
        break;
    case WF_OP_FMUL:                                    /* half of the products near the edges of the range */
        if (r & 0x10) {
            int target = (r & 0x20 ? 0 : 254) + (int)((r >> 8) % 56) - 28, exponent = (int)(v[0] >> 23 & 0xff);
            exponent = target + 127 - exponent;
            if (exponent >= 0 && exponent < 255) v[1] = (v[1] & 0x807fffffu) | (uint32_t)exponent << 23;
        }
        break;
    case WF_OP_FMA:
        wf_fp_oracle(WF_OP_FMUL, v[0], v[1], 0, &product);
        if (r & 0x30) v[2] = near_float(product);
        if ((r & 0x40) && (v[0] >> 23 & 0xff) < 140) {  /* product and addend in the subnormal range */
            int exponent = 127 - (int)(v[0] >> 23 & 0xff) + (int)((r >> 8) % 60) - 30;
            if (exponent >= 0 && exponent < 255) v[1] = (v[1] & 0x807fffffu) | (uint32_t)exponent << 23;
            if (r & 0x80) v[2] = (v[2] & 0x807fffffu) | ((r >> 16) % 40) << 23;
        }
        if ((r >> 24 & 15) == 0) v[r >> 28 & 1] &= 0x80000000u;         /* a zero product */
        if ((r >> 24 & 15) == 1) halfway_product(v);
        break;
    case WF_OP_FLOOR: case WF_OP_CEIL: case WF_OP_TRUNC: case WF_OP_RNDNE: case WF_OP_F2I: case WF_OP_F2U:
        if (r & 0x30) v[1] = (v[1] & 0x807fffffu) | (124 + (r >> 8) % 38) << 23;
        break;
    case WF_OP_F2H:
        if (r & 0x30) v[1] = (v[1] & 0x807fffffu) | (100 + (r >> 8) % 45) << 23;
        break;
    case WF_OP_H2F: v[1] = next(); break;
    default: break;
    }
    if (op == WF_OP_FADD && (r & 0x100)) { swap = v[0]; v[0] = v[1]; v[1] = swap; }
}

static void print_vector(uint8_t op, const uint32_t v[3])
{
    printf("%02x %08x %08x %08x %08x\n", op, v[0], v[1], v[2], expected(op, v[0], v[1], v[2]));
}

static void print_random(uint8_t op, unsigned long count)
{
    while (count-- > 0) {
        uint32_t v[3];
        operands(op, v);
        print_vector(op, v);
    }
}

/* The directed vectors, and random ones until the run is full. */
static void print_directed(uint8_t op, unsigned long run)
{
    uint32_t v[3];
    unsigned count = 0;

    for (; wf_fp_directed(op, count, v); count++)
        print_vector(op, v);
    print_random(op, (run - count % run) % run);
}

int main(int argc, char **argv)
{
    static const struct { uint8_t op, unit; const char *mnemonic; } ops[] = {
#define WF_OP(id, code, mnemonic, format, unit, words, first, second, text) { code, WF_UNIT_##unit, mnemonic },
#include "wavefold/isa.def"
    };
    unsigned long count, run;
    bool any = false;

    if (argc < 4) {
        fprintf(stderr, "usage: wf_fp_vectors COUNT SEED RUN [MNEMONIC]\n");
        return 2;
    }
    count = strtoul(argv[1], NULL, 10);
    prng = (uint32_t)strtoul(argv[2], NULL, 10) * 2654435761u ^ 0x9e3779b9u;
    if (prng == 0) prng = 1;
    run = strtoul(argv[3], NULL, 10);
    if (run == 0) run = 1;
    for (size_t o = 0; o < sizeof ops / sizeof ops[0]; o++) {
        if (ops[o].unit != WF_UNIT_ALU && ops[o].unit != WF_UNIT_FPU) continue;
        if (argc > 4 && strcmp(argv[4], ops[o].mnemonic) != 0) continue;
        any = true;
        print_directed(ops[o].op, run);
    }
    for (unsigned long done = 0; done < count; done += run)
        for (size_t o = 0; o < sizeof ops / sizeof ops[0]; o++) {
            if (ops[o].unit != WF_UNIT_ALU && ops[o].unit != WF_UNIT_FPU) continue;
            if (argc > 4 && strcmp(argv[4], ops[o].mnemonic) != 0) continue;
            print_random(ops[o].op, run);
        }
    if (!any) fprintf(stderr, "wf_fp_vectors: no such operation\n");
    return any ? 0 : 1;
}
