/* SPDX-License-Identifier: Apache-2.0
 * function.c - the blocks of a function with merge instructions, in the order of graph.h.
 *
 * A construct needs a block that begins it: blocks are made that do nothing else, one for each follower but the first
 * of a block that branches, and one for each loop.  The blocks of the function keep their labels towards those that
 * branch to them.
 */
#include "body.h"

#include <string.h>

static void put_label(struct wfs_body *f, uint32_t label)
{
    WFS_PUT(f->w, WfsOpLabel, label);
}

/* A block that nobody comes to. */
static void put_nowhere(struct wfs_body *f, uint32_t label)
{
    put_label(f, label);
    wfs_put_list(f->w, WfsOpUnreachable, NULL, 0);
}

/* Blocks that begin a construct for each of the followers but the first, the last one's outermost.  Returns the label
 * that what they are around has. */
static uint32_t put_around(struct wfs_body *f, uint32_t label, const struct wfs_followers *followers)
{
    int *list = wfs_new(f->m->env, followers->count, sizeof *list);
    uint32_t count = 0;

    for (int n = followers->count ? followers->first : WFS_NOWHERE; n != WFS_NOWHERE; n = f->graph.node[n].next)
        list[count++] = n;
    while (count > 1) {
        const uint32_t inner = wfs_fresh_id(f->w);
        put_label(f, label);
        WFS_PUT(f->w, WfsOpSelectionMerge, f->label[list[--count]], 0);
        WFS_PUT(f->w, WfsOpBranchConditional, f->k->truth, inner, inner);
        label = inner;
    }
    return label;
}

/* Where a way leads: to a block, or to the one that goes back to the header of a loop. */
static uint32_t label_of_way(const struct wfs_body *f, int from, int to)
{
    return wfs_is_back(&f->graph, from, to) ? f->target[to] : f->label[to];
}

static bool is_inline(const struct wfs_body *f, int from, int to)
{
    return !wfs_is_back(&f->graph, from, to) && !f->graph.node[to].is_placed;
}

/* The first block behind a selection; 0: only sides that stay inside need one. */
static uint32_t put_merge(struct wfs_body *f, int n, bool needed)
{
    const struct wfs_node *node = &f->graph.node[n];

    if (!node->inner.count && !needed)
        return 0;
    const uint32_t merge = node->inner.count ? f->label[node->inner.first] : wfs_fresh_id(f->w);
    WFS_PUT(f->w, WfsOpSelectionMerge, merge, 0);
    return node->inner.count ? 0 : merge;
}

static void put_conditional(struct wfs_body *f, int n)
{
    const struct wfs_module *m = f->m;
    const struct wfs_node *node = &f->graph.node[n];
    const uint32_t at = f->block[n].end, condition = wfs_operand(m, at, 1);
    const int x = node->to[0], y = node->to[node->ways - 1];
    const uint32_t nowhere = put_merge(f, n, (is_inline(f, n, x) && is_inline(f, n, y)) || x == y);

    WFS_PUT(f->w, WfsOpBranchConditional, condition, label_of_way(f, n, x), label_of_way(f, n, y));
    if (nowhere)
        put_nowhere(f, nowhere);
}

/* Labels for the cases: a way out of the switch has a block of its own. */
static uint32_t *case_labels(struct wfs_body *f, int n)
{
    const struct wfs_node *node = &f->graph.node[n];
    uint32_t *label = wfs_new(f->m->env, node->ways, sizeof *label);

    for (uint32_t w = 0; w < node->ways; w++)
        label[w] = is_inline(f, n, node->to[w]) ? f->label[node->to[w]] : wfs_fresh_id(f->w);
    return label;
}

static void put_cases(struct wfs_body *f, int n, const uint32_t *label, uint32_t nowhere)
{
    const struct wfs_node *node = &f->graph.node[n];

    if (nowhere)
        put_nowhere(f, nowhere);
    for (uint32_t w = 0; w < node->ways; w++)
        if (!is_inline(f, n, node->to[w])) {
            put_label(f, label[w]);
            WFS_PUT(f->w, WfsOpBranch, label_of_way(f, n, node->to[w]));
        }
}

static void put_switch(struct wfs_body *f, int n)
{
    const struct wfs_module *m = f->m;
    const uint32_t at = f->block[n].end, length = wfs_length_at(m, at);
    const uint32_t *label = case_labels(f, n);
    uint32_t *word = wfs_new(m->env, length, sizeof *word), step;

    memcpy(word, &m->word[at], length * sizeof *word);
    for (uint32_t i = wfs_body_first_label(m, at, &step); i < length; i += step)
        for (uint32_t w = 0; w < f->graph.node[n].ways; w++)
            if (m->word[at + i] == f->block[n].to[w])
                word[i] = label[w];
    const uint32_t nowhere = put_merge(f, n, true);
    wfs_put_list(f->w, WfsOpSwitch, word + 1, length - 1);
    put_cases(f, n, label, nowhere);
}

/* The first entry is for any other number, of which there is none. */
static void put_choice(struct wfs_body *f, int n)
{
    const struct wfs_node *node = &f->graph.node[n];
    const uint32_t *label = case_labels(f, n), state = wfs_fresh_id(f->w);
    uint32_t *word = wfs_new(f->m->env, 2 * node->ways, sizeof *word);

    WFS_PUT(f->w, WfsOpLoad, f->k->uint, state, f->state);
    word[0] = state;
    word[1] = label[0];
    for (uint32_t w = 1; w < node->ways; w++) {
        word[2 * w] = w;
        word[2 * w + 1] = label[w];
    }
    const uint32_t nowhere = put_merge(f, n, true);
    wfs_put_list(f->w, WfsOpSwitch, word, 2 * node->ways);
    put_cases(f, n, label, nowhere);
}

static void put_end(struct wfs_body *f, int n)
{
    const uint32_t at = f->block[n].end;

    f->w->at = at;
    switch (wfs_op_at(f->m, at)) {
    case WfsOpBranch: WFS_PUT(f->w, WfsOpBranch, label_of_way(f, n, f->graph.node[n].to[0])); return;
    case WfsOpBranchConditional: put_conditional(f, n); return;
    case WfsOpSwitch: put_switch(f, n); return;
    default: wfs_put_copy(f->w, at); return;
    }
}

/* A loop around what follows: the block that begins it, the one that goes back, and the first behind it. */
static uint32_t put_loop(struct wfs_body *f, int n, uint32_t label)
{
    const struct wfs_followers *behind = &f->graph.node[n].behind;
    const uint32_t inner = wfs_fresh_id(f->w), merge = behind->count ? f->label[behind->first] : wfs_fresh_id(f->w);

    put_label(f, label);
    WFS_PUT(f->w, WfsOpLoopMerge, merge, f->target[n], 0);
    WFS_PUT(f->w, WfsOpBranch, inner);
    put_label(f, f->target[n]);
    WFS_PUT(f->w, WfsOpBranch, label);
    if (!behind->count)
        put_nowhere(f, merge);
    return inner;
}

/* Up to the first label.  The new entry point has copied already what it hands to the old one. */
static void put_head(struct wfs_body *f)
{
    const struct wfs_module *m = f->m;
    const bool copied = wfs_operand(m, f->at, 2) == f->k->entry->function;

    for (uint32_t at = f->at; at < f->end && wfs_op_at(m, at) != WfsOpLabel; at = wfs_after(m, at)) {
        const bool is_parameter = wfs_op_at(m, at) == WfsOpFunctionParameter;
        if (copied || !is_parameter || !wfs_is_by_value(m, wfs_operand(m, at, 2))) {
            wfs_put_copy(f->w, at);
            continue;
        }
        const struct wfs_body_copy copy = {wfs_operand(m, at, 2), wfs_fresh_id(f->w), wfs_operand(m, at, 1)};
        WFS_APPEND(m->env, f->copy, f->copies, f->copy_room, copy);
        f->w->at = at;
        WFS_PUT(f->w, WfsOpFunctionParameter, copy.type, copy.from);
    }
}

/* What is at the beginning of the first block. */
static void begin_function(struct wfs_body *f)
{
    for (size_t i = 0; i < f->copies; i++)
        WFS_PUT(f->w, WfsOpVariable, f->copy[i].type, f->copy[i].id, WfsStorageClassFunction);
    wfs_body_declare_variables(f);
    for (size_t i = 0; i < f->copies; i++)
        WFS_PUT(f->w, WfsOpCopyMemory, f->copy[i].id, f->copy[i].from);
}

static void put_node(struct wfs_body *f, int n)
{
    const struct wfs_node *node = &f->graph.node[n];
    uint32_t label = put_around(f, f->label[n], &node->behind);

    if (node->loop == n)
        label = put_loop(f, n, label);
    label = put_around(f, label, &node->inner);
    put_label(f, label);
    if (n == 0)
        begin_function(f);
    switch (node->kind) {
    case WFS_NODE_BLOCK:
        wfs_body_put_block(f, n);
        put_end(f, n);
        return;
    case WFS_NODE_SET:
        WFS_PUT(f->w, WfsOpStore, f->state, f->number[node->value]);
        WFS_PUT(f->w, WfsOpBranch, label_of_way(f, n, node->to[0]));
        return;
    case WFS_NODE_CHOICE: put_choice(f, n); return;
    }
}

static void put_labels(struct wfs_body *f)
{
    f->label = wfs_new(f->m->env, f->graph.nodes, sizeof *f->label);
    f->target = wfs_new(f->m->env, f->graph.nodes, sizeof *f->target);
    for (size_t n = 0; n < f->graph.nodes; n++) {
        f->label[n] = n < f->blocks ? f->block[n].label : wfs_fresh_id(f->w);
        f->target[n] = f->graph.node[n].loop == (int)n ? wfs_fresh_id(f->w) : 0;
    }
}

uint32_t wfs_kernel_body(struct wfs_kernel *k, struct wfs_module *m, uint32_t at)
{
    struct wfs_body *f = wfs_new(m->env, 1, sizeof *f);

    *f = (struct wfs_body){.k = k, .m = m, .w = &k->w, .at = at};
    if (!k->value)
        k->value = wfs_new(m->env, m->bound, sizeof *k->value);
    f->value = k->value;
    wfs_body_read_blocks(f);
    if (f->blocks) {
        wfs_body_read_graph(f);
        wfs_structure(&f->graph);
        wfs_body_find_variables(f);
        put_labels(f);
    }
    f->w->at = at;
    wfs_body_declare_types(f);
    put_head(f);
    for (size_t i = 0; i < f->graph.reached; i++)
        put_node(f, f->graph.sorted[i]);
    wfs_put_copy(f->w, f->end);
    for (size_t i = 0; i < f->ids; i++)
        f->value[f->id[i]] = (struct wfs_kernel_value){.block = 0};
    return wfs_after(m, f->end);
}
