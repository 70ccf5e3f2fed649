/* SPDX-License-Identifier: Apache-2.0
 * trace.h - a run as text, a line an instruction, in the order of retirement.  docs/program.md explains the columns.
 */
#ifndef WF_TRACE_H
#define WF_TRACE_H

#include <stdio.h>

#include "wavefold/kernel.h"

/* Where and when an instruction ran. */
struct wf_trace_place {
    uint64_t retired;           /* cycle; on the model how many instructions ran before */
    uint64_t issued;            /* cycle; only when has_issued */
    bool has_issued;
    unsigned slot, wave, lanes; /* lanes of the device */
    const uint32_t *group;      /* [3] */
    bool has_core;              /* there are several */
    unsigned core;
    unsigned dispatch;          /* of the file, from 1; 0: there is one only */
};

void wf_trace_header(FILE *file);
void wf_trace_line(FILE *file, const struct wf_kernel *kernel, const struct wf_buffer *buffers,
                   const struct wf_trace_place *place, const struct wf_effect *effect);

#endif
