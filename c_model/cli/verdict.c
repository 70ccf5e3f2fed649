/* SPDX-License-Identifier: Apache-2.0 */
#include "verdict.h"

#include <inttypes.h>
#include <stdio.h>

#include "naming.h"
#include "source.h"

static bool is_access(enum wf_fault k)
{
    return k == WF_FAULT_LDS_RANGE || k == WF_FAULT_LDS_ALIGN || k == WF_FAULT_MEM_RANGE || k == WF_FAULT_MEM_ALIGN;
}

/* What a fault is that the file does not expect. */
static enum wf_policy policy_of(const struct wf_side *side, const struct wf_fault_record *fault)
{
    return is_access(fault->kind) ? side->bounds : WF_POLICY_ERROR;
}

/* "model", "model: dispatch 2". */
struct words { char text[48]; };
static struct words words_of(const struct wf_side *side)
{
    struct words words;
    snprintf(words.text, sizeof words.text, side->dispatch ? "%s: dispatch %u" : "%s", side->name, side->dispatch);
    return words;
}

/* The index of the record, of so many bytes, that an access outside is to: "4", "below 0 or above 402653182". */
static const char *number_outside(uint32_t address, uint32_t bytes, char text[40])
{
    const uint32_t number = bytes ? (address - WF_MESH_OUTSIDE) / bytes : 0;
    const bool is_known = !bytes || number < wf_mesh_most_outside(bytes);
    snprintf(text, 40, is_known ? "%" PRIu32 : "below 0 or above %" PRIu32, is_known ? number : number - 1);
    return text;
}

/* Of a mesh or tessellation shader: the vertex, primitive or control point that there is not. */
static bool print_outside(const struct wf_kernel *kernel, const struct wf_fault_record *fault)
{
    const struct wf_mesh_layout *l = &kernel->shader.mesh;
    const bool patches = wf_is_of_patches(kernel->mesh.lanes.stage);
    if (!(kernel->mesh.is_mesh || patches) || fault->pc >= kernel->count || fault->address < WF_MESH_OUTSIDE)
        return false;
    const struct wf_insn n = wf_insn_decode(kernel->code[fault->pc]);
    const struct wf_op_info *info = wf_op_info(n.op);
    const bool vertex = n.mod == kernel->mesh.buffer[WF_MESH_VERTICES];
    const enum wf_mesh_buffer other = patches ? WF_MESH_INPUTS : WF_MESH_PRIMITIVES;
    if (!info || info->unit != WF_UNIT_MEM || wf_op_is_table(n.op) || (!vertex && n.mod != kernel->mesh.buffer[other]))
        return false;
    const uint32_t bytes = 4 * (vertex ? l->vertex.words : patches ? l->point.words : l->primitive.words);
    char text[40];
    const char *number = number_outside(fault->address, bytes, text);
    if (patches)
        fprintf(stderr, ": %s %s of a patch of %" PRIu32, vertex ? "vertex" : "control point", number,
                vertex ? l->max_vertices : kernel->mesh.lanes.points);
    else if (l->is_nv)
        fprintf(stderr, ": %s %s of a group of %" PRIu32, vertex ? "vertex" : "primitive", number,
                vertex ? l->max_vertices : l->max_primitives);
    else
        fprintf(stderr, ": %s %s, which the group has not announced by SetMeshOutputsEXT",
                vertex ? "vertex" : "primitive", number);
    return true;
}

/* What was accessed: a texel outside of its image has an offset that no buffer reaches; so may an address have. */
static void print_access(const struct wf_kernel *kernel, const struct wf_fault_record *fault)
{
    char memory[288];
    const bool is_number = fault->knows_buffer && fault->buffer < kernel->buffers;
    const bool is_outside = fault->address >= WF_IMAGE_OUTSIDE;
    wf_name_memory(kernel, fault, memory, sizeof memory);
    if (is_outside && fault->knows_buffer && !is_number)
        fputs(": a texel of no image: this element of the array has none", stderr);
    else if (is_outside && (!is_number || kernel->buffer[fault->buffer].image.format != WF_IMAGE_FORMAT_NONE))
        fprintf(stderr, ": a texel outside of %s", memory);
    else
        fprintf(stderr, ": byte 0x%" PRIx32 " of %s", fault->address, memory);
}

/* The first fault: instruction, thread, and what it asked for. */
static void print_fault(const char *path, const struct wf_side *side, const struct wf_kernel *kernel,
                        const struct wf_shape *shape, const struct wf_fault_record *fault)
{
    char instruction[256], thread[160], place[256];
    const char *word = wf_policy_word(policy_of(side, fault));
    wf_name_thread(kernel, shape, fault->group, fault->wave, fault->lane, thread, sizeof thread);
    if (fault->pc < kernel->count) {
        wf_name_instruction(kernel, fault->pc, instruction, sizeof instruction);
        wf_name_place(kernel, path, fault->pc, place, sizeof place);
        fprintf(stderr, "%s: %s: %s: fault: %s: %s\n", place, word, words_of(side).text, wf_fault_text(fault->kind),
                instruction);
    } else {
        fprintf(stderr, "%s: %s: %s: fault: %s: pc %u of %zu instructions\n", path, word, words_of(side).text,
                wf_fault_text(fault->kind), fault->pc, kernel->count);
    }
    fprintf(stderr, "  %s", thread);
    if (is_access(fault->kind) && !print_outside(kernel, fault))
        print_access(kernel, fault);
    fprintf(stderr, "; %" PRIu64 " lane%s faulted in all\n", fault->count, fault->count == 1 ? "" : "s");
    wf_source_print(stderr, kernel, path, fault->pc, 150);
}

struct listener {
    const char *path;
    const struct wf_side *side;
    bool no_file;               /* a shader: --expect, which has no lines */
};

static void print_mismatches(void *user, const struct wf_mismatches *m)
{
    const struct listener *l = user;
    const bool of_all = m->line < l->side->mark;        /* what is outside of the buffers too: it has no line */
    const struct words words = words_of(of_all ? &(struct wf_side){.name = l->side->name} : l->side);
    if (of_all && l->side->again)
        return;
    fputs(l->path, stderr);
    if (m->buffer && !l->no_file)
        fprintf(stderr, ":%" PRIu32, m->line);
    if (m->is_total) {
        fprintf(stderr, ": error: %s: %s\n", words.text, m->text[0]);
        return;
    }
    fprintf(stderr, ": error: %s: %zu word%s of %s differ%s from %s\n", words.text, m->count,
            m->count == 1 ? "" : "s", m->buffer ? m->buffer : "the memory outside of the buffers",
            m->count == 1 ? "s" : "", l->no_file ? "--expect" : "what the file expects");
    for (unsigned n = 0; n < m->texts; n++)
        fprintf(stderr, "  %s\n", m->text[n]);
    if (m->more)
        fprintf(stderr, "  and %zu more\n", m->more);
}

bool wf_verdict(const char *path, const struct wf_side *side, const struct wf_kernel *kernel,
                const struct wf_shape *shape, const struct wf_buffer *buffers, const uint32_t *memory, size_t words,
                const struct wf_fault_record *fault)
{
    bool good = true;
    const bool faulted = fault && fault->count;
    const enum wf_fault got = faulted ? fault->kind : WF_FAULT_NONE,
                        want = kernel->expect_fault ? kernel->fault : WF_FAULT_NONE;
    const enum wf_policy policy = faulted && want == WF_FAULT_NONE ? policy_of(side, fault) : WF_POLICY_ERROR;
    if (got != want && policy != WF_POLICY_OFF) {
        if (want != WF_FAULT_NONE)
            fprintf(stderr, "%s:%" PRIu32 ": error: %s: expected the fault %s (%s), got %s%s\n", path,
                    kernel->fault_line, words_of(side).text, wf_fault_name(want), wf_fault_text(want),
                    faulted ? wf_fault_name(got) : "none", faulted ? " first" : "");
        if (faulted)
            print_fault(path, side, kernel, shape, fault);
        good = policy != WF_POLICY_ERROR;
    }
    struct listener listener = {path, side, kernel->no_file};
    return !wf_kernel_compare(kernel, buffers, memory, words, print_mismatches, &listener) && good;
}

void wf_verdict_fault(const char *path, const struct wf_side *side, const struct wf_kernel *kernel,
                      const struct wf_shape *shape, const struct wf_fault_record *fault)
{
    if (fault->count && !(kernel->expect_fault && kernel->fault == fault->kind) &&
        policy_of(side, fault) != WF_POLICY_OFF)
        print_fault(path, side, kernel, shape, fault);
}

bool wf_verdict_dispatch(const char *path, const struct wf_kernel *kernel, enum wf_reject code)
{
    const enum wf_reject want = kernel->expect_reject ? kernel->reject : WF_REJECT_NONE;
    if (code == want)
        return true;
    if (code != WF_REJECT_NONE)
        fprintf(stderr, "%s: error: model: the dispatch is refused with %s (%s), expected %s\n", path,
                wf_reject_name(code), wf_reject_text(code), want ? wf_reject_name(want) : "that it runs");
    else
        fprintf(stderr,
                "%s:%" PRIu32 ": error: model: the dispatch is legal, but the file expects it to be refused with %s\n",
                path, kernel->reject_line, wf_reject_name(want));
    return false;
}

bool wf_verdict_compares(const struct wf_kernel *first)
{
    while (first && first->expectations == 0)
        first = first->next;
    return first;
}
