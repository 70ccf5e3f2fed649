/* SPDX-License-Identifier: Apache-2.0
 * wf_rows.h - run code of the builder unchanged: every virtual register is a row of S lanes.
 *
 * Instructions of one lane and cross-lane ones are the golden model's own, except for fma, min, max and the roundings.
 * The model computes these by calls; here they are loops that vectorize, and a test compares both (one_by_one).
 * Control flow is on plain sets of lanes; only endloop jumps.  No memory.  Registers of a test are inputs: rows_set.
 */
#ifndef WF_ROWS_H
#define WF_ROWS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../c_model/model/core/core.h"
#include "../../c_model/model/core/lanes.h"
#include "../../c_model/spirv/code/build.h"
#include "../../c_model/model/xlane/xlane.h"

#include "../common/wf_check.h"
#include "../common/wf_bits.h"

enum { ROWS_NEST = 32 };

struct rows_frame {
    uint32_t at;                            /* its IF or LOOP */
    struct wf_mask waiting, continuing;     /* for ENDIF or ENDLOOP; for CONTINUING, and for ELSE */
};

struct rows {
    struct wfs_env env;
    struct wfs_code code;
    unsigned size;                          /* S */
    struct wf_mask exec, helper;
    struct rows_frame frame[ROWS_NEST];
    unsigned depth;
    bool one_by_one;                        /* arithmetic by wfs_evaluate alone, a lane at a time */
    uint32_t (*reg)[4][WF_MAX_LANES];       /* [room] */
    size_t room;
    size_t executed;
};

/* A test has enough memory: the builder never gives up, so nothing needs to be there to go back to. */
static inline void *rows_memory(void *user, void *old, size_t size)
{
    void *const memory = realloc(old, size);

    (void)user;
    if (!memory)
        abort();
    return memory;
}

/* The state of check_random from the command line: its first word, or 1. */
static inline uint64_t rows_random(int argc, char **argv)
{
    const uint64_t random = argc > 1 ? strtoull(argv[1], NULL, 10) * UINT64_C(0x9e3779b97f4a7c15) + 1 : 1;

    return random ? random : 1;
}

/* New code for a wave of S lanes, all running. */
static inline void rows_begin(struct rows *r, unsigned size)
{
    wfs_env_free(&r->env);
    memset(&r->env, 0, sizeof r->env);
    r->env.resize = rows_memory;
    wfs_code_init(&r->code, &r->env);
    r->size = size;
    r->exec = wf_mask_first(size);
    r->helper = wf_mask_none();
}

static inline void rows_end(struct rows *r)
{
    wfs_env_free(&r->env);
    free(r->reg);
}

static inline wfs_val rows_input(struct rows *r)
{
    return wfs_reg_val(wfs_new_reg(&r->code, false, false));
}

/* Rows for all registers there are; old ones keep their words, new ones are filled with what no test expects. */
static inline void rows_reserve(struct rows *r)
{
    if (r->code.regs <= r->room)
        return;
    r->reg = realloc(r->reg, 2 * r->code.regs * sizeof *r->reg);
    if (!r->reg)
        abort();
    memset(r->reg + r->room, 0x5a, (2 * r->code.regs - r->room) * sizeof *r->reg);
    r->room = 2 * r->code.regs;
}

static inline void rows_set(struct rows *r, wfs_val input, unsigned lane, uint32_t word)
{
    rows_reserve(r);
    r->reg[input.bits][0][lane] = word;
}

static inline uint32_t rows_get(const struct rows *r, wfs_val v, unsigned lane)
{
    return v.kind == WFS_CONST ? v.bits : r->reg[v.bits][v.word][lane];
}

/* Mark what an operand needs; the code has no control flow. */
static inline void rows_need(wfs_val v, bool *needed)
{
    if (v.kind == WFS_REG)
        needed[v.bits] = true;
}

/* How many instructions make these words: what nothing needs is left out, as the front-end does.  Constants in registers not counted. */
static inline unsigned rows_count(struct rows *r, const wfs_val *word, unsigned words)
{
    bool *const needed = calloc(r->code.regs, sizeof *needed);
    unsigned count = 0;

    for (unsigned i = 0; i < words; i++)
        rows_need(word[i], needed);
    for (uint32_t at = r->code.last; at; at = r->code.insn[at].prev) {
        const struct wfs_insn *n = &r->code.insn[at];
        if (!needed[n->dst])
            continue;
        count++;
        rows_need(n->a, needed);
        rows_need(n->b, needed);
        rows_need(n->c, needed);
    }
    free(needed);
    return count;
}

/* ---- one instruction ---- */

static inline const uint32_t *rows_operand(const struct rows *r, wfs_val v, uint32_t constant[WF_MAX_LANES])
{
    if (v.kind == WFS_REG)
        return r->reg[v.bits][v.word];
    for (unsigned lane = 0; lane < r->size && v.kind == WFS_CONST; lane++)
        constant[lane] = v.bits;
    return constant;
}

static inline void rows_write(struct rows *r, uint32_t *row, const uint32_t *value, struct wf_mask lanes)
{
    uint32_t taken[WF_MAX_LANES];

    if (wf_mask_equal(lanes, wf_mask_first(r->size))) {
        memcpy(row, value, r->size * sizeof *row);
        return;
    }
    wf_lanes_spread(r->size, lanes, taken);
    wf_lanes_blend(r->size, taken, value, row);
}

/* The order of floats as signed integers. */
WF_LANES_INLINE int32_t rows_order(uint32_t bits) { return (int32_t)(bits ^ ((uint32_t)((int32_t)bits >> 31) >> 1)); }
WF_LANES_INLINE bool rows_nan(uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

#define ROWS_EACH(expression)                                                                                                \
    do {                                                                                                                        \
        WF_LANES_INDEPENDENT                                                                                                    \
        for (unsigned i = 0; i < n; i++)                                                                                        \
            d[i] = (expression);                                                                                                \
        return true;                                                                                                            \
    } while (0)

WF_LANES_INLINE bool rows_perform_form(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *d)
{
    switch (op) {
    case WF_OP_FMA: ROWS_EACH(host_bits(fmaf(as_float(a[i]), as_float(b[i]), as_float(c[i]))));
    case WF_OP_FMIN:
        ROWS_EACH(rows_nan(a[i]) ? rows_nan(b[i]) ? 0x7fc00000 : b[i]
                     : rows_nan(b[i]) || rows_order(a[i]) < rows_order(b[i]) ? a[i] : b[i]);
    case WF_OP_FMAX:
        ROWS_EACH(rows_nan(a[i]) ? rows_nan(b[i]) ? 0x7fc00000 : b[i]
                     : rows_nan(b[i]) || rows_order(a[i]) > rows_order(b[i]) ? a[i] : b[i]);
    case WF_OP_FLOOR: ROWS_EACH(host_bits(floorf(as_float(b[i]))));
    case WF_OP_CEIL: ROWS_EACH(host_bits(ceilf(as_float(b[i]))));
    case WF_OP_TRUNC: ROWS_EACH(host_bits(truncf(as_float(b[i]))));
    case WF_OP_RNDNE: ROWS_EACH(host_bits(rintf(as_float(b[i]))));
    case WF_OP_F2I:
        ROWS_EACH(rows_nan(b[i]) ? 0 : as_float(b[i]) >= 0x1p31f ? 0x7fffffff
                     : as_float(b[i]) < -0x1p31f ? 0x80000000 : (uint32_t)(int32_t)as_float(b[i]));
    default: return false;
    }
}

bool rows_perform(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *d);
WF_LANES_BOTH(bool, rows_perform, (uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *d),
                     (op, n, a, b, c, d))

static inline bool rows_pure(struct rows *r, const struct wfs_insn *n, const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    uint32_t value[WF_MAX_LANES];

    if (n->op == WFS_OP_COPY || n->op == WF_OP_MOV) {
        rows_write(r, r->reg[n->dst][n->dst_word], b, r->exec);
        return true;
    }
    for (unsigned lane = 0; lane < r->size && r->one_by_one; lane++)
        value[lane] = wfs_evaluate(n->op, a[lane], b[lane], c[lane]);
    if (!r->one_by_one && !rows_perform(n->op, r->size, a, b, c, value) && !wf_integer_perform(n->op, r->size, a, b, c, value) &&
        !wf_float_perform(n->op, r->size, a, b, c, value))
        return false;
    rows_write(r, r->reg[n->dst][0], value, r->exec);
    return true;
}

static inline bool rows_lanes(struct rows *r, const struct wfs_insn *n, const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    uint32_t value[4][WF_MAX_LANES];
    struct wf_mask written, active = wf_mask_without(r->exec, r->helper);
    struct wf_xlane x = {n->op, n->mod, r->size, r->exec, active, n->a.kind ? a : NULL, n->b.kind ? b : NULL, {c, NULL, NULL, NULL}};

    if (n->op == WF_OP_MATCH && (n->mod < 1 || n->mod > 4))
        return false;
    if (n->op == WF_OP_SV) {
        for (unsigned lane = 0; lane < r->size; lane++)
            value[0][lane] = n->mod == WF_SV_LANE ? lane : n->mod == WF_SV_LANES ? r->size : 0xbad;
        rows_write(r, r->reg[n->dst][0], value[0], r->exec);
        return n->mod == WF_SV_LANE || n->mod == WF_SV_LANES;
    }
    if (wf_mask_empty(active))
        x.active = r->exec;                 /* without active lanes the helpers count */
    for (unsigned word = 0; word < 4 && wfs_reads_quad(n); word++)
        x.q[word] = r->reg[n->c.bits][word];
    if (!wf_xlane_perform(&x, value, &written))
        return false;
    if (wf_mask_empty(active) && !wf_op_writes_running(n->op, n->mod))
        written = r->exec;
    for (unsigned word = 0; word < 4; word++)
        if (word == 0 || r->code.reg[n->dst].quad)
            rows_write(r, r->reg[n->dst][word], value[word], written);
    return true;
}

/* ---- control flow ---- */

static inline struct rows_frame *rows_frame_of(struct rows *r, uint32_t at)
{
    for (unsigned i = r->depth; i-- > 0;)
        if (r->frame[i].at == at)
            return &r->frame[i];
    abort();
}

static inline struct wf_mask rows_where(const struct rows *r, const uint32_t *truth)
{
    return wf_mask_and(wf_lanes_nonzero(r->size, truth), r->exec);
}

static inline void rows_leave(struct rows *r, struct wf_mask lanes, struct wf_mask *waiting)
{
    *waiting = wf_mask_or(*waiting, lanes);
    r->exec = wf_mask_without(r->exec, lanes);
}

/* Returns the instruction that comes next, or 0 when it is none of these. */
static inline uint32_t rows_flow(struct rows *r, uint32_t at, const uint32_t *a)
{
    const struct wfs_insn *n = &r->code.insn[at];
    struct rows_frame *inner = r->depth ? &r->frame[r->depth - 1] : NULL;
    const struct wf_mask none = wf_mask_none();

    switch (n->op) {
    case WF_OP_IF: case WF_OP_LOOP:
        if (r->depth == ROWS_NEST)
            abort();
        inner = &r->frame[r->depth++];
        *inner = (struct rows_frame){at, none, none};
        if (n->op == WF_OP_IF)
            rows_leave(r, wf_mask_without(r->exec, rows_where(r, a)), &inner->continuing);
        break;
    case WF_OP_ELSE: case WF_OP_CONTINUING: {
        const struct wf_mask on = inner->continuing;
        inner->continuing = none;
        if (n->op == WF_OP_ELSE)
            rows_leave(r, r->exec, &inner->waiting);
        r->exec = wf_mask_or(r->exec, on);
        break;
    }
    case WF_OP_ENDLOOP:
        if (!wf_mask_empty(r->exec))
            return r->code.insn[inner->at].next;
        r->exec = inner->waiting;
        r->depth--;
        break;
    case WF_OP_ENDIF:
        r->exec = wf_mask_or(r->exec, wf_mask_or(inner->waiting, inner->continuing));
        r->depth--;
        break;
    case WF_OP_BREAK: rows_leave(r, r->exec, &rows_frame_of(r, n->frame)->waiting); break;
    case WF_OP_BREAKIF: rows_leave(r, rows_where(r, a), &rows_frame_of(r, n->frame)->waiting); break;
    case WF_OP_CONTINUE: rows_leave(r, r->exec, &rows_frame_of(r, n->frame)->continuing); break;
    default: return 0;
    }
    return n->next ? n->next : UINT32_MAX;
}

/* Run it all. */
static inline void rows_run(struct rows *r)
{
    static uint32_t constant[3][WF_MAX_LANES];

    rows_reserve(r);
    r->depth = 0;
    r->executed = 0;
    for (uint32_t at = r->code.first; at && at != UINT32_MAX; r->executed++) {
        const struct wfs_insn *n = &r->code.insn[at];
        const uint32_t *const a = rows_operand(r, n->a, constant[0]), *const b = rows_operand(r, n->b, constant[1]);
        const uint32_t *const c = rows_operand(r, n->c, constant[2]), next = rows_flow(r, at, a);

        if (!next && !rows_pure(r, n, a, b, c) && !rows_lanes(r, n, a, b, c)) {
            printf("FAIL rows: unexpected instruction %#x\n", n->op);
            exit(1);
        }
        at = next ? next : n->next;
    }
}

#endif
