/* SPDX-License-Identifier: Apache-2.0
 * simplify.h - algebra on one operation: constants, identities, cheaper forms.
 */
#ifndef WAVEFOLD_SPIRV_SIMPLIFY_H
#define WAVEFOLD_SPIRV_SIMPLIFY_H

#include "code.h"

/* A pure operation with one result.  True: its value is *known*, an operand or a constant (or made by instructions
 * that were emitted in its place).  False: it is needed, perhaps in a cheaper form, which *insn then has. */
bool wfs_simplify(struct wfs_code *code, struct wfs_insn *insn, wfs_val *known);

#endif
