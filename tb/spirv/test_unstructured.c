/* SPDX-License-Identifier: Apache-2.0
 * test_unstructured.c - random control flow of kernels, without merge instructions, with cycles that have several entries:
 * test_unstructured SEED [MODULES].  Each lane gives what an interpreter of the blocks gives for it, at several wave sizes.
 *
 * A block mixes its number into a hash, which says where the lane goes on.  Fuel bounds the turns: without, a lane takes the last
 * way, which leads to a higher number.  At the end all lanes of a wave meet.  In graphs without cycles they meet in each block: it
 * counts them, and the number goes into the hash.  Values come by OpPhi, and from blocks that dominate the own one.
 */
#include <stdlib.h>
#include <string.h>

#include "wavefold/kernel.h"
#include "wavefold/spirv.h"

#include "../common/wf_check.h"
#include "spv.h"

#define MOST_WORDS (1 << 14)
#include "wf_put.h"

enum { BLOCKS = 20, WAYS = 5, THREADS = 32, MEMORY = 1 << 17, TABLE = 14, SCRATCH = 15 };

struct block {
    unsigned to[WAYS], ways;            /* the last one is higher than its own */
    unsigned other;                     /* a block that dominates it: its hash is mixed in */
};

struct graph {
    struct block block[BLOCKS];
    unsigned blocks;
    bool has_cycles;
};

/* ---- graphs ---- */

static unsigned below(uint64_t *random, unsigned most)
{
    return check_random(random) % most;
}

static bool leads(const struct graph *g, unsigned from, unsigned to)
{
    for (unsigned w = 0; w < g->block[from].ways; w++)
        if (g->block[from].to[w] == to)
            return true;
    return false;
}

/* Bit d of dominators[b]: d dominates b. */
static void find_dominators(const struct graph *g, uint32_t dominators[BLOCKS])
{
    for (unsigned b = 0; b < g->blocks; b++)
        dominators[b] = b ? UINT32_MAX : 1;
    for (unsigned turn = 0; turn < g->blocks; turn++)
        for (unsigned b = 1; b < g->blocks; b++) {
            uint32_t all = UINT32_MAX;
            for (unsigned from = 0; from < g->blocks; from++)
                if (leads(g, from, b))
                    all &= dominators[from];
            dominators[b] = all | 1U << b;
        }
}

static void make_graph(struct graph *g, uint64_t *random)
{
    uint32_t dominators[BLOCKS];

    g->blocks = 4 + below(random, BLOCKS - 3);
    g->has_cycles = below(random, 3) != 0;
    for (unsigned b = 0; b + 1 < g->blocks; b++) {
        struct block *block = &g->block[b];
        const unsigned kind = below(random, 8), above = g->blocks - b - 1;
        block->ways = kind < 2 ? 1 : kind < 7 ? 2 : 3 + below(random, WAYS - 2);
        for (unsigned w = 0; w < block->ways; w++) {
            const bool near = below(random, 2);
            block->to[w] = b + 1 + below(random, near && above > 3 ? 3 : above);
            if (g->has_cycles && w + 1 < block->ways && below(random, 2))
                block->to[w] = 1 + below(random, g->blocks - 2);
        }
    }
    g->block[g->blocks - 1].ways = 0;
    find_dominators(g, dominators);
    for (unsigned b = 0; b < g->blocks; b++)
        do
            g->block[b].other = below(random, b + 1);
        while (!(dominators[b] >> g->block[b].other & 1));
}

/* ---- what is expected ---- */

enum { FUEL = 12 };
static const uint32_t FACTOR = 1664525, SEED_FACTOR = 2654435761U;

static unsigned way_of(const struct block *block, uint32_t hash, int32_t fuel)
{
    const unsigned last = block->ways - 1, way = hash >> 9 & 7;

    if (block->ways == 2)
        return fuel > 0 && (hash >> 13 & 1) ? 0 : 1;
    return fuel > 0 && way < last ? way : last;
}

struct lane {
    uint32_t hash, of[BLOCKS];
    int32_t fuel;
    unsigned at;
};

/* A step of the lanes of a wave that are in this block. */
static void step(const struct graph *g, struct lane *lane, unsigned lanes, unsigned b)
{
    uint32_t count = 0;

    for (unsigned i = 0; i < lanes; i++)
        count += lane[i].at == b;
    for (unsigned i = 0; i < lanes; i++) {
        struct lane *l = &lane[i];
        if (l->at != b)
            continue;
        l->of[b] = l->hash * FACTOR + b + 1 + (g->has_cycles ? 0 : count);
        l->hash = l->of[b] ^ (g->block[b].other == b ? 0 : l->of[g->block[b].other]);
        l->fuel--;
        if (b + 1 < g->blocks)
            l->at = g->block[b].to[way_of(&g->block[b], l->hash, l->fuel)];
    }
}

static void interpret(const struct graph *g, unsigned wave_size, uint32_t hash[THREADS])
{
    for (unsigned first = 0; first < THREADS; first += wave_size) {
        struct lane lane[THREADS] = {{0}};
        for (unsigned i = 0; i < wave_size; i++)
            lane[i] = (struct lane){.hash = (first + i) * SEED_FACTOR, .fuel = FUEL + (int32_t)(first + i) % 5};
        bool more = true;
        while (more) {                  /* of blocks without cycles each once, in the order of their numbers */
            more = false;
            for (unsigned b = 0; b + 1 < g->blocks; b++) {
                step(g, lane, wave_size, b);
                for (unsigned i = 0; i < wave_size; i++)
                    more |= lane[i].at + 1 != g->blocks;
            }
        }
        step(g, lane, wave_size, g->blocks - 1);
        for (unsigned i = 0; i < wave_size; i++)
            hash[first + i] = lane[i].hash;
    }
}

/* ---- the module ---- */

enum { MAIN = 1, VOID, FUNCTION, UINT, BOOL, V3, TO_V3, IDS_VARIABLE, TO_UINT, OUT, GID, FIRST_IDS, FIRST_FUEL, LOADED, K_FACTOR, K_SEED, K_FIVE, K_FUEL,
       K_SUBGROUP, NUMBER, BLOCK = NUMBER + 100, EACH = 24 };
enum id { LABEL, HASH_IN, FUEL_IN, PRODUCT, SUM, COUNT, OWN, MIXED, LEFT, RUNS, SHIFTED, BIT, IS_BIT, WAY, CHOSEN, TAKEN, PLACE, ADDRESS };

static uint32_t id_of(unsigned block, enum id id)
{
    return BLOCK + block * EACH + id;
}

static void put_head(struct module *m, bool wide)
{
    const uint32_t name = 'm' | 'a' << 8 | 'i' << 16 | (uint32_t)'n' << 24;

    *m = (struct module){.word = {SPV_MAGIC, 0x00010300, 0, BLOCK + BLOCKS * EACH, 0}, .words = SPV_HEADER};
    PUT(m, OpCapability, 4);            /* Addresses, Kernel, GroupNonUniformArithmetic */
    PUT(m, OpCapability, 6);
    PUT(m, OpCapability, 63);
    PUT(m, OpMemoryModel, wide ? 2 : 1, 2);
    PUT(m, OpEntryPoint, 6, MAIN, name, 0);
    PUT(m, OpExecutionMode, MAIN, ModeLocalSize, THREADS, 1, 1);
    PUT(m, OpDecorate, IDS_VARIABLE, 11, 28);           /* BuiltIn GlobalInvocationId */
    PUT(m, OpTypeVoid, VOID);
    PUT(m, OpTypeInt, UINT, 32, 0);
    m->word[m->words++] = 2 << 16 | OpTypeBool;
    m->word[m->words++] = BOOL;
    PUT(m, OpTypeVector, V3, UINT, 3);
    PUT(m, OpTypePointer, TO_V3, 1, V3);                /* Input */
    PUT(m, OpVariable, TO_V3, IDS_VARIABLE, 1);
    PUT(m, OpTypePointer, TO_UINT, 5, UINT);            /* CrossWorkgroup */
    PUT(m, OpTypeFunction, FUNCTION, VOID, TO_UINT);
    PUT(m, OpConstant, UINT, K_FACTOR, FACTOR);
    PUT(m, OpConstant, UINT, K_SEED, SEED_FACTOR);
    PUT(m, OpConstant, UINT, K_FIVE, 5);
    PUT(m, OpConstant, UINT, K_FUEL, FUEL);
    PUT(m, OpConstant, UINT, K_SUBGROUP, 3);
    for (uint32_t i = 0; i < 100; i++)
        PUT(m, OpConstant, UINT, NUMBER + i, i);
    PUT(m, OpFunction, VOID, MAIN, 0, FUNCTION);
    PUT(m, OpFunctionParameter, TO_UINT, OUT);
}

static void put_begin(struct module *m)
{
    PUT(m, OpLoad, V3, LOADED, IDS_VARIABLE);
    PUT(m, OpCompositeExtract, UINT, GID, LOADED, 0);
    PUT(m, OpIMul, UINT, FIRST_IDS, GID, K_SEED);
    PUT(m, OpUMod, UINT, id_of(0, PLACE), GID, K_FIVE);
    PUT(m, OpIAdd, UINT, FIRST_FUEL, id_of(0, PLACE), K_FUEL);
}

static void put_phi(struct module *m, const struct graph *g, unsigned b, enum id in, enum id out)
{
    uint32_t operand[2 + 2 * BLOCKS] = {UINT, id_of(b, in)};
    size_t n = 2;

    for (unsigned from = 0; from < g->blocks; from++)
        if (leads(g, from, b)) {
            operand[n++] = id_of(from, out);
            operand[n++] = id_of(from, LABEL);
        }
    if (n == 2)
        PUT(m, OpUndef, UINT, operand[1]);
    else
        put(m, OpPhi, n, operand);
}

static void put_way(struct module *m, const struct graph *g, unsigned b)
{
    const struct block *block = &g->block[b];

    if (block->ways == 1) {
        PUT(m, OpBranch, id_of(block->to[0], LABEL));
        return;
    }
    PUT(m, OpSGreaterThan, BOOL, id_of(b, RUNS), id_of(b, LEFT), NUMBER);
    if (block->ways == 2) {
        PUT(m, OpShiftRightLogical, UINT, id_of(b, SHIFTED), id_of(b, MIXED), NUMBER + 13);
        PUT(m, OpBitwiseAnd, UINT, id_of(b, BIT), id_of(b, SHIFTED), NUMBER + 1);
        PUT(m, OpINotEqual, BOOL, id_of(b, IS_BIT), id_of(b, BIT), NUMBER);
        PUT(m, OpLogicalAnd, BOOL, id_of(b, TAKEN), id_of(b, IS_BIT), id_of(b, RUNS));
        PUT(m, OpBranchConditional, id_of(b, TAKEN), id_of(block->to[0], LABEL), id_of(block->to[1], LABEL));
        return;
    }
    PUT(m, OpShiftRightLogical, UINT, id_of(b, SHIFTED), id_of(b, MIXED), NUMBER + 9);
    PUT(m, OpBitwiseAnd, UINT, id_of(b, WAY), id_of(b, SHIFTED), NUMBER + 7);
    PUT(m, OpSelect, UINT, id_of(b, CHOSEN), id_of(b, RUNS), id_of(b, WAY), NUMBER + 99);
    uint32_t operand[2 + 2 * WAYS] = {id_of(b, CHOSEN), id_of(block->to[block->ways - 1], LABEL)};
    size_t n = 2;
    for (unsigned w = 0; w + 1 < block->ways; w++) {
        operand[n++] = w;
        operand[n++] = id_of(block->to[w], LABEL);
    }
    put(m, OpSwitch, n, operand);
}

/* out[2 id] = hash, out[2 id + 1] = lanes that are here */
static void put_last(struct module *m, unsigned b)
{
    PUT(m, OpGroupNonUniformIAdd, UINT, id_of(b, RUNS), K_SUBGROUP, 0, NUMBER + 1);
    PUT(m, OpIMul, UINT, id_of(b, SHIFTED), GID, NUMBER + 2);
    PUT(m, OpPtrAccessChain, TO_UINT, id_of(b, ADDRESS), OUT, id_of(b, SHIFTED));
    PUT(m, OpStore, id_of(b, ADDRESS), id_of(b, MIXED));
    PUT(m, OpIAdd, UINT, id_of(b, WAY), id_of(b, SHIFTED), NUMBER + 1);
    PUT(m, OpPtrAccessChain, TO_UINT, id_of(b, CHOSEN), OUT, id_of(b, WAY));
    PUT(m, OpStore, id_of(b, CHOSEN), id_of(b, RUNS));
    m->word[m->words++] = 1 << 16 | OpReturn;
}

static void put_block(struct module *m, const struct graph *g, unsigned b)
{
    const unsigned other = g->block[b].other;

    PUT(m, OpLabel, id_of(b, LABEL));
    if (b == 0) {
        put_begin(m);
    } else {
        put_phi(m, g, b, HASH_IN, MIXED);
        put_phi(m, g, b, FUEL_IN, LEFT);
    }
    PUT(m, OpIMul, UINT, id_of(b, PRODUCT), b ? id_of(b, HASH_IN) : (uint32_t)FIRST_IDS, K_FACTOR);
    PUT(m, OpIAdd, UINT, id_of(b, SUM), id_of(b, PRODUCT), NUMBER + b + 1);
    if (g->has_cycles)
        PUT(m, OpCopyObject, UINT, id_of(b, COUNT), NUMBER);
    else
        PUT(m, OpGroupNonUniformIAdd, UINT, id_of(b, COUNT), K_SUBGROUP, 0, NUMBER + 1);
    PUT(m, OpIAdd, UINT, id_of(b, OWN), id_of(b, SUM), id_of(b, COUNT));
    PUT(m, OpBitwiseXor, UINT, id_of(b, MIXED), id_of(b, OWN), other == b ? (uint32_t)NUMBER : id_of(other, OWN));
    PUT(m, OpISub, UINT, id_of(b, LEFT), b ? id_of(b, FUEL_IN) : (uint32_t)FIRST_FUEL, NUMBER + 1);
    if (b + 1 < g->blocks)
        put_way(m, g, b);
    else
        put_last(m, b);
}

static void write_module(struct module *m, const struct graph *g, bool wide)
{
    put_head(m, wide);
    for (unsigned b = 0; b < g->blocks; b++)
        put_block(m, g, b);
    m->word[m->words++] = 1 << 16 | OpFunctionEnd;
}

/* ---- the run ---- */

static const struct wf_device device = {.lanes = THREADS, .waves = 32, .groups = 8, .regs = 64, .lds_words = 4096, .imem_words = WF_MAX_CODE};

static uint32_t buffer_number(void *user, uint32_t set, uint32_t binding, bool is_push, uint32_t *elements)
{
    (void)user, (void)set, (void)binding, (void)is_push, (void)elements;
    return 0;
}

/* Runs the code; the words of the buffer begin at word[0]. */
static bool run(const struct wf_shader_code *code, unsigned wave_size, uint64_t seed, uint32_t *word)
{
    struct wf_buffer buffer[WF_MAX_BUFFERS] = {[0] = {0, 8 * THREADS}, [SCRATCH] = {MEMORY, 2 * MEMORY}};
    struct wf_desc desc = {.stage = WF_STAGE_COMPUTE, .shader_model = 0x060a, .has_numthreads = true, .threads = {THREADS, 1, 1},
                           .wavesize_kind = WF_WAVESIZE_FIXED, .wavesize_min = wave_size, .grid = {1, 1, 1}, .code_words = (uint32_t)code->count};
    struct wf_run_stats stats;
    struct wf_shape shape;

    if (wf_dispatch_check(&desc, &device, &shape) != WF_REJECT_NONE)
        return false;
    memset(word, 0xa5, MEMORY * sizeof *word);
    struct wf_machine *machine = wf_machine_new(&device, &desc, &shape, code->word, code->count, buffer, word, MEMORY);
    const bool good = machine && wf_machine_run(machine, seed, 1 << 24, &stats, NULL, NULL) == WF_RUN_DONE;
    wf_machine_free(machine);
    return good;
}

static void compare(const struct graph *g, const struct module *m, unsigned wave_size, uint64_t seed)
{
    const struct wf_shader_target target = {.device = device, .wave_size = wave_size, .number = buffer_number, .table_buffer = TABLE, .scratch_buffer = SCRATCH,
                                            .unbound_buffer = 16};
    static uint32_t word[MEMORY];
    struct wf_shader_code code;
    char message[WF_SHADER_MESSAGE] = "";
    bool no_memory = false;
    uint32_t hash[THREADS];
    struct wf_shader *shader = wf_shader_open(m->word, m->words, NULL, message, &no_memory);

    if (!shader || !wf_shader_lower(shader, &target, &code, message, &no_memory)) {
        printf("seed %llu: %s\n", (unsigned long long)seed, message);
        CHECK(!"the module is taken");
        wf_shader_free(shader);
        return;
    }
    CHECK(run(&code, wave_size, seed, word));
    interpret(g, wave_size, hash);
    for (unsigned i = 0; i < THREADS; i++) {
        CHECK_EQ(word[2 * i], hash[i]);
        CHECK_EQ(word[2 * i + 1], wave_size);
    }
    wf_shader_code_free(&code);
    wf_shader_free(shader);
}

int main(int count, char **arg)
{
    static const unsigned size[] = {4, 16, 32};
    const uint64_t first = count > 1 ? strtoull(arg[1], NULL, 0) : 1;
    const unsigned modules = count > 2 ? (unsigned)strtoul(arg[2], NULL, 0) : 200;
    static struct module m;

    for (unsigned k = 0; k < modules; k++) {
        uint64_t random = (first * 1000003 + k) * 2 + 1;
        struct graph g;
        const unsigned long failed = checks_failed;
        make_graph(&g, &random);
        write_module(&m, &g, k & 1);
        for (unsigned i = 0; i < sizeof size / sizeof *size; i++)
            compare(&g, &m, size[i], first + k);
        if (checks_failed != failed)
            printf("  in module %u of seed %llu\n", k, (unsigned long long)first);
    }
    return check_end("spirv_unstructured");
}
