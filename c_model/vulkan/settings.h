/* SPDX-License-Identifier: Apache-2.0
 * settings.h - what the environment asks of the driver: WAVEFOLD_*, read once an instance.
 */
#ifndef WAVEFOLD_VULKAN_SETTINGS_H
#define WAVEFOLD_VULKAN_SETTINGS_H

#include "wavefold/dispatch.h"

#include <stdbool.h>
#include <stdint.h>

enum wfv_on { WFV_ON_MODEL, WFV_ON_RTL, WFV_ON_LOCKSTEP, WFV_ON_DEVICE };

struct wfv_settings {
    enum wfv_on on;             /* WAVEFOLD_ON=model|rtl|lockstep|device */
    unsigned lanes;             /* WAVEFOLD_LANES: 4, 8, .., 128; default 128 on the model, 32 on the RTL */
    unsigned wave_size;         /* WAVEFOLD_WAVE_SIZE: of pipelines that ask for none; default 32, or the lanes */
    unsigned cores;             /* WAVEFOLD_CORES */
    bool varies, webgpu;        /* WAVEFOLD_VARYING is given; WAVEFOLD_VK=webgpu */
    uint64_t varying;           /* WAVEFOLD_VARYING: seed of the wave sizes of pipelines that leave it open */
    uint64_t seed;              /* WAVEFOLD_SEED: of interleavings, stalls */
    uint64_t limit;             /* WAVEFOLD_LIMIT: instructions or cycles of a dispatch; 0: none */
};

/* The first setting that is wrong ends it: false, with "WAVEFOLD_LANES=7: expected one of 4, 8, 16, 32, 64, 128". */
enum { WFV_SETTINGS_WHY = 200 };
bool wfv_settings_read(struct wfv_settings *settings, char why[WFV_SETTINGS_WHY]);

/* WAVEFOLD_VK=webgpu, for what is asked before there is an instance. */
bool wfv_settings_webgpu(void);

/* The machine that they ask for. */
struct wf_device wfv_settings_machine(const struct wfv_settings *settings);

#endif
