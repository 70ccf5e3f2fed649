/* SPDX-License-Identifier: Apache-2.0
 * opencl_parts.h - what the files of the functions of OpenCL.std share.
 */
#ifndef WAVEFOLD_SPIRV_OPENCL_PARTS_H
#define WAVEFOLD_SPIRV_OPENCL_PARTS_H

#include "double_parts.h"
#include "long.h"

/* The function `name` of opencl.def on f64. */
#define WIDE(name) void wfs_cl64_##name(struct wfs_code *c, const struct wfs_pair *x, struct wfs_pair *result)

static inline struct wfs_pair wfs_cl_nan64(void) { return wfs_pair(wfs_const(0), wfs_const(WFS_DOUBLE_NAN)); }
static inline struct wfs_pair wfs_cl_inf64(void) { return wfs_pair(wfs_const(0), wfs_const(WFS_DOUBLE_INF)); }
static inline struct wfs_pair wfs_cl_one64(void) { return wfs_pair(wfs_const(0), wfs_const(WFS_DOUBLE_ONE)); }

/* The result, a NaN where x is one. */
static inline struct wfs_pair wfs_cl_keep_nan(struct wfs_code *c, struct wfs_pair x, struct wfs_long result)
{
    return wfs_pair_sel(c, wfs_double_is_nan(c, x), wfs_cl_nan64(), wfs_long_to_double(c, result));
}

#endif
