/* SPDX-License-Identifier: Apache-2.0
 * machine.h - the golden model: one dispatch, executed instruction by instruction.
 *
 * The model knows nothing of cycles.  The caller chooses the next wave: wf_machine_run with a seed, or a
 * lock-step bench that follows the hardware.
 */
#ifndef WAVEFOLD_MACHINE_H
#define WAVEFOLD_MACHINE_H

#include "wavefold/api.h"
#include "wavefold/dispatch.h"

WF_API_BEGIN

struct wf_machine;          /* opaque */

struct wf_buffer {
    uint32_t base;          /* byte address in global memory, a multiple of 4 */
    uint32_t size;          /* bytes, a multiple of 4 */
};

/* The first fault is kept; `count` counts all faulting lanes.  A pc outside the code (desc code_words) and an
 * unknown opcode end the wave and count once; lane is then the first running one, address 0. */
struct wf_fault_record {
    enum wf_fault kind;
    uint32_t group[3];
    unsigned wave, lane;
    uint16_t pc;            /* of the faulting instruction */
    /* byte offset as the lane computed it, in LDS or in the buffer; MEM_BUS of a `table` instruction: byte address in
     * global memory, for its lanes have no base in common */
    uint32_t address;
    /* of MEM_RANGE and MEM_ALIGN: number of the buffer, which a lane of a `table` instruction names; the hardware keeps
     * WF_MAX_BUFFERS of a number that no buffer has, and version 2.2 of its registers none */
    bool knows_buffer;
    uint32_t buffer;
    uint64_t count;
};

/* What one instruction did.  Pointers stay valid until the next call on the same machine. */
struct wf_effect {
    uint16_t pc;
    uint64_t word;                      /* the instruction */
    bool exec[WF_MAX_LANES];            /* lanes that ran it (helpers included) */
    unsigned dst, words;                /* destination register; 0, 1 or 4 registers written */
    bool written[WF_MAX_LANES];         /* lanes whose destination was written */
    uint32_t value[4][WF_MAX_LANES];    /* [word][lane], defined where written */
    bool is_lds, is_mem;                /* touches LDS or global memory: */
    bool asked[WF_MAX_LANES];           /* lanes that ask: exec, without helpers for stores and atomics; of a 64-bit
                                         * atomic those of its half */
    bool access[WF_MAX_LANES];          /* asked, in range and aligned */
    uint32_t address[WF_MAX_LANES];     /* LDS: byte offset inside the group; global: byte address, but of a
                                         * refused lane of a `table` instruction its offset */
    unsigned faulty, faulty_lane;       /* lanes that fault, and the first of them; others of no access go to a robust buffer */
    uint32_t refused;                   /* of a `table` instruction: the number that the first faulty lane names */
    uint32_t data[WF_MAX_LANES];        /* what stores and atomics take to memory, ... */
    uint32_t compare[WF_MAX_LANES];     /* ... and what CAS compares with; of 64-bit atomics the low words */
    uint32_t data_high[WF_MAX_LANES];   /* the high words of the two, of 64-bit atomics alone */
    uint32_t compare_high[WF_MAX_LANES];
    bool same_lanes;                    /* of what makes no access: lanes ran it, and the same run what comes next */
    bool barrier;                       /* the wave now waits at a barrier */
    bool ended;                         /* the wave ended with this instruction */
    /* CODE_RANGE (word is 0) or OPCODE: it ended because there is none; else NONE */
    enum wf_fault fault;
};

/* A trace: its head, and the format of a line.  This takes the number of a retired instruction or its cycle (PRIu64),
 * the cycle of issue or "-", slot, group, wave, pc, line, unit and instruction, and wf_effect_text. */
#define WF_TRACE_HEADER                                                                                    \
    "# retire    issue slot group wave    pc  line unit  instruction ; lanes on ; lane:value, lane@byte=stored, " \
    "lane@byte:loaded\n"
#define WF_TRACE_LINE "%8" PRIu64 " %8s %-4s %s w%-3u %5u %5s %-5s %-32s ; %s\n"
/* "ffffffff ; 0@4=00000001:0000001d +31 lanes": the lanes of `lanes` that ran it, and what the first of them did.
 * `buffers`: those of the machine. */
enum { WF_EFFECT_TEXT = 512 };
void wf_effect_text(const struct wf_effect *effect, unsigned lanes, const struct wf_buffer *buffers,
                    char text[WF_EFFECT_TEXT]);

/* Create the model of one accepted dispatch.  `code` and `memory` (global memory, `memory_words` words, byte address
 * 0 first) are borrowed: the caller keeps them alive; memory is read and written in place.  NULL when out of memory. */
struct wf_machine *wf_machine_new(const struct wf_device *device, const struct wf_desc *desc,
                                  const struct wf_shape *shape, const uint64_t *code, size_t count,
                                  const struct wf_buffer buffers[WF_MAX_BUFFERS], uint32_t *memory,
                                  size_t memory_words);
void wf_machine_free(struct wf_machine *m);

/* Right after wf_machine_new: take the dispatch up at this group (x fastest, then y, then z); those before it count as
 * done. */
void wf_machine_start_at(struct wf_machine *m, uint64_t group);

/* Right after wf_machine_new: where the clock that waves read begins; else at 0.  Each instruction that a
 * wave begins adds one. */
void wf_machine_start_clock(struct wf_machine *m, uint64_t clock);

/* Right after wf_machine_new: accesses out of the range of these buffers [WF_MAX_BUFFERS, by number] have their result as
 * always, and are no faults; `robust` is copied. */
void wf_machine_set_robust(struct wf_machine *m, const bool *robust);

/* Put a wave into a free slot (0..device.waves-1).  A wave without a live lane is ended at once.
 * False (and nothing changes) when the slot is taken, the group or wave does not exist or was launched before. */
bool wf_machine_launch(struct wf_machine *m, unsigned slot, const uint32_t group[3], unsigned wave);

/* Execute the next instruction of the wave in a slot.  False (and nothing changes) when the slot holds no running
 * wave or the wave waits at a barrier. */
bool wf_machine_step(struct wf_machine *m, unsigned slot, struct wf_effect *effect);

/* The same in two parts, for a machine whose instructions overlap.  A memory instruction (effect->is_lds, is_mem)
 * only reads its operands; wf_machine_access then performs it and writes its destination.  Between the two the wave
 * may execute instructions that name no register of that destination, and must not end.  All other instructions are
 * executed whole. */
bool wf_machine_begin(struct wf_machine *m, unsigned slot, struct wf_effect *effect);
void wf_machine_access(struct wf_machine *m, unsigned slot, struct wf_effect *effect);
/* In place of wf_machine_access, where memory belongs to the caller: the destination takes these values, one per lane;
 * `high` are the high words of a 64-bit atomic, else not read.  Memory stays as it is. */
void wf_machine_answer(struct wf_machine *m, unsigned slot, struct wf_effect *effect, const uint32_t *value,
                       const uint32_t *high);
/* After a read of the clock (wf_insn_is_clock) that begin or step performed: its destination takes the word of this
 * clock in place of the model's own.  Until then the rule of wf_machine_access holds for the destination. */
void wf_machine_read_clock(struct wf_machine *m, unsigned slot, struct wf_effect *effect, uint64_t clock);
/* The word that an atomic (enum wf_atom) of one lane leaves in memory; the two words of a 64-bit atomic. */
uint32_t wf_machine_atomic(unsigned atom, uint32_t old, uint32_t data, uint32_t compare);
uint64_t wf_machine_atomic64(unsigned atom, uint64_t old, uint64_t data, uint64_t compare);

/* The dispatch was cancelled, and the wave in a slot ends at once, like at an `end` instruction.  False as
 * wf_machine_step. */
bool wf_machine_cut(struct wf_machine *m, unsigned slot, struct wf_effect *effect);

/* Group state.  A barrier may release when every wave of the group was launched and each one that has not ended
 * waits. */
bool wf_machine_barrier_ready(const struct wf_machine *m, unsigned slot);
/* Let the wave in the slot, and all that wait with it, leave the barrier.  False when wf_machine_barrier_ready is
 * false. */
bool wf_machine_barrier_release(struct wf_machine *m, unsigned slot);

bool wf_machine_running(const struct wf_machine *m, unsigned slot);     /* the slot holds a wave that has not ended */
bool wf_machine_waiting(const struct wf_machine *m, unsigned slot);     /* ... and it waits at a barrier */
/* Whose wave is in a slot, the lowest of its active lanes, and how many are active.  False when the slot holds none. */
struct wf_wave_place {
    uint32_t group[3];
    unsigned wave, lane, lanes;
};
bool wf_machine_place(const struct wf_machine *m, unsigned slot, struct wf_wave_place *place);
/* Lanes of the wave in a slot that have not returned, helpers included; 0 when it holds none. */
unsigned wf_machine_live(const struct wf_machine *m, unsigned slot);
uint16_t wf_machine_pc(const struct wf_machine *m, unsigned slot);
/* One lane register; 0 until written. */
uint32_t wf_machine_register(const struct wf_machine *m, unsigned slot, unsigned lane, unsigned reg);
/* True when every wave of every group was launched and has ended. */
bool wf_machine_done(const struct wf_machine *m);
const struct wf_fault_record *wf_machine_fault(const struct wf_machine *m);

struct wf_run_stats {
    uint64_t waves, instructions, lane_instructions;    /* lane_instructions: the sum of running lanes */
    uint64_t barriers;                                  /* releases */
};
enum wf_run_result { WF_RUN_DONE, WF_RUN_HUNG, WF_RUN_LIMIT };

/* Called after each instruction when not NULL. */
typedef void wf_trace_fn(void *user, const struct wf_machine *m, unsigned slot, const uint32_t group[3], unsigned wave,
                         const struct wf_effect *effect);

/* Called now and then while wf_machine_run runs, after some hundred thousand instructions: what it has done so far, and
 * the groups that have ended.  NULL: none is.  The run is the same with it. */
typedef void wf_progress_fn(void *user, const struct wf_run_stats *so_far, uint64_t groups);
void wf_machine_report_progress(struct wf_machine *m, wf_progress_fn *progress, void *user);

/* Launch and run everything.  The seed picks the interleaving of waves and groups (any legal one may come); `limit`
 * bounds the instructions (0: none).  WF_RUN_HUNG: every wave left waits at a barrier that cannot release. */
enum wf_run_result wf_machine_run(struct wf_machine *m, uint64_t seed, uint64_t limit, struct wf_run_stats *stats,
                                  wf_trace_fn *trace, void *user);

WF_API_END

#endif
