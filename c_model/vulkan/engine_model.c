/* SPDX-License-Identifier: Apache-2.0
 * engine_model.c - a dispatch on the golden model: in parts on all cores of the host, or whole on one machine.
 *
 * The parts are the same however many threads there are, and each has an interleaving of its own by the seed.  They
 * claim the words that they touch (wavefold/claims.h).  If two meet, or one does not end as it should, memory is put
 * back and one machine runs the whole dispatch.  So memory, counts and reports do not depend on the threads.
 */
#include "engine_model.h"

#include "between.h"
#include "parts.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>

/* Dispatches that overlap at most; instructions of one in a row at most. */
enum { MOST_FLYING = 8, LONGEST_TURN = 512 };
/* Turns of them from one look at the clock to the next. */
enum { LOOK = 1024 };

struct wfv_model {
    struct wfv_device *device;
    struct wfv_parts *parts;
    struct wfv_launch *flying[MOST_FLYING];
    unsigned count;
};

struct wfv_model *wfv_model_new(struct wfv_device *d)
{
    struct wfv_model *e = calloc(1, sizeof *e);

    if (!e)
        return NULL;
    e->device = d;
    e->parts = wfv_parts_new(d);
    if (e->parts)
        return e;
    wfv_model_free(e);
    return NULL;
}

void wfv_model_free(struct wfv_model *e)
{
    if (e)
        wfv_parts_free(e->parts);
    free(e);
}

static void take_counts(struct wfv_launch *l, const struct wf_run_stats *stats)
{
    l->waves = stats->waves;
    l->instructions = l->cycles = stats->instructions;
    l->lane_instructions = stats->lane_instructions;
}

/* For wf_machine_run. */
static void trace(void *user, const struct wf_machine *m, unsigned slot, const uint32_t group[3], unsigned wave,
                  const struct wf_effect *effect)
{
    struct wfv_launch *l = user;

    if (wfv_watch_trace(l))
        wfv_watch_trace(l)(user, m, slot, group, wave, effect);
    wfv_between_touch(l, group, wave, effect);
}

/* All groups on one machine. */
static bool run_whole(const struct wfv_model *e, struct wfv_launch *l, const struct wf_desc *desc,
                      char report[WFV_REPORT])
{
    const struct wfv_settings *settings = &e->device->physical->instance->settings;
    struct wf_run_stats stats = {.waves = 0};
    struct wfv_clock_watch clock;
    struct wf_machine *m = wfv_machine_of(e->device, l, desc, l->buffer);

    if (!m || !wfv_watch_begin(e->device, l, m)) {
        wf_machine_free(m);
        snprintf(report, WFV_REPORT, "%s: out of memory", l->pipeline->name);
        l->ended = WFV_ENDED_REFUSED;
        return false;
    }
    wfv_watch_clock(&clock, e->device, l, m);
    wf_trace_fn *traced = wfv_between_begin(e->device->between, l) ? trace : wfv_watch_trace(l);
    const enum wf_run_result result = wf_machine_run(m, settings->seed, settings->limit, &stats, traced, l);
    take_counts(l, &stats);
    const bool right = wfv_watch_end(e->device, l, m, result, report);
    l->races += wfv_between_end(l);
    wf_machine_free(m);
    return right;
}

/* The watch for races and the counts of a profile belong to one machine. */
static bool is_watched(const struct wfv_model *e, const struct wfv_launch *l)
{
    return e->device->physical->instance->settings.races != WFV_WATCH_OFF || wfv_watch_trace(l);
}

bool wfv_model_run(struct wfv_model *e, struct wfv_launch *l, const struct wf_desc *desc, char report[WFV_REPORT])
{
    struct wf_run_stats stats;

    if (is_watched(e, l) || !wfv_parts_run(e->parts, l, desc, &stats)) {
        atomic_fetch_add(&l->code->runs->whole, 1);
        return run_whole(e, l, desc, report);
    }
    atomic_fetch_add(&l->code->runs->in_parts, 1);
    l->ended = WFV_ENDED_COMPLETE;
    take_counts(l, &stats);
    return true;
}

/* ---- dispatches that overlap ------------------------------------------------------------------------------------- */

/* One of them, with its machine. */
struct flight {
    struct wfv_launch *l;
    struct wf_machine *m;
    wf_trace_fn *trace;
    struct wfv_clock_watch clock;
    struct wf_run_stats stats;
    enum wf_run_result result;
    bool is_over;
};

static bool take_off(const struct wfv_model *e, struct flight *f, struct wfv_launch *l)
{
    *f = (struct flight){.l = l, .m = wfv_machine_of(e->device, l, &l->desc, l->buffer)};
    if (!f->m || !wfv_watch_begin(e->device, l, f->m))
        return false;
    wfv_watch_clock(&f->clock, e->device, l, f->m);
    atomic_fetch_add(&l->code->runs->whole, 1);
    f->trace = wfv_between_begin(e->device->between, l) ? trace : wfv_watch_trace(l);
    return true;
}

static uint32_t draw(uint64_t *random, uint32_t below)
{
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return (uint32_t)((*random >> 32) % below);
}

static void fly(struct flight *f, uint64_t limit, uint64_t *random)
{
    struct wf_run_stats stats;
    uint64_t turn = 1 + draw(random, LONGEST_TURN);

    if (limit && turn > limit - f->stats.instructions)
        turn = limit - f->stats.instructions;
    f->result = wf_machine_run(f->m, *random, turn, &stats, f->trace, f->l);
    f->stats.waves += stats.waves;
    f->stats.instructions += stats.instructions;
    f->stats.lane_instructions += stats.lane_instructions;
    f->is_over = f->result != WF_RUN_LIMIT || (limit && f->stats.instructions >= limit);
}

/* A turn after the other, by the seed, until all have ended. */
static void fly_all(struct flight *flight, unsigned count, const struct wfv_settings *settings)
{
    uint64_t random = settings->seed * UINT64_C(0x9e3779b97f4a7c15) | 1;

    unsigned turns = 0;
    for (unsigned left = count; left;) {
        struct flight *f = &flight[draw(&random, count)];
        if (f->is_over)
            continue;
        if (++turns % LOOK == 0)
            wfv_watch_look(&f->clock);
        fly(f, settings->limit, &random);
        left -= f->is_over;
    }
}

static bool land(const struct wfv_model *e, struct flight *f, char report[WFV_REPORT])
{
    take_counts(f->l, &f->stats);
    const bool right = wfv_watch_end(e->device, f->l, f->m, f->result, report);
    f->l->races += wfv_between_end(f->l);
    return right;
}

static bool run_together(struct wfv_model *e, char report[WFV_REPORT])
{
    struct flight flight[MOST_FLYING];
    unsigned count = 0;
    bool right = true;

    for (; right && count < e->count; count++)
        right = take_off(e, &flight[count], e->flying[count]);
    if (right)
        fly_all(flight, count, &e->device->physical->instance->settings);
    else
        snprintf(report, WFV_REPORT, "%s: out of memory", flight[count - 1].l->pipeline->name);
    for (unsigned i = 0; i < count; i++) {
        right = right && land(e, &flight[i], report);
        wf_machine_free(flight[i].m);
    }
    return right;
}

bool wfv_model_finish(struct wfv_model *e, char report[WFV_REPORT])
{
    const bool right = e->count > 1 ? run_together(e, report)
                       : !e->count || wfv_model_run(e, e->flying[0], &e->flying[0]->desc, report);

    for (unsigned i = 0; i < e->count; i++)
        e->flying[i]->clock = e->flying[i]->cycles;
    e->count = 0;
    return right;
}

bool wfv_model_begin(struct wfv_model *e, struct wfv_launch *l, char report[WFV_REPORT])
{
    e->flying[e->count++] = l;
    return e->count < MOST_FLYING || wfv_model_finish(e, report);
}
