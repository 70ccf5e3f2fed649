/* SPDX-License-Identifier: Apache-2.0
 * engine_code.h - what is in the instruction memory of the RTL: copies of code, so that pipelines may go before it.
 */
#ifndef WAVEFOLD_VULKAN_ENGINE_CODE_H
#define WAVEFOLD_VULKAN_ENGINE_CODE_H

#include "engine.h"

#include "wavefold/sim.h"

enum { WFV_LOADED = 64 };

struct wfv_loaded {
    uint64_t number;                    /* of the code: wfv_code.number */
    uint16_t base;
    struct wf_sim_code code;            /* all of it in `memory` */
    void *memory;
};
struct wfv_loads {
    struct wfv_loaded one[WFV_LOADED];
    unsigned count;
};

/* NULL: it is not loaded. */
struct wfv_loaded *wfv_loads_find(struct wfv_loads *loads, const struct wfv_code *code);
/* A copy that is to be loaded, in one place until wfv_loads_clear; NULL: there is no place for it,
 * and when !*full no memory. */
struct wfv_loaded *wfv_loads_add(struct wfv_loads *loads, const struct wfv_code *code, bool *full);
/* The one that was added last. */
void wfv_loads_remove_last(struct wfv_loads *loads);
void wfv_loads_clear(struct wfv_loads *loads);

#endif
