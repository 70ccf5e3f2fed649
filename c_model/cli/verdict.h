/* SPDX-License-Identifier: Apache-2.0
 * verdict.h - what a run left behind, held against the kernel file.
 */
#ifndef WF_VERDICT_H
#define WF_VERDICT_H

#include "policy.h"
#include "wavefold/kernel.h"

/* Who ran it: "model", "rtl"; of a file of several dispatches which one, from 1 (else 0), the line of its first mark,
 * before which stands what all of them expect, and whether that was told already. */
struct wf_side {
    const char *name;
    unsigned dispatch;
    uint32_t mark;
    bool again;
    enum wf_policy bounds;      /* what an access out of bounds is that the file does not expect */
};

/* Hold the memory and the fault record of a dispatch against the kernel file; a failure is an error of `path`. */
bool wf_verdict(const char *path, const struct wf_side *side, const struct wf_kernel *kernel,
                const struct wf_shape *shape, const struct wf_buffer *buffers, const uint32_t *memory, size_t words,
                const struct wf_fault_record *fault);

/* One of the dispatches expects something. */
bool wf_verdict_compares(const struct wf_kernel *first);

/* Of a run that did not come to its end: the first fault until then, which may be why, unless the file expects it. */
void wf_verdict_fault(const char *path, const struct wf_side *side, const struct wf_kernel *kernel,
                      const struct wf_shape *shape, const struct wf_fault_record *fault);

/* The answer of the dispatch rules, held against the kernel file; the same. */
bool wf_verdict_dispatch(const char *path, const struct wf_kernel *kernel, enum wf_reject code);

#endif
