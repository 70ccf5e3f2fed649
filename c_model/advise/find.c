/* SPDX-License-Identifier: Apache-2.0
 * find.c - the atomics of a kernel, and what is known of their addresses and operands.
 */
#include "wavefold/advise.h"

#include <stdlib.h>

#include "fold.h"
#include "uniform.h"

static const struct wff_fold folds[WF_ATOM_COUNT] = {
    [WF_ATOM_ADD]  = {WF_OP_WADD,  WF_OP_ADD,  false, false}, [WF_ATOM_SUB]  = {WF_OP_WADD,  WF_OP_SUB,  false, false},
    [WF_ATOM_AND]  = {WF_OP_WAND,  WF_OP_AND,  true,  false}, [WF_ATOM_OR]   = {WF_OP_WOR,   WF_OP_OR,   true,  false},
    [WF_ATOM_XOR]  = {WF_OP_WXOR,  WF_OP_XOR,  false, false},
    [WF_ATOM_MINS] = {WF_OP_WMINS, WF_OP_MINS, true,  false}, [WF_ATOM_MAXS] = {WF_OP_WMAXS, WF_OP_MAXS, true,  false},
    [WF_ATOM_MINU] = {WF_OP_WMINU, WF_OP_MINU, true,  false}, [WF_ATOM_MAXU] = {WF_OP_WMAXU, WF_OP_MAXU, true,  false},
    [WF_ATOM_FADD] = {WF_OP_WFADD, WF_OP_FADD, false, true},
    [WF_ATOM_FMIN] = {WF_OP_WFMIN, WF_OP_FMIN, true,  true},  [WF_ATOM_FMAX] = {WF_OP_WFMAX, WF_OP_FMAX, true,  true},
};

const struct wff_fold *wff_fold(unsigned atom)
{
    return &folds[atom];
}

struct search {
    struct wf_atomic *found;
    size_t count, room;
    bool failed;
};

static enum wf_fold fold_of(unsigned atom, struct wfu_value operand)
{
    const struct wff_fold *fold = wff_fold(atom);
    const bool adds = atom == WF_ATOM_ADD || atom == WF_ATOM_SUB;

    if (!fold->scan)
        return WF_FOLD_NONE;
    if (adds && operand.kind == WFU_CONSTANT && operand.word == 1)
        return WF_FOLD_COUNT;
    return fold->once && operand.kind != WFU_VARYING ? WF_FOLD_ONCE : WF_FOLD_REDUCE;
}

static void note(void *user, size_t at, const struct wf_insn *n, const struct wfu_state *state)
{
    struct search *s = user;

    if (n->op != WF_OP_LDSATOM && n->op != WF_OP_GATOM)
        return;
    if (s->count == s->room) {
        const size_t room = s->room ? 2 * s->room : 16;
        struct wf_atomic *more = realloc(s->found, room * sizeof *more);
        s->failed |= !more;
        if (!more)
            return;
        s->found = more;
        s->room = room;
    }
    s->found[s->count++] = (struct wf_atomic){
        .at = at, .one_word = state->reg[n->a].kind != WFU_VARYING, .fold = fold_of(wf_insn_atom(n), state->reg[n->b])};
}

bool wf_atomics_find(const struct wf_kernel *kernel, const struct wf_shape *shape, struct wf_atomic **atomics,
                     size_t *count)
{
    struct search s = {.found = NULL};

    const bool good = wfu_walk(kernel, shape, note, &s) && !s.failed;
    if (!good) {
        free(s.found);
        s = (struct search){.found = NULL};
    }
    *atomics = s.found;
    *count = s.count;
    return good;
}
