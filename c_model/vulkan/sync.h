/* SPDX-License-Identifier: Apache-2.0
 * sync.h - fences, semaphores and events.  All state of them is under device->lock; device->changed is signaled at each
 * change.
 */
#ifndef WAVEFOLD_VULKAN_SYNC_H
#define WAVEFOLD_VULKAN_SYNC_H

#include "device.h"

struct wfv_fence {
    bool is_signaled;
    struct wfv_clock seen;              /* what lies before its signal */
};
/* A binary semaphore is signaled when its value is 1, and a wait makes it 0. */
struct wfv_semaphore {
    bool is_timeline;
    uint64_t value;
    struct wfv_signals signals;
};
struct wfv_event {
    bool is_set;
    struct wfv_order at;                /* when a queue or the host set it */
};
WFV_HANDLE(VkFence, wfv_fence)
WFV_HANDLE(VkSemaphore, wfv_semaphore)
WFV_HANDLE(VkEvent, wfv_event)

/* Wait for a change until the moment, in ns of CLOCK_MONOTONIC; UINT64_MAX: as long as it takes.  With device->lock
 * held. False: that time has come. */
bool wfv_wait_changed(struct wfv_device *device, uint64_t until);
/* The moment a time from now on. */
uint64_t wfv_until(uint64_t timeout);
/* A queue still has work to do: the device is not lost, and is not being destroyed. */
bool wfv_goes_on(struct wfv_device *device);

/* The device is lost, and nothing uses objects of the program any more: it may be reported.  With device->lock held. */
bool wfv_is_over(const struct wfv_device *device);
/* The same, waited for.  False: the device is not lost. */
bool wfv_await_loss(struct wfv_device *device);

#endif
