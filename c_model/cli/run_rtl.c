/* SPDX-License-Identifier: Apache-2.0
 * run_rtl.c - wavefold run on the hardware, in lock step with the model: the simulator's options (c_model/cosim/wf_bench.h).
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "fst_file.h"
#include "run.h"

/* The descriptor of an output that the simulator writes, and its name for messages. */
static void hand_over(struct simulator_words *words, const char *option, const struct wf_output *out)
{
    if (out->file)
        simulator_word(words, "+%s=%d:%s", option, fileno(out->file), out->name);
}

enum wf_exit run_on_rtl(struct run *run)
{
    struct simulator_words words = {.count = 0};
    simulator_word(&words, "+kernel=%s", run->file);
    if (run->is_shader)
        simulator_word(&words, "+shader");
    if (run->bounds)
        simulator_word(&words, "+bounds=%s", run->bounds);
    simulator_word(&words, "+seed=%" PRIu64, run->seed);
    simulator_word(&words, "+wave_size=%u", run->wave_size);
    if (run->limit)
        simulator_word(&words, "+max_cycles=%" PRIu64, run->limit);
    if (run->memory_latency)
        simulator_word(&words, "+memory_latency=%s", run->memory_latency);
    if (run->memory_lines)
        simulator_word(&words, "+memory_lines=%s", run->memory_lines);
    if (run->memory_period)
        simulator_word(&words, "+memory_period=%s", run->memory_period);
    if (run->memory_banks)
        simulator_word(&words, "+memory_banks=%s", run->memory_banks);
    if (run->memory_bank_period)
        simulator_word(&words, "+memory_bank_period=%s", run->memory_bank_period);
    if (run->memory_order)
        simulator_word(&words, "+memory_any_order=%d", strcmp(run->memory_order, "any") == 0);
    hand_over(&words, "trace", &run->trace);
    hand_over(&words, "stats", &run->stats);
    hand_over(&words, "profile", &run->profile);
    hand_over(&words, "timeline", &run->timeline);
    hand_over(&words, "summary", &run->summary);
    for (unsigned i = 0; i < run->dumps; i++) {
        char option[32];
        snprintf(option, sizeof option, run->dump[i].raw ? "raw%d" : "dump%d", run->dump[i].number);
        hand_over(&words, option, &run->dump[i].out);
    }
    if (run->waves.file)
        simulator_word(&words, "+waves=%s", run->waves.temporary);
    const enum wf_exit status = simulator_run(&run->simulator, &words, &run->text, &run->verdict);
    const char *fault = run->waves.file && (status == WF_EXIT_OK || status == WF_EXIT_WRONG) ? fst_file_fault(run->waves.temporary) : NULL;
    if (!fault)
        return status;
    fprintf(stderr, "%s: error: cannot write: %s\n", run->waves_file, fault);
    return WF_EXIT_ENVIRONMENT;
}
