/* SPDX-License-Identifier: Apache-2.0
 * footprint.c - footprint.h: the texels that the filter counts, as groups of texels around an anchor.
 *
 * A mask has a bit for each of 8 x 8 or 4 x 4 x 4 groups: the bit's number is the group's own, modulo 8 or 4 in each
 * direction.  The anchor counts blocks of so many groups.  A filter reaches into two blocks at most, and the anchor is
 * the second one: then the offset is 1, which moves the last group of the first block into the mask.
 */
#include "footprint.h"

#include "level.h"

#include "../math/math.h"

enum { GRANULARITIES = 16, LEAST = 1 };

/* Logarithms of the sides of a group: x in the lowest four bits, y, z.  0: there is no such granularity. */
static const uint16_t sides_2d[GRANULARITIES] = {0, 0x011, 0x012, 0x022, 0x023, 0x033, 0x034, 0x044,
                                                 0, 0, 0, 0x066, 0x067, 0x077, 0x078, 0x088};
static const uint16_t sides_3d[GRANULARITIES] = {0, 0x111, 0, 0x122, 0, 0, 0, 0,
                                                 0, 0, 0x444, 0x445, 0x455, 0x555, 0x556, 0};

/* The groups of the filter in one direction. */
struct direction {
    wfs_val anchor, offset, group[2];           /* group: within its block */
};

/* ---- operands ---- */

static wfs_val granularity_of(struct wfs_lower *l, uint32_t at, const uint16_t sides[GRANULARITIES], bool volume)
{
    const wfs_val v = wfs_word(l, wfs_operand(l->m, at, 5));

    if (wfs_is_const(v) && (v.bits >= GRANULARITIES || !sides[v.bits]))
        wfs_refuse(l->m, at, "its granularity is %u; expected one of %s images: %s", (unsigned)v.bits,
                   volume ? "3D" : "2D", volume ? "1, 3, 10 to 14" : "1 to 7, 11 to 15");
    return v;
}

static wfs_val coarse_of(struct wfs_lower *l, uint32_t at)
{
    const struct wfs_value *v = wfs_value(l, wfs_operand(l->m, at, 6));

    if (!v->word || v->type->kind != WFS_BOOL)
        wfs_refuse(l->m, at, "its choice of the coarse level is %s; expected a bool", wfs_type_shown(l->m, v->type));
    return v->word[0];
}

static bool is_words(const struct wfs_type *t, uint32_t words)
{
    return (t->kind == WFS_INT || t->kind == WFS_VECTOR) && wfs_scalar(t)->kind == WFS_INT &&
           wfs_scalar(t)->width == 32 && t->words == words;
}

/* The words of its six members: a truth, anchor, offset, mask, level, granularity. */
static void result_of(struct wfs_lower *l, uint32_t at, unsigned axes, wfs_val *member[6])
{
    struct wfs_value *v = wfs_result(l, at);
    const struct wfs_type *t = v->type;
    const uint32_t words[6] = {1, axes, axes, 2, 1, 1};
    bool fits = t->kind == WFS_STRUCT && t->count == 6 && t->member[0].type->kind == WFS_BOOL;

    for (unsigned i = 1; i < 6 && fits; i++)
        fits = is_words(t->member[i].type, words[i]);
    if (!fits)
        wfs_refuse(l->m, at, "its result is %s; expected a struct of a bool and integers of 32 bits: %u, %u, 2, 1, 1",
                   wfs_type_shown(l->m, t), axes, axes);
    for (unsigned i = 0; i < 6; i++)
        member[i] = v->word + t->member[i].word;
}

/* ---- groups ---- */

/* The logarithm of a group's side: the digit of the granularity in two words.  One that is not known before and is none
 * counts as the least. */
static wfs_val side_of(struct wfs_code *c, const uint16_t sides[GRANULARITIES], wfs_val granularity, unsigned n)
{
    uint32_t digits[2] = {0, 0};

    for (unsigned i = 0; i < GRANULARITIES; i++)
        digits[i / 8] |= (sides[sides[i] ? i : LEAST] >> 4 * n & 15U) << 4 * (i % 8);
    const wfs_val half = wfs_sel(c, wfs_ltu(c, granularity, wfs_const(8)), wfs_const(digits[0]), wfs_const(digits[1]));
    return wfs_and(c, wfs_shr(c, half, wfs_shl(c, granularity, wfs_const(2))), wfs_const(15));
}

/* The second texel of one that is mirrored may be the one before; one that repeats may be the first of the image where
 * the other is the last.  Then the last group counts as the one before group 0, if they are of two blocks. */
static struct direction find_direction(struct wfs_code *c, enum wf_address_mode mode, const wfs_val texel[2],
                                       wfs_val side, unsigned log_groups)
{
    const wfs_val last = wfs_const((1U << log_groups) - 1);
    struct direction d;
    wfs_val block[2];

    for (unsigned i = 0; i < 2; i++) {
        const wfs_val group = wfs_shr(c, texel[i], side);
        block[i] = wfs_shr(c, group, wfs_const(log_groups));
        d.group[i] = wfs_and(c, group, last);
    }
    d.anchor = block[1];
    d.offset = wfs_ne(c, block[0], block[1]);
    if (mode == WF_ADDRESS_MIRROR || mode == WF_ADDRESS_MIRROR_CLAMP)
        d.anchor = wfs_maxu(c, block[0], block[1]);
    if (mode == WF_ADDRESS_REPEAT)
        d.group[0] = wfs_sel(c, d.offset, last, d.group[0]);
    return d;
}

/* Bits of each direction in turn, copied to where those of the next one are.  The last one reaches over both words. */
static void find_mask(struct wfs_code *c, const struct direction *d, unsigned axes, unsigned log_groups,
                      wfs_val mask[2])
{
    wfs_val bits = wfs_const(1);

    for (unsigned n = 0; n + 1 < axes; n++) {
        const wfs_val width = wfs_const(n * log_groups);
        bits = wfs_or(c, wfs_shl(c, bits, wfs_shl(c, d[n].group[0], width)),
                      wfs_shl(c, bits, wfs_shl(c, d[n].group[1], width)));
    }
    mask[0] = mask[1] = wfs_const(0);
    for (unsigned i = 0; i < 2; i++) {
        const wfs_val first = wfs_shl(c, d[axes - 1].group[i], wfs_const((axes - 1) * log_groups));
        const wfs_val moved = wfs_shl(c, bits, first), low = wfs_ltu(c, first, wfs_const(32));
        mask[0] = wfs_or(c, mask[0], wfs_sel(c, low, moved, wfs_const(0)));
        mask[1] = wfs_or(c, mask[1], wfs_sel(c, low, wfs_const(0), moved));
    }
}

/* ---- the instruction ---- */

void wfs_footprint(struct wfs_lower *l, uint32_t at, const struct wfs_lookup *p, wfs_val lod)
{
    const bool volume = p->image->type->dim == WfsDim3D;
    const unsigned axes = volume ? 3 : 2, log_groups = volume ? 2 : 3;
    const uint16_t *sides = volume ? sides_3d : sides_2d;
    const wfs_val granularity = granularity_of(l, at, sides, volume), coarse = coarse_of(l, at);
    struct wfs_code *c = l->code;
    struct direction d[3];
    wfs_val texel[3][2], *member[6];

    result_of(l, at, axes, member);
    const struct wfs_levels levels = wfs_choose_levels(l, p->image, lod);
    const bool mixes = levels.second.kind != WFS_NONE;
    const wfs_val level = mixes ? wfs_sel(c, coarse, levels.second, levels.first) : levels.first;
    const wfs_val single = mixes ? wfs_eq(c, levels.first, levels.second) : wfs_const(1);
    const wfs_val outside = wfs_filter_texels(l, p, level, levels.linear, texel);
    for (unsigned n = 0; n < axes; n++) {
        d[n] = find_direction(c, p->image->sampler->address[n], texel[n], side_of(c, sides, granularity, n),
                              log_groups);
        member[1][n] = d[n].anchor;
        member[2][n] = d[n].offset;
    }
    find_mask(c, d, axes, log_groups, member[3]);
    const wfs_val empty = wfs_or(c, outside, wfs_and(c, coarse, single));       /* or there is no coarse level */
    for (unsigned i = 0; i < 2; i++)
        member[3][i] = wfs_sel(c, empty, wfs_const(0), member[3][i]);
    member[0][0] = single;
    member[4][0] = level.kind == WFS_NONE ? wfs_const(0) : level;
    member[5][0] = wfs_const(0);                        /* that of the instruction is enough */
}
