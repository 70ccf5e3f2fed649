/* SPDX-License-Identifier: Apache-2.0
 * generate_vertex.c - vertex shaders: some vertices of some instances, inputs, outputs in records.
 */
#include "generate_stage.h"

void choose_vertices(struct gen *g)
{
    struct interp_vertices *d = &g->out->vertices;

    d->instances = 1 + below(g, 3);
    d->count = 1 + below(g, 64 / d->instances);
    d->first = one_in(g, 2) ? 0 : below(g, 100);
    d->first_instance = one_in(g, 2) ? 0 : below(g, 100);
    g->threads = d->count * d->instances;
    for (unsigned k = 0; k < 3; k++)
        g->out->groups[k] = 1;
}

kind kind_of_record(struct gen *g)
{
    static const enum base base[] = { F32, U32, S32, F32, U64, F64 };
    const unsigned feature[] = { FEATURE_float32, FEATURES, FEATURES, FEATURE_float32, FEATURE_int64, FEATURE_float64 };
    const unsigned n = below(g, 6);

    if (feature[n] != FEATURES && !has(g, feature[n]))
        return kind_of(U32, 1);
    return kind_of(base[n], !has(g, FEATURE_vectors) ? 1 : 1 + below(g, width_of(base[n]) == 64 ? 2 : 4));
}

uint32_t words_of(kind k)
{
    return parts_of(k) * (width_of(base_of(k)) == 64 ? 2 : 1);
}

void declare_vertex_input(struct gen *g, unsigned n, const uint32_t things[3], uint32_t points)
{
    static const char *const name[PIXEL_INPUTS] = { "In0", "In1", "In2", "In3" };
    struct generated *out = g->out;
    const kind k = kind_of_record(g);
    const unsigned how = below(g, 3);
    struct generated_buffer *b = new_buffer(g, name[n], things[how] * words_of(k), false);
    const uint32_t each = type_of(g, k), type = points ? TYPE(&g->b, OpTypeArray, each, build_u32(&g->b, points)) : each;
    const uint32_t id = global_variable(g, ScInput, type, 0);

    b->unbound = true;
    for (uint32_t w = 0; w < b->words && b->initial; w++)
        b->initial[w] = is_float(base_of(k)) ? random_bits(g) & 0xbbffbbff : random_word(g);
    INSN(&g->b, DECORATIONS, OpDecorate, id, DecLocation, n);
    g->pixel_input[g->pixel_inputs++] = (struct pixel_variable){ id, k, points ? pointer_type(g, ScInput, each) : 0, 0 };
    out->input[out->vertices.inputs++] = (struct generated_input){ n, (unsigned)(b - out->buffer), how == 1, how == 2, 0 };
}

static void declare_output(struct gen *g, kind k, int builtin, unsigned location)
{
    struct interp_vertices *d = &g->out->vertices;
    const uint32_t id = global_variable(g, ScOutput, type_of(g, k), one_in(g, 2) ? random_constant(g, k) : 0);

    INSN(&g->b, DECORATIONS, OpDecorate, id, builtin < 0 ? DecLocation : DecBuiltIn, builtin < 0 ? location : (uint32_t)builtin);
    g->pixel_output[g->pixel_outputs++] = (struct pixel_variable){ id, k, 0, 0 };
    g->out->record[d->outputs++] = (struct interp_record){ location, builtin, d->words };
    d->words += words_of(k);
}

unsigned new_records(struct gen *g, const char *name, uint32_t words)
{
    struct generated_buffer *b = new_buffer(g, name, words, true);

    b->unbound = true;
    return (unsigned)(b - g->out->buffer);
}

void declare_vertices(struct gen *g)
{
    struct interp_vertices *d = &g->out->vertices;

    for (unsigned n = 0, all = below(g, PIXEL_INPUTS + 1); n < all; n++)
        declare_vertex_input(g, n, (const uint32_t[]){ 1, d->count, d->instances }, 0);
    declare_vertex_outputs(g);
    g->out->records = new_records(g, "Records", d->count * d->instances * d->words);
}

/* Records: built-in outputs by their number, then the others by location. */
void declare_vertex_outputs(struct gen *g)
{
    if (has(g, FEATURE_float32) && has(g, FEATURE_vectors))
        declare_output(g, kind_of(F32, 4), BiPosition, 0);
    for (unsigned n = 0, all = 1 + below(g, PIXEL_OUTPUTS - 1); n < all; n++)
        declare_output(g, kind_of_record(g), -1, n);
}

uint32_t vertex_number(struct gen *g)
{
    const struct interp_vertices *d = &g->out->vertices;
    const uint32_t u32 = u32_type(g);
    const uint32_t vertex = OP(g, OpISub, u32, builtin(g, BiVertexIndex), build_u32(&g->b, d->first));
    const uint32_t instance = OP(g, OpISub, u32, builtin(g, BiInstanceIndex), build_u32(&g->b, d->first_instance));

    return OP(g, OpIAdd, u32, OP(g, OpIMul, u32, instance, build_u32(&g->b, d->count)), vertex);
}
