// SPDX-License-Identifier: Apache-2.0
// sched.v - wf_core_sched with POLICY=1: the wave launched first, and each eighth pick a ring's.
//   Ghost: the slots in the order of their launches; credits that are out, by class; picks since the rings chose, and of
//   each class since its ring did.
//   Environment: a slot has one class, and keeps it while it is ready and not picked. A unit returns a credit that is out.
//   No results wait for those of the ALU, and no credits are lent. For `wait` the watched wave stays ready until it is picked.
// prove one: a pick is one wave that may issue, and there is one when any may
// prove oldest: it is the wave launched first among them, except for each eighth pick, and each eighth of its class
// prove class: the eighth of a class is one of that class
// prove issue: a pick issues in the next cycle
// prove credit: no more picks of a class are out than its queue has places
// prove inside: the registers of the unit are those of the ghost; the others are proven with it
// prove wait: a wave is picked after at most 8 WAVES - 1 others of its class
// implied credit: by inside
// reach young: the wave launched last is picked while one that was launched before it may issue
// reach full: a wave waits for a credit, and a younger one of another class is picked
// run sched: pdr, 20 s, WAVES=3, only=one+oldest+class+issue+credit+inside
// run sched-wait: bmc 36, 20 s, WAVES=2, only=wait
`default_nettype none

module formal_sched #(
    parameter integer WAVES  = 3,
    parameter integer DEPTH  = 2,
    parameter integer SLOT_W = 2
) (
    input  wire               clk,
    input  wire               launch_valid,
    input  wire [1:0]         launch_slot, watch,
    input  wire [WAVES-1:0]   ready, waiting,
    input  wire [3*WAVES-1:0] class,         // of each slot
    input  wire [6:0]         credit_return,
    output wire               p_one, p_oldest, p_class, p_issue, p_credit, p_inside, p_wait, w_young, w_full
);
    `include "wf_formal.vh"
    localparam integer SLOT_BITS = $clog2(WAVES);
    wire                   pick_valid, issue_valid;
    wire [SLOT_BITS-1:0]   issue_slot;
    reg  [7*WAVES-1:0]     head_class;
    wire [WAVES-1:0]       pick;
    wire [WAVES*WAVES-1:0] s_older;
    wire [2:0]             s_turn;
    wire [20:0]            s_turns, s_credit;
    integer                i, j, k;
    always @*
        for (k = 0; k < 7; k = k + 1)
            for (i = 0; i < WAVES; i = i + 1) head_class[k*WAVES + i] = class[3*i +: 3] == k;
    wf_core_sched #(.WAVES(WAVES), .POLICY(1), .DEPTH(DEPTH)) u_dut (
        .clk(clk), .rst(rst), .launch_valid(launch_valid), .launch_slot(launch_slot[SLOT_BITS-1:0]), .ready(ready), .head_class(head_class),
        .waiting(waiting), .results_waiting(3'd0), .credit_return(credit_return), .fpu_lend(1'b0), .fpu_lent(), .pick_valid(pick_valid),
        .issue_valid(issue_valid), .issue_slot(issue_slot), .blocked());
    // see pick: u_dut.pick_onehot
    // see s_older: u_dut.g_oldest.older_q
    // see s_turn: u_dut.g_oldest.turn_q
    // see s_turns: u_dut.g_oldest.class_turn_q
    // see s_credit: u_dut.credit_q

    // the ghost; rank 0 is the oldest, and after reset slots are as old as they are high
    reg  [2*WAVES-1:0] rank_q;
    reg  [13:0]        out_q = 0;
    reg  [20:0]        turns_q = 0;
    reg  [2:0]         turn_q = 0, first_class, pick_class;
    reg  [WAVES-1:0]   picked_q = 0, may, older;
    reg                first_some, wrong, over, mine, given, young, full;
    reg  [1:0]         first, chosen, watched_q, best;
    always @* begin
        {first_some, first, best, chosen, pick_class} = 0;
        given = 1'b0;
        full  = 1'b0;
        for (i = 0; i < WAVES; i = i + 1) begin
            may[i] = ready[i] && !waiting[i] && !picked_q[i] && out_q[2*class[3*i +: 3] +: 2] < DEPTH;
            if (ready[i] && !waiting[i] && !picked_q[i] && !may[i] && i == 0 && rank_q[1:0] == 0) full = 1'b1;
            if (may[i] && (!first_some || rank_q[2*i +: 2] < best)) {first_some, first, best} = {1'b1, i[1:0], rank_q[2*i +: 2]};
            if (pick[i]) {chosen, pick_class} = {i[1:0], class[3*i +: 3]};
        end
        first_class = class[3*first +: 3];
        wrong = 1'b0;
        for (i = 0; i < WAVES; i = i + 1)
            for (j = 0; j < WAVES; j = j + 1)
                if (s_older[WAVES*i + j] != (j < i && rank_q[2*j +: 2] < rank_q[2*i +: 2])) wrong = 1'b1;
        over = 1'b0;
        for (k = 0; k < 7; k = k + 1) begin
            if (out_q[2*k +: 2] > DEPTH) over = 1'b1;
            if (out_q[2*k +: 2] != DEPTH - s_credit[3*k +: 3] || turns_q[3*k +: 3] != s_turns[3*k +: 3]) wrong = 1'b1;
            if (credit_return[k] && out_q[2*k +: 2] == 0) given = 1'b1;
        end
        if (turn_q != s_turn) wrong = 1'b1;
        young = 1'b0;
        for (i = 0; i < WAVES; i = i + 1) if (pick_valid && pick[i] && rank_q[2*i +: 2] == WAVES - 1 && first != i) young = 1'b1;
    end
    wire ring_picks = turn_q == 3'd7 || turns_q[3*first_class +: 3] == 3'd7;
    reg  [3*WAVES-1:0] class_q;
    reg  [WAVES-1:0]   keep_q = 0;
    reg                changed;
    always @* begin
        changed = 1'b0;
        for (i = 0; i < WAVES; i = i + 1)
            if (class[3*i +: 3] == 3'd7 || (keep_q[i] && class[3*i +: 3] != class_q[3*i +: 3])) changed = 1'b1;
    end
    reg        stays_q = 0, was_valid_q = 0;
    reg  [1:0] was_q;
    reg  [6:0] waited_q = 0;
    wire       watched = ready[watched_q] && !waiting[watched_q];
    assign legal = launch_slot < WAVES && !(rst && (launch_valid || ready != 0 || credit_return != 0)) && !changed && (rst || !given) &&
                   (!rst || watch < WAVES) && !(stays_q && !watched) && !(launch_valid && ready[launch_slot]);
    always @(posedge clk) begin
        if (rst) watched_q <= watch;
        for (i = 0; i < WAVES; i = i + 1) begin
            if (rst) rank_q[2*i +: 2] <= WAVES - 1 - i;
            else if (launch_valid)
                rank_q[2*i +: 2] <= i == launch_slot ? WAVES - 1 : rank_q[2*i +: 2] - (rank_q[2*i +: 2] > rank_q[2*launch_slot +: 2]);
        end
        picked_q    <= ok && pick_valid ? 1 << chosen : 0;
        keep_q      <= ok ? ready & ~(pick_valid ? 1 << chosen : 0) : 0;
        class_q     <= class;
        for (k = 0; k < 7; k = k + 1) begin
            if (ok) out_q[2*k +: 2] <= out_q[2*k +: 2] + (pick_valid && pick_class == k) - credit_return[k];
            if (ok && pick_valid && pick_class == k) turns_q[3*k +: 3] <= ring_picks ? 0 : turns_q[3*k +: 3] + 1'b1;
        end
        if (ok && pick_valid) turn_q <= turn_q + 1'b1;
        was_valid_q <= ok && pick_valid;
        was_q       <= chosen;
        stays_q     <= ok && watched && !(pick_valid && chosen == watched_q);
        waited_q    <= ok && watched && !(pick_valid && chosen == watched_q) ?
                       waited_q + (pick_valid && pick_class == class[3*watched_q +: 3] && waited_q != 7'd127) : 7'd0;
    end
    assign p_one    = ok && (pick_valid != (may != 0) || (pick & ~may) != 0 || (pick & (pick - 1'b1)) != 0 || pick_valid != (pick != 0));
    assign p_oldest = ok && pick_valid && !ring_picks && chosen != first;
    assign p_class  = ok && pick_valid && turn_q != 3'd7 && pick_class != first_class;
    assign p_issue  = ok && (issue_valid != was_valid_q || (issue_valid && issue_slot != was_q));
    assign p_credit = ok && over;
    assign p_inside = ok && wrong;
    assign p_wait   = ok && waited_q >= 8 * WAVES;
    assign w_young  = ok && young;
    assign w_full   = ok && full && pick_valid && chosen != 0;
endmodule

`default_nettype wire
