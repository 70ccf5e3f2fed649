/* SPDX-License-Identifier: Apache-2.0
 * wf_device.h - the inside of a device of wavefold/sim.h: what its files share.
 */
#ifndef WF_DEVICE_H
#define WF_DEVICE_H

#include "wf_bench.h"
#include "wf_lines.h"
#include "wf_memory.h"
#include "wf_shadow.h"

enum { SLOTS = WF_MAX_CORES * 256 };            /* of the largest build */
/* Instructions of a wave that were issued, each perhaps with another: in flight at most; about to retire; kept. */
enum { INFLIGHT = 8, RETIRING = 4, ISSUES = 32 };
enum { QUEUE = 64, CODES = 64 };
enum { CHANNELS = 11 };                         /* of WF_CYCLE_HOLD, then mreq_ready, done_ready */
enum { HELD_CHANNELS = 9 };                     /* of WF_CYCLE_HOLD: launch, arrive .. as wf_cu.v orders them */

/* What the machine is to do next.  IDLE: nothing; GAP: till the next descriptor is due; WAIT: for that or an answer. */
enum step { STEP_IDLE, STEP_BUFFERS, STEP_GAP, STEP_WAIT, STEP_SETTLE };
enum stalls { STALLS_NONE, STALLS_LIGHT, STALLS_HEAVY, STALLS_BURSTS, STALLS_LATE };

struct flight {                                 /* of an id */
    struct wf_sim_dispatch *dispatch;           /* NULL: none */
    uint64_t accepted_at;                       /* by `clock` */
    bool cancel;                                /* asked for */
    bool cancelled;                             /* and passed to the hardware */
};

struct wf_sim {
    struct wf_sim_build built;
    struct wf_sim_setup setup;
    void *machine;                              /* of wf_rtl */
    unsigned cores;
    struct wf_shadow *shadow;                   /* the model's memory, while it runs; checked */

    struct { const struct wf_sim_code *code; unsigned base; } loaded[CODES];
    unsigned codes, loads;                      /* loaded or to be; of them, the hardware has */
    unsigned room;                              /* the first free word of the instruction memory */
    struct wf_sim_dispatch *queue[QUEUE];       /* [queued], the first goes out next */
    unsigned queued;
    struct flight flight[WF_LOCKSTEP_DISPATCHES];       /* by id */
    unsigned sent, answered;                    /* since nothing was in flight */
    uint64_t send_at;                           /* the next descriptor, by `clock` */
    enum step step;
    size_t index;
    uint32_t field[WF_BENCH_FIELDS];

    bool runs;                                  /* waves may be launched: a legal descriptor is out, nothing settled */
    bool begins;                                /* ... with the descriptor that goes out now */
    struct wf_lockstep *ls;                     /* checked: of what runs, or ran last */
    struct wf_memory *memory[WF_MAX_CORES];                   /* of a machine alone, */
    struct wf_lines *lines;                     /* of a system */
    enum stalls stalls;
    uint64_t prng;
    uint64_t clock, last_event;
    uint64_t reset_at;                          /* clocks when the last reset began */
    uint64_t cycle;                             /* since the first descriptor was accepted */
    uint64_t origin;                            /* clocks before cycle 0, for waveforms; UINT64_MAX: not known */
    bool accepted;                              /* cycles count */
    uint64_t idle_since, idle;                  /* cycles without a dispatch in flight, which no counter counts */
    const struct wf_sim_dispatch *drawn;        /* the pixel shader that runs, or NULL */
    size_t quads_sent;
    unsigned burst_left[CHANNELS];
    uint32_t burst_held;
    uint64_t before[WF_MAX_CORES * WF_COUNTERS];        /* when what ran before had settled */
    uint64_t cache_hits, cache_joins, cache_misses;     /* lines of loads, as s->lines counts */
    bool counted;
    uint64_t counters[WF_MAX_CORES * WF_COUNTERS];      /* since */
    struct { uint64_t count, cycle[ISSUES]; } issued[SLOTS];     /* of the slot's wave: cycles of the last ones */

    enum wf_sim_status status;                  /* what `run` is to return; from WF_SIM_DIFFERENCE on: it has stopped */
    bool resetting;                             /* events mean nothing */
    bool reset_due, reset_done;                 /* WF_CYCLE_RESET in the next clock; the machine asks what to do */
    uint64_t stopped_at;                        /* the last cycle that had ended by then */
    bool last_due;                              /* stopped by a failure, and its counters have yet to come */
    char *report;                               /* owned, or NULL */
    char *waves;                                /* the waveform that is written, owned, or NULL */
};

/* When the instruction that the checker saw retire last, in this slot, was issued: a wave issues in program order. */
static inline uint64_t device_issued(const struct wf_sim *s, unsigned slot)
{
    return s->ls ? s->issued[slot].cycle[wf_lockstep_last_number(s->ls) % ISSUES] : 0;
}
static inline bool device_stopped(const struct wf_sim *s)
{
    return s->status >= WF_SIM_DIFFERENCE;
}
static inline bool device_wants(const struct wf_sim *s, enum wf_sim_event_kind kind)
{
    return s->setup.events >> kind & 1;
}

/* ---- stalls and the timing of memory (wf_stalls.c) --------------------------------------------------------------- */

/* The seed's latencies; a latency that was asked for takes the place of its least one. */
struct wf_memory_timing device_memory_timing(const struct wf_sim *s);
struct wf_lines_timing device_lines_timing(const struct wf_sim *s);
/* One bit a channel: stalled in the next cycle. */
uint32_t device_stalls(struct wf_sim *s);
/* When the next descriptor may go out, once its id is free. */
void device_next_descriptor(struct wf_sim *s);

/* ---- dispatches (wf_dispatches.c) -------------------------------------------------------------------------------- */

enum wf_sim_status device_submit(struct wf_sim *s, struct wf_sim_dispatch *d);
/* Dispatches are queued or in flight; or, too, the counters have not come to rest. */
static inline bool device_in_flight(const struct wf_sim *s)
{
    return s->queued || s->sent != s->answered;
}
static inline bool device_is_busy(const struct wf_sim *s)
{
    return device_in_flight(s) || s->sent;
}
/* The machine is to ask what to do next: WF_CYCLE_NEXT, or 0. */
uint32_t device_ask_next(struct wf_sim *s);
/* Nothing is in flight any more; with `all` the memories, the checker and what it counted go too. */
void device_end(struct wf_sim *s, bool all);
/* Accesses of memory to its lines. */
uint64_t device_line_accesses(const struct wf_sim *s);

/* ---- how it stops (wf_stop.c) ------------------------------------------------------------------------------------ */

/* The first failure: what `run` returns, and its text (printf). */
void device_stop(struct wf_sim *s, enum wf_sim_status status, const char *format, ...);
/* The checker's. */
void device_check(struct wf_sim *s, bool agrees);
/* What only the bench can see, of a slot. */
void device_wrong(struct wf_sim *s, unsigned slot, const char *what);
/* A difference in what the checker does not see: the answer to a descriptor, an event while nothing runs. */
void device_fail(struct wf_sim *s, const char *what, uint64_t hardware, uint64_t model);

#endif
