/* SPDX-License-Identifier: Apache-2.0
 * test_float_mode.c - the execution modes RoundingModeRTZ and DenormFlushToZero of each width, against the host, which rounds towards zero
 * too.  Its binary16 is cut off of a double, which is cut off of what is exact.
 *
 *      test_float_mode [SEED]
 *      test_float_mode words       the instructions of each operation towards zero, and constants that they do not hold
 */
#include <fenv.h>
#include <math.h>

#include "wf_double.h"
#include "wf_reference.h"

#include "../../c_model/spirv/math/math.h"
#include "../../c_model/spirv/math/mode.h"
#include "../../c_model/spirv/module/grammar.h"
#include "../../c_model/spirv/math/wide.h"

enum { ROUNDS = 300, FMA = 0, FRACT = 1 };    /* of GLSL.std.450; OpUndef and OpNop are no operations */

/* ---- numbers of a width as doubles ---- */

static double from_half(uint64_t bits)
{
    const int exponent = (int)(bits >> 10 & 31);
    const double fraction = (double)(bits & 1023);
    const double size = exponent == 31 ? (fraction != 0 ? (double)NAN : (double)INFINITY)
                                       : exponent ? ldexp(fraction + 1024, exponent - 25) : ldexp(fraction, -24);

    return bits >> 15 & 1 ? -size : size;
}

/* Cut off. */
static uint64_t to_half(double x)
{
    const uint64_t sign = signbit(x) ? 0x8000 : 0;
    double size = fabs(x);
    int exponent;

    if (isnan(x))
        return 0x7e00;
    if (isinf(x))
        return sign | 0x7c00;
    if (size >= 65504)
        return sign | 0x7bff;
    if (size < 0x1p-14)
        return sign | (uint64_t)ldexp(size, 24);
    size = frexp(size, &exponent);
    return sign | ((uint64_t)(exponent + 14) << 10 | ((uint64_t)ldexp(size, 11) & 1023));
}

static double value_of(unsigned width, uint64_t bits)
{
    return width == 16 ? from_half(bits) : width == 32 ? (double)as_float((uint32_t)bits) : as_double(bits);
}

/* Of a double that is exact or cut off; the host's mode is RTZ when it is called. */
static uint64_t bits_of(unsigned width, double x)
{
    volatile double exact = x;
    volatile float narrow = (float)exact;

    return width == 16 ? to_half(x) : width == 32 ? host_bits(narrow) : host_double(x);
}

static bool is_subnormal(unsigned width, uint64_t bits)
{
    const uint64_t exponents = width == 16 ? 0x7c00 : width == 32 ? 0x7f800000 : UINT64_C(0x7ff0000000000000);
    return (bits & exponents) == 0;
}

static uint64_t flushed(bool flushes, unsigned width, uint64_t bits)
{
    return flushes && is_subnormal(width, bits) ? bits & UINT64_C(1) << (width - 1) : bits;
}

/* ---- operations ---- */

struct operation {
    const char *name;
    uint32_t op;                /* of SPIR-V, FMA or FRACT */
    unsigned inputs, from, to;  /* widths */
    bool integers, is_signed;   /* the operand is */
};

static const struct operation operations[] = {
    {"add", WfsOpFAdd, 2, 16, 16, false, false}, {"add", WfsOpFAdd, 2, 32, 32, false, false}, {"add", WfsOpFAdd, 2, 64, 64, false, false},
    {"sub", WfsOpFSub, 2, 16, 16, false, false}, {"sub", WfsOpFSub, 2, 32, 32, false, false}, {"sub", WfsOpFSub, 2, 64, 64, false, false},
    {"mul", WfsOpFMul, 2, 16, 16, false, false}, {"mul", WfsOpFMul, 2, 32, 32, false, false}, {"mul", WfsOpFMul, 2, 64, 64, false, false},
    {"fma", FMA, 3, 16, 16, false, false}, {"fma", FMA, 3, 32, 32, false, false}, {"fma", FMA, 3, 64, 64, false, false},
    {"fract", FRACT, 1, 32, 32, false, false},
    {"div", WfsOpFDiv, 2, 64, 64, false, false},
    {"negate", WfsOpFNegate, 1, 16, 16, false, false}, {"negate", WfsOpFNegate, 1, 32, 32, false, false},
    {"convert", WfsOpFConvert, 1, 16, 32, false, false}, {"convert", WfsOpFConvert, 1, 16, 64, false, false},
    {"convert", WfsOpFConvert, 1, 32, 16, false, false}, {"convert", WfsOpFConvert, 1, 32, 64, false, false},
    {"convert", WfsOpFConvert, 1, 64, 16, false, false}, {"convert", WfsOpFConvert, 1, 64, 32, false, false},
    {"unsigned", WfsOpConvertUToF, 1, 32, 16, true, false}, {"unsigned", WfsOpConvertUToF, 1, 32, 32, true, false},
    {"unsigned", WfsOpConvertUToF, 1, 32, 64, true, false}, {"unsigned", WfsOpConvertUToF, 1, 64, 16, true, false},
    {"unsigned", WfsOpConvertUToF, 1, 64, 32, true, false}, {"unsigned", WfsOpConvertUToF, 1, 64, 64, true, false},
    {"signed", WfsOpConvertSToF, 1, 32, 16, true, true}, {"signed", WfsOpConvertSToF, 1, 32, 32, true, true},
    {"signed", WfsOpConvertSToF, 1, 32, 64, true, true}, {"signed", WfsOpConvertSToF, 1, 64, 16, true, true},
    {"signed", WfsOpConvertSToF, 1, 64, 32, true, true}, {"signed", WfsOpConvertSToF, 1, 64, 64, true, true},
};

static double arithmetic(uint32_t op, double x, double y, double z)
{
    volatile double a = x, b = y, r;

    switch (op) {
    case FMA: r = fma(x, y, z); break;
    case FRACT: r = a - floor(a); break;
    case WfsOpFAdd: r = a + b; break;
    case WfsOpFSub: r = a - b; break;
    case WfsOpFMul: r = a * b; break;
    case WfsOpFDiv: r = a / b; break;
    case WfsOpFNegate: r = -a; break;
    default: r = a; break;
    }
    return r;
}

static double integer(const struct operation *o, uint64_t bits)
{
    volatile uint64_t u = bits;
    volatile int64_t s = o->from == 64 ? (int64_t)bits : (int32_t)bits;
    volatile double r;

    if (o->is_signed)
        r = (double)s;
    else
        r = (double)u;
    return r;
}

/* A sum of f32 may be cut off twice, as all that is cut off.  -0 of an exact sum is the double's. */
static uint64_t expected(const struct operation *o, bool flushes_from, bool flushes_to, const uint64_t *in)
{
    double x[3] = {0, 0, 0};

    fesetround(FE_TOWARDZERO);
    for (unsigned i = 0; i < o->inputs; i++)
        x[i] = o->integers ? integer(o, in[i]) : value_of(o->from, flushed(flushes_from, o->from, in[i]));
    const uint64_t bits = bits_of(o->to, arithmetic(o->op, x[0], x[1], x[2]));
    fesetround(FE_TONEAREST);
    return flushed(flushes_to, o->to, bits);
}

/* ---- operands ---- */

static uint64_t pick(uint64_t *random, const struct operation *o, uint64_t other)
{
    if (o->integers && o->from == 32)
        return check_random(random) >> check_random(random) % 32;
    if (o->integers)                    /* each fourth ends in ones: rounded up, it would have a bit more */
        return (random64(random) | (check_random(random) % 4 ? 0 : UINT64_MAX >> check_random(random) % 32)) >> check_random(random) % 64;
    if (o->from == 64 && o->to == 32 && check_random(random) % 2)       /* near the ends of f32 */
        return double_bits(ldexp((double)as_double((random64(random) >> 12) | UINT64_C(0x3ff) << 52), (int)(check_random(random) % 300) - 160));
    if (o->from == 64 && o->to == 16)
        return double_bits(ldexp((double)as_double((random64(random) >> 12) | UINT64_C(0x3ff) << 52), (int)(check_random(random) % 50) - 30));
    if (o->from == 64)
        return pick_double(random, other);
    if (o->from == 32 && o->to == 16)
        return (check_random(random) & 0x807fffff) | (95 + check_random(random) % 60) << 23;
    if (o->from == 16)
        return check_random(random) & 0xffff;
    const uint32_t near = (uint32_t)other ^ (check_random(random) & 0x80000000);
    return check_random(random) % 3 ? wf_pick(random) : near + (check_random(random) % 64 << check_random(random) % 24);
}

static bool is_glsl(const struct operation *o)
{
    return o->op == FMA || o->op == FRACT;
}

static void write(struct wf_lane *lane, const struct operation *o)
{
    const wfs_val *in[3];
    wfs_val *out = lane->out;

    for (unsigned i = 0; i < o->inputs; i++)
        in[i] = &lane->in[o->from == 64 ? 2 * i : i];
    if (!is_glsl(o) && (o->inputs > 1 || o->op == WfsOpFNegate)) {
        CHECK(wfs_float_op(&lane->rows.code, o->op, o->from, in[0], o->inputs > 1 ? in[1] : NULL, out));
    } else if (!is_glsl(o)) {
        CHECK(wfs_convert(&lane->rows.code, o->op, o->from, o->to, in[0], out));
    } else if (o->from == 32) {
        *out = o->op == FRACT ? wfs_fract(&lane->rows.code, *in[0]) : wfs_mode_fma(&lane->rows.code, *in[0], *in[1], *in[2]);
        wfs_flush(&lane->rows.code, 32, out);
    } else {
        CHECK(wfs_float_glsl(&lane->rows.code, WfsGlslFma, o->from, in[0], in[1], in[2], out));
        wfs_flush(&lane->rows.code, o->from, out);
    }
    lane->outputs = o->to == 64 ? 2 : 1;
}

static void check_block(struct wf_lane *lane, const struct operation *o, uint64_t *random, bool flushes_from, bool flushes_to)
{
    static uint64_t in[WF_LANE_BLOCK][3];

    for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
        for (unsigned k = 0; k < o->inputs; k++) {
            /* GLSL functions get their operands from extended.c, flushed */
            const uint64_t any = pick(random, o, k ? in[i][k - 1] : 0);
            in[i][k] = !is_glsl(o) ? any : flushed(flushes_from, o->from, any);
            wf_lane_input(lane, o->from == 64 ? 2 * k : k)[i] = (uint32_t)in[i][k];
            if (o->from == 64)
                wf_lane_input(lane, 2 * k + 1)[i] = (uint32_t)(in[i][k] >> 32);
        }
    wf_lane_run(lane, WF_LANE_BLOCK);
    for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
        const uint64_t low = wf_lane_output(lane, 0)[i], high = o->to == 64 ? wf_lane_output(lane, 1)[i] : 0;
        uint64_t got = high << 32 | low, want = expected(o, flushes_from, flushes_to, in[i]);
        if (o->op == WfsOpFNegate && isnan(value_of(o->from, in[i][0])))        /* which only turns the sign bit */
            want = in[i][0] ^ UINT64_C(1) << (o->from - 1);
        if (got != want)
            printf("%s %u to %u: %#llx %#llx %#llx\n", o->name, o->from, o->to, (unsigned long long)in[i][0], (unsigned long long)in[i][1],
                   (unsigned long long)in[i][2]);
        CHECK_EQ(got, want);
    }
}

/* Widths that flush, as a sum. */
static void check_operation(const struct operation *o, uint64_t *random, unsigned flushes)
{
    struct wf_lane lane;

    wf_lane_begin(&lane, o->inputs * (o->from == 64 ? 2 : 1));
    lane.rows.code.rounds_to_zero = flushes ? o->to : 16 | 32 | 64;
    lane.rows.code.flushes = flushes;
    write(&lane, o);
    wf_lane_ready(&lane);
    for (unsigned round = 0; round < ROUNDS; round++)
        check_block(&lane, o, random, !o->integers && flushes & o->from, flushes & o->to);
    wf_lane_end(&lane);
}

static int show_words(void)
{
    for (unsigned i = 0; i < COUNT(operations); i++) {
        const struct operation *o = &operations[i];
        struct wf_lane lane;
        wf_lane_begin(&lane, o->inputs * (o->from == 64 ? 2 : 1));
        lane.rows.code.rounds_to_zero = 16 | 32 | 64;
        write(&lane, o);
        wf_lane_ready(&lane);
        printf("| %s, %u to %u | %u |\n", o->name, o->from, o->to, lane.words);
        wf_lane_end(&lane);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "words"))
        return show_words();
    uint64_t random = rows_random(argc, argv);

    for (unsigned i = 0; i < COUNT(operations); i++)
        for (unsigned k = 0; k < 3; k++)
            check_operation(&operations[i], &random, k == 0 ? 0 : k == 1 ? operations[i].from : operations[i].to);
    return check_end("float_mode");
}
