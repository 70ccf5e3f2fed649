/* SPDX-License-Identifier: Apache-2.0
 * test_opencl_vector.c - the geometry of OpenCL.std on vectors of 1 to 4 floats of 32 and 64 bits against long double: lengths whose squares have
 * no room, zeros, infinities.     test_opencl_vector [SEED]
 */
#include "wf_reference.h"

#include "../../c_model/spirv/math/opencl.h"
#include "../../c_model/spirv/module/grammar.h"

typedef long double real;

enum { MOST = 4 };

struct geometry {
    const char *name;
    uint32_t number;
    unsigned operands;
    bool scales, is_vector;     /* for sizes of all exponents; the result is one */
};

static const struct geometry table[] = {
    {"length", WfsCl_length, 1, true, false}, {"distance", WfsCl_distance, 2, true, false}, {"normalize", WfsCl_normalize, 1, true, true},
    {"fast_length", WfsCl_fast_length, 1, false, false}, {"fast_distance", WfsCl_fast_distance, 2, false, false},
    {"fast_normalize", WfsCl_fast_normalize, 1, true, true},
};

static real value_of(unsigned bits, uint64_t x) { return bits == 64 ? (real)as_double(x) : (real)as_float((uint32_t)x); }

static uint64_t pick(unsigned bits, bool scales, int exponent, uint64_t *random)
{
    const uint32_t r = check_random(random), s = check_random(random);
    const int e = (scales ? exponent : 0) + (int)(r % 8) - 4;
    const double size = ldexp(1 + s * 0x1p-32, e) * (r & 0x100 ? -1 : 1) * (r % 11 != 0);

    return bits == 64 ? double_bits(size) : float_bits((float)size);
}

/* Units in the last place of the format. */
static double error_of(unsigned bits, uint64_t got, real want)
{
    const real x = value_of(bits, got);
    const int least = bits == 64 ? -1021 : -125, digits = bits == 64 ? 53 : 24;
    int e = 0;

    if (want == 0 || isnan(want) || isinf(want))
        return isnan(want) ? (isnan(x) ? 0 : HUGE_VAL) : x == want ? 0 : HUGE_VAL;
    frexpl(want, &e);
    return (double)(fabsl(x - want) / ldexpl(1, (e < least ? least : e) - digits));
}

static void expect(const struct geometry *g, unsigned n, const real *x, const real *y, real *want)
{
    real sum = 0, d[MOST];
    bool infinite = false;

    for (unsigned i = 0; i < n; i++) {
        d[i] = g->operands == 2 ? x[i] - y[i] : x[i];
        infinite |= isinf(d[i]) != 0;
    }
    for (unsigned i = 0; i < n; i++) {
        if (g->is_vector && infinite)
            d[i] = isinf(d[i]) ? copysignl(1, d[i]) : 0;
        sum += d[i] * d[i];
    }
    for (unsigned i = 0; i < n; i++)
        want[i] = g->is_vector ? sum == 0 ? d[i] : d[i] / sqrtl(sum) : sqrtl(sum);
}

static void check(const struct geometry *g, unsigned bits, unsigned n, uint64_t *random)
{
    const unsigned words = bits / 32, outputs = g->is_vector ? n : 1, inputs = g->operands * n * words;
    struct wf_lane lane;
    uint64_t in[2][MOST];

    wf_lane_begin(&lane, inputs);
    const wfs_val *arg[2] = {lane.in, lane.in + n * words};
    lane.outputs = outputs * words;
    CHECK(wfs_cl_whole(&lane.rows.code, g->number, bits, n, g->operands, arg, lane.out));
    wf_lane_ready(&lane);
    for (unsigned run = 0; run < 400; run++) {
        const int range = bits == 64 ? 1000 : 118, exponent = (int)(check_random(random) % (2U * (unsigned)range)) - range;
        for (unsigned k = 0; k < g->operands * n; k++) {
            in[k / n][k % n] = pick(bits, g->scales, exponent, random);
            if (g->number == WfsCl_normalize && run % 50 == 0 && k % 2 == 0)
                in[0][k] = bits == 64 ? double_bits((double)-INFINITY) : float_bits(-INFINITY);
            for (unsigned w = 0; w < words; w++)
                wf_lane_input(&lane, k * words + w)[0] = (uint32_t)(in[k / n][k % n] >> 32 * w);
        }
        wf_lane_run(&lane, 8);
        real x[2][MOST], want[MOST];
        for (unsigned k = 0; k < g->operands * n; k++)
            x[k / n][k % n] = value_of(bits, in[k / n][k % n]);
        for (unsigned k = 0; k < n && g->operands == 2 && bits == 32; k++)       /* the difference is rounded */
            x[0][k] = (real)((float)x[0][k] - (float)x[1][k]), x[1][k] = 0;
        for (unsigned k = 0; k < n && g->operands == 2 && bits == 64; k++)
            x[0][k] = (real)((double)x[0][k] - (double)x[1][k]), x[1][k] = 0;
        expect(g, n, x[0], x[1], want);
        for (unsigned k = 0; k < outputs; k++) {
            uint64_t got = wf_lane_output(&lane, k * words)[0];
            if (words == 2)
                got |= (uint64_t)wf_lane_output(&lane, k * words + 1)[0] << 32;
            const double error = error_of(bits, got, want[k]);
            if (error > 4 && checks_failed < 10)
                printf("%s of %u floats of %u bits: component %u is %.20Lg, wanted %.20Lg\n", g->name, n, bits, k, value_of(bits, got), want[k]);
            CHECK(error <= 4);
        }
    }
    wf_lane_end(&lane);
}

int main(int argc, char **argv)
{
    uint64_t random = rows_random(argc, argv);

    for (size_t i = 0; i < COUNT(table); i++)
        for (unsigned n = 1; n <= MOST; n++)
            for (unsigned bits = 32; bits <= 64; bits += 32)
                check(&table[i], bits, n, &random);
    return check_end("opencl-vector");
}
