/* SPDX-License-Identifier: Apache-2.0
 * digest.h - a number of 128 bits for what code was made from.  Two that differ by chance never have the same one.
 * A program that looks for such two can find them.
 */
#ifndef WAVEFOLD_VULKAN_DIGEST_H
#define WAVEFOLD_VULKAN_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wfv_digest {
    uint64_t half[2];
};
/* Adds an item of so many bytes: {"ab", "c"} and {"a", "bc"} differ. */
void wfv_digest_add(struct wfv_digest *digest, const void *data, size_t size);
static inline bool wfv_digest_equal(struct wfv_digest a, struct wfv_digest b)
{
    return a.half[0] == b.half[0] && a.half[1] == b.half[1];
}

#endif
