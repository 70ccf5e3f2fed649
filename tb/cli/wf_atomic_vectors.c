/* SPDX-License-Identifier: Apache-2.0
 * wf_atomic_vectors.c - wf_atomic_vectors SEED COUNT [LANES]: random command lines of `wavefold atomic`, and what each prints on a
 * device of so many lanes, by default 32, for larger waves 128.
 *
 * One case a line: the words behind `atomic`, a tab, the expected lines with "|" after each.  Lanes run one after
 * another; f32 sums are combined as docs/semantics.md has it; a bank serves a distinct word per cycle.  On 64 bits each half of the
 * device's lanes is an instruction of its own, and both words of a value are served at once.
 */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 300, BANKS = 32, LANES = 128 };
enum op { ADD, SUB, MIN, MAX, AND, OR, XOR, EXCHANGE, CAS, OPS };
enum type { U32, I32, F32, U64, I64 };
static const char *const names[OPS] = {"add", "sub", "InterlockedMin", "max", "and", "InterlockedOr", "atomicXor",
                                       "exchange", "compare-exchange"};
static const char *const type_names[] = {"u32", "i32", "f32", "u64", "i64"};

static uint64_t state;
static unsigned pick(unsigned below)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((state >> 33) % below);
}

static float real(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t bits_of(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static bool is_wide(enum type type)
{
    return type >= U64;
}

static uint64_t cut(enum type type, uint64_t value)
{
    return is_wide(type) ? value : (uint32_t)value;
}

static uint64_t word(enum type type)
{
    static const uint64_t some[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, INT64_MAX, (uint64_t)INT64_MIN, UINT64_MAX,
                                    0x700000003, 0x300000007};
    return type == F32 ? bits_of(((float)pick(41) - 20) / 8) : pick(3) ? pick(7) : some[pick(is_wide(type) ? 11 : 5)];
}

static uint64_t least(enum type type, uint64_t a, uint64_t b)
{
    if (type == F32)
        return real((uint32_t)a) == real((uint32_t)b) ? (a >> 31 ? a : b) : real((uint32_t)a) < real((uint32_t)b) ? a : b;
    const uint64_t flip = type == I32 ? 0x80000000 : type == I64 ? UINT64_C(1) << 63 : 0;
    return (a ^ flip) < (b ^ flip) ? a : b;
}

static uint64_t new_word(enum op op, enum type type, uint64_t old, uint64_t value, uint64_t compare)
{
    switch (op) {
    case ADD: return old + value;
    case SUB: return old - value;
    case MIN: return least(type, old, value);
    case MAX: return least(type, old, value) == old ? value : old;
    case AND: return old & value;
    case OR: return old | value;
    case XOR: return old ^ value;
    case EXCHANGE: return value;
    case CAS: return old == compare ? value : old;
    case OPS: break;
    }
    return 0;
}

struct wave {
    unsigned size;
    bool runs[LANES];
    uint32_t at[LANES];         /* number of its value in memory */
    uint64_t value[LANES], compare[LANES], returned[LANES], before[WORDS], after[WORDS];
};

/* f32 add: the sums of a word's lanes first, then with the memory. */
static void add_floats(struct wave *w)
{
    for (unsigned at = 0; at < WORDS; at++) {
        float v[LANES], next[LANES];
        unsigned lane_of[LANES], members = 0;
        for (unsigned lane = 0; lane < w->size; lane++)
            if (w->runs[lane] && w->at[lane] == at) {
                lane_of[members] = lane;
                v[members++] = real((uint32_t)w->value[lane]);
            }
        for (unsigned step = 1; step < members; step *= 2) {
            for (unsigned r = 0; r < members; r++)
                next[r] = r >= step ? v[r - step] + v[r] : v[r];
            memcpy(v, next, members * sizeof *v);
        }
        for (unsigned r = 0; r < members; r++) {
            w->returned[lane_of[r]] = r ? bits_of(real((uint32_t)w->before[at]) + v[r - 1]) : w->before[at];
            w->after[at] = bits_of(real((uint32_t)w->before[at]) + v[r]);
        }
    }
}

static void perform(struct wave *w, enum op op, enum type type)
{
    memcpy(w->after, w->before, sizeof w->after);
    if (op == ADD && type == F32) {
        add_floats(w);
        return;
    }
    for (unsigned lane = 0; lane < w->size; lane++)
        if (w->runs[lane]) {
            uint64_t *cell = &w->after[w->at[lane]];
            w->returned[lane] = *cell;
            *cell = cut(type, new_word(op, type, *cell, w->value[lane], w->compare[lane]));
        }
}

/* Cycles of the fullest bank, or pair of banks, of an instruction of these lanes. */
static unsigned busy_of(const struct wave *w, enum op op, unsigned banks, unsigned begin, unsigned end)
{
    unsigned cycles[BANKS] = {0}, most = 0;
    for (unsigned at = 0; at < WORDS; at++) {
        unsigned lanes = 0, first = 0;
        bool one = true;
        for (unsigned lane = begin; lane < w->size && lane < end; lane++)
            if (w->runs[lane] && w->at[lane] == at) {
                first = lanes++ ? first : lane;
                one = one && w->value[lane] == w->value[first] && w->compare[lane] == w->compare[first];
            }
        cycles[at % banks] += !lanes ? 0 : op == CAS && !one ? lanes : 1;
        most = cycles[at % banks] > most ? cycles[at % banks] : most;
    }
    return most;
}

static unsigned busy(const struct wave *w, enum op op, enum type type, unsigned lanes)
{
    lanes = lanes ? lanes : w->size > 32 ? 128 : 32;
    if (!is_wide(type))
        return busy_of(w, op, BANKS, 0, lanes);
    return busy_of(w, op, BANKS / 2, 0, lanes / 2) + busy_of(w, op, BANKS / 2, lanes / 2, lanes);
}

static void one_case(unsigned lanes)
{
    struct wave w = {.size = 4U << pick(6)};
    const enum op op = (enum op)pick(OPS);
    const bool no_floats = op == SUB || (op >= AND && op <= XOR);
    const enum type type = pick(3) == 0 ? (enum type)(U64 + pick(2)) : (enum type)(no_floats ? pick(2) : pick(3));
    const unsigned spread = 1 + pick(pick(2) ? 8 : WORDS), step = pick(3) ? 1 : 32, given = pick(3) ? 0 : 1 + pick(40);
    bool all_same = pick(2);
    for (unsigned at = 0; at < given; at++)
        w.before[at] = word(type);
    for (unsigned lane = 0; lane < w.size; lane++) {
        w.runs[lane] = pick(8) != 0;
        w.at[lane] = pick(spread) * step % WORDS;
        w.value[lane] = all_same && lane ? w.value[0] : word(type);
        w.compare[lane] = all_same && lane ? w.compare[0] : word(type);
    }
    perform(&w, op, type);
    printf("%s --hex --type %s --wave-size %u", names[op], type_names[type], w.size);
    const unsigned bytes = is_wide(type) ? 8 : 4;
    const int digits = is_wide(type) ? 16 : 8;
    for (unsigned lane = 0; lane < w.size; lane++)
        printf("%s0x%" PRIx32, lane ? "," : " --addr ", bytes * w.at[lane]);
    for (unsigned lane = 0; op == CAS && lane < w.size; lane++)
        printf("%s0x%" PRIx64, lane ? "," : " --cmp ", w.compare[lane]);
    for (unsigned at = 0; at < given; at++)
        printf("%s0x%" PRIx64, at ? "," : " --init ", w.before[at]);
    for (unsigned lane = 0; lane < w.size; lane++)
        if (w.runs[lane])
            printf(" 0x%" PRIx64, w.value[lane]);
        else
            fputs(" -", stdout);
    fputs("\treturned", stdout);
    for (unsigned lane = 0; lane < w.size; lane++)
        if (w.runs[lane])
            printf(" 0x%0*" PRIx64, digits, w.returned[lane]);
        else
            fputs(" -", stdout);
    fputs("|changed", stdout);
    const char *between = " ";
    for (unsigned at = 0; at < WORDS; at++)
        if (w.after[at] != w.before[at]) {
            printf("%s0x%x: 0x%0*" PRIx64 " -> 0x%0*" PRIx64, between, bytes * at, digits, w.before[at], digits, w.after[at]);
            between = ", ";
        }
    const unsigned cycles = busy(&w, op, type, lanes);
    printf("%s|busy %u cycle%s|\n", *between == ' ' ? " nothing" : "", cycles, cycles == 1 ? "" : "s");
}

int main(int argc, char **argv)
{
    if (argc != 3 && argc != 4) {
        fprintf(stderr, "usage: wf_atomic_vectors SEED COUNT [LANES]\n");
        return 2;
    }
    state = strtoull(argv[1], NULL, 10);
    for (unsigned n = (unsigned)strtoul(argv[2], NULL, 10); n > 0; n--)
        one_case(argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 0);
    return 0;
}
