/* SPDX-License-Identifier: Apache-2.0
 * limits.h - sizes that tables of the driver have, and that the limits of the device name.
 */
#ifndef WAVEFOLD_VULKAN_LIMITS_H
#define WAVEFOLD_VULKAN_LIMITS_H

enum {
    WFV_QUEUES = 4,
    WFV_SETS = 8,                       /* descriptor sets of a pipeline */
    WFV_PUSH = 256,                     /* bytes of push constants */
    WFV_RESOURCES = 240                 /* of the 256 buffer numbers of a dispatch: the driver needs a few for itself */
};
enum {                                  /* inline uniform blocks: bytes of one, of all of a pipeline; how many */
    WFV_INLINE_BLOCK = 4096,
    WFV_INLINE_BLOCKS = 16,
    WFV_PUSH_DESCRIPTORS = 32           /* what a push descriptor set may have */
};
#define WFV_HEAP (UINT64_C(1) << 32)
#define WFV_RANGE (UINT32_C(1) << 30)

#endif
