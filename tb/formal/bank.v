// SPDX-License-Identifier: Apache-2.0
// bank.v - wf_lds_bank: operations on two words of a row, one after the other, whatever rows follow each other.
//   Ghost: the words of each row as they are after each operation in the order taken; the operations by plain arithmetic.
//   Environment: rows are cleared while no operation is in flight; only words that were cleared are looked at. A pair is
//   valid in both banks and in one row, and is neither a float minimum nor a float maximum.
// prove order: an operation returns the word as the operations before it left it
// prove same: it is known whether each word is the one compared, of a pair whether both are
// prove other: with `go` low the answers stay
// implied other: by order
// reach near: two writes to one row follow each other at once
// reach gap: two writes to one row with another between
// reach pair: a 64-bit compare-exchange takes
// run bank: bmc 7, 20 s, ROW_W=1
`default_nettype none
`include "wf_isa.vh"

module formal_bank #(
    parameter integer ROW_W = 1
) (
    input  wire               clk,
    input  wire               go, in_write, in_pair, clear,
    input  wire [1:0]         in_valid,
    input  wire [3:0]         in_op,
    input  wire [2*ROW_W-1:0] in_row,
    input  wire [63:0]        in_value, in_compare,
    input  wire [ROW_W-1:0]   clear_row,
    output wire               p_order, p_same, p_other, w_near, w_gap, w_pair
);
    `include "wf_formal.vh"
    localparam integer ROWS = 1 << ROW_W;
    wire [63:0] old;
    wire [1:0]  same;
    wf_lds_bank #(.ROW_W(ROW_W)) u_dut (
        .clk(clk), .rst(rst), .go(go), .in_valid(in_valid), .in_write(in_write), .in_op(in_op), .in_pair(in_pair),
        .in_row(in_row), .in_value(in_value), .in_compare(in_compare), .old(old), .same(same), .clear(clear), .clear_row(clear_row));

    // ---- the operations, plainly ----------------------------------------------------------------------------------------
    function is_nan(input [31:0] f);
        is_nan = f[30:23] == 8'hff && f[22:0] != 23'd0;
    endfunction
    function below(input [31:0] x, input [31:0] y);      // as floats, -0 below +0
        below = x[31] != y[31] ? x[31] : x[31] ? x[30:0] > y[30:0] : x[30:0] < y[30:0];
    endfunction
    function [31:0] plain(input [3:0] op, input [31:0] a, input [31:0] b, input [31:0] c);
        case (op)
            `WF_ATOM_ADD:  plain = a + b;
            `WF_ATOM_SUB:  plain = a - b;
            `WF_ATOM_AND:  plain = a & b;
            `WF_ATOM_OR:   plain = a | b;
            `WF_ATOM_XOR:  plain = a ^ b;
            `WF_ATOM_XCHG: plain = b;
            `WF_ATOM_CAS:  plain = a == c ? b : a;
            `WF_ATOM_MINU: plain = a < b ? a : b;
            `WF_ATOM_MAXU: plain = a > b ? a : b;
            `WF_ATOM_MINS: plain = $signed(a) < $signed(b) ? a : b;
            `WF_ATOM_MAXS: plain = $signed(a) > $signed(b) ? a : b;
            `WF_ATOM_FMIN: plain = is_nan(a) ? (is_nan(b) ? 32'h7fc00000 : b) : is_nan(b) || below(a, b) ? a : b;
            `WF_ATOM_FMAX: plain = is_nan(a) ? (is_nan(b) ? 32'h7fc00000 : b) : is_nan(b) || below(b, a) ? a : b;
            default:       plain = a;
        endcase
    endfunction
    function [63:0] plain64(input [3:0] op, input [63:0] a, input [63:0] b, input [63:0] c);
        case (op)
            `WF_ATOM_ADD:  plain64 = a + b;
            `WF_ATOM_SUB:  plain64 = a - b;
            `WF_ATOM_AND:  plain64 = a & b;
            `WF_ATOM_OR:   plain64 = a | b;
            `WF_ATOM_XOR:  plain64 = a ^ b;
            `WF_ATOM_XCHG: plain64 = b;
            `WF_ATOM_CAS:  plain64 = a == c ? b : a;
            `WF_ATOM_MINU: plain64 = a < b ? a : b;
            `WF_ATOM_MAXU: plain64 = a > b ? a : b;
            `WF_ATOM_MINS: plain64 = $signed(a) < $signed(b) ? a : b;
            `WF_ATOM_MAXS: plain64 = $signed(a) > $signed(b) ? a : b;
            default:       plain64 = a;
        endcase
    endfunction
    wire        is_float = in_op == `WF_ATOM_FMIN || in_op == `WF_ATOM_FMAX;
    wire        known_op = is_float || in_op == `WF_ATOM_ADD || in_op == `WF_ATOM_SUB || in_op == `WF_ATOM_AND || in_op == `WF_ATOM_OR ||
                           in_op == `WF_ATOM_XOR || in_op == `WF_ATOM_XCHG || in_op == `WF_ATOM_CAS || in_op == `WF_ATOM_MINU ||
                           in_op == `WF_ATOM_MAXU || in_op == `WF_ATOM_MINS || in_op == `WF_ATOM_MAXS;

    // ---- the ghost --------------------------------------------------------------------------------------------------------
    reg  [32*ROWS-1:0] low_q, high_q;
    reg  [ROWS-1:0]    known_q = 0;
    reg  [1:0]         s1_valid_q = 0, s2_valid_q = 0;       // known words under way
    reg  [1:0]         s1_any_q = 0, s2_any_q = 0;
    reg  [63:0]        s1_old_q, s2_old_q, s1_compare_q, s2_compare_q, was_q;
    reg                s1_pair_q = 0, s2_pair_q = 0;
    reg                held_q = 0, w1_q = 0, w2_q = 0;
    reg  [ROW_W-1:0]   r1_q, r2_q;
    wire [ROW_W-1:0]   low_row = in_row[0 +: ROW_W], high_row = in_row[ROW_W +: ROW_W];
    wire [63:0]        was = {high_q[32*high_row +: 32], low_q[32*low_row +: 32]};
    wire [63:0]        now = in_pair ? plain64(in_op, was, in_value, in_compare) :
                             {plain(in_op, was[63:32], in_value[63:32], in_compare[63:32]),
                              plain(in_op, was[31:0], in_value[31:0], in_compare[31:0])};
    wire [1:0]         take = go ? in_valid : 2'b00;
    assign legal = !(rst && (go || clear)) && known_op && !(in_pair && (is_float || (in_valid != 2'b11 && in_valid != 2'b00) || low_row != high_row)) &&
                   !(clear && (s1_any_q != 0 || s2_any_q != 0 || take != 0));
    always @(posedge clk) begin
        if (clear) begin
            low_q[32*clear_row +: 32]  <= 32'd0;
            high_q[32*clear_row +: 32] <= 32'd0;
            known_q[clear_row]         <= 1'b1;
        end
        if (take[0] && in_write) low_q[32*low_row +: 32]   <= now[31:0];
        if (take[1] && in_write) high_q[32*high_row +: 32] <= now[63:32];
        if (go) begin
            s1_any_q   <= in_valid;
            s2_any_q   <= s1_any_q;
            s1_valid_q <= in_valid & {known_q[high_row], known_q[low_row]};
            s2_valid_q <= s1_valid_q;
            s1_old_q   <= was;
            s2_old_q   <= s1_old_q;
            s1_compare_q <= in_compare;
            s2_compare_q <= s1_compare_q;
            s1_pair_q  <= in_pair;
            s2_pair_q  <= s1_pair_q;
            w1_q       <= in_valid[0] && in_write && known_q[low_row];
            w2_q       <= w1_q;
            r1_q       <= low_row;
            r2_q       <= r1_q;
        end
        if (rst) {s1_any_q, s2_any_q, s1_valid_q, s2_valid_q, w1_q, w2_q} <= 0;
        held_q <= ok && !go && !clear && s2_any_q != 0;
        was_q  <= old;
    end
    assign p_order = ok && ((s2_valid_q[0] && old[31:0] != s2_old_q[31:0]) || (s2_valid_q[1] && old[63:32] != s2_old_q[63:32]));
    wire low_same = s2_old_q[31:0] == s2_compare_q[31:0], high_same = s2_old_q[63:32] == s2_compare_q[63:32];
    assign p_same  = ok && ((s2_valid_q[0] && !s2_pair_q && same[0] != low_same) || (s2_valid_q[1] && !s2_pair_q && same[1] != high_same) ||
                            (s2_valid_q == 2'b11 && s2_pair_q && same != {2{low_same && high_same}}));
    assign p_other = ok && held_q && s2_valid_q == 2'b11 && old != was_q;
    assign w_near  = ok && take[0] && in_write && w1_q && r1_q == low_row;
    assign w_gap   = ok && take[0] && in_write && w1_q && w2_q && r2_q == low_row && r1_q != low_row;
    assign w_pair  = ok && take == 2'b11 && in_write && in_pair && in_op == `WF_ATOM_CAS && known_q[low_row] && was == in_compare && was != 64'd0;
endmodule

`default_nettype wire
