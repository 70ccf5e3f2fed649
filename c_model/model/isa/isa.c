/* SPDX-License-Identifier: Apache-2.0
 * isa.c - lookups in the tables of isa.def, and the packing of instruction words.
 */
#include "wavefold/isa.h"

#include <assert.h>

static const struct wf_op_info op_table[256] = {
#define WF_OP(id, code, mnemonic, format, unit, words, first, second, text) \
    [code] = {mnemonic, text, WF_FMT_##format, WF_UNIT_##unit, words, WF_SECOND_##second},
#include "wavefold/isa.def"
};

const struct wf_op_info *wf_op_info(uint8_t op)
{
    return op_table[op].mnemonic ? &op_table[op] : NULL;
}

bool wf_op_floats(uint8_t op)
{
    return op_table[op].mnemonic && (op_table[op].unit == WF_UNIT_FPU || op == WF_OP_WMUL || op == WF_OP_WFADD || op == WF_OP_WFMUL);
}

/* Which forms of an instruction write every running lane. */
enum running { RUNNING_NONE, RUNNING_ALL, RUNNING_REDUCE };

static const uint8_t running_table[256] = {
#define WF_RUNNING(id, forms) [WF_OP_##id] = RUNNING_##forms,
#include "wavefold/isa.def"
};

bool wf_op_writes_running(uint8_t op, uint8_t mod)
{
    if (running_table[op] == RUNNING_REDUCE)
        return (mod & 3) == WF_SCAN_REDUCE && (mod >> 2 & 3) == WF_SCOPE_WAVE;
    return running_table[op] == RUNNING_ALL;
}

const char *wf_fence_suffix(uint8_t op, uint8_t mod)
{
#define WF_FENCE(id, device, suffix, text) \
    if (op == WF_OP_##id && mod == device) \
        return suffix;
#include "wavefold/isa.def"
    return "";
}

enum wf_word_type wf_op_immediate(uint8_t op)
{
    switch (op) {
#define WF_IMMEDIATE(id, kind) case WF_OP_##id: return WF_WORD_##kind;
#include "wavefold/isa.def"
    default:
        return WF_WORD_ANY;
    }
}

bool wf_format_allows_imm(enum wf_format format)
{
    return format == WF_FMT_DB || format == WF_FMT_DAB;
}

struct wf_insn wf_insn_decode(uint64_t word)
{
    struct wf_insn insn = {
        .op = (uint8_t)(word & 0xff),
        .dst = (uint8_t)(word >> 8 & 0x7f),
        .no_dst = (word >> 15 & 1) != 0,
        .a = (uint8_t)(word >> 16 & 0x7f),
        .b = (uint8_t)(word >> 24 & 0x7f),
        .has_imm = (word >> 31 & 1) != 0,
    };
    if (insn.op == WF_OP_ENDLOOP) {
        insn.back = (uint16_t)(word >> 8 & 0xffff);
        insn.dst = insn.a = 0;
        insn.no_dst = false;
    }
    if (insn.has_imm) {
        insn.imm = (uint32_t)(word >> 32);
        return insn;
    }
    insn.c = (uint8_t)(word >> 32 & 0x7f);
    insn.mod = (uint8_t)(word >> 40 & 0xff);
    insn.imm16 = (uint16_t)(word >> 48);
    return insn;
}

uint64_t wf_insn_encode(const struct wf_insn *insn)
{
    assert(insn->dst < 128 && insn->a < 128 && insn->b < 128 && insn->c < 128);
    assert(insn->has_imm || insn->imm == 0);
    assert(!insn->has_imm || (insn->b == 0 && insn->c == 0 && insn->mod == 0 && insn->imm16 == 0));
    assert(insn->op == WF_OP_ENDLOOP ? !insn->dst && !insn->a && !insn->no_dst : !insn->back);

    uint64_t word = insn->op | (uint64_t)insn->a << 16 | (uint64_t)insn->b << 24;
    if (insn->op == WF_OP_ENDLOOP)
        word |= (uint64_t)insn->back << 8;
    else
        word |= (uint64_t)insn->dst << 8 | (uint64_t)insn->no_dst << 15;
    if (insn->has_imm)
        return word | 1ull << 31 | (uint64_t)insn->imm << 32;
    return word | (uint64_t)insn->c << 32 | (uint64_t)insn->mod << 40 | (uint64_t)insn->imm16 << 48;
}

const char *wf_reject_text(enum wf_reject code)
{
    switch (code) {
#define WF_REJECT(id, code, message) case WF_REJECT_##id: return message;
#include "wavefold/isa.def"
    case WF_REJECT_COUNT: break;
    }
    return "unknown reject code";
}

const char *wf_reject_name(enum wf_reject code)
{
    switch (code) {
#define WF_REJECT(id, code, message) case WF_REJECT_##id: return #id;
#include "wavefold/isa.def"
    case WF_REJECT_COUNT: break;
    }
    return "?";
}

const char *wf_fault_name(enum wf_fault fault)
{
    switch (fault) {
#define WF_FAULT(id, number, message) case WF_FAULT_##id: return #id;
#include "wavefold/isa.def"
    }
    return "?";
}

const char *wf_fault_text(enum wf_fault fault)
{
    switch (fault) {
#define WF_FAULT(id, number, message) case WF_FAULT_##id: return message;
#include "wavefold/isa.def"
    }
    return "unknown fault";
}

bool wf_fault_has_buffer(enum wf_fault fault)
{
    return fault == WF_FAULT_MEM_RANGE || fault == WF_FAULT_MEM_ALIGN;
}

const char *wf_stage_name(enum wf_stage stage)
{
    switch (stage) {
#define WF_STAGE(id, number, name) case WF_STAGE_##id: return name;
#include "wavefold/isa.def"
    case WF_STAGE_COUNT: break;
    }
    return "unknown stage";
}

const char *wf_op_unit_text(uint8_t op)
{
    const struct wf_op_info *info = wf_op_info(op);
    if (!info)
        return "?";
    switch (info->unit) {
    case WF_UNIT_FLOW:  return "flow";
    case WF_UNIT_ALU:   return "alu";
    case WF_UNIT_FPU:   return "fpu";
    case WF_UNIT_PACK:  return "pack";
    case WF_UNIT_XLANE: return "xlane";
    case WF_UNIT_LDS:   return "lds";
    case WF_UNIT_MEM:   return "mem";
    case WF_UNIT_SYNC:  return "sync";
    }
    return "?";
}
