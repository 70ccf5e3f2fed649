// SPDX-License-Identifier: Apache-2.0
// cap.v - wf_dispatch with three cores: which core gets a group, and that none gets more than its slots and places hold.
//   Ghost: by core, the waves of the groups that it was given and that have not ended; its next group. Of one core, any of them, its wait.
//   Walk, order, table, check, places, barriers and the lists of free slots are cut: the cap holds whatever they do.
//   Environment: groups have 1 to WAVES waves. The walk has the waves of the record, which keeps while a group is next in a core.
//   A wave ends once, after it was launched.
// prove one: a group goes to one core at most, and to one that has room
// prove pixel: a wave of a pixel shader goes to core 0
// prove cap: the waves of the groups of a core, from the cycle in which it gets the group on, are WAVES at most
// prove offer: a core gets a group only while a walk is in hand and a place with its ranges is on offer
// prove given: a core gets a group only when its next one goes into launch or there is none
// prove drop: a place that is returned without a group is that of the next group of its core, which has left then
// prove turns: a core that has room gets a group after one of each other core at most, while there is no pixel shader
// prove soon: while no core loses room and groups may be placed, one is placed every other cycle at least
// prove inside: the free slots of a core are those without a wave, next, in launch or running; the others are proven with it
// implied cap: by inside
// shared given: a group that takes the place of another in `next` is missing among the waves, and inside is violated in the cycle after
// reach full: all slots of all cores have waves
// reach last: a core waits for one group of each other core
// reach dropped: a core gives up its next group while the others run
// run cap: pdr, 20 s, WAVES=2
// run cap-four: pdr, 20 s, WAVES=4
// cut wf_dispatch_check wf_dispatch_table wf_dispatch_walk wf_dispatch_order wf_dispatch_places wf_dispatch_barrier wf_free_list
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module formal_cap #(
    parameter integer WAVES  = 2,
    parameter integer GROUPS = 2,
    parameter integer SLOT_W = (WAVES > 1) ? $clog2(WAVES) : 1       // derived
) (
    input  wire                      clk,
    input  wire                      desc_valid, pixel_valid, pixel_end,
    input  wire [2:0]                launch_ready, end_valid, clear_ready,
    input  wire [3*SLOT_W-1:0]       end_slot,
    input  wire [1:0]                watch,
    output wire                      p_one, p_pixel, p_cap, p_offer, p_given, p_drop, p_turns, p_soon, p_inside, w_full, w_last, w_dropped
);
    `include "wf_formal.vh"
    localparam integer LANES = 4, CORES = 3, W = SLOT_W + 1, GSLOT_W = 1, ID_W = 1;
    wire [CORES-1:0] launch_valid;
    (* keep *) wire [CORES-1:0] kept;
    (* keep *) wire [`WF_LAUNCH_W*CORES-1:0] kept_launch;
    wf_dispatch #(.LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REGS(16), .REG_ROWS(32), .LDS_WORDS(8), .LDS_BANKS(2), .DISPATCHES(2),
                  .CORES(CORES), .GATED(0)) u_dut (
        .clk(clk), .rst(rst), .desc_valid(desc_valid), .desc({`WF_DESC_W{1'b0}}), .done_ready(1'b1), .cancel_valid(1'b0), .cancel_id(1'b0),
        .launch_valid(launch_valid), .launch_ready(launch_ready), .launch(kept_launch), .pixel_valid(pixel_valid), .pixel_end(pixel_end), .pixel_live(8'd4),
        .pixel_helper(4'd0), .pixel_at(28'd0), .end_valid(end_valid), .end_slot(end_slot), .arrive_valid(3'd0), .arrive_slot({3*SLOT_W{1'b0}}),
        .lds_clear_valid(kept), .lds_clear_ready(clear_ready), .settled(1'b1));
    // see room: u_dut.room
    // see steps: u_dut.steps
    // see drops: u_dut.drops
    // see on: u_dut.walk_on
    // see turn: u_dut.turn
    // see holds: u_dut.holds
    // see dead: u_dut.walk_dead
    // see pixel: u_dut.walk_pixel
    // see pixel_last: u_dut.pixel_last
    // see waves: u_dut.walk_waves
    wire [CORES-1:0]   room, steps, drops;
    wire               on, turn, holds, dead, pixel, pixel_last;
    (* keep *) wire [8:0] waves;
    // of each core, core 0 lowest
    // see offer0: u_dut.g_core[0].u_core.offer
    // see offer1: u_dut.g_core[1].u_core.offer
    // see offer2: u_dut.g_core[2].u_core.offer
    // see place0: u_dut.g_core[0].u_core.place
    // see place1: u_dut.g_core[1].u_core.place
    // see place2: u_dut.g_core[2].u_core.place
    // see drop0: u_dut.g_core[0].u_core.n_place_q
    // see drop1: u_dut.g_core[1].u_core.n_place_q
    // see drop2: u_dut.g_core[2].u_core.n_place_q
    // see take0: u_dut.g_core[0].u_core.n_take
    // see take1: u_dut.g_core[1].u_core.n_take
    // see take2: u_dut.g_core[2].u_core.n_take
    // see next0: u_dut.g_core[0].u_core.n_valid_q
    // see next1: u_dut.g_core[1].u_core.n_valid_q
    // see next2: u_dut.g_core[2].u_core.n_valid_q
    // see own0: u_dut.g_core[0].u_core.n_waves_q
    // see own1: u_dut.g_core[1].u_core.n_waves_q
    // see own2: u_dut.g_core[2].u_core.n_waves_q
    // see its0: u_dut.g_core[0].n_wave
    // see its1: u_dut.g_core[1].n_wave
    // see its2: u_dut.g_core[2].n_wave
    // see slots0: u_dut.g_core[0].u_core.slots_q
    // see slots1: u_dut.g_core[1].u_core.slots_q
    // see slots2: u_dut.g_core[2].u_core.slots_q
    // see c_valid0: u_dut.g_core[0].u_core.c_valid_q
    // see c_valid1: u_dut.g_core[1].u_core.c_valid_q
    // see c_valid2: u_dut.g_core[2].u_core.c_valid_q
    // see c_wave0: u_dut.g_core[0].u_core.c_wave_q
    // see c_wave1: u_dut.g_core[1].u_core.c_wave_q
    // see c_wave2: u_dut.g_core[2].u_core.c_wave_q
    // see c_waves0: u_dut.g_core[0].u_core.c_waves_q
    // see c_waves1: u_dut.g_core[1].u_core.c_waves_q
    // see c_waves2: u_dut.g_core[2].u_core.c_waves_q
    wire        offer0, offer1, offer2, take0, take1, take2, next0, next1, next2, c_valid0, c_valid1, c_valid2;
    wire        place0, place1, place2, drop0, drop1, drop2;
    wire [8:0]  own0, own1, own2, c_wave0, c_wave1, c_wave2, c_waves0, c_waves1, c_waves2;
    (* keep *) wire [61:0] its0, its1, its2;
    wire [W-1:0] slots0, slots1, slots2;
    wire [CORES-1:0]   offer = {offer2, offer1, offer0}, take = {take2, take1, take0}, next = {next2, next1, next0};
    wire [CORES-1:0]   place = {place2, place1, place0}, drop_place = {drop2, drop1, drop0}, c_valid = {c_valid2, c_valid1, c_valid0};
    wire [9*CORES-1:0] own = {own2, own1, own0}, c_wave = {c_wave2, c_wave1, c_wave0}, c_waves = {c_waves2, c_waves1, c_waves0};
    wire [9*CORES-1:0] its = {its2[59:51], its1[59:51], its0[59:51]};
    wire [W*CORES-1:0] slots = {slots2, slots1, slots0};

    // the ghost
    reg  [CORES-1:0]     next_q = 0, place_q, passed_q = 0, room_q = 0;
    reg  [9*CORES-1:0]   waves_q;            // of its next group
    reg  [(W+2)*CORES-1:0] given_q = 0, runs_q = 0;
    reg  [1:0]           watched_q;
    reg                  twice_q = 0, idle_q = 0;
    reg                  over, wrong, changed, early;
    reg  [W+1:0]         rest;
    integer              k;
    wire                 step = steps != 0, may = on && !turn && !holds && !dead && !pixel_last && !pixel;
    wire                 waits = ok && room[watched_q] && !steps[watched_q] && !pixel;
    always @* begin
        {over, wrong, changed, early} = 0;
        for (k = 0; k < CORES; k = k + 1) begin
            if (next[k] && its[9*k +: 9] != own[9*k +: 9]) changed = 1'b1;
            if (end_valid[k] && runs_q[(W+2)*k +: W+2] == 0) early = 1'b1;
            if (given_q[(W+2)*k +: W+2] > WAVES) over = 1'b1;
            rest = (next[k] ? own[9*k +: W] : 0) + (c_valid[k] ? c_waves[9*k +: W] - c_wave[9*k +: W] : 0) + launch_valid[k];
            if (slots[W*k +: W] != WAVES - given_q[(W+2)*k +: W+2] || given_q[(W+2)*k +: W+2] != rest + runs_q[(W+2)*k +: W+2]) wrong = 1'b1;
            if (next[k] != next_q[k] || (next[k] && (own[9*k +: 9] != waves_q[9*k +: 9] || own[9*k +: 9] > WAVES || own[9*k +: 9] == 0))) wrong = 1'b1;
            if (c_valid[k] && (c_wave[9*k +: 9] >= c_waves[9*k +: 9] || c_waves[9*k +: 9] > WAVES)) wrong = 1'b1;
        end
    end
    assign legal = !(rst && (end_valid != 0 || desc_valid)) && !(rst && watch == 2'd3) && !(!rst && early) && !(!rst && changed) &&
                   !(on && (waves == 0 || waves > WAVES));
    always @(posedge clk) begin
        if (rst) watched_q <= watch;
        for (k = 0; k < CORES; k = k + 1) begin
            given_q[(W+2)*k +: W+2] <= rst ? 0 : given_q[(W+2)*k +: W+2] + (steps[k] ? waves[W+1:0] : 0) - end_valid[k] -
                                                 (drops[k] ? waves_q[9*k +: W+2] : 0);
            runs_q[(W+2)*k +: W+2]  <= rst ? 0 : runs_q[(W+2)*k +: W+2] + (launch_valid[k] && launch_ready[k]) - end_valid[k];
            if (steps[k]) {place_q[k], waves_q[9*k +: 9]} <= {place[k], waves};
        end
        next_q   <= rst ? 0 : (next_q & ~take & ~drops) | steps;
        passed_q <= waits ? passed_q | steps : 0;
        twice_q  <= waits && (twice_q || (passed_q & steps) != 0);
        idle_q   <= ok && may && !step;
        room_q   <= room;
    end
    assign p_one    = ok && ((steps & (steps - 1'b1)) != 0 || (steps & ~room) != 0);
    assign p_pixel  = ok && pixel && steps[2:1] != 0;
    assign p_cap    = ok && over;
    assign p_offer  = ok && (steps & ~(offer & {CORES{on}})) != 0;
    assign p_given  = ok && (steps & next_q & ~take) != 0;
    assign p_drop   = ok && (drops & (~next_q | take | (place_q ^ drop_place))) != 0;
    assign p_turns  = ok && twice_q;
    assign p_soon   = ok && idle_q && may && room_q != 0 && (room_q & ~room) == 0 && !step;
    assign p_inside = ok && wrong;
    assign w_full   = ok && runs_q == {CORES{WAVES[W+1:0]}};
    assign w_last   = waits && (passed_q | (3'd1 << watched_q)) == 3'd7;
    assign w_dropped = ok && drops[1] && runs_q[0 +: W+2] != 0 && runs_q[2*(W+2) +: W+2] != 0;
endmodule

`default_nettype wire
