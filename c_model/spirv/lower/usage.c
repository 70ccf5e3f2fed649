/* SPDX-License-Identifier: Apache-2.0
 * usage.c - how a module uses its variables: indices that are not constant, stores, addresses as numbers.
 *
 * Pointers handed to functions count as the same variable.
 */
#include "usage.h"

#include "address.h"

uint32_t wfs_usage_root(struct wfs_lower *l, uint32_t id)
{
    while (l->usage[id].root && l->usage[id].root != id)
        id = l->usage[id].root = l->usage[l->usage[id].root].root;
    return l->usage[id].root ? id : 0;
}

static void unite(struct wfs_lower *l, uint32_t a, uint32_t b)
{
    a = wfs_usage_root(l, a);
    b = wfs_usage_root(l, b);
    if (!a || !b || a == b)
        return;
    l->usage[b].root = a;
    l->usage[a].dynamic |= l->usage[b].dynamic;
    l->usage[a].escapes |= l->usage[b].escapes;
    l->usage[a].written_in_part = true;         /* several variables: none of them is a table */
}

static uint32_t checked(struct wfs_lower *l, uint32_t id)
{
    return id < l->m->bound ? id : 0;
}

/* Two ids of one constant: an optimiser may write what a table holds more than once. */
static bool is_same_constant(struct wfs_lower *l, uint32_t x, uint32_t y)
{
    if (x == y)
        return true;
    if (!x || !y || !wfs_is_constant_id(l, x) || !wfs_is_constant_id(l, y) ||
        wfs_type(l->m, wfs_id(l->m, x)->type)->words > WFS_MAX_VALUE)
        return false;
    const struct wfs_value *a = wfs_value(l, x), *b = wfs_value(l, y);
    uint32_t same = 0;
    while (a->word && b->word && same < a->words && same < b->words && wfs_same(a->word[same], b->word[same]))
        same++;
    return a->word && same == a->words && same == b->words;
}

static void note_store(struct wfs_lower *l, uint32_t pointer, uint32_t object)
{
    const uint32_t root = wfs_usage_root(l, pointer);
    const bool whole = root && wfs_id(l->m, pointer)->op == WfsOpVariable;

    if (!root)
        return;
    if (!whole || !object || !wfs_is_constant_id(l, object))
        l->usage[root].written_in_part = true;
    if (whole && l->usage[root].stores && is_same_constant(l, l->usage[root].constant, object))
        return;
    l->usage[root].stores++;
    l->usage[root].constant = object;
}

static void note_chain(struct wfs_lower *l, uint32_t at, uint32_t result, uint32_t base)
{
    const uint32_t root = wfs_usage_root(l, base);

    if (!root)
        return;
    l->usage[result].root = root;
    for (uint32_t n = 4; n < wfs_length_at(l->m, at); n++)
        if (!wfs_is_constant_id(l, wfs_operand(l->m, at, n)))
            l->usage[root].dynamic = true;
}

static void note_call(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_module *m = l->m;
    uint32_t parameter = wfs_after(m, wfs_id(m, wfs_operand(m, at, 3))->at);

    for (uint32_t n = 4; n < wfs_length_at(m, at); n++) {
        for (; parameter < m->words && (wfs_op_at(m, parameter) == WfsOpLine || wfs_op_at(m, parameter) == WfsOpNoLine);
             wfs_work(l->env, 1))
            parameter = wfs_after(m, parameter);
        if (parameter >= m->words || wfs_op_at(m, parameter) != WfsOpFunctionParameter)
            wfs_refuse(m, at, "more arguments than the function has parameters");
        unite(l, checked(l, m->word[at + n]), checked(l, wfs_operand(m, parameter, 2)));
        parameter = wfs_after(m, parameter);
    }
}

static bool of_one_lane(struct wfs_lower *l, uint32_t type)
{
    const struct wfs_type *t = wfs_type(l->m, type);

    return (t->kind == WFS_POINTER || t->kind == WFS_ADDRESS) &&
           (t->storage == WfsStorageClassFunction || wfs_is_of_lane(t->storage));
}

/* Variables and parameters first: a call may precede the function. */
static void note_declaration(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_module *m = l->m;

    if (wfs_op_at(m, at) != WfsOpVariable && wfs_op_at(m, at) != WfsOpFunctionParameter)
        return;
    const uint32_t id = checked(l, wfs_operand(m, at, 2));
    l->has_program_variables |= wfs_op_at(m, at) == WfsOpVariable && l->reached_ids[id] &&
                                wfs_operand(m, at, 3) == WfsStorageClassCrossWorkgroup;
    if (!of_one_lane(l, wfs_operand(m, at, 1)))
        return;
    l->usage[id].root = id;
    if (wfs_op_at(m, at) == WfsOpVariable && wfs_length_at(m, at) > 4)
        note_store(l, id, wfs_operand(m, at, 4));
}

/* ---- addresses that become numbers ---- */

static bool is_zero(struct wfs_lower *l, uint32_t id)
{
    if (!wfs_is_constant_id(l, id))
        return false;
    const struct wfs_value *v = wfs_value(l, id);
    for (uint32_t i = 0; i < v->words; i++)
        if (!wfs_is(v->word[i], 0))
            return false;
    return true;
}

/* Instructions of OpenCL.std that store one value there. */
static bool stores_one(uint32_t number)
{
    return number == WfsCl_fract || number == WfsCl_frexp || number == WfsCl_lgamma_r || number == WfsCl_modf ||
           number == WfsCl_remquo || number == WfsCl_sincos;
}

/* Operand n of the instruction is followed, no more. */
static bool is_followed(struct wfs_lower *l, uint32_t at, uint32_t n)
{
    const struct wfs_module *m = l->m;

    switch (wfs_op_at(m, at)) {
    case WfsOpLoad: case WfsOpAccessChain: case WfsOpInBoundsAccessChain: return n == 3;
    case WfsOpPtrAccessChain: case WfsOpInBoundsPtrAccessChain: return n == 3 && is_zero(l, wfs_operand(m, at, 4));
    case WfsOpStore: return n == 1;
    case WfsOpCopyMemory: case WfsOpCopyObject: case WfsOpFunctionCall: case WfsOpVariable:
    case WfsOpFunctionParameter:
        return true;
    case WfsOpExtInst: return stores_one(wfs_operand(m, at, 4));
    default: return false;
    }
}

static bool says_nothing(uint32_t op)
{
    return op == WfsOpName || op == WfsOpDecorate || op == WfsOpDecorateId || op == WfsOpDecorateString ||
           op == WfsOpGroupDecorate || op == WfsOpEntryPoint || op == WfsOpLifetimeStart || op == WfsOpLifetimeStop;
}

static void note_escapes(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_module *m = l->m;
    const uint32_t op = wfs_op_at(m, at);

    if (!m->kernel_pointer || says_nothing(op))
        return;
    for (uint32_t n = 1; n < wfs_length_at(m, at); n++) {
        const uint32_t id = checked(l, m->word[at + n]), root = wfs_usage_root(l, id);
        if (!root || !wfs_is_id_at(m, at, n) || m->id[id].at == at)
            continue;
        if (op == WfsOpBitcast && !l->usage[id].is_cast) {
            l->usage[wfs_operand(m, at, 2)].root = root;
            l->usage[wfs_operand(m, at, 2)].is_cast = true;
        } else if (l->usage[id].is_cast || !is_followed(l, at, n)) {
            l->usage[root].escapes = true;
        }
    }
}

static void note(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_module *m = l->m;

    switch (wfs_op_at(m, at)) {
    case WfsOpAccessChain: case WfsOpInBoundsAccessChain: case WfsOpPtrAccessChain: case WfsOpInBoundsPtrAccessChain:
        note_chain(l, at, checked(l, wfs_operand(m, at, 2)), checked(l, wfs_operand(m, at, 3)));
        break;
    case WfsOpCopyObject:
        l->usage[checked(l, wfs_operand(m, at, 2))].root = wfs_usage_root(l, checked(l, wfs_operand(m, at, 3)));
        break;
    case WfsOpStore:
        note_store(l, checked(l, wfs_operand(m, at, 1)), wfs_operand(m, at, 2));
        break;
    case WfsOpCopyMemory:
        note_store(l, checked(l, wfs_operand(m, at, 1)), 0);
        break;
    case WfsOpFunctionCall:
        note_call(l, at);
        break;
    case WfsOpExtInst:          /* modf and frexp write through a pointer */
        for (uint32_t n = 5; n < wfs_length_at(m, at); n++)
            if (m->word[at + n] < m->bound && l->usage[m->word[at + n]].root)
                note_store(l, m->word[at + n], 0);
        break;
    default: break;
    }
}

void wfs_find_uses(struct wfs_lower *l)
{
    l->usage = wfs_new(l->env, l->m->bound, sizeof *l->usage);
    for (uint32_t at = 5; at < l->m->words; at = wfs_after(l->m, at)) {
        l->env->offset = at;
        note_declaration(l, at);
    }
    /* a chain may precede the call that unites its root with another: what is found is kept at the root of both */
    for (uint32_t at = 5; at < l->m->words; at = wfs_after(l->m, at)) {
        l->env->offset = at;
        note(l, at);
        note_escapes(l, at);
    }
    for (uint32_t id = 1; id < l->m->bound; id++) {
        const uint32_t root = wfs_usage_root(l, id);
        if (root && root != id) {
            l->usage[root].dynamic |= l->usage[id].dynamic;
            l->usage[root].escapes |= l->usage[id].escapes;
        }
    }
}

bool wfs_indexes_variable(struct wfs_lower *l, uint32_t at)
{
    const uint32_t op = wfs_op_at(l->m, at);
    const bool chain = op == WfsOpAccessChain || op == WfsOpInBoundsAccessChain;
    const uint32_t root = chain ? wfs_usage_root(l, checked(l, wfs_operand(l->m, at, 3))) : 0;

    if (!root || l->indexed[root])
        return false;
    for (uint32_t n = 4; n < wfs_length_at(l->m, at); n++)
        if (!wfs_is_constant_id(l, wfs_operand(l->m, at, n)))
            return true;
    return false;
}

void wfs_is_indexed(struct wfs_lower *l, uint32_t variable)
{
    const uint32_t root = wfs_usage_root(l, variable);

    if (l->indexed[root])
        wfs_fail(l->env, "an index into %s is not constant", wfs_shown(l->m, variable));
    l->indexed[root] = true;
    wfs_again(l->env);
}
