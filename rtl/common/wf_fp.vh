// SPDX-License-Identifier: Apache-2.0
// wf_fp.vh - binary32 helpers shared by every floating point module; included inside a module body.
//   One rounder for all operations: an operation delivers {sign, exponent, significand, guard, sticky}, wf_fp_round packs.

`include "wf_isa.vh"

// Leading zeros of 32 bits; 31 when f is 0.
function [4:0] wf_fp_lzc32(input [31:0] f);
    reg [31:0] y;
    begin
        y = f;
        wf_fp_lzc32 = 5'd0;
        if (y[31:16] == 16'd0) begin wf_fp_lzc32[4] = 1'b1; y = {y[15:0], 16'd0}; end
        if (y[31:24] == 8'd0)  begin wf_fp_lzc32[3] = 1'b1; y = {y[23:0], 8'd0};  end
        if (y[31:28] == 4'd0)  begin wf_fp_lzc32[2] = 1'b1; y = {y[27:0], 4'd0};  end
        if (y[31:30] == 2'd0)  begin wf_fp_lzc32[1] = 1'b1; y = {y[29:0], 2'd0};  end
        if (!y[31])            wf_fp_lzc32[0] = 1'b1;
    end
endfunction

// Round to nearest even and pack.  sig = {24 significand bits, guard, sticky}; sig[25] weighs 2^(exponent-127).
// exponent >= 1; sig[25] == 0 only with exponent 1 (a subnormal or zero).  Overflow gives infinity.
function [31:0] wf_fp_round(input sign, input [9:0] exponent, input [25:0] sig);
    reg up;
    begin
        up = sig[1] && (sig[0] || sig[2]);
        wf_fp_round = {sign, {(sig[25] ? exponent[7:0] : 8'd0), sig[24:2]} + {30'd0, up}};   // a carry raises the exponent
        if (sig[25] && exponent >= 10'd255) wf_fp_round = {sign, 8'hff, 23'd0};
    end
endfunction

function wf_fp_is_nan(input [30:0] f);
    wf_fp_is_nan = &f[30:23] && |f[22:0];
endfunction

// Order of the bit patterns as numbers with -0 < +0; NaN unordered by the caller.
function wf_fp_below(input [31:0] f, input [31:0] g);
    wf_fp_below = f[31] != g[31] ? f[31] : f[31] ? g[30:0] < f[30:0] : f[30:0] < g[30:0];
endfunction

// Minimum or maximum: the number wins over NaN, two NaNs give the canonical one, -0 < +0.
function [31:0] wf_fp_select(input [31:0] f, input [31:0] g, input greatest);
    reg a_nan, b_nan;
    begin
        a_nan = wf_fp_is_nan(f[30:0]);
        b_nan = wf_fp_is_nan(g[30:0]);
        if (a_nan && b_nan) wf_fp_select = 32'h7fc00000;
        else wf_fp_select = a_nan || (!b_nan && (wf_fp_below(f, g) == greatest)) ? g : f;
    end
endfunction

// Comparison by opcode WF_OP_FEQ .. WF_OP_FGE; every one but FNE is false with a NaN.
function wf_fp_holds(input [7:0] relation, input [31:0] f, input [31:0] g);
    reg equal, below, unordered;
    begin
        unordered = wf_fp_is_nan(f[30:0]) || wf_fp_is_nan(g[30:0]);
        equal     = f == g || (f[30:0] == 31'd0 && g[30:0] == 31'd0);
        below     = wf_fp_below(f, g);
        case (relation)
            `WF_OP_FEQ: wf_fp_holds = !unordered && equal;
            `WF_OP_FNE: wf_fp_holds = unordered || !equal;
            `WF_OP_FLT: wf_fp_holds = !unordered && below && !equal;
            `WF_OP_FLE: wf_fp_holds = !unordered && (below || equal);
            `WF_OP_FGT: wf_fp_holds = !unordered && !below && !equal;
            default:    wf_fp_holds = !unordered && (!below || equal);   // FGE
        endcase
    end
endfunction
