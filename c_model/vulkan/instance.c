/* SPDX-License-Identifier: Apache-2.0
 * instance.c - VkInstance, and its one physical device.
 */
#include "device.h"

#include "extensions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

VkResult wfv_EnumerateInstanceVersion(uint32_t *pApiVersion)
{
    *pApiVersion = VK_API_VERSION_1_3;
    return VK_SUCCESS;
}

VkResult wfv_EnumerateInstanceExtensionProperties(const char *pLayerName, uint32_t *pPropertyCount,
                                                  VkExtensionProperties *pProperties)
{
    return wfv_list_extensions(false, wfv_settings_webgpu(), pLayerName, pPropertyCount, pProperties);
}

VkResult wfv_EnumerateInstanceLayerProperties(uint32_t *pPropertyCount, VkLayerProperties *pProperties)
{
    (void)pProperties;
    *pPropertyCount = 0;
    return VK_SUCCESS;
}

static bool has_extension(const char *name)
{
    return wfv_has_extension(false, wfv_settings_webgpu(), name);
}

VkResult wfv_CreateInstance(const VkInstanceCreateInfo *pCreateInfo, const VkAllocationCallbacks *pAllocator,
                            VkInstance *pInstance)
{
    char why[WFV_SETTINGS_WHY];

    for (uint32_t i = 0; i < pCreateInfo->enabledExtensionCount; i++)
        if (!has_extension(pCreateInfo->ppEnabledExtensionNames[i]))
            return VK_ERROR_EXTENSION_NOT_PRESENT;
    struct wfv_instance *instance = wfv_new(pAllocator, NULL, sizeof *instance, VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE);
    if (!instance)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    if (!wfv_settings_read(&instance->settings, why)) {
        fprintf(stderr, "wavefold: %s\n", why);
        wfv_delete(pAllocator, NULL, instance);
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    if (pthread_mutex_init(&instance->lock, NULL)) {
        wfv_delete(pAllocator, NULL, instance);
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    if (pAllocator) {
        instance->callbacks = *pAllocator;
        instance->own = &instance->callbacks;
    }
    set_loader_magic_value(instance);
    set_loader_magic_value(&instance->physical);
    instance->physical.instance = instance;
    instance->physical.machine = wfv_settings_machine(&instance->settings);
    wfv_physical_init(&instance->physical);
    *pInstance = wfv_instance_handle(instance);
    return VK_SUCCESS;
}

void wfv_DestroyInstance(VkInstance handle, const VkAllocationCallbacks *pAllocator)
{
    struct wfv_instance *instance = wfv_instance_of(handle);

    if (!instance)
        return;
    pthread_mutex_destroy(&instance->lock);
    wfv_delete(pAllocator, instance->own, instance);
}

VkResult wfv_EnumeratePhysicalDevices(VkInstance handle, uint32_t *pPhysicalDeviceCount,
                                      VkPhysicalDevice *pPhysicalDevices)
{
    struct wfv_listing list = wfv_list_begin(pPhysicalDevices, pPhysicalDeviceCount);
    VkPhysicalDevice *next = wfv_list_next(&list, sizeof *next);

    if (next)
        *next = wfv_physical_handle(&wfv_instance_of(handle)->physical);
    return wfv_list_end(&list);
}

VkResult wfv_EnumeratePhysicalDeviceGroups(VkInstance handle, uint32_t *pPhysicalDeviceGroupCount,
                                           VkPhysicalDeviceGroupProperties *pPhysicalDeviceGroupProperties)
{
    struct wfv_listing list = wfv_list_begin(pPhysicalDeviceGroupProperties, pPhysicalDeviceGroupCount);
    VkPhysicalDeviceGroupProperties *next = wfv_list_next(&list, sizeof *next);

    if (next) {
        next->physicalDeviceCount = 1;
        memset(next->physicalDevices, 0, sizeof next->physicalDevices);
        next->physicalDevices[0] = wfv_physical_handle(&wfv_instance_of(handle)->physical);
        next->subsetAllocation = VK_FALSE;
    }
    return wfv_list_end(&list);
}
