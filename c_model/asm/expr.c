/* SPDX-License-Identifier: Apache-2.0
 * expr.c - expressions to the code of a small stack machine (eval.c runs it).
 */
#include "expr.h"

#include "names.h"
#include "tokens.h"

#include <stdlib.h>
#include <string.h>

static bool ternary(struct wfa *p, struct wfa_expr *e);

static bool emit(struct wfa *p, struct wfa_expr *e, struct wfa_pos pos, enum wfa_opcode code, uint32_t value, int push)
{
    e->depth = (unsigned)((int)e->depth + push);
    if (e->count == WFA_MAX_EXPR_OPS || e->depth > WFA_STACK) {
        wfa_error(p, pos, "the expression is too large; expected at most %d operations", WFA_MAX_EXPR_OPS);
        return false;
    }
    if (!wfa_grow(p, &e->op, &e->room, e->count, sizeof *e->op))
        return false;
    e->op[e->count++] = (struct wfa_op){.value = value, .code = code, .pos = pos};
    return true;
}

/* Let the jump emitted at `from` land on the next operation. */
static void land(struct wfa_expr *e, size_t from)
{
    e->op[from].value = (uint32_t)e->count;
}

/* ---- operands ---- */

struct function {
    const char *name;
    unsigned arguments;
    enum wfa_opcode code;
};

static const struct function functions[] = {
    {"min", 2, WFA_X_MIN}, {"max", 2, WFA_X_MAX}, {"smin", 2, WFA_X_SMIN}, {"smax", 2, WFA_X_SMAX},
    {"countbits", 1, WFA_X_COUNTBITS}, {"float", 1, WFA_X_FLOAT}, {"hash", 1, WFA_X_HASH}};

static bool call(struct wfa *p, struct wfa_expr *e, const struct function *f)
{
    struct wfa_pos pos = p->token.pos;

    wfa_next(p);
    if (!wfa_expect(p, '(', "`(` after the name of a function"))
        return false;
    for (unsigned n = 0; n < f->arguments; n++)
        if ((n && !wfa_expect(p, ',', "`,` and one more argument")) || !ternary(p, e))
            return false;
    return wfa_expect(p, ')', "`)`") && emit(p, e, pos, f->code, 0, 1 - (int)f->arguments);
}

static bool element(struct wfa *p, struct wfa_expr *e, unsigned buffer)
{
    struct wfa_pos pos = p->token.pos;

    wfa_next(p);
    return wfa_expect(p, '[', "`[` after the name of a buffer") && ternary(p, e) && wfa_expect(p, ']', "`]`") &&
           emit(p, e, pos, WFA_X_LOAD, buffer, 0);
}

static bool too_early(struct wfa *p)
{
    char shown[48];

    wfa_error(p, p->token.pos, "%s depends on the wave size, the wave count or a buffer, which this attribute cannot use; expected a constant",
              wfa_shown(&p->token, shown));
    return false;
}

static bool push_word(struct wfa *p, struct wfa_expr *e, uint32_t value)
{
    struct wfa_pos pos = p->token.pos;

    wfa_next(p);
    return emit(p, e, pos, WFA_X_PUSH, value, 1);
}

static void unknown(struct wfa *p)
{
    const char *const words[] = {"WAVE_SIZE", "WAVES"};
    struct wf_near near;
    char shown[48], perhaps[160];

    wf_near_start(&near, p->token.text, p->token.length);
    wfa_near_names(p, &near, 1u << WFA_CONST | 1u << WFA_BUFFER);
    for (size_t n = 0; n < sizeof words / sizeof words[0]; n++)
        wf_near_try(&near, words[n]);
    for (size_t n = 0; n < sizeof functions / sizeof functions[0]; n++)
        wf_near_try(&near, functions[n].name);
    wfa_error(p, p->token.pos, "unknown name %s; expected a constant declared above%s", wfa_shown(&p->token, shown), wfa_perhaps(&near, perhaps));
}

static bool name(struct wfa *p, struct wfa_expr *e)
{
    char shown[48];
    const struct wfa_symbol *s = wfa_find(p, &p->token);
    unsigned number;

    if (wfa_find_buffer(p, &p->token, &number))
        return element(p, e, number);
    if (s && s->kind == WFA_CONST)
        return push_word(p, e, s->value);
    if (s && s->kind == WFA_LATE_CONST)
        return too_early(p);
    if (s && s->kind == WFA_BAD_NAME)       /* was reported */
        return false;
    if ((s && (s->kind == WFA_REG || s->kind == WFA_QUAD)) || wfa_numbered(&p->token, 'r', &number) ||
        wfa_numbered(&p->token, 'q', &number))
        wfa_error(p, p->token.pos, "register %s in an expression; expected a constant", wfa_shown(&p->token, shown));
    else
        unknown(p);
    return false;
}

static bool word(struct wfa *p, struct wfa_expr *e)
{
    bool waves = wfa_at_word(p, "WAVES");

    if (wfa_at_word(p, "inf"))
        return push_word(p, e, 0x7f800000);
    if (wfa_at_word(p, "nan"))
        return push_word(p, e, 0x7fc00000);
    if (waves || wfa_at_word(p, "WAVE_SIZE"))
        return p->first_pass ? too_early(p) : push_word(p, e, waves ? p->committed_waves : p->committed_size);
    if (wfa_at_word(p, "i")) {
        if (!e->index_allowed) {
            wfa_error(p, p->token.pos, "`i` has no meaning here; expected a constant (`i` is the index in the contents of a buffer)");
            return false;
        }
        struct wfa_pos pos = p->token.pos;
        e->uses_index = true;
        wfa_next(p);
        return emit(p, e, pos, WFA_X_INDEX, 0, 1);
    }
    for (size_t n = 0; n < sizeof functions / sizeof functions[0]; n++)
        if (wfa_at_word(p, functions[n].name))
            return call(p, e, &functions[n]);
    return name(p, e);
}

static bool primary(struct wfa *p, struct wfa_expr *e)
{
    if (wfa_at(p, WFA_INT) || wfa_at(p, WFA_FLOAT))
        return push_word(p, e, p->token.value);
    if (wfa_at(p, WFA_WORD))
        return word(p, e);
    if (wfa_take(p, '('))
        return ternary(p, e) && wfa_expect(p, ')', "`)`");
    return wfa_unexpected(p, "an expression");
}

/* ---- operators ---- */

static bool deeper(struct wfa *p, struct wfa_expr *e)
{
    if (e->nest++ < WFA_MAX_EXPR_DEPTH)
        return true;
    wfa_error(p, p->token.pos, "the expression is nested too deep; expected at most %d levels", WFA_MAX_EXPR_DEPTH);
    return false;
}

static bool negative(struct wfa *p, struct wfa_expr *e, struct wfa_pos pos);

static bool unary(struct wfa *p, struct wfa_expr *e)
{
    struct wfa_pos pos = p->token.pos;
    int sign = p->token.kind;
    bool ok;

    if (sign != '-' && sign != '~' && sign != '!' && sign != '+')
        return primary(p, e);
    if (!deeper(p, e))
        return false;
    wfa_next(p);
    if (sign == '-')
        ok = negative(p, e, pos);
    else if (sign == '+')
        ok = unary(p, e);
    else
        ok = unary(p, e) && emit(p, e, pos, sign == '~' ? WFA_X_NOT : WFA_X_LOGIC_NOT, 0, 0);
    e->nest--;
    return ok;
}

/* After a minus: of a float literal it flips the sign bit. */
static bool negative(struct wfa *p, struct wfa_expr *e, struct wfa_pos pos)
{
    if (wfa_at(p, WFA_FLOAT))
        return push_word(p, e, p->token.value ^ 0x80000000);
    if (wfa_at_word(p, "inf") || wfa_at_word(p, "nan"))
        return push_word(p, e, wfa_at_word(p, "inf") ? 0xff800000 : 0xffc00000);
    return unary(p, e) && emit(p, e, pos, WFA_X_NEG, 0, 0);
}

struct binary {
    int token;
    unsigned level;         /* the loosest is 1 */
    enum wfa_opcode code;
};

static const struct binary *binary_at(const struct wfa *p)
{
    static const struct binary table[] = {
        {WFA_OROR, 1, WFA_X_BOOL}, {WFA_ANDAND, 2, WFA_X_BOOL}, {'|', 3, WFA_X_OR}, {'^', 4, WFA_X_XOR}, {'&', 5, WFA_X_AND},
        {WFA_EQ, 6, WFA_X_EQ}, {WFA_NE, 6, WFA_X_NE}, {'<', 7, WFA_X_LT}, {WFA_LE, 7, WFA_X_LE}, {'>', 7, WFA_X_GT}, {WFA_GE, 7, WFA_X_GE},
        {WFA_SHL, 8, WFA_X_SHL}, {WFA_SHR, 8, WFA_X_SHR}, {'+', 9, WFA_X_ADD}, {'-', 9, WFA_X_SUB},
        {'*', 10, WFA_X_MUL}, {'/', 10, WFA_X_DIV}, {'%', 10, WFA_X_MOD}};

    for (size_t n = 0; n < sizeof table / sizeof table[0]; n++)
        if (wfa_at(p, table[n].token))
            return &table[n];
    return NULL;
}

static bool binary(struct wfa *p, struct wfa_expr *e, unsigned level);

/* a && b:  a, jump_zero L, b, bool, jump E, L: push 0, E: */
static bool lazy(struct wfa *p, struct wfa_expr *e, struct wfa_pos pos, bool is_or)
{
    size_t skip = e->count, end;

    if (!emit(p, e, pos, is_or ? WFA_X_JUMP_ONE : WFA_X_JUMP_ZERO, 0, -1) || !binary(p, e, is_or ? 2 : 3) ||
        !emit(p, e, pos, WFA_X_BOOL, 0, 0))
        return false;
    end = e->count;
    if (!emit(p, e, pos, WFA_X_JUMP, 0, -1))
        return false;
    land(e, skip);
    if (!emit(p, e, pos, WFA_X_PUSH, is_or, 1))
        return false;
    land(e, end);
    return true;
}

static bool binary(struct wfa *p, struct wfa_expr *e, unsigned level)
{
    const struct binary *b;

    if (!unary(p, e))
        return false;
    while ((b = binary_at(p)) && b->level >= level) {
        struct wfa_pos pos = p->token.pos;
        wfa_next(p);
        if (b->code == WFA_X_BOOL ? !lazy(p, e, pos, b->token == WFA_OROR)
                                  : !binary(p, e, b->level + 1) || !emit(p, e, pos, b->code, 0, -1))
            return false;
    }
    return true;
}

/* c ? a : b ? d : e ...: the jumps to the common end are chained through their targets until it is known. */
static bool ternary(struct wfa *p, struct wfa_expr *e)
{
    uint32_t chain = UINT32_MAX;
    bool ok = deeper(p, e) && binary(p, e, 1);

    while (ok && wfa_at(p, '?')) {
        struct wfa_pos pos = p->token.pos;
        size_t skip = e->count;
        wfa_next(p);
        if (!emit(p, e, pos, WFA_X_JUMP_ZERO, 0, -1) || !ternary(p, e) || !wfa_expect(p, ':', "`:` of `?:`"))
            return false;
        if (!emit(p, e, pos, WFA_X_JUMP, chain, -1))
            return false;
        chain = (uint32_t)e->count - 1;
        land(e, skip);
        ok = binary(p, e, 1);
    }
    while (ok && chain != UINT32_MAX) {
        uint32_t before = e->op[chain].value;
        land(e, chain);
        chain = before;
    }
    e->nest--;
    return ok;
}

bool wfa_compile(struct wfa *p, struct wfa_expr *expr, bool index_allowed)
{
    expr->count = 0;
    expr->depth = expr->nest = 0;
    expr->uses_index = false;
    expr->index_allowed = index_allowed;
    return ternary(p, expr);
}

void wfa_expr_free(struct wfa_expr *expr)
{
    free(expr->op);
    *expr = (struct wfa_expr){0};
}

bool wfa_constant(struct wfa *p, uint32_t *value)
{
    struct wfa_expr expr = {0};
    bool ok = wfa_compile(p, &expr, false) && wfa_eval(p, &expr, 0, value);

    wfa_expr_free(&expr);
    return ok;
}
