/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include "wf_shadow.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 1024, BITS = 32 };            /* words of a page; of them, in a word of marks */

/* Words that were touched, a bit each. */
struct marks {
    uint32_t bit[PAGE / BITS];
};

struct wf_shadow {
    const uint32_t *words;
    size_t count;
    uint32_t *copy;                         /* pages of the host come when they are written */
    struct marks **marks;                   /* [count / PAGE + 1]; NULL: nothing was touched */
    size_t *page, pages, room;              /* those that have marks */
};

static size_t bytes_of(const struct wf_shadow *s)
{
    return (s->count ? s->count : 1) * sizeof *s->copy;
}

struct wf_shadow *wf_shadow_new(const uint32_t *words, size_t count)
{
    struct wf_shadow *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->words = words;
    s->count = count;
    s->marks = calloc(count / PAGE + 1, sizeof(struct marks *));
    s->copy = mmap(NULL, bytes_of(s), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (s->copy == MAP_FAILED)
        s->copy = NULL;
    if (s->marks && s->copy)
        return s;
    wf_shadow_free(s);
    return NULL;
}

void wf_shadow_free(struct wf_shadow *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->pages; i++)
        free(s->marks[s->page[i]]);
    if (s->copy)
        munmap(s->copy, bytes_of(s));
    free(s->marks);
    free(s->page);
    free(s);
}

uint32_t *wf_shadow_words(const struct wf_shadow *s)
{
    return s->copy;
}

static struct marks *add_page(struct wf_shadow *s, size_t page)
{
    if (s->pages == s->room) {
        const size_t room = s->room ? 2 * s->room : 64;
        size_t *more = realloc(s->page, room * sizeof *more);
        if (!more)
            return NULL;
        s->page = more;
        s->room = room;
    }
    s->marks[page] = calloc(1, sizeof(struct marks));
    if (s->marks[page])
        s->page[s->pages++] = page;
    return s->marks[page];
}

bool wf_shadow_touch(struct wf_shadow *s, size_t word)
{
    if (word >= s->count)
        return true;
    struct marks *marks = s->marks[word / PAGE] ? s->marks[word / PAGE] : add_page(s, word / PAGE);
    if (!marks)
        return false;
    uint32_t *bits = &marks->bit[word % PAGE / BITS];
    if (!(*bits >> word % BITS & 1)) {
        *bits |= UINT32_C(1) << word % BITS;
        s->copy[word] = s->words[word];
    }
    return true;
}

bool wf_shadow_touch_lanes(struct wf_shadow *s, unsigned lanes, const uint32_t *mask, const uint32_t *address)
{
    bool good = true;
    for (unsigned l = 0; l < lanes; l++)
        if (mask[l / 32] >> l % 32 & 1)
            good &= wf_shadow_touch(s, address[l] / 4);
    return good;
}

static int ascending(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

bool wf_shadow_agrees(struct wf_shadow *s, struct wf_lockstep *ls, uint64_t cycle)
{
    if (s->pages)
        qsort(s->page, s->pages, sizeof *s->page, ascending);       /* the difference is the first one in memory */
    for (size_t i = 0; i < s->pages; i++)
        for (size_t k = 0; k < PAGE; k++) {
            const size_t word = s->page[i] * PAGE + k;
            if (s->marks[s->page[i]]->bit[k / BITS] >> k % BITS & 1 &&
                !wf_lockstep_compare(ls, cycle, word, &s->words[word], 1))
                return false;
        }
    return true;
}
