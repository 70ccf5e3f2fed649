/* SPDX-License-Identifier: Apache-2.0
 * expr.h - expressions: compiled (expr.c) for a small stack machine (eval.c), because `each` evaluates them for every
 * element.
 *
 * Types are known when an expression is compiled; nothing is converted unasked.
 */
#ifndef WAVEFOLD_ASM_EXPR_H
#define WAVEFOLD_ASM_EXPR_H

#include "names.h"

enum {
    WFA_MAX_EXPR_DEPTH = 64,        /* nesting of an expression */
    WFA_MAX_EXPR_OPS = 1 << 20,
    WFA_STACK = 1024                /* words on the stack of the evaluation */
};

enum wfa_opcode {
    WFA_X_PUSH,
    WFA_X_INDEX,
    WFA_X_LOAD, /* constant; i; word [top] of a buffer */
    WFA_X_JUMP,
    WFA_X_JUMP_ZERO,
    WFA_X_JUMP_ONE, /* the last two pop */
    WFA_X_NEG,
    WFA_X_NOT,
    WFA_X_LOGIC_NOT,
    WFA_X_BOOL,
    WFA_X_COUNTBITS,
    WFA_X_HASH,
    /* to float, to signed, to unsigned; another type for the same word */
    WFA_X_FNEG,
    WFA_X_I2F,
    WFA_X_F2I,
    WFA_X_F2U,
    WFA_X_SAME,
    WFA_X_BINARY, /* from here on two operands */
    WFA_X_OR = WFA_X_BINARY,
    WFA_X_XOR,
    WFA_X_AND,
    WFA_X_EQ,
    WFA_X_NE,
    WFA_X_LT,
    WFA_X_LE,
    WFA_X_GT,
    WFA_X_GE,
    WFA_X_SHL,
    WFA_X_SHR,
    WFA_X_ADD,
    WFA_X_SUB,
    WFA_X_MUL,
    WFA_X_DIV,
    WFA_X_MOD,
    WFA_X_MIN,
    WFA_X_MAX,
    WFA_X_SMIN,
    WFA_X_SMAX,
    WFA_X_FEQ,
    WFA_X_FNE,
    WFA_X_FLT,
    WFA_X_FLE,
    WFA_X_FGT,
    WFA_X_FGE,
    WFA_X_FADD,
    WFA_X_FSUB,
    WFA_X_FMUL,
    WFA_X_FDIV,
    WFA_X_FMIN,
    WFA_X_FMAX,
    WFA_X_NONE /* no such operation on this type */
};

struct wfa_op {
    int64_t value;                  /* constant, buffer, jump target */
    enum wfa_opcode code;
    struct wfa_pos pos;
};

/* How messages describe a WF_WORD_ANY: "a word that ..." */
#define WFA_UNTYPED "is neither integer nor float, because its buffer holds both or comes from a file"

/* Marks the value of address(NAME), above its 32 bits, as long as it is only added to and chosen. */
#define WFA_ADDRESS (INT64_C(1) << 40)

struct wfa_expr {
    struct wfa_op *op;
    size_t count, room;
    enum wf_word_type type;         /* of the result; while compiling: of what was compiled last */
    bool uses_index;                /* depends on i */
    bool index_allowed;             /* i has a meaning here */
    unsigned depth, nest;           /* while compiling: stack depth, nesting */
};

bool wfa_compile(struct wfa *p, struct wfa_expr *expr, bool index_allowed);
/* The value for this i: a 32-bit word in the low half; of integers all 64 bits are what + - * give without wrapping
 * (huge values are held at 2^60 and above), so that counts out of range are seen. */
bool wfa_eval(struct wfa *p, const struct wfa_expr *expr, uint32_t index, int64_t *value);
void wfa_expr_free(struct wfa_expr *expr);

/* Compile and evaluate where i has no meaning. */
bool wfa_constant(struct wfa *p, struct wfa_value *value);
/* The same in a list.  What the first pass does not know it passes over, to the next `,`. */
bool wfa_constant_of_list(struct wfa *p, struct wfa_value *value);
/* An integer from `least` to `most`; `what` it is and what is `wanted` are for the message, "dispatch" and "0 to
 * 4294967295 groups". */
bool wfa_number(struct wfa *p, const char *what, uint32_t least, uint32_t most, const char *wanted, uint32_t *value);

#endif
