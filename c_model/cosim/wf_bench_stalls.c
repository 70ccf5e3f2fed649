/* SPDX-License-Identifier: Apache-2.0
 * wf_bench_stalls.c - what the seed makes slow: stalls, answers of memory, quads.
 */
#include "wf_bench_state.h"

struct wf_memory_timing bench_memory_timing(const struct bench *b)
{
    static const struct wf_memory_timing of_profile[] = {
        [STALLS_NONE] = {.least = WF_MEMORY_LATENCY}, [STALLS_LIGHT] = {.least = 4, .spread = 40}, [STALLS_HEAVY] = {.least = 1, .spread = 300},
        [STALLS_BURSTS] = {.least = 1, .spread = 30, .burst_period = 256}, [STALLS_LATE] = {.least = 100, .spread = 400}};
    struct wf_memory_timing timing = of_profile[b->stalls];
    if (b->asked_latency != UINT64_MAX)
        timing.least = (unsigned)b->asked_latency;
    timing.lines = (unsigned)b->memory_lines;
    return timing;
}

struct wf_lines_timing bench_lines_timing(const struct bench *b)
{
    const struct wf_memory_timing timing = bench_memory_timing(b);
    return (struct wf_lines_timing){.least = timing.least, .spread = timing.spread, .burst_period = timing.burst_period,
                                    .period = (unsigned)b->memory_period, .banks = (unsigned)b->memory_banks,
                                    .bank_period = (unsigned)b->memory_bank_period, .any_order = b->memory_any_order == UINT64_MAX ? b->stalls != STALLS_NONE : b->memory_any_order != 0};
}

static uint64_t random_bits(struct bench *b)
{
    b->prng ^= b->prng << 13;
    b->prng ^= b->prng >> 7;
    b->prng ^= b->prng << 17;
    return b->prng * 0x2545f4914f6cdd1du >> 8;
}

uint32_t bench_stalls(struct bench *b)
{
    uint64_t r;
    switch (b->stalls) {
    case STALLS_NONE:
    case STALLS_LATE:
        return 0;
    case STALLS_LIGHT:                         /* one cycle in sixteen */
        r = random_bits(b);
        return (uint32_t)(r & r >> 11 & r >> 22 & r >> 33) & ((1u << CHANNELS) - 1);
    case STALLS_HEAVY:                         /* three cycles in eight */
        r = random_bits(b);
        return (uint32_t)(r & (r >> 11 | r >> 22)) & ((1u << CHANNELS) - 1);
    case STALLS_BURSTS:
        for (unsigned i = 0; i < CHANNELS; i++) {
            if (b->burst_left[i]--)
                continue;
            r = random_bits(b);
            bool held = r % 4 == 0;
            b->burst_held = (b->burst_held & ~(1u << i)) | (uint32_t)held << i;
            b->burst_left[i] = (unsigned)(r >> 8) % (held ? 40 : 100);
        }
        return b->burst_held;
    }
    return 0;
}

uint32_t bench_quad(struct bench *b)
{
    static const struct wf_quad nothing;        /* ends a dispatch that draws nothing */
    if (!b->accepted || !b->ls)                 /* there may be no kernel at all */
        return 0;
    const struct wf_desc *desc = &b->job->kernel->desc;
    const size_t last = desc->quads ? desc->quads - 1 : 0;
    if (desc->stage != WF_STAGE_PIXEL || b->quads_sent > last)
        return 0;
    if (b->stalls != STALLS_NONE && random_bits(b) % 4 == 0)
        return 0;
    const struct wf_quad *quad = desc->quads ? &desc->quad[b->quads_sent] : &nothing;
    const uint32_t mark = b->quads_sent++ == last ? WF_QUAD_LAST : 0;
    return (uint32_t)quad->coverage << WF_QUAD_COVERAGE | (uint32_t)quad->y << 14 | quad->x | WF_QUAD_HERE | mark;
}

/* Of the cores behind the first, the memory channels: WF_CYCLE_MREQ_READY as often as that one's, an answer when there is one. */
uint32_t bench_more(struct bench *b, uint32_t room)
{
    const uint64_t r = b->stalls == STALLS_NONE || b->stalls == STALLS_LATE ? 0 : random_bits(b);
    uint32_t answer = (uint32_t)~(r & r >> 17) << 16;
    for (unsigned i = 1; i < b->cores; i++)
        if (room >> i & 1 && b->memory[i] && wf_memory_ready(b->memory[i], b->cycle))
            answer |= 1u << i;
    return answer;
}

void bench_next_descriptor(struct bench *b)
{
    static const unsigned longest[4] = {1, 8, 64, 512};
    const uint64_t r = b->seed ? random_bits(b) : 0;
    b->step = STEP_GAP;
    b->send_at = b->clock + (r >> 8) % longest[r % 4];
}
