/* SPDX-License-Identifier: Apache-2.0
 * test_operations.c - integer and bit operations in every lane of rows of all lengths, bit by bit after docs/isa.md; comparisons of floats after
 * the same page; sets of lanes against a list of them.
 */
#include <string.h>

#include "../common/wf_check.h"

#include "../../c_model/model/core/core.h"
#include "../../c_model/model/core/lanes.h"

enum { MOST = 128, ROUNDS = 40 };

/* ---- integers ------------------------------------------------------------------------------------------------------ */

/* As a number with its sign. */
static int64_t number(uint32_t word)
{
    return word >= UINT32_C(0x80000000) ? (int64_t)word - INT64_C(0x100000000) : (int64_t)word;
}

static bool bit(uint32_t word, unsigned n)
{
    return n < 32 && word >> n & 1;
}

/* The word whose bit i is bit i + by of a; beyond its ends are copies of `fill`. */
static uint32_t moved(uint32_t a, int by, bool fill)
{
    uint32_t word = 0;

    for (int i = 0; i < 32; i++) {
        const int from = i + by;
        if (from < 0 ? false : from > 31 ? fill : bit(a, (unsigned)from))
            word |= UINT32_C(1) << i;
    }
    return word;
}

/* The lowest bit n of a word whose value is `wanted`, or the highest; all ones when there is none. */
static uint32_t find(uint32_t word, bool wanted, bool highest)
{
    for (unsigned i = 0; i < 32; i++)
        if (bit(word, highest ? 31 - i : i) == wanted)
            return highest ? 31 - i : i;
    return UINT32_MAX;
}

static uint32_t field(uint32_t a, uint32_t b, bool sign)
{
    const unsigned offset = b % 32, width = b >> 8 & 63 ? (b >> 8 & 63) > 32 ? 32 : b >> 8 & 63 : 0;
    uint32_t word = 0;

    for (unsigned i = 0; i < 32 && width > 0; i++)
        if (i < width ? bit(a, offset + i) : sign && bit(a, offset + width - 1))
            word |= UINT32_C(1) << i;
    return word;
}

static uint32_t inserted(uint32_t a, uint32_t b, uint32_t c)
{
    const unsigned offset = c % 32, width = (c >> 8 & 63) > 32 ? 32 : c >> 8 & 63;
    uint32_t word = 0;

    for (unsigned i = 0; i < 32; i++)
        if (i >= offset && i - offset < width ? bit(b, i - offset) : bit(a, i))
            word |= UINT32_C(1) << i;
    return word;
}

static uint32_t ones(uint32_t word)
{
    uint32_t n = 0;

    for (unsigned i = 0; i < 32; i++)
        n += bit(word, i);
    return n;
}

static uint32_t reversed(uint32_t word)
{
    uint32_t other = 0;

    for (unsigned i = 0; i < 32; i++)
        other = 2 * other + bit(word, i);
    return other;
}

static uint32_t wanted(uint8_t op, uint32_t a, uint32_t b, uint32_t c)
{
    const uint64_t product = (uint64_t)a * b;

    switch (op) {
    case WF_OP_MOV: return b;
    case WF_OP_NOT: return UINT32_MAX - b;
    case WF_OP_ADD: return (uint32_t)((uint64_t)a + b);
    case WF_OP_SUB: return (uint32_t)((uint64_t)a + UINT32_MAX - b + 1);
    case WF_OP_RSUB: return (uint32_t)((uint64_t)b + UINT32_MAX - a + 1);
    case WF_OP_AND: return UINT32_MAX - ((UINT32_MAX - a) | (UINT32_MAX - b));
    case WF_OP_OR: return UINT32_MAX - ((UINT32_MAX - a) & (UINT32_MAX - b));
    case WF_OP_XOR: return (a | b) - (a & b);
    case WF_OP_SHL: return moved(a, -(int)(b % 32), false);
    case WF_OP_SHR: return moved(a, (int)(b % 32), false);
    case WF_OP_SAR: return moved(a, (int)(b % 32), bit(a, 31));
    case WF_OP_MINS: return number(a) < number(b) ? a : b;
    case WF_OP_MAXS: return number(a) < number(b) ? b : a;
    case WF_OP_MINU: return (uint64_t)a < b ? a : b;
    case WF_OP_MAXU: return (uint64_t)a < b ? b : a;
    case WF_OP_SEL: return a ? b : c;
    case WF_OP_EQ: return number(a) - number(b) == 0;
    case WF_OP_NE: return number(a) - number(b) != 0;
    case WF_OP_LTS: return number(a) - number(b) < 0;
    case WF_OP_GES: return number(a) - number(b) >= 0;
    case WF_OP_LTU: return (int64_t)a - (int64_t)b < 0;
    case WF_OP_GEU: return (int64_t)a - (int64_t)b >= 0;
    case WF_OP_COUNTBITS: return ones(b);
    case WF_OP_REVBITS: return reversed(b);
    case WF_OP_FFBL: return find(b, true, false);
    case WF_OP_FFBHU: return find(b, true, true);
    case WF_OP_FFBHS: return find(b, !bit(b, 31), true);
    case WF_OP_BFEU: return field(a, b, false);
    case WF_OP_BFES: return field(a, b, true);
    case WF_OP_BFI: return inserted(a, b, c);
    case WF_OP_MUL: return (uint32_t)product;
    case WF_OP_MULHU: return (uint32_t)(product >> 32);
    case WF_OP_MULHS: return (uint32_t)((product >> 32) - (bit(a, 31) ? b : 0) - (bit(b, 31) ? a : 0));
    case WF_OP_MAD: return (uint32_t)(product + c);
    default: return 0;
    }
}

static const uint8_t operations[] = {WF_OP_MOV, WF_OP_NOT, WF_OP_ADD, WF_OP_SUB, WF_OP_RSUB, WF_OP_AND, WF_OP_OR, WF_OP_XOR, WF_OP_SHL, WF_OP_SHR,
    WF_OP_SAR, WF_OP_MINS, WF_OP_MAXS, WF_OP_MINU, WF_OP_MAXU, WF_OP_SEL, WF_OP_EQ, WF_OP_NE, WF_OP_LTS, WF_OP_GES, WF_OP_LTU, WF_OP_GEU, WF_OP_COUNTBITS,
    WF_OP_REVBITS, WF_OP_FFBL, WF_OP_FFBHU, WF_OP_FFBHS, WF_OP_BFEU, WF_OP_BFES, WF_OP_BFI, WF_OP_MUL, WF_OP_MULHU, WF_OP_MULHS, WF_OP_MAD};

static uint64_t seed = 0x9e3779b97f4a7c15;

/* Words of every kind: any, small, near the ends, of few bits, fields. */
static uint32_t word(void)
{
    static const uint32_t ends[] = {0, 1, 2, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
    const uint32_t any = check_random(&seed);

    switch (check_random(&seed) % 5) {
    case 0: return any;
    case 1: return any % 70;
    case 2: return ends[any % 8];
    case 3: return UINT32_C(1) << any % 32;
    default: return (any % 66) << 8 | (any >> 8) % 32;
    }
}

static void operate(uint8_t op, unsigned n)
{
    static uint32_t a[MOST], b[MOST], c[MOST], value[MOST + 1];

    for (unsigned i = 0; i < n; i++) {
        a[i] = word();
        b[i] = check_random(&seed) % 4 ? word() : a[i] + check_random(&seed) % 3 - 1;        /* equal, or next to it */
        c[i] = word();
    }
    value[n] = 0xfeedf00d;
    CHECK(wf_integer_perform(op, n, a, b, c, value));
    CHECK_EQ(value[n], 0xfeedf00d);
    for (unsigned i = 0; i < n; i++) {
        CHECK_EQ(value[i], wanted(op, a[i], b[i], c[i]));
        if (value[i] != wanted(op, a[i], b[i], c[i]))
            printf("  %s of %#x, %#x, %#x\n", wf_op_info(op)->mnemonic, (unsigned)a[i], (unsigned)b[i], (unsigned)c[i]);
    }
}

/* ---- comparisons of floats: by sign and magnitude ------------------------------------------------------------------- */

static int compare(uint32_t a, uint32_t b)          /* -1, 0, 1; 2: one is a NaN */
{
    if ((a & 0x7fffffff) > 0x7f800000 || (b & 0x7fffffff) > 0x7f800000)
        return 2;
    const int64_t x = a >> 31 ? -(int64_t)(a & 0x7fffffff) : (int64_t)a, y = b >> 31 ? -(int64_t)(b & 0x7fffffff) : (int64_t)b;
    return x < y ? -1 : x > y;
}

static void compare_floats(unsigned n)
{
    static const uint32_t some[] = {0, 0x80000000, 1, 0x80000001, 0x3f800000, 0xbf800000, 0x3f800001, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001};
    static const struct { uint8_t op; bool less, same, more, none; } forms[] = {{WF_OP_FEQ, 0, 1, 0, 0}, {WF_OP_FNE, 1, 0, 1, 1}, {WF_OP_FLT, 1, 0, 0, 0},
        {WF_OP_FLE, 1, 1, 0, 0}, {WF_OP_FGT, 0, 0, 1, 0}, {WF_OP_FGE, 0, 1, 1, 0}};
    static uint32_t a[MOST], b[MOST], value[MOST];

    for (unsigned i = 0; i < n; i++) {
        a[i] = some[check_random(&seed) % 12];
        b[i] = some[check_random(&seed) % 12];
    }
    for (unsigned f = 0; f < 6; f++) {
        CHECK(wf_float_perform(forms[f].op, n, a, b, b, value) && !wf_integer_perform(forms[f].op, n, a, b, b, value));
        for (unsigned i = 0; i < n; i++) {
            const int order = compare(a[i], b[i]);
            CHECK_EQ(value[i], order == -1 ? forms[f].less : order == 0 ? forms[f].same : order == 1 ? forms[f].more : forms[f].none);
        }
    }
    CHECK(wf_float_perform(WF_OP_FABS, n, a, a, a, value));
    for (unsigned i = 0; i < n; i++)
        CHECK_EQ(value[i], a[i] % UINT32_C(0x80000000));
    CHECK(wf_float_perform(WF_OP_FNEG, n, a, a, a, value));
    for (unsigned i = 0; i < n; i++)
        CHECK_EQ(value[i], a[i] + UINT32_C(0x80000000));
}

/* ---- sets of lanes ------------------------------------------------------------------------------------------------------ */

static struct wf_mask of_list(const bool list[MOST])
{
    struct wf_mask mask = wf_mask_none();

    for (unsigned lane = 0; lane < MOST; lane++)
        if (list[lane])
            mask.half[lane / 64] += UINT64_C(1) << lane % 64;
    return mask;
}

static void same(struct wf_mask mask, const bool list[MOST])
{
    const struct wf_mask other = of_list(list);

    CHECK_EQ(mask.half[0], other.half[0]);
    CHECK_EQ(mask.half[1], other.half[1]);
}

/* kind 0: none, 1: one, 2: those of one half, 3: all, 4: any */
static void draw(unsigned kind, bool list[MOST])
{
    const unsigned one = check_random(&seed) % MOST, half = check_random(&seed) % 2;

    for (unsigned lane = 0; lane < MOST; lane++)
        list[lane] = kind == 1 ? lane == one : kind == 2 ? lane / 64 == half && check_random(&seed) % 2 : kind == 3 || (kind == 4 && check_random(&seed) % 2);
}

static void two_sets(const bool a[MOST], const bool b[MOST])
{
    const struct wf_mask x = of_list(a), y = of_list(b);
    bool both[MOST], any[MOST], without[MOST], equal = true;

    for (unsigned lane = 0; lane < MOST; lane++) {
        both[lane] = a[lane] && b[lane];
        any[lane] = a[lane] || b[lane];
        without[lane] = a[lane] && !b[lane];
        equal = equal && a[lane] == b[lane];
    }
    same(wf_mask_and(x, y), both);
    same(wf_mask_or(x, y), any);
    same(wf_mask_without(x, y), without);
    CHECK_EQ(wf_mask_equal(x, y), equal);
}

static void one_set(bool list[MOST])
{
    struct wf_mask mask = of_list(list), left = mask;
    uint32_t value[MOST];
    int lowest = -1, highest = -1;
    unsigned count = 0, lane = 999;

    for (unsigned i = 0; i < MOST; i++) {
        CHECK_EQ(wf_mask_has(mask, i), list[i]);
        value[i] = list[i] ? word() | 1u << i % 32 : 0;
        if (!list[i])
            continue;
        lowest = lowest < 0 ? (int)i : lowest;
        highest = (int)i;
        count++;
        CHECK(wf_mask_take(&left, &lane));
        CHECK_EQ(lane, i);
    }
    CHECK(!wf_mask_take(&left, &lane) && wf_mask_empty(left));
    CHECK_EQ(wf_mask_count(mask), count);
    CHECK_EQ(wf_mask_lowest(mask), lowest);
    CHECK_EQ(wf_mask_highest(mask), highest);
    CHECK_EQ(wf_mask_empty(mask), count == 0);
    same(wf_lanes_nonzero(MOST, value), list);
    for (unsigned i = 0; i < MOST; i++) {
        wf_mask_put(&mask, i);
        list[i] = true;
        same(mask, list);
    }
}

static void sets(void)
{
    bool a[MOST], b[MOST];

    for (unsigned kind = 0; kind < 25; kind++) {
        draw(kind / 5, a);
        draw(kind % 5, b);
        two_sets(a, b);
        memcpy(b, a, sizeof b);
        const unsigned other = check_random(&seed) % MOST;
        two_sets(a, b);
        b[other] = !b[other];
        two_sets(a, b);
        one_set(a);
    }
    for (unsigned lane = 0; lane < MOST; lane++) {              /* each lane makes a difference */
        draw(lane % 5, a);
        memcpy(b, a, sizeof b);
        b[lane] = !b[lane];
        two_sets(a, b);
        draw(0, a);
        a[lane] = true;
        one_set(a);
    }
    for (unsigned count = 0; count <= MOST + 1; count++) {
        for (unsigned lane = 0; lane < MOST; lane++)
            a[lane] = lane < count;
        same(wf_mask_first(count), a);
    }
}

int main(void)
{
    for (size_t i = 0; i < sizeof operations; i++)
        for (unsigned round = 0; round < ROUNDS; round++)
            operate(operations[i], (unsigned[]){1, 4, 7, 8, 13, 32, 64, 128}[round % 8]);
    for (unsigned round = 0; round < ROUNDS; round++)
        compare_floats((unsigned[]){1, 4, 7, 8, 13, 32, 64, 128}[round % 8]);
    sets();
    return check_end("core_operations");
}
