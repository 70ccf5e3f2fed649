/* SPDX-License-Identifier: Apache-2.0
 * interp_cube.c - interp_cube.h.
 */
#include "interp_cube.h"

#include <math.h>

/* Of each face: the axis of s, of t and the major one, each with its sign. */
static const struct {
    unsigned axis;
    double sign;
} face_axis[6][3] = {
    { { 2, -1 }, { 1, -1 }, { 0, 1 } }, { { 2, 1 }, { 1, -1 }, { 0, -1 } }, { { 0, 1 }, { 2, 1 }, { 1, 1 } },
    { { 0, 1 }, { 2, -1 }, { 1, -1 } }, { { 0, 1 }, { 1, -1 }, { 2, 1 } }, { { 0, -1 }, { 1, -1 }, { 2, -1 } },
};

static double along(unsigned face, unsigned which, const double v[3])
{
    return face_axis[face][which].sign * v[face_axis[face][which].axis];
}

/* Of equal components z counts before y, and y before x. */
static unsigned face_of(const double v[3])
{
    const double x = fabs(v[0]), y = fabs(v[1]), z = fabs(v[2]);
    const unsigned axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;

    return 2 * axis + (v[axis] < 0);
}

struct cube_place cube_place(const double direction[3])
{
    const unsigned face = face_of(direction);
    const double major = along(face, 2, direction);

    return (struct cube_place){ face, (along(face, 0, direction) / major + 1) / 2, (along(face, 1, direction) / major + 1) / 2 };
}

void cube_gradient(const double direction[3], const double gradient[3], double out[2])
{
    const unsigned face = face_of(direction);
    const double major = along(face, 2, direction), change = along(face, 2, gradient);

    for (unsigned k = 0; k < 2; k++)
        out[k] = (major * along(face, k, gradient) - along(face, k, direction) * change) / (2 * major * major);
}

/* The direction of the place on the edge, then half a texel down the next face. */
void cube_texel(unsigned *face, int place[2], int side)
{
    double direction[3], on[2];
    bool beyond = false;

    for (unsigned k = 0; k < 2; k++) {
        const bool out = place[k] < 0 || place[k] >= side;
        on[k] = out ? (place[k] < 0 ? -1 : 1) : (2.0 * place[k] + 1) / side - 1;
        beyond |= out;
    }
    if (!beyond)
        return;
    for (unsigned k = 0; k < 3; k++)
        direction[face_axis[*face][k].axis] = face_axis[*face][k].sign * (k < 2 ? on[k] : 1 - 1.0 / side);
    const struct cube_place next = cube_place(direction);
    *face = next.face;
    place[0] = (int)floor(next.s * side);
    place[1] = (int)floor(next.t * side);
}
