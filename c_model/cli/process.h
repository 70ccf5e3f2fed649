/* SPDX-License-Identifier: Apache-2.0
 * process.h - another program, or this one once more: started, fed, heard, ended with this one.  One at a time.
 */
#ifndef WF_PROCESS_H
#define WF_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "status.h"

struct process {
    pid_t id;
    int to, from;               /* its standard input and output; the standard error is this program's */
};

/* `words` end with NULL.  `search`: a name without a slash is looked for in PATH.  False with errno. */
bool process_start(struct process *process, const char *program, bool search, char *const *words);
/* The same on descriptors of this program as its standard input and output: it is not fed and not heard. */
bool process_start_on(struct process *process, const char *program, bool search, char *const *words, int in, int out);
/* A copy of this program does the work and ends with the status; `said` is heard.  It has no input.  False: errno. */
typedef enum wf_exit process_work(void *user, FILE *said);
bool process_fork(struct process *process, process_work *work, void *user);
/* Write its input, and close it.  If the program ends before it has read everything, its status shows the reason. */
void process_feed(struct process *process, const void *bytes, size_t length);
/* All that it prints, NUL-terminated, to be freed; NULL without memory. */
char *process_listen(struct process *process);
/* Its end: the status of waitpid, or -1. */
int process_wait(struct process *process);

#endif
