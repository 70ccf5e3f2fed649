/* SPDX-License-Identifier: Apache-2.0
 * json.c - strings of JSON (see figures.h).
 */
#include "figures.h"

/* Bytes of the UTF-8 character at `p`; 0 when there is none. */
static unsigned utf8_length(const unsigned char *p)
{
    const unsigned length = *p < 0x80 ? 1 : *p >= 0xc2 && *p < 0xe0 ? 2 : *p >= 0xe0 && *p < 0xf0 ? 3 : *p >= 0xf0 && *p < 0xf5 ? 4 : 0;
    for (unsigned n = 1; n < length; n++)
        if ((p[n] & 0xc0) != 0x80)
            return 0;
    const bool bad = (*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] >= 0xa0) || (*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] >= 0x90);
    return bad ? 0 : length;
}

/* What is not UTF-8 becomes U+FFFD, the replacement character. */
void wf_json_string(FILE *file, const char *text)
{
    fputc('"', file);
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        const unsigned length = utf8_length(p);
        if (*p == '"' || *p == '\\')
            fprintf(file, "\\%c", *p);
        else if (length == 0)
            fputs("\\ufffd", file);
        else if (*p < 0x20 || *p == 0x7f)
            fprintf(file, "\\u%04x", *p);
        else
            fwrite(p, 1, length, file);
        p += length ? length : 1;
    }
    fputc('"', file);
}
