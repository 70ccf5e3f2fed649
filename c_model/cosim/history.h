/* SPDX-License-Identifier: Apache-2.0
 * history.h - what the words of global memory held, and which of that a load may see (docs/semantics.md, "Visibility").
 */
#ifndef WF_HISTORY_H
#define WF_HISTORY_H

#include "checker.h"

/* One instruction's write of a word. */
struct write {
    uint64_t id;                /* unlike all others' */
    uint64_t wave, number;      /* the instruction, as `number` of its wave; wave 0: what memory held at first */
    uint64_t group;             /* of the wave */
    uint64_t at;                /* the moment it was performed */
    unsigned tag;               /* of its access, while it is pending */
    unsigned core;
    bool known;                 /* the value is: of an atomic, when it is performed */
    uint32_t value;
};

/* A word: writes that were performed, in their order, then the pending ones, in the order of their requests. */
struct word {
    unsigned performed, writes, capacity;
    struct write *write;
};

/* Adjacent words: what each held; NULL: what it holds. */
enum { HISTORY_WORDS = 1024 };
struct history {
    struct history *next;
    struct word *word[HISTORY_WORDS];
};

/* A word that a wave loaded: the value is that of a write from `oldest` to `newest`. */
struct seen {
    bool used;
    uint32_t word;
    uint64_t number, oldest, newest;
};

/* A load, for wf_history_legal. */
struct look {
    uint32_t word;
    unsigned core;
    uint64_t wave, number, group;
    uint64_t acquired, joined;  /* moments: nothing older; nothing older than writes of the wave's group */
    const struct seen *seen;    /* what the wave saw of the word; NULL: nothing */
};

/* Its cost is that of the words that have a history, however large memory is. */
bool wf_history_new(struct wf_lockstep *ls);
void wf_history_free(struct wf_lockstep *ls);
/* The word's history; NULL: it has none. */
struct word *wf_history_find(const struct wf_lockstep *ls, uint32_t word);
/* The word's history, made when there is none; NULL when out of memory. */
struct word *wf_history_of(struct wf_lockstep *ls, uint32_t word);
/* A write begins; NULL when out of memory. */
struct write *wf_history_begin(struct wf_lockstep *ls, struct word *word);
/* The pending write at index i is performed; `again`: only a part, and it stays pending.  False: out of memory. */
bool wf_history_perform(struct wf_lockstep *ls, struct word *word, unsigned i, uint32_t value, bool again);
/* May the load see this value?  *oldest, *newest: writes that left it. */
bool wf_history_legal(const struct word *word, const struct look *look, uint32_t value, uint64_t *oldest,
                      uint64_t *newest);
/* What it may see, as text. */
void wf_history_tell(struct wf_lockstep *ls, const struct word *word, const struct look *look);

#endif
