/* SPDX-License-Identifier: Apache-2.0
 * parts.c - see parts.h.
 */
#include "parts.h"

wfs_val wfs_horner(struct wfs_code *c, wfs_val x, const float *p, unsigned n)
{
    wfs_val sum = wfs_float(p[0]);

    for (unsigned i = 1; i < n; i++)
        sum = wfs_fma(c, sum, x, wfs_float(p[i]));
    return sum;
}
