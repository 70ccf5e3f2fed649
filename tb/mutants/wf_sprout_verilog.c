// SPDX-License-Identifier: Apache-2.0
// wf_sprout_verilog.c - finds where bugs can be planted in a module of Verilog-2005: in expressions and assignments that the simulator evaluates.
//   Parameters, ranges, conditions of generate, tasks, initial blocks and texts between `ifdef and `endif have none: they set a default, check
//   parameters, help tests, or have to be constant.
#include "wf_sprout.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TOKENS = 1 << 16 };

typedef struct {
    size_t from, to;
} token;

// What an expression spans, in tokens; plain: a name with selects, or names side by side, which an output port can drive;
// closed: in brackets of its own.
typedef struct {
    size_t from, to;
    bool plain, closed;
} span;

typedef struct {
    sprout_file *file;
    token *tokens;
    size_t count, at;
    unsigned quiet;                      // within what has to be constant
} reader;

static void wrong(const reader *r, const char *expected)
{
    size_t line = 1, end = r->at < r->count ? r->tokens[r->at].from : strlen(r->file->text);
    for (size_t i = 0; i < end; i++)
        line += r->file->text[i] == '\n';
    fprintf(stderr, "%s:%zu: error: expected %s\n", r->file->name, line, expected);
    exit(2);
}

// ---- tokens ----
static bool starts(const char *at, const char *word) { return strncmp(at, word, strlen(word)) == 0; }
static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

static size_t token_length(const char *at)
{
    static const char *const operators[] = {"<<<", ">>>", "===", "!==", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "~^", "~&", "~|", "+:", "-:", "**"};
    size_t n = 0;
    if (isdigit((unsigned char)*at) || *at == '\'') {
        while (is_word(at[n]))
            n++;
        if (at[n] == '\'')
            for (n++; is_word(at[n]) || at[n] == '?'; n++)
                ;
        return n;
    }
    if (is_word(*at) || *at == '`') {
        for (n = 1; is_word(at[n]); n++)
            ;
        return n;
    }
    if (*at == '"') {
        for (n = 1; at[n] && at[n] != '"'; n++)
            n += at[n] == '\\' && at[n + 1];
        return n + (at[n] == '"');
    }
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (starts(at, operators[i]))
            return strlen(operators[i]);
    return 1;
}

static void read_tokens(reader *r)
{
    const char *text = r->file->text;
    unsigned depth = 0;
    for (size_t i = 0; text[i];) {
        const char *at = text + i;
        if (isspace((unsigned char)*at)) {
            i++;
        } else if (starts(at, "//")) {
            i += strcspn(at, "\n");
        } else if (starts(at, "/*")) {
            const char *end = strstr(at + 2, "*/");
            i = end ? (size_t)(end + 2 - text) : strlen(text);
        } else {
            size_t length = token_length(at);
            bool line = starts(at, "`include") || starts(at, "`default_nettype") || starts(at, "`timescale") || starts(at, "`define") || starts(at, "`undef");
            if (starts(at, "`ifdef") || starts(at, "`ifndef"))
                depth++;
            else if (starts(at, "`endif"))
                depth -= depth > 0;
            else if (!line && depth == 0 && !starts(at, "`else")) {
                if (r->count == MOST_TOKENS)
                    wrong(r, "a shorter file");
                r->tokens[r->count++] = (token){i, i + length};
            }
            i += line ? strcspn(at, "\n") : length;
        }
    }
}

static bool is_at(const reader *r, size_t at, const char *word)
{
    if (at >= r->count)
        return false;
    token t = r->tokens[at];
    return t.to - t.from == strlen(word) && strncmp(r->file->text + t.from, word, t.to - t.from) == 0;
}
static bool is(const reader *r, const char *word) { return is_at(r, r->at, word); }
static bool take(reader *r, const char *word)
{
    bool there = is(r, word);
    r->at += there;
    return there;
}
static void need(reader *r, const char *word)
{
    if (!take(r, word))
        wrong(r, word);
}
static bool is_one_of(const reader *r, const char *const *words)
{
    while (*words && !is(r, *words))
        words++;
    return *words != NULL;
}
static char first(const reader *r, size_t at) { return at < r->count ? r->file->text[r->tokens[at].from] : '\0'; }
static bool is_name(const reader *r) { return isalpha((unsigned char)first(r, r->at)) || first(r, r->at) == '_'; }

// Behind the next `word` that stands in no bracket; what is before it is not looked at.
static void skip_to(reader *r, const char *word)
{
    for (int depth = 0; r->at < r->count; r->at++) {
        if (depth == 0 && is(r, word)) {
            r->at++;
            return;
        }
        depth += strchr("([{", first(r, r->at)) != NULL;
        depth -= strchr(")]}", first(r, r->at)) != NULL;
    }
    wrong(r, word);
}
static void skip_brackets(reader *r)
{
    const char *end = is(r, "(") ? ")" : "]";
    r->at++;
    skip_to(r, end);
}

// ---- what is planted ----
// In the pattern, $1 to $3 are the texts of spans.
static void plant(reader *r, span where, const char *words, bool statement, const char *pattern, ...)
{
    sprout_file *f = r->file;
    if (r->quiet)
        return;
    if (f->count == f->room)
        f->list = sprout_must(realloc(f->list, (f->room = f->room ? 2 * f->room : 256) * sizeof *f->list));
    span part[3];
    int parts = 0;
    va_list list;
    va_start(list, pattern);
    size_t room = strlen(pattern) + 1;      // each part may get brackets instead of its two letters
    for (const char *p = pattern; *p; p++)
        if (*p == '$') {
            while (parts < p[1] - '0')
                part[parts++] = va_arg(list, span);
            const span *one = &part[p[1] - '1'];
            room += r->tokens[one->to - 1].to - r->tokens[one->from].from;
        }
    va_end(list);
    char *with = sprout_must(malloc(room)), *out = with;
    for (const char *p = pattern; *p; p++) {
        if (*p != '$') {
            *out++ = *p;
            continue;
        }
        span one = part[*++p - '1'];
        bool brackets = !one.plain && !one.closed && one.to - one.from > 1;
        if (brackets)
            *out++ = '(';
        size_t from = r->tokens[one.from].from, to = r->tokens[one.to - 1].to;
        memcpy(out, f->text + from, to - from);
        out += to - from;
        if (brackets)
            *out++ = ')';
    }
    *out = '\0';
    f->list[f->count++] = (sprout){r->tokens[where.from].from, r->tokens[where.to - 1].to, with, words, statement};
}

static void forget(reader *r, size_t count)
{
    while (r->file->count > count)
        free(r->file->list[--r->file->count].with);
}

static bool has_small(const reader *r, size_t at)
{
    for (size_t i = r->tokens[at].from; i < r->tokens[at].to; i++)
        if (islower((unsigned char)r->file->text[i]))
            return true;
    return false;
}

// ---- expressions ----
static span expression(reader *r, int least);

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

static span expression(reader *r, int least)
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
    reader r = {.file = file, .tokens = sprout_must(malloc(MOST_TOKENS * sizeof(token)))};
    read_tokens(&r);
    while (r.at < r.count)
        item(&r);
    if (file->inside == 0)
        wrong(&r, "a module");
    free(r.tokens);
}
