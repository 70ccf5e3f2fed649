// SPDX-License-Identifier: Apache-2.0
// wf_fp_add - adder and subtractor of binary32 or a narrower format, round to nearest even, subnormals kept, one NaN.
//   Latency 3 enabled cycles, throughput 1/cycle.  No reset: `in_valid` only marks the slots with operands.
//   Page: docs/fp.md   Test: tb/fp/wf_fp_tb.v, tb/fp/wf_fp_format_tb.v
//
//   1 order: larger magnitude first, exponent difference
//   2 align with a sticky bit, add or subtract, count leading zeros
//   3 near (a difference of exponents 0 or 1 places apart) with a leading zero: shift left, so exact   |   else: one place,
//     then round
`default_nettype none
`include "wf_fp.vh"

module wf_fp_add #(
    parameter integer EXP  = 8,                      // bits of the exponent field, 3..8
    parameter integer MANT = 23                      // bits of the fraction, 3..23: binary16 5 and 10, bfloat16 8 and 7
) (
    input  wire        clk,
    input  wire        en,                   // low freezes every stage
    input  wire        in_valid /*verilator public_flat_rd*/,
    input  wire [EXP+MANT:0] a /*verilator public_flat_rd*/,
    input  wire [EXP+MANT:0] b /*verilator public_flat_rd*/,
    input  wire        subtract,             // a - b
    output reg  [EXP+MANT:0] result
);
    /*verilator no_inline_module*/           // with the public inputs: Verilator shares one copy of the code

    generate if (EXP < 3 || EXP > 8 || MANT < 3 || MANT > 23) begin : g_check
        wf_fp_add_parameters_out_of_range u_invalid ();
    end endgenerate

    // Places below LOW hold nothing: shifts keep what leaves there as a sticky bit.
    localparam LOW = 23 - MANT;

    // the digit in a name is its stage
    reg        valid1_q, sign1_q, minus1_q, near1_q, special1_q, nan1_q;
    reg [7:0]  exponent1_q;                  // of the larger operand, 1 for subnormals
    reg [3:0]  shift1_q;                     // by pairs of places; 13 and above: only the sticky bit is left
    reg [23:LOW] major1_q;
    reg [24:LOW] minor1_q;                    // a place below: the odd one of the difference is done, so near is aligned
    reg        valid2_q, sign2_q, special2_q, nan2_q;
    reg        exact2_q;                     // near, with leading zeros
    reg        least2_q;                     // the exponent is 1
    reg [7:0]  exponent2_q, less2_q;         // less: by one
    reg [8:0]  more2_q;                      // by one
    reg [4:0]  shift2_q;
    reg [27:LOW] sum2_q;                     // {carry, 24 bits, 3 bits below}

    // Temporaries: written and read inside the clocked block only, so that an idle stage costs nothing.
    reg [EXP+MANT:0] major, minor;
    reg [31:0] word;
    reg [7:0]  major_exponent, minor_exponent, difference, limit;
    /* verilator lint_off UNUSEDSIGNAL */    // a narrower field leaves its upper bits
    reg [7:0]  near_exponent;
    reg        below;                        // the place of the adder's carry in
    /* verilator lint_on UNUSEDSIGNAL */
    reg [26:LOW] aligned, lost;
    reg [4:0]  zeros;
    reg [27:LOW] total;
    reg [27:0] sum;
    reg [25:0] sig;
    reg [9:0]  exponent;

    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose
    always @(posedge clk) if (en) begin          // the last stage first: Verilator then needs no copies
        if (valid2_q) begin
            sum = {sum2_q, {LOW{1'b0}}};
            if (special2_q) begin
                result <= nan2_q ? `WF_FP_NAN : `WF_FP_INF(sign2_q);
            end else if (exact2_q) begin
                sum           = sum << shift2_q;
                near_exponent = exponent2_q - {3'd0, shift2_q};
                result        <= {sign2_q, sum[26] ? near_exponent[EXP-1:0] : {EXP{1'b0}}, sum[25:26-MANT]};
            end else begin
                if (sum[27]) begin
                    exponent = {1'b0, more2_q};
                    sig      = {sum[27:3], |sum[2:0]};
                end else if (sum[26] || least2_q) begin
                    exponent = {2'd0, exponent2_q};
                    sig      = {sum[26:2], |sum[1:0]};
                end else begin
                    exponent = {2'd0, less2_q};
                    sig      = {sum[25:1], sum[0]};
                end
                result <= `WF_FP_ROUND(sign2_q, exponent, sig);
            end
        end

        if (valid1_q) begin
            aligned  = {minor1_q, 2'b00} >> {shift1_q, 1'b0};
            lost     = {minor1_q, 2'b00} & ~({(MANT+4){1'b1}} << {shift1_q, 1'b0});
            aligned[LOW] = aligned[LOW] || |lost;
            {total, below} = {1'b0, major1_q, 3'b000, 1'b1} + {{1'b0, aligned} ^ {(28-LOW){minus1_q}}, minus1_q};
            limit    = exponent1_q - 8'd1;
            word     = {total[26:LOW+2], {LOW{1'b0}}, 7'd0} | 32'h80000000 >> limit;      // the count of zeros stops at exponent 1
            exact2_q <= near1_q && !word[31];              // otherwise its last bit is rounded, as a far sum's
            `WF_FP_LZC32(zeros, word)
            shift2_q <= zeros;
            sum2_q   <= total;
            sign2_q  <= sign1_q && !(near1_q && total[26:LOW] == {(27-LOW){1'b0}});   // x - x is +0
            exponent2_q <= exponent1_q;
            less2_q     <= exponent1_q - 8'd1;
            more2_q     <= {1'b0, exponent1_q} + 9'd1;
            least2_q    <= exponent1_q == 8'd1;
            special2_q  <= special1_q;
            nan2_q      <= nan1_q;
        end

        if (in_valid) begin
            if (a[EXP+MANT-1:0] < b[EXP+MANT-1:0]) begin
                major = {b[EXP+MANT] ^ subtract, b[EXP+MANT-1:0]};
                minor = a;
            end else begin
                major = a;
                minor = {b[EXP+MANT] ^ subtract, b[EXP+MANT-1:0]};
            end
            major_exponent = `WF_FP_EXPONENT(major);
            minor_exponent = `WF_FP_EXPONENT(minor);
            difference     = major_exponent - minor_exponent;
            sign1_q     <= `WF_FP_SIGN(major);
            minus1_q    <= `WF_FP_SIGN(major) != `WF_FP_SIGN(minor);
            near1_q     <= `WF_FP_SIGN(major) != `WF_FP_SIGN(minor) && difference[7:1] == 7'd0;
            exponent1_q <= major_exponent;
            shift1_q    <= difference[4:1] | {4{|difference[7:5]}};
            major1_q    <= {`WF_FP_NORMAL(major), major[MANT-1:0]};
            minor1_q    <= difference[0] ? {1'b0, `WF_FP_NORMAL(minor), minor[MANT-1:0]}
                                         : {`WF_FP_NORMAL(minor), minor[MANT-1:0], 1'b0};
            special1_q  <= `WF_FP_INF_NAN(major);
            nan1_q      <= |major[MANT-1:0] || (`WF_FP_INF_NAN(minor) && `WF_FP_SIGN(major) != `WF_FP_SIGN(minor));
        end

        valid2_q <= valid1_q;
        valid1_q <= in_valid;
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
