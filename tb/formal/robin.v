// SPDX-License-Identifier: Apache-2.0
// robin.v - wf_core_sched with POLICY=0: the waits of docs/core.md under loose round robin, at STAY picks from one place of a ring.
//   Ghost: credits that are out, by class; of one wave, any of them, and of one class, the picks of others while it waits.
//   Environment: a slot has one class, and keeps it while it is ready and not picked. A unit returns a credit that is out.
//   The watched wave stays ready until it is picked. No results wait for those of the ALU, and no credits are lent.
// prove one: a pick is one wave that may issue, and there is one when any may
// prove own: a wave is picked after at most STAY * WAVES - 1 others of its class
// prove other: while a class has room and a ready wave, at most six picks in a row are of other classes
// reach last: a wave waits for three others of its class
// reach six: a class waits for six picks of others
// run robin: pdr, 20 s, WAVES=3, STAY=2
// run robin-four: pdr, 20 s, WAVES=4, STAY=1
`default_nettype none

module formal_robin #(
    parameter integer WAVES  = 3,
    parameter integer STAY   = 2,
    parameter integer DEPTH  = 2,
    parameter integer SLOT_W = $clog2(WAVES)             // derived
) (
    input  wire               clk,
    input  wire [1:0]         watch,
    input  wire [2:0]         watch_class,
    input  wire [WAVES-1:0]   ready, waiting,
    input  wire [3*WAVES-1:0] class,                     // of each slot
    input  wire [6:0]         credit_return,
    output wire               p_one, p_own, p_other, w_last, w_six
);
    `include "wf_formal.vh"
    wire               pick_valid, issue_valid;
    wire [SLOT_W-1:0]  issue_slot;
    wire [WAVES-1:0]   pick;
    reg  [7*WAVES-1:0] head_class;
    integer            i, k;
    always @*
        for (k = 0; k < 7; k = k + 1)
            for (i = 0; i < WAVES; i = i + 1) head_class[k*WAVES + i] = class[3*i +: 3] == k;
    wf_core_sched #(.WAVES(WAVES), .POLICY(0), .STAY(STAY), .DEPTH(DEPTH)) u_dut (
        .clk(clk), .rst(rst), .launch_valid(1'b0), .launch_slot({SLOT_W{1'b0}}), .ready(ready), .head_class(head_class), .waiting(waiting),
        .results_waiting(3'd0), .credit_return(credit_return), .fpu_lend(1'b0), .fpu_lent(), .pick_valid(pick_valid),
        .issue_valid(issue_valid), .issue_slot(issue_slot), .blocked());
    // see pick: u_dut.pick_onehot

    reg  [13:0]        out_q = 0;
    reg  [WAVES-1:0]   picked_q = 0, keep_q = 0, may;
    reg  [3*WAVES-1:0] class_q;
    reg  [1:0]         watched_q;
    reg  [2:0]         its_class_q, pick_class, own_class;
    reg                changed, given, some, stays_q = 0;
    reg  [3:0]         own_q = 0, other_q = 0;
    reg                ready_now, chosen;
    always @* begin
        {changed, given, some, pick_class, own_class, ready_now, chosen} = 0;
        for (i = 0; i < WAVES; i = i + 1) begin
            may[i] = ready[i] && !waiting[i] && !picked_q[i] && out_q[2*class[3*i +: 3] +: 2] < DEPTH;
            if (may[i] && class[3*i +: 3] == its_class_q) some = 1'b1;
            if (pick[i]) pick_class = class[3*i +: 3];
            if (class[3*i +: 3] == 3'd7 || (keep_q[i] && class[3*i +: 3] != class_q[3*i +: 3])) changed = 1'b1;
            if (watched_q == i) {ready_now, chosen, own_class} = {ready[i] && !waiting[i], pick[i] && pick_valid, class[3*i +: 3]};
        end
        for (k = 0; k < 7; k = k + 1) if (credit_return[k] && out_q[2*k +: 2] == 0) given = 1'b1;
    end
    assign legal = !(rst && (ready != 0 || credit_return != 0 || watch >= WAVES || watch_class == 3'd7)) && !changed && (rst || !given) &&
                   !(stays_q && !ready_now);
    always @(posedge clk) begin
        if (rst) {watched_q, its_class_q} <= {watch, watch_class};
        picked_q <= ok && pick_valid ? pick : 0;
        keep_q   <= ok ? ready & ~(pick_valid ? pick : 0) : 0;
        class_q  <= class;
        for (k = 0; k < 7; k = k + 1) if (ok) out_q[2*k +: 2] <= out_q[2*k +: 2] + (pick_valid && pick_class == k) - credit_return[k];
        stays_q  <= ok && ready_now && !chosen;
        own_q    <= ok && ready_now && !chosen ? own_q + (pick_valid && pick_class == own_class && own_q != 4'd15) : 4'd0;
        other_q  <= ok && some && !(pick_valid && pick_class == its_class_q) ? other_q + (pick_valid && other_q != 4'd15) : 4'd0;
    end
    assign p_one   = ok && (pick_valid != (may != 0) || (pick & ~may) != 0 || (pick & (pick - 1'b1)) != 0 || pick_valid != (pick != 0));
    assign p_own   = ok && own_q >= STAY * WAVES;
    assign p_other = ok && other_q > 4'd6;
    assign w_last  = ok && own_q == 4'd3;
    assign w_six   = ok && other_q == 4'd6;
endmodule

`default_nettype wire
