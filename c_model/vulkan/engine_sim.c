/* SPDX-License-Identifier: Apache-2.0
 * engine_sim.c - dispatches on a simulator, in lock step or alone: its memory is the arena itself.
 *
 * Dispatches are queued when they begin; the machine runs when their end is waited for.
 */
#include "engine_rtl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_code.h"
#include "report_names.h"
#include "watch.h"

enum { MOST = 32 };                     /* dispatches that are begun before they are ended */

struct flight {
    struct wfv_launch *launch;
    struct wf_sim_dispatch dispatch;
};
struct sim_engine {
    struct wfv_device *device;
    const struct wf_sim_api *api;
    struct wf_sim *sim;
    struct wfv_loads loads;
    struct flight flight[MOST];
    unsigned flights;
    uint64_t number;                    /* of dispatches */
};

static const struct wfv_settings *settings_of(const struct wfv_device *d)
{
    return &d->physical->instance->settings;
}

static void close_sim(void *user)
{
    struct sim_engine *e = user;

    if (!e)
        return;
    e->api->destroy(e->sim);
    wfv_loads_clear(&e->loads);
    free(e);
}

static void *open_sim(struct wfv_device *d)
{
    const struct wfv_settings *s = settings_of(d);
    struct sim_engine *e = calloc(1, sizeof *e);

    if (!e)
        return NULL;
    e->device = d;
    e->api = d->physical->instance->simulator.sim;
    e->sim = e->api->create(&(struct wf_sim_setup){.memory = wfv_arena_words(d->arena),
                                                   .memory_words = wfv_arena_bytes(d->arena) / 4,
                                                   .unchecked = s->on == WFV_ON_RTL,
                                                   .seed = s->seed,
                                                   .limit = s->limit});
    if (e->sim)
        return e;
    close_sim(e);
    return NULL;
}

/* ---- what went wrong --------------------------------------------------------------------------------------------- */

static void put_line(void *user, const char *line)
{
    struct wfv_text *t = user;

    wfv_put(t, "%s", line);
    if (t->length && t->at[t->length - 1] != '\n')
        wfv_put(t, "\n");
}

/* "blur.comp: error: rtl: dispatch 3 (blur.comp, wave size 8): " of the first dispatch in flight. */
static void put_first(const struct sim_engine *e, struct wfv_text *t)
{
    unsigned first = 0;

    while (first + 1 < e->flights && e->flight[first].dispatch.state == WF_SIM_DONE)
        first++;
    if (!e->flights) {
        wfv_put(t, "error: rtl: ");
        return;
    }
    const struct wfv_launch *l = e->flight[first].launch;
    wfv_put_place(t, l, l->code->code.count);
    wfv_put(t, ": error: rtl: ");
    wfv_put_which(t, l);
    wfv_put(t, ": ");
}

static const char *what(enum wf_sim_status status)
{
    switch (status) {
    case WF_SIM_DIFFERENCE:
        return "hardware and model differ";
    case WF_SIM_HUNG:
        return "hung";
    case WF_SIM_LIMIT:
        return "it has not ended within the limit of cycles; WAVEFOLD_LIMIT sets another";
    case WF_SIM_ENDED:
        return "the simulation ended";
    case WF_SIM_NO_MEMORY:
        return "out of memory";
    case WF_SIM_OK:
    case WF_SIM_ANSWERED:
    case WF_SIM_IDLE:
    case WF_SIM_ARGUMENT:
    case WF_SIM_BUSY:
    case WF_SIM_FULL:
    case WF_SIM_NOT_TRACED:
        break;
    }
    return "the simulator refused a dispatch";
}

static void note_endings(const struct sim_engine *e, enum wf_sim_status status)
{
    for (unsigned i = 0; i < e->flights; i++)
        if (e->flight[i].dispatch.state != WF_SIM_DONE)
            e->flight[i].launch->ended = status == WF_SIM_DIFFERENCE ? WFV_ENDED_DIFFERS
                                         : status == WF_SIM_LIMIT    ? WFV_ENDED_LIMIT
                                         : status == WF_SIM_HUNG     ? WFV_ENDED_HANG
                                                                     : WFV_ENDED_NOT;
}

/* False; nothing is in flight here any more. */
static bool stop(struct sim_engine *e, enum wf_sim_status status, char *report)
{
    struct wfv_text t = wfv_text(report, WFV_REPORT);

    note_endings(e, status);
    put_first(e, &t);
    wfv_put(&t, "%s\n", what(status));
    put_line(&t, e->api->report(e->sim));
    e->api->explain(e->sim, put_line, &t);
    /* without the model, nothing is known of them */
    if (settings_of(e->device)->on == WFV_ON_RTL && (status == WF_SIM_LIMIT || status == WF_SIM_HUNG))
        wfv_put(&t, "  WAVEFOLD_ON=lockstep lists the waves that are left");
    while (t.length && report[t.length - 1] == '\n')
        report[--t.length] = '\0';
    e->flights = 0;
    return false;
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

/* What it did goes to the launch.  False with a report when the device is lost by it. */
static bool land(const struct flight *f, char *report)
{
    const struct wf_sim_dispatch *d = &f->dispatch;
    struct wfv_launch *l = f->launch;

    l->waves = d->waves * (uint64_t)l->groups[0] * l->groups[1] * l->groups[2];
    l->instructions = d->instructions;
    l->lane_instructions = d->work.lane_instructions;
    l->cycles = d->answered_at - d->accepted_at;
    if (d->reject == WF_REJECT_NONE && d->ending == WF_ENDING_COMPLETE)
        return wfv_watch_fault(l, "rtl", &d->fault.record, report);
    snprintf(report, WFV_REPORT, "%s: the hardware ended it with WF_ENDING %d", l->pipeline->name, (int)d->ending);
    return false;
}

/* All have their answer. */
static bool land_all(struct sim_engine *e, char *report)
{
    struct wf_sim_stats stats;
    bool right = true;

    e->api->stats(e->sim, &stats);
    for (unsigned i = 0; i < e->flights && right; i++)
        right = land(&e->flight[i], report);
    e->flight[e->flights - 1].launch->clock = stats.cycles;
    e->flights = 0;
    return right;
}

static bool finish(void *user, char report[WFV_REPORT])
{
    struct sim_engine *e = user;
    enum wf_sim_status status = WF_SIM_OK;

    if (!e->flights)
        return true;
    while (status == WF_SIM_OK || status == WF_SIM_ANSWERED)
        status = e->api->run(e->sim, UINT64_MAX);
    return status == WF_SIM_IDLE ? land_all(e, report) : stop(e, status, report);
}

/* ---- the beginning ----------------------------------------------------------------------------------------------- */

/* The instruction memory has no room: what is in flight ends, and all code goes. */
static bool make_room(struct sim_engine *e, char *report)
{
    if (!finish(e, report))
        return false;
    e->api->clear(e->sim);
    wfv_loads_clear(&e->loads);
    return true;
}

/* Its code is in the instruction memory.  NULL with a report. */
static struct wfv_loaded *load(struct sim_engine *e, const struct wfv_launch *l, char *report)
{
    struct wfv_loaded *one = wfv_loads_find(&e->loads, l->code);

    for (int attempt = 0; !one && attempt < 2; attempt++) {
        bool full;
        if (attempt && !make_room(e, report))
            return NULL;
        one = wfv_loads_add(&e->loads, l->code, &full);
        if (!one && !full)
            break;
        if (one && e->api->load(e->sim, &one->code, &one->base) != WF_SIM_OK) {
            wfv_loads_remove_last(&e->loads);
            one = NULL;
        }
    }
    if (!one)
        snprintf(report, WFV_REPORT, "%s: no memory for its code", l->pipeline->name);
    return one;
}

/* WAVEFOLD_WAVES: this dispatch alone is in the waveform. */
static bool has_waves(const struct sim_engine *e, const struct wfv_launch *l)
{
    return *settings_of(e->device)->waves && settings_of(e->device)->waves_of == l->number;
}

static bool finish_waves(struct sim_engine *e, char *report)
{
    const bool right = finish(e, report);

    e->api->waves(e->sim, NULL);
    return right;
}

static bool begin(void *user, struct wfv_launch *l, char report[WFV_REPORT])
{
    struct sim_engine *e = user;

    if ((e->flights == MOST || has_waves(e, l)) && !finish(e, report))
        return false;
    struct wfv_loaded *one = load(e, l, report);
    if (!one)
        return finish(e, report) && false;
    struct flight *f = &e->flight[e->flights++];
    f->launch = l;
    f->dispatch = (struct wf_sim_dispatch){.code = &one->code, .desc = l->desc, .number = (unsigned)++e->number};
    f->dispatch.desc.code_base = one->base;
    f->dispatch.desc.id = (uint8_t)((e->flights - 1) % e->api->build(e->sim)->dispatches);
    for (unsigned i = 0; i < WF_MAX_BUFFERS; i++) {
        const struct wfv_bound_buffer b = wfv_rtl_buffer(l, i);
        f->dispatch.buffer[i] = b.buffer;
        f->dispatch.robust[i] = b.robust;
        if (b.is_there)
            f->dispatch.buffers = i + 1;
    }
    if (has_waves(e, l))
        e->api->waves(e->sim, settings_of(e->device)->waves);
    const enum wf_sim_status status = e->api->submit(e->sim, &f->dispatch);
    if (status != WF_SIM_OK)
        return stop(e, status, report);
    return !has_waves(e, l) || finish_waves(e, report);
}

const struct wfv_rtl wfv_rtl_sim = {.open = open_sim, .close = close_sim, .begin = begin, .finish = finish};
