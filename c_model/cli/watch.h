/* SPDX-License-Identifier: Apache-2.0
 * watch.h - the watch for races in a run, by --races and --race-watch.
 */
#ifndef WF_WATCH_H
#define WF_WATCH_H

#include "run.h"
#include "wavefold/races.h"

struct run_watched {
    bool all;                   /* every dispatch, to its end */
    bool wrong;                 /* something found is an error */
    uint64_t races, equal_stores, divergent_barriers;
};

/* The run looks for races. */
bool run_watches(const struct run *run);
/* Let the machine of a dispatch look for them, if so; false when memory is short. */
bool run_watch(const struct run *run, const struct wf_kernel *kernel, struct wf_machine *m);
void run_watched_add(struct run_watched *watched, const struct wf_race_report *report);

/* After a run on the hardware that retired so many instructions: the same dispatches on the model, under the run's
 * seed, for their races alone, which are printed.  WF_EXIT_OK, or WF_EXIT_ENVIRONMENT after a message. */
enum wf_exit run_watch_beside(const struct run *run, uint64_t instructions, struct run_watched *watched);

#endif
