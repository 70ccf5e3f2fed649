/* SPDX-License-Identifier: Apache-2.0
 * wf_dpi.c - Verilator's way into the bench: the functions that wf_lockstep_dpi.vh imports.  Bits are 0 or 1 here.
 */
#include <svdpi.h>

#include <string.h>

#include "wf_bench.h"
#include "wf_lines.h"
#include "wf_rtl.h"

void wf_start(int lanes, int waves, int groups, int regs, int reg_rows, int lds_words, int lds_banks, int imem_words, int coalesce, int inflight,
              int dispatches, int cores);
int wf_next(int unused);
int wf_field(int index);
int wf_cycle(int room);
int wf_more(int room);
int wf_quad(int unused);
void wf_launch(int slot, int id, int x, int y, int z, int wave, int count, int log2, int live, int reg_base, int regs, int lds_base, int lds_words);
void wf_request(int global, int slot, int tag, int kind, int atom, const svBitVecVal *mask, const svBitVecVal *address,
                const svBitVecVal *data, const svBitVecVal *compare);
void wf_retire(int slot, int id, int x, int y, int z, int wave, int pc, const svBitVecVal *word, const svBitVecVal *exec,
               const svBitVecVal *write, int dst, int words, const svBitVecVal *data, int fold, const svBitVecVal *fold_exec);
void wf_issue(int slot, int unit);
void wf_fold(int slot);
void wf_pick(int slot);
void wf_observe(int core, int causes, int banks);
void wf_arrive(int slot);
void wf_release(int core, const svBitVecVal *slots);
void wf_end(int slot);
void wf_gdone(int id, int x, int y, int z);
void wf_answer(int core, int *tag, svBitVecVal *data);
void wf_accepted(int unused);
void wf_done(int id, int code, int ending, int wave_size, int waves);
void wf_faults(const svBitVecVal *count, int valid, int kind, int wave, int x, int y, int z, int lane, int address, int pc);
void wf_finish(const svBitVecVal *counters);
void wf_unknown(int unused);
void wf_system(int line_tags);
void wf_line(int core, int kind, int atom, int line, const svBitVecVal *bytes, const svBitVecVal *data);
void wf_returned(int core, int tag, const svBitVecVal *data);
void wf_line_request(int tag, int kind, int line, const svBitVecVal *bytes, const svBitVecVal *data);
void wf_line_answer(int *tag, svBitVecVal *data);

/* The device whose clock passes in this thread: the calls of a bench come from inside wf_rtl.clock and wf_rtl.start, and say nothing of whose they are. */
static _Thread_local struct wf_sim *of;
static _Thread_local unsigned tags_of_system;                   /* between two calls of one clock, */
static _Thread_local struct wf_fault_event fault_of_answer;     /* too */

struct wf_sim *wf_dpi_enter(struct wf_sim *s)
{
    struct wf_sim *before = of;
    of = s;
    return before;
}

void wf_start(int lanes, int waves, int groups, int regs, int reg_rows, int lds_words, int lds_banks, int imem_words, int coalesce, int inflight,
              int dispatches, int cores)
{
    wf_bench_start(of, &(struct wf_sim_build){
        .device = {.lanes = (unsigned)lanes, .waves = (unsigned)waves, .groups = (unsigned)groups, .regs = (unsigned)regs,
                   .reg_rows = (unsigned)reg_rows, .lds_words = (unsigned)lds_words, .lds_banks = (unsigned)lds_banks,
                   .imem_words = (unsigned)imem_words, .cores = (unsigned)cores},
        .coalesces = coalesce != 0, .inflight = (unsigned)inflight, .dispatches = (unsigned)dispatches,
        .traced = wf_rtl_traced, .line_tags = tags_of_system, .simulator = "verilator"});
}

int wf_next(int unused)
{
    (void)unused;
    return (int)wf_bench_next(of);
}

int wf_field(int index)
{
    return (int)wf_bench_field(of, (unsigned)index);
}

int wf_cycle(int room)
{
    return (int)wf_bench_cycle(of, room & 1);
}

int wf_more(int room)
{
    return (int)wf_bench_more(of, (uint32_t)room);
}

int wf_quad(int unused)
{
    (void)unused;
    return (int)wf_bench_quad(of);
}

void wf_launch(int slot, int id, int x, int y, int z, int wave, int count, int log2, int live, int reg_base, int regs, int lds_base, int lds_words)
{
    wf_bench_launch(of, &(struct wf_launch_event){.slot = (unsigned)slot, .id = (unsigned)id, .group = {(uint32_t)x, (uint32_t)y, (uint32_t)z},
                                              .wave = (unsigned)wave, .count = (unsigned)count, .wave_size = 1u << log2,
                                              .live = (unsigned)live, .reg_base = (unsigned)reg_base, .regs = (unsigned)regs,
                                              .lds_base = (unsigned)lds_base, .lds_words = (unsigned)lds_words});
}

void wf_request(int global, int slot, int tag, int kind, int atom, const svBitVecVal *mask, const svBitVecVal *address,
                const svBitVecVal *data, const svBitVecVal *compare)
{
    wf_bench_request(of, &(struct wf_request_event){.global = global != 0, .slot = (unsigned)slot, .kind = (unsigned)kind,
                                                .atom = (unsigned)atom, .mask = mask, .address = address, .data = data,
                                                .compare = compare}, (unsigned)tag);
}

void wf_retire(int slot, int id, int x, int y, int z, int wave, int pc, const svBitVecVal *word, const svBitVecVal *exec,
               const svBitVecVal *write, int dst, int words, const svBitVecVal *data, int fold, const svBitVecVal *fold_exec)
{
    wf_bench_retire(of, &(struct wf_retire_event){.slot = (unsigned)slot, .id = (unsigned)id, .group = {(uint32_t)x, (uint32_t)y, (uint32_t)z},
                                              .wave = (unsigned)wave, .pc = (unsigned)pc,
                                              .word = (uint64_t)word[1] << 32 | word[0], .exec = exec, .write = write,
                                              .dst = (unsigned)dst, .words = (unsigned)words, .data = data}, fold ? fold_exec : NULL);
}

void wf_issue(int slot, int unit)
{
    wf_bench_issue(of, (unsigned)slot, (unsigned)unit);
}

void wf_fold(int slot)
{
    wf_bench_fold(of, (unsigned)slot);
}

void wf_pick(int slot)
{
    wf_bench_pick(of, (unsigned)slot);
}

void wf_observe(int core, int causes, int banks)
{
    wf_bench_observe(of, (unsigned)core, (unsigned)causes, (unsigned)banks);
}

void wf_arrive(int slot)
{
    wf_bench_arrive(of, (unsigned)slot);
}

void wf_release(int core, const svBitVecVal *slots)
{
    wf_bench_release(of, (unsigned)core, slots);
}

void wf_end(int slot)
{
    wf_bench_end(of, (unsigned)slot);
}

void wf_gdone(int id, int x, int y, int z)
{
    wf_bench_group_done(of, (unsigned)id, (const uint32_t[3]){(uint32_t)x, (uint32_t)y, (uint32_t)z});
}

void wf_answer(int core, int *tag, svBitVecVal *data)
{
    unsigned number;
    const uint32_t *words;
    wf_bench_answer(of, (unsigned)core, &number, &words);
    *tag = (int)number;
    memcpy(data, words, wf_bench_device(of)->lanes * sizeof *words);
}

void wf_accepted(int unused)
{
    (void)unused;
    wf_bench_accepted(of);
}

void wf_faults(const svBitVecVal *count, int valid, int kind, int wave, int x, int y, int z, int lane, int address, int pc)
{
    fault_of_answer = (struct wf_fault_event){.valid = valid != 0,
                                              .record = {.kind = (enum wf_fault)kind, .wave = (unsigned)wave,
                                                         .group = {(uint32_t)x, (uint32_t)y, (uint32_t)z}, .lane = (unsigned)lane,
                                                         .address = (uint32_t)address, .pc = (uint16_t)pc,
                                                         .count = (uint64_t)count[1] << 32 | count[0]}};
}

void wf_done(int id, int code, int ending, int wave_size, int waves)
{
    wf_bench_done(of, &(struct wf_bench_answer){.id = (unsigned)id, .code = (unsigned)code, .ending = (unsigned)ending,
                                            .wave_size = (unsigned)wave_size, .waves = (unsigned)waves}, &fault_of_answer);
}

void wf_finish(const svBitVecVal *counters)
{
    uint64_t value[WF_MAX_CORES * WF_COUNTERS];
    for (unsigned i = 0; i < wf_bench_device(of)->cores * WF_COUNTERS; i++)
        value[i] = (uint64_t)counters[2 * i + 1] << 32 | counters[2 * i];
    wf_bench_finish(of, value);
}

void wf_unknown(int unused)
{
    (void)unused;
    wf_bench_unknown(of, 0, "a control signal");
}

void wf_system(int line_tags)
{
    tags_of_system = (unsigned)line_tags;
}

static uint64_t long_of(const svBitVecVal *bits)
{
    return (uint64_t)bits[1] << 32 | bits[0];
}

void wf_line(int core, int kind, int atom, int line, const svBitVecVal *bytes, const svBitVecVal *data)
{
    wf_bench_line(of, &(struct wf_line_event){.core = (unsigned)core, .kind = (unsigned)kind, .atom = (unsigned)atom, .line = (uint32_t)line,
                                          .bytes = long_of(bytes), .data = data});
}

void wf_returned(int core, int tag, const svBitVecVal *data)
{
    wf_bench_returned(of, (unsigned)core, (unsigned)tag, data);
}

void wf_line_request(int tag, int kind, int line, const svBitVecVal *bytes, const svBitVecVal *data)
{
    wf_bench_line_request(of, (unsigned)tag, (unsigned)kind, (uint32_t)line, long_of(bytes), data);
}

void wf_line_answer(int *tag, svBitVecVal *data)
{
    unsigned number;
    const uint32_t *words;
    wf_bench_line_answer(of, &number, &words);
    *tag = (int)number;
    memcpy(data, words, WF_LINES_WORDS * sizeof *words);
}

const struct wf_rtl wf_rtl = {wf_rtl_start, wf_rtl_clock, wf_rtl_waves, wf_rtl_end};
