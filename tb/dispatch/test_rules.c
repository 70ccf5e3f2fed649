/* SPDX-License-Identifier: Apache-2.0
 * test_rules.c - random descriptors against the rules of docs/semantics.md section 2, each written as a sentence of its own: the lowest code of those that
 * are broken, the wave size, the shape of a group, and what a device holds of it.
 */
#include <string.h>

#include "wavefold/dispatch.h"

#include "../common/wf_check.h"

enum { ROUNDS = 60000 };

static uint64_t seed = 0x51ed2701f3a5;

static uint32_t draw(uint32_t below)
{
    return check_random(&seed) % below;
}

static bool one_in(uint32_t n)
{
    return draw(n) == 0;
}

/* ---- descriptors: most break few rules ---------------------------------------------------------------------------------- */

static uint32_t extent(void)
{
    static const uint32_t some[] = {0, 1, 1, 2, 3, 4, 5, 8, 16, 25, 32, 41, 63, 64, 65, 127, 128, 129, 1023, 1024, 1025, 0x10000, 0xffffffff};

    return one_in(8) ? some[draw(23)] : some[1 + draw(10)];
}

static uint32_t wave_size(void)
{
    static const uint32_t some[] = {0, 1, 2, 3, 5, 12, 33, 129, 256};

    return one_in(12) ? some[draw(9)] : UINT32_C(4) << draw(6);
}

static struct wf_desc draw_desc(void)
{
    static const uint16_t models[] = {0x0509, 0x0600, 0x0604, 0x0605, 0x0606, 0x0607, 0x0608, 0x0609, 0x060a, 0x060a, 0x060a, 0x0700};
    struct wf_desc d = {.stage = one_in(3) ? (enum wf_stage)draw(16) : WF_STAGE_COMPUTE, .shader_model = one_in(3) ? models[draw(12)] : 0x060a};
    const unsigned shape = draw(20);

    d.has_numthreads = shape < 12 || shape == 19;
    d.has_numwaves = shape >= 12 && shape != 18;
    if (d.stage == WF_STAGE_PIXEL && !one_in(4))
        d.has_numthreads = d.has_numwaves = false;
    for (unsigned i = 0; i < 3; i++)
        d.threads[i] = one_in(3) ? 1 : extent();
    d.num_waves = one_in(12) ? draw(300) : draw(12);
    d.wavesize_kind = (enum wf_wavesize_kind)(one_in(2) ? 0 : draw(4));
    d.wavesize_min = wave_size();
    d.wavesize_max = one_in(4) ? wave_size() : 128;
    d.wavesize_preferred = wave_size();
    d.prefer_small = one_in(4);
    d.prefer_large = one_in(4);
    d.report_wave_size = one_in(2);
    d.thread_launch = one_in(20);
    d.exported = one_in(20);
    d.uses_wave_index = one_in(8);
    d.uses_wave_count = one_in(8);
    d.uses_thread_ids = one_in(6);
    d.uses_wave_ops = one_in(6);
    d.uses_derivatives = one_in(6);
    d.uses_match_or_multi_prefix = one_in(6);
    d.extra_waves = one_in(6) ? draw(70) : one_in(60) ? UINT32_MAX : 0;
    d.extra_idle = one_in(2);
    d.groupshared_bytes = one_in(2) ? 0 : draw(one_in(6) ? 40000 : 900);
    d.registers = (uint8_t)(one_in(3) ? 0 : draw(one_in(8) ? 256 : 65));
    if (one_in(30))
        d.threads[0] = d.threads[1] = d.threads[2] = 1;
    return d;
}

static struct wf_device draw_device(void)
{
    static const unsigned slots[] = {1, 3, 8, 32, 64}, regs[] = {16, 32, 64, 72}, banks[] = {0, 1, 2, 4, 32}, words[] = {64, 100, 1024, 8192};
    struct wf_device device = {.lanes = 4u << draw(6), .waves = slots[draw(5)], .groups = 1 + draw(16), .regs = regs[draw(4)], .lds_words = words[draw(4)],
                               .lds_banks = banks[draw(5)], .imem_words = 4096, .no_wave_ops = one_in(20), .cores = draw(4)};

    device.reg_rows = one_in(3) ? device.regs * (1 + draw(device.waves)) : 0;
    return device;
}

/* ---- rules ------------------------------------------------------------------------------------------------------------------ */

static bool is_power(uint32_t n)
{
    for (unsigned bit = 0; bit < 32; bit++)
        if (n == UINT32_C(1) << bit)
            return true;
    return false;
}

static bool in_bounds(uint32_t n)
{
    return n >= 4 && n <= 128;
}

static bool is_group_stage(enum wf_stage stage)
{
    return stage == WF_STAGE_COMPUTE || stage == WF_STAGE_NODE || stage == WF_STAGE_MESH || stage == WF_STAGE_AMPLIFICATION;
}

/* X*Y*Z; of more than 2^40, 2^40 */
static uint64_t threads_of(const struct wf_desc *d)
{
    const uint64_t most = UINT64_C(1) << 40;
    uint64_t n = 1;

    for (unsigned i = 0; i < 3; i++)
        if (d->threads[i] == 0)
            return 0;
    for (unsigned i = 0; i < 3; i++)
        n = n > most / d->threads[i] ? most : n * d->threads[i];
    return n;
}

static uint64_t waves_of(const struct wf_desc *d, uint64_t size)
{
    if (d->stage == WF_STAGE_PIXEL)
        return 1;
    return d->has_numwaves ? d->num_waves : threads_of(d) / size + (threads_of(d) % size != 0) + d->extra_waves;
}

static bool admitted(const struct wf_desc *d, uint32_t size)
{
    return d->wavesize_kind == WF_WAVESIZE_NONE || (d->wavesize_kind == WF_WAVESIZE_FIXED ? size == d->wavesize_min : size >= d->wavesize_min && size <= d->wavesize_max);
}

static bool in_thread_limit(const struct wf_desc *d, uint64_t size)
{
    return !d->has_numwaves || d->num_waves * size <= (d->stage == WF_STAGE_AMPLIFICATION ? 128 : 1024);
}

static unsigned steps(unsigned registers)
{
    return registers % 8 ? registers + 8 - registers % 8 : registers;
}

static unsigned rows_of(const struct wf_device *device)
{
    return device->reg_rows ? device->reg_rows : device->waves * steps(device->regs);
}

/* Sizes that the attribute and the device allow: how many, how many of them have slots, and candidates, one flag a size. */
static void find_sizes(const struct wf_desc *d, const struct wf_device *device, unsigned *supported, unsigned *fit, bool candidate[129])
{
    *supported = *fit = 0;
    memset(candidate, 0, 129);
    for (unsigned size = 4; size <= device->lanes; size *= 2)
        if (admitted(d, size)) {
            ++*supported;
            *fit += waves_of(d, size) <= device->waves;
            candidate[size] = waves_of(d, size) <= device->waves && in_thread_limit(d, size);
        }
}

static unsigned choose(const struct wf_desc *d, const bool candidate[129])
{
    unsigned least = 0, most = 0, below = 0;

    for (unsigned size = 4; size <= 128; size *= 2)
        if (candidate[size]) {
            least = least ? least : size;
            most = size;
            below = size <= 32 ? size : below;
        }
    if (d->wavesize_kind == WF_WAVESIZE_PREFERRED && d->wavesize_preferred <= 128 && candidate[d->wavesize_preferred])
        return d->wavesize_preferred;
    return d->prefer_small ? least : d->prefer_large ? most : below ? below : least;
}

/* The lowest code of a rule that is broken; the wave size when none is. */
static enum wf_reject lowest(const struct wf_desc *d, const struct wf_device *device, unsigned *size)
{
    const bool pixel = d->stage == WF_STAGE_PIXEL, nt = d->has_numthreads, nw = d->has_numwaves, one = d->wavesize_kind != 0, range = d->wavesize_kind > WF_WAVESIZE_FIXED,
               preferred = d->wavesize_kind == WF_WAVESIZE_PREFERRED, queries = d->uses_wave_index || d->uses_wave_count,
               wave_ops = queries || d->uses_wave_ops || d->uses_match_or_multi_prefix, line = d->threads[0] % 4 == 0 && d->threads[1] == 1 && d->threads[2] == 1,
               quads = line || (d->threads[0] % 2 == 0 && d->threads[1] % 2 == 0);
    const uint32_t lo = d->wavesize_min, hi = d->wavesize_max, pick = d->wavesize_preferred;
    const unsigned model = d->shader_model;
    bool candidate[129];
    unsigned supported, fit;

    find_sizes(d, device, &supported, &fit, candidate);
    *size = choose(d, candidate);
    const bool broken[WF_REJECT_COUNT] = {
        [WF_REJECT_NO_SHAPE] = !pixel && !nt && !nw,
        [WF_REJECT_BOTH_SHAPES] = nt && nw,
        [WF_REJECT_NUMTHREADS_ZERO] = nt && threads_of(d) == 0,
        [WF_REJECT_NUMTHREADS_X] = nt && d->threads[0] > 1024,
        [WF_REJECT_NUMTHREADS_Y] = nt && d->threads[1] > 1024,
        [WF_REJECT_NUMTHREADS_Z] = nt && d->threads[2] > 64,
        [WF_REJECT_NUMTHREADS_TOTAL] = nt && threads_of(d) > 1024,
        [WF_REJECT_NUMTHREADS_MESH] = nt && (d->stage == WF_STAGE_MESH || d->stage == WF_STAGE_AMPLIFICATION) && threads_of(d) > 128,
        [WF_REJECT_NUMWAVES_ZERO] = nw && d->num_waves == 0,
        [WF_REJECT_NUMWAVES_STAGE] = nw && d->stage != WF_STAGE_COMPUTE && d->stage != WF_STAGE_AMPLIFICATION,
        [WF_REJECT_NUMWAVES_IDS] = nw && d->uses_thread_ids,
        [WF_REJECT_WAVESIZE_POW2] = (one && !is_power(lo)) || (range && !is_power(hi)) || (preferred && !is_power(pick)),
        [WF_REJECT_WAVESIZE_BOUNDS] = (one && !in_bounds(lo)) || (range && !in_bounds(hi)) || (preferred && !in_bounds(pick)),
        [WF_REJECT_WAVESIZE_ORDER] = range && !(lo < hi),
        [WF_REJECT_WAVESIZE_PREFERRED] = preferred && !(pick >= lo && pick <= hi),
        [WF_REJECT_PREFER_BOTH] = d->prefer_small && d->prefer_large,
        [WF_REJECT_INDEX_STAGE] = d->uses_wave_index && !is_group_stage(d->stage) && !d->exported,
        [WF_REJECT_COUNT_STAGE] = d->uses_wave_count && !is_group_stage(d->stage) && !d->exported,
        [WF_REJECT_WAVE_THREAD_NODE] = queries && d->thread_launch && d->stage == WF_STAGE_NODE,
        [WF_REJECT_WAVE_EXPORT] = queries && d->exported,
        [WF_REJECT_WAVE_MODEL] = queries && model < 0x060a,
        [WF_REJECT_DERIVATIVES] = d->uses_derivatives && nt && !pixel && !quads,
        [WF_REJECT_NO_WAVESIZE] = supported == 0,
        [WF_REJECT_TOO_MANY_WAVES] = supported > 0 && fit == 0,
        [WF_REJECT_GROUPSHARED] = d->groupshared_bytes > 4 * device->lds_words,
        [WF_REJECT_PIXEL_GROUP] = pixel && (nt || nw || d->groupshared_bytes || d->uses_thread_ids),
        [WF_REJECT_STAGE_UNKNOWN] = (unsigned)d->stage > 9,
        [WF_REJECT_THREAD_LAUNCH_STAGE] = d->thread_launch && d->stage != WF_STAGE_NODE,
        [WF_REJECT_THREAD_LAUNCH_GROUP] = d->thread_launch && !(nt && threads_of(d) == 1),
        [WF_REJECT_NUMWAVES_MODEL] = nw && model < 0x060a,
        [WF_REJECT_NUMWAVES_LANES] = fit > 0 && *size == 0,
        [WF_REJECT_MATCH_MODEL] = d->uses_match_or_multi_prefix && model < 0x0605,
        [WF_REJECT_WAVE_OPS_MODEL] = wave_ops && model < 0x0600,
        [WF_REJECT_WAVESIZE_MODEL] = one && model < 0x0606,
        [WF_REJECT_WAVESIZE_RANGE_MODEL] = range && model < 0x0608,
        [WF_REJECT_DERIVATIVES_MODEL] = d->uses_derivatives && !pixel && model < 0x0606,
        [WF_REJECT_WAVE_OPS_DEVICE] = wave_ops && device->no_wave_ops,
        [WF_REJECT_REGISTERS] = d->registers > device->regs,
        [WF_REJECT_REGISTER_FILE] = *size && waves_of(d, *size) * steps(d->registers ? d->registers : device->regs) > rows_of(device)};
    for (unsigned code = 1; code < WF_REJECT_COUNT; code++)
        if (broken[code])
            return (enum wf_reject)code;
    return WF_REJECT_NONE;
}

static void check_occupancy(const struct wf_desc *d, const struct wf_device *device, const struct wf_shape *shape)
{
    const struct wf_occupancy o = wf_dispatch_occupancy(d, device, shape);
    const uint64_t rows = (uint64_t)shape->waves * steps(d->registers ? d->registers : device->regs), bank = device->lds_banks ? device->lds_banks : 1;
    uint64_t words = ((uint64_t)d->groupshared_bytes + 3) / 4, groups;

    while (words % bank)
        words++;
    CHECK_EQ(o.by[WF_BY_SLOTS], device->waves / shape->waves);
    CHECK_EQ(o.by[WF_BY_GROUPS], device->groups);
    CHECK_EQ(o.by[WF_BY_REGISTERS], rows_of(device) / rows);
    CHECK_EQ(o.by[WF_BY_LDS], words ? device->lds_words / words : UINT64_MAX);
    for (groups = 0; (groups + 1) * shape->waves <= device->waves && groups < device->groups && (groups + 1) * rows <= rows_of(device) &&
                     (groups + 1) * words <= device->lds_words;
         groups++)
        ;
    CHECK_EQ(o.groups, groups);
    CHECK_EQ(o.waves, groups * shape->waves);
    CHECK_EQ(wf_dispatch_registers(d, device), steps(d->registers ? d->registers : device->regs));
    CHECK_EQ(wf_device_reg_rows(device), rows_of(device));
    CHECK_EQ(wf_device_slots(device), device->waves * (device->cores ? device->cores : 1));
}

int main(void)
{
    unsigned accepted = 0, refused[WF_REJECT_COUNT] = {0};

    for (unsigned round = 0; round < ROUNDS; round++) {
        const struct wf_desc d = draw_desc();
        const struct wf_device device = draw_device();
        struct wf_shape shape;
        unsigned size;
        const enum wf_reject wanted = lowest(&d, &device, &size), code = wf_dispatch_check(&d, &device, &shape);
        CHECK_EQ(code, wanted);
        refused[wanted]++;
        if (code != wanted || code != WF_REJECT_NONE)
            continue;
        const uint64_t waves = waves_of(&d, size);
        accepted++;
        CHECK_EQ(shape.wave_size, size);
        CHECK_EQ(shape.reported_wave_size, d.report_wave_size ? size : 0);
        CHECK_EQ(shape.waves, waves);
        CHECK_EQ(shape.threads, d.has_numthreads ? threads_of(&d) : waves * size);
        check_occupancy(&d, &device, &shape);
    }
    CHECK(accepted > ROUNDS / 10);
    for (unsigned code = 0; code < WF_REJECT_COUNT; code++)
        CHECK(refused[code] > 0);
    return check_end("dispatch_rules");
}
