/* SPDX-License-Identifier: Apache-2.0
 * test_operations.c - every cross-lane operation on random lanes, values, masks and helper lanes at every wave size, against docs/semantics.md section 5
 * written with lists of lanes.
 */
#include <string.h>

#include "../../c_model/model/fp/fp.h"
#include "../../c_model/model/xlane/xlane.h"
#include "../common/wf_check.h"

enum { MOST = WF_MAX_LANES, ROUNDS = 24 };

/* One instruction: what it reads, and what the rules say of each lane. */
static struct {
    struct wf_xlane x;
    unsigned size;
    bool exec[MOST], active[MOST], own[MOST][MOST];     /* own[i][l]: bit l of the mask of lane i */
    uint32_t a[MOST], b[MOST], q[4][MOST];
    uint32_t value[4][MOST], wanted[4][MOST];
} t;

static uint64_t seed = 0x123456789abcdef;

static uint32_t draw(uint32_t below)
{
    return check_random(&seed) % below;
}

static uint32_t word(void)
{
    static const uint32_t some[] = {0, 1, 0x80000000, 0x7fffffff, 0xffffffff, 0x3f800001, 0xbf800000, 0x7fc00000, 0x7f800000, 0x00000003};

    return draw(3) ? some[draw(10)] : check_random(&seed);
}

/* kind 0: all lanes run; 1: one; 2: the first ones; else any.  Without an active lane the running ones stand for them. */
static void draw_lanes(unsigned kind)
{
    const unsigned one = draw(t.size), first = draw(t.size) + 1;
    bool any = false;

    for (unsigned lane = 0; lane < MOST; lane++) {
        t.exec[lane] = lane < t.size && (kind == 0 || (kind == 1 ? lane == one : kind == 2 ? lane < first : draw(3) > 0));
        t.active[lane] = t.exec[lane] && (kind < 3 || draw(4) > 0);
        any = any || t.active[lane];
    }
    if (!any)
        memcpy(t.active, t.exec, sizeof t.active);
}

static void draw_values(void)
{
    const unsigned groups = draw(4) + 1;

    for (unsigned lane = 0; lane < t.size; lane++) {
        t.a[lane] = word();
        t.b[lane] = draw(3) ? word() : draw(2 * t.size);
        for (unsigned k = 0; k < 4; k++)
            t.q[k][lane] = draw(2) ? check_random(&seed) : 0;
    }
    /* masks of groups: a partition, with some bits that are none */
    for (unsigned lane = 0; lane < t.size; lane++)
        for (unsigned other = 0; other < MOST; other++) {
            if (groups < 4) {
                const uint32_t bit = UINT32_C(1) << other % 32;
                t.q[other / 32][lane] &= ~bit;
                if (other % groups == lane % groups && (other < t.size || draw(2)))
                    t.q[other / 32][lane] |= bit;
            }
            t.own[lane][other] = t.q[other / 32][lane] >> other % 32 & 1;
        }
}

static struct wf_mask mask_of(const bool list[MOST])
{
    struct wf_mask mask = {{0, 0}};

    for (unsigned lane = 0; lane < MOST; lane++)
        mask.half[lane / 64] |= (uint64_t)list[lane] << lane % 64;
    return mask;
}

/* The instruction; then `written` and each word of the lanes written. */
static void perform(uint8_t op, unsigned mod, bool running, unsigned words)
{
    struct wf_mask written;
    const bool *const lanes = running ? t.exec : t.active;

    t.x = (struct wf_xlane){.op = op, .mod = (uint8_t)mod, .size = t.size, .exec = mask_of(t.exec), .active = mask_of(t.active), .a = t.a, .b = t.b,
                            .q = {t.q[0], t.q[1], t.q[2], t.q[3]}};
    memset(t.value, 0xdd, sizeof t.value);
    CHECK(wf_xlane_perform(&t.x, t.value, &written));
    CHECK_EQ(written.half[0], mask_of(lanes).half[0]);
    CHECK_EQ(written.half[1], mask_of(lanes).half[1]);
    for (unsigned lane = 0; lane < t.size; lane++)
        for (unsigned k = 0; k < words && lanes[lane]; k++) {
            CHECK_EQ(t.value[k][lane], t.wanted[k][lane]);
            if (t.value[k][lane] != t.wanted[k][lane])
                printf("  %s, mod %u, size %u, lane %u, word %u\n", wf_op_info(op)->mnemonic, mod, t.size, lane, k);
        }
}

static void want(unsigned lane, uint32_t value)
{
    t.wanted[0][lane] = value;
}

static void want_list(unsigned lane, const bool list[MOST])
{
    for (unsigned k = 0; k < 4; k++)
        t.wanted[k][lane] = 0;
    for (unsigned l = 0; l < MOST; l++)
        t.wanted[l / 32][lane] |= (uint32_t)list[l] << l % 32;
}

#define EACH(value)                                       \
    do {                                                  \
        for (unsigned i = 0; i < t.size; i++)             \
            want(i, (value));                             \
    } while (0)

/* ---- votes and reads ------------------------------------------------------------------------------------------------ */

static bool floats_equal(uint32_t a, uint32_t b)
{
    const bool none = (a & 0x7fffffff) > 0x7f800000 || (b & 0x7fffffff) > 0x7f800000;

    return !none && (a == b || ((a | b) & 0x7fffffff) == 0);
}

static void votes(void)
{
    bool set[MOST], same = true, same_float = true;
    unsigned n = 0, of = 0;
    uint32_t first = 999, last = 0;

    for (unsigned i = 0; i < MOST; i++) {
        set[i] = t.active[i] && t.b[i] != 0;
        n += set[i];
        of += t.active[i];
        if (t.active[i]) {
            first = first == 999 ? i : first;
            last = i;
        }
    }
    for (unsigned i = 0; i < t.size; i++)
        if (t.active[i]) {
            same = same && t.b[i] == t.b[first];
            same_float = same_float && floats_equal(t.b[i], t.b[first]);
        }
    EACH(n > 0);
    perform(WF_OP_ANY, 0, true, 1);
    EACH(n == of);
    perform(WF_OP_ALL, 0, true, 1);
    EACH(same);
    perform(WF_OP_ALLEQ, 0, true, 1);
    EACH(same_float);
    perform(WF_OP_ALLEQF, 0, true, 1);
    EACH(n);
    perform(WF_OP_BCOUNT, 0, true, 1);
    EACH(first);
    perform(WF_OP_FIRSTLANE, 0, true, 1);
    EACH(last);
    perform(WF_OP_LASTLANE, 0, true, 1);
    EACH(i == first);
    perform(WF_OP_ISFIRST, 0, false, 1);
    EACH(t.b[first]);
    perform(WF_OP_READFIRST, 0, true, 1);
    n = 0;
    for (unsigned i = 0; i < t.size; i++) {
        want(i, n);
        n += set[i];
    }
    perform(WF_OP_BPREFIX, 0, false, 1);
    for (unsigned i = 0; i < t.size; i++)
        want_list(i, set);
    perform(WF_OP_BALLOT, 0, true, 4);
}

static uint32_t at(uint32_t lane)
{
    return lane < t.size ? t.a[lane] : 0;
}

/* Running lanes of the quad, helpers too. */
static bool quad(unsigned lane, bool all)
{
    bool any = false, each = true;

    for (unsigned i = lane - lane % 4; i < lane - lane % 4 + 4; i++)
        if (t.exec[i]) {
            any = any || t.b[i];
            each = each && t.b[i];
        }
    return all ? each : any;
}

static void reads(void)
{
    EACH(at(t.b[i]));
    perform(WF_OP_READLANE, 0, true, 1);
    EACH(at(i ^ t.b[i]));
    perform(WF_OP_SHUFXOR, 0, false, 1);
    EACH(t.b[i] > i ? 0 : t.a[i - t.b[i]]);
    perform(WF_OP_SHUFUP, 0, false, 1);
    EACH((uint64_t)i + t.b[i] >= t.size ? 0 : t.a[i + t.b[i]]);
    perform(WF_OP_SHUFDOWN, 0, false, 1);
    EACH(t.a[i / 4 * 4 + t.b[i] % 4]);
    perform(WF_OP_QBCAST, 0, true, 1);
    EACH(t.b[i % 2 ? i - 1 : i + 1]);
    perform(WF_OP_QSWAPX, 0, true, 1);
    EACH(t.b[i % 4 < 2 ? i + 2 : i - 2]);
    perform(WF_OP_QSWAPY, 0, true, 1);
    EACH(t.b[i / 4 * 4 + 3 - i % 4]);
    perform(WF_OP_QSWAPD, 0, true, 1);
    EACH(quad(i, false));
    perform(WF_OP_QANY, 0, true, 1);
    EACH(quad(i, true));
    perform(WF_OP_QALL, 0, true, 1);
}

/* ---- masks and match ---------------------------------------------------------------------------------------------------- */

/* Of the own mask, the bits from `from` to below `to`: how many, the lowest, the highest. */
static uint32_t look(unsigned lane, unsigned to, char what)
{
    uint32_t n = 0, low = UINT32_MAX, high = UINT32_MAX;

    for (unsigned l = 0; l < to; l++)
        if (t.own[lane][l]) {
            n++;
            low = low == UINT32_MAX ? l : low;
            high = l;
        }
    return what == 'n' ? n : what == 'l' ? low : high;
}

static void masks(void)
{
    EACH(look(i, t.size, 'l'));
    perform(WF_OP_MLSB, 0, true, 1);
    EACH(look(i, t.size, 'h'));
    perform(WF_OP_MMSB, 0, true, 1);
    EACH(look(i, t.size, 'n'));
    perform(WF_OP_MCOUNT, 0, true, 1);
    EACH(look(i, i, 'n'));
    perform(WF_OP_MCOUNTX, 0, true, 1);
    EACH(look(i, i + 1, 'n'));
    perform(WF_OP_MCOUNTI, 0, true, 1);
    EACH(t.own[i][i]);
    perform(WF_OP_MINVERSE, 0, true, 1);
    EACH(t.b[i] < t.size && t.own[i][t.b[i]]);
    perform(WF_OP_MBIT, 0, true, 1);
}

static void matches(void)
{
    bool like[MOST] = {false};

    for (unsigned i = 0; i < t.size; i++)
        for (unsigned k = 0; k < 4; k++)
            t.q[k][i] &= draw(8) ? 1 : 0x80000001;
    for (unsigned words = 1; words <= 4; words++) {
        for (unsigned i = 0; i < t.size; i++) {
            for (unsigned l = 0; l < t.size; l++) {
                like[l] = t.active[l];
                for (unsigned k = 0; k < words; k++)
                    like[l] = like[l] && t.q[k][l] == t.q[k][i];
            }
            want_list(i, like);
        }
        perform(WF_OP_MATCH, words, false, 4);
    }
    for (unsigned i = 0; i < t.size; i++) {
        for (unsigned l = 0; l < t.size; l++)
            like[l] = t.active[l] && !t.b[l] == !t.b[i];
        want_list(i, like);
    }
    perform(WF_OP_MATCHB, 0, false, 4);
}

/* ---- scans ---------------------------------------------------------------------------------------------------------------- */

static int64_t number(uint32_t w)
{
    return w >> 31 ? (int64_t)w - INT64_C(0x100000000) : (int64_t)w;
}

static uint32_t combined(uint8_t op, uint32_t a, uint32_t b)
{
    switch (op) {
    case WF_OP_WADD: case WF_OP_WCOUNT: return (uint32_t)((uint64_t)a + b);
    case WF_OP_WMUL: return (uint32_t)((uint64_t)a * b);
    case WF_OP_WMINS: return number(a) - number(b) < 0 ? a : b;
    case WF_OP_WMAXS: return number(a) - number(b) < 0 ? b : a;
    case WF_OP_WMINU: return (int64_t)a - b < 0 ? a : b;
    case WF_OP_WMAXU: return (int64_t)a - b < 0 ? b : a;
    case WF_OP_WAND: return ~(~a | ~b);
    case WF_OP_WOR: return ~(~a & ~b);
    case WF_OP_WXOR: return (a | b) - (a & b);
    case WF_OP_WFADD: return wf_fp_add(a, b);
    case WF_OP_WFMUL: return wf_fp_mul(a, b);
    case WF_OP_WFMIN: return wf_fp_min(a, b);
    default: return wf_fp_max(a, b);
    }
}

static const struct { uint8_t op; uint32_t identity; } scans[] = {{WF_OP_WADD, 0}, {WF_OP_WMUL, 1}, {WF_OP_WMINS, 0x7fffffff}, {WF_OP_WMAXS, 0x80000000},
    {WF_OP_WMINU, 0xffffffff}, {WF_OP_WMAXU, 0}, {WF_OP_WAND, 0xffffffff}, {WF_OP_WOR, 0}, {WF_OP_WXOR, 0}, {WF_OP_WFADD, 0}, {WF_OP_WFMUL, 0x3f800000},
    {WF_OP_WFMIN, 0x7f800000}, {WF_OP_WFMAX, 0xff800000}, {WF_OP_WCOUNT, 0}};

static bool in_scope(unsigned mod, unsigned lane, unsigned other)
{
    const unsigned cluster = 1u << (mod >> 4);

    if (other >= t.size || !t.active[other])
        return false;
    return (mod >> 2 & 3) == WF_SCOPE_MULTI ? t.own[lane][other] : (mod >> 2 & 3) == WF_SCOPE_WAVE || lane / cluster == other / cluster;
}

static int highest_below(unsigned mod, unsigned lane, unsigned below)
{
    for (int other = (int)below - 1; other >= 0; other--)
        if (in_scope(mod, lane, (unsigned)other))
            return other;
    return -1;
}

/* The last value of the chain that ends with a lane; -1: the identity. */
static uint32_t chain(unsigned s, unsigned mod, int end)
{
    uint32_t v[MOST], next[MOST];
    unsigned n = 0;

    if (end < 0)
        return scans[s].identity;
    for (int lane = end; lane >= 0; lane = highest_below(mod, (unsigned)lane, (unsigned)lane)) {
        memmove(v + 1, v, n++ * sizeof *v);
        v[0] = scans[s].op == WF_OP_WCOUNT ? t.a[lane] != 0 : t.a[lane];
    }
    for (unsigned k = 0; 1u << k < n; k++) {
        for (unsigned r = 0; r < n; r++)
            next[r] = r >= 1u << k ? combined(scans[s].op, v[r - (1u << k)], v[r]) : v[r];
        memcpy(v, next, n * sizeof *v);
    }
    return v[n - 1];
}

static void scan(unsigned s, unsigned mode, unsigned scope, unsigned log2)
{
    const unsigned mod = mode | scope << 2 | log2 << 4;
    const bool whole = mode == WF_SCAN_REDUCE && scope == WF_SCOPE_WAVE;

    for (unsigned lane = 0; lane < t.size; lane++) {
        const int below = highest_below(mod, lane, lane), end = highest_below(mod, lane, MOST);
        if (t.active[lane] || whole)
            want(lane, chain(s, mod, mode == WF_SCAN_REDUCE ? end : mode == WF_SCAN_EXCLUSIVE ? below : (int)lane));
    }
    perform(scans[s].op, mod, whole, 1);
}

static void round_of(unsigned size, unsigned round)
{
    t.size = size;
    draw_lanes(round % 5);
    draw_values();
    votes();
    reads();
    masks();
    for (unsigned s = 0; s < sizeof scans / sizeof *scans; s++)
        for (unsigned mode = 0; mode < 3; mode++)
            scan(s, mode, (round + s + mode) % 3, (round + s + mode) % 3 == WF_SCOPE_CLUSTER ? round % 8 : 0);
    matches();
}

int main(void)
{
    for (unsigned size = 4; size <= MOST; size *= 2)
        for (unsigned round = 0; round < (size > 32 ? ROUNDS / 2 : ROUNDS); round++)
            round_of(size, round);
    return check_end("xlane_operations");
}
