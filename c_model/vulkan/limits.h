/* SPDX-License-Identifier: Apache-2.0
 * limits.h - sizes that tables of the driver have, and that the limits of the device name.
 */
#ifndef WAVEFOLD_VULKAN_LIMITS_H
#define WAVEFOLD_VULKAN_LIMITS_H

#include <stdbool.h>

enum {
    WFV_QUEUES = 4,
    WFV_SETS = 8,                       /* descriptor sets of a pipeline */
    WFV_PUSH = 256,                     /* bytes of push constants */
    WFV_RESOURCES = 240                 /* of the 256 buffer numbers of a dispatch: the driver needs a few for itself */
};
#define WFV_HEAP (UINT64_C(1) << 32)
#define WFV_RANGE (UINT32_C(1) << 30)

bool wfv_device_has_extension(const char *name);

#endif
