// SPDX-License-Identifier: Apache-2.0
// wf_sprout_c_expression.c - bugs in expressions of C: operators, their order, constants, choices, arguments, bits that are stuck.  Texts, messages with
//   their arguments, sizes of types, asserts and what a value is assigned to have none.
#include "wf_sprout_reader.h"

#include <ctype.h>
#include <string.h>

static span unary(reader *r);

bool is_type(const reader *r, size_t at)
{
    static const char *const words[] = {"struct", "enum", "union", "const", "_Atomic", "static", "volatile", "unsigned", "signed", "void", "bool", "char", "short", "int",
                                        "long", "float", "double", NULL};
    for (size_t i = 0; words[i]; i++)
        if (is_at(r, at, words[i]))
            return true;
    return at < r->count && r->tokens[at].to - r->tokens[at].from > 2 && isalpha((unsigned char)first(r, at)) &&
           strncmp(r->file->text + r->tokens[at].to - 2, "_t", 2) == 0;
}

static void plant_constant(reader *r, span s)
{
    plant(r, s, "a constant is larger by one", false, "($1 + 1)", s);
    plant(r, s, "a constant is smaller by one", false, "($1 - 1)", s);
}

static void plant_stuck(reader *r, span s)
{
    plant(r, s, "the lowest bit is stuck at 0", false, "($1 & ~1)", s);
    plant(r, s, "the lowest bit is stuck at 1", false, "($1 | 1)", s);
}

// "(a, b, c)" of a call, which begins here
static void arguments(reader *r)
{
    size_t before = r->file->count;
    bool message = false;
    span last = {0};
    need(r, "(");
    for (bool any = false; !take(r, ")"); any = true) {
        if (any)
            need(r, ",");
        message = message || first(r, r->at) == '"';
        span one = is_type(r, r->at) ? (skip_brackets(r), last) : c_assignment(r);
        if (any)
            plant(r, (span){.from = last.from, .to = one.to}, "two arguments the wrong way round", false, "$1, $2", one, last);
        last = one;
    }
    if (message)
        forget(r, before);
}

// A name with what follows it: members, elements, calls.
static span name_or_call(reader *r)
{
    size_t from = r->at++, before = r->file->count;
    bool constant = !has_small(r, from), called = false;
    if (is_at(r, from, "assert") || is_at(r, from, "static_assert") || is_at(r, from, "UINT32_C") || is_at(r, from, "UINT64_C")) {
        skip_brackets(r);
        span s = {from, r->at, false, true};
        if (first(r, from) == 'U')
            plant_constant(r, s);
        return s;
    }
    if (is_at(r, from, "true") || is_at(r, from, "false")) {
        span s = {.from = from, .to = r->at, .plain = true};
        plant(r, s, "a constant bit is the other", false, is_at(r, from, "true") ? "false" : "true");
        return s;
    }
    for (;; constant = false)
        if (is(r, "(")) {
            arguments(r);
            called = true;
        } else if (take(r, "[")) {
            c_expression(r);
            need(r, "]");
            called = false;
        } else if (is(r, ".") || is(r, "->")) {
            r->at += 2;
            called = false;
        } else {
            break;
        }
    span s = {.from = from, .to = r->at, .plain = true};
    if (is(r, "++") || is(r, "--")) {
        forget(r, before);
        r->at++;
        return (span){.from = from, .to = r->at, .plain = true};
    }
    if (constant && !is_at(r, from, "NULL"))
        plant_constant(r, s);
    else if (!called && !constant)
        plant_stuck(r, s);
    return s;
}

static span primary(reader *r)
{
    size_t from = r->at;
    if (is(r, "(") && is_type(r, from + 1)) {
        skip_brackets(r);
        if (is(r, "{"))
            c_initializer(r);
        else
            unary(r);
        return (span){.from = from, .to = r->at};
    }
    if (take(r, "(")) {
        c_expression(r);
        need(r, ")");
        while (is(r, ".") || is(r, "->") || is(r, "[")) {
            if (is(r, "["))
                skip_brackets(r);
            else
                r->at += 2;
        }
        return (span){from, r->at, false, true};
    }
    if (isdigit((unsigned char)first(r, from))) {
        r->at++;
        span s = {.from = from, .to = r->at, .plain = true};
        plant_constant(r, s);
        return s;
    }
    if (first(r, from) == '"') {
        while (first(r, r->at) == '"' || (is_name(r) && r->at > from))       // PRIu64 is a part of the text
            r->at++;
        return (span){.from = from, .to = r->at, .plain = true};
    }
    if (first(r, from) == '\'') {
        r->at++;
        return (span){.from = from, .to = r->at, .plain = true};
    }
    if (!is_name(r))
        wrong(r, "an operand");
    return name_or_call(r);
}

static span unary(reader *r)
{
    static const char *const operators[] = {"!", "~", "-", "+", "*", "&", "++", "--", NULL};
    size_t from = r->at, before = r->file->count;
    if (take(r, "sizeof")) {
        r->quiet++;
        if (is(r, "(") && is_type(r, r->at + 1))
            skip_brackets(r);
        else
            unary(r);
        r->quiet--;
        return (span){.from = from, .to = r->at};
    }
    if (!is_one_of(r, operators))
        return primary(r);
    r->at++;
    span of = unary(r), s = {.from = from, .to = r->at};
    if (is_at(r, from, "!") || is_at(r, from, "~") || is_at(r, from, "-"))
        plant(r, s, "a value is not inverted", false, "$1", of);
    else if (is_at(r, from, "&") || is_at(r, from, "++") || is_at(r, from, "--"))
        forget(r, before);
    else if (is_at(r, from, "*"))
        forget(r, before), plant_stuck(r, s);
    return s;
}

static const struct {
    const char *op;
    int rank;
    const char *others[3];           // with $1 and $2, the operands
} binary[] = {
    {"||", 1, {"($1 && $2)", "$1", "$2"}}, {"&&", 2, {"($1 || $2)", "$1", "$2"}}, {"|", 3, {"($1 & $2)", "$1", "$2"}},  {"^", 4, {"($1 | $2)", "$1", "$2"}},
    {"&", 5, {"($1 | $2)", "$1", "$2"}},   {"==", 6, {"($1 != $2)"}},            {"!=", 6, {"($1 == $2)"}},            {"<", 7, {"($1 <= $2)", "($2 < $1)"}},
    {"<=", 7, {"($1 < $2)", "($2 <= $1)"}},  {">", 7, {"($1 >= $2)", "($2 > $1)"}},  {">=", 7, {"($1 > $2)", "($2 >= $1)"}}, {"<<", 8, {"($1 >> $2)", "$1"}},
    {">>", 8, {"($1 << $2)", "$1"}},        {"+", 9, {"($1 - $2)", "$1"}},        {"-", 9, {"($1 + $2)", "($2 - $1)"}},  {"*", 10, {"($1 + $2)", "$1"}},
    {"/", 10, {"($1 * $2)", "$1"}},         {"%", 10, {"($1 / $2)", "$1"}},
};

static span operation(reader *r, int least)
{
    size_t from = r->at;
    span left = unary(r);
    for (size_t i = 0; i < sizeof binary / sizeof *binary;) {
        if (binary[i].rank < least || !is(r, binary[i].op)) {
            i++;
            continue;
        }
        r->at++;
        span right = operation(r, binary[i].rank + 1), s = {.from = from, .to = r->at};
        for (size_t k = 0; k < 3 && binary[i].others[k]; k++)
            plant(r, s, strlen(binary[i].others[k]) > 2 ? "another operator or order" : "an operand is left out", false, binary[i].others[k], left, right);
        left = s;
        i = 0;
    }
    return left;
}

// The operator of an assignment: what may stand in its place.
static const struct {
    const char *op, *others[2];
} assignment[] = {
    {"=", {NULL}}, {"+=", {"-=", "="}}, {"-=", {"+=", "="}}, {"|=", {"&=", "="}}, {"&=", {"|=", "="}}, {"^=", {"|=", "="}}, {"<<=", {">>=", "="}}, {">>=", {"<<=", "="}},
    {"*=", {"+=", "="}}, {"/=", {"*=", "="}}, {"%=", {"/=", "="}},
};

span c_assignment(reader *r)
{
    size_t from = r->at, before = r->file->count;
    span left = operation(r, 1);
    for (size_t i = 0; i < sizeof assignment / sizeof *assignment; i++) {
        if (!is(r, assignment[i].op))
            continue;
        forget(r, before);
        for (size_t k = 0; k < 2 && assignment[i].others[k]; k++)
            plant(r, (span){.from = r->at, .to = r->at + 1}, "another assignment", false, assignment[i].others[k]);
        r->at++;
        c_assignment(r);
        return (span){.from = from, .to = r->at};
    }
    if (!take(r, "?"))
        return left;
    bool texts = first(r, r->at) == '"';
    span yes = c_expression(r);
    need(r, ":");
    texts = texts && first(r, r->at) == '"';
    span no = c_assignment(r), s = {.from = from, .to = r->at};
    if (texts)
        return s;
    plant(r, s, "a choice is the wrong way round", false, "($1 ? $3 : $2)", left, yes, no);
    plant(r, left, "a choice takes the first", false, "1");
    plant(r, left, "a choice takes the second", false, "0");
    return s;
}

span c_expression(reader *r)
{
    span s = c_assignment(r);
    while (take(r, ","))
        s.to = c_assignment(r).to, s.plain = s.closed = false;
    return s;
}

void c_initializer(reader *r)
{
    need(r, "{");
    while (!take(r, "}")) {
        bool named = false;
        for (; is(r, ".") || is(r, "["); named = true)
            if (is(r, "["))
                skip_brackets(r);
            else
                r->at += 2;
        if (named)
            need(r, "=");
        if (is(r, "{"))
            c_initializer(r);
        else
            c_assignment(r);
        take(r, ",");
    }
}
