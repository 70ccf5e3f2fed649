/* SPDX-License-Identifier: Apache-2.0
 * lex.h - the words of the text (lex.c).  The lowest layer: it uses no other part of the assembler.
 */
#ifndef WAVEFOLD_ASM_LEX_H
#define WAVEFOLD_ASM_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wfa_pos {
    uint32_t line, column;          /* from 1 */
};

enum wfa_kind {
    WFA_EOF, WFA_NEWLINE, WFA_BAD, WFA_WORD, WFA_INT, WFA_FLOAT, WFA_STRING,
    WFA_SHL = 256, WFA_SHR, WFA_LE, WFA_GE, WFA_EQ, WFA_NE, WFA_ANDAND, WFA_OROR  /* other punctuation: its character */
};

struct wfa_complaint {
    const char *what;
    const char *wanted;             /* of an expression, or NULL */
};

struct wfa_token {
    int kind;
    struct wfa_pos pos;
    const char *text;               /* the bytes of the token */
    size_t length;
    uint32_t value;                 /* WFA_INT, WFA_FLOAT (bits) */
    const struct wfa_complaint *complaint;      /* WFA_BAD: what is wrong */
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

#endif
