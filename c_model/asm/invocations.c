/* SPDX-License-Identifier: Apache-2.0
 * invocations.c - vertices COUNT [instances N] [first V] [first_instance I], primitives COUNT: the invocations of a
 * vertex or geometry shader, and their records of inputs.
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

/* "vertices": what the shader runs for, and the word of its statement. */
static const char *counted(enum wf_stage stage)
{
    return stage == WF_STAGE_VERTEX ? "vertices" : "primitives";
}

static const char *counted_one(enum wf_stage stage)
{
    return stage == WF_STAGE_VERTEX ? "vertex" : "primitive";
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

    if (lanes->stage) {
        if (lanes->stage == stage)
            wfa_error(p, pos, "second `%s`; expected one", counted(stage));
        else
            wfa_error(p, pos, "`%s` with `%s`; expected one of them", counted(stage), counted(lanes->stage));
        return false;
    }
    p->lanes_pos = pos;
    *lanes = (struct wf_shader_lanes){.stage = stage, .instances = stage == WF_STAGE_VERTEX};
    snprintf(what, sizeof what, "the number of %s", counted(stage));
    return number(p, what, 1, &lanes->count) && (stage != WF_STAGE_VERTEX || options(p, lanes));
}

static uint64_t invocations(const struct wfa *p)
{
    return wf_shader_invocations(&p->shader.lanes, wf_shader_mesh(p->shader.opened));
}

bool wfa_place_lanes(struct wfa *p)
{
    const enum wf_stage stage = wf_shader_stage(p->shader.opened);
    const uint64_t size = p->committed_size, waves = (invocations(p) + size - 1) / size;

    if (p->dispatch_seen) {
        wfa_error(p, p->dispatch_pos, "`dispatch` with a %s shader; expected `%s`", wf_stage_name(stage),
                  counted(stage));
        return false;
    }
    if (p->shader.lanes.stage != stage) {
        wfa_complain(p, "a %s shader without %s; expected `%s COUNT`", wf_stage_name(stage), counted(stage),
                     counted(stage));
        return false;
    }
    if (invocations(p) > UINT32_MAX) {
        wfa_complain(p, "%llu invocations of a %s shader; expected fewer", (unsigned long long)invocations(p),
                     wf_stage_name(stage));
        return false;
    }
    p->kernel->mesh.lanes = p->shader.lanes;
    memcpy(p->kernel->desc.grid, (uint32_t[3]){(uint32_t)waves, 1, 1}, sizeof p->kernel->desc.grid);
    return true;
}

/* ---- inputs ---- */

/* How many values an input may have, each for one vertex, instance or primitive. */
static uint64_t values(const struct wfa *p, const struct wfa_io *io, const struct wf_shader_location *at)
{
    const struct wf_shader_lanes *lanes = &p->shader.lanes;

    return io->is_of_instances ? lanes->instances : at->vertices ? (uint64_t)lanes->count * at->vertices : lanes->count;
}

const char *wfa_misfit_of_lanes(const struct wfa *p, const struct wfa_io *io, const struct wf_shader_location *at,
                                char text[160])
{
    const uint64_t count = values(p, io, at);
    const bool vertex = p->shader.lanes.stage == WF_STAGE_VERTEX;
    char of_one[60] = "";

    if (!io->is_corners)
        return vertex ? "has a value for each pixel; expected values of vertices, or of instances"
                      : "has a value for each pixel; expected values of primitives";
    if (io->is_of_instances && !vertex)
        return "has values of instances; expected values of primitives";
    if (io->words == at->words || io->words == count * at->words ||
        (at->vertices && io->words == (uint64_t)at->vertices * at->words))
        return NULL;
    if (at->vertices > 1)
        snprintf(of_one, sizeof of_one, ", %llu of one primitive", (unsigned long long)at->vertices * at->words);
    const struct wf_shader_lanes *lanes = &p->shader.lanes;
    const uint32_t things = io->is_of_instances ? lanes->instances : lanes->count;
    const char *what = io->is_of_instances ? (things == 1 ? "instance" : "instances")
                       : things == 1       ? counted_one(lanes->stage)
                                           : counted(lanes->stage);
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

/* The values of one input, for an invocation: of a vertex, or of each vertex of its primitive. */
static void fill_input(const struct wfa *p, const struct wf_shader_location *at, struct place place, uint32_t *to)
{
    const struct wfa_io *io = wfa_io_of(p, at);
    const uint32_t vertices = at->vertices ? at->vertices : 1;
    const bool one = io->words == at->words, one_primitive = io->words == (uint64_t)vertices * at->words;

    for (uint32_t v = 0; v < vertices; v++) {
        const uint64_t which = one                   ? 0
                               : io->is_of_instances ? place.instance
                               : one_primitive       ? v
                                                     : (uint64_t)place.of * vertices + v;
        for (unsigned k = 0; k < at->words; k++)
            to[at->record_word + v * at->record_step + k] = converted(at, io->word[which * at->words + k]);
    }
}

void wfa_fill_inputs(struct wfa *p, uint32_t *to)
{
    const struct wf_shader_lanes *lanes = &p->shader.lanes;
    const struct wf_mesh_layout *layout = wf_shader_mesh(p->shader.opened);
    const struct wf_shader_location *all;
    const size_t count = wf_shader_locations(p->shader.opened, &all);
    const bool vertex = lanes->stage == WF_STAGE_VERTEX;
    const uint64_t last = invocations(p);

    to[WF_INPUT_COUNT] = (uint32_t)last;
    to[WF_INPUT_BASE_VERTEX] = lanes->first;
    to[WF_INPUT_BASE_INSTANCE] = lanes->first_instance;
    to += WF_INPUT_HEAD;
    for (uint64_t n = 0; n < last; n++, to += layout->input.words) {
        const struct place place = {(uint32_t)(vertex ? n % lanes->count : n / layout->invocations),
                                    (uint32_t)(vertex ? n / lanes->count : n % layout->invocations)};
        to[vertex ? WF_INPUT_VERTEX_INDEX : WF_INPUT_PRIMITIVE_ID] = lanes->first + place.of;
        to[vertex ? WF_INPUT_INSTANCE_INDEX : WF_INPUT_INVOCATION_ID] = lanes->first_instance + place.instance;
        for (size_t i = 0; i < count; i++)
            fill_input(p, &all[i], place, to);
    }
}
