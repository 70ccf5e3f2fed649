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
enum wf_exit cli_asm(int argc, char **argv);
enum wf_exit cli_disasm(int argc, char **argv);
enum wf_exit cli_layout(int argc, char **argv);
enum wf_exit cli_sizes(int argc, char **argv);
enum wf_exit cli_isa(int argc, char **argv);

/* ---- words of the command line (words.c) ------------------------------------------------------------------------------- */

struct cli_option {
    const char *name;           /* with its dashes; the list ends with NULL */
    bool takes_value;           /* "--name VALUE" or "--name=VALUE", "-n VALUE" or "-nVALUE" */
};
struct cli_words {
    int argc;
    char **argv;
    int at;
    bool only_operands;         /* after "--" */
};
enum { CLI_END = -1, CLI_OPERAND = -2, CLI_MISUSE = -3 };
/* The next word: the index of an option in `known`, with its value, or CLI_OPERAND ("-" too); CLI_MISUSE after a message. */
int cli_next(struct cli_words *words, const struct cli_option *known, const char **value);

/* Message on stderr; returns WF_EXIT_MISUSE. */
enum wf_exit cli_misuse(const char *what, const char *which);
/* A decimal number of at most `most`; false when the text is none. */
bool cli_number(const char *text, uint64_t most, uint64_t *value);
/* A power of two from 4 to 128. */
bool cli_lanes(const char *text, unsigned *lanes);

/* ---- help (help.c) ----------------------------------------------------------------------------------------------------- */

/* Print the help of one verb, or of the program (NULL); false when there is no such verb. */
bool cli_help(const char *verb);

/* ---- standard output --------------------------------------------------------------------------------------------------- */

/* Flush it; `status`, or WF_EXIT_ENVIRONMENT after a message when something was not written. */
enum wf_exit cli_close_stdout(enum wf_exit status);

#endif
