/* SPDX-License-Identifier: Apache-2.0
 * emulate.c - see emulate.h; the faults are those of faults.def with the words MODULE.
 */
#include "emulate.h"

#include "patch.h"

#include <stdlib.h>
#include <string.h>

struct emulation {
    struct wfo_patch p;
    const struct wfo_case *c;
    const bool *fault;                  /* [WFO_MAX_FAULTS] */
    uint32_t waves;                     /* the variable that is NumSubgroups */
};

/* Puts what stands for the instruction; false: it stays as it is. */
typedef bool emulate_fn(struct emulation *e, const uint32_t *w, size_t length);

static uint32_t scope(struct wfo_patch *p)
{
    wfo_patch_capability(p, WfsCapabilityGroupNonUniform);
    wfo_patch_capability(p, WfsCapabilityGroupNonUniformBallot);
    return wfo_patch_constant(p, wfo_patch_uint(p), WfsScopeSubgroup);
}

/* ---- numbers ---- */

/* OpSMod is OpSRem. */
static bool smod(struct emulation *e, const uint32_t *w, size_t length)
{
    if ((w[0] & 0xffff) != WfsOpSMod || length < 5)
        return false;
    wfo_patch_value(&e->p, WfsOpSRem, w[1], w[2], 2, w + 3);
    return true;
}

static bool is_half(const struct wfo_patch *p, uint32_t type)
{
    const uint32_t *w = wfo_patch_def(p, type);

    return (w[0] & 0xffff) == WfsOpTypeVector ? is_half(p, w[2]) : (w[0] & 0xffff) == WfsOpTypeFloat && w[2] == 16;
}

/* Fma of binary16 is a product and a sum. */
static bool half_fma(struct emulation *e, const uint32_t *w, size_t length)
{
    if ((w[0] & 0xffff) != WfsOpExtInst || length < 8 || w[4] != WfsGlslFma || !is_half(&e->p, w[1]))
        return false;
    const uint32_t product = wfo_patch_value(&e->p, WfsOpFMul, w[1], 0, 2, w + 5);
    wfo_patch_value(&e->p, WfsOpFAdd, w[1], w[2], OPERANDS(product, w[7]));
    return true;
}

/* ---- pointers ---- */

/* Bytes of a scalar or vector; 0: it is none. */
static uint32_t size_of(const struct wfo_patch *p, uint32_t type)
{
    const uint32_t *w = wfo_patch_def(p, type), op = w[0] & 0xffff;

    if (op == WfsOpTypeVector)
        return w[3] * size_of(p, w[2]);
    return op == WfsOpTypeInt || op == WfsOpTypeFloat ? w[2] / 8 : 0;
}

/* OpPtrDiff counts in sizes of what the pointers lead to. */
static bool ptr_diff(struct emulation *e, const uint32_t *w, size_t length)
{
    if ((w[0] & 0xffff) != WfsOpPtrDiff || length < 5)
        return false;
    const uint32_t pointer = wfo_patch_type_of(&e->p, w[3]), stride = wfo_facts_decoration(e->p.f, pointer, WfsDecorationArrayStride);
    const uint32_t size = size_of(&e->p, wfo_patch_def(&e->p, pointer)[3]);
    if (!size || stride % size || size_of(&e->p, w[1]) != 4)
        return false;
    const uint32_t strides = wfo_patch_value(&e->p, WfsOpPtrDiff, w[1], 0, 2, w + 3);
    wfo_patch_value(&e->p, WfsOpIMul, w[1], w[2], OPERANDS(strides, wfo_patch_constant(&e->p, w[1], stride / size)));
    return true;
}

/* ---- waves ---- */

/* NumSubgroups is a variable that holds the number of full ones. */
static bool num_subgroups(struct emulation *e, const uint32_t *w, size_t length)
{
    const uint32_t op = w[0] & 0xffff;
    struct wfo_patch *p = &e->p;

    if (op == WfsOpDecorate && length > 3 && w[2] == WfsDecorationBuiltIn && w[3] == WfsBuiltInNumSubgroups) {
        e->waves = w[1];
        return true;
    }
    if (op != WfsOpVariable || w[2] != e->waves)
        return false;
    const uint32_t type = wfo_patch_def(p, w[1])[3];
    const uint32_t count = wfo_patch_constant(p, type, e->c->shape.threads / e->c->shape.wave_size);
    const uint32_t pointer = wfo_patch_type(p, WfsOpTypePointer, OPERANDS(WfsStorageClassPrivate, type));
    wfo_patch_value(p, WfsOpVariable, pointer, w[2], OPERANDS(WfsStorageClassPrivate, count));
    return true;
}

/* Lanes that hold a NaN are equal to all others; where the first one does, all are. */
static bool all_equal_nan(struct emulation *e, const uint32_t *w, size_t length)
{
    struct wfo_patch *p = &e->p;

    if ((w[0] & 0xffff) != WfsOpGroupNonUniformAllEqual || length < 5)
        return false;
    const uint32_t type = wfo_patch_type_of(p, w[4]), *t = wfo_patch_def(p, type), boolean = w[1];
    const bool vector = (t[0] & 0xffff) == WfsOpTypeVector;
    if ((wfo_patch_def(p, vector ? t[2] : type)[0] & 0xffff) != WfsOpTypeFloat)
        return false;
    const uint32_t first = wfo_patch_value(p, WfsOpGroupNonUniformBroadcastFirst, type, 0, OPERANDS(scope(p), w[4]));
    uint32_t equal = wfo_patch_value(p, WfsOpFUnordEqual, vector ? wfo_patch_vector(p, boolean, t[3]) : boolean, 0, OPERANDS(w[4], first));
    if (vector)
        equal = wfo_patch_value(p, WfsOpAll, boolean, 0, OPERANDS(equal));
    wfo_patch_capability(p, WfsCapabilityGroupNonUniformVote);
    wfo_patch_value(p, WfsOpGroupNonUniformAll, boolean, w[2], OPERANDS(w[3], equal));
    return true;
}

/* ---- images ---- */

/* OpImageQuerySizeLod takes the level of the first lane. */
static bool size_level(struct emulation *e, const uint32_t *w, size_t length)
{
    struct wfo_patch *p = &e->p;

    if ((w[0] & 0xffff) != WfsOpImageQuerySizeLod || length < 5)
        return false;
    const uint32_t level = wfo_patch_value(p, WfsOpGroupNonUniformBroadcastFirst, wfo_patch_type_of(p, w[4]), 0, OPERANDS(scope(p), w[4]));
    wfo_patch_value(p, WfsOpImageQuerySizeLod, w[1], w[2], OPERANDS(w[3], level));
    return true;
}

/* The image of a sampled image; of two dimensions, no array; or 0. */
static uint32_t plane_of(struct wfo_patch *p, uint32_t sampled)
{
    const uint32_t *w = wfo_patch_def(p, sampled), *combined = wfo_patch_def(p, w[1]), *image = wfo_patch_def(p, combined[2]);

    if ((combined[0] & 0xffff) != WfsOpTypeSampledImage || image[3] != WfsDim2D || image[5] || image[6])
        return 0;
    return (w[0] & 0xffff) == WfsOpSampledImage ? w[3] : wfo_patch_value(p, WfsOpImage, combined[2], 0, OPERANDS(sampled));
}

/* The square of the length of a gradient, in texels. */
static uint32_t square(struct wfo_patch *p, uint32_t gradient, uint32_t size)
{
    const uint32_t real = wfo_patch_float(p);
    const uint32_t texels = wfo_patch_value(p, WfsOpFMul, wfo_patch_vector(p, real, 2), 0, OPERANDS(gradient, size));

    return wfo_patch_value(p, WfsOpDot, real, 0, OPERANDS(texels, texels));
}

/* Half its logarithm, as if that were linear between two powers of two: the number of its bits, those of 1.0 being 0. */
static uint32_t level(struct wfo_patch *p, uint32_t x)
{
    const uint32_t real = wfo_patch_float(p), number = wfo_patch_int(p), one = 0x3f800000, half_step = 0x33800000;     /* 2^-24 */
    const uint32_t bits = wfo_patch_value(p, WfsOpBitcast, number, 0, OPERANDS(x));
    const uint32_t steps = wfo_patch_value(p, WfsOpISub, number, 0, OPERANDS(bits, wfo_patch_constant(p, number, one)));
    const uint32_t many = wfo_patch_value(p, WfsOpConvertSToF, real, 0, OPERANDS(steps));

    return wfo_patch_value(p, WfsOpFMul, real, 0, OPERANDS(many, wfo_patch_constant(p, real, half_step)));
}

/* Gradients of planes give a level like that. */
static bool grad_level(struct emulation *e, const uint32_t *w, size_t length)
{
    struct wfo_patch *p = &e->p;
    uint32_t all[16];

    if ((w[0] & 0xffff) != WfsOpImageSampleExplicitLod || length < 8 || length > 16 || !(w[5] & WfsImageOperandsGrad))
        return false;
    const uint32_t image = plane_of(p, w[3]);
    if (!image)
        return false;
    wfo_patch_capability(p, WfsCapabilityImageQuery);
    const uint32_t real = wfo_patch_float(p), number = wfo_patch_int(p);
    const uint32_t texels = wfo_patch_value(p, WfsOpImageQuerySizeLod, wfo_patch_vector(p, number, 2), 0,
                                            OPERANDS(image, wfo_patch_constant(p, number, 0)));
    const uint32_t size = wfo_patch_value(p, WfsOpConvertSToF, wfo_patch_vector(p, real, 2), 0, OPERANDS(texels));
    const uint32_t x = square(p, w[6], size), y = square(p, w[7], size);
    const uint32_t longer = wfo_patch_value(p, WfsOpFOrdGreaterThan, wfo_patch_bool(p), 0, OPERANDS(x, y));
    const uint32_t most = wfo_patch_value(p, WfsOpSelect, real, 0, OPERANDS(longer, x, y));
    const uint32_t lod = level(p, most);

    memcpy(all, w + 3, 3 * sizeof *w);
    all[2] = (w[5] & ~(uint32_t)WfsImageOperandsGrad) | WfsImageOperandsLod;
    all[3] = lod;
    memcpy(all + 4, w + 8, (length - 8) * sizeof *w);
    wfo_patch_value(p, WfsOpImageSampleExplicitLod, w[1], w[2], length - 4, all);
    return true;
}

/* ---- the module ---- */

static emulate_fn *const functions[WFO_MAX_FAULTS] = {
    [WFO_NUMBER_smod] = smod, [WFO_NUMBER_half_fma] = half_fma, [WFO_NUMBER_ptr_diff] = ptr_diff, [WFO_NUMBER_num_subgroups] = num_subgroups,
    [WFO_NUMBER_all_equal_nan] = all_equal_nan, [WFO_NUMBER_size_level] = size_level, [WFO_NUMBER_grad_level] = grad_level,
};

static bool change(void *user, const uint32_t *w, size_t length)
{
    struct emulation *e = user;

    for (unsigned n = 0; n < WFO_MAX_FAULTS; n++)
        if (e->fault[n] && functions[n] && functions[n](e, w, length))
            return true;
    return false;
}

uint32_t *wfo_emulate(const struct wfo_case *c, const bool fault[WFO_MAX_FAULTS], size_t *words)
{
    struct emulation e = {.c = c, .fault = fault};
    uint32_t *const module = wfo_patch_module(&e.p, &c->facts, change, &e, words);

    if (e.p.changed)
        return module;
    free(module);
    return NULL;
}
