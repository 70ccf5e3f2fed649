/* SPDX-License-Identifier: Apache-2.0
 * test_image_copy.c - copies between images and buffers, and clears: random regions, done in plain C too.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "images.h"

#include <stdlib.h>
#include <string.h>

enum { BUFFER = 1 << 15, STEPS = 60, LEVELS = 8 };

static uint64_t seed = 99;

static uint32_t below(uint32_t limit)
{
    return check_random(&seed) % limit;
}

/* ---- images in plain C: levels, slices or layers, rows, nothing between them -------------------------------------- */

struct plain {
    VkImageType type;
    VkFormat format;
    uint32_t bytes, size[3], layers, levels;
    unsigned char *texel[LEVELS];
};

static uint32_t side(const struct plain *p, unsigned i, uint32_t level)
{
    return p->size[i] >> level ? p->size[i] >> level : 1;
}

static uint32_t slices(const struct plain *p, uint32_t level)
{
    return p->type == VK_IMAGE_TYPE_3D ? side(p, 2, level) : p->layers;
}

static size_t level_bytes(const struct plain *p, uint32_t level)
{
    return (size_t)side(p, 0, level) * side(p, 1, level) * slices(p, level) * p->bytes;
}

static unsigned char *at(const struct plain *p, uint32_t level, uint32_t x, uint32_t y, uint32_t z)
{
    return p->texel[level] + (((size_t)z * side(p, 1, level) + y) * side(p, 0, level) + x) * p->bytes;
}

/* A part of a level. */
struct part {
    uint32_t level, at[3], size[3];     /* the third: slices or layers */
};

static struct part random_part(const struct plain *p)
{
    struct part r = {.level = below(p->levels)};

    for (unsigned i = 0; i < 3; i++) {
        const uint32_t all = i < 2 ? side(p, i, r.level) : slices(p, r.level);
        r.at[i] = below(3) ? below(all) : 0;
        r.size[i] = below(3) ? 1 + below(all - r.at[i]) : all - r.at[i];
    }
    return r;
}

static VkImageSubresourceLayers layers_of(const struct plain *p, const struct part *r)
{
    const bool is_volume = p->type == VK_IMAGE_TYPE_3D;

    return (VkImageSubresourceLayers){VK_IMAGE_ASPECT_COLOR_BIT, r->level, is_volume ? 0 : r->at[2], is_volume ? 1 : r->size[2]};
}

static VkOffset3D offset_of(const struct plain *p, const struct part *r)
{
    return (VkOffset3D){(int32_t)r->at[0], (int32_t)r->at[1], p->type == VK_IMAGE_TYPE_3D ? (int32_t)r->at[2] : 0};
}

static VkExtent3D extent_of(const struct plain *p, const struct part *r)
{
    return (VkExtent3D){r->size[0], r->size[1], p->type == VK_IMAGE_TYPE_3D ? r->size[2] : 1};
}

/* ---- one step ---------------------------------------------------------------------------------------------------- */

struct state {
    struct kit *kit;
    VkCommandBuffer commands;
    struct plain plain[2];
    struct kit_image image[2];
    struct kit_buffer buffer;
    unsigned char byte[BUFFER];
    bool second;                        /* by the commands of VK_KHR_copy_commands2 */
};

static void with_buffer(struct state *s, bool to_image)
{
    const struct plain *p = &s->plain[0];
    const struct part r = random_part(p);
    const uint32_t length = below(2) ? r.size[0] + below(5) : 0, height = below(2) ? r.size[1] + below(3) : 0;
    const size_t row = (size_t)(length ? length : r.size[0]) * p->bytes, slice = row * (height ? height : r.size[1]);
    const size_t all = slice * r.size[2];

    if (all + 64 > BUFFER)
        return;
    const size_t step = p->bytes < 4 ? 4 : p->bytes, first = below((uint32_t)((BUFFER - all) / step)) * step;
    const VkBufferImageCopy copy = {first, length, height, layers_of(p, &r), offset_of(p, &r), extent_of(p, &r)};
    const VkBufferImageCopy2 copy2 = {VK_STRUCTURE_TYPE_BUFFER_IMAGE_COPY_2, NULL, first, length, height, layers_of(p, &r), offset_of(p, &r), extent_of(p, &r)};
    if (to_image && s->second)
        vkCmdCopyBufferToImage2(s->commands, &(VkCopyBufferToImageInfo2){VK_STRUCTURE_TYPE_COPY_BUFFER_TO_IMAGE_INFO_2, NULL, s->buffer.buffer, s->image[0].image,
                                                                        VK_IMAGE_LAYOUT_GENERAL, 1, &copy2});
    else if (to_image)
        vkCmdCopyBufferToImage(s->commands, s->buffer.buffer, s->image[0].image, VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
    else if (s->second)
        vkCmdCopyImageToBuffer2(s->commands, &(VkCopyImageToBufferInfo2){VK_STRUCTURE_TYPE_COPY_IMAGE_TO_BUFFER_INFO_2, NULL, s->image[0].image, VK_IMAGE_LAYOUT_GENERAL,
                                                                        s->buffer.buffer, 1, &copy2});
    else
        vkCmdCopyImageToBuffer(s->commands, s->image[0].image, VK_IMAGE_LAYOUT_GENERAL, s->buffer.buffer, 1, &copy);
    for (uint32_t z = 0; z < r.size[2]; z++)
        for (uint32_t y = 0; y < r.size[1]; y++) {
            unsigned char *in_image = at(p, r.level, r.at[0], r.at[1] + y, r.at[2] + z), *in_buffer = s->byte + first + z * slice + y * row;
            memcpy(to_image ? in_image : in_buffer, to_image ? in_buffer : in_image, r.size[0] * p->bytes);
        }
}

static void between(struct state *s)
{
    const struct plain *a = &s->plain[0], *b = &s->plain[1];
    struct part from = random_part(a), to = random_part(b);

    for (unsigned i = 0; i < 3; i++)
        from.size[i] = to.size[i] = from.size[i] < to.size[i] ? from.size[i] : to.size[i];
    if (a->type != b->type && (a->type == VK_IMAGE_TYPE_1D || b->type == VK_IMAGE_TYPE_1D))
        return;
    /* between a volume and layers the depth is that of the volume */
    VkExtent3D extent = extent_of(a, &from);
    extent.depth = a->type == VK_IMAGE_TYPE_3D || b->type == VK_IMAGE_TYPE_3D ? from.size[2] : 1;
    const VkImageCopy copy = {layers_of(a, &from), offset_of(a, &from), layers_of(b, &to), offset_of(b, &to), extent};
    const VkImageCopy2 copy2 = {VK_STRUCTURE_TYPE_IMAGE_COPY_2, NULL, copy.srcSubresource, copy.srcOffset, copy.dstSubresource, copy.dstOffset, extent};
    if (s->second)
        vkCmdCopyImage2(s->commands, &(VkCopyImageInfo2){VK_STRUCTURE_TYPE_COPY_IMAGE_INFO_2, NULL, s->image[0].image, VK_IMAGE_LAYOUT_GENERAL, s->image[1].image,
                                                         VK_IMAGE_LAYOUT_GENERAL, 1, &copy2});
    else
        vkCmdCopyImage(s->commands, s->image[0].image, VK_IMAGE_LAYOUT_GENERAL, s->image[1].image, VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
    for (uint32_t z = 0; z < from.size[2]; z++)
        for (uint32_t y = 0; y < from.size[1]; y++)
            memcpy(at(b, to.level, to.at[0], to.at[1] + y, to.at[2] + z), at(a, from.level, from.at[0], from.at[1] + y, from.at[2] + z), from.size[0] * a->bytes);
}

/* All formats here have integers of 8, 16 or 32 bits in each component. */
static void clear(struct state *s)
{
    const struct plain *p = &s->plain[1];
    const uint32_t level = below(p->levels), layer = below(p->layers), levels = 1 + below(p->levels - level), layers = 1 + below(p->layers - layer);
    const bool rest = below(2);
    const VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, level, rest ? VK_REMAINING_MIP_LEVELS : levels, layer, rest ? VK_REMAINING_ARRAY_LAYERS : layers};
    const bool is_volume = p->type == VK_IMAGE_TYPE_3D;
    const uint32_t width = p->bytes == 16 ? 4 : p->bytes == 8 ? 2 : 1;      /* bytes of a component */
    const VkClearColorValue color = {.uint32 = {below(256), below(256), below(256), below(256)}};

    vkCmdClearColorImage(s->commands, s->image[1].image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &range);
    for (uint32_t n = level; n < (rest ? p->levels : level + levels); n++)
        for (uint32_t z = is_volume ? 0 : layer; z < (rest || is_volume ? slices(p, n) : layer + layers); z++)
            for (uint32_t y = 0; y < side(p, 1, n); y++)
                for (uint32_t x = 0; x < side(p, 0, n); x++)
                    for (uint32_t k = 0; k < p->bytes; k++)
                        at(p, n, x, y, z)[k] = k % width ? 0 : (unsigned char)color.uint32[k / width];
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

static void make(struct state *s, unsigned n, VkImageTiling tiling)
{
    struct plain *p = &s->plain[n];

    s->image[n] = kit_image(s->kit, (VkImageCreateInfo){.imageType = p->type, .format = p->format, .extent = {p->size[0], p->size[1], p->size[2]}, .mipLevels = p->levels,
                                                       .arrayLayers = p->layers, .tiling = tiling});
    for (uint32_t i = 0; i < p->levels; i++) {
        p->texel[i] = malloc(level_bytes(p, i));
        for (size_t k = 0; k < level_bytes(p, i); k++)
            p->texel[i][k] = (unsigned char)check_random(&seed);
        kit_fill(s->kit, &s->image[n], i, p->texel[i], level_bytes(p, i));
    }
}

static void compare(struct state *s, unsigned n)
{
    struct plain *p = &s->plain[n];

    for (uint32_t i = 0; i < p->levels; i++) {
        unsigned char *found = malloc(level_bytes(p, i));
        kit_fetch(s->kit, &s->image[n], i, found, level_bytes(p, i));
        CHECK(!memcmp(found, p->texel[i], level_bytes(p, i)));
        free(found);
        free(p->texel[i]);
    }
    kit_image_free(s->kit, &s->image[n]);
}

static void run(struct kit *kit, struct plain a, struct plain b, VkImageTiling tiling)
{
    struct state s = {.kit = kit, .plain = {a, b}};

    s.buffer = kit_buffer(kit, BUFFER);
    make(&s, 0, VK_IMAGE_TILING_OPTIMAL);
    make(&s, 1, tiling);
    for (uint32_t i = 0; i < BUFFER; i++)
        s.byte[i] = (unsigned char)check_random(&seed);
    memcpy(s.buffer.word, s.byte, BUFFER);
    s.commands = kit_begin(kit);
    for (unsigned n = 0; n < STEPS; n++) {
        s.second = below(2);
        switch (below(4)) {
        case 0: with_buffer(&s, true); break;
        case 1: with_buffer(&s, false); break;
        case 2: between(&s); break;
        case 3: clear(&s); break;
        }
        kit_barrier(s.commands);
    }
    CHECK_EQ(kit_submit(kit, s.commands), VK_SUCCESS);
    CHECK(!memcmp(s.buffer.word, s.byte, BUFFER));
    compare(&s, 0);
    compare(&s, 1);
    kit_buffer_free(kit, &s.buffer);
}

/* The layout that the host sees: texels of each level and layer are where it says, and no two are in one place. */
static void layout(struct kit *kit, const struct plain *p)
{
    const struct kit_image image = kit_image(kit, (VkImageCreateInfo){.imageType = p->type, .format = p->format, .extent = {p->size[0], p->size[1], p->size[2]},
                                                                      .mipLevels = p->levels, .arrayLayers = p->layers, .tiling = VK_IMAGE_TILING_LINEAR});
    struct kit_image free_it = image;
    VkMemoryRequirements2 needs = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2}, same = needs;

    vkGetImageMemoryRequirements2(kit->device, &(VkImageMemoryRequirementsInfo2){VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2, NULL, image.image}, &needs);
    vkGetDeviceImageMemoryRequirements(kit->device, &(VkDeviceImageMemoryRequirements){VK_STRUCTURE_TYPE_DEVICE_IMAGE_MEMORY_REQUIREMENTS, NULL, &image.info, 0}, &same);
    CHECK_EQ(needs.memoryRequirements.size, same.memoryRequirements.size);
    CHECK_EQ(needs.memoryRequirements.alignment, same.memoryRequirements.alignment);
    memset(image.byte, 0, needs.memoryRequirements.size);
    for (uint32_t i = 0; i < p->levels; i++)
        for (uint32_t z = 0; z < slices(p, i); z++) {
            const bool is_volume = p->type == VK_IMAGE_TYPE_3D;
            VkSubresourceLayout l;
            vkGetImageSubresourceLayout(kit->device, image.image, &(VkImageSubresource){VK_IMAGE_ASPECT_COLOR_BIT, i, is_volume ? 0 : z}, &l);
            const VkDeviceSize first = l.offset + (is_volume ? z * l.depthPitch : 0);
            CHECK(first + l.rowPitch * (side(p, 1, i) - 1) + side(p, 0, i) * p->bytes <= needs.memoryRequirements.size);
            for (uint32_t y = 0; y < side(p, 1, i); y++)
                for (uint32_t k = 0; k < side(p, 0, i) * p->bytes; k++) {
                    unsigned char *byte = image.byte + first + y * l.rowPitch + k;
                    CHECK_EQ(*byte, 0);
                    *byte = (unsigned char)(1 + i * 50 + z * 7 + y * 3 + k);
                    *byte = (unsigned char)(*byte ? *byte : 1);
                }
        }
    for (uint32_t i = 0; i < p->levels; i++) {
        unsigned char *found = malloc(level_bytes(p, i));
        const uint32_t row = side(p, 0, i) * p->bytes;
        bool good = true;
        kit_fetch(kit, &image, i, found, level_bytes(p, i));
        for (uint32_t z = 0; z < slices(p, i); z++)
            for (uint32_t y = 0; y < side(p, 1, i); y++)
                for (uint32_t k = 0; k < row; k++) {
                    const unsigned char wanted = (unsigned char)(1 + i * 50 + z * 7 + y * 3 + k);
                    good &= found[(z * side(p, 1, i) + y) * row + k] == (wanted ? wanted : 1);
                }
        CHECK(good);
        free(found);
    }
    kit_image_free(kit, &free_it);
}

/* Two images in one memory, each between bytes that are no image's: a clear reaches its own texels alone. */
static void shared(struct kit *kit, const struct plain *p, bool second)
{
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = p->type, .format = p->format, .extent = {p->size[0], p->size[1], p->size[2]}, .mipLevels = p->levels,
        .arrayLayers = p->layers, .samples = VK_SAMPLE_COUNT_1_BIT, .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT};
    const VkClearColorValue color[2] = {{.uint32 = {1, 1, 1, 1}}, {.uint32 = {2, 2, 2, 2}}};
    struct kit_image image[2] = {{.info = info}, {.info = info}};
    VkMemoryRequirements needs;
    VkDeviceSize texels = 0, parts = 0;
    VkDeviceMemory memory;
    void *data;

    for (unsigned i = 0; i < 2; i++)
        KIT_NEED(vkCreateImage(kit->device, &info, NULL, &image[i].image));
    vkGetImageMemoryRequirements(kit->device, image[0].image, &needs);
    for (uint32_t i = 0; i < p->levels; i++) {
        texels += level_bytes(p, i);
        parts += slices(p, i);
    }
    CHECK(needs.size >= texels && needs.size <= texels + 16 * parts + needs.alignment);
    const VkDeviceSize gap = needs.alignment, at[2] = {gap, 2 * gap + needs.size}, all = 3 * gap + 2 * needs.size;
    KIT_NEED(vkAllocateMemory(kit->device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = all}, NULL, &memory));
    KIT_NEED(vkMapMemory(kit->device, memory, 0, VK_WHOLE_SIZE, 0, &data));
    const VkBindImageMemoryInfo bind[2] = {{VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_INFO, NULL, image[0].image, memory, at[0]},
                                           {VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_INFO, NULL, image[1].image, memory, at[1]}};
    if (second)
        KIT_NEED(vkBindImageMemory2(kit->device, 2, bind));
    for (unsigned i = 0; i < 2 && !second; i++)
        KIT_NEED(vkBindImageMemory(kit->device, image[i].image, memory, at[i]));
    const unsigned char *byte = data;
    memset(data, 0xa5, all);
    const VkCommandBuffer commands = kit_begin(kit);
    for (unsigned i = 0; i < 2; i++) {
        const VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
        const VkImageSubresourceRange last = {VK_IMAGE_ASPECT_COLOR_BIT, p->levels - 1, VK_REMAINING_MIP_LEVELS, p->layers - 1, VK_REMAINING_ARRAY_LAYERS};
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL, 0, NULL, 1, &(VkImageMemoryBarrier){
            .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER, .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT, .newLayout = VK_IMAGE_LAYOUT_GENERAL,
            .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED, .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED, .image = image[i].image, .subresourceRange = range});
        vkCmdClearColorImage(commands, image[i].image, VK_IMAGE_LAYOUT_GENERAL, &color[i], 1, &range);
        kit_barrier(commands);
        vkCmdClearColorImage(commands, image[i].image, VK_IMAGE_LAYOUT_GENERAL, &color[i], 1, &last);
    }
    CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
    for (unsigned n = 0; n < 3; n++)
        for (VkDeviceSize i = 0; i < gap; i++)
            CHECK_EQ(byte[n * (gap + needs.size) + i], 0xa5);
    for (unsigned i = 0; i < 2; i++) {
        unsigned char found[BUFFER];
        kit_fetch(kit, &image[i], 0, found, level_bytes(p, 0));
        CHECK(found[0] == i + 1 && found[level_bytes(p, 0) - p->bytes] == i + 1);
        vkDestroyImage(kit->device, image[i].image, NULL);
    }
    vkFreeMemory(kit->device, memory, NULL);
}

int main(int argc, char **argv)
{
    const VkImageType line = VK_IMAGE_TYPE_1D, plane = VK_IMAGE_TYPE_2D, volume = VK_IMAGE_TYPE_3D;
    const struct plain shape[] = {
        {plane, VK_FORMAT_R8G8B8A8_UINT, 4, {17, 5, 1}, 3, 5, {NULL}}, {plane, VK_FORMAT_R8G8B8A8_UINT, 4, {1, 1, 1}, 1, 1, {NULL}},
        {line, VK_FORMAT_R8G8B8A8_UINT, 4, {29, 1, 1}, 4, 4, {NULL}}, {line, VK_FORMAT_R8G8B8A8_UINT, 4, {64, 1, 1}, 1, 7, {NULL}},
        {volume, VK_FORMAT_R8G8B8A8_UINT, 4, {9, 6, 5}, 1, 4, {NULL}}, {plane, VK_FORMAT_R8G8B8A8_UINT, 4, {12, 7, 1}, 9, 3, {NULL}},
        {plane, VK_FORMAT_R8_UINT, 1, {7, 9, 1}, 5, 4, {NULL}}, {volume, VK_FORMAT_R8_UINT, 1, {5, 3, 7}, 1, 3, {NULL}},
        {plane, VK_FORMAT_R8G8_UINT, 2, {1, 13, 1}, 2, 4, {NULL}}, {plane, VK_FORMAT_R8G8_UINT, 2, {3, 3, 1}, 1, 2, {NULL}},
        {plane, VK_FORMAT_R32G32B32A32_UINT, 16, {6, 11, 1}, 2, 4, {NULL}}, {volume, VK_FORMAT_R32G32B32A32_UINT, 16, {3, 1, 4}, 1, 3, {NULL}},
        {plane, VK_FORMAT_R16G16B16A16_UINT, 8, {8, 8, 1}, 6, 4, {NULL}}, {volume, VK_FORMAT_R16G16B16A16_UINT, 8, {8, 4, 2}, 1, 4, {NULL}}};
    struct kit kit;

    (void)argc;
    kit_open_images(&kit, argv[0], false);
    for (size_t i = 0; i < sizeof shape / sizeof *shape; i++) {
        const size_t other = i ^ 1;
        run(&kit, shape[i], shape[other], i % 4 < 2 ? VK_IMAGE_TILING_OPTIMAL : VK_IMAGE_TILING_LINEAR);
        run(&kit, shape[i], shape[i], VK_IMAGE_TILING_OPTIMAL);
        layout(&kit, &shape[i]);
        shared(&kit, &shape[i], i % 2);
    }
    run(&kit, shape[4], shape[5], VK_IMAGE_TILING_OPTIMAL);
    shared(&kit, &(struct plain){volume, VK_FORMAT_R8_UINT, 1, {32, 32, 32}, 1, 6, {NULL}}, true);
    kit_close(&kit);
    return check_end("vulkan_image_copy");
}
