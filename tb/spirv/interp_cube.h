/* SPDX-License-Identifier: Apache-2.0
 * interp_cube.h - directions and faces of a cube: "Cube Map Face Selection" of the Vulkan specification.
 */
#ifndef INTERP_CUBE_H
#define INTERP_CUBE_H

#include <stdbool.h>

struct cube_place {
    unsigned face;
    double s, t;                    /* 0 to 1 */
};

struct cube_place cube_place(const double direction[3]);
/* The gradient of s and t where the direction has this one. */
void cube_gradient(const double direction[3], const double gradient[3], double out[2]);
/* A texel of a level of `side` that may lie one beyond an edge, not beyond two: where it is on the next face. */
void cube_texel(unsigned *face, int place[2], int side);

#endif
