/* SPDX-License-Identifier: Apache-2.0
 * json.h - JSON as the program writes it.
 */
#ifndef WF_JSON_H
#define WF_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A string in UTF-8; bytes that are none become U+FFFD. */
void wf_json_string(FILE *file, const char *text);

/* A value, indented by its depth.  `name`: of a member of an object; NULL in an array and at the top. */
struct json {
    FILE *file;
    unsigned depth;
    bool more;                  /* this level has a value before */
};
void json_begin(struct json *json, const char *name, char bracket);     /* '{' or '[' */
void json_end(struct json *json, char bracket);                         /* '}' or ']'; a line ends at depth 0 */
void json_text(struct json *json, const char *name, const char *text);  /* NULL: null */
void json_number(struct json *json, const char *name, uint64_t number);
/* A number, or null for 0, where 0 means that there is none. */
void json_number_or_null(struct json *json, const char *name, uint64_t number);
void json_bool(struct json *json, const char *name, bool value);
void json_null(struct json *json, const char *name);
/* As printf writes it: a number, or several in brackets. */
void json_format(struct json *json, const char *name, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
