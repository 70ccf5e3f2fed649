/* SPDX-License-Identifier: Apache-2.0
 * reducible.h - cycles that are entered at several nodes.
 */
#ifndef WAVEFOLD_SPIRV_KERNEL_REDUCIBLE_H
#define WAVEFOLD_SPIRV_KERNEL_REDUCIBLE_H

#include "graph.h"

/* One header for the first such cycle that is found, which is inside no other; orders and dominators are old then. */
void wfs_give_one_header(struct wfs_graph *g);

#endif
