/* SPDX-License-Identifier: Apache-2.0
 * verdict.c - see verdict.h.
 */
#include "verdict.h"

#include <inttypes.h>
#include <stdio.h>

#include "naming.h"

static bool is_access(enum wf_fault kind)
{
    return kind == WF_FAULT_LDS_RANGE || kind == WF_FAULT_LDS_ALIGN || kind == WF_FAULT_MEM_RANGE || kind == WF_FAULT_MEM_ALIGN;
}

/* The first fault: instruction, thread, and what it asked for. */
static void print_fault(const char *path, const char *side, const struct wf_kernel *kernel, const struct wf_shape *shape,
                        const struct wf_fault_record *fault)
{
    char instruction[256], thread[160], memory[96];
    wf_name_thread(kernel, shape, fault->group, fault->wave, fault->lane, thread, sizeof thread);
    if (fault->pc < kernel->count) {
        wf_name_instruction(kernel, fault->pc, instruction, sizeof instruction);
        fprintf(stderr, "%s:%" PRIu32 ": error: %s: fault: %s: %s\n", path, kernel->line[fault->pc], side, wf_fault_text(fault->kind), instruction);
    } else {
        fprintf(stderr, "%s: error: %s: fault: %s: pc %u of %zu instructions\n", path, side, wf_fault_text(fault->kind), fault->pc, kernel->count);
    }
    fprintf(stderr, "  %s", thread);
    if (is_access(fault->kind)) {
        wf_name_memory(kernel, fault->pc, memory, sizeof memory);
        fprintf(stderr, ": byte 0x%" PRIx32 " of %s", fault->address, memory);
    }
    fprintf(stderr, "; %" PRIu64 " lane%s faulted in all\n", fault->count, fault->count == 1 ? "" : "s");
}

struct listener {
    const char *path, *side;
};

static void print_mismatches(void *user, const struct wf_mismatches *m)
{
    const struct listener *l = user;
    fputs(l->path, stderr);
    if (m->buffer)
        fprintf(stderr, ":%" PRIu32, m->line);
    fprintf(stderr, ": error: %s: %zu word%s of %s differ%s from what the file expects\n", l->side, m->count, m->count == 1 ? "" : "s",
            m->buffer ? m->buffer : "the memory outside of the buffers", m->count == 1 ? "s" : "");
    for (unsigned n = 0; n < m->texts; n++)
        fprintf(stderr, "  %s\n", m->text[n]);
    if (m->count > m->texts)
        fprintf(stderr, "  and %zu more\n", m->count - m->texts);
}

bool wf_verdict(const char *path, const char *side, const struct wf_kernel *kernel, const struct wf_shape *shape,
                const struct wf_buffer *buffers, const uint32_t *memory, size_t words, const struct wf_fault_record *fault)
{
    bool good = true;
    bool faulted = fault && fault->count;
    if (faulted && !kernel->expect_fault) {
        print_fault(path, side, kernel, shape, fault);
        good = false;
    } else if (kernel->expect_fault && (!faulted || fault->kind != kernel->fault)) {
        fprintf(stderr, "%s: error: %s: expected the fault \"%s\", got %s%s%s\n", path, side, wf_fault_text(kernel->fault),
                faulted ? "\"" : "none", faulted ? wf_fault_text(fault->kind) : "", faulted ? "\"" : "");
        good = false;
    }
    struct listener listener = {path, side};
    return !wf_kernel_compare(kernel, buffers, memory, words, print_mismatches, &listener) && good;
}
