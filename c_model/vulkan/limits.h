/* SPDX-License-Identifier: Apache-2.0
 * limits.h - sizes that tables of the driver have, and that the limits of the device name.
 */
#ifndef WAVEFOLD_VULKAN_LIMITS_H
#define WAVEFOLD_VULKAN_LIMITS_H

enum {
    WFV_QUEUES = 4,
    WFV_SETS = 8,                  /* descriptor sets of a pipeline */
    WFV_PUSH = 256,                /* bytes of push constants */
    WFV_RESOURCES = 240,           /* of the 256 buffer numbers of a dispatch: the driver needs a few for itself */
    WFV_STAGE_RESOURCES = 128,     /* of them in each shader, also in one with addresses */
    WFV_NEAR = 32,                 /* an array of more buffers takes no numbers: its elements have records in memory */
    WFV_SET_DESCRIPTORS = 1 << 16, /* of a set; of these as many buffers as there are, but images by the limits above */
    WFV_PUSH_DESCRIPTORS = 128,    /* of a set that is pushed */
    WFV_INLINE_BLOCK = 4096,       /* bytes of an inline uniform block */
    WFV_INLINE_BLOCKS = 16,        /* of them in a pipeline */
    WFV_INLINE_TOTAL = WFV_INLINE_BLOCK * WFV_INLINE_BLOCKS,
    WFV_MEMORY_BUFFER = 48,        /* bytes of a descriptor in memory: multiples of its alignment */
    WFV_MEMORY_SAMPLER = 80,
    WFV_MEMORY_IMAGE = 112,
    WFV_MEMORY_COMBINED = 160,
    WFV_MEMORY_ALIGN = 16,         /* of a set, too */
    WFV_DESCRIPTOR_BUFFERS = 8,    /* that are bound at once */
    WFV_EMBEDDED_SAMPLERS = 2032,
    WFV_ALIGN_UNIFORM = 4,
    WFV_ALIGN_STORAGE = 8,
    WFV_ALIGN_TEXELS = 8, /* 64-bit atomics need 8 */
    WFV_BOUND = 4         /* bytes that the range of a buffer is rounded up to where it is checked */
};
#define WFV_HEAP (UINT64_C(1) << 32)
#define WFV_ALLOCATION (UINT64_C(3) << 30)      /* most bytes of one allocation, ... */
#define WFV_BUFFER (UINT64_C(1) << 30)          /* ... of a buffer, ... */
/* ... and those that a shader reaches by one index, from its beginning or that of a descriptor's range */
#define WFV_RANGE (UINT32_C(1) << 29)

#endif
