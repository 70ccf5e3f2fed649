/* SPDX-License-Identifier: Apache-2.0
 * test_layout.c - the layout of a block: floats of every width as the shortest decimal that reads back, against the host; the place and
 * path of every byte of a block that is laid out by hand; paths that are wrong.  test_layout [SEED]
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wavefold/layout.h"

static unsigned checks, failures;

static void check(bool good, const char *what, const char *got)
{
    checks++;
    if (good)
        return;
    if (failures++ < 10)
        printf("FAIL layout %s: %s\n", what, got);
}

/* ---- floats ---- */

static double half_value(uint32_t bits)
{
    const int exponent = (int)(bits >> 10 & 31);
    const double part = (double)(bits & 1023) / 1024;

    return exponent ? (1 + part) * pow(2, exponent - 15) : part * pow(2, -14);
}

/* By the distances to all halves near it. */
static bool reads_as(const char *text, unsigned width, uint64_t bits)
{
    if (width == 16) {
        const uint32_t magnitude = (uint32_t)bits & 0x7fff;
        const double size = fabs(strtod(text, NULL)), off = fabs(size - half_value(magnitude));
        const double above = magnitude == 0x7bff ? 65536 : half_value(magnitude + 1);
        const double to_above = fabs(size - above), to_below = magnitude ? fabs(size - half_value(magnitude - 1)) : 1;
        const bool even = !(magnitude & 1);
        return (off < to_above || (even && off == to_above)) && (off < to_below || (even && off == to_below));
    }
    if (width == 32) {
        const float value = strtof(text, NULL);
        return !memcmp(&value, &(uint32_t){(uint32_t)bits}, 4);
    }
    const double value = strtod(text, NULL);
    return !memcmp(&value, &bits, 8);
}

static double value_of(unsigned width, uint64_t bits)
{
    double value;
    float single;
    const uint32_t word = (uint32_t)bits;

    memcpy(&value, &bits, sizeof value);
    memcpy(&single, &word, sizeof single);
    return width == 16 ? (bits & 0x8000 ? -1 : 1) * half_value(word & 0x7fff) : width == 32 ? (double)single : value;
}

static int digits_of(const char *text)
{
    int digits = 0, zeros = 0;

    for (; *text && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9') {
            if (digits || *text != '0')
                digits++;
            zeros = *text == '0' && digits ? zeros + 1 : 0;
        }
    return digits - zeros;
}

static void check_float(unsigned width, uint64_t bits)
{
    const struct wf_layout_node n = {.kind = WF_LAYOUT_FLOAT, .bits = width, .size = width / 8, .scalars = 1};
    char text[WF_LAYOUT_TEXT], shorter[40];
    const double value = value_of(width, bits);

    wf_layout_show(&n, bits, text);
    check(strchr(text, '.') || strchr(text, 'e'), "a point or an exponent", text);
    check(reads_as(text, width, bits), "reads back", text);
    check((*text == '-') == (bits >> (width - 1) & 1), "sign", text);
    const int digits = digits_of(text);
    snprintf(shorter, sizeof shorter, "%.*e", digits > 1 ? digits - 2 : 0, value);
    check(digits <= 1 || !reads_as(shorter, width, bits), "is the shortest", text);
}

static bool is_finite(unsigned width, uint64_t bits)
{
    return width == 16 ? (bits & 0x7c00) != 0x7c00
         : width == 32 ? (bits & 0x7f800000) != 0x7f800000
                       : (bits & UINT64_C(0x7ff0000000000000)) != UINT64_C(0x7ff0000000000000);
}

static void check_floats(uint64_t random)
{
    for (uint64_t bits = 0; bits < 0x10000; bits++)
        if (is_finite(16, bits))
            check_float(16, bits);
    for (unsigned i = 0; i < 20000; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const uint64_t bits = random ^ random >> 29;
        if (is_finite(32, bits & UINT32_MAX))
            check_float(32, bits & UINT32_MAX);
        if (is_finite(64, bits))
            check_float(64, bits);
    }
    static const struct { unsigned width; uint64_t bits; const char *text; } fixed[] = {
        {32, 0x43800000, "256.0"}, {32, 0x3fc00000, "1.5"}, {32, 0x80000000, "-0.0"}, {32, 0x3dcccccd, "0.1"},
        {32, 0x7f800000, "inf"}, {32, 0xff800000, "-inf"}, {32, 0x7fc00000, "nan"}, {32, 0xffc00000, "-nan"},
        {32, 0x7fc00001, "0x7fc00001"}, {32, 0x00000001, "1e-45"}, {32, 0x7f7fffff, "3.4028235e38"},
        {32, 0x38d1b717, "0.0001"}, {32, 0x3727c5ac, "1e-5"}, {32, 0x4b800000, "16777216.0"}, {32, 0x41200000, "10.0"},
        {32, 0x5a0e1bca, "1e16"}, {64, 0x3fb999999999999a, "0.1"}, {64, 0x4340000000000000, "9007199254740992.0"},
        {64, 0x7ff0000000000001, "0x7ff0000000000001"}, {16, 0x3c00, "1.0"}, {16, 0x7e00, "nan"}, {16, 0x2e66, "0.1"},
        {16, 0x0001, "6e-8"}};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        const struct wf_layout_node n = {.kind = WF_LAYOUT_FLOAT, .bits = fixed[i].width};
        char text[WF_LAYOUT_TEXT];
        check(!strcmp(wf_layout_show(&n, fixed[i].bits, text), fixed[i].text), fixed[i].text, text);
    }
}

static void check_integers(void)
{
    static const struct { enum wf_layout_kind kind; unsigned width; uint64_t bits; const char *text; } fixed[] = {
        {WF_LAYOUT_INT, 8, 0x80, "-128"}, {WF_LAYOUT_UINT, 8, 0x80, "128"}, {WF_LAYOUT_INT, 16, 0xffff, "-1"},
        {WF_LAYOUT_INT, 32, 0x80000000, "-2147483648"}, {WF_LAYOUT_UINT, 32, 0xffffffff, "4294967295"},
        {WF_LAYOUT_INT, 64, 0x8000000000000000, "-9223372036854775808"}, {WF_LAYOUT_INT, 64, 5, "5"},
        {WF_LAYOUT_UINT, 64, UINT64_MAX, "18446744073709551615"}, {WF_LAYOUT_BOOL, 32, 1, "true"},
        {WF_LAYOUT_BOOL, 32, 0, "false"}, {WF_LAYOUT_BOOL, 32, 2, "0x00000002"}, {WF_LAYOUT_BITS, 64, 16, "0x0000000000000010"}};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        const struct wf_layout_node n = {.kind = fixed[i].kind, .bits = fixed[i].width};
        char text[WF_LAYOUT_TEXT];
        check(!strcmp(wf_layout_show(&n, fixed[i].bits, text), fixed[i].text), fixed[i].text, text);
    }
}

/* ---- places ---- */

/* struct { uint8 n @0; row-major 2 columns of 3 floats @16, stride 8; struct { float16 h[3] (stride 4) @0; int64 l @16 } item[] @40, stride 24 } */
static const struct wf_layout_node nodes[] = {
    {.kind = WF_LAYOUT_UINT, .bits = 8, .size = 1, .scalars = 1},
    {.kind = WF_LAYOUT_FLOAT, .bits = 32, .size = 4, .scalars = 1},
    {.kind = WF_LAYOUT_VECTOR, .count = 3, .element = 1, .stride = 8, .size = 20, .scalars = 3},
    {.kind = WF_LAYOUT_MATRIX, .count = 2, .element = 2, .stride = 4, .size = 24, .scalars = 6},
    {.kind = WF_LAYOUT_FLOAT, .bits = 16, .size = 2, .scalars = 1},
    {.kind = WF_LAYOUT_ARRAY, .count = 3, .element = 4, .stride = 4, .size = 10, .scalars = 3},
    {.kind = WF_LAYOUT_INT, .bits = 64, .size = 8, .scalars = 1},
    {.kind = WF_LAYOUT_STRUCT, .count = 2, .member = 0, .size = 24, .scalars = 4},
    {.kind = WF_LAYOUT_RUNTIME_ARRAY, .element = 7, .stride = 24},
    {.kind = WF_LAYOUT_STRUCT, .count = 3, .member = 2, .size = 40, .scalars = 7}};
static const struct wf_layout_member members[] = {{"h", 0, 5}, {"l", 16, 6}, {"n", 0, 0}, {"m", 16, 3}, {"item", 40, 8}};
static const struct wf_layout layout = {.node = nodes, .member = members, .nodes = 10, .members = 5, .root = 9};
enum { BYTES = 100 };                   /* two elements, and a part of a third */

static const char *name_of(uint64_t byte, char text[32])
{
    const uint64_t in = byte - 40, element = in / 24, at = in % 24;

    *text = '\0';
    if (byte == 0)
        return ".n";
    if (byte >= 16 && byte < 40)
        snprintf(text, 32, ".m[%d].%c", (int)((byte - 16) % 8 / 4), "xyz"[(byte - 16) / 8]);
    else if (byte >= 40 && element < 2 && at < 12 && at % 4 < 2)
        snprintf(text, 32, ".item[%d].h[%d]", (int)element, (int)(at / 4));
    else if (byte >= 40 && element < 2 && at >= 16)
        snprintf(text, 32, ".item[%d].l", (int)element);
    return text;
}

static void check_places(void)
{
    struct wf_layout_place place, found;
    char text[32];
    size_t good;

    for (uint64_t byte = 0; byte < BYTES + 8; byte++) {
        const char *want = name_of(byte, text);
        const bool any = wf_layout_at(&layout, BYTES, byte, &place);
        check(any == (*want != '\0'), "a byte has a member", want);
        if (!any || !*want)
            continue;
        check(!strcmp(place.path, want), want, place.path);
        const char *wrong = wf_layout_find(&layout, BYTES, want, strlen(want), &found, &good);
        check(!wrong && found.byte == place.byte && found.node == place.node && good == strlen(want), "a path is found", want);
    }
    static const struct { const char *path; size_t good; } wrong[] = {
        {"x", 0}, {"m[2]", 1}, {"m[0].w", 4}, {"item[2].l", 4}, {"item[0].h[3]", 9}, {"n.x", 1}, {"item[", 4}, {"item[]", 4}, {"item.", 4},
        {"item[0][1]", 7}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *why = wf_layout_find(&layout, BYTES, wrong[i].path, strlen(wrong[i].path), &found, &good);
        check(why && good == wrong[i].good, "a wrong path", wrong[i].path);
    }
    check(!wf_layout_find(&layout, BYTES, "m[1].g", 6, &found, &good) && found.byte == 28, "g is y", found.path);
    check(wf_layout_scalars(&layout, 9, 0, BYTES) == 15, "numbers of the block", "");
    check(wf_layout_extent(&layout, 9, 0, BYTES) == 88, "end of the block", "");
    check(!wf_layout_of_all(&layout), "no type of all words", "");
}

/* All numbers, in order, each stored and loaded. */
struct walk { unsigned count; uint32_t word[BYTES / 4]; uint64_t last; };

static bool store(void *user, const struct wf_layout_node *n, uint64_t byte)
{
    struct walk *w = user;

    wf_layout_store(n, w->word, byte, UINT64_C(0x8182838485868788) + w->count);
    w->count++;
    return true;
}

static bool load(void *user, const struct wf_layout_node *n, uint64_t byte)
{
    struct walk *w = user;
    const uint64_t mask = n->bits == 64 ? UINT64_MAX : (UINT64_C(1) << n->bits) - 1;

    check(wf_layout_load(n, w->word, byte) == ((UINT64_C(0x8182838485868788) + w->count) & mask), "a number comes back", "");
    w->count++;
    return true;
}

static void check_numbers(void)
{
    struct walk w = {.count = 0};

    memset(w.word, 0, sizeof w.word);
    check(wf_layout_walk(&layout, 9, 0, BYTES, store, &w) && w.count == 15, "all numbers", "");
    w.count = 0;
    wf_layout_walk(&layout, 9, 0, BYTES, load, &w);
    uint32_t ones = UINT32_MAX;
    wf_layout_store(&nodes[0], &ones, 1, 0);
    check(ones == 0xffff00ff, "the rest of a word stays", "");
    check(w.word[0] == 0x88 && w.word[1] == 0 && w.word[2] == 0 && w.word[3] == 0, "padding stays", "");
    check(w.word[22] == 0 && w.word[24] == 0, "what is behind stays", "");
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;

    check_floats(seed);
    check_integers();
    check_places();
    check_numbers();
    if (failures || !checks)
        printf("FAIL layout seed=%" PRIu64 " failures=%u\n", seed, failures);
    else
        printf("PASS layout seed=%" PRIu64 " checks=%u\n", seed, checks);
    return failures != 0;
}
