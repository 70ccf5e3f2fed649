/* SPDX-License-Identifier: Apache-2.0
 * dispatch.c - dispatches, recorded and run.
 */
#include "resources.h"

#include <stdlib.h>
#include <string.h>

/* ---- a dispatch -------------------------------------------------------------------------------------------------- */

struct dispatch {
    struct wfv_bound bound;
    uint32_t base[3], groups[3];
    uint64_t indirect_at;               /* where the group counts are in the arena; 0: they are known */
};

static void launch(struct wfv_device *d, const struct dispatch *x, const struct wfv_code *code)
{
    struct wfv_launch l = {.pipeline = x->bound.pipeline, .code = code};
    const struct wfv_room room = wfv_room_take(d, &l);
    char report[WFV_REPORT];

    if (!room.at) {
        wfv_lose(d, "%s: no device memory for %llu bytes of scratch memory", l.pipeline->name, (unsigned long long)room.bytes);
        return;
    }
    memcpy(l.groups, x->groups, sizeof l.groups);
    if (x->indirect_at)
        memcpy(l.groups, wfv_arena_at(d->arena, x->indirect_at), sizeof l.groups);
    wfv_bind_resources(d, &x->bound, &room, &l);
    if (l.groups[0] && l.groups[1] && l.groups[2] && !wfv_engine_run(d->engine, &l, report))
        wfv_lose(d, "%s", report);
    d->clock += l.cycles;
    wfv_arena_give(d->arena, room.at);
}

static void run_dispatch(struct wfv_execution *x, void *payload)
{
    const struct dispatch *dispatch = payload;
    struct wfv_pipeline *p = dispatch->bound.pipeline;
    char message[WF_SHADER_MESSAGE] = "out of memory";
    bool careful = false;
    struct wfv_key *key = p ? wfv_key_of(x->device, &dispatch->bound, &careful) : NULL;
    const struct wfv_code *code = key ? wfv_pipeline_code(x->device, p, key, dispatch->base, careful, message) : NULL;

    free(key);
    if (code)
        launch(x->device, dispatch, code);
    else
        wfv_lose(x->device, "%s: %s", p ? p->name : "vkCmdDispatch without a pipeline", message);
}

static struct dispatch *record(VkCommandBuffer handle)
{
    struct wfv_commands *c = wfv_commands_of(handle);
    struct dispatch *x = wfv_record(c, run_dispatch, sizeof *x);

    if (x)
        x->bound = c->bound;
    return x;
}

void wfv_CmdDispatchBase(VkCommandBuffer commandBuffer, uint32_t baseGroupX, uint32_t baseGroupY, uint32_t baseGroupZ,
                         uint32_t groupCountX, uint32_t groupCountY, uint32_t groupCountZ)
{
    struct dispatch *x = record(commandBuffer);

    if (!x)
        return;
    memcpy(x->base, (uint32_t[3]){baseGroupX, baseGroupY, baseGroupZ}, sizeof x->base);
    memcpy(x->groups, (uint32_t[3]){groupCountX, groupCountY, groupCountZ}, sizeof x->groups);
}

void wfv_CmdDispatch(VkCommandBuffer commandBuffer, uint32_t groupCountX, uint32_t groupCountY, uint32_t groupCountZ)
{
    wfv_CmdDispatchBase(commandBuffer, 0, 0, 0, groupCountX, groupCountY, groupCountZ);
}

void wfv_CmdDispatchIndirect(VkCommandBuffer commandBuffer, VkBuffer buffer, VkDeviceSize offset)
{
    struct dispatch *x = record(commandBuffer);

    if (x)
        x->indirect_at = wfv_buffer_of(buffer)->at + offset;
}
