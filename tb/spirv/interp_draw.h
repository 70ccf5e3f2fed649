/* SPDX-License-Identifier: Apache-2.0
 * interp_draw.h - a fragment shader while it draws: which pixel a lane has, inputs, outputs.
 */
#ifndef INTERP_DRAW_H
#define INTERP_DRAW_H

#include "interp_wave.h"

struct pixel {
    bool live, helper;
    uint32_t x, y, sample;          /* sample: of a lane that is for one */
};

/* Waves that the covered quads of the rectangle fill, row by row. */
unsigned draw_waves(const struct module *m);
struct pixel draw_pixel(const struct module *m, unsigned wave, unsigned lane);
/* False: it is none of a fragment shader. */
bool draw_builtin(const struct module *m, const struct pixel *p, int builtin, uint64_t v[4]);
/* An input variable with a location: its slots. */
void draw_input(struct module *m, const struct object *o, const struct pixel *p, uint64_t *slots);
/* What the output variables of a lane hold goes into the images. */
void draw_store(struct wave *w, unsigned lane);

#endif
