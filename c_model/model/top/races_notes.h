/* SPDX-License-Identifier: Apache-2.0
 * races_notes.h - what the watch for races keeps: of each word, wave and group.  races.c has the order of events.
 */
#ifndef WAVEFOLD_TOP_RACES_NOTES_H
#define WAVEFOLD_TOP_RACES_NOTES_H

#include "races.h"

enum { PAGE = 256, MOST_PAGES = 12700 };            /* words a page; pages: 390 MB in all */

struct touch {
    uint32_t wave;                      /* number in the order of launches */
    uint32_t when;                      /* 0: no touch yet */
    uint16_t pc;
    uint8_t lane;
};

/* Of a word: of stores, loads and atomics the newest, one by another lane of that wave, and one by another wave:
 * whichever lane comes next, one of them is not its own, and one not its wave's.  Several stores are kept while they
 * store one value and nothing orders them, or are of one instruction.  A store makes all else void. */
enum { NEWEST, OTHER_LANE, OTHER_WAVE, KEPT };
struct cell {
    uint32_t wave;                      /* OWNED: all touches are of this wave and lane */
    uint32_t value;                     /* of store[NEWEST] */
    uint8_t lane, state;
    bool loaded : 1, atomics : 1;       /* load[], atomic[] hold something */
    bool load_last : 1;                 /* load[NEWEST] came after the atomics */
    struct touch store[KEPT], load[KEPT], atomic[KEPT];
};
enum { FRESH, OWNED, SHARED };

struct wave {
    uint32_t group[3];
    uint32_t group_number;              /* in the order in which groups opened */
    uint32_t index;
    uint32_t fence, atomic;             /* time of its last memory_barrier and its last atomic; 0: none */
    uint32_t together;                  /* of its last memory_barrier that all its live lanes ran */
    uint32_t published, acquired;
    /* of its last memory_barrier of device scope; what of other groups it has acquired */
    uint32_t device, seen;
};

struct group {
    /* the same of the whole group: last barrier release, or its opening; last atomic of any wave */
    uint32_t release, atomic;
    uint32_t published, acquired;
    /* ... of device scope: the last release; what of other groups all its waves have acquired */
    uint32_t device, seen;
    uint32_t out;                       /* what its waves published before this is published to other groups */
    uint32_t gained;                    /* what of other groups one of its waves has acquired */
    uint32_t accesses;                  /* of its lanes, that were watched */
    bool is_sample;                     /* watched on when others are spared */
};

/* A break that lanes leave the code by. */
enum { EXIT = 1, NO_EXIT };
struct wf_races {
    struct wf_race_report report;
    uint32_t now;
    uint64_t accesses;                  /* of lanes, that were watched */
    bool spare;                         /* wf_machine_spare_races */
    const uint8_t *how;                 /* [hows] wf_machine_races_of_accesses */
    size_t hows;
    struct wave *wave;
    struct group *group;
    size_t waves, groups, wave_room, group_room;
    struct cell **page;                 /* of global memory; NULL until touched */
    struct cell *used[MOST_PAGES];      /* the pages there are */
    size_t pages, pages_used;
    bool written[WF_MAX_BUFFERS];       /* some instruction stores into the buffer, or into one that overlaps it */
    uint8_t *exit;                      /* [code] of a break: EXIT or NO_EXIT; 0: not looked at.  NULL until one is */
};

static inline bool is_how(const struct wf_races *r, size_t pc, unsigned how)
{
    return pc < r->hows && (r->how[pc] & how) != 0;
}

static inline uint32_t later(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* At its first access: what a wave did before orders no touch of its own.  False: it is spared, or memory is short. */
bool wf_races_enroll(struct wf_races *r, struct wf_slot *slot);
/* Count one more.  Where to write it down; NULL: one of its pair of instructions is there, or no room is left. */
struct wf_race *wf_races_count(struct wf_races *r, enum wf_race_kind kind, uint16_t a, uint16_t b);
/* The same of a barrier; threads that returned are counted apart. */
struct wf_race *wf_races_count_barrier(struct wf_races *r, bool returned, uint16_t a, uint16_t b);

#endif
