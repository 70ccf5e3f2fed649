// SPDX-License-Identifier: Apache-2.0
// wf_core_score_tb - the scoreboard alone: in each cycle, whether the next instruction of each slot is ready, against the rule itself.
//   The reference keeps what is buffered and what is in flight as they are and compares registers anew in each cycle; the device keeps bits.
//   Instructions come into the two places of random slots, issue in order, never in two cycles in a row, and are done in any order: of the
//   ALU early, others granted, posted ones granted and answered in either order or in one cycle.  Few registers, so that most depend on something.
//   +seed=N +cycles=N.
`timescale 1ns/1ps
`default_nettype none

module wf_core_score_tb;
    parameter integer WAVES = 5, INFLIGHT = 4;
    localparam integer SLOT_W  = (WAVES > 1) ? $clog2(WAVES) : 1;
    localparam integer ENTRY_W = (INFLIGHT > 1) ? $clog2(INFLIGHT) : 1;
    localparam [1:0] ALU = 2'd0, OTHER = 2'd1, FLOW = 2'd2, POSTED = 2'd3;

    reg clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;
    integer    cycles, cycle = 0, checks = 0, readies = 0, busy = 0;
    `include "wf_random.vh"

    // ---- device ----
    reg                in_valid = 0, in_place = 0, in_younger = 0, in_a = 0, in_b = 0, in_c = 0, in_quad = 0, in_write = 0, in_write_quad = 0,
                       in_drain = 0, in_fence = 0, issue_valid = 0, early_valid = 0, grant_flow = 0, grant_posted = 0, answer_valid = 0;
    reg  [SLOT_W-1:0]  in_slot = 0, issue_slot = 0, early_slot = 0, answer_slot = 0;
    reg  [ENTRY_W-1:0] early_entry = 0, grant_entry = 0, answer_entry = 0;
    reg  [6:0]         in_a_number = 0, in_b_number = 0, in_c_number = 0, in_write_number = 0;
    reg  [WAVES-1:0]   head_valid = 0, head_place = 0, flow = 0, grant_onehot = 0;      // as the device sees them
    reg  [WAVES-1:0]   has = 0, place = 0, flows = 0, grants = 0;            // as they are worked out
    wire [ENTRY_W-1:0] issue_entry;
    wire [WAVES-1:0]   ready;
    reg                settle = 0;           // now and then
    wire               settled;
    reg                e_marked [0:WAVES*INFLIGHT-1];    // posted when it was asked for last
    wire [2*WAVES-1:0] in_onehot = in_valid ? {{(2*WAVES-1){1'b0}}, 1'b1} << (in_place ? WAVES + in_slot : in_slot) : {2*WAVES{1'b0}};
    wf_core_score #(.WAVES(WAVES), .INFLIGHT(INFLIGHT)) u_dut (
        .clk(clk), .rst(rst), .in_onehot(in_onehot), .in_slot(in_slot), .in_place(in_place), .in_younger(in_younger),
        .in_operands({in_write, in_write_quad, in_write_number, in_c || in_quad, in_quad, in_c_number, in_b, 1'b0, in_b_number, in_a, 1'b0, in_a_number}),
        .in_drain(in_drain), .in_fence(in_fence),
        .valid(head_valid), .head(head_place), .flow(flow), .issue_valid(issue_valid), .issue_slot(issue_slot), .issue_entry(issue_entry),
        .early_valid(early_valid), .early_slot(early_slot), .early_entry(early_entry), .grant_onehot(grant_onehot),
        .grant_entry(grant_entry), .grant_flow(grant_flow), .grant_posted(grant_posted), .answer_valid(answer_valid),
        .answer_slot(answer_slot), .answer_entry(answer_entry), .settle(settle), .settled(settled), .ready(ready));

    task fail(input [8*48-1:0] what, input integer slot, input integer got, input integer want);
        $fatal(1, "FAIL wf_core_score seed=%0d WAVES=%0d INFLIGHT=%0d cycle=%0d: %0s slot=%0d got=%0d want=%0d", seed, WAVES, INFLIGHT, cycle,
               what, slot, got, want);
    endtask

    // ---- what is buffered (place 2*slot + p) and in flight (entry slot*INFLIGHT + e), registers as bits ----
    reg [127:0] b_reads [0:2*WAVES-1], b_writes [0:2*WAVES-1], e_writes [0:WAVES*INFLIGHT-1];
    reg [1:0]   b_kind [0:2*WAVES-1], e_kind [0:WAVES*INFLIGHT-1];
    reg         b_drain [0:2*WAVES-1], b_fence [0:2*WAVES-1];
    reg         e_used [0:WAVES*INFLIGHT-1], e_granted [0:WAVES*INFLIGHT-1], e_answered [0:WAVES*INFLIGHT-1], e_asked [0:WAVES*INFLIGHT-1];
    integer     buffered [0:WAVES-1];
    reg [WAVES-1:0] next_place = 0, picked = 0;
    integer     s, e, k, h, lowest, pick;

    reg expected, some, all_used, in_flow, hit;
    task expect_ready(input integer slot);   // into expected
        begin
            some = 1'b0; all_used = 1'b1; in_flow = 1'b0; hit = 1'b0;
            h = 2*slot + place[slot];
            for (e = slot*INFLIGHT; e < (slot + 1)*INFLIGHT; e = e + 1)
                if (e_used[e]) begin
                    some    = some || !e_granted[e] || b_fence[h];
                    in_flow = in_flow || e_kind[e] == FLOW;
                    hit     = hit || (e_writes[e] & (b_reads[h] | b_writes[h])) != 128'd0;
                end else
                    all_used = 1'b0;
            expected = has[slot] && !all_used && !in_flow && !hit && !(some && (b_drain[h] || b_fence[h]));
        end
    endtask
    function [127:0] bits_of(input use_it, input four, input [6:0] number);
        bits_of = !use_it ? 128'd0 : four ? 128'hf << {number[6:2], 2'd0} : 128'd1 << number;
    endfunction

    // ---- a cycle: what the device saw in the last one happens here too; then what it sees next ----
    task happen;
        begin
            if (issue_valid) begin
                lowest = -1;
                for (e = INFLIGHT - 1; e >= 0; e = e - 1) if (!e_used[issue_slot*INFLIGHT + e]) lowest = e;
                if (seen_entry !== lowest) fail("entry of an issue", issue_slot, seen_entry, lowest);
                h = 2*issue_slot + place[issue_slot];
                e = issue_slot*INFLIGHT + lowest;
                e_used[e] = 1'b1; e_granted[e] = 1'b0; e_answered[e] = 1'b0; e_asked[e] = 1'b0;
                e_kind[e] = b_kind[h]; e_writes[e] = b_writes[h];
                buffered[issue_slot] = buffered[issue_slot] - 1;
                place[issue_slot] = !place[issue_slot];
            end
            if (in_valid) begin
                buffered[in_slot] = buffered[in_slot] + 1;
                next_place[in_slot] = !next_place[in_slot];
            end
            if (early_valid) e_used[early_slot*INFLIGHT + early_entry] = 1'b0;
            if (answer_valid) e_answered[answer_slot*INFLIGHT + answer_entry] = 1'b1;
            for (s = 0; s < WAVES; s = s + 1)
                if (grants[s]) begin
                    e_granted[s*INFLIGHT + grant_entry] = 1'b1;
                    if (!grant_posted) e_used[s*INFLIGHT + grant_entry] = 1'b0;
                end
            for (e = 0; e < WAVES*INFLIGHT; e = e + 1) begin
                if (e_used[e] && e_kind[e] == POSTED && e_granted[e] && e_answered[e]) e_used[e] = 1'b0;
                e_marked[e] = (settle ? e_kind[e] == POSTED && e_granted[e] : e_marked[e]) && e_used[e];
            end
            for (s = 0; s < WAVES; s = s + 1) begin
                has[s] = buffered[s] > 0;
                flows[s] = has[s] && b_kind[2*s + place[s]] == FLOW;
            end
        end
    endtask
    task choose_buffered;
        begin
            roll; s = prng[15:0] % WAVES;
            in_valid = prng[16] && buffered[s] < 2;
            if (in_valid) begin
                in_slot = s; in_place = next_place[s]; in_younger = has[s];
                k = 2*s + next_place[s];
                roll;
                b_kind[k]   = prng[2:0] == 0 ? FLOW : prng[2:0] <= 3 ? ALU : prng[2:0] == 4 ? POSTED : OTHER;
                b_drain[k]  = prng[7:3] == 0;
                b_fence[k]  = prng[7:3] == 1;
                in_a = prng[8]; in_b = prng[9] && prng[10]; in_quad = prng[11] && prng[12]; in_c = !in_quad && prng[13] && prng[14];
                in_write      = b_kind[k] == ALU || (b_kind[k] == OTHER && prng[15]);
                in_write_quad = in_write && b_kind[k] == OTHER && prng[16];
                roll;                            // 16 registers at both ends of the numbers, whose bits differ one by one
                in_a_number = {prng[0], 3'd0, prng[3:1]}; in_b_number = {prng[4], 3'd0, prng[7:5]}; in_c_number = {1'b0, prng[8], 2'b00, prng[11:9]};
                in_write_number = prng[12] ? {prng[13], 3'd0, prng[16:14]} : 7'd1 << prng[15:13];
                if (in_write_quad) in_write_number[1:0] = prng[17] ? 2'd0 : in_write_number[1:0];
                in_drain = b_drain[k]; in_fence = b_fence[k];
                b_reads[k]  = bits_of(in_a, 1'b0, in_a_number) | bits_of(in_b, 1'b0, in_b_number) | bits_of(in_c || in_quad, in_quad, in_c_number);
                b_writes[k] = bits_of(in_write, in_write_quad, in_write_number);
            end else begin                       // what nobody says means nothing
                roll;
                in_slot = prng[7:0] % WAVES; in_place = prng[8]; in_younger = prng[9]; in_a = prng[10]; in_write = prng[11]; in_drain = prng[12]; in_fence = prng[13];
                roll;
                in_a_number = {prng[0], 3'd0, prng[3:1]}; in_write_number = {prng[4], 3'd0, prng[7:5]};
            end
        end
    endtask
    task choose_done;
        begin
            early_valid = 1'b0; grants = 0; grant_flow = 1'b0; grant_posted = 1'b0; answer_valid = 1'b0;
            roll; pick = prng[15:0] % (WAVES*INFLIGHT);
            for (k = 0; k < WAVES*INFLIGHT; k = k + 1) begin
                e = (pick + k) % (WAVES*INFLIGHT);
                roll;
                if (e_used[e] && e_kind[e] == ALU && !early_valid && prng[0]) begin
                    early_valid = 1'b1; early_slot = e / INFLIGHT; early_entry = e % INFLIGHT;
                end else if (e_used[e] && e_kind[e] != ALU && !e_granted[e] && grants == 0 && prng[3:1] == 0) begin
                    grants[e / INFLIGHT] = 1'b1; grant_entry = e % INFLIGHT;
                    grant_flow = e_kind[e] == FLOW; grant_posted = e_kind[e] == POSTED;
                end
                if (e_used[e] && e_kind[e] == POSTED && !e_answered[e] && !answer_valid && prng[6:4] == 0) begin
                    answer_valid = 1'b1; answer_slot = e / INFLIGHT; answer_entry = e % INFLIGHT;
                end
            end
            if (!early_valid) begin early_slot = prng; early_entry = prng[15:8]; end       // what nobody says means nothing
            if (grants == 0) begin grant_entry = prng; grant_flow = prng[3]; grant_posted = prng[4]; end
            if (!answer_valid) begin answer_slot = prng[7:0] % WAVES; answer_entry = prng; end
        end
    endtask
    task choose_issue;                       // ready in this cycle: it issues in the next, and is not picked again meanwhile
        begin
            issue_valid = 1'b0;
            roll; pick = prng[15:0] % WAVES;
            for (k = 0; k < WAVES; k = k + 1)
                if (!issue_valid && ready_seen[(pick + k) % WAVES] && !picked[(pick + k) % WAVES] && prng[17:16] != 0) begin
                    issue_valid = 1'b1; issue_slot = (pick + k) % WAVES;
                end
            if (!issue_valid) issue_slot = pick;
            picked = 0;
            if (issue_valid) picked[issue_slot] = 1'b1;
        end
    endtask

    integer         seen_entry;
    reg [WAVES-1:0] ready_seen = 0;
    reg             marked_now;
    integer         marks = 0, settles = 0;
    initial begin
        start_random;
        if (!$value$plusargs("cycles=%d", cycles)) cycles = 200000;
        for (e = 0; e < WAVES*INFLIGHT; e = e + 1) begin e_used[e] = 1'b0; e_kind[e] = ALU; e_writes[e] = 0; e_granted[e] = 0; e_answered[e] = 0; e_marked[e] = 0; end
        for (s = 0; s < WAVES; s = s + 1) buffered[s] = 0;
        for (k = 0; k < 2*WAVES; k = k + 1) begin b_kind[k] = ALU; b_drain[k] = 0; b_fence[k] = 0; b_reads[k] = 0; b_writes[k] = 0; end
        repeat (3) @(negedge clk);
        rst = 1'b0;
        for (cycle = 0; cycle < cycles; cycle = cycle + 1) begin
            #4;                              // before the edge: what the device says of this cycle
            seen_entry = issue_entry;
            marked_now = 1'b0;
            for (s = 0; s < WAVES; s = s + 1) begin
                expect_ready(s);
                if (ready[s] !== expected) fail("ready", s, ready[s], expected);
                readies = readies + expected; busy = busy + has[s]; checks = checks + 1;
            end
            for (e = 0; e < WAVES*INFLIGHT; e = e + 1) marked_now = marked_now || e_marked[e];
            if (settled !== !marked_now) fail("settled", 0, settled, !marked_now);
            marks = marks + marked_now;
            settles = settles + (settle && marked_now);      // asked again before all had arrived
            ready_seen = ready;
            @(negedge clk);                  // behind the edge
            happen;
            choose_issue;
            choose_done;
            choose_buffered;
            chance(5, settle);
            head_valid = has; head_place = place; flow = flows; grant_onehot = grants;
        end
        if (marks == 0 || settles == 0) fail("nothing was marked, or never twice", 0, marks, settles);
        if (readies < cycles / 20 || readies > busy * 19 / 20) fail("readiness seldom or nearly always", 0, readies, busy);
        $display("PASS wf_core_score seed=%0d checks=%0d ready=%0d of %0d WAVES=%0d INFLIGHT=%0d", seed, checks, readies, busy, WAVES, INFLIGHT);
        $finish;
    end
endmodule
`default_nettype wire
