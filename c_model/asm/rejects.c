/* SPDX-License-Identifier: Apache-2.0
 * rejects.c - the rules of a dispatch, told at the attribute or instruction that breaks them.
 *
 * wf_dispatch_check gives the lowest broken rule only.  To find the others, what broke a rule is made harmless in a
 * copy of the descriptor, and the copy is checked again.
 */
#include "statements.h"

#include "diag.h"

#include <stdio.h>

/* ---- wave size before the second pass ---- */

static struct wfa_pos shape_pos(const struct wfa *p)
{
    if (p->attr_given[WFA_ATTR_NUMTHREADS])
        return p->attr_pos[WFA_ATTR_NUMTHREADS];
    if (p->attr_given[WFA_ATTR_NUMWAVES])
        return p->attr_pos[WFA_ATTR_NUMWAVES];
    return p->code_seen ? p->code_pos : p->no_file ? (struct wfa_pos){0, 0} : (struct wfa_pos){1, 1};
}

static struct wfa_pos wave_size_pos(const struct wfa *p)
{
    return p->attr_given[WFA_ATTR_WAVESIZE] ? p->attr_pos[WFA_ATTR_WAVESIZE] : shape_pos(p);
}

static bool is_wave_size_rule(enum wf_reject code)
{
    return code >= WF_REJECT_WAVESIZE_POW2 && code <= WF_REJECT_WAVESIZE_PREFERRED;
}

/* The attribute alone, in an otherwise harmless dispatch. */
static bool wave_size_is_legal(const struct wfa *p)
{
    const struct wf_desc *d = &p->kernel->desc;
    struct wf_desc alone = {.shader_model = 0x060a, .has_numthreads = true, .threads = {1, 1, 1},
                            .wavesize_kind = d->wavesize_kind, .wavesize_min = d->wavesize_min,
                            .wavesize_max = d->wavesize_max, .wavesize_preferred = d->wavesize_preferred};
    struct wf_shape shape;

    return !is_wave_size_rule(wf_dispatch_check(&alone, p->device, &shape));
}

/* ", or a wider device (--lanes 128)" when waves of `size` lanes need one: of 8, 32 or 128 lanes there are simulators
 * too. */
static const char *wider(const struct wfa *p, uint32_t size, char text[48])
{
    text[0] = '\0';
    if (size > p->device->lanes && size <= WF_MAX_LANES)
        snprintf(text, 48, ", or a wider device (--lanes %u)", size <= 8 ? 8u : size <= 32 ? 32u : 128u);
    return text;
}

/* The caller insists on a size that the attribute (least to most) or the device excludes. */
static void tell_narrow(struct wfa *p, uint32_t least, uint32_t most)
{
    const uint32_t lanes = p->device->lanes, size = p->wave_size;
    char hint[48], wanted[120];
    const char *limit = p->shader.size_mode ? p->shader.size_mode : "the attribute";

    wider(p, size >= least && size <= most ? size : 0, hint);
    if (least == most)
        snprintf(wanted, sizeof wanted, "%u, the only one of %s%s", least, limit, hint);
    else if (p->kernel->desc.wavesize_kind != WF_WAVESIZE_NONE && (size < least || size > most))
        snprintf(wanted, sizeof wanted, "a power of two from %u to %u, the range of %s", least, most, limit);
    else if (least > lanes)
        snprintf(wanted, sizeof wanted, "a device of %u lanes or more, not of %u", least, lanes);
    else
        snprintf(wanted, sizeof wanted, "a power of two from %u to %u on this device of %u lanes%s", least,
                 most < lanes ? most : lanes, lanes, hint);
    wfa_error(p, wave_size_pos(p), "the wave size %u that was asked for is not possible here; expected %s", size,
              wanted);
}

/* The caller insists on one size. */
static void narrow(struct wfa *p)
{
    struct wf_desc *d = &p->kernel->desc;
    uint32_t size = p->wave_size, least = 4, most = p->device->lanes;

    if (d->wavesize_kind != WF_WAVESIZE_NONE) {
        if (!wave_size_is_legal(p))
            return;
        least = d->wavesize_min;
        most = d->wavesize_kind == WF_WAVESIZE_FIXED ? least : d->wavesize_max;
    }
    if (size < least || size > most || (size & (size - 1)) || size > p->device->lanes) {
        tell_narrow(p, least, most);
        return;
    }
    p->narrowed = true;
    p->unnarrowed = *d;
    d->wavesize_kind = WF_WAVESIZE_FIXED;
    d->wavesize_min = size;
    d->wavesize_max = d->wavesize_preferred = 0;
}

void wfa_commit_shape(struct wfa *p)
{
    struct wf_shape shape;

    if (p->wave_size && !p->reject_seen && !p->attr_bad[WFA_ATTR_WAVESIZE])
        narrow(p);
    p->kernel->desc.registers = 1;  /* until the code is there */
    if (wf_dispatch_check(&p->kernel->desc, p->device, &shape) == WF_REJECT_NONE) {
        p->committed_size = shape.wave_size;
        p->committed_waves = shape.waves;
    } else {                        /* something to go on with, so that other mistakes are found too */
        p->committed_size = p->device->lanes < 32 ? p->device->lanes : 32;
        p->committed_waves = 1;
    }
}

/* ---- all rules, after the second pass ---- */

static bool is_thread_id(uint8_t sv)
{
    return sv <= WF_SV_DTID_Z;
}

/* A thread id as HLSL calls it; as SPIR-V does too where a module alone is known. */
static const char *id_name(const struct wfa *p, uint8_t sv)
{
    const bool hlsl = !p->shader.opened;

    if (sv >= WF_SV_DTID_X && sv <= WF_SV_DTID_Z)
        return hlsl ? "SV_DispatchThreadID" : "SV_DispatchThreadID (GlobalInvocationId)";
    if (sv == WF_SV_GINDEX)
        return hlsl ? "SV_GroupIndex" : "SV_GroupIndex (LocalInvocationIndex)";
    return hlsl ? "SV_GroupThreadID" : "SV_GroupThreadID (LocalInvocationId)";
}

/* The same id at the same place was told before: another of its components. */
static bool is_told(const struct wfa *p, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (p->sv_use[k].pos.line == p->sv_use[n].pos.line && p->sv_use[k].pos.column == p->sv_use[n].pos.column &&
            is_thread_id(p->sv_use[k].sv) && id_name(p, p->sv_use[k].sv) == id_name(p, p->sv_use[n].sv))
            return true;
    return false;
}

/* At each use of a system value. */
static void tell_uses(struct wfa *p, enum wf_reject code)
{
    bool index = code != WF_REJECT_COUNT_STAGE, count = code != WF_REJECT_INDEX_STAGE,
         ids = code == WF_REJECT_NUMWAVES_IDS || code == WF_REJECT_PIXEL_GROUP;

    for (size_t n = 0; n < p->sv_uses; n++) {
        uint8_t sv = p->sv_use[n].sv;
        if (code == WF_REJECT_NUMWAVES_IDS && is_thread_id(sv)) {
            if (!is_told(p, n))
                wfa_error(p, p->sv_use[n].pos, "%s is used: %s", id_name(p, sv), wf_reject_text(code));
        } else if (ids ? is_thread_id(sv) : (sv == WF_SV_WAVE && index) || (sv == WF_SV_WAVES && count)) {
            wfa_error(p, p->sv_use[n].pos, "%s", wf_reject_text(code));
        }
    }
}

static struct wfa_pos later(const struct wfa *p, enum wfa_attribute one, enum wfa_attribute other)
{
    struct wfa_pos a = p->attr_pos[one], b = p->attr_pos[other];

    return a.line > b.line || (a.line == b.line && a.column > b.column) ? a : b;
}

/* The numbers that a rule wants in place of those that were given. */
static void tell_range(struct wfa *p, enum wf_reject code)
{
    const struct wf_desc *d = &p->kernel->desc;
    struct wfa_pos threads = p->attr_pos[WFA_ATTR_NUMTHREADS];
    const char *text = wf_reject_text(code);

    switch (code) {
    case WF_REJECT_NUMTHREADS_X: case WF_REJECT_NUMTHREADS_Y:
        wfa_error(p, threads, "%s; expected 1 to 1024, not %u", text, d->threads[code == WF_REJECT_NUMTHREADS_Y]);
        break;
    case WF_REJECT_NUMTHREADS_Z:
        wfa_error(p, threads, "%s; expected 1 to 64, not %u", text, d->threads[2]);
        break;
    case WF_REJECT_NUMTHREADS_TOTAL: case WF_REJECT_NUMTHREADS_MESH:
        wfa_error(p, threads, "%s; expected at most %u threads, not %u", text,
                  code == WF_REJECT_NUMTHREADS_MESH ? 128u : 1024u, d->threads[0] * d->threads[1] * d->threads[2]);
        break;
    case WF_REJECT_NUMTHREADS_ZERO:
        wfa_error(p, threads, "%s; expected X and Y from 1 to 1024, Z from 1 to 64", text);
        break;
    case WF_REJECT_NUMWAVES_ZERO:
        if (p->no_device)
            wfa_error(p, p->attr_pos[WFA_ATTR_NUMWAVES], "%s", text);
        else
            wfa_error(p, p->attr_pos[WFA_ATTR_NUMWAVES], "%s; expected 1 to %u", text, p->device->waves);
        break;
    case WF_REJECT_WAVESIZE_POW2:
        wfa_error(p, wave_size_pos(p), "%s; expected 4, 8, 16, 32, 64 or 128", text);
        break;
    case WF_REJECT_WAVESIZE_BOUNDS:
        wfa_error(p, wave_size_pos(p), "%s; expected a power of two from 4 to 128", text);
        break;
    case WF_REJECT_WAVESIZE_ORDER:
        wfa_error(p, wave_size_pos(p), "%s; expected the smaller of %u and %u first, or one number", text,
                  d->wavesize_min, d->wavesize_max);
        break;
    case WF_REJECT_WAVESIZE_PREFERRED:
        wfa_error(p, wave_size_pos(p), "%s; expected %u to %u, not %u", text, d->wavesize_min, d->wavesize_max,
                  d->wavesize_preferred);
        break;
    default:
        break;
    }
}

static struct wfa_pos waves_pos(const struct wfa *p)
{
    bool extra = p->attr_given[WFA_ATTR_EXTRA_WAVES] && p->kernel->desc.extra_waves >= p->device->waves;

    return extra ? p->attr_pos[WFA_ATTR_EXTRA_WAVES] : shape_pos(p);
}

/* `d` would not be refused so at another size that its own attribute and the device allow. */
static bool caller_caused(const struct wfa *p, const struct wf_desc *d, enum wf_reject code)
{
    struct wf_desc free_size = *d;
    struct wf_shape shape;

    free_size.wavesize_kind = p->unnarrowed.wavesize_kind;
    free_size.wavesize_min = p->unnarrowed.wavesize_min;
    free_size.wavesize_max = p->unnarrowed.wavesize_max;
    free_size.wavesize_preferred = p->unnarrowed.wavesize_preferred;
    return p->narrowed && wf_dispatch_check(&free_size, p->device, &shape) != code;
}

static void tell_too_many_waves(struct wfa *p, const struct wf_desc *d)
{
    const char *text = wf_reject_text(WF_REJECT_TOO_MANY_WAVES);
    const unsigned slots = p->device->waves, size = p->wave_size;

    if (!caller_caused(p, d, WF_REJECT_TOO_MANY_WAVES))
        wfa_error(p, waves_pos(p), "%s; expected at most %u waves", text, slots);
    else
        wfa_error(p, waves_pos(p),
                  "%s: %u with --wave-size %u; expected at most %u waves: a larger --wave-size, or none", text,
                  (d->threads[0] * d->threads[1] * d->threads[2] + size - 1) / size + d->extra_waves, size, slots);
}

static void tell_too_many_lanes(struct wfa *p, const struct wf_desc *d)
{
    const char *text = wf_reject_text(WF_REJECT_NUMWAVES_LANES);
    struct wfa_pos pos = p->attr_pos[WFA_ATTR_NUMWAVES];

    if (!caller_caused(p, d, WF_REJECT_NUMWAVES_LANES))
        wfa_error(p, pos, "%s", text);
    else
        wfa_error(p, pos, "%s: %u times %u with --wave-size %u; expected a smaller --wave-size, or none", text,
                  d->num_waves, p->wave_size, p->wave_size);
}

/* What breaks the rule in `d`. */
static void tell(struct wfa *p, const struct wf_desc *d, enum wf_reject code)
{
    const struct wf_device *device = p->device;
    const char *text = wf_reject_text(code);
    char hint[48];

    switch (code) {
    case WF_REJECT_NO_SHAPE:
        wfa_error(p, shape_pos(p), "%s; expected one of them", text);
        break;
    case WF_REJECT_BOTH_SHAPES:
        wfa_error(p, later(p, WFA_ATTR_NUMTHREADS, WFA_ATTR_NUMWAVES), "%s; expected one of them", text);
        break;
    case WF_REJECT_NUMTHREADS_ZERO: case WF_REJECT_NUMTHREADS_X: case WF_REJECT_NUMTHREADS_Y:
    case WF_REJECT_NUMTHREADS_Z: case WF_REJECT_NUMTHREADS_TOTAL: case WF_REJECT_NUMTHREADS_MESH:
    case WF_REJECT_NUMWAVES_ZERO: case WF_REJECT_WAVESIZE_POW2: case WF_REJECT_WAVESIZE_BOUNDS:
    case WF_REJECT_WAVESIZE_ORDER: case WF_REJECT_WAVESIZE_PREFERRED:
        tell_range(p, code);
        break;
    case WF_REJECT_NUMWAVES_STAGE: case WF_REJECT_NUMWAVES_MODEL:
        wfa_error(p, p->attr_pos[WFA_ATTR_NUMWAVES], "%s", text);
        break;
    case WF_REJECT_NO_WAVESIZE:
        wfa_error(p, wave_size_pos(p), "%s; expected one from 4 to %u%s", text, device->lanes,
                  wider(p, p->kernel->desc.wavesize_min, hint));
        break;
    case WF_REJECT_PREFER_BOTH:
        wfa_error(p, later(p, WFA_ATTR_PREFER_SMALL, WFA_ATTR_PREFER_LARGE), "%s; expected one of them", text);
        break;
    case WF_REJECT_NUMWAVES_IDS: case WF_REJECT_INDEX_STAGE: case WF_REJECT_COUNT_STAGE:
    case WF_REJECT_WAVE_THREAD_NODE: case WF_REJECT_WAVE_EXPORT: case WF_REJECT_WAVE_MODEL:
        tell_uses(p, code);
        break;
    case WF_REJECT_DERIVATIVES: case WF_REJECT_DERIVATIVES_MODEL:
        wfa_error(p, p->attr_pos[WFA_ATTR_DERIVATIVES], "%s", text);
        break;
    case WF_REJECT_TOO_MANY_WAVES:
        tell_too_many_waves(p, d);
        break;
    case WF_REJECT_GROUPSHARED:
        wfa_error(p, p->attr_pos[WFA_ATTR_GROUPSHARED], "%s; expected at most %u bytes", text, device->lds_words * 4);
        break;
    case WF_REJECT_PIXEL_GROUP:
        if (p->attr_given[WFA_ATTR_GROUPSHARED] || p->attr_given[WFA_ATTR_NUMTHREADS] ||
            p->attr_given[WFA_ATTR_NUMWAVES])
            wfa_error(p, p->attr_given[WFA_ATTR_GROUPSHARED] ? p->attr_pos[WFA_ATTR_GROUPSHARED] : shape_pos(p), "%s",
                      text);
        tell_uses(p, code);
        break;
    case WF_REJECT_THREAD_LAUNCH_STAGE:
        wfa_error(p, p->attr_pos[WFA_ATTR_THREAD_LAUNCH], "%s", text);
        break;
    case WF_REJECT_THREAD_LAUNCH_GROUP:
        wfa_error(p, shape_pos(p), "%s; expected numthreads(1,1,1)", text);
        break;
    case WF_REJECT_NUMWAVES_LANES:
        tell_too_many_lanes(p, d);
        break;
    case WF_REJECT_WAVESIZE_MODEL: case WF_REJECT_WAVESIZE_RANGE_MODEL:
        wfa_error(p, wave_size_pos(p), "%s", text);
        break;
    case WF_REJECT_STAGE_UNKNOWN: case WF_REJECT_MATCH_MODEL: case WF_REJECT_WAVE_OPS_MODEL:
    case WF_REJECT_WAVE_OPS_DEVICE:
        wfa_error(p, p->attr_given[WFA_ATTR_SHADER_MODEL] ? p->attr_pos[WFA_ATTR_SHADER_MODEL] : shape_pos(p), "%s",
                  text);
        break;
    case WF_REJECT_REGISTERS: case WF_REJECT_REGISTER_FILE:
        wfa_error(p, waves_pos(p), "%s; expected at most %u rows, not %u waves of %u", text, wf_device_reg_rows(device),
                  p->committed_waves, wf_dispatch_registers(d, device));
        break;
    case WF_REJECT_NONE: case WF_REJECT_COUNT:
        break;
    }
}

static void one_thread(struct wf_desc *d)
{
    d->has_numwaves = false;
    d->has_numthreads = true;
    d->threads[0] = d->threads[1] = d->threads[2] = 1;
}

static void make_harmless(struct wf_desc *d, enum wf_reject code)
{
    switch (code) {
    case WF_REJECT_NO_SHAPE: case WF_REJECT_NUMTHREADS_TOTAL: case WF_REJECT_NUMTHREADS_MESH:
    case WF_REJECT_NUMWAVES_STAGE:
        one_thread(d);
        d->uses_derivatives = false;
        break;
    case WF_REJECT_BOTH_SHAPES:
        d->has_numwaves = false;
        break;
    case WF_REJECT_NUMTHREADS_ZERO:
        for (unsigned n = 0; n < 3; n++)
            d->threads[n] += d->threads[n] == 0;
        d->uses_derivatives = false;
        break;
    case WF_REJECT_NUMTHREADS_X: d->threads[0] = 1; d->uses_derivatives = false; break;
    case WF_REJECT_NUMTHREADS_Y: d->threads[1] = 1; d->uses_derivatives = false; break;
    case WF_REJECT_NUMTHREADS_Z: d->threads[2] = 1; d->uses_derivatives = false; break;
    case WF_REJECT_NUMWAVES_ZERO: d->num_waves = 1; break;
    case WF_REJECT_NUMWAVES_IDS: d->uses_thread_ids = false; break;
    case WF_REJECT_WAVESIZE_POW2: case WF_REJECT_WAVESIZE_BOUNDS: case WF_REJECT_WAVESIZE_ORDER:
    case WF_REJECT_WAVESIZE_PREFERRED: case WF_REJECT_NO_WAVESIZE:
        d->wavesize_kind = WF_WAVESIZE_NONE;
        break;
    case WF_REJECT_PREFER_BOTH: d->prefer_small = false; break;
    case WF_REJECT_INDEX_STAGE: d->uses_wave_index = false; break;
    case WF_REJECT_COUNT_STAGE: d->uses_wave_count = false; break;
    case WF_REJECT_WAVE_EXPORT: d->exported = false; break;
    case WF_REJECT_DERIVATIVES: d->uses_derivatives = false; break;
    case WF_REJECT_TOO_MANY_WAVES:
        one_thread(d);
        d->extra_waves = 0;
        break;
    case WF_REJECT_GROUPSHARED: d->groupshared_bytes = 0; break;
    case WF_REJECT_PIXEL_GROUP:
        d->has_numthreads = d->has_numwaves = d->uses_thread_ids = false;
        d->groupshared_bytes = 0;
        break;
    case WF_REJECT_STAGE_UNKNOWN: d->stage = WF_STAGE_COMPUTE; break;
    case WF_REJECT_WAVE_THREAD_NODE: case WF_REJECT_THREAD_LAUNCH_STAGE: case WF_REJECT_THREAD_LAUNCH_GROUP:
        d->thread_launch = false;
        break;
    case WF_REJECT_WAVE_MODEL: case WF_REJECT_NUMWAVES_MODEL: case WF_REJECT_MATCH_MODEL:
    case WF_REJECT_WAVE_OPS_MODEL: case WF_REJECT_WAVESIZE_MODEL: case WF_REJECT_WAVESIZE_RANGE_MODEL:
    case WF_REJECT_DERIVATIVES_MODEL:
        d->shader_model = 0x060a;
        break;
    case WF_REJECT_NUMWAVES_LANES: one_thread(d); break;
    case WF_REJECT_WAVE_OPS_DEVICE:
        d->uses_wave_ops = d->uses_match_or_multi_prefix = d->uses_wave_index = d->uses_wave_count = false;
        break;
    case WF_REJECT_REGISTERS: case WF_REJECT_REGISTER_FILE: d->registers = 1; break;
    case WF_REJECT_NONE: case WF_REJECT_COUNT: break;
    }
}

/* numWaves in a wrong stage hides its rule about thread ids. */
static void tell_hidden(struct wfa *p, const struct wf_desc *desc)
{
    struct wf_desc d = *desc;
    struct wf_shape shape;

    d.stage = WF_STAGE_COMPUTE;
    if (wf_dispatch_check(&d, p->device, &shape) == WF_REJECT_NUMWAVES_IDS)
        tell(p, &d, WF_REJECT_NUMWAVES_IDS);
}

void wfa_check_dispatch(struct wfa *p)
{
    struct wf_desc d = p->kernel->desc;
    struct wf_shape shape;
    enum wf_reject code = wf_dispatch_check(&d, p->device, &shape);

    if (d.has_numwaves && d.extra_waves)
        wfa_note(p, p->attr_pos[WFA_ATTR_EXTRA_WAVES], "extra waves are not added to numWaves: a group has %u waves",
                 d.num_waves);
    if (p->kernel->expect_reject && code == p->kernel->reject)
        return;
    if (p->kernel->expect_reject && code != WF_REJECT_NONE)
        wfa_error(p, p->reject_pos, "the dispatch is refused with %s; expected %s, as the file says",
                  wf_reject_name(code), wf_reject_name(p->kernel->reject));
    /* Each rule is made harmless once, so the loop ends. */
    for (unsigned n = 0; code != WF_REJECT_NONE && n < WF_REJECT_COUNT; n++) {
        tell(p, &d, code);
        if (code == WF_REJECT_NUMWAVES_STAGE)
            tell_hidden(p, &d);
        make_harmless(&d, code);
        code = wf_dispatch_check(&d, p->device, &shape);
    }
}
