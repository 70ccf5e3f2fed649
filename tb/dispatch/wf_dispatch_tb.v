// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_tb - the dispatcher between a random core, a random LDS and a random packer.
//   Checks: every reject code against rules written from the semantics; the committed size; every launched wave (ids, bases,
//   live lanes, slot free, partitions disjoint and clean); one wave a cycle while slots are free; each barrier case by name and
//   random storms (no release early, lost or twice); every group reported done once; one answer a descriptor.
//   Plusargs: +seed=N; +effort=N (default 1: number of random dispatches); +long=1: a grid of 200,000 groups;
//   +from=N: the sections of dispatches from N on only
//   Build: verilator --binary --timing --assert -Wno-fatal --unroll-count 2 -CFLAGS -O1 -Irtl/common -y rtl/dispatch -GLANES=32 -GWAVES=16 -GGROUPS=8 \
//            --top-module wf_dispatch_tb -Mdir build/dispatch/v tb/dispatch/wf_dispatch_tb.v && build/dispatch/v/Vwf_dispatch_tb +seed=1
//   Or:    iverilog -g2005 -Wall -Wno-timescale -Irtl/common -y rtl/dispatch -Pwf_dispatch_tb.LANES=32 \
//            -s wf_dispatch_tb -o build/dispatch/i.vvp tb/dispatch/wf_dispatch_tb.v && vvp -n build/dispatch/i.vvp +seed=1
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"

module wf_dispatch_tb;
    parameter integer LANES     = 32;
    parameter integer WAVES     = 16;
    parameter integer GROUPS    = 8;
    parameter integer LDS_WORDS = 1024;
    parameter integer LDS_BANKS = 32;
    parameter integer WAVE_OPS  = 1;
    localparam integer SLOT_W   = (WAVES > 1) ? $clog2(WAVES) : 1;
    localparam integer GSLOT_W  = (GROUPS > 1) ? $clog2(GROUPS) : 1;

    reg clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;

    // the descriptor under test
    reg         d_commit_only = 1'b0, d_has_numthreads = 1'b0, d_has_numwaves = 1'b0, d_prefer_small = 1'b0, d_prefer_large = 1'b0;
    reg         d_report = 1'b0, d_thread_launch = 1'b0, d_exported = 1'b0, d_uses_index = 1'b0, d_uses_count = 1'b0;
    reg         d_uses_ids = 1'b0, d_uses_deriv = 1'b0, d_uses_ops = 1'b0, d_uses_match = 1'b0, d_extra_idle = 1'b0;
    reg  [3:0]  d_stage = 4'd0;
    reg  [15:0] d_model = 16'd0, d_entry = 16'd0;
    reg  [16:0] d_code_words = 17'd0;
    reg  [1:0]  d_kind = 2'd0;
    reg  [31:0] d_x = 0, d_y = 0, d_z = 0, d_n = 0, d_min = 0, d_max = 0, d_pref = 0, d_extra = 0, d_gx = 0, d_gy = 0, d_gz = 0;
    reg  [31:0] d_shared = 0;

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

    reg                  desc_valid = 1'b0, done_ready = 1'b0;
    wire                 desc_ready, done_valid;
    wire                 launch_pixel;
    wire [LANES-1:0]     launch_helper;
    wire [7:0]           done_code, done_wave_size;
    wire [15:0]          done_waves;
    wire                 launch_valid;
    reg                  launch_ready = 1'b0;
    wire [SLOT_W-1:0]    launch_slot;
    wire [GSLOT_W-1:0]   launch_gslot;
    wire [15:0]          launch_wave, launch_first, launch_count, launch_entry, launch_lds_base, launch_lds_words;
    wire [2:0]           launch_wave_log2;
    wire [7:0]           launch_live;
    wire [31:0]          launch_gid_x, launch_gid_y, launch_gid_z, launch_tbase_x, launch_tbase_y, launch_tbase_z;
    reg                  end_valid = 1'b0, arrive_valid = 1'b0;
    wire                 end_ready, arrive_ready;
    reg  [SLOT_W-1:0]    end_slot = 0, arrive_slot = 0;
    wire                 release_valid, gdone_valid;
    wire [WAVES-1:0]     release_slots;
    wire [31:0]          gdone_gid_x, gdone_gid_y, gdone_gid_z;
    wire                 lds_clear_valid, cfg_valid, cfg_numwaves;
    reg                  lds_clear_ready = 1'b0;
    wire [15:0]          lds_clear_base, lds_clear_words;
    wire [10:0]          cfg_x, cfg_y;
    wire [31:0]          grid_x, grid_y, grid_z;
    wire [16:0]          code_words;
    wire [16*GROUPS-1:0] stat_launched, stat_arrived, stat_ended;

    wf_dispatch #(.LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .LDS_WORDS(LDS_WORDS), .LDS_BANKS(LDS_BANKS), .WAVE_OPS(WAVE_OPS)) u_dut (
        .clk(clk), .rst(rst),
        .desc_valid(desc_valid), .desc_ready(desc_ready), .desc(desc),
        .done_valid(done_valid), .done_ready(done_ready), .done_code(done_code), .done_wave_size(done_wave_size),
        .done_waves(done_waves),
        .launch_valid(launch_valid), .launch_ready(launch_ready), .launch_slot(launch_slot), .launch_gslot(launch_gslot),
        .launch_wave(launch_wave), .launch_first(launch_first), .launch_count(launch_count), .launch_wave_log2(launch_wave_log2),
        .launch_pixel(launch_pixel), .launch_helper(launch_helper), .launch_at(),
        .pixel_open(), .pixel_valid(1'b1), .pixel_ready(), .pixel_end(1'b1), .pixel_live(8'd0), .pixel_helper({LANES{1'b1}}),
        .pixel_at({7*LANES{1'b0}}), .launch_live(launch_live), .launch_entry(launch_entry),
        .launch_gid_x(launch_gid_x), .launch_gid_y(launch_gid_y), .launch_gid_z(launch_gid_z),
        .launch_tbase_x(launch_tbase_x), .launch_tbase_y(launch_tbase_y), .launch_tbase_z(launch_tbase_z),
        .launch_lds_base(launch_lds_base), .launch_lds_words(launch_lds_words),
        .end_valid(end_valid), .end_ready(end_ready), .end_slot(end_slot),
        .arrive_valid(arrive_valid), .arrive_ready(arrive_ready), .arrive_slot(arrive_slot),
        .release_valid(release_valid), .release_slots(release_slots),
        .gdone_valid(gdone_valid), .gdone_gid_x(gdone_gid_x), .gdone_gid_y(gdone_gid_y), .gdone_gid_z(gdone_gid_z),
        .lds_clear_valid(lds_clear_valid), .lds_clear_ready(lds_clear_ready), .lds_clear_base(lds_clear_base),
        .lds_clear_words(lds_clear_words),
        .cfg_valid(cfg_valid), .cfg_x(cfg_x), .cfg_y(cfg_y), .cfg_numwaves(cfg_numwaves),
        .grid_x(grid_x), .grid_y(grid_y), .grid_z(grid_z), .code_words(code_words),
        .stat_launched(stat_launched), .stat_arrived(stat_arrived), .stat_ended(stat_ended));

    // ---- numbers ------------------------------------------------------------------------------------------------------
    integer    seed, effort, long_run, from;
    integer    checks = 0, cycle = 0, dispatches = 0;
    reg [31:0] prng = 32'd1, dice = 32'd1;

    function [31:0] xorshift32(input [31:0] s);
        begin
            xorshift32 = s ^ (s << 13);
            xorshift32 = xorshift32 ^ (xorshift32 >> 17);
            xorshift32 = xorshift32 ^ (xorshift32 << 5);
        end
    endfunction
    task roll; dice = xorshift32(dice); endtask
    task draw; prng = xorshift32(prng); endtask          // inside the clocked block

    // how the core behaves: the named barrier cases
    localparam integer STORM = 0, ALL_ARRIVE = 1, END_BEFORE = 2, END_AFTER = 3, END_WITH_LAUNCH = 4, INTERLEAVED = 5,
                       END_WITH_LAST = 6, ALL_BUT_ONE = 7, EXTRA = 8, SINGLE = 9, FILL = 10, STREAM = 11, HOLD = 12, RELAY = 13, CASES = 14;
    integer mode = STORM;
    integer hits [0:CASES-1];                // how often the situation of the name really occurred
    localparam integer CODES = `WF_REJECT_WAVE_OPS_DEVICE + 1;
    integer code_hits [0:CODES-1];
    integer both_same = 0, arrive_with_launch = 0, longest_release = 0;

    integer wrong = 0;                       // the first thing that went wrong; reported at the end of the cycle
    task fail(input integer what); if (wrong == 0) wrong = what; endtask
    task report(input integer what);         // what: one of the texts below
        begin
            case (what)
            1:  $display("launch: wrong fields (slot %0d gslot %0d wave %0d of %0d first %0d live %0d log2 %0d), expected first %0d live %0d",
                         launch_slot, launch_gslot, launch_wave, launch_count, launch_first, launch_live, launch_wave_log2, ref_first, ref_live);
            2:  $display("launch: slot %0d is taken", launch_slot);
            3:  $display("launch: more waves than the dispatch has, or none asked for");
            4:  $display("launch: place %0d is taken by another group", launch_gslot);
            5:  $display("launch: LDS partition at %0d is not clean, not inside, or overlaps", launch_lds_base);
            6:  $display("launch: payload changed while stalled");
            7:  $display("release of slots %b: not exactly the waiting waves of one complete group", release_slots);
            8:  $display("release lost: a group waits for too long");
            9:  $display("group done: (%0d,%0d,%0d) is not over or was reported before", gdone_gid_x, gdone_gid_y, gdone_gid_z);
            10: $display("answer: code %0d size %0d waves %0d, expected %0d %0d %0d", done_code, done_wave_size, done_waves,
                         ref_code, d_report && ref_code == 0 ? 1 << ref_log2 : 0, ref_waves);
            11: $display("answer before the end: %0d waves launched of %0d, %0d groups done of %0d", launched, total_waves, groups_done, total_groups);
            12: $display("answer to no descriptor");
            13: $display("clear of %0d words at %0d: wrong size, outside, or of a resident group", lds_clear_words, lds_clear_base);
            14: $display("shape for the packer is wrong");
            15: $display("counts of a group are wrong");
            16: $display("a cycle without a launch while slots are free");
            17: $display("nothing happens: %0d waves launched of %0d; waves a group %0d, launch_valid %b, groupshared %0d, clear %b, cfg %b", launched,
                         total_waves, ref_waves, launch_valid, d_shared, lds_clear_valid, cfg_valid);
            18: $display("group done lost");
            22: $display("%0d groups are resident, expected %0d", due, n);
            20: $display("the waves of a group have %0d threads of %0d", dealt_threads, ref_threads);
            21: $display("the first wave was on offer after %0d cycles, expected %0d", took, n);
            19: $display("commit took %0d cycles, expected %0d", took, n);
            default: $display("descriptor refused while idle");
            endcase
            $fatal(1, "FAIL wf_dispatch LANES=%0d WAVES=%0d GROUPS=%0d seed=%0d dispatch=%0d mode=%0d cycle=%0d", LANES, WAVES,
                   GROUPS, seed, dispatches, mode, cycle);
        end
    endtask

    // ---- reference: semantics, "Dispatch" -----------------------------------------------------------------------------
    integer    ref_code, ref_log2, ref_waves, ref_threads, ref_some, ref_fits;
    reg [95:0] ref_xyz, ref_count;
    integer    r;

    function ok_size(input [31:0] v); ok_size = v == 4 || v == 8 || v == 16 || v == 32 || v == 64 || v == 128; endfunction
    function pow2(input [31:0] v);
        integer b;
        begin
            pow2 = 1'b0;
            for (b = 0; b < 32; b = b + 1) if (v == (32'd1 << b)) pow2 = 1'b1;
        end
    endfunction
    function candidate(input integer log2, input need_fit);   // the size is supported (and the group fits)
        reg [95:0] n;
        begin
            candidate = (1 << log2) <= LANES && log2 >= 2 &&
                        (d_kind == 0 || (d_kind == 1 && d_min == (1 << log2)) ||
                         (d_kind >= 2 && d_min <= (1 << log2) && d_max >= (1 << log2)));
            n = d_stage == `WF_STAGE_PIXEL ? 96'd1 : d_has_numwaves ? {64'd0, d_n} : (ref_xyz + (1 << log2) - 1) / (1 << log2) + {64'd0, d_extra};
            if (need_fit && n > WAVES) candidate = 1'b0;
            if (need_fit && d_has_numwaves && (n << log2) > (d_stage == `WF_STAGE_AMPLIFICATION ? 128 : 1024)) candidate = 1'b0;
        end
    endfunction

    task reference;
        reg query, group_stage;
        begin
            ref_xyz     = {64'd0, d_x} * {64'd0, d_y} * {64'd0, d_z};
            query       = d_uses_index || d_uses_count;
            group_stage = d_stage == `WF_STAGE_COMPUTE || d_stage == `WF_STAGE_MESH || d_stage == `WF_STAGE_AMPLIFICATION ||
                          d_stage == `WF_STAGE_NODE;
            ref_some = 0;
            ref_fits = 0;
            for (r = 2; r <= 7; r = r + 1) begin
                if (candidate(r, 1'b0)) ref_some = 1;
                if (candidate(r, 1'b1)) ref_fits = 1;
            end
            ref_code = `WF_REJECT_NONE;
            if (!d_has_numthreads && !d_has_numwaves && d_stage != `WF_STAGE_PIXEL) ref_code = `WF_REJECT_NO_SHAPE;
            else if (d_has_numthreads && d_has_numwaves) ref_code = `WF_REJECT_BOTH_SHAPES;
            else if (d_has_numthreads && (d_x == 0 || d_y == 0 || d_z == 0)) ref_code = `WF_REJECT_NUMTHREADS_ZERO;
            else if (d_has_numthreads && d_x > 1024) ref_code = `WF_REJECT_NUMTHREADS_X;
            else if (d_has_numthreads && d_y > 1024) ref_code = `WF_REJECT_NUMTHREADS_Y;
            else if (d_has_numthreads && d_z > 64) ref_code = `WF_REJECT_NUMTHREADS_Z;
            else if (d_has_numthreads && ref_xyz > 1024) ref_code = `WF_REJECT_NUMTHREADS_TOTAL;
            else if (d_has_numthreads && ref_xyz > 128 && (d_stage == `WF_STAGE_MESH || d_stage == `WF_STAGE_AMPLIFICATION))
                ref_code = `WF_REJECT_NUMTHREADS_MESH;
            else if (d_has_numwaves && d_n == 0) ref_code = `WF_REJECT_NUMWAVES_ZERO;
            else if (d_has_numwaves && d_stage != `WF_STAGE_COMPUTE && d_stage != `WF_STAGE_AMPLIFICATION)
                ref_code = `WF_REJECT_NUMWAVES_STAGE;
            else if (d_has_numwaves && d_uses_ids) ref_code = `WF_REJECT_NUMWAVES_IDS;
            else if ((d_kind >= 1 && !pow2(d_min)) || (d_kind >= 2 && !pow2(d_max)) || (d_kind == 3 && !pow2(d_pref)))
                ref_code = `WF_REJECT_WAVESIZE_POW2;
            else if ((d_kind >= 1 && !ok_size(d_min)) || (d_kind >= 2 && !ok_size(d_max)) || (d_kind == 3 && !ok_size(d_pref)))
                ref_code = `WF_REJECT_WAVESIZE_BOUNDS;
            else if (d_kind >= 2 && d_min >= d_max) ref_code = `WF_REJECT_WAVESIZE_ORDER;
            else if (d_kind == 3 && (d_pref < d_min || d_pref > d_max)) ref_code = `WF_REJECT_WAVESIZE_PREFERRED;
            else if (d_prefer_small && d_prefer_large) ref_code = `WF_REJECT_PREFER_BOTH;
            else if (d_uses_index && !group_stage && !d_exported) ref_code = `WF_REJECT_INDEX_STAGE;
            else if (d_uses_count && !group_stage && !d_exported) ref_code = `WF_REJECT_COUNT_STAGE;
            else if (query && d_thread_launch && d_stage == `WF_STAGE_NODE) ref_code = `WF_REJECT_WAVE_THREAD_NODE;
            else if (query && d_exported) ref_code = `WF_REJECT_WAVE_EXPORT;
            else if (query && d_model < 16'h060a) ref_code = `WF_REJECT_WAVE_MODEL;
            else if (d_uses_deriv && d_has_numthreads && d_stage != `WF_STAGE_PIXEL && !(d_x % 4 == 0 && d_y == 1 && d_z == 1) &&
                     !(d_x % 2 == 0 && d_y % 2 == 0)) ref_code = `WF_REJECT_DERIVATIVES;
            else if (!ref_some) ref_code = `WF_REJECT_NO_WAVESIZE;
            else if (d_has_numwaves ? d_n > WAVES : !ref_fits) ref_code = `WF_REJECT_TOO_MANY_WAVES;
            else if (d_shared > 4 * LDS_WORDS) ref_code = `WF_REJECT_GROUPSHARED;
            else if (d_stage == `WF_STAGE_PIXEL && (d_has_numthreads || d_has_numwaves || d_uses_ids || d_shared != 0))
                ref_code = `WF_REJECT_PIXEL_GROUP;
            else if (d_stage >= 10) ref_code = `WF_REJECT_STAGE_UNKNOWN;
            else if (d_thread_launch && d_stage != `WF_STAGE_NODE) ref_code = `WF_REJECT_THREAD_LAUNCH_STAGE;
            else if (d_thread_launch && (d_has_numwaves || ref_xyz != 1)) ref_code = `WF_REJECT_THREAD_LAUNCH_GROUP;
            else if (d_has_numwaves && d_model < 16'h060a) ref_code = `WF_REJECT_NUMWAVES_MODEL;
            else if (!ref_fits) ref_code = `WF_REJECT_NUMWAVES_LANES;
            else if (d_uses_match && d_model < 16'h0605) ref_code = `WF_REJECT_MATCH_MODEL;
            else if ((query || d_uses_ops || d_uses_match) && d_model < 16'h0600) ref_code = `WF_REJECT_WAVE_OPS_MODEL;
            else if (d_kind != 0 && d_model < 16'h0606) ref_code = `WF_REJECT_WAVESIZE_MODEL;
            else if (d_kind >= 2 && d_model < 16'h0608) ref_code = `WF_REJECT_WAVESIZE_RANGE_MODEL;
            else if (d_uses_deriv && d_stage != `WF_STAGE_PIXEL && d_model < 16'h0606) ref_code = `WF_REJECT_DERIVATIVES_MODEL;
            else if ((query || d_uses_ops || d_uses_match) && WAVE_OPS == 0) ref_code = `WF_REJECT_WAVE_OPS_DEVICE;

            ref_log2  = 0;
            ref_waves = 0;
            if (ref_code == 0) begin
                if (d_kind == 3)
                    for (r = 2; r <= 7; r = r + 1) if (d_pref == (1 << r) && candidate(r, 1'b1)) ref_log2 = r;
                if (ref_log2 == 0 && d_prefer_small) begin
                    for (r = 7; r >= 2; r = r - 1) if (candidate(r, 1'b1)) ref_log2 = r;
                end else if (ref_log2 == 0 && d_prefer_large) begin
                    for (r = 2; r <= 7; r = r + 1) if (candidate(r, 1'b1)) ref_log2 = r;
                end
                if (ref_log2 == 0)           // 32, 16, 8, 4
                    for (r = 2; r <= 5; r = r + 1) if (candidate(r, 1'b1)) ref_log2 = r;
                if (ref_log2 == 0)           // 64, 128
                    for (r = 7; r >= 6; r = r - 1) if (candidate(r, 1'b1)) ref_log2 = r;
                ref_count   = d_stage == `WF_STAGE_PIXEL ? 96'd1 : d_has_numwaves ? {64'd0, d_n}
                                             : (ref_xyz + (1 << ref_log2) - 1) / (1 << ref_log2) + {64'd0, d_extra};
                ref_waves   = ref_count[15:0];
                ref_threads = d_has_numwaves ? ref_waves << ref_log2 : ref_xyz[15:0];
            end
        end
    endtask

    // the wave's first place and its live lanes, by the wave's number alone
    integer ref_first, ref_live;
    task reference_share(input integer wave);
        integer all, each, more, lanes;
        begin
            ref_first = wave << ref_log2;
            lanes     = 1 << ref_log2;
            if (d_has_numthreads && d_extra != 0 && !d_extra_idle) begin
                all       = (ref_threads + 3) / 4;
                each      = all / ref_waves;
                more      = all % ref_waves;
                ref_first = 4 * (wave * each + (wave < more ? wave : more));
                lanes     = 4 * (each + (wave < more ? 1 : 0));
            end
            ref_live = ref_threads - ref_first;
            if (ref_live < 0) ref_live = 0;
            if (ref_live > lanes) ref_live = lanes;
        end
    endtask

    // ---- the core of the bench: what every slot and group does ------------------------------------------------------
    reg        s_busy [0:WAVES-1];
    reg        s_wait [0:WAVES-1];
    reg        s_pend [0:WAVES-1];           // its arrival or end is on the channel
    integer    s_group[0:WAVES-1];
    integer    s_left [0:WAVES-1];           // barriers before its end
    integer    s_wave [0:WAVES-1];
    integer    s_age  [0:WAVES-1];
    reg        g_busy [0:GROUPS-1];
    reg        g_over [0:GROUPS-1];          // all ended, not yet reported
    integer    g_launched[0:GROUPS-1];
    integer    g_waiting [0:GROUPS-1];
    integer    g_ended   [0:GROUPS-1];
    integer    g_since   [0:GROUPS-1];       // cycles for which a release is due
    integer    g_base    [0:GROUPS-1];
    reg [31:0] g_x[0:GROUPS-1];
    reg [31:0] g_y[0:GROUPS-1];
    reg [31:0] g_z[0:GROUPS-1];
    reg        clean[0:LDS_WORDS-1];         // by base

    reg        active = 1'b0, want = 1'b0, answered = 1'b0;
    reg [31:0] e_x = 0, e_y = 0, e_z = 0;    // expected next group
    integer    e_wave = 0, busy_slots = 0, idle = 0, part = 0, last_arrive_group = -1, over_since = 0;
    reg [63:0] launched = 0, total_waves = 0, total_groups = 0, groups_done = 0;
    reg        was_stalled = 1'b0, was_launching = 1'b0, starved = 1'b0;
    reg [511:0] held;
    integer    asked_at = 0, took = 0, timed = 0, dealt_threads = 0;
    reg        shaped = 1'b0, answering = 1'b0, dealing = 1'b0;
    reg        first_due = 1'b0;             // no wave was on offer yet
    integer    i, j, k, g, n, due;
    integer    slots = WAVES, places = GROUPS;      // loop bounds that no tool unrolls
    integer    pick_arrive, pick_end;
    reg        bad, smooth = 1'b0;
    wire [511:0] launch_all = {launch_slot, launch_gslot, launch_wave, launch_live, launch_gid_x, launch_gid_y, launch_gid_z,
                               launch_tbase_x, launch_tbase_y, launch_tbase_z, launch_lds_base, launch_lds_words, 32'd0};

    function due_release(input integer group);
        due_release = g_busy[group] && g_launched[group] == ref_waves &&
                      g_waiting[group] + g_ended[group] == ref_waves && g_waiting[group] > 0;
    endfunction

    // may this slot arrive (end) now, under the present mode?
    function may_arrive(input integer s);
        integer gr;
        begin
            gr = s_group[s];
            may_arrive = s_busy[s] && !s_wait[s] && !s_pend[s] && s_left[s] > 0;
            if (mode == END_BEFORE && ref_waves > 1 && g_ended[gr] == 0) may_arrive = 1'b0;
            if (mode == END_WITH_LAST && s_wave[s] == 1 && g_ended[gr] == 0) may_arrive = 1'b0;    // paired below
        end
    endfunction
    function may_end(input integer s);
        integer gr;
        begin
            gr = s_group[s];
            may_end = s_busy[s] && !s_wait[s] && !s_pend[s] && s_left[s] == 0;
            if (mode == END_AFTER && s_wave[s] == 0 && g_waiting[gr] != ref_waves - 1 && ref_waves > 1) may_end = 1'b0;
            if (mode == END_WITH_LAST && s_wave[s] == 0 && ref_waves > 1) may_end = 1'b0;          // paired below
            if (mode == FILL && launched < WAVES && launched < total_waves && !starved) may_end = 1'b0;
            if (mode == STREAM && s_age[s] < 2) may_end = 1'b0;
            if (mode == HOLD && idle < 12 && launched < total_waves) may_end = 1'b0;
            if (mode == RELAY && gr == GROUPS - 1 && s_wave[s] == 0 && g_waiting[gr] == 0) may_end = 1'b0;     // its last group becomes ready by an end
        end
    endfunction

    integer slot, first;
    always @(posedge clk) begin
        cycle = cycle + 1;
        draw;
        idle = idle + 1;

        // ---- what happened in this cycle ----
        if (!rst) begin
            if (desc_valid && desc_ready) begin
                desc_valid <= 1'b0;
                active      = 1'b1;
                idle        = 0;
                asked_at    = cycle;
                shaped      = 1'b0;
                answering   = 1'b0;
                first_due   = 1'b1;
                dealing     = d_has_numthreads && d_extra != 0 && !d_extra_idle;
                launched    = 0;
                groups_done = 0;
                e_x = 0; e_y = 0; e_z = 0;
                e_wave      = 0;
                part        = ((d_shared + 3) / 4 + LDS_BANKS - 1) / LDS_BANKS * LDS_BANKS;
                total_groups = (ref_code != 0 || d_commit_only || d_stage == `WF_STAGE_PIXEL) ? 64'd0 : {32'd0, d_gx} * {32'd0, d_gy} * {32'd0, d_gz};
                total_waves  = total_groups * ref_waves;
            end
            for (g = 0; g < places; g = g + 1) begin
                if (due_release(g)) g_since[g] = g_since[g] + 1; else g_since[g] = 0;
                if (g_since[g] > 4 + GROUPS) fail(8);
                if (g_since[g] > longest_release) longest_release = g_since[g];
            end

            // release: exactly the waiting waves of one group that was complete before this cycle
            if (release_valid) begin
                idle = 0;
                due  = -1;
                for (i = 0; i < slots; i = i + 1) if (release_slots[i]) due = s_group[i];
                if (due < 0) begin
                    fail(7);
                    due = 0;
                end
                if (!due_release(due)) fail(7);
                for (i = 0; i < slots; i = i + 1) begin
                    if (release_slots[i] !== (s_busy[i] && s_wait[i] && s_group[i] == due)) fail(7);
                    if (release_slots[i]) s_wait[i] = 1'b0;
                end
                if (mode == ALL_ARRIVE && g_ended[due] == 0) hits[ALL_ARRIVE] = hits[ALL_ARRIVE] + 1;
                if (mode == END_BEFORE && g_ended[due] > 0) hits[END_BEFORE] = hits[END_BEFORE] + 1;
                if (mode == ALL_BUT_ONE && g_ended[due] == ref_waves - 1) hits[ALL_BUT_ONE] = hits[ALL_BUT_ONE] + 1;
                if (mode == SINGLE && ref_waves == 1) hits[SINGLE] = hits[SINGLE] + 1;
                if (mode == EXTRA && d_extra > 0) hits[EXTRA] = hits[EXTRA] + 1;
                if (mode == STORM) hits[STORM] = hits[STORM] + 1;
                if (mode == RELAY && due == GROUPS - 1) hits[RELAY] = hits[RELAY] + 1;
                g_waiting[due] = 0;
                g_since[due]   = 0;
                checks = checks + 1;
            end

            // launch
            if (was_stalled && (!launch_valid || held !== launch_all)) fail(6);
            was_stalled = launch_valid && !launch_ready;
            held        = launch_all;
            if (launch_valid && launch_ready) begin
                idle = 0;
                slot = launch_slot;
                g    = launch_gslot;
                if (!active || launched >= total_waves) fail(3);
                if (slot >= WAVES || g >= GROUPS) fail(1);
                if (s_busy[slot]) fail(2);
                reference_share(e_wave);
                if (e_wave == 0) dealt_threads = 0;
                dealt_threads = dealt_threads + ref_live;
                if (e_wave == ref_waves - 1 && dealt_threads != ref_threads) fail(20);
                if (launch_wave !== e_wave || launch_first !== ref_first || launch_count !== ref_waves || launch_wave_log2 !== ref_log2 || launch_live !== ref_live ||
                    launch_entry !== d_entry || launch_gid_x !== e_x || launch_gid_y !== e_y || launch_gid_z !== e_z ||
                    launch_lds_words !== (d_shared + 3) / 4) fail(1);
                if (!d_has_numwaves && (launch_tbase_x !== e_x * d_x || launch_tbase_y !== e_y * d_y ||
                                        launch_tbase_z !== e_z * d_z)) fail(1);
                if (d_has_numwaves && (launch_tbase_x !== 0 || launch_tbase_y !== 0 || launch_tbase_z !== 0)) fail(1);
                if (e_wave == 0) begin
                    if (g_busy[g]) fail(4);
                    for (i = 0; i < places; i = i + 1)
                        if (g_busy[i] && part != 0 && launch_lds_base < g_base[i] + part && g_base[i] < launch_lds_base + part) fail(5);
                    if (launch_lds_base % LDS_BANKS != 0 || launch_lds_base + part > LDS_WORDS) fail(5);
                    if (part != 0 && !clean[launch_lds_base]) fail(5);
                    if (part != 0) clean[launch_lds_base] = 1'b0;
                    g_busy[g]     = 1'b1;
                    g_launched[g] = 0;
                    g_waiting[g]  = 0;
                    g_ended[g]    = 0;
                    g_base[g]     = launch_lds_base;
                    g_x[g] = e_x; g_y[g] = e_y; g_z[g] = e_z;
                end else if (!g_busy[g] || g_x[g] !== e_x || g_y[g] !== e_y || g_z[g] !== e_z || launch_lds_base !== g_base[g])
                    fail(4);
                g_launched[g] = g_launched[g] + 1;
                s_busy[slot]  = 1'b1;
                s_wait[slot]  = 1'b0;
                s_pend[slot]  = 1'b0;
                s_group[slot] = g;
                s_wave[slot]  = e_wave;
                s_age[slot]   = 0;
                // barriers this wave will take part in
                draw;
                case (mode)
                ALL_ARRIVE, INTERLEAVED:            s_left[slot] = 3;
                END_BEFORE, END_AFTER, END_WITH_LAST: s_left[slot] = e_wave == 0 ? 0 : 2;
                ALL_BUT_ONE:                        s_left[slot] = e_wave == e_x % ref_waves ? 2 : 0;
                SINGLE:                             s_left[slot] = 5;
                FILL, STREAM:                       s_left[slot] = 0;
                HOLD:                               s_left[slot] = 0;
                RELAY:                              s_left[slot] = e_wave == 0 ? 0 : g == GROUPS - 1 ? 1 : 30;
                default:                            s_left[slot] = prng[3] ? prng[6:4] % 4 : 0;
                endcase
                if (launch_live == 0) s_left[slot] = 0;
                busy_slots = busy_slots + 1;
                launched   = launched + 1;
                checks     = checks + 1;
                if (arrive_valid && s_group[arrive_slot] == g) arrive_with_launch = arrive_with_launch + 1;
                if (end_valid && s_group[end_slot] != g) hits[END_WITH_LAUNCH] = hits[END_WITH_LAUNCH] + (mode == END_WITH_LAUNCH);
                e_wave = e_wave + 1;
                if (e_wave == ref_waves) begin
                    e_wave = 0;
                    e_x = e_x + 1;
                    if (leap && d_gx > 65538 && e_x == d_gx - 65536) e_x = d_gx - 2;
                    if (e_x == d_gx) begin
                        e_x = 0;
                        e_y = e_y + 1;
                        if (e_y == d_gy) begin e_y = 0; e_z = e_z + 1; end
                    end
                end
            end
            // one wave a cycle: from the first launch on, as long as a slot and a place are there
            if ((mode == FILL && !starved && launched > 0 && launched < total_waves && launched < WAVES &&
                 launched < GROUPS * ref_waves) || (mode == STREAM && launched > 0 && launched < total_waves)) begin
                if (!launch_valid) fail(16);
                hits[mode] = hits[mode] + 1;
            end else if (active && launched > 0) starved = 1'b1;

            // arrive and end
            if (arrive_valid && end_valid && s_group[arrive_slot] == s_group[end_slot]) begin
                both_same = both_same + 1;
                if (g_launched[s_group[end_slot]] == ref_waves &&
                    g_waiting[s_group[end_slot]] + g_ended[s_group[end_slot]] == ref_waves - 2)
                    hits[END_WITH_LAST] = hits[END_WITH_LAST] + (mode == END_WITH_LAST);
            end
            if (arrive_valid && arrive_ready) begin
                idle = 0;
                g = s_group[arrive_slot];
                s_wait[arrive_slot] = 1'b1;
                s_pend[arrive_slot] = 1'b0;
                s_left[arrive_slot] = s_left[arrive_slot] - 1;
                g_waiting[g] = g_waiting[g] + 1;
                if (last_arrive_group >= 0 && last_arrive_group != g && g_waiting[g] > 1 && mode == INTERLEAVED)
                    hits[INTERLEAVED] = hits[INTERLEAVED] + 1;
                last_arrive_group = g;
            end
            if (end_valid && end_ready) begin
                idle = 0;
                g = s_group[end_slot];
                if (g_waiting[g] == ref_waves - 1 && ref_waves > 1 && mode == END_AFTER) hits[END_AFTER] = hits[END_AFTER] + 1;
                s_busy[end_slot] = 1'b0;
                s_pend[end_slot] = 1'b0;
                g_ended[g] = g_ended[g] + 1;
                busy_slots = busy_slots - 1;
                if (g_ended[g] == ref_waves) begin
                    g_busy[g] = 1'b0;
                    g_over[g] = 1'b1;
                    over_since = cycle;
                end
            end

            // group done
            if (gdone_valid) begin
                idle = 0;
                due  = -1;
                for (i = 0; i < places; i = i + 1)
                    if (g_over[i] && g_x[i] === gdone_gid_x && g_y[i] === gdone_gid_y && g_z[i] === gdone_gid_z) due = i;
                if (due < 0) begin
                    fail(9);
                    due = 0;
                end
                g_over[due]  = 1'b0;
                groups_done  = groups_done + 1;
                checks       = checks + 1;
            end
            if (active && done_valid)
                for (i = 0; i < places; i = i + 1) if (g_over[i]) fail(18);

            // clear, packer shape
            if (lds_clear_valid) begin
                if (lds_clear_words !== part || part == 0 || lds_clear_base % LDS_BANKS != 0 ||
                    lds_clear_base + part > LDS_WORDS) fail(13);
                for (i = 0; i < places; i = i + 1)
                    if (g_busy[i] && lds_clear_base < g_base[i] + part && g_base[i] < lds_clear_base + part) fail(13);
                if (lds_clear_ready) begin
                    clean[lds_clear_base] = 1'b1;
                    idle = 0;
                end
            end
            if (cfg_valid) begin
                if (cfg_numwaves !== d_has_numwaves) fail(14);
                if (!d_has_numwaves && (cfg_x !== d_x[10:0] || cfg_y !== d_y[10:0])) fail(14);
                if (!active || cycle != asked_at + 1) fail(14);
                shaped = 1'b1;
            end
            if (launch_valid && !shaped) fail(14);

            // nothing moves, no wave ends: as many groups are resident as places, slots and memory allow
            if (mode == HOLD && active && idle == 10 && launched > 0 && launched < total_waves && busy_slots == launched) begin
                due = 0;
                for (i = 0; i < places; i = i + 1) if (g_busy[i]) due = due + 1;
                n = GROUPS;
                if (part != 0 && LDS_WORDS / part < n) n = LDS_WORDS / part;
                if ((WAVES + ref_waves - 1) / ref_waves < n) n = (WAVES + ref_waves - 1) / ref_waves;
                if (total_groups < n) n = total_groups;
                if (due != n) fail(22);
                hits[HOLD] = hits[HOLD] + 1;
            end
            // counts for the report of a hang, when nothing moved for a while
            if (idle == 8)
                for (i = 0; i < places; i = i + 1) if (g_busy[i]) begin
                    if (stat_arrived[16*i +: 16] !== g_waiting[i] || stat_ended[16*i +: 16] !== g_ended[i] ||
                        stat_launched[16*i +: 16] !== g_launched[i] + (launch_valid && launch_gslot == i ? 1 : 0)) fail(15);
                    checks = checks + 1;
                end

            // answer
            if (done_valid && !active) fail(12);
            if (done_valid && active && !answering) begin        // a commit takes as long as the check
                answering = 1'b1;
                if (d_commit_only || ref_code != 0) begin
                    n    = 10;
                    took = cycle - asked_at;
                    if (took != n) fail(19);
                    timed = timed + 1;
                end
            end
            if (launch_valid && first_due) begin                 // the first wave, when it need not wait for clean memory
                first_due = 1'b0;
                n    = dealing ? 15 : 13;
                took = cycle - asked_at;
                if (part == 0 && took != n) fail(21);
            end
            if (done_valid && done_ready) begin
                if (done_code !== ref_code || done_waves !== ref_waves ||
                    done_wave_size !== (d_report && ref_code == 0 ? 1 << ref_log2 : 0)) fail(10);
                if (launched != total_waves || groups_done != total_groups || busy_slots != 0) fail(11);
                if (total_groups != 0 && (grid_x !== d_gx || grid_y !== d_gy || grid_z !== d_gz || code_words !== d_code_words)) fail(14);
                code_hits[ref_code] = code_hits[ref_code] + 1;
                active   = 1'b0;
                answered = 1'b1;
                checks   = checks + 1;
                idle     = 0;
            end
            if (active && idle > 3000) fail(17);
            if (!active) idle = 0;
            if (wrong != 0) report(wrong);
        end

        // ---- what the bench does next ----
        if (want && !desc_valid && !active) begin
            draw;
            if (prng[1:0] != 0) begin
                desc_valid <= 1'b1;
                want        = 1'b0;
            end
        end
        draw;
        done_ready      <= prng[8];
        lds_clear_ready <= mode == HOLD || prng[13:12] == 0;
        launch_ready    <= smooth || mode == FILL || mode == HOLD || mode == STREAM || prng[16:14] != 0;
        for (i = 0; i < slots; i = i + 1) s_age[i] = s_age[i] + 1;

        if (arrive_ready) arrive_valid <= 1'b0;
        if (end_ready)    end_valid    <= 1'b0;
        pick_arrive = -1;
        pick_end    = -1;
        if (busy_slots != 0) begin
            draw;
            first = prng[31:8] % WAVES;
            for (i = 0; i < slots; i = i + 1) begin
                k = first + i;
                if (k >= WAVES) k = k - WAVES;
                if (pick_arrive < 0 && may_arrive(k)) pick_arrive = k;
                if (mode == INTERLEAVED && pick_arrive >= 0 && s_group[pick_arrive] == last_arrive_group && may_arrive(k) &&
                    s_group[k] != last_arrive_group) pick_arrive = k;
                if (pick_end < 0 && may_end(k)) pick_end = k;
                // the last arrival and an end in one cycle
                if (mode == END_WITH_LAST && s_busy[k] && s_wave[k] == 1 && !s_wait[k] && !s_pend[k] && s_left[k] > 0)
                    for (j = 0; j < slots; j = j + 1)
                        if (s_busy[j] && s_wave[j] == 0 && s_group[j] == s_group[k] && !s_pend[j] &&
                            g_waiting[s_group[k]] == ref_waves - 2) begin
                            pick_arrive = k;
                            pick_end    = j;
                        end
            end
            draw;
            if (mode == STORM || mode == EXTRA) begin
                if (prng[5:4] == 0) pick_arrive = -1;
                if (prng[7:6] == 0) pick_end = -1;
            end
            if (mode != END_WITH_LAST && mode != STREAM && mode != RELAY && !smooth) begin
                if (prng[9:8] == 0) pick_arrive = -1;
                if (prng[11:10] == 0) pick_end = -1;
            end
            if (mode == END_WITH_LAUNCH && pick_end >= 0 && launched < total_waves && idle < 40) begin
                // wait for a launch of another group on offer and stalled, then both at once; not for ever: none may fit
                launch_ready <= 1'b0;
                if (launch_valid && !launch_ready && launch_gslot != s_group[pick_end]) launch_ready <= 1'b1;
                else if (launch_valid && prng[14:12] == 0) begin
                    launch_ready <= 1'b1;
                    pick_end = -1;
                end else pick_end = -1;
            end
            if (pick_arrive >= 0 && arrive_ready) begin
                arrive_valid <= 1'b1;
                arrive_slot  <= pick_arrive;
                s_pend[pick_arrive] = 1'b1;
            end
            if (pick_end >= 0 && end_ready) begin
                end_valid <= 1'b1;
                end_slot  <= pick_end;
                s_pend[pick_end] = 1'b1;
            end
        end
    end

    // ---- stimulus -----------------------------------------------------------------------------------------------------
    task plain;                              // a legal descriptor to start from
        begin
            d_commit_only = 0; d_has_numthreads = 1; d_has_numwaves = 0; d_prefer_small = 0; d_prefer_large = 0;
            d_report = dice[1]; d_thread_launch = 0; d_exported = 0; d_uses_index = 0; d_uses_count = 0; d_uses_ids = 0; d_uses_deriv = 0;
            d_stage = `WF_STAGE_COMPUTE; d_model = 16'h060a; d_entry = dice[31:16]; d_kind = 0;
            d_x = LANES; d_y = 1; d_z = 1; d_n = 1; d_min = 4; d_max = 8; d_pref = 4; d_extra = 0;
            d_gx = 1; d_gy = 1; d_gz = 1; d_shared = 0;
            d_uses_ops = dice[2]; d_uses_match = 0; d_extra_idle = 0; d_code_words = {dice[3], dice[27:12]};
        end
    endtask

    function [31:0] edge_value(input [31:0] d);          // values on which rules turn
        case (d[4:0])
        0, 1: edge_value = 0;
        2:  edge_value = 1;
        3:  edge_value = 2;
        4:  edge_value = 3;
        5:  edge_value = 4;
        6:  edge_value = 5;
        7:  edge_value = 8;
        8:  edge_value = 16;
        9:  edge_value = 31;
        10: edge_value = 32;
        11: edge_value = 33;
        12: edge_value = 63;
        13: edge_value = 64;
        14: edge_value = 65;
        15: edge_value = 127;
        16: edge_value = 128;
        17: edge_value = 129;
        18: edge_value = 256;
        19: edge_value = 1023;
        20: edge_value = 1024;
        21: edge_value = 1025;
        22: edge_value = WAVES;
        23: edge_value = WAVES + 1;
        24: edge_value = 32'hffffffff;
        25: edge_value = 32'h80000000;
        26: edge_value = 32'h00010000;
        27: edge_value = 32'hfffffffe;
        28: edge_value = 32'h40000001;
        29: edge_value = 32'hffffff00 | d[12:5];
        30: edge_value = d[20:5];
        default: edge_value = d[12:5];
        endcase
    endfunction

    task change_one;                         // one field to a value of interest
        reg [31:0] v;
        begin
            roll; v = edge_value(dice); roll;
            case (dice[31:8] % 28)
            0:  d_stage = v[3:0];
            1:  d_model = dice[0] ? {8'h06, 4'd0, dice[4:1]} : dice[1] ? 16'h05ff : v[15:0];
            2:  d_has_numthreads = !d_has_numthreads;
            3:  d_has_numwaves = !d_has_numwaves;
            4:  begin d_has_numthreads = 0; d_has_numwaves = 1; end
            5:  d_x = v;
            6:  d_y = v;
            7:  d_z = v;
            8:  begin d_has_numthreads = 0; d_has_numwaves = 1; d_n = v; end
            9:  d_kind = dice[1:0];
            10: begin d_kind = dice[1:0]; d_min = v; end
            11: begin d_kind = 2 + dice[0]; d_max = v; end
            12: begin d_kind = 3; d_min = 4 << dice[1:0]; d_max = 32 << dice[3:2]; d_pref = v; end
            13: d_prefer_small = !d_prefer_small;
            14: d_prefer_large = !d_prefer_large;
            15: begin d_thread_launch = 1; if (dice[0]) d_stage = `WF_STAGE_NODE; if (dice[2:1] == 0) d_x = 1; end
            16: d_exported = 1;
            17: d_uses_index = 1;
            18: d_uses_count = 1;
            19: d_uses_ids = 1;
            20: d_uses_deriv = 1;
            21: d_extra = v;
            22: d_shared = dice[0] ? 4 * LDS_WORDS + dice[1] : v;
            23: begin d_x = 1 + dice[4:0]; d_y = 1 + dice[9:5] % 33; d_z = 1 + dice[10]; end
            24: begin d_kind = 2; d_min = 4 << dice[2:0] % 6; d_max = 4 << dice[5:3] % 6; end
            25: begin d_kind = 3; d_min = 4 << dice[2:0] % 6; d_max = 4 << dice[5:3] % 6; d_pref = 4 << dice[8:6] % 6; end
            26: begin d_kind = 1; d_min = 4 << dice[2:0] % 6; end
            default: begin d_x = 1024 >> dice[1:0]; d_y = 1 << dice[1:0]; end
            endcase
        end
    endtask

    // ---- huge grids: the walk leaps over what nobody can wait for -----------------------------------------------------
    // Along x it starts 65,537 groups before the end, so that an end seen in 16 bits comes too early, and leaps to the last two.
    // Along y and z it starts three groups before the end.
    reg leap = 1'b0, leapt = 1'b0;
    wire        wide   = d_gx > 65538;
    wire [31:0] leap_x = wide ? d_gx - 65538 : 0;
    wire [31:0] leap_y = wide ? d_gy - 1 : d_gy > 3 ? d_gy - 3 : 0;
    wire [31:0] leap_z = d_gz <= 3 ? 0 : wide ? d_gz - 1 : d_gz - 3;
    always @(negedge clk) begin
        if (!u_dut.walk_q) leapt = 1'b0;
        if (leap && u_dut.walk_q && !leapt) begin
            leapt = 1'b1;
            u_dut.w_x  <= leap_x;
            u_dut.w_y  <= leap_y;
            u_dut.w_z  <= leap_z;
            u_dut.w_tx <= leap_x * d_x;
            u_dut.w_ty <= leap_y * d_y;
            u_dut.w_tz <= leap_z * d_z;
            e_x = leap_x; e_y = leap_y; e_z = leap_z;
            total_groups = wide ? 4 : 3;
            total_waves  = total_groups * ref_waves;
        end
        if (leap && wide && u_dut.w_x == d_gx - 65536) begin
            u_dut.w_x  <= d_gx - 2;
            u_dut.w_tx <= (d_gx - 2) * d_x;
        end
    end

    localparam integer SECTIONS = 16;
    integer t, c, section, step, count, how, width, extra = 0;
    reg [31:0] edge_a, special;
    initial begin
        if (!$value$plusargs("seed=%d", seed)) seed = 1;
        if (!$value$plusargs("effort=%d", effort)) effort = 1;
        if (!$value$plusargs("long=%d", long_run)) long_run = 0;
        if (!$value$plusargs("from=%d", from)) from = 0;
        prng = seed ^ 32'h9e3779b9;
        dice = seed * 32'h85ebca6b ^ 32'hc2b2ae35;
        if (dice == 32'd0) dice = 32'd1;
        if (prng == 32'd0) prng = 32'd1;
        for (t = 0; t < slots; t = t + 1) begin
            s_busy[t] = 0; s_wait[t] = 0; s_pend[t] = 0; s_group[t] = 0; s_left[t] = 0; s_wave[t] = 0; s_age[t] = 0;
        end
        for (t = 0; t < places; t = t + 1) begin
            g_busy[t] = 0; g_over[t] = 0; g_launched[t] = 0; g_waiting[t] = 0; g_ended[t] = 0; g_since[t] = 0; g_base[t] = 0;
            g_x[t] = 0; g_y[t] = 0; g_z[t] = 0;
        end
        for (t = 0; t < LDS_WORDS; t = t + 1) clean[t] = 0;
        for (t = 0; t < CASES; t = t + 1) hits[t] = 0;
        for (t = 0; t < CODES; t = t + 1) code_hits[t] = 0;
        repeat (3) @(posedge clk);
        rst <= 1'b0;
        @(posedge clk);

        // One list of dispatches; each section says how many it has.
        section = from;
        step    = 0;
        while (section < SECTIONS) begin
            roll;
            plain;
            leap = 1'b0;
            if (WAVE_OPS == 0 && (section > 4 || step % 2 == 0)) d_uses_ops = 0;
            edge_a  = edge_value(step);
            special = edge_value(step / 9);
            how     = STORM;
            count   = 0;
            d_commit_only = section <= 4;
            case (section)
            0: begin                                     // single points
                count = 16;
                case (step)
                0:  d_has_numthreads = 1;
                1:  d_has_numthreads = 0;
                2:  d_has_numwaves = 1;
                3:  begin d_x = 33; d_y = 31; end                        // 1023
                4:  begin d_x = 5; d_y = 41; d_z = 5; end                // 1025
                5:  begin d_x = 1024; d_y = 1024; d_z = 64; end
                6:  begin d_prefer_small = 1; d_prefer_large = 1; end
                7:  d_shared = 4 * LDS_WORDS;
                8:  d_shared = 4 * LDS_WORDS + 1;
                9:  begin d_kind = 1; d_min = 2 * LANES; end
                10: begin d_has_numthreads = 0; d_has_numwaves = 1; d_n = WAVES; end
                11: begin d_has_numthreads = 0; d_has_numwaves = 1; d_n = WAVES + 1; end
                12: begin d_x = 1; d_extra = WAVES - 1; end
                13: begin d_x = 1; d_extra = WAVES; end
                14: begin d_kind = 1; d_min = 4; d_x = 4 * WAVES; end
                default: begin d_kind = 1; d_min = 4; d_x = 4 * WAVES + 1; end
                endcase
            end
            1: begin                                     // each dimension at its limits
                count = 96;
                d_x   = 1;
                if (step / 32 == 0) d_x = edge_a;
                if (step / 32 == 1) d_y = edge_a;
                if (step / 32 == 2) d_z = edge_a;
            end
            2: begin                                     // stages
                count   = 14 * 16;
                d_stage = step / 14;
                case (step % 14)
                10: begin d_thread_launch = 1; d_x = 1; end
                11: begin d_thread_launch = 1; d_x = 2; end
                12: begin d_uses_deriv = 1; d_x = 4; d_model = 16'h0605; end
                13: begin d_has_numthreads = 0; d_has_numwaves = 1; d_n = 128 / LANES + 1; d_kind = 1; d_min = LANES; end
                0: d_x = 128;
                1: d_x = 129;
                2: begin d_x = 64; d_y = 2; end
                3: d_uses_index = 1;
                4: d_uses_count = 1;
                5: begin d_uses_count = 1; d_thread_launch = 1; end
                6: begin d_uses_index = 1; d_exported = 1; end
                7: begin d_uses_index = 1; d_model = 16'h0609; end
                8: begin d_has_numthreads = 0; d_has_numwaves = 1; end
                default: begin d_has_numthreads = 0; d_has_numwaves = 1; d_uses_ids = 1; end
                endcase
            end
            3: begin                                     // each other number at its limits
                count = 9 * 32;
                case (step % 9)
                0: begin d_has_numthreads = 0; d_has_numwaves = 1; d_n = special; end
                1: d_extra = special;
                2: begin d_kind = 1; d_min = special; end
                3: begin d_kind = 2; d_max = special; end
                4: begin d_kind = 2; d_max = 128; d_min = special; end
                5: begin d_kind = 3; d_max = 64; d_min = 8; d_pref = special; end
                6: begin d_uses_deriv = 1; d_x = 1 + step / 9 % 8; d_y = 1 + step / 72; end
                7: begin d_uses_deriv = 1; d_x = 4; d_z = 1 + step / 9 % 4; end
                default: d_shared = special;
                endcase
            end
            13: begin                                    // nobody ends for a while: places, slots and memory are used up
                count = 24;
                how   = HOLD;
                width = 1 + (step / 4) % 3;
                if (width > WAVES) width = WAVES;
                d_gx  = 40;
                if (step % 4 == 1) d_shared = 4 * LDS_WORDS;             // a group owns all
                if (step % 4 == 2) d_shared = LDS_WORDS;                 // four fit exactly
                if (step % 4 == 3) d_shared = 2 * LDS_WORDS - 3;         // two fit exactly, rounded up
            end
            14: begin                                    // a group that becomes ready while the others arrive without end
                count = (WAVES >= 16 && GROUPS == 8) ? 4 : 0;
                how   = RELAY;
                width = 2;
                d_gx  = GROUPS;
            end
            15: begin                                    // huge grids, their walk set forward
                count = 6;
                width = 1;
                {d_gx, d_gy, d_gz} = {32'd1, 32'd1, 32'd1};
                case (step)
                0: begin d_gx = 32'h00012345; d_gy = 32'hffffffff; d_gz = 32'h00010000; end
                1: begin d_gx = 32'hffffffff; d_gy = 32'h00000401; end
                2: d_gy = 32'h00010003;
                3: d_gy = 32'hfffffffe;
                4: d_gz = 32'h00020403;
                default: d_gz = 32'hffffffff;
                endcase
                leap = 1'b1;
            end
            12: begin                                    // each feature in each shader model
                count = 9 * 17;
                d_commit_only = 1;
                d_model = step % 17 == 16 ? 16'h05ff : 16'h0600 + step % 17;
                d_uses_ops = 0;
                case (step / 17)
                0: d_uses_ops = 1;
                1: d_uses_match = 1;
                2: begin d_kind = 1; d_min = 4; d_x = 4; end
                3: begin d_kind = 2; d_min = 4; d_max = 8; d_x = 4; end
                4: begin d_kind = 3; d_min = 4; d_max = 8; d_pref = 4; d_x = 4; end
                5: begin d_uses_deriv = 1; d_x = 4; end
                6: begin d_has_numthreads = 0; d_has_numwaves = 1; end
                7: d_uses_index = 1;
                default: d_uses_count = 1;
                endcase
            end
            4: begin                                     // several at once
                count = 600 * effort;
                for (c = 0; c < 1 + dice[3:2]; c = c + 1) change_one;
            end
            5: begin                                     // grids: nothing, one direction, all directions
                count = 8;
                d_gx = step[0] ? 3 : 0; d_gy = step[1] ? 2 : 0; d_gz = step[2] ? 4 : 0;
            end
            6: begin                                     // one wave a cycle until the slots are full
                count = 12;
                how   = FILL;
                width = 1 + step * (WAVES - 1) / 11;
                d_gx = 7; d_gy = 3;
            end
            7: begin                                     // one wave a cycle while waves end soon
                count = (WAVES >= 16 && GROUPS >= 8) ? 7 : 0;
                how   = STREAM;
                width = 2 + step;
                d_gx = 5; d_gy = 4; d_gz = 3;
            end
            8: begin                                     // the named barrier cases
                count = 9 * 6 * effort;
                how   = ALL_ARRIVE + step % 9;
                width = 2 + dice[15:8] % 6;
                if (width > WAVES) width = WAVES;
                if (how == END_WITH_LAUNCH && step[0]) width = 1;
                if (how == SINGLE) width = 1;
                extra = (how == EXTRA && width > 1) ? 1 + dice[7:0] % (width - 1) : 0;
                d_extra_idle = dice[21];
                d_gx = 2 + dice[18:16]; d_gy = 1 + dice[19]; d_gz = 1 + dice[20];
                roll;
                if (dice[0]) d_shared = 1 + dice[31:8] % (dice[1] ? 4 * LDS_WORDS : LDS_WORDS);
            end
            9: begin                                     // storms
                count = 60 * effort;
                width = 1 + dice[15:8] % WAVES;
                if (dice[4]) width = 1 + width % 4;
                if (width > WAVES) width = WAVES;
                extra = dice[7] ? dice[7:5] % width : 0;
                d_extra_idle = dice[24];
                d_gx = 1 + dice[20:17] % 7; d_gy = 1 + dice[22:21]; d_gz = 1 + dice[23];
            end
            10: begin                                    // extra waves that get threads: every number of them, odd and partial groups
                count = 3 * WAVES * effort;
                d_kind  = 1;
                d_min   = 4 << dice[7:0] % ($clog2(LANES) - 1);
                d_extra = step % WAVES;
                width   = (WAVES - d_extra) * d_min;             // threads that fit
                if (width > 1024) width = 1024;
                d_x  = 1 + dice[31:8] % width;
                if (dice[9:8] == 0) d_x = width - dice[11:10];
                if (dice[9:8] == 1) begin d_y = 1 + d_x % 7; d_x = 1 + (d_x - 1) / d_y; while (d_x * d_y > width) d_x = d_x - 1; end
                roll;
                d_extra_idle = dice[2:0] == 0;
                d_gx = 1 + dice[3]; d_gy = 1 + dice[4];
            end
            default: begin                               // many groups
                count = long_run;
                width = 2;
                d_gx = 200; d_gy = 100; d_gz = 10;
            end
            endcase
            if (section >= 6 && section != 10 && section != 12) begin     // `width` waves a group, by a wave size of 4
                roll;
                d_kind  = 1;
                d_min   = 4;
                d_x     = 4 * (width - extra) - dice[9:8];
                d_extra = extra;
                extra   = 0;
            end
            if (section == 9) begin
                if (dice[3:1] == 0) begin d_has_numthreads = 0; d_has_numwaves = 1; d_n = width; d_kind = 0; d_extra = 3; end
                if (dice[3:1] == 1) begin d_kind = 0; d_x = 2 + dice[12:8]; d_y = 1 + dice[14:13]; d_z = 1 + dice[16:15]; d_extra = 0; end
                roll;
                if (dice[0]) d_shared = 1 + dice[31:8] % (4 * LDS_WORDS);
                if (dice[2:1] == 0) d_shared = 1 + d_shared / 16;
            end
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

        for (t = 0; t < CODES; t = t + 1)
            if (from == 0 && code_hits[t] == 0 && !(t == `WF_REJECT_NO_WAVESIZE && LANES == 128) && t != `WF_REJECT_PIXEL_GROUP &&
                !(t == `WF_REJECT_WAVE_OPS_DEVICE && WAVE_OPS != 0) && !(t == `WF_REJECT_NUMWAVES_LANES && WAVES == 1)) begin
                $display("reject code %0d never came", t);
                $fatal(1, "FAIL wf_dispatch LANES=%0d seed=%0d: a case was not reached", LANES, seed);
            end
        for (t = 0; t < CASES; t = t + 1)
            if (from == 0 && hits[t] == 0 && !(WAVES == 1 && t != SINGLE && t != STORM) && !((GROUPS == 1 || WAVES < 4) && (t == INTERLEAVED || t == END_WITH_LAUNCH)) &&
                !(t == STREAM && (WAVES < 16 || GROUPS < 8)) && !(t == RELAY && (WAVES < 16 || GROUPS != 8)) && !(t == FILL && WAVES == 1)) begin
                $display("case %0d never came", t);
                $fatal(1, "FAIL wf_dispatch LANES=%0d seed=%0d: a case was not reached", LANES, seed);
            end
        if (checks == 0 || (timed == 0 && from == 0) || desc_valid || done_valid || launch_valid) $fatal(1, "FAIL wf_dispatch seed=%0d: not quiet at the end", seed);
        $display("PASS wf_dispatch seed=%0d checks=%0d LANES=%0d WAVES=%0d GROUPS=%0d dispatches=%0d cycles=%0d", seed, checks, LANES,
                 WAVES, GROUPS, dispatches, cycle);
        $display("  cases: storm %0d, all arrive %0d, end before %0d, end after %0d, end with launch %0d, interleaved %0d,", hits[STORM],
                 hits[ALL_ARRIVE], hits[END_BEFORE], hits[END_AFTER], hits[END_WITH_LAUNCH], hits[INTERLEAVED]);
        $display("         end with last arrival %0d, all but one %0d, extra waves %0d, single-wave groups %0d; launch a cycle %0d + %0d",
                 hits[END_WITH_LAST], hits[ALL_BUT_ONE], hits[EXTRA], hits[SINGLE], hits[FILL], hits[STREAM]);
        $display("  arrive and end of one group in a cycle %0d, arrive with a launch of its group %0d, longest wait for a release %0d",
                 both_same, arrive_with_launch, longest_release);
        $finish;
    end
endmodule
`default_nettype wire
