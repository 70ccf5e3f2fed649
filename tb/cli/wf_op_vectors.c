/* SPDX-License-Identifier: Apache-2.0
 * wf_op_vectors.c - wf_op_vectors SEED COUNT: random command lines of `wavefold op`, and what each prints.
 *
 * One case a line: the words behind `op`, a tab, the expected line.  Written from docs/semantics.md in plain C.
 */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef _Float16 half;

enum type { U32, I32, F32, U64, I64, F64, F16, BOOL, TYPES };
static const struct { const char *name; unsigned width; bool is_float, is_signed; } types[TYPES] = {
    {"u32", 32, false, false}, {"i32", 32, false, true}, {"f32", 32, true, true}, {"u64", 64, false, false},
    {"i64", 64, false, true}, {"f64", 64, true, true}, {"f16", 16, true, true}, {"bool", 1, false, false}};
enum scan { SUM, PRODUCT, MIN, MAX, AND, OR, XOR, COUNT, SCANS };
static const char *const scan_names[SCANS] = {"Sum", "Product", "Min", "Max", "BitAnd", "BitOr", "BitXor", "CountBits"};
enum mode { REDUCE, EXCLUSIVE, INCLUSIVE, MODES };
static const char *const begins[2][MODES] = {{"WaveActive", "WavePrefix", "WavePrefixInclusive"},
                                             {"WaveMultiActive", "WaveMultiPrefix", "WaveMultiPrefixInclusive"}};

struct wave {
    unsigned size, components;
    enum type type;
    uint64_t value[128][4];     /* bits */
    bool given[128], active[128], helper[128];          /* a helper is not active */
    unsigned index[128], part[128];
    unsigned cluster;           /* 0: none */
    bool masked;
};
struct result {
    bool is_mask;
    enum type type;
    unsigned components;
    uint64_t value[4];
    bool mask[128];
};

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static uint64_t state;
static unsigned pick(unsigned below)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((state >> 33) % below);
}

static double real(enum type type, uint64_t bits)
{
    double d;
    float f;
    half h;
    const uint32_t word = (uint32_t)bits;
    const uint16_t part = (uint16_t)bits;
    if (type == F64)
        memcpy(&d, &bits, sizeof d);
    else if (type == F32)
        memcpy(&f, &word, sizeof f), d = (double)f;
    else
        memcpy(&h, &part, sizeof h), d = (double)h;
    return d;
}

static uint64_t bits_of(enum type type, double d)
{
    const float f = (float)d;
    const half h = (half)d;
    uint64_t bits = 0;
    uint32_t word;
    uint16_t part;
    if (type == F64)
        memcpy(&bits, &d, sizeof d);
    else if (type == F32)
        memcpy(&word, &f, sizeof word), bits = word;
    else
        memcpy(&part, &h, sizeof part), bits = part;
    return bits;
}

static uint64_t cut(enum type type, uint64_t bits)
{
    return types[type].width == 64 ? bits : bits & ((UINT64_C(1) << types[type].width) - 1);
}

static bool below(enum type type, uint64_t a, uint64_t b)
{
    const uint64_t flip = types[type].is_signed ? UINT64_C(1) << (types[type].width - 1) : 0;
    return (a ^ flip) < (b ^ flip);
}

static uint64_t least_float(enum type type, uint64_t a, uint64_t b)
{
    const double x = real(type, a), y = real(type, b);
    if (x != x)
        return b;
    if (y != y)
        return a;
    if (x == y)
        return a >> (types[type].width - 1) ? a : b;    /* -0 < +0 */
    return x < y ? a : b;
}

/* A NaN that arithmetic makes is the positive quiet one. */
static uint64_t made(enum type type, double d)
{
    return d != d ? (type == F16 ? 0x7e00 : type == F32 ? 0x7fc00000 : 0x7ff8000000000000) : bits_of(type, d);
}

/* The sum or product of two halves is one double, which is rounded once. */
static uint64_t combine_float(enum type type, enum scan scan, uint64_t a, uint64_t b)
{
    const double x = real(type, a), y = real(type, b);
    const uint64_t least = least_float(type, a, b);
    switch (scan) {
    case SUM: return made(type, type == F32 ? (double)((float)x + (float)y) : x + y);
    case PRODUCT: return made(type, type == F32 ? (double)((float)x * (float)y) : x * y);
    case MIN: return least;
    case MAX: return least == a ? b : a;
    case AND: case OR: case XOR: case COUNT: case SCANS: break;
    }
    return 0;
}

static uint64_t combine(enum type type, enum scan scan, uint64_t a, uint64_t b)
{
    if (types[type].is_float)
        return combine_float(type, scan, a, b);
    switch (scan) {
    case SUM: case COUNT: return cut(type, a + b);
    case PRODUCT: return cut(type, a * b);
    case MIN: return below(type, a, b) ? a : b;
    case MAX: return below(type, a, b) ? b : a;
    case AND: return a & b;
    case OR: return a | b;
    case XOR: return a ^ b;
    case SCANS: break;
    }
    return 0;
}

static uint64_t identity(enum type type, enum scan scan)
{
    const uint64_t top = UINT64_C(1) << (types[type].width - 1);
    switch (scan) {
    case SUM: case COUNT: case OR: case XOR: case SCANS: return 0;
    case PRODUCT: return types[type].is_float ? bits_of(type, 1) : 1;
    case MIN: return types[type].is_float ? bits_of(type, INFINITY) : types[type].is_signed ? top - 1 : cut(type, ~UINT64_C(0));
    case MAX: return types[type].is_float ? bits_of(type, -INFINITY) : types[type].is_signed ? top : 0;
    case AND: return cut(type, ~UINT64_C(0));
    }
    return 0;
}

/* ---- operations -------------------------------------------------------------------------------------------------- */

static bool combines(const struct wave *w, unsigned lane, unsigned other)
{
    if (!w->active[other])
        return false;
    if (w->masked)
        return w->part[lane] == w->part[other];
    return !w->cluster || lane / w->cluster == other / w->cluster;
}

/* The members of the lane's part, numbered in lane order, as docs/semantics.md combines them. */
static uint64_t scan_of(const struct wave *w, unsigned lane, unsigned component, enum scan scan, enum mode mode)
{
    const enum type type = scan == COUNT ? U32 : w->type;
    uint64_t v[128], next[128];
    unsigned members = 0, own = 0;
    for (unsigned other = 0; other < w->size; other++) {
        if (!combines(w, lane, other))
            continue;
        if (other == lane)
            own = members;
        v[members++] = w->value[other][component];
    }
    for (unsigned step = 1; step < members; step *= 2) {
        for (unsigned r = 0; r < members; r++)
            next[r] = r >= step ? combine(type, scan, v[r - step], v[r]) : v[r];
        memcpy(v, next, sizeof v);
    }
    if (mode == EXCLUSIVE)
        return own ? v[own - 1] : identity(type, scan);
    return v[mode == REDUCE ? members - 1 : own];
}

enum kind { LANE_INDEX, LANE_COUNT, IS_FIRST, FIRST_LANE, LAST_LANE, ANY, ALL, BALLOT, QUAD_ANY, QUAD_ALL, ALL_EQUAL, MATCH,
            READ_FIRST, READ_LAST, QUAD_X, QUAD_Y, QUAD_DIAGONAL, READ_AT, QUAD_AT, XOR_AT, UP, DOWN, KINDS };
static const char *const names[KINDS] = {
    "WaveGetLaneIndex", "WaveGetLaneCount", "WaveIsFirstLane", "WaveGetFirstLaneIndex", "WaveGetLastLaneIndex",
    "WaveActiveAnyTrue", "WaveActiveAllTrue", "WaveActiveBallot", "QuadAny", "QuadAll", "WaveActiveAllEqual", "WaveMatch",
    "WaveReadLaneFirst", "WaveReadLaneLast", "QuadReadAcrossX", "QuadReadAcrossY", "QuadReadAcrossDiagonal",
    "WaveReadLaneAt", "QuadReadLaneAt", "subgroupShuffleXor", "subgroupShuffleUp", "subgroupShuffleDown"};

static bool is_quad(enum kind kind)
{
    return (kind >= QUAD_ANY && kind <= QUAD_ALL) || (kind >= QUAD_X && kind <= QUAD_DIAGONAL) || kind == QUAD_AT;
}

static bool equal_values(const struct wave *w, uint64_t a, uint64_t b)
{
    return types[w->type].is_float ? real(w->type, a) == real(w->type, b) : a == b;
}

/* The lane that is read; the size or more: none, which gives 0. */
static unsigned read_lane(const struct wave *w, enum kind kind, unsigned lane, unsigned first, unsigned last)
{
    const unsigned index = w->index[lane];
    switch (kind) {
    case READ_FIRST: return first;
    case READ_LAST: return last;
    case QUAD_X: return lane ^ 1;
    case QUAD_Y: return lane ^ 2;
    case QUAD_DIAGONAL: return lane ^ 3;
    case QUAD_AT: return lane / 4 * 4 + index % 4;
    case XOR_AT: return lane ^ index;
    case UP: return index > lane ? w->size : lane - index;
    case DOWN: return lane + index;
    default: return index;
    }
}

static void perform(const struct wave *w, enum kind kind, unsigned lane, struct result *r)
{
    unsigned first = w->size, last = 0, active = 0, set = 0, quad = 0, quad_set = 0;
    *r = (struct result){.type = kind <= LAST_LANE && kind != IS_FIRST ? U32 : kind <= ALL_EQUAL ? BOOL : w->type,
                         .is_mask = kind == BALLOT || kind == MATCH, .components = kind < ALL_EQUAL ? 1 : w->components};
    for (unsigned other = 0; other < w->size; other++) {
        if (other / 4 == lane / 4 && (w->active[other] || w->helper[other])) {
            quad++;
            quad_set += w->value[other][0] != 0;
        }
        if (!w->active[other])
            continue;
        first = first == w->size ? other : first;
        last = other;
        active++;
        set += w->value[other][0] != 0;
        r->mask[other] = kind == BALLOT ? w->value[other][0] != 0
                                        : !memcmp(w->value[other], w->value[lane], sizeof w->value[lane]);
    }
    const unsigned simple[] = {lane, w->size, lane == first, first, last, set > 0, set == active, 0, quad_set > 0, quad_set == quad};
    const unsigned from = read_lane(w, kind, lane, first, last);
    if (kind < ALL_EQUAL)
        r->value[0] = simple[kind];
    for (unsigned c = 0; c < w->components && kind >= ALL_EQUAL; c++) {
        r->value[c] = kind == ALL_EQUAL ? 1 : from < w->size ? w->value[from][c] : 0;
        for (unsigned other = 0; other < w->size && kind == ALL_EQUAL; other++)
            if (w->active[other] && !equal_values(w, w->value[other][c], w->value[first][c]))
                r->value[c] = 0;
    }
}

/* ---- a case ------------------------------------------------------------------------------------------------------ */

static uint64_t some_value(enum type type)
{
    static const double reals[] = {0, -0.0, 1, -1, 0.5, 1.5, -2.25, 3, 1000, 0.1, 7, -0.3333333};
    static const uint64_t whole[] = {0, 1, 2, 3, 5, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x7fffffffffffffff,
                                     0x8000000000000000, 0xffffffffffffffff};
    if (type == BOOL)
        return pick(2);
    if (types[type].is_float)
        return bits_of(type, reals[pick(12)]);
    return cut(type, pick(3) ? pick(9) - (uint64_t)4 : whole[pick(12)]);
}

static void choose_wave(struct wave *w, enum type type, unsigned components)
{
    *w = (struct wave){.size = 4U << pick(6), .type = type, .components = components};
    const unsigned inactive = pick(3) ? 5 : 1000, helpers = pick(3) ? 1000 : 4, parts = 1 + pick(5), values = 1 + pick(w->size);
    const bool partial = !pick(3), equal = !pick(4);
    for (unsigned lane = 0; lane < w->size; lane++) {
        w->given[lane] = pick(9) != 0 && !(partial && lane >= values);
        w->active[lane] = w->given[lane] && pick(inactive) != 0;
        w->helper[lane] = w->given[lane] && !pick(helpers);
        w->active[lane] = w->active[lane] && !w->helper[lane];
        w->part[lane] = pick(parts);
        w->index[lane] = pick(w->size + 3);
        for (unsigned c = 0; c < components && w->given[lane]; c++)
            w->value[lane][c] = equal && lane && w->given[0] ? w->value[0][c] : some_value(type);
    }
}

static void put_lanes(const bool *lane, unsigned size)
{
    fputs("0x", stdout);
    for (unsigned digit = size / 4; digit-- > 0;)
        printf("%x", lane[4 * digit] | lane[4 * digit + 1] << 1 | lane[4 * digit + 2] << 2 | lane[4 * digit + 3] << 3);
}

static void put_bits(enum type type, uint64_t bits)
{
    if (type == BOOL)
        printf("%" PRIu64, bits);
    else
        printf("0x%0*" PRIx64, (int)types[type].width / 4, bits);
}

static void put_options(const struct wave *w, bool indexed)
{
    printf(" --wave-size %u --type %s --active ", w->size, types[w->type].name);
    put_lanes(w->active, w->size);
    fputs(" --helper ", stdout);
    put_lanes(w->helper, w->size);
    if (w->cluster)
        printf(" --cluster %u", w->cluster);
    for (unsigned lane = 0; lane < w->size && indexed; lane++)
        printf("%s%u", lane ? "," : " --index ", w->index[lane]);
    for (unsigned lane = 0; lane < w->size && w->masked; lane++) {
        bool mask[128];
        for (unsigned other = 0; other < w->size; other++)      /* bits of other lanes are ignored */
            mask[other] = w->active[other] ? w->part[other] == w->part[lane] : pick(2) != 0;
        fputs(lane ? "," : " --mask ", stdout);
        put_lanes(mask, w->size);
    }
    for (unsigned lane = 0; lane < w->size; lane++) {
        putchar(' ');
        for (unsigned c = 0; c < w->components && w->given[lane]; c++) {
            if (c)
                putchar(':');
            put_bits(w->type, w->value[lane][c]);
        }
        if (!w->given[lane])
            putchar('-');
    }
}

static void put_result(const struct wave *w, const struct result *r, bool takes_part)
{
    if (!takes_part)
        putchar('-');
    else if (r->is_mask)
        put_lanes(r->mask, w->size);
    for (unsigned c = 0; c < r->components && takes_part && !r->is_mask; c++) {
        if (c)
            putchar(':');
        put_bits(r->type, r->value[c]);
    }
}

static void scan_case(void)
{
    const enum scan scan = (enum scan)pick(SCANS);
    const enum mode mode = (enum mode)pick(MODES);
    const enum type type = scan == COUNT ? BOOL : scan >= AND ? (const enum type[]){U32, I32, U64, I64}[pick(4)] : (enum type)pick(BOOL);
    struct wave w;
    choose_wave(&w, type, scan == COUNT ? 1 : 1 + pick(5) / 4 * (1 + pick(3)));
    w.masked = !pick(3);
    w.cluster = !w.masked && !pick(3) ? 1U << pick(3) : 0;
    printf("%s%s --hex", begins[w.masked][mode], scan_names[scan]);
    put_options(&w, false);
    for (unsigned lane = 0; lane < w.size; lane++) {
        struct result r = {.type = scan == COUNT ? U32 : type, .components = w.components};
        for (unsigned c = 0; c < w.components && w.active[lane]; c++)
            r.value[c] = scan_of(&w, lane, c, scan, mode);
        putchar(lane ? ' ' : '\t');
        put_result(&w, &r, w.active[lane]);
    }
}

static void other_case(void)
{
    const enum kind kind = (enum kind)(ANY + pick(KINDS - ANY));
    const bool is_bool = kind < ALL_EQUAL;
    struct wave w;
    choose_wave(&w, is_bool ? BOOL : (enum type)pick(TYPES), is_bool ? 1 : 1 + pick(4));
    printf("%s --hex", names[kind]);
    put_options(&w, kind >= READ_AT);
    for (unsigned lane = 0; lane < w.size; lane++) {
        struct result r;
        perform(&w, kind, lane, &r);
        putchar(lane ? ' ' : '\t');
        put_result(&w, &r, w.active[lane] || (is_quad(kind) && w.helper[lane]));
    }
}

/* Without a value: which lanes run is all that it reads. */
static void query_case(void)
{
    const enum kind kind = (enum kind)pick(ANY);
    struct wave w;
    choose_wave(&w, BOOL, 1);
    printf("%s --hex --wave-size %u --active ", names[kind], w.size);
    put_lanes(w.active, w.size);
    fputs(" --helper ", stdout);
    put_lanes(w.helper, w.size);
    for (unsigned lane = 0; lane < w.size; lane++) {
        struct result r;
        perform(&w, kind, lane, &r);
        putchar(lane ? ' ' : '\t');
        put_result(&w, &r, w.active[lane]);
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: wf_op_vectors SEED COUNT\n");
        return 2;
    }
    state = strtoull(argv[1], NULL, 10);
    for (unsigned n = (unsigned)strtoul(argv[2], NULL, 10), i = 0; i < n; i++) {
        if (i % 2)
            scan_case();
        else if (i % 8)
            other_case();
        else
            query_case();
        putchar('\n');
    }
    return 0;
}
