/* SPDX-License-Identifier: Apache-2.0
 * wf_group.h - waves for the tests of subgroup operations: sizes, sets of running and helper lanes, values of all types.
 */
#ifndef WF_GROUP_H
#define WF_GROUP_H

#include "wf_half.h"
#include "wf_rows.h"

#include "../../c_model/spirv/module/grammar.h"
#include "../../c_model/spirv/lower/group.h"
#include "../../c_model/spirv/math/wide.h"

struct wave {
    struct rows rows;
    uint64_t random;
    unsigned size;
    bool running[WF_MAX_LANES], active[WF_MAX_LANES];   /* active: running and no helper; the running ones when all are helpers */
    uint64_t x[4][WF_MAX_LANES];                        /* components */
    wfs_val word[8];                                    /* the same in the code */
    struct wfs_group g;
    const char *what;                                   /* is being tried */
};

static inline uint32_t wave_random(struct wave *w)
{
    return check_random(&w->random);
}

/* Choose S and the lanes, by turns: all; one; most; few; with helpers; helpers only. */
static inline void wave_begin(struct wave *w, unsigned size, unsigned turn)
{
    bool helper[WF_MAX_LANES], any = false;
    const unsigned one = wave_random(w) % size;

    rows_begin(&w->rows, size);
    w->size = w->g.wave_size = size;
    for (unsigned lane = 0; lane < size; lane++) {
        const uint32_t bits = wave_random(w);
        const unsigned kind = turn % 6;
        const bool runs[6] = {true, false, bits % 8 != 0, bits % 8 == 0, bits % 4 != 0, bits % 4 != 0};
        w->running[lane] = lane == one || runs[kind];
        helper[lane] = w->running[lane] && (kind == 4 ? bits >> 8 & 1 : kind == 5);
        w->active[lane] = w->running[lane] && !helper[lane];
        any |= w->active[lane];
    }
    w->rows.exec = w->rows.helper = wf_mask_none();
    for (unsigned lane = 0; lane < size; lane++) {
        if (w->running[lane])
            wf_mask_put(&w->rows.exec, lane);
        if (helper[lane])
            wf_mask_put(&w->rows.helper, lane);
        if (!any)
            w->active[lane] = w->running[lane];
    }
}

/* Values of which many are equal, small, extreme; floats also NaNs, infinities, zeros. */
static inline uint64_t wave_value(struct wave *w, enum wfs_group_kind kind, unsigned width)
{
    const uint32_t choice = wave_random(w);
    const uint64_t any = (uint64_t)wave_random(w) << 32 | wave_random(w), ones = low_ones(width);
    static const uint32_t half[] = {0, HALF_SIGN, 0x3c00, 0xbc00, 0x7bff, 0x0001, 0x0400, 0x3555, HALF_INF, 0xfc00, 0x7e01};

    if (kind == WFS_GROUP_BOOL)
        return choice & 1;
    if (kind == WFS_GROUP_INT) {
        switch (choice & 7) {
        case 0: return any & 3;
        case 1: return (0 - (any & 3)) & ones;
        case 2: return ((ones >> 1) + (any & 3)) & ones;
        case 3: return (any & 3) << (width - 2);
        case 4: return (any & 1) << (width / 2) | (any >> 8 & 3);
        case 5: return (any & (UINT64_C(7) << (width / 2 - 1))) | (any >> 60 & 3);
        default: return any & ones;
        }
    }
    uint32_t h = choice % 64 < sizeof half / sizeof *half ? half[choice % 64] : (uint32_t)any & 0x83ff;
    if (choice % 64 >= sizeof half / sizeof *half)
        h |= (0x30 + (uint32_t)(any >> 32 & 31) % 24) << 8 & 0x7c00;      /* sums that neither vanish nor overflow at once */
    if (width == 16)
        return h;
    /* as f32 and f64, with more digits in some */
    const struct half_exact v = half_decode(h);
    const uint64_t sign = v.negative;
    const uint64_t digits = any >> 12;
    uint32_t bits32 = float_bits((float)half_value(h));
    uint64_t bits64 = double_bits(half_value(h));
    if (!v.nan && !v.infinite && v.m != 0 && (choice >> 16 & 3) == 0) {
        bits32 |= (uint32_t)digits & 0xfff;
        bits64 |= digits & 0x3ffffffff;
    }
    return width == 32 ? bits32 | sign << 31 : bits64 | sign << 63;
}

/* The value of every lane, and registers that hold it; words that are not of the value differ from lane to lane. */
static inline void wave_values(struct wave *w, enum wfs_group_kind kind, unsigned width, unsigned components, unsigned different)
{
    const unsigned words = wfs_words(width);
    uint64_t set[16];

    w->g.kind = kind;
    w->g.width = kind == WFS_GROUP_BOOL ? 32 : width;
    w->g.components = components;
    for (unsigned word = components * words; word < 8; word++) {
        w->word[word] = rows_input(&w->rows);
        for (unsigned lane = 0; lane < w->size; lane++)
            rows_set(&w->rows, w->word[word], lane, lane);
    }
    for (unsigned k = 0; k < components; k++) {
        for (unsigned i = 0; i < different && i < 16; i++)
            set[i] = wave_value(w, kind, width);
        for (unsigned word = 0; word < words; word++)
            w->word[k * words + word] = rows_input(&w->rows);
        for (unsigned lane = 0; lane < w->size; lane++) {
            w->x[k][lane] = different ? set[wave_random(w) % different] : wave_value(w, kind, width);
            for (unsigned word = 0; word < words; word++)       /* of a lane that does not run anything */
                rows_set(&w->rows, w->word[k * words + word], lane, w->running[lane] ? (uint32_t)(w->x[k][lane] >> 32 * word) : wave_random(w));
        }
    }
}

/* A value of each lane, given by the test. */
static inline wfs_val wave_words(struct wave *w, const uint32_t *value)
{
    const wfs_val v = rows_input(&w->rows);

    for (unsigned lane = 0; lane < w->size; lane++)
        rows_set(&w->rows, v, lane, value[lane]);
    return v;
}

static inline uint64_t wave_get(const struct wave *w, const wfs_val *result, unsigned width, unsigned lane)
{
    const uint64_t low = rows_get(&w->rows, result[0], lane);
    return width == 64 ? low | (uint64_t)rows_get(&w->rows, result[1], lane) << 32 : low;
}

static inline void wave_check(struct wave *w, unsigned lane, uint64_t got, uint64_t wanted)
{
    checks_done++;
    if (got == wanted)
        return;
    if (checks_failed++ < 20)
        printf("%s, width %u, S = %u, lane %u: %#" PRIx64 ", wanted %#" PRIx64 "\n", w->what, w->g.width, w->size, lane, got, wanted);
}

static inline int wave_first(const struct wave *w)
{
    for (unsigned lane = 0; lane < w->size; lane++)
        if (w->active[lane])
            return (int)lane;
    return -1;
}

#endif
