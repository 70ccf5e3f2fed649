/* SPDX-License-Identifier: Apache-2.0 */
#include "arena.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* What is cleared by writing when it is given back, not by the kernel: the memory of a dispatch comes and goes so. */
enum { PAGE = 4096, FEW = 4 * PAGE };

/* A range that is taken, in the order of addresses. */
struct range {
    uint64_t at, bytes;
};
struct wfv_arena {
    uint32_t *word;
    uint64_t bytes, taken;
    pthread_mutex_t lock;
    struct range *range;                /* [ranges] */
    size_t ranges, room;
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

/* The first gap that is large enough: range n begins after it. */
static bool find_gap(const struct wfv_arena *a, uint64_t bytes, uint64_t *at, size_t *n)
{
    *n = a->dense;
    *at = dense_end(a);
    for (; *n < a->ranges && a->range[*n].at - *at < bytes; ++*n)
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

uint64_t wfv_arena_take(struct wfv_arena *a, uint64_t bytes)
{
    uint64_t at = 0;
    size_t n;

    if (bytes > a->bytes)
        return 0;
    bytes = bytes ? (bytes + PAGE - 1) / PAGE * PAGE : PAGE;
    pthread_mutex_lock(&a->lock);
    if (has_room(a) && find_gap(a, bytes, &at, &n)) {
        memmove(&a->range[n + 1], &a->range[n], (a->ranges++ - n) * sizeof *a->range);
        a->range[n] = (struct range){at, bytes};
        while (a->dense < a->ranges && a->range[a->dense].at == dense_end(a))
            a->dense++;
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
    memmove(&a->range[low], &a->range[low + 1], (--a->ranges - low) * sizeof *a->range);
    pthread_mutex_unlock(&a->lock);
}

uint64_t wfv_arena_taken(struct wfv_arena *a)
{
    pthread_mutex_lock(&a->lock);
    const uint64_t taken = a->taken;
    pthread_mutex_unlock(&a->lock);
    return taken;
}
