/* SPDX-License-Identifier: Apache-2.0
 * values.c - the contents of a buffer: each e, or a list.
 */
#include "values.h"

#include "expr.h"
#include "tokens.h"

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
};

static bool evaluate(struct wfa *p, const struct wfa_expr *e, const struct target *t, uint32_t from, uint32_t to)
{
    for (uint32_t n = from; n < to; n++) {
        if (n > from && !e->uses_index)
            t->value[n] = t->value[from];
        else if (!wfa_eval(p, e, n, &t->value[n]))
            return false;
        if (t->care)
            t->care[n] = 1;
    }
    return true;
}

/* One value for the words from..to-1. */
static bool value(struct wfa *p, struct wfa_expr *e, const struct target *t, uint32_t from, uint32_t to)
{
    if (t->care && wfa_at_word(p, "_")) {
        wfa_next(p);
        return true;
    }
    return wfa_compile(p, e, true) && evaluate(p, e, t, from, to);
}

/* Up to the `}`, which stays. */
static bool list(struct wfa *p, struct wfa_expr *e, const struct target *t)
{
    uint32_t count = 0;
    bool ok = true, filled = false;

    while (skip_line_ends(p) && !wfa_at(p, '}') && p->errors <= WFA_MAX_DIAGNOSTICS) {
        struct wfa_pos pos = p->token.pos;
        bool fill = wfa_at_word(p, "fill");
        if (fill)
            wfa_next(p);
        if (filled || (count == t->words && !fill)) {
            wfa_error(p, pos, filled ? "value after `fill`; expected `}`" : "more values than the buffer has words; expected at most %u", t->words);
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
        wfa_error(p, p->token.pos, "%u values for %u words; expected one each, or `fill` for the rest", count, t->words);
        return false;
    }
    return ok;
}

bool wfa_values(struct wfa *p, uint32_t words, uint32_t *value_out, uint8_t *care)
{
    const struct target t = {words, value_out, care};
    struct wfa_expr e = {0};
    bool ok;

    if (wfa_at_word(p, "each")) {
        wfa_next(p);
        ok = wfa_compile(p, &e, true) && evaluate(p, &e, &t, 0, words);
    } else if (wfa_take(p, '{')) {
        ok = list(p, &e, &t);
        while (!ok && skip_line_ends(p) && !wfa_at(p, '}'))
            wfa_next(p);
        ok = ok ? wfa_expect(p, '}', "`}` at the end of a list of values") : wfa_take(p, '}') && false;
    } else {
        ok = wfa_unexpected(p, "`each` or a list in `{ }`");
    }
    wfa_expr_free(&e);
    return ok;
}
