/* SPDX-License-Identifier: Apache-2.0
 * ext.c - one entry for all of GLSL.std.450, from the table ext.def.
 */
#include "../module/grammar.h"
#include "math.h"
#include "whole.h"

enum kind { KIND_each1 = 1, KIND_each2, KIND_each3, KIND_parts, KIND_whole };

struct entry {
    uint32_t number;
    unsigned operands;
    enum kind kind;
    union { wfs_unary *each1; wfs_binary *each2; wfs_ternary *each3; wfs_parts *parts; wfs_whole *whole; } write;
};

static const struct entry *find(uint32_t number)
{
    static const struct entry table[] = {
#define WFS_EXT(name, operands, kind, function) {WfsGlsl##name, operands, KIND_##kind, {.kind = function}},
#include "ext.def"
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].number == number)
            return &table[i];
    return NULL;
}

static void component(struct wfs_code *c, const struct entry *e, const wfs_val *const *arg, unsigned i, unsigned count,
                      wfs_val *result)
{
    switch (e->kind) {
    case KIND_each1: result[i] = e->write.each1(c, arg[0][i]); break;
    case KIND_each2: result[i] = e->write.each2(c, arg[0][i], arg[1][i]); break;
    case KIND_each3: result[i] = e->write.each3(c, arg[0][i], arg[1][i], arg[2][i]); break;
    default:         result[i] = e->write.parts(c, arg[0][i], &result[count + i]); break;
    }
}

bool wfs_ext(struct wfs_code *c, uint32_t instruction, unsigned n, const wfs_val *const *arg, const unsigned *length,
             wfs_val *result)
{
    const struct entry *e = find(instruction);

    if (!e || n != e->operands)
        return false;
    if (e->kind == KIND_whole)
        return e->write.whole(c, arg, length, result);
    for (unsigned i = 1; i < n; i++)
        if (length[i] != length[0])
            return false;
    for (unsigned i = 0; i < length[0]; i++)
        component(c, e, arg, i, length[0], result);
    return true;
}
