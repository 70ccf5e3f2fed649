/* SPDX-License-Identifier: Apache-2.0
 * watched.h - the commands that the watch for races between them remembers, by their number.
 */
#ifndef WAVEFOLD_VULKAN_WATCHED_H
#define WAVEFOLD_VULKAN_WATCHED_H

#include "pipeline.h"
#include "touched.h"

/* An area, as reports have it. */
struct wfv_object {
    const char *kind;
    char called[WFV_CALLED];
    uint64_t begin;
};
struct wfv_watched {                    /* a command */
    uint32_t number;                    /* of all queues */
    unsigned queue;
    uint64_t submission;
    struct wfv_clock executed, visible; /* what lies before it */
    struct wfv_launch *launch;          /* a copy; NULL: */
    const char *command;                /* NULL too: its pipeline was destroyed */
    struct wfv_object from, to;
    bool runs, is_kept;
    uint64_t races;
};
struct wfv_records {
    struct wfv_watched **watched;       /* [count], by ascending number */
    size_t count, room, most;           /* most: then those go that no word has */
    uint32_t last;                      /* the number of the last, of all queues */
};

/* The next command of a queue.  NULL: no memory. */
struct wfv_watched *wfv_records_add(struct wfv_records *records, const struct wfv_touched *touched,
                                    struct wfv_order *order, enum wfv_stage stage);
struct wfv_watched *wfv_records_find(const struct wfv_records *records, uint32_t number);      /* NULL: it is forgotten */
/* Of a pipeline that goes: its dispatches are commands without a launch and a name. */
void wfv_records_forget(struct wfv_records *records, const struct wfv_pipeline *pipeline);
void wfv_records_clear(struct wfv_records *records);

#endif
