// SPDX-License-Identifier: Apache-2.0
// wf_fp_compare - comparison by opcode (FEQ, FNE, FLT, FLE, FGT, FGE).  Combinational.
//   Page: docs/fp.md   Test: tb/fp/wf_fp_tb.v, tb/fp/wf_fp_format_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_fp.vh"

module wf_fp_compare #(
    parameter integer EXP  = 8,                      // bits of the exponent field, 3..8
    parameter integer MANT = 23                      // bits of the fraction, 3..23: binary16 5 and 10, bfloat16 8 and 7
) (
    input  wire [7:0]  op,                   // WF_OP_FEQ .. WF_OP_FGE
    input  wire [EXP+MANT:0] a,
    input  wire [EXP+MANT:0] b,
    output wire        result
);
    assign result = `WF_FP_HOLDS(op, a, b);
endmodule

`default_nettype wire
