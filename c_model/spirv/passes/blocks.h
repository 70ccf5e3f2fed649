/* SPDX-License-Identifier: Apache-2.0
 * blocks.h - the code as blocks that a lane goes through from their first instruction to their last.
 *
 * A lane's registers change only while it runs, so what other lanes do between two of its instructions does not matter:
 * its own flow of control is all there is.  A break takes it to the instruction after the endloop, and an endloop
 * takes it back to the top.
 */
#ifndef WAVEFOLD_SPIRV_BLOCKS_H
#define WAVEFOLD_SPIRV_BLOCKS_H

#include "../code/code.h"

struct wfs_straight {
    uint32_t first, last;               /* instructions */
    uint32_t next[2];                   /* blocks; 0: none (block 0 is the first, nothing goes back to it) */
};

/* [*count] The blocks, in order.  `position`: [insns] of each instruction its number in order, from 1 on; a group of
 * copies has one number. */
struct wfs_straight *wfs_find_blocks(struct wfs_code *code, uint32_t *count, uint32_t *position);

#endif
