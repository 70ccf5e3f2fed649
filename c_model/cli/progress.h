/* SPDX-License-Identifier: Apache-2.0
 * progress.h - the line about a long run on a terminal: how far it is, how fast, how long still.
 */
#ifndef WF_PROGRESS_H
#define WF_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct progress {
    bool on;                            /* standard error is a terminal */
    const char *place;                  /* which of several runs, or NULL */
    struct timespec started, at;
    bool shown;
};
void progress_begin(struct progress *p, const char *place);
/* Since it began. */
double progress_seconds(const struct progress *p);
/* After two seconds, each half second; never where it is not on. */
bool progress_due(struct progress *p);
/* "wave size 8: cycle 123, 456 per second, 7 of 8 groups done, about 9 s left"; `unit` is what is counted. */
void progress_show(struct progress *p, const char *unit, uint64_t count, uint64_t done, uint64_t all);
void progress_clear(struct progress *p);

#endif
