/* SPDX-License-Identifier: Apache-2.0
 * races.h - data races and divergent barriers, found while the golden model runs a dispatch.
 *
 * A race: two lanes, of one wave or of two, touch one word, at least one writes, not both by an atomic, and nothing
 * orders them: no barrier of their group, nor, in one wave, a memory_barrier that all its live lanes ran
 * (docs/model.md, "Races", has the rules).  Stores of one value are counted apart, and coherent accesses may meet
 * atomics.  That lanes of a wave run in step is no order, so a missing barrier is found at every wave size.  What is
 * found does not depend on the order in which waves happened to run, except through memory_barrier and atomics.
 */
#ifndef WAVEFOLD_RACES_H
#define WAVEFOLD_RACES_H

#include "wavefold/machine.h"

WF_API_BEGIN

enum { WF_MAX_RACES = 16 };

enum wf_race_kind {
    WF_RACE_LDS,                /* a word of a group's LDS */
    WF_RACE_MEMORY,             /* a word of global memory */
    WF_RACE_BARRIER             /* a barrier that some threads of the group do not reach with the others */
};

/* Where those threads are.  What is found does not depend on the wave size: they may be lanes of the same wave or of
 * another. */
enum wf_race_parting {
    WF_PARTING_ELSEWHERE,       /* in a branch or after the loop that the barrier is in */
    WF_PARTING_OTHER,           /* at another barrier */
    WF_PARTING_TURN,            /* at the same barrier, on another turn of a loop around it */
    WF_PARTING_ENDED,           /* at the end of the code: they have passed by it */
    WF_PARTING_RETURNED         /* they returned before it: undefined in Vulkan, defined here */
};

enum wf_touch_kind { WF_TOUCH_LOAD, WF_TOUCH_STORE, WF_TOUCH_ATOMIC };

/* One of the two lanes.  WF_RACE_BARRIER: a lane at the barrier, and one that is not; both with the barrier's pc, the
 * second of WF_PARTING_OTHER with that of its own barrier. */
struct wf_race_side {
    enum wf_touch_kind does;
    uint16_t pc;
    uint32_t group[3];
    unsigned wave, lane;
};

struct wf_race {
    enum wf_race_kind kind;
    enum wf_race_parting parting;       /* of WF_RACE_BARRIER */
    uint32_t address;           /* byte address: LDS offset inside the group; global: absolute */
    struct wf_race_side first, second;      /* in the order in which they came */
};

/* The first race of each pair of instructions and the first arrival of each divergent barrier, WF_MAX_RACES at most in
 * all. */
struct wf_race_report {
    struct wf_race race[WF_MAX_RACES];
    unsigned kept;
    /* races found: pairs of an access and an earlier one (docs/model.md), without barriers and equal stores */
    uint64_t count;
    /* lanes that stored what another lane had stored there, with nothing between: harmless here, undefined in Vulkan */
    uint64_t equal_stores;
    struct wf_race equal_store; /* the first of them */
    /* times that a wave came to a barrier without all its lanes, or a group left one without all its threads */
    uint64_t barriers;
    uint64_t returns;           /* the same of barriers that only returned threads miss; not in `barriers` */
    bool incomplete;            /* memory was short: accesses went unwatched */
    bool spared;                /* wf_machine_spare_races left accesses unwatched */
};

/* Watch a machine for races.  Call before its first launch.  False (and nothing is watched) when out of memory. */
bool wf_machine_watch_races(struct wf_machine *m);

/* Watch less of a large dispatch, so that the watch costs less than the run itself: everything up to WF_RACES_ALL
 * accesses of lanes to memory that is written; from then on each group whose index in the grid is a multiple of
 * WF_RACES_SAMPLE, up to WF_RACES_ALL accesses of its own.  Call after wf_machine_watch_races. */
enum { WF_RACES_ALL = 1 << 19, WF_RACES_SAMPLE = 4 };
void wf_machine_spare_races(struct wf_machine *m);

/* What is known of the accesses at these places of the code, how[pc] of pc < count: bits WF_HOW_*.  Two WF_HOW_PART,
 * which look at or change a part of their word, are no race: of different parts they are none, and of the same part
 * it goes unnoticed.  WF_HOW_COHERENT and an atomic are none.  `how` stays the caller's and must outlive the
 * machine. */
void wf_machine_races_of_accesses(struct wf_machine *m, const uint8_t *how, size_t count);

/* What was found so far; NULL when the machine is not watched.  Lives as long as the machine. */
const struct wf_race_report *wf_machine_races(const struct wf_machine *m);

WF_API_END

#endif
