/* SPDX-License-Identifier: Apache-2.0
 * advise_measure.c - cycles of a kernel as it is and rewritten, on the hardware with and without the combining of lanes.
 *
 * The simulator gets the text of the kernel and which atomics to rewrite (c_model/cosim/wf_bench.h), so that buffers and expectations are those of
 * the file; it holds every instruction against the model, and the results against the expectations.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advise.h"
#include "cli.h"

static bool is_named(void)
{
    const char *name = getenv("WAVEFOLD_SIM");
    return name && *name;
}

/* The one that WAVEFOLD_SIM names combines lanes, or does not: the other is not measured. */
static enum wf_exit ask_named(struct advise *a)
{
    const struct simulator_wanted wanted = {.lanes = a->device.lanes};
    struct simulator simulator;
    struct simulator_build build;
    enum wf_exit status = simulator_find(&wanted, &simulator);
    if (status)
        return status;
    status = simulator_ask(&simulator, &build);
    const enum advise_device device = build.coalesces ? ADVISE_COMBINES : ADVISE_SERIAL;
    a->hardware[device].simulator = simulator;
    a->hardware[device].is_there = true;
    if (status)
        return status;
    if (a->lanes && build.device.lanes != a->lanes) {
        fprintf(stderr, "wavefold: error: the simulator %s has %u lanes, not the %u of --lanes\n", simulator.program, build.device.lanes, a->lanes);
        return WF_EXIT_ENVIRONMENT;
    }
    a->device = build.device;
    return WF_EXIT_OK;
}

enum wf_exit advise_choose_device(struct advise *a)
{
    const unsigned lanes = cli_device_lanes(a->lanes, a->wave_size);
    enum wf_exit status = WF_EXIT_OK;
    a->device = wf_build_device(lanes);
    if (is_named())
        status = ask_named(a);
    else if (lanes != 8 && lanes != 32 && lanes != 128)
        return cli_misuse("advise measures on the hardware, which knows --lanes 8, 32 and 128", NULL);
    return status ? status : cli_wave_fits(a->wave_size, a->device.lanes);
}

enum wf_exit advise_find_hardware(struct advise *a)
{
    if (is_named())
        return WF_EXIT_OK;
    enum wf_exit status[ADVISE_DEVICES];
    for (unsigned d = 0; d < ADVISE_DEVICES; d++) {
        const struct simulator_wanted wanted = {.serial = d == ADVISE_SERIAL, .optional = d == ADVISE_SERIAL, .lanes = a->device.lanes};
        status[d] = simulator_find(&wanted, &a->hardware[d].simulator);
        a->hardware[d].is_there = status[d] == WF_EXIT_OK;
    }
    return status[ADVISE_COMBINES];
}

static void rewrites(struct simulator_words *words, const size_t *at, size_t count)
{
    enum { DIGITS = 8 };
    char *list = calloc(count + 1, DIGITS);
    size_t used = 0;
    for (size_t i = 0; list && i < count; i++)
        used += (size_t)sprintf(list + used, "%s%zu", i ? "," : "", at[i]);
    simulator_word(words, "+rewrite=%s", list ? list : "");
    words->failed |= !list;
    free(list);
}

/* The figure of a verdict line, behind the name of the kernel, which may hold anything. */
static uint64_t cycles_of(const char *verdict)
{
    static const char name[] = " cycles=";
    const char *last = NULL;
    while ((verdict = strstr(verdict, name)) != NULL)
        last = verdict += strlen(name);
    return last ? strtoull(last, NULL, 10) : 0;
}

enum wf_exit advise_measure(struct advise *a, enum advise_device device, const size_t *at, size_t count, uint64_t *cycles)
{
    struct simulator_words words = {.count = 0};
    char *verdict;
    simulator_word(&words, "+kernel=%s", a->file);
    if (a->is_shader)
        simulator_word(&words, "+shader");
    simulator_word(&words, "+wave_size=%u", a->wave_size);
    if (count)
        rewrites(&words, at, count);
    if (a->limit)
        simulator_word(&words, "+max_cycles=%" PRIu64, a->limit);
    if (a->memory_latency)
        simulator_word(&words, "+memory_latency=%s", a->memory_latency);
    if (a->memory_lines)
        simulator_word(&words, "+memory_lines=%s", a->memory_lines);
    const enum wf_exit status = simulator_run(&a->hardware[device].simulator, &words, &a->text, &verdict);
    *cycles = status == WF_EXIT_OK ? cycles_of(verdict) : 0;
    free(verdict);
    return status;
}
