// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_room_tb - a group goes to a core that has room for all of it: one core keeps its waves, the others end theirs at once.
//   Dispatches of groups of 1 to WAVES waves, with and without groupshared memory.  While that core sleeps all groups must begin: those that
//   find no slots there run on the others, and none waits for it.  Then it wakes, and the answer comes.
//   Checks: a group begins with slots for all its waves, and all of them on one core; the sleeping core is filled as
//   far as it has room; every group ends once.  Payload is garbage where valid is 0.
//   Plusargs: +seed=N   Run: make bench-dispatch-room SEED=n
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module wf_dispatch_room_tb;
    parameter integer CORES = 4, WAVES = 16, GROUPS = 8;
    localparam integer LANES = 8, REG_ROWS = 1024, LDS_WORDS = 256, LDS_BANKS = 8, REACH = 4 * CORES * GROUPS;
    localparam integer SLOT_W = $clog2(WAVES), GSLOT_W = $clog2(GROUPS), ID_W = 1;

    reg clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;

    reg                   desc_valid = 1'b0;
    reg  [31:0]           o_waves = 1, o_shared = 0;
    reg  [`WF_DESC_W-1:0] desc;
    always @* begin
        desc = {`WF_DESC_W{1'b0}};
        desc[`WF_DESC_STAGE] = `WF_STAGE_COMPUTE;  desc[`WF_DESC_SHADER_MODEL] = 16'h060a;  desc[`WF_DESC_HAS_NUMTHREADS] = 1'b1;
        desc[`WF_DESC_X] = 4 * o_waves;            desc[`WF_DESC_Y] = 32'd1;                desc[`WF_DESC_Z] = 32'd1;
        desc[`WF_DESC_WAVESIZE_KIND] = 2'd1;       desc[`WF_DESC_WAVESIZE_MIN] = 32'd4;     desc[`WF_DESC_REGISTERS] = 8'd8;
        desc[`WF_DESC_GRID_X] = REACH;             desc[`WF_DESC_GRID_Y] = 32'd1;           desc[`WF_DESC_GRID_Z] = 32'd1;
        desc[`WF_DESC_GROUPSHARED] = o_shared;
    end

    wire                     desc_ready, done_valid;
    wire [7:0]               done_code;
    wire [CORES-1:0]         launch_valid, gdone_valid, clear_valid;
    reg  [CORES-1:0]         end_valid = 0, clear_ready = 0;
    wire [`WF_LAUNCH_W*CORES-1:0] launch;
    reg  [SLOT_W*CORES-1:0]  end_slot = 0;

    reg  [31:0]          garbage = 32'd1;         // payload where valid is 0
    always @(posedge clk) garbage <= {garbage[30:0], ^(garbage & 32'h80200003)};
    wire [`WF_DESC_W-1:0] desc_or_garbage = desc_valid ? desc : {(`WF_DESC_W+31)/32{garbage}};

    `define SIZES .CORES(CORES), .LANES(LANES), .WAVES(WAVES), .GROUPS(GROUPS), .REG_ROWS(REG_ROWS), .LDS_WORDS(LDS_WORDS), .LDS_BANKS(LDS_BANKS)
    wf_dispatch #(`SIZES) u_dut (
        .clk(clk), .rst(rst), .desc_valid(desc_valid), .desc_ready(desc_ready), .desc(desc_or_garbage),
        .done_valid(done_valid), .done_ready(1'b1), .done_id(), .done_code(done_code), .done_ending(), .done_wave_size(), .done_waves(),
        .settle(), .settled(1'b1), .id_busy(), .code_base(), .cancel_valid(1'b0), .cancel_id(garbage[0]), .dead(),
        .launch_valid(launch_valid), .launch_ready({CORES{1'b1}}), .launch(launch), .pixel_open(), .pixel_wave_log2(), .pixel_valid(1'b0),
        .pixel_ready(), .pixel_end(1'b0), .pixel_live(8'd0), .pixel_helper({LANES{1'b0}}), .pixel_at({7*LANES{1'b0}}),
        .end_valid(end_valid), .end_ready(), .end_slot(end_slot), .arrive_valid({CORES{1'b0}}), .arrive_ready(), .arrive_slot({SLOT_W*CORES{garbage[0]}}),
        .release_valid(), .release_slots(), .gdone_valid(gdone_valid), .gdone(),
        .lds_clear_valid(clear_valid), .lds_clear_ready(clear_ready), .lds_clear_base(), .lds_clear_words(),
        .cfg_valid(), .cfg_id(), .cfg_x(), .cfg_y(), .cfg_numwaves(), .grid_size(), .code_words(),
        .stat_launched(), .stat_arrived(), .stat_ended());

    integer    c, i, s, n, cycle = 0, idle = 0, round = 0, sleeper = 0, begun = 0, over = 0, checks = 0;
    reg        asleep = 1'b0;
    `include "wf_random.vh"
    `include "wf_dispatch_free.vh"
    reg        s_busy [0:WAVES*CORES-1];
    integer    home   [0:REACH-1];                   // the core of a group, -1: it has not begun
    integer    resident [0:CORES-1];

    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL wf_dispatch_room seed=%0d CORES=%0d cycle=%0d: %0s; waves %0d, groupshared %0d, core %0d sleeps, %0d groups of %0d begun", seed, CORES,
               cycle, what, o_waves, o_shared, sleeper, begun, REACH);
    endtask

    task next_round;                                 // every core sleeps once under each number of waves
        begin
            if (round == 2 * CORES * WAVES) begin
                $display("PASS wf_dispatch_room seed=%0d checks=%0d CORES=%0d WAVES=%0d cycles=%0d", seed, checks, CORES, WAVES, cycle);
                $finish;
            end
            sleeper = round % CORES;
            asleep  = CORES > 1;
            o_waves  <= 1 + round / 2 / CORES;
            o_shared <= round / CORES % 2 == 0 ? 0 : 4 * (1 + prng[31:8] % (LDS_WORDS / GROUPS / LDS_BANKS * LDS_BANKS));
            desc_valid <= 1'b1;
            begun = 0;
            over  = 0;
            for (i = 0; i < REACH; i = i + 1) home[i] = -1;
            round = round + 1;
        end
    endtask

    task check_launch;
        begin
            idle = 0;
            s = WAVES * c + launch[`WF_LAUNCH_W*c + `WF_LAUNCH_SLOT];
            n = launch[`WF_LAUNCH_W*c + `WF_LAUNCH_GID];
            if (s_busy[s]) fail("a slot that holds a wave");
            if (n >= REACH) fail("a group that is not in the grid");
            if (launch[`WF_LAUNCH_W*c + `WF_LAUNCH_WAVE] == 16'd0) begin
                if (home[n] >= 0) fail("a group began twice");
                home[n] = c;
                begun = begun + 1;
                resident[c] = resident[c] + 1;
                n = 0;
                for (i = WAVES * c; i < WAVES * c + WAVES; i = i + 1) n = n + s_busy[i];
                if (n + o_waves > WAVES) fail("no slots for the whole group");
            end else if (home[n] != c) fail("a group on two cores");
            s_busy[s] = 1'b1;
            checks = checks + 1;
        end
    endtask

    task wake;
        begin
            n = WAVES / o_waves < GROUPS ? WAVES / o_waves : GROUPS;
            if (resident[sleeper] != n) fail("the sleeping core is not filled");
            asleep = 1'b0;
        end
    endtask

    always @(posedge clk) begin
        cycle = cycle + 1;
        idle  = idle + 1;
        roll;
        if (!rst) begin
            if (desc_valid && desc_ready) desc_valid <= 1'b0;
            for (c = 0; c < CORES; c = c + 1) begin
                if (launch_valid[c]) check_launch;
                if (gdone_valid[c]) begin
                    over = over + 1;
                    resident[c] = resident[c] - 1;
                end
                clear_ready[c] <= prng[(c+3) % 32];
                end_valid[c]   <= 1'b0;
                end_slot[SLOT_W*c +: SLOT_W] <= garbage >> c;
                if (!(asleep && c == sleeper)) begin
                    s = -1;
                    for (i = WAVES * c; i < WAVES * c + WAVES; i = i + 1) if (s_busy[i]) s = i;
                    if (s >= 0) begin
                        end_valid[c] <= 1'b1;
                        end_slot[SLOT_W*c +: SLOT_W] <= s - WAVES * c;
                        s_busy[s] = 1'b0;
                    end
                end
            end
            if (idle > 200) fail("a group waits for a core while others have room");
            if (asleep && begun == REACH && idle > 40) wake;
            if (done_valid) begin
                if (done_code != `WF_REJECT_NONE || begun != REACH || over != REACH || asleep) fail("an answer before all groups were over");
                idle = 0;
                next_round;
            end
        end
    end

    initial begin
        start_random;
        for (i = 0; i < WAVES * CORES; i = i + 1) s_busy[i] = 1'b0;
        for (i = 0; i < CORES; i = i + 1) resident[i] = 0;
        repeat (3) @(posedge clk);
        rst <= 1'b0;
        next_round;
    end
endmodule
`default_nettype wire
