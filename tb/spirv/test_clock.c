/* SPDX-License-Identifier: Apache-2.0
 * test_clock.c - what OpReadClockKHR gives when the low word of the clock carries before, between and after its reads: a time between the first
 * read and the last.  And that it becomes three reads, of the high, the low and the high word, as often as the module has it.  All times live together,
 * and registers do not suffice: a word that was read anew in place of being kept would be of another time.
 */
#include <string.h>

#include "wavefold/spirv.h"

#include "../common/wf_testkit.h"
#include "spv.h"
#include "wf_put.h"

enum { READS = 12, LANES = 4, REGS = 16, SCRATCH = 15 };

/* Ids of the module; from CONSTANT on the numbers 0 to READS, then what each read gives: the clock, two words, and where they go. */
enum { MAIN = 1, VOID, FUNCTION, UINT, LONG, PAIR, LIST, BLOCK, TO_BLOCK, OUT, TO_PAIR, LABEL, CONSTANT, RESULT = CONSTANT + READS, IDS = RESULT + 3 * READS };

/* READS reads in a row, of either form and either scope; each goes to its place in the buffer. */
static void write_module(struct module *m)
{
    const uint32_t name = 'm' | 'a' << 8 | 'i' << 16 | (uint32_t)'n' << 24;

    *m = (struct module){.word = {SPV_MAGIC, 0x00010300, 0, IDS, 0}, .words = SPV_HEADER};
    PUT(m, OpCapability, CapShader);
    PUT(m, OpCapability, CapInt64);
    PUT(m, OpCapability, CapShaderClockKHR);
    PUT(m, OpMemoryModel, 0, 1);
    PUT(m, OpEntryPoint, 5, MAIN, name, 0);
    PUT(m, OpExecutionMode, MAIN, ModeLocalSize, LANES, 1, 1);
    PUT(m, OpDecorate, LIST, DecArrayStride, 8);
    PUT(m, OpDecorate, BLOCK, DecBlock);
    PUT(m, OpMemberDecorate, BLOCK, 0, DecOffset, 0);
    PUT(m, OpDecorate, OUT, DecDescriptorSet, 0);
    PUT(m, OpDecorate, OUT, DecBinding, 0);
    PUT(m, OpTypeVoid, VOID);
    PUT(m, OpTypeFunction, FUNCTION, VOID);
    PUT(m, OpTypeInt, UINT, 32, 0);
    PUT(m, OpTypeInt, LONG, 64, 0);
    PUT(m, OpTypeVector, PAIR, UINT, 2);
    for (uint32_t i = 0; i < READS; i++)
        PUT(m, OpConstant, UINT, CONSTANT + i, i);
    PUT(m, OpTypeRuntimeArray, LIST, PAIR);
    PUT(m, OpTypeStruct, BLOCK, LIST);
    PUT(m, OpTypePointer, TO_BLOCK, ScStorageBuffer, BLOCK);
    PUT(m, OpTypePointer, TO_PAIR, ScStorageBuffer, PAIR);
    PUT(m, OpVariable, TO_BLOCK, OUT, ScStorageBuffer);
    PUT(m, OpFunction, VOID, MAIN, 0, FUNCTION);
    PUT(m, OpLabel, LABEL);
    for (uint32_t i = 0; i < READS; i++)
        PUT(m, OpReadClockKHR, i % 2 ? PAIR : LONG, RESULT + 3 * i, CONSTANT + (i < READS / 2 ? ScopeSubgroup : ScopeDevice));
    for (uint32_t i = 0; i < READS; i++) {
        PUT(m, OpBitcast, PAIR, RESULT + 3 * i + 1, RESULT + 3 * i);
        PUT(m, OpAccessChain, TO_PAIR, RESULT + 3 * i + 2, OUT, CONSTANT, CONSTANT + i);
        PUT(m, OpStore, RESULT + 3 * i + 2, RESULT + 3 * i + 1);
    }
    m->word[m->words++] = 1 << 16 | OpReturn;
    m->word[m->words++] = 1 << 16 | OpFunctionEnd;
}

static uint32_t buffer_number(void *user, uint32_t set, uint32_t binding, bool is_push, uint32_t *elements)
{
    (void)user, (void)set, (void)binding, (void)is_push, (void)elements;
    return 0;
}

/* The code of the module, into k. */
static bool lower(struct kit *k)
{
    struct wf_shader_target target = {.wave_size = LANES, .number = buffer_number, .table_buffer = 14, .scratch_buffer = SCRATCH};
    struct module m;
    struct wf_shader_code code;
    char message[WF_SHADER_MESSAGE] = "";
    bool no_memory = false;

    write_module(&m);
    k->device.regs = REGS;
    target.device = k->device;
    k->buffer[SCRATCH] = (struct wf_buffer){0, KIT_MEMORY / 2 * 4};
    struct wf_shader *shader = wf_shader_open(m.word, m.words, &(struct wf_shader_options){.entry = NULL}, message, &no_memory);
    const bool good = shader && wf_shader_lower(shader, &target, &code, message, &no_memory);
    if (good) {
        CHECK(code.count <= KIT_CODE && code.scratch_words > READS / 2);
        k->count = code.count <= KIT_CODE ? code.count : 0;
        memcpy(k->code, code.word, k->count * sizeof *code.word);
        wf_shader_code_free(&code);
    }
    wf_shader_free(shader);
    CHECK(good);
    if (!good)
        printf("  %s\n", message);
    return good;
}

/* Where each read of the clock stands: a wave alone begins instruction n when the clock has gone on by n. */
static size_t find_reads(const struct kit *k, size_t at[3 * READS])
{
    size_t reads = 0;

    for (size_t i = 0; i < k->count; i++) {
        const struct wf_insn n = wf_insn_decode(k->code[i]);
        CHECK(wf_op_info(n.op)->unit != WF_UNIT_FLOW);
        if (!wf_insn_is_clock(&n))
            continue;
        CHECK_EQ(n.mod, reads % 3 == 1 ? WF_SV_CLOCK_LOW : WF_SV_CLOCK_HIGH);
        if (reads < 3 * READS)
            at[reads] = i;
        reads++;
    }
    CHECK_EQ(reads, 3 * READS);
    return reads;
}

/* The wave begins at `clock`.  Adds to *carried when a read met the carry between its words. */
static void run_from(struct kit *k, const size_t at[3 * READS], uint64_t clock, unsigned *carried)
{
    uint64_t before = 0;

    if (!kit_start(k))
        return;
    wf_machine_start_clock(k->machine, clock);
    CHECK_EQ(kit_run(k, 0), WF_RUN_DONE);
    for (unsigned i = 0; i < READS; i++) {
        const uint32_t *word = &k->memory[KIT_MEMORY / 2 + 2 * i];
        const uint64_t first = clock + at[3 * i], low = clock + at[3 * i + 1], last = clock + at[3 * i + 2];
        const uint64_t time = (uint64_t)word[1] << 32 | word[0];
        const bool carries = first >> 32 != last >> 32;
        CHECK(time >= first && time <= last);
        if (!carries)
            CHECK_EQ(time, low);
        CHECK(i == 0 || time > before);
        before = time;
        *carried += carries;
    }
}

int main(void)
{
    static const uint64_t carries[] = {UINT64_C(1) << 32, UINT64_C(7) << 32, UINT64_C(0xffffffff) << 32};
    struct kit *k = kit_new(LANES, 1, 1, LANES);
    size_t at[3 * READS];
    unsigned carried = 0;

    if (lower(k) && find_reads(k, at) == 3 * READS) {
        run_from(k, at, 0, &carried);
        CHECK_EQ(carried, 0);
        for (unsigned i = 0; i < 3; i++)
            for (uint64_t before = 0; before < k->count + 2; before++)
                run_from(k, at, carries[i] - before, &carried);
        /* each read meets each carry from two places at least: before its low word, and after it */
        CHECK(carried >= 3 * READS * 2);
    }
    kit_free(k);
    return check_end("spirv_clock");
}
