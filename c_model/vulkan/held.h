/* SPDX-License-Identifier: Apache-2.0
 * held.h - objects that commands and submissions point to.  One that the program destroys stays until the last of them
 * has gone.  Structures of such objects begin with a wfv_held.
 */
#ifndef WAVEFOLD_VULKAN_HELD_H
#define WAVEFOLD_VULKAN_HELD_H

#include "device.h"

struct wfv_held;
struct wfv_kind {
    const char *name;                   /* "a pipeline" */
    const char *gone;                   /* of a command buffer with it: "uses a pipeline that was destroyed" */
    void (*end)(struct wfv_held *held); /* frees what it has, and itself; NULL: wfv_held_delete does */
};
struct wfv_held {
    const struct wfv_kind *kind;
    struct wfv_device *device;
    VkAllocationCallbacks callbacks;
    const VkAllocationCallbacks *given; /* &callbacks: what it was made with; NULL: those of the device */
    atomic_uint holders;                /* the program, recordings, submissions */
    atomic_uint pending;                /* submissions that have not ended */
    atomic_bool is_gone;                /* the program has destroyed it */
};

/* `size` bytes that begin with a wfv_held, which the program holds; NULL: no memory. */
void *wfv_held_new(struct wfv_device *device, const struct wfv_kind *kind, const VkAllocationCallbacks *given,
                   size_t size);
void wfv_held_delete(struct wfv_held *held);
void wfv_hold(struct wfv_held *held);
void wfv_release(struct wfv_held *held);
/* The same, of a submission. */
void wfv_pend(struct wfv_held *held);
void wfv_end_pending(struct wfv_held *held);
/* The program destroys it, by this command.  If a submission that uses it has not ended, there is a message. */
void wfv_destroy(const char *command, struct wfv_held *held);
static inline bool wfv_is_gone(const struct wfv_held *held) { return atomic_load(&held->is_gone); }

#endif
