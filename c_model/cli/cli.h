/* SPDX-License-Identifier: Apache-2.0
 * cli.h - the commands of the program; each gets its arguments without its name and returns the exit status.
 */
#ifndef WF_CLI_H
#define WF_CLI_H

#include "wf_common.h"

int cli_run(int argc, char **argv);
int cli_asm(int argc, char **argv);
int cli_disasm(int argc, char **argv);
int cli_layout(int argc, char **argv);
int cli_sizes(int argc, char **argv);

/* Message on stderr; returns WF_EXIT_MISUSE. */
int cli_misuse(const char *what, const char *which);
/* A decimal number of at most `most`; false when the text is none. */
bool cli_number(const char *text, uint64_t most, uint64_t *value);
/* A power of two from 4 to 128. */
bool cli_lanes(const char *text, unsigned *lanes);
/* Flush standard output; WF_EXIT_OK or WF_EXIT_FAILED after a message. */
/* Two names of one regular file, whether it is there yet or not; devices may be shared. */
bool cli_same_file(const char *a, const char *b);
int cli_close_stdout(void);

#endif
