/* SPDX-License-Identifier: Apache-2.0 */
#include "env.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 16, CHUNK = 1 << 16 };

/* The address sanitizer is told where each piece of a chunk ends; GAP bytes lie between two. */
#if defined __has_feature
#if __has_feature(address_sanitizer)
#define WFS_SANITIZED
#endif
#endif
#if defined WFS_SANITIZED || defined __SANITIZE_ADDRESS__
void __asan_poison_memory_region(void const volatile *at, size_t size);
void __asan_unpoison_memory_region(void const volatile *at, size_t size);
enum { GAP = 16 };
#define HIDE(at, size) __asan_poison_memory_region(at, size)
#define SHOW(at, size) __asan_unpoison_memory_region(at, size)
#else
enum { GAP = 0 };
#define HIDE(at, size) ((void)0)
#define SHOW(at, size) ((void)0)
#endif

struct wfs_chunk {
    struct wfs_chunk *older;
    _Alignas(ALIGN) unsigned char bytes[];
};

_Noreturn void wfs_fail(struct wfs_env *env, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(env->message, sizeof env->message, format, list);
    va_end(list);
    longjmp(env->give_up, 1);
}

_Noreturn void wfs_again(struct wfs_env *env)
{
    env->again = true;
    longjmp(env->give_up, 1);
}

static _Noreturn void no_memory(struct wfs_env *env)
{
    env->out_of_memory = true;
    wfs_fail(env, "out of memory");
}

static void *take_chunk(struct wfs_env *env, size_t size)
{
    return env->resize ? env->resize(env->resize_user, NULL, size) : malloc(size);
}

/* Not zeroed. */
static void *take(struct wfs_env *env, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX / 4) / size)
        no_memory(env);
    const size_t bytes = (count * size + ALIGN - 1) / ALIGN * ALIGN + GAP;

    env->total += bytes;
    if (env->limit && env->total > env->limit)
        wfs_fail(env, "the module needs more than %zu MiB of memory to be lowered; expected a smaller one",
                 env->limit >> 20);
    if (!env->chunks || env->size - env->used < bytes) {
        const size_t room = bytes > CHUNK ? bytes : CHUNK;
        struct wfs_chunk *chunk = take_chunk(env, sizeof *chunk + room);
        if (!chunk)
            no_memory(env);
        chunk->older = env->chunks;
        env->chunks = chunk;
        env->size = room;
        env->used = 0;
        HIDE(chunk->bytes, room);
    }
    void *at = env->chunks->bytes + env->used;
    env->used += bytes;
    SHOW(at, count * size);
    return at;
}

void *wfs_new(struct wfs_env *env, size_t count, size_t size)
{
    return memset(take(env, count, size), 0, count * size);
}

void *wfs_grow(struct wfs_env *env, void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    const size_t more = *room ? 2 * *room : 16;
    unsigned char *larger = take(env, more, size);
    const size_t used = array ? count * size : 0;

    if (used)
        memcpy(larger, array, used);
    memset(larger + used, 0, more * size - used);
    *room = more;
    return larger;
}

void wfs_work(struct wfs_env *env, uint64_t steps)
{
    env->work += steps;
    if (env->work > WFS_MOST_WORK)
        wfs_fail(env, "the module takes too many steps to be lowered; expected a smaller one");
}

char *wfs_text(struct wfs_env *env, const char *format, ...)
{
    va_list list, again;

    va_start(list, format);
    va_copy(again, list);
    const int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    char *text = wfs_new(env, (size_t)(length < 0 ? 0 : length) + 1, 1);
    vsnprintf(text, (size_t)(length < 0 ? 0 : length) + 1, format, again);
    va_end(again);
    return text;
}

void wfs_env_free(struct wfs_env *env)
{
    while (env->chunks) {
        struct wfs_chunk *older = env->chunks->older;
        free(env->chunks);
        env->chunks = older;
    }
}
