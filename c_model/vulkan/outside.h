/* SPDX-License-Identifier: Apache-2.0
 * outside.h - accesses of shaders to texels outside of images, which the machine counts as faults.
 */
#ifndef WAVEFOLD_VULKAN_OUTSIDE_H
#define WAVEFOLD_VULKAN_OUTSIDE_H

#include "engine.h"

/* The fault is such an access.  Vulkan gives reads a value and writes no effect, whatever features are enabled. */
bool wfv_is_outside(const struct wfv_launch *launch, const struct wf_fault_record *fault);
/* A read gives zeros here.  The program is warned where it enabled no feature that defines the value. */
void wfv_warn_outside(const struct wfv_device *device, const struct wfv_launch *launch,
                      const struct wf_fault_record *fault);

#endif
