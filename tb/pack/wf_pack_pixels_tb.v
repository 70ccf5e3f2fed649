// SPDX-License-Identifier: Apache-2.0
// wf_pack_pixels_tb - dispatches of random quads, closed by a last one: every wave as in a list, then exactly one end.
//   Dispatches follow at once or after a pause, are empty, end in an uncovered quad or in one that fills a wave.
//   Plusargs: +seed=N; +count=N dispatches (default 600)   Run: make bench-pixels-l32 SEED=n
`timescale 1ns/1ps
`default_nettype none

module wf_pack_pixels_tb;
    parameter integer LANES = 32;
    localparam integer QUADS = LANES / 4, DEPTH = 4096;

    reg               clk = 1'b0, rst = 1'b1, open = 1'b0;
    reg  [2:0]        wave_log2 = 3'd2;
    reg               quad_valid = 1'b0, quad_last = 1'b0, wave_ready = 1'b0;
    reg  [3:0]        quad_coverage = 4'd0;
    reg  [13:0]       quad_x = 14'd0, quad_y = 14'd0;
    wire              quad_ready, wave_valid, wave_end;
    wire [7:0]        wave_live;
    wire [LANES-1:0]  wave_helper;
    wire [7*LANES-1:0] wave_at;

    wf_pack_pixels #(.LANES(LANES)) u_dut (
        .clk(clk), .rst(rst), .open(open), .wave_log2(wave_log2),
        .quad_valid(quad_valid), .quad_ready(quad_ready), .quad_last(quad_last), .quad_coverage(quad_coverage), .quad_x(quad_x),
        .quad_y(quad_y),
        .wave_valid(wave_valid), .wave_ready(wave_ready), .wave_end(wave_end), .wave_live(wave_live), .wave_helper(wave_helper),
        .wave_at(wave_at));

    always #5 clk = !clk;

    `include "wf_random.vh"

    // covered quads taken and not yet seen in a wave
    reg  [31:0]       list [0:DEPTH-1];      // {coverage, y, x}
    integer           put = 0, taken = 0;
    integer           count, dispatches = 0, checks = 0, waves = 0, partial = 0, empty = 0, uncovered_last = 0, filled_last = 0;
    integer           left = 0, n, q, calm = 0;
    reg               closed = 1'b0;         // the last quad was taken
    reg  [31:0]       r2;
    reg               was_stalled = 1'b0;
    reg  [8+8*LANES:0] held, now;
    reg  [LANES-1:0]  helper_w;
    reg  [7*LANES-1:0] at_w;

    task fail(input [8*40-1:0] what);
        $fatal(1, "FAIL pack_pixels LANES=%0d seed=%0d dispatch %0d: %0s; make bench-pixels-l%0d SEED=%0d", LANES, seed, dispatches, what,
               LANES, seed);
    endtask

    // what must be in the wave on offer
    task check_wave;
        begin
            n = put - taken;
            if (n > (1 << wave_log2) / 4) n = (1 << wave_log2) / 4;
            if (n == 0) fail("a wave without a quad");
            if (n < (1 << wave_log2) / 4 && !closed) fail("a partial wave before the last quad");
            helper_w = {LANES{1'b0}};
            at_w     = {7*LANES{1'b0}};
            for (q = 0; q < n; q = q + 1) begin
                helper_w[4*q +: 4] = ~list[(taken + q) % DEPTH][31:28];
                at_w[28*q +: 28]   = list[(taken + q) % DEPTH][27:0];
            end
            if (wave_live !== 4 * n) fail("live lanes");
            if (wave_helper !== helper_w) fail("helper lanes");
            if (wave_at !== at_w) fail("positions");
            taken   = taken + n;
            waves   = waves + 1;
            checks  = checks + 3 * n;
            partial = partial + (n < (1 << wave_log2) / 4);
        end
    endtask

    task draw_quads;                         // how many the next dispatch has
        left = r2[9:8] == 2'd0 ? 1 : r2[9:8] == 2'd1 ? 1 + r2[19:10] % 5 : 1 + r2[19:10] % 90;
    endtask

    task next_dispatch;
        begin
            dispatches = dispatches + 1;
            wave_log2  <= 2 + r2[7:0] % ($clog2(LANES) - 1);
            calm       = dispatches % 4 == 0;
            if (left == 0 && !quad_valid) draw_quads;
            open       <= 1'b1;
            closed     = 1'b0;
        end
    endtask

    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = 600;
        repeat (3) @(posedge clk);
        rst <= 1'b0;
    end

    always @(posedge clk) begin
        roll;
        r2   = xorshift32(prng ^ 32'h5bd1e995);
        if (!rst) begin
            now = {wave_end, wave_live, wave_helper, wave_at};
            if (was_stalled && (!wave_valid || now !== held)) fail("the wave changed while it waited");
            if (quad_ready && !open) fail("a quad taken without a dispatch");
            if (wave_valid && !open) fail("a wave without a dispatch");
            if (calm != 0 && open && !closed && quad_valid && !quad_ready && !was_stalled) fail("a quad refused without a stall");
            was_stalled = wave_valid && !wave_ready;
            held        = now;

            // waves first: one leaves at the earliest in the cycle after its last quad
            if (wave_valid && wave_ready) begin
                if (!wave_end) check_wave;
                else begin
                    if (!closed) fail("an end before the last quad");
                    if (put != taken) fail("an end with quads left");
                    checks = checks + 1;
                    open   <= 1'b0;
                    closed = 1'b0;
                end
            end
            if (quad_valid && quad_ready) begin
                if (closed) fail("a quad behind the last one");
                if (quad_coverage != 4'd0) begin
                    list[put % DEPTH] = {quad_coverage, quad_y, quad_x};
                    put = put + 1;
                end
                if (quad_last) begin
                    if (r2[30] && dispatches != count) draw_quads;      // the next ones wait while this dispatch ends
                    closed         = 1'b1;
                    empty          = empty + (put == taken);
                    uncovered_last = uncovered_last + (quad_coverage == 4'd0);
                    filled_last    = filled_last + (put != taken && (put - taken) * 4 % (1 << wave_log2) == 0);
                end
            end

            // drive
            wave_ready <= calm != 0 || r2[21:20] != 2'd0;
            if (!quad_valid || quad_ready) begin
                quad_valid    <= left != 0 && (calm != 0 || r2[23:22] != 2'd0);
                quad_coverage <= r2[27:24] & {4{prng[3:0] != 4'd1}};
                quad_x        <= {prng[16:4], 1'b0};
                quad_y        <= {prng[29:17], 1'b0};
                if (left != 0 && (calm != 0 || r2[23:22] != 2'd0)) begin
                    quad_last <= left == 1;
                    left      = left - 1;
                end else
                    quad_last <= prng[2];            // without a quad it says nothing
            end
            if (!open && !closed && prng[1:0] != 2'd0) begin
                if (dispatches == count) begin
                    if (put != taken || partial == 0 && LANES > 4 || empty == 0 || uncovered_last == 0 || filled_last == 0 || waves == 0)
                        fail("a case was never met");
                    $display("PASS pack_pixels seed=%0d checks=%0d LANES=%0d waves=%0d partial=%0d empty=%0d uncovered_last=%0d filled_last=%0d",
                             seed, checks, LANES, waves, partial, empty, uncovered_last, filled_last);
                    $finish;
                end
                next_dispatch;
            end
        end
    end
    initial #50000000 fail("timeout");
endmodule
`default_nettype wire
