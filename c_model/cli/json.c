/* SPDX-License-Identifier: Apache-2.0 */
#include "json.h"

#include <inttypes.h>
#include <stdarg.h>

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

static void begin_value(struct json *json, const char *name)
{
    if (json->depth)
        fprintf(json->file, "%s\n%*s", json->more ? "," : "", (int)(2 * json->depth), "");
    if (name)
        fprintf(json->file, "\"%s\": ", name);
    json->more = true;
}

void json_begin(struct json *json, const char *name, char bracket)
{
    begin_value(json, name);
    fputc(bracket, json->file);
    json->depth++;
    json->more = false;
}

void json_end(struct json *json, char bracket)
{
    json->depth--;
    if (json->more)
        fprintf(json->file, "\n%*s", (int)(2 * json->depth), "");
    fputc(bracket, json->file);
    json->more = true;
    if (!json->depth)
        fputc('\n', json->file);
}

void json_text(struct json *json, const char *name, const char *text)
{
    if (!text) {
        json_null(json, name);
        return;
    }
    begin_value(json, name);
    wf_json_string(json->file, text);
}

void json_number(struct json *json, const char *name, uint64_t number)
{
    json_format(json, name, "%" PRIu64, number);
}

void json_number_or_null(struct json *json, const char *name, uint64_t number)
{
    if (number)
        json_number(json, name, number);
    else
        json_null(json, name);
}

void json_bool(struct json *json, const char *name, bool value)
{
    json_format(json, name, "%s", value ? "true" : "false");
}

void json_null(struct json *json, const char *name)
{
    json_format(json, name, "null");
}

void json_format(struct json *json, const char *name, const char *format, ...)
{
    va_list list;
    begin_value(json, name);
    va_start(list, format);
    vfprintf(json->file, format, list);
    va_end(list);
}
