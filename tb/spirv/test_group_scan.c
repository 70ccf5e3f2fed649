/* SPDX-License-Identifier: Apache-2.0
 * test_group_scan.c - reductions and scans of every type over waves, clusters and parts, against loops over the lanes.
 * test_group_scan [SEED [counts]]
 */
#include "wf_group.h"

#define NAMED(op) #op, WfsOpGroupNonUniform##op

static const struct row {
    const char *name;
    uint32_t op;
    enum wfs_group_kind kind;
} rows_of_ops[] = {
    {NAMED(IAdd), WFS_GROUP_INT}, {NAMED(IMul), WFS_GROUP_INT}, {NAMED(SMin), WFS_GROUP_INT}, {NAMED(SMax), WFS_GROUP_INT},
    {NAMED(UMin), WFS_GROUP_INT}, {NAMED(UMax), WFS_GROUP_INT}, {NAMED(BitwiseAnd), WFS_GROUP_INT}, {NAMED(BitwiseOr), WFS_GROUP_INT},
    {NAMED(BitwiseXor), WFS_GROUP_INT}, {NAMED(LogicalAnd), WFS_GROUP_BOOL}, {NAMED(LogicalOr), WFS_GROUP_BOOL},
    {NAMED(LogicalXor), WFS_GROUP_BOOL}, {NAMED(FAdd), WFS_GROUP_FLOAT}, {NAMED(FMul), WFS_GROUP_FLOAT}, {NAMED(FMin), WFS_GROUP_FLOAT},
    {NAMED(FMax), WFS_GROUP_FLOAT},
};

static const char *const operation_name[] = {"reduce", "inclusive", "exclusive", "clustered", "", "",
                                             "part reduce", "part inclusive", "part exclusive"};

/* ---- two values ---- */

static uint64_t the_nan(unsigned width)
{
    return width == 16 ? HALF_NAN : width == 32 ? 0x7fc00000U : UINT64_C(0x7ff8000000000000);
}

/* Of doubles, as bits. */
static uint64_t double_result(double x)
{
    return x != x ? the_nan(64) : double_bits(x);
}

/* The number wins over NaN, and -0 is less than +0. */
static uint64_t least_float(uint64_t x, uint64_t y, unsigned width, bool greatest)
{
    const double a = any_value(x, width), b = any_value(y, width);
    const uint64_t sign = UINT64_C(1) << (width - 1);

    if (a != a)
        return b != b ? the_nan(width) : y;
    if (b != b)
        return x;
    if (a == b)
        return ((x & sign) != 0) != greatest ? x : y;
    return (a < b) != greatest ? x : y;
}

static uint64_t sum(unsigned width, uint64_t x, uint64_t y)
{
    switch (width) {
    case 16: return half_fma((uint32_t)x, 0x3c00, (uint32_t)y);
    case 32: return host_bits(as_float(x) + as_float(y));
    default: return double_result(as_double(x) + as_double(y));
    }
}

static uint64_t product(unsigned width, uint64_t x, uint64_t y)
{
    switch (width) {
    case 16: return half_mul((uint32_t)x, (uint32_t)y);
    case 32: return host_bits(as_float(x) * as_float(y));
    default: return double_result(as_double(x) * as_double(y));
    }
}

static uint64_t combine(uint32_t op, unsigned width, uint64_t x, uint64_t y)
{
    const uint64_t ones = low_ones(width);

    switch (op) {
    case WfsOpGroupNonUniformIAdd: return (x + y) & ones;
    case WfsOpGroupNonUniformIMul: return (x * y) & ones;
    case WfsOpGroupNonUniformSMin: return as_signed(x, width) < as_signed(y, width) ? x : y;
    case WfsOpGroupNonUniformSMax: return as_signed(x, width) > as_signed(y, width) ? x : y;
    case WfsOpGroupNonUniformUMin: return x < y ? x : y;
    case WfsOpGroupNonUniformUMax: return x > y ? x : y;
    case WfsOpGroupNonUniformBitwiseAnd: case WfsOpGroupNonUniformLogicalAnd: return x & y;
    case WfsOpGroupNonUniformBitwiseOr: case WfsOpGroupNonUniformLogicalOr: return x | y;
    case WfsOpGroupNonUniformBitwiseXor: case WfsOpGroupNonUniformLogicalXor: return x ^ y;
    case WfsOpGroupNonUniformFAdd: return sum(width, x, y);
    case WfsOpGroupNonUniformFMul: return product(width, x, y);
    case WfsOpGroupNonUniformFMin: return least_float(x, y, width, false);
    default: return least_float(x, y, width, true);
    }
}

static uint64_t identity(uint32_t op, unsigned width)
{
    const uint64_t ones = low_ones(width);

    switch (op) {
    case WfsOpGroupNonUniformIMul: case WfsOpGroupNonUniformLogicalAnd: return 1;
    case WfsOpGroupNonUniformSMin: return ones >> 1;
    case WfsOpGroupNonUniformSMax: return UINT64_C(1) << (width - 1);
    case WfsOpGroupNonUniformUMin: case WfsOpGroupNonUniformBitwiseAnd: return ones;
    case WfsOpGroupNonUniformFMul: return width == 16 ? 0x3c00 : width == 32 ? 0x3f800000 : double_bits(1);
    case WfsOpGroupNonUniformFMin: return width == 16 ? HALF_INF : width == 32 ? 0x7f800000 : double_bits(HUGE_VAL);
    case WfsOpGroupNonUniformFMax: return width == 16 ? 0xfc00 : width == 32 ? 0xff800000 : double_bits(-HUGE_VAL);
    default: return 0;
    }
}

/* ---- the members of one part ---- */

/* v(k+1)[r] = r >= 2^k ? v(k)[r-2^k] (+) v(k)[r] : v(k)[r]; the order of integers does not matter. */
static void combine_members(uint32_t op, unsigned width, uint64_t *v, unsigned n)
{
    uint64_t old[WF_MAX_LANES];

    for (unsigned reach = 1; reach < n; reach *= 2) {
        memcpy(old, v, n * sizeof *v);
        for (unsigned r = reach; r < n; r++)
            v[r] = combine(op, width, old[r - reach], old[r]);
    }
}

/* A NaN is as good as another. */
static uint64_t with_one_nan(const struct wave *w, uint64_t x)
{
    if (w->g.kind != WFS_GROUP_FLOAT)
        return x;
    return any_value(x, w->g.width) != any_value(x, w->g.width) ? the_nan(w->g.width) : x;
}

struct trial {
    const struct row *row;
    uint32_t operation;
    unsigned part[WF_MAX_LANES];        /* of each lane */
    wfs_val result[2];
};

/* Lanes of `part`: those that are active, in order; others that run hear a reduction of the whole wave. */
static void check_part(struct wave *w, const struct trial *t, unsigned part)
{
    const unsigned width = w->g.width, mode = t->operation == WfsGroupOperationClusteredReduce ? 0 : t->operation % 6 % 3;
    unsigned member[WF_MAX_LANES], n = 0;
    uint64_t v[WF_MAX_LANES];

    for (unsigned lane = 0; lane < w->size; lane++)
        if (w->active[lane] && t->part[lane] == part) {
            v[n] = w->x[0][lane];
            member[n++] = lane;
        }
    if (n == 0)
        return;
    combine_members(t->row->op, width, v, n);
    for (unsigned r = 0; r < n; r++) {
        const uint64_t wanted = mode == 0 ? v[n - 1] : mode == 1 ? v[r] : r > 0 ? v[r - 1] : identity(t->row->op, width);
        wave_check(w, member[r], with_one_nan(w, wave_get(w, t->result, width, member[r])), with_one_nan(w, wanted));
    }
    if (t->operation != WfsGroupOperationReduce)
        return;
    for (unsigned lane = 0; lane < w->size; lane++)
        if (w->running[lane] && !w->active[lane])
            wave_check(w, lane, with_one_nan(w, wave_get(w, t->result, width, lane)), with_one_nan(w, v[n - 1]));
}

/* ---- parts ---- */

/* The ballots of parts chosen at random, bits of inactive lanes at will; as inputs, or as the match of a word. */
static void choose_parts(struct wave *w, struct trial *t, bool by_match, wfs_val ballot[4])
{
    const unsigned parts = 1 + wave_random(w) % (wave_random(w) % 4 == 0 ? w->size : 4);
    uint32_t word[4][WF_MAX_LANES] = {{0}};

    for (unsigned lane = 0; lane < w->size; lane++)
        t->part[lane] = wave_random(w) % parts;
    if (by_match) {
        const wfs_val key = wave_words(w, t->part);
        wfs_match(&w->rows.code, &key, 1, ballot);
        return;
    }
    for (unsigned lane = 0; lane < w->size; lane++)
        for (unsigned other = 0; other < w->size; other++)
            if (w->active[other] ? t->part[other] == t->part[lane] : wave_random(w) & 1)
                word[other / 32][lane] |= UINT32_C(1) << other % 32;
    for (unsigned i = 0; i < 4; i++)
        ballot[i] = wave_words(w, word[i]);
}

static void try(struct wave *w, const struct row *row, unsigned width, uint32_t operation, unsigned size, unsigned turn, bool show)
{
    struct trial t = {.row = row, .operation = operation};
    wfs_val ballot[4];
    char what[64];
    unsigned cluster = 0;

    snprintf(what, sizeof what, "%s %s", row->name, operation_name[operation]);
    w->what = what;
    wave_begin(w, size, turn);
    wave_values(w, row->kind, width, 1, turn % 3 == 0 ? 3 : 0);
    if (operation >= WfsGroupOperationPartitionedReduceNV)
        choose_parts(w, &t, turn & 1, ballot);
    if (operation == WfsGroupOperationClusteredReduce) {
        cluster = 1U << turn % 8;
        for (unsigned lane = 0; lane < size; lane++)
            t.part[lane] = lane / cluster;
    }
    if (cluster <= size && !wfs_group_scan(&w->rows.code, &w->g, row->op, operation, w->word, cluster, ballot, t.result)) {
        wave_check(w, 0, 0, 1);
        return;
    }
    if (cluster > size)
        return;
    rows_run(&w->rows);
    for (unsigned part = 0; part < size; part++)
        check_part(w, &t, part);
    if (show)
        printf("%-12s %-15s width %2u: %2u instructions\n", row->name, operation_name[operation], width,
               rows_count(&w->rows, t.result, wfs_words(w->g.width)));
}

/* What there is not. */
static void test_refused(struct wave *w)
{
    wfs_val result[2], ballot[4];

    wave_begin(w, 32, 0);
    wave_values(w, WFS_GROUP_INT, 32, 1, 0);
    CHECK(!wfs_group_scan(&w->rows.code, &w->g, WfsOpGroupNonUniformFAdd, WfsGroupOperationReduce, w->word, 0, NULL, result));
    CHECK(!wfs_group_scan(&w->rows.code, &w->g, WfsOpGroupNonUniformIAdd, 4, w->word, 0, NULL, result));
    CHECK(!wfs_group_scan(&w->rows.code, &w->g, WfsOpGroupNonUniformIAdd, WfsGroupOperationClusteredReduce, w->word, 0, NULL, result));
    CHECK(!wfs_group_scan(&w->rows.code, &w->g, WfsOpGroupNonUniformIAdd, WfsGroupOperationClusteredReduce, w->word, 12, NULL, result));
    CHECK(!wfs_group_scan(&w->rows.code, &w->g, WfsOpGroupNonUniformIAdd, WfsGroupOperationPartitionedReduceNV, w->word, 0, NULL, result));
    CHECK(!wfs_group_scan(&w->rows.code, &w->g, WfsOpGroupNonUniformBallot, WfsGroupOperationReduce, w->word, 0, ballot, result));
}

int main(int argc, char **argv)
{
    static struct wave w;
    const bool show = argc > 2;

    w.random = rows_random(argc, argv);
    for (size_t i = 0; i < sizeof rows_of_ops / sizeof *rows_of_ops; i++) {
        const struct row *row = &rows_of_ops[i];
        const unsigned least = row->kind == WFS_GROUP_INT ? 8 : row->kind == WFS_GROUP_FLOAT ? 16 : 32;
        for (unsigned width = least; width <= (row->kind == WFS_GROUP_BOOL ? 32U : 64U); width *= 2)
            for (uint32_t operation = 0; operation <= WfsGroupOperationPartitionedExclusiveScanNV; operation++)
                for (unsigned size = 4; size <= 128 && operation_name[operation][0]; size *= 2)
                    for (unsigned turn = 0; turn < 24; turn++)
                        try(&w, row, width, operation, size, turn, show && size == 32 && turn == (operation == 3 ? 3 : 1));
    }
    test_refused(&w);
    rows_end(&w.rows);
    return check_end("group_scan");
}
