/* SPDX-License-Identifier: Apache-2.0
 * queue.h - queues: each has a thread, which performs submissions in order.
 */
#ifndef WAVEFOLD_VULKAN_QUEUE_H
#define WAVEFOLD_VULKAN_QUEUE_H

#include "device.h"

WFV_DISPATCHABLE(VkQueue, wfv_queue)

/* The queues that a device is created with, each with its thread; and their end, which drops what they have not begun.
 */
VkResult wfv_queues_new(struct wfv_device *device, const VkDeviceCreateInfo *info, const VkAllocationCallbacks *given);
void wfv_queues_free(struct wfv_device *device, const VkAllocationCallbacks *given);
struct wfv_device *wfv_queue_device(const struct wfv_queue *queue);
/* No other queue has a submission.  With device->lock held. */
bool wfv_queue_is_alone(const struct wfv_device *device, unsigned queue);

#endif
