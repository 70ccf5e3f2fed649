/* SPDX-License-Identifier: Apache-2.0
 * figures.h - what a run counted: the verdict line and the JSON of --stats.
 */
#ifndef WF_FIGURES_H
#define WF_FIGURES_H

#include <stdio.h>

#include "wavefold/dispatch.h"

/* What a run counted; the fields from `cycles` on belong to the hardware and are written when has_cycles. */
struct wf_run_figures {
    const char *kernel, *on;
    struct wf_device device;
    unsigned wave_size;
    uint64_t seed;
    bool passed;
    bool nothing_compared;      /* the kernel file expects nothing */
    uint64_t groups, waves, instructions, lane_instructions, barrier_releases;
    bool has_cycles;
    uint64_t cycles, compared, lds_instructions, lds_operations, lds_lanes, atomic_operations, atomic_lanes, bank_conflict_cycles;
    uint64_t memory_instructions;
    uint64_t stall_empty, stall_barrier, stall_busy, stall_unit, barrier_wait_cycles;
    double seconds;
};
void wf_figures_json(FILE *file, const struct wf_run_figures *figures);
/* The verdict line. */
void wf_figures_line(FILE *file, const struct wf_run_figures *figures);

#endif
