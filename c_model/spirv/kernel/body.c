/* SPDX-License-Identifier: Apache-2.0
 * body.c - reads the blocks of a function.
 */
#include "body.h"

static bool ends_block(uint32_t op)
{
    return op == WfsOpBranch || op == WfsOpBranchConditional || op == WfsOpSwitch || op == WfsOpReturn ||
           op == WfsOpReturnValue || op == WfsOpKill || op == WfsOpUnreachable || op == WfsOpTerminateInvocation;
}

void wfs_body_set_value(struct wfs_body *f, uint32_t id, uint32_t block, uint32_t type)
{
    f->value[id] = (struct wfs_kernel_value){.block = block + 1, .type = type};
    WFS_APPEND(f->m->env, f->id, f->ids, f->id_room, id);
}

void wfs_body_read_blocks(struct wfs_body *f)
{
    const struct wfs_module *m = f->m;

    for (f->end = f->at; f->end < m->words && wfs_op_at(m, f->end) != WfsOpFunctionEnd; f->end = wfs_after(m, f->end))
        f->blocks += wfs_op_at(m, f->end) == WfsOpLabel;
    if (f->end >= m->words)
        wfs_refuse(m, f->at, "the function has no end");
    f->block = wfs_new(m->env, f->blocks, sizeof *f->block);
    f->blocks = 0;
    for (uint32_t at = f->at; at < f->end; at = wfs_after(m, at)) {
        struct wfs_body_block *b = f->blocks ? &f->block[f->blocks - 1] : NULL;
        if (wfs_op_at(m, at) == WfsOpLabel) {
            if (b && !b->end)
                wfs_refuse(m, at, "the block before it has no end");
            f->block[f->blocks++] = (struct wfs_body_block){.label = wfs_operand(m, at, 1), .first = wfs_after(m, at)};
            wfs_body_set_value(f, wfs_operand(m, at, 1), f->blocks - 1, 0);
        } else if (ends_block(wfs_op_at(m, at))) {
            if (!b || b->end)
                wfs_refuse(m, at, "it ends no block");
            wfs_check_shape(m, at);
            b->end = at;
        }
    }
    if (f->blocks && !f->block[f->blocks - 1].end)
        wfs_refuse(m, f->at, "its last block has no end");
}

int wfs_body_block(const struct wfs_body *f, uint32_t at, uint32_t label)
{
    if (label >= f->m->bound || !f->value[label].block || f->value[label].type)
        wfs_refuse(f->m, at, "id %u is no block of the function", (unsigned)label);
    return (int)f->value[label].block - 1;
}

/* Words of a literal of a switch. */
static uint32_t literal_words(const struct wfs_module *m, uint32_t at)
{
    const struct wfs_id *selector = wfs_id(m, wfs_operand(m, at, 1));
    const struct wfs_id *type = wfs_id(m, selector->type ? selector->type : wfs_operand(m, at, 1));

    if (type->op != WfsOpTypeInt)
        wfs_refuse(m, at, "its selector is no integer");
    return wfs_operand(m, type->at, 2) > 32 ? 2 : 1;
}

uint32_t wfs_body_first_label(const struct wfs_module *m, uint32_t at, uint32_t *step)
{
    *step = 1;
    switch (wfs_op_at(m, at)) {
    case WfsOpBranch: return 1;
    case WfsOpBranchConditional: return 2;
    case WfsOpSwitch: *step = literal_words(m, at) + 1; return 2;
    default: return wfs_length_at(m, at);
    }
}

/* Weights may stand behind the labels of a conditional branch. */
static uint32_t labels_end(const struct wfs_module *m, uint32_t at)
{
    return wfs_op_at(m, at) == WfsOpBranchConditional ? 4 : wfs_length_at(m, at);
}

static void add_way(struct wfs_body *f, int n, uint32_t at, uint32_t label)
{
    struct wfs_node *node = &f->graph.node[n];

    wfs_work(f->m->env, 1 + node->ways / 16);
    for (uint32_t i = 0; i < node->ways; i++)
        if (f->block[n].to[i] == label)
            return;
    const int to = wfs_body_block(f, at, label);
    if (to == 0)
        wfs_refuse(f->m, at, "it branches to the first block of its function");
    f->block[n].to[node->ways] = label;
    node->to[node->ways++] = to;
}

void wfs_body_read_graph(struct wfs_body *f)
{
    const struct wfs_module *m = f->m;

    f->graph.env = m->env;
    for (uint32_t i = 0; i < f->blocks; i++)
        wfs_add_node(&f->graph, WFS_NODE_BLOCK, wfs_length_at(m, f->block[i].end));
    for (uint32_t i = 0; i < f->blocks; i++) {
        const uint32_t at = f->block[i].end;
        uint32_t step;
        f->graph.node[i].ways = 0;
        f->block[i].to = wfs_new(m->env, wfs_length_at(m, at), sizeof *f->block[i].to);
        for (uint32_t n = wfs_body_first_label(m, at, &step); n < labels_end(m, at); n += step)
            add_way(f, (int)i, at, wfs_operand(m, at, n));
    }
}
