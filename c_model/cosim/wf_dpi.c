/* SPDX-License-Identifier: Apache-2.0
 * wf_dpi.c - Verilator's way into the bench: the functions that wf_lockstep_dpi.vh imports.  Bits are 0 or 1 here.
 */
#include <svdpi.h>

#include <string.h>

#include "wf_bench.h"
#include "wf_lines.h"

int wf_start(int lanes, int waves, int groups, int regs, int reg_rows, int lds_words, int lds_banks, int imem_words, int coalesce, int inflight,
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

int wf_dpi_argc;                /* set by main before the first cycle */
char **wf_dpi_argv;
int wf_dpi_traced;
static unsigned lanes_built, line_tags_built, cores_built;

int wf_start(int lanes, int waves, int groups, int regs, int reg_rows, int lds_words, int lds_banks, int imem_words, int coalesce, int inflight,
             int dispatches, int cores)
{
    const struct wf_bench_build built = {
        .device = {.lanes = (unsigned)lanes, .waves = (unsigned)waves, .groups = (unsigned)groups, .regs = (unsigned)regs,
                   .reg_rows = (unsigned)reg_rows, .lds_words = (unsigned)lds_words, .lds_banks = (unsigned)lds_banks,
                   .imem_words = (unsigned)imem_words, .cores = (unsigned)cores},
        .coalesces = coalesce != 0, .inflight = (unsigned)inflight, .dispatches = (unsigned)dispatches,
        .traced = wf_dpi_traced != 0, .line_tags = line_tags_built, .simulator = "verilator"};
    lanes_built = built.device.lanes;
    cores_built = built.device.cores;
    return wf_bench_start(wf_dpi_argc, wf_dpi_argv, &built);
}

int wf_next(int unused)
{
    (void)unused;
    return (int)wf_bench_next();
}

int wf_field(int index)
{
    return (int)wf_bench_field((unsigned)index);
}

int wf_cycle(int room)
{
    return (int)wf_bench_cycle(room & 1);
}

int wf_more(int room)
{
    return (int)wf_bench_more((uint32_t)room);
}

int wf_quad(int unused)
{
    (void)unused;
    return (int)wf_bench_quad();
}

void wf_launch(int slot, int id, int x, int y, int z, int wave, int count, int log2, int live, int reg_base, int regs, int lds_base, int lds_words)
{
    wf_bench_launch(&(struct wf_launch_event){.slot = (unsigned)slot, .id = (unsigned)id, .group = {(uint32_t)x, (uint32_t)y, (uint32_t)z},
                                              .wave = (unsigned)wave, .count = (unsigned)count, .wave_size = 1u << log2,
                                              .live = (unsigned)live, .reg_base = (unsigned)reg_base, .regs = (unsigned)regs,
                                              .lds_base = (unsigned)lds_base, .lds_words = (unsigned)lds_words});
}

void wf_request(int global, int slot, int tag, int kind, int atom, const svBitVecVal *mask, const svBitVecVal *address,
                const svBitVecVal *data, const svBitVecVal *compare)
{
    wf_bench_request(&(struct wf_request_event){.global = global != 0, .slot = (unsigned)slot, .kind = (unsigned)kind,
                                                .atom = (unsigned)atom, .mask = mask, .address = address, .data = data,
                                                .compare = compare}, (unsigned)tag);
}

void wf_retire(int slot, int id, int x, int y, int z, int wave, int pc, const svBitVecVal *word, const svBitVecVal *exec,
               const svBitVecVal *write, int dst, int words, const svBitVecVal *data, int fold, const svBitVecVal *fold_exec)
{
    wf_bench_retire(&(struct wf_retire_event){.slot = (unsigned)slot, .id = (unsigned)id, .group = {(uint32_t)x, (uint32_t)y, (uint32_t)z},
                                              .wave = (unsigned)wave, .pc = (unsigned)pc,
                                              .word = (uint64_t)word[1] << 32 | word[0], .exec = exec, .write = write,
                                              .dst = (unsigned)dst, .words = (unsigned)words, .data = data}, fold ? fold_exec : NULL);
}

void wf_issue(int slot, int unit)
{
    wf_bench_issue((unsigned)slot, (unsigned)unit);
}

void wf_fold(int slot)
{
    wf_bench_fold((unsigned)slot);
}

void wf_pick(int slot)
{
    wf_bench_pick((unsigned)slot);
}

void wf_observe(int core, int causes, int banks)
{
    wf_bench_observe((unsigned)core, (unsigned)causes, (unsigned)banks);
}

void wf_arrive(int slot)
{
    wf_bench_arrive((unsigned)slot);
}

void wf_release(int core, const svBitVecVal *slots)
{
    wf_bench_release((unsigned)core, slots);
}

void wf_end(int slot)
{
    wf_bench_end((unsigned)slot);
}

void wf_gdone(int id, int x, int y, int z)
{
    wf_bench_group_done((unsigned)id, (const uint32_t[3]){(uint32_t)x, (uint32_t)y, (uint32_t)z});
}

void wf_answer(int core, int *tag, svBitVecVal *data)
{
    unsigned number;
    const uint32_t *words;
    wf_bench_answer((unsigned)core, &number, &words);
    *tag = (int)number;
    for (unsigned l = 0; l < lanes_built; l++)
        data[l] = words[l];
}

void wf_accepted(int unused)
{
    (void)unused;
    wf_bench_accepted();
}

static struct wf_fault_event fault_of_answer;

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
    wf_bench_done(&(struct wf_bench_answer){.id = (unsigned)id, .code = (unsigned)code, .ending = (unsigned)ending,
                                            .wave_size = (unsigned)wave_size, .waves = (unsigned)waves}, &fault_of_answer);
}

void wf_finish(const svBitVecVal *counters)
{
    static uint64_t value[16 * WF_COUNTERS];
    for (unsigned i = 0; i < cores_built * WF_COUNTERS; i++)
        value[i] = (uint64_t)counters[2 * i + 1] << 32 | counters[2 * i];
    wf_bench_finish(value);
}

void wf_unknown(int unused)
{
    (void)unused;
    wf_bench_unknown(0, "a control signal");
}

void wf_system(int line_tags)
{
    line_tags_built = (unsigned)line_tags;
}

static uint64_t long_of(const svBitVecVal *bits)
{
    return (uint64_t)bits[1] << 32 | bits[0];
}

void wf_line(int core, int kind, int atom, int line, const svBitVecVal *bytes, const svBitVecVal *data)
{
    wf_bench_line(&(struct wf_line_event){.core = (unsigned)core, .kind = (unsigned)kind, .atom = (unsigned)atom, .line = (uint32_t)line,
                                          .bytes = long_of(bytes), .data = data});
}

void wf_returned(int core, int tag, const svBitVecVal *data)
{
    wf_bench_returned((unsigned)core, (unsigned)tag, data);
}

void wf_line_request(int tag, int kind, int line, const svBitVecVal *bytes, const svBitVecVal *data)
{
    wf_bench_line_request((unsigned)tag, (unsigned)kind, (uint32_t)line, long_of(bytes), data);
}

void wf_line_answer(int *tag, svBitVecVal *data)
{
    unsigned number;
    const uint32_t *words;
    wf_bench_line_answer(&number, &words);
    *tag = (int)number;
    memcpy(data, words, WF_LINES_WORDS * sizeof *words);
}
