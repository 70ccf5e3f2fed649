/* SPDX-License-Identifier: Apache-2.0
 *
 * wf_lane.h - run code that was written through c_model/spirv/code/build.h, without a wave: a block of WF_LANE_BLOCK lanes at a time, one
 * array a register.  Arithmetic is the C model's own; fma, min, max and the roundings, which the model computes by calls, stand here
 * once more as loops that vectorize (test_math.c compares them with the model's).  Only what the mathematics writes is known: pure
 * operations, copies, if, else, endif.
 */
#ifndef WF_LANE_H
#define WF_LANE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../c_model/model/core/core.h"
#include "../../c_model/model/core/lanes.h"
#include "../../c_model/spirv/code/build.h"

#include "wf_bits.h"

enum { WF_LANE_BLOCK = 512, WF_LANE_INPUTS = 32, WF_LANE_OUTPUTS = 32, WF_LANE_DEPTH = 8 };

typedef uint32_t wf_lane_row[WF_LANE_BLOCK];

struct wf_lane {
    struct wfs_env env;
    struct wfs_code code;
    wfs_val in[WF_LANE_INPUTS], out[WF_LANE_OUTPUTS];
    unsigned inputs, outputs;
    /* made by wf_lane_ready */
    struct wf_lane_step { uint8_t op; uint32_t dst, a, b, c, to; } *step;   /* rows; `to`: where an if or else goes */
    size_t steps, rows;
    wf_lane_row *row;
    uint32_t *out_row;
    unsigned words, usual;      /* instructions and constants that need a register; those of the way without the branches */
};

static inline void wf_lane_begin(struct wf_lane *lane, unsigned inputs)
{
    memset(lane, 0, sizeof *lane);
    if (setjmp(lane->env.give_up)) {
        printf("%s\n", lane->env.message);
        exit(1);
    }
    wfs_code_init(&lane->code, &lane->env);
    lane->inputs = inputs;
    for (unsigned i = 0; i < inputs; i++)
        lane->in[i] = wfs_reg_val(wfs_new_reg(&lane->code, false, false));
}

static inline void wf_lane_end(struct wf_lane *lane)
{
    free(lane->step);
    free(lane->row);
    free(lane->out_row);
    wfs_env_free(&lane->env);
}

/* The row of an operand: registers first, then a row a constant. */
static inline uint32_t wf_lane_row_of(struct wf_lane *lane, uint32_t *constant, size_t *constants, wfs_val v)
{
    if (v.kind == WFS_REG)
        return v.bits;
    for (size_t i = 0; i < *constants; i++)
        if (constant[i] == v.bits)
            return (uint32_t)(lane->code.regs + i);
    constant[*constants] = v.bits;
    return (uint32_t)(lane->code.regs + (*constants)++);
}

/* How many words: an instruction each, and a move for each constant that the instruction word has no room for. */
static inline void wf_lane_count(struct wf_lane *lane)
{
    uint32_t held[1024];
    size_t helds = 0, usual_helds = 0;
    unsigned depth = 0, rare = 0;

    for (uint32_t at = lane->code.first; at; at = lane->code.insn[at].next) {
        const struct wfs_insn *n = &lane->code.insn[at];
        const bool copy = n->op == WFS_OP_COPY;
        if (n->op == WF_OP_ELSE)
            rare = 0;                           /* rare ways are the first of an if */
        const unsigned cost = copy ? n->b.kind == WFS_CONST : 1;
        lane->words += cost;
        lane->usual += rare ? 0 : cost;
        const wfs_val operand[3] = {n->a, n->b, n->c};
        for (unsigned i = 0; i < 3; i++) {
            if (operand[i].kind != WFS_CONST || copy || (i == 1 && n->c.kind == WFS_NONE))
                continue;
            size_t k = 0;
            while (k < helds && held[k] != operand[i].bits)
                k++;
            if (k == helds && helds < 1024) {
                held[helds++] = operand[i].bits;
                usual_helds += !rare;
            }
        }
        if (n->op == WF_OP_IF && ++depth)
            rare = depth;
        if (n->op == WF_OP_ENDIF)
            rare = --depth ? rare : 0;
    }
    lane->words += (unsigned)helds;
    lane->usual += (unsigned)usual_helds;
}

/* After the code and lane->out are there. */
static inline void wf_lane_ready(struct wf_lane *lane)
{
    uint32_t constant[2048], open[WF_LANE_DEPTH];
    size_t constants = 0;
    unsigned depth = 0;

    wf_lane_count(lane);
    lane->step = calloc(lane->code.insns, sizeof *lane->step);
    for (uint32_t at = lane->code.first; at; at = lane->code.insn[at].next) {
        const struct wfs_insn *n = &lane->code.insn[at];
        struct wf_lane_step *s = &lane->step[lane->steps];
        *s = (struct wf_lane_step){n->op, n->dst, 0, 0, 0, 0};
        s->a = wf_lane_row_of(lane, constant, &constants, n->a);
        s->b = wf_lane_row_of(lane, constant, &constants, n->b);
        s->c = wf_lane_row_of(lane, constant, &constants, n->c);
        if (n->op == WF_OP_ELSE || n->op == WF_OP_ENDIF)
            lane->step[open[--depth]].to = (uint32_t)lane->steps;
        if (n->op == WF_OP_IF || n->op == WF_OP_ELSE)
            open[depth++] = (uint32_t)lane->steps;
        lane->steps++;
        const bool known = wfs_is_pure(n->op) || n->op == WFS_OP_COPY || n->op == WF_OP_IF || n->op == WF_OP_ELSE || n->op == WF_OP_ENDIF;
        if (constants > 2040 || depth >= WF_LANE_DEPTH || !known) {
            printf("wf_lane: code that is not known\n");
            exit(1);
        }
    }
    lane->out_row = calloc(WF_LANE_OUTPUTS, sizeof *lane->out_row);
    for (unsigned i = 0; i < lane->outputs; i++)
        lane->out_row[i] = wf_lane_row_of(lane, constant, &constants, lane->out[i]);
    lane->rows = lane->code.regs + constants;
    lane->row = calloc(lane->rows, sizeof *lane->row);
    for (size_t k = 0; k < constants; k++)
        for (unsigned i = 0; i < WF_LANE_BLOCK; i++)
            lane->row[lane->code.regs + k][i] = constant[k];
}

/* The order of floats as signed integers. */
WF_LANES_INLINE int32_t wf_lane_order(uint32_t bits) { return (int32_t)(bits ^ ((uint32_t)((int32_t)bits >> 31) >> 1)); }
WF_LANES_INLINE bool wf_lane_nan(uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

#define WF_LANE_EACH(expression)                                                                                                \
    do {                                                                                                                        \
        WF_LANES_INDEPENDENT                                                                                                    \
        for (unsigned i = 0; i < n; i++)                                                                                        \
            d[i] = (expression);                                                                                                \
        return true;                                                                                                            \
    } while (0)

WF_LANES_INLINE bool wf_lane_perform_form(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *d)
{
    switch (op) {
    case WF_OP_FMA: WF_LANE_EACH(host_bits(fmaf(as_float(a[i]), as_float(b[i]), as_float(c[i]))));
    case WF_OP_FMIN:
        WF_LANE_EACH(wf_lane_nan(a[i]) ? wf_lane_nan(b[i]) ? 0x7fc00000 : b[i]
                     : wf_lane_nan(b[i]) || wf_lane_order(a[i]) < wf_lane_order(b[i]) ? a[i] : b[i]);
    case WF_OP_FMAX:
        WF_LANE_EACH(wf_lane_nan(a[i]) ? wf_lane_nan(b[i]) ? 0x7fc00000 : b[i]
                     : wf_lane_nan(b[i]) || wf_lane_order(a[i]) > wf_lane_order(b[i]) ? a[i] : b[i]);
    case WF_OP_FLOOR: WF_LANE_EACH(host_bits(floorf(as_float(b[i]))));
    case WF_OP_CEIL: WF_LANE_EACH(host_bits(ceilf(as_float(b[i]))));
    case WF_OP_TRUNC: WF_LANE_EACH(host_bits(truncf(as_float(b[i]))));
    case WF_OP_RNDNE: WF_LANE_EACH(host_bits(rintf(as_float(b[i]))));
    case WF_OP_F2I:
        WF_LANE_EACH(wf_lane_nan(b[i]) ? 0 : as_float(b[i]) >= 0x1p31f ? 0x7fffffff
                     : as_float(b[i]) < -0x1p31f ? 0x80000000 : (uint32_t)(int32_t)as_float(b[i]));
    default: return false;
    }
}

bool wf_lane_perform(uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *d);
WF_LANES_BOTH(bool, wf_lane_perform, (uint8_t op, unsigned n, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *d),
                     (op, n, a, b, c, d))

/* Run `n` lanes: their inputs stand in wf_lane_input(lane, i)[0..n-1], their results in wf_lane_output(lane, i). */
static inline uint32_t *wf_lane_input(struct wf_lane *lane, unsigned i) { return lane->row[lane->in[i].bits]; }
static inline const uint32_t *wf_lane_output(const struct wf_lane *lane, unsigned i) { return lane->row[lane->out_row[i]]; }

static inline void wf_lane_run(struct wf_lane *lane, unsigned n)
{
    static wf_lane_row runs[WF_LANE_DEPTH], was[WF_LANE_DEPTH];     /* masks: of the way now, of the whole if */
    unsigned depth = 0;

    n = (n + 7) & ~7u;
    memset(runs[0], 0xff, sizeof runs[0]);
    for (size_t at = 0; at < lane->steps; at++) {
        const struct wf_lane_step *s = &lane->step[at];
        const uint32_t *a = lane->row[s->a], *b = lane->row[s->b], *c = lane->row[s->c];
        uint32_t *d = lane->row[s->dst], *run = runs[depth], any = 0;
        switch (s->op) {
        case WFS_OP_COPY:
            for (unsigned i = 0; i < n; i++)
                d[i] = (b[i] & run[i]) | (d[i] & ~run[i]);
            break;
        case WF_OP_IF:
            depth++;
            memcpy(was[depth], run, sizeof was[depth]);
            for (unsigned i = 0; i < n; i++)
                any |= runs[depth][i] = a[i] ? run[i] : 0;
            if (!any)
                at = s->to - 1;
            break;
        case WF_OP_ELSE:
            for (unsigned i = 0; i < n; i++)
                any |= run[i] = was[depth][i] & ~run[i];
            if (!any)
                at = s->to - 1;
            break;
        case WF_OP_ENDIF:
            depth--;
            break;
        default:
            if (!wf_lane_perform(s->op, n, a, b, c, d) && !wf_integer_perform(s->op, n, a, b, c, d))
                wf_float_perform(s->op, n, a, b, c, d);
        }
    }
}

/* A function of one, two or three words as code. */
typedef wfs_val wf_lane_1(struct wfs_code *c, wfs_val x);
typedef wfs_val wf_lane_2(struct wfs_code *c, wfs_val x, wfs_val y);

static inline void wf_lane_write_1(struct wf_lane *lane, wf_lane_1 *write)
{
    wf_lane_begin(lane, 1);
    lane->out[lane->outputs++] = write(&lane->code, lane->in[0]);
    wf_lane_ready(lane);
}

static inline void wf_lane_write_2(struct wf_lane *lane, wf_lane_2 *write)
{
    wf_lane_begin(lane, 2);
    lane->out[lane->outputs++] = write(&lane->code, lane->in[0], lane->in[1]);
    wf_lane_ready(lane);
}

/* The second operand is a constant. */
static inline void wf_lane_write_by(struct wf_lane *lane, wf_lane_2 *write, uint32_t constant)
{
    wf_lane_begin(lane, 1);
    lane->out[lane->outputs++] = write(&lane->code, lane->in[0], wfs_const(constant));
    wf_lane_ready(lane);
}

/* One lane by wfs_evaluate alone, a step at a time. */
static inline uint32_t wf_lane_slow(struct wf_lane *lane, const uint32_t *in, unsigned output)
{
    uint32_t *value = calloc(lane->rows, sizeof *value);
    bool taken[WF_LANE_DEPTH] = {true};
    unsigned depth = 0;

    for (size_t i = 0; i < lane->rows; i++)
        value[i] = i < lane->code.regs ? 0 : lane->row[i][0];
    for (unsigned i = 0; i < lane->inputs; i++)
        value[lane->in[i].bits] = in[i];
    for (size_t at = 0; at < lane->steps; at++) {
        const struct wf_lane_step *s = &lane->step[at];
        switch (s->op) {
        case WF_OP_IF:
            taken[++depth] = value[s->a] != 0;
            if (!taken[depth])
                at = s->to - (lane->step[s->to].op == WF_OP_ENDIF);
            break;
        case WF_OP_ELSE: at = s->to - 1U; break;
        case WF_OP_ENDIF: depth--; break;
        case WFS_OP_COPY: value[s->dst] = value[s->b]; break;
        default: value[s->dst] = wfs_evaluate(s->op, value[s->a], value[s->b], value[s->c]);
        }
    }
    const uint32_t result = value[lane->out_row[output]];
    free(value);
    return result;
}

#endif
