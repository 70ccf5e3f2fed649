/* SPDX-License-Identifier: Apache-2.0
 * dispatch.c - the rules a dispatch must keep, and the wave size it is given (docs/semantics.md, "Dispatch").
 *
 * The checks stand in the order of their codes, so the first that fails is the one to report.
 */
#include <string.h>

#include "wavefold/dispatch.h"

enum {
    MIN_WAVE_SIZE = 4,
    MAX_WAVE_SIZE = 128,
    DEFAULT_WAVE_SIZE = 32,
    MAX_X = 1024,
    MAX_Y = 1024,
    MAX_Z = 64,
    MAX_THREADS = 1024,
    MAX_MESH_THREADS = 128,
    MODEL_6_0 = 0x0600,
    MODEL_6_5 = 0x0605,
    MODEL_6_6 = 0x0606,
    MODEL_6_8 = 0x0608,
    MODEL_6_10 = 0x060a
};

/* X*Y*Z, once each of them is within its limit. */
static uint64_t thread_count(const struct wf_desc *desc)
{
    return (uint64_t)desc->threads[0] * desc->threads[1] * desc->threads[2];
}

static enum wf_reject check_numthreads(const struct wf_desc *desc)
{
    const bool small_stage = desc->stage == WF_STAGE_MESH || desc->stage == WF_STAGE_AMPLIFICATION;

    if (desc->threads[0] == 0 || desc->threads[1] == 0 || desc->threads[2] == 0)
        return WF_REJECT_NUMTHREADS_ZERO;
    if (desc->threads[0] > MAX_X)
        return WF_REJECT_NUMTHREADS_X;
    if (desc->threads[1] > MAX_Y)
        return WF_REJECT_NUMTHREADS_Y;
    if (desc->threads[2] > MAX_Z)
        return WF_REJECT_NUMTHREADS_Z;
    if (thread_count(desc) > MAX_THREADS)
        return WF_REJECT_NUMTHREADS_TOTAL;
    if (small_stage && thread_count(desc) > MAX_MESH_THREADS)
        return WF_REJECT_NUMTHREADS_MESH;
    return WF_REJECT_NONE;
}

static enum wf_reject check_numwaves(const struct wf_desc *desc)
{
    if (desc->num_waves == 0)
        return WF_REJECT_NUMWAVES_ZERO;
    if (desc->stage != WF_STAGE_COMPUTE && desc->stage != WF_STAGE_AMPLIFICATION)
        return WF_REJECT_NUMWAVES_STAGE;
    if (desc->uses_thread_ids)
        return WF_REJECT_NUMWAVES_IDS;
    return WF_REJECT_NONE;
}

static enum wf_reject check_group_shape(const struct wf_desc *desc)
{
    if (desc->stage == WF_STAGE_PIXEL && !desc->has_numthreads && !desc->has_numwaves)
        return WF_REJECT_NONE;
    if (!desc->has_numthreads && !desc->has_numwaves)
        return WF_REJECT_NO_SHAPE;
    if (desc->has_numthreads && desc->has_numwaves)
        return WF_REJECT_BOTH_SHAPES;
    return desc->has_numthreads ? check_numthreads(desc) : check_numwaves(desc);
}

static bool is_power_of_two(uint32_t value)
{
    return value != 0 && (value & (value - 1)) == 0;
}

static bool in_wave_bounds(uint32_t value)
{
    return value >= MIN_WAVE_SIZE && value <= MAX_WAVE_SIZE;
}

static enum wf_reject check_wavesize(const struct wf_desc *desc)
{
    const bool one = desc->wavesize_kind != WF_WAVESIZE_NONE;
    const bool range = one && desc->wavesize_kind != WF_WAVESIZE_FIXED;
    const bool preferred = desc->wavesize_kind == WF_WAVESIZE_PREFERRED;
    const uint32_t lo = desc->wavesize_min, hi = desc->wavesize_max, pick = desc->wavesize_preferred;

    if ((one && !is_power_of_two(lo)) || (range && !is_power_of_two(hi)) || (preferred && !is_power_of_two(pick)))
        return WF_REJECT_WAVESIZE_POW2;
    if ((one && !in_wave_bounds(lo)) || (range && !in_wave_bounds(hi)) || (preferred && !in_wave_bounds(pick)))
        return WF_REJECT_WAVESIZE_BOUNDS;
    if (range && lo >= hi)
        return WF_REJECT_WAVESIZE_ORDER;
    if (preferred && (pick < lo || pick > hi))
        return WF_REJECT_WAVESIZE_PREFERRED;
    if (desc->prefer_small && desc->prefer_large)
        return WF_REJECT_PREFER_BOTH;
    return WF_REJECT_NONE;
}

/* Who may ask for the group wave index and count. */
static enum wf_reject check_wave_queries(const struct wf_desc *desc)
{
    const bool group_stage = desc->stage == WF_STAGE_COMPUTE || desc->stage == WF_STAGE_MESH
                             || desc->stage == WF_STAGE_AMPLIFICATION || desc->stage == WF_STAGE_NODE;

    if (desc->uses_wave_index && !group_stage && !desc->exported)
        return WF_REJECT_INDEX_STAGE;
    if (desc->uses_wave_count && !group_stage && !desc->exported)
        return WF_REJECT_COUNT_STAGE;
    if (!desc->uses_wave_index && !desc->uses_wave_count)
        return WF_REJECT_NONE;
    if (desc->thread_launch && desc->stage == WF_STAGE_NODE)
        return WF_REJECT_WAVE_THREAD_NODE;
    if (desc->exported)
        return WF_REJECT_WAVE_EXPORT;
    if (desc->shader_model < MODEL_6_10)
        return WF_REJECT_WAVE_MODEL;
    return WF_REJECT_NONE;
}

/* Derivatives need whole quads.  A numWaves group is one line of whole waves, so it always has them. */
static bool has_quads(const struct wf_desc *desc)
{
    const uint32_t x = desc->threads[0], y = desc->threads[1], z = desc->threads[2];

    if (desc->has_numwaves || desc->stage == WF_STAGE_PIXEL)
        return true;
    return (x % 4 == 0 && y == 1 && z == 1) || (x % 2 == 0 && y % 2 == 0);
}

/* Waves of one group at wave size `size`; 64 bits because the number of extra waves may be anything. */
static uint64_t waves_at(const struct wf_desc *desc, unsigned size)
{
    if (desc->stage == WF_STAGE_PIXEL)
        return 1;
    if (desc->has_numwaves)
        return desc->num_waves;
    return (thread_count(desc) + size - 1) / size + desc->extra_waves;
}

static bool attribute_allows(const struct wf_desc *desc, unsigned size)
{
    switch (desc->wavesize_kind) {
    case WF_WAVESIZE_FIXED:
        return size == desc->wavesize_min;
    case WF_WAVESIZE_RANGE:
    case WF_WAVESIZE_PREFERRED:
        return size >= desc->wavesize_min && size <= desc->wavesize_max;
    case WF_WAVESIZE_NONE:
        break;
    }
    return true;
}

/* A numWaves group may have as many lanes as the stage allows threads; a numthreads group was checked already. */
static bool within_thread_limit(const struct wf_desc *desc, unsigned size)
{
    const uint64_t limit = desc->stage == WF_STAGE_AMPLIFICATION ? MAX_MESH_THREADS : MAX_THREADS;

    return !desc->has_numwaves || (uint64_t)desc->num_waves * size <= limit;
}

/* Bit log2(S) of *supported: S is in the attribute's range and on the device; the result holds those whose group fits
 * too. */
static unsigned find_candidates(const struct wf_desc *desc, const struct wf_device *device, unsigned *supported)
{
    unsigned candidates = 0;

    *supported = 0;
    for (unsigned log2 = 2; log2 <= 7; log2++) {
        const unsigned size = 1u << log2;
        if (size > device->lanes || !attribute_allows(desc, size))
            continue;
        *supported |= 1u << log2;
        if (waves_at(desc, size) <= device->waves && within_thread_limit(desc, size))
            candidates |= 1u << log2;
    }
    return candidates;
}

/* A set of sizes is the sum of its sizes, since bit log2(S) has the weight S. */
static unsigned smallest(unsigned sizes)
{
    return sizes & (0u - sizes);
}

static unsigned largest(unsigned sizes)
{
    while (sizes & (sizes - 1))
        sizes &= sizes - 1;
    return sizes;
}

static unsigned choose_wave_size(const struct wf_desc *desc, unsigned candidates)
{
    const unsigned not_above_default = candidates & (2 * DEFAULT_WAVE_SIZE - 1);

    if (desc->wavesize_kind == WF_WAVESIZE_PREFERRED && (candidates & desc->wavesize_preferred) != 0)
        return desc->wavesize_preferred;
    if (desc->prefer_small)
        return smallest(candidates);
    if (desc->prefer_large)
        return largest(candidates);
    return not_above_default != 0 ? largest(not_above_default) : smallest(candidates);
}

/* Stages, and what they may launch. */
static enum wf_reject check_stage(const struct wf_desc *desc)
{
    const bool one_thread = desc->has_numthreads && thread_count(desc) == 1;

    if ((unsigned)desc->stage >= WF_STAGE_COUNT)
        return WF_REJECT_STAGE_UNKNOWN;
    if (desc->thread_launch && desc->stage != WF_STAGE_NODE)
        return WF_REJECT_THREAD_LAUNCH_STAGE;
    return desc->thread_launch && !one_thread ? WF_REJECT_THREAD_LAUNCH_GROUP : WF_REJECT_NONE;
}

/* Features below their shader model, or missing in the device.  `any_lanes`: a numWaves group is within the thread
 * limit. */
static enum wf_reject check_features(const struct wf_desc *desc, const struct wf_device *device, bool any_lanes)
{
    const uint16_t model = desc->shader_model;
    const bool wave_ops =
        desc->uses_wave_ops || desc->uses_wave_index || desc->uses_wave_count || desc->uses_match_or_multi_prefix;

    if (desc->has_numwaves && model < MODEL_6_10)
        return WF_REJECT_NUMWAVES_MODEL;
    if (!any_lanes)
        return WF_REJECT_NUMWAVES_LANES;
    if (desc->uses_match_or_multi_prefix && model < MODEL_6_5)
        return WF_REJECT_MATCH_MODEL;
    if (wave_ops && model < MODEL_6_0)
        return WF_REJECT_WAVE_OPS_MODEL;
    if (desc->wavesize_kind != WF_WAVESIZE_NONE && model < MODEL_6_6)
        return WF_REJECT_WAVESIZE_MODEL;
    if (desc->wavesize_kind > WF_WAVESIZE_FIXED && model < MODEL_6_8)
        return WF_REJECT_WAVESIZE_RANGE_MODEL;
    if (desc->uses_derivatives && desc->stage != WF_STAGE_PIXEL && model < MODEL_6_6)
        return WF_REJECT_DERIVATIVES_MODEL;
    return wave_ops && device->no_wave_ops ? WF_REJECT_WAVE_OPS_DEVICE : WF_REJECT_NONE;
}

/* The wave size does not look at registers: how many a kernel needs may depend on it. */
static enum wf_reject check_registers(const struct wf_desc *desc, const struct wf_device *device, uint64_t waves)
{
    if (desc->registers > device->regs)
        return WF_REJECT_REGISTERS;
    return waves * wf_dispatch_registers(desc, device) > wf_device_reg_rows(device) ? WF_REJECT_REGISTER_FILE
                                                                                    : WF_REJECT_NONE;
}

enum wf_reject wf_dispatch_check(const struct wf_desc *desc, const struct wf_device *device, struct wf_shape *shape)
{
    enum wf_reject code;
    unsigned supported, candidates, size;

    memset(shape, 0, sizeof *shape);
    if ((code = check_group_shape(desc)) != WF_REJECT_NONE || (code = check_wavesize(desc)) != WF_REJECT_NONE
        || (code = check_wave_queries(desc)) != WF_REJECT_NONE)
        return code;
    if (desc->uses_derivatives && !has_quads(desc))
        return WF_REJECT_DERIVATIVES;
    candidates = find_candidates(desc, device, &supported);
    if (supported == 0)
        return WF_REJECT_NO_WAVESIZE;
    if (candidates == 0 && (!desc->has_numwaves || desc->num_waves > device->waves))
        return WF_REJECT_TOO_MANY_WAVES;
    if (desc->groupshared_bytes > (uint64_t)device->lds_words * 4)
        return WF_REJECT_GROUPSHARED;
    if (desc->stage == WF_STAGE_PIXEL &&
        (desc->has_numthreads || desc->has_numwaves || desc->groupshared_bytes != 0 || desc->uses_thread_ids))
        return WF_REJECT_PIXEL_GROUP;
    if ((code = check_stage(desc)) != WF_REJECT_NONE ||
        (code = check_features(desc, device, candidates != 0)) != WF_REJECT_NONE)
        return code;
    size = choose_wave_size(desc, candidates);
    if ((code = check_registers(desc, device, waves_at(desc, size))) != WF_REJECT_NONE)
        return code;

    shape->wave_size = size;
    shape->reported_wave_size = desc->report_wave_size ? shape->wave_size : 0;
    shape->waves = (unsigned)waves_at(desc, shape->wave_size);
    shape->threads = desc->has_numwaves || desc->stage == WF_STAGE_PIXEL ? shape->waves * shape->wave_size
                                                                         : (unsigned)thread_count(desc);
    return WF_REJECT_NONE;
}
