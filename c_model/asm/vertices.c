/* SPDX-License-Identifier: Apache-2.0
 * vertices.c - vertices COUNT [instances N] [first V] [first_instance I]: the invocations of a vertex shader, and their
 * records of inputs.
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

/* Each once, in any order. */
static bool options(struct wfa *p, struct wf_shader_vertices *v)
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

bool wfa_vertices(struct wfa *p, struct wfa_pos pos)
{
    struct wf_shader_vertices *v = &p->shader.vertices;

    if (p->shader.has_vertices) {
        wfa_error(p, pos, "second `vertices`; expected one");
        return false;
    }
    p->shader.has_vertices = true;
    p->vertices_pos = pos;
    *v = (struct wf_shader_vertices){.instances = 1};
    return number(p, "the number of vertices", 1, &v->count) && options(p, v);
}

static uint64_t invocations(const struct wfa *p)
{
    return (uint64_t)p->shader.vertices.count * p->shader.vertices.instances;
}

bool wfa_place_vertices(struct wfa *p)
{
    const uint64_t size = p->committed_size, waves = (invocations(p) + size - 1) / size;

    if (p->dispatch_seen) {
        wfa_error(p, p->dispatch_pos, "`dispatch` with a vertex shader; expected `vertices`");
        return false;
    }
    if (!p->shader.has_vertices) {
        wfa_complain(p, "a vertex shader without vertices; expected `vertices COUNT`");
        return false;
    }
    if (invocations(p) > UINT32_MAX) {
        wfa_complain(p, "%llu invocations of a vertex shader; expected fewer", (unsigned long long)invocations(p));
        return false;
    }
    p->kernel->mesh.vertices = p->shader.vertices;
    memcpy(p->kernel->desc.grid, (uint32_t[3]){(uint32_t)waves, 1, 1}, sizeof p->kernel->desc.grid);
    return true;
}

/* ---- inputs ---- */

const char *wfa_misfit_of_vertices(const struct wfa *p, const struct wfa_io *io, const struct wf_shader_location *at,
                                   char text[160])
{
    const struct wf_shader_vertices *v = &p->shader.vertices;
    const uint64_t count = io->is_of_instances ? v->instances : v->count;

    if (!io->is_corners)
        return "has a value for each pixel; expected values of vertices, or of instances";
    if (io->words == at->words || io->words == count * at->words)
        return NULL;
    snprintf(text, 160, "has %u word%s; expected %u, or %llu of %llu %s", (unsigned)io->words,
             io->words == 1 ? "" : "s", at->words, (unsigned long long)(count * at->words), (unsigned long long)count,
             io->is_of_instances ? "instances" : "vertices");
    return text;
}

/* As a record has it: floats of 16 bits are given as such of 32. */
static uint32_t converted(const struct wf_shader_location *at, uint32_t word)
{
    if (at->width >= 32)
        return word;
    return at->is_float ? wf_fp_to_half(word) : word & ((1U << at->width) - 1);
}

void wfa_fill_inputs(struct wfa *p, uint32_t *to)
{
    const struct wf_shader_vertices *v = &p->shader.vertices;
    const struct wf_mesh_layout *layout = wf_shader_mesh(p->shader.opened);
    const struct wf_shader_location *all;
    const size_t count = wf_shader_locations(p->shader.opened, &all);
    const uint64_t last = invocations(p);

    to[WF_INPUT_COUNT] = (uint32_t)last;
    to[WF_INPUT_BASE_VERTEX] = v->first;
    to[WF_INPUT_BASE_INSTANCE] = v->first_instance;
    to += WF_INPUT_HEAD;
    for (uint64_t n = 0; n < last; n++, to += layout->input.words) {
        const uint32_t vertex = (uint32_t)(n % v->count), instance = (uint32_t)(n / v->count);
        to[WF_INPUT_VERTEX_INDEX] = v->first + vertex;
        to[WF_INPUT_INSTANCE_INDEX] = v->first_instance + instance;
        for (size_t i = 0; i < count; i++) {
            const struct wfa_io *io = wfa_io_of(p, &all[i]);
            const uint32_t which = io->words == all[i].words ? 0 : io->is_of_instances ? instance : vertex;
            for (unsigned k = 0; k < all[i].words; k++)
                to[all[i].record_word + k] = converted(&all[i], io->word[(size_t)which * all[i].words + k]);
        }
    }
}
