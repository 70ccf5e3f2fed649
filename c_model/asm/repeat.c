/* SPDX-License-Identifier: Apache-2.0
 * repeat.c - `repeat N, K` .. `endrepeat`: the lines between are read N times, with the constant K from 0 to N - 1.
 */
#include "statements.h"

#include "expr.h"
#include "names.h"
#include "tokens.h"

enum { MOST = 65536, STEPS = 1024 };        /* a round costs so many steps, and one for each byte that is read again */

static bool counter(struct wfa *p, struct wfa_repeat *r, bool counts)
{
    const struct wfa_value zero = {0, WF_WORD_INT};

    if (!wfa_take(p, ','))
        return true;
    if (!wfa_name(p, &r->counter, "a new name"))
        return false;
    r->has_counter = counts ? wfa_declare_constant(p, &r->counter, &zero)
                            : wfa_declare(p, &r->counter, WFA_BAD_NAME, 0);
    return r->has_counter;
}

bool wfa_repeat(struct wfa *p, struct wfa_pos pos)
{
    struct wfa_repeat *r = &p->repeat[p->repeats];

    if (p->repeats == WFA_MAX_REPEATS) {
        p->repeats_too_deep++;
        wfa_error(p, pos, "`repeat` is nested too deep; expected at most %d levels", WFA_MAX_REPEATS);
        return false;
    }
    p->repeats++;
    *r = (struct wfa_repeat){.pos = pos, .left = 1, .errors = p->errors};
    const bool counts = wfa_number(p, "repeat", 1, MOST, "1 to 65536 times", &r->left);
    const bool good = counter(p, r, counts) && counts;
    r->body = p->lexer;             /* from the end of this line on */
    r->body_token = p->token;
    return good;
}

/* The lines once more; not when they have a mistake: it is told once. */
static bool again(struct wfa *p, struct wfa_repeat *r)
{
    if (--r->left == 0 || p->errors != r->errors || !wfa_spend(p, r->pos, STEPS + p->lexer.at - r->body.at))
        return false;
    p->lexer = r->body;
    p->token = r->body_token;
    if (r->has_counter)
        wfa_count(p, &r->counter);
    return true;
}

bool wfa_endrepeat(struct wfa *p, struct wfa_pos pos)
{
    if (p->repeats_too_deep) {
        p->repeats_too_deep--;
        return true;
    }
    if (!p->repeats) {
        wfa_error(p, pos, "`endrepeat` without `repeat`; expected `repeat` above it");
        return false;
    }
    struct wfa_repeat *r = &p->repeat[p->repeats - 1];
    const bool good = wfa_at(p, WFA_NEWLINE) || wfa_at(p, WFA_EOF) || wfa_unexpected(p, "the end of the line");
    if (again(p, r))
        return true;
    if (r->has_counter)
        wfa_forget(p, &r->counter);
    p->repeats--;
    return good;
}

void wfa_no_repeat(struct wfa *p)
{
    if (p->repeats && !p->repeat[p->repeats - 1].told)
        wfa_error(p, p->repeat[p->repeats - 1].pos, "`repeat` without `endrepeat`; expected it before line %u",
                  p->token.pos.line);
    for (unsigned n = 0; n < p->repeats; n++)
        p->repeat[n].told = true;
}
