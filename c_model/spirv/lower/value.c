/* SPDX-License-Identifier: Apache-2.0
 * value.c - values of ids: constants, specialization constants, composites and their parts.
 */
#include "lower.h"

#include <string.h>

struct wfs_value *wfs_new_value(struct wfs_lower *l, const struct wfs_type *type)
{
    struct wfs_value *v = wfs_new(l->env, 1, sizeof *v);

    if (type->kind != WFS_POINTER && (type->words == 0 || type->words > WFS_MAX_VALUE) &&
        !(type->kind == WFS_STRUCT && type->words == 0))
        wfs_fail(l->env, "a value of type %s is not supported: expected 1 to %d words", wfs_type_shown(l->m, type),
                 (int)WFS_MAX_VALUE);
    v->type = type;
    if (type->kind != WFS_POINTER) {
        v->words = (uint32_t)type->words;
        v->word = wfs_new(l->env, v->words + 1, sizeof *v->word);
        for (uint32_t i = 0; i <= v->words; i++)        /* every word is something, whoever fills in too few */
            v->word[i] = wfs_const(0);
    }
    return v;
}

struct wfs_value *wfs_any_result(struct wfs_lower *l, uint32_t at)
{
    struct wfs_value *v = wfs_new_value(l, wfs_type(l->m, wfs_operand(l->m, at, 1)));

    wfs_define(l, wfs_operand(l->m, at, 2), v);
    return v;
}

struct wfs_value *wfs_result(struct wfs_lower *l, uint32_t at)
{
    struct wfs_value *v = wfs_any_result(l, at);

    if (!v->word)
        wfs_refuse(l->m, at, "its result is a pointer");
    return v;
}

void wfs_define(struct wfs_lower *l, uint32_t id, struct wfs_value *value)
{
    if (id == 0 || id >= l->m->bound)
        wfs_fail(l->env, "id %u is outside the bound", (unsigned)id);
    l->value[id] = value;
}

/* ---- constants ---- */

#define NOWHERE 0xfffffffcU              /* where null pointers point */

/* Points to no byte of the memory that its type names: what is loaded there is 0, what is stored is lost. */
static struct wfs_pointer *null_pointer(struct wfs_lower *l, uint32_t at, const struct wfs_type *type)
{
    struct wfs_pointer *p = wfs_new(l->env, 1, sizeof *p);
    const bool buffer = type->storage == WfsStorageClassStorageBuffer || type->storage == WfsStorageClassUniform;

    if (!buffer && type->storage != WfsStorageClassWorkgroup)
        wfs_refuse(l->m, at, "a pointer to nothing; only those to workgroup variables and buffers may be one");
    *p = (struct wfs_pointer){.space = buffer ? WFS_BUFFER : WFS_LDS, .is_explicit = buffer, .pointee = type->element,
                              .dynamic = wfs_none(), .align = 1U << 31,
                              .offset = buffer ? 0 : NOWHERE, .buffer = wfs_const(NOWHERE)};
    return p;
}

bool wfs_is_wave_count(const struct wfs_lower *l, uint32_t id)
{
    const struct wfs_id *of = wfs_id(l->m, id);

    return of->op == WfsOpSpecConstant && of->name && !strcmp(of->name, WF_SHADER_WAVE_COUNT_NAME) &&
           wfs_decorated(l->m, id, WFS_WHOLE, WfsDecorationSpecId, UINT32_MAX) == WF_SHADER_WAVE_COUNT;
}

/* Word of a specialization constant, as it was asked for. */
static uint32_t spec_value(const struct wfs_lower *l, uint32_t id, uint32_t word, uint32_t otherwise)
{
    const uint32_t spec_id = wfs_decorated(l->m, id, WFS_WHOLE, WfsDecorationSpecId, UINT32_MAX);

    for (size_t i = 0; i < l->specs; i++)
        if (l->spec[i].id == spec_id && wfs_decoration(l->m, id, WFS_WHOLE, WfsDecorationSpecId))
            return l->spec[i].word[word < 2 ? word : 1];
    return otherwise;
}

bool wfs_is_constant_id(const struct wfs_lower *l, uint32_t id)
{
    switch (wfs_id(l->m, id)->op) {
    case WfsOpConstantTrue: case WfsOpConstantFalse: case WfsOpConstant: case WfsOpConstantComposite:
    case WfsOpConstantNull: case WfsOpSpecConstantTrue: case WfsOpSpecConstantFalse: case WfsOpSpecConstant:
    case WfsOpSpecConstantComposite: case WfsOpSpecConstantOp: case WfsOpUndef:
        return true;
    default:
        return false;
    }
}

/* A number as registers hold it: types narrower than a word are zero-extended. */
static void number(struct wfs_lower *l, uint32_t id, uint32_t at, struct wfs_value *v)
{
    if (v->type->kind != WFS_INT && v->type->kind != WFS_FLOAT)
        wfs_refuse(l->m, at, "its type is %s; expected a number", wfs_type_shown(l->m, v->type));
    for (uint32_t i = 0; i < v->words; i++) {
        uint32_t word = wfs_operand(l->m, at, 3 + i);
        if (wfs_op_at(l->m, at) == WfsOpSpecConstant)
            word = l->waves && wfs_is_wave_count(l, id) ? l->waves : spec_value(l, id, i, word);
        v->word[i] = wfs_const(v->type->width < 32 ? word & ((1U << v->type->width) - 1) : word);
    }
}

static void truth(struct wfs_lower *l, uint32_t at, struct wfs_value *v, bool is_true)
{
    if (v->type->kind != WFS_BOOL)
        wfs_refuse(l->m, at, "its type is %s; expected bool", wfs_type_shown(l->m, v->type));
    v->word[0] = wfs_const(is_true);
}

static void put(struct wfs_lower *l, uint32_t at, struct wfs_value *to, uint32_t *word, const struct wfs_value *part)
{
    if (!to->word || !part->word || part->words > to->words - *word)
        wfs_refuse(l->m, at, "its parts do not make up its type %s", wfs_type_shown(l->m, to->type));
    memcpy(to->word + *word, part->word, part->words * sizeof *part->word);
    *word += part->words;
}

void wfs_compose(struct wfs_lower *l, uint32_t at, struct wfs_value *v)
{
    uint32_t word = 0;

    for (struct wfs_list list = {at, 3}; wfs_has_next(l->m, &list); list.n++)
        put(l, at, v, &word, wfs_value(l, wfs_operand(l->m, list.at, list.n)));
    if (word != v->words)
        wfs_refuse(l->m, at, "its parts do not make up its type %s", wfs_type_shown(l->m, v->type));
}

/* OpSpecConstantOp: the instruction that it names is written out behind the module and lowered; all it has is
 * constants. */
static struct wfs_value *spec_operation(struct wfs_lower *l, uint32_t id, uint32_t at)
{
    struct wfs_module *m = l->m;
    const uint32_t length = wfs_length_at(m, at), to = m->spare;
    const uint32_t op = wfs_operand(m, at, 3);

    if (length >= 64)
        wfs_refuse(m, at, "it has %u words; expected fewer than 64", (unsigned)length);
    m->spare += length - 1;
    m->word[to] = (length - 1) << 16 | (op & 0xffff);
    m->word[to + 1] = m->word[at + 1];
    m->word[to + 2] = m->word[at + 2];
    for (uint32_t n = 4; n < length; n++)
        m->word[to + n - 1] = m->word[at + n];
    if (op > 0xffff)
        wfs_refuse(m, at, "its operation %u is none", (unsigned)op);
    l->instruction(l, to);
    struct wfs_value *v = l->value[id];
    for (uint32_t i = 0; v && i < v->words; i++)
        if (!wfs_is_const(v->word[i]))
            wfs_refuse(m, at, "a specialization constant of this operation and type is not supported");
    return v;
}

/* WorkgroupSize of a group of whole waves. */
static void take_launched_size(const struct wfs_lower *l, uint32_t id, struct wfs_value *v)
{
    if (wfs_decorated(l->m, id, WFS_WHOLE, WfsDecorationBuiltIn, UINT32_MAX) != WfsBuiltInWorkgroupSize)
        return;
    for (uint32_t i = 0; i < v->words && i < 3; i++)
        v->word[i] = wfs_const(l->local_size[i]);
}

static struct wfs_value *constant(struct wfs_lower *l, uint32_t id, uint32_t at)
{
    const uint32_t op = wfs_op_at(l->m, at);
    const struct wfs_type *type = wfs_type(l->m, wfs_operand(l->m, at, 1));

    if (op == WfsOpSpecConstantOp)
        return spec_operation(l, id, at);
    struct wfs_value *v = wfs_new_value(l, type);
    switch (op) {
    case WfsOpConstantTrue: truth(l, at, v, true); break;
    case WfsOpConstantFalse: truth(l, at, v, false); break;
    case WfsOpSpecConstantTrue: truth(l, at, v, spec_value(l, id, 0, 1) != 0); break;
    case WfsOpSpecConstantFalse: truth(l, at, v, spec_value(l, id, 0, 0) != 0); break;
    case WfsOpConstant: case WfsOpSpecConstant: number(l, id, at, v); break;
    case WfsOpConstantComposite: case WfsOpSpecConstantComposite:
        wfs_compose(l, at, v);
        if (l->whole_waves)
            take_launched_size(l, id, v);
        break;
    default:                            /* null, undefined: zeros */
        if (type->kind == WFS_POINTER)
            v->pointer = null_pointer(l, at, type);
        break;
    }
    return v;
}

/* Constants are made of earlier ones: so none is made of itself, and the instruction of each OpSpecConstantOp is
 * written out once. */
static struct wfs_value *made_constant(struct wfs_lower *l, uint32_t id, uint32_t at)
{
    struct wfs_module *m = l->m;
    const uint32_t outer = m->constant_at, offset = l->env->offset;

    if (outer && at >= outer)
        wfs_refuse(m, outer, "%s, which it is made of, is defined after it", wfs_shown(m, id));
    if (m->nesting++ > 200)
        wfs_refuse(m, at, "constants nest more than 200 deep");
    m->constant_at = at;
    struct wfs_value *v = constant(l, id, at);
    m->constant_at = outer;
    l->env->offset = offset;
    m->nesting--;
    return v;
}

struct wfs_value *wfs_value(struct wfs_lower *l, uint32_t id)
{
    const struct wfs_id *def = wfs_id(l->m, id);

    if (!l->value[id]) {
        if (def->op == WfsOpVariable && !l->target)
            wfs_refuse(l->m, def->at, "%s is used where a constant is expected", wfs_shown(l->m, id));
        else if (def->op == WfsOpVariable && l->m->constant_at && def->at > l->m->constant_at)
            wfs_refuse(l->m, l->m->constant_at, "%s, which it is made of, is defined after it", wfs_shown(l->m, id));
        else if (def->op == WfsOpVariable)
            l->declare(l, def->at);
        else if (wfs_is_constant_id(l, id))
            l->value[id] = made_constant(l, id, def->at);
    }
    if (!l->value[id])
        wfs_fail(l->env, "%s (id %u) has no value where it is used", wfs_shown(l->m, id), (unsigned)id);
    return l->value[id];
}

wfs_val wfs_word(struct wfs_lower *l, uint32_t id)
{
    const struct wfs_value *v = wfs_value(l, id);

    if (!v->word || v->words == 0)
        wfs_fail(l->env, "%s (id %u) is no number", wfs_shown(l->m, id), (unsigned)id);
    return v->word[0];
}

uint32_t wfs_constant_u32(struct wfs_module *m, uint32_t id)
{
    struct wfs_lower *l = m->lower;

    if (!l || !wfs_is_constant_id(l, id))
        wfs_fail(m->env, "id %u is no constant; expected the constant length of an array", (unsigned)id);
    const struct wfs_value *v = wfs_value(l, id);
    if (!v->word || v->words == 0 || !wfs_is_const(v->word[0]) || (v->words == 2 && v->word[1].bits))
        wfs_fail(m->env, "id %u is no integer constant of 32 bits", (unsigned)id);
    return v->word[0].bits;
}
