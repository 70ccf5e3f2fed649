// SPDX-License-Identifier: Apache-2.0
// wf_core_sched_tb - fairness of wf_core_sched: wf_core_sched_bench.vh for several numbers of waves, odd ones too, under both policies
//   and, the rings alone, with one pick and with several from a place of a ring.  +seed=N +phases=N.
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_core_sched_bench.vh"

module wf_core_sched_tb #(
    parameter integer ONLY = 0               // slots: 0 for all sizes below
);
    `include "wf_random.vh"
    reg  [31:0]     phases;
    localparam integer SIZES = 6;
    localparam [16*SIZES-1:0] SLOTS = {16'd256, 16'd20, 16'd64, 16'd16, 16'd3, 16'd1};       // 20: a row of the rings that is not full
`ifdef VERILATOR
    localparam integer MOST = 256;
`else
    localparam integer MOST = 64;            // 256 waves would take minutes
`endif
    wire [3*SIZES-1:0]    finished;
    wire [3*SIZES*32-1:0] checks;

    genvar p, s;
    generate
        for (p = 0; p < 3; p = p + 1) begin : g_policy
            for (s = 0; s < SIZES; s = s + 1) begin : g_size
                if (SLOTS[16*s +: 16] <= MOST && (ONLY == 0 || SLOTS[16*s +: 16] == ONLY)) begin : g_bench
                    wf_core_sched_bench #(.WAVES(SLOTS[16*s +: 16]), .POLICY(p % 2), .STAY(p == 2 ? 4 : 1)) u_bench (
                        .phases(phases), .finished(finished[SIZES*p+s]), .checks(checks[32*(SIZES*p+s) +: 32]));
                end else begin : g_none
                    assign finished[SIZES*p+s] = 1'b1;
                    assign checks[32*(SIZES*p+s) +: 32] = 32'd0;
                end
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
        if (total == 0) $fatal(1, "FAIL wf_core_sched: no size has ONLY=%0d slots", ONLY);
        $display("PASS wf_core_sched seed=%0d ONLY=%0d checks=%0d phases=%0d", seed, ONLY, total, phases);
        $finish;
    end
endmodule
`default_nettype wire
