/* SPDX-License-Identifier: Apache-2.0
 * format.c - formats of texels by their numbers in Vulkan.
 */
#include "memory.h"

static const struct {
    VkFormat vulkan;
    enum wf_image_format format;
} formats[] = {
#define WF_IMAGE_FORMAT(id, glsl, vulkan, ...) {VK_FORMAT_##vulkan, WF_IMAGE_FORMAT_##id},
#include "wavefold/image_format.def"
#undef WF_IMAGE_FORMAT
};

enum wf_image_format wfv_format(VkFormat format)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].vulkan == format)
            return formats[i].format;
    return WF_IMAGE_FORMAT_NONE;
}
