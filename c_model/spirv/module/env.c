/* SPDX-License-Identifier: Apache-2.0 */
#include "env.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* a new chunk has as many bytes as all so far, between two bounds */
enum { ALIGN = 16, CHUNK = 1 << 16, MOST = 1 << 20 };

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
    size_t room;                        /* bytes */
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

static struct wfs_chunk *take_chunk(struct wfs_env *env, size_t bytes)
{
    for (struct wfs_chunk **at = &env->spare; *at; at = &(*at)->older)
        if ((*at)->room >= bytes) {
            struct wfs_chunk *found = *at;
            *at = found->older;
            return found;
        }
    size_t room = env->held < CHUNK ? CHUNK : env->held < MOST ? env->held : MOST;
    room = bytes > room ? bytes : room;
    const size_t size = sizeof(struct wfs_chunk) + room;
    struct wfs_chunk *chunk = env->resize ? env->resize(env->resize_user, NULL, size) : malloc(size);
    if (!chunk)
        no_memory(env);
    chunk->room = room;
    env->held += room;
    return chunk;
}

/* Not zeroed. */
static void *take(struct wfs_env *env, struct wfs_arena *arena, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX / 4) / size)
        no_memory(env);
    const size_t bytes = (count * size + ALIGN - 1) / ALIGN * ALIGN + GAP;

    env->total += bytes;
    if (env->limit && env->total > env->limit)
        wfs_fail(env, "the module needs more than %zu MiB of memory to be lowered; expected a smaller one",
                 env->limit >> 20);
    if (!arena->chunks || arena->chunks->room - arena->used < bytes) {
        struct wfs_chunk *chunk = take_chunk(env, bytes);
        chunk->older = arena->chunks;
        *arena = (struct wfs_arena){.chunks = chunk};
        HIDE(chunk->bytes, chunk->room);
    }
    void *at = arena->chunks->bytes + arena->used;
    arena->used += bytes;
    SHOW(at, count * size);
    return at;
}

/* Where memory is taken now. */
static struct wfs_arena *arena_of(struct wfs_env *env)
{
    return env->passes ? &env->passing : &env->lasting;
}

void *wfs_new(struct wfs_env *env, size_t count, size_t size)
{
    return memset(take(env, arena_of(env), count, size), 0, count * size);
}

void *wfs_new_lasting(struct wfs_env *env, size_t count, size_t size)
{
    return memset(take(env, &env->lasting, count, size), 0, count * size);
}

/* What is behind the `count` elements is not zeroed. */
static void *grow(struct wfs_env *env, struct wfs_arena *arena, void *array, size_t count, size_t *room, size_t size)
{
    const size_t more = *room ? 2 * *room : 16;
    void *larger = take(env, arena, more, size);

    if (array)
        memcpy(larger, array, count * size);
    *room = more;
    return larger;
}

void *wfs_grow(struct wfs_env *env, void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    unsigned char *larger = grow(env, arena_of(env), array, count, room, size);
    memset(larger + count * size, 0, (*room - count) * size);
    return larger;
}

void *wfs_grow_lasting(struct wfs_env *env, void *array, size_t count, size_t *room, size_t size)
{
    return count < *room ? array : grow(env, &env->lasting, array, count, room, size);
}

/* ---- release ---- */

/* Chunks of the arena, but for those from `last` on, are used again. */
static void release(struct wfs_env *env, struct wfs_arena *arena, const struct wfs_chunk *last)
{
    while (arena->chunks != last) {
        struct wfs_chunk *chunk = arena->chunks;
        HIDE(chunk->bytes, chunk->room);
        arena->chunks = chunk->older;
        chunk->older = env->spare;
        env->spare = chunk;
    }
    arena->used = 0;
}

struct wfs_arena wfs_begin_pass(struct wfs_env *env)
{
    env->passes++;
    return env->passing;
}

void wfs_end_pass(struct wfs_env *env, struct wfs_arena before)
{
    release(env, &env->passing, before.chunks);
    env->passing = before;
    env->passes--;
    if (before.chunks)
        HIDE(before.chunks->bytes + before.used, before.chunks->room - before.used);
}

void wfs_env_restart(struct wfs_env *env)
{
    release(env, &env->passing, NULL);
    release(env, &env->lasting, NULL);
    *env = (struct wfs_env){.spare = env->spare, .held = env->held, .limit = env->limit, .resize = env->resize,
                            .resize_user = env->resize_user};
}

void wfs_env_free(struct wfs_env *env)
{
    wfs_env_restart(env);
    while (env->spare) {
        struct wfs_chunk *older = env->spare->older;
        free(env->spare);
        env->spare = older;
    }
}

/* ---- steps and texts ---- */

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
