/* SPDX-License-Identifier: Apache-2.0
 * generate_geometry.c - geometry shaders: points, lines or triangles come in, and strips go out, from anywhere in the entry point.
 */
#include "generate_stage.h"

enum { MODE_INVOCATIONS = 0, MODE_INPUT_POINTS = 19, MODE_INPUT_LINES = 20, MODE_TRIANGLES = 22, MODE_OUTPUT_VERTICES = 26, MODE_OUTPUT_POINTS = 27,
       MOST = 6 };

void choose_primitives(struct gen *g)
{
    struct interp_vertices *d = &g->out->vertices;

    d->instances = 1 + below(g, 2);
    d->count = 1 + below(g, 40 / d->instances);
    d->points = 1 + below(g, 3);
    d->indices = 1 + below(g, 3);
    d->most = 1 + below(g, MOST);
    g->threads = d->count * d->instances;
    for (unsigned k = 0; k < 3; k++)
        g->out->groups[k] = 1;
}

void declare_geometry(struct gen *g)
{
    static const uint32_t taken[] = { MODE_INPUT_POINTS, MODE_INPUT_LINES, MODE_TRIANGLES };
    struct interp_vertices *d = &g->out->vertices;

    build_capability(&g->b, 2 /* Geometry */);
    for (unsigned n = 0, all = below(g, PIXEL_INPUTS); n < all; n++)
        declare_vertex_input(g, n, (const uint32_t[]){ 1, d->count * d->points, d->points }, d->points);
    declare_vertex_outputs(g);
    d->words++;                         /* the strip */
    INSN(&g->b, MODES, OpExecutionMode, g->entry, taken[d->points - 1]);
    INSN(&g->b, MODES, OpExecutionMode, g->entry, MODE_INVOCATIONS, d->instances);
    INSN(&g->b, MODES, OpExecutionMode, g->entry, MODE_OUTPUT_POINTS + d->indices - 1);
    INSN(&g->b, MODES, OpExecutionMode, g->entry, MODE_OUTPUT_VERTICES, d->most);
    g->out->records = new_records(g, "Records", g->threads * d->most * d->words);
    g->out->counts = new_records(g, "Counts", g->threads * 2);
}

/* Outputs are undefined after an emission. */
static void emit(struct gen *g)
{
    begin_outputs(g);
    build_insn(&g->b, BODY, OpEmitVertex, NULL, 0);
    begin_outputs(g);
}

/* Unless the invocation has emitted as many as it may, which a private variable counts. */
static void emit_if_room(struct gen *g)
{
    const uint32_t u32 = u32_type(g);

    if (!g->emitted)
        g->emitted = global_variable(g, ScPrivate, u32, build_u32(&g->b, 0));
    const uint32_t count = OP(g, OpLoad, u32, g->emitted);
    const uint32_t room = OP(g, OpULessThan, type_of(g, kind_of(BOOL, 1)), count, build_u32(&g->b, g->out->vertices.most));
    const uint32_t merge = begin_if(g, room);
    emit(g);
    INSN(&g->b, BODY, OpStore, g->emitted, OP(g, OpIAdd, u32, count, build_u32(&g->b, 1)));
    end_if(g, merge);
}

void random_emission(struct gen *g)
{
    if (one_in(g, 4))
        build_insn(&g->b, BODY, OpEndPrimitive, NULL, 0);
    else if (has(g, FEATURE_lost))
        emit(g);
    else
        emit_if_room(g);
}

uint32_t primitive_number(struct gen *g)
{
    const uint32_t u32 = u32_type(g);
    const uint32_t first = OP(g, OpIMul, u32, builtin(g, BiPrimitiveId), build_u32(&g->b, g->out->vertices.instances));

    return OP(g, OpIAdd, u32, first, builtin(g, BiInvocationId));
}
