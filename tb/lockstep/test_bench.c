/* SPDX-License-Identifier: Apache-2.0
 * test_bench.c - a run of the program on a device, with this file in the simulator's place: every way in which a run ends, and its figures.
 * What the machine counts is made up here.
 */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "../../c_model/cli/run.h"
#include "../../c_model/cosim/wf_bench.h"
#include "../common/wf_check.h"

/* One wave of one instruction; its word of Out stays 0. */
#define KERNEL "[numthreads(4,1,1)]\nbuffer Out[1]\ncode\n end\n"
static const char right[] = KERNEL "expect Out = { 0 }\n", wrong[] = KERNEL "expect Out = { 1 }\n", faulty[] = KERNEL "expect fault MEM_RANGE\n";
static const char reporting[] = "[report_wave_size]\n" KERNEL "expect Out = { 1 }\n";
static const char refused[] = "[numthreads(1025,1,1)]\ncode\n end\nexpect reject NUMTHREADS_X\n";

/* ---- the machine ---------------------------------------------------------------------------------------------------------- */

/* It runs on a stack of its own: a clock is over when it yields. */
static ucontext_t bench, machine;
static struct wf_sim *sim;
static uint64_t counters[WF_COUNTERS];          /* since the reset */
static uint64_t faults;
static uint64_t retired;                        /* of this dispatch, as the hardware counts them */
static bool faults_known;
static uint64_t end_word;                       /* the instruction, as it was loaded */

/* 20 cycles more; an instruction, or else all of them stalls. */
static void count(unsigned instructions)
{
    counters[WF_CNT_CYCLES] += 20;
    counters[WF_CNT_INSTRUCTIONS] += instructions;
    counters[WF_CNT_STALL_EMPTY] += 12;
    counters[WF_CNT_STALL_FETCH] += 8 - instructions;
}

static void yield(void)
{
    swapcontext(&machine, &bench);
}

static bool stops(uint64_t cycles)
{
    for (uint64_t i = 0; i < cycles; i++) {
        const uint32_t control = wf_bench_cycle(sim, true);
        yield();
        if (control & WF_CYCLE_STOP)
            return true;
    }
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
    while ((action = wf_bench_next(sim)) == WF_BENCH_CODE || action == WF_BENCH_BUFFER)
        if (action == WF_BENCH_CODE)
            end_word = (uint64_t)wf_bench_field(sim, WF_CODE_HIGH) << 32 | wf_bench_field(sim, WF_CODE_LOW);
}

static void accept(void)
{
    load();
    retired = 0;
    wf_bench_accepted(sim);
}

static void done(unsigned code, unsigned wave_size, unsigned waves)
{
    wf_bench_done(sim, &(struct wf_bench_answer){.code = code, .wave_size = wave_size, .waves = waves, .instructions = retired}, faults_known ?
                  &(struct wf_fault_event){.valid = faults != 0, .record = {.kind = WF_FAULT_MEM_RANGE, .count = faults}} : NULL);
}

static void launch(unsigned live)
{
    wf_bench_launch(sim, &(struct wf_launch_event){.count = 1, .wave_size = 4, .live = live, .regs = 8});
    counters[WF_CNT_WAVES]++;
}

static void retire(uint64_t word)
{
    static const uint32_t exec[4] = {0xf}, none[4], data[4 * WF_MAX_LANES];
    wf_bench_retire(sim, &(struct wf_retire_event){.word = word, .exec = exec, .write = none, .data = data}, NULL);
    retired++;
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
    wf_bench_end(sim, 0);
    wf_bench_group_done(sim, 0, (const uint32_t[3]){0, 0, 0});
    stops(1);
    count(1);
    done(0, reported_size, 1);
}

static void settle(void)
{
    stops(16);
    wf_bench_finish(sim, counters);
    yield();
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

/* One more of the dispatch than of the core. */
static void instructions_differ(void)
{
    accept();
    stops(11);
    launch(4);
    stops(4);
    retire(end_word);
    stops(4);
    wf_bench_end(sim, 0);
    wf_bench_group_done(sim, 0, (const uint32_t[3]){0, 0, 0});
    stops(1);
    count(1);
    retired++;
    done(0, 0, 1);
    settle();
}

static void refused_with_instructions(void)
{
    accept();
    stops(20);
    count(0);
    retired++;
    done(WF_REJECT_NUMTHREADS_X, 0, 0);
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
    wf_bench_unknown(sim, 0, "a control signal");
    stops(1);
    wf_bench_unknown(sim, 0, "a control signal");
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
    wf_bench_finish(sim, NULL);
    yield();
}

static void refused_then_differs(void)
{
    answer(WF_REJECT_NUMTHREADS_X, 0, 0);
    settle();
    accept();
    counters[WF_CNT_CYCLES] += 500;
    wf_bench_launch(sim, &(struct wf_launch_event){.group = {7, 7, 7}, .count = 1, .wave_size = 4, .live = 4, .regs = 8});
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
    {"an instruction more of the dispatch", right, instructions_differ, false, true, 20, 1, 0, 0, NULL},
    {"an instruction of a refused dispatch", refused, refused_with_instructions, false, true, 20, 0, 0, 0, NULL},
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

/* ---- in place of a simulator (wf_bench.h) and of the program's access to it (simulator.h) ------------------------------------------ */

/* Weak, so that sim/layers.sh looks at the functions of the same names in the program. */
#define IN_PLACE __attribute__((weak))

static const struct way *played;

static void play(void)
{
    played->ends();
    for (;;) {                                  /* and nothing comes of it the second time */
        wf_bench_cycle(sim, true);
        wf_bench_finish(sim, played->known_last ? counters : NULL);
        yield();
    }
}

static void *start(struct wf_sim *s, const void *user)
{
    (void)user;
    sim = s;
    wf_bench_start(s, &(struct wf_sim_build){.device = {.lanes = 4, .waves = 4, .groups = 1, .regs = 16, .lds_words = 64, .lds_banks = 2, .imem_words = 64},
                                             .dispatches = 1, .coalesces = true, .simulator = "test"});
    return s;
}

static bool clock_once(void *m, const char **why)
{
    (void)m, (void)why;
    swapcontext(&bench, &machine);
    return true;
}

static void end(void *m)
{
    (void)m;
}

IN_PLACE const struct wf_rtl wf_rtl = {start, clock_once, NULL, end};

IN_PLACE bool simulator_open(const struct simulator *simulator, const struct wf_sim_setup *setup, const char *waves, struct simulator_device *device)
{
    (void)simulator, (void)waves;
    *device = (struct simulator_device){.api = wf_sim_api()};
    device->sim = device->api->create(setup);
    return device->sim;
}

IN_PLACE enum wf_exit simulator_close(struct simulator_device *device)
{
    device->api->destroy(device->sim);
    return WF_EXIT_OK;
}

IN_PLACE void simulator_is_other(const struct simulator *simulator)
{
    fprintf(stderr, "%s is of another version\n", simulator->program);
}

IN_PLACE enum wf_exit simulator_run(const struct simulator *simulator, bool waves, process_work *work, void *user, char **verdict)
{
    size_t length;
    FILE *said = open_memstream(verdict, &length);
    (void)simulator, (void)waves;
    const enum wf_exit status = said ? work(user, said) : WF_EXIT_ENVIRONMENT;
    return said && fclose(said) == 0 ? status : WF_EXIT_ENVIRONMENT;
}

/* The run of a way; what it says is in `verdict` and in `stats`. */
static enum wf_exit run_way(const struct way *way, FILE *stats, char **verdict)
{
    enum { STACK = 1 << 20 };
    char name[] = "test";
    struct run run = {.file = name, .out[RUN_STATS] = {.file = stats, .name = name},
                      .limit = way->limit ? strtoull(way->limit, NULL, 10) : 0,
                      .device = {.lanes = 4, .waves = 4, .groups = 1, .regs = 16, .lds_words = 64, .lds_banks = 2, .imem_words = 64}};
    void *stack = malloc(STACK);
    run.kernel = wf_kernel_parse(way->kernel, strlen(way->kernel), &run.device, 0, NULL, NULL);
    *verdict = NULL;
    if (!run.kernel || !stack)
        return WF_EXIT_ENVIRONMENT;
    memset(counters, 0, sizeof counters);
    faults = 0;
    faults_known = true;
    played = way;
    getcontext(&machine);
    machine.uc_stack.ss_sp = stack;
    machine.uc_stack.ss_size = STACK;
    makecontext(&machine, play, 0);
    const enum wf_exit status = run_on_rtl(&run);
    *verdict = run.verdict;
    wf_kernel_free(run.kernel);
    free(stack);
    return status;
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
    if (!freopen("/dev/null", "w", stderr))     /* what goes wrong in these runs is meant to */
        return 1;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        const struct way *way = &ways[i];
        const unsigned long failed = checks_failed;
        FILE *stats = tmpfile();
        char *verdict;
        if (!stats)
            return 1;
        CHECK_EQ(run_way(way, stats, &verdict), way->passes ? WF_EXIT_OK : WF_EXIT_WRONG);
        check_json(way, contents(stats));
        check_line(way, verdict ? verdict : "");
        if (checks_failed != failed)
            printf("... after: %s\n", way->name);
        free(verdict);
        fclose(stats);
    }
    return check_end("bench");
}
