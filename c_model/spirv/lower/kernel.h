/* SPDX-License-Identifier: Apache-2.0
 * kernel.h - accesses of kernels of OpenCL to memory whose class is not known, or that is not aligned.
 */
#ifndef WAVEFOLD_SPIRV_LOWER_KERNEL_H
#define WAVEFOLD_SPIRV_LOWER_KERNEL_H

#include "lower.h"

/* What is done with a pointer to memory of a known class. */
typedef void wfs_access_fn(struct wfs_lower *l, void *user, const struct wfs_pointer *p);
/* Of p->space GENERIC: once for each class that it may be of, in the lanes whose address is of it. */
void wfs_by_class(struct wfs_lower *l, const struct wfs_pointer *p, wfs_access_fn *access, void *user);
/* True in lanes whose address is of memory of the group, of the lane. */
wfs_val wfs_is_of_group(struct wfs_lower *l, wfs_val number);
wfs_val wfs_is_of_own_lane(struct wfs_lower *l, wfs_val number);
/* Instructions that only kernels have; false: it is none. */
bool wfs_lower_kernel(struct wfs_lower *l, uint32_t at);

#endif
