// SPDX-License-Identifier: Apache-2.0
// wf_fp_convert - roundings to an integral float and conversions between binary32, integers and binary16.
//   Latency 3 enabled cycles, throughput 1/cycle.  No reset: `in_valid` only marks the slots with operands.
//   Page: docs/fp.md   Test: tb/fp/wf_fp_tb.v
//
//   1 unpack, distance to the unit bit, results known at once
//   2 cut below the unit bit and choose the increment   |   (to float) leading zeros, shift left
//   3 add the increment                                 |   (to float) round
`default_nettype none
`include "wf_isa.vh"
`include "wf_fp.vh"

module wf_fp_convert (
    input  wire        clk,
    input  wire        en,                   // low freezes every stage
    input  wire        in_valid /*verilator public_flat_rd*/,
    input  wire [7:0]  op,                   // WF_OP_ FLOOR CEIL TRUNC RNDNE F2I F2U I2F U2F F2H H2F
    input  wire [31:0] b /*verilator public_flat_rd*/,
    output reg  [31:0] result
);
    /*verilator no_inline_module*/           // with the public inputs: Verilator shares one copy of the code

    localparam EXP = 8, MANT = 23;           // binary32
    localparam [2:0] FIXED = 3'd0,           // the value is the result
                     ROUND = 3'd1,           // float to integral float
                     TO_INT = 3'd2,
                     TO_HALF = 3'd3,
                     TO_FLOAT = 3'd4;

    // the digit in a name is its stage
    reg        valid1_q, sign1_q, nearest1_q, away1_q;
    reg [2:0]  kind1_q;
    reg [7:0]  exponent1_q;
    reg [4:0]  unit1_q;                      // place of the unit bit in the significand; TO_INT: shift
    reg [31:0] value1_q;
    reg        valid2_q, float2_q, sign2_q;
    reg [9:0]  exponent2_q;
    reg [31:0] value2_q, increment2_q;

    // Temporaries: written and read inside the clocked block only, so that an idle stage costs nothing.
    reg        nan, up;
    reg [7:0]  exponent;
    reg [23:0] significand;
    reg [31:0] minus, unit, below, value, word;
    reg [25:0] sig;
    reg [4:0]  zeros;

    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose
    always @(posedge clk) if (en) begin
        valid1_q <= in_valid;
        valid2_q <= valid1_q;

        if (in_valid) begin
            exponent    = b[30:23];
            significand = `WF_FP_SIGNIFICAND(b);
            nan         = `WF_FP_IS_NAN(b);
            minus       = {b[15:0] == 16'd0 ? -b[31:16] : ~b[31:16], -b[15:0]};        // -b: its halves do not wait
            sign1_q     <= b[31];
            exponent1_q <= exponent;
            nearest1_q  <= op == `WF_OP_RNDNE;
            away1_q     <= b[31] ? op == `WF_OP_FLOOR : op == `WF_OP_CEIL;
            value1_q    <= {8'd0, significand};
            unit1_q     <= 5'd0;
            case (op)
                `WF_OP_F2I, `WF_OP_F2U: begin
                    kind1_q  <= TO_INT;
                    value1_q <= {significand, 8'd0};
                    unit1_q  <= 5'd30 - exponent[4:0];         // 158 - exponent, modulo 32
                    if (nan || exponent < 8'd127 || (b[31] && op == `WF_OP_F2U)) begin
                        kind1_q  <= FIXED;
                        value1_q <= 32'd0;
                    end else if (op == `WF_OP_F2I && exponent >= 8'd158) begin
                        kind1_q  <= FIXED;
                        value1_q <= b[31] ? 32'h80000000 : 32'h7fffffff;
                    end else if (exponent >= 8'd159) begin
                        kind1_q  <= FIXED;
                        value1_q <= 32'hffffffff;
                    end
                end
                `WF_OP_I2F, `WF_OP_U2F: begin
                    kind1_q     <= TO_FLOAT;
                    exponent1_q <= 8'd158;
                    sign1_q     <= b[31] && op == `WF_OP_I2F;
                    value1_q    <= b[31] && op == `WF_OP_I2F ? minus : b;
                end
                `WF_OP_H2F: begin
                    kind1_q     <= TO_FLOAT;
                    sign1_q     <= b[15];
                    exponent1_q <= {3'd0, b[14:10]} + 8'd112;
                    value1_q    <= b[14:10] == 5'd0 ? {b[9:0], 22'd0} : {1'b1, b[9:0], 21'd0};
                    if (&b[14:10]) begin
                        kind1_q  <= FIXED;
                        value1_q <= b[9:0] != 10'd0 ? `WF_FP_NAN : {b[15], 8'hff, 23'd0};
                    end
                end
                `WF_OP_F2H: begin
                    kind1_q     <= TO_HALF;
                    nearest1_q  <= 1'b1;
                    exponent1_q <= exponent < 8'd113 ? 8'd0 : exponent - 8'd112;
                    unit1_q     <= exponent >= 8'd113 ? 5'd13 : exponent <= 8'd101 ? 5'd25 :
                                   5'd30 - exponent[4:0];   // 126 - exponent
                    if (nan || exponent >= 8'd143) begin
                        kind1_q  <= FIXED;
                        value1_q <= nan ? 32'h00007e00 : {16'd0, b[31], 15'h7c00};
                    end
                end
                default: begin                                 // FLOOR, CEIL, TRUNC, RNDNE
                    kind1_q <= ROUND;
                    unit1_q <= exponent < 8'd126 ? 5'd25 : 5'd22 - exponent[4:0];    // 150 - exponent
                    if (exponent >= 8'd150) begin
                        kind1_q  <= FIXED;
                        value1_q <= nan ? `WF_FP_NAN : b;
                    end
                end
            endcase
        end

        if (valid1_q) begin
            unit    = 32'd1 << unit1_q;
            below   = value1_q & (unit - 32'd1);
            value   = value1_q >> unit1_q;
            up      = nearest1_q ? (unit >> 1 & value1_q) != 32'd0 && ((below & ~(unit >> 1)) != 32'd0 || value[0])
                                 : away1_q && below != 32'd0;
            increment2_q <= 32'd0;
            float2_q     <= 1'b0;
            case (kind1_q)
                ROUND:
                    if (exponent1_q < 8'd127) begin
                        value2_q     <= {sign1_q, 31'd0};
                        increment2_q <= up ? 32'h3f800000 : 32'd0;
                    end else begin
                        value2_q     <= {sign1_q, exponent1_q, value1_q[22:0] & ~below[22:0]};
                        increment2_q <= up ? unit : 32'd0;
                    end
                TO_INT: begin
                    value2_q     <= value ^ {32{sign1_q}};
                    increment2_q <= {31'd0, sign1_q};
                end
                TO_HALF: begin
                    value2_q     <= {16'd0, sign1_q, exponent1_q[4:0], value[9:0]};
                    increment2_q <= {31'd0, up};
                end
                TO_FLOAT: begin
                    word         = value1_q;
                    `WF_FP_LZC32(zeros, word)
                    value2_q     <= value1_q << zeros;
                    exponent2_q  <= {2'd0, exponent1_q} - {5'd0, zeros};
                    float2_q     <= 1'b1;
                end
                default: value2_q <= value1_q;
            endcase
            sign2_q <= sign1_q;
        end

        if (valid2_q) begin
            sig    = {value2_q[31:7], |value2_q[6:0]};
            if (float2_q) result <= `WF_FP_ROUND(sign2_q, exponent2_q, sig);
            else          result <= value2_q + increment2_q;
        end
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
