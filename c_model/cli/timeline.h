/* SPDX-License-Identifier: Apache-2.0
 * timeline.h - a run as trace-event JSON, which Perfetto (ui.perfetto.dev) and chrome://tracing open.
 *
 * A track a wave slot; on it a slice a wave from launch to end, and in it a slice an instruction from the cycle in which its registers are
 * read to that in which it retires, and one a wait at a barrier.  Counters: resident waves, banks of the LDS that serve.  A cycle is a
 * microsecond.  https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU describes the format.
 */
#ifndef WF_TIMELINE_H
#define WF_TIMELINE_H

#include <stdio.h>

#include "wavefold/kernel.h"

struct wf_timeline;             /* opaque */

/* Begins the file.  Kernel and file must outlive it.  NULL when out of memory. */
struct wf_timeline *wf_timeline_new(FILE *file, const struct wf_kernel *kernel, unsigned slots, unsigned lanes);
/* What lasts still ends in this cycle; the file is complete. */
void wf_timeline_finish(struct wf_timeline *t, uint64_t cycle);
void wf_timeline_free(struct wf_timeline *t);

void wf_timeline_launch(struct wf_timeline *t, uint64_t cycle, unsigned slot, const uint32_t group[3], unsigned wave, unsigned live);
void wf_timeline_retire(struct wf_timeline *t, uint64_t cycle, uint64_t issued, unsigned slot, const struct wf_effect *effect);
void wf_timeline_release(struct wf_timeline *t, uint64_t cycle, unsigned slot);
void wf_timeline_end(struct wf_timeline *t, uint64_t cycle, unsigned slot);
/* So many banks serve a word in this cycle. */
void wf_timeline_banks(struct wf_timeline *t, uint64_t cycle, unsigned banks);

#endif
