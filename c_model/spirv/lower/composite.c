/* SPDX-License-Identifier: Apache-2.0
 * composite.c - parts of vectors, matrices, arrays and structs that are values: made, taken, put, shuffled, chosen by an index.
 */
#include "lower.h"

#include <string.h>

/* Step into part `index` of a composite type: its type, and how many words lie before it. */
static const struct wfs_type *part(struct wfs_lower *l, uint32_t at, const struct wfs_type *t, uint32_t index,
                                   uint32_t *word)
{
    if (t->kind != WFS_VECTOR && t->kind != WFS_MATRIX && t->kind != WFS_ARRAY && t->kind != WFS_STRUCT)
        wfs_refuse(l->m, at, "%s has no parts", wfs_type_shown(l->m, t));
    if (index >= t->count)
        wfs_refuse(l->m, at, "part %u of %s; expected one below %u", (unsigned)index, wfs_type_shown(l->m, t),
                   (unsigned)t->count);
    if (t->kind == WFS_STRUCT) {
        *word += t->member[index].word;
        return t->member[index].type;
    }
    *word += index * (uint32_t)t->element->words;
    return t->element;
}

/* The part that the literals in words n.. of the instruction name. */
static const struct wfs_type *find_part(struct wfs_lower *l, uint32_t at, uint32_t n, const struct wfs_value *v,
                                        uint32_t *word)
{
    const struct wfs_type *t = v->type;

    *word = 0;
    if (!v->word)
        wfs_refuse(l->m, at, "a pointer has no parts");
    for (; n < wfs_length_at(l->m, at); n++)
        t = part(l, at, t, wfs_operand(l->m, at, n), word);
    return t;
}

static void same_size(struct wfs_lower *l, uint32_t at, const struct wfs_value *to, const struct wfs_value *from,
                      uint32_t words)
{
    if (!to->word || !from->word || to->words != words || words > from->words)
        wfs_refuse(l->m, at, "its operands do not fit its type %s", wfs_type_shown(l->m, to->type));
}

static void extract(struct wfs_lower *l, uint32_t at, struct wfs_value *v)
{
    const struct wfs_value *from = wfs_value(l, wfs_operand(l->m, at, 3));
    uint32_t word;

    same_size(l, at, v, from, (uint32_t)find_part(l, at, 4, from, &word)->words);
    memcpy(v->word, from->word + word, v->words * sizeof *v->word);
}

static void insert(struct wfs_lower *l, uint32_t at, struct wfs_value *v)
{
    const struct wfs_value *object = wfs_value(l, wfs_operand(l->m, at, 3)),
                           *from = wfs_value(l, wfs_operand(l->m, at, 4));
    uint32_t word;
    const struct wfs_type *t = find_part(l, at, 5, from, &word);

    same_size(l, at, v, from, from->words);
    same_size(l, at, object, object, (uint32_t)t->words);
    memcpy(v->word, from->word, v->words * sizeof *v->word);
    memcpy(v->word + word, object->word, object->words * sizeof *object->word);
}

static const struct wfs_value *vector(struct wfs_lower *l, uint32_t at, uint32_t n)
{
    const struct wfs_value *v = wfs_value(l, wfs_operand(l->m, at, n));

    if (v->type->kind != WFS_VECTOR)
        wfs_refuse(l->m, at, "operand %u is %s; expected a vector", (unsigned)n, wfs_type_shown(l->m, v->type));
    return v;
}

static void shuffle(struct wfs_lower *l, uint32_t at, struct wfs_value *v)
{
    const struct wfs_value *from[2] = {vector(l, at, 3), vector(l, at, 4)};
    const uint32_t words = wfs_scalar_words(v->type), first = from[0]->type->count;

    for (uint32_t i = 0; i < wfs_components(v->type); i++) {
        const uint32_t which = wfs_operand(l->m, at, 5 + i);
        const uint32_t component = which == UINT32_MAX ? 0 : which < first ? which : which - first;
        const struct wfs_value *source = from[which != UINT32_MAX && which >= first];
        if (component >= source->type->count || wfs_scalar_words(source->type) != words)
            wfs_refuse(l->m, at, "component %u; expected one of its operands", (unsigned)which);
        memcpy(v->word + i * words, source->word + component * words, words * sizeof *v->word);
    }
}

/* The index of a component when it is not known, and the lanes where it is beyond the vector. */
static wfs_val component_index(struct wfs_lower *l, uint32_t at, uint32_t n, uint32_t count, struct wfs_pointer *p)
{
    const wfs_val index = wfs_index_value(l, at, n, false);

    *p = (struct wfs_pointer){.outside = wfs_none()};
    wfs_note_outside(l, p, index, count);
    return index;
}

/* Compare and select. */
static void extract_dynamic(struct wfs_lower *l, uint32_t at, struct wfs_value *v)
{
    const struct wfs_value *from = vector(l, at, 3);
    struct wfs_pointer beyond;
    const wfs_val index = component_index(l, at, 4, from->type->count, &beyond);
    const uint32_t words = wfs_scalar_words(from->type);

    same_size(l, at, v, from, words);
    memcpy(v->word, from->word, words * sizeof *v->word);
    for (uint32_t i = 1; i < from->type->count; i++) {
        const wfs_val here = wfs_eq(l->code, index, wfs_const(i));
        for (uint32_t k = 0; k < words; k++)
            v->word[k] = wfs_sel(l->code, here, from->word[i * words + k], v->word[k]);
    }
    wfs_load_outside(l, &beyond, v);
}

static void insert_dynamic(struct wfs_lower *l, uint32_t at, struct wfs_value *v)
{
    const struct wfs_value *from = vector(l, at, 3), *object = wfs_value(l, wfs_operand(l->m, at, 4));
    struct wfs_pointer beyond;
    const wfs_val index = component_index(l, at, 5, from->type->count, &beyond);
    const uint32_t words = wfs_scalar_words(from->type);

    same_size(l, at, v, from, from->words);
    same_size(l, at, object, object, words);
    for (uint32_t i = 0; i < from->type->count; i++) {
        const wfs_val here = wfs_eq(l->code, index, wfs_const(i));
        for (uint32_t k = 0; k < words; k++)
            v->word[i * words + k] = wfs_sel(l->code, here, object->word[k], from->word[i * words + k]);
    }
    wfs_store_outside(l, &beyond);
}

static void copy(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_value *from = wfs_value(l, wfs_operand(l->m, at, 3));
    struct wfs_value *v = wfs_new(l->env, 1, sizeof *v);

    *v = *from;
    v->type = wfs_type(l->m, wfs_operand(l->m, at, 1));
    if (v->type->words != from->type->words || (v->type->kind == WFS_POINTER) != (v->pointer != NULL) ||
        ((v->image || v->handles) && v->type != from->type))
        wfs_refuse(l->m, at, "its operand is no %s", wfs_type_shown(l->m, v->type));
    wfs_define(l, wfs_operand(l->m, at, 2), v);
}

bool wfs_lower_composite(struct wfs_lower *l, uint32_t at)
{
    void (*make)(struct wfs_lower *, uint32_t, struct wfs_value *);

    switch (wfs_op_at(l->m, at)) {
    case WfsOpCopyObject: case WfsOpCopyLogical: case WfsOpExpectKHR: copy(l, at); return true;
    case WfsOpCompositeConstruct: make = wfs_compose; break;
    case WfsOpCompositeExtract: make = extract; break;
    case WfsOpCompositeInsert: make = insert; break;
    case WfsOpVectorShuffle: make = shuffle; break;
    case WfsOpVectorExtractDynamic: make = extract_dynamic; break;
    case WfsOpVectorInsertDynamic: make = insert_dynamic; break;
    default: return false;
    }
    struct wfs_value *v = wfs_new_value(l, wfs_type(l->m, wfs_operand(l->m, at, 1)));
    if (!v->word)
        wfs_refuse(l->m, at, "its result is a pointer");
    make(l, at, v);
    wfs_define(l, wfs_operand(l->m, at, 2), v);
    return true;
}
