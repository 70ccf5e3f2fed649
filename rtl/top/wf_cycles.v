// SPDX-License-Identifier: Apache-2.0
// wf_cycles - counts clock cycles since the reset; a shader's clock.  It never stops, whatever runs, and wraps after
//   2^64.  The value is 0 in the first cycle after the reset.
//   Spec: docs/top.md   Test: tb/top/wf_cycles_tb.v; tb/kernels/clock.wfk in lock step
`default_nettype none

module wf_cycles (
    input  wire        clk,
    input  wire        rst,                  // synchronous, active high
    output reg  [63:0] cycles
);
    always @(posedge clk)
        if (rst) cycles <= 64'd0;
        else     cycles <= cycles + 64'd1;
endmodule

`default_nettype wire
