/* SPDX-License-Identifier: Apache-2.0
 * format.c - formats of texels by their numbers in Vulkan, and what can be done with them.
 */
#include "format.h"

static const struct {
    VkFormat vulkan;
    enum wf_image_format format;
} formats[] = {
#define WF_IMAGE_FORMAT(id, glsl, vulkan, ...) {VK_FORMAT_##vulkan, WF_IMAGE_FORMAT_##id},
#include "wavefold/image_format.def"
#undef WF_IMAGE_FORMAT
    /* a word with A in its highest byte has R in the first one of memory */
    {VK_FORMAT_A8B8G8R8_UNORM_PACK32, WF_IMAGE_FORMAT_RGBA8},
    {VK_FORMAT_A8B8G8R8_SNORM_PACK32, WF_IMAGE_FORMAT_RGBA8_SNORM},
    {VK_FORMAT_A8B8G8R8_UINT_PACK32, WF_IMAGE_FORMAT_RGBA8UI},
    {VK_FORMAT_A8B8G8R8_SINT_PACK32, WF_IMAGE_FORMAT_RGBA8I},
    {VK_FORMAT_A8B8G8R8_SRGB_PACK32, WF_IMAGE_FORMAT_RGBA8_SRGB},
};

enum wf_image_format wfv_format(VkFormat format)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].vulkan == format)
            return formats[i].format;
    return WF_IMAGE_FORMAT_NONE;
}

bool wfv_format_is_depth(enum wf_image_format format)
{
    return format == WF_IMAGE_FORMAT_D16 || format == WF_IMAGE_FORMAT_D32F;
}

/* Shaders store such texels: a format without a name in SPIR-V where the module names none. */
static bool is_stored(enum wf_image_format format)
{
    return wf_image_format_info(format)->spirv >= 0;
}

static bool has_atomics(enum wf_image_format format)
{
    return format == WF_IMAGE_FORMAT_R32UI || format == WF_IMAGE_FORMAT_R32I || format == WF_IMAGE_FORMAT_R32F ||
           format == WF_IMAGE_FORMAT_R64UI || format == WF_IMAGE_FORMAT_R64I;
}

VkFormatFeatureFlags2 wfv_image_features(enum wf_image_format format)
{
    VkFormatFeatureFlags2 has = VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_2_TRANSFER_SRC_BIT |
                                VK_FORMAT_FEATURE_2_TRANSFER_DST_BIT;

    if (format == WF_IMAGE_FORMAT_NONE)
        return 0;
    if (!wf_texel_is_integer(wf_image_format_info(format)->kind))
        has |= VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    if (wfv_format_is_depth(format))
        has |= VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_DEPTH_COMPARISON_BIT;
    if (is_stored(format))
        has |= VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT | VK_FORMAT_FEATURE_2_STORAGE_READ_WITHOUT_FORMAT_BIT |
               VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT;
    if (has_atomics(format))
        has |= VK_FORMAT_FEATURE_2_STORAGE_IMAGE_ATOMIC_BIT;
    return has;
}

VkFormatFeatureFlags2 wfv_texel_buffer_features(enum wf_image_format format)
{
    VkFormatFeatureFlags2 has = VK_FORMAT_FEATURE_2_UNIFORM_TEXEL_BUFFER_BIT;

    if (format == WF_IMAGE_FORMAT_NONE || wfv_format_is_depth(format))
        return 0;
    if (is_stored(format))
        has |= VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_BIT | VK_FORMAT_FEATURE_2_STORAGE_READ_WITHOUT_FORMAT_BIT |
               VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT;
    if (has_atomics(format))
        has |= VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_ATOMIC_BIT;
    return has;
}

/* ---- images ------------------------------------------------------------------------------------------------------ */

/* The features of a format that uses ask for; UINT64_MAX: one of them belongs to graphics. */
static VkFormatFeatureFlags2 asked_by(VkImageUsageFlags usage)
{
    static const struct { VkImageUsageFlags usage; VkFormatFeatureFlags2 feature; } uses[] = {
        {VK_IMAGE_USAGE_TRANSFER_SRC_BIT, VK_FORMAT_FEATURE_2_TRANSFER_SRC_BIT},
        {VK_IMAGE_USAGE_TRANSFER_DST_BIT, VK_FORMAT_FEATURE_2_TRANSFER_DST_BIT},
        {VK_IMAGE_USAGE_SAMPLED_BIT, VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT},
        {VK_IMAGE_USAGE_STORAGE_BIT, VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT}};
    VkFormatFeatureFlags2 asked = 0;

    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        if (usage & uses[i].usage) {
            asked |= uses[i].feature;
            usage &= ~uses[i].usage;
        }
    return usage ? UINT64_MAX : asked;
}

/* With EXTENDED_USAGE views of another format may be stored: each colour format has one of its size that is. */
static bool is_used_so(const VkPhysicalDeviceImageFormatInfo2 *info, enum wf_image_format format)
{
    VkFormatFeatureFlags2 has = wfv_image_features(format);
    const VkFormatFeatureFlags2 asked = asked_by(info->usage);

    if (info->flags & VK_IMAGE_CREATE_EXTENDED_USAGE_BIT && has && !wfv_format_is_depth(format))
        has |= VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT;
    return asked && (asked & ~has) == 0;
}

static uint32_t levels_of(uint32_t size)
{
    uint32_t levels = 0;

    for (; size; size >>= 1)
        levels++;
    return levels;
}

bool wfv_image_limits(const VkPhysicalDeviceImageFormatInfo2 *info, VkImageFormatProperties *limits)
{
    const VkImageCreateFlags taken = VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT |
                                     VK_IMAGE_CREATE_ALIAS_BIT | VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT |
                                     VK_IMAGE_CREATE_EXTENDED_USAGE_BIT | VK_IMAGE_CREATE_2D_VIEW_COMPATIBLE_BIT_EXT;
    const bool is_volume = info->type == VK_IMAGE_TYPE_3D, is_plane = info->type == VK_IMAGE_TYPE_2D;
    const bool is_cube = info->flags & VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    const bool is_linear = info->tiling == VK_IMAGE_TILING_LINEAR;
    const uint32_t side = is_volume ? 2048 : WF_IMAGE_SIZE;

    *limits = (VkImageFormatProperties){.maxMipLevels = 0};
    if ((!is_linear && info->tiling != VK_IMAGE_TILING_OPTIMAL) || info->flags & ~taken ||
        !is_used_so(info, wfv_format(info->format)) || (is_cube && !is_plane) ||
        (unsigned)info->type > VK_IMAGE_TYPE_3D)
        return false;
    *limits = (VkImageFormatProperties){
        .maxExtent = {side, info->type == VK_IMAGE_TYPE_1D ? 1 : side, is_volume ? side : 1},
        .maxMipLevels = levels_of(side),
        .maxArrayLayers = is_volume ? 1 : 2048,
        .maxResourceSize = WFV_IMAGE_BYTES,
        .sampleCounts = is_plane && !is_cube && !is_linear ? WFV_SAMPLES : VK_SAMPLE_COUNT_1_BIT};
    return true;
}
