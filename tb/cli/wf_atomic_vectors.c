/* SPDX-License-Identifier: Apache-2.0
 * wf_atomic_vectors.c - wf_atomic_vectors SEED COUNT: random command lines of `wavefold atomic`, and what each prints.
 *
 * One case a line: the words behind `atomic`, a tab, the expected lines with "|" after each.  Lanes run one after
 * another; f32 sums are combined as docs/semantics.md has it; a bank serves a distinct word per cycle.
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
enum type { U32, I32, F32 };
static const char *const names[OPS] = {"add", "sub", "InterlockedMin", "max", "and", "InterlockedOr", "atomicXor",
                                       "exchange", "compare-exchange"};
static const char *const type_names[] = {"u32", "i32", "f32"};

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

static uint32_t word(enum type type)
{
    static const uint32_t some[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff};
    return type == F32 ? bits_of(((float)pick(41) - 20) / 8) : pick(3) ? pick(7) : some[pick(5)];
}

static uint32_t least(enum type type, uint32_t a, uint32_t b)
{
    if (type == F32)
        return real(a) == real(b) ? (a >> 31 ? a : b) : real(a) < real(b) ? a : b;
    const uint32_t flip = type == I32 ? 0x80000000 : 0;
    return (a ^ flip) < (b ^ flip) ? a : b;
}

static uint32_t new_word(enum op op, enum type type, uint32_t old, uint32_t value, uint32_t compare)
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
    uint32_t at[LANES], value[LANES], compare[LANES], returned[LANES], before[WORDS], after[WORDS];
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
                v[members++] = real(w->value[lane]);
            }
        for (unsigned step = 1; step < members; step *= 2) {
            for (unsigned r = 0; r < members; r++)
                next[r] = r >= step ? v[r - step] + v[r] : v[r];
            memcpy(v, next, members * sizeof *v);
        }
        for (unsigned r = 0; r < members; r++) {
            w->returned[lane_of[r]] = r ? bits_of(real(w->before[at]) + v[r - 1]) : w->before[at];
            w->after[at] = bits_of(real(w->before[at]) + v[r]);
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
            uint32_t *cell = &w->after[w->at[lane]];
            w->returned[lane] = *cell;
            *cell = new_word(op, type, *cell, w->value[lane], w->compare[lane]);
        }
}

/* Cycles of the fullest bank. */
static unsigned busy(const struct wave *w, enum op op)
{
    unsigned cycles[BANKS] = {0}, most = 0;
    for (unsigned at = 0; at < WORDS; at++) {
        unsigned lanes = 0, first = 0;
        bool one = true;
        for (unsigned lane = 0; lane < w->size; lane++)
            if (w->runs[lane] && w->at[lane] == at) {
                first = lanes++ ? first : lane;
                one = one && w->value[lane] == w->value[first] && w->compare[lane] == w->compare[first];
            }
        cycles[at % BANKS] += !lanes ? 0 : op == CAS && !one ? lanes : 1;
        most = cycles[at % BANKS] > most ? cycles[at % BANKS] : most;
    }
    return most;
}

static void put_list(const char *option, const struct wave *w, const uint32_t *list, unsigned scale)
{
    printf(" %s ", option);
    for (unsigned lane = 0; lane < w->size; lane++)
        printf("%s0x%" PRIx32, lane ? "," : "", scale * list[lane]);
}

static void one_case(void)
{
    struct wave w = {.size = 4U << pick(6)};
    const enum op op = (enum op)pick(OPS);
    const enum type type = (enum type)(op == SUB || (op >= AND && op <= XOR) ? pick(2) : pick(3));
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
    put_list("--addr", &w, w.at, 4);
    if (op == CAS)
        put_list("--cmp", &w, w.compare, 1);
    for (unsigned at = 0; at < given; at++)
        printf("%s0x%" PRIx32, at ? "," : " --init ", w.before[at]);
    for (unsigned lane = 0; lane < w.size; lane++)
        if (w.runs[lane])
            printf(" 0x%" PRIx32, w.value[lane]);
        else
            fputs(" -", stdout);
    fputs("\treturned", stdout);
    for (unsigned lane = 0; lane < w.size; lane++)
        if (w.runs[lane])
            printf(" 0x%08" PRIx32, w.returned[lane]);
        else
            fputs(" -", stdout);
    fputs("|changed", stdout);
    const char *between = " ";
    for (unsigned at = 0; at < WORDS; at++)
        if (w.after[at] != w.before[at]) {
            printf("%s0x%x: 0x%08" PRIx32 " -> 0x%08" PRIx32, between, 4 * at, w.before[at], w.after[at]);
            between = ", ";
        }
    printf("%s|busy %u cycle%s|\n", *between == ' ' ? " nothing" : "", busy(&w, op), busy(&w, op) == 1 ? "" : "s");
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: wf_atomic_vectors SEED COUNT\n");
        return 2;
    }
    state = strtoull(argv[1], NULL, 10);
    for (unsigned n = (unsigned)strtoul(argv[2], NULL, 10); n > 0; n--)
        one_case();
    return 0;
}
