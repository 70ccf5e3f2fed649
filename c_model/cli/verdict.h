/* SPDX-License-Identifier: Apache-2.0
 * verdict.h - the results of a run, compared with the kernel file.
 */
#ifndef WF_VERDICT_H
#define WF_VERDICT_H

#include "policy.h"
#include "wavefold/kernel.h"

/* What ran a dispatch, and which one. */
struct wf_side {
    const char *name;           /* "model", "rtl" */
    unsigned dispatch;          /* in a file of several, from 1; else 0 */
    uint32_t mark;              /* the line of the file's first mark: what all dispatches expect is before it */
    bool again;                 /* differences from that were reported already */
    enum wf_policy bounds;      /* what an access out of bounds is that the file does not expect */
};

/* Compare memory and fault record of a dispatch with the kernel file; a difference is an error of `path`. */
bool wf_verdict(const char *path, const struct wf_side *side, const struct wf_kernel *kernel,
                const struct wf_shape *shape, const struct wf_buffer *buffers, const uint32_t *memory, size_t words,
                const struct wf_fault_record *fault);

/* One of the dispatches expects something. */
bool wf_verdict_compares(const struct wf_kernel *first);

/* Of a run that did not come to its end: the first fault until then, which may be why, unless the file expects it. */
void wf_verdict_fault(const char *path, const struct wf_side *side, const struct wf_kernel *kernel,
                      const struct wf_shape *shape, const struct wf_fault_record *fault);

/* The same for the answer of the dispatch rules. */
bool wf_verdict_dispatch(const char *path, const struct wf_kernel *kernel, enum wf_reject code);

#endif
