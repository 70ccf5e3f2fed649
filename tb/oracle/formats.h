/* SPDX-License-Identifier: Apache-2.0
 * formats.h - storage images that a module reads without naming their format, for devices that need one.
 */
#ifndef WFO_FORMATS_H
#define WFO_FORMATS_H

#include "case.h"

/* Name the formats of the images that are bound, in c->facts: what the device gets.  Nothing happens where an array holds images of several
 * formats, where SPIR-V has no name for one, or where images go another way than from variable to access chain to load. */
void wfo_formats_name(struct wfo_case *c);

#endif
