/* SPDX-License-Identifier: Apache-2.0
 * test_windows.c - programs that make an instance for windows, which they may never open, get one under WAVEFOLD_VK=webgpu, and no other time.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

#include <stdlib.h>
#include <string.h>

static const char *const windows[] = {"VK_KHR_surface", "VK_KHR_xlib_surface", "VK_KHR_xcb_surface"};
enum { WINDOWS = sizeof windows / sizeof *windows };

static unsigned listed(void)
{
    VkExtensionProperties property[128];
    uint32_t count = 128;
    unsigned found = 0;

    KIT_NEED(vkEnumerateInstanceExtensionProperties(NULL, &count, property));
    for (uint32_t i = 0; i < count; i++)
        for (unsigned n = 0; n < WINDOWS; n++)
            found += !strcmp(property[i].extensionName, windows[n]);
    return found;
}

static VkResult make(unsigned extensions, VkInstance *instance)
{
    return vkCreateInstance(&(VkInstanceCreateInfo){.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .enabledExtensionCount = extensions,
                                                    .ppEnabledExtensionNames = windows}, NULL, instance);
}

int main(int argc, char **argv)
{
    VkInstance instance;
    VkPhysicalDevice physical;
    uint32_t one = 1;

    (void)argc;
    kit_choose(argv[0]);
    unsetenv("WAVEFOLD_VK");
    CHECK_EQ(listed(), 0);
    CHECK_EQ(make(WINDOWS, &instance), VK_ERROR_EXTENSION_NOT_PRESENT);
    KIT_NEED(make(0, &instance));
    vkDestroyInstance(instance, NULL);

    setenv("WAVEFOLD_VK", "webgpu", 1);
    CHECK_EQ(listed(), WINDOWS);
    KIT_NEED(make(WINDOWS, &instance));
    KIT_NEED(vkEnumeratePhysicalDevices(instance, &one, &physical));
    CHECK_EQ(one, 1);
    VkExtensionProperties property[512];
    uint32_t count = 512;
    KIT_NEED(vkEnumerateDeviceExtensionProperties(physical, NULL, &count, property));
    for (uint32_t i = 0; i < count; i++)        /* they are of instances */
        CHECK(!strstr(property[i].extensionName, "_surface"));
    vkDestroyInstance(instance, NULL);
    return check_end("vulkan_windows");
}
