/* SPDX-License-Identifier: Apache-2.0
 * generate_place.c - places in textures, and how they change in a quad: all are exact in binary32 (generate_sample.c).
 */
#include "generate_stage.h"

uint32_t f32(struct gen *g, float x)
{
    union { float f; uint32_t bits; } u = { x };

    return constant_of(g, kind_of(F32, 1), u.bits);
}

uint32_t f32_type(struct gen *g)
{
    return type_of(g, kind_of(F32, 1));
}

float power(int exponent)
{
    return exponent < 0 ? 1.0F / (float)(1 << -exponent) : (float)(1 << exponent);
}

/* A float that is a number of 0 .. mask, less `less`, times `step`. */
uint32_t fraction(struct gen *g, uint32_t word, uint32_t mask, uint32_t less, float step)
{
    const kind s = kind_of(S32, 1);
    const uint32_t type = type_of(g, s), held = OP(g, OpBitwiseAnd, type, word, constant_of(g, s, mask));
    const uint32_t number = OP(g, OpISub, type, held, constant_of(g, s, less)), f = OP(g, OpConvertSToF, f32_type(g), number);

    return OP(g, OpFMul, f32_type(g), f, f32(g, step));
}

static uint32_t coordinate_along(struct gen *g, const struct texture_use *t, unsigned k, uint32_t word)
{
    const uint32_t side = t->side[k];

    if (t->state.unnormalized)
        return fraction(g, word, 2 * TEXEL_STEPS * side - 1, TEXEL_STEPS * side / 2, 1.0F / TEXEL_STEPS);
    return fraction(g, word, 4 * TEXEL_STEPS * side - 1, 2 * TEXEL_STEPS * side, 1.0F / (TEXEL_STEPS * (float)side));
}

/* ---- cubes ----
 *
 * The major component of a direction is a power of two, each other one so many steps of a texel.  Which component is which differs between
 * lanes, or between quads where levels come from them.  A filter does not meet a corner, where three texels have thirds: `smooth` holds t
 * inside.
 */

struct axes {
    uint32_t condition[2], sign;
    float scale;
};

static uint32_t one_bit(struct gen *g, uint32_t word, unsigned bit)
{
    const kind s = kind_of(S32, 1);
    const uint32_t held = OP(g, OpBitwiseAnd, type_of(g, s), word, constant_of(g, s, 1U << bit));

    return OP(g, OpINotEqual, type_of(g, kind_of(BOOL, 1)), held, constant_of(g, s, 0));
}

static struct axes axes_of(struct gen *g, uint32_t word)
{
    struct axes a = { .scale = (float)(1U << below(g, 3)) / 2 };

    for (unsigned k = 0; k < 2; k++)
        a.condition[k] = one_bit(g, word, k);
    a.sign = one_bit(g, word, 2);
    return a;
}

/* v: along s, along t, along the major axis. */
static void turn(struct gen *g, const struct axes *a, uint32_t v[3])
{
    for (unsigned k = 0; k < 2; k++) {
        const uint32_t up = v[k], down = v[2];
        v[k] = OP(g, OpSelect, f32_type(g), a->condition[k], down, up);
        v[2] = OP(g, OpSelect, f32_type(g), a->condition[k], up, down);
    }
}

static uint32_t major(struct gen *g, const struct axes *a)
{
    return OP(g, OpSelect, f32_type(g), a->sign, f32(g, a->scale), f32(g, -a->scale));
}

/* A number of least .. least + count - 1, less half of all, in steps of the side. */
static uint32_t along(struct gen *g, const struct texture_use *t, const struct axes *a, uint32_t word, uint32_t least, uint32_t count)
{
    const kind s = kind_of(S32, 1), u = kind_of(U32, 1);
    const uint32_t side = t->side[0], half = TEXEL_STEPS * side / 2;
    const uint32_t any = OP(g, OpUMod, type_of(g, u), OP(g, OpBitcast, type_of(g, u), word), build_u32(&g->b, count));
    const uint32_t number = OP(g, OpIAdd, type_of(g, s), OP(g, OpBitcast, type_of(g, s), any), constant_of(g, s, least - half));

    return OP(g, OpFMul, f32_type(g), OP(g, OpConvertSToF, f32_type(g), number), f32(g, a->scale / (float)half));
}

void cube_direction(struct gen *g, const struct texture_use *t, uint32_t part_of[3], uint32_t gradient[2][3])
{
    /* a gradient is not for where two components are equal, since it is not along s or t of the other face */
    const uint32_t all = TEXEL_STEPS * t->side[0], least = gradient ? 1 : 0, rim = t->smooth ? all / 2 / t->least_side + 1 : least;
    const struct axes a = axes_of(g, pick(g, kind_of(S32, 1)));
    const uint32_t s = pick(g, kind_of(S32, 1)), u = pick(g, kind_of(S32, 1));

    part_of[0] = along(g, t, &a, s, least, all - least);
    part_of[1] = along(g, t, &a, u, rim, t->smooth ? all - 2 * rim + 1 : all - least);
    part_of[2] = major(g, &a);
    turn(g, &a, part_of);
    for (unsigned k = 0; k < 2 && gradient; k++) {
        const float step = 2 * a.scale * power((int)below(g, 6) - 2) / (float)t->side[0];
        const unsigned axis = below(g, 2);
        gradient[k][0] = gradient[k][1] = gradient[k][2] = f32(g, 0);
        gradient[k][axis] = OP(g, OpSelect, f32_type(g), pick(g, kind_of(BOOL, 1)), f32(g, step), f32(g, -2 * step));
        turn(g, &a, gradient[k]);
    }
}

void any_place(struct gen *g, const struct texture_use *t, uint32_t part_of[3])
{
    if (t->is_cube) {
        cube_direction(g, t, part_of, NULL);
        return;
    }
    for (unsigned k = 0; k < t->sides; k++)
        part_of[k] = coordinate_along(g, t, k, pick(g, kind_of(S32, 1)));
}

/* ---- quads ---- */

/* The column and the row of the lane in its quad, as floats. */
static void place_in_quad(struct gen *g, uint32_t place[2])
{
    const kind u = kind_of(U32, 1);
    const uint32_t u32 = type_of(g, u), one = build_u32(&g->b, 1);
    uint32_t at[2];

    if (g->pixels) {
        pixel_place(g, at);
    } else if (g->derivatives == ModeDerivativeGroupLinearNV) {
        at[0] = builtin(g, BiLocalInvocationIndex);
        at[1] = OP(g, OpShiftRightLogical, u32, at[0], one);
    } else {
        const uint32_t id = builtin(g, BiLocalInvocationId);
        for (unsigned k = 0; k < 2; k++)
            at[k] = OP(g, OpCompositeExtract, u32, id, k);
    }
    for (unsigned k = 0; k < 2; k++)
        place[k] = OP(g, OpConvertUToF, f32_type(g), OP(g, OpBitwiseAnd, u32, at[k], one));
}

/* A word that is the same in the lanes of a quad. */
static uint32_t quad_word(struct gen *g)
{
    const kind s = kind_of(S32, 1);

    if (!has(g, FEATURE_wave))
        return constant_of(g, s, random_bits(g));
    build_capability(&g->b, CapGroupNonUniformQuad);
    return OP(g, OpGroupNonUniformQuadBroadcast, type_of(g, s), build_u32(&g->b, ScopeSubgroup), pick(g, s), build_u32(&g->b, below(g, 4)));
}

static void cube_of_quad(struct gen *g, const struct texture_use *t, const uint32_t place[2], uint32_t part_of[3])
{
    const uint32_t eighth = t->side[0];
    const struct axes a = axes_of(g, quad_word(g));
    const unsigned first = below(g, 2);

    for (unsigned k = 0; k < 2; k++)            /* in the middle of a face, so that the quad does not leave it */
        part_of[k] = along(g, t, &a, quad_word(g), 3 * eighth, 2 * eighth);
    for (unsigned n = 0; n < 2; n++) {
        const float texels = power((int)below(g, 4) - 2) / (float)t->side[0], step = texels > 0.125F ? 0.125F : texels;
        uint32_t *at = &part_of[(first + n) % 2];
        *at = OP(g, OpFAdd, f32_type(g), *at, OP(g, OpFMul, f32_type(g), place[n], f32(g, 2 * a.scale * (one_in(g, 2) ? step : -step))));
    }
    part_of[2] = major(g, &a);
    turn(g, &a, part_of);
}

/* From column to column, and from row to row, a power of two of texels along one axis: their logarithms are exact. */
void quad_places(struct gen *g, const struct texture_use *t, uint32_t part_of[3])
{
    uint32_t place[2];

    place_in_quad(g, place);
    if (t->is_cube) {
        cube_of_quad(g, t, place, part_of);
        return;
    }
    for (unsigned k = 0; k < t->sides; k++)
        part_of[k] = coordinate_along(g, t, k, quad_word(g));
    const unsigned first = below(g, t->sides);
    for (unsigned n = 0; n < 2; n++) {
        const unsigned axis = (first + n) % t->sides;
        const float step = power((int)below(g, 6) - 2) / (float)t->side[axis] * (one_in(g, 2) ? -1.0F : 1.0F);
        part_of[axis] = OP(g, OpFAdd, f32_type(g), part_of[axis], OP(g, OpFMul, f32_type(g), place[n], f32(g, step)));
    }
}

