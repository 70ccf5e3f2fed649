/* SPDX-License-Identifier: Apache-2.0 */
#include "arena.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* What is cleared by writing when it is given back, not by the kernel: the memory of a dispatch comes and goes so. */
enum { PAGE = 4096, FEW = 4 * PAGE };

/* A range that is taken, in the order of addresses.  One that was given back stays there without bytes, until half of
 * them are such: each of many then goes in a few steps, whatever their order. */
struct range {
    uint64_t at, bytes;
};
struct wfv_arena {
    uint32_t *word;
    uint64_t bytes, taken;
    pthread_mutex_t lock;
    struct range *range;                /* [ranges] */
    size_t ranges, empty, room;
    size_t dense;                       /* this many ranges follow each other without a gap from the first page on */
};

struct wfv_arena *wfv_arena_new(uint64_t bytes)
{
    struct wfv_arena *a = calloc(1, sizeof *a);

    if (!a)
        return NULL;
    a->word = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (a->word == MAP_FAILED || pthread_mutex_init(&a->lock, NULL)) {
        if (a->word != MAP_FAILED)
            munmap(a->word, bytes);
        free(a);
        return NULL;
    }
    a->bytes = bytes;
    return a;
}

void wfv_arena_free(struct wfv_arena *a)
{
    if (!a)
        return;
    munmap(a->word, a->bytes);
    pthread_mutex_destroy(&a->lock);
    free(a->range);
    free(a);
}

uint32_t *wfv_arena_words(const struct wfv_arena *a)
{
    return a->word;
}

uint64_t wfv_arena_bytes(const struct wfv_arena *a)
{
    return a->bytes;
}

/* Where the ranges without a gap end. */
static uint64_t dense_end(const struct wfv_arena *a)
{
    return a->dense ? a->range[a->dense - 1].at + a->range[a->dense - 1].bytes : PAGE;
}

/* The first gap that is large enough: no range before number n ends after it. */
static bool find_gap(const struct wfv_arena *a, uint64_t bytes, uint64_t *at, size_t *n)
{
    *n = a->dense;
    *at = dense_end(a);
    for (; *n < a->ranges && (!a->range[*n].bytes || a->range[*n].at - *at < bytes); ++*n)
        if (a->range[*n].bytes)
            *at = a->range[*n].at + a->range[*n].bytes;
    return *n < a->ranges || a->bytes - *at >= bytes;
}

static bool has_room(struct wfv_arena *a)
{
    if (a->ranges < a->room)
        return true;
    const size_t room = a->room ? 2 * a->room : 64;
    struct range *range = realloc(a->range, room * sizeof *range);
    if (!range)
        return false;
    a->range = range;
    a->room = room;
    return true;
}

/* Behind the ranges that end before it, in the place of one without bytes or a new one. */
static void put(struct wfv_arena *a, size_t n, struct range range)
{
    if (n && !a->range[n - 1].bytes) {
        a->range[--n] = range;
        a->empty--;
        while (n-- > 0 && a->range[n].at > range.at)
            a->range[n].at = range.at;
        return;
    }
    memmove(&a->range[n + 1], &a->range[n], (a->ranges++ - n) * sizeof *a->range);
    a->range[n] = range;
}

static void drop_empty(struct wfv_arena *a)
{
    size_t kept = 0;

    for (size_t n = 0; n < a->ranges; n++)
        if (a->range[n].bytes)
            a->range[kept++] = a->range[n];
    a->ranges = kept;
    a->empty = a->dense = 0;
}

static void note_dense(struct wfv_arena *a)
{
    while (a->dense < a->ranges && a->range[a->dense].at == dense_end(a))
        a->dense++;
}

uint64_t wfv_arena_take(struct wfv_arena *a, uint64_t bytes)
{
    uint64_t at = 0;
    size_t n;

    if (bytes > a->bytes)
        return 0;
    bytes = bytes ? (bytes + PAGE - 1) / PAGE * PAGE : PAGE;
    pthread_mutex_lock(&a->lock);
    if (has_room(a) && find_gap(a, bytes, &at, &n)) {
        put(a, n, (struct range){at, bytes});
        note_dense(a);
        a->taken += bytes;
    } else
        at = 0;
    pthread_mutex_unlock(&a->lock);
    return at;
}

void wfv_arena_give(struct wfv_arena *a, uint64_t place)
{
    size_t low = 0, high;

    if (!place)
        return;
    pthread_mutex_lock(&a->lock);
    high = a->ranges;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        *(a->range[middle].at <= place ? &low : &high) = middle;
    }
    /* the pages read as zeros again */
    if (a->range[low].bytes <= FEW)
        memset((unsigned char *)a->word + place, 0, a->range[low].bytes);
    else
        madvise((unsigned char *)a->word + place, a->range[low].bytes, MADV_DONTNEED);
    a->taken -= a->range[low].bytes;
    if (low < a->dense)
        a->dense = low;
    a->range[low].bytes = 0;
    if (2 * ++a->empty > a->ranges)
        drop_empty(a);
    note_dense(a);
    pthread_mutex_unlock(&a->lock);
}

void wfv_arena_hold(struct wfv_arena *a)
{
    pthread_mutex_lock(&a->lock);
}

void wfv_arena_release(struct wfv_arena *a)
{
    pthread_mutex_unlock(&a->lock);
}

uint64_t wfv_arena_taken(struct wfv_arena *a)
{
    pthread_mutex_lock(&a->lock);
    const uint64_t taken = a->taken;
    pthread_mutex_unlock(&a->lock);
    return taken;
}
