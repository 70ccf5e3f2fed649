// SPDX-License-Identifier: Apache-2.0
// wf_sprout_reader.c - tokens of Verilog and of C, and the list of bugs.
#include "wf_sprout_reader.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TOKENS = 1 << 16 };

void wrong(const reader *r, const char *expected)
{
    size_t line = 1, end = r->at < r->count ? r->tokens[r->at].from : strlen(r->file->text);
    for (size_t i = 0; i < end; i++)
        line += r->file->text[i] == '\n';
    fprintf(stderr, "%s:%zu: error: expected %s\n", r->file->name, line, expected);
    exit(2);
}

// ---- tokens ----
bool starts(const char *at, const char *word) { return strncmp(at, word, strlen(word)) == 0; }
static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

// Behind the text in quotes that begins here.
static size_t quoted(const char *at)
{
    size_t n = 1;
    while (at[n] && at[n] != *at)
        n += at[n] == '\\' && at[n + 1] ? 2 : 1;
    return n + (at[n] == *at);
}

static size_t operator_length(const char *at, const char *const *operators)
{
    for (; *operators; operators++)
        if (starts(at, *operators))
            return strlen(*operators);
    return 1;
}

static size_t c_token_length(const char *at)
{
    static const char *const operators[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", NULL};
    size_t n = 0;
    if (*at == '"' || *at == '\'')
        return quoted(at);
    if (isdigit((unsigned char)*at))                  // with the sign of an exponent
        while (is_word(at[n]) || at[n] == '.' || (strchr("+-", at[n]) && at[n] && strchr("pP", at[n - 1])))
            n++;
    else
        while (is_word(at[n]))
            n++;
    return n > 0 ? n : operator_length(at, operators);
}

static size_t token_length(const char *at)
{
    static const char *const operators[] = {"<<<", ">>>", "===", "!==", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "~^", "~&", "~|", "+:", "-:", "**", NULL};
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
    return *at == '"' ? quoted(at) : operator_length(at, operators);
}

// A line that the preprocessor reads, with those that continue it; `hidden`: what the lines around it leave out.
static size_t directive(const char *at, unsigned *hidden)
{
    const char *word = at + 1 + strspn(at + 1, " \t");
    size_t n = strcspn(at, "\n");
    while (at[n] && at[n - 1] == '\\')
        n += 1 + strcspn(at + n + 1, "\n");
    if (*hidden > 0 && starts(word, "if"))
        ++*hidden;
    else if (*hidden > 0 && starts(word, "endif"))
        --*hidden;
    else if (*hidden == 0 && starts(word, "el"))
        *hidden = 1;
    return n;
}

static void read_tokens(reader *r, bool c)
{
    const char *text = r->file->text;
    unsigned depth = 0;               // of texts that are left out
    for (size_t i = 0; text[i];) {
        const char *at = text + i;
        if (isspace((unsigned char)*at)) {
            i++;
        } else if (starts(at, "//")) {
            i += strcspn(at, "\n");
        } else if (starts(at, "/*")) {
            const char *end = strstr(at + 2, "*/");
            i = end ? (size_t)(end + 2 - text) : strlen(text);
        } else if (c && *at == '#') {
            i += directive(at, &depth);
        } else {
            size_t length = c ? c_token_length(at) : token_length(at);
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

bool is_at(const reader *r, size_t at, const char *word)
{
    if (at >= r->count)
        return false;
    token t = r->tokens[at];
    return t.to - t.from == strlen(word) && strncmp(r->file->text + t.from, word, t.to - t.from) == 0;
}
bool is(const reader *r, const char *word) { return is_at(r, r->at, word); }
bool take(reader *r, const char *word)
{
    bool there = is(r, word);
    r->at += there;
    return there;
}
void need(reader *r, const char *word)
{
    if (!take(r, word))
        wrong(r, word);
}
bool is_one_of(const reader *r, const char *const *words)
{
    while (*words && !is(r, *words))
        words++;
    return *words != NULL;
}
char first(const reader *r, size_t at) { return at < r->count ? r->file->text[r->tokens[at].from] : '\0'; }
bool is_name(const reader *r) { return isalpha((unsigned char)first(r, r->at)) || first(r, r->at) == '_'; }

void skip_to(reader *r, const char *word)
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
void skip_brackets(reader *r)
{
    const char *end = is(r, "(") ? ")" : "]";
    r->at++;
    skip_to(r, end);
}

// ---- what is planted ----
void plant(reader *r, span where, const char *words, bool statement, const char *pattern, ...)
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
    const size_t from = r->tokens[where.from].from, length = r->tokens[where.to - 1].to - from;
    const bool same = strlen(with) == length && strncmp(f->text + from, with, length) == 0;        // two arguments may be the same
    f->list[f->count++] = (sprout){.from = r->tokens[where.from].from, .to = r->tokens[where.to - 1].to, .with = with, .words = words, .statement = statement,
                                      .barred = same};
}

void forget(reader *r, size_t count)
{
    while (r->file->count > count)
        free(r->file->list[--r->file->count].with);
}

bool has_small(const reader *r, size_t at)
{
    for (size_t i = r->tokens[at].from; i < r->tokens[at].to; i++)
        if (islower((unsigned char)r->file->text[i]))
            return true;
    return false;
}

reader sprout_reader(sprout_file *file, bool c)
{
    reader r = {.file = file, .tokens = sprout_must(malloc(MOST_TOKENS * sizeof(token)))};
    read_tokens(&r, c);
    return r;
}
