/* SPDX-License-Identifier: Apache-2.0
 * test_answers.c - what a program may ask a device, and labels that it may put.  Where the device has nothing, such as
 * shared memory, that is the answer, and no error.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "kit.h"

#include <string.h>

static struct kit kit;

/* ---- of the physical device -------------------------------------------------------------------------------------- */

/* Programs ask before they export: nothing is shared, and that is no error. */
static void handles(void)
{
    VkExternalBufferProperties buffer = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES};
    VkExternalFenceProperties fence = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_FENCE_PROPERTIES};
    VkExternalSemaphoreProperties semaphore = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES};
    const VkPhysicalDeviceExternalBufferInfo of_buffer = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO,
        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};

    memset(&buffer.externalMemoryProperties, 0xff, sizeof buffer.externalMemoryProperties);
    memset(&fence.exportFromImportedHandleTypes, 0xff, 3 * sizeof(VkFlags));
    memset(&semaphore.exportFromImportedHandleTypes, 0xff, 3 * sizeof(VkFlags));
    vkGetPhysicalDeviceExternalBufferProperties(kit.physical, &of_buffer, &buffer);
    CHECK_EQ(buffer.externalMemoryProperties.externalMemoryFeatures, 0);
    CHECK_EQ(buffer.externalMemoryProperties.exportFromImportedHandleTypes, 0);
    CHECK_EQ(buffer.externalMemoryProperties.compatibleHandleTypes, VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT);
    vkGetPhysicalDeviceExternalFenceProperties(kit.physical, &(VkPhysicalDeviceExternalFenceInfo){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_FENCE_INFO,
        .handleType = VK_EXTERNAL_FENCE_HANDLE_TYPE_SYNC_FD_BIT}, &fence);
    CHECK_EQ(fence.externalFenceFeatures | fence.compatibleHandleTypes | fence.exportFromImportedHandleTypes, 0);
    vkGetPhysicalDeviceExternalSemaphoreProperties(kit.physical, &(VkPhysicalDeviceExternalSemaphoreInfo){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT}, &semaphore);
    CHECK_EQ(semaphore.externalSemaphoreFeatures | semaphore.compatibleHandleTypes, 0);
    CHECK_EQ(semaphore.exportFromImportedHandleTypes, 0);
}

/* ... but to export all the same is one: others would wait for nothing. */
static void exports(void)
{
    VkExportFenceCreateInfo of_fence = {.sType = VK_STRUCTURE_TYPE_EXPORT_FENCE_CREATE_INFO,
                                        .handleTypes = VK_EXTERNAL_FENCE_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkExportSemaphoreCreateInfo of_semaphore = {.sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
                                                .handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_SYNC_FD_BIT};
    const VkFenceCreateInfo fences = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, .pNext = &of_fence};
    const VkSemaphoreCreateInfo semaphores = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &of_semaphore};
    VkFence fence;
    VkSemaphore semaphore;

    CHECK_EQ(vkCreateFence(kit.device, &fences, NULL, &fence), VK_ERROR_FEATURE_NOT_PRESENT);
    KIT_SAID(&kit, "vkCreateFence");
    CHECK_EQ(vkCreateSemaphore(kit.device, &semaphores, NULL, &semaphore), VK_ERROR_FEATURE_NOT_PRESENT);
    KIT_SAID(&kit, "vkCreateSemaphore");
    CHECK(fence == VK_NULL_HANDLE && semaphore == VK_NULL_HANDLE);
    of_fence.handleTypes = of_semaphore.handleTypes = 0;
    CHECK_EQ(vkCreateFence(kit.device, &fences, NULL, &fence), VK_SUCCESS);
    CHECK_EQ(vkCreateSemaphore(kit.device, &semaphores, NULL, &semaphore), VK_SUCCESS);
    vkDestroyFence(kit.device, fence, NULL);
    vkDestroySemaphore(kit.device, semaphore, NULL);
}

static void families(void)
{
    VkQueueFamilyProperties one[2];
    VkQueueFamilyProperties2 two[2] = {{.sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2},
                                       {.sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2}};
    uint32_t ones = 2, twos = 2;

    vkGetPhysicalDeviceQueueFamilyProperties(kit.physical, &ones, one);
    vkGetPhysicalDeviceQueueFamilyProperties2(kit.physical, &twos, two);
    CHECK_EQ(ones, 1);
    CHECK_EQ(twos, 1);
    CHECK_EQ(one[0].queueFlags, VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT);
    CHECK_EQ(one[0].queueCount, 4);
    CHECK_EQ(one[0].timestampValidBits, 64);
    CHECK(!memcmp(&one[0], &two[0].queueFamilyProperties, sizeof one[0]));
}

static void groups(void)
{
    VkPhysicalDeviceGroupProperties group = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES, .physicalDeviceCount = 9};
    uint32_t count = 0;

    KIT_NEED(vkEnumeratePhysicalDeviceGroups(kit.instance, &count, NULL));
    CHECK_EQ(count, 1);
    KIT_NEED(vkEnumeratePhysicalDeviceGroups(kit.instance, &count, &group));
    CHECK_EQ(group.physicalDeviceCount, 1);
    CHECK(group.physicalDevices[0] == kit.physical);
    CHECK_EQ(group.subsetAllocation, VK_FALSE);
}

/* ---- of the device ----------------------------------------------------------------------------------------------- */

static void resources(void)
{
    struct kit_buffer b = kit_buffer(&kit, 100);
    VkMemoryDedicatedRequirements dedicated = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS, .prefersDedicatedAllocation = 7,
        .requiresDedicatedAllocation = 7};
    VkMemoryRequirements2 two = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2, .pNext = &dedicated};
    VkMemoryRequirements one;
    VkPeerMemoryFeatureFlags peer = 0;
    const VkBufferDeviceAddressInfo of_buffer = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = b.buffer};
    const VkDeviceMemoryOpaqueCaptureAddressInfo of_memory = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_MEMORY_OPAQUE_CAPTURE_ADDRESS_INFO, .memory = b.memory};

    vkGetBufferMemoryRequirements(kit.device, b.buffer, &one);
    vkGetBufferMemoryRequirements2(kit.device, &(VkBufferMemoryRequirementsInfo2){
        .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2, .buffer = b.buffer}, &two);
    CHECK(one.size >= 100 && one.alignment && !(one.alignment & (one.alignment - 1)) && one.memoryTypeBits == 1);
    CHECK_EQ(two.memoryRequirements.size, one.size);
    CHECK_EQ(two.memoryRequirements.alignment, one.alignment);
    CHECK_EQ(two.memoryRequirements.memoryTypeBits, one.memoryTypeBits);
    CHECK_EQ(dedicated.prefersDedicatedAllocation | dedicated.requiresDedicatedAllocation, VK_FALSE);
    if (!kit.validates) {               /* there is no peer; addresses are not captured; memory is not lazy */
        VkDeviceSize committed = 0;
        vkGetDeviceGroupPeerMemoryFeatures(kit.device, 0, 0, 0, &peer);
        CHECK_EQ(peer, 15);
        CHECK_EQ(vkGetBufferOpaqueCaptureAddress(kit.device, &of_buffer), 0);
        CHECK_EQ(vkGetDeviceMemoryOpaqueCaptureAddress(kit.device, &of_memory), 0);
        vkGetDeviceMemoryCommitment(kit.device, b.memory, &committed);
        CHECK(committed >= 100);
    }
    kit_buffer_free(&kit, &b);
}

#define COMMAND(name) const PFN_##name name = (PFN_##name)vkGetInstanceProcAddr(kit.instance, #name)

/* Labels change nothing: the commands between them run. */
static void labels(void)
{
    COMMAND(vkSetDebugUtilsObjectTagEXT);
    COMMAND(vkQueueBeginDebugUtilsLabelEXT);
    COMMAND(vkQueueEndDebugUtilsLabelEXT);
    COMMAND(vkQueueInsertDebugUtilsLabelEXT);
    COMMAND(vkCmdBeginDebugUtilsLabelEXT);
    COMMAND(vkCmdEndDebugUtilsLabelEXT);
    COMMAND(vkCmdInsertDebugUtilsLabelEXT);
    const VkDebugUtilsLabelEXT label = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT, .pLabelName = "fill"};
    struct kit_buffer b = kit_buffer(&kit, 64);
    const VkCommandBuffer c = kit_begin(&kit);

    KIT_NEED(vkSetDebugUtilsObjectTagEXT(kit.device, &(VkDebugUtilsObjectTagInfoEXT){
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_TAG_INFO_EXT, .objectType = VK_OBJECT_TYPE_BUFFER,
        .objectHandle = (uint64_t)(uintptr_t)b.buffer, .tagName = 3,
        .tagSize = 4, .pTag = "tag"}));
    vkCmdBeginDebugUtilsLabelEXT(c, &label);
    vkCmdFillBuffer(c, b.buffer, 0, VK_WHOLE_SIZE, 0x1234);
    vkCmdInsertDebugUtilsLabelEXT(c, &label);
    vkCmdEndDebugUtilsLabelEXT(c);
    vkQueueBeginDebugUtilsLabelEXT(kit.queue[0], &label);
    CHECK_EQ(kit_submit(&kit, c), VK_SUCCESS);
    vkQueueInsertDebugUtilsLabelEXT(kit.queue[0], &label);
    vkQueueEndDebugUtilsLabelEXT(kit.queue[0]);
    for (unsigned i = 0; i < 16; i++)
        CHECK_EQ(b.word[i], 0x1234);
    kit_buffer_free(&kit, &b);
}

int main(int argc, char **argv)
{
    (void)argc;
    kit_choose(argv[0]);
    kit_open(&kit, NULL);
    handles();
    if (!kit.validates)
        exports();
    families();
    groups();
    resources();
    labels();
    kit_close(&kit);
    return check_end("vulkan_answers");
}
