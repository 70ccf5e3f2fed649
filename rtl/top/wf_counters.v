// SPDX-License-Identifier: Apache-2.0
// wf_counters - counts what the machine did (isa.def), while dispatches are in flight and their last events drain.
//   Registered: an event counts two cycles later, of lanes three, of waits at barriers four.  Cleared by reset.
//   Spec: docs/top.md   Test: tb/top/wf_counters_tb.v
`default_nettype none
`include "wf_isa.vh"

module wf_counters #(
    parameter integer LANES = 32,
    parameter integer WAVES = 16,
    parameter integer OPS_W = 6              // bits of bank_ops
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 begin_valid,     // a dispatch starts, ends
    input  wire                 finish_valid,

    // waves
    input  wire                 launch_valid,
    input  wire                 retire_valid,
    input  wire                 retire_fold,     // two retire: the second was issued with the first
    input  wire                 issue,
    input  wire                 blocked,         // an instruction is there, its unit takes none
    input  wire [WAVES-1:0]     slots_valid,
    input  wire [WAVES-1:0]     slots_waiting,
    input  wire                 arrive_valid,
    input  wire                 release_valid,
    input  wire [WAVES-1:0]     release_slots,

    // units: a request is offered, taken, answered
    input  wire                 memory_offered,
    input  wire                 memory_taken,
    input  wire                 memory_answered,
    input  wire                 memory_atomic,
    input  wire [LANES-1:0]     memory_mask,
    input  wire                 lds_offered,
    input  wire                 lds_taken,
    input  wire                 lds_answered,
    input  wire                 lds_atomic,
    input  wire [LANES-1:0]     lds_mask,
    input  wire                 xlane_offered,
    input  wire                 xlane_taken,
    input  wire                 xlane_answered,
    input  wire                 bank_busy,
    input  wire                 bank_more,
    input  wire [OPS_W-1:0]     bank_ops,

    output reg  [`WF_CNT_W-1:0] counters
);
    // ---- what is under way ----
    reg  [3:0] dispatches_q;
    wire       running_q = dispatches_q != 4'd0;
    wire       flight_any, memory_any, lds_any, xlane_any;      // instructions; requests without their answer
    wf_in_flight u_flight (.clk(clk), .rst(rst), .begins(issue),        .ends(retire_valid),    .any(flight_any));
    wf_in_flight u_memory (.clk(clk), .rst(rst), .begins(memory_taken), .ends(memory_answered), .any(memory_any));
    wf_in_flight u_lds    (.clk(clk), .rst(rst), .begins(lds_taken),    .ends(lds_answered),    .any(lds_any));
    wf_in_flight u_xlane  (.clk(clk), .rst(rst), .begins(xlane_taken),  .ends(xlane_answered),  .any(xlane_any));
    reg  [8:0] waiting_q;                            // waves that arrived and were not released, two cycles ago
    reg  [1:0] arrived_q;
    wire       released_valid;
    wire [8:0] released;
    wf_popcount #(.N(WAVES)) u_released (
        .clk(clk), .rst(rst), .in_valid(release_valid), .in_set(release_slots),
        .out_valid(released_valid), .out_count(released));
    always @(posedge clk) begin
        if (begin_valid != finish_valid)      dispatches_q <= begin_valid ? dispatches_q + 4'd1 : dispatches_q - 4'd1;
        arrived_q <= {arrived_q[0], arrive_valid};
        if (arrived_q[1] || released_valid)
            waiting_q <= waiting_q + {8'd0, arrived_q[1]} - (released_valid ? released : 9'd0);
        if (rst) begin
            dispatches_q <= 4'd0;
            waiting_q    <= 9'd0;
            arrived_q    <= 2'd0;
        end
    end

    // ---- why nothing issues: the first cause that holds ----
    localparam integer FIRST_STALL = 3;              // WF_CNT_STALL_EMPTY is counter 3, the others follow
    localparam integer EMPTY = 0, BARRIER = 1, UNIT = 2, MEMORY = 3, LDS = 4, XLANE = 5, TURNAROUND = 6, FETCH = 7;
    reg [7:0] stall_d, stall_q;
    always @* begin
        stall_d = 8'd0;
        if (running_q && !issue) begin
            if (slots_valid == {WAVES{1'b0}})              stall_d[EMPTY]      = 1'b1;
            else if (slots_valid == slots_waiting)         stall_d[BARRIER]    = 1'b1;
            else if (blocked)                              stall_d[UNIT]       = 1'b1;
            else if (memory_offered || memory_any)         stall_d[MEMORY]     = 1'b1;
            else if (lds_offered || lds_any)               stall_d[LDS]        = 1'b1;
            else if (xlane_offered || xlane_any)           stall_d[XLANE]      = 1'b1;
            else if (flight_any)                           stall_d[TURNAROUND] = 1'b1;
            else                                           stall_d[FETCH]      = 1'b1;
        end
    end

    // ---- events, then counts ----
    wire            lds_valid, memory_valid;         // lanes of an LDS instruction, of an atomic one to global memory
    wire [8:0]      lds_count, memory_count;
    reg  [1:0]      lds_atomic_q;
    wf_popcount #(.N(LANES)) u_lds_lanes (
        .clk(clk), .rst(rst), .in_valid(lds_taken), .in_set(lds_mask), .out_valid(lds_valid), .out_count(lds_count));
    wf_popcount #(.N(LANES)) u_memory_lanes (
        .clk(clk), .rst(rst), .in_valid(memory_taken && memory_atomic), .in_set(memory_mask),
        .out_valid(memory_valid), .out_count(memory_count));
    wire [8:0] lds_atomics    = lds_valid && lds_atomic_q[1] ? lds_count : 9'd0;
    wire [8:0] memory_atomics = memory_valid ? memory_count : 9'd0;

    integer c;
    always @(posedge clk) begin
        stall_q      <= stall_d;
        lds_atomic_q <= {lds_atomic_q[0], lds_atomic};

        if (running_q)    counters[`WF_CNT_CYCLES]       <= counters[`WF_CNT_CYCLES] + 64'd1;
        if (launch_valid) counters[`WF_CNT_WAVES]        <= counters[`WF_CNT_WAVES] + 64'd1;
        if (retire_valid)
            counters[`WF_CNT_INSTRUCTIONS] <= counters[`WF_CNT_INSTRUCTIONS] + {62'd0, retire_fold, !retire_fold};
        if (retire_valid && retire_fold) counters[`WF_CNT_FOLDED] <= counters[`WF_CNT_FOLDED] + 64'd1;
        for (c = EMPTY; c <= FETCH; c = c + 1)
            if (stall_q[c]) counters[64*(FIRST_STALL + c) +: 64] <= counters[64*(FIRST_STALL + c) +: 64] + 64'd1;
        if (lds_valid) begin
            counters[`WF_CNT_LDS_INSTRUCTIONS] <= counters[`WF_CNT_LDS_INSTRUCTIONS] + 64'd1;
            counters[`WF_CNT_LDS_LANES]        <= counters[`WF_CNT_LDS_LANES] + {55'd0, lds_count};
        end
        if (bank_busy)
            counters[`WF_CNT_LDS_OPERATIONS] <= counters[`WF_CNT_LDS_OPERATIONS] + {{(64-OPS_W){1'b0}}, bank_ops};
        if (bank_more)    counters[`WF_CNT_BANK_CONFLICTS]      <= counters[`WF_CNT_BANK_CONFLICTS] + 64'd1;
        if (memory_taken) counters[`WF_CNT_MEMORY_INSTRUCTIONS] <= counters[`WF_CNT_MEMORY_INSTRUCTIONS] + 64'd1;
        if (lds_atomics != 9'd0 || memory_atomics != 9'd0)
            counters[`WF_CNT_ATOMIC_LANES] <= counters[`WF_CNT_ATOMIC_LANES] +
                                              {55'd0, lds_atomics} + {55'd0, memory_atomics};
        if (waiting_q != 9'd0)
            counters[`WF_CNT_BARRIER_WAITS] <= counters[`WF_CNT_BARRIER_WAITS] + {55'd0, waiting_q};
        if (rst) begin
            stall_q  <= 8'd0;
            counters <= {`WF_CNT_W{1'b0}};
        end
    end
endmodule

`default_nettype wire
