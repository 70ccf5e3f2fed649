/* SPDX-License-Identifier: Apache-2.0
 * test_image_outside.c - texels outside of images: reads give zeros, writes do nothing, and no device is lost.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "images.h"

#include <string.h>

#include "image_outside.spv.h"

enum { SIZE = 24, W = 9, H = 7, LAYERS = 3, LEVELS = 2 };

static void run(struct kit *kit)
{
    struct kit_image one = kit_image_2d(kit, VK_FORMAT_R8G8B8A8_UNORM, W, H);
    struct kit_image two = kit_image(kit, (VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R32_SFLOAT, .extent = {4, 4, 1}, .arrayLayers = LAYERS});
    struct kit_image three = kit_image(kit, (VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R8G8B8A8_UNORM, .extent = {2, 2, 1}, .mipLevels = LEVELS,
                                                                .arrayLayers = LAYERS});
    struct kit_buffer out = kit_buffer(kit, SIZE * SIZE * 64);
    const VkSamplerCreateInfo info = kit_sampler_info();
    const VkSampler sampler = kit_sampler(kit, &info);
    const VkImageView a = kit_view(kit, &one, VK_IMAGE_VIEW_TYPE_2D, one.info.format, (struct kit_range){0});
    const VkImageView b = kit_view(kit, &two, VK_IMAGE_VIEW_TYPE_2D_ARRAY, two.info.format, (struct kit_range){0});
    const VkImageView c = kit_view(kit, &three, VK_IMAGE_VIEW_TYPE_2D_ARRAY, three.info.format, (struct kit_range){0});
    const struct kit_binding binding[] = {KIT_STORAGE(a), KIT_STORAGE(b), KIT_SAMPLED(c, sampler), KIT_BUFFER(&out)};
    unsigned char byte[W * H * 4], found[W * H * 4], full[4 * 4 * LAYERS];
    float number[16 * LAYERS], kept[16 * LAYERS];

    memset(byte, 0xff, sizeof byte);
    memset(full, 0xff, sizeof full);
    for (unsigned i = 0; i < 16 * LAYERS; i++)
        number[i] = (float)(i + 1);
    kit_fill(kit, &one, 0, byte, sizeof byte);
    kit_fill(kit, &two, 0, number, sizeof number);
    kit_fill(kit, &three, 0, full, sizeof full);
    kit_fill(kit, &three, 1, full, 4 * LAYERS);
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = image_outside, .bytes = sizeof image_outside, .binding = binding, .bindings = 4, .groups = {SIZE / 8, SIZE / 8}}), VK_SUCCESS);
    for (int i = 0; i < SIZE * SIZE; i++) {
        const int x = i % SIZE - 8, y = i / SIZE - 8;
        const float *seen = (const float *)(void *)(out.word + 16 * i);
        const bool inside = x >= 0 && x < W && y >= 0 && y < H, is_layer = x >= 0 && x < LAYERS, is_level = y >= 0 && y < LEVELS;
        for (unsigned k = 0; k < 4; k++) {
            CHECK(seen[k] == (float)inside);
            CHECK(seen[4 + k] == (k == 0 ? (is_layer ? number[16 * x + 7] : 0) : (float)(k == 3)));
            CHECK(seen[8 + k] == (float)is_layer);
            CHECK(seen[12 + k] == (float)is_level);
        }
    }
    kit_fetch(kit, &one, 0, found, sizeof found);
    kit_fetch(kit, &two, 0, kept, sizeof kept);
    CHECK(!memcmp(found, byte, sizeof byte));
    CHECK(!memcmp(kept, number, sizeof number));
    vkDestroyImageView(kit->device, a, NULL);
    vkDestroyImageView(kit->device, b, NULL);
    vkDestroyImageView(kit->device, c, NULL);
    vkDestroySampler(kit->device, sampler, NULL);
    kit_image_free(kit, &one);
    kit_image_free(kit, &two);
    kit_image_free(kit, &three);
    kit_buffer_free(kit, &out);
}

int main(int argc, char **argv)
{
    (void)argc;
    for (unsigned robust = 0; robust < 2; robust++) {
        struct kit kit;
        kit_open_images(&kit, argv[0], robust);
        run(&kit);
        kit_close(&kit);
    }
    return check_end("vulkan_image_outside");
}
