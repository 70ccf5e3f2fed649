/* SPDX-License-Identifier: Apache-2.0
 * push.h - push constants by their members: --push scale=2.5 --push offset=1,2,3.
 */
#ifndef WF_PUSH_H
#define WF_PUSH_H

#include "contents.h"
#include "shader_options.h"

/* All of the block; members that are not given are 0, with a note.  layout: NULL where the module has no push constants.
 * WF_EXIT_OK, or another status after a message. */
enum wf_exit push_read(const char *file, const struct shader_options *o, const struct wf_layout *layout,
                       struct contents *contents);

#endif
