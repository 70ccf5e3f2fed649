/* SPDX-License-Identifier: Apache-2.0
 * opencl.c - the table of OpenCL.std's functions on floats, and their widths: opencl.h.
 */
#include "opencl.h"
#include "opencl_parts.h"
#include "parts.h"
#include "wide.h"

#include "../module/grammar.h"

#include <string.h>

const struct wfs_cl *wfs_cl_find(uint32_t number)
{
    static const struct wfs_cl table[] = {
#define WFS_CL(name, operands, results) {WfsCl_##name, operands, results, wfs_cl32_##name, wfs_cl64_##name},
#define WFS_CL_BY_64(name, operands, results) {WfsCl_##name, operands, results, NULL, wfs_cl64_##name},
#include "opencl.def"
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].number == number)
            return &table[i];
    return NULL;
}

/* ---- f32 ---- */

static void word(struct wfs_code *c, const struct wfs_cl *f, const wfs_val *x, wfs_val *r)
{
    struct wfs_pair wide[3], result[2];

    if (f->narrow) {
        f->narrow(c, x, r);
        return;
    }
    for (unsigned i = 0; f->operands[i]; i++)
        wide[i] = f->operands[i] == 'f' ? wfs_double_from_float(c, x[i]) : wfs_pair(x[i], wfs_const(0));
    f->wide(c, wide, result);
    for (unsigned i = 0; f->results[i]; i++)
        r[i] = f->results[i] == 'f' ? wfs_double_to_float(c, result[i], WFS_TO_EVEN) : result[i].lo;
}

/* ---- f16 ---- */

static wfs_val is_below_zero(struct wfs_code *c, wfs_val x) { return wfs_shr(c, x, wfs_const(15)); }

/* As of f32. */
static wfs_val next_half(struct wfs_code *c, wfs_val x, wfs_val y)
{
    const wfs_val a = wfs_h2f(c, x), b = wfs_h2f(c, y);
    const wfs_val grows = wfs_ne(c, wfs_flt(c, a, b), is_below_zero(c, x));
    const wfs_val next = wfs_add(c, x, wfs_sub(c, wfs_shl(c, grows, wfs_const(1)), wfs_const(1)));
    const wfs_val least = wfs_or(c, wfs_and(c, y, wfs_const(0x8000)), wfs_const(1));
    const wfs_val other = wfs_sel(c, wfs_feq(c, a, b), y, wfs_sel(c, wfs_feq(c, a, wfs_const(0)), least, next));
    const wfs_val nan = wfs_or(c, wfs_fne(c, a, a), wfs_fne(c, b, b));

    return wfs_sel(c, nan, wfs_const(0x7e00), other);
}

static void half(struct wfs_code *c, const struct wfs_cl *f, const wfs_val *x, wfs_val *r)
{
    wfs_val wide[3];

    if (f->number == WfsCl_nextafter) {
        *r = next_half(c, x[0], x[1]);
        return;
    }
    if (f->number == WfsCl_copysign) {                  /* of a NaN too */
        *r = wfs_bfi(c, x[0], wfs_shr(c, x[1], wfs_const(15)), wfs_const(15 | 1 << 8));
        return;
    }
    if (f->number == WfsCl_fma || f->number == WfsCl_mad) {
        wfs_float_glsl(c, WfsGlslFma, 16, &x[0], &x[1], &x[2], r);
        return;
    }
    for (unsigned i = 0; f->operands[i]; i++)
        wide[i] = f->operands[i] == 'f' ? wfs_h2f(c, x[i]) : x[i];
    word(c, f, wide, r);
    for (unsigned i = 0; f->results[i]; i++)
        r[i] = f->results[i] == 'f' ? wfs_f2h(c, r[i]) : r[i];
    if (f->number == WfsCl_fract)                       /* 1 is rounded up from below it */
        r[0] = wfs_sub(c, r[0], wfs_eq(c, r[0], wfs_const(0x3c00)));
}

/* ---- all ---- */

static void put(unsigned width, char kind, struct wfs_pair x, wfs_val *result)
{
    result[0] = x.lo;
    if (width == 64 && kind == 'f')
        result[1] = x.hi;
}

void wfs_cl_float(struct wfs_code *c, const struct wfs_cl *f, unsigned width, const wfs_val *const *x, wfs_val *result,
                  wfs_val *second)
{
    struct wfs_pair wide[3], r[2];
    wfs_val narrow[3], results[2];

    for (unsigned i = 0; f->operands[i]; i++) {
        narrow[i] = x[i][0];
        wide[i] = wfs_pair(x[i][0], width == 64 && f->operands[i] == 'f' ? x[i][1] : wfs_const(0));
    }
    for (unsigned i = (unsigned)strlen(f->operands); i < 3; i++) {
        narrow[i] = wfs_const(0);
        wide[i] = wfs_pair_const(0);
    }
    if (width == 64) {
        f->wide(c, wide, r);
    } else {
        (width == 16 ? half : word)(c, f, narrow, results);
        for (unsigned i = 0; f->results[i]; i++)
            r[i] = wfs_pair(results[i], wfs_const(0));
    }
    put(width, f->results[0], r[0], result);
    if (f->results[1])
        put(width, f->results[1], r[1], second);
}
