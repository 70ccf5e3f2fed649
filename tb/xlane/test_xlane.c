/* SPDX-License-Identifier: Apache-2.0
 * test_xlane.c - cross-lane operations of the model: the documents' own tables, results by hand, and simple loops.
 */
#include <string.h>

#include "../../c_model/model/fp/fp.h"
#include "../../c_model/model/xlane/scan.h"
#include "../../c_model/model/xlane/xlane.h"
#include "../common/wf_check.h"

/* One operation on rows that a test fills; lanes not written keep 0xdead. */
struct bench {
    struct wf_xlane x;
    uint32_t a[WF_MAX_LANES], b[WF_MAX_LANES], q[4][WF_MAX_LANES];
    uint32_t value[4][WF_MAX_LANES];
    struct wf_mask written;
};

static void start(struct bench *t, unsigned size, uint64_t active)
{
    memset(t, 0, sizeof *t);
    t->x.size = size;
    t->x.exec = t->x.active = wf_mask_make(active, 0);
    t->x.a = t->a;
    t->x.b = t->b;
    for (unsigned word = 0; word < 4; word++)
        t->x.q[word] = t->q[word];
}

static void perform(struct bench *t, uint8_t op, unsigned mod)
{
    t->x.op = op;
    t->x.mod = (uint8_t)mod;
    CHECK(wf_xlane_perform(&t->x, t->value, &t->written));
}

/* What a lane has after an operation. */
struct lane_value {
    unsigned lane;
    uint32_t value;
};

static void gives(struct bench *t, uint8_t op, unsigned mod, const struct lane_value *want, size_t count, int line)
{
    perform(t, op, mod);
    for (size_t n = 0; n < count; n++) {
        CHECK_EQ(t->value[0][want[n].lane], want[n].value);
        if (t->value[0][want[n].lane] != want[n].value)
            printf("  line %d: %s, lane %u\n", line, wf_op_info(op)->mnemonic, want[n].lane);
    }
}

/* GIVES(bench, op, mod, {lane, value}, ...) */
#define GIVES(t, op, mod, ...) \
    gives(t, op, mod, (const struct lane_value[]){__VA_ARGS__}, \
          sizeof(const struct lane_value[]){__VA_ARGS__} / sizeof(struct lane_value), __LINE__)

static unsigned scan_mod(unsigned mode, unsigned scope, unsigned log2)
{
    return mode | scope << 2 | log2 << 4;
}

/* Shader Model 6.5, "WaveMatch() Illustration": lanes 0 and 4 are inactive. */
static void test_match_table(void)
{
    static const uint32_t input[8] = { 0, 123, 0, 123, 0, (uint32_t)-1, (uint32_t)-1, 15 };
    static const uint32_t mask[8] = { 0, 0x0a, 0x04, 0x0a, 0, 0x60, 0x60, 0x80 };
    struct bench t;

    start(&t, 8, 0xee);
    memcpy(t.q[0], input, sizeof input);
    perform(&t, WF_OP_MATCH, 1);
    CHECK_EQ(t.written.half[0], 0xee);
    for (unsigned lane = 0; lane < 8; lane++) {
        if (!wf_mask_has(t.x.active, lane))
            continue;
        CHECK_EQ(t.value[0][lane], mask[lane]);
        CHECK_EQ(t.value[1][lane] | t.value[2][lane] | t.value[3][lane], 0);
    }
}

/* Shader Model 6.5, "WaveMultiPrefixSum() Illustration": lane 1 is inactive, and the mask 0x0b names it. */
static void test_multi_prefix_table(void)
{
    static const uint32_t mask[8] = { 0x0b, 0, 0x14, 0x09, 0x14, 0xe0, 0xe0, 0xe0 };
    static const int value[8] = { 6, 0, 0, 3, -2, 1, 4, 5 };
    static const int output[8] = { 0, 0, 0, 6, 0, 0, 1, 5 };
    struct bench t;

    start(&t, 8, 0xfd);
    for (unsigned lane = 0; lane < 8; lane++) {
        t.a[lane] = (uint32_t)value[lane];
        t.q[0][lane] = mask[lane];
    }
    t.a[1] = 77;
    perform(&t, WF_OP_WADD, scan_mod(WF_SCAN_EXCLUSIVE, WF_SCOPE_MULTI, 0));
    CHECK_EQ(t.written.half[0], 0xfd);
    for (unsigned lane = 0; lane < 8; lane++)
        if (lane != 1)
            CHECK_EQ(t.value[0][lane], (uint32_t)output[lane]);
}

static void test_match_bits(void)
{
    struct bench t;

    start(&t, 4, 0xf);
    t.q[0][0] = t.q[0][1] = 0x7fc00000;             /* a NaN matches itself */
    t.q[0][2] = 0x80000000;                         /* -0 and +0 do not match */
    GIVES(&t, WF_OP_MATCH, 1, {0, 3}, {2, 4}, {3, 8});
    t.q[0][2] = 0x7fc00000;
    t.q[3][1] = 1;                                  /* the fourth word differs */
    GIVES(&t, WF_OP_MATCH, 3, {1, 7});
    GIVES(&t, WF_OP_MATCH, 4, {1, 2}, {0, 5});
    start(&t, 128, 0);
    t.x.active = t.x.exec = wf_mask_make(1, UINT64_C(1) << 63);
    perform(&t, WF_OP_MATCH, 1);
    for (unsigned word = 0; word < 4; word++)
        CHECK_EQ(t.value[word][127], word == 0 ? 1u : word == 3 ? 0x80000000u : 0u);
}

static void test_votes(void)
{
    struct bench t;

    start(&t, 8, 0xbc);                             /* lanes 2 3 4 5 7 */
    t.b[0] = t.b[6] = 1;                            /* inactive */
    GIVES(&t, WF_OP_ANY, 0, {2, 0});
    t.b[3] = 9;
    t.b[7] = 1;
    GIVES(&t, WF_OP_ANY, 0, {2, 1});
    GIVES(&t, WF_OP_ALL, 0, {2, 0});
    GIVES(&t, WF_OP_BALLOT, 0, {5, 0x88});
    GIVES(&t, WF_OP_BCOUNT, 0, {5, 2});
    GIVES(&t, WF_OP_BPREFIX, 0, {3, 0}, {4, 1}, {7, 1});
    GIVES(&t, WF_OP_ISFIRST, 0, {2, 1}, {3, 0});
    GIVES(&t, WF_OP_FIRSTLANE, 0, {7, 2});
    GIVES(&t, WF_OP_LASTLANE, 0, {2, 7});
    t.b[2] = 1234;
    GIVES(&t, WF_OP_READFIRST, 0, {7, 1234});
    t.b[2] = t.b[4] = t.b[5] = 1;
    GIVES(&t, WF_OP_ALL, 0, {2, 1});
}

static void test_all_equal(void)
{
    struct bench t;

    start(&t, 4, 0xe);
    t.b[0] = 5;                                     /* inactive */
    GIVES(&t, WF_OP_ALLEQ, 0, {1, 1});
    t.b[2] = 0x80000000;
    GIVES(&t, WF_OP_ALLEQ, 0, {1, 0});
    GIVES(&t, WF_OP_ALLEQF, 0, {1, 1});             /* -0 == +0 */
    t.b[1] = t.b[2] = t.b[3] = 0x7fc00000;
    GIVES(&t, WF_OP_ALLEQ, 0, {1, 1});
    GIVES(&t, WF_OP_ALLEQF, 0, {1, 0});             /* NaN is never equal */
    t.x.active = wf_mask_make(4, 0);
    GIVES(&t, WF_OP_ALLEQF, 0, {2, 0});             /* ... not even alone */
}

static void test_reads(void)
{
    struct bench t;

    start(&t, 8, 0xfe);
    for (unsigned lane = 0; lane < 8; lane++)
        t.a[lane] = 100 + lane;
    t.b[1] = 0;                                     /* an inactive lane's register */
    t.b[2] = 7;
    t.b[3] = 8;
    t.b[4] = 0xffffffff;
    GIVES(&t, WF_OP_READLANE, 0, {1, 100}, {2, 107}, {3, 0}, {4, 0});
    for (unsigned lane = 0; lane < 8; lane++)
        t.b[lane] = 3;
    t.b[7] = 0xfffffff9;                            /* 7 + this is 0 modulo 2^32, and still beyond S */
    t.b[6] = 8;
    GIVES(&t, WF_OP_SHUFXOR, 0, {1, 102}, {6, 0});
    GIVES(&t, WF_OP_SHUFUP, 0, {3, 100}, {2, 0}, {6, 0});
    GIVES(&t, WF_OP_SHUFDOWN, 0, {4, 107}, {5, 0}, {7, 0});
}

/* Lane 5 is a helper, lane 6 does not run. */
static void test_quads(void)
{
    struct bench t;

    start(&t, 8, 0x9f);
    t.x.exec = wf_mask_make(0xbf, 0);
    for (unsigned lane = 0; lane < 8; lane++) {
        t.a[lane] = t.b[lane] = 10 + lane;
    }
    perform(&t, WF_OP_QSWAPX, 0);
    CHECK_EQ(t.written.half[0], 0xbf);
    CHECK_EQ(t.value[0][4], 15);
    CHECK_EQ(t.value[0][5], 14);
    GIVES(&t, WF_OP_QSWAPY, 0, {7, 15});
    GIVES(&t, WF_OP_QSWAPD, 0,
          {0, 13}, {5, 16});                        /* a lane that does not run gives its register */
    GIVES(&t, WF_OP_QBCAST, 0,
          {0, 12},                                  /* b = 10: lane 2 of the quad */
          {4, 16});                                 /* b = 14 */
    memset(t.b, 0, sizeof t.b);
    t.b[5] = 1;
    t.b[6] = 1;
    GIVES(&t, WF_OP_QANY, 0,
          {4, 1},                                   /* the helper counts */
          {0, 0});
    t.b[4] = t.b[7] = 1;
    t.b[6] = 0;
    GIVES(&t, WF_OP_QALL, 0, {4, 1});               /* the lane that does not run does not count */
    t.b[5] = 0;
    GIVES(&t, WF_OP_QANY, 0, {5, 1});
    GIVES(&t, WF_OP_QALL, 0, {7, 0});
}

static void test_masks(void)
{
    struct bench t;

    start(&t, 32, 0xffffffff);
    for (unsigned lane = 0; lane < 32; lane++) {
        t.q[0][lane] = 0x80000106;
        t.q[1][lane] = 0xffffffff;                  /* at and above S: nothing */
    }
    t.q[0][3] = 0;
    GIVES(&t, WF_OP_MLSB, 0, {0, 1}, {3, 0xffffffff});
    GIVES(&t, WF_OP_MMSB, 0, {0, 31}, {3, 0xffffffff});
    GIVES(&t, WF_OP_MCOUNT, 0, {0, 4});
    GIVES(&t, WF_OP_MCOUNTX, 0, {8, 2}, {31, 3});
    GIVES(&t, WF_OP_MCOUNTI, 0, {8, 3}, {31, 4});
    GIVES(&t, WF_OP_MINVERSE, 0, {8, 1}, {9, 0});
    t.b[0] = 31;
    t.b[1] = 32;
    t.b[2] = 0x80000001;
    GIVES(&t, WF_OP_MBIT, 0, {0, 1}, {1, 0}, {2, 0});
}

/* Lanes 1 3 4 6 of 8 hold 2 3 5 7. */
static void test_scan_by_hand(void)
{
    struct bench t;

    start(&t, 8, 0x5a);
    t.a[1] = 2;
    t.a[3] = 3;
    t.a[4] = 5;
    t.a[6] = 7;
    t.a[0] = t.a[2] = t.a[5] = t.a[7] = 1000;
    GIVES(&t, WF_OP_WADD, scan_mod(WF_SCAN_REDUCE, WF_SCOPE_WAVE, 0), {1, 17}, {6, 17});
    GIVES(&t, WF_OP_WMUL, scan_mod(WF_SCAN_INCLUSIVE, WF_SCOPE_WAVE, 0), {1, 2}, {4, 30}, {6, 210});
    GIVES(&t, WF_OP_WMUL, scan_mod(WF_SCAN_EXCLUSIVE, WF_SCOPE_WAVE, 0), {1, 1}, {6, 30});
    GIVES(&t, WF_OP_WADD, scan_mod(WF_SCAN_REDUCE, WF_SCOPE_CLUSTER, 2), {1, 5}, {3, 5}, {4, 12});
    GIVES(&t, WF_OP_WADD, scan_mod(WF_SCAN_INCLUSIVE, WF_SCOPE_CLUSTER, 1), {3, 3});
    GIVES(&t, WF_OP_WADD, scan_mod(WF_SCAN_REDUCE, WF_SCOPE_CLUSTER, 0), {6, 7});
    GIVES(&t, WF_OP_WADD, scan_mod(WF_SCAN_REDUCE, WF_SCOPE_CLUSTER, 7), {6, 17}); /* wider than the wave: the wave */
}

/* Lane 2 is a helper, lane 5 does not run; any value but 0 is true. */
static void test_truths(void)
{
    static const uint32_t truth[8] = { 0, 5, 7, 0x80000000, 0, 1, 2, 0 };
    struct bench t;

    start(&t, 8, 0xdb);
    t.x.exec = wf_mask_make(0xdf, 0);
    for (unsigned lane = 0; lane < 8; lane++) {
        t.a[lane] = t.b[lane] = truth[lane];
        t.q[0][lane] = lane < 4 ? 0x0f : 0xf0;
    }
    perform(&t, WF_OP_MATCHB, 0);
    CHECK_EQ(t.written.half[0], 0xdb);
    CHECK_EQ(t.value[0][0], 0x91);
    CHECK_EQ(t.value[0][3], 0x4a);
    CHECK_EQ(t.value[3][3], 0);
    perform(&t, WF_OP_WCOUNT, scan_mod(WF_SCAN_EXCLUSIVE, WF_SCOPE_MULTI, 0));
    CHECK_EQ(t.written.half[0], 0xdb);
    CHECK_EQ(t.value[0][1], 0);
    CHECK_EQ(t.value[0][3], 1);                     /* not the helper */
    CHECK_EQ(t.value[0][7], 1);
    perform(&t, WF_OP_WCOUNT, scan_mod(WF_SCAN_REDUCE, WF_SCOPE_WAVE, 0));
    CHECK_EQ(t.written.half[0], 0xdf);              /* the helper is told */
    CHECK_EQ(t.value[0][2], 3);
    t.x.active = wf_mask_make(0, 0);
    GIVES(&t, WF_OP_WCOUNT, scan_mod(WF_SCAN_REDUCE, WF_SCOPE_WAVE, 0), {2, 0});
}

static void test_identities(void)
{
    static const struct { uint8_t op; uint32_t identity; } row[] = {
        { WF_OP_WADD, 0 }, { WF_OP_WMUL, 1 }, { WF_OP_WMINS, 0x7fffffff }, { WF_OP_WMAXS, 0x80000000 }, { WF_OP_WMINU, 0xffffffff },
        { WF_OP_WMAXU, 0 }, { WF_OP_WAND, 0xffffffff }, { WF_OP_WOR, 0 }, { WF_OP_WXOR, 0 }, { WF_OP_WFADD, 0 },
        { WF_OP_WFMUL, 0x3f800000 }, { WF_OP_WFMIN, 0x7f800000 }, { WF_OP_WFMAX, 0xff800000 },
    };

    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        struct bench t;
        start(&t, 4, 0xf);
        t.a[0] = t.a[1] = 0xff812345;               /* a signalling NaN, as bits */
        perform(&t, row[i].op, scan_mod(WF_SCAN_EXCLUSIVE, WF_SCOPE_WAVE, 0));
        CHECK_EQ(t.value[0][0], row[i].identity);
        CHECK_EQ(t.value[0][1], 0xff812345);        /* one member passes unchanged */
        perform(&t, row[i].op, scan_mod(WF_SCAN_REDUCE, WF_SCOPE_MULTI, 0));
        CHECK_EQ(t.value[0][0], row[i].identity);   /* an empty mask */
    }
}

/* Seven floats whose sum depends on the order, combined by hand in rounds:
 *   rounds of 1: a01 = v0+v1, a12, a23, ..; of 2: a0123 = a01+a23, ..; of 4: a0123 + a456 with a456 = v4 + a56 ... */
static void test_float_order(void)
{
    static const uint32_t v[7] = { 0x3f800000, 0x33000000, 0x33800000, 0xbf7fffff, 0x4b800001, 0x3f000000, 0xcb800000 };
    const uint32_t a01 = wf_fp_add(v[0], v[1]), a12 = wf_fp_add(v[1], v[2]), a23 = wf_fp_add(v[2], v[3]);
    const uint32_t a34 = wf_fp_add(v[3], v[4]), a45 = wf_fp_add(v[4], v[5]), a56 = wf_fp_add(v[5], v[6]);
    const uint32_t inclusive[7] = {
        v[0], a01, wf_fp_add(v[0], a12), wf_fp_add(a01, a23), wf_fp_add(v[0], wf_fp_add(a12, a34)),
        wf_fp_add(a01, wf_fp_add(a23, a45)), wf_fp_add(wf_fp_add(v[0], a12), wf_fp_add(a34, a56)),
    };
    static const unsigned lane_of[7] = { 0, 2, 3, 7, 9, 10, 15 };
    struct bench t;

    start(&t, 16, 0x868d);
    for (unsigned r = 0; r < 7; r++)
        t.a[lane_of[r]] = v[r];
    perform(&t, WF_OP_WFADD, scan_mod(WF_SCAN_INCLUSIVE, WF_SCOPE_WAVE, 0));
    for (unsigned r = 0; r < 7; r++)
        CHECK_EQ(t.value[0][lane_of[r]], inclusive[r]);
    perform(&t, WF_OP_WFADD, scan_mod(WF_SCAN_EXCLUSIVE, WF_SCOPE_WAVE, 0));
    for (unsigned r = 0; r < 7; r++)
        CHECK_EQ(t.value[0][lane_of[r]], r > 0 ? inclusive[r - 1] : 0);
    perform(&t, WF_OP_WFADD, scan_mod(WF_SCAN_REDUCE, WF_SCOPE_WAVE, 0));
    CHECK_EQ(t.value[0][9], inclusive[6]);
}

/* Masks that are no partition: the chain. Lane 3 names 1 and 2, lane 2 names 0 only: 3 <- 2 <- 0. */
static void test_chain(void)
{
    struct bench t;

    start(&t, 4, 0xf);
    for (unsigned lane = 0; lane < 4; lane++)
        t.a[lane] = 1u << 8 * lane;
    t.q[0][3] = 0x6;
    t.q[0][2] = 0x1;
    t.q[0][1] = 0x8;                                /* only a lane above it */
    GIVES(&t, WF_OP_WADD, scan_mod(WF_SCAN_EXCLUSIVE, WF_SCOPE_MULTI, 0), {3, 0x00010001}, {2, 0x00000001}, {1, 0});
    GIVES(&t, WF_OP_WADD, scan_mod(WF_SCAN_INCLUSIVE, WF_SCOPE_MULTI, 0), {3, 0x01010001}); /* the own value, though the mask does not hold its bit */
    GIVES(&t, WF_OP_WADD, scan_mod(WF_SCAN_REDUCE, WF_SCOPE_MULTI, 0),
          {3, 0x00010001},                          /* the highest member, 2, with what is before it */
          {1, 0x01010001}, {0, 0});
}

/* v(k)[r] as the rule is written, for the members of one label. */
static uint32_t rule(const uint32_t *member, unsigned k, unsigned r)
{
    if (k == 0)
        return member[r];
    if (r < 1u << (k - 1))
        return rule(member, k - 1, r);
    return wf_fp_add(rule(member, k - 1, r - (1u << (k - 1))), rule(member, k - 1, r));
}

/* Scans over random partitions: integers against a loop over the lanes below, floats against the rule. */
static void test_partitions(unsigned size, uint64_t seed)
{
    struct bench t;
    uint32_t label[WF_MAX_LANES];

    start(&t, size, 0);
    for (unsigned lane = 0; lane < size; lane++) {
        label[lane] = check_random(&seed) % 5;
        t.a[lane] = 0x3f000000 + (check_random(&seed) & 0x83ffffff);
        if (check_random(&seed) % 4 != 0)
            wf_mask_put(&t.x.active, lane);
    }
    for (unsigned lane = 0; lane < size; lane++)
        for (unsigned other = 0; other < size; other++)
            if (label[lane] == label[other])
                t.q[other / 32][lane] |= 1u << other % 32;
    perform(&t, WF_OP_WADD, scan_mod(WF_SCAN_EXCLUSIVE, WF_SCOPE_MULTI, 0));
    memcpy(t.value[1], t.value[0], sizeof t.value[1]);
    perform(&t, WF_OP_WFADD, scan_mod(WF_SCAN_INCLUSIVE, WF_SCOPE_MULTI, 0));
    for (unsigned lane = 0; lane < size; lane++) {
        uint32_t member[WF_MAX_LANES], n = 0, sum = 0;
        if (!wf_mask_has(t.x.active, lane))
            continue;
        for (unsigned other = 0; other <= lane; other++)
            if (label[other] == label[lane] && wf_mask_has(t.x.active, other))
                member[n++] = t.a[other];
        for (unsigned i = 0; i + 1 < n; i++)
            sum += member[i];
        CHECK_EQ(t.value[1][lane], sum);
        CHECK_EQ(t.value[0][lane], rule(member, 7, n - 1));
    }
}

/* Opcodes of other units are none: below, above and between those of this one. */
static void test_other_opcodes(void)
{
    static const uint8_t op[] = {WF_OP_NOP, WF_OP_ADD, WF_OP_SV, WF_OP_LDSLD, WF_OP_TATOM64, 0xff};
    struct bench t;

    start(&t, 8, 0xff);
    for (unsigned i = 0; i < sizeof op; i++) {
        t.x.op = op[i];
        CHECK(!wf_xlane_perform(&t.x, t.value, &t.written));
    }
}

int main(void)
{
    test_match_table();
    test_multi_prefix_table();
    test_match_bits();
    test_votes();
    test_all_equal();
    test_reads();
    test_quads();
    test_masks();
    test_scan_by_hand();
    test_truths();
    test_identities();
    test_float_order();
    test_chain();
    test_other_opcodes();
    for (unsigned size = 4; size <= 128; size *= 2)
        for (uint64_t seed = 1; seed <= 20; seed++)
            test_partitions(size, seed);
    return check_end("xlane");
}
