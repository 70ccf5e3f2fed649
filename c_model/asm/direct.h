/* SPDX-License-Identifier: Apache-2.0
 * direct.h - what direct.c needs of fragment, vertex and geometry shaders (direct_pixel.c).
 */
#ifndef WAVEFOLD_ASM_DIRECT_H
#define WAVEFOLD_ASM_DIRECT_H

#include "statements.h"

/* As the shader calls it, in letters that a list of words may begin with; where two are called the same, with the
 * binding.  `r`: or NULL. */
void wfa_name_buffer(struct wf_kernel *k, struct wf_kernel_buffer *buffer, const struct wf_shader_buffer *b,
                     const struct wf_shader_resource *r);
void wfa_find_type_of_io(struct wfa *p, struct wf_kernel_buffer *buffer, const struct wf_shader_buffer *b);
void wfa_name_io(struct wfa *p, struct wf_kernel_buffer *buffer, const struct wf_shader_buffer *b);
/* False after a message. */
bool wfa_add_corners(struct wfa *p, const struct wf_shader_dispatch *d);
bool wfa_take_lanes(struct wfa *p, const struct wf_shader_dispatch *d);
bool wfa_take_rectangle(struct wfa *p, const struct wf_shader_dispatch *d);
/* To look at the code: a location that is not given gets zeros, or `output`, whose words are 0 if it is none. */
bool wfa_look_at(struct wfa *p, const struct wf_shader_location *at, struct wf_image *image,
                 struct wf_shader_buffer *output);

#endif
