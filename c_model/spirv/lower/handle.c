/* SPDX-License-Identifier: Apache-2.0
 * handle.c - images and samplers as values: what their variables are bound to.
 */
#include "image.h"

#include <string.h>

/* Of one element; of what is no array of element 0. */
static const struct wf_shader_image *find_image(const struct wfs_lower *l, uint32_t set, uint32_t binding,
                                                uint32_t element)
{
    for (size_t i = 0; i < l->target->images; i++) {
        const struct wf_shader_image *image = &l->target->image[i];
        if (image->set == set && image->binding == binding && image->element == element)
            return image;
    }
    return NULL;
}

static const struct wf_sampler *find_sampler(const struct wfs_lower *l, uint32_t set, uint32_t binding,
                                             uint32_t element)
{
    for (size_t i = 0; i < l->target->samplers; i++) {
        const struct wf_shader_sampler *sampler = &l->target->sampler[i];
        if (sampler->set == set && sampler->binding == binding && sampler->element == element)
            return &sampler->sampler;
    }
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
    /* whether they have a sign is for each instruction to say: image_operands.c */
    if ((t->element->kind == WFS_INT) != wf_texel_is_integer(f->kind) ||
        (t->element->width == 64) != wf_texel_is_wide(f))
        wfs_refuse(l->m, at, "%s reads %s; it is bound to an image of format %s", wfs_shown(l->m, image->variable),
                   wfs_type_shown(l->m, t->element), f->name);
    if (t->storage_image && f->spirv < 0)
        wfs_refuse(l->m, at, "%s is a storage image of format %s; expected one that shaders store",
                   wfs_shown(l->m, image->variable), f->name);
    return f;
}

/* ---- one ---- */

/* Where a variable is bound. */
struct bound {
    uint32_t at, id, set, binding;
};

static void bind_one(struct wfs_lower *l, const struct bound *b, const struct wfs_type *t, struct wfs_image *image)
{
    if (t->kind != WFS_IMAGE) {
        image->sampler = find_sampler(l, b->set, b->binding, 0);
        if (!image->sampler)
            wfs_refuse(l->m, b->at, "binding %u.%u (%s) has no sampler", (unsigned)b->set, (unsigned)b->binding,
                       wfs_shown(l->m, b->id));
    }
    if (t->kind != WFS_SAMPLER) {
        const struct wf_shader_image *bound = find_image(l, b->set, b->binding, 0);
        uint32_t one = 1;
        image->type = t->kind == WFS_IMAGE ? t : t->element;
        const uint32_t number = l->target->number(l->target->user, b->set, b->binding, false, &one);
        if (!bound || number == UINT32_MAX)
            wfs_refuse(l->m, b->at, "binding %u.%u (%s) has no image", (unsigned)b->set, (unsigned)b->binding,
                       wfs_shown(l->m, b->id));
        image->buffer = wfs_const(number);
        image->descriptor = bound->descriptor;
        image->format = format_of(l, b->at, image, bound->format);
        image->swizzle = bound->swizzle;
    }
}

/* ---- an array ---- */

enum { DESCRIPTOR_BYTES = 4 * WF_IMAGE_WORDS };

static bool is_array(const struct wfs_type *t)
{
    return t->kind == WFS_ARRAY || t->kind == WFS_RUNTIME_ARRAY;
}

static bool is_same_sampler(const struct wf_sampler *a, const struct wf_sampler *b)
{
    return a->mag_linear == b->mag_linear && a->min_linear == b->min_linear && a->mip_linear == b->mip_linear &&
           a->address[0] == b->address[0] && a->address[1] == b->address[1] && a->address[2] == b->address[2] &&
           a->border == b->border && a->lod_bias == b->lod_bias && a->min_lod == b->min_lod &&
           a->max_lod == b->max_lod && a->unnormalized == b->unnormalized && a->compares == b->compares &&
           a->either == b->either && a->compare == b->compare;
}

static _Noreturn void refuse_kinds(struct wfs_lower *l, const struct bound *b, const char *what)
{
    wfs_refuse(l->m, b->at, "%s has more than %d %s; expected fewer", wfs_shown(l->m, b->id), (int)WFS_IMAGE_KINDS,
               what);
}

/* The number of the kind, a new one where it is none of those so far. */
static uint32_t format_kind(struct wfs_lower *l, const struct bound *b, struct wfs_image_array *a,
                            const struct wf_image_format_info *f, const uint8_t swizzle[4])
{
    unsigned n = 0;

    while (n < a->formats && (a->format[n] != f || memcmp(a->swizzle[n], swizzle, 4) != 0))
        n++;
    if (n == WFS_IMAGE_KINDS)
        refuse_kinds(l, b, "formats");
    a->format[n] = f;
    a->swizzle[n] = swizzle;
    a->formats += n == a->formats;
    return n;
}

static uint32_t sampler_kind(struct wfs_lower *l, const struct bound *b, struct wfs_image_array *a,
                             const struct wf_sampler *s)
{
    unsigned n = 0;

    while (n < a->samplers && !is_same_sampler(a->sampler[n], s))
        n++;
    if (n == WFS_IMAGE_KINDS)
        refuse_kinds(l, b, "samplers that differ");
    a->sampler[n] = s;
    a->samplers += n == a->samplers;
    return n;
}

/* Room for a word of each element, and for what is none. */
static uint32_t new_table(struct wfs_lower *l, uint32_t elements, uint32_t none)
{
    const uint32_t first = (uint32_t)(4 * l->table_words);

    for (uint32_t n = 0; n <= elements; n++)
        WFS_APPEND(l->env, l->table, l->table_words, l->table_room, none);
    return first;
}

static void bind_images(struct wfs_lower *l, const struct bound *b, struct wfs_image *image,
                        struct wfs_image_array *a)
{
    a->first = l->target->number(l->target->user, b->set, b->binding, false, &a->elements);
    if (a->first == UINT32_MAX)
        wfs_refuse(l->m, b->at, "binding %u.%u (%s) has no image", (unsigned)b->set, (unsigned)b->binding,
                   wfs_shown(l->m, b->id));
    a->format_table = new_table(l, a->elements, 0);
    for (uint32_t n = 0; n < a->elements; n++) {
        const struct wf_shader_image *bound = find_image(l, b->set, b->binding, n);
        if (!bound)
            continue;
        image->descriptor = bound->descriptor - n * DESCRIPTOR_BYTES;
        l->table[a->format_table / 4 + n] =
            format_kind(l, b, a, format_of(l, b->at, image, bound->format), bound->swizzle);
    }
    if (!a->formats)
        wfs_refuse(l->m, b->at, "binding %u.%u (%s) has no image", (unsigned)b->set, (unsigned)b->binding,
                   wfs_shown(l->m, b->id));
    image->format = a->format[0];
    image->swizzle = a->swizzle[0];
    /* stores go to a number that is not known: into any of them */
    const bool written =
        image->type->storage_image && !wfs_decoration(l->m, b->id, WFS_WHOLE, WfsDecorationNonWritable);
    const struct wfs_resource resource = {.variable = b->id, .number = a->first, .is_array = true,
                                          .elements = a->elements, .is_uniform = !written,
                                          .is_written_by_number = written};
    WFS_APPEND(l->env, l->resource, l->resources, l->resource_room, resource);
}

static void bind_samplers(struct wfs_lower *l, const struct bound *b, struct wfs_image *image,
                          struct wfs_image_array *a, bool alone)
{
    for (size_t i = 0; i < l->target->samplers && alone; i++) {
        const struct wf_shader_sampler *s = &l->target->sampler[i];
        if (s->set == b->set && s->binding == b->binding && s->element >= a->elements &&
            s->element < WF_MAX_BUFFERS)
            a->elements = s->element + 1;
    }
    a->sampler_table = new_table(l, a->elements, UINT32_MAX);
    a->has_all_samplers = true;
    for (uint32_t n = 0; n < a->elements; n++) {
        const struct wf_sampler *s = find_sampler(l, b->set, b->binding, n);
        if (s)
            l->table[a->sampler_table / 4 + n] = sampler_kind(l, b, a, s);
        a->has_all_samplers &= s != NULL;
    }
    if (!a->samplers)
        wfs_refuse(l->m, b->at, "binding %u.%u (%s) has no sampler", (unsigned)b->set, (unsigned)b->binding,
                   wfs_shown(l->m, b->id));
    image->sampler = a->sampler[0];
}

static void bind_array(struct wfs_lower *l, const struct bound *b, const struct wfs_type *t, struct wfs_image *image)
{
    struct wfs_image_array *a = wfs_new(l->env, 1, sizeof *a);

    image->type = t->kind == WFS_IMAGE ? t : t->kind == WFS_SAMPLED_IMAGE ? t->element : NULL;
    image->array = a;
    if (image->type)
        bind_images(l, b, image, a);
    if (t->kind != WFS_IMAGE)
        bind_samplers(l, b, image, a, !image->type);
}

void wfs_bind_image(struct wfs_lower *l, uint32_t at, uint32_t id, struct wfs_pointer *p)
{
    const struct bound b = {.at = at, .id = id,
                            .set = wfs_decorated(l->m, id, WFS_WHOLE, WfsDecorationDescriptorSet, 0),
                            .binding = wfs_decorated(l->m, id, WFS_WHOLE, WfsDecorationBinding, UINT32_MAX)};
    struct wfs_image *image = wfs_new(l->env, 1, sizeof *image);
    const struct wfs_type *t = p->pointee;

    while (is_array(t))
        t = t->element;
    if (t->kind != WFS_IMAGE && t->kind != WFS_SAMPLER && t->kind != WFS_SAMPLED_IMAGE)
        wfs_refuse(l->m, at, "%s is %s; expected an image or a sampler", wfs_shown(l->m, id), wfs_type_shown(l->m, t));
    if (b.binding == UINT32_MAX)
        wfs_refuse(l->m, at, "%s has no Binding", wfs_shown(l->m, id));
    *image = (struct wfs_image){.variable = id, .is_coherent = p->is_coherent, .moved = wfs_none(),
                                .has_sampler = wfs_none()};
    if (is_array(p->pointee))
        bind_array(l, &b, t, image);
    else
        bind_one(l, &b, t, image);
    p->space = WFS_HANDLE;
    p->image = image;
}

/* ---- an element ---- */

/* The kind of an element: a word of the table of constants. */
static wfs_val kind_of(struct wfs_lower *l, uint32_t table, wfs_val element)
{
    if (wfs_is_const(element))
        return wfs_const(l->table[table / 4 + element.bits]);
    const wfs_val byte = wfs_add(l->code, wfs_shl(l->code, element, wfs_const(2)), wfs_const(table));
    return wfs_load(l->code, l->target->table_buffer, byte, 0);
}

/* An image that is not there has no texel, and no buffer. */
static void choose_image(struct wfs_lower *l, struct wfs_image *image, const struct wfs_image_array *a,
                         wfs_val element)
{
    struct wfs_code *c = l->code;
    const wfs_val number = wfs_add(c, element, wfs_const(a->first)), count = wfs_const(a->elements);

    image->buffer = wfs_sel(c, wfs_ltu(c, element, count), number, wfs_const(UINT32_MAX));
    image->moved = wfs_mul(c, element, wfs_const(DESCRIPTOR_BYTES));
    if (wfs_is_const(image->moved)) {
        image->descriptor += image->moved.bits;
        image->moved = wfs_none();
    }
    if (a->formats == 1)
        return;
    image->format_kind = kind_of(l, a->format_table, element);
    if (wfs_is_const(image->format_kind)) {
        image->format = a->format[image->format_kind.bits];
        image->swizzle = a->swizzle[image->format_kind.bits];
    } else
        image->formats = a;
}

static void choose_sampler(struct wfs_lower *l, struct wfs_image *image, const struct wfs_image_array *a,
                           wfs_val element)
{
    struct wfs_code *c = l->code;

    if (a->samplers == 1 && a->has_all_samplers) {
        image->has_sampler = wfs_ltu(c, element, wfs_const(a->elements));
        return;
    }
    const wfs_val kind = kind_of(l, a->sampler_table, element);
    image->has_sampler = wfs_ne(c, kind, wfs_const(UINT32_MAX));
    image->sampler_kind = wfs_sel(c, image->has_sampler, kind, wfs_const(0));
    if (wfs_is_const(image->sampler_kind))
        image->sampler = a->sampler[image->sampler_kind.bits];
    else if (a->samplers > 1)
        image->samplers = a;
}

/* Of arrays of arrays the elements of the inner ones follow each other. */
void wfs_choose_handle(struct wfs_lower *l, uint32_t at, struct wfs_pointer *p, wfs_val index)
{
    const struct wfs_image_array *a = p->image->array;
    const struct wfs_type *t = p->pointee;
    struct wfs_code *c = l->code;

    if (!a || !is_array(t))
        wfs_refuse(l->m, at, "%s has no parts", wfs_type_shown(l->m, t));
    const wfs_val none = wfs_const(a->elements);
    if (p->dynamic.kind != WFS_NONE) {
        const wfs_val inside = wfs_and(c, wfs_ltu(c, p->dynamic, none), wfs_ltu(c, index, wfs_const(t->count)));
        index = wfs_sel(c, inside, wfs_mad(c, p->dynamic, wfs_const(t->count), index), none);
    }
    p->dynamic = wfs_minu(c, index, none);
    p->pointee = t->element;
    if (is_array(p->pointee))
        return;
    struct wfs_image *image = wfs_new(l->env, 1, sizeof *image);
    *image = *p->image;
    image->array = NULL;
    if (image->type)
        choose_image(l, image, a, p->dynamic);
    if (a->samplers)
        choose_sampler(l, image, a, p->dynamic);
    if (image->type && image->has_sampler.kind != WFS_NONE)
        image->buffer = wfs_sel(c, image->has_sampler, image->buffer, wfs_const(UINT32_MAX));
    p->image = image;
}

/* ---- values ---- */

struct wfs_value *wfs_new_handle(struct wfs_lower *l, const struct wfs_type *type, const struct wfs_image *image)
{
    struct wfs_value *v = wfs_new(l->env, 1, sizeof *v);

    v->type = type;
    v->image = image;
    return v;
}

struct wfs_value *wfs_load_handle(struct wfs_lower *l, const struct wfs_pointer *p)
{
    struct wfs_value *v = wfs_new_handle(l, p->pointee, p->image->array ? NULL : p->image);

    v->handles = p->image->array ? p : NULL;
    return v;
}

bool wfs_extract_handle(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_value *from =
        wfs_op_at(l->m, at) == WfsOpCompositeExtract ? wfs_value(l, wfs_operand(l->m, at, 3)) : NULL;

    if (!from || !from->handles)
        return false;
    struct wfs_pointer *p = wfs_new(l->env, 1, sizeof *p);
    *p = *from->handles;
    for (uint32_t n = 4; n < wfs_length_at(l->m, at); n++)
        wfs_choose_handle(l, at, p, wfs_const(wfs_operand(l->m, at, n)));
    if (p->pointee != wfs_type(l->m, wfs_operand(l->m, at, 1)))
        wfs_refuse(l->m, at, "it gives %s; expected its type", wfs_type_shown(l->m, p->pointee));
    wfs_define(l, wfs_operand(l->m, at, 2), wfs_load_handle(l, p));
    return true;
}

const struct wfs_image *wfs_image_operand(struct wfs_lower *l, uint32_t at, uint32_t n, bool sampler)
{
    const struct wfs_value *v = wfs_value(l, wfs_operand(l->m, at, n));

    if (!v->image || !v->image->type || (sampler && !v->image->sampler))
        wfs_refuse(l->m, at, "operand %u is %s; expected an image%s", (unsigned)n, wfs_type_shown(l->m, v->type),
                   sampler ? " with its sampler" : "");
    return v->image;
}
