/* SPDX-License-Identifier: Apache-2.0
 * draw.c - what a fragment shader draws: each of its locations has what it asks for, those of other stages too; the
 * words that its code reads of the rectangle.
 */
#include "statements.h"

#include "diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CORNERS = 3, KNOWN = 120 };

/* ---- messages ---- */

/* "input 0", "input 0.2", "input Position", "output 1", "output 1 second" of Index 1, "output depth" */
static const char *named(enum wf_location_kind kind, uint32_t location, uint32_t component, char text[40])
{
    if (wf_location_is_plane(kind))
        snprintf(text, 40, "output %s", kind == WF_LOCATION_DEPTH ? "depth" : "stencil");
    else if (kind == WF_LOCATION_SECOND)
        snprintf(text, 40, "output %u second", (unsigned)location);
    else if (kind == WF_LOCATION_BUILTIN)
        snprintf(text, 40, "input %s", wf_shader_builtin_name(location));
    else if (component && kind == WF_LOCATION_INPUT)
        snprintf(text, 40, "input %u.%u", (unsigned)location, (unsigned)component);
    else
        snprintf(text, 40, "%s %u", kind == WF_LOCATION_INPUT ? "input" : "output", (unsigned)location);
    return text;
}

/* The name that the shader has for it, if it is another one. */
static const char *shown(const struct wf_shader_location *at, char text[80])
{
    *text = '\0';
    if (at && at->kind != WF_LOCATION_BUILTIN)
        snprintf(text, 80, " (%.70s)", at->name);
    return text;
}

static void complain_of(struct wfa *p, const struct wfa_io *io, const char *problem)
{
    char what[40], name[80];
    const struct wf_shader_location *at = wfa_location(p, io->kind, io->location, io->component);

    named(io->kind, io->location, io->component, what);
    if (p->no_file)
        wfa_complain(p, "%s%s %s", what, shown(at, name), problem);
    else
        wfa_error(p, io->pos, "%s%s %s", what, shown(at, name), problem);
}

static void not_given(struct wfa *p, const struct wf_shader_location *at)
{
    const bool input = wf_location_is_input(at->kind);
    char what[40], name[80], form[80];

    named(at->kind, at->location, at->component, what);
    char *where = strchr(what, ' ') + 1;
    if (p->no_file && at->kind == WF_LOCATION_SECOND)
        *strchr(where, ' ') = '.';         /* as draw_output_name of the program takes it */
    if (p->no_file)
        snprintf(form, sizeof form, "--%s %s=%s", input ? "input" : "output", where,
                 input ? "text:.. or FILE" : "FORMAT:OUT");
    else
        snprintf(form, sizeof form, "%s = %s", what, input ? "BUFFER" : "IMAGE");
    wfa_complain(p, "%s%s is not given; expected `%s`", what, shown(at, name), form);
}

/* ---- one location ---- */

static void check_input(struct wfa *p, const struct wfa_io *io, const struct wf_shader_location *at)
{
    const struct wf_shader_rectangle *r = &p->shader.rectangle;
    const uint64_t pixels = (uint64_t)r->width * r->height;
    char text[160];

    if (p->kernel->mesh.lanes.stage) {
        const char *misfit = wfa_misfit_of_lanes(p, io, at, text);
        if (misfit)
            complain_of(p, io, misfit);
    } else if (io->is_of_instances) {
        complain_of(p, io, "has values of instances; expected those of corners, or of pixels");
    } else if (io->is_of_patches) {
        complain_of(p, io, "has values of patches; expected those of corners, or of pixels");
    } else if (io->is_corners && io->words != at->words && io->words != CORNERS * at->words) {
        snprintf(text, sizeof text, "has %u word%s; expected %u, or %u of three corners", (unsigned)io->words,
                 io->words == 1 ? "" : "s", at->words, CORNERS * at->words);
        complain_of(p, io, text);
    } else if (!io->is_corners && at->is_per_vertex) {
        complain_of(p, io, "has a value for each pixel, and the shader reads those of vertices; expected values at corners");
    } else if (!io->is_corners && p->kernel->buffer[io->buffer].words != pixels * at->words) {
        snprintf(text, sizeof text, "has %u words; expected %llu, %u for each pixel",
                 (unsigned)p->kernel->buffer[io->buffer].words, (unsigned long long)(pixels * at->words), at->words);
        complain_of(p, io, text);
    }
}

static void check_output(struct wfa *p, const struct wfa_io *io)
{
    const struct wf_shader_rectangle *r = &p->shader.rectangle;
    const struct wf_image *image = &p->kernel->buffer[io->buffer].image;
    const struct wf_image_format_info *f = wf_image_format_info(image->format);
    char text[160];

    if (!f) {
        complain_of(p, io, "goes into a buffer; expected an image");
    } else if (image->size[2] != 1 || image->layers != 1 || image->levels != 1) {
        snprintf(text, sizeof text, "goes into an image of %u x %u x %u slices, layers and levels; expected one of each",
                 (unsigned)image->size[2], (unsigned)image->layers, (unsigned)image->levels);
        complain_of(p, io, text);
    } else if (image->size[0] != r->width || image->size[1] != r->height || image->samples != r->samples) {
        snprintf(text, sizeof text, "goes into an image of %ux%u texels with %u sample%s; expected %ux%u with %u",
                 (unsigned)image->size[0], (unsigned)image->size[1], (unsigned)image->samples,
                 image->samples == 1 ? "" : "s", (unsigned)r->width,
                 (unsigned)r->height, r->samples);
        complain_of(p, io, text);
    } else if (io->kind == WF_LOCATION_DEPTH) {
        if (image->format != WF_IMAGE_FORMAT_R32F && image->format != WF_IMAGE_FORMAT_D32F &&
            image->format != WF_IMAGE_FORMAT_D16)
            complain_of(p, io, "goes into an image that holds no depth; expected the format r32f, d32f or d16");
    } else if (io->kind == WF_LOCATION_STENCIL) {
        if (image->format != WF_IMAGE_FORMAT_R8UI)
            complain_of(p, io, "goes into an image that holds no stencil; expected the format r8ui");
    } else if (f->spirv < 0 && f->kind != WF_TEXEL_SRGB) {
        snprintf(text, sizeof text, "goes into an image of format %s; expected one that shaders store", f->name);
        complain_of(p, io, text);
    }
}

/* What faults and races call it. */
static void call(struct wfa *p, const struct wfa_io *io, const struct wf_shader_location *at)
{
    struct wf_kernel_buffer *b = &p->kernel->buffer[io->buffer];
    char what[40];

    if (!*b->called)
        snprintf(b->called, sizeof b->called, "%.31s (%s)", at->name,
                 named(at->kind, at->location, at->component, what));
}

/* Inputs or outputs that there are, for who gives another one: "one of 0, 0.2", "none". */
static const char *known(const struct wfa *p, enum wf_location_kind kind, char text[KNOWN])
{
    const struct wf_shader_location *all;
    const size_t count = wf_shader_locations(p->shader.opened, &all);
    size_t used = 0;
    char what[40];

    for (size_t i = 0; i < count && used < KNOWN - 20; i++) {
        const bool other = wf_location_is_input(all[i].kind) != wf_location_is_input(kind);
        const bool same = i && !wf_location_is_input(kind) && all[i].kind == all[i - 1].kind &&
                          all[i].location == all[i - 1].location;       /* another component */
        if (!other && !same)
            used += (size_t)snprintf(text + used, KNOWN - used, "%s%s", used ? ", " : "one of ",
                                     strchr(named(all[i].kind, all[i].location, all[i].component, what), ' ') + 1);
    }
    return used ? text : "none";
}

void wfa_check_locations(struct wfa *p)
{
    const struct wf_shader_location *all;
    const size_t count = wf_shader_locations(p->shader.opened, &all);
    char text[KNOWN + 60], list[KNOWN];

    for (size_t i = 0; i < count; i++) {
        const struct wfa_io *io = wfa_io_of(p, &all[i]);
        if (!io) {
            not_given(p, &all[i]);
            continue;
        }
        if (wf_location_is_input(all[i].kind))
            check_input(p, io, &all[i]);
        else
            check_output(p, io);
        if (!io->is_corners)
            call(p, io, &all[i]);
    }
    for (size_t n = 0; n < p->shader.ios; n++) {
        const struct wfa_io *io = &p->shader.io[n];
        if (!wfa_location(p, io->kind, io->location, io->component)) {
            snprintf(text, sizeof text, "is nothing that the shader uses; expected %s", known(p, io->kind, list));
            complain_of(p, io, text);
        }
    }
}

void wfa_refuse_locations(struct wfa *p)
{
    for (size_t n = 0; n < p->shader.ios; n++) {
        const struct wfa_io *io = &p->shader.io[n];
        char what[40];
        wfa_error(p, io->pos, "%s of a shader that runs in groups; expected none",
                  named(io->kind, io->location, io->component, what));
    }
}

/* ---- the words of the rectangle ---- */

static uint32_t bits_of(double x)
{
    const float f = (float)x;
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* From the values at the corners. */
static void put_plane(uint32_t word[3], const struct wf_shader_rectangle *r, const double at[CORNERS])
{
    word[0] = bits_of(at[0]);
    word[1] = bits_of((at[1] - at[0]) / r->width);
    word[2] = bits_of((at[2] - at[0]) / r->height);
}

static bool has_perspective(const struct wf_shader_rectangle *r)
{
    return !(r->w[0] == r->w[1] && r->w[1] == r->w[2]);
}

/* Word `i` of an input as the code reads it: its plane; where nothing is interpolated the bits of the first corner, or
 * of all three. */
static void put_input(uint32_t word[3], const struct wf_shader_rectangle *r, const struct wfa_io *io,
                      const struct wf_shader_location *at, unsigned i)
{
    double value[CORNERS];

    for (unsigned n = 0; n < CORNERS && at->is_per_vertex; n++)
        word[n] = io->word[io->words == at->words ? i : n * at->words + i];
    if (at->is_per_vertex)
        return;
    if (at->is_flat) {
        word[0] = io->word[i];
        return;
    }
    for (unsigned n = 0; n < CORNERS; n++) {
        float f;
        memcpy(&f, &io->word[io->words == at->words ? i : n * at->words + i], sizeof f);
        value[n] = !at->is_linear && has_perspective(r) ? (double)f / (double)r->w[n] : (double)f;
    }
    put_plane(word, r, value);
}

static void put_rectangle(uint32_t *word, const struct wf_shader_rectangle *r, unsigned shift)
{
    double z[CORNERS], w[CORNERS];

    for (unsigned n = 0; n < CORNERS; n++) {
        z[n] = (double)r->z[n];
        w[n] = 1 / (double)r->w[n];
    }
    word[WF_DRAW_WIDTH] = r->width;
    word[WF_DRAW_HEIGHT] = r->height;
    word[WF_DRAW_FRONT] = !r->is_back;
    word[WF_DRAW_SAMPLE_SHIFT] = shift;
    put_plane(&word[WF_DRAW_Z], r, z);
    put_plane(&word[WF_DRAW_W], r, w);
    for (unsigned n = 0; n < r->samples; n++) {
        float place[2];
        wf_shader_sample_place(r->samples, n, place);
        word[WF_DRAW_SAMPLE + 2 * n] = bits_of((double)place[0]);
        word[WF_DRAW_SAMPLE + 2 * n + 1] = bits_of((double)place[1]);
    }
}

/* ---- the whole ---- */

void wfa_free_drawn(struct wf_shader_drawn *drawn)
{
    free((void *)drawn->input);
    free((void *)drawn->output);
    *drawn = (struct wf_shader_drawn){.input = NULL};
}

static void take(struct wfa *p, const struct wf_shader_location *at, struct wf_shader_input *input,
                 struct wf_shader_output *output, struct wf_shader_drawn *drawn, uint32_t *word, size_t *used)
{
    const struct wfa_io *io = wfa_io_of(p, at);

    if (!wf_location_is_input(at->kind)) {
        for (size_t n = 0; n < drawn->outputs; n++)
            if (output[n].kind == at->kind && output[n].location == at->location)
                return;                 /* other components of it */
        output[drawn->outputs++] = (struct wf_shader_output){
            .kind = at->kind, .location = at->location, .buffer = io->buffer,
            .format = p->kernel->buffer[io->buffer].image.format};
        return;
    }
    input[drawn->inputs++] = (struct wf_shader_input){
        .kind = at->kind, .location = at->location, .component = at->component, .is_pixels = !io->is_corners,
        .buffer = io->buffer, .word = (uint32_t)*used};
    for (unsigned i = 0; i < at->words && io->is_corners; i++, *used += 3)
        put_input(&word[*used], &p->shader.rectangle, io, at, i);
}

bool wfa_bind_drawn(struct wfa *p, struct wf_shader_drawn *drawn, uint32_t **words, size_t *count)
{
    const struct wf_shader_location *all;
    const size_t locations = wf_shader_locations(p->shader.opened, &all);
    const struct wf_shader_rectangle *r = &p->shader.rectangle;
    const bool split = wf_shader_is_per_sample(p->shader.opened) && r->samples > 1;
    unsigned shift = 31;
    size_t room = WF_DRAW_INPUTS;

    if (split && !wfa_split_quads(p, r->samples, &shift))
        return false;
    for (size_t i = 0; i < locations; i++)
        room += 3 * all[i].words;
    const size_t locks = split && wf_shader_interlocks_pixels(p->shader.opened) ? (size_t)r->width * r->height : 0;
    room += locks;
    struct wf_shader_input *input = wfa_zeroed(p, locations + 1, sizeof *input);
    struct wf_shader_output *output = wfa_zeroed(p, locations + 1, sizeof *output);
    *words = wfa_zeroed(p, room, sizeof **words);
    *drawn = (struct wf_shader_drawn){.input = input, .output = output, .samples = r->samples,
                                      .has_perspective = has_perspective(r)};
    if (!input || !output || !*words)
        return false;
    p->kernel->sample_shift = split ? shift : 0;
    put_rectangle(*words, r, shift);
    *count = WF_DRAW_INPUTS;
    for (size_t i = 0; i < locations; i++)
        take(p, &all[i], input, output, drawn, *words, count);
    drawn->locks = (uint32_t)*count;
    *count += locks;
    return true;
}
