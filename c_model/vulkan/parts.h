/* SPDX-License-Identifier: Apache-2.0
 * parts.h - a dispatch of many groups in parts that run side by side (engine_model.c has the rule).
 */
#ifndef WAVEFOLD_VULKAN_PARTS_H
#define WAVEFOLD_VULKAN_PARTS_H

#include "engine.h"

struct wfv_parts *wfv_parts_new(struct wfv_device *device);     /* NULL: no memory */
void wfv_parts_free(struct wfv_parts *parts);                   /* NULL is allowed */

/* The whole dispatch as it should be, with nothing to report.  False: it is none for parts, or two of them met, or one
 * did not end well: memory is as before. */
bool wfv_parts_run(struct wfv_parts *parts, struct wfv_launch *launch, const struct wf_desc *desc,
                   struct wf_run_stats *stats);

/* A machine for the dispatch, with these buffers.  NULL: no memory. */
struct wf_machine *wfv_machine_of(const struct wfv_device *device, const struct wfv_launch *launch,
                                  const struct wf_desc *desc, const struct wf_buffer buffer[WF_MAX_BUFFERS]);

#endif
