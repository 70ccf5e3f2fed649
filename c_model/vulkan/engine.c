/* SPDX-License-Identifier: Apache-2.0 */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>

struct wfv_engine {
    struct wfv_device *device;
};

struct wfv_engine *wfv_engine_new(struct wfv_device *device)
{
    struct wfv_engine *e = calloc(1, sizeof *e);

    if (e)
        e->device = device;
    return e;
}

void wfv_engine_free(struct wfv_engine *e)
{
    free(e);
}

/* Accesses out of range have a result where the program asked for robust access. */
static bool is_allowed(const struct wfv_device *d, const struct wf_fault_record *fault)
{
    return !fault->count || (fault->kind == WF_FAULT_MEM_RANGE && (wfv_enabled(d, WFV_FEATURE_robustBufferAccess) || wfv_enabled(d, WFV_FEATURE_robustImageAccess)));
}

static bool judge(const struct wfv_engine *e, const struct wfv_launch *l, const struct wf_machine *m,
                  enum wf_run_result result, char report[WFV_REPORT])
{
    const struct wf_fault_record *fault = wf_machine_fault(m);

    if (result == WF_RUN_HUNG)
        snprintf(report, WFV_REPORT, "%s: hung: each wave that is left waits at a barrier that others never reach", l->pipeline->name);
    else if (result == WF_RUN_LIMIT)
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

static bool on_model(const struct wfv_engine *e, struct wfv_launch *l, const struct wf_desc *desc,
                     const struct wf_shape *shape, char report[WFV_REPORT])
{
    const struct wfv_settings *settings = &e->device->physical->instance->settings;
    const struct wfv_arena *arena = e->device->arena;
    struct wf_run_stats stats = {.waves = 0};
    struct wf_machine *m = wf_machine_new(&e->device->physical->machine, desc, shape, l->code->code.word, l->code->code.count,
                                          l->buffer, wfv_arena_words(arena), wfv_arena_bytes(arena) / 4);

    if (!m) {
        snprintf(report, WFV_REPORT, "%s: out of memory", l->pipeline->name);
        return false;
    }
    const enum wf_run_result result = wf_machine_run(m, settings->seed, settings->limit, &stats, NULL, NULL);
    l->waves = stats.waves;
    l->instructions = l->cycles = stats.instructions;
    const bool right = judge(e, l, m, result, report);
    wf_machine_free(m);
    return right;
}

bool wfv_engine_run(struct wfv_engine *e, struct wfv_launch *l, char report[WFV_REPORT])
{
    struct wf_desc desc = l->code->desc;
    struct wf_shape shape;

    for (int i = 0; i < 3; i++)
        desc.grid[i] = l->groups[i];
    const enum wf_reject reject = wf_dispatch_check(&desc, &e->device->physical->machine, &shape);
    if (reject != WF_REJECT_NONE) {
        snprintf(report, WFV_REPORT, "%s: the device refuses the dispatch: %s", l->pipeline->name, wf_reject_text(reject));
        return false;
    }
    return on_model(e, l, &desc, &shape, report);
}
