/* SPDX-License-Identifier: Apache-2.0
 * preprocess.c - see preprocess.h.  Macros and directives; pp_input.c has the files, pp_value.c the expressions.
 */
#define _XOPEN_SOURCE 700
#include "preprocess.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pp_input.h"

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
    struct macro *m = pp_keep(pp, sizeof *m);
    if (!m)
        return;
    undefine(pp, &line->token[at]);
    m->name = pp_keep_text(pp, line->token[at].text, line->token[at].length);
    at++;
    if (at < line->count && pp_is(&line->token[at], "(") && !line->token[at].spaced) {
        m->function = true;
        for (at++; at < line->count && !pp_is(&line->token[at], ")"); at++)
            if (!pp_is(&line->token[at], ","))
                pp_append(pp, &m->parameters, &line->token[at]);
        at++;
    }
    for (; at < line->count; at++)
        pp_append(pp, &m->body, &line->token[at]);
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
    pp_push_list(pp, *in, NULL);
    while (!pp->gave_up && next(pp, &token))
        pp_append(pp, &out, &token);
    while (pp->top)
        pp_pop(pp);
    pp->top = below;
    return out;
}

static struct pp_token stringized(struct pp *pp, const struct list *list, struct pp_token token)
{
    size_t length = 2;

    for (size_t n = 0; n < list->count; n++)
        length += list->token[n].length + 1;
    char *text = pp_keep(pp, length + 1), *to = text;
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
        pp_append(pp, list, token);
        return;
    }
    struct pp_token *last = &list->token[list->count - 1];
    char *text = pp_keep(pp, last->length + token->length + 1);
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
        if (m->parameters.token[*which].length == token->length &&
            !memcmp(m->parameters.token[*which].text, token->text, token->length))
            return true;
    return false;
}

/* The body with its arguments, at the place of `name`. */
static struct list replace(struct pp *pp, const struct macro *m, const struct list *args, const struct pp_token *name)
{
    struct list out = {NULL, 0, 0};

    for (size_t n = 0; n < m->body.count && !pp->gave_up; n++) {
        struct pp_token token = m->body.token[n];
        const bool pasted = n && pp_is(&m->body.token[n - 1], "##"),
                   before = n + 1 < m->body.count && pp_is(&m->body.token[n + 1], "##");
        size_t which;
        token.line = name->line, token.column = name->column, token.file = name->file;
        token.spaced |= n == 0 && name->spaced;
        if (pp_is(&token, "##"))
            continue;
        if (m->function && pp_is(&token, "#") && n + 1 < m->body.count &&
            parameter_of(m, &m->body.token[n + 1], &which)) {
            token = stringized(pp, &args[which], token);
            pp_append(pp, &out, &token);
            n++;
        } else if (parameter_of(m, &token, &which)) {
            const struct list given = pasted || before ? args[which] : expand(pp, &args[which]);
            for (size_t k = 0; k < given.count; k++)
                (pasted && k == 0 ? paste : pp_append)(pp, &out, &given.token[k]);
        } else {
            (pasted ? paste : pp_append)(pp, &out, &token);
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
            pp_append(pp, &argument[which], &token);
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
    while (pp_skip_blanks(&copy), pp_look(&copy) == '\n')
        pp_step(&copy);
    return pp_lex(pp, &copy, &token) && pp_is(&token, "(");
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
        argument = pp_keep(pp, (m->parameters.count + 1) * sizeof *argument);
        next_raw(pp, &open);
        if (!argument || !take_arguments(pp, m, argument))
            return true;
    }
    pp_push_list(pp, replace(pp, m, argument, name), m);
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
        pp_append(pp, &plain, &token);
    }
    const struct list all = expand(pp, &plain);
    return pp_evaluate(all.token, &at, all.count, zero, NULL, &value) && value;
}

static void include_from(struct pp *pp, const struct source *s, const struct pp_token *at, const char *name, bool quote)
{
    char path[2 * PATH_MAX];
    bool found = false;

    if (pp->includes < MOST_FILES)
        pp->included[pp->includes++] = name;
    if (*name == '/')
        found = pp_push_file(pp, name, name);
    for (const struct source *from = s; quote && from && !found; from = from->below) {   /* beside it or includers */
        const char *slash = from->path ? strrchr(from->path, '/') : NULL,
                   *shown = from->name ? strrchr(from->name, '/') : NULL;
        char called[2 * PATH_MAX];
        if (!slash)
            continue;
        snprintf(path, sizeof path, "%.*s/%s", (int)(slash - from->path), from->path, name);
        snprintf(called, sizeof called, "%.*s%s", shown ? (int)(shown - from->name) + 1 : 0, from->name, name);
        found = pp_push_file(pp, path, called);
    }
    for (size_t n = 0; !found && pp->folders && pp->folders[n]; n++) {
        snprintf(path, sizeof path, "%s/%s", pp->folders[n], name);
        found = pp_push_file(pp, path, path);
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
        for (size_t n = 1;
             n < all.count && !pp_is(&all.token[n], ">") && length + all.token[n].length + 1 < sizeof name; n++) {
            memcpy(name + length, all.token[n].text, all.token[n].length);
            length += all.token[n].length;
        }
        name[length] = '\0';
    }
    const char *kept = pp_keep_text(pp, name, strlen(name));
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
        s->name = pp_keep_text(pp, all.token[1].text + 1, all.token[1].length - 2);
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
    const struct list line = pp_lex_line(pp, s);

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
    else if (pp_is(&line.token[0], "pragma") && line.count > 1 && pp_is(&line.token[1], "once") &&
             pp->onces < MOST_FILES)
        pp->once[pp->onces++] = s->path;
}

/* ---- the next token ---- */

/* Of the file on top; false: it is over, or another one came on top of it. */
static bool next_of_file(struct pp *pp, struct pp_token *token)
{
    struct source *s = pp->top;

    while (!pp->gave_up) {
        const bool spaced = pp_skip_blanks(s);
        if (pp_look(s) == '\0')
            return pp_pop(pp), false;
        if (pp_look(s) == '\n') {
            pp_step(s);
            s->fresh = true;
        } else if (s->fresh && pp_look(s) == '#') {
            pp_step(s);
            directive(pp, s);
            if (pp->top != s)
                return false;
        } else if (!is_on(s)) {
            (void)pp_lex(pp, s, token);
            s->fresh = false;
        } else if (pp_lex(pp, s, token)) {
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
            pp_pop(pp);
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
    const struct list line = pp_lex_line(pp, &s);
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
    if (!pp_push_file(pp, file, file)) {
        pp_free(pp);
        return NULL;
    }
    while (!pp->gave_up && next(pp, &token)) {
        pp_append(pp, &pp->out, &token);
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
