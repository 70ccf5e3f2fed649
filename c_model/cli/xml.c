/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "xml.h"

#include <stdlib.h>
#include <string.h>

#include "wavefold/utf8.h"

void wf_xml_text(FILE *file, const char *text)
{
    for (const char *p = text; *p;) {
        const unsigned length = wf_utf8_length(p), c = (unsigned char)*p;
        if (*p == '&' || *p == '<' || *p == '>' || *p == '"')
            fputs(*p == '&' ? "&amp;" : *p == '<' ? "&lt;" : *p == '>' ? "&gt;" : "&quot;", file);
        else if (length == 0 || c == 0x7f || (c < 0x20 && c != '\t' && c != '\n'))
            fputs("\xef\xbf\xbd", file);
        else
            fwrite(p, 1, length, file);
        p += length ? length : 1;
    }
}

void wf_xml_part(FILE *file, const char *text, size_t length)
{
    char *part = strndup(text, length);
    wf_xml_text(file, part ? part : "");
    free(part);
}
