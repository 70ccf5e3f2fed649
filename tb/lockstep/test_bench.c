/* SPDX-License-Identifier: Apache-2.0
 * test_bench.c - the C side of the bench alone, with this file in the simulator's place: every way in which a run ends, and its figures.
 * What the machine counts is made up here.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../common/wf_check.h"
#include "../../c_model/cosim/wf_bench.h"

/* One wave of one instruction; its word of Out stays 0. */
#define KERNEL "[numthreads(4,1,1)]\nbuffer Out[1]\ncode\n end\n"
static const char right[] = KERNEL "expect Out = { 0 }\n", wrong[] = KERNEL "expect Out = { 1 }\n", faulty[] = KERNEL "expect fault MEM_RANGE\n";
static const char reporting[] = "[report_wave_size]\n" KERNEL "expect Out = { 1 }\n";
static const char refused[] = "[numthreads(1025,1,1)]\ncode\n end\nexpect reject NUMTHREADS_X\n";

/* ---- the machine ---------------------------------------------------------------------------------------------------------- */

static uint64_t counters[WF_COUNTERS];          /* since the reset */
static uint64_t faults;
static bool faults_known = true;
static uint64_t end_word;                       /* the instruction, as it was loaded */

/* 20 cycles more; an instruction, or else all of them stalls. */
static void count(unsigned instructions)
{
    counters[WF_CNT_CYCLES] += 20;
    counters[WF_CNT_INSTRUCTIONS] += instructions;
    counters[WF_CNT_STALL_EMPTY] += 12;
    counters[WF_CNT_STALL_FETCH] += 8 - instructions;
}

static bool stops(uint64_t cycles)
{
    for (uint64_t i = 0; i < cycles; i++)
        if (wf_bench_cycle(true) & WF_CYCLE_STOP)
            return true;
    return false;
}

static void until_it_stops(void)
{
    while (!stops(1))
        ;
}

static void load(void)
{
    enum wf_bench_action action;
    while ((action = wf_bench_next()) == WF_BENCH_CODE || action == WF_BENCH_BUFFER)
        if (action == WF_BENCH_CODE)
            end_word = (uint64_t)wf_bench_field(WF_CODE_HIGH) << 32 | wf_bench_field(WF_CODE_LOW);
}

static void accept(void)
{
    load();
    wf_bench_accepted();
}

static void done(unsigned code, unsigned wave_size, unsigned waves)
{
    wf_bench_done(&(struct wf_bench_answer){.code = code, .wave_size = wave_size, .waves = waves}, faults_known ?
                  &(struct wf_fault_event){.valid = faults != 0, .record = {.kind = WF_FAULT_MEM_RANGE, .count = faults}} : NULL);
}

static void launch(unsigned live)
{
    wf_bench_launch(&(struct wf_launch_event){.count = 1, .wave_size = 4, .live = live, .regs = 8});
    counters[WF_CNT_WAVES]++;
}

static void retire(uint64_t word)
{
    static const uint32_t exec[4] = {0xf}, none[4], data[4 * WF_MAX_LANES];
    wf_bench_retire(&(struct wf_retire_event){.word = word, .exec = exec, .write = none, .data = data}, NULL);
}

/* A dispatch that launches nothing: 20 cycles. */
static void answer(unsigned code, unsigned wave_size, unsigned waves)
{
    accept();
    stops(20);
    count(0);
    done(code, wave_size, waves);
}

/* A dispatch that runs: 20 cycles, empty but for the 8 of its wave. */
static void dispatch(unsigned reported_size)
{
    accept();
    stops(11);
    launch(4);
    stops(4);
    retire(end_word);
    stops(4);
    wf_bench_end(0);
    wf_bench_group_done(0, (const uint32_t[3]){0, 0, 0});
    stops(1);
    count(1);
    done(0, reported_size, 1);
}

static void settle(void)
{
    stops(16);
    wf_bench_finish(counters);
}

/* ---- how a run ends; the simulator then reads the counters once more ------------------------------------------------------------ */

static void it_ends(void)
{
    dispatch(0);
    settle();
}

static void second_ends(void)
{
    answer(0, 4, 1);
    settle();
    dispatch(4);
    settle();
}

static void counts_differ(void)
{
    dispatch(0);
    counters[WF_CNT_MEMORY_INSTRUCTIONS] += 5;
    settle();
}

static void faults_differ(void)
{
    faults = 1;
    dispatch(0);
    settle();
}

static void launch_differs(void)
{
    accept();
    stops(20);
    launch(3);
    count(0);
}

static void retire_differs(void)
{
    accept();
    launch(4);
    stops(20);
    retire(~end_word);
    count(1);
    counters[WF_CNT_CYCLES] += 2;               /* two more instructions are in flight */
}

static void answer_differs(void)
{
    answer(1, 0, 0);
}

/* The limit is 25 cycles; the machine has counted one more when that is seen, and the causes of 20. */
static void limit_passes(void)
{
    until_it_stops();
    counters[WF_CNT_CYCLES] += 6;
}

static void limit(void)
{
    accept();
    count(0);
    limit_passes();
}

/* In the last cycle of the limit, then in the one after. */
static void retires_at_limit(void)
{
    accept();
    launch(4);
    stops(24);
    retire(end_word);
    count(1);
    limit_passes();
}

static void retires_after_limit(void)
{
    accept();
    launch(4);
    stops(25);
    retire(end_word);
    count(1);
    limit_passes();
}

static void hang_before(void)
{
    load();
    until_it_stops();
}

static void first_hangs(void)
{
    accept();
    counters[WF_CNT_CYCLES] = counters[WF_CNT_STALL_EMPTY] = 20000;
    until_it_stops();
}

static void unknown_twice(void)
{
    accept();
    stops(20);
    count(0);
    wf_bench_unknown(0, "a control signal");
    stops(1);
    wf_bench_unknown(0, "a control signal");
}

static void unknown_fault(void)
{
    faults_known = false;
    dispatch(0);
    settle();
}

static void unknown_counters(void)
{
    dispatch(0);
    stops(16);
    wf_bench_finish(NULL);
}

static void refused_then_differs(void)
{
    answer(WF_REJECT_NUMTHREADS_X, 0, 0);
    settle();
    accept();
    counters[WF_CNT_CYCLES] += 500;
    wf_bench_launch(&(struct wf_launch_event){.group = {7, 7, 7}, .count = 1, .wave_size = 4, .live = 4, .regs = 8});
}

static void refused_then_differs_at_its_end(void)
{
    answer(WF_REJECT_NUMTHREADS_X, 0, 0);
    settle();
    answer(0, 0, 3);
    counters[WF_CNT_MEMORY_INSTRUCTIONS] += 9;
    settle();
}

/* ---- runs and their figures ----------------------------------------------------------------------------------------------------- */

static const struct way {
    const char *name, *kernel;
    void (*ends)(void);
    bool passes, known_last;                    /* known_last: the counters, when they are read once more */
    int cycles, instructions, memory_instructions, in_flight;   /* cycles: -1 for unknown */
    const char *limit;                          /* of cycles; NULL for none */
} ways[] = {
    {"as expected", right, it_ends, true, true, 20, 1, 0, 0, NULL},
    {"wrong contents", wrong, it_ends, false, true, 20, 1, 0, 0, NULL},
    {"wrong contents, then unknown counters", wrong, it_ends, false, false, 20, 1, 0, 0, NULL},
    {"wrong contents of the second dispatch", reporting, second_ends, false, true, 20, 1, 0, 0, NULL},
    {"a missing fault", faulty, it_ends, false, true, 20, 1, 0, 0, NULL},
    {"a counter that differs", right, counts_differ, false, true, 20, 1, 5, 0, NULL},
    {"a fault of the hardware alone", right, faults_differ, false, true, 20, 1, 0, 0, NULL},
    {"a launch that differs", right, launch_differs, false, true, 20, 0, 0, 0, NULL},
    {"an instruction that differs", right, retire_differs, false, true, 22, 1, 0, 2, NULL},
    {"another answer", right, answer_differs, false, true, 20, 0, 0, 0, NULL},
    {"the limit", right, limit, false, true, 25, 0, 0, 5, "25"},
    {"an instruction in the last cycle of the limit", right, retires_at_limit, false, true, 25, 1, 0, 5, "25"},
    {"... in the cycle after", right, retires_after_limit, false, true, 25, 0, 0, 6, "25"},
    {"as many cycles as the limit", right, it_ends, true, true, 20, 1, 0, 0, "20"},
    {"the greatest limit", right, it_ends, true, true, 20, 1, 0, 0, "18446744073709551615"},
    {"a hang before the descriptor is taken", right, hang_before, false, true, 0, 0, 0, 0, NULL},
    {"a hang in the first of two dispatches", reporting, first_hangs, false, true, 0, 0, 0, 0, NULL},
    {"unknown bits, cycle after cycle", right, unknown_twice, false, true, 20, 0, 0, 0, NULL},
    {"unknown bits, counters too", right, unknown_twice, false, false, -1, 0, 0, 0, NULL},
    {"an unknown fault record", right, unknown_fault, false, true, 20, 1, 0, 0, NULL},
    {"unknown counters", right, unknown_counters, false, false, -1, 1, 0, 0, NULL},
    {"a difference after a refused dispatch", refused, refused_then_differs, false, true, 20, 0, 0, 0, NULL},
    {"... at its end", refused, refused_then_differs_at_its_end, false, true, 20, 0, 0, 0, NULL},
};

/* In a process of its own: the bench is there once. */
static void play(const struct way *way, FILE *kernel, FILE *verdict, FILE *stats)
{
    char option[32], most[40];
    snprintf(option, sizeof option, "+stats=%d:stats", fileno(stats));
    snprintf(most, sizeof most, "+max_cycles=%s", way->limit ? way->limit : "5000000");
    char *argv[] = {"test", "+kernel=test", option, most};
    const struct wf_bench_build built = {.device = {.lanes = 4, .waves = 4, .groups = 1, .regs = 16, .lds_words = 64, .lds_banks = 2, .imem_words = 64},
                                         .coalesces = true, .simulator = "test"};
    if (dup2(fileno(kernel), 0) < 0 || dup2(fileno(verdict), 1) < 0 || !freopen("/dev/null", "w", stderr) ||
        !wf_bench_start(4, argv, &built))
        exit(99);
    way->ends();
    stops(1);
    for (int i = 0; i < 2; i++)                 /* and nothing comes of it the second time */
        wf_bench_finish(way->known_last ? counters : NULL);
    exit(wf_bench_status());
}

static char *contents(FILE *file)
{
    static char text[4096];
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    return text;
}

/* -1: null; -2: no such field. */
static int64_t field(const char *json, const char *name)
{
    char quoted[40];
    snprintf(quoted, sizeof quoted, "\"%s\": ", name);
    const char *at = strstr(json, quoted);
    if (!at)
        return -2;
    at += strlen(quoted);
    return strncmp(at, "null", 4) ? strtoll(at, NULL, 10) : -1;
}

static void check_json(const struct way *way, const char *json)
{
    int64_t sum = field(json, "instructions") + field(json, "cycles_in_flight");
    for (unsigned i = WF_CNT_STALL_EMPTY; i <= WF_CNT_STALL_FETCH; i++) {
        const int64_t stall = field(json, wf_counter_name((enum wf_counter)i));
        CHECK(way->cycles < 0 ? stall == -1 : stall >= 0);
        sum += stall;
    }
    CHECK(strstr(json, way->passes ? "\"passed\": true" : "\"passed\": false") != NULL);
    CHECK_EQ(field(json, "instructions"), way->instructions);
    CHECK_EQ(field(json, "cycles"), way->cycles);
    CHECK_EQ(field(json, "cycles_in_flight"), way->cycles < 0 ? -1 : way->in_flight);
    CHECK(way->cycles < 0 || sum == way->cycles);
    CHECK_EQ(field(json, "memory_instructions"), way->cycles < 0 ? -1 : way->memory_instructions);
}

static void check_line(const struct way *way, const char *line)
{
    char wanted[40];
    snprintf(wanted, sizeof wanted, way->cycles < 0 ? " cycles=? " : " cycles=%d ", way->cycles);
    CHECK(!strncmp(line, way->passes ? "PASS test " : "FAIL test ", 10));
    CHECK(strstr(line, wanted) != NULL);
    CHECK(strchr(line, '\n') && !strchr(line, '\n')[1]);        /* once */
}

int main(void)
{
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        const struct way *way = &ways[i];
        const unsigned long failed = checks_failed;
        FILE *kernel = tmpfile(), *verdict = tmpfile(), *stats = tmpfile();
        int status = 0;
        if (!kernel || !verdict || !stats)
            return 1;
        fputs(way->kernel, kernel);
        rewind(kernel);
        fflush(NULL);
        const pid_t child = fork();
        if (child == 0)
            play(way, kernel, verdict, stats);
        waitpid(child, &status, 0);
        CHECK(WIFEXITED(status));
        CHECK_EQ(WEXITSTATUS(status), way->passes ? 0 : 1);
        check_json(way, contents(stats));
        check_line(way, contents(verdict));
        if (checks_failed != failed)
            printf("... after: %s\n", way->name);
        fclose(kernel);
        fclose(verdict);
        fclose(stats);
    }
    return check_end("bench");
}
