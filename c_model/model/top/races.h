/* SPDX-License-Identifier: Apache-2.0
 * races.h - what the machine reports to the watch for races.  All calls do nothing on a machine that is not watched.
 */
#ifndef WAVEFOLD_TOP_RACES_H
#define WAVEFOLD_TOP_RACES_H

#include "wavefold/races.h"

#include "impl.h"

#include "../lds/access.h"

void wf_races_launch(const struct wf_machine *m, struct wf_slot *slot);
/* The accesses of the instruction at the wave's pc.  `first_word`: of the buffer in global memory; 0 for LDS. */
void wf_races_access(struct wf_machine *m, struct wf_slot *slot, const struct wf_access *access, bool is_lds,
                     uint32_t first_word);
/* memory_barrier, of device scope or of workgroup scope */
void wf_races_fence(struct wf_machine *m, struct wf_slot *slot, bool device);
/* The group leaves its barrier. */
void wf_races_release(struct wf_machine *m, const struct wf_group *group);

/* races_barrier.c: a wave is at the barrier of its pc; its lanes end, by `ret` or at the end of the code; all waves of
 * its group wait at a barrier or have ended. */
void wf_races_barrier(struct wf_machine *m, const struct wf_slot *slot);
void wf_races_return(struct wf_machine *m, const struct wf_slot *slot, bool by_ret);
/* These lanes have left a loop by the break at `pc`. */
void wf_races_left(struct wf_machine *m, struct wf_slot *slot, size_t pc, struct wf_mask lanes);
void wf_races_met(struct wf_machine *m, struct wf_group *group);

void wf_races_free(struct wf_machine *m);

#endif
