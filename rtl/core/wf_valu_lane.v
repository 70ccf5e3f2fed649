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
    reg        below, equal, nan, left, insert, take;
    reg [4:0]  place;
    reg [6:0]  top;
    reg [31:0] ones, field, rest, reversed, t;
    /* verilator lint_off UNUSEDSIGNAL */    // a carry in, the upper half of a rotation
    reg [32:0] total;
    reg [63:0] twice;
    /* verilator lint_on UNUSEDSIGNAL */

    // Operations of one group share their hardware: an adder, a comparison, a shifter.  Bits of the opcode steer it,
    // where its decoding would take time.
    /* verilator lint_off BLKSEQ */          // the temporaries above are blocking on purpose
    always @(posedge clk) if (en) begin
        case (op)
            `WF_OP_ADD, `WF_OP_SUB, `WF_OP_RSUB: begin         // op[2:0]: 2, 3, 4; the operand to subtract is inverted
                total  = {a ^ {32{op[2]}}, 1'b1} + {b ^ {32{op[0]}}, op[0] || op[2]};   // an adder with carry in
                result <= total[32:1];
            end
            `WF_OP_AND:  result <= a & b;
            `WF_OP_OR:   result <= a | b;
            `WF_OP_XOR:  result <= a ^ b;
            `WF_OP_MOV, `WF_OP_NOT: result <= b ^ {32{op[0]}};
            `WF_OP_FABS, `WF_OP_FNEG: result <= {op[0] && !b[31], b[30:0]};
            `WF_OP_EQ, `WF_OP_NE: begin
                equal  = a == b;
                result <= {31'd0, equal ^ op[0]};
            end
            `WF_OP_LTS, `WF_OP_GES, `WF_OP_LTU, `WF_OP_GEU: begin
                below  = a < b;
                if (!op[2] && a[31] != b[31]) below = a[31];   // signed
                result <= {31'd0, below ^ op[0]};
            end
            `WF_OP_MINS, `WF_OP_MAXS, `WF_OP_MINU, `WF_OP_MAXU, `WF_OP_FMIN, `WF_OP_FMAX, `WF_OP_SEL: begin
                below = a < b;
                equal = a == b;
                take  = op == `WF_OP_MINS || op == `WF_OP_MINU || op == `WF_OP_FMIN;        // a if it is below b
                nan   = 1'b0;                                  // the result is
                case (op)
                    `WF_OP_MINS, `WF_OP_MAXS: take = (a[31] != b[31] ? a[31] : below) == take;
                    `WF_OP_MINU, `WF_OP_MAXU: take = below == take;
                    default: begin
                        take = (a[31] != b[31] ? a[31] : a[31] ? !below && !equal : below) == take;
                        take = !`WF_FP_IS_NAN(a) && (`WF_FP_IS_NAN(b) || take);
                        nan  = `WF_FP_IS_NAN(a) && `WF_FP_IS_NAN(b);
                    end
                endcase
                if (op == `WF_OP_SEL) result <= a != 32'd0 ? b : c;
                else                  result <= nan ? `WF_FP_NAN : take ? a : b;
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
            `WF_OP_SHL, `WF_OP_SHR, `WF_OP_SAR, `WF_OP_BFEU, `WF_OP_BFES, `WF_OP_BFI: begin
                // One rotation to the right, one mask, and what is where the mask has zeros.  A rotation to the left by n is one
                // to the right by 1 and then by 31 - n.
                insert = op[5] && op[1:0] == 2'd3;
                left   = insert || (!op[5] && op[1:0] == 2'd0);
                place  = insert ? c[4:0] : b[4:0];
                ones   = left ? 32'hffffffff << place : 32'hffffffff >> place;
                t      = insert ? b : a;
                if (left) t = {t[0], t[31:1]};
                twice  = {t, t} >> (place ^ {5{left}});
                t      = twice[31:0];
                rest   = {32{op == `WF_OP_SAR && a[31]}};
                if (op[5]) begin                               // a field
                    top   = {1'b0, insert ? c[13:8] : b[13:8]} + (insert ? {2'd0, place} : 7'd0);    // the bit above it
                    field = top[6:5] != 2'd0 ? 32'hffffffff : ~(32'hffffffff << top[4:0]);
                    ones  = ones & field;
                    rest  = insert ? a : {32{op == `WF_OP_BFES && (t & ones & ~(field >> 1)) != 32'd0}};      // its top bit
                end
                result <= (t & ones) | (rest & ~ones);
            end
            default: begin                                     // FEQ .. FGE, op[2:0]: 0 to 5
                below = a < b;
                equal = a == b;
                below = a[31] != b[31] ? a[31] : a[31] ? !below && !equal : below;
                equal = equal || (`WF_FP_IS_ZERO(a) && `WF_FP_IS_ZERO(b));
                nan   = `WF_FP_IS_NAN(a) || `WF_FP_IS_NAN(b);
                take  = equal ? op[2:0] == 3'd0 || op[2:0] == 3'd3 || op[2:0] == 3'd5 :
                        op[2:0] == 3'd1 || (below ? op[2:1] == 2'd1 : op[2]);
                result <= {31'd0, nan ? op[2:0] == 3'd1 : take};
            end
        endcase
    end
    /* verilator lint_on BLKSEQ */
endmodule

`default_nettype wire
