/* SPDX-License-Identifier: Apache-2.0
 * rtl_observe.c - the main phase of a run on the hardware in trace, profile and timeline, and the pages in the end.
 */
#include <string.h>

#include "rtl.h"
#include "run_texts.h"
#include "trace.h"

#define ON(event) (1u << WF_SIM_##event)

uint32_t rtl_events(const struct run *run)
{
    const uint32_t profile = ON(LAUNCH) | ON(RETIRE) | ON(ISSUE) | ON(FOLD) | ON(PICK) | ON(CORE) | ON(END);
    const uint32_t timeline = ON(LAUNCH) | ON(RETIRE) | ON(RELEASE) | ON(CORE) | ON(END) | ON(ACCEPT) | ON(ANSWER);
    return (run->out[RUN_TRACE].file || run->out[RUN_VIEW].file ? ON(RETIRE) : 0) | (run->out[RUN_PROFILE].file ? profile : 0) |
           (run->out[RUN_TIMELINE].file ? timeline : 0) | (run->out[RUN_REPORT].file ? profile | timeline : 0);
}

/* A page that the dispatches fill; both once. */
bool rtl_observe_begin(struct rtl *r)
{
    const struct wf_device *d = &r->built->device;
    const bool watched = r->run->out[RUN_PROFILE].file || r->run->out[RUN_REPORT].file;
    const bool good = !watched || run_seen_begin(&r->seen, r->run, r->cores, d->waves);
    if (r->run->out[RUN_TIMELINE].file && !r->timeline)
        r->timeline = wf_timeline_new(r->run->out[RUN_TIMELINE].file, r->cores, d->waves, d->lanes, r->count > 1);
    return good && (!r->run->out[RUN_TIMELINE].file || r->timeline);
}

/* A job of the file, from 0. */
static unsigned index_of(const struct rtl *r, const struct rtl_job *job)
{
    return (unsigned)(job - r->jobs);
}

static void launch(struct rtl *r, const struct wf_sim_event *e, const struct rtl_job *job)
{
    if (r->seen.profile)
        wf_profile_launch(r->seen.profile, e->cycle, e->slot, index_of(r, job));
    if (r->seen.chart)
        chart_launch(r->seen.chart, e->cycle, e->slot, index_of(r, job) + 1, e->launch->group, e->launch->wave);
    if (r->timeline)
        wf_timeline_launch(r->timeline, e->cycle, e->slot, &(struct wf_timeline_wave){
            .kernel = job->kernel, .dispatch = index_of(r, job) + 1, .group = e->launch->group,
            .wave = e->launch->wave, .live = e->launch->live});
}

static void retire(struct rtl *r, const struct wf_sim_event *e, const struct rtl_job *job)
{
    const struct wf_device *device = &r->built->device;
    const struct wf_effect *effect = e->effect;
    unsigned lanes = 0;
    for (unsigned i = 0; i < device->lanes; i++)
        lanes += effect->exec[i];
    if (r->seen.profile)
        wf_profile_retire(r->seen.profile, e->cycle, e->slot, e->number, effect->fault ? SIZE_MAX : effect->pc, lanes,
                          effect->barrier && !effect->ended);
    if (r->seen.chart && effect->barrier && !effect->ended)
        chart_arrive(r->seen.chart, e->cycle, e->slot);
    if (r->timeline)
        wf_timeline_retire(r->timeline, e->cycle, e->issued, e->slot, effect);
    const struct wf_op_info *op = wf_op_info((uint8_t)effect->word);
    if (r->run->out[RUN_VIEW].file && op)
        view_note(&r->shown, e->issued, e->cycle, op->unit);
    if (r->run->out[RUN_TRACE].file)
        wf_trace_line(r->run->out[RUN_TRACE].file, job->kernel, job->dispatch.buffer, &(struct wf_trace_place){
            .retired = e->cycle, .issued = e->issued, .has_issued = true, .slot = e->slot, .has_core = r->cores > 1,
            .core = e->slot / device->waves, .dispatch = rtl_number(r, job), .group = e->retire->group,
            .wave = e->retire->wave, .lanes = device->lanes}, effect);
}

/* Bit n of `stalls`: the n-th of them; none: something was picked. */
static void core(struct rtl *r, const struct wf_sim_event *e)
{
    for (unsigned i = WF_CNT_STALL_EMPTY; r->seen.profile && i <= WF_CNT_STALL_FETCH; i++)
        if (e->stalls >> (i - WF_CNT_STALL_EMPTY) & 1)
            wf_profile_stall(r->seen.profile, e->cycle, e->core, (enum wf_counter)i);
    if (r->seen.chart)
        chart_cycle(r->seen.chart, e->cycle, e->stalls);
    if (r->timeline && e->cycle > 0)
        wf_timeline_banks(r->timeline, e->cycle - 1, e->core, e->banks);        /* counted in the cycle before */
}

static void release(struct rtl *r, const struct wf_sim_event *e)
{
    for (unsigned i = 0; i < wf_device_slots(&r->built->device); i++) {
        if (!(e->slots[i / 32] >> (i % 32) & 1))
            continue;
        if (r->seen.chart)
            chart_release(r->seen.chart, e->cycle, i);
        if (r->timeline)
            wf_timeline_release(r->timeline, e->cycle, i);
    }
}

static void end(struct rtl *r, const struct wf_sim_event *e)
{
    if (r->seen.profile)
        wf_profile_end(r->seen.profile, e->cycle, e->slot);
    if (r->seen.chart)
        chart_end(r->seen.chart, e->cycle, e->slot);
    if (r->timeline)
        wf_timeline_end(r->timeline, e->cycle, e->slot);
}

static void answer(struct rtl *r, const struct wf_sim_event *e, const struct rtl_job *job)
{
    const struct wf_sim_dispatch *d = e->dispatch;
    if (r->timeline)
        wf_timeline_answer(r->timeline, e->cycle, d->desc.id, d->reject ? wf_reject_name(d->reject) :
                           wf_ending_name(job->dispatch.ending), d->work.groups);
}

void rtl_event(void *user, const struct wf_sim_event *of_phase)
{
    struct rtl *r = user;
    const struct rtl_job *job = of_phase->dispatch ? of_phase->dispatch->user : NULL;
    struct wf_sim_event event = *of_phase, *e = &event;         /* cycles go on from phase to phase */
    e->cycle += r->cycles_before;
    e->issued += r->cycles_before;
    if (r->phase != RTL_MAIN)
        return;
    switch (e->kind) {
    case WF_SIM_LAUNCH:  if (job) launch(r, e, job); break;
    case WF_SIM_RETIRE:  retire(r, e, job); break;
    case WF_SIM_ISSUE:   if (r->seen.profile) wf_profile_unit(r->seen.profile, e->slot, e->unit); break;
    case WF_SIM_FOLD:    if (r->seen.profile) wf_profile_fold(r->seen.profile, e->slot); break;
    case WF_SIM_RELEASE: release(r, e); break;
    case WF_SIM_PICK:    if (r->seen.profile) wf_profile_pick(r->seen.profile, e->cycle, e->slot); break;
    case WF_SIM_CORE:    core(r, e); break;
    case WF_SIM_END:     end(r, e); break;
    case WF_SIM_ACCEPT:
        if (r->timeline)
            wf_timeline_accept(r->timeline, e->cycle, e->dispatch->desc.id, index_of(r, job) + 1,
                               e->dispatch->shape.wave_size);
        break;
    case WF_SIM_ANSWER:  answer(r, e, job); break;
    }
}

static void print_profile(const struct rtl *r, const struct wf_run_figures *figures)
{
    struct run_texts texts;
    run_texts_open(&texts, r->run);
    const struct wf_profile_texts find = run_texts_finder(&texts);
    wf_profile_print(r->run->out[RUN_PROFILE].file, r->seen.profile, r->run->kernel, &find, figures);
    run_texts_free(&texts);
}

void rtl_observe_report(struct rtl *r, const struct wf_run_figures *figures)
{
    if (!r->seen.profile && !r->timeline)            /* the run stopped before its dispatch went out */
        rtl_observe_begin(r);
    if (r->seen.profile && r->run->out[RUN_PROFILE].file)
        print_profile(r, figures);
    for (size_t i = 0; r->timeline && i < r->count; i++)
        if (r->jobs[i].dispatch.state == WF_SIM_RUNNING)
            wf_timeline_answer(r->timeline, r->stats.cycles, r->jobs[i].dispatch.desc.id, "not ended",
                               r->jobs[i].dispatch.work.groups);
    if (r->timeline)
        wf_timeline_finish(r->timeline, r->stats.cycles);
    if (r->run->out[RUN_SUMMARY].file)
        wf_figures_summary(r->run->out[RUN_SUMMARY].file, figures);
}
