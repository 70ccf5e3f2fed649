// SPDX-License-Identifier: Apache-2.0
// wf_fp_mul - multiplier of binary32 or a narrower format, round to nearest even, subnormals kept, one NaN; of binary32
//   also the low word of an integer product through the same multiplier.
//   Latency 3 enabled cycles, throughput 1/cycle.  No reset: `in_valid` only marks the slots with operands.
//   Page: docs/fp.md   Test: tb/fp/wf_fp_tb.v, tb/fp/wf_fp_format_tb.v
//
//   1 products of the 23 low bits in halves, what the bits above them add, exponent, leading zeros of subnormals
//   2 their sum; a product below the normal range is moved down 9 places more than MANT, lost bits kept as sticky
//   3 shift left into place, round
`default_nettype none
`include "wf_fp.vh"

module wf_fp_mul #(
    parameter integer EXP  = 8,                      // bits of the exponent field, 3..8
    parameter integer MANT = 23                      // bits of the fraction, 3..23: binary16 5 and 10, bfloat16 8 and 7
) (
    input  wire        clk,
    input  wire        en,                   // low freezes every stage
    input  wire        in_valid /*verilator public_flat_rd*/,
    input  wire [EXP+MANT:0] a /*verilator public_flat_rd*/,
    input  wire [EXP+MANT:0] b /*verilator public_flat_rd*/,
    input  wire        is_integer,           // low 32 bits of the integer product; 0 in other formats than binary32
    output reg  [EXP+MANT:0] result
);
    /*verilator no_inline_module*/           // with the public inputs: Verilator shares one copy of the code

    generate if (EXP < 3 || EXP > 8 || MANT < 3 || MANT > 23) begin : g_check
        wf_fp_mul_parameters_out_of_range u_invalid ();
    end endgenerate

    localparam [0:0] INTEGERS = EXP == 8 && MANT == 23;
    // Places below LOW hold nothing: the shift down keeps what leaves there as a sticky bit.
    localparam LOW = 46 - 2*MANT, DOWN = MANT + 9;

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
    reg [62:LOW] product2_q;

    // Temporaries: written and read inside the clocked block only, so that an idle stage costs nothing.
    reg        a_normal, b_normal, more;
    reg [8:0]  i, j;                         // bits 31..23 of integers
    reg [22:0] x, y;                         // fractions; bits 22..0 of integers
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
            a_normal = `WF_FP_NORMAL(a);
            b_normal = `WF_FP_NORMAL(b);
            i        = {{(8-EXP){1'b0}}, a[EXP+MANT:MANT]};
            j        = {{(8-EXP){1'b0}}, b[EXP+MANT:MANT]};
            x        = `WF_FP_FRACTION(a);
            y        = `WF_FP_FRACTION(b);
            low1_q      <= {16'd0, x[15:0]} * {16'd0, y[15:0]};
            cross1_q    <= {17'd0, x[22:16]} * {8'd0, y[15:0]} + {8'd0, x[15:0]} * {17'd0, y[22:16]};
            high1_q     <= {7'd0, x[22:16]} * {7'd0, y[22:16]};
            upper       = i * y[8:0] + j * x[8:0];
            if (INTEGERS && is_integer) above1_q <= {16'd0, upper};
            else above1_q <= {1'b0, a_normal ? {b_normal, y} : 24'd0} + {2'd0, b_normal ? x : 23'd0};
            integer1_q  <= INTEGERS && is_integer;
            sign1_q     <= `WF_FP_SIGN(a) ^ `WF_FP_SIGN(b);
            special1_q  <= `WF_FP_INF_NAN(a) || `WF_FP_INF_NAN(b);
            nan1_q      <= `WF_FP_IS_NAN(a) || `WF_FP_IS_NAN(b) || `WF_FP_IS_ZERO(a) || `WF_FP_IS_ZERO(b);
            exponent1_q <= {2'd0, `WF_FP_EXPONENT(a)} + {2'd0, `WF_FP_EXPONENT(b)} - `WF_FP_BIAS;
            word        = {a_normal ? {b_normal, y} : {1'b0, x}, 8'd0};
            `WF_FP_LZC32(zeros, word)
            zeros1_q    <= zeros;
        end

        if (valid1_q) begin
            product = {2'd0, high1_q, low1_q} + {8'd0, cross1_q, 16'd0} + {above1_q, 23'd0};
            if (integer1_q) begin
                shifted     = {31'd0, product[31:0]};
                product2_q  <= shifted[62:LOW];
            end else if (exponent1_q[9]) begin
                places      = exponent1_q + DOWN[9:0];
                shifted     = {product, 15'd0};
                product2_q  <= {{DOWN{1'b0}}, shifted[62:DOWN+LOW+1], |shifted[DOWN+LOW:0]};
                shift2_q    <= places[9] ? 6'd0 : places[5:0];
                exponent2_q <= 10'd1;
            end else begin
                places      = exponent1_q < {5'd0, zeros1_q} ? exponent1_q : {5'd0, zeros1_q};
                product2_q  <= {product[47:LOW], 15'd0};
                shift2_q    <= places[5:0];
                exponent2_q <= exponent1_q + 10'd1 - places;
            end
            integer2_q <= integer1_q;
            sign2_q    <= sign1_q;
            special2_q <= special1_q;
            nan2_q     <= nan1_q;
        end

        if (valid2_q) begin
            shifted  = {product2_q, {LOW{1'b0}}} << shift2_q;
            more     = !shifted[62] && exponent2_q != 10'd1;   // a product of normalised significands is in [1, 4)
            exponent = exponent2_q - {9'd0, more};
            sig      = more ? {shifted[61:37], |shifted[36:0]} : {shifted[62:38], |shifted[37:0]};
            if (integer2_q)      result <= product2_q[LOW+EXP+MANT:LOW];
            else if (special2_q) result <= nan2_q ? `WF_FP_NAN : `WF_FP_INF(sign2_q);
            else                 result <= `WF_FP_ROUND(sign2_q, exponent, sig);
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
