/* SPDX-License-Identifier: Apache-2.0
 * test_math_near.c - quotient and square roots of f32 within Vulkan's bound (near_division, near_roots): their errors against the host's
 * double, special operands, and their numbers of instructions.
 *
 *      test_math_near [SEED]   one of 61 divisors of some exponents, one of 13 roots
 *      test_math_near all      every divisor from 2^-126 to 2^126 once, and all of five exponents with eight dividends; every root of two
 *                              binades and of subnormal numbers, one of 29 others (two minutes)
 */
#include "wf_reference.h"

#include "../../c_model/spirv/math/math.h"
#include "../../c_model/spirv/module/grammar.h"

static double worst;
static uint32_t worst_a, worst_b;

static void check_block(struct wf_lane *lane, unsigned n)
{
    wf_lane_run(lane, n);
    for (unsigned i = 0; i < n; i++) {
        const uint32_t a = wf_lane_input(lane, 0)[i], b = wf_lane_input(lane, 1)[i], got = wf_lane_output(lane, 0)[i];
        const double error = wf_error(got, (double)as_float(a) / (double)as_float(b));
        if (error > worst) {
            worst = error;
            worst_a = a;
            worst_b = b;
        }
    }
}

/* A dividend whose quotient by b has a significand just below 2, where a unit counts most, or any; neither too great nor too small. */
static uint32_t dividend(uint64_t *random, uint32_t b)
{
    const uint32_t r = check_random(random);
    const double q = r & 1 ? 2 - ldexp(1 + (r >> 8 & 255), -22) : 1 + (r >> 9) * 0x1p-23;
    double a = q * (double)as_float(b);

    a *= ldexp(1, (int)(r >> 4 & 7) - 4);
    return float_bits((float)a) ^ (r & 0x80000000);
}

/* Divisors of bits `first`, first + step, .. below `end`. */
static void check_divisors(struct wf_lane *lane, uint64_t *random, uint32_t first, uint32_t end, uint32_t step, unsigned dividends)
{
    unsigned n = 0;

    for (uint64_t b = first; b < end; b += step)
        for (unsigned k = 0; k < dividends; k++) {
            wf_lane_input(lane, 0)[n] = dividend(random, (uint32_t)b);
            wf_lane_input(lane, 1)[n] = (uint32_t)b | (k & 1) << 31;
            if (++n == WF_LANE_BLOCK) {
                check_block(lane, n);
                n = 0;
            }
        }
    if (n)
        check_block(lane, n);
}

/* With 0, infinity or NaN the quotient is that of the host; so it is of any dividend that is one of them. */
static void check_special(struct wf_lane *lane, uint64_t *random)
{
    static const uint32_t special[] = {0, 0x7f800000, 0x7fc00000, 0x7f800001};

    for (unsigned round = 0; round < 200; round++) {
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
            const uint32_t any = (check_random(random) & 0x807fffff) | (1 + check_random(random) % 252) << 23;
            const uint32_t some = special[check_random(random) % 4] | (check_random(random) & 0x80000000);
            const uint32_t other = check_random(random) % 4 ? any : special[check_random(random) % 4];
            wf_lane_input(lane, 0)[i] = i % 2 ? some : other;
            wf_lane_input(lane, 1)[i] = i % 2 ? other : some;
        }
        wf_lane_run(lane, WF_LANE_BLOCK);
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
            const float q = as_float(wf_lane_input(lane, 0)[i]) / as_float(wf_lane_input(lane, 1)[i]);
            CHECK_EQ(wf_is_nan(wf_lane_output(lane, 0)[i]) ? 0x7fc00000 : wf_lane_output(lane, 0)[i], host_bits(q));
        }
    }
}

/* Nothing is infinite that is not, nor the reverse, where quotients leave the range. */
static void check_ends(struct wf_lane *lane, uint64_t *random)
{
    for (unsigned round = 0; round < 400; round++) {
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
            const uint32_t b = (1 + check_random(random) % 252) << 23 | (check_random(random) & 0x7fffff);
            const double edge = (i % 2 ? 0x1p128 : 0x1p-126) * (1 + ((double)(check_random(random) % 65536) - 32768) * 0x1p-23);
            wf_lane_input(lane, 0)[i] = float_bits((float)(edge * (double)as_float(b)));
            wf_lane_input(lane, 1)[i] = b;
            if (as_float(wf_lane_input(lane, 0)[i]) == HUGE_VALF)
                wf_lane_input(lane, 0)[i] = 0x7f7fffff;
        }
        check_block(lane, WF_LANE_BLOCK);
    }
}

/* ---- roots ---- */

/* The worst error, in ulp, and the operand at which it is. */
struct worst {
    double error;
    uint32_t x;
};

static void check_root(struct worst *of, uint32_t x, uint32_t got, double want)
{
    const double error = wf_error(got, want);

    if (error > of->error)
        *of = (struct worst){error, x};
}

/* Of a negative number there is no root, and no inverse one for GLSL.  A subnormal number counts as 0, or is exact: Vulkan allows both. */
static void check_roots(struct wf_lane *lane, unsigned n, struct worst of[2])
{
    wf_lane_run(lane, n);
    for (unsigned i = 0; i < n; i++) {
        const uint32_t x = wf_lane_input(lane, 0)[i], root = wf_lane_output(lane, 0)[i], inverse = wf_lane_output(lane, 1)[i];
        const double value = (double)as_float(x);

        if (fabs(value) < 0x1p-126)
            CHECK(root == 0 || (value < 0 && wf_is_nan(root)));
        else
            check_root(&of[0], x, root, sqrt(value));
        if (x << 1 == 0)
            CHECK_EQ(inverse, x | 0x7f800000);
        else if (wf_is_nan(x) || value >= 0x1p-126)
            check_root(&of[1], x, inverse, 1 / sqrt(value));
        else if (value > 0 && inverse < 0x7e800000)         /* 2^126 */
            check_root(&of[1], x, inverse, 1 / sqrt(value));
    }
}

static void check_range(struct wf_lane *lane, uint32_t first, uint32_t end, uint32_t step, struct worst of[2])
{
    unsigned n = 0;

    for (uint64_t x = first; x < end; x += step) {
        wf_lane_input(lane, 0)[n] = (uint32_t)x;
        if (++n == WF_LANE_BLOCK) {
            check_roots(lane, n, of);
            n = 0;
        }
    }
    if (n)
        check_roots(lane, n, of);
}

static unsigned length_of_code(const struct wf_lane *lane)
{
    unsigned instructions = 0;

    for (uint32_t at = lane->rows.code.first; at; at = lane->rows.code.insn[at].next)
        instructions++;
    return instructions;
}

static unsigned instructions_of(struct wf_lane *lane, wfs_unary *function)
{
    lane->rows.code.near_roots = true;
    lane->out[lane->outputs++] = function(&lane->rows.code, lane->in[0]);
    return length_of_code(lane);
}

/* Of vectors of three components. */
static unsigned instructions_of_ext(uint32_t number, unsigned operands)
{
    struct wf_lane lane;
    wfs_val result[3];

    wf_lane_begin(&lane, 6);
    lane.rows.code.near_roots = true;
    CHECK(wfs_ext(&lane.rows.code, number, operands, (const wfs_val *[]){lane.in, lane.in + 3}, (const unsigned[]){3, 3}, result));
    const unsigned instructions = length_of_code(&lane);
    wf_lane_end(&lane);
    return instructions;
}

/* Two binades, and some numbers of each exponent and of each kind; all: every float. */
static void check_all_roots(bool all, uint64_t *random)
{
    struct wf_lane lane;
    struct worst of[2] = {{0}};

    wf_lane_begin(&lane, 1);
    CHECK_EQ(instructions_of(&lane, wfs_sqrt), 12);
    wf_lane_end(&lane);
    wf_lane_begin(&lane, 1);
    CHECK_EQ(instructions_of(&lane, wfs_rsqrt), 12);
    wf_lane_end(&lane);
    CHECK_EQ(instructions_of_ext(WfsGlslLength, 1), 15);         /* as docs/spirv-math.md has them */
    CHECK_EQ(instructions_of_ext(WfsGlslDistance, 2), 18);
    CHECK_EQ(instructions_of_ext(WfsGlslNormalize, 1), 18);

    wf_lane_begin(&lane, 1);
    (void)instructions_of(&lane, wfs_sqrt);
    (void)instructions_of(&lane, wfs_rsqrt);
    wf_lane_ready(&lane);
    check_range(&lane, 0x3f800000, 0x40800000, all ? 1 : 13, of);
    check_range(&lane, check_random(random) % 9973, 0xffffffff, all ? 29 : 9973, of);
    check_range(&lane, check_random(random) % 997, 0x00800000, all ? 1 : 997, of);
    for (unsigned i = 0; i < COUNT(wf_special); i++)
        for (uint32_t sign = 0; sign < 2; sign++)
            check_range(&lane, wf_special[i] | sign << 31, (wf_special[i] | sign << 31) + 1, 1, of);
    for (uint32_t exponent = 1; exponent < 512; exponent++)
        check_range(&lane, (exponent << 23) - 4, (exponent << 23) + 4, 1, of);
    printf("square root %.4f ulp at %#x, inverse %.4f at %#x\n", of[0].error, of[0].x, of[1].error, of[1].x);
    CHECK(of[0].error < 1.25);                        /* as docs/spirv-math.md has it */
    CHECK(of[1].error < 1.32);
    wf_lane_end(&lane);
}

int main(int argc, char **argv)
{
    const bool all = argc > 1 && !strcmp(argv[1], "all");
    uint64_t random = rows_random(all ? 1 : argc, argv);
    struct wf_lane lane;

    wf_lane_begin(&lane, 2);
    lane.rows.code.near_division = true;
    lane.out[lane.outputs++] = wfs_fdiv(&lane.rows.code, lane.in[0], lane.in[1]);
    wf_lane_ready(&lane);
    const unsigned instructions = length_of_code(&lane);
    CHECK_EQ(instructions, 12);
    static const uint32_t exponent[] = {1, 2, 60, 126, 127, 128, 200, 251, 252};
    for (unsigned i = 0; i < COUNT(exponent); i++)
        check_divisors(&lane, &random, exponent[i] << 23, (exponent[i] + 1) << 23, all && i % 2 == 0 ? 1 : 61, all ? 8 : 2);
    if (all)
        check_divisors(&lane, &random, 0x00800000, 0x7e800001, 1, 1);
    check_divisors(&lane, &random, 0x7e800000, 0x7e800001, 1, WF_LANE_BLOCK);
    check_ends(&lane, &random);
    check_special(&lane, &random);
    printf("%u instructions, worst error %.4f ulp at %#x / %#x\n", instructions, worst, worst_a, worst_b);
    CHECK(worst < 1.11);        /* as docs/spirv-math.md has it */
    wf_lane_end(&lane);
    check_all_roots(all, &random);
    return check_end("math_near");
}
