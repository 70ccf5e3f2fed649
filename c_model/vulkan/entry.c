/* SPDX-License-Identifier: Apache-2.0
 * entry.c - what the loader calls: the version of its interface, and the addresses of all commands.
 */
#include "device.h"

#include <string.h>

enum level { GLOBAL, INSTANCE, PHYSICAL, DEVICE };

static const struct command {
    const char *name;
    PFN_vkVoidFunction function;
    enum level level;
    const char *from;                   /* the version or the extension that has it */
} commands[] = {
#define WFV_COMMAND(name, function, level, from) {"vk" #name, (PFN_vkVoidFunction)wfv_##function, level, from},
#include "vulkan_table.h"
#undef WFV_COMMAND
};

/* Those of an extension for WebGPU alone are not always there. */
static bool is_there(const struct command *c)
{
    const bool webgpu = wfv_settings_webgpu();

    return !strncmp(c->from, "VK_VERSION", 10) || wfv_has_extension(false, webgpu, c->from) ||
           wfv_has_extension(true, webgpu, c->from);
}

static const struct command *find(const char *name)
{
    for (size_t i = 0; name && i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(commands[i].name, name))
            return is_there(&commands[i]) ? &commands[i] : NULL;
    return NULL;
}

PFN_vkVoidFunction wfv_GetInstanceProcAddr(VkInstance instance, const char *pName)
{
    const struct command *c = find(pName);

    return c && (instance || c->level == GLOBAL) ? c->function : NULL;
}

/* Of the version that the program asks for, or of an extension that it enabled: others are NULL by the specification. */
static bool is_enabled(const struct wfv_device *d, const char *from)
{
    const struct wfv_instance *instance = d->physical->instance;

    for (uint32_t minor = 0; minor <= 3; minor++) {
        const char version[] = {'V', 'K', '_', 'V', 'E', 'R', 'S', 'I', 'O', 'N', '_', '1', '_', (char)('0' + minor), '\0'};
        if (!strcmp(from, version))
            return instance->version >= VK_MAKE_API_VERSION(0, 1, minor, 0);
    }
    return wfv_is_extension_enabled(&d->extensions, from) || wfv_is_extension_enabled(&instance->extensions, from);
}

PFN_vkVoidFunction wfv_GetDeviceProcAddr(VkDevice device, const char *pName)
{
    const struct command *c = find(pName);

    return c && c->level == DEVICE && is_enabled(wfv_device_of(device), c->from) ? c->function : NULL;
}

#define EXPORTED __attribute__((visibility("default")))

EXPORTED VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetInstanceProcAddr(VkInstance instance, const char *pName);
EXPORTED VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetPhysicalDeviceProcAddr(VkInstance instance,
                                                                                  const char *pName);
EXPORTED VKAPI_ATTR VkResult VKAPI_CALL vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version);

PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *pName)
{
    return wfv_GetInstanceProcAddr(instance, pName);
}

PFN_vkVoidFunction vk_icdGetPhysicalDeviceProcAddr(VkInstance instance, const char *pName)
{
    const struct command *c = find(pName);

    (void)instance;
    return c && c->level == PHYSICAL ? c->function : NULL;
}

VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version)
{
    enum { LEAST = 5, MOST = 5 };

    if (*version < LEAST)
        return VK_ERROR_INCOMPATIBLE_DRIVER;
    *version = *version < MOST ? *version : MOST;
    return VK_SUCCESS;
}
