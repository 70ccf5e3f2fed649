/* SPDX-License-Identifier: Apache-2.0
 * test_opencl_math.c - the functions of OpenCL.std on floats of 16, 32 and 64 bits against the host's libm in long double, within the bounds of
 * "Relative error as ULPs" of the OpenCL C specification; special numbers in all pairs.
 *
 *      test_opencl_math [SEED]             the bounds are asserted
 *      test_opencl_math table [NAME...]    prints the rows of docs/opencl-math.md: instructions and worst error of each width
 */
#define _GNU_SOURCE
#include <stdlib.h>

#include "wf_reference.h"
#include "wf_double.h"
#include "wf_opencl_exact.h"

#include "../../c_model/spirv/math/opencl.h"
#include "../../c_model/spirv/module/grammar.h"

/* ---- the table ---- */

enum domain { ANY, MIDDLING, WHOLE_2, SMALL_WHOLE_2, HALF_ANGLE, EDGES, POWERS };
/* Bounds: of f32 and f64; ABSOLUTE: that of the specification is an absolute one, or none. */
static const struct function {
    const char *name;
    uint32_t number;
    exact *exact;
    enum domain from;
    double narrow, wide;        /* ulp; 0: all bits, but those of NaNs */
    const char *allowed;
} functions[] = {
#define CL(name, from, narrow, wide, allowed) {#name, WfsCl_##name, ex_##name, from, narrow, wide, allowed}
#define CL_AS(name, function, from, narrow, wide, allowed) {#name, WfsCl_##name, ex_##function, from, narrow, wide, allowed}
    CL(exp, ANY, 3, 3, "3"), CL(exp2, ANY, 3, 3, "3"), CL(exp10, ANY, 3, 3, "3"), CL(expm1, ANY, 3, 3, "3"), CL(log, ANY, 3, 3, "3"),
    CL(log2, ANY, 3, 3, "3"), CL(log10, ANY, 3, 3, "3"), CL(log1p, ANY, 2, 2, "2"), CL(sinh, ANY, 4, 4, "4"), CL(cosh, ANY, 4, 4, "4"),
    CL(tanh, ANY, 5, 5, "5"), CL(asinh, ANY, 4, 4, "4"), CL(acosh, ANY, 4, 4, "4"), CL(atanh, ANY, 5, 5, "5"), CL(pow, POWERS, 16, 16, "16"),
    CL(powr, POWERS, 16, 16, "16"), CL(pown, WHOLE_2, 16, 16, "16"), CL(rootn, WHOLE_2, 16, 16, "16"), CL(cbrt, ANY, 2, 2, "2"),
    CL(hypot, ANY, 4, 4, "4"), CL(erf, ANY, 16, 16, "16"), CL(erfc, ANY, 16, 16, "16"), CL(tgamma, ANY, 16, 16, "16"),
    CL(lgamma, ANY, -1, -1, "open; 4 of the result or 1"), CL(lgamma_r, ANY, -1, -1, "open; 4 of the result or 1"), CL(sin, ANY, 4, 4, "4"), CL(cos, ANY, 4, 4, "4"),
    CL(tan, ANY, 5, 5, "5"), CL(sincos, ANY, 4, 4, "4"), CL(sinpi, ANY, 4, 4, "4"), CL(cospi, ANY, 4, 4, "4"), CL(tanpi, ANY, 6, 6, "6"),
    CL(asin, ANY, 4, 4, "4"), CL(acos, ANY, 4, 4, "4"), CL(atan, ANY, 5, 5, "5"), CL(atan2, ANY, 6, 6, "6"), CL(asinpi, ANY, 5, 5, "5"),
    CL(acospi, ANY, 5, 5, "5"), CL(atanpi, ANY, 5, 5, "5"), CL(atan2pi, ANY, 6, 6, "6"), CL(ceil, ANY, 0, 0, "0"), CL(floor, ANY, 0, 0, "0"),
    CL(trunc, ANY, 0, 0, "0"), CL(rint, ANY, 0, 0, "0"), CL(round, ANY, 0, 0, "0"), CL(fract, ANY, 0.5, 0.5, "0.5"), CL(modf, ANY, 0, 0, "0"),
    CL(frexp, ANY, 0, 0, "0"), CL(ldexp, SMALL_WHOLE_2, 0.5, 0.5, "0.5"), CL(ilogb, ANY, 0, 0, "0"), CL(logb, ANY, 0, 0, "0"),
    CL(copysign, ANY, 0, 0, "0"), CL(fabs, ANY, 0, 0, "0"), CL(fdim, ANY, 0.5, 0.5, "0.5"), CL(fma, ANY, 0.5, 0.5, "0.5"),
    CL_AS(mad, fma, ANY, 0.5, 0.5, "any"), CL(fmax, ANY, 0, 0, "0"), CL(fmin, ANY, 0, 0, "0"), CL(maxmag, ANY, 0, 0, "0"),
    CL(minmag, ANY, 0, 0, "0"), CL(nextafter, ANY, 0, 0, "0"), CL(sqrt, ANY, 0.5, 0.5, "3; f64 0.5"), CL(rsqrt, ANY, 2, 2, "2"),
    CL(fmod, ANY, 0, 0, "0"), CL(remainder, ANY, 0, 0, "0"), CL(remquo, ANY, 0, 0, "0"), CL(fclamp, ANY, 0, 0, "0"),
    CL(degrees, ANY, 2, 2, "2"), CL(radians, ANY, 2, 2, "2"), CL_AS(fmax_common, fmax, ANY, 0, 0, "0"), CL_AS(fmin_common, fmin, ANY, 0, 0, "0"),
    CL(mix, MIDDLING, -1, -1, "open; 4 of the greatest operand"), CL(step, ANY, 0, 0, "0"), CL(smoothstep, EDGES, -1, -1, "open; 4 of 1"),
    CL(sign, ANY, 0, 0, "0"), CL_AS(half_cos, cos, HALF_ANGLE, 8192, 8192, "8192"), CL_AS(half_divide, divide, ANY, 8192, 8192, "8192"),
    CL_AS(half_exp, exp, ANY, 8192, 8192, "8192"), CL_AS(half_exp2, exp2, ANY, 8192, 8192, "8192"), CL_AS(half_exp10, exp10, ANY, 8192, 8192, "8192"),
    CL_AS(half_log, log, ANY, 8192, 8192, "8192"), CL_AS(half_log2, log2, ANY, 8192, 8192, "8192"), CL_AS(half_log10, log10, ANY, 8192, 8192, "8192"),
    CL_AS(half_powr, powr, MIDDLING, 8192, 8192, "8192"), CL_AS(half_recip, recip, ANY, 8192, 8192, "8192"),
    CL_AS(half_rsqrt, rsqrt, ANY, 8192, 8192, "8192"), CL_AS(half_sin, sin, HALF_ANGLE, 8192, 8192, "8192"),
    CL_AS(half_sqrt, sqrt, ANY, 8192, 8192, "8192"), CL_AS(half_tan, tan, HALF_ANGLE, 8192, 8192, "8192"),
    CL_AS(native_cos, cos, HALF_ANGLE, 8192, 8192, "any"), CL_AS(native_divide, divide, ANY, 8192, 8192, "any"),
    CL_AS(native_exp, exp, ANY, 8192, 8192, "any"), CL_AS(native_exp2, exp2, ANY, 8192, 8192, "any"),
    CL_AS(native_exp10, exp10, ANY, 8192, 8192, "any"), CL_AS(native_log, log, ANY, 8192, 8192, "any"), CL_AS(native_log2, log2, ANY, 8192, 8192, "any"),
    CL_AS(native_log10, log10, ANY, 8192, 8192, "any"), CL_AS(native_powr, powr, MIDDLING, 8192, 8192, "any"),
    CL_AS(native_recip, recip, ANY, 8192, 8192, "any"), CL_AS(native_rsqrt, rsqrt, ANY, 8192, 8192, "any"),
    CL_AS(native_sin, sin, HALF_ANGLE, 8192, 8192, "any"), CL_AS(native_sqrt, sqrt, ANY, 8192, 8192, "any"),
    CL_AS(native_tan, tan, HALF_ANGLE, 8192, 8192, "any"),
};

/* ---- numbers as bits ---- */

static real half_value(uint32_t h)
{
    const int e = (int)(h >> 10 & 31), m = (int)(h & 1023);
    const real size = e == 31 ? m ? (real)NAN : (real)INFINITY : e ? ldexpl(1024 + m, e - 25) : ldexpl(m, -24);

    return h & 0x8000 ? -size : size;
}

static real value_of(unsigned bits, uint64_t x)
{
    return bits == 64 ? (real)as_double(x) : bits == 32 ? (real)as_float((uint32_t)x) : half_value((uint32_t)x);
}

/* Units in the last place; a NaN, a zero and its sign are told apart. */
static double error_of(unsigned bits, uint64_t got_bits, real want)
{
    const real got = value_of(bits, got_bits);
    const int least = bits == 64 ? -1021 : bits == 32 ? -125 : -13, most = bits == 64 ? 1024 : bits == 32 ? 128 : 16;
    int e = 0;

    if (isnan(want) || isnan(got))
        return isnan(want) && isnan(got) ? 0 : HUGE_VAL;
    if (want == 0)
        return got == 0 && !signbit(got) == !signbit(want) ? 0 : HUGE_VAL;
    const real end = ldexpl(1, most), limit = fabsl(want) > end ? copysignl(end, want) : want;
    const real number = isinf(got) ? copysignl(end, got) : got;
    frexpl(limit, &e);
    e = e < least ? least : e > most ? most : e;
    return (double)(fabsl(number - limit) / ldexpl(1, e - (int)digits(bits)));
}

static uint64_t pick_bits(unsigned bits, uint64_t *random, uint64_t other)
{
    if (bits == 64)
        return pick_double(random, other);
    return bits == 32 ? wf_pick(random) : check_random(random) & 0xffff;
}

static uint64_t bits_of(unsigned bits, real x)
{
    if (bits == 64)
        return double_bits((double)x);
    if (bits == 32)
        return float_bits((float)x);
    uint32_t h = 0;         /* the nearest one below in size: what is asked of it is no more than that */
    for (uint32_t bit = 0x4000; bit; bit /= 2)
        if (half_value(h | bit) <= fabsl(x) && (h | bit) < 0x7c00)
            h |= bit;
    return h | (x < 0 ? 0x8000 : 0);
}

static real unit(uint64_t *random) { return (real)(random64(random) >> 1) * 0x1p-63L; }

static uint64_t pick_operand(const struct function *f, unsigned i, unsigned bits, uint64_t *random, const uint64_t *before)
{
    const uint32_t r = check_random(random);
    const real sign = r & 1 ? -1 : 1, range = bits == 16 ? 4 : bits == 32 ? 20 : 40;

    switch (f->from) {
    case MIDDLING: return bits_of(bits, (f->number == WfsCl_mix ? sign : 1) * exp2l((unit(random) - 0.5L) * 8));
    case WHOLE_2: case SMALL_WHOLE_2:
        if (i)
            return (uint32_t)(f->from == SMALL_WHOLE_2 ? r >> 4 & 1 ? (int32_t)(r >> 8 & 0xfff) - 2048 : (int32_t)(r >> 8 & 127) - 64
                              : r % 3 == 0 ? (int32_t)(r >> 8 & 31) - 16 : r % 3 == 1 ? (int32_t)(r >> 8 & 1023) - 512 : (int32_t)(r * 2654435761U));
        return r % 3 == 0 ? pick_bits(bits, random, 0) : r % 3 == 1 ? bits_of(bits, sign * exp2l((unit(random) - 0.5L) * 4)) : bits_of(bits, 1 + sign * exp2l(-unit(random) * 24));
    case HALF_ANGLE: return bits_of(bits, sign * exp2l(unit(random) * (bits == 16 ? 30 : 66) - (bits == 16 ? 14 : 50)));
    case EDGES: return bits_of(bits, i == 0 ? unit(random) - 0.5L : i == 1 ? unit(random) + 1 : unit(random) * 3 - 1);
    case POWERS:
        if (i == 0)
            return r % 3 == 0 ? pick_bits(bits, random, 0) : r % 3 == 1 ? bits_of(bits, exp2l((unit(random) - 0.5L) * 4)) : bits_of(bits, exp2l((unit(random) - 0.5L) * range * 4));
        if (r % 4 == 0)
            return pick_bits(bits, random, before[0]);
        if (r % 4 == 1)
            return bits_of(bits, (real)(int)(r >> 8 & 127) - 64);
        {   /* results of all sizes */
            const real log = log2l(fabsl(value_of(bits, before[0]))), size = (unit(random) - 0.5L) * (bits == 64 ? 2200 : 300);
            return isfinite(log) && log != 0 ? bits_of(bits, size / log) : pick_bits(bits, random, 0);
        }
    default: break;
    }
    /* mostly where the function is a number neither 0 nor infinite */
    if (r % 3 == 0)
        return pick_bits(bits, random, i ? before[i - 1] : random64(random));
    if (r % 3 == 1)
        return bits_of(bits, sign * exp2l(unit(random) * (range / 2) - range / 4));
    return i && r % 5 == 0 ? before[0] + r % 9 - 4 : bits_of(bits, sign * unit(random) * (r % 7 == 0 ? 1000 : 20));
}

/* ---- the trials ---- */

struct worst { double error; uint64_t x[3], got; unsigned result; real want; };

struct trial {
    const struct function *f;
    const struct wfs_cl *cl;
    unsigned bits;
    struct wf_lane lane;
    struct worst worst;
};

static unsigned words_of(unsigned bits, char kind) { return kind == 'f' && bits == 64 ? 2 : 1; }

static void begin(struct trial *t)
{
    const wfs_val *x[3] = {NULL};
    unsigned inputs = 0;

    for (const char *k = t->cl->operands; *k; k++)
        inputs += words_of(t->bits, *k);
    wf_lane_begin(&t->lane, inputs);
    inputs = 0;
    for (unsigned i = 0; t->cl->operands[i]; i++) {
        x[i] = &t->lane.in[inputs];
        inputs += words_of(t->bits, t->cl->operands[i]);
    }
    const unsigned first = words_of(t->bits, t->cl->results[0]);
    t->lane.outputs = first + (t->cl->results[1] ? words_of(t->bits, t->cl->results[1]) : 0);
    wfs_cl_float(&t->lane.rows.code, t->cl, t->bits, x, t->lane.out, &t->lane.out[first]);
    wf_lane_ready(&t->lane);
}

static uint64_t output(const struct trial *t, unsigned word, char kind, unsigned lane)
{
    const uint64_t low = wf_lane_output(&t->lane, word)[lane];

    return words_of(t->bits, kind) == 2 ? low | (uint64_t)wf_lane_output(&t->lane, word + 1)[lane] << 32 : low;
}

static double judge(const struct trial *t, char kind, uint64_t got, real want, const real *x)
{
    if (kind == 'i')
        return isnan(want) || (real)(int32_t)(uint32_t)got == want ? 0 : HUGE_VAL;
    if (t->f->narrow >= 0)
        return error_of(t->bits, got, want);
    if (!isfinite(want) || !isfinite(value_of(t->bits, got)))
        return error_of(t->bits, got, want);
    const real greatest = t->f->number == WfsCl_lgamma || t->f->number == WfsCl_lgamma_r ? fmaxl(1, fabsl(want)) :
        t->f->number == WfsCl_mix ? fmaxl(fabsl(x[0]), fabsl(x[1])) * fmaxl(1, fabsl(x[2])) : 1;   /* near a sum that cancels */
    return (double)(fabsl(value_of(t->bits, got) - want) / ldexpl(greatest, 1 - (int)digits(t->bits)));
}

static void run(struct trial *t, uint64_t in[][3], unsigned n)
{
    for (unsigned i = 0, word = 0; t->cl->operands[i]; i++)
        for (unsigned k = 0; k < words_of(t->bits, t->cl->operands[i]); k++, word++)
            for (unsigned lane = 0; lane < n; lane++)
                wf_lane_input(&t->lane, word)[lane] = (uint32_t)(in[lane][i] >> 32 * k);
    wf_lane_run(&t->lane, n);
    for (unsigned lane = 0; lane < n; lane++) {
        real x[3] = {0}, want[2] = {0};
        for (unsigned i = 0; t->cl->operands[i]; i++)
            x[i] = t->cl->operands[i] == 'f' ? value_of(t->bits, in[lane][i]) : (real)(int32_t)(uint32_t)in[lane][i];
        t->f->exact(x, want, t->bits);
        for (unsigned k = 0, word = 0; t->cl->results[k]; word += words_of(t->bits, t->cl->results[k]), k++) {
            const uint64_t got = output(t, word, t->cl->results[k], lane);
            const double error = judge(t, t->cl->results[k], got, want[k], x);
            if (!(error <= t->worst.error))
                t->worst = (struct worst){error, {in[lane][0], in[lane][1], in[lane][2]}, got, k, want[k]};
        }
    }
}

static uint64_t special(unsigned bits, unsigned k)
{
    static const uint32_t halves[] = {0, 1, 2, 0x3ff, 0x400, 0x401, 0x3800, 0x3bff, 0x3c00, 0x3c01, 0x3e00, 0x4000, 0x4200, 0x4248, 0x4900,
                                      0x7bff, 0x7c00, 0x7c01, 0x7e00};

    return bits == 64 ? double_special[k % DOUBLE_SPECIALS] : bits == 32 ? wf_special[k % COUNT(wf_special)] : halves[k % COUNT(halves)];
}

static bool has_specials(const struct function *f) { return f->from == ANY || f->from == POWERS || f->from == WHOLE_2 || f->from == SMALL_WHOLE_2; }

static void specials(struct trial *t, uint64_t *random)
{
    static const int32_t whole[] = {0, 1, -1, 2, -2, 3, -3, 4, 64, 65, -126, 127, 1000, -1000, 16777217, INT32_MAX, INT32_MIN};
    const unsigned all = t->bits == 64 ? DOUBLE_SPECIALS : t->bits == 32 ? COUNT(wf_special) : 19;
    const bool two = t->cl->operands[1] != 0, integer = t->cl->operands[1] == 'i';
    const unsigned others = !two ? 1 : integer ? COUNT(whole) : 2 * all;
    uint64_t in[WF_LANE_BLOCK][3] = {{0}};
    unsigned lane = 0;

    for (unsigned i = 0; i < 2 * all; i++)
        for (unsigned k = 0; k < others; k++) {
            in[lane][0] = special(t->bits, i / 2) | (uint64_t)(i & 1) << (t->bits - 1);
            in[lane][1] = integer ? (uint32_t)whole[k] : special(t->bits, k / 2) | (uint64_t)(k & 1) << (t->bits - 1);
            in[lane][2] = pick_bits(t->bits, random, in[lane][1]);
            if (++lane == WF_LANE_BLOCK) {
                run(t, in, lane);
                lane = 0;
            }
        }
    if (lane)
        run(t, in, lane);
}

static void try(struct trial *t, unsigned runs, uint64_t *random)
{
    uint64_t in[WF_LANE_BLOCK][3];

    t->worst.error = -1;
    t->cl = wfs_cl_find(t->f->number);
    begin(t);
    if (has_specials(t->f))
        specials(t, random);
    for (unsigned k = 0; k < runs; k++) {
        for (unsigned lane = 0; lane < WF_LANE_BLOCK; lane++)
            for (unsigned i = 0; i < 3; i++)
                in[lane][i] = pick_operand(t->f, i, t->bits, random, in[lane]);
        run(t, in, WF_LANE_BLOCK);
    }
    wf_check_slow(&t->lane, 1);
}

static double bound(const struct function *f, unsigned bits)
{
    const double b = bits == 64 ? f->wide : f->narrow;

    return b < 0 ? 4 : bits == 16 && b > 0.5 ? b < 2 ? b : 2 : b;
}

static void check(const struct function *f, unsigned bits, unsigned runs, uint64_t *random, bool shows)
{
    static struct trial t;

    t = (struct trial){.f = f, .bits = bits};
    try(&t, runs, random);
    if (shows) {
        printf(" %u", t.lane.words);
        if (t.lane.usual != t.lane.words)
            printf(" (%u)", t.lane.usual);
        printf(" | %.2f |", t.worst.error);
    }
    /* a tie of the host's own roundings is not told from the next number */
    const bool good = t.worst.error <= bound(f, bits) + 0.001;
    if (!good)
        printf("%s f%u (%#llx, %#llx, %#llx): result %u is %#llx, wanted %.21Lg, %.3f ulp\n", f->name, bits, (unsigned long long)t.worst.x[0],
               (unsigned long long)t.worst.x[1], (unsigned long long)t.worst.x[2], t.worst.result, (unsigned long long)t.worst.got, t.worst.want,
               t.worst.error);
    CHECK(good);
    wf_lane_end(&t.lane);
}

/* Every function of the table was tried. */
static void check_table(void)
{
    static const uint32_t table[] = {
#define WFS_CL(name, operands, results) WfsCl_##name,
#define WFS_CL_BY_64(name, operands, results) WfsCl_##name,
#include "../../c_model/spirv/math/opencl.def"
    };

    CHECK_EQ(COUNT(table), COUNT(functions));
    for (size_t i = 0; i < COUNT(table); i++) {
        size_t k = 0;
        while (k < COUNT(functions) && functions[k].number != table[i])
            k++;
        CHECK(k < COUNT(functions));
    }
}

static bool named(const struct function *f, int argc, char **argv)
{
    for (int i = 2; i < argc; i++)
        if (!strcmp(argv[i], f->name))
            return true;
    return argc <= 2;
}

int main(int argc, char **argv)
{
    const bool shows = argc > 1 && !strcmp(argv[1], "table");
    uint64_t random = (argc > 1 && !shows ? strtoull(argv[1], NULL, 0) : 1) * 2654435761U + 1;

    for (size_t i = 0; i < COUNT(functions); i++) {
        if (shows && !named(&functions[i], argc, argv))
            continue;
        if (shows)
            printf("| %s |", functions[i].name);
        check(&functions[i], 32, shows ? 4000 : 60, &random, shows);
        check(&functions[i], 64, shows ? 2000 : 40, &random, shows);
        check(&functions[i], 16, shows ? 400 : 20, &random, shows);
        if (shows)
            printf(" %s |\n", functions[i].allowed);
    }
    check_table();
    return check_end("opencl-math");
}
