// SPDX-License-Identifier: Apache-2.0
// wf_cycles_tb - the clock that shaders read: 0 after a reset, one more in every cycle, through the carry of its words.
//   Runs begin where a word is about to carry: 2^32, 2^33 and 2^64 less some cycles.  The expected value is that number
//   and the cycles since, as a sum of two 32-bit words.  Plusargs: +seed=N  +runs=N
//
//   Build and run, Verilator and Icarus: make bench-cycles, make icarus-cycles SEED=7
`timescale 1ns/1ps
`default_nettype none

module wf_cycles_tb;
    reg clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;
    integer    checks = 0, carries = 0, resets = 0, runs = 200, run, left;
    reg [31:0] draw, low, high;
    wire [63:0] cycles;

    `include "wf_random.vh"

    wf_cycles u_dut (.clk(clk), .rst(rst), .cycles(cycles));

    task fail(input [8*24-1:0] what, input [63:0] got, input [63:0] want);
        $fatal(1, "FAIL wf_cycles seed=%0d run=%0d: %0s got=%h want=%h", seed, run, what, got, want);
    endtask
    task check(input [8*24-1:0] what);
        begin
            if (cycles !== {high, low}) fail(what, cycles, {high, low});
            checks = checks + 1;
        end
    endtask
    // A cycle later.
    task step;
        begin
            @(negedge clk);
            if (low == 32'hffffffff) begin
                high    = high + 32'd1;
                carries = carries + 1;
            end
            low = low + 32'd1;
        end
    endtask

    initial begin
        start_random;
        if (!$value$plusargs("runs=%d", runs)) runs = 200;
        draw = seeded(seed);
        for (run = 0; run < runs; run = run + 1) begin
            // a reset of a few cycles, whatever was counted
            rst = 1'b1;
            draw = xorshift32(draw);
            repeat (1 + draw[1:0]) begin
                @(negedge clk);
                low = 32'd0; high = 32'd0;
                check("in reset");
            end
            rst    = 1'b0;
            resets = resets + 1;
            repeat (draw[6:2]) begin
                step;
                check("after a reset");
            end
            // near a carry
            draw = xorshift32(draw);
            low  = 32'd0 - {27'd0, draw[4:0]};
            high = draw[6:5] == 2'd0 ? 32'd0 : draw[6:5] == 2'd1 ? 32'd1 : draw[6:5] == 2'd2 ? 32'hffffffff : draw;
            u_dut.cycles = {high, low};
            left = 8 + draw[13:8];
            while (left > 0) begin
                step;
                check("near a carry");
                left = left - 1;
            end
        end
        if (carries < runs / 2) fail("few carries", carries, runs / 2);
        $display("PASS wf_cycles seed=%0d checks=%0d carries=%0d resets=%0d", seed, checks, carries, resets);
        $finish;
    end
endmodule
`default_nettype wire
