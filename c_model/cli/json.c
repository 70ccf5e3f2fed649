/* SPDX-License-Identifier: Apache-2.0
 * json.c - strings of JSON (see figures.h).
 */
#include "figures.h"

#include "wavefold/utf8.h"

/* What is not UTF-8 becomes U+FFFD, the replacement character. */
void wf_json_string(FILE *file, const char *text)
{
    fputc('"', file);
    for (const char *p = text; *p;) {
        const unsigned length = wf_utf8_length(p);
        if (*p == '"' || *p == '\\')
            fprintf(file, "\\%c", *p);
        else if (length == 0)
            fputs("\\ufffd", file);
        else if ((unsigned char)*p < 0x20 || *p == 0x7f)
            fprintf(file, "\\u%04x", (unsigned char)*p);
        else
            fwrite(p, 1, length, file);
        p += length ? length : 1;
    }
    fputc('"', file);
}
