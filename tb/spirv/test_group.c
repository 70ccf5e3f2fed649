/* SPDX-License-Identifier: Apache-2.0
 * test_group.c - votes, reads of lanes, ballots, quads and matches as the front-end writes them, on waves of every size, against loops over the
 * lanes.  test_group [SEED [counts]]
 */
#include "wf_group.h"

#define OP(name) WfsOpGroupNonUniform##name

static bool show;

/* The code for one operation; false, and a failure, when there is none. */
static bool perform(struct wave *w, const char *what, uint32_t op, wfs_val y, wfs_val z, wfs_val *result, unsigned words)
{
    w->what = what;
    if (!wfs_group(&w->rows.code, &w->g, op, w->word, y, z, result)) {
        wave_check(w, 0, 0, 1);
        return false;
    }
    rows_run(&w->rows);
    if (show && w->size == 32)
        printf("%-24s %u x %2u bits: %u instructions\n", what, w->g.components, w->g.width, rows_count(&w->rows, result, words));
    return true;
}

/* Any type, by number. */
static void some_values(struct wave *w, unsigned type, unsigned components, unsigned different)
{
    static const struct { enum wfs_group_kind kind; unsigned width; } types[] = {
        {WFS_GROUP_BOOL, 32}, {WFS_GROUP_INT, 8}, {WFS_GROUP_INT, 16}, {WFS_GROUP_INT, 32}, {WFS_GROUP_INT, 64}, {WFS_GROUP_FLOAT, 16},
        {WFS_GROUP_FLOAT, 32}, {WFS_GROUP_FLOAT, 64}};

    wave_values(w, types[type % 8].kind, types[type % 8].width, components, different);
}

/* ---- votes ---- */

static bool equal(const struct wave *w, uint64_t x, uint64_t y)
{
    return w->g.kind == WFS_GROUP_FLOAT ? any_value(x, w->g.width) == any_value(y, w->g.width) : x == y;
}

static void test_all_equal(struct wave *w, unsigned size, unsigned turn, uint32_t op)
{
    const unsigned components = 1 + turn / 8 % 4;
    bool wanted = true;
    wfs_val result[1];

    some_values(w, wave_random(w), components, 1 + turn / 32 % 2);
    for (unsigned k = 0; k < components; k++)
        for (unsigned lane = 0; lane < size; lane++)
            wanted &= !w->active[lane] || equal(w, w->x[k][lane], w->x[k][wave_first(w)]);
    if (perform(w, "AllEqual", op, wfs_none(), wfs_none(), result, 1))
        for (unsigned lane = 0; lane < size; lane++)
            if (w->running[lane])
                wave_check(w, lane, rows_get(&w->rows, *result, lane), wanted);
}

static void test_zeros(struct wave *w, unsigned size, unsigned turn)
{
    static const unsigned width[] = {16, 32, 64};
    wfs_val result[1];

    /* zeros of both signs are equal, and only they differ */
    wave_begin(w, size, turn);
    wave_values(w, WFS_GROUP_FLOAT, width[turn % 3], 1, 1);
    for (unsigned lane = 0; lane < size; lane++) {
        const uint64_t zero = (uint64_t)(lane & 1) << (w->g.width - 1);
        for (unsigned word = 0; word < wfs_words(w->g.width); word++)
            rows_set(&w->rows, w->word[word], lane, (uint32_t)(zero >> 32 * word));
    }
    if (perform(w, "AllEqual of zeros", OP(AllEqual), wfs_none(), wfs_none(), result, 1))
        wave_check(w, 0, rows_get(&w->rows, *result, (unsigned)wave_first(w)), 1);
}

/* One lane differs from the others in one bit; of infinity, which a bit makes a NaN, in turn. */
static void test_one_bit(struct wave *w, unsigned size, unsigned turn)
{
    bool wanted = true;
    wfs_val result[1];

    wave_begin(w, size, turn);
    some_values(w, turn, 1, 1);
    const unsigned bit = w->g.kind == WFS_GROUP_BOOL ? 0 : wave_random(w) % w->g.width, one = wave_random(w) % size;
    const uint64_t infinity = w->g.width == 16 ? 0x7c00 : w->g.width == 32 ? 0x7f800000 : UINT64_C(0x7ff) << 52;
    const uint64_t value = w->g.kind == WFS_GROUP_FLOAT && turn & 16 ? infinity : w->x[0][0];
    for (unsigned lane = 0; lane < size; lane++) {
        w->x[0][lane] = value ^ (uint64_t)(lane == one) << bit;
        for (unsigned word = 0; word < wfs_words(w->g.width); word++)
            rows_set(&w->rows, w->word[word], lane, (uint32_t)(w->x[0][lane] >> 32 * word));
    }
    for (unsigned lane = 0; lane < size; lane++)
        wanted &= !w->active[lane] || equal(w, w->x[0][lane], w->x[0][wave_first(w)]);
    if (perform(w, "AllEqual but for a bit", OP(AllEqual), wfs_none(), wfs_none(), result, 1))
        wave_check(w, 0, rows_get(&w->rows, *result, (unsigned)wave_first(w)), wanted);
}

static void test_votes(struct wave *w, unsigned size, unsigned turn)
{
    static const struct { const char *name; uint32_t op; } row[] = {
        {"Elect", OP(Elect)}, {"All", OP(All)}, {"Any", OP(Any)}, {"SubgroupAll", WfsOpSubgroupAllKHR}, {"SubgroupAny", WfsOpSubgroupAnyKHR},
        {"QuadAll", OP(QuadAllKHR)}, {"QuadAny", OP(QuadAnyKHR)}};

    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        wfs_val result[1];
        const bool mostly = wave_random(w) & 1;

        wave_begin(w, size, turn);
        wave_values(w, WFS_GROUP_BOOL, 32, 1, 0);
        for (unsigned lane = 0; lane < size; lane++) {
            w->x[0][lane] = wave_random(w) % 16 == 0 ? !mostly : mostly;
            rows_set(&w->rows, w->word[0], lane, (uint32_t)w->x[0][lane]);
        }
        if (!perform(w, row[i].name, row[i].op, wfs_none(), wfs_none(), result, 1))
            continue;
        for (unsigned lane = 0; lane < size; lane++) {
            bool all = true, any = false;
            const unsigned first = i >= 5 ? lane / 4 * 4 : 0, last = i >= 5 ? first + 4 : size;
            for (unsigned other = first; other < last; other++)
                if (i >= 5 ? w->running[other] : w->active[other]) {
                    all &= w->x[0][other];
                    any |= w->x[0][other];
                }
            if (i == 0 ? w->active[lane] : w->running[lane])
                wave_check(w, lane, rows_get(&w->rows, *result, lane), i == 0 ? (int)lane == wave_first(w) : i & 1 ? all : any);
        }
    }
}

/* ---- reads ---- */

static void test_reads(struct wave *w, unsigned size, unsigned turn)
{
    static const struct { const char *name; uint32_t op; bool uniform; } row[] = {
        {"Broadcast", OP(Broadcast), true}, {"SubgroupReadInvocation", WfsOpSubgroupReadInvocationKHR, true}, {"Shuffle", OP(Shuffle), false},
        {"ShuffleXor", OP(ShuffleXor), false}, {"ShuffleUp", OP(ShuffleUp), false}, {"ShuffleDown", OP(ShuffleDown), false},
        {"Rotate", OP(RotateKHR), true}, {"Rotate in clusters", OP(RotateKHR), true}, {"BroadcastFirst", OP(BroadcastFirst), true},
        {"SubgroupFirstInvocation", WfsOpSubgroupFirstInvocationKHR, true}, {"QuadBroadcast", OP(QuadBroadcast), true},
        {"QuadSwap", OP(QuadSwap), true}};

    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        const unsigned components = 1 + turn % 4, cluster = 1U << wave_random(w) % 8, ring = i == 7 && cluster < size ? cluster : size;
        const bool constant = row[i].uniform && (turn & 4 || i == 11);
        const uint32_t one = wave_random(w) % (i == 11 ? 3 : i == 10 ? 4 : size);
        uint32_t number[WF_MAX_LANES];
        wfs_val result[8];

        wave_begin(w, size, turn);
        some_values(w, wave_random(w), components, 0);
        for (unsigned lane = 0; lane < size; lane++)
            number[lane] = row[i].uniform ? one : wave_random(w) % size;
        const wfs_val y = constant ? wfs_const(one) : wave_words(w, number);
        if (!perform(w, row[i].name, row[i].op, y, i == 7 ? wfs_const(ring) : wfs_none(), result, components * wfs_words(w->g.width)))
            continue;
        for (unsigned lane = 0; lane < size; lane++) {
            const unsigned n = number[lane], in_ring = lane / ring * ring + (lane + n) % ring;
            const unsigned from = i < 3 ? n : i == 3 ? (lane ^ n) : i == 4 ? lane - n : i == 5 ? lane + n : i < 8 ? in_ring :
                                  i < 10 ? (unsigned)wave_first(w) : i == 10 ? lane / 4 * 4 + n : lane ^ (n + 1);
            const bool shuffle = i >= 3 && i <= 5;      /* the others reach helper lanes too */
            for (unsigned k = 0; k < components && w->running[lane] && w->g.width < 32; k++)
                wave_check(w, lane, rows_get(&w->rows, result[k], lane) >> w->g.width, 0);
            if (from >= size || !(shuffle ? w->active[lane] : w->running[lane]) || !(i >= 10 ? w->running[from] : w->active[from]))
                continue;
            for (unsigned k = 0; k < components; k++)
                wave_check(w, lane, wave_get(w, result + k * wfs_words(w->g.width), w->g.width, lane), w->x[k][from]);
        }
    }
}

/* The direction of a swap from a register: SPIR-V wants a constant, but not all compilers fold it. */
static void test_swap(struct wave *w, unsigned size, unsigned turn)
{
    uint32_t direction[WF_MAX_LANES];
    wfs_val result[2];

    wave_begin(w, size, 0);
    wave_values(w, WFS_GROUP_INT, 64, 1, 0);
    for (unsigned lane = 0; lane < size; lane++)
        direction[lane] = turn % 3;
    if (perform(w, "QuadSwap by register", OP(QuadSwap), wave_words(w, direction), wfs_none(), result, 2))
        for (unsigned lane = 0; lane < size; lane++)
            wave_check(w, lane, wave_get(w, result, 64, lane), w->x[0][lane ^ (turn % 3 + 1)]);
}

/* ---- ballots ---- */

static bool bit_of(uint32_t word[4][WF_MAX_LANES], unsigned lane, unsigned bit)
{
    return word[bit / 32][lane] >> bit % 32 & 1;
}

/* The lanes whose bits an operation counts. */
static unsigned count_of(uint32_t word[4][WF_MAX_LANES], unsigned lane, unsigned end)
{
    unsigned n = 0;

    for (unsigned bit = 0; bit < end; bit++)
        n += bit_of(word, lane, bit);
    return n;
}

static void test_ballot(struct wave *w, unsigned size, unsigned turn, uint32_t op)
{
    wfs_val result[4];

    wave_begin(w, size, turn);
    wave_values(w, WFS_GROUP_BOOL, 32, 1, 0);
    if (perform(w, "Ballot", op, wfs_none(), wfs_none(), result, 4))
        for (unsigned lane = 0; lane < size; lane++)
            for (unsigned bit = 0; bit < 128 && w->running[lane]; bit++)
                wave_check(w, lane, rows_get(&w->rows, result[bit / 32], lane) >> bit % 32 & 1, bit < size && w->active[bit] && w->x[0][bit]);
}

/* Ballots of any bits, also above the wave; in four registers, or in a quad. */
static void test_on_ballots(struct wave *w, unsigned size, unsigned turn)
{
    static const struct { const char *name; uint32_t op; uint32_t operation; } row[] = {
        {"InverseBallot", OP(InverseBallot), 0}, {"BallotBitExtract", OP(BallotBitExtract), 0}, {"BallotFindLSB", OP(BallotFindLSB), 0},
        {"BallotFindMSB", OP(BallotFindMSB), 0}, {"BallotBitCount", OP(BallotBitCount), WfsGroupOperationReduce},
        {"BallotBitCount inclusive", OP(BallotBitCount), WfsGroupOperationInclusiveScan},
        {"BallotBitCount exclusive", OP(BallotBitCount), WfsGroupOperationExclusiveScan}};

    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        uint32_t word[4][WF_MAX_LANES], number[WF_MAX_LANES];
        const bool by_ballot = turn & 8;
        wfs_val result[1];

        wave_begin(w, size, turn);
        wave_values(w, WFS_GROUP_BOOL, 32, 1, 0);
        for (unsigned lane = 0; lane < size; lane++) {
            number[lane] = wave_random(w) % size;
            for (unsigned k = 0; k < 4; k++)
                word[k][lane] = wave_random(w) % 4 ? wave_random(w) & wave_random(w) : 0;
        }
        for (unsigned k = 0; k < 4 && !by_ballot; k++)
            w->word[k] = wave_words(w, word[k]);
        if (by_ballot) {
            memset(word, 0, sizeof word);
            for (unsigned lane = 0; lane < size; lane++)
                for (unsigned other = 0; other < size; other++)
                    word[other / 32][lane] |= (uint32_t)(w->active[other] && w->x[0][other]) << other % 32;
            wfs_ballot(&w->rows.code, w->word[0], w->word);
        }
        w->g.kind = WFS_GROUP_INT;
        w->g.components = 4;
        if (!perform(w, row[i].name, row[i].op, wave_words(w, number), wfs_const(row[i].operation), result, 1))
            continue;
        for (unsigned lane = 0; lane < size; lane++) {
            const unsigned all = count_of(word, lane, size);
            unsigned low = 0, high = size - 1;
            while (low < size - 1 && !bit_of(word, lane, low))
                low++;
            while (high > 0 && !bit_of(word, lane, high))
                high--;
            const unsigned wanted[] = {bit_of(word, lane, lane), bit_of(word, lane, number[lane]), low, high, all, count_of(word, lane, lane + 1),
                                       count_of(word, lane, lane)};
            if (w->running[lane] && (all != 0 || (i != 2 && i != 3)))
                wave_check(w, lane, rows_get(&w->rows, *result, lane), wanted[i]);
        }
    }
}

/* ---- matches ---- */

static void test_partition(struct wave *w, unsigned size, unsigned turn)
{
    const unsigned components = 1 + turn / 8 % 4;
    wfs_val result[4];

    wave_begin(w, size, turn);
    some_values(w, wave_random(w), components, 1 + wave_random(w) % 3);
    if (!perform(w, "Partition", OP(PartitionNV), wfs_none(), wfs_none(), result, 4))
        return;
    for (unsigned lane = 0; lane < size; lane++)
        for (unsigned other = 0; other < 128 && w->active[lane]; other++) {
            bool same = other < size && w->active[other];
            for (unsigned k = 0; k < components && same; k++)
                same = w->x[k][lane] == w->x[k][other];
            wave_check(w, lane, rows_get(&w->rows, result[other / 32], lane) >> other % 32 & 1, same);
        }
}

/* What there is not. */
static void test_refused(struct wave *w)
{
    uint32_t zeros[WF_MAX_LANES] = {0};
    wfs_val result[8];

    wave_begin(w, 32, 0);
    wave_values(w, WFS_GROUP_INT, 32, 4, 0);
    CHECK(!wfs_group(&w->rows.code, &w->g, OP(IAdd), w->word, wfs_none(), wfs_none(), result));
    CHECK(!wfs_group(&w->rows.code, &w->g, OP(RotateKHR), w->word, wfs_const(1), wfs_const(12), result));
    CHECK(!wfs_group(&w->rows.code, &w->g, OP(RotateKHR), w->word, wfs_const(1), wfs_const(0), result));
    CHECK(!wfs_group(&w->rows.code, &w->g, OP(RotateKHR), w->word, wfs_const(1), wave_words(w, zeros), result));
    CHECK(!wfs_group(&w->rows.code, &w->g, OP(BallotBitCount), w->word, wfs_none(), wfs_const(WfsGroupOperationClusteredReduce), result));
    CHECK(!wfs_group(&w->rows.code, &w->g, OP(BallotBitCount), w->word, wfs_none(), wfs_none(), result));
    for (unsigned components = 1; components < 4; components++) {       /* no ballot */
        wave_values(w, WFS_GROUP_INT, 32, components, 0);
        CHECK(!wfs_group(&w->rows.code, &w->g, OP(BallotFindLSB), w->word, wfs_none(), wfs_none(), result));
        CHECK(!wfs_group(&w->rows.code, &w->g, OP(InverseBallot), w->word, wfs_none(), wfs_none(), result));
    }
}

int main(int argc, char **argv)
{
    static struct wave w;

    w.random = rows_random(argc, argv);
    for (unsigned size = 4; size <= 128; size *= 2)
        for (unsigned turn = 0; turn < 96; turn++) {
            show = argc > 2 && turn < 64;
            for (unsigned again = 0; again < 2; again++) {
                wave_begin(&w, size, turn / 8 + turn);
                test_all_equal(&w, size, turn, again && turn % 8 == 0 && turn / 8 % 4 == 0 ? WfsOpSubgroupAllEqualKHR : OP(AllEqual));
            }
            test_zeros(&w, size, turn);
            test_one_bit(&w, size, turn);
            test_votes(&w, size, turn);
            test_reads(&w, size, turn);
            test_swap(&w, size, turn);
            test_ballot(&w, size, turn, turn & 1 ? WfsOpSubgroupBallotKHR : OP(Ballot));
            test_on_ballots(&w, size, turn);
            test_partition(&w, size, turn + turn / 6);
        }
    test_refused(&w);
    rows_end(&w.rows);
    return check_end("group");
}
