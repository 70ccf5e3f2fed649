/* SPDX-License-Identifier: Apache-2.0
 * format.c - the public face of images (wavefold/image.h): formats, layouts, descriptors.
 */
#include <stdio.h>
#include <string.h>

#include "wavefold/image.h"

static const struct wf_image_format_info infos[WF_IMAGE_FORMATS] = {
#define WF_IMAGE_FORMAT(id, name, vulkan, spirv, kind, bytes, r, rw, g, gw, b, bw, a, aw) \
    [WF_IMAGE_FORMAT_##id] = {name, #vulkan, spirv, WF_TEXEL_##kind, bytes, {{r, rw}, {g, gw}, {b, bw}, {a, aw}}},
#include "wavefold/image_format.def"
#undef WF_IMAGE_FORMAT
};

const struct wf_image_format_info *wf_image_format_info(enum wf_image_format format)
{
    return (unsigned)format > WF_IMAGE_FORMAT_NONE && (unsigned)format < WF_IMAGE_FORMATS ? &infos[format] : NULL;
}

static char lower_case(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool is_called(const char *name, const char *text)
{
    for (; *name && lower_case(*name) == lower_case(*text); name++, text++)
        ;
    return !*name && !*text;
}

enum wf_image_format wf_image_format_find(const char *name)
{
    for (unsigned i = 1; i < WF_IMAGE_FORMATS; i++)
        if (is_called(infos[i].name, name) || is_called(infos[i].vulkan, name))
            return (enum wf_image_format)i;
    return WF_IMAGE_FORMAT_NONE;
}

enum wf_image_format wf_image_format_of_spirv(uint32_t image_format)
{
    for (unsigned i = 1; i < WF_IMAGE_FORMATS; i++)
        if (infos[i].spirv > 0 && (uint32_t)infos[i].spirv == image_format)
            return (enum wf_image_format)i;
    return WF_IMAGE_FORMAT_NONE;
}

/* ---- sizes ---- */

const char *wf_image_fault(const struct wf_image *image, char text[120])
{
    static const char *const side[3] = {"width", "height", "depth"};
    const bool line = image->size[1] == 1 && image->size[2] == 1 && image->layers == 1;
    const uint32_t most_samples = 16;
    uint32_t most = line ? WF_IMAGE_TEXELS : WF_IMAGE_SIZE, longest = 1, levels = 1;

    if (!wf_image_format_info(image->format))
        return "no format";
    for (unsigned i = 0; i < 3; i++) {
        if (image->size[i] == 0 || image->size[i] > most) {
            snprintf(text, 120, "a %s of %u; expected 1 to %u", side[i], (unsigned)image->size[i], (unsigned)most);
            return text;
        }
        longest = image->size[i] > longest ? image->size[i] : longest;
    }
    while (longest >> levels)
        levels++;
    if (image->layers == 0 || image->layers > 2048 || (image->layers > 1 && image->size[2] > 1)) {
        snprintf(text, 120, image->size[2] > 1 ? "%u layers and a depth; expected one of them"
                                               : "%u layers; expected 1 to 2048", (unsigned)image->layers);
        return text;
    }
    most = levels < WF_IMAGE_LEVELS ? levels : WF_IMAGE_LEVELS;
    if (image->levels == 0 || image->levels > most) {
        snprintf(text, 120, "%u levels; expected 1 to %u for its size", (unsigned)image->levels, (unsigned)most);
        return text;
    }
    if (image->samples == 0 || image->samples > most_samples || (image->samples & (image->samples - 1)) ||
        (image->samples > 1 && (image->levels > 1 || image->size[2] > 1))) {
        snprintf(text, 120, "%u samples; expected 1, 2, 4, 8 or 16, more than 1 with one level and no depth",
                 (unsigned)image->samples);
        return text;
    }
    return wf_image_bytes(image) > UINT32_MAX / 2 ? "its texels take more than 2 GiB" : NULL;
}

static uint32_t half(uint32_t size, uint32_t level)
{
    return level < 32 && size >> level ? size >> level : 1;
}

static uint64_t level_bytes(const struct wf_image *image, uint32_t level)
{
    return (uint64_t)wf_image_format_info(image->format)->bytes * image->samples * half(image->size[0], level) *
           half(image->size[1], level) * half(image->size[2], level) * image->layers;
}

struct wf_image_level wf_image_level(const struct wf_image *image, uint32_t level)
{
    struct wf_image_level l = {.at = 0};
    uint64_t at = 0;

    for (uint32_t i = 0; i < level; i++)
        at += level_bytes(image, i);
    for (unsigned i = 0; i < 3; i++)
        l.size[i] = half(image->size[i], level);
    l.at = (uint32_t)at;
    l.row = wf_image_format_info(image->format)->bytes * image->samples * l.size[0];
    l.slice = l.row * l.size[1];
    return l;
}

uint64_t wf_image_bytes(const struct wf_image *image)
{
    uint64_t bytes = 0;

    for (uint32_t i = 0; i < image->levels; i++)
        bytes += level_bytes(image, i);
    return bytes;
}

void wf_image_describe(const struct wf_image *image, uint32_t word[WF_IMAGE_WORDS])
{
    memset(word, 0, WF_IMAGE_WORDS * sizeof *word);
    word[WF_IMAGE_LEVEL_COUNT] = word[WF_IMAGE_SAMPLES] = 1;
    if (!image)
        return;
    word[WF_IMAGE_WIDTH] = image->size[0];
    word[WF_IMAGE_HEIGHT] = image->size[1];
    word[WF_IMAGE_DEPTH] = image->layers > 1 ? image->layers : image->size[2];
    word[WF_IMAGE_LEVEL_COUNT] = image->levels;
    word[WF_IMAGE_SAMPLES] = image->samples;
    for (uint32_t i = 0; i < image->levels && i < WF_IMAGE_LEVELS; i++) {
        const struct wf_image_level l = wf_image_level(image, i);
        word[WF_IMAGE_LEVEL_0 + 4 * i] = l.at;
        word[WF_IMAGE_LEVEL_0 + 4 * i + 1] = l.row;
        word[WF_IMAGE_LEVEL_0 + 4 * i + 2] = l.slice;
    }
}
