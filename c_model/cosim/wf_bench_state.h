/* SPDX-License-Identifier: Apache-2.0
 * wf_bench_state.h - the inside of the C side of the lock-step bench: what its files share.
 */
#ifndef WF_BENCH_STATE_H
#define WF_BENCH_STATE_H

#include "wf_bench.h"

#include <time.h>

#include "../cli/kernel_file.h"
#include "../cli/output.h"
#include "../cli/profile.h"
#include "../cli/timeline.h"
#include "wf_lines.h"
#include "wf_memory.h"

enum { SLOTS = WF_MAX_CORES * 256 };            /* of the largest build */
/* Instructions of a wave that were issued: in flight at most; that gave up their entry and retire soon; kept.  With each another may have been. */
enum { INFLIGHT = 8, RETIRING = 4, ISSUES = 32 };
enum { JOBS = WF_MAX_DISPATCHES_OF_FILE };
enum { CHANNELS = 11 };                         /* of WF_CYCLE_HOLD, then mreq_ready, done_ready */
#define DEFAULT_MAX_CYCLES UINT64_C(5000000)

enum phase { PHASE_COMMIT, PHASE_MAIN, PHASE_PROBE, PHASE_OVER };
enum step { STEP_CODE, STEP_BUFFERS, STEP_DESC, STEP_GAP, STEP_WAIT, STEP_SETTLE };     /* GAP: until the next descriptor is due */
enum stalls { STALLS_NONE, STALLS_LIGHT, STALLS_HEAVY, STALLS_BURSTS, STALLS_LATE };

/* One dispatch and both memories; those of one file share them. */
struct job {
    const struct wf_kernel *kernel;
    struct wf_buffer buffers[WF_MAX_BUFFERS];
    size_t words;
    uint32_t *model_memory, *rtl_memory;
    const char **source;                        /* text of each instruction */
    enum wf_reject code;                        /* what the rules say */
    struct wf_shape shape;
    struct wf_desc desc;                        /* the kernel's, with id and place in the instruction memory */
    bool cancelled;                             /* the hardware was told */
    uint64_t accepted_at;                       /* by `clock` */
    bool accepted, answered;                    /* since its phase began: in these cycles, */
    uint64_t begun, ended;
    enum wf_ending ending;                      /* and so; */
    struct wf_lockstep_stats work;              /* what the checker counted of it until then */
    struct wf_fault_event fault;                /* of the hardware, when it is answered */
};

struct bench {
    const char *path;
    struct wf_bench_build built;
    unsigned asked_wave_size;
    bool rewritten;                             /* +rewrite */
    uint64_t seed, max_cycles, reset_at;        /* reset_at: UINT64_MAX for never */
    uint64_t first_group;                       /* x fastest */
    uint64_t asked_latency, memory_lines;       /* UINT64_MAX: the seed's; lines a cycle */
    uint64_t memory_period, memory_banks, memory_bank_period;       /* of a system: cycles a line, banks, cycles a line of a bank, */
    uint64_t memory_any_order;                  /* and answers in any order; UINT64_MAX: as the seed has it */
    struct wf_device device;                    /* that of `built` */
    struct job *jobs;                           /* [count] those of the file, in order; then the probe */
    size_t count;
    struct job *job;                            /* the one that is loaded or sent */
    struct job *from;                           /* the first of this phase, and */
    size_t sends, loaded, sent, answered;       /* how many it has; of them */
    struct job *flying[WF_LOCKSTEP_DISPATCHES]; /* by id */
    uint64_t send_at;                           /* the next descriptor, by `clock` */
    struct wf_kernel *kernels, *probe;          /* owned */
    enum phase phase;
    enum step step;
    size_t index;
    uint32_t field[WF_BENCH_FIELDS];
    struct wf_lockstep *ls;                     /* while an accepted dispatch runs */
    struct wf_memory *memory[WF_MAX_CORES];                   /* of a machine alone, */
    struct wf_lines *lines;                     /* of a system */
    struct wf_lockstep_stats stats;             /* of the main dispatch, once it ended; */
    uint64_t line_accesses;                     /* and of its memory */
    enum stalls stalls;
    uint64_t prng;
    uint64_t clock, last_event;                 /* cycles since the simulation began */
    uint64_t cycle;                             /* since the descriptor was accepted: what a user reads */
    bool accepted;
    uint64_t idle_since, idle;                  /* cycles between two dispatches, when none is in flight: counters stand still */
    size_t quads_sent;                          /* of the pixel shader that runs */
    unsigned burst_left[CHANNELS];
    uint32_t burst_held;
    unsigned cores;                             /* of `built` */
    uint64_t before[WF_MAX_CORES * WF_COUNTERS];               /* when the dispatches before ended */
    bool counted;                               /* of the main dispatch: */
    uint64_t counters[WF_COUNTERS];             /* of all cores, */
    uint64_t core_counters[WF_MAX_CORES][WF_COUNTERS]; /* and of each */
    struct wf_dispatch_figures figures[JOBS];   /* bench_report's */
    struct wf_output trace, stats_file, profile_file, timeline_file, summary_file, dump[WF_MAX_BUFFERS];
    bool raw[WF_MAX_BUFFERS];                   /* a dump as bytes */
    char *command;                              /* the options of a shader, as a shell takes them; else NULL */
    const char *asked_bounds;                   /* --bounds, or NULL */
    struct wf_text text;                        /* of the kernel file, for the profile */
    struct wf_profile *profile;                 /* of the main dispatch, from its descriptor to the report */
    struct wf_timeline *timeline;
    bool stopped;
    bool report_due;                            /* stopped by a failure: the report waits for the counters */
    enum wf_exit status;
    bool terminal, progress_shown;
    struct timespec started, progress_at;
    struct { uint64_t count, cycle[ISSUES]; } issued[SLOTS];     /* wf_bench_issue of the slot's wave: cycles of the last ones */
};

/* The cycle in which the instruction that the checker saw retire last, in this slot, was issued: waves issue in the order of the program. */
static inline uint64_t bench_issued(const struct bench *b, unsigned slot)
{
    return b->issued[slot].cycle[wf_lockstep_last_number(b->ls) % ISSUES];
}

/* The sum over the memories of the cores: of accesses to lines, or of requests without an answer. */
static inline uint64_t memories(const struct bench *b, bool accesses)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < b->cores && b->memory[i]; i++)
        sum += accesses ? wf_memory_line_accesses(b->memory[i]) : wf_memory_waiting(b->memory[i]);
    return sum;
}
/* Requests that memory has not answered; its accesses to lines. */
static inline uint64_t bench_waiting(const struct bench *b)
{
    return b->lines ? wf_lines_waiting(b->lines) : memories(b, false);
}
static inline uint64_t bench_line_accesses(const struct bench *b)
{
    return b->lines ? wf_lines_accesses(b->lines) : memories(b, true);
}

/* Which dispatch of the file it is, from 1; 0: there is one only. */
static inline unsigned bench_number(const struct bench *b, const struct job *job)
{
    return b->count > 1 ? (unsigned)(job - b->jobs) + 1 : 0;
}

/* ---- stalls and the timing of memory (wf_bench_stalls.c) ----------------------------------------------------------------- */

/* The seed's latencies; a latency that was asked for takes the place of its least one. */
struct wf_memory_timing bench_memory_timing(const struct bench *b);
struct wf_lines_timing bench_lines_timing(const struct bench *b);
/* One bit a channel: stalled in the next cycle. */
uint32_t bench_stalls(struct bench *b);
/* What wf_bench_more gives. */
uint32_t bench_more(struct bench *b, uint32_t room);
/* What wf_bench_quad gives. */
uint32_t bench_quad(struct bench *b);

/* ---- profile and timeline (wf_bench_observe.c) ---------------------------------------------------------------------------- */

/* The main dispatch begins, or begins again; false when memory runs out. */
bool bench_observe_begin(struct bench *b);
/* True while its events are wanted; then they come in the order of a cycle. */
bool bench_observes(const struct bench *b);
/* A dispatch was accepted, answered. */
void bench_observe_accepted(struct bench *b, const struct job *job);
void bench_observe_answered(struct bench *b, const struct job *job);
void bench_observe_launch(struct bench *b, const struct wf_launch_event *event);
void bench_observe_retire(struct bench *b, unsigned slot, const struct wf_effect *effect);
void bench_observe_release(struct bench *b, const uint32_t *slots);     /* of all cores */
void bench_observe_end(struct bench *b, unsigned slot);
void bench_observe_pick(struct bench *b, unsigned slot);
void bench_observe_unit(struct bench *b, unsigned slot, unsigned unit);
void bench_observe_fold(struct bench *b, unsigned slot);
void bench_observe_cycle(struct bench *b, unsigned core, unsigned causes, unsigned banks);
/* Writes profile, timeline and summary, once. */
void bench_observe_report(struct bench *b, const struct wf_run_figures *figures);

/* ---- verdicts (wf_bench_verdict.c) --------------------------------------------------------------------------------------- */

/* On a terminal: one line that is written over and over, cleared before anything else is printed. */
void bench_show_progress(struct bench *b);
void bench_clear_progress(struct bench *b);
/* The first difference that the checker found: printed once, and the run stops. */
void bench_check(struct bench *b, bool agrees);
/* A difference in what the checker does not see: the answer to a descriptor, an event while nothing runs. */
void bench_fail(struct bench *b, const char *what, uint64_t hardware, uint64_t model);
/* `idle`: nothing happens any more; else the limit of cycles is reached. */
void bench_hang(struct bench *b, bool idle);
/* After the message: the command that reproduces it, and the end of the run. */
void bench_stop_failed(struct bench *b);
/* The run is over: figures, dumps, the verdict line and the exit status. */
void bench_report(struct bench *b, bool passed);
/* The outputs are complete; false when one could not be written. */
bool bench_close_outputs(struct bench *b);

/* ---- a dispatch, from its kernel to its end (wf_bench_job.c) ------------------------------------------------------------- */

/* Takes the kernels of a file, NULL included, as jobs; false, after a message, when they cannot run here. */
bool bench_set_up_jobs(struct bench *b, struct wf_kernel *kernels);
/* Behind them one more, for the probe. */
bool bench_set_up_probe(struct bench *b, struct wf_kernel *kernel);
void bench_free_jobs(struct bench *b);
void bench_first_phase(struct bench *b);
void bench_begin_phase(struct bench *b, enum phase phase, enum step step);
/* The descriptor of b->job goes out.  False when memory runs out. */
bool bench_begin_dispatch(struct bench *b);
/* ... and was accepted: it flies. */
void bench_dispatch_accepted(struct bench *b);
/* When the next descriptor may go out, once its id is free. */
void bench_next_descriptor(struct bench *b);
/* Checker and memory go; nothing runs. */
void bench_end_dispatches(struct bench *b);
/* The machine is reset in the middle of a dispatch: nothing of it is left, neither here. */
void bench_begin_again(struct bench *b);

/* ---- options and set-up (wf_bench_start.c) ------------------------------------------------------------------------------- */

/* What wf_bench_start does. */
bool bench_start(struct bench *b, int argc, char *const *argv, const struct wf_bench_build *built);

#endif
