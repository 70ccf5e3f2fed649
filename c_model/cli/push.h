/* SPDX-License-Identifier: Apache-2.0
 * push.h - push constants by their members: --push scale=2.5 --push offset=1,2,3.
 */
#ifndef WF_PUSH_H
#define WF_PUSH_H

#include "fill.h"
#include "shader_options.h"

/* All of the block; members that are not given are 0, with a note.  Its layout is NULL where the module has no push
 * constants, or one without types.  WF_EXIT_OK, or another status after a message. */
enum wf_exit push_read(const struct fill *block, const struct shader_options *o, struct contents *contents);

#endif
