/* SPDX-License-Identifier: Apache-2.0
 * atom.c - one atomic on memory: an instruction, or a loop around compare-exchange where the hardware has none.
 *
 * The loop is for floats of 16 bits.  It makes the new word from what it saw last, and ends when that was still there.
 * Compare-exchange on a word lets one lane after the other have its turn, so that in each round a lane of those on the
 * word comes to its end, whichever half is its own: the lowest one, for all others then saw what it left.
 */
#include "lower.h"

#include "../math/math.h"

/* ---- by the hardware: a word ---- */

static wfs_val on_word(struct wfs_lower *l, uint32_t at, const struct wfs_pointer *p, struct wfs_address a,
                       unsigned atom, wfs_val x, wfs_val compare, bool used)
{
    if (p->space == WFS_LDS)
        return wfs_lds_atomic(l->code, atom, a.base, a.offset, x, compare, used);
    if (p->space != WFS_BUFFER)
        wfs_refuse(l->m, at, "an atomic on %s; expected a workgroup variable or a buffer",
                   wfs_shown(l->m, p->variable));
    return wfs_atomic_by(l->code, p->buffer, atom, a.base, a.offset, x, compare, used);
}

/* ---- by a loop ---- */

static wfs_val combined(struct wfs_code *c, unsigned atom, wfs_val old, wfs_val x)
{
    const wfs_val f = wfs_h2f(c, old), g = wfs_h2f(c, x);

    switch (atom) {
    case WF_ATOM_FADD: return wfs_f2h(c, wfs_fadd(c, f, g));
    case WF_ATOM_FMIN: return wfs_f2h(c, wfs_fmin(c, f, g));
    case WF_ATOM_FMAX: return wfs_f2h(c, wfs_fmax(c, f, g));
    default: return x;                          /* exchange */
    }
}

static wfs_val half_of(struct wfs_code *c, wfs_val word, wfs_val shift)
{
    return wfs_and(c, wfs_shr(c, word, shift), wfs_const(0xffff));
}

static wfs_val with_half(struct wfs_code *c, wfs_val word, wfs_val shift, wfs_val half)
{
    const wfs_val others = wfs_not(c, wfs_shl(c, wfs_const(0xffff), shift));

    return wfs_or(c, wfs_and(c, word, others), wfs_shl(c, half, shift));
}

/* A helper lane performs no atomic and sees nothing, so it leaves at once. */
static wfs_val by_loop(struct wfs_lower *l, uint32_t at, const struct wfs_pointer *p, struct wfs_part part,
                       unsigned atom, wfs_val x)
{
    struct wfs_code *c = l->code;
    const wfs_val word = wfs_meeting(c);

    wfs_copy(c, word, on_word(l, at, p, part.word, WF_ATOM_OR, wfs_const(0), wfs_none(), true));
    const wfs_val helper = wfs_sv(c, WF_SV_HELPER);
    const uint32_t loop = wfs_loop(c);
    const wfs_val made = with_half(c, word, part.shift, combined(c, atom, half_of(c, word, part.shift), x));
    const wfs_val seen = on_word(l, at, p, part.word, WF_ATOM_CAS, made, word, true);
    wfs_breakif(c, loop, wfs_or(c, wfs_eq(c, seen, word), helper));
    wfs_copy(c, word, seen);
    wfs_flow(c, WF_OP_ENDLOOP);
    return half_of(c, seen, part.shift);
}

/* Of 16 bits; those of a workgroup variable without a layout have a word of their own. */
static wfs_val on_half(struct wfs_lower *l, uint32_t at, const struct wfs_pointer *p, unsigned atom, wfs_val x,
                       bool used)
{
    const bool is_part = wfs_is_part(p, p->pointee);
    const struct wfs_part part = is_part ? wfs_part_at(l, p, 0)
                                         : (struct wfs_part){wfs_address(l, p, 0), wfs_const(0)};

    if (atom == WF_ATOM_OR)                     /* a load */
        return half_of(l->code, on_word(l, at, p, part.word, atom, x, wfs_none(), used), part.shift);
    if (atom == WF_ATOM_XCHG && !is_part)
        return on_word(l, at, p, part.word, atom, x, wfs_none(), used);
    return by_loop(l, at, p, part, atom, x);
}

/* ---- either ---- */

void wfs_atom(struct wfs_lower *l, uint32_t at, const struct wfs_pointer *p, unsigned atom, const wfs_val *x,
              const wfs_val *compare, wfs_val *result)
{
    wfs_val old;

    if (p->pointee->width == 16) {
        l->code->how |= WF_HOW_PART;
        old = on_half(l, at, p, atom, *x, result != NULL);
        l->code->how ^= WF_HOW_PART;
    } else {
        old = on_word(l, at, p, wfs_address(l, p, 0), atom, *x, compare ? *compare : wfs_none(), result != NULL);
    }
    if (result)
        *result = old;
}
