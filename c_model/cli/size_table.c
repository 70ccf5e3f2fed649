/* SPDX-License-Identifier: Apache-2.0 */
#include "size_table.h"

#include <inttypes.h>
#include <stdio.h>

void size_table_ask(struct wave_size answer[WAVE_SIZES], const char *file, const struct wf_text *text, unsigned lanes)
{
    for (unsigned i = 0; i < WAVE_SIZES; i++)
        wave_size_ask(&answer[i], 4u << i, file, text, lanes, NULL);
}

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

struct size_figures size_table_figures(const struct wave_size *answer)
{
    const struct wf_kernel *k = answer->kernel;
    struct wf_shape shape;
    const bool fits = wf_dispatch_check(&k->desc, &answer->device, &shape) == WF_REJECT_NONE;
    return (struct size_figures){.lanes = answer->device.lanes, .waves = fits ? shape.waves : 0,
                                 .registers = registers_of(k), .instructions = count_of(k),
                                 .scratch = 4 * k->shader.scratch_words, .groupshared = k->desc.groupshared_bytes};
}

void size_table_print(const struct wave_size answer[WAVE_SIZES])
{
    puts("wave size  lanes  waves  instructions  registers  scratch  groupshared   "
         "(waves per group, scratch bytes per lane, groupshared bytes per group)");
    for (unsigned i = 0; i < WAVE_SIZES; i++) {
        if (!answer[i].kernel) {
            printf("%9u  refused: %s\n", answer[i].size, answer[i].why);
            continue;
        }
        const struct size_figures f = size_table_figures(&answer[i]);
        printf("%9u  %5u  %5u  %12zu  %9u  %7" PRIu32 "  %11" PRIu32 "\n", answer[i].size, f.lanes, f.waves,
               f.instructions, f.registers, f.scratch, f.groupshared);
    }
}

void size_table_free(struct wave_size answer[WAVE_SIZES])
{
    for (unsigned i = 0; i < WAVE_SIZES; i++)
        wave_size_free(&answer[i]);
}

const char *size_table_why(const struct wave_size answer[WAVE_SIZES])
{
    return answer[0].why;
}
