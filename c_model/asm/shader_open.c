/* SPDX-License-Identifier: Apache-2.0
 * shader_open.c - a SPIR-V module in place of `code`, between the passes: it is opened with the values of its constants, and
 * gives the kernel its stage, the shape of the group, and limits of the wave size.
 */
#include "statements.h"

#include "diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void wfa_complain(struct wfa *p, const char *format, ...)
{
    char text[WFA_MAX_DIAGNOSTIC_TEXT];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    const char *mesh = p->limits.mesh ? p->limits.mesh->shader_name : NULL;     /* the caller names it in its messages */
    if (p->no_file && (!mesh || !strcmp(mesh, p->shader.name)))
        wfa_error(p, p->shader.pos, "%s", text);
    else
        wfa_error(p, p->shader.pos, "`%s`: %s", p->shader.name, text);
}

/* The bytes of a source are those of its compiler.  False: it is no source. */
static bool compiled(struct wfa *p, bool *good)
{
    const struct wf_desc *d = &p->kernel->desc;
    const struct wf_compile_wanted wanted = {
        .entry = *p->shader.entry ? p->shader.entry : NULL,
        .num_waves = d->has_numwaves && (!p->limits.has_pair || p->limits.mesh) ? d->num_waves : 0,
        .stage = p->shader.wanted == WF_SHADER_PIXELS     ? WF_STAGE_PIXEL
                 : p->shader.wanted == WF_SHADER_VERTEX   ? WF_STAGE_VERTEX
                 : p->shader.wanted == WF_SHADER_GEOMETRY ? WF_STAGE_GEOMETRY
                 : p->shader.wanted == WF_SHADER_PATCHES  ? WF_STAGE_HULL
                                                          : WF_STAGE_COMPUTE,
        .shader_model = p->attr_given[WFA_ATTR_SHADER_MODEL] ? d->shader_model : 0};
    struct wf_compiled module = {.word = NULL};
    char why[200] = "";
    const enum wf_compile_result result = !p->files.compile ? WF_NO_SOURCE :
        p->files.compile(p->files.user, p->shader.name, &wanted, &module, why, sizeof why);

    if (result == WF_NO_SOURCE)
        return false;
    *good = result == WF_COMPILED;
    if (!*good) {
        wfa_error(p, p->shader.pos, "`%s`: %s", p->shader.name, why);
        return true;
    }
    p->shader.words = module.words;
    p->shader.word = wfa_zeroed(p, module.words + 1, 4);
    if (p->shader.word)
        memcpy(p->shader.word, module.word, 4 * module.words);
    free(module.word);
    if (module.renamed)
        *p->shader.entry = '\0';
    if (module.attributes)
        wfa_take_source(p, module.attributes);
    *good = p->shader.word != NULL;
    return true;
}

static bool load(struct wfa *p)
{
    const char *const name = p->shader.name;
    const struct wfa_pos pos = p->shader.pos;
    char why[120] = "";
    size_t size = 0;
    unsigned char *byte;
    bool good;

    if (compiled(p, &good))
        return good;
    if (!p->files.load) {
        wfa_error(p, pos, "`%s`: files cannot be read here; expected `code`", name);
        return false;
    }
    byte = p->files.load(p->files.user, name, &size, why, sizeof why);
    if (!byte) {
        wfa_error(p, pos, "`%s`: %s; expected a SPIR-V module", name, why);
        return false;
    }
    p->shader.words = size / 4;
    p->shader.word = wfa_zeroed(p, size / 4 + 1, 4);
    for (size_t n = 0; p->shader.word && n < size / 4; n++)
        p->shader.word[n] = byte[4 * n] | (uint32_t)byte[4 * n + 1] << 8 | (uint32_t)byte[4 * n + 2] << 16 |
                            (uint32_t)byte[4 * n + 3] << 24;
    free(byte);
    if (p->shader.word && size % 4) {
        wfa_error(p, pos, "`%s` has %zu bytes; expected a SPIR-V module, 4 bytes for each word", name, size);
        return false;
    }
    return p->shader.word != NULL;
}

static struct wf_shader *open_module(struct wfa *p)
{
    const enum wf_shader_wanted wanted = p->limits.mesh ? WF_SHADER_TASK : p->limits.has_pair ? WF_SHADER_MESH
                                                                                              : p->shader.wanted;
    const struct wf_shader_options options = {.wanted = wanted, .entry = *p->shader.entry ? p->shader.entry : NULL,
                                              .spec = p->shader.spec, .specs = p->shader.specs,
                                              .first = p->shader.first,
                                              .near_division = p->shader.near_division};
    char message[WF_SHADER_MESSAGE];
    bool no_memory = false;
    struct wf_shader *opened = wf_shader_open(p->shader.word, p->shader.words, &options, message, &no_memory);

    if (!opened && no_memory)
        wfa_out_of_memory(p);
    else if (!opened)
        wfa_complain(p, "%s", message);
    return opened;
}

bool wfa_open_shader_again(struct wfa *p)
{
    uint32_t before[3], now[3];
    bool flat;

    wf_shader_local_size(p->shader.opened, before, &flat);
    wf_shader_free(p->shader.opened);
    p->shader.opened = open_module(p);
    if (!p->shader.opened)
        return false;
    wf_shader_local_size(p->shader.opened, now, &flat);
    if (!memcmp(before, now, sizeof now))
        return true;
    wfa_complain(p, "its local size depends on a specialization constant that depends on the wave size; expected one "
                    "that does not");
    return false;
}

/* ---- the shape of its groups ---- */

static void take_threads(struct wfa *p, const uint32_t size[3], bool flat)
{
    struct wf_desc *d = &p->kernel->desc;

    p->attr_given[WFA_ATTR_NUMTHREADS] = d->has_numthreads = true;
    p->attr_pos[WFA_ATTR_NUMTHREADS] = p->shader.pos;
    for (unsigned n = 0; n < 3; n++)
        d->threads[n] = !flat ? size[n] : n ? 1 : size[0] * size[1] * size[2];
}

/* The stage of the kernel is that of the module; a compute shader may run as one of another stage with groups. */
static bool take_stage(struct wfa *p)
{
    const bool pixel = wf_shader_stage(p->shader.opened) == WF_STAGE_PIXEL;
    struct wf_desc *d = &p->kernel->desc;

    if (p->attr_given[WFA_ATTR_SHADER] && pixel != (d->stage == WF_STAGE_PIXEL)) {
        wfa_error(p, p->attr_pos[WFA_ATTR_SHADER], "[shader] is not that of the entry point %s, which is a %s shader",
                  wf_shader_entry(p->shader.opened), pixel ? "fragment" : "compute");
        return false;
    }
    if (pixel) {
        d->stage = WF_STAGE_PIXEL;
        if (!p->attr_given[WFA_ATTR_SHADER])
            p->attr_pos[WFA_ATTR_SHADER] = p->shader.pos;
    }
    return true;
}

/* The wave sizes that the attribute allows and that lie in least..most: what is left of the attribute.  False when
 * nothing is. */
static bool limit_wave_size(struct wfa *p, uint32_t least, uint32_t most)
{
    struct wf_desc *d = &p->kernel->desc;

    if (d->wavesize_kind == WF_WAVESIZE_PREFERRED && (d->wavesize_preferred < least || d->wavesize_preferred > most))
        d->wavesize_kind = WF_WAVESIZE_RANGE;
    if (d->wavesize_kind != WF_WAVESIZE_NONE) {
        const uint32_t upper = d->wavesize_kind == WF_WAVESIZE_FIXED ? d->wavesize_min : d->wavesize_max;
        least = least > d->wavesize_min ? least : d->wavesize_min;
        most = most < upper ? most : upper;
    } else {
        d->wavesize_kind = WF_WAVESIZE_RANGE;
    }
    if (least > most)
        return false;
    if (!p->attr_given[WFA_ATTR_WAVESIZE])
        p->attr_pos[WFA_ATTR_WAVESIZE] = p->shader.pos;
    p->attr_given[WFA_ATTR_WAVESIZE] = true;
    d->wavesize_kind = least == most ? WF_WAVESIZE_FIXED : d->wavesize_kind;
    d->wavesize_min = least;
    d->wavesize_max = least == most ? 0 : most;
    d->wavesize_preferred = d->wavesize_kind == WF_WAVESIZE_PREFERRED ? d->wavesize_preferred : 0;
    return true;
}

static void take_subgroup_size(struct wfa *p, uint32_t size)
{
    if (size < 4 || size > WF_MAX_LANES || (size & (size - 1)))
        wfa_complain(p, "SubgroupSize %u; expected a power of two from 4 to %d", size, (int)WF_MAX_LANES);
    else if (!limit_wave_size(p, size, size))
        wfa_complain(p, "SubgroupSize %u is none of the wave sizes of the attribute WaveSize; expected one of them",
                     size);
    else
        p->shader.size_mode = "SubgroupSize";
}

/* With a local size it limits the wave sizes; without one it is the shape of the group, as numWaves
 * is. */
static void take_subgroups_per_workgroup(struct wfa *p, uint32_t waves)
{
    struct wf_desc *d = &p->kernel->desc;
    const uint64_t threads = (uint64_t)d->threads[0] * d->threads[1] * d->threads[2];
    uint32_t least = 0, most = 0;

    if (d->has_numwaves && d->num_waves != waves) {
        wfa_complain(p,
                     "SubgroupsPerWorkgroup %u, but %u waves of a group are asked for (numWaves); expected one number",
                     waves, d->num_waves);
    } else if (!d->has_numwaves && !threads) {
        p->attr_given[WFA_ATTR_NUMWAVES] = d->has_numwaves = true;
        p->attr_pos[WFA_ATTR_NUMWAVES] = p->shader.pos;
        d->num_waves = waves;
        d->has_numthreads = p->attr_given[WFA_ATTR_NUMTHREADS] = false;
    } else if (!d->has_numwaves) {
        for (uint32_t size = 4; size <= WF_MAX_LANES; size *= 2)
            if ((threads + size - 1) / size + d->extra_waves == waves) {
                least = least ? least : size;
                most = size;
            }
        if (!least || !limit_wave_size(p, least, most))
            wfa_complain(p, "SubgroupsPerWorkgroup %u: groups of %llu threads and %u extra waves have so many waves at "
                            "no wave size that is allowed", waves, (unsigned long long)threads, d->extra_waves);
        else
            p->shader.size_mode = "SubgroupsPerWorkgroup";
    }
}

void wfa_open_shader(struct wfa *p)
{
    uint32_t size[3];
    bool flat;

    if (p->attr_given[WFA_ATTR_SHADER] && !p->no_file && p->shader.wanted != WF_SHADER_VERTEX &&
        p->shader.wanted != WF_SHADER_GEOMETRY && p->shader.wanted != WF_SHADER_PATCHES)
        p->shader.wanted = p->kernel->desc.stage == WF_STAGE_PIXEL ? WF_SHADER_PIXELS : WF_SHADER_GROUPS;
    if (!p->shader.word && (!*p->shader.name || !load(p)))
        return;
    p->shader.opened = open_module(p);
    if (!p->shader.opened)
        return;
    wfa_take_stage(p);
    wfa_refuse_attribute(p, WFA_ATTR_NUMTHREADS, "[numthreads]");
    if (p->kernel->mesh.of_lanes || !take_stage(p) || p->kernel->desc.stage == WF_STAGE_PIXEL)
        return;
    wf_shader_local_size(p->shader.opened, size, &flat);
    if (!p->kernel->desc.has_numwaves)
        take_threads(p, size, flat);
    const struct wf_shader_subgroups modes = wf_shader_subgroups(p->shader.opened);
    if (modes.size)
        take_subgroup_size(p, modes.size);
    if (modes.per_workgroup)
        take_subgroups_per_workgroup(p, modes.per_workgroup);
}
