/* SPDX-License-Identifier: Apache-2.0
 * mesh.c - task and mesh shaders: outputs and payload in buffers, OpSetMeshOutputsEXT, OpEmitMeshTasksEXT.
 *
 * Each group has a record in each buffer of wavefold/mesh.h.  The two instructions take their arguments from the first
 * invocation of the group; but each invocation also counts its call, and notes maximum and complement of each argument,
 * so that a call that is not uniform is found after the run.
 */
#include "mesh.h"

#include "../code/bounds.h"
#include "../math/math.h"

/* ---- the beginning ---- */

/* The first invocation of the group; groups of whole waves have no thread ids. */
static wfs_val is_first(struct wfs_lower *l)
{
    struct wfs_code *c = l->code;

    return wfs_eq(c, l->whole_waves ? wfs_or(c, wfs_sv(c, WF_SV_WAVE), wfs_sv(c, WF_SV_LANE))
                                    : wfs_sv(c, WF_SV_GINDEX), wfs_const(0));
}

static wfs_val load_buffer(struct wfs_lower *l, enum wf_mesh_buffer buffer, wfs_val address, uint32_t word)
{
    return wfs_load(l->code, l->target->mesh_buffer[buffer], address, (uint16_t)(4 * word));
}

/* The place of the group in its grid, x fastest; the grid of tasks is a row already. */
static wfs_val place_in_grid(struct wfs_lower *l)
{
    struct wfs_code *c = l->code;
    const wfs_val x = wfs_sv(c, WF_SV_GID_X), y = wfs_sv(c, WF_SV_GID_Y), z = wfs_sv(c, WF_SV_GID_Z);

    if (l->mesh->of_tasks)
        return x;
    const wfs_val row = wfs_add(c, wfs_mul(c, z, wfs_sv(c, WF_SV_GRID_Y)), y);
    return wfs_add(c, wfs_mul(c, row, wfs_sv(c, WF_SV_GRID_X)), x);
}

static void load_place(struct wfs_lower *l)
{
    const wfs_val record = wfs_mul(l->code, l->mesh->group, wfs_const(4 * WF_MESH_GROUPS_WORDS));

    l->mesh->task = load_buffer(l, WF_MESH_GROUPS, record, 0);
    for (uint32_t i = 0; i < 3; i++) {
        l->mesh->place[i] = load_buffer(l, WF_MESH_GROUPS, record, 1 + i);
        l->mesh->grid[i] = load_buffer(l, WF_MESH_GROUPS, record, 4 + i);
    }
}

bool wfs_counts_elsewhere(const struct wfs_module *m, uint32_t function)
{
    uint32_t in = 0;

    for (uint32_t at = m->first_function; at < m->words; at = wfs_after(m, at)) {
        if (wfs_op_at(m, at) == WfsOpFunction)
            in = wfs_operand(m, at, 2);
        if (wfs_counts(wfs_op_at(m, at)) && in != function)
            return true;
    }
    return false;
}

struct wfs_mesh *wfs_new_mesh(struct wfs_lower *l, const struct wfs_mesh_interface *interface)
{
    l->mesh = wfs_new(l->env, 1, sizeof *l->mesh);
    l->mesh->interface = *interface;
    return l->mesh;
}

/* The buffer of the numbers of a group, and how many there are. */
static enum wf_mesh_buffer counts(const struct wfs_lower *l, uint32_t *words)
{
    *words = l->mesh->is_task ? WF_MESH_TASKS_WORDS : WF_MESH_COUNTS_WORDS;
    return l->mesh->is_task ? WF_MESH_TASKS : WF_MESH_COUNTS;
}

/* SPV_NV_mesh_shader: all vertices are given, and the numbers of primitives and groups are variables. */
static void begin_nv(struct wfs_lower *l)
{
    const struct wf_mesh_layout *layout = &l->mesh->interface.layout;
    const bool task = l->mesh->is_task;
    uint32_t words;
    const unsigned buffer = l->target->mesh_buffer[counts(l, &words)];
    const wfs_val record = wfs_mul(l->code, l->mesh->group, wfs_const(4 * words));

    wfs_if(l->code, is_first(l));
    if (task) {                         /* the other sides of the grid */
        wfs_store(l->code, buffer, record, 4, wfs_const(1));
        wfs_store(l->code, buffer, record, 8, wfs_const(1));
    } else {
        wfs_store(l->code, buffer, record, 0, wfs_const(layout->max_vertices));
    }
    wfs_flow(l->code, WF_OP_ENDIF);
    wfs_set_slot(l, l->mesh->counter, wfs_const(layout->max_vertices));
    wfs_set_slot(l, l->mesh->counter + 1, wfs_const(layout->max_primitives));
}

static void point_to_count(struct wfs_lower *l, struct wfs_pointer *p)
{
    uint32_t words;

    p->space = WFS_BUFFER;
    p->buffer = wfs_const(l->target->mesh_buffer[counts(l, &words)]);
    p->offset = l->mesh->is_task ? 0 : 4;
    p->dynamic = wfs_mul(l->code, l->mesh->group, wfs_const(4 * words));
    p->most = wfs_bounds_of(l->code, p->dynamic).most;
    p->align = 4;
    p->is_bounded = true;
}

void wfs_begin_mesh(struct wfs_lower *l, const struct wfs_mesh_interface *interface, uint32_t function, bool is_task)
{
    struct wfs_mesh *mesh = wfs_new_mesh(l, interface);

    mesh->is_task = is_task;
    mesh->is_called = wfs_counts_elsewhere(l->m, function);
    mesh->of_tasks = !is_task && l->target->of_tasks;
    mesh->group = mesh->task = place_in_grid(l);
    if (mesh->of_tasks)
        load_place(l);
    mesh->counters = 2;
    mesh->counter = wfs_new_slots(l, mesh->counters);
    const struct wf_mesh_layout *layout = &mesh->interface.layout;
    mesh->begin[WFS_OF_PAYLOAD] = wfs_mul(l->code, mesh->task, wfs_const(4 * layout->payload.words));
    mesh->begin[WFS_OF_VERTEX] =
        wfs_mul(l->code, mesh->group, wfs_const(4 * layout->max_vertices * layout->vertex.words));
    mesh->begin[WFS_OF_PRIMITIVE] =
        wfs_mul(l->code, mesh->group, wfs_const(4 * layout->max_primitives * layout->primitive.words));
    if (layout->is_nv)
        begin_nv(l);
}

/* ---- variables ---- */

void wfs_mesh_pointer(struct wfs_lower *l, uint32_t at, uint32_t id, struct wfs_pointer *p)
{
    const struct wfs_mesh_variable *v = wfs_mesh_variable(&l->mesh->interface, id);

    if (v->record == WFS_OF_PAYLOAD && !l->mesh->is_task && !l->mesh->of_tasks)
        wfs_refuse(l->m, at, "%s is the payload of a task shader, and the mesh shader runs without one; expected "
                   "--task FILE, or `task \"FILE\"` in a kernel file", wfs_shown(l->m, id));
    if (v->record == WFS_OF_COUNT)
        point_to_count(l, p);
    else if (v->record == WFS_OF_PAYLOAD)
        wfs_point_into_record(l, v, WF_MESH_PAYLOAD, p);
    else if (v->record == WFS_OF_PATCH)
        wfs_point_into_record(l, v, WF_MESH_PATCHES, p);
    else
        wfs_point_to_records(l, v, v->record == WFS_OF_PRIMITIVE ? WF_MESH_PRIMITIVES : WF_MESH_VERTICES, p);
}

/* ---- the two instructions ---- */

static void record_call(struct wfs_lower *l, enum wf_mesh_buffer results, enum wf_mesh_buffer calls,
                        const wfs_val *argument, uint32_t arguments)
{
    struct wfs_code *c = l->code;
    const unsigned number = l->target->mesh_buffer[calls];
    const wfs_val call = wfs_mul(c, l->mesh->group, wfs_const(4 * (1 + 2 * arguments)));
    const wfs_val result = wfs_mul(c, l->mesh->group, wfs_const(4 * arguments));

    wfs_atomic(c, number, WF_ATOM_ADD, call, 0, wfs_const(1), wfs_none(), false);
    for (uint32_t i = 0; i < arguments; i++) {
        const uint16_t at = (uint16_t)(4 + 8 * i);
        if (wfs_is_const(argument[i]))          /* the same in all invocations */
            continue;
        wfs_atomic(c, number, WF_ATOM_MAXU, call, at, argument[i], wfs_none(), false);
        wfs_atomic(c, number, WF_ATOM_MAXU, call, (uint16_t)(at + 4), wfs_not(c, argument[i]), wfs_none(), false);
    }
    wfs_if(c, is_first(l));
    for (uint32_t i = 0; i < arguments; i++)
        wfs_store(c, l->target->mesh_buffer[results], result, (uint16_t)(4 * i), argument[i]);
    wfs_flow(c, WF_OP_ENDIF);
}

void wfs_set_mesh_outputs(struct wfs_lower *l, uint32_t at)
{
    if (!l->mesh || l->mesh->interface.stage->stage != WF_STAGE_MESH)
        wfs_refuse(l->m, at, "expected it in a mesh shader");
    const struct wf_mesh_layout *layout = &l->mesh->interface.layout;
    const wfs_val argument[2] = {wfs_word(l, wfs_operand(l->m, at, 1)), wfs_word(l, wfs_operand(l->m, at, 2))};
    const uint32_t most[2] = {layout->max_vertices, layout->max_primitives};

    record_call(l, WF_MESH_COUNTS, WF_MESH_CALLS, argument, 2);
    for (uint32_t i = 0; i < 2; i++)
        wfs_set_slot(l, l->mesh->counter + i, wfs_minu(l->code, argument[i], wfs_const(most[i])));
}

void wfs_emit_mesh_tasks(struct wfs_lower *l, uint32_t at)
{
    wfs_val argument[3];

    if (!l->mesh || !l->mesh->is_task)
        wfs_refuse(l->m, at, "expected it in a task shader");
    for (uint32_t i = 0; i < 3; i++)
        argument[i] = wfs_word(l, wfs_operand(l->m, at, 1 + i));
    record_call(l, WF_MESH_TASKS, WF_MESH_TASK_CALLS, argument, 3);
}
