/* SPDX-License-Identifier: Apache-2.0
 * image.h - images of shaders: formats of texels, where the texels lie in a buffer, and descriptors.
 *
 * A shader's code reads and writes an image as an ordinary buffer, one for each image.  Size and
 * layout are in a descriptor in memory, so that another size, or another view, needs no other code.
 */
#ifndef WAVEFOLD_IMAGE_H
#define WAVEFOLD_IMAGE_H

#include "wavefold/api.h"
#include "wavefold/layout.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

WF_API_BEGIN

/* ---- formats ---- */

enum wf_image_format {
    WF_IMAGE_FORMAT_NONE,
#define WF_IMAGE_FORMAT(id, ...) WF_IMAGE_FORMAT_##id,
#include "wavefold/image_format.def"
#undef WF_IMAGE_FORMAT
    WF_IMAGE_FORMATS
};

/* UNORM, SNORM: a whole number of the range 0..1, -1..1; SRGB: UNORM, but R, G and B are coded; UFLOAT: floats without
 * sign of 10 and 11 bits; SHARED: three of 9 bits with one exponent, which has the highest 5 bits. */
enum wf_texel_kind {
    WF_TEXEL_UNORM,
    WF_TEXEL_SNORM,
    WF_TEXEL_UINT,
    WF_TEXEL_SINT,
    WF_TEXEL_SFLOAT,
    WF_TEXEL_UFLOAT,
    WF_TEXEL_SRGB,
    WF_TEXEL_SHARED
};

struct wf_image_format_info {
    const char *name, *vulkan;          /* "rgba8", "R8G8B8A8_UNORM" */
    int spirv;                          /* ImageFormat; 0: SPIR-V has none; -1: nor does a shader store it */
    enum wf_texel_kind kind;
    uint8_t bytes;                      /* of a texel: 1, 2, 4, 8 or 16 */
    struct {
        uint8_t at, width;              /* lowest bit in the texel, bits; width 0: it has none */
    } channel[4];                       /* R, G, B, A */
};

/* NULL for WF_IMAGE_FORMAT_NONE and what is no format. */
const struct wf_image_format_info *wf_image_format_info(enum wf_image_format format);
/* By either name, in any letter case; WF_IMAGE_FORMAT_NONE when there is no such. */
enum wf_image_format wf_image_format_find(const char *name);
/* Of an ImageFormat of SPIR-V; NONE for Unknown and for those that are not supported. */
enum wf_image_format wf_image_format_of_spirv(uint32_t image_format);
static inline bool wf_texel_is_integer(enum wf_texel_kind kind)
{
    return kind == WF_TEXEL_UINT || kind == WF_TEXEL_SINT;
}
/* Its one component has 64 bits. */
static inline bool wf_texel_is_wide(const struct wf_image_format_info *f) { return f->channel[0].width == 64; }

/* ---- sizes, and where texels lie ---- */

enum { WF_IMAGE_LEVELS = 16, WF_IMAGE_SIZE = 16384, WF_IMAGE_TEXELS = 1 << 26 };

/* An image.  A texel buffer has a width alone, up to WF_IMAGE_TEXELS; a side of any other is at most WF_IMAGE_SIZE.
 * Depth and layers are not both above 1. */
struct wf_image {
    enum wf_image_format format;
    uint32_t size[3];                   /* width, height, depth; 1 where it has none */
    uint32_t layers;                    /* of an array; of cubes the faces, 6 each */
    uint32_t levels;                    /* a level is half as large as the one before it, rounded down, at least 1 */
    uint32_t samples;                   /* of a texel: 1, 2, 4, 8 or 16 */
};

/* One level: its size, and in bytes where it begins, from row to row, from slice or layer to the next. */
struct wf_image_level {
    uint32_t size[3];
    uint32_t at, row, slice;
};

/* NULL, or what is wrong with it: "a width of 0; expected 1 to 16384". */
const char *wf_image_fault(const struct wf_image *image, char text[120]);
/* Texels side by side, rows, slices or layers, levels, nothing between them; samples of a texel are side by side. */
struct wf_image_level wf_image_level(const struct wf_image *image, uint32_t level);
/* Bytes of all levels; the words of a buffer that holds them. */
uint64_t wf_image_bytes(const struct wf_image *image);
static inline uint64_t wf_image_words(const struct wf_image *image) { return (wf_image_bytes(image) + 3) / 4; }

/* ---- texels as text ---- */

/* One texel, or one sample of it: x, y, and slice or layer. */
struct wf_image_texel {
    uint32_t at[3], level, sample;
    uint64_t byte;                      /* where it begins */
};
/* The texel that this byte of the image is of; false: it comes after the last one. */
bool wf_image_texel_at(const struct wf_image *image, uint64_t byte, struct wf_image_texel *texel);
/* "[3,2]", "[3,2,1; level 1]", "[3,2; sample 4]".  Returns `text`, as the others do. */
enum { WF_TEXEL_NAME = 80, WF_TEXEL_TEXT = 180 };
const char *wf_image_texel_name(const struct wf_image *image, const struct wf_image_texel *texel,
                                char text[WF_TEXEL_NAME]);
/* The bits of a channel that the format has, 0 to 3, of the texel at this byte of the words. */
uint64_t wf_texel_bits(enum wf_image_format format, const uint32_t *word, uint64_t byte, unsigned channel);
/* Its value as a shader reads it: "0.5", "-3"; that of the whole texel: "0.5", "{0.5, 1.0}". */
const char *wf_texel_show_channel(enum wf_image_format format, const uint32_t *word, uint64_t byte, unsigned channel,
                                  char text[WF_LAYOUT_TEXT]);
const char *wf_texel_show(enum wf_image_format format, const uint32_t *word, uint64_t byte, char text[WF_TEXEL_TEXT]);

/* ---- descriptors ---- */

/* Words of a descriptor: of the image, then four of each level: its first byte in the buffer, from row to row, from
 * slice to slice; the fourth is 0.  Level 0 begins at byte 0: a view that begins elsewhere is a buffer that begins
 * there.  A view of some levels has the records of those, and the size of its first. */
enum wf_image_word {
    WF_IMAGE_WIDTH,
    WF_IMAGE_HEIGHT,
    WF_IMAGE_DEPTH,                     /* or layers; of cubes the faces */
    WF_IMAGE_LEVEL_COUNT,
    WF_IMAGE_SAMPLES,
    WF_IMAGE_LEVEL_0 = 8,
    WF_IMAGE_WORDS = WF_IMAGE_LEVEL_0 + 4 * WF_IMAGE_LEVELS
};
/* The address that code gives a texel outside of the image, or one up to 15 bytes above: no buffer reaches it, so the
 * access faults. */
#define WF_IMAGE_OUTSIDE UINT32_C(0xffffff00)
/* NULL: of no image: sides of 0, one level. */
void wf_image_describe(const struct wf_image *image, uint32_t word[WF_IMAGE_WORDS]);

/* What a component of a texel is in a shader: itself, 0, 1, or one of the texel's. */
enum wf_swizzle { WF_SWIZZLE_IDENTITY, WF_SWIZZLE_ZERO, WF_SWIZZLE_ONE, WF_SWIZZLE_R, WF_SWIZZLE_G, WF_SWIZZLE_B,
                  WF_SWIZZLE_A };

/* ---- samplers ---- */

enum wf_address_mode {
    WF_ADDRESS_REPEAT,
    WF_ADDRESS_MIRROR,
    WF_ADDRESS_CLAMP,                   /* to edge */
    WF_ADDRESS_BORDER,
    WF_ADDRESS_MIRROR_CLAMP             /* once, then to edge */
};
enum wf_border { WF_BORDER_TRANSPARENT, WF_BORDER_BLACK, WF_BORDER_WHITE };
/* In the order of Vulkan; of the reference against what is in the image. */
enum wf_compare {
    WF_COMPARE_NEVER,
    WF_COMPARE_LESS,
    WF_COMPARE_EQUAL,
    WF_COMPARE_LESS_EQUAL,
    WF_COMPARE_GREATER,
    WF_COMPARE_NOT_EQUAL,
    WF_COMPARE_GREATER_EQUAL,
    WF_COMPARE_ALWAYS
};

/* All zero but max_lod: nearest, repeat, all levels for max_lod = 1000. */
struct wf_sampler {
    bool mag_linear, min_linear, mip_linear;
    enum wf_address_mode address[3];    /* of u, v, w */
    enum wf_border border;
    float lod_bias, min_lod, max_lod;
    bool unnormalized;                  /* coordinates are texels */
    bool compares;
    bool either;                        /* ... or not, and clamps or not, as the shader asks: to look at its code */
    enum wf_compare compare;
};

/* Words with commas between: nearest, linear (of both mag= and min=), mip=nearest, mip=linear; repeat, mirror, clamp,
 * border, mirror_clamp (of all of u=, v=, w=); transparent, black, white; bias=, lod=LEAST..MOST; unnormalized;
 * compare=less, less_equal, ...  False with why. */
bool wf_sampler_parse(const char *text, struct wf_sampler *sampler, char why[160]);

WF_API_END

#endif
