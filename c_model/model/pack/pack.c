/* SPDX-License-Identifier: Apache-2.0
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

struct wf_place wf_pack_place(const struct wf_desc *desc, const struct wf_shape *shape, unsigned wave)
{
    const uint32_t runs = (shape->threads + 3) / 4, each = runs / shape->waves, left = runs % shape->waves;
    const bool deal = desc->has_numthreads && desc->extra_waves != 0 && !desc->extra_idle;
    uint32_t first = wave * shape->wave_size, end = first + shape->wave_size;

    if (deal) {
        first = 4 * (wave * each + (wave < left ? wave : left));
        end = 4 * ((wave + 1) * each + (wave + 1 < left ? wave + 1 : left));
    }
    if (end > shape->threads)
        end = shape->threads;
    return (struct wf_place){ first, end > first ? end - first : 0 };
}

bool wf_pack_thread(const struct wf_desc *desc, const struct wf_shape *shape, unsigned wave, unsigned lane,
                    uint32_t tid[3], uint32_t *group_index)
{
    const uint32_t x = desc->threads[0], y = desc->threads[1];
    struct wf_place place;
    uint32_t t;

    if (wave >= shape->waves || desc->stage == WF_STAGE_PIXEL)
        return false;
    place = wf_pack_place(desc, shape, wave);
    if (lane >= place.live)
        return false;
    t = place.first + lane;
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
