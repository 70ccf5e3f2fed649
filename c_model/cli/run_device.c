/* SPDX-License-Identifier: Apache-2.0
 * run_device.c - the device of a run: of the model, or the simulator of the hardware that the options ask for.
 */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "run.h"

/* The simulator that WAVEFOLD_SIM names is what the options ask for; false after a message. */
static bool is_as_asked(const struct run *run, const struct wf_sim_build *build)
{
    const char *name = run->simulator.program;
    if (run->lanes && build->device.lanes != run->lanes)
        fprintf(stderr, "wavefold: error: the simulator %s has %u lanes, not the %u of --lanes\n", name,
                build->device.lanes, run->lanes);
    else if (run->cores && wf_device_cores(&build->device) != run->cores)
        fprintf(stderr, "wavefold: error: the simulator %s has %u cores, not the %u of --cores\n", name,
                wf_device_cores(&build->device), run->cores);
    else if (run->coalesce && build->coalesces == run_is_serial(run))
        fprintf(stderr, "wavefold: error: the LDS of the simulator %s %s: --coalesce %s needs another\n", name,
                build->coalesces ? "combines lanes" : "does not combine lanes", run->coalesce);
    else if (run->name[RUN_WAVES] && !build->traced)
        fprintf(stderr, "wavefold: error: the simulator %s writes no waveforms: --waves needs a traced build\n", name);
    else if (run->path && (build->line_tags != 0) != run_has_path(run))
        fprintf(stderr, "wavefold: error: the simulator %s %s a memory path: --memory-path %s needs another\n", name,
                build->line_tags ? "has" : "has not", run->path);
    else
        return true;
    return false;
}

static enum wf_exit choose_simulator(struct run *run, unsigned lanes)
{
    if (lanes != 8 && lanes != 32 && lanes != 128 && !simulator_named())
        return cli_misuse("--on rtl knows --lanes 8, 32 and 128", NULL);
    const struct simulator_wanted wanted = {.icarus = run->icarus, .serial = run_is_serial(run),
                                            .traced = run->name[RUN_WAVES], .path = run_has_path(run),
                                            .lanes = lanes, .cores = run->cores};
    struct wf_sim_build build;
    enum wf_exit status = simulator_find(&wanted, &run->simulator);
    if (!status && run->simulator.named)
        status = simulator_ask(&run->simulator, &build);
    if (status || !run->simulator.named)
        return status;
    run->device = build.device;
    return is_as_asked(run, &build) ? WF_EXIT_OK : WF_EXIT_ENVIRONMENT;
}

enum wf_exit run_choose_device(struct run *run)
{
    const unsigned lanes = cli_device_lanes(run->lanes, run->wave_size);
    run->device = wf_build_device(lanes);
    run->device.cores = run->cores;
    const enum wf_exit status = run->rtl ? choose_simulator(run, lanes) : WF_EXIT_OK;
    return status ? status : cli_wave_fits(run->wave_size, run->device.lanes);
}

