/* SPDX-License-Identifier: Apache-2.0
 * checker.h - the inside of the checker: what its files share.
 */
#ifndef WF_CHECKER_H
#define WF_CHECKER_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wavefold/kernel.h"
#include "wavefold/lockstep.h"

enum {
    MASK_WORDS = WF_MAX_LANES / 32,
    TEXT_SIZE = 6144,
    FAULTS_KEPT = 4096,         /* faulting instructions remembered, to place the hardware's record */
    CUT_LATE = 64,              /* cycles after a cancel, less those withheld: a group on offer may still begin */
    CUT_MORE = 4,               /* instructions that a wave may retire after a cancel, in addition to those in flight */
    WORD_TABLE = 512            /* hash of distinct words, more than twice WF_MAX_LANES */
};

/* An instruction that the model began, and the hardware has not retired. */
struct flight {
    struct wf_effect effect;
    const struct wf_registers *registers;
    bool requested;             /* a memory instruction whose request was taken, */
    bool performed;             /* and whose destination is written */
    uint64_t number;            /* of the wave's instructions, from 0 */
};

struct slot {
    bool used;                  /* the hardware holds a wave here */
    struct dispatch *of;        /* its dispatch; of a slot that is not used, that of the last one, or NULL */
    unsigned late;              /* instructions that it retired since that was cancelled */
    uint32_t group[3];
    unsigned wave;
    unsigned left;              /* lanes: launched live, and not returned */
    unsigned reg_base, regs;    /* rows of the register file */
    bool arrived;               /* the hardware reported that it waits at the barrier ... */
    uint64_t arrived_at;        /* ... in this cycle */
    uint64_t since;             /* cycle of the last event */
    uint64_t begun;             /* instructions of the wave that began */
    unsigned flights;
    struct flight **flight;     /* [setup.inflight] `flights` in flight, as the program has them; then free ones */
    struct flight *last;        /* began or retired last; NULL before the first */
    uint64_t number;            /* of the wave, from 1: no other has it */
    uint64_t acquired;          /* a moment of memory: its loads see the values of then, or newer ones; */
    uint64_t joined;            /* ... the same for stores and atomics of its group */
    uint64_t group_number;
    bool device;                /* it waits at a barrier of device scope */
    unsigned changing;          /* lanes of its stores and atomics that memory has yet to perform */
    struct seen *seen;          /* [SEEN] words that it loaded: memory.c */
};

struct group {
    const struct dispatch *of;
    uint64_t number;            /* from 1: no other has it */
    uint64_t acquired;          /* the moment of the last acquire of one of its waves; 0: none */
    unsigned core;
    uint32_t id[3];
    unsigned launched, ended;
    unsigned lds_base, lds_words;
};

struct fault_site {
    enum wf_fault kind;
    uint32_t group[3];
    unsigned wave, lane;
    uint16_t pc;
    uint32_t address;
    uint32_t buffer;                        /* its number, of global memory */
};

/* One that is in flight, or was the last one with its id. */
struct dispatch {
    struct wf_lockstep_setup setup;
    bool flies;
    uint64_t order;                         /* of acceptance */
    uint64_t begun_at, cut_at;              /* cycles: of acceptance, of its cancelling (UINT64_MAX: not cancelled) */
    uint64_t cut_held[WF_MAX_CORES];        /* launch_held of the cores in that cycle */
    bool cut;                               /* a wave of it ended early */
    uint64_t acquired;                      /* a moment of memory: its waves see the values of then, or newer ones */
    bool launched;                          /* a wave of it */
    struct wf_machine *machine;
    struct wf_registers *registers;         /* [setup.count + 1] of each instruction; the last entry has none */
    unsigned resident;                      /* groups */
    struct wf_lockstep_stats stats;         /* its part of those of the checker */
    uint64_t groups_done;
    unsigned of_core[WF_MAX_CORES];                /* ... by core */
    struct fault_site *fault;               /* [faults], at most FAULTS_KEPT */
    size_t faults;
    uint64_t fault_instructions;
};

/* What a core has. */
struct core {
    unsigned resident;                      /* waves; 0 since cycle `empty_since` */
    unsigned promised;                      /* slots for waves of its groups that were not launched yet */
    unsigned groups;
    uint64_t empty_since, empty_cycles;
    uint64_t launch_held;                   /* cycles in which the bench withheld its launches */
    uint64_t instructions, folded;          /* retired; of them, those that were issued with the one before them */
};

struct wf_lockstep {
    struct wf_lockstep_setup setup;         /* of the first: what is common to all */
    unsigned cores, slots;                  /* slots of all cores */
    struct core core[WF_MAX_CORES];
    struct dispatch dispatch[WF_LOCKSTEP_DISPATCHES];
    uint64_t accepted;                      /* dispatches */
    unsigned flying;
    uint64_t flying_since;
    struct slot *slot;                      /* [slots] */
    struct flight *flights;                 /* of all slots */
    struct flight **places;
    struct group *group;                    /* [groups_used], at most device.groups a core */
    unsigned groups_used;
    bool failed;
    char text[TEXT_SIZE];
    size_t length;
    struct wf_lockstep_stats stats;
    const struct flight *last;              /* the last retired instruction, in its slot */
    unsigned resident;                      /* waves */
    uint64_t changed_at;                    /* cycle of the last launch or end */
    uint64_t launched;                      /* waves */
    uint64_t moment;                        /* lines performed */
    uint64_t writes;                        /* to words */
    struct history **history;               /* [setup.memory_words / HISTORY_WORDS + 1] NULL: none of the words has one */
    struct history *histories;              /* all of them */
    struct access *access;                  /* [setup.tags] accesses in flight, by tag */
    struct seen *seens;                     /* of all slots */
};

static inline unsigned wf_ls_core(const struct wf_lockstep *ls, unsigned slot)
{
    return slot / ls->setup.device->waves;
}

/* The operand of an atomic, `wide`: of 64 bits; `high` is read of those alone. */
static inline uint64_t wf_ls_joined(uint32_t low, uint32_t high, bool wide)
{
    return (wide ? (uint64_t)high << 32 : 0) | low;
}

static inline bool wf_ls_bit(const uint32_t *mask, unsigned bit)
{
    return mask[bit / 32] >> (bit % 32) & 1;
}

/* ---- the report of the first difference (report.c) --------------------------------------------------------------- */

/* Three numbers of a group or thread in a format, and its arguments. */
#define XYZ "(%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")"
#define XYZ_OF(id) (id)[0], (id)[1], (id)[2]
void wf_ls_say(struct wf_lockstep *ls, const char *format, ...);
/* "line 12", of a shader "x.comp:12"; "" when it is not known. */
void wf_ls_place(const struct dispatch *d, unsigned pc, char *text, size_t size);
void wf_ls_say_insn(struct wf_lockstep *ls, const struct dispatch *d, const char *side, unsigned pc, uint64_t word);
/* "core 1 dispatch 2 ": what of it a reader cannot know, for there are several; else "". */
struct where { char text[48]; };
struct where wf_ls_where(const struct wf_lockstep *ls, unsigned core, const struct dispatch *d);
/* Opens the report of the first difference. */
void wf_ls_differ(struct wf_lockstep *ls, uint64_t cycle, const char *what);
/* ... in what the whole dispatch did; of several it is named. */
void wf_ls_differ_in(struct wf_lockstep *ls, uint64_t cycle, const struct dispatch *d, const char *what);
void wf_ls_say_slot(struct wf_lockstep *ls, unsigned slot);
/* Reports a difference in one sentence; false. */
bool wf_ls_fail(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what);
/* Both sides of a number, in an open report; false. */
bool wf_ls_sides(struct wf_lockstep *ls, uint64_t hardware, uint64_t model);
bool wf_ls_fail_sides(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what, uint64_t hardware,
                      uint64_t model);
/* False, with both sides in the report, when masks differ; or values where `care`, the hardware's at [stride*lane]. */
bool wf_ls_same_mask(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what, const uint32_t *hardware,
                     const bool *lanes);
bool wf_ls_same_lanes(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what, const uint32_t *hardware,
                      unsigned stride, const uint32_t *model, const bool *care);

/* ---- dispatches, groups and waves (checker.c) -------------------------------------------------------------------- */

/* The oldest instruction in flight, NULL: none. */
static inline const struct flight *wf_ls_oldest(const struct slot *slot)
{
    return slot->flights ? slot->flight[0] : NULL;
}
/* NULL when it is not resident. */
struct group *wf_ls_find_group(const struct wf_lockstep *ls, const struct dispatch *d, const uint32_t id[3]);
/* The dispatch in flight with this id; else NULL, and the difference `what` if it is the first. */
struct dispatch *wf_ls_flying(struct wf_lockstep *ls, uint64_t cycle, unsigned id, const char *what);
/* None of its waves runs, and none will. */
bool wf_ls_is_over(const struct dispatch *d, uint64_t cycle);
/* Its waves may end early: it was cancelled, or may have run for its limit. */
bool wf_ls_may_cut(const struct dispatch *d, uint64_t cycle);
/* True when the slot holds a wave; else the difference `what`. */
bool wf_ls_resident(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what);

/* ---- global memory with caches (memory.c, history.c) ------------------------------------------------------------- */

bool wf_ls_memory_new(struct wf_lockstep *ls);
void wf_ls_memory_free(struct wf_lockstep *ls);
void wf_ls_memory_launch(struct wf_lockstep *ls, struct slot *slot, const struct group *group);
/* The request of an instruction was taken.  False: a difference. */
bool wf_ls_memory_request(struct wf_lockstep *ls, uint64_t cycle, struct flight *flight,
                          const struct wf_request_event *event);
/* The wave has passed a fence or is at a barrier; false when it had no right to. */
bool wf_ls_memory_fence(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, uint64_t word);
/* The barrier of these slots has let go. */
void wf_ls_memory_release(struct wf_lockstep *ls, const uint32_t *slots);
/* The dispatch has ended.  False: memory has yet to answer one of its requests. */
bool wf_ls_memory_finish(struct wf_lockstep *ls, uint64_t cycle, const struct dispatch *d);

/* ---- what an instruction counts (count.c) ------------------------------------------------------------------------ */

/* The model has executed this instruction in the slot. */
void wf_ls_count(struct wf_lockstep *ls, const struct slot *slot, const struct wf_effect *effect);
/* ... and when it retires. */
void wf_ls_count_retired(struct wf_lockstep *ls, struct slot *slot, const struct wf_effect *effect);

static inline bool wf_ls_is_atomic(uint64_t word)
{
    const uint8_t op = (uint8_t)(word & 0xff);
    return wf_op_is_atomic(op);
}

#endif
