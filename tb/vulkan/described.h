/* SPDX-License-Identifier: Apache-2.0
 * described.h - a shader with one descriptor of each type, all of them in memory (VK_EXT_descriptor_buffer).
 */
#ifndef WF_VULKAN_DESCRIBED_H
#define WF_VULKAN_DESCRIBED_H

#include "images.h"

#define DESCRIBED_COMMANDS(X) X(GetDescriptorSetLayoutSizeEXT) X(GetDescriptorSetLayoutBindingOffsetEXT) X(GetDescriptorEXT) X(CmdBindDescriptorBuffersEXT) \
    X(CmdSetDescriptorBufferOffsetsEXT) X(CmdBindDescriptorBufferEmbeddedSamplersEXT) X(CmdPushDescriptorSetKHR) X(GetBufferOpaqueCaptureDescriptorDataEXT) \
    X(GetImageOpaqueCaptureDescriptorDataEXT) X(GetImageViewOpaqueCaptureDescriptorDataEXT) X(GetSamplerOpaqueCaptureDescriptorDataEXT)
#define DESCRIBED_DECLARE(name) extern PFN_vk##name name;
DESCRIBED_COMMANDS(DESCRIBED_DECLARE)
extern VkPhysicalDeviceDescriptorBufferPropertiesEXT described_limits;

/* A device with the extension; the commands and the limits are its. */
void described_open(struct kit *kit);

/* Of set 0; set 1 has a sampler and, as binding 3, an image; set 2 an embedded sampler. */
enum { DESCRIBED_RESULTS = 16, DESCRIBED_BINDINGS = 8, DESCRIBED_UNTOUCHED = 12345 };
extern const VkDescriptorSetLayoutBinding described_first[DESCRIBED_BINDINGS], described_second[2];

struct described {
    struct kit *kit;
    struct kit_buffer out[2], in[3], constant, texels;
    struct kit_buffer memory, staging;  /* for descriptors, and to be copied there */
    struct kit_image stored, image;
    VkImageView stored_view, second_level, first_level;
    VkSampler nearest, linear;
    VkDescriptorSetLayout layout[3];
    VkPipelineLayout pipeline_layout;
    VkPipeline pipeline;
    VkDeviceSize size[2];               /* of sets 0 and 1 */
};
struct described described_new(struct kit *kit);
void described_free(struct described *d);
VkPipeline described_pipeline(struct kit *kit, VkPipelineLayout layout, VkPipelineCreateFlags flags);

size_t described_bytes(VkDescriptorType type);
/* Element n of the binding, of a set that begins there. */
void described_put(const struct described *d, unsigned char *set, int layout, uint32_t binding, uint32_t n, VkDescriptorType type, VkDescriptorDataEXT data);
/* Set 0 twice, with out[0] and with out[1], then set 1: where they begin in the memory. */
enum { DESCRIBED_FIRST = 256, DESCRIBED_OTHER = 2048, DESCRIBED_SECOND = 4096 };
void described_put_first(const struct described *d, unsigned char *set, int out);
void described_put_all(const struct described *d, void *memory);

void described_bind(VkCommandBuffer commands, const struct described *d);
/* Sets 0 and 1, set 0 at this offset; all of a dispatch. */
void described_set(VkCommandBuffer commands, const struct described *d, VkDeviceSize first);
void described_dispatch(VkCommandBuffer commands, const struct described *d, VkDeviceSize first);
void described_clear(const struct described *d);
/* The shader has made of it all what it should; it did not run.  If not, the words that differ are printed. */
bool described_is_right(const struct described *d, int out);
bool described_is_untouched(const struct described *d, int out);

#endif
