/* SPDX-License-Identifier: Apache-2.0
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
