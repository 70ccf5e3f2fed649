/* SPDX-License-Identifier: Apache-2.0
 * run_words.h - a kernel that this program made itself, run for the words that it leaves in a buffer.
 */
#ifndef WF_RUN_WORDS_H
#define WF_RUN_WORDS_H

#include "run.h"

/* Run the kernel of `run` and read the first `words` words of buffer `number`, and its numbers into `figures`, unless
 * that is NULL.  WF_EXIT_OK, or another status after a message. */
enum wf_exit run_for_words(struct run *run, unsigned number, uint32_t *word, size_t words,
                           struct wf_run_figures *figures);
void run_words_free(struct run *run);

#endif
