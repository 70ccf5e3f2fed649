/* SPDX-License-Identifier: Apache-2.0
 * amd.c - OpExtInst of AMD's instruction sets (amd.def).
 */
#include "filter.h"
#include "group.h"
#include "pixel.h"

#include <string.h>

#include "../math/math.h"

enum { OPERAND = 5 };                   /* the first one's word */

enum instruction {
#define WFS_AMD(set, name, number, operands, limits) name,
#include "amd.def"
    NONE
};

static const struct row {
    const char *set, *name;
    uint32_t number, operands;
} rows[] = {
#define WFS_AMD(set, name, number, operands, limits) {"SPV_AMD_" #set, #name, number, operands},
#include "amd.def"
};

static enum instruction find(struct wfs_lower *l, uint32_t at)
{
    if (wfs_operand(l->m, at, 3) == l->m->glsl)
        return NONE;
    const struct wfs_id *import = wfs_id(l->m, wfs_operand(l->m, at, 3));
    const char *set = import->op == WfsOpExtInstImport ? wfs_operand_text(l->m, import->at, 2) : "";
    const uint32_t number = wfs_operand(l->m, at, 4);
    int i = 0;

    while (i < NONE && (rows[i].number != number || strcmp(rows[i].set, set)))
        i++;
    return (enum instruction)i;
}

static const struct wfs_value *operand(struct wfs_lower *l, uint32_t at, uint32_t i)
{
    return wfs_value(l, wfs_operand(l->m, at, OPERAND + i));
}

/* A vector of so many 32-bit integers, or floats. */
static const struct wfs_value *words(struct wfs_lower *l, uint32_t at, uint32_t i, enum wfs_type_kind kind, uint32_t count)
{
    const struct wfs_value *v = operand(l, at, i);
    const struct wfs_type *t = v->word ? wfs_scalar(v->type) : NULL;

    if (!t || t->kind != kind || t->width != 32 || v->words != count)
        wfs_refuse(l->m, at, "its operand is %s; expected a vector of %u %s of 32 bits", wfs_type_shown(l->m, v->type),
                   (unsigned)count, kind == WFS_INT ? "integers" : "floats");
    return v;
}

/* ---- least, greatest and middle of three ---- */

static void of_three(struct wfs_lower *l, uint32_t at, uint32_t min, uint32_t max, enum instruction what)
{
    const bool is_mid = what == FMid3AMD || what == UMid3AMD || what == SMid3AMD;
    const bool is_max = what == FMax3AMD || what == UMax3AMD || what == SMax3AMD;
    const struct wfs_value *x = operand(l, at, 0), *y = operand(l, at, 1), *z = operand(l, at, 2);
    struct wfs_value *low = wfs_new_value(l, x->type), *high = wfs_new_value(l, x->type), *v = wfs_result(l, at);

    if (x->type != v->type || y->type != v->type || z->type != v->type)
        wfs_refuse(l->m, at, "its operands are no three of its type %s", wfs_type_shown(l->m, v->type));
    if (!is_mid) {
        const uint32_t number = is_max ? max : min;
        wfs_glsl(l, at, number, 2, (const struct wfs_value *const[]){x, y}, low);
        wfs_glsl(l, at, number, 2, (const struct wfs_value *const[]){low, z}, v);
        return;
    }
    wfs_glsl(l, at, min, 2, (const struct wfs_value *const[]){x, y}, low);
    wfs_glsl(l, at, max, 2, (const struct wfs_value *const[]){x, y}, high);
    struct wfs_value *upper = wfs_new_value(l, x->type);
    wfs_glsl(l, at, min, 2, (const struct wfs_value *const[]){high, z}, upper);
    wfs_glsl(l, at, max, 2, (const struct wfs_value *const[]){low, upper}, v);
}

/* ---- faces of cubes ---- */

static void cube_face(struct wfs_lower *l, uint32_t at, bool coordinates)
{
    struct wfs_code *c = l->code;
    const struct wfs_value *direction = words(l, at, 0, WFS_FLOAT, 3);
    struct wfs_value *v = wfs_result(l, at);
    wfs_val sc[3];
    const wfs_val face = wfs_cube_face(c, direction->word, sc), half = wfs_float(0.5F);

    if (wfs_scalar(v->type)->kind != WFS_FLOAT || v->words != (coordinates ? 2 : 1))
        wfs_refuse(l->m, at, "its type is %s, which it does not give", wfs_type_shown(l->m, v->type));
    if (!coordinates)
        v->word[0] = wfs_u2f(c, face);
    for (uint32_t i = 0; i < 2 && coordinates; i++)
        v->word[i] = wfs_fma(c, wfs_fdiv(c, sc[i], sc[2]), half, half);
}

/* ---- lanes ---- */

static void read_lane(struct wfs_lower *l, uint32_t at, wfs_val lane)
{
    const struct wfs_value *x = operand(l, at, 0);
    struct wfs_value *v = wfs_result(l, at);
    const struct wfs_group g = wfs_group_of(l, x->type);

    if (x->type != v->type || !x->word ||
        !wfs_group(l->code, &g, WfsOpGroupNonUniformShuffle, x->word, lane, wfs_none(), v->word))
        wfs_refuse(l->m, at, "not supported from %s to %s", wfs_type_shown(l->m, x->type),
                   wfs_type_shown(l->m, v->type));
}

/* Each quad reads its own lanes, and they have numbers of two bits. */
static void swizzle(struct wfs_lower *l, uint32_t at)
{
    struct wfs_code *c = l->code;
    const struct wfs_value *from = words(l, at, 1, WFS_INT, 4);
    const wfs_val lane = wfs_sv(c, WF_SV_LANE), corner = wfs_and(c, lane, wfs_const(3));
    wfs_val source = from->word[3];

    for (uint32_t i = 3; i-- > 0;)
        source = wfs_sel(c, wfs_eq(c, corner, wfs_const(i)), from->word[i], source);
    read_lane(l, at, wfs_or(c, wfs_and(c, lane, wfs_const(~3U)), wfs_and(c, source, wfs_const(3))));
}

/* And, or and exclusive or on the five low bits of the lane's number. */
static void swizzle_masked(struct wfs_lower *l, uint32_t at)
{
    struct wfs_code *c = l->code;
    const struct wfs_value *mask = words(l, at, 1, WFS_INT, 3);
    const wfs_val lane = wfs_sv(c, WF_SV_LANE), low = wfs_const(31);
    const wfs_val source = wfs_xor(c, wfs_or(c, wfs_and(c, lane, mask->word[0]), mask->word[1]), mask->word[2]);

    read_lane(l, at, wfs_or(c, wfs_and(c, lane, wfs_const(~31U)), wfs_and(c, source, low)));
}

static void write_lane(struct wfs_lower *l, uint32_t at)
{
    struct wfs_code *c = l->code;
    const struct wfs_value *others = operand(l, at, 0), *own = operand(l, at, 1);
    const wfs_val is_own = wfs_eq(c, wfs_sv(c, WF_SV_LANE), words(l, at, 2, WFS_INT, 1)->word[0]);
    struct wfs_value *v = wfs_result(l, at);

    if (others->type != v->type || own->type != v->type)
        wfs_refuse(l->m, at, "its values are no two of its type %s", wfs_type_shown(l->m, v->type));
    for (uint32_t i = 0; i < v->words; i++)
        v->word[i] = wfs_sel(c, is_own, own->word[i], others->word[i]);
}

/* The bits of a mask of 64 lanes that are below the own lane's. */
static void count_below(struct wfs_lower *l, uint32_t at)
{
    struct wfs_code *c = l->code;
    const struct wfs_value *mask = operand(l, at, 0);
    struct wfs_value *v = wfs_result(l, at);
    const wfs_val lane = wfs_sv(c, WF_SV_LANE);
    wfs_val sum = wfs_const(0);

    if (!mask->word || wfs_scalar(mask->type)->kind != WFS_INT || mask->words != 2 || v->words != 1)
        wfs_refuse(l->m, at, "it is %s of %s; expected uint32 of uint64", wfs_type_shown(l->m, v->type),
                   wfs_type_shown(l->m, mask->type));
    for (uint32_t i = 0; i < 2; i++) {
        const wfs_val first = wfs_const(32 * i), all = wfs_const(UINT32_MAX);
        const wfs_val part = wfs_sub(c, wfs_shl(c, wfs_const(1), lane), wfs_const(1));
        const wfs_val above = wfs_sel(c, wfs_ltu(c, lane, wfs_const(32 * i + 32)), part, all);
        const wfs_val below = wfs_sel(c, wfs_ltu(c, lane, first), wfs_const(0), above);
        sum = wfs_add(c, sum, wfs_countbits(c, wfs_and(c, mask->word[i], below)));
    }
    v->word[0] = sum;
}

bool wfs_lower_amd(struct wfs_lower *l, uint32_t at)
{
    const enum instruction what = find(l, at);

    if (what == NONE)
        return false;
    if (wfs_length_at(l->m, at) != OPERAND + rows[what].operands)
        wfs_refuse(l->m, at, "%s has %u operands; expected %u", rows[what].name,
                   (unsigned)wfs_length_at(l->m, at) - OPERAND, (unsigned)rows[what].operands);
    switch (what) {
    case FMin3AMD: case FMax3AMD: case FMid3AMD: of_three(l, at, WfsGlslFMin, WfsGlslFMax, what); break;
    case UMin3AMD: case UMax3AMD: case UMid3AMD: of_three(l, at, WfsGlslUMin, WfsGlslUMax, what); break;
    case SMin3AMD: case SMax3AMD: case SMid3AMD: of_three(l, at, WfsGlslSMin, WfsGlslSMax, what); break;
    case CubeFaceIndexAMD: case CubeFaceCoordAMD: cube_face(l, at, what == CubeFaceCoordAMD); break;
    case TimeAMD: wfs_clock(l, at); break;
    case SwizzleInvocationsAMD: swizzle(l, at); break;
    case SwizzleInvocationsMaskedAMD: swizzle_masked(l, at); break;
    case WriteInvocationAMD: write_lane(l, at); break;
    case MbcntAMD: count_below(l, at); break;
    case InterpolateAtVertexAMD: wfs_at_vertex(l, at); break;
    case NONE: break;
    }
    return true;
}
