/* SPDX-License-Identifier: Apache-2.0
 * debug_text.h - names of files and texts of sources that glslang wrote wrong into a module.
 */
#ifndef WF_DEBUG_TEXT_H
#define WF_DEBUG_TEXT_H

#include "kernel_file.h"

/* glslang (12, Debian's) packs a byte above 127 as a negative number: later bytes of that word become 0xff.  A wrong
 * file name becomes the name of a file that fits, a wrong source the text of its file; else nothing changes. */
void debug_text_restore(struct wf_text *module);

#endif
