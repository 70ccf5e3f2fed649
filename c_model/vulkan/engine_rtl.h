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
extern const struct wfv_rtl wfv_rtl_sim, wfv_rtl_device;

#endif
