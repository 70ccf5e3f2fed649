/* SPDX-License-Identifier: Apache-2.0
 * records.h - words of the records that a shader leaves, in messages.
 */
#ifndef WAVEFOLD_RECORDS_H
#define WAVEFOLD_RECORDS_H

#include "wavefold/kernel.h"

struct wfa_record_word {
    char name[132];                     /* "instance 1 vertex 3: Position.y" */
    struct wf_layout_node scalar;       /* the number that the word is part of ... */
    uint32_t first;                     /* ... and its first word, of the buffer */
};
/* Word `n` of buffer `number`; false: it is of no such record. */
bool wfa_find_record(const struct wf_kernel *kernel, unsigned number, uint32_t n, struct wfa_record_word *found);

#endif
