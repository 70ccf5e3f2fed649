/* SPDX-License-Identifier: Apache-2.0
 * code.h - the code between a SPIR-V module and instruction words: the instruction set itself, over virtual registers.
 *
 * Every pass reads and writes this one form.  An instruction is one of isa.def, or a COPY.  A virtual register is one
 * word per lane, or a quad: four words, a 128-bit lane mask.  Control flow is that of the hardware: if, else, endif,
 * loop, continuing, endloop nest.
 *
 * A register has one definition that comes before every use (in each lane's own order of execution), or it is a
 * *meeting* register, what others call phi: then only COPY instructions define it, one on each way to the place where
 * the ways meet, and nothing reads it between such a copy and that place, but the copies of the same group.  So its
 * value may be thought of as made at that place, and all that holds for values with one definition holds for it.
 *
 * COPY instructions that follow each other with the same `frame` are one group: all are read before any is written.
 *
 * Operands may be constants anywhere; legal.c puts those into registers that the instruction word has no room for.
 */
#ifndef WAVEFOLD_SPIRV_CODE_H
#define WAVEFOLD_SPIRV_CODE_H

#include "../module/env.h"
#include "wavefold/isa.h"

enum wfs_kind { WFS_NONE, WFS_CONST, WFS_REG };

/* An operand.  CONST: the word.  REG: number of the register, and which word of it when it is a quad. */
typedef struct wfs_val {
    uint32_t bits;
    uint8_t kind, word;
} wfs_val;

/* no opcodes of isa.def; MARK does nothing, copies are put before it */
enum { WFS_OP_COPY = 0xf0, WFS_OP_MARK = 0xf1 };

/* Instructions before clean-up, at most: calls are put in place, and a module may multiply them. */
enum { WFS_MAX_INSNS = 1 << 21 };

struct wfs_insn {
    uint8_t op;
    /* scans: mode, scope, cluster; sv: number; match: words; fences: scope; as in the instruction word; atomics:
     * operation */
    uint8_t mod;
    uint8_t buffer;         /* global memory, size: number of the buffer */
    bool no_dst;            /* atomics; one of 64 bits becomes the instructions of both halves of the lanes, encode.c */
    bool pinned;            /* left as it is: its constant is known in the end */
    uint8_t how;            /* memory: WF_HOW_* */
    uint16_t offset;        /* memory: bytes */
    uint32_t frame;         /* break, continue: the loop, by the number of its LOOP instruction; COPY: the group */
    uint32_t dst;           /* register, 0: none */
    /* MOV to one word of a quad: which.  The MOV to word 0 comes first of the four, and defines the quad */
    uint8_t dst_word;
    wfs_val a, b, c;
    uint32_t place;         /* in the source, wfs_places; 0: unknown */
    uint32_t prev, next;    /* in the order of execution; 0: none */
};

struct wfs_reg {
    bool quad, meeting;
    bool fixed;             /* never spilled: it lives between neighbours only, or what is spilled needs it */
    uint32_t below;         /* what it holds is below this (counters.c, bounds.h); 0: not known */
    uint32_t def;           /* the instruction that defines it; 0: none yet, or a meeting register */
};

struct wfs_code {
    struct wfs_env *env;
    struct wfs_insn *insn;          /* [insns], number 0 is no instruction */
    size_t insns, insn_room;
    struct wfs_reg *reg;            /* [regs], number 0 is no register */
    size_t regs, reg_room;
    uint32_t first, last;
    uint32_t at;                    /* new instructions are put after this one */
    uint32_t place;                 /* and have this place in the source */
    uint32_t groups;                /* of copies, so far */
    uint8_t how;                    /* of what is emitted now */
    uint32_t scratch_wave;          /* the instruction slot * bytes of scratch per wave; 0: removed */
    uint32_t scratch_base;          /* the register with this lane's first byte of scratch */
    unsigned wave_size;             /* 0: not known */
    bool near_division;             /* f32 quotients within 2.5 ulp, not correctly rounded */
    bool near_roots;                /* f32 square roots likewise: within 2 ulp, of subnormal numbers as of 0 */
    /* sums of widths of floats, 16, 32, 64: of which results are rounded towards zero, subnormal numbers are zeros */
    unsigned rounds_to_zero, flushes;
    uint32_t sv_below[32];          /* system values, WF_SV_*, are below this; 0: not known */
};

void wfs_code_init(struct wfs_code *code, struct wfs_env *env);

/* ---- operands ---- */

static inline wfs_val wfs_none(void) { return (wfs_val){0, WFS_NONE, 0}; }
static inline wfs_val wfs_const(uint32_t bits) { return (wfs_val){bits, WFS_CONST, 0}; }
static inline wfs_val wfs_reg_word(uint32_t reg, unsigned word) { return (wfs_val){reg, WFS_REG, (uint8_t)word}; }
static inline wfs_val wfs_reg_val(uint32_t reg) { return wfs_reg_word(reg, 0); }
static inline bool wfs_is_const(wfs_val v) { return v.kind == WFS_CONST; }
static inline bool wfs_is(wfs_val v, uint32_t bits) { return v.kind == WFS_CONST && v.bits == bits; }
static inline bool wfs_same(wfs_val x, wfs_val y) { return x.kind == y.kind && x.bits == y.bits && x.word == y.word; }
wfs_val wfs_float(float f);         /* its bits */

static inline bool wfs_is_power_of_two(uint32_t x) { return x && !(x & (x - 1)); }
/* Rounded down; of 0 it is 0. */
static inline unsigned wfs_floor_log2(uint32_t x)
{
    return x ? 31 - (unsigned)__builtin_clz(x) : 0;
}

/* ---- registers and instructions ---- */

/* The instruction that made an operand, when that is its only definition; else NULL. */
static inline const struct wfs_insn *wfs_maker(const struct wfs_code *code, wfs_val v)
{
    const uint32_t def = v.kind == WFS_REG && !v.word ? code->reg[v.bits].def : 0;

    return def ? &code->insn[def] : NULL;
}
uint32_t wfs_new_reg(struct wfs_code *code, bool quad, bool meeting);
/* Insert after code->at, which becomes the new one.  Sets the register's definition.  Returns its number. */
uint32_t wfs_emit(struct wfs_code *code, const struct wfs_insn *insn);
void wfs_unlink(struct wfs_code *code, uint32_t at);
/* To the place before another instruction. */
void wfs_move_before(struct wfs_code *code, uint32_t at, uint32_t before);

/* How many operands a, b, c an instruction reads, as bits 0 to 2; those that are quads, likewise. */
static inline unsigned wfs_reads(const struct wfs_insn *n)
{
    return (n->a.kind ? 1U : 0U) | (n->b.kind ? 2U : 0U) | (n->c.kind ? 4U : 0U);
}
unsigned wfs_reads_quad(const struct wfs_insn *insn);
/* A MOV to word 1, 2 or 3 of a quad: the register lives before it. */
static inline bool wfs_is_partial(const struct wfs_insn *insn) { return insn->dst && insn->dst_word; }
/* Loads, stores and atomics; stores and atomics on buffers. */
bool wfs_is_memory(uint8_t op);
bool wfs_writes_buffer(uint8_t op);
/* A system value that stays the same, or the size of a buffer.  Lanes become helpers, and the clock runs. */
static inline bool wfs_is_value(const struct wfs_insn *insn)
{
    return insn->op == WF_OP_SIZE || (insn->op == WF_OP_SV && insn->mod != WF_SV_HELPER &&
                                      insn->mod != WF_SV_CLOCK_LOW && insn->mod != WF_SV_CLOCK_HIGH);
}
/* Arithmetic of one lane: the result depends on the operands alone, and nothing else happens. */
bool wfs_is_pure(uint8_t op);
/* What a pure operation makes of constants. */
uint32_t wfs_evaluate(uint8_t op, uint32_t a, uint32_t b, uint32_t c);

/* Text of the code, one line per instruction, for --dump; `put` gets it line by line, without line ends. */
void wfs_dump(const struct wfs_code *code, void (*put)(void *user, const char *line), void *user);

#endif
