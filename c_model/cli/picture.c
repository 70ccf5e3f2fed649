/* SPDX-License-Identifier: Apache-2.0
 * picture.c - PNG through libpng.
 */
#include "picture.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PIXELS = 1 << 26 };

struct source {
    const unsigned char *byte;
    size_t left;
    char *why;                  /* [120] */
};

const char *picture_library(void)
{
    return png_get_libpng_ver(NULL);
}

/* libpng wants that it does not return. */
static void fail(png_structp png, png_const_charp text)
{
    const struct source *source = png_get_error_ptr(png);
    if (source && source->why)
        snprintf(source->why, 120, "%s", text);
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp text)
{
    (void)png, (void)text;
}

/* libpng's limit is a million; slices and layers below each other may be more. */
static void take_any_size(png_structp png)
{
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
}

static void give(png_structp png, png_bytep to, size_t bytes)
{
    struct source *source = png_get_io_ptr(png);
    if (bytes > source->left)
        png_error(png, "it ends too early");
    memcpy(to, source->byte, bytes);
    source->byte += bytes;
    source->left -= bytes;
}

/* Everything as R, G, B, A. */
static void ask_for_four(png_structp png, png_infop info)
{
    const unsigned type = png_get_color_type(png, info);
    png_set_expand(png);
    if (!(type & PNG_COLOR_MASK_COLOR))
        png_set_gray_to_rgb(png);
    if (!(type & PNG_COLOR_MASK_ALPHA) && !png_get_valid(png, info, PNG_INFO_tRNS))
        png_set_add_alpha(png, 0xffff, PNG_FILLER_AFTER);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
}

/* Rows as libpng gives them, big-endian, into samples. */
static void take_rows(struct picture *p, const unsigned char *byte)
{
    const unsigned each = p->depth / 8;
    for (size_t i = 0; i < 4 * (size_t)p->width * p->height; i++)
        p->sample[i] = (uint16_t)(each == 1 ? byte[i] : byte[2 * i] << 8 | byte[2 * i + 1]);
}

struct reading {
    png_structp png;
    png_infop info;
    unsigned char *byte;
    png_bytep *row;
};

static void read_all(struct reading *r, struct picture *p)
{
    png_read_info(r->png, r->info);
    p->width = png_get_image_width(r->png, r->info);
    p->height = png_get_image_height(r->png, r->info);
    if ((uint64_t)p->width * p->height > MOST_PIXELS)
        png_error(r->png, "it has more than 67108864 pixels");
    ask_for_four(r->png, r->info);
    p->depth = png_get_bit_depth(r->png, r->info);
    const size_t stride = png_get_rowbytes(r->png, r->info);
    r->byte = malloc(stride * p->height);
    r->row = malloc(p->height * sizeof *r->row);
    p->sample = malloc(4 * (size_t)p->width * p->height * sizeof *p->sample);
    if (!r->byte || !r->row || !p->sample || stride != (size_t)p->width * 4 * (p->depth / 8))
        png_error(r->png, "out of memory");
    for (uint32_t y = 0; y < p->height; y++)
        r->row[y] = r->byte + y * stride;
    png_read_image(r->png, r->row);
    png_read_end(r->png, NULL);
    take_rows(p, r->byte);
}

bool picture_read(const unsigned char *byte, size_t bytes, struct picture *picture, char why[120])
{
    struct source source = {byte, bytes, why};
    struct reading *r = calloc(1, sizeof *r);       /* not on the stack: its members outlive a longjmp */
    volatile bool good = false;
    *picture = (struct picture){.sample = NULL};
    snprintf(why, 120, "out of memory");
    if (r)
        r->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, fail, ignore);
    if (r && r->png)
        r->info = png_create_info_struct(r->png);
    if (r && r->info && !setjmp(png_jmpbuf(r->png))) {
        take_any_size(r->png);
        png_set_read_fn(r->png, &source, give);
        read_all(r, picture);
        good = true;
    }
    if (!good) {
        free(picture->sample);
        picture->sample = NULL;
    }
    if (r) {
        png_destroy_read_struct(&r->png, &r->info, NULL);
        free(r->byte);
        free(r->row);
    }
    free(r);
    return good;
}

static void write_all(png_structp png, png_infop info, const struct picture *p, unsigned char *line)
{
    const int type = p->channels == 4   ? PNG_COLOR_TYPE_RGB_ALPHA
                     : p->channels == 3 ? PNG_COLOR_TYPE_RGB
                                        : PNG_COLOR_TYPE_GRAY;
    png_set_IHDR(png, info, p->width, p->height, (int)p->depth, type, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (uint32_t y = 0; y < p->height; y++) {
        size_t n = 0;
        for (size_t x = 0; x < p->width; x++)
            for (unsigned i = 0; i < p->channels; i++) {
                const uint16_t sample = p->sample[4 * ((size_t)y * p->width + x) + i];
                if (p->depth == 16)
                    line[n++] = (unsigned char)(sample >> 8);
                line[n++] = (unsigned char)sample;
            }
        png_write_row(png, line);
    }
    png_write_end(png, NULL);
}

bool picture_write(FILE *file, const struct picture *picture, char why[120])
{
    struct source nobody = {NULL, 0, why};
    unsigned char *line = malloc((size_t)picture->width * 8);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &nobody, fail, ignore);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    volatile bool good = false;
    snprintf(why, 120, "out of memory");
    if (line && info && !setjmp(png_jmpbuf(png))) {
        take_any_size(png);
        png_init_io(png, file);
        write_all(png, info, picture, line);
        good = true;
    }
    png_destroy_write_struct(&png, &info);
    free(line);
    return good;
}
