/* SPDX-License-Identifier: Apache-2.0 */
#include "queue.h"

#include "between.h"
#include "command.h"
#include "sync.h"
#include "wait.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "limits.h"

struct point {                          /* a semaphore, the value to wait for or to set, the stages that do */
    struct wfv_semaphore *semaphore;
    uint64_t value;
    VkPipelineStageFlags2 stages;
};
struct submission {
    struct submission *next;
    uint32_t waits, buffers, signals;
    bool is_pending;                    /* it is in a queue */
    struct wfv_fence *fence;
    struct wfv_clock host;              /* what the host had waited for when it came */
    struct point *wait, *signal;
    struct wfv_commands **buffer;
};
struct wfv_queue {
    VK_LOADER_DATA loader;
    struct wfv_device *device;
    struct wfv_order order;             /* of its thread; when it is not busy, under device->lock */
    pthread_t thread;
    bool has_thread, is_busy;     /* under device->lock, as is the list */
    struct submission *first, **last;
    const struct submission *now;       /* that it performs */
};

/* ---- the thread -------------------------------------------------------------------------------------------------- */

static bool is_reached(const struct point *p)
{
    return p->semaphore->is_timeline ? p->semaphore->value >= p->value : p->semaphore->value != 0;
}

static bool is_to_signal(const struct submission *s, const struct wfv_semaphore *semaphore)
{
    for (uint32_t i = 0; s && i < s->signals; i++)
        if (s->signal[i].semaphore == semaphore)
            return true;
    return false;
}

/* The program has destroyed it, and no other queue is to signal it. */
static bool is_in_vain(const struct wfv_queue *q, const struct wfv_semaphore *semaphore)
{
    const struct wfv_queue *all = q->device->queue;

    if (!wfv_is_gone(&semaphore->held))
        return false;
    for (int i = 0; i < WFV_QUEUES; i++) {
        if (&all[i] != q && is_to_signal(all[i].now, semaphore))
            return false;
        for (const struct submission *s = &all[i] == q ? NULL : all[i].first; s; s = s->next)
            if (is_to_signal(s, semaphore))
                return false;
    }
    return true;
}

static void wait_for(struct wfv_queue *q, const struct point *p)
{
    struct wfv_device *d = q->device;

    while (wfv_goes_on(d) && !is_reached(p))
        if (is_in_vain(q, p->semaphore)) {
            pthread_mutex_unlock(&d->lock);
            wfv_lose(d, "a submission waits for a semaphore that was destroyed, and that nothing else is to signal");
            pthread_mutex_lock(&d->lock);
        } else
            wfv_wait_changed(d, UINT64_MAX);
    if (!wfv_goes_on(d))
        return;
    const struct wfv_clock seen = wfv_signals_seen(&p->semaphore->signals, p->value);
    wfv_order_after(&q->order, &seen, p->stages);
    if (!p->semaphore->is_timeline) {
        p->semaphore->value = 0;
        p->semaphore->signals.count = 0;
    }
}

/* Its commands, the batches before it and what those waited for lie before. */
static void signal_point(const struct wfv_queue *q, const struct point *p)
{
    struct wfv_semaphore *s = p->semaphore;
    const struct wfv_clock seen = wfv_order_seen(&q->order, p->stages);

    s->value = s->is_timeline ? p->value : 1;
    wfv_signals_add(&s->signals, s->value, &seen);
}

bool wfv_queue_is_alone(const struct wfv_device *d, unsigned queue)
{
    for (unsigned i = 0; i < WFV_QUEUES; i++)
        if (i != queue && (d->queue[i].first || d->queue[i].is_busy))
            return false;
    return true;
}

/* Each object that it points to. */
static void for_held(const struct submission *s, void (*act)(struct wfv_held *held))
{
    for (uint32_t i = 0; i < s->waits; i++)
        act(&s->wait[i].semaphore->held);
    for (uint32_t i = 0; i < s->signals; i++)
        act(&s->signal[i].semaphore->held);
    if (s->fence)
        act(&s->fence->held);
}

static void free_one(struct submission *s)
{
    for (uint32_t i = 0; i < s->buffers && s->is_pending; i++)
        wfv_commands_end_pending(s->buffer[i]);
    if (s->is_pending)
        for_held(s, wfv_end_pending);
    free(s);
}

/* With device->lock held, except while the commands run.  Of a lost device the program may have destroyed its objects:
 * they are left alone. */
static void perform(struct wfv_queue *q, const struct submission *s)
{
    struct wfv_device *d = q->device;
    struct wfv_execution x = {.device = d, .order = &q->order};

    if (s->buffers)
        wfv_between_submission(d->between, &q->order, &s->host, wfv_queue_is_alone(d, q->order.queue));
    wfv_order_after(&q->order, &s->host, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);
    for (uint32_t i = 0; i < s->waits && wfv_goes_on(d); i++)
        wait_for(q, &s->wait[i]);
    if (wfv_goes_on(d)) {
        d->running++;
        pthread_mutex_unlock(&d->lock);
        for (uint32_t i = 0; i < s->buffers && wfv_goes_on(d); i++)
            wfv_commands_run(s->buffer[i], &x);
        wfv_settle(&x);
        pthread_mutex_lock(&d->lock);
        d->running--;
    }
    if (!wfv_goes_on(d))
        return;
    for (uint32_t i = 0; i < s->signals; i++)
        signal_point(q, &s->signal[i]);
    if (s->fence) {
        s->fence->is_signaled = true;
        s->fence->seen = wfv_order_seen(&q->order, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);
    }
}

static void *serve(void *user)
{
    struct wfv_queue *q = user;
    struct wfv_device *d = q->device;

    pthread_mutex_lock(&d->lock);
    while (!atomic_load(&d->ends)) {
        struct submission *s = q->first;
        if (!s) {
            wfv_wait_changed(d, UINT64_MAX);
            continue;
        }
        q->first = s->next;
        if (!q->first)
            q->last = &q->first;
        q->is_busy = true;
        q->now = s;
        perform(q, s);
        q->now = NULL;
        q->is_busy = false;
        free_one(s);
        pthread_cond_broadcast(&d->changed);
    }
    pthread_mutex_unlock(&d->lock);
    return NULL;
}

static void free_list(struct submission *list)
{
    while (list) {
        struct submission *s = list;
        list = s->next;
        free_one(s);
    }
}

/* ---- queues of a device ------------------------------------------------------------------------------------------ */

/* Threads of queues take no signals: these are the program's. */
static bool start(struct wfv_queue *q)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    q->has_thread = !pthread_create(&q->thread, NULL, serve, q);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return q->has_thread;
}

VkResult wfv_queues_new(struct wfv_device *d, const VkDeviceCreateInfo *info, const VkAllocationCallbacks *given)
{
    d->queue = wfv_new(given, d->own, WFV_QUEUES * sizeof *d->queue, VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (!d->queue)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    for (uint32_t i = 0; i < info->queueCreateInfoCount; i++)
        for (uint32_t n = 0; n < info->pQueueCreateInfos[i].queueCount; n++) {
            struct wfv_queue *q = &d->queue[n];
            set_loader_magic_value(q);
            q->device = d;
            q->last = &q->first;
            q->order.queue = n;
            if (!start(q))
                return VK_ERROR_OUT_OF_HOST_MEMORY;
        }
    return VK_SUCCESS;
}

void wfv_queues_free(struct wfv_device *d, const VkAllocationCallbacks *given)
{
    if (!d->queue)
        return;
    pthread_mutex_lock(&d->lock);
    atomic_store(&d->ends, true);
    pthread_cond_broadcast(&d->changed);
    pthread_mutex_unlock(&d->lock);
    for (int i = 0; i < WFV_QUEUES; i++)
        if (d->queue[i].has_thread) {
            pthread_join(d->queue[i].thread, NULL);
            free_list(d->queue[i].first);
        }
    wfv_delete(given, d->own, d->queue);
}

struct wfv_device *wfv_queue_device(const struct wfv_queue *q)
{
    return q->device;
}

void wfv_GetDeviceQueue(VkDevice device, uint32_t queueFamilyIndex, uint32_t queueIndex, VkQueue *pQueue)
{
    struct wfv_queue *q = wfv_device_of(device)->queue;
    const bool is_there = !queueFamilyIndex && queueIndex < WFV_QUEUES && q[queueIndex].has_thread;

    *pQueue = is_there ? wfv_queue_handle(&q[queueIndex]) : VK_NULL_HANDLE;
}

void wfv_GetDeviceQueue2(VkDevice device, const VkDeviceQueueInfo2 *pQueueInfo, VkQueue *pQueue)
{
    if (pQueueInfo->flags)              /* protected queues: there is none */
        *pQueue = VK_NULL_HANDLE;
    else
        wfv_GetDeviceQueue(device, pQueueInfo->queueFamilyIndex, pQueueInfo->queueIndex, pQueue);
}

/* ---- submissions ------------------------------------------------------------------------------------------------- */

/* In one piece of memory; NULL when there is none. */
static struct submission *new_submission(uint32_t waits, uint32_t buffers, uint32_t signals)
{
    const size_t points = ((size_t)waits + signals) * sizeof(struct point);
    struct submission *s = calloc(1, sizeof *s + points + buffers * sizeof(struct wfv_commands *));

    if (!s)
        return NULL;
    s->waits = waits;
    s->buffers = buffers;
    s->signals = signals;
    s->wait = (struct point *)(void *)(s + 1);
    s->signal = s->wait + waits;
    s->buffer = (struct wfv_commands **)(void *)(s->signal + signals);
    return s;
}

/* What the host has waited for lies before: by the fences it is available, and vkQueueSubmit makes it visible. */
static void enqueue(struct wfv_queue *q, struct submission *list)
{
    for (struct submission *s = list; s; s = s->next) {
        s->is_pending = true;
        for (uint32_t i = 0; i < s->buffers; i++)
            wfv_commands_pend(s->buffer[i]);
        for_held(s, wfv_pend);
    }
    pthread_mutex_lock(&q->device->lock);
    for (struct submission *s = list; s; s = s->next)
        s->host = q->device->host;
    *q->last = list;
    while (*q->last)
        q->last = &(*q->last)->next;
    pthread_mutex_unlock(&q->device->lock);
    pthread_cond_broadcast(&q->device->changed);        /* threads that wake find the lock free */
}

static struct submission *submission_of(const VkSubmitInfo2 *info)
{
    struct submission *s = new_submission(info->waitSemaphoreInfoCount, info->commandBufferInfoCount,
                                          info->signalSemaphoreInfoCount);

    for (uint32_t i = 0; s && i < s->waits; i++)
        s->wait[i] = (struct point){wfv_semaphore_of(info->pWaitSemaphoreInfos[i].semaphore),
                                    info->pWaitSemaphoreInfos[i].value, info->pWaitSemaphoreInfos[i].stageMask};
    for (uint32_t i = 0; s && i < s->buffers; i++)
        s->buffer[i] = wfv_commands_of(info->pCommandBufferInfos[i].commandBuffer);
    for (uint32_t i = 0; s && i < s->signals; i++)
        s->signal[i] = (struct point){wfv_semaphore_of(info->pSignalSemaphoreInfos[i].semaphore),
                                      info->pSignalSemaphoreInfos[i].value,
                                      info->pSignalSemaphoreInfos[i].stageMask};
    return s;
}

static struct submission *submission_of_first(const VkSubmitInfo *info)
{
    const VkTimelineSemaphoreSubmitInfo *values = wfv_chained(info->pNext,
                                                              VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    struct submission *s = new_submission(info->waitSemaphoreCount, info->commandBufferCount,
                                          info->signalSemaphoreCount);

    for (uint32_t i = 0; s && i < s->waits; i++)
        s->wait[i] =
            (struct point){wfv_semaphore_of(info->pWaitSemaphores[i]),
                           values && i < values->waitSemaphoreValueCount ? values->pWaitSemaphoreValues[i] : 0,
                           info->pWaitDstStageMask[i]};
    for (uint32_t i = 0; s && i < s->buffers; i++)
        s->buffer[i] = wfv_commands_of(info->pCommandBuffers[i]);
    for (uint32_t i = 0; s && i < s->signals; i++)
        s->signal[i] =
            (struct point){wfv_semaphore_of(info->pSignalSemaphores[i]),
                           values && i < values->signalSemaphoreValueCount ? values->pSignalSemaphoreValues[i] : 0,
                           VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT};
    return s;
}

/* Each command buffer can run; else a message has the first that cannot. */
static bool are_ready(const struct wfv_queue *q, const struct submission *list)
{
    uint32_t number = 0;

    for (; list; list = list->next, number++)
        for (uint32_t i = 0; i < list->buffers; i++) {
            const char *why = wfv_commands_refusal(list->buffer[i]);
            if (!why)
                continue;
            wfv_say(q->device->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                    "vkQueueSubmit: command buffer %u of submission %u %s", (unsigned)i, (unsigned)number, why);
            return false;
        }
    return true;
}

/* The list of all goes to the queue at once, or nothing does. */
static VkResult submit(struct wfv_queue *q, uint32_t count, const VkSubmitInfo *first, const VkSubmitInfo2 *second,
                       VkFence fence)
{
    struct submission *list = NULL, **last = &list;
    bool failed = false;

    if (wfv_refuses_fork(q->device, "vkQueueSubmit") || wfv_await_loss(q->device))
        return VK_ERROR_DEVICE_LOST;
    for (uint32_t i = 0; i < count && !failed; i++) {
        *last = first ? submission_of_first(&first[i]) : submission_of(&second[i]);
        failed = !*last;
        last = *last ? &(*last)->next : last;
    }
    if (!failed && fence) {             /* signaled after all of them */
        *last = new_submission(0, 0, 0);
        failed = !*last;
        if (!failed)
            (*last)->fence = wfv_fence_of(fence);
    }
    const VkResult result = failed ? VK_ERROR_OUT_OF_HOST_MEMORY
                            : are_ready(q, list) ? VK_SUCCESS : VK_ERROR_VALIDATION_FAILED_EXT;
    if (result != VK_SUCCESS)
        free_list(list);
    else if (list)
        enqueue(q, list);
    return result;
}

VkResult wfv_QueueSubmit(VkQueue queue, uint32_t submitCount, const VkSubmitInfo *pSubmits, VkFence fence)
{
    return submit(wfv_queue_of(queue), submitCount, pSubmits, NULL, fence);
}

VkResult wfv_QueueSubmit2(VkQueue queue, uint32_t submitCount, const VkSubmitInfo2 *pSubmits, VkFence fence)
{
    return submit(wfv_queue_of(queue), submitCount, NULL, pSubmits, fence);
}

VkResult wfv_QueueWaitIdle(VkQueue queue)
{
    struct wfv_queue *q = wfv_queue_of(queue);
    struct wfv_device *d = q->device;

    if (wfv_refuses_fork(d, "vkQueueWaitIdle"))
        return VK_ERROR_DEVICE_LOST;
    pthread_mutex_lock(&d->lock);
    while ((q->first || q->is_busy) && !wfv_is_over(d))
        wfv_wait_changed(d, UINT64_MAX);
    if (!q->first && !q->is_busy) {
        const struct wfv_clock seen = wfv_order_seen(&q->order, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT);
        wfv_clock_join(&d->host, &seen);
    }
    pthread_mutex_unlock(&d->lock);
    return wfv_await_loss(d) ? VK_ERROR_DEVICE_LOST : VK_SUCCESS;
}

VkResult wfv_DeviceWaitIdle(VkDevice device)
{
    struct wfv_device *d = wfv_device_of(device);
    VkResult result = d ? VK_SUCCESS : VK_ERROR_DEVICE_LOST;     /* programs wait for one that was not made */

    for (int i = 0; i < WFV_QUEUES && result == VK_SUCCESS; i++)
        if (d->queue[i].has_thread)
            result = wfv_QueueWaitIdle(wfv_queue_handle(&d->queue[i]));
    return result;
}
