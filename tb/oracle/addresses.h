/* SPDX-License-Identifier: Apache-2.0
 * addresses.h - addresses of buffers: {byte, 1 + number} in a kernel file, 64 bits of the device's choice on it.
 */
#ifndef WFO_ADDRESSES_H
#define WFO_ADDRESSES_H

#include "case.h"

/* [WF_MAX_BUFFERS] the first byte of each buffer on the device; 0: none. */
struct wfo_addresses {
    uint64_t first[WF_MAX_BUFFERS];
};

/* The words of buffer n before the dispatch, as the device has the addresses that the kernel file names in them. */
void wfo_addresses_put(const struct wfo_addresses *a, const struct wf_kernel_buffer *b, uint32_t *word);
/* Back: two words that are an address inside of a buffer, or after its last byte, unless they are what the model has. */
void wfo_addresses_take(const struct wfo_addresses *a, const struct wf_kernel *k, const uint32_t *model, uint32_t *word,
                        uint32_t words);

#endif
