/* SPDX-License-Identifier: Apache-2.0
 * wf_bench_observe.c - what the bench tells profile and timeline of the main dispatch, and the pages it writes in the end.
 */
#include "wf_bench_state.h"

#include <stdio.h>
#include <string.h>

#include "../cli/source.h"

bool bench_observes(const struct bench *b)
{
    return (b->profile || b->timeline) && b->phase == PHASE_MAIN && b->accepted && !b->stopped;
}

/* A page that the dispatch fills; both once. */
bool bench_observe_begin(struct bench *b)
{
    if (b->profile)
        wf_profile_clear(b->profile);
    else if (b->profile_file.file)
        b->profile = wf_profile_new(b->kernels, b->cores, b->device.waves);
    if (b->timeline_file.file && !b->timeline)
        b->timeline = wf_timeline_new(b->timeline_file.file, b->cores, b->device.waves, b->device.lanes, b->count > 1);
    return (!b->profile_file.file || b->profile) && (!b->timeline_file.file || b->timeline);
}

/* A job of the file, from 0. */
static unsigned index_of(const struct bench *b, const struct job *job)
{
    return (unsigned)(job - b->jobs);
}

void bench_observe_accepted(struct bench *b, const struct job *job)
{
    if (b->timeline)
        wf_timeline_accept(b->timeline, job->begun, job->desc.id, index_of(b, job) + 1, job->shape.wave_size);
}

void bench_observe_answered(struct bench *b, const struct job *job)
{
    if (b->timeline)
        wf_timeline_answer(b->timeline, job->ended, job->desc.id, job->code ? wf_reject_name(job->code) : wf_ending_name(job->ending), job->work.groups);
}

void bench_observe_launch(struct bench *b, const struct wf_launch_event *event)
{
    const struct job *job = b->flying[event->id % WF_LOCKSTEP_DISPATCHES];
    if (b->profile)
        wf_profile_launch(b->profile, b->cycle, event->slot, index_of(b, job));
    if (b->timeline)
        wf_timeline_launch(b->timeline, b->cycle, event->slot, &(struct wf_timeline_wave){
            .kernel = job->kernel, .dispatch = index_of(b, job) + 1, .group = event->group, .wave = event->wave, .live = event->live});
}

void bench_observe_retire(struct bench *b, unsigned slot, const struct wf_effect *effect)
{
    unsigned lanes = 0;
    for (unsigned i = 0; i < b->device.lanes; i++)
        lanes += effect->exec[i];
    if (b->profile)
        wf_profile_retire(b->profile, b->cycle, slot, wf_lockstep_last_number(b->ls), effect->fault ? SIZE_MAX : effect->pc, lanes, effect->barrier && !effect->ended);
    if (b->timeline)
        wf_timeline_retire(b->timeline, b->cycle, bench_issued(b, slot), slot, effect);
}

void bench_observe_release(struct bench *b, const uint32_t *slots)
{
    for (unsigned i = 0; b->timeline && i < wf_device_slots(&b->device); i++)
        if (slots[i / 32] >> (i % 32) & 1)
            wf_timeline_release(b->timeline, b->cycle, i);
}

void bench_observe_end(struct bench *b, unsigned slot)
{
    if (b->profile)
        wf_profile_end(b->profile, b->cycle, slot);
    if (b->timeline)
        wf_timeline_end(b->timeline, b->cycle, slot);
}

void bench_observe_pick(struct bench *b, unsigned slot)
{
    if (b->profile)
        wf_profile_pick(b->profile, b->cycle, slot);
}

void bench_observe_unit(struct bench *b, unsigned slot, unsigned unit)
{
    if (b->profile)
        wf_profile_unit(b->profile, slot, (enum wf_unit)unit);
}

void bench_observe_fold(struct bench *b, unsigned slot)
{
    if (b->profile)
        wf_profile_fold(b->profile, slot);
}

/* Bit n of `causes`: the n-th of the stalls; none: something was picked. */
void bench_observe_cycle(struct bench *b, unsigned core, unsigned causes, unsigned banks)
{
    for (unsigned i = WF_CNT_STALL_EMPTY; b->profile && i <= WF_CNT_STALL_FETCH; i++)
        if (causes >> (i - WF_CNT_STALL_EMPTY) & 1)
            wf_profile_stall(b->profile, b->cycle, core, (enum wf_counter)i);
    if (b->timeline && b->cycle > 0)
        wf_timeline_banks(b->timeline, b->cycle - 1, core, banks);        /* the count is that of the cycle before */
}

/* The text of a source file: the kernel file's own, or what a shader was compiled from. */
struct texts {
    const struct bench *bench;
    struct wf_sources sources;
    struct wf_text text;                        /* of the one that was asked for last; not owned */
};

static const struct wf_text *find_text(void *user, const struct wf_kernel *kernel, const char *name)
{
    struct texts *t = user;
    if (!name)
        return t->bench->text.is_shader ? NULL : &t->bench->text;
    if (t->sources.kernel != kernel) {          /* each dispatch has a module of its own */
        wf_sources_free(&t->sources);
        t->sources = (struct wf_sources){.kernel = kernel, .path = t->bench->path};
    }
    const char *text = wf_source_text(&t->sources, name);
    t->text = (struct wf_text){.text = (char *)text, .length = text ? strlen(text) : 0};      /* nobody writes there */
    return text ? &t->text : NULL;
}

static void print_profile(const struct bench *b, const struct wf_run_figures *figures)
{
    struct texts texts = {.bench = b, .sources = {.kernel = b->jobs->kernel, .path = b->path}};
    const struct wf_profile_texts find = {find_text, &texts};
    wf_profile_print(b->profile_file.file, b->profile, b->jobs->kernel, &find, figures);
    wf_sources_free(&texts.sources);
}

void bench_observe_report(struct bench *b, const struct wf_run_figures *figures)
{
    if (!b->profile && !b->timeline)            /* the run stopped before its dispatch went out */
        bench_observe_begin(b);
    if (b->profile)
        print_profile(b, figures);
    for (unsigned id = 0; b->timeline && b->ls && id < WF_LOCKSTEP_DISPATCHES; id++)
        if (b->flying[id])
            wf_timeline_answer(b->timeline, b->cycle, id, "not ended", wf_lockstep_dispatch_stats(b->ls, id)->groups);
    if (b->timeline)
        wf_timeline_finish(b->timeline, b->cycle);
    if (b->summary_file.file)
        wf_figures_summary(b->summary_file.file, figures);
    wf_profile_free(b->profile);
    wf_timeline_free(b->timeline);
    b->profile = NULL;
    b->timeline = NULL;
}
