/* SPDX-License-Identifier: Apache-2.0
 * generate_patch.c - tessellation shaders: a few patches, whose control points come in; of a control shader outputs of each vertex and of the
 * patch, which other invocations read behind a barrier, of an evaluation shader points of the domain.
 */
#include "generate_stage.h"

enum { MODE_TRIANGLES = 22, MODE_QUADS = 24, MODE_ISOLINES = 25, PATCHES_MOST = 6, POINTS_MOST = 8, DOMAIN_MOST = 8 };

void choose_control(struct gen *g, uint32_t local[3])
{
    g->out->is_control = true;
    g->out->groups[0] = 1 + below(g, PATCHES_MOST);
    g->out->groups[1] = g->out->groups[2] = local[1] = local[2] = 1;
    g->threads = local[0] = one_in(g, 4) ? 1 + below(g, 32) : 1 + below(g, 8);
    g->out->vertices.points = 1 + below(g, POINTS_MOST);
    g->slots = 2 + below(g, 4);
}

void choose_evaluation(struct gen *g)
{
    struct interp_vertices *d = &g->out->vertices;

    d->evaluates = true;
    d->count = 1 + below(g, PATCHES_MOST);
    d->points = 1 + below(g, POINTS_MOST);
    d->instances = 1 + below(g, DOMAIN_MOST);
    d->is_coord_of_patches = one_in(g, 2);
    g->threads = d->count * d->instances;
    g->slots = 2 + below(g, 4);
    for (unsigned k = 0; k < 3; k++)
        g->out->groups[k] = 1;
}

static void declare_points(struct gen *g, uint32_t patches)
{
    const uint32_t points = g->out->vertices.points;

    build_capability(&g->b, 3 /* Tessellation */);
    for (unsigned n = 0, all = below(g, PIXEL_INPUTS - 1); n < all; n++)
        declare_vertex_input(g, n, (const uint32_t[]){ 1, patches * points, points }, points);
}

/* ---- control shaders ---- */

/* With `builtin` an array of so many floats; else a value at a location. */
static void declare_output(struct gen *g, kind k, int builtin, unsigned location, bool of_patch, uint32_t length)
{
    struct interp_mesh *mesh = &g->out->mesh;
    struct interp_records *to = of_patch ? &mesh->primitive : &mesh->vertex;
    struct interp_record *record = of_patch ? g->out->primitive_record : g->out->record;
    const uint32_t one = type_of(g, k), type = length ? TYPE(&g->b, OpTypeArray, one, build_u32(&g->b, length)) : one;
    const uint32_t id = global_variable(g, ScOutput, type, !length && one_in(g, 2) ? random_constant(g, k) : 0);
    const struct pixel_variable v = { id, k, length ? pointer_type(g, ScOutput, one) : 0, of_patch ? length : 0 };

    INSN(&g->b, DECORATIONS, OpDecorate, id, builtin < 0 ? DecLocation : DecBuiltIn, builtin < 0 ? location : (uint32_t)builtin);
    if (of_patch) {
        INSN(&g->b, DECORATIONS, OpDecorate, id, DecPatch);
        g->patch_output[g->patch_outputs++] = v;
    } else {
        g->pixel_output[g->pixel_outputs++] = v;
    }
    record[to->outputs++] = (struct interp_record){ location, builtin, to->words };
    to->words += words_of(k) * (of_patch && length ? length : 1);
    to->most = of_patch ? 1 : g->threads;
}

void declare_control(struct gen *g)
{
    const bool floats = has(g, FEATURE_float32);
    const uint32_t patches = g->out->groups[0];

    declare_points(g, patches);
    if (floats && has(g, FEATURE_vectors) && one_in(g, 2))
        declare_output(g, kind_of(F32, 4), BiPosition, 0, false, g->threads);
    for (unsigned n = 0, all = 1 + below(g, 2); n < all; n++)
        declare_output(g, kind_of_record(g), -1, n, false, g->threads);
    if (floats && one_in(g, 2))
        declare_output(g, kind_of(F32, 1), BiTessLevelOuter, 0, true, 4);
    if (floats && one_in(g, 3))
        declare_output(g, kind_of(F32, 1), BiTessLevelInner, 0, true, 2);
    if (one_in(g, 2) || !g->patch_outputs)
        declare_output(g, kind_of_record(g), -1, 4, true, 0);
    INSN(&g->b, MODES, OpExecutionMode, g->entry, ModeOutputVertices, g->threads);
    g->out->records = new_records(g, "Records", patches * g->threads * g->out->mesh.vertex.words);
    g->out->primitives = new_records(g, "Patches", patches * g->out->mesh.primitive.words);
}

uint32_t control_number(struct gen *g)
{
    const uint32_t u32 = u32_type(g);
    const uint32_t first = OP(g, OpIMul, u32, builtin(g, BiPrimitiveId), build_u32(&g->b, g->threads));

    return OP(g, OpIAdd, u32, first, builtin(g, BiInvocationId));
}

static void barrier(struct gen *g)
{
    /* Workgroup; the memory of the invocation, or OutputMemory that others see */
    const uint32_t scope = build_u32(&g->b, g->vulkan_model ? ScopeWorkgroup : 4 /* Invocation */);

    INSN(&g->b, BODY, OpControlBarrier, build_u32(&g->b, ScopeWorkgroup), scope, build_u32(&g->b, g->vulkan_model ? 0x7008 : 0));
}

static uint32_t place_of(struct gen *g, const struct pixel_variable *v, uint32_t index)
{
    return v->element_pointer ? OP(g, OpAccessChain, v->element_pointer, v->id, index) : v->id;
}

static uint32_t value_for(struct gen *g, kind k)
{
    const uint32_t id = pick(g, k);

    return is_float(base_of(k)) ? without_nan(g, k, id, 0) : id;
}

static void load(struct gen *g, kind k, uint32_t place)
{
    keep(g, k, OP(g, OpLoad, type_of(g, k), place));
}

/* One invocation stores into an output of the patch. */
static void store_of_patch(struct gen *g, const struct pixel_variable *v, uint32_t which, const uint32_t *index)
{
    const uint32_t id = value_for(g, v->kind);
    const uint32_t own = OP(g, OpIEqual, type_of(g, kind_of(BOOL, 1)), builtin(g, BiInvocationId), build_u32(&g->b, which));
    const uint32_t merge = begin_if(g, own);

    for (uint32_t k = 0; k < (v->length && !index ? v->length : 1); k++)
        INSN(&g->b, BODY, OpStore, place_of(g, v, index ? *index : build_u32(&g->b, k)), id);
    end_if(g, merge);
}

/* Each output of the patch has a value. */
void begin_control(struct gen *g)
{
    for (unsigned n = 0; n < g->patch_outputs; n++)
        store_of_patch(g, &g->patch_output[n], 0, NULL);
}

/* All store, and behind a barrier read what another one has stored. */
void random_patch_round(struct gen *g)
{
    const struct pixel_variable *v = &g->pixel_output[below(g, g->pixel_outputs)], *p = &g->patch_output[below(g, g->patch_outputs)];
    const uint32_t index = build_u32(&g->b, p->length ? below(g, p->length) : 0);

    const uint32_t own = place_of(g, v, builtin(g, BiInvocationId)), id = value_for(g, v->kind);

    INSN(&g->b, BODY, OpStore, own, id);
    barrier(g);
    load(g, v->kind, place_of(g, v, word_below(g, g->threads)));
    store_of_patch(g, p, below(g, g->threads), &index);
    barrier(g);
    load(g, p->kind, place_of(g, p, p->length ? word_below(g, p->length) : index));
    barrier(g);
}

void load_own_output(struct gen *g)
{
    const struct pixel_variable *v = &g->pixel_output[below(g, g->pixel_outputs)];

    load(g, v->kind, place_of(g, v, builtin(g, BiInvocationId)));
}

/* ---- evaluation shaders ---- */

static void declare_patch_input(struct gen *g, const char *name, kind k, int builtin, unsigned location, uint32_t length)
{
    struct generated *out = g->out;
    const bool is_of_patches = one_in(g, 2);
    const uint32_t words = words_of(k) * (length ? length : 1);
    struct generated_buffer *b = new_buffer(g, name, words * (is_of_patches ? out->vertices.count : 1), false);
    const uint32_t one = type_of(g, k), type = length ? TYPE(&g->b, OpTypeArray, one, build_u32(&g->b, length)) : one;
    const uint32_t id = global_variable(g, ScInput, type, 0);

    b->unbound = true;
    for (uint32_t w = 0; w < b->words && b->initial; w++)
        b->initial[w] = is_float(base_of(k)) ? random_bits(g) & 0xbbffbbff : random_word(g);
    INSN(&g->b, DECORATIONS, OpDecorate, id, builtin ? DecBuiltIn : DecLocation, builtin ? (uint32_t)builtin : location);
    INSN(&g->b, DECORATIONS, OpDecorate, id, DecPatch);
    g->pixel_input[g->pixel_inputs++] = (struct pixel_variable){ id, k, length ? pointer_type(g, ScInput, one) : 0, length };
    out->input[out->vertices.inputs++] = (struct generated_input){ location, (unsigned)(b - out->buffer), is_of_patches, false, builtin };
}

void declare_evaluation(struct gen *g)
{
    static const uint32_t modes[] = { MODE_TRIANGLES, MODE_QUADS, MODE_ISOLINES };
    struct interp_vertices *d = &g->out->vertices;

    declare_points(g, d->count);
    if (one_in(g, 2))
        declare_patch_input(g, "OfPatch", kind_of_record(g), 0, 4, 0);
    if (one_in(g, 2))
        declare_patch_input(g, "Outer", kind_of(F32, 1), BiTessLevelOuter, 0, 4);
    else if (one_in(g, 2))
        declare_patch_input(g, "Inner", kind_of(F32, 1), BiTessLevelInner, 0, 2);
    declare_vertex_outputs(g);
    INSN(&g->b, MODES, OpExecutionMode, g->entry, modes[below(g, 3)]);
    g->out->records = new_records(g, "Records", g->threads * d->words);
    struct generated_buffer *coord = new_buffer(g, "Coord", 3 * d->instances * (d->is_coord_of_patches ? d->count : 1), false);
    for (uint32_t k = 0; k < coord->words && coord->initial; k++) {     /* u says which point it is */
        union { float f; uint32_t bits; } u = { (float)(k % 3 ? below(g, DOMAIN_MOST + 1) : k / 3 % d->instances) / DOMAIN_MOST };
        coord->initial[k] = u.bits;
    }
    coord->unbound = true;
    g->out->coord = (unsigned)(coord - g->out->buffer);
}

uint32_t evaluation_number(struct gen *g)
{
    const uint32_t u32 = u32_type(g), patch = builtin(g, BiPrimitiveId), coord = builtin(g, BiTessCoord);
    const uint32_t f32 = type_of(g, kind_of(F32, 1)), most = constant_of(g, kind_of(F32, 1), 0x41000000 /* 8 */);
    const uint32_t point = OP(g, OpConvertFToU, u32, OP(g, OpFMul, f32, OP(g, OpCompositeExtract, f32, coord, 0), most));

    keep(g, kind_of(F32, 3), coord);
    return OP(g, OpIAdd, u32, OP(g, OpIMul, u32, patch, build_u32(&g->b, g->out->vertices.instances)), point);
}
