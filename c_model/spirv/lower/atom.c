/* SPDX-License-Identifier: Apache-2.0
 * atom.c - one atomic on memory: an instruction, or a loop around compare-exchange where the hardware has none.
 *
 * The loop is for floats of 16 bits, which share a word with another, and for sums and extremes of 64-bit floats.  It
 * makes the new word from what it saw last, and ends when that was still there.  Compare-exchange lets one lane after
 * the other have its turn, so that in each round the lowest lane of those on a word comes to its end, whichever half of
 * the word is its own; all others then saw what it left.
 *
 * In kernels of OpenCL an atomic may also be on memory of the lane, which nobody else reads: a load and a store.
 */
#include "group.h"
#include "kernel.h"
#include "mesh.h"

#include <string.h>

#include "../math/double.h"
#include "../math/math.h"
#include "../math/wide.h"

/* What an atomic is about: a scalar, or two halves that fill a word, and where it lies. */
struct place {
    const struct wfs_pointer *p;
    const struct wfs_type *scalar;
    struct wfs_address address;         /* of its word, or of both */
    unsigned words;
    unsigned halves;                    /* of its word: one, or both; 0: it is whole words */
    wfs_val shift;                      /* of one: from this bit on */
};

/* `more`: bytes behind p; `both`: two halves that fill a word. */
static struct place place_of(struct wfs_lower *l, uint32_t at, const struct wfs_pointer *p,
                             const struct wfs_type *scalar, uint64_t more, bool both)
{
    struct place place = {.p = p, .scalar = scalar, .words = (unsigned)scalar->words,
                          .halves = both ? 2 : wfs_is_part(p, scalar)};

    if (!wfs_is_shared(p))
        wfs_refuse(l->m, at, "an atomic on %s; expected a workgroup variable or a buffer",
                   wfs_shown(l->m, p->variable));
    if (p->space == WFS_BUFFER)
        wfs_note_write(l, p);
    wfs_note_output(l, p);
    if (place.halves == 1) {
        const struct wfs_part part = wfs_part_at(l, p, more);
        place.address = part.word;
        place.shift = part.shift;
    } else {
        place.address = place.halves || place.words != 2 ? wfs_address(l, p, more) : wfs_pair_address(l, p, more);
    }
    return place;
}

/* ---- by the hardware ---- */

/* On the whole word, or on both. */
static void perform(struct wfs_lower *l, const struct place *place, unsigned atom, const wfs_val *x,
                    const wfs_val *compare, wfs_val *old)
{
    const struct wfs_address a = place->address;
    const wfs_val buffer = place->p->buffer, none = wfs_none();
    const bool lds = place->p->space == WFS_LDS;

    if (place->words == 2) {
        if (lds)
            wfs_lds_atomic64(l->code, atom, a.base, a.offset, x, compare, old);
        else
            wfs_atomic64_by(l->code, buffer, atom, a.base, a.offset, x, compare, old);
        return;
    }
    const wfs_val was =
        lds ? wfs_lds_atomic(l->code, atom, a.base, a.offset, *x, compare ? *compare : none, old)
            : wfs_atomic_by(l->code, buffer, atom, a.base, a.offset, *x, compare ? *compare : none, old);
    if (old)
        *old = was;
}

static const wfs_val zero[2] = {{0, WFS_CONST, 0}, {0, WFS_CONST, 0}};

/* ---- what it makes of the old value ---- */

/* The reduction that combines as the atomic does; 0: none. */
static uint32_t reduction_of(unsigned atom)
{
    switch (atom) {
    case WF_ATOM_ADD: return WfsOpGroupNonUniformIAdd;
    case WF_ATOM_AND: return WfsOpGroupNonUniformBitwiseAnd;
    case WF_ATOM_OR: return WfsOpGroupNonUniformBitwiseOr;
    case WF_ATOM_XOR: return WfsOpGroupNonUniformBitwiseXor;
    case WF_ATOM_MINS: return WfsOpGroupNonUniformSMin;
    case WF_ATOM_MAXS: return WfsOpGroupNonUniformSMax;
    case WF_ATOM_MINU: return WfsOpGroupNonUniformUMin;
    case WF_ATOM_MAXU: return WfsOpGroupNonUniformUMax;
    case WF_ATOM_FADD: return WfsOpGroupNonUniformFAdd;
    case WF_ATOM_FMIN: return WfsOpGroupNonUniformFMin;
    case WF_ATOM_FMAX: return WfsOpGroupNonUniformFMax;
    default: return 0;
    }
}

static wfs_val equal(struct wfs_code *c, unsigned words, const wfs_val *x, const wfs_val *y)
{
    return words == 2 ? wfs_pair_eq(c, wfs_pair_at(x), wfs_pair_at(y)) : wfs_eq(c, *x, *y);
}

/* Floats are rounded to nearest even and may be subnormal, as in atomics of the machine, whatever the modes are. */
static void new_value(struct wfs_code *c, unsigned width, unsigned atom, const wfs_val *old, const wfs_val *x,
                      const wfs_val *compare, wfs_val *now)
{
    const bool is_float = atom == WF_ATOM_FADD || atom == WF_ATOM_FMIN || atom == WF_ATOM_FMAX;
    const uint32_t op = reduction_of(atom);
    const unsigned words = wfs_words(width);

    if (op)
        wfs_combine(c, is_float ? WFS_GROUP_FLOAT : WFS_GROUP_INT, width, op, old, x, now);
    else if (atom == WF_ATOM_SUB)
        wfs_integer(c, WfsOpISub, width, old, x, now);
    else if (atom == WF_ATOM_CAS)
        wfs_select(c, equal(c, words, old, compare), words, x, old, now);
    else
        memcpy(now, x, words * sizeof *now);            /* exchange */
}

/* ---- by a loop ---- */

/* Number n of the scalars in a word. */
static wfs_val taken(struct wfs_code *c, const struct place *place, wfs_val word, unsigned n)
{
    if (!place->halves)
        return word;
    return wfs_and(c, wfs_shr(c, word, place->halves == 2 ? wfs_const(16 * n) : place->shift), wfs_const(0xffff));
}

/* The word with its scalars in place of those that it had. */
static wfs_val put_back(struct wfs_code *c, const struct place *place, wfs_val word, const wfs_val *scalar)
{
    if (!place->halves)
        return scalar[0];
    if (place->halves == 2)
        return wfs_or(c, scalar[0], wfs_shl(c, scalar[1], wfs_const(16)));
    const wfs_val others = wfs_not(c, wfs_shl(c, wfs_const(0xffff), place->shift));
    return wfs_or(c, wfs_and(c, word, others), wfs_shl(c, scalar[0], place->shift));
}

/* The words that take the place of those seen. */
static void make(struct wfs_code *c, const struct place *place, unsigned atom, const wfs_val *seen, const wfs_val *x,
                 wfs_val *now)
{
    wfs_val half[2];

    if (place->words == 2) {
        new_value(c, 64, atom, seen, x, NULL, now);
        return;
    }
    for (unsigned n = 0; n < (place->halves == 2 ? 2 : 1); n++) {
        const wfs_val old = taken(c, place, seen[0], n);
        new_value(c, 16, atom, &old, &x[n], NULL, &half[n]);
    }
    now[0] = put_back(c, place, seen[0], half);
}

/* A helper lane performs no atomic and sees nothing, so it leaves at once. */
static void by_loop(struct wfs_lower *l, const struct place *place, unsigned atom, const wfs_val *x, wfs_val *old)
{
    struct wfs_code *c = l->code;
    wfs_val seen[2], first[2], now[2], found[2];

    perform(l, place, WF_ATOM_OR, zero, NULL, first);
    for (unsigned i = 0; i < place->words; i++) {
        seen[i] = wfs_meeting(c);
        wfs_copy(c, seen[i], first[i]);
    }
    const wfs_val helper = wfs_sv(c, WF_SV_HELPER);
    const uint32_t loop = wfs_loop(c);
    make(c, place, atom, seen, x, now);
    perform(l, place, WF_ATOM_CAS, now, seen, found);
    wfs_breakif(c, loop, wfs_or(c, equal(c, place->words, found, seen), helper));
    for (unsigned i = 0; i < place->words; i++)
        wfs_copy(c, seen[i], found[i]);
    wfs_flow(c, WF_OP_ENDLOOP);
    for (unsigned i = 0; i < place->words; i++)
        old[i] = found[i];
}

/* ---- either ---- */

static bool has_instruction(const struct place *place, unsigned atom)
{
    if (place->halves)                          /* OR: a load */
        return atom == WF_ATOM_OR || (place->halves == 2 && atom == WF_ATOM_XCHG);
    return (place->words == 1 && place->scalar->width == 32) || wf_atom_has_64(atom);
}

/* Operands and result: words of the scalar, or two halves. */
static void at_place(struct wfs_lower *l, const struct place *place, unsigned atom, const wfs_val *x,
                     const wfs_val *compare, wfs_val *result)
{
    const bool both = place->halves == 2;
    wfs_val old[2];

    l->code->how |= place->halves == 1 ? WF_HOW_PART : 0;
    if (!has_instruction(place, atom)) {
        by_loop(l, place, atom, x, old);
    } else {
        const wfs_val word = both ? put_back(l->code, place, wfs_none(), x) : x[0];
        perform(l, place, atom, both ? &word : x, compare, result ? old : NULL);
    }
    l->code->how = 0;
    for (unsigned n = 0; result && n < (both ? 2 : place->words); n++)
        result[n] = taken(l->code, place, old[both ? 0 : n], n);
}

/* Halves side by side fill whole words. */
static bool is_packed(const struct wfs_pointer *p)
{
    return wfs_is_part(p, p->pointee->element) && !p->component_stride && p->offset % 4 == 0 &&
           (p->dynamic.kind == WFS_NONE || p->align % 4 == 0);
}

/* Each component is atomic, not the vector (SPV_NV_shader_atomic_fp16_vector). */
static void on_halves(struct wfs_lower *l, uint32_t at, const struct wfs_pointer *p, unsigned atom, const wfs_val *x,
                      wfs_val *result)
{
    const struct wfs_type *half = p->pointee->element;
    const bool both = is_packed(p);

    for (unsigned n = 0; n < p->pointee->count; n += both ? 2 : 1) {
        const struct place place = place_of(l, at, p, half, (uint64_t)n * wfs_component_stride(p, half), both);
        at_place(l, &place, atom, x + n, NULL, result ? result + n : NULL);
    }
}

/* ---- on memory of the lane ---- */

static bool is_of_lane(const struct wfs_lower *l, const struct wfs_pointer *p)
{
    return l->m->kernel_pointer && (p->space == WFS_SCRATCH || p->space == WFS_SLOTS);
}

static void by_lane(struct wfs_lower *l, const struct wfs_pointer *p, unsigned atom, const wfs_val *x,
                    const wfs_val *compare, wfs_val *result)
{
    const struct wfs_value *old = wfs_load_pointer(l, p);
    struct wfs_value *now = wfs_new_value(l, p->pointee);

    new_value(l->code, p->pointee->width, atom, old->word, x, compare, now->word);
    wfs_store_pointer(l, p, now);
    for (uint32_t i = 0; result && i < old->words; i++)
        result[i] = old->word[i];
}

/* ---- on memory of a class that is not known ---- */

/* The atomic, and where its result goes. */
struct generic {
    uint32_t at;
    unsigned atom;
    const wfs_val *x, *compare;
    wfs_val met[2];
    bool has_result;
};

static void access(struct wfs_lower *l, void *user, const struct wfs_pointer *p)
{
    struct generic *g = user;
    wfs_val old[2], *const result = g->has_result ? old : NULL;

    if (is_of_lane(l, p)) {
        by_lane(l, p, g->atom, g->x, g->compare, result);
    } else {
        const struct place place = place_of(l, g->at, p, p->pointee, 0, false);
        const uint8_t how = l->code->how;
        at_place(l, &place, g->atom, g->x, g->compare, result);
        l->code->how = how;
    }
    for (uint32_t i = 0; g->has_result && i < p->pointee->words; i++)
        wfs_copy(l->code, g->met[i], old[i]);
}

static void by_class(struct wfs_lower *l, const struct wfs_pointer *p, struct generic *g, wfs_val *result)
{
    for (unsigned i = 0; i < 2; i++)
        g->met[i] = wfs_meeting(l->code);
    g->has_result = result != NULL;
    wfs_by_class(l, p, access, g);
    for (uint32_t i = 0; result && i < p->pointee->words; i++)
        result[i] = g->met[i];
}

void wfs_atom(struct wfs_lower *l, uint32_t at, const struct wfs_pointer *p, unsigned atom, const wfs_val *x,
              const wfs_val *compare, wfs_val *result)
{
    if (p->space == WFS_GENERIC && p->pointee->kind != WFS_VECTOR) {
        by_class(l, p, &(struct generic){.at = at, .atom = atom, .x = x, .compare = compare}, result);
        return;
    }
    if (p->pointee->kind == WFS_VECTOR) {
        on_halves(l, at, p, atom, x, result);
        return;
    }
    if (is_of_lane(l, p)) {
        by_lane(l, p, atom, x, compare, result);
        return;
    }
    const struct place place = place_of(l, at, p, p->pointee, 0, false);
    at_place(l, &place, atom, x, compare, result);
}
