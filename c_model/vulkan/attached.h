/* SPDX-License-Identifier: Apache-2.0
 * attached.h - private data: numbers that a program attaches to objects, by slots.
 *
 * One table of the process has all of it: an object that ends knows no device.  Objects differ by their
 * addresses, so a new one has nothing that belonged to an earlier one at its place: wfv_delete takes it away.
 */
#ifndef WAVEFOLD_VULKAN_ATTACHED_H
#define WAVEFOLD_VULKAN_ATTACHED_H

#include <stdbool.h>
#include <stdint.h>

/* False: no memory. */
bool wfv_attach(const void *slot, uint64_t object, uint64_t value);
/* 0 where nothing is attached. */
uint64_t wfv_attached(const void *slot, uint64_t object);

/* Nothing is attached any more: to an object, by a slot. */
void wfv_detach_object(uint64_t object);
void wfv_detach_slot(const void *slot);

#endif
