/* SPDX-License-Identifier: Apache-2.0
 * sweep.h - several runs of one command: what its files share.
 */
#ifndef WF_SWEEP_H
#define WF_SWEEP_H

#include "results.h"
#include "run.h"

/* Of a run, for the table. */
struct sweep_figures {
    unsigned wave_size;         /* 0: refused */
    uint64_t waves, instructions, cycles, faults, races, divergent_barriers;
    bool races_watched;
};

struct sweep_run {
    unsigned size;              /* asked for; 0: the device chose */
    uint64_t seed;
    enum wf_exit status;        /* OK or WRONG */
    bool ended;                 /* it came to its end */
    struct sweep_figures figures;
    char *stats;                /* the object of --stats, owned; or NULL */
    char *messages;             /* owned; NULL: none, or those of an earlier run */
    size_t others;              /* later runs with the same messages */
};

struct sweep {
    struct run *base;           /* as the command line states */
    unsigned seeds;             /* of each size, 1 or more */
    struct wave_size asked[WAVE_SIZES];         /* [sizes] */
    unsigned sizes, allowed;
    bool not_run[WAVE_SIZES];   /* [sizes] allowed, but its simulator is not built */
    struct sweep_run *run;      /* [runs] */
    size_t runs, wrong;
    struct results results;
    bool terminal;
};

/* The kernel at the first size that is allowed, which was parsed with its messages (sweep_report.c). */
const struct wf_kernel *sweep_kernel(const struct sweep *s);
/* Print the table, the differences and the verdict; write --stats (sweep_report.c).  The status of the command. */
enum wf_exit sweep_report(struct sweep *s);

#endif
