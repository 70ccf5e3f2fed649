/* SPDX-License-Identifier: Apache-2.0
 * rtl.h - a run on the hardware: what its files share.
 */
#ifndef WF_CLI_RTL_H
#define WF_CLI_RTL_H

#include "profile.h"
#include "progress.h"
#include "run.h"
#include "run_report.h"
#include "timeline.h"
#include "watch.h"

enum { RTL_JOBS = WF_MAX_DISPATCHES_OF_FILE };
#define RTL_MAX_CYCLES UINT64_C(5000000)

/* COMMIT: the hardware reports which wave size it would take; PROBE: a legal dispatch after a refused one. */
enum rtl_phase { RTL_COMMIT, RTL_MAIN, RTL_PROBE, RTL_OVER };

/* A dispatch; those of one file share the memory. */
struct rtl_job {
    const struct wf_kernel *kernel;
    const char **source;                        /* text of each instruction */
    struct wf_sim_code code;
    struct wf_sim_dispatch dispatch;            /* its user: this job */
};

struct rtl {
    struct run *run;
    const struct wf_sim_api *api;
    struct wf_sim *sim;
    const struct wf_sim_build *built;
    unsigned cores;
    struct rtl_job *jobs;                       /* [count] those of the file, in order; then the probe */
    size_t count;
    uint32_t *memory;                           /* [words] of the file's */
    size_t words;
    enum rtl_phase phase;
    struct rtl_job *from;                       /* [sends] those of this phase */
    size_t sends;
    uint64_t cycles_before;                     /* of the dispatches of earlier phases */
    struct wf_sim_stats stats;                  /* of the main phase, once it ended or failed; else all 0 */
    bool counters_unknown;
    struct run_watched watched;
    struct wf_timeline *timeline;
    struct view_seen shown;                     /* for the window of a view */
    struct run_seen seen;                       /* for --profile and --report: of the main phase */
    struct wf_dispatch_figures figures[RTL_JOBS];
    FILE *said;                                 /* takes the verdict line */
    struct progress progress;
};

/* Which dispatch of the file it is, from 1; 0: there is one only. */
static inline unsigned rtl_number(const struct rtl *r, const struct rtl_job *job)
{
    return r->count > 1 ? (unsigned)(job - r->jobs) + 1 : 0;
}

/* ---- profile, timeline and trace (rtl_observe.c) ----------------------------------------------------------------- */

/* The events that the outputs of the run need, and the function that gets them (its user: the struct rtl). */
uint32_t rtl_events(const struct run *run);
void rtl_event(void *user, const struct wf_sim_event *event);
/* The main phase begins, or begins again; false when memory runs out. */
bool rtl_observe_begin(struct rtl *r);
/* Writes profile, timeline and summary, once. */
void rtl_observe_report(struct rtl *r, const struct wf_run_figures *figures);

/* ---- verdicts (rtl_report.c) ------------------------------------------------------------------------------------- */

/* On a terminal: one line that is written over and over, cleared before anything else is printed. */
void rtl_show_progress(struct rtl *r);
/* The device has stopped by itself: why. */
void rtl_print_stop(struct rtl *r, enum wf_sim_status status);
/* After such a message: the command that reproduces it. */
void rtl_print_reproduce(struct rtl *r);
/* A phase of the main part has ended: its counts are added to r->stats. */
void rtl_add_stats(struct rtl *r);
/* After the run: figures, dumps, the verdict line.  WF_EXIT_OK, _WRONG, or _ENVIRONMENT: something is not written. */
enum wf_exit rtl_report(struct rtl *r, bool passed);

#endif
