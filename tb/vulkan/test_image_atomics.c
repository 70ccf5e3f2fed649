/* SPDX-License-Identifier: Apache-2.0
 * test_image_atomics.c - atomics on texels of 32 and 64 bits, and of floats, against plain C.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "images.h"

#include <string.h>

#include "image_atomics.spv.h"

enum { GROUPS = 5, LANES = GROUPS * 64 };

int main(int argc, char **argv)
{
    struct kit kit;

    (void)argc;
    kit_open_images(&kit, argv[0], false);
    struct kit_image u = kit_image_2d(&kit, VK_FORMAT_R32_UINT, 4, 4);
    struct kit_image s = kit_image(&kit, (VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_3D, .format = VK_FORMAT_R32_SINT, .extent = {2, 2, 2}});
    struct kit_image wide_u = kit_image_2d(&kit, VK_FORMAT_R64_UINT, 3, 2);
    struct kit_image wide_s = kit_image(&kit, (VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_1D, .format = VK_FORMAT_R64_SINT, .extent = {3, 1, 1}, .arrayLayers = 2});
    struct kit_image f = kit_image_2d(&kit, VK_FORMAT_R32_SFLOAT, 2, 2);
    struct kit_buffer counter = kit_buffer(&kit, 64), slot = kit_buffer(&kit, 4 * LANES);
    const VkImageView view[] = {
        kit_view(&kit, &u, VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R32_UINT, (struct kit_range){0}), kit_view(&kit, &s, VK_IMAGE_VIEW_TYPE_3D, VK_FORMAT_R32_SINT, (struct kit_range){0}),
        kit_view(&kit, &wide_u, VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R64_UINT, (struct kit_range){0}),
        kit_view(&kit, &wide_s, VK_IMAGE_VIEW_TYPE_1D_ARRAY, VK_FORMAT_R64_SINT, (struct kit_range){0}),
        kit_view(&kit, &f, VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R32_SFLOAT, (struct kit_range){0})};
    struct kit_buffer list = kit_buffer(&kit, 64);
    const VkBufferView texels = kit_texels(&kit, &counter, VK_FORMAT_R32_UINT, 16, 32);
    const VkBufferView others[] = {kit_texels(&kit, &list, VK_FORMAT_R32_SINT, 0, 16), kit_texels(&kit, &list, VK_FORMAT_R32_SFLOAT, 16, 16),
                                   kit_texels(&kit, &list, VK_FORMAT_R64_UINT, 32, 16), kit_texels(&kit, &list, VK_FORMAT_R64_SINT, 48, 16)};
    const struct kit_binding binding[] = {KIT_STORAGE(view[0]), KIT_STORAGE(view[1]), KIT_STORAGE(view[2]), KIT_STORAGE(view[3]), KIT_STORAGE(view[4]),
                                          {.type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, .texels = texels}, KIT_BUFFER(&slot),
                                          {.type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, .texels = others[0]}, {.type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, .texels = others[1]},
                                          {.type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, .texels = others[2]}, {.type = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, .texels = others[3]}};
    uint32_t listed[16] = {0};          /* four words of each of the other texel buffers */
    uint32_t u_word[16] = {0}, seen_u[16];
    int32_t s_word[8] = {0}, seen_s[8];
    uint64_t wu[6] = {0}, seen_wu[6];
    int64_t ws[6] = {0}, seen_ws[6];
    float floats[4] = {0, 0, 0, 9}, seen_f[4], sum = 0, second = 0;
    uint64_t folded = 0;
    int32_t least = 0;
    int64_t most = 0;
    bool drawn[LANES] = {false};

    u_word[4] = UINT32_MAX;             /* of the least */
    u_word[15] = 10;                    /* found as it is compared with */
    ws[5] = INT64_MAX;
    kit_fill(&kit, &u, 0, u_word, sizeof u_word);
    kit_fill(&kit, &s, 0, s_word, sizeof s_word);
    kit_fill(&kit, &wide_u, 0, wu, sizeof wu);
    kit_fill(&kit, &wide_s, 0, ws, sizeof ws);
    kit_fill(&kit, &f, 0, floats, sizeof floats);
    memset(counter.word, 0, 64);
    memset(list.word, 0, 64);
    CHECK_EQ(kit_job(&kit, &(struct kit_job){.module = image_atomics, .bytes = sizeof image_atomics, .binding = binding, .bindings = 11, .groups = {GROUPS}}), VK_SUCCESS);
    for (uint32_t i = 0; i < LANES; i++) {
        const uint32_t word = (i * 2654435761U) ^ (i << 7);
        const uint64_t wide = (uint64_t)word << 32 | i;
        u_word[1] += word;
        u_word[4] = word < u_word[4] ? word : u_word[4];
        u_word[6] = word > u_word[6] ? word : u_word[6];
        u_word[10] ^= word;
        s_word[6] = (int32_t)word < s_word[6] ? (int32_t)word : s_word[6];
        s_word[5] = (int32_t)word > s_word[5] ? (int32_t)word : s_word[5];
        s_word[3] |= (int32_t)(word & 0x0f0f0f0f);
        wu[4] += wide;
        wu[3] = wide > wu[3] ? wide : wu[3];
        ws[5] = (int64_t)wide < ws[5] ? (int64_t)wide : ws[5];
        sum += (float)(i % 16);
        second += (float)(i % 8);
        folded ^= wide;
        least = (int32_t)word < least ? (int32_t)word : least;
        most = (int64_t)wide > most ? (int64_t)wide : most;
        CHECK(slot.word[i] < LANES && !drawn[slot.word[i] % LANES]);
        drawn[slot.word[i] % LANES] = true;
    }
    u_word[15] = 11;
    memcpy(&listed[1], &least, 4);
    memcpy(&listed[4 + 2], &second, 4);
    memcpy(&listed[8 + 2], &folded, 8);
    memcpy(&listed[12], &most, 8);
    CHECK(!memcmp(list.word, listed, sizeof listed));
    floats[1] = sum;
    floats[0] = 2.5f;
    kit_fetch(&kit, &u, 0, seen_u, sizeof seen_u);
    kit_fetch(&kit, &s, 0, seen_s, sizeof seen_s);
    kit_fetch(&kit, &wide_u, 0, seen_wu, sizeof seen_wu);
    kit_fetch(&kit, &wide_s, 0, seen_ws, sizeof seen_ws);
    kit_fetch(&kit, &f, 0, seen_f, sizeof seen_f);
    CHECK(!memcmp(seen_u, u_word, sizeof u_word));
    CHECK(!memcmp(seen_s, s_word, sizeof s_word));
    CHECK(!memcmp(seen_wu, wu, sizeof wu));
    CHECK(!memcmp(seen_ws, ws, sizeof ws));
    CHECK(!memcmp(seen_f, floats, sizeof floats));
    for (uint32_t i = 0; i < 16; i++)
        CHECK_EQ(counter.word[i], i == 4 + 3 ? LANES : 0);
    for (size_t i = 0; i < sizeof view / sizeof *view; i++)
        vkDestroyImageView(kit.device, view[i], NULL);
    vkDestroyBufferView(kit.device, texels, NULL);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        vkDestroyBufferView(kit.device, others[i], NULL);
    kit_buffer_free(&kit, &list);
    for (unsigned i = 0; i < 5; i++)
        kit_image_free(&kit, (struct kit_image *[]){&u, &s, &wide_u, &wide_s, &f}[i]);
    kit_buffer_free(&kit, &counter);
    kit_buffer_free(&kit, &slot);
    kit_close(&kit);
    return check_end("vulkan_image_atomics");
}
