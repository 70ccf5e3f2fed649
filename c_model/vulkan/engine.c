/* SPDX-License-Identifier: Apache-2.0 */
#include "engine.h"

#include "engine_model.h"

#include <stdio.h>
#include <stdlib.h>

struct wfv_engine {
    struct wfv_device *device;
    pthread_mutex_t lock;               /* queues take turns: atomics of two dispatches on one word are atomic, too */
    struct wfv_model *model;
};

struct wfv_engine *wfv_engine_new(struct wfv_device *device)
{
    struct wfv_engine *e = calloc(1, sizeof *e);

    if (!e)
        return NULL;
    e->device = device;
    pthread_mutex_init(&e->lock, NULL);
    e->model = wfv_model_new(device);
    if (e->model)
        return e;
    wfv_engine_free(e);
    return NULL;
}

void wfv_engine_free(struct wfv_engine *e)
{
    if (!e)
        return;
    wfv_model_free(e->model);
    pthread_mutex_destroy(&e->lock);
    free(e);
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
    const bool right = wfv_model_run(e->model, l, &desc, report);
    pthread_mutex_unlock(&e->lock);
    return right;
}
