/* SPDX-License-Identifier: Apache-2.0
 * suggest.h - the names nearest to one that nothing has: for messages.
 *
 * Distance: letters put in, left out, replaced or swapped with their neighbour; the case of letters does not count.  A
 * name is near when at most a third of the letters of the word differ, or one, or when it is the word with a suffix
 * (`min`: `min.s`).
 */
#ifndef WAVEFOLD_SUGGEST_H
#define WAVEFOLD_SUGGEST_H

#include <stddef.h>

#include "wavefold/api.h"

WF_API_BEGIN

/* names given, bytes of a name with its end; nothing is near to longer ones */
enum { WF_SUGGESTIONS = 3, WF_SUGGESTION_LENGTH = 40 };

struct wf_suggestions {
    char word[WF_SUGGESTION_LENGTH];
    size_t length;
    unsigned count, most;                           /* names found, greatest distance */
    struct {
        unsigned distance;
        char name[WF_SUGGESTION_LENGTH];
    } best[WF_SUGGESTIONS];                         /* the nearest first; of equally near ones the one tried first */
};

/* Begin with `length` bytes of a word that nothing has, then try each name that something has. */
void wf_suggest_start(struct wf_suggestions *near, const char *word, size_t length);
void wf_suggest_try(struct wf_suggestions *near, const char *name);
/* "`add`", "`add` or `fadd`", "`add`, `fadd` or `mad`"; "" when nothing is near.  Returns `text`; 136 bytes are always
 * enough. */
const char *wf_suggest_text(const struct wf_suggestions *near, char *text, size_t size);

WF_API_END

#endif
