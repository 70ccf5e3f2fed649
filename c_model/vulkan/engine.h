/* SPDX-License-Identifier: Apache-2.0
 * engine.h - what runs dispatches: the model, or the RTL.
 *
 * Dispatches that no barrier separates are begun one after the other and ended together: the RTL has them in flight at
 * the same time.  One thread at a time has an engine of the RTL, from its first begin to its finish.
 */
#ifndef WAVEFOLD_VULKAN_ENGINE_H
#define WAVEFOLD_VULKAN_ENGINE_H

#include "device.h"
#include "pipeline.h"

#include "wavefold/machine.h"

#include <stdio.h>

/* How a dispatch ended.  NOT: it was in flight when the device was lost, perhaps by another; REFUSED: it did not begin.
 */
enum wfv_ending {
    WFV_ENDED_NOT,
    WFV_ENDED_COMPLETE,
    WFV_ENDED_FAULT,
    WFV_ENDED_HANG,
    WFV_ENDED_LIMIT,
    WFV_ENDED_DIFFERS,
    WFV_ENDED_REFUSED
};

struct wfv_between;
struct wfv_watched;
struct wfv_order;
struct wfv_launch {
    struct wfv_launch *next;                    /* of those that are in flight */
    const struct wfv_pipeline *pipeline;
    const struct wfv_code *code;
    uint64_t number;                            /* of the dispatches of the process, from 1 */
    uint32_t base[3], groups[3];                /* the first of its groups, and how many */
    struct wf_buffer buffer[WF_MAX_BUFFERS];    /* in the arena */
    struct wfv_order *order;                    /* of its queue */
    struct wfv_between *between;                /* the watch over the commands of all queues, or NULL; */
    struct wfv_watched *watched;                /* what it has of this one */
    uint64_t own_at, own_bytes;                 /* what the caller took for it there */
    bool robust[WF_MAX_BUFFERS];              /* an access outside of it is no fault */
    FILE *trace;                                /* its instructions go there, or NULL; so many have */
    uint64_t traced;
    struct wfv_count *count;                    /* [code->code.count], for a profile: the engine counts; or NULL */
    /* of the run: */
    struct wf_desc desc;
    uint64_t clock;                             /* so many of them passed since the launch before it was ended */
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
/* It is in flight, and borrowed until wfv_engine_finish.  False with the report of what went wrong, of it or of one
 * before: nothing is in flight any more, and the device is lost. */
enum { WFV_REPORT = 2000 };
bool wfv_engine_begin(struct wfv_engine *engine, struct wfv_launch *launch, char report[WFV_REPORT]);
/* Wait for the end of all that this thread has begun.  False likewise. */
bool wfv_engine_finish(struct wfv_engine *engine, char report[WFV_REPORT]);

#endif
