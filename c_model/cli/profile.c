/* SPDX-License-Identifier: Apache-2.0
 * profile.c - what a profile is told, and what it keeps of it (see profile.h).
 */
#include "profile.h"

#include <stdlib.h>
#include <string.h>

enum { CAUSES = WF_PROFILE_CAUSES, NO_UNIT = -1, FLIGHTS = 8 };
#define NOWHERE SIZE_MAX

/* What was picked and has not retired: its pc is not known yet. */
struct flight {
    uint64_t waited[CAUSES], stood;
};

/* A wave stands at what was picked last. */
struct stand {
    bool resident;
    bool waits;                 /* at a barrier */
    uint64_t since, retired;    /* retired: cycle of the last */
    size_t pc;                  /* of the last that retired; NOWHERE before the first */
    int unit;                   /* of what was picked last */
    unsigned flights;           /* they retire in the order in which they were picked */
    struct flight flight[FLIGHTS];      /* the oldest first; without one, flight[0] is of the first instruction, before its pick */
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
    if (!s->flights && s->pc == NOWHERE)
        return;
    *(s->flights ? &s->flight[s->flights - 1].stood : &place_of(p, s->pc)->stood) += cycle - s->since;
    s->since = cycle;
}

void wf_profile_pick(struct wf_profile *p, uint64_t cycle, unsigned slot)
{
    if (slot >= p->slots || p->stand[slot].flights == FLIGHTS)
        return;
    struct stand *s = &p->stand[slot];
    leave(p, s, cycle);
    if (s->flights || s->pc != NOWHERE)
        s->flight[s->flights] = (struct flight){.stood = 0};
    s->flights++;
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
    if (slot >= p->slots || !p->stand[slot].flights)
        return;
    struct stand *s = &p->stand[slot];
    struct wf_profile_place *place = place_of(p, pc);
    place->issues++;
    place->lanes += lanes;
    place->stood += s->flight[0].stood;
    for (unsigned i = 0; i < CAUSES; i++)
        place->waited[i] += s->flight[0].waited[i];
    s->flights--;
    memmove(s->flight, s->flight + 1, s->flights * sizeof *s->flight);
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
    if (s->pc == NOWHERE)                       /* a wave without a lane runs nothing */
        for (unsigned i = 0; i < CAUSES; i++)
            p->lost.waited[i] += s->flight[0].waited[i];
    *s = (struct stand){.resident = false};
}

/* Is this what the cause names?  An instruction in flight; of what was fetched, a wave that is to go on. */
static bool is_of(const struct stand *s, enum wf_counter cause, uint64_t cycle)
{
    const bool in_flight = s->flights || (s->pc != NOWHERE && s->retired == cycle);
    switch (cause) {
    case WF_CNT_STALL_BARRIER: return s->waits;
    case WF_CNT_STALL_MEMORY:  return in_flight && s->unit == WF_UNIT_MEM;
    case WF_CNT_STALL_LDS:     return in_flight && s->unit == WF_UNIT_LDS;
    case WF_CNT_STALL_XLANE:   return in_flight && s->unit == WF_UNIT_XLANE;
    case WF_CNT_STALL_FETCH:   return !s->flights && !s->waits;
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
    else if (s->flights || s->pc == NOWHERE)
        s->flight[s->flights ? s->flights - 1 : 0].waited[n]++;
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
        if (s->resident && !s->flights && s->pc == pc && s->since < cycle)
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
        for (unsigned f = 0; f < FLIGHTS; f++)
            for (unsigned c = 0; c < CAUSES && (f < p->stand[i].flights || (f == 0 && p->stand[i].pc == NOWHERE)); c++)
                sum.waited[c] += p->stand[i].flight[f].waited[c];
    return sum;
}
