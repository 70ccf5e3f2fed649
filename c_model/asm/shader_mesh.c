/* SPDX-License-Identifier: Apache-2.0
 * shader_mesh.c - shaders that have records: their buffers (wavefold/mesh.h); a task and a mesh shader as one file
 * (pair.h).
 */
#include "statements.h"

#include "pair.h"

#include "diag.h"
#include "names.h"
#include "tokens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- output NAME = BUFFER ---- */

static unsigned kind_of(const struct wfa *p)
{
    unsigned which = 0;

    while (which < WF_MESH_RESULTS && !wfa_at_word(p, wf_mesh_buffer_name((enum wf_mesh_buffer)which)))
        which++;
    return which;
}

bool wfa_at_mesh_output(const struct wfa *p)
{
    return kind_of(p) < WF_MESH_RESULTS;
}

bool wfa_mesh_output(struct wfa *p)
{
    const unsigned which = kind_of(p);
    unsigned number;

    if (p->shader.output[which]) {
        wfa_error(p, p->token.pos, "second buffer for the %s; expected one",
                  wf_mesh_buffer_name((enum wf_mesh_buffer)which));
        return false;
    }
    wfa_next(p);
    if (!wfa_expect(p, '=', "`=`"))
        return false;
    if (!wfa_at(p, WFA_WORD) || !wfa_find_buffer(p, &p->token, &number) || wfa_is_image(p, number))
        return wfa_unexpected(p, "the name of a buffer that is declared above");
    for (unsigned n = 0; n < WF_MESH_RESULTS; n++)
        if (p->shader.output[n] == number + 1) {
            wfa_error(p, p->token.pos, "%s takes the %s; expected a buffer for each kind",
                      p->kernel->buffer[number].name, wf_mesh_buffer_name((enum wf_mesh_buffer)n));
            return false;
        }
    p->shader.output_pos = p->token.pos;
    wfa_next(p);
    p->shader.output[which] = number + 1;
    return true;
}

bool wfa_is_output(const struct wfa *p, unsigned buffer)
{
    for (unsigned n = 0; n < WF_MESH_RESULTS; n++)
        if (p->shader.output[n] == buffer + 1)
            return true;
    return false;
}

/* ---- buffers ---- */

static bool is_grid(struct wfa *p)
{
    const uint32_t *grid = p->kernel->desc.grid;

    if (wf_mesh_is_grid(grid))
        return true;
    wfa_complain(p, "a grid of %u,%u,%u groups of a %s shader; expected at most %d in each dimension, and %d in all",
                 grid[0], grid[1], grid[2], p->kernel->mesh.is_task ? "task" : "mesh", WF_MESH_MOST_OF_A_SIDE,
                 WF_MESH_MOST_GROUPS);
    return false;
}

/* Words of each buffer for this grid; those of mesh groups of tasks are not known yet. */
static void find_sizes(const struct wfa *p, uint64_t words[WF_MESH_BUFFERS])
{
    const struct wf_kernel *k = p->kernel;
    const struct wf_mesh_layout *l = wf_shader_mesh(p->shader.opened);
    const uint64_t groups = (uint64_t)k->desc.grid[0] * k->desc.grid[1] * k->desc.grid[2];

    memset(words, 0, WF_MESH_BUFFERS * sizeof *words);
    if (k->mesh.is_task) {
        words[WF_MESH_TASKS] = groups * WF_MESH_TASKS_WORDS;
        words[WF_MESH_TASK_CALLS] = groups * WF_MESH_TASK_CALLS_WORDS;
        words[WF_MESH_PAYLOAD] = groups * l->payload.words;
    } else if (k->mesh.lanes.stage) {
        for (unsigned n = 0; n < WF_MESH_RESULTS; n++)
            words[n] = wf_lanes_words(&k->mesh.lanes, l, (enum wf_mesh_buffer)n);
        words[WF_MESH_INPUTS] = WF_INPUT_HEAD + wf_shader_invocations(&k->mesh.lanes, l) * l->input.words;
        if (wf_is_of_patches(k->mesh.lanes.stage))
            words[WF_MESH_INPUTS] += wfa_words_of_patches(&k->mesh.lanes, l);
    } else if (!k->mesh.of_tasks) {
        words[WF_MESH_COUNTS] = groups * WF_MESH_COUNTS_WORDS;
        words[WF_MESH_CALLS] = groups * WF_MESH_CALLS_WORDS;
        words[WF_MESH_VERTICES] = groups * l->max_vertices * l->vertex.words;
        words[WF_MESH_PRIMITIVES] = groups * l->max_primitives * l->primitive.words;
    }
}

static bool fits(struct wfa *p, enum wf_mesh_buffer which, const struct wf_kernel_buffer *b, uint64_t words)
{
    char others[60];

    /* what has no room in it is not captured */
    if (b->hidden ? words <= p->buffer_words : words <= b->words || wf_mesh_is_xfb(which))
        return true;
    if (b->hidden)
        wfa_complain(p, "its %s take %llu words%s; expected at most %llu in all buffers", wf_mesh_buffer_name(which),
                     (unsigned long long)words, wfa_other_words(p, others),
                     (unsigned long long)p->limits.buffer_words);
    else
        wfa_error(p, p->shader.output_pos, "%s has %u words and takes the %s; expected at least %llu", b->name,
                  b->words, wf_mesh_buffer_name(which), (unsigned long long)words);
    return false;
}

static bool make(struct wfa *p, enum wf_mesh_buffer which)
{
    struct wf_kernel *k = p->kernel;
    struct wf_kernel_buffer *b = &k->buffer[k->buffers];

    b->initial = wfa_zeroed(p, 1, sizeof *b->initial);
    if (!b->initial)
        return false;
    snprintf(b->name, sizeof b->name, "(%s)", wf_mesh_buffer_name(which));
    b->hidden = true;
    b->is_result = which < WF_MESH_RESULTS;
    b->type = which == WF_MESH_TASKS || which == WF_MESH_COUNTS ? WF_WORD_INT : WF_WORD_ANY;
    k->mesh.buffer[which] = k->buffers++;
    return true;
}

static bool set_size(struct wfa *p, enum wf_mesh_buffer which, uint64_t words)
{
    struct wf_kernel_buffer *b = &p->kernel->buffer[p->kernel->mesh.buffer[which]];

    if (!fits(p, which, b, words))
        return false;
    if (!b->hidden || !words)
        return true;
    free(b->initial);
    b->initial = wfa_zeroed(p, words, sizeof *b->initial);
    b->words = b->initial ? (uint32_t)words : 0;
    p->buffer_words -= words;
    return b->initial != NULL;
}

/* The buffers that the shader has. */
static bool has_buffer(const struct wfa *p, unsigned which)
{
    const struct wf_kernel_mesh *mesh = &p->kernel->mesh;
    const struct wf_mesh_layout *layout = wf_shader_mesh(p->shader.opened);

    if (mesh->lanes.stage)
        return which == WF_MESH_INPUTS || wf_lanes_have(mesh->lanes.stage, layout, (enum wf_mesh_buffer)which);
    return (mesh->is_task || mesh->is_mesh) && which != WF_MESH_INPUTS && which != WF_MESH_PATCHES &&
           !wf_mesh_is_xfb((enum wf_mesh_buffer)which);
}

static bool check_outputs(struct wfa *p)
{
    const struct wf_kernel *k = p->kernel;

    for (unsigned n = 0; n < WF_MESH_RESULTS; n++)
        if (p->shader.output[n] && !has_buffer(p, n))
            wfa_error(p, p->shader.output_pos,
                      wf_mesh_is_xfb((enum wf_mesh_buffer)n)
                          ? "`output %s` with a %s that captures nothing there; expected one with this XfbBuffer"
                          : "`output %s` with a %s; expected one of another stage",
                      wf_mesh_buffer_name((enum wf_mesh_buffer)n),
                      wf_shader_stage_called(k->mesh.lanes.stage ? k->mesh.lanes.stage : k->desc.stage));
    return !p->errors;
}

bool wfa_make_mesh_buffers(struct wfa *p)
{
    struct wf_kernel *k = p->kernel;
    uint64_t words[WF_MESH_BUFFERS];

    if (!check_outputs(p) || !(k->mesh.is_task || k->mesh.is_mesh || k->mesh.lanes.stage))
        return !p->errors;
    k->mesh.of_tasks = k->mesh.is_mesh && (p->limits.has_pair || (p->shader.look &&
                                           wf_shader_mesh(p->shader.opened)->payload.words));
    if (k->mesh.of_tasks)               /* until the tasks have ended */
        memcpy(k->desc.grid, (uint32_t[3]){0, 1, 1}, sizeof k->desc.grid);
    k->mesh.room = p->limits.buffer_words;
    if (k->buffers + WF_MESH_BUFFERS > WF_MAX_BUFFERS) {
        wfa_complain(p, "it needs %d buffers more for its results; expected at most %d in all", WF_MESH_BUFFERS,
                     WF_MAX_BUFFERS);
        return false;
    }
    for (unsigned n = 0; n < WF_MESH_BUFFERS && !p->limits.mesh; n++)
        if (!has_buffer(p, n))
            continue;
        else if (n < WF_MESH_RESULTS && p->shader.output[n])
            k->mesh.buffer[n] = p->shader.output[n] - 1;
        else if (!make(p, (enum wf_mesh_buffer)n))
            return false;
    if (!k->mesh.lanes.stage && !is_grid(p))
        return false;
    find_sizes(p, words);
    for (unsigned n = 0; n < WF_MESH_BUFFERS; n++)
        if (has_buffer(p, n) && !set_size(p, (enum wf_mesh_buffer)n, words[n]))
            return false;
    if (k->mesh.lanes.stage)
        wfa_fill_inputs(p, k->buffer[k->mesh.buffer[WF_MESH_INPUTS]].initial);
    return true;
}

/* ---- two of them ---- */

/* A copy, but of what is expected. */
static bool copy_buffer(struct wf_kernel *to, const struct wf_kernel *from, unsigned number)
{
    struct wf_kernel_buffer b = from->buffer[number];

    b.expected = NULL;
    b.care = NULL;
    b.initial = calloc(b.words ? b.words : 1, sizeof *b.initial);
    if (!b.initial)
        return false;
    if (b.words && from->buffer[number].initial)
        memcpy(b.initial, from->buffer[number].initial, b.words * sizeof *b.initial);
    free(to->buffer[number].initial);
    to->buffer[number] = b;
    return true;
}

bool wfa_take_mesh_buffers(struct wfa *p)
{
    struct wf_kernel *k = p->kernel;
    const struct wf_kernel *mesh = p->limits.mesh;

    if (!mesh)
        return true;
    for (; k->buffers < mesh->buffers; k->buffers++)
        if (!copy_buffer(k, mesh, k->buffers)) {
            wfa_out_of_memory(p);
            return false;
        }
    memcpy(k->mesh.buffer, mesh->mesh.buffer, sizeof k->mesh.buffer);
    return true;
}

/* What the file expects is asked once, of the mesh shader. */
static void expect_nothing(struct wf_kernel *k)
{
    for (unsigned n = 0; n < k->buffers; n++) {
        struct wf_kernel_buffer *b = &k->buffer[n];
        free(b->expected);
        free(b->care);
        b->expected = NULL;
        b->care = NULL;
        b->any_order = b->runs = false;
        b->sorted = WF_UNSORTED;
    }
    k->totals = 0;
    k->expectations = 0;
    k->expect_fault = false;
}

const char *wfa_join_pair(struct wf_kernel *task, struct wf_kernel *mesh, char *text, size_t size)
{
    const unsigned numbers = mesh->buffers, payload = mesh->shader.mesh.payload.words;

    if (payload && payload != task->shader.mesh.payload.words) {
        snprintf(text, size, "the payload has %u words in the task shader and %u in the mesh shader; expected one type",
                 task->shader.mesh.payload.words, payload);
        return text;
    }
    for (; mesh->buffers < task->buffers; mesh->buffers++)
        if (!copy_buffer(mesh, task, mesh->buffers))
            return "out of memory";
    for (unsigned n = 0; n < WF_MESH_BUFFERS; n++)
        if (task->mesh.buffer[n] < numbers && task->buffer[task->mesh.buffer[n]].hidden &&
            !copy_buffer(mesh, task, task->mesh.buffer[n]))
            return "out of memory";
    expect_nothing(task);
    task->next = mesh;
    return NULL;
}
