/* SPDX-License-Identifier: Apache-2.0
 * names.c - constants, registers and buffers share one name space: a hash table.
 */
#include "names.h"

#include "tokens.h"

#include <stdlib.h>
#include <string.h>

static size_t hash(const char *name, size_t length)
{
    uint64_t h = 0xcbf29ce484222325u;       /* FNV-1a */

    for (size_t n = 0; n < length; n++)
        h = (h ^ (unsigned char)name[n]) * 0x100000001b3u;
    return (size_t)(h ^ h >> 32);
}

static size_t place(const struct wfa_symbol *table, size_t room, const char *name, size_t length)
{
    size_t at = hash(name, length) & (room - 1);

    while (table[at].name && (table[at].length != length || memcmp(table[at].name, name, length) != 0))
        at = (at + 1) & (room - 1);
    return at;
}

static struct wfa_symbol *find(const struct wfa *p, const struct wfa_token *name)
{
    if (!p->symbol_room)
        return NULL;
    struct wfa_symbol *s = &p->symbol[place(p->symbol, p->symbol_room, name->text, name->length)];
    return s->name && s->kind != WFA_FORGOTTEN ? s : NULL;
}

const struct wfa_symbol *wfa_find(const struct wfa *p, const struct wfa_token *name)
{
    return find(p, name);
}

const struct wfa_symbol *wfa_use(struct wfa *p, const struct wfa_token *name)
{
    struct wfa_symbol *s = find(p, name);

    if (s && !s->used && !p->variant.reading)
        s->used = name->pos.line;
    return s;
}

static bool make_room(struct wfa *p)
{
    size_t room = p->symbol_room ? p->symbol_room * 2 : 64;

    if (p->symbols * 2 < p->symbol_room)
        return true;
    struct wfa_symbol *table = wfa_zeroed(p, room, sizeof *table);
    if (!table)
        return false;
    for (size_t n = 0; n < p->symbol_room; n++)
        if (p->symbol[n].name)
            table[place(table, room, p->symbol[n].name, p->symbol[n].length)] = p->symbol[n];
    free(p->symbol);
    p->symbol = table;
    p->symbol_room = room;
    return true;
}

static bool declare(struct wfa *p, const struct wfa_token *name, enum wfa_symbol_kind kind, int64_t value,
                    enum wf_word_type type)
{
    const struct wfa_symbol *before = wfa_find(p, name);
    char shown[48];

    if (before) {
        wfa_error(p, name->pos, "%s is declared already in line %u; expected a new name", wfa_shown(name, shown),
                  before->pos.line);
        return false;
    }
    if (!make_room(p))
        return false;
    struct wfa_symbol *s = &p->symbol[place(p->symbol, p->symbol_room, name->text, name->length)];
    p->symbols += !s->name;
    *s = (struct wfa_symbol){
        .name = name->text, .length = name->length, .kind = kind, .value = value, .type = type, .pos = name->pos};
    return true;
}

bool wfa_declare(struct wfa *p, const struct wfa_token *name, enum wfa_symbol_kind kind, int64_t value)
{
    return declare(p, name, kind, value, WF_WORD_INT);
}

bool wfa_declare_constant(struct wfa *p, const struct wfa_token *name, const struct wfa_value *value)
{
    return declare(p, name, WFA_CONST, value->exact, value->type);
}

/* The constant that a variant sets, or NULL. */
static struct wfa_symbol *settable(struct wfa *p, const struct wfa_token *name)
{
    struct wfa_symbol *s = find(p, name);
    struct wf_suggestions near;
    char shown[48], perhaps[160];

    if (s && s->kind == WFA_BAD_NAME)           /* was reported */
        return NULL;
    wfa_shown(name, shown);
    if (!s || (s->kind != WFA_CONST && s->kind != WFA_LATE_CONST)) {
        wf_suggest_start(&near, name->text, name->length);
        wfa_suggest_names(p, &near, 1u << WFA_CONST);
        wfa_error(p, name->pos, "no constant %s; expected one declared above%s", shown, wfa_perhaps(&near, perhaps));
        return NULL;
    }
    if (!s->used && s->set != name->pos.line)
        return s;
    if (s->used)
        wfa_error(p, name->pos, "%s is used in line %u already; expected the variants above that line", shown, s->used);
    else
        wfa_error(p, name->pos, "second value for %s; expected one", shown);
    return NULL;
}

bool wfa_set_constant(struct wfa *p, const struct wfa_token *name, const struct wfa_value *value, bool check)
{
    static const char *const kind[] = {
        [WF_WORD_INT] = "an integer", [WF_WORD_FLOAT] = "a float", [WF_WORD_ANY] = "neither integer nor float"};
    struct wfa_symbol *s = settable(p, name);
    char shown[48];

    if (!s)
        return false;
    s->set = name->pos.line;
    if (value && s->kind == WFA_CONST && s->type != value->type) {
        wfa_error(p, name->pos, "the value for %s is %s; expected %s, as in line %u", wfa_shown(name, shown),
                  kind[value->type], kind[s->type], s->pos.line);
        return false;
    }
    if (!check) {
        s->kind = value ? WFA_CONST : WFA_LATE_CONST;
        s->value = value ? value->exact : 0;
        s->type = value ? value->type : WF_WORD_INT;
    }
    return true;
}

bool wfa_numbered(const struct wfa_token *token, char letter, unsigned *number)
{
    if (token->kind != WFA_WORD || token->length < 2 || token->text[0] != letter)
        return false;
    *number = 0;
    for (size_t n = 1; n < token->length; n++) {
        if (token->text[n] < '0' || token->text[n] > '9')
            return false;
        if (*number < 1000)
            *number = *number * 10 + (unsigned)(token->text[n] - '0');
    }
    return true;
}

bool wfa_pair(const struct wfa_token *token, unsigned most, uint32_t part[2])
{
    unsigned n = 0, digits = 0;

    part[0] = part[1] = 0;
    for (size_t at = 0; token->kind == WFA_FLOAT && at < token->length; at++) {
        const char c = token->text[at];
        if (c == '.' && n == 0 && digits)
            n++, digits = 0;
        else if (c >= '0' && c <= '9' && digits++ < most)
            part[n] = 10 * part[n] + (uint32_t)(c - '0');
        else
            return false;
    }
    return n == 1 && digits;
}

bool wfa_find_buffer(const struct wfa *p, const struct wfa_token *name, unsigned *number)
{
    const struct wfa_symbol *s = name->kind == WFA_WORD ? wfa_find(p, name) : NULL;

    if (wfa_numbered(name, 'b', number))
        return *number < p->kernel->buffers;
    if (!s || s->kind != WFA_BUFFER)
        return false;
    *number = (unsigned)s->value;
    return true;
}

void wfa_suggest_names(const struct wfa *p, struct wf_suggestions *near, unsigned kinds)
{
    for (size_t n = 0; n < p->symbol_room; n++) {
        const struct wfa_symbol *s = &p->symbol[n];
        char name[WFA_MAX_NAME + 1];
        if (!s->name || !(kinds >> s->kind & 1))
            continue;
        memcpy(name, s->name, s->length);
        name[s->length] = '\0';
        wf_suggest_try(near, name);
    }
}

static bool is_reserved(const struct wfa_token *name)
{
    static const char *const words[] = {"_",     "i",      "inf",      "nan",     "WAVE_SIZE", "REPORTED_WAVE_SIZE",
                                        "WAVES", "min",    "max",      "smin",    "smax",      "countbits",
                                        "float", "int",    "uint",     "asfloat", "asuint",    "hash",    "address",
                                        "each",  "fill",   "reject",   "fault",   "any_order", "runs",
                                        "repeat", "endrepeat"};
    unsigned number;

    for (size_t n = 0; n < sizeof words / sizeof words[0]; n++)
        if (wfa_token_is(name, words[n]))
            return true;
    return wfa_is_statement(name) || wfa_numbered(name, 'r', &number) || wfa_numbered(name, 'q', &number) ||
           wfa_numbered(name, 'b', &number);
}

bool wfa_own_name(struct wfa *p, struct wfa_token *name, const char *what)
{
    char shown[48];

    *name = p->token;
    if (name->kind != WFA_WORD || memchr(name->text, '.', name->length)) {
        wfa_unexpected(p, what);
        return false;
    }
    if (name->length > WFA_MAX_NAME) {
        wfa_error(p, name->pos, "name %s is too long; expected at most %d characters", wfa_shown(name, shown),
                  WFA_MAX_NAME);
        return false;
    }
    wfa_next(p);
    return true;
}

bool wfa_name(struct wfa *p, struct wfa_token *name, const char *what)
{
    char shown[48];

    if (is_reserved(&p->token)) {
        wfa_error(p, p->token.pos, "%s is a reserved word; expected %s", wfa_shown(&p->token, shown), what);
        return false;
    }
    return wfa_own_name(p, name, what);
}

void wfa_count(struct wfa *p, const struct wfa_token *name)
{
    find(p, name)->value++;
}

void wfa_forget(struct wfa *p, const struct wfa_token *name)
{
    find(p, name)->kind = WFA_FORGOTTEN;
}

void wfa_forget_names(struct wfa *p)
{
    free(p->symbol);
    p->symbol = NULL;
    p->symbols = p->symbol_room = 0;
}
