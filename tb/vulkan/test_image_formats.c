/* SPDX-License-Identifier: Apache-2.0
 * test_image_formats.c - each format that the driver has: what it reports, texels that shaders read, write and sample, and
 * clears, against plain C (texels.h).
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "images.h"
#include "texels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "image_sampled_f.spv.h"
#include "image_sampled_i.spv.h"
#include "image_sampled_u.spv.h"
#include "image_texels_f.spv.h"
#include "image_texels_i.spv.h"
#include "image_texels_il.spv.h"
#include "image_texels_u.spv.h"
#include "image_texels_ul.spv.h"

enum { WIDTH = 13, HEIGHT = 7, TEXELS = WIDTH * HEIGHT };

static uint64_t seed = 0x123456789;

static void note(const struct texel_format *f, const char *what, bool good)
{
    checks_done++;
    if (!good && checks_failed++ < 20)
        printf("%s: %s\n", f->name, what);
}

/* ---- what is reported -------------------------------------------------------------------------------------------- */

static void reported(struct kit *kit, const struct texel_format *f)
{
    const bool is_atomic = (f->bytes == 4 && f->width[0] == 32 && !f->is_depth) || f->width[0] == 64;
    VkFormatFeatureFlags2 image = VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_2_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_2_TRANSFER_DST_BIT;
    VkFormatFeatureFlags2 buffer = f->is_depth ? 0 : VK_FORMAT_FEATURE_2_UNIFORM_TEXEL_BUFFER_BIT;
    const VkFormatFeatureFlags2 unnamed = VK_FORMAT_FEATURE_2_STORAGE_READ_WITHOUT_FORMAT_BIT | VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT;
    VkFormatProperties3 three = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3};
    VkFormatProperties2 two = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &three};

    if (f->is_stored) {
        image |= VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT | unnamed | (is_atomic ? VK_FORMAT_FEATURE_2_STORAGE_IMAGE_ATOMIC_BIT : 0);
        buffer |= VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_BIT | unnamed | (is_atomic ? VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_ATOMIC_BIT : 0);
    }
    if (!texel_is_integer(f))
        image |= VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    if (f->is_depth)
        image |= VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_DEPTH_COMPARISON_BIT;
    vkGetPhysicalDeviceFormatProperties2(kit->physical, f->format, &two);
    note(f, "features of images", three.optimalTilingFeatures == image && three.linearTilingFeatures == image);
    note(f, "features of texel buffers", three.bufferFeatures == buffer);
    note(f, "the same in 31 bits", two.formatProperties.optimalTilingFeatures == (image & INT32_MAX) && two.formatProperties.bufferFeatures == (buffer & INT32_MAX));
}

/* ---- storage images ---------------------------------------------------------------------------------------------- */

static struct kit_image random_image(struct kit *kit, const struct texel_format *f, VkImageTiling tiling, unsigned char *texel)
{
    VkImageUsageFlags usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    struct kit_image image = kit_image(kit, (VkImageCreateInfo){
        .imageType = VK_IMAGE_TYPE_2D, .format = f->format, .extent = {WIDTH, HEIGHT, 1}, .tiling = tiling,
        .initialLayout = tiling == VK_IMAGE_TILING_LINEAR ? VK_IMAGE_LAYOUT_PREINITIALIZED : VK_IMAGE_LAYOUT_UNDEFINED,
        .usage = usage | (VkImageUsageFlags)(f->is_stored ? VK_IMAGE_USAGE_STORAGE_BIT : 0)});

    for (uint32_t i = 0; i < TEXELS * f->bytes; i++)
        texel[i] = (unsigned char)check_random(&seed);
    for (uint32_t i = 0; i < TEXELS && f->type == TEXEL_SFLOAT && f->width[0] == 32; i++)       /* numbers that filters keep exact */
        for (unsigned k = 0; k < 4; k++) {
            const float x = (float)(check_random(&seed) % 512) / (f->is_depth ? 512 : 64) - (f->is_depth ? 0 : 4);
            uint32_t bits;
            memcpy(&bits, &x, sizeof bits);
            texel_put(f, texel + i * f->bytes, k, bits);
        }
    if (tiling == VK_IMAGE_TILING_OPTIMAL) {
        kit_fill(kit, &image, 0, texel, TEXELS * f->bytes);
        return image;
    }
    /* linear: written by the host */
    VkSubresourceLayout layout;
    vkGetImageSubresourceLayout(kit->device, image.image, &(VkImageSubresource){kit_aspect(f->format), 0, 0}, &layout);
    note(f, "layout", layout.size >= layout.rowPitch * HEIGHT && layout.rowPitch >= WIDTH * f->bytes);
    for (uint32_t y = 0; y < HEIGHT; y++)
        memcpy(image.byte + layout.offset + y * layout.rowPitch, texel + y * WIDTH * f->bytes, WIDTH * f->bytes);
    return image;
}

static bool is_value(const struct texel_format *f, const unsigned char *texel, unsigned k, const void *word)
{
    const double wanted = texel_value(f, texel, k);
    float seen;
    int64_t wide;
    int32_t whole;

    memcpy(&seen, word, sizeof seen);
    memcpy(&whole, word, sizeof whole);
    if (f->width[0] == 64) {
        memcpy(&wide, word, sizeof wide);
        return wide == (f->width[k] ? (int64_t)texel_bits(f, texel, k) : k == 3);
    }
    if (f->type == TEXEL_UINT)
        return (double)(uint32_t)whole == wanted;
    if (f->type == TEXEL_SINT)
        return (double)whole == wanted;
    return isnan(wanted) ? isnan(seen) : seen == (float)wanted;
}

static const float edges[] = {0, -0.0f, 1, -1, 0.5f, 2, -3, 65504, 65520, 65519, 65535, 65536, 1e30f, -1e30f, 5.9604645e-08f, 2.9802322e-08f, 6.1035156e-05f, 4e-05f,
                              1.0f / 3, 0.99999f, 1.9995f, 1e-9f};
enum { EDGES = sizeof edges / sizeof *edges };

/* A number for a component: mostly one of the range, some at and beyond its ends, NaN and infinity. */
static float random_float(const struct texel_format *f)
{
    const float x = (float)(int32_t)check_random(&seed) / 2147483648.0f;

    switch (check_random(&seed) % 8) {
    case 0: return edges[check_random(&seed) % EDGES];
    case 1: return f->type == TEXEL_SFLOAT || f->type == TEXEL_UFLOAT ? (float)ldexp((double)x, (int)(check_random(&seed) % 40) - 20) : x;
    case 2: return f->type == TEXEL_UFLOAT ? x : check_random(&seed) % 2 ? INFINITY : -INFINITY;
    default: return x;
    }
}

static void fill_given(const struct texel_format *f, unsigned words, uint32_t *given, unsigned char *wanted)
{
    for (uint32_t i = 0; i < TEXELS; i++)
        for (unsigned k = 0; k < 4; k++) {
            const uint64_t wide = (uint64_t)check_random(&seed) << 32 | check_random(&seed);
            uint64_t bits = wide;
            if (!texel_is_integer(f)) {
                const float x = random_float(f);
                memcpy(&given[(4 * i + k) * words], &x, sizeof x);
                bits = f->width[k] ? texel_nearest(f, k, (double)x) : 0;
            } else if (words == 2)
                memcpy(&given[(4 * i + k) * words], &wide, sizeof wide);
            else {
                /* one that fits: the highest bit of what there is goes on above */
                const uint32_t width = f->width[k] ? f->width[k] : 8;
                bits = wide & ((UINT64_C(1) << width) - 1);
                given[4 * i + k] = (uint32_t)bits;
                if (f->type == TEXEL_SINT && width < 32 && bits >> (width - 1))
                    given[4 * i + k] |= ~UINT32_C(0) << width;
            }
            texel_put(f, wanted + i * f->bytes, k, bits);
        }
}

static void stored(struct kit *kit, const struct texel_format *f)
{
    static const struct { const uint32_t *word; size_t bytes; } code[] = {
        {image_texels_f, sizeof image_texels_f}, {image_texels_i, sizeof image_texels_i}, {image_texels_u, sizeof image_texels_u},
        {image_texels_il, sizeof image_texels_il}, {image_texels_ul, sizeof image_texels_ul}};
    const unsigned words = f->width[0] == 64 ? 2 : 1, kind = !texel_is_integer(f) ? 0 : (f->type == TEXEL_SINT ? 1U : 2U) + (words == 2 ? 2U : 0U);
    unsigned char texel[TEXELS * 16], wanted[TEXELS * 16] = {0}, found[TEXELS * 16];
    struct kit_image from = random_image(kit, f, VK_IMAGE_TILING_OPTIMAL, texel), to = kit_image_2d(kit, f->format, WIDTH, HEIGHT);
    struct kit_buffer seen = kit_buffer(kit, TEXELS * 16 * words), given = kit_buffer(kit, TEXELS * 16 * words);
    const VkImageView a = kit_view(kit, &from, VK_IMAGE_VIEW_TYPE_2D, f->format, (struct kit_range){0}), b = kit_view(kit, &to, VK_IMAGE_VIEW_TYPE_2D, f->format, (struct kit_range){0});
    const struct kit_binding binding[] = {KIT_STORAGE(a), KIT_STORAGE(b), KIT_BUFFER(&seen), KIT_BUFFER(&given)};
    bool reads = true, writes = true;

    fill_given(f, words, given.word, wanted);
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = code[kind].word, .bytes = code[kind].bytes, .binding = binding, .bindings = 4, .groups = {2, 2}}), VK_SUCCESS);
    for (uint32_t i = 0; i < TEXELS; i++)
        for (unsigned k = 0; k < 4; k++)
            reads &= is_value(f, texel + i * f->bytes, k, &seen.word[(4 * i + k) * words]);
    note(f, "texels that a shader reads", reads);
    kit_fetch(kit, &to, 0, found, TEXELS * f->bytes);
    for (uint32_t i = 0; i < TEXELS; i++)
        for (unsigned k = 0; k < 4; k++)
            writes &= texel_bits(f, wanted + i * f->bytes, k) == texel_bits(f, found + i * f->bytes, k);
    note(f, "texels that a shader writes", writes);
    kit_fetch(kit, &from, 0, found, TEXELS * f->bytes);
    note(f, "texels that copies move", !memcmp(found, texel, TEXELS * f->bytes));
    vkDestroyImageView(kit->device, a, NULL);
    vkDestroyImageView(kit->device, b, NULL);
    kit_image_free(kit, &from);
    kit_image_free(kit, &to);
    kit_buffer_free(kit, &seen);
    kit_buffer_free(kit, &given);
}

/* ---- sampled images ---------------------------------------------------------------------------------------------- */

static double mixed(double a, double b, double share)
{
    return share == 0 ? a : share == 1 ? b : a * (1 - share) + b * share;
}

static double at(const struct texel_format *f, const unsigned char *texel, int x, int y, unsigned k)
{
    x = x < 0 ? 0 : x >= WIDTH ? WIDTH - 1 : x;
    y = y < 0 ? 0 : y >= HEIGHT ? HEIGHT - 1 : y;
    return texel_value(f, texel + (y * WIDTH + x) * (int)f->bytes, k);
}

/* Coordinates in quarters of a texel; those of nearest keep away from edges between texels. */
static void fill_coordinates(uint32_t *word, bool linear, int16_t quarter[][2])
{
    for (uint32_t i = 0; i < TEXELS; i++) {
        float *to = (float *)(void *)&word[4 * i];
        for (unsigned k = 0; k < 2; k++) {
            const uint32_t size = k ? HEIGHT : WIDTH;
            quarter[i][k] = (int16_t)(check_random(&seed) % (4 * size + 5) - 2);
            if (!linear)
                quarter[i][k] = (int16_t)(i ? 4 * (int)(check_random(&seed) % size) + 1 + (int)(check_random(&seed) % 3) : 2);
            to[k] = (float)quarter[i][k] / 4 / (float)size;
        }
    }
}

/* Filters of infinities and NaNs are left open by Vulkan; rounding errors are shares of the sum of the texels. */
static bool is_near(double seen, double wanted, double sum)
{
    return !isfinite(sum) || seen == wanted || fabs(seen - wanted) <= 1e-6 * sum;
}

static void sampled(struct kit *kit, const struct texel_format *f, bool linear, VkImageTiling tiling)
{
    const unsigned kind = !texel_is_integer(f) ? 0 : f->type == TEXEL_SINT ? 1 : 2;
    static const struct { const uint32_t *word; size_t bytes; } code[] = {
        {image_sampled_f, sizeof image_sampled_f}, {image_sampled_i, sizeof image_sampled_i}, {image_sampled_u, sizeof image_sampled_u}};
    unsigned char texel[TEXELS * 16];
    int16_t quarter[TEXELS][2];
    struct kit_image image = random_image(kit, f, tiling, texel);
    struct kit_buffer seen = kit_buffer(kit, TEXELS * 16), where = kit_buffer(kit, TEXELS * 16);
    const VkImageView view = kit_view(kit, &image, VK_IMAGE_VIEW_TYPE_2D, f->format, (struct kit_range){0});
    VkSamplerCreateInfo info = kit_sampler_info();
    info.magFilter = info.minFilter = linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    const VkSampler sampler = kit_sampler(kit, &info);
    const struct kit_binding binding[] = {KIT_SAMPLED(view, sampler), KIT_BUFFER(&seen), KIT_BUFFER(&where)};
    bool good = true;

    fill_coordinates(where.word, linear, quarter);
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = code[kind].word, .bytes = code[kind].bytes, .binding = binding, .bindings = 3, .groups = {(TEXELS + 31) / 32}}), VK_SUCCESS);
    for (uint32_t i = 0; i < TEXELS; i++)
        for (unsigned k = 0; k < 4; k++) {
            const double x = quarter[i][0] / 4.0 - (linear ? 0.5 : 0), y = quarter[i][1] / 4.0 - (linear ? 0.5 : 0);
            const int left = (int)floor(x), top = (int)floor(y);
            float got;
            memcpy(&got, &seen.word[4 * i + k], sizeof got);
            if (!linear) {
                good &= is_value(f, texel + ((uint32_t)top * WIDTH + (uint32_t)left) * f->bytes, k, &seen.word[4 * i + k]);
                continue;
            }
            const double a = at(f, texel, left, top, k), b = at(f, texel, left + 1, top, k);
            const double c = at(f, texel, left, top + 1, k), d = at(f, texel, left + 1, top + 1, k);
            good &= is_near((double)got, mixed(mixed(a, b, x - left), mixed(c, d, x - left), y - top), fabs(a) + fabs(b) + fabs(c) + fabs(d));
        }
    note(f, linear ? "linear" : "nearest", good);
    vkDestroySampler(kit->device, sampler, NULL);
    vkDestroyImageView(kit->device, view, NULL);
    kit_image_free(kit, &image);
    kit_buffer_free(kit, &seen);
    kit_buffer_free(kit, &where);
}

/* ---- clears ------------------------------------------------------------------------------------------------------ */

static bool is_cleared(const struct texel_format *f, const unsigned char *texel, const VkClearColorValue *color, unsigned k)
{
    if (f->type == TEXEL_SHARED) {      /* within half a step of the exponent that the greatest needs */
        const double step = ldexp(1, (texel[3] >> 3) - 24), x = fmin(fmax((double)color->float32[k], 0), 65408);
        return fabs(texel_value(f, texel, k) - x) <= step / 2;
    }
    const uint64_t bits = texel_bits(f, texel, k), mask = f->width[k] == 64 ? UINT64_MAX : (UINT64_C(1) << f->width[k]) - 1;
    if (f->type == TEXEL_UINT)
        return bits == (color->uint32[k] & mask);
    if (f->type == TEXEL_SINT)
        return bits == ((uint64_t)(int64_t)color->int32[k] & mask);
    return bits == texel_nearest(f, k, (double)color->float32[k]);
}

static void cleared(struct kit *kit, const struct texel_format *f)
{
    const VkImageUsageFlags usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    struct kit_image image = kit_image(kit, (VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_2D, .format = f->format, .extent = {5, 3, 1}, .usage = usage});
    const VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    unsigned char found[15 * 16];

    for (unsigned n = 0; n < EDGES + 12; n++) {        /* each edge alone, then random numbers */
        VkClearColorValue color;
        bool good = true;
        for (unsigned k = 0; k < 4; k++) {
            if (texel_is_integer(f))
                color.int32[k] = f->type == TEXEL_SINT ? (int32_t)(check_random(&seed) & 255) - 128 : (int32_t)(check_random(&seed) & 3);
            else
                do
                    color.float32[k] = n < EDGES ? edges[n] : random_float(f);
                while (f->type == TEXEL_SHARED && !isfinite(color.float32[k]));
        }
        if (texel_is_integer(f) && f->width[0] == 10)
            color.uint32[0] = 1000;
        const VkCommandBuffer commands = kit_begin(kit);
        vkCmdClearColorImage(commands, image.image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &range);
        CHECK_EQ(kit_submit(kit, commands), VK_SUCCESS);
        kit_fetch(kit, &image, 0, found, 15 * f->bytes);
        for (unsigned i = 0; i < 15; i++)
            for (unsigned k = 0; k < 4; k++)
                good &= !f->width[k] || is_cleared(f, found + i * f->bytes, &color, k);
        note(f, "a clear", good);
    }
    kit_image_free(kit, &image);
}

int main(int argc, char **argv)
{
    struct texel_format f;
    struct kit kit;
    size_t n;

    (void)argc;
    kit_open_images(&kit, argv[0], false);
    for (n = 0; texel_format(n, &f); n++) {
        reported(&kit, &f);
        if (f.is_stored)
            stored(&kit, &f);
        if (!f.is_depth)
            cleared(&kit, &f);
        if (f.width[0] == 64)           /* GLSL has no samplers of those */
            continue;
        sampled(&kit, &f, false, f.is_depth ? VK_IMAGE_TILING_LINEAR : VK_IMAGE_TILING_OPTIMAL);
        if (!texel_is_integer(&f))
            sampled(&kit, &f, true, VK_IMAGE_TILING_LINEAR);
    }
    CHECK_EQ(n, 55);
    kit_close(&kit);
    return check_end("vulkan_image_formats");
}
