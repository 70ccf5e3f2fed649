/* SPDX-License-Identifier: Apache-2.0
 * touched.h - which command touched each word of the arena last, for the races between commands.
 *
 * A word has the last store and the last loads.  A page that copies and fills touched whole has one record for all of
 * its words.
 */
#ifndef WAVEFOLD_VULKAN_TOUCHED_H
#define WAVEFOLD_VULKAN_TOUCHED_H

#include "order.h"

#include "wavefold/races.h"

/* An access.  Which command it is of: 4 * its number + its queue; 0: there was none. */
struct wfv_touch {
    uint32_t command;
    uint32_t group : 27, does : 2, stage : 2;   /* enum wf_touch_kind, enum wfv_stage */
    uint32_t is_part : 1;                       /* of a word */
    uint32_t pc : 16, wave : 8, lane : 7, is_coherent : 1;
};
static inline uint32_t wfv_touch_number(const struct wfv_touch *touch)
{
    return touch->command / WFV_QUEUES;
}

/* The second comes after the first and may race with it, in `words` words from this address on. */
typedef void wfv_meet_fn(void *user, const struct wfv_touch *first, const struct wfv_touch *second, uint32_t address,
                         uint32_t words);

/* A command that accesses memory: what of other commands its loads lie after, what its stores lie after. */
struct wfv_toucher {
    const struct wfv_clock *executed, *visible;
    wfv_meet_fn *meet;
    void *user;
};

struct wfv_touched *wfv_touched_new(uint64_t bytes);            /* of an arena; NULL: no memory */
void wfv_touched_free(struct wfv_touched *touched);             /* NULL is allowed */
/* All is forgotten. */
void wfv_touched_clear(struct wfv_touched *touched);
/* Of a word, of some bytes.  What memory is too short for is not noted. */
void wfv_touched_word(struct wfv_touched *touched, const struct wfv_toucher *by, struct wfv_touch touch,
                      uint32_t address);
void wfv_touched_bytes(struct wfv_touched *touched, const struct wfv_toucher *by, struct wfv_touch touch,
                       uint64_t address, uint64_t bytes);
/* Calls back with each access that is remembered, some of them again and again. */
void wfv_touched_each(const struct wfv_touched *touched, void (*each)(void *user, const struct wfv_touch *touch),
                      void *user);

#endif
