/* SPDX-License-Identifier: Apache-2.0 */
#include "size_table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Of several dispatches all code, and the most that one of them needs. */
static struct size_figures figures_of(const struct wave_size *answer)
{
    struct size_figures f = {.lanes = answer->device.lanes};
    for (const struct wf_kernel *k = answer->kernel; k; k = k->next) {
        struct wf_shape shape;
        const bool fits = wf_dispatch_check(&k->desc, &answer->device, &shape) == WF_REJECT_NONE;
        const unsigned registers = wf_code_registers(k->code, k->count);
        const uint32_t scratch = 4 * k->shader.scratch_words, groupshared = k->desc.groupshared_bytes;
        f.instructions += k->count;
        f.waves = fits && shape.waves > f.waves ? shape.waves : f.waves;
        f.registers = registers > f.registers ? registers : f.registers;
        f.scratch = scratch > f.scratch ? scratch : f.scratch;
        f.groupshared = groupshared > f.groupshared ? groupshared : f.groupshared;
    }
    return f;
}

void size_table_ask(struct size_table *t, const char *file, const struct wf_text *text, unsigned lanes)
{
    t->any = NULL;
    for (unsigned i = 0; i < WAVE_SIZES; i++) {
        struct wave_size answer;
        wave_size_ask(&answer, 4u << i, file, text, lanes, NULL);
        struct size_row *row = &t->row[i];
        *row = (struct size_row){.size = answer.size, .is_allowed = answer.kernel};
        memcpy(row->why, answer.why, sizeof row->why);
        if (answer.kernel)
            row->figures = figures_of(&answer);
        if (t->any)
            wave_size_free(&answer);
        else
            t->any = answer.kernel;
    }
}

void size_table_print(const struct size_table *t)
{
    puts("wave size  lanes  waves  instructions  registers  scratch  groupshared   "
         "(waves per group, scratch bytes per lane, groupshared bytes per group)");
    for (unsigned i = 0; i < WAVE_SIZES; i++) {
        const struct size_row *row = &t->row[i];
        const struct size_figures *f = &row->figures;
        if (row->is_allowed)
            printf("%9u  %5u  %5u  %12zu  %9u  %7" PRIu32 "  %11" PRIu32 "\n", row->size, f->lanes, f->waves,
                   f->instructions, f->registers, f->scratch, f->groupshared);
        else
            printf("%9u  refused: %s\n", row->size, row->why);
    }
}

const char *size_table_why(const struct size_table *t)
{
    return t->row[0].why;
}

void size_table_free(struct size_table *t)
{
    wf_kernel_free(t->any);
}
