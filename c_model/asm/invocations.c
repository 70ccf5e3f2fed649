/* SPDX-License-Identifier: Apache-2.0
 * invocations.c - vertices COUNT [instances N] [first V] [first_instance I], primitives COUNT: the invocations of a
 * vertex, tessellation or geometry shader, and their records of inputs.
 */
#include "expr.h"
#include "statements.h"
#include "tokens.h"

#include <stdio.h>
#include <string.h>

#include "../model/fp/fp.h"
#include "diag.h"

static bool number(struct wfa *p, const char *what, uint32_t least, uint32_t *to)
{
    return wfa_number(p, what, least, UINT32_MAX, least ? "1 to 4294967295" : "0 to 4294967295", to);
}

static const char *counted_one(enum wf_stage stage)
{
    return stage == WF_STAGE_VERTEX ? "vertex" : wf_is_of_patches(stage) ? "patch" : "primitive";
}

/* Each once, in any order. */
static bool options(struct wfa *p, struct wf_shader_lanes *v)
{
    static const char *const word[] = {"instances", "first", "first_instance"};
    uint32_t *const to[] = {&v->instances, &v->first, &v->first_instance};
    bool is_given[sizeof word / sizeof *word] = {false};

    for (;;) {
        const struct wfa_pos pos = p->token.pos;
        unsigned which = 0;
        while (which < sizeof word / sizeof *word && !wfa_take_word(p, word[which]))
            which++;
        if (which == sizeof word / sizeof *word)
            return true;
        if (is_given[which]) {
            wfa_error(p, pos, "second `%s`; expected one", word[which]);
            return false;
        }
        is_given[which] = true;
        if (!number(p, word[which], which == 0, to[which]))
            return false;
    }
}

bool wfa_lanes(struct wfa *p, struct wfa_pos pos, enum wf_stage stage)
{
    struct wf_shader_lanes *lanes = &p->shader.lanes;
    char what[40];

    if (!wfa_begin_lanes(p, pos, stage))
        return false;
    snprintf(what, sizeof what, "the number of %s", wfa_counted(stage));
    return number(p, what, 1, &lanes->count) && (stage != WF_STAGE_VERTEX || options(p, lanes));
}

static uint64_t invocations(const struct wfa *p)
{
    return wf_shader_invocations(&p->shader.lanes, wf_shader_mesh(p->shader.opened));
}

bool wfa_place_lanes(struct wfa *p)
{
    const enum wf_stage stage = wf_shader_stage(p->shader.opened);
    struct wf_shader_lanes *lanes = &p->shader.lanes;
    const char *what = wf_shader_stage_called(stage), *word = wfa_counted(stage);
    char text[120];

    if (p->dispatch_seen) {
        wfa_error(p, p->dispatch_pos, "`dispatch` with a %s; expected `%s`", what, word);
        return false;
    }
    if (lanes->stage != stage && !(wf_is_of_patches(stage) && wf_is_of_patches(lanes->stage))) {
        wfa_complain(p, "a %s without %s; expected `%s COUNT%s`", what, word, word,
                     wf_is_of_patches(stage) ? " points N" : "");
        return false;
    }
    lanes->stage = stage;
    if (stage == WF_STAGE_DOMAIN)
        wfa_count_points(p);
    if (invocations(p) > UINT32_MAX) {
        snprintf(text, sizeof text, "%llu invocations of a %s; expected at most %u", (unsigned long long)invocations(p),
                 what, UINT32_MAX);
        if (p->no_file)
            wfa_complain(p, "%s", text);
        else
            wfa_error(p, p->lanes_pos, "%s", text);
        return false;
    }
    const uint64_t size = p->committed_size, waves = (invocations(p) + size - 1) / size;
    const uint32_t groups = stage == WF_STAGE_HULL ? lanes->count : (uint32_t)waves;
    p->kernel->mesh.lanes = *lanes;
    memcpy(p->kernel->desc.grid, (uint32_t[3]){groups, 1, 1}, sizeof p->kernel->desc.grid);
    return true;
}

/* ---- inputs ---- */

/* Of a primitive or patch: so many values of the input, each for a vertex of it or a point of its domain; 0: one value
 * for the whole. */
static uint32_t vertices_of(const struct wfa *p, const struct wf_shader_location *at)
{
    return wfa_is_coord(p, at)                   ? p->shader.lanes.domain
           : at->record == WF_LOCATION_OF_POINT ? p->shader.lanes.points
                                                : at->vertices;
}

/* How many values an input may have, each for one vertex, instance, primitive or patch. */
static uint64_t values(const struct wfa *p, const struct wfa_io *io, const struct wf_shader_location *at)
{
    const struct wf_shader_lanes *lanes = &p->shader.lanes;
    const uint32_t vertices = vertices_of(p, at);

    return io->is_of_instances ? lanes->instances : vertices ? (uint64_t)lanes->count * vertices : lanes->count;
}

/* TessCoord says itself how many points there are: of each patch, or of one for all. */
static const char *misfit_of_coord(const struct wfa *p, const struct wfa_io *io, const struct wf_shader_location *at,
                                   char text[160])
{
    const uint64_t patches = io->is_of_patches ? p->shader.lanes.count : 1;

    if (io->words && io->words % (patches * at->words) == 0)
        return NULL;
    snprintf(text, 160, "has %u word%s; expected %u of each point%s", (unsigned)io->words, io->words == 1 ? "" : "s",
             at->words, io->is_of_patches ? " of each patch, of all patches as many" : "");
    return text;
}

const char *wfa_misfit_of_lanes(const struct wfa *p, const struct wfa_io *io, const struct wf_shader_location *at,
                                char text[160])
{
    const uint64_t count = values(p, io, at);
    const enum wf_stage stage = p->shader.lanes.stage;
    const uint32_t vertices = vertices_of(p, at);
    const bool vertex = stage == WF_STAGE_VERTEX;
    char of_one[60] = "";

    if (!io->is_corners)
        return vertex                    ? "has a value for each pixel; expected values of vertices, or of instances"
               : wf_is_of_patches(stage) ? "has a value for each pixel; expected values of patches"
                                         : "has a value for each pixel; expected values of primitives";
    if (io->is_of_instances && !vertex)
        return wf_is_of_patches(stage) ? "has values of instances; expected values of patches"
                                       : "has values of instances; expected values of primitives";
    if (wfa_is_coord(p, at))
        return misfit_of_coord(p, io, at, text);
    if (io->is_of_patches)
        return "has values of points of each patch; expected that of TessCoord alone";
    if (io->words == at->words || io->words == count * at->words ||
        (vertices && io->words == (uint64_t)vertices * at->words))
        return NULL;
    if (vertices > 1)
        snprintf(of_one, sizeof of_one, ", %llu of one %s", (unsigned long long)vertices * at->words,
                 counted_one(stage));
    const struct wf_shader_lanes *lanes = &p->shader.lanes;
    const uint32_t things = io->is_of_instances ? lanes->instances : lanes->count;
    const char *what = io->is_of_instances ? (things == 1 ? "instance" : "instances")
                       : things == 1       ? counted_one(stage)
                                           : wfa_counted(stage);
    snprintf(text, 160, "has %u word%s; expected %u%s, or %llu of %u %s", (unsigned)io->words,
             io->words == 1 ? "" : "s", at->words, of_one, (unsigned long long)(count * at->words), (unsigned)things,
             what);
    return text;
}

/* As a record has it: floats of 16 bits are given as such of 32. */
static uint32_t converted(const struct wf_shader_location *at, uint32_t word)
{
    if (at->width >= 32)
        return word;
    return at->is_float ? wf_fp_to_half(word) : word & ((1U << at->width) - 1);
}

/* Where an invocation is among what the shader runs for. */
struct place {
    uint32_t of, instance;                      /* vertex or primitive; instance, or invocation of the primitive */
};

/* Value v of an input, for an invocation or its primitive or patch. */
static void fill_value(const struct wfa *p, const struct wf_shader_location *at, struct place place, uint32_t v,
                       uint32_t *to)
{
    const struct wfa_io *io = wfa_io_of(p, at);
    const uint32_t vertices = vertices_of(p, at) ? vertices_of(p, at) : 1;
    const uint64_t which = io->words == at->words                        ? 0
                           : io->is_of_instances                         ? place.instance
                           : io->words == (uint64_t)vertices * at->words ? v
                                                                         : (uint64_t)place.of * vertices + v;

    for (unsigned k = 0; k < at->words; k++)
        to[at->record_word + k] = converted(at, io->word[which * at->words + k]);
}

/* Records of control points, or of patches; behind them. */
static uint32_t *fill_records(const struct wfa *p, enum wf_location_record record, uint32_t words, uint32_t *to)
{
    const struct wf_shader_lanes *lanes = &p->shader.lanes;
    const struct wf_shader_location *all;
    const size_t count = wf_shader_locations(p->shader.opened, &all);
    const uint32_t each = record == WF_LOCATION_OF_POINT ? lanes->points : 1;

    for (uint32_t patch = 0; words && patch < lanes->count; patch++)
        for (uint32_t v = 0; v < each; v++, to += words)
            for (size_t i = 0; i < count; i++)
                if (all[i].record == record)
                    fill_value(p, &all[i], (struct place){patch, 0}, v, to);
    return to;
}

static void fill_invocation(const struct wfa *p, struct place place, uint32_t *to)
{
    const struct wf_shader_location *all;
    const size_t count = wf_shader_locations(p->shader.opened, &all);

    for (size_t i = 0; i < count; i++) {
        const uint32_t vertices = all[i].vertices ? all[i].vertices : 1;
        if (wfa_is_coord(p, &all[i]))
            fill_value(p, &all[i], place, place.instance, to);
        else
            for (uint32_t v = 0; all[i].record == WF_LOCATION_OF_INVOCATION && v < vertices; v++)
                fill_value(p, &all[i], place, v, to + v * all[i].record_step);
    }
}

/* Which invocation is number n, and the words of its record that are built in. */
static struct place begin_record(const struct wfa *p, uint64_t n, uint32_t *to)
{
    const struct wf_shader_lanes *lanes = &p->shader.lanes;
    const struct wf_mesh_layout *layout = wf_shader_mesh(p->shader.opened);

    if (lanes->stage == WF_STAGE_VERTEX) {
        const struct place place = {(uint32_t)(n % lanes->count), (uint32_t)(n / lanes->count)};
        to[WF_INPUT_VERTEX_INDEX] = lanes->first + place.of;
        to[WF_INPUT_INSTANCE_INDEX] = lanes->first_instance + place.instance;
        return place;
    }
    const uint32_t each = lanes->stage == WF_STAGE_DOMAIN ? lanes->domain : layout->invocations;
    const struct place place = {(uint32_t)(n / each), (uint32_t)(n % each)};
    to[WF_INPUT_PRIMITIVE_ID] = place.of;
    if (lanes->stage == WF_STAGE_GEOMETRY)
        to[WF_INPUT_INVOCATION_ID] = place.instance;
    return place;
}

static void fill_patches(const struct wfa *p, uint32_t *head, uint32_t *to)
{
    const struct wf_shader_lanes *lanes = &p->shader.lanes;
    const struct wf_mesh_layout *layout = wf_shader_mesh(p->shader.opened);

    head[WF_PATCH_POINTS] = lanes->points;
    head[WF_PATCH_POINTS_AT] = (uint32_t)(4 * (to - head));
    to = fill_records(p, WF_LOCATION_OF_POINT, layout->point.words, to);
    head[WF_PATCH_PATCHES_AT] = (uint32_t)(4 * (to - head));
    if (lanes->stage == WF_STAGE_DOMAIN)
        fill_records(p, WF_LOCATION_OF_PATCH, layout->patch.words, to);
}

void wfa_fill_inputs(struct wfa *p, uint32_t *to)
{
    const struct wf_shader_lanes *lanes = &p->shader.lanes;
    const struct wf_mesh_layout *layout = wf_shader_mesh(p->shader.opened);
    const uint64_t last = lanes->stage == WF_STAGE_HULL ? 0 : invocations(p);
    uint32_t *const head = to;

    head[WF_INPUT_COUNT] = lanes->stage == WF_STAGE_HULL ? lanes->count : (uint32_t)last;
    head[WF_INPUT_BASE_VERTEX] = lanes->first;
    head[WF_INPUT_BASE_INSTANCE] = lanes->first_instance;
    to += WF_INPUT_HEAD;
    for (uint64_t n = 0; n < last; n++, to += layout->input.words)
        fill_invocation(p, begin_record(p, n, to), to);
    if (wf_is_of_patches(lanes->stage))
        fill_patches(p, head, to);
}
