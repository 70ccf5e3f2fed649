/* SPDX-License-Identifier: Apache-2.0 */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>

#include "watch.h"

struct wfv_engine {
    struct wfv_device *device;
    pthread_mutex_t lock;               /* queues take turns: atomics of two dispatches on one word are atomic, too */
};

struct wfv_engine *wfv_engine_new(struct wfv_device *device)
{
    struct wfv_engine *e = calloc(1, sizeof *e);

    if (!e)
        return NULL;
    e->device = device;
    pthread_mutex_init(&e->lock, NULL);
    return e;
}

void wfv_engine_free(struct wfv_engine *e)
{
    if (e)
        pthread_mutex_destroy(&e->lock);
    free(e);
}

static bool on_model(const struct wfv_engine *e, struct wfv_launch *l, const struct wf_desc *desc,
                     const struct wf_shape *shape, char report[WFV_REPORT])
{
    const struct wfv_settings *settings = &e->device->physical->instance->settings;
    const struct wfv_arena *arena = e->device->arena;
    struct wf_run_stats stats = {.waves = 0};
    struct wf_machine *m = wf_machine_new(&e->device->physical->machine, desc, shape, l->code->code.word, l->code->code.count,
                                          l->buffer, wfv_arena_words(arena), wfv_arena_bytes(arena) / 4);

    if (!m || !wfv_watch_begin(e->device, l, m)) {
        wf_machine_free(m);
        snprintf(report, WFV_REPORT, "%s: out of memory", l->pipeline->name);
        l->ended = WFV_ENDED_REFUSED;
        return false;
    }
    wf_machine_forgive(m, l->forgives);
    const enum wf_run_result result = wf_machine_run(m, settings->seed, settings->limit, &stats, wfv_watch_trace(l), l);
    l->waves = stats.waves;
    l->instructions = l->cycles = stats.instructions;
    l->lane_instructions = stats.lane_instructions;
    const bool right = wfv_watch_end(e->device, l, m, result, report);
    wf_machine_free(m);
    return right;
}

bool wfv_engine_run(struct wfv_engine *e, struct wfv_launch *l, char report[WFV_REPORT])
{
    struct wf_desc desc = l->code->desc;

    for (int i = 0; i < 3; i++)
        desc.grid[i] = l->groups[i];
    const enum wf_reject reject = wf_dispatch_check(&desc, &e->device->physical->machine, &l->shape);
    if (reject != WF_REJECT_NONE) {
        snprintf(report, WFV_REPORT, "%s: the device refuses the dispatch: %s", l->pipeline->name, wf_reject_text(reject));
        l->ended = WFV_ENDED_REFUSED;
        return false;
    }
    l->resident = wf_dispatch_occupancy(&desc, &e->device->physical->machine, &l->shape).waves;
    pthread_mutex_lock(&e->lock);
    const bool right = on_model(e, l, &desc, &l->shape, report);
    pthread_mutex_unlock(&e->lock);
    return right;
}
