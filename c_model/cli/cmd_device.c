/* SPDX-License-Identifier: Apache-2.0
 * cmd_device.c - wavefold device: what a simulator was built as.
 */
#include <stdio.h>

#include "cli.h"
#include "simulator.h"

enum wf_exit cli_device(int argc, char **argv)
{
    struct simulator_wanted wanted = {.lanes = cli_device_lanes(0, 0)};
    const struct cli_option known[] = {
        CLI_LANES("--lanes", &wanted.lanes), CLI_SMALL("--cores", &wanted.cores, 1, WF_MAX_CORES),
        CLI_CHOICE("--sim", &wanted.icarus, "verilator", "icarus"),
        CLI_CHOICE("--coalesce", &wanted.serial, "on", "off"), CLI_CHOICE("--memory-path", &wanted.path, "off", "on"),
        CLI_LAST};
    struct simulator simulator;
    struct wf_sim_build build;
    enum wf_exit status = cli_parse(argc, argv, known, NULL, "device takes no file");
    if (status || (status = simulator_find(&wanted, &simulator)) != WF_EXIT_OK)
        return status;
    status = simulator_ask(&simulator, &build);
    simulator_free(&simulator);
    if (!status)
        simulator_print(stdout, &build);
    return cli_close_stdout(status);
}
