/* SPDX-License-Identifier: Apache-2.0 */
#include "layout.h"

#include "image.h"

#include <stdlib.h>
#include <string.h>

const struct wfv_binding *wfv_layout_find(const struct wfv_set_layout *layout, uint32_t binding)
{
    for (uint32_t i = 0; layout && i < layout->bindings; i++)
        if (layout->binding[i].binding == binding)
            return &layout->binding[i];
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

/* Places of descriptors and of dynamic offsets, in the order of binding numbers. */
static void place(struct wfv_set_layout *layout)
{
    qsort(layout->binding, layout->bindings, sizeof *layout->binding, by_number);
    for (uint32_t i = 0; i < layout->bindings; i++) {
        struct wfv_binding *b = &layout->binding[i];
        b->first = layout->descriptors;
        b->first_dynamic = layout->dynamics;
        layout->descriptors += b->type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK ? 1 : b->count;
        if (wfv_is_dynamic(b->type))
            layout->dynamics += b->count;
    }
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
    for (uint32_t i = 0; i < bindings; i++)
        samplers += has_samplers(&pCreateInfo->pBindings[i]) ? pCreateInfo->pBindings[i].descriptorCount : 0;
    /* not by pAllocator: what was made with the layout keeps it beyond the call that destroys it */
    struct wfv_set_layout *layout = wfv_new(NULL, d->own, sizeof *layout + bindings * sizeof *layout->binding + samplers * sizeof(struct wf_sampler), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!layout)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    struct wf_sampler *sampler = (struct wf_sampler *)(void *)&layout->binding[bindings];
    atomic_init(&layout->holders, 1);
    layout->own = d->own;
    layout->is_push = pCreateInfo->flags & VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
    layout->bindings = bindings;
    for (uint32_t i = 0; i < bindings; i++) {
        const VkDescriptorSetLayoutBinding *from = &pCreateInfo->pBindings[i];
        layout->binding[i] = (struct wfv_binding){.binding = from->binding, .type = from->descriptorType, .count = from->descriptorCount};
        if (flags && flags->bindingCount)
            layout->binding[i].is_variable = flags->pBindingFlags[i] & VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT;
        if (!has_samplers(from))
            continue;
        layout->binding[i].immutable = sampler;
        for (uint32_t n = 0; n < from->descriptorCount; n++)
            *sampler++ = wfv_sampler_of(from->pImmutableSamplers[n])->sampler;
    }
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

void wfv_GetDescriptorSetLayoutSupport(VkDevice device, const VkDescriptorSetLayoutCreateInfo *pCreateInfo,
                                       VkDescriptorSetLayoutSupport *pSupport)
{
    uint64_t count = 0;

    (void)device;
    for (uint32_t i = 0; i < pCreateInfo->bindingCount; i++)
        count += pCreateInfo->pBindings[i].descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK ? 1 : pCreateInfo->pBindings[i].descriptorCount;
    pSupport->supported = count <= WFV_RESOURCES;
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
    if (pCreateInfo->setLayoutCount > WFV_SETS)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    /* nor this one by pAllocator */
    layout = wfv_new(NULL, d->own, sizeof *layout, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
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

void wfv_DestroyPipelineLayout(VkDevice device, VkPipelineLayout pipelineLayout, const VkAllocationCallbacks *pAllocator)
{
    (void)device, (void)pAllocator;
    wfv_pipeline_layout_release(wfv_pipeline_layout_of(pipelineLayout));
}
