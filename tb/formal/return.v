// SPDX-License-Identifier: Apache-2.0
// return.v - wf_lds_return on 4 lanes and 2 banks: what the lanes of an instruction are answered.
//   Ghost: the old word of each lane, when its bank has it; the answer by plain arithmetic. One instruction, any.
//   Environment: an instruction keeps until its last cycle. In one of them the server of each lane that accesses memory
//   is served. Two cycles of `go` later the bank has the old word, and holds it else. A lane that does not return the
//   old word has a next lower member; a pair has one half for half. Other than atomics return the old word.
//   A bank serves lanes of its own words, and a lane has its server's word.
//   With COMPARED the banks compare. Lanes of a compare-exchange that do not return the old word carry the operands of
//   their server. The words of a pair are in two banks that serve them together.
// prove answer: a load and the first of a set get the old word, others of a set what the operations below them left
// prove none: stores, and lanes that access no memory, get 0; the second pass of an f32 add gets its results
// prove order: answers come in order, with their tag, one for each instruction but the first pass of an f32 add
// prove read: the first pass of an f32 add hands the old words on, once
// prove stable: an answer holds until it is taken
// reach cycles: an instruction of two cycles is answered after a stall
// reach pair: a pair is answered with what another pair left
// run return: bmc 7, 80 s, LANES=4
// run return-compared: bmc 7, 80 s, LANES=4, COMPARED=1, only=answer+none
// run return-flow: bmc 10, 20 s, LANES=4, only=none+order+read+stable
`default_nettype none
`include "wf_isa.vh"
`include "wf_lds.vh"

module formal_return #(
    parameter integer LANES = 4,
    parameter integer BANKS = 2,
    parameter integer COMPARED = 0
) (
    input  wire                clk,
    input  wire                in_valid, in_last, in_tag, look, rsp_ready,
    input  wire [3:0]          in_op,
    input  wire [2:0]          in_does,
    input  wire [LANES-1:0]    in_ok, in_plain,
    input  wire [2*LANES-1:0]  in_word, in_server, in_prev,
    input  wire [32*LANES-1:0] in_value, in_compare,
    input  wire [BANKS-1:0]    in_serve,
    input  wire [2*BANKS-1:0]  in_lane,
    input  wire [32*BANKS-1:0] bank_old,
    output wire                p_answer, p_none, p_order, p_read, p_stable, w_cycles, w_pair
);
    `include "wf_formal.vh"
    localparam integer CTL_W = `WF_LDS_CTL_ANSWER + 1, ALL_W = CTL_W + 8*LANES + 64*LANES;
    wire                go, read_valid, rsp_valid;
    wire [32*LANES-1:0] read_old, rsp_data;
    wire [CTL_W-1:0]    rsp_ctl;
    wire                pairs = in_does == `WF_LDS_PAIRS, atomic = in_does == `WF_LDS_ATOMIC || pairs;
    wire [CTL_W-1:0]    ctl = {in_tag, 1'b0, in_does, in_op};
    wire [ALL_W-1:0]    all = {ctl, in_ok, in_plain, in_word, in_server, in_prev, in_value, in_compare};
    wf_lds_return #(.LANES(LANES), .BANKS(BANKS), .IDX_W(2), .BANK_W(1), .ADDR_W(2), .CTL_W(CTL_W), .COMPARED(COMPARED)) u_dut (
        .clk(clk), .rst(rst), .go(go), .in_valid(in_valid), .in_last(in_last), .in_ctl(ctl), .in_ok(in_ok), .in_plain(in_plain),
        .in_word(in_word), .in_server(in_server), .in_prev(in_prev), .in_value(in_value), .in_compare(in_compare),
        .in_serve(in_serve), .in_lane(in_lane), .bank_old(bank_old), .bank_same(bank_same), .read_valid(read_valid), .read_old(read_old),
        .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_ctl(rsp_ctl), .rsp_data(rsp_data));

    // ---- COMPARED: what the banks tell, and what then holds of a compare-exchange --------------------------------------------------
    reg  [32*BANKS-1:0] compare1_q, compare2_q;
    reg                 pair1_q = 0, pair2_q = 0, compared_good;
    reg  [BANKS-1:0]    bank_same;
    integer             n, m;
    always @* begin
        compared_good = 1'b1;
        for (n = 0; n < BANKS; n = n + 1) bank_same[n] = bank_old[32*n +: 32] == compare2_q[32*n +: 32];
        if (pair2_q) bank_same = {BANKS{&bank_same}};
        if (COMPARED != 0 && atomic && in_op == `WF_ATOM_CAS)
            for (n = 0; n < LANES; n = n + 1)
                for (m = 0; m < LANES; m = m + 1)
                    if (in_ok[n] && !in_plain[n] && in_server[2*n +: 2] == m &&
                        {in_value[32*n +: 32], in_compare[32*n +: 32]} != {in_value[32*m +: 32], in_compare[32*m +: 32]}) compared_good = 1'b0;
        if (COMPARED != 0 && pairs) begin
            for (n = 0; n < LANES; n = n + 2)
                if (in_ok[n] && (in_word[2*n] || in_word[2*n+2 +: 2] != {in_word[2*n+1], 1'b1} || in_server[2*n] ||
                                 in_server[2*n+2 +: 2] != {in_server[2*n+1], 1'b1})) compared_good = 1'b0;
            if (in_serve[0] != in_serve[1] || (in_serve[0] && (in_lane[0] || in_lane[3:2] != {in_lane[1], 1'b1}))) compared_good = 1'b0;
        end
    end
    always @(posedge clk) if (go) begin
        for (n = 0; n < BANKS; n = n + 1) compare1_q[32*n +: 32] <= in_compare[32*in_lane[2*n +: 2] +: 32];
        compare2_q <= compare1_q;
        {pair2_q, pair1_q} <= {pair1_q, pairs};
    end

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
            `WF_ATOM_CAS:  plain = a == c ? b : a;
            `WF_ATOM_MINU: plain = a < b ? a : b;
            `WF_ATOM_MAXU: plain = a > b ? a : b;
            `WF_ATOM_MINS: plain = $signed(a) < $signed(b) ? a : b;
            `WF_ATOM_MAXS: plain = $signed(a) > $signed(b) ? a : b;
            `WF_ATOM_FMIN: plain = is_nan(a) ? (is_nan(b) ? 32'h7fc00000 : b) : is_nan(b) || below(a, b) ? a : b;
            `WF_ATOM_FMAX: plain = is_nan(a) ? (is_nan(b) ? 32'h7fc00000 : b) : is_nan(b) || below(b, a) ? a : b;
            default:       plain = b;
        endcase
    endfunction
    function [63:0] plain64(input [3:0] op, input [63:0] a, input [63:0] b, input [63:0] c);
        case (op)
            `WF_ATOM_ADD:  plain64 = a + b;
            `WF_ATOM_SUB:  plain64 = a - b;
            `WF_ATOM_AND:  plain64 = a & b;
            `WF_ATOM_OR:   plain64 = a | b;
            `WF_ATOM_XOR:  plain64 = a ^ b;
            `WF_ATOM_CAS:  plain64 = a == c ? b : a;
            `WF_ATOM_MINU: plain64 = a < b ? a : b;
            `WF_ATOM_MAXU: plain64 = a > b ? a : b;
            `WF_ATOM_MINS: plain64 = $signed(a) < $signed(b) ? a : b;
            `WF_ATOM_MAXS: plain64 = $signed(a) > $signed(b) ? a : b;
            default:       plain64 = b;
        endcase
    endfunction
    wire float   = in_op == `WF_ATOM_FMIN || in_op == `WF_ATOM_FMAX;
    wire known   = float || in_op == `WF_ATOM_MINU || in_op == `WF_ATOM_MAXU || in_op == `WF_ATOM_MINS || in_op == `WF_ATOM_MAXS ||
                   in_op == `WF_ATOM_ADD || in_op == `WF_ATOM_SUB || in_op == `WF_ATOM_AND || in_op == `WF_ATOM_OR ||
                   in_op == `WF_ATOM_XOR || in_op == `WF_ATOM_XCHG || in_op == `WF_ATOM_CAS;

    // ---- the instruction that is looked at --------------------------------------------------------------------------------
    reg                  looks_q = 0, ended_q = 0, inside_q = 0;         // looks: from its first cycle; inside: any has a cycle to come
    reg  [ALL_W-1:0]     all_q;
    reg  [LANES-1:0]     served_q = 0, serves, s1_q = 0, s2_q = 0;       // lanes whose server is served, now; one and two cycles ago
    reg  [32*LANES-1:0]  old_q, want, prior, is_old, was_data_q;
    reg  [32*BANKS-1:0]  bank_q;
    reg  [2:0]           held_q = 0, ahead_q = 0;
    reg  [3:1]           last_q = 0, reads_q = 0;
    reg                  stalled_q = 0, waits_q = 0, mine3_q = 0, mine2_q = 0, mine1_q = 0, cycles_q = 0, slow_q = 0;
    reg  [CTL_W-1:0]     was_ctl_q;
    reg                  good;
    integer              i;
    wire                 starts = go && in_valid && !inside_q, begins = starts && look && !looks_q;
    wire                 mine   = begins || (looks_q && !ended_q);       // its cycles
    wire                 put    = ok && go && in_valid && in_last && in_does != `WF_LDS_FREAD, got = ok && rsp_valid && rsp_ready;
    wire [LANES-1:0]     served_now = begins ? {LANES{1'b0}} : served_q;
    reg  [ALL_W-1:0]     was_all_q;
    always @* begin
        good = 1'b1;
        for (i = 0; i < LANES; i = i + 1) begin
            serves[i] = go && in_valid && in_ok[i] && in_serve[in_word[2*i]] && in_lane[2*in_word[2*i] +: 2] == in_server[2*i +: 2];
            if (!in_plain[i] && (in_prev[2*i +: 2] >= i || !atomic)) good = 1'b0;
            if (in_ok[i] && in_word[2*in_server[2*i +: 2] +: 2] != in_word[2*i +: 2]) good = 1'b0;
        end
        for (i = 0; i < BANKS; i = i + 1) if (in_serve[i] && in_word[2*in_lane[2*i +: 2]] != i) good = 1'b0;
        if (pairs)
            for (i = 0; i < LANES; i = i + 2)
                if (in_ok[i] != in_ok[i+1] || in_plain[i] != in_plain[i+1] ||
                    (!in_plain[i] && (in_prev[2*i] || in_prev[2*i +: 2] + 2'd1 != in_prev[2*i+2 +: 2]))) good = 1'b0;
    end
    assign legal = !(rst && in_valid) && !(in_valid && !go) && good && compared_good && known && in_does <= `WF_LDS_FWRITE && !(pairs && float) &&
                   !(in_valid && inside_q && all != was_all_q) && !(waits_q && bank_old != bank_q) &&
                   !(mine && ((serves & served_now) != 0 || (go && in_valid && in_last && ((serves | served_now) & in_ok) != in_ok)));
    always @(posedge clk) begin
        if (go && in_valid) begin
            inside_q  <= !in_last;
            was_all_q <= all;
        end
        if (begins) begin
            all_q    <= all;
            looks_q  <= 1'b1;
            ended_q  <= 1'b0;
            cycles_q <= !in_last;
            slow_q   <= 1'b0;
        end
        if (mine && go && in_valid) begin
            served_q <= served_now | serves;
            ended_q  <= in_last;
            ahead_q  <= held_q - {2'd0, got};
        end else if (got) ahead_q <= ahead_q - (ahead_q != 3'd0);
        if (got && held_at_mine) looks_q <= 1'b0;
        if (go && mine3_q && reads_q[3]) looks_q <= 1'b0;
        if (go) begin
            s1_q    <= mine && in_valid ? serves : {LANES{1'b0}};
            s2_q    <= s1_q;
            {mine3_q, mine2_q, mine1_q} <= {mine2_q, mine1_q, mine && in_valid && in_last};
            last_q  <= {last_q[2:1], in_valid && in_last};
            reads_q <= {reads_q[2:1], in_does == `WF_LDS_FREAD};
            for (i = 0; i < LANES; i = i + 1) if (s2_q[i]) old_q[32*i +: 32] <= bank_old[32*a_word[2*i] +: 32];
        end
        if (looks_q && !go) slow_q <= 1'b1;
        waits_q    <= ok && !go;
        bank_q     <= bank_old;
        held_q     <= held_q + {2'd0, put} - {2'd0, got};
        stalled_q  <= ok && rsp_valid && !rsp_ready;
        was_ctl_q  <= rsp_ctl;
        was_data_q <= rsp_data;
        if (rst) {looks_q, ended_q, inside_q, last_q, mine1_q, mine2_q, mine3_q} <= 0;
    end

    // ---- its answer -------------------------------------------------------------------------------------------------------
    wire [CTL_W-1:0]    a_ctl;
    wire [LANES-1:0]    a_ok, a_plain;
    wire [2*LANES-1:0]  a_word, a_server, a_prev;
    wire [32*LANES-1:0] a_value, a_compare;
    assign {a_ctl, a_ok, a_plain, a_word, a_server, a_prev, a_value, a_compare} = all_q;
    wire [2:0] a_does  = a_ctl[`WF_LDS_CTL_DOES];
    wire [3:0] a_op    = a_ctl[`WF_LDS_CTL_OP];
    wire       a_pairs = a_does == `WF_LDS_PAIRS, a_atomic = a_does == `WF_LDS_ATOMIC || a_pairs;
    wire       held_at_mine = looks_q && ended_q && ahead_q == 3'd0 && a_does != `WF_LDS_FREAD;
    reg  [LANES-1:0] zero;
    reg              wrong, wrong_none, wrong_read;
    always @* begin
        zero       = a_does == `WF_LDS_STORE ? {LANES{1'b1}} : ~a_ok;
        wrong      = 1'b0;
        wrong_none = 1'b0;
        wrong_read = 1'b0;
        for (i = 0; i < LANES; i = i + 1)    // what the operations of the lanes below add up to; a compare-exchange: the one of all
            prior[32*i +: 32] = a_op == `WF_ATOM_CAS ? a_value[32*i +: 32] : a_value[32*a_prev[2*i +: 2] +: 32];
        for (i = 0; i < LANES; i = i + 1) begin
            want[32*i +: 32] = old_q[32*i +: 32];
            if (a_atomic && !a_plain[i] && !a_pairs)
                want[32*i +: 32] = plain(a_op, old_q[32*i +: 32], prior[32*i +: 32], a_compare[32*i +: 32]);
        end
        if (a_pairs)
            for (i = 0; i < LANES; i = i + 2)
                if (!a_plain[i]) want[32*i +: 64] = plain64(a_op, old_q[32*i +: 64], prior[32*i +: 64], a_compare[32*i +: 64]);
        for (i = 0; i < LANES; i = i + 1) begin
            if (a_does == `WF_LDS_FWRITE) want[32*i +: 32] = a_compare[32*i +: 32];
            if (zero[i]) want[32*i +: 32] = 32'd0;
            if (rsp_data[32*i +: 32] != want[32*i +: 32]) begin
                if (zero[i] || a_does == `WF_LDS_FWRITE) wrong_none = 1'b1;
                else wrong = 1'b1;
            end
            if (a_ok[i] && read_old[32*i +: 32] != old_q[32*i +: 32]) wrong_read = 1'b1;
        end
    end
    assign p_answer = ok && rsp_valid && held_at_mine && wrong;
    assign p_none   = ok && rsp_valid && held_at_mine && wrong_none;
    assign p_order  = ok && rsp_valid && (held_q == 3'd0 || (held_at_mine && rsp_ctl != a_ctl));
    assign p_read   = ok && (read_valid != (go && last_q[3] && reads_q[3]) || (read_valid && mine3_q && wrong_read));
    assign p_stable = ok && stalled_q && !(rsp_valid && rsp_ctl == was_ctl_q && rsp_data == was_data_q);
    assign w_cycles = ok && rsp_valid && held_at_mine && cycles_q && slow_q;
    assign w_pair   = ok && rsp_valid && held_at_mine && a_pairs && a_op == `WF_ATOM_SUB && a_ok == 4'hf && a_plain == 4'h3;
endmodule

`default_nettype wire
