/* SPDX-License-Identifier: Apache-2.0
 * event.c - VkEvent: set, reset and waited for by queues, set and reset by the host.
 */
#include "barrier.h"
#include "command.h"
#include "queue.h"
#include "sync.h"
#include "wait.h"

/* ---- of the host ------------------------------------------------------------------------------------------------- */

VkResult wfv_CreateEvent(VkDevice device, const VkEventCreateInfo *pCreateInfo, const VkAllocationCallbacks *pAllocator,
                         VkEvent *pEvent)
{
    static const struct wfv_kind events = {.name = "an event", .gone = "uses an event that was destroyed"};
    struct wfv_event *e = wfv_held_new(wfv_device_of(device), &events, pAllocator, sizeof *e);

    (void)pCreateInfo;
    *pEvent = wfv_event_handle(e);
    return e ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

void wfv_DestroyEvent(VkDevice device, VkEvent event, const VkAllocationCallbacks *pAllocator)
{
    (void)device, (void)pAllocator;
    if (event)
        wfv_destroy("vkDestroyEvent", &wfv_event_of(event)->held);
}

/* `at`: of the queue; NULL: the host sets it, and what it has waited for lies before. */
static void set(struct wfv_device *d, struct wfv_event *e, bool is_set, const struct wfv_order *at)
{
    pthread_mutex_lock(&d->lock);
    e->is_set = is_set;
    e->at = at ? *at : (struct wfv_order){.queue = 0};
    if (!at)
        wfv_order_after(&e->at, &d->host, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);
    pthread_cond_broadcast(&d->changed);
    pthread_mutex_unlock(&d->lock);
}

VkResult wfv_SetEvent(VkDevice device, VkEvent event)
{
    set(wfv_device_of(device), wfv_event_of(event), true, NULL);
    return VK_SUCCESS;
}

VkResult wfv_ResetEvent(VkDevice device, VkEvent event)
{
    set(wfv_device_of(device), wfv_event_of(event), false, NULL);
    return VK_SUCCESS;
}

VkResult wfv_GetEventStatus(VkDevice device, VkEvent event)
{
    struct wfv_device *d = wfv_device_of(device);

    pthread_mutex_lock(&d->lock);
    const struct wfv_event *e = wfv_event_of(event);
    const bool is_set = e->is_set;
    if (is_set) {
        const struct wfv_clock seen = wfv_order_seen(&e->at, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);
        wfv_clock_join(&d->host, &seen);
    }
    pthread_mutex_unlock(&d->lock);
    return wfv_await_loss(d) ? wfv_lost(d, "vkGetEventStatus") : is_set ? VK_EVENT_SET : VK_EVENT_RESET;
}

/* ---- of queues --------------------------------------------------------------------------------------------------- */

struct change {
    struct wfv_event *event;
    bool is_set;
};

static void run_change(struct wfv_execution *x, void *payload)
{
    const struct change *c = payload;

    set(x->device, c->event, c->is_set, x->order);
}

static void record_change(VkCommandBuffer handle, VkEvent event, bool is_set)
{
    struct wfv_event *e = wfv_event_of(event);
    struct change *c = wfv_record_using(wfv_commands_of(handle), run_change, sizeof *c, &e->held);

    if (c)
        *c = (struct change){e, is_set};
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

/* What comes before a wait is what came before the event was set: commands between the two are not ordered by it. */
struct wait {
    struct wfv_event *event;
    uint32_t count;
    struct wfv_dependency dependency[];
};
static void run_wait(struct wfv_execution *x, void *payload)
{
    const struct wait *w = payload;

    pthread_mutex_lock(&x->device->lock);
    while (!w->event->is_set && wfv_goes_on(x->device))
        if (wfv_is_gone(&w->event->held) && wfv_queue_is_alone(x->device, x->order->queue)) {
            pthread_mutex_unlock(&x->device->lock);
            wfv_lose(x->device, "vkCmdWaitEvents: an event that was destroyed, and that nothing else is to set");
            pthread_mutex_lock(&x->device->lock);
        } else
            wfv_wait_changed(x->device, UINT64_MAX);
    if (wfv_goes_on(x->device))
        for (uint32_t i = 0; i < w->count; i++)
            wfv_order_barrier(x->order, &w->event->at, &w->dependency[i]);
    pthread_mutex_unlock(&x->device->lock);
}

static struct wait *record_wait(VkCommandBuffer handle, VkEvent event, uint32_t dependencies)
{
    struct wfv_event *e = wfv_event_of(event);
    struct wait *w = wfv_record_using(wfv_commands_of(handle), run_wait,
                                      sizeof *w + dependencies * sizeof *w->dependency, &e->held);

    if (w) {
        w->event = e;
        w->count = dependencies;
    }
    return w;
}

void wfv_CmdWaitEvents(VkCommandBuffer commandBuffer, uint32_t eventCount, const VkEvent *pEvents,
                       VkPipelineStageFlags srcStageMask, VkPipelineStageFlags dstStageMask,
                       uint32_t memoryBarrierCount, const VkMemoryBarrier *pMemoryBarriers,
                       uint32_t bufferMemoryBarrierCount, const VkBufferMemoryBarrier *pBufferMemoryBarriers,
                       uint32_t imageMemoryBarrierCount, const VkImageMemoryBarrier *pImageMemoryBarriers)
{
    const struct wfv_barriers b = {memoryBarrierCount, bufferMemoryBarrierCount, imageMemoryBarrierCount,
                                   pMemoryBarriers, pBufferMemoryBarriers, pImageMemoryBarriers};

    for (uint32_t i = 0; i < eventCount; i++) {
        struct wait *w = record_wait(commandBuffer, pEvents[i], 1);
        if (w)
            w->dependency[0] = wfv_barriers_dependency(srcStageMask, dstStageMask, &b);
    }
}

void wfv_CmdWaitEvents2(VkCommandBuffer commandBuffer, uint32_t eventCount, const VkEvent *pEvents,
                        const VkDependencyInfo *pDependencyInfos)
{
    for (uint32_t i = 0; i < eventCount; i++) {
        struct wait *w = record_wait(commandBuffer, pEvents[i], wfv_info_dependencies(&pDependencyInfos[i], NULL));
        if (w)
            wfv_info_dependencies(&pDependencyInfos[i], w->dependency);
    }
}
