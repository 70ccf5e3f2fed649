/* SPDX-License-Identifier: Apache-2.0
 * wf_lines.h - a memory of lines for the bench: the line channel of docs/memory.md, without atomics.
 *
 * Requests of one line are performed in the order taken, others in any; each when its answer leaves, as late as may be.
 */
#ifndef WF_LINES_H
#define WF_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wf_lines;            /* opaque */

enum { WF_LINES_WORDS = 16 };

/* In cycles: an answer leaves `least` after the memory began on its line, or more: a random part below `spread`, and
 * with burst_period != 0 in the first half of each period alone.  The memory begins on a line every `period`; with
 * banks != 0 line n lies in bank n % banks, which begins every `bank_period`.  `any_order`: any answer that is due
 * leaves, else the oldest. */
struct wf_lines_timing { unsigned least, spread, burst_period, period, banks, bank_period; bool any_order; };

/* `words` is borrowed and used in place; tags are below `tags`.  NULL when out of memory. */
struct wf_lines *wf_lines_new(uint32_t *words, size_t count, unsigned tags, struct wf_lines_timing how, uint64_t seed);
void wf_lines_free(struct wf_lines *lines);

/* Take a request: a load, or a store of `bytes`.  NULL, or what is wrong with it (static text). */
const char *wf_lines_request(struct wf_lines *lines, uint64_t cycle, unsigned tag, bool store, uint32_t line,
                             uint64_t bytes, const uint32_t *data);
/* True when an answer may leave in this cycle. */
bool wf_lines_ready(const struct wf_lines *lines, uint64_t cycle);
/* It leaves: tag and words. */
bool wf_lines_answer(struct wf_lines *lines, uint64_t cycle, unsigned *tag, const uint32_t **data);

unsigned wf_lines_waiting(const struct wf_lines *lines);        /* requests without their answer */
uint64_t wf_lines_accesses(const struct wf_lines *lines);       /* requests so far */

#endif
