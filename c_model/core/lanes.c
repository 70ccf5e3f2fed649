/* SPDX-License-Identifier: Apache-2.0
 *
 * lanes.c - sets of lanes and rows of words.
 */
#include "lanes.h"

static uint32_t bits_of(struct wf_mask set, unsigned first)
{
    return (uint32_t)(set.half[first / 64] >> first % 64);
}

/* 32 lanes at a time: their bits fill a word. */
WF_LANES_INLINE uint32_t *wf_lanes_write_form(unsigned n, struct wf_mask set, const uint32_t *value, uint32_t *row)
{
    for (unsigned first = 0; first < n; first += 32) {
        const unsigned count = n - first < 32 ? n - first : 32;
        const uint32_t bits = bits_of(set, first);

        WF_LANES_INDEPENDENT
        for (unsigned i = 0; i < count; i++) {
            const uint32_t taken = 0 - (bits >> i & 1);
            row[first + i] = (value[first + i] & taken) | (row[first + i] & ~taken);
        }
    }
    return row;
}

WF_LANES_INLINE uint32_t nonzero_bits(unsigned n, const uint32_t *value)
{
    uint32_t bits = 0;

    for (unsigned i = 0; i < n; i++)
        bits |= (uint32_t)(value[i] != 0) << i;
    return bits;
}

WF_LANES_INLINE struct wf_mask wf_lanes_nonzero_form(unsigned n, const uint32_t *value)
{
    struct wf_mask set = wf_mask_none();

    if (n < 32)
        set.half[0] = nonzero_bits(n, value);
    for (unsigned first = 0; first + 32 <= n; first += 32)
        set.half[first / 64] |= (uint64_t)nonzero_bits(32, value + first) << first % 64;
    return set;
}

WF_LANES_BOTH(uint32_t *, wf_lanes_write, (unsigned n, struct wf_mask set, const uint32_t *value, uint32_t *row), (n, set, value, row))
WF_LANES_BOTH(struct wf_mask, wf_lanes_nonzero, (unsigned n, const uint32_t *value), (n, value))
