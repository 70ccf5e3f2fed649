/* SPDX-License-Identifier: Apache-2.0
 * test_pack.c - which thread stands in which lane: layouts by hand, and the rules that hold for every shape.
 */
#include <string.h>

#include "wavefold/dispatch.h"

#include "../common/wf_check.h"

struct place {
    struct wf_desc desc;
    struct wf_shape shape;
};

static struct place group(uint32_t x, uint32_t y, uint32_t z, unsigned size, unsigned extra)
{
    struct place p;

    memset(&p, 0, sizeof p);
    p.desc.has_numthreads = true;
    p.desc.threads[0] = x;
    p.desc.threads[1] = y;
    p.desc.threads[2] = z;
    p.shape.wave_size = size;
    p.shape.threads = x * y * z;
    p.shape.waves = (x * y * z + size - 1) / size + extra;
    return p;
}

/* x*100 + y*10 + z of one lane, or -1 for a dead one. */
static int at(const struct place *p, unsigned wave, unsigned lane)
{
    uint32_t tid[3], index;

    if (!wf_pack_thread(&p->desc, &p->shape, wave, lane, tid, &index))
        return -1;
    CHECK_EQ(index, tid[2] * p->desc.threads[0] * p->desc.threads[1] + tid[1] * p->desc.threads[0] + tid[0]);
    return (int)(tid[0] * 100 + tid[1] * 10 + tid[2]);
}

static void check_wave(const struct place *p, unsigned wave, const int *wanted, unsigned lanes)
{
    for (unsigned lane = 0; lane < lanes; lane++)
        CHECK_EQ(at(p, wave, lane), wanted[lane]);
}

/* 4x4 drawn by hand: quads 0 1 / 2 3. */
static void test_4x4(void)
{
    static const int wave0[8] = { 0, 100, 10, 110, 200, 300, 210, 310 };
    static const int wave1[8] = { 20, 120, 30, 130, 220, 320, 230, 330 };
    const struct place p = group(4, 4, 1, 8, 0);

    check_wave(&p, 0, wave0, 8);
    check_wave(&p, 1, wave1, 8);
    CHECK_EQ(at(&p, 2, 0), -1);
    CHECK_EQ(at(&p, 0, 8), -1);
}

/* 2x6x2: the third quad of a slice is its last, so the second wave of 8 begins in slice 0 and ends in slice 1. */
static void test_slices(void)
{
    static const int wave1[8] = { 40, 140, 50, 150, 1, 101, 11, 111 };
    const struct place p = group(2, 6, 2, 8, 0);

    check_wave(&p, 1, wave1, 8);
    CHECK_EQ(p.shape.waves, 3);
}

/* 3x2x2: X is odd, so a line; 12 threads leave 4 dead lanes of 16. */
static void test_line(void)
{
    static const int wave0[16] = { 0, 100, 200, 10, 110, 210, 1, 101, 201, 11, 111, 211, -1, -1, -1, -1 };
    const struct place p = group(3, 2, 2, 16, 1);

    check_wave(&p, 0, wave0, 16);
    for (unsigned lane = 0; lane < 16; lane++)
        CHECK_EQ(at(&p, 1, lane), -1);              /* the extra wave */
}

/* 8x1x1: one line, its quads are four neighbours. */
static void test_one_dimension(void)
{
    static const int wave1[4] = { 400, 500, 600, 700 };
    const struct place p = group(8, 1, 1, 4, 0);

    check_wave(&p, 1, wave1, 4);
}

static void test_numwaves(void)
{
    struct place p = group(0, 0, 0, 8, 0);
    uint32_t tid[3] = { 9, 9, 9 }, index = 9;

    p.desc.has_numthreads = false;
    p.desc.has_numwaves = true;
    p.shape.waves = 2;
    p.shape.threads = 16;
    CHECK(wf_pack_thread(&p.desc, &p.shape, 1, 5, tid, &index));
    CHECK_EQ(tid[0], 13);
    CHECK_EQ(tid[1], 0);
    CHECK_EQ(tid[2], 0);
    CHECK_EQ(index, 13);
    CHECK(!wf_pack_thread(&p.desc, &p.shape, 2, 0, tid, &index));
}

/* Every thread stands in one lane, live lanes are contiguous, and with X and Y even four lanes are one 2x2 quad. */
static void test_every_thread_once(uint32_t x, uint32_t y, uint32_t z, unsigned size)
{
    const struct place p = group(x, y, z, size, 0);
    unsigned char seen[1024] = { 0 };
    unsigned live = 0;

    for (unsigned t = 0; t < p.shape.waves * size; t++) {
        uint32_t tid[3], first[3], index;
        if (!wf_pack_thread(&p.desc, &p.shape, t / size, t % size, tid, &index))
            continue;
        CHECK_EQ(live++, t);
        CHECK(tid[0] < x && tid[1] < y && tid[2] < z && index < sizeof seen && seen[index]++ == 0);
        if (x % 2 != 0 || y % 2 != 0)
            continue;
        wf_pack_thread(&p.desc, &p.shape, t / 4 * 4 / size, t / 4 * 4 % size, first, &index);
        CHECK(tid[0] == first[0] + t % 2 && tid[1] == first[1] + t % 4 / 2 && tid[2] == first[2]);
    }
    CHECK_EQ(live, x * y * z);
}

/* 40 threads are ten runs of four: dealt to two waves and two extra ones, 3 3 2 2; idle extra waves leave them where they were. */
static void test_extra_waves(void)
{
    static const unsigned first[4] = { 0, 12, 24, 32 }, live[4] = { 12, 12, 8, 8 };
    struct place p = group(40, 1, 1, 32, 2);

    p.desc.extra_waves = 2;
    for (unsigned w = 0; w < 4; w++) {
        const struct wf_place here = wf_pack_place(&p.desc, &p.shape, w);
        CHECK_EQ(here.first, first[w]);
        CHECK_EQ(here.live, live[w]);
        CHECK_EQ(at(&p, w, live[w] - 1), (int)(first[w] + live[w] - 1) * 100);
        CHECK_EQ(at(&p, w, live[w]), -1);
    }
    p.desc.extra_idle = true;
    CHECK_EQ(wf_pack_place(&p.desc, &p.shape, 0).live, 32);
    CHECK_EQ(wf_pack_place(&p.desc, &p.shape, 1).live, 8);
    CHECK_EQ(wf_pack_place(&p.desc, &p.shape, 2).live, 0);
    CHECK_EQ(at(&p, 1, 7), 3900);
    CHECK_EQ(at(&p, 2, 0), -1);
}

/* Runs dealt like cards, one round after the other, but laid out wave by wave: the same counts, found by dealing. */
static void test_dealt(uint32_t threads, unsigned size, unsigned extra)
{
    struct place p = group(threads, 1, 1, size, extra);
    unsigned cards[64] = { 0 }, next = 0;

    p.desc.extra_waves = extra;
    for (unsigned run = 0; 4 * run < threads; run++)
        cards[run % p.shape.waves]++;
    for (unsigned w = 0; w < p.shape.waves; w++) {
        const struct wf_place here = wf_pack_place(&p.desc, &p.shape, w);
        unsigned places = 4 * cards[w];
        if (here.first + places > threads)          /* the last run may be short */
            places = threads > here.first ? threads - here.first : 0;
        CHECK_EQ(here.first, next);
        CHECK_EQ(here.live, places);
        CHECK(here.live <= size);
        next += 4 * cards[w];
    }
    CHECK(next >= threads && next < threads + 4);
}

/* Groups of each stage have threads, but for pixel shaders. */
static void test_stages(void)
{
    for (unsigned stage = 0; stage < WF_STAGE_COUNT; stage++) {
        struct place p = group(4, 1, 1, 4, 0);
        p.desc.stage = (enum wf_stage)stage;
        CHECK_EQ(at(&p, 0, 3), stage == WF_STAGE_PIXEL ? -1 : 300);
    }
}

int main(void)
{
    static const uint32_t shape[][3] = {
        { 1, 1, 1 }, { 16, 16, 1 }, { 15, 7, 1 }, { 5, 3, 7 }, { 6, 10, 1 }, { 2, 6, 5 }, { 4, 4, 64 }, { 1024, 1, 1 }, { 1, 1024, 1 },
        { 2, 512, 1 }, { 10, 1, 64 }, { 32, 32, 1 },
    };

    test_stages();
    test_4x4();
    test_slices();
    test_line();
    test_one_dimension();
    test_numwaves();
    for (unsigned i = 0; i < sizeof shape / sizeof *shape; i++)
        for (unsigned size = 4; size <= 128; size *= 2)
            test_every_thread_once(shape[i][0], shape[i][1], shape[i][2], size);
    test_extra_waves();
    for (uint32_t threads = 1; threads <= 130; threads++)
        for (unsigned extra = 1; extra <= 8; extra++)
            for (unsigned size = 4; size <= 32; size *= 2)
                test_dealt(threads, size, extra);
    test_dealt(1023, 64, 3);
    test_dealt(1024, 128, 40);
    return check_end("pack");
}
