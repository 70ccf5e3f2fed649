/* SPDX-License-Identifier: Apache-2.0
 * addresses.h - device addresses: the high word is 1 + a buffer number that is the same in all dispatches.
 *
 * Numbers from WFV_ADDRESS_FIRST on are one of an allocation each, so that an access beyond its end faults.  Buffers of
 * the allocations after them, and of those that are too large for a number, have the numbers of windows into the whole
 * memory, one that begins at each half GiB.  Shaders reach bytes below 1 GiB of a number: so half a GiB for each
 * buffer.
 */
#ifndef WAVEFOLD_VULKAN_ADDRESSES_H
#define WAVEFOLD_VULKAN_ADDRESSES_H

#include "memory.h"

#include "limits.h"
#include "wavefold/machine.h"

#define WFV_WINDOW ((uint64_t)WFV_RANGE)
enum {
    WFV_WINDOWS = 8,
    WFV_ADDRESS_FIRST = 136,            /* in a dispatch with addresses: descriptors have the numbers below */
    WFV_ADDRESS_WINDOW = 240,           /* of the window at byte 0 */
    WFV_ADDRESS_END = WFV_ADDRESS_WINDOW + WFV_WINDOWS          /* the number of no buffer */
};
_Static_assert(WFV_WINDOWS * WFV_WINDOW == WFV_HEAP, "windows into the whole memory");
_Static_assert(WFV_STAGE_RESOURCES + 1 <= WFV_ADDRESS_FIRST, "with the push constants");

struct wfv_addresses {
    struct wf_buffer buffer[WFV_ADDRESS_END];   /* by number; size 0: free */
};

/* Where the address leads in the arena; 0: to no memory. */
uint64_t wfv_address_place(struct wfv_device *device, VkDeviceAddress address);
/* The windows. */
void wfv_addresses_init(struct wfv_addresses *addresses);
/* Both under device->addresses_lock. */
void wfv_addresses_add(struct wfv_addresses *addresses, struct wfv_memory *memory);
void wfv_addresses_remove(struct wfv_addresses *addresses, const struct wfv_memory *memory);

#endif
