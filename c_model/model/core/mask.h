/* SPDX-License-Identifier: Apache-2.0
 * mask.h - a set of lanes: bit l of the 128 is lane l.
 */
#ifndef WAVEFOLD_CORE_MASK_H
#define WAVEFOLD_CORE_MASK_H

#include <stdbool.h>
#include <stdint.h>

struct wf_mask {
    uint64_t half[2];
};

static inline struct wf_mask wf_mask_make(uint64_t low, uint64_t high)
{
    return (struct wf_mask){ { low, high } };
}

static inline struct wf_mask wf_mask_none(void)
{
    return wf_mask_make(0, 0);
}

/* Lanes 0..count-1. */
static inline struct wf_mask wf_mask_first(unsigned count)
{
    if (count >= 128)
        return wf_mask_make(UINT64_MAX, UINT64_MAX);
    if (count >= 64)
        return wf_mask_make(UINT64_MAX, (UINT64_C(1) << (count - 64)) - 1);
    return wf_mask_make((UINT64_C(1) << count) - 1, 0);
}

static inline bool wf_mask_has(struct wf_mask mask, unsigned lane)
{
    return (mask.half[lane / 64] >> lane % 64 & 1) != 0;
}

static inline void wf_mask_put(struct wf_mask *mask, unsigned lane)
{
    mask->half[lane / 64] |= UINT64_C(1) << lane % 64;
}

static inline struct wf_mask wf_mask_and(struct wf_mask a, struct wf_mask b)
{
    return wf_mask_make(a.half[0] & b.half[0], a.half[1] & b.half[1]);
}

static inline struct wf_mask wf_mask_or(struct wf_mask a, struct wf_mask b)
{
    return wf_mask_make(a.half[0] | b.half[0], a.half[1] | b.half[1]);
}

/* The lanes of a that are not in b. */
static inline struct wf_mask wf_mask_without(struct wf_mask a, struct wf_mask b)
{
    return wf_mask_make(a.half[0] & ~b.half[0], a.half[1] & ~b.half[1]);
}

static inline bool wf_mask_empty(struct wf_mask mask)
{
    return (mask.half[0] | mask.half[1]) == 0;
}

static inline bool wf_mask_equal(struct wf_mask a, struct wf_mask b)
{
    return ((a.half[0] ^ b.half[0]) | (a.half[1] ^ b.half[1])) == 0;
}

static inline unsigned wf_mask_count(struct wf_mask mask)
{
    return (unsigned)(__builtin_popcountll(mask.half[0]) + __builtin_popcountll(mask.half[1]));
}

/* The lowest and the highest lane of a set; -1 when it is empty. */
static inline int wf_mask_lowest(struct wf_mask mask)
{
    if (mask.half[0] != 0)
        return __builtin_ctzll(mask.half[0]);
    return mask.half[1] != 0 ? 64 + __builtin_ctzll(mask.half[1]) : -1;
}

static inline int wf_mask_highest(struct wf_mask mask)
{
    if (mask.half[1] != 0)
        return 127 - __builtin_clzll(mask.half[1]);
    return mask.half[0] != 0 ? 63 - __builtin_clzll(mask.half[0]) : -1;
}

/* Take the lowest lane out of a set.  False when it is empty. */
static inline bool wf_mask_take(struct wf_mask *mask, unsigned *lane)
{
    if (mask->half[0] != 0) {
        *lane = (unsigned)__builtin_ctzll(mask->half[0]);
        mask->half[0] &= mask->half[0] - 1;
        return true;
    }
    if (mask->half[1] == 0)
        return false;
    *lane = 64 + (unsigned)__builtin_ctzll(mask->half[1]);
    mask->half[1] &= mask->half[1] - 1;
    return true;
}

#endif
