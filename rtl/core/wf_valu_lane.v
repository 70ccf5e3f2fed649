// SPDX-License-Identifier: Apache-2.0
// wf_valu_lane - one lane of the vector ALU: every operation of unit ALU in one cycle.
//   Latency 1, throughput 1/cycle.  The result register keeps its value while `en` is low.
//   Page: docs/fp.md   Test: tb/core/wf_valu_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_fp.vh"

module wf_valu_lane (
    input  wire        clk,
    input  wire        en /*verilator public_flat_rd*/,        // operands are valid: compute
    input  wire [7:0]  op,
    input  wire [31:0] a /*verilator public_flat_rd*/,
    input  wire [31:0] b /*verilator public_flat_rd*/,
    input  wire [31:0] c /*verilator public_flat_rd*/,
    output reg  [31:0] result
);
    /*verilator no_inline_module*/           // with the public inputs: Verilator shares one copy of the code

    localparam EXP = 8, MANT = 23;           // binary32

    // Temporaries: written and read inside the clocked block only, so that an idle lane costs nothing.
    reg        below;
    reg [4:0]  place;
    reg [5:0]  width;
    reg [31:0] ones, field, reversed, t;

    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose
    always @(posedge clk) if (en) begin
        case (op)
            `WF_OP_MOV:  result <= b;
            `WF_OP_NOT:  result <= ~b;
            `WF_OP_ADD:  result <= a + b;
            `WF_OP_SUB:  result <= a - b;
            `WF_OP_RSUB: result <= b - a;
            `WF_OP_AND:  result <= a & b;
            `WF_OP_OR:   result <= a | b;
            `WF_OP_XOR:  result <= a ^ b;
            `WF_OP_SHL:  result <= a << b[4:0];
            `WF_OP_SHR:  result <= a >> b[4:0];
            `WF_OP_SAR:  result <= $signed(a) >>> b[4:0];
            `WF_OP_SEL:  result <= a != 32'd0 ? b : c;
            `WF_OP_EQ:   result <= {31'd0, a == b};
            `WF_OP_NE:   result <= {31'd0, a != b};
            `WF_OP_MINS, `WF_OP_MAXS, `WF_OP_MINU, `WF_OP_MAXU, `WF_OP_LTS, `WF_OP_GES, `WF_OP_LTU, `WF_OP_GEU: begin
                t     = {op == `WF_OP_MINS || op == `WF_OP_MAXS || op == `WF_OP_LTS || op == `WF_OP_GES, 31'd0};
                below = (a ^ t) < (b ^ t);                     // signed: the sign bits count the other way round
                case (op)
                    `WF_OP_MINS, `WF_OP_MINU: result <= below ? a : b;
                    `WF_OP_MAXS, `WF_OP_MAXU: result <= below ? b : a;
                    `WF_OP_LTS, `WF_OP_LTU:   result <= {31'd0, below};
                    default:                  result <= {31'd0, !below};
                endcase
            end
            `WF_OP_COUNTBITS: begin
                t = (b & 32'h55555555) + ((b >> 1) & 32'h55555555);
                t = (t & 32'h33333333) + ((t >> 2) & 32'h33333333);
                t = (t & 32'h0f0f0f0f) + ((t >> 4) & 32'h0f0f0f0f);
                t = (t & 32'h00ff00ff) + ((t >> 8) & 32'h00ff00ff);
                result <= {26'd0, t[5:0] + t[21:16]};
            end
            `WF_OP_REVBITS, `WF_OP_FFBL, `WF_OP_FFBHU, `WF_OP_FFBHS: begin  // the lowest is the highest of the reversed
                reversed = {b[15:0], b[31:16]};
                reversed = ((reversed & 32'h00ff00ff) << 8) | ((reversed >> 8) & 32'h00ff00ff);
                reversed = ((reversed & 32'h0f0f0f0f) << 4) | ((reversed >> 4) & 32'h0f0f0f0f);
                reversed = ((reversed & 32'h33333333) << 2) | ((reversed >> 2) & 32'h33333333);
                reversed = ((reversed & 32'h55555555) << 1) | ((reversed >> 1) & 32'h55555555);
                t     = op == `WF_OP_FFBL ? reversed : op == `WF_OP_FFBHS ? b ^ {32{b[31]}} : b;
                below = t == 32'd0;
                `WF_FP_LZC32(place, t)
                result <= op == `WF_OP_REVBITS ? reversed : below ? 32'hffffffff :
                          {27'd0, op == `WF_OP_FFBL ? place : ~place};
            end
            `WF_OP_BFEU, `WF_OP_BFES: begin
                width  = b[13:8];
                ones   = width[5] ? 32'hffffffff : ~(32'hffffffff << width[4:0]);
                field  = (a >> b[4:0]) & ones;
                t      = ones & ~(ones >> 1);                  // place of the field's top bit
                result <= op == `WF_OP_BFES && (field & t) != 32'd0 ? field | ~ones : field;
            end
            `WF_OP_BFI: begin
                width  = c[13:8];
                ones   = (width[5] ? 32'hffffffff : ~(32'hffffffff << width[4:0])) << c[4:0];
                result <= (a & ~ones) | ((b << c[4:0]) & ones);
            end
            `WF_OP_FMIN, `WF_OP_FMAX: begin
                below  = op == `WF_OP_FMAX;
                result <= `WF_FP_SELECT(a, b, below);
            end
            `WF_OP_FABS: result <= {1'b0, b[30:0]};
            `WF_OP_FNEG: result <= {!b[31], b[30:0]};
            default:     result <= {31'd0, `WF_FP_HOLDS(op, a, b)};    // FEQ .. FGE
        endcase
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
