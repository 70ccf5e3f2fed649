/* SPDX-License-Identifier: Apache-2.0 */
#include "dump.h"

#include <inttypes.h>
#include <string.h>

#include "image_file.h"
#include "run.h"
#include "stages.h"
#include "texels.h"
#include "typed.h"

int wf_dump_find(const struct wf_kernel *kernel, const char *name)
{
    for (unsigned i = 0; i < kernel->buffers; i++)
        if (!strcmp(kernel->buffer[i].name, name))
            return (int)i;
    return -1;
}

const char *wf_dump_names(const struct wf_kernel *kernel, char text[WF_DUMP_NAMES_SIZE])
{
    size_t length = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < kernel->buffers && i < WF_DUMP_NAMES; i++)
        length += (size_t)snprintf(text + length, WF_DUMP_NAMES_SIZE - length, "%s%s", i ? ", " : "",
                                   kernel->buffer[i].name);
    if (kernel->buffers > WF_DUMP_NAMES)
        snprintf(text + length, WF_DUMP_NAMES_SIZE - length, " and %u more", kernel->buffers - WF_DUMP_NAMES);
    return text;
}

/* As text that a kernel file takes: "Out = { 0x00000000, ... }". */
void wf_dump_text(FILE *file, const struct wf_kernel_buffer *buffer, const uint32_t *words)
{
    enum { A_LINE = 8 };
    fprintf(file, "%s = {\n", buffer->name);
    for (uint32_t i = 0; i < buffer->words; i++) {
        bool last = i + 1 == buffer->words;
        fprintf(file, "%s0x%08" PRIx32 "%s", i % A_LINE ? " " : "    ", words[i], last ? "" : ",");
        if (i % A_LINE == A_LINE - 1 || last)
            fprintf(file, "    // %" PRIu32 "\n", i - i % A_LINE);
    }
    fputs("}\n", file);
}

/* As bytes, each word little-endian. */
static void put_bytes(FILE *file, uint64_t bytes, const uint32_t *words)
{
    for (uint64_t i = 0; i < bytes; i++)
        putc((int)(words[i / 4] >> (8 * (i % 4)) & 0xff), file);
}

void run_print_buffer(const struct run *run, const struct wf_kernel *kernel, unsigned number, FILE *file,
                      const uint32_t *words)
{
    const struct wf_layout *layout = run->hex ? NULL : typed_layout(kernel, number);
    if (!run->hex && kernel->buffer[number].image.format != WF_IMAGE_FORMAT_NONE)
        texels_print(file, &kernel->buffer[number], words, UINT32_MAX);
    else if (layout)
        typed_print(file, &kernel->buffer[number], layout, words);
    else
        wf_dump_text(file, &kernel->buffer[number], words);
}

/* Of an image those of its texels, of a buffer that captures vertices what it has of them. */
static uint64_t bytes_of(const struct run *run, const struct run_dump *dump, const struct wf_buffer *buffers,
                         const uint32_t *memory)
{
    const struct wf_kernel_buffer *buffer = &run->kernel->buffer[dump->number];
    if (dump->is_stage && wf_mesh_is_xfb(dump->which))
        return run->kernel->shader.mesh.xfb[dump->which - WF_MESH_XFB].stride *
               wf_stages_captured(run->kernel, buffers, memory, dump->which);
    return buffer->image.format != WF_IMAGE_FORMAT_NONE ? wf_image_bytes(&buffer->image) : 4 * (uint64_t)buffer->words;
}

static enum wf_exit put(const struct run *run, const struct run_dump *dump, const struct wf_buffer *buffers,
                        const uint32_t *memory)
{
    const struct wf_kernel_buffer *buffer = &run->kernel->buffer[dump->number];
    const uint32_t *words = memory + buffers[dump->number].base / 4;
    if (!dump->raw)
        run_print_buffer(run, run->kernel, (unsigned)dump->number, dump->out.file, words);
    else if (buffer->image.format != WF_IMAGE_FORMAT_NONE && image_is_picture(dump->file))
        return image_put_picture(dump->out.file, dump->file, &buffer->image, words);
    else
        put_bytes(dump->out.file, bytes_of(run, dump, buffers, memory), words);
    return WF_EXIT_OK;
}

enum wf_exit run_dump(const struct run *run, const struct wf_buffer *buffers, const uint32_t *memory)
{
    struct run_capture *capture = run->capture;
    if (capture) {
        struct wf_buffer place[WF_MAX_BUFFERS];
        const size_t words = wf_kernel_place(run->kernel, place);       /* mesh groups may have come */
        capture->words = words < capture->room ? words : capture->room;
        memcpy(capture->word, memory, 4 * capture->words);
    }
    enum wf_exit status = WF_EXIT_OK;
    for (unsigned i = 0; i < run->dumps && !status; i++) {
        if (run->dump[i].is_stage && !run->dump[i].raw)
            stages_print(run->dump[i].out.file, run->dump[i].which, run->kernel, buffers, memory);
        else
            status = put(run, &run->dump[i], buffers, memory);
    }
    return status;
}
