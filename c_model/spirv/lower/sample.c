/* SPDX-License-Identifier: Apache-2.0
 * sample.c - images through samplers: the instructions and their operands.
 */
#include "footprint.h"
#include "level.h"

#include "../math/math.h"
#include "../math/parts.h"

/* An instruction: where its operands are. */
struct form {
    uint16_t op;
    bool implicit, compares, projects, gathers;         /* implicit: a footprint is where no operand gives its level */
};

static const struct form forms[] = {
    {WfsOpImageSampleImplicitLod, true, false, false, false},
    {WfsOpImageSampleExplicitLod, false, false, false, false},
    {WfsOpImageSampleDrefImplicitLod, true, true, false, false},
    {WfsOpImageSampleDrefExplicitLod, false, true, false, false},
    {WfsOpImageSampleProjImplicitLod, true, false, true, false},
    {WfsOpImageSampleProjExplicitLod, false, false, true, false},
    {WfsOpImageSampleProjDrefImplicitLod, true, true, true, false},
    {WfsOpImageSampleProjDrefExplicitLod, false, true, true, false},
    {WfsOpImageGather, false, false, false, true},
    {WfsOpImageDrefGather, false, true, false, true},
    {WfsOpImageQueryLod, true, false, false, false},
    {WfsOpImageSampleFootprintNV, false, false, false, false},
};

/* What it finds out before formats and samplers count: coordinates, and differences in quads, whose lanes all run
 * then. */
struct job {
    struct form form;
    struct wfs_lookup lookup;
    bool by_gradient;
    wfs_val gradient[2][3];
};

static const struct form *find(uint32_t op)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (forms[i].op == op)
            return &forms[i];
    return NULL;
}

/* ---- coordinates ---- */

/* Coordinates without that of the layer; of a cube a direction. */
static unsigned coordinates_of(const struct wfs_type *t)
{
    return t->dim == WfsDimCube ? 3 : wfs_image_sides(t);
}

static const struct wfs_value *floats(struct wfs_lower *l, uint32_t at, const struct wfs_value *v, uint32_t least,
                                      const char *what)
{
    if (!v->word || wfs_scalar(v->type)->kind != WFS_FLOAT || wfs_scalar(v->type)->width > 32 || v->words < least)
        wfs_refuse(l->m, at, "its %s is %s; expected %u floats of 32 bits", what, wfs_type_shown(l->m, v->type),
                   (unsigned)least);
    if (wfs_scalar(v->type)->width == 32)
        return v;
    struct wfs_value *wide = wfs_new_value(l, v->type);         /* of 16 bits: as words of 32 */
    for (uint32_t i = 0; i < v->words; i++)
        wide->word[i] = wfs_h2f(l->code, v->word[i]);
    return wide;
}

/* The layer that is nearest, of those that there are. */
static wfs_val layer_of(struct wfs_lower *l, const struct wfs_image *image, wfs_val x)
{
    struct wfs_code *c = l->code;
    wfs_val count = wfs_image_side(l, image, 2, wfs_none());

    if (image->type->dim == WfsDimCube)
        count = wfs_cube_of(c, count);
    const wfs_val most = wfs_sub(c, count, wfs_const(1));
    return wfs_maxs(c, wfs_mins(c, wfs_f2i(c, wfs_round(c, x)), most), wfs_const(0));
}

/* The cube's direction becomes a face and a place on it; `gradient`, of the direction, becomes one of that place. */
static void project_on_face(struct wfs_lower *l, struct wfs_lookup *p, wfs_val gradient[2][3])
{
    struct wfs_code *c = l->code;
    const wfs_val half = wfs_float(0.5f);
    wfs_val sc[3];
    const wfs_val face = wfs_cube_face(c, p->coord, sc), inverse = wfs_reciprocal_near(c, sc[2]);
    const wfs_val axis = wfs_shr(c, face, wfs_const(1)), sign = wfs_shl(c, face, wfs_const(31));
    const wfs_val is_x = wfs_eq(c, axis, wfs_const(0)), is_y = wfs_eq(c, axis, wfs_const(1));

    for (unsigned k = 0; k < 2 && gradient; k++) {
        /* the same choice of axes; (sc / |ma|)' = (sc' - sc / |ma| * |ma|') / |ma| */
        const wfs_val *g = gradient[k];
        const wfs_val major = wfs_xor(c, wfs_sel(c, is_x, g[0], wfs_sel(c, is_y, g[1], g[2])), sign);
        const wfs_val ds = wfs_sel(c, is_x, wfs_xor(c, wfs_fneg(c, g[2]), sign),
                                   wfs_sel(c, is_y, g[0], wfs_xor(c, g[0], sign)));
        const wfs_val dt = wfs_sel(c, is_y, wfs_xor(c, g[2], sign), wfs_fneg(c, g[1]));
        const wfs_val scale = wfs_fmul(c, inverse, half);
        for (unsigned i = 0; i < 2; i++) {
            const wfs_val ratio = wfs_fneg(c, wfs_fmul(c, sc[i], inverse));
            gradient[k][i] = wfs_fmul(c, wfs_fma(c, ratio, major, i ? dt : ds), scale);
        }
    }
    for (unsigned i = 0; i < 2; i++)
        p->coord[i] = wfs_fma(c, wfs_fmul(c, sc[i], inverse), half, half);
    p->coord[2] = wfs_none();
    p->layer = p->layer.kind == WFS_NONE ? face : wfs_mad(c, p->layer, wfs_const(6), face);
}

/* Offset n of those that the words have. */
static void take_offset(struct wfs_lookup *p, const wfs_val *word, unsigned n)
{
    const unsigned sides = wfs_image_sides(p->image->type);

    for (unsigned i = 0; i < sides; i++)
        p->offset[i] = wfs_is(word[n * sides + i], 0) ? wfs_none() : word[n * sides + i];
}

static void sample_levels(struct wfs_lower *l, const struct wfs_lookup *p, wfs_val lod, wfs_val texel[4])
{
    const struct wfs_levels levels = wfs_choose_levels(l, p->image, lod);
    wfs_val second[4];

    wfs_filter(l, p, levels.first, levels.linear, texel);
    if (levels.second.kind == WFS_NONE)
        return;
    wfs_filter(l, p, levels.second, levels.linear, second);
    for (unsigned i = 0; i < (p->reference.kind == WFS_NONE ? 4U : 1U); i++)
        texel[i] = wfs_mix(l->code, texel[i], second[i], levels.share);
}

/* ---- instructions ---- */

static void give_floats(struct wfs_lower *l, uint32_t at, const wfs_val *word, uint32_t words)
{
    const struct wfs_type *t;
    wfs_val *to = wfs_texel_result(l, at, &t);

    const bool is_half = wfs_scalar(t)->width == 16;
    if (wfs_scalar(t)->kind != WFS_FLOAT || wfs_scalar(t)->width > 32 || t->words != words)
        wfs_refuse(l->m, at, "its result is %s; expected %u floats", wfs_type_shown(l->m, t), (unsigned)words);
    for (uint32_t i = 0; i < words; i++)
        to[i] = is_half ? wfs_f2h(l->code, word[i]) : word[i];
}

static void check_image(struct wfs_lower *l, uint32_t at, const struct wfs_image *image, const struct form *f)
{
    const struct wfs_type *t = image->type;

    if (t->storage_image || t->multisampled || t->dim == WfsDimBuffer)
        wfs_refuse(l->m, at, "its image is a %s%s; expected one that is sampled", wfs_type_shown(l->m, t),
                   t->multisampled ? " of several samples" : t->dim == WfsDimBuffer ? ", a texel buffer" : "");
    if (f->op == WfsOpImageSampleFootprintNV && ((t->dim != WfsDim2D && t->dim != WfsDim3D) || t->arrayed))
        wfs_refuse(l->m, at, "%s is %s; expected a plain 2D or 3D image", wfs_shown(l->m, image->variable),
                   t->dim == WfsDimCube ? "a cube" : t->arrayed ? "an array of layers" : "an image of one dimension");
    if (f->gathers && t->dim != WfsDim2D && t->dim != WfsDimCube)
        wfs_refuse(l->m, at, "%s is an image of %s dimension%s; expected two, or a cube",
                   wfs_shown(l->m, image->variable), t->dim == WfsDim3D ? "three" : "one", t->dim == WfsDim3D ? "s" : "");
}

/* What the sampler and the image must be to each other. */
static void check_sampler(struct wfs_lower *l, uint32_t at, const struct wfs_image *image, const struct form *f)
{
    const struct wf_sampler *s = image->sampler;
    const struct wfs_type *t = image->type;
    const bool linear = s->mag_linear || s->min_linear || s->mip_linear;

    if (t->element->kind == WFS_INT && linear && !f->gathers)
        wfs_refuse(l->m, at, "%s has integers; expected a sampler that is nearest", wfs_shown(l->m, image->variable));
    if (f->compares != s->compares && !s->either && f->op != WfsOpImageQueryLod)
        wfs_refuse(l->m, at, f->compares ? "its sampler does not compare" : "its sampler compares");
    if (s->unnormalized && ((t->dim != WfsDim1D && t->dim != WfsDim2D) || t->arrayed || f->implicit || f->projects ||
                            f->gathers || f->compares))
        wfs_refuse(l->m, at, "its sampler has unnormalized coordinates; expected a plain 1D or 2D image and an "
                             "explicit level");
}

/* Component n of four texels, or word n of what has 64 bits. */
static void gather_words(struct wfs_lower *l, uint32_t at, struct wfs_lookup *p, const struct wfs_image_operands *o,
                         wfs_val level, uint32_t n, wfs_val result[4])
{
    const wfs_val *offsets = o->offsets ? wfs_image_offset(l, at, o->offsets, p->image->type, 4) : NULL;
    wfs_val four[4];

    if (!offsets)
        wfs_gather(l, p, level, n, result);
    for (unsigned i = 0; i < 4 && offsets; i++) {       /* each the last of its own four */
        take_offset(p, offsets, i);
        wfs_gather(l, p, level, n, four);
        result[i] = four[3];
    }
}

/* Four of 64 bits: there are no others than R. */
static void gather_wide(struct wfs_lower *l, uint32_t at, struct wfs_lookup *p, const struct wfs_image_operands *o,
                        wfs_val level, enum wf_swizzle component)
{
    const bool is_one = component == WF_SWIZZLE_ONE || component == WF_SWIZZLE_A;
    const struct wfs_type *t;
    wfs_val *word = wfs_texel_result(l, at, &t), half[4];

    if (wfs_scalar(t)->kind != WFS_INT || wfs_scalar(t)->width != 64 || t->words != 8)
        wfs_refuse(l->m, at, "its result is %s; expected four of %s", wfs_type_shown(l->m, t),
                   wfs_type_shown(l->m, p->image->type->element));
    for (unsigned n = 0; n < 2; n++) {
        if (component == WF_SWIZZLE_R)
            gather_words(l, at, p, o, level, n, half);
        for (unsigned i = 0; i < 4; i++)
            word[2 * i + n] = component == WF_SWIZZLE_R ? half[i] : wfs_const(is_one && n == 0);
    }
}

static void gather(struct wfs_lower *l, uint32_t at, const struct form *f, struct wfs_lookup *p,
                   const struct wfs_image_operands *o, wfs_val level)
{
    enum wf_swizzle component = WF_SWIZZLE_R;
    wfs_val result[4];

    if (!f->compares) {
        const wfs_val n = wfs_word(l, wfs_operand(l->m, at, 5));
        if (!wfs_is_const(n) || n.bits > 3)
            wfs_refuse(l->m, at, "its component is not known; expected a constant from 0 to 3");
        component = wfs_swizzle(p->image, n.bits);
    }
    if (wf_texel_is_wide(p->image->format)) {
        gather_wide(l, at, p, o, level, component);
        return;
    }
    if (component >= WF_SWIZZLE_R)
        gather_words(l, at, p, o, level, component - WF_SWIZZLE_R, result);
    for (unsigned i = 0; i < 4 && component < WF_SWIZZLE_R; i++)
        result[i] = component == WF_SWIZZLE_ONE ? wfs_one(p->image) : wfs_const(0);
    wfs_give_texel(l, at, p->image, result);
}

/* Coordinates, layer and reference, divided by the last component where the instruction projects. */
static struct wfs_lookup lookup_of(struct wfs_lower *l, uint32_t at, const struct form *f,
                                   const struct wfs_image *image)
{
    const unsigned sides = coordinates_of(image->type), layers = image->type->arrayed && f->op != WfsOpImageQueryLod;
    const struct wfs_value *v = floats(l, at, wfs_value(l, wfs_operand(l->m, at, 4)),
                                       sides + layers + (f->projects ? 1U : 0U), "coordinate");
    struct wfs_lookup p = {.image = image, .coord = {wfs_none(), wfs_none(), wfs_none()},
                           .offset = {wfs_none(), wfs_none(), wfs_none()},
                           .layer = layers ? layer_of(l, image, v->word[sides]) : wfs_none(),
                           .reference = wfs_none()};

    if (f->compares)
        p.reference = floats(l, at, wfs_value(l, wfs_operand(l->m, at, 5)), 1, "reference")->word[0];
    for (unsigned i = 0; i < sides; i++)
        p.coord[i] = v->word[i];
    if (f->projects) {
        const wfs_val inverse = wfs_reciprocal_near(l->code, v->word[sides]);
        for (unsigned i = 0; i < sides; i++)
            p.coord[i] = wfs_fmul(l->code, p.coord[i], inverse);
        if (f->compares)
            p.reference = wfs_fmul(l->code, p.reference, inverse);
    }
    return p;
}

/* Of the instruction, or of the quad; false when the level is given. */
static bool take_gradient(struct wfs_lower *l, uint32_t at, const struct form *f, const struct wfs_lookup *p,
                          const struct wfs_image_operands *o, wfs_val gradient[2][3])
{
    const unsigned sides = coordinates_of(p->image->type);

    if (f->implicit) {
        wfs_quad_gradient(l, p->coord, sides, gradient);
        return true;
    }
    for (unsigned k = 0; k < 2 && o->grad[0]; k++)
        for (unsigned i = 0; i < sides; i++)
            gradient[k][i] = floats(l, at, o->grad[k], sides, "gradient")->word[i];
    return o->grad[0] != NULL;
}

static uint32_t allowed_of(const struct form *f)
{
    const uint32_t offset = WfsImageOperandsConstOffset | WfsImageOperandsOffset;
    const uint32_t several = WfsImageOperandsConstOffsets | WfsImageOperandsOffsets;

    if (f->op == WfsOpImageSampleFootprintNV)
        return offset | WfsImageOperandsBias | WfsImageOperandsLod | WfsImageOperandsGrad | WfsImageOperandsMinLod;
    return f->op == WfsOpImageQueryLod ? 0
           : f->gathers                ? offset | several | WfsImageOperandsBias | WfsImageOperandsLod
           : f->implicit               ? offset | WfsImageOperandsBias | WfsImageOperandsMinLod
                                       : offset | WfsImageOperandsLod | WfsImageOperandsGrad | WfsImageOperandsMinLod;
}

static struct wfs_image_operands operands_of(struct wfs_lower *l, uint32_t at, const struct form *f)
{
    const uint32_t n = f->op == WfsOpImageSampleFootprintNV ? 7 : f->compares || f->gathers ? 6 : 5;

    return wfs_image_operands(l, at, n, allowed_of(f));
}

/* OpImageQueryLod: the level that is read, and the level of detail. */
static void query_lod(struct wfs_lower *l, uint32_t at, const struct wfs_lookup *p, wfs_val lod)
{
    const struct wf_sampler *s = p->image->sampler;
    const wfs_val among = wfs_lod_among(l, p->image, wfs_lod_limited(l->code, s, lod, NULL, NULL));
    const wfs_val all = s->lod_bias != 0 ? wfs_fadd(l->code, lod, wfs_float(s->lod_bias)) : lod;
    const wfs_val word[2] = {s->mip_linear ? among : wfs_nearest_level(l->code, among), all};

    give_floats(l, at, word, 2);
}

/* The level of detail, before the sampler counts. */
static wfs_val lod_of(struct wfs_lower *l, uint32_t at, const struct wfs_image *image, const struct job *job,
                      const struct wfs_image_operands *o)
{
    if (!job->by_gradient && !o->lod)
        wfs_refuse(l->m, at, "it has neither Lod nor Grad; expected one of them");
    return job->by_gradient ? wfs_lod_of(l, image, job->gradient) : floats(l, at, o->lod, 1, "level")->word[0];
}

/* ... and with all that limits it. */
static wfs_val limited_lod(struct wfs_lower *l, uint32_t at, const struct wfs_image *image, wfs_val lod,
                           const struct wfs_image_operands *o)
{
    const struct wfs_value *bias = o->bias ? floats(l, at, o->bias, 1, "bias") : NULL;
    const struct wfs_value *least = o->min_lod ? floats(l, at, o->min_lod, 1, "least level") : NULL;
    return image->sampler->unnormalized ? wfs_const(0)
                                        : wfs_lod_limited(l->code, image->sampler, lod, bias, least);
}

/* Four texels are of one level, whatever the sampler does between levels. */
static wfs_val level_of_gather(struct wfs_lower *l, uint32_t at, const struct wfs_image *image, const struct job *job,
                               const struct wfs_image_operands *o)
{
    if (!o->bias && !o->lod)
        return wfs_none();
    const wfs_val lod = limited_lod(l, at, image, lod_of(l, at, image, job, o), o);
    return wfs_f2i(l->code, wfs_nearest_level(l->code, wfs_lod_among(l, image, lod)));
}

/* With one format and one sampler. */
static void finish(struct wfs_lower *l, uint32_t at, const struct wfs_image *image, void *user)
{
    const struct job *job = user;
    const struct form *f = &job->form;
    const struct wfs_image_operands o = operands_of(l, at, f);
    struct wfs_lookup p = job->lookup;
    wfs_val texel[4];

    image = wfs_image_of_sign(l, at, image, o.extension);
    p.image = image;
    check_sampler(l, at, image, f);
    if (f->compares && image->format->kind == WF_TEXEL_UNORM)   /* held to what the format can have */
        p.reference = wfs_fclamp(l->code, p.reference, wfs_const(0), wfs_float(1));
    if (o.offset)
        take_offset(&p, wfs_image_offset(l, at, o.offset, image->type, 1), 0);
    if (f->gathers) {
        gather(l, at, f, &p, &o, level_of_gather(l, at, image, job, &o));
        return;
    }
    const wfs_val lod = lod_of(l, at, image, job, &o);
    if (f->op == WfsOpImageQueryLod) {
        query_lod(l, at, &p, lod);
        return;
    }
    const wfs_val limited = limited_lod(l, at, image, lod, &o);
    if (f->op == WfsOpImageSampleFootprintNV) {
        wfs_footprint(l, at, &p, limited);
        return;
    }
    sample_levels(l, &p, limited, texel);
    if (f->compares)
        give_floats(l, at, texel, 1);
    else {
        wfs_swizzle_texel(image, texel);
        wfs_give_texel(l, at, image, texel);
    }
}

bool wfs_lower_sample(struct wfs_lower *l, uint32_t at)
{
    const struct form *f = find(wfs_plain_image_op(wfs_op_at(l->m, at)));

    if (!f)
        return false;
    const struct wfs_image *image = wfs_image_operand(l, at, 3, true);
    check_image(l, at, image, f);
    const struct wfs_image_operands o = operands_of(l, at, f);
    struct job job = {.form = *f, .lookup = lookup_of(l, at, f, image)};
    job.form.implicit |= f->op == WfsOpImageSampleFootprintNV && !o.lod && !o.grad[0];
    job.form.implicit |= f->gathers && o.bias;
    job.by_gradient = (!f->gathers || o.bias) && take_gradient(l, at, &job.form, &job.lookup, &o, job.gradient);
    if (image->type->dim == WfsDimCube)
        project_on_face(l, &job.lookup, job.by_gradient ? job.gradient : NULL);
    wfs_each_kind(l, at, wfs_operand(l->m, at, 2), image, true, finish, &job);
    return true;
}
