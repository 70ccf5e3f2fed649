/* SPDX-License-Identifier: Apache-2.0 */
#include "device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct extension { const char *name; uint32_t since; } known[] = {
#define WFO_FEATURE(member, structure, type, extension, since) {extension, since},
#include "features.def"
#define WFO_EXTENSION(extension, since) {extension, since},
#include "features.def"
};
_Static_assert(sizeof known / sizeof *known <= WFO_EXTENSIONS, "all may be enabled");

const char *wfo_result(VkResult result, char text[48])
{
    static const struct { VkResult result; const char *name; } names[] = {
        {VK_ERROR_OUT_OF_HOST_MEMORY, "no host memory"}, {VK_ERROR_OUT_OF_DEVICE_MEMORY, "no device memory"},
        {VK_ERROR_INITIALIZATION_FAILED, "initialization failed"}, {VK_ERROR_DEVICE_LOST, "the device is lost"},
        {VK_ERROR_INCOMPATIBLE_DRIVER, "no driver is installed"}, {VK_ERROR_FEATURE_NOT_PRESENT, "feature not present"},
        {VK_ERROR_EXTENSION_NOT_PRESENT, "extension not present"}, {VK_TIMEOUT, "it does not end"},
    };

    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        if (names[n].result == result)
            return strcpy(text, names[n].name);
    snprintf(text, 48, "VkResult %d", (int)result);
    return text;
}

/* ---- instance, physical devices ---- */

static VkResult make_instance(VkInstance *instance, uint32_t *version)
{
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .pApplicationName = "wf_oracle"};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    const VkResult asked = vkEnumerateInstanceVersion(version);

    application.apiVersion = *version;
    return asked == VK_SUCCESS ? vkCreateInstance(&info, NULL, instance) : asked;
}

/* malloc'ed, with their number; NULL with why. */
static VkPhysicalDevice *physical_devices(VkInstance instance, uint32_t *count, char *why, size_t room)
{
    char text[48];
    VkResult result = vkEnumeratePhysicalDevices(instance, count, NULL);
    VkPhysicalDevice *list = calloc(*count + 1, sizeof *list);

    if (result == VK_SUCCESS && list && *count)
        result = vkEnumeratePhysicalDevices(instance, count, list);
    if ((result == VK_SUCCESS || result == VK_INCOMPLETE) && list && *count)
        return list;
    snprintf(why, room, "no Vulkan device: %s", result == VK_SUCCESS ? "the loader lists none" : wfo_result(result, text));
    free(list);
    return NULL;
}

static bool is_number(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

static bool is_wanted(const char *wanted, uint32_t number, const char *name)
{
    return !wanted || (is_number(wanted) ? strtoul(wanted, NULL, 10) == number : strstr(name, wanted) != NULL);
}

static bool find_family(struct wfo_device *d)
{
    uint32_t count = 0;

    vkGetPhysicalDeviceQueueFamilyProperties(d->physical, &count, NULL);
    VkQueueFamilyProperties *family = calloc(count + 1, sizeof *family);
    if (!family)
        return false;
    vkGetPhysicalDeviceQueueFamilyProperties(d->physical, &count, family);
    for (d->family = 0; d->family < count && !(family[d->family].queueFlags & VK_QUEUE_COMPUTE_BIT); d->family++)
        ;
    free(family);
    return d->family < count;
}

static bool find_physical(struct wfo_device *d, const char *wanted, char *why, size_t room)
{
    uint32_t count = 0;
    VkPhysicalDevice *list = physical_devices(d->instance, &count, why, room);
    bool found = false;

    if (!list)
        return false;
    for (uint32_t n = 0; n < count && !found; n++) {
        d->physical = list[n];
        vkGetPhysicalDeviceProperties(list[n], &d->properties);
        found = is_wanted(wanted, n, d->properties.deviceName);
    }
    free(list);
    if (d->version > d->properties.apiVersion)
        d->version = d->properties.apiVersion;
    if (!found)
        snprintf(why, room, "no Vulkan device is called %s: there are %u", wanted, (unsigned)count);
    else if (d->version < VK_API_VERSION_1_1)
        snprintf(why, room, "%s has Vulkan 1.0; subgroups need 1.1", d->properties.deviceName);
    else if (!find_family(d))
        snprintf(why, room, "%s has no queue that computes", d->properties.deviceName);
    else
        return true;
    return false;
}

/* ---- what it offers ---- */

static bool is_enabled(const struct wfo_device *d, const char *extension)
{
    for (uint32_t n = 0; n < d->extensions; n++)
        if (!strcmp(d->extension[n], extension))
            return true;
    return false;
}

bool wfo_device_offers(const struct wfo_device *d, const char *extension)
{
    for (size_t n = 0; n < sizeof known / sizeof *known; n++)
        if (!strcmp(known[n].name, extension) && known[n].since && d->version >= known[n].since)
            return true;
    return is_enabled(d, extension);
}

/* All extensions that are known here and there. */
static bool find_extensions(struct wfo_device *d)
{
    uint32_t count = 0;

    if (vkEnumerateDeviceExtensionProperties(d->physical, NULL, &count, NULL) != VK_SUCCESS)
        return false;
    VkExtensionProperties *list = calloc(count + 1, sizeof *list);
    const bool listed = list && vkEnumerateDeviceExtensionProperties(d->physical, NULL, &count, list) == VK_SUCCESS;
    for (size_t n = 0; listed && n < sizeof known / sizeof *known; n++)
        for (uint32_t i = 0; i < count; i++)
            if (!strcmp(list[i].extensionName, known[n].name) && !is_enabled(d, known[n].name))
                d->extension[d->extensions++] = known[n].name;
    free(list);
    return listed;
}

/* The head of each structure, for the chain. */
static void chain(void **end, void *structure, VkStructureType type)
{
    VkBaseOutStructure *s = structure;

    s->sType = type;
    s->pNext = *end;
    *end = s;
}

/* The KHR structure is the NV one, of the same type: one of them may stand in a chain. */
static bool is_chained(const struct wfo_device *d, const char *extension)
{
    return wfo_device_offers(d, extension) &&
           (strcmp(extension, "VK_NV_compute_shader_derivatives") != 0 || !wfo_device_offers(d, "VK_KHR_compute_shader_derivatives"));
}

/* Queried, and given to the new device as they are. */
static void *chain_features(struct wfo_device *d)
{
    void *end = NULL;

#define WFO_FEATURE(member, structure, type, extension, since) \
    if (is_chained(d, extension)) \
        chain(&end, &d->features.member, type);
#include "features.def"
    return end;
}

static void find_properties(struct wfo_device *d)
{
    VkPhysicalDeviceProperties2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};

    chain(&all.pNext, &d->subgroup, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
    if (wfo_device_offers(d, "VK_EXT_subgroup_size_control"))
        chain(&all.pNext, &d->size, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES);
    if (wfo_device_offers(d, "VK_KHR_driver_properties"))
        chain(&all.pNext, &d->driver, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
    if (wfo_device_offers(d, "VK_KHR_shader_float_controls"))
        chain(&all.pNext, &d->floats, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES);
    vkGetPhysicalDeviceProperties2(d->physical, &all);
    vkGetPhysicalDeviceMemoryProperties(d->physical, &d->memory);
    if (!d->size.minSubgroupSize || !d->features.subgroup_size.subgroupSizeControl || !(d->size.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT))
        d->size.minSubgroupSize = d->size.maxSubgroupSize = d->subgroup.subgroupSize;
}

static VkResult make_device(struct wfo_device *d)
{
    const float priority = 1;
    VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = chain_features(d)};
    const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueFamilyIndex = d->family, .queueCount = 1,
                                           .pQueuePriorities = &priority};
    const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &all, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue,
                                     .enabledExtensionCount = d->extensions, .ppEnabledExtensionNames = d->extension};

    vkGetPhysicalDeviceFeatures2(d->physical, &all);
    d->features.core = all.features;
    find_properties(d);
    return vkCreateDevice(d->physical, &info, NULL, &d->device);
}

/* ---- open, close ---- */

bool wfo_device_open(struct wfo_device *d, const char *wanted, char *why, size_t room)
{
    char text[48];

    *d = (struct wfo_device){0};
    VkResult result = make_instance(&d->instance, &d->version);
    if (result != VK_SUCCESS) {
        snprintf(why, room, "no Vulkan: %s", wfo_result(result, text));
        return false;
    }
    if (find_physical(d, wanted, why, room)) {
        result = find_extensions(d) ? make_device(d) : VK_ERROR_OUT_OF_HOST_MEMORY;
        if (result == VK_SUCCESS) {
            vkGetDeviceQueue(d->device, d->family, 0, &d->queue);
            return true;
        }
        snprintf(why, room, "%s cannot be opened: %s", d->properties.deviceName, wfo_result(result, text));
    }
    wfo_device_close(d);
    return false;
}

void wfo_device_close(struct wfo_device *d)
{
    if (d->device)
        vkDestroyDevice(d->device, NULL);
    if (d->instance)
        vkDestroyInstance(d->instance, NULL);
    *d = (struct wfo_device){0};
}

bool wfo_device_list(char *why, size_t room)
{
    VkInstance instance;
    VkPhysicalDeviceProperties properties;
    uint32_t version, count = 0;
    char text[48];
    const VkResult result = make_instance(&instance, &version);

    if (result != VK_SUCCESS) {
        snprintf(why, room, "no Vulkan: %s", wfo_result(result, text));
        return false;
    }
    VkPhysicalDevice *list = physical_devices(instance, &count, why, room);
    for (uint32_t n = 0; list && n < count; n++) {
        vkGetPhysicalDeviceProperties(list[n], &properties);
        printf("%u  %s  Vulkan %u.%u\n", (unsigned)n, properties.deviceName, (unsigned)VK_API_VERSION_MAJOR(properties.apiVersion),
               (unsigned)VK_API_VERSION_MINOR(properties.apiVersion));
    }
    free(list);
    vkDestroyInstance(instance, NULL);
    return list != NULL;
}
