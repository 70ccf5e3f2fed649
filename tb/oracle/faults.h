/* SPDX-License-Identifier: Apache-2.0
 * faults.h - the list of known faults of devices, faults.def.
 */
#ifndef WFO_FAULTS_H
#define WFO_FAULTS_H

#include "case.h"
#include "device.h"

enum { WFO_MAX_FAULTS = 64 };

/* Their numbers. */
enum {
#define WFO_FAULT(name, kind, driver, version, condition, words, text) WFO_NUMBER_##name,
#include "faults.def"
    WFO_NUMBER_end
};
/* What it does: wrong words, no pipeline, the end of the process. */
enum wfo_harm { WFO_WORDS, WFO_NO_PIPELINE, WFO_DEATH };

unsigned wfo_faults(void);
const char *wfo_fault_name(unsigned n);
enum wfo_harm wfo_fault_harm(unsigned n);
/* Its words are those of a changed module on the model (emulate.h). */
bool wfo_fault_is_emulated(unsigned n);
/* It may make any word. */
bool wfo_fault_any(unsigned n);
/* It was seen on the driver of this device. */
bool wfo_fault_seen_on(unsigned n, const struct wfo_device *d);
/* A shader may meet it. */
bool wfo_fault_meets(unsigned n, const struct wfo_case *c);
/* It may, without emulation, be why a word is `got` where `want` is right; `mixed`: words hold several values. */
bool wfo_fault_explains(unsigned n, uint32_t got, uint32_t want, bool mixed);
/* A line for each. */
void wfo_faults_list(void);

#endif
