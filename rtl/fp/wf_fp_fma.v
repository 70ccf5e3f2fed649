// SPDX-License-Identifier: Apache-2.0
// wf_fp_fma - add, subtract, multiply and fused multiply-add (rounded once) of binary32 or a narrower format, and with
//   binary32 the integer products, in one multiplier and one adder; with CONVERT also roundings to an integral float and
//   conversions between binary32, integers and binary16.  Round to nearest even, subnormals kept, one NaN.
//   Latency 5 enabled cycles, throughput 1/cycle.  No reset: `in_valid` only marks the slots with operands.
//   Page: docs/fp.md   Test: tb/fp/wf_fp_tb.v, tb/fp/wf_fp_format_tb.v
//
//   1 products of the 23 low bits in halves, and what the bits above them add; alignment distance
//   2 their sum put into the 63-bit window; addend shifted to its place in the window
//   3 add or subtract   4 leading zeros, shift left by fours   5 the rest of the shift, round
//
//   The window: normally the product fills bits 51..4 and the addend moves, at most 11 places above it.  When the
//   addend is further above, the product moves down MANT + 1 places instead (bits lost are kept as sticky).  The leading bit
//   of the addend is at 61 - shift, so bit 62 weighs addend exponent + 1 + shift, never below 2: no right shift after.
//
//   Conversions take b as the addend, with its unit (of binary16 the last place) at bit 30, and add what rounds it.  An
//   integer result is read from there; a float is what is left above the unit, normalised.  An integer operand has its
//   places 31 and below at 62 and below, and is normalised as a sum.
`default_nettype none
`include "wf_isa.vh"
`include "wf_fp.vh"

module wf_fp_fma #(
    parameter integer EXP  = 8,                      // bits of the exponent field, 3..8
    parameter integer MANT = 23,                     // bits of the fraction, 3..23: binary16 5 and 10, bfloat16 8 and 7
    parameter integer CONVERT = 0                    // 1, binary32 only: roundings and conversions of b too
) (
    input  wire        clk,
    input  wire        en,                   // low freezes every stage
    input  wire        in_valid /*verilator public_flat_rd*/,
    /* verilator lint_off UNUSEDSIGNAL */    // op[7:3] are the same in the first eight
    input  wire [7:0]  op,                   // WF_OP_ FADD FSUB FMUL FMA, of binary32 also MUL MULHU MULHS MAD; with
                                             // CONVERT also FLOOR CEIL TRUNC RNDNE F2I F2U I2F U2F F2H H2F
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [EXP+MANT:0] a /*verilator public_flat_rd*/,
    input  wire [EXP+MANT:0] b /*verilator public_flat_rd*/,
    input  wire [EXP+MANT:0] c /*verilator public_flat_rd*/,
    output reg  [EXP+MANT:0] result
);
    /*verilator no_inline_module*/           // with the public inputs: Verilator shares one copy of the code

    generate if (EXP < 3 || EXP > 8 || MANT < 3 || MANT > 23 ||
                  (CONVERT != 0 && (EXP != 8 || MANT != 23))) begin : g_check
        wf_fp_fma_parameters_out_of_range u_invalid ();
    end endgenerate

    localparam [0:0] INTEGERS = EXP == 8 && MANT == 23;
    // Places of the window below LOW hold nothing: shifts keep what leaves there as a sticky bit.
    localparam LOW = 46 - 2*MANT, DOWN = MANT + 1;
    localparam [0:0] CONVERTS = CONVERT != 0;
    localparam UNIT = CONVERTS ? 30 : LOW + 2;       // place of the unit in the window; without conversions any that there is
    // The three low bits of the opcode tell these eight apart; the others are not on the way to the multiplier.
    localparam [7:0] MUL  = `WF_OP_MUL,  MULHU = `WF_OP_MULHU, MULHS = `WF_OP_MULHS, MAD = `WF_OP_MAD,
                     FADD = `WF_OP_FADD, FSUB  = `WF_OP_FSUB,  FMUL  = `WF_OP_FMUL;

    // the digit in a name is its stage
    reg        valid1_q, integer1_q, high1_q, minus1_q, sign1_q, special1_q, nan1_q;
    reg [31:0] low_low1_q;                   // products of bits 22..0: low and low half,
    reg [23:0] cross1_q;                     // either low half with the other high one,
    reg [13:0] high_high1_q;                 // high and high half
    reg [40:0] above1_q;                     // in 2^23, added by bits 31..23 (integers), the hidden bit (floats) of a,
    reg [31:0] aside1_q;                     // ... of b
    reg        sum1_q;                       // the product is first1_q: the multiplier has no part in it
    reg [23:0] first1_q;                     // significand of the first operand; conversions: what is added to b
    reg        convert1_q, placed1_q;        // a conversion but those known at once; to float: no alignment
    reg        nearest1_q, away1_q;          // b is rounded to nearest even, away from zero; else cut
    reg        cut1_q;                       // the result has nothing below the unit
    reg [31:0] addend1_q;                    // significand, or integer
    reg [7:0]  exponent1_q;                  // of the addend, 1 for subnormals
    reg [9:0]  shift1_q;                     // signed; negative: the product moves down
    reg        convert2_q, cut2_q;
    reg        valid2_q, integer2_q, high2_q, minus2_q, sign2_q, special2_q, nan2_q;
    reg [63:LOW] product2_q, addend2_q;
    reg [9:0]  exponent2_q;                  // of bit 62, less 1
    reg        convert3_q;
    reg        valid3_q, integer3_q, high3_q, minus3_q, sign3_q, special3_q, nan3_q;
    reg [63:LOW] sum3_q;
    reg [15:0] limit3_q;                     // of the 16 groups of four bits from 62 down, the one where exponent 1 is
    reg [9:0]  exponent3_q;
    reg        valid4_q, integer4_q, sign4_q, special4_q, nan4_q;
    /* verilator lint_off UNUSEDSIGNAL */    // without integers the upper bits are 0
    reg [31:0] value4_q;                     // integer result, or 28 bits from 62 on before the last shift
    /* verilator lint_on UNUSEDSIGNAL */
    reg        below4_q;                     // one of those below is 1
    reg [9:0]  exponent4_q;                  // of bit 62 before the shift
    reg [5:0]  zeros4_q;

    // Temporaries: written and read inside the clocked block only, so that an idle stage costs nothing.
    reg        is_integer, is_sum, converts, sign, product_inf, product_zero, addend_inf, is_nan, known, tiny;
    reg [31:0] whole, value;                 // b of a conversion; what is known of the result
    reg [EXP+MANT:0] fb, fc;
    reg [8:0]  i, j;                         // bits 31..23 of integers
    reg [23:0] x, y;                         // significands; below the hidden bit, bits 22..0 of integers
    reg [31:0] word;
    reg [25:0] sig;
    reg [63:0] product, moved;
    reg [63:LOW] addend, ones, sum;
    reg        turned;
    /* verilator lint_off UNUSEDSIGNAL */
    reg        below_sum;                    // the place of the adder's carry in
    /* verilator lint_on UNUSEDSIGNAL */
    reg [9:0]  shift, exponent;
    reg [5:0]  zeros;
    reg [7:0]  limit;
    reg [28:0] last;

    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose
    always @(posedge clk) if (en) begin          // the last stage first: Verilator then needs no copies
        if (valid4_q) begin
            exponent = exponent4_q - {4'd0, zeros4_q};
            last     = {value4_q[27:0], below4_q} << zeros4_q[1:0];
            sig      = {last[28:4], |last[3:0]};
            if (integer4_q)      result <= value4_q[EXP+MANT:0];
            else if (special4_q) result <= nan4_q ? `WF_FP_NAN : `WF_FP_INF(sign4_q);
            else                 result <= `WF_FP_ROUND(sign4_q, exponent, sig);
        end

        if (valid3_q) begin
            moved           = {sum3_q, {LOW{1'b0}}};
            if (integer3_q) begin
                value4_q <= CONVERTS && convert3_q ? moved[61:30] : high3_q ? moved[63:32] : moved[31:0];
            end else begin
                // leading zeros from bit 62 on, at most down to exponent 1: bits of the shift from above, each when all that
                // it passes is 0 and the limit is not among it
                word        = moved[62:31];
                limit       = limit3_q[15:8];
                zeros[5]    = word == 32'd0 && limit == 8'd0;
                if (zeros[5]) begin word = {moved[30:0], 1'b0}; limit = limit3_q[7:0]; end
                zeros[4]    = word[31:16] == 16'd0 && limit[7:4] == 4'd0;
                if (zeros[4]) begin word[31:16] = word[15:0]; limit[7:4] = limit[3:0]; end
                zeros[3]    = word[31:24] == 8'd0 && limit[7:6] == 2'd0;
                if (zeros[3]) begin word[31:24] = word[23:16]; limit[7:6] = limit[5:4]; end
                zeros[2]    = word[31:28] == 4'd0 && !limit[7];
                if (zeros[2]) begin word[31:28] = word[27:24]; limit[7] = limit[6]; end
                zeros[1]    = word[31:30] == 2'd0 && (!limit[7] || exponent3_q[1]);
                zeros[0]    = !(zeros[1] ? word[29] : word[31]) && (!limit[7] || zeros[1] != exponent3_q[1] || exponent3_q[0]);
                moved       = (moved << {zeros[5:4], 4'd0}) << {zeros[3:2], 2'd0};    // as they come; the last two in stage 5
                value4_q    <= {4'd0, moved[62:35]};
                below4_q    <= |moved[34:0];
                exponent4_q <= exponent3_q + 10'd1;
                zeros4_q    <= zeros;
                sign4_q     <= sign3_q && (special3_q || !minus3_q || sum3_q[62:LOW] != {(63-LOW){1'b0}});   // x - x is +0
            end
            integer4_q <= integer3_q;
            special4_q <= special3_q;
            nan4_q     <= nan3_q;
        end

        if (valid2_q) begin
            // a - b is ~(b + ~a); the carry that b - a needs is known from their order
            turned   = !integer2_q && !(CONVERTS && convert2_q) && minus2_q && addend2_q >= product2_q;
            {sum, below_sum} = {product2_q, 1'b1} + {addend2_q ^ {(64-LOW){minus2_q}}, minus2_q && !turned};
            if (turned) begin
                sum3_q  <= ~sum;
                sign3_q <= special2_q ? sign2_q : !sign2_q;    // the addend's sign
            end else begin
                sum3_q  <= sum;
                sign3_q <= sign2_q;
            end
            if (CONVERTS && cut2_q) sum3_q[UNIT-1:LOW] <= {(UNIT-LOW){1'b0}};
            limit3_q    <= exponent2_q[9:6] != 4'd0 ? 16'd0 : 16'h8000 >> exponent2_q[5:2];
            exponent3_q <= exponent2_q;
            integer3_q  <= integer2_q;
            convert3_q  <= convert2_q;
            high3_q     <= high2_q;
            minus3_q    <= minus2_q;
            special3_q  <= special2_q;
            nan3_q      <= nan2_q;
        end

        if (valid1_q) begin
            product = {18'd0, high_high1_q, low_low1_q} + {24'd0, cross1_q, 16'd0} + {above1_q, 23'd0} + {9'd0, aside1_q, 23'd0};
            if (sum1_q) product = {17'd0, first1_q, 23'd0};
            if (integer1_q && !(CONVERTS && convert1_q)) begin
                moved      = high1_q ? {addend1_q, 32'd0} : {32'd0, addend1_q};
                product2_q <= product[63:LOW];
                addend2_q  <= moved[63:LOW];
            end else begin
                shift       = shift1_q;
                product2_q <= {12'd0, product[47:LOW], 4'd0};
                if (shift1_q[9] && !(CONVERTS && convert1_q)) begin
                    shift       = shift1_q + DOWN[9:0];
                    if (shift[9]) shift = 10'd0;
                    product2_q <= {12'd0, {DOWN{1'b0}}, product[47:44-MANT], |product[43-MANT:0]};
                end
                addend      = {2'd0, addend1_q[23:23-MANT], {(MANT+15){1'b0}}};
                ones        = {(2*MANT+18){1'b1}} << (shift > 10'd63 ? 6'd63 : shift[5:0]);
                addend      = (addend >> (shift > 10'd63 ? 6'd63 : shift[5:0])) | {{(2*MANT+17){1'b0}}, |(addend & ~ones)};
                if (CONVERTS && convert1_q) begin
                    // To nearest even adds a half, less the last place when the unit's bit is 0; away from zero adds all
                    // below the unit.
                    moved   = {addend, {LOW{1'b0}}};
                    product2_q[UNIT-1:LOW] <= nearest1_q ? {moved[30], {(UNIT-LOW-1){!moved[30]}}} : {(UNIT-LOW){away1_q}};
                    if (placed1_q) begin
                        moved  = {1'b0, addend1_q, 31'd0};
                        addend = moved[63:LOW];
                    end
                end
                addend2_q  <= addend;
                exponent2_q <= {2'd0, exponent1_q} + shift;
            end
            integer2_q <= integer1_q;
            convert2_q <= convert1_q;
            cut2_q     <= cut1_q;
            high2_q    <= high1_q;
            minus2_q   <= minus1_q;
            sign2_q    <= sign1_q;
            special2_q <= special1_q;
            nan2_q     <= nan1_q;
        end

        if (in_valid) begin
            // FADD and FSUB are a * 1 + b, FMUL is a * b - 0 or + 0 with the sign of the product.
            // No operand of a multiplier waits for the opcode: it only chooses what the upper bits add, and stage 2
            // passes over the product of a sum.
            converts   = CONVERTS && op[7:3] != MUL[7:3];
            is_integer = INTEGERS && (op[2:0] == MUL[2:0] || op[2:0] == MULHU[2:0] || op[2:0] == MULHS[2:0] || op[2:0] == MAD[2:0]);
            is_sum     = op[2:0] == FADD[2:0] || op[2:0] == FSUB[2:0] || converts;
            fb         = is_sum ? {2'd0, {(EXP-1){1'b1}}, {MANT{1'b0}}} : b;        // or 1
            fc         = is_sum ? {`WF_FP_SIGN(b) ^ (op[2:0] == FSUB[2:0]), b[EXP+MANT-1:0]} :
                         op[2:0] == FMUL[2:0] ? {`WF_FP_SIGN(a) ^ `WF_FP_SIGN(b), {(EXP+MANT){1'b0}}} : c;
            i            = {{(8-EXP){1'b0}}, a[EXP+MANT:MANT]};
            j            = {{(8-EXP){1'b0}}, b[EXP+MANT:MANT]};
            x            = `WF_FP_SIGNIFICAND(a);
            y            = `WF_FP_SIGNIFICAND(b);
            low_low1_q   <= {16'd0, x[15:0]} * {16'd0, y[15:0]};
            cross1_q     <= {17'd0, x[22:16]} * {8'd0, y[15:0]} + {8'd0, x[15:0]} * {17'd0, y[22:16]};
            high_high1_q <= {7'd0, x[22:16]} * {7'd0, y[22:16]};
            above1_q     <= is_integer ? {32'd0, i} * {9'd0, j, y[22:0]} : {17'd0, x[23] ? y : 24'd0};
            aside1_q     <= is_integer ? {23'd0, j} * {9'd0, x[22:0]} : {9'd0, y[23] ? x[22:0] : 23'd0};
            integer1_q   <= is_integer;
            sum1_q       <= is_sum;
            first1_q     <= x;
            high1_q      <= op[2:0] == MULHU[2:0] || op[2:0] == MULHS[2:0];
            convert1_q   <= 1'b0;
            placed1_q    <= 1'b0;
            nearest1_q   <= 1'b0;
            away1_q      <= 1'b0;
            cut1_q       <= 1'b0;
            if (is_integer && !converts) begin
                // The signed high word is the unsigned one, less each operand whose partner is negative.
                minus1_q   <= op[2:0] == MULHS[2:0];
                addend1_q  <= op[2:0] == MAD[2:0] ? {{(31-EXP-MANT){1'b0}}, c} : (i[8] ? {j, y[22:0]} : 32'd0) + (j[8] ? {i, x[22:0]} : 32'd0);
                if (op[2:0] == MUL[2:0] || op[2:0] == MULHU[2:0]) addend1_q <= 32'd0;
                special1_q <= 1'b0;
            end else begin
                sign         = `WF_FP_SIGN(a) ^ `WF_FP_SIGN(fb);
                product_inf  = `WF_FP_INF_NAN(a) || `WF_FP_INF_NAN(fb);
                product_zero = `WF_FP_IS_ZERO(a) || `WF_FP_IS_ZERO(fb);
                addend_inf   = `WF_FP_INF_NAN(fc);
                minus1_q    <= sign != `WF_FP_SIGN(fc);
                addend1_q   <= {8'd0, `WF_FP_SIGNIFICAND(fc)};
                exponent1_q <= `WF_FP_EXPONENT(fc);
                shift1_q    <= product_zero ? 10'h200
                             : {2'd0, `WF_FP_EXPONENT(a)} + {2'd0, `WF_FP_EXPONENT(fb)}
                             - {2'd0, `WF_FP_EXPONENT(fc)} - (`WF_FP_BIAS - 10'd11);
                sign1_q     <= sign;
                special1_q  <= product_inf || addend_inf;
                nan1_q      <= `WF_FP_IS_NAN(a) || `WF_FP_IS_NAN(fb) || `WF_FP_IS_NAN(fc)
                            || (product_inf && (product_zero || (addend_inf && sign != `WF_FP_SIGN(fc))));
                if (!product_inf && addend_inf) sign1_q <= `WF_FP_SIGN(fc);
            end
            if (converts) begin
                // b alone.  What is known at once goes the way of an integer.
                whole       = {{(31-EXP-MANT){1'b0}}, b};
                tiny        = whole[30:23] < 8'd113;               // below the normal numbers of binary16
                is_nan      = `WF_FP_IS_NAN(b);
                known       = 1'b0;
                value       = 32'd0;
                sign        = whole[31];
                integer1_q <= 1'b1;
                high1_q    <= 1'b1;
                minus1_q   <= 1'b0;
                special1_q <= 1'b0;
                first1_q   <= 24'd0;
                shift1_q   <= 10'd158 - {2'd0, `WF_FP_EXPONENT(b)};
                case (op)
                    `WF_OP_F2I, `WF_OP_F2U: begin
                        minus1_q   <= sign;                        // the least integer, and 0, are their own opposite
                        away1_q    <= sign;                        // all below the unit, less b: the same as less b cut
                        known       = is_nan || whole[30:23] < 8'd127 || whole[30:23] >= (op == `WF_OP_F2I ? 8'd158 : 8'd159)
                                      || (sign && op == `WF_OP_F2U);
                        if (!is_nan && whole[30:23] >= 8'd127)
                            value   = op == `WF_OP_F2I ? {sign, {31{!sign}}} : {32{!sign}};
                    end
                    `WF_OP_I2F, `WF_OP_U2F: begin
                        integer1_q <= 1'b0;
                        placed1_q  <= 1'b1;
                        sign        = whole[31] && op == `WF_OP_I2F;
                        minus1_q   <= sign;
                        value       = whole;
                        shift1_q   <= 10'd157 - {2'd0, `WF_FP_EXPONENT(b)};
                    end
                    `WF_OP_H2F: begin
                        known       = &whole[14:10];
                        integer1_q <= known;
                        placed1_q  <= 1'b1;
                        sign        = whole[15];
                        value       = known ? (whole[9:0] != 10'd0 ? 32'h7fc00000 : {sign, 8'hff, 23'd0})
                                    : whole[14:10] == 5'd0 ? {whole[9:0], 22'd0} : {1'b1, whole[9:0], 21'd0};
                        shift1_q   <= 10'd111 + {5'd0, whole[14:10]} - {2'd0, `WF_FP_EXPONENT(b)};
                    end
                    `WF_OP_F2H: begin
                        nearest1_q <= 1'b1;
                        known       = is_nan || whole[30:23] >= 8'd143;
                        value       = is_nan ? 32'h00007e00 : {16'd0, sign, 15'h7c00};
                        // sign and exponent of the half; its hidden bit adds 1 to that
                        if (!known) first1_q <= {5'd0, sign, tiny ? 5'd0 : whole[27:23] - 5'd17, 13'd0};
                        shift1_q   <= tiny ? 10'd134 - {2'd0, `WF_FP_EXPONENT(b)} : 10'd21;
                    end
                    default: begin                                 // FLOOR, CEIL, TRUNC, RNDNE
                        known       = whole[30:23] >= 8'd150;
                        value       = is_nan ? 32'h7fc00000 : whole;
                        integer1_q <= known;
                        cut1_q     <= 1'b1;
                        nearest1_q <= op == `WF_OP_RNDNE;
                        away1_q    <= sign ? op == `WF_OP_FLOOR : op == `WF_OP_CEIL;
                    end
                endcase
                convert1_q <= !known;
                sign1_q    <= sign;
                if (known || op == `WF_OP_I2F || op == `WF_OP_U2F || op == `WF_OP_H2F) addend1_q <= value;
            end
        end

        valid4_q <= valid3_q;
        valid3_q <= valid2_q;
        valid2_q <= valid1_q;
        valid1_q <= in_valid;
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
