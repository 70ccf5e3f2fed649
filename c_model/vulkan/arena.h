/* SPDX-License-Identifier: Apache-2.0
 * arena.h - the memory of the machine: one range of 32-bit addresses, which the host sees too.
 *
 * Pages that nothing was written to take no memory of the host.  Places may be taken and given back by several threads.
 */
#ifndef WAVEFOLD_VULKAN_ARENA_H
#define WAVEFOLD_VULKAN_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wfv_arena;

/* NULL: no room for that many bytes, a multiple of 4096 below 2^32 + 1. */
struct wfv_arena *wfv_arena_new(uint64_t bytes);
void wfv_arena_free(struct wfv_arena *arena);
uint32_t *wfv_arena_words(const struct wfv_arena *arena);
uint64_t wfv_arena_bytes(const struct wfv_arena *arena);
static inline void *wfv_arena_at(const struct wfv_arena *arena, uint64_t place)
{
    return (unsigned char *)wfv_arena_words(arena) + place;
}

/* A place of so many bytes, rounded up to pages of 4096, zeroed; 0 is none: no room.  Page 0 is never taken. */
uint64_t wfv_arena_take(struct wfv_arena *arena, uint64_t bytes);
/* Place 0 changes nothing. */
void wfv_arena_give(struct wfv_arena *arena, uint64_t place);
/* No place is taken or given back between the two. */
void wfv_arena_hold(struct wfv_arena *arena);
void wfv_arena_release(struct wfv_arena *arena);
/* Bytes that are taken. */
uint64_t wfv_arena_taken(struct wfv_arena *arena);

#endif
