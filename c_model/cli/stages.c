/* SPDX-License-Identifier: Apache-2.0 */
#include "stages.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "wavefold/layout.h"

/* ---- between the dispatches -------------------------------------------------------------------------------------- */

/* The contents so far, in the memory that has room for the rest. */
static uint32_t *moved(const struct wf_kernel *kernel, const struct wf_buffer *before, const struct wf_buffer *now,
                       const uint32_t *memory, size_t words)
{
    uint32_t *more = calloc(words ? words : 1, sizeof *more);
    if (!more)
        return NULL;
    wf_kernel_fill(kernel, now, more, words);
    for (unsigned n = 0; n < kernel->buffers; n++) {
        const bool fresh = kernel->buffer[n].hidden && (int)n == (int)kernel->mesh.buffer[WF_MESH_GROUPS];
        if (!kernel->buffer[n].is_view && before[n].size == now[n].size && !fresh)
            memcpy(more + now[n].base / 4, memory + before[n].base / 4, now[n].size);
    }
    return more;
}

enum wf_exit stages_continue(const struct run *run, struct wf_buffer buffers[WF_MAX_BUFFERS], uint32_t **memory,
                             size_t *words)
{
    char message[WF_STAGES_MESSAGE] = "";
    bool no_memory = false;
    struct wf_buffer now[WF_MAX_BUFFERS];
    if (!wf_stages_expand(run->kernel, buffers, *memory, message, &no_memory))
        return no_memory ? cli_no_memory_for(run->file) :
               cli_tell(WF_EXIT_WRONG, "%s: error: %s\n", run->file, message);
    const size_t count = wf_kernel_place(run->kernel, now);
    uint32_t *more = moved(run->kernel, buffers, now, *memory, count);
    if (!more)
        return cli_no_memory_for(run->file);
    free(*memory);
    *memory = more;
    *words = count;
    memcpy(buffers, now, sizeof now);
    return WF_EXIT_OK;
}

/* ---- what is reported -------------------------------------------------------------------------------------------- */

struct listener {
    const char *file, *word;
};

static void tell(void *user, const char *text)
{
    const struct listener *l = user;
    fprintf(stderr, "%s: %s: %s\n", l->file, l->word, text);
}

bool stages_check(const struct run *run, const struct wf_kernel *kernel, const struct wf_shape *shape,
                  const struct wf_buffer *buffers, const uint32_t *memory)
{
    const enum wf_policy policy = wf_policy_of(run->bounds, run->is_shader);
    struct listener l = {run->file, wf_policy_word(policy)};
    if (policy == WF_POLICY_OFF)
        return true;
    const uint64_t found = wf_stages_check(kernel, shape, buffers, memory, tell, &l);
    if (found > WF_STAGES_TEXTS)
        fprintf(stderr, "%s: %s: and %" PRIu64 " more of these\n", run->file, l.word, found - WF_STAGES_TEXTS);
    return !found || policy != WF_POLICY_ERROR;
}

/* What gives primitives: a mesh or geometry shader; or NULL. */
static const struct wf_kernel *mesh_of(const struct wf_kernel *first)
{
    return first->mesh.is_mesh || first->mesh.lanes.stage == WF_STAGE_GEOMETRY ? first : wf_stages_mesh(first);
}

static uint64_t groups_of(const struct wf_kernel *k)
{
    return (uint64_t)k->desc.grid[0] * k->desc.grid[1] * k->desc.grid[2];
}

void stages_count(const struct wf_kernel *first, const struct wf_buffer *buffers, const uint32_t *memory,
                  struct wf_stages_figures *f)
{
    const struct wf_kernel *mesh = mesh_of(first);
    *f = (struct wf_stages_figures){.has_tasks = first->mesh.is_task, .has_mesh = mesh != NULL,
                                    .of_lanes = first->mesh.of_lanes};
    if (first->mesh.is_task)
        f->tasks = groups_of(first);
    if (!mesh)
        return;
    f->indices = mesh->shader.mesh.indices;
    f->groups = wf_mesh_groups(mesh);
    for (uint64_t n = 0; n < f->groups; n++) {
        const struct wf_mesh_group g = wf_mesh_group(mesh, NULL, buffers, memory, n);
        f->vertices += g.vertices;
        f->primitives += g.primitives;
    }
}

/* ---- what is printed --------------------------------------------------------------------------------------------- */

/* Where the scalars of a value are. */
struct scalars {
    const uint32_t *word;
    uint64_t byte;              /* of the next, behind this word */
    unsigned step;              /* bytes to the one after it */
};

/* As the numbers of a buffer are shown. */
static void put_vector(FILE *file, struct scalars *at, const struct wf_mesh_value *v)
{
    const struct wf_layout_node scalar = wf_mesh_scalar(v);
    char text[WF_LAYOUT_TEXT];
    for (unsigned c = 0; c < v->components; c++, at->byte += at->step) {
        fputs(c ? ", " : "", file);
        fputs(wf_layout_show(&scalar, wf_layout_load(&scalar, at->word, at->byte), text), file);
    }
}

/* "0, 1"; of an array "{0, 1}", of one of vectors "{(0, 1), (2, 3)}". */
static void put_value(FILE *file, struct scalars at, const struct wf_mesh_value *v)
{
    const bool vectors = v->components > 1;
    if (!v->elements) {
        put_vector(file, &at, v);
        return;
    }
    for (uint32_t i = 0; i < v->elements; i++) {
        fputs(i ? ", " : "{", file);
        fputs(vectors ? "(" : "", file);
        put_vector(file, &at, v);
        fputs(vectors ? ")" : "", file);
    }
    fputc('}', file);
}

/* " Position = 0.0, 0.5, 0.0, 1.0; color = 1.0, 0.0, 0.0", behind a colon or, with `comma`, behind
 * indices: those from `first` on that the shader may write. */
static void put_record(FILE *file, const struct wf_mesh_record *r, const uint32_t *word, uint32_t first, bool comma)
{
    const char *before = comma ? "; " : " ";
    for (size_t i = 0; i < r->values; i++) {
        const struct wf_mesh_value *v = &r->value[i];
        if (!v->written || v->word < first)
            continue;
        fprintf(file, "%s%s = ", before, v->name);
        put_value(file, (struct scalars){word + v->word, 0, v->width == 64 ? 8 : 4}, v);
        before = "; ";
    }
    fputc('\n', file);
}

static void put_place(FILE *file, const struct wf_mesh_group *g, bool of_lanes)
{
    if (of_lanes) {
        fprintf(file, "primitive %" PRIu32 " invocation %" PRIu32, g->place[0], g->place[1]);
        return;
    }
    fprintf(file, "mesh group %" PRIu32 ",%" PRIu32 ",%" PRIu32, g->place[0], g->place[1], g->place[2]);
    if (g->has_task)
        fprintf(file, " of task group %" PRIu32 ",%" PRIu32 ",%" PRIu32, g->task[0], g->task[1], g->task[2]);
}

/* "4 vertices"; where the record has more than there is room for, "7 vertices emitted, 4 kept". */
static void put_count(FILE *file, uint32_t all, uint32_t kept, const char *what, const char *one, const char *more,
                      bool of_lanes)
{
    fprintf(file, "%" PRIu32 " %s%s", all, what, all == 1 ? one : more);
    if (all > kept)
        fprintf(file, " %s, %" PRIu32 " kept", of_lanes ? "emitted" : "announced", kept);
}

static void put_counts(FILE *file, const struct wf_mesh_group *g, const struct wf_kernel *mesh, const char *end)
{
    const unsigned indices = mesh->shader.mesh.indices;
    const bool of_lanes = mesh->mesh.of_lanes;
    put_place(file, g, of_lanes);
    fputs(": ", file);
    put_count(file, g->all_vertices, g->vertices, "vert", "ex", "ices", of_lanes);
    fputs(", ", file);
    put_count(file, g->all_primitives, g->primitives, wf_mesh_primitive_name(indices), "", "s", of_lanes);
    fprintf(file, "%s\n", end);
}

static void print_mesh(FILE *file, enum wf_mesh_buffer which, const struct wf_kernel *first,
                       const struct wf_kernel *mesh, const struct wf_buffer *buffers, const uint32_t *memory)
{
    const struct wf_mesh_layout *l = &mesh->shader.mesh;
    const bool vertices = which == WF_MESH_VERTICES;
    const struct wf_mesh_record *r = vertices ? &l->vertex : &l->primitive;
    const struct wf_buffer *b = &buffers[mesh->mesh.buffer[which]];
    const uint64_t groups = wf_mesh_groups(mesh), stride = (uint64_t)(vertices ? l->max_vertices : l->max_primitives) *
                                                          r->words;
    for (uint64_t n = 0; n < groups; n++) {
        const struct wf_mesh_group g = wf_mesh_group(mesh, first->mesh.is_task ? first->desc.grid : NULL, buffers,
                                                     memory, n);
        const uint32_t count = which == WF_MESH_COUNTS ? 0 : vertices ? g.vertices : g.primitives;
        const uint32_t *word = memory + b->base / 4 + n * stride;
        put_counts(file, &g, mesh, count ? ":" : "");
        for (uint32_t i = 0; i < count; i++, word += r->words) {
            fprintf(file, "  %s %" PRIu32 ":", vertices ? "vertex" : wf_mesh_primitive_name(l->indices), i);
            for (unsigned k = 0; !vertices && k < l->indices && r->words >= l->indices; k++)
                fprintf(file, "%s%" PRIu32, k ? ", " : " ", word[k]);
            put_record(file, r, word, vertices ? 0 : l->indices, !vertices);
        }
    }
}

static void print_tasks(FILE *file, enum wf_mesh_buffer which, const struct wf_kernel *task,
                        const struct wf_buffer *buffers, const uint32_t *memory)
{
    const struct wf_mesh_record *payload = &task->shader.mesh.payload;
    const uint64_t groups = groups_of(task);
    for (uint64_t n = 0; n < groups; n++) {
        const struct wf_mesh_group g = wf_mesh_group(task, NULL, buffers, memory, n);
        const uint32_t *grid = memory + buffers[task->mesh.buffer[WF_MESH_TASKS]].base / 4 + n * WF_MESH_TASKS_WORDS;
        fprintf(file, "task group %" PRIu32 ",%" PRIu32 ",%" PRIu32 ":", g.place[0], g.place[1], g.place[2]);
        if (which == WF_MESH_TASKS)
            fprintf(file, " %" PRIu32 ",%" PRIu32 ",%" PRIu32 " mesh groups\n", grid[0], grid[1], grid[2]);
        else
            put_record(file, payload, memory + buffers[task->mesh.buffer[WF_MESH_PAYLOAD]].base / 4 +
                       n * payload->words, 0, false);
    }
}

/* Of shaders whose invocations leave one record each, or whose patches do. */
static void print_lanes(FILE *file, enum wf_mesh_buffer which, const struct wf_kernel *kernel,
                        const struct wf_buffer *buffers, const uint32_t *memory)
{
    const struct wf_mesh_layout *l = &kernel->shader.mesh;
    const struct wf_mesh_record *r = which == WF_MESH_PATCHES ? &l->patch : &l->vertex;
    const uint64_t records = which == WF_MESH_PATCHES ? kernel->mesh.lanes.count
                                                      : wf_shader_invocations(&kernel->mesh.lanes, l);
    const uint32_t *word = memory + buffers[kernel->mesh.buffer[which]].base / 4;
    char name[WF_RECORD_NAME];
    for (uint64_t n = 0; n < records; n++, word += r->words) {
        wf_kernel_name_record(kernel, which, (uint32_t)n, name);
        fprintf(file, "%s:", name);
        put_record(file, r, word, 0, false);
    }
}

/* "xfb0 vertex 3: Position = ..", of each vertex that was captured, in bytes that have no gaps. */
static void print_captured(FILE *file, enum wf_mesh_buffer which, const struct wf_kernel *kernel,
                           const struct wf_buffer *buffers, const uint32_t *memory)
{
    const struct wf_mesh_record *r = &kernel->shader.mesh.vertex;
    const unsigned xfb = which - WF_MESH_XFB;
    const uint32_t stride = kernel->shader.mesh.xfb[xfb].stride;
    const uint32_t *word = memory + buffers[kernel->mesh.buffer[which]].base / 4;
    const uint64_t vertices = wf_stages_captured(kernel, buffers, memory, which);
    for (uint64_t n = 0; n < vertices; n++, word += stride / 4) {
        const char *before = " ";
        fprintf(file, "%s vertex %" PRIu64 ":", wf_mesh_buffer_name(which), n);
        for (size_t i = 0; i < r->values; i++) {
            if (r->value[i].xfb != xfb)
                continue;
            fprintf(file, "%s%s = ", before, r->value[i].name);
            put_value(file, (struct scalars){word, r->value[i].xfb_byte, r->value[i].width / 8}, &r->value[i]);
            before = "; ";
        }
        fputc('\n', file);
    }
    if (!vertices)
        fprintf(file, "%s: no vertices\n", wf_mesh_buffer_name(which));
}

void stages_print(FILE *file, enum wf_mesh_buffer which, const struct wf_kernel *first,
                  const struct wf_buffer *buffers, const uint32_t *memory)
{
    const struct wf_kernel *mesh = mesh_of(first);
    if (wf_mesh_is_xfb(which))
        print_captured(file, which, first, buffers, memory);
    else if (first->mesh.lanes.stage && first->mesh.lanes.stage != WF_STAGE_GEOMETRY)
        print_lanes(file, which, first, buffers, memory);
    else if (which == WF_MESH_TASKS || which == WF_MESH_PAYLOAD)
        print_tasks(file, which, first, buffers, memory);
    else if (mesh)
        print_mesh(file, which, first, mesh, buffers, memory);
}
