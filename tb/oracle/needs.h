/* SPDX-License-Identifier: Apache-2.0
 * needs.h - what a shader asks for and a device does not have.
 */
#ifndef WFO_NEEDS_H
#define WFO_NEEDS_H

#include "case.h"
#include "device.h"

/* It reads storage images without a format, and the device needs one. */
bool wfo_needs_formats(const struct wfo_device *d, const struct wfo_case *c);
/* The device can run it; else c->text names what it lacks. */
bool wfo_needs_met(const struct wfo_device *d, struct wfo_case *c);

/* Print the options with which wf_spirv_random makes modules for this device. */
void wfo_needs_generator(const struct wfo_device *d);

#endif
