// SPDX-License-Identifier: Apache-2.0
// wf_fp_add - binary32 adder and subtractor, round to nearest even, subnormals kept, NaN results 0x7fc00000.
//   Latency 3 enabled cycles, throughput 1/cycle.  No reset: `in_valid` only marks the slots with operands.
//   Page: docs/fp.md   Test: tb/fp/wf_fp_tb.v
//
//   1 order: larger magnitude first, exponent difference
//   2 far path: align, add   |   near path (subtract, difference 0 or 1): subtract, count leading zeros
//   3 far path, or near without a leading zero: one place, then round   |   near path otherwise: shift left, so exact
`default_nettype none
`include "wf_fp.vh"

module wf_fp_add (
    input  wire        clk,
    input  wire        en,                   // low freezes every stage
    input  wire        in_valid /*verilator public_flat_rd*/,
    input  wire [31:0] a /*verilator public_flat_rd*/,
    input  wire [31:0] b /*verilator public_flat_rd*/,
    input  wire        subtract,             // a - b
    output reg  [31:0] result
);
    /*verilator no_inline_module*/           // with the public inputs: Verilator shares one copy of the code

    // the digit in a name is its stage
    reg        valid1_q, sign1_q, minus1_q, near1_q, special1_q, nan1_q;
    reg [7:0]  exponent1_q;                  // of the larger operand, 1 for subnormals
    reg [3:0]  shift1_q;                     // by pairs of places; 13 and above: only the sticky bit is left
    reg [23:0] major1_q;
    reg [24:0] minor1_q;                     // a place below: the odd one of the difference is done, so near is aligned
    reg        valid2_q, sign2_q, special2_q, nan2_q;
    reg        exact2_q;                     // near, with leading zeros
    reg        least2_q;                     // the exponent is 1
    reg [7:0]  exponent2_q, less2_q;         // less: by one
    reg [8:0]  more2_q;                      // by one
    reg [4:0]  shift2_q;
    reg [27:0] sum2_q;                       // {carry, 24 bits, 3 bits below}

    // Temporaries: written and read inside the clocked block only, so that an idle stage costs nothing.
    reg [31:0] major, minor, word;
    reg [7:0]  major_exponent, minor_exponent, difference, limit, near_exponent;
    reg [26:0] aligned, lost;
    reg [24:0] apart;
    reg [4:0]  zeros;
    reg [27:0] sum;
    reg [25:0] sig;
    reg [9:0]  exponent;

    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose
    always @(posedge clk) if (en) begin          // the last stage first: Verilator then needs no copies
        if (valid2_q) begin
            if (special2_q) begin
                result <= nan2_q ? `WF_FP_NAN : {sign2_q, 8'hff, 23'd0};
            end else if (exact2_q) begin
                sum           = sum2_q << shift2_q;
                near_exponent = exponent2_q - {3'd0, shift2_q};
                result        <= {sign2_q, sum[26] ? near_exponent : 8'd0, sum[25:3]};
            end else begin
                if (sum2_q[27]) begin
                    exponent = {1'b0, more2_q};
                    sig      = {sum2_q[27:3], |sum2_q[2:0]};
                end else if (sum2_q[26] || least2_q) begin
                    exponent = {2'd0, exponent2_q};
                    sig      = {sum2_q[26:2], |sum2_q[1:0]};
                end else begin
                    exponent = {2'd0, less2_q};
                    sig      = {sum2_q[25:1], sum2_q[0]};
                end
                result <= `WF_FP_ROUND(sign2_q, exponent, sig);
            end
        end

        if (valid1_q) begin
            if (near1_q) begin
                apart    = {major1_q, 1'b0} - minor1_q;
                limit    = exponent1_q - 8'd1;
                word     = {apart, 7'd0} | 32'h80000000 >> limit;      // the count of zeros stops at exponent 1
                exact2_q <= !word[31];                         // otherwise its last bit is rounded, as a far sum's
                `WF_FP_LZC32(zeros, word)
                shift2_q <= zeros;
                sum      = {1'b0, apart, 2'b00};
                sign2_q  <= sign1_q && apart != 25'd0;         // x - x is +0
            end else begin
                aligned  = {minor1_q, 2'b00} >> {shift1_q, 1'b0};
                lost     = {minor1_q, 2'b00} & ~(27'h7ffffff << {shift1_q, 1'b0});
                aligned[0] = aligned[0] || |lost;
                sum      = minus1_q ? {1'b0, major1_q, 3'b000} - {1'b0, aligned} :
                           {1'b0, major1_q, 3'b000} + {1'b0, aligned};
                exact2_q <= 1'b0;
                sign2_q  <= sign1_q;
            end
            sum2_q      <= sum;
            exponent2_q <= exponent1_q;
            less2_q     <= exponent1_q - 8'd1;
            more2_q     <= {1'b0, exponent1_q} + 9'd1;
            least2_q    <= exponent1_q == 8'd1;
            special2_q  <= special1_q;
            nan2_q      <= nan1_q;
        end

        if (in_valid) begin
            if (a[30:0] < b[30:0]) begin
                major = {b[31] ^ subtract, b[30:0]};
                minor = a;
            end else begin
                major = a;
                minor = {b[31] ^ subtract, b[30:0]};
            end
            major_exponent = `WF_FP_EXPONENT(major);
            minor_exponent = `WF_FP_EXPONENT(minor);
            difference     = major_exponent - minor_exponent;
            sign1_q     <= major[31];
            minus1_q    <= major[31] != minor[31];
            near1_q     <= major[31] != minor[31] && difference[7:1] == 7'd0;
            exponent1_q <= major_exponent;
            shift1_q    <= difference[4:1] | {4{|difference[7:5]}};
            major1_q    <= `WF_FP_SIGNIFICAND(major);
            minor1_q    <= difference[0] ? {1'b0, `WF_FP_SIGNIFICAND(minor)} : {`WF_FP_SIGNIFICAND(minor), 1'b0};
            special1_q  <= &major[30:23];
            nan1_q      <= major[22:0] != 23'd0 || (&minor[30:23] && major[31] != minor[31]);
        end

        valid2_q <= valid1_q;
        valid1_q <= in_valid;
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
