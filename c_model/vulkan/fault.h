/* SPDX-License-Identifier: Apache-2.0
 * fault.h - why a device was lost, for VK_EXT_device_fault.
 */
#ifndef WAVEFOLD_VULKAN_FAULT_H
#define WAVEFOLD_VULKAN_FAULT_H

#include "engine.h"

/* A dispatch lost the device: the address of its fault, and its instruction.  Before wfv_lose. */
void wfv_fault_note(struct wfv_device *device, const struct wfv_launch *launch);

#endif
