/* SPDX-License-Identifier: Apache-2.0
 * dispatch.h - a shader on a Vulkan device: buffers, push constants, specialization constants, one dispatch.
 */
#ifndef WFO_DISPATCH_H
#define WFO_DISPATCH_H

#include "case.h"
#include "device.h"

/* Run it, after wfo_case_model; c->device gets the buffers, and what the model has between them.  `strict`: with floats as strict.h has it.
 * False with c->text. */
bool wfo_dispatch(const struct wfo_device *d, struct wfo_case *c, bool strict);

#endif
