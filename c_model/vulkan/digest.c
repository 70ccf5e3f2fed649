/* SPDX-License-Identifier: Apache-2.0 */
#include "digest.h"

#include <string.h>

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return x ^ x >> 32;
}

static void add_word(struct wfv_digest *d, uint64_t word)
{
    d->half[0] = mix(d->half[0] + word + UINT64_C(0x9e3779b97f4a7c15));
    d->half[1] = mix((d->half[1] << 23 | d->half[1] >> 41) ^ word * UINT64_C(0xff51afd7ed558ccd)) + d->half[0];
}

void wfv_digest_add(struct wfv_digest *d, const void *data, size_t size)
{
    const unsigned char *at = data;

    add_word(d, size);
    for (; size >= sizeof(uint64_t); at += sizeof(uint64_t), size -= sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        add_word(d, word);
    }
    if (size) {
        uint64_t word = 0;
        memcpy(&word, at, size);
        add_word(d, word);
    }
}
