/* SPDX-License-Identifier: Apache-2.0
 * instance.c - VkInstance, and its one physical device.
 */
#include "device.h"

#include "extensions.h"
#include "fork.h"
#include "message.h"
#include "profile.h"
#include "stats.h"

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

/* What the settings ask for; where that is RTL, the machine is that of the simulator. */
static bool open_machine(struct wfv_instance *instance, char *why)
{
    instance->physical.machine = wfv_settings_machine(&instance->settings);
    return wfv_simulator_open(&instance->simulator, &instance->settings, &instance->physical.machine, why);
}

/* Those that settings name. */
static bool open_files(struct wfv_instance *instance, char *why)
{
    const struct wfv_settings *s = &instance->settings;
    return wfv_message_open(s, why) && wfv_stats_open(s, &instance->physical.machine, why) && wfv_profile_open(s, why);
}

static void destroy(struct wfv_instance *instance, const VkAllocationCallbacks *given)
{
    wfv_simulator_close(&instance->simulator);
    wfv_messengers_free(instance);
    pthread_mutex_destroy(&instance->lock);
    wfv_delete(given, instance->own, instance);
}

static VkResult refuse(struct wfv_instance *instance, const char *why)
{
    wfv_say(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, "%s", why);
    return VK_ERROR_INITIALIZATION_FAILED;
}

static VkResult fill(struct wfv_instance *instance, const VkInstanceCreateInfo *info)
{
    char why[WFV_SIMULATOR_WHY];

    if (!wfv_messengers_chained(instance, info->pNext))
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    if (!wfv_settings_read(&instance->settings, why) || !open_machine(instance, why) || !open_files(instance, why))
        return refuse(instance, why);
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++)
        if (!has_extension(info->ppEnabledExtensionNames[i])) {
            wfv_say(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                    "vkCreateInstance: there is no extension %s",
                    info->ppEnabledExtensionNames[i]);
            return VK_ERROR_EXTENSION_NOT_PRESENT;
        }
    wfv_enable_extensions(&instance->extensions, info->enabledExtensionCount, info->ppEnabledExtensionNames);
    const VkApplicationInfo *application = info->pApplicationInfo;
    instance->version = application && application->apiVersion ? application->apiVersion : VK_API_VERSION_1_0;
    return VK_SUCCESS;
}

VkResult wfv_CreateInstance(const VkInstanceCreateInfo *pCreateInfo, const VkAllocationCallbacks *pAllocator,
                            VkInstance *pInstance)
{
    struct wfv_instance *instance = wfv_new(pAllocator, NULL, sizeof *instance, VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE);

    *pInstance = VK_NULL_HANDLE;
    if (!instance)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    if (pthread_mutex_init(&instance->lock, NULL)) {
        wfv_delete(pAllocator, NULL, instance);
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    if (pAllocator) {
        instance->callbacks = *pAllocator;
        instance->own = &instance->callbacks;
    }
    const VkResult result = fill(instance, pCreateInfo);
    if (result != VK_SUCCESS) {
        destroy(instance, pAllocator);
        return result;
    }
    instance->birth = instance->messenger;
    instance->messenger = NULL;
    set_loader_magic_value(instance);
    set_loader_magic_value(&instance->physical);
    instance->physical.instance = instance;
    wfv_physical_init(&instance->physical);
    *pInstance = wfv_instance_handle(instance);
    return VK_SUCCESS;
}

void wfv_DestroyInstance(VkInstance handle, const VkAllocationCallbacks *pAllocator)
{
    struct wfv_instance *instance = wfv_instance_of(handle);

    if (!instance)
        return;
    /* messengers that the program left are its own to free */
    instance->messenger = instance->birth;
    if (atomic_load(&instance->devices))
        wfv_say(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT,
                "vkDestroyInstance: devices that were not destroyed: %u",
                atomic_load(&instance->devices));
    wfv_profile_write();
    wfv_fork_forget(instance);
    destroy(instance, pAllocator);
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
