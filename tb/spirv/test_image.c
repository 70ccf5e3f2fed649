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

/* ---- texels as text ---- */

static const char *shown(enum wf_image_format format, const char *want, uint32_t w0, uint32_t w1, uint64_t byte)
{
    static char text[WF_TEXEL_TEXT];
    const uint32_t word[5] = {w0, w1};

    wf_texel_show(format, word, byte, text);
    if (strcmp(text, want))
        printf("    %s is %s, expected %s\n", wf_image_format_info(format)->name, text, want);
    return text;
}
#define SHOWN(format, want, w0, w1, byte) CHECK(!strcmp(shown(WF_IMAGE_FORMAT_##format, want, w0, w1, byte), want))

static void texts(void)
{
    SHOWN(RGBA8, "{0.0, 0.2, 0.4, 1.0}", 0xff663300, 0, 0);
    SHOWN(BGRA8, "{0.4, 0.2, 0.0, 1.0}", 0xff663300, 0, 0);
    SHOWN(RGBA8_SNORM, "{1.0, -1.0, -1.0, 0.0}", 0x0080817f, 0, 0);
    SHOWN(R8, "0.2", 0x00330000, 0, 2);
    SHOWN(R16, "1.0", 0, 0xffff0000, 6);
    SHOWN(R8I, "-2", 0xfe00, 0, 1);
    SHOWN(RG16I, "{-1, 32767}", 0x7fffffff, 0, 0);
    SHOWN(R32UI, "4294967295", 0, 0xffffffff, 4);
    SHOWN(R64UI, "4294967298", 2, 1, 0);
    SHOWN(R64I, "-1", 0xffffffff, 0xffffffff, 0);
    SHOWN(RG16F, "{1.0, -0.5}", 0xb8003c00, 0, 0);
    SHOWN(R32F, "0.1", 0x3dcccccd, 0, 0);
    SHOWN(RGB10_A2UI, "{1023, 0, 1, 3}", 3U << 30 | 1 << 20 | 1023, 0, 0);
    SHOWN(R11F_G11F_B10F, "{1.0, 0.5, 2.0}", 15U << 6 | 14U << 17 | 16U << 27, 0, 0);
    SHOWN(RGB9_E5, "{1.0, 0.5, 0.0}", 16U << 27 | 128 << 9 | 256, 0, 0);
    SHOWN(RGBA8_SRGB, "{1.0, 0.0, 0.2158605, 0.5019608}", 0x808000ff, 0, 0);
    SHOWN(R5G6B5, "{1.0, 0.0, 1.0}", 0xf81f, 0, 0);
    SHOWN(D16, "0.2", 0x3333, 0, 0);
}

static bool is_texel(const struct wf_image *image, uint64_t byte, const char *want)
{
    struct wf_image_texel texel;
    char name[WF_TEXEL_NAME];
    return wf_image_texel_at(image, byte, &texel) && !strcmp(wf_image_texel_name(image, &texel, name), want);
}

static void places(void)
{
    const struct wf_image plain = {WF_IMAGE_FORMAT_RGBA32F, {5, 3, 1}, 1, 1, 1}, line = {WF_IMAGE_FORMAT_R8, {5, 1, 1}, 1, 1, 1};
    const struct wf_image layers = {WF_IMAGE_FORMAT_RG8, {10, 7, 1}, 3, 4, 1}, samples = {WF_IMAGE_FORMAT_R16, {3, 2, 1}, 1, 1, 4};
    struct wf_image_texel texel;

    CHECK(is_texel(&plain, 0, "[0,0]") && is_texel(&plain, 16 * 7 + 15, "[2,1]"));
    CHECK(!wf_image_texel_at(&plain, 16 * 15, &texel) && !wf_image_texel_at(&line, 5, &texel));
    CHECK(is_texel(&line, 4, "[4]"));
    CHECK(is_texel(&layers, 419, "[9,6,2; level 0]") && is_texel(&layers, 420 + 2 * (15 + 6), "[1,1,1; level 1]"));
    CHECK(is_texel(&layers, 522, "[0,0,0; level 3]") && is_texel(&layers, 527, "[0,0,2; level 3]"));
    CHECK(is_texel(&samples, 2 * (4 * 4 + 3), "[1,1; sample 3]"));
}

int main(void)
{
    formats();
    levels();
    faults();
    samplers();
    texts();
    places();
    return check_end("image");
}
