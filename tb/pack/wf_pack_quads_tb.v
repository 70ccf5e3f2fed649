// SPDX-License-Identifier: Apache-2.0
// wf_pack_quads_tb - random quads and flushes against a list of quads: order kept, none split, lost or doubled, helpers marked.
//   Plusargs: +seed=N; +effort=N (default 1: 20 runs of 1000 cycles, each with one wave size)
//   Build and run, Verilator and Icarus: make bench-quads-l32, make icarus-quads-l8 SEED=7
`timescale 1ns/1ps
`default_nettype none

module wf_pack_quads_tb;
    parameter integer LANES = 32;
    localparam integer QUAD_W = 20;
    localparam integer QUADS  = LANES / 4;

    reg                     clk = 1'b0, rst = 1'b1;
    reg  [2:0]              wave_log2 = 3'd2;
    reg                     quad_valid = 1'b0, flush_valid = 1'b0, out_ready = 1'b0;
    wire                    quad_ready, flush_ready, out_valid;
    reg  [3:0]              quad_coverage = 4'd0;
    reg  [QUAD_W-1:0]       quad_payload = 0;
    wire [LANES-1:0]        out_live, out_helper;
    wire [QUAD_W*QUADS-1:0] out_payload;

    wf_pack_quads #(.LANES(LANES), .QUAD_W(QUAD_W)) u_dut (
        .clk(clk), .rst(rst), .wave_log2(wave_log2), .quad_valid(quad_valid), .quad_ready(quad_ready),
        .quad_coverage(quad_coverage), .quad_payload(quad_payload), .flush_valid(flush_valid), .flush_ready(flush_ready),
        .out_valid(out_valid), .out_ready(out_ready), .out_live(out_live), .out_helper(out_helper), .out_payload(out_payload));

    always #5 clk = !clk;

    `include "wf_random.vh"

    // what went in, in order; `cut` ends are wave ends: full or flushed
    reg [3:0]        list_c [0:4095];
    reg [QUAD_W-1:0] list_p [0:4095];
    integer          wave_n [0:4095];        // quads of each expected wave
    integer          put = 0, taken = 0, filling = 0, waves_in = 0, waves_out = 0;
    integer          effort, checks = 0, cycle = 0, runs = 0, full = 0, flushed = 0, empty_flush = 0, dropped = 0, q, p, n;
    integer          sparse;                 // how rarely a flush comes in this run
    reg              smooth = 1'b0, draining = 1'b0, was_stalled = 1'b0;
    reg [LANES-1:0]  live_w, helper_w, held_live;

    task finish_wave;
        begin
            if (filling != 0) begin
                wave_n[waves_in % 4096] = filling;
                waves_in = waves_in + 1;
                filling  = 0;
            end
        end
    endtask

    always @(posedge clk) begin
        roll;
        cycle = cycle + 1;
        if (!rst) begin
            // out first: a wave leaves at the earliest in the cycle after it was completed
            if (was_stalled && (!out_valid || held_live !== out_live))
                $fatal(1, "FAIL wf_pack_quads LANES=%0d seed=%0d: wave changed while stalled", LANES, seed);
            if (out_valid && waves_out == waves_in)
                $fatal(1, "FAIL wf_pack_quads LANES=%0d seed=%0d: wave from nowhere", LANES, seed);
            // one wave may wait in the output register; every other completed one has left
            if (waves_in - waves_out > 1 || (waves_in - waves_out == 1 && !out_valid))
                $fatal(1, "FAIL wf_pack_quads LANES=%0d seed=%0d: wave late", LANES, seed);
            if (out_valid && out_ready) begin
                n = wave_n[waves_out % 4096];
                live_w   = {LANES{1'b0}};
                helper_w = {LANES{1'b0}};
                for (q = 0; q < n; q = q + 1) begin
                    for (p = 0; p < 4; p = p + 1) begin
                        live_w[4*q + p]   = 1'b1;
                        helper_w[4*q + p] = !list_c[(taken + q) % 4096][p];
                    end
                    if (out_payload[QUAD_W*q +: QUAD_W] !== list_p[(taken + q) % 4096])
                        $fatal(1, "FAIL wf_pack_quads LANES=%0d seed=%0d: payload of quad %0d", LANES, seed, q);
                end
                if (out_live !== live_w || out_helper !== helper_w)
                    $fatal(1, "FAIL wf_pack_quads LANES=%0d seed=%0d: S=%0d live %b, expected %b; helper %b, expected %b", LANES, seed,
                           1 << wave_log2, out_live, live_w, out_helper, helper_w);
                taken     = taken + n;
                waves_out = waves_out + 1;
                checks    = checks + n;
                if (4 * n == (1 << wave_log2)) full = full + 1; else flushed = flushed + 1;
            end
            was_stalled = out_valid && !out_ready;
            held_live   = out_live;

            if (smooth && !was_stalled && quad_valid && !quad_ready)
                $fatal(1, "FAIL wf_pack_quads LANES=%0d seed=%0d: quad refused without a stall", LANES, seed);
            if (quad_valid && !quad_ready && !flush_valid && (quad_coverage == 4'd0 || 4 * (filling + 1) < (1 << wave_log2)))
                $fatal(1, "FAIL wf_pack_quads LANES=%0d seed=%0d: a quad that completes no wave waits", LANES, seed);
            if (quad_valid && quad_ready) begin
                if (quad_coverage == 4'd0) dropped = dropped + 1;
                else begin
                    list_c[put % 4096] = quad_coverage;
                    list_p[put % 4096] = quad_payload;
                    put     = put + 1;
                    filling = filling + 1;
                    if (4 * filling == (1 << wave_log2)) finish_wave;
                end
            end
            if (flush_valid && flush_ready) begin
                if (filling == 0) empty_flush = empty_flush + 1;
                finish_wave;
            end

            // drive
            out_ready <= smooth || prng[1:0] != 2'd0;
            if (!quad_valid || quad_ready) begin
                quad_valid    <= !draining && (smooth || prng[3:2] != 2'd0);
                quad_coverage <= prng[7:4];
                quad_payload  <= prng[31:12];
            end
            if (!flush_valid || flush_ready)
                flush_valid <= draining ? filling != 0 && !quad_valid : prng[15:8] % sparse == 0;
        end
    end

    initial begin
        start_random;
        if (!$value$plusargs("effort=%d", effort)) effort = 1;
        sparse = 7;
        repeat (3) @(posedge clk);
        rst <= 1'b0;
        while (runs < 20 * effort) begin
            smooth   = runs % 3 == 0;
            sparse   = runs % 4 == 0 ? 255 : 2 + runs % 13;
            draining = 1'b0;
            repeat (1000) @(posedge clk);
            draining = 1'b1;                 // empty it, then another wave size
            repeat (20) @(posedge clk);
            while (filling != 0 || waves_in != waves_out || flush_valid) @(posedge clk);
            repeat (3) @(posedge clk);
            runs = runs + 1;
            wave_log2 <= 2 + runs % ($clog2(LANES) - 1);
            repeat (2) @(posedge clk);
        end
        if (put != taken || checks == 0 || full == 0 || empty_flush == 0 || dropped == 0 || (flushed == 0 && LANES > 4))
            $fatal(1, "FAIL wf_pack_quads LANES=%0d seed=%0d: %0d quads in, %0d out", LANES, seed, put, taken);
        $display("PASS wf_pack_quads seed=%0d checks=%0d LANES=%0d full=%0d flushed=%0d empty_flushes=%0d dropped=%0d", seed, checks,
                 LANES, full, flushed, empty_flush, dropped);
        $finish;
    end
    initial #20000000 $fatal(1, "FAIL wf_pack_quads LANES=%0d seed=%0d: timeout", LANES, seed);
endmodule
`default_nettype wire
