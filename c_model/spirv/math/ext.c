/* SPDX-License-Identifier: Apache-2.0
 * ext.c - one entry for all of GLSL.std.450, from the table ext.def; of f64 by wide.h.
 */
#include "../module/grammar.h"
#include "double.h"
#include "math.h"
#include "mode.h"
#include "whole.h"
#include "wide.h"

enum kind { KIND_each1 = 1, KIND_each2, KIND_each3, KIND_parts, KIND_whole, KIND_floats };

struct entry {
    uint32_t number;
    unsigned operands;
    enum kind kind;
    union {
        wfs_unary *each1; wfs_binary *each2; wfs_ternary *each3; wfs_parts *parts; wfs_whole *whole;
        wfs_floats *floats;
    } write;
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

/* Vectors of one length; matrices and vectors otherwise are for the operation itself to judge. */
static bool lengths_fit(const struct entry *e, unsigned n, const unsigned *length)
{
    for (unsigned i = 1; i < n && e->kind < KIND_whole; i++)
        if (length[i] != length[0])
            return false;
    return n == e->operands;
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

    if (!e || !lengths_fit(e, n, length))
        return false;
    if (e->kind == KIND_whole)
        return e->write.whole(c, arg, length, result);
    if (e->kind == KIND_floats)
        return e->write.floats(c, 32, arg, length, result);
    for (unsigned i = 0; i < length[0]; i++)
        component(c, e, arg, i, length[0], result);
    return true;
}

/* ---- f64 ---- */

static void double_parts(struct wfs_code *c, uint32_t instruction, const wfs_val *x, unsigned i, unsigned count,
                         wfs_val *result)
{
    struct wfs_pair first, second;

    if (instruction == WfsGlslFrexp || instruction == WfsGlslFrexpStruct) {
        first = wfs_double_frexp(c, wfs_pair_at(&x[2 * i]), &result[2 * count + i]);
    } else {
        first = wfs_double_modf(c, wfs_pair_at(&x[2 * i]), &second);
        result[2 * (count + i)] = second.lo;
        result[2 * (count + i) + 1] = second.hi;
    }
    result[2 * i] = first.lo;
    result[2 * i + 1] = first.hi;
}

static bool double_component(struct wfs_code *c, const struct entry *e, const wfs_val *const *arg, unsigned i,
                             wfs_val *result)
{
    if (e->number != WfsGlslLdexp)
        return wfs_float_glsl(c, e->number, 64, &arg[0][2 * i], e->operands > 1 ? &arg[1][2 * i] : NULL,
                              e->operands > 2 ? &arg[2][2 * i] : NULL, &result[2 * i]);
    const struct wfs_pair x = wfs_double_ldexp(c, wfs_pair_at(&arg[0][2 * i]), arg[1][i]);

    result[2 * i] = x.lo;
    result[2 * i + 1] = x.hi;
    return true;
}

bool wfs_ext_double(struct wfs_code *c, uint32_t instruction, unsigned n, const wfs_val *const *arg,
                    const unsigned *length, wfs_val *result)
{
    const struct entry *e = find(instruction);

    if (!e || !lengths_fit(e, n, length) || e->kind == KIND_whole)
        return false;
    if (e->kind == KIND_floats)
        return e->write.floats(c, 64, arg, length, result);
    for (unsigned i = 0; i < length[0]; i++)
        if (e->kind == KIND_parts)
            double_parts(c, instruction, arg[0], i, length[0], result);
        else if (!double_component(c, e, arg, i, result))
            return false;
    return true;
}
