/* SPDX-License-Identifier: Apache-2.0
 * test_image.c - wavefold/image.h: names of formats, sizes and places of levels, descriptors, samplers from words.  Numbers are by hand.
 */
#include <string.h>

#include "../common/wf_check.h"
#include "wavefold/image.h"

static void formats(void)
{
    CHECK_EQ(wf_image_format_find("rgba8"), WF_IMAGE_FORMAT_RGBA8);
    CHECK_EQ(wf_image_format_find("r8g8b8a8_Unorm"), WF_IMAGE_FORMAT_RGBA8);
    CHECK_EQ(wf_image_format_find("RGBA8"), WF_IMAGE_FORMAT_RGBA8);
    CHECK_EQ(wf_image_format_find("rgba"), WF_IMAGE_FORMAT_NONE);
    CHECK_EQ(wf_image_format_find("rgba88"), WF_IMAGE_FORMAT_NONE);
    CHECK_EQ(wf_image_format_find(""), WF_IMAGE_FORMAT_NONE);
    CHECK_EQ(wf_image_format_of_spirv(0), WF_IMAGE_FORMAT_NONE);
    CHECK_EQ(wf_image_format_of_spirv(33), WF_IMAGE_FORMAT_R32UI);
    CHECK_EQ(wf_image_format_of_spirv(40), WF_IMAGE_FORMAT_R64UI);
    CHECK(!wf_image_format_info(WF_IMAGE_FORMAT_NONE) && !wf_image_format_info(WF_IMAGE_FORMATS));
    for (unsigned f = 1; f < WF_IMAGE_FORMATS; f++) {
        const struct wf_image_format_info *info = wf_image_format_info((enum wf_image_format)f);
        unsigned bits = info->kind == WF_TEXEL_SHARED ? 5 : 0;
        for (unsigned i = 0; i < 4; i++) {
            bits += info->channel[i].width;
            CHECK(info->channel[i].at % 32 + info->channel[i].width <= (wf_texel_is_wide(info) ? 64 : 32));
        }
        CHECK_EQ(bits, 8u * info->bytes);               /* no format has unused bits */
        CHECK_EQ(wf_image_format_find(info->name), f);
        CHECK_EQ(wf_image_format_find(info->vulkan), f);
    }
    for (uint32_t number = 1; number < 42; number++)     /* all that SPIR-V has */
        CHECK(wf_image_format_of_spirv(number) != WF_IMAGE_FORMAT_NONE);
}

static void levels(void)
{
    const struct wf_image image = {WF_IMAGE_FORMAT_RG8, {10, 7, 1}, 3, 4, 1};
    const struct wf_image volume = {WF_IMAGE_FORMAT_RGBA32F, {4, 8, 6}, 1, 2, 1}, samples = {WF_IMAGE_FORMAT_R8, {3, 2, 1}, 1, 1, 4};
    static const uint32_t width[4] = {10, 5, 2, 1}, height[4] = {7, 3, 1, 1}, at[4] = {0, 420, 510, 522};
    uint32_t word[WF_IMAGE_WORDS];

    wf_image_describe(&image, word);
    CHECK_EQ(word[WF_IMAGE_WIDTH], 10);
    CHECK_EQ(word[WF_IMAGE_HEIGHT], 7);
    CHECK_EQ(word[WF_IMAGE_DEPTH], 3);
    CHECK_EQ(word[WF_IMAGE_LEVEL_COUNT], 4);
    CHECK_EQ(word[WF_IMAGE_SAMPLES], 1);
    for (unsigned i = 0; i < 4; i++) {
        const struct wf_image_level l = wf_image_level(&image, i);
        CHECK_EQ(l.size[0], width[i]);
        CHECK_EQ(l.size[1], height[i]);
        CHECK_EQ(l.at, at[i]);
        CHECK_EQ(l.row, 2 * width[i]);
        CHECK_EQ(l.slice, 2 * width[i] * height[i]);
        CHECK_EQ(word[WF_IMAGE_LEVEL_0 + 4 * i], at[i]);
        CHECK_EQ(word[WF_IMAGE_LEVEL_0 + 4 * i + 1], l.row);
        CHECK_EQ(word[WF_IMAGE_LEVEL_0 + 4 * i + 2], l.slice);
    }
    CHECK_EQ(word[WF_IMAGE_LEVEL_0 + 16], 0);
    wf_image_describe(NULL, word);                      /* of no image: no texel is in it */
    for (unsigned i = 0; i < WF_IMAGE_WORDS; i++)
        CHECK_EQ(word[i], i == WF_IMAGE_LEVEL_COUNT || i == WF_IMAGE_SAMPLES);
    CHECK_EQ(wf_image_bytes(&image), 528);
    CHECK_EQ(wf_image_words(&image), 132);
    CHECK_EQ(wf_image_level(&volume, 1).at, 3072);
    CHECK_EQ(wf_image_level(&volume, 1).slice, 2 * 4 * 16);
    CHECK_EQ(wf_image_bytes(&volume), 3072 + 2 * 4 * 3 * 16);
    CHECK_EQ(wf_image_level(&samples, 0).row, 12);
    CHECK_EQ(wf_image_bytes(&samples), 24);
}

static bool is_fault(struct wf_image image, const char *want)
{
    char text[120];
    const char *got = wf_image_fault(&image, text);

    if (want && (!got || strcmp(got, want) != 0))
        printf("got %s\n", got ? got : "nothing");
    return want ? got && !strcmp(got, want) : !got;
}

static void faults(void)
{
    const enum wf_image_format f = WF_IMAGE_FORMAT_RGBA8;

    CHECK(is_fault((struct wf_image){f, {1, 1, 1}, 1, 1, 1}, NULL));
    CHECK(is_fault((struct wf_image){f, {16384, 1, 1}, 1, 15, 1}, NULL));
    CHECK(is_fault((struct wf_image){f, {1 << 26, 1, 1}, 1, 1, 1}, NULL));          /* a texel buffer */
    CHECK(is_fault((struct wf_image){WF_IMAGE_FORMAT_NONE, {1, 1, 1}, 1, 1, 1}, "no format"));
    CHECK(is_fault((struct wf_image){f, {16385, 2, 1}, 1, 1, 1}, "a width of 16385; expected 1 to 16384"));
    CHECK(is_fault((struct wf_image){f, {4, 0, 1}, 1, 1, 1}, "a height of 0; expected 1 to 16384"));
    CHECK(is_fault((struct wf_image){f, {4, 4, 1}, 2049, 1, 1}, "2049 layers; expected 1 to 2048"));
    CHECK(is_fault((struct wf_image){f, {4, 4, 2}, 2, 1, 1}, "2 layers and a depth; expected one of them"));
    CHECK(is_fault((struct wf_image){f, {4, 9, 1}, 1, 5, 1}, "5 levels; expected 1 to 4 for its size"));
    CHECK(is_fault((struct wf_image){f, {4, 9, 1}, 1, 0, 1}, "0 levels; expected 1 to 4 for its size"));
    CHECK(is_fault((struct wf_image){f, {4, 9, 1}, 1, 1, 3},
                   "3 samples; expected 1, 2, 4, 8 or 16, more than 1 with one level and no depth"));
    CHECK(is_fault((struct wf_image){f, {4, 9, 1}, 1, 2, 2},
                   "2 samples; expected 1, 2, 4, 8 or 16, more than 1 with one level and no depth"));
    CHECK(is_fault((struct wf_image){WF_IMAGE_FORMAT_RGBA32F, {16384, 16384, 1}, 1, 1, 1}, "its texels take more than 2 GiB"));
    CHECK(is_fault((struct wf_image){WF_IMAGE_FORMAT_RGBA32F, {16384, 16384, 16384}, 1, 1, 1}, "its texels take more than 2 GiB"));
}

static void samplers(void)
{
    struct wf_sampler s;
    char why[160];

    CHECK(wf_sampler_parse("linear", &s, why) && s.mag_linear && s.min_linear && !s.mip_linear && s.max_lod == 1000 && !s.compares);
    CHECK(wf_sampler_parse(" mag=linear ,mip=linear, u=clamp,v = x", &s, why) == false);
    CHECK(wf_sampler_parse("mag=linear, mip=linear,u=clamp,w=border,white", &s, why));
    CHECK(s.mag_linear && !s.min_linear && s.mip_linear && s.address[0] == WF_ADDRESS_CLAMP && s.address[1] == WF_ADDRESS_REPEAT &&
          s.address[2] == WF_ADDRESS_BORDER && s.border == WF_BORDER_WHITE);
    CHECK(wf_sampler_parse("mirror_clamp,compare=greater_equal,bias=-1.5,lod=0.25..3", &s, why));
    CHECK(s.address[1] == WF_ADDRESS_MIRROR_CLAMP && s.compares && s.compare == WF_COMPARE_GREATER_EQUAL && s.lod_bias == -1.5f && s.min_lod == 0.25f &&
          s.max_lod == 3);
    CHECK(wf_sampler_parse("unnormalized,clamp,linear", &s, why) && s.unnormalized);
    static const char *const wrong[] = {"", "linear,", ",linear", "blue", "mag=", "mag=repeat", "u=linear", "compare=near", "bias=", "bias=x", "bias=17",
                                        "bias=nan", "lod=1", "lod=2..1", "lod=-1..1", "lod=0..x", "unnormalized", "unnormalized,clamp,mip=linear",
                                        "unnormalized,clamp,compare=less", "x=clamp", "a_word_that_is_longer_than_any_word_of_a_sampler_could_be"};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        why[0] = '\0';
        CHECK(!wf_sampler_parse(wrong[i], &s, why) && why[0]);
    }
}

int main(void)
{
    formats();
    levels();
    faults();
    samplers();
    return check_end("image");
}
