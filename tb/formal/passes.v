// SPDX-License-Identifier: Apache-2.0
// passes.v - wf_dispatch_order: how many groups of other dispatches go before those of one that may place a group.
//   Ghost: the ages and priorities of the dispatches; of one, any of them, the groups of others that were placed since it might place one, except those of
//   older dispatches of its priority; those that were placed after PASSES of them.
//   Environment: as the table and the walk have it. A walk ends, finds room or none, and places groups in any cycles. No dispatch is cancelled, no group is
//   given back, and there are no pixel shaders.
// prove count: the count of the unit is that of the ghost, up to PASSES
// prove bound: after PASSES groups, at most LATE others are placed before it places one
// prove hand: a dispatch that was passed over PASSES times and is in hand stays so until it has placed a group or has no more
// shared hand: while such a dispatch is suspended, another places a group, which counts
// reach late: LATE others are placed
// reach none: a dispatch that was passed over PASSES times comes in hand without room
// run passes: pdr, 20 s, LATE=1
`default_nettype none

module formal_passes #(
    parameter integer D      = 3,            // dispatches
    parameter integer PASSES = 3,
    parameter integer LATE   = 5
) (
    input  wire         clk,
    input  wire         place, over, next_room, next_none, hand_none, freed,
    input  wire [D-1:0] accept, may, is_high,
    input  wire [1:0]   watch,
    output wire         p_count, p_bound, p_hand, w_late, w_none
);
    `include "wf_formal.vh"
    reg          on_q = 0;
    reg  [1:0]   id_q = 0;
    reg  [D-1:0] taken_q = 0, able_q = 0, begun_q = 0, high_q = 0;            // the id is in use; it may start; it has
    reg  [D*D-1:0] older_q = 0;
    wire [D-1:0] begins, closes;
    wire [1:0]   next_id;
    wire         next_valid, may_turn, hold;
    wire         ends  = on_q && over && !place;                 // the walk has no more groups
    wire         turn  = on_q && !ends && next_valid && may_turn;
    wire         start = next_valid && (!on_q || ends || turn);
    wire         step  = on_q && place && !turn && !hold;
    wf_dispatch_order #(.DISPATCHES(D), .PASSES(PASSES), .PATIENCE(2)) u_dut (
        .clk(clk), .rst(rst), .accepts(accept), .able(able_q), .high(high_q), .older(older_q), .dead({D{1'b0}}), .begins(begins), .closes(closes),
        .on(on_q), .id(id_q), .step(step), .turn(turn), .start(start), .ended(ends), .back(1'b0), .back_id(2'd0), .next_valid(next_valid),
        .next_id(next_id), .next_new(), .may_turn(may_turn), .hold(hold), .yields(), .firm(), .shy(), .has_room(), .others(), .busy(),
        .next_room(next_room), .next_none(next_none), .hand_none(hand_none), .freed(freed));
    // see s_passes: u_dut.passes_q
    // see wants: u_dut.wants
    wire [8*D-1:0] s_passes;
    wire [D-1:0]   wants;

    reg  [1:0] w_q;                                      // the watched dispatch
    reg  [3:0] count_q = 0, late_q = 0;
    reg        none_q = 0, was_hand_q = 0;
    wire       mine   = on_q && id_q == w_q;
    wire       before = older_q[D*w_q + id_q] && high_q[w_q] == high_q[id_q];
    wire       counts = step && !mine && wants[w_q] && !before;
    wire [D-1:0] in_hand = on_q ? 1 << id_q : 0;
    wire [D-1:0] over_now = ends ? in_hand : 0;
    integer    i, j;
    assign legal = !(rst && (accept != 0 || place || over || freed || watch >= D)) && (accept & (accept - 1'b1)) == 0 && (accept & taken_q) == 0 &&
                   !(next_room && next_none);
    always @(posedge clk) begin
        if (rst) w_q <= watch;
        if (rst) {on_q, taken_q, able_q} <= 0;
        else begin
            on_q    <= start || (on_q && !ends);
            if (start) id_q <= next_id;
            taken_q <= (taken_q | accept) & ~over_now;
            able_q  <= (able_q | (may & taken_q & ~begun_q)) & ~begins;
        end
        begun_q <= rst ? 0 : (begun_q | begins) & ~accept;
        high_q  <= (high_q & ~accept) | (is_high & accept);
        for (i = 0; i < D; i = i + 1)
            for (j = 0; j < D; j = j + 1)
                if (accept[i]) older_q[D*i + j] <= taken_q[j] && i != j;
                else if (accept[j]) older_q[D*i + j] <= 1'b0;
        if (rst || accept[w_q] || (step && mine)) {count_q, late_q} <= 0;
        else if (counts) begin
            if (count_q != PASSES) count_q <= count_q + 1'b1;
            if (count_q == PASSES && late_q != 4'd15) late_q <= late_q + 1'b1;
        end
        was_hand_q <= ok && mine && count_q == PASSES && !(step && mine) && !ends;
        none_q <= ok && start && next_id == w_q && count_q == PASSES && !next_room;
    end
    assign p_count = ok && taken_q[w_q] && s_passes[8*w_q +: 8] != count_q;
    assign p_bound = ok && late_q > LATE;
    assign p_hand  = ok && was_hand_q && !mine;
    assign w_late  = ok && late_q == LATE;
    assign w_none  = none_q && ok;
endmodule

`default_nettype wire
