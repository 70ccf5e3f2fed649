/* SPDX-License-Identifier: Apache-2.0
 * shown.h - words of a buffer in messages.
 */
#ifndef WAVEFOLD_SHOWN_H
#define WAVEFOLD_SHOWN_H

#include "wavefold/kernel.h"

enum { WFA_SHOWN = 48 };

/* "0x00000004 (4)", "1.5 (0x3fc00000)": a word that nothing else is known of.  These return `text`. */
const char *wfa_show(char text[WFA_SHOWN], uint32_t word, enum wf_word_type type);
/* A word of a buffer, of this type in a list: "4", "1.5" where the shader has it so too. */
const char *wfa_show_word(char text[WFA_SHOWN], const struct wf_kernel_buffer *b, uint32_t word,
                          enum wf_word_type type);
/* " within 2 ulp", "" */
const char *wfa_show_tolerance(char text[WFA_SHOWN], const struct wf_tolerance *t);
/* What is wrong about word `n` of buffer `number`, where its words are `word`: "Out[3].velocity.y: 1.5, expected 2.0",
 * of a record "vertex 3: Position.y: 1.5, expected 2.0".  Of parts of the word each that differs.  False: a word before
 * it has it already. */
bool wfa_show_difference(char text[WF_MISMATCH_TEXT], const struct wf_kernel *kernel, unsigned number,
                         const uint32_t *word, uint32_t n, const struct wf_tolerance *t);

#endif
