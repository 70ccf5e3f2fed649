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

/* Accesses out of range have a result where the program asked for robust access, or has nothing bound. */
static bool is_allowed(const struct wfv_launch *l, const struct wf_fault_record *fault)
{
    return !fault->count || (fault->kind == WF_FAULT_MEM_RANGE && fault->knows_buffer &&
                             fault->buffer < WF_MAX_BUFFERS && l->forgives[fault->buffer]);
}

/* ", binding 0.2[1] of 64 bytes"; "": the fault is not one of memory. */
static const char *memory_of(const struct wfv_launch *l, const struct wf_fault_record *fault, char text[120])
{
    const struct wfv_pipeline *p = l->pipeline;

    text[0] = 0;
    if (fault->kind != WF_FAULT_MEM_RANGE && fault->kind != WF_FAULT_MEM_ALIGN)
        return text;
    if (!fault->knows_buffer)
        return text;
    snprintf(text, 120, "%s", fault->buffer == WFV_NUMBER_SCRATCH || fault->buffer == WFV_NUMBER_TABLE ? ", of an array of the lane"
                              : wf_shader_addresses(p->shader) ? ", by an address" : ", beyond an array of descriptors");
    for (uint32_t i = 0; i < p->slots; i++) {
        const struct wfv_slot *s = &p->slot[i];
        const uint32_t n = fault->buffer - s->number;
        if (s->kind == WF_SHADER_SAMPLER || n >= s->elements)
            continue;
        if (s->is_push)
            snprintf(text, 120, ", of the push constants");
        else if (l->buffer[fault->buffer].size)
            snprintf(text, 120, ", set %u binding %u[%u], %u bytes", (unsigned)s->set, (unsigned)s->binding, (unsigned)n,
                     (unsigned)l->buffer[fault->buffer].size);
        else
            snprintf(text, 120, ", set %u binding %u[%u], where nothing is bound", (unsigned)s->set, (unsigned)s->binding, (unsigned)n);
    }
    return text;
}

static bool judge(const struct wfv_engine *e, const struct wfv_launch *l, const struct wf_machine *m,
                  enum wf_run_result result, char report[WFV_REPORT])
{
    const struct wf_fault_record *fault = wf_machine_fault(m);

    if (result == WF_RUN_HUNG)
        snprintf(report, WFV_REPORT, "%s: hung: each wave that is left waits at a barrier that others never reach", l->pipeline->name);
    else if (result == WF_RUN_LIMIT)
        snprintf(report, WFV_REPORT, "%s: more than WAVEFOLD_LIMIT=%llu instructions", l->pipeline->name, (unsigned long long)e->device->physical->instance->settings.limit);
    else if (!is_allowed(l, fault)) {
        char memory[120];
        const struct wf_shader_place *place = fault->pc < l->code->code.count ? &l->code->code.place[fault->pc] : NULL;
        snprintf(report, WFV_REPORT, "%s: fault: %s: %s:%u: group %u,%u,%u wave %u lane %u, address 0x%x%s, %llu in all", l->pipeline->name,
                 wf_fault_text(fault->kind), place && place->line ? place->file : "?", place ? (unsigned)place->line : 0, (unsigned)fault->group[0], (unsigned)fault->group[1],
                 (unsigned)fault->group[2], fault->wave, fault->lane, (unsigned)fault->address,
                 memory_of(l, fault, memory), (unsigned long long)fault->count);
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
    wf_machine_forgive(m, l->forgives);
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
