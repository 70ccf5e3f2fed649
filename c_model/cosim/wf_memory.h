/* SPDX-License-Identifier: Apache-2.0
 * wf_memory.h - the global memory of the bench: performs a request when it is accepted, answers late and out of order.
 *
 * Lanes act one after the other, ascending (docs/semantics.md, sections 6 and 9).  Written apart from the golden model.
 */
#ifndef WF_MEMORY_H
#define WF_MEMORY_H

#include "wavefold/isa.h"

struct wf_memory;           /* opaque */

enum { WF_MEMORY_LINE_BYTES = 128, WF_MEMORY_LATENCY = 20, WF_MEMORY_LINES = 1 };    /* a line; unless a user chooses */

/* How long answers take, in cycles.  The lanes of a request are coalesced into lines.  The memory accesses `lines` of
 * them per cycle, request after request (0: no limit).  It answers `least` cycles after a request's last line, plus a
 * random part below `spread`.  With burst_period != 0, it answers only in the first half of each period.  In an atomic,
 * lanes that share a word access it one after the other, in parallel with other words of the line. */
struct wf_memory_timing { unsigned least, spread, burst_period, lines; };

/* `words` is borrowed and used in place.  `tags`: how many requests can be out at once.  NULL when out of memory. */
struct wf_memory *wf_memory_new(uint32_t *words, size_t count, unsigned lanes, unsigned tags,
                                struct wf_memory_timing timing, uint64_t seed);
void wf_memory_free(struct wf_memory *memory);

/* Perform a request now.  Returns NULL, or what is wrong with it (static text; nothing was done). */
const char *wf_memory_request(struct wf_memory *memory, uint64_t cycle, unsigned tag, unsigned kind, unsigned atom,
                              const uint32_t *mask, const uint32_t *address, const uint32_t *data,
                              const uint32_t *compare);
/* True when an answer may leave in this cycle. */
bool wf_memory_ready(const struct wf_memory *memory, uint64_t cycle);
/* Take one of the answers that may leave, any of them: false when there is none.  `data` has one word per lane. */
bool wf_memory_answer(struct wf_memory *memory, uint64_t cycle, unsigned *tag, const uint32_t **data);

/* Requests without their answer. */
unsigned wf_memory_waiting(const struct wf_memory *memory);
/* Accesses to lines so far. */
uint64_t wf_memory_line_accesses(const struct wf_memory *memory);

/* The next random number of a memory, of this one and of that of lines. */
static inline uint64_t wf_memory_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state >> 11;
}

/* binary32 addition, to nearest even, NaN results 0x7fc00000; minimum and maximum: a number wins over NaN, -0 < +0. */
uint32_t wf_memory_fadd(uint32_t a, uint32_t b);
uint32_t wf_memory_fminmax(uint32_t a, uint32_t b, bool maximum);

#endif
