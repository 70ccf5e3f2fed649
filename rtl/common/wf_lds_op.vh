// SPDX-License-Identifier: Apache-2.0
// wf_lds_op.vh - include inside a module, after wf_isa.vh: the integer and min/max operations of groupshared memory, two words at a time.
//   wf_lds_op(op, pair, was, b, c) are the new values of two words: each on its own, or with pair both as one of 64 bits.
//   op is a WF_ATOM_*: FADD is not among them (wf_lds_fadd); with pair neither FMIN nor FMAX.
//   Min and max share one unsigned comparison, turned round by the signs of signed values and f32 (-0 < +0).
//   Docs: docs/lds.md

// One addition of 64 bits or two of 32.  A prefix network (Han-Carlson: of the odd bits, then one step for the even ones) written out:
// without pair, bit 31 neither makes nor passes a carry, and an unknown word leaves its neighbour known.
function [63:0] wf_lds_add(input pair, input [63:0] a, input [63:0] b);
    /*verilator no_inline_task*/
    reg [63:0] keep, makes, passes, carry, through;
    begin
        keep    = {32'hffffffff, pair, 31'h7fffffff};
        makes   = a & b & keep;
        passes  = (a ^ b) & keep;
        carry   = makes | (passes & (makes << 1));
        through = passes & (passes << 1);
        carry   = carry | (through & (carry << 2));
        through = through & (through << 2);
        carry   = carry | (through & (carry << 4));
        through = through & (through << 4);
        carry   = carry | (through & (carry << 8));
        through = through & (through << 8);
        carry   = carry | (through & (carry << 16));
        through = through & (through << 16);
        carry   = carry | (through & (carry << 32));
        carry   = carry & 64'haaaaaaaaaaaaaaaa;
        carry   = carry | ((makes | (passes & (carry << 1))) & 64'h5555555555555555);
        wf_lds_add = a ^ b ^ (carry << 1);
    end
endfunction

function [63:0] wf_lds_op(input [3:0] op, input pair, input [63:0] was, input [63:0] b, input [63:0] c);
    /*verilator no_inline_task*/              // one copy, not one a lane and stage
    reg        real_, signed_, max;
    reg [1:0]  was_nan, b_nan, less, turned, takes;      // of {high, low} word
    reg [63:0] minus;
    begin
        real_   = op == `WF_ATOM_FMIN || op == `WF_ATOM_FMAX;
        signed_ = op == `WF_ATOM_MINS || op == `WF_ATOM_MAXS || real_;
        max     = op == `WF_ATOM_MAXS || op == `WF_ATOM_MAXU || op == `WF_ATOM_FMAX;
        minus   = {64{op == `WF_ATOM_SUB}};
        was_nan = {real_ && &was[62:55] && |was[54:32], real_ && &was[30:23] && |was[22:0]};
        b_nan   = {real_ && &b[62:55] && |b[54:32], real_ && &b[30:23] && |b[22:0]};
        case (op)
            `WF_ATOM_ADD, `WF_ATOM_SUB: wf_lds_op = wf_lds_add(pair, was ^ minus, b) ^ minus;    // was - b = ~(~was + b)
            `WF_ATOM_AND:  wf_lds_op = was & b;
            `WF_ATOM_OR:   wf_lds_op = was | b;
            `WF_ATOM_XOR:  wf_lds_op = was ^ b;
            `WF_ATOM_XCHG: wf_lds_op = b;
            `WF_ATOM_CAS: begin
                takes = {was[63:32] == c[63:32], was[31:0] == c[31:0]};
                if (pair) takes = {2{&takes}};
                wf_lds_op = {takes[1] ? b[63:32] : was[63:32], takes[0] ? b[31:0] : was[31:0]};
            end
            default: begin                    // minima and maxima: the number wins over NaN
                less   = {b[63:32] < was[63:32], b[31:0] < was[31:0]};
                turned = {signed_ && (b[63] != was[63] || (real_ && was[63])),       // other signs, or both negative
                          signed_ && (b[31] != was[31] || (real_ && was[31]))};
                if (pair) less   = {2{less[1] || (b[63:32] == was[63:32] && less[0])}};
                if (pair) turned = {2{turned[1]}};
                takes = was_nan | (~b_nan & (less ^ turned ^ {2{max}}));
                wf_lds_op = {takes[1] ? b[63:32] : was[63:32], takes[0] ? b[31:0] : was[31:0]};
                if (was_nan[1] && b_nan[1]) wf_lds_op[63:32] = 32'h7fc00000;
                if (was_nan[0] && b_nan[0]) wf_lds_op[31:0]  = 32'h7fc00000;
            end
        endcase
    end
endfunction
