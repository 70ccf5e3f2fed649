/* SPDX-License-Identifier: Apache-2.0
 * event.c - VkEvent: set, reset and waited for by queues, set and reset by the host.
 */
#include "command.h"
#include "sync.h"

/* ---- of the host ------------------------------------------------------------------------------------------------- */

VkResult wfv_CreateEvent(VkDevice device, const VkEventCreateInfo *pCreateInfo, const VkAllocationCallbacks *pAllocator,
                         VkEvent *pEvent)
{
    struct wfv_event *e = wfv_new(pAllocator, wfv_device_of(device)->own, sizeof *e, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);

    (void)pCreateInfo;
    *pEvent = wfv_event_handle(e);
    return e ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

void wfv_DestroyEvent(VkDevice device, VkEvent event, const VkAllocationCallbacks *pAllocator)
{
    wfv_delete(pAllocator, wfv_device_of(device)->own, wfv_event_of(event));
}

static void set(struct wfv_device *d, struct wfv_event *e, bool is_set)
{
    pthread_mutex_lock(&d->lock);
    e->is_set = is_set;
    pthread_cond_broadcast(&d->changed);
    pthread_mutex_unlock(&d->lock);
}

VkResult wfv_SetEvent(VkDevice device, VkEvent event)
{
    set(wfv_device_of(device), wfv_event_of(event), true);
    return VK_SUCCESS;
}

VkResult wfv_ResetEvent(VkDevice device, VkEvent event)
{
    set(wfv_device_of(device), wfv_event_of(event), false);
    return VK_SUCCESS;
}

VkResult wfv_GetEventStatus(VkDevice device, VkEvent event)
{
    struct wfv_device *d = wfv_device_of(device);

    pthread_mutex_lock(&d->lock);
    const bool is_set = wfv_event_of(event)->is_set;
    pthread_mutex_unlock(&d->lock);
    return wfv_await_loss(d) ? VK_ERROR_DEVICE_LOST : is_set ? VK_EVENT_SET : VK_EVENT_RESET;
}

/* ---- of queues --------------------------------------------------------------------------------------------------- */

struct change {
    struct wfv_event *event;
    bool is_set;
};

static void run_change(struct wfv_execution *x, void *payload)
{
    const struct change *c = payload;

    set(x->device, c->event, c->is_set);
}

static void record_change(VkCommandBuffer handle, VkEvent event, bool is_set)
{
    struct change *c = wfv_record(wfv_commands_of(handle), run_change, sizeof *c);

    if (c)
        *c = (struct change){wfv_event_of(event), is_set};
}

void wfv_CmdSetEvent(VkCommandBuffer commandBuffer, VkEvent event, VkPipelineStageFlags stageMask)
{
    (void)stageMask;
    record_change(commandBuffer, event, true);
}

void wfv_CmdSetEvent2(VkCommandBuffer commandBuffer, VkEvent event, const VkDependencyInfo *pDependencyInfo)
{
    (void)pDependencyInfo;
    record_change(commandBuffer, event, true);
}

void wfv_CmdResetEvent(VkCommandBuffer commandBuffer, VkEvent event, VkPipelineStageFlags stageMask)
{
    (void)stageMask;
    record_change(commandBuffer, event, false);
}

void wfv_CmdResetEvent2(VkCommandBuffer commandBuffer, VkEvent event, VkPipelineStageFlags2 stageMask)
{
    (void)stageMask;
    record_change(commandBuffer, event, false);
}

static void run_wait(struct wfv_execution *x, void *payload)
{
    struct wfv_event *const *event = payload;

    pthread_mutex_lock(&x->device->lock);
    while (!(*event)->is_set && wfv_goes_on(x->device))
        wfv_wait_changed(x->device, UINT64_MAX);
    pthread_mutex_unlock(&x->device->lock);
}

/* A queue performs its commands in order: a dependency adds what a barrier there does, and no more. */
static void record_waits(VkCommandBuffer handle, uint32_t count, const VkEvent *event)
{
    for (uint32_t i = 0; i < count; i++) {
        struct wfv_event **payload = wfv_record(wfv_commands_of(handle), run_wait, sizeof *payload);
        if (payload)
            *payload = wfv_event_of(event[i]);
    }
}

void wfv_CmdWaitEvents(VkCommandBuffer commandBuffer, uint32_t eventCount, const VkEvent *pEvents,
                       VkPipelineStageFlags srcStageMask, VkPipelineStageFlags dstStageMask,
                       uint32_t memoryBarrierCount, const VkMemoryBarrier *pMemoryBarriers,
                       uint32_t bufferMemoryBarrierCount, const VkBufferMemoryBarrier *pBufferMemoryBarriers,
                       uint32_t imageMemoryBarrierCount, const VkImageMemoryBarrier *pImageMemoryBarriers)
{
    record_waits(commandBuffer, eventCount, pEvents);
    wfv_CmdPipelineBarrier(commandBuffer, srcStageMask, dstStageMask, 0, memoryBarrierCount, pMemoryBarriers,
                           bufferMemoryBarrierCount, pBufferMemoryBarriers, imageMemoryBarrierCount,
                           pImageMemoryBarriers);
}

void wfv_CmdWaitEvents2(VkCommandBuffer commandBuffer, uint32_t eventCount, const VkEvent *pEvents,
                        const VkDependencyInfo *pDependencyInfos)
{
    record_waits(commandBuffer, eventCount, pEvents);
    for (uint32_t i = 0; i < eventCount; i++)
        wfv_CmdPipelineBarrier2(commandBuffer, &pDependencyInfos[i]);
}
