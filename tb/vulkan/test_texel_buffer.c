/* SPDX-License-Identifier: Apache-2.0
 * test_texel_buffer.c - texel buffers of each format, at offsets and of odd sizes, read and written, also beyond the last
 * texel, against plain C (texels.h).
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "images.h"
#include "texels.h"

#include <math.h>
#include <string.h>

#include "texel_buffer_f.spv.h"
#include "texel_buffer_i.spv.h"
#include "texel_buffer_s.spv.h"
#include "texel_buffer_u.spv.h"

enum { MOST = 40, BEYOND = 2 };

static uint64_t seed = 4711;

static bool is_value(const struct texel_format *f, const unsigned char *texel, unsigned k, uint32_t word)
{
    const double wanted = texel_value(f, texel, k);
    float seen;

    memcpy(&seen, &word, sizeof seen);
    if (texel_is_integer(f))
        return (f->type == TEXEL_SINT ? (double)(int32_t)word : (double)word) == wanted;
    return isnan(wanted) ? isnan(seen) : seen == (float)wanted;
}

/* A value of the format, as a shader has it. */
static uint32_t random_value(const struct texel_format *f, unsigned char *texel, unsigned k)
{
    const uint32_t bits = check_random(&seed), width = f->width[k] ? f->width[k] : 8;
    const float x = (float)(int32_t)bits / 2147483648.0f;
    uint32_t word = width == 32 ? bits : bits & ((1U << width) - 1);

    if (texel_is_integer(f)) {
        texel_put(f, texel, k, word);
        return f->type == TEXEL_SINT && width < 32 && word >> (width - 1) ? word | ~0U << width : word;
    }
    texel_put(f, texel, k, f->width[k] ? texel_nearest(f, k, (double)x) : 0);
    memcpy(&word, &x, sizeof word);
    return word;
}

static void run(struct kit *kit, const struct texel_format *f, uint32_t texels, VkDeviceSize offset, bool whole)
{
    static const struct { const uint32_t *word; size_t bytes; } code[] = {
        {texel_buffer_f, sizeof texel_buffer_f}, {texel_buffer_i, sizeof texel_buffer_i}, {texel_buffer_u, sizeof texel_buffer_u}, {texel_buffer_s, sizeof texel_buffer_s}};
    const unsigned kind = !f->is_stored ? 3 : !texel_is_integer(f) ? 0 : f->type == TEXEL_SINT ? 1 : 2;
    const uint32_t bytes = texels * f->bytes, tail = 32, lanes = texels + BEYOND;
    struct kit_buffer from = kit_uniform_texels(kit, offset + bytes + (whole ? 0 : tail)), to = kit_buffer(kit, offset + bytes + tail);
    struct kit_buffer seen = kit_buffer(kit, 16 * lanes), given = kit_buffer(kit, 16 * lanes), size = kit_buffer(kit, 8);
    unsigned char wanted[MOST * 16 + 64], *in = (unsigned char *)from.word + offset, *out = (unsigned char *)to.word;
    const VkBufferView a = kit_texels(kit, &from, f->format, offset, whole ? VK_WHOLE_SIZE : bytes);
    const VkBufferView b = f->is_stored ? kit_texels(kit, &to, f->format, offset, bytes) : VK_NULL_HANDLE;
    const struct kit_binding binding[] = {{.type = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, .texels = a}, {.type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, .texels = b},
                                          KIT_BUFFER(&seen), KIT_BUFFER(&given), KIT_BUFFER(&size)};
    const struct kit_binding short_list[] = {binding[0], binding[2]};
    bool reads = true;

    for (uint32_t i = 0; i < bytes; i++)
        in[i] = (unsigned char)check_random(&seed);
    for (uint32_t i = 0; i < offset + bytes + tail; i++)
        out[i] = wanted[i] = (unsigned char)check_random(&seed);
    for (uint32_t i = 0; i < lanes; i++)
        for (unsigned k = 0; k < 4; k++) {
            unsigned char nowhere[16];
            given.word[4 * i + k] = random_value(f, i < texels && f->is_stored ? wanted + offset + i * f->bytes : nowhere, k);
        }
    CHECK_EQ(kit_job(kit, &(struct kit_job){.module = code[kind].word, .bytes = code[kind].bytes, .binding = f->is_stored ? binding : short_list, .bindings = f->is_stored ? 5 : 2,
                                            .groups = {(lanes + 31) / 32}}), VK_SUCCESS);
    for (uint32_t i = 0; i < texels; i++)
        for (unsigned k = 0; k < 4; k++)
            reads &= is_value(f, in + i * f->bytes, k, seen.word[4 * i + k]);
    CHECK(reads);
    for (uint32_t i = texels; i < lanes; i++)
        for (unsigned k = 0; k < 3; k++)
            CHECK_EQ(seen.word[4 * i + k], 0);
    CHECK(!memcmp(out, wanted, offset + bytes + tail));
    if (f->is_stored) {
        CHECK_EQ(size.word[0], texels);
        CHECK_EQ(size.word[1], texels);
    }
    if (checks_failed)
        printf("... %s, %u texels at %u\n", f->name, texels, (unsigned)offset);
    vkDestroyBufferView(kit->device, a, NULL);
    vkDestroyBufferView(kit->device, b, NULL);
    for (unsigned i = 0; i < 5; i++)
        kit_buffer_free(kit, (struct kit_buffer *[]){&from, &to, &seen, &given, &size}[i]);
}

int main(int argc, char **argv)
{
    VkPhysicalDeviceProperties properties;
    struct texel_format f;
    struct kit kit;

    (void)argc;
    kit_open_images(&kit, argv[0], true);
    vkGetPhysicalDeviceProperties(kit.physical, &properties);
    const VkDeviceSize step = properties.limits.minTexelBufferOffsetAlignment;
    for (size_t n = 0; texel_format(n, &f); n++) {
        VkFormatProperties has;
        vkGetPhysicalDeviceFormatProperties(kit.physical, f.format, &has);
        CHECK_EQ(!!(has.bufferFeatures & VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT), !f.is_depth);
        CHECK_EQ(!!(has.bufferFeatures & VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT), f.is_stored);
        if (f.is_depth || f.width[0] == 64)
            continue;
        run(&kit, &f, 1, 0, true);
        run(&kit, &f, 13, step, false);
        run(&kit, &f, 37, 3 * step, true);
    }
    kit_close(&kit);
    return check_end("vulkan_texel_buffer");
}
