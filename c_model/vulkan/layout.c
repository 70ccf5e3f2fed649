/* SPDX-License-Identifier: Apache-2.0
 * layout.c - layouts.  One may live longer than the program has it, so its memory is of the device's callbacks, not of
 * those of the call.
 */
#include "layout.h"

#include "image.h"

#include <stdlib.h>
#include <string.h>

const struct wfv_binding *wfv_layout_find(const struct wfv_set_layout *layout, uint32_t binding)
{
    uint32_t low = 0, high = layout ? layout->bindings : 0;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (layout->binding[middle].binding == binding)
            return &layout->binding[middle];
        if (layout->binding[middle].binding < binding)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* ---- set layouts ------------------------------------------------------------------------------------------------- */

void wfv_set_layout_hold(struct wfv_set_layout *layout)
{
    atomic_fetch_add(&layout->holders, 1);
}

void wfv_set_layout_release(struct wfv_set_layout *layout)
{
    if (layout && atomic_fetch_sub(&layout->holders, 1) == 1)
        wfv_delete(NULL, layout->own, layout);
}

static int by_number(const void *a, const void *b)
{
    const struct wfv_binding *one = a, *two = b;

    return (one->binding > two->binding) - (one->binding < two->binding);
}

static bool has_samplers(const VkDescriptorSetLayoutBinding *b)
{
    return b->pImmutableSamplers && (b->descriptorType == VK_DESCRIPTOR_TYPE_SAMPLER ||
                                     b->descriptorType == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER);
}

uint32_t wfv_descriptor_bytes(VkDescriptorType type)
{
    switch ((int)type) {
    case VK_DESCRIPTOR_TYPE_SAMPLER:
        return WFV_MEMORY_SAMPLER;
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
        return WFV_MEMORY_COMBINED;
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE: case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER: case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
        return WFV_MEMORY_IMAGE;
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER: case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
        return WFV_MEMORY_BUFFER;
    default:
        return 0;
    }
}

/* Places of descriptors, here and in memory, of dynamic offsets, and of bytes of inline uniform blocks, in the order of
 * binding numbers. */
static void place(struct wfv_set_layout *layout)
{
    qsort(layout->binding, layout->bindings, sizeof *layout->binding, by_number);
    for (uint32_t i = 0; i < layout->bindings; i++) {
        struct wfv_binding *b = &layout->binding[i];
        b->first = wfv_is_inline(b->type) ? layout->inline_bytes : layout->descriptors;
        b->first_dynamic = layout->dynamics;
        b->memory_at = layout->memory_bytes;
        layout->memory_bytes += wfv_is_inline(b->type) ? wfv_block_room(b->count)
                                                       : b->count * wfv_descriptor_bytes(b->type);
        if (wfv_is_inline(b->type))
            layout->inline_bytes += wfv_block_room(b->count);
        else
            layout->descriptors += b->count;
        if (wfv_is_dynamic(b->type))
            layout->dynamics += b->count;
    }
}

static void take_binding(struct wfv_binding *b, const VkDescriptorSetLayoutBinding *from,
                         VkDescriptorBindingFlags flags, struct wf_sampler **sampler)
{
    *b = (struct wfv_binding){.binding = from->binding, .type = from->descriptorType, .stages = from->stageFlags,
                              .flags = flags, .count = from->descriptorCount,
                              .is_variable = flags & VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT};
    if (!has_samplers(from))
        return;
    b->immutable = *sampler;
    for (uint32_t n = 0; n < from->descriptorCount; n++)
        *(*sampler)++ = wfv_sampler_of(from->pImmutableSamplers[n])->sampler;
}

/* Descriptors, of inline uniform blocks one each; UINT64_MAX: more than any layout has. */
static uint64_t descriptors_of(const VkDescriptorSetLayoutCreateInfo *info)
{
    uint64_t count = 0, bytes = 0;

    for (uint32_t i = 0; i < info->bindingCount; i++) {
        const VkDescriptorSetLayoutBinding *b = &info->pBindings[i];
        count += wfv_is_inline(b->descriptorType) ? 1 : b->descriptorCount;
        bytes += wfv_is_inline(b->descriptorType) ? b->descriptorCount : 0;
    }
    return bytes <= WFV_INLINE_TOTAL ? count : UINT64_MAX;
}

VkResult wfv_CreateDescriptorSetLayout(VkDevice handle, const VkDescriptorSetLayoutCreateInfo *pCreateInfo,
                                       const VkAllocationCallbacks *pAllocator, VkDescriptorSetLayout *pSetLayout)
{
    const VkDescriptorSetLayoutBindingFlagsCreateInfo *flags =
        wfv_chained(pCreateInfo->pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO);
    struct wfv_device *d = wfv_device_of(handle);
    const uint32_t bindings = pCreateInfo->bindingCount;
    size_t samplers = 0;

    (void)pAllocator;
    if (descriptors_of(pCreateInfo) > WFV_SET_DESCRIPTORS) {
        wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                "vkCreateDescriptorSetLayout: more than %u descriptors, or %u bytes of inline uniform blocks",
                (unsigned)WFV_SET_DESCRIPTORS, (unsigned)WFV_INLINE_TOTAL);
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    for (uint32_t i = 0; i < bindings; i++)
        samplers += has_samplers(&pCreateInfo->pBindings[i]) ? pCreateInfo->pBindings[i].descriptorCount : 0;
    const size_t bytes = sizeof(struct wfv_set_layout) + bindings * sizeof(struct wfv_binding) +
                         samplers * sizeof(struct wf_sampler);
    struct wfv_set_layout *layout = wfv_new(NULL, d->own, bytes, VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (!layout)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    layout->bytes = bytes;
    struct wf_sampler *sampler = (struct wf_sampler *)(void *)&layout->binding[bindings];
    atomic_init(&layout->holders, 1);
    layout->own = d->own;
    layout->is_push = pCreateInfo->flags & VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
    layout->bindings = bindings;
    for (uint32_t i = 0; i < bindings; i++)
        take_binding(&layout->binding[i], &pCreateInfo->pBindings[i],
                     flags && i < flags->bindingCount ? flags->pBindingFlags[i] : 0, &sampler);
    place(layout);
    *pSetLayout = wfv_set_layout_handle(layout);
    return VK_SUCCESS;
}

void wfv_DestroyDescriptorSetLayout(VkDevice device, VkDescriptorSetLayout descriptorSetLayout,
                                    const VkAllocationCallbacks *pAllocator)
{
    (void)device, (void)pAllocator;
    wfv_set_layout_release(wfv_set_layout_of(descriptorSetLayout));
}

static bool bindings_match(const struct wfv_binding *a, const struct wfv_binding *b)
{
    return a->binding == b->binding && a->type == b->type && a->stages == b->stages && a->flags == b->flags &&
           a->count == b->count && !a->immutable == !b->immutable &&
           (!a->immutable || !memcmp(a->immutable, b->immutable, a->count * sizeof *a->immutable));
}

bool wfv_set_layouts_match(const struct wfv_set_layout *a, const struct wfv_set_layout *b)
{
    if (a == b)
        return true;
    if (!a || !b || a->bindings != b->bindings || a->is_push != b->is_push)
        return false;
    for (uint32_t i = 0; i < a->bindings; i++)
        if (!bindings_match(&a->binding[i], &b->binding[i]))
            return false;
    return true;
}

void wfv_set_layout_copy(struct wfv_set_layout *to, const struct wfv_set_layout *from)
{
    memcpy(to, from, from->bytes);
    for (uint32_t i = 0; i < to->bindings; i++)
        if (from->binding[i].immutable)
            to->binding[i].immutable = (const struct wf_sampler *)(const void *)
                ((const char *)to + ((const char *)from->binding[i].immutable - (const char *)from));
}

void wfv_GetDescriptorSetLayoutSupport(VkDevice device, const VkDescriptorSetLayoutCreateInfo *pCreateInfo,
                                       VkDescriptorSetLayoutSupport *pSupport)
{
    const VkDescriptorSetLayoutBindingFlagsCreateInfo *flags =
        wfv_chained(pCreateInfo->pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO);
    VkDescriptorSetVariableDescriptorCountLayoutSupport *variable = (void *)(uintptr_t)
        wfv_chained(pSupport->pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_LAYOUT_SUPPORT);
    const uint64_t count = descriptors_of(pCreateInfo);

    (void)device;
    pSupport->supported = count <= WFV_SET_DESCRIPTORS;
    if (!variable)
        return;
    variable->maxVariableDescriptorCount = 0;
    for (uint32_t i = 0; pSupport->supported && flags && i < flags->bindingCount; i++)
        if (flags->pBindingFlags[i] & VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT) {
            const VkDescriptorSetLayoutBinding *b = &pCreateInfo->pBindings[i];
            const uint64_t others = count - (wfv_is_inline(b->descriptorType) ? 1 : b->descriptorCount);
            variable->maxVariableDescriptorCount =
                wfv_is_inline(b->descriptorType) ? WFV_INLINE_BLOCK : (uint32_t)(WFV_SET_DESCRIPTORS - others);
        }
}

/* ---- pipeline layouts -------------------------------------------------------------------------------------------- */

void wfv_pipeline_layout_hold(struct wfv_pipeline_layout *layout)
{
    atomic_fetch_add(&layout->holders, 1);
}

void wfv_pipeline_layout_release(struct wfv_pipeline_layout *layout)
{
    if (!layout || atomic_fetch_sub(&layout->holders, 1) != 1)
        return;
    for (uint32_t i = 0; i < layout->sets; i++)
        wfv_set_layout_release(layout->set[i]);
    wfv_delete(NULL, layout->own, layout);
}

VkResult wfv_CreatePipelineLayout(VkDevice handle, const VkPipelineLayoutCreateInfo *pCreateInfo,
                                  const VkAllocationCallbacks *pAllocator, VkPipelineLayout *pPipelineLayout)
{
    struct wfv_device *d = wfv_device_of(handle);
    struct wfv_pipeline_layout *layout;
    uint32_t dynamics = 0;

    (void)pAllocator;
    if (pCreateInfo->setLayoutCount > WFV_SETS) {
        wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                "vkCreatePipelineLayout: %u sets; the device has %u", (unsigned)pCreateInfo->setLayoutCount,
                (unsigned)WFV_SETS);
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    layout = wfv_new(NULL, d->own, sizeof *layout, VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (!layout)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    atomic_init(&layout->holders, 1);
    layout->own = d->own;
    layout->sets = pCreateInfo->setLayoutCount;
    for (uint32_t i = 0; i < layout->sets; i++) {
        layout->set[i] = wfv_set_layout_of(pCreateInfo->pSetLayouts[i]);
        layout->first_dynamic[i] = dynamics;
        if (!layout->set[i])
            continue;
        wfv_set_layout_hold(layout->set[i]);
        dynamics += layout->set[i]->dynamics;
    }
    *pPipelineLayout = wfv_pipeline_layout_handle(layout);
    return VK_SUCCESS;
}

void wfv_DestroyPipelineLayout(VkDevice device, VkPipelineLayout pipelineLayout,
                               const VkAllocationCallbacks *pAllocator)
{
    (void)device, (void)pAllocator;
    wfv_pipeline_layout_release(wfv_pipeline_layout_of(pipelineLayout));
}
