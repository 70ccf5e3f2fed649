/* SPDX-License-Identifier: Apache-2.0
 * interp_sample.c - images through samplers: "Image Operations" of the Vulkan specification, in doubles and rounded once at the end.
 *
 * A filter with shares and texels of few bits is exact, here and in binary32.  A texel without a share does not count (docs/images.md).
 */
#include <math.h>
#include <string.h>

#include "interp_cube.h"
#include "interp_image.h"
#include "interp_sample.h"
#include "interp_value.h"
#include "../common/wf_bits.h"

struct lookup {
    const struct insn *n;
    struct sight sight;
    const struct sight *quad;           /* [4] the lanes of the quad */
    struct image image;
    const struct wf_sampler *sampler;
    unsigned sides, operands;           /* directions that are filtered; the operand that is the mask of image operands */
    bool projects, compares;
    double coordinate[4];               /* of the directions, then the layer */
    bool is_cube;                       /* its directions are s and t of a face, once they are known */
    unsigned face;
    double reference;
    int offset[3];
    double bias, lod, min_lod, gradient[2][3];
};

static double number(const struct lookup *l, const struct sight *s, unsigned operand, unsigned component)
{
    return as_float((uint32_t)value(l->sight.module, s->lane, word_of(l->n, operand))[component]);
}

static int whole(const struct lookup *l, unsigned operand, unsigned component)
{
    return (int32_t)value(l->sight.module, l->sight.lane, word_of(l->n, operand))[component];
}

static bool is_projected(unsigned op)
{
    return op >= OpImageSampleProjImplicitLod && op <= OpImageSampleProjDrefExplicitLod;
}

static bool is_compared(unsigned op)
{
    return op == OpImageSampleDrefImplicitLod || op == OpImageSampleDrefExplicitLod || op == OpImageSampleProjDrefImplicitLod ||
           op == OpImageSampleProjDrefExplicitLod || op == OpImageDrefGather;
}

static bool is_implicit(unsigned op)
{
    return op == OpImageSampleImplicitLod || op == OpImageSampleDrefImplicitLod || op == OpImageSampleProjImplicitLod ||
           op == OpImageSampleProjDrefImplicitLod || op == OpImageQueryLod;
}

static unsigned sides_of(const struct type *image)
{
    return image->dim == Dim3D || image->dim == DimCube ? 3 : image->dim == Dim2D ? 2 : 1;
}

/* "Projection Operation" */
static double coordinate_of(const struct lookup *l, const struct sight *s, unsigned k)
{
    const double x = number(l, s, 1, k);

    return l->projects && k < l->sides ? x / number(l, s, 1, l->sides) : x;
}

static const struct wf_sampler *sampler_of(const struct sight *s, const struct insn *n, uint64_t object)
{
    struct module *m = s->module;
    const struct object *o = &m->object[object < m->objects ? object : 0];

    for (size_t k = 0; k < m->run->samplers; k++)
        if (m->run->sampler[k].set == o->set && m->run->sampler[k].binding == o->binding &&
            m->run->sampler[k].element == o->element)
            return &m->run->sampler[k].state;
    module_fail(m, n->offset, "a sampler that is not bound");
}

/* "Derivative Image Operations" of the lane's quad, by its row and column. */
static void gradients_of_quad(struct lookup *l, unsigned lane)
{
    for (unsigned k = 0; k < l->sides; k++) {
        double at[4];
        for (unsigned j = 0; j < 4; j++)
            at[j] = coordinate_of(l, &l->quad[j], k);
        l->gradient[0][k] = at[lane | 1] - at[lane & 2];
        l->gradient[1][k] = at[lane | 2] - at[lane & 1];
    }
}

static void take_operands(struct lookup *l)
{
    const struct insn *n = l->n;
    const unsigned bias = image_operand(n, l->operands, OPERAND_BIAS), lod = image_operand(n, l->operands, OPERAND_LOD);
    const unsigned gradient = image_operand(n, l->operands, OPERAND_GRAD), least = image_operand(n, l->operands, OPERAND_MIN_LOD);
    unsigned offset = image_operand(n, l->operands, OPERAND_CONST_OFFSET);

    if (!offset)
        offset = image_operand(n, l->operands, OPERAND_OFFSET);
    for (unsigned k = 0; k < l->sides && offset; k++)
        l->offset[k] = whole(l, offset, k);
    l->bias = bias ? number(l, &l->sight, bias, 0) : 0;
    l->lod = lod ? number(l, &l->sight, lod, 0) : 0;
    l->min_lod = least ? number(l, &l->sight, least, 0) : -HUGE_VAL;
    for (unsigned k = 0; k < l->sides && gradient; k++)
        for (unsigned j = 0; j < 2; j++)
            l->gradient[j][k] = number(l, &l->sight, gradient + j, k);
}

/* The direction becomes a face, and a place on it. */
static void find_face(struct lookup *l)
{
    const struct cube_place at = cube_place(l->coordinate);
    const double layer = l->coordinate[3];

    for (unsigned j = 0; j < 2; j++) {
        double gradient[2];
        cube_gradient(l->coordinate, l->gradient[j], gradient);
        memcpy(l->gradient[j], gradient, sizeof gradient);
    }
    l->is_cube = true;
    l->face = at.face;
    l->sides = 2;
    l->coordinate[0] = at.s;
    l->coordinate[1] = at.t;
    l->coordinate[2] = layer;
}

static struct lookup lookup_of(const struct sight *s, const struct sight *quad, unsigned lane, const struct insn *n)
{
    struct lookup l = { .n = n, .sight = *s, .quad = quad, .projects = is_projected(n->op), .compares = is_compared(n->op) };
    const uint64_t *pair = value(s->module, s->lane, word_of(n, 0));
    const bool gathers = n->op == OpImageGather || n->op == OpImageDrefGather;

    l.image = image_of(s, n, pair[0]);
    l.sampler = sampler_of(s, n, pair[1]);
    l.sides = sides_of(l.image.type);
    l.operands = l.compares || gathers ? 3 : 2;
    for (unsigned k = 0; k < l.sides + l.image.type->arrayed; k++)
        l.coordinate[k] = coordinate_of(&l, s, k);
    if (l.compares)
        l.reference = number(&l, s, 2, 0) / (l.projects ? number(&l, s, 1, l.sides) : 1);
    if (n->op != OpImageQueryLod)
        take_operands(&l);
    if (is_implicit(n->op))
        gradients_of_quad(&l, lane);
    if (l.image.type->dim == DimCube)
        find_face(&l);
    return l;
}

static double between(double least, double x, double most)
{
    return x < least ? least : x > most ? most : x;
}

/* "Scale Factor Operation", "Level-of-Detail Operation", up to its limits. */
static double raw_lod(const struct lookup *l)
{
    const struct image_level base = image_level(&l->image, 0);
    double lod = l->lod, longest = 0;

    if (is_implicit(l->n->op) || image_operand(l->n, l->operands, OPERAND_GRAD)) {
        for (unsigned j = 0; j < 2; j++) {
            double square = 0;
            for (unsigned k = 0; k < l->sides; k++)
                square += pow(l->gradient[j][k] * base.side[k], 2);
            longest = fmax(longest, square);
        }
        lod = log2(longest) / 2;
    }
    return lod + l->sampler->lod_bias + l->bias;
}

static double limited_lod(const struct lookup *l, double lod)
{
    return between(fmax(l->sampler->min_lod, l->min_lod), lod, l->sampler->max_lod);
}

/* "Image Level(s) Selection": as a number whose fraction is the share of the next level. */
static double among_levels(const struct lookup *l, double lod)
{
    const double d = between(0, lod, image_levels(&l->image) - 1);

    return l->sampler->mip_linear ? d : ceil(d + 0.5) - 1;
}

static int modulo(int x, int n)
{
    return (x % n + n) % n;
}

static int mirrored(int x)
{
    return x >= 0 ? x : -(1 + x);
}

/* "Wrapping Operation"; a border is outside. */
static int wrapped(enum wf_address_mode mode, int at, int size)
{
    switch (mode) {
    case WF_ADDRESS_REPEAT: return modulo(at, size);
    case WF_ADDRESS_MIRROR: return size - 1 - mirrored(modulo(at, 2 * size) - size);
    case WF_ADDRESS_CLAMP: return at < 0 ? 0 : at >= size ? size - 1 : at;
    case WF_ADDRESS_BORDER: return at;
    case WF_ADDRESS_MIRROR_CLAMP: return mirrored(at) >= size ? size - 1 : mirrored(at);
    }
    return at;
}

static bool passes(enum wf_compare compare, double reference, double texel)
{
    switch (compare) {
    case WF_COMPARE_NEVER: return false;
    case WF_COMPARE_LESS: return reference < texel;
    case WF_COMPARE_EQUAL: return reference == texel;
    case WF_COMPARE_LESS_EQUAL: return reference <= texel;
    case WF_COMPARE_GREATER: return reference > texel;
    case WF_COMPARE_NOT_EQUAL: return reference != texel;
    case WF_COMPARE_GREATER_EQUAL: return reference >= texel;
    case WF_COMPARE_ALWAYS: return true;
    }
    return false;
}

/* "Texel Replacement": a border has the components that the format has; the others are as of any texel. */
static void put_border(const struct lookup *l, uint64_t texel[4])
{
    const uint64_t one = image_is_integer(&l->image) ? 1 : float_bits(1);

    for (unsigned c = 0; c < 4; c++)
        if (image_has_component(&l->image, c))
            texel[c] = l->sampler->border == WF_BORDER_WHITE || (l->sampler->border == WF_BORDER_BLACK && c == 3) ? one : 0;
}

/* "Cube Map Edge Handling": a texel beyond an edge is one of the next face; of a lookup of the nearest one it is held on its face. */
static void cube_wrapped(const struct lookup *l, const struct image_level *level, bool linear, const int place[3], uint32_t at[3])
{
    const int side = (int)level->side[0], cubes = (int)level->side[2] / 6;
    unsigned face = l->face;
    int on[2] = { place[0], place[1] };

    for (unsigned k = 0; k < 2; k++)            /* beyond two edges there is nothing: that beyond the one of s */
        if (!linear || (k == 1 && (on[0] < 0 || on[0] >= side)))
            on[k] = on[k] < 0 ? 0 : on[k] >= side ? side - 1 : on[k];
    cube_texel(&face, on, side);
    at[0] = (uint32_t)on[0];
    at[1] = (uint32_t)on[1];
    at[2] = face + (l->image.type->arrayed ? 6 * (uint32_t)between(0, nearbyint(l->coordinate[2]), cubes - 1) : 0);
}

/* A place before it is wrapped; true: it is outside, of the border. */
static bool plain_wrapped(const struct lookup *l, const struct image_level *level, const int place[3], uint32_t at[3])
{
    bool outside = false;

    for (unsigned k = 0; k < l->sides; k++) {
        const int in = wrapped(l->sampler->address[k], place[k] + l->offset[k], (int)level->side[k]);
        outside |= in < 0 || in >= (int)level->side[k];
        at[k] = (uint32_t)in;
    }
    if (l->image.type->arrayed)
        at[2] = (uint32_t)between(0, nearbyint(l->coordinate[l->sides]), level->side[2] - 1);
    return outside;
}

/* A texel; compared, if it is to be. */
static void fetch(const struct lookup *l, const struct image_level *level, bool linear, const int place[3], uint64_t texel[4])
{
    uint32_t at[3] = { 0, 0, 0 };
    bool outside = false;

    if (l->is_cube)
        cube_wrapped(l, level, linear, place, at);
    else
        outside = plain_wrapped(l, level, place, at);
    image_texel(&l->image, level, outside ? (const uint32_t[3]){ 0 } : at, texel);
    if (outside)
        put_border(l, texel);
    if (l->compares) {
        const double reference = image_is_unorm(&l->image) ? between(0, l->reference, 1) : l->reference;
        texel[0] = float_bits(passes(l->sampler->compare, reference, as_float((uint32_t)texel[0])));
    }
}

static double unnormalized(const struct lookup *l, const struct image_level *level, unsigned k)
{
    return l->sampler->unnormalized ? l->coordinate[k] : l->coordinate[k] * level->side[k];
}

/* "Texel Filtering", added to sum[] with a share of its own. */
static void add_level(const struct lookup *l, uint32_t number_of_level, bool linear, double share, double sum[4])
{
    const struct image_level level = image_level(&l->image, number_of_level);

    for (unsigned corner = 0; corner < 1U << l->sides; corner++) {
        double weight = share;
        int place[3] = { 0, 0, 0 };
        uint64_t texel[4];
        for (unsigned k = 0; k < l->sides; k++) {
            const bool second = corner >> k & 1;
            const double u = unnormalized(l, &level, k) - (linear ? 0.5 : 0), part = linear ? u - floor(u) : 0;
            weight *= second ? part : 1 - part;
            place[k] = (int)floor(u) + second;
        }
        if (weight == 0)
            continue;
        fetch(l, &level, linear, place, texel);
        for (unsigned c = 0; c < 4; c++)
            sum[c] += weight * as_float((uint32_t)texel[c]);
    }
}

/* Integers have no filter. */
static void nearest_integers(const struct lookup *l, uint32_t number_of_level, uint64_t out[4])
{
    const struct image_level level = image_level(&l->image, number_of_level);
    int place[3] = { 0, 0, 0 };

    for (unsigned k = 0; k < l->sides; k++)
        place[k] = (int)floor(unnormalized(l, &level, k));
    fetch(l, &level, false, place, out);
}

static void sample(const struct lookup *l, uint64_t out[4])
{
    const double lod = limited_lod(l, raw_lod(l)), d = among_levels(l, lod), low = floor(d);
    const bool linear = lod <= 0 ? l->sampler->mag_linear : l->sampler->min_linear;
    double sum[4] = { -0.0, -0.0, -0.0, -0.0 };        /* so that -0 alone stays */

    if (image_is_integer(&l->image)) {
        nearest_integers(l, (uint32_t)low, out);
        return;
    }
    add_level(l, (uint32_t)low, linear, 1 - (d - low), sum);
    if (d != low)
        add_level(l, (uint32_t)low + 1, linear, d - low, sum);
    for (unsigned c = 0; c < 4; c++)
        out[c] = float_bits((float)sum[c]);
}

/* "Image Gather": of the four texels of the filter one component, or the comparison. */
static void gather(const struct lookup *l, uint64_t out[4])
{
    static const int corner[4][2] = { { 0, 1 }, { 1, 1 }, { 1, 0 }, { 0, 0 } };
    const struct image_level level = image_level(&l->image, 0);
    const unsigned component = l->compares ? 0 : (unsigned)whole(l, 2, 0), offsets = image_operand(l->n, l->operands, OPERAND_CONST_OFFSETS);

    for (unsigned k = 0; k < 4; k++) {
        uint64_t texel[4];
        int place[3] = { 0, 0, 0 };
        for (unsigned n = 0; n < 2; n++)
            place[n] = (int)floor(unnormalized(l, &level, n) - 0.5) + (offsets ? whole(l, offsets, 2 * k + n) : corner[k][n]);
        fetch(l, &level, true, place, texel);
        out[k] = texel[component < 4 ? component : 0];
    }
}

bool is_sampling(unsigned op)
{
    return (op >= OpImageSampleImplicitLod && op <= OpImageSampleProjDrefExplicitLod) || op == OpImageGather || op == OpImageDrefGather ||
           op == OpImageQueryLod;
}

/* One lane; `lane`: its place in its quad. */
static void sample_insn(const struct sight *s, const struct sight *quad, unsigned lane, const struct insn *n, uint64_t out[4])
{
    const struct lookup l = lookup_of(s, quad, lane, n);

    if (n->op == OpImageGather || n->op == OpImageDrefGather) {
        gather(&l, out);
    } else if (n->op == OpImageQueryLod) {
        out[0] = float_bits((float)among_levels(&l, limited_lod(&l, raw_lod(&l))));
        out[1] = float_bits((float)raw_lod(&l));
    } else {
        sample(&l, out);
    }
}

void sample_lanes(struct wave *w, const struct insn *n, const uint8_t *list, unsigned count)
{
    const unsigned slots = n->type->slots < 4 ? n->type->slots : 4;
    uint64_t out[MAX_LANES][4];

    for (unsigned k = 0; k < count; k++) {
        struct sight quad[4];
        for (unsigned j = 0; j < 4; j++)
            quad[j] = (struct sight){ .module = w->module, .lane = lane_slots_of(w, (list[k] & ~3U) + j), .group = w->group->memory };
        sample_insn(&quad[list[k] & 3], quad, list[k] & 3, n, out[k]);
    }
    for (unsigned k = 0; k < count; k++)
        memcpy(lane_slots_of(w, list[k]) + n->at, out[k], slots * sizeof out[k][0]);
}
