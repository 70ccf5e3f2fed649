// SPDX-License-Identifier: Apache-2.0
// wf_lds_op.vh - include inside a module, after wf_isa.vh: the integer and min/max operations of groupshared memory, two words at a time.
//   wf_lds_op(op, pair, was, b, c) are the new values of two words: each on its own, or with pair both as one of 64 bits.
//   op is a WF_ATOM_*: FADD is not among them (wf_lds_fadd); with pair neither FMIN nor FMAX.
//   Min and max share one unsigned comparison, turned round by the signs of signed values and f32 (-0 < +0).
//   Docs: docs/lds.md

// One addition of 64 bits or two of 32, with `one` added to each: wf_lds_carries is the carry out of each bit, wf_lds_sum the sum.  With pair the
// low word carries into the high one; without it an unknown word leaves its neighbour known.  A prefix network written out: carries of 2 and
// 4 bits, of every fourth bit (Kogge-Stone), and two steps for the bits between.
function [63:0] wf_lds_carries(input pair, input one, input [63:0] a, input [63:0] b);
    /*verilator no_inline_task*/
    reg [63:0] keep, makes, passes, makes2, passes2, carry, through;
    begin
        keep      = {32'hffffffff, pair, 31'h7fffffff};
        makes     = a & b & keep;
        makes[0]  = (a[0] & b[0]) | ((a[0] | b[0]) & one);
        makes[31] = pair ? a[31] & b[31] : one;          // into the high word
        passes    = (a | b) & keep;
        makes2    = makes | (passes & (makes << 1));
        passes2   = passes & (passes << 1);
        carry     = makes2 | (passes2 & (makes2 << 2));
        through   = passes2 & (passes2 << 2);
        carry     = carry | (through & (carry << 4));
        through   = through & (through << 4);
        carry     = carry | (through & (carry << 8));
        through   = through & (through << 8);
        carry     = carry | (through & (carry << 16));
        through   = through & (through << 16);
        carry     = carry | (through & (carry << 32));
        carry     = carry & 64'h8888888888888888;
        carry     = carry | ((makes2 | (passes2 & (carry << 2))) & 64'h2222222222222222);
        carry     = carry | ((makes | (passes & (carry << 1))) & 64'h5555555555555555);
        carry[31] = (a[31] & b[31]) | ((a[31] | b[31]) & carry[30]);
        wf_lds_carries = carry;
    end
endfunction

function [63:0] wf_lds_sum(input pair, input one, input [63:0] a, input [63:0] b, input [63:0] carries);
    wf_lds_sum = a ^ b ^ {carries[62:32], pair ? carries[31] : one, carries[30:0], one};
endfunction

function [63:0] wf_lds_op(input [3:0] op, input pair, input [63:0] was, input [63:0] b, input [63:0] c);
    /*verilator no_inline_task*/              // one copy, not one a lane and stage
    reg        real_, signed_, max, adds, sums, ors, ands, one;
    reg [1:0]  was_nan, b_nan, nan, less, turned, takes;         // of {high, low} word
    reg [63:0] operand, carries, sum;
    begin
        real_   = op == `WF_ATOM_FMIN || op == `WF_ATOM_FMAX;
        signed_ = op == `WF_ATOM_MINS || op == `WF_ATOM_MAXS || real_;
        max     = op == `WF_ATOM_MAXS || op == `WF_ATOM_MAXU || op == `WF_ATOM_FMAX;
        adds    = op == `WF_ATOM_ADD || op == `WF_ATOM_SUB;
        sums    = adds || op == `WF_ATOM_XOR;                    // a sum without carries
        ands    = op == `WF_ATOM_AND;
        ors     = op == `WF_ATOM_OR;
        one     = op == `WF_ATOM_SUB || !sums;
        operand = b ^ {64{one}};
        carries = wf_lds_carries(pair, one, was, operand);
        sum     = wf_lds_sum(pair, one, was, operand, carries);
        less    = {carries[63], carries[31]};              // was - b does not borrow; equal words, either may be taken
        turned  = {signed_ && (b[63] != was[63] || (real_ && was[63])),          // other signs, or both negative
                   signed_ && (b[31] != was[31] || (real_ && was[31]))};
        was_nan = {real_ && &was[62:55] && |was[54:32], real_ && &was[30:23] && |was[22:0]};
        b_nan   = {real_ && &b[62:55] && |b[54:32], real_ && &b[30:23] && |b[22:0]};
        nan     = was_nan & b_nan;
        if (pair) less   = {2{less[1]}};
        if (pair) turned = {2{turned[1]}};
        takes   = was_nan | (~b_nan & (less ^ turned ^ {2{max}}));               // minima and maxima: the number wins over NaN
        if (op == `WF_ATOM_XCHG) takes = 2'b11;
        if (op == `WF_ATOM_CAS) begin
            takes = {was[63:32] == c[63:32], was[31:0] == c[31:0]};
            if (pair) takes = {2{&takes}};
        end
        operand = operand ^ was;
        sum     = operand ^ ((sum ^ operand) & {64{adds}});
        wf_lds_op = (was & ({{32{!takes[1] && !nan[1]}}, {32{!takes[0] && !nan[0]}}} & {64{!ands}} | {64{ors}} | (b & {64{ands}})) & {64{!sums}}) |
                    (b & ({{32{takes[1] && !nan[1]}}, {32{takes[0] && !nan[0]}}} & {64{!ands}} | {64{ors}}) & {64{!sums}}) |
                    (sum & {64{sums}}) | {1'b0, {9{nan[1]}}, 23'd0, {9{nan[0]}}, 22'd0};
    end
endfunction
