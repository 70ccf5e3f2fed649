/* SPDX-License-Identifier: Apache-2.0
 * simulator.h - the RTL: the library of a simulator, which the driver opens in its own process.
 */
#ifndef WAVEFOLD_VULKAN_SIMULATOR_H
#define WAVEFOLD_VULKAN_SIMULATOR_H

#include "settings.h"

#include "wavefold/bus.h"
#include "wavefold/sim.h"

struct wfv_simulator {
    void *library;                      /* NULL: on the model */
    const struct wf_sim_api *sim;       /* of WAVEFOLD_ON=rtl and lockstep; else NULL */
    const struct wf_bus_api *bus;       /* of WAVEFOLD_ON=device; else NULL */
};

/* Open what the settings ask for, and make *machine what it simulates; lanes, cores and the wave size become its own
 * where the environment names none.  On the model *machine stays.  False with the reason, and what to do. */
enum { WFV_SIMULATOR_WHY = 5000 };
bool wfv_simulator_open(struct wfv_simulator *simulator, struct wfv_settings *settings, struct wf_device *machine,
                        char why[WFV_SIMULATOR_WHY]);
void wfv_simulator_close(struct wfv_simulator *simulator);

#endif
