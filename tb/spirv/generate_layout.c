/* SPDX-License-Identifier: Apache-2.0
 * generate_layout.c - random types with explicit layouts, by the rules of std140 and std430 with holes: a storage buffer, of which each
 * thread has an item for itself, a uniform buffer, and push constants.
 */
#include "generate_layout.h"

#include <stdlib.h>

static uint32_t round_up(uint32_t v, uint32_t to)
{
    return (v + to - 1) / to * to;
}

static uint32_t vector_align(enum base base, unsigned parts)
{
    return width_of(base) / 8 * (parts == 3 ? 4 : parts);
}

/* What a scalar that is not of 32 or 64 bits needs to lie in such memory. */
static void need_storage(struct gen *g, uint32_t storage, unsigned width)
{
    if (width == 16)
        build_capability(&g->b, storage == ScPushConstant ? 4435 : storage == ScUniform ? CapUniformAndStorageBuffer16BitAccess
                                                                                        : CapStorageBuffer16BitAccess);
    if (width == 8) {
        build_capability(&g->b, storage == ScPushConstant ? 4450 : storage == ScUniform ? CapUniformAndStorageBuffer8BitAccess
                                                                                        : CapStorageBuffer8BitAccess);
        if (g->b.version < 0x10500)
            build_extension(&g->b, "SPV_KHR_8bit_storage");
    }
}

static unsigned new_node(struct layout *l, enum node_what what)
{
    l->node[l->nodes] = (struct node){ .what = what };
    return l->nodes++;
}

static unsigned new_leaf(struct gen *g, struct layout *l)
{
    const unsigned at = new_node(l, LEAF);
    struct node *n = &l->node[at];

    n->kind = random_kind(g, ~(1u << BOOL), false);
    need_storage(g, l->storage, width_of(base_of(n->kind)));
    n->size = width_of(base_of(n->kind)) / 8 * parts_of(n->kind);
    n->align = vector_align(base_of(n->kind), parts_of(n->kind));
    n->type = n->twin = type_of(g, n->kind);
    return at;
}

static unsigned new_matrix(struct gen *g, struct layout *l)
{
    const unsigned at = new_node(l, MATRIX), rows = 2 + below(g, 3);
    const enum base base = has(g, FEATURE_float64) && one_in(g, 4) ? F64 : F32;
    struct node *n = &l->node[at];

    build_capability(&g->b, CapMatrix);
    n->kind = kind_of(base, rows);
    n->columns = 2 + below(g, 3);
    n->row_major = one_in(g, 2);
    n->align = vector_align(base, n->row_major ? n->columns : rows);
    if (l->std140)
        n->align = round_up(n->align, 16);
    n->matrix_stride = n->align * (one_in(g, 4) ? 2 : 1);
    n->size = n->matrix_stride * (n->row_major ? rows : n->columns);
    n->type = n->twin = TYPE(&g->b, OpTypeMatrix, type_of(g, n->kind), n->columns);
    return at;
}

static unsigned random_node(struct gen *g, struct layout *l, unsigned depth);

/* length 0: a runtime array of the element */
static unsigned new_array(struct gen *g, struct layout *l, unsigned element, uint32_t length)
{
    const unsigned at = new_node(l, ARRAY);
    struct node *n = &l->node[at];
    const struct node *e = &l->node[element];

    n->length = length;
    n->element = element;
    n->align = l->std140 ? round_up(e->align, 16) : e->align;
    n->stride = round_up(e->size, n->align) + n->align * one_in(g, 4);
    n->size = n->stride * length;
    n->type = build_id(&g->b);
    INSN(&g->b, DECORATIONS, OpDecorate, n->type, DecArrayStride, n->stride);
    if (length)
        INSN(&g->b, GLOBALS, OpTypeArray, n->type, e->type, build_u32(&g->b, length));
    else
        INSN(&g->b, GLOBALS, OpTypeRuntimeArray, n->type, e->type);
    return at;
}

/* A matrix' layout stands at the member that it is in, also inside of arrays. */
static void decorate_matrix(struct gen *g, const struct layout *l, uint32_t type, unsigned member, unsigned node)
{
    const struct node *n = &l->node[node];

    while (n->what == ARRAY)
        n = &l->node[n->element];
    if (n->what != MATRIX)
        return;
    INSN(&g->b, DECORATIONS, OpMemberDecorate, type, member, n->row_major ? DecRowMajor : DecColMajor);
    INSN(&g->b, DECORATIONS, OpMemberDecorate, type, member, DecMatrixStride, n->matrix_stride);
}

static void finish_struct(struct gen *g, struct layout *l, unsigned at)
{
    struct node *n = &l->node[at];
    uint32_t w[1 + MEMBERS];

    n->type = w[0] = build_id(&g->b);
    n->align = l->std140 ? 16 : 1;
    for (unsigned k = 0; k < n->members; k++) {
        const struct node *part = &l->node[n->member[k]];
        n->align = part->align > n->align ? part->align : n->align;
        n->size = round_up(n->size, part->align) + part->align * one_in(g, 6);
        n->offset[k] = n->size;
        n->size += part->size;
        w[1 + k] = part->type;
        INSN(&g->b, DECORATIONS, OpMemberDecorate, n->type, k, DecOffset, n->offset[k]);
        decorate_matrix(g, l, n->type, k, n->member[k]);
    }
    n->size = round_up(n->size, n->align);
    build_insn(&g->b, GLOBALS, OpTypeStruct, w, 1 + n->members);
}

static unsigned new_struct(struct gen *g, struct layout *l, unsigned depth)
{
    const unsigned members = 1 + below(g, MEMBERS - 1);
    unsigned member[MEMBERS], at;

    for (unsigned k = 0; k < members; k++)
        member[k] = random_node(g, l, depth + 1);
    at = new_node(l, STRUCT);
    l->node[at].members = members;
    for (unsigned k = 0; k < members; k++)
        l->node[at].member[k] = member[k];
    finish_struct(g, l, at);
    return at;
}

static unsigned random_node(struct gen *g, struct layout *l, unsigned depth)
{
    const bool deep = depth > 3 || l->nodes > NODES - 40;

    switch (deep ? 7 : below(g, 8)) {
    case 0: return new_struct(g, l, depth);
    case 1: case 2: {
        const unsigned element = random_node(g, l, depth + 1);
        return new_array(g, l, element, 2u << below(g, 2));
    }
    case 3:
        if (has(g, FEATURE_float32) && has(g, FEATURE_matrices) && has(g, FEATURE_vectors))
            return new_matrix(g, l);
        return new_leaf(g, l);
    default: return new_leaf(g, l);
    }
}

/* The outermost struct; with `items` it ends in a runtime array of structs. */
static struct block *new_block(struct gen *g, uint32_t storage, bool items)
{
    struct layout *l = g->layout;
    struct block *b = &l->block[l->blocks++];
    unsigned item;

    l->storage = storage;
    b->storage = storage;
    b->own_items = items;
    b->node = new_struct(g, l, 0);
    if (items) {            /* once more, with the array behind the others */
        struct node *n;
        item = new_struct(g, l, 1);
        item = new_array(g, l, item, 0);
        b->node = new_node(l, STRUCT);
        n = &l->node[b->node];
        n->members = 2;
        n->member[0] = b->node - 1 == item ? 0 : item;
        for (unsigned k = 0; k < b->node; k++)      /* the first leaf serves as the member in front */
            if (l->node[k].what == LEAF) {
                n->member[0] = k;
                break;
            }
        n->member[1] = item;
        finish_struct(g, l, b->node);
    }
    INSN(&g->b, DECORATIONS, OpDecorate, l->node[b->node].type, items && g->old_buffers ? DecBufferBlock : DecBlock);
    b->variable = global_variable(g, storage, l->node[b->node].type, 0);
    return b;
}

static void fill(struct gen *g, uint32_t *w, uint32_t words)
{
    for (uint32_t k = 0; k < words && w; k++)
        w[k] = random_word(g);
}

static void storage_block(struct gen *g)
{
    const uint32_t all = all_threads(g);
    const struct block *b;
    const struct node *n;
    struct generated_buffer *buffer;

    g->layout->std140 = false;
    b = new_block(g, g->old_buffers ? ScUniform : ScStorageBuffer, true);
    n = &g->layout->node[b->node];
    buffer = new_buffer(g, "Items", (n->offset[1] + all * g->layout->node[n->member[1]].stride + 3) / 4, true);
    fill(g, buffer->initial, buffer->words);
    bind_variable(g, b->variable, buffer);
}

static void uniform_block(struct gen *g)
{
    const struct block *b;
    struct generated_buffer *buffer;

    g->layout->std140 = true;
    b = new_block(g, ScUniform, false);
    buffer = new_buffer(g, "Constants", (g->layout->node[b->node].size + 3) / 4, false);
    fill(g, buffer->initial, buffer->words);
    bind_variable(g, b->variable, buffer);
}

static void push_block(struct gen *g)
{
    const struct block *b;

    g->layout->std140 = false;
    b = new_block(g, ScPushConstant, false);
    g->out->push_words = (g->layout->node[b->node].size + 3) / 4;
    g->out->push = calloc(g->out->push_words + 1, sizeof *g->out->push);
    if (!g->out->push)
        g->b.failed = true;
    fill(g, g->out->push, g->out->push_words);
}

void declare_layouts(struct gen *g)
{
    if (one_in(g, 2))
        return;
    g->layout = calloc(1, sizeof *g->layout);
    if (!g->layout) {
        g->b.failed = true;
        return;
    }
    if (one_in(g, 2))
        storage_block(g);
    if (one_in(g, 2))
        uniform_block(g);
    if (one_in(g, 3))
        push_block(g);
}

void free_layouts(struct gen *g)
{
    free(g->layout);
    g->layout = NULL;
}
