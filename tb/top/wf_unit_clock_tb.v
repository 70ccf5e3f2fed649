// SPDX-License-Identifier: Apache-2.0
// wf_unit_clock_tb - the clock of a unit has an edge exactly where it has to: in reset, while something is offered, cannot be taken or is
//   inside, while there is other work, and three cycles longer.  Random requests and answers, with pauses in which it
//   has to stop; a reset of one cycle forgets what is inside.
//   Plusargs: +seed=N  +runs=N (cycles)
//
//   Build and run: make bench-unit-clock SEED=7 (Icarus has no gated clocks)
`timescale 1ns/1ps
`default_nettype none

module wf_unit_clock_tb;
    localparam integer COUNT_W = 3, MOST = 7, LONGER = 3;

    reg  clk = 1'b0, rst = 1'b1, other = 1'b0, req_valid = 1'b0, req_ready = 1'b1, rsp_valid = 1'b0, rsp_ready = 1'b0;
    wire unit_clk;
    always #5 clk = !clk;
    wf_unit_clock #(.COUNT_W(COUNT_W)) u_dut (
        .clk(clk), .rst(rst), .other(other), .req_valid(req_valid), .req_ready(req_ready), .rsp_valid(rsp_valid), .rsp_ready(rsp_ready),
        .unit_clk(unit_clk));

    `include "wf_random.vh"
    integer edges = 0, seen = 0, held = 0, since = 0, runs, cycle, pause = 0, stops = 0, lone = 0;
    reg     busy, runs_now;
    always @(posedge unit_clk) edges = edges + 1;

    initial begin
        start_random;
        if (!$value$plusargs("runs=%d", runs)) runs = 100000;
        @(negedge clk);
        seen = edges;
        for (cycle = 0; cycle < runs; cycle = cycle + 1) begin
            roll;
            pause     = pause != 0 ? pause - 1 : prng[31:28] == 0 ? prng[27:24] : 0;
            rst       = cycle == 0 || prng[23:15] == 0;
            other     = pause == 0 && prng[1:0] == 0;
            req_ready = pause != 0 || prng[2] || held == MOST;
            req_valid = pause == 0 && prng[4:3] == 0 && held != MOST;
            rsp_valid = held != 0 && prng[6:5] == 0;
            rsp_ready = prng[7];
            busy      = other || req_valid || !req_ready || held != 0;
            runs_now  = rst || busy || since < LONGER;
            @(posedge clk);
            @(negedge clk);
            if (edges - seen !== (runs_now ? 1 : 0))
                $fatal(1, "FAIL wf_unit_clock seed=%0d cycle=%0d: %0d edges, expected %0d; inside %0d, last work %0d cycles ago", seed, cycle, edges - seen,
                       runs_now, held, since);
            seen   = edges;
            stops  = stops + !runs_now;
            lone   = lone + (runs_now && !rst && !busy);
            since  = rst || busy ? 0 : since + 1;
            held = rst ? 0 : held + (req_valid && req_ready) - (rsp_valid && rsp_ready);
        end
        if (stops < runs / 50 || lone < runs / 50) $fatal(1, "FAIL wf_unit_clock seed=%0d: it stopped %0d cycles", seed, stops);
        $display("PASS wf_unit_clock seed=%0d checks=%0d stopped=%0d", seed, runs, stops);
        $finish;
    end
endmodule
`default_nettype wire
