// SPDX-License-Identifier: Apache-2.0
// wf_memory_cores_tb - the memory path of several cores: each works on lines of its own, all on counters that they share, and they send each
//   other messages, data before number, read number before data with an invalidate between.
//   Plusargs: +seed=N    Parameters: CORES (up to 4) LANES L1_LINES COUNT (instructions per core)
//
//   Build and run, Verilator and Icarus: make bench-memory-cores, make icarus-memory-cores SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_line.vh"
`include "wf_record.vh"

module wf_memory_cores_tb;
    parameter integer CORES = 4, LANES = 8, L1_LINES = 16, COUNT = 2000;
    localparam integer TAG_W = 5, LINES_W = 5, LTAG_W = 1 + (CORES > 1 ? $clog2(CORES) : 0) + 1 + LINES_W;
    localparam integer AREA_W = 6;
    localparam ATOMICS = 1'b0;

    reg                         clk = 1'b0, rst = 1'b1;
    wire [CORES-1:0]            invalidate, settled, stat_hit, stat_joined, stat_missed, mreq_valid, mreq_ready, mrsp_valid, mrsp_ready;
    wire                        busy;
    wire [`WF_MREQ_W*CORES-1:0] mreq;
    wire [`WF_MRSP_W*CORES-1:0] mrsp;
    integer cycle = 0;
    `include "wf_lds_operate.vh"
    `include "wf_memory_random.vh"
    `include "wf_memory_lines.vh"

    wf_memory #(.CORES(CORES), .LANES(LANES), .TAG_W(TAG_W), .ENTRY_W(4), .OPERAND_W(2), .LINES_W(LINES_W), .L1_LINES(L1_LINES), .SLOT_W(2)) u_dut (
        .clk(clk), .rst(rst), .invalidate(invalidate), .settled(settled), .busy(busy), .mark(1'b0), .marked(), .stat_hit(stat_hit), .stat_joined(stat_joined),
        .stat_missed(stat_missed), .mreq_valid(mreq_valid), .mreq_ready(mreq_ready), .mreq(mreq), .mrsp_valid(mrsp_valid), .mrsp_ready(mrsp_ready), .mrsp(mrsp),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(lreq),
        .lrsp_valid(lrsp_valid), .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag), .lrsp(lrsp));

    always #5 clk = !clk;

    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL memory-cores seed=%0d CORES=%0d: %0s; cycle %0d; reproduce: +seed=%0d", seed, CORES, what, cycle, seed);
    endtask

    wire [CORES-1:0] done;
    genvar c;
    generate
        for (c = 0; c < CORES; c = c + 1) begin : g_core
            wf_memory_user #(.CORE(c), .LANES(LANES), .TAG_W(TAG_W), .COUNT(COUNT)) u_user (
                .clk(clk), .rst(rst), .mreq_valid(mreq_valid[c]), .mreq_ready(mreq_ready[c]),
                .mreq(mreq[`WF_MREQ_W*c +: `WF_MREQ_W]), .mrsp_valid(mrsp_valid[c]), .mrsp_ready(mrsp_ready[c]), .mrsp(mrsp[`WF_MRSP_W*c +: `WF_MRSP_W]),
                .invalidate(invalidate[c]));
            assign done[c] = u_user.done;
        end
    endgenerate

    // Sums over the cores, when all are done.
    localparam integer WIDE = 16 * (8 * 4 + 2 + 8);          // as in wf_memory_user
    localparam [63:0] WIDE_STEP = 64'h4000_0001;
    integer    increments = 0, messages = 0, checks = 0, wrong = 0, i, w;
    integer    wide_increments = 0;
    reg [63:0] old_sum = 0, want_sum = 0, wide_sum = 0, wide = 0, wide_count = 0;
    reg        collect = 1'b0;
    generate
        for (c = 0; c < CORES; c = c + 1) begin : g_sum
            integer own;
            always @(posedge collect) begin
                increments = increments + g_core[c].u_user.increments;
                old_sum    = old_sum + g_core[c].u_user.old_sum;
                wide_increments = wide_increments + g_core[c].u_user.wide_increments;
                wide_sum   = wide_sum + g_core[c].u_user.wide_sum;
                messages   = messages + g_core[c].u_user.read_messages;
                checks     = checks + g_core[c].u_user.checks;
                for (own = 128 * c; own < 128 * (c + 1); own = own + 1)
                    if (store[own] !== g_core[c].u_user.memory[own]) wrong = wrong + 1;
            end
        end
    endgenerate

    // The counters: as many as were added; and what was read before each increment adds up to 0 + 1 + .. + (n - 1) for each.
    integer total = 0;
    always @(negedge collect) if (cycle > 10) begin
        for (w = 0; w < 32; w = w + 1) begin
            total = total + store[512+w];
            want_sum = want_sum + {32'd0, store[512+w]} * (store[512+w] - 1) / 2;
        end
        for (w = 0; w < 16; w = w + 2) begin     // of 64 bits: increments of WIDE_STEP
            wide       = {store[WIDE+w+1], store[WIDE+w]};
            wide_count = wide_count + wide / WIDE_STEP;
            wide_sum   = wide_sum - WIDE_STEP * ((wide / WIDE_STEP) * (wide / WIDE_STEP - 1) / 2);
            if (wide % WIDE_STEP != 0) fail("a shared counter of 64 bits that is no multiple of its increment");
        end
        if (wide_count != wide_increments || wide_sum != 0 || wide_increments < COUNT / 16) fail("shared counters of 64 bits");
        if (wrong != 0) fail("words of a core");
        if (total != increments) fail("a shared counter");
        if (old_sum != want_sum) fail("old values of a shared counter");
        if (checks < COUNT || increments < COUNT / 8 || (CORES > 1 && messages < COUNT / 300)) fail("too little checked");
        $display("PASS memory-cores seed=%0d checks=%0d CORES=%0d increments=%0d messages=%0d cycles=%0d", seed, checks, CORES, increments, messages,
                 cycle);
        $finish;
    end

    // A core that asks waits for one line of each other core at most.
    integer passed [0:CORES-1];
    task check_turns;
        for (i = 0; i < CORES; i = i + 1) begin
            if (u_dut.c_valid[i] && !u_dut.c_ready[i] && u_dut.c_ready != 0) passed[i] = passed[i] + 1;
            if (u_dut.c_valid[i] && u_dut.c_ready[i]) passed[i] = 0;
            if (passed[i] >= CORES) fail("a core waits for more than one line of another");
        end
    endtask

    always @(posedge clk) begin
        if (!rst) begin
            check_turns;
            if (cycle % 1024 == 5) any_mood(80);
            serve_lines;
        end
        rst <= cycle < 4;
        collect <= &done && !busy && !rst && !collect && cycle > 10;
        if (cycle > 200 * COUNT + 20000) fail("it does not end");
        cycle = cycle + 1;
    end

    initial begin
        start_random;
        for (i = 0; i < CORES; i = i + 1) passed[i] = 0;
        clear_memory;
        near_places;
        for (w = 0; w < 16 * AREA; w = w + 1) store[w] = 0;
    end
endmodule
`default_nettype wire
