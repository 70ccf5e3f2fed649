// SPDX-License-Identifier: Apache-2.0
// wf_vfpu_lane - one lane of the vector float unit: multiply-add pipeline and converter, brought to one depth.
//   Latency 5 enabled cycles, throughput 1/cycle.
//   Page: docs/fp.md   Test: tb/core/wf_valu_tb.v
`default_nettype none

module wf_vfpu_lane (
    input  wire        clk,
    input  wire        convert_clk,          // clk, or the same gated: of the converter
    input  wire        en,                   // low freezes every stage
    input  wire        fma_valid,            // operands for the multiply-add pipeline
    input  wire        convert_valid,        // operand b for the converter
    input  wire        convert3,             // the converter delivered a result for stage 3
    input  wire        convert4,
    input  wire        convert5,             // the result at the output is the converter's
    input  wire [7:0]  op,
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire [31:0] c,
    output wire [31:0] result
);
    wire [31:0] fma_result, convert_result;
    reg  [31:0] convert4_q, convert5_q;

    wf_fp_fma u_fma (
        .clk(clk), .en(en), .in_valid(fma_valid), .op(op), .a(a), .b(b), .c(c), .result(fma_result));
    wf_fp_convert u_convert (
        .clk(convert_clk), .en(en), .in_valid(convert_valid), .op(op), .b(b), .result(convert_result));

    assign result = convert5 ? convert5_q : fma_result;

    always @(posedge clk) if (en) begin
        if (convert3) convert4_q <= convert_result;
        if (convert4) convert5_q <= convert4_q;
    end
endmodule

`default_nettype wire
