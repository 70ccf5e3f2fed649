/* SPDX-License-Identifier: Apache-2.0
 * lanes.c - sets of lanes and rows of words.
 */
#include "lanes.h"

/* Eight lanes at a time: one vector of the wide form.  Every wave size but 4 is whole eights. */
WF_LANES_INLINE uint32_t *wf_lanes_spread_form(unsigned n, struct wf_mask set, uint32_t *taken)
{
    for (unsigned first = 0; first < n; first += 8) {
        const uint32_t bits = (uint32_t)(set.half[first / 64] >> first % 64);

        WF_LANES_INDEPENDENT
        for (unsigned i = 0; i < 8; i++)
            taken[first + i] = 0 - (bits >> i & 1);
    }
    return taken;
}

WF_LANES_INLINE uint32_t *wf_lanes_blend_form(unsigned n, const uint32_t *taken, const uint32_t *value, uint32_t *row)
{
    WF_LANES_INDEPENDENT
    for (unsigned i = 0; i < n; i++)
        row[i] = (value[i] & taken[i]) | (row[i] & ~taken[i]);
    return row;
}

WF_LANES_INLINE uint32_t nonzero_bits(unsigned n, const uint32_t *value)
{
    uint32_t bits = 0;

    for (unsigned i = 0; i < n; i++)
        bits |= (uint32_t)(value[i] != 0) << i;
    return bits;
}

/* Of at most 64 lanes, 32 at a time: their bits fill a word. */
WF_LANES_INLINE uint64_t nonzero_half(unsigned n, const uint32_t *value)
{
    if (n <= 32)
        return n == 32 ? nonzero_bits(32, value) : nonzero_bits(n, value);
    return nonzero_bits(32, value) | (uint64_t)nonzero_bits(n - 32, value + 32) << 32;
}

WF_LANES_INLINE struct wf_mask wf_lanes_nonzero_form(unsigned n, const uint32_t *value)
{
    if (n <= 64)
        return wf_mask_make(nonzero_half(n, value), 0);
    return wf_mask_make(nonzero_half(64, value), nonzero_half(n - 64, value + 64));
}

WF_LANES_BOTH(uint32_t *, wf_lanes_spread, (unsigned n, struct wf_mask set, uint32_t *taken), (n, set, taken))
WF_LANES_BOTH(uint32_t *, wf_lanes_blend, (unsigned n, const uint32_t *taken, const uint32_t *value, uint32_t *row),
              (n, taken, value, row))
WF_LANES_BOTH(struct wf_mask, wf_lanes_nonzero, (unsigned n, const uint32_t *value), (n, value))
