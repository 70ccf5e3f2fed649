/* SPDX-License-Identifier: Apache-2.0
 * verdict.h - what a run left behind, held against the kernel file.
 */
#ifndef WF_VERDICT_H
#define WF_VERDICT_H

#include "wavefold/kernel.h"

/* Hold the memory and the fault record of a run against the kernel file; on a failure prints it as error of `path`. `side`: who ran it. */
bool wf_verdict(const char *path, const char *side, const struct wf_kernel *kernel, const struct wf_shape *shape,
                const struct wf_buffer *buffers, const uint32_t *memory, size_t words, const struct wf_fault_record *fault);

/* One of the dispatches expects something. */
bool wf_verdict_compares(const struct wf_kernel *first);

/* Of a run that did not come to its end: the first fault until then, which may be why, unless the file expects it. */
void wf_verdict_fault(const char *path, const char *side, const struct wf_kernel *kernel, const struct wf_shape *shape,
                      const struct wf_fault_record *fault);

/* The answer of the dispatch rules, held against the kernel file; the same. */
bool wf_verdict_dispatch(const char *path, const struct wf_kernel *kernel, enum wf_reject code);

#endif
