/* SPDX-License-Identifier: Apache-2.0
 * shader_image.c - images and samplers among the bindings that a shader lists.
 */
#include "shader.h"

static enum wf_shader_dim dim_of(const struct wfs_type *t)
{
    switch (t->dim) {
    case WfsDim1D: return WF_DIM_1D;
    case WfsDim3D: return WF_DIM_3D;
    case WfsDimCube: return WF_DIM_CUBE;
    case WfsDimBuffer: return WF_DIM_BUFFER;
    default: return WF_DIM_2D;
    }
}

bool wfs_describe_image(const struct wfs_module *m, uint32_t id, const struct wfs_type *t, struct wf_shader_resource *r)
{
    const struct wfs_type *image = t->kind == WFS_SAMPLED_IMAGE ? t->element : t;

    if (t->kind != WFS_IMAGE && t->kind != WFS_SAMPLER && t->kind != WFS_SAMPLED_IMAGE)
        return false;
    r->kind = t->kind == WFS_SAMPLER         ? WF_SHADER_SAMPLER
              : t->kind == WFS_SAMPLED_IMAGE ? WF_SHADER_COMBINED
              : t->storage_image             ? WF_SHADER_STORAGE_IMAGE
                                             : WF_SHADER_SAMPLED_IMAGE;
    if (t->kind == WFS_SAMPLER)
        return true;
    r->dim = dim_of(image);
    r->is_array = image->arrayed;
    r->has_samples = image->multisampled;
    r->is_integer = image->element->kind == WFS_INT;
    r->is_wide = image->element->width == 64;
    r->is_signed = image->element->is_signed;
    r->is_written = r->kind == WF_SHADER_STORAGE_IMAGE && !wfs_decoration(m, id, WFS_WHOLE, WfsDecorationNonWritable);
    r->format = wf_image_format_of_spirv(image->format);
    return true;
}

uint32_t wfs_image_elements(const struct wfs_type *t)
{
    uint64_t elements = 1;

    for (; t->kind == WFS_ARRAY || t->kind == WFS_RUNTIME_ARRAY; t = t->element)
        if ((elements *= t->kind == WFS_ARRAY ? t->count : 0) > WF_MAX_BUFFERS)
            elements = 0;
    return (uint32_t)elements;
}

bool wfs_is_plain_image(const struct wfs_module *m, uint32_t id)
{
    const struct wfs_id *pointer = wfs_id(m, m->id[id].type);
    const struct wfs_id *t = pointer->op == WfsOpTypePointer ? wfs_id(m, wfs_operand(m, pointer->at, 3)) : pointer;

    /* the length of an array may be anything */
    for (unsigned n = 0; n < 8 && (t->op == WfsOpTypeRuntimeArray ||
                                   (t->op == WfsOpTypeArray &&
                                    wfs_id(m, wfs_operand(m, t->at, 3))->op == WfsOpConstant)); n++)
        t = wfs_id(m, wfs_operand(m, t->at, 2));
    if (t->op == WfsOpTypeSampler)
        return true;
    if (t->op == WfsOpTypeSampledImage)
        t = wfs_id(m, wfs_operand(m, t->at, 2));
    return t->op == WfsOpTypeImage && wfs_image_type_fault(m, t->at) == WFS_IMAGE_FINE;
}

bool wfs_is_alike(const struct wf_shader_resource *a, const struct wf_shader_resource *b)
{
    /* a buffer and a sampler have none of these */
    return a->kind == b->kind && a->dim == b->dim && a->is_array == b->is_array && a->has_samples == b->has_samples &&
           a->is_integer == b->is_integer && a->is_signed == b->is_signed && a->is_wide == b->is_wide;
}
