/* SPDX-License-Identifier: Apache-2.0
 * generate_access.c - loads and stores of parts of blocks: down access chains of any depth, or as a whole and taken apart.
 */
#include "generate_layout.h"

enum { PATH = 16 };
struct path {
    uint32_t index[PATH];           /* ids */
    unsigned n;
    unsigned node;                  /* where it has come to */
    kind kind;                      /* of a leaf, column or component */
    bool at_kind;                   /* it has come to one of these */
};

/* An index below `count`, a power of two where it is not constant. */
static uint32_t index_of(struct gen *g, uint32_t count, bool constant)
{
    const kind k = kind_of(one_in(g, 4) ? S32 : U32, 1);

    if (constant || (count & (count - 1)))
        return constant_of(g, k, below(g, count));
    return OP(g, OpBitwiseAnd, type_of(g, k), pick(g, k), constant_of(g, k, count - 1));
}

static void step(struct gen *g, struct path *p)
{
    const struct node *n = &g->layout->node[p->node];
    unsigned which;

    switch (n->what) {
    case STRUCT:
        which = below(g, n->members);
        p->index[p->n++] = constant_of(g, kind_of(one_in(g, 3) ? S32 : U32, 1), which);
        p->node = n->member[which];
        break;
    case ARRAY:
        p->index[p->n++] = n->length ? index_of(g, n->length, one_in(g, 3)) : g->thread;
        p->node = n->element;
        break;
    case MATRIX:
        p->index[p->n++] = index_of(g, n->columns, one_in(g, 3));
        p->kind = n->kind;
        p->at_kind = true;
        break;
    default:
        p->kind = n->kind;
        p->at_kind = true;
        break;
    }
}

static void into_component(struct gen *g, struct path *p)
{
    const unsigned parts = parts_of(p->kind);

    if (parts == 1 || !one_in(g, 3))
        return;
    p->index[p->n++] = index_of(g, parts, one_in(g, 2));
    p->kind = kind_of(base_of(p->kind), 1);
}

static uint32_t chain(struct gen *g, const struct block *b, const struct path *p, uint32_t type)
{
    uint32_t w[1 + PATH] = { b->variable };

    for (unsigned k = 0; k < p->n; k++)
        w[1 + k] = p->index[k];
    return build_value(&g->b, one_in(g, 4) ? OpInBoundsAccessChain : OpAccessChain, pointer_type(g, b->storage, type), w, 1 + p->n);
}

/* The same type without layout, as a function's variable would have it. */
static uint32_t twin_of(struct gen *g, unsigned node)
{
    struct node *n = &g->layout->node[node];
    uint32_t w[MEMBERS];

    if (n->twin)
        return n->twin;
    if (n->what == ARRAY) {
        w[0] = twin_of(g, n->element);
        n->twin = TYPE(&g->b, OpTypeArray, w[0], build_u32(&g->b, n->length));
    } else {
        for (unsigned k = 0; k < n->members; k++)
            w[k] = twin_of(g, n->member[k]);
        n->twin = build_unique(&g->b, OpTypeStruct, 0, w, n->members);
    }
    return n->twin;
}

static bool has_runtime_array(const struct layout *l, unsigned node)
{
    const struct node *n = &l->node[node];

    if (n->what == ARRAY)
        return n->length == 0 || has_runtime_array(l, n->element);
    for (unsigned k = 0; k < n->members && n->what == STRUCT; k++)
        if (has_runtime_array(l, n->member[k]))
            return true;
    return false;
}

/* A path by literals from the node down to a leaf or column; returns its kind. */
static kind literals(struct gen *g, unsigned node, uint32_t *w, uint32_t *n)
{
    for (;;) {
        const struct node *at = &g->layout->node[node];
        switch (at->what) {
        case STRUCT:
            w[*n] = below(g, at->members);
            node = at->member[w[(*n)++]];
            break;
        case ARRAY:
            w[(*n)++] = below(g, at->length);
            node = at->element;
            break;
        case MATRIX: w[(*n)++] = below(g, at->columns); return at->kind;
        default: return at->kind;
        }
    }
}

/* Something to store, whose bits are to be compared. */
static uint32_t pick_stored(struct gen *g, kind k)
{
    const uint32_t id = pick(g, k);

    return has(g, FEATURE_nan_bits) ? id : without_nan(g, k, id, 0);
}

/* All of what is at the path: loaded, perhaps copied to the type without layout, changed in one place and stored back. */
static void use_whole(struct gen *g, const struct block *b, const struct path *p, bool may_store)
{
    const uint32_t type = g->layout->node[p->node].type, place = chain(g, b, p, type);
    uint32_t w[PATH + 2], n = 1, whole = OP(g, OpLoad, type, place);
    kind k;

    w[0] = whole;
    if (g->b.version >= 0x10400 && g->layout->node[p->node].what > MATRIX && one_in(g, 2))
        w[0] = OP(g, OpCopyLogical, twin_of(g, p->node), whole);
    k = literals(g, p->node, w, &n);
    if (n == 1)
        keep(g, k, whole);
    else
        keep(g, k, build_value(&g->b, OpCompositeExtract, type_of(g, k), w, n));
    if (!may_store || n == 1)
        return;
    for (uint32_t c = n; c > 1; c--)
        w[c] = w[c - 1];
    w[1] = whole;
    w[0] = pick_stored(g, k);
    whole = build_value(&g->b, OpCompositeInsert, type, w, n + 1);
    if (g->b.version >= 0x10400 && g->layout->node[p->node].what > MATRIX && one_in(g, 3))
        whole = OP(g, OpCopyLogical, type, OP(g, OpCopyLogical, twin_of(g, p->node), whole));
    INSN(&g->b, BODY, OpStore, place, whole);
}

void random_layout(struct gen *g)
{
    const struct layout *l = g->layout;
    const struct block *b;
    struct path p = { .n = 0 };
    bool own;
    uint32_t place;

    if (!l->blocks)
        return;
    b = &l->block[below(g, l->blocks)];
    p.node = b->node;
    if (b->own_items && one_in(g, 12)) {
        keep(g, kind_of(U32, 1), OP(g, OpArrayLength, u32_type(g), b->variable, 1));
        return;
    }
    step(g, &p);
    while (!p.at_kind && (has_runtime_array(l, p.node) || !one_in(g, 6)))
        step(g, &p);
    own = b->own_items && p.n > 1 && p.index[1] == g->thread;
    if (!p.at_kind) {
        use_whole(g, b, &p, own && one_in(g, 2));
        return;
    }
    into_component(g, &p);
    place = chain(g, b, &p, type_of(g, p.kind));
    if (own && one_in(g, 2))
        INSN(&g->b, BODY, OpStore, place, pick_stored(g, p.kind));
    else
        keep(g, p.kind, OP(g, OpLoad, type_of(g, p.kind), place));
}
