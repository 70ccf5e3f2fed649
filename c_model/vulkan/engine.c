/* SPDX-License-Identifier: Apache-2.0 */
#include "engine.h"

#include "engine_model.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine_rtl.h"

struct wfv_engine {
    struct wfv_device *device;
    /* queues take turns: atomics of two dispatches on one word are atomic, too; on the RTL one thread has it from its
     * first begin to its finish */
    pthread_mutex_t lock;
    struct wfv_model *model;            /* runs a dispatch in the thread that begins it, or with a seed finishes; or */
    const struct wfv_rtl *rtl;
    void *user;                         /* of the RTL */
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
    else
        e->model = wfv_model_new(device);
    if (e->user || e->model)
        return e;
    wfv_engine_free(e);
    return NULL;
}

void wfv_engine_free(struct wfv_engine *e)
{
    if (!e)
        return;
    wfv_model_free(e->model);
    if (e->rtl)
        e->rtl->close(e->user);
    pthread_mutex_destroy(&e->lock);
    free(e);
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

static bool on_model(struct wfv_engine *e, struct wfv_launch *l, char report[WFV_REPORT])
{
    if (e->device->physical->instance->settings.seed) {
        take(e);
        return wfv_model_begin(e->model, l, report);
    }
    pthread_mutex_lock(&e->lock);
    const bool right = wfv_model_run(e->model, l, &l->desc, report);
    pthread_mutex_unlock(&e->lock);
    l->clock = l->cycles;
    return right;
}

bool wfv_engine_begin(struct wfv_engine *e, struct wfv_launch *l, char report[WFV_REPORT])
{
    const struct wf_device *machine = &e->device->physical->machine;

    l->desc = l->code->desc;
    for (int i = 0; i < 3; i++)
        l->desc.grid[i] = l->groups[i];
    const enum wf_reject reject = wf_dispatch_check(&l->desc, machine, &l->shape);
    if (reject == WF_REJECT_NONE) {
        l->resident = wf_dispatch_occupancy(&l->desc, machine, &l->shape).waves;
        return e->rtl ? on_rtl(e, l, report) : on_model(e, l, report);
    }
    wfv_engine_finish(e, report);
    l->ended = WFV_ENDED_REFUSED;
    snprintf(report, WFV_REPORT, "%s: the device refuses the dispatch: %s", l->pipeline->name, wf_reject_text(reject));
    return false;
}

bool wfv_engine_finish(struct wfv_engine *e, char report[WFV_REPORT])
{
    if (mine != e)
        return true;
    const bool right = e->rtl ? e->rtl->finish(e->user, report) : wfv_model_finish(e->model, report);
    give(e);
    return right;
}
