/* SPDX-License-Identifier: Apache-2.0
 * test_math_two.c - functions of two floats: division against the host's, which is correctly rounded, remainders against fmodf, pow, atan2
 * and ldexp against libm.
 *
 *      test_math_two [SEED]
 *      test_math_two all [SEED]    also: every divisor of 24 bits with all dividends whose quotient lies near the middle of two floats
 */
#include "wf_reference.h"

#include "../../c_model/spirv/math/math.h"

static double atan2_of(double y, double x) { return atan2(y, x); }
static double pow_of(double x, double y) { return pow(x, y); }

/* Pairs: any, of like exponents, quotients near whole numbers, and those whose quotient is near the end of the range. */
static void pick_pair(uint64_t *random, uint32_t *x, uint32_t *y)
{
    const uint32_t r = check_random(random), exponent = r >> 8 & 255;

    *x = wf_pick(random);
    *y = wf_pick(random);
    switch (r % 8) {
    case 0: *x = (*x & 0x807fffff) | ((*y >> 23 & 255) + exponent % 27) % 256 << 23; break;
    case 1: *x = (*y & 0x7fffffff) + (r >> 24) % 3 - 1; break;
    case 2: *x = float_bits(as_float(*y) * (float)(r >> 12)) + (r >> 8) % 3 - 1; break;
    case 3: *x = (*x & 0x807fffff) | (exponent < 150 ? exponent : 0) << 23, *y = (*y & 0x807fffff) | (exponent + 120) % 256 << 23; break;
    default: break;
    }
}

/* ---- correctly rounded ---- */

typedef uint32_t host_function(uint32_t x, uint32_t y);

static uint32_t host_divide(uint32_t x, uint32_t y) { return host_bits(as_float(x) / as_float(y)); }

static uint32_t host_ldexp(uint32_t x, uint32_t e)
{
    const double scaled = ldexp((double)as_float(x), (int32_t)e > 1000 ? 1000 : (int32_t)e < -1000 ? -1000 : (int)(int32_t)e);

    return host_bits((float)scaled);
}

static bool same(uint32_t got, uint32_t want, bool any_nan)
{
    return got == want || (any_nan && wf_is_nan(got) && wf_is_nan(want));
}

static void check_rounded(const char *name, wfs_binary *write, host_function *host, bool integer, uint64_t *random)
{
    struct wf_lane lane;

    wf_lane_write_2(&lane, write);
    uint32_t *in[2] = {wf_lane_input(&lane, 0), wf_lane_input(&lane, 1)};
    const unsigned pairs = COUNT(wf_special) * COUNT(wf_special) * 4;
    for (unsigned k = 0; k < pairs / WF_LANE_BLOCK + 16000; k++) {
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
            const unsigned pair = k * WF_LANE_BLOCK + i;
            pick_pair(random, &in[0][i], &in[1][i]);
            if (pair < pairs) {
                in[0][i] = wf_special[pair / 4 % COUNT(wf_special)] ^ pair << 31;
                in[1][i] = wf_special[pair / 4 / COUNT(wf_special)] ^ (pair & 2) << 30;
            }
            if (integer)
                in[1][i] = pair % 3 ? check_random(random) % 640 - 320 : check_random(random);
        }
        wf_lane_run(&lane, WF_LANE_BLOCK);
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
            const uint32_t want = host(in[0][i], in[1][i]), got = wf_lane_output(&lane, 0)[i];
            if (!same(got, want, integer) && checks_failed < 10)
                printf("%s of %#x and %#x\n", name, (unsigned)in[0][i], (unsigned)in[1][i]);
            CHECK_EQ(same(got, want, integer) ? want : got, want);
            if (checks_failed > 20)
                return;
        }
        if (k % 256 == 0)
            wf_check_slow(&lane, 4);
    }
    wf_lane_end(&lane);
}

/* The rare way of division is for rare operands: what its `if` looks at is 0 for others. */
static void check_usual(uint64_t *random)
{
    struct wf_lane lane;
    unsigned ifs = 0;

    wf_lane_write_2(&lane, wfs_fdiv);
    for (unsigned k = 0; k < 2; k++)
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
            wf_lane_input(&lane, k)[i] = (check_random(random) & 0x807fffff) | (127 - 30 + check_random(random) % 60) << 23;
    wf_lane_run(&lane, WF_LANE_BLOCK);
    for (uint32_t at = lane.rows.code.first; at; at = lane.rows.code.insn[at].next) {
        if (lane.rows.code.insn[at].op != WF_OP_IF)
            continue;
        ifs++;
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
            CHECK_EQ(rows_get(&lane.rows, lane.rows.code.insn[at].a, i), 0);
    }
    CHECK_EQ(ifs, 1);
    wf_lane_end(&lane);
}

/* The second operand is a constant. */
static void check_constant(const char *name, wfs_binary *write, host_function *host, uint32_t constant, uint64_t *random)
{
    struct wf_lane lane;

    wf_lane_write_by(&lane, write, constant);
    uint32_t *x = wf_lane_input(&lane, 0);
    for (unsigned k = 0; k < 16; k++) {
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
            x[i] = k == 0 && i / 2 < COUNT(wf_special) ? wf_special[i / 2] ^ i << 31 : wf_pick(random);
        wf_lane_run(&lane, WF_LANE_BLOCK);
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
            const uint32_t want = host(x[i], constant), got = wf_lane_output(&lane, 0)[i];
            if (!same(got, want, true) && checks_failed < 10)
                printf("%s of %#x and the constant %#x\n", name, (unsigned)x[i], (unsigned)constant);
            CHECK_EQ(same(got, want, true) ? want : got, want);
        }
    }
    wf_lane_end(&lane);
}

/* ---- remainders ---- */

static uint32_t host_rem(uint32_t x, uint32_t y) { return host_bits(fmodf(as_float(x), as_float(y))); }

/* The sign of y, a zero too. */
static uint32_t host_mod(uint32_t x, uint32_t y)
{
    const float b = as_float(y);
    float rest = fmodf(as_float(x), b);

    if (rest != 0 && signbit(rest) != signbit(b))
        rest += b;
    return host_bits(rest == 0 ? copysignf(rest, b) : rest);
}

static void check_remainder(const char *name, wfs_binary *write, host_function *host, uint64_t *random)
{
    struct wf_lane lane;

    wf_lane_write_2(&lane, write);
    uint32_t *in[2] = {wf_lane_input(&lane, 0), wf_lane_input(&lane, 1)};
    for (unsigned k = 0; k < 12000; k++) {
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
            pick_pair(random, &in[0][i], &in[1][i]);
            if (i % 8 == 0) {                           /* a multiple, or one beside it */
                in[1][i] &= 0xfffff000;
                in[0][i] = float_bits(as_float(in[1][i]) * (float)((int)(check_random(random) % 4096) - 2048)) + (i % 32 == 0);
            }
        }
        wf_lane_run(&lane, WF_LANE_BLOCK);
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
            const float x = as_float(in[0][i]), y = as_float(in[1][i]);
            const uint32_t want = host(in[0][i], in[1][i]), got = wf_lane_output(&lane, 0)[i];
            const bool beyond = fabs((double)x / (double)y) >= 0x1p21 && !isinf(x) && y != 0;     /* a number below y, not more */
            const bool good = beyond ? fabsf(as_float(got)) <= fabsf(y) : same(got, want, true);
            if (!good && checks_failed < 10)
                printf("%s of %#x and %#x is %#x, not %#x\n", name, (unsigned)in[0][i], (unsigned)in[1][i], (unsigned)got, (unsigned)want);
            CHECK(good);
            if (checks_failed > 20)
                return;
        }
    }
    wf_lane_end(&lane);
    /* powers of two are exact for all quotients below 2^24; their zeros have any sign */
    for (uint32_t power = 100; power < 150; power++) {
        wf_lane_write_by(&lane, write, power << 23);
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
            wf_lane_input(&lane, 0)[i] = (check_random(random) & 0x807fffff) | (power - 10 + i % 33) << 23;
        wf_lane_run(&lane, WF_LANE_BLOCK);
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
            CHECK(as_float(wf_lane_output(&lane, 0)[i]) == as_float(host(wf_lane_input(&lane, 0)[i], power << 23)));
        wf_lane_end(&lane);
    }
}

/* ---- pow, atan2 ---- */

/* pow errs by 1 ulp and 0.3 for each doubling of the result: the error of log2(x), times y. */
static double allowed_pow(double want) { return 1 + 0.3 * fabs(log2(fabs(want))); }
static double allowed_atan2(double want) { return fabs(want) < 0x1p-120 ? 5 : 3; }

static void check_near(const char *name, wfs_binary *write, double (*exact)(double, double), double (*allowed)(double), uint64_t *random)
{
    struct wf_lane lane;
    double worst = 0, worst_share = 0;

    wf_lane_write_2(&lane, write);
    uint32_t *in[2] = {wf_lane_input(&lane, 0), wf_lane_input(&lane, 1)};
    const unsigned pairs = COUNT(wf_special) * COUNT(wf_special) * 4;
    for (unsigned k = 0; k < pairs / WF_LANE_BLOCK + 8000; k++) {
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
            const unsigned pair = k * WF_LANE_BLOCK + i;
            pick_pair(random, &in[0][i], &in[1][i]);
            if (k % 3 == 0)                             /* powers that are numbers */
                in[0][i] = (in[0][i] & 0x007fffff) | (126 + i % 3) << 23, in[1][i] = (in[1][i] & 0x807fffff) | (122 + i % 13) << 23;
            if (pair < pairs) {
                in[0][i] = wf_special[pair / 4 % COUNT(wf_special)] ^ pair << 31;
                in[1][i] = wf_special[pair / 4 / COUNT(wf_special)] ^ (pair & 2) << 30;
            }
        }
        wf_lane_run(&lane, WF_LANE_BLOCK);
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
            const double want = exact((double)as_float(in[0][i]), (double)as_float(in[1][i]));
            const double error = wf_error(wf_lane_output(&lane, 0)[i], want), bound = want == 0 || isinf(want) || want != want ? 0 : allowed(want);
            if (!(error <= bound) && checks_failed < 10)
                printf("%s of %a and %a: %.3f ulp\n", name, (double)as_float(in[0][i]), (double)as_float(in[1][i]), error);
            CHECK(error <= bound);
            worst = fmax(worst, error);
            worst_share = bound > 0 ? fmax(worst_share, error / bound) : worst_share;
            if (checks_failed > 20)
                return;
        }
        if (k % 256 == 0)
            wf_check_slow(&lane, 4);
    }
    CHECK(worst_share > 0.3);                           /* else the bound says little */
    wf_lane_end(&lane);
}

/* Exponents that are constants: a unit, or half of one, for each product; of 1/x for each time that it is a factor. */
static void check_constant_power(float y, uint64_t *random)
{
    const double bound = y != truncf(y) || y < -4 || y > 16 ? y == 0.5f ? 0.5 : 0 : y < 0 ? 0.5 - 2 * (double)y - 1 : y < 3 ? 0.5 : (double)y - 1;
    struct wf_lane lane;

    wf_lane_write_by(&lane, wfs_pow, float_bits(y));
    CHECK(bound == 0 || lane.words < 60);
    for (unsigned k = 0; k < 160; k++) {
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
            wf_lane_input(&lane, 0)[i] = k == 0 && i / 2 < COUNT(wf_special) ? wf_special[i / 2] ^ i << 31 : wf_pick(random);
        wf_lane_run(&lane, WF_LANE_BLOCK);
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
            const float x = as_float(wf_lane_input(&lane, 0)[i]);
            const double want = pow((double)x, (double)y), error = wf_error(wf_lane_output(&lane, 0)[i], want);
            const bool good = error <= (bound > 0 ? bound : want == 0 || isinf(want) || want != want ? 0 : allowed_pow(want));
            if (!good && checks_failed < 10)
                printf("pow of %a and the constant %g: %.3f ulp\n", (double)x, (double)y, error);
            CHECK(good);
        }
    }
    wf_lane_end(&lane);
}

/* ---- the cases of division ---- */

enum { MOST_HARD = 64 };

/* All a of 24 bits with a 2^s = M b + d, M odd and of 25 bits: a/b is d/2b ulp from the middle of two floats.  Returns how many. */
static unsigned hard_dividends(uint32_t b, uint32_t *a)
{
    unsigned n = 0, zeros = 0;

    while (!(b >> zeros & 1))
        zeros++;
    const uint64_t odd = b >> zeros;
    uint64_t inverse = odd;
    for (int i = 0; i < 6; i++)
        inverse *= 2 - odd * inverse;
    for (unsigned s = 24; s <= 25; s++)
        for (int d = -8; d <= 8; d++) {
            if (d == 0 || d % (1 << zeros % 8) || zeros > 3)
                continue;
            const uint64_t range = UINT64_C(1) << (s - zeros);
            for (uint64_t m = (0 - (uint64_t)(int64_t)(d / (1 << zeros))) * inverse & (range - 1); m < 1U << 25; m += range) {
                const uint64_t dividend = (m * b + (uint64_t)(int64_t)d) >> s;
                if (m >> 24 && m & 1 && dividend >> 23 == 1)
                    a[n++] = (uint32_t)dividend;
            }
        }
    return n;
}

static void check_hard(uint32_t first, uint32_t step)
{
    struct wf_lane lane;
    uint64_t pairs = 0;
    unsigned n = 0;

    wf_lane_write_2(&lane, wfs_fdiv);
    uint32_t *in[2] = {wf_lane_input(&lane, 0), wf_lane_input(&lane, 1)};
    for (uint32_t b = first; b < 1U << 24; b += step) {
        uint32_t a[MOST_HARD];
        const unsigned found = hard_dividends(b, a);
        for (unsigned i = 0; i < found; i++, n++) {
            in[0][n] = 0x3f800000 | (a[i] & 0x7fffff);
            in[1][n] = 0x3f800000 | (b & 0x7fffff);
        }
        if (n < WF_LANE_BLOCK - MOST_HARD && b + step < 1U << 24)
            continue;
        wf_lane_run(&lane, n);
        for (unsigned i = 0; i < n; i++)
            CHECK_EQ(wf_lane_output(&lane, 0)[i], host_divide(in[0][i], in[1][i]));
        pairs += n;
        n = 0;
    }
    if (first == 1U << 23)
        printf("%llu quotients near the middle of two floats\n", (unsigned long long)pairs);
    wf_lane_end(&lane);
}

int main(int argc, char **argv)
{
    const bool all = argc > 1 && !strcmp(argv[1], "all");
    const char *given = argc > 1 + all ? argv[1 + all] : "1";
    uint64_t random = strtoull(given, NULL, 0) * 2654435761U + 1;

    check_rounded("a/b", wfs_fdiv, host_divide, false, &random);
    check_usual(&random);
    check_rounded("ldexp", wfs_ldexp, host_ldexp, true, &random);
    for (unsigned k = 0; k < 300; k++)
        check_constant("a/b", wfs_fdiv, host_divide, k < 2 * COUNT(wf_special) ? wf_special[k / 2] ^ k << 31 : wf_pick(&random), &random);
    for (unsigned k = 0; k < 100; k++)
        check_constant("ldexp", wfs_ldexp, host_ldexp, k < 3 ? 0x7fffffff + k : k * 6 - 300, &random);
    check_remainder("rem", wfs_frem, host_rem, &random);
    check_remainder("mod", wfs_fmod, host_mod, &random);
    check_near("pow", wfs_pow, pow_of, allowed_pow, &random);
    for (int n = -20; n <= 20; n++)
        check_constant_power((float)n, &random);
    check_constant_power(0.5f, &random);
    check_constant_power(-0.0f, &random);
    for (unsigned k = 0; k < 100; k++)
        check_constant_power((float)(k % 40) * 0.27f - 5, &random);
    check_near("atan2", wfs_atan2, atan2_of, allowed_atan2, &random);
    check_hard((1U << 23) + (all ? 0 : check_random(&random) % 97), all ? 1 : 97);
    check_hard((1U << 24) - 4096, 1);
    return check_end("math-two");
}
