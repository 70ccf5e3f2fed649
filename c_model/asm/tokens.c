/* SPDX-License-Identifier: Apache-2.0
 * tokens.c - the next token, and what was expected in its place.
 */
#include "tokens.h"

#include <string.h>

void wfa_next(struct wfa *p)
{
    p->taken_end = p->token.text + p->token.length;
    p->token = wfa_lex(&p->lexer);
}

bool wfa_at(const struct wfa *p, int kind)
{
    return p->token.kind == kind;
}

bool wfa_token_is(const struct wfa_token *token, const char *word)
{
    return token->kind == WFA_WORD && strlen(word) == token->length && !memcmp(token->text, word, token->length);
}

bool wfa_at_word(const struct wfa *p, const char *word)
{
    return wfa_token_is(&p->token, word);
}

bool wfa_take(struct wfa *p, int kind)
{
    if (!wfa_at(p, kind))
        return false;
    wfa_next(p);
    return true;
}

bool wfa_take_word(struct wfa *p, const char *word)
{
    bool there = wfa_at_word(p, word);

    if (there)
        wfa_next(p);
    return there;
}

bool wfa_unexpected(struct wfa *p, const char *wanted)
{
    char shown[48];

    if (wfa_at(p, WFA_BAD))
        wfa_error(p, p->token.pos, "%s: %s; expected %s", p->token.complaint->what, wfa_shown(&p->token, shown),
                  wanted);
    else
        wfa_error(p, p->token.pos, "unexpected %s; expected %s", wfa_shown(&p->token, shown), wanted);
    return false;
}

bool wfa_expect(struct wfa *p, int kind, const char *wanted)
{
    return wfa_take(p, kind) || wfa_unexpected(p, wanted);
}

bool wfa_unexpected_suggest(struct wfa *p, const char *wanted, const struct wf_suggestions *near)
{
    char shown[48], perhaps[160];

    if (!near->count)
        return wfa_unexpected(p, wanted);
    wfa_error(p, p->token.pos, "unexpected %s; expected %s%s", wfa_shown(&p->token, shown), wanted,
              wfa_perhaps(near, perhaps));
    return false;
}

void wfa_suggest_start(const struct wfa *p, struct wf_suggestions *near)
{
    wf_suggest_start(near, p->token.text, wfa_at(p, WFA_WORD) ? p->token.length : 0);
}

bool wfa_unknown_foreign(struct wfa *p, const char *what, const struct wfa_token *word, const struct wf_foreign *h)
{
    char shown[48];

    wfa_error(p, word->pos, "unknown %s %s, which is %s; expected the instruction that does it: %s%s%s%s", what,
              wfa_shown(word, shown), h->language, h->code, *h->note ? " (" : "", h->note, *h->note ? ")" : "");
    return false;
}

void wfa_skip_line(struct wfa *p)
{
    while (!wfa_at(p, WFA_NEWLINE) && !wfa_at(p, WFA_EOF))
        wfa_next(p);
}

static const char *const statement_word[] = {"const",  "reg",    "dispatch", "quads", "code", "buffer",
                                             "expect", "shader", "variant",  "spec",  "bind", "push",
                                             "image",  "sampler", "task",     "input", "output", "vertices",
                                             "primitives", "patches"};

bool wfa_is_statement(const struct wfa_token *token)
{
    for (size_t n = 0; n < sizeof statement_word / sizeof statement_word[0]; n++)
        if (wfa_token_is(token, statement_word[n]))
            return true;
    return false;
}

bool wfa_at_statement(const struct wfa *p)
{
    return p->token.first && (wfa_at(p, '[') || wfa_is_statement(&p->token));
}

void wfa_suggest_statements(struct wf_suggestions *near)
{
    for (size_t n = 0; n < sizeof statement_word / sizeof statement_word[0]; n++)
        wf_suggest_try(near, statement_word[n]);
}
