/* SPDX-License-Identifier: Apache-2.0
 * test_utf8.c - characters of every length, what is none, and text that is cut between them.
 */
#include <string.h>

#include "wavefold/utf8.h"

#include "../common/wf_check.h"

/* The encoding by the rules of RFC 3629. */
static size_t encode(uint32_t code, char text[5])
{
    const size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

    memset(text, 0, 5);
    for (size_t n = length - 1; n > 0; n--, code >>= 6)
        text[n] = (char)(0x80 | (code & 0x3f));
    text[0] = (char)(length == 1 ? code : (0xf00u >> length & 0xf0) | code);
    return length;
}

static void every_character(void)
{
    char text[5];

    for (uint32_t code = 1; code < 0x110000; code += code < 0x3000 ? 1 : 61) {
        const bool surrogate = code >= 0xd800 && code < 0xe000;
        const size_t length = encode(code, text);
        CHECK_EQ(wf_utf8_length(text), surrogate ? 0 : length);
        for (size_t cut = 1; cut < length; cut++) {
            text[cut] = '\0';
            CHECK_EQ(wf_utf8_length(text), 0);
            encode(code, text);
        }
    }
}

static void none(void)
{
    static const char *const wrong[] = {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
                                        "\xff", "\xc3(", "\xe2\x82(", "\xf0\x9f\x98("};

    for (size_t n = 0; n < sizeof wrong / sizeof wrong[0]; n++)
        CHECK_EQ(wf_utf8_length(wrong[n]), 0);
    CHECK_EQ(wf_utf8_length(""), 1);
}

static void cuts(void)
{
    const char *text = "a\xc3\xb6\xe2\x82\xac\xf0\x9f\x98\x80z";        /* 1, 2, 3, 4 and 1 byte */
    static const size_t fits[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11, 11};

    for (size_t most = 0; most < sizeof fits / sizeof fits[0]; most++)
        CHECK_EQ(wf_utf8_fits(text, most), fits[most]);
    CHECK_EQ(wf_utf8_fits("\x80\x80\x80\x80\x80", 4), 4);
    CHECK_EQ(wf_utf8_fits("", 4), 0);
}

int main(void)
{
    every_character();
    none();
    cuts();
    return check_end("isa_utf8");
}
