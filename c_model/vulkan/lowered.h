/* SPDX-License-Identifier: Apache-2.0
 * lowered.h - code that the front-end made, shared by all pipelines and caches that have the same.  The device knows
 * each that is alive by the digest of what it was made from.
 */
#ifndef WAVEFOLD_VULKAN_LOWERED_H
#define WAVEFOLD_VULKAN_LOWERED_H

#include "device.h"
#include "digest.h"

#include "wavefold/spirv.h"

struct wfv_lowered {
    struct wfv_lowered *next;           /* in the list of the device */
    struct wfv_device *device;
    unsigned holders;                   /* with the device's lock of the list held */
    struct wfv_digest digest;
    struct wf_shader_code code;         /* may have memory of its own, or all in `block` */
    void *block;
};

/* The one that is alive, held once more; NULL: there is none. */
struct wfv_lowered *wfv_lowered_find(struct wfv_device *device, struct wfv_digest digest);
/* Takes over code and block, and gives the one that is alive with this digest, held once more: code made twice at once
 * is kept once.  NULL: no memory, and code and block are freed. */
struct wfv_lowered *wfv_lowered_new(struct wfv_device *device, struct wfv_digest digest, struct wf_shader_code *code,
                                    void *block);
void wfv_lowered_hold(struct wfv_lowered *lowered);
void wfv_lowered_release(struct wfv_lowered *lowered);      /* NULL is allowed */

#endif
