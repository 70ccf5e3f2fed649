/* SPDX-License-Identifier: Apache-2.0
 * around.h - a module that does the same and does not meet a fault for which no words would be there to compare.
 */
#ifndef WFO_AROUND_H
#define WFO_AROUND_H

#include "faults.h"

/* Put such a module into c->facts.  False: none is known for this fault, or memory is short. */
bool wfo_around(struct wfo_case *c, unsigned fault);

#endif
