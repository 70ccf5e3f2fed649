/* SPDX-License-Identifier: Apache-2.0
 * test_surfaces.c - commands of surfaces and swapchains under WAVEFOLD_VK=webgpu: each ends in VK_ERROR_FEATURE_NOT_PRESENT, with its name in a
 * message, makes nothing, and the device goes on.  The driver is asked without the loader, which looks into the surface before it, and there is
 * none.
 * Not validated: all of it is invalid usage.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static struct kit kit;                  /* its messages alone */
static PFN_vkVoidFunction (*get)(VkInstance, const char *);
static VkInstance instance;

/* The commands of both extensions, as the driver has them, and which of them the test has called. */
static struct {
    const char *name, *extension;
    bool is_tested;
} command[] = {
#define WFV_COMMAND(name, function, level, from) {"vk" #name, from, false},
#include "vulkan_table.h"
#undef WFV_COMMAND
};
enum { COMMANDS = sizeof command / sizeof *command };

static PFN_vkVoidFunction find(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        command[i].is_tested |= !strcmp(command[i].name, name);
    const PFN_vkVoidFunction found = get(instance, name);
    KIT_NEED(found ? VK_SUCCESS : VK_ERROR_UNKNOWN);
    return found;
}
#define CALL(name) ((PFN_##name)find(#name))
#define REFUSED(name, ...) \
    do { \
        CHECK_EQ(CALL(name)(__VA_ARGS__), VK_ERROR_FEATURE_NOT_PRESENT); \
        CHECK(kit_said(&kit, #name ": this device has compute shaders alone")); \
    } while (0)

static void open_driver(void)
{
    char path[4096];
    const char *manifest = getenv("VK_DRIVER_FILES");

    snprintf(path, sizeof path, "%.*s/libvulkan_wavefold.so", (int)(strrchr(manifest, '/') - manifest), manifest);
    void *library = dlopen(path, RTLD_NOW), *symbol = library ? dlsym(library, "vk_icdGetInstanceProcAddr") : NULL;
    KIT_NEED(symbol ? VK_SUCCESS : VK_ERROR_INITIALIZATION_FAILED);
    memcpy(&get, &symbol, sizeof get);
}

static void of_surfaces(VkPhysicalDevice physical)
{
    VkBool32 supported = VK_FALSE;
    VkSurfaceCapabilitiesKHR capabilities;
    uint32_t count = 0;

    REFUSED(vkGetPhysicalDeviceSurfaceSupportKHR, physical, 0, VK_NULL_HANDLE, &supported);
    CHECK(!supported);
    REFUSED(vkGetPhysicalDeviceSurfaceCapabilitiesKHR, physical, VK_NULL_HANDLE, &capabilities);
    REFUSED(vkGetPhysicalDeviceSurfaceFormatsKHR, physical, VK_NULL_HANDLE, &count, NULL);
    REFUSED(vkGetPhysicalDeviceSurfacePresentModesKHR, physical, VK_NULL_HANDLE, &count, NULL);
    REFUSED(vkGetPhysicalDevicePresentRectanglesKHR, physical, VK_NULL_HANDLE, &count, NULL);
    CHECK_EQ(count, 0);
    CALL(vkDestroySurfaceKHR)(instance, VK_NULL_HANDLE, NULL);
    CHECK(!kit_said(&kit, ""));         /* programs destroy what they did not get */
}

static void of_swapchains(VkDevice device, VkQueue queue)
{
    const VkSwapchainCreateInfoKHR create = {.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR};
    const VkPresentInfoKHR present = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR};
    const VkAcquireNextImageInfoKHR acquire = {.sType = VK_STRUCTURE_TYPE_ACQUIRE_NEXT_IMAGE_INFO_KHR, .timeout = UINT64_MAX, .deviceMask = 1};
    VkDeviceGroupPresentCapabilitiesKHR capabilities = {.sType = VK_STRUCTURE_TYPE_DEVICE_GROUP_PRESENT_CAPABILITIES_KHR};
    VkDeviceGroupPresentModeFlagsKHR modes = 0;
    VkSwapchainKHR chain;
    uint32_t count = 0, index = 77;

    memset(&chain, 0xff, sizeof chain);
    REFUSED(vkCreateSwapchainKHR, device, &create, NULL, &chain);
    CHECK(chain == VK_NULL_HANDLE);
    REFUSED(vkGetSwapchainImagesKHR, device, VK_NULL_HANDLE, &count, NULL);
    CHECK_EQ(count, 0);
    REFUSED(vkAcquireNextImageKHR, device, VK_NULL_HANDLE, UINT64_MAX, VK_NULL_HANDLE, VK_NULL_HANDLE, &index);
    REFUSED(vkAcquireNextImage2KHR, device, &acquire, &index);
    CHECK_EQ(index, 77);
    REFUSED(vkQueuePresentKHR, queue, &present);
    REFUSED(vkGetDeviceGroupPresentCapabilitiesKHR, device, &capabilities);
    REFUSED(vkGetDeviceGroupSurfacePresentModesKHR, device, VK_NULL_HANDLE, &modes);
    CHECK_EQ(modes, 0);
    CALL(vkDestroySwapchainKHR)(device, VK_NULL_HANDLE, NULL);
    CHECK(!kit_said(&kit, ""));
}

static void on_a_device(VkPhysicalDevice physical)
{
    static const char *const extension[] = {VK_KHR_SWAPCHAIN_EXTENSION_NAME};
    const float priority = 1;
    const VkDeviceQueueCreateInfo queues = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkDevice device;
    VkQueue queue;

    KIT_NEED(CALL(vkCreateDevice)(physical, &(VkDeviceCreateInfo){.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queues, .enabledExtensionCount = 1, .ppEnabledExtensionNames = extension}, NULL, &device));
    CALL(vkGetDeviceQueue)(device, 0, 0, &queue);
    of_swapchains(device, queue);
    KIT_NEED(CALL(vkQueueSubmit)(queue, 0, NULL, VK_NULL_HANDLE));
    KIT_NEED(CALL(vkDeviceWaitIdle)(device));
    CALL(vkDestroyDevice)(device, NULL);
}

static void all_tested(void)
{
    unsigned commands = 0;

    for (size_t i = 0; i < COMMANDS; i++)
        if (!strcmp(command[i].extension, VK_KHR_SURFACE_EXTENSION_NAME) || !strcmp(command[i].extension, VK_KHR_SWAPCHAIN_EXTENSION_NAME)) {
            commands++;
            CHECK(command[i].is_tested);
            if (!command[i].is_tested)
                printf("%s has no test here\n", command[i].name);
        }
    CHECK_EQ(commands, 14);             /* 5 and 9, of Vulkan 1.1 */
}

int main(int argc, char **argv)
{
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    static const char *const extension[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME, VK_KHR_SURFACE_EXTENSION_NAME};
    const VkDebugUtilsMessengerCreateInfoEXT messages = kit_messenger(&kit);
    VkDebugUtilsMessengerEXT messenger;
    VkPhysicalDevice physical;
    uint32_t one = 1;

    (void)argc;
    kit_choose(argv[0]);
    setenv("WAVEFOLD_VK", "webgpu", 1);
    open_driver();
    KIT_NEED(CALL(vkCreateInstance)(&(VkInstanceCreateInfo){.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application,
        .enabledExtensionCount = 2, .ppEnabledExtensionNames = extension}, NULL, &instance));
    KIT_NEED(CALL(vkCreateDebugUtilsMessengerEXT)(instance, &messages, NULL, &messenger));
    KIT_NEED(CALL(vkEnumeratePhysicalDevices)(instance, &one, &physical));
    of_surfaces(physical);
    on_a_device(physical);
    all_tested();
    CALL(vkDestroyDebugUtilsMessengerEXT)(instance, messenger, NULL);
    CALL(vkDestroyInstance)(instance, NULL);
    return check_end("vulkan_surfaces");
}
