/* SPDX-License-Identifier: Apache-2.0
 * wf_stop.c - how a device stops: the first failure, and its text.
 */
#include "wf_device.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* What the model says of those that run. */
static void take_model(struct wf_sim *s)
{
    for (unsigned id = 0; s->ls && id < WF_LOCKSTEP_DISPATCHES; id++) {
        struct wf_sim_dispatch *d = s->flight[id].dispatch;
        if (!d || d->reject || d->commit_only)
            continue;
        d->work = *wf_lockstep_dispatch_stats(s->ls, id);
        d->fault.record = *wf_lockstep_fault(s->ls, id);
        d->fault.valid = d->fault.record.count;
    }
}

void device_stop(struct wf_sim *s, enum wf_sim_status status, const char *format, ...)
{
    va_list list;
    if (device_stopped(s))
        return;
    s->status = status;
    s->last_due = status < WF_SIM_ENDED;
    s->stopped_at = s->cycle - s->accepted;
    va_start(list, format);
    const int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    free(s->report);
    s->report = length < 0 ? NULL : malloc((size_t)length + 1);
    va_start(list, format);
    if (s->report)
        vsnprintf(s->report, (size_t)length + 1, format, list);
    va_end(list);
    take_model(s);
}

void device_check(struct wf_sim *s, bool agrees)
{
    if (!agrees)
        device_stop(s, WF_SIM_DIFFERENCE, "%s", wf_lockstep_difference(s->ls));
}

void device_fail(struct wf_sim *s, const char *what, uint64_t hardware, uint64_t model)
{
    device_stop(s, WF_SIM_DIFFERENCE, "DIFFERENCE in cycle %" PRIu64 ": %s\n  hardware     %" PRIu64
                "\n  model        %" PRIu64 "\n", s->cycle, what, hardware, model);
}

void device_wrong(struct wf_sim *s, unsigned slot, const char *what)
{
    if (s->ls && s->runs)
        device_check(s, wf_lockstep_fail(s->ls, s->cycle, slot, what));
    else
        device_fail(s, what, 1, 0);
}

void wf_bench_unknown(struct wf_sim *s, unsigned slot, const char *what)
{
    char text[128];
    if (device_stopped(s) || s->resetting)
        return;
    snprintf(text, sizeof text, "unknown bits (X or Z) in %s", what);
    device_wrong(s, slot, text);
}
