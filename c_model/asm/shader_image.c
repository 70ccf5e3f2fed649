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
    if (r->kind == WF_SHADER_STORAGE_IMAGE && image->levels > 1)
        return "a storage image; expected one level";
    if (r->has_samples != (image->samples > 1))
        return r->has_samples ? "an image of several samples; expected samples" : "an image of one sample";
    return NULL;
}

static void check_image(struct wfa *p, const struct wf_shader_resource *r, const struct wf_kernel_buffer *b)
{
    const bool bound = b->image.format != WF_IMAGE_FORMAT_NONE;

    if (!is_image(r) && bound) {
        wfa_complain(p, "binding %u.%u (%s) is a buffer; expected no image for it", (unsigned)r->set,
                     (unsigned)r->binding, r->name);
    } else if (is_image(r) && !bound) {
        wfa_complain(p, "binding %u.%u (%s) is an image; expected %s", (unsigned)r->set, (unsigned)r->binding, r->name,
                     p->no_file ? "--image for it" : "an `image`");
    } else if (bound && misfit(r, &b->image)) {
        wfa_complain(p, "binding %u.%u (%s) is %s", (unsigned)r->set, (unsigned)r->binding, r->name,
                     misfit(r, &b->image));
    }
}

/* ---- samplers ---- */

static bool has_sampler(const struct wfa *p, const struct wf_shader_resource *r)
{
    for (size_t n = 0; n < p->shader.samplers; n++)
        if (p->shader.sampler[n].set == r->set && p->shader.sampler[n].binding == r->binding)
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

static bool is_sampler_of(const struct wf_shader_sampler *s, const struct wf_shader_resource *resource, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (needs_sampler(&resource[i]) && s->set == resource[i].set && s->binding == resource[i].binding)
            return true;
    return false;
}

/* Of a task shader and a mesh shader the other one may use it: the task shader, which comes last, knows. */
static bool is_sampler_of_other(const struct wfa *p, const struct wf_shader_sampler *s)
{
    const struct wf_kernel *mesh = p->limits.mesh;

    for (size_t n = 0; mesh && n < mesh->module.samplers; n++)
        if (mesh->module.sampler[n].set == s->set && mesh->module.sampler[n].binding == s->binding)
            return true;
    return p->limits.has_pair && !mesh;
}

/* Keep those that the module uses.  No other may be given. */
static void drop_samplers(struct wfa *p, const struct wf_shader_resource *resource, size_t count)
{
    size_t kept = 0;

    for (size_t n = 0; n < p->shader.samplers; n++) {
        const struct wf_shader_sampler *s = &p->shader.sampler[n];
        if (is_sampler_of(s, resource, count))
            p->shader.sampler[kept++] = *s;
        else if (!is_sampler_of_other(p, s))
            wfa_complain(p, "the module uses no sampler of binding %u.%u; expected none", (unsigned)s->set,
                         (unsigned)s->binding);
    }
    p->shader.samplers = kept;
}

static void check_samplers(struct wfa *p, const struct wf_shader_resource *resource, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (resource[i].used && needs_sampler(&resource[i]) && !has_sampler(p, &resource[i])) {
            if (p->shader.look)
                add_default(p, &resource[i]);
            else
                wfa_complain(p, "binding %u.%u (%s) has no sampler; expected `%ssampler %u.%u%slinear,repeat`",
                             (unsigned)resource[i].set, (unsigned)resource[i].binding, resource[i].name,
                             p->no_file ? "--" : "", (unsigned)resource[i].set, (unsigned)resource[i].binding,
                             p->no_file ? "=" : " = ");
        }
    drop_samplers(p, resource, count);
}

/* ---- the whole ---- */

bool wfa_bind_images(struct wfa *p, struct wf_shader_target *target, uint32_t **words)
{
    const struct wf_shader_resource *resource;
    const size_t count = wf_shader_resources(p->shader.opened, &resource);
    size_t images = 0;

    check_samplers(p, resource, count);
    struct wf_shader_image *image = p->shader.image = wfa_zeroed(p, count + 1, sizeof *image);
    *words = wfa_zeroed(p, count * WF_IMAGE_WORDS + 1, sizeof **words);
    for (size_t i = 0; i < count && image && *words; i++) {
        const struct wf_shader_resource *r = &resource[i];
        const bool has = !r->is_push && !r->is_block_array && r->kind != WF_SHADER_SAMPLER;
        uint32_t one = 1;
        const uint32_t n = has ? wfa_buffer_number(p, r->set, r->binding, false, &one) : UINT32_MAX;
        if (n == UINT32_MAX)
            continue;
        const struct wf_kernel_buffer *b = &p->kernel->buffer[n];
        check_image(p, r, b);
        if (!is_image(r) || b->image.format == WF_IMAGE_FORMAT_NONE)
            continue;
        wf_image_describe(&b->image, *words + images * WF_IMAGE_WORDS);
        image[images] = (struct wf_shader_image){
            .set = r->set, .binding = r->binding, .format = b->image.format,
            .descriptor = (uint32_t)(images * WF_IMAGE_WORDS * sizeof **words)};
        images++;
    }
    target->image = image;
    target->images = images;
    target->sampler = p->shader.sampler;
    target->samplers = p->shader.samplers;
    return image && *words && !p->errors;
}

enum wf_image_format wfa_format_to_look(const struct wf_shader_resource *r)
{
    return !is_image(r)                                ? WF_IMAGE_FORMAT_NONE
           : r->format != WF_IMAGE_FORMAT_NONE         ? r->format
           : r->is_integer && r->is_signed             ? WF_IMAGE_FORMAT_RGBA32I
           : r->is_integer                             ? WF_IMAGE_FORMAT_RGBA32UI
                                                       : WF_IMAGE_FORMAT_RGBA32F;
}
