/* SPDX-License-Identifier: Apache-2.0
 * records.c - names of records that a shader leaves, and of their words.
 */
#include "records.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool has_kind(const struct wf_kernel *k, enum wf_mesh_buffer which)
{
    if (k->mesh.lanes.stage)
        return wf_lanes_have(k->mesh.lanes.stage, &k->shader.mesh, which);
    if (which == WF_MESH_TASKS || which == WF_MESH_PAYLOAD)
        return k->mesh.is_task || k->mesh.of_tasks;
    return k->mesh.is_mesh && (which == WF_MESH_COUNTS || which == WF_MESH_VERTICES || which == WF_MESH_PRIMITIVES);
}

static bool find_kind(const struct wf_kernel *k, unsigned number, enum wf_mesh_buffer *which)
{
    for (unsigned n = 0; n < WF_MESH_RESULTS; n++)
        if (has_kind(k, (enum wf_mesh_buffer)n) && k->mesh.buffer[n] == number) {
            *which = (enum wf_mesh_buffer)n;
            return true;
        }
    return false;
}

/* "mesh group 1,0,0"; "mesh group 5", in the order of all, where the grid is another one. */
static void name_group(const struct wf_kernel *k, enum wf_mesh_buffer which, uint32_t group, char text[WF_RECORD_NAME])
{
    const bool task = which == WF_MESH_TASKS || which == WF_MESH_PAYLOAD;
    const uint32_t *grid = k->desc.grid;

    if (k->mesh.of_tasks || !grid[0] || !grid[1])
        snprintf(text, WF_RECORD_NAME, "%s group %" PRIu32, task ? "task" : "mesh", group);
    else
        snprintf(text, WF_RECORD_NAME, "%s group %" PRIu32 ",%" PRIu32 ",%" PRIu32, task ? "task" : "mesh",
                 group % grid[0], group / grid[0] % grid[1], group / grid[0] / grid[1]);
}

/* Of a task or mesh shader. */
static void name_of_group(const struct wf_kernel *k, enum wf_mesh_buffer which, uint32_t record,
                          char text[WF_RECORD_NAME])
{
    const struct wf_mesh_layout *l = &k->shader.mesh;
    const bool vertices = which == WF_MESH_VERTICES;
    const uint32_t each = vertices ? l->max_vertices : which == WF_MESH_PRIMITIVES ? l->max_primitives : 0;

    name_group(k, which, each ? record / each : record, text);
    const size_t used = strlen(text);
    if (each)
        snprintf(text + used, WF_RECORD_NAME - used, " %s %" PRIu32,
                 vertices ? "vertex" : wf_mesh_primitive_name(l->indices), record % each);
}

void wf_kernel_name_record(const struct wf_kernel *k, enum wf_mesh_buffer which, uint32_t record,
                           char text[WF_RECORD_NAME])
{
    const struct wf_shader_lanes *v = &k->mesh.lanes;
    const struct wf_mesh_layout *l = &k->shader.mesh;
    const bool emitted = v->stage == WF_STAGE_GEOMETRY && which == WF_MESH_VERTICES;
    const uint32_t invocation = emitted ? record / l->max_vertices : record;

    if (!v->stage)
        name_of_group(k, which, record, text);
    else if (which == WF_MESH_PATCHES)
        snprintf(text, WF_RECORD_NAME, "patch %" PRIu32, record);
    else if (v->stage == WF_STAGE_HULL)
        snprintf(text, WF_RECORD_NAME, "patch %" PRIu32 " vertex %" PRIu32, record / l->max_vertices,
                 record % l->max_vertices);
    else if (v->stage == WF_STAGE_DOMAIN)
        snprintf(text, WF_RECORD_NAME, "patch %" PRIu32 " point %" PRIu32, record / v->domain, record % v->domain);
    else if (v->stage == WF_STAGE_VERTEX && v->instances > 1)
        snprintf(text, WF_RECORD_NAME, "instance %" PRIu32 " vertex %" PRIu32, v->first_instance + record / v->count,
                 v->first + record % v->count);
    else if (v->stage == WF_STAGE_VERTEX)
        snprintf(text, WF_RECORD_NAME, "vertex %" PRIu32, v->first + record);
    else if (emitted)
        snprintf(text, WF_RECORD_NAME, "primitive %" PRIu32 " invocation %" PRIu32 " vertex %" PRIu32,
                 invocation / l->invocations, invocation % l->invocations, record % l->max_vertices);
    else
        snprintf(text, WF_RECORD_NAME, "primitive %" PRIu32 " invocation %" PRIu32, invocation / l->invocations,
                 invocation % l->invocations);
}

/* "Position.y", "ClipDistance[1]", "light[2].x" */
static void name_member(char *text, size_t size, const struct wf_mesh_value *v, uint32_t scalar)
{
    const size_t used = (size_t)snprintf(text, size, "%s", v->name);
    const size_t at = used < size ? used : size - 1;
    char element[16] = "", component[4] = "";

    if (v->elements)
        snprintf(element, sizeof element, "[%" PRIu32 "]", scalar / v->components);
    if (v->components > 1)
        snprintf(component, sizeof component, ".%c", "xyzw"[scalar % v->components % 4]);
    snprintf(text + at, size - at, "%s%s", element, component);
}

static const struct wf_mesh_value *value_at(const struct wf_mesh_record *r, uint32_t word, uint32_t *scalar)
{
    for (size_t i = 0; i < r->values; i++) {
        const struct wf_mesh_value *v = &r->value[i];
        const uint32_t each = v->width == 64 ? 2 : 1;
        const uint32_t scalars = v->components * (v->elements ? v->elements : 1);
        if (word >= v->word && (word - v->word) / each < scalars) {
            *scalar = (word - v->word) / each;
            return v;
        }
    }
    return NULL;
}

struct wf_layout_node wf_mesh_scalar(const struct wf_mesh_value *value)
{
    static const enum wf_layout_kind kinds[] = {
        [WF_MESH_UINT] = WF_LAYOUT_UINT, [WF_MESH_INT] = WF_LAYOUT_INT, [WF_MESH_FLOAT] = WF_LAYOUT_FLOAT,
        [WF_MESH_BOOL] = WF_LAYOUT_BOOL};

    return (struct wf_layout_node){.kind = kinds[value->kind], .bits = value->kind == WF_MESH_BOOL ? 32 : value->width,
                                   .size = value->width == 64 ? 8 : 4};
}

/* Word `n` of a buffer that captures vertices: the scalar that begins in it, or the one that it is in. */
static bool find_captured(const struct wf_kernel *k, enum wf_mesh_buffer which, uint32_t n,
                          struct wfa_record_word *found)
{
    const struct wf_mesh_record *r = &k->shader.mesh.vertex;
    const uint32_t words = k->shader.mesh.xfb[which - WF_MESH_XFB].stride / 4, byte = n % words * 4;
    char member[64];

    for (size_t i = 0; i < r->values; i++) {
        const struct wf_mesh_value *v = &r->value[i];
        const uint32_t scalars = v->components * (v->elements ? v->elements : 1), each = v->width / 8;
        if (v->xfb != which - WF_MESH_XFB || byte + 4 <= v->xfb_byte || byte >= v->xfb_byte + scalars * each)
            continue;
        const uint32_t scalar = byte > v->xfb_byte ? (byte - v->xfb_byte) / each : 0;
        name_member(member, sizeof member, v, scalar);
        snprintf(found->name, sizeof found->name, "%s vertex %" PRIu32 ": %s", wf_mesh_buffer_name(which), n / words,
                 member);
        found->scalar = wf_mesh_scalar(v);
        if (each < 4)                   /* two of them: as the word is */
            found->scalar = (struct wf_layout_node){.kind = WF_LAYOUT_UINT, .bits = 32, .size = 4};
        found->first = n - (byte - v->xfb_byte) % each / 4;
        return true;
    }
    return false;
}

/* Words of the records of a kind; a buffer of the file may be longer. */
static uint64_t words_of(const struct wf_kernel *k, enum wf_mesh_buffer which)
{
    const struct wf_mesh_layout *l = &k->shader.mesh;
    const uint64_t groups = (uint64_t)k->desc.grid[0] * k->desc.grid[1] * k->desc.grid[2];

    if (k->mesh.lanes.stage)
        return wf_lanes_words(&k->mesh.lanes, l, which);
    switch (which) {
    case WF_MESH_COUNTS: return groups * WF_MESH_COUNTS_WORDS;
    case WF_MESH_VERTICES: return groups * l->max_vertices * l->vertex.words;
    case WF_MESH_PRIMITIVES: return groups * l->max_primitives * l->primitive.words;
    default: return UINT32_MAX;             /* of tasks, whose grid the mesh shader does not have */
    }
}

static const struct wf_mesh_record *record_of(const struct wf_mesh_layout *l, enum wf_mesh_buffer which)
{
    static struct wf_mesh_value count[] = {
        {.name = "vertices", .word = 0, .components = 1, .width = 32, .kind = WF_MESH_UINT},
        {.name = "primitives", .word = 1, .components = 1, .width = 32, .kind = WF_MESH_UINT}};
    static struct wf_mesh_value grid[] = {
        {.name = "mesh groups", .word = 0, .components = 3, .width = 32, .kind = WF_MESH_UINT}};
    static const struct wf_mesh_record counts = {.words = WF_MESH_COUNTS_WORDS, .value = count, .values = 2};
    static const struct wf_mesh_record tasks = {.words = WF_MESH_TASKS_WORDS, .value = grid, .values = 1};

    switch (which) {
    case WF_MESH_COUNTS: return &counts;
    case WF_MESH_TASKS: return &tasks;
    case WF_MESH_PAYLOAD: return &l->payload;
    case WF_MESH_PRIMITIVES: return &l->primitive;
    case WF_MESH_PATCHES: return &l->patch;
    default: return &l->vertex;
    }
}

bool wfa_find_record(const struct wf_kernel *kernel, unsigned number, uint32_t n, struct wfa_record_word *found)
{
    enum wf_mesh_buffer which;
    char place[WF_RECORD_NAME], member[64];
    uint32_t scalar;

    if (!find_kind(kernel, number, &which))
        return false;
    if (wf_mesh_is_xfb(which))
        return find_captured(kernel, which, n, found);
    const struct wf_mesh_record *r = record_of(&kernel->shader.mesh, which);
    if (n >= words_of(kernel, which) || !r->words)
        return false;
    const struct wf_mesh_value *v = value_at(r, n % r->words, &scalar);
    if (!v)
        return false;
    wf_kernel_name_record(kernel, which, n / r->words, place);
    name_member(member, sizeof member, v, scalar);
    snprintf(found->name, sizeof found->name, "%s: %s", place, member);
    found->scalar = wf_mesh_scalar(v);
    found->first = n / r->words * r->words + v->word + scalar * (v->width == 64 ? 2 : 1);
    return true;
}
