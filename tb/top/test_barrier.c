/* SPDX-License-Identifier: Apache-2.0
 * test_barrier.c - the barrier cases that break others, each driven step by step: who ends, arrives and is launched when.
 */
#include "../common/wf_testkit.h"

static const uint32_t origin[3] = { 0, 0, 0 }, second[3] = { 1, 0, 0 };

/* Groups of `waves` waves of 4 lanes.  Wave w runs: nop; barrier; nop; end - or, when bit w of `quits` is set, only: end. */
static struct kit *make(unsigned waves, uint32_t quits, unsigned extra)
{
    struct kit *k = kit_new(waves * 4, 1, 1, 4);
    char code[120];

    k->desc.grid[0] = 2;
    k->desc.extra_waves = extra;
    snprintf(code, sizeof code,
             "sv r1, wave; mov r2, %u; shr r2, r2, r1; and r2, r2, 1; if r2; ret; endif; barrier; nop",
             (unsigned)quits);
    kit_code(k, code);
    return k;
}

static void launch(struct kit *k, unsigned slot, const uint32_t group[3], unsigned wave)
{
    CHECK(wf_machine_launch(k->machine, slot, group, wave));
}

/* Step a wave until it waits or has ended; true when it waits. */
static bool run(struct kit *k, unsigned slot)
{
    while (wf_machine_step(k->machine, slot, NULL))
        continue;
    return wf_machine_waiting(k->machine, slot);
}

static bool ready(struct kit *k, unsigned slot)
{
    return wf_machine_barrier_ready(k->machine, slot);
}

/* Release, and see that it happened once. */
static void release(struct kit *k, unsigned slot)
{
    CHECK(wf_machine_barrier_release(k->machine, slot));
    CHECK(!wf_machine_barrier_release(k->machine, slot));
    CHECK(!wf_machine_waiting(k->machine, slot));
}

static void test_all_arrive(void)
{
    struct kit *k = make(3, 0, 0);

    for (unsigned w = 0; w < 3; w++)
        launch(k, w, origin, w);
    CHECK(run(k, 0) && !ready(k, 0));
    CHECK(!wf_machine_step(k->machine, 0, NULL));
    CHECK(run(k, 1) && !ready(k, 0));
    CHECK(!wf_machine_barrier_release(k->machine, 0));
    CHECK(run(k, 2) && ready(k, 0) && ready(k, 2));
    release(k, 1);
    for (unsigned w = 0; w < 3; w++)
        CHECK(!run(k, w) && !wf_machine_running(k->machine, w));
    kit_free(k);
}

static void test_end_before(void)
{
    struct kit *k = make(2, 1, 0);

    launch(k, 0, origin, 0);
    launch(k, 1, origin, 1);
    CHECK(!run(k, 0));
    CHECK(run(k, 1) && ready(k, 1));
    release(k, 1);
    kit_free(k);
}

static void test_end_after(void)
{
    struct kit *k = make(3, 1, 0);

    for (unsigned w = 0; w < 3; w++)
        launch(k, w, origin, w);
    CHECK(run(k, 1) && run(k, 2) && !ready(k, 1));
    CHECK(!run(k, 0));
    CHECK(ready(k, 1));
    release(k, 2);
    kit_free(k);
}

/* Group 1 is launched while group 0 loses a wave; neither counts for the other. */
static void test_end_and_launch(void)
{
    struct kit *k = make(2, 1, 0);

    launch(k, 0, origin, 0);
    launch(k, 1, origin, 1);
    CHECK(run(k, 1) && !ready(k, 1));
    CHECK(!run(k, 0));
    launch(k, 0, second, 1);                        /* into the slot that became free */
    CHECK(ready(k, 1) && !ready(k, 0));
    CHECK(run(k, 0) && !ready(k, 0));               /* wave 0 of the second group is not launched */
    release(k, 1);
    CHECK(wf_machine_waiting(k->machine, 0));
    launch(k, 2, second, 0);
    CHECK(!ready(k, 0));
    CHECK(!run(k, 2));
    release(k, 0);
    CHECK(!run(k, 0) && !run(k, 1) && wf_machine_done(k->machine));
    kit_free(k);
}

static void test_interleaved(void)
{
    struct kit *k = make(2, 0, 0);

    launch(k, 0, origin, 0);
    launch(k, 1, second, 0);
    launch(k, 2, origin, 1);
    launch(k, 3, second, 1);
    CHECK(run(k, 0) && run(k, 1) && run(k, 3));
    CHECK(!ready(k, 0) && ready(k, 1));
    release(k, 3);
    CHECK(wf_machine_waiting(k->machine, 0) && !wf_machine_waiting(k->machine, 1));
    CHECK(run(k, 2));
    release(k, 0);
    kit_free(k);
}

/* The last arrival and the last end, in both orders. */
static void test_end_with_last_arrival(bool end_first)
{
    struct kit *k = make(3, 1, 0);

    for (unsigned w = 0; w < 3; w++)
        launch(k, w, origin, w);
    CHECK(run(k, 1) && !ready(k, 1));
    CHECK(run(k, end_first ? 0 : 2) == !end_first && !ready(k, 1));
    CHECK(run(k, end_first ? 2 : 0) == end_first && ready(k, 1));
    release(k, 2);
    kit_free(k);
}

static void test_all_but_one_end(void)
{
    struct kit *k = make(4, 0xd, 0);

    for (unsigned w = 0; w < 4; w++)
        launch(k, w, origin, w);
    CHECK(run(k, 1));
    CHECK(!run(k, 0) && !run(k, 2) && !ready(k, 1));
    CHECK(!run(k, 3) && ready(k, 1));
    release(k, 1);
    CHECK(!run(k, 1));
    kit_free(k);
}

/* Extra waves count until they are launched, and end with that. */
static void test_extra_waves(void)
{
    struct kit *k = make(2, 0, 2);

    launch(k, 0, origin, 0);
    launch(k, 1, origin, 1);
    CHECK(run(k, 0) && run(k, 1) && !ready(k, 0));
    launch(k, 2, origin, 2);
    CHECK(!wf_machine_running(k->machine, 2) && !ready(k, 0));
    launch(k, 2, origin, 3);
    CHECK(ready(k, 0));
    release(k, 0);
    kit_free(k);
}

static void test_single_wave(void)
{
    struct kit *k = make(1, 0, 0);

    launch(k, 0, origin, 0);
    CHECK(run(k, 0) && ready(k, 0));
    release(k, 0);
    CHECK(!run(k, 0));
    kit_free(k);
}

/* A group whose missing wave never comes cannot release; the free-running scheduler brings it. */
static void test_missing_wave(void)
{
    struct kit *k = make(2, 0, 0);

    launch(k, 5, origin, 1);
    CHECK(run(k, 5) && !ready(k, 5));
    CHECK_EQ(kit_run(k, 3), WF_RUN_DONE);
    CHECK_EQ(k->stats.waves, 3);
    CHECK_EQ(k->stats.barriers, 2);
    kit_free(k);
}

/* A group with more waves than there are slots never begins: this hangs, and the run says so. */
static void test_hang(void)
{
    struct kit *k = make(4, 0, 0);

    k->shape.waves = 64;                            /* more than the dispatch check would allow */
    k->shape.threads = 256;
    wf_machine_free(k->machine);
    k->machine = wf_machine_new(&k->device, &k->desc, &k->shape, k->code, k->count, k->buffer, k->memory, KIT_MEMORY);
    CHECK_EQ(kit_run(k, 0), WF_RUN_HUNG);
    CHECK_EQ(k->stats.waves, 0);
    kit_free(k);
}

/* Any set of waves that end early, any seed: everything ends. */
static void test_any(void)
{
    for (uint32_t quits = 0; quits < 32; quits++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            struct kit *k = make(5, quits, quits % 3);
            CHECK_EQ(kit_run(k, seed), WF_RUN_DONE);
            CHECK_EQ(k->stats.barriers, quits == 31 ? 0 : 2);
            kit_free(k);
        }
}

int main(void)
{
    test_all_arrive();
    test_end_before();
    test_end_after();
    test_end_and_launch();
    test_interleaved();
    test_end_with_last_arrival(false);
    test_end_with_last_arrival(true);
    test_all_but_one_end();
    test_extra_waves();
    test_single_wave();
    test_missing_wave();
    test_hang();
    test_any();
    return check_end("barrier");
}
