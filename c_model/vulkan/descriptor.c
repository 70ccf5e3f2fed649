/* SPDX-License-Identifier: Apache-2.0 */
#include "descriptor.h"

#include <string.h>

/* ---- pools and sets ---------------------------------------------------------------------------------------------- */

VkResult wfv_CreateDescriptorPool(VkDevice handle, const VkDescriptorPoolCreateInfo *pCreateInfo,
                                  const VkAllocationCallbacks *pAllocator, VkDescriptorPool *pDescriptorPool)
{
    struct wfv_device *d = wfv_device_of(handle);
    struct wfv_pool *pool = wfv_new(pAllocator, d->own, sizeof *pool, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);

    if (!pool)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    pool->max_sets = pCreateInfo->maxSets;
    *pDescriptorPool = wfv_pool_handle(pool);
    return VK_SUCCESS;
}

static void free_set(struct wfv_device *d, struct wfv_set *set)
{
    wfv_arena_give(d->arena, set->inline_at);
    wfv_set_layout_release(set->layout);
    wfv_delete(NULL, d->own, set);
}

VkResult wfv_ResetDescriptorPool(VkDevice device, VkDescriptorPool descriptorPool, VkDescriptorPoolResetFlags flags)
{
    struct wfv_pool *pool = wfv_pool_of(descriptorPool);

    (void)flags;
    while (pool->first) {
        struct wfv_set *set = pool->first;
        pool->first = set->next;
        free_set(wfv_device_of(device), set);
    }
    pool->sets = 0;
    return VK_SUCCESS;
}

void wfv_DestroyDescriptorPool(VkDevice device, VkDescriptorPool descriptorPool, const VkAllocationCallbacks *pAllocator)
{
    if (!descriptorPool)
        return;
    wfv_ResetDescriptorPool(device, descriptorPool, 0);
    wfv_delete(pAllocator, wfv_device_of(device)->own, wfv_pool_of(descriptorPool));
}

static VkResult new_set(struct wfv_device *d, struct wfv_pool *pool, struct wfv_set_layout *layout, uint32_t variable,
                        VkDescriptorSet *handle)
{
    if (pool->sets == pool->max_sets)
        return VK_ERROR_OUT_OF_POOL_MEMORY;
    struct wfv_set *set = wfv_new(NULL, d->own, sizeof *set + layout->descriptors * sizeof *set->descriptor, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!set)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    set->layout = layout;
    set->variable = variable;
    set->pool = pool;
    wfv_set_layout_hold(layout);
    set->next = pool->first;
    pool->first = set;
    pool->sets++;
    for (uint32_t i = 0; i < layout->bindings; i++)
        for (uint32_t n = 0; layout->binding[i].immutable && n < layout->binding[i].count; n++) {
            struct wfv_descriptor *to = &set->descriptor[layout->binding[i].first + n];
            to->sampler = layout->binding[i].immutable[n];
            to->has_sampler = true;
        }
    *handle = wfv_set_handle(set);
    return VK_SUCCESS;
}

VkResult wfv_FreeDescriptorSets(VkDevice device, VkDescriptorPool descriptorPool, uint32_t descriptorSetCount,
                                const VkDescriptorSet *pDescriptorSets)
{
    struct wfv_pool *pool = wfv_pool_of(descriptorPool);

    for (uint32_t i = 0; i < descriptorSetCount; i++)
        for (struct wfv_set **at = &pool->first; pDescriptorSets[i] && *at; at = &(*at)->next)
            if (*at == wfv_set_of(pDescriptorSets[i])) {
                struct wfv_set *set = *at;
                *at = set->next;
                free_set(wfv_device_of(device), set);
                pool->sets--;
                break;
            }
    return VK_SUCCESS;
}

VkResult wfv_AllocateDescriptorSets(VkDevice device, const VkDescriptorSetAllocateInfo *pAllocateInfo,
                                    VkDescriptorSet *pDescriptorSets)
{
    const VkDescriptorSetVariableDescriptorCountAllocateInfo *variable =
        wfv_chained(pAllocateInfo->pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO);
    const uint32_t count = pAllocateInfo->descriptorSetCount;
    VkResult result = VK_SUCCESS;

    memset(pDescriptorSets, 0, count * sizeof *pDescriptorSets);
    for (uint32_t i = 0; i < count && result == VK_SUCCESS; i++)
        result = new_set(wfv_device_of(device), wfv_pool_of(pAllocateInfo->descriptorPool),
                         wfv_set_layout_of(pAllocateInfo->pSetLayouts[i]),
                         variable && variable->descriptorSetCount ? variable->pDescriptorCounts[i] : 0, &pDescriptorSets[i]);
    if (result != VK_SUCCESS) {
        wfv_FreeDescriptorSets(device, pAllocateInfo->descriptorPool, count, pDescriptorSets);
        memset(pDescriptorSets, 0, count * sizeof *pDescriptorSets);
    }
    return result;
}

/* ---- writes and copies ------------------------------------------------------------------------------------------- */

static void write_image(struct wfv_descriptor *to, VkDescriptorType type, const VkDescriptorImageInfo *from, bool immutable)
{
    if ((type == VK_DESCRIPTOR_TYPE_SAMPLER || type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER) && !immutable) {
        to->has_sampler = from->sampler != VK_NULL_HANDLE;
        if (from->sampler)
            to->sampler = wfv_sampler_of(from->sampler)->sampler;
    }
    if (type == VK_DESCRIPTOR_TYPE_SAMPLER)
        return;
    to->view = from->imageView ? *wfv_view_of(from->imageView) : (struct wfv_view){.format = WF_IMAGE_FORMAT_NONE};
}

static void write_texels(struct wfv_descriptor *to, VkBufferView view)
{
    const struct wfv_texels *t = wfv_texels_of(view);

    to->view = (struct wfv_view){.format = WF_IMAGE_FORMAT_NONE};
    if (!t)
        return;
    to->view.format = t->image.format;
    to->view.at = t->at;
    to->view.size = t->size;
    wf_image_describe(&t->image, to->view.word);
}

static void write_buffer(struct wfv_descriptor *to, const VkDescriptorBufferInfo *from)
{
    const struct wfv_buffer *b = wfv_buffer_of(from->buffer);

    to->has_buffer = b != NULL;
    to->at = b ? b->at + from->offset : 0;
    to->size = b ? wfv_buffer_range(b, from->offset, from->range) : 0;
}

static void write_one(struct wfv_descriptor *to, const VkWriteDescriptorSet *w, uint32_t n, bool immutable)
{
    switch ((int)w->descriptorType) {
    case VK_DESCRIPTOR_TYPE_SAMPLER: case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE: case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
        write_image(to, w->descriptorType, &w->pImageInfo[n], immutable);
        break;
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER: case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
        write_texels(to, w->pTexelBufferView[n]);
        break;
    default:
        write_buffer(to, &w->pBufferInfo[n]);
    }
}

/* The descriptor `element` of a binding; beyond its last it is one of the next binding, as Vulkan has it. */
static struct wfv_descriptor *descriptor_at(struct wfv_set *set, uint32_t binding, uint32_t element, bool *immutable)
{
    const struct wfv_binding *b = wfv_layout_find(set->layout, binding);
    const uint32_t at = b ? b->first + element : UINT32_MAX;

    *immutable = false;
    for (uint32_t i = 0; i < set->layout->bindings; i++)
        if (at - set->layout->binding[i].first < set->layout->binding[i].count)
            *immutable = set->layout->binding[i].immutable != NULL;
    return at < set->layout->descriptors ? &set->descriptor[at] : NULL;
}

void wfv_descriptors_write(struct wfv_set *set, const VkWriteDescriptorSet *write)
{
    for (uint32_t n = 0; n < write->descriptorCount; n++) {
        bool immutable;
        struct wfv_descriptor *to = descriptor_at(set, write->dstBinding, write->dstArrayElement + n, &immutable);
        if (to)
            write_one(to, write, n, immutable);
    }
}

static void copy(const VkCopyDescriptorSet *c)
{
    for (uint32_t n = 0; n < c->descriptorCount; n++) {
        bool ignored, immutable;
        const struct wfv_descriptor *from = descriptor_at(wfv_set_of(c->srcSet), c->srcBinding, c->srcArrayElement + n, &ignored);
        struct wfv_descriptor *to = descriptor_at(wfv_set_of(c->dstSet), c->dstBinding, c->dstArrayElement + n, &immutable);
        if (!from || !to)
            continue;
        const struct wf_sampler own = to->sampler;
        *to = *from;
        if (immutable) {
            to->sampler = own;
            to->has_sampler = true;
        }
    }
}

void wfv_UpdateDescriptorSets(VkDevice device, uint32_t descriptorWriteCount, const VkWriteDescriptorSet *pDescriptorWrites,
                              uint32_t descriptorCopyCount, const VkCopyDescriptorSet *pDescriptorCopies)
{
    (void)device;
    for (uint32_t i = 0; i < descriptorWriteCount; i++)
        wfv_descriptors_write(wfv_set_of(pDescriptorWrites[i].dstSet), &pDescriptorWrites[i]);
    for (uint32_t i = 0; i < descriptorCopyCount; i++)
        copy(&pDescriptorCopies[i]);
}
