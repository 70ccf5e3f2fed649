/* SPDX-License-Identifier: Apache-2.0
 * profile.c - what a profile is told, and what it keeps of it (see profile.h).
 */
#include "profile.h"

#include <stdlib.h>
#include <string.h>

enum { CAUSES = WF_PROFILE_CAUSES, NO_UNIT = -1, FLIGHTS = 16 };

/* What was picked and has not retired: its pc is not known yet. */
struct flight {
    uint64_t number, picked;    /* of the wave's instructions; cycle */
    int unit;
    uint64_t waited[CAUSES], stood;
};

/* A wave stands at what was picked last. */
struct stand {
    bool resident;
    unsigned dispatch;
    bool waits;                 /* at a barrier */
    uint64_t since, retired;    /* retired: cycle of the last */
    uint64_t picks, units;      /* how many were issued; of how many the unit is known */
    uint64_t last;              /* number of the one that was picked last */
    size_t pc;                  /* of the last that was picked, once it has retired */
    unsigned flights;
    struct flight flight[FLIGHTS];      /* in the order of the picks; [0] before the first: the first instruction */
};

struct part {                   /* of a dispatch */
    size_t count;               /* instructions */
    struct wf_profile_place *place;     /* [count + 1]: behind the last, instructions that the code does not have */
    struct wf_profile_place lost;       /* cycles that belong to no instruction */
};

struct wf_profile {
    unsigned parts, cores, slots;       /* slots of a core */
    struct part *part;          /* [parts] */
    struct stand *stand;        /* [cores * slots] */
    struct wf_profile_place *core;      /* [cores] */
    struct wf_profile_place idle;       /* cycles without a wave to charge them to */
};

struct wf_profile *wf_profile_new(const struct wf_kernel *kernel, unsigned cores, unsigned slots)
{
    struct wf_profile *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->cores = cores;
    p->slots = slots;
    for (const struct wf_kernel *k = kernel; k; k = k->next)
        p->parts++;
    p->part = calloc(p->parts, sizeof *p->part);
    p->stand = calloc((size_t)cores * slots, sizeof *p->stand);
    p->core = calloc(cores, sizeof *p->core);
    bool good = p->part && p->stand && p->core;
    for (unsigned i = 0; i < p->parts && good; i++, kernel = kernel->next) {
        p->part[i].count = kernel->count;
        p->part[i].place = calloc(kernel->count + 1, sizeof *p->part[i].place);
        good = p->part[i].place != NULL;
    }
    if (good)
        return p;
    wf_profile_free(p);
    return NULL;
}

void wf_profile_free(struct wf_profile *p)
{
    if (!p)
        return;
    for (unsigned i = 0; i < p->parts && p->part; i++)
        free(p->part[i].place);
    free(p->part);
    free(p->stand);
    free(p->core);
    free(p);
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

/* Of a slot of any core; NULL: there is no such slot. */
static struct stand *stand_of(struct wf_profile *p, unsigned slot)
{
    return slot < p->cores * p->slots ? &p->stand[slot] : NULL;
}

static struct wf_profile_place *place_of(struct wf_profile *p, const struct stand *s, size_t pc)
{
    const struct part *part = &p->part[s->dispatch];
    return &part->place[pc < part->count ? pc : part->count];
}

void wf_profile_launch(struct wf_profile *p, uint64_t cycle, unsigned slot, unsigned dispatch)
{
    struct stand *s = stand_of(p, slot);
    if (s && dispatch < p->parts)
        *s = (struct stand){.resident = true, .dispatch = dispatch, .since = cycle};
}

static bool last_is_in_flight(const struct stand *s)
{
    return s->flights && s->flight[s->flights - 1].number == s->last;
}

/* The instruction that was picked last, while it is in flight; or, before the first pick, what will be it. */
static struct flight *last_picked(struct stand *s)
{
    return !s->picks ? &s->flight[0] : last_is_in_flight(s) ? &s->flight[s->flights - 1] : NULL;
}

/* The wave leaves the instruction at which it stood. */
static void leave(struct wf_profile *p, struct stand *s, uint64_t cycle)
{
    if (!s->picks)
        return;
    struct flight *last = last_picked(s);
    *(last ? &last->stood : &place_of(p, s, s->pc)->stood) += cycle - s->since;
    s->since = cycle;
}

void wf_profile_pick(struct wf_profile *p, uint64_t cycle, unsigned slot)
{
    struct stand *s = stand_of(p, slot);
    if (!s || s->flights == FLIGHTS)
        return;
    leave(p, s, cycle);
    struct flight *f = &s->flight[s->flights++];
    if (s->picks)
        *f = (struct flight){.stood = 0};
    f->number = s->last = s->picks++;
    f->picked = cycle;
    f->unit = NO_UNIT;
    s->waits = false;
}

void wf_profile_unit(struct wf_profile *p, unsigned slot, enum wf_unit unit)
{
    struct stand *s = stand_of(p, slot);
    if (!s)
        return;
    for (unsigned i = 0; i < s->flights; i++)
        if (s->flight[i].number == s->units)
            s->flight[i].unit = (int)unit;
    s->units++;
}

void wf_profile_fold(struct wf_profile *p, unsigned slot)
{
    struct stand *s = stand_of(p, slot);
    if (!s)
        return;
    s->picks++;
    s->units++;
}

void wf_profile_retire(struct wf_profile *p, uint64_t cycle, unsigned slot, uint64_t number, size_t pc, unsigned lanes,
                       bool barrier)
{
    struct stand *s = stand_of(p, slot);
    if (!s)
        return;
    unsigned at = 0;
    while (at < s->flights && s->flight[at].number != number)
        at++;
    struct wf_profile_place *place = place_of(p, s, pc);
    const bool folded = at == s->flights;       /* issued with another, at which the wave stood */
    place->issues++;
    place->lanes += lanes;
    place->folded += folded;
    if (folded)
        return;
    place->stood += s->flight[at].stood;
    for (unsigned i = 0; i < CAUSES; i++)
        place->waited[i] += s->flight[at].waited[i];
    s->flights--;
    memmove(&s->flight[at], &s->flight[at + 1], (s->flights - at) * sizeof s->flight[0]);
    s->waits = barrier;
    s->retired = cycle;
    if (number == s->last)
        s->pc = pc < p->part[s->dispatch].count ? pc : p->part[s->dispatch].count;
}

void wf_profile_end(struct wf_profile *p, uint64_t cycle, unsigned slot)
{
    struct stand *s = stand_of(p, slot);
    if (!s)
        return;
    leave(p, s, cycle);
    if (!s->picks)                              /* a wave without a lane runs nothing */
        for (unsigned i = 0; i < CAUSES; i++)
            p->part[s->dispatch].lost.waited[i] += s->flight[0].waited[i];
    *s = (struct stand){.resident = false};
}

/* The instruction of a unit of the core that was picked first, of those in flight.  NULL: none. */
static struct flight *oldest_of(struct wf_profile *p, unsigned core, enum wf_unit unit)
{
    struct stand *stand = &p->stand[(size_t)core * p->slots];
    struct flight *oldest = NULL;
    for (unsigned i = 0; i < p->slots; i++)
        for (unsigned k = 0; k < stand[i].flights; k++) {
            struct flight *f = &stand[i].flight[k];
            if (stand[i].resident && f->unit == (int)unit && (!oldest || f->picked < oldest->picked))
                oldest = f;
        }
    return oldest;
}

/* Is this what the cause names?  An instruction in flight; of what was fetched, a wave that is to go on. */
static bool is_of(const struct stand *s, enum wf_counter cause, uint64_t cycle)
{
    switch (cause) {
    case WF_CNT_STALL_BARRIER: return s->waits;
    case WF_CNT_STALL_FETCH:   return !s->flights && !s->waits;
    default:                   return s->flights || (s->picks && s->retired == cycle);    /* what fills a unit */
    }
}

/* Where a wave of the core has stood longest, of those that the cause names; of all when it names none. */
static struct stand *longest(struct wf_profile *p, unsigned core, enum wf_counter cause, uint64_t cycle)
{
    struct stand *best = NULL;
    bool best_of = false;
    for (unsigned i = 0; i < p->slots; i++) {
        struct stand *s = &p->stand[(size_t)core * p->slots + i];
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

void wf_profile_stall(struct wf_profile *p, uint64_t cycle, unsigned core, enum wf_counter cause)
{
    const unsigned n = (unsigned)cause - WF_CNT_STALL_EMPTY;
    if (core >= p->cores)
        return;
    struct flight *f = cause == WF_CNT_STALL_MEMORY  ? oldest_of(p, core, WF_UNIT_MEM)
                       : cause == WF_CNT_STALL_LDS   ? oldest_of(p, core, WF_UNIT_LDS)
                       : cause == WF_CNT_STALL_XLANE ? oldest_of(p, core, WF_UNIT_XLANE)
                                                     : NULL;
    struct stand *s = f || cause == WF_CNT_STALL_EMPTY ? NULL : longest(p, core, cause, cycle);
    if (s)
        f = last_picked(s);
    if (f)
        f->waited[n]++;
    else if (s)
        place_of(p, s, s->pc)->waited[n]++;
    else
        p->idle.waited[n]++;
    p->core[core].waited[n]++;
}

void wf_profile_count(struct wf_profile *p, unsigned dispatch, size_t pc, unsigned lanes)
{
    const struct part *part = &p->part[dispatch];
    struct wf_profile_place *place = &part->place[pc < part->count ? pc : part->count];
    place->issues++;
    place->lanes += lanes;
}

/* ---- what came of it --------------------------------------------------------------------------------------------- */

/* Of waves that are still there when the run stops, in the last cycle. */
static uint64_t stands_still(const struct wf_profile *p, unsigned dispatch, size_t pc, uint64_t cycle)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < p->cores * p->slots; i++) {
        const struct stand *s = &p->stand[i];
        if (s->resident && s->dispatch == dispatch && s->picks && !last_is_in_flight(s) && s->pc == pc &&
            s->since < cycle)
            sum += cycle - s->since;
    }
    return sum;
}

struct wf_profile_place wf_profile_place(const struct wf_profile *p, unsigned dispatch, size_t pc, uint64_t cycle)
{
    const struct part *part = &p->part[dispatch];
    const size_t at = pc < part->count ? pc : part->count;
    struct wf_profile_place place = part->place[at];
    place.stood += stands_still(p, dispatch, at, cycle);
    return place;
}

struct wf_profile_place wf_profile_lost(const struct wf_profile *p, unsigned dispatch)
{
    return p->part[dispatch].lost;
}

struct wf_profile_place wf_profile_unfinished(const struct wf_profile *p, unsigned dispatch)
{
    struct wf_profile_place sum = {.issues = 0};
    for (unsigned i = 0; i < p->cores * p->slots; i++) {
        const struct stand *s = &p->stand[i];
        const unsigned flights = s->resident && s->dispatch == dispatch ? (s->picks ? s->flights : 1) : 0;
        for (unsigned f = 0; f < flights; f++)
            for (unsigned c = 0; c < CAUSES; c++)
                sum.waited[c] += s->flight[f].waited[c];
    }
    return sum;
}

struct wf_profile_place wf_profile_core(const struct wf_profile *p, unsigned core)
{
    return p->core[core];
}

struct wf_profile_place wf_profile_idle(const struct wf_profile *p)
{
    return p->idle;
}
