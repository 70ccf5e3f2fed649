/* SPDX-License-Identifier: Apache-2.0
 * test_image_refused.c - what the device answers about images that it does not have, and what it does when it is asked for
 * them all the same.  That is invalid usage, which a validation layer does not see here.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "images.h"

#include <string.h>

#include "image_beyond.spv.h"
#include "image_sampled_f.spv.h"

/* A call that asks for something that is not there: an error, and a message with these words. */
#define REFUSED(call, words) \
    do { \
        CHECK((call) < 0); \
        CHECK(kit_said(&kit, (words))); \
    } while (0)

static struct kit kit;

static VkResult ask(VkFormat format, VkImageType type, VkImageTiling tiling, VkImageUsageFlags usage, VkImageCreateFlags flags, VkImageFormatProperties *p)
{
    VkExternalImageFormatProperties external = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES, .externalMemoryProperties = {1, 1, 1}};
    VkSamplerYcbcrConversionImageFormatProperties planes = {.sType = VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_IMAGE_FORMAT_PROPERTIES, .pNext = &external};
    VkImageFormatProperties2 two = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2, .pNext = &planes};
    const VkResult first = vkGetPhysicalDeviceImageFormatProperties(kit.physical, format, type, tiling, usage, flags, p);
    const VkResult second = vkGetPhysicalDeviceImageFormatProperties2(kit.physical, &(VkPhysicalDeviceImageFormatInfo2){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2, .format = format, .type = type, .tiling = tiling, .usage = usage, .flags = flags}, &two);

    CHECK_EQ(first, second);
    CHECK(planes.combinedImageSamplerDescriptorCount == 1 && external.externalMemoryProperties.externalMemoryFeatures == 0);
    CHECK(!memcmp(p, &two.imageFormatProperties, sizeof *p));
    return first;
}

static void limits(void)
{
    const VkImageTiling optimal = VK_IMAGE_TILING_OPTIMAL, linear = VK_IMAGE_TILING_LINEAR;
    const VkImageUsageFlags sampled = VK_IMAGE_USAGE_SAMPLED_BIT, storage = VK_IMAGE_USAGE_STORAGE_BIT;
    VkPhysicalDeviceProperties properties;
    VkImageFormatProperties p;

    vkGetPhysicalDeviceProperties(kit.physical, &properties);
    const VkPhysicalDeviceLimits *l = &properties.limits;
    CHECK_EQ(ask(VK_FORMAT_R8_UNORM, VK_IMAGE_TYPE_1D, optimal, sampled, 0, &p), VK_SUCCESS);
    CHECK(p.maxExtent.width == l->maxImageDimension1D && p.maxExtent.height == 1 && p.maxExtent.depth == 1 && p.maxMipLevels == 15 && p.sampleCounts == 1);
    CHECK_EQ(p.maxArrayLayers, l->maxImageArrayLayers);
    CHECK_EQ(ask(VK_FORMAT_R8_UNORM, VK_IMAGE_TYPE_2D, optimal, sampled | storage, 0, &p), VK_SUCCESS);
    CHECK(p.maxExtent.width == l->maxImageDimension2D && p.maxExtent.height == p.maxExtent.width && p.maxExtent.depth == 1 && p.maxMipLevels == 15);
    CHECK(p.sampleCounts == 31 && p.sampleCounts == l->storageImageSampleCounts && p.sampleCounts == l->sampledImageColorSampleCounts &&
          p.sampleCounts == l->sampledImageIntegerSampleCounts);
    CHECK(p.maxResourceSize >= UINT64_C(1) << 31);
    CHECK_EQ(ask(VK_FORMAT_R8_UNORM, VK_IMAGE_TYPE_2D, linear, sampled, 0, &p), VK_SUCCESS);
    CHECK_EQ(p.sampleCounts, 1);
    CHECK_EQ(ask(VK_FORMAT_R8_UNORM, VK_IMAGE_TYPE_3D, optimal, sampled, 0, &p), VK_SUCCESS);
    CHECK(p.maxExtent.width == l->maxImageDimension3D && p.maxExtent.depth == p.maxExtent.width && p.maxMipLevels == 12 && p.maxArrayLayers == 1 && p.sampleCounts == 1);
    CHECK_EQ(ask(VK_FORMAT_R8_UNORM, VK_IMAGE_TYPE_2D, optimal, sampled, VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT, &p), VK_SUCCESS);
    CHECK(p.maxExtent.width == l->maxImageDimensionCube && p.sampleCounts == 1);
    CHECK_EQ(ask(VK_FORMAT_R8G8B8A8_SRGB, VK_IMAGE_TYPE_2D, optimal, storage, VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_EXTENDED_USAGE_BIT, &p), VK_SUCCESS);
    static const struct { VkFormat format; VkImageType type; VkImageUsageFlags usage; VkImageCreateFlags flags; } none[] = {
        {VK_FORMAT_R8G8B8A8_SRGB, VK_IMAGE_TYPE_2D, VK_IMAGE_USAGE_STORAGE_BIT, 0}, {VK_FORMAT_D16_UNORM, VK_IMAGE_TYPE_2D, VK_IMAGE_USAGE_STORAGE_BIT, 0},
        {VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, 0},
        {VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT, 0},
        {VK_FORMAT_D32_SFLOAT, VK_IMAGE_TYPE_2D, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, 0}, {VK_FORMAT_S8_UINT, VK_IMAGE_TYPE_2D, VK_IMAGE_USAGE_SAMPLED_BIT, 0},
        {VK_FORMAT_BC1_RGB_UNORM_BLOCK, VK_IMAGE_TYPE_2D, VK_IMAGE_USAGE_SAMPLED_BIT, 0}, {VK_FORMAT_R8G8B8_UNORM, VK_IMAGE_TYPE_2D, VK_IMAGE_USAGE_SAMPLED_BIT, 0},
        {VK_FORMAT_R8_UNORM, VK_IMAGE_TYPE_2D, VK_IMAGE_USAGE_SAMPLED_BIT, VK_IMAGE_CREATE_SPARSE_BINDING_BIT},
        {VK_FORMAT_R8_UNORM, VK_IMAGE_TYPE_2D, VK_IMAGE_USAGE_SAMPLED_BIT, VK_IMAGE_CREATE_PROTECTED_BIT},
        {VK_FORMAT_R8_UNORM, VK_IMAGE_TYPE_3D, VK_IMAGE_USAGE_SAMPLED_BIT, VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT}};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        CHECK_EQ(ask(none[i].format, none[i].type, optimal, none[i].usage, none[i].flags, &p), VK_ERROR_FORMAT_NOT_SUPPORTED);
        CHECK(!p.maxMipLevels && !p.sampleCounts && !p.maxResourceSize && !p.maxExtent.width);
    }
    CHECK_EQ(vkGetPhysicalDeviceImageFormatProperties2(kit.physical, &(VkPhysicalDeviceImageFormatInfo2){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
        .pNext = &(VkPhysicalDeviceExternalImageFormatInfo){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO,
                                                            .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT},
        .format = VK_FORMAT_R8_UNORM, .type = VK_IMAGE_TYPE_2D, .usage = sampled},
        &(VkImageFormatProperties2){.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2}), VK_ERROR_FORMAT_NOT_SUPPORTED);
    VkFormatProperties f;
    vkGetPhysicalDeviceFormatProperties(kit.physical, VK_FORMAT_BC7_UNORM_BLOCK, &f);
    CHECK(!f.linearTilingFeatures && !f.optimalTilingFeatures && !f.bufferFeatures);
}

static void sparse(void)
{
    uint32_t count = 5;
    struct kit_image image = kit_image_2d(&kit, VK_FORMAT_R8_UNORM, 3, 3);

    vkGetPhysicalDeviceSparseImageFormatProperties(kit.physical, VK_FORMAT_R8_UNORM, VK_IMAGE_TYPE_2D, VK_SAMPLE_COUNT_1_BIT, VK_IMAGE_USAGE_SAMPLED_BIT, VK_IMAGE_TILING_OPTIMAL,
                                                   &count, NULL);
    CHECK_EQ(count, 0);
    count = 5;
    vkGetPhysicalDeviceSparseImageFormatProperties2(kit.physical, &(VkPhysicalDeviceSparseImageFormatInfo2){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SPARSE_IMAGE_FORMAT_INFO_2, .format = VK_FORMAT_R8_UNORM, .type = VK_IMAGE_TYPE_2D, .samples = VK_SAMPLE_COUNT_1_BIT,
        .usage = VK_IMAGE_USAGE_SAMPLED_BIT, .tiling = VK_IMAGE_TILING_OPTIMAL}, &count, NULL);
    CHECK_EQ(count, 0);
    count = 5;
    vkGetImageSparseMemoryRequirements2(kit.device, &(VkImageSparseMemoryRequirementsInfo2){
        .sType = VK_STRUCTURE_TYPE_IMAGE_SPARSE_MEMORY_REQUIREMENTS_INFO_2, .image = image.image}, &count, NULL);
    CHECK_EQ(count, 0);
    kit_image_free(&kit, &image);
}

/* The largest images that there are can be made, and have their memory up to what one allocation has. */
static void large(void)
{
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R8_UNORM, .extent = {16384, 16384, 1}, .mipLevels = 15,
                              .arrayLayers = 1, .samples = VK_SAMPLE_COUNT_1_BIT, .usage = VK_IMAGE_USAGE_SAMPLED_BIT};
    VkMemoryRequirements needs;
    VkImage image;

    KIT_NEED(vkCreateImage(kit.device, &info, NULL, &image));
    vkGetImageMemoryRequirements(kit.device, image, &needs);
    CHECK(needs.size > UINT64_C(357000000) && needs.size < UINT64_C(358000000));
    vkDestroyImage(kit.device, image, NULL);
    struct kit_image row = kit_image(&kit, (VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R32_UINT, .extent = {16384, 2, 1}, .arrayLayers = 2,
                                                              .tiling = VK_IMAGE_TILING_LINEAR});
    uint32_t *word = (uint32_t *)(void *)row.byte;
    VkSubresourceLayout layout;
    vkGetImageSubresourceLayout(kit.device, row.image, &(VkImageSubresource){VK_IMAGE_ASPECT_COLOR_BIT, 0, 1}, &layout);
    CHECK(layout.offset >= 16384 * 2 * 4 && layout.size >= 16384 * 2 * 4);
    word[layout.offset / 4] = 5;
    kit_image_free(&kit, &row);
    info.arrayLayers = 7;
    info.mipLevels = 1;
    info.format = VK_FORMAT_R32G32B32A32_SFLOAT;
    if (!kit.validates)
        REFUSED(vkCreateImage(kit.device, &info, NULL, &image), "2 GiB");
}

static void refusals(void)
{
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R8G8B8A8_UNORM, .extent = {4, 4, 1}, .mipLevels = 1,
                              .arrayLayers = 1, .samples = VK_SAMPLE_COUNT_1_BIT, .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT};
    struct kit_image good = kit_image_2d(&kit, VK_FORMAT_R8G8B8A8_UNORM, 4, 4);
    struct kit_buffer buffer = kit_buffer(&kit, 64);
    VkSamplerCreateInfo s = kit_sampler_info();
    VkSampler sampler;
    VkImage image;
    VkImageView view;
    VkBufferView texels;

    REFUSED(vkCreateImage(kit.device, &info, NULL, &image), "vkCreateImage: ");
    info.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    info.flags = VK_IMAGE_CREATE_SPARSE_BINDING_BIT;
    REFUSED(vkCreateImage(kit.device, &info, NULL, &image), "flag");
    info.flags = 0;
    info.extent.width = 16385;
    REFUSED(vkCreateImage(kit.device, &info, NULL, &image), "a size");
    info.extent.width = 4;
    info.samples = VK_SAMPLE_COUNT_32_BIT;
    REFUSED(vkCreateImage(kit.device, &info, NULL, &image), "samples");
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.mipLevels = 17;
    REFUSED(vkCreateImage(kit.device, &info, NULL, &image), "levels");
    REFUSED(vkCreateImageView(kit.device, &(VkImageViewCreateInfo){.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = good.image, .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                                                   .format = VK_FORMAT_R8_UNORM, .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}}, NULL, &view), "format");
    REFUSED(vkCreateBufferView(kit.device, &(VkBufferViewCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO, .buffer = buffer.buffer, .format = VK_FORMAT_D16_UNORM,
                                                                     .range = VK_WHOLE_SIZE}, NULL, &texels), "texel buffers");
    s.anisotropyEnable = VK_TRUE;
    s.maxAnisotropy = 4;
    REFUSED(vkCreateSampler(kit.device, &s, NULL, &sampler), "samplerAnisotropy");
    s = kit_sampler_info();
    s.magFilter = VK_FILTER_CUBIC_EXT;
    REFUSED(vkCreateSampler(kit.device, &s, NULL, &sampler), "filters");
    s = kit_sampler_info();
    s.addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    s.borderColor = VK_BORDER_COLOR_FLOAT_CUSTOM_EXT;
    REFUSED(vkCreateSampler(kit.device, &s, NULL, &sampler), "customBorderColors");
    const VkSamplerReductionModeCreateInfo reduction = {.sType = VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO, .reductionMode = VK_SAMPLER_REDUCTION_MODE_MIN};
    s = kit_sampler_info();
    s.pNext = &reduction;
    REFUSED(vkCreateSampler(kit.device, &s, NULL, &sampler), "samplerFilterMinmax");
    kit_image_free(&kit, &good);
    kit_buffer_free(&kit, &buffer);
}

/* Commands of graphics queues end in an error of the command buffer. */
static void graphics(void)
{
    struct kit_image a = kit_image_2d(&kit, VK_FORMAT_R8G8B8A8_UNORM, 4, 4), b = kit_image_2d(&kit, VK_FORMAT_R8G8B8A8_UNORM, 4, 4);
    const VkImageSubresourceLayers layers = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    const VkImageBlit blit = {layers, {{0, 0, 0}, {4, 4, 1}}, layers, {{0, 0, 0}, {4, 4, 1}}};
    const VkImageResolve resolve = {layers, {0, 0, 0}, layers, {0, 0, 0}, {4, 4, 1}};
    VkCommandBuffer commands = kit_begin(&kit);

    vkCmdBlitImage(commands, a.image, VK_IMAGE_LAYOUT_GENERAL, b.image, VK_IMAGE_LAYOUT_GENERAL, 1, &blit, VK_FILTER_NEAREST);
    CHECK(kit_said(&kit, "vkCmdBlitImage: needs a queue with graphics"));
    CHECK(vkEndCommandBuffer(commands) < 0);
    vkFreeCommandBuffers(kit.device, kit.pool, 1, &commands);
    commands = kit_begin(&kit);
    vkCmdResolveImage(commands, a.image, VK_IMAGE_LAYOUT_GENERAL, b.image, VK_IMAGE_LAYOUT_GENERAL, 1, &resolve);
    CHECK(kit_said(&kit, "vkCmdResolveImage: needs a queue with graphics"));
    CHECK(vkEndCommandBuffer(commands) < 0);
    vkFreeCommandBuffers(kit.device, kit.pool, 1, &commands);
    commands = kit_begin(&kit);
    vkCmdClearDepthStencilImage(commands, a.image, VK_IMAGE_LAYOUT_GENERAL, &(VkClearDepthStencilValue){0, 0}, 1, &(VkImageSubresourceRange){VK_IMAGE_ASPECT_DEPTH_BIT, 0, 1, 0, 1});
    CHECK(kit_said(&kit, "vkCmdClearDepthStencilImage: needs a queue with graphics"));
    CHECK(vkEndCommandBuffer(commands) < 0);
    vkFreeCommandBuffers(kit.device, kit.pool, 1, &commands);
    kit_image_free(&kit, &a);
    kit_image_free(&kit, &b);
}

/* Views of levels and layers that an image does not have, and memory that its texels do not fit in. */
static void ranges(void)
{
    static const VkImageSubresourceRange bad[] = {
        {1, 4, 1, 0, 1}, {1, 0, 5, 0, 1}, {1, 2, 3, 0, 1}, {1, UINT32_MAX, VK_REMAINING_MIP_LEVELS, 0, 1},
        {1, 0, 1, 3, 1}, {1, 0, 1, 1, 3}, {1, 0, 1, 0, 1u << 30}, {1, 0, 1, 4, VK_REMAINING_ARRAY_LAYERS}};
    struct kit_image image = kit_image(&kit, (VkImageCreateInfo){
        .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R32_UINT, .extent = {8, 8, 1}, .mipLevels = 4, .arrayLayers = 3});
    struct kit_image small = kit_image_2d(&kit, VK_FORMAT_R32_UINT, 2, 2);
    const VkBindImageMemoryInfo info = {.sType = VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_INFO, .image = image.image,
                                        .memory = small.memory};
    VkImageView view;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        REFUSED(vkCreateImageView(kit.device, &(VkImageViewCreateInfo){
            .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = image.image, .format = VK_FORMAT_R32_UINT,
            .viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY, .subresourceRange = bad[i]}, NULL, &view),
            i < 4 ? "levels that the image does not have" : "layers that the image does not have");
    REFUSED(vkBindImageMemory(kit.device, image.image, small.memory, 0), "vkBindImageMemory");
    REFUSED(vkBindImageMemory2(kit.device, 1, &info), "vkBindImageMemory");
    REFUSED(vkBindImageMemory(kit.device, image.image, image.memory, 1u << 20), "vkBindImageMemory");
    kit_image_free(&kit, &small);
    kit_image_free(&kit, &image);
}

/* Copies that leave an image or a buffer, or have none, are recorded as errors by name. */
static void regions(void)
{
    const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R32_UINT, .extent = {4, 4, 1}, .mipLevels = 1,
                                    .arrayLayers = 1, .samples = VK_SAMPLE_COUNT_1_BIT, .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    struct kit_image image = kit_image(&kit, (VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R32_UINT, .extent = {8, 4, 1}, .mipLevels = 2, .arrayLayers = 3});
    struct kit_image half = kit_image_2d(&kit, VK_FORMAT_R16_UINT, 8, 4);
    struct kit_buffer buffer = kit_buffer(&kit, 128);
    VkImageView view;
    VkImage bare;
    static const struct { VkBufferImageCopy r; const char *words; } bad[] = {
        {{.imageSubresource = {1, 2, 0, 1}, .imageExtent = {1, 1, 1}}, "level 2 of an image of 2"},
        {{.imageSubresource = {1, 0, 0, 1}, .imageExtent = {9, 1, 1}}, "9 texels from 0 on, of 8"},
        {{.imageSubresource = {1, 0, 0, 1}, .imageOffset = {-1, 0, 0}, .imageExtent = {1, 1, 1}}, "1 texels from -1 on, of 8"},
        {{.imageSubresource = {1, 1, 0, 1}, .imageOffset = {0, 1, 0}, .imageExtent = {4, 2, 1}}, "2 rows from 1 on, of 2"},
        {{.imageSubresource = {1, 0, 2, 2}, .imageExtent = {1, 1, 1}}, "2 slices or layers from 2 on, of 3"},
        {{.imageSubresource = {1, 0, 0, 2}, .imageExtent = {8, 4, 1}}, "256 bytes from 0 on, of a buffer of 128"},
        {{.bufferOffset = 4, .imageSubresource = {1, 0, 0, 1}, .imageExtent = {8, 4, 1}}, "128 bytes from 4 on, of a buffer of 128"},
        {{.bufferRowLength = 10, .imageSubresource = {1, 0, 0, 1}, .imageExtent = {8, 4, 1}}, "152 bytes from 0 on, of a buffer of 128"}};

    KIT_NEED(vkCreateImage(kit.device, &info, NULL, &bare));
    for (size_t i = 0; i < 2 * sizeof bad / sizeof *bad; i++) {
        VkCommandBuffer commands = kit_begin(&kit);
        if (i % 2)
            vkCmdCopyBufferToImage(commands, buffer.buffer, image.image, VK_IMAGE_LAYOUT_GENERAL, 1, &bad[i / 2].r);
        else
            vkCmdCopyImageToBuffer(commands, image.image, VK_IMAGE_LAYOUT_GENERAL, buffer.buffer, 1, &bad[i / 2].r);
        CHECK(vkEndCommandBuffer(commands) < 0);
        CHECK(kit_said(&kit, bad[i / 2].words));
        vkFreeCommandBuffers(kit.device, kit.pool, 1, &commands);
    }
    static const struct { VkImageSubresourceRange r; const char *words; } clears[] = {
        {{1, 0, 3, 0, 1}, "level 2 of an image of 2"}, {{1, 7, 1000000, 0, 1}, "level 7 of an image of 2"}, {{1, 0, 1, 1, 3}, "3 slices or layers from 1 on, of 3"}};
    for (size_t i = 0; i < sizeof clears / sizeof *clears; i++) {
        VkCommandBuffer commands = kit_begin(&kit);
        vkCmdClearColorImage(commands, image.image, VK_IMAGE_LAYOUT_GENERAL, &(VkClearColorValue){.uint32 = {1}}, 1, &clears[i].r);
        CHECK(vkEndCommandBuffer(commands) < 0);
        CHECK(kit_said(&kit, clears[i].words));
        vkFreeCommandBuffers(kit.device, kit.pool, 1, &commands);
    }
    const VkImageCopy whole = {{1, 0, 0, 1}, {0, 0, 0}, {1, 0, 0, 1}, {0, 0, 0}, {4, 4, 1}};
    VkCommandBuffer commands = kit_begin(&kit);
    vkCmdCopyImage(commands, image.image, VK_IMAGE_LAYOUT_GENERAL, half.image, VK_IMAGE_LAYOUT_GENERAL, 1, &whole);
    CHECK(kit_said(&kit, "texels of 4 and of 2 bytes"));
    CHECK(vkEndCommandBuffer(commands) < 0);
    vkFreeCommandBuffers(kit.device, kit.pool, 1, &commands);
    commands = kit_begin(&kit);
    vkCmdCopyImage(commands, image.image, VK_IMAGE_LAYOUT_GENERAL, bare, VK_IMAGE_LAYOUT_GENERAL, 1, &whole);
    CHECK(kit_said(&kit, "an image without memory"));
    CHECK(vkEndCommandBuffer(commands) < 0);
    vkFreeCommandBuffers(kit.device, kit.pool, 1, &commands);
    /* as many slices as the source has go to layers, whatever number is given for those */
    struct kit_image volume = kit_image(&kit, (VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_3D, .format = VK_FORMAT_R32_UINT, .extent = {4, 4, 4}});
    const VkImageCopy slices = {{1, 0, 0, 1}, {0, 0, 0}, {1, 0, 0, 1}, {0, 0, 0}, {4, 4, 4}};
    commands = kit_begin(&kit);
    vkCmdCopyImage(commands, volume.image, VK_IMAGE_LAYOUT_GENERAL, image.image, VK_IMAGE_LAYOUT_GENERAL, 1, &slices);
    CHECK(kit_said(&kit, "4 slices or layers from 0 on, of 3"));
    CHECK(vkEndCommandBuffer(commands) < 0);
    vkFreeCommandBuffers(kit.device, kit.pool, 1, &commands);
    kit_image_free(&kit, &volume);
    REFUSED(vkCreateImageView(kit.device, &(VkImageViewCreateInfo){.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = bare, .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                                                   .format = VK_FORMAT_R32_UINT, .subresourceRange = {1, 0, 1, 0, 1}}, NULL, &view), "without memory");
    vkDestroyImage(kit.device, bare, NULL);
    kit_image_free(&kit, &image);
    kit_image_free(&kit, &half);
    kit_buffer_free(&kit, &buffer);
}

/* A shader of one kind of numbers with an image of another: the device is lost, with the name of the binding. */
static void wrong_kind(void)
{
    struct kit_image image = kit_image_2d(&kit, VK_FORMAT_R32_UINT, 4, 4);
    struct kit_buffer out = kit_buffer(&kit, 64), in = kit_buffer(&kit, 64);
    const VkSamplerCreateInfo info = kit_sampler_info();
    const VkSampler sampler = kit_sampler(&kit, &info);
    const VkImageView view = kit_view(&kit, &image, VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R32_UINT, (struct kit_range){0});
    const struct kit_binding binding[] = {KIT_SAMPLED(view, sampler), KIT_BUFFER(&out), KIT_BUFFER(&in)};

    CHECK_EQ(kit_job(&kit, &(struct kit_job){.module = image_sampled_f, .bytes = sizeof image_sampled_f, .binding = binding, .bindings = 3}), VK_ERROR_DEVICE_LOST);
    CHECK(kit_said(&kit, "from reads float32; it is bound to an image of format r32ui"));
    vkDestroyImageView(kit.device, view, NULL);
    vkDestroySampler(kit.device, sampler, NULL);
    kit_image_free(&kit, &image);
    kit_buffer_free(&kit, &out);
    kit_buffer_free(&kit, &in);
}

/* An image does not excuse what is outside of a buffer. */
static void beyond(void)
{
    struct kit_image image = kit_image_2d(&kit, VK_FORMAT_R32_UINT, 2, 2);
    struct kit_buffer out = kit_buffer(&kit, 64);
    const VkImageView view = kit_view(&kit, &image, VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R32_UINT, (struct kit_range){0});
    const struct kit_binding binding[] = {KIT_STORAGE(view), KIT_BUFFER(&out)};
    const uint32_t word[4] = {0, 0, 0, 16};

    kit_fill(&kit, &image, 0, word, sizeof word);
    CHECK_EQ(kit_job(&kit, &(struct kit_job){.module = image_beyond, .bytes = sizeof image_beyond, .binding = binding, .bindings = 2}), VK_ERROR_DEVICE_LOST);
    CHECK(kit_said(&kit, "Out"));
    vkDestroyImageView(kit.device, view, NULL);
    kit_image_free(&kit, &image);
    kit_buffer_free(&kit, &out);
}

int main(int argc, char **argv)
{
    (void)argc;
    kit_open_images(&kit, argv[0], false);
    limits();
    sparse();
    large();
    if (!kit.validates) {               /* invalid usage from here on */
        refusals();
        graphics();
        ranges();
        regions();
        wrong_kind();
    }
    kit_close(&kit);
    kit_open_images(&kit, argv[0], true);
    if (!kit.validates)
        beyond();
    kit_close(&kit);
    return check_end("vulkan_image_refused");
}
