/* SPDX-License-Identifier: Apache-2.0 */
#include "size_table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The code of a kernel of several dispatches. */
static size_t count_of(const struct wf_kernel *kernel)
{
    size_t count = 0;
    for (; kernel; kernel = kernel->next)
        count += kernel->count;
    return count;
}

static unsigned registers_of(const struct wf_kernel *kernel)
{
    unsigned most = 0;
    for (; kernel; kernel = kernel->next) {
        const unsigned n = wf_code_registers(kernel->code, kernel->count);
        most = n > most ? n : most;
    }
    return most;
}

static struct size_figures figures_of(const struct wave_size *answer)
{
    const struct wf_kernel *k = answer->kernel;
    struct wf_shape shape;
    const bool fits = wf_dispatch_check(&k->desc, &answer->device, &shape) == WF_REJECT_NONE;
    return (struct size_figures){.lanes = answer->device.lanes, .waves = fits ? shape.waves : 0,
                                 .registers = registers_of(k), .instructions = count_of(k),
                                 .scratch = 4 * k->shader.scratch_words, .groupshared = k->desc.groupshared_bytes};
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
