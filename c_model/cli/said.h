/* SPDX-License-Identifier: Apache-2.0
 * said.h - the messages of a run on standard error, kept for what repeats them: --stats and --junit.
 */
#ifndef WF_SAID_H
#define WF_SAID_H

#include <stdbool.h>
#include <stdio.h>

/* Keep all messages from here on, those of other processes too, and print them at the end.  False with errno. */
bool said_begin(void);
/* In a copy of this program: keep them in `file`, which is the caller's, until the copy ends.  False with errno. */
bool said_into(FILE *file);
/* Those so far, or all of them, which are printed now.  Text that the caller frees; NULL: none are kept, no memory. */
char *said_so_far(void);
char *said_end(void);
/* All that is in a file, which a copy of this program may have written.  To be freed; NULL: no memory. */
char *said_in(FILE *file);
/* Where progress is shown meanwhile. */
FILE *said_terminal(void);

/* The first error among messages, "PLACE: error: TEXT", with the indented lines below it; false: there is none. */
struct said_error {
    char place[256], text[1024];
};
bool said_first_error(const char *messages, struct said_error *error);
/* Of those so far, in `error`; NULL: there is none. */
const struct said_error *said_error_so_far(struct said_error *error);

#endif
