/* SPDX-License-Identifier: Apache-2.0
 * output.h - every file that the program writes.
 *
 * A regular file appears whole or not at all.  It is written under a temporary name in the folder of the real path
 * (links followed) and renamed when complete.  It keeps its mode and owner.  If there is no permission in the folder,
 * several hard links or another owner, the temporary file is in $TMPDIR and is copied into the old file.
 * Devices, pipes, "-" (standard output), and what an open descriptor already writes to (/dev/stdout, /dev/fd/5) are
 * written through.  A signal leaves no temporary file (cleanup.h).  Every failure is reported on standard error.
 */
#ifndef WF_OUTPUT_H
#define WF_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

struct wf_output {              /* all zero: not opened */
    FILE *file;
    char *name;                 /* as the user wrote it */
    char *temporary;            /* NULL when written through */
    char *target;               /* what the temporary file becomes, the end of all links; NULL: copied into `name` */
    char *companion;            /* a second file that the FST writer makes next to its own */
};

/* `named`: another program writes it by its name `temporary`, which is always there. */
bool wf_output_open(struct wf_output *out, const char *name, bool named);
/* All bytes until now are written, by a copy of the program that opened it; false after a message. */
bool wf_output_flush(struct wf_output *out);
/* All bytes are written, and may still be thrown away.  False after a message; then nothing of it is left. */
bool wf_output_finish(struct wf_output *out);
/* The same, and the file takes the place of the old one. */
bool wf_output_commit(struct wf_output *out);
/* Close and remove. */
void wf_output_discard(struct wf_output *out);

/* Two names for one file, there or not yet, in whatever spelling; "-" is standard output.  /dev/null may be shared. */
bool wf_output_same(const char *a, const char *b);
/* The output is the file that is read as input; "-" is standard output and standard input. */
bool wf_output_is_input(const char *output, const char *input);

#endif
