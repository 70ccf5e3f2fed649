/* SPDX-License-Identifier: Apache-2.0
 * sample.c - images through samplers.
 */
#include "image.h"

bool wfs_lower_sample(struct wfs_lower *l, uint32_t at)
{
    (void)l;
    (void)at;
    return false;
}
