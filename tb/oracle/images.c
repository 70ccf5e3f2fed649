/* SPDX-License-Identifier: Apache-2.0 */
#include "images.h"

#include <stdio.h>

static const VkFormat formats[] = {
    [WF_IMAGE_FORMAT_NONE] = VK_FORMAT_UNDEFINED,
#define WF_IMAGE_FORMAT(id, name, vulkan, ...) [WF_IMAGE_FORMAT_##id] = VK_FORMAT_##vulkan,
#include "wavefold/image_format.def"
#undef WF_IMAGE_FORMAT
};

static bool is_image(const struct wf_shader_resource *r)
{
    return r->kind == WF_SHADER_STORAGE_IMAGE || r->kind == WF_SHADER_SAMPLED_IMAGE || r->kind == WF_SHADER_COMBINED;
}

static const struct wf_sampler *sampler_of(const struct wf_kernel *k, const struct wf_shader_resource *r, uint32_t element)
{
    for (size_t n = 0; n < k->module.samplers; n++) {
        const struct wf_shader_sampler *s = &k->module.sampler[n];
        if (s->set == r->set && s->binding == r->binding && s->element == element)
            return &s->sampler;
    }
    return NULL;
}

uint32_t wfo_image_elements(const struct wf_kernel *k, const struct wf_shader_resource *r)
{
    uint32_t count = 1;

    for (size_t n = 0; n < k->module.binds && is_image(r); n++) {
        const struct wf_kernel_bind *b = &k->module.bind[n];
        if (!b->is_push && b->set == r->set && b->binding == r->binding && b->element >= count)
            count = b->element + 1;
    }
    for (size_t n = 0; n < k->module.samplers; n++) {
        const struct wf_shader_sampler *s = &k->module.sampler[n];
        if (s->set == r->set && s->binding == r->binding && s->element >= count)
            count = s->element + 1;
    }
    return count;
}

/* ---- what the device takes ---- */

static bool lacks(struct wfo_case *c, const struct wf_shader_resource *r, const char *what)
{
    snprintf(c->text, sizeof c->text, "%s, an image of format %s: the device lacks %s", r->name, wf_image_format_info(r->format)->name, what);
    return false;
}

/* samples.comp takes them there. */
static bool has_samples(const struct wfo_device *d, const struct wf_image *image)
{
    return d->features.core.shaderStorageImageMultisample && (d->properties.limits.storageImageSampleCounts & image->samples) &&
           image->format == WF_IMAGE_FORMAT_R32UI && image->levels == 1 && image->layers == 1;
}

static bool image_met(const struct wfo_device *d, struct wfo_case *c, const struct wf_shader_resource *r, const struct wf_image *image)
{
    const struct wf_shader_resource named = {.name = r->name, .format = image->format};
    VkFormatProperties p;

    vkGetPhysicalDeviceFormatProperties(d->physical, formats[image->format], &p);
    const bool storage = r->kind == WF_SHADER_STORAGE_IMAGE || image->samples > 1;       /* samples are filled as those of a storage image */
    if (image->samples > 1 && !has_samples(d, image))
        return lacks(c, &named, "a way from a buffer to several samples");
    if (r->dim == WF_DIM_BUFFER)
        return p.bufferFeatures & (VkFormatFeatureFlags)(storage ? VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT : VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT)
               ? true : lacks(c, &named, "such texel buffers");
    if (!(p.optimalTilingFeatures & (VkFormatFeatureFlags)(storage ? VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT : VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT)))
        return lacks(c, &named, storage ? "such storage images" : "such sampled images");
    return true;
}

/* WF_MAX_BUFFERS: it is not bound. */
static unsigned buffer_of(const struct wf_kernel *k, const struct wf_shader_resource *r, uint32_t element)
{
    for (size_t n = 0; n < k->module.binds; n++) {
        const struct wf_kernel_bind *b = &k->module.bind[n];
        if (!b->is_push && b->set == r->set && b->binding == r->binding && b->element == element)
            return b->buffer;
    }
    return WF_MAX_BUFFERS;
}

/* One element; `seen`: buffers of those before it. */
static bool element_met(const struct wfo_device *d, struct wfo_case *c, const struct wf_shader_resource *r, uint32_t element,
                        bool seen[WF_MAX_BUFFERS])
{
    const unsigned number = buffer_of(c->kernel, r, element);

    if (number == WF_MAX_BUFFERS || seen[number]) {
        snprintf(c->text, sizeof c->text, number == WF_MAX_BUFFERS ? "%s has an element without an image: the oracle knows no such"
                                                                   : "%s is an image of two bindings: the oracle knows no such", r->name);
        return false;
    }
    seen[number] = true;
    return image_met(d, c, r, &c->kernel->buffer[number].image);
}

bool wfo_images_met(const struct wfo_device *d, struct wfo_case *c)
{
    const struct wf_shader_resource *resource;
    const size_t count = wf_shader_resources(c->shader, &resource);
    bool seen[WF_MAX_BUFFERS] = {false};

    for (size_t n = 0; n < count; n++) {
        if (!is_image(&resource[n]) || !resource[n].used)
            continue;
        for (uint32_t element = 0; element < wfo_image_elements(c->kernel, &resource[n]); element++)
            if (!element_met(d, c, &resource[n], element, seen))
                return false;
    }
    return true;
}

/* ---- images and samplers ---- */

VkDescriptorType wfo_image_type(const struct wf_shader_resource *r)
{
    switch (r->kind) {
    case WF_SHADER_STORAGE_IMAGE: return r->dim == WF_DIM_BUFFER ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    case WF_SHADER_SAMPLED_IMAGE: return r->dim == WF_DIM_BUFFER ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    case WF_SHADER_SAMPLER: return VK_DESCRIPTOR_TYPE_SAMPLER;
    case WF_SHADER_COMBINED: return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    case WF_SHADER_BUFFER: break;
    }
    return r->is_uniform ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

static VkImageViewType view_type(const struct wf_shader_resource *r)
{
    switch (r->dim) {
    case WF_DIM_1D: return r->is_array ? VK_IMAGE_VIEW_TYPE_1D_ARRAY : VK_IMAGE_VIEW_TYPE_1D;
    case WF_DIM_3D: return VK_IMAGE_VIEW_TYPE_3D;
    case WF_DIM_CUBE: return r->is_array ? VK_IMAGE_VIEW_TYPE_CUBE_ARRAY : VK_IMAGE_VIEW_TYPE_CUBE;
    default: return r->is_array ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D;
    }
}

static VkImageAspectFlags aspect_of(const struct wf_image *image)
{
    return image->format == WF_IMAGE_FORMAT_D16 || image->format == WF_IMAGE_FORMAT_D32F ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
}

static VkImageSubresourceRange range_of(const struct wf_image *image)
{
    return (VkImageSubresourceRange){.aspectMask = aspect_of(image), .levelCount = image->levels, .layerCount = image->layers};
}

static VkResult give_memory(const struct wfo_device *d, struct wfo_image *image)
{
    VkMemoryRequirements needs;
    uint32_t type = 0;

    vkGetImageMemoryRequirements(d->device, image->image, &needs);
    while (type < d->memory.memoryTypeCount && !(needs.memoryTypeBits >> type & 1))
        type++;
    const VkMemoryAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size, .memoryTypeIndex = type};
    const VkResult result = vkAllocateMemory(d->device, &allocate, NULL, &image->memory);
    return result == VK_SUCCESS ? vkBindImageMemory(d->device, image->image, image->memory, 0) : result;
}

static VkResult make_image(const struct wfo_device *d, const struct wf_shader_resource *r, struct wfo_image *image)
{
    const struct wf_image *s = image->shape;
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .flags = r->dim == WF_DIM_CUBE ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0,
        .imageType = r->dim == WF_DIM_1D ? VK_IMAGE_TYPE_1D : r->dim == WF_DIM_3D ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D, .format = formats[s->format],
        .extent = {s->size[0], s->size[1], s->size[2]}, .mipLevels = s->levels, .arrayLayers = s->layers, .samples = (VkSampleCountFlagBits)s->samples,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                 (VkImageUsageFlags)(r->kind == WF_SHADER_STORAGE_IMAGE ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT) |
                 (VkImageUsageFlags)(s->samples > 1 ? VK_IMAGE_USAGE_STORAGE_BIT : 0)};
    VkResult result = vkCreateImage(d->device, &info, NULL, &image->image);

    if (result == VK_SUCCESS)
        result = give_memory(d, image);
    const VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = image->image, .viewType = view_type(r),
                                        .format = formats[s->format], .subresourceRange = range_of(s)};
    if (result == VK_SUCCESS)
        result = vkCreateImageView(d->device, &view, NULL, &image->view);
    if (result == VK_SUCCESS && s->samples > 1)
        result = wfo_samples_make(d, image->view, image->buffer, s->size[0], s->size[1], s->samples, &image->samples);
    return result;
}

static VkResult make_sampler(const struct wfo_device *d, const struct wf_sampler *s, VkSampler *sampler)
{
    static const VkSamplerAddressMode mode[] = {
        [WF_ADDRESS_REPEAT] = VK_SAMPLER_ADDRESS_MODE_REPEAT, [WF_ADDRESS_MIRROR] = VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT,
        [WF_ADDRESS_CLAMP] = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, [WF_ADDRESS_BORDER] = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
        [WF_ADDRESS_MIRROR_CLAMP] = VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE};
    static const VkBorderColor border[] = {VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK, VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK,
                                           VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE};
    const VkSamplerCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, .magFilter = (VkFilter)s->mag_linear, .minFilter = (VkFilter)s->min_linear,
        .mipmapMode = (VkSamplerMipmapMode)s->mip_linear, .addressModeU = mode[s->address[0]], .addressModeV = mode[s->address[1]],
        .addressModeW = mode[s->address[2]], .mipLodBias = s->lod_bias, .compareEnable = s->compares, .compareOp = (VkCompareOp)s->compare,
        .minLod = s->min_lod, .maxLod = s->unnormalized ? 0 : s->max_lod, .borderColor = border[s->border], .unnormalizedCoordinates = s->unnormalized};

    return vkCreateSampler(d->device, &info, NULL, sampler);
}

VkResult wfo_image_make(const struct wfo_device *d, const struct wf_kernel *k, const struct wf_shader_resource *r, uint32_t element,
                        const struct wf_kernel_buffer *from, VkBuffer buffer, struct wfo_image *image)
{
    VkResult result = VK_SUCCESS;

    const struct wf_sampler *sampler = sampler_of(k, r, element);
    if (r->kind == WF_SHADER_SAMPLER || r->kind == WF_SHADER_COMBINED)
        result = sampler ? make_sampler(d, sampler, &image->sampler) : VK_ERROR_FEATURE_NOT_PRESENT;
    if (result != VK_SUCCESS || !is_image(r))
        return result;
    image->shape = &from->image;
    image->buffer = buffer;
    if (r->dim != WF_DIM_BUFFER)
        return make_image(d, r, image);
    const VkBufferViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO, .buffer = buffer, .format = formats[from->image.format],
                                         .range = wf_image_bytes(&from->image)};
    return vkCreateBufferView(d->device, &view, NULL, &image->texels);
}

void wfo_image_free(const struct wfo_device *d, struct wfo_image *image)
{
    wfo_samples_free(d, &image->samples);
    vkDestroySampler(d->device, image->sampler, NULL);
    vkDestroyBufferView(d->device, image->texels, NULL);
    vkDestroyImageView(d->device, image->view, NULL);
    vkDestroyImage(d->device, image->image, NULL);
    vkFreeMemory(d->device, image->memory, NULL);
}

void wfo_image_write(const struct wfo_device *d, VkDescriptorSet set, const struct wf_shader_resource *r, uint32_t element,
                     const struct wfo_image *image)
{
    const VkDescriptorImageInfo info = {.sampler = image->sampler, .imageView = image->view, .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
    const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .dstBinding = r->binding, .dstArrayElement = element, .descriptorCount = 1,
                                        .descriptorType = wfo_image_type(r), .pImageInfo = &info, .pTexelBufferView = &image->texels};

    vkUpdateDescriptorSets(d->device, 1, &write, 0, NULL);
}

/* ---- texels ---- */

static void pass(VkCommandBuffer commands, const struct wfo_image *image, VkAccessFlags from, VkAccessFlags to, VkImageLayout before)
{
    const VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER, .srcAccessMask = from, .dstAccessMask = to, .oldLayout = before,
                                          .newLayout = VK_IMAGE_LAYOUT_GENERAL, .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                          .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED, .image = image->image,
                                          .subresourceRange = range_of(image->shape)};

    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
}

static uint32_t regions(const struct wfo_image *image, VkBufferImageCopy region[WF_IMAGE_LEVELS])
{
    for (uint32_t i = 0; i < image->shape->levels; i++) {
        const struct wf_image_level level = wf_image_level(image->shape, i);
        region[i] = (VkBufferImageCopy){.bufferOffset = level.at, .imageSubresource = {aspect_of(image->shape), i, 0, image->shape->layers},
                                        .imageExtent = {level.size[0], level.size[1], level.size[2]}};
    }
    return image->shape->levels;
}

void wfo_image_fill(VkCommandBuffer commands, const struct wfo_image *image)
{
    VkBufferImageCopy region[WF_IMAGE_LEVELS];

    if (!image->image)
        return;
    pass(commands, image, 0, VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_SHADER_WRITE_BIT, VK_IMAGE_LAYOUT_UNDEFINED);
    if (image->shape->samples > 1)
        wfo_samples_copy(commands, &image->samples, false);
    else
        vkCmdCopyBufferToImage(commands, image->buffer, image->image, VK_IMAGE_LAYOUT_GENERAL, regions(image, region), region);
    pass(commands, image, VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_SHADER_WRITE_BIT, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT,
         VK_IMAGE_LAYOUT_GENERAL);
}

void wfo_image_fetch(VkCommandBuffer commands, const struct wfo_image *image)
{
    VkBufferImageCopy region[WF_IMAGE_LEVELS];

    if (!image->image)
        return;
    pass(commands, image, VK_ACCESS_SHADER_WRITE_BIT, VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_SHADER_READ_BIT, VK_IMAGE_LAYOUT_GENERAL);
    if (image->shape->samples > 1)
        wfo_samples_copy(commands, &image->samples, true);
    else
        vkCmdCopyImageToBuffer(commands, image->image, VK_IMAGE_LAYOUT_GENERAL, image->buffer, regions(image, region), region);
}
