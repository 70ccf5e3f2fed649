/* SPDX-License-Identifier: Apache-2.0
 * device.c - VkDevice.
 */
#include "device.h"

#include "addresses.h"
#include "between.h"
#include "engine.h"
#include "extensions.h"
#include "fork.h"
#include "limits.h"
#include "threads.h"
#include "queue.h"
#include "wait.h"

#include <unistd.h>

static void destroy(struct wfv_device *d, const VkAllocationCallbacks *given)
{
    struct wfv_instance *instance = d->physical->instance;

    wfv_fork_remove(d);
    wfv_queues_free(d, given);
    wfv_engine_free(d->engine);
    wfv_between_free(d->between);
    wfv_threads_free(d->threads);
    wfv_arena_free(d->arena);
    wfv_delete(given, d->own, d->addresses);
    pthread_cond_destroy(&d->changed);
    pthread_mutex_destroy(&d->lock);
    pthread_mutex_destroy(&d->lowered_lock);
    pthread_mutex_destroy(&d->addresses_lock);
    pthread_mutex_destroy(&d->descriptors_lock);
    wfv_delete(given, d->own, d);
    atomic_fetch_sub(&instance->devices, 1);
}

static VkResult fill(struct wfv_device *d, const VkDeviceCreateInfo *info, const VkAllocationCallbacks *given)
{
    d->addresses = wfv_new(given, d->own, sizeof *d->addresses, VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    d->arena = wfv_arena_new(WFV_HEAP);
    d->threads = wfv_threads_new(d->physical->instance->settings.threads);
    if (!d->addresses || !d->arena || !d->threads)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    d->engine = wfv_engine_new(d);
    if (!d->engine)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    d->between = wfv_between_new(d);    /* without memory there is no such watch */
    wfv_addresses_init(d->addresses);
    return wfv_queues_new(d, info, given);
}

/* Extensions and queues, which the device must have.  A message names the first that it does not have. */
static VkResult check(const struct wfv_physical *physical, const VkDeviceCreateInfo *info)
{
    struct wfv_instance *instance = physical->instance;
    bool met = false;

    for (uint32_t i = 0; i < info->enabledExtensionCount; i++)
        if (!wfv_has_extension(true, instance->settings.webgpu, info->ppEnabledExtensionNames[i])) {
            wfv_say(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                    "vkCreateDevice: the device does not have the extension %.200s", info->ppEnabledExtensionNames[i]);
            return VK_ERROR_EXTENSION_NOT_PRESENT;
        }
    for (uint32_t i = 0; i < info->queueCreateInfoCount; i++) {
        const VkDeviceQueueCreateInfo *q = &info->pQueueCreateInfos[i];
        if (q->queueFamilyIndex || q->flags || q->queueCount < 1 || q->queueCount > WFV_QUEUES || met) {
            wfv_say(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                    "vkCreateDevice: %s%u queues of family %u with flags 0x%x; expected 1 to %d of family 0, without "
                    "flags, once",
                    met ? "again " : "", (unsigned)q->queueCount, (unsigned)q->queueFamilyIndex, (unsigned)q->flags,
                    (int)WFV_QUEUES);
            return VK_ERROR_INITIALIZATION_FAILED;
        }
        met = true;
    }
    return VK_SUCCESS;
}

VkResult wfv_CreateDevice(VkPhysicalDevice physicalDevice, const VkDeviceCreateInfo *pCreateInfo,
                          const VkAllocationCallbacks *pAllocator, VkDevice *pDevice)
{
    struct wfv_physical *physical = wfv_physical_of(physicalDevice);

    struct wfv_enabled enabled = {.has = {false}};
    VkResult result = check(physical, pCreateInfo);

    if (result == VK_SUCCESS)
        result = wfv_enable_features(physical, pCreateInfo, &enabled);
    if (result != VK_SUCCESS)
        return result;
    struct wfv_device *d = wfv_new(pAllocator, physical->instance->own, sizeof *d, VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (!d)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    atomic_fetch_add(&physical->instance->devices, 1);
    set_loader_magic_value(d);
    d->physical = physical;
    d->process = (long)getpid();
    d->own = physical->instance->own;
    if (pAllocator) {
        d->callbacks = *pAllocator;
        d->own = &d->callbacks;
    }
    pthread_mutex_init(&d->lock, NULL);
    pthread_mutex_init(&d->lowered_lock, NULL);
    pthread_mutex_init(&d->addresses_lock, NULL);
    pthread_mutex_init(&d->descriptors_lock, NULL);
    wfv_init_changed(d);
    d->enabled = enabled;
    wfv_enable_extensions(&d->extensions, pCreateInfo->enabledExtensionCount, pCreateInfo->ppEnabledExtensionNames);
    result = fill(d, pCreateInfo, pAllocator);
    if (result != VK_SUCCESS) {
        destroy(d, pAllocator);
        return result;
    }
    wfv_fork_add(d);
    *pDevice = wfv_device_handle(d);
    return VK_SUCCESS;
}

void wfv_DestroyDevice(VkDevice device, const VkAllocationCallbacks *pAllocator)
{
    struct wfv_device *d = wfv_device_of(device);

    if (d && !wfv_is_forked(d))
        destroy(d, pAllocator);
}

void wfv_GetDeviceGroupPeerMemoryFeatures(VkDevice device, uint32_t heapIndex, uint32_t localDeviceIndex,
                                          uint32_t remoteDeviceIndex, VkPeerMemoryFeatureFlags *pPeerMemoryFeatures)
{
    (void)device, (void)heapIndex, (void)localDeviceIndex, (void)remoteDeviceIndex;
    *pPeerMemoryFeatures = VK_PEER_MEMORY_FEATURE_COPY_SRC_BIT | VK_PEER_MEMORY_FEATURE_COPY_DST_BIT |
                           VK_PEER_MEMORY_FEATURE_GENERIC_SRC_BIT | VK_PEER_MEMORY_FEATURE_GENERIC_DST_BIT;
}
