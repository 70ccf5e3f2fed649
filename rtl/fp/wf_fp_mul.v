// SPDX-License-Identifier: Apache-2.0
// wf_fp_mul - binary32 multiplier, round to nearest even, subnormals kept, NaN results 0x7fc00000; also the low word of
//   an integer product through the same multiplier.
//   Latency 3 enabled cycles, throughput 1/cycle.  No reset: `in_valid` only marks the slots with operands.
//   Page: docs/fp.md   Test: tb/fp/wf_fp_tb.v
//
//   1 products of the 23 low bits in halves, what the bits above them add, exponent, leading zeros of subnormals
//   2 their sum; a product below the normal range is moved down 32 places, lost bits kept as sticky
//   3 shift left into place, round
`default_nettype none
`include "wf_fp.vh"

module wf_fp_mul (
    input  wire        clk,
    input  wire        en,                   // low freezes every stage
    input  wire        in_valid /*verilator public_flat_rd*/,
    input  wire [31:0] a /*verilator public_flat_rd*/,
    input  wire [31:0] b /*verilator public_flat_rd*/,
    input  wire        is_integer,           // low 32 bits of the integer product
    output reg  [31:0] result
);
    /*verilator no_inline_module*/           // with the public inputs: Verilator shares one copy of the code

    // the digit in a name is its stage
    reg        valid1_q, integer1_q, sign1_q, special1_q, nan1_q;
    reg [9:0]  exponent1_q;                  // signed: biased exponent of product bit 46
    reg [4:0]  zeros1_q;                     // leading zeros of the operands together
    reg [31:0] low1_q;                       // products of bits 22..0: low and low half,
    reg [23:0] cross1_q;                     // either low half with the other high one,
    reg [13:0] high1_q;                      // high and high half
    reg [24:0] above1_q;                     // added by the hidden bits (floats), bits 31..23 (integers): in 2^23
    reg        valid2_q, integer2_q, sign2_q, special2_q, nan2_q;
    reg [9:0]  exponent2_q;                  // of bit 62 after the shift
    reg [5:0]  shift2_q;
    reg [62:0] product2_q;

    // Temporaries: written and read inside the clocked block only, so that an idle stage costs nothing.
    reg        a_normal, b_normal, more;
    reg [8:0]  upper;                        // of the low word
    reg [31:0] word;
    reg [4:0]  zeros;
    reg [47:0] product;
    reg [9:0]  places, exponent;
    reg [62:0] shifted;
    reg [25:0] sig;

    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose
    always @(posedge clk) if (en) begin
        valid1_q <= in_valid;
        valid2_q <= valid1_q;

        if (in_valid) begin
            a_normal = a[30:23] != 8'd0;
            b_normal = b[30:23] != 8'd0;
            low1_q      <= {16'd0, a[15:0]} * {16'd0, b[15:0]};
            cross1_q    <= {17'd0, a[22:16]} * {8'd0, b[15:0]} + {8'd0, a[15:0]} * {17'd0, b[22:16]};
            high1_q     <= {7'd0, a[22:16]} * {7'd0, b[22:16]};
            upper       = a[31:23] * b[8:0] + b[31:23] * a[8:0];
            if (is_integer) above1_q <= {16'd0, upper};
            else            above1_q <= {1'b0, a_normal ? {b_normal, b[22:0]} : 24'd0} +
                                        {2'd0, b_normal ? a[22:0] : 23'd0};
            integer1_q  <= is_integer;
            sign1_q     <= a[31] ^ b[31];
            special1_q  <= &a[30:23] || &b[30:23];
            nan1_q      <= `WF_FP_IS_NAN(a) || `WF_FP_IS_NAN(b) || `WF_FP_IS_ZERO(a) || `WF_FP_IS_ZERO(b);
            exponent1_q <= {2'd0, `WF_FP_EXPONENT(a)} + {2'd0, `WF_FP_EXPONENT(b)} - 10'd127;
            word        = {a_normal ? {b_normal, b[22:0]} : {1'b0, a[22:0]}, 8'd0};
            `WF_FP_LZC32(zeros, word)
            zeros1_q    <= zeros;
        end

        if (valid1_q) begin
            product = {2'd0, high1_q, low1_q} + {8'd0, cross1_q, 16'd0} + {above1_q, 23'd0};
            if (integer1_q) begin
                product2_q  <= {31'd0, product[31:0]};
            end else if (exponent1_q[9]) begin
                places      = exponent1_q + 10'd32;
                product2_q  <= {32'd0, product[47:18], |product[17:0]};
                shift2_q    <= places[9] ? 6'd0 : places[5:0];
                exponent2_q <= 10'd1;
            end else begin
                places      = exponent1_q < {5'd0, zeros1_q} ? exponent1_q : {5'd0, zeros1_q};
                product2_q  <= {product, 15'd0};
                shift2_q    <= places[5:0];
                exponent2_q <= exponent1_q + 10'd1 - places;
            end
            integer2_q <= integer1_q;
            sign2_q    <= sign1_q;
            special2_q <= special1_q;
            nan2_q     <= nan1_q;
        end

        if (valid2_q) begin
            shifted  = product2_q << shift2_q;
            more     = !shifted[62] && exponent2_q != 10'd1;   // a product of normalised significands is in [1, 4)
            exponent = exponent2_q - {9'd0, more};
            sig      = more ? {shifted[61:37], |shifted[36:0]} : {shifted[62:38], |shifted[37:0]};
            if (integer2_q)      result <= product2_q[31:0];
            else if (special2_q) result <= nan2_q ? `WF_FP_NAN : {sign2_q, 8'hff, 23'd0};
            else                 result <= `WF_FP_ROUND(sign2_q, exponent, sig);
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
