/* SPDX-License-Identifier: Apache-2.0
 * all.h - one object of each kind, of a device of its own or of one that is there: made until a call fails, and destroyed.
 */
#ifndef WF_VULKAN_ALL_H
#define WF_VULKAN_ALL_H

#include <stdbool.h>
#include <vulkan/vulkan.h>

struct all_device {
    const VkAllocationCallbacks *callbacks;
    VkInstance instance;
    VkDebugUtilsMessengerEXT messenger;         /* it ignores what it hears */
    VkPhysicalDevice physical;
    VkDevice device;
};
/* The first result that is no success; what was made so far is there, the rest is VK_NULL_HANDLE. */
VkResult all_open(struct all_device *d, const VkAllocationCallbacks *callbacks);
void all_close(struct all_device *d);

struct all_objects {
    VkDeviceMemory memory;
    VkBuffer buffer;
    VkBufferView texels;
    VkImage image;
    VkDeviceMemory image_memory;
    VkImageView view;
    VkSampler sampler;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkDescriptorPool descriptors;
    VkDescriptorSet set;
    VkDescriptorUpdateTemplate template;
    VkShaderModule module;
    VkPipelineCache cache;
    VkPipeline pipeline;
    VkCommandPool commands;
    VkCommandBuffer buffers[2], secondary;
    VkFence fence;
    VkSemaphore semaphore[2];
    VkEvent event;
    VkQueryPool queries;
    VkPrivateDataSlot slot;
};
VkResult all_make(const struct all_device *d, struct all_objects *o);
/* Any that is VK_NULL_HANDLE stays away.  `backwards`: in another order that Vulkan allows. */
void all_destroy(const struct all_device *d, struct all_objects *o, bool backwards);
/* The first command buffer runs: the result of the submission, or of the wait. */
VkResult all_run(const struct all_device *d, const struct all_objects *o);

#endif
