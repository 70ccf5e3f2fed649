/* SPDX-License-Identifier: Apache-2.0
 *
 * pack.c - which thread stands in which lane (docs/semantics.md, "Lane packing").
 */
#include "wavefold/dispatch.h"

/* Place t of the group in quads: four places in turn fill one 2x2 block, blocks run along x, then y, then z. */
static void place_in_quads(uint32_t t, uint32_t x, uint32_t y, uint32_t tid[3])
{
    const uint32_t in_slice = t % (x * y);
    const uint32_t pixel = in_slice % 4, block = in_slice / 4;

    tid[0] = 2 * (block % (x / 2)) + (pixel & 1);
    tid[1] = 2 * (block / (x / 2)) + (pixel >> 1);
    tid[2] = t / (x * y);
}

static void place_in_line(uint32_t t, uint32_t x, uint32_t y, uint32_t tid[3])
{
    tid[0] = t % x;
    tid[1] = t / x % y;
    tid[2] = t / (x * y);
}

bool wf_pack_thread(const struct wf_desc *desc, const struct wf_shape *shape, unsigned wave, unsigned lane,
                    uint32_t tid[3], uint32_t *group_index)
{
    const uint32_t t = wave * shape->wave_size + lane;
    const uint32_t x = desc->threads[0], y = desc->threads[1];

    if (lane >= shape->wave_size || wave >= shape->waves || t >= shape->threads)
        return false;
    if (desc->has_numwaves) {
        tid[0] = t;
        tid[1] = tid[2] = 0;
        *group_index = t;
        return true;
    }
    if (x % 2 == 0 && y % 2 == 0)
        place_in_quads(t, x, y, tid);
    else
        place_in_line(t, x, y, tid);
    *group_index = tid[2] * x * y + tid[1] * x + tid[0];
    return true;
}
