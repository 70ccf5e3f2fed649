/* SPDX-License-Identifier: Apache-2.0
 * interp_capture.h - what vertex, evaluation and geometry shaders capture.
 */
#ifndef INTERP_CAPTURE_H
#define INTERP_CAPTURE_H

#include "interp_wave.h"

/* After the run, whose records are written: all buffers of run->capture. */
void capture_all(struct module *m);

#endif
