// SPDX-License-Identifier: Apache-2.0
// wf_fp.vh - binary32 rules shared by every floating point module: one rounder, one leading-zero counter, one order.
//   Macros, not functions: Verilator inlines a function under a new name in every instance and then cannot share the
//   code of equal lanes.  Arguments are identifiers of the stated width.
`ifndef WF_FP_VH
`define WF_FP_VH

`define WF_FP_NAN 32'h7fc00000

// Round to nearest even and pack.  sig[25:0] = {24 significand bits, guard, sticky}; sig[25] weighs 2^(exponent-127).
// exponent[9:0] >= 1; sig[25] == 0 with an exponent above 1 only for zero.  A carry raises the exponent field;
// the upper half is incremented in parallel with the lower one, whose carry chooses.
`define WF_FP_ROUND(sign, exponent, sig) \
    (sig[25] && exponent >= 10'd255 ? {sign, 8'hff, 23'd0} \
     : {sign, `WF_FP_UP(sig) && &sig[13:2] ? `WF_FP_UPPER(exponent, sig) + 19'd1 : `WF_FP_UPPER(exponent, sig), \
        sig[13:2] + {11'd0, `WF_FP_UP(sig)}})
`define WF_FP_UP(sig) (sig[1] && (sig[0] || sig[2]))
`define WF_FP_UPPER(exponent, sig) {(sig[25] ? exponent[7:0] : 8'd0), sig[24:14]}

// Statement: n[4:0] = leading zeros of t[31:0], 31 when t is 0.  t is used up.
`define WF_FP_LZC32(n, t) \
    begin \
        n = 5'd0; \
        if (t[31:16] == 16'd0) begin n[4] = 1'b1; t = {t[15:0], 16'd0}; end \
        if (t[31:24] == 8'd0)  begin n[3] = 1'b1; t = {t[23:0], 8'd0};  end \
        if (t[31:28] == 4'd0)  begin n[2] = 1'b1; t = {t[27:0], 4'd0};  end \
        if (t[31:30] == 2'd0)  begin n[1] = 1'b1; t = {t[29:0], 2'd0};  end \
        if (!t[31])            n[0] = 1'b1; \
    end

`define WF_FP_IS_NAN(f)  (&f[30:23] && |f[22:0])
`define WF_FP_IS_ZERO(f) (f[30:0] == 31'd0)
// Exponent field, 1 for subnormals and zero; significand with its hidden bit.
`define WF_FP_EXPONENT(f)    {f[30:24], f[23] || f[30:23] == 8'd0}
`define WF_FP_SIGNIFICAND(f) {f[30:23] != 8'd0, f[22:0]}

// Order of the numbers, -0 < +0; not for NaN.
`define WF_FP_BELOW(f, g) \
    (f[31] != g[31] ? f[31] : f[31] ? g[30:0] < f[30:0] : f[30:0] < g[30:0])

// Minimum or maximum: the number wins over NaN, two NaNs give the canonical one, -0 < +0.
`define WF_FP_SELECT(f, g, greatest) \
    (`WF_FP_IS_NAN(f) && `WF_FP_IS_NAN(g) ? `WF_FP_NAN \
     : `WF_FP_IS_NAN(f) || (!`WF_FP_IS_NAN(g) && `WF_FP_BELOW(f, g) == greatest) ? g : f)

`define WF_FP_EQUAL(f, g) (f == g || (`WF_FP_IS_ZERO(f) && `WF_FP_IS_ZERO(g)))
// Comparison by opcode; every one but FNE is false with a NaN.
`define WF_FP_HOLDS(op, f, g) \
    (`WF_FP_IS_NAN(f) || `WF_FP_IS_NAN(g) ? op == `WF_OP_FNE \
     : `WF_FP_EQUAL(f, g) ? op == `WF_OP_FEQ || op == `WF_OP_FLE || op == `WF_OP_FGE \
     : op == `WF_OP_FNE || (`WF_FP_BELOW(f, g) ? op == `WF_OP_FLT || op == `WF_OP_FLE \
                                               : op == `WF_OP_FGT || op == `WF_OP_FGE))
`endif
