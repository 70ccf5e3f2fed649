/* SPDX-License-Identifier: Apache-2.0
 * cache.h - VkPipelineCache: code that it keeps alive.  Pipelines hold the cache that they were made with: code that is
 * made later, for the images of a dispatch, goes there too.
 */
#ifndef WAVEFOLD_VULKAN_CACHE_H
#define WAVEFOLD_VULKAN_CACHE_H

#include "lowered.h"

struct wfv_cache {
    atomic_uint holders;
    struct wfv_device *device;
    pthread_mutex_t lock;
    struct wfv_lowered **lowered;       /* [count] */
    size_t count, room;
};
struct wfv_cache_handle {
    struct wfv_cache *cache;
};
WFV_HANDLE(VkPipelineCache, wfv_cache_handle)

void wfv_cache_hold(struct wfv_cache *cache);           /* of both NULL is allowed */
void wfv_cache_release(struct wfv_cache *cache);
bool wfv_cache_has(struct wfv_cache *cache, struct wfv_digest digest);
/* The cache holds it from now on; without memory it does not. */
void wfv_cache_add(struct wfv_cache *cache, struct wfv_lowered *lowered);

#endif
