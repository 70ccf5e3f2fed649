/* SPDX-License-Identifier: Apache-2.0 */
#include "descriptor_memory.h"

#include "addresses.h"
#include "digest.h"
#include "format.h"

#include <stdlib.h>
#include <string.h>

/* As many bytes of it as the type has (wfv_descriptor_bytes). */
struct stored {
    uint64_t sum;                       /* of the rest */
    uint32_t has_buffer, has_sampler, has_view, is_null;
    union {
        struct {
            uint64_t at, size;
        } buffer;
        struct wf_sampler sampler;
        struct {
            struct wfv_source_view view;
            struct wf_sampler sampler;
        } image;
    };
};
#define END_OF(member) (offsetof(struct stored, member) + sizeof ((struct stored *)0)->member)
_Static_assert(END_OF(buffer) <= WFV_MEMORY_BUFFER && END_OF(sampler) <= WFV_MEMORY_SAMPLER &&
               END_OF(image.view) <= WFV_MEMORY_IMAGE && sizeof(struct stored) <= WFV_MEMORY_COMBINED, "room for each");
union room {
    struct stored stored;
    unsigned char byte[WFV_MEMORY_COMBINED];
};

static uint64_t sum_of(const union room *r, uint32_t bytes)
{
    struct wfv_digest digest = {{0}};

    wfv_digest_add(&digest, r->byte + sizeof r->stored.sum, bytes - sizeof r->stored.sum);
    return digest.half[0];
}

/* ---- to memory --------------------------------------------------------------------------------------------------- */

static void put_image(struct stored *s, const VkDescriptorImageInfo *info, bool with_sampler)
{
    s->is_null = !info || !info->imageView;
    s->has_view = !s->is_null;
    if (s->has_view)
        s->image.view = wfv_image_view_of(info->imageView)->source;
    s->has_sampler = with_sampler && info && info->sampler;
    if (s->has_sampler)
        s->image.sampler = wfv_sampler_of(info->sampler)->sampler;
}

static uint64_t place_of(struct wfv_device *d, const VkDescriptorAddressInfoEXT *info)
{
    return info ? wfv_address_place(d, info->address) : 0;
}

static void put_buffer(struct stored *s, struct wfv_device *d, const VkDescriptorAddressInfoEXT *info)
{
    s->buffer.at = place_of(d, info);
    s->has_buffer = s->buffer.at != 0;
    s->is_null = !info || !info->address;
    s->buffer.size = s->has_buffer ? info->range : 0;
}

static void put_texels(struct stored *s, struct wfv_device *d, const VkDescriptorAddressInfoEXT *info)
{
    const enum wf_image_format format = info ? wfv_format(info->format) : WF_IMAGE_FORMAT_NONE;
    const uint64_t at = place_of(d, info);

    s->is_null = !info || !info->address;
    s->has_view = at && wfv_texel_buffer_features(format);
    if (!s->has_view)
        return;
    const uint64_t texels = info->range / wf_image_format_info(format)->bytes;
    s->image.view = (struct wfv_source_view){
        .image = {.format = format, .size = {(uint32_t)texels, 1, 1}, .layers = 1, .levels = 1, .samples = 1},
        .at = at, .format = format, .is_texels = true};
}

void wfv_GetDescriptorEXT(VkDevice device, const VkDescriptorGetInfoEXT *pDescriptorInfo, size_t dataSize,
                          void *pDescriptor)
{
    const uint32_t bytes = wfv_descriptor_bytes(pDescriptorInfo->type);
    const VkDescriptorDataEXT *data = &pDescriptorInfo->data;
    struct wfv_device *d = wfv_device_of(device);
    union room r;
    struct stored *s = &r.stored;

    memset(&r, 0, sizeof r);
    switch ((int)pDescriptorInfo->type) {
    case VK_DESCRIPTOR_TYPE_SAMPLER:
        s->has_sampler = data->pSampler && *data->pSampler;
        if (s->has_sampler)
            s->sampler = wfv_sampler_of(*data->pSampler)->sampler;
        break;
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
        put_image(s, data->pCombinedImageSampler, true);
        break;
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE: case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
        put_image(s, data->pSampledImage, false);
        break;
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER: case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
        put_texels(s, d, data->pUniformTexelBuffer);
        break;
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER: case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
        put_buffer(s, d, data->pUniformBuffer);
        break;
    default:                            /* of graphics, and those that are in no descriptor buffer */
        break;
    }
    if (bytes)
        s->sum = sum_of(&r, bytes);
    memset(pDescriptor, 0, dataSize);
    memcpy(pDescriptor, &r, dataSize < bytes ? dataSize : bytes);
}

/* ---- from memory ------------------------------------------------------------------------------------------------- */

/* False: it was never written. */
static bool read_one(struct wfv_descriptor *to, const unsigned char *from, const struct wfv_binding *b)
{
    const uint32_t bytes = wfv_descriptor_bytes(b->type);
    const bool is_sampler = b->type == VK_DESCRIPTOR_TYPE_SAMPLER;
    union room r;
    const struct stored *s = &r.stored;

    memcpy(&r, from, sizeof s->sum);
    if (!s->sum)                        /* most of a large array */
        return false;
    memset(&r, 0, sizeof r);
    memcpy(&r, from, bytes);
    if (s->sum != sum_of(&r, bytes))
        return false;
    to->is_null = s->is_null;
    to->has_buffer = s->has_buffer;
    if (s->has_buffer) {
        to->at = s->buffer.at;
        to->size = to->left = s->buffer.size;
    }
    if (s->has_view)
        wfv_view_describe(&to->view, &s->image.view);
    if (s->has_sampler && !b->immutable) {
        to->has_sampler = true;
        to->sampler = is_sampler ? s->sampler : s->image.sampler;
    }
    return true;
}

/* An element of the binding, or its block: it has so many bytes.  False: it was never written. */
static bool read_element(struct wfv_set *set, const struct wfv_binding *b, uint32_t n, const unsigned char *from,
                         uint32_t bytes)
{
    if (!wfv_is_inline(b->type))
        return read_one(&set->descriptor[b->first + n], from, b);
    memcpy(set->inline_byte + b->first, from, bytes);
    return !b->is_variable;
}

struct wfv_set *wfv_set_read(struct wfv_device *d, struct wfv_set_layout *layout, uint64_t at, uint64_t *of_set)
{
    const size_t descriptors = layout->descriptors * sizeof(struct wfv_descriptor);
    struct wfv_set *set = calloc(1, sizeof *set + descriptors + layout->inline_bytes);
    const uint64_t end = wfv_arena_bytes(d->arena);

    *of_set = 0;
    if (!set)
        return NULL;
    set->layout = layout;
    set->inline_byte = (unsigned char *)set->descriptor + descriptors;
    wfv_set_init(set);
    for (uint32_t i = 0; i < layout->bindings; i++) {
        const struct wfv_binding *b = &layout->binding[i];
        const uint32_t bytes = wfv_is_inline(b->type) ? b->count : wfv_descriptor_bytes(b->type);
        const uint32_t count = wfv_is_inline(b->type) ? 1 : b->count;
        bool is_of_set = true;
        for (uint32_t n = 0; bytes && n < count; n++) {
            const uint64_t from = at + b->memory_at + (uint64_t)n * bytes;
            if (from > end || bytes > end - from)
                return set;
            const bool was_written = read_element(set, b, n, wfv_arena_at(d->arena, from), bytes);
            is_of_set = is_of_set && (was_written || !b->is_variable);
            if (is_of_set)
                *of_set = from + bytes - at;
        }
    }
    return set;
}

/* ---- where in memory --------------------------------------------------------------------------------------------- */

void wfv_GetDescriptorSetLayoutSizeEXT(VkDevice device, VkDescriptorSetLayout layout,
                                       VkDeviceSize *pLayoutSizeInBytes)
{
    (void)device;
    *pLayoutSizeInBytes = wfv_set_layout_of(layout)->memory_bytes;
}

void wfv_GetDescriptorSetLayoutBindingOffsetEXT(VkDevice device, VkDescriptorSetLayout layout, uint32_t binding,
                                                VkDeviceSize *pOffset)
{
    const struct wfv_binding *b = wfv_layout_find(wfv_set_layout_of(layout), binding);

    (void)device;
    *pOffset = b ? b->memory_at : 0;
}

/* ---- capture and replay: the device has none --------------------------------------------------------------------- */

static VkResult refuse(VkDevice device, const char *command)
{
    wfv_say(wfv_device_of(device)->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
            "%s: descriptors cannot be captured and replayed (descriptorBufferCaptureReplay)", command);
    return VK_ERROR_FEATURE_NOT_PRESENT;
}

VkResult wfv_GetBufferOpaqueCaptureDescriptorDataEXT(VkDevice device, const VkBufferCaptureDescriptorDataInfoEXT *pInfo,
                                                     void *pData)
{
    (void)pInfo, (void)pData;
    return refuse(device, "vkGetBufferOpaqueCaptureDescriptorDataEXT");
}

VkResult wfv_GetImageOpaqueCaptureDescriptorDataEXT(VkDevice device, const VkImageCaptureDescriptorDataInfoEXT *pInfo,
                                                    void *pData)
{
    (void)pInfo, (void)pData;
    return refuse(device, "vkGetImageOpaqueCaptureDescriptorDataEXT");
}

VkResult wfv_GetImageViewOpaqueCaptureDescriptorDataEXT(VkDevice device,
                                                        const VkImageViewCaptureDescriptorDataInfoEXT *pInfo,
                                                        void *pData)
{
    (void)pInfo, (void)pData;
    return refuse(device, "vkGetImageViewOpaqueCaptureDescriptorDataEXT");
}

VkResult wfv_GetSamplerOpaqueCaptureDescriptorDataEXT(VkDevice device,
                                                      const VkSamplerCaptureDescriptorDataInfoEXT *pInfo, void *pData)
{
    (void)pInfo, (void)pData;
    return refuse(device, "vkGetSamplerOpaqueCaptureDescriptorDataEXT");
}
