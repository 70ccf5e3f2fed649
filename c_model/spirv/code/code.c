/* SPDX-License-Identifier: Apache-2.0
 * code.c - registers and instructions of the form in between: code.h.
 */
#include "code.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../../model/core/core.h"
#include "../../model/fp/fp.h"
#include "wavefold/kernel.h"

void wfs_code_init(struct wfs_code *code, struct wfs_env *env)
{
    memset(code, 0, sizeof *code);
    code->env = env;
    code->insn = wfs_grow_lasting(env, NULL, 0, &code->insn_room, sizeof *code->insn);
    code->reg = wfs_grow_lasting(env, NULL, 0, &code->reg_room, sizeof *code->reg);
    code->insn[0] = (struct wfs_insn){.op = 0};        /* number 0 is none of them, but passes look at it */
    code->reg[0] = (struct wfs_reg){.quad = false};
    code->insns = code->regs = 1;
}

wfs_val wfs_float(float f)
{
    return wfs_const(wf_fp_bits(f));
}

bool wfs_is_memory(uint8_t op)
{
    const struct wf_op_info *info = wf_op_info(op);

    return info && (info->unit == WF_UNIT_LDS || info->unit == WF_UNIT_MEM);
}

bool wfs_writes_buffer(uint8_t op)
{
    return wf_op_info(op) && wf_op_info(op)->unit == WF_UNIT_MEM && (wf_op_is_store(op) || wf_op_is_atomic(op));
}

uint32_t wfs_new_reg(struct wfs_code *code, bool quad, bool meeting)
{
    code->reg = wfs_grow_lasting(code->env, code->reg, code->regs, &code->reg_room, sizeof *code->reg);
    code->reg[code->regs] = (struct wfs_reg){.quad = quad, .meeting = meeting};
    return (uint32_t)code->regs++;
}

uint32_t wfs_emit(struct wfs_code *code, const struct wfs_insn *insn)
{
    code->insn = wfs_grow_lasting(code->env, code->insn, code->insns, &code->insn_room, sizeof *code->insn);
    if (code->insns >= WFS_MAX_INSNS)
        wfs_fail(code->env, "the module becomes more than %d instructions", (int)WFS_MAX_INSNS);
    const uint32_t at = (uint32_t)code->insns++;
    struct wfs_insn *n = &code->insn[at];

    *n = *insn;
    if (!n->place)
        n->place = code->place;
    if (wfs_is_memory(n->op))
        n->how |= code->how;
    n->prev = code->at;
    n->next = code->at ? code->insn[code->at].next : code->first;
    if (n->prev)
        code->insn[n->prev].next = at;
    else
        code->first = at;
    if (n->next)
        code->insn[n->next].prev = at;
    else
        code->last = at;
    if (n->dst && !code->reg[n->dst].meeting && !n->dst_word)
        code->reg[n->dst].def = at;
    return code->at = at;
}

void wfs_unlink(struct wfs_code *code, uint32_t at)
{
    const struct wfs_insn *n = &code->insn[at];

    if (n->prev)
        code->insn[n->prev].next = n->next;
    else
        code->first = n->next;
    if (n->next)
        code->insn[n->next].prev = n->prev;
    else
        code->last = n->prev;
    if (code->at == at)
        code->at = n->prev;
}

void wfs_move_before(struct wfs_code *code, uint32_t at, uint32_t before)
{
    struct wfs_insn *n = &code->insn[at];

    wfs_unlink(code, at);
    n->prev = code->insn[before].prev;
    n->next = before;
    if (n->prev)
        code->insn[n->prev].next = at;
    else
        code->first = at;
    code->insn[before].prev = at;
}

unsigned wfs_reads_quad(const struct wfs_insn *n)
{
    const struct wf_op_info *info = n->c.kind == WFS_REG ? wf_op_info(n->op) : NULL;

    if (!info)
        return 0;
    switch (info->format) {
    case WF_FMT_SCAN: case WF_FMT_DQ: case WF_FMT_DQB:
    case WF_FMT_ATOM64: case WF_FMT_GATOM64: case WF_FMT_TATOM64: return 4;
    case WF_FMT_MATCH: return n->mod > 1 ? 4 : 0;
    case WF_FMT_TATOM: return n->mod == WF_ATOM_CAS ? 4 : 0;
    default: return 0;
    }
}

bool wfs_is_pure(uint8_t op)
{
    static const bool pure[256] = {
#define WF_OP(id, code, mnemonic, format, unit, words, first, second, text) \
    [code] = WF_UNIT_##unit == WF_UNIT_ALU || WF_UNIT_##unit == WF_UNIT_FPU,
#include "wavefold/isa.def"
    };

    return pure[op];
}

uint32_t wfs_evaluate(uint8_t op, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t value = 0;

    if (!wf_integer_perform(op, 1, &a, &b, &c, &value))
        wf_float_perform(op, 1, &a, &b, &c, &value);
    return value;
}

/* ---- text ---- */

struct line {
    char text[256];
    size_t length;
};

static void say(struct line *line, const char *format, ...) WFS_PRINTF(2, 3);

static void say(struct line *line, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    const int more = vsnprintf(line->text + line->length, sizeof line->text - line->length, format, list);
    va_end(list);
    if (more > 0)
        line->length += (size_t)more;
    if (line->length >= sizeof line->text)
        line->length = sizeof line->text - 1;
}

static void say_reg(struct line *line, const struct wfs_code *code, uint32_t reg)
{
    say(line, "%s%u", code->reg[reg].quad ? "q" : code->reg[reg].meeting ? "m" : "v", (unsigned)reg);
}

static void say_val(struct line *line, const struct wfs_code *code, wfs_val v, bool whole)
{
    if (v.kind == WFS_CONST) {
        say(line, v.bits < 0x10000 ? "%u" : "0x%x", (unsigned)v.bits);
        return;
    }
    say_reg(line, code, v.bits);
    if (code->reg[v.bits].quad && !whole)
        say(line, ".%u", v.word);
}

static const char *suffix_of_atom(unsigned atom)
{
    switch (atom) {
#define WF_ATOM(id, number, suffix, text) case number: return suffix;
#include "wavefold/isa.def"
    default: return "?";
    }
}

static void say_mnemonic(struct line *line, const struct wfs_insn *n, const struct wf_op_info *info)
{
    static const char *const mode[] = {".reduce", ".inclusive", ".exclusive", ".?"};

    say(line, "%s", n->op == WFS_OP_COPY ? "copy" : info ? info->mnemonic : "?");
    if (!info)
        return;
    if (info->format == WF_FMT_SCAN) {
        say(line, "%s", mode[n->mod & 3]);
        if ((n->mod >> 2 & 3) == WF_SCOPE_CLUSTER)
            say(line, ".cluster%u", 1U << (n->mod >> 4));
        if ((n->mod >> 2 & 3) == WF_SCOPE_MULTI)
            say(line, ".multi");
    }
    if (wf_op_is_atomic(n->op))
        say(line, ".%s", suffix_of_atom(n->mod & 15));
}

static void say_insn(struct line *line, const struct wfs_code *code, const struct wfs_insn *n)
{
    const struct wf_op_info *info = wf_op_info(n->op);
    const bool memory = wfs_is_memory(n->op);
    const unsigned quads = wfs_reads_quad(n);
    const char *gap = " ";

    say_mnemonic(line, n, info);
    if (n->dst) {
        say(line, "%s", gap);
        say_reg(line, code, n->dst);
        if (n->op == WF_OP_MOV && code->reg[n->dst].quad)
            say(line, ".%u", n->dst_word);
        gap = ", ";
    }
    if (info && info->format == WF_FMT_DV)
        say(line, "%ssystem value %u", gap, n->mod);
    if (info && info->format == WF_FMT_SIZE)
        say(line, "%sb%u", gap, n->buffer);
    if (memory) {
        say(line, "%s", gap);
        if (info->unit == WF_UNIT_MEM && !wf_op_is_table(n->op))
            say(line, "b%u", n->buffer);
        say(line, "[");
        say_val(line, code, n->a, false);
        say(line, n->offset ? "+%u]" : "]", n->offset);
        gap = ", ";
    }
    const wfs_val operand[3] = {memory ? wfs_none() : n->a, n->b, n->c};
    for (unsigned i = 0; i < 3; i++)
        if (operand[i].kind) {
            say(line, "%s", gap);
            say_val(line, code, operand[i], quads >> i & 1);
            gap = ", ";
        }
    if (n->op == WF_OP_BREAK || n->op == WF_OP_BREAKIF || n->op == WF_OP_CONTINUE || n->op == WFS_OP_COPY)
        say(line, "   // %s %u", n->op == WFS_OP_COPY ? "group" : "of loop", (unsigned)n->frame);
}

void wfs_dump(const struct wfs_code *code, void (*put)(void *user, const char *line), void *user)
{
    unsigned depth = 0;

    for (uint32_t at = code->first; at; at = code->insn[at].next) {
        const struct wfs_insn *n = &code->insn[at];
        const bool closes = n->op == WF_OP_ENDIF || n->op == WF_OP_ENDLOOP;
        const bool turns = n->op == WF_OP_ELSE || n->op == WF_OP_CONTINUING;
        struct line line = {.length = 0};

        if (closes && depth)
            depth--;
        const unsigned indent = 2 * (turns && depth ? depth - 1 : depth);
        say(&line, "%5u  %*s", (unsigned)at, (int)(indent < 80 ? indent : 80), "");
        say_insn(&line, code, n);
        put(user, line.text);
        depth += n->op == WF_OP_IF || n->op == WF_OP_LOOP;
    }
}
