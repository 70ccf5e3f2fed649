/* SPDX-License-Identifier: Apache-2.0
 * test_image_view.c - views of some levels and layers, of other formats, with swizzles; cubes; slices of volumes; images of
 * several samples.  Needs: vulkan/wavefold_icd.json
 */
#include "images.h"

#include <stdlib.h>
#include <string.h>

#include "image_cube.spv.h"
#include "image_samples.spv.h"
#include "image_slice.spv.h"
#include "image_swizzle.spv.h"
#include "image_texels_u.spv.h"
#include "image_view_1d.spv.h"
#include "image_view_1d_array.spv.h"
#include "image_view_2d.spv.h"
#include "image_view_2d_array.spv.h"
#include "image_view_3d.spv.h"

enum { LEVELS = 8 };

static uint64_t seed = 31337;

/* ---- levels and layers ------------------------------------------------------------------------------------------- */

static uint32_t half(uint32_t size, uint32_t level)
{
    return size >> level ? size >> level : 1;
}

/* Each texel is another number. */
static uint32_t texel(uint32_t level, uint32_t x, uint32_t y, uint32_t z)
{
    return (level + 1) << 24 | z << 16 | y << 8 | x;
}

static void fill_numbers(struct kit *kit, const struct kit_image *image)
{
    const VkExtent3D e = image->info.extent;

    for (uint32_t level = 0; level < image->info.mipLevels; level++) {
        const uint32_t w = half(e.width, level), h = half(e.height, level), d = half(e.depth, level) * image->info.arrayLayers;
        uint32_t *word = malloc((size_t)w * h * d * 4);
        for (uint32_t i = 0; i < w * h * d; i++)
            word[i] = texel(level, i % w, i / w % h, i / w / h);
        kit_fill(kit, image, level, word, (size_t)w * h * d * 4);
        free(word);
    }
}

struct dim {
    VkImageViewType view;
    VkImageType type;
    bool is_array, has_rows;
    const uint32_t *word;
    size_t bytes;
};
#define DIM(view, type, array, rows, code) {VK_IMAGE_VIEW_TYPE_##view, VK_IMAGE_TYPE_##type, array, rows, code, sizeof code}
static const struct dim dims[] = {
    DIM(1D, 1D, false, false, image_view_1d), DIM(1D_ARRAY, 1D, true, false, image_view_1d_array), DIM(2D, 2D, false, true, image_view_2d),
    DIM(2D_ARRAY, 2D, true, true, image_view_2d_array), DIM(3D, 3D, false, true, image_view_3d)};

static void range(struct kit *kit, const struct dim *dim, const struct kit_image *image, struct kit_range r)
{
    const VkExtent3D e = image->info.extent;
    const VkSamplerCreateInfo info = kit_sampler_info();
    const VkSampler sampler = kit_sampler(kit, &info);
    const VkImageView view = kit_view(kit, image, dim->view, VK_FORMAT_R32_UINT, r);
    struct kit_buffer out = kit_buffer(kit, 256 + 16 * 4096);
    const struct kit_binding binding[] = {KIT_SAMPLED(view, sampler), KIT_BUFFER(&out)};
    const uint32_t *seen = out.word + 64;
    bool good = true;

    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = dim->word, .bytes = dim->bytes, .binding = binding, .bindings = 2, .groups = {4096 / 32}}), VK_SUCCESS);
    for (uint32_t n = 0; n < r.levels; n++) {
        const uint32_t level = r.level + n, w = half(e.width, level), h = half(e.height, level), d = dim->type == VK_IMAGE_TYPE_3D ? half(e.depth, level) : r.layers;
        CHECK_EQ(out.word[4 * n], w);
        CHECK_EQ(out.word[4 * n + 1], h);
        CHECK_EQ(out.word[4 * n + 2], d);
        CHECK_EQ(out.word[4 * n + 3], r.levels);
        for (uint32_t i = 0; i < w * h * d; i++, seen += 4)
            good &= seen[0] == texel(level, i % w, i / w % h, i / w / h + r.layer) && !seen[1] && !seen[2] && seen[3] == 1;
    }
    CHECK(good);
    CHECK_EQ(*seen, 0xdeadbeef);
    vkDestroyImageView(kit->device, view, NULL);
    vkDestroySampler(kit->device, sampler, NULL);
    kit_buffer_free(kit, &out);
}

static void ranges(struct kit *kit, const struct dim *dim)
{
    const bool is_volume = dim->type == VK_IMAGE_TYPE_3D;
    struct kit_image image = kit_image(kit, (VkImageCreateInfo){
        .imageType = dim->type, .format = VK_FORMAT_R32_UINT, .extent = {21, dim->has_rows ? 13 : 1, is_volume ? 9 : 1}, .mipLevels = 4,
        .arrayLayers = is_volume ? 1 : 6});

    fill_numbers(kit, &image);
    for (uint32_t n = 0; n < 6; n++) {
        struct kit_range r = {.level = check_random(&seed) % 4, .layer = is_volume ? 0 : check_random(&seed) % 6, .layers = 1};
        r.levels = 1 + check_random(&seed) % (4 - r.level);
        if (dim->is_array)
            r.layers = 1 + check_random(&seed) % (6 - r.layer);
        range(kit, dim, &image, r);
    }
    range(kit, dim, &image, (struct kit_range){0, 4, 0, is_volume ? 1 : dim->is_array ? 6 : 1});
    kit_image_free(kit, &image);
}

/* ---- another format ---------------------------------------------------------------------------------------------- */

/* Words are read as four bytes, and bytes are written as words. */
static void mutable(struct kit *kit)
{
    const VkFormat list[] = {VK_FORMAT_R32_UINT, VK_FORMAT_R8G8B8A8_UINT};
    const VkImageFormatListCreateInfo formats = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_LIST_CREATE_INFO, .viewFormatCount = 2, .pViewFormats = list};
    const VkImageCreateInfo info = {.pNext = &formats, .flags = VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT, .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R32_UINT,
                                    .extent = {11, 3, 1}};
    struct kit_image from = kit_image(kit, info), to = kit_image(kit, info);
    struct kit_buffer seen = kit_buffer(kit, 33 * 16), given = kit_buffer(kit, 33 * 16);
    const VkImageView a = kit_view(kit, &from, VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R8G8B8A8_UINT, (struct kit_range){0});
    const VkImageView b = kit_view(kit, &to, VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R8G8B8A8_UINT, (struct kit_range){0});
    const struct kit_binding binding[] = {KIT_STORAGE(a), KIT_STORAGE(b), KIT_BUFFER(&seen), KIT_BUFFER(&given)};
    uint32_t word[33];

    fill_numbers(kit, &from);
    for (uint32_t i = 0; i < 4 * 33; i++)
        given.word[i] = i * 37 & 255;
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = image_texels_u, .bytes = sizeof image_texels_u, .binding = binding, .bindings = 4, .groups = {2, 1}}), VK_SUCCESS);
    kit_fetch(kit, &to, 0, word, sizeof word);
    for (uint32_t i = 0; i < 33; i++)
        for (uint32_t k = 0; k < 4; k++) {
            CHECK_EQ(seen.word[4 * i + k], texel(0, i % 11, i / 11, 0) >> 8 * k & 255);
            CHECK_EQ(word[i] >> 8 * k & 255, (4 * i + k) * 37 & 255);
        }
    vkDestroyImageView(kit->device, a, NULL);
    vkDestroyImageView(kit->device, b, NULL);
    kit_image_free(kit, &from);
    kit_image_free(kit, &to);
    kit_buffer_free(kit, &seen);
    kit_buffer_free(kit, &given);
}

/* ---- swizzles ---------------------------------------------------------------------------------------------------- */

static float swizzled(const float t[4], VkComponentSwizzle s, unsigned own)
{
    switch (s) {
    case VK_COMPONENT_SWIZZLE_ZERO: return 0;
    case VK_COMPONENT_SWIZZLE_ONE: return 1;
    case VK_COMPONENT_SWIZZLE_IDENTITY: return t[own];
    default: return t[s - VK_COMPONENT_SWIZZLE_R];
    }
}

static void swizzles(struct kit *kit)
{
    struct kit_image image = kit_image(kit, (VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R32G32B32A32_SFLOAT, .extent = {2, 2, 1},
                                                                .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT});
    const float colour[4][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};
    static const unsigned order[4] = {2, 3, 1, 0};     /* of the texels that a gather gives */
    struct kit_buffer out = kit_buffer(kit, 24 * 16), element = kit_buffer(kit, 16);
    VkSamplerCreateInfo info = kit_sampler_info();
    info.magFilter = info.minFilter = VK_FILTER_LINEAR;
    const VkSampler sampler = kit_sampler(kit, &info);

    kit_fill(kit, &image, 0, colour, sizeof colour);
    for (unsigned round = 0; round < 8; round++) {
        VkComponentSwizzle s[4][4];
        VkImageView view[4];
        for (unsigned n = 0; n < 4; n++) {
            for (unsigned k = 0; k < 4; k++)    /* the last of a round has another's, or its own */
                s[n][k] = n == 3 ? round % 2 ? s[0][k] : VK_COMPONENT_SWIZZLE_IDENTITY : (VkComponentSwizzle)(check_random(&seed) % 7);
            KIT_NEED(vkCreateImageView(kit->device, &(VkImageViewCreateInfo){
                .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = image.image, .viewType = VK_IMAGE_VIEW_TYPE_2D, .format = image.info.format,
                .components = {s[n][0], s[n][1], s[n][2], s[n][3]}, .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}}, NULL, &view[n]));
            element.word[n] = (n + round) % 4;
        }
        const struct kit_binding binding[] = {{.type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, .sampler = sampler, .element = view, .elements = 4},
                                              KIT_BUFFER(&out), KIT_BUFFER(&element)};
        CHECK_EQ(kit_job(kit, &(struct kit_job){.module = image_swizzle, .bytes = sizeof image_swizzle, .binding = binding, .bindings = 3}), VK_SUCCESS);
        for (unsigned n = 0; n < 4; n++) {
            const float *seen = (const float *)(void *)(out.word + n * 24), mean[4] = {7, 8, 9, 10};
            const VkComponentSwizzle *own = s[element.word[n]];
            for (unsigned k = 0; k < 4; k++) {
                CHECK(seen[k] == swizzled(colour[3], own[k], k));
                CHECK(seen[4 + k] == swizzled(mean, own[k], k));
                for (unsigned i = 0; i < 4; i++)
                    CHECK(seen[8 + 4 * k + i] == swizzled(colour[order[i]], own[k], k));
            }
            vkDestroyImageView(kit->device, view[n], NULL);
        }
    }
    vkDestroySampler(kit->device, sampler, NULL);
    kit_image_free(kit, &image);
    kit_buffer_free(kit, &out);
    kit_buffer_free(kit, &element);
}

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

    fill_numbers(kit, &image);
    kit_fill(kit, &written, 0, found, sizeof found);
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = image_cube, .bytes = sizeof image_cube, .binding = binding, .bindings = 4, .groups = {(COUNT + 31) / 32}}), VK_SUCCESS);
    CHECK(out.word[0] == 3 && out.word[1] == 3 && out.word[2] == CUBES);
    CHECK(out.word[4] == 3 && out.word[5] == 3);
    CHECK(out.word[8] == SIDE && out.word[9] == SIDE && out.word[10] == CUBES && out.word[11] == 2);
    for (uint32_t i = 0; i < COUNT; i++)
        CHECK_EQ(out.word[16 + i], texel(1, i % 3, i / 3 % 3, FIRST + i / 9));
    for (uint32_t i = 0; i < 6 * CUBES; i++)    /* the middle of a face of 3 x 3 */
        CHECK_EQ(out.word[16 + COUNT + i], texel(1, 1, 1, FIRST + i));
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

    fill_numbers(kit, &volume);
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = image_slice, .bytes = sizeof image_slice, .binding = binding, .bindings = 3}), VK_SUCCESS);
    CHECK(out.word[0] == W && out.word[1] == H && out.word[2] == W && out.word[3] == H);
    kit_fetch(kit, &volume, 1, found, sizeof found);
    for (uint32_t i = 0; i < W * H * D; i++) {
        const uint32_t x = i % W, y = i / W % H, z = i / W / H;
        CHECK_EQ(found[i], z == 2 ? 5000 + y * 100 + x : texel(1, x, y, z));
        if (z == 4)
            CHECK_EQ(out.word[4 + y * W + x], texel(1, x, y, z));
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
    for (size_t i = 0; i < sizeof dims / sizeof *dims; i++)
        ranges(&kit, &dims[i]);
    mutable(&kit);
    swizzles(&kit);
    cubes(&kit);
    slices(&kit);
    for (uint32_t n = 2; n <= 16; n *= 2)
        samples(&kit, n);
    CHECK(!kit_heard(&kit));
    kit_close(&kit);
    return check_end("vulkan_image_view");
}
