/* SPDX-License-Identifier: Apache-2.0
 * values.c - OpPhi as variables, which the blocks before it store to; all other instructions as they are.
 *
 * A block that dominates another one still does when a header was made for a cycle: to an entry of the cycle leads a way
 * from outside of it, and around any other block of it.  So definitions go on dominating their uses.
 */
#include "body.h"

void wfs_body_find_variables(struct wfs_body *f)
{
    const struct wfs_module *m = f->m;

    for (uint32_t i = 0; i < f->blocks; i++)
        for (uint32_t at = f->block[i].first; at < f->block[i].end; at = wfs_after(m, at)) {
            if (wfs_op_at(m, at) != WfsOpPhi)
                continue;
            wfs_check_shape(m, at);
            wfs_body_set_value(f, wfs_operand(m, at, 2), i, wfs_operand(m, at, 1));
            f->value[wfs_operand(m, at, 2)].phi = wfs_fresh_id(f->w);
        }
}

static uint32_t put_pointer_type(struct wfs_body *f, uint32_t type)
{
    const uint32_t id = wfs_fresh_id(f->w);

    WFS_PUT(f->w, WfsOpTypePointer, id, WfsStorageClassFunction, type);
    return id;
}

void wfs_body_declare_types(struct wfs_body *f)
{
    for (size_t i = 0; i < f->ids; i++) {
        struct wfs_kernel_value *v = &f->value[f->id[i]];
        if (v->phi)
            v->pointer = put_pointer_type(f, v->type);
    }
    if (!f->graph.choices)
        return;
    f->state_pointer = put_pointer_type(f, f->k->uint);
    f->state = wfs_fresh_id(f->w);
    for (size_t n = f->blocks; n < f->graph.nodes; n++)
        if (f->graph.node[n].kind == WFS_NODE_SET && f->graph.node[n].value >= f->numbers)
            f->numbers = f->graph.node[n].value + 1;
    f->number = wfs_new(f->m->env, f->numbers, sizeof *f->number);
    for (uint32_t i = 0; i < f->numbers; i++) {
        f->number[i] = wfs_fresh_id(f->w);
        WFS_PUT(f->w, WfsOpConstant, f->k->uint, f->number[i], i);
    }
}

void wfs_body_declare_variables(struct wfs_body *f)
{
    for (size_t i = 0; i < f->ids; i++) {
        const struct wfs_kernel_value *v = &f->value[f->id[i]];
        if (v->phi)
            WFS_PUT(f->w, WfsOpVariable, v->pointer, v->phi, WfsStorageClassFunction);
    }
    if (f->state)
        WFS_PUT(f->w, WfsOpVariable, f->state_pointer, f->state, WfsStorageClassFunction);
}

/* What the OpPhi of a block take on the way from another one. */
static void put_phi_values(struct wfs_body *f, int from, int to)
{
    const struct wfs_module *m = f->m;

    for (uint32_t at = f->block[to].first; at < f->block[to].end; at = wfs_after(m, at))
        for (uint32_t n = 3; wfs_op_at(m, at) == WfsOpPhi && n + 1 < wfs_length_at(m, at); n += 2) {
            if (wfs_operand(m, at, n + 1) != f->block[from].label)
                continue;
            f->w->at = at;
            WFS_PUT(f->w, WfsOpStore, f->value[wfs_operand(m, at, 2)].phi, wfs_operand(m, at, n));
        }
}

void wfs_body_put_block(struct wfs_body *f, int n)
{
    const struct wfs_module *m = f->m;
    const struct wfs_body_block *b = &f->block[n];

    for (uint32_t at = b->first; at < b->end; at = wfs_after(m, at)) {
        const uint32_t op = wfs_op_at(m, at);
        f->w->at = at;
        if (op == WfsOpPhi)
            WFS_PUT(f->w, WfsOpLoad, wfs_operand(m, at, 1), wfs_operand(m, at, 2), f->value[wfs_operand(m, at, 2)].phi);
        else if (op != WfsOpSelectionMerge && op != WfsOpLoopMerge && op != WfsOpLoopControlINTEL)
            wfs_put_copy(f->w, at);
    }
    for (uint32_t way = 0; way < f->graph.node[n].ways; way++)
        put_phi_values(f, n, wfs_body_block(f, b->end, b->to[way]));
}
