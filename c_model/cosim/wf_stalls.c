/* SPDX-License-Identifier: Apache-2.0
 * wf_stalls.c - what the seed makes slow: stalls, answers of memory, quads.
 */
#include "wf_device.h"

struct wf_memory_timing device_memory_timing(const struct wf_sim *s)
{
    static const struct wf_memory_timing of_profile[] = {
        [STALLS_NONE] = {.least = WF_MEMORY_LATENCY}, [STALLS_LIGHT] = {.least = 4, .spread = 40},
        [STALLS_HEAVY] = {.least = 1, .spread = 300}, [STALLS_BURSTS] = {.least = 1, .spread = 30, .burst_period = 256},
        [STALLS_LATE] = {.least = 100, .spread = 400}};
    struct wf_memory_timing timing = of_profile[s->stalls];
    if (s->setup.latency)
        timing.least = s->setup.latency;
    timing.lines = s->setup.lines ? s->setup.lines : WF_MEMORY_LINES;
    return timing;
}

struct wf_lines_timing device_lines_timing(const struct wf_sim *s)
{
    const struct wf_memory_timing timing = device_memory_timing(s);
    return (struct wf_lines_timing){
        .least = timing.least, .spread = timing.spread, .burst_period = timing.burst_period,
        .period = s->setup.period ? s->setup.period : 1, .banks = s->setup.banks,
        .bank_period = s->setup.bank_period ? s->setup.bank_period : 4,
        .any_order = s->setup.order == WF_SIM_ORDER_ANY ||
                     (s->setup.order == WF_SIM_ORDER_OF_SEED && s->stalls != STALLS_NONE)};
}

static uint64_t random_bits(struct wf_sim *s)
{
    s->prng ^= s->prng << 13;
    s->prng ^= s->prng >> 7;
    s->prng ^= s->prng << 17;
    return s->prng * 0x2545f4914f6cdd1du >> 8;
}

uint32_t device_stalls(struct wf_sim *s)
{
    uint64_t r;
    switch (s->stalls) {
    case STALLS_NONE:
    case STALLS_LATE:
        return 0;
    case STALLS_LIGHT:                         /* one cycle in sixteen */
        r = random_bits(s);
        return (uint32_t)(r & r >> 11 & r >> 22 & r >> 33) & ((1u << CHANNELS) - 1);
    case STALLS_HEAVY:                         /* three cycles in eight */
        r = random_bits(s);
        return (uint32_t)(r & (r >> 11 | r >> 22)) & ((1u << CHANNELS) - 1);
    case STALLS_BURSTS:
        for (unsigned i = 0; i < CHANNELS; i++) {
            if (s->burst_left[i]--)
                continue;
            r = random_bits(s);
            bool held = r % 4 == 0;
            s->burst_held = (s->burst_held & ~(1u << i)) | (uint32_t)held << i;
            s->burst_left[i] = (unsigned)(r >> 8) % (held ? 40 : 100);
        }
        return s->burst_held;
    }
    return 0;
}

static size_t last_quad(const struct wf_desc *desc)
{
    return desc->quads ? desc->quads - 1 : 0;
}

bool wf_bench_draws(const struct wf_sim *s)
{
    return s->drawn && s->accepted && s->quads_sent <= last_quad(&s->drawn->desc);
}

uint32_t wf_bench_quad(struct wf_sim *s)
{
    static const struct wf_quad nothing;        /* ends a dispatch that draws nothing */
    if (!wf_bench_draws(s))
        return 0;
    const struct wf_desc *desc = &s->drawn->desc;
    if (s->stalls != STALLS_NONE && random_bits(s) % 4 == 0)
        return 0;
    const struct wf_quad *quad = desc->quads ? &desc->quad[s->quads_sent] : &nothing;
    const uint32_t mark = s->quads_sent++ == last_quad(desc) ? WF_QUAD_LAST : 0;
    return (uint32_t)quad->coverage << WF_QUAD_COVERAGE | (uint32_t)quad->y << 14 | quad->x | WF_QUAD_HERE | mark;
}

/* Of the other cores, the memory channels: WF_CYCLE_MREQ_READY as often as the first's, an answer when there is one. */
uint32_t wf_bench_more(struct wf_sim *s, uint32_t room)
{
    const uint64_t r = s->stalls == STALLS_NONE || s->stalls == STALLS_LATE ? 0 : random_bits(s);
    uint32_t answer = (uint32_t)~(r & r >> 17) << 16;
    for (unsigned i = 1; i < s->cores; i++)
        if (room >> i & 1 && s->memory[i] && wf_memory_ready(s->memory[i], s->cycle))
            answer |= 1u << i;
    return answer;
}

void device_next_descriptor(struct wf_sim *s)
{
    static const unsigned longest[4] = {1, 8, 64, 512};
    const uint64_t r = s->setup.seed ? random_bits(s) : 0;
    s->step = STEP_GAP;
    s->send_at = s->clock + (r >> 8) % longest[r % 4];
}
