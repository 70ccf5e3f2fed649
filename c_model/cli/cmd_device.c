/* SPDX-License-Identifier: Apache-2.0
 * cmd_device.c - wavefold device: what a simulator was built as.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "simulator.h"

enum option { LANES, CORES, SIM, COALESCE, PATH };
static const struct cli_option known[] = {[LANES] = {"--lanes", true}, [CORES] = {"--cores", true}, [SIM] = {"--sim", true},
                                          [COALESCE] = {"--coalesce", true}, [PATH] = {"--memory-path", true}, {NULL, false}};

static enum wf_exit set_option(struct simulator_wanted *w, enum option option, const char *value)
{
    const char *name = known[option].name;
    switch (option) {
    case LANES:    return cli_lanes(name, value, &w->lanes);
    case CORES:    return cli_small_of(name, value, 1, WF_MAX_CORES, &w->cores);
    case SIM:      return cli_choose(name, value, "verilator", "icarus", &w->icarus);
    case COALESCE: return cli_choose(name, value, "on", "off", &w->serial);
    case PATH:     return cli_choose(name, value, "off", "on", &w->path);
    }
    return WF_EXIT_MISUSE;
}

enum wf_exit cli_device(int argc, char **argv)
{
    struct cli_words words = {.argc = argc, .argv = argv};
    struct simulator_wanted wanted = {.lanes = cli_device_lanes(0, 0)};
    struct simulator simulator;
    struct wf_sim_build build;
    const char *value;
    enum wf_exit status = WF_EXIT_OK;
    for (int which; !status && (which = cli_next(&words, known, &value)) != CLI_END;)
        status = which == CLI_MISUSE ? WF_EXIT_MISUSE : which == CLI_OPERAND ? cli_misuse("device takes no file", value) :
                 set_option(&wanted, (enum option)which, value);
    if (status || (status = simulator_find(&wanted, &simulator)) != WF_EXIT_OK)
        return status;
    status = simulator_ask(&simulator, &build);
    simulator_free(&simulator);
    if (!status)
        simulator_print(stdout, &build);
    return cli_close_stdout(status);
}
