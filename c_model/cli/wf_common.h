/* SPDX-License-Identifier: Apache-2.0
 * wf_common.h - what the program and the lock-step bench share: files, diagnostics, trace lines, statistics.
 */
#ifndef WF_COMMON_H
#define WF_COMMON_H

#include <stdio.h>

#include "wavefold/kernel.h"

enum { WF_EXIT_OK = 0, WF_EXIT_FAILED = 1, WF_EXIT_MISUSE = 2 };
enum { WF_KERNEL_FILE_LIMIT = 64 << 20 };       /* bytes */

/* The device of the simulator build with `lanes` lanes (sim/rtl.mk builds 8, 32 and 128; the model takes every width). */
struct wf_device wf_common_device(unsigned lanes);

/* Read a file of at most `limit` bytes; the caller frees it.  NULL after a message on stderr. */
char *wf_common_read(const char *path, size_t limit, size_t *length);

/* Read and parse a kernel file; every diagnostic goes to stderr.  NULL after at least one error. */
struct wf_kernel *wf_common_kernel(const char *path, const struct wf_device *device, unsigned wave_size);

/* An output file, written under a temporary name beside its own and renamed when complete.  Devices and pipes are written directly.
 * Temporary files are removed when the program is interrupted. */
struct wf_output {
    FILE *file;                 /* NULL once another program writes `temporary` (see wf_output_hand_over) */
    char *path, *temporary;     /* temporary: NULL when written directly */
    int registered;             /* place in the list of files to remove, or -1 */
};
/* False, after a message on stderr, when the file cannot be written. */
bool wf_output_open(struct wf_output *out, const char *path);
/* Close the file, so that another program can write it, and return the name that program shall use. */
const char *wf_output_hand_over(struct wf_output *out);
/* Close and rename; false after a message on stderr. */
bool wf_output_commit(struct wf_output *out);
/* Close and remove; for an `out` never opened (all zero) nothing happens. */
void wf_output_discard(struct wf_output *out);

/* One line of a trace. `cycle`: a cycle of the hardware, or the number of the instruction. */
void wf_trace_header(FILE *file);
void wf_trace_line(FILE *file, uint64_t cycle, unsigned slot, const uint32_t group[3], unsigned wave, unsigned lanes,
                   const struct wf_effect *effect);

/* What a run counted; the fields from `cycles` on belong to the hardware and are written when has_cycles. */
struct wf_run_figures {
    const char *kernel, *on;
    unsigned lanes, wave_size;
    uint64_t seed;
    bool passed;
    uint64_t groups, waves, instructions, lane_instructions, barrier_releases;
    bool has_cycles;
    uint64_t cycles, compared, lds_instructions, lds_operations, lds_lanes, atomic_operations, atomic_lanes, bank_conflict_cycles;
    uint64_t memory_instructions;
    uint64_t stall_empty, stall_barrier, stall_busy, stall_unit, barrier_wait_cycles;
    double seconds;
};
void wf_figures_json(FILE *file, const struct wf_run_figures *figures);
/* The verdict line on stdout. */
void wf_figures_line(const struct wf_run_figures *figures);

/* Hold the memory and the fault record of a run against the kernel file; on a failure prints it as error of `path`. */
bool wf_common_verdict(const char *path, const char *side, const struct wf_kernel *kernel, const struct wf_buffer *buffers,
                       const uint32_t *memory, size_t words, const struct wf_fault_record *fault);

#endif
