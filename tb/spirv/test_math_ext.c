/* SPDX-License-Identifier: Apache-2.0
 * test_math_ext.c - wfs_ext: every instruction of its table that works component by component, on vectors of 1 to 4, against plain C; of
 * those on one float, whose numbers test_math.c looks at, whether it is the right function.
 *
 *      test_math_ext [SEED]
 *      test_math_ext words     prints how many instructions each takes on a scalar
 */
#include "wf_ext.h"

/* ---- components one by one ---- */

/* Operand and result as bits; `second` is the second result of parts. */
typedef uint32_t host_each(const uint32_t *x, uint32_t *second);

static float f(uint32_t bits) { return as_float(bits); }
static int32_t s(uint32_t bits) { int32_t v; memcpy(&v, &bits, sizeof v); return v; }
static uint32_t wide(double x) { return host_bits((float)x); }

/* The number wins over a NaN; -0 < +0. */
static uint32_t of_two(uint32_t x, uint32_t y, bool greater)
{
    if (wf_is_nan(x) || wf_is_nan(y))
        return wf_is_nan(x) ? y : x;
    if (f(x) == f(y))
        return (x >> 31) == greater ? y : x;
    return (f(x) > f(y)) == greater ? x : y;
}

#define HOST(name, expression) \
    static uint32_t host_##name(const uint32_t *x, uint32_t *second) { (void)second; return (uint32_t)(expression); }
#define HOST_FLOAT(name, expression) HOST(name, wide((double)(expression)))
#define HOST_LIBM(name) HOST_FLOAT(name, name((double)f(x[0])))

static double inverse_root(double x) { return 1 / sqrt(x); }
static double clamped(double x, double low, double high) { return fmin(fmax(x, low), high); }
static double smooth(double a, double b, double x) { const double t = clamped((x - a) / (b - a), 0, 1); return t * t * (3 - 2 * t); }
static uint32_t lowest(uint32_t x) { for (uint32_t i = 0; i < 32; i++) if (x >> i & 1) return i; return UINT32_MAX; }
static uint32_t highest(uint32_t x) { for (uint32_t i = 32; i-- > 0;) if (x >> i & 1) return i; return UINT32_MAX; }

HOST_FLOAT(round, rint((double)f(x[0]))) HOST_FLOAT(trunc, truncf(f(x[0]))) HOST(fabs, x[0] & 0x7fffffff) HOST(sabs, s(x[0]) < 0 ? 0 - x[0] : x[0])
HOST(fsign, f(x[0]) > 0 ? 0x3f800000 : f(x[0]) < 0 ? 0xbf800000 : x[0]) HOST(ssign, (s(x[0]) > 0) - (s(x[0]) < 0))
HOST_FLOAT(floor, floorf(f(x[0]))) HOST_FLOAT(ceil, ceilf(f(x[0]))) HOST_FLOAT(fract, f(x[0]) - floorf(f(x[0])))
HOST_FLOAT(radians, (double)f(x[0]) * 0.01745329251994329577) HOST_FLOAT(degrees, (double)f(x[0]) * 57.29577951308232088)
HOST_LIBM(sin) HOST_LIBM(cos) HOST_LIBM(tan) HOST_LIBM(asin) HOST_LIBM(acos) HOST_LIBM(atan) HOST_LIBM(sinh) HOST_LIBM(cosh) HOST_LIBM(tanh)
HOST_LIBM(asinh) HOST_LIBM(acosh) HOST_LIBM(atanh) HOST_LIBM(exp) HOST_LIBM(log) HOST_LIBM(exp2) HOST_LIBM(log2) HOST_LIBM(sqrt)
HOST_LIBM(inverse_root)
HOST_FLOAT(atan2, atan2((double)f(x[0]), (double)f(x[1]))) HOST_FLOAT(pow, pow((double)f(x[0]), (double)f(x[1])))
HOST(fmin, of_two(x[0], x[1], false)) HOST(umin, x[0] < x[1] ? x[0] : x[1]) HOST(smin, s(x[0]) < s(x[1]) ? x[0] : x[1])
HOST(fmax, of_two(x[0], x[1], true)) HOST(umax, x[0] > x[1] ? x[0] : x[1]) HOST(smax, s(x[0]) > s(x[1]) ? x[0] : x[1])
HOST_FLOAT(fclamp, clamped((double)f(x[0]), (double)f(x[1]), (double)f(x[2])))
HOST(uclamp, (x[0] > x[1] ? x[0] : x[1]) < x[2] ? (x[0] > x[1] ? x[0] : x[1]) : x[2])
HOST(sclamp, s(s(x[0]) > s(x[1]) ? x[0] : x[1]) < s(x[2]) ? (s(x[0]) > s(x[1]) ? x[0] : x[1]) : x[2])
HOST_FLOAT(mix, (double)f(x[0]) * (1 - (double)f(x[2])) + (double)f(x[1]) * (double)f(x[2])) HOST_FLOAT(step, f(x[1]) < f(x[0]) ? 0 : 1)
HOST_FLOAT(smoothstep, smooth((double)f(x[0]), (double)f(x[1]), (double)f(x[2]))) HOST_FLOAT(fma, fmaf(f(x[0]), f(x[1]), f(x[2])))
HOST_FLOAT(ldexp, ldexp((double)f(x[0]), s(x[1]) % 400))
HOST(lowest, lowest(x[0])) HOST(highest, highest(x[0])) HOST(highest_s, highest(s(x[0]) < 0 ? ~x[0] : x[0]))

static uint32_t host_modf(const uint32_t *x, uint32_t *second)
{
    float whole;
    const float part = modff(f(x[0]), &whole);

    *second = host_bits(whole);
    return host_bits(part);
}

static uint32_t host_frexp(const uint32_t *x, uint32_t *second)
{
    int e = 0;
    const float m = frexpf(f(x[0]), &e);

    *second = isfinite(f(x[0])) ? (uint32_t)e : 0;
    return host_bits(m);
}

/* What operands an instruction is tried on. */
enum operands { ANY, WORDS, MIDDLING, UNIT, ABOVE_1, POWER, EDGES };

static const struct each {
    uint32_t number;
    unsigned operands;
    host_each *host;
    enum operands from;
    double ulp;             /* 0: the same bits, but a NaN is any NaN */
    bool parts;
} each[] = {
    {WfsGlslRound, 1, host_round, ANY, 0, 0}, {WfsGlslRoundEven, 1, host_round, ANY, 0, 0}, {WfsGlslTrunc, 1, host_trunc, ANY, 0, 0},
    {WfsGlslFAbs, 1, host_fabs, ANY, 0, 0}, {WfsGlslSAbs, 1, host_sabs, WORDS, 0, 0}, {WfsGlslFSign, 1, host_fsign, MIDDLING, 0, 0},
    {WfsGlslSSign, 1, host_ssign, WORDS, 0, 0}, {WfsGlslFloor, 1, host_floor, ANY, 0, 0}, {WfsGlslCeil, 1, host_ceil, ANY, 0, 0},
    {WfsGlslFract, 1, host_fract, ANY, 0, 0}, {WfsGlslRadians, 1, host_radians, ANY, 1.5, 0}, {WfsGlslDegrees, 1, host_degrees, ANY, 1.5, 0},
    {WfsGlslSin, 1, host_sin, MIDDLING, 3, 0}, {WfsGlslCos, 1, host_cos, MIDDLING, 3, 0}, {WfsGlslTan, 1, host_tan, MIDDLING, 4, 0},
    {WfsGlslAsin, 1, host_asin, UNIT, 4, 0}, {WfsGlslAcos, 1, host_acos, UNIT, 3, 0}, {WfsGlslAtan, 1, host_atan, ANY, 3, 0},
    {WfsGlslSinh, 1, host_sinh, MIDDLING, 4, 0}, {WfsGlslCosh, 1, host_cosh, MIDDLING, 4, 0}, {WfsGlslTanh, 1, host_tanh, MIDDLING, 5, 0},
    {WfsGlslAsinh, 1, host_asinh, ANY, 3, 0}, {WfsGlslAcosh, 1, host_acosh, ABOVE_1, 3, 0}, {WfsGlslAtanh, 1, host_atanh, UNIT, 3, 0},
    {WfsGlslAtan2, 2, host_atan2, MIDDLING, 4, 0}, {WfsGlslPow, 2, host_pow, POWER, 3, 0}, {WfsGlslExp, 1, host_exp, MIDDLING, 2, 0},
    {WfsGlslLog, 1, host_log, ABOVE_1, 2, 0}, {WfsGlslExp2, 1, host_exp2, MIDDLING, 2, 0}, {WfsGlslLog2, 1, host_log2, ABOVE_1, 3, 0},
    {WfsGlslSqrt, 1, host_sqrt, ANY, 0, 0}, {WfsGlslInverseSqrt, 1, host_inverse_root, ABOVE_1, 2, 0},
    {WfsGlslFMin, 2, host_fmin, MIDDLING, 0, 0}, {WfsGlslUMin, 2, host_umin, WORDS, 0, 0}, {WfsGlslSMin, 2, host_smin, WORDS, 0, 0},
    {WfsGlslFMax, 2, host_fmax, MIDDLING, 0, 0}, {WfsGlslUMax, 2, host_umax, WORDS, 0, 0}, {WfsGlslSMax, 2, host_smax, WORDS, 0, 0},
    {WfsGlslFClamp, 3, host_fclamp, MIDDLING, 0, 0}, {WfsGlslUClamp, 3, host_uclamp, WORDS, 0, 0}, {WfsGlslSClamp, 3, host_sclamp, WORDS, 0, 0},
    {WfsGlslFMix, 3, host_mix, UNIT, 1e6, 0}, {WfsGlslStep, 2, host_step, MIDDLING, 0, 0}, {WfsGlslSmoothStep, 3, host_smoothstep, EDGES, 40, 0},
    {WfsGlslFma, 3, host_fma, ANY, 0, 0}, {WfsGlslLdexp, 2, host_ldexp, WORDS, 0, 0}, {WfsGlslFindILsb, 1, host_lowest, WORDS, 0, 0},
    {WfsGlslFindSMsb, 1, host_highest_s, WORDS, 0, 0}, {WfsGlslFindUMsb, 1, host_highest, WORDS, 0, 0}, {WfsGlslNMin, 2, host_fmin, ANY, 0, 0},
    {WfsGlslNMax, 2, host_fmax, ANY, 0, 0}, {WfsGlslNClamp, 3, host_fclamp, MIDDLING, 0, 0}, {WfsGlslModf, 1, host_modf, ANY, 0, true},
    {WfsGlslModfStruct, 1, host_modf, ANY, 0, true}, {WfsGlslFrexp, 1, host_frexp, ANY, 0, true}, {WfsGlslFrexpStruct, 1, host_frexp, ANY, 0, true},
};

static uint32_t pick_for(enum operands from, unsigned operand, uint64_t *random)
{
    const uint32_t r = check_random(random), x = check_random(random);

    switch (from) {
    case WORDS: return r % 4 == 0 ? x >> r % 31 : r % 4 == 1 ? 0 - (x >> r % 31) : x;
    case MIDDLING: return (r & 0x80000000) | (122 + x % 8) << 23 | (r & 0x7fffff);
    case UNIT: return (r & 0x80000000) | (120 + x % 7) << 23 | (r & 0x7fffff);
    case ABOVE_1: return (127 + x % 100) << 23 | (r & 0x7fffff);
    case POWER: return operand ? (r & 0x80000000) | (123 + x % 6) << 23 | (r & 0x7fffff) : (125 + x % 4) << 23 | (r & 0x7fffff);
    case EDGES: return float_bits((float)(operand == 2 ? 3 : operand) + (float)(x >> 8) * 0x1p-24f - (operand == 2 ? 2.0f * (float)(r >> 8) * 0x1p-24f : 0));
    default: return wf_pick(random);
    }
}

/* The same number, or near it. */
static bool near_enough(const struct each *e, uint32_t got, uint32_t want)
{
    if (wf_is_nan(want) && e->from != WORDS)
        return wf_is_nan(got);
    return got == want || (e->ulp > 0 && wf_error(got, (double)f(want)) <= e->ulp);
}

static bool good_result(const struct each *e, const uint32_t *x, uint32_t got, uint32_t want)
{
    if (e->number == WfsGlslLdexp && isnan(f(x[0])))    /* which NaN is open, and by a constant 0 it is the same one */
        return isnan(f(got));
    if (e->number == WfsGlslFMix)                       /* a sum of two: half a unit of each */
        return fabs((double)f(got) - (double)f(want)) <= 0x1p-22 * (fabs((double)f(x[0])) + fabs((double)f(x[1])));
    return near_enough(e, got, want);
}

static void check_each(const struct each *e, unsigned count, uint64_t *random)
{
    const unsigned length[ARGS] = {count, count, count}, outputs = e->parts ? 2 * count : count;
    struct wf_lane lane;
    char name[WFS_NAME_SIZE];

    CHECK(write_ext(&lane, e->number, e->operands, length, outputs));
    uint32_t *in[WF_LANE_INPUTS];
    for (unsigned k = 0; k < lane.inputs; k++) {
        in[k] = wf_lane_input(&lane, k);
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
            in[k][i] = pick_for(e->from, k / count, random);
    }
    if (e->number == WfsGlslLdexp)
        for (unsigned k = count; k < 2 * count; k++)
            for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
                in[k][i] = (uint32_t)(s(in[k][i]) % 400);
    wf_lane_run(&lane, WF_LANE_BLOCK);
    for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
        for (unsigned k = 0; k < count; k++) {
            uint32_t x[ARGS] = {0}, second = 0;
            for (unsigned a = 0; a < e->operands; a++)
                x[a] = in[a * count + k][i];
            const uint32_t want = e->host(x, &second), got = wf_lane_output(&lane, k)[i];
            bool good = good_result(e, x, got, want);
            if (e->parts)
                good &= near_enough(e, wf_lane_output(&lane, count + k)[i], second);
            if (!good && checks_failed < 10)
                printf("%s(%#x, %#x, %#x), component %u: %#x, wanted %#x\n", wfs_glsl_name(e->number, name), (unsigned)x[0], (unsigned)x[1], (unsigned)x[2], k,
                       (unsigned)got, (unsigned)want);
            CHECK(good);
        }
    wf_check_slow(&lane, 2);
    wf_lane_end(&lane);
}

/* Operands that are constants, all sets of them: what folds away must not change the result. */
static void check_constants(const struct each *e, uint64_t *random)
{
    for (unsigned constant = 1; constant < 1U << e->operands; constant++) {
        uint32_t x[ARGS] = {0}, second = 0;
        const unsigned length[ARGS] = {1, 1, 1};
        const wfs_val *arg[ARGS];
        wfs_val operand[ARGS];
        struct wf_lane lane;
        wf_lane_begin(&lane, e->operands);
        for (unsigned k = 0; k < e->operands; k++) {
            x[k] = pick_for(e->from, k, random);
            if (e->number == WfsGlslLdexp && k == 1)
                x[k] = (uint32_t)(s(x[k]) % 400);
            operand[k] = constant >> k & 1 ? wfs_const(x[k]) : lane.in[k];
            arg[k] = &operand[k];
        }
        lane.outputs = e->parts ? 2 : 1;
        CHECK(wfs_ext(&lane.rows.code, e->number, e->operands, arg, length, lane.out));
        wf_lane_ready(&lane);
        for (unsigned k = 0; k < e->operands; k++)
            wf_lane_input(&lane, k)[0] = x[k];
        wf_lane_run(&lane, 8);
        const uint32_t want = e->host(x, &second);
        CHECK(good_result(e, x, wf_lane_output(&lane, 0)[0], want));
        CHECK(!e->parts || near_enough(e, wf_lane_output(&lane, 1)[0], second));
        CHECK(constant != (1U << e->operands) - 1 || lane.words == 0);
        wf_lane_end(&lane);
    }
}

/* What is not there, or not on these operands. */
static void check_refused(void)
{
    static const uint32_t none[] = {0, 47, WfsGlslInterpolateAtCentroid, WfsGlslInterpolateAtSample, WfsGlslInterpolateAtOffset, 82, 0xffffffff};
    const unsigned length[ARGS] = {2, 2, 2}, unlike[ARGS] = {2, 3, 2};
    struct wf_lane lane;

    for (size_t i = 0; i < COUNT(none); i++)
        for (unsigned n = 1; n <= ARGS; n++)
            CHECK(!write_ext(&lane, none[i], n, length, 2));
    for (size_t i = 0; i < COUNT(each); i++) {
        for (unsigned n = 1; n <= ARGS; n++)
            if (n != each[i].operands)
                CHECK(!write_ext(&lane, each[i].number, n, length, 2));
        if (each[i].operands > 1)
            CHECK(!write_ext(&lane, each[i].number, each[i].operands, unlike, 2));
    }
}

static int print_words(void)
{
    static const unsigned length[ARGS] = {1, 1, 1};
    char name[WFS_NAME_SIZE];

    for (size_t i = 0; i < COUNT(each); i++) {
        struct wf_lane lane;
        if (!write_ext(&lane, each[i].number, each[i].operands, length, each[i].parts ? 2 : 1))
            return 1;
        printf("| %s | %u |\n", wfs_glsl_name(each[i].number, name), lane.words);
        wf_lane_end(&lane);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "words"))
        return print_words();
    uint64_t random = (argc > 1 ? strtoull(argv[1], NULL, 0) : 1) * 2654435761U + 1;

    for (size_t i = 0; i < COUNT(each); i++) {
        for (unsigned count = 1; count <= 4; count++)
            for (unsigned k = 0; k < 32; k++)
                check_each(&each[i], count, &random);
        for (unsigned k = 0; k < 100; k++)
            check_constants(&each[i], &random);
    }
    check_refused();
    check_called(false);
    return check_end("math-ext");
}
