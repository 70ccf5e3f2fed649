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

struct wfv_model {
    struct wfv_device *device;
    struct wfv_parts *parts;
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
    wfv_between_touch(l->between, group, wave, effect);
}

/* All groups on one machine. */
static bool run_whole(const struct wfv_model *e, struct wfv_launch *l, const struct wf_desc *desc,
                      char report[WFV_REPORT])
{
    const struct wfv_settings *settings = &e->device->physical->instance->settings;
    struct wf_run_stats stats = {.waves = 0};
    struct wf_machine *m = wfv_machine_of(e->device, l, desc, l->buffer);

    if (!m || !wfv_watch_begin(e->device, l, m)) {
        wf_machine_free(m);
        snprintf(report, WFV_REPORT, "%s: out of memory", l->pipeline->name);
        l->ended = WFV_ENDED_REFUSED;
        return false;
    }
    wf_trace_fn *traced = wfv_between_begin(l->between, l) ? trace : wfv_watch_trace(l);
    const enum wf_run_result result = wf_machine_run(m, settings->seed, settings->limit, &stats, traced, l);
    take_counts(l, &stats);
    const bool right = wfv_watch_end(e->device, l, m, result, report);
    l->races += wfv_between_races(l->between);
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
