/* SPDX-License-Identifier: Apache-2.0
 * run.c - run a dispatch alone, in an interleaving drawn from a seed.
 *
 * A group enters only when there is room for all of it, wave slots, registers and LDS, and only one group is partly
 * launched.  Seed 0 takes groups and waves in order and slots in turn.
 */
#include "claims.h"

#include "../fp/host.h"

/* Groups to draw from; instructions of a wave in a row, at most when they are drawn, and in order: long enough for
 * its registers to stay in the nearest cache. */
enum { WINDOW = 8, LONGEST_BURST = 16, TURN = 64 };
/* Instructions between two reports of progress. */
enum { REPORT = 1 << 18 };

struct run {
    struct wf_machine *m;
    uint64_t random;                    /* 0: in order */
    uint64_t next;                      /* first group that was not in the window yet */
    uint64_t window[WINDOW];            /* groups to launch */
    unsigned pending;
    bool partial;                       /* a group is partly launched: */
    uint64_t current;
    unsigned begun;                     /* groups partly launched before the run, not taken up yet */
    unsigned turn;                      /* slot that goes next under seed 0 */
    uint64_t limit;
    uint64_t pause;                     /* instructions after which progress is reported; without, never */
    struct wf_run_stats *stats;
    wf_trace_fn *trace;
    void *user;
};

/* 0..n-1, xorshift64*; always 0 when running in order. */
static unsigned draw(struct run *r, unsigned n)
{
    if (r->random == 0)
        return 0;
    r->random ^= r->random >> 12;
    r->random ^= r->random << 25;
    r->random ^= r->random >> 27;
    return (unsigned)((r->random * UINT64_C(0x2545f4914f6cdd1d) >> 32) * n >> 32);
}

static bool find_free_slot(const struct wf_machine *m, unsigned from, unsigned *slot)
{
    for (unsigned i = 0; i < m->device.waves && m->running < m->device.waves; i++) {
        *slot = from + i < m->device.waves ? from + i : from + i - m->device.waves;
        if (!m->slot[*slot].running)
            return true;
    }
    return false;
}

static bool group_fits(const struct wf_machine *m)
{
    return m->residents < m->most_residents && m->device.waves - m->running >= m->shape.waves;
}

/* Choose the group to launch next.  False when none is left or none fits. */
static bool choose_group(struct run *r)
{
    unsigned pick;

    for (; r->pending < WINDOW && r->next < r->m->groups; r->next++)
        if (!wf_group_finished(r->m, r->next) && wf_group_find(r->m, r->next) == NULL)
            r->window[r->pending++] = r->next;
    if (r->pending == 0 || !group_fits(r->m))
        return false;
    pick = draw(r, r->pending);
    r->current = r->window[pick];
    for (r->pending--; pick < r->pending; pick++)
        r->window[pick] = r->window[pick + 1];
    r->partial = true;
    return true;
}

/* Go on with a group that was partly launched before the run, if there is one. */
static void take_up(struct run *r)
{
    const struct wf_group *group = r->m->resident;

    if (r->begun == 0)
        return;
    while (group->launches == r->m->shape.waves)
        group = group->next;
    r->begun--;
    r->partial = true;
    r->current = group->index;
}

/* A wave of the group that was not launched: the pick-th, counted in a circle. */
static unsigned choose_wave(struct run *r, const struct wf_group *group)
{
    unsigned wave = draw(r, r->m->shape.waves);

    while (group != NULL && group->launched[wave])
        wave = (wave + 1) % r->m->shape.waves;
    return wave;
}

/* False when there is no wave to look for a slot for. */
static bool may_launch(const struct run *r)
{
    return r->partial || ((r->pending > 0 || r->next < r->m->groups) && group_fits(r->m));
}

/* Launch one wave.  False when nothing can be launched now. */
static bool launch(struct run *r)
{
    struct wf_machine *m = r->m;
    const unsigned from = draw(r, m->device.waves);
    struct wf_group *group;
    uint32_t id[3];
    unsigned slot;

    if (!may_launch(r) || !find_free_slot(m, from, &slot) || (!r->partial && !choose_group(r)))
        return false;
    group = wf_group_find(m, r->current);
    wf_group_id(m, r->current, id);
    if (!wf_machine_launch(m, slot, id, choose_wave(r, group)))
        return false;
    r->stats->waves++;
    group = wf_group_find(m, r->current);
    r->partial = group != NULL && group->launches < m->shape.waves;
    if (!r->partial)
        take_up(r);
    return true;
}

static bool find_runnable(const struct wf_machine *m, unsigned from, unsigned *slot)
{
    for (unsigned i = 0; i < m->device.waves && m->waiting < m->running; i++) {
        *slot = from + i < m->device.waves ? from + i : from + i - m->device.waves;
        if (m->slot[*slot].running && !m->slot[*slot].waiting)
            return true;
    }
    return false;
}

static bool at_limit(const struct run *r)
{
    return r->limit != 0 && r->stats->instructions >= r->limit;
}

/* Run one wave for a few instructions. */
static void burst(struct run *r, unsigned number, unsigned length)
{
    struct wf_slot *slot = &r->m->slot[number];
    const struct wf_group *group = slot->group;
    const uint32_t id[3] = { group->id[0], group->id[1], group->id[2] };

    if (r->trace == NULL) {
        const uint64_t left = r->limit != 0 ? r->limit - r->stats->instructions : length;
        r->stats->instructions += wf_steps(r->m, slot, length < left ? length : left, &r->stats->lane_instructions);
        return;
    }
    while (length-- > 0 && slot->running && !slot->waiting && !at_limit(r)) {
        r->stats->lane_instructions += wf_step(r->m, slot, &r->m->effect);
        r->stats->instructions++;
        r->trace(r->user, r->m, number, id, slot->index, &r->m->effect);
    }
}

/* Release every barrier that may release.  False when there was none. */
static bool release(struct run *r)
{
    bool any = false;

    if (r->m->waiting == 0)
        return false;
    for (struct wf_group *group = r->m->resident; group != NULL; group = group->next) {
        if (!wf_group_barrier_ready(r->m, group))
            continue;
        wf_group_release(r->m, group);
        r->stats->barriers++;
        any = true;
    }
    return any;
}

/* Let some wave go on.  False when none can. */
static bool advance(struct run *r)
{
    const bool in_order = r->random == 0;
    unsigned slot;

    if (!find_runnable(r->m, in_order ? r->turn : draw(r, r->m->device.waves), &slot))
        return false;
    burst(r, slot, in_order ? TURN : 1 + draw(r, LONGEST_BURST));
    r->turn = (slot + 1) % r->m->device.waves;
    return true;
}

/* Until all is over, nothing can go on, or progress is to be reported: true. */
static bool go_on(struct run *r)
{
    while (!wf_machine_done(r->m) && !at_limit(r) && !wf_claims_stopped(r->m)) {
        const bool launched = draw(r, 4) == 0 && launch(r);
        if (!launched && !advance(r) && !release(r) && !launch(r))
            return false;
        if (r->random == 0 || draw(r, 8) == 0)
            release(r);
        if (r->stats->instructions >= r->pause)
            return true;
    }
    return false;
}

void wf_machine_report_progress(struct wf_machine *m, wf_progress_fn *progress, void *user)
{
    m->progress = progress;
    m->progress_user = user;
}

static enum wf_run_result run(struct wf_machine *m, uint64_t seed, uint64_t limit, struct wf_run_stats *stats,
                              wf_trace_fn *trace, void *user)
{
    struct run r = { 0 };
    struct wf_run_stats own = { 0, 0, 0, 0 };

    r.m = m;
    r.random = seed * UINT64_C(0x9e3779b97f4a7c15);
    r.next = m->finished.below;
    r.limit = limit;
    r.stats = &own;
    r.trace = trace;
    r.user = user;
    for (const struct wf_group *group = m->resident; group != NULL; group = group->next)
        r.begun += group->launches < m->shape.waves;
    take_up(&r);
    r.pause = m->progress != NULL ? REPORT : UINT64_MAX;
    while (go_on(&r)) {
        m->progress(m->progress_user, &own, m->finished.below + m->finished.count);
        r.pause += REPORT;
    }
    wf_claims_end_turn(m);
    if (stats != NULL)
        *stats = own;
    if (wf_machine_done(m))
        return WF_RUN_DONE;
    return at_limit(&r) ? WF_RUN_LIMIT : WF_RUN_HUNG;
}

enum wf_run_result wf_machine_run(struct wf_machine *m, uint64_t seed, uint64_t limit, struct wf_run_stats *stats,
                                  wf_trace_fn *trace, void *user)
{
    fenv_t caller;
    const bool saved = wf_host_float_begin(&caller);
    const enum wf_run_result result = run(m, seed, limit, stats, trace, user);

    wf_host_float_end(saved, &caller);
    return result;
}
