// SPDX-License-Identifier: Apache-2.0
// table.v - wf_dispatch_table: the dispatches in flight, from the descriptor to the answer.
//   Ghost: by id, whether it is in flight, checked, begun; its groups that have places; whether it was cancelled; the
//   order in which they came.
//   Environment: a descriptor comes for a free id, and the next one when that one is checked, once. A dispatch begins
//   when it is able to, or was in the cycle before. A group gets a place while its dispatch runs and is walked. A group
//   that has a place ends or returns it. A walk that ended resumes only with a group that returns its place.
// prove free: an id is free exactly while it is not in flight
// prove once: an answer is of a dispatch in flight, and is held until it is taken
// prove cause: an answer is of one that launches nothing, or whose groups have ended and whose stores are in memory
// prove answer: code, size and waves are those of its check; the ending is that of a cancel, of the limit or of neither
// prove able: one is able that was checked, is not dead, waits for no older one of its priority, and with WAIT for none
// prove dead: `dead` comes with a cancel or at the limit, and a cancel before the last group has ended makes it
// prove soon: a dispatch whose groups have ended is answered soon, while stores are in memory and answers are taken
// prove performed: memory has performed all of a dispatch that ran, between the end of its groups and its answer
// reach both: two dispatches have ended in one cycle
// reach again: a dispatch that had a last group has ended with a group that came back
// reach late: a dispatch ends at its limit
// reach waited: a dispatch with WAIT begins after an older one
// run table: pdr, 20 s, DISPATCHES=2, GROUPS=2, only=free+once+cause+answer+able+soon+performed
// run table-dead: bmc 40, 20 s, DISPATCHES=2, GROUPS=2, only=dead
`default_nettype none
`include "wf_isa.vh"

module formal_table #(
    parameter integer DISPATCHES = 2,
    parameter integer GROUPS     = 2,
    parameter integer ID_W       = 1
) (
    input  wire                  clk,
    input  wire                  accept, accept_wait, accept_high, checked, checked_only, checked_empty, refused,
    input  wire                  group_valid, over_valid, drop_valid, goes_on, settled, cancel_valid, done_ready, walked_valid,
    input  wire [1:0]            accept_limit,
    input  wire [ID_W-1:0]       accept_id, group_id, over_id, drop_id, cancel_id, walked_id,
    input  wire [DISPATCHES-1:0] begins,
    input  wire [7:0]            checked_size,
    input  wire [8:0]            checked_waves,
    output wire                  p_free, p_once, p_cause, p_answer, p_able, p_dead, p_soon, p_performed, w_both, w_again, w_late, w_waited
);
    `include "wf_formal.vh"
    localparam integer D = DISPATCHES;
    wire [D-1:0]    id_free, able, high, accepts, performed, dead;
    wire [D*D-1:0]  older;
    wire            settle, done_valid;
    wire [ID_W-1:0] done_id;
    wire [7:0]      done_code, done_wave_size;
    wire [1:0]      done_ending;
    wire [15:0]     done_waves;
    reg  [ID_W-1:0] check_id_q;
    reg             check_q = 0;
    wire [D-1:0]    ONE = {{(D-1){1'b0}}, 1'b1};
    wire [7:0]      code = refused ? 8'd1 : `WF_REJECT_NONE;
    wf_dispatch_table #(.DISPATCHES(D), .GROUPS(GROUPS), .CORES(1)) u_dut (
        .clk(clk), .rst(rst), .id_free(id_free), .accept(accept), .accept_id(accept_id), .accept_wait(accept_wait),
        .accept_high(accept_high), .accept_limit({30'd0, accept_limit}), .checked(checked), .checked_id(check_id_q),
        .checked_code(code), .checked_only(checked_only), .checked_empty(checked_empty), .checked_size(checked_size),
        .checked_waves(checked_waves), .able(able), .high(high), .older(older), .accepts(accepts), .begins(begins),
        .walked(walked_valid ? ONE << walked_id : {D{1'b0}}), .unwalked(goes_on ? ONE << drop_id : {D{1'b0}}),
        .group_valid(group_valid), .group_id(group_id), .over_valid(over_valid), .over_id(over_id), .drop_valid(drop_valid),
        .drop_id(drop_id), .settle(settle), .settled(settled), .performed(performed), .cancel_valid(cancel_valid),
        .cancel_id(cancel_id), .dead(dead), .done_valid(done_valid), .done_ready(done_ready), .done_id(done_id),
        .done_code(done_code), .done_ending(done_ending), .done_wave_size(done_wave_size), .done_waves(done_waves));

    // ---- the ghost, by id -------------------------------------------------------------------------------------------
    reg [D-1:0]   flight_q = 0, ready_q = 0, run_q = 0, walked_q = 0, none_q = 0, empty_q = 0, refused_q = 0;
    reg [D-1:0]   wait_q = 0, high_q = 0, cancelled_q = 0, done_q = 0, able_q = 0, over_q = 0, limited_q = 0, ripe_q = 0;
    reg [D*D-1:0] before_q = 0;              // by id: those in flight that came before it, until their answer is due
    reg [2*D-1:0] groups_q = 0;
    reg [2*D-1:0] limit_q = 0;
    reg [8*D-1:0] size_q = 0;
    reg [9*D-1:0] waves_q = 0;
    reg [5*D-1:0] late_q = 0;
    reg           stalled_q = 0, settling_q = 0;
    reg [ID_W-1:0] was_id_q;
    wire          got = ok && done_valid && done_ready;

    reg [D-1:0] over, blocked, expires;
    integer i, j;
    always @* begin
        for (i = 0; i < D; i = i + 1) begin
            over[i]    = run_q[i] && walked_q[i] && groups_q[2*i +: 2] == 2'd0;
            expires[i] = run_q[i] && !over[i] && limited_q[i] && limit_q[2*i +: 2] == 2'd1;
            blocked[i] = 1'b0;
            for (j = 0; j < D; j = j + 1)
                if (before_q[D*i + j] && (wait_q[i] ? flight_q[j] && !done_q[j] && !performed[j] && !(ready_q[j] && (dead[j] || empty_q[j])) :
                                          ready_q[j] && !run_q[j] && !dead[j] && !empty_q[j] && high_q[j] == high_q[i]))
                    blocked[i] = 1'b1;
        end
    end
    wire going = walked_valid && walked_id == group_id;
    assign legal =
        !(rst && (accept || checked || begins != 0 || group_valid || over_valid || drop_valid || walked_valid || cancel_valid)) &&
        !(accept && (flight_q[accept_id] || check_q)) && !(checked && !check_q) &&
        !(checked && refused && (checked_empty || checked_only)) &&
        (begins & ~(able | (able_q & ready_q) | run_q)) == 0 &&
        !(walked_valid && (!run_q[walked_id] || walked_q[walked_id])) &&
        !(group_valid && (!run_q[group_id] || walked_q[group_id] || groups_q[2*group_id +: 2] >= GROUPS)) &&
        !(over_valid && groups_q[2*over_id +: 2] == 2'd0) && !(drop_valid && groups_q[2*drop_id +: 2] == 2'd0) &&
        !(over_valid && drop_valid && over_id == drop_id && groups_q[2*drop_id +: 2] < 2'd2) &&
        !(goes_on && (!drop_valid || dead[drop_id] || (walked_valid && walked_id == drop_id)));
    integer k;
    always @(posedge clk) begin
        able_q     <= able;
        stalled_q  <= ok && done_valid && !done_ready;
        was_id_q   <= done_id;
        if (checked) check_q <= 1'b0;
        if (accept) begin
            check_q    <= 1'b1;
            check_id_q <= accept_id;
        end
        for (k = 0; k < D; k = k + 1) begin
            over_q[k]   <= over[k];
            ready_q[k]  <= (ready_q[k] && !begins[k]) || (checked && check_id_q == k && !refused && !checked_only);
            run_q[k]    <= run_q[k] || (ready_q[k] && begins[k]);
            walked_q[k] <= (walked_q[k] || (walked_valid && walked_id == k)) && !(goes_on && drop_id == k);
            groups_q[2*k +: 2] <= groups_q[2*k +: 2] + (group_valid && group_id == k) - (over_valid && over_id == k) -
                                  (drop_valid && drop_id == k);
            if (checked && check_id_q == k) begin
                none_q[k]         <= refused || checked_only;
                refused_q[k]      <= refused;
                empty_q[k]        <= checked_empty;
                size_q[8*k +: 8]  <= checked_size;
                waves_q[9*k +: 9] <= checked_waves;
            end
            if (run_q[k] && limit_q[2*k +: 2] != 2'd0) limit_q[2*k +: 2] <= limit_q[2*k +: 2] - 2'd1;
            if (expires[k] && !dead[k]) ripe_q[k] <= 1'b1;
            if (cancel_valid && cancel_id == k && flight_q[k] && !dead[k] && !over[k] && !done_q[k] && !none_q[k])
                cancelled_q[k] <= 1'b1;
            if (performed[k] || none_q[k]) done_q[k] <= 1'b1;
            late_q[5*k +: 5] <= over[k] && flight_q[k] && settled && done_ready ? late_q[5*k +: 5] + 5'd1 : 5'd0;
            before_q[D*k +: D] <= before_q[D*k +: D] & ~(got ? ONE << done_id : {D{1'b0}});
            if (accept && accept_id == k) begin
                flight_q[k]     <= 1'b1;
                ready_q[k]      <= 1'b0;
                run_q[k]        <= 1'b0;
                walked_q[k]     <= 1'b0;
                none_q[k]       <= 1'b0;
                refused_q[k]    <= 1'b0;
                empty_q[k]      <= 1'b0;
                cancelled_q[k]  <= 1'b0;
                ripe_q[k]       <= 1'b0;
                done_q[k]       <= 1'b0;
                wait_q[k]       <= accept_wait;
                high_q[k]       <= accept_high;
                limited_q[k]    <= accept_limit != 2'd0;
                limit_q[2*k +: 2] <= accept_limit;
                before_q[D*k +: D] <= flight_q & ~(got ? ONE << done_id : {D{1'b0}});
            end
            if (got && done_id == k) begin
                flight_q[k] <= 1'b0;
                run_q[k]    <= 1'b0;
                ready_q[k]  <= 1'b0;
            end
        end
    end
    wire [1:0] ending = !dead[done_id] || refused_q[done_id] ? `WF_ENDING_COMPLETE :
                        cancelled_q[done_id] ? `WF_ENDING_CANCELLED : `WF_ENDING_LIMIT;
    assign p_free  = ok && id_free != ~flight_q;
    assign p_once  = ok && ((done_valid && !flight_q[done_id]) || (stalled_q && !(done_valid && done_id == was_id_q)));
    assign p_cause = ok && done_valid && !(none_q[done_id] || (run_q[done_id] ? over[done_id] && done_q[done_id] :
                                                               ready_q[done_id] && (dead[done_id] || empty_q[done_id])));
    assign p_answer  = ok && done_valid && (done_code != (refused_q[done_id] ? 8'd1 : `WF_REJECT_NONE) ||
                     done_wave_size != size_q[8*done_id +: 8] || done_waves != {7'd0, waves_q[9*done_id +: 9]} ||
                     done_ending != ending);
    assign p_able  = ok && (able & (~ready_q | dead | blocked | empty_q)) != 0;
    assign p_dead  = ok && (((dead ^ (cancelled_q | ripe_q)) & flight_q & ~empty_q) | (dead & flight_q & ~cancelled_q & ~ripe_q)) != 0;
    reg wrong_soon;
    integer n;
    always @* begin
        wrong_soon = 1'b0;
        for (n = 0; n < D; n = n + 1) if (late_q[5*n +: 5] > 6 + 2*D) wrong_soon = 1'b1;
    end
    assign p_soon      = ok && wrong_soon;
    assign p_performed = ok && (performed & (~flight_q | ~over | done_q)) != 0;
    assign w_both   = ok && over == {D{1'b1}} && over_q == 0;
    assign w_again  = ok && (goes_on && walked_q[drop_id]);
    assign w_late   = ok && done_valid && done_ending == `WF_ENDING_LIMIT;
    assign w_waited = ok && (begins & ready_q & wait_q & {D{run_q == 0}} & ~flight_q) == 0 && (begins & ready_q & wait_q) != 0;
endmodule

`default_nettype wire
