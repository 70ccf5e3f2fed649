/* SPDX-License-Identifier: Apache-2.0 */
#include "listing.h"

#include <inttypes.h>
#include <string.h>

#include "naming.h"
#include "source.h"

void wf_listing_word(FILE *file, const uint64_t *code, size_t index)
{
    char text[160];
    wf_code_disassemble(code, index, text, sizeof text);
    fprintf(file, "%5zu  %016" PRIx64 "  %s\n", index, code[index], text);
}

/* Of a kernel file: with its line and as the file writes it; where it jumps to stands behind. */
static void put_written(FILE *file, const struct wf_kernel *kernel, size_t index)
{
    char text[256], word[160];
    wf_name_instruction(kernel, index, text, sizeof text);
    wf_code_disassemble(kernel->code, index, word, sizeof word);
    const char *jump = strstr(text, "//") ? NULL : strstr(word, "//");
    fprintf(file, "%5zu  %016" PRIx64 "  %5" PRIu32 "  %s%s%s\n", index, kernel->code[index], kernel->line[index], text,
            jump ? "  " : "", jump ? jump : "");
}

/* ---- of a shader ------------------------------------------------------------------------------------------------- */

static void put_head(FILE *file, const struct wf_kernel *kernel)
{
    const struct wf_shader_code *s = &kernel->shader;
    fprintf(file, "// %s: %zu instructions, %u registers, %" PRIu32 " bytes of scratch memory per lane, "
            "%" PRIu32 " bytes of groupshared memory\n", kernel->shader_name, kernel->count,
            wf_code_registers(kernel->code, kernel->count), 4 * s->scratch_words, s->lds_bytes);
}

static bool same_place(const struct wf_kernel *kernel, size_t a, size_t b)
{
    return kernel->line[a] == kernel->line[b] && (!kernel->line[a] || !strcmp(kernel->file[a], kernel->file[b]));
}

static void put_source(FILE *file, const struct wf_kernel *kernel, struct wf_sources *sources, size_t index)
{
    size_t length;
    const char *line = wf_source_line(sources, kernel->file[index], kernel->line[index], &length);
    if (!kernel->line[index])
        fputs("// line unknown\n", file);
    else if (line)
        fprintf(file, "// %s:%" PRIu32 "  %.*s\n", kernel->file[index], kernel->line[index], (int)length, line);
    else
        fprintf(file, "// %s:%" PRIu32 "\n", kernel->file[index], kernel->line[index]);
}

static void put_named(FILE *file, const struct wf_kernel *kernel, size_t index)
{
    char text[256];
    wf_kernel_disassemble_at(kernel, index, text, sizeof text);
    fprintf(file, "%5zu  %016" PRIx64 "  %s\n", index, kernel->code[index], text);
}

void wf_listing(FILE *file, const struct wf_kernel *kernel, const char *path)
{
    struct wf_sources sources = {.kernel = kernel, .path = path};
    if (kernel->shader_name)
        put_head(file, kernel);
    for (size_t i = 0; i < kernel->count; i++) {
        if (!kernel->shader_name) {
            put_written(file, kernel, i);
            continue;
        }
        if (i == 0 || !same_place(kernel, i - 1, i))
            put_source(file, kernel, &sources, i);
        put_named(file, kernel, i);
    }
    wf_sources_free(&sources);
}
