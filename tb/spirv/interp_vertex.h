/* SPDX-License-Identifier: Apache-2.0
 * interp_vertex.h - a vertex shader while it runs: inputs of an invocation, and its record of outputs.
 */
#ifndef INTERP_VERTEX_H
#define INTERP_VERTEX_H

#include "interp_wave.h"

unsigned vertex_waves(const struct module *m);
/* False: the lane has no invocation. */
bool vertex_invocation(const struct module *m, unsigned wave, unsigned lane, uint32_t *invocation);
/* False: it is none of a vertex shader. */
bool vertex_builtin(const struct module *m, uint32_t invocation, int builtin, uint64_t v[4]);
/* An input variable with a location: its slots. */
void vertex_input(struct module *m, const struct object *o, uint32_t invocation, uint64_t *slots);
/* The output variables of a lane, as words of a record. */
void vertex_outputs(struct wave *w, unsigned lane, uint32_t *record);
/* What the output variables of a lane hold goes into its record. */
void vertex_store(struct wave *w, unsigned lane);

#endif
