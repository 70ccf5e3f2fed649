// SPDX-License-Identifier: Apache-2.0
// wf_lds_operate.vh - for benches of memories: what each atomic leaves in a word.  operate(atom, old, b, c), and float_add(old, b) for the
//   f32 add, whose sum is formed exactly and rounded once, without the adder under test.  operate_pair does the same to words of 64 bits.

// ---- the operations, one value at a time ----
function [31:0] float_add(input [31:0] a, input [31:0] b);   // exact sum in units of 2^-149, then rounded
    /*verilator no_inline_task*/
    reg [299:0] x, y, sum;
    reg         negative, half, sticky;
    integer     top, e;
    begin
        x = a[30:23] == 0 ? a[22:0] : {277'd1, a[22:0]} << (a[30:23] - 1);
        y = b[30:23] == 0 ? b[22:0] : {277'd1, b[22:0]} << (b[30:23] - 1);
        if ((a[30:23] == 255 && a[22:0] != 0) || (b[30:23] == 255 && b[22:0] != 0))
            float_add = 32'h7fc00000;
        else if (a[30:23] == 255)
            float_add = b[30:23] == 255 && a[31] != b[31] ? 32'h7fc00000 : a;
        else if (b[30:23] == 255)
            float_add = b;
        else begin
            if (a[31] == b[31]) begin
                sum = x + y;
                negative = a[31];
            end else if (x >= y) begin
                sum = x - y;
                negative = a[31];
            end else begin
                sum = y - x;
                negative = b[31];
            end
            if (sum == 0)
                float_add = {a[31] && b[31], 31'd0};
            else begin
                top = 0;
                for (e = 0; e < 300; e = e + 1) if (sum[e]) top = e;
                if (top <= 23)
                    float_add = {negative, 7'd0, sum[23:0]};
                else begin
                    e = top - 22;
                    half   = sum[top-24];
                    sticky = 1'b0;
                    if (top > 24) sticky = (sum << (300 - (top - 24))) != 0;
                    sum = sum >> (top - 23);
                    if (half && (sticky || sum[0])) sum = sum + 1;
                    if (sum[24]) begin
                        sum = sum >> 1;
                        e = e + 1;
                    end
                    float_add = e >= 255 ? {negative, 31'h7f800000} : {negative, e[7:0], sum[22:0]};
                end
            end
        end
    end
endfunction

function float_less(input [31:0] a, input [31:0] b);         // numbers, -0 < +0
    if (a[31] != b[31]) float_less = a[31];
    else if (a[31])     float_less = a[30:0] > b[30:0];
    else                float_less = a[30:0] < b[30:0];
endfunction

function [31:0] float_minmax(input max, input [31:0] a, input [31:0] b);
    /*verilator no_inline_task*/
    reg na, nb;
    begin
        na = a[30:0] > 31'h7f800000;
        nb = b[30:0] > 31'h7f800000;
        if (na && nb)  float_minmax = 32'h7fc00000;
        else if (na)   float_minmax = b;
        else if (nb)   float_minmax = a;
        else if (max)  float_minmax = float_less(a, b) ? b : a;
        else           float_minmax = float_less(b, a) ? b : a;
    end
endfunction

function [31:0] operate(input [3:0] atom, input [31:0] old, input [31:0] b, input [31:0] c);
    /*verilator no_inline_task*/
    case (atom)
        `WF_ATOM_ADD:  operate = old + b;
        `WF_ATOM_SUB:  operate = old - b;
        `WF_ATOM_AND:  operate = old & b;
        `WF_ATOM_OR:   operate = old | b;
        `WF_ATOM_XOR:  operate = old ^ b;
        `WF_ATOM_MINS: operate = $signed(b) < $signed(old) ? b : old;
        `WF_ATOM_MAXS: operate = $signed(b) > $signed(old) ? b : old;
        `WF_ATOM_MINU: operate = b < old ? b : old;
        `WF_ATOM_MAXU: operate = b > old ? b : old;
        `WF_ATOM_XCHG: operate = b;
        `WF_ATOM_CAS:  operate = old == c ? b : old;
        `WF_ATOM_FMIN: operate = float_minmax(1'b0, old, b);
        `WF_ATOM_FMAX: operate = float_minmax(1'b1, old, b);
        default:       operate = 32'hdeadbeef;
    endcase
endfunction

function [63:0] operate_pair(input [3:0] atom, input [63:0] old, input [63:0] b, input [63:0] c);
    /*verilator no_inline_task*/
    case (atom)
        `WF_ATOM_ADD:  operate_pair = old + b;
        `WF_ATOM_SUB:  operate_pair = old - b;
        `WF_ATOM_AND:  operate_pair = old & b;
        `WF_ATOM_OR:   operate_pair = old | b;
        `WF_ATOM_XOR:  operate_pair = old ^ b;
        `WF_ATOM_MINS: operate_pair = $signed(b) < $signed(old) ? b : old;
        `WF_ATOM_MAXS: operate_pair = $signed(b) > $signed(old) ? b : old;
        `WF_ATOM_MINU: operate_pair = b < old ? b : old;
        `WF_ATOM_MAXU: operate_pair = b > old ? b : old;
        `WF_ATOM_XCHG: operate_pair = b;
        `WF_ATOM_CAS:  operate_pair = old == c ? b : old;
        default:       operate_pair = 64'hdeadbeefdeadbeef;
    endcase
endfunction
