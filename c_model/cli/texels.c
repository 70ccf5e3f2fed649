/* SPDX-License-Identifier: Apache-2.0 */
#include "texels.h"

#include <inttypes.h>

enum { A_LINE = 8 };            /* numbers */

/* Texels of a line: those of a row; with all their samples. */
static uint32_t per_line(const struct wf_image *image)
{
    const struct wf_image_format_info *f = wf_image_format_info(image->format);
    uint32_t channels = 0;
    for (unsigned i = 0; i < 4; i++)
        channels += f->channel[i].width != 0;
    return image->samples > 1 ? 1 : A_LINE / channels;
}

/* "640x480 rgba8, layers 2, levels 3" */
static void put_shape(FILE *file, const struct wf_image *image)
{
    fprintf(file, "%" PRIu32, image->size[0]);
    for (unsigned n = 1; n < 3; n++)
        if (image->size[n] > 1 || (n == 1 && image->size[2] > 1))
            fprintf(file, "x%" PRIu32, image->size[n]);
    fprintf(file, " %s", wf_image_format_info(image->format)->name);
    if (image->layers > 1)
        fprintf(file, ", layers %" PRIu32, image->layers);
    if (image->levels > 1)
        fprintf(file, ", levels %" PRIu32, image->levels);
    if (image->samples > 1)
        fprintf(file, ", samples %" PRIu32, image->samples);
}

void texels_print(FILE *file, const struct wf_kernel_buffer *image, const uint32_t *words, uint32_t most)
{
    const struct wf_image *shape = &image->image;
    const uint64_t bytes = wf_image_format_info(shape->format)->bytes, end = wf_image_bytes(shape);
    const uint32_t a_line = per_line(shape);
    struct wf_image_texel first = {.byte = 0}, texel;
    uint64_t byte = 0;
    fprintf(file, "%s = {    // ", image->name);
    put_shape(file, shape);
    fputc('\n', file);
    for (; byte < end && byte / 4 < most && wf_image_texel_at(shape, byte, &texel); byte += bytes) {
        char text[WF_TEXEL_TEXT], name[WF_TEXEL_NAME];
        const bool begins = texel.sample == 0 && texel.at[0] % a_line == 0;
        first = begins ? texel : first;
        struct wf_image_texel next;
        const bool last = !wf_image_texel_at(shape, byte + bytes, &next);
        const bool ends = last || (byte + bytes) / 4 >= most || (next.sample == 0 && next.at[0] % a_line == 0);
        fprintf(file, "%s%s%s", begins ? "    " : " ", wf_texel_show(shape->format, words, byte, text), last ? "" : ",");
        first.sample = 0;
        if (ends)
            fprintf(file, "    // %s\n", wf_image_texel_name(shape, &first, name));
    }
    if (byte < end)
        fprintf(file, "    // and %" PRIu64 " more\n", (end - byte) / bytes);
    fputs("}\n", file);
}
