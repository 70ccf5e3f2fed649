// SPDX-License-Identifier: Apache-2.0
// wf_lds_op.vh - include inside a module, after wf_isa.vh: the integer and min/max operations of groupshared memory.
//   wf_lds_op(op, was, b, c) is the new value of a word, op a WF_ATOM_*; FADD is not among them (wf_lds_fadd).
//   Min and max share one comparison of keys that order like the values: signed, f32 (-0 < +0), unsigned.
//   Docs: docs/lds.md

function [31:0] wf_lds_op(input [3:0] op, input [31:0] was, input [31:0] b, input [31:0] c);
    /*verilator no_inline_task*/              // one copy, not one a lane and stage
    reg        real_, signed_, max, was_nan, b_nan;
    reg [31:0] was_key, b_key;
    begin
        real_   = op == `WF_ATOM_FMIN || op == `WF_ATOM_FMAX;
        signed_ = op == `WF_ATOM_MINS || op == `WF_ATOM_MAXS || real_;
        max     = op == `WF_ATOM_MAXS || op == `WF_ATOM_MAXU || op == `WF_ATOM_FMAX;
        was_key = {was[31] ^ signed_, was[30:0] ^ {31{real_ && was[31]}}};
        b_key   = {b[31] ^ signed_, b[30:0] ^ {31{real_ && b[31]}}};
        was_nan = real_ && &was[30:23] && |was[22:0];
        b_nan   = real_ && &b[30:23] && |b[22:0];
        case (op)
            `WF_ATOM_ADD:  wf_lds_op = was + b;
            `WF_ATOM_SUB:  wf_lds_op = was - b;
            `WF_ATOM_AND:  wf_lds_op = was & b;
            `WF_ATOM_OR:   wf_lds_op = was | b;
            `WF_ATOM_XOR:  wf_lds_op = was ^ b;
            `WF_ATOM_XCHG: wf_lds_op = b;
            `WF_ATOM_CAS:  wf_lds_op = was == c ? b : was;
            default:                          // minima and maxima: the number wins over NaN
                if (was_nan && b_nan) wf_lds_op = 32'h7fc00000;
                else if (was_nan || (!b_nan && (b_key < was_key) != max)) wf_lds_op = b;
                else wf_lds_op = was;
        endcase
    end
endfunction
