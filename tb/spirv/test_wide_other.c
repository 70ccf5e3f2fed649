/* SPDX-License-Identifier: Apache-2.0
 * test_wide_other.c - operations on truths, selections, and what wide.h refuses.
 */
#include "wf_wide.h"

/* What there is not: other opcodes, and operands that are missing. */
static void test_refused(struct wide *w)
{
    wfs_val x[2], y[2], r[2], s[2];

    rows_begin(&w->rows, 32);
    for (unsigned i = 0; i < 2; i++) {
        x[i] = rows_input(&w->rows);
        y[i] = rows_input(&w->rows);
    }
    for (unsigned width = 8; width <= 64; width *= 2) {
        CHECK(!wfs_integer(&w->rows.code, WfsOpFAdd, width, x, y, r));
        CHECK(!wfs_integer(&w->rows.code, WfsOpIAdd, width, x, NULL, r));
        CHECK(!wfs_integer(&w->rows.code, WfsOpUDiv, width, x, NULL, r));
        CHECK(!wfs_integer(&w->rows.code, WfsOpIEqual, width, x, NULL, r));
        CHECK(!wfs_integer(&w->rows.code, WfsOpShiftLeftLogical, width, x, NULL, r));
        CHECK(!wfs_integer_glsl(&w->rows.code, WfsGlslUMin, width, x, NULL, NULL, r));
        CHECK(!wfs_integer_glsl(&w->rows.code, WfsGlslSClamp, width, x, y, NULL, r));
        CHECK(!wfs_integer_glsl(&w->rows.code, WfsGlslFMin, width, x, y, y, r));
        CHECK(!wfs_integer_extended(&w->rows.code, WfsOpIAdd, width, x, y, r, s));
        CHECK(!wfs_bitfield(&w->rows.code, WfsOpIAdd, width, x, y, x[0], y[0], r));
        CHECK(!wfs_float_op(&w->rows.code, WfsOpFAdd, width, x, NULL, r));
        CHECK(!wfs_float_op(&w->rows.code, WfsOpIAdd, width, x, y, r));
        CHECK(!wfs_float_op(&w->rows.code, WfsOpIsFinite, width, x, y, r));
        CHECK(!wfs_float_glsl(&w->rows.code, WfsGlslFma, width, x, y, NULL, r));
        CHECK(!wfs_float_glsl(&w->rows.code, WfsGlslNClamp, width, x, y, NULL, r));
        CHECK(!wfs_convert(&w->rows.code, WfsOpBitcast, width, width, x, r));
    }
    CHECK(!wfs_float_op(&w->rows.code, WfsOpFAdd, 8, x, y, r));
    CHECK(!wfs_logical(&w->rows.code, WfsOpIAdd, x[0], y[0], r));
}

static void test_logical(struct wide *w)
{
    static const uint32_t op[] = {WfsOpLogicalEqual, WfsOpLogicalNotEqual, WfsOpLogicalOr, WfsOpLogicalAnd, WfsOpLogicalNot};

    for (unsigned i = 0; i < 5; i++)
        for (unsigned constants = 0; constants < 4; constants++)
            for (unsigned bits = 0; bits < 4; bits++) {
                const bool x = bits & 1, y = bits >> 1;
                const bool wanted[] = {x == y, x != y, x || y, x && y, !x};
                wfs_val in[2] = {wfs_const(x), wfs_const(y)}, r;

                rows_begin(&w->rows, 4);
                for (unsigned k = 0; k < 2; k++)
                    if (!(constants >> k & 1)) {
                        in[k] = rows_input(&w->rows);
                        rows_set(&w->rows, in[k], 3, k ? y : x);
                    }
                CHECK(wfs_logical(&w->rows.code, op[i], in[0], in[1], &r));
                rows_run(&w->rows);
                CHECK_EQ(rows_get(&w->rows, r, 3), wanted[i]);
            }
}

static void test_select(struct wide *w)
{
    wfs_val x[4], y[4], r[4];

    for (unsigned words = 1; words <= 4; words++)
        for (unsigned form = 0; form < 4; form++) {         /* the truth: constants, and a register that differs from lane to lane */
            rows_begin(&w->rows, 4);
            const wfs_val truth = form < 2 ? wfs_const(form) : rows_input(&w->rows);
            for (unsigned lane = 0; lane < 4 && form >= 2; lane++)
                rows_set(&w->rows, truth, lane, (lane + form) & 1);
            for (unsigned i = 0; i < words; i++) {
                x[i] = rows_input(&w->rows);
                y[i] = wfs_const(100 + i);
                for (unsigned lane = 0; lane < 4; lane++)
                    rows_set(&w->rows, x[i], lane, 10 * i + lane);
            }
            wfs_select(&w->rows.code, truth, words, x, y, r);
            rows_run(&w->rows);
            for (unsigned i = 0; i < words; i++)
                for (unsigned lane = 0; lane < 4; lane++)
                    CHECK_EQ(rows_get(&w->rows, r[i], lane), (form < 2 ? form : (lane + form) & 1) ? 10 * i + lane : 100 + i);
        }
}

int main(void)
{
    static struct wide w;

    test_logical(&w);
    test_select(&w);
    test_refused(&w);
    rows_end(&w.rows);
    return check_end("wide_other");
}
