/* SPDX-License-Identifier: Apache-2.0
 * chart.h - the waves of a run and what its cycles went to, over time, as pictures in SVG for --report.
 *
 * Time is cycles; on the model, which has none, instructions.  Slots are those of all cores, one core after the other.
 * Memory is bounded: the first CHART_WAVES waves are drawn, and cycles are counted in CHART_BUCKETS parts of the run.
 */
#ifndef WF_CHART_H
#define WF_CHART_H

#include <stdio.h>

#include "wavefold/lockstep.h"

enum { CHART_WAVES = 2048, CHART_WAITS = 8192, CHART_BUCKETS = 256 };

struct chart;                   /* opaque */
/* NULL: no memory. */
struct chart *chart_new(unsigned cores, unsigned slots);
void chart_free(struct chart *c);

void chart_launch(struct chart *c, uint64_t time, unsigned slot, unsigned dispatch, const uint32_t group[3],
                  unsigned wave);
bool chart_resides(const struct chart *c, unsigned slot);
void chart_arrive(struct chart *c, uint64_t time, unsigned slot);       /* it waits at a barrier, until .. */
void chart_release(struct chart *c, uint64_t time, unsigned slot);
void chart_end(struct chart *c, uint64_t time, unsigned slot);
/* A core in a cycle: bit n is the n-th stall, 0: it picked an instruction. */
void chart_cycle(struct chart *c, uint64_t cycle, uint32_t stalls);

/* How many waves were launched; how many are drawn. */
uint64_t chart_waves(const struct chart *c);
unsigned chart_drawn(const struct chart *c);
/* A row per slot, a bar per wave with its waits.  What lasts still ends at `end`.  `several`: dispatches. */
void chart_draw_waves(FILE *file, struct chart *c, uint64_t end, const char *unit, bool several);
/* Per part of the run, the share of its cycles that had an issue, and of each cause. */
void chart_draw_causes(FILE *file, const struct chart *c, uint64_t end);

#endif
