// SPDX-License-Identifier: Apache-2.0
// wf_lds_key.vh - include in a module, after wf_isa.vh: the words that the scans of wf_lds combine.
//   key_of(op, high, word)   minima, maxima and AND become one unsigned minimum, or an OR, of keys; other words stay
//   word_of(op, high, key)   the word of a key
//   high: the word has the sign of its value: it is one on its own, or the upper of a pair.
//   Every NaN becomes the greatest key, which becomes some NaN: to no operation do two of them differ.
//   Docs: docs/design.md

/* verilator lint_off UNUSED */              // no module needs both
function [2:0] key_rule(input [3:0] op);         // a float, of a sign, inverted
    reg is_real;
    begin
        is_real  = op == `WF_ATOM_FMIN || op == `WF_ATOM_FMAX;
        key_rule = {is_real, is_real || op == `WF_ATOM_MINS || op == `WF_ATOM_MAXS,
                    op == `WF_ATOM_MAXS || op == `WF_ATOM_MAXU || op == `WF_ATOM_FMAX || op == `WF_ATOM_AND};
    end
endfunction

function [31:0] key_of(input [3:0] op, input high, input [31:0] word);
    reg real_, signed_, invert;
    begin
        {real_, signed_, invert} = key_rule(op);
        if (real_ && word[30:0] > 31'h7f800000) key_of = 32'hffffffff;
        else key_of = word ^ (real_ && word[31] ? 32'hffffffff : {signed_ && high, 31'd0}) ^ {32{invert}};
    end
endfunction

function [31:0] word_of(input [3:0] op, input high, input [31:0] key);
    reg real_, signed_, invert;
    begin
        {real_, signed_, invert} = key_rule(op);
        word_of = key ^ {32{invert}};
        word_of = word_of ^ (real_ && !word_of[31] ? 32'hffffffff : {signed_ && high, 31'd0});
    end
endfunction
/* verilator lint_on UNUSED */
