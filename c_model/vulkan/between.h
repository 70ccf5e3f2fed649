/* SPDX-License-Identifier: Apache-2.0
 * between.h - races between commands of the queues of a device, under WAVEFOLD_RACES: dispatches, and commands that copy,
 * fill and clear.  order.h has what orders them, touched.h what they touched.
 *
 * Reports have the first race of each pair of instructions.  Not found: by a barrier that names too few buffers or
 * images, or of a stage the wrong one of load and store; with accesses of the host.
 */
#ifndef WAVEFOLD_VULKAN_BETWEEN_H
#define WAVEFOLD_VULKAN_BETWEEN_H

#include "engine.h"
#include "order.h"
#include "pipeline.h"

/* A command is remembered under a number, until it lies before all that can come, or no word remembers it. */
struct wfv_between;

struct wfv_between *wfv_between_new(struct wfv_device *device);     /* NULL: no memory, or no races are asked for */
void wfv_between_free(struct wfv_between *between);                 /* of all functions NULL is allowed */

/* A queue begins a submission.  `is_alone`: no other has one; `host`: what the host had waited for when it came. */
void wfv_between_submission(struct wfv_between *between, const struct wfv_order *order, const struct wfv_clock *host,
                            bool is_alone);
/* A pipeline goes, and with it what reports have of its dispatches. */
void wfv_between_forget(struct wfv_between *between, const struct wfv_pipeline *pipeline);

/* ---- dispatches -------------------------------------------------------------------------------------------------- */

/* The next dispatch, launch->order being that of its queue.  False: no memory, it is not watched. */
bool wfv_between_begin(struct wfv_between *between, struct wfv_launch *launch);
/* For wf_machine_run: what an instruction of it touched. */
void wfv_between_touch(const struct wfv_launch *launch, const uint32_t group[3], unsigned wave,
                       const struct wf_effect *effect);
/* It has ended: its races with commands before it. */
uint64_t wfv_between_end(struct wfv_launch *launch);

/* ---- other commands ---------------------------------------------------------------------------------------------- */

/* What one accesses: rows of bytes in the arena, of something that begins there. */
struct wfv_area {
    const char *kind;                   /* "buffer", "image" */
    const char *called;                 /* by VK_EXT_debug_utils, or "" */
    uint64_t begin;
    uint64_t at, row, slice;
    uint64_t bytes, rows, slices;       /* rows 0: nothing */
};
struct wfv_traffic {
    const char *command;
    bool is_more;                       /* of the command before: it has several regions */
    enum wfv_stage stage;
    struct wfv_area from, to;
};
static inline struct wfv_area wfv_area_of(const char *kind, const char *called, uint64_t begin, uint64_t at,
                                          uint64_t bytes)
{
    return (struct wfv_area){.kind = kind, .called = called, .begin = begin, .at = at, .bytes = bytes, .rows = 1,
                             .slices = 1};
}
void wfv_between_traffic(struct wfv_between *between, struct wfv_order *order, const struct wfv_traffic *traffic);

#endif
