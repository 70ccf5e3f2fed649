/* SPDX-License-Identifier: Apache-2.0
 * source_shader.c - the attributes of a shader's source, and the stage of its module, beside those of the kernel file
 * that names it.
 */
#include "statements.h"

#include "diag.h"

#include <string.h>

static bool same_wave_size(const struct wf_desc *a, const struct wf_desc *b)
{
    return a->wavesize_kind == b->wavesize_kind && a->wavesize_min == b->wavesize_min &&
           a->wavesize_max == b->wavesize_max && a->wavesize_preferred == b->wavesize_preferred;
}

/* The file does not say it, or says the same. */
static bool may_take(struct wfa *p, enum wfa_attribute which, bool same, const char *what)
{
    if (!p->attr_given[which])
        return true;
    if (!same)
        wfa_error(p, p->attr_pos[which], "%s is not that of the shader's source, `%s`; expected the same, or none",
                  what, p->shader.name);
    return false;
}

static void give(struct wfa *p, enum wfa_attribute which)
{
    p->attr_given[which] = true;
    p->attr_pos[which] = p->shader.pos;
}

static void take_waves(struct wfa *p, const struct wf_shader_attributes *a)
{
    struct wf_desc *d = &p->kernel->desc;
    const struct wf_desc *from = &a->desc;

    if (from->has_numwaves && may_take(p, WFA_ATTR_NUMWAVES, d->num_waves == from->num_waves, "[numWaves]")) {
        give(p, WFA_ATTR_NUMWAVES);
        d->has_numwaves = true;
        d->num_waves = from->num_waves;
    }
    if (from->wavesize_kind != WF_WAVESIZE_NONE &&
        may_take(p, WFA_ATTR_WAVESIZE, same_wave_size(d, from), "[WaveSize]")) {
        give(p, WFA_ATTR_WAVESIZE);
        d->wavesize_kind = from->wavesize_kind;
        d->wavesize_min = from->wavesize_min;
        d->wavesize_max = from->wavesize_max;
        d->wavesize_preferred = from->wavesize_preferred;
    }
}

/* A mark that the source has and the file need not repeat. */
static void take_flag(struct wfa *p, const struct wf_shader_attributes *a, enum wfa_attribute which, bool *to,
                      bool from)
{
    if (!a->mark[which].line || p->attr_given[which])
        return;
    give(p, which);
    *to = from;
}

void wfa_refuse_attribute(struct wfa *p, enum wfa_attribute which, const char *what)
{
    const enum wf_stage stage = p->kernel->mesh.lanes.stage;

    if (p->attr_given[which])
        wfa_error(p, p->attr_pos[which], "%s with %s%s; expected none%s", what, stage ? "a " : "`shader`",
                  stage ? wf_shader_stage_called(stage) : "", stage ? "" : ": the module has it");
}

void wfa_take_source(struct wfa *p, const struct wf_shader_attributes *a)
{
    struct wf_desc *d = &p->kernel->desc;
    const struct wf_desc *from = &a->desc;

    if (a->mark[WF_ATTR_SHADER].line && may_take(p, WFA_ATTR_SHADER, d->stage == from->stage, "[shader]")) {
        give(p, WFA_ATTR_SHADER);
        d->stage = from->stage;
    }
    take_waves(p, a);
    take_flag(p, a, WFA_ATTR_PREFER_SMALL, &d->prefer_small, from->prefer_small);
    take_flag(p, a, WFA_ATTR_PREFER_LARGE, &d->prefer_large, from->prefer_large);
    take_flag(p, a, WFA_ATTR_REPORT, &d->report_wave_size, from->report_wave_size);
    take_flag(p, a, WFA_ATTR_THREAD_LAUNCH, &d->thread_launch, from->thread_launch);
    take_flag(p, a, WFA_ATTR_EXPORT, &d->exported, from->exported);
    d->uses_thread_ids |= from->uses_thread_ids;
    d->uses_wave_index |= from->uses_wave_index;
    d->uses_wave_count |= from->uses_wave_count;
}

/* For the device it is a compute shader; where its lanes are no threads of groups, a group is a wave. */
static void take_shape_of_lanes(struct wfa *p, enum wf_stage stage)
{
    struct wf_desc *d = &p->kernel->desc;

    p->kernel->mesh.lanes.stage = stage;
    wfa_refuse_attribute(p, WFA_ATTR_NUMWAVES, "a number of waves per group");
    wfa_refuse_attribute(p, WFA_ATTR_EXTRA_WAVES, "extra waves");
    wfa_refuse_attribute(p, WFA_ATTR_NUMTHREADS, "[numthreads]");
    wfa_refuse_attribute(p, WFA_ATTR_DERIVATIVES, "[derivatives]");
    d->has_numthreads = d->uses_derivatives = p->attr_given[WFA_ATTR_NUMTHREADS] = false;
    d->extra_waves = 0;                 /* or rules of what was refused would be told too */
    d->stage = WF_STAGE_COMPUTE;
    if (stage == WF_STAGE_HULL)         /* its groups are patches */
        return;
    p->kernel->mesh.of_lanes = true;
    give(p, WFA_ATTR_NUMWAVES);
    d->shader_model = 0x060a;           /* the first with numWaves */
    d->has_numwaves = true;
    d->num_waves = 1;
}

/* The module says it; what the file says may not be another. */
void wfa_take_stage(struct wfa *p)
{
    struct wf_desc *d = &p->kernel->desc;
    const enum wf_stage stage = wf_shader_stage(p->shader.opened);

    const bool of_lanes = stage == WF_STAGE_VERTEX || stage == WF_STAGE_GEOMETRY || wf_is_of_patches(stage);
    if (stage != WF_STAGE_AMPLIFICATION && stage != WF_STAGE_MESH && !of_lanes)
        return;
    if (p->attr_given[WFA_ATTR_SHADER] && d->stage != stage && !p->limits.has_pair)
        wfa_error(p, p->attr_pos[WFA_ATTR_SHADER], "the stage %s, but the entry point is one of the stage %s; expected "
                  "that, or none", wf_stage_name(d->stage), wf_stage_name(stage));
    if (of_lanes) {
        take_shape_of_lanes(p, stage);
        return;
    }
    d->stage = stage;
    p->kernel->mesh.is_task = stage == WF_STAGE_AMPLIFICATION;
    p->kernel->mesh.is_mesh = stage == WF_STAGE_MESH;
    if (stage == WF_STAGE_MESH && p->limits.has_pair) {         /* the shape in whole waves is that of the tasks */
        p->attr_given[WFA_ATTR_NUMWAVES] = d->has_numwaves = false;
        d->num_waves = 0;
    }
}
