/* SPDX-License-Identifier: Apache-2.0
 * wf_bench.h - between a device of wavefold/sim.h and its simulator: how a clock is made, what the bench calls then.
 *
 * The bench (wf_lockstep_tb.v) asks what to do (wf_bench_next, wf_bench_field), reports every event of a cycle in the
 * order of wavefold/lockstep.h, and then calls wf_bench_cycle once.  wf_dpi.c and wf_icarus.c carry the calls.
 */
#ifndef WF_BENCH_H
#define WF_BENCH_H

#include "wavefold/sim.h"

/* The kind of simulator that a program or library is linked with: wf_dpi.c or wf_icarus.c. */
struct wf_rtl {
    /* Start one, with `s` for its calls, of which wf_bench_start comes at once.  NULL when it does not start. */
    void *(*start)(struct wf_sim *s, const void *user);
    /* A clock.  False: the machine has ended, and *why is the reason, in its memory. */
    bool (*clock)(void *machine, const char **why);
    /* Begin or (NULL) end a waveform, in picoseconds, one clock per nanosecond. */
    void (*waves)(void *machine, const char *file);
    void (*end)(void *machine);
};
extern const struct wf_rtl wf_rtl;
/* wf_sim_api.create, with more for wf_rtl.start. */
struct wf_sim *wf_sim_new(const struct wf_sim_setup *setup, const void *user);

/* ---- the calls of the bench -------------------------------------------------------------------------------------- */

/* What to do next; wf_bench_field gives the numbers, by the names of the lists below.  RUN: nothing, until
 * wf_bench_cycle returns WF_CYCLE_NEXT; SETTLE: all descriptors are answered. */
enum wf_bench_action { WF_BENCH_STOP, WF_BENCH_CODE, WF_BENCH_BUFFER, WF_BENCH_DESC, WF_BENCH_RUN, WF_BENCH_SETTLE };
enum { WF_CODE_ADDR, WF_CODE_LOW, WF_CODE_HIGH };
enum { WF_BUFFER_INDEX, WF_BUFFER_BASE, WF_BUFFER_SIZE, WF_BUFFER_ID, WF_BUFFER_ROBUST };
/* a descriptor: the words of wf_desc_pack, then where the walk of the grid begins: x, y, z of group and first thread */
enum { WF_DESC_WALK = WF_DESC_PACKED_WORDS, WF_BENCH_FIELDS = WF_DESC_WALK + 6 };
/* Bits of wf_bench_cycle's answer; HOLD: one bit per channel of wf_top, in the order of wf_lockstep_tb.v. */
enum { WF_CYCLE_HOLD = 0x1ff, WF_CYCLE_MREQ_READY = 1 << 9, WF_CYCLE_DONE_READY = 1 << 10, WF_CYCLE_ANSWER = 1 << 11,
       WF_CYCLE_STOP = 1 << 12, WF_CYCLE_RESET = 1 << 13, WF_CYCLE_OBSERVE = 1 << 14, WF_CYCLE_NEXT = 1 << 15,
       WF_CYCLE_CANCEL = 1 << 16, WF_CYCLE_CANCEL_ID = 17 /* from this bit on */ };
/* What it is. */
void wf_bench_start(struct wf_sim *s, const struct wf_sim_build *built);
const struct wf_device *wf_bench_device(const struct wf_sim *s);
enum wf_bench_action wf_bench_next(struct wf_sim *s);
uint32_t wf_bench_field(const struct wf_sim *s, unsigned index);
/* Ends a cycle; gives WF_CYCLE_* for the next.  `room`: the channel of memory answers, of many the first, is free. */
uint32_t wf_bench_cycle(struct wf_sim *s, bool room);
/* After it, for cores 1 and up, where each core has a memory channel.  `room`: bit n: the answer channel of core n is
 * free.  Returns bit n: core n gets an answer; bit 16 + n: its requests are taken. */
uint32_t wf_bench_more(struct wf_sim *s, uint32_t room);

/* The next quad for the pixel shader that runs: x and y in bits 13:0 and 27:14, coverage in 31:28.  Both coordinates
 * are even, so bit 0 marks the last quad and bit 14 that there is one; 0: none in this cycle. */
enum { WF_QUAD_LAST = 1, WF_QUAD_HERE = 1 << 14, WF_QUAD_COVERAGE = 28 };
uint32_t wf_bench_quad(struct wf_sim *s);
/* There may be one in this cycle. */
bool wf_bench_draws(const struct wf_sim *s);

void wf_bench_launch(struct wf_sim *s, const struct wf_launch_event *event);
/* `tag`: what the answer to a request to global memory carries. */
void wf_bench_request(struct wf_sim *s, const struct wf_request_event *event, unsigned tag);
/* `folded`: the next instruction retires with it, run by these lanes; NULL: it does not. */
void wf_bench_retire(struct wf_sim *s, const struct wf_retire_event *event, const uint32_t *folded);
/* The slot's instruction, picked two cycles before, reads its registers; an enum wf_unit, the class that does it. */
void wf_bench_issue(struct wf_sim *s, unsigned slot, unsigned unit);
/* The instruction after the slot's last issued one was issued with it. */
void wf_bench_fold(struct wf_sim *s, unsigned slot);
/* While wf_bench_cycle returns WF_CYCLE_OBSERVE, before a cycle ends: the slot that a core's scheduler picked.  For
 * each core in every cycle: why it picked none (bit n: the n-th stall of isa.def's counters; 0: it did), and how many
 * banks of the LDS served a word in the previous cycle. */
void wf_bench_pick(struct wf_sim *s, unsigned slot);
void wf_bench_observe(struct wf_sim *s, unsigned core, unsigned causes, unsigned banks);
void wf_bench_arrive(struct wf_sim *s, unsigned slot);
/* Slots of this core. */
void wf_bench_release(struct wf_sim *s, unsigned core, const uint32_t *slots);
void wf_bench_end(struct wf_sim *s, unsigned slot);
void wf_bench_group_done(struct wf_sim *s, unsigned id, const uint32_t group[3]);
/* The answer of global memory, when wf_bench_cycle returned WF_CYCLE_ANSWER; `data` has one word per lane. */
void wf_bench_answer(struct wf_sim *s, unsigned core, unsigned *tag, const uint32_t **data);
/* Of a system, in place of wf_bench_answer.  Its shared memory performs an access to a line, or answers a core.  The
 * memory of lines below gets a request (enum wf_request_kind), or answers, after WF_CYCLE_ANSWER. */
void wf_bench_line(struct wf_sim *s, const struct wf_line_event *event);
void wf_bench_returned(struct wf_sim *s, unsigned core, unsigned tag, const uint32_t *data);
void wf_bench_line_request(struct wf_sim *s, unsigned tag, unsigned kind, uint32_t line, uint64_t bytes,
                           const uint32_t *data);
/* A line of loads that a core's cache had, that was pending, that it had not. */
void wf_bench_cache(struct wf_sim *s, bool hit, bool joined, bool missed);
void wf_bench_line_answer(struct wf_sim *s, unsigned *tag, const uint32_t **data);
/* The descriptor was accepted: cycles count from the first one on.  An answer, with the fault record of its dispatch;
 * and, when the machine has settled or the run stopped, counters of all dispatches since the reset, a core after the
 * other.  NULL: they hold unknown bits. */
struct wf_bench_answer { unsigned id, code, ending, wave_size, waves; uint64_t instructions; };
void wf_bench_accepted(struct wf_sim *s);
void wf_bench_done(struct wf_sim *s, const struct wf_bench_answer *answer, const struct wf_fault_event *fault);
void wf_bench_finish(struct wf_sim *s, const uint64_t *counters);
/* Of a machine alone, in place of launch to group done: something launched or retired in this cycle. */
void wf_bench_alive(struct wf_sim *s);
/* A bit that must be known is X or Z. */
void wf_bench_unknown(struct wf_sim *s, unsigned slot, const char *what);

#endif
