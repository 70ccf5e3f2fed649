/* SPDX-License-Identifier: Apache-2.0
 * values.c - values of a function that become variables, and the instructions that use them.
 *
 * OpPhi becomes a variable, which the blocks before it store to.  Where a header was made for a cycle, definitions need
 * not dominate their uses any more: then all values that blocks share are variables.
 */
#include "body.h"

void wfs_body_read_values(struct wfs_body *f)
{
    const struct wfs_module *m = f->m;

    for (uint32_t i = 0; i < f->blocks; i++)
        for (uint32_t at = f->block[i].first; at < f->block[i].end; at = wfs_after(m, at)) {
            const struct wfs_spirv_info *info = wfs_spirv_info(wfs_op_at(m, at));
            if (!info || info->shape[0] != 't' || info->shape[1] != 'r' || wfs_op_at(m, at) == WfsOpVariable)
                continue;
            wfs_body_set_value(f, wfs_operand(m, at, 2), i, wfs_operand(m, at, 1));
        }
}

static uint32_t put_pointer_type(struct wfs_body *f, uint32_t type)
{
    const uint32_t id = wfs_fresh_id(f->w);

    WFS_PUT(f->w, WfsOpTypePointer, id, WfsStorageClassFunction, type);
    return id;
}

/* The variable itself stands at the beginning of the function. */
static void hold(struct wfs_body *f, uint32_t id)
{
    struct wfs_kernel_value *v = &f->value[id];

    if (!v->variable && wfs_id(f->m, v->type)->op != WfsOpTypeVoid)
        v->variable = wfs_fresh_id(f->w);
}

static bool is_value(const struct wfs_body *f, uint32_t id)
{
    return id < f->m->bound && f->value[id].type;
}

/* The operand names a value of another block. */
static bool is_shared(const struct wfs_body *f, int block, uint32_t at, uint32_t n)
{
    const uint32_t id = f->m->word[at + n];

    return f->shares && is_value(f, id) && f->value[id].block != (uint32_t)block + 1 && wfs_is_id_at(f->m, at, n) &&
           f->m->id[id].at != at;
}

void wfs_body_find_variables(struct wfs_body *f)
{
    const struct wfs_module *m = f->m;

    for (uint32_t i = 0; i < f->blocks; i++)
        for (uint32_t at = f->block[i].first; at <= f->block[i].end; at = wfs_after(m, at)) {
            const bool phi = wfs_op_at(m, at) == WfsOpPhi;
            wfs_work(m->env, wfs_length_at(m, at));
            if (phi)
                f->value[wfs_operand(m, at, 2)].phi = wfs_fresh_id(f->w);
            for (uint32_t n = 1; n < wfs_length_at(m, at); n++)
                if (is_shared(f, (int)i, at, n) || (phi && f->shares && n > 2 && is_value(f, m->word[at + n])))
                    hold(f, m->word[at + n]);
        }
}

void wfs_body_declare_types(struct wfs_body *f)
{
    for (size_t i = 0; i < f->ids; i++) {
        struct wfs_kernel_value *v = &f->value[f->id[i]];
        if (v->variable || v->phi)
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
        if (v->variable)
            WFS_PUT(f->w, WfsOpVariable, v->pointer, v->variable, WfsStorageClassFunction);
        if (v->phi)
            WFS_PUT(f->w, WfsOpVariable, v->pointer, v->phi, WfsStorageClassFunction);
    }
    if (f->state)
        WFS_PUT(f->w, WfsOpVariable, f->state_pointer, f->state, WfsStorageClassFunction);
}

uint32_t wfs_body_fetch(struct wfs_body *f, int block, uint32_t id)
{
    const struct wfs_kernel_value *v = is_value(f, id) ? &f->value[id] : NULL;

    if (!f->shares || !v || v->block == (uint32_t)block + 1 || !v->variable)
        return id;
    const uint32_t loaded = wfs_fresh_id(f->w);
    WFS_PUT(f->w, WfsOpLoad, v->type, loaded, v->variable);
    return loaded;
}

/* ---- instructions ---- */

void wfs_body_put_instruction(struct wfs_body *f, int block, uint32_t at)
{
    const struct wfs_module *m = f->m;
    const uint32_t length = wfs_length_at(m, at);
    uint32_t *word = wfs_new(m->env, length, sizeof *word);

    f->w->at = at;
    for (uint32_t n = 1; n < length; n++)
        word[n] = is_shared(f, block, at, n) ? wfs_body_fetch(f, block, m->word[at + n]) : m->word[at + n];
    wfs_put_list(f->w, wfs_op_at(m, at), word + 1, length - 1);
    const struct wfs_spirv_info *info = wfs_spirv_info(wfs_op_at(m, at));
    if (f->shares && info && info->shape[0] == 't' && length > 2 && is_value(f, word[2]) && f->value[word[2]].variable)
        WFS_PUT(f->w, WfsOpStore, f->value[word[2]].variable, word[2]);
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
            WFS_PUT(f->w, WfsOpStore, f->value[wfs_operand(m, at, 2)].phi, wfs_body_fetch(f, from, wfs_operand(m, at, n)));
        }
}

/* Other blocks may need the old value of an OpPhi when the next one is on its way: they have one of their own. */
static void put_phi(struct wfs_body *f, uint32_t at)
{
    const uint32_t id = wfs_operand(f->m, at, 2);
    const struct wfs_kernel_value *v = &f->value[id];

    WFS_PUT(f->w, WfsOpLoad, wfs_operand(f->m, at, 1), id, v->phi);
    if (v->variable)
        WFS_PUT(f->w, WfsOpStore, v->variable, id);
}

void wfs_body_put_block(struct wfs_body *f, int n)
{
    const struct wfs_module *m = f->m;
    const struct wfs_body_block *b = &f->block[n];

    for (uint32_t at = b->first; at < b->end; at = wfs_after(m, at)) {
        const uint32_t op = wfs_op_at(m, at);
        f->w->at = at;
        if (op == WfsOpPhi)
            put_phi(f, at);
        else if (op != WfsOpSelectionMerge && op != WfsOpLoopMerge && op != WfsOpLoopControlINTEL)
            wfs_body_put_instruction(f, n, at);
    }
    for (uint32_t way = 0; way < f->graph.node[n].ways; way++)
        put_phi_values(f, n, wfs_body_block(f, b->end, b->to[way]));
}
