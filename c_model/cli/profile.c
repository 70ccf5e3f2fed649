/* SPDX-License-Identifier: Apache-2.0
 * profile.c - what a profile is told, and what it keeps of it (see profile.h).
 */
#include "profile.h"

#include <stdlib.h>
#include <string.h>

enum { CAUSES = WF_PROFILE_CAUSES, NO_UNIT = -1 };
#define NOWHERE SIZE_MAX

struct stand {
    bool resident, picked;      /* picked: and not retired */
    bool waits;                 /* at a barrier */
    uint64_t since, retired;    /* retired: cycle of the last */
    size_t pc;                  /* of the last that retired; NOWHERE before the first */
    int unit;                   /* of what was picked */
    uint64_t waited[CAUSES];    /* charged to what was picked, or to the first instruction before its pick: to where it retires */
};

struct wf_profile {
    size_t count;
    unsigned slots;
    struct wf_profile_place *place;        /* [count + 1]: behind the last, instructions that the code does not have */
    struct stand *stand;        /* [slots] */
    struct wf_profile_place lost;          /* cycles that belong to no instruction */
};

struct wf_profile *wf_profile_new(size_t instructions, unsigned slots)
{
    struct wf_profile *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->count = instructions;
    p->slots = slots;
    p->place = calloc(instructions + 1, sizeof *p->place);
    p->stand = calloc(slots, sizeof *p->stand);
    if (p->place && p->stand)
        return p;
    wf_profile_free(p);
    return NULL;
}

void wf_profile_free(struct wf_profile *p)
{
    if (!p)
        return;
    free(p->place);
    free(p->stand);
    free(p);
}

void wf_profile_clear(struct wf_profile *p)
{
    memset(p->place, 0, (p->count + 1) * sizeof *p->place);
    memset(p->stand, 0, p->slots * sizeof *p->stand);
    memset(&p->lost, 0, sizeof p->lost);
}

/* ---- events ------------------------------------------------------------------------------------------------------------ */

static struct wf_profile_place *place_of(struct wf_profile *p, size_t pc)
{
    return &p->place[pc < p->count ? pc : p->count];
}

void wf_profile_launch(struct wf_profile *p, uint64_t cycle, unsigned slot)
{
    if (slot < p->slots)
        p->stand[slot] = (struct stand){.resident = true, .since = cycle, .pc = NOWHERE, .unit = NO_UNIT};
}

/* The wave leaves the instruction at which it stood. */
static void leave(struct wf_profile *p, struct stand *s, uint64_t cycle)
{
    if (s->pc == NOWHERE)
        return;
    place_of(p, s->pc)->stood += cycle - s->since;
    s->since = cycle;
}

void wf_profile_pick(struct wf_profile *p, uint64_t cycle, unsigned slot)
{
    if (slot >= p->slots)
        return;
    struct stand *s = &p->stand[slot];
    leave(p, s, cycle);
    s->picked = true;
    s->waits = false;
    s->unit = NO_UNIT;
}

void wf_profile_unit(struct wf_profile *p, unsigned slot, enum wf_unit unit)
{
    if (slot < p->slots)
        p->stand[slot].unit = (int)unit;
}

void wf_profile_retire(struct wf_profile *p, uint64_t cycle, unsigned slot, size_t pc, unsigned lanes, bool barrier)
{
    if (slot >= p->slots)
        return;
    struct stand *s = &p->stand[slot];
    struct wf_profile_place *place = place_of(p, pc);
    place->issues++;
    place->lanes += lanes;
    for (unsigned i = 0; i < CAUSES; i++)
        place->waited[i] += s->waited[i];
    memset(s->waited, 0, sizeof s->waited);
    s->picked = false;
    s->waits = barrier;
    s->retired = cycle;
    s->pc = pc < p->count ? pc : p->count;
}

void wf_profile_end(struct wf_profile *p, uint64_t cycle, unsigned slot)
{
    if (slot >= p->slots)
        return;
    struct stand *s = &p->stand[slot];
    leave(p, s, cycle);
    for (unsigned i = 0; i < CAUSES; i++)       /* a wave without a lane runs nothing */
        p->lost.waited[i] += s->waited[i];
    *s = (struct stand){.resident = false};
}

/* Is this what the cause names?  An instruction in flight; of what was fetched, a wave that is to go on. */
static bool is_of(const struct stand *s, enum wf_counter cause, uint64_t cycle)
{
    const bool in_flight = s->picked || (s->pc != NOWHERE && s->retired == cycle);
    switch (cause) {
    case WF_CNT_STALL_BARRIER: return s->waits;
    case WF_CNT_STALL_MEMORY:  return in_flight && s->unit == WF_UNIT_MEM;
    case WF_CNT_STALL_LDS:     return in_flight && s->unit == WF_UNIT_LDS;
    case WF_CNT_STALL_XLANE:   return in_flight && s->unit == WF_UNIT_XLANE;
    case WF_CNT_STALL_FETCH:   return !s->picked && !s->waits;
    default:                   return in_flight;        /* turnaround; a full unit is full of what is in flight */
    }
}

/* Where a wave has stood longest, of those that the cause names; of all when it names none. */
static struct stand *longest(struct wf_profile *p, enum wf_counter cause, uint64_t cycle)
{
    struct stand *best = NULL;
    bool best_of = false;
    for (unsigned i = 0; i < p->slots; i++) {
        struct stand *s = &p->stand[i];
        if (!s->resident)
            continue;
        const bool of = is_of(s, cause, cycle);
        if (!best || of > best_of || (of == best_of && s->since < best->since)) {
            best = s;
            best_of = of;
        }
    }
    return best;
}

void wf_profile_stall(struct wf_profile *p, uint64_t cycle, enum wf_counter cause)
{
    const unsigned n = (unsigned)cause - WF_CNT_STALL_EMPTY;
    struct stand *s = cause == WF_CNT_STALL_EMPTY ? NULL : longest(p, cause, cycle);
    if (!s)
        p->lost.waited[n]++;
    else if (s->picked || s->pc == NOWHERE)
        s->waited[n]++;
    else
        place_of(p, s->pc)->waited[n]++;
}

/* ---- what came of it --------------------------------------------------------------------------------------------------- */

/* Of waves that are still there when the run stops, in the last cycle. */
static uint64_t stands_still(const struct wf_profile *p, size_t pc, uint64_t cycle)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < p->slots; i++) {
        const struct stand *s = &p->stand[i];
        if (s->resident && !s->picked && s->pc == pc && s->since < cycle)
            sum += cycle - s->since;
    }
    return sum;
}

struct wf_profile_place wf_profile_place(const struct wf_profile *p, size_t pc, uint64_t cycle)
{
    struct wf_profile_place place = p->place[pc < p->count ? pc : p->count];
    place.stood += stands_still(p, pc < p->count ? pc : p->count, cycle);
    return place;
}

struct wf_profile_place wf_profile_lost(const struct wf_profile *p)
{
    return p->lost;
}

struct wf_profile_place wf_profile_unfinished(const struct wf_profile *p)
{
    struct wf_profile_place sum = {.issues = 0};
    for (unsigned i = 0; i < p->slots; i++)
        for (unsigned c = 0; c < CAUSES; c++)
            sum.waited[c] += p->stand[i].waited[c];
    return sum;
}
