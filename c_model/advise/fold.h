/* SPDX-License-Identifier: Apache-2.0
 * fold.h - which operations do for a wave what an atomic does lane by lane.
 */
#ifndef WF_ADVISE_FOLD_H
#define WF_ADVISE_FOLD_H

#include "wavefold/isa.h"

struct wff_fold {
    uint8_t scan;               /* opcode that combines the operands; 0: none */
    uint8_t combine;            /* opcode of old value and operands */
    bool once;                  /* the same operand a second time changes nothing */
    bool is_float;              /* identities are no identities: of -0, of NaN */
};

/* Of a number of enum wf_atom. */
const struct wff_fold *wff_fold(unsigned atom);

#endif
