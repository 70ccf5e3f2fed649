// SPDX-License-Identifier: Apache-2.0
// wf_fp_compare - binary32 comparison by opcode (FEQ, FNE, FLT, FLE, FGT, FGE).  Combinational.
//   Spec: docs/fp.md   Test: tb/fp/wf_fp_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_fp.vh"

module wf_fp_compare (
    input  wire [7:0]  op,                   // WF_OP_FEQ .. WF_OP_FGE
    input  wire [31:0] a,
    input  wire [31:0] b,
    output wire        result
);
    assign result = `WF_FP_HOLDS(op, a, b);
endmodule

`default_nettype wire
