/* SPDX-License-Identifier: Apache-2.0
 *
 * generate_aggregate.c - structs and arrays as values: in phis, in variables, handed to functions.
 */
#include "generate_state.h"

void declare_aggregates(struct gen *g)
{
    for (unsigned k = 0; k < AGGREGATES; k++) {
        struct aggregate *a = &g->aggregate[k];
        a->is_array = one_in(g, 2);
        a->parts = 1 + below(g, AGGREGATE_PARTS);
        for (unsigned c = 0; c < a->parts; c++) {
            a->part[c] = k > 0 && one_in(g, 4) ? kind_of(BASES + below(g, k), 1) : random_kind(g, 0, false);
            if (a->is_array)
                a->part[c] = a->part[0];
        }
    }
}

const struct aggregate *aggregate_of(const struct gen *g, kind k)
{
    return &g->aggregate[base_of(k) - BASES];
}

uint32_t aggregate_type(struct gen *g, kind k)
{
    const struct aggregate *a = aggregate_of(g, k);
    uint32_t w[AGGREGATE_PARTS];

    for (unsigned c = 0; c < a->parts; c++)
        w[c] = type_of(g, a->part[c]);
    if (a->is_array)
        return TYPE(&g->b, OpTypeArray, w[0], build_u32(&g->b, a->parts));
    return build_unique(&g->b, OpTypeStruct, 0, w, a->parts);
}

uint32_t aggregate_constant(struct gen *g, kind k)
{
    const struct aggregate *a = aggregate_of(g, k);
    uint32_t w[AGGREGATE_PARTS];

    if (one_in(g, 4))
        return build_unique(&g->b, OpConstantNull, type_of(g, k), NULL, 0);
    for (unsigned c = 0; c < a->parts; c++)
        w[c] = random_constant(g, a->part[c]);
    return build_unique(&g->b, OpConstantComposite, type_of(g, k), w, a->parts);
}

uint32_t aggregate_word(struct gen *g, kind k, uint32_t id)
{
    const struct aggregate *a = aggregate_of(g, k);
    const uint32_t u32 = type_of(g, kind_of(U32, 1));
    uint32_t word = build_u32(&g->b, 17);

    for (unsigned c = 0; c < a->parts; c++) {
        const uint32_t one = OP(g, OpCompositeExtract, type_of(g, a->part[c]), id, c), bits = word_of_value(g, a->part[c], one);
        word = OP(g, OpIAdd, u32, OP(g, OpIMul, u32, word, build_u32(&g->b, 31)), bits);
    }
    return word;
}

/* Made, changed in one part, chosen among two, or taken apart. */
void random_aggregate(struct gen *g)
{
    const kind k = kind_of(BASES + below(g, AGGREGATES), 1);
    const struct aggregate *a = aggregate_of(g, k);
    const unsigned which = below(g, a->parts);
    uint32_t w[AGGREGATE_PARTS], other;

    if (!a->parts)
        return;
    switch (below(g, g->b.version >= 0x10400 ? 5 : 4)) {
    case 0:
        for (unsigned c = 0; c < a->parts; c++)
            w[c] = pick(g, a->part[c]);
        keep(g, k, build_value(&g->b, OpCompositeConstruct, type_of(g, k), w, a->parts));
        break;
    case 1: case 2:
        w[0] = pick(g, k);
        keep(g, a->part[which], OP(g, OpCompositeExtract, type_of(g, a->part[which]), w[0], which));
        break;
    case 3:
        w[0] = pick(g, a->part[which]);
        other = pick(g, k);
        keep(g, k, OP(g, OpCompositeInsert, type_of(g, k), w[0], other, which));
        break;
    default:
        w[0] = pick(g, kind_of(BOOL, 1));
        w[1] = pick(g, k);
        other = pick(g, k);
        keep(g, k, OP(g, OpSelect, type_of(g, k), w[0], w[1], other));
        break;
    }
}
