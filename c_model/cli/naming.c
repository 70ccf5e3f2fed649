/* SPDX-License-Identifier: Apache-2.0 */
#include "naming.h"

#include <inttypes.h>
#include <string.h>

#include "wavefold/utf8.h"

void wf_name_instruction(const struct wf_kernel *kernel, size_t pc, char *text, size_t size)
{
    const char *source = pc < kernel->count ? wf_kernel_source(kernel, pc) : "(no instruction)";
    if (*source)
        snprintf(text, size, "%s", source);
    else
        wf_kernel_disassemble_at(kernel, pc, text, size);
}

static uint32_t line_of(const struct wf_kernel *kernel, size_t pc)
{
    return pc < kernel->count ? kernel->line[pc] : 0;
}

void wf_name_place(const struct wf_kernel *kernel, const char *path, size_t pc, char *text, size_t size)
{
    if (line_of(kernel, pc))
        snprintf(text, size, "%s:%" PRIu32, kernel->file ? kernel->file[pc] : path, line_of(kernel, pc));
    else
        snprintf(text, size, "%s", path);
}

void wf_name_line(const struct wf_kernel *kernel, size_t pc, char *text, size_t size)
{
    if (!line_of(kernel, pc))
        snprintf(text, size, "line unknown");
    else if (kernel->file)
        snprintf(text, size, "%s:%" PRIu32, kernel->file[pc], line_of(kernel, pc));
    else
        snprintf(text, size, "line %" PRIu32, line_of(kernel, pc));
}

const char *wf_name_line_briefly(const struct wf_kernel *kernel, size_t pc, char text[80])
{
    const uint32_t line = pc < kernel->count ? kernel->line[pc] : 0;
    const char *file = pc < kernel->count && kernel->file ? kernel->file[pc] : NULL;
    if (file && strrchr(file, '/'))
        file = strrchr(file, '/') + 1;
    if (file && line)
        snprintf(text, 80, "%.*s:%" PRIu32, (int)wf_utf8_fits(file, 60), file, line);
    else
        snprintf(text, 80, file ? "-" : "%" PRIu32, line);
    for (char *c = text; *c; c++)
        if ((unsigned char)*c <= ' ')
            *c = '_';
    return text;
}

/* "helper pixel (3,4)", "sample 2 of pixel (3,4)" */
static void name_pixel(const struct wf_kernel *kernel, const uint32_t pixel[2], bool helper, char text[64])
{
    const unsigned shift = kernel->sample_shift;
    const uint32_t sample = shift ? pixel[1] >> shift : 0;
    char of[24] = "";
    if (shift)
        snprintf(of, sizeof of, "sample %" PRIu32 " of ", sample);
    snprintf(text, 64, "%s%s (%" PRIu32 ",%" PRIu32 ")", of, helper ? "helper pixel" : "pixel", pixel[0],
             pixel[1] - (sample << shift));
}

/* By the record that it leaves; a lane beyond the last one has none. */
static void name_invocation(const struct wf_kernel *kernel, uint64_t number, char text[64])
{
    const enum wf_mesh_buffer which =
        kernel->mesh.lanes.stage == WF_STAGE_GEOMETRY ? WF_MESH_COUNTS : WF_MESH_VERTICES;
    if (number < wf_shader_invocations(&kernel->mesh.lanes, &kernel->shader.mesh))
        wf_kernel_name_record(kernel, which, (uint32_t)number, text);
}

void wf_name_thread(const struct wf_kernel *kernel, const struct wf_shape *shape, const uint32_t group[3],
                    unsigned wave, unsigned lane, char *text, size_t size)
{
    uint32_t tid[3], pixel[2], index;
    bool helper;
    char thread[64] = "no thread";
    if (kernel->desc.stage == WF_STAGE_PIXEL &&
        wf_pack_pixel_of(&kernel->desc, shape->wave_size, group[0], lane, pixel, &helper))
        name_pixel(kernel, pixel, helper, thread);
    else if (kernel->mesh.of_lanes)
        name_invocation(kernel, (uint64_t)group[0] * shape->wave_size + lane, thread);
    else if (!wf_pack_thread(&kernel->desc, shape, wave, lane, tid, &index))
        snprintf(thread, sizeof thread, "no thread");
    else if (kernel->mesh.lanes.stage == WF_STAGE_HULL)
        name_invocation(kernel, (uint64_t)group[0] * kernel->shader.mesh.max_vertices + tid[0], thread);
    else
        snprintf(thread, sizeof thread, "thread (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")", tid[0], tid[1], tid[2]);
    snprintf(text, size, "%s of group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 "), wave %u lane %u", thread, group[0],
             group[1], group[2], wave, lane);
}

enum { FAR_AWAY = 1 << 30 };             /* offsets that the front-end bounds: how far is not known */

static void name_buffer(const struct wf_kernel *kernel, const struct wf_kernel_buffer *b, char *text, size_t size)
{
    char own[64] = "";
    if (b->hidden)
        snprintf(text, size, "the shader's own memory %s", b->name);
    else if (*b->called && !kernel->no_file)
        snprintf(own, sizeof own, ", here %s", b->name);
    if (!b->hidden)
        snprintf(text, size, "%s%s, which has %" PRIu32 " bytes", *b->called ? b->called : b->name, own, 4 * b->words);
}

/* How far an access by number misses its buffer.  An offset from 2 GiB on is one in front of it. */
static void name_distance(uint32_t end, const struct wf_fault_record *fault, char *text, size_t size)
{
    const uint32_t at = fault->address;
    if (fault->kind != WF_FAULT_MEM_RANGE)
        return;
    if (at > INT32_MAX)
        snprintf(text, size, ", %" PRId64 " bytes in front of it", (INT64_C(1) << 32) - at);
    else if (at < end)
        snprintf(text, size, ", across its end");
    else if (at == end)
        snprintf(text, size, ", right behind its end");
    else if (at < FAR_AWAY)
        snprintf(text, size, ", %" PRIu32 " bytes behind its end", at - end);
}

/* The buffer whose number a lane has; the shader made it from an address, or from the index of an array of blocks. */
static void name_of_table(const struct wf_kernel *kernel, const struct wf_fault_record *fault, char *text, size_t size)
{
    const struct wf_kernel_buffer *b = fault->buffer < kernel->buffers ? &kernel->buffer[fault->buffer] : NULL;
    const bool is_none = b && b->is_view && b->of == UINT32_MAX;
    char where[48] = "";
    if (is_none && b->is_element)
        snprintf(text, size, "%.*s, to which no buffer is bound", (int)strlen(b->name) - 2, b->name + 1);
    else if (is_none)
        snprintf(text, size, "no buffer: the address is null, or leads to none");
    else if (!b && kernel->shader_name)
        snprintf(text, size, "no buffer: the index is beyond the array of blocks");
    else if (!b)
        snprintf(text, size, "buffer %" PRIu32 ", which the file does not declare", fault->buffer);
    else {
        name_distance(4 * b->words, fault, where, sizeof where);
        name_buffer(kernel, b->is_element ? &kernel->buffer[b->of] : b, text, size);
        snprintf(text + strlen(text), size - strlen(text), "%s", where);
    }
}

void wf_name_memory(const struct wf_kernel *kernel, const struct wf_fault_record *fault, char *text, size_t size)
{
    const struct wf_insn insn = wf_insn_decode(fault->pc < kernel->count ? kernel->code[fault->pc] : 0);
    const struct wf_op_info *info = wf_op_info(insn.op);
    unsigned number = insn.mod;
    if (!info || info->unit != WF_UNIT_MEM)
        snprintf(text, size, "groupshared memory, which has %" PRIu32 " bytes", kernel->desc.groupshared_bytes);
    else if (wf_op_is_table(insn.op) && fault->knows_buffer)
        name_of_table(kernel, fault, text, size);
    else if (wf_op_is_table(insn.op))
        snprintf(text, size, "a buffer of the table");
    else if (number < kernel->buffers)
        name_buffer(kernel, &kernel->buffer[number], text, size);
    else
        snprintf(text, size, "buffer %u, which the file does not declare", number);
}

void wf_print_lanes(FILE *file, const bool *on, unsigned lanes)
{
    for (unsigned i = (lanes + 3) / 4; i-- > 0;)
        fputc("0123456789abcdef"[on[4 * i] | on[4 * i + 1] << 1 | on[4 * i + 2] << 2 | on[4 * i + 3] << 3], file);
}
