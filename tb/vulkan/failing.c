/* SPDX-License-Identifier: Apache-2.0
 * failing.c - see failing.h.  The functions of the C library are replaced by those here, in the whole process.
 */
#define _GNU_SOURCE
#include "failing.h"

#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- blocks of the driver ---------------------------------------------------------------------------------------- */

enum { TABLE = 1 << 17 };
struct watch {
    void *block[TABLE];                 /* at its hash or behind, NULL: none, &gone: one was */
    size_t blocks, wrong, count, fails;
    bool rest, failed;
};
static struct watch watch[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char gone;

static size_t hash_of(const void *block)
{
    return (uintptr_t)block * UINT64_C(0x9e3779b97f4a7c15) >> 47;
}

static void add(struct watch *w, void *block)
{
    size_t at = hash_of(block);

    while (w->block[at] && w->block[at] != &gone)
        at = (at + 1) % TABLE;
    w->block[at] = block;
    w->blocks++;
}

static bool take(struct watch *w, const void *block)
{
    for (size_t at = hash_of(block); w->block[at]; at = (at + 1) % TABLE)
        if (w->block[at] == block) {
            w->block[at] = &gone;
            w->blocks--;
            return true;
        }
    return false;
}

static bool must_fail(enum failing which)
{
    struct watch *w = &watch[which];

    pthread_mutex_lock(&lock);
    const size_t n = w->count++;
    const bool fails = n == w->fails || (w->rest && n > w->fails);
    w->failed |= fails;
    pthread_mutex_unlock(&lock);
    return fails;
}

static void *note(enum failing which, void *block)
{
    pthread_mutex_lock(&lock);
    if (block)
        add(&watch[which], block);
    pthread_mutex_unlock(&lock);
    return block;
}

static bool forget(enum failing which, const void *block)
{
    pthread_mutex_lock(&lock);
    const bool was = take(&watch[which], block);
    pthread_mutex_unlock(&lock);
    return was;
}

void failing_from(enum failing which, size_t n, bool rest)
{
    pthread_mutex_lock(&lock);
    watch[which].count = 0;
    watch[which].fails = n;
    watch[which].rest = rest;
    watch[which].failed = false;
    if (!watch[which].blocks)           /* no chain leads past what was there */
        memset(watch[which].block, 0, sizeof watch[which].block);
    pthread_mutex_unlock(&lock);
}

static size_t read(const size_t *value)
{
    pthread_mutex_lock(&lock);
    const size_t is = *value;
    pthread_mutex_unlock(&lock);
    return is;
}

bool failing_failed(enum failing which)
{
    pthread_mutex_lock(&lock);
    const bool is = watch[which].failed;
    pthread_mutex_unlock(&lock);
    return is;
}

size_t failing_blocks(enum failing which) { return read(&watch[which].blocks); }
size_t failing_wrong(enum failing which) { return read(&watch[which].wrong); }

/* ---- whose call it is -------------------------------------------------------------------------------------------- */

static const char *watched;
static _Atomic uintptr_t first, end;    /* of the library; 0: it is not there */

static int look_at(struct dl_phdr_info *info, size_t size, void *user)
{
    (void)size, (void)user;
    if (!info->dlpi_name || !strstr(info->dlpi_name, watched))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
            first = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            end = first + info->dlpi_phdr[i].p_memsz;
        }
    return 1;
}

void failing_watch(const char *library)
{
    first = end = 0;
    watched = library;
    if (library)
        dl_iterate_phdr(look_at, NULL);
}

static bool is_driver(const void *caller)
{
    return (uintptr_t)caller >= first && (uintptr_t)caller < end;
}

/* ---- VkAllocationCallbacks --------------------------------------------------------------------------------------- */

static VKAPI_ATTR void *VKAPI_CALL allocate(void *user, size_t size, size_t alignment, VkSystemAllocationScope scope)
{
    void *block = NULL;

    (void)user, (void)scope;
    /* the loader has its own, which are not to fail here, and are not counted */
    if (!is_driver(__builtin_return_address(0)))
        return posix_memalign(&block, alignment > sizeof(void *) ? alignment : sizeof(void *), size) ? NULL : block;
    if (must_fail(FAILING_CALLBACKS) || posix_memalign(&block, alignment > sizeof(void *) ? alignment : sizeof(void *), size))
        return NULL;
    return note(FAILING_CALLBACKS, memset(block, 0xa5, size));
}

static VKAPI_ATTR void *VKAPI_CALL reallocate(void *user, void *block, size_t size, size_t alignment, VkSystemAllocationScope scope)
{
    (void)user, (void)alignment, (void)scope;
    return realloc(block, size);
}

static VKAPI_ATTR void VKAPI_CALL give_back(void *user, void *block)
{
    (void)user;
    /* the driver may call it last, and then it is the driver's caller that it returns to */
    if (block && !forget(FAILING_CALLBACKS, block) && is_driver(__builtin_return_address(0))) {
        pthread_mutex_lock(&lock);
        watch[FAILING_CALLBACKS].wrong++;
        pthread_mutex_unlock(&lock);
        return;
    }
    free(block);
}

const VkAllocationCallbacks failing_callbacks = {.pfnAllocation = allocate, .pfnReallocation = reallocate, .pfnFree = give_back};

/* ---- malloc ------------------------------------------------------------------------------------------------------ */

/* The functions behind ours: those of a sanitizer, or of the C library. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define REAL(name) __interceptor_##name
#else
#define REAL(name) __libc_##name
#endif
void *REAL(malloc)(size_t size);
void *REAL(calloc)(size_t count, size_t size);
void *REAL(realloc)(void *block, size_t size);
void REAL(free)(void *block);

void *malloc(size_t size)
{
    const bool is_watched = is_driver(__builtin_return_address(0));

    if (is_watched && must_fail(FAILING_MALLOC))
        return NULL;
    void *block = REAL(malloc)(size);
    return is_watched ? note(FAILING_MALLOC, block) : block;
}

void *calloc(size_t count, size_t size)
{
    const bool is_watched = is_driver(__builtin_return_address(0));

    if (is_watched && must_fail(FAILING_MALLOC))
        return NULL;
    void *block = REAL(calloc)(count, size);
    return is_watched ? note(FAILING_MALLOC, block) : block;
}

void *realloc(void *block, size_t size)
{
    if (!is_driver(__builtin_return_address(0)))
        return REAL(realloc)(block, size);
    if (must_fail(FAILING_MALLOC))
        return NULL;
    forget(FAILING_MALLOC, block);
    return note(FAILING_MALLOC, REAL(realloc)(block, size));
}

void free(void *block)
{
    if (first && block)
        forget(FAILING_MALLOC, block);
    REAL(free)(block);
}
