/* SPDX-License-Identifier: Apache-2.0
 * between.h - races between dispatches of one submission that no barrier orders, under WAVEFOLD_RACES, whether they
 * overlap on the model or run one after the other.
 *
 * Reports have the first race of each pair of instructions.  Not found: races with commands that are no dispatches,
 * with other submissions and queues, and by a barrier that names too few buffers, images or accesses.  Group counts that
 * an indirect dispatch reads are compared with the stores before, if dispatches do not overlap.
 */
#ifndef WAVEFOLD_VULKAN_BETWEEN_H
#define WAVEFOLD_VULKAN_BETWEEN_H

#include "engine.h"

struct wfv_between;

struct wfv_between *wfv_between_new(struct wfv_device *device);     /* NULL: no memory, or no races are asked for */
void wfv_between_free(struct wfv_between *between);                 /* of all functions NULL is allowed */

/* A barrier between these stages; `memory`: it makes stores of shaders visible. */
void wfv_between_order(struct wfv_between *between, VkPipelineStageFlags2 from, VkPipelineStageFlags2 to, bool memory);

/* The next dispatch; its pipeline stays until the end of the submission.  False: no memory, it is not watched. */
bool wfv_between_begin(struct wfv_between *between, struct wfv_launch *launch);
/* For wf_machine_run: what an instruction of it touched. */
void wfv_between_touch(struct wfv_between *between, const struct wfv_launch *launch, const uint32_t group[3],
                       unsigned wave, const struct wf_effect *effect);
/* The next dispatch takes its three group counts from this byte of the arena. */
void wfv_between_counts(struct wfv_between *between, const struct wfv_launch *launch, uint64_t at);
/* Races found since it was begun. */
uint64_t wfv_between_races(const struct wfv_between *between);

#endif
