// SPDX-License-Identifier: Apache-2.0
// fetch.v - the choice of wf_core_fetch among the slots that need an instruction. The memory and the decoders are cut.
//   Ghost: of one slot, any of them, how many others were fetched for while it asks.
//   Environment: an instruction issues from a slot that has one and is not flushed. The second of a pair goes with its first where it was left. A wave
//   enters a slot in a cycle in which no control flow of that slot is performed.
// prove wait: a slot that asks is fetched for after at most WAVES - 1 others; the fetches of jumps go first and do not count
// prove stays: a slot that asks does so until it is fetched for or flushed, or the end of its wave is buffered
// prove room: no word is buffered in a slot that is full
// prove moves: while a slot asks and nothing jumps, one is fetched for
// shared room: a slot that asks for too many words stops to ask as they come
// reach last: a slot is fetched for after all others
// reach both: two fetches of a slot are pending, and another slot waits
// run fetch: pdr, 20 s, WAVES=4
// cut wf_core_imem wf_core_predecode wf_core_decode
`default_nettype none

module formal_fetch #(
    parameter integer WAVES = 4
) (
    input  wire        clk,
    input  wire        launch_valid, next_valid, next_jump, next_skips, next_end, next_fold, issue_valid,
    input  wire [1:0]  launch_slot, next_slot, issue_slot, watch,
    input  wire [WAVES-1:0] running, converged,
    output wire        p_wait, p_stays, p_room, p_moves, w_last, w_both
);
    `include "wf_formal.vh"
    wire [WAVES-1:0] valid;
    wf_core_fetch #(.WAVES(WAVES), .IMEM_WORDS(16)) u_dut (
        .clk(clk), .rst(rst), .imem_we(1'b0), .imem_addr(16'd0), .imem_data(64'd0), .code_words(17'd0), .code_base(16'd0), .dead(1'b0),
        .launch_valid(launch_valid), .launch_slot(launch_slot), .launch_pc(16'd0), .launch_id(1'b0), .next_valid(next_valid),
        .next_jump(next_jump), .next_skips(next_skips), .next_end(next_end), .next_fold(next_fold), .next_slot(next_slot), .next_pc(17'd0),
        .issue_valid(issue_valid), .issue_slot(issue_slot), .fill_onehot(), .fill_slot(), .fill_place(), .fill_younger(), .fill_operands(),
        .fill_drain(), .fill_fence(), .running(running), .converged(converged), .valid(valid), .head(), .head_class(), .insn_valid(),
        .insn_slot(), .insn_pc(), .insn_word(), .insn_decoded(), .insn_fault(), .insn_class(), .insn_fold(), .insn_second(), .issue_pc());
    // see asks: u_dut.request
    // see grant: u_dut.grant_onehot
    // see flush: u_dut.flush
    // see full: u_dut.full
    // see split: u_dut.u_pair.split_q
    // see fill: u_dut.fill
    // see ends: u_dut.word_ends
    // see slot: u_dut.word_slot_q
    // see pending: u_dut.u_pc.pending2_q
    wire [WAVES-1:0] asks, grant, flush, full, split, pending;
    wire             fill, ends;
    wire [1:0]       slot;

    reg  [1:0]       watched_q;
    reg  [2:0]       others_q = 0;
    reg              asked_q = 0;
    wire             jump    = next_valid && next_jump;
    wire [WAVES-1:0] fetched = jump ? 0 : grant;
    wire             its     = fetched[watched_q];
    assign legal = !(rst && (launch_valid || next_valid || next_end || next_fold || issue_valid)) &&
                   !(issue_valid && (!valid[issue_slot] || flush[issue_slot])) && !(next_fold && !split[next_slot]) &&
                   !(next_fold && issue_valid && issue_slot == next_slot) &&
                   !(launch_valid && (next_valid || next_end || next_fold) && launch_slot == next_slot);
    always @(posedge clk) begin
        if (rst) watched_q <= watch;
        others_q <= ok && asks[watched_q] && !its && !flush[watched_q] ? others_q + (fetched != 0 && others_q != 3'd7) : 3'd0;
        asked_q  <= ok && asks[watched_q] && !its && !flush[watched_q] && !(fill && ends && slot == watched_q);
    end
    assign p_wait  = ok && others_q >= WAVES;
    assign p_stays = ok && asked_q && !asks[watched_q];
    assign p_room  = ok && fill && full[slot];
    assign p_moves = ok && asks != 0 && !jump && (asks & grant) == 0;
    assign w_last  = ok && others_q == WAVES - 1 && its;
    assign w_both  = ok && pending != 0 && (asks & ~pending & ~grant) != 0;
endmodule

`default_nettype wire
