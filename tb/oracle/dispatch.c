/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch.h"

#include "addresses.h"
#include "images.h"
#include "strict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SETS = 32 };
static const uint64_t WAIT = UINT64_C(600000000000);    /* ns; whoever started the run has a shorter limit of his own */

/* One run: what must be given back. */
struct job {
    const struct wfo_device *d;
    struct wfo_case *c;
    uint32_t *word;                     /* [words] the module as the device gets it */
    size_t words;
    struct buffer { VkBuffer buffer; VkDeviceMemory memory; uint32_t *word; } buffer[WF_MAX_BUFFERS];
    struct wfo_addresses addresses;
    struct wfo_image *image;            /* [images], of each resource */
    size_t images;
    VkShaderModule module;
    uint32_t sets;
    VkDescriptorSetLayout layout[MAX_SETS];
    VkDescriptorPool pool;
    VkDescriptorSet set[MAX_SETS];
    VkPipelineLayout pipeline_layout;
    VkPipeline pipeline;
    VkCommandPool commands;
    VkFence fence;
};

static bool failed(struct job *j, const char *what, VkResult result)
{
    char text[48];

    if (result == VK_SUCCESS)
        return false;
    snprintf(j->c->text, sizeof j->c->text, "device: %s: %s", what, wfo_result(result, text));
    return true;
}

/* ---- buffers ---- */

/* Memory that the host sees; the device's own where there is such. */
static uint32_t memory_type(const struct wfo_device *d, uint32_t among)
{
    const VkMemoryPropertyFlags needed = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    uint32_t found = UINT32_MAX;

    for (uint32_t n = d->memory.memoryTypeCount; n-- > 0;) {
        const VkMemoryPropertyFlags flags = d->memory.memoryTypes[n].propertyFlags;
        if (!(among >> n & 1) || (flags & needed) != needed)
            continue;
        found = n;
        if (flags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT)
            break;
    }
    return found;
}

static bool has_addresses(const struct job *j)
{
    return j->d->features.address.bufferDeviceAddress && wf_shader_addresses(j->c->shader);
}

static bool make_buffer(struct job *j, unsigned n)
{
    const VkDevice device = j->d->device;
    struct buffer *b = &j->buffer[n];
    const struct wf_kernel_buffer *from = &j->c->kernel->buffer[n];
    const VkBufferUsageFlags address = has_addresses(j) ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT : 0;
    const VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO, .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 4 * (VkDeviceSize)from->words,
                                     .usage = address | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                                              VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                                              VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    VkMemoryRequirements needs;
    void *word = NULL;

    if (failed(j, "a buffer", vkCreateBuffer(device, &info, NULL, &b->buffer)))
        return false;
    vkGetBufferMemoryRequirements(device, b->buffer, &needs);
    const uint32_t type = memory_type(j->d, needs.memoryTypeBits);
    const VkMemoryAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = address ? &flags : NULL, .allocationSize = needs.size, .memoryTypeIndex = type};
    if (failed(j, "memory that the host sees", type == UINT32_MAX ? VK_ERROR_OUT_OF_DEVICE_MEMORY : VK_SUCCESS) ||
        failed(j, "memory", vkAllocateMemory(device, &allocate, NULL, &b->memory)) ||
        failed(j, "memory of a buffer", vkBindBufferMemory(device, b->buffer, b->memory, 0)) ||
        failed(j, "mapping memory", vkMapMemory(device, b->memory, 0, VK_WHOLE_SIZE, 0, &word)))
        return false;
    b->word = word;
    if (address)
        j->addresses.first[n] = vkGetBufferDeviceAddress(
            device, &(VkBufferDeviceAddressInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = b->buffer});
    return true;
}

static bool make_buffers(struct job *j)
{
    const struct wf_kernel *k = j->c->kernel;

    for (unsigned n = 0; n < k->buffers; n++)
        if (!k->buffer[n].hidden && !k->buffer[n].is_view && !make_buffer(j, n))
            return false;
    for (unsigned n = 0; n < k->buffers; n++)
        if (k->buffer[n].is_view && k->buffer[n].of < WF_MAX_BUFFERS && j->addresses.first[k->buffer[n].of])
            j->addresses.first[n] = j->addresses.first[k->buffer[n].of] + k->buffer[n].from;
    for (unsigned n = 0; n < k->buffers; n++)
        if (j->buffer[n].word)
            wfo_addresses_put(&j->addresses, &k->buffer[n], j->buffer[n].word);
    return true;
}

/* ---- descriptors ---- */

/* WF_MAX_BUFFERS: an element of an array that has no buffer. */
static unsigned buffer_of(const struct wf_kernel *k, const struct wf_shader_resource *r, uint32_t element)
{
    for (size_t n = 0; n < k->module.binds; n++) {
        const struct wf_kernel_bind *b = &k->module.bind[n];
        if (b->is_push == r->is_push && b->set == r->set && b->binding == r->binding && b->element == element)
            return b->buffer;
    }
    return WF_MAX_BUFFERS;
}

/* Blocks of an array: as many as it declares, or as are bound. */
static uint32_t elements_of(const struct wf_kernel *k, const struct wf_shader_resource *r)
{
    if (r->kind != WF_SHADER_BUFFER)
        return wfo_image_elements(k, r);
    uint32_t count = r->is_block_array ? r->elements : 1;

    for (size_t n = 0; n < k->module.binds && !(r->is_block_array && r->elements); n++) {
        const struct wf_kernel_bind *b = &k->module.bind[n];
        if (!b->is_push && b->set == r->set && b->binding == r->binding && b->element >= count)
            count = b->element + 1;
    }
    return count;
}

static bool make_layout(struct job *j, uint32_t set, const struct wf_shader_resource *resource, size_t count)
{
    VkDescriptorSetLayoutBinding binding[WF_MAX_BUFFERS * 4];
    VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .pBindings = binding};

    for (size_t n = 0; n < count; n++)
        if (!resource[n].is_push && resource[n].set == set) {
            if (info.bindingCount == sizeof binding / sizeof *binding)
                return !failed(j, "that many bindings", VK_ERROR_OUT_OF_HOST_MEMORY);
            binding[info.bindingCount++] = (VkDescriptorSetLayoutBinding){
                .binding = resource[n].binding, .descriptorType = wfo_image_type(&resource[n]),
                .descriptorCount = elements_of(j->c->kernel, &resource[n]), .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
        }
    return !failed(j, "a descriptor set layout", vkCreateDescriptorSetLayout(j->d->device, &info, NULL, &j->layout[set]));
}

static bool make_layouts(struct job *j, const struct wf_shader_resource *resource, size_t count)
{
    for (size_t n = 0; n < count; n++)
        if (!resource[n].is_push && resource[n].set >= j->sets)
            j->sets = resource[n].set + 1;
    if (j->sets > MAX_SETS)
        return !failed(j, "that many descriptor sets", VK_ERROR_OUT_OF_HOST_MEMORY);
    for (uint32_t set = 0; set < j->sets; set++)
        if (!make_layout(j, set, resource, count))
            return false;
    return true;
}

static bool make_sets(struct job *j, uint32_t descriptors)
{
    VkDescriptorPoolSize size[VK_DESCRIPTOR_TYPE_STORAGE_BUFFER + 1];
    const VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = j->sets,
                                             .poolSizeCount = sizeof size / sizeof *size, .pPoolSizes = size};

    if (!j->sets)
        return true;
    for (int type = 0; type <= VK_DESCRIPTOR_TYPE_STORAGE_BUFFER; type++)
        size[type] = (VkDescriptorPoolSize){(VkDescriptorType)type, descriptors + 1};
    if (failed(j, "a descriptor pool", vkCreateDescriptorPool(j->d->device, &info, NULL, &j->pool)))
        return false;
    const VkDescriptorSetAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorPool = j->pool,
                                                  .descriptorSetCount = j->sets, .pSetLayouts = j->layout};
    return !failed(j, "descriptor sets", vkAllocateDescriptorSets(j->d->device, &allocate, j->set));
}

/* A piece of a buffer has its place in that. */
static bool write_descriptor(struct job *j, const struct wf_shader_resource *r, uint32_t element)
{
    const VkPhysicalDeviceLimits *l = &j->d->properties.limits;
    const unsigned n = buffer_of(j->c->kernel, r, element);
    const struct wf_kernel_buffer *b = &j->c->kernel->buffer[n < WF_MAX_BUFFERS ? n : 0];
    const VkDeviceSize size = 4 * (VkDeviceSize)b->words, most = l->maxUniformBufferRange;

    if (failed(j, "an element without a buffer", n == WF_MAX_BUFFERS ? VK_ERROR_FEATURE_NOT_PRESENT : VK_SUCCESS))
        return false;
    const VkDescriptorBufferInfo info = {.buffer = j->buffer[b->is_view ? b->of : n].buffer, .offset = b->is_view ? b->from : 0,
                                         .range = r->is_uniform && size > most ? most : size};
    const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = j->set[r->set], .dstBinding = r->binding,
                                        .dstArrayElement = element, .descriptorCount = 1, .descriptorType = wfo_image_type(r), .pBufferInfo = &info};

    vkUpdateDescriptorSets(j->d->device, 1, &write, 0, NULL);
    return true;
}

static bool write_descriptors(struct job *j, const struct wf_shader_resource *r)
{
    for (uint32_t element = 0; element < elements_of(j->c->kernel, r); element++)
        if (!write_descriptor(j, r, element))
            return false;
    return true;
}

/* An image of the job for each element. */
static bool make_images(struct job *j, const struct wf_shader_resource *r)
{
    const struct wf_kernel *k = j->c->kernel;

    for (uint32_t element = 0; element < elements_of(k, r); element++) {
        const unsigned number = buffer_of(k, r, element);
        struct wfo_image *image = &j->image[j->images++];
        const bool bound = number < WF_MAX_BUFFERS;
        if (failed(j, "an image", wfo_image_make(j->d, k, r, element, bound ? &k->buffer[number] : NULL,
                                                 bound ? j->buffer[number].buffer : VK_NULL_HANDLE, image)))
            return false;
        wfo_image_write(j->d, j->set[r->set], r, element, image);
    }
    return true;
}

static bool make_descriptors(struct job *j)
{
    const struct wf_shader_resource *resource;
    const size_t count = wf_shader_resources(j->c->shader, &resource);

    uint32_t descriptors = 0;
    for (size_t n = 0; n < count; n++)
        descriptors += elements_of(j->c->kernel, &resource[n]);
    if (!make_layouts(j, resource, count) || !make_sets(j, descriptors))
        return false;
    j->image = calloc(descriptors + 1, sizeof *j->image);
    if (!j->image)
        return !failed(j, "images", VK_ERROR_OUT_OF_HOST_MEMORY);
    for (size_t n = 0; n < count; n++) {
        if (resource[n].is_push)
            continue;
        if (resource[n].kind == WF_SHADER_BUFFER) {
            if (resource[n].used && !write_descriptors(j, &resource[n]))
                return false;
            continue;
        }
        if (resource[n].used && !make_images(j, &resource[n]))
            return false;
    }
    return true;
}

/* ---- pipeline ---- */

static const struct wf_kernel_bind *push_of(const struct wf_kernel *k)
{
    for (size_t n = 0; n < k->module.binds; n++)
        if (k->module.bind[n].is_push)
            return &k->module.bind[n];
    return NULL;
}

static VkPushConstantRange push_range(const struct wf_kernel *k)
{
    const struct wf_kernel_bind *push = push_of(k);

    return (VkPushConstantRange){.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT, .size = push ? 4 * k->buffer[push->buffer].words : 0};
}

/* A bool counts as 4 bytes, anything else has the size of its type. */
static uint32_t size_of(const struct wf_shader *shader, uint32_t id)
{
    const struct wf_shader_constant *constant;
    const size_t count = wf_shader_constants(shader, &constant);

    for (size_t n = 0; n < count; n++)
        if (constant[n].id == id)
            return constant[n].width == 1 ? 4 : constant[n].width / 8;
    return 4;
}

static bool make_pipeline_layout(struct job *j)
{
    const VkPushConstantRange push = push_range(j->c->kernel);
    const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = j->sets, .pSetLayouts = j->layout,
                                             .pushConstantRangeCount = push.size ? 1 : 0, .pPushConstantRanges = &push};
    const VkShaderModuleCreateInfo code = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = 4 * j->words, .pCode = j->word};

    return !failed(j, "a pipeline layout", vkCreatePipelineLayout(j->d->device, &info, NULL, &j->pipeline_layout)) &&
           !failed(j, "the module", vkCreateShaderModule(j->d->device, &code, NULL, &j->module));
}

/* Waves that are full where the group allows to ask for it. */
static VkPipelineShaderStageCreateFlags stage_flags(const struct job *j)
{
    uint32_t size[3];
    bool flat;

    wf_shader_local_size(j->c->shader, size, &flat);
    return j->d->features.subgroup_size.computeFullSubgroups && size[0] % j->c->shape.wave_size == 0
           ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT : 0;
}

static bool may_require_size(const struct job *j)
{
    return j->d->features.subgroup_size.subgroupSizeControl && (j->d->size.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) &&
           j->c->shape.threads <= j->c->shape.wave_size * j->d->size.maxComputeWorkgroupSubgroups;
}

static bool make_pipeline(struct job *j)
{
    const struct wf_kernel_module *m = &j->c->kernel->module;
    VkSpecializationMapEntry *entry = calloc(m->specs + 1, sizeof *entry);

    if (!entry)
        return !failed(j, "constants", VK_ERROR_OUT_OF_HOST_MEMORY);
    for (size_t n = 0; n < m->specs; n++)
        entry[n] = (VkSpecializationMapEntry){m->spec[n].id, (uint32_t)(n * sizeof *m->spec + offsetof(struct wf_shader_spec, word)),
                                              size_of(j->c->shader, m->spec[n].id)};
    const VkSpecializationInfo constants = {.mapEntryCount = (uint32_t)m->specs, .pMapEntries = entry, .dataSize = m->specs * sizeof *m->spec,
                                            .pData = m->spec};
    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo required = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
                                                                    .requiredSubgroupSize = j->c->shape.wave_size};
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = j->pipeline_layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .pNext = may_require_size(j) ? &required : NULL, .flags = stage_flags(j),
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = j->module, .pName = m->entry, .pSpecializationInfo = &constants}};
    const VkResult result = vkCreateComputePipelines(j->d->device, VK_NULL_HANDLE, 1, &info, NULL, &j->pipeline);
    free(entry);
    return !failed(j, "the pipeline", result);
}

/* ---- the dispatch ---- */

static void record(struct job *j, VkCommandBuffer commands)
{
    const struct wf_kernel *k = j->c->kernel;
    const struct wf_kernel_bind *push = push_of(k);
    const VkMemoryBarrier done = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
                                  .dstAccessMask = VK_ACCESS_HOST_READ_BIT};

    for (size_t n = 0; n < j->images; n++)
        wfo_image_fill(commands, &j->image[n]);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, j->pipeline);
    if (j->sets)
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, j->pipeline_layout, 0, j->sets, j->set, 0, NULL);
    if (push)
        vkCmdPushConstants(commands, j->pipeline_layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, push_range(k).size, j->buffer[push->buffer].word);
    vkCmdDispatch(commands, k->desc.grid[0], k->desc.grid[1], k->desc.grid[2]);
    for (size_t n = 0; n < j->images; n++)
        wfo_image_fetch(commands, &j->image[n]);
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &done, 0, NULL, 0, NULL);
}

static bool submit(struct job *j)
{
    const VkDevice device = j->d->device;
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = j->d->family};
    const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VkCommandBuffer commands;
    const VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};

    if (failed(j, "a command pool", vkCreateCommandPool(device, &pool, NULL, &j->commands)) ||
        failed(j, "a fence", vkCreateFence(device, &fence, NULL, &j->fence)))
        return false;
    const VkCommandBufferAllocateInfo allocate = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = j->commands,
                                                  .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY, .commandBufferCount = 1};
    if (failed(j, "a command buffer", vkAllocateCommandBuffers(device, &allocate, &commands)) ||
        failed(j, "a command buffer", vkBeginCommandBuffer(commands, &begin)))
        return false;
    record(j, commands);
    return !failed(j, "a command buffer", vkEndCommandBuffer(commands)) && !failed(j, "submitting", vkQueueSubmit(j->d->queue, 1, &info, j->fence)) &&
           !failed(j, "the dispatch", vkWaitForFences(device, 1, &j->fence, VK_TRUE, WAIT));
}

static void take_results(struct job *j)
{
    memcpy(j->c->device, j->c->model, j->c->words * sizeof *j->c->device);
    for (unsigned n = 0; n < j->c->kernel->buffers; n++)
        if (j->buffer[n].word) {
            const uint32_t words = j->c->kernel->buffer[n].words;
            uint32_t *to = j->c->device + j->c->place[n].base / 4;
            memcpy(to, j->buffer[n].word, 4 * (size_t)words);
            if (has_addresses(j))
                wfo_addresses_take(&j->addresses, j->c->kernel, j->c->model + j->c->place[n].base / 4, to, words);
        }
}

static void give_back(struct job *j)
{
    const VkDevice device = j->d->device;

    vkDestroyFence(device, j->fence, NULL);
    vkDestroyCommandPool(device, j->commands, NULL);
    vkDestroyPipeline(device, j->pipeline, NULL);
    vkDestroyPipelineLayout(device, j->pipeline_layout, NULL);
    vkDestroyShaderModule(device, j->module, NULL);
    vkDestroyDescriptorPool(device, j->pool, NULL);
    for (uint32_t n = 0; n < MAX_SETS; n++)
        vkDestroyDescriptorSetLayout(device, j->layout[n], NULL);
    for (size_t n = 0; j->image && n < j->images; n++)
        wfo_image_free(j->d, &j->image[n]);
    free(j->image);
    for (unsigned n = 0; n < WF_MAX_BUFFERS; n++) {
        vkDestroyBuffer(device, j->buffer[n].buffer, NULL);
        vkFreeMemory(device, j->buffer[n].memory, NULL);
    }
}

static bool take_module(struct job *j, bool strict)
{
    const struct wfo_facts *f = &j->c->facts;

    if (strict)
        j->word = wfo_strict(j->d, j->c, &j->words);
    else if ((j->word = calloc(f->words + 1, sizeof *j->word)) != NULL)
        memcpy(j->word, f->word, (j->words = f->words) * sizeof *j->word);
    return !failed(j, "the module", j->word ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY);
}

bool wfo_dispatch(const struct wfo_device *d, struct wfo_case *c, bool strict)
{
    struct job j = {.d = d, .c = c};
    const bool ran = take_module(&j, strict) && make_buffers(&j) && make_descriptors(&j) && make_pipeline_layout(&j) && make_pipeline(&j) && submit(&j);

    if (ran)
        take_results(&j);
    give_back(&j);
    free(j.word);
    return ran;
}
