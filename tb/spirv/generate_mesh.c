/* SPDX-License-Identifier: Apache-2.0
 * generate_mesh.c - mesh shaders: each thread of a group has a vertex and a primitive of its own.
 */
#include "generate_stage.h"

enum { MODE_OUTPUT_POINTS = 27, MODE_OUTPUT_LINES = 5269, MODE_OUTPUT_TRIANGLES = 5298, MODE_OUTPUT_VERTICES = 26, MODE_OUTPUT_PRIMITIVES = 5270,
       INDICES = 5294 /* PrimitivePointIndicesEXT, and the others after it */, PER_PRIMITIVE = 5271 };

static uint32_t groups_of(const struct gen *g)
{
    return g->out->groups[0] * g->out->groups[1] * g->out->groups[2];
}

static void declare_output(struct gen *g, struct interp_records *to, struct interp_record *record, kind k, int builtin, unsigned location)
{
    const uint32_t type = TYPE(&g->b, OpTypeArray, type_of(g, k), build_u32(&g->b, g->threads)), id = global_variable(g, ScOutput, type, 0);

    INSN(&g->b, DECORATIONS, OpDecorate, id, builtin < 0 ? DecLocation : DecBuiltIn, builtin < 0 ? location : (uint32_t)builtin);
    if (to == &g->out->mesh.primitive && builtin < 0)
        INSN(&g->b, DECORATIONS, OpDecorate, id, PER_PRIMITIVE);
    if (builtin < INDICES)
        g->pixel_output[g->pixel_outputs++] = (struct pixel_variable){ id, k, pointer_type(g, ScOutput, type_of(g, k)), 0 };
    else
        g->mesh_indices = (struct pixel_variable){ id, k, pointer_type(g, ScOutput, type_of(g, k)), 0 };
    record[to->outputs++] = (struct interp_record){ location, builtin, to->words };
    to->words += words_of(k);
    to->most = g->threads;
}

void declare_mesh(struct gen *g)
{
    static const uint32_t modes[] = { MODE_OUTPUT_POINTS, MODE_OUTPUT_LINES, MODE_OUTPUT_TRIANGLES };
    struct generated *out = g->out;
    struct interp_mesh *mesh = &out->mesh;
    const unsigned points = has(g, FEATURE_vectors) ? 1 + below(g, 3) : 1;

    build_capability(&g->b, 5283 /* MeshShadingEXT */);
    build_extension(&g->b, "SPV_EXT_mesh_shader");
    if (has(g, FEATURE_float32) && has(g, FEATURE_vectors))
        declare_output(g, &mesh->vertex, out->record, kind_of(F32, 4), BiPosition, 0);
    declare_output(g, &mesh->vertex, out->record, kind_of_record(g), -1, 0);
    declare_output(g, &mesh->primitive, out->primitive_record, kind_of(U32, points), INDICES + (int)points - 1, 0);
    declare_output(g, &mesh->primitive, out->primitive_record, kind_of_record(g), -1, 4);
    INSN(&g->b, MODES, OpExecutionMode, g->entry, MODE_OUTPUT_VERTICES, g->threads);
    INSN(&g->b, MODES, OpExecutionMode, g->entry, MODE_OUTPUT_PRIMITIVES, g->threads);
    INSN(&g->b, MODES, OpExecutionMode, g->entry, modes[points - 1]);
    out->counts = new_records(g, "Counts", 2 * groups_of(g));
    out->records = new_records(g, "Vertices", groups_of(g) * g->threads * mesh->vertex.words);
    out->primitives = new_records(g, "Primitives", groups_of(g) * g->threads * mesh->primitive.words);
}

/* Each primitive has the next vertices. */
void begin_mesh(struct gen *g)
{
    const struct pixel_variable *v = &g->mesh_indices;
    const uint32_t u32 = u32_type(g), own = builtin(g, BiLocalInvocationIndex), all = build_u32(&g->b, g->threads);
    uint32_t w[4];

    INSN(&g->b, BODY, OpSetMeshOutputsEXT, all, all);
    for (unsigned k = 0; k < parts_of(v->kind); k++)
        w[k] = OP(g, OpUMod, u32, OP(g, OpIAdd, u32, own, build_u32(&g->b, k)), all);
    const uint32_t place = OP(g, OpAccessChain, v->element_pointer, v->id, own);
    INSN(&g->b, BODY, OpStore, place, zip(g, v->kind, w));
}
