/* SPDX-License-Identifier: Apache-2.0
 * test_storage_array.c - an array of storage images by an index that a push constant gives.
 *
 * Needs: vulkan/wavefold_icd.json
 */
#include "images.h"

#include "storage_array.spv.h"

enum { WIDTH = 8, HEIGHT = 4, TEXELS = WIDTH * HEIGHT, IMAGES = 3 };

int main(int argc, char **argv)
{
    static const uint32_t moves[][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 2}};
    struct kit kit;
    struct kit_image image[IMAGES];
    VkImageView view[IMAGES];
    uint32_t texel[IMAGES][TEXELS], got[TEXELS];

    (void)argc;
    kit_open_images(&kit, argv[0], false);
    for (unsigned n = 0; n < IMAGES; n++) {
        image[n] = kit_image_2d(&kit, VK_FORMAT_R32_UINT, WIDTH, HEIGHT);
        view[n] = kit_view(&kit, &image[n], VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R32_UINT, (struct kit_range){0});
        for (unsigned i = 0; i < TEXELS; i++)
            texel[n][i] = 1000 * n + i;
        kit_fill(&kit, &image[n], 0, texel[n], sizeof texel[n]);
    }
    const struct kit_binding binding = {.type = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, .element = view, .elements = IMAGES};
    for (unsigned k = 0; k < sizeof moves / sizeof *moves; k++) {
        CHECK_EQ(kit_job(&kit, &(struct kit_job){.module = storage_array, .bytes = sizeof storage_array, .binding = &binding, .bindings = 1,
                                                 .push = moves[k], .push_bytes = 8}), VK_SUCCESS);
        for (unsigned i = 0; i < TEXELS; i++) {
            texel[moves[k][1]][i] = texel[moves[k][0]][i] * 3 + moves[k][1];
            texel[moves[k][0]][i] += 100;
        }
    }
    for (unsigned n = 0; n < IMAGES; n++) {
        kit_fetch(&kit, &image[n], 0, got, sizeof got);
        for (unsigned i = 0; i < TEXELS; i++)
            CHECK_EQ(got[i], texel[n][i]);
        vkDestroyImageView(kit.device, view[n], NULL);
        kit_image_free(&kit, &image[n]);
    }
    kit_close(&kit);
    return check_end("vulkan_storage_array");
}
