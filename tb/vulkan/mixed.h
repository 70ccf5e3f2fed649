/* SPDX-License-Identifier: Apache-2.0
 * mixed.h - what mix.comp makes of a word, in plain C.
 */
#ifndef WF_VULKAN_MIXED_H
#define WF_VULKAN_MIXED_H

#include <stdint.h>

static inline uint32_t mixed(uint32_t h, uint32_t rounds)
{
    while (rounds-- > 0) {
        h ^= h >> 16;
        h *= 0x7feb352du;
        h ^= h >> 15;
        h *= 0x846ca68bu;
        h ^= h >> 16;
    }
    return h;
}

#endif
