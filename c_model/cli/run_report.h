/* SPDX-License-Identifier: Apache-2.0
 * run_report.h - the page of --report of a run.
 */
#ifndef WF_RUN_REPORT_H
#define WF_RUN_REPORT_H

#include "chart.h"
#include "profile.h"
#include "run.h"

/* What a run collects for it.  All NULL: there is no page. */
struct run_seen {
    struct wf_profile *profile;
    struct chart *chart;
};
/* For the run's kernel on a device of so many cores; what there was is forgotten.  False without memory. */
bool run_seen_begin(struct run_seen *seen, const struct run *run, unsigned cores, unsigned slots);
void run_seen_free(struct run_seen *seen);

/* Into its open output.  `buffers`: NULL: nothing ran; then the others count for nothing. */
void run_write_report(const struct run *run, const struct run_seen *seen, const struct wf_run_figures *figures,
                      const struct wf_buffer *buffers, const uint32_t *memory, size_t words);

#endif
