/* SPDX-License-Identifier: Apache-2.0
 * engine.h - what runs a dispatch: the model, or the RTL.
 */
#ifndef WAVEFOLD_VULKAN_ENGINE_H
#define WAVEFOLD_VULKAN_ENGINE_H

#include "device.h"
#include "pipeline.h"

#include "wavefold/machine.h"

struct wfv_launch {
    const struct wfv_pipeline *pipeline;
    const struct wfv_code *code;
    uint32_t groups[3];
    struct wf_buffer buffer[WF_MAX_BUFFERS];    /* in the arena */
    bool forgives[WF_MAX_BUFFERS];              /* an access outside of it is no fault */
    uint64_t waves, instructions, cycles;       /* of the run */
};

struct wfv_engine *wfv_engine_new(struct wfv_device *device);   /* NULL: no memory */
void wfv_engine_free(struct wfv_engine *engine);                /* NULL is allowed */
/* The dispatch from beginning to end.  False with the report of what went wrong. */
enum { WFV_REPORT = 2000 };
bool wfv_engine_run(struct wfv_engine *engine, struct wfv_launch *launch, char report[WFV_REPORT]);

#endif
