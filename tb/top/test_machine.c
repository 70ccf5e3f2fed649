/* SPDX-License-Identifier: Apache-2.0
 * test_machine.c - whole dispatches on the model: system values, effects, faults, helper lanes, groups, any interleaving.
 */
#include "../common/wf_testkit.h"

static const uint32_t origin[3] = { 0, 0, 0 };

/* The slot is that of the launch, in every lane; another wave of the same group has its own. */
static void test_slot(void)
{
    struct kit *k = kit_new(16, 1, 1, 8);

    if (kit_code(k, "sv r1, slot; barrier") && wf_machine_launch(k->machine, 31, origin, 0) &&
        wf_machine_launch(k->machine, 5, origin, 1)) {
        wf_machine_step(k->machine, 31, NULL);
        wf_machine_step(k->machine, 5, NULL);
        for (unsigned lane = 0; lane < 8; lane++) {
            CHECK_EQ(wf_machine_register(k->machine, 31, lane, 1), 31);
            CHECK_EQ(wf_machine_register(k->machine, 5, lane, 1), 5);
        }
    }
    CHECK(wf_machine_running(k->machine, 5));
    kit_free(k);
}

/* A slot that no wave had yet reads 0, whatever memory held before. */
static void test_unused_slot(void)
{
    enum { ROOM = 1 << 20 };
    void *used = malloc(ROOM);

    if (used != NULL)
        memset(used, 0xff, ROOM);
    free(used);
    struct kit *k = kit_new(16, 1, 1, 8);
    if (kit_code(k, "mov r1, 7; barrier") && wf_machine_launch(k->machine, 3, origin, 0)) {
        wf_machine_step(k->machine, 3, NULL);
        CHECK_EQ(wf_machine_register(k->machine, 3, 2, 1), 7);
        for (unsigned slot = 0; slot < k->device.waves + 1; slot++)
            for (unsigned lane = 0; lane < 8 && slot != 3; lane++)
                CHECK_EQ(wf_machine_register(k->machine, slot, lane, 1), 0);
    }
    kit_free(k);
}

enum { SIZES = 256 };           /* from here on the size of a buffer, in place of a system value */

/* Each thread of 6x4x2 groups on a 2x1x2 grid writes a system value to its own place. */
static void run_system_value(struct kit *k, unsigned number)
{
    k->desc.grid[0] = k->desc.grid[2] = 2;
    kit_sv(k, 1, WF_SV_GID_Z);
    kit_imm(k, WF_OP_MUL, 1, 1, 2 * 48);
    kit_sv(k, 2, WF_SV_GID_X);
    kit_imm(k, WF_OP_MUL, 2, 2, 48);
    kit_op(k, WF_OP_ADD, 1, 1, 2, 0);
    kit_sv(k, 2, WF_SV_GINDEX);
    kit_op(k, WF_OP_ADD, 1, 1, 2, 0);
    kit_imm(k, WF_OP_SHL, 1, 1, 2);
    if (number >= SIZES)
        kit_mod(k, WF_OP_SIZE, 3, 0, 0, number - SIZES);
    else
        kit_sv(k, 3, number);
    kit_mem(k, WF_OP_GST, 0, 1, 3, 0, 0, 0);
    if (kit_finish(k))
        CHECK_EQ(kit_run(k, 11), WF_RUN_DONE);
}

/* The expected value of a thread, its place in the waves found by looking through the quads. */
static uint32_t system_value(unsigned number, bool idle, const uint32_t tid[3], const uint32_t gid[3])
{
    static const uint32_t size[3] = { 6, 4, 2 };
    static const uint8_t dealt[12] = { 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4 }, first[5] = { 0, 3, 6, 8, 10 };     /* twelve quads, five waves */
    const uint32_t quad = tid[2] * 6 + tid[1] / 2 * 3 + tid[0] / 2, place = quad * 4 + tid[1] % 2 * 2 + tid[0] % 2;

    if (number <= WF_SV_TID_Z)
        return tid[number];
    if (number >= WF_SV_DTID_X && number <= WF_SV_DTID_Z)
        return gid[number - WF_SV_DTID_X] * size[number - WF_SV_DTID_X] + tid[number - WF_SV_DTID_X];
    if (number >= WF_SV_GID_X && number <= WF_SV_GID_Z)
        return gid[number - WF_SV_GID_X];
    switch (number) {
    case WF_SV_GINDEX: return tid[2] * 24 + tid[1] * 6 + tid[0];
    case WF_SV_LANE: return idle ? place % 16 : place - 4u * first[dealt[quad]];
    case WF_SV_LANES: return 16;
    case WF_SV_WAVE: return idle ? place / 16 : dealt[quad];
    case WF_SV_WAVES: return 5;
    case WF_SV_HELPER: case WF_SV_CORE: return 0;
    case WF_SV_GRID_Y: case WF_SV_CORES: return 1;
    case WF_SV_SLOTS: return KIT_SLOTS;
    case SIZES: return KIT_MEMORY / 2 * 4;
    case SIZES + 1: case SIZES + 255: return 0;
    default: return 2;                              /* grid.x, grid.z */
    }
}

static void test_system_value(unsigned number, bool idle)
{
    struct kit *k = kit_new(6, 4, 2, 16);

    k->desc.extra_waves = 2;
    k->desc.extra_idle = idle;
    run_system_value(k, number);
    for (uint32_t t = 0; t < 4 * 48; t++) {
        const uint32_t tid[3] = { t % 6, t / 6 % 4, t / 24 % 2 }, gid[3] = { t / 48 % 2, 0, t / 96 };
        CHECK_EQ(kit_out(k, t), system_value(number, idle, tid, gid));
    }
    CHECK_EQ(kit_out(k, 4 * 48), 0);
    CHECK_EQ(k->stats.waves, 4 * 5);
    kit_free(k);
}

/* The effect of single instructions, on a partial wave of 6 lanes of 8 of which lanes 1, 3, 5 run. */
static void test_effects(void)
{
    struct kit *k = kit_new(6, 1, 1, 8);
    struct wf_effect *e = calloc(1, sizeof *e);

    k->desc.groupshared_bytes = 16;
    if (!kit_code(k, "sv r1, lane; and r2, r1, 1; if r2;"
                     "shl r3, r1, 2;"                               /* 3: r3 = 4, 12, 20 */
                     "lds.cas r4, [r3], r1, r2;"                    /* 4: lane 5 is out of range */
                     "store Out[r3+8], r1; ballot q8, r2; load r5, Out[r3+8]; endif") ||
        !wf_machine_launch(k->machine, 3, origin, 0))
        return;
    memset(e, 0xff, sizeof *e);
    for (unsigned i = 0; i < 4; i++)
        CHECK(wf_machine_step(k->machine, 3, e));
    CHECK_EQ(e->pc, 3);
    CHECK_EQ(e->word, k->code[3]);
    CHECK(e->words == 1 && e->dst == 3 && !e->is_lds && !e->is_mem && !e->barrier && !e->ended);
    for (unsigned lane = 0; lane < 128; lane++) {
        CHECK_EQ(e->exec[lane], lane == 1 || lane == 3 || lane == 5);
        CHECK_EQ(e->written[lane], lane == 1 || lane == 3 || lane == 5);
        CHECK(!e->asked[lane] && !e->access[lane]);
    }
    CHECK_EQ(e->value[0][3], 12);
    wf_machine_step(k->machine, 3, e);
    CHECK(e->is_lds && e->words == 1 && e->dst == 4);
    for (unsigned lane = 0; lane < 8; lane++) {
        CHECK_EQ(e->asked[lane], lane == 1 || lane == 3 || lane == 5);
        CHECK_EQ(e->access[lane], lane == 1 || lane == 3);
        CHECK_EQ(e->written[lane], lane == 1 || lane == 3 || lane == 5);
    }
    CHECK(e->address[5] == 20 && e->data[5] == 5 && e->compare[5] == 1 && e->value[0][5] == 0);
    wf_machine_step(k->machine, 3, e);
    CHECK(e->is_mem && e->words == 0 && e->access[5] && !e->written[5]);
    CHECK_EQ(e->address[5], k->buffer[0].base + 28);
    CHECK_EQ(e->data[5], 5);
    CHECK_EQ(kit_out(k, 7), 5);
    wf_machine_step(k->machine, 3, e);
    CHECK(e->words == 4 && e->dst == 8 && e->value[0][1] == 0x2a && e->value[3][1] == 0);
    wf_machine_step(k->machine, 3, e);
    CHECK(e->is_mem && e->value[0][5] == 5 && e->value[0][1] == 1);
    CHECK_EQ(wf_machine_register(k->machine, 3, 5, 5), 5);
    CHECK_EQ(wf_machine_register(k->machine, 3, 4, 5), 0);
    CHECK_EQ(wf_machine_fault(k->machine)->kind, WF_FAULT_LDS_RANGE);
    CHECK_EQ(wf_machine_fault(k->machine)->lane, 5);
    CHECK_EQ(wf_machine_fault(k->machine)->address, 20);
    CHECK(!wf_machine_fault(k->machine)->knows_buffer);
    free(e);
    kit_free(k);
}

/* The first fault stays, all are counted, and nothing outside the buffer changes. */
static void test_faults(void)
{
    struct kit *k = kit_new(16, 1, 1, 8);

    k->buffer[2].base = 4096;
    k->buffer[2].size = 32;
    k->memory[1024 + 8] = 0xdeadbeef;
    if (kit_code(k, "sv r1, lane; sv r2, wave; if r2;"              /* wave 1 only */
                    "shl r3, r1, 2; store B2[r3+8], r1;"            /* lanes 6, 7 out of range */
                    "add r3, r3, 0xffffffff;"                       /* lane 0: -1, the others misaligned too */
                    "mov r4, 55; atomic.add r4, B2[r3], r1;" KIT_STORE("r4") "; endif")) {
        const struct wf_fault_record *f = wf_machine_fault(k->machine);
        CHECK_EQ(f->count, 0);
        CHECK_EQ(kit_run(k, 3), WF_RUN_DONE);
        CHECK(f->kind == WF_FAULT_MEM_RANGE && f->wave == 1 && f->lane == 6 && f->address == 32 && f->count == 10);
        CHECK(f->knows_buffer && f->buffer == 2);
        for (unsigned i = 0; i < 8; i++)
            CHECK_EQ(k->memory[1024 + i], i < 2 ? 0 : i - 2);
        CHECK_EQ(k->memory[1024 + 8], 0xdeadbeef);
        for (unsigned lane = 8; lane < 16; lane++)
            CHECK_EQ(kit_out(k, lane), 0);          /* atomics that may not go give 0 */
    }
    kit_free(k);
}

/* Buffers that claim more than memory has, bases included. */
static void test_outside_memory(void)
{
    struct kit *k = kit_new(8, 1, 1, 8);

    k->buffer[1].base = KIT_MEMORY * 4 - 8;
    k->buffer[1].size = 0xfffffffc;
    k->buffer[2].base = 0xfffffff0;
    k->buffer[2].size = 64;
    if (kit_code(k, "sv r1, lane; shl r2, r1, 2; add r1, r1, 1; store B1[r2], r1; atomic.add r3, B2[r2], r1")) {
        CHECK_EQ(kit_run(k, 0), WF_RUN_DONE);
        CHECK_EQ(k->memory[KIT_MEMORY - 2], 1);
        CHECK_EQ(k->memory[KIT_MEMORY - 1], 2);
        const struct wf_fault_record *f = wf_machine_fault(k->machine);
        CHECK(f->lane == 2 && f->address == 8 && f->count == 6 + 8);       /* faults of the atomic have the same kind, from lane 0 on */
    }
    kit_free(k);
}

/* Lanes 1 and 2 are demoted: votes leave them out, quads do not, they store nothing and their registers still work. */
static void test_helpers(void)
{
    struct kit *k = kit_new(4, 1, 1, 4);
    struct wf_effect *e = calloc(1, sizeof *e);

    if (kit_code(k, "sv r1, lane; add r2, r1, 0xffffffff; lt.u r2, r2, 2; if r2; demote; endif;"
                    "mov r4, 1; wadd.reduce r5, r4;"                /* 2, helpers told too */
                    "wxor.inclusive r9, r1;"                        /* 0 ^ 3 in lane 3, helpers keep 0 */
                    "quad.x r6, r1; sv r7, helper; shl r3, r1, 2;"
                    "atomic.add r4, Out[r3], r1; load r8, Out[r3+16]; store Out[r3+32], r1;"
                    "store.private Out[r3+64], r1;"                 /* helpers too */
                    "atomic.sub r10, Out[r3+80], r1") &&            /* the same bit of another instruction */
        wf_machine_launch(k->machine, 0, origin, 0)) {
        k->memory[k->buffer[0].base / 4 + 5] = 42;
        for (unsigned i = 0; i < 13; i++)
            wf_machine_step(k->machine, 0, e);
        CHECK(e->is_mem && !e->asked[1] && !e->written[2] && e->asked[0] && e->written[3] && e->exec[1]);
        wf_machine_step(k->machine, 0, e);
        CHECK(e->is_mem && e->asked[1] && e->written[1] && e->value[0][1] == 42);
        k->memory[k->buffer[0].base / 4 + 9] = 42;
        wf_machine_step(k->machine, 0, e);
        CHECK(e->is_mem && e->exec[1] && !e->asked[1] && !e->access[2] && e->access[3]);
        CHECK(kit_out(k, 9) == 42 && kit_out(k, 10) == 0 && kit_out(k, 11) == 3);
        wf_machine_step(k->machine, 0, e);
        CHECK(e->is_mem && e->asked[0] && e->asked[1] && e->access[2] && e->asked[3] && !e->asked[4] && e->words == 0);
        CHECK(kit_out(k, 16) == 0 && kit_out(k, 17) == 1 && kit_out(k, 18) == 2 && kit_out(k, 19) == 3 && kit_out(k, 20) == 0);
        wf_machine_step(k->machine, 0, e);
        CHECK(!e->asked[1] && e->asked[3] && kit_out(k, 21) == 0 && kit_out(k, 23) == -3u);
        for (unsigned lane = 0; lane < 4; lane++) {
            const bool helper = lane == 1 || lane == 2;
            CHECK_EQ(wf_machine_register(k->machine, 0, lane, 5), 2);
            CHECK_EQ(wf_machine_register(k->machine, 0, lane, 9), helper ? 0 : lane);
            CHECK_EQ(wf_machine_register(k->machine, 0, lane, 6), lane ^ 1);
            CHECK_EQ(wf_machine_register(k->machine, 0, lane, 7), helper);
            CHECK_EQ(wf_machine_register(k->machine, 0, lane, 4), helper ? 1 : 0);
            CHECK_EQ(kit_out(k, lane), lane == 3 ? 3 : 0);
        }
    }
    free(e);
    kit_free(k);
}

/* Which launches are refused. */
static void test_launch(void)
{
    static const uint32_t second[3] = { 1, 0, 0 }, outside[3] = { 2, 0, 0 };
    struct kit *k = kit_new(12, 1, 1, 8);

    k->desc.grid[0] = 2;
    k->desc.extra_waves = 1;
    k->desc.extra_idle = true;
    if (kit_code(k, "")) {
        struct wf_machine *m = k->machine;
        CHECK(wf_machine_launch(m, 0, second, 1));
        CHECK(!wf_machine_launch(m, 0, second, 0)); /* slot taken */
        CHECK(!wf_machine_launch(m, 32, second, 0));
        CHECK(!wf_machine_launch(m, 1, second, 1)); /* launched before */
        CHECK(!wf_machine_launch(m, 1, second, 3));
        CHECK(!wf_machine_launch(m, 1, outside, 0));
        CHECK(!wf_machine_step(m, 1, NULL));
        CHECK(wf_machine_step(m, 0, NULL));
        CHECK(!wf_machine_running(m, 0));
        CHECK(!wf_machine_launch(m, 0, second, 1)); /* ended before */
        CHECK(wf_machine_launch(m, 0, second, 2));  /* the extra wave: ends at once */
        CHECK(!wf_machine_running(m, 0) && !wf_machine_step(m, 0, NULL));
        CHECK(wf_machine_launch(m, 0, second, 0));
        CHECK(wf_machine_step(m, 0, NULL));
        CHECK(!wf_machine_launch(m, 0, second, 0)); /* the group is over */
        CHECK(!wf_machine_done(m));
        CHECK_EQ(kit_run(k, 5), WF_RUN_DONE);
        CHECK_EQ(k->stats.waves, 3);
    }
    kit_free(k);
}

/* Every thread adds 1 to a word of its group's LDS and, behind a barrier, stores what it finds there: never another group's. */
static void test_groups(uint64_t seed)
{
    struct kit *k = kit_new(100, 1, 1, 16);

    k->desc.grid[0] = 37;
    k->desc.groupshared_bytes = 4096;               /* four of them fit */
    if (kit_code(k, "mov r1, 1; lds.add _, [r2+128], r1; barrier; lds.load r3, [r2+128];" KIT_STORE("r3") ";"
                    "mov r4, 14800; atomic.add r5, Out[r4], r1")) {
        CHECK_EQ(kit_run(k, seed), WF_RUN_DONE);
        for (unsigned i = 0; i < 3700; i++)
            CHECK_EQ(kit_out(k, i), 100);
        CHECK_EQ(kit_out(k, 3700), 3700);
        CHECK_EQ(k->stats.waves, 37 * 7);
        CHECK_EQ(k->stats.barriers, 37);
        CHECK_EQ(k->stats.lane_instructions, 3700 * 10);
        CHECK_EQ(k->stats.instructions, 37 * 7 * 10);
        CHECK_EQ(wf_machine_fault(k->machine)->count, 0);
    }
    kit_free(k);
}

/* The order in which waves draw a ticket depends on the seed, and only on it. */
static uint32_t ticket_hash(uint64_t seed)
{
    struct kit *k = kit_new(64, 1, 1, 8);
    uint32_t hash = 0;

    k->desc.grid[0] = 4;
    if (kit_code(k, "mov r1, 1; mov r2, 4096; atomic.add r3, Out[r2], r1;" KIT_STORE("r3"))) {
        CHECK_EQ(kit_run(k, seed), WF_RUN_DONE);
        for (unsigned i = 0; i < 256; i++) {
            CHECK(seed != 0 || i % 8 == kit_out(k, i) % 8);
            hash = hash * 31 + kit_out(k, i);
        }
    }
    kit_free(k);
    return hash;
}

static void test_seeds(void)
{
    CHECK_EQ(ticket_hash(0), ticket_hash(0));
    CHECK_EQ(ticket_hash(7), ticket_hash(7));
    CHECK(ticket_hash(7) != ticket_hash(8) || ticket_hash(8) != ticket_hash(9));
}

/* One wave spins until another sets a flag: no interleaving starves it.  Without the flag the limit ends the run. */
#define SPIN(flag) \
    "sv r1, wave; if r1; mov r2, " flag "; lds.store [r3], r2; else; loop; lds.load r4, [r3]; breakif r4; endloop; endif"
static void test_spin(bool set)
{
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct kit *k = kit_new(16, 1, 1, 8);
        k->desc.groupshared_bytes = 4;
        if (kit_code(k, set ? SPIN("1") : SPIN("0"))) {
            CHECK_EQ(wf_machine_run(k->machine, seed, 10000, &k->stats, NULL, NULL), set ? WF_RUN_DONE : WF_RUN_LIMIT);
            CHECK(set || k->stats.instructions == 10000);
        }
        kit_free(k);
    }
}

static void count_trace(void *user, const struct wf_machine *m, unsigned slot, const uint32_t group[3], unsigned wave,
                        const struct wf_effect *effect)
{
    uint64_t *count = user;

    (void)m;
    CHECK(slot < 32 && group[0] < 3 && group[1] == 0 && wave < 2);
    CHECK(effect->exec[0]);
    count[0]++;
    count[1] += effect->ended;
}

static void test_trace(void)
{
    struct kit *k = kit_new(16, 1, 1, 8);
    uint64_t count[2] = { 0, 0 };

    k->desc.grid[0] = 3;
    if (kit_code(k, "nop")) {
        CHECK_EQ(wf_machine_run(k->machine, 4, 0, NULL, count_trace, count), WF_RUN_DONE);
        CHECK_EQ(count[0], 12);
        CHECK_EQ(count[1], 6);
    }
    kit_free(k);
}

/* Nothing to launch, or more groups than anyone can run. */
static void test_grids(void)
{
    struct kit *k = kit_new(8, 1, 1, 8);

    k->desc.grid[1] = 0;
    if (kit_code(k, "")) {
        CHECK(wf_machine_done(k->machine));
        CHECK_EQ(kit_run(k, 0), WF_RUN_DONE);
        CHECK_EQ(k->stats.waves, 0);
    }
    kit_free(k);
    k = kit_new(8, 1, 1, 8);
    k->desc.grid[0] = k->desc.grid[1] = k->desc.grid[2] = 0xffffffff;
    if (kit_code(k, "")) {
        CHECK_EQ(wf_machine_run(k->machine, 9, 1000, &k->stats, NULL, NULL), WF_RUN_LIMIT);
        CHECK(!wf_machine_done(k->machine));
    }
    kit_free(k);
}

/* Lane t names buffer 1 or 2 by its parity.  The word compared by table.cas is what buffer 1 holds. */
static void test_table(void)
{
    struct kit *k = kit_new(8, 1, 1, 8);

    k->buffer[1] = (struct wf_buffer){ 0, 4 };
    k->buffer[2] = (struct wf_buffer){ 4, 4 };
    k->memory[0] = 111;
    k->memory[1] = 222;
    if (kit_code(k, "sv r0, gindex\nshl r1, r0, 2\nand r4, r0, 1\nadd r4, r4, 1\nmov r5, 111\nmov r3, 0\n"
                    "table.load r2, [r4][r3]\nstore Out[r1], r2\nmov r6, 333\ntable.cas r2, [r4][r3], r6, r5\n")) {
        CHECK_EQ(kit_run(k, 3), WF_RUN_DONE);
        for (unsigned t = 0; t < 8; t++)
            CHECK_EQ(kit_out(k, t), t & 1 ? 222 : 111);
        CHECK_EQ(k->memory[0], 333);
        CHECK_EQ(k->memory[1], 222);
        CHECK_EQ(wf_machine_fault(k->machine)->count, 0);
    }
    kit_free(k);
}

/* Numbers from 254 on: buffers 254 and 255 are the last two, and what is past them faults, also modulo 256. */
static void test_table_numbers(void)
{
    struct kit *k = kit_new(8, 1, 1, 8);

    k->buffer[254] = (struct wf_buffer){ 0, 4 };
    k->buffer[255] = (struct wf_buffer){ 4, 4 };
    k->memory[0] = 111;
    k->memory[1] = 222;
    if (kit_code(k, "sv r0, gindex\nshl r1, r0, 2\nadd r4, r0, 254\nmov r3, 0\n"
                    "table.load r2, [r4][r3]\nstore Out[r1], r2\n")) {
        CHECK_EQ(kit_run(k, 3), WF_RUN_DONE);
        const struct wf_fault_record *f = wf_machine_fault(k->machine);
        CHECK(f->kind == WF_FAULT_MEM_RANGE && f->lane == 2 && f->count == 6);
        for (unsigned t = 0; t < 8; t++)
            CHECK_EQ(kit_out(k, t), t == 0 ? 111 : t == 1 ? 222 : 0);
    }
    kit_free(k);
}

/* 64-bit atomics by half of the 128 lanes: the others keep their destination, and are neither in the sum nor faulty. */
static void test_halves(bool high)
{
    struct kit *k = kit_new(128, 1, 1, 128);
    char code[400];

    k->buffer[1] = (struct wf_buffer){ 0, 8 };
    k->memory[0] = 0xfffffff0;
    k->memory[1] = 7;
    /* lane 127, of the high half, and lanes 1 and 2 of the low one are out of range */
    snprintf(code, sizeof code, "sv r0, gindex\nshl r1, r0, 2\nmov r4, 5\nmov r5, 6\nmov r6, 7\nmov r8, 1\nmov r9, 1\nmov r3, 1\n"
                                "sub r2, r0, 1\nlt.u r2, r2, 2\neq r7, r0, 127\nor r2, r2, r7\nshl r2, r2, 3\n"
                                "table64.add.%s q4, [r3][r2], q8\nadd r4, r4, r5\nadd r4, r4, r6\nstore Out[r1], r4\n", high ? "high" : "low");
    if (kit_code(k, code)) {
        const unsigned first = high ? 64 : 0, last = high ? 127 : 64, lanes = high ? 63 : 62;
        CHECK_EQ(kit_run(k, 3), WF_RUN_DONE);
        const struct wf_fault_record *f = wf_machine_fault(k->machine);
        CHECK(f->kind == WF_FAULT_MEM_RANGE && f->lane == (high ? 127 : 1) && f->count == (high ? 1 : 2));
        unsigned before = 0;
        for (unsigned t = 0; t < 128; t++) {
            const bool asks = t >= first && t < first + 64, adds = asks && t < last && (high || t == 0 || t > 2);
            const uint64_t old = 0x7fffffff0 + 0x100000001 * (uint64_t)before;
            CHECK_EQ(kit_out(k, t), !asks ? 18 : adds ? (uint32_t)old + (uint32_t)(old >> 32) : 0);
            before += adds;
        }
        CHECK_EQ(before, lanes);
        CHECK_EQ((uint64_t)k->memory[1] << 32 | k->memory[0], 0x7fffffff0 + 0x100000001 * (uint64_t)lanes);
    }
    kit_free(k);
}

int main(void)
{
    test_halves(false);
    test_halves(true);
    test_table();
    test_table_numbers();
    for (unsigned number = 0; number <= WF_SV_GRID_Z; number++)
        if (number != WF_SV_DTID_Z + 1)
            test_system_value(number, false);
    for (unsigned number = WF_SV_CORE; number <= WF_SV_SLOTS; number++)
        test_system_value(number, false);
    test_system_value(WF_SV_WAVE, true);
    test_system_value(WF_SV_LANE, true);
    test_system_value(SIZES, false);
    test_system_value(SIZES + 1, true);
    test_system_value(SIZES + 255, true);
    test_effects();
    test_faults();
    test_outside_memory();
    test_helpers();
    test_slot();
    test_unused_slot();
    test_launch();
    for (uint64_t seed = 0; seed < 10; seed++)
        test_groups(seed);
    test_seeds();
    test_spin(true);
    test_spin(false);
    test_trace();
    test_grids();
    return check_end("machine");
}
