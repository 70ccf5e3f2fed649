/* SPDX-License-Identifier: Apache-2.0
 * debug_text.h - names of files and texts of sources that glslang wrote wrong into a module.
 */
#ifndef WF_DEBUG_TEXT_H
#define WF_DEBUG_TEXT_H

#include "kernel_file.h"

/* glslang (12, Debian's) packs each byte above 127 as a negative number, so those behind it in the same word become 0xff.  A name of a file that looks so
 * becomes that of the file which is there and fits; the text of a source becomes that of its file.  What fits nothing stays. */
void debug_text_restore(struct wf_text *module);

#endif
