// SPDX-License-Identifier: Apache-2.0
// wf_lds_fadd - f32 add atomics: one row of adders iterates the scan, then adds the old values of memory.
//   One instruction at a time, held here from its first pass (read) to its second (write), and one that waits for it;
//   others go by.  From start to done: 2 cycles, 4 a scan step while a lane still has a link, old values awaited, 5
//   cycles.  The one that waits starts when the results before it are taken, and asks for its first pass then.
//   Page: docs/lds.md   Test: tb/lds/wf_lds_tb.v
`default_nettype none
`include "wf_link.vh"

module wf_lds_fadd #(
    parameter integer LANES  = 32,           // lanes, a power of two
    parameter integer IDX_W  = 5,            // bits of a lane number
    parameter integer HOLD_W = 8             // bits kept beside
) (
    input  wire                   clk,
    input  wire                   rst,

    input  wire                   start,     // only while not full, and not while results stand; while busy: waits
    input  wire [8*LANES-1:0]     prev,      // with start: next lower member, as a link (wf_link.vh)
    input  wire [32*LANES-1:0]    data,
    input  wire [HOLD_W-1:0]      hold,
    output reg                    busy,      // one is under way: from the cycle after start to taken
    output wire                   full,      // and another waits

    output reg                    reads,     // the one under way did wait: its first pass is due, until read_taken
    input  wire                   read_taken,
    input  wire                   old_valid, // once after each start
    input  wire [32*LANES-1:0]    old,

    output reg                    done,      // the results, until taken
    input  wire                   taken,
    output reg  [HOLD_W-1:0]      held,      // of the one under way
    output wire [32*LANES-1:0]    sum,       // old (+) inclusive
    output wire [32*LANES-1:0]    result     // old (+) exclusive; the lowest member of a set: old
);
    localparam [2:0] IDLE = 3'd0, LINK = 3'd1, ADD = 3'd2, SUM = 3'd3,
                    WAIT = 3'd4, TOTAL = 3'd5, PREFIX = 3'd6, LAST = 3'd7;
    localparam [1:0] ADDED = 2'd2;           // wf_fp_add: the sums come 3 cycles after the operands
    localparam integer DISTANCE = 1;
    `include "wf_lds_pick.vh"

    reg [2:0]             state_q;
    reg [1:0]             count_q;           // cycles in SUM, LAST
    reg                   old_valid_q;
    /* verilator lint_off UNUSEDSIGNAL */    // lane 0 has none below it, low lanes need not all bits
    reg [8*LANES-1:0]     prev_q;            // of the instruction
    reg [8*LANES-1:0]     link_q;            // after the step under way
    reg [8*LANES-1:0]     waiting_prev_q;
    /* verilator lint_on UNUSEDSIGNAL */
    reg [LANES-1:0]       linking_q;         // lanes that had a link in it
    reg [32*LANES-1:0]    value_q;           // right operands; at last the sums
    reg [32*LANES-1:0]    left_q;            // left operands; at last the results
    reg [32*LANES-1:0]    old_q;
    reg                   waiting_q;         // another waits: what came with its start
    reg [32*LANES-1:0]    waiting_data_q;
    reg [HOLD_W-1:0]      waiting_hold_q;

    wire [32*LANES-1:0] added;
    wire                summed   = state_q == SUM && count_q == ADDED;
    wire [LANES-1:0]    linked;              // lanes that still have a link
    wire                scanned  = !(|linked) && (state_q == LINK || summed);
    wire                totals   = old_valid_q && (scanned || state_q == WAIT);
    wire                gathers  = state_q == LINK || summed || state_q == TOTAL;
    wire                total_comes  = state_q == LAST && count_q == ADDED - 2'd1;
    wire                prefix_comes = state_q == LAST && count_q == ADDED;

    wire                begins_new   = start && !busy;
    wire                begins_next  = taken && waiting_q;

    assign sum    = value_q;
    assign result = left_q;
    assign full   = waiting_q;

    genvar g;
    generate
        for (g = 0; g < LANES; g = g + 1) begin : g_lane
            wf_fp_add u_add (
                .clk(clk), .en(busy), .in_valid((state_q == ADD && linked[g]) || state_q == TOTAL || state_q == PREFIX),
                .a(left_q[32*g +: 32]), .b(value_q[32*g +: 32]), .subtract(1'b0), .result(added[32*g +: 32]));
            assign linked[g] = link_q[8*g+`WF_LINK_SOME];
        end
    endgenerate

    always @(posedge clk) begin              // control
        count_q <= state_q == SUM || state_q == LAST ? count_q + 2'd1 : 2'd0;
        case (state_q)
            IDLE: if (begins_new || begins_next) state_q <= LINK;
            LINK: state_q <= !scanned ? ADD : old_valid_q ? TOTAL : WAIT;      // left: the values that the links name
            ADD:  state_q <= SUM;
            SUM:  if (summed) state_q <= !scanned ? ADD : old_valid_q ? TOTAL : WAIT;
            WAIT: if (old_valid_q) state_q <= TOTAL;
            TOTAL:  state_q <= PREFIX;       // adders: old, value; then old, value of the next lower member
            PREFIX: state_q <= LAST;
            default: if (prefix_comes) begin
                state_q <= IDLE;
                done    <= 1'b1;
            end
        endcase
        old_valid_q <= old_valid || (old_valid_q && state_q != IDLE);
        if (taken) done <= 1'b0;
        busy      <= start || (busy && !(taken && !waiting_q));
        waiting_q <= (start && busy) || (waiting_q && !taken);
        reads     <= begins_next || (reads && !read_taken);
        if (rst) begin
            state_q     <= IDLE;
            old_valid_q <= 1'b0;
            busy        <= 1'b0;
            waiting_q   <= 1'b0;
            reads       <= 1'b0;
            done        <= 1'b0;
        end
    end

    // Temporaries of the clocked block: wide functions would cost simulation time in idle cycles too.
    integer             i;
    reg [8*LANES-1:0]   next_link;
    reg [32*LANES-1:0]  value, below;

    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose
    always @(posedge clk) if (start || busy) begin
        if (old_valid) old_q <= old;
        if (start && busy) begin
            waiting_hold_q <= hold;
            waiting_prev_q <= prev;
            waiting_data_q <= data;
        end
        if (begins_new || begins_next) begin
            held    <= begins_next ? waiting_hold_q : hold;
            prev_q  <= begins_next ? waiting_prev_q : prev;
            link_q  <= begins_next ? waiting_prev_q : prev;
            value_q <= begins_next ? waiting_data_q : data;
        end
        if (state_q == ADD) begin            // the links of the next step
            linking_q <= linked;
            next_link = link_q;
            for (i = 1; i < LANES; i = i + 1)
                if (link_q[8*i+`WF_LINK_SOME]) begin
                    `WF_LDS_PICK_FROM(i, link_q[8*i +: IDX_W])
                    next_link[8*i +: 8] = `WF_LDS_PICK(link_q, 3);
                end
            link_q <= next_link;
        end
        value = value_q;
        if (summed)
            for (i = 1; i < LANES; i = i + 1)
                if (linking_q[i]) value[32*i +: 32] = added[32*i +: 32];
        below = value;                       // values of the lanes that the links name
        if (gathers)
            for (i = 1; i < LANES; i = i + 1) begin
                `WF_LDS_PICK_FROM(i, link_q[8*i +: IDX_W])
                below[32*i +: 32] = `WF_LDS_PICK(value, 5);
            end
        if (summed) value_q <= value;
        if (summed || state_q == LINK) left_q <= below;
        if (totals) left_q <= old_q;
        if (state_q == TOTAL)
            value_q <= below;                // of the next lower members
        if (total_comes) value_q <= added;
        if (prefix_comes)
            for (i = 1; i < LANES; i = i + 1)
                if (prev_q[8*i+`WF_LINK_SOME]) left_q[32*i +: 32] <= added[32*i +: 32];
        if (scanned)                         // now for the values of the next lower members
            link_q <= prev_q;
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
