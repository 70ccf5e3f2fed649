/* SPDX-License-Identifier: Apache-2.0
 * interp_geometry.h - geometry shaders: inputs of the vertices of a primitive, and the vertices that an invocation emits.
 */
#ifndef INTERP_GEOMETRY_H
#define INTERP_GEOMETRY_H

#include "interp_wave.h"

/* An input variable that has an element of each vertex or control point of a primitive or patch. */
void geometry_points(struct module *m, const struct interp_vertices *d, const struct object *o, uint32_t primitive, uint64_t *slots);

bool geometry_builtin(const struct module *m, uint32_t invocation, int builtin, uint64_t v[4]);
void geometry_input(struct module *m, const struct object *o, uint32_t invocation, uint64_t *slots);
/* OpEmitVertex, OpEndPrimitive. */
void geometry_emit(struct wave *w, unsigned lane);
void geometry_end_strip(struct wave *w, unsigned lane);
/* The invocation has ended. */
void geometry_store(struct wave *w, unsigned lane);

#endif
