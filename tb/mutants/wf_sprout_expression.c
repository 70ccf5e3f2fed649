// SPDX-License-Identifier: Apache-2.0
// wf_sprout_expression.c - bugs in expressions of Verilog: operators, their order, constants, choices, ranges, bits that are stuck.
#include "wf_sprout_reader.h"

#include <ctype.h>
#include <string.h>

static void plant_number(reader *r, span s)
{
    if (is_at(r, s.from, "1'b0"))
        plant(r, s, "a constant bit is 1", false, "1'b1");
    else if (is_at(r, s.from, "1'b1"))
        plant(r, s, "a constant bit is 0", false, "1'b0");
    else if (memchr(r->file->text + r->tokens[s.from].from, '?', r->tokens[s.from].to - r->tokens[s.from].from) == NULL) {
        plant(r, s, "a constant is larger by one", false, "($1 + 1'b1)", s);
        plant(r, s, "a constant is smaller by one", false, "($1 - 1'b1)", s);
    }
}

static void list_of(reader *r, const char *end, bool *plain)
{
    do {
        span one = expression(r, 0);
        *plain = *plain && one.plain;
    } while (take(r, ","));
    need(r, end);
}

// [index], [high:low], [base +: width]
static void selection(reader *r, size_t name)
{
    size_t before = r->file->count;
    need(r, "[");
    span index = expression(r, 0);
    for (size_t i = index.from; i < index.to; i++)
        for (size_t k = before; first(r, i) == '`' && k < r->file->count; k++)
            r->file->list[k].barred = true;        // a macro may be a range
    if (take(r, ":")) {
        forget(r, before);
        r->quiet++;
        span low = expression(r, 0);
        r->quiet--;
        if (!is_at(r, low.from, "0") && is_at(r, r->at, "]") && !is_at(r, r->at + 1, "["))
            plant(r, (span){.from = name, .to = r->at + 1}, "a range is lower by one", false, "$1[$2 - 1:$3 - 1]", (span){.from = name, .to = index.from - 1, .plain = true}, index, low);
    } else if (take(r, "+:") || take(r, "-:")) {
        r->quiet++;
        expression(r, 0);
        r->quiet--;
    }
    need(r, "]");
    if (is(r, "."))
        forget(r, before);
}

static span name_or_call(reader *r)
{
    size_t from = r->at++, before = r->file->count;
    bool macro = first(r, from) == '`', ignored = true, constant = macro || is_at(r, from, "$clog2") || !has_small(r, from);
    if (is(r, "(")) {
        r->quiet += constant;
        r->at++;
        list_of(r, ")", &ignored);
        r->quiet -= constant;
        return (span){from, r->at, false, true};
    }
    while (is(r, ".") || is(r, "[")) {
        if (take(r, "."))
            forget(r, before), r->at++;
        else
            selection(r, from);
    }
    span s = {.from = from, .to = r->at, .plain = true};
    if (has_small(r, from) && !macro) {
        plant(r, s, "the lowest bit is stuck at 0", false, "($1 & ~1'b1)", s);
        plant(r, s, "the lowest bit is stuck at 1", false, "($1 | 1'b1)", s);
    }
    return s;
}

static span primary(reader *r)
{
    size_t from = r->at, before = r->file->count;
    bool plain = true;
    if (take(r, "(")) {
        expression(r, 0);
        need(r, ")");
        return (span){from, r->at, false, true};
    }
    if (take(r, "{")) {
        span head = expression(r, 0);
        if (take(r, "{")) {
            forget(r, before);
            plain = false;
            list_of(r, "}", &plain);
        } else {
            plain = head.plain;
            if (take(r, ",")) {
                list_of(r, "}", &plain);
                return (span){from, r->at, plain, true};
            }
        }
        need(r, "}");
        return (span){from, r->at, plain, true};
    }
    if (isdigit((unsigned char)first(r, from)) || first(r, from) == '\'') {
        r->at++;
        plant_number(r, (span){.from = from, .to = r->at});
        return (span){.from = from, .to = r->at};
    }
    if (first(r, from) == '"') {
        r->at++;
        return (span){.from = from, .to = r->at};
    }
    if (!is_name(r) && first(r, from) != '`' && first(r, from) != '$')
        wrong(r, "an operand");
    return name_or_call(r);
}

static span unary(reader *r)
{
    static const char *const operators[] = {"!", "~", "&", "|", "^", "~&", "~|", "~^", "-", "+", NULL};
    size_t from = r->at;
    if (!is_one_of(r, operators))
        return primary(r);
    r->at++;
    span of = unary(r), s = {.from = from, .to = r->at};
    if (is_at(r, from, "!") || is_at(r, from, "~") || is_at(r, from, "-"))
        plant(r, s, "a value is not inverted", false, "$1", of);
    else if (is_at(r, from, "&"))
        plant(r, s, "any bit, not all", false, "(|$1)", of);
    else if (is_at(r, from, "|"))
        plant(r, s, "all bits, not any", false, "(&$1)", of);
    else if (is_at(r, from, "^"))
        plant(r, s, "any bit, not an odd number", false, "(|$1)", of);
    return s;
}

static const struct {
    const char *op;
    int rank;
    const char *others[3];           // with $1 and $2, the operands
} binary[] = {
    {"||", 1, {"($1 && $2)", "$1", "$2"}}, {"&&", 2, {"($1 || $2)", "$1", "$2"}}, {"|", 3, {"($1 & $2)", "$1", NULL}},  {"^", 4, {"($1 | $2)", "$1", NULL}},
    {"~^", 4, {"($1 ^ $2)"}},              {"&", 5, {"($1 | $2)", "$1", NULL}},   {"==", 6, {"($1 != $2)"}},            {"!=", 6, {"($1 == $2)"}},
    {"===", 6, {NULL}},                  {"!==", 6, {NULL}},                  {"<", 7, {"($1 <= $2)", "($2 < $1)"}},  {"<=", 7, {"($1 < $2)", "($2 <= $1)"}},
    {">", 7, {"($1 >= $2)", "($2 > $1)"}},   {">=", 7, {"($1 > $2)", "($2 >= $1)"}},  {"<<", 8, {"($1 >> $2)", "$1"}},      {">>", 8, {"($1 << $2)", "$1"}},
    {"<<<", 8, {"($1 >> $2)"}},            {">>>", 8, {"($1 >> $2)"}},            {"+", 9, {"($1 - $2)", "$1"}},        {"-", 9, {"($1 + $2)", "($2 - $1)"}},
    {"*", 10, {"($1 + $2)"}},              {"/", 10, {NULL}},                   {"%", 10, {NULL}},                  {"**", 11, {NULL}},
};

span expression(reader *r, int least)
{
    size_t from = r->at;
    span left = unary(r);
    for (size_t i = 0; i < sizeof binary / sizeof *binary;) {
        if (binary[i].rank < least || !is(r, binary[i].op)) {
            i++;
            continue;
        }
        r->at++;
        span right = expression(r, binary[i].rank + 1), s = {.from = from, .to = r->at};
        for (size_t k = 0; k < 3 && binary[i].others[k]; k++)
            plant(r, s, strlen(binary[i].others[k]) > 2 ? "another operator or order" : "an operand is left out", false, binary[i].others[k], left, right);
        left = s;
        i = 0;
    }
    if (least > 0 || !take(r, "?"))
        return left;
    span yes = expression(r, 0);
    need(r, ":");
    span no = expression(r, 0), s = {.from = from, .to = r->at};
    plant(r, s, "a choice is the wrong way round", false, "($1 ? $3 : $2)", left, yes, no);
    plant(r, left, "a choice takes the first", false, "1'b1");
    plant(r, left, "a choice takes the second", false, "1'b0");
    return s;
}
