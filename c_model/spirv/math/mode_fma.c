/* SPDX-License-Identifier: Apache-2.0
 * mode_fma.c - fma of f32 as the modes say: mode.h.
 */
#include "mode.h"

#include "double.h"

/* The product of two floats is exact as a double; what is cut off twice is what is cut off once. */
wfs_val wfs_mode_fma(struct wfs_code *c, wfs_val x, wfs_val y, wfs_val z)
{
    if (!(c->rounds_to_zero & 32))
        return wfs_fma(c, x, y, z);
    const unsigned modes = c->rounds_to_zero;
    c->rounds_to_zero |= 64;
    const struct wfs_pair product =
        wfs_double_mul(c, wfs_double_from_float(c, x), wfs_double_from_float(c, y));
    const struct wfs_pair sum = wfs_double_add(c, product, wfs_double_from_float(c, z));
    c->rounds_to_zero = modes;
    return wfs_double_to_float(c, sum, WFS_TO_ZERO);
}
