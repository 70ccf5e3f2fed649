// SPDX-License-Identifier: Apache-2.0
// wf_valu_lane - one lane of the vector ALU: every operation of unit ALU in one cycle.
//   Latency 1, throughput 1/cycle.  The result register keeps its value while `en` is low.
//   Page: docs/fp.md   Test: tb/core/wf_valu_tb.v
`default_nettype none
`include "wf_isa.vh"

module wf_valu_lane (
    input  wire        clk,
    input  wire        en,                   // operands are valid: compute
    input  wire [7:0]  op,
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire [31:0] c,
    output reg  [31:0] result
);
    /*verilator no_inline_module*/
    `include "wf_fp.vh"

    // Ones in the low `width` bits; 32 and above: all.
    function [31:0] low_ones(input [5:0] width);
        low_ones = width[5] ? 32'hffffffff : ~(32'hffffffff << width[4:0]);
    endfunction

    function [31:0] reversed(input [31:0] x);
        reg [31:0] y;
        begin
            y = {x[15:0], x[31:16]};
            y = {y[23:16], y[31:24], y[7:0], y[15:8]};
            y = ((y & 32'h0f0f0f0f) << 4) | ((y >> 4) & 32'h0f0f0f0f);
            y = ((y & 32'h33333333) << 2) | ((y >> 2) & 32'h33333333);
            reversed = ((y & 32'h55555555) << 1) | ((y >> 1) & 32'h55555555);
        end
    endfunction

    function [31:0] count_ones(input [31:0] x);
        reg [31:0] y;
        begin
            y = (x & 32'h55555555) + ((x >> 1) & 32'h55555555);
            y = (y & 32'h33333333) + ((y >> 2) & 32'h33333333);
            y = (y & 32'h0f0f0f0f) + ((y >> 4) & 32'h0f0f0f0f);
            y = (y & 32'h00ff00ff) + ((y >> 8) & 32'h00ff00ff);
            count_ones = {26'd0, y[5:0] + y[21:16]};
        end
    endfunction

    // Index of the highest one bit, ~0 when none.
    function [31:0] first_high(input [31:0] x);
        first_high = x == 32'd0 ? 32'hffffffff : {27'd0, ~wf_fp_lzc32(x)};
    endfunction

    // A field of `width` bits (32 and above: up to bit 31) at `offset`: taken out, put in.
    function [31:0] extract(input [31:0] x, input [4:0] offset, input [5:0] width, input is_signed);
        reg [31:0] ones, field, top;
        begin
            ones  = low_ones(width);
            field = (x >> offset) & ones;
            top   = ones & ~(ones >> 1);
            extract = is_signed && |(field & top) ? field | ~ones : field;
        end
    endfunction
    function [31:0] insert(input [31:0] x, input [31:0] y, input [4:0] offset, input [5:0] width);
        reg [31:0] mask;
        begin
            mask   = low_ones(width) << offset;
            insert = (x & ~mask) | ((y << offset) & mask);
        end
    endfunction

    function [31:0] operate(input [7:0] op_f, input [31:0] x, input [31:0] y, input [31:0] z);
        reg below;
        begin
            case (op_f)
                `WF_OP_MINS, `WF_OP_MAXS, `WF_OP_LTS, `WF_OP_GES: below = $signed(x) < $signed(y);
                default:                                          below = x < y;
            endcase
            case (op_f)
                `WF_OP_MOV:       operate = y;
                `WF_OP_NOT:       operate = ~y;
                `WF_OP_ADD:       operate = x + y;
                `WF_OP_SUB:       operate = x - y;
                `WF_OP_RSUB:      operate = y - x;
                `WF_OP_AND:       operate = x & y;
                `WF_OP_OR:        operate = x | y;
                `WF_OP_XOR:       operate = x ^ y;
                `WF_OP_SHL:       operate = x << y[4:0];
                `WF_OP_SHR:       operate = x >> y[4:0];
                `WF_OP_SAR:       operate = $signed(x) >>> y[4:0];
                `WF_OP_MINS, `WF_OP_MINU: operate = below ? x : y;
                `WF_OP_MAXS, `WF_OP_MAXU: operate = below ? y : x;
                `WF_OP_SEL:       operate = x != 32'd0 ? y : z;
                `WF_OP_EQ:        operate = {31'd0, x == y};
                `WF_OP_NE:        operate = {31'd0, x != y};
                `WF_OP_LTS, `WF_OP_LTU: operate = {31'd0, below};
                `WF_OP_GES, `WF_OP_GEU: operate = {31'd0, !below};
                `WF_OP_COUNTBITS: operate = count_ones(y);
                `WF_OP_REVBITS:   operate = reversed(y);
                `WF_OP_FFBL:      operate = first_high(y & (~y + 32'd1));
                `WF_OP_FFBHU:     operate = first_high(y);
                `WF_OP_FFBHS:     operate = first_high(y ^ {32{y[31]}});
                `WF_OP_BFEU:      operate = extract(x, y[4:0], y[13:8], 1'b0);
                `WF_OP_BFES:      operate = extract(x, y[4:0], y[13:8], 1'b1);
                `WF_OP_BFI:       operate = insert(x, y, z[4:0], z[13:8]);
                `WF_OP_FMIN:      operate = wf_fp_select(x, y, 1'b0);
                `WF_OP_FMAX:      operate = wf_fp_select(x, y, 1'b1);
                `WF_OP_FABS:      operate = {1'b0, y[30:0]};
                `WF_OP_FNEG:      operate = {!y[31], y[30:0]};
                `WF_OP_FEQ, `WF_OP_FNE, `WF_OP_FLT, `WF_OP_FLE, `WF_OP_FGT, `WF_OP_FGE:
                                  operate = {31'd0, wf_fp_holds(op_f, x, y)};
                default:          operate = 32'd0;
            endcase
        end
    endfunction

    always @(posedge clk)
        if (en) result <= operate(op, a, b, c);
endmodule

`default_nettype wire
