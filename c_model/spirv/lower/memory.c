/* SPDX-License-Identifier: Apache-2.0
 * memory.c - loads and stores, in each layout.
 *
 * Memory is words.  A scalar of 8 or 16 bits in an explicit layout is a part of one: it is loaded with its word and cut
 * out; it is stored by two atomics, so that the bytes beside it, which other lanes may write at the same time, stay.
 */
#include <string.h>

#include "address.h"
#include "flow.h"
#include "kernel.h"
#include "image.h"
#include "mesh.h"

/* ---- addresses ---- */

/* Scratch is interleaved: word w of all lanes of a wave stand side by side. */
struct wfs_address wfs_address(struct wfs_lower *l, const struct wfs_pointer *p, uint64_t more)
{
    const uint32_t scale = p->space == WFS_SCRATCH ? l->wave_size : 1;
    const uint64_t far = p->offset + more;
    uint32_t offset = wfs_is_shared(p) && far > WFS_FAR ? WFS_FAR : (uint32_t)far * scale;
    wfs_val base = p->dynamic;

    if (p->space == WFS_SCRATCH) {
        base = base.kind == WFS_NONE ? l->scratch_base
                                     : wfs_add(l->code, wfs_mul(l->code, base, wfs_const(scale)), l->scratch_base);
    } else if (base.kind == WFS_NONE) {
        base = wfs_const(0);
    }
    if (offset > 0xffff) {
        base = wfs_add(l->code, base, wfs_const(offset & ~0xfffU));
        offset &= 0xfff;
    }
    if (wfs_is_const(base) && base.bits <= 0xffff - offset) {
        offset += base.bits;
        base = wfs_const(0);
    }
    return (struct wfs_address){base, (uint16_t)offset};
}

/* ---- words of memory ---- */

/* A cache may answer a load until its wave's next fence: a coherent one asks the memory that all cores share, or a wave
 * that polls never ends. */
wfs_val wfs_load_word(struct wfs_lower *l, wfs_val buffer, struct wfs_address a)
{
    if (l->code->how & WF_HOW_LOADS)
        return wfs_atomic_by(l->code, buffer, WF_ATOM_OR, a.base, a.offset, wfs_const(0), wfs_none(), true);
    return wfs_load_by(l->code, buffer, a.base, a.offset);
}

static wfs_val load_word(struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_address a)
{
    switch (p->space) {
    case WFS_LDS: return wfs_lds_load(l->code, a.base, a.offset);
    case WFS_SCRATCH: return wfs_load_word(l, wfs_const(l->target->scratch_buffer), a);
    case WFS_TABLE: return wfs_load_word(l, wfs_const(l->target->table_buffer), a);
    case WFS_BUFFER: return wfs_load_word(l, p->buffer, a);
    default: wfs_fail(l->env, "%s cannot be loaded from", wfs_shown(l->m, p->variable));
    }
}

static void store_word(struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_address a, wfs_val x)
{
    switch (p->space) {
    case WFS_LDS: wfs_lds_store(l->code, a.base, a.offset, x); return;
    case WFS_SCRATCH: wfs_store_private(l->code, l->target->scratch_buffer, a.base, a.offset, x); return;
    case WFS_BUFFER:
        wfs_note_write(l, p);
        wfs_store_by(l->code, p->buffer, a.base, a.offset, x);
        return;
    default: wfs_fail(l->env, "%s cannot be stored to", wfs_shown(l->m, p->variable));
    }
}

/* Of a coherent load of 64 bits both words are of one time.  A pointer that is not known is aligned, for a layout may
 * have no other. */
static bool is_polled_pair(const struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_type *t,
                           uint64_t more)
{
    const bool is_known = p->dynamic.kind == WFS_NONE || p->align % 8 == 0;

    return l->code->how & WF_HOW_LOADS && t->words == 2 && !(is_known && (p->offset + more) % 8);
}

static void load_pair(struct wfs_lower *l, const struct wfs_pointer *p, uint64_t more, wfs_val *word)
{
    const struct wfs_address a = wfs_address(l, p, more);
    const wfs_val zero[2] = {wfs_const(0), wfs_const(0)};

    wfs_atomic64_by(l->code, p->buffer, WF_ATOM_OR, a.base, a.offset, zero, NULL, word);
}

/* ---- parts of words ---- */

bool wfs_is_part(const struct wfs_pointer *p, const struct wfs_type *scalar)
{
    return p->is_explicit && scalar->kind != WFS_BOOL && scalar->width < 32;
}

/* Words of a lane's own memory do not stand side by side. */
static struct wfs_part scratch_part(struct wfs_lower *l, const struct wfs_pointer *p, uint64_t more)
{
    struct wfs_pointer word = *p;
    const uint32_t byte = p->offset + (uint32_t)more;

    if (p->dynamic.kind == WFS_NONE || p->align % 4 == 0) {
        word.offset = byte & ~3U;
        return (struct wfs_part){wfs_address(l, &word, 0), wfs_const(8 * (byte & 3))};
    }
    const wfs_val at = wfs_add(l->code, p->dynamic, wfs_const(byte));
    word.offset = 0;
    word.dynamic = wfs_and(l->code, at, wfs_const(~3U));
    return (struct wfs_part){wfs_address(l, &word, 0),
                             wfs_and(l->code, wfs_shl(l->code, at, wfs_const(3)), wfs_const(24))};
}

struct wfs_part wfs_part_at(struct wfs_lower *l, const struct wfs_pointer *p, uint64_t more)
{
    if (p->space == WFS_SCRATCH)
        return scratch_part(l, p, more);
    struct wfs_address a = wfs_address(l, p, more);

    if (p->dynamic.kind == WFS_NONE || p->align % 4 == 0) {
        const uint32_t low = a.offset & 3;
        a.offset = (uint16_t)(a.offset - low);
        return (struct wfs_part){a, wfs_const(8 * low)};
    }
    const wfs_val byte = wfs_add(l->code, a.base, wfs_const(a.offset));
    const wfs_val shift = wfs_and(l->code, wfs_shl(l->code, byte, wfs_const(3)), wfs_const(24));
    return (struct wfs_part){{wfs_and(l->code, byte, wfs_const(~3U)), 0}, shift};
}

static wfs_val load_part(struct wfs_lower *l, const struct wfs_pointer *p, uint64_t more, unsigned width)
{
    const struct wfs_part part = wfs_part_at(l, p, more);

    l->code->how |= WF_HOW_PART;
    const wfs_val word = load_word(l, p, part.word);
    l->code->how ^= WF_HOW_PART;
    return wfs_and(l->code, wfs_shr(l->code, word, part.shift), wfs_const((1U << width) - 1));
}

static void atomic_word(struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_address a, unsigned atom,
                        wfs_val x)
{
    if (p->space == WFS_LDS) {
        wfs_lds_atomic(l->code, atom, a.base, a.offset, x, wfs_none(), false);
        return;
    }
    if (p->space != WFS_BUFFER)
        wfs_fail(l->env, "%s: storing 8 or 16 bits there is not supported", wfs_shown(l->m, p->variable));
    wfs_note_write(l, p);
    wfs_atomic_by(l->code, p->buffer, atom, a.base, a.offset, x, wfs_none(), false);
}

static void store_part(struct wfs_lower *l, const struct wfs_pointer *p, uint64_t more, unsigned width, wfs_val x)
{
    const struct wfs_part part = wfs_part_at(l, p, more);
    const wfs_val mask = wfs_shl(l->code, wfs_const((1U << width) - 1), part.shift);

    if (p->space == WFS_SCRATCH) {      /* nobody else's */
        const wfs_val others = wfs_and(l->code, load_word(l, p, part.word), wfs_not(l->code, mask));
        store_word(l, p, part.word, wfs_or(l->code, others, wfs_shl(l->code, x, part.shift)));
        return;
    }
    l->code->how |= WF_HOW_PART;
    atomic_word(l, p, part.word, WF_ATOM_AND, wfs_not(l->code, mask));
    if (!wfs_is(x, 0))
        atomic_word(l, p, part.word, WF_ATOM_OR, wfs_shl(l->code, x, part.shift));
    l->code->how ^= WF_HOW_PART;
}

/* ---- scalars that are less aligned than they are large ---- */

/* Bytes that a scalar is to be accessed by; 0: it is accessed as a whole. */
static uint32_t piece_of(const struct wfs_pointer *p, const struct wfs_type *t, uint64_t more)
{
    const uint32_t whole = t->width > 32 ? 4 : t->width / 8;

    if (!p->loose || p->loose >= whole || (p->dynamic.kind == WFS_NONE && (p->offset + more) % whole == 0))
        return 0;
    return p->loose;
}

static void pieces(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_type *t, uint64_t more,
                   uint32_t bytes, wfs_val *word, bool load)
{
    const uint32_t width = 8 * bytes, each = t->width > 32 ? 32 : t->width;
    struct wfs_pointer q = *p;

    q.align = bytes < q.align ? bytes : q.align;
    for (uint32_t bit = 0; bit < t->width; bit += width, more += bytes) {
        wfs_val *const w = &word[bit / 32];
        const wfs_val shift = wfs_const(bit % 32), mask = wfs_const((1U << width) - 1);
        if (!load)
            store_part(l, &q, more, width, wfs_and(l->code, wfs_shr(l->code, *w, shift), mask));
        else if (bit % each == 0)
            *w = load_part(l, &q, more, width);
        else
            *w = wfs_or(l->code, *w, wfs_shl(l->code, load_part(l, &q, more, width), shift));
    }
}

/* ---- values ---- */

/* Visit the scalars of an explicit layout.  `load`: into word[], else from it. */
static void scalar(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_type *t, uint64_t more,
                   wfs_val *word, bool load)
{
    const uint32_t bytes = t->kind == WFS_BOOL ? 0 : piece_of(p, t, more);
    if (bytes) {
        pieces(l, p, t, more, bytes, word, load);
        return;
    }
    if (t->kind == WFS_BOOL && l->m->kernel_pointer)
        wfs_fail(l->env, "%s: a bool has no size in memory", wfs_shown(l->m, p->variable));
    if (wfs_is_part(p, t)) {
        if (load)
            *word = load_part(l, p, more, t->width);
        else
            store_part(l, p, more, t->width, *word);
        if (load && l->loaded)
            wfs_note_origin(l, t, more, *word);
        return;
    }
    if (load && is_polled_pair(l, p, t, more)) {
        load_pair(l, p, more, word);
        return;
    }
    for (uint32_t i = 0; i < t->words; i++) {
        const struct wfs_address a = wfs_address(l, p, more + 4 * i);
        if (load)
            word[i] = load_word(l, p, a);
        else
            store_word(l, p, a, word[i]);
    }
    if (load && l->loaded)
        wfs_note_origin(l, t, more, *word);
}

/* Narrow components that fill whole words are stored by words. */
static bool store_packed(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_type *t, uint64_t more,
                         const wfs_val *word)
{
    const struct wfs_type *c = t->element;
    const uint32_t in_word = wfs_is_part(p, c) ? 32 / c->width : 0;

    if (!in_word || p->loose || p->component_stride || t->count % in_word || (p->offset + more) % 4 ||
        (p->dynamic.kind != WFS_NONE && p->align % 4))
        return false;
    for (uint32_t i = 0; i < t->count; i += in_word) {
        wfs_val x = word[i];
        for (uint32_t k = 1; k < in_word; k++)
            x = wfs_or(l->code, x, wfs_shl(l->code, word[i + k], wfs_const(k * c->width)));
        store_word(l, p, wfs_address(l, p, more + i * (c->width / 8)), x);
    }
    return true;
}

/* Structs that hold nothing, in whatever number; a runtime array at the end of one is not that. */
static bool is_nothing(const struct wfs_type *t)
{
    const struct wfs_type *last = t->kind == WFS_STRUCT && t->count ? t->member[t->count - 1].type : NULL;

    return t->words == 0 && (t->kind == WFS_STRUCT || t->kind == WFS_ARRAY) &&
           (!last || last->kind == WFS_STRUCT || last->kind == WFS_ARRAY);
}

/* `fresh`: what other cores stored counts at once. */
static uint8_t how_to_load(const struct wfs_pointer *p, bool is_coherent, bool fresh)
{
    return (uint8_t)((is_coherent ? WF_HOW_COHERENT : 0) | (fresh && (p->space == WFS_BUFFER || p->space == WFS_GENERIC) ? WF_HOW_LOADS : 0));
}

static void walk(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_type *t, uint64_t more,
                 uint32_t stride, bool row_major, wfs_val *word, bool load)
{
    wfs_work(l->env, 1);
    if (is_nothing(t))
        return;
    switch (t->kind) {
    case WFS_BOOL: case WFS_INT: case WFS_FLOAT: case WFS_ADDRESS:
        scalar(l, p, t, more, word, load);
        return;
    case WFS_VECTOR:
        if (!load && store_packed(l, p, t, more, word))
            return;
        for (uint32_t i = 0; i < t->count; i++)
            scalar(l, p, t->element, more + (uint64_t)i * wfs_component_stride(p, t->element),
                   word + i * t->element->words, load);
        return;
    case WFS_MATRIX: {
        const struct wfs_type *c = t->element->element;
        const uint64_t size = c->width / 8, major = wfs_matrix_stride(t, stride, row_major);
        for (uint32_t i = 0; i < t->count; i++)
            for (uint32_t k = 0; k < t->element->count; k++)
                scalar(l, p, c, more + (row_major ? k * major + i * size : i * major + k * size),
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
                l->code->how |= load ? how_to_load(p, true, true) : WF_HOW_COHERENT;
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
            word[i] = load_word(l, p, a);
        else
            store_word(l, p, a, word[i]);
    }
}

wfs_val wfs_load_variable(struct wfs_lower *l, const struct wfs_pointer *p, uint32_t word)
{
    return p->space == WFS_SLOTS ? l->slot[p->offset + word] : load_word(l, p, wfs_address(l, p, 4 * (uint64_t)word));
}

void wfs_store_word(struct wfs_lower *l, const struct wfs_pointer *p, uint32_t word, wfs_val x)
{
    store_word(l, p, wfs_address(l, p, 4 * (uint64_t)word), x);
}

/* ---- variables that hold a pointer: an offset and a buffer, and what all its pointers have in common ---- */

static void hold(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_value *v)
{
    const struct wfs_value **like = &l->held[p->variable];
    wfs_val word[2];

    if (p->elements)
        l->is_indexed(l, p->variable);
    if (p->space != WFS_SLOTS)
        wfs_fail(l->env, "%s holds pointers and is indexed, which is not supported", wfs_shown(l->m, p->variable));
    if (*like && (*like)->pointer->space != v->pointer->space)
        wfs_fail(l->env, "%s holds pointers of two kinds", wfs_shown(l->m, p->variable));
    if (!*like)
        *like = v;
    wfs_words_of(l, v, 0, word);
    wfs_set_slot(l, p->offset, word[0]);
    wfs_set_slot(l, p->offset + 1, word[1]);
}

/* The slots that a pointer points to, when all of them are there: an element beyond its variable may not. */
static const wfs_val *slots_at(struct wfs_lower *l, const struct wfs_pointer *p, uint32_t words)
{
    if (p->offset > l->slots || words > l->slots - p->offset)
        wfs_fail(l->env, "%s: outside of its variable", wfs_shown(l->m, p->variable));
    return l->slot + p->offset;
}

static void load_held(struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_value *v)
{
    const struct wfs_value *like = l->held[p->variable];

    if (p->elements)
        l->is_indexed(l, p->variable);
    if (p->space != WFS_SLOTS || !like)
        wfs_fail(l->env, "%s is read before it holds a pointer", wfs_shown(l->m, p->variable));
    wfs_from_words(l, v, like, slots_at(l, p, 2));
}

/* The part of an array of vertices or primitives that has this index. */
static struct wfs_pointer record_of(struct wfs_lower *l, const struct wfs_pointer *p, uint32_t index)
{
    struct wfs_pointer record = *p;

    wfs_choose_record(l, &record, wfs_const(index));
    return record;
}

/* An element whose index is not constant. */
static void load_chosen(struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_value *v)
{
    const wfs_val *first = slots_at(l, p, (p->elements - 1) * p->element_slots + v->words);

    for (uint32_t k = 0; k < v->words; k++) {
        uint32_t stride;
        const struct wfs_origin *o = wfs_common_origin(l, first + k, p, &stride);
        if (!o && !wfs_is_few(p, v->words))
            l->is_indexed(l, p->variable);
        if (!o) {
            v->word[k] = wfs_choose_slot(l, first + k, p);
            continue;
        }
        struct wfs_pointer again = *o->pointer;
        wfs_add_index(l, &again, p->dynamic, stride);
        scalar(l, &again, o->type, o->more, &v->word[k], true);
        l->relies[again.buffer.bits] = true;
    }
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
    if (p->space == WFS_HANDLE && p->image->array)
        wfs_fail(l->env, "%s is loaded as a whole; expected one of its elements", wfs_shown(l->m, p->variable));
    if (p->space == WFS_HANDLE)
        return wfs_new_handle(l, p->pointee, p->image);
    struct wfs_value *v = wfs_new_value(l, p->pointee);
    if (p->pointee->kind == WFS_POINTER) {
        load_held(l, p, v);
        return v;
    }
    if (p->elements) {
        load_chosen(l, p, v);
    } else if (p->space == WFS_SLOTS) {
        memcpy(v->word, slots_at(l, p, v->words), v->words * sizeof *v->word);
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
    if (p->elements) {
        slots_at(l, p, (p->elements - 1) * p->element_slots + v->words);
        if (!wfs_is_few(p, v->words))
            l->is_indexed(l, p->variable);
        wfs_set_chosen(l, p, v->word, v->words);
    } else if (p->space == WFS_SLOTS) {
        for (uint32_t i = 0; i < v->words; i++)
            wfs_set_slot(l, p->offset + i, v->word[i]);
    } else if (p->is_explicit) {
        walk(l, p, p->pointee, 0, p->matrix_stride, p->row_major, v->word, false);
    } else if (p->record_bytes) {
        const uint32_t words = (uint32_t)p->pointee->element->words;
        for (uint32_t i = 0; i < p->pointee->count; i++) {
            const struct wfs_pointer record = record_of(l, p, i);
            for (uint32_t k = 0; k < words; k++)
                store_word(l, &record, wfs_address(l, &record, 4 * k), v->word[i * words + k]);
        }
    } else {
        walk_words(l, p, p->pointee, 0, v->word, false);
    }
}

/* ---- instructions ---- */

/* Bits of the memory operands of an instruction.  Behind them stand a number for the alignment, a scope for each of the
 * two that make visible, and a list for each of the two that say what is no alias.  NONTEMPORAL and these are hints. */
enum {
    VOLATILE = 0x1,
    ALIGNED = 0x2,
    NONTEMPORAL = 0x4,
    MAKE_AVAILABLE = 0x8,
    MAKE_VISIBLE = 0x10,
    NON_PRIVATE = 0x20,
    ALIAS_SCOPE = 0x10000,
    NO_ALIAS = 0x20000,
    KNOWN = 0x3003f
};

/* Memory operands in word n of an instruction, if it has so many; `end`: the word behind them. */
struct operands {
    bool is_coherent, fresh;            /* fresh: volatile, or made visible beyond the group */
    uint32_t aligned;                   /* Aligned, else 1 */
    bool says_aligned;
    uint32_t end;
};

static struct operands memory_operands(struct wfs_lower *l, uint32_t at, uint32_t n)
{
    if (n >= wfs_length_at(l->m, at))
        return (struct operands){false, false, 1, false, n};
    const uint32_t mask = wfs_operand(l->m, at, n++);
    if (mask & ~(uint32_t)KNOWN)
        wfs_refuse(l->m, at, "memory operands 0x%x are not supported", (unsigned)(mask & ~(uint32_t)KNOWN));
    const uint32_t aligned = mask & ALIGNED ? wfs_operand(l->m, at, n) : 1;
    n += (mask & ALIGNED ? 1U : 0U) + (mask & MAKE_AVAILABLE ? 1U : 0U);
    const wfs_val scope = mask & MAKE_VISIBLE ? wfs_word(l, wfs_operand(l->m, at, n++)) : wfs_const(WfsScopeInvocation);
    n += (mask & ALIAS_SCOPE ? 1U : 0U) + (mask & NO_ALIAS ? 1U : 0U);
    const bool in_group =
        wfs_is(scope, WfsScopeWorkgroup) || wfs_is(scope, WfsScopeSubgroup) || wfs_is(scope, WfsScopeInvocation);
    return (struct operands){mask & (VOLATILE | MAKE_AVAILABLE | MAKE_VISIBLE | NON_PRIVATE),
                             mask & VOLATILE || !in_group, aligned, mask & ALIGNED, n};
}

/* What the access says of an address, which says nothing of its own. */
static struct wfs_pointer aligned(const struct wfs_lower *l, const struct wfs_pointer *p, struct operands operands)
{
    struct wfs_pointer q = *p;

    if (p->is_physical && wfs_is_power_of_two(operands.aligned) && p->offset % operands.aligned == 0 &&
        operands.aligned > p->align)
        q.align = operands.aligned;
    if (l->m->kernel_pointer && operands.says_aligned && p->is_explicit)
        q.loose = operands.aligned;
    return q;
}

static struct wfs_value *load(struct wfs_lower *l, const struct wfs_pointer *p, struct operands operands)
{
    struct wfs_pointer *q = wfs_new(l->env, 1, sizeof *q);

    *q = aligned(l, p, operands);
    l->code->how = how_to_load(p, p->is_coherent || operands.is_coherent, p->is_coherent || operands.fresh);
    if (q->space == WFS_BUFFER && wfs_is_const(q->buffer) && q->buffer.bits < WF_MAX_BUFFERS && !q->is_physical)
        l->loaded = q;
    struct wfs_value *v = wfs_load_pointer(l, q);
    l->loaded = NULL;
    l->code->how = 0;
    return v;
}

static void store(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_value *v, struct operands operands)
{
    const struct wfs_pointer q = aligned(l, p, operands);

    l->code->how = p->is_coherent || operands.is_coherent ? WF_HOW_COHERENT : 0;
    wfs_store_pointer(l, &q, v);
    l->code->how = 0;
}

/* One set of memory operands is of both sides; of two the first is the target's. */
static void copy_memory(struct wfs_lower *l, uint32_t at)
{
    const struct operands to = memory_operands(l, at, 3);
    const struct operands from = to.end < wfs_length_at(l->m, at) ? memory_operands(l, at, to.end) : to;

    store(l, wfs_pointer_operand(l, at, 1), load(l, wfs_pointer_operand(l, at, 2), from), to);
}

bool wfs_lower_memory(struct wfs_lower *l, uint32_t at)
{
    switch (wfs_op_at(l->m, at)) {
    case WfsOpAccessChain: case WfsOpInBoundsAccessChain: wfs_access_chain(l, at, false); return true;
    case WfsOpPtrAccessChain: case WfsOpInBoundsPtrAccessChain: wfs_access_chain(l, at, true); return true;
    case WfsOpLoad:
        wfs_define(l, wfs_operand(l->m, at, 2), load(l, wfs_pointer_operand(l, at, 3), memory_operands(l, at, 4)));
        return true;
    case WfsOpStore:
        store(l, wfs_pointer_operand(l, at, 1), wfs_value(l, wfs_operand(l->m, at, 2)),
              memory_operands(l, at, 3));
        return true;
    case WfsOpCopyMemory: copy_memory(l, at); return true;
    default: return wfs_lower_pointer(l, at);
    }
}
