/* SPDX-License-Identifier: Apache-2.0
 * wf_dpi.c - Verilator's way into the bench: the functions that wf_lockstep_dpi.vh imports.  Bits are 0 or 1 here.
 */
#include <svdpi.h>

#include <string.h>

#include "wf_bench.h"
#include "wf_lines.h"
#include "wf_rtl.h"

/* A function that the bench imports.  Its `int` has the same bits as unsigned here. */
#define IMPORT(type, name, parameters) type name parameters; type name parameters

/* The device whose clock passes in this thread: a bench calls from inside wf_rtl.clock and wf_rtl.start, unnamed. */
static _Thread_local struct wf_sim *of;
static _Thread_local bool is_alone;                             /* between two calls of one clock, */
static _Thread_local unsigned tags_of_system;                   /* too, */
static _Thread_local struct wf_fault_event fault_of_answer;     /* too */

struct wf_sim *wf_dpi_enter(struct wf_sim *s)
{
    struct wf_sim *before = of;
    of = s;
    return before;
}

static uint64_t long_of(const svBitVecVal *bits)
{
    return (uint64_t)bits[1] << 32 | bits[0];
}

IMPORT(uint32_t, wf_next, (int unused)) { (void)unused; return wf_bench_next(of); }
IMPORT(uint32_t, wf_field, (unsigned index)) { return wf_bench_field(of, index); }
IMPORT(uint32_t, wf_cycle, (unsigned room)) { return wf_bench_cycle(of, room & 1); }
IMPORT(uint32_t, wf_more, (uint32_t room)) { return wf_bench_more(of, room); }
IMPORT(uint32_t, wf_quad, (int unused)) { (void)unused; return wf_bench_quad(of); }
IMPORT(void, wf_issue, (unsigned slot, unsigned unit)) { wf_bench_issue(of, slot, unit); }
IMPORT(void, wf_fold, (unsigned slot)) { wf_bench_fold(of, slot); }
IMPORT(void, wf_pick, (unsigned slot)) { wf_bench_pick(of, slot); }
IMPORT(void, wf_observe, (unsigned core, unsigned causes, unsigned banks)) { wf_bench_observe(of, core, causes,
                                                                                              banks); }
IMPORT(void, wf_arrive, (unsigned slot)) { wf_bench_arrive(of, slot); }
IMPORT(void, wf_release, (unsigned core, const svBitVecVal *slots)) { wf_bench_release(of, core, slots); }
IMPORT(void, wf_end, (unsigned slot)) { wf_bench_end(of, slot); }
IMPORT(void, wf_accepted, (int unused)) { (void)unused; wf_bench_accepted(of); }
IMPORT(void, wf_unknown, (int unused)) { (void)unused; wf_bench_unknown(of, 0, "a control signal"); }
IMPORT(void, wf_alone, (int unused)) { (void)unused; is_alone = true; }
IMPORT(void, wf_alive, (int unused)) { (void)unused; wf_bench_alive(of); }
IMPORT(void, wf_system, (unsigned line_tags)) { tags_of_system = line_tags; }
IMPORT(void, wf_returned, (unsigned core, unsigned tag, const svBitVecVal *data)) { wf_bench_returned(of, core, tag,
                                                                                                      data); }

IMPORT(void, wf_gdone, (unsigned id, uint32_t x, uint32_t y, uint32_t z))
{
    wf_bench_group_done(of, id, (const uint32_t[3]){x, y, z});
}

IMPORT(void, wf_start, (unsigned lanes, unsigned waves, unsigned groups, unsigned regs, unsigned reg_rows,
                        unsigned lds_words, unsigned lds_banks,
                        unsigned imem_words, unsigned coalesce, unsigned inflight, unsigned dispatches, unsigned cores,
                        unsigned fpu_lanes))
{
    wf_bench_start(of, &(struct wf_sim_build){
        .device = {.lanes = lanes, .waves = waves, .groups = groups, .regs = regs, .reg_rows = reg_rows,
                   .lds_words = lds_words, .lds_banks = lds_banks,
                   .imem_words = imem_words, .cores = cores, .no_fpu = fpu_lanes == 0},
        .coalesces = coalesce != 0, .inflight = inflight, .dispatches = dispatches, .traced = wf_rtl_traced,
        .line_tags = tags_of_system, .alone = is_alone,
        .simulator = "verilator"});
}

IMPORT(void, wf_launch, (unsigned slot, unsigned id, uint32_t x, uint32_t y, uint32_t z, unsigned wave, unsigned count,
                         unsigned log2, unsigned live,
                         unsigned reg_base, unsigned regs, unsigned lds_base, unsigned lds_words))
{
    wf_bench_launch(of, &(struct wf_launch_event){.slot = slot, .id = id, .group = {x, y, z}, .wave = wave,
                                                  .count = count, .wave_size = 1u << log2,
                                                  .live = live, .reg_base = reg_base, .regs = regs,
                                                  .lds_base = lds_base, .lds_words = lds_words});
}

IMPORT(void, wf_request, (unsigned global, unsigned slot, unsigned tag, unsigned kind, unsigned atom,
                          const svBitVecVal *mask,
                          const svBitVecVal *address, const svBitVecVal *data, const svBitVecVal *compare))
{
    wf_bench_request(of, &(struct wf_request_event){.global = global != 0, .slot = slot, .kind = kind, .atom = atom,
                                                    .mask = mask, .address = address,
                                                    .data = data, .compare = compare}, tag);
}

IMPORT(void, wf_retire, (unsigned slot, unsigned id, uint32_t x, uint32_t y, uint32_t z, unsigned wave, unsigned pc,
                         const svBitVecVal *word,
                         const svBitVecVal *exec, const svBitVecVal *write, unsigned dst, unsigned words,
                         const svBitVecVal *data, unsigned fold,
                         const svBitVecVal *fold_exec))
{
    wf_bench_retire(of, &(struct wf_retire_event){.slot = slot, .id = id, .group = {x, y, z}, .wave = wave, .pc = pc,
                                                  .word = long_of(word), .exec = exec, .write = write, .dst = dst,
                                                  .words = words, .data = data}, fold ? fold_exec : NULL);
}

IMPORT(void, wf_answer, (unsigned core, unsigned *tag, svBitVecVal *data))
{
    const uint32_t *words;
    wf_bench_answer(of, core, tag, &words);
    memcpy(data, words, wf_bench_device(of)->lanes * sizeof *words);
}

IMPORT(void, wf_faults, (const svBitVecVal *count, unsigned valid, unsigned kind, unsigned wave, uint32_t x, uint32_t y,
                         uint32_t z, unsigned lane, uint32_t address, unsigned pc, unsigned buffer))
{
    fault_of_answer = (struct wf_fault_event){
        .valid = valid != 0,
        .record = {.kind = (enum wf_fault)kind, .wave = wave, .group = {x, y, z}, .lane = lane, .address = address,
                   .pc = (uint16_t)pc, .count = long_of(count), .knows_buffer = wf_fault_has_buffer((enum wf_fault)kind),
                   .buffer = buffer}};
}

IMPORT(void, wf_done, (unsigned id, unsigned code, unsigned ending, unsigned wave_size, unsigned waves,
                       const svBitVecVal *instructions))
{
    wf_bench_done(of, &(struct wf_bench_answer){.id = id, .code = code, .ending = ending, .wave_size = wave_size,
                                                .waves = waves, .instructions = long_of(instructions)}, &fault_of_answer);
}

IMPORT(void, wf_finish, (const svBitVecVal *counters))
{
    uint64_t value[WF_MAX_CORES * WF_COUNTERS];
    for (unsigned i = 0; i < wf_bench_device(of)->cores * WF_COUNTERS; i++)
        value[i] = long_of(counters + 2 * i);
    wf_bench_finish(of, value);
}

IMPORT(void, wf_line, (unsigned core, unsigned kind, unsigned atom, uint32_t line, const svBitVecVal *bytes,
                       const svBitVecVal *data))
{
    wf_bench_line(of, &(struct wf_line_event){.core = core, .kind = kind, .atom = atom, .line = line,
                                              .bytes = long_of(bytes), .data = data});
}

IMPORT(void, wf_line_request, (unsigned tag, unsigned kind, uint32_t line, const svBitVecVal *bytes,
                               const svBitVecVal *data))
{
    wf_bench_line_request(of, tag, kind, line, long_of(bytes), data);
}

IMPORT(void, wf_cache, (unsigned hit, unsigned joined, unsigned missed))
{
    wf_bench_cache(of, hit, joined, missed);
}

IMPORT(void, wf_line_answer, (unsigned *tag, svBitVecVal *data))
{
    const uint32_t *words;
    wf_bench_line_answer(of, tag, &words);
    memcpy(data, words, WF_LINES_WORDS * sizeof *words);
}

const struct wf_rtl wf_rtl = {wf_rtl_start, wf_rtl_clock, wf_rtl_waves, wf_rtl_end};
