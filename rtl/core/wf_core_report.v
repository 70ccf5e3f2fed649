// SPDX-License-Identifier: Apache-2.0
// wf_core_report - faulty lanes of a request as lanes of its wave.  Combinational.
//   A 64-bit atomic of half of the lanes asks with pairs of lanes (wf_core_operands); both lanes of a pair fault, and
//   the even one is the lower.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_report #(
    parameter integer LANES = 32
) (
    input  wire       pairs,
    input  wire       high,
    input  wire [7:0] in_lane,
    input  wire [7:0] in_count,
    output wire [7:0] lane,
    output wire [7:0] count
);
    localparam [31:0] WIDTH = LANES;
    wire [7:0] half = high ? WIDTH[8:1] : 8'd0;      // its first lane
    assign lane  = pairs ? {1'b0, in_lane[7:1]} + half : in_lane;
    assign count = pairs ? {1'b0, in_count[7:1]} : in_count;
endmodule

`default_nettype wire
