/* SPDX-License-Identifier: Apache-2.0 */
#include "size_table.h"

#include <inttypes.h>
#include <stdio.h>

void size_table_ask(struct wave_size answer[WAVE_SIZES], const char *file, const struct wf_text *text, unsigned lanes)
{
    for (unsigned i = 0; i < WAVE_SIZES; i++)
        wave_size_ask(&answer[i], 4u << i, file, text, lanes, NULL);
}

unsigned size_table_waves(const struct wave_size *answer)
{
    struct wf_shape shape;
    return wf_dispatch_check(&answer->kernel->desc, &answer->device, &shape) == WF_REJECT_NONE ? shape.waves : 0;
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

void size_table_print(const struct wave_size answer[WAVE_SIZES])
{
    puts("wave size  lanes  waves  instructions  registers  scratch  groupshared   "
         "(waves per group, scratch bytes per lane, groupshared bytes per group)");
    for (unsigned i = 0; i < WAVE_SIZES; i++) {
        const struct wf_kernel *k = answer[i].kernel;
        if (k)
            printf("%9u  %5u  %5u  %12zu  %9u  %7" PRIu32 "  %11" PRIu32 "\n", answer[i].size, answer[i].device.lanes,
                   size_table_waves(&answer[i]), count_of(k), registers_of(k),
                   4 * k->shader.scratch_words, k->desc.groupshared_bytes);
        else
            printf("%9u  refused: %s\n", answer[i].size, answer[i].why);
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
