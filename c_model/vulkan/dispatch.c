/* SPDX-License-Identifier: Apache-2.0
 * dispatch.c - dispatches, recorded and run.
 */
#include "between.h"
#include "descriptor_memory.h"
#include "fault.h"
#include "profile.h"
#include "report.h"
#include "stats.h"
#include "resources.h"
#include "trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a dispatch -------------------------------------------------------------------------------------------------- */

struct dispatch {
    struct wfv_bound bound;
    uint32_t base[3], groups[3];
    bool is_indirect;
    struct wfv_traffic counts;          /* then, where the group counts are in the arena */
};

/* Counts that were in memory may be any. */
static bool are_allowed(const struct wfv_device *d, const struct dispatch *x, const struct wfv_code *code,
                        const uint32_t groups[3], char report[WFV_REPORT])
{
    char called[WFV_CALLED];
    const uint32_t *most = d->physical->properties.limits.maxComputeWorkGroupCount;

    for (int i = 0; i < 3; i++)
        if (groups[i] > most[i] || x->base[i] > most[i] - groups[i]) {
            snprintf(report, WFV_REPORT, "%s: %s of %u x %u x %u groups: at most %u in %c",
                     wfv_called(x->bound.pipeline, code, called),
                     x->is_indirect ? "an indirect dispatch" : "a dispatch", groups[0], groups[1], groups[2], most[i],
                     "xyz"[i]);
            return false;
        }
    return true;
}

/* ---- from the beginning to the end ------------------------------------------------------------------------------- */

static uint64_t invocations(const struct wfv_launch *l)
{
    const struct wf_desc *d = &l->code->desc;

    return (uint64_t)d->threads[0] * d->threads[1] * d->threads[2] * l->groups[0] * l->groups[1] * l->groups[2];
}

static void free_launch(struct wfv_device *d, struct wfv_launch *l)
{
    wfv_arena_give(d->arena, l->own_at);
    free(l->count);
    free(l);
}

static void lose(struct wfv_execution *x, const char *report)
{
    if (atomic_load(&x->device->lost))
        return;
    for (const struct wfv_launch *l = x->flying; l; l = l->next)
        if (l->ended != WFV_ENDED_DIFFERS)      /* one that did not end may have had a fault before */
            wfv_fault_note(x->device, l);
    wfv_lose(x->device, "%s", report);
}

/* What it did is counted. */
static void land(struct wfv_execution *x, struct wfv_launch *l)
{
    wfv_trace_end(x->device, l);
    wfv_stats_add(x->device, l);
    wfv_profile_add(l);
    atomic_fetch_add(&x->device->clock, l->clock);
    x->invocations += invocations(l);
}

/* Those that were begun have ended; of a device that is lost, they are forgotten. */
static void settle(struct wfv_execution *x)
{
    char report[WFV_REPORT];

    if (!wfv_engine_finish(x->device->engine, report))
        lose(x, report);
    while (x->flying) {
        struct wfv_launch *l = x->flying;
        x->flying = l->next;
        land(x, l);
        free_launch(x->device, l);
    }
    x->settle = NULL;
}

static void begin(struct wfv_execution *x, struct wfv_launch *l)
{
    struct wfv_launch **last = &x->flying;
    char report[WFV_REPORT];

    while (*last)
        last = &(*last)->next;
    *last = l;
    x->settle = settle;
    if (!wfv_engine_begin(x->device->engine, l, report))
        lose(x, report);
}

/* NULL: no memory of the host. */
static struct wfv_launch *launch_of(const struct dispatch *x, const struct wfv_code *code, struct wfv_device *d)
{
    struct wfv_launch *l = calloc(1, sizeof *l);

    if (!l)
        return NULL;
    l->pipeline = x->bound.pipeline;
    l->code = code;
    memcpy(l->base, x->base, sizeof l->base);
    memcpy(l->groups, x->is_indirect ? wfv_arena_at(d->arena, x->counts.from.at) : x->groups, sizeof l->groups);
    return l;
}

static struct wfv_room take_room(struct wfv_execution *execution, const struct wfv_launch *l)
{
    struct wfv_room room = wfv_room_take(execution->device, l);

    if (!room.at && execution->flying) {        /* what is in flight has some */
        wfv_settle(execution);
        if (!atomic_load(&execution->device->lost))
            room = wfv_room_take(execution->device, l);
    }
    return room;
}

static void launch(struct wfv_execution *execution, const struct dispatch *x, const struct wfv_code *code)
{
    struct wfv_device *d = execution->device;
    struct wfv_launch *l = launch_of(x, code, d);
    char report[WFV_REPORT];

    if (!l) {
        wfv_lose(d, "%s: out of memory", x->bound.pipeline->name);
        return;
    }
    if (!l->groups[0] || !l->groups[1] || !l->groups[2]) {
        free_launch(d, l);
        return;
    }
    if (!are_allowed(d, x, code, l->groups, report)) {
        wfv_lose(d, "%s", report);
        free_launch(d, l);
        return;
    }
    const struct wfv_room room = take_room(execution, l);
    if (!room.at) {
        if (!atomic_load(&d->lost))
            wfv_lose(d, "%s: no device memory for %llu bytes of scratch memory", l->pipeline->name,
                     (unsigned long long)room.bytes);
        free_launch(d, l);
        return;
    }
    l->order = execution->order;
    l->own_at = room.at;
    l->own_bytes = room.bytes;
    l->number = wfv_stats_number();
    wfv_bind_resources(d, &x->bound, &room, l);
    if (*d->physical->instance->settings.profile)
        l->count = calloc(code->code.count + 1, sizeof *l->count);      /* without memory it is not counted */
    wfv_trace_begin(d, l);
    wfv_stats_begin(d, l);
    begin(execution, l);
}

/* ---- sets in memory ---------------------------------------------------------------------------------------------- */

static void free_sets(struct wfv_set *const read[WFV_SETS])
{
    for (int i = 0; i < WFV_SETS; i++)
        free(read[i]);
}

/* Those that are in memory are bound as they are there now.  False: no memory of the host. */
static bool read_sets(struct wfv_execution *x, struct wfv_bound *bound, struct wfv_set *read[WFV_SETS])
{
    static const char *const kind[WFV_SETS] = {
        "descriptors of set 0", "descriptors of set 1", "descriptors of set 2", "descriptors of set 3",
        "descriptors of set 4", "descriptors of set 5", "descriptors of set 6", "descriptors of set 7"};
    const struct wfv_pipeline *p = bound->pipeline;
    const struct wfv_pipeline_layout *layout = p->layout;

    for (uint32_t i = 0; i < layout->sets; i++) {
        if (!bound->set_at[i] || !layout->set[i])
            continue;
        uint64_t bytes;
        bound->set[i] = read[i] = wfv_set_read(x->device, layout->set[i], bound->set_at[i], &bytes);
        if (!read[i])
            return false;
        const struct wfv_traffic traffic = {
            .command = "the descriptors of a dispatch", .stage = WFV_STAGE_SHADER,
            .from = wfv_area_of(kind[i], p->called, bound->set_at[i], bound->set_at[i], bytes)};
        if (bytes)
            wfv_between_traffic(x->device->between, x->order, &traffic);
    }
    return true;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static void run_bound(struct wfv_execution *x, const struct dispatch *dispatch)
{
    struct wfv_pipeline *p = dispatch->bound.pipeline;
    char message[WF_SHADER_MESSAGE] = "out of memory";
    bool careful = false;
    struct wfv_key *key = wfv_key_of(x->device, &dispatch->bound, &careful);
    const struct wfv_code *code = key ? wfv_pipeline_code(x->device, p, key, dispatch->base, careful, message) : NULL;

    free(key);
    if (dispatch->is_indirect)
        wfv_between_traffic(x->device->between, x->order, &dispatch->counts);
    if (code)
        launch(x, dispatch, code);
    else
        wfv_lose(x->device, "%s: %s", p->name, message);
}

static void run_dispatch(struct wfv_execution *x, void *payload)
{
    struct dispatch own = *(const struct dispatch *)payload;
    struct wfv_set *read[WFV_SETS] = {NULL};

    if (read_sets(x, &own.bound, read))
        run_bound(x, &own);
    else
        wfv_lose(x->device, "%s: out of memory", own.bound.pipeline->name);
    free_sets(read);
}

/* NULL: the recording fails. */
static struct dispatch *record(VkCommandBuffer handle, const char *command)
{
    struct wfv_commands *c = wfv_commands_of(handle);
    if (!c->bound.pipeline) {
        wfv_fail(c, VK_ERROR_VALIDATION_FAILED_EXT, "%s: no compute pipeline is bound", command);
        return NULL;
    }
    struct dispatch *x = wfv_record_overlapping(c, run_dispatch, sizeof *x);
    if (x)
        x->bound = c->bound;
    return x;
}

static void record_dispatch(VkCommandBuffer handle, const char *command, const uint32_t base[3],
                            const uint32_t groups[3])
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
    record_dispatch(commandBuffer, "vkCmdDispatch", (uint32_t[3]){0},
                    (uint32_t[3]){groupCountX, groupCountY, groupCountZ});
}

void wfv_CmdDispatchIndirect(VkCommandBuffer commandBuffer, VkBuffer buffer, VkDeviceSize offset)
{
    static const char command[] = "vkCmdDispatchIndirect";
    struct wfv_buffer *b = wfv_buffer_of(buffer);

    if (!wfv_commands_reach(wfv_commands_of(commandBuffer), command, b, offset, sizeof(VkDispatchIndirectCommand)))
        return;
    struct dispatch *x = record(commandBuffer, command);
    if (!x)
        return;
    x->is_indirect = true;
    x->counts = (struct wfv_traffic){.command = command, .stage = WFV_STAGE_INDIRECT,
                                     .from = wfv_area_of("buffer", b->called, b->at, b->at + offset,
                                                         sizeof(VkDispatchIndirectCommand))};
}
