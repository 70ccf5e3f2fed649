/* SPDX-License-Identifier: Apache-2.0
 * interp_module.c - memory and messages of a module; its constants, an instruction, a value.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interp_module.h"

enum { ARENA_BLOCK = 1 << 16 };
struct arena_block {
    struct arena_block *next;
    size_t size;
    max_align_t bytes[];
};

void module_fail(struct module *m, uint32_t offset, const char *format, ...)
{
    char text[200];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (offset == NO_OFFSET)
        snprintf(m->error, m->room, "%s", text);
    else
        snprintf(m->error, m->room, "word %u: %s", (unsigned)offset, text);
    longjmp(m->failed, 1);
}

void *module_take(struct module *m, size_t size)
{
    struct arena *a = &m->arena;
    void *place;

    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (!a->block || a->block->size - a->used < size) {
        const size_t room = size > ARENA_BLOCK ? size : ARENA_BLOCK;
        struct arena_block *block = malloc(sizeof *block + room);
        if (!block)
            module_fail(m, NO_OFFSET, "out of memory");
        block->next = a->block;
        block->size = room;
        a->block = block;
        a->used = 0;
    }
    place = (char *)a->block->bytes + a->used;
    a->used += size;
    return memset(place, 0, size);
}

void module_free(struct module *m)
{
    while (m->arena.block) {
        struct arena_block *next = m->arena.block->next;
        free(m->arena.block);
        m->arena.block = next;
    }
    free(m->constant);
    free(m->code);
    free(m->object);
}

void *module_grow(struct module *m, void *array, uint32_t used, uint32_t more, uint32_t *room, size_t size)
{
    void *bigger;

    if (*room - used >= more)
        return array;
    *room = (used + more) * 2;
    bigger = realloc(array, *room * size);
    if (!bigger)
        module_fail(m, NO_OFFSET, "out of memory");
    return bigger;
}

uint32_t module_constant_slots(struct module *m, uint32_t slots)
{
    const uint32_t at = m->constants;

    if (slots > MAX_SLOTS || m->constants > MAX_SLOTS)
        module_fail(m, NO_OFFSET, "constants of more than %d scalars", (int)MAX_SLOTS);
    if (slots > m->pad)
        m->pad = slots;
    /* as many spare ones as any value has, so that nothing reads past the end */
    m->constant = module_grow(m, m->constant, m->constants, slots + m->pad, &m->constant_room, sizeof *m->constant);
    memset(m->constant + at, 0, (slots + m->pad) * sizeof *m->constant);
    m->constants += slots;
    return at;
}

/* Words of an instruction before its operands: result type and result, result alone, or neither. */
static unsigned results_of(unsigned op)
{
    switch (op) {
    case OpNop: case OpStore: case OpCopyMemory: case OpImageWrite: case OpCopyMemorySized: case OpControlBarrier: case OpMemoryBarrier: case OpAtomicStore:
    case OpLoopMerge: case OpSelectionMerge: case OpBranch: case OpBranchConditional: case OpSwitch: case OpKill: case OpReturn: case OpEmitMeshTasksEXT:
    case OpReturnValue: case OpUnreachable: case OpTerminateInvocation: case OpDemoteToHelperInvocation: case OpAssumeTrueKHR:
    case OpLine: case OpNoLine: case OpSetMeshOutputsEXT: case OpEmitVertex: case OpEndPrimitive:
        return 0;
    case OpLabel:
        return 1;
    default:
        return 2;
    }
}

struct insn module_decode(struct module *m, uint32_t offset, const uint32_t *w, uint32_t n)
{
    struct insn insn = { .op = (uint16_t)w[0], .offset = offset, .type = &m->no_type };
    const unsigned results = results_of(insn.op);
    struct id *d;

    if (n < 1 + results)
        module_fail(m, offset, "opcode %u is cut short", (unsigned)insn.op);
    insn.n = (uint16_t)(n - 1 - results);
    insn.w = w + 1 + results;
    if (!results)
        return insn;
    insn.result = w[results];
    d = id_of(m, insn.result);
    if (d == m->id || d->op)
        module_fail(m, offset, "result id %u is out of bound or taken", (unsigned)insn.result);
    d->op = insn.op;
    if (results < 2)
        return insn;
    if (!id_of(m, w[1])->is)
        module_fail(m, offset, "result type %u is not a type", (unsigned)w[1]);
    d->type = w[1];
    insn.type = type_of(m, w[1]);
    if (insn.type->slots > MAX_SLOTS)
        module_fail(m, offset, "a value of more than %d scalars", (int)MAX_SLOTS);
    if (insn.type->slots > m->pad)
        m->pad = insn.type->slots;
    return insn;
}

const uint64_t *value(const struct module *m, const uint64_t *regs, uint32_t id)
{
    const struct id *d = id_of(m, id);

    if (d->constant || !regs || d->is || d->op == OpLabel || d->op == OpFunction)
        return m->constant + (d->constant ? d->at : 0);
    return regs + d->at;
}
