/* SPDX-License-Identifier: Apache-2.0
 * engine_model.c - a dispatch on the golden model: whole on one machine, or in parts on all cores of the host.
 *
 * The parts are the same however many threads there are, and each has an interleaving of its own by the seed.  They
 * claim the words that they touch (wavefold/claims.h).  If two meet, memory is put back and one machine runs the whole
 * dispatch.  So memory, faults and counts do not depend on the threads.
 */
#include "engine_model.h"

#include "parts.h"

#include <stdio.h>
#include <stdlib.h>

struct wfv_model {
    struct wfv_device *device;
    pthread_mutex_t lock;               /* one dispatch at a time: queues share the memory, and atomics are whole */
    struct wfv_parts *parts;
};

struct wfv_model *wfv_model_new(struct wfv_device *d)
{
    struct wfv_model *e = calloc(1, sizeof *e);

    if (!e)
        return NULL;
    e->device = d;
    pthread_mutex_init(&e->lock, NULL);
    e->parts = wfv_parts_new(d);
    if (e->parts)
        return e;
    wfv_model_free(e);
    return NULL;
}

void wfv_model_free(struct wfv_model *e)
{
    if (!e)
        return;
    wfv_parts_free(e->parts);
    pthread_mutex_destroy(&e->lock);
    free(e);
}

/* Accesses out of range have a result where the program asked for robust access. */
static bool is_allowed(const struct wfv_device *d, const struct wf_fault_record *fault)
{
    return !fault->count || (fault->kind == WF_FAULT_MEM_RANGE && (d->features.robustBufferAccess || d->robust_images));
}

static bool judge(const struct wfv_model *e, const struct wfv_launch *l, const struct wfv_outcome *o, char report[WFV_REPORT])
{
    const struct wf_fault_record *fault = &o->fault;

    if (o->is_short)
        snprintf(report, WFV_REPORT, "%s: out of memory", l->pipeline->name);
    else if (o->result == WF_RUN_HUNG)
        snprintf(report, WFV_REPORT, "%s: hung: each wave that is left waits at a barrier that others never reach", l->pipeline->name);
    else if (o->result == WF_RUN_LIMIT)
        snprintf(report, WFV_REPORT, "%s: more than WAVEFOLD_LIMIT=%llu instructions", l->pipeline->name, (unsigned long long)e->device->physical->instance->settings.limit);
    else if (!is_allowed(e->device, fault)) {
        const struct wf_shader_place *place = fault->pc < l->code->code.count ? &l->code->code.place[fault->pc] : NULL;
        snprintf(report, WFV_REPORT, "%s: fault: %s: %s:%u: group %u,%u,%u wave %u lane %u, address 0x%x, %llu in all", l->pipeline->name,
                 wf_fault_text(fault->kind), place && place->line ? place->file : "?", place ? (unsigned)place->line : 0, (unsigned)fault->group[0], (unsigned)fault->group[1],
                 (unsigned)fault->group[2], fault->wave, fault->lane, (unsigned)fault->address, (unsigned long long)fault->count);
    } else
        return true;
    return false;
}

/* All groups on one machine. */
static void run_whole(const struct wfv_model *e, const struct wfv_work *w, struct wfv_outcome *o)
{
    const struct wfv_settings *settings = &e->device->physical->instance->settings;
    struct wf_machine *m = wfv_work_machine(w, w->launch->buffer);

    *o = (struct wfv_outcome){.is_short = !m};
    if (!m)
        return;
    o->result = wf_machine_run(m, settings->seed, settings->limit, &o->stats, NULL, NULL);
    o->fault = *wf_machine_fault(m);
    wf_machine_free(m);
}

bool wfv_model_run(struct wfv_model *e, struct wfv_launch *l, const struct wf_desc *desc, const struct wf_shape *shape,
                   char report[WFV_REPORT])
{
    const struct wfv_work w = {e->device, l, desc, shape};
    struct wfv_outcome o;

    pthread_mutex_lock(&e->lock);
    if (!wfv_parts_run(e->parts, &w, &o))
        run_whole(e, &w, &o);
    pthread_mutex_unlock(&e->lock);
    l->waves = o.stats.waves;
    l->instructions = l->cycles = o.stats.instructions;
    return judge(e, l, &o, report);
}
