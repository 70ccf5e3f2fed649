/* SPDX-License-Identifier: Apache-2.0
 * test_fence.c - what OpControlBarrier, OpMemoryBarrier and atomics with an order become: each scope, each kind of memory, with and without a
 * coherent buffer; and loads and stores with memory operands.  The modules are written here word by word.
 */
#include <string.h>

#include "wavefold/isa.h"
#include "wavefold/spirv.h"

#include "../common/wf_check.h"
#include "spv.h"
#include "wf_put.h"

enum { ARRIVE = 6142, WAIT = 6143 };     /* OpControlBarrierArriveINTEL, ..WaitINTEL */
enum { NONE = 0, ACQUIRE = 2, RELEASE = 4, BOTH = 8, SEQUENTIAL = 16 };
enum { BUFFER = 0x40, SHARED = 0x100, IMAGE = 0x800 };
enum { CROSS_DEVICE = 0, DEVICE = 1, GROUP = 2, SUBGROUP = 3, LANE = 4, QUEUE_FAMILY = 5 };
enum { PLAIN = 0, VOLATILE = 1, AVAILABLE = 0x28, VISIBLE = 0x30, NON_PRIVATE = 0x20 };     /* memory operands; two with a scope */

/* Ids of the modules; constants stand from CONSTANT on. */
enum { MAIN = 1, VOID, FUNCTION, UINT, LIST, BLOCK, TO_BLOCK, OUT, TO_UINT, LABEL, WORD, OLD, CONSTANT };

/* One instruction in a function that does nothing else: constants 0 (CONSTANT) and what it names behind.  OpLoad has the memory operands `execution`,
 * and an OpStore of its word has `semantics`. */
static void write_module(struct module *m, unsigned op, uint32_t execution, uint32_t scope, uint32_t semantics, unsigned decoration)
{
    const uint32_t name = 'm' | 'a' << 8 | 'i' << 16 | (uint32_t)'n' << 24;
    const uint32_t value[] = {0, 1, execution, scope, semantics};

    *m = (struct module){.word = {SPV_MAGIC, 0x00010300, 0, CONSTANT + 5, 0}, .words = SPV_HEADER};
    PUT(m, OpCapability, CapShader);
    PUT(m, OpMemoryModel, 0, 1);
    PUT(m, OpEntryPoint, 5, MAIN, name, 0);
    PUT(m, OpExecutionMode, MAIN, ModeLocalSize, 32, 1, 1);
    PUT(m, OpDecorate, LIST, DecArrayStride, 4);
    PUT(m, OpDecorate, BLOCK, DecBlock);
    PUT(m, OpMemberDecorate, BLOCK, 0, DecOffset, 0);
    PUT(m, OpDecorate, OUT, DecDescriptorSet, 0);
    PUT(m, OpDecorate, OUT, DecBinding, 0);
    if (decoration != DecRestrict)
        PUT(m, OpMemberDecorate, BLOCK, 0, decoration);
    PUT(m, OpTypeVoid, VOID);
    PUT(m, OpTypeFunction, FUNCTION, VOID);
    PUT(m, OpTypeInt, UINT, 32, 0);
    for (uint32_t i = 0; i < 5; i++)
        PUT(m, OpConstant, UINT, CONSTANT + i, value[i]);
    PUT(m, OpTypeRuntimeArray, LIST, UINT);
    PUT(m, OpTypeStruct, BLOCK, LIST);
    PUT(m, OpTypePointer, TO_BLOCK, ScStorageBuffer, BLOCK);
    PUT(m, OpTypePointer, TO_UINT, ScStorageBuffer, UINT);
    PUT(m, OpVariable, TO_BLOCK, OUT, ScStorageBuffer);
    PUT(m, OpFunction, VOID, MAIN, 0, FUNCTION);
    PUT(m, OpLabel, LABEL);
    if (op == OpControlBarrier || op == ARRIVE || op == WAIT)
        PUT(m, op, CONSTANT + 2, CONSTANT + 3, CONSTANT + 4);
    else if (op == OpMemoryBarrier)
        PUT(m, op, CONSTANT + 3, CONSTANT + 4);
    else
        PUT(m, OpAccessChain, TO_UINT, WORD, OUT, CONSTANT, CONSTANT);
    if (op == OpLoad) {
        put(m, op, execution == VISIBLE ? 5 : 4, (uint32_t[]){UINT, OLD, WORD, execution, CONSTANT + 3});
        put(m, OpStore, semantics == AVAILABLE ? 4 : 3, (uint32_t[]){WORD, OLD, semantics, CONSTANT + 3});
    } else if (op == OpAtomicIAdd)
        PUT(m, op, UINT, OLD, WORD, CONSTANT + 3, CONSTANT + 4, CONSTANT + 1);
    m->word[m->words++] = 1 << 16 | OpReturn;
    m->word[m->words++] = 1 << 16 | OpFunctionEnd;
}

static uint32_t buffer_number(void *user, uint32_t set, uint32_t binding, bool is_push, uint32_t *elements)
{
    (void)user, (void)set, (void)binding, (void)is_push, (void)elements;
    return 0;
}

/* A letter for each barrier and fence of the code in turn: b and d are barriers of workgroup and device scope, g and f fences; a an atomic, l a load,
 * s a store, and these in capitals when no access of others races with them. */
static void read_code(const struct wf_shader_code *code, char *letters)
{
    for (size_t i = 0; i < code->count; i++) {
        const struct wf_insn n = wf_insn_decode(code->word[i]);
        if (n.op == WF_OP_BARRIER || n.op == WF_OP_MEMBAR)
            *letters++ = n.op == WF_OP_BARRIER ? "bd"[n.mod & 1] : "gf"[n.mod & 1];
        else if (n.op == WF_OP_GATOM || n.op == WF_OP_GLD || n.op == WF_OP_GST)
            *letters++ = (code->how[i] & WF_HOW_COHERENT ? "ALS" : "als")[n.op == WF_OP_GLD ? 1 : n.op == WF_OP_GST ? 2 : 0];
    }
    *letters = '\0';
}

static void becomes(const char *wanted, unsigned op, uint32_t execution, uint32_t scope, uint32_t semantics, unsigned decoration)
{
    const struct wf_shader_target target = {.device = {.lanes = 32, .waves = 8, .groups = 8, .regs = 32, .lds_words = 64, .imem_words = 256},
                                            .wave_size = 32, .number = buffer_number, .table_buffer = 14, .scratch_buffer = 15};
    struct module m;
    struct wf_shader_code code;
    char message[WF_SHADER_MESSAGE] = "", letters[32] = "";
    bool no_memory = false;

    write_module(&m, op, execution, scope, semantics, decoration);
    struct wf_shader *shader = wf_shader_open(m.word, m.words, &(struct wf_shader_options){.entry = NULL}, message, &no_memory);
    const bool good = shader && wf_shader_lower(shader, &target, &code, message, &no_memory);
    if (good) {
        size_t where;
        CHECK(wf_code_check(code.word, code.count, 32, &where) == NULL);
        read_code(&code, letters);
        wf_shader_code_free(&code);
    }
    CHECK(good && !strcmp(letters, wanted));
    if (!good || strcmp(letters, wanted))
        printf("  instruction %u, scopes %u %u, semantics %#x, decoration %u: `%s`, wanted `%s`; %s\n", op, (unsigned)execution, (unsigned)scope,
               (unsigned)semantics, decoration, letters, wanted, message);
    wf_shader_free(shader);
}

int main(void)
{
    static const uint32_t orders[] = {ACQUIRE, RELEASE, BOTH, SEQUENTIAL};
    static const uint32_t wide[] = {CROSS_DEVICE, DEVICE, QUEUE_FAMILY};

    for (unsigned i = 0; i < 4; i++) {
        const uint32_t order = orders[i];
        /* GroupMemoryBarrier, DeviceMemoryBarrier, AllMemoryBarrier; the same with GroupSync */
        becomes("g", OpMemoryBarrier, 0, GROUP, order | SHARED, DecRestrict);
        becomes("g", OpMemoryBarrier, 0, GROUP, order | SHARED | BUFFER | IMAGE, DecRestrict);
        becomes("b", OpControlBarrier, GROUP, GROUP, order | SHARED, DecRestrict);
        becomes("b", OpControlBarrier, GROUP, GROUP, order | SHARED | BUFFER, DecRestrict);
        for (unsigned k = 0; k < 3; k++) {
            becomes("f", OpMemoryBarrier, 0, wide[k], order | BUFFER | IMAGE, DecRestrict);
            becomes("f", OpMemoryBarrier, 0, wide[k], order | SHARED | BUFFER | IMAGE, DecRestrict);
            becomes("f", OpMemoryBarrier, 0, wide[k], order, DecRestrict);
            becomes("d", OpControlBarrier, GROUP, wide[k], order | BUFFER | IMAGE, DecRestrict);
            becomes("d", OpControlBarrier, GROUP, wide[k], order | SHARED | BUFFER, DecRestrict);
            becomes("faf", OpAtomicIAdd, 0, wide[k], order | BUFFER, DecRestrict);
            /* memory of the group is nobody else's */
            becomes("g", OpMemoryBarrier, 0, wide[k], order | SHARED, DecRestrict);
            becomes("b", OpControlBarrier, GROUP, wide[k], order | SHARED, DecRestrict);
            becomes("f", OpControlBarrier, SUBGROUP, wide[k], order | BUFFER, DecRestrict);
        }
        becomes("gag", OpAtomicIAdd, 0, GROUP, order | BUFFER, DecRestrict);
        becomes("gag", OpAtomicIAdd, 0, SUBGROUP, order | BUFFER, DecRestrict);
        becomes("g", OpControlBarrier, SUBGROUP, SUBGROUP, order | SHARED | BUFFER, DecRestrict);
        becomes("g", OpMemoryBarrier, 0, SUBGROUP, order | BUFFER, DecRestrict);
        becomes("", OpMemoryBarrier, 0, LANE, order | BUFFER, DecRestrict);
        becomes("b", OpControlBarrier, GROUP, LANE, order | BUFFER, DecRestrict);
        /* what other groups stored into a coherent buffer shows behind any order */
        becomes("d", OpControlBarrier, GROUP, GROUP, order | SHARED, DecCoherent);
        becomes("f", OpMemoryBarrier, 0, GROUP, order | BUFFER, DecCoherent);
        becomes("f", OpMemoryBarrier, 0, GROUP, order | BUFFER, DecVolatile);
        becomes("d", OpControlBarrier, GROUP, GROUP, order | SHARED, DecVolatile);
    }
    /* of two parts the second waits, and orders what the group sees; more than that begins with the first */
    becomes("", ARRIVE, GROUP, GROUP, RELEASE | SHARED | BUFFER, DecRestrict);
    becomes("b", WAIT, GROUP, GROUP, ACQUIRE | SHARED | BUFFER, DecRestrict);
    becomes("f", ARRIVE, GROUP, DEVICE, RELEASE | BUFFER, DecRestrict);
    becomes("", ARRIVE, GROUP, DEVICE, NONE, DecRestrict);
    becomes("d", WAIT, GROUP, DEVICE, ACQUIRE | BUFFER, DecRestrict);
    becomes("b", WAIT, GROUP, DEVICE, NONE, DecRestrict);
    becomes("f", ARRIVE, GROUP, GROUP, RELEASE | BUFFER, DecCoherent);
    becomes("g", ARRIVE, SUBGROUP, SUBGROUP, RELEASE | SHARED, DecRestrict);
    becomes("g", WAIT, SUBGROUP, SUBGROUP, ACQUIRE | SHARED, DecRestrict);
    becomes("", OpMemoryBarrier, 0, DEVICE, NONE | BUFFER, DecRestrict);
    becomes("b", OpControlBarrier, GROUP, DEVICE, NONE, DecRestrict);
    becomes("d", OpControlBarrier, GROUP, GROUP, NONE, DecCoherent);
    becomes("", OpControlBarrier, SUBGROUP, SUBGROUP, NONE, DecRestrict);
    becomes("a", OpAtomicIAdd, 0, DEVICE, NONE, DecRestrict);
    /* a load that is volatile, or made visible beyond the group, asks the memory that all cores share */
    becomes("ls", OpLoad, PLAIN, 0, PLAIN, DecRestrict);
    becomes("Ls", OpLoad, NON_PRIVATE, 0, PLAIN, DecRestrict);
    becomes("lS", OpLoad, PLAIN, 0, NON_PRIVATE, DecRestrict);
    becomes("As", OpLoad, VOLATILE, 0, PLAIN, DecRestrict);
    becomes("lS", OpLoad, PLAIN, 0, VOLATILE, DecRestrict);
    for (unsigned k = 0; k < 3; k++)
        becomes("AS", OpLoad, VISIBLE, wide[k], AVAILABLE, DecRestrict);
    becomes("LS", OpLoad, VISIBLE, GROUP, AVAILABLE, DecRestrict);
    becomes("LS", OpLoad, VISIBLE, SUBGROUP, AVAILABLE, DecRestrict);
    becomes("AS", OpLoad, PLAIN, 0, PLAIN, DecCoherent);
    becomes("AS", OpLoad, PLAIN, 0, PLAIN, DecVolatile);
    return check_end("spirv_fence");
}
