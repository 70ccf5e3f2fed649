/* SPDX-License-Identifier: Apache-2.0
 * compare_draw.h - what a random fragment shader draws, as the interpreter and as the front-end want it.
 */
#ifndef COMPARE_DRAW_H
#define COMPARE_DRAW_H

#include "generate.h"
#include "wavefold/dispatch.h"
#include "wavefold/spirv.h"

enum { DRAWN_WORDS = WF_DRAW_INPUTS + PIXEL_INPUTS * 4 * 3 };
struct drawn {
    struct wf_quad quad[PIXELS_MOST * 8 / 2];
    size_t quads;                       /* with a covered pixel */
    struct wf_shader_input input[PIXEL_INPUTS];
    struct wf_shader_output output[OUTPUTS_MOST];
    uint32_t word[DRAWN_WORDS];         /* of the rectangle */
};

/* The target gets what is drawn; `buffer`: the number of the buffer of the rectangle. */
void compare_draw(struct drawn *d, const struct generated *g, const struct wf_shader *shader, struct wf_shader_target *target, unsigned buffer);

enum { INPUT_WORDS = WF_INPUT_HEAD + 64 * (2 + PIXEL_INPUTS * 8 * 3) };
/* The words of WF_MESH_INPUTS. */
void compare_vertices(uint32_t word[INPUT_WORDS], const struct generated *g, const struct wf_shader *shader);

struct interpreted {
    struct interp_vertices vertices;
    struct interp_mesh mesh;
    struct interp_tasks tasks;
    struct interp_draw draw;
    struct interp_input input[PIXEL_INPUTS];
    struct interp_output output[OUTPUTS_MOST];
};
/* Values and images are buffer[]. */
void compare_interpreted(struct interpreted *i, const struct generated *g, const struct interp_buffer *buffer);

#endif
