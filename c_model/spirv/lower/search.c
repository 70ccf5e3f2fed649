/* SPDX-License-Identifier: Apache-2.0
 * search.c - what can be known of a region of blocks before it is lowered: which it holds, and which slots it may
 * change.
 */
#include "flow.h"
#include "mesh.h"

/* Words of a literal of OpSwitch. */
static uint32_t literal_words(struct wfs_lower *l, const struct wfs_block *b)
{
    const struct wfs_type *t = wfs_type(l->m, wfs_id(l->m, wfs_operand(l->m, b->end, 1))->type);

    if (t->kind != WFS_INT)
        wfs_refuse(l->m, b->end, "its selector is no integer");
    return (uint32_t)t->words;
}

uint32_t wfs_successors(struct wfs_lower *l, const struct wfs_block *b, uint32_t *label, uint32_t room)
{
    uint32_t count = 0, n, step = 1;

    switch (wfs_op_at(l->m, b->end)) {
    case WfsOpBranch: n = 1; break;
    case WfsOpBranchConditional: n = 2; break;
    case WfsOpSwitch: n = 2; step = 1 + literal_words(l, b); break;
    default: return 0;
    }
    const uint32_t end = wfs_op_at(l->m, b->end) == WfsOpBranchConditional ? 4 : wfs_length_at(l->m, b->end);
    for (; n < end; n += step, count++)
        if (count < room)
            label[count] = wfs_operand(l->m, b->end, n);
    return count;
}

void wfs_search(struct wfs_lower *l, uint32_t label, wfs_stop_fn *stop, wfs_visit_fn *visit, void *user)
{
    const uint32_t mark = ++l->searches;
    struct wfs_block **work = NULL;
    size_t count = 0, room = 0;

    struct wfs_block *b = wfs_block_of(l, label);
    b->mark = mark;
    WFS_APPEND(l->env, work, count, room, b);
    while (count) {
        b = work[--count];
        visit(l, user, b);
        wfs_work(l->env, (b->end - b->first) / 2);
        const uint32_t n = wfs_successors(l, b, NULL, 0);
        uint32_t *next = wfs_new(l->env, n, sizeof *next);
        wfs_successors(l, b, next, n);
        for (uint32_t i = 0; i < n; i++) {
            if (stop(l, user, next[i]))
                continue;
            struct wfs_block *to = wfs_block_of(l, next[i]);
            if (to->mark == mark)
                continue;
            to->mark = mark;
            WFS_APPEND(l->env, work, count, room, to);
        }
    }
}

/* ---- what a loop changes ---- */

struct changes {
    struct wfs_loop_entry *entry;
    uint32_t merge;
};

static void add_range(struct wfs_lower *l, struct wfs_loop_entry *entry, uint32_t first, uint32_t count)
{
    wfs_fit_stamps(l);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t slot = first + i;
        if (slot >= l->slots || l->stamp[slot] == l->stamps)
            continue;
        l->stamp[slot] = l->stamps;
        WFS_APPEND(l->env, entry->slot, entry->slots, entry->slot_room, slot);
    }
}

static void add_slots(struct wfs_lower *l, struct wfs_loop_entry *entry, const struct wfs_pointer *p)
{
    if (p->space == WFS_SLOTS)
        add_range(l, entry, p->offset, (p->elements ? (p->elements - 1) * p->element_slots : 0) +
                                           wfs_meeting_words(p->pointee));
}

/* All of the variable that a pointer, which may not be lowered yet, points into. */
static void add_variable(struct wfs_lower *l, struct wfs_loop_entry *entry, uint32_t pointer)
{
    for (unsigned steps = 0; steps < 10000; steps++, wfs_work(l->env, 1)) {
        const struct wfs_id *id = wfs_id(l->m, pointer);
        switch (id->op) {
        case WfsOpAccessChain: case WfsOpInBoundsAccessChain: case WfsOpPtrAccessChain:
        case WfsOpInBoundsPtrAccessChain: case WfsOpCopyObject:
            pointer = wfs_operand(l->m, id->at, 3);
            continue;
        case WfsOpVariable: case WfsOpFunctionParameter:
            if (id->op == WfsOpVariable || l->value[pointer])
                if (wfs_place_of(wfs_value(l, pointer)))
                    add_slots(l, entry, wfs_place_of(wfs_value(l, pointer)));
            return;
        default:
            return;                     /* OpPhi, OpSelect, OpLoad: to workgroup memory or a buffer */
        }
    }
}

static void add_private(struct wfs_lower *l, struct wfs_function *f, uint32_t variable)
{
    wfs_work(l->env, 1);
    if (l->m->made[variable] == f)
        return;
    l->m->made[variable] = f;
    WFS_APPEND(l->env, f->privates, f->private_count, f->private_room, variable);
}

/* Private variables that a function or one that it calls may write. */
static void find_privates(struct wfs_lower *l, struct wfs_function *f)
{
    struct wfs_module *m = l->m;

    if (f->privates_known)
        return;
    if (f->is_searched)
        wfs_refuse(m, f->at, "it calls itself, maybe by way of others");
    f->is_searched = true;
    for (uint32_t at = f->at; at < f->end; at = wfs_after(m, at)) {
        const uint32_t op = wfs_op_at(m, at);
        if (op == WfsOpFunctionCall) {
            struct wfs_function *callee = wfs_function_of(l, wfs_operand(m, at, 3));
            if (++l->m->nesting > 200)
                wfs_refuse(m, at, "calls nest more than 200 deep");
            find_privates(l, callee);
            l->m->nesting--;
        }
    }
    /* when all callees are known, or they would mark variables as theirs */
    for (uint32_t at = f->at; at < f->end; at = wfs_after(m, at)) {
        const struct wfs_function *callee =
            wfs_op_at(m, at) == WfsOpFunctionCall ? wfs_function_of(l, wfs_operand(m, at, 3)) : NULL;
        for (size_t i = 0; callee && i < callee->private_count; i++)
            add_private(l, f, callee->privates[i]);
        for (uint32_t n = 1; n < wfs_length_at(m, at); n++) {
            /* any mention will do, and a literal that looks like one does no harm */
            const uint32_t id = m->word[at + n];
            if (id < m->bound && m->id[id].op == WfsOpVariable &&
                wfs_is_of_lane(wfs_operand(m, m->id[id].at, 3)))
                add_private(l, f, id);
        }
    }
    f->privates_known = true;
}

static bool is_pointer(const struct wfs_type *t)
{
    return t->kind == WFS_POINTER || t->kind == WFS_ADDRESS;
}

static void add_changes(struct wfs_lower *l, void *user, const struct wfs_block *b)
{
    const struct changes *changes = user;
    struct wfs_module *m = l->m;

    for (uint32_t at = b->first; at < b->end; at = wfs_after(m, at)) {
        switch (wfs_op_at(m, at)) {
        case WfsOpStore: case WfsOpCopyMemory:
            add_variable(l, changes->entry, wfs_operand(m, at, 1));
            break;
        case WfsOpExtInst:
            for (uint32_t n = 5; n < wfs_length_at(m, at); n++)
                if (wfs_id(m, m->word[at + n])->type && is_pointer(wfs_type(m, m->id[m->word[at + n]].type)))
                    add_variable(l, changes->entry, m->word[at + n]);
            break;
        case WfsOpSetMeshOutputsEXT: case WfsOpEmitVertex: case WfsOpEndPrimitive: case WfsOpEmitStreamVertex:
        case WfsOpEndStreamPrimitive:
            if (l->mesh)
                add_range(l, changes->entry, l->mesh->counter, l->mesh->counters);
            break;
        case WfsOpFunctionCall: {
            struct wfs_function *callee = wfs_function_of(l, wfs_operand(m, at, 3));
            find_privates(l, callee);
            if (l->mesh && l->mesh->is_called)
                add_range(l, changes->entry, l->mesh->counter, l->mesh->counters);
            for (size_t i = 0; i < callee->private_count; i++)
                add_variable(l, changes->entry, callee->privates[i]);
            for (uint32_t n = 4; n < wfs_length_at(m, at); n++)
                add_variable(l, changes->entry, m->word[at + n]);
            break;
        }
        default: break;
        }
    }
}

static bool leaves_loop(struct wfs_lower *l, void *user, uint32_t label)
{
    struct wfs_construct *c;

    return label == ((const struct changes *)user)->merge || wfs_role_of(l, label, &c) != WFS_PLAIN;
}

void wfs_find_changes(struct wfs_lower *l, const struct wfs_block *header, struct wfs_loop_entry *entry)
{
    struct changes changes = {.entry = entry, .merge = wfs_operand(l->m, header->merge, 1)};

    wfs_new_stamp(l);
    wfs_search(l, header->label, leaves_loop, add_changes, &changes);
}
