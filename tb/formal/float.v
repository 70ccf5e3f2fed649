// SPDX-License-Identifier: Apache-2.0
// float.v - wf_fp_add, wf_fp_mul and wf_fp_fma in a small format against wf_fp_exact, which rounds exact integers.
//   Ghost: the exact results of the operands in flight. Nothing stalls: the benches do that.
//   Environment: of operations only FADD, FSUB, FMUL and FMA.
// prove add: a sum or difference of wf_fp_add is the exact one, rounded, 3 cycles later
// prove mul: a product of wf_fp_mul is the exact one, rounded, 3 cycles later
// prove fma: a result of wf_fp_fma is the exact one, rounded once, 5 cycles later
// reach tie: a product lies between two numbers, and the lower one is even
// reach tiny: a result is subnormal
// reach cancel: the product and the addend cancel
// run float: bmc 7, 15 s, EXP=3, MANT=3
// run float-add: bmc 7, 20 s, EXP=5, MANT=4, only=add
// run float-mul: bmc 7, 120 s, EXP=5, MANT=4, only=mul
// run float-fma: all 24, 5 s, EXP=4, MANT=3, STREAM=1, only=fma
// run float-five: all 30, 120 s, EXP=5, MANT=4, STREAM=1, only=fma
`default_nettype none
`include "wf_isa.vh"

module formal_float #(
    parameter integer EXP  = 5,
    parameter integer MANT = 4,
    parameter integer STREAM = 0             // 1: fused multiply-adds alone, one in every cycle
) (
    input  wire              clk,
    input  wire              some,
    input  wire [7:0]        any_op,
    input  wire [EXP+MANT:0] a, b, c,
    output wire              p_add, p_mul, p_fma, w_tie, w_tiny, w_cancel
);
    `include "wf_formal.vh"
    localparam integer W = 1 + EXP + MANT;
    wire [W-1:0] sum, product, result, exact;
    wire       valid = some || STREAM != 0;
    wire [7:0] op    = STREAM != 0 ? `WF_OP_FMA : any_op;
    wire is_sum = op == `WF_OP_FADD || op == `WF_OP_FSUB, is_product = op == `WF_OP_FMUL;
    assign legal = is_sum || is_product || op == `WF_OP_FMA;

    wf_fp_add #(.EXP(EXP), .MANT(MANT)) u_add (
        .clk(clk), .en(1'b1), .in_valid(valid), .a(a), .b(b), .subtract(op == `WF_OP_FSUB), .result(sum));
    wf_fp_mul #(.EXP(EXP), .MANT(MANT)) u_mul (
        .clk(clk), .en(1'b1), .in_valid(valid), .a(a), .b(b), .is_integer(1'b0), .result(product));
    wf_fp_fma #(.EXP(EXP), .MANT(MANT)) u_fma (
        .clk(clk), .en(1'b1), .in_valid(valid), .op(op), .a(a), .b(b), .c(c), .result(result));
    wf_fp_exact #(.EXP(EXP), .MANT(MANT)) u_exact (.op(op), .a(a), .b(b), .c(c), .result(exact));

    reg [5:1]   valid_q = 5'd0, sum_q, product_q;
    reg [W-1:0] exact1_q, exact2_q, exact3_q, exact4_q, exact5_q;
    always @(posedge clk) begin
        valid_q   <= {valid_q[4:1], ok && valid};
        sum_q     <= {sum_q[4:1], is_sum};
        product_q <= {product_q[4:1], is_product};
        {exact5_q, exact4_q, exact3_q, exact2_q, exact1_q} <= {exact4_q, exact3_q, exact2_q, exact1_q, exact};
    end
    assign p_add = ok && valid_q[3] && sum_q[3] && sum != exact3_q;
    assign p_mul = ok && valid_q[3] && product_q[3] && product != exact3_q;
    assign p_fma = ok && valid_q[5] && result != exact5_q;

    // of two numbers of normal size: significands with their hidden bit
    wire [2*MANT+1:0] whole = {1'b1, a[MANT-1:0]} * {1'b1, b[MANT-1:0]};
    assign w_tie    = ok && valid && (is_product || (STREAM != 0 && c[W-2:0] == 0)) && !whole[2*MANT+1] && !whole[MANT] && whole[MANT-1:0] == {1'b1, {(MANT-1){1'b0}}}
                      && a[W-2:MANT] == {1'b0, {(EXP-1){1'b1}}} && b[W-2:MANT] == {1'b0, {(EXP-1){1'b1}}};
    assign w_tiny   = ok && valid && exact[W-2:MANT] == 0 && exact[MANT-1:0] != 0;
    assign w_cancel = ok && valid && op == `WF_OP_FMA && exact[W-2:0] == 0 && c[W-2:0] != 0;
endmodule

`default_nettype wire
