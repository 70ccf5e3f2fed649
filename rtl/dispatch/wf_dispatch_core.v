// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_core - what each core has: places with their ranges, slots, the next group, the one in launch, barriers.
//   A group that the walk hands over is whole here: it waits for slots and clean LDS during the launch before it.
//   Spec: docs/dispatch.md   Test: wf_dispatch_tb.v, wf_dispatch_cores_tb.v, wf_dispatch_room_tb.v in tb/dispatch
`default_nettype none
`include "wf_record.vh"

module wf_dispatch_core #(
    parameter integer LANES     = 32,        // widest wave
    parameter integer WAVES     = 16,        // wave slots, 1..256
    parameter integer GROUPS    = 8,         // resident groups, 1..64
    parameter integer REG_UNITS = 128,       // of eight rows of the register file
    parameter integer LDS_UNITS = 256,       // rows of banks
    parameter integer LDS_BANKS = 32,
    parameter integer ID_W      = 1,         // bits of a dispatch's id
    parameter integer ALONE     = 1,         // 1: there is no other core: a group may wait here for its slots
    parameter integer YIELDS    = 0,         // 1: ... and gives its place back when others can run
    parameter integer SLOT_W    = (WAVES > 1) ? $clog2(WAVES) : 1,      // derived
    parameter integer GSLOT_W   = (GROUPS > 1) ? $clog2(GROUPS) : 1,    // derived
    parameter integer REG_W     = $clog2(REG_UNITS + 1),                // derived
    parameter integer LDS_W     = $clog2(LDS_UNITS + 1),                // derived
    parameter integer WAVE_W    = 62         // bits of `wave`
) (
    input  wire                  clk,
    input  wire                  rst,        // synchronous, active high

    // the walk: whose groups need places, now and next
    input  wire                  wanted,
    input  wire                  standby,    // nothing is kept for the one of now (wf_dispatch_places)
    input  wire                  restart,    // pulse: from the next cycle on the one that was told ahead
    input  wire [REG_W-1:0]      reg_size,   // held from the cycle after the restart on
    input  wire [LDS_W-1:0]      lds_size,
    input  wire                  ahead_restart,
    input  wire [REG_W-1:0]      ahead_reg,
    input  wire [LDS_W-1:0]      ahead_lds,
    input  wire [8:0]            ahead_waves,
    output wire                  ahead_room, // a group of the next one would find a place and slots,
    output wire                  ahead_none, // or would not
    output wire                  none,       // there is neither a place nor slots for the one of now
    output wire                  freed,      // pulse: something was given back

    output wire                  room,       // a group may come,
    input  wire                  step,       // and comes; only with room and wanted
    input  wire [ID_W-1:0]       step_id,    // its dispatch
    input  wire                  step_pixel,
    input  wire                  step_shy,   // ... finds slots, or it does not come
    input  wire                  step_firm,  // ... keeps its place until it has its slots
    input  wire [LDS_W-1:0]      step_lds,   // rows of banks
    input  wire [8:0]            step_waves,
    input  wire [95:0]           step_gid,   // {z, y, x}
    input  wire [95:0]           step_tbase,
    output wire                  drop,       // pulse: the next group is given up: its dispatch is dead or has no more,
    output wire                  back,       // ... or its walk goes on with it: it waited long, and others can run
    output wire [191:0]          back_at,    // {tbase, gid}
    input  wire                  same,       // the one of now is its dispatch
    input  wire                  next_room,  // the one that is next has room
    input  wire                  others,     // others have groups
    output wire [ID_W-1:0]       next_id,    // the dispatch of the next group,
    input  wire                  next_dead,
    input  wire [WAVE_W-1:0]     next_wave,  // its launch: {pixel, numwaves, waves, log2, threads, units, LDS, entry}
    input  wire [14:0]           next_deal,  // {runs, longer}

    // the waves of a pixel shader
    input  wire                  pixel_valid,            // and it is one, not the end
    input  wire                  pixel_last,             // no more come
    output wire                  pixel_took,
    output wire                  launching,              // a group is in launch
    input  wire [7:0]            pixel_live,
    input  wire [LANES-1:0]      pixel_helper,
    input  wire [7*LANES-1:0]    pixel_at,

    // the ports of wf_dispatch
    output reg                   launch_valid,
    input  wire                  launch_ready,
    output reg  [`WF_LAUNCH_W-1:0] launch,

    input  wire                  end_valid,
    input  wire [SLOT_W-1:0]     end_slot,
    input  wire                  arrive_valid,
    input  wire [SLOT_W-1:0]     arrive_slot,
    output wire                  release_valid,
    output wire [WAVES-1:0]      release_slots,
    output wire                  gdone_valid,
    output wire [`WF_GDONE_W-1:0] gdone,

    output wire                  lds_clear_valid,
    input  wire                  lds_clear_ready,
    output wire [15:0]           lds_clear_base,
    output wire [15:0]           lds_clear_words,

    output wire [16*GROUPS-1:0]  stat_launched,
    output wire [16*GROUPS-1:0]  stat_arrived,
    output wire [16*GROUPS-1:0]  stat_ended,

    output wire                  busy        // something in it goes on by itself
);
    localparam integer    YIELD_W  = 10;      // it waits 64 cycles when others have room, else 1023
    localparam integer    ROW_LOG2 = $clog2(LDS_BANKS);
    localparam [SLOT_W:0] SLOTS    = WAVES[SLOT_W:0];

    // ---- the next group: it has its place, and waits for slots and clean LDS ----------------------------------------
    wire               offer;
    wire [GSLOT_W-1:0] place, gdone_gslot;
    wire [REG_W-1:0]   place_reg;
    wire [LDS_W-1:0]   place_lds;
    reg                n_valid_q;
    reg  [ID_W-1:0]    n_id_q;
    reg  [GSLOT_W-1:0] n_place_q;
    reg  [REG_W-1:0]   n_reg_q;
    reg  [LDS_W-1:0]   n_lds_q, n_lds_size_q;
    reg  [95:0]        n_gid_q, n_tbase_q;
    reg  [8:0]         n_waves_q;
    reg                n_pixel_q, cleared_q;
    // free, and not promised to the group in launch; with other cores, nor to the next
    reg  [SLOT_W:0]    slots_q;
    reg                c_valid_q;                        // a group is in launch,
    wire               load;                             // a wave of it goes on offer,
    wire               last;                             // ... the last one
    wire               n_uses_lds = n_lds_size_q != {LDS_W{1'b0}};
    wire               enough     = ALONE == 0 || slots_q >= n_waves_q[SLOT_W:0];
    wire               parked, missed, ahead_fits, ahead_missed, waits, places_busy, ahead_busy, barrier_busy;
    wire               slotted    = slots_q >= step_waves[SLOT_W:0];
    wire               fits       = slotted || (ALONE != 0 && !step_shy && !parked);   // or else another core is better
    wire               ahead_slots = slots_q >= ahead_waves[SLOT_W:0];
    wire               n_free     = n_pixel_q ? pixel_valid && !c_valid_q : !c_valid_q || (load && last);
    wire               n_take     = n_valid_q && enough && (!n_uses_lds || cleared_q) && n_free && !next_dead;
    wire               promise    = ALONE != 0 ? n_take : step;
    wire [SLOT_W:0]    promised   = ALONE != 0 ? n_waves_q[SLOT_W:0] : step_waves[SLOT_W:0];
    wire               unused     = &{1'b0, n_waves_q, ahead_waves, step_waves};

    // ---- a group that has its place and no slots: it holds up what would fit ----------------------------------------
    generate
        if (ALONE != 0 && YIELDS != 0) begin : g_yield
            reg  [YIELD_W-1:0] waited_q;     // cycles
            reg                firm_q;
            wire               stands = n_valid_q && !enough && !n_pixel_q;
            always @(posedge clk) begin
                waited_q <= !stands ? {YIELD_W{1'b0}} : waited_q == {YIELD_W{1'b1}} ? waited_q : waited_q + 1'b1;
                if (step) firm_q <= step_firm;
            end
            assign parked = stands && |waited_q[YIELD_W-1:6];
            assign waits  = stands && waited_q != {YIELD_W{1'b1}};
            assign back   = parked && !firm_q && !next_dead && !lds_clear_valid &&
                            (same ? next_room : wanted && offer && slotted) |
                             (waited_q == {YIELD_W{1'b1}} && (others || (wanted && !same)));
        end else begin : g_stay
            wire unused_yield = &{1'b0, step_firm, same, next_room, others};
            assign parked = 1'b0;
            assign waits  = 1'b0;
            assign back   = 1'b0;
        end
    endgenerate
    assign back_at    = {n_tbase_q, n_gid_q};
    assign ahead_room = ahead_fits && ahead_slots;
    assign ahead_none = !ahead_room && (ahead_missed || !ahead_slots);
    assign none       = missed || !fits;
    assign freed      = end_valid || gdone_valid || drop;

    // a group that waits for slots, and one in launch that waits for the slot itself, wait for the end of a wave
    assign busy      = waits || places_busy || (ahead_busy && others) || barrier_busy || step || n_take || drop ||
                       lds_clear_valid || launch_valid || load || (n_valid_q && n_pixel_q) || gdone_valid;

    assign next_id   = n_id_q;
    assign launching = c_valid_q;
    // not while its range is being cleared: what was asked for stands until it is done
    assign drop      = n_valid_q && (next_dead || back || (n_pixel_q && pixel_last)) &&
                       !(lds_clear_valid && !lds_clear_ready);
    assign room      = offer && fits && (!n_valid_q || n_take);

    assign lds_clear_valid = n_valid_q && n_uses_lds && !cleared_q;
    assign lds_clear_base  = {{(16-LDS_W){1'b0}}, n_lds_q} << ROW_LOG2;
    assign lds_clear_words = {{(16-LDS_W){1'b0}}, n_lds_size_q} << ROW_LOG2;

    wf_dispatch_places #(.GROUPS(GROUPS), .REG_UNITS(REG_UNITS), .LDS_UNITS(LDS_UNITS)) u_places (
        .clk(clk), .rst(rst), .restart(restart), .reg_size(reg_size), .lds_size(lds_size),
        .ahead_restart(ahead_restart), .ahead_reg(ahead_reg), .ahead_lds(ahead_lds), .wanted(wanted), .standby(standby),
        .offer(offer), .take(step), .place(place), .place_reg(place_reg), .place_lds(place_lds), .none(missed),
        .ahead_fits(ahead_fits), .ahead_none(ahead_missed), .busy(places_busy), .ahead_busy(ahead_busy),
        .over_valid(gdone_valid), .over_place(gdone_gslot), .drop_valid(drop), .drop_place(n_place_q));

    always @(posedge clk) begin
        if (lds_clear_valid && lds_clear_ready) cleared_q <= 1'b1;
        if (n_take || drop) n_valid_q <= 1'b0;
        if (step) begin
            n_valid_q    <= 1'b1;
            cleared_q    <= 1'b0;
            n_id_q       <= step_id;
            n_pixel_q    <= step_pixel;
            n_place_q    <= place;
            n_reg_q      <= place_reg;
            n_lds_q      <= place_lds;
            n_lds_size_q <= step_lds;
            n_gid_q      <= step_gid;
            n_tbase_q    <= step_tbase;
            n_waves_q    <= step_waves;
        end
        slots_q <= slots_q - (promise ? promised : {(SLOT_W+1){1'b0}}) + {{SLOT_W{1'b0}}, end_valid} +
                   (drop && ALONE == 0 ? n_waves_q[SLOT_W:0] : {(SLOT_W+1){1'b0}});
        if (rst) begin
            n_valid_q <= 1'b0;
            slots_q   <= SLOTS;
        end
    end

    // ---- the group that is being launched, and the wave on offer ----------------------------------------------------
    reg  [ID_W-1:0]    c_id_q;
    reg                c_pixel_q, c_numwaves_q;
    reg  [GSLOT_W-1:0] c_gslot_q;
    reg  [15:0]        c_base_q, c_reg_q;                // LDS of the group, registers of the wave
    reg  [95:0]        c_gid_q, c_tbase_q;               // {z, y, x}
    reg  [8:0]         c_wave_q, c_waves_q;
    reg  [2:0]         c_log2_q;
    reg  [10:0]        c_left_q;                         // threads not yet launched
    reg  [4:0]         c_units_q;
    reg  [15:0]        c_words_q, c_entry_q;
    reg  [5:0]         c_runs_q;
    reg  [8:0]         c_longer_q;                       // waves not yet launched that have one run more
    reg  [15:0]        c_first_q;                        // place of the wave's lane 0
    wire               slot_valid;
    wire [SLOT_W-1:0]  slot;

    assign             load  = c_valid_q && slot_valid && (!launch_valid || launch_ready);
    assign             last  = c_wave_q + 9'd1 == c_waves_q;
    wire [7:0]         share = {c_runs_q + {5'd0, c_longer_q != 9'd0}, 2'b00};    // places of the wave
    wire               whole = c_numwaves_q || c_left_q >= {3'd0, share};
    assign             pixel_took = load && c_pixel_q;

    wf_free_list #(.COUNT(WAVES)) u_slots (
        .clk(clk), .rst(rst), .in_valid(end_valid), .in_number(end_slot),
        .out_valid(slot_valid), .out_ready(load), .out_number(slot));

    always @(posedge clk) begin
        if (launch_ready) launch_valid <= 1'b0;
        if (load) begin
            launch_valid <= 1'b1;
            launch[`WF_LAUNCH_ID]        <= c_id_q;
            launch[`WF_LAUNCH_SLOT]      <= slot;
            launch[`WF_LAUNCH_GSLOT]     <= c_gslot_q;
            launch[`WF_LAUNCH_WAVE]      <= {7'd0, c_wave_q};
            launch[`WF_LAUNCH_COUNT]     <= {7'd0, c_waves_q};
            launch[`WF_LAUNCH_WAVE_LOG2] <= c_log2_q;
            launch[`WF_LAUNCH_FIRST]     <= c_first_q;
            launch[`WF_LAUNCH_LIVE]      <= c_pixel_q ? pixel_live : whole ? share : c_left_q[7:0];
            launch[`WF_LAUNCH_ENTRY]     <= c_entry_q;
            launch[`WF_LAUNCH_PIXEL]     <= c_pixel_q;
            launch[`WF_LAUNCH_HELPER]    <= c_pixel_q ? pixel_helper : {LANES{1'b0}};
            if (c_pixel_q) launch[`WF_LAUNCH_AT] <= pixel_at;
            launch[`WF_LAUNCH_GID]       <= c_gid_q;
            launch[`WF_LAUNCH_TBASE]     <= c_tbase_q;
            launch[`WF_LAUNCH_LDS_BASE]  <= c_base_q;
            launch[`WF_LAUNCH_LDS_WORDS] <= c_words_q;
            launch[`WF_LAUNCH_REG_BASE]  <= c_reg_q;
            launch[`WF_LAUNCH_REGS]      <= {c_units_q, 3'd0};
            c_reg_q          <= c_reg_q + {8'd0, c_units_q, 3'd0};
            c_wave_q         <= c_wave_q + 9'd1;
            c_left_q         <= whole ? c_left_q - {3'd0, share} : 11'd0;
            c_first_q        <= c_first_q + {8'd0, share};
            if (c_longer_q != 9'd0) c_longer_q <= c_longer_q - 9'd1;
            if (last) c_valid_q <= 1'b0;
        end
        if (n_take) begin
            c_valid_q  <= 1'b1;
            c_id_q     <= n_id_q;
            c_gslot_q  <= n_place_q;
            c_base_q   <= lds_clear_base;
            c_reg_q    <= {{(16-REG_W){1'b0}}, n_reg_q} << 3;
            c_gid_q    <= n_gid_q;
            c_tbase_q  <= n_tbase_q;
            c_wave_q   <= 9'd0;
            c_first_q  <= 16'd0;
            {c_pixel_q, c_numwaves_q, c_waves_q, c_log2_q, c_left_q, c_units_q, c_words_q, c_entry_q} <= next_wave;
            {c_runs_q, c_longer_q} <= next_deal;
        end
        if (rst) begin
            launch_valid <= 1'b0;
            c_valid_q    <= 1'b0;
        end
    end

    // ---- barriers, ends ---------------------------------------------------------------------------------------------
    wf_dispatch_barrier #(.WAVES(WAVES), .GROUPS(GROUPS), .ID_W(ID_W)) u_barrier (
        .clk(clk), .rst(rst), .wave_valid(load), .wave_first(c_wave_q == 9'd0), .wave_slot(slot),
        .wave_gslot(c_gslot_q), .wave_gid(c_gid_q), .wave_count(c_waves_q), .wave_id(c_id_q),
        .arrive_valid(arrive_valid), .arrive_slot(arrive_slot), .end_valid(end_valid), .end_slot(end_slot),
        .release_valid(release_valid), .release_slots(release_slots), .gdone_valid(gdone_valid),
        .gdone_gslot(gdone_gslot), .gdone_gid(gdone[`WF_GDONE_GID]), .gdone_id(gdone[`WF_GDONE_ID]),
        .stat_launched(stat_launched), .stat_arrived(stat_arrived), .stat_ended(stat_ended), .busy(barrier_busy));
endmodule

`default_nettype wire
