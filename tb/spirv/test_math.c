/* SPDX-License-Identifier: Apache-2.0
 * test_math.c - functions of one float: the code that c_model/spirv/math/ writes, run and compared with the host's libm.
 *
 *      test_math [SEED]            special numbers, a sample of every exponent, random numbers; the bounds of the table below are asserted
 *      test_math every N [NAME...] one operand of N; prints the rows of docs/spirv-math.md: instructions, worst error and where
 *      test_math all [NAME...]     all 2^32
 */
#include "wf_reference.h"

#include "../../c_model/spirv/math/math.h"

struct function {
    const char *name;
    wfs_unary *write;
    double (*exact)(double x);
    double end;             /* |x| below this is compared; from there on the result must be a number of -1..1 */
    double ulp;             /* asserted */
    const char *allowed;    /* "Precision and operation of SPIR-V instructions", Vulkan specification */
};

static double inverse_root(double x) { return 1 / sqrt(x); }
static double reciprocal(double x) { return 1 / x; }
static double signum(double x) { return x == 0 ? x : copysign(1, x); }
static double radians(double x) { return x * (3.14159265358979323846 / 180); }
static double degrees(double x) { return x * (180 / 3.14159265358979323846); }
static double fraction(double x) { return (double)((float)x - floorf((float)x)); }
static wfs_val one_over(struct wfs_code *c, wfs_val x) { return wfs_fdiv(c, wfs_const(0x3f800000), x); }
static wfs_val over_three(struct wfs_code *c, wfs_val x) { return wfs_fdiv(c, x, wfs_float(3)); }
static double third(double x) { return x / 3; }

static const struct function functions[] = {
    {"1/x", one_over, reciprocal, HUGE_VAL, 0.5, "2.5 ulp"},
    {"x/3", over_three, third, HUGE_VAL, 0.5, "2.5 ulp"},
    {"sqrt", wfs_sqrt, sqrt, HUGE_VAL, 0.5, "that of 1/inversesqrt"},
    {"inversesqrt", wfs_rsqrt, inverse_root, HUGE_VAL, 1.06, "2 ulp"},
    {"exp", wfs_exp, exp, HUGE_VAL, 1.03, "3 + 2 abs(x) ulp"},
    {"exp2", wfs_exp2, exp2, HUGE_VAL, 0.9, "3 + 2 abs(x) ulp"},
    {"log", wfs_log, log, HUGE_VAL, 0.93, "3 ulp, from 0.5 to 2 2^-21 absolute"},
    {"log2", wfs_log2, log2, HUGE_VAL, 1.7, "3 ulp, from 0.5 to 2 2^-21 absolute"},
    {"sin", wfs_sin, sin, 0x1p20, 2.2, "2^-11 absolute from -pi to pi"},
    {"cos", wfs_cos, cos, 0x1p20, 2.2, "2^-11 absolute from -pi to pi"},
    {"tan", wfs_tan, tan, 0x1p18, 3.01, "that of sin/cos"},
    {"asin", wfs_asin, asin, HUGE_VAL, 3.4, "that of atan2(x, sqrt(1 - x x))"},
    {"acos", wfs_acos, acos, HUGE_VAL, 2.08, "that of atan2(sqrt(1 - x x), x)"},
    {"atan", wfs_atan, atan, HUGE_VAL, 2.0, "4096 ulp"},
    {"sinh", wfs_sinh, sinh, HUGE_VAL, 2.87, "that of (exp(x) - exp(-x)) / 2"},
    {"cosh", wfs_cosh, cosh, HUGE_VAL, 2.6, "that of (exp(x) + exp(-x)) / 2"},
    {"tanh", wfs_tanh, tanh, HUGE_VAL, 3.78, "that of sinh/cosh"},
    {"asinh", wfs_asinh, asinh, HUGE_VAL, 1.8, "that of log(x + sqrt(x x + 1))"},
    {"acosh", wfs_acosh, acosh, HUGE_VAL, 2.86, "that of log(x + sqrt(x x - 1))"},
    {"atanh", wfs_atanh, atanh, HUGE_VAL, 2.2, "that of log((1 + x)/(1 - x)) / 2"},
    {"radians", wfs_radians, radians, HUGE_VAL, 1.0, "that of x times pi/180"},
    {"degrees", wfs_degrees, degrees, HUGE_VAL, 1.0, "that of x times 180/pi"},
    {"sign", wfs_fsign, signum, HUGE_VAL, 0, "exact"},
    {"fract", wfs_fract, fraction, HUGE_VAL, 0, "that of x - floor(x)"},
};

struct worst { double error; uint32_t at; };

/* Run one block and compare. */
static void compare(const struct function *f, struct wf_lane *lane, unsigned n, struct worst *worst)
{
    uint32_t x[WF_LANE_BLOCK];

    memcpy(x, wf_lane_input(lane, 0), sizeof x);
    wf_lane_run(lane, n);
    const uint32_t *got = wf_lane_output(lane, 0);
    for (unsigned i = 0; i < n; i++) {
        const double value = (double)as_float(x[i]);
        double error;
        if (fabs(value) >= f->end && !isinf(value))
            error = fabsf(as_float(got[i])) <= 1 ? 0 : HUGE_VAL;
        else if (f->write == wfs_fsign && value != value)
            error = 0;                                  /* open */
        else
            error = wf_error(got[i], f->exact(value));
        if (!(error <= worst->error))
            *worst = (struct worst){error, x[i]};
    }
}

static void check(const struct function *f, uint64_t seed)
{
    struct wf_lane lane;
    struct worst worst = {-1, 0};
    uint64_t random = seed * 2654435761U + 1;

    wf_lane_write_1(&lane, f->write);
    uint32_t *in[1] = {wf_lane_input(&lane, 0)};
    for (unsigned k = 0; k < COUNT(wf_special); k++) {
        for (unsigned i = 0; i < 32; i++)               /* each with its neighbours, and their negatives */
            in[0][i] = (wf_special[k] + i / 2 - 8) ^ (i & 1) << 31;
        compare(f, &lane, 32, &worst);
    }
    for (unsigned exponent = 0; exponent < 512; exponent++)
        for (unsigned k = 0; k < 32; k++) {
            for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
                in[0][i] = exponent << 23 | (check_random(&random) & 0x7fffff);
            compare(f, &lane, WF_LANE_BLOCK, &worst);
        }
    for (unsigned k = 0; k < 8192; k++) {
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
            in[0][i] = wf_pick(&random);
        compare(f, &lane, WF_LANE_BLOCK, &worst);
        if (k % 128 == 0)
            wf_check_slow(&lane, 4);
    }
    if (!(worst.error <= f->ulp))
        printf("%s(%a): %.4f ulp, allowed here %.4f\n", f->name, (double)as_float(worst.at), worst.error, f->ulp);
    CHECK(worst.error <= f->ulp + 0.01);       /* stated to two places */
    wf_lane_end(&lane);
}

/* One operand of `every`. */
static void all_operands(const struct function *f, uint64_t every)
{
    struct wf_lane lane;
    struct worst worst = {-1, 0};

    wf_lane_write_1(&lane, f->write);
    for (uint64_t first = 0; first < UINT64_C(1) << 32; first += WF_LANE_BLOCK * every) {
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
            wf_lane_input(&lane, 0)[i] = (uint32_t)(first + i * every);
        compare(f, &lane, WF_LANE_BLOCK, &worst);
    }
    printf("| %s | %u", f->name, lane.words);
    if (lane.usual != lane.words)
        printf(" (%u)", lane.usual);
    printf(" | %.4f at %.9g", worst.error, (double)as_float(worst.at));
    if (f->end < HUGE_VAL)
        printf(", abs(x) < 2^%d", ilogb(f->end));
    printf(" | %s |\n", f->allowed);
    fflush(stdout);
    CHECK(worst.error <= f->ulp);
    wf_lane_end(&lane);
}

static bool named(const struct function *f, int argc, char **argv, int first)
{
    for (int i = first; i < argc; i++)
        if (!strcmp(argv[i], f->name))
            return true;
    return argc <= first;
}

int main(int argc, char **argv)
{
    const bool all = argc > 1 && !strcmp(argv[1], "all"), some = argc > 2 && !strcmp(argv[1], "every");
    const uint64_t every = some && strtoull(argv[2], NULL, 0) ? strtoull(argv[2], NULL, 0) : 1;

    for (size_t i = 0; i < COUNT(functions); i++) {
        if ((all || some) && named(&functions[i], argc, argv, some ? 3 : 2))
            all_operands(&functions[i], every);
        if (!all && !some)
            check(&functions[i], argc > 1 ? strtoull(argv[1], NULL, 0) : 1);
    }
    return check_end("math");
}
