/* SPDX-License-Identifier: Apache-2.0
 * attached.h - what a program attaches to objects: private data, by slots, and names.
 *
 * One table of the process has all of it: an object that ends knows no device.  Objects are told apart by their
 * addresses, so a new one has nothing that belonged to an earlier one at its place: wfv_delete takes it away.
 */
#ifndef WAVEFOLD_VULKAN_ATTACHED_H
#define WAVEFOLD_VULKAN_ATTACHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The value of a slot; 0 where none was set.  False: no memory. */
bool wfv_attach_value(const void *slot, uint64_t object, uint64_t value);
uint64_t wfv_attached_value(const void *slot, uint64_t object);

/* The name, in place of an earlier one; NULL or "" takes it away.  False: no memory. */
bool wfv_attach_name(uint64_t object, const char *name);
/* Cut to fit; "" where the object has none. */
void wfv_attached_name(uint64_t object, char *to, size_t size);

/* Nothing is attached any more: to an object, by a slot. */
void wfv_detach_object(uint64_t object);
void wfv_detach_slot(const void *slot);

#endif
