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

    wire                add = (state_q == SCAN && |has_q) || state_q == TOTAL || state_q == PREFIX;
    wire [32*LANES-1:0] added;

    // Temporaries of the clocked block: wide functions would cost simulation time in idle cycles too.
    integer               i;
    reg [IDX_W-1:0]       from;
    reg [LANES-1:0]       next_has;
    reg [IDX_W*LANES-1:0] next_ptr;
    reg [32*LANES-1:0]    next_value, next_left;

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
                for (i = 0; i < LANES; i = i + 1)
                    next_left[32*i +: 32] = data[{prev[IDX_W*i +: IDX_W], 5'd0} +: 32];
                has_q       <= has_prev;
                ptr_q       <= prev;
                value_q     <= data;
                left_q      <= next_left;
            end
            SCAN: begin                      // the adders take value of the pointer, own value
                state_q <= |has_q ? STEP : WAIT;
                count_q <= 2'd0;
            end
            STEP: if (count_q == 2'd2) begin // the sums are there
                state_q <= SCAN;
                for (i = 0; i < LANES; i = i + 1) begin
                    from = ptr_q[IDX_W*i +: IDX_W];
                    next_value[32*i +: 32]     = has_q[i] ? added[32*i +: 32] : value_q[32*i +: 32];
                    next_has[i]                = has_q[i] && has_q[from];
                    next_ptr[IDX_W*i +: IDX_W] = ptr_q[IDX_W * from +: IDX_W];
                end
                for (i = 0; i < LANES; i = i + 1)
                    next_left[32*i +: 32] = next_value[{next_ptr[IDX_W*i +: IDX_W], 5'd0} +: 32];
                value_q <= next_value;
                has_q   <= next_has;
                ptr_q   <= next_ptr;
                left_q  <= next_left;
            end
            WAIT: if (old_valid_q) begin
                state_q <= TOTAL;
                left_q  <= old_q;
            end
            TOTAL: begin                     // old, value
                state_q <= PREFIX;
                for (i = 0; i < LANES; i = i + 1)
                    next_value[32*i +: 32] = value_q[{prev[IDX_W*i +: IDX_W], 5'd0} +: 32];
                value_q <= next_value;
            end
            PREFIX: begin                    // old, value of the next lower member
                state_q <= LAST;
                count_q <= 2'd0;
            end
            LAST: begin
                if (count_q == 2'd1)
                    value_q <= added;
                if (count_q == 2'd2) begin
                    for (i = 0; i < LANES; i = i + 1)
                        next_left[32*i +: 32] = has_prev[i] ? added[32*i +: 32] : left_q[32*i +: 32];
                    left_q  <= next_left;
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
