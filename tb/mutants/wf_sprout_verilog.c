// SPDX-License-Identifier: Apache-2.0
// wf_sprout_verilog.c - finds where bugs can be planted in a module of Verilog-2005: in expressions and assignments that the simulator evaluates.
//   Parameters, ranges, conditions of generate, tasks, initial blocks and texts between `ifdef and `endif have none: they set a default, check
//   parameters, help tests, or have to be constant.
#include "wf_sprout_reader.h"

#include <stdlib.h>

// ---- statements ----
static bool is_unused(const reader *r, size_t at) { return at < r->count && starts(r->file->text + r->tokens[at].from, "unused"); }

// Of a left side: behind it.
static void left_side(reader *r)
{
    while (!is(r, "=") && !is(r, "<=")) {
        if (is(r, "{"))
            r->at++, skip_to(r, "}");
        else if (is(r, "["))
            skip_brackets(r);
        else if (is_name(r) || is(r, "."))
            r->at++;
        else
            wrong(r, "an assignment");
    }
}

static void statement(reader *r)
{
    static const char *const kinds_of_case[] = {"case", "casez", "casex", NULL}, *const declares[] = {"reg", "integer", NULL};
    size_t from = r->at;
    if (take(r, "begin")) {
        if (take(r, ":"))
            r->at++;
        while (!take(r, "end"))
            statement(r);
    } else if (take(r, "if")) {
        need(r, "(");
        span all = expression(r, 0);
        need(r, ")");
        if (!is_at(r, all.from, "rst") || all.to - all.from > 1) {
            plant(r, all, "a condition holds always: an enable is missing", false, "1'b1");
            plant(r, all, "a condition is inverted", false, "!$1", all);
        }
        statement(r);
        if (take(r, "else"))
            statement(r);
    } else if (is_one_of(r, kinds_of_case)) {
        r->at++;
        need(r, "(");
        expression(r, 0);
        need(r, ")");
        while (!take(r, "endcase")) {
            if (take(r, "default"))
                take(r, ":");
            else
                skip_to(r, ":");
            statement(r);
        }
    } else if (take(r, "for")) {
        skip_brackets(r);
        statement(r);
    } else if (is_one_of(r, declares) || first(r, r->at) == '$') {
        skip_to(r, ";");
    } else if (first(r, r->at) == '`') {           // a statement of a header
        r->at++;
        if (is(r, "("))
            skip_brackets(r);
        take(r, ";");
    } else if (!take(r, ";")) {
        left_side(r);
        bool clocked = take(r, "<=");
        if (!clocked)
            need(r, "=");
        expression(r, 0);
        need(r, ";");
        if (clocked)
            plant(r, (span){.from = from, .to = r->at}, "an assignment is left out", true, ";");
    }
}

// ---- the module ----
static void declaration(reader *r)
{
    r->at++;
    if (is(r, "signed"))
        wrong(r, "no signed name: a bug in place of it would make its expression unsigned");
    if (is(r, "["))
        skip_brackets(r);
    do {
        bool unused = is_unused(r, r->at);
        r->at++;
        while (is(r, "["))
            skip_brackets(r);
        r->quiet += unused;
        if (take(r, "="))
            expression(r, 0);
        r->quiet -= unused;
    } while (take(r, ","));
    need(r, ";");
}

static void function(reader *r)
{
    static const char *const declares[] = {"input", "reg", "integer", NULL};
    skip_to(r, ";");
    while (is_one_of(r, declares))
        skip_to(r, ";");
    statement(r);
    need(r, "endfunction");
}

// NAME [#(...)] NAME (.port(expression), ...);   an expression that only names something may be driven by the port
static void instance(reader *r)
{
    r->at++;
    if (take(r, "#"))
        skip_brackets(r);
    if (is_name(r))
        r->at++;
    if (is(r, "["))
        skip_brackets(r);
    need(r, "(");
    while (!take(r, ")")) {
        need(r, ".");
        r->at++;
        need(r, "(");
        size_t before = r->file->count;
        if (!is(r, ")") && expression(r, 0).plain)
            forget(r, before);
        need(r, ")");
        take(r, ",");
    }
    need(r, ";");
}

static void item(reader *r)
{
    static const char *const constants[] = {"parameter", "localparam", "genvar", "integer", "defparam", NULL}, *const nets[] = {"wire", "reg", NULL};
    if (take(r, "module")) {
        skip_to(r, ";");
        r->file->inside = r->tokens[r->at - 1].to;
    } else if (is_one_of(r, constants)) {
        skip_to(r, ";");
    } else if (is_one_of(r, nets)) {
        declaration(r);
    } else if (take(r, "assign")) {
        bool unused = is_unused(r, r->at);
        left_side(r);
        need(r, "=");
        r->quiet += unused;
        expression(r, 0);
        r->quiet -= unused;
        need(r, ";");
    } else if (take(r, "always")) {
        need(r, "@");
        if (!take(r, "*"))
            skip_brackets(r);
        statement(r);
    } else if (take(r, "initial")) {
        r->quiet++;
        statement(r);
        r->quiet--;
    } else if (take(r, "function")) {
        function(r);
    } else if (take(r, "task")) {
        while (!take(r, "endtask"))
            r->at++;
    } else if (take(r, "if") || take(r, "for")) {
        skip_brackets(r);
    } else if (take(r, "begin")) {
        if (take(r, ":"))
            r->at++;
    } else if (is(r, "end") || is(r, "else") || is(r, "generate") || is(r, "endgenerate") || is(r, "endmodule") || is(r, ";")) {
        r->at++;
    } else if (is_name(r)) {
        instance(r);
    } else {
        wrong(r, "an item of a module");
    }
}

void sprout_verilog(sprout_file *file)
{
    reader r = sprout_reader(file, false);
    while (r.at < r.count)
        item(&r);
    if (file->inside == 0)
        wrong(&r, "a module");
    free(r.tokens);
}
