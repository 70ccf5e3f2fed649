// SPDX-License-Identifier: Apache-2.0
// wf_lds_fadd - f32 add atomics: one row of adders iterates the scan, then adds the old values of memory.
//   Not pipelined.  4 cycles a scan step, steps only while a set is longer than they reach; 6 cycles after scan and old values.
//   Page: docs/lds.md   Test: tb/lds/wf_lds_tb.v
`default_nettype none

module wf_lds_fadd #(
    parameter integer LANES = 32,            // lanes, a power of two
    parameter integer IDX_W = 5              // bits of a lane number
) (
    input  wire                   clk,
    input  wire                   rst,

    input  wire                   start,     // only while idle
    output wire                   idle,
    input  wire [LANES-1:0]       has_prev,  // held from start until taken
    input  wire [IDX_W*LANES-1:0] prev,
    input  wire [32*LANES-1:0]    data,

    input  wire                   old_valid, // once after each start
    input  wire [32*LANES-1:0]    old,

    output wire                   done,
    input  wire                   taken,
    output wire [32*LANES-1:0]    sum,       // old (+) inclusive
    output wire [32*LANES-1:0]    result     // old (+) exclusive; the lowest member of a set: old
);
    localparam [2:0] IDLE = 3'd0, SCAN = 3'd1, STEP = 3'd2, WAIT = 3'd3, TOTAL = 3'd4, PREFIX = 3'd5, LAST = 3'd6, DONE = 3'd7;

    reg [2:0]             state_q;
    reg [1:0]             count_q;
    reg                   old_valid_q;
    reg [LANES-1:0]       has_q;
    reg [IDX_W*LANES-1:0] ptr_q;
    reg [32*LANES-1:0]    value_q;           // right operands; at last the sums
    reg [32*LANES-1:0]    left_q;            // left operands; at last the results
    reg [32*LANES-1:0]    old_q;

    function [32*LANES-1:0] gather(input [IDX_W*LANES-1:0] ptr, input [32*LANES-1:0] value);
        integer i;
        for (i = 0; i < LANES; i = i + 1)
            gather[32*i +: 32] = value[{ptr[IDX_W*i +: IDX_W], 5'd0} +: 32];
    endfunction

    function [LANES-1:0] follow_has(input [LANES-1:0] has, input [IDX_W*LANES-1:0] ptr);
        integer i;
        for (i = 0; i < LANES; i = i + 1)
            follow_has[i] = has[i] && has[ptr[IDX_W*i +: IDX_W]];
    endfunction

    function [IDX_W*LANES-1:0] follow(input [IDX_W*LANES-1:0] ptr);
        integer i;
        for (i = 0; i < LANES; i = i + 1)
            follow[IDX_W*i +: IDX_W] = ptr[IDX_W * ptr[IDX_W*i +: IDX_W] +: IDX_W];
    endfunction

    function [32*LANES-1:0] choose(input [LANES-1:0] which, input [32*LANES-1:0] one, input [32*LANES-1:0] zero);
        integer i;
        for (i = 0; i < LANES; i = i + 1)
            choose[32*i +: 32] = which[i] ? one[32*i +: 32] : zero[32*i +: 32];
    endfunction

    wire                add = (state_q == SCAN && |has_q) || state_q == TOTAL || state_q == PREFIX;
    wire [32*LANES-1:0] added;

    // Temporaries of the clocked block.
    reg [32*LANES-1:0]    next_value;
    reg [IDX_W*LANES-1:0] next_ptr;

    generate
        genvar g;
        for (g = 0; g < LANES; g = g + 1) begin : g_lane
            wf_fp_add u_add (
                .clk(clk), .en(state_q != IDLE), .in_valid(add), .a(left_q[32*g +: 32]), .b(value_q[32*g +: 32]), .subtract(1'b0),
                .result(added[32*g +: 32]));
        end
    endgenerate

    assign idle   = state_q == IDLE;
    assign done   = state_q == DONE;
    assign sum    = value_q;
    assign result = left_q;

    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose: an idle stage costs nothing
    always @(posedge clk) begin
        count_q <= count_q + 2'd1;
        case (state_q)
            IDLE: if (start) begin
                state_q     <= SCAN;
                old_valid_q <= 1'b0;
                has_q       <= has_prev;
                ptr_q       <= prev;
                value_q     <= data;
                left_q      <= gather(prev, data);
            end
            SCAN: begin                      // the adders take value of the pointer, own value
                state_q <= |has_q ? STEP : WAIT;
                count_q <= 2'd0;
            end
            STEP: if (count_q == 2'd2) begin // the sums are there
                next_value = choose(has_q, added, value_q);
                next_ptr   = follow(ptr_q);
                state_q <= SCAN;
                value_q <= next_value;
                has_q   <= follow_has(has_q, ptr_q);
                ptr_q   <= next_ptr;
                left_q  <= gather(next_ptr, next_value);
            end
            WAIT: if (old_valid_q) begin
                state_q <= TOTAL;
                left_q  <= old_q;
            end
            TOTAL: begin                     // old, value
                state_q <= PREFIX;
                value_q <= gather(prev, value_q);
            end
            PREFIX: begin                    // old, value of the next lower member
                state_q <= LAST;
                count_q <= 2'd0;
            end
            LAST: begin
                if (count_q == 2'd1)
                    value_q <= added;
                if (count_q == 2'd2) begin
                    left_q  <= choose(has_prev, added, left_q);
                    state_q <= DONE;
                end
            end
            default: if (taken)
                state_q <= IDLE;
        endcase
        if (old_valid) begin
            old_valid_q <= 1'b1;
            old_q       <= old;
        end
        if (rst)
            state_q <= IDLE;
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
