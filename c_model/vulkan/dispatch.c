/* SPDX-License-Identifier: Apache-2.0
 * dispatch.c - dispatches, recorded and run.
 */
#include "fault.h"
#include "profile.h"
#include "stats.h"
#include "resources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a dispatch -------------------------------------------------------------------------------------------------- */

struct dispatch {
    struct wfv_bound bound;
    uint32_t base[3], groups[3];
    bool is_indirect;
    uint64_t indirect_at;               /* where the group counts are in the arena */
};

/* Counts that were in memory may be any. */
static bool are_allowed(const struct wfv_device *d, const struct dispatch *x, const uint32_t groups[3], char report[WFV_REPORT])
{
    const uint32_t *most = d->physical->properties.limits.maxComputeWorkGroupCount;

    for (int i = 0; i < 3; i++)
        if (groups[i] > most[i] || x->base[i] > most[i] - groups[i]) {
            snprintf(report, WFV_REPORT, "%s: %s of %u x %u x %u groups: at most %u in %c", x->bound.pipeline->name,
                     x->is_indirect ? "an indirect dispatch" : "a dispatch", groups[0], groups[1], groups[2], most[i], "xyz"[i]);
            return false;
        }
    return true;
}

static uint64_t invocations(const struct wfv_launch *l)
{
    const struct wf_desc *d = &l->code->desc;

    return (uint64_t)d->threads[0] * d->threads[1] * d->threads[2] * l->groups[0] * l->groups[1] * l->groups[2];
}

static void launch(struct wfv_execution *e, const struct dispatch *x, const struct wfv_code *code)
{
    struct wfv_device *d = e->device;
    struct wfv_launch l = {.pipeline = x->bound.pipeline, .code = code};
    char report[WFV_REPORT];

    memcpy(l.groups, x->is_indirect ? wfv_arena_at(d->arena, x->indirect_at) : x->groups, sizeof l.groups);
    if (!l.groups[0] || !l.groups[1] || !l.groups[2])
        return;
    if (!are_allowed(d, x, l.groups, report)) {
        wfv_lose(d, "%s", report);
        return;
    }
    const struct wfv_room room = wfv_room_take(d, &l);
    if (!room.at) {
        wfv_lose(d, "%s: no device memory for %llu bytes of scratch memory", l.pipeline->name, (unsigned long long)room.bytes);
        return;
    }
    memcpy(l.base, x->base, sizeof l.base);
    wfv_bind_resources(d, &x->bound, &room, &l);
    l.number = wfv_stats_number();
    if (*d->physical->instance->settings.profile)
        l.count = calloc(code->code.count + 1, sizeof *l.count);    /* without memory it is not counted */
    if (!wfv_engine_run(d->engine, &l, report)) {
        wfv_fault_note(d, &l);
        wfv_lose(d, "%s", report);
    }
    wfv_stats_add(d, &l);
    wfv_profile_add(&l);
    free(l.count);
    atomic_fetch_add(&d->clock, l.cycles);
    e->invocations += invocations(&l);
    wfv_arena_give(d->arena, room.at);
}

static void run_dispatch(struct wfv_execution *x, void *payload)
{
    const struct dispatch *dispatch = payload;
    struct wfv_pipeline *p = dispatch->bound.pipeline;
    char message[WF_SHADER_MESSAGE] = "out of memory";
    bool careful = false;
    struct wfv_key *key = wfv_key_of(x->device, &dispatch->bound, &careful);
    const struct wfv_code *code = key ? wfv_pipeline_code(x->device, p, key, dispatch->base, careful, message) : NULL;

    free(key);
    if (code)
        launch(x, dispatch, code);
    else
        wfv_lose(x->device, "%s: %s", p->name, message);
}

/* NULL: the recording fails. */
static struct dispatch *record(VkCommandBuffer handle, const char *command)
{
    struct wfv_commands *c = wfv_commands_of(handle);

    if (!c->bound.pipeline) {
        wfv_fail(c, VK_ERROR_VALIDATION_FAILED_EXT, "%s: no compute pipeline is bound", command);
        return NULL;
    }
    struct dispatch *x = wfv_record(c, run_dispatch, sizeof *x);
    if (x)
        x->bound = c->bound;
    return x;
}

static void record_dispatch(VkCommandBuffer handle, const char *command, const uint32_t base[3], const uint32_t groups[3])
{
    struct dispatch *x = record(handle, command);

    if (!x)
        return;
    memcpy(x->base, base, sizeof x->base);
    memcpy(x->groups, groups, sizeof x->groups);
}

void wfv_CmdDispatchBase(VkCommandBuffer commandBuffer, uint32_t baseGroupX, uint32_t baseGroupY, uint32_t baseGroupZ,
                         uint32_t groupCountX, uint32_t groupCountY, uint32_t groupCountZ)
{
    record_dispatch(commandBuffer, "vkCmdDispatchBase", (uint32_t[3]){baseGroupX, baseGroupY, baseGroupZ},
                    (uint32_t[3]){groupCountX, groupCountY, groupCountZ});
}

void wfv_CmdDispatch(VkCommandBuffer commandBuffer, uint32_t groupCountX, uint32_t groupCountY, uint32_t groupCountZ)
{
    record_dispatch(commandBuffer, "vkCmdDispatch", (uint32_t[3]){0}, (uint32_t[3]){groupCountX, groupCountY, groupCountZ});
}

void wfv_CmdDispatchIndirect(VkCommandBuffer commandBuffer, VkBuffer buffer, VkDeviceSize offset)
{
    static const char command[] = "vkCmdDispatchIndirect";
    const struct wfv_buffer *b = wfv_buffer_of(buffer);

    if (!wfv_commands_reach(wfv_commands_of(commandBuffer), command, b, offset, sizeof(VkDispatchIndirectCommand)))
        return;
    struct dispatch *x = record(commandBuffer, command);
    if (!x)
        return;
    x->is_indirect = true;
    x->indirect_at = b->at + offset;
}
