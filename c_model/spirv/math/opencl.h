/* SPDX-License-Identifier: Apache-2.0
 * opencl.h - the functions of OpenCL.std on one component as code; opencl.def is their table.
 *
 * Those on f64 work on numbers of 64 bits (long.h) and round once.  Those on f32 are those of GLSL.std.450 where these
 * are as precise as OpenCL asks; rare ones go through f64.  f16 goes through f32.
 */
#ifndef WAVEFOLD_SPIRV_OPENCL_H
#define WAVEFOLD_SPIRV_OPENCL_H

#include "double.h"
#include "math.h"

/* Operands and results of one component: up to three and two; integers are words (of f64 the low one of the pair). */
typedef void wfs_cl32(struct wfs_code *c, const wfs_val *x, wfs_val *result);
typedef void wfs_cl64(struct wfs_code *c, const struct wfs_pair *x, struct wfs_pair *result);

struct wfs_cl {
    uint32_t number;
    const char *operands, *results;     /* f: a float; i: an integer of 32 bits */
    wfs_cl32 *narrow;                   /* NULL: through f64 */
    wfs_cl64 *wide;
};
/* NULL when it is none of the table, which are the functions on floats, component by component. */
const struct wfs_cl *wfs_cl_find(uint32_t number);
/* One component: x[i] are its words, in the form of wide.h; `result` and `second` get those of the results. */
void wfs_cl_float(struct wfs_code *c, const struct wfs_cl *f, unsigned width, const wfs_val *const *x, wfs_val *result,
                  wfs_val *second);
/* The number of operands of an instruction on integers; 0: it is none. */
unsigned wfs_cl_integer_operands(uint32_t number);
/* On integers of 8 to 64 bits, in the form of wide.h; upsample has a result of twice the width.  False when the
 * instruction is none on integers. */
bool wfs_cl_integer(struct wfs_code *c, uint32_t number, unsigned width, const wfs_val *const *x, wfs_val *result);
/* cross, distance, length, normalize and their fast forms on vectors of n components of 32 or 64 bits; so many operands. */
bool wfs_cl_whole(struct wfs_code *c, uint32_t number, unsigned width, unsigned n, unsigned operands,
                  const wfs_val *const *x, wfs_val *result);

/* ---- the functions of the table ---- */

/* The size of x with the sign of y. */
wfs_binary wfs_copysign;

#define WFS_CL(name, operands, results) wfs_cl32 wfs_cl32_##name; wfs_cl64 wfs_cl64_##name;
#define WFS_CL_BY_64(name, operands, results) wfs_cl64 wfs_cl64_##name;
#include "opencl.def"

#endif
