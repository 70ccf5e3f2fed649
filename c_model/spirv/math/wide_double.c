/* SPDX-License-Identifier: Apache-2.0
 * wide_double.c - f64 by the opcodes of SPIR-V and the numbers of GLSL.std.450, for wide_float.c: double.h.
 */
#include "double.h"

#include "../module/grammar.h"
#include "wide.h"

/* What a comparison asks of two numbers, and what it says of a NaN: from OpFOrdEqual on each ordered form has an even
 * opcode, and its unordered one the next.  The integers that have the order of numbers put -0 below +0, so that two
 * zeros are looked for. */
static bool compare(struct wfs_code *c, uint32_t op, struct wfs_pair x, struct wfs_pair y, wfs_val *result)
{
    const wfs_val x_digest = wfs_double_digest(c, x), y_digest = wfs_double_digest(c, y);
    const wfs_val some = wfs_minu(c, wfs_or(c, x_digest, y_digest), wfs_const(1));
    const wfs_val most = wfs_maxu(c, x_digest, y_digest), nan = wfs_geu(c, most, wfs_const(WFS_DIGEST_INF + 1));
    const struct wfs_pair a = wfs_double_key(c, x), b = wfs_double_key(c, y);
    const bool unordered = op >= WfsOpFOrdEqual && op % 2;
    wfs_val holds;

    switch (unordered ? op - 1 : op) {
    case WfsOpOrdered: *result = wfs_lnot(c, nan); return true;
    case WfsOpUnordered: *result = nan; return true;
    case WfsOpFOrdEqual: holds = wfs_or(c, wfs_pair_eq(c, x, y), wfs_lnot(c, some)); break;
    case WfsOpFOrdNotEqual: case WfsOpLessOrGreater:
        holds = wfs_and(c, wfs_lnot(c, wfs_pair_eq(c, x, y)), some); break;
    case WfsOpFOrdLessThan: holds = wfs_and(c, wfs_pair_lt(c, a, b, true), some); break;
    case WfsOpFOrdGreaterThan: holds = wfs_and(c, wfs_pair_lt(c, b, a, true), some); break;
    case WfsOpFOrdLessThanEqual: holds = wfs_or(c, wfs_pair_le(c, a, b, true), wfs_lnot(c, some)); break;
    case WfsOpFOrdGreaterThanEqual: holds = wfs_or(c, wfs_pair_le(c, b, a, true), wfs_lnot(c, some)); break;
    default: return false;
    }
    *result = unordered ? wfs_or(c, holds, nan) : wfs_and(c, holds, wfs_lnot(c, nan));
    return true;
}

static bool arithmetic(struct wfs_code *c, uint32_t op, struct wfs_pair x, struct wfs_pair y, wfs_val *result)
{
    struct wfs_pair r;

    switch (op) {
    case WfsOpFAdd: r = wfs_double_add(c, x, y); break;
    case WfsOpFSub: r = wfs_double_sub(c, x, y); break;
    case WfsOpFMul: r = wfs_double_mul(c, x, y); break;
    case WfsOpFDiv: r = wfs_double_div(c, x, y); break;
    case WfsOpFRem: r = wfs_double_rem(c, x, y); break;
    case WfsOpFMod: r = wfs_double_mod(c, x, y); break;
    default: return false;
    }
    result[0] = r.lo;
    result[1] = r.hi;
    return true;
}

bool wfs_double_op(struct wfs_code *c, uint32_t op, const wfs_val *x, const wfs_val *y, wfs_val *result)
{
    const struct wfs_pair pair = wfs_pair_at(x);

    switch (op) {
    case WfsOpFNegate:
        result[0] = pair.lo;
        result[1] = wfs_fneg(c, pair.hi);
        return true;
    case WfsOpIsNan: *result = wfs_double_is_nan(c, pair); return true;
    case WfsOpIsInf: *result = wfs_double_is_inf(c, pair); return true;
    default:
        return y && (op >= WfsOpLessOrGreater ? compare(c, op, pair, wfs_pair_at(y), result)
                                              : arithmetic(c, op, pair, wfs_pair_at(y), result));
    }
}

/* ---- GLSL.std.450 ---- */

static struct wfs_pair constant(struct wfs_code *c, float f)
{
    return wfs_double_from_float(c, wfs_float(f));
}

static bool unary(struct wfs_code *c, uint32_t number, struct wfs_pair x, struct wfs_pair *result)
{
    switch (number) {
    case WfsGlslRound: case WfsGlslRoundEven: *result = wfs_double_whole(c, x, WFS_TO_EVEN); return true;
    case WfsGlslTrunc: *result = wfs_double_whole(c, x, WFS_TO_ZERO); return true;
    case WfsGlslFloor: *result = wfs_double_whole(c, x, WFS_DOWN); return true;
    case WfsGlslCeil: *result = wfs_double_whole(c, x, WFS_UP); return true;
    case WfsGlslFAbs: *result = wfs_pair(x.lo, wfs_fabs(c, x.hi)); return true;
    case WfsGlslFSign: *result = wfs_double_sign(c, x); return true;
    case WfsGlslFract: *result = wfs_double_fract(c, x); return true;
    case WfsGlslSqrt: *result = wfs_double_sqrt(c, x); return true;
    case WfsGlslInverseSqrt: *result = wfs_double_rsqrt(c, x); return true;
    default: return false;
    }
}

/* 1, or 0 where x is below the edge. */
static struct wfs_pair step(struct wfs_code *c, struct wfs_pair edge, struct wfs_pair x)
{
    wfs_val below;

    compare(c, WfsOpFUnordLessThan, x, edge, &below);
    return wfs_pair(wfs_const(0), wfs_mul(c, wfs_lnot(c, below), wfs_const(WFS_DOUBLE_ONE)));
}

static bool binary(struct wfs_code *c, uint32_t number, struct wfs_pair x, struct wfs_pair y, struct wfs_pair *result)
{
    switch (number) {
    case WfsGlslFMin: case WfsGlslNMin: *result = wfs_double_min(c, x, y, false); return true;
    case WfsGlslFMax: case WfsGlslNMax: *result = wfs_double_min(c, x, y, true); return true;
    case WfsGlslStep: *result = step(c, x, y); return true;
    default: return false;
    }
}

static struct wfs_pair clamp(struct wfs_code *c, struct wfs_pair x, struct wfs_pair low, struct wfs_pair high)
{
    return wfs_double_min(c, wfs_double_min(c, x, low, true), high, false);
}

/* x (1 - a) + y a */
static struct wfs_pair mix(struct wfs_code *c, struct wfs_pair x, struct wfs_pair y, struct wfs_pair a)
{
    const struct wfs_pair rest = wfs_double_sub(c, constant(c, 1.0F), a);

    return wfs_double_add(c, wfs_double_mul(c, x, rest), wfs_double_mul(c, y, a));
}

/* t^2 (3 - 2 t) of the clamped part t of the way from one edge to the other */
static struct wfs_pair smoothstep(struct wfs_code *c, struct wfs_pair edge0, struct wfs_pair edge1, struct wfs_pair x)
{
    const struct wfs_pair part = wfs_double_div(c, wfs_double_sub(c, x, edge0), wfs_double_sub(c, edge1, edge0));
    const struct wfs_pair t = clamp(c, part, wfs_pair_const(0), constant(c, 1.0F));
    const struct wfs_pair twice = wfs_double_ldexp(c, t, wfs_const(1));

    return wfs_double_mul(c, wfs_double_mul(c, t, t), wfs_double_sub(c, constant(c, 3.0F), twice));
}

static bool ternary(struct wfs_code *c, uint32_t number, struct wfs_pair x, struct wfs_pair y, struct wfs_pair z,
                    struct wfs_pair *result)
{
    switch (number) {
    case WfsGlslFClamp: case WfsGlslNClamp: *result = clamp(c, x, y, z); return true;
    case WfsGlslFMix: *result = mix(c, x, y, z); return true;
    case WfsGlslSmoothStep: *result = smoothstep(c, x, y, z); return true;
    case WfsGlslFma: *result = wfs_double_fma(c, x, y, z); return true;
    default: return false;
    }
}

bool wfs_double_glsl(struct wfs_code *c, uint32_t number, const wfs_val *x, const wfs_val *y, const wfs_val *z,
                     wfs_val *result)
{
    const struct wfs_pair a = wfs_pair_at(x);
    struct wfs_pair r;

    if (!unary(c, number, a, &r) && !(y && binary(c, number, a, wfs_pair_at(y), &r)) &&
        !(y && z && ternary(c, number, a, wfs_pair_at(y), wfs_pair_at(z), &r)))
        return false;
    result[0] = r.lo;
    result[1] = r.hi;
    return true;
}
