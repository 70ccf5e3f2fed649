// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_pixels_tb - pixel dispatches and compute dispatches in turn through wf_pack_pixels and wf_dispatch.
//   Each wave of quads is launched once, in order, as its own group with its helper lanes and positions.  The answer
//   comes when all have ended.  No dispatch is idle for over QUIET_IN cycles.  Payload is garbage where valid is 0.
//   Plusargs: +seed=N; +count=N dispatches (default 150)   Run: make bench-dispatch-pixels-l32 SEED=n
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module wf_dispatch_pixels_tb;
    parameter integer LANES = 32, WAVES = 5, GROUPS = 3;
    localparam integer SLOT_W = $clog2(WAVES), GSLOT_W = $clog2(GROUPS), ID_W = 1, DEPTH = 4096, QUIET_IN = 200;

    reg                  clk = 1'b0, rst = 1'b1;
    reg                  desc_valid = 1'b0, done_ready = 1'b0, launch_ready = 1'b0, end_valid = 1'b0;
    reg  [`WF_DESC_W-1:0] desc = 0;
    reg                  quad_valid = 1'b0, quad_last = 1'b0;
    reg  [3:0]           quad_coverage = 4'd0;
    reg  [13:0]          quad_x = 14'd0, quad_y = 14'd0;
    reg  [SLOT_W-1:0]    end_slot = 0;
    wire [2:0]           pixel_wave_log2;
    wire                 desc_ready, done_valid, launch_valid, quad_ready, gdone_valid;
    wire [7:0]           done_code, done_wave_size, pixel_live;
    wire [15:0]          done_waves;
    wire [`WF_LAUNCH_W-1:0] launch;
    wire [SLOT_W-1:0]    launch_slot = launch[`WF_LAUNCH_SLOT];
    wire [7:0]           launch_live = launch[`WF_LAUNCH_LIVE];
    wire [LANES-1:0]     pixel_helper;
    wire [7*LANES-1:0]   pixel_at;
    wire                 pixel_open, pixel_valid, pixel_ready, pixel_end;

    wf_pack_pixels #(.LANES(LANES)) u_pixels (
        .clk(clk), .rst(rst), .open(pixel_open), .wave_log2(pixel_wave_log2),
        .quad_valid(quad_valid), .quad_ready(quad_ready), .quad_last(quad_valid ? quad_last : garbage[31]),
        .quad_coverage(quad_valid ? quad_coverage : garbage[30:27]), .quad_x(quad_valid ? quad_x : garbage[13:0]), .quad_y(quad_valid ? quad_y : garbage[27:14]),
        .wave_valid(pixel_valid), .wave_ready(pixel_ready), .wave_end(pixel_end), .wave_live(pixel_live), .wave_helper(pixel_helper),
        .wave_at(pixel_at));

    `define SIZES .LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .LDS_WORDS(64), .LDS_BANKS(4)
    wf_dispatch #(`SIZES) u_dut (
        .clk(clk), .rst(rst), .desc_valid(desc_valid), .desc_ready(desc_ready), .desc(desc_or_garbage),
        .done_valid(done_valid), .done_ready(done_ready), .done_id(), .done_ending(), .done_code(done_code), .done_wave_size(done_wave_size), .done_waves(done_waves),
        .cancel_valid(1'b0), .cancel_id(garbage[0]), .dead(), .cfg_id(), .pixel_wave_log2(pixel_wave_log2),
        .launch_valid(launch_valid), .launch_ready(launch_ready), .launch(launch),
        .pixel_open(pixel_open), .pixel_valid(pixel_valid), .pixel_ready(pixel_ready), .pixel_end(pixel_end), .pixel_live(pixel_live),
        .pixel_helper(pixel_helper), .pixel_at(pixel_at),
        .end_valid(end_valid), .end_ready(), .end_slot(end_valid ? end_slot : garbage[SLOT_W-1:0]), .arrive_valid(1'b0), .arrive_ready(),
        .arrive_slot(garbage[SLOT_W-1:0]),
        .release_valid(), .release_slots(), .gdone_valid(gdone_valid), .gdone(),
        .lds_clear_valid(), .lds_clear_ready(1'b0), .lds_clear_base(), .lds_clear_words(),
        .cfg_valid(), .cfg_x(), .cfg_y(), .cfg_numwaves(), .grid_size(), .code_words(), .code_base(), .settle(), .settled(1'b1), .id_busy(),
        .stat_launched(), .stat_arrived(), .stat_ended());

    reg  [31:0]          garbage = 32'd1;         // payload where valid is 0
    always @(posedge clk) garbage <= {garbage[30:0], ^(garbage & 32'h80200003)};
    wire [`WF_DESC_W-1:0] desc_or_garbage = desc_valid ? desc : {(`WF_DESC_W+31)/32{garbage}};
    always #5 clk = !clk;

    `include "wf_random.vh"
    `include "wf_dispatch_free.vh"

    integer           count, dispatches = 0, checks = 0, pixel_waves = 0, refused = 0, empty = 0, best = 1000, last_cycle = -1000;
    integer           quiet = 0, most_quiet = 0;     // cycles since something happened while a dispatch goes on
    integer           put = 0, taken = 0, left = 0, launched = 0, ended = 0, want = 0, cycle = 0, n, q, s;
    reg  [31:0]       list [0:DEPTH-1];      // covered quads offered: {coverage, y, x}
    reg  [WAVES-1:0]  busy = 0;
    reg               pixel = 1'b0, busy_desc = 1'b0, bad = 1'b0, calm = 1'b0, was_stalled = 1'b0;
    reg  [31:0]       r2;
    reg  [2:0]        log2 = 3'd2;
    reg  [LANES-1:0]  helper_w;
    reg  [7*LANES-1:0] at_w;

    task fail(input [8*40-1:0] what);
        $fatal(1, "FAIL dispatch_pixels LANES=%0d seed=%0d dispatch %0d: %0s; make bench-dispatch-pixels-l%0d SEED=%0d", LANES, seed, dispatches,
               what, LANES, seed);
    endtask

    task next_dispatch;
        begin
            dispatches = dispatches + 1;
            log2  = 2 + r2[7:0] % ($clog2(LANES) - 1);
            pixel = r2[9:8] != 2'd0;
            bad   = pixel && r2[12:10] == 3'd0;
            calm  = r2[13];
            desc  <= 0;
            desc[`WF_DESC_STAGE]         <= pixel ? `WF_STAGE_PIXEL : `WF_STAGE_COMPUTE;
            desc[`WF_DESC_SHADER_MODEL]  <= 16'h060a;
            desc[`WF_DESC_HAS_NUMTHREADS] <= !pixel || (bad && r2[14]);
            desc[`WF_DESC_GROUPSHARED]   <= (bad && !r2[14]) ? 32'd1 : 32'd0;
            {desc[`WF_DESC_X], desc[`WF_DESC_Y], desc[`WF_DESC_Z]} <= {32'd1, 32'd1, 32'd1};
            desc[`WF_DESC_WAVESIZE_KIND] <= 2'd1;
            desc[`WF_DESC_WAVESIZE_MIN]  <= 32'd1 << log2;
            desc[`WF_DESC_GRID_X]        <= pixel ? {30'd0, prng[1:0]} : 32'd3;     // a pixel dispatch goes by its quads
            desc[`WF_DESC_GRID_Y]        <= 32'd1;
            desc[`WF_DESC_GRID_Z]        <= 32'd1;
            desc_valid <= 1'b1;
            launched = 0;
            ended    = 0;
            want     = pixel ? 0 : 3;
            // quads offered during a dispatch that takes none wait for the next one
            if (left == 0 && !quad_valid) left = r2[17:16] == 2'd0 ? 1 : 1 + r2[27:18] % 120;
        end
    endtask

    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = 150;
        repeat (3) @(posedge clk);
        rst <= 1'b0;
    end

    always @(posedge clk) begin
        roll;
        r2    = xorshift32(prng ^ 32'h5bd1e995);
        cycle = cycle + 1;
        if (!rst) begin
            if (desc_valid && desc_ready) begin
                desc_valid <= 1'b0;
                busy_desc  = 1'b1;
            end
            if (launch_valid && launch_ready) begin
                if (busy[launch_slot]) fail("a slot launched twice");
                if (!busy_desc || bad) fail("a launch from nowhere");
                busy[launch_slot] = 1'b1;
                if (launch[`WF_LAUNCH_GID] !== {64'd0, launched}) fail("group id");
                if (launch[`WF_LAUNCH_WAVE] !== 16'd0 || launch[`WF_LAUNCH_COUNT] !== 16'd1 || launch[`WF_LAUNCH_WAVE_LOG2] !== log2) fail("wave index, count or size");
                if (launch[`WF_LAUNCH_PIXEL] !== pixel) fail("launch_pixel");
                helper_w = {LANES{1'b0}};
                at_w     = {7*LANES{1'b0}};
                n        = put - taken;
                if (n > (1 << log2) / 4) n = (1 << log2) / 4;
                if (pixel) begin
                    if (n == 0) fail("a wave without a quad");
                    for (q = 0; q < n; q = q + 1) begin
                        helper_w[4*q +: 4] = ~list[(taken + q) % DEPTH][31:28];
                        at_w[28*q +: 28]   = list[(taken + q) % DEPTH][27:0];
                    end
                    if (launch_live !== 4 * n) fail("live lanes");
                    if (launch[`WF_LAUNCH_AT] !== at_w) fail("positions");
                    taken       = taken + n;
                    pixel_waves = pixel_waves + 1;
                    if (calm && cycle - last_cycle < best) best = cycle - last_cycle;
                    last_cycle = cycle;
                end else if (launch_live !== 8'd1) fail("live lanes of a compute wave");
                if (launch[`WF_LAUNCH_HELPER] !== helper_w) fail("helper lanes");
                launched = launched + 1;
                checks   = checks + 8;
            end
            if (end_valid) busy[end_slot] = 1'b0;
            if (gdone_valid) ended = ended + 1;
            if (quad_valid && quad_ready) begin
                if (!pixel || bad || !busy_desc) fail("a quad taken outside of its dispatch");
                if (quad_coverage != 4'd0) begin
                    list[put % DEPTH] = {quad_coverage, quad_y, quad_x};
                    put = put + 1;
                end
            end
            if (done_valid && done_ready) begin
                if (!busy_desc) fail("an answer without a dispatch");
                if (bad ? done_code !== `WF_REJECT_PIXEL_GROUP : done_code !== `WF_REJECT_NONE) fail("the code of the answer");
                if (pixel && !bad && (put != taken || left != 0)) fail("an answer before the last quad");
                if (busy != 0 || launched != ended || (!pixel && launched != 3)) fail("an answer too early");
                refused   = refused + bad;
                empty     = empty + (pixel && !bad && launched == 0);
                busy_desc = 1'b0;
                checks    = checks + 1;
            end

            quiet = !busy_desc || (launch_valid && launch_ready) || (quad_valid && quad_ready) || end_valid || done_valid ? 0 : quiet + 1;
            if (quiet > most_quiet) most_quiet = quiet;
            if (quiet > QUIET_IN) fail("nothing happens");

            // drive
            launch_ready <= calm || r2[1:0] != 2'd0;
            done_ready   <= r2[2];
            end_valid    <= 1'b0;
            s = r2[11:4] % WAVES;
            if (busy[s] && !(end_valid && end_slot == s) && (calm || r2[3])) begin
                end_valid <= 1'b1;
                end_slot  <= s;
            end
            if (!quad_valid || quad_ready) begin
                quad_valid <= 1'b0;
                if (left != 0 && (calm || r2[23:22] != 2'd0)) begin
                    quad_valid    <= 1'b1;
                    quad_last     <= left == 1;
                    quad_coverage <= r2[27:24] & {4{prng[1:0] != 2'd1}};
                    quad_x        <= {prng[16:4], 1'b0};
                    quad_y        <= {prng[29:17], 1'b0};
                    left          = left - 1;
                end
            end
            if (!busy_desc && !desc_valid && (calm || prng[1:0] == 2'd0)) begin
                if (dispatches == count) begin
                    if (refused == 0 || empty == 0 || pixel_waves == 0) fail("a case was never met");
                    $display("PASS dispatch_pixels seed=%0d checks=%0d LANES=%0d waves=%0d refused=%0d empty=%0d best=%0d quiet=%0d", seed, checks, LANES,
                             pixel_waves, refused, empty, best, most_quiet);
                    $finish;
                end
                next_dispatch;
            end
        end
    end
    initial #20000000 fail("timeout");
endmodule
`default_nettype wire
