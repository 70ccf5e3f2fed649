/* SPDX-License-Identifier: Apache-2.0
 * direct_pixel.c - what direct.c needs of fragment, vertex and geometry shaders: rectangle, invocations, inputs and
 * outputs; and names of buffers.
 */
#include "direct.h"

#include <stdio.h>
#include <string.h>

#include "wavefold/utf8.h"

/* ---- names ---- */

static bool is_taken(const struct wf_kernel *k, const char *name)
{
    for (unsigned n = 0; n < k->buffers; n++)
        if (!strcmp(k->buffer[n].name, name))
            return true;
    return false;
}

void wfa_name_buffer(struct wf_kernel *k, struct wf_kernel_buffer *buffer, const struct wf_shader_buffer *b,
                     const struct wf_shader_resource *r)
{
    const char *name = b->name ? b->name : r && *r->name != '%' ? r->name : b->is_push ? "push" : "buffer";

    snprintf(buffer->name, sizeof buffer->name, "%.*s", (int)wf_utf8_fits(name, sizeof buffer->name - 1), name);
    for (char *c = buffer->name; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == 0x7f)
            *c = '_';
    if ((is_taken(k, buffer->name) && !(r && r->is_block_array)) || *buffer->name == '\0' ||
        !strcmp(buffer->name, "buffer"))
        snprintf(buffer->name, sizeof buffer->name, "%.*s_%u_%u", (int)wf_utf8_fits(name, 8), name, b->set, b->binding);
    if (r && r->is_block_array) {             /* each block of an array, by its element */
        const size_t length = strlen(buffer->name) < 24 ? strlen(buffer->name) : 24;
        snprintf(buffer->name + length, sizeof buffer->name - length, "_%u", b->element);
    }
}

/* ---- inputs and outputs of a fragment shader ---- */

/* Texels are numbers where each channel has a word of its own. */
void wfa_find_type_of_io(struct wfa *p, struct wf_kernel_buffer *buffer, const struct wf_shader_buffer *b)
{
    const struct wf_image_format_info *f = wf_image_format_info(buffer->image.format);
    const struct wf_shader_location *at = wfa_location(p, b->kind, b->location, b->component);

    if (f && f->channel[0].width == 32)
        buffer->type = f->kind == WF_TEXEL_SFLOAT ? WF_WORD_FLOAT : WF_WORD_INT;
    else
        buffer->type = !f && at && at->is_float ? WF_WORD_FLOAT : WF_WORD_INT;
    buffer->is_signed = f ? f->kind == WF_TEXEL_SINT && f->channel[0].width == 32 : at && at->is_signed;
}

void wfa_name_io(struct wfa *p, struct wf_kernel_buffer *buffer, const struct wf_shader_buffer *b)
{
    const struct wf_shader_location *at = wfa_location(p, b->kind, b->location, b->component);
    const char *name = at ? at->name : "%";
    char own[24];

    /* without a name, or with that of compilers of HLSL for the value that a function gives back */
    if (*name == '%' || *name == '@' || (!strncmp(name, "entryPointParam_", 16) && !strchr(name, '.'))) {
        if (wf_location_is_plane(b->kind))
            snprintf(own, sizeof own, "output_%s", b->kind == WF_LOCATION_DEPTH ? "depth" : "stencil");
        else
            snprintf(own, sizeof own, "%s_%u%s", b->kind == WF_LOCATION_INPUT ? "input" : "output",
                     (unsigned)b->location, b->kind == WF_LOCATION_SECOND ? "_1" : "");
        name = own;
    }
    const struct wf_shader_resource named = {.name = name};
    const struct wf_shader_buffer place = {.set = b->location, .binding = b->component};
    wfa_name_buffer(p->kernel, buffer, &place, &named);
}

bool wfa_add_corners(struct wfa *p, const struct wf_shader_dispatch *d)
{
    for (size_t n = 0; n < d->corner_inputs; n++) {
        const struct wf_shader_corners *c = &d->corners[n];
        if (!wfa_add_io(p, &(struct wfa_io){.kind = c->kind, .location = c->location,
                                            .component = c->component, .is_corners = true,
                                            .is_of_instances = c->is_of_instances,
                                            .is_of_patches = c->is_of_patches, .word = c->word,
                                            .words = c->words}))
            return false;
    }
    return true;
}

/* How a command line asks for a shader of such a stage. */
static const char *option_of(enum wf_stage stage)
{
    return stage == WF_STAGE_VERTEX    ? "--vertices COUNT"
           : wf_is_of_patches(stage) ? "--patches COUNTxPOINTS"
                                     : "--primitives COUNT";
}

bool wfa_take_lanes(struct wfa *p, const struct wf_shader_dispatch *d)
{
    const enum wf_stage own = p->kernel->mesh.lanes.stage, asked = d->lanes ? d->lanes->stage : WF_STAGE_COMPUTE;
    const struct wf_shader_lanes least = {.stage = own, .count = 1, .instances = own == WF_STAGE_VERTEX, .points = 1,
                                          .domain = 1};
    const bool look = d->look && !d->lanes;

    if (own != asked && !look && !(wf_is_of_patches(own) && wf_is_of_patches(asked))) {
        wfa_complain(p, "the entry point %s is a %s; expected %s%s", wf_shader_entry(p->shader.opened),
                     wf_shader_stage_called(own ? own : p->kernel->desc.stage), own ? "" : "none of ",
                     option_of(own ? own : asked));
        return false;
    }
    p->shader.lanes = look ? least : d->lanes ? *d->lanes : p->shader.lanes;
    return true;
}

bool wfa_take_rectangle(struct wfa *p, const struct wf_shader_dispatch *d)
{
    static const struct wf_shader_rectangle least = {.width = 1, .height = 1, .samples = 1, .z = {0.5f, 0.5f, 0.5f},
                                                     .w = {1, 1, 1}};
    const struct wf_shader_rectangle *r = d->rectangle ? d->rectangle : d->look ? &least : NULL;
    const bool pixel = p->kernel->desc.stage == WF_STAGE_PIXEL;

    if (pixel != (r != NULL) && (pixel || d->rectangle)) {
        wfa_complain(p, "the entry point %s is a %s shader; expected %s", wf_shader_entry(p->shader.opened),
                     pixel ? "fragment" : "compute",
                     pixel ? "--draw WxH in place of --groups" : "--groups in place of --draw");
        return false;
    }
    if (!pixel)
        return true;
    p->shader.rectangle = *r;
    p->shader.has_rectangle = p->quads_seen = true;
    return wfa_add_quads(p, (struct wfa_pos){0, 0}, r);
}

/* Not given: zeros, or an image of four components of 32 bits. */
bool wfa_look_at(struct wfa *p, const struct wf_shader_location *at, struct wf_image *image,
                 struct wf_shader_buffer *output)
{
    static const uint32_t zeros[8];
    const struct wf_shader_rectangle *r = &p->shader.rectangle;

    output->words = 0;
    if (wfa_io_of(p, at))
        return true;
    if (wf_location_is_input(at->kind))
        return wfa_add_io(p, &(struct wfa_io){.kind = at->kind, .location = at->location, .component = at->component,
                                              .is_corners = true, .word = zeros, .words = at->words});
    *image = (struct wf_image){
        .format = at->kind == WF_LOCATION_DEPTH ? WF_IMAGE_FORMAT_R32F
                  : at->kind == WF_LOCATION_STENCIL ? WF_IMAGE_FORMAT_R8UI
                  : at->is_float                ? WF_IMAGE_FORMAT_RGBA32F
                  : at->is_signed               ? WF_IMAGE_FORMAT_RGBA32I
                                                : WF_IMAGE_FORMAT_RGBA32UI,
        .size = {r->width, r->height, 1}, .layers = 1, .levels = 1, .samples = r->samples};
    *output = (struct wf_shader_buffer){.use = WF_FOR_LOCATION, .kind = at->kind,
                                        .location = at->location, .image = image,
                                        .words = (uint32_t)wf_image_words(image)};
    return true;
}
