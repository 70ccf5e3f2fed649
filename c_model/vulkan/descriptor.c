/* SPDX-License-Identifier: Apache-2.0
 * descriptor.c - what descriptors lead to: writes and copies.
 */
#include "descriptor.h"

#include <string.h>

struct wfv_descriptor *wfv_descriptor_find(struct wfv_set *set, uint32_t binding, uint32_t element,
                                           const struct wfv_binding **b)
{
    *b = set ? wfv_layout_find(set->layout, binding) : NULL;
    if (!*b || wfv_is_inline((*b)->type) || element >= wfv_set_count(set, *b))
        return NULL;
    return &set->descriptor[(*b)->first + element];
}

void wfv_set_init(struct wfv_set *set)
{
    for (uint32_t i = 0; i < set->layout->bindings; i++) {
        const struct wfv_binding *b = &set->layout->binding[i];
        for (uint32_t n = 0; b->immutable && n < wfv_set_count(set, b); n++) {
            set->descriptor[b->first + n].sampler = b->immutable[n];
            set->descriptor[b->first + n].has_sampler = true;
        }
    }
}

/* ---- writes ------------------------------------------------------------------------------------------------------ */

static void write_image(struct wfv_descriptor *to, VkDescriptorType type, const VkDescriptorImageInfo *from,
                        bool immutable)
{
    if ((type == VK_DESCRIPTOR_TYPE_SAMPLER || type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER) && !immutable) {
        to->has_sampler = from->sampler != VK_NULL_HANDLE;
        if (from->sampler)
            to->sampler = wfv_sampler_of(from->sampler)->sampler;
    }
    if (type == VK_DESCRIPTOR_TYPE_SAMPLER)
        return;
    to->is_null = !from->imageView;
    to->view = from->imageView ? wfv_image_view_of(from->imageView)->view : (struct wfv_view){.format = WF_IMAGE_FORMAT_NONE};
}

static void write_texels(struct wfv_descriptor *to, VkBufferView view)
{
    const struct wfv_texels *t = wfv_texels_of(view);

    to->is_null = !t;
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

    to->is_null = !b;
    to->has_buffer = b != NULL;
    to->at = b ? b->at + from->offset : 0;
    to->left = b ? wfv_buffer_range(b, from->offset, VK_WHOLE_SIZE) : 0;
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
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER: case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC: case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC:
        write_buffer(to, &w->pBufferInfo[n]);
        break;
    default:                            /* of graphics */
        break;
    }
}

/* Elements of a set one after another: beyond the last of a binding comes the first of the next that has any. */
struct walk {
    struct wfv_set *set;
    const struct wfv_binding *binding;
    uint32_t element;
};

static struct walk walk_from(struct wfv_set *set, uint32_t binding, uint32_t element)
{
    return (struct walk){set, wfv_layout_find(set->layout, binding), element};
}

/* NULL: there is none. */
static struct wfv_descriptor *walk_next(struct walk *w, bool *immutable)
{
    const struct wfv_set_layout *layout = w->set->layout;

    while (w->binding && w->element >= wfv_set_count(w->set, w->binding)) {
        w->element -= wfv_set_count(w->set, w->binding);
        w->binding = w->binding + 1 < layout->binding + layout->bindings ? w->binding + 1 : NULL;
    }
    if (!w->binding || wfv_is_inline(w->binding->type))
        return NULL;
    *immutable = w->binding->immutable != NULL;
    return &w->set->descriptor[w->binding->first + w->element++];
}

/* Bytes of an inline uniform block, as many from there on as the set has of those asked for. */
static unsigned char *inline_bytes(struct wfv_set *set, uint32_t binding, uint32_t first, uint32_t *bytes)
{
    const struct wfv_binding *b = wfv_layout_find(set->layout, binding);
    const uint32_t has = b && wfv_is_inline(b->type) ? wfv_set_count(set, b) : 0, left = first < has ? has - first : 0;

    *bytes = *bytes < left ? *bytes : left;
    return left ? set->inline_byte + b->first + first : NULL;
}

static void write_inline(struct wfv_set *set, const VkWriteDescriptorSet *write)
{
    const VkWriteDescriptorSetInlineUniformBlock *data =
        wfv_chained(write->pNext, VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK);
    uint32_t bytes = data ? data->dataSize : 0;
    unsigned char *to = inline_bytes(set, write->dstBinding, write->dstArrayElement, &bytes);

    if (to)
        memcpy(to, data->pData, bytes);
}

void wfv_descriptors_write(struct wfv_set *set, const VkWriteDescriptorSet *write)
{
    struct walk walk = walk_from(set, write->dstBinding, write->dstArrayElement);
    struct wfv_descriptor *to;
    bool immutable;

    if (wfv_is_inline(write->descriptorType)) {
        write_inline(set, write);
        return;
    }
    for (uint32_t n = 0; n < write->descriptorCount && (to = walk_next(&walk, &immutable)) != NULL; n++)
        write_one(to, write, n, immutable);
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

static void copy_inline(const VkCopyDescriptorSet *c)
{
    uint32_t bytes = c->descriptorCount;
    const unsigned char *from = inline_bytes(wfv_set_of(c->srcSet), c->srcBinding, c->srcArrayElement, &bytes);
    unsigned char *to = inline_bytes(wfv_set_of(c->dstSet), c->dstBinding, c->dstArrayElement, &bytes);

    if (from && to)
        memmove(to, from, bytes);
}

static void copy(const VkCopyDescriptorSet *c)
{
    struct walk source = walk_from(wfv_set_of(c->srcSet), c->srcBinding, c->srcArrayElement);
    struct walk target = walk_from(wfv_set_of(c->dstSet), c->dstBinding, c->dstArrayElement);
    bool ignored, immutable;

    if (source.binding && wfv_is_inline(source.binding->type)) {
        copy_inline(c);
        return;
    }
    for (uint32_t n = 0; n < c->descriptorCount; n++) {
        const struct wfv_descriptor *from = walk_next(&source, &ignored);
        struct wfv_descriptor *to = walk_next(&target, &immutable);
        if (!from || !to)
            return;
        const struct wf_sampler own = to->sampler;
        *to = *from;
        if (immutable) {
            to->sampler = own;
            to->has_sampler = true;
        }
    }
}

void wfv_UpdateDescriptorSets(VkDevice device, uint32_t descriptorWriteCount,
                              const VkWriteDescriptorSet *pDescriptorWrites, uint32_t descriptorCopyCount,
                              const VkCopyDescriptorSet *pDescriptorCopies)
{
    struct wfv_device *d = wfv_device_of(device);

    pthread_mutex_lock(&d->descriptors_lock);
    for (uint32_t i = 0; i < descriptorWriteCount; i++)
        wfv_descriptors_write(wfv_set_of(pDescriptorWrites[i].dstSet), &pDescriptorWrites[i]);
    for (uint32_t i = 0; i < descriptorCopyCount; i++)
        copy(&pDescriptorCopies[i]);
    pthread_mutex_unlock(&d->descriptors_lock);
}
