/* SPDX-License-Identifier: Apache-2.0
 * codes.h - code for an entry point and a target: what is alive already, or made now.
 */
#ifndef WAVEFOLD_VULKAN_CODES_H
#define WAVEFOLD_VULKAN_CODES_H

#include "cache.h"

/* Where code comes from, and what became of it. */
struct wfv_source {
    struct wfv_device *device;
    struct wf_shader *shader;
    struct wfv_digest digest;           /* of the shader: module, entry point, specialization */
    struct wfv_cache *cache;            /* gets it; or NULL */
    bool may_not_make;                  /* only what is there already counts */
    bool was_cached;                    /* the cache had it */
    bool is_missing;                    /* it would have to be made, and may not */
    bool is_short;                      /* of memory */
};

/* Held for the caller.  NULL with a message. */
struct wfv_lowered *wfv_code_for(struct wfv_source *source, const struct wf_shader_target *target,
                                 char message[WF_SHADER_MESSAGE]);

#endif
