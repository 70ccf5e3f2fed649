/* SPDX-License-Identifier: Apache-2.0
 * sync.h - fences, semaphores and events.  All state of them is under device->lock; device->changed is signaled at each
 * change.
 */
#ifndef WAVEFOLD_VULKAN_SYNC_H
#define WAVEFOLD_VULKAN_SYNC_H

#include "held.h"

struct wfv_fence {
    struct wfv_held held;
    bool is_signaled;
    struct wfv_clock seen;              /* what lies before its signal */
};
/* A binary semaphore is signaled when its value is 1, and a wait makes it 0. */
struct wfv_semaphore {
    struct wfv_held held;
    bool is_timeline;
    uint64_t value;
    struct wfv_signals signals;
};
struct wfv_event {
    struct wfv_held held;
    bool is_set;
    struct wfv_order at;                /* when a queue or the host set it */
};
WFV_HANDLE(VkFence, wfv_fence)
WFV_HANDLE(VkSemaphore, wfv_semaphore)
WFV_HANDLE(VkEvent, wfv_event)

#endif
