/* SPDX-License-Identifier: Apache-2.0
 * wf_device.c - a device from its making to its end: the functions of wavefold/sim.h.
 */
#include "wf_device.h"

#include <stdlib.h>
#include <string.h>

#include "wf_fst_axis.h"

/* ---- clocks ------------------------------------------------------------------------------------------------------ */

static void clock_once(struct wf_sim *s)
{
    const char *why;
    if (!wf_rtl.clock(s->machine, &why))
        device_stop(s, WF_SIM_ENDED, "%s\n", why);
}

static enum wf_sim_status run(struct wf_sim *s, uint64_t clocks)
{
    enum { LAST = 4 };                          /* clocks until a machine that is to stop has told its counters */
    if (device_stopped(s))
        return s->status;
    s->status = WF_SIM_OK;
    for (; clocks && !s->status; clocks--)
        clock_once(s);
    for (int i = 0; i < LAST && s->last_due; i++)
        clock_once(s);
    s->last_due = false;
    return s->status;
}

static enum wf_sim_status reset(struct wf_sim *s)
{
    enum { LONGEST = 64 };
    if (s->status >= WF_SIM_ENDED)
        return s->status;
    device_end(s, true);
    for (unsigned i = 0; i < s->queued; i++)
        s->queue[i]->state = WF_SIM_NEW;
    s->queued = s->codes = s->loads = s->room = 0;
    s->index = 0;
    s->step = STEP_IDLE;
    s->status = WF_SIM_OK;
    s->accepted = s->counted = s->reset_done = false;
    s->cycle = 0;
    s->origin = UINT64_MAX;
    memset(s->before, 0, sizeof s->before);
    free(s->report);
    s->report = NULL;
    s->resetting = s->reset_due = true;
    for (int i = 0; i < LONGEST && !s->reset_done && !s->status; i++)
        clock_once(s);
    s->resetting = false;
    s->last_event = s->clock;
    return s->status;
}

/* ---- making one -------------------------------------------------------------------------------------------------- */

static void end_waves(struct wf_sim *s)
{
    if (s->waves)
        wf_fst_axis(s->waves, s->origin == UINT64_MAX ? 0 : s->origin);
    free(s->waves);
    s->waves = NULL;
}

static void destroy(struct wf_sim *s)
{
    if (!s)
        return;
    if (s->machine)
        wf_rtl.end(s->machine);
    end_waves(s);
    device_end(s, true);
    free(s->report);
    free(s);
}

struct wf_sim *wf_sim_new(const struct wf_sim_setup *setup, const void *user)
{
    struct wf_sim *s = setup && (setup->memory || !setup->memory_words) ? calloc(1, sizeof *s) : NULL;
    if (!s)
        return NULL;
    s->setup = *setup;
    s->setup.events = setup->event ? setup->events : 0;
    s->origin = UINT64_MAX;
    s->stalls = setup->seed == 0 ? STALLS_NONE : (enum stalls)(1 + (setup->seed - 1) % 4);
    s->prng = (setup->seed + 1) * 0x9e3779b97f4a7c15u | 1;
    s->machine = wf_rtl.start(s, user);
    if (s->machine && s->cores && (setup->unchecked || !s->built.alone))
        return s;
    destroy(s);
    return NULL;
}

static struct wf_sim *create(const struct wf_sim_setup *setup)
{
    return wf_sim_new(setup, NULL);
}

static const struct wf_sim_build *build(const struct wf_sim *s)
{
    return &s->built;
}

/* ---- what is to run ---------------------------------------------------------------------------------------------- */

static enum wf_sim_status set_memory(struct wf_sim *s, uint32_t *words, size_t count)
{
    if (device_is_busy(s))
        return WF_SIM_BUSY;
    if (!words && count)
        return WF_SIM_ARGUMENT;
    s->setup.memory = words;
    s->setup.memory_words = count;
    return WF_SIM_OK;
}

static enum wf_sim_status load(struct wf_sim *s, const struct wf_sim_code *code, uint16_t *base)
{
    if (!code || !base || (code->count && !code->word))
        return WF_SIM_ARGUMENT;
    if (s->codes == CODES || code->count > s->built.device.imem_words - s->room)
        return WF_SIM_FULL;
    *base = (uint16_t)s->room;
    s->loaded[s->codes].code = code;
    s->loaded[s->codes++].base = s->room;
    s->room += (unsigned)code->count;
    return WF_SIM_OK;
}

static enum wf_sim_status clear(struct wf_sim *s)
{
    if (device_is_busy(s))
        return WF_SIM_BUSY;
    s->codes = s->loads = s->room = 0;
    s->index = 0;
    return WF_SIM_OK;
}

static enum wf_sim_status cancel(struct wf_sim *s, struct wf_sim_dispatch *d)
{
    for (unsigned id = 0; d && id < WF_LOCKSTEP_DISPATCHES; id++)
        if (s->flight[id].dispatch == d) {
            s->flight[id].cancel = true;
            return WF_SIM_OK;
        }
    return WF_SIM_ARGUMENT;
}

/* ---- what came of it --------------------------------------------------------------------------------------------- */

static void stats(const struct wf_sim *s, struct wf_sim_stats *stats)
{
    *stats = (struct wf_sim_stats){
        .cycles = s->cycle, .clocks = s->clock, .between = s->idle, .line_accesses = device_line_accesses(s),
        .cache_hits = s->cache_hits, .cache_joins = s->cache_joins, .cache_misses = s->cache_misses,
        .latency = device_memory_timing(s).least, .any_order = device_lines_timing(s).any_order, .counted = s->counted};
    if (s->ls)
        stats->work = *wf_lockstep_stats(s->ls);
    memcpy(stats->counter, s->counters, s->cores * sizeof stats->counter[0]);
}

static const char *report(const struct wf_sim *s)
{
    return !device_stopped(s) ? "" : s->report ? s->report : "out of memory\n";
}

static void explain(const struct wf_sim *s, wf_lockstep_line_fn *line, void *user)
{
    if (s->ls && s->runs)
        wf_lockstep_explain(s->ls, device_stopped(s) ? s->stopped_at : s->cycle - s->accepted, line, user);
}

static enum wf_sim_status waves(struct wf_sim *s, const char *file)
{
    if (!s->built.traced)
        return WF_SIM_NOT_TRACED;
    if (s->waves)
        wf_rtl.waves(s->machine, NULL);
    end_waves(s);
    if (!file)
        return WF_SIM_OK;
    const size_t size = strlen(file) + 1;
    s->waves = malloc(size);
    if (!s->waves)
        return WF_SIM_NO_MEMORY;
    memcpy(s->waves, file, size);
    if (!device_is_busy(s))
        s->origin = UINT64_MAX;
    wf_rtl.waves(s->machine, file);
    return WF_SIM_OK;
}

const struct wf_sim_api *wf_sim_api(void)
{
    static const struct wf_sim_api api = {
        .version = WF_SIM_API_VERSION, .create = create, .destroy = destroy, .build = build, .memory = set_memory,
        .load = load, .clear = clear, .submit = device_submit, .cancel = cancel, .run = run, .reset = reset,
        .stats = stats, .report = report, .explain = explain, .waves = waves};
    return &api;
}
