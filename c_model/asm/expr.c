/* SPDX-License-Identifier: Apache-2.0
 * expr.c - expressions to the code of a small stack machine (eval.c runs it).
 */
#include "expr.h"

#include "names.h"
#include "tokens.h"

#include <stdlib.h>
#include <string.h>

static bool ternary(struct wfa *p, struct wfa_expr *e);

static bool emit(struct wfa *p, struct wfa_expr *e, struct wfa_pos pos, enum wfa_opcode code, int64_t value, int push)
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
    e->op[from].value = (int64_t)e->count;
}

/* ---- types ---- */

static bool needs_integer(struct wfa *p, const struct wfa_token *where, enum wf_word_type type)
{
    char shown[48];

    if (type == WF_WORD_INT)
        return true;
    if (type == WF_WORD_ANY)
        wfa_error(p, where->pos, "%s of a word that " WFA_UNTYPED "; expected asuint(x) or asfloat(x)",
                  wfa_shown(where, shown));
    else
        wfa_error(p, where->pos, "%s of a float; expected an integer: int(x) converts, asuint(x) gives the bits",
                  wfa_shown(where, shown));
    return false;
}

static bool needs_number(struct wfa *p, const struct wfa_token *where, enum wf_word_type type)
{
    return type != WF_WORD_ANY || needs_integer(p, where, type);
}

static bool needs_same(struct wfa *p, const struct wfa_token *where, enum wf_word_type left, enum wf_word_type right)
{
    char shown[48];

    if (left == right)
        return true;
    if (left == WF_WORD_ANY || right == WF_WORD_ANY)
        return needs_number(p, where, WF_WORD_ANY);
    wfa_error(p, where->pos,
              "%s of an integer and a float; expected two of a kind: float(x) converts an integer, int(x) a float",
              wfa_shown(where, shown));
    return false;
}

/* Both operands of `where`: integers when there is no operation on floats, else two of a kind. */
static bool needs_operands(struct wfa *p, const struct wfa_token *where, bool of_floats, enum wf_word_type left,
                           enum wf_word_type right)
{
    if (!of_floats)
        return needs_integer(p, where, left) && needs_integer(p, where, right);
    return needs_same(p, where, left, right) && needs_number(p, where, left);
}

/* ---- operands ---- */

struct function {
    const char *name;
    unsigned arguments;
    enum wfa_opcode of_int, of_float;
    enum wf_word_type result;       /* WF_WORD_ANY: the type of the arguments */
};

static const struct function functions[] = {
    {"min", 2, WFA_X_MIN, WFA_X_FMIN, WF_WORD_ANY}, {"max", 2, WFA_X_MAX, WFA_X_FMAX, WF_WORD_ANY},
    {"smin", 2, WFA_X_SMIN, WFA_X_NONE, WF_WORD_INT}, {"smax", 2, WFA_X_SMAX, WFA_X_NONE, WF_WORD_INT},
    {"countbits", 1, WFA_X_COUNTBITS, WFA_X_NONE, WF_WORD_INT}, {"hash", 1, WFA_X_HASH, WFA_X_NONE, WF_WORD_INT},
    {"float", 1, WFA_X_I2F, WFA_X_SAME, WF_WORD_FLOAT}, {"int", 1, WFA_X_SAME, WFA_X_F2I, WF_WORD_INT},
    {"uint", 1, WFA_X_SAME, WFA_X_F2U, WF_WORD_INT}, {"asuint", 1, WFA_X_SAME, WFA_X_SAME, WF_WORD_INT},
    {"asfloat", 1, WFA_X_SAME, WFA_X_SAME, WF_WORD_FLOAT}};

static bool apply(struct wfa *p, struct wfa_expr *e, const struct wfa_token *where, const struct function *f,
                  enum wf_word_type type)
{
    bool any = f->of_int == WFA_X_SAME && f->of_float == WFA_X_SAME;

    if (!any && !(f->of_float == WFA_X_NONE ? needs_integer(p, where, type) : needs_number(p, where, type)))
        return false;
    e->type = f->result == WF_WORD_ANY ? type : f->result;
    return emit(p, e, where->pos, type == WF_WORD_FLOAT ? f->of_float : f->of_int, 0, 1 - (int)f->arguments);
}

static bool call(struct wfa *p, struct wfa_expr *e, const struct function *f)
{
    const struct wfa_token where = p->token;
    enum wf_word_type type = WF_WORD_INT;

    wfa_next(p);
    if (!wfa_expect(p, '(', "`(` after the name of a function"))
        return false;
    for (unsigned n = 0; n < f->arguments; n++) {
        if ((n && !wfa_expect(p, ',', "`,` and one more argument")) || !ternary(p, e) ||
            (n && !needs_operands(p, &where, f->of_float != WFA_X_NONE, type, e->type)))
            return false;
        type = e->type;
    }
    return wfa_expect(p, ')', "`)`") && apply(p, e, &where, f, type);
}

static bool element(struct wfa *p, struct wfa_expr *e, unsigned buffer)
{
    const struct wfa_token where = p->token;

    wfa_next(p);
    if (!wfa_expect(p, '[', "`[` after the name of a buffer") || !ternary(p, e) || !needs_integer(p, &where, e->type) ||
        !wfa_expect(p, ']', "`]`"))
        return false;
    e->type = p->kernel->buffer[buffer].type;
    return emit(p, e, where.pos, WFA_X_LOAD, buffer, 0);
}

static bool too_early(struct wfa *p)
{
    char shown[48];

    wfa_error(p, p->token.pos, "%s depends on the wave size, the wave count or a buffer, which this attribute cannot "
                               "use; expected a constant", wfa_shown(&p->token, shown));
    return false;
}

static bool push(struct wfa *p, struct wfa_expr *e, enum wf_word_type type, int64_t value)
{
    struct wfa_pos pos = p->token.pos;

    wfa_next(p);
    e->type = type;
    return emit(p, e, pos, WFA_X_PUSH, value, 1);
}

static void unknown(struct wfa *p)
{
    const char *const words[] = {"WAVE_SIZE", "REPORTED_WAVE_SIZE", "WAVES"};
    struct wf_suggestions near;
    char shown[48], perhaps[160];

    wf_suggest_start(&near, p->token.text, p->token.length);
    wfa_suggest_names(p, &near, 1u << WFA_CONST | 1u << WFA_BUFFER);
    for (size_t n = 0; n < sizeof words / sizeof words[0]; n++)
        wf_suggest_try(&near, words[n]);
    for (size_t n = 0; n < sizeof functions / sizeof functions[0]; n++)
        wf_suggest_try(&near, functions[n].name);
    wf_suggest_try(&near, "address");
    wfa_error(p, p->token.pos, "unknown name %s; expected a constant declared above%s", wfa_shown(&p->token, shown),
              wfa_perhaps(&near, perhaps));
}

/* The number of a buffer of the text, declared above, here or below. */
static bool number_of(const struct wfa *p, unsigned *number)
{
    for (*number = 0; *number < p->buffer_names; ++*number) {
        const struct wfa_token *name = &p->buffer_name[*number];
        if (name->length == p->token.length && !memcmp(name->text, p->token.text, name->length))
            return true;
    }
    return false;
}

/* address(NAME): the high word of its addresses, which is 1 + its number; the low one is a byte in it. */
static bool address(struct wfa *p, struct wfa_expr *e)
{
    const struct wfa_token where = p->token;
    unsigned number;

    wfa_next(p);
    if (!wfa_expect(p, '(', "`(` after the name of a function"))
        return false;
    if (!wfa_at(p, WFA_WORD) || !number_of(p, &number))
        return wfa_unexpected(p, "the name of a buffer");
    p->addressed[number] = true;
    wfa_next(p);
    e->type = WF_WORD_INT;
    return wfa_expect(p, ')', "`)`") && emit(p, e, where.pos, WFA_X_PUSH, WFA_ADDRESS + number + 1, 1);
}

static bool name(struct wfa *p, struct wfa_expr *e)
{
    char shown[48];
    if (wfa_token_is(&p->token, "address"))
        return address(p, e);
    const struct wfa_symbol *s = wfa_use(p, &p->token);
    unsigned number;

    if (wfa_find_buffer(p, &p->token, &number))
        return element(p, e, number);
    if (s && s->kind == WFA_CONST)
        return push(p, e, s->type, s->value);
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

static bool index_of_element(struct wfa *p, struct wfa_expr *e)
{
    struct wfa_pos pos = p->token.pos;

    if (!e->index_allowed) {
        wfa_error(p, pos,
                  "`i` has no meaning here; expected a constant (`i` is the index in the contents of a buffer)");
        return false;
    }
    e->uses_index = true;
    e->type = WF_WORD_INT;
    wfa_next(p);
    return emit(p, e, pos, WFA_X_INDEX, 0, 1);
}

static bool word(struct wfa *p, struct wfa_expr *e)
{
    bool waves = wfa_at_word(p, "WAVES");

    if (wfa_at_word(p, "inf"))
        return push(p, e, WF_WORD_FLOAT, 0x7f800000);
    if (wfa_at_word(p, "nan"))
        return push(p, e, WF_WORD_FLOAT, 0x7fc00000);
    if (wfa_at_word(p, "REPORTED_WAVE_SIZE"))
        return p->first_pass ? too_early(p)
                             : push(p, e, WF_WORD_INT, p->kernel->desc.report_wave_size ? p->committed_size : 0);
    if (waves || wfa_at_word(p, "WAVE_SIZE"))
        return p->first_pass ? too_early(p) : push(p, e, WF_WORD_INT, waves ? p->committed_waves : p->committed_size);
    if (wfa_at_word(p, "i"))
        return index_of_element(p, e);
    for (size_t n = 0; n < sizeof functions / sizeof functions[0]; n++)
        if (wfa_at_word(p, functions[n].name))
            return call(p, e, &functions[n]);
    return name(p, e);
}

static bool primary(struct wfa *p, struct wfa_expr *e)
{
    if (wfa_at(p, WFA_INT) || wfa_at(p, WFA_FLOAT))
        return push(p, e, wfa_at(p, WFA_INT) ? WF_WORD_INT : WF_WORD_FLOAT, p->token.value);
    if (wfa_at(p, WFA_WORD))
        return word(p, e);
    if (wfa_take(p, '('))
        return ternary(p, e) && wfa_expect(p, ')', "`)`");
    return wfa_unexpected(p, wfa_at(p, WFA_BAD) && p->token.complaint->wanted ? p->token.complaint->wanted
                                                                              : "an expression");
}

/* ---- operators ---- */

static bool deeper(struct wfa *p, struct wfa_expr *e)
{
    if (e->nest++ < WFA_MAX_EXPR_DEPTH)
        return true;
    wfa_error(p, p->token.pos, "the expression is nested too deep; expected at most %d levels", WFA_MAX_EXPR_DEPTH);
    return false;
}

static bool unary(struct wfa *p, struct wfa_expr *e)
{
    const struct wfa_token sign = p->token;
    bool ok;

    if (sign.kind != '-' && sign.kind != '~' && sign.kind != '!' && sign.kind != '+')
        return primary(p, e);
    if (!deeper(p, e))
        return false;
    wfa_next(p);
    ok = unary(p, e);
    if (sign.kind == '-')
        ok = ok && needs_number(p, &sign, e->type) &&
             emit(p, e, sign.pos, e->type == WF_WORD_FLOAT ? WFA_X_FNEG : WFA_X_NEG, 0, 0);
    else if (sign.kind == '+')
        ok = ok && needs_number(p, &sign, e->type);
    else
        ok = ok && needs_integer(p, &sign, e->type) &&
             emit(p, e, sign.pos, sign.kind == '~' ? WFA_X_NOT : WFA_X_LOGIC_NOT, 0, 0);
    e->nest--;
    return ok;
}

struct binary {
    int token;
    unsigned level;         /* the loosest is 1 */
    enum wfa_opcode of_int, of_float;
    bool compares;          /* gives an integer */
};

static const struct binary *binary_at(const struct wfa *p)
{
    static const struct binary table[] = {
        {WFA_OROR, 1, WFA_X_BOOL, WFA_X_NONE, true}, {WFA_ANDAND, 2, WFA_X_BOOL, WFA_X_NONE, true},
        {'|', 3, WFA_X_OR, WFA_X_NONE, false},       {'^', 4, WFA_X_XOR, WFA_X_NONE, false},
        {'&', 5, WFA_X_AND, WFA_X_NONE, false},      {WFA_EQ, 6, WFA_X_EQ, WFA_X_FEQ, true},
        {WFA_NE, 6, WFA_X_NE, WFA_X_FNE, true},      {'<', 7, WFA_X_LT, WFA_X_FLT, true},
        {WFA_LE, 7, WFA_X_LE, WFA_X_FLE, true},      {'>', 7, WFA_X_GT, WFA_X_FGT, true},
        {WFA_GE, 7, WFA_X_GE, WFA_X_FGE, true},      {WFA_SHL, 8, WFA_X_SHL, WFA_X_NONE, false},
        {WFA_SHR, 8, WFA_X_SHR, WFA_X_NONE, false},  {'+', 9, WFA_X_ADD, WFA_X_FADD, false},
        {'-', 9, WFA_X_SUB, WFA_X_FSUB, false},      {'*', 10, WFA_X_MUL, WFA_X_FMUL, false},
        {'/', 10, WFA_X_DIV, WFA_X_FDIV, false},     {'%', 10, WFA_X_MOD, WFA_X_NONE, false}};

    for (size_t n = 0; n < sizeof table / sizeof table[0]; n++)
        if (wfa_at(p, table[n].token))
            return &table[n];
    return NULL;
}

static bool binary(struct wfa *p, struct wfa_expr *e, unsigned level);

/* a && b:  a, jump_zero L, b, bool, jump E, L: push 0, E: */
static bool lazy(struct wfa *p, struct wfa_expr *e, const struct wfa_token *where, bool is_or)
{
    size_t skip = e->count, end;

    if (!needs_integer(p, where, e->type) || !emit(p, e, where->pos, is_or ? WFA_X_JUMP_ONE : WFA_X_JUMP_ZERO, 0, -1) ||
        !binary(p, e, is_or ? 2 : 3) || !needs_integer(p, where, e->type) || !emit(p, e, where->pos, WFA_X_BOOL, 0, 0))
        return false;
    end = e->count;
    if (!emit(p, e, where->pos, WFA_X_JUMP, 0, -1))
        return false;
    land(e, skip);
    if (!emit(p, e, where->pos, WFA_X_PUSH, is_or, 1))
        return false;
    land(e, end);
    return true;
}

static bool both(struct wfa *p, struct wfa_expr *e, const struct wfa_token *where, const struct binary *b)
{
    enum wf_word_type left = e->type;

    if (!binary(p, e, b->level + 1) || !needs_operands(p, where, b->of_float != WFA_X_NONE, left, e->type))
        return false;
    e->type = b->compares ? WF_WORD_INT : left;
    return emit(p, e, where->pos, left == WF_WORD_FLOAT ? b->of_float : b->of_int, 0, -1);
}

static bool binary(struct wfa *p, struct wfa_expr *e, unsigned level)
{
    const struct binary *b;

    if (!unary(p, e))
        return false;
    while ((b = binary_at(p)) && b->level >= level) {
        const struct wfa_token where = p->token;
        wfa_next(p);
        if (b->of_int == WFA_X_BOOL ? !lazy(p, e, &where, b->token == WFA_OROR) : !both(p, e, &where, b))
            return false;
    }
    return true;
}

/* c ? a : b ? d : e ...: the jumps to the common end are chained through their targets until it is known. */
static bool ternary(struct wfa *p, struct wfa_expr *e)
{
    int64_t chain = -1;
    struct wfa_token where = p->token;
    enum wf_word_type type = WF_WORD_ANY;       /* of the values between which `?:` chooses */
    bool ok = deeper(p, e) && binary(p, e, 1);

    while (ok && wfa_at(p, '?')) {
        enum wf_word_type before = type;
        size_t skip = e->count;
        where = p->token;
        wfa_next(p);
        if (!needs_integer(p, &where, e->type) || !emit(p, e, where.pos, WFA_X_JUMP_ZERO, 0, -1) || !ternary(p, e))
            return false;
        type = e->type;
        if ((chain >= 0 && !needs_same(p, &where, before, type)) || !wfa_expect(p, ':', "`:` of `?:`") ||
            !emit(p, e, where.pos, WFA_X_JUMP, chain, -1))
            return false;
        chain = (int64_t)e->count - 1;
        land(e, skip);
        ok = binary(p, e, 1);
    }
    ok = ok && (chain < 0 || needs_same(p, &where, type, e->type));
    while (ok && chain >= 0) {
        int64_t before = e->op[chain].value;
        land(e, (size_t)chain);
        chain = before;
    }
    e->nest--;
    return ok;
}

bool wfa_compile(struct wfa *p, struct wfa_expr *expr, bool index_allowed)
{
    expr->count = 0;
    expr->depth = expr->nest = 0;
    expr->type = WF_WORD_INT;
    expr->uses_index = false;
    expr->index_allowed = index_allowed;
    return ternary(p, expr);
}

void wfa_expr_free(struct wfa_expr *expr)
{
    free(expr->op);
    *expr = (struct wfa_expr){0};
}

bool wfa_constant(struct wfa *p, struct wfa_value *value)
{
    struct wfa_expr expr = {0};
    bool ok = wfa_compile(p, &expr, false) && wfa_eval(p, &expr, 0, &value->exact);

    value->type = expr.type;
    wfa_expr_free(&expr);
    return ok;
}

bool wfa_constant_of_list(struct wfa *p, struct wfa_value *value)
{
    const struct wfa_lexer lexer = p->lexer;
    const struct wfa_token token = p->token;

    if (wfa_constant(p, value))
        return true;
    if (!p->first_pass)
        return false;
    p->lexer = lexer;
    p->token = token;
    for (unsigned open = 0; !wfa_at(p, WFA_NEWLINE) && !wfa_at(p, WFA_EOF) && (open || !wfa_at(p, ',')); wfa_next(p))
        open += wfa_at(p, '(') || wfa_at(p, '[') ? 1u : open && (wfa_at(p, ')') || wfa_at(p, ']')) ? UINT32_MAX : 0;
    return false;
}

bool wfa_number(struct wfa *p, const char *what, uint32_t least, uint32_t most, const char *wanted, uint32_t *number)
{
    const int64_t huge = INT64_C(1) << 59;
    struct wfa_pos pos = p->token.pos;
    struct wfa_value v;

    if (!wfa_constant(p, &v))
        return false;
    if (v.type != WF_WORD_INT)
        wfa_error(p, pos, "%s is %s; expected an integer, %s", what,
                  v.type == WF_WORD_FLOAT ? "a float" : "no integer: asuint(x) makes one", wanted);
    else if (v.exact > huge)
        wfa_error(p, pos, "%s is far too large; expected %s", what, wanted);
    else if (v.exact < least || v.exact > most)
        wfa_error(p, pos, "%s is %lld; expected %s", what, (long long)v.exact, wanted);
    else
        *number = (uint32_t)v.exact;
    return v.type == WF_WORD_INT && v.exact >= least && v.exact <= most;
}
