/* SPDX-License-Identifier: Apache-2.0
 * timeline.h - a run as trace-event JSON, which Perfetto (ui.perfetto.dev) and chrome://tracing open.
 *
 * A process a core, and in it a track a wave slot; on it a slice a wave from launch to end, and in it a slice an
 * instruction from the cycle in which its registers are read to its retirement, and one a wait at a barrier.  Counters
 * of a core: resident waves, banks of the LDS that serve.  One more process has a track an id, on it a slice a dispatch
 * from acceptance to answer.  A cycle is a microsecond.  The format:
 * https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
 */
#ifndef WF_TIMELINE_H
#define WF_TIMELINE_H

#include <stdio.h>

#include "wavefold/kernel.h"

struct wf_timeline;             /* opaque */

/* Begins the file.  Slots of a core; those of the events are numbered over all cores.  The file must outlive it,
 * kernels their waves.  `several`: the file has several dispatches, which slices of waves name.  NULL: no memory. */
struct wf_timeline *wf_timeline_new(FILE *file, unsigned cores, unsigned slots, unsigned lanes, bool several);
/* What lasts still ends in this cycle; the file is complete. */
void wf_timeline_finish(struct wf_timeline *t, uint64_t cycle);
void wf_timeline_free(struct wf_timeline *t);

/* A dispatch, from 1 as the file has them, under an id, below WF_LOCKSTEP_DISPATCHES. */
void wf_timeline_accept(struct wf_timeline *t, uint64_t cycle, unsigned id, unsigned number, unsigned wave_size);
/* How it ended, and with how many groups. */
void wf_timeline_answer(struct wf_timeline *t, uint64_t cycle, unsigned id, const char *ending, uint64_t groups);
/* A wave of that dispatch, which runs the kernel. */
struct wf_timeline_wave {
    const struct wf_kernel *kernel;
    unsigned dispatch;          /* from 1 */
    const uint32_t *group;      /* [3] */
    unsigned wave, live;
};
void wf_timeline_launch(struct wf_timeline *t, uint64_t cycle, unsigned slot, const struct wf_timeline_wave *wave);
void wf_timeline_retire(struct wf_timeline *t, uint64_t cycle, uint64_t issued, unsigned slot,
                        const struct wf_effect *effect);
void wf_timeline_release(struct wf_timeline *t, uint64_t cycle, unsigned slot);
void wf_timeline_end(struct wf_timeline *t, uint64_t cycle, unsigned slot);
/* So many banks of the core serve a word in this cycle. */
void wf_timeline_banks(struct wf_timeline *t, uint64_t cycle, unsigned core, unsigned banks);

#endif
