/* SPDX-License-Identifier: Apache-2.0
 * engine_device.c - dispatches on the whole device, by the way that a host has to it: driver, registers, memory bus.
 *
 * The memory on its bus is the arena itself.  Clocks pass while registers are accessed and answers waited for.
 */
#include "engine_rtl.h"

#include <stdio.h>
#include <stdlib.h>

#include "report_names.h"
#include "watch.h"

enum { SLICE = 5000, PATIENCE = 40000 };    /* cycles of a wait; without an instruction until a dispatch hangs */

struct flight {                             /* of an id */
    struct wfv_launch *launch;              /* NULL: the id is free */
    uint64_t order;
    uint64_t begun_at;                      /* cycles of the bus */
};
struct device_engine {
    struct wfv_device *device;
    const struct wf_bus_api *api;
    struct wf_bus *bus;
    struct wf_host host;
    struct flight flight[WF_HOST_MAX_DISPATCHES];
    uint64_t order, clock;                  /* clock: of the device, as far as launches have it */
};

static void close_device(void *user)
{
    struct device_engine *e = user;

    if (!e)
        return;
    e->api->close(e->bus);
    free(e);
}

static void *open_device(struct wfv_device *d)
{
    struct device_engine *e = calloc(1, sizeof *e);

    if (!e)
        return NULL;
    e->device = d;
    e->api = d->physical->instance->simulator.bus;
    e->bus =
        e->api->open(wfv_arena_words(d->arena), wfv_arena_bytes(d->arena) / 4, d->physical->instance->settings.seed);
    if (e->bus) {
        const struct wf_transport transport = e->api->transport(e->bus);
        if (wf_host_open(&e->host, &transport) == WF_HOST_OK)
            return e;
    }
    close_device(e);
    return NULL;
}

/* ---- what went wrong --------------------------------------------------------------------------------------------- */

static bool wrong(const struct device_engine *e, const struct wfv_launch *l, enum wf_host_error error, const char *step,
                  char *report)
{
    snprintf(report, WFV_REPORT, "%s: %s: %s%s%s", l->pipeline->name, step, wf_host_error_text(error),
             *e->api->report(e->bus) ? ": " : "", e->api->report(e->bus));
    return false;
}

/* Instructions of all cores. */
static enum wf_host_error count(struct device_engine *e, uint64_t *sum)
{
    uint64_t counter[WF_COUNTERS];

    *sum = 0;
    for (unsigned core = 0; core < e->host.cores; core++) {
        const enum wf_host_error error = wf_host_counters(&e->host, core, counter);
        if (error != WF_HOST_OK)
            return error;
        *sum += counter[WF_CNT_INSTRUCTIONS];
    }
    return WF_HOST_OK;
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

/* It has passed the limit, or hangs.  The registers do not show the waves that are left. */
static bool stuck(const struct flight *f, enum wfv_ending ended, uint64_t cycles, char *report)
{
    struct wfv_text t = wfv_text(report, WFV_REPORT);
    struct wfv_launch *l = f->launch;

    l->ended = ended;
    wfv_put_place(&t, l, l->code->code.count);
    wfv_put(&t, ": error: device: ");
    wfv_put_which(&t, l);
    if (ended == WFV_ENDED_LIMIT)
        wfv_put(&t, ": it has not ended within the limit of %llu cycles; WAVEFOLD_LIMIT sets another", (unsigned long long)cycles);
    else
        wfv_put(&t, ": hung: no instruction retired for %llu cycles", (unsigned long long)cycles);
    wfv_put(&t, "\n  WAVEFOLD_ON=lockstep lists the waves that are left");
    return false;
}

/* It runs on: false when it has passed the limit, or hangs.  *seen and *since: instructions, and when they came. */
static bool may_wait(struct device_engine *e, const struct flight *f, uint64_t *seen, uint64_t *since, char *report)
{
    const uint64_t now = e->api->cycles(e->bus), limit = e->device->physical->instance->settings.limit;
    uint64_t instructions;
    const enum wf_host_error error = count(e, &instructions);

    if (error != WF_HOST_OK)
        return wrong(e, f->launch, error, "counters", report);
    if (limit && now - f->begun_at > limit)
        return stuck(f, WFV_ENDED_LIMIT, limit, report);
    if (instructions != *seen) {
        *seen = instructions;
        *since = now;
    }
    return now - *since <= PATIENCE || stuck(f, WFV_ENDED_HANG, now - *since, report);
}

static bool wait_for(struct device_engine *e, unsigned id, struct wf_host_answer *answer, char *report)
{
    const struct flight *f = &e->flight[id];
    uint64_t seen = 0, since = e->api->cycles(e->bus);

    for (;;) {
        const enum wf_host_error error = wf_host_wait_irq(&e->host, id, SLICE, answer);
        if (error == WF_HOST_OK)
            return true;
        if (error != WF_HOST_TIMEOUT)
            return wrong(e, f->launch, error, "wait", report);
        if (!may_wait(e, f, &seen, &since, report))
            return false;
    }
}

static bool is_right(struct device_engine *e, unsigned id, const struct wf_host_answer *answer, char *report)
{
    struct wfv_launch *l = e->flight[id].launch;
    struct wf_host_memory_fault memory;
    struct wf_host_fault fault;
    enum wf_host_error error = wf_host_fault(&e->host, id, &fault);

    if (error == WF_HOST_OK)
        error = wf_host_memory_fault(&e->host, &memory);
    if (error != WF_HOST_OK)
        return wrong(e, l, error, "fault", report);
    if (answer->code != WF_REJECT_NONE || answer->ending != WF_ENDING_COMPLETE) {
        snprintf(report, WFV_REPORT, "%s: the device answered: %s, WF_ENDING %d", l->pipeline->name,
                 wf_reject_text(answer->code), (int)answer->ending);
        return false;
    }
    if (!memory.valid)
        return wfv_watch_fault(l, "device", &fault.record, report);
    snprintf(report, WFV_REPORT, "%s: memory at 0x%x answered with error %u", l->pipeline->name,
             (unsigned)memory.address, memory.response);
    return false;
}

/* The dispatch with this id has ended; its id is free. */
static bool end(struct device_engine *e, unsigned id, char *report)
{
    struct flight *f = &e->flight[id];
    struct wfv_launch *l = f->launch;
    struct wf_host_answer answer = {.waves = 0};

    if (!wait_for(e, id, &answer, report) || !is_right(e, id, &answer, report))
        return false;
    uint64_t begun, ended;
    enum wf_host_error error = wf_host_times(&e->host, id, &begun, &ended);
    if (error == WF_HOST_OK)
        error = wf_host_instructions(&e->host, id, &l->instructions);
    if (error != WF_HOST_OK)
        return wrong(e, l, error, "times and instructions", report);
    l->waves = answer.waves * (uint64_t)l->groups[0] * l->groups[1] * l->groups[2];
    l->cycles = ended - begun;
    l->clock = ended > e->clock ? ended - e->clock : 0;
    e->clock += l->clock;
    f->launch = NULL;
    return true;
}

/* Of those in flight; WF_HOST_MAX_DISPATCHES: there is none. */
static unsigned oldest(const struct device_engine *e)
{
    unsigned found = WF_HOST_MAX_DISPATCHES;

    for (unsigned id = 0; id < WF_HOST_MAX_DISPATCHES; id++)
        if (e->flight[id].launch && (found == WF_HOST_MAX_DISPATCHES || e->flight[id].order < e->flight[found].order))
            found = id;
    return found;
}

/* The device is lost. */
static void drop(struct device_engine *e)
{
    for (unsigned id = 0; id < WF_HOST_MAX_DISPATCHES; id++)
        e->flight[id].launch = NULL;
}

static bool finish(void *user, char report[WFV_REPORT])
{
    struct device_engine *e = user;

    for (unsigned id = oldest(e); id < WF_HOST_MAX_DISPATCHES; id = oldest(e))
        if (!end(e, id, report)) {
            drop(e);
            return false;
        }
    return true;
}

/* ---- the beginning ----------------------------------------------------------------------------------------------- */

/* An id that is free, after the end of the oldest dispatch if need be. */
static bool take_id(struct device_engine *e, unsigned *id, char *report)
{
    for (*id = 0; *id < e->host.dispatches; ++*id)
        if (!e->flight[*id].launch)
            return true;
    *id = oldest(e);
    return end(e, *id, report);
}

/* The driver loads its code unless it is there.  Where queue or instruction memory has no room, the oldest dispatch
 * ends first. */
static bool submit(struct device_engine *e, struct wfv_launch *l, unsigned id, char *report)
{
    const struct wf_shader_code *code = &l->code->code;
    struct wf_desc desc = l->desc;
    enum wf_host_error error = WF_HOST_OK;

    for (unsigned n = 0; n < WF_MAX_BUFFERS && error == WF_HOST_OK; n++) {
        const struct wfv_bound_buffer b = wfv_rtl_buffer(l, n);
        if (b.is_there)
            error = (b.robust ? wf_host_buffer_robust : wf_host_buffer)(&e->host, id, n, b.buffer);
    }
    desc.id = (uint8_t)id;
    if (error == WF_HOST_OK)
        error = wf_host_run(&e->host, l->code->number, code->word, code->count, &desc);
    while ((error == WF_HOST_FULL || error == WF_HOST_TOO_LARGE) && oldest(e) < WF_HOST_MAX_DISPATCHES) {
        if (!end(e, oldest(e), report))
            return false;
        error = wf_host_run(&e->host, l->code->number, code->word, code->count, &desc);
    }
    return error == WF_HOST_OK || wrong(e, l, error, "submit", report);
}

static bool start(struct device_engine *e, struct wfv_launch *l, char *report)
{
    unsigned id;

    if (!take_id(e, &id, report) || !submit(e, l, id, report)) {
        drop(e);
        return false;
    }
    e->flight[id] = (struct flight){l, ++e->order, e->api->cycles(e->bus)};
    return true;
}

/* WAVEFOLD_WAVES: this dispatch alone is in the waveform, from the registers that are written for it to its answer. */
static bool has_waves(const struct device_engine *e, const struct wfv_launch *l)
{
    const struct wfv_settings *s = &e->device->physical->instance->settings;

    return *s->waves && s->waves_of == l->number;
}

static bool start_with_waves(struct device_engine *e, struct wfv_launch *l, char *report)
{
    if (!finish(e, report))
        return false;
    e->api->waves(e->bus, e->device->physical->instance->settings.waves);
    const bool right = start(e, l, report) && finish(e, report);
    e->api->waves(e->bus, NULL);
    return right;
}

static bool begin(void *user, struct wfv_launch *l, char report[WFV_REPORT])
{
    struct device_engine *e = user;

    return has_waves(e, l) ? start_with_waves(e, l, report) : start(e, l, report);
}

const struct wfv_rtl wfv_rtl_device = {.open = open_device, .close = close_device, .begin = begin, .finish = finish};
