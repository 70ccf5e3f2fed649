// SPDX-License-Identifier: Apache-2.0
// wf_fp_minmax - binary32 minimum or maximum; the number wins over NaN, -0 < +0.  Combinational.
//   Spec: docs/fp.md   Test: tb/fp/wf_fp_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_fp.vh"

module wf_fp_minmax (
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire        is_max,
    output wire [31:0] result
);
    assign result = `WF_FP_SELECT(a, b, is_max);
endmodule

`default_nettype wire
