/* SPDX-License-Identifier: Apache-2.0
 * addresses.h - device addresses: the high word is 1 + a buffer number that is the same in all dispatches.
 *
 * Numbers from WFV_ADDRESS_FIRST on are one of an allocation each, so that an access beyond its end faults.  The
 * allocations after them share the last number, which reaches the whole memory.
 */
#ifndef WAVEFOLD_VULKAN_ADDRESSES_H
#define WAVEFOLD_VULKAN_ADDRESSES_H

#include "memory.h"

#include "wavefold/machine.h"

enum {
    WFV_ADDRESS_FIRST = 64,             /* in a dispatch with addresses: descriptors have the numbers below */
    WFV_ADDRESS_ALL = 247,              /* the whole memory */
    WFV_ADDRESS_END = 248               /* the number of no buffer */
};

struct wfv_addresses {
    struct wf_buffer buffer[WFV_ADDRESS_END];   /* by number; size 0: free */
};

/* Both under device->addresses_lock. */
void wfv_addresses_add(struct wfv_addresses *addresses, struct wfv_memory *memory);
void wfv_addresses_remove(struct wfv_addresses *addresses, const struct wfv_memory *memory);

#endif
