/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "source.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "wavefold/utf8.h"

enum { LIMIT = 16 << 20 };              /* bytes of a file */

char *wf_source_load(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > LIMIT)
        return NULL;
    FILE *file = fopen(path, "rb");
    const size_t size = (size_t)status.st_size;
    char *text = file ? calloc(size + 1, 1) : NULL;
    if (text && (fread(text, 1, size, file) != size || strlen(text) != size)) {
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    return text;
}

/* A file of that name beside the shader; false when there is no place for one. */
static bool beside(const char *shader, const char *name, char path[PATH_MAX])
{
    const char *slash = shader ? strrchr(shader, '/') : NULL, *last = strrchr(name, '/');
    const int folder = slash ? (int)(slash - shader) + 1 : 0;
    return shader && snprintf(path, PATH_MAX, "%.*s%s", folder, shader, last ? last + 1 : name) < PATH_MAX;
}

/* Where the module says, or else beside the shader. */
static char *find(const struct wf_sources *s, const char *name)
{
    char path[PATH_MAX];
    char *text = wf_source_load(name);
    return text || !beside(s->path, name, path) ? text : wf_source_load(path);
}

/* glslang may put its options in front, as comments, and then "#line 1". */
static const char *without_options(const char *text)
{
    static const char line[] = "#line 1\n", option[] = "// OpModuleProcessed ";
    const char *at = text;
    while (!strncmp(at, option, strlen(option)) && strchr(at, '\n'))
        at = strchr(at, '\n') + 1;
    return at != text && !strncmp(at, line, strlen(line)) ? at + strlen(line) : text;
}

static const char *from_module(const struct wf_kernel *kernel, const char *name)
{
    for (size_t i = 0; i < kernel->shader.sources; i++)
        if (!strcmp(kernel->shader.source[i].file, name) && *kernel->shader.source[i].text)
            return without_options(kernel->shader.source[i].text);
    return NULL;
}

static const char *from_file(struct wf_sources *s, const char *name)
{
    for (size_t i = 0; i < s->files; i++)
        if (!strcmp(s->file[i].name, name))
            return s->file[i].text;
    struct wf_source_file *more = realloc(s->file, (s->files + 1) * sizeof *more);
    if (!more)
        return NULL;
    s->file = more;
    char *copy = strdup(name);
    if (!copy)
        return NULL;
    s->file[s->files] = (struct wf_source_file){.name = copy, .text = find(s, name)};
    return s->file[s->files++].text;
}

const char *wf_source_text(struct wf_sources *s, const char *file)
{
    const char *text = file ? from_module(s->kernel, file) : NULL;
    return text || !file ? text : from_file(s, file);
}

const char *wf_source_line(struct wf_sources *s, const char *file, uint32_t line, size_t *length)
{
    const char *text = line ? wf_source_text(s, file) : NULL;
    for (; text && line > 1; line--) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    if (!text || !*text)
        return NULL;
    *length = strcspn(text, "\r\n");
    return text;
}

void wf_source_print(FILE *file, const struct wf_kernel *kernel, const char *path, size_t pc, size_t most)
{
    struct wf_sources sources = {.kernel = kernel, .path = path};
    size_t length;
    const char *line = NULL;
    if (kernel->file && pc < kernel->count)
        line = wf_source_line(&sources, kernel->file[pc], kernel->line[pc], &length);
    if (line)
        fprintf(file, "  %5" PRIu32 " | %.*s\n", kernel->line[pc],
                (int)(length < most ? length : wf_utf8_fits(line, most)), line);
    wf_sources_free(&sources);
}

static bool note(const char *path, struct wf_inputs *inputs)
{
    struct stat status;
    return stat(path, &status) != 0 || !S_ISREG(status.st_mode) || wf_inputs_add(inputs, path);
}

bool wf_sources_note(const struct wf_kernel *kernel, const char *path, struct wf_inputs *inputs)
{
    char other[PATH_MAX];
    for (size_t i = 0; kernel->file && i < kernel->count; i++) {
        const char *name = kernel->file[i];
        if (!name || !*name || (i && kernel->file[i - 1] && !strcmp(name, kernel->file[i - 1])) ||
            from_module(kernel, name))
            continue;
        if (!note(name, inputs) || (beside(path, name, other) && !note(other, inputs)))
            return false;
    }
    return true;
}

void wf_sources_free(struct wf_sources *s)
{
    for (size_t i = 0; i < s->files; i++) {
        free(s->file[i].name);
        free(s->file[i].text);
    }
    free(s->file);
    s->file = NULL;
    s->files = 0;
}
