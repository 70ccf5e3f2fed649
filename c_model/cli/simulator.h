/* SPDX-License-Identifier: Apache-2.0
 * simulator.h - the simulator of the hardware as a process: found, asked what it is, run, and ended with this program.
 *
 * It gets plusargs (c_model/cosim/wf_bench.h), the kernel's text on standard input, outputs as inherited descriptors, and answers with its
 * verdict line on standard output and with an exit status of status.h.
 */
#ifndef WF_SIMULATOR_H
#define WF_SIMULATOR_H

#include "kernel_file.h"

struct simulator {
    char *program;              /* owned */
    bool icarus;                /* `program` is a file for vvp */
    bool named;                 /* by WAVEFOLD_SIM, so it is asked what it is */
};
struct simulator_build {
    struct wf_device device;
    bool coalesces;             /* its LDS combines lanes of an atomic that share a word */
    bool traced;                /* it writes waveforms */
    bool path;                  /* its memory is one of lines, behind caches */
};
/* The command line of the simulator, without its name. */
struct simulator_words {
    char *word[48];             /* owned */
    size_t count;
    bool failed;                /* no memory, or too many */
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
/* Of the build, unless WAVEFOLD_SIM names one.  WF_EXIT_ENVIRONMENT after a message when there is none. */
enum wf_exit simulator_find(const struct simulator_wanted *wanted, struct simulator *simulator);
void simulator_free(struct simulator *simulator);
/* What it was built as. */
enum wf_exit simulator_ask(const struct simulator *simulator, struct simulator_build *build);

void simulator_word(struct simulator_words *words, const char *format, ...);
/* Run it to its end; frees the words.  `verdict`: the line it printed, to be freed; with WF_EXIT_OK and WF_EXIT_WRONG never NULL. */
enum wf_exit simulator_run(const struct simulator *simulator, struct simulator_words *words, const struct wf_text *text, char **verdict);

#endif
