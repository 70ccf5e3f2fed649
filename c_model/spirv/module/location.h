/* SPDX-License-Identifier: Apache-2.0
 * location.h - inputs and outputs by location: which part of a variable has which.
 */
#ifndef WAVEFOLD_SPIRV_LOCATION_H
#define WAVEFOLD_SPIRV_LOCATION_H

#include "type.h"

/* A scalar or a vector. */
struct wfs_location {
    uint32_t location, component;
    const char *name;               /* "color", of a member of a block "light.color" */
    const struct wfs_type *type;
    uint32_t word;                  /* FLAT: its first word in the variable */
    bool is_flat, is_linear, is_centroid, is_sample;
    bool is_second;                 /* an output of Index 1 */
    bool is_explicit;               /* is_per_vertex, and it is no array of them: ExplicitInterpAMD */
    bool is_per_vertex;             /* of a fragment shader: the value at each of three corners */
};
typedef void wfs_location_fn(void *user, const struct wfs_location *part);

/* The parts of an Input or Output variable without BuiltIn, in order; what they are not made of is refused.  `t`: what
 * it holds, or of one that is an array with an element for each vertex the type of an element. */
void wfs_each_location(struct wfs_module *m, uint32_t variable, const struct wfs_type *t, wfs_location_fn *fn,
                       void *user);
/* What a variable holds. */
const struct wfs_type *wfs_held(struct wfs_module *m, uint32_t variable);
/* What wfs_each_location is to walk: of an array with an element for each corner its element, else the whole. */
const struct wfs_type *wfs_located(struct wfs_module *m, uint32_t variable);
/* The variable has the Decoration PerVertexKHR. */
bool wfs_is_per_vertex(const struct wfs_module *m, uint32_t variable);
/* A decoration of a variable of this type, or of a block, or of blocks, the first member that has it; UINT32_MAX: none
 * has. */
uint32_t wfs_decorated_within(const struct wfs_module *m, uint32_t variable, const struct wfs_type *t, uint32_t kind);
/* BuiltIn of a variable, or UINT32_MAX. */
uint32_t wfs_builtin_of(const struct wfs_module *m, uint32_t variable);
/* A block whose members have BuiltIn. */
bool wfs_is_builtin_block(const struct wfs_module *m, const struct wfs_type *t);

#endif
