/* SPDX-License-Identifier: Apache-2.0
 * trace.h - WAVEFOLD_TRACE: the instructions of one dispatch on the model, a line each (docs/program.md).
 */
#ifndef WAVEFOLD_VULKAN_TRACE_H
#define WAVEFOLD_VULKAN_TRACE_H

#include "engine.h"

/* Of a dispatch that is to begin: launch->trace, if it is the one.  A message when the file cannot be written. */
void wfv_trace_begin(const struct wfv_device *device, struct wfv_launch *launch);
/* An instruction of it. */
void wfv_trace_line(struct wfv_launch *launch, unsigned slot, const uint32_t group[3], unsigned wave,
                    const struct wf_effect *effect);
/* It has ended. */
void wfv_trace_end(const struct wfv_device *device, struct wfv_launch *launch);

#endif
