/* SPDX-License-Identifier: Apache-2.0
 * test_texel.c - texels of every format as components and back, against C: each value of a channel of up to 16 bits; floats at random, near
 * the values of the format and the points between them, and those that are special.  test_texel [SEED]
 */
#include "wf_half.h"
#include "wf_lane.h"

#include "../../c_model/spirv/math/texel.h"

static uint32_t most_of(unsigned width)
{
    return width == 32 ? UINT32_MAX : (1U << width) - 1;
}

static uint32_t field_of(const uint32_t word[4], unsigned at, unsigned width)
{
    return word[at / 32] >> at % 32 & most_of(width);
}

static void put_field(uint32_t word[4], unsigned at, unsigned width, uint32_t value)
{
    word[at / 32] = (word[at / 32] & ~(most_of(width) << at % 32)) | (value & most_of(width)) << at % 32;
}

/* ---- to components ---- */

static float power(int n)
{
    return ldexpf(1, n);
}

/* Floats without sign: 5 bits of exponent, the rest below. */
static uint32_t small_float(uint32_t field, unsigned width)
{
    const unsigned digits = width - 5, exponent = field >> digits;
    const float part = (float)(field & ((1U << digits) - 1)) / power((int)digits);

    if (exponent == 31)
        return part != 0 ? 0x7fc00000 : 0x7f800000;
    return float_bits(exponent ? (1 + part) * power((int)exponent - 15) : part * power(-14));
}

static uint32_t component(const struct wf_image_format_info *f, unsigned i, const uint32_t word[4])
{
    const unsigned width = f->channel[i].width;

    if (!width)
        return i < 3 ? 0 : wf_texel_is_integer(f->kind) ? 1 : 0x3f800000;
    const uint32_t field = field_of(word, f->channel[i].at, width), sign = field >> (width - 1) & 1;
    const int32_t value = width == 32 ? (int32_t)field : (int32_t)field - (sign ? (int32_t)1 << width : 0);
    switch (f->kind) {
    case WF_TEXEL_UNORM: return float_bits((float)field / (float)most_of(width));
    case WF_TEXEL_SNORM: return float_bits(fmaxf((float)value / (float)most_of(width - 1), -1));
    case WF_TEXEL_UINT: return field;
    case WF_TEXEL_SINT: return (uint32_t)value;
    case WF_TEXEL_SFLOAT: return width == 32 ? field : float_bits((float)half_value(field));
    case WF_TEXEL_UFLOAT: return small_float(field, width);
    case WF_TEXEL_SRGB: return i < 3 ? field : float_bits((float)field / 255);
    case WF_TEXEL_SHARED: return float_bits((float)field * power((int)(word[0] >> 27) - 15 - 9));
    }
    return 0;
}

static bool is_nan(uint32_t bits)
{
    return (bits & 0x7fffffff) > 0x7f800000;
}

static void check_same(uint32_t got, uint32_t wanted, bool is_float)
{
    CHECK_EQ(is_float && is_nan(got) ? 0x7fc00000 : got, is_float && is_nan(wanted) ? 0x7fc00000 : wanted);
}

static void decode(enum wf_image_format format, uint64_t *random)
{
    const struct wf_image_format_info *f = wf_image_format_info(format);
    const bool is_float = !wf_texel_is_integer(f->kind);
    struct wf_lane lane;
    uint32_t word[WF_LANE_BLOCK][4];

    wf_lane_begin(&lane, 4);
    lane.outputs = 4;
    wfs_texel_decode(&lane.rows.code, f, lane.in, lane.out);
    wf_lane_ready(&lane);
    for (unsigned c = 0; c < 4; c++) {
        const unsigned width = f->channel[c].width;
        for (uint32_t value = 0; width && value <= (width <= 16 ? most_of(width) : 4095); value += WF_LANE_BLOCK) {
            for (unsigned n = 0; n < WF_LANE_BLOCK; n++) {
                for (unsigned k = 0; k < 4; k++)
                    word[n][k] = check_random(random);
                put_field(word[n], f->channel[c].at, width, width <= 16 ? value + n : check_random(random));
                for (unsigned k = 0; k < 4; k++)
                    wf_lane_input(&lane, k)[n] = word[n][k];
            }
            wf_lane_run(&lane, WF_LANE_BLOCK);
            for (unsigned n = 0; n < WF_LANE_BLOCK; n++)
                for (unsigned i = 0; i < 4; i++)
                    check_same(wf_lane_output(&lane, i)[n], component(f, i, word[n]), is_float && !(f->kind == WF_TEXEL_SRGB && i < 3));
        }
    }
    wf_lane_end(&lane);
}

/* ---- to texels ---- */

static uint32_t coded_norm(uint32_t bits, unsigned width, bool is_signed)
{
    const double x = as_float(bits), most = most_of(width - is_signed);

    if (x != x)
        return 0;
    return (uint32_t)(int32_t)nearbyint((x < (is_signed ? -1 : 0) ? is_signed ? -1 : 0 : x > 1 ? 1 : x) * most);
}

static uint32_t coded_integer(uint32_t x, unsigned width, bool is_signed)
{
    const int64_t value = is_signed ? (int32_t)x : (int64_t)x;
    const int64_t most = most_of(is_signed ? width - 1 : width), least = is_signed ? -most - 1 : 0;

    return (uint32_t)(value < least ? least : value > most ? most : value);
}

/* Towards zero; of what is too small for a full exponent, one of both neighbours. */
static bool is_small_float_of(uint32_t field, unsigned width, uint32_t bits)
{
    const float x = as_float(bits);

    if (is_nan(bits))
        return is_nan(small_float(field, width));
    if (!(x > 0))
        return field == 0;
    if (x >= 65536)
        return field == 31U << (width - 5);
    if (as_float(small_float(field, width)) <= x && x < as_float(small_float(field + 1, width)))
        return true;
    return x < power(-14) && field && as_float(small_float(field - 1, width)) < x && x < as_float(small_float(field, width));
}

static void check_channel(const struct wf_image_format_info *f, unsigned i, uint32_t field, uint32_t x)
{
    const unsigned width = f->channel[i].width;

    switch (f->kind) {
    case WF_TEXEL_UNORM: case WF_TEXEL_SNORM:
        CHECK_EQ(field, coded_norm(x, width, f->kind == WF_TEXEL_SNORM) & most_of(width));
        break;
    case WF_TEXEL_UINT: CHECK_EQ(field, coded_integer(x, width, false)); break;
    case WF_TEXEL_SINT: CHECK_EQ(field, coded_integer(x, width, true) & most_of(width)); break;
    case WF_TEXEL_SFLOAT:
        if (width == 32)
            CHECK_EQ(field, x);
        else if (is_nan(x))
            CHECK(field >> 10 == 31 || field >> 10 == 63);
        else
            CHECK_EQ(field, half_of(half_decode_ieee(x, 23, 8)));
        break;
    case WF_TEXEL_UFLOAT: CHECK(is_small_float_of(field, width, x)); break;
    case WF_TEXEL_SRGB: case WF_TEXEL_SHARED: break;
    }
}

/* Numbers that decide: of the format, between two of them, one bit beside. */
static uint32_t pick(const struct wf_image_format_info *f, unsigned width, uint64_t *random)
{
    static const uint32_t special[] = {0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 1, 0x80000001,
                                       0x477fe000, 0x477fefff, 0x477ff000, 0x7f7fffff, 0xff7fffff};
    const uint32_t r = check_random(random);

    if (r % 8 == 0)
        return special[r / 8 % (sizeof special / sizeof *special)];
    if (wf_texel_is_integer(f->kind))
        return r % 8 < 4 ? check_random(random) >> check_random(random) % 32 : 0 - (check_random(random) >> check_random(random) % 32);
    if (r % 8 < 4 && width <= 16) {
        const float most = (float)most_of(width - (f->kind == WF_TEXEL_SNORM));
        const float x = ((float)(check_random(random) % (most_of(width) + 1)) + (r % 2 ? 0.5f : 0)) / most;
        return float_bits(f->kind == WF_TEXEL_SNORM && r % 3 ? -x : x) + check_random(random) % 3 - 1;
    }
    return r % 8 < 6 ? check_random(random) : float_bits(ldexpf((float)(check_random(random) >> 8), (int)(check_random(random) % 50) - 44));
}

static void encode(enum wf_image_format format, uint64_t *random)
{
    const struct wf_image_format_info *f = wf_image_format_info(format);
    struct wf_lane lane;
    const unsigned words = (f->bytes + 3U) / 4;

    wf_lane_begin(&lane, 4);
    lane.outputs = words;
    wfs_texel_encode(&lane.rows.code, f, lane.in, lane.out);
    wf_lane_ready(&lane);
    for (unsigned round = 0; round < 200; round++) {
        for (unsigned n = 0; n < WF_LANE_BLOCK; n++)
            for (unsigned i = 0; i < 4; i++)
                wf_lane_input(&lane, i)[n] = pick(f, f->channel[i].width ? f->channel[i].width : 8, random);
        wf_lane_run(&lane, WF_LANE_BLOCK);
        for (unsigned n = 0; n < WF_LANE_BLOCK; n++) {
            uint32_t word[4] = {0};
            for (unsigned k = 0; k < words; k++)
                word[k] = wf_lane_output(&lane, k)[n];
            if (f->bytes < 4)
                CHECK_EQ(word[0] >> 8 * f->bytes, 0);
            for (unsigned i = 0; i < 4; i++)
                if (f->channel[i].width)
                    check_channel(f, i, field_of(word, f->channel[i].at, f->channel[i].width), wf_lane_input(&lane, i)[n]);
        }
    }
    wf_lane_end(&lane);
}

int main(int argc, char **argv)
{
    uint64_t random = (argc > 1 ? strtoull(argv[1], NULL, 0) : 1) * 2654435761U + 1;

    for (unsigned format = 1; format < WF_IMAGE_FORMATS; format++) {
        if (wf_texel_is_wide(wf_image_format_info((enum wf_image_format)format)))
            continue;                                   /* its words are its component */
        decode((enum wf_image_format)format, &random);
        if (wf_image_format_info((enum wf_image_format)format)->spirv >= 0)
            encode((enum wf_image_format)format, &random);
    }
    return check_end("texel");
}
