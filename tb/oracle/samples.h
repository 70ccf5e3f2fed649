/* SPDX-License-Identifier: Apache-2.0
 * samples.h - the way between a buffer and an image of several samples: samples.comp, run once before a dispatch and once after it.
 */
#ifndef WFO_SAMPLES_H
#define WFO_SAMPLES_H

#include "device.h"

struct wfo_samples {
    VkShaderModule module;
    VkDescriptorSetLayout layout;
    VkDescriptorPool pool;
    VkDescriptorSet set;
    VkPipelineLayout pipeline_layout;
    VkPipeline pipeline[2];             /* into the image, back to the buffer */
    uint32_t width, height;
};

/* For a plane of `samples` samples of r32ui, words of one texel side by side.  What was made is to be freed in any case. */
VkResult wfo_samples_make(const struct wfo_device *d, VkImageView view, VkBuffer buffer, uint32_t width, uint32_t height, uint32_t samples,
                          struct wfo_samples *s);
void wfo_samples_copy(VkCommandBuffer commands, const struct wfo_samples *s, bool back);
void wfo_samples_free(const struct wfo_device *d, struct wfo_samples *s);

#endif
