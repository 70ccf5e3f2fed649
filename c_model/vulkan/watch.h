/* SPDX-License-Identifier: Apache-2.0
 * watch.h - a dispatch on the model, watched: races, instructions of a profile, and how it ended.
 */
#ifndef WAVEFOLD_VULKAN_WATCH_H
#define WAVEFOLD_VULKAN_WATCH_H

#include "engine.h"

/* Before the first launch.  False: no memory. */
bool wfv_watch_begin(const struct wfv_device *device, const struct wfv_launch *launch, struct wf_machine *machine);
/* For wf_machine_run, with the launch as `user`; NULL: nothing is counted or traced. */
wf_trace_fn *wfv_watch_trace(const struct wfv_launch *launch);
/* Before it runs: WAVEFOLD_DEADLINE.  `clock` lives as long as the machine. */
struct wfv_clock_watch {
    struct wfv_device *device;
    const struct wfv_launch *launch;
    const struct wf_machine *machine;
};
void wfv_watch_clock(struct wfv_clock_watch *clock, struct wfv_device *device, const struct wfv_launch *launch,
                     struct wf_machine *machine);
/* Now and then, of a machine that runs in turns too short for that. */
void wfv_watch_look(const struct wfv_clock_watch *clock);
/* After the run: counts and endings go to the launch, races to the messengers.  False with a report: the device is
 * lost. */
bool wfv_watch_end(struct wfv_device *device, struct wfv_launch *launch, const struct wf_machine *machine,
                   enum wf_run_result result, char report[WFV_REPORT]);
/* A fault record of an engine: false with a report when the device is lost by it. */
bool wfv_watch_fault(struct wfv_launch *launch, const char *side,
                     const struct wf_fault_record *fault, char report[WFV_REPORT]);

#endif
