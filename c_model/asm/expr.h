/* SPDX-License-Identifier: Apache-2.0
 * expr.h - expressions: compiled (expr.c) for a small stack machine (eval.c), because `each` evaluates them for every element.
 */
#ifndef WAVEFOLD_ASM_EXPR_H
#define WAVEFOLD_ASM_EXPR_H

#include "state.h"

enum {
    WFA_MAX_EXPR_DEPTH = 64,        /* nesting of an expression */
    WFA_MAX_EXPR_OPS = 1 << 20,
    WFA_STACK = 1024                /* words on the stack of the evaluation */
};

enum wfa_opcode {
    WFA_X_PUSH, WFA_X_INDEX, WFA_X_LOAD,            /* constant; i; word [top] of a buffer */
    WFA_X_JUMP, WFA_X_JUMP_ZERO, WFA_X_JUMP_ONE,    /* the last two pop */
    WFA_X_NEG, WFA_X_NOT, WFA_X_LOGIC_NOT, WFA_X_BOOL, WFA_X_COUNTBITS, WFA_X_FLOAT, WFA_X_HASH,
    WFA_X_BINARY,                   /* from here on two operands */
    WFA_X_OR = WFA_X_BINARY, WFA_X_XOR, WFA_X_AND, WFA_X_EQ, WFA_X_NE, WFA_X_LT, WFA_X_LE, WFA_X_GT, WFA_X_GE, WFA_X_SHL, WFA_X_SHR,
    WFA_X_ADD, WFA_X_SUB, WFA_X_MUL, WFA_X_DIV, WFA_X_MOD, WFA_X_MIN, WFA_X_MAX, WFA_X_SMIN, WFA_X_SMAX
};

struct wfa_op {
    uint32_t value;                 /* constant, buffer, jump target */
    enum wfa_opcode code;
    struct wfa_pos pos;
};

struct wfa_expr {
    struct wfa_op *op;
    size_t count, room;
    bool uses_index;                /* depends on i */
    bool index_allowed;             /* i has a meaning here */
    unsigned depth, nest;           /* while compiling: stack depth, nesting */
};

bool wfa_compile(struct wfa *p, struct wfa_expr *expr, bool index_allowed);
bool wfa_eval(struct wfa *p, const struct wfa_expr *expr, uint32_t index, uint32_t *value);
/* Compile and evaluate. */
bool wfa_constant(struct wfa *p, uint32_t *value);
void wfa_expr_free(struct wfa_expr *expr);

#endif
