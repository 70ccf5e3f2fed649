/* SPDX-License-Identifier: Apache-2.0
 * values.h - the contents of a buffer, as they are written after `=` (values.c).
 */
#ifndef WAVEFOLD_ASM_VALUES_H
#define WAVEFOLD_ASM_VALUES_H

#include "state.h"

/* The words after '=': each e, or a list.  `care` may be NULL: then `_` is not allowed. */
bool wfa_values(struct wfa *p, uint32_t words, uint32_t *value, uint8_t *care);
/* To the end of the line, past a list that spans lines. */
void wfa_skip_values(struct wfa *p);

#endif
