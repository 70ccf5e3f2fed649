/* SPDX-License-Identifier: Apache-2.0
 * descriptor_memory.h - descriptors in memory (VK_EXT_descriptor_buffer).  A dispatch reads them when it begins.
 *
 * Each has a sum of its bytes: bytes that no vkGetDescriptorEXT wrote are a descriptor that was never written.
 */
#ifndef WAVEFOLD_VULKAN_DESCRIPTOR_MEMORY_H
#define WAVEFOLD_VULKAN_DESCRIPTOR_MEMORY_H

#include "descriptor.h"

/* A set of the layout from the bytes there, to be freed with free(); what is beyond the arena was never written.
 * NULL: no memory.
 *
 * `bytes`: so many from there on are of the set, as far as is known.  The program may have other things after a binding
 * with a variable count: of one, the descriptors up to the first that was never written are, and of a block nothing. */
struct wfv_set *wfv_set_read(struct wfv_device *device, struct wfv_set_layout *layout, uint64_t at, uint64_t *bytes);

#endif
