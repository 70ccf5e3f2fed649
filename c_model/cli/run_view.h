/* SPDX-License-Identifier: Apache-2.0
 * run_view.h - the GTKWave view of a run's waveform.
 */
#ifndef WF_RUN_VIEW_H
#define WF_RUN_VIEW_H

#include "cli.h"
#include "run.h"

/* --view [OUT][:zoom=PIXELS|fit][:mark=CYCLE][:slots=N|all], into a struct run. */
cli_take run_take_view;
/* The name of the view, next to the waveform; a waveform into a device or a pipe has none. */
enum wf_exit run_check_view(struct run *run);
/* The device has so many slots. */
enum wf_exit run_check_view_slots(const struct run *run);

/* Into its open output, when the waveform is complete. */
void run_write_view(const struct run *run, const struct view_seen *seen, uint64_t cycles);
/* Its tables of names, in a folder next to it: NAME.names.  False after a message. */
bool run_write_view_names(const struct run *run);

#endif
