// SPDX-License-Identifier: Apache-2.0
// wf_fp.vh - rules shared by every floating point module: one rounder, one leading-zero counter, one order.
//   The module has EXP and MANT, the bits of the exponent field and of the fraction: 8 and 23 for binary32.  Words have
//   1 + EXP + MANT bits.  Inside, exponents have 8 bits or more and significands 24, with zeros in the last places.
//   Macros, not functions: Verilator inlines a function under a new name in every instance and then cannot share the
//   code of equal lanes.  Arguments are identifiers of the stated width.
`ifndef WF_FP_VH
`define WF_FP_VH

`define WF_FP_BIAS (10'd511 >> (10 - EXP))   // 10 bits
`define WF_FP_TOP  (10'd511 >> (9 - EXP))    // exponent of infinity and NaN
`define WF_FP_NAN  {1'b0, {(EXP+1){1'b1}}, {(MANT-1){1'b0}}}
`define WF_FP_INF(sign) {sign, {EXP{1'b1}}, {MANT{1'b0}}}

// Round to nearest even and pack.  sig[25:0] = {24 significand bits, guard, sticky}; sig[25] weighs 2^(exponent-BIAS).
// exponent[9:0] >= 1; sig[25] == 0 with an exponent above 1 only for zero.  A carry raises the exponent field;
// the upper half is incremented in parallel with the lower one, whose carry chooses.
`define WF_FP_ROUND(sign, exponent, sig) \
    (sig[25] && exponent >= `WF_FP_TOP ? `WF_FP_INF(sign) \
     : {sign, `WF_FP_UP(sig) && &sig[`WF_FP_LAST+`WF_FP_HALF-1:`WF_FP_LAST] \
              ? `WF_FP_UPPER(exponent, sig) + {{(EXP+MANT-`WF_FP_HALF-1){1'b0}}, 1'b1} : `WF_FP_UPPER(exponent, sig), \
        sig[`WF_FP_LAST+`WF_FP_HALF-1:`WF_FP_LAST] + {{(`WF_FP_HALF-1){1'b0}}, `WF_FP_UP(sig)}})
`define WF_FP_LAST (25-MANT)                 // place of the last bit that is kept
`define WF_FP_HALF ((MANT+1)/2)
`define WF_FP_UP(sig) (sig[`WF_FP_LAST-1] && (|sig[`WF_FP_LAST-2:0] || sig[`WF_FP_LAST]))
`define WF_FP_UPPER(exponent, sig) \
    {(sig[25] ? exponent[EXP-1:0] : {EXP{1'b0}}), sig[24:`WF_FP_LAST+`WF_FP_HALF]}

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

`define WF_FP_SIGN(f)    f[EXP+MANT]
`define WF_FP_NORMAL(f)  (f[EXP+MANT-1:MANT] != {EXP{1'b0}})
`define WF_FP_INF_NAN(f) (&f[EXP+MANT-1:MANT])
`define WF_FP_IS_NAN(f)  (`WF_FP_INF_NAN(f) && |f[MANT-1:0])
`define WF_FP_IS_ZERO(f) (f[EXP+MANT-1:0] == {(EXP+MANT){1'b0}})
// Exponent, 8 bits, 1 for subnormals and zero; 23 bits of fraction; significand, 24 bits, with its hidden bit.
`define WF_FP_EXPONENT(f)    {{(8-EXP){1'b0}}, f[EXP+MANT-1:MANT+1], f[MANT] || !`WF_FP_NORMAL(f)}
`define WF_FP_FRACTION(f)    {f[MANT-1:0], {(23-MANT){1'b0}}}
`define WF_FP_SIGNIFICAND(f) {`WF_FP_NORMAL(f), f[MANT-1:0], {(23-MANT){1'b0}}}

// Order of the numbers, -0 < +0; not for NaN.
`define WF_FP_BELOW(f, g) \
    (`WF_FP_SIGN(f) != `WF_FP_SIGN(g) ? `WF_FP_SIGN(f) \
     : `WF_FP_SIGN(f) ? g[EXP+MANT-1:0] < f[EXP+MANT-1:0] : f[EXP+MANT-1:0] < g[EXP+MANT-1:0])

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
