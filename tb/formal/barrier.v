// SPDX-License-Identifier: Apache-2.0
// barrier.v - wf_dispatch_barrier: barriers of resident groups, and the end of groups.
//   Ghost: by slot, the group of its wave, and whether that runs or waits; by group, its waves, those launched, those
//   that have ended; how long it has been complete.
//   Environment: a wave gets a slot that has none. The first wave of a group names a place without a group, and the
//   number of waves; others follow up to that number. A wave that runs arrives or ends: one event per wave and cycle.
//   One bit of the group id is looked at.
// prove release: a release is of exactly the waiting waves of one group whose other waves have all ended
// prove gdone: a group is reported when all its waves have ended, once, with its place, id and group id
// prove soon: a group that is complete is released within GROUPS + 3 cycles
// prove over: a group whose waves have ended is reported after 2 cycles
// prove stat: the counts of a place are those of the group, and 0 without one
// prove inside: the counters of the unit agree with the ghost; the others are proven with it
// implied soon: by inside, which bounds the age of a group in each stage
// implied over: by inside
// reach released: all waves of a place's group but one wait, the other has ended, and they are released
// reach again: a group is released twice
// reach two: two groups are complete in one cycle
// run barrier: pdr, 10 s, WAVES=2, GROUPS=2
// run barrier-extra: step, 20 s, WAVES=4, GROUPS=2
// run barrier-large: step, 20 s, WAVES=4, GROUPS=3
`default_nettype none

module formal_barrier #(
    parameter integer WAVES   = 2,
    parameter integer GROUPS  = 2,
    parameter integer SLOT_W  = (WAVES > 1) ? $clog2(WAVES) : 1,    // derived
    parameter integer GSLOT_W = (GROUPS > 1) ? $clog2(GROUPS) : 1   // derived
) (
    input  wire               clk,
    input  wire               wave_valid, wave_first, arrive_valid, end_valid, gid_bit, wave_id,
    input  wire [SLOT_W-1:0]  wave_slot, arrive_slot, end_slot,
    input  wire [GSLOT_W-1:0] wave_gslot,
    input  wire [8:0]         wave_count,
    output wire               p_release, p_gdone, p_soon, p_over, p_stat, p_inside, w_released, w_again, w_two
);
    `include "wf_formal.vh"
    localparam integer B = 0;                // of the group id
    wire               release_valid, gdone_valid, gdone_id;
    wire [WAVES-1:0]   release_slots;
    wire [GSLOT_W-1:0] gdone_gslot;
    wire [95:0]        gdone_gid;
    wire [16*GROUPS-1:0] stat_launched, stat_arrived, stat_ended;
    wf_dispatch_barrier #(.WAVES(WAVES), .GROUPS(GROUPS), .ID_W(1)) u_dut (
        .clk(clk), .rst(rst), .wave_valid(wave_valid), .wave_first(wave_first), .wave_slot(wave_slot),
        .wave_gslot(wave_gslot), .wave_gid({96{gid_bit}}), .wave_count(wave_count), .wave_id(wave_id),
        .arrive_valid(arrive_valid), .arrive_slot(arrive_slot), .end_valid(end_valid), .end_slot(end_slot),
        .release_valid(release_valid), .release_slots(release_slots), .gdone_valid(gdone_valid),
        .gdone_gslot(gdone_gslot), .gdone_gid(gdone_gid), .gdone_id(gdone_id), .stat_launched(stat_launched),
        .stat_arrived(stat_arrived), .stat_ended(stat_ended));

    // ---- the registers of the unit ----------------------------------------------------------------------------------
    // see s_gslot: u_dut.gslot_q[WAVES]
    // see s_gid: u_dut.gid_q[GROUPS]
    // see s_id: u_dut.id_q[GROUPS]
    // see s_waves: u_dut.waves_q[GROUPS]
    // see s_launched: u_dut.launched_q[GROUPS]
    // see s_pending: u_dut.pending_q[GROUPS]
    // see s_waiting: u_dut.waiting_q[GROUPS]
    // see s_ended: u_dut.ended_q[GROUPS]
    // see s_open: u_dut.open_q
    // see s_wait: u_dut.wait_q
    // see s_a_valid: u_dut.a_valid_q
    // see s_e_valid: u_dut.e_valid_q
    // see s_a_gslot: u_dut.a_gslot_q
    // see s_e_gslot: u_dut.e_gslot_q
    // see s_ready: u_dut.ready_q
    // see s_behind: u_dut.behind_q
    // see s_pick_valid: u_dut.pick_valid_q
    // see s_pick: u_dut.pick_q
    (* keep *) wire [GSLOT_W*WAVES-1:0]  s_gslot;
    (* keep *) wire [96*GROUPS-1:0]      s_gid;
    (* keep *) wire [GROUPS-1:0]         s_id, s_open, s_ready, s_behind;
    (* keep *) wire [9*GROUPS-1:0]       s_waves, s_launched, s_pending, s_waiting, s_ended;
    (* keep *) wire [WAVES-1:0]          s_wait;
    (* keep *) wire                      s_a_valid, s_e_valid, s_pick_valid;
    (* keep *) wire [GSLOT_W-1:0]        s_a_gslot, s_e_gslot, s_pick;

    // ---- the ghost --------------------------------------------------------------------------------------------------
    reg  [WAVES-1:0]          run_q = 0, wait_q = 0;
    reg  [GSLOT_W*WAVES-1:0]  of_q = 0;
    reg  [GROUPS-1:0]         here_q = 0, id_q = 0, gid_q = 0, twice_q = 0;
    reg  [9*GROUPS-1:0]       count_q = 0, launched_q = 0, ended_q = 0;
    reg  [4*GROUPS-1:0]       age_q = 0, late_q = 0;         // cycles since it is complete; since all have ended
    wire [WAVES-1:0]          out = release_valid ? release_slots : {WAVES{1'b0}};

    assign legal =
        !(rst && (wave_valid || arrive_valid || end_valid)) &&
        !(wave_valid && (wave_slot >= WAVES || wave_gslot >= GROUPS || run_q[wave_slot] || wait_q[wave_slot])) &&
        !(wave_valid && wave_first && (here_q[wave_gslot] || wave_count == 9'd0 || wave_count > WAVES)) &&
        !(wave_valid && !wave_first && (!here_q[wave_gslot] || launched_q[9*wave_gslot +: 9] >= count_q[9*wave_gslot +: 9])) &&
        !(arrive_valid && (arrive_slot >= WAVES || !run_q[arrive_slot])) &&
        !(end_valid && (end_slot >= WAVES || !run_q[end_slot])) &&
        !(arrive_valid && end_valid && arrive_slot == end_slot);

    integer w, g;
    reg  [GROUPS-1:0] full, hit, done;                       // complete; a wave of it is released
    reg  [9*GROUPS-1:0] waits, runs;
    always @* begin
        waits = 0;
        runs  = 0;
        hit   = 0;
        for (g = 0; g < GROUPS; g = g + 1) begin
            for (w = 0; w < WAVES; w = w + 1)
                if (of_q[GSLOT_W*w +: GSLOT_W] == g) begin
                    waits[9*g +: 9] = waits[9*g +: 9] + {8'd0, wait_q[w]};
                    runs[9*g +: 9]  = runs[9*g +: 9] + {8'd0, run_q[w]};
                    if (out[w]) hit[g] = 1'b1;
                end
            full[g] = here_q[g] && launched_q[9*g +: 9] == count_q[9*g +: 9] && waits[9*g +: 9] != 9'd0 &&
                      waits[9*g +: 9] + ended_q[9*g +: 9] == count_q[9*g +: 9];
            done[g] = here_q[g] && ended_q[9*g +: 9] == count_q[9*g +: 9];
        end
    end
    always @(posedge clk) begin
        if (wave_valid) begin
            run_q[wave_slot]                     <= 1'b1;
            of_q[GSLOT_W*wave_slot +: GSLOT_W]   <= wave_gslot;
            launched_q[9*wave_gslot +: 9]        <= wave_first ? 9'd1 : launched_q[9*wave_gslot +: 9] + 9'd1;
            if (wave_first) begin
                here_q[wave_gslot]          <= 1'b1;
                twice_q[wave_gslot]         <= 1'b0;
                count_q[9*wave_gslot +: 9]  <= wave_count;
                ended_q[9*wave_gslot +: 9]  <= 9'd0;
                id_q[wave_gslot]            <= wave_id;
                gid_q[wave_gslot]           <= gid_bit;
            end
        end
        if (arrive_valid) begin
            run_q[arrive_slot]  <= 1'b0;
            wait_q[arrive_slot] <= 1'b1;
        end
        if (end_valid) begin
            run_q[end_slot] <= 1'b0;
            ended_q[9*of_q[GSLOT_W*end_slot +: GSLOT_W] +: 9] <= ended_q[9*of_q[GSLOT_W*end_slot +: GSLOT_W] +: 9] + 9'd1;
        end
        for (w = 0; w < WAVES; w = w + 1)
            if (ok && out[w]) begin
                run_q[w]  <= 1'b1;
                wait_q[w] <= 1'b0;
            end
        for (g = 0; g < GROUPS; g = g + 1) begin
            if (ok && hit[g]) twice_q[g] <= 1'b1;
            if (ok && gdone_valid && gdone_gslot == g) here_q[g] <= 1'b0;
            age_q[4*g +: 4]  <= ok && full[g] ? age_q[4*g +: 4] + 4'd1 : 4'd0;
            late_q[4*g +: 4] <= ok && done[g] ? late_q[4*g +: 4] + 4'd1 : 4'd0;
        end
    end

    // ---- the properties ---------------------------------------------------------------------------------------------
    reg wrong_release, wrong_gdone, wrong_soon, wrong_over, wrong_stat, wrong_inside;
    reg here;                                                // the group of the place is closed in this cycle
    reg [8:0] a_now, e_now;
    reg [3:0] before;
    integer n;
    always @* begin
        wrong_release = release_valid && ((release_slots & ~wait_q) != 0 || release_slots == 0 || (hit & (hit - 1'b1)) != 0);
        wrong_gdone   = gdone_valid && (gdone_gslot >= GROUPS || !done[gdone_gslot] || gdone_id != id_q[gdone_gslot] ||
                                        gdone_gid[B] != gid_q[gdone_gslot]);
        wrong_soon    = 1'b0;
        wrong_over    = 1'b0;
        wrong_stat    = 1'b0;
        wrong_inside  = (run_q & wait_q) != 0 || (s_pick_valid && s_pick >= GROUPS) ||
                        (s_a_valid && (s_a_gslot >= GROUPS || !here_q[s_a_gslot])) ||
                        (s_e_valid && (s_e_gslot >= GROUPS || !here_q[s_e_gslot]));
        for (w = 0; w < WAVES; w = w + 1) begin
            if ((run_q[w] || wait_q[w]) && (s_gslot[GSLOT_W*w +: GSLOT_W] != of_q[GSLOT_W*w +: GSLOT_W] ||
                of_q[GSLOT_W*w +: GSLOT_W] >= GROUPS || !here_q[of_q[GSLOT_W*w +: GSLOT_W]])) wrong_inside = 1'b1;
            if (s_wait[w] != (wait_q[w] && !out[w])) wrong_inside = 1'b1;
            for (g = 0; g < GROUPS; g = g + 1)
                if (hit[g] && wait_q[w] && of_q[GSLOT_W*w +: GSLOT_W] == g && !release_slots[w]) wrong_release = 1'b1;
        end
        for (g = 0; g < GROUPS; g = g + 1) begin
            if (hit[g] && !full[g]) wrong_release = 1'b1;
            if (full[g] && age_q[4*g +: 4] > GROUPS + 2) wrong_soon = 1'b1;
            if (done[g] && late_q[4*g +: 4] > 1) wrong_over = 1'b1;
            here  = gdone_valid && gdone_gslot == g;
            a_now = s_a_valid && s_a_gslot == g ? 9'd1 : 9'd0;
            e_now = s_e_valid && s_e_gslot == g ? 9'd1 : 9'd0;
            if (stat_launched[16*g +: 16] != (here_q[g] && !here ? launched_q[9*g +: 9] : 9'd0)) wrong_stat = 1'b1;
            if (stat_arrived[16*g +: 16] + a_now != (here_q[g] && !here && !hit[g] ? waits[9*g +: 9] : 9'd0)) wrong_stat = 1'b1;
            if (stat_ended[16*g +: 16] + e_now != (here_q[g] && !here ? ended_q[9*g +: 9] : 9'd0)) wrong_stat = 1'b1;
            if (s_open[g] != (here_q[g] && !here)) wrong_inside = 1'b1;
            if ((s_ready[g] || (s_pick_valid && s_pick == g)) !=
                (here_q[g] && s_pending[9*g +: 9] == 9'd0 && s_waiting[9*g +: 9] != 9'd0)) wrong_inside = 1'b1;
            if (s_ready[g] && s_pick_valid && s_pick == g) wrong_inside = 1'b1;
            // how long it has been complete, and where it is: stage 1, ready, chosen, released; as ready, by the groups before it
            before = 4'd0;
            for (n = 0; n < GROUPS; n = n + 1)
                if (s_behind[g] ? s_behind[n] && n < g : s_behind[n] || n < g) before = before + 4'd1;
            if (g > 0 && s_behind[g-1] && !s_behind[g]) wrong_inside = 1'b1;
            if (full[g] && age_q[4*g +: 4] > (hit[g] ? GROUPS + 2 : s_pick_valid && s_pick == g ? GROUPS + 1 :
                                              s_ready[g] ? GROUPS - before : 0)) wrong_inside = 1'b1;
            if (full[g] && age_q[4*g +: 4] == 4'd0 && a_now == 9'd0 && e_now == 9'd0) wrong_inside = 1'b1;
            if (done[g] && (late_q[4*g +: 4] == 4'd0 ? e_now == 9'd0 : !here)) wrong_inside = 1'b1;
            if (here_q[g]) begin
                if (s_waves[9*g +: 9] != count_q[9*g +: 9] || s_id[g] != id_q[g] || s_gid[96*g + B] != gid_q[g] ||
                    s_launched[9*g +: 9] != launched_q[9*g +: 9]) wrong_inside = 1'b1;
                if (count_q[9*g +: 9] > WAVES || launched_q[9*g +: 9] > count_q[9*g +: 9] || launched_q[9*g +: 9] == 9'd0 ||
                    ended_q[9*g +: 9] > launched_q[9*g +: 9] ||
                    runs[9*g +: 9] + waits[9*g +: 9] + ended_q[9*g +: 9] != launched_q[9*g +: 9]) wrong_inside = 1'b1;
                if (s_ended[9*g +: 9] + e_now != ended_q[9*g +: 9]) wrong_inside = 1'b1;
                if (s_waiting[9*g +: 9] + a_now != (hit[g] ? 9'd0 : waits[9*g +: 9])) wrong_inside = 1'b1;
                if (hit[g] && s_waiting[9*g +: 9] != 9'd0) wrong_inside = 1'b1;
                if (s_pending[9*g +: 9] + s_waiting[9*g +: 9] + s_ended[9*g +: 9] != count_q[9*g +: 9] ||
                    s_pending[9*g +: 9] > count_q[9*g +: 9] || s_waiting[9*g +: 9] > count_q[9*g +: 9] ||
                    s_ended[9*g +: 9] > count_q[9*g +: 9]) wrong_inside = 1'b1;
                if (here != (s_ended[9*g +: 9] == count_q[9*g +: 9])) wrong_inside = 1'b1;
            end else if (s_a_valid && s_a_gslot == g) wrong_inside = 1'b1;
        end
    end
    assign p_release = ok && wrong_release;
    assign p_gdone   = ok && wrong_gdone;
    assign p_soon    = ok && wrong_soon;
    assign p_over    = ok && wrong_over;
    assign p_stat    = ok && wrong_stat;
    assign p_inside  = ok && wrong_inside;

    // ---- witnesses --------------------------------------------------------------------------------------------------
    assign w_released = ok && hit[0] && count_q[0 +: 9] == WAVES && ended_q[0 +: 9] == 9'd1;
    assign w_again    = ok && (hit & twice_q) != 0;
    assign w_two      = ok && (full & (full - 1'b1)) != 0;
endmodule

`default_nettype wire
