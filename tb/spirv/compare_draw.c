/* SPDX-License-Identifier: Apache-2.0
 * compare_draw.c - compare_draw.h: quads, and the words of the rectangle.
 */
#include "compare_draw.h"

#include <string.h>

#include "../common/wf_bits.h"
#include "spv.h"

/* Rows of a sample, as a shift. */
static unsigned rows_of_sample(const struct generated *g)
{
    unsigned shift = 1;

    while (1U << shift < g->draw.height)
        shift++;
    return shift;
}

/* Those of the samples of a quad follow each other. */
static void find_quads(struct drawn *d, const struct generated *g)
{
    const uint32_t width = g->draw.width, height = g->draw.height;

    for (uint32_t y = 0; y < height; y += 2)
        for (uint32_t x = 0; x < width; x += 2) {
            unsigned coverage = 0;
            for (unsigned corner = 0; corner < 4; corner++) {
                const uint32_t px = x + corner % 2, py = y + corner / 2;
                if (px < width && py < height && g->covered[py * width + px])
                    coverage |= 1U << corner;
            }
            for (uint32_t sample = 0; sample < (g->draw.is_per_sample ? g->draw.samples : 1) && coverage; sample++)
                d->quad[d->quads++] = (struct wf_quad){ (uint16_t)x, (uint16_t)(y + (sample << rows_of_sample(g))), (uint8_t)coverage };
        }
}

static void put_plane(uint32_t word[3], const struct interp_draw *draw, const double at[3])
{
    word[0] = float_bits((float)at[0]);
    word[1] = float_bits((float)((at[1] - at[0]) / draw->width));
    word[2] = float_bits((float)((at[2] - at[0]) / draw->height));
}

static void put_rectangle(struct drawn *d, const struct generated *g)
{
    const struct interp_draw *draw = &g->draw;
    double z[3], w[3];

    for (unsigned n = 0; n < 3; n++) {
        z[n] = (double)draw->z[n];
        w[n] = 1 / (double)draw->w[n];
    }
    d->word[WF_DRAW_WIDTH] = draw->width;
    d->word[WF_DRAW_HEIGHT] = draw->height;
    d->word[WF_DRAW_FRONT] = !draw->is_back;
    d->word[WF_DRAW_SAMPLE_SHIFT] = draw->is_per_sample ? rows_of_sample(g) : 31;
    put_plane(d->word + WF_DRAW_Z, draw, z);
    put_plane(d->word + WF_DRAW_W, draw, w);
    for (unsigned sample = 0; sample < (draw->samples ? draw->samples : 1); sample++) {
        float place[2];
        wf_shader_sample_place(draw->samples ? draw->samples : 1, sample, place);
        for (unsigned k = 0; k < 2; k++)
            d->word[WF_DRAW_SAMPLE + 2 * sample + k] = float_bits(place[k]);
    }
}

static void put_input(uint32_t word[3], const struct interp_draw *draw, bool has_perspective, const struct wf_shader_location *at,
                      const uint32_t *corner, unsigned component)
{
    double value[3];

    for (unsigned n = 0; n < 3; n++)
        value[n] = (double)as_float(corner[n * at->words + component]) / (has_perspective && !at->is_linear ? (double)draw->w[n] : 1);
    put_plane(word, draw, value);
    if (at->is_flat)
        word[0] = corner[component];
}

static void take_input(struct drawn *d, const struct generated *g, const struct wf_shader_location *at, struct wf_shader_drawn *to, unsigned *used)
{
    for (unsigned n = 0; n < g->draw.inputs; n++) {
        const struct generated_input *input = &g->input[n];
        const struct generated_buffer *b = &g->buffer[input->buffer];
        if (input->location != at->location)
            continue;
        d->input[to->inputs++] = (struct wf_shader_input){ .kind = at->kind, .location = at->location, .component = at->component,
                                                           .is_pixels = input->is_pixels, .buffer = input->buffer, .word = *used };
        for (unsigned c = 0; c < at->words && !input->is_pixels; c++, *used += 3)
            put_input(d->word + *used, &g->draw, to->has_perspective, at, b->initial, c);
    }
}

static void take_output(struct drawn *d, const struct generated *g, const struct wf_shader_location *at, struct wf_shader_drawn *to)
{
    for (unsigned n = 0; n < g->draw.outputs; n++) {
        const struct generated_output *output = &g->output[n];
        const enum wf_location_kind kind = output->builtin == BiFragDepth ? WF_LOCATION_DEPTH : output->builtin >= 0 ? WF_LOCATION_STENCIL
                                           : output->index      ? WF_LOCATION_SECOND : WF_LOCATION_OUTPUT;
        if (at->kind != kind || (output->builtin < 0 && output->location != at->location))
            continue;
        d->output[to->outputs++] = (struct wf_shader_output){ .kind = at->kind, .location = at->location, .buffer = output->buffer,
                                                              .format = wf_image_format_of_spirv(g->buffer[output->buffer].format) };
    }
}

void compare_draw(struct drawn *d, const struct generated *g, const struct wf_shader *shader, struct wf_shader_target *target, unsigned buffer)
{
    const struct wf_shader_location *all;
    const size_t count = wf_shader_locations(shader, &all);
    struct wf_shader_drawn *to = &target->drawn;
    unsigned used = WF_DRAW_INPUTS;

    memset(d, 0, sizeof *d);
    find_quads(d, g);
    put_rectangle(d, g);
    *to = (struct wf_shader_drawn){ .input = d->input, .output = d->output, .samples = g->draw.samples ? g->draw.samples : 1, .buffer = buffer,
                                    .has_perspective = g->draw.w[0] != g->draw.w[1] || g->draw.w[0] != g->draw.w[2] };
    for (size_t n = 0; n < count; n++) {
        if (all[n].kind == WF_LOCATION_INPUT)
            take_input(d, g, &all[n], to, &used);
        else if (all[n].kind != WF_LOCATION_BUILTIN)
            take_output(d, g, &all[n], to);
    }
}

static void fill_vertex(uint32_t *to, const struct generated *g, const struct wf_shader *shader, uint32_t vertex, uint32_t instance)
{
    const struct wf_shader_location *all;
    const size_t count = wf_shader_locations(shader, &all);

    to[WF_INPUT_VERTEX_INDEX] = g->vertices.first + vertex;
    to[WF_INPUT_INSTANCE_INDEX] = g->vertices.first_instance + instance;
    for (size_t k = 0; k < count; k++)
        for (unsigned n = 0; n < g->vertices.inputs; n++) {
            const struct generated_input *input = &g->input[n];
            const uint32_t which = input->is_pixels ? vertex : input->is_of_instances ? instance : 0;
            if (all[k].kind == WF_LOCATION_INPUT && input->location == all[k].location)
                memcpy(to + all[k].record_word, g->buffer[input->buffer].initial + which * all[k].words, all[k].words * sizeof *to);
        }
}

/* Of a geometry shader: each input has a value of each vertex. */
static void fill_primitive(uint32_t *to, const struct generated *g, const struct wf_shader *shader, uint32_t primitive, uint32_t invocation)
{
    const struct wf_shader_location *all;
    const size_t count = wf_shader_locations(shader, &all);

    to[WF_INPUT_PRIMITIVE_ID] = primitive;
    to[WF_INPUT_INVOCATION_ID] = invocation;
    for (size_t k = 0; k < count; k++)
        for (unsigned n = 0; n < g->vertices.inputs * g->vertices.points; n++) {
            const struct generated_input *input = &g->input[n / g->vertices.points];
            const uint32_t v = n % g->vertices.points, which = input->is_pixels ? primitive * g->vertices.points + v : input->is_of_instances ? v : 0;
            if (all[k].kind == WF_LOCATION_INPUT && input->location == all[k].location)
                memcpy(to + all[k].record_word + v * all[k].record_step, g->buffer[input->buffer].initial + which * all[k].words,
                       all[k].words * sizeof *to);
        }
}

/* Values of control points, or of patches, behind each other. */
static uint32_t *fill_patches(uint32_t *to, const struct generated *g, const struct wf_shader *shader, enum wf_location_record record, uint32_t words)
{
    const struct wf_shader_location *all;
    const size_t count = wf_shader_locations(shader, &all);
    const uint32_t patches = g->is_control ? g->groups[0] : g->vertices.count, each = record == WF_LOCATION_OF_POINT ? g->vertices.points : 1;

    for (uint32_t n = 0; n < patches * each && words; n++, to += words)
        for (size_t k = 0; k < count * g->vertices.inputs; k++) {
            const struct wf_shader_location *at = &all[k / g->vertices.inputs];
            const struct generated_input *input = &g->input[k % g->vertices.inputs];
            const uint32_t which = input->is_pixels ? n : input->is_of_instances ? n % each : 0;
            const bool same = at->kind == WF_LOCATION_INPUT ? !input->builtin && input->location == at->location
                                                            : input->builtin && input->builtin == (int)at->location;
            if (at->record == record && same)
                memcpy(to + at->record_word, g->buffer[input->buffer].initial + which * at->words, at->words * sizeof *to);
        }
    return to;
}

/* Of a tessellation shader; its invocations have their patches and coordinates. */
static void fill_tessellation(uint32_t *word, const struct generated *g, const struct wf_shader *shader)
{
    const struct interp_vertices *d = &g->vertices;
    const struct wf_mesh_layout *layout = wf_shader_mesh(shader);
    const struct wf_shader_location *all;
    const size_t count = wf_shader_locations(shader, &all);
    uint32_t *to = word + WF_INPUT_HEAD;

    word[WF_PATCH_COUNT] = g->is_control ? g->groups[0] : d->count * d->instances;
    word[WF_PATCH_POINTS] = d->points;
    for (uint32_t n = 0; n < d->count * d->instances; n++, to += layout->input.words) {
        to[WF_INPUT_PRIMITIVE_ID] = n / d->instances;
        for (size_t k = 0; k < count; k++)
            if (all[k].kind == WF_LOCATION_BUILTIN && all[k].record == WF_LOCATION_OF_INVOCATION)
                memcpy(to + all[k].record_word, g->buffer[g->coord].initial + 3 * (d->is_coord_of_patches ? n : n % d->instances), 3 * sizeof *to);
    }
    word[WF_PATCH_POINTS_AT] = (uint32_t)(4 * (to - word));
    to = fill_patches(to, g, shader, WF_LOCATION_OF_POINT, layout->point.words);
    word[WF_PATCH_PATCHES_AT] = (uint32_t)(4 * (to - word));
    if (!g->is_control)
        fill_patches(to, g, shader, WF_LOCATION_OF_PATCH, layout->patch.words);
}

void compare_vertices(uint32_t word[INPUT_WORDS], const struct generated *g, const struct wf_shader *shader)
{
    const uint32_t words = wf_shader_mesh(shader)->input.words;
    uint32_t *to = word + WF_INPUT_HEAD;

    memset(word, 0, INPUT_WORDS * sizeof *word);
    if (g->is_control || g->vertices.evaluates) {
        fill_tessellation(word, g, shader);
        return;
    }
    word[WF_INPUT_COUNT] = g->vertices.count * g->vertices.instances;
    word[WF_INPUT_BASE_VERTEX] = g->vertices.first;
    word[WF_INPUT_BASE_INSTANCE] = g->vertices.first_instance;
    for (uint32_t k = 0; k < g->vertices.count * g->vertices.instances && g->vertices.points; k++, to += words)
        fill_primitive(to, g, shader, k / g->vertices.instances, k % g->vertices.instances);
    for (uint32_t instance = 0; instance < g->vertices.instances && !g->vertices.points; instance++)
        for (uint32_t vertex = 0; vertex < g->vertices.count; vertex++, to += words)
            fill_vertex(to, g, shader, vertex, instance);
}

void compare_interpreted(struct interpreted *i, const struct generated *g, const struct interp_buffer *buffer)
{
    *i = (struct interpreted){ .draw = g->draw, .vertices = g->vertices };
    i->vertices.input = i->input;
    i->vertices.coord = g->buffer[g->coord].initial;
    i->vertices.output = g->record;
    i->vertices.counts = (uint32_t *)(void *)buffer[g->counts].bytes;
    i->vertices.record = (uint32_t *)(void *)buffer[g->records].bytes;
    i->draw.covered = g->covered;
    i->draw.input = i->input;
    i->draw.output = i->output;
    i->mesh = g->mesh;
    i->mesh.place = g->places ? g->place : NULL;
    i->mesh.payload = (uint32_t *)(void *)buffer[g->payloads].bytes;
    i->mesh.payload_words = g->payload_words;
    i->tasks = (struct interp_tasks){ (uint32_t *)(void *)buffer[g->grids].bytes, (uint32_t *)(void *)buffer[g->payloads].bytes, g->payload_words };
    i->mesh.control = g->is_control ? &i->vertices : NULL;
    i->mesh.vertex.output = g->record;
    i->mesh.primitive.output = g->primitive_record;
    i->mesh.counts = (uint32_t *)(void *)buffer[g->counts].bytes;
    i->mesh.vertex.record = (uint32_t *)(void *)buffer[g->records].bytes;
    i->mesh.primitive.record = (uint32_t *)(void *)buffer[g->primitives].bytes;
    for (unsigned n = 0; n < g->draw.inputs + g->vertices.inputs; n++)
        i->input[n] = (struct interp_input){ .location = g->input[n].location, .word = g->buffer[g->input[n].buffer].initial,
                                             .is_pixels = g->input[n].is_pixels, .is_of_instances = g->input[n].is_of_instances,
                                             .builtin = g->input[n].builtin };
    for (unsigned n = 0; n < g->draw.outputs; n++)
        i->output[n] = (struct interp_output){ g->output[n].location, g->output[n].index, g->output[n].builtin, &buffer[g->output[n].buffer] };
}
