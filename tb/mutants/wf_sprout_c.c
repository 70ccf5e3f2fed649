// SPDX-License-Identifier: Apache-2.0
// wf_sprout_c.c - finds where bugs can be planted in a file of C11: in what functions compute, decide and assign.  Tables and types outside of functions,
//   lines of the preprocessor, labels, sizes of arrays and tables within functions have none.
#include "wf_sprout_reader.h"

#include <ctype.h>
#include <stdlib.h>

// A declaration begins here: a type, or two names side by side.
static bool is_declaration(const reader *r)
{
    static const char *const ends[] = {"=", ";", ",", "[", NULL};
    size_t name = r->at + 1;
    if (is_type(r, r->at))
        return true;
    if (!is_name(r))
        return false;
    if (isalpha((unsigned char)first(r, name)))
        return true;
    if (!is_at(r, name, "*"))
        return false;
    while (is_at(r, name, "*"))
        name++;
    for (size_t i = 0; ends[i]; i++)
        if (isalpha((unsigned char)first(r, name)) && is_at(r, name + 1, ends[i]))
            return true;
    return false;
}

static void declaration(reader *r)
{
    bool table = is(r, "static");
    r->quiet += table;
    while (!take(r, ";")) {
        if (is(r, "(") || is(r, "[")) {
            skip_brackets(r);
        } else if (take(r, "{")) {
            skip_to(r, "}");
        } else if (take(r, "=")) {
            if (is(r, "{"))
                c_initializer(r);
            else
                c_assignment(r);
        } else if (r->at == r->count) {
            wrong(r, ";");
        } else {
            r->at++;
        }
    }
    r->quiet -= table;
}

static span condition(reader *r)
{
    need(r, "(");
    span all = c_expression(r);
    need(r, ")");
    plant(r, all, "a condition is inverted", false, "!$1", all);
    return all;
}

static void statement(reader *r);

// for (FIRST; CONDITION; NEXT) STATEMENT: a loop without end would only take time
static void loop(reader *r)
{
    need(r, "(");
    if (is_declaration(r)) {
        declaration(r);
    } else if (!take(r, ";")) {
        c_expression(r);
        need(r, ";");
    }
    if (!is(r, ";"))
        c_expression(r);
    need(r, ";");
    if (!is(r, ")"))
        c_expression(r);
    need(r, ")");
    statement(r);
}

static void statement(reader *r)
{
    static const char *const leaves[] = {"break", "continue", NULL};
    size_t from = r->at;
    if (take(r, "{")) {
        while (!take(r, "}"))
            statement(r);
    } else if (take(r, "if")) {
        span all = condition(r);
        plant(r, all, "a condition holds always", false, "1");
        plant(r, all, "a condition never holds", false, "0");
        statement(r);
        if (take(r, "else"))
            statement(r);
    } else if (take(r, "while")) {
        condition(r);
        statement(r);
    } else if (take(r, "do")) {
        statement(r);
        need(r, "while");
        condition(r);
        need(r, ";");
    } else if (take(r, "for")) {
        loop(r);
    } else if (take(r, "switch")) {
        need(r, "(");
        c_expression(r);
        need(r, ")");
        statement(r);
    } else if (take(r, "case")) {
        skip_to(r, ":");
    } else if (take(r, "default")) {
        need(r, ":");
    } else if (take(r, "return")) {
        if (!is(r, ";"))
            c_expression(r);
        need(r, ";");
    } else if (is_one_of(r, leaves)) {
        r->at++;
        need(r, ";");
        plant(r, (span){.from = from, .to = r->at}, "a statement is left out", true, ";");
    } else if (is_declaration(r)) {
        declaration(r);
    } else if (!take(r, ";")) {
        bool check = is(r, "assert") || is(r, "static_assert");
        c_expression(r);
        need(r, ";");
        if (!check)
            plant(r, (span){.from = from, .to = r->at}, "a statement is left out", true, ";");
    }
}

void sprout_c(sprout_file *file)
{
    reader r = sprout_reader(file, true);
    while (r.at < r.count)
        if (is(&r, "(")) {
            skip_brackets(&r);
            if (is(&r, "{"))
                statement(&r);
        } else if (take(&r, "{")) {
            skip_to(&r, "}");
        } else {
            r.at++;
        }
    free(r.tokens);
}
