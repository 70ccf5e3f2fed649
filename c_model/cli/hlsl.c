/* SPDX-License-Identifier: Apache-2.0
 * hlsl.c - see hlsl.h.  It reads what a compiler takes; of a wrong text it may understand anything, in bounded time.
 */
#include "hlsl.h"

#include <stdlib.h>
#include <string.h>

bool hlsl_same(const struct pp_token *a, const struct pp_token *b)
{
    return a->length == b->length && !memcmp(a->text, b->text, a->length);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool hlsl_is(const struct pp_token *token, const char *text)
{
    if (strlen(text) != token->length)
        return false;
    for (unsigned n = 0; n < token->length; n++)
        if (lower(text[n]) != lower(token->text[n]))
            return false;
    return true;
}

size_t hlsl_behind(const struct hlsl *h, size_t open, size_t end)
{
    unsigned depth = 0;

    for (size_t n = open; n < end; n++) {
        const struct pp_token *t = &h->token[n];
        if (t->kind != PP_MARK || t->length != 1)
            continue;
        depth += strchr("([{", *t->text) != NULL;
        if (strchr(")]}", *t->text) && (depth == 0 || --depth == 0))
            return n + 1;
    }
    return end;
}

static void *grow(struct hlsl *h, void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    const size_t more = *room ? 2 * *room : 32;
    void *larger = realloc(array, more * size);
    if (!larger) {
        h->no_memory = true;
        return array;
    }
    *room = more;
    return larger;
}

static void add_named(struct hlsl *h, struct hlsl_named **array, size_t *count, size_t *room, struct hlsl_named named)
{
    *array = grow(h, *array, *count, room, sizeof named);
    if (!h->no_memory)
        (*array)[(*count)++] = named;
}

static bool has_word(const struct hlsl *h, struct hlsl_span span, const char *word)
{
    for (size_t n = span.from; n < span.end; n++)
        if (pp_is(&h->token[n], word))
            return true;
    return false;
}

/* ---- declarations ---- */

static void read_span(struct hlsl *h, struct hlsl_span span, unsigned nesting);

/* `struct NAME ... {`; the word behind one of these, NULL: it is none. */
static const struct pp_token *record_name(const struct hlsl *h, struct hlsl_span head)
{
    for (size_t n = head.from; n + 1 < head.end && !pp_is(&h->token[n], "enum"); n++)
        if (pp_is(&h->token[n], "struct") || pp_is(&h->token[n], "class") || pp_is(&h->token[n], "interface") ||
            pp_is(&h->token[n], "extension"))
            return &h->token[n + 1];
    return NULL;
}

static void take_function(struct hlsl *h, struct hlsl_span head, size_t open, struct hlsl_span body)
{
    if (open == head.from || h->token[open - 1].kind != PP_WORD)
        return;
    const struct hlsl_function f = {.name = &h->token[open - 1], .head = {head.from, open - 1},
                                    .parameters = {open + 1, hlsl_behind(h, open, head.end) - 1}, .body = body,
                                    .exported = has_word(h, (struct hlsl_span){head.from, open - 1}, "export")};
    h->function = grow(h, h->function, h->functions, &h->function_room, sizeof f);
    if (!h->no_memory)
        h->function[h->functions++] = f;
}

/* `static const uint NAME = ..`, in `span` without its `;`. */
static void take_constant(struct hlsl *h, struct hlsl_span span)
{
    for (size_t n = span.from + 1; n < span.end; n++)
        if (pp_is(&h->token[n], "=") && h->token[n - 1].kind == PP_WORD &&
            has_word(h, (struct hlsl_span){span.from, n}, "const")) {
            add_named(h, &h->constant, &h->constants, &h->constant_room,
                      (struct hlsl_named){&h->token[n - 1], {n + 1, span.end}, false});
            return;
        }
}

/* `} name;`, `} a[2], b = ..` or `};`: what follows the body of a record belongs to it.  In Slang no `;` is needed. */
static bool names_variable(const struct hlsl *h, size_t at, size_t end)
{
    if (at >= end || pp_is(&h->token[at], ";"))
        return at < end;
    return h->token[at].kind == PP_WORD && at + 1 < end &&
           (pp_is(&h->token[at + 1], ";") || pp_is(&h->token[at + 1], ",") || pp_is(&h->token[at + 1], "=") ||
            pp_is(&h->token[at + 1], "[") || pp_is(&h->token[at + 1], ":"));
}

/* A declaration that begins at `from`: to behind its `;` or its body. */
static size_t read_one(struct hlsl *h, size_t from, size_t end, unsigned nesting)
{
    size_t open = 0;            /* of the parameters */
    bool value = false;         /* behind a `=` */

    for (size_t n = from; n < end; n++) {
        const struct pp_token *t = &h->token[n];
        if (pp_is(t, ";")) {
            take_constant(h, (struct hlsl_span){from, n});
            return n + 1;
        }
        value |= pp_is(t, "=");
        if (pp_is(t, "[") || pp_is(t, "(") || (pp_is(t, "{") && value)) {
            open = pp_is(t, "(") && !open && !value ? n : open;
            n = hlsl_behind(h, n, end) - 1;
        } else if (pp_is(t, "{")) {
            const size_t behind = hlsl_behind(h, n, end);
            const struct hlsl_span head = {from, n}, body = {n + 1, behind - (behind > n + 1)};
            const struct pp_token *record = record_name(h, head);
            if (open && !record) {
                take_function(h, head, open, body);
                return behind;
            }
            if (record)
                add_named(h, &h->record, &h->records, &h->record_room, (struct hlsl_named){record, body, false});
            if (!has_word(h, head, "enum"))
                read_span(h, body, nesting + 1);        /* a namespace, the methods of a struct */
            if (has_word(h, head, "namespace") || !names_variable(h, behind, end))
                return behind;
            n = behind - 1;
        }
    }
    return end;
}

static void read_span(struct hlsl *h, struct hlsl_span span, unsigned nesting)
{
    enum { MOST_NESTING = 100 };

    for (size_t at = span.from; at < span.end && nesting < MOST_NESTING && !h->no_memory;)
        at = read_one(h, at, span.end, nesting);
}

void hlsl_read(struct hlsl *h, const struct pp_token *token, size_t tokens)
{
    *h = (struct hlsl){.token = token, .tokens = tokens};
    read_span(h, (struct hlsl_span){0, tokens}, 0);
}

void hlsl_free(struct hlsl *h)
{
    free(h->function);
    free(h->record);
    free(h->constant);
}

/* ---- who calls whom ---- */

bool hlsl_defines(const struct hlsl *h, const struct pp_token *name)
{
    for (size_t n = 0; n < h->functions; n++)
        if (hlsl_same(h->function[n].name, name))
            return true;
    return false;
}

/* By its name alone: of several functions of one name all are reached. */
static bool reach_calls(struct hlsl *h, struct hlsl_function *f)
{
    bool more = false;

    f->followed = true;
    for (size_t n = f->body.from; n + 1 < f->body.end; n++) {
        if (h->token[n].kind != PP_WORD || !pp_is(&h->token[n + 1], "("))
            continue;
        for (size_t k = 0; k < h->functions; k++)
            if (!h->function[k].reached && hlsl_same(h->function[k].name, &h->token[n]))
                more = h->function[k].reached = true;
    }
    return more;
}

void hlsl_reach(struct hlsl *h, struct hlsl_function *from)
{
    for (size_t n = 0; n < h->functions; n++)
        h->function[n].reached = h->function[n].followed = false;
    from->reached = true;
    for (bool more = true; more;) {
        more = false;
        for (size_t n = 0; n < h->functions; n++)
            more |= h->function[n].reached && !h->function[n].followed && reach_calls(h, &h->function[n]);
    }
}

/* ---- constants ---- */

struct within {
    struct hlsl *h;
    size_t below;               /* constants before this one alone: none is made of itself */
};

static bool value_below(void *user, const struct pp_token *name, int64_t *value)
{
    enum { MOST_STEPS = 1 << 20 };
    const struct within *w = user;

    for (size_t n = w->below; n-- > 0 && w->h->steps++ < MOST_STEPS;) {
        const struct hlsl_named *c = &w->h->constant[n];
        size_t at = c->span.from;
        if (hlsl_same(c->name, name))
            return pp_evaluate(w->h->token, &at, c->span.end, value_below, &(struct within){w->h, n}, value) &&
                   at == c->span.end;
    }
    return false;
}

bool hlsl_value(void *user, const struct pp_token *name, int64_t *value)
{
    struct hlsl *h = user;

    return value_below(&(struct within){h, h->constants}, name, value);
}
