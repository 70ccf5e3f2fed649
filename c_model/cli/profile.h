/* SPDX-License-Identifier: Apache-2.0
 * profile.h - where the cycles of a run went, by source line.  docs/program.md defines the columns.
 *
 * A wave stands at an instruction from the cycle in which the scheduler picked it until it picks the wave's next one, or the wave ends; what
 * passes between its launch and its first pick belongs to its first instruction.  A cycle without a pick is charged to one instruction: of
 * those that the cycle's cause names (in flight to memory, say; waiting at a barrier) the one at which a wave has stood longest.  So the
 * cycles charged add up to the stalls of the hardware, less those in which no wave was resident.
 */
#ifndef WF_PROFILE_H
#define WF_PROFILE_H

#include <stdio.h>

#include "figures.h"
#include "kernel_file.h"

struct wf_profile;              /* opaque */

/* Of a kernel with so many instructions, on a device with so many wave slots.  NULL when out of memory. */
struct wf_profile *wf_profile_new(size_t instructions, unsigned slots);
void wf_profile_free(struct wf_profile *p);
/* Forget what was seen. */
void wf_profile_clear(struct wf_profile *p);

/* What happened, in the order of the lock-step events of a cycle; pick and stall come before its ends. */
void wf_profile_launch(struct wf_profile *p, uint64_t cycle, unsigned slot);
/* `barrier`: the wave waits at one now.  A pc above the code: there was no instruction. */
void wf_profile_retire(struct wf_profile *p, uint64_t cycle, unsigned slot, size_t pc, unsigned lanes, bool barrier);
void wf_profile_end(struct wf_profile *p, uint64_t cycle, unsigned slot);
void wf_profile_pick(struct wf_profile *p, uint64_t cycle, unsigned slot);
/* The unit of the instruction that was picked last in the slot; it comes some cycles later. */
void wf_profile_unit(struct wf_profile *p, unsigned slot, enum wf_unit unit);
/* Nothing was picked: WF_CNT_STALL_EMPTY .. WF_CNT_STALL_FETCH. */
void wf_profile_stall(struct wf_profile *p, uint64_t cycle, enum wf_counter cause);

/* The source text with its figures: the lines from the first with an instruction to the last; then what it adds up to.  Without text each
 * line is shown by its first instruction. */
void wf_profile_print(FILE *file, const struct wf_profile *p, const struct wf_kernel *kernel, const struct wf_text *text,
                      const struct wf_run_figures *figures);

#endif
