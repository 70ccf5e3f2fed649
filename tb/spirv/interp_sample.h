/* SPDX-License-Identifier: Apache-2.0
 * interp_sample.h - lookups through samplers.
 */
#ifndef INTERP_SAMPLE_H
#define INTERP_SAMPLE_H

#include "interp_wave.h"

/* OpImageSample.., a gather, or OpImageQueryLod. */
bool is_sampling(unsigned op);
/* Runs it over the lanes list[count]; levels come from whole quads of lanes. */
void sample_lanes(struct wave *w, const struct insn *n, const uint8_t *list, unsigned count);

#endif
