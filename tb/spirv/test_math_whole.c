/* SPDX-License-Identifier: Apache-2.0
 * test_math_whole.c - the instructions of GLSL.std.450 on whole vectors, matrices and packed words, through wfs_ext, against plain C in
 * double.
 *
 *      test_math_whole [SEED]
 *      test_math_whole words   prints how many instructions each takes
 */
#include "wf_ext.h"

static float f(uint32_t bits) { return as_float(bits); }
static double d(uint32_t bits) { return (double)as_float(bits); }

/* A float of middling size. */
static uint32_t middling(uint64_t *random)
{
    const uint32_t r = check_random(random);

    return (r & 0x80000000) | (122 + (r >> 23) % 9) << 23 | (check_random(random) & 0x7fffff);
}

/* ---- packing ---- */

static double nearest(double x) { return rint(x); }

static uint32_t packed(const uint32_t *x, unsigned width, double low, double scale)
{
    uint32_t word = 0;

    for (unsigned i = 0; i < 32 / width; i++) {
        const int32_t whole = (int32_t)nearest(fmin(fmax(d(x[i]), low), 1) * scale);
        word |= ((uint32_t)whole & (width == 8 ? 0xff : 0xffff)) << i * width;
    }
    return word;
}

static void check_pack(uint32_t number, unsigned width, double low, double scale, uint64_t *random)
{
    const unsigned count = 32 / width, length[1] = {count}, wrong[1] = {count == 2 ? 4 : 2};
    struct wf_lane lane;

    CHECK(!write_ext(&lane, number, 1, wrong, 1));
    CHECK(write_ext(&lane, number, 1, length, 1));
    for (unsigned round = 0; round < 256; round++) {
        for (unsigned k = 0; k < count; k++)
            for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
                const uint32_t r = check_random(random);
                /* any number, or a step of the scale and a little beside it or in the middle to the next */
                wf_lane_input(&lane, k)[i] = i % 4 == 0 ? wf_pick(random) :
                    float_bits((float)((low < 0 && r & 1 ? -1 : 1) * ((r >> 8) % (unsigned)(scale + 2) + (i % 4 == 1 ? 0.5 : 0.25 * (r >> 1 & 3))) / scale));
                if (wf_is_nan(wf_lane_input(&lane, k)[i]))
                    wf_lane_input(&lane, k)[i] = 0;
            }
        wf_lane_run(&lane, WF_LANE_BLOCK);
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
            uint32_t x[4] = {0};
            for (unsigned k = 0; k < count; k++)
                x[k] = wf_lane_input(&lane, k)[i];
            CHECK_EQ(wf_lane_output(&lane, 0)[i], packed(x, width, low, scale));
        }
    }
    wf_lane_end(&lane);
}

/* All values of a field, in all places. */
static void check_unpack(uint32_t number, unsigned width, bool is_signed, float scale)
{
    const unsigned count = 32 / width, length[1] = {1};
    const uint32_t mask = width == 8 ? 0xff : 0xffff;
    struct wf_lane lane;

    CHECK(write_ext(&lane, number, 1, length, count));
    for (uint32_t first = 0; first <= mask; first += WF_LANE_BLOCK) {
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
            wf_lane_input(&lane, 0)[i] = ((first + i) & mask) | ((first + i) * 0x9e37U) << width;
        wf_lane_run(&lane, WF_LANE_BLOCK);
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
            for (unsigned k = 0; k < count; k++) {
                const uint32_t field = wf_lane_input(&lane, 0)[i] >> k * width & mask;
                const float value = is_signed && field > mask / 2 ? (float)field - (float)mask - 1 : (float)field;
                CHECK_EQ(wf_lane_output(&lane, k)[i], float_bits(fmaxf(value / scale, -1)));
            }
    }
    wf_lane_end(&lane);
}

static void check_half(uint64_t *random)
{
    const unsigned two[1] = {2}, one[1] = {1};
    struct wf_lane pack, unpack;

    CHECK(write_ext(&pack, WfsGlslPackHalf2x16, 1, two, 1));
    CHECK(write_ext(&unpack, WfsGlslUnpackHalf2x16, 1, one, 2));
    for (unsigned round = 0; round < 512; round++) {
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
            wf_lane_input(&unpack, 0)[i] = (round * WF_LANE_BLOCK + i) << 16 | (check_random(random) & 0xffff);
        wf_lane_run(&unpack, WF_LANE_BLOCK);
        for (unsigned k = 0; k < 2; k++)
            memcpy(wf_lane_input(&pack, k), wf_lane_output(&unpack, k), sizeof(wf_lane_row));
        wf_lane_run(&pack, WF_LANE_BLOCK);
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
            for (unsigned k = 0; k < 2; k++) {
                const uint32_t h = wf_lane_input(&unpack, 0)[i] >> 16 * k & 0xffff, e = h >> 10 & 31, m = h & 0x3ff;
                const double size = e == 31 ? m ? (double)NAN : HUGE_VAL : ldexp(e ? 1024 + m : m, (int)(e ? e : 1) - 25);
                const uint32_t got = wf_lane_output(&unpack, k)[i], back = wf_lane_output(&pack, 0)[i] >> 16 * k & 0xffff;
                CHECK(wf_error(got, h >> 15 ? -size : size) == 0);
                CHECK(back == h || (e == 31 && m && (back & 0x7fff) > 0x7c00));
            }
    }
    wf_lane_end(&pack);
    wf_lane_end(&unpack);
}

static void check_double(uint32_t number)
{
    const unsigned two[1] = {2};
    struct wf_lane lane;

    CHECK(write_ext(&lane, number, 1, two, 2));
    wf_lane_input(&lane, 0)[0] = 0x12345678;
    wf_lane_input(&lane, 1)[0] = 0x9abcdef0;
    wf_lane_run(&lane, 8);
    CHECK_EQ(wf_lane_output(&lane, 0)[0], 0x12345678);
    CHECK_EQ(wf_lane_output(&lane, 1)[0], 0x9abcdef0);
    CHECK_EQ(lane.words, 0);
    wf_lane_end(&lane);
}

/* ---- vectors ---- */

static double dot(const double *x, const double *y, unsigned n)
{
    double sum = 0;

    for (unsigned i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* Result of one of them on operands x[0..], n components each; returns how large the numbers were that it was summed from. */
static double vector_result(uint32_t number, double x[ARGS][4], unsigned n, double *r)
{
    const double own = dot(x[0], x[0], n), both = dot(x[0], x[1], n);
    double distance = 0, size = 1;

    for (unsigned i = 0; i < n; i++) {
        distance += (x[0][i] - x[1][i]) * (x[0][i] - x[1][i]);
        size += fabs(x[0][i] * x[1][i]) + fabs(x[1][i] * x[1][i]);
    }
    for (unsigned i = 0; i < n; i++)
        switch (number) {
        case WfsGlslLength: r[i] = sqrt(own); break;
        case WfsGlslDistance: r[i] = sqrt(distance); break;
        case WfsGlslNormalize: r[i] = x[0][i] / sqrt(own); break;
        case WfsGlslFaceForward: r[i] = dot(x[2], x[1], n) < 0 ? x[0][i] : -x[0][i]; break;
        case WfsGlslReflect: r[i] = x[0][i] - 2 * both * x[1][i]; break;
        case WfsGlslCross: r[i] = x[0][(i + 1) % 3] * x[1][(i + 2) % 3] - x[0][(i + 2) % 3] * x[1][(i + 1) % 3]; break;
        default: {
            const double eta = x[2][0], k = 1 - eta * eta * (1 - both * both);
            r[i] = k < 0 ? 0 : eta * x[0][i] - (eta * both + sqrt(k)) * x[1][i];
            if (fabs(k) < 1e-3 * (1 + eta * eta * (1 + both * both)))
                return -1;                              /* near the edge of total reflection: not told */
            size += eta * eta * (1 + both * both);
        }
        }
    return number == WfsGlslReflect || number == WfsGlslRefract ? size * (1 + fabs(x[1][0]) + sqrt(dot(x[1], x[1], n))) : size;
}

static void check_vector(uint32_t number, unsigned operands, unsigned n, uint64_t *random)
{
    const bool scalar = number == WfsGlslLength || number == WfsGlslDistance, refract = number == WfsGlslRefract;
    const unsigned length[ARGS] = {n, n, refract ? 1 : n}, wrong[ARGS] = {n, n + 1, n}, outputs = scalar ? 1 : n;
    struct wf_lane lane;
    unsigned told = 0;

    if (operands > 1)
        CHECK(!write_ext(&lane, number, operands, wrong, outputs));
    CHECK(write_ext(&lane, number, operands, length, outputs));
    for (unsigned k = 0; k < lane.inputs; k++)
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
            wf_lane_input(&lane, k)[i] = middling(random);
    wf_lane_run(&lane, WF_LANE_BLOCK);
    for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
        double x[ARGS][4] = {{0}}, r[4];
        for (unsigned k = 0; k < lane.inputs; k++)
            x[k / n][k % n] = d(wf_lane_input(&lane, k)[i]);
        const double size = vector_result(number, x, n, r);
        for (unsigned k = 0; size > 0 && k < outputs; k++, told++) {
            const double got = d(wf_lane_output(&lane, k)[i]);
            const bool relative = scalar || number == WfsGlslNormalize || number == WfsGlslFaceForward;
            const double bound = relative ? 4e-7 * fabs(r[k]) : 1e-6 * size;
            if (!(fabs(got - r[k]) <= bound) && checks_failed < 10)
                printf("instruction %u, %u components, component %u: %.9g, wanted %.9g\n", (unsigned)number, n, k, got, r[k]);
            CHECK(fabs(got - r[k]) <= bound);
        }
    }
    CHECK(told > WF_LANE_BLOCK / 4);
    wf_lane_end(&lane);
}

/* ---- matrices ---- */

static double determinant(const double *m, unsigned n, unsigned stride)
{
    double sum = 0;

    if (n == 1)
        return m[0];
    for (unsigned column = 0; column < n; column++) {   /* along the first row */
        double minor[9];
        for (unsigned c = 0, to = 0; c < n; c++)
            if (c != column) {
                for (unsigned r = 1; r < n; r++)
                    minor[to * (n - 1) + r - 1] = m[c * stride + r];
                to++;
            }
        sum += (column % 2 ? -1 : 1) * m[column * stride] * determinant(minor, n - 1, n - 1);
    }
    return sum;
}

static void check_matrix(unsigned n, uint64_t *random)
{
    const unsigned length[1] = {n * n};
    struct wf_lane det, inverse;

    CHECK(write_ext(&det, WfsGlslDeterminant, 1, length, 1));
    CHECK(write_ext(&inverse, WfsGlslMatrixInverse, 1, length, n * n));
    for (unsigned k = 0; k < n * n; k++)
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++)    /* not near a singular one */
            wf_lane_input(&det, k)[i] = float_bits((float)(check_random(random) >> 8) * 0x1p-23f - 1 + (k % (n + 1) == 0 ? (i & 1 ? 3 : -4) : 0));
    for (unsigned k = 0; k < n * n; k++)
        memcpy(wf_lane_input(&inverse, k), wf_lane_input(&det, k), sizeof(wf_lane_row));
    wf_lane_run(&det, WF_LANE_BLOCK);
    wf_lane_run(&inverse, WF_LANE_BLOCK);
    for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
        double m[16], r[16];
        for (unsigned k = 0; k < n * n; k++) {
            m[k] = d(wf_lane_input(&det, k)[i]);
            r[k] = d(wf_lane_output(&inverse, k)[i]);
        }
        const double want = determinant(m, n, n), got = d(wf_lane_output(&det, 0)[i]);
        CHECK(fabs(got - want) <= 3e-6 * (fabs(want) + 30));
        for (unsigned row = 0; row < n && fabs(want) > 5; row++)
            for (unsigned column = 0; column < n; column++) {
                double sum = 0;
                for (unsigned k = 0; k < n; k++)
                    sum += m[k * n + row] * r[column * n + k];
                CHECK(fabs(sum - (row == column)) <= 3e-5);
            }
    }
    wf_lane_end(&det);
    wf_lane_end(&inverse);
}

static void check_zeros(uint64_t *random)
{
    const unsigned vector[2] = {3, 3}, wrong[1] = {8}, two[2] = {2, 2}, five[ARGS] = {5, 5, 5};
    struct wf_lane lane;

    CHECK(!write_ext(&lane, WfsGlslLength, 1, five, 1));
    CHECK(!write_ext(&lane, WfsGlslNormalize, 1, five, 5));
    CHECK(!write_ext(&lane, WfsGlslFaceForward, 3, five, 5));
    CHECK(!write_ext(&lane, WfsGlslRefract, 3, five, 5));

    CHECK(!write_ext(&lane, WfsGlslDeterminant, 1, wrong, 1));
    CHECK(!write_ext(&lane, WfsGlslMatrixInverse, 1, wrong, 8));
    CHECK(!write_ext(&lane, WfsGlslCross, 2, two, 2));
    CHECK(write_ext(&lane, WfsGlslCross, 2, vector, 3));        /* of a vector with itself: exactly 0 */
    for (unsigned k = 0; k < 6; k++)
        wf_lane_input(&lane, k)[0] = float_bits(0.1f + 0.7f * (float)(k % 3));
    wf_lane_run(&lane, 8);
    for (unsigned k = 0; k < 3; k++)
        CHECK(f(wf_lane_output(&lane, k)[0]) == 0);
    wf_lane_end(&lane);
    for (unsigned n = 3; n <= 4; n++)                           /* two rows alike: likewise */
        for (unsigned pair = 0; pair < n * n; pair++) {
            const unsigned length[1] = {n * n}, first = pair / n, second = pair % n;
            CHECK(write_ext(&lane, WfsGlslDeterminant, 1, length, 1));
            for (unsigned i = 0; i < WF_LANE_BLOCK; i++) {
                for (unsigned k = 0; k < n * n; k++)
                    wf_lane_input(&lane, k)[i] = middling(random);
                for (unsigned k = 0; k < n; k++)
                    wf_lane_input(&lane, k * n + first)[i] = wf_lane_input(&lane, k * n + second)[i];
            }
            wf_lane_run(&lane, WF_LANE_BLOCK);
            for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
                CHECK((f(wf_lane_output(&lane, 0)[i]) == 0) == (first != second));
            wf_lane_end(&lane);
        }
}

static int print_words(void)
{
    static const struct { uint32_t number; unsigned operands, length[ARGS], outputs; } row[] = {
        {WfsGlslPackSnorm4x8, 1, {4}, 1}, {WfsGlslPackUnorm4x8, 1, {4}, 1}, {WfsGlslPackSnorm2x16, 1, {2}, 1}, {WfsGlslPackUnorm2x16, 1, {2}, 1},
        {WfsGlslPackHalf2x16, 1, {2}, 1}, {WfsGlslPackDouble2x32, 1, {2}, 2}, {WfsGlslUnpackSnorm4x8, 1, {1}, 4},
        {WfsGlslUnpackUnorm4x8, 1, {1}, 4}, {WfsGlslUnpackSnorm2x16, 1, {1}, 2}, {WfsGlslUnpackUnorm2x16, 1, {1}, 2},
        {WfsGlslUnpackHalf2x16, 1, {1}, 2}, {WfsGlslLength, 1, {3}, 1}, {WfsGlslDistance, 2, {3, 3}, 1}, {WfsGlslNormalize, 1, {3}, 3},
        {WfsGlslCross, 2, {3, 3}, 3}, {WfsGlslFaceForward, 3, {3, 3, 3}, 3}, {WfsGlslReflect, 2, {3, 3}, 3}, {WfsGlslRefract, 3, {3, 3, 1}, 3},
        {WfsGlslDeterminant, 1, {4}, 1}, {WfsGlslDeterminant, 1, {9}, 1}, {WfsGlslDeterminant, 1, {16}, 1}, {WfsGlslMatrixInverse, 1, {4}, 4},
        {WfsGlslMatrixInverse, 1, {9}, 9}, {WfsGlslMatrixInverse, 1, {16}, 16}};
    char name[WFS_NAME_SIZE];

    for (size_t i = 0; i < COUNT(row); i++) {
        struct wf_lane lane;
        if (!write_ext(&lane, row[i].number, row[i].operands, row[i].length, row[i].outputs))
            return 1;
        printf("| %s, %u words | %u |\n", wfs_glsl_name(row[i].number, name), row[i].length[0], lane.words);
        wf_lane_end(&lane);
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "words"))
        return print_words();
    uint64_t random = (argc > 1 ? strtoull(argv[1], NULL, 0) : 1) * 2654435761U + 1;

    check_pack(WfsGlslPackSnorm4x8, 8, -1, 127, &random);
    check_pack(WfsGlslPackUnorm4x8, 8, 0, 255, &random);
    check_pack(WfsGlslPackSnorm2x16, 16, -1, 32767, &random);
    check_pack(WfsGlslPackUnorm2x16, 16, 0, 65535, &random);
    check_unpack(WfsGlslUnpackSnorm4x8, 8, true, 127);
    check_unpack(WfsGlslUnpackUnorm4x8, 8, false, 255);
    check_unpack(WfsGlslUnpackSnorm2x16, 16, true, 32767);
    check_unpack(WfsGlslUnpackUnorm2x16, 16, false, 65535);
    check_half(&random);
    check_double(WfsGlslPackDouble2x32);
    check_double(WfsGlslUnpackDouble2x32);
    for (unsigned round = 0; round < 64; round++) {
        for (unsigned n = 1; n <= 4; n++) {
            check_vector(WfsGlslLength, 1, n, &random);
            check_vector(WfsGlslDistance, 2, n, &random);
            check_vector(WfsGlslNormalize, 1, n, &random);
            check_vector(WfsGlslFaceForward, 3, n, &random);
            check_vector(WfsGlslReflect, 2, n, &random);
            check_vector(WfsGlslRefract, 3, n, &random);
        }
        check_vector(WfsGlslCross, 2, 3, &random);
        for (unsigned n = 2; n <= 4; n++)
            check_matrix(n, &random);
        check_zeros(&random);
    }
    check_called(true);
    return check_end("math-whole");
}
