/* SPDX-License-Identifier: Apache-2.0
 * engine_rtl.h - the engines of the RTL: a simulator alone or in lock step, and the whole device on its buses.
 */
#ifndef WAVEFOLD_VULKAN_ENGINE_RTL_H
#define WAVEFOLD_VULKAN_ENGINE_RTL_H

#include "engine.h"

/* How one is used: begin and finish as of engine.h, by one thread at a time. */
struct wfv_rtl {
    void *(*open)(struct wfv_device *device);           /* NULL: no memory */
    void (*close)(void *user);                          /* NULL is allowed */
    bool (*begin)(void *user, struct wfv_launch *launch, char report[WFV_REPORT]);
    bool (*finish)(void *user, char report[WFV_REPORT]);
};
/* Buffer n as the hardware gets it.  Its buffers begin at words: one that does not is nothing there, and any access to it
 * a fault, which wfv_watch_fault knows the reason of. */
struct wfv_bound_buffer {
    struct wf_buffer buffer;
    bool robust, is_there;            /* is_there: it is to be bound */
};
static inline struct wfv_bound_buffer wfv_rtl_buffer(const struct wfv_launch *l, unsigned n)
{
    const bool is_whole = l->buffer[n].base % 4 == 0;

    return (struct wfv_bound_buffer){is_whole ? l->buffer[n] : (struct wf_buffer){0, 0}, is_whole && l->robust[n],
                                     is_whole && (l->buffer[n].size || l->robust[n])};
}
extern const struct wfv_rtl wfv_rtl_sim, wfv_rtl_device;

#endif
