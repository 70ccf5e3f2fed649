/* SPDX-License-Identifier: Apache-2.0
 * sampler.c - samplers: their state becomes part of the code of shaders that use them.
 */
#include "image.h"

static const enum wf_address_mode modes[] = {
    [VK_SAMPLER_ADDRESS_MODE_REPEAT] = WF_ADDRESS_REPEAT,
    [VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT] = WF_ADDRESS_MIRROR,
    [VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE] = WF_ADDRESS_CLAMP,
    [VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER] = WF_ADDRESS_BORDER,
    [VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE] = WF_ADDRESS_MIRROR_CLAMP};
/* A border of integers is one of floats with the same components. */
static const enum wf_border borders[] = {[VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK] = WF_BORDER_TRANSPARENT,
                                         [VK_BORDER_COLOR_INT_TRANSPARENT_BLACK] = WF_BORDER_TRANSPARENT,
                                         [VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK] = WF_BORDER_BLACK,
                                         [VK_BORDER_COLOR_INT_OPAQUE_BLACK] = WF_BORDER_BLACK,
                                         [VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE] = WF_BORDER_WHITE,
                                         [VK_BORDER_COLOR_INT_OPAQUE_WHITE] = WF_BORDER_WHITE};
enum { MODES = sizeof modes / sizeof *modes, BORDERS = sizeof borders / sizeof *borders };

static bool has_border(const VkSamplerCreateInfo *info)
{
    return info->addressModeU == VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER ||
           info->addressModeV == VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER ||
           info->addressModeW == VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
}

/* NULL, or what it asks for that there is not. */
static const char *refusal(const VkSamplerCreateInfo *info)
{
    const VkSamplerReductionModeCreateInfo *reduction =
        wfv_chained(info->pNext, VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO);

    if (reduction && reduction->reductionMode != VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE)
        return "the least or greatest of texels (samplerFilterMinmax)";
    if (wfv_chained(info->pNext, VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_INFO))
        return "conversions of YCbCr (samplerYcbcrConversion)";
    if (info->anisotropyEnable)
        return "anisotropy (samplerAnisotropy)";
    if (info->magFilter > VK_FILTER_LINEAR || info->minFilter > VK_FILTER_LINEAR)
        return "filters other than nearest and linear";
    if ((unsigned)info->addressModeU >= MODES || (unsigned)info->addressModeV >= MODES ||
        (unsigned)info->addressModeW >= MODES)
        return "such an address mode";
    if (has_border(info) && (unsigned)info->borderColor >= BORDERS)
        return "border colours of a program's own (customBorderColors)";
    return info->flags ? "such flags of a sampler" : NULL;
}

VkResult wfv_CreateSampler(VkDevice handle, const VkSamplerCreateInfo *pCreateInfo,
                           const VkAllocationCallbacks *pAllocator, VkSampler *pSampler)
{
    struct wfv_device *d = wfv_device_of(handle);
    const char *why = refusal(pCreateInfo);

    *pSampler = VK_NULL_HANDLE;
    if (why) {
        wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                "vkCreateSampler: the device does not have %s", why);
        return VK_ERROR_FEATURE_NOT_PRESENT;
    }
    struct wfv_sampler *made = wfv_new(pAllocator, d->own, sizeof *made, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!made)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    struct wf_sampler *s = &made->sampler; /* what does not count stays 0, so that equal samplers have equal bytes */
    s->mag_linear = pCreateInfo->magFilter == VK_FILTER_LINEAR;
    s->min_linear = pCreateInfo->minFilter == VK_FILTER_LINEAR;
    s->mip_linear = pCreateInfo->mipmapMode == VK_SAMPLER_MIPMAP_MODE_LINEAR;
    s->address[0] = modes[pCreateInfo->addressModeU];
    s->address[1] = modes[pCreateInfo->addressModeV];
    s->address[2] = modes[pCreateInfo->addressModeW];
    if (has_border(pCreateInfo))
        s->border = borders[pCreateInfo->borderColor];
    s->lod_bias = pCreateInfo->mipLodBias;
    s->min_lod = pCreateInfo->minLod;
    s->max_lod = pCreateInfo->maxLod;
    s->unnormalized = pCreateInfo->unnormalizedCoordinates;
    s->compares = pCreateInfo->compareEnable;
    if (s->compares)
        s->compare = (enum wf_compare)pCreateInfo->compareOp;
    *pSampler = wfv_sampler_handle(made);
    return VK_SUCCESS;
}

void wfv_DestroySampler(VkDevice device, VkSampler sampler, const VkAllocationCallbacks *pAllocator)
{
    wfv_delete(pAllocator, wfv_own(device), wfv_sampler_of(sampler));
}
