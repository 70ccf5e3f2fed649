/* SPDX-License-Identifier: Apache-2.0
 * sim.h - the hardware as a device in memory: libwavefold_sim_<configuration>.so, the RTL as Verilator translates it, with its bench and the checker.
 *
 * A library simulates devices of one configuration and exports one function, wf_sim_api, which gives the table of all others.  A program links one
 * library, or opens several with dlopen(RTLD_LOCAL), and makes as many devices of each as it likes.
 *
 *     const struct wf_sim_api *api = wf_sim_api();
 *     struct wf_sim *sim = api->create(&(struct wf_sim_setup){.memory = words, .memory_words = count});
 *     api->load(sim, &code, &dispatch.desc.code_base);
 *     api->submit(sim, &dispatch);
 *     while (api->run(sim, UINT64_MAX) == WF_SIM_ANSWERED)
 *         ;                           // the last one is WF_SIM_IDLE, or what went wrong
 *     api->destroy(sim);
 *
 * Unless setup says otherwise the golden model runs beside the hardware, in lock step: each launch, request, instruction, end and answer is compared
 * when it happens (wavefold/lockstep.h), and the whole of global memory and the counters when nothing is in flight any more.
 *
 * Time.  A clock is a cycle of the hardware since the device was made.  A cycle, everywhere below, counts from the acceptance of the first
 * descriptor since nothing was in flight, which is cycle 0.
 *
 * Threads.  A device is used by one thread at a time; different devices, of one library too, by different threads at the same time.
 *
 * The library prints nothing, ends no process, has no state outside of its devices, and reads and writes no file but the waveform that it is told.
 */
#ifndef WAVEFOLD_SIM_H
#define WAVEFOLD_SIM_H

#include "wavefold/api.h"
#include "wavefold/dispatch.h"
#include "wavefold/lockstep.h"
#include "wavefold/machine.h"

WF_API_BEGIN

/* Of the table below: a program that was compiled for another one must not use it. */
enum { WF_SIM_API_VERSION = 1 };

struct wf_sim;              /* a device; opaque */

/* What the functions return.  From WF_SIM_DIFFERENCE on a device has stopped: it runs again after `reset`, but after WF_SIM_ENDED, WF_SIM_NO_MEMORY
 * only `destroy` is left. */
enum wf_sim_status {
    WF_SIM_OK,              /* done; of `run`: the clocks that were asked for have passed */
    WF_SIM_ANSWERED,        /* a dispatch was answered in this clock */
    WF_SIM_IDLE,            /* every dispatch is answered, counters came to rest, and counters and memory agree with the model */
    WF_SIM_ARGUMENT,        /* an argument is wrong; nothing was done */
    WF_SIM_BUSY,            /* something is queued or in flight; nothing was done */
    WF_SIM_FULL,            /* the instruction memory has no room for the code, the queue none for the dispatch; nothing was done */
    WF_SIM_NOT_TRACED,      /* this build writes no waveforms; nothing was done */
    WF_SIM_DIFFERENCE,      /* hardware and model differ, or the hardware broke a rule of its interfaces: `report` */
    WF_SIM_HUNG,            /* nothing has happened for some 20,000 clocks although something is in flight: `explain` */
    WF_SIM_LIMIT,           /* the cycles of wf_sim_setup.limit are over: `explain` */
    WF_SIM_ENDED,           /* the Verilog ended the simulation ($finish, $stop, $fatal), or its process ended: `report` */
    WF_SIM_NO_MEMORY
};

/* What a library simulates. */
struct wf_sim_build {
    struct wf_device device;
    unsigned inflight;          /* instructions of a wave in flight */
    unsigned dispatches;        /* in flight; their ids are below it */
    bool coalesces;             /* the LDS combines lanes of an atomic that share a word */
    bool traced;                /* it can write waveforms */
    unsigned line_tags;         /* global memory lies behind caches, in lines of 64 bytes, and has so many tags; 0: no caches */
    const char *simulator;      /* "verilator", "icarus"; static */
};

enum wf_sim_order { WF_SIM_ORDER_OF_SEED, WF_SIM_ORDER_ASKED, WF_SIM_ORDER_ANY };

struct wf_sim_event;
typedef void wf_sim_event_fn(void *user, const struct wf_sim_event *event);

/* All zero: no memory, no stalls, no limit, no events, checked. */
struct wf_sim_setup {
    uint32_t *memory;           /* [memory_words] global memory, from address 0: borrowed, read and written in place while something is in flight */
    size_t memory_words;
    bool unchecked;             /* without the model: faster, and what the hardware does is what is */
    uint64_t seed;              /* 0: nothing stalls; else channels stall and memory answers at random, by this number */
    uint64_t limit;             /* cycles until all that was submitted must be answered; 0: none */
    unsigned latency;           /* of global memory, in cycles: the least; 0: 20, or the seed's */
    unsigned lines;             /* no caches: lines of 128 bytes that memory accesses in a cycle; 0: 1 */
    unsigned period;            /* caches: cycles between two lines; 0: 1 */
    unsigned banks, bank_period;        /* caches: line n lies in bank n % banks, which begins a line every bank_period cycles (0: 4); banks 0: none */
    enum wf_sim_order order;    /* caches: whether answers keep the order of requests; of the seed: without stalls they do */
    wf_sim_event_fn *event;     /* called for the events of the mask, or NULL: in the thread of `run`, for what happens in its order */
    uint32_t events;            /* 1 << enum wf_sim_event_kind, ored; WF_SIM_PICK and WF_SIM_CORE cost time in every cycle */
    void *user;
};

/* Code and what reports say of it; all of it is borrowed until `clear`, `reset` or `destroy`. */
struct wf_sim_code {
    const uint64_t *word;       /* [count], wavefold/isa.h */
    size_t count;
    const uint32_t *line;       /* [count] source lines, or NULL: wf_lockstep_setup says what these three are */
    const char *const *file;
    const char *const *source;
};

enum wf_sim_state { WF_SIM_NEW, WF_SIM_QUEUED, WF_SIM_SENT, WF_SIM_RUNNING, WF_SIM_DONE };

/* A dispatch: the caller fills the first part, the device the second.  Borrowed from `submit` until it is WF_SIM_DONE, or until `reset`, `destroy`. */
struct wf_sim_dispatch {
    const struct wf_sim_code *code;
    struct wf_desc desc;        /* its code_base is what `load` gave, its id below wf_sim_build.dispatches: it waits in the queue until that one is free */
    struct wf_buffer buffer[WF_MAX_BUFFERS];    /* byte addresses in global memory */
    unsigned buffers;           /* the first so many are bound */
    bool commit_only;           /* the hardware shall only say which wave size it would take (wf_desc.report_wave_size) */
    bool cancels;               /* it is cancelled so many clocks after it was accepted */
    uint32_t cancel_after;
    uint64_t first_group;       /* it begins with this group, x fastest, as if those before it had run */
    unsigned number;            /* reports call it "dispatch number"; 0: they do not */
    void *user;                 /* the caller's */

    enum wf_sim_state state;
    uint64_t accepted_at, answered_at;          /* cycles; from RUNNING, from DONE on */
    enum wf_reject reject;      /* what the rules say of it (dispatch.h), from `submit` on; and the shape that it gets */
    struct wf_shape shape;
    enum wf_ending ending;      /* DONE: how it ended; reject WF_REJECT_NONE */
    unsigned wave_size, waves;  /* DONE: what the hardware answered: the reported wave size, or 0; waves of a group */
    struct wf_fault_event fault;                /* DONE: the first fault, and how many; of one that runs when the device has stopped: the model's */
    struct wf_lockstep_stats work;              /* checked: what it did until it was DONE, or until the device stopped */
};

/* What happens, inside a cycle in the order of this list but for WF_SIM_ACCEPT and WF_SIM_ANSWER, which end it.  What a pointer points to is
 * valid during the call.  Slots of core c begin at c * device.waves. */
enum wf_sim_event_kind {
    WF_SIM_LAUNCH,              /* slot, dispatch, launch */
    WF_SIM_RETIRE,              /* slot, dispatch, retire, issued, number, effect */
    WF_SIM_ISSUE,               /* slot, unit: its next instruction was picked two cycles before and reads its registers now */
    WF_SIM_FOLD,                /* slot: the instruction behind its last one was issued with that */
    WF_SIM_RELEASE,             /* slots: they leave a barrier */
    WF_SIM_PICK,                /* slot: a scheduler picked it */
    WF_SIM_CORE,                /* core, stalls, banks: of each core in each cycle */
    WF_SIM_END,                 /* slot: its wave has ended */
    WF_SIM_ACCEPT,              /* dispatch: its descriptor was accepted */
    WF_SIM_ANSWER               /* dispatch: it is WF_SIM_DONE */
};
struct wf_sim_event {
    enum wf_sim_event_kind kind;
    uint64_t cycle;
    unsigned slot;
    const struct wf_sim_dispatch *dispatch;
    const struct wf_launch_event *launch;
    const struct wf_retire_event *retire;       /* what the hardware says */
    uint64_t issued;            /* the cycle of its WF_SIM_ISSUE */
    uint64_t number;            /* its place among the instructions of its wave, from 0; checked */
    const struct wf_effect *effect;             /* what the model did; NULL: unchecked */
    enum wf_unit unit;
    const uint32_t *slots;      /* slot s in bit s % 32 of word s / 32 */
    unsigned core;
    uint32_t stalls;            /* why it picked nothing: bit n is counter WF_CNT_STALL_EMPTY + n; 0: it did */
    unsigned banks;             /* of its LDS, that served a word in the cycle before */
};

/* What was counted since the first descriptor was accepted, until nothing was in flight any more or the device stopped. */
struct wf_sim_stats {
    uint64_t cycles, clocks;    /* the cycle that is over; clocks since the device was made */
    uint64_t between;           /* cycles between two dispatches with nothing in flight, which the counters do not count */
    struct wf_lockstep_stats work;              /* checked: of all dispatches */
    uint64_t line_accesses;     /* of global memory */
    unsigned latency;           /* of global memory, the least, in cycles */
    bool any_order;             /* its answers come in any order */
    bool counted;               /* `counter` is known: the device is idle or has stopped, and Icarus saw no unknown bits */
    uint64_t counter[WF_MAX_CORES][WF_COUNTERS];        /* of each core (lockstep.h) */
};

struct wf_sim_api {
    unsigned version;           /* WF_SIM_API_VERSION */

    /* A device, in reset until it runs.  `setup` is copied.  NULL: no memory, or an argument is wrong. */
    struct wf_sim *(*create)(const struct wf_sim_setup *setup);
    void (*destroy)(struct wf_sim *sim);                /* NULL is allowed */
    const struct wf_sim_build *(*build)(const struct wf_sim *sim);

    /* Another global memory.  BUSY. */
    enum wf_sim_status (*memory)(struct wf_sim *sim, uint32_t *words, size_t count);
    /* Puts code behind what was loaded before; *base is its place.  FULL. */
    enum wf_sim_status (*load)(struct wf_sim *sim, const struct wf_sim_code *code, uint16_t *base);
    /* All of the instruction memory is free again.  BUSY. */
    enum wf_sim_status (*clear)(struct wf_sim *sim);
    /* Queues a dispatch: descriptors go out in this order, with a seed at random distances.  FULL; ARGUMENT: no such id, code that was not loaded,
     * a buffer that is not in memory, or one that is queued or in flight. */
    enum wf_sim_status (*submit)(struct wf_sim *sim, struct wf_sim_dispatch *dispatch);
    /* Ends a dispatch in flight early; its answer says so.  ARGUMENT: it is not in flight. */
    enum wf_sim_status (*cancel)(struct wf_sim *sim, struct wf_sim_dispatch *dispatch);

    /* At most so many clocks: OK when they are over, or the status of the first of them in which something is to be told.  A device that has nothing
     * to do, and was told so, runs on idle. */
    enum wf_sim_status (*run)(struct wf_sim *sim, uint64_t clocks);
    /* All that is queued or in flight is lost, and memory holds a part of what was to be stored; code is forgotten.  Takes a few clocks.  What `run`
     * would return: OK, or ENDED. */
    enum wf_sim_status (*reset)(struct wf_sim *sim);

    void (*stats)(const struct wf_sim *sim, struct wf_sim_stats *stats);
    /* Why the device has stopped, some lines, NUL-terminated, of the device: valid until the next call; "" when it has not. */
    const char *(*report)(const struct wf_sim *sim);
    /* Checked: who waits for what, a line a call. */
    void (*explain)(const struct wf_sim *sim, wf_lockstep_line_fn *line, void *user);

    /* Write what happens from now on to a waveform (FST), whose second n is cycle n; NULL: end it, as `destroy` does.  One at a time; a second one
     * of the same device begins a new file.  NOT_TRACED. */
    enum wf_sim_status (*waves)(struct wf_sim *sim, const char *file);
};
const struct wf_sim_api *wf_sim_api(void);

WF_API_END

#endif
