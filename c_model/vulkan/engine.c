/* SPDX-License-Identifier: Apache-2.0 */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine_rtl.h"

struct wfv_engine {
    struct wfv_device *device;
    const struct wfv_rtl *rtl;          /* NULL: the model runs dispatches, each in the thread that begins it */
    void *user;                         /* of it */
    pthread_mutex_t lock;               /* of it: held by the thread that has it */
};

/* This thread has the engine of the RTL. */
static _Thread_local const struct wfv_engine *mine;

static const struct wfv_rtl *rtl_of(const struct wfv_device *d)
{
    switch (d->physical->instance->settings.on) {
    case WFV_ON_MODEL:
        return NULL;
    case WFV_ON_RTL:
    case WFV_ON_LOCKSTEP:
        return &wfv_rtl_sim;
    case WFV_ON_DEVICE:
        return &wfv_rtl_device;
    }
    return NULL;
}

struct wfv_engine *wfv_engine_new(struct wfv_device *device)
{
    struct wfv_engine *e = calloc(1, sizeof *e);

    if (!e || pthread_mutex_init(&e->lock, NULL)) {
        free(e);
        return NULL;
    }
    e->device = device;
    e->rtl = rtl_of(device);
    if (e->rtl)
        e->user = e->rtl->open(device);
    if (!e->rtl || e->user)
        return e;
    wfv_engine_free(e);
    return NULL;
}

void wfv_engine_free(struct wfv_engine *e)
{
    if (!e)
        return;
    if (e->rtl)
        e->rtl->close(e->user);
    pthread_mutex_destroy(&e->lock);
    free(e);
}

static bool judge(const struct wfv_engine *e, const struct wfv_launch *l, const struct wf_machine *m,
                  enum wf_run_result result, char report[WFV_REPORT])
{
    if (result == WF_RUN_HUNG)
        snprintf(report, WFV_REPORT, "%s: hung: each wave that is left waits at a barrier that others never reach",
                 l->pipeline->name);
    else if (result == WF_RUN_LIMIT)
        snprintf(report, WFV_REPORT, "%s: more than WAVEFOLD_LIMIT=%llu instructions", l->pipeline->name,
                 (unsigned long long)e->device->physical->instance->settings.limit);
    else
        return wfv_engine_fault(e->device, l, "model", wf_machine_fault(m), report);
    return false;
}

static bool on_model(const struct wfv_engine *e, struct wfv_launch *l, char report[WFV_REPORT])
{
    const struct wfv_settings *settings = &e->device->physical->instance->settings;
    const struct wfv_arena *arena = e->device->arena;
    struct wf_run_stats stats = {.waves = 0};
    struct wf_machine *m = wf_machine_new(&e->device->physical->machine, &l->desc, &l->shape, l->code->code.word, l->code->code.count,
                                          l->buffer, wfv_arena_words(arena), wfv_arena_bytes(arena) / 4);

    if (!m) {
        snprintf(report, WFV_REPORT, "%s: out of memory", l->pipeline->name);
        return false;
    }
    const enum wf_run_result result = wf_machine_run(m, settings->seed, settings->limit, &stats, NULL, NULL);
    l->waves = stats.waves;
    l->instructions = l->cycles = l->clock = stats.instructions;
    const bool right = judge(e, l, m, result, report);
    wf_machine_free(m);
    return right;
}

/* Those of other threads come after what this one has begun. */
static void take(struct wfv_engine *e)
{
    if (mine != e)
        pthread_mutex_lock(&e->lock);
    mine = e;
}

static void give(struct wfv_engine *e)
{
    mine = NULL;
    pthread_mutex_unlock(&e->lock);
}

static bool on_rtl(struct wfv_engine *e, struct wfv_launch *l, char report[WFV_REPORT])
{
    take(e);
    if (e->rtl->begin(e->user, l, report))
        return true;
    give(e);
    return false;
}

bool wfv_engine_begin(struct wfv_engine *e, struct wfv_launch *l, char report[WFV_REPORT])
{
    l->desc = l->code->desc;
    for (int i = 0; i < 3; i++)
        l->desc.grid[i] = l->groups[i];
    const enum wf_reject reject = wf_dispatch_check(&l->desc, &e->device->physical->machine, &l->shape);
    if (reject == WF_REJECT_NONE)
        return e->rtl ? on_rtl(e, l, report) : on_model(e, l, report);
    wfv_engine_finish(e, report);
    snprintf(report, WFV_REPORT, "%s: the device refuses the dispatch: %s", l->pipeline->name, wf_reject_text(reject));
    return false;
}

bool wfv_engine_finish(struct wfv_engine *e, char report[WFV_REPORT])
{
    if (!e->rtl || mine != e)
        return true;
    const bool right = e->rtl->finish(e->user, report);
    give(e);
    return right;
}
