/* SPDX-License-Identifier: Apache-2.0
 * asm.h - inside the assembler of kernel files.  docs/kernel-file.md is the grammar.
 *
 * The text is read twice.  The first pass takes the attributes that shape the group, so that WAVE_SIZE and WAVES are known;
 * the second pass takes everything else.  Each pass lexes as it goes; no token list is kept.
 *
 * A function that returns bool has reported its error when it returns false.
 */
#ifndef WAVEFOLD_ASM_H
#define WAVEFOLD_ASM_H

#include "wavefold/kernel.h"

#include <stdarg.h>

enum {
    WFA_MAX_DIAGNOSTICS = 100,
    WFA_MAX_DIAGNOSTIC_TEXT = 240,
    WFA_MAX_NAME = 31,
    WFA_MAX_EXPR_DEPTH = 64,        /* nesting of an expression */
    WFA_MAX_EXPR_OPS = 1 << 20,
    WFA_STACK = 1024                /* words on the stack of the evaluation */
};

/* What a caller may bound more tightly; tests inject failing allocators. */
struct wfa_limits {
    size_t file_bytes;
    uint64_t buffer_words;          /* all buffers together */
    uint64_t steps;                 /* evaluation steps of all expressions together */
    void *(*resize)(void *user, void *old, size_t size);    /* as realloc; memory is released with free */
    void *resize_user;
};

struct wfa_pos {
    uint32_t line, column;          /* from 1 */
};

/* ---- words of the text ---- */

enum wfa_kind {
    WFA_EOF, WFA_NEWLINE, WFA_BAD, WFA_WORD, WFA_INT, WFA_FLOAT, WFA_STRING,
    WFA_SHL = 256, WFA_SHR, WFA_LE, WFA_GE, WFA_EQ, WFA_NE, WFA_ANDAND, WFA_OROR    /* other punctuation: its character */
};

struct wfa_token {
    int kind;
    struct wfa_pos pos;
    const char *text;               /* the bytes of the token */
    size_t length;
    uint32_t value;                 /* WFA_INT, WFA_FLOAT (bits) */
    const char *complaint;          /* WFA_BAD: what is wrong */
    bool first;                     /* in its line */
};

struct wfa_lexer {
    const char *text;
    size_t length, at, line_start;
    uint32_t line;
    bool fresh;                     /* no token in this line yet */
};

void wfa_lex_start(struct wfa_lexer *lexer, const char *text, size_t length);
struct wfa_token wfa_lex(struct wfa_lexer *lexer);

/* ---- expressions ---- */

/* Expressions are compiled for a small stack machine, because `each` evaluates them for every element. */
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

/* ---- names ---- */

enum wfa_symbol_kind { WFA_CONST, WFA_LATE_CONST, WFA_BAD_NAME, WFA_REG, WFA_QUAD, WFA_BUFFER };

struct wfa_symbol {
    const char *name;
    size_t length;
    enum wfa_symbol_kind kind;
    uint32_t value;                 /* value of a constant, number of a register or buffer */
    uint32_t line;
};

/* ---- attributes ---- */

enum wfa_attribute {
    WFA_ATTR_SHADER, WFA_ATTR_SHADER_MODEL, WFA_ATTR_NUMTHREADS, WFA_ATTR_NUMWAVES, WFA_ATTR_WAVESIZE, WFA_ATTR_EXTRA_WAVES,
    WFA_ATTR_PREFER_SMALL, WFA_ATTR_PREFER_LARGE, WFA_ATTR_REPORT, WFA_ATTR_GROUPSHARED, WFA_ATTR_THREAD_LAUNCH, WFA_ATTR_EXPORT,
    WFA_ATTR_DERIVATIVES, WFA_ATTR_COUNT
};

/* ---- code ---- */

struct wfa_sv_use {
    struct wfa_pos pos;
    uint8_t sv;
};

struct wfa_open {                   /* an open if or loop */
    struct wfa_pos pos;
    uint32_t top, opener;           /* index of the if or loop; of the if, else, loop or continuing whose part is open */
    uint8_t part;                   /* opcode at opener */
    bool continued;
    uint32_t waiting;               /* 1 + last instruction whose target is the end of this part; linked by wfa.link */
};

struct wfa_diagnostic {
    struct wfa_pos pos;
    uint32_t order;
    char text[WFA_MAX_DIAGNOSTIC_TEXT];
};

/* Everything of one parse. */
struct wfa {
    struct wfa_lexer lexer;
    struct wfa_token token;         /* the next one, not yet taken */
    const char *text;
    size_t length;
    struct wfa_limits limits;
    const struct wf_device *device;
    unsigned wave_size;             /* the caller's wish, or 0 */
    bool first_pass, quiet, out_of_memory;

    struct wfa_diagnostic *diagnostic;
    unsigned diagnostics;
    uint64_t errors;                /* more than the maximum: reading stopped */
    struct wfa_pos oom_pos;

    struct wfa_symbol *symbol;      /* hash table */
    size_t symbols, symbol_room;

    bool attr_given[WFA_ATTR_COUNT];
    bool attr_bad[WFA_ATTR_COUNT];  /* given, but its value is not known */
    struct wfa_pos attr_pos[WFA_ATTR_COUNT];
    bool wave_size_known;
    uint32_t committed_size, committed_waves;

    uint64_t buffer_words, steps;

    bool in_code, code_seen, dispatch_seen, reject_seen, fault_seen;
    struct wfa_pos code_pos, last_pos, insn_pos;
    bool too_long;
    bool insn_good;                 /* the last line of code had no mistake, or there is none */
    bool expect_given[WF_MAX_BUFFERS];
    size_t code_room, line_room, link_room;
    uint32_t *link;                 /* [count], see wfa_open.waiting */
    struct wfa_open open[WF_MAX_LEVEL + 1];
    unsigned depth;
    struct wfa_sv_use *sv_use;
    size_t sv_uses, sv_room;

    struct wf_kernel *kernel;
};

/* diag.c */
void wfa_error(struct wfa *p, struct wfa_pos pos, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool wfa_out_of_memory(struct wfa *p);              /* always false */
void wfa_flush(struct wfa *p, wf_diagnostic_fn *report, void *user);
/* "`text`" of a token for messages, shortened; the buffer is given back. */
const char *wfa_shown(const struct wfa_token *token, char buffer[48]);
/* Grow an array to hold one more element. */
bool wfa_grow(struct wfa *p, void *array, size_t *room, size_t used, size_t element);
void *wfa_zeroed(struct wfa *p, size_t count, size_t element);

/* parse.c: tokens for the parser */
void wfa_next(struct wfa *p);
bool wfa_at(const struct wfa *p, int kind);
bool wfa_at_word(const struct wfa *p, const char *word);
bool wfa_token_is(const struct wfa_token *token, const char *word);
bool wfa_take(struct wfa *p, int kind);             /* true and taken, or false and still there */
bool wfa_expect(struct wfa *p, int kind, const char *wanted);
bool wfa_unexpected(struct wfa *p, const char *wanted);     /* always false */
void wfa_skip_line(struct wfa *p);
bool wfa_at_statement(const struct wfa *p);         /* the token begins a line and a statement */
void wfa_statements(struct wfa *p);                 /* the whole text, one pass */

/* names.c */
bool wfa_declare(struct wfa *p, const struct wfa_token *name, enum wfa_symbol_kind kind, uint32_t value);
const struct wfa_symbol *wfa_find(const struct wfa *p, const struct wfa_token *name);
bool wfa_name(struct wfa *p, struct wfa_token *name, const char *what);     /* take a name that may be declared */
/* "r12" with letter 'r': true and its number (capped at 9999). */
bool wfa_numbered(const struct wfa_token *token, char letter, unsigned *number);

/* expr.c, eval.c */
bool wfa_compile(struct wfa *p, struct wfa_expr *expr, bool index_allowed);
bool wfa_eval(struct wfa *p, const struct wfa_expr *expr, uint32_t index, uint32_t *value);
bool wfa_constant(struct wfa *p, uint32_t *value);  /* compile and evaluate */
void wfa_expr_free(struct wfa_expr *expr);

/* attr.c, rejects.c */
void wfa_attributes(struct wfa *p);                 /* at '[' */
void wfa_commit_shape(struct wfa *p);               /* between the passes */
void wfa_check_dispatch(struct wfa *p);             /* after the second pass */

/* buffer.c, expect.c */
bool wfa_buffer(struct wfa *p);
bool wfa_expectation(struct wfa *p);
/* The words after '=': each e, or a list.  `care` may be NULL: then `_` is not allowed. */
bool wfa_values(struct wfa *p, uint32_t words, uint32_t *value, uint8_t *care);
/* To the end of the line, past a list that spans lines. */
void wfa_skip_values(struct wfa *p);
/* The buffer a name means; false when it means none. */
bool wfa_find_buffer(const struct wfa *p, const struct wfa_token *name, unsigned *number);

/* insn.c, flow.c */
bool wfa_instruction(struct wfa *p);
bool wfa_emit(struct wfa *p, struct wfa_pos pos, const struct wf_insn *insn);
bool wfa_flow(struct wfa *p, struct wfa_pos pos, uint8_t op, uint8_t a);
void wfa_finish_code(struct wfa *p);

/* kernel.c */
struct wf_kernel *wfa_parse(const char *text, size_t length, const struct wf_device *device, unsigned wave_size,
                            wf_diagnostic_fn *report, void *user, const struct wfa_limits *limits);
extern const struct wfa_limits wfa_default_limits;

#endif
