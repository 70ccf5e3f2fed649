/* SPDX-License-Identifier: Apache-2.0
 * interp_mesh.h - what a group of a mesh shader leaves.
 */
#ifndef INTERP_MESH_H
#define INTERP_MESH_H

#include "interp_wave.h"

/* OpSetMeshOutputsEXT. */
void mesh_set(struct group *g, const struct insn *n, const uint64_t *regs);
/* The group has ended: its counts and records. */
void mesh_store(struct group *g);

#endif
