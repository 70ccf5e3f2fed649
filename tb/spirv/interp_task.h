/* SPDX-License-Identifier: Apache-2.0
 * interp_task.h - the payload of a group of a task shader, and of the mesh groups that it emits.
 */
#ifndef INTERP_TASK_H
#define INTERP_TASK_H

#include "interp_wave.h"

/* Before a group runs: a mesh shader's has the payload of its task group. */
void task_begin(struct group *g);
/* OpEmitMeshTasksEXT. */
void task_emit(struct group *g, const struct insn *n, const uint64_t *regs);
/* A group of a task shader has ended. */
void task_store(struct group *g);
/* Where the group is, in which grid; of tasks, in that of its task group. */
const uint32_t *task_place(const struct group *g);
const uint32_t *task_grid(const struct group *g);

#endif
