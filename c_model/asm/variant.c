/* SPDX-License-Identifier: Apache-2.0
 * variant.c - `variant`: another module, values of constants, attributes, a refusal, all under a name.  The line of the
 * variant that the caller wants replaces what the file says; the others are checked alike and change nothing.
 *
 * Each pass reads the lines.  The first one reports names, modules and attributes, the second one everything else.
 */
#include "statements.h"

#include "expr.h"
#include "names.h"
#include "tokens.h"

#include <stdio.h>
#include <string.h>

static bool new_name(struct wfa *p, const struct wfa_token *name)
{
    struct wfa_variants *v = &p->variant;
    char shown[48];

    for (size_t n = 0; n < v->count; n++)
        if (v->name[n].length == name->length && !memcmp(v->name[n].text, name->text, name->length)) {
            wfa_error(p, name->pos, "second variant %s, after that of line %u; expected another name",
                      wfa_shown(name, shown), v->name[n].pos.line);
            return false;
        }
    if (!wfa_grow(p, &v->name, &v->room, v->count, sizeof *v->name))
        return false;
    v->name[v->count++] = *name;
    return true;
}

static bool constant(struct wfa *p, bool chosen)
{
    const struct wfa_token name = p->token;
    struct wfa_value value = {0};

    if (!wfa_expect(p, WFA_WORD, "the name of a constant, `[` of an attribute or reject") || !wfa_expect(p, '=', "`=`"))
        return false;
    const bool known = wfa_constant_of_list(p, &value);
    return (known || p->first_pass) && wfa_set_constant(p, &name, known ? &value : NULL, !chosen);
}

static bool change(struct wfa *p, bool chosen)
{
    if (wfa_at(p, '[')) {
        wfa_variant_attributes(p, chosen);
        return true;
    }
    return wfa_at_word(p, "reject") ? wfa_variant_reject(p, chosen) : constant(p, chosen);
}

/* After the name. */
static bool changes(struct wfa *p, struct wfa_pos pos, bool chosen)
{
    if (wfa_take(p, '=')) {
        if (!wfa_variant_module(p, pos, chosen))
            return false;
        if (!wfa_at(p, ':'))
            return true;
    }
    p->quiet = p->first_pass;
    if (!wfa_expect(p, ':', "`=` and a module, or `:` and what changes"))
        return false;
    memset(p->variant.attr, 0, sizeof p->variant.attr);
    p->variant.reject.line = 0;
    do {
        if (!change(p, chosen) && !p->first_pass)
            return false;
    } while (wfa_take(p, ','));
    return true;
}

bool wfa_variant(struct wfa *p, struct wfa_pos pos)
{
    struct wfa_token name = p->token;
    const bool chosen = p->files.variant && wfa_token_is(&name, p->files.variant);

    p->quiet = !p->first_pass;
    if (p->limits.mark_line && pos.line > p->limits.mark_line) {
        wfa_error(p, pos, "`variant` after the `---` of line %u; expected it before the first one",
                  p->limits.mark_line);
        return false;
    }
    if (!wfa_own_name(p, &name, "the name of a variant") || (p->first_pass && !new_name(p, &name)))
        return false;
    p->variant.chosen |= chosen;
    p->variant.reading = true;
    const bool good = changes(p, pos, chosen);
    p->variant.reading = false;
    p->quiet = p->first_pass;
    return good;
}

void wfa_choose_variant(struct wfa *p)
{
    const struct wfa_variants *v = &p->variant;
    const struct wfa_pos top = {1, 1};
    char names[160] = "";
    size_t used = 0;

    if (!p->files.variant || v->chosen)
        return;
    for (size_t n = 0; n < v->count && used < sizeof names; n++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%.*s", n ? ", " : "", (int)v->name[n].length,
                                 v->name[n].text);
    wfa_error(p, *p->shader.name ? p->shader.pos : top, "no variant `%s`; expected %s%s", p->files.variant,
              used ? "one of the file's: " : "none: the file has no variants", names);
    p->shader.name[0] = '\0';           /* it is not opened */
}
