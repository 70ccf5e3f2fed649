/* SPDX-License-Identifier: Apache-2.0
 * passes.h - from the code as it was lowered to instruction words: one pass per file.
 *
 *      clean      copies followed, algebra, common subexpressions, dead branches and code
 *      flatten    branches around a little arithmetic become a choice
 *      address    constants in addresses, into offsets; then clean once more
 *      fuse       a product and a sum
 *      hoist      what does not change in a loop
 *      legal      constants that an instruction word has no room for, into registers
 *      allocate   live ranges (live.c), registers joined with what is copied to them (coalesce.c), lane registers;
 *                 spill.c: too few
 *      tidy       what the allocation made needless
 *      encode     parallel copies one after the other, levels, targets, words
 */
#ifndef WAVEFOLD_SPIRV_PASSES_H
#define WAVEFOLD_SPIRV_PASSES_H

#include "../code/code.h"

struct wfs_target {
    unsigned regs;                      /* lane registers of the device */
    unsigned lanes;                     /* of the device */
    unsigned wave_size;
    bool read_only[WF_MAX_BUFFERS];     /* buffers that nothing writes during the dispatch */
    uint32_t safe_bytes[WF_MAX_BUFFERS];        /* that a buffer has for sure */
    unsigned scratch_buffer;
    uint32_t scratch_words;             /* words per lane; spilling adds to it */
};

void wfs_clean(struct wfs_code *code, const struct wfs_target *target);
/* branches.c, a part of it: true when something changed. */
bool wfs_simplify_flow(struct wfs_code *code);
/* Before it is cleaned: what counters of loops are below. */
void wfs_bound_counters(struct wfs_code *code);
void wfs_flatten(struct wfs_code *code);
void wfs_address_offsets(struct wfs_code *code);
void wfs_fuse(struct wfs_code *code);
void wfs_hoist(struct wfs_code *code, const struct wfs_target *target);
void wfs_legal(struct wfs_code *code);

/* ---- live.c ---- */

/* Instructions are numbered in order, a group of copies has one number.  An operand is read at 2n, a result is there
 * from 2n + 1 on. */
struct wfs_range {
    uint32_t start, end;                /* live at start .. end - 1 */
};
struct wfs_span {
    struct wfs_range *range;            /* in order */
    uint32_t ranges, room;
};
struct wfs_live {
    uint32_t *position;                 /* [insns] n of each instruction */
    struct wfs_span *span;              /* [regs] */
};
void wfs_find_live(struct wfs_code *code, struct wfs_live *live);
/* [positions] How many registers hold something there. */
uint32_t *wfs_count_live(const struct wfs_code *code, const struct wfs_live *live);

/* The lane register of each virtual one, UINT8_MAX where there is none.  When they do not suffice, values are
 * spilled and it begins anew; the code then has loads and stores of scratch memory, and target->scratch_words is
 * more. */
uint8_t *wfs_allocate(struct wfs_code *code, struct wfs_target *target);
/* sink.c: values are made where they are used first, so that fewer live at a time.  True when something changed.
 * `live`: of the code as it is; positions change with it. */
bool wfs_sink(struct wfs_code *code, const struct wfs_target *target, struct wfs_live *live);
/* Put marked registers (spilled[reg]) into scratch memory, or make them anew before each use.  Those with one
 * representative, by parent[reg], have one place. */
void wfs_spill(struct wfs_code *code, struct wfs_target *target, const bool *spilled, const uint32_t *parent);

/* tidy.c */
void wfs_tidy(struct wfs_code *code, const uint8_t *reg);

struct wfs_words {
    uint64_t *word;
    uint32_t *place;                    /* of each, wfs_code.place */
    uint8_t *how;                       /* of each, wfs_insn.how */
    size_t count;
};
void wfs_encode(struct wfs_code *code, const struct wfs_target *target, const uint8_t *reg, struct wfs_words *out);

#endif
