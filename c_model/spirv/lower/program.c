/* SPDX-License-Identifier: Apache-2.0
 * program.c - constants and variables of the program, of kernels of OpenCL.
 */
#include "lower.h"

/* What the variable asks for; 1: nothing. */
static uint32_t asked_alignment(struct wfs_lower *l, uint32_t id)
{
    enum { MOST = 1 << 16 };
    const uint32_t constant = wfs_decorated(l->m, id, WFS_WHOLE, WfsDecorationAlignmentId, 0);
    const uint32_t bytes = constant ? wfs_constant_u32(l->m, constant)
                                    : wfs_decorated(l->m, id, WFS_WHOLE, WfsDecorationAlignment, 1);

    if (!wfs_is_power_of_two(bytes) || bytes > MOST)
        wfs_refuse(l->m, l->m->id[id].at, "%s has the Alignment %u; expected a power of two up to %d",
                   wfs_shown(l->m, id), (unsigned)bytes, (int)MOST);
    return bytes;
}

uint32_t wfs_alignment(struct wfs_lower *l, uint32_t id, const struct wfs_type *t)
{
    const uint32_t asked = asked_alignment(l, id), words = ((asked > t->c_align ? asked : t->c_align) + 3) / 4;

    return words ? words : 1;
}

/* A constant as bytes of the table. */
static void write_constant(struct wfs_lower *l, uint32_t at, const struct wfs_type *t, const wfs_val *word, uint32_t byte)
{
    switch (t->kind) {
    case WFS_INT: case WFS_FLOAT: case WFS_ADDRESS:
        for (uint32_t i = 0; i < t->words; i++) {
            if (!wfs_is_const(word[i]))
                wfs_refuse(l->m, at, "its value is not constant");
            l->table[byte / 4 + i] |= word[i].bits << 8 * (byte % 4);
            if (byte % 4 + (t->width < 32 ? t->width / 8 : 4) > 4)
                l->table[byte / 4 + i + 1] |= word[i].bits >> (32 - 8 * (byte % 4));
        }
        return;
    case WFS_VECTOR: case WFS_ARRAY:
        for (uint32_t i = 0; i < t->count; i++)
            write_constant(l, at, t->element, word + i * t->element->words, byte + i * t->element->c_size);
        return;
    case WFS_STRUCT:
        for (uint32_t i = 0; i < t->count; i++)
            write_constant(l, at, t->member[i].type, word + t->member[i].word, byte + t->member[i].offset);
        return;
    default: wfs_refuse(l->m, at, "%s has no layout in memory", wfs_type_shown(l->m, t));
    }
}

/* Declared here, defined in another module. */
static bool is_imported(struct wfs_lower *l, uint32_t id)
{
    enum { IMPORT = 1 };

    for (const struct wfs_decoration *d = l->m->id[id].decoration; d; d = d->next)
        if (d->kind == WfsDecorationLinkageAttributes && d->operands && l->m->word[d->operand + d->operands - 1] == IMPORT)
            return true;
    return false;
}

enum { MOST_DEEP = 200 };              /* addresses of variables in variables */

/* The first value, or NULL: zeros. */
static const struct wfs_value *program_value(struct wfs_lower *l, uint32_t at, uint32_t id, const struct wfs_type *t)
{
    if (is_imported(l, id))
        wfs_refuse(l->m, at, "%s is of another module; expected its definition", wfs_shown(l->m, id));
    if (wfs_length_at(l->m, at) < 5 && wfs_operand(l->m, at, 3) == WfsStorageClassUniformConstant)
        wfs_refuse(l->m, at, "%s is a constant without a value", wfs_shown(l->m, id));
    if (wfs_length_at(l->m, at) < 5)
        return NULL;
    if (wfs_id(l->m, wfs_operand(l->m, at, 4))->at >= at)
        wfs_refuse(l->m, at, "%s, its first value, is not defined before it", wfs_shown(l->m, wfs_operand(l->m, at, 4)));
    if (++l->program_depth > MOST_DEEP)
        wfs_refuse(l->m, at, "variables whose first values lead to each other are more than %d deep", (int)MOST_DEEP);
    const struct wfs_value *v = wfs_value(l, wfs_operand(l->m, at, 4));
    l->program_depth--;
    if (!v->word || v->words != t->words)
        wfs_refuse(l->m, at, "%s is %s, its value %s; expected one type", wfs_shown(l->m, id), wfs_type_shown(l->m, t),
                   wfs_type_shown(l->m, v->type));
    return v;
}

void wfs_program_pointer(struct wfs_lower *l, uint32_t at, uint32_t id, struct wfs_pointer *p)
{
    const struct wfs_type *t = p->pointee;
    const struct wfs_value *v = program_value(l, at, id, t);
    const uint32_t align = wfs_alignment(l, id, t);

    p->space = WFS_BUFFER;
    p->is_explicit = true;
    p->buffer = wfs_const(l->target->table_buffer);
    while (l->table_words % align)
        WFS_APPEND(l->env, l->table, l->table_words, l->table_room, 0);
    p->offset = (uint32_t)(4 * l->table_words);
    const size_t words = ((size_t)t->c_size + 3) / 4;
    for (size_t i = 0; i < words; i++)
        WFS_APPEND(l->env, l->table, l->table_words, l->table_room, 0);
    if (v)
        write_constant(l, at, t, v->word, p->offset);
}
