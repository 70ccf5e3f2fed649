/* SPDX-License-Identifier: Apache-2.0
 * shader_image.c - the images and samplers of a SPIR-V module: each has what its binding asks for; their descriptors.
 */
#include "statements.h"

#include "diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_image(const struct wf_shader_resource *r)
{
    return r->kind == WF_SHADER_STORAGE_IMAGE || r->kind == WF_SHADER_SAMPLED_IMAGE || r->kind == WF_SHADER_COMBINED;
}

static bool needs_sampler(const struct wf_shader_resource *r)
{
    return r->kind == WF_SHADER_SAMPLER || r->kind == WF_SHADER_COMBINED;
}

/* ---- sizes ---- */

/* What does not fit the binding, or NULL. */
static const char *misfit(const struct wf_shader_resource *r, const struct wf_image *image)
{
    const bool y = image->size[1] > 1, z = image->size[2] > 1, layers = image->layers > 1;

    if (r->dim == WF_DIM_BUFFER && (y || z || layers || image->levels > 1))
        return "a texel buffer; expected a width alone";
    if (r->dim == WF_DIM_1D && (y || z))
        return "an image of one dimension; expected a width alone";
    if ((r->dim == WF_DIM_2D || r->dim == WF_DIM_CUBE) && z)
        return "an image of two dimensions; expected a width and a height";
    if (r->dim == WF_DIM_CUBE && (image->layers % 6 || (!r->is_array && image->layers != 6)))
        return r->is_array ? "an array of cubes; expected layers, 6 for each" : "a cube; expected 6 layers";
    if (r->dim == WF_DIM_CUBE && image->size[0] != image->size[1])
        return "a cube; expected one width and height";
    if (r->dim != WF_DIM_CUBE && !r->is_array && layers)
        return "no array; expected one layer";
    if (r->has_samples != (image->samples > 1))
        return r->has_samples ? "an image of several samples; expected samples" : "an image of one sample";
    return NULL;
}

/* `what`: "binding 0.1", "binding 0.1[2]" */
static void check_image(struct wfa *p, const struct wf_shader_resource *r, const char *what,
                        const struct wf_kernel_buffer *b)
{
    const bool bound = b->image.format != WF_IMAGE_FORMAT_NONE;

    if (!is_image(r) && bound)
        wfa_complain(p, "%s (%s) is a buffer; expected no image for it", what, r->name);
    else if (is_image(r) && !bound)
        wfa_complain(p, "%s (%s) is an image; expected %s", what, r->name,
                     p->no_file ? "--image for it" : "an `image`");
    else if (bound && misfit(r, &b->image))
        wfa_complain(p, "%s (%s) is %s", what, r->name, misfit(r, &b->image));
}

/* ---- samplers ---- */

static bool has_sampler(const struct wfa *p, const struct wf_shader_resource *r, uint32_t element)
{
    for (size_t n = 0; n < p->shader.samplers; n++)
        if (p->shader.sampler[n].set == r->set && p->shader.sampler[n].binding == r->binding &&
            p->shader.sampler[n].element == element)
            return true;
    return false;
}

static bool add_default(struct wfa *p, const struct wf_shader_resource *r)
{
    if (!wfa_grow(p, &p->shader.sampler, &p->shader.sampler_room, p->shader.samplers, sizeof *p->shader.sampler))
        return false;
    p->shader.sampler[p->shader.samplers++] =
        (struct wf_shader_sampler){.set = r->set, .binding = r->binding,
                                   .sampler = {.max_lod = 1000, .either = true, .compare = WF_COMPARE_LESS}};
    return true;
}

static void no_sampler(struct wfa *p, const struct wf_shader_resource *r, const char *element)
{
    wfa_complain(p, "binding %u.%u%s (%s) has no sampler; expected `%ssampler %u.%u%s%slinear,repeat`",
                 (unsigned)r->set, (unsigned)r->binding, element, r->name, p->no_file ? "--" : "", (unsigned)r->set,
                 (unsigned)r->binding, element, p->no_file ? "=" : " = ");
}

/* Each image that has its sampler with it, of an array too; of an array of samplers one at least. */
static bool lacks_sampler(struct wfa *p, const struct wf_shader_resource *r, char element[16])
{
    *element = '\0';
    if (!r->is_block_array)
        return !has_sampler(p, r, 0);
    snprintf(element, 16, "[0]");
    if (r->kind == WF_SHADER_SAMPLER) {
        for (size_t n = 0; n < p->shader.samplers; n++)
            if (p->shader.sampler[n].set == r->set && p->shader.sampler[n].binding == r->binding)
                return false;
        return true;
    }
    for (size_t n = 0; n < p->shader.binds; n++) {
        const struct wfa_bind *b = &p->shader.bind[n];
        if (b->set != r->set || b->binding != r->binding || has_sampler(p, r, b->element))
            continue;
        snprintf(element, 16, "[%u]", (unsigned)b->element);
        return true;
    }
    return false;
}

static bool fits(const struct wf_shader_resource *r, const struct wf_shader_sampler *s)
{
    return needs_sampler(r) && s->set == r->set && s->binding == r->binding &&
           (r->is_block_array ? !r->elements || s->element < r->elements : !s->element);
}

/* Of a task shader and a mesh shader the other one may use it: the task shader, which comes last, knows. */
static bool is_sampler_of_other(const struct wfa *p, const struct wf_shader_sampler *s)
{
    const struct wf_kernel *mesh = p->limits.mesh;

    for (size_t n = 0; mesh && n < mesh->module.samplers; n++) {
        const struct wf_shader_sampler *o = &mesh->module.sampler[n];
        if (o->set == s->set && o->binding == s->binding && o->element == s->element)
            return true;
    }
    return p->limits.has_pair && !mesh;
}

/* Keep those that the module uses.  No other may be given. */
static void drop_samplers(struct wfa *p, const struct wf_shader_resource *resource, size_t count)
{
    char element[16];
    size_t kept = 0;

    for (size_t n = 0; n < p->shader.samplers; n++) {
        const struct wf_shader_sampler *s = &p->shader.sampler[n];
        bool known = false;
        for (size_t i = 0; i < count; i++)
            known |= fits(&resource[i], s);
        *element = '\0';
        if (s->element)
            snprintf(element, sizeof element, "[%u]", (unsigned)s->element);
        if (!known && !is_sampler_of_other(p, s))
            wfa_complain(p, "the module uses no sampler of binding %u.%u%s; expected none", (unsigned)s->set,
                         (unsigned)s->binding, element);
        if (known)
            p->shader.sampler[kept++] = *s;
    }
    p->shader.samplers = kept;
}

static void check_samplers(struct wfa *p, const struct wf_shader_resource *resource, size_t count)
{
    char element[16];

    for (size_t i = 0; i < count; i++)
        if (resource[i].used && needs_sampler(&resource[i]) && lacks_sampler(p, &resource[i], element)) {
            if (p->shader.look)
                add_default(p, &resource[i]);
            else
                no_sampler(p, &resource[i], element);
        }
    drop_samplers(p, resource, count);
}

/* ---- descriptors ---- */

/* What lowering takes of images: `words` has room for as many descriptors as there are numbers of buffers, and for one
 * more of each array. */
struct images {
    struct wf_shader_image *image;
    uint32_t *words;
    size_t images, descriptors;
};

static void describe(struct images *to, const struct wf_image *image)
{
    wf_image_describe(image, to->words + to->descriptors++ * WF_IMAGE_WORDS);
}

static void add_image(struct wfa *p, const struct wf_shader_resource *r, uint32_t element, uint32_t number,
                      struct images *to)
{
    const struct wf_kernel_buffer *b = number < p->kernel->buffers ? &p->kernel->buffer[number] : NULL;
    const bool bound = b && !(b->is_view && !b->words);
    char what[56];

    snprintf(what, sizeof what, r->is_block_array ? "binding %u.%u[%u]" : "binding %u.%u", (unsigned)r->set,
             (unsigned)r->binding, (unsigned)element);
    if (bound)
        check_image(p, r, what, b);
    if (!is_image(r))
        return;
    if (bound && b->image.format != WF_IMAGE_FORMAT_NONE)
        to->image[to->images++] = (struct wf_shader_image){
            .set = r->set, .binding = r->binding, .element = element, .format = b->image.format,
            .descriptor = (uint32_t)(to->descriptors * WF_IMAGE_WORDS * sizeof *to->words)};
    describe(to, bound && b->image.format != WF_IMAGE_FORMAT_NONE ? &b->image : NULL);
}

static void add_images(struct wfa *p, const struct wf_shader_resource *r, struct images *to)
{
    uint32_t elements = 1;

    if (r->is_push || !wfa_needs_buffer(r) || (r->is_block_array && !is_image(r)))
        return;
    const uint32_t first = wfa_buffer_number(p, r->set, r->binding, false, &elements);
    if (first == UINT32_MAX || (r->is_block_array && !r->used))
        return;
    for (uint32_t n = 0; n < elements; n++)
        add_image(p, r, n, first + n, to);
    if (r->is_block_array)
        describe(to, NULL);
}

bool wfa_bind_images(struct wfa *p, struct wf_shader_target *target, uint32_t **words, size_t *count)
{
    const struct wf_shader_resource *resource;
    const size_t resources = wf_shader_resources(p->shader.opened, &resource);
    const size_t most = resources + WF_MAX_BUFFERS;
    struct images to = {.image = wfa_zeroed(p, most + 1, sizeof *to.image),
                        .words = wfa_zeroed(p, (most + resources) * WF_IMAGE_WORDS + 1, sizeof *to.words)};

    check_samplers(p, resource, resources);
    p->shader.image = to.image;
    *words = to.words;
    for (size_t i = 0; i < resources && to.image && to.words; i++)
        add_images(p, &resource[i], &to);
    *count = to.descriptors * WF_IMAGE_WORDS;
    target->image = to.image;
    target->images = to.images;
    target->sampler = p->shader.sampler;
    target->samplers = p->shader.samplers;
    return to.image && to.words && !p->errors;
}

enum wf_image_format wfa_format_to_look(const struct wf_shader_resource *r)
{
    return !is_image(r)                                ? WF_IMAGE_FORMAT_NONE
           : r->format != WF_IMAGE_FORMAT_NONE         ? r->format
           : r->is_wide && r->is_signed                ? WF_IMAGE_FORMAT_R64I
           : r->is_wide                                ? WF_IMAGE_FORMAT_R64UI
           : r->is_integer && r->is_signed             ? WF_IMAGE_FORMAT_RGBA32I
           : r->is_integer                             ? WF_IMAGE_FORMAT_RGBA32UI
                                                       : WF_IMAGE_FORMAT_RGBA32F;
}
