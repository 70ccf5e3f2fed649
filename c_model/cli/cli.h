/* SPDX-License-Identifier: Apache-2.0
 * cli.h - the verbs of the program and what they share: words of the command line, help, standard output.
 */
#ifndef WF_CLI_H
#define WF_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

/* Each verb gets its words without its own name. */
enum wf_exit cli_run(int argc, char **argv);
enum wf_exit cli_check(int argc, char **argv);
enum wf_exit cli_asm(int argc, char **argv);
enum wf_exit cli_disasm(int argc, char **argv);
enum wf_exit cli_layout(int argc, char **argv);
enum wf_exit cli_sizes(int argc, char **argv);
enum wf_exit cli_occupancy(int argc, char **argv);
enum wf_exit cli_isa(int argc, char **argv);
enum wf_exit cli_advise(int argc, char **argv);
enum wf_exit cli_device(int argc, char **argv);

/* ---- words of the command line (command_line.c) ------------------------------------------------------------------------ */

struct cli_option {
    const char *name;           /* with its dashes; the list ends with NULL */
    unsigned char takes_value;  /* true: "--name VALUE" or "--name=VALUE", "-n VALUE" or "-nVALUE"; or CLI_OR_STDOUT */
};
struct cli_words {
    int argc;
    char **argv;
    int at;
    bool only_operands;         /* after "--" */
};
enum { CLI_OR_STDOUT = 2 };     /* "--name=VALUE", or "--name" alone, which is "--name=-" */
enum { CLI_END = -1, CLI_OPERAND = -2, CLI_MISUSE = -3 };
/* The next word: the index of an option in `known`, with its value, or CLI_OPERAND ("-" too); CLI_MISUSE after a message. */
int cli_next(struct cli_words *words, const struct cli_option *known, const char **value);

/* Message on stderr; returns WF_EXIT_MISUSE. */
enum wf_exit cli_misuse(const char *what, const char *which);
/* The same; returns WF_EXIT_ENVIRONMENT. */
enum wf_exit cli_no_memory(void);
/* A decimal number of least .. most; false when the text is none. */
bool cli_number(const char *text, uint64_t least, uint64_t most, uint64_t *value);
/* The value of an option: WF_EXIT_MISUSE after a message that tells the range. */
enum wf_exit cli_number_of(const char *option, const char *text, uint64_t least, uint64_t most, uint64_t *value);
enum wf_exit cli_small_of(const char *option, const char *text, unsigned least, unsigned most, unsigned *value);
/* The same for a power of two from 4 to 128. */
enum wf_exit cli_lanes(const char *option, const char *text, unsigned *lanes);
/* A choice between two words, told as "--on is model or rtl, not"; *chosen: it is `yes`. */
enum wf_exit cli_choose(const char *option, const char *value, const char *no, const char *yes, bool *chosen);
/* The device of --lanes and --wave-size, 0 where not given: 32 lanes, or 128 for wider waves. */
unsigned cli_device_lanes(unsigned lanes, unsigned wave_size);
/* WF_EXIT_MISUSE after a message when waves of --wave-size (0: not given) do not fit the device. */
enum wf_exit cli_wave_fits(unsigned wave_size, unsigned lanes);

/* ---- help (help.c) ----------------------------------------------------------------------------------------------------- */

/* Print the help of one verb, or of the program (NULL); false when there is no such verb. */
bool cli_help(const char *verb);

/* ---- standard output (command_line.c) ---------------------------------------------------------------------------------- */

/* Flush it; `status`, or WF_EXIT_ENVIRONMENT after a message when something was not written. */
enum wf_exit cli_close_stdout(enum wf_exit status);

#endif
