/* SPDX-License-Identifier: Apache-2.0
 * test_lds.c - LDS accesses of the model: atomics lane after lane, float sums in scan order, faults.
 */
#include <string.h>

#include "../../c_model/model/fp/fp.h"
#include "../../c_model/model/lds/access.h"
#include "../common/wf_check.h"

enum { WORDS = 8 };

struct bench {
    struct wf_access access;
    uint32_t offset[WF_MAX_LANES], data[WF_MAX_LANES], compare[WF_MAX_LANES], value[WF_MAX_LANES];
    uint32_t words[WORDS];
};

static void start(struct bench *t, enum wf_access_kind kind, uint8_t atom, unsigned size, uint64_t asked)
{
    memset(t, 0, sizeof *t);
    t->access.kind = kind;
    t->access.atom = atom;
    t->access.size = size;
    t->access.asked = wf_mask_make(asked, 0);
    t->access.offset = t->offset;
    t->access.data = t->data;
    t->access.compare = t->compare;
}

static struct wf_access_faults perform(struct bench *t)
{
    const struct wf_access_faults faults = wf_access_check(&t->access, sizeof t->words);

    wf_lds_access(&t->access, t->words, t->value);
    return faults;
}

static void test_load_store(void)
{
    struct bench t;

    start(&t, WF_ACCESS_STORE, 0, 4, 0xd);
    t.offset[0] = t.offset[2] = 8;
    t.offset[1] = t.offset[3] = 12;
    for (unsigned lane = 0; lane < 4; lane++)
        t.data[lane] = 100 + lane;
    CHECK_EQ(perform(&t).count, 0);
    CHECK_EQ(t.words[2], 102);                      /* the highest lane wins */
    CHECK_EQ(t.words[3], 103);
    t.access.kind = WF_ACCESS_LOAD;
    perform(&t);
    CHECK_EQ(t.value[0], 102);
    CHECK_EQ(t.value[3], 103);
    CHECK_EQ(t.words[2], 102);
}

static void test_faults(void)
{
    struct bench t;
    struct wf_access_faults faults;

    start(&t, WF_ACCESS_ATOMIC, WF_ATOM_ADD, 8, 0x7e);
    memset(t.words, 0x55, sizeof t.words);
    t.offset[0] = 1;                                /* does not ask */
    t.offset[1] = 28;                               /* the last word */
    t.offset[2] = 32;                               /* beyond */
    t.offset[3] = 30;                               /* misaligned, and would reach beyond */
    t.offset[4] = 0xfffffffc;
    t.offset[5] = 0xffffffff;
    t.data[1] = 1;
    for (unsigned lane = 0; lane < 8; lane++)
        t.value[lane] = 0xdead;
    faults = perform(&t);
    CHECK_EQ(faults.count, 4);
    CHECK_EQ(faults.lane, 2);
    CHECK(!faults.misaligned);
    CHECK_EQ(t.access.allowed.half[0], 0x42);
    CHECK_EQ(t.words[7], 0x55555556);
    CHECK_EQ(t.value[1], 0x55555555);
    for (unsigned lane = 2; lane <= 5; lane++)
        CHECK_EQ(t.value[lane], 0);
    t.offset[2] = 35;                               /* misaligned is named before out of range */
    CHECK(perform(&t).misaligned);
}

/* Four lanes on word 1, which holds `old`: returned values and what is left, lane after lane. */
static void check_atom(uint8_t atom, uint32_t old, const uint32_t data[4], const uint32_t value[4], uint32_t left)
{
    struct bench t;

    start(&t, WF_ACCESS_ATOMIC, atom, 8, 0xaa);
    t.words[1] = old;
    for (unsigned r = 0; r < 4; r++) {
        t.offset[2 * r + 1] = 4;
        t.data[2 * r + 1] = data[r];
        t.compare[2 * r + 1] = 7;
    }
    CHECK_EQ(perform(&t).count, 0);
    for (unsigned r = 0; r < 4; r++)
        CHECK_EQ(t.value[2 * r + 1], value[r]);
    CHECK_EQ(t.words[1], left);
    CHECK_EQ(t.words[0] | t.words[2], 0);
}

#define ROW(...) ((const uint32_t[4]){ __VA_ARGS__ })
static void test_atoms(void)
{
    check_atom(WF_ATOM_ADD, 10, ROW(1, 2, 3, 0xffffffff), ROW(10, 11, 13, 16), 15);
    check_atom(WF_ATOM_SUB, 10, ROW(1, 2, 3, 4), ROW(10, 9, 7, 4), 0);
    check_atom(WF_ATOM_AND, 0xff, ROW(0x7f, 0xfe, 0xf7, 0xffff), ROW(0xff, 0x7f, 0x7e, 0x76), 0x76);
    check_atom(WF_ATOM_OR, 0, ROW(1, 2, 1, 8), ROW(0, 1, 3, 3), 11);
    check_atom(WF_ATOM_XOR, 1, ROW(1, 2, 2, 4), ROW(1, 0, 2, 0), 4);
    check_atom(WF_ATOM_MINS, 0, ROW(1, 0xffffffff, 5, 0x80000000), ROW(0, 0, 0xffffffff, 0xffffffff), 0x80000000);
    check_atom(WF_ATOM_MAXS, 0xffffffff, ROW(0x80000000, 2, 1, 3), ROW(0xffffffff, 0xffffffff, 2, 2), 3);
    check_atom(WF_ATOM_MINU, 9, ROW(0xffffffff, 8, 8, 1), ROW(9, 9, 8, 8), 1);
    check_atom(WF_ATOM_MAXU, 9, ROW(1, 0x80000000, 0x7fffffff, 0), ROW(9, 9, 0x80000000, 0x80000000), 0x80000000);
    check_atom(WF_ATOM_XCHG, 9, ROW(1, 2, 3, 4), ROW(9, 1, 2, 3), 4);
    check_atom(WF_ATOM_CAS, 7, ROW(5, 6, 7, 8), ROW(7, 5, 5, 5), 5);
    check_atom(WF_ATOM_CAS, 7, ROW(7, 7, 6, 8), ROW(7, 7, 7, 6), 6);
    check_atom(WF_ATOM_FMIN, 0x7fc00000, ROW(0x3f800000, 0x80000000, 0, 0x7fc00001),
               ROW(0x7fc00000, 0x3f800000, 0x80000000, 0x80000000), 0x80000000);
    check_atom(WF_ATOM_FMAX, 0x80000000, ROW(0, 0xffffffff, 0x80000000, 0xbf800000), ROW(0x80000000, 0, 0, 0), 0);
}

/* 2^24 + 1 + 1 + 1 + 1: one after the other every 1 would be lost; the lanes are summed first. */
static void test_float_sum(void)
{
    struct bench t;

    check_atom(WF_ATOM_FADD, 0x4b800000, ROW(0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000),
               ROW(0x4b800000, 0x4b800000, 0x4b800001, 0x4b800002), 0x4b800002);    /* + 0, 1 (tie), 2, 3 (tie up), 4 */
    check_atom(WF_ATOM_FADD, 0xff812345, ROW(0, 0, 0, 0), ROW(0xff812345, 0x7fc00000, 0x7fc00000, 0x7fc00000), 0x7fc00000);
    check_atom(WF_ATOM_FADD, 0x80000000, ROW(0x80000000, 0x80000000, 0, 0), ROW(0x80000000, 0x80000000, 0x80000000, 0), 0);
    start(&t, WF_ACCESS_ATOMIC, WF_ATOM_FADD, 4, 0xf);          /* two words, interleaved */
    t.offset[1] = t.offset[3] = 4;
    t.data[0] = t.data[1] = 0x3f800000;
    t.data[2] = t.data[3] = 0x40000000;
    perform(&t);
    CHECK_EQ(t.words[0], 0x40400000);
    CHECK_EQ(t.words[1], 0x40400000);
    CHECK_EQ(t.value[2], 0x3f800000);
    CHECK_EQ(t.value[1], 0);
}

/* Global memory adds floats one after the other. */
static void test_in_order(void)
{
    struct bench t;

    start(&t, WF_ACCESS_ATOMIC, WF_ATOM_FADD, 4, 0xf);
    t.words[0] = 0x4b800000;
    for (unsigned lane = 0; lane < 4; lane++)
        t.data[lane] = 0x3f800000;
    wf_access_check(&t.access, sizeof t.words);
    wf_access_in_order(&t.access, t.words, t.value);
    CHECK_EQ(t.words[0], 0x4b800000);
    CHECK_EQ(t.value[3], 0x4b800000);
}

int main(void)
{
    test_load_store();
    test_faults();
    test_atoms();
    test_float_sum();
    test_in_order();
    return check_end("lds");
}
