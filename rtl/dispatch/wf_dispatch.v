// SPDX-License-Identifier: Apache-2.0
// wf_dispatch - checks a descriptor, walks its grid, launches waves, counts barriers and ends, answers when all is over.
//   Groups are launched one after the other and many are resident; a group is begun when there are slots, registers and LDS for all of it.
//   The first wave is on offer 13 cycles after the descriptor was taken, 15 when extra waves get threads; then 1 wave a cycle while there is
//   room, across groups too (with groupshared memory: as fast as the LDS clears ranges; clearing overlaps the launching of the group before).
//   Spec: docs/dispatch.md   Test: tb/dispatch/wf_dispatch_tb.v
`default_nettype none
`include "wf_isa.vh"

module wf_dispatch #(
    parameter integer LANES     = 32,        // widest wave, a power of two 4..128
    parameter integer WAVES     = 16,        // wave slots, 1..256
    parameter integer GROUPS    = 8,         // resident groups, 1..64
    parameter integer REGS      = 64,        // registers a lane, 16..128, a multiple of 8
    parameter integer REG_ROWS  = WAVES * REGS,     // of the register file, each a register of all lanes; a multiple of 8, REGS to 32768
    parameter integer LDS_WORDS = 8192,      // 32-bit words of groupshared memory, a power of two, at most 32768
    parameter integer LDS_BANKS = 32,        // a power of two 2..128, at most LDS_WORDS / 2
    parameter integer WAVE_OPS  = 1,         // 0: kernels that use wave operations are refused
    parameter integer SLOT_W    = (WAVES > 1) ? $clog2(WAVES) : 1,      // derived
    parameter integer GSLOT_W   = (GROUPS > 1) ? $clog2(GROUPS) : 1     // derived
) (
    input  wire                  clk,
    input  wire                  rst,        // synchronous, active high

    // descriptor: fields as docs/isa.md lists them
    input  wire                  desc_valid,
    output wire                  desc_ready,
    input  wire [`WF_DESC_W-1:0] desc,

    // answer, one a descriptor
    output wire                  done_valid,
    input  wire                  done_ready,
    output wire [7:0]            done_code,              // WF_REJECT_*
    output reg  [7:0]            done_wave_size,         // 0 without report_wave_size
    output wire [15:0]           done_waves,             // waves a group

    // a wave for the core
    output reg                   launch_valid,
    input  wire                  launch_ready,
    output reg  [SLOT_W-1:0]     launch_slot,
    output reg  [GSLOT_W-1:0]    launch_gslot,
    output reg  [15:0]           launch_wave,            // index in the group
    output reg  [15:0]           launch_first,           // place of its lane 0 in the group, a multiple of 4
    output wire [15:0]           launch_count,           // waves a group
    output wire [2:0]            launch_wave_log2,
    output reg  [7:0]            launch_live,            // live lanes, from lane 0
    output wire [15:0]           launch_entry,
    output reg  [31:0]           launch_gid_x,
    output reg  [31:0]           launch_gid_y,
    output reg  [31:0]           launch_gid_z,
    output reg  [31:0]           launch_tbase_x,         // group id * (X,Y,Z); 0 with numWaves
    output reg  [31:0]           launch_tbase_y,
    output reg  [31:0]           launch_tbase_z,
    output reg                   launch_pixel,           // a wave of a pixel shader:
    output reg  [LANES-1:0]      launch_helper,          // its uncovered lanes
    output reg  [7*LANES-1:0]    launch_at,              // position of quad q at 28*q
    output reg  [15:0]           launch_lds_base,        // word, a multiple of LDS_BANKS
    output wire [15:0]           launch_lds_words,       // the allocation: groupshared bytes / 4, rounded up
    output reg  [15:0]           launch_reg_base,        // row of the register file, a multiple of 8
    output wire [7:0]            launch_regs,            // rows from there on: registers a lane, a multiple of 8

    // the waves of a pixel shader, from wf_pack_pixels
    output wire                  pixel_open,
    input  wire                  pixel_valid,
    output wire                  pixel_ready,
    input  wire                  pixel_end,              // no wave: the dispatch has no more
    input  wire [7:0]            pixel_live,
    input  wire [LANES-1:0]      pixel_helper,
    input  wire [7*LANES-1:0]    pixel_at,

    // back from the core
    input  wire                  end_valid,
    output wire                  end_ready,              // always 1
    input  wire [SLOT_W-1:0]     end_slot,
    input  wire                  arrive_valid,
    output wire                  arrive_ready,           // always 1
    input  wire [SLOT_W-1:0]     arrive_slot,
    output wire                  release_valid,          // pulse: these slots leave the barrier
    output wire [WAVES-1:0]      release_slots,
    output wire                  gdone_valid,            // pulse: a group is over
    output wire [31:0]           gdone_gid_x,
    output wire [31:0]           gdone_gid_y,
    output wire [31:0]           gdone_gid_z,

    // zero a range of the LDS
    output wire                  lds_clear_valid,
    input  wire                  lds_clear_ready,        // it reads 0 now
    output wire [15:0]           lds_clear_base,         // word
    output wire [15:0]           lds_clear_words,        // a multiple of LDS_BANKS

    // shape for the lane packer: a pulse at the begin of a dispatch, before it is checked
    output wire                  cfg_valid,
    output wire [10:0]           cfg_x,
    output wire [10:0]           cfg_y,
    output wire                  cfg_numwaves,

    output wire [31:0]           grid_x,                 // stable during the dispatch
    output wire [31:0]           grid_y,
    output wire [31:0]           grid_z,
    output wire [16:0]           code_words,             // instructions of the kernel, stable too

    // per resident group, 16 bits each, for the report of a hang; 0 for places without a group
    output wire [16*GROUPS-1:0]  stat_launched,
    output wire [16*GROUPS-1:0]  stat_arrived,
    output wire [16*GROUPS-1:0]  stat_ended
);
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : g_check_lanes
            wf_dispatch_LANES_must_be_a_power_of_two_4_to_128 u_error ();
        end
        if (WAVES < 1 || WAVES > 256) begin : g_check_waves
            wf_dispatch_WAVES_must_be_1_to_256 u_error ();
        end
        if (GROUPS < 1 || GROUPS > 64) begin : g_check_groups
            wf_dispatch_GROUPS_must_be_1_to_64 u_error ();
        end
        if (REGS < 16 || REGS > 128 || REGS % 8 != 0) begin : g_check_regs
            wf_dispatch_REGS_must_be_a_multiple_of_8_from_16_to_128 u_error ();
        end
        if (REG_ROWS < REGS || REG_ROWS > 32768 || REG_ROWS % 8 != 0) begin : g_check_rows
            wf_dispatch_REG_ROWS_must_be_a_multiple_of_8_from_REGS_to_32768 u_error ();
        end
        if (LDS_BANKS < 2 || LDS_BANKS > 128 || (LDS_BANKS & (LDS_BANKS - 1)) != 0) begin : g_check_banks
            wf_dispatch_LDS_BANKS_must_be_a_power_of_two_2_to_128 u_error ();
        end
        if (LDS_WORDS > 32768 || LDS_WORDS < 2 * LDS_BANKS || (LDS_WORDS & (LDS_WORDS - 1)) != 0) begin : g_check_words
            wf_dispatch_LDS_WORDS_must_be_a_power_of_two_two_rows_to_32768 u_error ();
        end
    endgenerate

    localparam [2:0]       IDLE = 3'd0, CHECK = 3'd1, ENTER = 3'd2, RUN = 3'd3, ANSWER = 3'd4;
    localparam integer     REG_UNITS = REG_ROWS / 8, LDS_UNITS = LDS_WORDS / LDS_BANKS;    // what is handed out: 8 registers, a row of banks
    localparam integer     REG_W  = $clog2(REG_UNITS + 1), LDS_W = $clog2(LDS_UNITS + 1), ROW_LOG2 = $clog2(LDS_BANKS);
    localparam [15:0]      ROUND  = LDS_BANKS[15:0] - 16'd1;
    localparam [SLOT_W:0]  SLOTS  = WAVES[SLOT_W:0];

    reg [2:0] state_q;

    // ---- the descriptor in hand ---------------------------------------------------------------------------------------
    reg  [`WF_DESC_W-1:0] desc_q;
    wire        pixel       = desc_q[`WF_DESC_STAGE] == `WF_STAGE_PIXEL;
    wire        numwaves    = desc_q[`WF_DESC_HAS_NUMWAVES];
    wire [31:0] group_x     = desc_q[`WF_DESC_X];        // 11 bits hold all that are accepted
    wire [31:0] group_y     = desc_q[`WF_DESC_Y];
    wire [31:0] group_z     = desc_q[`WF_DESC_Z];
    wire [31:0] groupshared = desc_q[`WF_DESC_GROUPSHARED];
    wire        report      = desc_q[`WF_DESC_REPORT_WAVE_SIZE];
    wire        commit_only = desc_q[`WF_DESC_COMMIT_ONLY];
    wire        unused      = &{1'b0, group_x, group_y, group_z, groupshared, reg_units, lds_whole};

    assign desc_ready = state_q == IDLE;
    wire   take_desc  = desc_valid && desc_ready;

    always @(posedge clk) if (take_desc) desc_q <= desc;

    // ---- check and commit ---------------------------------------------------------------------------------------------
    reg         start_q;
    wire        check_done;
    wire [7:0]  code;
    wire [2:0]  wave_log2;
    wire [8:0]  waves;
    wire [10:0] threads;
    wire        dealt;
    wire [5:0]  runs;                                    // of four places, of every wave; the first `longer` waves have one more
    wire [8:0]  longer;

    wf_dispatch_check #(.LANES(LANES), .WAVES(WAVES), .REGS(REGS), .REG_ROWS(REG_ROWS), .LDS_WORDS(LDS_WORDS), .WAVE_OPS(WAVE_OPS)) u_check (
        .clk(clk), .rst(rst), .start(take_desc), .desc(desc_q),
        .done(check_done), .code(code), .wave_log2(wave_log2), .waves(waves), .threads(threads),
        .dealt(dealt), .runs(runs), .longer(longer));

    assign done_valid       = state_q == ANSWER;
    assign done_code        = code;
    assign done_waves       = {7'd0, waves};
    assign launch_count     = {7'd0, waves};
    assign launch_wave_log2 = wave_log2;
    assign launch_entry     = desc_q[`WF_DESC_ENTRY];
    assign cfg_x            = numwaves ? 11'd1 : group_x[10:0];
    assign cfg_y            = numwaves ? 11'd1 : group_y[10:0];
    assign cfg_numwaves     = numwaves;
    assign cfg_valid        = start_q;
    assign code_words       = desc_q[`WF_DESC_CODE_WORDS];
    assign grid_x           = desc_q[`WF_DESC_GRID_X];
    assign grid_y           = desc_q[`WF_DESC_GRID_Y];
    assign grid_z           = desc_q[`WF_DESC_GRID_Z];

    // ---- control ------------------------------------------------------------------------------------------------------
    reg  [31:0] last_x_q, last_y_q, last_z_q;            // the grid's last group
    reg  [8:0]  last_wave_q;
    wire        no_group = !pixel && (grid_x == 32'd0 || grid_y == 32'd0 || grid_z == 32'd0);
    wire        refused  = code != `WF_REJECT_NONE;
    wire        enter    = state_q == ENTER && dealt;    // the walk begins
    wire        over;                                    // every group was launched and has ended

    always @(posedge clk) begin
        start_q <= take_desc;
        case (state_q)
        IDLE:
            if (take_desc) state_q <= CHECK;

        CHECK:
            if (check_done) begin
                done_wave_size <= report && !refused ? 8'd1 << wave_log2 : 8'd0;
                last_wave_q    <= waves - 9'd1;
                last_x_q       <= grid_x - 32'd1;
                last_y_q       <= grid_y - 32'd1;
                last_z_q       <= grid_z - 32'd1;
                state_q        <= (refused || commit_only || no_group) ? ANSWER : ENTER;
            end

        ENTER:
            if (dealt) state_q <= RUN;

        RUN:
            if (over) state_q <= ANSWER;

        ANSWER:
            if (done_ready) state_q <= IDLE;

        default: state_q <= IDLE;
        endcase
        if (rst) begin
            state_q <= IDLE;
            start_q <= 1'b0;
        end
    end

    // ---- what a group needs: registers of its waves in units of 8, whole rows of banks ---------------------------------------------
    wire [7:0]       regs_asked = desc_q[`WF_DESC_REGISTERS] == 8'd0 ? REGS[7:0] : desc_q[`WF_DESC_REGISTERS];
    wire [4:0]       wave_units = regs_asked[7:3] + {4'd0, |regs_asked[2:0]};
    wire [13:0]      reg_units  = {5'd0, waves} * {9'd0, wave_units};
    wire [15:0]      lds_asked  = groupshared[17:2] + {15'd0, |groupshared[1:0]};
    wire [15:0]      lds_whole  = (lds_asked + ROUND) & ~ROUND;
    reg  [REG_W-1:0] reg_size_q;
    reg  [LDS_W-1:0] lds_size_q;
    reg  [15:0]      lds_words_q;
    wire             uses_lds   = lds_size_q != {LDS_W{1'b0}};

    assign launch_regs      = {wave_units, 3'd0};
    assign launch_lds_words = lds_words_q;
    assign lds_clear_words  = {{(16-LDS_W){1'b0}}, lds_size_q} << ROW_LOG2;

    always @(posedge clk) begin
        if (start_q) begin
            lds_words_q <= lds_asked;
            lds_size_q  <= lds_whole[ROW_LOG2 +: LDS_W];
        end
        if (check_done) reg_size_q <= reg_units[REG_W-1:0];
    end

    // ---- pixel shaders: each wave of the packer is a group, until it says that none follows; a wave in two cycles ---------
    reg  walk_q;                                         // groups are left
    reg  c_valid_q;                                      // a group is being launched
    wire load;                                           // a wave of it goes on offer
    wire pixel_here = pixel && pixel_valid && !pixel_end;
    wire pixel_next = pixel_here && !c_valid_q;          // this wave has no group yet
    wire pixel_last = pixel_open && pixel_valid && pixel_end;

    assign pixel_open  = pixel && walk_q;
    assign pixel_ready = pixel_last || load;

    // ---- the walk: the next group, its place and its clean LDS --------------------------------------------------------
    reg                cleared_q;                        // the range of the next group is clean
    reg  [31:0]        w_x, w_y, w_z, w_tx, w_ty, w_tz;
    reg  [SLOT_W:0]    slots_q;                          // free, and not promised to the group in launch
    wire               place_valid, place_take;
    wire [GSLOT_W-1:0] place, gdone_gslot;
    wire [REG_W-1:0]   place_reg;
    wire [LDS_W-1:0]   place_lds;
    wire               enough     = slots_q >= waves[SLOT_W:0];
    wire               next_ready = walk_q && place_valid && enough && (!uses_lds || cleared_q) && (!pixel || pixel_next);

    wire               end_x = w_x == last_x_q && !pixel;
    wire               end_y = w_y == last_y_q;
    wire               end_z = w_z == last_z_q;
    wire [10:0]        dim_x = numwaves ? 11'd0 : group_x[10:0];
    wire [10:0]        dim_y = numwaves ? 11'd0 : group_y[10:0];
    wire [10:0]        dim_z = numwaves ? 11'd0 : group_z[10:0];

    assign lds_clear_valid = walk_q && place_valid && uses_lds && !cleared_q;
    assign lds_clear_base  = {{(16-LDS_W){1'b0}}, place_lds} << ROW_LOG2;

    // ranges are looked for from the cycle on in which the check is done, so that the first place is there when the walk begins
    wf_dispatch_places #(.GROUPS(GROUPS), .REG_UNITS(REG_UNITS), .LDS_UNITS(LDS_UNITS)) u_places (
        .clk(clk), .rst(rst), .restart(check_done), .reg_size(check_done ? reg_units[REG_W-1:0] : reg_size_q), .lds_size(lds_size_q),
        .wanted(walk_q || state_q == ENTER), .next_valid(place_valid), .next_take(place_take), .next_place(place), .next_reg(place_reg),
        .next_lds(place_lds), .over_valid(gdone_valid), .over_place(gdone_gslot));

    always @(posedge clk) begin
        slots_q <= slots_q - (place_take ? waves[SLOT_W:0] : {(SLOT_W+1){1'b0}}) + {{SLOT_W{1'b0}}, end_valid};
        if (rst) slots_q <= SLOTS;
    end

    always @(posedge clk) begin
        if (lds_clear_valid && lds_clear_ready) cleared_q <= 1'b1;
        if (place_take) begin
            cleared_q <= 1'b0;
            w_x       <= end_x ? 32'd0 : w_x + 32'd1;
            w_tx      <= end_x ? 32'd0 : w_tx + {21'd0, dim_x};
            if (end_x) begin
                w_y  <= end_y ? 32'd0 : w_y + 32'd1;
                w_ty <= end_y ? 32'd0 : w_ty + {21'd0, dim_y};
                if (end_y) begin
                    w_z  <= w_z + 32'd1;
                    w_tz <= w_tz + {21'd0, dim_z};
                    if (end_z) walk_q <= 1'b0;
                end
            end
        end
        if (pixel_last) walk_q <= 1'b0;
        if (enter) begin
            walk_q <= 1'b1;
            {w_x, w_y, w_z, w_tx, w_ty, w_tz} <= 192'd0;
        end
        if (rst) begin
            walk_q    <= 1'b0;
            cleared_q <= 1'b0;
        end
    end

    // ---- the group that is being launched, and the wave on offer ------------------------------------------------------
    reg  [GSLOT_W-1:0] c_gslot_q;
    reg  [15:0]        c_base_q, c_reg_q;                // LDS of the group, registers of the wave
    reg  [95:0]        c_gid_q, c_tbase_q;               // {z, y, x}
    reg  [8:0]         c_wave_q;
    reg  [10:0]        c_left_q;                         // threads not yet launched
    reg  [8:0]         c_longer_q;                       // waves not yet launched that have one run more
    reg  [15:0]        c_first_q;                        // place of the wave's lane 0
    wire               slot_valid;
    wire [SLOT_W-1:0]  slot;

    assign             load  = c_valid_q && slot_valid && (!launch_valid || launch_ready);
    wire               last  = c_wave_q == last_wave_q;
    wire [7:0]         share = {runs + {5'd0, c_longer_q != 9'd0}, 2'b00};    // places of the wave
    wire               whole = numwaves || c_left_q >= {3'd0, share};

    assign place_take = next_ready && (!c_valid_q || (load && last));

    wf_dispatch_free #(.ID_W(SLOT_W)) u_slots (
        .clk(clk), .rst(rst), .restart(1'b0), .limit(SLOTS),
        .id_valid(slot_valid), .id_take(load), .id(slot),
        .put_valid(end_valid), .put_id(end_slot));

    always @(posedge clk) begin
        if (launch_ready) launch_valid <= 1'b0;
        if (load) begin
            launch_valid    <= 1'b1;
            launch_slot     <= slot;
            launch_gslot    <= c_gslot_q;
            launch_wave     <= {7'd0, c_wave_q};
            launch_first    <= c_first_q;
            launch_live     <= pixel ? pixel_live : whole ? share : c_left_q[7:0];
            launch_pixel    <= pixel;
            launch_helper   <= pixel ? pixel_helper : {LANES{1'b0}};
            if (pixel) launch_at <= pixel_at;
            {launch_gid_z, launch_gid_y, launch_gid_x}       <= c_gid_q;
            {launch_tbase_z, launch_tbase_y, launch_tbase_x} <= c_tbase_q;
            launch_lds_base <= c_base_q;
            launch_reg_base <= c_reg_q;
            c_reg_q         <= c_reg_q + {8'd0, launch_regs};
            c_wave_q        <= c_wave_q + 9'd1;
            c_left_q        <= whole ? c_left_q - {3'd0, share} : 11'd0;
            c_first_q       <= c_first_q + {8'd0, share};
            if (c_longer_q != 9'd0) c_longer_q <= c_longer_q - 9'd1;
            if (last) c_valid_q <= 1'b0;
        end
        if (place_take) begin
            c_valid_q  <= 1'b1;
            c_gslot_q  <= place;
            c_base_q   <= lds_clear_base;
            c_reg_q    <= {{(16-REG_W){1'b0}}, place_reg} << 3;
            c_gid_q    <= {w_z, w_y, w_x};
            c_tbase_q  <= {w_tz, w_ty, w_tx};
            c_wave_q   <= 9'd0;
            c_left_q   <= threads;
            c_first_q  <= 16'd0;
            c_longer_q <= longer;
        end
        if (rst) begin
            launch_valid <= 1'b0;
            c_valid_q    <= 1'b0;
        end
    end

    // ---- barriers, ends -----------------------------------------------------------------------------------------------
    reg  [GSLOT_W:0]   resident_q;

    assign end_ready    = 1'b1;
    assign arrive_ready = 1'b1;
    assign over         = !walk_q && resident_q == {(GSLOT_W+1){1'b0}};

    always @(posedge clk) begin
        if (place_take && !gdone_valid) resident_q <= resident_q + 1'b1;
        if (!place_take && gdone_valid) resident_q <= resident_q - 1'b1;
        if (rst) resident_q <= {(GSLOT_W+1){1'b0}};
    end

    wf_dispatch_barrier #(.WAVES(WAVES), .GROUPS(GROUPS)) u_barrier (
        .clk(clk), .rst(rst), .waves(waves),
        .wave_valid(load), .wave_first(c_wave_q == 9'd0), .wave_slot(slot), .wave_gslot(c_gslot_q), .wave_gid(c_gid_q),
        .arrive_valid(arrive_valid), .arrive_slot(arrive_slot), .end_valid(end_valid), .end_slot(end_slot),
        .release_valid(release_valid), .release_slots(release_slots),
        .gdone_valid(gdone_valid), .gdone_gslot(gdone_gslot), .gdone_gid({gdone_gid_z, gdone_gid_y, gdone_gid_x}),
        .stat_launched(stat_launched), .stat_arrived(stat_arrived), .stat_ended(stat_ended));
endmodule

`default_nettype wire
