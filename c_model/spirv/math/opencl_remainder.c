/* SPDX-License-Identifier: Apache-2.0
 * opencl_remainder.c - remainders of OpenCL.std, all exact: opencl.h.
 */
#include "opencl.h"
#include "opencl_parts.h"
#include "parts.h"

WIDE(fmod)
{
    *result = wfs_double_rem(c, x[0], x[1]);
}

/* result[1]: the last seven bits of the quotient, with its sign. */
WIDE(remquo)
{
    wfs_val quotient;

    result[0] = wfs_double_rem_near(c, x[0], x[1], &quotient);
    const wfs_val below = wfs_sar(c, wfs_xor(c, x[0].hi, x[1].hi), wfs_const(31));
    const wfs_val size = wfs_and(c, quotient, wfs_const(127));
    result[1] = wfs_pair(wfs_sub(c, wfs_xor(c, size, below), below), wfs_const(0));
}

WIDE(remainder)
{
    struct wfs_pair both[2];

    wfs_cl64_remquo(c, x, both);
    *result = both[0];
}
