/* SPDX-License-Identifier: Apache-2.0
 * env.h - what every part of the front-end uses: memory that is released at once, and the one way to give up.
 *
 * A module that cannot be lowered ends the work by wfs_fail, at any depth: it jumps to give_up and keeps the message.
 * wfs_env_free releases all memory of the arena.  Nothing else is held, so nothing can leak.  A pass may have memory
 * that ends with it, which the next pass gets while it is still in the caches.
 */
#ifndef WAVEFOLD_SPIRV_ENV_H
#define WAVEFOLD_SPIRV_ENV_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WFS_MESSAGE = 512, WFS_MOST_WORK = 1 << 27 };

struct wfs_chunk;

struct wfs_arena {
    struct wfs_chunk *chunks;       /* newest first */
    size_t used;                    /* of the newest chunk */
};

struct wfs_env {
    jmp_buf give_up;                /* set by the function that begins; wfs_fail goes there */
    struct wfs_arena lasting, passing;          /* the second for passes */
    unsigned passes;                /* that have begun and not ended */
    struct wfs_chunk *spare;        /* to be used again */
    size_t held;                    /* bytes of all chunks */
    size_t total, limit;            /* bytes taken, and how many may be: a hostile module asks for no more */
    uint64_t work;                  /* steps so far of what takes time alone */
    void *(*resize)(void *user, void *old, size_t size);    /* as realloc; NULL: realloc itself.  Tests let it fail */
    void *resize_user;
    bool out_of_memory;
    bool again;                     /* given up to begin anew */
    /* word of the module that is being looked at, and its place in the source, for messages */
    uint32_t offset;
    const char *file;               /* NULL: not known */
    uint32_t line;
    char message[WFS_MESSAGE];
};

#if defined __GNUC__
#define WFS_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define WFS_PRINTF(text, first)
#endif

/* Give up with a message; does not return. */
_Noreturn void wfs_fail(struct wfs_env *env, const char *format, ...) WFS_PRINTF(2, 3);

/* Give up, to begin anew with what is known now; does not return. */
_Noreturn void wfs_again(struct wfs_env *env);

/* `count` zeroed elements of `size` bytes, aligned for any type.  Fails (wfs_fail) when there is no memory; count may
 * be 0. */
void *wfs_new(struct wfs_env *env, size_t count, size_t size);
/* Room for element number `count` of an array: the array itself, or a larger copy (the old one stays in the arena). */
void *wfs_grow(struct wfs_env *env, void *array, size_t count, size_t *room, size_t size);
/* Between these two, which nest, wfs_new and wfs_grow give memory that ends with the second.  The others do not.  Room
 * of the last is not zeroed: what is appended is written whole. */
struct wfs_arena wfs_begin_pass(struct wfs_env *env);
void wfs_end_pass(struct wfs_env *env, struct wfs_arena before);
void *wfs_new_lasting(struct wfs_env *env, size_t count, size_t size);
void *wfs_grow_lasting(struct wfs_env *env, void *array, size_t count, size_t *room, size_t size);
/* Append a value to the `count` elements of an array. */
#define WFS_APPEND(env, array, count, room, ...) \
    do { \
        (array) = wfs_grow(env, array, count, &(room), sizeof *(array)); \
        (array)[(count)++] = __VA_ARGS__; \
    } while (0)
/* So many steps more: fails when a module takes too many, WFS_MOST_WORK, of what neither memory nor the length of the
 * code bounds. */
void wfs_work(struct wfs_env *env, uint64_t steps);
/* A copy of a text, or printf into the arena. */
char *wfs_text(struct wfs_env *env, const char *format, ...) WFS_PRINTF(2, 3);
/* All is as it was at first, but that memory is there to be used again. */
void wfs_env_restart(struct wfs_env *env);
void wfs_env_free(struct wfs_env *env);

#endif
