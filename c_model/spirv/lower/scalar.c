/* SPDX-License-Identifier: Apache-2.0
 * scalar.c - words of memory, and scalars in them.
 *
 * Memory is words.  A scalar of 8 or 16 bits in an explicit layout is a part of one: it is loaded with its word and cut
 * out; it is stored by two atomics, so that the bytes beside it, which other lanes may write at the same time, stay.
 */
#include "scalar.h"

#include "address.h"
#include "../code/bounds.h"

/* ---- addresses ---- */

/* Bytes of one lane, most that its variables may have (variable.c). */
enum { SCRATCH_BYTES = 1 << 22 };

/* Where a byte of a lane's own memory is; of a pointer of a kernel that led elsewhere, beyond all of it. */
static wfs_val scratch_byte(struct wfs_lower *l, const struct wfs_pointer *p, wfs_val byte)
{
    struct wfs_code *c = l->code;
    const wfs_val at = wfs_add(c, wfs_mul(c, byte, wfs_const(l->wave_size)), l->scratch_base);

    if (!p->is_explicit || wfs_bounds_of(c, byte).most < SCRATCH_BYTES)
        return at;
    return wfs_sel(c, wfs_ltu(c, byte, wfs_const(SCRATCH_BYTES)), at, wfs_const(WFS_OUT));
}

/* Of a block with a record: where it is, or beyond all of its buffer. */
static struct wfs_address far_address(struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_address a)
{
    struct wfs_code *c = l->code;
    const wfs_val byte = wfs_add(c, a.base, wfs_const(a.offset));

    return (struct wfs_address){wfs_sel(c, wfs_ltu(c, byte, p->far_bound), wfs_add(c, p->far_first, byte), wfs_const(WF_RECORD_OUTSIDE)), 0};
}

/* Scratch is interleaved: word w of all lanes of a wave are side by side. */
struct wfs_address wfs_address(struct wfs_lower *l, const struct wfs_pointer *p, uint64_t more)
{
    const uint32_t scale = p->space == WFS_SCRATCH ? l->wave_size : 1;
    const uint64_t far = p->offset + more;
    const bool in_whole = p->space == WFS_SCRATCH && p->is_explicit && p->dynamic.kind != WFS_NONE;
    uint32_t offset = in_whole ? 0 : wfs_is_shared(p) && far > WFS_FAR ? WFS_FAR : (uint32_t)far * scale;
    wfs_val base = p->dynamic;

    if (p->space == WFS_SCRATCH) {
        if (in_whole)
            base = wfs_add(l->code, base, wfs_const((uint32_t)far));
        base = base.kind == WFS_NONE ? l->scratch_base : scratch_byte(l, p, base);
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
    const struct wfs_address a = {base, (uint16_t)offset};
    return p->is_far && p->space == WFS_BUFFER ? far_address(l, p, a) : a;
}

struct wfs_address wfs_pair_address(struct wfs_lower *l, const struct wfs_pointer *p, uint64_t more)
{
    const struct wfs_address first = wfs_address(l, p, more);

    if (!p->is_far || p->space != WFS_BUFFER)
        return first;
    const wfs_val out = wfs_const(WF_RECORD_OUTSIDE), second = wfs_address(l, p, more + 4).base;
    return (struct wfs_address){wfs_sel(l->code, wfs_eq(l->code, second, out), out, first.base), 0};
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

wfs_val wfs_load_at(struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_address a)
{
    switch (p->space) {
    case WFS_LDS: return wfs_lds_load(l->code, a.base, a.offset);
    case WFS_SCRATCH: return wfs_load_word(l, wfs_const(l->target->scratch_buffer), a);
    case WFS_TABLE: return wfs_load_word(l, wfs_const(l->target->table_buffer), a);
    case WFS_BUFFER: return wfs_load_word(l, p->buffer, a);
    default: wfs_fail(l->env, "%s cannot be loaded from", wfs_shown(l->m, p->variable));
    }
}

void wfs_store_at(struct wfs_lower *l, const struct wfs_pointer *p, struct wfs_address a, wfs_val x)
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
    const struct wfs_address a = wfs_pair_address(l, p, more);
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

    if (!p->is_far && (p->dynamic.kind == WFS_NONE || p->align % 4 == 0)) {
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
    const wfs_val word = wfs_load_at(l, p, part.word);
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
        const wfs_val others = wfs_and(l->code, wfs_load_at(l, p, part.word), wfs_not(l->code, mask));
        wfs_store_at(l, p, part.word, wfs_or(l->code, others, wfs_shl(l->code, x, part.shift)));
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

/* ---- scalars ---- */

/* Of a scalar of 64 bits that the end of its buffer may cut: outside as a whole, then. */
static struct wfs_address careful_address(struct wfs_lower *l, const struct wfs_pointer *p, uint64_t more)
{
    if (p->is_far)
        return wfs_pair_address(l, p, more);
    const struct wfs_address a = wfs_address(l, p, more);
    struct wfs_code *c = l->code;
    const wfs_val first = wfs_add(c, a.base, wfs_const(a.offset)), last_word = wfs_add(c, first, wfs_const(4));
    /* where the second word is outside, so are that one and the next */
    return (struct wfs_address){wfs_sel(c, wfs_ltu(c, last_word, wfs_size_of(l, p->buffer)), first, last_word), 0};
}

void wfs_access_scalar(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_type *t, uint64_t more,
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
    const bool is_pair = t->words == 2 && (l->target->careful || p->is_far) && p->space == WFS_BUFFER && !p->is_physical;
    const wfs_val pair = is_pair ? careful_address(l, p, more).base : wfs_none();
    for (uint32_t i = 0; i < t->words; i++) {
        const struct wfs_address a = is_pair ? (struct wfs_address){pair, (uint16_t)(4 * i)}
                                             : wfs_address(l, p, more + 4 * i);
        if (load)
            word[i] = wfs_load_at(l, p, a);
        else
            wfs_store_at(l, p, a, word[i]);
    }
    if (load && l->loaded)
        wfs_note_origin(l, t, more, *word);
}

bool wfs_store_packed(struct wfs_lower *l, const struct wfs_pointer *p, const struct wfs_type *t, uint64_t more,
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
        wfs_store_at(l, p, wfs_address(l, p, more + i * (c->width / 8)), x);
    }
    return true;
}

uint8_t wfs_how_to_load(const struct wfs_pointer *p, bool is_coherent, bool fresh)
{
    const bool asks = fresh && (p->space == WFS_BUFFER || p->space == WFS_GENERIC);

    return (uint8_t)((is_coherent ? WF_HOW_COHERENT : 0) | (asks ? WF_HOW_LOADS : 0));
}
