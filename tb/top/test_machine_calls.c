/* SPDX-License-Identifier: Apache-2.0
 * test_machine_calls.c - the calls of wavefold/machine.h at their edges: what is refused and changes nothing, where a wave is, words that are no
 * instructions, robust buffers, runs that hang, stop or report.
 */
#include "../common/wf_testkit.h"

static const uint32_t origin[3] = {0, 0, 0};

/* A group id outside of the grid in each direction, and a group that was done from the start. */
static void test_launch(void)
{
    static const uint32_t y_outside[3] = {0, 2, 0}, z_outside[3] = {0, 0, 3}, last[3] = {0, 1, 2};
    struct kit *k = kit_new(8, 1, 1, 8);

    k->desc.grid[1] = 2;
    k->desc.grid[2] = 3;
    if (kit_code(k, "nop")) {
        wf_machine_start_at(k->machine, 5);
        CHECK(!wf_machine_launch(k->machine, 0, y_outside, 0));
        CHECK(!wf_machine_launch(k->machine, 0, z_outside, 0));
        CHECK(!wf_machine_launch(k->machine, 0, origin, 0));
        CHECK(wf_machine_launch(k->machine, 0, last, 0));
        CHECK(wf_machine_step(k->machine, 0, NULL) && wf_machine_step(k->machine, 0, NULL));
        CHECK(wf_machine_done(k->machine));
    }
    kit_free(k);
}

/* A grid without layers: all is done. */
static void test_grids(void)
{
    struct kit *k = kit_new(8, 1, 1, 8);

    k->desc.grid[2] = 0;
    if (kit_code(k, "nop")) {
        CHECK(wf_machine_done(k->machine));
        CHECK(!wf_machine_launch(k->machine, 0, origin, 0));
    }
    kit_free(k);
}

/* Where the wave of a slot is: its active lanes, one of them, none of them. */
static void test_place(void)
{
    static const uint32_t second[3] = {1, 0, 0};
    struct kit *k = kit_new(16, 1, 1, 8);
    struct wf_wave_place place = {.wave = 77};

    k->desc.grid[0] = 2;
    if (kit_code(k, "sv r1, lane; eq r2, r1, 5; if r2; nop; endif; if r3; nop; endif")) {
        struct wf_machine *m = k->machine;
        CHECK(!wf_machine_place(m, 4, &place) && place.wave == 77);
        CHECK(wf_machine_launch(m, 4, second, 1));
        CHECK(wf_machine_place(m, 4, &place));
        CHECK(place.group[0] == 1 && place.group[1] == 0 && place.wave == 1 && place.lane == 0 && place.lanes == 8);
        for (unsigned i = 0; i < 3; i++)
            wf_machine_step(m, 4, NULL);
        CHECK(wf_machine_place(m, 4, &place) && place.lane == 5 && place.lanes == 1);
        CHECK_EQ(wf_machine_pc(m, 4), 3);
        for (unsigned i = 0; i < 3; i++)
            wf_machine_step(m, 4, NULL);                /* r3 is 0: no lane goes on */
        CHECK(wf_machine_place(m, 4, &place) && place.lane == 0 && place.lanes == 0);
        CHECK_EQ(wf_machine_live(m, 4), 8);
        CHECK_EQ(wf_machine_register(m, 4, 5, 2), 1);
        /* no such slot, lane, register; a slot that had no wave */
        CHECK_EQ(wf_machine_pc(m, KIT_SLOTS), 0);
        CHECK(!wf_machine_running(m, KIT_SLOTS) && !wf_machine_live(m, KIT_SLOTS));
        CHECK(wf_machine_register(m, KIT_SLOTS, 5, 2) == 0 && wf_machine_register(m, 3, 5, 2) == 0);
        CHECK(wf_machine_register(m, 4, 8, 2) == 0 && wf_machine_register(m, 4, 5, 200) == 0);
    }
    kit_free(k);
}

/* A wave that waits, and one that is not there, do nothing; a cut wave ends where it is. */
static void test_waiting(void)
{
    struct kit *k = kit_new(16, 1, 1, 8);
    struct wf_effect *e = calloc(1, sizeof *e);

    if (e != NULL && kit_code(k, "mov r1, 7; barrier; mov r1, 8") && wf_machine_launch(k->machine, 0, origin, 0)) {
        struct wf_machine *m = k->machine;
        CHECK(!wf_machine_step(m, 1, e) && !wf_machine_begin(m, 1, e) && !wf_machine_cut(m, 1, e) && !wf_machine_barrier_release(m, 1));
        CHECK(wf_machine_begin(m, 0, e));               /* no memory: it is executed whole */
        CHECK(e->words == 1 && e->value[0][3] == 7 && wf_machine_register(m, 0, 3, 1) == 7);
        CHECK(wf_machine_step(m, 0, e) && e->barrier && wf_machine_waiting(m, 0));
        CHECK(!wf_machine_step(m, 0, e) && !wf_machine_begin(m, 0, e) && !wf_machine_cut(m, 0, e));
        CHECK(!wf_machine_barrier_ready(m, 0) && !wf_machine_barrier_release(m, 0));       /* the other was not launched */
        CHECK_EQ(wf_machine_pc(m, 0), 2);
        CHECK(wf_machine_launch(m, 1, origin, 1));
        CHECK(wf_machine_cut(m, 1, e) && e->ended && !wf_machine_running(m, 1));
        CHECK(wf_machine_barrier_ready(m, 0) && wf_machine_barrier_release(m, 0) && !wf_machine_waiting(m, 0));
        CHECK(wf_machine_step(m, 0, e) && wf_machine_register(m, 0, 3, 1) == 8);
        CHECK(wf_machine_step(m, 0, e) && e->ended && wf_machine_done(m));
        CHECK_EQ(wf_machine_register(m, 1, 3, 1), 0);
    }
    free(e);
    kit_free(k);
}

/* A word that is no instruction, and a pc behind the code, end the wave with a fault of one lane: the first that runs. */
static void test_no_instruction(bool is_word, bool in_parts)
{
    struct kit *k = kit_new(8, 1, 1, 8);
    struct wf_effect *e = calloc(1, sizeof *e);
    const enum wf_fault fault = is_word ? WF_FAULT_OPCODE : WF_FAULT_CODE_RANGE;

    if (e != NULL && kit_code(k, "sv r1, lane; eq r2, r1, 7; if r2; nop; endif")) {
        k->code[3] = 0xff;
        k->desc.code_words = is_word ? 6 : 3;
        wf_machine_free(k->machine);
        k->machine = wf_machine_new(&k->device, &k->desc, &k->shape, k->code, k->count, k->buffer, k->memory, KIT_MEMORY);
        CHECK(wf_machine_launch(k->machine, 0, origin, 0));
        for (unsigned i = 0; i < 4; i++)
            CHECK(in_parts ? wf_machine_begin(k->machine, 0, e) : wf_machine_step(k->machine, 0, e));
        CHECK(e->ended && e->fault == fault && e->words == 0 && e->pc == 3 && e->word == (is_word ? 0xff : 0));
        CHECK(!wf_machine_running(k->machine, 0) && wf_machine_done(k->machine));
        const struct wf_fault_record *f = wf_machine_fault(k->machine);
        CHECK(f->kind == fault && f->lane == 7 && f->address == 0 && f->count == 1 && f->pc == 3 && f->wave == 0);
    }
    free(e);
    kit_free(k);
}

/* The descriptor has more words than the caller gives: those alone are the code. */
static void test_short_code(void)
{
    struct kit *k = kit_new(8, 1, 1, 8);

    if (kit_code(k, "nop; nop; nop")) {
        wf_machine_free(k->machine);
        k->machine = wf_machine_new(&k->device, &k->desc, &k->shape, k->code, 2, k->buffer, k->memory, KIT_MEMORY);
        CHECK_EQ(kit_run(k, 1), WF_RUN_DONE);
        CHECK_EQ(wf_machine_fault(k->machine)->kind, WF_FAULT_CODE_RANGE);
        CHECK_EQ(wf_machine_fault(k->machine)->pc, 2);
    }
    kit_free(k);
}

/* Out of the range of a robust buffer is no fault: loads give 0, stores do nothing.  Lanes 2 and 3 are out of both buffers, and buffer 2 alone
 * faults; in the table also a number that no buffer has. */
static void test_robust(void)
{
    struct kit *k = kit_new(4, 1, 1, 4);
    static bool robust[WF_MAX_BUFFERS];

    robust[1] = true;
    k->buffer[1] = (struct wf_buffer){64, 8};
    k->buffer[2] = (struct wf_buffer){128, 8};
    for (unsigned i = 0; i < 4; i++)
        k->memory[16 + i] = 21 + i;
    if (kit_code(k, "sv r1, lane; shl r1, r1, 2; mov r2, 1; mov r3, 5; load r3, B1[r1]; store Out[r1], r3;"
                    "mov r4, 5; table.load r4, [r2][r1]; store Out[r1+16], r4;"
                    "add r5, r3, 10; store B1[r1], r5; atomic.add r6, B1[r1], r2; store Out[r1+32], r6;"
                    "load r7, B2[r1]; sv r8, lane; add r8, r8, 254; mov r9, 3; table.load r9, [r8][r1]; store Out[r1+48], r9")) {
        wf_machine_set_robust(k->machine, robust);
        CHECK_EQ(kit_run(k, 0), WF_RUN_DONE);
        for (unsigned i = 0; i < 4; i++) {
            CHECK_EQ(kit_out(k, i), i < 2 ? 21 + i : 0);
            CHECK_EQ(kit_out(k, 4 + i), i < 2 ? 21 + i : 0);
            CHECK_EQ(kit_out(k, 8 + i), i < 2 ? 31 + i : 0);
            CHECK_EQ(kit_out(k, 12 + i), 0);
            CHECK_EQ(k->memory[16 + i], i < 2 ? 32 + i : 21 + i);
        }
        const struct wf_fault_record *f = wf_machine_fault(k->machine);
        CHECK(f->kind == WF_FAULT_MEM_RANGE && f->buffer == 2 && f->lane == 2 && f->count == 2 + 4);
    }
    kit_free(k);
}

static uint64_t word_of(unsigned value)
{
    const struct wf_insn insn = {.op = WF_OP_SV, .dst = 4, .mod = (uint8_t)value};

    return wf_insn_encode(&insn);
}

/* Of whole waves that numWaves gives the threads are numbered along x; a position of a pixel is 0 in a compute shader. */
static void test_values(void)
{
    struct kit *k = kit_new(8, 1, 1, 8);

    k->desc.has_numthreads = false;
    k->desc.has_numwaves = true;
    k->desc.num_waves = 2;
    k->desc.grid[0] = k->desc.grid[1] = 2;
    if (kit_code(k, "sv r0, gid.y; shl r0, r0, 1; sv r1, gid.x; add r0, r0, r1; sv r1, gindex; shl r2, r0, 4; add r2, r2, r1; shl r2, r2, 2;"
                    "sv r3, dtid.x; sv r4, dtid.y; shl r4, r4, 8; add r3, r3, r4; sv r4, helper; add r3, r3, r4; sv r4, helper; add r3, r3, r4;"
                    "store Out[r2], r3")) {
        k->code[12] = word_of(WF_SV_PIXEL_X);           /* the assembler refuses them */
        k->code[14] = word_of(WF_SV_PIXEL_Y);
        CHECK(kit_start(k));
        CHECK_EQ(kit_run(k, 2), WF_RUN_DONE);
        for (unsigned i = 0; i < 64; i++)
            CHECK_EQ(kit_out(k, i), (i >> 4 & 1) * 16 + i % 16 + (i >> 5 << 8));
    }
    kit_free(k);
}

/* Waves of two groups in the only two slots: their groups can never be whole.  Without a barrier each ends, and the others follow. */
static void test_half_groups(bool barrier)
{
    static const uint32_t second[3] = {1, 0, 0};
    struct kit *k = kit_new(16, 1, 1, 8);

    k->desc.grid[0] = 2;
    k->device.waves = 2;
    if (kit_code(k, barrier ? "mov r1, 1; barrier" : "mov r1, 1; nop") && wf_machine_launch(k->machine, 0, origin, 0) &&
        wf_machine_launch(k->machine, 1, second, 1)) {
        CHECK_EQ(kit_run(k, 3), barrier ? WF_RUN_HUNG : WF_RUN_DONE);
        CHECK_EQ(wf_machine_waiting(k->machine, 0) && wf_machine_waiting(k->machine, 1), barrier);
        CHECK_EQ(k->stats.waves, barrier ? 0 : 2);      /* those that the run launched */
    }
    kit_free(k);
}

/* All waves were launched before the run; it only has to go on. */
static void test_all_launched(void)
{
    struct kit *k = kit_new(16, 1, 1, 8);

    if (kit_code(k, "barrier; sv r1, wave; mov r2, 1; lds.add r3, [r4], r2; barrier") && wf_machine_launch(k->machine, 7, origin, 0) &&
        wf_machine_launch(k->machine, 2, origin, 1)) {
        CHECK_EQ(kit_run(k, 9), WF_RUN_DONE);
        CHECK(k->stats.waves == 0 && k->stats.barriers == 2 && k->stats.instructions == 12);
    }
    kit_free(k);
}

struct reports {
    unsigned count;
    uint64_t instructions, groups;
    bool ordered;
};

static void note(void *user, const struct wf_run_stats *so_far, uint64_t groups)
{
    struct reports *r = user;

    r->count++;
    r->ordered = r->ordered && so_far->instructions > r->instructions && groups >= r->groups && groups < 8;
    r->instructions = so_far->instructions;
    r->groups = groups;
}

/* Reports come while it runs, with what was done; the run is the same with them. */
static void test_progress(void)
{
    struct kit *k = kit_new(8, 1, 1, 8);
    struct reports r = {.ordered = true};

    k->desc.grid[0] = 8;
    k->device.groups = 1;
    if (kit_code(k, "loop; add r1, r1, 1; ge.u r2, r1, 40000; breakif r2; endloop; " KIT_STORE("r1"))) {
        wf_machine_report_progress(k->machine, note, &r);
        CHECK_EQ(kit_run(k, 0), WF_RUN_DONE);
        for (unsigned i = 0; i < 64; i++)
            CHECK_EQ(kit_out(k, i), 40000);
        /* at each of the 40,000 turns 4 instructions, the last one without `endloop`; 5 behind them, 1 before */
        CHECK_EQ(k->stats.instructions, 8 * (4 * 40000 - 1 + 5 + 1));
        CHECK(r.count >= 2 && r.ordered);
        CHECK(r.instructions < k->stats.instructions && r.groups >= 1);
    }
    kit_free(k);
}

int main(void)
{
    test_launch();
    test_grids();
    test_place();
    test_waiting();
    for (unsigned i = 0; i < 4; i++)
        test_no_instruction(i & 1, i & 2);
    test_short_code();
    test_robust();
    test_values();
    test_half_groups(true);
    test_half_groups(false);
    test_all_launched();
    test_progress();
    return check_end("machine_calls");
}
