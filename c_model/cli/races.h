/* SPDX-License-Identifier: Apache-2.0
 * races.h - what the watch for races found, in the words of the kernel file.
 */
#ifndef WF_CLI_RACES_H
#define WF_CLI_RACES_H

#include "policy.h"
#include "wavefold/kernel.h"
#include "wavefold/races.h"

/* What becomes of races, of barriers that threads do not reach, and of those that only returned threads miss. */
struct wf_race_policies {
    enum wf_policy races, barriers, returns;
};
/* As --races states (NULL: the default). */
struct wf_race_policies wf_race_policies(const char *name, bool is_shader, const struct wf_kernel *kernel);

/* Print every race and divergent barrier of `path` by its policy, with both lines, on standard error.  Print a note of
 * stores of one value.  True when one of them is an error; report may be NULL. */
bool wf_print_races(const char *path, const struct wf_kernel *kernel, const struct wf_shape *shape,
                    const struct wf_race_report *report, const struct wf_race_policies *policies);

#endif
