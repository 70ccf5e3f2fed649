// SPDX-License-Identifier: Apache-2.0
// pair.v - wf_core_pair: the two places of a slot, in order, with flushes, prefetches, pairs that are folded and pairs that are split.
//   Ghost: of one slot, any of them, the instructions that were buffered and did not issue, oldest first, and whether the second of a pair is left alone.
//   Of an instruction two bits of its pc and one of its word are looked at, and one bit of the word of its second.
//   Environment: as the parts of wf_core_fetch and the scheduler have it. A word comes to a slot that is not full. A prefetch comes with a
//   flush of its slot. A slot issues every other cycle at most, two cycles after its word came or later, and not as it is flushed. The second of a pair
//   goes with its first after that has issued. Words that change nothing are control flow.
// prove order: the instruction that issues is the oldest, or its second if that was left, with its pc, word, unit, and whether its second goes with it
// prove held: `valid` and `full` are the number of instructions that are buffered
// prove class: the unit of the head is that of the oldest, as the lanes of the wave run
// prove freed: a place becomes free when the last of it issues
// prove younger: a word goes to a place that holds none, and is younger while the other holds one
// reach split: the second of a pair issues alone, and another instruction after it
// reach full: two are buffered, and one of them issues as a pair
// reach hit: a prefetch is buffered in the cycle of a flush, while two are buffered
// run pair: pdr, 20 s, WAVES=2
`default_nettype none
`include "wf_isa.vh"

module formal_pair #(
    parameter integer WAVES = 2
) (
    input  wire             clk,
    input  wire [WAVES-1:0] flush, running, converged,
    input  wire             fill, hit, prefetched, slot, flows, issue_valid, issue_slot, next_fold, next_slot, watch, first, second,
    input  wire [1:0]       pc, noop, pairs,
    input  wire [2:0]       class,
    output wire             p_order, p_held, p_class, p_freed, p_younger, w_split, w_full, w_hit
);
    `include "wf_formal.vh"
    wire [2*WAVES-1:0] fill_onehot;
    wire               fill_place, fill_younger, insn_valid, insn_slot, insn_flows, insn_fold;
    wire [WAVES-1:0]   valid, full, freed, head;
    wire [7*WAVES-1:0] head_class;
    wire [15:0]        insn_pc;
    wire [63:0]        insn_word;
    wire [6:0]         insn_class;
    wf_core_pair #(.WAVES(WAVES)) u_dut (
        .clk(clk), .rst(rst), .flush(flush), .fill(fill), .hit(hit), .word_prefetched(prefetched), .word_slot(slot), .word_pc({14'd0, pc}),
        .word({63'd0, first}), .word_second({63'd0, second}), .word_fault(3'd0), .word_class(7'd1 << class), .word_decoded(7'd0),
        .word_flows(flows), .word_noop(noop), .word_pairs(pairs), .fill_onehot(fill_onehot), .fill_place(fill_place),
        .fill_younger(fill_younger), .running(running), .converged(converged), .valid(valid), .full(full), .freed(freed), .head(head),
        .head_class(head_class), .issue_valid(issue_valid), .issue_slot(issue_slot), .next_fold(next_fold), .next_slot(next_slot),
        .insn_valid(insn_valid), .insn_slot(insn_slot), .insn_pc(insn_pc), .insn_word(insn_word), .insn_decoded(), .insn_fault(),
        .insn_class(insn_class), .insn_flows(insn_flows), .insn_fold(insn_fold), .insn_second(), .insn_follows());

    // the ghost; fields of an instruction: {class, pairs, noop, flows, second, first, pc}
    localparam integer W = 12;
    reg  [W-1:0] old_q, new_q;               // the oldest, the one after it
    reg  [1:0]   held_q = 0;
    reg          split_q = 0, watched_q, was_valid_q = 0, was_slot_q, fold_q, flows_q, word_q, was_there_q = 0;
    reg  [1:0]   pc_q;
    reg  [6:0]   class_q;
    reg  [WAVES-1:0] ready_q = 0;            // what may be picked in the last cycle
    reg          pair_q = 0;
    wire [W-1:0] word      = {class, pairs, noop, flows, second, first, pc};
    wire [2:0]   old_class = old_q[11:9];
    wire [1:0]   old_pairs = old_q[8:7], old_noop = split_q ? old_pairs : old_q[6:5];
    wire         runs      = running[watched_q], conv = converged[watched_q];
    wire         is_noop   = (old_noop[0] && runs) || (old_noop[1] && conv);
    wire [2:0]   is_class  = is_noop ? `WF_UNIT_ALU : split_q ? `WF_UNIT_FLOW : old_class;
    wire         is_pair   = !split_q && old_pairs != 2'd0;
    wire         folds     = is_pair && ((old_pairs[0] && runs) || (old_pairs[1] && conv)) && is_class != `WF_UNIT_FLOW;
    wire         issues    = ok && issue_valid && issue_slot == watched_q;
    wire         goes_with = ok && next_fold && next_slot == watched_q;
    wire         leaves    = (issues && (!is_pair || folds)) || goes_with;
    wire         fills     = ok && fill && slot == watched_q;
    wire         flushed   = ok && flush[watched_q];
    wire         hits      = ok && hit && slot == watched_q;
    wire [1:0]   left      = held_q - leaves;
    reg  [6:0]   planes;
    integer      k;
    always @* for (k = 0; k < 7; k = k + 1) planes[k] = head_class[WAVES*k + watched_q];
    assign legal = !(rst && (flush != 0 || fill || hit || issue_valid || next_fold)) && class != 3'd7 &&
                   !(fill && (full[slot] || prefetched)) && !(hit && !(prefetched && flush[slot])) &&
                   !(noop != 2'd0 && class != `WF_UNIT_FLOW) &&
                   !(issue_valid && (!ready_q[issue_slot] || flush[issue_slot] || (was_valid_q && was_slot_q == issue_slot))) &&
                   !(next_fold && ((next_slot == watched_q && !split_q) || (issue_valid && issue_slot == next_slot)));
    always @(posedge clk) begin
        if (rst) watched_q <= watch;
        ready_q <= ok ? valid & ~flush & ~(next_fold ? 2'd1 << next_slot : 2'd0) : 0;
        {was_valid_q, was_slot_q} <= {ok && issue_valid, issue_slot};
        // what issues
        was_there_q <= issues;
        {fold_q, flows_q, class_q, pc_q, word_q} <= {folds, (old_q[4] || split_q) && !is_noop, 7'd1 << is_class, old_q[1:0] + split_q,
                                                     split_q ? old_q[3] : old_q[2]};
        pair_q <= ok && (pair_q || (issues && split_q));
        // the buffer
        split_q <= ok && !flushed && !leaves && (split_q || (issues && is_pair));
        if (leaves) old_q <= new_q;
        if (fills && left == 2'd0) old_q <= word;
        if (fills && left != 2'd0) new_q <= word;
        held_q <= flushed ? 2'd0 : left + fills;
        if (hits) {held_q, old_q} <= {2'd1, word};
    end
    assign p_order   = ok && (insn_valid && insn_slot == watched_q) != was_there_q ||
                       (ok && was_there_q && {insn_fold, insn_flows, insn_class, insn_pc[1:0], insn_word[0]} != {fold_q, flows_q, class_q, pc_q, word_q});
    assign p_held    = ok && {full[watched_q], valid[watched_q]} != {held_q == 2'd2, held_q != 2'd0};
    assign p_class   = ok && held_q != 2'd0 && planes != 7'd1 << is_class;
    assign p_freed   = ok && freed[watched_q] != (leaves && issues);
    assign p_younger = ok && (fills || hits) && (fill_younger != (fills && held_q != 2'd0) ||
                              fill_onehot != (4'd1 << {fill_place, watched_q}) || (fills && held_q != 2'd0 && fill_place == head[watched_q]));
    assign w_split   = issues && pair_q && !split_q;
    assign w_full    = issues && held_q == 2'd2 && folds;
    assign w_hit     = hits && held_q == 2'd2;
endmodule

`default_nettype wire
