/* SPDX-License-Identifier: Apache-2.0
 * image.h - what the files that lower images share.
 *
 * An image is a buffer with its texels, and a descriptor (wavefold/image.h).  A texel is addressed by up to three
 * coordinates: x, y, and z, which is the slice, the layer or the face.
 */
#ifndef WAVEFOLD_SPIRV_LOWER_IMAGE_H
#define WAVEFOLD_SPIRV_LOWER_IMAGE_H

#include "lower.h"

/* ---- handle.c ---- */

enum { WFS_IMAGE_KINDS = 8 };

/* An array of images, samplers or both.  Elements of one format and swizzle, or one sampler, are of one kind. */
struct wfs_image_array {
    uint32_t elements;
    uint32_t first;                     /* buffer of element 0; the others have the next numbers */
    unsigned formats, samplers;         /* kinds; 0: it has none */
    const struct wf_image_format_info *format[WFS_IMAGE_KINDS];
    const uint8_t *swizzle[WFS_IMAGE_KINDS];    /* [4] of each */
    const struct wf_sampler *sampler[WFS_IMAGE_KINDS];
    /* the table of constants has a word for each element, and one more for what is none: the kind of its format; of its
     * sampler, UINT32_MAX where it has none.  First bytes */
    uint32_t format_table, sampler_table;
    bool has_all_samplers;
};

/* The pointer to a variable that is an image, a sampler or both, or an array of them. */
void wfs_bind_image(struct wfs_lower *l, uint32_t at, uint32_t id, struct wfs_pointer *p);
/* A value of this type. */
struct wfs_value *wfs_new_handle(struct wfs_lower *l, const struct wfs_type *type, const struct wfs_image *image);
/* What such a pointer points to, an array of them too. */
struct wfs_value *wfs_load_handle(struct wfs_lower *l, const struct wfs_pointer *p);
/* OpCompositeExtract from an array of them; false: it is something else. */
bool wfs_extract_handle(struct wfs_lower *l, uint32_t at);
/* Operand n, an image; `sampler`: with its sampler. */
const struct wfs_image *wfs_image_operand(struct wfs_lower *l, uint32_t at, uint32_t n, bool sampler);

/* ---- kinds.c ---- */

/* What an instruction does with an image of one format, and one sampler. */
typedef void wfs_image_fn(struct wfs_lower *l, uint32_t at, const struct wfs_image *image, void *user);
/* Call it for each kind of image, and of sampler if it samples, that lanes may have chosen, for those lanes.  Its
 * result, if `id` is not 0, is defined by each, and then by what each lane has. */
void wfs_each_kind(struct wfs_lower *l, uint32_t at, uint32_t id, const struct wfs_image *image, bool samples,
                   wfs_image_fn *one, void *user);

/* ---- image.c ---- */

static inline bool wfs_has_y(const struct wfs_type *t) { return t->dim != WfsDim1D && t->dim != WfsDimBuffer; }
static inline bool wfs_has_z(const struct wfs_type *t)
{
    return t->arrayed || t->dim == WfsDim3D || t->dim == WfsDimCube;
}
/* The directions in which texels are next to each other: layers and faces are none. */
static inline unsigned wfs_image_sides(const struct wfs_type *t)
{
    return t->dim == WfsDim3D ? 3 : wfs_has_y(t) ? 2 : 1;
}

/* A word of the descriptor, WF_IMAGE_*. */
wfs_val wfs_image_word(struct wfs_lower *l, const struct wfs_image *image, unsigned word);
/* Side `i` of a level: 0 width, 1 height, 2 depth, layers or faces.  wfs_none(): level 0. */
wfs_val wfs_image_side(struct wfs_lower *l, const struct wfs_image *image, unsigned i, wfs_val level);
/* The cube that a face of an array of cubes is of; of a number of faces that of cubes. */
wfs_val wfs_cube_of(struct wfs_code *c, wfs_val face);
/* Byte of the texel at x, y, z (those that the image has) of a level that exists; nothing is checked. */
wfs_val wfs_texel_address(struct wfs_lower *l, const struct wfs_image *image, const wfs_val at[3], wfs_val level);
/* An instruction that reads, fetches, samples or gathers, without what makes it one of sparse images. */
uint32_t wfs_plain_image_op(uint32_t op);
/* Where the texel of the result goes, and its type: of a sparse image it comes after a code, by which all
 * texels are in memory. */
wfs_val *wfs_texel_result(struct wfs_lower *l, uint32_t at, const struct wfs_type **type);
/* What component i of a texel is in the shader, R to A, ZERO or ONE; and that 1. */
static inline enum wf_swizzle wfs_swizzle(const struct wfs_image *image, unsigned i)
{
    return image->swizzle[i] == WF_SWIZZLE_IDENTITY ? (enum wf_swizzle)(WF_SWIZZLE_R + i)
                                                    : (enum wf_swizzle)image->swizzle[i];
}
wfs_val wfs_one(const struct wfs_image *image);
/* The components change places; those of 64 bits do in wfs_give_texel. */
void wfs_swizzle_texel(const struct wfs_image *image, wfs_val texel[4]);
/* The instruction defines its result: the first of four components. */
void wfs_give_texel(struct wfs_lower *l, uint32_t at, const struct wfs_image *image, const wfs_val texel[4]);

/* ---- texel.c ---- */

/* Components of the texel at this byte; of one of 64 bits its two words. */
void wfs_load_texel(struct wfs_lower *l, const struct wfs_image *image, wfs_val address, wfs_val texel[4]);
/* Likewise into memory; the other texels of its word stay. */
void wfs_store_texel(struct wfs_lower *l, const struct wfs_image *image, wfs_val address, const wfs_val texel[4]);

/* ---- image_operands.c ---- */

/* The image operands in word n of an instruction, if it has so many; what it does not have is NULL. */
struct wfs_image_operands {
    const struct wfs_value *bias, *lod, *grad[2], *offset, *offsets, *sample, *min_lod;
    uint32_t extension;                 /* SignExtend, ZeroExtend or 0 */
    bool is_coherent, fresh;            /* volatile or not private; what other groups stored counts at once */
};
struct wfs_image_operands wfs_image_operands(struct wfs_lower *l, uint32_t at, uint32_t n, uint32_t allowed);
/* The image as one whose integers have the sign that `extension` gives them; without it they have that of their type,
 * which must be that of the format. */
const struct wfs_image *wfs_image_of_sign(struct wfs_lower *l, uint32_t at, const struct wfs_image *image,
                                          uint32_t extension);
/* The words of an offset in texels, one a side; of so many offsets, one after the other. */
const wfs_val *wfs_image_offset(struct wfs_lower *l, uint32_t at, const struct wfs_value *v, const struct wfs_type *t,
                                unsigned offsets);

#endif
