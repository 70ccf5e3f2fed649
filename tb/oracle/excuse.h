/* SPDX-License-Identifier: Apache-2.0
 * excuse.h - which listed fault is why a device's words differ.
 */
#ifndef WFO_EXCUSE_H
#define WFO_EXCUSE_H

#include "faults.h"

/* The fault that excuses the words in which c->device differs: each of them is one that a fault which c meets makes.  wfo_faults(): none.
 * `mixed`: words hold several values; seed: of the order of waves on the model. */
unsigned wfo_excuse(const struct wfo_case *c, const volatile bool meets[WFO_MAX_FAULTS], bool mixed, uint64_t seed);

#endif
