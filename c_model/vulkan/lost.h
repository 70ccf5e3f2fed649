/* SPDX-License-Identifier: Apache-2.0
 * lost.h - the loss of a device, and what VK_EXT_device_fault says of it.
 */
#ifndef WAVEFOLD_VULKAN_LOST_H
#define WAVEFOLD_VULKAN_LOST_H

#include "device.h"

/* What a lane did that lost the device. */
struct wfv_fault {
    bool has_address;
    VkDeviceFaultAddressInfoEXT address;
    uint64_t code, data;                /* a kind of fault (enum wf_fault), and the pc */
};

/* Room for what the device may be lost for: false, no memory. */
bool wfv_loss_new(struct wfv_device *device, const VkAllocationCallbacks *given);
void wfv_loss_free(struct wfv_device *device, const VkAllocationCallbacks *given);

/* The device is lost, for this reason: it is said, and each call that waits returns.  The first reason is kept. */
__attribute__((format(printf, 2, 3)))
void wfv_lose(struct wfv_device *device, const char *format, ...);
/* Likewise, by this fault. */
void wfv_lose_by(struct wfv_device *device, const struct wfv_fault *fault, const char *text);

#endif
