/* SPDX-License-Identifier: Apache-2.0
 * size_table.h - all wave sizes of a kernel file or shader, as `wavefold check` prints them: with what each needs, or
 * why it is refused.
 */
#ifndef WF_SIZE_TABLE_H
#define WF_SIZE_TABLE_H

#include "wave_sizes.h"

/* What a size that is allowed needs: all code of its dispatches, and the most waves, registers and memory of one. */
struct size_figures {
    unsigned lanes, waves, registers;
    size_t instructions;
    uint32_t scratch, groupshared;      /* bytes of a lane, of a group */
};
struct size_row {
    unsigned size;
    bool is_allowed;
    struct size_figures figures;        /* when it is */
    char why[sizeof((struct wave_size *)0)->why];       /* it is not */
};
struct size_table {
    struct size_row row[WAVE_SIZES];
    struct wf_kernel *any;              /* owned; of the first size that is allowed, or NULL: one kernel takes memory */
};

/* As wave_size_ask, for each size. */
void size_table_ask(struct size_table *t, const char *file, const struct wf_text *text, unsigned lanes);
void size_table_print(const struct size_table *t);
/* Why no size is allowed: what is wrong with the smallest. */
const char *size_table_why(const struct size_table *t);
void size_table_free(struct size_table *t);

#endif
