/* SPDX-License-Identifier: Apache-2.0
 * engine.h - what runs a dispatch: the model, or the RTL.
 */
#ifndef WAVEFOLD_VULKAN_ENGINE_H
#define WAVEFOLD_VULKAN_ENGINE_H

#include "device.h"
#include "pipeline.h"

#include "wavefold/machine.h"

/* How a dispatch ended; REFUSED: it did not begin. */
enum wfv_ending { WFV_ENDED_COMPLETE, WFV_ENDED_FAULT, WFV_ENDED_HANG, WFV_ENDED_LIMIT, WFV_ENDED_DIFFERS, WFV_ENDED_REFUSED };

struct wfv_between;
struct wfv_launch {
    const struct wfv_pipeline *pipeline;
    const struct wfv_code *code;
    uint64_t number;                            /* of the dispatches of the process, from 1 */
    uint32_t groups[3];
    struct wf_buffer buffer[WF_MAX_BUFFERS];    /* in the arena */
    struct wfv_between *between;                /* the watch over the dispatches of its submission, or NULL */
    struct wfv_count *count;                    /* [code->code.count], for a profile: the engine counts; or NULL */
    /* of the run: */
    struct wf_shape shape;
    unsigned resident;                          /* waves that a core holds of it at once */
    uint64_t waves, instructions, lane_instructions;
    uint64_t cycles;                            /* on the model: instructions */
    uint64_t races, equal_stores, divergent_barriers;
    enum wfv_ending ended;
    struct wf_fault_record fault;
};
struct wfv_count {
    uint64_t issues, lanes;                     /* of an instruction: how often it ran, in how many lanes in all */
};

struct wfv_engine *wfv_engine_new(struct wfv_device *device);   /* NULL: no memory */
void wfv_engine_free(struct wfv_engine *engine);                /* NULL is allowed */
/* The dispatch from beginning to end.  False with the report of what went wrong. */
enum { WFV_REPORT = 2000 };
bool wfv_engine_run(struct wfv_engine *engine, struct wfv_launch *launch, char report[WFV_REPORT]);

#endif
