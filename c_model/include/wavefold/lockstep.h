/* SPDX-License-Identifier: Apache-2.0
 * lockstep.h - the checker: events of the hardware in, the first difference from the golden model out.
 *
 * The checker knows no simulator and does no I/O.  A bench feeds it what the hardware did, in the order in which it
 * took effect; inside one clock cycle that is: launches, memory requests, retired instructions, arrivals at a barrier,
 * releases, ends of waves, ends of groups.  The model performs a memory instruction when the hardware does, at its
 * request, so every legal interleaving is followed.  With `weak` global memory is reached through caches.
 * wf_lockstep_line performs stores and atomics, between requests and retired instructions.  wf_lockstep_returned has
 * loads and results of atomics, after it.  The rules are those of docs/semantics.md; the legal orders are there under
 * "Order".
 *
 * Every event function returns true while hardware and model agree.  After the first difference it always returns
 * false, and wf_lockstep_difference() gives the text.
 *
 * Several dispatches may be in flight, each under the id of its descriptor; the model runs each by itself over the one
 * memory.
 *
 * `cycle` counts from the acceptance of the first descriptor, which is cycle 0; events come in ascending cycles.
 *
 * Of a device of several cores the slots of core c begin at c * device.waves.
 *
 * Lane masks are uint32_t words, lane l in bit l%32 of word l/32.  Per-lane arrays have one word per lane of the
 * device.
 */
#ifndef WAVEFOLD_LOCKSTEP_H
#define WAVEFOLD_LOCKSTEP_H

#include "wavefold/api.h"
#include "wavefold/machine.h"

WF_API_BEGIN

struct wf_lockstep;         /* opaque */

struct wf_lockstep_setup {
    const struct wf_device *device;
    const struct wf_desc *desc;         /* an accepted descriptor ... */
    const struct wf_shape *shape;       /* ... and what wf_dispatch_check made of it */
    const uint64_t *code;
    const uint32_t *line;               /* source line of each instruction, 0: not known; or NULL */
    const char *const *file;            /* [count] the file that it is in, or NULL: the kernel file */
    const char *const *source;          /* [count] how the file writes each instruction ("": it does not), or NULL */
    size_t count;
    const struct wf_buffer *buffers;    /* [WF_MAX_BUFFERS] */
    const bool *robust;               /* [WF_MAX_BUFFERS] of wf_machine_set_robust, or NULL */
    uint32_t *memory;                   /* the model's own global memory; the hardware has another copy */
    size_t memory_words;
    /* which dispatch of its file, from 1, when that has several, for reports; else 0 */
    unsigned number;
    uint64_t first_group;               /* the hardware takes the dispatch up here, x fastest; 0: all of it runs */
    unsigned inflight;                  /* instructions of a wave that overlap, at most; 0: 1 */
    bool lds_serial;                    /* atomics of the LDS are not combined: one operation per lane */
    bool weak;                          /* global memory is performed line by line, and loads see what docs/semantics.md
                                         * allows, "Visibility" */
    unsigned tags;                      /* weak: accesses in flight at once, all cores; their tags are below it */
};

/* Start with one dispatch.  All that `setup` points to must outlive the checker.  NULL when out of memory. */
struct wf_lockstep *wf_lockstep_new(const struct wf_lockstep_setup *setup);
void wf_lockstep_free(struct wf_lockstep *ls);
/* The descriptor of another one was accepted: `device`, `memory`, `inflight` and `lds_serial` are those of the
 * first.  False after a difference (the id is in flight), and when out of memory. */
enum { WF_LOCKSTEP_DISPATCHES = 8 };
bool wf_lockstep_begin(struct wf_lockstep *ls, uint64_t cycle, const struct wf_lockstep_setup *setup);
/* It is to end early.  So does one that has reached its limit of cycles. */
bool wf_lockstep_cancel(struct wf_lockstep *ls, uint64_t cycle, unsigned id);
/* The bench withholds the launches of this core for a cycle, which does not count as late. */
void wf_lockstep_hold_launch(struct wf_lockstep *ls, unsigned core);

struct wf_launch_event {
    unsigned slot;
    unsigned id;                /* of its dispatch */
    uint32_t group[3];
    unsigned wave, count;       /* index in the group, waves of the group */
    unsigned wave_size;         /* lanes */
    unsigned live;              /* live lanes, contiguous from lane 0 */
    unsigned reg_base, regs;    /* its rows of the register file: the first, and how many */
    unsigned lds_base, lds_words;       /* the same of its group's words of the LDS */
};
/* Pairs: a 64-bit atomic of half of the lanes, low word in lane 2i, high word in lane 2i + 1 and 4 bytes above. */
enum wf_request_kind { WF_REQUEST_LOAD, WF_REQUEST_STORE, WF_REQUEST_ATOMIC, WF_REQUEST_PAIRS };
struct wf_request_event {
    bool global;                /* global memory, else LDS */
    unsigned slot;
    unsigned kind;              /* enum wf_request_kind */
    unsigned atom;              /* enum wf_atom, atomics only */
    const uint32_t *mask;       /* LDS: lanes that ask; global: lanes that ask in range and aligned */
    const uint32_t *address;    /* LDS: byte offset in the group; global: absolute byte address */
    const uint32_t *data;       /* stores and atomics */
    const uint32_t *compare;    /* compare-exchange */
    unsigned core, tag;         /* weak, global memory: the requester; the tag comes again in wf_lockstep_returned */
};
/* The memory that all cores share performs a store or an atomic on a line of 16 words; a load changes nothing. */
struct wf_line_event {
    unsigned core;
    unsigned kind, atom;        /* enum wf_request_kind, enum wf_atom */
    uint32_t line;              /* byte address / 64 */
    uint64_t bytes;             /* those stored or operated on, bit b: byte b; words whole */
    const uint32_t *data;       /* [16] what is stored; operands */
};
/* An access to global memory is answered. */
struct wf_return_event {
    unsigned tag;
    const uint32_t *data;       /* one word per lane: of loads and atomics */
};
/* A read of the clock gives the cycles since the reset when the instruction reads its operands: so many before it
 * retires.  Nothing stalls it from there on. */
enum { WF_LOCKSTEP_CLOCK_READ = 4 };
struct wf_retire_event {
    unsigned slot;
    unsigned id;                /* of the wave's dispatch */
    uint32_t group[3];
    unsigned wave;
    unsigned pc;
    uint64_t word;
    const uint32_t *exec;       /* lanes that ran it */
    const uint32_t *write;      /* lanes whose destination was written */
    unsigned dst, words;        /* destination, 0, 1 or 4 registers */
    const uint32_t *data;       /* [4*lanes], word k of lane l at 4*l+k */
    bool folded;                /* it was issued with the one before it, and retires with it */
    uint64_t clock;             /* cycles from the end of the reset to this one: reads of the clock go by it */
};
struct wf_fault_event {         /* the hardware's fault record at the end of the dispatch */
    bool valid;
    struct wf_fault_record record;
};
enum wf_ending {
#define WF_ENDING(id, number, text) WF_ENDING_##id = number,
#include "wavefold/isa.def"
};
struct wf_answer_event {
    unsigned id;
    enum wf_ending ending;
    const struct wf_fault_event *fault;         /* NULL: not compared */
    const uint64_t *instructions;               /* that retired, as the hardware counts them; NULL: not compared */
};
/* What the hardware counts (isa.def, WF_COUNTER). */
enum wf_counter {
#define WF_COUNTER(id, name, text) WF_CNT_##id,
#include "wavefold/isa.def"
    WF_COUNTERS
};
/* The counter's name in the JSON of a run and its meaning, from isa.def; never NULL. */
const char *wf_counter_name(enum wf_counter counter);
const char *wf_counter_text(enum wf_counter counter);

bool wf_lockstep_launch(struct wf_lockstep *ls, uint64_t cycle, const struct wf_launch_event *event);
bool wf_lockstep_request(struct wf_lockstep *ls, uint64_t cycle, const struct wf_request_event *event);
bool wf_lockstep_line(struct wf_lockstep *ls, uint64_t cycle, const struct wf_line_event *event);
bool wf_lockstep_returned(struct wf_lockstep *ls, uint64_t cycle, const struct wf_return_event *event);
bool wf_lockstep_retire(struct wf_lockstep *ls, uint64_t cycle, const struct wf_retire_event *event);
bool wf_lockstep_arrive(struct wf_lockstep *ls, uint64_t cycle, unsigned slot);
/* `slots`: slots of a group or several, released in this cycle, bit s%32 of word s/32; of all cores. */
bool wf_lockstep_release(struct wf_lockstep *ls, uint64_t cycle, const uint32_t *slots);
bool wf_lockstep_end(struct wf_lockstep *ls, uint64_t cycle, unsigned slot);
bool wf_lockstep_group_done(struct wf_lockstep *ls, uint64_t cycle, unsigned id, const uint32_t group[3]);
/* The answer to a descriptor was taken: every wave ran, or the dispatch was ended early; its faults and the number of its
 * instructions agree. */
bool wf_lockstep_answer(struct wf_lockstep *ls, uint64_t cycle, const struct wf_answer_event *event);
/* All dispatches have ended: counters ([WF_COUNTERS] of each core, one core after another) and the whole of global
 * memory agree.  NULL for what is not to be compared.  Every counter that follows from the events is counted here
 * too; those of stalls must add up with the instructions to the cycles. */
bool wf_lockstep_finish(struct wf_lockstep *ls, uint64_t cycle, const uint64_t *counters, const uint32_t *memory);
/* ... and of a large memory in place of that, a part that may have changed: `words` words from word `first` on, which
 * begin at `memory`. */
bool wf_lockstep_compare(struct wf_lockstep *ls, uint64_t cycle, size_t first, const uint32_t *memory, size_t words);
/* For the bench: something only it can see is wrong (an unknown bit, for example).  Makes it the first difference;
 * returns false. */
bool wf_lockstep_fail(struct wf_lockstep *ls, uint64_t cycle, unsigned slot, const char *what);

/* NULL while all agree; else the first difference, several lines, both sides. */
const char *wf_lockstep_difference(const struct wf_lockstep *ls);

/* What the model counted so far, by the same rules as the hardware. */
struct wf_lockstep_stats {
    uint64_t waves, instructions, lane_instructions;
    uint64_t compared;                  /* retired instructions compared; */
    uint64_t folded;                    /* of them, issued with the one before */
    uint64_t lds_instructions;          /* loads, stores and atomics */
    uint64_t lds_lanes;                 /* lanes that ask in them */
    /* distinct words; compare-exchange, and all atomics of an LDS that combines none: accesses */
    uint64_t lds_operations;
    uint64_t lds_bank_cycles;           /* max over banks, summed */
    uint64_t lds_conflict_cycles;       /* of these, the ones after an instruction's first */
    uint64_t memory_instructions;       /* of global memory */
    uint64_t atomic_lanes;              /* lanes that ask in atomics (of global memory: in range) ... */
    /* ... and the word operations that serve them: global memory performs one per lane, with `weak` after combining */
    uint64_t atomic_operations;
    uint64_t lds_atomic_lanes, lds_atomic_operations;       /* those of the LDS alone */
    /* Lanes that asked in loads, stores and atomics of each buffer; of those by table that reached one. */
    uint64_t buffer_lanes[WF_MAX_BUFFERS];
    /* retired, by enum wf_unit; one that does not exist counts as control flow */
    uint64_t unit_instructions[WF_UNITS];
    uint64_t xlane_instructions;
    /* retired in fewer lanes than the wave had left: launched live, and not returned */
    uint64_t divergent_instructions;
    uint64_t wave_cycles;               /* from launch to end, summed over the waves; until the last launch or end */
    unsigned most_resident;             /* waves at once */
    uint64_t barrier_releases, groups;
    uint64_t groups_done;               /* of `groups`, those that have ended */
    uint64_t barrier_wait_cycles;       /* from a wave's arrival to its release, summed */
    uint64_t cycles;                    /* with a dispatch in flight, until the last answer was taken ... */
    uint64_t empty_cycles;              /* ... of these, without a resident wave */
};
const struct wf_lockstep_stats *wf_lockstep_stats(const struct wf_lockstep *ls);
/* The part of the dispatch with this id, also after its answer: all that its waves did, but no cycles (wave_cycles
 * and those after cycles), nor most_resident.  Those of all dispatches add up to what wf_lockstep_stats gives. */
const struct wf_lockstep_stats *wf_lockstep_dispatch_stats(const struct wf_lockstep *ls, unsigned id);
/* Instructions that retired on this core; of them, those that were issued with the one before them. */
uint64_t wf_lockstep_core_instructions(const struct wf_lockstep *ls, unsigned core);
uint64_t wf_lockstep_core_folded(const struct wf_lockstep *ls, unsigned core);
/* The effect of the last retired instruction, for a trace; NULL before the first. */
const struct wf_effect *wf_lockstep_last(const struct wf_lockstep *ls);
/* Its place among the instructions of its wave, as the program has them, from 0. */
uint64_t wf_lockstep_last_number(const struct wf_lockstep *ls);

/* The faults of the dispatch with this id until now, also after its answer; a count of 0: none. */
const struct wf_fault_record *wf_lockstep_fault(const struct wf_lockstep *ls, unsigned id);
/* The number of the buffer of a fault that the hardware has recorded, as the lane named it: the hardware keeps 256 of
 * each that no buffer has.  False: not known. */
bool wf_lockstep_fault_buffer(const struct wf_lockstep *ls, unsigned id, const struct wf_fault_record *record,
                              uint32_t *number);

/* Explain the causes of waits, one line per call: every resident wave and every group with a barrier pending; of
 * several dispatches, each one. */
typedef void wf_lockstep_line_fn(void *user, const char *line);
void wf_lockstep_explain(const struct wf_lockstep *ls, uint64_t cycle, wf_lockstep_line_fn *line, void *user);

WF_API_END

#endif
