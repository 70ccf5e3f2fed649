/* SPDX-License-Identifier: Apache-2.0
 * wf_bench.h - the C side of the lock-step bench, one for both simulators.
 *
 * The bench text (wf_lockstep_tb.v) asks what to do (wf_bench_next, wf_bench_field), reports every event of a cycle in the order
 * of wavefold/lockstep.h, and then calls wf_bench_cycle once for that cycle.  wf_dpi.c and wf_vpi.c carry the calls.
 */
#ifndef WF_BENCH_H
#define WF_BENCH_H

#include "wavefold/lockstep.h"

/* What the simulator was built as. */
struct wf_bench_build {
    struct wf_device device;
    unsigned inflight;          /* instructions of a wave in flight; 0: 1 */
    unsigned dispatches;        /* in flight; 0: 1 */
    bool coalesces;             /* the LDS combines lanes of an atomic that share a word */
    bool traced;                /* it can write waveforms */
    unsigned line_tags;         /* it is the system over a memory of lines, with that many tags; 0: the machine alone */
    const char *simulator;      /* "verilator", "icarus" */
};

/* What to do next; wf_bench_field gives the numbers, by the names of the lists below.  RUN: nothing, until wf_bench_cycle says WF_CYCLE_NEXT;
 * SETTLE: all descriptors are answered. */
enum wf_bench_action { WF_BENCH_STOP, WF_BENCH_CODE, WF_BENCH_BUFFER, WF_BENCH_DESC, WF_BENCH_RUN, WF_BENCH_SETTLE };
enum { WF_CODE_ADDR, WF_CODE_LOW, WF_CODE_HIGH };
enum { WF_BUFFER_INDEX, WF_BUFFER_BASE, WF_BUFFER_SIZE, WF_BUFFER_ID };
/* a descriptor: the words of wf_desc_pack, then where the walk of the grid begins: group x, y, z and the first thread's x, y, z */
enum { WF_DESC_WALK = WF_DESC_PACKED_WORDS, WF_BENCH_FIELDS = WF_DESC_WALK + 6 };
/* Bits of wf_bench_cycle's answer; HOLD: a bit a channel of wf_top, in the order of wf_lockstep_tb.v. */
enum { WF_CYCLE_HOLD = 0x1ff, WF_CYCLE_MREQ_READY = 1 << 9, WF_CYCLE_DONE_READY = 1 << 10, WF_CYCLE_ANSWER = 1 << 11,
       WF_CYCLE_STOP = 1 << 12, WF_CYCLE_RESET = 1 << 13, WF_CYCLE_OBSERVE = 1 << 14, WF_CYCLE_NEXT = 1 << 15,
       WF_CYCLE_CANCEL = 1 << 16, WF_CYCLE_CANCEL_ID = 17 /* from this bit on */ };
/* Read the options and, from standard input, the kernel.  c_model/cli/run_rtl.c gives the options: +kernel=NAME +seed=N +wave_size=S
 * +max_cycles=N +memory_latency=N +memory_lines=N, of a system +memory_period=N +memory_banks=N +memory_bank_period=N
 * +memory_any_order=0|1, and outputs as open descriptors with their names for messages: +trace=5:NAME +stats=6:NAME +dump0=7:NAME
 * (buffer 0; +raw0: as bytes) +profile=8:NAME +timeline=9:NAME +summary=10:NAME.
 * +shader: what comes is not a kernel file but shader_text.h.  +bounds=error|warn|off: as --bounds.
 * +variant=NAME: of the kernel file's shader, as --variant.  +rewrite=N,N,..: first rewrite the atomics at these instructions (wavefold/advise.h).
 * +reset_at=N, for tests: reset the machine N cycles after the descriptor, and do all from the beginning.
 * +first_group=N, for tests: the walk of the grid begins at group N (x fastest), of the hardware and of the model.
 * +device alone: print what this simulator is.  +waves=FILE: a waveform, of a build that is traced.
 * False when there is nothing to run, after a message; then wf_bench_next says WF_BENCH_STOP. */
bool wf_bench_start(int argc, char *const *argv, const struct wf_bench_build *built);
enum wf_bench_action wf_bench_next(void);
uint32_t wf_bench_field(unsigned index);
/* Ends a cycle; `room`: the channel of memory answers is free, of the first core when each has one.  Gives WF_CYCLE_* for the next cycle. */
uint32_t wf_bench_cycle(bool room);
/* Behind it, of a device of several cores with a memory channel each, with a bit a core: who has an answer; who takes requests from bit 16 on. */
uint32_t wf_bench_more(uint32_t room);

/* The next quad for the pixel shader that runs: x and y in bits 13:0 and 27:14, coverage in 31:28.  Both coordinates are even, so bit 0
 * marks the last quad and bit 14 that there is one; 0: none in this cycle. */
enum { WF_QUAD_LAST = 1, WF_QUAD_HERE = 1 << 14, WF_QUAD_COVERAGE = 28 };
uint32_t wf_bench_quad(void);

void wf_bench_launch(const struct wf_launch_event *event);
/* `tag`: what the answer to a request to global memory carries. */
void wf_bench_request(const struct wf_request_event *event, unsigned tag);
/* `folded`: the one behind it retires with it, run by these lanes; NULL: none does. */
void wf_bench_retire(const struct wf_retire_event *event, const uint32_t *folded);
/* The slot's instruction, picked two cycles before, reads its registers; a number of enum wf_unit, of the class that performs it. */
void wf_bench_issue(unsigned slot, unsigned unit);
/* The one behind the slot's last instruction was issued with that. */
void wf_bench_fold(unsigned slot);
/* While wf_bench_cycle says WF_CYCLE_OBSERVE, before the ends of a cycle: the slot that a core's scheduler picked; and of each core in every cycle why it
 * picked none (bit n: the n-th stall of isa.def's counters; 0: it did) and how many banks of the LDS served a word in the cycle before. */
void wf_bench_pick(unsigned slot);
void wf_bench_observe(unsigned core, unsigned causes, unsigned banks);
void wf_bench_arrive(unsigned slot);
/* Slots of this core. */
void wf_bench_release(unsigned core, const uint32_t *slots);
void wf_bench_end(unsigned slot);
void wf_bench_group_done(unsigned id, const uint32_t group[3]);
/* The answer of global memory, when wf_bench_cycle said WF_CYCLE_ANSWER; `data` has one word a lane. */
void wf_bench_answer(unsigned core, unsigned *tag, const uint32_t **data);
/* Of a system, in place of wf_bench_answer: what its shared memory takes, answers to requests to global memory, and the memory of lines below:
 * a request (enum wf_request_kind), and its answer, when wf_bench_cycle said WF_CYCLE_ANSWER. */
void wf_bench_line(const struct wf_line_event *event);
void wf_bench_returned(unsigned core, unsigned tag, const uint32_t *data);
void wf_bench_line_request(unsigned tag, unsigned kind, uint32_t line, uint64_t bytes, const uint32_t *data);
void wf_bench_line_answer(unsigned *tag, const uint32_t **data);
/* The descriptor was accepted: cycles count from the first one on.  An answer, with the fault record of its dispatch (NULL when it holds unknown
 * bits); and, when the machine has settled or the run stopped, counters (of all dispatches since the reset, a core after the other; NULL when
 * they hold unknown bits). */
struct wf_bench_answer { unsigned id, code, ending, wave_size, waves; };
void wf_bench_accepted(void);
void wf_bench_done(const struct wf_bench_answer *answer, const struct wf_fault_event *fault);
void wf_bench_finish(const uint64_t *counters);
/* A bit that must be known is X or Z. */
void wf_bench_unknown(unsigned slot, const char *what);

/* Exit status of the run: c_model/cli/status.h. */
int wf_bench_status(void);
/* Release everything. */
void wf_bench_close(void);

#endif
