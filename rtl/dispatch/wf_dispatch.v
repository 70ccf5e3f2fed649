// SPDX-License-Identifier: Apache-2.0
// wf_dispatch - checks descriptors, walks grids, launches waves on CORES cores, counts barriers and ends, answers.
//   Up to DISPATCHES are in flight: the next one is checked while others run, and its first group follows the last
//   one of the dispatch before without an idle cycle.  Groups are launched one after another and many are resident; a
//   group is begun when there are slots, registers and LDS for all of it.  The first wave is offered 13 cycles after
//   the descriptor was taken; then 1 wave per cycle while there is room, across groups too (with groupshared memory: as
//   fast as the LDS clears ranges; clearing overlaps the launching of the group before).
//   A group goes to a core with room, round robin among those.  Each core has slots, places, ranges and channels of its
//   own, in vectors, core 0 lowest.
//   Spec: docs/dispatch.md   Test: tb/dispatch/wf_dispatch_tb.v, tb/dispatch/wf_dispatch_queue_tb.v
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module wf_dispatch #(
    parameter integer LANES     = 32,        // widest wave, a power of two 4..128
    parameter integer WAVES     = 16,        // wave slots, 1..256
    parameter integer GROUPS    = 8,         // resident groups, 1..64
    parameter integer REGS      = 64,        // registers a lane, 16..128, a multiple of 8
    parameter integer REG_ROWS  = WAVES * REGS,     // each a register of all lanes; a multiple of 8, REGS to 32768
    parameter integer LDS_WORDS = 8192,      // 32-bit words of groupshared memory, a power of two, at most 32768
    parameter integer LDS_BANKS = 32,        // a power of two 2..128, at most LDS_WORDS / 2
    parameter integer WAVE_OPS  = 1,         // 0: kernels that use wave operations are refused
    parameter integer DISPATCHES = 1,        // in flight at once: 1, 2, 4 or 8
    parameter integer PASSES    = 32,        // groups of others placed before one that waits, DISPATCHES to 255
    parameter integer CORES     = 1,         // 1..16; slots, groups, registers and LDS are of each
    parameter integer GATED     = 1,         // 0: its clock never stops; it does the same
    parameter integer ID_W      = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1,    // derived
    parameter integer SLOT_W    = (WAVES > 1) ? $clog2(WAVES) : 1,      // derived
    parameter integer GSLOT_W   = (GROUPS > 1) ? $clog2(GROUPS) : 1     // derived
) (
    input  wire                  clk,
    input  wire                  rst,        // synchronous, active high

    // descriptor: fields as docs/isa.md lists them; taken when its id is free
    input  wire                  desc_valid,
    output wire                  desc_ready,
    input  wire [`WF_DESC_W-1:0] desc,

    // answer, one a descriptor
    output wire                  done_valid,
    input  wire                  done_ready,
    output wire [ID_W-1:0]       done_id,
    output wire [7:0]            done_code,              // WF_REJECT_*
    output wire [1:0]            done_ending,            // WF_ENDING_*
    output wire [7:0]            done_wave_size,         // 0 without report_wave_size
    output wire [15:0]           done_waves,             // waves a group

    // end a dispatch: its groups without a place are not launched; `dead` until its id is taken again: its waves end
    input  wire                  cancel_valid,           // pulse
    input  wire [ID_W-1:0]       cancel_id,
    output wire [DISPATCHES-1:0] dead,

    // by core: a wave for it; this record and those below: docs/isa.md
    output wire [CORES-1:0]      launch_valid,
    input  wire [CORES-1:0]      launch_ready,
    output wire [`WF_LAUNCH_W*CORES-1:0] launch,

    // the waves of a pixel shader, from wf_pack_pixels
    output wire                  pixel_open,
    output wire [2:0]            pixel_wave_log2,
    input  wire                  pixel_valid,
    output wire                  pixel_ready,
    input  wire                  pixel_end,              // no wave: the dispatch has no more
    input  wire [7:0]            pixel_live,
    input  wire [LANES-1:0]      pixel_helper,
    input  wire [7*LANES-1:0]    pixel_at,

    // by core: back from it
    input  wire [CORES-1:0]      end_valid,
    output wire [CORES-1:0]      end_ready,              // always 1
    input  wire [SLOT_W*CORES-1:0] end_slot,
    input  wire [CORES-1:0]      arrive_valid,
    output wire [CORES-1:0]      arrive_ready,           // always 1
    input  wire [SLOT_W*CORES-1:0] arrive_slot,
    output wire [CORES-1:0]      release_valid,          // pulse: these slots leave the barrier
    output wire [WAVES*CORES-1:0] release_slots,
    output wire [CORES-1:0]      gdone_valid,            // pulse: a group is over
    output wire [`WF_GDONE_W*CORES-1:0] gdone,

    // by core: zero a range of its LDS
    output wire [CORES-1:0]      lds_clear_valid,
    input  wire [CORES-1:0]      lds_clear_ready,        // it reads 0 now
    output wire [16*CORES-1:0]   lds_clear_base,         // word
    output wire [16*CORES-1:0]   lds_clear_words,        // a multiple of LDS_BANKS

    // shape for the lane packer: a pulse at the begin of a dispatch, before it is checked
    output wire                  cfg_valid,
    output wire [ID_W-1:0]       cfg_id,
    output wire [10:0]           cfg_x,
    output wire [10:0]           cfg_y,
    output wire                  cfg_numwaves,

    // when a dispatch is over, its answer waits for the stores that are on their way: from the cycle after `settle`
    // (pulse) until those that were then are there, `settled` is 0
    output wire                  settle,
    input  wire                  settled,
    output wire [DISPATCHES-1:0] performed,              // pulse before its answer: memory has performed all of it

    // by id, stable while it is in flight
    output wire [DISPATCHES-1:0] id_busy,
    output wire [96*DISPATCHES-1:0] grid_size,           // in groups, {z, y, x}
    output wire [17*DISPATCHES-1:0] code_words,          // instructions of the kernel,
    output wire [16*DISPATCHES-1:0] code_base,           // and where they begin

    // per resident group of each core, 16 bits each, for the report of a hang; 0 for places without a group
    output wire [16*GROUPS*CORES-1:0] stat_launched,
    output wire [16*GROUPS*CORES-1:0] stat_arrived,
    output wire [16*GROUPS*CORES-1:0] stat_ended
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0)
            wf_dispatch_LANES_must_be_a_power_of_two_4_to_128 u_error ();
        if (WAVES < 1 || WAVES > 256) wf_dispatch_WAVES_must_be_1_to_256 u_error ();
        if (GROUPS < 1 || GROUPS > 64) wf_dispatch_GROUPS_must_be_1_to_64 u_error ();
        if (DISPATCHES != 1 && DISPATCHES != 2 && DISPATCHES != 4 && DISPATCHES != 8)
            wf_dispatch_DISPATCHES_must_be_1_2_4_or_8 u_error ();
        if (CORES < 1 || CORES > 16) wf_dispatch_CORES_must_be_1_to_16 u_error ();
        if (WAVE_OPS != 0 && WAVE_OPS != 1) wf_dispatch_WAVE_OPS_must_be_0_or_1 u_error ();
        if (REGS < 16 || REGS > 128 || REGS % 8 != 0)
            wf_dispatch_REGS_must_be_a_multiple_of_8_from_16_to_128 u_error ();
        if (REG_ROWS < REGS || REG_ROWS > 32768 || REG_ROWS % 8 != 0)
            wf_dispatch_REG_ROWS_must_be_a_multiple_of_8_from_REGS_to_32768 u_error ();
        if (LDS_BANKS < 2 || LDS_BANKS > 128 || (LDS_BANKS & (LDS_BANKS - 1)) != 0)
            wf_dispatch_LDS_BANKS_must_be_a_power_of_two_2_to_128 u_error ();
        if (LDS_WORDS > 32768 || LDS_WORDS < 2 * LDS_BANKS || (LDS_WORDS & (LDS_WORDS - 1)) != 0)
            wf_dispatch_LDS_WORDS_must_be_a_power_of_two_two_rows_to_32768 u_error ();
    endgenerate

    localparam integer     REG_UNITS = REG_ROWS / 8, LDS_UNITS = LDS_WORDS / LDS_BANKS;   // 8 registers, a row of banks
    localparam integer     REG_W  = $clog2(REG_UNITS + 1), LDS_W = $clog2(LDS_UNITS + 1), ROW_LOG2 = $clog2(LDS_BANKS);
    localparam [15:0]      ROUND  = LDS_BANKS[15:0] - 16'd1;
    localparam integer     LAST   = DISPATCHES - 1;
    localparam [2:0]       LAST_ID = LAST[2:0];
    localparam integer     OWN_W  = REG_W + LDS_W;                   // what a group needs
    localparam integer     WALK_W = 1 + 96 + 33 + OWN_W;             // what the walk is told: pixel, grid, dims, own
    // what a launch is told: pixel, numwaves, waves, log2, threads, units, LDS, entry
    localparam integer     WAVE_W = 2 + 9 + 3 + 11 + 5 + 16 + 16;

    localparam integer     SET_W  = CORES;
    localparam [CORES-1:0] FIRST  = {{(CORES-1){1'b0}}, 1'b1};
    `include "wf_bits.vh"

    // ---- its clock: stops when nothing goes on in it, and runs from the cycle of an event on ------------------------
    // Whatever follows an event, without being one itself or making a part busy, is over LINGER cycles later.
    localparam [2:0]       LINGER = 3'd7;
    reg  [2:0]             linger_q;
    wire                   table_busy, order_busy, walk_busy, hand_busy;
    wire [CORES-1:0]       core_busy;
    wire                   event_now = rst || desc_valid || cancel_valid || end_valid != {CORES{1'b0}} ||
                                       arrive_valid != {CORES{1'b0}};
    wire                   busy      = table_busy || order_busy || walk_busy || hand_busy || core_busy != {CORES{1'b0}};
    wire                   awake     = event_now || linger_q != 3'd0;
    wire                   run_clk;
    always @(posedge clk)
        linger_q <= event_now || busy ? LINGER : linger_q - {2'd0, linger_q != 3'd0};
    wf_clock_gate u_clock (.clk(clk), .en(GATED == 0 || awake), .gated(run_clk));

    // ---- the descriptor in hand, checked while others run -----------------------------------------------------------
    reg  [`WF_DESC_W-1:0]  desc_q;
    reg                    busy_q, start_q;                          // it is being checked; since a cycle
    wire [DISPATCHES-1:0]  id_free;
    wire [2:0]             asked_id  = desc[`WF_DESC_ID] & LAST_ID;
    wire [2:0]             hand_id   = desc_q[`WF_DESC_ID] & LAST_ID;
    wire [ID_W-1:0]        desc_id   = asked_id[ID_W-1:0];
    wire [ID_W-1:0]        id        = hand_id[ID_W-1:0];
    wire                   is_pixel    = desc_q[`WF_DESC_STAGE] == `WF_STAGE_PIXEL;
    wire                   is_numwaves = desc_q[`WF_DESC_HAS_NUMWAVES];
    wire [31:0]            group_x     = desc_q[`WF_DESC_X];         // 11 bits hold all that are accepted
    wire [31:0]            group_y     = desc_q[`WF_DESC_Y];
    wire [31:0]            group_z     = desc_q[`WF_DESC_Z];
    wire [31:0]            groupshared = desc_q[`WF_DESC_GROUPSHARED];
    wire [95:0]            grid        = {desc_q[`WF_DESC_GRID_Z], desc_q[`WF_DESC_GRID_Y], desc_q[`WF_DESC_GRID_X]};

    wire        check_done, dealt;
    wire [7:0]  code;
    wire [2:0]  wave_log2;
    wire [8:0]  waves;
    wire [10:0] threads;
    wire [5:0]  runs;                                    // of four places, a wave; the first `longer` have one more
    wire [8:0]  longer;

    assign desc_ready = !busy_q && (!desc_valid || id_free[desc_id]);      // which id is known only with a descriptor
    wire   take_desc  = desc_valid && desc_ready;

    wf_dispatch_check #(.LANES(LANES), .WAVES(WAVES), .REGS(REGS), .REG_ROWS(REG_ROWS),
                        .LDS_WORDS(LDS_WORDS), .WAVE_OPS(WAVE_OPS)) u_check (
        .clk(run_clk), .rst(rst), .start(take_desc), .desc(desc_q), .done(check_done), .code(code),
        .wave_log2(wave_log2), .waves(waves), .threads(threads), .dealt(dealt), .runs(runs), .longer(longer));

    assign cfg_valid    = start_q;
    assign cfg_id       = id;
    assign cfg_x        = is_numwaves ? 11'd1 : group_x[10:0];
    assign cfg_y        = is_numwaves ? 11'd1 : group_y[10:0];
    assign cfg_numwaves = is_numwaves;

    // registers of a group's waves in units of 8, whole rows of banks
    wire [7:0]       regs_asked = desc_q[`WF_DESC_REGISTERS] == 8'd0 ? REGS[7:0] : desc_q[`WF_DESC_REGISTERS];
    wire [4:0]       wave_units = regs_asked[7:3] + {4'd0, |regs_asked[2:0]};
    wire [13:0]      reg_units  = {5'd0, waves} * {9'd0, wave_units};
    wire [15:0]      lds_asked  = groupshared[17:2] + {15'd0, |groupshared[1:0]};
    wire [15:0]      lds_whole  = (lds_asked + ROUND) & ~ROUND;
    wire             unused     = &{1'b0, group_x, group_y, group_z, groupshared, reg_units, lds_whole};
    wire [32:0]      dims       = is_numwaves ? 33'd0 : {group_z[10:0], group_y[10:0], group_x[10:0]};

    // ---- what the walk and the launch are told, by id ---------------------------------------------------------------
    reg  [WALK_W-1:0] walk_q [0:DISPATCHES-1];
    reg  [WAVE_W-1:0] wave_q [0:DISPATCHES-1];
    reg  [14:0]       deal_q [0:DISPATCHES-1];           // {runs, longer}: there before the first launch needs them
    reg  [129-1:0]    hold_q [0:DISPATCHES-1];           // grid and code, for the core

    always @(posedge run_clk) begin
        start_q <= take_desc;
        if (take_desc) begin
            desc_q <= desc;
            busy_q <= 1'b1;
            hold_q[desc_id] <= {desc[`WF_DESC_GRID_Z], desc[`WF_DESC_GRID_Y], desc[`WF_DESC_GRID_X],
                                desc[`WF_DESC_CODE_WORDS], desc[`WF_DESC_CODE_BASE]};
        end
        if (check_done) begin
            walk_q[id] <= {is_pixel, grid, dims, reg_units[REG_W-1:0], lds_whole[ROW_LOG2 +: LDS_W]};
            wave_q[id] <= {is_pixel, is_numwaves, waves, wave_log2, threads, wave_units, lds_asked,
                           desc_q[`WF_DESC_ENTRY]};
        end
        if (busy_q && dealt) begin
            deal_q[id] <= {runs, longer};
            busy_q     <= 1'b0;
        end
        if (rst) begin
            start_q <= 1'b0;
            busy_q  <= 1'b0;
        end
    end

    genvar h;
    generate
        for (h = 0; h < DISPATCHES; h = h + 1) begin : g_hold
            wire [128:0] held = hold_q[h];
            assign {grid_size[96*h +: 96], code_words[17*h +: 17], code_base[16*h +: 16]} = held;
        end
    endgenerate

    // ---- dispatches in flight ---------------------------------------------------------------------------------------
    wire                  walk_on, walk_pixel, walk_over, turn, start, step;
    wire [ID_W-1:0]       walk_id, next_id;
    wire                  next_valid, next_new, may_turn, hold, yields, firm, shy, others, next_room;
    wire [DISPATCHES-1:0] able, high, accepts, begins, closes;
    wire [DISPATCHES*DISPATCHES-1:0] older;
    wire [OWN_W-1:0]      walk_own;
    wire [8:0]            walk_waves;                    // of a group
    wire [95:0]           walk_gid, walk_tbase;
    wire [CORES-1:0]      took, launching;               // a wave of a pixel shader is taken; a group is in launch
    wire [CORES-1:0]      room, ahead_room, ahead_none, none, freed;     // in each core, for now and for the next one
    wire [CORES-1:0]      backs;                         // their next group goes back to its walk
    wire [192*CORES-1:0]  back_ats;
    wire [CORES-1:0]      drops;                         // it is given up,
    wire [ID_W*CORES-1:0] n_ids;                         // of this dispatch
    wire [ID_W*CORES-1:0] gdone_id;                      // whose groups are over
    wire [DISPATCHES-1:0] ONE = {{(DISPATCHES-1){1'b0}}, 1'b1};
    wire [7:0]            size = 8'd1 << wave_log2;

    assign id_busy     = ~id_free;
    wf_dispatch_table #(.DISPATCHES(DISPATCHES), .GROUPS(GROUPS), .CORES(CORES)) u_table (
        .clk(run_clk), .rst(rst), .id_free(id_free), .performed(performed), .accept(take_desc), .accept_id(desc_id),
        .accept_wait(desc[`WF_DESC_WAIT]), .accept_high(desc[`WF_DESC_HIGH]), .accept_limit(desc[`WF_DESC_LIMIT]),
        .checked(check_done), .checked_id(id), .checked_code(code), .checked_only(desc_q[`WF_DESC_COMMIT_ONLY]),
        .checked_empty(!is_pixel && (grid[31:0] == 32'd0 || grid[63:32] == 32'd0 || grid[95:64] == 32'd0)),
        .checked_size(desc_q[`WF_DESC_REPORT_WAVE_SIZE] && code == `WF_REJECT_NONE ? size : 8'd0),
        .checked_waves(waves), .able(able), .high(high), .older(older), .accepts(accepts), .begins(begins),
        .walked((walk_over ? ONE << walk_id : {DISPATCHES{1'b0}}) | closes),
        .unwalked(backs[0] ? ONE << n_ids[0 +: ID_W] : {DISPATCHES{1'b0}}), .group_valid(step), .group_id(walk_id),
        .over_valid(gdone_valid), .over_id(gdone_id), .drop_valid(drops), .drop_id(n_ids),
        .settle(settle), .settled(settled), .cancel_valid(cancel_valid), .cancel_id(cancel_id), .dead(dead),
        .done_valid(done_valid), .done_ready(done_ready), .done_id(done_id), .done_code(done_code),
        .done_ending(done_ending), .done_wave_size(done_wave_size), .done_waves(done_waves), .busy(table_busy));

    // ---- pixel shaders: each wave of the packer is a group, until it says that none follows; a wave in two cycles ---
    wire        walk_dead  = dead[walk_id];
    wire        pixel_last = pixel_open && pixel_valid && pixel_end;
    wire [WAVE_W-1:0] walk_wave = wave_q[walk_id];

    assign pixel_open      = walk_on && walk_pixel;
    assign pixel_wave_log2 = walk_wave[48 +: 3];

    // ---- the walk: a place for the next group -----------------------------------------------------------------------
    wire [WALK_W-1:0]  next_walk = walk_q[next_id];
    wire [WAVE_W-1:0]  next_wave = wave_q[next_id];
    wire               next_pixel = next_walk[WALK_W-1];
    wire [CORES-1:0]   next_cores = next_pixel ? FIRST : {CORES{1'b1}};
    wf_dispatch_order #(.DISPATCHES(DISPATCHES), .PASSES(PASSES)) u_order (
        .clk(run_clk), .rst(rst), .accepts(accepts), .able(able), .high(high), .older(older), .dead(dead),
        .begins(begins), .closes(closes), .on(walk_on), .id(walk_id), .step(step), .turn(turn), .start(start),
        .ended(walk_over), .back(backs[0]), .back_id(n_ids[0 +: ID_W]), .next_valid(next_valid), .next_id(next_id),
        .next_new(next_new), .may_turn(may_turn), .hold(hold), .yields(yields), .firm(firm), .shy(shy),
        .others(others), .busy(order_busy), .has_room(next_room),
        .next_room((ahead_room & next_cores) != {CORES{1'b0}}), .next_none(&(ahead_none | ~next_cores)),
        .hand_none(&none), .freed(freed != {CORES{1'b0}}));
    // Its waves go with the walk, in registers: a choice by its id would come before the choice of a core.
    wf_dispatch_walk #(.DISPATCHES(DISPATCHES), .OWN_W(9 + OWN_W)) u_walk (
        .clk(run_clk), .rst(rst), .accepts(accepts), .next_valid(next_valid), .next_id(next_id),
        .next_own({next_wave[51 +: 9], next_walk[0 +: OWN_W]}), .next_pixel(next_pixel), .next_grid(next_walk[OWN_W+33 +: 96]),
        .next_dims(next_walk[OWN_W +: 33]), .may_turn(may_turn), .start(start), .step(step),
        .quit(walk_pixel ? pixel_last : walk_dead),
        .back(backs[0]), .back_id(n_ids[0 +: ID_W]), .back_at(back_ats[0 +: 192]), .on(walk_on), .id(walk_id),
        .own({walk_waves, walk_own}), .pixel(walk_pixel), .gid(walk_gid), .tbase(walk_tbase), .turn(turn), .over_valid(walk_over));
    assign hand_busy = busy_q || start_q;
    assign walk_busy = start || step || walk_over || pixel_open;
    wire unused_walk = &{1'b0, next_wave, walk_wave, asked_id, hand_id, took, launching, backs, back_ats};

    // ---- the cores: the walk gives a group a cycle to one with room, and the choice is made the cycle before --------
    reg  [CORES-1:0]   pick_q;
    wire [CORES-1:0]   pick  = CORES == 1 || walk_pixel ? FIRST : pick_q;   // pixel shaders run on core 0 alone
    wire               holds = hold && !walk_pixel;      // pixel quads come whatever waits
    reg                standby_q;
    wire [CORES-1:0]   steps = walk_on && !turn && !holds && !walk_dead && !pixel_last ? pick & room : {CORES{1'b0}};
    wire [CORES-1:0]   later = room & ~(pick_q | (pick_q - FIRST));
    wire               moves = room != {CORES{1'b0}} && (step || (pick_q & room) == {CORES{1'b0}});

    assign step        = steps != {CORES{1'b0}};
    assign pixel_ready = pixel_last || took[0] || (pixel_open && walk_dead && !launching[0]);

    always @(posedge run_clk) begin
        if (moves) pick_q <= lowest(later != {CORES{1'b0}} ? later : room);
        standby_q <= holds || yields;
        if (rst) pick_q <= FIRST;
    end

    genvar k;
    generate
        for (k = 0; k < CORES; k = k + 1) begin : g_core
            wire [ID_W-1:0]   n_id   = n_ids[ID_W*k +: ID_W];
            wire [WAVE_W-1:0] n_wave = wave_q[n_id];
            wire [14:0]       n_deal = deal_q[n_id];
            assign gdone_id[ID_W*k +: ID_W] = gdone[`WF_GDONE_W*k + `WF_GDONE_ID];
            wf_dispatch_core #(.LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REG_UNITS(REG_UNITS),
                               .LDS_UNITS(LDS_UNITS), .LDS_BANKS(LDS_BANKS), .ID_W(ID_W), .ALONE(CORES == 1 ? 1 : 0),
                               .YIELDS(DISPATCHES > 1 ? 1 : 0), .WAVE_W(WAVE_W)) u_core (
                .clk(run_clk), .rst(rst), .wanted(walk_on), .standby(standby_q), .restart(start),
                .reg_size(walk_own[LDS_W +: REG_W]), .lds_size(walk_own[0 +: LDS_W]),
                .ahead_restart(next_new), .ahead_reg(next_walk[LDS_W +: REG_W]), .ahead_lds(next_walk[0 +: LDS_W]),
                .ahead_waves(next_wave[51 +: 9]), .ahead_room(ahead_room[k]), .ahead_none(ahead_none[k]),
                .none(none[k]), .freed(freed[k]), .room(room[k]), .step(steps[k]), .step_id(walk_id),
                .step_pixel(k == 0 && walk_pixel), .step_shy(shy), .step_firm(firm), .step_lds(walk_own[0 +: LDS_W]),
                .step_waves(walk_waves), .step_gid(walk_gid), .step_tbase(walk_tbase),
                .drop(drops[k]), .back(backs[k]), .back_at(back_ats[192*k +: 192]), .same(walk_on && walk_id == n_id),
                .next_room(next_room), .others(others), .next_id(n_ids[ID_W*k +: ID_W]), .next_dead(dead[n_id]),
                .next_deal(n_deal), .next_wave({k == 0 && n_wave[WAVE_W-1], n_wave[WAVE_W-2:0]}),
                .pixel_valid(pixel_valid && !pixel_end), .pixel_last(pixel_last), .pixel_took(took[k]),
                .launching(launching[k]), .pixel_live(pixel_live), .pixel_helper(pixel_helper), .pixel_at(pixel_at),
                .launch_valid(launch_valid[k]), .launch_ready(launch_ready[k]),
                .launch(launch[`WF_LAUNCH_W*k +: `WF_LAUNCH_W]),
                .end_valid(end_valid[k]), .end_slot(end_slot[SLOT_W*k +: SLOT_W]),
                .arrive_valid(arrive_valid[k]), .arrive_slot(arrive_slot[SLOT_W*k +: SLOT_W]),
                .release_valid(release_valid[k]), .release_slots(release_slots[WAVES*k +: WAVES]),
                .gdone_valid(gdone_valid[k]), .gdone(gdone[`WF_GDONE_W*k +: `WF_GDONE_W]),
                .lds_clear_valid(lds_clear_valid[k]), .lds_clear_ready(lds_clear_ready[k]),
                .lds_clear_base(lds_clear_base[16*k +: 16]), .lds_clear_words(lds_clear_words[16*k +: 16]),
                .stat_launched(stat_launched[16*GROUPS*k +: 16*GROUPS]),
                .stat_arrived(stat_arrived[16*GROUPS*k +: 16*GROUPS]),
                .stat_ended(stat_ended[16*GROUPS*k +: 16*GROUPS]), .busy(core_busy[k]));
        end
    endgenerate
    assign end_ready    = {CORES{1'b1}};
    assign arrive_ready = {CORES{1'b1}};
endmodule

`default_nettype wire
