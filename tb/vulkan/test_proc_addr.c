/* SPDX-License-Identifier: Apache-2.0
 * test_proc_addr.c - vkGetDeviceProcAddr as the table of the specification has it: commands of the version that the program
 * asks for and of extensions that it enabled, and of no others; commands on no device.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

static VkDevice device_of(VkPhysicalDevice physical, const char *const *extension, uint32_t extensions)
{
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkDevice device;

    KIT_NEED(vkCreateDevice(physical, &(VkDeviceCreateInfo){
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue,
        .enabledExtensionCount = extensions, .ppEnabledExtensionNames = extension}, NULL, &device));
    return device;
}

static void check(VkDevice device, const char *command, bool there)
{
    const bool is_there = vkGetDeviceProcAddr(device, command) != NULL;

    if (is_there != there)
        printf("%s\n", command);
    CHECK_EQ(is_there, there);
}

static void extensions(void)
{
    static const char *const some[] = {"VK_KHR_push_descriptor", "VK_KHR_synchronization2", "VK_EXT_device_fault"};
    struct kit kit;

    kit_open(&kit, NULL);
    const VkDevice device = device_of(kit.physical, some, 3);
    for (int i = 0; i < 2; i++) {
        const VkDevice d = i ? device : kit.device;
        check(d, "vkCmdPushDescriptorSetKHR", i);
        check(d, "vkQueueSubmit2KHR", i);
        check(d, "vkGetDeviceFaultInfoEXT", i);
        check(d, "vkResetQueryPoolEXT", false);         /* of a fourth */
        check(d, "vkGetCalibratedTimestampsEXT", false);
        check(d, "vkQueueSubmit", true);
        check(d, "vkTrimCommandPool", true);
        check(d, "vkResetQueryPool", true);
        check(d, "vkQueueSubmit2", true);
        check(d, "vkCmdBeginDebugUtilsLabelEXT", true);         /* the instance has its extension */
        check(d, "vkQueuePresentKHR", false);
        check(d, "vkCreateInstance", false);
        check(d, "vkGetPhysicalDeviceProperties", false);
        check(d, "vkNoSuchCommand", false);
    }
    /* the instance has what some device may have */
    CHECK(vkGetInstanceProcAddr(kit.instance, "vkCmdPushDescriptorSetKHR") != NULL);
    vkDestroyDevice(device, NULL);
    kit_close(&kit);
}

/* `extension`: that of synchronization2 is enabled. */
static void version(uint32_t asked, bool extension)
{
    static const char *const one[] = {"VK_KHR_synchronization2"};
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = asked};
    const uint32_t minor = VK_API_VERSION_MINOR(asked);
    VkPhysicalDevice physical;
    VkInstance instance;
    uint32_t count = 1;

    KIT_NEED(vkCreateInstance(&(VkInstanceCreateInfo){
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = asked ? &application : NULL}, NULL, &instance));
    KIT_NEED(vkEnumeratePhysicalDevices(instance, &count, &physical));
    const VkDevice device = device_of(physical, one, extension);
    check(device, "vkQueueSubmit", true);
    check(device, "vkTrimCommandPool", minor >= 1);
    check(device, "vkResetQueryPool", minor >= 2);
    check(device, "vkQueueSubmit2", minor >= 3);
    check(device, "vkQueueSubmit2KHR", extension);
    vkDestroyDevice(device, NULL);
    vkDestroyInstance(instance, NULL);
}

/* Programs clean up after a device that was not made: nothing is destroyed, and there is nothing to wait for. */
static void nothing(void)
{
    static const char *const destroys[] = {
        "vkDestroyBuffer", "vkDestroyBufferView", "vkDestroyCommandPool", "vkDestroyDescriptorPool", "vkDestroyDescriptorSetLayout",
        "vkDestroyDescriptorUpdateTemplate", "vkDestroyEvent", "vkDestroyFence", "vkDestroyImage", "vkDestroyImageView", "vkDestroyPipeline",
        "vkDestroyPipelineCache", "vkDestroyPipelineLayout", "vkDestroyPrivateDataSlot", "vkDestroyQueryPool", "vkDestroySampler",
        "vkDestroySemaphore", "vkDestroyShaderModule", "vkFreeMemory"};
    struct kit kit;

    kit_open(&kit, NULL);
    if (!kit.validates) {               /* the commands are the driver's own */
        union { PFN_vkVoidFunction any; PFN_vkDestroyBuffer destroy; PFN_vkDeviceWaitIdle wait; } f;
        for (size_t i = 0; i < sizeof destroys / sizeof *destroys; i++) {
            f.any = vkGetDeviceProcAddr(kit.device, destroys[i]);
            CHECK(f.any != NULL);
            if (f.any)
                f.destroy(VK_NULL_HANDLE, VK_NULL_HANDLE, NULL);
        }
        f.any = vkGetDeviceProcAddr(kit.device, "vkDeviceWaitIdle");
        CHECK_EQ(f.wait(VK_NULL_HANDLE), VK_ERROR_DEVICE_LOST);
    }
    kit_close(&kit);
}

int main(int argc, char **argv)
{
    (void)argc;
    kit_choose(argv[0]);
    extensions();
    version(0, false);
    version(VK_API_VERSION_1_1, true);
    version(VK_API_VERSION_1_2, false);
    version(VK_API_VERSION_1_3, true);
    nothing();
    return check_end("vulkan_proc_addr");
}
