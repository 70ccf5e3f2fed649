// SPDX-License-Identifier: Apache-2.0
// wf_core_pick - round-robin choice of one request among N.
//   Combinational choice, one register of state: the bits above the last one taken go first.  Any N >= 1.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_pick #(
    parameter integer N       = 16,                      // requests
    parameter integer INDEX_W = (N > 1) ? $clog2(N) : 1  // derived
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [N-1:0]       req,
    input  wire               take,          // the choice is used: move on
    output wire               any,
    output wire [N-1:0]       onehot,
    output wire [INDEX_W-1:0] index
);
    reg [N-1:0] above_q;                     // bits above the last choice

    wire [N-1:0] above  = req & above_q;
    wire [N-1:0] choice = (above != {N{1'b0}}) ? above : req;

    assign any    = req != {N{1'b0}};
    assign onehot = choice & (~choice + {{(N-1){1'b0}}, 1'b1});

    localparam integer SET_W = N;
    `include "wf_bits.vh"
    assign index = index_of(onehot);

    always @(posedge clk) begin
        if (take)
            above_q <= ~(onehot | (onehot - {{(N-1){1'b0}}, 1'b1}));
        if (rst)
            above_q <= {N{1'b0}};
    end
endmodule

`default_nettype wire
