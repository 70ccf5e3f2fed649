// SPDX-License-Identifier: Apache-2.0
// wf_core_answer - lets an answer of one unit through when its instruction has asked; takes and drops any other.
//   Combinational, after one bit per tag: set when the request leaves, cleared with the answer.  An answer can come in
//   the cycle after its request at the earliest.  After a reset nothing is asked for: answers to earlier requests drop.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_answer #(
    parameter integer TAG_W = 6              // {slot, entry}
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              ask_valid,          // a request leaves
    input  wire [TAG_W-1:0]  ask_tag,
    input  wire              in_valid,
    output wire              in_ready,
    input  wire [TAG_W-1:0]  in_tag,
    output wire              out_valid,
    input  wire              out_ready
);
    localparam integer TAGS = 1 << TAG_W;        // a tag of no slot has never asked
    reg [TAGS-1:0] asked_q;

    assign out_valid = in_valid && asked_q[in_tag];
    assign in_ready  = !asked_q[in_tag] || out_ready;

    always @(posedge clk) begin
        if (out_valid && out_ready) asked_q[in_tag] <= 1'b0;
        if (ask_valid) asked_q[ask_tag] <= 1'b1;
        if (rst) asked_q <= {TAGS{1'b0}};
    end
endmodule

`default_nettype wire
