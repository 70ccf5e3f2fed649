/* SPDX-License-Identifier: Apache-2.0
 * stages.c - see wavefold/stages.h.
 */
#include "wavefold/stages.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *wf_mesh_buffer_name(enum wf_mesh_buffer buffer)
{
    static const char *const names[WF_MESH_BUFFERS] = {
        [WF_MESH_TASKS] = "tasks", [WF_MESH_PAYLOAD] = "payload", [WF_MESH_COUNTS] = "counts",
        [WF_MESH_VERTICES] = "vertices", [WF_MESH_PRIMITIVES] = "primitives", [WF_MESH_PATCHES] = "patches",
        [WF_MESH_XFB] = "xfb0", [WF_MESH_XFB + 1] = "xfb1", [WF_MESH_XFB + 2] = "xfb2", [WF_MESH_XFB_LAST] = "xfb3",
        [WF_MESH_TASK_CALLS] = "task calls",
        [WF_MESH_CALLS] = "mesh calls", [WF_MESH_GROUPS] = "mesh groups", [WF_MESH_INPUTS] = "inputs"};

    return (unsigned)buffer < WF_MESH_BUFFERS ? names[buffer] : "";
}

const char *wf_mesh_kind_name(enum wf_mesh_kind kind)
{
    static const char *const names[] = {
        [WF_MESH_UINT] = "uint", [WF_MESH_INT] = "int", [WF_MESH_FLOAT] = "float", [WF_MESH_BOOL] = "bool"};

    return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "";
}

const char *wf_mesh_primitive_name(unsigned indices)
{
    static const char *const names[] = {"", "point", "line", "triangle"};

    return indices < sizeof names / sizeof *names ? names[indices] : "";
}

bool wf_mesh_is_grid(const uint32_t grid[3])
{
    for (unsigned i = 0; i < 3; i++)
        if (grid[i] > WF_MESH_MOST_OF_A_SIDE)
            return false;
    return (uint64_t)grid[0] * grid[1] * grid[2] <= WF_MESH_MOST_GROUPS;
}

struct wf_kernel *wf_stages_mesh(const struct wf_kernel *task)
{
    return task && task->mesh.is_task && task->next && task->next->mesh.of_tasks ? task->next : NULL;
}

static uint64_t groups_of(const struct wf_kernel *k)
{
    return (uint64_t)k->desc.grid[0] * k->desc.grid[1] * k->desc.grid[2];
}

uint64_t wf_mesh_groups(const struct wf_kernel *mesh)
{
    return mesh->mesh.of_lanes ? wf_shader_invocations(&mesh->mesh.lanes, &mesh->shader.mesh) : groups_of(mesh);
}

static const uint32_t *record(const struct wf_kernel *k, enum wf_mesh_buffer which,
                              const struct wf_buffer buffers[WF_MAX_BUFFERS], const uint32_t *memory, uint64_t number,
                              uint64_t words)
{
    const struct wf_buffer *b = &buffers[k->mesh.buffer[which]];

    return (number + 1) * words * 4 <= b->size ? memory + b->base / 4 + number * words : NULL;
}

/* ---- from tasks to mesh groups ---- */

static void place_of(const uint32_t grid[3], uint64_t number, uint32_t place[3])
{
    place[0] = grid[0] ? (uint32_t)(number % grid[0]) : 0;
    place[1] = grid[0] && grid[1] ? (uint32_t)(number / grid[0] % grid[1]) : 0;
    place[2] = grid[0] && grid[1] ? (uint32_t)(number / grid[0] / grid[1]) : 0;
}

/* The groups of all tasks, or UINT64_MAX with a message. */
static uint64_t count_groups(const struct wf_kernel *task, const struct wf_buffer *buffers, const uint32_t *memory,
                             char message[WF_STAGES_MESSAGE])
{
    const uint64_t tasks = groups_of(task);
    uint64_t groups = 0;
    uint32_t place[3];

    for (uint64_t n = 0; n < tasks; n++) {
        const uint32_t *grid = record(task, WF_MESH_TASKS, buffers, memory, n, WF_MESH_TASKS_WORDS);
        if (!grid || !wf_mesh_is_grid(grid)) {
            place_of(task->desc.grid, n, place);
            snprintf(message, WF_STAGES_MESSAGE, "EmitMeshTasksEXT: task group %" PRIu32 ",%" PRIu32 ",%" PRIu32
                     " emits %" PRIu32 ",%" PRIu32 ",%" PRIu32 " mesh groups; expected at most %d in each dimension, "
                     "and %d in all", place[0], place[1], place[2], grid ? grid[0] : 0, grid ? grid[1] : 0,
                     grid ? grid[2] : 0, WF_MESH_MOST_OF_A_SIDE, WF_MESH_MOST_GROUPS);
            return UINT64_MAX;
        }
        groups += (uint64_t)grid[0] * grid[1] * grid[2];
    }
    return groups;
}

/* A hidden buffer has its size from here on; one that the file declares must be as large. */
static bool resize(struct wf_kernel *k, enum wf_mesh_buffer which, uint64_t words, char message[WF_STAGES_MESSAGE],
                   bool *no_memory)
{
    struct wf_kernel_buffer *b = &k->buffer[k->mesh.buffer[which]];

    if (!b->hidden) {
        if (words > b->words)
            snprintf(message, WF_STAGES_MESSAGE, "%s takes the %s of the mesh groups and has %" PRIu32 " words; "
                     "expected at least %" PRIu64, b->name, wf_mesh_buffer_name(which), b->words, words);
        return words <= b->words;
    }
    uint32_t *more = calloc(words ? words : 1, sizeof *more);
    *no_memory |= !more;
    if (!more)
        return false;
    free(b->initial);
    b->initial = more;
    b->words = (uint32_t)words;
    return true;
}

/* All buffers together, with these sizes, are what one kernel may have. */
static bool all_fit(const struct wf_kernel *k, const uint64_t words[WF_MESH_BUFFERS], uint64_t groups,
                    char message[WF_STAGES_MESSAGE])
{
    uint64_t sum = 0;

    for (unsigned n = 0; n < k->buffers; n++)
        sum += k->buffer[n].is_view ? 0 : k->buffer[n].words;
    for (unsigned n = 0; n < WF_MESH_BUFFERS; n++)
        if (words[n] && k->buffer[k->mesh.buffer[n]].hidden)
            sum += words[n] * groups - k->buffer[k->mesh.buffer[n]].words;
    if (sum > k->mesh.room)
        snprintf(message, WF_STAGES_MESSAGE, "with the results of %" PRIu64 " mesh groups all buffers have %" PRIu64
                 " words; expected at most %" PRIu64, groups, sum, k->mesh.room);
    return sum <= k->mesh.room;
}

static bool resize_all(struct wf_kernel *k, const struct wf_mesh_layout *layout, uint64_t groups,
                       char message[WF_STAGES_MESSAGE], bool *no_memory)
{
    const uint64_t words[WF_MESH_BUFFERS] = {
        [WF_MESH_COUNTS] = WF_MESH_COUNTS_WORDS, [WF_MESH_CALLS] = WF_MESH_CALLS_WORDS,
        [WF_MESH_GROUPS] = WF_MESH_GROUPS_WORDS,
        [WF_MESH_VERTICES] = (uint64_t)layout->max_vertices * layout->vertex.words,
        [WF_MESH_PRIMITIVES] = (uint64_t)layout->max_primitives * layout->primitive.words};

    if (!all_fit(k, words, groups, message))
        return false;
    for (unsigned n = 0; n < WF_MESH_BUFFERS; n++)
        if (words[n] && !resize(k, (enum wf_mesh_buffer)n, words[n] * groups, message, no_memory))
            return false;
    return true;
}

static void fill_groups(const struct wf_kernel *task, uint32_t *to, const struct wf_buffer *buffers,
                        const uint32_t *memory)
{
    const uint64_t tasks = groups_of(task);

    for (uint64_t n = 0; n < tasks; n++) {
        const uint32_t *grid = record(task, WF_MESH_TASKS, buffers, memory, n, WF_MESH_TASKS_WORDS);
        const uint64_t count = (uint64_t)grid[0] * grid[1] * grid[2];
        for (uint64_t i = 0; i < count; i++, to += WF_MESH_GROUPS_WORDS) {
            to[0] = (uint32_t)n;
            place_of(grid, i, to + 1);
            memcpy(to + 4, grid, 3 * sizeof *to);
        }
    }
}

bool wf_stages_expand(struct wf_kernel *task, const struct wf_buffer buffers[WF_MAX_BUFFERS], const uint32_t *memory,
                      char message[WF_STAGES_MESSAGE], bool *no_memory)
{
    struct wf_kernel *mesh = wf_stages_mesh(task);
    const uint64_t groups = count_groups(task, buffers, memory, message);

    *no_memory = false;
    if (!mesh || groups == UINT64_MAX)
        return false;
    for (struct wf_kernel *k = task; k; k = k->next)
        if (!resize_all(k, &mesh->shader.mesh, groups, message, no_memory))
            return false;
    mesh->desc.grid[0] = (uint32_t)groups;
    mesh->desc.grid[1] = mesh->desc.grid[2] = 1;
    fill_groups(task, task->buffer[task->mesh.buffer[WF_MESH_GROUPS]].initial, buffers, memory);
    return true;
}

/* ---- after the run ---- */

struct check {
    const struct wf_kernel *k;
    const struct wf_shape *shape;
    const struct wf_buffer *buffers;
    const uint32_t *memory;
    wf_stages_fn *report;
    void *user;
    uint64_t found;
    char group[96];             /* "mesh group 1,0,0" */
};

static void tell(struct check *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void tell(struct check *c, const char *format, ...)
{
    char text[WF_STAGES_MESSAGE + 100];
    va_list list;

    if (c->found++ >= WF_STAGES_TEXTS || !c->report)
        return;
    const int used = snprintf(text, sizeof text, "%s: ", c->group);
    va_start(list, format);
    vsnprintf(text + used, sizeof text - (size_t)used, format, list);
    va_end(list);
    c->report(c->user, text);
}

/* All invocations of the group call once, with the same arguments; or none does. */
static void check_calls(struct check *c, const char *what, const uint32_t *calls, unsigned arguments)
{
    if (!calls || !calls[0])
        return;
    if (calls[0] != c->shape->threads)
        tell(c, "%s was called %" PRIu32 " times by %" PRIu32 " invocations; expected one call of each, in uniform "
             "control flow", what, calls[0], c->shape->threads);
    for (unsigned i = 0; i < arguments; i++)
        /* both 0: it is a constant, and not noted */
        if ((calls[1 + 2 * i] || calls[2 + 2 * i]) && calls[1 + 2 * i] != ~calls[2 + 2 * i]) {
            tell(c, "the arguments of %s differ between invocations (argument %u: %" PRIu32 " to %" PRIu32
                 "); those of the first one count", what, i + 1, ~calls[2 + 2 * i], calls[1 + 2 * i]);
            return;
        }
}

static uint32_t at_most(struct check *c, uint32_t count, uint32_t most, const char *what, const char *mode)
{
    if (count > most && c->k->shader.mesh.is_nv)
        tell(c, "PrimitiveCountNV is %" PRIu32 "; expected at most %" PRIu32 ", the %s of the shader", count, most,
             mode);
    else if (count > most)
        tell(c, "SetMeshOutputsEXT announces %" PRIu32 " %s; expected at most %" PRIu32 ", the %s of the shader", count,
             what, most, mode);
    return count < most ? count : most;
}

static void check_indices(struct check *c, uint64_t number, uint32_t vertices, uint32_t primitives)
{
    const struct wf_mesh_layout *l = &c->k->shader.mesh;
    const uint32_t *first = record(c->k, WF_MESH_PRIMITIVES, c->buffers, c->memory, number,
                                   (uint64_t)l->max_primitives * l->primitive.words);

    for (uint32_t p = 0; first && l->primitive.words >= l->indices && p < primitives; p++)
        for (unsigned i = 0; i < l->indices; i++)
            if (first[(uint64_t)p * l->primitive.words + i] >= vertices) {
                tell(c, "%s %" PRIu32 " has the index %" PRIu32 "; expected one below %" PRIu32 ", its vertices",
                     wf_mesh_primitive_name(l->indices), p, first[(uint64_t)p * l->primitive.words + i], vertices);
                break;
            }
}

static void check_mesh_group(struct check *c, uint64_t number)
{
    const struct wf_mesh_layout *l = &c->k->shader.mesh;
    const uint32_t *counts = record(c->k, WF_MESH_COUNTS, c->buffers, c->memory, number, WF_MESH_COUNTS_WORDS);

    check_calls(c, "SetMeshOutputsEXT",
                record(c->k, WF_MESH_CALLS, c->buffers, c->memory, number, WF_MESH_CALLS_WORDS), 2);
    if (!counts)
        return;
    const uint32_t vertices = at_most(c, counts[0], l->max_vertices, "vertices", "OutputVertices");
    const uint32_t primitives = at_most(c, counts[1], l->max_primitives, "primitives", "OutputPrimitivesEXT");
    check_indices(c, number, vertices, primitives);
}

/* Primitives follow from the vertices that have room. */
static void check_emission(struct check *c, uint64_t number)
{
    const uint32_t most = c->k->shader.mesh.max_vertices;
    const uint32_t *counts = record(c->k, WF_MESH_COUNTS, c->buffers, c->memory, number, WF_MESH_COUNTS_WORDS);

    if (counts && counts[0] > most)
        tell(c, "EmitVertex makes %" PRIu32 " vertices; expected at most %" PRIu32 ", the OutputVertices of the "
             "shader; the others are lost", counts[0], most);
}

/* "mesh group 1,0,0 of task group 3", "primitive 2 invocation 0" */
static void name_group(struct check *c, const struct wf_mesh_group *g)
{
    if (c->k->mesh.of_lanes) {
        snprintf(c->group, sizeof c->group, "primitive %" PRIu32 " invocation %" PRIu32, g->place[0], g->place[1]);
        return;
    }
    const int used = snprintf(c->group, sizeof c->group, "%s group %" PRIu32 ",%" PRIu32 ",%" PRIu32,
                              c->k->mesh.is_task ? "task" : "mesh", g->place[0], g->place[1], g->place[2]);
    if (c->k->mesh.of_tasks)
        snprintf(c->group + used, sizeof c->group - (size_t)used, " of task group %" PRIu32, g->task[0]);
}

uint64_t wf_stages_check(const struct wf_kernel *kernel, const struct wf_shape *shape,
                         const struct wf_buffer buffers[WF_MAX_BUFFERS], const uint32_t *memory, wf_stages_fn *report,
                         void *user)
{
    struct check c = {.k = kernel, .shape = shape, .buffers = buffers, .memory = memory, .report = report,
                      .user = user};
    const uint64_t groups = wf_mesh_groups(kernel);
    const bool emits = kernel->mesh.lanes.stage == WF_STAGE_GEOMETRY;

    if (!kernel->mesh.is_task && !kernel->mesh.is_mesh && !emits)
        return 0;
    for (uint64_t n = 0; n < groups; n++) {
        const struct wf_mesh_group g = wf_mesh_group(kernel, NULL, buffers, memory, n);
        name_group(&c, &g);
        if (emits)
            check_emission(&c, n);
        else if (kernel->mesh.is_task)
            check_calls(&c, "EmitMeshTasksEXT",
                        record(kernel, WF_MESH_TASK_CALLS, buffers, memory, n, WF_MESH_TASK_CALLS_WORDS), 3);
        else
            check_mesh_group(&c, n);
    }
    return c.found;
}

struct wf_mesh_group wf_mesh_group(const struct wf_kernel *mesh, const uint32_t tasks[3],
                                   const struct wf_buffer buffers[WF_MAX_BUFFERS], const uint32_t *memory,
                                   uint64_t number)
{
    const struct wf_mesh_layout *l = &mesh->shader.mesh;
    struct wf_mesh_group g = {.has_task = mesh->mesh.of_tasks};
    const uint32_t *counts = mesh->mesh.is_task ? NULL :
        record(mesh, WF_MESH_COUNTS, buffers, memory, number, WF_MESH_COUNTS_WORDS);
    const uint32_t *from = g.has_task ? record(mesh, WF_MESH_GROUPS, buffers, memory, number, WF_MESH_GROUPS_WORDS)
                                      : NULL;

    if (mesh->mesh.of_lanes) {
        g.place[0] = (uint32_t)(number / l->invocations);
        g.place[1] = (uint32_t)(number % l->invocations);
    } else if (from) {
        memcpy(g.place, from + 1, sizeof g.place);
        g.task[0] = from[0];            /* without a grid the place in a row */
        if (tasks)
            place_of(tasks, from[0], g.task);
    } else {
        place_of(mesh->desc.grid, number, g.place);
    }
    if (counts) {
        g.all_vertices = counts[0];
        g.all_primitives = counts[1];
        g.vertices = counts[0] < l->max_vertices ? counts[0] : l->max_vertices;
        g.primitives = counts[1] < l->max_primitives || mesh->mesh.of_lanes ? counts[1] : l->max_primitives;
    }
    return g;
}
