/* SPDX-License-Identifier: Apache-2.0
 * simulator.h - the simulator of the hardware: found, asked what it is, and used so that this program survives its end.
 *
 * One of Verilator is a library (wavefold/sim.h), opened by a copy of this program; one of Icarus is a file for vvp.
 */
#ifndef WF_SIMULATOR_H
#define WF_SIMULATOR_H

#include "../cosim/wf_icarus.h"
#include "process.h"

struct simulator {
    char *program;              /* owned: its file */
    bool icarus;                /* ... is one for vvp */
    bool named;                 /* by WAVEFOLD_SIM, so it is asked what it is */
};

/* Which simulator is wanted. */
struct simulator_wanted {
    bool icarus;
    bool serial;                /* of an LDS that does not combine */
    bool traced;
    bool path;                  /* over the memory path */
    bool optional;              /* that there is none is no error */
    unsigned lanes, cores;      /* cores: 0 or 1: one */
};
/* The simulator that WAVEFOLD_SIM names; NULL: none. */
const char *simulator_named(void);
/* Of the build, unless WAVEFOLD_SIM names one.  WF_EXIT_ENVIRONMENT after a message when there is none. */
enum wf_exit simulator_find(const struct simulator_wanted *wanted, struct simulator *simulator);
/* It is there, but of another version: the message, with the command that builds it again. */
void simulator_is_other(const struct simulator *simulator);
void simulator_free(struct simulator *simulator);
/* What it was built as; and that as a line. */
enum wf_exit simulator_ask(const struct simulator *simulator, struct wf_sim_build *build);
void simulator_print(FILE *file, const struct wf_sim_build *build);

/* A device of it. */
struct simulator_device {
    const struct wf_sim_api *api;
    struct wf_sim *sim;
    void *library;
    struct wf_icarus icarus;
    struct process vvp;
    int ended;                  /* status of vvp, as waitpid gives it */
    FILE *said;                 /* what vvp printed */
};
/* `waves`: the waveform to write, or NULL.  False after a message; then there is nothing to close. */
bool simulator_open(const struct simulator *simulator, const struct wf_sim_setup *setup, const char *waves,
                    struct simulator_device *device);
/* WF_EXIT_OK, or another status after a message when it had ended otherwise. */
enum wf_exit simulator_close(struct simulator_device *device);

/* Do work that opens a device, with a library in a copy of this program: all that stays is `verdict`, what it wrote to
 * `said` without the line's end; to be freed, never NULL with WF_EXIT_OK and _WRONG.  `waves`: it writes a waveform. */
enum wf_exit simulator_run(const struct simulator *sim, bool waves, process_work *work, void *user, char **verdict);

#endif
