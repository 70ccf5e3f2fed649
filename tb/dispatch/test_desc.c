/* SPDX-License-Identifier: Apache-2.0
 * test_desc.c - the packed descriptor: every field stands alone in its bits, and the fields fill the word.
 */
#include <string.h>

#include "../common/wf_check.h"
#include "wavefold/dispatch.h"

static uint32_t taken[WF_DESC_PACKED_WORDS];    /* bits of the fields seen so far */
static unsigned fields;

/* `desc` has one field at all ones, `bits` wide from `lsb` on. */
static void check_field(const struct wf_desc *desc, bool commit_only, unsigned lsb, unsigned bits)
{
    uint32_t packed[WF_DESC_PACKED_WORDS];

    wf_desc_pack(desc, commit_only, packed);
    for (unsigned bit = 0; bit < 32 * WF_DESC_PACKED_WORDS; bit++) {
        const bool in_field = bit >= lsb && bit < lsb + bits, one = packed[bit / 32] >> bit % 32 & 1;
        CHECK_EQ(one, in_field);
        CHECK(!one || !(taken[bit / 32] >> bit % 32 & 1));
        taken[bit / 32] |= (uint32_t)one << bit % 32;
    }
    fields++;
}

#define FIELD(id, bits, member, ...) \
    check_field(&(struct wf_desc){.member = __VA_ARGS__}, false, WF_DESC_##id##_LSB, bits)
#define ALL UINT32_MAX

int main(void)
{
    unsigned listed = 0, ones = 0;

    check_field(&(struct wf_desc){0}, true, WF_DESC_COMMIT_ONLY_LSB, 1);
    FIELD(STAGE, 4, stage, (enum wf_stage)15);
    FIELD(SHADER_MODEL, 16, shader_model, UINT16_MAX);
    FIELD(HAS_NUMTHREADS, 1, has_numthreads, true);
    FIELD(HAS_NUMWAVES, 1, has_numwaves, true);
    FIELD(X, 32, threads, {ALL, 0, 0});
    FIELD(Y, 32, threads, {0, ALL, 0});
    FIELD(Z, 32, threads, {0, 0, ALL});
    FIELD(NUM_WAVES, 32, num_waves, ALL);
    FIELD(WAVESIZE_KIND, 2, wavesize_kind, WF_WAVESIZE_PREFERRED);
    FIELD(WAVESIZE_MIN, 32, wavesize_min, ALL);
    FIELD(WAVESIZE_MAX, 32, wavesize_max, ALL);
    FIELD(WAVESIZE_PREFERRED, 32, wavesize_preferred, ALL);
    FIELD(PREFER_SMALL, 1, prefer_small, true);
    FIELD(PREFER_LARGE, 1, prefer_large, true);
    FIELD(REPORT_WAVE_SIZE, 1, report_wave_size, true);
    FIELD(THREAD_LAUNCH, 1, thread_launch, true);
    FIELD(EXPORTED, 1, exported, true);
    FIELD(USES_WAVE_INDEX, 1, uses_wave_index, true);
    FIELD(USES_WAVE_COUNT, 1, uses_wave_count, true);
    FIELD(USES_THREAD_IDS, 1, uses_thread_ids, true);
    FIELD(USES_WAVE_OPS, 1, uses_wave_ops, true);
    FIELD(USES_MATCH_OR_MULTI_PREFIX, 1, uses_match_or_multi_prefix, true);
    FIELD(USES_DERIVATIVES, 1, uses_derivatives, true);
    FIELD(EXTRA_WAVES, 32, extra_waves, ALL);
    FIELD(EXTRA_IDLE, 1, extra_idle, true);
    FIELD(GRID_X, 32, grid, {ALL, 0, 0});
    FIELD(GRID_Y, 32, grid, {0, ALL, 0});
    FIELD(GRID_Z, 32, grid, {0, 0, ALL});
    FIELD(GROUPSHARED, 32, groupshared_bytes, ALL);
    FIELD(ENTRY, 16, entry, UINT16_MAX);
    FIELD(CODE_WORDS, 17, code_words, 0x1ffff);
    FIELD(REGISTERS, 8, registers, UINT8_MAX);
    FIELD(ID, 3, id, 7);
    FIELD(WAIT, 1, wait, true);
    FIELD(HIGH, 1, high, true);
    FIELD(LIMIT, 32, cycle_limit, ALL);
    FIELD(CODE_BASE, 16, code_base, UINT16_MAX);

#define WF_DESC_FIELD(id, bits, text) listed++;
#include "wavefold/isa.def"
    CHECK_EQ(fields, listed);
    for (unsigned bit = 0; bit < 32 * WF_DESC_PACKED_WORDS; bit++)
        ones += taken[bit / 32] >> bit % 32 & 1;
    CHECK_EQ(ones, WF_DESC_W);
    CHECK(taken[(WF_DESC_W - 1) / 32] >> (WF_DESC_W - 1) % 32 & 1);

    const uint64_t end = WF_OP_END;             /* names no register, and 0 would be all */
    struct wf_desc desc = { 0 };
    wf_desc_take_code(&desc, &end, 1);
    CHECK_EQ(desc.registers, 1);
    CHECK_EQ(desc.code_words, 1);
    uint64_t code[3] = { WF_OP_NOP, WF_OP_NOP, WF_OP_MOV | 41 << 8 };       /* the last of an odd number of them */
    wf_desc_take_code(&desc, code, 3);
    CHECK_EQ(desc.registers, 42);
    CHECK_EQ(desc.code_words, 3);
    code[0] = WF_OP_MOV | 127 << 8;
    wf_desc_take_code(&desc, code, 2);
    CHECK_EQ(desc.registers, 128);
    CHECK_EQ(desc.code_words, 2);
    return check_end("desc");
}
