/* SPDX-License-Identifier: Apache-2.0
 * interp_patch.h - tessellation shaders while they run: what an invocation takes, and the records of a patch.
 */
#ifndef INTERP_PATCH_H
#define INTERP_PATCH_H

#include "interp_wave.h"

/* Of an evaluation shader.  False: it is none of its built-in variables. */
bool evaluation_builtin(const struct module *m, uint32_t invocation, int builtin, uint64_t v[4]);
/* Of invocation `index` of the patch, a control shader's. */
bool control_builtin(const struct group *g, uint32_t index, int builtin, uint64_t v[4]);
/* An input variable of either: of patch number `patch`. */
void patch_input(struct module *m, const struct interp_vertices *d, const struct object *o, uint32_t patch, uint64_t *slots);
/* First values of outputs, before the group runs. */
void control_begin(struct group *g);

#endif
