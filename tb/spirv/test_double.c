/* SPDX-License-Identifier: Apache-2.0
 * test_double.c - f64 by integer code against the host's doubles: arithmetic, fma, quotient, root, remainders, and what GLSL.std.450 makes of
 * one component.  All pairs of special numbers, numbers near ties and cancellations, random bits; every bit counts.
 *
 *      test_double [SEED [RUNS]]   RUNS times 128 random operands of each function
 */
#include "wf_double.h"
#include "wf_wide.h"

#include "../../c_model/spirv/math/math.h"

#define OP(id, operands) {.name = "Op" #id, .op = WfsOp##id, .width = 64, .inputs = operands, .build = build_op, .expect = expect_op}
#define GLSL(id, operands) {.name = #id, .op = WfsGlsl##id, .width = 64, .inputs = operands, .build = build_glsl, .expect = expect_glsl}

static bool build_op(struct wfs_code *c, const struct wide_case *t, wfs_val in[][2], wfs_val out[][2])
{
    return wfs_float_op(c, t->op, 64, in[0], t->inputs > 1 ? in[1] : NULL, out[0]);
}

static bool build_glsl(struct wfs_code *c, const struct wide_case *t, wfs_val in[][2], wfs_val out[][2])
{
    const wfs_val *const arg[3] = {in[0], in[1], in[2]};
    const unsigned length[3] = {1, 1, 1};
    wfs_val result[4];

    if (!wfs_ext_double(c, t->op, t->inputs, arg, length, result))
        return false;
    memcpy(out[0], result, sizeof out[0]);
    memcpy(out[1], result + 2, sizeof out[1]);
    return true;
}

static double mod(double x, double y)
{
    const double rest = fmod(x, y);

    return rest == 0 ? copysign(rest, y) : (rest < 0) != (y < 0) ? rest + y : rest;
}

static bool expect_op(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const double x = as_double(in[0]), y = t->inputs > 1 ? as_double(in[1]) : 0;

    switch (t->op) {
    case WfsOpFAdd: *out = host_double(x + y); return true;
    case WfsOpFSub: *out = host_double(x - y); return true;
    case WfsOpFMul: *out = host_double(x * y); return true;
    case WfsOpFDiv: *out = host_double(x / y); return true;
    case WfsOpFRem: *out = host_double(fmod(x, y)); return true;
    default: *out = host_double(mod(x, y)); return true;
    }
}

/* The number wins over NaN, -0 < +0. */
static double least(double x, double y, bool greatest)
{
    if (x != x || y != y)
        return x != x ? y : x;
    if (x == y)
        return !signbit(x) == greatest ? x : y;
    return (x < y) != greatest ? x : y;
}

static double mix(double x, double y, double a)
{
    const double rest = 1 - a, first = x * rest, second = y * a;

    return first + second;
}

static double smoothstep(double low, double high, double x)
{
    const double t = least(least((x - low) / (high - low), 0, true), 1, false), square = t * t;

    return square * (3 - 2 * t);
}

static bool expect_glsl(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    const double x = as_double(in[0]), y = t->inputs > 1 ? as_double(in[1]) : 0, z = t->inputs > 2 ? as_double(in[2]) : 0;
    int exponent = 0;
    double whole;

    switch (t->op) {
    case WfsGlslRound: case WfsGlslRoundEven: *out = host_double(rint(x)); break;
    case WfsGlslTrunc: *out = host_double(trunc(x)); break;
    case WfsGlslFloor: *out = host_double(floor(x)); break;
    case WfsGlslCeil: *out = host_double(ceil(x)); break;
    case WfsGlslFract: *out = host_double(x - floor(x)); break;
    case WfsGlslFAbs: *out = in[0] & ~DOUBLE_SIGN; break;
    case WfsGlslFSign: *out = double_bits(x < 0 ? -1.0 : x > 0 ? 1.0 : x); return x == x;
    case WfsGlslSqrt: *out = host_double(sqrt(x)); break;
    case WfsGlslInverseSqrt: *out = host_double(1 / sqrt(x)); break;
    case WfsGlslFMin: case WfsGlslNMin: *out = host_double(least(x, y, false)); break;
    case WfsGlslFMax: case WfsGlslNMax: *out = host_double(least(x, y, true)); break;
    case WfsGlslStep: *out = double_bits(y >= x ? 1.0 : 0.0); break;
    case WfsGlslFClamp: case WfsGlslNClamp: *out = host_double(least(least(x, y, true), z, false)); break;
    case WfsGlslFMix: *out = host_double(mix(x, y, z)); break;
    case WfsGlslSmoothStep: *out = host_double(smoothstep(x, y, z)); break;
    case WfsGlslFma: *out = host_double(fma(x, y, z)); break;
    case WfsGlslModf:
        out[0] = host_double(modf(x, &whole));
        out[1] = host_double(whole);
        break;
    case WfsGlslFrexp:
        out[0] = host_double(frexp(x, &exponent));
        out[1] = isfinite(x) ? (uint32_t)exponent : 0;
        break;
    case WfsGlslLdexp: exponent = (int32_t)in[1]; *out = host_double(ldexp(x, exponent)); break;
    default: return false;
    }
    return true;
}

/* ---- the trials ---- */

static void special_pairs(struct wide *w, const struct wide_case *t)
{
    uint64_t vector[WF_MAX_LANES][WIDE_INPUTS];
    const unsigned all = 2 * DOUBLE_SPECIALS;
    unsigned lane = 0;

    for (unsigned i = 0; i < all; i++)
        for (unsigned k = 0; k < (t->inputs > 1 ? all : 1U); k++) {
            vector[lane][0] = double_special[i / 2] | (uint64_t)(i & 1) << 63;
            vector[lane][1] = double_special[k / 2] | (uint64_t)(k & 1) << 63;
            vector[lane][2] = pick_double(&w->random, vector[lane][1]);
            if (++lane == WF_MAX_LANES) {
                wide_run(w, t, 0, vector, lane);
                lane = 0;
            }
        }
    if (lane)
        wide_run(w, t, 0, vector, lane);
}

/* Operands that are close to a tie of the function itself. */
static void aim(struct wide *w, const struct wide_case *t, uint64_t *v)
{
    const double x = as_double(v[0]), y = as_double(v[1]);
    const bool op = t->build == build_op;

    if (check_random(&w->random) % 4)
        return;
    if (op && (t->op == WfsOpFDiv || t->op == WfsOpFRem || t->op == WfsOpFMod))
        v[0] = double_bits(x * y);
    else if (!op && t->op == WfsGlslSqrt)
        v[0] = double_bits(x * x) + check_random(&w->random) % 3 - 1;
    else if (!op && t->op == WfsGlslFma)
        v[2] = double_bits(-(x * y)) + check_random(&w->random) % 3 - 1;
    else if (!op && (t->op == WfsGlslRound || t->op == WfsGlslRoundEven || t->op == WfsGlslFloor))
        v[0] = double_bits((double)(int64_t)(random64(&w->random) >> check_random(&w->random) % 64) / 2);
}

static void random_numbers(struct wide *w, const struct wide_case *t, unsigned constants, unsigned runs)
{
    uint64_t vector[WF_MAX_LANES][WIDE_INPUTS];
    const unsigned count = constants == (1U << t->inputs) - 1 ? 1 : WF_MAX_LANES;

    for (unsigned run = 0; run < runs; run++) {
        for (unsigned lane = 0; lane < count; lane++) {
            for (unsigned i = 0; i < t->inputs; i++)
                vector[lane][i] = pick_double(&w->random, i ? vector[lane][i - 1] : random64(&w->random));
            if (t->op == WfsGlslLdexp && t->build == build_glsl && lane % 4)
                vector[lane][1] = (uint64_t)(check_random(&w->random) % 4500) - 2250;
            if (t->bits[1] == 32)
                vector[lane][1] &= low_ones(32);
            aim(w, t, vector[lane]);
        }
        wide_run(w, t, constants, vector, count);
    }
}

static const struct wide_case cases[] = {
    OP(FAdd, 2), OP(FSub, 2), OP(FMul, 2), OP(FDiv, 2), OP(FRem, 2), OP(FMod, 2),
    GLSL(Round, 1), GLSL(RoundEven, 1), GLSL(Trunc, 1), GLSL(Floor, 1), GLSL(Ceil, 1), GLSL(Fract, 1), GLSL(FAbs, 1), GLSL(FSign, 1), GLSL(Sqrt, 1),
    GLSL(InverseSqrt, 1), GLSL(FMin, 2), GLSL(FMax, 2), GLSL(NMin, 2), GLSL(NMax, 2), GLSL(Step, 2), GLSL(FClamp, 3), GLSL(NClamp, 3), GLSL(FMix, 3),
    GLSL(SmoothStep, 3), GLSL(Fma, 3),
    {.name = "Modf", .op = WfsGlslModf, .width = 64, .inputs = 1, .results = 2, .build = build_glsl, .expect = expect_glsl},
    {.name = "Ldexp", .op = WfsGlslLdexp, .width = 64, .inputs = 2, .bits = {64, 32}, .build = build_glsl, .expect = expect_glsl},
};

/* The exponent is a word. */
static bool build_exponent(struct wfs_code *c, const struct wide_case *t, wfs_val in[][2], wfs_val out[][2])
{
    wfs_val both[2][2];

    if (!build_glsl(c, t, in, both))
        return false;
    out[0][0] = both[1][0];
    return true;
}

static bool expect_exponent(const struct wide_case *t, const uint64_t *in, uint64_t *out)
{
    uint64_t both[2];

    expect_glsl(t, in, both);
    *out = both[1];
    return true;
}

static const struct wide_case frexps[] = {
    {.name = "Frexp", .op = WfsGlslFrexp, .width = 64, .inputs = 1, .build = build_glsl, .expect = expect_glsl},
    {.name = "exponent of Frexp", .op = WfsGlslFrexp, .width = 64, .inputs = 1, .result_bits = 32, .build = build_exponent,
     .expect = expect_exponent},
};

static unsigned runs = 150;

static void try(struct wide *w, const struct wide_case *t)
{
    if (t->bits[1] != 32)
        special_pairs(w, t);
    for (unsigned constants = 0; constants < 1U << t->inputs; constants++)
        random_numbers(w, t, constants, constants ? runs / 8 + 1 : runs);
}

static void tests(struct wide *w)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        try(w, &cases[i]);
    for (size_t i = 0; i < sizeof frexps / sizeof *frexps; i++)
        try(w, &frexps[i]);
}

int main(int argc, char **argv)
{
    if (argc > 2)
        runs = (unsigned)strtoul(argv[2], NULL, 10);
    return wide_main(argc > 2 ? 2 : argc, argv, "double", tests);
}
