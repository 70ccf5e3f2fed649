/* SPDX-License-Identifier: Apache-2.0 */
#include "sync.h"

#include "wait.h"

/* What is made to be shared would be waited for in vain by others. */
static bool is_shared(struct wfv_device *d, const char *command, VkFlags handles)
{
    if (handles)
        wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                "%s: the device exports no handles, of types 0x%x", command, (unsigned)handles);
    return handles;
}

/* ---- fences ------------------------------------------------------------------------------------------------------ */

static const struct wfv_kind fences = {.name = "a fence"};

VkResult wfv_CreateFence(VkDevice device, const VkFenceCreateInfo *pCreateInfo, const VkAllocationCallbacks *pAllocator,
                         VkFence *pFence)
{
    const VkExportFenceCreateInfo *export = wfv_chained(pCreateInfo->pNext, VK_STRUCTURE_TYPE_EXPORT_FENCE_CREATE_INFO);
    struct wfv_device *d = wfv_device_of(device);

    *pFence = VK_NULL_HANDLE;
    if (is_shared(d, "vkCreateFence", export ? export->handleTypes : 0))
        return VK_ERROR_FEATURE_NOT_PRESENT;
    struct wfv_fence *f = wfv_held_new(d, &fences, pAllocator, sizeof *f);
    if (!f)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    f->is_signaled = pCreateInfo->flags & VK_FENCE_CREATE_SIGNALED_BIT;
    *pFence = wfv_fence_handle(f);
    return VK_SUCCESS;
}

void wfv_DestroyFence(VkDevice device, VkFence fence, const VkAllocationCallbacks *pAllocator)
{
    (void)device, (void)pAllocator;
    if (fence)
        wfv_destroy("vkDestroyFence", &wfv_fence_of(fence)->held);
}

VkResult wfv_ResetFences(VkDevice device, uint32_t fenceCount, const VkFence *pFences)
{
    struct wfv_device *d = wfv_device_of(device);

    pthread_mutex_lock(&d->lock);
    for (uint32_t i = 0; i < fenceCount; i++) {
        wfv_fence_of(pFences[i])->is_signaled = false;
        wfv_fence_of(pFences[i])->seen = (struct wfv_clock){{{0}}};
    }
    pthread_mutex_unlock(&d->lock);
    return VK_SUCCESS;
}

VkResult wfv_GetFenceStatus(VkDevice device, VkFence fence)
{
    struct wfv_device *d = wfv_device_of(device);

    pthread_mutex_lock(&d->lock);
    const bool is_signaled = wfv_fence_of(fence)->is_signaled, is_over = wfv_is_over(d);
    if (is_signaled)
        wfv_clock_join(&d->host, &wfv_fence_of(fence)->seen);
    pthread_mutex_unlock(&d->lock);
    return is_signaled ? VK_SUCCESS : is_over ? wfv_lost(d, "vkGetFenceStatus") : VK_NOT_READY;
}

static bool fences_signaled(uint32_t count, const VkFence *fence, bool all)
{
    uint32_t signaled = 0;

    for (uint32_t i = 0; i < count; i++)
        signaled += wfv_fence_of(fence[i])->is_signaled;
    return all ? signaled == count : signaled > 0;
}

VkResult wfv_WaitForFences(VkDevice device, uint32_t fenceCount, const VkFence *pFences, VkBool32 waitAll,
                           uint64_t timeout)
{
    struct wfv_device *d = wfv_device_of(device);
    const uint64_t until = wfv_until(timeout);
    bool in_time = true, signaled;

    pthread_mutex_lock(&d->lock);
    while (!(signaled = fences_signaled(fenceCount, pFences, waitAll)) && in_time && !wfv_is_over(d))
        in_time = wfv_wait_changed(d, until);
    const bool is_over = wfv_is_over(d);
    for (uint32_t i = 0; i < fenceCount; i++)
        if (wfv_fence_of(pFences[i])->is_signaled)
            wfv_clock_join(&d->host, &wfv_fence_of(pFences[i])->seen);
    pthread_mutex_unlock(&d->lock);
    return signaled ? VK_SUCCESS : is_over ? wfv_lost(d, "vkWaitForFences") : VK_TIMEOUT;
}

/* ---- semaphores -------------------------------------------------------------------------------------------------- */

static const struct wfv_kind semaphores = {.name = "a semaphore"};

VkResult wfv_CreateSemaphore(VkDevice device, const VkSemaphoreCreateInfo *pCreateInfo,
                             const VkAllocationCallbacks *pAllocator, VkSemaphore *pSemaphore)
{
    const VkSemaphoreTypeCreateInfo *type = wfv_chained(pCreateInfo->pNext,
                                                        VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
    const VkExportSemaphoreCreateInfo *export = wfv_chained(pCreateInfo->pNext,
                                                            VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO);
    struct wfv_device *d = wfv_device_of(device);

    *pSemaphore = VK_NULL_HANDLE;
    if (is_shared(d, "vkCreateSemaphore", export ? export->handleTypes : 0))
        return VK_ERROR_FEATURE_NOT_PRESENT;
    struct wfv_semaphore *s = wfv_held_new(d, &semaphores, pAllocator, sizeof *s);
    if (!s)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    s->is_timeline = type && type->semaphoreType == VK_SEMAPHORE_TYPE_TIMELINE;
    s->value = s->is_timeline ? type->initialValue : 0;
    *pSemaphore = wfv_semaphore_handle(s);
    return VK_SUCCESS;
}

void wfv_DestroySemaphore(VkDevice device, VkSemaphore semaphore, const VkAllocationCallbacks *pAllocator)
{
    (void)device, (void)pAllocator;
    if (semaphore)
        wfv_destroy("vkDestroySemaphore", &wfv_semaphore_of(semaphore)->held);
}

/* The host has waited for the value. */
static void see(struct wfv_device *d, const struct wfv_semaphore *s, uint64_t value)
{
    const struct wfv_clock seen = wfv_signals_seen(&s->signals, value);

    wfv_clock_join(&d->host, &seen);
}

VkResult wfv_GetSemaphoreCounterValue(VkDevice device, VkSemaphore semaphore, uint64_t *pValue)
{
    struct wfv_device *d = wfv_device_of(device);

    pthread_mutex_lock(&d->lock);
    *pValue = wfv_semaphore_of(semaphore)->value;
    see(d, wfv_semaphore_of(semaphore), *pValue);
    pthread_mutex_unlock(&d->lock);
    return wfv_await_loss(d) ? wfv_lost(d, "vkGetSemaphoreCounterValue") : VK_SUCCESS;
}

VkResult wfv_SignalSemaphore(VkDevice device, const VkSemaphoreSignalInfo *pSignalInfo)
{
    struct wfv_device *d = wfv_device_of(device);

    pthread_mutex_lock(&d->lock);
    wfv_semaphore_of(pSignalInfo->semaphore)->value = pSignalInfo->value;
    wfv_signals_add(&wfv_semaphore_of(pSignalInfo->semaphore)->signals, pSignalInfo->value, &d->host);
    pthread_cond_broadcast(&d->changed);
    pthread_mutex_unlock(&d->lock);
    return VK_SUCCESS;
}

static bool semaphores_reached(const VkSemaphoreWaitInfo *info)
{
    uint32_t reached = 0;

    for (uint32_t i = 0; i < info->semaphoreCount; i++)
        reached += wfv_semaphore_of(info->pSemaphores[i])->value >= info->pValues[i];
    return info->flags & VK_SEMAPHORE_WAIT_ANY_BIT ? reached > 0 : reached == info->semaphoreCount;
}

VkResult wfv_WaitSemaphores(VkDevice device, const VkSemaphoreWaitInfo *pWaitInfo, uint64_t timeout)
{
    struct wfv_device *d = wfv_device_of(device);
    const uint64_t until = wfv_until(timeout);
    bool in_time = true, reached;

    pthread_mutex_lock(&d->lock);
    while (!(reached = semaphores_reached(pWaitInfo)) && in_time && !wfv_is_over(d))
        in_time = wfv_wait_changed(d, until);
    const bool is_over = wfv_is_over(d);
    for (uint32_t i = 0; i < pWaitInfo->semaphoreCount; i++)
        if (wfv_semaphore_of(pWaitInfo->pSemaphores[i])->value >= pWaitInfo->pValues[i])
            see(d, wfv_semaphore_of(pWaitInfo->pSemaphores[i]), pWaitInfo->pValues[i]);
    pthread_mutex_unlock(&d->lock);
    return reached ? VK_SUCCESS : is_over ? wfv_lost(d, "vkWaitSemaphores") : VK_TIMEOUT;
}
