// SPDX-License-Identifier: Apache-2.0
// wf_lds_op.vh - include inside a module, after wf_isa.vh: the integer and min/max operations of groupshared memory.
//   wf_lds_op(op, old, b, c) is the new value of a word, op a WF_ATOM_*; FADD is not among them (wf_lds_fadd).
//   Docs: docs/lds.md

// Unsigned keys that order like the values: signed (mode 1), f32 with -0 < +0 (mode 2), unsigned (mode 0).
function [31:0] wf_lds_key(input [1:0] mode, input [31:0] x);
    case (mode)
        2'd1:    wf_lds_key = {!x[31], x[30:0]};
        2'd2:    wf_lds_key = x[31] ? ~x : {1'b1, x[30:0]};
        default: wf_lds_key = x;
    endcase
endfunction

function wf_lds_nan(input [30:0] x);
    wf_lds_nan = &x[30:23] && |x[22:0];
endfunction

function [31:0] wf_lds_minmax(input [1:0] mode, input is_max, input [31:0] x, input [31:0] y);
    if (mode == 2'd2 && wf_lds_nan(x[30:0]))
        wf_lds_minmax = wf_lds_nan(y[30:0]) ? 32'h7fc00000 : y;
    else if (mode == 2'd2 && wf_lds_nan(y[30:0]))
        wf_lds_minmax = x;
    else
        wf_lds_minmax = ((wf_lds_key(mode, x) < wf_lds_key(mode, y)) != is_max) ? x : y;
endfunction

function [31:0] wf_lds_op(input [3:0] op, input [31:0] was, input [31:0] b, input [31:0] c);
    /*verilator no_inline_task*/              // one copy, not one a lane and stage
    case (op)
        `WF_ATOM_ADD:  wf_lds_op = was + b;
        `WF_ATOM_SUB:  wf_lds_op = was - b;
        `WF_ATOM_AND:  wf_lds_op = was & b;
        `WF_ATOM_OR:   wf_lds_op = was | b;
        `WF_ATOM_XOR:  wf_lds_op = was ^ b;
        `WF_ATOM_MINS: wf_lds_op = wf_lds_minmax(2'd1, 1'b0, was, b);
        `WF_ATOM_MAXS: wf_lds_op = wf_lds_minmax(2'd1, 1'b1, was, b);
        `WF_ATOM_MINU: wf_lds_op = wf_lds_minmax(2'd0, 1'b0, was, b);
        `WF_ATOM_MAXU: wf_lds_op = wf_lds_minmax(2'd0, 1'b1, was, b);
        `WF_ATOM_FMIN: wf_lds_op = wf_lds_minmax(2'd2, 1'b0, was, b);
        `WF_ATOM_FMAX: wf_lds_op = wf_lds_minmax(2'd2, 1'b1, was, b);
        `WF_ATOM_CAS:  wf_lds_op = was == c ? b : was;
        default:       wf_lds_op = b;
    endcase
endfunction
