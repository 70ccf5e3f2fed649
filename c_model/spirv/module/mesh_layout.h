/* SPDX-License-Identifier: Apache-2.0
 * mesh_layout.h - where the outputs of a mesh shader and the payload of task and mesh shaders lie (wavefold/mesh.h).
 */
#ifndef WAVEFOLD_SPIRV_MESH_LAYOUT_H
#define WAVEFOLD_SPIRV_MESH_LAYOUT_H

#include "type.h"
#include "wavefold/mesh.h"

/* A variable of the entry point's interface. */
struct wfs_mesh_variable {
    uint32_t id;
    const struct wfs_type *type;        /* of one vertex or primitive; of the payload as a whole */
    bool is_payload, per_primitive;
    uint64_t key;                       /* they lie in ascending order of it */
    uint32_t word;                      /* its first in the record */
};

struct wfs_mesh_interface {
    struct wf_mesh_layout layout;
    struct wfs_mesh_variable *variable; /* [variables] */
    size_t variables;
};

/* Of an entry point of the models TaskEXT and MeshEXT. */
void wfs_mesh_interface(struct wfs_module *m, const struct wfs_entry *entry, struct wfs_mesh_interface *interface);
/* NULL: it is none of the interface. */
const struct wfs_mesh_variable *wfs_mesh_variable(const struct wfs_mesh_interface *interface, uint32_t id);

#endif
