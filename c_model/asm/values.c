/* SPDX-License-Identifier: Apache-2.0
 * values.c - the contents of a buffer: each e, a list, a file, a picture, or a list of the reference.
 */
#include "values.h"

#include "expr.h"
#include "tokens.h"

#include <stdio.h>
#include <string.h>

/* A list goes on in the next line unless that begins a statement: then its `}` was forgotten. */
static bool skip_line_ends(struct wfa *p)
{
    while (wfa_take(p, WFA_NEWLINE))
        continue;
    return !wfa_at(p, WFA_EOF) && !wfa_at_statement(p);
}

/* After a bad value: to the next comma or the end of the list. */
static void skip_value(struct wfa *p)
{
    while (!wfa_at(p, ',') && !wfa_at(p, '}') && skip_line_ends(p) && !wfa_at(p, ',') && !wfa_at(p, '}'))
        wfa_next(p);
}

void wfa_skip_values(struct wfa *p)
{
    while (!wfa_at(p, '{') && !wfa_at(p, WFA_NEWLINE) && !wfa_at(p, WFA_EOF))
        wfa_next(p);
    if (!wfa_take(p, '{'))
        return;
    while (skip_line_ends(p) && !wfa_take(p, '}'))
        wfa_next(p);
}

/* Where values go. */
struct target {
    uint32_t words;
    uint32_t *value;
    uint8_t *care;              /* NULL: `_` is not allowed */
    enum wf_word_type type;     /* of the values so far */
    bool typed;                 /* there was one */
    uint8_t **address;          /* NULL: none are asked for; else [words] when there is one, of the caller */
};

static void note_type(struct target *t, enum wf_word_type type)
{
    t->type = t->typed && t->type != type ? WF_WORD_ANY : type;
    t->typed = true;
}

static bool note_address(struct wfa *p, const struct target *t, uint32_t word)
{
    if (!t->address)
        return true;
    if (!*t->address)
        *t->address = wfa_zeroed(p, t->words, 1);
    if (*t->address)
        (*t->address)[word] = 1;
    return *t->address != NULL;
}

static bool evaluate(struct wfa *p, const struct wfa_expr *e, struct target *t, uint32_t from, uint32_t to)
{
    int64_t value;

    note_type(t, e->type);
    for (uint32_t n = from; n < to; n++) {
        if ((n == from || e->uses_index) && !wfa_eval(p, e, n, &value))
            return false;
        t->value[n] = (uint32_t)value;
        if (value >> 32 == WFA_ADDRESS >> 32 && !note_address(p, t, n))
            return false;
        if (t->care)
            t->care[n] = 1;
    }
    return true;
}

/* One value for the words from..to-1. */
static bool value(struct wfa *p, struct wfa_expr *e, struct target *t, uint32_t from, uint32_t to)
{
    if (t->care && wfa_at_word(p, "_")) {
        wfa_next(p);
        return true;
    }
    return wfa_compile(p, e, true) && evaluate(p, e, t, from, to);
}

/* Up to the `}`, which stays. */
static bool list(struct wfa *p, struct wfa_expr *e, struct target *t)
{
    uint32_t count = 0;
    bool ok = true, filled = false;

    while (skip_line_ends(p) && !wfa_at(p, '}') && p->errors <= WFA_MAX_DIAGNOSTICS) {
        struct wfa_pos pos = p->token.pos;
        bool fill = wfa_at_word(p, "fill");
        if (fill)
            wfa_next(p);
        if (filled || (count == t->words && !fill)) {
            wfa_error(p, pos,
                      filled ? "value after `fill`; expected `}`"
                             : "more values than the buffer has words; expected at most %u",
                      t->words);
            return false;
        }
        if (!value(p, e, t, count, fill ? t->words : count + 1)) {
            ok = false;
            skip_value(p);
        }
        count += !fill;
        filled = fill;
        if (!skip_line_ends(p) || (!wfa_take(p, ',') && !wfa_at(p, '}')))
            return wfa_unexpected(p, "`,` or `}` in a list of values");
    }
    if (count < t->words && !filled && ok && wfa_at(p, '}')) {
        wfa_error(p, p->token.pos, "%u values for %u words; expected one each, or `fill` for the rest", count,
                  t->words);
        return false;
    }
    return ok;
}

/* ---- files ---- */

static bool name_of(struct wfa *p, const struct wfa_token *name, char path[WFA_MAX_FILE_NAME + 1])
{
    const size_t length = name->length - 2;         /* without the quotes */

    if (!length || length > WFA_MAX_FILE_NAME) {
        wfa_error(p, name->pos, "file name of %zu bytes; expected 1 to %d", length, WFA_MAX_FILE_NAME);
        return false;
    }
    memcpy(path, name->text + 1, length);
    path[length] = '\0';
    return true;
}

static bool read_file(struct wfa *p, const struct wfa_token *name, uint32_t *word, uint32_t words)
{
    char path[WFA_MAX_FILE_NAME + 1], shown[48], why[120] = "";
    unsigned char *byte = (unsigned char *)word;

    if (!name_of(p, name, path))
        return false;
    if (!p->files.read) {
        wfa_error(p, name->pos, "%s: files cannot be read here; expected `each` or a list in `{ }`",
                  wfa_shown(name, shown));
        return false;
    }
    if (!p->files.read(p->files.user, path, byte, (size_t)words * 4, why, sizeof why)) {
        wfa_error(p, name->pos, "%s: %s; expected a file of %zu bytes, 4 for each word", wfa_shown(name, shown), why,
                  (size_t)words * 4);
        return false;
    }
    for (size_t n = 0; n < words; n++, byte += 4)
        word[n] = byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
    return true;
}

static bool file(struct wfa *p, struct target *t)
{
    const struct wfa_token name = p->token;

    if (!wfa_expect(p, WFA_STRING, "the name of a file in quotes") || !read_file(p, &name, t->value, t->words))
        return false;
    if (t->care)
        memset(t->care, 1, t->words);
    t->type = WF_WORD_ANY;
    return true;
}

/* "x.png": of an image alone. */
static bool picture(struct wfa *p, struct target *t)
{
    char path[WFA_MAX_FILE_NAME + 1], shown[48], why[160] = "pictures cannot be read here";
    const struct wfa_token name = p->token;

    if (!p->values_of)
        return wfa_unexpected(p, "`each`, a list in `{ }`, `file` or `reference`: a picture is of an image");
    wfa_next(p);
    if (!name_of(p, &name, path))
        return false;
    if (!p->files.picture || !p->files.picture(p->files.user, path, p->values_of, t->value, why, sizeof why)) {
        wfa_error(p, name.pos, "%s: %s", wfa_shown(&name, shown), why);
        return false;
    }
    if (t->care)
        memset(t->care, 1, t->words);
    t->type = WF_WORD_ANY;
    return true;
}

/* ---- lists that somebody else makes ---- */

static bool reference(struct wfa *p, struct target *t)
{
    char name[WFA_MAX_NAME + 1], shown[48], why[WFA_MAX_DIAGNOSTIC_TEXT] = "cannot be read here";
    const struct wfa_token token = p->token;

    if (!wfa_expect(p, WFA_WORD, "the name of a list of the reference"))
        return false;
    snprintf(name, sizeof name, "%.*s", (int)token.length, token.text);
    if (token.length > WFA_MAX_NAME || !p->files.reference ||
        !p->files.reference(p->files.user, name, t->value, t->words, &t->type, why, sizeof why)) {
        wfa_error(p, token.pos, "reference %s: %s; expected a list of %u words", wfa_shown(&token, shown),
                  token.length > WFA_MAX_NAME ? "too long a name" : why, t->words);
        return false;
    }
    if (t->care)
        memset(t->care, 1, t->words);
    return true;
}

bool wfa_values(struct wfa *p, uint32_t words, uint32_t *value_out, uint8_t *care, uint8_t **address,
                enum wf_word_type *type)
{
    struct target t = {.words = words, .value = value_out, .care = care, .type = WF_WORD_INT, .address = address};
    struct wfa_expr e = {0};
    bool ok;

    if (wfa_take_word(p, "each")) {
        ok = wfa_compile(p, &e, true) && evaluate(p, &e, &t, 0, words);
    } else if (wfa_take(p, '{')) {
        ok = list(p, &e, &t);
        while (!ok && skip_line_ends(p) && !wfa_at(p, '}'))
            wfa_next(p);
        ok = ok ? wfa_expect(p, '}', "`}` at the end of a list of values") : wfa_take(p, '}') && false;
    } else if (wfa_take_word(p, "file")) {
        ok = file(p, &t);
    } else if (wfa_take_word(p, "reference")) {
        ok = reference(p, &t);
    } else if (wfa_at(p, WFA_STRING)) {
        ok = picture(p, &t);
    } else {
        ok = wfa_unexpected(p, "`each`, a list in `{ }`, `file` or `reference`");
    }
    *type = t.type;
    wfa_expr_free(&e);
    return ok;
}
