/* SPDX-License-Identifier: Apache-2.0
 * desc.c - the descriptor as one word (isa.def, WF_DESC_FIELD), and what of it follows from the code.
 */
#include <assert.h>
#include <string.h>

#include "wavefold/dispatch.h"

/* Bits lsb..msb become `value`, which must fit; they are 0 before. */
static void put(uint32_t *packed, unsigned lsb, unsigned msb, uint32_t value)
{
    const uint64_t shifted = (uint64_t)value << lsb % 32;

    assert(msb - lsb == 31 || value >> (msb - lsb + 1) == 0);
    packed[lsb / 32] |= (uint32_t)shifted;
    if (msb / 32 != lsb / 32)
        packed[msb / 32] |= (uint32_t)(shifted >> 32);
}

#define PUT(id, value) put(packed, WF_DESC_##id##_LSB, WF_DESC_##id##_MSB, (uint32_t)(value))

static void put_group_shape(const struct wf_desc *d, uint32_t *packed)
{
    PUT(HAS_NUMTHREADS, d->has_numthreads);
    PUT(HAS_NUMWAVES, d->has_numwaves);
    PUT(X, d->threads[0]);
    PUT(Y, d->threads[1]);
    PUT(Z, d->threads[2]);
    PUT(NUM_WAVES, d->num_waves);
    PUT(WAVESIZE_KIND, d->wavesize_kind);
    PUT(WAVESIZE_MIN, d->wavesize_min);
    PUT(WAVESIZE_MAX, d->wavesize_max);
    PUT(WAVESIZE_PREFERRED, d->wavesize_preferred);
    PUT(PREFER_SMALL, d->prefer_small);
    PUT(PREFER_LARGE, d->prefer_large);
    PUT(EXTRA_WAVES, d->extra_waves);
    PUT(EXTRA_IDLE, d->extra_idle);
}

static void put_kernel(const struct wf_desc *d, uint32_t *packed)
{
    PUT(STAGE, d->stage);
    PUT(SHADER_MODEL, d->shader_model);
    PUT(THREAD_LAUNCH, d->thread_launch);
    PUT(EXPORTED, d->exported);
    PUT(USES_WAVE_INDEX, d->uses_wave_index);
    PUT(USES_WAVE_COUNT, d->uses_wave_count);
    PUT(USES_THREAD_IDS, d->uses_thread_ids);
    PUT(USES_WAVE_OPS, d->uses_wave_ops);
    PUT(USES_MATCH_OR_MULTI_PREFIX, d->uses_match_or_multi_prefix);
    PUT(USES_DERIVATIVES, d->uses_derivatives);
    PUT(ENTRY, d->entry);
    PUT(CODE_WORDS, d->code_words);
    PUT(CODE_BASE, d->code_base);
    PUT(REGISTERS, d->registers);
}

void wf_desc_pack(const struct wf_desc *desc, bool commit_only, uint32_t packed[WF_DESC_PACKED_WORDS])
{
    memset(packed, 0, WF_DESC_PACKED_WORDS * sizeof *packed);
    PUT(COMMIT_ONLY, commit_only);
    PUT(REPORT_WAVE_SIZE, desc->report_wave_size);
    PUT(GRID_X, desc->grid[0]);
    PUT(GRID_Y, desc->grid[1]);
    PUT(GRID_Z, desc->grid[2]);
    PUT(GROUPSHARED, desc->groupshared_bytes);
    PUT(ID, desc->id);
    PUT(WAIT, desc->wait);
    PUT(HIGH, desc->high);
    PUT(LIMIT, desc->cycle_limit);
    put_group_shape(desc, packed);
    put_kernel(desc, packed);
}

void wf_desc_take_code(struct wf_desc *desc, const uint64_t *code, size_t count)
{
    const unsigned named = wf_code_registers(code, count);

    desc->code_words = (uint32_t)count;
    desc->registers = (uint8_t)(named == 0 ? 1 : named > UINT8_MAX ? UINT8_MAX : named);    /* 0 would be all */
}
