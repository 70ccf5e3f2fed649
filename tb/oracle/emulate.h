/* SPDX-License-Identifier: Apache-2.0
 * emulate.h - a module whose right execution gives what a device with these faults gives for the module as it is.
 */
#ifndef WFO_EMULATE_H
#define WFO_EMULATE_H

#include "faults.h"

/* `fault`: which ones.  The module, to be freed; NULL: none of them changes it, or memory is short. */
uint32_t *wfo_emulate(const struct wfo_case *c, const bool fault[WFO_MAX_FAULTS], size_t *words);

#endif
