/* SPDX-License-Identifier: Apache-2.0
 * figures.h - what a run counted: the verdict line, the JSON of --stats, and the table of --summary.
 */
#ifndef WF_FIGURES_H
#define WF_FIGURES_H

#include <stdio.h>

#include "json.h"
#include "said.h"
#include "wavefold/kernel.h"
#include "wavefold/lockstep.h"

/* One dispatch of the file. */
struct wf_dispatch_figures {
    uint32_t line;              /* of its `---`, 0: it is the only one */
    unsigned wave_size;
    enum wf_reject reject;
    const char *ending;         /* wf_ending_name; NULL: it was refused or has not ended */
    bool accepted, answered;    /* in these cycles; on the hardware */
    uint64_t accepted_at, answered_at;
    uint64_t faults;            /* lanes */
    const struct wf_fault_record *fault;        /* the first, of this code; NULL: none */
    const struct wf_kernel *code;
    struct wf_lockstep_stats work;      /* its part; on the model: groups, waves, (lane) instructions, releases */
};
/* "complete", of a number of enum wf_ending. */
const char *wf_ending_name(unsigned ending);

/* Of a task shader, a mesh shader, or both; of a geometry shader. */
struct wf_stages_figures {
    bool has_tasks, has_mesh;
    bool of_lanes;              /* of a geometry shader */
    uint64_t tasks, groups;     /* task groups, mesh groups; or invocations */
    uint64_t vertices, primitives;
    unsigned indices;           /* of a primitive */
};

/* What a run counted; the fields from `compared` on belong to the hardware and are written when on_hardware. */
struct wf_run_figures {
    const char *kernel, *on;
    const char *variant;        /* of the kernel file, or NULL */
    char *const *word;          /* [words] of the command line after `run` */
    int words;
    const struct said_error *error;     /* the first that was reported, or NULL */
    struct wf_device device;
    unsigned wave_size;
    uint64_t seed;
    bool passed;
    bool nothing_compared;      /* neither the kernel file nor --expect gives expectations */
    unsigned registers;         /* a lane, that the code names */
    struct wf_occupancy room;   /* what the device holds of it at once; all 0: it was refused */
    unsigned buffers;           /* of the kernel, and their names */
    const struct wf_kernel_buffer *buffer;
    uint64_t groups, waves, instructions, lane_instructions, barrier_releases;
    uint64_t faults;            /* lanes, of all dispatches */
    bool races_watched;         /* on the model, in the run or after it; the three below are known */
    uint64_t races, equal_stores, divergent_barriers;
    struct wf_stages_figures stages;
    double seconds;
    bool on_hardware;
    bool coalesces;             /* the LDS combines lanes of an atomic that share a word */
    bool memory_path;           /* over the memory path, to a memory of lines */
    uint64_t memory_latency, memory_lines;  /* of the bench's global memory: cycles, lines a cycle without the path */
    uint64_t line_accesses;
    uint64_t cache_hits, cache_joins, cache_misses;     /* lines of loads, over the memory path */
    struct wf_lockstep_stats work;          /* what the checker counted */
    const struct wf_dispatch_figures *dispatch;
    unsigned dispatches;        /* [dispatches] */
    unsigned cores;             /* [cores] below; on the hardware */
    uint64_t core[WF_MAX_CORES][WF_COUNTERS];
    uint64_t last_cycle;        /* in which the run stopped; its cycles leave out those with nothing in flight */
    bool counters_unknown;      /* the hardware's counters hold unknown bits: null in the JSON, ? in the verdict line */
    uint64_t counter[WF_COUNTERS];
};
void wf_figures_json(FILE *file, const struct wf_run_figures *figures);
/* The name of the file without its folder, in one line. */
void wf_figures_name(FILE *file, const char *path);
/* The verdict line. */
void wf_figures_line(FILE *file, const struct wf_run_figures *figures);
/* The table, of a run on the hardware (summary.c). */
void wf_figures_summary(FILE *file, const struct wf_run_figures *figures);

/* Cycles of a core, or of all together, without an issue. */
uint64_t wf_figures_stalls(const uint64_t counter[WF_COUNTERS]);
/* ... that are neither a retired instruction's nor a stall's. */
uint64_t wf_figures_in_flight(const uint64_t counter[WF_COUNTERS], uint64_t cycles, uint64_t instructions);

#endif
