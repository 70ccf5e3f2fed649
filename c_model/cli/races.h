/* SPDX-License-Identifier: Apache-2.0
 * races.h - what the watch for races found, in the words of the kernel file.
 */
#ifndef WF_CLI_RACES_H
#define WF_CLI_RACES_H

#include "wavefold/kernel.h"
#include "wavefold/races.h"

/* Print every race as an error of `path`, with both lines, on standard error.  False when there was none; report may be NULL. */
bool wf_print_races(const char *path, const struct wf_kernel *kernel, const struct wf_shape *shape, const struct wf_race_report *report);

#endif
