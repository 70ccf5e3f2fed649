// SPDX-License-Identifier: Apache-2.0
// wf_fp_bins - only for `make cov`: the classes of the operands of each float operation; tb/cov/functional.def counts them.
`default_nettype none
`include "wf_isa.vh"

module wf_fp_bins (
    input wire        valid,
    input wire [7:0]  op,
    input wire [31:0] a, b, c
);
    // by two: zero, subnormal, normal, infinity, quiet NaN, signalling NaN; the odd ones are negative
    function [3:0] class_of(input [31:0] x);
        class_of = (x[30:23] == 8'd255 ? (x[22:0] == 23'd0 ? 4'd6 : x[22] ? 4'd8 : 4'd10) : x[30:23] != 8'd0 ? 4'd4 : x[22:0] != 23'd0 ? 4'd2 : 4'd0) | {3'd0, x[31]};
    endfunction
    // the same of binary16
    function [3:0] half_class_of(input [15:0] x);
        half_class_of = (x[14:10] == 5'd31 ? (x[9:0] == 10'd0 ? 4'd6 : x[9] ? 4'd8 : 4'd10) : x[14:10] != 5'd0 ? 4'd4 : x[9:0] != 10'd0 ? 4'd2 : 4'd0) | {3'd0, x[15]};
    endfunction
    wire [3:0] class_a = class_of(a), class_b = class_of(b), class_c = class_of(c), class_half = half_class_of(b[15:0]);
    reg  [3:0] two, one;                                 // the axes float_two and float_one
    reg        has_two, has_one;
    wire       has_three = valid && op == `WF_OP_FMA;
    wire       has_half  = valid && op == `WF_OP_H2F;
    always @* begin
        has_two = valid;
        case (op)
            `WF_OP_FADD: two = 4'd0;
            `WF_OP_FSUB: two = 4'd1;
            `WF_OP_FMUL: two = 4'd2;
            `WF_OP_FMIN: two = 4'd3;
            `WF_OP_FMAX: two = 4'd4;
            `WF_OP_FEQ:  two = 4'd5;
            `WF_OP_FNE:  two = 4'd6;
            `WF_OP_FLT:  two = 4'd7;
            `WF_OP_FLE:  two = 4'd8;
            `WF_OP_FGT:  two = 4'd9;
            `WF_OP_FGE:  two = 4'd10;
            default: begin two = 4'd0; has_two = 1'b0; end
        endcase
        has_one = valid;
        case (op)
            `WF_OP_FLOOR: one = 4'd0;
            `WF_OP_CEIL:  one = 4'd1;
            `WF_OP_TRUNC: one = 4'd2;
            `WF_OP_RNDNE: one = 4'd3;
            `WF_OP_F2I:   one = 4'd4;
            `WF_OP_F2U:   one = 4'd5;
            `WF_OP_F2H:   one = 4'd6;
            default: begin one = 4'd0; has_one = 1'b0; end
        endcase
    end
endmodule

`default_nettype wire
