/* SPDX-License-Identifier: Apache-2.0
 * shell.h - words as a shell takes them, for commands in messages.
 */
#ifndef WF_SHELL_H
#define WF_SHELL_H

#include <stdio.h>

/* A file name: in single quotes when it holds anything unusual, and never an option. */
void wf_shell_word(FILE *file, const char *name);
/* The same for what does not begin a word. */
void wf_shell_part(FILE *file, const char *text);
/* "VERB WORD WORD", to be freed; NULL without memory. */
char *wf_shell_command(const char *verb, int argc, char **argv);

#endif
