/* SPDX-License-Identifier: Apache-2.0
 * parts.h - a dispatch of many groups in parts that run side by side (engine_model.c has the rule).
 */
#ifndef WAVEFOLD_VULKAN_PARTS_H
#define WAVEFOLD_VULKAN_PARTS_H

#include "engine.h"

struct wfv_work {
    struct wfv_device *device;
    const struct wfv_launch *launch;
    const struct wf_desc *desc;
    const struct wf_shape *shape;
};
/* A machine for it, with these buffers.  NULL: no memory. */
struct wf_machine *wfv_work_machine(const struct wfv_work *work, const struct wf_buffer buffer[WF_MAX_BUFFERS]);

struct wfv_outcome {
    enum wf_run_result result;
    struct wf_run_stats stats;
    struct wf_fault_record fault;
    bool is_short;                      /* of memory: nothing ran */
};

struct wfv_parts *wfv_parts_new(struct wfv_device *device);     /* NULL: no memory */
void wfv_parts_free(struct wfv_parts *parts);                   /* NULL is allowed */
/* False: the dispatch is none for parts, or two of them met; memory is as before. */
bool wfv_parts_run(struct wfv_parts *parts, const struct wfv_work *work, struct wfv_outcome *outcome);

#endif
