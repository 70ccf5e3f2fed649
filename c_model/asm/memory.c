/* SPDX-License-Identifier: Apache-2.0
 * memory.c - buffers in global memory: where they lie, and what they hold before.
 */
#include "wavefold/kernel.h"

#include <string.h>

enum { ALIGN = 256 };

size_t wf_kernel_place(const struct wf_kernel *kernel, struct wf_buffer buffers[WF_MAX_BUFFERS])
{
    uint32_t base = ALIGN;

    memset(buffers, 0, WF_MAX_BUFFERS * sizeof buffers[0]);
    for (unsigned n = 0; n < kernel->buffers; n++) {
        const struct wf_kernel_buffer *b = &kernel->buffer[n];
        if (b->is_view)
            continue;
        buffers[n] = (struct wf_buffer){.base = base, .size = kernel->buffer[n].words * 4};
        base += (buffers[n].size + 2 * ALIGN - 1) & ~(uint32_t)(ALIGN - 1);     /* a gap of at least 256 bytes */
    }
    for (unsigned n = 0; n < kernel->buffers; n++) {    /* a view of a view comes after that */
        const struct wf_kernel_buffer *b = &kernel->buffer[n];
        if (b->is_view && b->of != UINT32_MAX)
            buffers[n] = (struct wf_buffer){.base = buffers[b->of].base + b->from, .size = b->words * 4};
    }
    return base / 4;
}

void wf_kernel_fill(const struct wf_kernel *kernel, const struct wf_buffer buffers[WF_MAX_BUFFERS], uint32_t *memory,
                    size_t memory_words)
{
    for (size_t n = 0; n < memory_words; n++)
        memory[n] = WF_GAP_WORD;
    for (unsigned n = 0; n < kernel->buffers; n++)
        if (!kernel->buffer[n].is_view)
            memcpy(memory + buffers[n].base / 4, kernel->buffer[n].initial,
                   kernel->buffer[n].words * sizeof *memory);
}
