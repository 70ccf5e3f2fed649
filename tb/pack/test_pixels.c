/* SPDX-License-Identifier: Apache-2.0
 * test_pixels.c - which pixel stands in which lane: waves by hand, and random lists against a walk that takes one quad after the other.
 */
#include "wavefold/dispatch.h"

#include "../common/wf_check.h"

static void lane_is(const struct wf_quad *quads, size_t count, unsigned size, size_t wave, unsigned lane, uint32_t x, uint32_t y, bool helper)
{
    uint32_t pixel[2] = {0, 0};
    bool is_helper = !helper;

    CHECK(wf_pack_pixel(quads, count, size, wave, lane, pixel, &is_helper));
    CHECK_EQ(pixel[0], x);
    CHECK_EQ(pixel[1], y);
    CHECK_EQ(is_helper, helper);
}

/* Three quads, the middle one uncovered: two fill a wave of 8 lanes and two of 4. */
static void by_hand(void)
{
    struct wf_quad list[3] = {{10, 4, 0x9}, {12, 4, 0}, {16382, 16382, 0x2}}, kept[3];
    uint32_t pixel[2];
    bool helper;

    CHECK_EQ(wf_pack_covered(list, 3, kept), 2);
    CHECK_EQ(wf_pack_quad_waves(2, 8), 1);
    CHECK_EQ(wf_pack_quad_waves(2, 4), 2);
    CHECK_EQ(wf_pack_quad_waves(3, 8), 2);
    CHECK_EQ(wf_pack_quad_waves(0, 128), 0);
    lane_is(kept, 2, 8, 0, 0, 10, 4, false);
    lane_is(kept, 2, 8, 0, 1, 11, 4, true);
    lane_is(kept, 2, 8, 0, 2, 10, 5, true);
    lane_is(kept, 2, 8, 0, 3, 11, 5, false);
    lane_is(kept, 2, 8, 0, 5, 16383, 16382, false);
    lane_is(kept, 2, 8, 0, 7, 16383, 16383, true);
    lane_is(kept, 2, 4, 1, 2, 16382, 16383, true);
    CHECK(!wf_pack_pixel(kept, 2, 16, 0, 8, pixel, &helper));       /* behind the last quad */
    CHECK(!wf_pack_pixel(kept, 2, 4, 2, 0, pixel, &helper));
    CHECK(!wf_pack_pixel(kept, 2, 4, 0, 4, pixel, &helper));        /* beyond the wave */
    CHECK_EQ(wf_pack_covered(list, 3, list), 2);                    /* in place */
    CHECK_EQ(list[1].x, 16382);
}

/* The same by the descriptor, with the quads that no wave has still in its list; and no thread in a pixel shader. */
static void by_descriptor(void)
{
    static const struct wf_quad list[4] = {{10, 4, 0x9}, {12, 4, 0}, {16382, 16382, 0x2}, {8, 8, 0}};
    const struct wf_desc d = {.stage = WF_STAGE_PIXEL, .quad = list, .quads = 4, .grid = {1, 1, 1}};
    const struct wf_shape shape = {.wave_size = 8, .waves = 1, .threads = 8};
    uint32_t pixel[2] = {0, 0}, tid[3], index;
    bool helper = true;

    CHECK(wf_pack_pixel_of(&d, 8, 0, 3, pixel, &helper) && pixel[0] == 11 && pixel[1] == 5 && !helper);
    CHECK(wf_pack_pixel_of(&d, 8, 0, 4, pixel, &helper) && pixel[0] == 16382 && pixel[1] == 16382 && helper);
    CHECK(wf_pack_pixel_of(&d, 4, 1, 1, pixel, &helper) && pixel[0] == 16383 && pixel[1] == 16382 && !helper);
    CHECK(!wf_pack_pixel_of(&d, 4, 2, 0, pixel, &helper) && !wf_pack_pixel_of(&d, 8, 1, 7, pixel, &helper));
    CHECK(!wf_pack_thread(&d, &shape, 0, 0, tid, &index));
}

/* The same of the list as it was given. */
static void lane_of_all(const struct wf_desc *desc, unsigned size, size_t wave, unsigned lane, uint32_t x, uint32_t y, bool helper)
{
    uint32_t pixel[2] = {0, 0};
    bool is_helper = !helper;

    CHECK(wf_pack_pixel_of(desc, size, wave, lane, pixel, &is_helper));
    CHECK_EQ(pixel[0], x);
    CHECK_EQ(pixel[1], y);
    CHECK_EQ(is_helper, helper);
}

static uint64_t state = 1;

static void walk(unsigned size, unsigned count)
{
    struct wf_quad list[300] = {{0, 0, 0}}, kept[300];
    size_t wave = 0;
    unsigned lane = 0, covered = 0, live = 0;

    for (unsigned n = 0; n < count; n++)
        list[n] = (struct wf_quad){(uint16_t)(check_random(&state) % 8192 * 2), (uint16_t)(check_random(&state) % 8192 * 2), (uint8_t)(check_random(&state) % 16)};
    const size_t left = wf_pack_covered(list, count, kept);
    const struct wf_desc desc = {.quad = list, .quads = count};
    for (unsigned n = 0; n < count; n++) {
        for (unsigned corner = 0; list[n].coverage && corner < 4; corner++, live++) {
            const bool helper = !(list[n].coverage & 1u << corner);
            lane_is(kept, left, size, wave, lane + corner, list[n].x + (corner & 1), list[n].y + (corner >> 1), helper);
            lane_of_all(&desc, size, wave, lane + corner, list[n].x + (corner & 1), list[n].y + (corner >> 1), helper);
        }
        covered += list[n].coverage != 0;
        lane += list[n].coverage ? 4 : 0;
        if (lane == size) {
            lane = 0;
            wave++;
        }
    }
    CHECK_EQ(left, covered);
    CHECK_EQ(wf_pack_quad_waves(left, size), wave + (lane != 0));
    for (size_t w = 0; w <= wave; w++)                              /* no lane but these is live */
        for (unsigned l = 0; l < size; l++) {
            uint32_t pixel[2];
            bool helper;
            const bool is_live = wf_pack_pixel(kept, left, size, w, l, pixel, &helper);
            live -= is_live;
            CHECK_EQ(wf_pack_pixel_of(&desc, size, w, l, pixel, &helper), is_live);
        }
    CHECK_EQ(live, 0);
}

int main(void)
{
    by_hand();
    by_descriptor();
    for (unsigned size = 4; size <= 128; size *= 2)
        for (unsigned count = 0; count < 300; count += 23)
            walk(size, count);
    return check_end("pack_pixels");
}
