/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "said.h"

static double seconds_since(const struct timespec *from)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - from->tv_sec) + 1e-9 * (double)(now.tv_nsec - from->tv_nsec);
}

void progress_begin(struct progress *p, const char *place)
{
    *p = (struct progress){.on = isatty(fileno(said_terminal())) == 1, .place = place};
    clock_gettime(CLOCK_MONOTONIC, &p->started);
    p->at = p->started;
}

double progress_seconds(const struct progress *p)
{
    return seconds_since(&p->started);
}

bool progress_due(struct progress *p)
{
    const double patience = 2, period = 0.5;
    if (!p->on || seconds_since(p->shown ? &p->at : &p->started) < (p->shown ? period : patience))
        return false;
    clock_gettime(CLOCK_MONOTONIC, &p->at);
    return p->shown = true;
}

void progress_show(struct progress *p, const char *unit, uint64_t count, uint64_t done, uint64_t all)
{
    const double elapsed = progress_seconds(p);
    FILE *terminal = said_terminal();
    fprintf(terminal, "\r\033[K  %s%s%s %" PRIu64 ", %.0f per second, %" PRIu64 " of %" PRIu64 " groups done",
            p->place ? p->place : "", p->place ? ": " : "", unit, count, (double)count / elapsed, done, all);
    if (done && done < all)
        fprintf(terminal, ", about %.0f s left", elapsed * (double)(all - done) / (double)done);
    fflush(terminal);
}

void progress_clear(struct progress *p)
{
    if (p->shown) {
        fputs("\r\033[K", said_terminal());
        fflush(said_terminal());
    }
    p->shown = false;
}
