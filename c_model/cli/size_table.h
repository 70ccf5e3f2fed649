/* SPDX-License-Identifier: Apache-2.0
 * size_table.h - all wave sizes of a kernel file or shader, as `wavefold check` prints them: with what each needs, or
 * why it is refused.
 */
#ifndef WF_SIZE_TABLE_H
#define WF_SIZE_TABLE_H

#include "wave_sizes.h"

/* As wave_size_ask, for each size. */
void size_table_ask(struct wave_size answer[WAVE_SIZES], const char *file, const struct wf_text *text, unsigned lanes);
/* What a size that is allowed needs: all code of its dispatches; waves and memory of a group of the first. */
struct size_figures {
    unsigned lanes, waves, registers;
    size_t instructions;
    uint32_t scratch, groupshared;      /* bytes of a lane, of a group */
};
struct size_figures size_table_figures(const struct wave_size *answer);
void size_table_print(const struct wave_size answer[WAVE_SIZES]);
/* Why no size is allowed: what is wrong with the smallest. */
const char *size_table_why(const struct wave_size answer[WAVE_SIZES]);
void size_table_free(struct wave_size answer[WAVE_SIZES]);

#endif
