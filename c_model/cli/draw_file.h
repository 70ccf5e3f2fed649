/* SPDX-License-Identifier: Apache-2.0
 * draw_file.h - what the options of a drawing name: coverage and values of inputs, from files and texts.
 */
#ifndef WF_DRAW_FILE_H
#define WF_DRAW_FILE_H

#include "contents.h"
#include "draw_option.h"

/* The rectangle, with its coverage, which the caller frees.  WF_EXIT_OK, or another status after a message. */
enum wf_exit draw_read_rectangle(const struct draw_options *o, struct wf_inputs *inputs, struct wf_shader_rectangle *to,
                                 uint8_t **covered);
/* The words of an input.  In a text integers are those of an input of floats too: `at` has its type, NULL: it is not
 * known. */
enum wf_exit draw_read_input(const struct draw_input *input, const struct wf_shader_location *at,
                             struct wf_inputs *inputs, struct contents *contents);

#endif
