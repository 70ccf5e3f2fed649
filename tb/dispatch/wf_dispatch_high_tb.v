// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_high_tb - a large group of high priority between small ones of low priority, which fill a core and end at random.
//   While it is the candidate nothing is placed or kept for the small ones.  What they give back comes together, and it
//   begins after few of them; PASSES is so large that it does not help.  Checks: groups of low priority before one of
//   high priority, 60 at most in the mean (5 to 11, by seed); each group begins once, in a free slot.
//   Plusargs: +seed=N  +count=N (dispatches of high priority)   Run: make bench-dispatch-high SEED=n
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module wf_dispatch_high_tb;
    parameter integer CORES = 1, WAVES = 16, GROUPS = 16;
    localparam integer LANES = 8, REG_ROWS = 1024, DISPATCHES = 2, PASSES = 255, LOW = 4000;
    localparam integer SLOT_W = $clog2(WAVES), GSLOT_W = $clog2(GROUPS), ID_W = 1;

    reg clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;

    reg                   desc_valid = 1'b0, o_high = 1'b0;
    reg  [31:0]           o_waves = 1, garbage = 32'd1;
    reg  [`WF_DESC_W-1:0] desc;
    always @* begin
        desc = {(`WF_DESC_W + 31) / 32{garbage}};
        if (desc_valid) begin
            desc = {`WF_DESC_W{1'b0}};
            desc[`WF_DESC_ID] = o_high;                desc[`WF_DESC_HIGH] = o_high;
            desc[`WF_DESC_STAGE] = `WF_STAGE_COMPUTE;  desc[`WF_DESC_SHADER_MODEL] = 16'h060a;  desc[`WF_DESC_HAS_NUMTHREADS] = 1'b1;
            desc[`WF_DESC_X] = 4 * o_waves;            desc[`WF_DESC_Y] = 32'd1;                desc[`WF_DESC_Z] = 32'd1;
            desc[`WF_DESC_WAVESIZE_KIND] = 2'd1;       desc[`WF_DESC_WAVESIZE_MIN] = 32'd4;     desc[`WF_DESC_REGISTERS] = 8'd64;
            desc[`WF_DESC_GRID_X] = o_high ? 1 : LOW;  desc[`WF_DESC_GRID_Y] = 32'd1;           desc[`WF_DESC_GRID_Z] = 32'd1;
        end
    end

    wire                     desc_ready, done_valid, done_id;
    wire [CORES-1:0]         launch_valid;
    reg  [CORES-1:0]         end_valid = 0;
    wire [`WF_LAUNCH_W*CORES-1:0] launch;
    reg  [SLOT_W*CORES-1:0]  end_slot = 0;
    wf_dispatch #(.CORES(CORES), .LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REG_ROWS(REG_ROWS), .LDS_WORDS(256), .LDS_BANKS(8),
                  .DISPATCHES(DISPATCHES), .PASSES(PASSES)) u_dut (
        .clk(clk), .rst(rst), .desc_valid(desc_valid), .desc_ready(desc_ready), .desc(desc),
        .done_valid(done_valid), .done_ready(1'b1), .done_id(done_id), .done_code(), .done_ending(), .done_wave_size(), .done_waves(),
        .settle(), .settled(1'b1), .performed(), .id_busy(), .code_base(), .cancel_valid(1'b0), .cancel_id(garbage[0]), .dead(),
        .launch_valid(launch_valid), .launch_ready({CORES{1'b1}}), .launch(launch), .pixel_open(), .pixel_wave_log2(), .pixel_valid(1'b0),
        .pixel_ready(), .pixel_end(1'b0), .pixel_live(8'd0), .pixel_helper({LANES{1'b0}}), .pixel_at({7*LANES{1'b0}}),
        .end_valid(end_valid), .end_ready(), .end_slot(end_slot), .arrive_valid({CORES{1'b0}}), .arrive_ready(), .arrive_slot({SLOT_W*CORES{garbage[0]}}),
        .release_valid(), .release_slots(), .gdone_valid(), .gdone(), .lds_clear_valid(), .lds_clear_ready({CORES{1'b1}}), .lds_clear_base(),
        .lds_clear_words(), .cfg_valid(), .cfg_id(), .cfg_x(), .cfg_y(), .cfg_numwaves(), .grid_size(), .code_words(),
        .stat_launched(), .stat_arrived(), .stat_ended());

    integer c, i, s, count, cycle = 0, high_at = 0, passed = 0, most = 0, total = 0, checks = 0, done = 0, wait_for = 0, rate = 2, lows = 0, idle = 0;
    reg     low_on = 1'b0, high_on = 1'b0, high_begun = 1'b0;
    reg     s_busy [0:WAVES*CORES-1];
    `include "wf_random.vh"
    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL wf_dispatch_high seed=%0d cycle=%0d: %0s; %0d waves, %0d groups of low priority before it, %0d begun", seed, cycle, what, o_waves, passed, lows);
    endtask

    task check_launch;
        begin
            s = WAVES * c + launch[`WF_LAUNCH_W*c + `WF_LAUNCH_SLOT];
            if (s_busy[s]) fail("a slot that holds a wave");
            s_busy[s] = 1'b1;
            idle   = 0;
            checks = checks + 1;
            if (launch[`WF_LAUNCH_W*c + `WF_LAUNCH_WAVE] == 16'd0) begin
                if (launch[`WF_LAUNCH_W*c + `WF_LAUNCH_ID] == 1'b0) begin
                    if (launch[`WF_LAUNCH_W*c + `WF_LAUNCH_GID] !== lows) fail("not the next group");
                    lows = lows + 1;
                    if (high_on && !high_begun && cycle > high_at + 20) passed = passed + 1;
                end else begin
                    if (!high_on || high_begun) fail("a group that is not in the grid");
                    high_begun = 1'b1;
                    total = total + passed;
                    if (passed > most) most = passed;
                end
            end
        end
    endtask

    always @(posedge clk) begin
        cycle = cycle + 1;
        idle  = idle + 1;
        roll;
        garbage <= prng ^ 32'h5bd1e995;
        if (!rst) begin
            if (idle > 2000) fail("nothing happens any more");
            for (c = 0; c < CORES; c = c + 1) begin
                if (launch_valid[c]) check_launch;
                end_valid[c] <= 1'b0;
                end_slot[SLOT_W*c +: SLOT_W] <= garbage >> c;
                s = WAVES * c + prng[7:0] % WAVES;
                if (s_busy[s] && prng[31:8] % rate == 0) begin
                    end_valid[c] <= 1'b1;
                    end_slot[SLOT_W*c +: SLOT_W] <= s - WAVES * c;
                    s_busy[s] = 1'b0;
                end
            end
            if (done_valid && done_id == 1'b0) begin
                if (lows != LOW) fail("an answer before all groups began");
                low_on = 1'b0;
            end
            if (done_valid && done_id == 1'b1) begin
                if (!high_begun) fail("an answer before its group began");
                high_on  = 1'b0;
                wait_for = 100 + prng[6:0];
                done     = done + 1;
            end
            if (wait_for != 0) wait_for = wait_for - 1;
            if (desc_valid && desc_ready) begin
                desc_valid <= 1'b0;
                if (o_high) begin high_on = 1'b1; high_begun = 1'b0; high_at = cycle; passed = 0; end
                else begin low_on = 1'b1; lows = 0; wait_for = 100; end
            end else if (!desc_valid && (!low_on || (!high_on && wait_for == 0 && lows > 2 * GROUPS && lows < LOW - 600))) begin
                desc_valid <= 1'b1;
                o_high     <= low_on;
                o_waves    <= low_on ? 4 + prng[10:9] : 1;
                rate       = 1 + prng[12:11];
            end
            if (done == count) begin
                if (total > 60 * done) fail("many groups of low priority before one of high priority");
                $display("PASS wf_dispatch_high seed=%0d checks=%0d dispatches=%0d cycles=%0d groups before one: %0d, %0d at most", seed, checks, done, cycle,
                         total / done, most);
                $finish;
            end
        end
    end

    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = 200;
        for (i = 0; i < WAVES * CORES; i = i + 1) s_busy[i] = 1'b0;
        repeat (3) @(posedge clk);
        rst <= 1'b0;
    end
endmodule
`default_nettype wire
