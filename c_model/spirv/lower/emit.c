/* SPDX-License-Identifier: Apache-2.0
 * emit.c - outputs of a lane: what their variables hold goes into a record, at the end of a vertex or evaluation
 * shader, and where a geometry shader emits a vertex.
 *
 * Each invocation of a geometry shader has room for OutputVertices records.  What it counts are slots, so that in
 * straight code the places of all records are constants.
 */
#include "mesh.h"

#include "../code/bounds.h"
#include "../math/math.h"

/* ---- records ---- */

/* Of the input whose values are handed on, that of this vertex; of an output its variable. */
static struct wfs_pointer source_of(struct wfs_lower *l, const struct wfs_mesh_variable *v, uint32_t vertex)
{
    if (!v->is_passed)
        return *l->value[v->id]->pointer;
    struct wfs_pointer from = {.variable = v->id, .pointee = v->type, .dynamic = wfs_none(), .align = 1U << 31};
    wfs_input_pointer(l, v->id, &from);
    from.offset += 4 * vertex * (uint32_t)v->type->words;
    return from;
}

/* The words of one value of the record, from its variable. */
static void store_value(struct wfs_lower *l, const struct wfs_mesh_variable *v, const struct wf_mesh_value *value,
                        const struct wfs_pointer *from, const struct wfs_pointer *record)
{
    const uint32_t words = (value->elements ? value->elements : 1) * value->components * (value->width == 64 ? 2 : 1);

    wfs_work(l->env, words);
    for (uint32_t i = 0; i < words; i++)
        wfs_store_word(l, record, value->word + i, wfs_load_variable(l, from, value->word - v->word + i));
}

/* A vertex, as the output variables of a stream are; its record begins at byte `begin`.  `vertex`: which one of those
 * that are handed on. */
static struct wfs_pointer store_vertex(struct wfs_lower *l, wfs_val begin, uint32_t stream, uint32_t vertex)
{
    const struct wfs_mesh_interface *in = &l->mesh->interface;
    const struct wf_mesh_record *r = &in->layout.vertex;
    struct wfs_pointer to = {.space = WFS_BUFFER, .is_bounded = true, .dynamic = begin, .align = 4,
                             .buffer = wfs_const(l->target->mesh_buffer[WF_MESH_VERTICES]),
                             .most = wfs_bounds_of(l->code, begin).most};

    for (size_t i = 0; i < in->variables; i++) {
        const struct wfs_mesh_variable *v = &in->variable[i];
        to.variable = v->id;
        wfs_work(l->env, r->values / 8 + 1);
        for (size_t k = 0; k < r->values && v->record == WFS_OF_VERTEX && v->stream == stream; k++)
            if (r->value[k].written && r->value[k].word - v->word < v->type->words) {
                const struct wfs_pointer from = source_of(l, v, vertex);
                store_value(l, v, &r->value[k], &from, &to);
            }
    }
    return to;
}

/* ---- what a geometry shader counts ---- */

/* Vertices that are emitted, those without room too; primitives of those with room.  Then of each stream: strips that
 * are ended, vertices of the one that is not. */
enum { EMITTED, PRIMITIVES, STREAMS, STRIP = 0, VERTICES, OF_STREAM };

static uint32_t of_stream(const struct wfs_lower *l, uint32_t stream, uint32_t which)
{
    return l->mesh->counter + STREAMS + OF_STREAM * stream + which;
}

void wfs_begin_emission(struct wfs_lower *l)
{
    const struct wf_mesh_layout *layout = &l->mesh->interface.layout;

    l->mesh->counters = STREAMS + OF_STREAM * l->mesh->interface.layout.streams;
    l->mesh->counter = wfs_new_slots(l, l->mesh->counters);
    l->mesh->begin[WFS_OF_VERTEX] =
        wfs_mul(l->code, l->mesh->group, wfs_const(4 * layout->max_vertices * layout->vertex.words));
}

static void emit_vertex(struct wfs_lower *l, uint32_t stream, uint32_t vertex)
{
    struct wfs_code *c = l->code;
    const struct wf_mesh_layout *layout = &l->mesh->interface.layout;
    const uint32_t most = layout->max_vertices, words = layout->vertex.words;
    const wfs_val emitted = l->slot[l->mesh->counter + EMITTED], has_room = wfs_ltu(c, emitted, wfs_const(most));
    const wfs_val begin = wfs_add(c, l->mesh->begin[WFS_OF_VERTEX], wfs_mul(c, emitted, wfs_const(4 * words)));
    const bool is_known = wfs_is_const(has_room);

    if (!is_known)
        wfs_if(c, has_room);
    if (!is_known || has_room.bits) {
        const uint32_t last = words - (l->mesh->interface.layout.streams > 1);
        const struct wfs_pointer to = store_vertex(l, begin, stream, vertex);
        wfs_store_word(l, &to, last - 1, l->slot[of_stream(l, stream, STRIP)]);
        if (l->mesh->interface.layout.streams > 1)
            wfs_store_word(l, &to, last, wfs_const(stream));
    }
    if (!is_known)
        wfs_flow(c, WF_OP_ENDIF);
    const wfs_val vertices = wfs_add(c, l->slot[of_stream(l, stream, VERTICES)], has_room);
    const wfs_val is_whole = wfs_lnot(c, wfs_ltu(c, vertices, wfs_const(layout->indices)));
    const wfs_val primitives = l->slot[l->mesh->counter + PRIMITIVES];
    wfs_set_slot(l, of_stream(l, stream, VERTICES), vertices);
    wfs_set_slot(l, l->mesh->counter + PRIMITIVES, wfs_add(c, primitives, wfs_and(c, has_room, is_whole)));
    wfs_set_slot(l, l->mesh->counter + EMITTED, wfs_add(c, emitted, wfs_const(1)));
}

static void end_primitive(struct wfs_lower *l, uint32_t stream)
{
    const uint32_t strip = of_stream(l, stream, STRIP);

    wfs_set_slot(l, strip, wfs_add(l->code, l->slot[strip], wfs_const(1)));
    wfs_set_slot(l, of_stream(l, stream, VERTICES), wfs_const(0));
}

/* The constant operand. */
static uint32_t stream_of(struct wfs_lower *l, uint32_t at)
{
    const wfs_val stream = wfs_word(l, wfs_operand(l->m, at, 1));

    if (!wfs_is_const(stream) || stream.bits >= l->mesh->interface.layout.streams)
        wfs_refuse(l->m, at, "its stream is no constant below %u; expected one, which above 0 takes the Capability "
                   "GeometryStreams", (unsigned)l->mesh->interface.layout.streams);
    return stream.bits;
}

void wfs_lower_emission(struct wfs_lower *l, uint32_t at)
{
    if (!l->mesh || l->mesh->interface.stage->stage != WF_STAGE_GEOMETRY)
        wfs_refuse(l->m, at, "expected it in a geometry shader");
    if (l->mesh->interface.layout.passes_through)
        wfs_refuse(l->m, at, "the shader has inputs with PassthroughNV, and gives the primitive that it takes; expected "
                   "it in one without");
    switch (wfs_op_at(l->m, at)) {
    case WfsOpEmitVertex: emit_vertex(l, 0, 0); return;
    case WfsOpEmitStreamVertex: emit_vertex(l, stream_of(l, at), 0); return;
    case WfsOpEndPrimitive: end_primitive(l, 0); return;
    default: end_primitive(l, stream_of(l, at)); return;
    }
}

/* ---- the end ---- */

void wfs_end_lanes(struct wfs_lower *l)
{
    struct wfs_code *c = l->code;
    const struct wf_mesh_record *vertex = &l->mesh->interface.layout.vertex;

    if (l->mesh->interface.stage->stage != WF_STAGE_GEOMETRY) {
        store_vertex(l, wfs_mul(c, l->mesh->group, wfs_const(4 * vertex->words)), 0, 0);
        return;
    }
    for (uint32_t i = 0; l->mesh->interface.layout.passes_through && i < l->mesh->interface.layout.max_vertices; i++)
        emit_vertex(l, 0, i);
    const wfs_val record = wfs_mul(c, l->mesh->group, wfs_const(4 * WF_MESH_COUNTS_WORDS));
    for (uint32_t i = 0; i < WF_MESH_COUNTS_WORDS; i++)
        wfs_store(c, l->target->mesh_buffer[WF_MESH_COUNTS], record, (uint16_t)(4 * i),
                  l->slot[l->mesh->counter + EMITTED + i]);
}
