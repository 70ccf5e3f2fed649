/* SPDX-License-Identifier: Apache-2.0
 * pixels.c - which pixel stands in which lane (docs/semantics.md, "Lane packing", pixel quads).
 */
#include "wavefold/dispatch.h"

size_t wf_pack_covered(const struct wf_quad *quads, size_t count, struct wf_quad *covered)
{
    size_t kept = 0;

    for (size_t n = 0; n < count; n++)
        if (quads[n].coverage != 0)
            covered[kept++] = quads[n];
    return kept;
}

size_t wf_pack_quad_waves(size_t count, unsigned wave_size)
{
    const size_t room = wave_size / WF_QUAD_LANES;

    return count / room + (count % room != 0);
}

bool wf_pack_pixel(const struct wf_quad *covered, size_t count, unsigned wave_size, size_t wave, unsigned lane,
                   uint32_t pixel[2], bool *helper)
{
    const size_t number = wave * (wave_size / WF_QUAD_LANES) + lane / WF_QUAD_LANES;
    const unsigned corner = lane % WF_QUAD_LANES;

    if (lane >= wave_size || number >= count)
        return false;
    pixel[0] = covered[number].x + corner % 2;
    pixel[1] = covered[number].y + corner / 2;
    *helper = (covered[number].coverage >> corner & 1) == 0;
    return true;
}

bool wf_pack_pixel_of(const struct wf_desc *desc, unsigned wave_size, size_t wave, unsigned lane, uint32_t pixel[2],
                      bool *helper)
{
    /* covered quads that come before the lane's */
    size_t before = wave * (wave_size / WF_QUAD_LANES) + lane / WF_QUAD_LANES;

    for (size_t n = 0; n < desc->quads; n++)
        if (desc->quad[n].coverage != 0 && before-- == 0)
            return wf_pack_pixel(&desc->quad[n], 1, wave_size, 0, lane % WF_QUAD_LANES, pixel, helper);
    return false;
}
