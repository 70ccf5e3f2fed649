/* SPDX-License-Identifier: Apache-2.0
 * interp_image.h - images as they are bound: where their texels lie, and what is in them.
 */
#ifndef INTERP_IMAGE_H
#define INTERP_IMAGE_H

#include "interp_memory.h"

struct image {
    const struct type *type;
    const struct interp_buffer *buffer;
    const struct format *format;
    const struct object *object;
};

struct image_level {
    uint32_t side[3];               /* the last one layers too */
    uint64_t first;                 /* number of its first texel */
};

/* Of the variable whose number an image's value is. */
struct image image_of(const struct sight *s, const struct insn *n, uint64_t object);
uint32_t image_levels(const struct image *i);
/* Of a level that is not there: no texels. */
struct image_level image_level(const struct image *i, uint32_t level);
bool image_is_integer(const struct image *i);
bool image_is_unorm(const struct image *i);
bool image_has_component(const struct image *i, unsigned component);
/* Four components of a texel: bits of binary32, or integers of 32 bits; a missing one is 0, or 1 the last. */
void image_texel(const struct image *i, const struct image_level *level, const uint32_t at[3], uint64_t out[4]);
/* Stores texel number `at` of what is bound, an image. */
void image_store(struct module *m, const struct interp_buffer *buffer, uint64_t at, const uint64_t texel[4]);

enum { OPERAND_BIAS = 1, OPERAND_LOD = 2, OPERAND_GRAD = 4, OPERAND_CONST_OFFSET = 8, OPERAND_OFFSET = 0x10, OPERAND_CONST_OFFSETS = 0x20,
       OPERAND_SAMPLE = 0x40, OPERAND_MIN_LOD = 0x80 };
/* Which operand belongs to this bit of the image operands, whose mask is operand `mask`; 0: there is none. */
unsigned image_operand(const struct insn *n, unsigned mask, unsigned bit);

#endif
