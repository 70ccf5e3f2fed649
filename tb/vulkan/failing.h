/* SPDX-License-Identifier: Apache-2.0
 * failing.h - memory that runs short in the driver: the allocation of a number that a test chooses fails.
 *
 * Allocations are the driver's own by the address that they are called from, whatever thread makes them: those of the
 * loader and of the test are left alone.
 */
#ifndef WF_VULKAN_FAILING_H
#define WF_VULKAN_FAILING_H

#include <stdbool.h>
#include <stddef.h>
#include <vulkan/vulkan.h>

/* By VkAllocationCallbacks. */
extern const VkAllocationCallbacks failing_callbacks;
/* By malloc, calloc and realloc, of the library with this in its path; NULL: none is. */
void failing_watch(const char *library);

enum failing { FAILING_CALLBACKS, FAILING_MALLOC };
/* From here on, number n fails, from 0; with `rest` those after it, too.  SIZE_MAX: none does. */
void failing_from(enum failing which, size_t n, bool rest);
/* Whether it came to that. */
bool failing_failed(enum failing which);
/* Blocks that the driver has, and how often it was given memory back that it does not have. */
size_t failing_blocks(enum failing which);
size_t failing_wrong(enum failing which);

#endif
