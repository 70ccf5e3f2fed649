/* SPDX-License-Identifier: Apache-2.0
 * core.h - the state of one wave, and the instructions that concern nothing outside it.
 */
#ifndef WAVEFOLD_CORE_CORE_H
#define WAVEFOLD_CORE_CORE_H

#include "wavefold/isa.h"

#include "mask.h"

/* One open `if` or `loop`: lanes that entered it and do not run at the moment. */
struct wf_frame {
    bool is_loop;
    uint32_t turn;                  /* loop: how often it has begun anew */
    struct wf_mask to_else;         /* if: wait for the else part */
    struct wf_mask to_merge;        /* if: are through with the then part; loop: broke out */
    struct wf_mask to_continue;     /* loop: wait for the continue target */
};

/* Lanes that left by `ret` are in no set; lanes that wait in outer constructs are in the frames of those. */
struct wf_wave {
    unsigned size;                  /* S */
    uint32_t pc;                    /* up to 65536, which is after the last instruction */
    struct wf_mask live;            /* lanes that have not returned */
    struct wf_mask exec;            /* lanes that run now */
    struct wf_mask helper;          /* lanes that were demoted */
    struct wf_frame *frame;         /* [max_depth] stack of open constructs, owned by the machine */
    unsigned depth, max_depth;
    uint32_t *regs;                 /* [register][S] */
};

/* Perform a FLOW instruction: exec, stack and pc.  `cond` is operand a as a row of S values (IF and BREAKIF).
 * The wave has ended when no live lane is left. */
void wf_flow_perform(struct wf_wave *wave, const struct wf_insn *insn, const uint32_t *cond);

/* Integer and simple float operations (units ALU and FPU): value[lane] = op(a, b, c) for n lanes; value may be the
 * row of an operand.  Return false when the opcode belongs to another. */
typedef bool wf_perform_fn(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                           uint32_t *value);
wf_perform_fn wf_integer_perform, wf_float_perform;

/* Bit operations of the integer set. */
uint32_t wf_bits_count(uint32_t b);
uint32_t wf_bits_reverse(uint32_t b);
uint32_t wf_bits_lowest(uint32_t b);
uint32_t wf_bits_highest(uint32_t b);
uint32_t wf_bits_highest_signed(uint32_t b);
uint32_t wf_bits_extract(uint32_t a, uint32_t field);
uint32_t wf_bits_extract_signed(uint32_t a, uint32_t field);
uint32_t wf_bits_insert(uint32_t a, uint32_t b, uint32_t field);

#endif
