/* SPDX-License-Identifier: Apache-2.0
 * wf_claims_rules.h - the table of tags of docs/model.md, by touches of one part after another: which one is a conflict.
 */
#ifndef WF_CLAIMS_RULES_H
#define WF_CLAIMS_RULES_H

#include <stdbool.h>

/* Atomics of one kind may meet; others make the word the part's own. */
enum { NO_KIND, ADDS, ANDS, ORS, XORS, MINS, MAXS, MINU, MAXU };

/* The tag of a word: which parts touched it, and how. */
struct tag {
    enum { FRESH, READ, READ_BY_SEVERAL, OWN, TOGETHER } is;
    unsigned part;
    int kind;
};

/* A part reads, writes, or both: does is 'r', 'w' or 'b'.  False: a conflict. */
static inline bool touch(struct tag *tag, unsigned part, char does, int kind)
{
    const bool mine = tag->part == part;

    if (tag->is == OWN)
        return mine;
    if (tag->is == TOGETHER)
        return kind != NO_KIND && tag->kind == kind;
    if (does == 'r') {
        tag->is = tag->is == FRESH || (tag->is == READ && mine) ? READ : READ_BY_SEVERAL;
        tag->part = part;
        return true;
    }
    if (tag->is == READ_BY_SEVERAL || (tag->is == READ && !mine))
        return false;
    *tag = (struct tag){tag->is == FRESH && kind != NO_KIND ? TOGETHER : OWN, part, kind};
    return true;
}

#endif
