/* SPDX-License-Identifier: Apache-2.0
 * values.h - the contents of a buffer, as they are written after `=` (values.c).
 */
#ifndef WAVEFOLD_ASM_VALUES_H
#define WAVEFOLD_ASM_VALUES_H

#include "state.h"

/* The words after '=': each e, a list, a file, a picture, or a list of the reference.  `care` may be NULL: then
 * `_` is not allowed.  `type` is that of all the values written; WF_WORD_ANY when they differ or come from a file.
 * `address`: NULL, or a pointer to NULL, which becomes that of struct wf_kernel_buffer. */
bool wfa_values(struct wfa *p, uint32_t words, uint32_t *value, uint8_t *care, uint8_t **address,
                enum wf_word_type *type);
/* To the end of the line, past a list that spans lines. */
void wfa_skip_values(struct wfa *p);

#endif
