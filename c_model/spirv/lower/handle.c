/* SPDX-License-Identifier: Apache-2.0
 * handle.c - images and samplers as values: what their variables are bound to.
 */
#include "image.h"

static const struct wf_shader_image *find_image(const struct wfs_lower *l, uint32_t set, uint32_t binding)
{
    for (size_t i = 0; i < l->target->images; i++)
        if (l->target->image[i].set == set && l->target->image[i].binding == binding)
            return &l->target->image[i];
    return NULL;
}

static const struct wf_sampler *find_sampler(const struct wfs_lower *l, uint32_t set, uint32_t binding)
{
    for (size_t i = 0; i < l->target->samplers; i++)
        if (l->target->sampler[i].set == set && l->target->sampler[i].binding == binding)
            return &l->target->sampler[i].sampler;
    return NULL;
}

/* As the module has it, as it is bound: if both say it, they agree; and its texels are of the kind that is read. */
static const struct wf_image_format_info *format_of(struct wfs_lower *l, uint32_t at, const struct wfs_image *image,
                                              enum wf_image_format bound)
{
    const struct wfs_type *t = image->type;
    const enum wf_image_format own = wf_image_format_of_spirv(t->format);
    char name[WFS_NAME_SIZE];

    if (t->format && own == WF_IMAGE_FORMAT_NONE)
        wfs_refuse(l->m, at, "%s has the %s, which is not supported", wfs_shown(l->m, image->variable),
                   wfs_enum_name(WFS_KIND_ImageFormat, t->format, name));
    if (own != WF_IMAGE_FORMAT_NONE && bound != WF_IMAGE_FORMAT_NONE && own != bound)
        wfs_refuse(l->m, at, "%s has the format %s; it is bound to an image of format %s",
                   wfs_shown(l->m, image->variable), wf_image_format_info(own)->name,
                   wf_image_format_info(bound)->name);
    const struct wf_image_format_info *f = wf_image_format_info(own != WF_IMAGE_FORMAT_NONE ? own : bound);
    if (!f)
        wfs_refuse(l->m, at, "the format of %s is not known; expected one with its binding",
                   wfs_shown(l->m, image->variable));
    const bool integer = t->element->kind == WFS_INT;
    if (integer != wf_texel_is_integer(f->kind) || (integer && t->element->is_signed != (f->kind == WF_TEXEL_SINT)))
        wfs_refuse(l->m, at, "%s reads %s; it is bound to an image of format %s", wfs_shown(l->m, image->variable),
                   wfs_type_shown(l->m, t->element), f->name);
    if (t->storage_image && f->spirv < 0)
        wfs_refuse(l->m, at, "%s is a storage image of format %s; expected one that shaders store",
                   wfs_shown(l->m, image->variable), f->name);
    return f;
}

void wfs_bind_image(struct wfs_lower *l, uint32_t at, uint32_t id, struct wfs_pointer *p)
{
    const struct wfs_type *t = p->pointee;
    const uint32_t set = wfs_decorated(l->m, id, WFS_WHOLE, WfsDecorationDescriptorSet, 0);
    const uint32_t binding = wfs_decorated(l->m, id, WFS_WHOLE, WfsDecorationBinding, UINT32_MAX);
    struct wfs_image *image = wfs_new(l->env, 1, sizeof *image);

    if (t->kind != WFS_IMAGE && t->kind != WFS_SAMPLER && t->kind != WFS_SAMPLED_IMAGE)
        wfs_refuse(l->m, at, "%s is %s; expected an image or a sampler%s", wfs_shown(l->m, id), wfs_type_shown(l->m, t),
                   t->kind == WFS_ARRAY || t->kind == WFS_RUNTIME_ARRAY ? ": arrays of them are not supported" : "");
    if (binding == UINT32_MAX)
        wfs_refuse(l->m, at, "%s has no Binding", wfs_shown(l->m, id));
    image->variable = id;
    image->is_coherent = p->is_coherent;
    if (t->kind != WFS_IMAGE) {
        image->sampler = find_sampler(l, set, binding);
        if (!image->sampler)
            wfs_refuse(l->m, at, "binding %u.%u (%s) has no sampler", (unsigned)set, (unsigned)binding,
                       wfs_shown(l->m, id));
    }
    if (t->kind != WFS_SAMPLER) {
        const struct wf_shader_image *bound = find_image(l, set, binding);
        image->type = t->kind == WFS_IMAGE ? t : t->element;
        uint32_t one = 1;
        image->buffer = l->target->number(l->target->user, set, binding, false, &one);
        if (!bound || image->buffer == UINT32_MAX)
            wfs_refuse(l->m, at, "binding %u.%u (%s) has no image", (unsigned)set, (unsigned)binding,
                       wfs_shown(l->m, id));
        image->descriptor = bound->descriptor;
        image->format = format_of(l, at, image, bound->format);
    }
    p->space = WFS_HANDLE;
    p->image = image;
}

struct wfs_value *wfs_new_handle(struct wfs_lower *l, const struct wfs_type *type, const struct wfs_image *image)
{
    struct wfs_value *v = wfs_new(l->env, 1, sizeof *v);

    v->type = type;
    v->image = image;
    return v;
}

const struct wfs_image *wfs_image_operand(struct wfs_lower *l, uint32_t at, uint32_t n, bool sampler)
{
    const struct wfs_value *v = wfs_value(l, wfs_operand(l->m, at, n));

    if (!v->image || !v->image->type || (sampler && !v->image->sampler))
        wfs_refuse(l->m, at, "operand %u is %s; expected an image%s", (unsigned)n, wfs_type_shown(l->m, v->type),
                   sampler ? " with its sampler" : "");
    return v->image;
}
