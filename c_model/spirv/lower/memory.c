/* SPDX-License-Identifier: Apache-2.0
 * memory.c - loads and stores of values, in each layout; scalar.c has their scalars.
 */
#include <string.h>

#include "address.h"
#include "flow.h"
#include "image.h"
#include "kernel.h"
#include "mesh.h"
#include "scalar.h"

/* ---- values ---- */

/* Structs that hold nothing, in whatever number; a runtime array at the end of one is not that. */
static bool is_nothing(const struct wfs_type *t)
{
    const struct wfs_type *last = t->kind == WFS_STRUCT && t->count ? t->member[t->count - 1].type : NULL;

    return t->words == 0 && (t->kind == WFS_STRUCT || t->kind == WFS_ARRAY) &&
           (!last || last->kind == WFS_STRUCT || last->kind == WFS_ARRAY);
}

static void walk(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_type *t, uint64_t more,
                 uint32_t stride, bool row_major, wfs_val *word, bool load)
{
    wfs_work(l->env, 1);
    if (is_nothing(t))
        return;
    switch (t->kind) {
    case WFS_BOOL: case WFS_INT: case WFS_FLOAT: case WFS_ADDRESS:
        wfs_access_scalar(l, p, t, more, word, load);
        return;
    case WFS_VECTOR:
        if (!load && wfs_store_packed(l, p, t, more, word))
            return;
        for (uint32_t i = 0; i < t->count; i++)
            wfs_access_scalar(l, p, t->element, more + (uint64_t)i * wfs_component_stride(p, t->element),
                   word + i * t->element->words, load);
        return;
    case WFS_MATRIX: {
        const struct wfs_type *c = t->element->element;
        const uint64_t size = c->width / 8, major = wfs_matrix_stride(t, stride, row_major);
        for (uint32_t i = 0; i < t->count; i++)
            for (uint32_t k = 0; k < t->element->count; k++)
                wfs_access_scalar(l, p, c, more + (row_major ? k * major + i * size : i * major + k * size),
                       word + (i * t->element->count + k) * c->words, load);
        return;
    }
    case WFS_ARRAY: {
        const uint64_t step_bytes = wfs_array_stride(t, stride, row_major);
        for (uint32_t i = 0; i < t->count; i++)
            walk(l, p, t->element, more + i * step_bytes, stride, row_major, word + i * t->element->words, load);
        return;
    }
    case WFS_STRUCT:
        for (uint32_t i = 0; i < t->count; i++) {
            const uint8_t how = l->code->how;
            if (wfs_is_coherent(l, t->id, i))
                l->code->how |= load ? wfs_how_to_load(p, true, true) : WF_HOW_COHERENT;
            walk(l, p, t->member[i].type, more + t->member[i].offset, t->member[i].matrix_stride,
                 t->member[i].row_major, word + t->member[i].word, load);
            l->code->how = how;
        }
        return;
    default:
        wfs_fail(l->env, "%s: %s cannot be loaded or stored", wfs_shown(l->m, p->variable), wfs_type_shown(l->m, t));
    }
}

/* The same without an explicit layout: `first` is the word of memory, behind that of the pointer. */
static void walk_words(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_type *t, uint32_t first,
                       wfs_val *word, bool load)
{
    wfs_work(l->env, 1);
    if (wfs_room(p, t) != t->words && t->kind == WFS_STRUCT) {
        for (uint32_t i = 0; i < t->count; i++)
            walk_words(l, p, t->member[i].type, first + t->member[i].shared, word + t->member[i].word, load);
        return;
    }
    if (wfs_room(p, t) != t->words) {
        for (uint32_t i = 0; i < t->count; i++)
            walk_words(l, p, t->element, first + i * wfs_room(p, t->element), word + i * t->element->words, load);
        return;
    }
    for (uint32_t i = 0; i < t->words; i++) {
        const struct wfs_address a = wfs_address(l, p, 4 * (first + i));
        if (load)
            word[i] = wfs_load_at(l, p, a);
        else
            wfs_store_at(l, p, a, word[i]);
    }
}

wfs_val wfs_load_variable(struct wfs_lower *l, const struct wfs_pointer *p, uint32_t word)
{
    return p->space == WFS_SLOTS ? l->slot[p->offset + word] : wfs_load_at(l, p, wfs_address(l, p, 4 * (uint64_t)word));
}

void wfs_store_word(struct wfs_lower *l, const struct wfs_pointer *p, uint32_t word, wfs_val x)
{
    wfs_store_at(l, p, wfs_address(l, p, 4 * (uint64_t)word), x);
}

/* ---- variables in slots ---- */

/* The slots that a pointer points to, when all of them are there: an element beyond its variable may not. */
static const wfs_val *slots_at(struct wfs_lower *l, const struct wfs_pointer *p, uint32_t words)
{
    if (p->offset > l->slots || words > l->slots - p->offset)
        wfs_fail(l->env, "%s: outside of its variable", wfs_shown(l->m, p->variable));
    return l->slot + p->offset;
}

/* An element whose index is not constant. */
static void load_chosen(struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_value *v)
{
    const wfs_val *first = slots_at(l, p, (p->elements - 1) * p->element_slots + v->words);
    bool any_chosen = false;

    for (uint32_t k = 0; k < v->words; k++) {
        uint32_t stride;
        const struct wfs_origin *o = wfs_common_origin(l, first + k, p, &stride);
        if (!o && !wfs_is_few(p, v->words))
            l->is_indexed(l, p->variable);
        if (!o) {
            v->word[k] = wfs_choose_slot(l, first + k, p);
            any_chosen = true;
            continue;
        }
        struct wfs_pointer again = *o->pointer;
        wfs_add_index(l, &again, wfs_index_within(l, p, stride), stride);
        wfs_access_scalar(l, &again, o->type, o->more, &v->word[k], true);
        l->relies[again.buffer.bits] = true;
    }
    if (any_chosen)
        wfs_load_outside(l, p, v);
}

static void load_slots(struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_value *v)
{
    if (wfs_is(p->outside, 1))
        wfs_load_outside(l, p, v);
    else if (p->elements)
        load_chosen(l, p, v);
    else
        memcpy(v->word, slots_at(l, p, v->words), v->words * sizeof *v->word);
}

static void store_slots(struct wfs_lower *l, const struct wfs_pointer *p, const wfs_val *word, uint32_t words)
{
    wfs_store_outside(l, p);
    if (wfs_is(p->outside, 1))
        return;
    if (!p->elements) {
        for (uint32_t i = 0; i < words; i++)
            wfs_set_slot(l, p->offset + i, word[i]);
        return;
    }
    slots_at(l, p, (p->elements - 1) * p->element_slots + words);
    if (!wfs_is_few(p, words))
        l->is_indexed(l, p->variable);
    wfs_set_chosen(l, p, word, words);
}

/* ---- variables that hold a pointer: an offset and a buffer, and what all its pointers have in common ---- */

static void hold(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_value *v)
{
    const struct wfs_value **like = &l->held[p->variable];
    wfs_val word[2];

    if (*like && (*like)->pointer->space != v->pointer->space)
        wfs_fail(l->env, "%s holds pointers of two kinds", wfs_shown(l->m, p->variable));
    if (!*like)
        *like = v;
    wfs_words_of(l, v, 0, word);
    if (p->space == WFS_SLOTS) {
        store_slots(l, p, word, 2);
        return;
    }
    for (uint32_t i = 0; i < 2; i++)
        wfs_store_word(l, p, i, word[i]);
}

static void load_held(struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_value *v)
{
    const struct wfs_value *like = l->held[p->variable];

    if (!like)
        wfs_fail(l->env, "%s is read before it holds a pointer", wfs_shown(l->m, p->variable));
    wfs_val word[2];
    if (p->space == WFS_SLOTS)
        load_slots(l, p, &(struct wfs_value){.words = 2, .word = word});
    for (uint32_t i = 0; i < 2 && p->space != WFS_SLOTS; i++)
        word[i] = wfs_load_variable(l, p, i);
    wfs_from_words(l, v, like, word);
}

/* ---- all variables ---- */

/* The part of an array of vertices or primitives that has this index. */
static struct wfs_pointer record_of(struct wfs_lower *l, const struct wfs_pointer *p, uint32_t index)
{
    struct wfs_pointer record = *p;

    wfs_choose_record(l, &record, wfs_const(index));
    return record;
}

/* A value of memory whose class is not known: the classes meet in its words. */
struct generic {
    const struct wfs_value *v;
    const wfs_val *met;
};

static void load_class(struct wfs_lower *l, void *user, const struct wfs_pointer *p)
{
    const struct generic *g = user;
    const struct wfs_value *v = wfs_load_pointer(l, p);

    for (uint32_t i = 0; i < v->words; i++)
        wfs_copy(l->code, g->met[i], v->word[i]);
}

static struct wfs_value *load_generic(struct wfs_lower *l, const struct wfs_pointer *p)
{
    struct wfs_value *v = wfs_new_value(l, p->pointee);

    for (uint32_t i = 0; i < v->words; i++)
        v->word[i] = wfs_meeting(l->code);
    wfs_by_class(l, p, load_class, &(struct generic){.met = v->word});
    return v;
}

static void store_class(struct wfs_lower *l, void *user, const struct wfs_pointer *p)
{
    wfs_store_pointer(l, p, ((const struct generic *)user)->v);
}

struct wfs_value *wfs_load_pointer(struct wfs_lower *l, const struct wfs_pointer *p)
{
    if (p->space == WFS_GENERIC)
        return load_generic(l, p);
    if (p->space == WFS_INPUT)
        return wfs_builtin(l, p);
    if (p->space == WFS_HANDLE)
        return wfs_load_handle(l, p);
    struct wfs_value *v = wfs_new_value(l, p->pointee);
    if (p->pointee->kind == WFS_POINTER) {
        load_held(l, p, v);
        return v;
    }
    if (p->space == WFS_SLOTS) {
        load_slots(l, p, v);
    } else if (p->is_explicit) {
        walk(l, p, p->pointee, 0, p->matrix_stride, p->row_major, v->word, true);
    } else if (p->record_bytes) {
        const uint32_t words = (uint32_t)p->pointee->element->words;
        for (uint32_t i = 0; i < p->pointee->count; i++) {
            const struct wfs_pointer record = record_of(l, p, i);
            memcpy(v->word + i * words, wfs_load_pointer(l, &record)->word, words * sizeof *v->word);
        }
    } else {
        walk_words(l, p, p->pointee, 0, v->word, true);
    }
    return v;
}

void wfs_store_pointer(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_value *v)
{
    if (p->pointee->kind == WFS_POINTER && v->pointer) {
        hold(l, p, v);
        return;
    }
    if (!v->word || v->words != p->pointee->words)
        wfs_fail(l->env, "%s: a %s is stored to a %s", wfs_shown(l->m, p->variable), wfs_type_shown(l->m, v->type),
                 wfs_type_shown(l->m, p->pointee));
    wfs_expect_number(l, v);
    if (p->space == WFS_GENERIC) {
        wfs_by_class(l, p, store_class, &(struct generic){.v = v});
        return;
    }
    wfs_note_output(l, p);
    if (p->space == WFS_TABLE)
        return;                         /* what it holds, it holds already: variable.c */
    if (p->space == WFS_SLOTS) {
        store_slots(l, p, v->word, v->words);
    } else if (p->is_explicit) {
        walk(l, p, p->pointee, 0, p->matrix_stride, p->row_major, v->word, false);
    } else if (p->record_bytes) {
        const uint32_t words = (uint32_t)p->pointee->element->words;
        for (uint32_t i = 0; i < p->pointee->count; i++) {
            const struct wfs_pointer record = record_of(l, p, i);
            for (uint32_t k = 0; k < words; k++)
                wfs_store_at(l, &record, wfs_address(l, &record, 4 * k), v->word[i * words + k]);
        }
    } else {
        walk_words(l, p, p->pointee, 0, v->word, false);
    }
}
