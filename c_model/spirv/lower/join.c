/* SPDX-License-Identifier: Apache-2.0
 * join.c - where ways meet.
 *
 * A way, or edge, carries the slots that it changed since its construct began.  Where several edges meet, a slot or an
 * OpPhi that has different values on them becomes a meeting register; each edge gets a group of copies in front of its
 * marker.
 */
#include "../code/bounds.h"
#include "flow.h"

#include <string.h>

void wfs_edges_init(struct wfs_edges *edges)
{
    edges->first = NULL;
    edges->last = &edges->first;
    edges->count = 0;
}

uint32_t wfs_new_slots(struct wfs_lower *l, uint32_t words)
{
    const size_t first = l->slots;

    while (l->slots + words >= l->slot_room)
        l->slot = wfs_grow(l->env, l->slot, l->slot_room, &l->slot_room, sizeof *l->slot);
    while (l->slots < first + words)
        l->slot[l->slots++] = wfs_const(0);
    return (uint32_t)first;
}

void wfs_set_slot(struct wfs_lower *l, uint32_t slot, wfs_val v)
{
    wfs_work(l->env, 1);
    if (slot >= l->slots)
        wfs_fail(l->env, "slot %u is outside the %zu there are", (unsigned)slot, l->slots);
    if (wfs_same(l->slot[slot], v))
        return;
    WFS_APPEND(l->env, l->change, l->changes, l->change_room, (struct wfs_change){.slot = slot, .old = l->slot[slot]});
    l->slot[slot] = v;
}

void wfs_undo_changes(struct wfs_lower *l, size_t mark)
{
    while (l->changes > mark) {
        l->changes--;
        l->slot[l->change[l->changes].slot] = l->change[l->changes].old;
    }
}

uint32_t wfs_marker(struct wfs_lower *l)
{
    return wfs_emit(l->code, &(struct wfs_insn){.op = WFS_OP_MARK});
}

void wfs_new_stamp(struct wfs_lower *l)
{
    wfs_fit_stamps(l);
    l->stamps++;
}

void wfs_fit_stamps(struct wfs_lower *l)
{
    if (l->stamp_room >= l->slots)
        return;
    uint32_t *stamp = wfs_new(l->env, l->slot_room, sizeof *stamp);
    if (l->stamp)
        memcpy(stamp, l->stamp, l->stamp_room * sizeof *stamp);
    l->stamp = stamp;
    l->stamp_room = l->slot_room;
}

/* The slots changed since `mark`, each once, with their present values. */
static void note_changes(struct wfs_lower *l, struct wfs_edge *edge, size_t mark)
{
    wfs_new_stamp(l);
    edge->change = wfs_new(l->env, l->changes - mark, sizeof *edge->change);
    for (size_t i = mark; i < l->changes; i++) {
        const uint32_t slot = l->change[i].slot;
        if (l->stamp[slot] == l->stamps)
            continue;
        l->stamp[slot] = l->stamps;
        edge->change[edge->changes++] = (struct wfs_change){.slot = slot, .old = l->slot[slot]};
    }
}

struct wfs_edge *wfs_add_edge(struct wfs_lower *l, struct wfs_construct *c, struct wfs_edges *to, uint32_t from,
                              uint32_t marker)
{
    struct wfs_edge *edge = wfs_new(l->env, 1, sizeof *edge);

    edge->marker = marker;
    edge->from = from;
    note_changes(l, edge, c->mark);
    *to->last = edge;
    to->last = &edge->next;
    to->count++;
    return edge;
}

/* ---- copies ---- */

static void add_copy(struct wfs_lower *l, struct wfs_copies *copies, wfs_val to, wfs_val from)
{
    WFS_APPEND(l->env, copies->copy, copies->count, copies->room, (struct wfs_copy){to.bits, from});
}

/* One group in front of the marker. */
static void put_copies(struct wfs_lower *l, uint32_t marker, const struct wfs_copies *copies)
{
    struct wfs_code *code = l->code;
    const uint32_t back = code->at, place = code->place;

    if (!copies->count)
        return;
    code->groups++;
    code->place = code->insn[marker].place;
    code->at = code->insn[marker].prev;         /* never 0: the code begins with a marker of its own */
    for (size_t i = 0; i < copies->count; i++)
        wfs_emit(code, &(struct wfs_insn){.op = WFS_OP_COPY, .dst = copies->copy[i].to, .b = copies->copy[i].from,
                                          .frame = code->groups});
    code->at = back;
    code->place = place;
}

static void put_all_copies(struct wfs_lower *l, const struct wfs_edges *edges, const struct wfs_copies *copies)
{
    for (const struct wfs_edge *e = edges->first; e; e = e->next)
        put_copies(l, e->marker, copies++);
}

/* One value where the edges meet: value[i] on edge i. */
static wfs_val meet(struct wfs_lower *l, uint32_t edges, const wfs_val *value, struct wfs_copies *copies)
{
    bool same = true;

    for (uint32_t i = 1; i < edges; i++)
        same &= wfs_same(value[i], value[0]);
    if (same)
        return value[0];
    const wfs_val met = wfs_meeting(l->code);
    for (uint32_t i = 0; i < edges; i++)
        add_copy(l, &copies[i], met, value[i]);
    return met;
}

/* ---- slots ---- */

/* The slots that some edge changed, each once. */
static uint32_t *changed_slots(struct wfs_lower *l, const struct wfs_edges *edges, uint32_t *count)
{
    size_t most = 0;

    for (const struct wfs_edge *e = edges->first; e; e = e->next)
        most += e->changes;
    uint32_t *slot = wfs_new(l->env, most, sizeof *slot);
    *count = 0;
    wfs_new_stamp(l);
    for (const struct wfs_edge *e = edges->first; e; e = e->next)
        for (uint32_t i = 0; i < e->changes; i++)
            if (l->stamp[e->change[i].slot] != l->stamps) {
                l->stamp[e->change[i].slot] = l->stamps;
                slot[(*count)++] = e->change[i].slot;
            }
    return slot;
}

static void join_slots(struct wfs_lower *l, const struct wfs_edges *edges, struct wfs_copies *copies)
{
    uint32_t count;
    const uint32_t width = edges->count, *slot = changed_slots(l, edges, &count);

    if (!count)
        return;
    /* a row a slot, a column an edge; an edge that did not change a slot has the present value */
    wfs_val *value = wfs_new(l->env, (size_t)count * width, sizeof *value);
    if (l->row_room < l->slots) {
        l->row_room = l->slot_room;
        l->row = wfs_new(l->env, l->row_room, sizeof *l->row);
    }
    for (uint32_t k = 0; k < count; k++) {
        l->row[slot[k]] = k;
        for (uint32_t i = 0; i < width; i++)
            value[(size_t)k * width + i] = l->slot[slot[k]];
    }
    uint32_t column = 0;
    for (const struct wfs_edge *e = edges->first; e; e = e->next, column++)
        for (uint32_t i = 0; i < e->changes; i++)
            value[(size_t)l->row[e->change[i].slot] * width + column] = e->change[i].old;
    for (uint32_t k = 0; k < count; k++)
        wfs_set_slot(l, slot[k], meet(l, width, &value[(size_t)k * width], copies));
}

/* ---- values as words ---- */

uint32_t wfs_meeting_words(const struct wfs_type *t)
{
    return t->kind == WFS_POINTER ? 2 : (uint32_t)t->words;
}

wfs_val wfs_move(struct wfs_lower *l, wfs_val offset, wfs_val bytes, uint32_t back, uint32_t forth)
{
    const uint32_t most = wfs_bounds_of(l->code, offset).most, last = (INT32_MAX - forth) & ~3U;

    if (forth && most > last)
        offset = wfs_mins(l->code, offset, wfs_const(last));
    if (back && most > INT32_MAX)
        offset = wfs_maxs(l->code, offset, wfs_const((0x80000000U + back + 3) & ~3U));
    return wfs_add(l->code, offset, bytes);
}

wfs_val wfs_offset_of(struct wfs_lower *l, const struct wfs_pointer *p)
{
    const uint32_t last = (INT32_MAX - p->offset) & ~3U;

    if (p->dynamic.kind == WFS_NONE)
        return wfs_const(p->offset);
    if (p->most == WFS_ANYWHERE)
        return wfs_move(l, p->dynamic, wfs_const(p->offset), 0, p->offset);
    return wfs_add(l->code, p->most > last ? wfs_minu(l->code, p->dynamic, wfs_const(last)) : p->dynamic,
                   wfs_const(p->offset));
}

void wfs_words_of(struct wfs_lower *l, const struct wfs_value *v, uint32_t marker, wfs_val *word)
{
    const struct wfs_pointer *p = v->pointer;
    const uint32_t back = l->code->at;

    if (!p) {
        memcpy(word, v->word, v->words * sizeof *word);
        return;
    }
    if (!wfs_is_shared(p))
        wfs_fail(l->env,
                 "%s: a pointer to it that is not known; only those to workgroup variables and buffers may vary",
                 wfs_shown(l->m, p->variable));
    if (p->is_far)
        wfs_fail(l->env, "%s: a pointer to it that is not known; it has too many blocks for that", wfs_shown(l->m, p->variable));
    if (marker)
        l->code->at = l->code->insn[marker].prev;
    word[0] = wfs_offset_of(l, p);
    word[1] = p->space == WFS_BUFFER ? p->buffer : wfs_const(0);
    if (marker)
        l->code->at = back;
}

void wfs_from_words(struct wfs_lower *l, struct wfs_value *v, const struct wfs_value *like, const wfs_val *word)
{
    if (!like->pointer) {
        memcpy(v->word, word, v->words * sizeof *word);
        return;
    }
    struct wfs_pointer *p = v->pointer = wfs_new(l->env, 1, sizeof *p);
    *p = *like->pointer;
    p->offset = 0;
    p->dynamic = word[0];
    p->align = 1;
    p->most = WFS_ANYWHERE;
    if (p->space == WFS_BUFFER)
        p->buffer = word[1];
}

static void check_alike(struct wfs_lower *l, uint32_t at, const struct wfs_value *v, const struct wfs_value *like)
{
    if ((v->pointer == NULL) != (like->pointer == NULL) || v->words != like->words ||
        (v->pointer && v->pointer->space != like->pointer->space))
        wfs_refuse(l->m, at, "its values %s and %s cannot meet", wfs_type_shown(l->m, v->type),
                   wfs_type_shown(l->m, like->type));
}

/* What comes has the type that is expected: words for words, a pointer, which has none, for a pointer. */
static void check_type(struct wfs_lower *l, uint32_t at, const struct wfs_value *v, const struct wfs_value *from)
{
    if (v->words != from->words || (v->type->kind == WFS_POINTER) != (from->pointer != NULL))
        wfs_refuse(l->m, at, "a value of it is %s; expected %s", wfs_type_shown(l->m, from->type),
                   wfs_type_shown(l->m, v->type));
}

/* ---- OpPhi ---- */

/* The value on the way from a block. */
static struct wfs_value *phi_value(struct wfs_lower *l, uint32_t at, uint32_t from)
{
    for (uint32_t n = 3; n + 1 < wfs_length_at(l->m, at); n += 2, wfs_work(l->env, 1))
        if (l->m->word[at + n + 1] == from)
            return wfs_value(l, l->m->word[at + n]);
    wfs_refuse(l->m, at, "it has no value for block %u, which comes before it", (unsigned)from);
}

/* The first OpPhi of a block at or behind word `at`; 0: no more. */
static uint32_t next_phi(const struct wfs_lower *l, const struct wfs_block *b, uint32_t at)
{
    for (; at < b->end; at = wfs_after(l->m, at)) {
        const uint32_t op = wfs_op_at(l->m, at);
        if (op == WfsOpPhi)
            return at;
        if (op != WfsOpLine && op != WfsOpNoLine && op != WfsOpExtInst)
            return 0;
    }
    return 0;
}

/* v where the edges meet: from[i] on edge i. */
static void meet_values(struct wfs_lower *l, uint32_t at, const struct wfs_edges *edges, struct wfs_value *const *from,
                        struct wfs_value *v, struct wfs_copies *copies)
{
    const uint32_t words = wfs_meeting_words(v->type), width = edges->count;
    wfs_val *value = wfs_new(l->env, (size_t)words * width, sizeof *value),
            *column = wfs_new(l->env, words, sizeof *column), *met = wfs_new(l->env, words, sizeof *met);
    uint32_t i = 0;

    check_type(l, at, v, from[0]);
    if (width == 1) {
        v->word = from[0]->word;
        v->pointer = from[0]->pointer;
        return;
    }
    for (const struct wfs_edge *e = edges->first; e; e = e->next, i++) {
        check_alike(l, at, from[i], from[0]);
        wfs_words_of(l, from[i], e->marker, column);
        for (uint32_t k = 0; k < words; k++)
            value[(size_t)k * width + i] = column[k];
    }
    for (uint32_t k = 0; k < words; k++)
        met[k] = meet(l, width, &value[(size_t)k * width], copies);
    wfs_from_words(l, v, from[0], met);
}

static struct wfs_value *join_phi(struct wfs_lower *l, const struct wfs_edges *edges, uint32_t label, uint32_t at,
                                  struct wfs_copies *copies)
{
    struct wfs_value *v = wfs_new_value(l, wfs_type(l->m, wfs_operand(l->m, at, 1)));
    struct wfs_value **from = wfs_new(l->env, edges->count, sizeof *from);
    uint32_t i = 0;

    for (const struct wfs_edge *e = edges->first; e; e = e->next)
        from[i++] = e->killed ? wfs_killed_value(l, at, label) : phi_value(l, at, e->from);
    meet_values(l, at, edges, from, v, copies);
    return v;
}

/* When all have been read: they may name each other. */
static void define_phis(struct wfs_lower *l, const struct wfs_block *b, struct wfs_value *const *made)
{
    for (uint32_t at = next_phi(l, b, b->first); at; at = next_phi(l, b, wfs_after(l->m, at)))
        wfs_define(l, wfs_operand(l->m, at, 2), *made++);
}

static void join_phis(struct wfs_lower *l, const struct wfs_edges *edges, uint32_t label, struct wfs_copies *copies)
{
    const struct wfs_block *b = wfs_block_of(l, label);
    struct wfs_value **made = NULL;
    size_t count = 0, room = 0;

    for (uint32_t at = next_phi(l, b, b->first); at; at = next_phi(l, b, wfs_after(l->m, at)))
        WFS_APPEND(l->env, made, count, room, join_phi(l, edges, label, at, copies));
    define_phis(l, b, made);
}

void wfs_join(struct wfs_lower *l, const struct wfs_edges *edges, uint32_t label)
{
    l->reached = edges->count > 0;
    if (!l->reached)
        return;
    struct wfs_copies *copies = wfs_new(l->env, edges->count, sizeof *copies);
    if (edges->count == 1)
        for (uint32_t i = 0; i < edges->first->changes; i++)
            wfs_set_slot(l, edges->first->change[i].slot, edges->first->change[i].old);
    else
        join_slots(l, edges, copies);
    if (label)
        join_phis(l, edges, label, copies);
    put_all_copies(l, edges, copies);
}

struct wfs_value *wfs_join_results(struct wfs_lower *l, uint32_t at, const struct wfs_edges *edges,
                                   const struct wfs_type *type)
{
    struct wfs_value *v = wfs_new_value(l, type), **from = wfs_new(l->env, edges->count, sizeof *from);
    struct wfs_copies *copies = wfs_new(l->env, edges->count, sizeof *copies);
    uint32_t i = 0;

    for (struct wfs_edge *e = edges->first; e; e = e->next) {
        if (e->killed)
            e->result = wfs_new_value(l, type);
        if (!e->result)
            wfs_refuse(l->m, at, "the function returns no %s", wfs_type_shown(l->m, type));
        check_type(l, at, v, e->result);
        from[i++] = e->result;
    }
    meet_values(l, at, edges, from, v, copies);
    put_all_copies(l, edges, copies);
    return v;
}

void wfs_select_pointer(struct wfs_lower *l, uint32_t at, struct wfs_value *v, wfs_val truth, const struct wfs_value *x,
                        const struct wfs_value *y)
{
    wfs_val a[2], b[2], r[2];

    check_type(l, at, v, x);
    check_alike(l, at, x, y);
    wfs_words_of(l, x, 0, a);
    wfs_words_of(l, y, 0, b);
    for (unsigned k = 0; k < 2; k++)
        r[k] = wfs_sel(l->code, truth, a[k], b[k]);
    wfs_from_words(l, v, x, r);
}

/* ---- loops ---- */

static void enter_phi(struct wfs_lower *l, uint32_t at, uint32_t marker, struct wfs_loop_entry *entry,
                      struct wfs_copies *copies)
{
    struct wfs_value *v = wfs_new_value(l, wfs_type(l->m, wfs_operand(l->m, at, 1)));
    const struct wfs_value *in = wfs_value(l, wfs_operand(l->m, at, 2));
    const uint32_t words = wfs_meeting_words(v->type);
    wfs_val *now = wfs_new(l->env, words, sizeof *now), *met = wfs_new(l->env, words, sizeof *met);

    check_type(l, at, v, in);
    wfs_words_of(l, in, marker, now);
    for (uint32_t k = 0; k < words; k++) {
        met[k] = wfs_meeting(l->code);
        add_copy(l, copies, met[k], now[k]);
    }
    wfs_from_words(l, v, in, met);
    WFS_APPEND(l->env, entry->phi, entry->phis, entry->phi_room, (struct wfs_phi){at, v, met});
}

void wfs_enter_loop(struct wfs_lower *l, const struct wfs_block *header, struct wfs_loop_entry *entry)
{
    struct wfs_copies copies = {0};
    const uint32_t marker = wfs_marker(l);

    entry->met = wfs_new(l->env, entry->slots, sizeof *entry->met);
    for (size_t i = 0; i < entry->slots; i++) {
        entry->met[i] = wfs_meeting(l->code);
        add_copy(l, &copies, entry->met[i], l->slot[entry->slot[i]]);
        wfs_set_slot(l, entry->slot[i], entry->met[i]);
    }
    for (uint32_t at = next_phi(l, header, header->first); at; at = next_phi(l, header, wfs_after(l->m, at)))
        enter_phi(l, at, marker, entry, &copies);
    for (size_t i = 0; i < entry->phis; i++)
        wfs_define(l, wfs_operand(l->m, entry->phi[i].at, 2), entry->phi[i].value);
    put_copies(l, marker, &copies);
}

void wfs_next_turn(struct wfs_lower *l, const struct wfs_block *header, const struct wfs_edge *back)
{
    struct wfs_value **now = NULL;
    size_t count = 0, room = 0;

    for (uint32_t at = next_phi(l, header, header->first); at; at = next_phi(l, header, wfs_after(l->m, at)))
        WFS_APPEND(l->env, now, count, room, phi_value(l, at, back->from));
    define_phis(l, header, now);
}

void wfs_come_back(struct wfs_lower *l, const struct wfs_construct *loop, const struct wfs_loop_entry *entry)
{
    const struct wfs_edge *back = loop->back.first;
    struct wfs_copies copies = {0};

    if (!back)
        return;                         /* it never goes round */
    wfs_undo_changes(l, loop->mark);    /* the slots as the header has them: the meeting registers */
    for (uint32_t i = 0; i < back->changes; i++)
        wfs_set_slot(l, back->change[i].slot, back->change[i].old);
    for (size_t i = 0; i < entry->slots; i++)
        if (!wfs_same(l->slot[entry->slot[i]], entry->met[i]))
            add_copy(l, &copies, entry->met[i], l->slot[entry->slot[i]]);
    for (size_t i = 0; i < entry->phis; i++) {
        const struct wfs_phi *phi = &entry->phi[i];
        const struct wfs_value *v = phi_value(l, phi->at, back->from);
        const uint32_t words = wfs_meeting_words(phi->value->type);
        wfs_val *now = wfs_new(l->env, words, sizeof *now);
        check_alike(l, phi->at, v, phi->value);
        wfs_words_of(l, v, back->marker, now);
        for (uint32_t k = 0; k < words; k++)
            if (!wfs_same(now[k], phi->met[k]))
                add_copy(l, &copies, phi->met[k], now[k]);
    }
    put_copies(l, back->marker, &copies);
}
