/* SPDX-License-Identifier: Apache-2.0
 * test_image_cube.c - cubes, planes that are slices of a volume, and images of several samples, written and read.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "images.h"

#include "image_cube.spv.h"
#include "image_samples.spv.h"
#include "image_slice.spv.h"

/* ---- cubes ------------------------------------------------------------------------------------------------------- */

static void cubes(struct kit *kit)
{
    enum { SIDE = 6, FIRST = 2, CUBES = 2, COUNT = SIDE / 2 * SIDE / 2 * 6 * CUBES };
    struct kit_image image = kit_image(kit, (VkImageCreateInfo){.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT, .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R32_UINT,
                                                                .extent = {SIDE, SIDE, 1}, .mipLevels = 2, .arrayLayers = 20});
    struct kit_image written = kit_image(kit, (VkImageCreateInfo){.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT, .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R32_UINT,
                                                                  .extent = {SIDE / 2, SIDE / 2, 1}, .arrayLayers = 8});
    struct kit_buffer out = kit_buffer(kit, 64 + 4 * (COUNT + 6 * CUBES));
    const VkSamplerCreateInfo info = kit_sampler_info();
    const VkSampler sampler = kit_sampler(kit, &info);
    const VkImageView from = kit_view(kit, &image, VK_IMAGE_VIEW_TYPE_CUBE_ARRAY, VK_FORMAT_R32_UINT, (struct kit_range){1, 1, FIRST, 6 * CUBES});
    const VkImageView looked = kit_view(kit, &image, VK_IMAGE_VIEW_TYPE_CUBE_ARRAY, VK_FORMAT_R32_UINT, (struct kit_range){0, 2, FIRST, 6 * CUBES});
    const VkImageView to = kit_view(kit, &written, VK_IMAGE_VIEW_TYPE_CUBE, VK_FORMAT_R32_UINT, (struct kit_range){0, 1, 2, 6});
    const struct kit_binding binding[] = {KIT_STORAGE(from), KIT_SAMPLED(looked, sampler), KIT_STORAGE(to), KIT_BUFFER(&out)};
    uint32_t found[8 * 9] = {0};

    kit_fill_numbers(kit, &image);
    kit_fill(kit, &written, 0, found, sizeof found);
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = image_cube, .bytes = sizeof image_cube, .binding = binding, .bindings = 4, .groups = {(COUNT + 31) / 32}}), VK_SUCCESS);
    CHECK(out.word[0] == 3 && out.word[1] == 3 && out.word[2] == CUBES);
    CHECK(out.word[4] == 3 && out.word[5] == 3);
    CHECK(out.word[8] == SIDE && out.word[9] == SIDE && out.word[10] == CUBES && out.word[11] == 2);
    for (uint32_t i = 0; i < COUNT; i++)
        CHECK_EQ(out.word[16 + i], kit_number(1, i % 3, i / 3 % 3, FIRST + i / 9));
    for (uint32_t i = 0; i < 6 * CUBES; i++)    /* the middle of a face of 3 x 3 */
        CHECK_EQ(out.word[16 + COUNT + i], kit_number(1, 1, 1, FIRST + i));
    kit_fetch(kit, &written, 0, found, sizeof found);
    for (uint32_t i = 0; i < 8 * 9; i++)
        CHECK_EQ(found[i], i < 18 ? 0 : 1000000 + i - 18);
    vkDestroyImageView(kit->device, from, NULL);
    vkDestroyImageView(kit->device, looked, NULL);
    vkDestroyImageView(kit->device, to, NULL);
    vkDestroySampler(kit->device, sampler, NULL);
    kit_image_free(kit, &image);
    kit_image_free(kit, &written);
    kit_buffer_free(kit, &out);
}

/* ---- planes of a volume ------------------------------------------------------------------------------------------ */

static void slices(struct kit *kit)
{
    enum { W = 7, H = 5, D = 6 };
    struct kit_image volume = kit_image(kit, (VkImageCreateInfo){
        .flags = VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT | VK_IMAGE_CREATE_2D_VIEW_COMPATIBLE_BIT_EXT, .imageType = VK_IMAGE_TYPE_3D,
        .format = VK_FORMAT_R32_UINT, .extent = {2 * W + 1, 2 * H, 2 * D}, .mipLevels = 2});
    struct kit_buffer out = kit_buffer(kit, 16 + 4 * W * H);
    const VkSamplerCreateInfo info = kit_sampler_info();
    const VkSampler sampler = kit_sampler(kit, &info);
    const VkImageView from = kit_view(kit, &volume, VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R32_UINT, (struct kit_range){1, 1, 4, 1});
    const VkImageView to = kit_view(kit, &volume, VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R32_UINT, (struct kit_range){1, 1, 2, 1});
    const struct kit_binding binding[] = {KIT_SAMPLED(from, sampler), KIT_STORAGE(to), KIT_BUFFER(&out)};
    uint32_t found[W * H * D];

    kit_fill_numbers(kit, &volume);
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = image_slice, .bytes = sizeof image_slice, .binding = binding, .bindings = 3}), VK_SUCCESS);
    CHECK(out.word[0] == W && out.word[1] == H && out.word[2] == W && out.word[3] == H);
    kit_fetch(kit, &volume, 1, found, sizeof found);
    for (uint32_t i = 0; i < W * H * D; i++) {
        const uint32_t x = i % W, y = i / W % H, z = i / W / H;
        CHECK_EQ(found[i], z == 2 ? 5000 + y * 100 + x : kit_number(1, x, y, z));
        if (z == 4)
            CHECK_EQ(out.word[4 + y * W + x], kit_number(1, x, y, z));
    }
    vkDestroyImageView(kit->device, from, NULL);
    vkDestroyImageView(kit->device, to, NULL);
    vkDestroySampler(kit->device, sampler, NULL);
    kit_image_free(kit, &volume);
    kit_buffer_free(kit, &out);
}

/* ---- several samples --------------------------------------------------------------------------------------------- */

static VkResult samples_job(struct kit *kit, VkImageView image, VkImageView looked, VkSampler sampler, const struct kit_buffer *out, uint32_t count, bool writes)
{
    const uint32_t push = writes;
    const struct kit_binding binding[] = {KIT_STORAGE(image), KIT_SAMPLED(looked, sampler), KIT_BUFFER(out)};

    return kit_job(kit, &(struct kit_job){.module = image_samples, .bytes = sizeof image_samples, .binding = binding, .bindings = 3, .push = &push, .push_bytes = 4,
                                          .groups = {(count + 31) / 32}});
}

/* One is written by a shader, a part of it copied to another that was cleared, and both are read. */
static void samples(struct kit *kit, uint32_t n)
{
    enum { W = 5, H = 3, LAYERS = 4 };
    const uint32_t count = W * H * LAYERS * n;
    const VkImageCreateInfo info = {.imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R32_UINT, .extent = {W, H, 1}, .arrayLayers = LAYERS, .samples = (VkSampleCountFlagBits)n};
    struct kit_image one = kit_image(kit, info), two = kit_image(kit, info);
    struct kit_buffer out = kit_buffer(kit, 8 + 8 * count);
    const VkSamplerCreateInfo nearest = kit_sampler_info();
    const VkSampler sampler = kit_sampler(kit, &nearest);
    const VkImageView a = kit_view(kit, &one, VK_IMAGE_VIEW_TYPE_2D_ARRAY, VK_FORMAT_R32_UINT, (struct kit_range){0});
    const VkImageView b = kit_view(kit, &two, VK_IMAGE_VIEW_TYPE_2D_ARRAY, VK_FORMAT_R32_UINT, (struct kit_range){0});
    const VkImageCopy part = {{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 2}, {1, 1, 0}, {VK_IMAGE_ASPECT_COLOR_BIT, 0, 2, 2}, {2, 0, 0}, {3, 2, 1}};

    CHECK_EQ(samples_job(kit, a, a, sampler, &out, count, true), VK_SUCCESS);
    const VkCommandBuffer commands = kit_begin(kit);
    vkCmdClearColorImage(commands, two.image, VK_IMAGE_LAYOUT_GENERAL, &(VkClearColorValue){.uint32 = {77}}, 1,
                         &(VkImageSubresourceRange){VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, LAYERS});
    kit_barrier(commands);
    vkCmdCopyImage(commands, one.image, VK_IMAGE_LAYOUT_GENERAL, two.image, VK_IMAGE_LAYOUT_GENERAL, 1, &part);
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    CHECK_EQ(samples_job(kit, a, b, sampler, &out, count, false), VK_SUCCESS);
    CHECK_EQ(out.word[0], n);
    CHECK_EQ(out.word[1], n);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t x = i / n % W, y = i / n / W % H, z = i / n / W / H;
        const bool copied = x >= 2 && y < 2 && z >= 2;
        const uint32_t from = (((z - 1) * H + y + 1) * W + x - 1) * n + i % n;
        CHECK_EQ(out.word[2 + 2 * i], i * 7 + 3);
        CHECK_EQ(out.word[2 + 2 * i + 1], copied ? from * 7 + 3 : 77);
    }
    vkDestroyImageView(kit->device, a, NULL);
    vkDestroyImageView(kit->device, b, NULL);
    vkDestroySampler(kit->device, sampler, NULL);
    kit_image_free(kit, &one);
    kit_image_free(kit, &two);
    kit_buffer_free(kit, &out);
}

int main(int argc, char **argv)
{
    struct kit kit;

    (void)argc;
    kit_open_images(&kit, argv[0], false);
    cubes(&kit);
    slices(&kit);
    for (uint32_t n = 2; n <= 16; n *= 2)
        samples(&kit, n);
    kit_close(&kit);
    return check_end("vulkan_image_cube");
}
