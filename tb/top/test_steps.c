/* SPDX-License-Identifier: Apache-2.0
 * test_steps.c - one instruction at a time: whole, in two parts, and with answers of the caller's give the same registers, memory and effects; what the
 * state of a machine is for each slot, register and group; 64-bit atomics of one lane; without memory for a group none is launched.
 */
#include "../common/wf_testkit.h"

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WITHOUT_MEMORY             /* what the C library gives can be kept back */
#endif

enum { SLOTS = 7, SLOT = 5, REGS = 40, WHOLE, PARTS, ANSWERS, WAYS = 3 };

static const uint32_t origin[3] = {0, 0, 0};

/* Lanes 0 and 1 return, lane 3 is a helper; r1: lane, r2: its byte, r8..r11: operands of 64 bits, r3: 1 or 2, the number of a buffer. */
static const char program[] =
    "sv r1, lane; shl r2, r1, 2; lt.u r4, r1, 2; if r4; ret; endif; eq r4, r1, 3; if r4; demote; endif; and r3, r1, 1; add r3, r3, 1;"
    "add r8, r1, 100; add r9, r1, 200; mov r10, 0; mov r11, 0; shl r5, r1, 3; mov r13, 7;"
    "lds.store [r2], r8; lds.load r6, [r2]; lds.add r7, [r13+1], r1; lds.cas r12, [r2], r9, r8; lds64.add q16, [r5+32], q8; lds64.cas q20, [r5+32], q8;"
    "store Out[r2], r9; load r6, Out[r2]; atomic.max.u r7, Out[r13+1], r1; atomic.cas r12, Out[r2], r8, r9; atomic64.add q16, Out[r5+64], q8;"
    "atomic64.cas q20, Out[r5+64], q8; mov r10, 5; mov r11, 6; atomic64.cas q24, Out[r5+64], q8; store.private Out[r2+256], r1;"
    "table.store [r3][r2], r8; table.load r6, [r3][r2]; table.add r14, [r3][r13+1], r1; store Out[r2+65000], r1; load r15, Out[r2+65000];"
    "wadd.inclusive r6, r1; ballot q28, r4; sv r14, wave; sv r15, helper; f2i r4, r1; barrier; mov r1, 9";

static struct kit *machine(void)
{
    struct kit *k = kit_new(16, 1, 1, 8);

    k->device.waves = SLOTS;
    k->desc.groupshared_bytes = 160;
    k->buffer[1] = (struct wf_buffer){4096, 512};
    k->buffer[2] = (struct wf_buffer){8192, 512};
    k->buffer[0].size = 4096;
    for (unsigned i = 0; i < KIT_MEMORY; i++)
        k->memory[i] = i * 2654435761u;
    CHECK(kit_code(k, program));
    return k;
}

/* One instruction; `e` is that of the whole one, whose values the answers are. */
static bool step(struct kit *k, int way, unsigned slot, struct wf_effect *own, const struct wf_effect *e)
{
    if (way == WHOLE)
        return wf_machine_step(k->machine, slot, own);
    if (!wf_machine_begin(k->machine, slot, own))
        return false;
    if (!own->is_lds && !own->is_mem)
        return true;
    if (way == PARTS)
        wf_machine_access(k->machine, slot, own);
    else
        wf_machine_answer(k->machine, slot, own, e->value[0], e->value[1]);
    return true;
}

static void same_lanes(const bool *a, const bool *b)
{
    for (unsigned lane = 0; lane < 128; lane++)
        CHECK_EQ(a[lane], b[lane]);
}

static void same_effect(const struct wf_effect *a, const struct wf_effect *b)
{
    CHECK(a->pc == b->pc && a->word == b->word && a->words == b->words && (a->words == 0 || a->dst == b->dst));
    CHECK(a->is_lds == b->is_lds && a->is_mem == b->is_mem && a->barrier == b->barrier && a->ended == b->ended && a->fault == b->fault);
    same_lanes(a->exec, b->exec);
    same_lanes(a->written, b->written);
    if (!a->is_lds && !a->is_mem)
        return;
    same_lanes(a->asked, b->asked);
    same_lanes(a->access, b->access);
    CHECK(a->faulty == b->faulty && a->faulty_lane == b->faulty_lane);
    for (unsigned lane = 0; lane < 8; lane++)
        CHECK(a->address[lane] == b->address[lane] && a->data[lane] == b->data[lane] && a->compare[lane] == b->compare[lane]);
}

/* Registers of the running lanes' wave; memory too, unless it is the caller's. */
static void same_state(const struct kit *a, const struct kit *b, int way)
{
    CHECK_EQ(wf_machine_pc(a->machine, SLOT), wf_machine_pc(b->machine, SLOT));
    CHECK_EQ(wf_machine_waiting(a->machine, SLOT), wf_machine_waiting(b->machine, SLOT));
    for (unsigned reg = 0; reg < REGS; reg++)
        for (unsigned lane = 0; lane < 8; lane++)
            CHECK_EQ(wf_machine_register(a->machine, SLOT, lane, reg), wf_machine_register(b->machine, SLOT, lane, reg));
    if (way == PARTS)
        CHECK(memcmp(a->memory, b->memory, sizeof a->memory) == 0);
}

static void ways(int way)
{
    struct kit *k = machine(), *other = machine();
    struct wf_effect *e = calloc(2, sizeof *e);
    unsigned steps = 0;

    CHECK(wf_machine_launch(k->machine, SLOT, origin, 0) && wf_machine_launch(other->machine, SLOT, origin, 0));
    while (wf_machine_step(k->machine, SLOT, &e[0])) {
        steps++;
        CHECK(step(other, way, SLOT, &e[1], &e[0]));
        same_effect(&e[0], &e[1]);
        same_state(k, other, way);
        if (way == ANSWERS)
            memcpy(other->memory, k->memory, sizeof k->memory);
    }
    CHECK(!step(other, way, SLOT, &e[1], &e[0]) && steps == k->count - 2);          /* up to the barrier */
    CHECK(wf_machine_waiting(k->machine, SLOT) && !wf_machine_cut(k->machine, SLOT, &e[0]) && !wf_machine_begin(k->machine, SLOT, &e[0]));
    free(e);
    kit_free(k);
    kit_free(other);
}

/* Some results by hand: lane 5 of the program. */
static void by_hand(void)
{
    struct kit *k = machine();
    struct wf_effect *e = calloc(1, sizeof *e);

    CHECK(wf_machine_launch(k->machine, SLOT, origin, 0));
    while (wf_machine_step(k->machine, SLOT, e))
        continue;
    const uint32_t out = k->buffer[0].base / 4, old = (out + 16 + 10) * 2654435761u, high = (out + 16 + 11) * 2654435761u;
    CHECK_EQ(wf_machine_register(k->machine, SLOT, 5, 16), old);                /* atomic64.add: the old word of 64 bits */
    CHECK_EQ(wf_machine_register(k->machine, SLOT, 5, 17), high);
    CHECK_EQ(wf_machine_register(k->machine, SLOT, 5, 18) | wf_machine_register(k->machine, SLOT, 5, 19), 0);
    const uint64_t sum = ((uint64_t)high << 32 | old) + ((uint64_t)205 << 32 | 105);
    CHECK_EQ(k->memory[out + 26], (uint32_t)sum);
    CHECK_EQ(k->memory[out + 27], sum >> 32);
    CHECK_EQ(wf_machine_register(k->machine, SLOT, 5, 24), (uint32_t)sum);
    CHECK_EQ(wf_machine_register(k->machine, SLOT, 5, 12), 205);                /* atomic.cas found what was stored */
    CHECK_EQ(k->memory[out + 5], 105);
    CHECK_EQ(k->memory[out + 64 + 3], 3);                                       /* store.private of a helper */
    CHECK_EQ(k->memory[1024 + 1024 + 5], 105);                                  /* buffer 2 */
    CHECK_EQ(wf_machine_register(k->machine, SLOT, 5, 15), 0);                  /* out of range, then no helper */
    CHECK_EQ(wf_machine_fault(k->machine)->count, 5 + 6);
    CHECK_EQ(wf_machine_fault(k->machine)->lane, 2);
    free(e);
    kit_free(k);
}

/* Each slot for itself, also the last of an odd number. */
static void slots(void)
{
    struct kit *k = kit_new(16, 1, 1, 8);
    struct wf_wave_place place;
    struct wf_effect *e = calloc(1, sizeof *e);

    k->device.waves = SLOTS;
    k->desc.grid[1] = 3;
    CHECK(kit_code(k, "sv r1, lane; lt.u r2, r1, 3; if r2; ret; endif; eq r2, r1, 5; if r2; demote; nop; endif; barrier"));
    struct wf_machine *m = k->machine;
    const uint32_t group[3] = {0, 2, 0};
    CHECK(wf_machine_launch(m, SLOTS - 1, group, 1) && !wf_machine_launch(m, SLOTS, group, 0));
    for (unsigned i = 0; i < 5; i++)
        CHECK(wf_machine_step(m, SLOTS - 1, e));
    CHECK(wf_machine_place(m, SLOTS - 1, &place));
    CHECK(place.group[0] == 0 && place.group[1] == 2 && place.group[2] == 0 && place.wave == 1 && place.lane == 3 && place.lanes == 5);
    CHECK_EQ(wf_machine_live(m, SLOTS - 1), 5);
    for (unsigned slot = 0; slot < SLOTS - 1; slot++)
        CHECK(!wf_machine_running(m, slot) && !wf_machine_waiting(m, slot) && !wf_machine_place(m, slot, &place) && wf_machine_live(m, slot) == 0);
    CHECK(!wf_machine_running(m, SLOTS) && wf_machine_pc(m, SLOTS) == 0 && wf_machine_register(m, SLOTS, 0, 1) == 0);
    for (unsigned lane = 0; lane < 9; lane++)
        CHECK_EQ(wf_machine_register(m, SLOTS - 1, lane, 1), lane < 8 ? lane : 0);
    CHECK_EQ(wf_machine_register(m, SLOTS - 1, 4, 2), 0);
    CHECK_EQ(wf_machine_register(m, SLOTS - 1, 2, 2), 1);
    CHECK_EQ(wf_machine_register(m, SLOTS - 1, 2, 1000), 0);
    while (wf_machine_step(m, SLOTS - 1, e))
        continue;
    CHECK(wf_machine_waiting(m, SLOTS - 1) && !wf_machine_barrier_ready(m, SLOTS - 1));
    CHECK(!wf_machine_begin(m, SLOTS - 1, e) && !wf_machine_cut(m, SLOTS - 1, e));
    /* a wave that runs beside one that waits, in each order of two slots */
    CHECK(wf_machine_launch(m, SLOTS - 2, group, 0) && wf_machine_begin(m, SLOTS - 2, e));
    while (wf_machine_begin(m, SLOTS - 2, e))
        continue;
    CHECK(wf_machine_barrier_ready(m, SLOTS - 2) && wf_machine_barrier_release(m, SLOTS - 1) && !wf_machine_barrier_release(m, SLOTS - 1));
    CHECK(wf_machine_step(m, SLOTS - 2, e) && e->ended && wf_machine_cut(m, SLOTS - 1, e) && e->ended);
    CHECK(!wf_machine_launch(m, 0, group, 0));          /* the group is over */
    /* one wave waits, the other has ended: the barrier may release, but not by the slot that holds none */
    const uint32_t next[3] = {0, 1, 0};
    CHECK(wf_machine_launch(m, 2, next, 0) && wf_machine_launch(m, 3, next, 1) && wf_machine_cut(m, 3, e));
    while (wf_machine_step(m, 2, e))
        continue;
    CHECK(wf_machine_barrier_ready(m, 2) && !wf_machine_barrier_ready(m, 3) && !wf_machine_barrier_release(m, 3) && !wf_machine_barrier_ready(m, SLOTS));
    free(e);
    kit_free(k);
}

/* Groups of a line in any order, one at a time: none twice. */
static void groups(void)
{
    enum { GROUPS = 7 };
    struct kit *k = kit_new(8, 1, 1, 8);
    static const unsigned order[GROUPS] = {0, 1, 4, 2, 6, 3, 5};

    k->desc.grid[0] = GROUPS;
    CHECK(kit_code(k, "nop"));
    for (unsigned i = 0; i < GROUPS; i++) {
        CHECK(!wf_machine_done(k->machine));
        for (unsigned group = 0; group < GROUPS; group++) {
            bool before = false;
            for (unsigned n = 0; n < i; n++)
                before = before || order[n] == group;
            if (before || group != order[i])
                continue;
            CHECK(wf_machine_launch(k->machine, i, (const uint32_t[3]){group, 0, 0}, 0));
            while (wf_machine_step(k->machine, i, NULL))
                continue;
        }
        for (unsigned n = 0; n <= i; n++)
            CHECK(!wf_machine_launch(k->machine, GROUPS, (const uint32_t[3]){order[n], 0, 0}, 0));
    }
    CHECK(wf_machine_done(k->machine));
    kit_free(k);
}

/* Each group has its place in a grid of three dimensions, of odd numbers. */
static void grid(void)
{
    struct kit *k = kit_new(1, 1, 1, 4);

    k->desc.grid[0] = 3;
    k->desc.grid[1] = 5;
    k->desc.grid[2] = 2;
    CHECK(kit_code(k, "sv r1, gid.x; sv r2, gid.y; sv r3, gid.z; mul r4, r3, 15; mul r5, r2, 3; add r4, r4, r5; add r4, r4, r1; shl r4, r4, 2;"
                      "shl r2, r2, 8; shl r3, r3, 16; or r1, r1, r2; or r1, r1, r3; add r1, r1, 7; store Out[r4], r1"));
    CHECK_EQ(kit_run(k, 3), WF_RUN_DONE);
    for (unsigned i = 0; i < 30; i++)
        CHECK_EQ(kit_out(k, i), 7 + i % 3 + (i / 3 % 5 << 8) + (i / 15 << 16));
    kit_free(k);
}

/* The answer to a 64-bit atomic has two words; the other two registers become 0, whatever was there and in the instruction before. */
static void answer64(void)
{
    struct kit *k = kit_new(128, 1, 1, 128);
    struct wf_effect *e = calloc(1, sizeof *e);
    uint32_t low[128], high[128];

    for (unsigned lane = 0; lane < 128; lane++) {
        low[lane] = 1000 + lane;
        high[lane] = 2000 + lane;
    }
    CHECK(kit_code(k, "mov r10, 5; mov r11, 6; mov r1, 1; ballot q4, r1; atomic64.add.low q8, Out[r20], q4; nop"));
    CHECK(wf_machine_launch(k->machine, 1, origin, 0));
    for (unsigned i = 0; i < 4; i++)
        CHECK(wf_machine_step(k->machine, 1, e));
    CHECK(wf_machine_begin(k->machine, 1, e) && e->is_mem && e->asked[63] && !e->asked[64]);
    wf_machine_answer(k->machine, 1, e, low, high);
    for (unsigned lane = 0; lane < 128; lane++)
        for (unsigned word = 0; word < 4; word++)
            CHECK_EQ(wf_machine_register(k->machine, 1, lane, 8 + word), lane < 64 ? (word == 0 ? 1000 + lane : word == 1 ? 2000 + lane : 0) : word < 2 ? 0 : 3 + word);
    free(e);
    kit_free(k);
}

/* An access beyond a robust buffer is no fault, beyond another it is. */
static void robust(void)
{
    for (unsigned is = 0; is < 2; is++) {
        struct kit *k = kit_new(8, 1, 1, 8);
        bool flags[WF_MAX_BUFFERS] = {false};
        k->buffer[1] = (struct wf_buffer){4096, 16};
        CHECK(kit_code(k, "sv r1, lane; shl r1, r1, 2; load r2, B1[r1]; store B1[r1], r1; load r2, Out[r1]"));
        flags[1] = is;
        wf_machine_set_robust(k->machine, flags);
        CHECK_EQ(kit_run(k, 0), WF_RUN_DONE);
        CHECK_EQ(wf_machine_fault(k->machine)->count, is ? 0 : 8);
        CHECK(k->memory[1024 + 3] == 12 && k->memory[1024 + 4] == 0);
        kit_free(k);
    }
}

static void atomics(void)
{
    static const struct { enum wf_atom atom; uint64_t old, data, left; } cases[] = {
        {WF_ATOM_ADD, 0xffffffff, 2, 0x100000001}, {WF_ATOM_SUB, 0x100000000, 1, 0xffffffff}, {WF_ATOM_AND, 0xf0f0000000f, 0x0ff00000003, 0x00f00000003},
        {WF_ATOM_OR, 1ull << 40, 2, 1ull << 40 | 2}, {WF_ATOM_XOR, 3ull << 40 | 1, 1ull << 40 | 1, 2ull << 40}, {WF_ATOM_MINS, 1, UINT64_MAX, UINT64_MAX},
        {WF_ATOM_MAXS, 1, UINT64_MAX, 1}, {WF_ATOM_MINU, 1ull << 33, 5, 5}, {WF_ATOM_MAXU, 1ull << 33, 5, 1ull << 33}, {WF_ATOM_XCHG, 1, 7ull << 33, 7ull << 33},
        {WF_ATOM_CAS, 77, 5, 5}, {WF_ATOM_CAS, 1ull << 32 | 77, 5, 1ull << 32 | 77}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_EQ(wf_machine_atomic64(cases[i].atom, cases[i].old, cases[i].data, 77), cases[i].left);
        if (cases[i].old <= UINT32_MAX && cases[i].data <= UINT32_MAX)
            CHECK_EQ(wf_machine_atomic(cases[i].atom, (uint32_t)cases[i].old, (uint32_t)cases[i].data, 77), (uint32_t)cases[i].left);
    }
    CHECK_EQ(wf_machine_atomic(WF_ATOM_FADD, 0x3f800000, 0x40000000, 0), 0x40400000);
    CHECK_EQ(wf_machine_atomic(WF_ATOM_FMIN, 0x3f800000, 0x40000000, 0), 0x3f800000);
    CHECK_EQ(wf_machine_atomic(WF_ATOM_FMAX, 0x3f800000, 0x40000000, 0), 0x40000000);
}

#ifdef WITHOUT_MEMORY
extern void *__libc_realloc(void *old, size_t size);
static bool is_short;

__attribute__((weak)) void *realloc(void *old, size_t size)
{
    return is_short ? NULL : __libc_realloc(old, size);
}

static void without_memory(void)
{
    struct kit *k = kit_new(8, 1, 1, 8);

    CHECK(kit_code(k, "nop"));
    is_short = true;
    CHECK(!wf_machine_launch(k->machine, 0, origin, 0) && !wf_machine_running(k->machine, 0));
    is_short = false;
    CHECK(wf_machine_launch(k->machine, 0, origin, 0));
    kit_free(k);
}
#endif

int main(void)
{
    ways(PARTS);
    ways(ANSWERS);
    by_hand();
    slots();
    groups();
    grid();
    answer64();
    robust();
    atomics();
#ifdef WITHOUT_MEMORY
    without_memory();
#endif
    return check_end("steps");
}
