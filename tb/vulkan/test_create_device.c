/* SPDX-License-Identifier: Apache-2.0
 * test_create_device.c - what a device may be made with: features, extensions and queues.  What the device does not have is refused
 * by its name.  The structures of a version and of extensions report the same.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

#include "../../c_model/vulkan/newer.h"

#include <string.h>

static struct kit kit;

static VkResult create(const VkDeviceCreateInfo *info)
{
    VkDevice device = VK_NULL_HANDLE;
    const VkResult result = vkCreateDevice(kit.physical, info, NULL, &device);

    if (result == VK_SUCCESS)
        vkDestroyDevice(device, NULL);
    return result;
}

static void expect_said(const char *words)
{
    CHECK(kit_said(&kit, words));
}

static const float priority[8] = {1, 1, 1, 1, 1, 1, 1, 1};
static const VkDeviceQueueCreateInfo one_queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = priority};

static VkDeviceCreateInfo with(const void *chain)
{
    return (VkDeviceCreateInfo){.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = chain, .queueCreateInfoCount = 1, .pQueueCreateInfos = &one_queue};
}

/* ---- features ---- */

static void refuse_feature(const void *chain, const char *words)
{
    const VkDeviceCreateInfo info = with(chain);

    CHECK_EQ(create(&info), VK_ERROR_FEATURE_NOT_PRESENT);
    expect_said(words);
}

static void check_features(void)
{
    VkPhysicalDeviceFeatures core = {.tessellationShader = VK_TRUE};
    VkPhysicalDeviceVulkan12Features v12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .shaderOutputLayer = VK_TRUE};
    VkPhysicalDeviceVulkan13Features v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .dynamicRendering = VK_TRUE};
    VkPhysicalDeviceMultiviewFeatures views = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES, .multiview = VK_TRUE};
    VkPhysicalDeviceFeatures2 two = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .features.geometryShader = VK_TRUE};
    VkDeviceCreateInfo info = with(NULL);

    info.pEnabledFeatures = &core;
    CHECK_EQ(create(&info), VK_ERROR_FEATURE_NOT_PRESENT);
    expect_said("vkCreateDevice: VkPhysicalDeviceFeatures2: the device does not have tessellationShader");
    refuse_feature(&v12, "VkPhysicalDeviceVulkan12Features: the device does not have shaderOutputLayer");
    refuse_feature(&v13, "VkPhysicalDeviceVulkan13Features: the device does not have dynamicRendering");
    refuse_feature(&views, "VkPhysicalDeviceMultiviewFeatures: the device does not have multiview");
    refuse_feature(&two, "VkPhysicalDeviceFeatures2: the device does not have geometryShader");
    /* of an extension that the device does not have; the last of a chain */
    VkPhysicalDeviceAccelerationStructureFeaturesKHR rays = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_FEATURES_KHR,
                                                             .accelerationStructureHostCommands = VK_TRUE};
    v13 = (VkPhysicalDeviceVulkan13Features){.sType = v13.sType, .pNext = &rays, .maintenance4 = VK_TRUE};
    refuse_feature(&v13, "VkPhysicalDeviceAccelerationStructureFeaturesKHR: the device does not have accelerationStructureHostCommands");
    /* all false is nothing to refuse */
    rays.accelerationStructureHostCommands = VK_FALSE;
    info = with(&v13);
    CHECK_EQ(create(&info), VK_SUCCESS);
    CHECK_EQ(*kit.said, 0);
}

/* What the driver reports can be had, all of it at once. */
static void check_all(void)
{
    VkPhysicalDeviceVulkan13Features v13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    VkPhysicalDeviceVulkan12Features v12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &v13};
    VkPhysicalDeviceVulkan11Features v11 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, .pNext = &v12};
    VkPhysicalDeviceFeatures2 two = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &v11};
    VkPhysicalDeviceFeatures core;
    VkDeviceCreateInfo info = with(&two);

    vkGetPhysicalDeviceFeatures2(kit.physical, &two);
    vkGetPhysicalDeviceFeatures(kit.physical, &core);
    CHECK(!memcmp(&core, &two.features, sizeof core));
    CHECK_EQ(create(&info), VK_SUCCESS);
    CHECK_EQ(*kit.said, 0);
    CHECK(v12.shaderFloat16 && v12.shaderInt8 && v12.bufferDeviceAddress && v12.subgroupBroadcastDynamicId && v13.computeFullSubgroups);
    CHECK(!v11.multiview && !v12.drawIndirectCount && !v13.dynamicRendering);
}

/* The same features in the structures of the extensions that they came from. */
static void check_same(void)
{
    VkPhysicalDeviceShaderFloat16Int8Features small = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES};
    VkPhysicalDevice8BitStorageFeatures bytes = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES, .pNext = &small};
    VkPhysicalDevice16BitStorageFeatures halves = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES, .pNext = &bytes, .storageInputOutput16 = 7};
    VkPhysicalDeviceBufferDeviceAddressFeatures address = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES, .pNext = &halves,
                                                           .bufferDeviceAddressMultiDevice = 7};
    VkPhysicalDeviceSubgroupSizeControlFeatures control = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES, .pNext = &address};
    VkPhysicalDeviceShaderTerminateInvocationFeatures ends = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_TERMINATE_INVOCATION_FEATURES, .pNext = &control};
    /* of extensions that the device does not have; the member of one has the name of another's */
    VkPhysicalDeviceBufferDeviceAddressFeaturesEXT old = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES_EXT, .pNext = &ends,
                                                          .bufferDeviceAddress = 7};
    VkPhysicalDeviceMeshShaderFeaturesEXT mesh = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MESH_SHADER_FEATURES_EXT, .pNext = &old, .meshShader = 7};
    VkPhysicalDeviceFeatures2 two = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &mesh};

    vkGetPhysicalDeviceFeatures2(kit.physical, &two);
    CHECK(small.shaderFloat16 && small.shaderInt8 && bytes.storageBuffer8BitAccess && bytes.storagePushConstant8);
    CHECK(halves.storageBuffer16BitAccess && halves.uniformAndStorageBuffer16BitAccess && halves.storagePushConstant16);
    CHECK_EQ(halves.storageInputOutput16, VK_FALSE);
    CHECK_EQ(address.bufferDeviceAddress, VK_TRUE);
    CHECK_EQ(address.bufferDeviceAddressMultiDevice, VK_FALSE);
    CHECK(control.subgroupSizeControl && control.computeFullSubgroups && ends.shaderTerminateInvocation);
    CHECK_EQ(mesh.meshShader, VK_FALSE);
    CHECK_EQ(old.bufferDeviceAddress, VK_FALSE);
}

static void check_chains(void)
{
    VkPhysicalDeviceVulkan12Features twice[2] = {{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .pNext = &twice[1]},
                                                 {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES}};
    VkPhysicalDeviceFeatures2 two = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    VkPhysicalDeviceFeatures core = {.shaderInt64 = VK_TRUE};
    VkDeviceCreateInfo info = with(twice);

    CHECK_EQ(create(&info), VK_ERROR_INITIALIZATION_FAILED);
    expect_said("VkPhysicalDeviceVulkan12Features is there twice");
    info = with(&two);
    info.pEnabledFeatures = &core;
    CHECK_EQ(create(&info), VK_ERROR_INITIALIZATION_FAILED);
    expect_said("both pEnabledFeatures and VkPhysicalDeviceFeatures2");
    /* a structure of no registry: the device is made, and a warning reports that it changes nothing */
    struct { VkStructureType sType; void *pNext; VkBool32 wish; } strange = {(VkStructureType)1999999000, NULL, VK_TRUE};
    info = with(&strange);
    CHECK_EQ(create(&info), VK_SUCCESS);
    expect_said("the driver does not know the structure with sType 1999999000: what it asks for is not enabled");
    const VkDeviceGroupDeviceCreateInfo group = {.sType = VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO, .physicalDeviceCount = 1, .pPhysicalDevices = &kit.physical};
    info = with(&group);
    CHECK_EQ(create(&info), VK_SUCCESS);
    CHECK_EQ(*kit.said, 0);
}

/* ---- extensions and queues ---- */

static void check_extensions(void)
{
    VkExtensionProperties has[200];
    const char *name[200];
    uint32_t count = 200;
    VkDeviceCreateInfo info = with(NULL);

    CHECK_EQ(vkEnumerateDeviceExtensionProperties(kit.physical, NULL, &count, has), VK_SUCCESS);
    for (uint32_t i = 0; i < count; i++) {
        name[i] = has[i].extensionName;
        CHECK(has[i].specVersion > 0);
        for (uint32_t k = 0; k < i; k++)
            CHECK(strcmp(name[i], name[k]) != 0);
    }
    info.enabledExtensionCount = count;
    info.ppEnabledExtensionNames = name;
    CHECK_EQ(create(&info), VK_SUCCESS);
    static const char *const wrong[] = {"VK_KHR_maintenance4", "VK_KHR_ray_query"};
    info.enabledExtensionCount = 2;
    info.ppEnabledExtensionNames = wrong;
    CHECK_EQ(create(&info), VK_ERROR_EXTENSION_NOT_PRESENT);
    expect_said("VK_KHR_ray_query");    /* by the loader, which looks first */
    count = 3;
    CHECK_EQ(vkEnumerateDeviceExtensionProperties(kit.physical, NULL, &count, has), VK_INCOMPLETE);
    CHECK_EQ(count, 3);
}

static void refuse_queues(VkDeviceQueueCreateInfo *queue, uint32_t infos, const char *words)
{
    VkDeviceCreateInfo info = with(NULL);

    info.queueCreateInfoCount = infos;
    info.pQueueCreateInfos = queue;
    CHECK_EQ(create(&info), VK_ERROR_INITIALIZATION_FAILED);
    expect_said(words);
}

static void check_queues(void)
{
    VkDeviceQueueCreateInfo queue[2] = {one_queue, one_queue};

    refuse_queues(queue, 2, "again 1 queues of family 0");
    queue->queueCount = 5;
    refuse_queues(queue, 1, "5 queues of family 0 with flags 0x0; expected 1 to 4 of family 0");
    queue->queueCount = 1;
    queue->flags = VK_DEVICE_QUEUE_CREATE_PROTECTED_BIT;
    refuse_queues(queue, 1, "with flags 0x1");
    queue->flags = 0;
    queue->queueFamilyIndex = 1;
    refuse_queues(queue, 1, "of family 1");
    queue->queueFamilyIndex = 0;
    queue->queueCount = 4;
    VkDeviceCreateInfo info = with(NULL);
    info.pQueueCreateInfos = queue;
    CHECK_EQ(create(&info), VK_SUCCESS);
}

int main(int argc, char **argv)
{
    (void)argc;
    kit_choose(argv[0]);
    kit_open(&kit, NULL);
    check_all();
    check_same();
    check_extensions();
    if (!kit_validates()) {        /* the validation layer has its own words for what is wrong */
        check_features();
        check_chains();
        check_queues();
    }
    kit_close(&kit);
    return check_end("vulkan_create_device");
}
