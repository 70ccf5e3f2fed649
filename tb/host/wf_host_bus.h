/* SPDX-License-Identifier: Apache-2.0
 * wf_host_bus.h - a simulated wf_device as a transport of the driver.
 */
#ifndef WF_HOST_BUS_H
#define WF_HOST_BUS_H

#include "wavefold/driver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A device out of reset over a memory of `count` words, which is borrowed and used in place; the seed chooses how late memory answers, and in which order. */
struct wf_transport wf_host_bus_open(uint32_t *words, size_t count, uint64_t seed);
/* Clock cycles since. */
uint64_t wf_host_bus_cycles(struct wf_transport transport);
/* Requests on the memory bus without their answer. */
unsigned wf_host_bus_waiting(struct wf_transport transport);
void wf_host_bus_close(struct wf_transport transport);

#ifdef __cplusplus
}
#endif

#endif
