/* SPDX-License-Identifier: Apache-2.0 */
#include "engine.h"

#include "addresses.h"

#include "wavefold/isa.h"

#include <stdio.h>
#include <stdlib.h>

struct wfv_engine {
    struct wfv_device *device;
    pthread_mutex_t lock;               /* queues take turns: atomics of two dispatches on one word are atomic, too */
};

struct wfv_engine *wfv_engine_new(struct wfv_device *device)
{
    struct wfv_engine *e = calloc(1, sizeof *e);

    if (!e)
        return NULL;
    e->device = device;
    pthread_mutex_init(&e->lock, NULL);
    return e;
}

void wfv_engine_free(struct wfv_engine *e)
{
    if (e)
        pthread_mutex_destroy(&e->lock);
    free(e);
}

/* Accesses out of range have a result where the program asked for robust access. */
static bool is_allowed(const struct wfv_device *d, const struct wf_fault_record *fault)
{
    return !fault->count || (fault->kind == WF_FAULT_MEM_RANGE && (d->features.robustBufferAccess || d->robust_images));
}

/* For VK_EXT_device_fault.  The address is the one that a program has from vkGetBufferDeviceAddress, if the lane
 * used one; of a descriptor it is a byte of the memory of the machine. */
static struct wfv_fault fault_of(const struct wfv_launch *l, const struct wf_fault_record *fault)
{
    struct wfv_fault f = {.code = (uint64_t)fault->kind, .data = fault->pc};

    if (!fault->knows_buffer || fault->buffer >= WF_MAX_BUFFERS || fault->pc >= l->code->code.count)
        return f;
    const bool is_load = wf_op_is_load(wf_insn_decode(l->code->code.word[fault->pc]).op);
    const bool by_address = wf_shader_addresses(l->pipeline->shader) && fault->buffer >= WFV_ADDRESS_FIRST && fault->buffer < WFV_ADDRESS_END;
    f.has_address = true;
    f.address = (VkDeviceFaultAddressInfoEXT){
        .addressType = is_load ? VK_DEVICE_FAULT_ADDRESS_TYPE_READ_INVALID_EXT : VK_DEVICE_FAULT_ADDRESS_TYPE_WRITE_INVALID_EXT,
        .reportedAddress = by_address ? (uint64_t)(1 + fault->buffer) << 32 | fault->address
                                      : (uint64_t)l->buffer[fault->buffer].base + fault->address,
        .addressPrecision = 4};
    return f;
}

static bool judge(const struct wfv_engine *e, struct wfv_launch *l, const struct wf_machine *m,
                  enum wf_run_result result, char report[WFV_REPORT])
{
    const struct wf_fault_record *fault = wf_machine_fault(m);

    if (result == WF_RUN_HUNG)
        snprintf(report, WFV_REPORT, "%s: hung: each wave that is left waits at a barrier that others never reach", l->pipeline->name);
    else if (result == WF_RUN_LIMIT)
        snprintf(report, WFV_REPORT, "%s: more than WAVEFOLD_LIMIT=%llu instructions", l->pipeline->name, (unsigned long long)e->device->physical->instance->settings.limit);
    else if (!is_allowed(e->device, fault)) {
        l->has_fault = true;
        l->fault = fault_of(l, fault);
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
    pthread_mutex_lock(&e->lock);
    const bool right = on_model(e, l, &desc, &shape, report);
    pthread_mutex_unlock(&e->lock);
    return right;
}
