/* SPDX-License-Identifier: Apache-2.0
 * isa.h - the instruction set as C: enums and lookups made from isa.def, and the packing of instruction words.
 */
#ifndef WAVEFOLD_ISA_H
#define WAVEFOLD_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wavefold/api.h"

WF_API_BEGIN

enum {
    WF_MAX_LANES = 128,     /* lanes per wave, at most */
    WF_MAX_REGS = 128,      /* registers per lane, at most (7-bit fields) */
    WF_MAX_BUFFERS = 256,   /* buffers per dispatch, at most (8-bit field) */
    WF_MAX_ATOMIC_OFFSET = 4095,        /* byte offset in the word of an atomic on a buffer */
    WF_HALF_FIELD = 7,      /* low bits of imm16 of a 64-bit atomic that are no offset: enum wf_half */
    WF_MAX_LEVEL = 255,     /* nesting of if and loop */
    WF_MAX_CODE = 65536,    /* instructions a kernel (16-bit targets) */
    WF_FENCE_DEVICE = 1     /* bit of mod of barrier and memory_barrier: device scope; 0: workgroup scope */
};

enum wf_format {
#define WF_FORMAT(id, text) WF_FMT_##id,
#include "wavefold/isa.def"
    WF_FMT_COUNT
};
enum wf_unit {
#define WF_UNIT(id, number, text) WF_UNIT_##id = number,
#include "wavefold/isa.def"
};
enum {
    WF_UNITS = 0        /* how many there are */
#define WF_UNIT(id, number, text) + 1
#include "wavefold/isa.def"
};
enum wf_second {
#define WF_SECOND(id, number, text) WF_SECOND_##id = number,
#include "wavefold/isa.def"
};
enum wf_op {
#define WF_OP(id, code, mnemonic, format, unit, words, first, second, text) WF_OP_##id = code,
#include "wavefold/isa.def"
};
enum wf_scan_mode {
#define WF_SCAN_MODE(id, number, suffix, text) WF_SCAN_##id = number,
#include "wavefold/isa.def"
};
enum wf_scan_scope {
#define WF_SCAN_SCOPE(id, number, suffix, text) WF_SCOPE_##id = number,
#include "wavefold/isa.def"
};
enum wf_atom {
#define WF_ATOM(id, number, suffix, text) WF_ATOM_##id = number,
#include "wavefold/isa.def"
    WF_ATOM_COUNT
};
enum wf_half {
#define WF_HALF(id, number, suffix, text) WF_HALF_##id = number,
#include "wavefold/isa.def"
};
enum wf_sv {
#define WF_SV(id, number, name, text) WF_SV_##id = number,
#include "wavefold/isa.def"
};
enum wf_stage {
#define WF_STAGE(id, number, name) WF_STAGE_##id = number,
#include "wavefold/isa.def"
    WF_STAGE_COUNT
};
enum wf_reject {
#define WF_REJECT(id, code, message) WF_REJECT_##id = code,
#include "wavefold/isa.def"
    WF_REJECT_COUNT
};
enum wf_fault {
#define WF_FAULT(id, number, message) WF_FAULT_##id = number,
#include "wavefold/isa.def"
};

/* One row of the opcode table. */
struct wf_op_info {
    const char *mnemonic;
    const char *text;
    enum wf_format format;
    enum wf_unit unit;
    uint8_t words;          /* destination registers: 0, 1 or 4 */
    enum wf_second second;  /* when it changes nothing and may issue with the instruction before it */
};

/* The row of an opcode byte; NULL when no instruction has it. */
const struct wf_op_info *wf_op_info(uint8_t op);

/* It needs the float unit: that of unit FPU, and products and float sums over lanes. */
bool wf_op_floats(uint8_t op);

/* "alu", "lds", ... of the opcode; "?" when no instruction has it. */
const char *wf_op_unit_text(uint8_t op);

/* True when a cross-lane instruction writes every running lane, helpers included; else it writes the active ones
 * (WF_RUNNING). */
bool wf_op_writes_running(uint8_t op, uint8_t mod);

/* True when operand b of the format may be an immediate (formats DB and DAB). */
bool wf_format_allows_imm(enum wf_format format);

/* The kind of a word in the text; ANY: either, or it is not known. */
enum wf_word_type { WF_WORD_INT, WF_WORD_FLOAT, WF_WORD_ANY };

/* What an immediate of the instruction must be (WF_IMMEDIATE); ANY also where there can be none. */
enum wf_word_type wf_op_immediate(uint8_t op);

/* The fields of an instruction word (isa.def shows the bits). */
struct wf_insn {
    uint8_t op, dst, a, b, c, mod;
    uint16_t imm16;         /* jump target, or byte offset; of an atomic on a buffer the operation above it */
    uint16_t back;          /* ENDLOOP only: index of the first instruction of the loop body */
    uint32_t imm;           /* immediate form only */
    bool has_imm;
    bool no_dst;
};

/* Split a word into fields.  Every word has fields; wf_insn_check checks them. */
struct wf_insn wf_insn_decode(uint64_t word);

/* Properties of an access to memory that a shader declares and no instruction word holds, because only races depend
 * on them: only a part of the word counts, 8 or 16 bits; it is volatile, coherent or not private, so that atomics
 * may meet it; it is an atomic that changes nothing, in place of a load that a cache could answer. */
enum { WF_HOW_PART = 1, WF_HOW_COHERENT = 2, WF_HOW_LOADS = 4 };
/* Join fields into a word.  Fields out of range are a programmer error (assert). */
uint64_t wf_insn_encode(const struct wf_insn *insn);

/* Memory instructions: loads, stores, atomics; those whose lanes have the number of the buffer in a register. */
static inline bool wf_op_is_load(uint8_t op)
{
    return op == WF_OP_LDSLD || op == WF_OP_GLD || op == WF_OP_TLD;
}
static inline bool wf_op_is_store(uint8_t op)
{
    return op == WF_OP_LDSST || op == WF_OP_GST || op == WF_OP_GSTP || op == WF_OP_TST;
}
static inline bool wf_op_is_atomic64(uint8_t op)
{
    return op == WF_OP_LDSATOM64 || op == WF_OP_GATOM64 || op == WF_OP_TATOM64;
}
static inline bool wf_op_is_atomic(uint8_t op)
{
    return op == WF_OP_LDSATOM || op == WF_OP_GATOM || op == WF_OP_TATOM || wf_op_is_atomic64(op);
}
static inline bool wf_op_is_table(uint8_t op)
{
    return op == WF_OP_TLD || op == WF_OP_TST || op == WF_OP_TATOM || op == WF_OP_TATOM64;
}
/* The bits of a byte offset that the word of a memory instruction has room for. */
static inline uint16_t wf_op_offset_bits(uint8_t op)
{
    const bool shares = wf_op_is_atomic(op) && op != WF_OP_LDSATOM && op != WF_OP_LDSATOM64;
    const uint16_t bits = shares ? WF_MAX_ATOMIC_OFFSET : 0xffff;
    return (uint16_t)(wf_op_is_atomic64(op) ? bits & ~WF_HALF_FIELD : bits);
}
/* 64-bit atomics have the operations of integers, which are the first ones (WF_ATOM_*). */
enum { WF_ATOM_COUNT_64 = WF_ATOM_CAS + 1 };
static inline bool wf_atom_has_64(unsigned atom)
{
    return atom < WF_ATOM_COUNT_64;
}
/* Of atomics the operation (WF_ATOM_*); of memory instructions the byte offset; of 64-bit atomics the half of the
 * device's lanes that performs it. */
static inline uint8_t wf_insn_atom(const struct wf_insn *insn)
{
    const bool lds = insn->op == WF_OP_LDSATOM || insn->op == WF_OP_LDSATOM64;
    return (uint8_t)(lds ? insn->mod & 15 : insn->imm16 >> 12);
}
static inline uint16_t wf_insn_offset(const struct wf_insn *insn)
{
    return insn->imm16 & wf_op_offset_bits(insn->op);
}
static inline enum wf_half wf_insn_half(const struct wf_insn *insn)
{
    return insn->imm16 & 1 ? WF_HALF_HIGH : WF_HALF_LOW;
}

/* barrier or memory_barrier of device scope. */
static inline bool wf_insn_is_device_fence(const struct wf_insn *insn)
{
    return (insn->op == WF_OP_BARRIER || insn->op == WF_OP_MEMBAR) && (insn->mod & WF_FENCE_DEVICE) != 0;
}

/* A read of the clock, which gives another value each time. */
static inline bool wf_insn_is_clock(const struct wf_insn *insn)
{
    return insn->op == WF_OP_SV && (insn->mod == WF_SV_CLOCK_LOW || insn->mod == WF_SV_CLOCK_HIGH);
}

/* The suffix after the dot of the mnemonic of barrier or memory_barrier with this mod: "device", "group"; "": neither
 * dot nor suffix. */
const char *wf_fence_suffix(uint8_t op, uint8_t mod);

/* Check one program: opcodes, register numbers below `regs`, alignment of quad registers, modifiers, zero in unused
 * bits, nesting, levels, and that every jump follows the structure; the last instruction is END.  Returns NULL when
 * the program is sound, else a message (static text) and the index of the offending word in *where. */
const char *wf_code_check(const uint64_t *code, size_t count, unsigned regs, size_t *where);

/* Registers that a sound instruction writes, and that its operands a, b and c read: `words` of them from `first` on, 0:
 * none. */
struct wf_register_run { uint8_t first, words; };
struct wf_registers { struct wf_register_run write, read[3]; };
struct wf_registers wf_insn_registers(uint64_t word);

/* Registers per lane that a sound program needs: one more than the highest number that it names. */
unsigned wf_code_registers(const uint64_t *code, size_t count);

/* ---- names, for messages and help ---- */

/* What a shading language calls it: of HLSL a row of WF_HLSL or a system value of WF_SV, of GLSL and SPIR-V a row of
 * model/isa/languages.def. */
struct wf_foreign {
    const char *language;   /* "HLSL", "GLSL", "SPIR-V" */
    const char *name;
    const char *code;       /* instructions for the assembler: separated by "; ", other ways to write it by " / " */
    const char *note;       /* or "" */
};
/* NULL when no language has such a name, or no instruction corresponds to it; of two languages HLSL's.  Opcodes of
 * SPIR-V with or without their "Op". */
const struct wf_foreign *wf_foreign_find(const char *name, size_t length);

/* Names by number, from 0 on; false (NULL) past the last.  Mnemonics come with their suffixes: "wadd.reduce.cluster8",
 * "lds.max.u". */
enum { WF_MNEMONIC_SIZE = 40 };
bool wf_isa_mnemonic(size_t number, char name[WF_MNEMONIC_SIZE]);
/* Try every one of them as a near name (suggest.h). */
struct wf_suggestions;
void wf_isa_suggest_mnemonics(struct wf_suggestions *near);
const char *wf_isa_system_value(size_t number);
const char *wf_isa_foreign_name(size_t number);

/* What a name means: an instruction, with or without its suffixes; what begins with it and a dot ("lt"); a system
 * value; a name of HLSL, GLSL or SPIR-V; a refusal or a fault; an attribute or a stage.  Some lines of text, each with
 * its line end; WF_EXPLAIN_SIZE bytes are always enough.  False when nothing has the name: the text then is one line
 * with the nearest names, or empty. */
enum { WF_EXPLAIN_SIZE = 2048 };
bool wf_isa_explain(const char *name, char *text, size_t size);

const char *wf_reject_text(enum wf_reject code);    /* message of isa.def, never NULL */
const char *wf_fault_text(enum wf_fault fault);     /* message of isa.def, never NULL */
bool wf_fault_has_buffer(enum wf_fault fault);      /* its record has the number of a buffer */
const char *wf_reject_name(enum wf_reject code);    /* as `expect reject` writes it: "NUMTHREADS_ZERO"; "?": no code */
const char *wf_fault_name(enum wf_fault fault);     /* as `expect fault` writes it: "LDS_RANGE" */
const char *wf_stage_name(enum wf_stage stage);     /* name of isa.def, never NULL */

WF_API_END

#endif
