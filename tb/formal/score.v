// SPDX-License-Identifier: Apache-2.0
// score.v - wf_core_score: an instruction issues when nothing that it reads or writes is in flight, and as soon as that is so.
//   Ghost: by place, what is buffered, as sets of registers; by entry, what is in flight. One slot, 8 registers.
//   Environment: two places per slot, filled in turn. A head issues in the cycle after one in which it was ready, and
//   not in two cycles in a row. An entry is done once, by its kind: early, granted, or granted and answered.
// prove safe: a ready instruction neither reads nor writes a register that an instruction in flight writes
// prove waits: it waits for control flow, for a free entry, and with drain or fence for those before it
// prove soon: it is ready in each cycle in which the rule allows it
// prove entry: the lowest free entry is taken
// prove settled: `settled` is 0 exactly while an access posted before the last `settle` has no answer
// prove inside: the dependence bits are the overlaps of registers; the others are proven with it
// reach full: all entries are taken and another instruction is buffered
// reach quad: an instruction waits for one register of a quad in flight
// reach answered: an answer comes in the cycle of its grant
// reach two: both places wait for the same entry
// run score: step, 10 s, INFLIGHT=2
`default_nettype none

module formal_score #(
    parameter integer INFLIGHT = 2           // entries; the wires to registers of the unit are for 2
) (
    input  wire        clk,
    input  wire        in_valid, issue_valid, early_valid, grant_valid, answer_valid, settle, early_entry, grant_entry, answer_entry,
    input  wire        in_drain, in_fence,
    input  wire [1:0]  in_kind,
    input  wire [19:0] in_words,             // {destination, c, b, a}: {it counts, all of its quad, number}
    output wire        p_safe, p_waits, p_soon, p_entry, p_settled, p_inside, w_full, w_quad, w_answered, w_two
);
    `include "wf_formal.vh"
    localparam integer    E   = INFLIGHT;
    localparam [1:0]      ALU = 2'd0, OTHER = 2'd1, FLOW = 2'd2, POSTED = 2'd3;
    reg  [1:0]  count_q = 0;                 // buffered
    reg         head_q = 0, next_q = 0;      // places of the oldest, of the one that comes next
    reg  [39:0] words_q;                     // by place
    reg  [3:0]  kind_q;
    reg  [1:0]  drain_q, fence_q;
    reg  [E-1:0] used_q = 0, granted_q = 0, answered_q = 0, marked_q = 0;
    reg  [2*E-1:0] e_kind_q = 0;
    reg  [5*E-1:0] e_dest_q = 0;
    reg         ready_q = 0, issued_q = 0;

    function [8:0] long(input [4:0] word);
        long = {word[4:3], 4'd0, word[2:0]};
    endfunction
    function [7:0] set(input [4:0] word);    // of registers
        set = !word[4] ? 8'd0 : word[3] ? (word[2] ? 8'hf0 : 8'h0f) : 8'd1 << word[2:0];
    endfunction
    function [7:0] sets(input [19:0] words);
        sets = set(words[19:15]) | set(words[14:10]) | set(words[9:5]) | set(words[4:0]);
    endfunction

    wire        has     = count_q != 2'd0;
    wire        flow    = has && kind_q[2*head_q +: 2] == FLOW;
    wire        settled, ready, issue_entry;
    wire        grant_kind_flow = e_kind_q[2*grant_entry +: 2] == FLOW, grant_kind_posted = e_kind_q[2*grant_entry +: 2] == POSTED;
    wf_core_score #(.WAVES(1), .INFLIGHT(E)) u_dut (
        .clk(clk), .rst(rst), .in_onehot({in_valid && next_q, in_valid && !next_q}), .in_slot(1'b0), .in_place(next_q), .in_younger(has),
        .in_operands({long(in_words[19:15]), long(in_words[14:10]), long(in_words[9:5]), long(in_words[4:0])}),
        .in_drain(in_drain), .in_fence(in_fence), .valid(has), .head(head_q), .flow(flow), .issue_valid(issue_valid),
        .issue_slot(1'b0), .issue_entry(issue_entry), .early_valid(early_valid), .early_slot(1'b0),
        .early_entry(early_entry), .grant_onehot(grant_valid), .grant_entry(grant_entry), .grant_flow(grant_kind_flow),
        .grant_posted(grant_kind_posted), .answer_valid(answer_valid), .answer_slot(1'b0), .answer_entry(answer_entry),
        .settle(settle), .settled(settled), .ready(ready));

    assign legal =
        !(rst && (in_valid || issue_valid || early_valid || grant_valid || answer_valid || settle)) &&
        !(in_valid && (count_q == 2'd2 || (in_words[19] && (in_kind == FLOW || in_kind == POSTED)))) &&
        !(issue_valid && !(ready_q && !issued_q)) &&
        !(early_valid && !(used_q[early_entry] && e_kind_q[2*early_entry +: 2] == ALU)) &&
        !(grant_valid && !(used_q[grant_entry] && e_kind_q[2*grant_entry +: 2] != ALU && !granted_q[grant_entry])) &&
        !(answer_valid && !(used_q[answer_entry] && e_kind_q[2*answer_entry +: 2] == POSTED && !answered_q[answer_entry]));

    reg  [E-1:0] over;
    reg  [E-1:0] chosen;
    integer      e;
    always @* begin
        chosen = 0;
        for (e = E - 1; e >= 0; e = e - 1) if (!used_q[e]) chosen = 1 << e;
        for (e = 0; e < E; e = e + 1)
            over[e] = (early_valid && early_entry == e) || (grant_valid && grant_entry == e && e_kind_q[2*e +: 2] != POSTED) ||
                      (used_q[e] && e_kind_q[2*e +: 2] == POSTED && (granted_q[e] || (grant_valid && grant_entry == e)) &&
                       (answered_q[e] || (answer_valid && answer_entry == e)));
    end
    integer k;
    always @(posedge clk) begin
        ready_q  <= ok && ready;
        issued_q <= ok && issue_valid;
        count_q  <= count_q + {1'b0, in_valid} - {1'b0, issue_valid};
        head_q   <= head_q ^ issue_valid;
        next_q   <= next_q ^ in_valid;
        if (in_valid) begin
            words_q[20*next_q +: 20] <= in_words;
            kind_q[2*next_q +: 2]    <= in_kind;
            drain_q[next_q]          <= in_drain;
            fence_q[next_q]          <= in_fence;
        end
        for (k = 0; k < E; k = k + 1) begin
            if (grant_valid && grant_entry == k) granted_q[k] <= 1'b1;
            if (answer_valid && answer_entry == k) answered_q[k] <= 1'b1;
            marked_q[k] <= !over[k] && (settle ? e_kind_q[2*k +: 2] == POSTED && used_q[k] &&
                                                 (granted_q[k] || (grant_valid && grant_entry == k)) : marked_q[k]);
            if (over[k]) used_q[k] <= 1'b0;
            if (issue_valid && chosen[k]) begin
                used_q[k]            <= 1'b1;
                granted_q[k]         <= 1'b0;
                answered_q[k]        <= 1'b0;
                marked_q[k]          <= 1'b0;
                e_kind_q[2*k +: 2]   <= kind_q[2*head_q +: 2];
                e_dest_q[5*k +: 5]   <= words_q[20*head_q + 15 +: 5];
            end
        end
    end

    // the rule
    reg hit, in_flow, unretired, pending;
    integer i;
    always @* begin
        hit       = 1'b0;
        in_flow   = 1'b0;
        unretired = 1'b0;
        pending   = used_q != 0;
        for (i = 0; i < E; i = i + 1)
            if (used_q[i]) begin
                if ((set(e_dest_q[5*i +: 5]) & sets(words_q[20*head_q +: 20])) != 8'd0) hit = 1'b1;
                if (e_kind_q[2*i +: 2] == FLOW) in_flow = 1'b1;
                if (!granted_q[i]) unretired = 1'b1;
            end
    end
    wire blocked = !has || in_flow || used_q == {E{1'b1}} || (unretired && (drain_q[head_q] || fence_q[head_q])) ||
                   (pending && fence_q[head_q]);

    // ---- the registers of the unit ----------------------------------------------------------------------------------
    // see s_0_0: u_dut.g_entry[0].g_place[0].waits_q
    // see s_0_1: u_dut.g_entry[0].g_place[1].waits_q
    // see s_1_0: u_dut.g_entry[1].g_place[0].waits_q
    // see s_1_1: u_dut.g_entry[1].g_place[1].waits_q
    // see s_depends: u_dut.depends_q
    // see s_used: u_dut.inflight_q
    // see s_posted: u_dut.posted_q
    // see s_answered: u_dut.answered_q
    // see s_unsettled: u_dut.unsettled_q
    // see s_flow: u_dut.flow_q
    // see s_dest_0: u_dut.g_entry[0].dest[0]
    // see s_dest_1: u_dut.g_entry[1].dest[0]
    // see s_last: u_dut.last_dest[0]
    // see s_before: u_dut.before_dest[0]
    // see s_last_place: u_dut.last_place_q
    // see s_fill: u_dut.filled_q
    // see s_fill_at: u_dut.fill_at_q
    // see s_fill_dest: u_dut.fill_dest_q
    // see s_drain_0: u_dut.g_buffered[0].drain_q
    // see s_drain_1: u_dut.g_buffered[1].drain_q
    // see s_fence_0: u_dut.g_buffered[0].fence_q
    // see s_fence_1: u_dut.g_buffered[1].fence_q
    (* keep *) wire [8:0] s_dest_0, s_dest_1, s_last, s_before, s_fill_dest;
    (* keep *) wire s_fill, s_last_place;
    (* keep *) wire [1:0] s_fill_at;
    (* keep *) wire s_drain_0, s_drain_1, s_fence_0, s_fence_1;
    wire [17:0]     dests = {s_dest_1, s_dest_0};
    wire            last_place = s_fill ? s_fill_at[0] : s_last_place;
    wire [8:0]      last_dest = s_fill ? s_fill_dest : s_last, before_dest = s_fill ? s_last : s_before;
    wire [17:0]     nexts = last_place ? {last_dest, before_dest} : {before_dest, last_dest};
    wire [1:0]      drains = {s_drain_1, s_drain_0}, fences = {s_fence_1, s_fence_0};
    (* keep *) wire s_0_0, s_0_1, s_1_0, s_1_1, s_depends, s_flow;
    (* keep *) wire [E-1:0] s_used, s_posted, s_answered, s_unsettled;
    wire [3:0]      bits = {s_1_1, s_1_0, s_0_1, s_0_0};
    reg             wrong_inside, here;
    integer         n, p;
    always @* begin
        wrong_inside = s_used != used_q || s_flow != in_flow || s_unsettled != marked_q || (marked_q & ~used_q) != 0;
        if (used_q == {E{1'b1}} && e_kind_q[1:0] == FLOW && e_kind_q[3:2] == FLOW) wrong_inside = 1'b1;
        if (ready_q && !issued_q && !ready) wrong_inside = 1'b1;
        if ((s_fill && (s_fill_at[1] || s_fill_at[0] == next_q)) || (count_q != 2'd0 && last_place == next_q)) wrong_inside = 1'b1;
        if (s_fill && count_q == 2'd2 && s_last_place != head_q) wrong_inside = 1'b1;
        if (ready_q && !issued_q && s_fill && s_fill_at == {1'b0, head_q}) wrong_inside = 1'b1;
        if (count_q > 2'd2 || (next_q != (head_q ^ count_q[0]))) wrong_inside = 1'b1;
        for (n = 0; n < E; n = n + 1) begin
            if (marked_q[n] && !(granted_q[n] && e_kind_q[2*n +: 2] == POSTED)) wrong_inside = 1'b1;
            if (used_q[n] && dests[9*n +: 9] != long(e_dest_q[5*n +: 5])) wrong_inside = 1'b1;
            if (used_q[n] && e_dest_q[5*n + 4] && e_kind_q[2*n + 1]) wrong_inside = 1'b1;     // control flow, posted
            if (used_q[n] && s_posted[n] != (granted_q[n] && e_kind_q[2*n +: 2] == POSTED)) wrong_inside = 1'b1;
            if (used_q[n] && s_answered[n] != (answered_q[n] && !granted_q[n])) wrong_inside = 1'b1;
            if (!used_q[n] && (s_posted[n] || s_answered[n])) wrong_inside = 1'b1;
            if (used_q[n] && granted_q[n] && (e_kind_q[2*n +: 2] != POSTED || answered_q[n])) wrong_inside = 1'b1;
            if (used_q[n] && answered_q[n] && e_kind_q[2*n +: 2] != POSTED) wrong_inside = 1'b1;
            for (p = 0; p < 2; p = p + 1) begin
                here = count_q == 2'd2 || (count_q == 2'd1 && head_q == p);
                if (here && (nexts[9*p +: 9] != long(words_q[20*p + 15 +: 5]) || drains[p] != drain_q[p] || fences[p] != fence_q[p] ||
                             (words_q[20*p + 19] && kind_q[2*p + 1]))) wrong_inside = 1'b1;
                if (here && bits[2*n + p] != (used_q[n] && (set(e_dest_q[5*n +: 5]) & sets(words_q[20*p +: 20])) != 8'd0))
                    wrong_inside = 1'b1;
            end
        end
        if (count_q == 2'd2 && s_depends != ((set(words_q[20*head_q + 15 +: 5]) & sets(words_q[20*!head_q +: 20])) != 8'd0))
            wrong_inside = 1'b1;
        if (count_q == 2'd1 && s_depends) wrong_inside = 1'b1;
    end

    assign p_safe    = ok && ready && hit;
    assign p_waits   = ok && ready && blocked;
    assign p_soon    = ok && !ready && !blocked && !hit;
    assign p_entry   = ok && used_q != {E{1'b1}} && !chosen[issue_entry];
    assign p_settled = ok && settled != (marked_q == 0);
    assign p_inside  = ok && wrong_inside;
    assign w_full    = ok && used_q == {E{1'b1}} && has;
    assign w_quad    = ok && has && used_q[0] && e_dest_q[4:2] == 3'b110 && hit && words_q[20*head_q + 3] == 1'b0 && !words_q[20*head_q + 19];
    assign w_answered = ok && answer_valid && grant_valid && answer_entry == grant_entry;
    assign w_two     = ok && count_q == 2'd2 && bits[1:0] == 2'b11;
endmodule

`default_nettype wire
