/* SPDX-License-Identifier: Apache-2.0 */
#include "addresses.h"

#include <string.h>

void wfo_addresses_put(const struct wfo_addresses *a, const struct wf_kernel_buffer *b, uint32_t *word)
{
    memcpy(word, b->initial, 4 * (size_t)b->words);
    for (uint32_t i = 1; b->address && i < b->words; i++) {
        const uint32_t number = b->initial[i] - 1;
        if (!b->address[i] || number >= WF_MAX_BUFFERS)
            continue;
        const uint64_t address = a->first[number] + b->initial[i - 1];
        word[i - 1] = (uint32_t)address;
        word[i] = (uint32_t)(address >> 32);
    }
}

void wfo_addresses_take(const struct wfo_addresses *a, const struct wf_kernel *k, const uint32_t *model, uint32_t *word,
                        uint32_t words)
{
    for (uint32_t i = 1; i < words; i++) {
        /* numbers that are right: a device with small addresses has some that look like these */
        if (word[i - 1] == model[i - 1] && word[i] == model[i])
            continue;
        const uint64_t address = word[i - 1] | (uint64_t)word[i] << 32;
        for (unsigned n = 0; n < k->buffers; n++)
            if (a->first[n] && address >= a->first[n] && address - a->first[n] <= 4 * (uint64_t)k->buffer[n].words) {
                word[i - 1] = (uint32_t)(address - a->first[n]);
                word[i++] = n + 1;
                break;
            }
    }
}
