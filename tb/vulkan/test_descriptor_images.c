/* SPDX-License-Identifier: Apache-2.0
 * test_descriptor_images.c - arrays of images and texel buffers that are written after they are bound, of which lanes ask
 * different elements, and some are nothing; immutable samplers in sets, copies and pushes; texels outside of images.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "sets.h"

#include "desc_filter.spv.h"
#include "desc_images.spv.h"
#include "robust_image.spv.h"

enum { N = 4, RESULTS = 32 };

/* An image of 2 x 1 texels. */
struct picture {
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view;
};

static struct picture new_picture(struct kit *kit, VkFormat format, VkImageUsageFlags usage)
{
    struct picture p;
    VkMemoryRequirements needs;

    KIT_NEED(vkCreateImage(kit->device, &(VkImageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D, .format = format, .extent = {2, 1, 1}, .mipLevels = 1,
        .arrayLayers = 1, .samples = VK_SAMPLE_COUNT_1_BIT, .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = usage | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT}, NULL, &p.image));
    vkGetImageMemoryRequirements(kit->device, p.image, &needs);
    KIT_NEED(vkAllocateMemory(kit->device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size}, NULL, &p.memory));
    KIT_NEED(vkBindImageMemory(kit->device, p.image, p.memory, 0));
    KIT_NEED(vkCreateImageView(kit->device, &(VkImageViewCreateInfo){
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = p.image, .viewType = VK_IMAGE_VIEW_TYPE_2D, .format = format,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}}, NULL, &p.view));
    return p;
}

static void free_picture(struct kit *kit, const struct picture *p)
{
    vkDestroyImageView(kit->device, p->view, NULL);
    vkDestroyImage(kit->device, p->image, NULL);
    vkFreeMemory(kit->device, p->memory, NULL);
}

static const VkBufferImageCopy whole = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, .imageExtent = {2, 1, 1}};

/* Two words, of a buffer from there on, to the image, which is in the general layout then. */
static void upload(VkCommandBuffer c, const struct kit_buffer *from, uint32_t word, const struct picture *p)
{
    const VkImageMemoryBarrier first = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER, .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT, .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED, .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED, .image = p->image,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    VkImageMemoryBarrier second = first;
    VkBufferImageCopy copy = whole;

    copy.bufferOffset = 4 * word;
    second.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    second.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
    second.oldLayout = VK_IMAGE_LAYOUT_GENERAL;
    vkCmdPipelineBarrier(c, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL, 0, NULL, 1, &first);
    vkCmdCopyBufferToImage(c, from->buffer, p->image, VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
    vkCmdPipelineBarrier(c, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 0, NULL, 0, NULL, 1, &second);
}

static VkSampler new_sampler(struct kit *kit, VkFilter filter)
{
    VkSampler sampler;

    KIT_NEED(vkCreateSampler(kit->device, &(VkSamplerCreateInfo){.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, .magFilter = filter, .minFilter = filter,
                                                                 .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                                                 .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE}, NULL, &sampler));
    return sampler;
}

static void write_image(struct kit *kit, VkDescriptorSet set, uint32_t binding, uint32_t element, VkDescriptorType type, VkImageView view)
{
    const VkDescriptorImageInfo info = {VK_NULL_HANDLE, view, VK_IMAGE_LAYOUT_GENERAL};

    vkUpdateDescriptorSets(kit->device, 1, &(VkWriteDescriptorSet){
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .dstBinding = binding, .dstArrayElement = element, .descriptorCount = 1,
        .descriptorType = type, .pImageInfo = &info}, 0, NULL);
}

static void write_texels(struct kit *kit, VkDescriptorSet set, uint32_t binding, uint32_t element, VkDescriptorType type, VkBufferView view)
{
    vkUpdateDescriptorSets(kit->device, 1, &(VkWriteDescriptorSet){
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .dstBinding = binding, .dstArrayElement = element, .descriptorCount = 1,
        .descriptorType = type, .pTexelBufferView = &view}, 0, NULL);
}

/* Four of each kind.  In memory: words 4 * n of each have their texels. */
struct data {
    struct kit_buffer out, from, to, texels, more;
    struct picture sampled[N], stored[N];
    VkBufferView texel_view[N], more_view[N];
    VkSampler filter[2];
    VkDescriptorSetLayout layout[2];
    struct sets_pipeline p;
    VkDescriptorPool pool;
    VkDescriptorSet set[2];
};

static VkBufferView new_view(struct kit *kit, const struct kit_buffer *b, uint32_t n)
{
    VkBufferView view;

    KIT_NEED(vkCreateBufferView(kit->device, &(VkBufferViewCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO, .buffer = b->buffer,
                                                                       .format = VK_FORMAT_R32_UINT, .offset = 16 * n, .range = 8}, NULL, &view));
    return view;
}

static struct data open_data(struct kit *kit)
{
    struct data d = {.out = kit_buffer(kit, 4 * RESULTS), .from = kit_buffer(kit, 128), .to = kit_buffer(kit, 64), .texels = kit_buffer(kit, 64),
                     .more = kit_buffer(kit, 64), .filter = {new_sampler(kit, VK_FILTER_NEAREST), new_sampler(kit, VK_FILTER_LINEAR)}};
    const VkDescriptorSetLayoutBinding first[] = {SETS_BINDING(0, STORAGE_BUFFER, 1)};
    VkDescriptorSetLayoutBinding second[] = {SETS_BINDING(0, SAMPLED_IMAGE, N), SETS_BINDING(1, SAMPLER, 2), SETS_BINDING(2, STORAGE_IMAGE, N),
                                             SETS_BINDING(3, UNIFORM_TEXEL_BUFFER, N), SETS_BINDING(4, STORAGE_TEXEL_BUFFER, N)};
    const VkDescriptorBindingFlags after = VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT, flags[] = {after, 0, after, after, after};
    const VkDescriptorPoolSize size[] = {{VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, N}, {VK_DESCRIPTOR_TYPE_SAMPLER, 2}, {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, N},
                                         {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, N}, {VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, N}};

    second[1].pImmutableSamplers = d.filter;
    d.layout[0] = sets_layout(kit, first, 1, NULL, 0);
    d.layout[1] = sets_layout(kit, second, 5, flags, VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT);
    d.p = sets_pipeline(kit, desc_images, sizeof desc_images, d.layout, 2, 0);
    d.pool = sets_pool(kit, 1, size, 5, 0, VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT);
    d.set[0] = sets_new(kit, kit->descriptors, d.layout[0]);
    d.set[1] = sets_new(kit, d.pool, d.layout[1]);
    sets_write(kit, d.set[0], 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, d.out.buffer, 0, VK_WHOLE_SIZE);
    for (uint32_t n = 0; n < N; n++) {
        d.sampled[n] = new_picture(kit, VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_USAGE_SAMPLED_BIT);
        d.stored[n] = new_picture(kit, VK_FORMAT_R32_UINT, VK_IMAGE_USAGE_STORAGE_BIT);
        d.texel_view[n] = new_view(kit, &d.texels, n);
        d.more_view[n] = new_view(kit, &d.more, n);
    }
    return d;
}

static void close_data(struct kit *kit, struct data *d)
{
    for (uint32_t n = 0; n < N; n++) {
        free_picture(kit, &d->sampled[n]);
        free_picture(kit, &d->stored[n]);
        vkDestroyBufferView(kit->device, d->texel_view[n], NULL);
        vkDestroyBufferView(kit->device, d->more_view[n], NULL);
    }
    for (int i = 0; i < 2; i++) {
        vkDestroySampler(kit->device, d->filter[i], NULL);
        vkDestroyDescriptorSetLayout(kit->device, d->layout[i], NULL);
    }
    vkDestroyDescriptorPool(kit->device, d->pool, NULL);
    sets_pipeline_free(kit, &d->p);
    struct kit_buffer *buffer[] = {&d->out, &d->from, &d->to, &d->texels, &d->more};
    for (int i = 0; i < 5; i++)
        kit_buffer_free(kit, buffer[i]);
}

/* Element `n` of each kind is nothing where bit n of `nothing` is 1: bits 0 to 3 sampled, 4 to 7 stored, and so on. */
static void test_arrays(struct kit *kit, struct data *d, uint32_t nothing)
{
    const VkCommandBuffer c = kit_begin(kit);

    for (uint32_t n = 0; n < N; n++) {
        d->from.word[2 * n] = 0x33 * (n + 1);           /* red: 0.2, 0.4, 0.6, 0.8 and 0 */
        d->from.word[2 * n + 1] = 0;
        d->from.word[16 + 2 * n] = 500 + n;
        d->from.word[16 + 2 * n + 1] = 0;
        for (uint32_t k = 0; k < 4; k++) {
            d->texels.word[4 * n + k] = 600 + 10 * n + k;
            d->more.word[4 * n + k] = 700 + 10 * n + k;
        }
        upload(c, &d->from, 2 * n, &d->sampled[n]);
        upload(c, &d->from, 16 + 2 * n, &d->stored[n]);
    }
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, d->p.pipeline);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, d->p.layout, 0, 2, d->set, 0, NULL);
    vkCmdDispatch(c, 1, 1, 1);
    const VkMemoryBarrier done = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT, .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT};
    vkCmdPipelineBarrier(c, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &done, 0, NULL, 0, NULL);
    for (uint32_t n = 0; n < N; n++) {
        VkBufferImageCopy copy = whole;
        copy.bufferOffset = 8 * n;
        vkCmdCopyImageToBuffer(c, d->stored[n].image, VK_IMAGE_LAYOUT_GENERAL, d->to.buffer, 1, &copy);
    }
    /* after they are bound */
    for (uint32_t n = 0; n < N; n++) {
        write_image(kit, d->set[1], 0, n, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, nothing >> n & 1 ? VK_NULL_HANDLE : d->sampled[n].view);
        write_image(kit, d->set[1], 2, n, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, nothing >> (4 + n) & 1 ? VK_NULL_HANDLE : d->stored[n].view);
        write_texels(kit, d->set[1], 3, n, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, nothing >> (8 + n) & 1 ? VK_NULL_HANDLE : d->texel_view[n]);
        write_texels(kit, d->set[1], 4, n, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, nothing >> (12 + n) & 1 ? VK_NULL_HANDLE : d->more_view[n]);
    }
    CHECK_EQ(kit_submit(kit, c), VK_SUCCESS);
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t n = i % 4;
        const float red = (float)(0x33 * (n + 1)) / 255.0f;
        const uint32_t between = i < 4 ? 0 : (uint32_t)(1000 * (red / 2));
        /* a filter may round: 1 in 1000 */
        CHECK(d->out.word[i] + 1 >= (nothing >> n & 1 ? 0 : between) && d->out.word[i] <= 1 + (nothing >> n & 1 ? 0 : between));
        CHECK_EQ(d->out.word[8 + i], nothing >> (4 + n) & 1 ? 0 : 500 + n);
        CHECK_EQ(d->out.word[16 + i], nothing >> (8 + n) & 1 ? 0 : 600 + 10 * n + i / 4);
        CHECK_EQ(d->out.word[24 + i], nothing >> (12 + n) & 1 ? 0 : 701 + 10 * n);
    }
    for (uint32_t n = 0; n < N; n++) {
        CHECK_EQ(d->to.word[2 * n], 500 + n);
        CHECK_EQ(d->to.word[2 * n + 1], nothing >> (4 + n) & 1 ? 0 : 70 + n);
        CHECK_EQ(d->more.word[4 * n], nothing >> (12 + n) & 1 ? 700 + 10 * n : 80 + n);
        CHECK_EQ(d->more.word[4 * n + 1], 701 + 10 * n);
    }
}

/* ---- immutable samplers ------------------------------------------------------------------------------------------ */

static void filter(VkCommandBuffer c, const struct sets_pipeline *p, uint32_t at)
{
    vkCmdPushConstants(c, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &at);
    vkCmdDispatch(c, 1, 1, 1);
}

/* The linear one is of the layout: samplers of a write change nothing. */
static void test_immutable(struct kit *kit, struct data *d)
{
    const PFN_vkCmdPushDescriptorSetKHR push = (PFN_vkCmdPushDescriptorSetKHR)vkGetDeviceProcAddr(kit->device, "vkCmdPushDescriptorSetKHR");
    const VkDescriptorSetLayoutBinding fixed = {1, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_COMPUTE_BIT, &d->filter[1]},
                                       open = {1, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    const VkDescriptorSetLayout layout[3][2] = {
        {d->layout[0], sets_layout(kit, &fixed, 1, NULL, 0)}, {d->layout[0], sets_layout(kit, &open, 1, NULL, 0)},
        {d->layout[0], sets_layout(kit, &fixed, 1, NULL, VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR)}};
    struct sets_pipeline p[3];
    VkDescriptorSet set[3] = {sets_new(kit, kit->descriptors, layout[0][1]), sets_new(kit, kit->descriptors, layout[1][1]),
                              sets_new(kit, kit->descriptors, layout[0][1])};
    const VkDescriptorImageInfo info = {d->filter[0], d->sampled[3].view, VK_IMAGE_LAYOUT_GENERAL};
    const VkCommandBuffer c = kit_begin(kit);

    for (int i = 0; i < 3; i++)
        p[i] = sets_pipeline(kit, desc_filter, sizeof desc_filter, layout[i], 2, 4);
    VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstBinding = 1, .descriptorCount = 1,
                                  .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, .pImageInfo = &info};
    for (int i = 0; i < 2; i++) {
        write.dstSet = set[i];
        vkUpdateDescriptorSets(kit->device, 1, &write, 0, NULL);
    }
    /* from a set with the other sampler: the image is copied, the sampler stays */
    const VkCopyDescriptorSet copy = {.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET, .srcSet = set[1], .srcBinding = 1, .dstSet = set[2], .dstBinding = 1, .descriptorCount = 1};
    vkUpdateDescriptorSets(kit->device, 0, NULL, 1, &copy);
    vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, p[0].layout, 0, 1, d->set, 0, NULL);
    for (uint32_t i = 0; i < 3; i++) {
        const struct sets_pipeline *q = &p[i == 1];
        vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, q->pipeline);
        vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, q->layout, 1, 1, &set[i], 0, NULL);
        filter(c, q, i);
    }
    write.dstSet = VK_NULL_HANDLE;
    vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, p[2].pipeline);
    push(c, VK_PIPELINE_BIND_POINT_COMPUTE, p[2].layout, 1, 1, &write);
    filter(c, &p[2], 3);
    memset(d->out.word, 0xff, 16);
    CHECK_EQ(kit_submit(kit, c), VK_SUCCESS);
    for (int i = 0; i < 4; i++)
        CHECK(i == 1 ? d->out.word[i] == 0 : d->out.word[i] >= 399 && d->out.word[i] <= 401);
    for (int i = 0; i < 3; i++) {
        sets_pipeline_free(kit, &p[i]);
        vkDestroyDescriptorSetLayout(kit->device, layout[i][1], NULL);
    }
}

/* ---- texels outside ---------------------------------------------------------------------------------------------- */

/* They are 0, A of a format without A is 1, and a store there changes no texel. */
static void test_outside(struct kit *kit)
{
    static const struct { int32_t x, y, lod; } place[] = {
        {0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {1, -1, 0}, {1 << 20, 0, 0}, {0, 1 << 30, 0}, {INT32_MAX, INT32_MIN, 0}, {0, 0, 1}, {0, 0, -1}};
    const VkDescriptorSetLayoutBinding binding[] = {SETS_BINDING(0, STORAGE_BUFFER, 1), SETS_BINDING(1, STORAGE_IMAGE, 1), SETS_BINDING(2, COMBINED_IMAGE_SAMPLER, 1)};
    const VkDescriptorSetLayout layout = sets_layout(kit, binding, 3, NULL, 0);
    const struct sets_pipeline p = sets_pipeline(kit, robust_image, sizeof robust_image, &layout, 1, 12);
    const VkDescriptorSet set = sets_new(kit, kit->descriptors, layout);
    const struct picture stored = new_picture(kit, VK_FORMAT_R32_UINT, VK_IMAGE_USAGE_STORAGE_BIT), sampled = new_picture(kit, VK_FORMAT_R32_UINT, VK_IMAGE_USAGE_SAMPLED_BIT);
    const VkSampler sampler = new_sampler(kit, VK_FILTER_NEAREST);
    struct kit_buffer out = kit_buffer(kit, 16), from = kit_buffer(kit, 16), to = kit_buffer(kit, 8);
    const VkDescriptorImageInfo info = {sampler, sampled.view, VK_IMAGE_LAYOUT_GENERAL};

    for (uint32_t i = 0; i < 4; i++)
        from.word[i] = 10 + i;
    sets_write(kit, set, 0, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, out.buffer, 0, VK_WHOLE_SIZE);
    write_image(kit, set, 1, 0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, stored.view);
    vkUpdateDescriptorSets(kit->device, 1, &(VkWriteDescriptorSet){
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .dstBinding = 2, .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, .pImageInfo = &info}, 0, NULL);
    for (uint32_t i = 0; i < sizeof place / sizeof *place; i++) {
        const bool is_inside = i < 2, is_stored = is_inside || place[i].lod != 0;
        const uint32_t x = is_stored ? (uint32_t)place[i].x : 0;
        const VkCommandBuffer c = kit_begin(kit);
        const VkMemoryBarrier done = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT, .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT};
        upload(c, &from, 0, &stored);
        upload(c, &from, 2, &sampled);
        vkCmdBindPipeline(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.pipeline);
        vkCmdBindDescriptorSets(c, VK_PIPELINE_BIND_POINT_COMPUTE, p.layout, 0, 1, &set, 0, NULL);
        vkCmdPushConstants(c, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 12, &place[i]);
        vkCmdDispatch(c, 1, 1, 1);
        vkCmdPipelineBarrier(c, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &done, 0, NULL, 0, NULL);
        vkCmdCopyImageToBuffer(c, stored.image, VK_IMAGE_LAYOUT_GENERAL, to.buffer, 1, &whole);
        CHECK_EQ(kit_submit(kit, c), VK_SUCCESS);
        CHECK_EQ(out.word[0], is_stored ? 10 + x : 0);
        CHECK_EQ(out.word[1], 1);
        CHECK_EQ(out.word[2], is_inside ? 12 + x : 0);
        CHECK_EQ(out.word[3], 1);
        for (uint32_t k = 0; k < 2; k++)
            CHECK_EQ(to.word[k], is_stored && x == k ? 99 : 10 + k);
    }
    vkDestroySampler(kit->device, sampler, NULL);
    free_picture(kit, &stored);
    free_picture(kit, &sampled);
    kit_buffer_free(kit, &out);
    kit_buffer_free(kit, &from);
    kit_buffer_free(kit, &to);
    sets_pipeline_free(kit, &p);
    vkDestroyDescriptorSetLayout(kit->device, layout, NULL);
}

int main(int argc, char **argv)
{
    struct kit kit;

    (void)argc;
    kit_choose(argv[0]);
    sets_open(&kit, SETS_NULL);
    struct data d = open_data(&kit);
    test_arrays(&kit, &d, 0);
    test_arrays(&kit, &d, 1 << 2 | 1 << (4 + 1) | 1 << (8 + 3) | 1 << 12);
    test_arrays(&kit, &d, 0xffff);
    test_arrays(&kit, &d, 0x0ff0);
    test_immutable(&kit, &d);
    close_data(&kit, &d);
    kit_close(&kit);
    sets_open(&kit, SETS_ROBUST2);
    test_outside(&kit);
    kit_close(&kit);
    return check_end("vulkan_descriptor_images");
}
