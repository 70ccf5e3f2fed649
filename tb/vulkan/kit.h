/* SPDX-License-Identifier: Apache-2.0
 * kit.h - a program for Vulkan in a few calls, for the tests of the driver.  Each call except those under test is checked:
 * a failure ends the test.  So does a warning or an error that the driver reports and the test does not take, and with
 * WF_VALIDATE=1 in the environment one of the validation layer.
 */
#ifndef WF_VULKAN_KIT_H
#define WF_VULKAN_KIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan.h>

#include "../common/wf_check.h"

/* What a device is made with: all may be 0. */
struct kit_wishes {
    const char *const *extension;       /* [extensions], of the device */
    uint32_t extensions;
    const void *features;               /* a chain for VkDeviceCreateInfo */
    uint32_t queues;                    /* 0: 1 */
    const VkAllocationCallbacks *callbacks;
};

struct kit {
    VkInstance instance;
    VkDebugUtilsMessengerEXT messenger;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue[4];
    VkCommandPool pool;
    VkDescriptorPool descriptors;       /* room for 64 sets of all types */
    const VkAllocationCallbacks *callbacks;     /* of the instance and the device; NULL: none */
    VkPipelineCreateFlags pipeline_flags;       /* of pipelines from here on; 0 at first */
    uint32_t wave_size, widest;         /* of pipelines that require none, and the largest: what the device reports */
    bool is_lost;                       /* kit_submit lost the device, or the test sets it */
    bool validates;                     /* with the validation layer: what it would complain of is left out */
    /* errors and warnings, those of the creation of the instance too, that the test did not take: a line each, or some */
    char said[16384];
};

/* The driver that was built with the test, whatever drivers the machine has.  `program` is argv[0].  Call it before the first command. */
void kit_choose(const char *program);
void kit_open(struct kit *kit, const struct kit_wishes *wishes);        /* wishes may be NULL */
void kit_close(struct kit *kit);
/* Takes all messages so far: whether the text is in them.  "" takes them, whatever they are: whether there was one. */
bool kit_said(struct kit *kit, const char *text);
/* The text was in a message, or else the test ends here. */
#define KIT_SAID(kit, text) kit_need(kit_said((kit), (text)) ? VK_SUCCESS : VK_ERROR_UNKNOWN, "said: " text, __FILE__, __LINE__)
/* The layers that WF_VALIDATE asks for: their number, 0 or 1. */
uint32_t kit_layers(const char *const **layers);
static inline bool kit_validates(void)
{
    const char *const *layers;

    return kit_layers(&layers) != 0;
}
/* WAVEFOLD_ON is one where the model runs: it knows more than the hardware alone, such as the waves that are left. */
bool kit_has_model(void);
/* ... is one where the hardware is simulated, which takes its time. */
bool kit_is_simulated(void);
/* For a test that makes its own instance: what a messenger is to have. */
VkDebugUtilsMessengerCreateInfoEXT kit_messenger(struct kit *kit);

/* A buffer with memory of its own that is mapped, with addresses, for any use. */
struct kit_buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint32_t *word;
    VkDeviceSize size;
    VkDeviceAddress address;            /* 0 without bufferDeviceAddress */
};
struct kit_buffer kit_buffer(struct kit *kit, VkDeviceSize size);
void kit_buffer_free(struct kit *kit, struct kit_buffer *buffer);

/* A compute pipeline with one set of `buffers` storage buffers, bindings 0, 1, .., and push constants of `push` bytes. */
struct kit_pipeline {
    VkDescriptorSetLayout set;
    VkPipelineLayout layout;
    VkPipeline pipeline;
};
/* `module` is a .spv.h that glslangValidator --vn made; wave_size 0: the device's. */
struct kit_pipeline kit_pipeline(struct kit *kit, const uint32_t *module, size_t bytes, uint32_t buffers, uint32_t push, uint32_t wave_size);
void kit_pipeline_free(struct kit *kit, struct kit_pipeline *pipeline);
/* A set of the pipeline with these buffers. */
VkDescriptorSet kit_set(struct kit *kit, const struct kit_pipeline *pipeline, const struct kit_buffer *const *buffer, uint32_t buffers);

VkCommandBuffer kit_begin(struct kit *kit);
/* Ends it, submits it to queue 0, waits, frees it: the result of the wait. */
VkResult kit_submit(struct kit *kit, VkCommandBuffer commands);
/* Bind and dispatch. */
void kit_dispatch(VkCommandBuffer commands, const struct kit_pipeline *pipeline, VkDescriptorSet set, uint32_t x, uint32_t y, uint32_t z);

/* The call must have succeeded, or the test ends here. */
#define KIT_NEED(call) kit_need((call), #call, __FILE__, __LINE__)
void kit_need(VkResult result, const char *call, const char *file, int line);

#endif
