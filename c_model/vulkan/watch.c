/* SPDX-License-Identifier: Apache-2.0 */
#include "watch.h"

#include <string.h>

#include "report.h"
#include "trace.h"
#include "wait.h"

bool wfv_watch_begin(const struct wfv_device *d, const struct wfv_launch *l, struct wf_machine *m)
{
    const struct wfv_settings *s = &d->physical->instance->settings;

    if (s->races == WFV_WATCH_OFF)
        return true;
    if (!wf_machine_watch_races(m))
        return false;
    wf_machine_races_of_accesses(m, l->code->code.how, l->code->code.how ? l->code->code.count : 0);
    if (s->races != WFV_WATCH_ALL)
        wf_machine_spare_races(m);
    return true;
}

/* For a trace and a profile. */
static void note(void *user, const struct wf_machine *m, unsigned slot, const uint32_t group[3], unsigned wave,
                 const struct wf_effect *effect)
{
    struct wfv_launch *l = user;

    (void)m;
    if (l->trace)
        wfv_trace_line(l, slot, group, wave, effect);
    if (!l->count || effect->fault || effect->pc >= l->code->code.count)
        return;
    l->count[effect->pc].issues++;
    for (unsigned i = 0; i < l->pipeline->wave_size; i++)
        l->count[effect->pc].lanes += effect->exec[i];
}

wf_trace_fn *wfv_watch_trace(const struct wfv_launch *l)
{
    return l->count || l->trace ? note : NULL;
}

/* ---- a program whose time is up ---------------------------------------------------------------------------------- */

void wfv_watch_look(const struct wfv_clock_watch *c)
{
    struct wfv_device *d = c->device;
    const uint64_t deadline = d->physical->instance->settings.deadline, now = wfv_until(0) / 1000000;   /* ms */
    char text[WFV_REPORT];

    if (!deadline || now < deadline || atomic_exchange(&d->told_late, true))
        return;
    struct wfv_text t = wfv_text(text, sizeof text);
    wfv_report_late(c->launch, c->machine, wf_device_slots(&d->physical->machine), &t);
    wfv_say(d->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT, "%s", text);
}

static void look(void *user, const struct wf_run_stats *so_far, uint64_t groups)
{
    (void)so_far, (void)groups;
    wfv_watch_look(user);
}

void wfv_watch_clock(struct wfv_clock_watch *c, struct wfv_device *d, const struct wfv_launch *l, struct wf_machine *m)
{
    *c = (struct wfv_clock_watch){d, l, m};
    if (d->physical->instance->settings.deadline)
        wf_machine_report_progress(m, look, c);
}

/* ---- races ------------------------------------------------------------------------------------------------------- */

static void tell_races(struct wfv_device *d, const struct wfv_launch *l, const struct wf_race_report *report)
{
    struct wfv_instance *instance = d->physical->instance;
    unsigned races = 0;
    char text[WFV_REPORT];

    for (unsigned i = 0; i < report->kept; i++) {
        struct wfv_text t = wfv_text(text, sizeof text);
        wfv_report_race(l, &report->race[i], &t);
        wfv_say(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT, "%s", text);
        races += report->race[i].kind != WF_RACE_BARRIER;
    }
    if (report->count > races)
        wfv_say(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT,
                "dispatch %llu: note: %llu races in all, %u shown: the first of each pair of instructions",
                (unsigned long long)l->number, (unsigned long long)report->count, races);
    if (report->equal_stores) {
        struct wfv_text t = wfv_text(text, sizeof text);
        wfv_report_equal_stores(l, report, &t);
        wfv_say(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT, "%s", text);
    }
    if (report->incomplete)
        wfv_say(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT,
                "dispatch %llu: note: memory was too short to watch every word for races",
                (unsigned long long)l->number);
    if (report->spared)
        wfv_say(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT,
                "dispatch %llu: note: races were looked for in the first %d accesses of lanes to memory, then in each "
                "group whose "
                "index is a multiple of %d; WAVEFOLD_RACES=all looks everywhere",
                (unsigned long long)l->number, WF_RACES_ALL, WF_RACES_SAMPLE);
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

bool wfv_watch_fault(struct wfv_launch *l, const char *side, const struct wf_fault_record *fault,
                     char report[WFV_REPORT])
{
    struct wfv_text t = wfv_text(report, WFV_REPORT);

    l->fault = *fault;
    if (fault->kind == WF_FAULT_MEM_RANGE && fault->knows_buffer && fault->buffer < WF_MAX_BUFFERS &&
        l->buffer[fault->buffer].base % 4)
        l->fault.kind = WF_FAULT_MEM_ALIGN;     /* the hardware has nothing in place of it: engine_rtl.h */
    l->ended = fault->count ? WFV_ENDED_FAULT : WFV_ENDED_COMPLETE;
    if (l->ended == WFV_ENDED_COMPLETE)
        return true;
    wfv_report_fault(l, side, &l->fault, &t);
    return false;
}

bool wfv_watch_end(struct wfv_device *d, struct wfv_launch *l, const struct wf_machine *m, enum wf_run_result result,
                   char report[WFV_REPORT])
{
    const struct wf_race_report *races = wf_machine_races(m);

    if (races) {
        l->races = races->count;
        l->equal_stores = races->equal_stores;
        l->divergent_barriers = races->barriers + races->returns;
        tell_races(d, l, races);
    }
    if (!wfv_watch_fault(l, "model", wf_machine_fault(m), report) && result == WF_RUN_DONE)
        return false;
    if (result == WF_RUN_DONE)
        return true;
    /* a fault may be the reason: it comes first, then the waves */
    const size_t length = l->ended == WFV_ENDED_FAULT ? strlen(report) : 0;
    if (length && length + 1 < WFV_REPORT)
        strcpy(report + length, "\n");
    struct wfv_text t = {report, WFV_REPORT, length ? length + 1 : 0};
    l->ended = result == WF_RUN_HUNG ? WFV_ENDED_HANG : WFV_ENDED_LIMIT;
    wfv_report_stuck(l, m, wf_device_slots(&d->physical->machine),
                     result == WF_RUN_HUNG ? 0 : d->physical->instance->settings.limit, &t);
    return false;
}
