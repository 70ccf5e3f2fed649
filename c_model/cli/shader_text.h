/* SPDX-License-Identifier: Apache-2.0
 * shader_text.h - a shader and all that it runs with, in one piece: what stands in place of the text of a kernel file.
 *
 * The program makes it from its command line, makes its kernel of it, and hands it to the simulator, which makes the same kernel.
 */
#ifndef WF_SHADER_TEXT_H
#define WF_SHADER_TEXT_H

#include "wavefold/kernel.h"

/* `command`: the options that made it, as a shell takes them.  The bytes, to be freed; NULL without memory. */
char *wf_shader_text_make(const struct wf_shader_dispatch *dispatch, const char *command, size_t *length);

struct wf_shader_text {         /* all of it stands in the text */
    struct wf_shader_dispatch dispatch;
    struct wf_shader_attributes attributes;
    struct wf_shader_buffer buffer[WF_MAX_BUFFERS];
    const char *command;
};
/* `text` is aligned as malloc does.  False when it is none. */
bool wf_shader_text_read(const char *text, size_t length, struct wf_shader_text *read);

#endif
