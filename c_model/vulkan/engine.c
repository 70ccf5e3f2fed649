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

/* A texel outside of its image: Vulkan gives reads of it a value, and writes no effect, with and without robustImageAccess. */
static bool is_texel(const struct wfv_launch *l, const struct wf_fault_record *fault)
{
    return fault->kind == WF_FAULT_MEM_RANGE && fault->address >= WF_IMAGE_OUTSIDE && l->pipeline->images;
}

/* Accesses out of range have a result where the program asked for robust access. */
static bool is_allowed(const struct wfv_device *d, const struct wfv_launch *l, const struct wf_fault_record *fault)
{
    return !fault->count || is_texel(l, fault) || (fault->kind == WF_FAULT_MEM_RANGE && d->features.robustBufferAccess);
}

static const char *file_of(const struct wfv_launch *l, uint16_t pc)
{
    return pc < l->code->code.count && l->code->code.place[pc].line ? l->code->code.place[pc].file : "?";
}

static bool is_load(const struct wfv_launch *l, uint16_t pc)
{
    const enum wf_op op = pc < l->code->code.count ? wf_insn_decode(l->code->code.word[pc]).op : WF_OP_END;

    return op == WF_OP_GLD || op == WF_OP_TLD;
}

/* What such a read gives is zeros here, but another device gives something else unless it is asked for robustImageAccess, or
 * robustBufferAccess for texel buffers. */
static void warn(const struct wfv_engine *e, const struct wfv_launch *l, const struct wf_fault_record *fault)
{
    if (fault->count && is_texel(l, fault) && is_load(l, fault->pc) && !e->device->robust_images && !e->device->features.robustBufferAccess)
        wfv_say(e->device->physical->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT,
                "%s: %s:%u: reads a texel outside of its image; robustImageAccess and robustBufferAccess define its value: group %u,%u,%u wave %u lane %u", l->pipeline->name,
                file_of(l, fault->pc), fault->pc < l->code->code.count ? (unsigned)l->code->code.place[fault->pc].line : 0, (unsigned)fault->group[0],
                (unsigned)fault->group[1], (unsigned)fault->group[2], fault->wave, fault->lane);
}

static bool judge(const struct wfv_engine *e, const struct wfv_launch *l, const struct wf_machine *m,
                  enum wf_run_result result, char report[WFV_REPORT])
{
    const struct wf_fault_record *fault = wf_machine_fault(m);

    if (result == WF_RUN_HUNG)
        snprintf(report, WFV_REPORT, "%s: hung: each wave that is left waits at a barrier that others never reach", l->pipeline->name);
    else if (result == WF_RUN_LIMIT)
        snprintf(report, WFV_REPORT, "%s: more than WAVEFOLD_LIMIT=%llu instructions", l->pipeline->name, (unsigned long long)e->device->physical->instance->settings.limit);
    else if (!is_allowed(e->device, l, fault)) {
        const struct wf_shader_place *place = fault->pc < l->code->code.count ? &l->code->code.place[fault->pc] : NULL;
        snprintf(report, WFV_REPORT, "%s: fault: %s: %s:%u: group %u,%u,%u wave %u lane %u, address 0x%x, %llu in all", l->pipeline->name,
                 wf_fault_text(fault->kind), place && place->line ? place->file : "?", place ? (unsigned)place->line : 0, (unsigned)fault->group[0], (unsigned)fault->group[1],
                 (unsigned)fault->group[2], fault->wave, fault->lane, (unsigned)fault->address, (unsigned long long)fault->count);
    } else {
        warn(e, l, fault);
        return true;
    }
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
