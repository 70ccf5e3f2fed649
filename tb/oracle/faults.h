/* SPDX-License-Identifier: Apache-2.0
 * faults.h - the list of known faults of devices, faults.def.
 */
#ifndef WFO_FAULTS_H
#define WFO_FAULTS_H

#include "case.h"
#include "device.h"

enum { WFO_MAX_FAULTS = 64 };

unsigned wfo_faults(void);
const char *wfo_fault_name(unsigned n);
/* The process dies of it. */
bool wfo_fault_kills(unsigned n);
/* It was seen on the driver of this device. */
bool wfo_fault_seen_on(unsigned n, const struct wfo_device *d);
/* A shader may meet it. */
bool wfo_fault_meets(unsigned n, const struct wfo_case *c);
/* It may be why a word is `got` where `want` is right; `mixed`: words hold several values. */
bool wfo_fault_explains(unsigned n, uint32_t got, uint32_t want, bool mixed);
/* A line for each. */
void wfo_faults_list(void);

#endif
