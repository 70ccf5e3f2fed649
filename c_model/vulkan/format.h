/* SPDX-License-Identifier: Apache-2.0
 * format.h - formats of texels, and the images that the device takes.
 */
#ifndef WAVEFOLD_VULKAN_FORMAT_H
#define WAVEFOLD_VULKAN_FORMAT_H

#include "wfv.h"

#include "wavefold/image.h"

/* The format of images here; WF_IMAGE_FORMAT_NONE: there is none. */
enum wf_image_format wfv_format(VkFormat format);
bool wfv_format_is_depth(enum wf_image_format format);
/* What images and texel buffers of the format can be used for; 0: for nothing.  Both tilings are the same. */
VkFormatFeatureFlags2 wfv_image_features(enum wf_image_format format);
VkFormatFeatureFlags2 wfv_texel_buffer_features(enum wf_image_format format);

/* The VK_SAMPLE_COUNT bits of what plain 2D images may have: 1 to 16. */
enum { WFV_SAMPLES = 31 };
/* Bytes of an image at most. */
#define WFV_IMAGE_BYTES (UINT64_C(1) << 31)

/* The most that such an image may have.  False: there are no such images. */
bool wfv_image_limits(const VkPhysicalDeviceImageFormatInfo2 *info, VkImageFormatProperties *limits);

#endif
