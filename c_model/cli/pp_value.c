/* SPDX-License-Identifier: Apache-2.0
 * pp_value.c - what tokens say: their text, and integer expressions as C has them, for #if and numbers of attributes.
 */
#include <stdlib.h>
#include <string.h>

#include "preprocess.h"

bool pp_is(const struct pp_token *token, const char *text)
{
    return strlen(text) == token->length && !memcmp(token->text, text, token->length);
}

enum { MOST_NESTING = 100 };

struct reader {
    const struct pp_token *token;
    size_t at, end;
    pp_value_fn *value_of;
    void *user;
    unsigned nesting;
};

static bool at(const struct reader *r, const char *mark)
{
    return r->at < r->end && pp_is(&r->token[r->at], mark);
}

static bool take(struct reader *r, const char *mark)
{
    const bool there = at(r, mark);

    r->at += there;
    return there;
}

static bool choice(struct reader *r, int64_t *value);

/* Decimal, octal or hexadecimal, perhaps with u or l behind; no float. */
static bool number(const struct pp_token *token, int64_t *value)
{
    char text[64], *end;

    if (token->length >= sizeof text)
        return false;
    memcpy(text, token->text, token->length);
    text[token->length] = '\0';
    *value = (int64_t)strtoull(text, &end, 0);
    return end != text && strspn(end, "uUlL") == strlen(end);
}

/* A cast, `(uint) 4`, or a construction, `uint(4)`. */
static bool is_type(const struct pp_token *token)
{
    static const char *const names[] = {"int", "uint", "unsigned", "dword", "int32_t", "uint32_t", NULL};

    for (size_t n = 0; names[n]; n++)
        if (pp_is(token, names[n]))
            return true;
    return false;
}

static bool plain_unary(struct reader *r, int64_t *value);

static bool unary(struct reader *r, int64_t *value)
{
    if (r->at >= r->end || r->nesting >= MOST_NESTING)
        return false;
    r->nesting++;
    const bool good = plain_unary(r, value);
    r->nesting--;
    return good;
}

static bool plain_unary(struct reader *r, int64_t *value)
{
    const struct pp_token *token = &r->token[r->at++];
    const char sign = token->length == 1 ? *token->text : '\0';
    if (token->kind == PP_NUMBER)
        return number(token, value);
    if (is_type(token))
        return unary(r, value);
    if (token->kind == PP_WORD)
        return r->value_of(r->user, token, value);
    bool good = false;
    if (sign == '(' && r->at + 1 < r->end && is_type(&r->token[r->at]) && pp_is(&r->token[r->at + 1], ")")) {
        r->at += 2;
        good = unary(r, value);
    } else if (sign == '(') {
        good = choice(r, value) && take(r, ")");
    } else if (sign && strchr("+-~!", sign)) {
        good = unary(r, value);
        *value = !good || sign == '+' ? *value : sign == '-' ? (int64_t)(0 - (uint64_t)*value) :
                 sign == '~' ? ~*value : !*value;
    }
    return good;
}

static const struct { const char *mark; unsigned level; } operators[] = {
    {"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4}, {"&", 5}, {"==", 6}, {"!=", 6}, {"<=", 7}, {">=", 7}, {"<", 7}, {">", 7},
    {"<<", 8}, {">>", 8}, {"+", 9}, {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};
enum { OPERATORS = sizeof operators / sizeof operators[0] };

static unsigned level_of(const struct reader *r, size_t *which)
{
    for (*which = 0; *which < OPERATORS; ++*which)
        if (at(r, operators[*which].mark))
            return operators[*which].level;
    return 0;
}

static bool apply(const char *mark, int64_t a, int64_t b, int64_t *value)
{
    const uint64_t x = (uint64_t)a, y = (uint64_t)b;

    switch (*mark) {
    case '|': *value = mark[1] ? a || b : a | b; return true;
    case '&': *value = mark[1] ? a && b : a & b; return true;
    case '^': *value = a ^ b; return true;
    case '=': *value = a == b; return true;
    case '!': *value = a != b; return true;
    case '<': *value = mark[1] == '<' ? (int64_t)(x << (y & 63)) : mark[1] ? a <= b : a < b; return true;
    case '>': *value = mark[1] == '>' ? a >> (y & 63) : mark[1] ? a >= b : a > b; return true;
    case '+': *value = (int64_t)(x + y); return true;
    case '-': *value = (int64_t)(x - y); return true;
    case '*': *value = (int64_t)(x * y); return true;
    default: break;
    }
    if (b == 0 || (b == -1 && a == INT64_MIN))
        return false;
    *value = *mark == '/' ? a / b : a % b;
    return true;
}

static bool binary(struct reader *r, unsigned least, int64_t *value)
{
    size_t which;

    if (!unary(r, value))
        return false;
    for (unsigned level; (level = level_of(r, &which)) >= least && level;) {
        int64_t right;
        r->at++;
        if (!binary(r, level + 1, &right) || !apply(operators[which].mark, *value, right, value))
            return false;
    }
    return true;
}

static bool choice(struct reader *r, int64_t *value)
{
    int64_t yes, no;

    if (!binary(r, 1, value))
        return false;
    if (!take(r, "?"))
        return true;
    if (++r->nesting > MOST_NESTING || !choice(r, &yes) || !take(r, ":") || !choice(r, &no))
        return false;
    r->nesting--;
    *value = *value ? yes : no;
    return true;
}

bool pp_evaluate(const struct pp_token *token, size_t *from, size_t end, pp_value_fn *names, void *user, int64_t *value)
{
    struct reader r = {.token = token, .at = *from, .end = end, .value_of = names, .user = user};
    const bool good = choice(&r, value);

    *from = r.at;
    return good;
}
