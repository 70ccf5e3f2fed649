/* SPDX-License-Identifier: Apache-2.0
 * pp_input.c - see pp_input.h: memory, the stack, characters and tokens of a file.
 */
#define _XOPEN_SOURCE 700
#include "pp_input.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

void *pp_keep(struct pp *pp, size_t size)
{
    struct block *block = calloc(1, sizeof *block + size);

    if (!block) {
        pp->no_memory = pp->gave_up = true;
        return NULL;
    }
    block->older = pp->blocks;
    pp->blocks = block;
    return block->bytes;
}

char *pp_keep_text(struct pp *pp, const char *text, size_t length)
{
    char *copy = pp_keep(pp, length + 1);

    if (copy)
        memcpy(copy, text, length);
    return copy;
}

void pp_append(struct pp *pp, struct list *list, const struct pp_token *token)
{
    if (list->count == list->room) {
        const size_t room = list->room ? 2 * list->room : 16;
        struct pp_token *more = pp_keep(pp, room * sizeof *more);
        if (!more)
            return;
        if (list->count)
            memcpy(more, list->token, list->count * sizeof *more);
        list->token = more;
        list->room = room;
    }
    list->token[list->count++] = *token;
    pp->gave_up |= ++pp->taken > 4 * (size_t)MOST_TOKENS;
}

/* ---- the input ---- */

static void push(struct pp *pp, struct source *source)
{
    source->below = pp->top;
    pp->top = source;
    pp->gave_up |= ++pp->depth > MOST_DEPTH;
}

void pp_pop(struct pp *pp)
{
    if (pp->top->macro)
        pp->top->macro->busy = false;
    pp->top = pp->top->below;
    pp->depth--;
}

void pp_push_list(struct pp *pp, struct list list, struct macro *macro)
{
    struct source *source = pp_keep(pp, sizeof *source);

    if (!source)
        return;
    source->list = list;
    source->macro = macro;
    if (macro)
        macro->busy = true;
    push(pp, source);
}

static char *read_file(struct pp *pp, const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0, room = 0, got = 1;

    if (!file)
        return NULL;
    while (got && size <= MOST_BYTES) {
        if (size + 1 >= room) {
            char *more = pp_keep(pp, room = 2 * room + 65536);
            if (!more)
                break;
            if (size)
                memcpy(more, text, size);
            text = more;
        }
        size += got = fread(text + size, 1, room - size - 1, file);
    }
    pp->gave_up |= size > MOST_BYTES;
    if (ferror(file))
        text = NULL;
    fclose(file);
    return text;
}

bool pp_push_file(struct pp *pp, const char *path, const char *name)
{
    char real[PATH_MAX];
    struct source *source = pp_keep(pp, sizeof *source);

    if (!source || !realpath(path, real))
        return false;
    for (unsigned n = 0; n < pp->onces; n++)
        if (!strcmp(pp->once[n], real))
            return true;
    source->text = read_file(pp, path);
    if (!source->text)
        return false;
    source->at = source->text + (strncmp(source->text, "\xef\xbb\xbf", 3) ? 0 : 3);       /* a byte order mark */
    source->name = pp_keep_text(pp, name, strlen(name));
    source->path = pp_keep_text(pp, real, strlen(real));
    source->line = source->column = 1;
    source->fresh = true;
    pp->gave_up |= ++pp->files > 4096;
    push(pp, source);
    return true;
}

/* ---- characters and tokens of a file ---- */

static void skip_splices(struct source *s)
{
    while (s->at[0] == '\\' && (s->at[1] == '\n' || (s->at[1] == '\r' && s->at[2] == '\n'))) {
        s->at += s->at[1] == '\n' ? 2 : 3;
        s->line++;
        s->column = 1;
    }
}

char pp_look(struct source *s)
{
    skip_splices(s);
    return *s->at;
}

void pp_step(struct source *s)
{
    skip_splices(s);
    if (*s->at == '\n') {
        s->line++;
        s->column = 0;
    }
    if (*s->at) {
        s->at++;
        s->column++;
    }
}

static char look_behind(struct source *s)
{
    struct source copy = *s;

    pp_step(&copy);
    return pp_look(&copy);
}

bool pp_skip_blanks(struct source *s)
{
    bool any = false;

    for (char c; (c = pp_look(s)) != '\0'; any = true) {
        if (c == '/' && look_behind(s) == '/') {
            while (pp_look(s) && pp_look(s) != '\n')
                pp_step(s);
        } else if (c == '/' && look_behind(s) == '*') {
            pp_step(s), pp_step(s);
            while (pp_look(s) && !(pp_look(s) == '*' && look_behind(s) == '/'))
                pp_step(s);
            pp_step(s), pp_step(s);
        } else if (c != '\n' && isspace((unsigned char)c)) {
            pp_step(s);
        } else {
            break;
        }
    }
    return any;
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_double(char a, char b)
{
    return (a == b && strchr("&|=<>:#", a)) || (b == '=' && strchr("!<>", a));
}

static void lex_quoted(struct source *s, char *text, size_t room, size_t *length)
{
    const char quote = pp_look(s);

    do {
        if (pp_look(s) == '\\' && *length + 2 < room) {
            text[(*length)++] = pp_look(s);
            pp_step(s);
        }
        if (*length + 2 < room)
            text[(*length)++] = pp_look(s);
        pp_step(s);
    } while (pp_look(s) && pp_look(s) != '\n' && pp_look(s) != quote);
    if (pp_look(s) == quote) {
        text[(*length)++] = quote;
        pp_step(s);
    }
}

bool pp_lex(struct pp *pp, struct source *s, struct pp_token *token)
{
    char text[4096];
    size_t length = 0;

    *token = (struct pp_token){.spaced = pp_skip_blanks(s), .file = s->name};
    const char c = pp_look(s);
    if (!c || c == '\n')
        return false;
    token->line = s->line;
    token->column = s->column;
    if (is_letter(c) || (c == '.' && isdigit((unsigned char)look_behind(s)))) {
        token->kind = isdigit((unsigned char)c) || c == '.' ? PP_NUMBER : PP_WORD;
        for (char n; (n = pp_look(s)) != '\0' &&
             (is_letter(n) || (token->kind == PP_NUMBER && (n == '.' || ((n == '+' || n == '-') && length > 1 &&
             strchr("eE", text[length - 1]) && text[1] != 'x' && text[1] != 'X')))); pp_step(s))
            if (length + 2 < sizeof text)
                text[length++] = n;
    } else if (c == '"' || c == '\'') {
        token->kind = PP_STRING;
        lex_quoted(s, text, sizeof text, &length);
    } else {
        token->kind = PP_MARK;
        text[length++] = c;
        pp_step(s);
        if (is_double(c, pp_look(s))) {
            text[length++] = pp_look(s);
            pp_step(s);
        }
    }
    token->text = pp_keep_text(pp, text, length);
    token->length = (unsigned)length;
    return token->text != NULL;
}

struct list pp_lex_line(struct pp *pp, struct source *s)
{
    struct list list = {NULL, 0, 0};
    struct pp_token token;

    while (!pp->gave_up && pp_lex(pp, s, &token))
        pp_append(pp, &list, &token);
    return list;
}
