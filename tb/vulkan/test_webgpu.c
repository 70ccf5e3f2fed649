/* SPDX-License-Identifier: Apache-2.0
 * test_webgpu.c - WAVEFOLD_VK=webgpu: the device reports what programs of WebGPU insist on.  It refuses each of
 * these by name when it is asked for.  Without the setting it reports none of them.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

#include "sums.spv.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static bool has_extension(const VkExtensionProperties *list, uint32_t count, const char *name)
{
    bool found = false;

    for (uint32_t i = 0; i < count; i++)
        found |= !strcmp(list[i].extensionName, name);
    return found;
}

static bool instance_has(const char *name)
{
    VkExtensionProperties list[64];
    uint32_t count = 64;

    CHECK_EQ(vkEnumerateInstanceExtensionProperties(NULL, &count, list), VK_SUCCESS);
    return has_extension(list, count, name);
}

static bool device_has(const struct kit *kit, const char *name)
{
    VkExtensionProperties list[200];
    uint32_t count = 200;

    CHECK_EQ(vkEnumerateDeviceExtensionProperties(kit->physical, NULL, &count, list), VK_SUCCESS);
    return has_extension(list, count, name);
}

static VkQueueFlags queue_flags(const struct kit *kit)
{
    VkQueueFamilyProperties family;
    uint32_t count = 1;

    vkGetPhysicalDeviceQueueFamilyProperties(kit->physical, &count, &family);
    CHECK_EQ(count, 1);
    return family.queueFlags;
}

/* It computes as it does without the setting. */
static void compute(struct kit *kit)
{
    struct kit_buffer in = kit_buffer(kit, 256), out = kit_buffer(kit, 264);
    struct kit_pipeline p = kit_pipeline(kit, sums, sizeof sums, 2, 0, 0);
    const VkDescriptorSet set = kit_set(kit, &p, (const struct kit_buffer *const[]){&in, &out}, 2);
    const VkCommandBuffer commands = kit_begin(kit);

    for (uint32_t i = 0; i < 64; i++)
        in.word[i] = 3;
    kit_dispatch(commands, &p, set, 1, 1, 1);
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    CHECK_EQ(out.word[2 + 31], 3 * (31 % kit->wave_size));
    kit_pipeline_free(kit, &p);
    kit_buffer_free(kit, &in);
    kit_buffer_free(kit, &out);
}

/* What the driver gives the loader, which looks at the extensions of a device itself. */
static PFN_vkVoidFunction command(const char *name)
{
    char path[4096];
    PFN_vkVoidFunction (*get)(VkInstance, const char *) = NULL;

    snprintf(path, sizeof path, "%.*s/libvulkan_wavefold.so", (int)(strrchr(getenv("VK_DRIVER_FILES"), '/') - getenv("VK_DRIVER_FILES")), getenv("VK_DRIVER_FILES"));
    void *library = dlopen(path, RTLD_NOW), *symbol = library ? dlsym(library, "vk_icdGetInstanceProcAddr") : NULL;
    CHECK(symbol != NULL);
    memcpy(&get, &symbol, sizeof get);
    const PFN_vkVoidFunction found = symbol ? get((VkInstance)(uintptr_t)sizeof get, name) : NULL;
    if (library)
        dlclose(library);
    return found;
}

static void check_plain(struct kit *kit)
{
    VkPhysicalDeviceFeatures f;

    kit_open(kit, NULL);
    CHECK_EQ(queue_flags(kit), VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT);
    CHECK(!device_has(kit, VK_KHR_SWAPCHAIN_EXTENSION_NAME));
    CHECK(!instance_has(VK_KHR_SURFACE_EXTENSION_NAME));
    vkGetPhysicalDeviceFeatures(kit->physical, &f);
    CHECK(!f.textureCompressionBC && !f.independentBlend && !f.fragmentStoresAndAtomics && !f.depthBiasClamp && !f.sampleRateShading && !f.fullDrawIndexUint32);
    CHECK(vkGetDeviceProcAddr(kit->device, "vkCreateSwapchainKHR") == NULL);
    CHECK(vkGetDeviceProcAddr(kit->device, "vkCmdDispatch") != NULL);
    CHECK(!command("vkCreateSwapchainKHR") && !command("vkGetPhysicalDeviceSurfaceSupportKHR"));
    CHECK(command("vkCmdDispatch") && command("vkCmdPushDescriptorSetKHR") && !command("vkCmdNothing"));
    kit_close(kit);
}

static void check_limits(const struct kit *kit)
{
    VkPhysicalDeviceProperties p;

    /* the limits that WebGPU promises by default */
    vkGetPhysicalDeviceProperties(kit->physical, &p);
    CHECK(p.limits.maxColorAttachments >= 8 && p.limits.maxFragmentOutputAttachments >= 8 && p.limits.maxVertexInputBindings >= 8);
    CHECK(p.limits.maxVertexInputAttributes >= 16 && p.limits.maxVertexInputBindingStride >= 2048 && p.limits.maxFramebufferWidth >= 8192);
    CHECK(p.limits.maxComputeWorkGroupInvocations >= 256 && p.limits.maxComputeSharedMemorySize >= 16384 && p.limits.maxImageDimension2D >= 8192);
    CHECK(p.limits.maxFragmentInputComponents >= 64 && p.limits.maxDrawIndexedIndexValue == UINT32_MAX && p.limits.maxFragmentCombinedOutputResources >= 20);
}

static void check_refused(struct kit *kit)
{
    /* the loader looks into the surface of a new swapchain, and there is none */
    const PFN_vkGetSwapchainImagesKHR images = (PFN_vkGetSwapchainImagesKHR)vkGetDeviceProcAddr(kit->device, "vkGetSwapchainImagesKHR");
    uint32_t count = 0;
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkRenderPass pass = VK_NULL_HANDLE;

    CHECK(command("vkCreateSwapchainKHR") && command("vkGetPhysicalDeviceSurfaceSupportKHR"));
    CHECK(vkGetDeviceProcAddr(kit->device, "vkCreateSwapchainKHR") != NULL);
    CHECK(images && images(kit->device, VK_NULL_HANDLE, &count, NULL) == VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK(kit_said(kit, "vkGetSwapchainImagesKHR: this device has compute shaders alone"));
    CHECK_EQ(vkCreateRenderPass(kit->device, &(VkRenderPassCreateInfo){.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO}, NULL, &pass),
             VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK(kit_said(kit, "vkCreateRenderPass"));
    CHECK_EQ(vkCreateGraphicsPipelines(kit->device, VK_NULL_HANDLE, 1, &(VkGraphicsPipelineCreateInfo){.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO},
                                       NULL, &pipeline), VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK(kit_said(kit, "vkCreateGraphicsPipelines"));
    CHECK(pass == VK_NULL_HANDLE && pipeline == VK_NULL_HANDLE);
}

static void check_webgpu(struct kit *kit)
{
    static const char *const extension[] = {VK_KHR_SWAPCHAIN_EXTENSION_NAME};
    const VkPhysicalDeviceVulkan13Features v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .maintenance4 = VK_TRUE};
    const VkPhysicalDeviceVulkan12Features v12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = (void *)(uintptr_t)&v13,
                                                  .bufferDeviceAddress = VK_TRUE};
    const VkPhysicalDeviceFeatures2 two = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = (void *)(uintptr_t)&v12,
        .features = {.textureCompressionBC = VK_TRUE, .independentBlend = VK_TRUE, .fragmentStoresAndAtomics = VK_TRUE, .depthBiasClamp = VK_TRUE,
                     .sampleRateShading = VK_TRUE, .fullDrawIndexUint32 = VK_TRUE}};
    VkPhysicalDeviceSubgroupProperties subgroup = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};

    const bool validates = kit_validates();     /* a layer asks for VK_KHR_surface of the instance, too */

    CHECK(instance_has(VK_KHR_SURFACE_EXTENSION_NAME));
    kit_open(kit, &(struct kit_wishes){.extension = extension, .extensions = !validates, .features = &two});
    CHECK_EQ(queue_flags(kit), VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT);
    CHECK(device_has(kit, VK_KHR_SWAPCHAIN_EXTENSION_NAME));
    vkGetPhysicalDeviceProperties2(kit->physical, &(VkPhysicalDeviceProperties2){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &subgroup});
    CHECK_EQ(subgroup.supportedStages, VK_SHADER_STAGE_COMPUTE_BIT | VK_SHADER_STAGE_FRAGMENT_BIT);
    check_limits(kit);
    compute(kit);
    if (!validates)                     /* a layer looks into the structures first */
        check_refused(kit);
    kit_close(kit);
}

/* A word that is no setting: no device, rather than one without what was meant. */
static void check_wrong(void)
{
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    VkInstance instance;

    setenv("WAVEFOLD_VK", "webgl", 1);
    CHECK(vkCreateInstance(&(VkInstanceCreateInfo){.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application}, NULL, &instance) < 0);
}

int main(int argc, char **argv)
{
    struct kit kit;

    (void)argc;
    kit_choose(argv[0]);
    unsetenv("WAVEFOLD_VK");
    check_plain(&kit);
    setenv("WAVEFOLD_VK", "webgpu", 1);
    check_webgpu(&kit);
    check_wrong();
    return check_end("vulkan_webgpu");
}
