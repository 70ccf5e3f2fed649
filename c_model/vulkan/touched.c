/* SPDX-License-Identifier: Apache-2.0 */
#include "touched.h"

#include <stdlib.h>

/* Words of a page. */
enum { PAGE_BITS = 12, PAGE = 1 << PAGE_BITS };

/* Loads that no store has come after: the last of a shader, the last of another dispatch, and that of a command that is
 * no dispatch.  A third is forgotten. */
struct word {
    struct wfv_touch store, load, other, moved;
};
struct page {
    struct page *next;
    uint32_t number;
    struct word whole;                  /* of all its words, unless they have their own: */
    struct word *word;                  /* [PAGE] or NULL */
};
struct wfv_touched {
    struct page **page;                 /* [pages] */
    size_t pages;
    struct page *used;
};

struct wfv_touched *wfv_touched_new(uint64_t bytes)
{
    struct wfv_touched *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    t->pages = bytes / 4 / PAGE + 1;
    t->page = calloc(t->pages, sizeof(struct page *));
    if (t->page)
        return t;
    free(t);
    return NULL;
}

void wfv_touched_clear(struct wfv_touched *t)
{
    while (t->used) {
        struct page *p = t->used;
        t->used = p->next;
        t->page[p->number] = NULL;
        free(p->word);
        free(p);
    }
}

void wfv_touched_free(struct wfv_touched *t)
{
    if (!t)
        return;
    wfv_touched_clear(t);
    free(t->page);
    free(t);
}

static void each_of(const struct word *w, void (*each)(void *user, const struct wfv_touch *touch), void *user)
{
    const struct wfv_touch *const touch[] = {&w->store, &w->load, &w->other, &w->moved};

    for (int i = 0; i < 4; i++)
        if (touch[i]->command)
            each(user, touch[i]);
}

void wfv_touched_each(const struct wfv_touched *t, void (*each)(void *user, const struct wfv_touch *touch), void *user)
{
    for (const struct page *p = t->used; p; p = p->next)
        for (unsigned i = 0; i < (p->word ? PAGE : 1); i++)
            each_of(p->word ? &p->word[i] : &p->whole, each, user);
}

/* ---- pages ------------------------------------------------------------------------------------------------------- */

/* NULL: no memory. */
static struct page *page_of(struct wfv_touched *t, uint64_t address)
{
    struct page **at = &t->page[address / 4 >> PAGE_BITS];

    if (*at || !(*at = calloc(1, sizeof **at)))
        return *at;
    (*at)->number = (uint32_t)(address / 4 >> PAGE_BITS);
    (*at)->next = t->used;
    t->used = *at;
    return *at;
}

static bool split(struct page *p)
{
    if (p->word)
        return true;
    p->word = malloc(PAGE * sizeof *p->word);
    for (unsigned i = 0; p->word && i < PAGE; i++)
        p->word[i] = p->whole;
    return p->word;
}

/* ---- touches ----------------------------------------------------------------------------------------------------- */

/* As races of one dispatch: atomics and coherent accesses may meet, and accesses of parts of words. */
static bool may_meet(const struct wfv_touch *a, const struct wfv_touch *b)
{
    const bool is_atomic[2] = {a->does == WF_TOUCH_ATOMIC, b->does == WF_TOUCH_ATOMIC};

    return (a->is_part && b->is_part) || (is_atomic[0] && is_atomic[1]) || (is_atomic[0] && b->is_coherent) ||
           (is_atomic[1] && a->is_coherent);
}

static inline void check(const struct wfv_toucher *by, const struct wfv_touch *before, const struct wfv_clock *clock,
                         const struct wfv_touch *now, uint32_t address, uint32_t words)
{
    if (!before->command || before->command == now->command ||
        wfv_touch_number(before) <= clock->at[before->command % WFV_QUEUES][before->stage] || may_meet(before, now))
        return;
    by->meet(by->user, before, now, address, words);
}

/* What comes after the store of a command, or after its load, is checked against that: the same again tells nothing. */
static inline bool is_again(const struct wfv_touch *known, const struct wfv_touch *now)
{
    return known->command == now->command && known->does == now->does && known->is_part == now->is_part &&
           known->is_coherent == now->is_coherent;
}

static inline void touch(struct word *w, const struct wfv_toucher *by, const struct wfv_touch *now, uint32_t address,
                         uint32_t words)
{
    struct wfv_touch *load = now->stage == WFV_STAGE_SHADER ? &w->load : &w->moved;

    if (now->does == WF_TOUCH_LOAD) {
        if (is_again(load, now))
            return;
        check(by, &w->store, by->visible, now, address, words);
        if (load == &w->load && load->command != now->command)
            w->other = w->load;
        *load = *now;
        return;
    }
    if (is_again(&w->store, now))
        return;
    check(by, &w->store, by->visible, now, address, words);
    check(by, &w->load, by->executed, now, address, words);
    check(by, &w->other, by->executed, now, address, words);
    check(by, &w->moved, by->executed, now, address, words);
    w->store = *now;
}

void wfv_touched_word(struct wfv_touched *t, const struct wfv_toucher *by, struct wfv_touch now, uint32_t address)
{
    struct page *p = page_of(t, address);

    if (p && split(p))
        touch(&p->word[address / 4 & (PAGE - 1)], by, &now, address, 1);
}

/* A page that is written whole has one record again. */
static void touch_page(struct page *p, const struct wfv_toucher *by, const struct wfv_touch *now, uint32_t address)
{
    if (!p->word) {
        touch(&p->whole, by, now, address, PAGE);
        return;
    }
    for (unsigned i = 0; i < PAGE; i++)
        touch(&p->word[i], by, now, address + 4 * i, 1);
    if (now->does == WF_TOUCH_LOAD)
        return;
    free(p->word);
    p->word = NULL;
    p->whole = (struct word){.store = *now};
}

void wfv_touched_bytes(struct wfv_touched *t, const struct wfv_toucher *by, struct wfv_touch now, uint64_t address,
                       uint64_t bytes)
{
    for (uint64_t at = address / 4 * 4, end = address + bytes; bytes && at < end;) {
        const bool is_page = at % (4 * PAGE) == 0 && at >= address && end - at >= 4 * PAGE;
        struct page *p = is_page ? page_of(t, at) : NULL;
        if (p)
            touch_page(p, by, &now, (uint32_t)at);
        if (!is_page) {
            now.is_part = at < address || end - at < 4;
            wfv_touched_word(t, by, now, (uint32_t)at);
            now.is_part = 0;
        }
        at += is_page ? 4 * PAGE : 4;
    }
}
