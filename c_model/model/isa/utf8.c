/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "wavefold/utf8.h"

#include <stdbool.h>
#include <string.h>

unsigned wf_utf8_length(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    const unsigned length = *p < 0x80                 ? 1
                            : *p >= 0xc2 && *p < 0xe0 ? 2
                            : *p >= 0xe0 && *p < 0xf0 ? 3
                            : *p >= 0xf0 && *p < 0xf5 ? 4
                                                      : 0;

    for (unsigned n = 1; n < length; n++)
        if ((p[n] & 0xc0) != 0x80)
            return 0;
    const bool bad = (*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] >= 0xa0) || (*p == 0xf0 && p[1] < 0x90) ||
                     (*p == 0xf4 && p[1] >= 0x90);
    return bad ? 0 : length;
}

size_t wf_utf8_fits(const char *text, size_t most)
{
    const size_t whole = strnlen(text, most + 1);

    if (whole <= most)
        return whole;
    for (size_t back = 1; back <= 3 && back <= most; back++)
        if (wf_utf8_length(text + most - back) > back)
            return most - back;
    return most;
}
