// SPDX-License-Identifier: Apache-2.0
// wf_channel - the valid and ready of a channel between two units of wf_top: wires.  With WF_STALL defined, as the
//   simulations of this repository do, a module of the bench is in between (tb/top/wf_stall.v).
//   Latency 0, combinational.
//   Page: docs/top.md   Test: tb/top/wf_top_smoke_tb.v
`default_nettype none

module wf_channel (
    input  wire clk,
    input  wire rst,
    input  wire in_valid,        // from the sender
    output wire in_ready,
    output wire out_valid,       // to the receiver
    input  wire out_ready
);
`ifdef WF_STALL
    wf_stall u_stall (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .out_valid(out_valid), .out_ready(out_ready));
`else
    assign out_valid = in_valid;
    assign in_ready  = out_ready;
    wire unused = &{1'b0, clk, rst};
`endif
endmodule

`default_nettype wire
