/* SPDX-License-Identifier: Apache-2.0
 * reducible.h - cycles that are entered at several nodes.
 */
#ifndef WAVEFOLD_SPIRV_KERNEL_REDUCIBLE_H
#define WAVEFOLD_SPIRV_KERNEL_REDUCIBLE_H

#include "graph.h"

/* One header for each such cycle that is not inside another. */
void wfs_give_one_header(struct wfs_graph *g);

#endif
