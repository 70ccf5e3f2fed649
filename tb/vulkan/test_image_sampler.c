/* SPDX-License-Identifier: Apache-2.0
 * test_image_sampler.c - each state of samplers, in lookups with random coordinates and levels, against plain C.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "images.h"

#include <math.h>
#include <string.h>

#include "image_compare.spv.h"
#include "image_lookup.spv.h"
#include "image_sampled_f.spv.h"
#include "image_sampled_u.spv.h"

enum { W = 16, H = 8, LEVELS = 5, LOOKUPS = 96 };

static uint64_t seed = 2718;
static float texel[LEVELS][H][W][4];

static int level_size(unsigned axis, int level)
{
    const int size = (axis ? H : W) >> level;

    return size ? size : 1;
}

/* ---- plain C: the equations of the specification ------------------------------------------------------------------ */

/* The texel that a coordinate means; -1: the border. */
static int wrapped(VkSamplerAddressMode mode, int i, int size)
{
    const int period = 2 * size;

    switch (mode) {
    case VK_SAMPLER_ADDRESS_MODE_REPEAT: return (i % size + size) % size;
    case VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT:
        i = (i % period + period) % period;
        return i < size ? i : period - 1 - i;
    case VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE: return i < 0 ? 0 : i >= size ? size - 1 : i;
    case VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER: return i < 0 || i >= size ? -1 : i;
    default:
        i = i < 0 ? -1 - i : i;
        return i >= size ? size - 1 : i;
    }
}

static double texel_at(const VkSamplerCreateInfo *s, int level, int x, int y, unsigned k)
{
    const bool white = s->borderColor == VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE, opaque = white || s->borderColor == VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK;

    x = wrapped(s->addressModeU, x, level_size(0, level));
    y = wrapped(s->addressModeV, y, level_size(1, level));
    return x < 0 || y < 0 ? (double)(k < 3 ? white : opaque) : (double)texel[level][y][x][k];
}

/* u and v are texels of the level. */
static double filtered(const VkSamplerCreateInfo *s, bool linear, int level, double u, double v, const int offset[2], unsigned k)
{
    if (!linear)
        return texel_at(s, level, (int)floor(u) + offset[0], (int)floor(v) + offset[1], k);
    const int x = (int)floor(u - 0.5), y = (int)floor(v - 0.5);
    const double a = u - 0.5 - x, b = v - 0.5 - y;
    double sum = 0;
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++)
            sum += (i ? a : 1 - a) * (j ? b : 1 - b) * texel_at(s, level, x + i + offset[0], y + j + offset[1], k);
    return sum;
}

static double looked_up(const VkSamplerCreateInfo *s, double x, double y, double lod, double least, const int offset[2], unsigned k)
{
    lod = fmax(fmin(fmax(lod + (double)s->mipLodBias, (double)s->minLod), (double)s->maxLod), least);
    const bool linear = (lod <= 0 ? s->magFilter : s->minFilter) == VK_FILTER_LINEAR;
    const double level = fmin(fmax(lod, 0), LEVELS - 1);
    const int nearest = (int)ceil(level + 0.5) - 1, low = (int)floor(level), high = low + 1 < LEVELS ? low + 1 : low;

    if (s->mipmapMode == VK_SAMPLER_MIPMAP_MODE_NEAREST)
        return filtered(s, linear, nearest, x * level_size(0, nearest), y * level_size(1, nearest), offset, k);
    const double one = filtered(s, linear, low, x * level_size(0, low), y * level_size(1, low), offset, k);
    const double two = filtered(s, linear, high, x * level_size(0, high), y * level_size(1, high), offset, k);
    return one * (1 - (level - low)) + two * (level - low);
}

static bool is_near(float seen, double wanted)
{
    return fabs((double)seen - wanted) < 1e-3;
}

/* ---- lookups ----------------------------------------------------------------------------------------------------- */

struct texture {
    struct kit_image image;
    VkImageView view;
};

static struct texture make(struct kit *kit)
{
    struct texture t = {.image = kit_image(kit, (VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R32G32B32A32_SFLOAT, .extent = {W, H, 1},
                                                                   .mipLevels = LEVELS, .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT})};

    for (int level = 0; level < LEVELS; level++) {
        float packed[W * H * 4];
        unsigned n = 0;
        for (int y = 0; y < level_size(1, level); y++)
            for (int x = 0; x < level_size(0, level); x++)
                for (unsigned k = 0; k < 4; k++)
                    packed[n++] = texel[level][y][x][k] = (float)(check_random(&seed) % 256);
        kit_fill(kit, &t.image, (uint32_t)level, packed, n * sizeof *packed);
    }
    t.view = kit_view(kit, &t.image, VK_IMAGE_VIEW_TYPE_2D, t.image.info.format, (struct kit_range){0});
    return t;
}

/* x and y in 1/64 of the sides of the image, away from edges between texels of every level; a level, and a least level. */
static void fill_coordinates(float (*at)[4])
{
    for (unsigned i = 0; i < LOOKUPS; i++) {
        at[i][0] = (float)((int)(check_random(&seed) % 256) * 2 + 1 - 192) / 128;
        at[i][1] = (float)((int)(check_random(&seed) % 256) * 2 + 1 - 192) / 128;
        at[i][2] = (float)((int)(check_random(&seed) % 32) - 8) / 4 + 0.125f;
        at[i][3] = (float)(check_random(&seed) % 20) / 4 + 0.125f;
    }
}

static void look(struct kit *kit, const struct texture *t, const VkSamplerCreateInfo *s)
{
    static const int none[2] = {0, 0}, moved[2] = {3, -2}, offsets[4][2] = {{-3, 1}, {0, 2}, {5, -4}, {-8, 7}};
    struct kit_buffer seen = kit_buffer(kit, LOOKUPS * 5 * 16), where = kit_buffer(kit, LOOKUPS * 16);
    const VkSampler sampler = kit_sampler(kit, s);
    const struct kit_binding binding[] = {KIT_SAMPLED(t->view, sampler), KIT_BUFFER(&seen), KIT_BUFFER(&where)};
    float (*at)[4] = (float (*)[4])(void *)where.word;
    bool good[5] = {true, true, true, true, true};

    fill_coordinates(at);
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = image_lookup, .bytes = sizeof image_lookup, .binding = binding, .bindings = 3, .groups = {LOOKUPS / 32}}), VK_SUCCESS);
    for (unsigned i = 0; i < LOOKUPS; i++)
        for (unsigned k = 0; k < 4; k++) {
            const float *got = (const float *)(void *)(seen.word + 20 * i);
            const double x = (double)at[i][0], y = (double)at[i][1], lod = (double)at[i][2];
            good[0] &= is_near(got[k], looked_up(s, x, y, lod, -100, none, k));
            good[1] &= is_near(got[4 + k], looked_up(s, x, y, lod, -100, moved, k));
            /* of the four texels around it the one at the top left, moved by offset k */
            const int left = (int)floor(x * W - 0.5) + offsets[k][0], top = (int)floor(y * H - 0.5) + offsets[k][1];
            good[2] &= is_near(got[8 + k], texel_at(s, 0, left, top, 1));
            /* gradients of 0 are a level of minus infinity */
            good[3] &= is_near(got[12 + k], looked_up(s, x, y, -1000, (double)at[i][3], none, k));
            good[4] &= got[16 + k] == got[k];
        }
    for (unsigned n = 0; n < 5; n++)
        CHECK(good[n]);
    vkDestroySampler(kit->device, sampler, NULL);
    kit_buffer_free(kit, &seen);
    kit_buffer_free(kit, &where);
}

static VkSamplerCreateInfo random_sampler(void)
{
    static const VkBorderColor border[] = {VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK, VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK, VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE};
    VkSamplerCreateInfo s = kit_sampler_info();

    s.magFilter = (VkFilter)(check_random(&seed) % 2);
    s.minFilter = (VkFilter)(check_random(&seed) % 2);
    s.mipmapMode = (VkSamplerMipmapMode)(check_random(&seed) % 2);
    s.addressModeU = (VkSamplerAddressMode)(check_random(&seed) % 5);
    s.addressModeV = (VkSamplerAddressMode)(check_random(&seed) % 5);
    s.borderColor = border[check_random(&seed) % 3];
    s.mipLodBias = (float)((int)(check_random(&seed) % 9) - 4) / 2;
    s.minLod = (float)(check_random(&seed) % 5) / 2;
    s.maxLod = check_random(&seed) % 2 ? VK_LOD_CLAMP_NONE : s.minLod + (float)(check_random(&seed) % 5) / 2;
    return s;
}

/* ---- coordinates that are texels --------------------------------------------------------------------------------- */

static void unnormalized(struct kit *kit, const struct texture *t, bool linear, VkSamplerAddressMode mode)
{
    static const int none[2] = {0, 0};
    struct kit_buffer seen = kit_buffer(kit, LOOKUPS * 16), where = kit_buffer(kit, LOOKUPS * 16);
    const VkImageView view = kit_view(kit, &t->image, VK_IMAGE_VIEW_TYPE_2D, t->image.info.format, (struct kit_range){0, 1, 0, 1});
    VkSamplerCreateInfo s = kit_sampler_info();
    s.magFilter = s.minFilter = linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    s.addressModeU = s.addressModeV = mode;
    s.borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
    s.unnormalizedCoordinates = VK_TRUE;
    s.maxLod = 0;
    const VkSampler sampler = kit_sampler(kit, &s);
    const struct kit_binding binding[] = {KIT_SAMPLED(view, sampler), KIT_BUFFER(&seen), KIT_BUFFER(&where)};
    float (*at)[4] = (float (*)[4])(void *)where.word;
    bool good = true;

    fill_coordinates(at);
    for (unsigned i = 0; i < LOOKUPS; i++) {
        at[i][0] *= W;
        at[i][1] *= H;
        at[i][2] = 0;
    }
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = image_sampled_f, .bytes = sizeof image_sampled_f, .binding = binding, .bindings = 3, .groups = {LOOKUPS / 32}}), VK_SUCCESS);
    for (unsigned i = 0; i < LOOKUPS; i++)
        for (unsigned k = 0; k < 4; k++) {
            float got;
            memcpy(&got, &seen.word[4 * i + k], sizeof got);
            good &= is_near(got, filtered(&s, linear, 0, (double)at[i][0], (double)at[i][1], none, k));
        }
    CHECK(good);
    vkDestroyImageView(kit->device, view, NULL);
    vkDestroySampler(kit->device, sampler, NULL);
    kit_buffer_free(kit, &seen);
    kit_buffer_free(kit, &where);
}

/* ---- borders of integers ----------------------------------------------------------------------------------------- */

static void integer_border(struct kit *kit, VkBorderColor border, uint32_t rgb, uint32_t alpha)
{
    struct kit_image image = kit_image_2d(kit, VK_FORMAT_R8G8B8A8_UINT, 1, 1);
    struct kit_buffer seen = kit_buffer(kit, 32), where = kit_buffer(kit, 32);
    const VkImageView view = kit_view(kit, &image, VK_IMAGE_VIEW_TYPE_2D, image.info.format, (struct kit_range){0});
    VkSamplerCreateInfo s = kit_sampler_info();
    s.addressModeU = s.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    s.borderColor = border;
    const VkSampler sampler = kit_sampler(kit, &s);
    const struct kit_binding binding[] = {KIT_SAMPLED(view, sampler), KIT_BUFFER(&seen), KIT_BUFFER(&where)};
    float (*at)[4] = (float (*)[4])(void *)where.word;

    kit_fill(kit, &image, 0, (const unsigned char[4]){5, 6, 7, 8}, 4);
    at[0][0] = at[0][1] = 0.5f;
    at[1][0] = 1.5f;
    at[1][1] = at[0][2] = at[1][2] = 0;
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = image_sampled_u, .bytes = sizeof image_sampled_u, .binding = binding, .bindings = 3}), VK_SUCCESS);
    for (unsigned k = 0; k < 4; k++) {
        CHECK_EQ(seen.word[k], 5 + k);
        CHECK_EQ(seen.word[4 + k], k < 3 ? rgb : alpha);
    }
    vkDestroyImageView(kit->device, view, NULL);
    vkDestroySampler(kit->device, sampler, NULL);
    kit_image_free(kit, &image);
    kit_buffer_free(kit, &seen);
    kit_buffer_free(kit, &where);
}

/* ---- comparisons ------------------------------------------------------------------------------------------------- */

static bool holds(VkCompareOp op, double reference, double value)
{
    switch (op) {
    case VK_COMPARE_OP_LESS: return reference < value;
    case VK_COMPARE_OP_EQUAL: return reference == value;
    case VK_COMPARE_OP_LESS_OR_EQUAL: return reference <= value;
    case VK_COMPARE_OP_GREATER: return reference > value;
    case VK_COMPARE_OP_NOT_EQUAL: return reference != value;
    case VK_COMPARE_OP_GREATER_OR_EQUAL: return reference >= value;
    default: return op == VK_COMPARE_OP_ALWAYS;
    }
}

/* Depths that both formats have: 0 and 1, and for D32 halves.  The host writes them, since this queue copies none. */
static void compared(struct kit *kit, VkFormat format, VkCompareOp op, bool linear)
{
    struct kit_image image = kit_image(kit, (VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_2D, .format = format, .extent = {W, H, 1}, .tiling = VK_IMAGE_TILING_LINEAR,
                                                                .initialLayout = VK_IMAGE_LAYOUT_PREINITIALIZED, .usage = VK_IMAGE_USAGE_SAMPLED_BIT});
    struct kit_buffer seen = kit_buffer(kit, LOOKUPS * 16), where = kit_buffer(kit, LOOKUPS * 16);
    const VkImageView view = kit_view(kit, &image, VK_IMAGE_VIEW_TYPE_2D, format, (struct kit_range){0});
    VkSamplerCreateInfo s = kit_sampler_info();
    s.magFilter = s.minFilter = linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    s.compareEnable = VK_TRUE;
    s.compareOp = op;
    const VkSampler sampler = kit_sampler(kit, &s);
    const struct kit_binding binding[] = {KIT_SAMPLED(view, sampler), KIT_BUFFER(&seen), KIT_BUFFER(&where)};
    float (*at)[4] = (float (*)[4])(void *)where.word;
    static const float values[] = {0, 1, 0.5f};
    VkSubresourceLayout layout;
    double depth[H][W];
    bool good = true;

    vkGetImageSubresourceLayout(kit->device, image.image, &(VkImageSubresource){VK_IMAGE_ASPECT_DEPTH_BIT, 0, 0}, &layout);
    for (unsigned y = 0; y < H; y++)
        for (unsigned x = 0; x < W; x++) {
            const float value = values[check_random(&seed) % (format == VK_FORMAT_D16_UNORM ? 2 : 3)];
            const uint16_t code = value == 1 ? 65535 : 0;
            unsigned char *to = image.byte + layout.offset + y * layout.rowPitch;
            depth[y][x] = (double)value;
            if (format == VK_FORMAT_D16_UNORM)
                memcpy(to + 2 * x, &code, 2);
            else
                memcpy(to + 4 * x, &value, 4);
        }
    fill_coordinates(at);
    for (unsigned i = 0; i < LOOKUPS; i++)
        at[i][3] = values[check_random(&seed) % 3];
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = image_compare, .bytes = sizeof image_compare, .binding = binding, .bindings = 3, .groups = {LOOKUPS / 32}}), VK_SUCCESS);
    for (unsigned i = 0; i < LOOKUPS; i++) {
        const double u = (double)at[i][0] * W, v = (double)at[i][1] * H, reference = (double)at[i][3];
        const int x = (int)floor(u - 0.5), y = (int)floor(v - 0.5);
        const double a = u - 0.5 - x, b = v - 0.5 - y;
        const float *got = (const float *)(void *)(seen.word + 4 * i);
        double truth[2][2], sum = 0;
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++) {
                truth[j][k] = holds(op, reference, depth[wrapped(s.addressModeV, y + j, H)][wrapped(s.addressModeU, x + k, W)]);
                sum += (k ? a : 1 - a) * (j ? b : 1 - b) * truth[j][k];
            }
        if (!linear)
            sum = holds(op, reference, depth[wrapped(s.addressModeV, (int)floor(v), H)][wrapped(s.addressModeU, (int)floor(u), W)]);
        good &= is_near(got[0], sum) && is_near(got[1], truth[1][0]) && is_near(got[2], truth[1][1]) && is_near(got[3], truth[0][1]);
    }
    CHECK(good);
    vkDestroyImageView(kit->device, view, NULL);
    vkDestroySampler(kit->device, sampler, NULL);
    kit_image_free(kit, &image);
    kit_buffer_free(kit, &seen);
    kit_buffer_free(kit, &where);
}

int main(int argc, char **argv)
{
    struct kit kit;

    (void)argc;
    kit_open_images(&kit, argv[0], false);
    struct texture t = make(&kit);
    for (unsigned n = 0; n < 40; n++) {
        const VkSamplerCreateInfo s = random_sampler();
        look(&kit, &t, &s);
    }
    for (unsigned n = 0; n < 4; n++)
        unnormalized(&kit, &t, n % 2, n / 2 ? VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER : VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE);
    integer_border(&kit, VK_BORDER_COLOR_INT_TRANSPARENT_BLACK, 0, 0);
    integer_border(&kit, VK_BORDER_COLOR_INT_OPAQUE_BLACK, 0, 1);
    integer_border(&kit, VK_BORDER_COLOR_INT_OPAQUE_WHITE, 1, 1);
    for (int op = VK_COMPARE_OP_NEVER; op <= VK_COMPARE_OP_ALWAYS; op++)
        for (unsigned n = 0; n < 4; n++)
            compared(&kit, n % 2 ? VK_FORMAT_D16_UNORM : VK_FORMAT_D32_SFLOAT, (VkCompareOp)op, n / 2);
    vkDestroyImageView(kit.device, t.view, NULL);
    kit_image_free(&kit, &t.image);
    kit_close(&kit);
    return check_end("vulkan_image_sampler");
}
