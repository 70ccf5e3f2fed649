/* SPDX-License-Identifier: Apache-2.0
 * stage.h - compute pipelines with all that a stage can ask for, where making one may fail.
 */
#ifndef WF_VULKAN_STAGE_H
#define WF_VULKAN_STAGE_H

#include "kit.h"

struct stage {
    const uint32_t *module;             /* [bytes], as kit_pipeline has it */
    size_t bytes;
    uint32_t buffers, push;
    uint32_t uniform;                   /* bit n: binding n is a uniform buffer */
    uint32_t required;                  /* a subgroup size; 0: none */
    VkPipelineShaderStageCreateFlags flags;
    VkPipelineCreateFlags pipeline_flags;
    const uint32_t *spec;               /* [specs], of the ids 0, 1, .. */
    uint32_t specs;
};
/* With everything that kit_pipeline_free frees, whatever the result. */
VkResult stage_pipeline(struct kit *kit, const struct stage *stage, struct kit_pipeline *pipeline);

/* Its set, with these buffers. */
VkDescriptorSet stage_set(struct kit *kit, const struct stage *stage, const struct kit_pipeline *pipeline, const struct kit_buffer *const *buffer);

#endif
