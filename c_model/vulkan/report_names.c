/* SPDX-License-Identifier: Apache-2.0 */
#include "report_names.h"

#include "limits.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "wavefold/kernel.h"
#include "wavefold/utf8.h"

enum { LINE = 150 };                    /* bytes of a line of the source that are shown */

void wfv_put(struct wfv_text *t, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    const int n = vsnprintf(t->at + t->length, t->size - t->length, format, arguments);
    va_end(arguments);
    if (n > 0)
        t->length = t->length + (size_t)n < t->size ? t->length + (size_t)n : t->size - 1;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* The file that the shader was compiled from, "" when the module names none. */
static const char *file_of(const struct wf_shader_code *code)
{
    if (code->sources && *code->source[0].file)
        return code->source[0].file;
    for (size_t pc = 0; pc < code->count; pc++)
        if (code->place[pc].line && *code->place[pc].file)
            return code->place[pc].file;
    return "";
}

const char *wfv_called(const struct wfv_pipeline *p, const struct wfv_code *c, char text[WFV_CALLED])
{
    const char *file = c ? last_part(file_of(&c->code)) : "";
    const char *name = *p->called ? p->called : *file ? file : p->name;
    const bool is_entry = !*p->called && !*file;

    snprintf(text, WFV_CALLED, is_entry ? "%.*s-%08" PRIx32 : "%.*s",
             (int)wf_utf8_fits(name, is_entry ? WFV_CALLED - 10 : WFV_CALLED - 1), name, p->hash);
    for (char *at = text; *at; at++)
        if ((unsigned char)*at < ' ')
            *at = '_';
    return text;
}

const char *wfv_source_line(const struct wf_shader_code *code, const char *file, uint32_t line, size_t *length)
{
    const char *text = NULL;

    for (size_t i = 0; i < code->sources && line; i++)
        if (!strcmp(code->source[i].file, file))
            text = code->source[i].text;
    for (; text && line > 1; line--) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    if (!text || !*text)
        return NULL;
    *length = strcspn(text, "\r\n");
    return text;
}

/* "blur.comp:12"; the shader alone where no line is known. */
void wfv_put_place(struct wfv_text *t, const struct wfv_launch *l, size_t pc)
{
    const struct wf_shader_code *code = &l->code->code;
    char called[WFV_CALLED];

    if (pc < code->count && code->place[pc].line)
        wfv_put(t, "%s:%" PRIu32,
                *code->place[pc].file ? code->place[pc].file : wfv_called(l->pipeline, l->code, called),
                code->place[pc].line);
    else
        wfv_put(t, "%s", wfv_called(l->pipeline, l->code, called));
}

void wfv_put_instruction(struct wfv_text *t, const struct wfv_launch *l, size_t pc)
{
    char text[160] = "no instruction";

    if (pc < l->code->code.count)
        wf_code_disassemble(l->code->code.word, pc, text, sizeof text);
    wfv_put(t, "pc %zu, %s", pc, text);
}

void wfv_put_source(struct wfv_text *t, const struct wfv_launch *l, size_t pc)
{
    const struct wf_shader_code *code = &l->code->code;
    size_t length;

    if (pc >= code->count)
        return;
    const char *line = wfv_source_line(code, code->place[pc].file, code->place[pc].line, &length);
    if (line)
        wfv_put(t, "\n  %5" PRIu32 " | %.*s", code->place[pc].line,
                (int)(length < LINE ? length : wf_utf8_fits(line, LINE)), line);
}

void wfv_put_which(struct wfv_text *t, const struct wfv_launch *l)
{
    char called[WFV_CALLED];

    wfv_put(t, "dispatch %" PRIu64 " (%s, wave size %u)", l->number, wfv_called(l->pipeline, l->code, called),
            l->pipeline->wave_size);
}

/* The thread of a lane: gl_LocalInvocationID, and gl_WorkGroupID with the base of the dispatch. */
void wfv_put_thread(struct wfv_text *t, const struct wfv_launch *l, const uint32_t group[3], unsigned wave,
                       unsigned lane)
{
    const uint32_t *base = l->base;
    uint32_t tid[3], index, size[3];
    bool flat;

    if (wf_pack_thread(&l->code->desc, &l->shape, wave, lane, tid, &index)) {
        wf_shader_local_size(l->pipeline->shader, size, &flat);
        if (flat) {                     /* launched as a line */
            index = tid[0];
            memcpy(tid, (uint32_t[3]){index % size[0], index / size[0] % size[1], index / size[0] / size[1]},
                   sizeof tid);
        }
        wfv_put(t, "thread (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")", tid[0], tid[1], tid[2]);
    } else
        wfv_put(t, "no thread");
    wfv_put(t, " of group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 "), wave %u lane %u", base[0] + group[0],
            base[1] + group[1], base[2] + group[2], wave, lane);
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static const char *name_of(const struct wfv_pipeline *p, const struct wfv_slot *s)
{
    const struct wf_shader_resource *r;
    const size_t count = wf_shader_resources(p->shader, &r);

    for (size_t i = 0; i < count; i++)
        if (r[i].used && r[i].is_push == s->is_push && r[i].set == s->set && r[i].binding == s->binding && r[i].name &&
            *r[i].name)
            return r[i].name;
    return NULL;
}

/* The binding that a number is of; NULL: none of the program. */
const struct wfv_slot *wfv_slot_of(const struct wfv_pipeline *p, uint32_t number)
{
    for (uint32_t i = 0; i < p->slots; i++)
        if (p->slot[i].kind != WF_SHADER_SAMPLER && !p->slot[i].is_far &&
            number - p->slot[i].number < p->slot[i].elements)
            return &p->slot[i];
    return NULL;
}

/* "set 0 binding 1 (src), element 2". */
void wfv_put_slot(struct wfv_text *t, const struct wfv_launch *l, const struct wfv_slot *s, uint32_t number)
{
    const char *name = name_of(l->pipeline, s);

    if (s->is_push)
        wfv_put(t, "the push constants");
    else
        wfv_put(t, "set %" PRIu32 " binding %" PRIu32, s->set, s->binding);
    if (name)
        wfv_put(t, " (%s)", name);
    if (s->is_array)
        wfv_put(t, ", element %" PRIu32, number - s->number);
}

/* The front-end bounds an index, so a negative one or a very large one leaves no offset to show. */
static bool is_far_away(const struct wf_fault_record *f)
{
    return f->kind == WF_FAULT_MEM_RANGE && f->address >= WFV_RANGE && f->address <= INT32_MAX;
}

/* How far an access misses the buffer.  An offset from 2 GiB on is one before it. */
static void put_distance(struct wfv_text *t, const struct wf_fault_record *f, uint32_t end)
{
    if (f->kind != WF_FAULT_MEM_RANGE)
        return;
    if (f->address > INT32_MAX)
        wfv_put(t, ", %" PRId64 " bytes before it", (INT64_C(1) << 32) - f->address);
    else if (f->address < end)
        wfv_put(t, ", across its end");
    else if (f->address == end)
        wfv_put(t, ", right after its end");
    else
        wfv_put(t, ", %" PRIu32 " bytes after its end", f->address - end);
}

/* The address may be a good one, and the buffer begin at a bad one. */
static void put_alignment(struct wfv_text *t, const struct wf_fault_record *f, uint32_t base, uint32_t align)
{
    if (f->kind == WF_FAULT_MEM_ALIGN && base % align)
        wfv_put(t, ", at an offset that is no multiple of %" PRIu32, align);
}

/* What the lane asked for, of a fault of an access. */
void wfv_put_access(struct wfv_text *t, const struct wfv_launch *l, const struct wf_fault_record *f)
{
    const struct wf_shader_code *code = &l->code->code;
    const struct wf_insn n = wf_insn_decode(f->pc < code->count ? code->word[f->pc] : 0);
    const struct wf_op_info *info = wf_op_info(n.op);
    const bool is_memory = info && info->unit == WF_UNIT_MEM;
    const uint32_t number = f->knows_buffer ? f->buffer : is_memory && !wf_op_is_table(n.op) ? n.mod : WF_MAX_BUFFERS;

    if (f->kind != WF_FAULT_LDS_RANGE && f->kind != WF_FAULT_LDS_ALIGN && f->kind != WF_FAULT_MEM_RANGE &&
        f->kind != WF_FAULT_MEM_ALIGN)
        return;
    if (!is_memory) {
        wfv_put(t, ": byte 0x%" PRIx32 " of groupshared memory, which has %" PRIu32 " bytes", f->address,
                code->lds_bytes);
        return;
    }
    const struct wfv_slot *slot = wfv_slot_of(l->pipeline, number);
    const uint32_t size = number < WF_MAX_BUFFERS ? l->buffer[number].size : 0;
    const bool is_image = slot && slot->kind != WF_SHADER_BUFFER;
    /* the address that code gives such a texel; in a block it is one before it */
    const bool is_outside = is_image && f->address >= WF_IMAGE_OUTSIDE;

    if (l->pipeline->record_bytes &&
        (number == WFV_NUMBER_UNWRITTEN || (!slot && f->address >= WF_RECORD_OUTSIDE))) {
        wfv_put(t, ": a byte %s of an array of more than %d",
                number == WFV_NUMBER_UNWRITTEN ? "of an element without a buffer," : "outside of an element",
                (int)WFV_NEAR);
        return;
    }
    const bool is_own = !slot && number < WF_MAX_BUFFERS && number >= WFV_NUMBER_TABLE;
    const bool is_far = (is_own || (slot && !is_image && size)) && is_far_away(f);

    if (is_outside)
        wfv_put(t, ": a texel outside of ");
    else if (is_far)
        wfv_put(t, is_own ? ": an index outside of an array in " : ": a negative or very large index into ");
    else
        wfv_put(t, ": byte 0x%" PRIx32 " of ", f->address);
    if (slot)
        wfv_put_slot(t, l, slot, number);
    else if (number >= WF_MAX_BUFFERS)
        wfv_put(t, "memory that an address or an array of descriptors leads to");
    else if (number >= WFV_NUMBER_TABLE)
        wfv_put(t, "the shader's own memory");
    else if (size)
        wfv_put(t, "the memory that the address leads to");
    else
        wfv_put(t, "no buffer: the address is null, or leads to none");
    if (slot && !size && !is_image && l->buffer[number].base)
        wfv_put(t, ", which has no bytes: its range is 0, or its offset beyond the buffer");
    else if (slot && !size)
        wfv_put(t, ", to which no %s is bound", is_image ? "image" : "buffer");
    else if (size && !is_image && number < WFV_NUMBER_TABLE)
        wfv_put(t, ", which has %" PRIu32 " bytes", size);
    if (size && !is_outside && !is_far && number < WFV_NUMBER_TABLE)
        put_distance(t, f, size);
    if (slot && !is_image && !slot->is_push)
        put_alignment(t, f, l->buffer[number].base, slot->is_uniform ? WFV_ALIGN_UNIFORM : WFV_ALIGN_STORAGE);
}
