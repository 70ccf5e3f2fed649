/* SPDX-License-Identifier: Apache-2.0
 * figures.h - what a run counted: the verdict line and the JSON of --stats.
 */
#ifndef WF_FIGURES_H
#define WF_FIGURES_H

#include <stdio.h>

#include "wavefold/lockstep.h"

/* What a run counted; the fields from `compared` on belong to the hardware and are written when on_hardware. */
struct wf_run_figures {
    const char *kernel, *on;
    struct wf_device device;
    unsigned wave_size;
    uint64_t seed;
    bool passed;
    bool nothing_compared;      /* the kernel file expects nothing */
    uint64_t groups, waves, instructions, lane_instructions, barrier_releases;
    double seconds;
    bool on_hardware;
    bool coalesces;             /* the LDS combines lanes of an atomic that share a word */
    uint64_t memory_latency, memory_lines;  /* of the bench's global memory: cycles, lines a cycle */
    uint64_t compared, atomic_operations, line_accesses;
    bool counters_unknown;      /* the hardware's counters hold unknown bits: null in the JSON, ? in the verdict line */
    uint64_t counter[WF_COUNTERS];
};
void wf_figures_json(FILE *file, const struct wf_run_figures *figures);
/* The verdict line. */
void wf_figures_line(FILE *file, const struct wf_run_figures *figures);

#endif
