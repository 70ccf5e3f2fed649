/* SPDX-License-Identifier: Apache-2.0
 * test_accesses.c - random loads, stores and atomics of any lanes on arrays of any length, against docs/semantics.md sections 6 and 9: which lanes
 * fault, and one lane after the other on a copy; float sums of LDS in the order of a scan.
 */
#include <string.h>

#include "../../c_model/model/fp/fp.h"
#include "../../c_model/model/lds/access.h"
#include "../common/wf_check.h"

enum { MOST = WF_MAX_LANES, WORDS = 16, ROUNDS = 4000, UNTOUCHED = 0x5a5a5a5a };

static struct {
    struct wf_access access;
    uint32_t offset[MOST], data[MOST], high[MOST], compare[MOST], compare_high[MOST];
    bool asked[MOST], allowed[MOST];
    uint32_t base;
    uint64_t bytes;
    uint32_t words[WORDS], value[2][MOST], left[WORDS], wanted[2][MOST];
} t;

static uint64_t seed = 0xfedcba987654321;

static uint32_t draw(uint32_t below)
{
    return check_random(&seed) % below;
}

static uint32_t word(void)
{
    static const uint32_t some[] = {0, 1, 2, 0x80000000, 0x80000001, 0x7fffffff, 0xffffffff, 0xfffffffe, 0x3f800001, 0xbf800003, 0x7fc00000, 0x4b800000};

    return draw(3) ? some[draw(12)] : check_random(&seed);
}

static void draw_access(void)
{
    static const unsigned sizes[] = {4, 8, 16, 32, 64, 128};
    static const uint64_t lengths[] = {0, 3, 4, 5, 7, 8, 9, 12, 13, 15, 16, 24, 31, 32, 64, 64};
    struct wf_access *a = &t.access;
    const unsigned places = draw(3) ? draw(4) + 1 : 20, bad = draw(3) ? 0 : 1 + draw(3);

    memset(&t, 0, sizeof t);
    a->kind = (enum wf_access_kind)draw(4);
    a->atom = (uint8_t)draw(a->kind == WF_ACCESS_ATOMIC64 ? WF_ATOM_CAS + 1 : WF_ATOM_COUNT);
    a->size = sizes[draw(6)];
    a->robust = draw(4) == 0;
    a->offset = t.offset;
    a->data = t.data;
    a->data_high = t.high;
    a->compare = t.compare;
    a->compare_high = t.compare_high;
    t.base = draw(6) ? 8 * draw(5) : draw(12);
    t.bytes = lengths[draw(16)];
    for (unsigned lane = 0; lane < MOST; lane++) {
        t.asked[lane] = lane < a->size && draw(5) > 0;
        t.offset[lane] = 4 * draw(places) + (bad && draw(4) == 0 ? draw(4) : 0) - (bad > 1 && draw(9) == 0 ? 16 : 0);
        t.data[lane] = word();
        t.high[lane] = draw(2) ? word() : 0;
        t.compare[lane] = word();
        t.compare_high[lane] = draw(2) ? word() : 0;
        t.value[0][lane] = t.value[1][lane] = t.wanted[0][lane] = t.wanted[1][lane] = UNTOUCHED;
        if (t.asked[lane])
            a->asked.half[lane / 64] |= UINT64_C(1) << lane % 64;
    }
    for (unsigned i = 0; i < WORDS; i++)
        t.left[i] = t.words[i] = draw(3) ? word() : t.compare[draw(a->size)];
}

/* ---- which lanes may ---------------------------------------------------------------------------------------------------- */

static void check_faults(void)
{
    const uint32_t width = t.access.kind == WF_ACCESS_ATOMIC64 ? 8 : 4;
    const struct wf_access_faults faults = wf_access_check(&t.access, t.base, t.bytes);
    unsigned count = 0;

    for (unsigned lane = 0; lane < t.access.size; lane++) {
        const bool aligned = t.base % width == 0 && t.offset[lane] % width == 0, inside = (uint64_t)t.offset[lane] + width <= t.bytes;
        t.allowed[lane] = t.asked[lane] && aligned && inside;
        CHECK_EQ(t.access.allowed.half[lane / 64] >> lane % 64 & 1, t.allowed[lane]);
        if (!t.asked[lane] || t.allowed[lane] || (t.access.robust && aligned))
            continue;
        if (count++ == 0) {
            CHECK_EQ(faults.lane, lane);
            CHECK_EQ(faults.misaligned, !aligned);
        }
    }
    CHECK_EQ(faults.count, count);
    CHECK(t.access.size == MOST || (t.access.allowed.half[1] >> (t.access.size < 64 ? 0 : t.access.size - 64)) == 0);
}

/* ---- one lane after the other ---------------------------------------------------------------------------------------------- */

static int64_t number(uint64_t w, unsigned bits)
{
    return (int64_t)(w << (64 - bits)) / (INT64_C(1) << (64 - bits));
}

/* A word of `bits` bits after an atomic of integers. */
static uint64_t changed(uint8_t atom, unsigned bits, uint64_t old, uint64_t data, uint64_t compare)
{
    const uint64_t all = bits == 64 ? UINT64_MAX : UINT32_MAX;
    const bool less = number(old, bits) < number(data, bits);

    switch ((enum wf_atom)atom) {
    case WF_ATOM_ADD: return (old + data) & all;
    case WF_ATOM_SUB: return (old + ~data + 1) & all;
    case WF_ATOM_AND: return all - ((all - old) | (all - data));
    case WF_ATOM_OR: return all - ((all - old) & (all - data));
    case WF_ATOM_XOR: return (old | data) - (old & data);
    case WF_ATOM_MINS: return less ? old : data;
    case WF_ATOM_MAXS: return less ? data : old;
    case WF_ATOM_MINU: return old > data ? data : old;
    case WF_ATOM_MAXU: return old > data ? old : data;
    case WF_ATOM_XCHG: return data;
    case WF_ATOM_CAS: return old == compare ? data : old;
    default: return 0;
    }
}

static uint32_t changed32(uint8_t atom, uint32_t old, uint32_t data, uint32_t compare)
{
    return atom == WF_ATOM_FADD ? wf_fp_add(old, data) : atom == WF_ATOM_FMIN ? wf_fp_min(old, data) : atom == WF_ATOM_FMAX ? wf_fp_max(old, data)
           : (uint32_t)changed(atom, 32, old, data, compare);
}

static void lane_in_turn(unsigned lane)
{
    uint32_t *at = t.left + t.offset[lane] / 4;
    const uint64_t old = t.access.kind == WF_ACCESS_ATOMIC64 ? (uint64_t)at[1] << 32 | at[0] : *at;

    if (t.access.kind == WF_ACCESS_STORE) {
        *at = t.data[lane];
        return;
    }
    t.wanted[0][lane] = (uint32_t)old;
    if (t.access.kind == WF_ACCESS_ATOMIC) {
        *at = changed32(t.access.atom, *at, t.data[lane], t.compare[lane]);
    } else if (t.access.kind == WF_ACCESS_ATOMIC64) {
        const uint64_t now = changed(t.access.atom, 64, old, (uint64_t)t.high[lane] << 32 | t.data[lane], (uint64_t)t.compare_high[lane] << 32 | t.compare[lane]);
        t.wanted[1][lane] = at[1];
        at[0] = (uint32_t)now;
        at[1] = (uint32_t)(now >> 32);
    }
}

/* Float sums of LDS: the lanes of a word in lane order, v(k+1)[r] = v(k)[r-2^k] (+) v(k)[r]; each gets the old word (+) those before it. */
static void sum_of_word(unsigned first)
{
    uint32_t v[MOST], next[MOST], *at = t.left + t.offset[first] / 4;
    unsigned member[MOST], n = 0;

    for (unsigned lane = first; lane < t.access.size; lane++)
        if (t.allowed[lane] && t.offset[lane] == t.offset[first]) {
            member[n] = lane;
            v[n++] = t.data[lane];
        }
    for (unsigned k = 1; k < n; k *= 2) {
        for (unsigned r = 0; r < n; r++)
            next[r] = r >= k ? wf_fp_add(v[r - k], v[r]) : v[r];
        memcpy(v, next, n * sizeof *v);
    }
    for (unsigned r = 0; r < n; r++)
        t.wanted[0][member[r]] = r ? wf_fp_add(*at, v[r - 1]) : *at;
    *at = wf_fp_add(*at, v[n - 1]);
}

static bool is_first_of_word(unsigned lane)
{
    for (unsigned other = 0; other < lane; other++)
        if (t.allowed[other] && t.offset[other] == t.offset[lane])
            return false;
    return true;
}

static void check_access(bool lds)
{
    const bool sums = lds && t.access.kind == WF_ACCESS_ATOMIC && t.access.atom == WF_ATOM_FADD;

    for (unsigned lane = 0; lane < t.access.size; lane++) {
        if (t.access.kind != WF_ACCESS_STORE)
            t.wanted[0][lane] = 0;
        if (t.access.kind == WF_ACCESS_ATOMIC64)
            t.wanted[1][lane] = 0;
    }
    for (unsigned lane = 0; lane < t.access.size; lane++) {
        if (!t.allowed[lane])
            continue;
        if (!sums)
            lane_in_turn(lane);
        else if (is_first_of_word(lane))
            sum_of_word(lane);
    }
    (lds ? wf_lds_access : wf_access_in_order)(&t.access, t.words, t.value);
    for (unsigned lane = 0; lane < MOST; lane++) {
        CHECK_EQ(t.value[0][lane], t.wanted[0][lane]);
        CHECK_EQ(t.value[1][lane], t.wanted[1][lane]);
    }
    for (unsigned i = 0; i < WORDS; i++)
        CHECK_EQ(t.words[i], t.left[i]);
}

int main(void)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        draw_access();
        check_faults();
        check_access(round % 2);
    }
    return check_end("lds_accesses");
}
