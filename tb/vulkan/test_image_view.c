/* SPDX-License-Identifier: Apache-2.0
 * test_image_view.c - views of some levels and layers, of other formats, with swizzles; texels of 64 bits.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "images.h"

#include <stdlib.h>
#include <string.h>

#include "image_swizzle.spv.h"
#include "image_texels_u.spv.h"
#include "image_view_1d.spv.h"
#include "image_view_1d_array.spv.h"
#include "image_view_2d.spv.h"
#include "image_view_2d_array.spv.h"
#include "image_view_3d.spv.h"
#include "image_wide.spv.h"

enum { LEVELS = 8 };

static uint64_t seed = 31337;

/* ---- levels and layers ------------------------------------------------------------------------------------------- */

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
        const uint32_t level = r.level + n, w = kit_half(e.width, level), h = kit_half(e.height, level), d = dim->type == VK_IMAGE_TYPE_3D ? kit_half(e.depth, level) : r.layers;
        CHECK_EQ(out.word[4 * n], w);
        CHECK_EQ(out.word[4 * n + 1], h);
        CHECK_EQ(out.word[4 * n + 2], d);
        CHECK_EQ(out.word[4 * n + 3], r.levels);
        for (uint32_t i = 0; i < w * h * d; i++, seen += 4)
            good &= seen[0] == kit_number(level, i % w, i / w % h, i / w / h + r.layer) && !seen[1] && !seen[2] && seen[3] == 1;
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

    kit_fill_numbers(kit, &image);
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

/* Texels of a byte in rows of three: views begin at any layer of any level, and a store leaves the bytes around it. */
static void small(struct kit *kit)
{
    enum { LAYERS = 5 };
    struct kit_image image = kit_image(kit, (VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R8_UINT, .extent = {7, 7, 1}, .mipLevels = 3, .arrayLayers = LAYERS});
    unsigned char byte[49 * LAYERS], found[9 * LAYERS];
    const VkSamplerCreateInfo info = kit_sampler_info();
    const VkSampler sampler = kit_sampler(kit, &info);

    for (uint32_t layer = 0; layer < LAYERS; layer++) {
        struct kit_buffer out = kit_buffer(kit, 256 + 64 * 16), seen = kit_buffer(kit, 9 * 16), given = kit_buffer(kit, 9 * 16);
        const VkImageView two = kit_view(kit, &image, VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R8_UINT, (struct kit_range){1, 2, layer, 1});
        const VkImageView one = kit_view(kit, &image, VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R8_UINT, (struct kit_range){1, 1, layer, 1});
        const struct kit_binding reads[] = {KIT_SAMPLED(two, sampler), KIT_BUFFER(&out)}, writes[] = {KIT_STORAGE(one), KIT_STORAGE(one), KIT_BUFFER(&seen), KIT_BUFFER(&given)};
        for (uint32_t level = 0; level < 3; level++) {
            const uint32_t side = 7 >> level, count = side * side * LAYERS;
            for (uint32_t i = 0; i < count; i++)
                byte[i] = (unsigned char)(i * 5 + level * 3 + 1);
            kit_fill(kit, &image, level, byte, count);
        }
        CHECK_EQ(kit_job(kit, &(struct kit_job){.module = image_view_2d, .bytes = sizeof image_view_2d, .binding = reads, .bindings = 2, .groups = {2}}), VK_SUCCESS);
        for (uint32_t i = 0; i < 10; i++)
            CHECK_EQ(out.word[64 + 4 * i], i < 9 ? (unsigned char)((layer * 9 + i) * 5 + 4) : (unsigned char)(layer * 5 + 7));
        for (uint32_t i = 0; i < 36; i++)
            given.word[i] = 200 + i / 4;
        CHECK_EQ(kit_job(kit, &(struct kit_job){.module = image_texels_u, .bytes = sizeof image_texels_u, .binding = writes, .bindings = 4}), VK_SUCCESS);
        kit_fetch(kit, &image, 1, found, sizeof found);
        for (uint32_t i = 0; i < sizeof found; i++)
            CHECK_EQ(found[i], i / 9 == layer ? 200 + i % 9 : (unsigned char)(i * 5 + 4));
        vkDestroyImageView(kit->device, one, NULL);
        vkDestroyImageView(kit->device, two, NULL);
        for (unsigned i = 0; i < 3; i++)
            kit_buffer_free(kit, (struct kit_buffer *[]){&out, &seen, &given}[i]);
    }
    vkDestroySampler(kit->device, sampler, NULL);
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

    kit_fill_numbers(kit, &from);
    for (uint32_t i = 0; i < 4 * 33; i++)
        given.word[i] = i * 37 & 255;
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = image_texels_u, .bytes = sizeof image_texels_u, .binding = binding, .bindings = 4, .groups = {2, 1}}), VK_SUCCESS);
    kit_fetch(kit, &to, 0, word, sizeof word);
    for (uint32_t i = 0; i < 33; i++)
        for (uint32_t k = 0; k < 4; k++) {
            CHECK_EQ(seen.word[4 * i + k], kit_number(0, i % 11, i / 11, 0) >> 8 * k & 255);
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
    struct kit_buffer out = kit_buffer(kit, 26 * 16), element = kit_buffer(kit, 16);
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
        const float *known = (const float *)(void *)(out.word + 96);
        for (unsigned k = 0; k < 4; k++) {
            CHECK(known[k] == swizzled(colour[3], s[1][k], k));
            CHECK(known[4 + k] == swizzled(colour[order[k]], s[2][1], 1));
        }
    }
    vkDestroySampler(kit->device, sampler, NULL);
    kit_image_free(kit, &image);
    kit_buffer_free(kit, &out);
    kit_buffer_free(kit, &element);
}

/* Of integers ONE is 1. */
static void swizzled_integers(struct kit *kit)
{
    struct kit_image image = kit_image_2d(kit, VK_FORMAT_R8G8B8A8_UINT, 1, 1);
    struct kit_buffer out = kit_buffer(kit, 256 + 32 * 16);
    const VkSamplerCreateInfo info = kit_sampler_info();
    const VkSampler sampler = kit_sampler(kit, &info);
    VkImageView view;

    kit_fill(kit, &image, 0, (const unsigned char[4]){11, 22, 33, 44}, 4);
    KIT_NEED(vkCreateImageView(kit->device, &(VkImageViewCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = image.image, .viewType = VK_IMAGE_VIEW_TYPE_2D, .format = image.info.format,
        .components = {VK_COMPONENT_SWIZZLE_ONE, VK_COMPONENT_SWIZZLE_A, VK_COMPONENT_SWIZZLE_ZERO, VK_COMPONENT_SWIZZLE_G},
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}}, NULL, &view));
    const struct kit_binding binding[] = {KIT_SAMPLED(view, sampler), KIT_BUFFER(&out)};
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = image_view_2d, .bytes = sizeof image_view_2d, .binding = binding, .bindings = 2}), VK_SUCCESS);
    CHECK(out.word[64] == 1 && out.word[65] == 44 && out.word[66] == 0 && out.word[67] == 22);
    vkDestroyImageView(kit->device, view, NULL);
    vkDestroySampler(kit->device, sampler, NULL);
    kit_image_free(kit, &image);
    kit_buffer_free(kit, &out);
}

/* ---- texels of 64 bits ------------------------------------------------------------------------------------------- */

static void wide(struct kit *kit)
{
    struct kit_image image = kit_image_2d(kit, VK_FORMAT_R64_UINT, 4, 3);
    struct kit_buffer out = kit_buffer(kit, 36 * 32), list = kit_buffer(kit, 96);
    const VkSamplerCreateInfo info = kit_sampler_info();
    const VkSampler sampler = kit_sampler(kit, &info);
    const VkImageView view = kit_view(kit, &image, VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R64_UINT, (struct kit_range){0});
    const VkBufferView texels = kit_texels(kit, &list, VK_FORMAT_R64_SINT, 0, 96);
    const struct kit_binding binding[] = {KIT_SAMPLED(view, sampler), {.type = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, .texels = texels}, KIT_BUFFER(&out)};
    const uint64_t *seen = (const uint64_t *)(void *)out.word;
    uint64_t number[12];

    for (unsigned i = 0; i < 24; i++) {
        list.word[i] = check_random(&seed);
        ((uint32_t *)(void *)number)[i] = check_random(&seed);
    }
    kit_fill(kit, &image, 0, number, sizeof number);
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = image_wide, .bytes = sizeof image_wide, .binding = binding, .bindings = 3}), VK_SUCCESS);
    for (unsigned i = 0; i < 36; i++) {
        uint64_t wanted = number[i / 3];
        if (i % 3 == 2)
            memcpy(&wanted, &list.word[i / 3 * 2], sizeof wanted);
        CHECK(seen[4 * i] == wanted && seen[4 * i + 1] == 0 && seen[4 * i + 2] == 0 && seen[4 * i + 3] == 1);
    }
    vkDestroyImageView(kit->device, view, NULL);
    vkDestroyBufferView(kit->device, texels, NULL);
    vkDestroySampler(kit->device, sampler, NULL);
    kit_image_free(kit, &image);
    kit_buffer_free(kit, &out);
    kit_buffer_free(kit, &list);
}

int main(int argc, char **argv)
{
    struct kit kit;

    (void)argc;
    kit_open_images(&kit, argv[0], false);
    for (size_t i = 0; i < sizeof dims / sizeof *dims; i++)
        ranges(&kit, &dims[i]);
    small(&kit);
    mutable(&kit);
    swizzles(&kit);
    swizzled_integers(&kit);
    wide(&kit);
    kit_close(&kit);
    return check_end("vulkan_image_view");
}
