/* SPDX-License-Identifier: Apache-2.0
 * generate_sample.c - images through samplers.
 *
 * What the Vulkan specification leaves to a device is not drawn: coordinates are eighths of a texel, levels of detail eighths or
 * logarithms of powers of two, and texels that are filtered small whole numbers, or 0 and 1.  So each step of a filter is exact in
 * binary32, whatever its order: at most 18 bits of shares and 5 of a texel.
 */
#include "generate_state.h"

enum { OFFSET_LEAST = -8, OFFSETS = 16 };

/* ---- operands ---- */

static uint32_t any_word(struct gen *g)
{
    return pick(g, kind_of(S32, 1));
}

/* Quarters, from one layer before the first to some behind the last. */
static uint32_t layer_number(struct gen *g, uint32_t word)
{
    return fraction(g, word, 31, 4, 0.25F);
}

static unsigned directions(const struct texture_use *t)
{
    return t->is_cube ? 3 : t->sides;
}

/* A vector of coordinates, layer, and q, which they are multiplied by. */
static uint32_t coordinates(struct gen *g, const struct texture_use *t, uint32_t part[3], float q)
{
    uint32_t w[4];
    unsigned n = 0;

    for (; n < directions(t); n++)
        w[n] = q != 0 && q != 1 ? OP(g, OpFMul, f32_type(g), part[n], f32(g, q)) : part[n];
    if (t->arrayed)
        w[n++] = layer_number(g, any_word(g));
    if (q != 0)
        w[n++] = f32(g, q);
    return zip(g, kind_of(F32, n), w);
}

static uint32_t reference(struct gen *g, float q)
{
    return fraction(g, any_word(g), 31, 16, (one_in(g, 2) ? 1.0F : 1.0F / TEXEL_STEPS) * (q != 0 ? q : 1));
}

static uint32_t sampled(struct gen *g, const struct texture_use *t)
{
    const uint32_t image = load_handle(g, &t->image);

    if (!t->sampler.id)
        return image;
    const uint32_t sampler = load_handle(g, &t->sampler), pair = OP(g, OpSampledImage, t->pair_type, image, sampler);
    if (t->image.elements || t->sampler.elements)
        non_uniform(g, pair);
    return pair;
}

static uint32_t plain_image(struct gen *g, const struct texture_use *t)
{
    const uint32_t loaded = load_handle(g, &t->image);

    if (t->sampler.id)
        return loaded;
    const uint32_t image = OP(g, OpImage, t->image_type, loaded);
    if (t->image.elements)
        non_uniform(g, image);
    return image;
}

static uint32_t constant_offset(struct gen *g, unsigned sides)
{
    const kind s = kind_of(S32, 1);
    uint32_t w[3];

    for (unsigned k = 0; k < sides; k++)
        w[k] = constant_of(g, s, (uint32_t)(OFFSET_LEAST + (int)below(g, OFFSETS)));
    return sides == 1 ? w[0] : build_unique(&g->b, OpConstantComposite, type_of(g, kind_of(S32, sides)), w, sides);
}

/* Words of an instruction: operands, then the image operands in the order of their bits. */
struct call {
    uint32_t w[20];
    unsigned n, mask;                   /* where the mask is */
};

static void add(struct call *c, uint32_t word)
{
    c->w[c->n++] = word;
}

static void add_operand(struct call *c, uint32_t bit, uint32_t id)
{
    if (!c->mask)
        c->mask = c->n++, c->w[c->mask] = 0;
    c->w[c->mask] |= bit;
    c->w[c->n++] = id;
}

static void add_gradient(struct call *c, unsigned n, uint32_t gradient)
{
    if (n == 0)
        add_operand(c, 4 /* Grad */, gradient);
    else
        add(c, gradient);
}

static void add_gradients(struct gen *g, const struct texture_use *t, uint32_t of_cube[2][3], struct call *c)
{
    for (unsigned n = 0; n < 2 && t->is_cube; n++)
        add_gradient(c, n, zip(g, kind_of(F32, 3), of_cube[n]));
    if (t->is_cube)
        return;
    for (unsigned n = 0; n < 2; n++) {
        const unsigned axis = below(g, t->sides);
        uint32_t w[3];
        for (unsigned k = 0; k < t->sides; k++)
            w[k] = f32(g, 0);
        const float least = power((int)below(g, 6) - 2) / (float)t->side[axis], sign = one_in(g, 2) ? -1 : 1;
        w[axis] = OP(g, OpSelect, f32_type(g), pick(g, kind_of(BOOL, 1)), f32(g, least * sign), f32(g, 2 * least));
        const uint32_t gradient = zip(g, kind_of(F32, t->sides), w);
        add_gradient(c, n, gradient);
    }
}

static void add_level(struct gen *g, const struct texture_use *t, struct call *c)
{
    if (t->state.unnormalized)
        add_operand(c, 2 /* Lod */, f32(g, 0));
    else if (one_in(g, 3))
        add_operand(c, 2, f32(g, one_in(g, 2) ? 0 : eighths(g, -1, (int)t->levels)));
    else
        add_operand(c, 2, fraction(g, any_word(g), 63, 16, 1.0F / TEXEL_STEPS));
}

static void add_offset(struct gen *g, const struct texture_use *t, struct call *c)
{
    if (!t->state.unnormalized && !t->is_cube && one_in(g, 3))
        add_operand(c, 8 /* ConstOffset */, constant_offset(g, t->sides));
}

static void add_least(struct gen *g, const struct texture_use *t, struct call *c)
{
    const float least = eighths(g, 0, 2);

    if (!one_in(g, 4) || least > t->state.max_lod)
        return;
    build_capability(&g->b, CapMinLod);
    add_operand(c, 0x80 /* MinLod */, f32(g, least));
}

static void keep_sampled(struct gen *g, const struct texture_use *t, unsigned op, const struct call *c)
{
    const kind k = t->state.compares ? kind_of(F32, 1) : t->kind;
    const uint32_t texel = build_value(&g->b, op, type_of(g, k), c->w, c->n);

    keep(g, k, texel);
    if (parts_of(k) > 1)
        keep(g, kind_of(base_of(k), 1), part(g, k, texel, below(g, 4)));
}

/* q, or 0 where coordinates are not divided. */
static float random_q(struct gen *g, const struct texture_use *t)
{
    if (t->arrayed || t->is_cube || t->state.unnormalized || !one_in(g, 3))
        return 0;
    return power((int)below(g, 4) - 2) * (one_in(g, 2) ? -1.0F : 1.0F);
}

/* The operands that all have; the instruction, from the plain one with a sampler on. */
static unsigned begin_call(struct gen *g, const struct texture_use *t, uint32_t part_of[3], struct call *c)
{
    const float q = random_q(g, t);
    const uint32_t at = coordinates(g, t, part_of, q), compared = t->state.compares ? reference(g, q) : 0;

    add(c, sampled(g, t));
    add(c, at);
    if (t->state.compares)
        add(c, compared);
    return OpImageSampleImplicitLod + (t->state.compares ? 2U : 0) + (q != 0 ? 4U : 0);
}

/* ---- instructions ---- */

static void sample_explicit(struct gen *g, const struct texture_use *t)
{
    struct call c = { .n = 0 };
    uint32_t place[3], gradient[2][3];
    const bool by_gradient = !t->state.unnormalized && one_in(g, 3);

    if (t->is_cube && by_gradient)
        cube_direction(g, t, place, gradient);
    else
        any_place(g, t, place);
    const unsigned op = begin_call(g, t, place, &c);

    if (by_gradient)
        add_gradients(g, t, gradient, &c);
    else
        add_level(g, t, &c);
    add_offset(g, t, &c);
    if (by_gradient)
        add_least(g, t, &c);
    keep_sampled(g, t, op + 1, &c);
}

static uint32_t four_offsets(struct gen *g)
{
    const uint32_t type = TYPE(&g->b, OpTypeArray, type_of(g, kind_of(S32, 2)), build_u32(&g->b, 4));
    uint32_t w[4];

    for (unsigned k = 0; k < 4; k++)
        w[k] = constant_offset(g, 2);
    return build_unique(&g->b, OpConstantComposite, type, w, 4);
}

static uint32_t any_offset(struct gen *g)
{
    const kind s = kind_of(S32, 2);
    const uint32_t type = type_of(g, s), few = OP(g, OpBitwiseAnd, type, pick(g, s), constant_of(g, s, OFFSETS - 1));

    return OP(g, OpIAdd, type, few, constant_of(g, s, UINT32_C(0) - 8));
}

static void gather(struct gen *g, const struct texture_use *t)
{
    struct call c = { .n = 0 };
    uint32_t place[3];

    any_place(g, t, place);
    const uint32_t at = coordinates(g, t, place, 0), compared = t->state.compares ? reference(g, 0) : build_u32(&g->b, below(g, 4));
    const unsigned how = t->is_cube ? 0 : below(g, 5);
    const uint32_t offset = how == 2 ? any_offset(g) : 0;

    add(&c, sampled(g, t));
    add(&c, at);
    add(&c, compared);
    if (how > 1 && how < 4)
        build_capability(&g->b, CapImageGatherExtended);
    switch (how) {
    case 1: add_operand(&c, 8, constant_offset(g, 2)); break;
    case 2: add_operand(&c, 0x10 /* Offset */, offset); break;
    case 3: add_operand(&c, 0x20 /* ConstOffsets */, four_offsets(g)); break;
    default: break;
    }
    const kind k = t->state.compares ? kind_of(F32, 4) : t->kind;
    keep(g, k, build_value(&g->b, t->state.compares ? OpImageDrefGather : OpImageGather, type_of(g, k), c.w, c.n));
}

static void fetch(struct gen *g, const struct texture_use *t)
{
    const unsigned level = below(g, t->levels), halved = level + (t->image.elements ? 1 : 0);       /* as small as any element is */
    struct image_use use = { .sides = t->sides + t->arrayed, .side = { 1, 1, 1 } };

    for (unsigned k = 0; k < t->sides; k++)
        use.side[k] = t->side[k] >> halved ? t->side[k] >> halved : 1;
    if (t->arrayed)
        use.side[t->sides] = t->layers & ~1U;           /* a power of two */
    const uint32_t at = texel_coordinate(g, &use, any_word(g), true), image = plain_image(g, t);
    keep(g, t->kind, OP(g, OpImageFetch, type_of(g, t->kind), image, at, 2 /* Lod */, constant_of(g, kind_of(S32, 1), level)));
}

static void query(struct gen *g, const struct texture_use *t)
{
    const kind one = kind_of(S32, 1), size = kind_of(S32, t->sides + t->arrayed);
    const uint32_t image = plain_image(g, t);

    if (one_in(g, 2))
        keep(g, one, OP(g, OpImageQueryLevels, type_of(g, one), image));
    else
        keep(g, size, OP(g, OpImageQuerySizeLod, type_of(g, size), image, constant_of(g, one, below(g, t->levels))));
}

void random_texture(struct gen *g)
{
    const struct texture_use *t = &g->texture[below(g, g->textures)];

    switch (below(g, 8)) {
    case 0: query(g, t); break;
    case 1:
        if (!t->state.compares && !t->is_cube)
            fetch(g, t);
        break;
    case 2: case 3:
        if (t->sides == 2 && !t->state.unnormalized && (!t->is_cube || t->smooth || base_of(t->kind) != F32))
            gather(g, t);
        break;
    default: sample_explicit(g, t); break;
    }
}

/* ---- levels from quads ---- */

void random_implicit_lookup(struct gen *g)
{
    const struct texture_use *t = &g->texture[below(g, g->textures)];
    struct call c = { .n = 0 };
    uint32_t place[3];

    if (t->state.unnormalized)
        return;
    quad_places(g, t, place);
    if (one_in(g, 5)) {
        const kind two = kind_of(F32, 2);
        const uint32_t at = zip(g, kind_of(F32, directions(t)), place), pair = sampled(g, t);
        keep(g, two, OP(g, OpImageQueryLod, type_of(g, two), pair, at));
        return;
    }
    const unsigned op = begin_call(g, t, place, &c);
    if (one_in(g, 3))
        add_operand(&c, 1 /* Bias */, f32(g, eighths(g, -2, 2)));
    add_offset(g, t, &c);
    add_least(g, t, &c);
    keep_sampled(g, t, op, &c);
}
