/* SPDX-License-Identifier: Apache-2.0
 * atom.c - one atomic on memory: an instruction, or a loop around compare-exchange where the hardware has none.
 *
 * The loop is for floats of 16 bits, which share a word with another, and for sums and extremes of 64-bit floats.  It
 * makes the new word from what it saw last, and ends when that was still there.  Compare-exchange lets one lane after
 * the other have its turn, so that in each round the lowest lane of those on a word comes to its end, whichever half of
 * the word is its own; all others then saw what it left.
 */
#include "mesh.h"

#include "../math/double.h"
#include "../math/math.h"

/* What an atomic is about: the scalar that p points to, and where it lies. */
struct place {
    const struct wfs_pointer *p;
    struct wfs_address address;         /* of its word, or of both */
    unsigned words;
    bool is_part;                       /* it is half of a word, */
    wfs_val shift;                      /* from this bit on */
};

static struct place place_of(struct wfs_lower *l, uint32_t at, const struct wfs_pointer *p)
{
    struct place place = {.p = p, .words = (unsigned)p->pointee->words, .is_part = wfs_is_part(p, p->pointee)};

    if (!wfs_is_shared(p))
        wfs_refuse(l->m, at, "an atomic on %s; expected a workgroup variable or a buffer",
                   wfs_shown(l->m, p->variable));
    if (p->space == WFS_BUFFER)
        wfs_note_write(l, p);
    wfs_note_output(l, p);
    if (place.is_part) {
        const struct wfs_part part = wfs_part_at(l, p, 0);
        place.address = part.word;
        place.shift = part.shift;
    } else {
        place.address = wfs_address(l, p, 0);
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

/* ---- by a loop ---- */

static void combine_halves(struct wfs_code *c, unsigned atom, wfs_val old, wfs_val x, wfs_val *now)
{
    const wfs_val f = wfs_h2f(c, old), g = wfs_h2f(c, x);

    switch (atom) {
    case WF_ATOM_FADD: *now = wfs_f2h(c, wfs_fadd(c, f, g)); return;
    case WF_ATOM_FMIN: *now = wfs_f2h(c, wfs_fmin(c, f, g)); return;
    case WF_ATOM_FMAX: *now = wfs_f2h(c, wfs_fmax(c, f, g)); return;
    default: *now = x; return;                  /* exchange */
    }
}

static void combine_doubles(struct wfs_code *c, unsigned atom, const wfs_val *old, const wfs_val *x, wfs_val *now)
{
    const struct wfs_pair a = wfs_pair_at(old), b = wfs_pair_at(x);
    const struct wfs_pair r = atom == WF_ATOM_FADD ? wfs_double_add(c, a, b)
                                                   : wfs_double_min(c, a, b, atom == WF_ATOM_FMAX);

    now[0] = r.lo;
    now[1] = r.hi;
}

/* The scalar in its word. */
static wfs_val taken(struct wfs_code *c, const struct place *place, wfs_val word)
{
    return place->is_part ? wfs_and(c, wfs_shr(c, word, place->shift), wfs_const(0xffff)) : word;
}

static wfs_val put_back(struct wfs_code *c, const struct place *place, wfs_val word, wfs_val scalar)
{
    if (!place->is_part)
        return scalar;
    const wfs_val others = wfs_not(c, wfs_shl(c, wfs_const(0xffff), place->shift));
    return wfs_or(c, wfs_and(c, word, others), wfs_shl(c, scalar, place->shift));
}

/* The words that take the place of those seen. */
static void make(struct wfs_code *c, const struct place *place, unsigned atom, const wfs_val *seen, const wfs_val *x,
                 wfs_val *now)
{
    if (place->words == 2) {
        combine_doubles(c, atom, seen, x, now);
        return;
    }
    combine_halves(c, atom, taken(c, place, seen[0]), x[0], now);
    now[0] = put_back(c, place, seen[0], now[0]);
}

static wfs_val equal(struct wfs_code *c, unsigned words, const wfs_val *x, const wfs_val *y)
{
    return words == 2 ? wfs_pair_eq(c, wfs_pair_at(x), wfs_pair_at(y)) : wfs_eq(c, *x, *y);
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
    if (place->is_part)
        return atom == WF_ATOM_OR;              /* a load */
    return (place->words == 1 && place->p->pointee->width == 32) || wf_atom_has_64(atom);
}

void wfs_atom(struct wfs_lower *l, uint32_t at, const struct wfs_pointer *p, unsigned atom, const wfs_val *x,
              const wfs_val *compare, wfs_val *result)
{
    const struct place place = place_of(l, at, p);
    wfs_val old[2];

    l->code->how |= place.is_part ? WF_HOW_PART : 0;
    if (has_instruction(&place, atom))
        perform(l, &place, atom, x, compare, result ? old : NULL);
    else
        by_loop(l, &place, atom, x, old);
    l->code->how = 0;
    for (unsigned i = 0; result && i < place.words; i++)
        result[i] = taken(l->code, &place, old[i]);
}
