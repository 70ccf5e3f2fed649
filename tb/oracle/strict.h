/* SPDX-License-Identifier: Apache-2.0
 * strict.h - the module as the device gets it: with the arithmetic of floats as exact as the device has it.
 *
 * Unless an entry point asks for more, Vulkan lets a device lose the sign of a zero, assume no NaN, make subnormals
 * zero and round freely.  The model does none of that.  The execution modes SignedZeroInfNanPreserve, DenormPreserve
 * and RoundingModeRTE are added per width of float in the module, if the device has them and the module sets none.
 */
#ifndef WFO_STRICT_H
#define WFO_STRICT_H

#include "case.h"
#include "device.h"

/* The words of such a module, malloc'ed, and their number.  NULL when memory is short. */
uint32_t *wfo_strict(const struct wfo_device *d, const struct wfo_case *c, size_t *words);

#endif
