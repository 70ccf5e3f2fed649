/* SPDX-License-Identifier: Apache-2.0 */
#include "attached.h"

#include "fork.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { BUCKETS = 1024 };

struct attached {
    struct attached *next;
    uint64_t object;
    const void *slot;
    uint64_t value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct attached *bucket[BUCKETS];
static atomic_size_t count;             /* of all: most programs attach nothing, and then no object pays */

static struct attached **bucket_of(uint64_t object)
{
    return &bucket[(object >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 54];
}

static struct attached **find(const void *slot, uint64_t object)
{
    struct attached **at = bucket_of(object);

    while (*at && ((*at)->object != object || (*at)->slot != slot))
        at = &(*at)->next;
    return at;
}

static void detach(struct attached **at)
{
    struct attached *a = *at;

    if (!a)
        return;
    *at = a->next;
    free(a);
    atomic_fetch_sub(&count, 1);
}

bool wfv_attach(const void *slot, uint64_t object, uint64_t value)
{
    struct attached *a = malloc(sizeof *a);

    if (!a)
        return false;
    wfv_fork_frees(&lock);
    pthread_mutex_lock(&lock);
    detach(find(slot, object));
    *a = (struct attached){*bucket_of(object), object, slot, value};
    *bucket_of(object) = a;
    atomic_fetch_add(&count, 1);
    pthread_mutex_unlock(&lock);
    return true;
}

uint64_t wfv_attached(const void *slot, uint64_t object)
{
    pthread_mutex_lock(&lock);
    const struct attached *a = *find(slot, object);
    const uint64_t value = a ? a->value : 0;
    pthread_mutex_unlock(&lock);
    return value;
}

/* All that have the object or the slot, whichever is given. */
static void detach_in(struct attached **at, uint64_t object, const void *slot)
{
    while (*at)
        if (slot ? (*at)->slot == slot : (*at)->object == object)
            detach(at);
        else
            at = &(*at)->next;
}

void wfv_detach_object(uint64_t object)
{
    if (!atomic_load(&count))
        return;
    pthread_mutex_lock(&lock);
    detach_in(bucket_of(object), object, NULL);
    pthread_mutex_unlock(&lock);
}

void wfv_detach_slot(const void *slot)
{
    if (!atomic_load(&count))
        return;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < BUCKETS; i++)
        detach_in(&bucket[i], 0, slot);
    pthread_mutex_unlock(&lock);
}
