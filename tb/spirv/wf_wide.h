/* SPDX-License-Identifier: Apache-2.0
 * wf_wide.h - try an operation on values of some widths: vectors, in lanes and as constants, compared with C.
 *
 * A case is run on 128 vectors at a time, one per lane: corner values against each other, values of every length, and
 * all values if the inputs have 16 bits together.  Then again with each choice of inputs, or of their high words of 64
 * bits, as constants: these take shorter paths.  A choice is bit i for input i, and bit 4 + i for its high word alone.
 */
#ifndef WF_WIDE_H
#define WF_WIDE_H

#include "../common/wf_bits.h"
#include "wf_rows.h"

#include "../../c_model/spirv/module/grammar.h"
#include "../../c_model/spirv/math/wide.h"

enum { WIDE_INPUTS = 4 };

struct wide_case {
    const char *name;
    uint32_t op;
    unsigned width;                         /* of the operation, as `build` likes it; `to` likewise */
    unsigned to;
    unsigned inputs;
    unsigned bits[WIDE_INPUTS];             /* of each input; 0: as `width` */
    unsigned limit[WIDE_INPUTS];            /* 1: below the width; 2: at most the width; 0: anything */
    unsigned results, result_bits;          /* 1 (or 0) or 2 of so many bits; 0: as `width`; 1 bit: a truth */
    bool (*build)(struct wfs_code *c, const struct wide_case *t, wfs_val in[][2], wfs_val out[][2]);
    /* False when there is no right answer. */
    bool (*expect)(const struct wide_case *t, const uint64_t *in, uint64_t *out);
};

struct wide {
    struct rows rows;
    uint64_t random;
    bool counts, show_counts;               /* asked for; the case's is still to be shown */
};

static inline unsigned wide_bits(const struct wide_case *t, unsigned i)
{
    return t->bits[i] ? t->bits[i] : t->width;
}

static inline unsigned wide_results(const struct wide_case *t)
{
    return t->results ? t->results : 1;
}

static inline unsigned wide_result_bits(const struct wide_case *t)
{
    return t->result_bits ? t->result_bits : t->width;
}

static inline uint64_t wide_random64(struct wide *w)
{
    const uint64_t high = check_random(&w->random);
    return high << 32 | check_random(&w->random);
}

/* Half of them near a power of two or its complement, the others of any length with ones or zeros in front; also few bits set. */
static inline uint64_t wide_value(struct wide *w, unsigned bits, unsigned bound)
{
    const uint32_t choice = check_random(&w->random);
    const unsigned length = check_random(&w->random) % bits;
    uint64_t value;

    switch (choice & 7) {
    case 0: case 1: case 2: value = (UINT64_C(1) << length) + (choice >> 3) % 5 - 2; break;
    case 3: value = (choice >> 3) % 12; break;
    case 4: value = (wide_random64(w) & wide_random64(w)) & low_ones(length + 1); break;
    default: value = wide_random64(w) & low_ones(length + 1); break;
    }
    if (choice >> 30 == 0)
        value = ~value;
    value &= low_ones(bits);
    return bound ? value % bound : value;
}

/* ---- one piece of code, up to 128 vectors ---- */

static inline void wide_report(const struct wide_case *t, const uint64_t *in, unsigned constants, unsigned k, uint64_t got, uint64_t wanted)
{
    checks_done++;
    if (got == wanted)
        return;
    if (checks_failed++ >= 20)
        return;
    printf("%s width %u to %u:", t->name, t->width, t->to);
    for (unsigned i = 0; i < t->inputs; i++)
        printf(" %s%#" PRIx64, constants >> i & 1 ? "constant " : constants >> (4 + i) & 1 ? "high constant " : "", in[i]);
    printf(": result %u is %#" PRIx64 ", wanted %#" PRIx64 "\n", k, got, wanted);
}

/* Words that hold a value: what is constant has the value of lane 0. */
static inline void wide_operands(struct wide *w, const struct wide_case *t, unsigned constants, uint64_t vector[][WIDE_INPUTS], unsigned count,
                                 wfs_val in[][2])
{
    for (unsigned i = 0; i < t->inputs; i++)
        for (unsigned word = 0; word < 2; word++) {
            in[i][word] = word >= wfs_words(wide_bits(t, i)) ? wfs_none() : wfs_const((uint32_t)(vector[0][i] >> 32 * word));
            if (in[i][word].kind == WFS_NONE || (constants >> i & 1) || (word && constants >> (4 + i) & 1))
                continue;
            in[i][word] = rows_input(&w->rows);
            for (unsigned lane = 0; lane < count; lane++)
                rows_set(&w->rows, in[i][word], lane, (uint32_t)(vector[lane][i] >> 32 * word));
        }
}

static inline uint64_t wide_result(const struct wide *w, const struct wide_case *t, const wfs_val *out, unsigned lane)
{
    const uint64_t low = rows_get(&w->rows, out[0], lane);
    return wide_result_bits(t) == 64 ? low | (uint64_t)rows_get(&w->rows, out[1], lane) << 32 : low;
}

static inline void wide_run(struct wide *w, const struct wide_case *t, unsigned constants, uint64_t vector[][WIDE_INPUTS], unsigned count)
{
    wfs_val in[WIDE_INPUTS][2], out[2][2];

    for (unsigned lane = 1; lane < count; lane++)
        for (unsigned i = 0; i < t->inputs; i++)
            if (constants >> i & 1)
                vector[lane][i] = vector[0][i];
            else if (constants >> (4 + i) & 1)
                vector[lane][i] = (vector[0][i] & ~low_ones(32)) | (vector[lane][i] & low_ones(32));
    rows_begin(&w->rows, WF_MAX_LANES);
    wide_operands(w, t, constants, vector, count, in);
    if (!t->build(&w->rows.code, t, in, out)) {
        wide_report(t, vector[0], constants, 99, 0, 1);
        return;
    }
    rows_run(&w->rows);
    for (unsigned lane = 0; lane < count; lane++) {
        uint64_t wanted[2];
        for (unsigned k = 0; k < wide_results(t) && wide_result_bits(t) < 32; k++)    /* whatever it is, no more than its bits */
            wide_report(t, vector[lane], constants, k, rows_get(&w->rows, out[k][0], lane) >> wide_result_bits(t), 0);
        if (!t->expect(t, vector[lane], wanted))
            continue;
        for (unsigned k = 0; k < wide_results(t); k++)
            wide_report(t, vector[lane], constants, k, wide_result(w, t, out[k], lane), wanted[k]);
    }
    if (w->show_counts && constants == 0) {
        wfs_val word[4];
        unsigned words = 0;
        for (unsigned k = 0; k < wide_results(t); k++)
            for (unsigned i = 0; i < wfs_words(wide_result_bits(t)); i++)
                word[words++] = out[k][i];
        printf("%-24s %2u -> %2u  %3u instructions\n", t->name, t->width, t->to ? t->to : wide_result_bits(t), rows_count(&w->rows, word, words));
        w->show_counts = false;
    }
}

/* ---- a case ---- */

static inline void wide_all_values(struct wide *w, const struct wide_case *t)
{
    uint64_t vector[WF_MAX_LANES][WIDE_INPUTS];

    for (uint64_t first = 0; first < 65536; first += WF_MAX_LANES) {
        for (unsigned lane = 0; lane < WF_MAX_LANES; lane++) {
            uint64_t rest = first + lane;
            for (unsigned i = 0; i < t->inputs; i++) {
                vector[lane][i] = rest & low_ones(wide_bits(t, i));
                rest >>= wide_bits(t, i);
            }
        }
        wide_run(w, t, 0, vector, WF_MAX_LANES);
    }
}

static inline void wide_some_values(struct wide *w, const struct wide_case *t, unsigned constants, unsigned runs)
{
    uint64_t vector[WF_MAX_LANES][WIDE_INPUTS];
    const bool all_constant = (constants & 15) == (1U << t->inputs) - 1;
    const unsigned count = all_constant ? 1 : WF_MAX_LANES;

    for (unsigned run = 0; run < runs; run++) {
        for (unsigned lane = 0; lane < count; lane++)
            for (unsigned i = 0; i < t->inputs; i++)
                vector[lane][i] = wide_value(w, wide_bits(t, i), t->limit[i] ? t->width + t->limit[i] - 1 : 0);
        for (unsigned i = 0; i < t->inputs; i++)        /* mostly words made 64 bits wide */
            if ((constants >> (4 + i) & 1) && check_random(&w->random) % 4 != 0)
                vector[0][i] &= low_ones(32);
        wide_run(w, t, constants, vector, count);
    }
}

/* `runs` times 128 vectors in lanes, and runs with constants for each choice of them. */
static inline void wide_try(struct wide *w, const struct wide_case *t, unsigned runs)
{
    unsigned bits = 0;

    w->show_counts = w->counts;
    for (unsigned i = 0; i < t->inputs; i++)
        bits += wide_bits(t, i);
    if (bits == 16)
        wide_all_values(w, t);
    for (unsigned constants = 0; constants < 1U << t->inputs; constants++) {
        wide_some_values(w, t, constants, constants ? runs / 4 + 30 : runs);
        for (unsigned high = 1; high < 1U << t->inputs; high++) {
            bool wide = (high & constants) == 0;
            for (unsigned i = 0; i < t->inputs; i++)
                wide &= !(high >> i & 1) || wide_bits(t, i) == 64;
            if (wide)
                wide_some_values(w, t, constants | high << 4, runs / 8 + 30);
        }
    }
}

/* A case, and how often it is tried. */
struct wide_row {
    struct wide_case t;
    unsigned runs;
};

/* All of a table, at this width. */
static inline void wide_try_all(struct wide *w, const struct wide_row *row, size_t rows, unsigned width)
{
    for (size_t i = 0; i < rows; i++) {
        struct wide_case t = row[i].t;
        t.width = width;
        wide_try(w, &t, row[i].runs);
    }
}

/* NAME [SEED [counts]]: the second word prints how many instructions each case takes. */
static inline int wide_main(int argc, char **argv, const char *name, void (*tests)(struct wide *w))
{
    static struct wide w;

    w.random = rows_random(argc, argv);
    w.counts = argc > 2;
    tests(&w);
    rows_end(&w.rows);
    return check_end(name);
}

#endif
