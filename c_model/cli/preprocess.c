/* SPDX-License-Identifier: Apache-2.0
 * preprocess.c - see preprocess.h.  Input is a stack: files, and on them the replacements of macros, each under way until its last token is taken.
 */
#define _XOPEN_SOURCE 700
#include "preprocess.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TOKENS = 1 << 20, MOST_DEPTH = 200, MOST_FILES = 64, MOST_BYTES = 64 << 20, MOST_IFS = 200 };

struct list {
    struct pp_token *token;
    size_t count, room;
};

struct macro {
    char *name;
    bool function, busy;
    struct list parameters, body;
    struct macro *next;
};

struct cond {
    bool taken, on, outer;      /* a branch was taken; this one is; what stands around is */
};

struct source {                 /* an open file, or tokens */
    char *text;                 /* NULL: tokens */
    const char *at, *name, *path;
    unsigned line, column;
    bool fresh;                 /* nothing but blanks in this line yet */
    struct cond cond[MOST_IFS];
    unsigned conds;
    struct list list;           /* borrowed where `macro` is NULL */
    size_t next;
    struct macro *macro;
    struct source *below;
};

struct block {                  /* everything that is freed in the end */
    struct block *older;
    max_align_t bytes[];
};

struct pp {
    struct block *blocks;
    struct macro *macros;
    struct source *top;
    unsigned depth, files;
    const char *const *folders;
    const char *once[MOST_FILES], *included[MOST_FILES];
    unsigned onces, includes;
    struct pp_token lost;       /* the first #include whose file was not found, */
    const char *lost_name;      /* NULL: there is none */
    struct list out;
    size_t taken;               /* tokens in all, of expansions too */
    bool gave_up, no_memory;
};

/* ---- memory ---- */

static void *keep(struct pp *pp, size_t size)
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

static char *keep_text(struct pp *pp, const char *text, size_t length)
{
    char *copy = keep(pp, length + 1);

    if (copy)
        memcpy(copy, text, length);
    return copy;
}

static void append(struct pp *pp, struct list *list, const struct pp_token *token)
{
    if (list->count == list->room) {
        const size_t room = list->room ? 2 * list->room : 16;
        struct pp_token *more = keep(pp, room * sizeof *more);
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

static void pop(struct pp *pp)
{
    if (pp->top->macro)
        pp->top->macro->busy = false;
    pp->top = pp->top->below;
    pp->depth--;
}

static void push_list(struct pp *pp, struct list list, struct macro *macro)
{
    struct source *source = keep(pp, sizeof *source);

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
            char *more = keep(pp, room = 2 * room + 65536);
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

static bool push_file(struct pp *pp, const char *path, const char *name)
{
    char real[PATH_MAX];
    struct source *source = keep(pp, sizeof *source);

    if (!source || !realpath(path, real))
        return false;
    for (unsigned n = 0; n < pp->onces; n++)
        if (!strcmp(pp->once[n], real))
            return true;
    source->text = read_file(pp, path);
    if (!source->text)
        return false;
    source->at = source->text + (strncmp(source->text, "\xef\xbb\xbf", 3) ? 0 : 3);       /* a byte order mark */
    source->name = keep_text(pp, name, strlen(name));
    source->path = keep_text(pp, real, strlen(real));
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

static char look(struct source *s)
{
    skip_splices(s);
    return *s->at;
}

static void step(struct source *s)
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

    step(&copy);
    return look(&copy);
}

/* Blanks and comments, not the end of the line; true when there was something. */
static bool skip_blanks(struct source *s)
{
    bool any = false;

    for (char c; (c = look(s)) != '\0'; any = true) {
        if (c == '/' && look_behind(s) == '/') {
            while (look(s) && look(s) != '\n')
                step(s);
        } else if (c == '/' && look_behind(s) == '*') {
            step(s), step(s);
            while (look(s) && !(look(s) == '*' && look_behind(s) == '/'))
                step(s);
            step(s), step(s);
        } else if (c != '\n' && isspace((unsigned char)c)) {
            step(s);
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
    const char quote = look(s);

    do {
        if (look(s) == '\\' && *length + 2 < room) {
            text[(*length)++] = look(s);
            step(s);
        }
        if (*length + 2 < room)
            text[(*length)++] = look(s);
        step(s);
    } while (look(s) && look(s) != '\n' && look(s) != quote);
    if (look(s) == quote) {
        text[(*length)++] = quote;
        step(s);
    }
}

/* The next token of the line; false at its end.  A line may have any length, but a token is cut at that of `text`. */
static bool lex(struct pp *pp, struct source *s, struct pp_token *token)
{
    char text[4096];
    size_t length = 0;

    *token = (struct pp_token){.spaced = skip_blanks(s), .file = s->name};
    const char c = look(s);
    if (!c || c == '\n')
        return false;
    token->line = s->line;
    token->column = s->column;
    if (is_letter(c) || (c == '.' && isdigit((unsigned char)look_behind(s)))) {
        token->kind = isdigit((unsigned char)c) || c == '.' ? PP_NUMBER : PP_WORD;
        for (char n; (n = look(s)) != '\0' && (is_letter(n) || (token->kind == PP_NUMBER && (n == '.' || ((n == '+' || n == '-') && length > 1 &&
             strchr("eE", text[length - 1]) && text[1] != 'x' && text[1] != 'X')))); step(s))
            if (length + 2 < sizeof text)
                text[length++] = n;
    } else if (c == '"' || c == '\'') {
        token->kind = PP_STRING;
        lex_quoted(s, text, sizeof text, &length);
    } else {
        token->kind = PP_MARK;
        text[length++] = c;
        step(s);
        if (is_double(c, look(s))) {
            text[length++] = look(s);
            step(s);
        }
    }
    token->text = keep_text(pp, text, length);
    token->length = (unsigned)length;
    return token->text != NULL;
}

static struct list lex_line(struct pp *pp, struct source *s)
{
    struct list list = {NULL, 0, 0};
    struct pp_token token;

    while (!pp->gave_up && lex(pp, s, &token))
        append(pp, &list, &token);
    return list;
}

/* ---- macros ---- */

static struct macro *find_macro(const struct pp *pp, const struct pp_token *name)
{
    for (struct macro *m = pp->macros; m; m = m->next)
        if (pp_is(name, m->name))
            return m;
    return NULL;
}

static void undefine(struct pp *pp, const struct pp_token *name)
{
    for (struct macro **m = &pp->macros; *m; m = &(*m)->next)
        if (pp_is(name, (*m)->name)) {
            *m = (*m)->next;
            return;
        }
}

static void define(struct pp *pp, const struct list *line, size_t at)
{
    if (at >= line->count || line->token[at].kind != PP_WORD)
        return;
    struct macro *m = keep(pp, sizeof *m);
    if (!m)
        return;
    undefine(pp, &line->token[at]);
    m->name = keep_text(pp, line->token[at].text, line->token[at].length);
    at++;
    if (at < line->count && pp_is(&line->token[at], "(") && !line->token[at].spaced) {
        m->function = true;
        for (at++; at < line->count && !pp_is(&line->token[at], ")"); at++)
            if (!pp_is(&line->token[at], ","))
                append(pp, &m->parameters, &line->token[at]);
        at++;
    }
    for (; at < line->count; at++)
        append(pp, &m->body, &line->token[at]);
    if (m->name) {
        m->next = pp->macros;
        pp->macros = m;
    }
}

static bool next_raw(struct pp *pp, struct pp_token *token);
static bool next(struct pp *pp, struct pp_token *token);

/* All of `in` with its macros expanded, as if nothing followed. */
static struct list expand(struct pp *pp, const struct list *in)
{
    struct list out = {NULL, 0, 0};
    struct pp_token token;
    struct source *below = pp->top;

    pp->top = NULL;
    push_list(pp, *in, NULL);
    while (!pp->gave_up && next(pp, &token))
        append(pp, &out, &token);
    while (pp->top)
        pop(pp);
    pp->top = below;
    return out;
}

static struct pp_token stringized(struct pp *pp, const struct list *list, struct pp_token token)
{
    size_t length = 2;

    for (size_t n = 0; n < list->count; n++)
        length += list->token[n].length + 1;
    char *text = keep(pp, length + 1), *to = text;
    token.kind = PP_STRING;
    token.text = text ? text : "\"\"";
    if (text) {
        *to++ = '"';
        for (size_t n = 0; n < list->count; n++) {
            if (n && list->token[n].spaced)
                *to++ = ' ';
            memcpy(to, list->token[n].text, list->token[n].length);
            to += list->token[n].length;
        }
        *to++ = '"';
    }
    token.length = text ? (unsigned)(to - text) : 2;
    return token;
}

static void paste(struct pp *pp, struct list *list, const struct pp_token *token)
{
    if (!list->count) {
        append(pp, list, token);
        return;
    }
    struct pp_token *last = &list->token[list->count - 1];
    char *text = keep(pp, last->length + token->length + 1);
    if (!text)
        return;
    memcpy(text, last->text, last->length);
    memcpy(text + last->length, token->text, token->length);
    last->text = text;
    last->length += token->length;
}

static bool parameter_of(const struct macro *m, const struct pp_token *token, size_t *which)
{
    for (*which = 0; m->function && token->kind == PP_WORD && *which < m->parameters.count; ++*which)
        if (m->parameters.token[*which].length == token->length && !memcmp(m->parameters.token[*which].text, token->text, token->length))
            return true;
    return false;
}

/* The body with its arguments, at the place of `name`. */
static struct list replace(struct pp *pp, const struct macro *m, const struct list *argument, const struct pp_token *name)
{
    struct list out = {NULL, 0, 0};

    for (size_t n = 0; n < m->body.count && !pp->gave_up; n++) {
        struct pp_token token = m->body.token[n];
        const bool pasted = n && pp_is(&m->body.token[n - 1], "##"), before = n + 1 < m->body.count && pp_is(&m->body.token[n + 1], "##");
        size_t which;
        token.line = name->line, token.column = name->column, token.file = name->file;
        token.spaced |= n == 0 && name->spaced;
        if (pp_is(&token, "##"))
            continue;
        if (m->function && pp_is(&token, "#") && n + 1 < m->body.count && parameter_of(m, &m->body.token[n + 1], &which)) {
            token = stringized(pp, &argument[which], token);
            append(pp, &out, &token);
            n++;
        } else if (parameter_of(m, &token, &which)) {
            const struct list given = pasted || before ? argument[which] : expand(pp, &argument[which]);
            for (size_t k = 0; k < given.count; k++)
                (pasted && k == 0 ? paste : append)(pp, &out, &given.token[k]);
        } else {
            (pasted ? paste : append)(pp, &out, &token);
        }
    }
    return out;
}

/* Arguments from behind the `(`; false when the input ends before the `)`. */
static bool take_arguments(struct pp *pp, const struct macro *m, struct list *argument)
{
    struct pp_token token;
    size_t which = 0;

    for (unsigned depth = 1; !pp->gave_up && next_raw(pp, &token);) {
        depth += pp_is(&token, "(") || pp_is(&token, "[") || pp_is(&token, "{");
        depth -= pp_is(&token, ")") || pp_is(&token, "]") || pp_is(&token, "}");
        if (!depth)
            return true;
        if (depth == 1 && pp_is(&token, ",") && which + 1 < m->parameters.count)
            which++;
        else if (which < m->parameters.count)
            append(pp, &argument[which], &token);
    }
    return false;
}

/* The `(` of a call is next. */
static bool call_follows(struct pp *pp)
{
    struct pp_token token;
    struct source *s = pp->top;

    while (s && !s->text && s->next == s->list.count)
        s = s->below;
    if (!s)
        return false;
    if (!s->text)
        return pp_is(&s->list.token[s->next], "(");
    struct source copy = *s;
    while (skip_blanks(&copy), look(&copy) == '\n')
        step(&copy);
    return lex(pp, &copy, &token) && pp_is(&token, "(");
}

/* True when `name` was a macro, whose replacement is the input now. */
static bool expand_name(struct pp *pp, struct pp_token *name)
{
    struct macro *m = name->kind == PP_WORD && !name->done ? find_macro(pp, name) : NULL;
    struct list *argument = NULL;
    struct pp_token open;

    if (!m || (m->function && !call_follows(pp)))
        return false;
    if (m->busy) {
        name->done = true;
        return false;
    }
    if (m->function) {
        argument = keep(pp, (m->parameters.count + 1) * sizeof *argument);
        next_raw(pp, &open);
        if (!argument || !take_arguments(pp, m, argument))
            return true;
    }
    push_list(pp, replace(pp, m, argument, name), m);
    return true;
}

/* ---- directives ---- */

static bool is_on(const struct source *s)
{
    return !s->conds || s->cond[s->conds - 1].on;
}

static bool zero(void *user, const struct pp_token *name, int64_t *value)
{
    (void)user;
    *value = pp_is(name, "__LINE__") ? name->line : pp_is(name, "true");
    return true;
}

/* `defined X` as 1 or 0; the rest expanded. */
static bool condition(struct pp *pp, const struct list *line, size_t from)
{
    struct list plain = {NULL, 0, 0};
    int64_t value;
    size_t at = 0;

    for (size_t n = from; n < line->count; n++) {
        struct pp_token token = line->token[n];
        if (pp_is(&token, "defined")) {
            const bool open = n + 1 < line->count && pp_is(&line->token[n + 1], "(");
            n += open ? 2 : 1;
            token.text = n < line->count && find_macro(pp, &line->token[n]) ? "1" : "0";
            token.length = 1;
            token.kind = PP_NUMBER;
            n += open;
        }
        append(pp, &plain, &token);
    }
    const struct list all = expand(pp, &plain);
    return pp_evaluate(all.token, &at, all.count, zero, NULL, &value) && value;
}

static void include_from(struct pp *pp, const struct source *s, const struct pp_token *at, const char *name, bool quoted)
{
    char path[2 * PATH_MAX];
    bool found = false;

    if (pp->includes < MOST_FILES)
        pp->included[pp->includes++] = name;
    if (*name == '/')
        found = push_file(pp, name, name);
    for (const struct source *from = s; quoted && from && !found; from = from->below) {     /* beside it, or beside one that includes it */
        const char *slash = from->path ? strrchr(from->path, '/') : NULL, *shown = from->name ? strrchr(from->name, '/') : NULL;
        char called[2 * PATH_MAX];
        if (!slash)
            continue;
        snprintf(path, sizeof path, "%.*s/%s", (int)(slash - from->path), from->path, name);
        snprintf(called, sizeof called, "%.*s%s", shown ? (int)(shown - from->name) + 1 : 0, from->name, name);
        found = push_file(pp, path, called);
    }
    for (size_t n = 0; !found && pp->folders && pp->folders[n]; n++) {
        snprintf(path, sizeof path, "%s/%s", pp->folders[n], name);
        found = push_file(pp, path, path);
    }
    if (!found && !pp->lost_name) {
        pp->lost = *at;
        pp->lost_name = name;
    }
}

static void include(struct pp *pp, const struct source *s, const struct list *line)
{
    const struct list rest = {line->count ? line->token + 1 : NULL, line->count ? line->count - 1 : 0, 0};
    const struct list all = rest.count && rest.token[0].kind == PP_WORD ? expand(pp, &rest) : rest;
    char name[PATH_MAX];
    size_t length = 0;

    if (!all.count)
        return;
    const bool quoted = all.token[0].kind == PP_STRING;
    if (quoted) {
        snprintf(name, sizeof name, "%.*s", (int)all.token[0].length - 2, all.token[0].text + 1);
    } else {
        for (size_t n = 1; n < all.count && !pp_is(&all.token[n], ">") && length + all.token[n].length + 1 < sizeof name; n++) {
            memcpy(name + length, all.token[n].text, all.token[n].length);
            length += all.token[n].length;
        }
        name[length] = '\0';
    }
    const char *kept = keep_text(pp, name, strlen(name));
    if (kept)
        include_from(pp, s, &line->token[0], kept, quoted);
}

static void set_line(struct pp *pp, struct source *s, const struct list *line)
{
    const struct list rest = {line->token + 1, line->count - 1, 0}, all = expand(pp, &rest);

    if (!all.count || all.token[0].kind != PP_NUMBER)
        return;
    s->line = (unsigned)strtoul(all.token[0].text, NULL, 10) - 1;       /* of the line behind this one */
    if (all.count > 1 && all.token[1].kind == PP_STRING && all.token[1].length >= 2)
        s->name = keep_text(pp, all.token[1].text + 1, all.token[1].length - 2);
}

static void open_if(struct pp *pp, struct source *s, bool value)
{
    const bool outer = is_on(s);

    if (s->conds == MOST_IFS) {
        pp->gave_up = true;
        return;
    }
    s->cond[s->conds++] = (struct cond){.taken = value, .on = outer && value, .outer = outer};
}

/* #if, #ifdef, #ifndef, #elif, #else, #endif; false: it is none of them. */
static bool conditional(struct pp *pp, struct source *s, const struct list *line)
{
    const struct pp_token *what = &line->token[0];
    struct cond *c = s->conds ? &s->cond[s->conds - 1] : NULL;
    const bool defined = line->count > 1 && find_macro(pp, &line->token[1]);

    if (pp_is(what, "if"))
        open_if(pp, s, is_on(s) && condition(pp, line, 1));
    else if (pp_is(what, "ifdef") || pp_is(what, "ifndef"))
        open_if(pp, s, defined == pp_is(what, "ifdef"));
    else if (pp_is(what, "elif") && c)
        c->taken |= c->on = c->outer && !c->taken && condition(pp, line, 1);
    else if (pp_is(what, "else") && c)
        c->taken |= c->on = c->outer && !c->taken;
    else if (pp_is(what, "endif"))
        s->conds -= c != NULL;
    else
        return false;
    return true;
}

static void directive(struct pp *pp, struct source *s)
{
    const struct list line = lex_line(pp, s);

    if (!line.count || conditional(pp, s, &line) || !is_on(s))
        return;
    if (pp_is(&line.token[0], "define"))
        define(pp, &line, 1);
    else if (pp_is(&line.token[0], "undef") && line.count > 1)
        undefine(pp, &line.token[1]);
    else if (pp_is(&line.token[0], "include"))
        include(pp, s, &line);
    else if (pp_is(&line.token[0], "line"))
        set_line(pp, s, &line);
    else if (pp_is(&line.token[0], "pragma") && line.count > 1 && pp_is(&line.token[1], "once") && pp->onces < MOST_FILES)
        pp->once[pp->onces++] = s->path;
}

/* ---- the next token ---- */

/* Of the file on top; false: it is over, or another one came on top of it. */
static bool next_of_file(struct pp *pp, struct pp_token *token)
{
    struct source *s = pp->top;

    while (!pp->gave_up) {
        const bool spaced = skip_blanks(s);
        if (look(s) == '\0')
            return pop(pp), false;
        if (look(s) == '\n') {
            step(s);
            s->fresh = true;
        } else if (s->fresh && look(s) == '#') {
            step(s);
            directive(pp, s);
            if (pp->top != s)
                return false;
        } else if (!is_on(s)) {
            (void)lex(pp, s, token);
            s->fresh = false;
        } else if (lex(pp, s, token)) {
            token->spaced |= spaced || s->fresh;
            s->fresh = false;
            return true;
        }
    }
    return false;
}

static bool next_raw(struct pp *pp, struct pp_token *token)
{
    while (pp->top && !pp->gave_up) {
        struct source *s = pp->top;
        if (s->text) {
            if (next_of_file(pp, token))
                return true;
        } else if (s->next < s->list.count) {
            *token = s->list.token[s->next++];
            return true;
        } else {
            pop(pp);
        }
    }
    return false;
}

static bool next(struct pp *pp, struct pp_token *token)
{
    while (next_raw(pp, token))
        if (!expand_name(pp, token))
            return true;
    return false;
}

/* ---- the whole ---- */

static void predefine(struct pp *pp, const struct pp_define *d)
{
    struct source s = {.name = "", .line = 1, .column = 1};
    char text[256];

    snprintf(text, sizeof text, "%s %s", d->name, d->value ? d->value : "1");
    s.text = text;
    s.at = text;
    const struct list line = lex_line(pp, &s);
    define(pp, &line, 0);
}

struct pp *pp_read(const char *file, const char *const *folders, const struct pp_define *defines)
{
    struct pp *pp = calloc(1, sizeof *pp);
    struct pp_token token;

    if (!pp)
        return NULL;
    pp->folders = folders;
    for (; defines && defines->name; defines++)
        predefine(pp, defines);
    if (!push_file(pp, file, file)) {
        pp_free(pp);
        return NULL;
    }
    while (!pp->gave_up && next(pp, &token)) {
        append(pp, &pp->out, &token);
        pp->gave_up |= pp->out.count > MOST_TOKENS;
    }
    if (!pp->no_memory)
        return pp;
    pp_free(pp);
    return NULL;
}

void pp_free(struct pp *pp)
{
    while (pp && pp->blocks) {
        struct block *older = pp->blocks->older;
        free(pp->blocks);
        pp->blocks = older;
    }
    free(pp);
}

const struct pp_token *pp_tokens(const struct pp *pp, size_t *count)
{
    *count = pp->out.count;
    return pp->out.token;
}

bool pp_whole(const struct pp *pp)
{
    return !pp->gave_up;
}

const char *pp_not_found(const struct pp *pp, struct pp_token *at)
{
    *at = pp->lost;
    return pp->lost_name;
}

bool pp_included(const struct pp *pp, const char *ending)
{
    for (unsigned n = 0; n < pp->includes; n++) {
        const size_t length = strlen(pp->included[n]), wanted = strlen(ending);
        if (length >= wanted && !strcmp(pp->included[n] + length - wanted, ending))
            return true;
    }
    return false;
}
