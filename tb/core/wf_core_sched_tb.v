// SPDX-License-Identifier: Apache-2.0
// wf_core_sched_tb - fairness of wf_core_sched: wf_core_sched_bench.vh for several numbers of waves, odd ones too, under both policies
//   and, the rings alone, with one pick and with several from a place of a ring.
//   +seed=N +phases=N.
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_core_sched_bench.vh"

module wf_core_sched_tb;
    `include "wf_random.vh"
    reg  [31:0]     phases;
`ifdef VERILATOR
    localparam integer SIZES = 6;
`else
    localparam integer SIZES = 5;            // 256 waves would take minutes
`endif
    wire [3*SIZES-1:0]    finished;
    wire [3*SIZES*32-1:0] checks;

    genvar p;
    generate
        for (p = 0; p < 3; p = p + 1) begin : g_policy
            wf_core_sched_bench #(.WAVES(1), .POLICY(p % 2), .STAY(p == 2 ? 4 : 1)) u_1 (
                .phases(phases), .finished(finished[SIZES*p]), .checks(checks[32*(SIZES*p) +: 32]));
            wf_core_sched_bench #(.WAVES(3), .POLICY(p % 2), .STAY(p == 2 ? 4 : 1)) u_3 (
                .phases(phases), .finished(finished[SIZES*p+1]), .checks(checks[32*(SIZES*p+1) +: 32]));
            wf_core_sched_bench #(.WAVES(16), .POLICY(p % 2), .STAY(p == 2 ? 4 : 1)) u_16 (
                .phases(phases), .finished(finished[SIZES*p+2]), .checks(checks[32*(SIZES*p+2) +: 32]));
            wf_core_sched_bench #(.WAVES(64), .POLICY(p % 2), .STAY(p == 2 ? 4 : 1)) u_64 (
                .phases(phases), .finished(finished[SIZES*p+3]), .checks(checks[32*(SIZES*p+3) +: 32]));
            wf_core_sched_bench #(.WAVES(20), .POLICY(p % 2), .STAY(p == 2 ? 4 : 1)) u_20 (    // a row of the rings that is not full
                .phases(phases), .finished(finished[SIZES*p+4]), .checks(checks[32*(SIZES*p+4) +: 32]));
            if (SIZES > 5) begin : g_256
                wf_core_sched_bench #(.WAVES(256), .POLICY(p % 2), .STAY(p == 2 ? 4 : 1)) u_256 (
                    .phases(phases), .finished(finished[SIZES*p+5]), .checks(checks[32*(SIZES*p+5) +: 32]));
            end
        end
    endgenerate

    integer    i;
    reg [31:0] total;
    initial begin
        start_random;
        if (!$value$plusargs("phases=%d", phases)) phases = 40;
        wait (&finished);
        total = 32'd0;
        for (i = 0; i < 3*SIZES; i = i + 1) total = total + checks[32*i +: 32];
        $display("PASS wf_core_sched seed=%0d checks=%0d phases=%0d", seed, total, phases);
        $finish;
    end
endmodule
`default_nettype wire
