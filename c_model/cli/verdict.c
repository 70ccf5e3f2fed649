/* SPDX-License-Identifier: Apache-2.0
 * verdict.c - see verdict.h.
 */
#include "verdict.h"

#include <inttypes.h>
#include <stdio.h>

struct listener {
    const char *path, *side;
};

static void print_mismatches(void *user, const struct wf_mismatches *m)
{
    const struct listener *l = user;
    fprintf(stderr, "%s:%" PRIu32 ": error: %s: %zu word%s of %s differ%s from what the file expects\n", l->path, m->line, l->side, m->count,
            m->count == 1 ? "" : "s", m->buffer ? m->buffer : "the memory outside of the buffers", m->count == 1 ? "s" : "");
    for (unsigned n = 0; n < m->texts; n++)
        fprintf(stderr, "  %s\n", m->text[n]);
    if (m->count > m->texts)
        fprintf(stderr, "  and %zu more\n", m->count - m->texts);
}

bool wf_verdict(const char *path, const char *side, const struct wf_kernel *kernel, const struct wf_buffer *buffers,
                       const uint32_t *memory, size_t words, const struct wf_fault_record *fault)
{
    bool good = true;
    bool faulted = fault && fault->count;
    if (faulted && !kernel->expect_fault) {
        fprintf(stderr,
                "%s: error: %s: fault: %s: group (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ") wave %u lane %u address 0x%" PRIx32 " (%" PRIu64
                " lanes in all)\n",
                path, side, wf_fault_text(fault->kind), fault->group[0], fault->group[1], fault->group[2], fault->wave, fault->lane,
                fault->address, fault->count);
        good = false;
    } else if (kernel->expect_fault && (!faulted || fault->kind != kernel->fault)) {
        fprintf(stderr, "%s: error: %s: expected the fault \"%s\", got %s%s%s\n", path, side, wf_fault_text(kernel->fault),
                faulted ? "\"" : "none", faulted ? wf_fault_text(fault->kind) : "", faulted ? "\"" : "");
        good = false;
    }
    struct listener listener = {path, side};
    return !wf_kernel_compare(kernel, buffers, memory, words, print_mismatches, &listener) && good;
}

bool wf_verdict_expects(const struct wf_kernel *kernel)
{
    bool expects = kernel->expect_reject || kernel->expect_fault;
    for (unsigned i = 0; i < kernel->buffers; i++)
        expects |= kernel->buffer[i].expected || kernel->buffer[i].runs;
    return expects;
}
