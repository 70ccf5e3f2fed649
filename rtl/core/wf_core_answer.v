// SPDX-License-Identifier: Apache-2.0
// wf_core_answer - lets an answer of one unit through when its wave has asked; takes and drops any other.
//   Combinational behind one bit a slot: set when the request leaves, cleared with the answer.  An answer can come in the cycle
//   after its request at the earliest.  After a reset nothing is asked for, so answers to requests before it are dropped.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_answer #(
    parameter integer WAVES  = 16,
    parameter integer SLOT_W = (WAVES > 1) ? $clog2(WAVES) : 1
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              ask_valid,          // a request leaves
    input  wire [SLOT_W-1:0] ask_slot,
    input  wire              in_valid,
    output wire              in_ready,
    input  wire [SLOT_W-1:0] in_slot,
    output wire              out_valid,
    input  wire              out_ready
);
    localparam integer SLOTS = 1 << SLOT_W;      // a tag above WAVES has never asked
    reg [SLOTS-1:0] asked_q;

    assign out_valid = in_valid && asked_q[in_slot];
    assign in_ready  = !asked_q[in_slot] || out_ready;

    always @(posedge clk) begin
        if (out_valid && out_ready)
            asked_q[in_slot] <= 1'b0;
        if (ask_valid)
            asked_q[ask_slot] <= 1'b1;
        if (rst)
            asked_q <= {SLOTS{1'b0}};
    end
endmodule

`default_nettype wire
