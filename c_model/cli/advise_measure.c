/* SPDX-License-Identifier: Apache-2.0
 * advise_measure.c - cycles of a kernel as it is and rewritten, on hardware with and without the combining of lanes.
 *
 * Every instruction is held against the model, and the results against the expectations of the file.
 */
#include <stdlib.h>
#include <string.h>

#include "advise.h"
#include "cli.h"

/* The one that WAVEFOLD_SIM names combines lanes, or does not: the other is not measured. */
static enum wf_exit ask_named(struct advise *a)
{
    const struct simulator_wanted wanted = {.lanes = a->device.lanes};
    struct simulator simulator;
    struct wf_sim_build build;
    enum wf_exit status = simulator_find(&wanted, &simulator);
    if (status)
        return status;
    status = simulator_ask(&simulator, &build);
    const enum advise_device device = build.coalesces ? ADVISE_COMBINES : ADVISE_SERIAL;
    a->hardware[device].simulator = simulator;
    a->hardware[device].is_there = true;
    if (status)
        return status;
    if (a->lanes && build.device.lanes != a->lanes)
        return cli_tell(WF_EXIT_ENVIRONMENT, "wavefold: error: the simulator %s has %u lanes, not the %u of --lanes\n",
                        simulator.program, build.device.lanes, a->lanes);
    a->device = build.device;
    return WF_EXIT_OK;
}

enum wf_exit advise_choose_device(struct advise *a)
{
    const unsigned lanes = cli_device_lanes(a->lanes, a->wave_size);
    enum wf_exit status = WF_EXIT_OK;
    a->device = wf_build_device(lanes);
    if (simulator_named())
        status = ask_named(a);
    else if (lanes != 8 && lanes != 32 && lanes != 128)
        return cli_misuse("advise measures on the hardware, which knows --lanes 8, 32 and 128", NULL);
    return status ? status : cli_wave_fits(a->wave_size, a->device.lanes);
}

enum wf_exit advise_find_hardware(struct advise *a)
{
    if (simulator_named())
        return WF_EXIT_OK;
    enum wf_exit status[ADVISE_DEVICES];
    for (unsigned d = 0; d < ADVISE_DEVICES; d++) {
        const struct simulator_wanted wanted = {
            .serial = d == ADVISE_SERIAL, .optional = d == ADVISE_SERIAL, .lanes = a->device.lanes};
        status[d] = simulator_find(&wanted, &a->hardware[d].simulator);
        a->hardware[d].is_there = status[d] == WF_EXIT_OK;
    }
    return status[ADVISE_COMBINES];
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

enum wf_exit advise_measure(struct advise *a, enum advise_device device, struct wf_kernel *kernel, uint64_t *cycles)
{
    struct run run = {.file = a->file, .variant = a->variant, .is_shader = a->is_shader, .shader = a->shader,
                      .rewritten = true, .wave_size = a->wave_size, .limit = a->limit,
                      .memory_latency = a->memory_latency, .memory_lines = a->memory_lines,
                      .simulator = a->hardware[device].simulator, .device = a->device, .input.text = a->input.text,
                      .kernel = kernel};
    const enum wf_exit status = run_on_rtl(&run);
    *cycles = status == WF_EXIT_OK ? cycles_of(run.verdict) : 0;
    free(run.verdict);
    return status;
}
