/* SPDX-License-Identifier: Apache-2.0
 * test_double_whole.c - vectors and matrices of f64 through wfs_ext_double, against the host's doubles: bit by bit, each step rounded.
 *
 *      test_double_whole [SEED]
 *      test_double_whole words    prints how many words each function of f64 takes, as the passes leave them
 */
#include "wf_double.h"
#include "wf_ext.h"

#include "../../c_model/spirv/math/wide.h"
#include "../../c_model/spirv/passes/passes.h"

enum { MOST = 16 };

/* ---- what is right ---- */

static double dot(const double *x, const double *y, unsigned n)
{
    double sum = x[0] * y[0];

    for (unsigned i = 1; i < n; i++) {
        const double product = x[i] * y[i];
        sum = sum + product;
    }
    return sum;
}

/* a b - c d */
static double difference(double a, double b, double c, double d)
{
    const double first = a * b, second = c * d;

    return first - second;
}

/* The determinant by minors of two rows, of columns 0, 1 and 2, 3. */
static double determinant(const double *m, unsigned order)
{
    double s[6], t[6];
    unsigned n = 0;

    if (order == 2)
        return difference(m[0], m[3], m[1], m[2]);
    if (order == 3) {
        const double a = m[0] * difference(m[4], m[8], m[5], m[7]), b = m[1] * difference(m[5], m[6], m[3], m[8]),
                     c = m[2] * difference(m[3], m[7], m[4], m[6]), ab = a + b;
        return ab + c;
    }
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = i + 1; j < 4; j++, n++) {
            s[n] = difference(m[i], m[4 + j], m[j], m[4 + i]);
            t[n] = difference(m[8 + i], m[12 + j], m[8 + j], m[12 + i]);
        }
    const double first = difference(s[0], t[5], s[1], t[4]) + s[2] * t[3], last = difference(s[3], t[2], s[4], t[1]) + s[5] * t[0];
    return first + last;
}

static unsigned order_of(unsigned length) { return length == 4 ? 2 : length == 9 ? 3 : 4; }

struct operands {
    double x[3][MOST];
    unsigned n;                 /* components of the first */
};

typedef void expect_fn(const struct operands *o, double *r);

static void expect_length(const struct operands *o, double *r)
{
    *r = o->n == 1 ? fabs(o->x[0][0]) : sqrt(dot(o->x[0], o->x[0], o->n));
}

static void expect_distance(const struct operands *o, double *r)
{
    struct operands d = {.n = o->n};

    for (unsigned i = 0; i < o->n; i++)
        d.x[0][i] = o->x[0][i] - o->x[1][i];
    expect_length(&d, r);
}

static void expect_cross(const struct operands *o, double *r)
{
    for (unsigned i = 0; i < 3; i++) {
        const unsigned j = (i + 1) % 3, k = (i + 2) % 3;
        r[i] = difference(o->x[0][j], o->x[1][k], o->x[0][k], o->x[1][j]);
    }
}

static void expect_normalize(const struct operands *o, double *r)
{
    const double scale = 1 / sqrt(dot(o->x[0], o->x[0], o->n));

    for (unsigned i = 0; i < o->n; i++)
        r[i] = o->n == 1 ? (o->x[0][0] < 0 ? -1 : o->x[0][0] > 0 ? 1 : o->x[0][0]) : o->x[0][i] * scale;
}

static void expect_face_forward(const struct operands *o, double *r)
{
    const double d = dot(o->x[2], o->x[1], o->n);

    for (unsigned i = 0; i < o->n; i++)
        r[i] = d < 0 ? o->x[0][i] : -o->x[0][i];
}

static void expect_reflect(const struct operands *o, double *r)
{
    const double twice = dot(o->x[1], o->x[0], o->n) * -2;

    for (unsigned i = 0; i < o->n; i++) {
        const double along = twice * o->x[1][i];
        r[i] = along + o->x[0][i];
    }
}

static void expect_refract(const struct operands *o, double *r)
{
    const double eta = o->x[2][0], d = dot(o->x[1], o->x[0], o->n), square = -d * d, rest = square + 1, eta2 = eta * eta, part = -eta2 * rest,
                 k = part + 1, eta_d = eta * d, along = -(eta_d + sqrt(k));

    for (unsigned i = 0; i < o->n; i++) {
        const double first = along * o->x[1][i], second = eta * o->x[0][i];
        r[i] = k < 0 ? 0 : first + second;
    }
}

static void expect_determinant(const struct operands *o, double *r)
{
    *r = determinant(o->x[0], order_of(o->n));
}

/* An inverse is judged by what the matrix times it is. */
static void expect_nothing(const struct operands *o, double *r)
{
    (void)o;
    (void)r;
}

/* ---- the trials ---- */

struct row {
    const char *name;
    uint32_t number;
    unsigned operands, length[3], results;      /* length 0: as the first */
    expect_fn *expect;
};

#define ROW(name, operands, results, expect, ...) {#name, WfsGlsl##name, operands, {__VA_ARGS__}, results, expect}

static const struct row rows_of_all[] = {
    ROW(Length, 1, 1, expect_length, 1), ROW(Length, 1, 1, expect_length, 2), ROW(Length, 1, 1, expect_length, 4),
    ROW(Distance, 2, 1, expect_distance, 1, 1), ROW(Distance, 2, 1, expect_distance, 3, 3), ROW(Cross, 2, 3, expect_cross, 3, 3),
    ROW(Normalize, 1, 1, expect_normalize, 1), ROW(Normalize, 1, 3, expect_normalize, 3),
    ROW(FaceForward, 3, 2, expect_face_forward, 2, 2, 2), ROW(FaceForward, 3, 3, expect_face_forward, 3, 3, 3),
    ROW(Reflect, 2, 3, expect_reflect, 3, 3), ROW(Refract, 3, 3, expect_refract, 3, 3, 1), ROW(Refract, 3, 2, expect_refract, 2, 2, 1),
    ROW(Determinant, 1, 1, expect_determinant, 4), ROW(Determinant, 1, 1, expect_determinant, 9), ROW(Determinant, 1, 1, expect_determinant, 16),
    ROW(MatrixInverse, 1, 4, expect_nothing, 4), ROW(MatrixInverse, 1, 9, expect_nothing, 9), ROW(MatrixInverse, 1, 16, expect_nothing, 16),
};

/* The code; false when there is no such function. */
static bool write_double(struct wf_lane *lane, uint32_t number, unsigned operands, const unsigned *length, unsigned results)
{
    const wfs_val *arg[3];
    unsigned inputs = 0;

    for (unsigned k = 0; k < operands; k++)
        inputs += 2 * length[k];
    wf_lane_begin(lane, inputs);
    inputs = 0;
    for (unsigned k = 0; k < operands; k++) {
        arg[k] = &lane->in[inputs];
        inputs += 2 * length[k];
    }
    lane->outputs = 2 * results;
    if (wfs_ext_double(&lane->rows.code, number, operands, arg, length, lane->out)) {
        wf_lane_ready(lane);
        return true;
    }
    wf_lane_end(lane);
    return false;
}

/* |m r - 1| is small, for a matrix that is not nearly singular. */
static void check_inverse(const double *m, const double *r, unsigned order)
{
    double greatest = 0;

    for (unsigned i = 0; i < order * order; i++)
        greatest = fmax(greatest, fabs(r[i]));
    for (unsigned c = 0; c < order; c++)
        for (unsigned row = 0; row < order; row++) {
            double sum = 0;
            for (unsigned k = 0; k < order; k++)
                sum += m[k * order + row] * r[c * order + k];
            CHECK(fabs(sum - (c == row)) < 0x1p-44 * (1 + greatest));
        }
}

static void check_row(const struct row *t, unsigned runs, uint64_t *random)
{
    struct wf_lane lane;
    unsigned length[3];

    for (unsigned k = 0; k < 3; k++)
        length[k] = t->length[k] ? t->length[k] : t->length[0];
    CHECK(write_double(&lane, t->number, t->operands, length, t->results));
    for (unsigned run = 0; run < runs; run++) {
        static struct operands o[WF_LANE_BLOCK];
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
            unsigned input = 0;
            o[i].n = length[0];
            for (unsigned k = 0; k < t->operands; k++)
                for (unsigned c = 0; c < length[k]; c++) {
                    const uint64_t s = random64(random);
                    const bool tame = t->expect == expect_nothing || i % 8;
                    const uint64_t bits =
                        tame ? (s & (DOUBLE_SIGN | low_ones(52))) | (UINT64_C(1020) + s % 7) << 52 : pick_double(random, random64(random));
                    o[i].x[k][c] = as_double(bits);
                    wf_lane_input(&lane, input++)[i] = (uint32_t)bits;
                    wf_lane_input(&lane, input++)[i] = (uint32_t)(bits >> 32);
                }
        }
        wf_lane_run(&lane, WF_LANE_BLOCK);
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
            double r[MOST], got[MOST];
            for (unsigned k = 0; k < t->results; k++)
                got[k] = as_double(wf_lane_output(&lane, 2 * k)[i] | (uint64_t)wf_lane_output(&lane, 2 * k + 1)[i] << 32);
            if (t->expect == expect_nothing) {
                check_inverse(o[i].x[0], got, order_of(length[0]));
                continue;
            }
            t->expect(&o[i], r);
            if (t->number == WfsGlslNormalize && length[0] == 1 && r[0] != r[0])        /* 1 or -1 */
                continue;
            /* which NaN comes out is open: some of these functions only move bits */
            for (unsigned k = 0; k < t->results; k++)
                CHECK_EQ(host_double(got[k]), host_double(r[k]));
        }
    }
    wf_lane_end(&lane);
}

/* Shapes that no function has, and functions that are of 32 bits alone. */
static void check_refused(void)
{
    static const unsigned three[3] = {3, 3, 3}, mixed[3] = {3, 2, 1}, five[3] = {5, 5, 5}, one[3] = {1, 1, 1};
    struct wf_lane lane;

    CHECK(!write_double(&lane, WfsGlslCross, 2, mixed, 3));
    CHECK(!write_double(&lane, WfsGlslLength, 1, five, 1));
    CHECK(!write_double(&lane, WfsGlslDistance, 2, mixed, 1));
    CHECK(!write_double(&lane, WfsGlslRefract, 3, three, 3));
    CHECK(!write_double(&lane, WfsGlslDeterminant, 1, three, 1));
    CHECK(!write_double(&lane, WfsGlslMatrixInverse, 1, three, 3));
    CHECK(!write_double(&lane, WfsGlslFMin, 2, mixed, 3));
    CHECK(!write_double(&lane, WfsGlslSin, 1, one, 1));
    CHECK(!write_double(&lane, WfsGlslPow, 2, one, 1));
    CHECK(!write_double(&lane, WfsGlslSAbs, 1, one, 1));
    CHECK(!write_double(&lane, WfsGlslPackDouble2x32, 1, one, 1));
    CHECK(!write_double(&lane, WfsGlslFMix, 2, one, 1));
}

/* ---- words ---- */

static struct wf_lane counted;

/* Operands that no pass knows anything of. */
static void begin_count(unsigned words)
{
    wf_lane_begin(&counted, 0);
    for (unsigned i = 0; i < words; i++)
        counted.in[i] = wfs_load(&counted.rows.code, 0, wfs_const(0), (uint16_t)(4 * i));
}

/* Instructions, with those that fetch constants, as the passes leave them. */
static unsigned end_count(unsigned inputs, unsigned outputs)
{
    struct wfs_code *const c = &counted.rows.code;
    const struct wfs_target target = {.regs = 128, .wave_size = 32, .safe_bytes = {1024, 1024}};
    unsigned count = 0;

    for (unsigned i = 0; i < outputs; i++)
        wfs_store(c, 1, wfs_const(0), (uint16_t)(4 * i), counted.out[i]);
    wfs_flow(c, WF_OP_END);
    wfs_clean(c, &target);
    wfs_fuse(c);
    wfs_legal(c);
    for (uint32_t at = c->first; at; at = c->insn[at].next)
        count += c->insn[at].op != WFS_OP_COPY || c->insn[at].b.kind == WFS_CONST;
    wf_lane_end(&counted);
    /* loads, stores, `end`, and the address of them */
    return count - inputs - outputs - 2;
}

static void print_op(const char *name, uint32_t op, unsigned operands, unsigned outputs)
{
    begin_count(4);
    CHECK(wfs_float_op(&counted.rows.code, op, 64, counted.in, operands > 1 ? counted.in + 2 : NULL, counted.out));
    printf("| %s | %u |\n", name, end_count(2 * operands, outputs));
}

static void print_convert(const char *name, uint32_t op, unsigned from, unsigned to)
{
    begin_count(from == 64 ? 2 : 1);
    CHECK(wfs_convert(&counted.rows.code, op, from, to, counted.in, counted.out));
    printf("| %s | %u |\n", name, end_count(from == 64 ? 2 : 1, to == 64 ? 2 : 1));
}

static void print_ext(const char *name, uint32_t number, unsigned operands, unsigned length, unsigned outputs)
{
    const unsigned lengths[3] = {length, length, number == WfsGlslRefract ? 1 : length};
    const unsigned inputs = number == WfsGlslLdexp ? 3 : number == WfsGlslRefract ? 4 * length + 2 : 2 * operands * length;
    const wfs_val *const arg[3] = {counted.in, counted.in + 2 * length, counted.in + 4 * length};

    begin_count(inputs);
    CHECK(wfs_ext_double(&counted.rows.code, number, operands, arg, lengths, counted.out));
    printf("| %s | %u |\n", name, end_count(inputs, outputs));
}

static void print_words(void)
{
    print_op("a + b, a - b", WfsOpFAdd, 2, 2);
    print_op("a b", WfsOpFMul, 2, 2);
    print_ext("Fma", WfsGlslFma, 3, 1, 2);
    print_op("a / b", WfsOpFDiv, 2, 2);
    print_ext("Sqrt", WfsGlslSqrt, 1, 1, 2);
    print_ext("InverseSqrt", WfsGlslInverseSqrt, 1, 1, 2);
    print_op("OpFRem", WfsOpFRem, 2, 2);
    print_op("OpFMod", WfsOpFMod, 2, 2);
    print_op("OpFOrdEqual", WfsOpFOrdEqual, 2, 1);
    print_op("OpFOrdLessThan", WfsOpFOrdLessThan, 2, 1);
    print_op("OpIsNan, OpIsInf", WfsOpIsNan, 1, 1);
    print_ext("FMin, FMax", WfsGlslFMin, 2, 1, 2);
    print_ext("FClamp", WfsGlslFClamp, 3, 1, 2);
    print_ext("Trunc", WfsGlslTrunc, 1, 1, 2);
    print_ext("Floor, Ceil", WfsGlslCeil, 1, 1, 2);
    print_ext("Round, RoundEven", WfsGlslRound, 1, 1, 2);
    print_ext("Fract", WfsGlslFract, 1, 1, 2);
    print_ext("FSign", WfsGlslFSign, 1, 1, 2);
    print_ext("Modf", WfsGlslModf, 1, 1, 4);
    print_ext("Frexp", WfsGlslFrexp, 1, 1, 3);
    print_ext("Ldexp", WfsGlslLdexp, 2, 1, 2);
    print_ext("Step", WfsGlslStep, 2, 1, 2);
    print_ext("FMix", WfsGlslFMix, 3, 1, 2);
    print_ext("SmoothStep", WfsGlslSmoothStep, 3, 1, 2);
    print_convert("f32 to f64", WfsOpFConvert, 32, 64);
    print_convert("f64 to f32", WfsOpFConvert, 64, 32);
    print_convert("f64 to f16", WfsOpFConvert, 64, 16);
    print_convert("f64 to i32", WfsOpConvertFToS, 64, 32);
    print_convert("f64 to u32", WfsOpConvertFToU, 64, 32);
    print_convert("f64 to i64", WfsOpConvertFToS, 64, 64);
    print_convert("f64 to u64", WfsOpConvertFToU, 64, 64);
    print_convert("i32 to f64", WfsOpConvertSToF, 32, 64);
    print_convert("u32 to f64", WfsOpConvertUToF, 32, 64);
    print_convert("i64 to f64", WfsOpConvertSToF, 64, 64);
    print_convert("u64 to f64", WfsOpConvertUToF, 64, 64);
    print_ext("Length of 3 components", WfsGlslLength, 1, 3, 2);
    print_ext("Distance of 3 components", WfsGlslDistance, 2, 3, 2);
    print_ext("Normalize of 3 components", WfsGlslNormalize, 1, 3, 6);
    print_ext("Cross", WfsGlslCross, 2, 3, 6);
    print_ext("FaceForward of 3 components", WfsGlslFaceForward, 3, 3, 6);
    print_ext("Reflect of 3 components", WfsGlslReflect, 2, 3, 6);
    print_ext("Refract of 3 components", WfsGlslRefract, 3, 3, 6);
    print_ext("Determinant of order 2", WfsGlslDeterminant, 1, 4, 2);
    print_ext("Determinant of order 3", WfsGlslDeterminant, 1, 9, 2);
    print_ext("Determinant of order 4", WfsGlslDeterminant, 1, 16, 2);
    print_ext("MatrixInverse of order 2", WfsGlslMatrixInverse, 1, 4, 8);
    print_ext("MatrixInverse of order 3", WfsGlslMatrixInverse, 1, 9, 18);
    print_ext("MatrixInverse of order 4", WfsGlslMatrixInverse, 1, 16, 32);
}

int main(int argc, char **argv)
{
    uint64_t random = rows_random(argc, argv);

    if (argc > 1 && !strcmp(argv[1], "words")) {
        print_words();
        return checks_failed != 0;
    }
    for (size_t i = 0; i < COUNT(rows_of_all); i++)
        check_row(&rows_of_all[i], 40, &random);
    check_refused();
    return check_end("double_whole");
}
