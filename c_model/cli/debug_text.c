/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "debug_text.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "source.h"

enum { HEADER = 5, OP_SOURCE = 3, OP_STRING = 7, SOURCE_FILE = 3, SOURCE_TEXT = 4, STRING_TEXT = 2 };

struct instruction {
    size_t at, length;              /* words */
    unsigned op;
};

static uint32_t word_at(const struct wf_text *module, size_t at)
{
    uint32_t word;
    memcpy(&word, module->text + 4 * at, sizeof word);
    return word;
}

/* The instruction at `in->at`; false at the end of the module. */
static bool decode(const struct wf_text *module, struct instruction *in)
{
    const size_t words = module->length / 4;
    if (in->at >= words)
        return false;
    in->length = word_at(module, in->at) >> 16;
    in->op = word_at(module, in->at) & 0xffff;
    return in->length > 0 && in->length <= words - in->at;
}

/* The bytes of a string that begins in word `first` of the instruction, with what fills its last word. */
static char *bytes_of(const struct wf_text *module, const struct instruction *in, size_t first, size_t *size)
{
    *size = in->length > first ? 4 * (in->length - first) : 0;
    return module->text + 4 * (in->at + first);
}

static bool looks_spoilt(const char *got, size_t size)
{
    return size && memchr(got, 0xff, size);
}

/* `got`, whole words, is what glslang makes of `prefix` bytes as they are, then `want`, then zeros. */
static bool comes_from(const char *got, size_t size, size_t prefix, const char *want)
{
    const size_t length = strlen(want);
    bool spoils = false;
    for (size_t k = 0; k < size; k++) {
        const char right = k < prefix ? got[k] : k - prefix < length ? want[k - prefix] : '\0';
        if (k % 4 == 0)
            spoils = false;
        if (got[k] != right && !(spoils && (unsigned char)got[k] == 0xff))
            return false;
        spoils |= ((unsigned char)right & 0x80) != 0;
    }
    return true;
}

static void put(char *got, size_t size, size_t prefix, const char *want)
{
    memset(got + prefix, 0, size - prefix);
    memcpy(got + prefix, want, strlen(want));
}

/* ---- names of files ---------------------------------------------------------------------------------------------- */

/* A pattern of glob(3) for files with the same letters of ASCII at the same places; NULL without memory. */
static char *pattern_of(const char *got, size_t size)
{
    char *pattern = malloc(2 * size + 1), *to = pattern;
    for (size_t k = 0; pattern && k < size && got[k]; k++) {
        if ((unsigned char)got[k] >= 0x80)
            *to++ = '?';
        else {
            if (strchr("*?[\\", got[k]))
                *to++ = '\\';
            *to++ = got[k];
        }
    }
    if (pattern)
        *to = '\0';
    return pattern;
}

static void restore_name(char *got, size_t size)
{
    glob_t found;
    char *pattern = pattern_of(got, size);
    if (pattern && glob(pattern, 0, NULL, &found) == 0) {
        for (size_t n = 0; n < found.gl_pathc; n++)
            if (strlen(found.gl_pathv[n]) < size && comes_from(got, size, 0, found.gl_pathv[n])) {
                put(got, size, 0, found.gl_pathv[n]);
                break;
            }
        globfree(&found);
    }
    free(pattern);
}

/* ---- their texts ------------------------------------------------------------------------------------------------- */

/* The OpString with that id; NULL when there is none, or it has no end. */
static const char *name_of(const struct wf_text *module, uint32_t id)
{
    for (struct instruction in = {.at = HEADER}; decode(module, &in); in.at += in.length) {
        size_t size;
        const char *name = bytes_of(module, &in, STRING_TEXT, &size);
        if (in.op == OP_STRING && size && word_at(module, in.at + 1) == id)
            return memchr(name, '\0', size) ? name : NULL;
    }
    return NULL;
}

/* Options that glslang puts in front stay as they are. */
static void restore_source(char *got, size_t size, const char *file)
{
    char *text = file ? wf_source_load(file) : NULL;
    for (size_t end = size - 4; text && end < size; end++)
        if (end >= strlen(text) && comes_from(got, size, end - strlen(text), text)) {
            put(got, size, end - strlen(text), text);
            break;
        }
    free(text);
}

void debug_text_restore(struct wf_text *module)
{
    size_t size;
    for (struct instruction in = {.at = HEADER}; decode(module, &in); in.at += in.length) {
        char *got = bytes_of(module, &in, STRING_TEXT, &size);
        if (in.op == OP_STRING && looks_spoilt(got, size))
            restore_name(got, size);
    }
    for (struct instruction in = {.at = HEADER}; decode(module, &in); in.at += in.length) {
        char *got = bytes_of(module, &in, SOURCE_TEXT, &size);
        if (in.op == OP_SOURCE && looks_spoilt(got, size))
            restore_source(got, size, name_of(module, word_at(module, in.at + SOURCE_FILE)));
    }
}
