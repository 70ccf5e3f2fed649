/* SPDX-License-Identifier: Apache-2.0
 * wf_testkit.h - small programs written in C tests, and a machine to run them on.
 *
 * A test calls kit_begin, writes the code and calls kit_run.  The code is a text, for kit_code.  Code without loops can
 * be one call per instruction, then kit_finish, which fills in flow targets and levels.
 */
#ifndef WF_TESTKIT_H
#define WF_TESTKIT_H

#include <stdlib.h>
#include <string.h>

#include "wavefold/kernel.h"

#include "wf_check.h"

enum { KIT_CODE = 256, KIT_MEMORY = 65536, KIT_SLOTS = 32 };

struct kit {
    struct wf_buffer buffer[WF_MAX_BUFFERS];
    struct wf_device device;
    struct wf_desc desc;
    struct wf_shape shape;
    struct wf_insn insn[KIT_CODE];
    uint64_t code[KIT_CODE];
    size_t count;
    uint32_t memory[KIT_MEMORY];
    struct wf_machine *machine;
    struct wf_run_stats stats;
};

/* numthreads(x,y,z), wave size S, one group, on a device of 128 lanes; buffer 0 is the second half of memory. */
static inline void kit_begin(struct kit *k, uint32_t x, uint32_t y, uint32_t z, unsigned size)
{
    memset(k, 0, sizeof *k);
    k->device.lanes = 128;
    k->device.waves = KIT_SLOTS;
    k->device.groups = 8;
    k->device.regs = 64;
    k->device.lds_words = 4096;
    k->device.imem_words = KIT_CODE;
    k->desc.stage = WF_STAGE_COMPUTE;
    k->desc.shader_model = 0x060a;
    k->desc.has_numthreads = true;
    k->desc.threads[0] = x;
    k->desc.threads[1] = y;
    k->desc.threads[2] = z;
    k->desc.wavesize_kind = WF_WAVESIZE_FIXED;
    k->desc.wavesize_min = size;
    k->desc.grid[0] = k->desc.grid[1] = k->desc.grid[2] = 1;
    k->buffer[0] = (struct wf_buffer){ KIT_MEMORY / 2 * 4, KIT_MEMORY / 2 * 4 };
}

static inline struct wf_insn *kit_op(struct kit *k, uint8_t op, unsigned dst, unsigned a, unsigned b, unsigned c)
{
    struct wf_insn *n = &k->insn[k->count++];

    n->op = op;
    n->dst = (uint8_t)dst;
    n->a = (uint8_t)a;
    n->b = (uint8_t)b;
    n->c = (uint8_t)c;
    return n;
}

/* b is a constant. */
static inline void kit_imm(struct kit *k, uint8_t op, unsigned dst, unsigned a, uint32_t imm)
{
    struct wf_insn *n = kit_op(k, op, dst, a, 0, 0);

    n->has_imm = true;
    n->imm = imm;
}

/* Instructions with a modifier: sv, scans, match. */
static inline void kit_mod(struct kit *k, uint8_t op, unsigned dst, unsigned a, unsigned c, unsigned mod)
{
    kit_op(k, op, dst, a, 0, c)->mod = (uint8_t)mod;
}

static inline void kit_sv(struct kit *k, unsigned dst, unsigned number)
{
    kit_mod(k, WF_OP_SV, dst, 0, 0, number);
}

/* Memory: register a holds the byte address. */
static inline void kit_mem(struct kit *k, uint8_t op, unsigned dst, unsigned a, unsigned b, unsigned c, unsigned mod, unsigned offset)
{
    struct wf_insn *n = kit_op(k, op, dst, a, b, c);

    n->mod = (uint8_t)mod;
    n->imm16 = (uint16_t)offset;
}

static inline void kit_flow(struct kit *k, uint8_t op)
{
    kit_op(k, op, 0, 0, 0, 0);
}

static inline void kit_cond(struct kit *k, uint8_t op, unsigned a)
{
    kit_op(k, op, 0, a, 0, 0);
}

/* The next place after `at` where lanes of the constructs open there wait; at+1 outside of all. */
static inline size_t kit_next_meeting(const struct kit *k, size_t at)
{
    int depth = 0;

    for (size_t i = at + 1; i < k->count; i++) {
        const uint8_t op = k->insn[i].op;
        if (depth == 0 && (op == WF_OP_ENDIF || op == WF_OP_ELSE))
            return i;
        depth += (op == WF_OP_IF) - (op == WF_OP_ENDIF);
    }
    return at + 1;
}

/* Of code without loops, which are written as text. */
static inline void kit_resolve(struct kit *k)
{
    unsigned depth = 0;

    for (size_t i = 0; i < k->count; i++) {
        struct wf_insn *n = &k->insn[i];
        if (wf_op_info(n->op)->unit != WF_UNIT_FLOW || n->op == WF_OP_NOP)
            continue;
        n->imm16 = (uint16_t)kit_next_meeting(k, i);
        depth += n->op == WF_OP_IF;
        if (n->op != WF_OP_DEMOTE)
            n->mod = (uint8_t)depth;
        depth -= n->op == WF_OP_ENDIF;
    }
}

/* Checks the code and makes the machine. */
static inline bool kit_start(struct kit *k)
{
    size_t where = 0;
    struct wf_buffer buffers[WF_MAX_BUFFERS];       /* a copy: GCC 12 misjudges the size of k->buffer when all is inlined */
    const char *bad = wf_code_check(k->code, k->count, k->device.regs, &where);

    if (bad != NULL)
        printf("instruction %zu: %s\n", where, bad);
    CHECK(bad == NULL);
    k->desc.code_words = (uint32_t)k->count;
    CHECK_EQ(wf_dispatch_check(&k->desc, &k->device, &k->shape), WF_REJECT_NONE);
    if (bad != NULL || k->shape.wave_size == 0)
        return false;
    memcpy(buffers, k->buffer, sizeof buffers);
    wf_machine_free(k->machine);
    k->machine = wf_machine_new(&k->device, &k->desc, &k->shape, k->code, k->count, buffers, k->memory, KIT_MEMORY);
    CHECK(k->machine != NULL);
    return k->machine != NULL;
}

/* Ends the program, encodes it, and starts. */
static inline bool kit_finish(struct kit *k)
{
    kit_flow(k, WF_OP_END);
    kit_resolve(k);
    for (size_t i = 0; i < k->count; i++)
        k->code[i] = wf_insn_encode(&k->insn[i]);
    return kit_start(k);
}

static inline void kit_show(void *user, unsigned line, unsigned column, bool error, const char *text)
{
    (void)user;
    printf("%s %u:%u: %s\n", error ? "error" : "note", line, column, text);
}

/* Assembles a text with a semicolon between two instructions, adds `end`, and starts.  Buffers 0 to 2: Out, B1, B2. */
static inline bool kit_code(struct kit *k, const char *code)
{
    static const char head[] = "[numthreads(1,1,1)] [groupshared(4)]\nbuffer Out[1]\nbuffer B1[1]\nbuffer B2[1]\n";
    char text[4096];
    const int length = snprintf(text, sizeof text, "%scode\n%s\nend\n", head, code);

    for (char *at = text; (at = strchr(at, ';')) != NULL;)
        *at = '\n';
    struct wf_kernel *kernel = wf_kernel_parse(text, (size_t)length, &k->device, 0, kit_show, NULL);
    CHECK(kernel != NULL && kernel->count <= KIT_CODE);
    if (kernel == NULL)
        return false;
    k->count = kernel->count;
    memcpy(k->code, kernel->code, kernel->count * sizeof *k->code);
    wf_kernel_free(kernel);
    return kit_start(k);
}

/* Store register `reg` to word (place in the dispatch) of buffer 0; r63 is scratch.  1-D numthreads groups. */
#define KIT_STORE(reg) "sv r63, dtid.x; shl r63, r63, 2; store Out[r63], " reg

static inline enum wf_run_result kit_run(struct kit *k, uint64_t seed)
{
    return wf_machine_run(k->machine, seed, 10000000, &k->stats, NULL, NULL);
}

static inline void kit_end(struct kit *k)
{
    wf_machine_free(k->machine);
    k->machine = NULL;
}

static inline struct kit *kit_new(uint32_t x, uint32_t y, uint32_t z, unsigned size)
{
    struct kit *k = calloc(1, sizeof *k);

    if (k == NULL)
        abort();
    kit_begin(k, x, y, z, size);
    return k;
}

static inline void kit_free(struct kit *k)
{
    kit_end(k);
    free(k);
}

static inline uint32_t kit_out(const struct kit *k, unsigned word)
{
    return k->memory[k->buffer[0].base / 4 + word];
}

#endif
