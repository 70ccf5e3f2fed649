/* SPDX-License-Identifier: Apache-2.0
 * test_image_limits.c - images and texel buffers as large as the limits are, to their last texel.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "images.h"

#include <stdlib.h>
#include <string.h>

#include "image_view_1d.spv.h"
#include "image_view_1d_array.spv.h"
#include "image_view_2d.spv.h"
#include "image_view_2d_array.spv.h"
#include "image_view_3d.spv.h"
#include "texel_last.spv.h"

/* Each texel is its number. */
static void read_all(struct kit *kit, const uint32_t *word, size_t bytes, VkImageType type, VkImageViewType view_type, VkExtent3D size, uint32_t layers)
{
    const uint32_t count = size.width * size.height * size.depth * layers;
    struct kit_image image = kit_image(kit, (VkImageCreateInfo){.imageType = type, .format = VK_FORMAT_R16_UINT, .extent = size, .arrayLayers = layers});
    struct kit_buffer out = kit_buffer(kit, 256 + 16 * (VkDeviceSize)count);
    const VkSamplerCreateInfo info = kit_sampler_info();
    const VkSampler sampler = kit_sampler(kit, &info);
    const VkImageView view = kit_view(kit, &image, view_type, image.info.format, (struct kit_range){0});
    const struct kit_binding binding[] = {KIT_SAMPLED(view, sampler), KIT_BUFFER(&out)};
    uint16_t *texel = malloc(2 * count);
    bool good = true;

    for (uint32_t i = 0; i < count; i++)
        texel[i] = (uint16_t)(i * 3 + 1);
    kit_fill(kit, &image, 0, texel, 2 * count);
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = word, .bytes = bytes, .binding = binding, .bindings = 2, .groups = {(count + 31) / 32}}), VK_SUCCESS);
    CHECK(out.word[0] == size.width && out.word[1] == size.height && out.word[2] == size.depth * layers);
    for (uint32_t i = 0; i < count; i++)
        good &= out.word[64 + 4 * i] == texel[i];
    CHECK(good);
    free(texel);
    vkDestroyImageView(kit->device, view, NULL);
    vkDestroySampler(kit->device, sampler, NULL);
    kit_image_free(kit, &image);
    kit_buffer_free(kit, &out);
}

static void texels(struct kit *kit, uint32_t count)
{
    struct kit_buffer from = kit_uniform_texels(kit, count), out = kit_buffer(kit, 12);
    const VkBufferView view = kit_texels(kit, &from, VK_FORMAT_R8_UINT, 0, VK_WHOLE_SIZE);
    const struct kit_binding binding[] = {{.type = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, .texels = view}, KIT_BUFFER(&out)};
    unsigned char *byte = (unsigned char *)from.word;

    byte[0] = 7;
    byte[count - 1] = 9;
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = texel_last, .bytes = sizeof texel_last, .binding = binding, .bindings = 2}), VK_SUCCESS);
    CHECK_EQ(out.word[0], count);
    CHECK_EQ(out.word[1], 7);
    CHECK_EQ(out.word[2], 9);
    vkDestroyBufferView(kit->device, view, NULL);
    kit_buffer_free(kit, &from);
    kit_buffer_free(kit, &out);
}

/* It can be made: its texels would take more than memory has. */
static void made(struct kit *kit, VkImageCreateFlags flags, uint32_t side, uint32_t layers, VkDeviceSize least)
{
    const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .flags = flags, .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R8_UNORM,
                                    .extent = {side, side, 1}, .mipLevels = 1, .arrayLayers = layers, .samples = VK_SAMPLE_COUNT_1_BIT, .usage = VK_IMAGE_USAGE_SAMPLED_BIT};
    VkMemoryRequirements needs;
    VkImage image;

    KIT_NEED(vkCreateImage(kit->device, &info, NULL, &image));
    vkGetImageMemoryRequirements(kit->device, image, &needs);
    CHECK(needs.size >= least && needs.size < least + 4096);
    vkDestroyImage(kit->device, image, NULL);
}

int main(int argc, char **argv)
{
    VkPhysicalDeviceProperties properties;
    struct kit kit;

    (void)argc;
    kit_open_images(&kit, argv[0], false);
    vkGetPhysicalDeviceProperties(kit.physical, &properties);
    const VkPhysicalDeviceLimits *l = &properties.limits;
    read_all(&kit, image_view_1d, sizeof image_view_1d, VK_IMAGE_TYPE_1D, VK_IMAGE_VIEW_TYPE_1D, (VkExtent3D){l->maxImageDimension1D, 1, 1}, 1);
    read_all(&kit, image_view_1d_array, sizeof image_view_1d_array, VK_IMAGE_TYPE_1D, VK_IMAGE_VIEW_TYPE_1D_ARRAY, (VkExtent3D){2, 1, 1}, l->maxImageArrayLayers);
    read_all(&kit, image_view_2d, sizeof image_view_2d, VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D, (VkExtent3D){l->maxImageDimension2D, 2, 1}, 1);
    read_all(&kit, image_view_2d, sizeof image_view_2d, VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D, (VkExtent3D){1, l->maxImageDimension2D, 1}, 1);
    read_all(&kit, image_view_2d_array, sizeof image_view_2d_array, VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D_ARRAY, (VkExtent3D){2, 3, 1}, l->maxImageArrayLayers);
    read_all(&kit, image_view_3d, sizeof image_view_3d, VK_IMAGE_TYPE_3D, VK_IMAGE_VIEW_TYPE_3D, (VkExtent3D){3, 2, l->maxImageDimension3D}, 1);
    read_all(&kit, image_view_3d, sizeof image_view_3d, VK_IMAGE_TYPE_3D, VK_IMAGE_VIEW_TYPE_3D, (VkExtent3D){2, l->maxImageDimension3D, 1}, 1);
    read_all(&kit, image_view_3d, sizeof image_view_3d, VK_IMAGE_TYPE_3D, VK_IMAGE_VIEW_TYPE_3D, (VkExtent3D){l->maxImageDimension3D, 1, 2}, 1);
    texels(&kit, l->maxTexelBufferElements);
    made(&kit, 0, l->maxImageDimension2D, 1, (VkDeviceSize)l->maxImageDimension2D * l->maxImageDimension2D);
    made(&kit, VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT, l->maxImageDimensionCube, 6, (VkDeviceSize)6 * l->maxImageDimensionCube * l->maxImageDimensionCube);
    kit_close(&kit);
    return check_end("vulkan_image_limits");
}
