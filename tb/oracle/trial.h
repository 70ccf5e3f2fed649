/* SPDX-License-Identifier: Apache-2.0
 * trial.h - kernel files on the device and on the model, one after the other: first the evidence of the known faults, then what was asked for.
 */
#ifndef WFO_TRIAL_H
#define WFO_TRIAL_H

#include "case.h"
#include "device.h"
#include "faults.h"

struct wfo_plan {
    const char **path;          /* [paths] */
    size_t paths;
    const char *device;         /* NULL: the first */
    const char *here;           /* the folder with packing.spv, samples.spv and faults/ */
    unsigned wave_size;         /* 0: the device's */
    uint64_t seed;
    bool as_is;                 /* give the device the module unchanged */
    bool bare;                  /* look for no known faults */
    bool quiet;                 /* print no PASS */
    bool show;                  /* print the buffers */
    bool mixed;                 /* random modules: words hold several values, and a device that does not end is left out */
};

enum { WFO_PATH = 4096 };
#define WFO_OPENING SIZE_MAX

/* Seen by both processes. */
struct wfo_progress {
    volatile size_t at;         /* the fault, or after all faults the kernel file, whose turn it is */
    volatile bool on_device;    /* it was sent there */
    bool ran;                   /* and has returned its buffers */
    bool shows[WFO_MAX_FAULTS]; /* the device has this fault */
    volatile bool meets[WFO_MAX_FAULTS];        /* and the kernel file may meet it */
    unsigned long count[WFO_VERDICTS];
    unsigned long excuses[WFO_MAX_FAULTS];      /* how many kernel files each fault excused */
    char device[520];           /* its name, when it was opened */
    char why[300];              /* it was not */
};

/* The kernel file that shows fault `n`; false: the name is too long. */
bool wfo_trial_evidence(const struct wfo_plan *plan, unsigned n, char path[WFO_PATH]);
/* Continue from progress->at.  False when there is no device. */
bool wfo_trials(const struct wfo_plan *plan, struct wfo_progress *progress);
/* The process died of the one whose turn it was, or was ended as too late: report this, and pass the turn on. */
void wfo_trial_died(const struct wfo_plan *plan, struct wfo_progress *progress, const char *why, bool late);

#endif
