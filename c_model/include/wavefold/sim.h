/* SPDX-License-Identifier: Apache-2.0
 * sim.h - the hardware as a device in memory: a simulator library holds the translated RTL, its bench and the checker.
 *
 * A library simulates devices of one configuration. It exports one function, wf_sim_api, which returns the table of all
 * others. A program links one library, or opens several with dlopen(RTLD_LOCAL). It creates any number of devices of
 * each.
 *
 *     const struct wf_sim_api *api = wf_sim_api();
 *     struct wf_sim *sim = api->create(&(struct wf_sim_setup){.memory = words, .memory_words = count});
 *     api->load(sim, &code, &dispatch.desc.code_base);
 *     api->submit(sim, &dispatch);
 *     while (api->run(sim, UINT64_MAX) == WF_SIM_ANSWERED)
 *         ;                           // the last status is WF_SIM_IDLE, or a failure
 *     api->destroy(sim);
 *
 * The golden model runs in lock step with the hardware, unless the setup disables it. It compares each launch, request,
 * instruction, end and answer (wavefold/lockstep.h). When the device becomes idle it compares the counters, and each
 * word of global memory that was touched. The cost is that of the touched words: memory may be all 4 GiB.
 *
 * Time. A clock is a cycle of the hardware since the device was created. A cycle, in this file, counts from the
 * acceptance of the first descriptor after the device was idle; that acceptance is cycle 0.
 *
 * Threads. One thread at a time uses a device. Different threads may use different devices at the same time, also of
 * one library.
 *
 * The library prints nothing, ends no process and has no state outside of its devices. The only file it writes is the
 * waveform of `waves`.
 */
#ifndef WAVEFOLD_SIM_H
#define WAVEFOLD_SIM_H

#include "wavefold/api.h"
#include "wavefold/dispatch.h"
#include "wavefold/lockstep.h"
#include "wavefold/machine.h"

WF_API_BEGIN

/* The version of this file. A program must not use a table with another version. */
enum { WF_SIM_API_VERSION = 8 };

struct wf_sim;              /* a device; opaque */

/* A device with a status of WF_SIM_DIFFERENCE or later has stopped. After `reset` it runs again. After WF_SIM_ENDED
 * and WF_SIM_NO_MEMORY the only legal calls are those that read, and `destroy`. */
enum wf_sim_status {
    WF_SIM_OK,              /* done; from `run`: all requested clocks have passed */
    WF_SIM_ANSWERED,        /* a dispatch was answered in this clock */
    WF_SIM_IDLE,            /* all dispatches in flight are answered; counters and memory agree with the model */
    WF_SIM_ARGUMENT,        /* an argument is wrong; no effect */
    WF_SIM_BUSY,            /* a dispatch is queued or in flight; no effect */
    /* no room for the code in the instruction memory, or for the dispatch in the queue; no effect */
    WF_SIM_FULL,
    WF_SIM_NOT_TRACED,      /* this build writes no waveforms; no effect */
    WF_SIM_DIFFERENCE,      /* hardware and model differ, or the hardware broke a rule of its interfaces: `report` */
    WF_SIM_HUNG,            /* a dispatch is in flight, but there was no event for some 20,000 clocks: `explain` */
    WF_SIM_LIMIT,           /* wf_sim_setup.limit is exceeded: `explain` */
    WF_SIM_ENDED,           /* the Verilog ended the simulation ($finish, $stop, $fatal): `report` */
    WF_SIM_NO_MEMORY
};

/* The configuration of a library. */
struct wf_sim_build {
    struct wf_device device;
    unsigned inflight;          /* instructions of a wave in flight */
    unsigned dispatches;        /* in flight; ids are below this number */
    bool coalesces;             /* the LDS combines lanes of an atomic that share a word */
    bool traced;                /* it can write waveforms */
    /* it only runs unchecked, and faster: of the events it has WF_SIM_ACCEPT and WF_SIM_ANSWER alone */
    bool alone;
    /* tags of the line channel of global memory, below caches with lines of 64 bytes; 0: no caches */
    unsigned line_tags;
    const char *simulator;      /* "verilator", "icarus"; static */
};

enum wf_sim_order { WF_SIM_ORDER_OF_SEED, WF_SIM_ORDER_ASKED, WF_SIM_ORDER_ANY };

struct wf_sim_event;
typedef void wf_sim_event_fn(void *user, const struct wf_sim_event *event);

/* All zero: no memory, no stalls, no limit, no events, checked. */
struct wf_sim_setup {
    /* [memory_words] global memory from address 0. Borrowed until destroy; the device reads and writes it in place */
    uint32_t *memory;
    /* the caller may access it between two calls of `run`. From the first access of a dispatch to a word until the
     * device is idle, a change of the word is a difference */
    size_t memory_words;
    bool unchecked;             /* without the model: faster, and no status WF_SIM_DIFFERENCE from the checker */
    uint64_t seed;              /* 0: no stalls; else the seed of random stalls and latencies */
    uint64_t limit;             /* cycles until the last answer; 0: no limit */
    unsigned latency;           /* of global memory in cycles, the least; 0: 20, or that of the seed */
    unsigned lines;             /* no caches: accesses to lines of 128 bytes per cycle; 0: 1 */
    unsigned period;            /* caches: cycles per line; 0: 1 */
    /* caches: line n is in bank n % banks, which begins a line every bank_period cycles (0: 4); banks 0: none */
    unsigned banks, bank_period;
    /* caches: ASKED: answers in the order of requests; ANY: in any order; OF_SEED: in any order with a seed */
    enum wf_sim_order order;
    /* for the events of the mask, or NULL. Called in the thread of `run`; it must not use this device */
    wf_sim_event_fn *event;
    /* the mask: 1 << enum wf_sim_event_kind, ored; WF_SIM_PICK and WF_SIM_CORE cost time in every cycle */
    uint32_t events;
    void *user;
};

/* Code, and its names in reports. All of it is borrowed until `clear`, `reset` or `destroy`. */
struct wf_sim_code {
    const uint64_t *word;       /* [count], wavefold/isa.h */
    size_t count;
    const uint32_t *line;       /* [count] source lines, or NULL: these three as in wf_lockstep_setup */
    const char *const *file;
    const char *const *source;
};

enum wf_sim_state { WF_SIM_NEW, WF_SIM_QUEUED, WF_SIM_SENT, WF_SIM_RUNNING, WF_SIM_DONE };

/* A dispatch. The caller fills the first part, the device the second. Borrowed from `submit` until it is WF_SIM_DONE,
 * or until `reset` or `destroy`. */
struct wf_sim_dispatch {
    const struct wf_sim_code *code;
    /* code_base: from `load`. id: below wf_sim_build.dispatches; the dispatch waits in the queue until its id is
     * free */
    struct wf_desc desc;
    struct wf_buffer buffer[WF_MAX_BUFFERS];    /* byte addresses in global memory */
    unsigned buffers;           /* the first so many are bound */
    bool robust[WF_MAX_BUFFERS];              /* an access beyond it reads 0, stores nothing, and is no fault */
    /* the hardware only reports its wave size (wf_desc.report_wave_size); code and buffers are not used */
    bool commit_only;
    bool cancels;               /* cancelled cancel_after clocks after its acceptance */
    uint32_t cancel_after;
    uint64_t first_group;       /* it begins with this group, x fastest; groups before it do not run */
    unsigned number;            /* in reports: "dispatch number"; 0: without a number */
    void *user;                 /* of the caller */

    enum wf_sim_state state;
    uint64_t accepted_at, answered_at;          /* cycles; valid from RUNNING, from DONE on */
    /* of the dispatch rules (dispatch.h), valid from `submit` on; WF_REJECT_NONE: `shape` is valid */
    enum wf_reject reject;
    struct wf_shape shape;
    enum wf_ending ending;      /* DONE, reject WF_REJECT_NONE: the way it ended */
    unsigned wave_size, waves;  /* DONE: of the hardware's answer: the reported wave size, or 0; waves per group */
    uint64_t instructions;      /* DONE: those that retired, as the hardware counts them */
    /* DONE: the first fault, and the number of faults; RUNNING in a stopped device: those of the model */
    struct wf_fault_event fault;
    struct wf_lockstep_stats work;              /* checked: its work until DONE, or until the device stopped */
};

/* Events, with the fields that are valid. The events of a cycle come in the order of this list. Pointers are valid
 * during the call.  The slots of core c begin at c * device.waves. */
enum wf_sim_event_kind {
    WF_SIM_LAUNCH,              /* slot, dispatch, launch */
    WF_SIM_RETIRE,              /* slot, dispatch, retire, issued, number, effect */
    WF_SIM_ISSUE,               /* slot, unit: its next instruction reads its registers, two cycles after its pick */
    WF_SIM_FOLD,                /* slot: the instruction after its last one was issued with that */
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
    const struct wf_retire_event *retire;       /* of the hardware */
    uint64_t issued;            /* the cycle of its WF_SIM_ISSUE */
    uint64_t number;            /* checked: its index among the instructions of its wave */
    const struct wf_effect *effect;             /* of the model; NULL: unchecked */
    enum wf_unit unit;
    const uint32_t *slots;      /* slot s in bit s % 32 of word s / 32 */
    unsigned core;
    /* the causes of a cycle without a pick: bit n is counter WF_CNT_STALL_EMPTY + n; 0: it picked */
    uint32_t stalls;
    unsigned banks;             /* banks of its LDS that served a word in the cycle before */
};

/* Counts from the acceptance of the first descriptor until the device became idle or stopped. */
struct wf_sim_stats {
    uint64_t cycles, clocks;    /* the current cycle; clocks since the device was created */
    /* cycles between two dispatches without one in flight; the counters do not include them */
    uint64_t between;
    struct wf_lockstep_stats work;              /* checked: of all dispatches */
    uint64_t line_accesses;     /* of global memory */
    /* with caches, of all cores: lines of loads that a cache had, that were pending, that it had not */
    uint64_t cache_hits, cache_joins, cache_misses;
    unsigned latency;           /* of global memory, the least, in cycles */
    bool any_order;             /* its answers come in any order */
    /* `counter` is valid: the device is idle or has stopped, and the counters have no unknown bits */
    bool counted;
    uint64_t counter[WF_MAX_CORES][WF_COUNTERS];        /* of each core (lockstep.h) */
};

struct wf_sim_api {
    unsigned version;           /* WF_SIM_API_VERSION */

    /* A device in reset, owned by the caller. `setup` is copied. NULL: no memory, memory_words without memory, or a
     * build that is `alone` and a setup that is not `unchecked`. */
    struct wf_sim *(*create)(const struct wf_sim_setup *setup);
    void (*destroy)(struct wf_sim *sim);                /* NULL is allowed */
    const struct wf_sim_build *(*build)(const struct wf_sim *sim);      /* valid until destroy */

    /* Use another global memory, as in the setup. BUSY; ARGUMENT: words is NULL and count is not 0. */
    enum wf_sim_status (*memory)(struct wf_sim *sim, uint32_t *words, size_t count);
    /* Load code after the code that was loaded before; *base is its first index. FULL; ARGUMENT: a NULL pointer. */
    enum wf_sim_status (*load)(struct wf_sim *sim, const struct wf_sim_code *code, uint16_t *base);
    /* Free the whole instruction memory. BUSY. */
    enum wf_sim_status (*clear)(struct wf_sim *sim);
    /* Queue a dispatch. Descriptors leave in this order, with a seed at random distances. FULL; BUSY: a pixel shader
     * and another dispatch; the status of a stopped device; ARGUMENT: the id is not below `dispatches`, the code is
     * not loaded at code_base, a buffer is not in memory, or the dispatch is queued or in flight. A dispatch that
     * breaks a dispatch rule is queued, and the hardware refuses it. */
    enum wf_sim_status (*submit)(struct wf_sim *sim, struct wf_sim_dispatch *dispatch);
    /* End a dispatch in flight early, with WF_ENDING_CANCELLED. ARGUMENT: it is not in flight. */
    enum wf_sim_status (*cancel)(struct wf_sim *sim, struct wf_sim_dispatch *dispatch);

    /* Run at most this number of clocks. OK: all have passed; else the status of the last one. A device that was
     * idle once returns OK until the next dispatch. */
    enum wf_sim_status (*run)(struct wf_sim *sim, uint64_t clocks);
    /* Reset the hardware, within a few clocks. Dispatches that are queued or in flight are lost, and code is
     * forgotten. Memory may hold a part of their stores. OK, or ENDED. */
    enum wf_sim_status (*reset)(struct wf_sim *sim);

    void (*stats)(const struct wf_sim *sim, struct wf_sim_stats *stats);
    /* The cause of a stop: lines of text, owned by the device and valid until `reset` or `destroy`. "": the device has
     * not stopped. */
    const char *(*report)(const struct wf_sim *sim);
    /* Checked: the state of each dispatch, group and wave in flight, one line per call. */
    void (*explain)(const struct wf_sim *sim, wf_lockstep_line_fn *line, void *user);

    /* Begin a waveform file (FST) with the next clock; its second n is cycle n. NULL: end the file, as `destroy`
     * does. A second file of one device ends the first. NOT_TRACED; NO_MEMORY. Errors of the file are not reported. */
    enum wf_sim_status (*waves)(struct wf_sim *sim, const char *file);
};
const struct wf_sim_api *wf_sim_api(void);

WF_API_END

#endif
