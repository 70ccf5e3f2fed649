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
    uint32_t offset[WF_MAX_LANES], data[WF_MAX_LANES], compare[WF_MAX_LANES], value[2][WF_MAX_LANES];
    uint32_t data_high[WF_MAX_LANES], compare_high[WF_MAX_LANES];
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
    t->access.data_high = t->data_high;
    t->access.compare_high = t->compare_high;
}

static struct wf_access_faults perform(struct bench *t)
{
    const struct wf_access_faults faults = wf_access_check(&t->access, 0, sizeof t->words);

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
    CHECK_EQ(t.value[0][0], 102);
    CHECK_EQ(t.value[0][3], 103);
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
        t.value[0][lane] = 0xdead;
    faults = perform(&t);
    CHECK_EQ(faults.count, 4);
    CHECK_EQ(faults.lane, 2);
    CHECK(!faults.misaligned);
    CHECK_EQ(t.access.allowed.half[0], 0x42);
    CHECK_EQ(t.words[7], 0x55555556);
    CHECK_EQ(t.value[0][1], 0x55555555);
    for (unsigned lane = 2; lane <= 5; lane++)
        CHECK_EQ(t.value[0][lane], 0);
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
        CHECK_EQ(t.value[0][2 * r + 1], value[r]);
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
    CHECK_EQ(t.value[0][2], 0x3f800000);
    CHECK_EQ(t.value[0][1], 0);
}

/* Global memory adds floats one after the other. */
static void test_in_order(void)
{
    struct bench t;

    start(&t, WF_ACCESS_ATOMIC, WF_ATOM_FADD, 4, 0xf);
    t.words[0] = 0x4b800000;
    for (unsigned lane = 0; lane < 4; lane++)
        t.data[lane] = 0x3f800000;
    wf_access_check(&t.access, 0, sizeof t.words);
    wf_access_in_order(&t.access, t.words, t.value);
    CHECK_EQ(t.words[0], 0x4b800000);
    CHECK_EQ(t.value[0][3], 0x4b800000);
}

/* Three lanes on the 64-bit word at 8, which holds `old`; they compare with 0x700000007. */
static void check_atom64(uint8_t atom, uint64_t old, const uint64_t data[3], const uint64_t value[3], uint64_t left)
{
    struct bench t;

    start(&t, WF_ACCESS_ATOMIC64, atom, 8, 0x54);
    t.words[2] = (uint32_t)old;
    t.words[3] = (uint32_t)(old >> 32);
    for (unsigned r = 0; r < 3; r++) {
        t.offset[2 * r + 2] = 8;
        t.data[2 * r + 2] = (uint32_t)data[r];
        t.data_high[2 * r + 2] = (uint32_t)(data[r] >> 32);
        t.compare[2 * r + 2] = t.compare_high[2 * r + 2] = 7;
    }
    CHECK_EQ(perform(&t).count, 0);
    for (unsigned r = 0; r < 3; r++)
        CHECK_EQ((uint64_t)t.value[1][2 * r + 2] << 32 | t.value[0][2 * r + 2], value[r]);
    CHECK_EQ((uint64_t)t.words[3] << 32 | t.words[2], left);
    CHECK_EQ(t.words[0] | t.words[1] | t.words[4] | t.words[5], 0);
}

#define ROW64(...) ((const uint64_t[3]){ __VA_ARGS__ })
static void test_atoms64(void)
{
    const uint64_t minus = UINT64_MAX, least = 1ull << 63;

    check_atom64(WF_ATOM_ADD, 0xffffffff, ROW64(1, 0x1ffffffff, minus), ROW64(0xffffffff, 0x100000000, 0x2ffffffff),
                 0x2fffffffe);
    check_atom64(WF_ATOM_SUB, 0x100000000, ROW64(1, 0xffffffff, 1), ROW64(0x100000000, 0xffffffff, 0), minus);
    check_atom64(WF_ATOM_AND, minus, ROW64(0xff000000ff, 0xf0f0f0f0f, 1), ROW64(minus, 0xff000000ff, 0xf0000000f), 1);
    check_atom64(WF_ATOM_OR, 0, ROW64(1ull << 40, 1, least), ROW64(0, 1ull << 40, 1ull << 40 | 1), least | 1ull << 40 | 1);
    check_atom64(WF_ATOM_XOR, 5, ROW64(1ull << 33, 4, 1ull << 33), ROW64(5, 1ull << 33 | 5, 1ull << 33 | 1), 1);
    check_atom64(WF_ATOM_MINS, 1, ROW64(0x80000000, minus - 0xffffffff, minus), ROW64(1, 1, minus - 0xffffffff),
                 minus - 0xffffffff);
    check_atom64(WF_ATOM_MAXS, least, ROW64(minus, 0, 0xffffffff), ROW64(least, minus, 0), 0xffffffff);
    check_atom64(WF_ATOM_MINU, minus, ROW64(least, 0x1ffffffff, 0x200000000), ROW64(minus, least, 0x1ffffffff), 0x1ffffffff);
    check_atom64(WF_ATOM_MAXU, 0xffffffff, ROW64(0x100000000, 0xfffffffe, least), ROW64(0xffffffff, 0x100000000, 0x100000000),
                 least);
    check_atom64(WF_ATOM_XCHG, 9, ROW64(1ull << 32, 2, minus), ROW64(9, 1ull << 32, 2), minus);
    check_atom64(WF_ATOM_CAS, 7, ROW64(1, 2, 3), ROW64(7, 7, 7), 7);                        /* the low word alone is equal */
    check_atom64(WF_ATOM_CAS, 0x700000000, ROW64(1, 2, 3), ROW64(0x700000000, 0x700000000, 0x700000000), 0x700000000);
    check_atom64(WF_ATOM_CAS, 0x700000007, ROW64(5ull << 32, 2, 3), ROW64(0x700000007, 5ull << 32, 5ull << 32), 5ull << 32);
}

/* 64-bit words are aligned to 8, and both of their halves lie within the array. */
static void test_faults64(void)
{
    struct bench t;
    struct wf_access_faults faults;

    start(&t, WF_ACCESS_ATOMIC64, WF_ATOM_XCHG, 8, 0x3f);
    memset(t.words, 0x55, sizeof t.words);
    t.offset[0] = 24;                               /* the last one */
    t.offset[1] = 28;                               /* misaligned, and would reach beyond */
    t.offset[2] = 32;
    t.offset[3] = 4;
    t.offset[4] = 0xfffffff8;
    t.offset[5] = 2;
    faults = perform(&t);
    CHECK_EQ(faults.count, 5);
    CHECK_EQ(faults.lane, 1);
    CHECK(faults.misaligned);
    CHECK_EQ(t.access.allowed.half[0], 1);
    CHECK_EQ(t.value[0][0] & t.value[1][0], 0x55555555);
    CHECK_EQ(t.words[6] | t.words[7], 0);
    for (unsigned word = 0; word < 6; word++)
        CHECK_EQ(t.words[word], 0x55555555);
    for (unsigned lane = 1; lane < 6; lane++)
        CHECK_EQ(t.value[0][lane] | t.value[1][lane], 0);
    t.access.asked = wf_mask_make(4, 0);
    CHECK(!perform(&t).misaligned);
    t.offset[2] = 24;
    CHECK_EQ(wf_access_check(&t.access, 0, 28).count, 1);          /* seven words: its high half is beyond */
    CHECK_EQ(wf_access_check(&t.access, 0, 32).count, 0);
    t.offset[2] = 0;
    CHECK_EQ(wf_access_check(&t.access, 0, 4).count, 1);
}

/* An address beyond the array is no fault of a robust access, and does nothing; one between words is. */
static void test_robust(void)
{
    struct bench t;
    struct wf_access_faults faults;

    start(&t, WF_ACCESS_STORE, 0, 8, 0x1f);
    memset(t.words, 0x55, sizeof t.words);
    t.access.robust = true;
    t.offset[0] = 0xfffffffc;
    t.offset[1] = 4;
    t.offset[2] = 6;
    t.offset[3] = 0xfffffffd;
    t.offset[4] = sizeof t.words;
    faults = perform(&t);
    CHECK_EQ(faults.count, 2);
    CHECK_EQ(faults.lane, 2);
    CHECK(faults.misaligned);
    CHECK_EQ(t.access.allowed.half[0], 2);
    for (unsigned word = 0; word < sizeof t.words / 4; word++)
        CHECK(word == 1 || t.words[word] == 0x55555555);
    t.access.asked = wf_mask_make(0x13, 0);
    CHECK_EQ(perform(&t).count, 0);
    t.access.robust = false;
    CHECK_EQ(perform(&t).count, 2);
}

int main(void)
{
    test_load_store();
    test_robust();
    test_faults();
    test_atoms();
    test_float_sum();
    test_in_order();
    test_atoms64();
    test_faults64();
    return check_end("lds");
}
