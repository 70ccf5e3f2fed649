/* SPDX-License-Identifier: Apache-2.0
 * wf_lane.h - a function that was written through c_model/spirv/code/build.h, run on WF_LANE_BLOCK lanes at a time, and what it costs.
 */
#ifndef WF_LANE_H
#define WF_LANE_H

#include "wf_rows.h"

enum { WF_LANE_BLOCK = WF_MAX_LANES, WF_LANE_INPUTS = 32, WF_LANE_OUTPUTS = 32 };

typedef uint32_t wf_lane_row[WF_LANE_BLOCK];

struct wf_lane {
    struct rows rows;
    wfs_val in[WF_LANE_INPUTS], out[WF_LANE_OUTPUTS];
    unsigned inputs, outputs;
    wf_lane_row fixed[WF_LANE_OUTPUTS];     /* of outputs that are constants */
    unsigned words, usual;      /* instructions and constants that need a register; those of the way without the branches */
};

static inline void wf_lane_begin(struct wf_lane *lane, unsigned inputs)
{
    memset(lane, 0, sizeof *lane);
    rows_begin(&lane->rows, WF_LANE_BLOCK);
    lane->inputs = inputs;
    for (unsigned i = 0; i < inputs; i++)
        lane->in[i] = rows_input(&lane->rows);
}

static inline void wf_lane_end(struct wf_lane *lane)
{
    rows_end(&lane->rows);
}

/* How many words: an instruction each, and a move for each constant that the instruction word has no room for. */
static inline void wf_lane_count(struct wf_lane *lane)
{
    uint32_t held[1024];
    size_t helds = 0, usual_helds = 0;
    unsigned depth = 0, rare = 0;

    for (uint32_t at = lane->rows.code.first; at; at = lane->rows.code.insn[at].next) {
        const struct wfs_insn *n = &lane->rows.code.insn[at];
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
    wf_lane_count(lane);
    rows_reserve(&lane->rows);
    for (unsigned k = 0; k < lane->outputs; k++)
        for (unsigned i = 0; i < WF_LANE_BLOCK && lane->out[k].kind == WFS_CONST; i++)
            lane->fixed[k][i] = lane->out[k].bits;
}

/* Run `n` lanes: their inputs are in wf_lane_input(lane, i)[0..n-1], their results in wf_lane_output(lane, i). */
static inline uint32_t *wf_lane_input(struct wf_lane *lane, unsigned i) { return lane->rows.reg[lane->in[i].bits][0]; }
static inline const uint32_t *wf_lane_output(const struct wf_lane *lane, unsigned i)
{
    return lane->out[i].kind == WFS_CONST ? lane->fixed[i] : lane->rows.reg[lane->out[i].bits][0];
}

static inline void wf_lane_run(struct wf_lane *lane, unsigned n)
{
    lane->rows.size = n;
    lane->rows.exec = wf_mask_first(n);
    rows_run(&lane->rows);
}

static inline void wf_lane_write_1(struct wf_lane *lane, wfs_unary *write)
{
    wf_lane_begin(lane, 1);
    lane->out[lane->outputs++] = write(&lane->rows.code, lane->in[0]);
    wf_lane_ready(lane);
}

static inline void wf_lane_write_2(struct wf_lane *lane, wfs_binary *write)
{
    wf_lane_begin(lane, 2);
    lane->out[lane->outputs++] = write(&lane->rows.code, lane->in[0], lane->in[1]);
    wf_lane_ready(lane);
}

/* The second operand is a constant. */
static inline void wf_lane_write_by(struct wf_lane *lane, wfs_binary *write, uint32_t constant)
{
    wf_lane_begin(lane, 1);
    lane->out[lane->outputs++] = write(&lane->rows.code, lane->in[0], wfs_const(constant));
    wf_lane_ready(lane);
}

#endif
