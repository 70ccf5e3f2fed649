/* SPDX-License-Identifier: Apache-2.0
 * test_refused.c - objects that the device cannot make, and commands that it does not have: each ends in an error with
 * its name in a message.  test_image_refused.c has those of images and samplers, test_create_device.c those of devices.
 * Not validated: all of it is invalid usage.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "images.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "thread_ids.spv.h"

#define REFUSED(call, words) \
    do { \
        CHECK((call) < 0); \
        CHECK(kit_said(&kit, (words))); \
    } while (0)

static struct kit kit;

static void memory(void)
{
    const VkExportMemoryAllocateInfo export = {.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
                                               .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    const VkImportMemoryFdInfoKHR import = {.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR, .fd = -1};
    const VkMemoryOpaqueCaptureAddressAllocateInfo capture = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_OPAQUE_CAPTURE_ADDRESS_ALLOCATE_INFO, .opaqueCaptureAddress = 4096};
    const VkExternalMemoryBufferCreateInfo shared = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
                                                     .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    const VkExternalMemoryImageCreateInfo shared_image = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
                                                          .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &export,
                                 .allocationSize = 64};
    VkDeviceMemory got;
    VkBuffer buffer;
    VkImage image;

    REFUSED(vkAllocateMemory(kit.device, &info, NULL, &got), "neither imported nor exported");
    info.pNext = &import;
    CHECK_EQ(vkAllocateMemory(kit.device, &info, NULL, &got), VK_ERROR_INVALID_EXTERNAL_HANDLE);
    KIT_SAID(&kit, "neither imported nor exported");
    info.pNext = &capture;
    CHECK_EQ(vkAllocateMemory(kit.device, &info, NULL, &got), VK_ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS);
    KIT_SAID(&kit, "captured");
    REFUSED(vkCreateBuffer(kit.device, &(VkBufferCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .pNext = &shared, .size = 64, .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT}, NULL, &buffer), "external");
    REFUSED(vkCreateImage(kit.device, &(VkImageCreateInfo){.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .pNext = &shared_image, .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R8_UNORM, .extent = {1, 1, 1},
        .mipLevels = 1, .arrayLayers = 1, .samples = VK_SAMPLE_COUNT_1_BIT, .usage = VK_IMAGE_USAGE_SAMPLED_BIT},
        NULL, &image), "shared with other devices");
}

static void images(void)
{
    const VkSamplerYcbcrConversionInfo planes = {.sType = VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_INFO};
    struct kit_image image = kit_image_2d(&kit, VK_FORMAT_R8G8B8A8_UNORM, 4, 4);
    VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .pNext = &planes,
                                  .image = image.image,
                                  .viewType = VK_IMAGE_VIEW_TYPE_2D, .format = VK_FORMAT_R8G8B8A8_UNORM,
                                  .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    VkSamplerCreateInfo sampler = kit_sampler_info();
    uint32_t count = 7;
    VkImageView made;
    VkSampler got;

    REFUSED(vkCreateImageView(kit.device, &view, NULL, &made), "YCbCr");
    view.pNext = NULL;
    view.components.g = (VkComponentSwizzle)9;
    REFUSED(vkCreateImageView(kit.device, &view, NULL, &made), "such a swizzle");
    sampler.pNext = &planes;
    REFUSED(vkCreateSampler(kit.device, &sampler, NULL, &got), "samplerYcbcrConversion");
    sampler.pNext = NULL;
    sampler.addressModeV = (VkSamplerAddressMode)77;
    REFUSED(vkCreateSampler(kit.device, &sampler, NULL, &got), "such an address mode");
    vkGetImageSparseMemoryRequirements(kit.device, image.image, &count, NULL);
    CHECK_EQ(count, 0);
    kit_image_free(&kit, &image);
}

/* ---- pipelines --------------------------------------------------------------------------------------------------- */

static VkResult pipeline(VkPipelineLayout layout, VkShaderModule module, const VkSpecializationInfo *specs,
                         VkPipeline *made)
{
    return vkCreateComputePipelines(kit.device, VK_NULL_HANDLE, 1, &(VkComputePipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = layout, .stage = {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT,
            .module = module, .pName = "main", .pSpecializationInfo = specs}}, NULL, made);
}

/* Values of constants that are beyond the data, where no memory is, are 0: here a group of no threads. */
static void constants(VkPipelineLayout layout)
{
    const long page = sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * (size_t)page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const VkSpecializationMapEntry entry[2] = {{0, 4, 4}, {1, UINT32_MAX, 4}};
    const VkSpecializationInfo specs = {2, entry, 4, pages + page - 4};
    VkShaderModule module;
    VkPipeline made;

    CHECK(pages != MAP_FAILED && !mprotect(pages + page, (size_t)page, PROT_NONE));
    KIT_NEED(vkCreateShaderModule(kit.device, &(VkShaderModuleCreateInfo){
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof thread_ids, .pCode = thread_ids},
        NULL, &module));
    REFUSED(pipeline(layout, module, &specs, &made), "0 threads in x");
    vkDestroyShaderModule(kit.device, module, NULL);
    munmap(pages, 2 * (size_t)page);
}

static void pipelines(void)
{
    VkDescriptorSetLayout set[9];
    VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 9,
                                       .pSetLayouts = set};
    VkPipelineLayout layout;
    VkPipeline made;

    KIT_NEED(vkCreateDescriptorSetLayout(kit.device, &(VkDescriptorSetLayoutCreateInfo){
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO}, NULL, &set[0]));
    for (int i = 1; i < 9; i++)
        set[i] = set[0];
    REFUSED(vkCreatePipelineLayout(kit.device, &info, NULL, &layout), "9 sets; the device has 8");
    info.setLayoutCount = 8;
    KIT_NEED(vkCreatePipelineLayout(kit.device, &info, NULL, &layout));
    REFUSED(pipeline(layout, VK_NULL_HANDLE, NULL, &made), "there is no module");
    CHECK(made == VK_NULL_HANDLE);
    constants(layout);
    vkDestroyPipelineLayout(kit.device, layout, NULL);
    vkDestroyDescriptorSetLayout(kit.device, set[0], NULL);
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

static void ends_in(VkCommandBuffer c, const char *words)
{
    CHECK(vkEndCommandBuffer(c) < 0);
    CHECK(kit_said(&kit, words));
    vkFreeCommandBuffers(kit.device, kit.pool, 1, &c);
}

static void commands(void)
{
    const VkBlitImageInfo2 blit = {.sType = VK_STRUCTURE_TYPE_BLIT_IMAGE_INFO_2};
    const VkResolveImageInfo2 resolve = {.sType = VK_STRUCTURE_TYPE_RESOLVE_IMAGE_INFO_2};
    VkCommandBuffer c = kit_begin(&kit);

    vkCmdBlitImage2(c, &blit);
    ends_in(c, "vkCmdBlitImage2");
    c = kit_begin(&kit);
    vkCmdResolveImage2(c, &resolve);
    ends_in(c, "vkCmdResolveImage2");
    c = kit_begin(&kit);
    vkCmdDispatch(c, 1, 1, 1);
    ends_in(c, "vkCmdDispatch: no compute pipeline is bound");
    c = kit_begin(&kit);
    vkCmdSetDeviceMask(c, 2);
    ends_in(c, "vkCmdSetDeviceMask");
}

int main(int argc, char **argv)
{
    (void)argc;
    unsetenv("WF_VALIDATE");
    kit_open_images(&kit, argv[0], false);
    memory();
    images();
    pipelines();
    commands();
    kit_close(&kit);
    return check_end("vulkan_refused");
}
