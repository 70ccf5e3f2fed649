/* SPDX-License-Identifier: Apache-2.0
 * words.h - a module of one group, with words of each thread in and out: word n of a thread is at n * WORDS_THREADS + its
 * index of the buffers at bindings 0 and 1.
 */
#ifndef WF_VULKAN_WORDS_H
#define WF_VULKAN_WORDS_H

#include "kit.h"
#include "module.h"

enum { WORDS_THREADS = 64, WORDS_IN = 8, WORDS_OUT = 16 };

struct words {
    struct kit *kit;
    struct kit_buffer in, out;
    struct module m;                    /* the next one to run */
    uint32_t word, real, boolean;       /* types */
    uint32_t index, from, to;           /* of the thread; the buffers */
};

void words_open(struct words *w, struct kit *kit);
void words_close(struct words *w);
void words_fill(struct words *w, uint64_t seed);

/* A new module; its code is in between; then it is run at this subgroup size, or the widest there is. */
void words_begin(struct words *w, uint32_t version);
void words_begin_sized(struct words *w, uint32_t version, uint32_t width, uint32_t height);
void words_run(struct words *w, uint32_t size);
/* The place of word n, its value, and the value as a float. */
uint32_t words_at(struct words *w, uint32_t n);
uint32_t words_get(struct words *w, uint32_t n);
uint32_t words_get_real(struct words *w, uint32_t n);
void words_put(struct words *w, uint32_t n, uint32_t value);
void words_put_real(struct words *w, uint32_t n, uint32_t value);
void words_put_truth(struct words *w, uint32_t n, uint32_t truth);

#endif
