// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_tb - the dispatcher between a random core, a random LDS and a random packer.
//   This file: the descriptor, the device, the order of a cycle, the run.   wf_dispatch_stimulus.vh: the dispatches.
//   wf_dispatch_reference.vh: their answers.   wf_dispatch_units.vh: core, LDS and packer.   wf_dispatch_checks.vh: the checks.
//   Checks: every reject code against rules written from the semantics; the committed size; every launched wave (ids,
//   bases, live lanes, slot free, partitions disjoint and clean); one wave per cycle while slots are free; barrier
//   cases by name and random storms (no release early, lost or twice); one report per group, one answer per descriptor.
//   Plusargs: +seed=N; +effort=N (default 1: number of random dispatches); +long=1: a grid of 200,000 groups;
//   +from=N: the sections of dispatches from N on only
//   Build and run, Verilator and Icarus: make bench-dispatch-l32, make icarus-dispatch-l32 SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module wf_dispatch_tb;
    parameter integer LANES = 32, WAVES = 16, GROUPS = 8, REG_ROWS = WAVES < 2 ? 64 : 40 * WAVES;
    parameter integer LDS_WORDS = 1024, LDS_BANKS = 32, WAVE_OPS = 1;
    localparam integer REGS = WAVES == 256 ? 128 : 64, SLOT_W = (WAVES > 1) ? $clog2(WAVES) : 1;
    localparam integer GSLOT_W = (GROUPS > 1) ? $clog2(GROUPS) : 1, ID_W = 1;

    reg clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;

    // the descriptor under test
    reg         d_commit_only = 1'b0, d_has_numthreads = 1'b0, d_has_numwaves = 1'b0, d_prefer_small = 1'b0, d_prefer_large = 1'b0;
    reg         d_report = 1'b0, d_thread_launch = 1'b0, d_exported = 1'b0, d_uses_index = 1'b0, d_uses_count = 1'b0;
    reg         d_uses_ids = 1'b0, d_uses_deriv = 1'b0, d_uses_ops = 1'b0, d_uses_match = 1'b0, d_extra_idle = 1'b0;
    reg  [3:0]  d_stage = 4'd0;
    reg  [15:0] d_model = 16'd0, d_entry = 16'd0;
    reg  [16:0] d_code_words = 17'd0;
    reg  [7:0]  d_regs = 8'd0;
    reg  [1:0]  d_kind = 2'd0;
    reg  [31:0] d_x = 0, d_y = 0, d_z = 0, d_n = 0, d_min = 0, d_max = 0, d_pref = 0, d_extra = 0, d_gx = 0, d_gy = 0, d_gz = 0;
    reg  [31:0] d_shared = 0, d_limit = 0;

    wire [`WF_DESC_W-1:0] desc;
    assign desc[`WF_DESC_COMMIT_ONLY               ] = d_commit_only;
    assign desc[`WF_DESC_STAGE                     ] = d_stage;
    assign desc[`WF_DESC_SHADER_MODEL              ] = d_model;
    assign desc[`WF_DESC_HAS_NUMTHREADS            ] = d_has_numthreads;
    assign desc[`WF_DESC_HAS_NUMWAVES              ] = d_has_numwaves;
    assign desc[`WF_DESC_X                         ] = d_x;
    assign desc[`WF_DESC_Y                         ] = d_y;
    assign desc[`WF_DESC_Z                         ] = d_z;
    assign desc[`WF_DESC_NUM_WAVES                 ] = d_n;
    assign desc[`WF_DESC_WAVESIZE_KIND             ] = d_kind;
    assign desc[`WF_DESC_WAVESIZE_MIN              ] = d_min;
    assign desc[`WF_DESC_WAVESIZE_MAX              ] = d_max;
    assign desc[`WF_DESC_WAVESIZE_PREFERRED        ] = d_pref;
    assign desc[`WF_DESC_PREFER_SMALL              ] = d_prefer_small;
    assign desc[`WF_DESC_PREFER_LARGE              ] = d_prefer_large;
    assign desc[`WF_DESC_REPORT_WAVE_SIZE          ] = d_report;
    assign desc[`WF_DESC_THREAD_LAUNCH             ] = d_thread_launch;
    assign desc[`WF_DESC_EXPORTED                  ] = d_exported;
    assign desc[`WF_DESC_USES_WAVE_INDEX           ] = d_uses_index;
    assign desc[`WF_DESC_USES_WAVE_COUNT           ] = d_uses_count;
    assign desc[`WF_DESC_USES_THREAD_IDS           ] = d_uses_ids;
    assign desc[`WF_DESC_USES_WAVE_OPS             ] = d_uses_ops;
    assign desc[`WF_DESC_USES_MATCH_OR_MULTI_PREFIX] = d_uses_match;
    assign desc[`WF_DESC_USES_DERIVATIVES          ] = d_uses_deriv;
    assign desc[`WF_DESC_EXTRA_WAVES               ] = d_extra;
    assign desc[`WF_DESC_EXTRA_IDLE                ] = d_extra_idle;
    assign desc[`WF_DESC_GRID_X                    ] = d_gx;
    assign desc[`WF_DESC_GRID_Y                    ] = d_gy;
    assign desc[`WF_DESC_GRID_Z                    ] = d_gz;
    assign desc[`WF_DESC_GROUPSHARED               ] = d_shared;
    assign desc[`WF_DESC_ENTRY                     ] = d_entry;
    assign desc[`WF_DESC_CODE_WORDS                ] = d_code_words;
    assign desc[`WF_DESC_CODE_BASE                 ] = ~d_code_words[16:1];
    assign desc[`WF_DESC_REGISTERS                 ] = d_regs;
    assign desc[`WF_DESC_ID                        ] = d_entry[4:2];         // one in flight: they say nothing
    assign desc[`WF_DESC_WAIT                      ] = d_entry[0];
    assign desc[`WF_DESC_HIGH                      ] = d_entry[1];
    assign desc[`WF_DESC_LIMIT                     ] = d_limit;

    reg                  desc_valid = 1'b0, done_ready = 1'b0;
    wire                 desc_ready, done_valid;
    wire [7:0]           done_code, done_wave_size;
    wire [15:0]          done_waves;
    wire                 launch_valid;
    reg                  launch_ready = 1'b0;
    wire [`WF_LAUNCH_W-1:0] launch;
    wire [SLOT_W-1:0]    launch_slot = launch[`WF_LAUNCH_SLOT];
    wire [GSLOT_W-1:0]   launch_gslot = launch[`WF_LAUNCH_GSLOT];
    wire [15:0]          launch_wave = launch[`WF_LAUNCH_WAVE], launch_first = launch[`WF_LAUNCH_FIRST], launch_count = launch[`WF_LAUNCH_COUNT],
                         launch_entry = launch[`WF_LAUNCH_ENTRY], launch_lds_base = launch[`WF_LAUNCH_LDS_BASE],
                         launch_lds_words = launch[`WF_LAUNCH_LDS_WORDS], launch_reg_base = launch[`WF_LAUNCH_REG_BASE];
    wire [2:0]           launch_wave_log2 = launch[`WF_LAUNCH_WAVE_LOG2];
    wire [7:0]           launch_live = launch[`WF_LAUNCH_LIVE], launch_regs = launch[`WF_LAUNCH_REGS];
    wire [31:0]          launch_gid_x, launch_gid_y, launch_gid_z, launch_tbase_x, launch_tbase_y, launch_tbase_z;
    assign {launch_gid_z, launch_gid_y, launch_gid_x}       = launch[`WF_LAUNCH_GID];
    assign {launch_tbase_z, launch_tbase_y, launch_tbase_x} = launch[`WF_LAUNCH_TBASE];
    reg                  end_valid = 1'b0, arrive_valid = 1'b0;
    wire                 end_ready, arrive_ready;
    reg  [SLOT_W-1:0]    end_slot = 0, arrive_slot = 0;
    wire                 release_valid, gdone_valid;
    wire [WAVES-1:0]     release_slots;
    wire [`WF_GDONE_W-1:0] gdone;
    wire [31:0]          gdone_gid_x, gdone_gid_y, gdone_gid_z;
    assign {gdone_gid_z, gdone_gid_y, gdone_gid_x} = gdone[`WF_GDONE_GID];
    wire                 lds_clear_valid, cfg_valid, cfg_numwaves;
    reg                  lds_clear_ready = 1'b0;
    wire [15:0]          lds_clear_base, lds_clear_words;
    wire [10:0]          cfg_x, cfg_y;
    wire [95:0]          grid_size;
    wire [16:0]          code_words;
    wire [15:0]          code_base;
    wire [16*GROUPS-1:0] stat_launched, stat_arrived, stat_ended;

    reg  [31:0]          garbage = 32'd1;         // payload where valid is 0
    always @(posedge clk) garbage <= {garbage[30:0], ^(garbage & 32'h80200003)};
    wire [`WF_DESC_W-1:0] desc_or_garbage = desc_valid ? desc : {(`WF_DESC_W+31)/32{garbage}};

    `define SIZES .LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REGS(REGS), .REG_ROWS(REG_ROWS), .LDS_WORDS(LDS_WORDS), .LDS_BANKS(LDS_BANKS), \
                  .WAVE_OPS(WAVE_OPS)
    wf_dispatch #(`SIZES) u_dut (
        .clk(clk), .rst(rst),
        .desc_valid(desc_valid), .desc_ready(desc_ready), .desc(desc_or_garbage),
        .done_valid(done_valid), .done_ready(done_ready), .done_id(), .done_code(done_code), .done_ending(), .done_wave_size(done_wave_size),
        .cancel_valid(1'b0), .cancel_id(garbage[0]), .dead(), .pixel_wave_log2(), .cfg_id(),
        .done_waves(done_waves),
        .launch_valid(launch_valid), .launch_ready(launch_ready), .launch(launch),
        .pixel_open(), .pixel_valid(1'b1), .pixel_ready(), .pixel_end(1'b1), .pixel_live(8'd0), .pixel_helper({LANES{1'b1}}),
        .pixel_at({7*LANES{1'b0}}),
        .end_valid(end_valid), .end_ready(end_ready), .end_slot(end_valid ? end_slot : garbage[SLOT_W-1:0]),
        .arrive_valid(arrive_valid), .arrive_ready(arrive_ready), .arrive_slot(arrive_valid ? arrive_slot : ~garbage[SLOT_W-1:0]),
        .release_valid(release_valid), .release_slots(release_slots),
        .gdone_valid(gdone_valid), .gdone(gdone),
        .lds_clear_valid(lds_clear_valid), .lds_clear_ready(lds_clear_ready), .lds_clear_base(lds_clear_base),
        .lds_clear_words(lds_clear_words),
        .cfg_valid(cfg_valid), .cfg_x(cfg_x), .cfg_y(cfg_y), .cfg_numwaves(cfg_numwaves),
        .grid_size(grid_size), .code_words(code_words), .code_base(code_base), .settle(), .settled(1'b1), .id_busy(),
        .stat_launched(stat_launched), .stat_arrived(stat_arrived), .stat_ended(stat_ended));

    integer effort, long_run, from;
    reg     want = 1'b0;                     // the dispatch made is to be asked for

    `include "wf_dispatch_reference.vh"
    `include "wf_dispatch_stimulus.vh"
    `include "wf_dispatch_free.vh"
    `include "wf_dispatch_checks.vh"
    `include "wf_dispatch_units.vh"

    task check_cycle;                        // what happened in this cycle
        begin
            if (desc_valid && desc_ready) begin desc_valid <= 1'b0; note_descriptor; end
            check_release_late;
            if (release_valid) check_release;
            check_held;
            if (launch_valid && launch_ready) check_launch;
            check_rate;
            if (arrive_valid && end_valid && s_group[arrive_slot] == s_group[end_slot]) note_meeting;
            if (arrive_valid && arrive_ready) note_arrive;
            if (end_valid && end_ready) note_end;
            if (gdone_valid) check_group_done;
            if (active && done_valid)
                for (i = 0; i < places; i = i + 1) if (g_over[i]) fail(18);
            if (lds_clear_valid) check_clear;
            if (cfg_valid) check_shape;
            if (launch_valid && !shaped) fail(14);
            check_resident;
            if (idle == 8) check_counts;
            if (done_valid && !active) fail(12);
            if (done_valid && active && !answering) check_answer_begins;
            check_first;
            if (done_valid && done_ready) check_answer;
            if (active && idle > 3000) fail(17);
            if (!active) idle = 0;
            if (wrong != 0) report(wrong);
        end
    endtask

    always @(posedge clk) begin
        cycle = cycle + 1;
        roll;
        idle = idle + 1;
        if (!rst) check_cycle;
        if (want && !desc_valid && !active) ask;
        play_channels;
        play_waves;
    end

    // ---- huge grids: the walk leaps over what nobody can wait for -----------------------------------------------------
    // Along x it starts 65,537 groups before the end, so that an end seen in 16 bits comes too early, and leaps to the last two.
    // Along y and z it starts three groups before the end.
    reg         leapt  = 1'b0;
    wire        wide   = d_gx > 65538;
    wire [31:0] leap_x = wide ? d_gx - 65538 : 0;
    wire [31:0] leap_y = wide ? d_gy - 1 : d_gy > 3 ? d_gy - 3 : 0;
    wire [31:0] leap_z = d_gz <= 3 ? 0 : wide ? d_gz - 1 : d_gz - 3;
    `define LEAP(walk) \
        walk.w_x  <= leap_x;        walk.w_y  <= leap_y;        walk.w_z  <= leap_z; \
        walk.w_tx <= leap_x * d_x;  walk.w_ty <= leap_y * d_y;  walk.w_tz <= leap_z * d_z;
    always @(negedge clk) begin
        if (!u_dut.u_walk.on) leapt = 1'b0;
        if (leap && u_dut.u_walk.on && !leapt) begin
            leapt = 1'b1;
            `LEAP(u_dut.u_walk)
            `LEAP(u_free.u_walk)
            e_x = leap_x; e_y = leap_y; e_z = leap_z;
            total_groups = wide ? 4 : 3;
            total_waves  = total_groups * ref_waves;
        end
        if (leap && wide && u_dut.u_walk.w_x == d_gx - 65536) begin
            u_dut.u_walk.w_x   <= d_gx - 2;
            u_dut.u_walk.w_tx  <= (d_gx - 2) * d_x;
            u_free.u_walk.w_x  <= d_gx - 2;
            u_free.u_walk.w_tx <= (d_gx - 2) * d_x;
        end
    end

    task report_pass;
        begin
            if (checks == 0 || (timed == 0 && from == 0) || desc_valid || done_valid || launch_valid)
                $fatal(1, "FAIL wf_dispatch seed=%0d: not quiet at the end", seed);
            $display("PASS wf_dispatch seed=%0d checks=%0d LANES=%0d WAVES=%0d GROUPS=%0d dispatches=%0d cycles=%0d", seed, checks, LANES,
                     WAVES, GROUPS, dispatches, cycle);
            $display("  cases: storm %0d, all arrive %0d, end before %0d, end after %0d, end with launch %0d, interleaved %0d,", hits[STORM],
                     hits[ALL_ARRIVE], hits[END_BEFORE], hits[END_AFTER], hits[END_WITH_LAUNCH], hits[INTERLEAVED]);
            $display("         end with last arrival %0d, all but one %0d, extra waves %0d, single-wave groups %0d; launch a cycle %0d + %0d",
                     hits[END_WITH_LAST], hits[ALL_BUT_ONE], hits[EXTRA], hits[SINGLE], hits[FILL], hits[STREAM]);
            $display("  arrive and end of one group in a cycle %0d, arrive with a launch of its group %0d, longest wait for a release %0d",
                     both_same, arrive_with_launch, longest_release);
        end
    endtask

    initial begin
        start_random;
        if (!$value$plusargs("effort=%d", effort)) effort = 1;
        if (!$value$plusargs("long=%d", long_run)) long_run = 0;
        if (!$value$plusargs("from=%d", from)) from = 0;
        dice = seed * 32'h85ebca6b ^ 32'hc2b2ae35;
        if (dice == 32'd0) dice = 32'd1;
        clear_books;
        repeat (3) @(posedge clk);
        rst <= 1'b0;
        @(posedge clk);

        section = from;
        step    = 0;
        while (section < SECTIONS) begin
            choose_dispatch;
            if (step < count) begin
                reference;
                mode       = how;
                smooth     = dice[5];
                starved    = 1'b0;
                answered   = 1'b0;
                last_arrive_group = -1;
                want       = 1'b1;
                dispatches = dispatches + 1;
                while (!answered) @(posedge clk);
            end
            step = step + 1;
            if (step >= count) begin
                section = section + 1;
                step    = 0;
            end
        end
        repeat (50) @(posedge clk);

        check_reached;
        report_pass;
        $finish;
    end
endmodule
`default_nettype wire
