/* SPDX-License-Identifier: Apache-2.0
 * trace.h - a run as text, a line an instruction.
 */
#ifndef WF_TRACE_H
#define WF_TRACE_H

#include <stdio.h>

#include "wavefold/kernel.h"

void wf_trace_header(FILE *file);
/* `cycle`: a cycle of the hardware, or the number of the instruction. */
void wf_trace_line(FILE *file, uint64_t cycle, unsigned slot, const uint32_t group[3], unsigned wave, unsigned lanes,
                   const struct wf_effect *effect);

#endif
