// SPDX-License-Identifier: Apache-2.0
// wf_free_list_check - part of wf_common_tb: takes numbers of a wf_free_list at random and gives them back in any order.
//   After reset 0, 1, 2 .. come first, then those that came back, in that order; none twice; all of them, and each 2 cycles after it came back.
`default_nettype none

module wf_free_list_check #(
    parameter integer STREAM = 0,            // number among the checks
    parameter integer COUNT  = 4
) (
    input  wire       clk,
    input  wire       rst,
    output reg [31:0] taken,                 // numbers
    output reg [31:0] alls                   // cycles in which all were out
);
    `include "wf_random.vh"
    localparam integer W = (COUNT > 1) ? $clog2(COUNT) : 1;

    reg              in_valid, out_ready, yes;
    reg  [W-1:0]     in_number;
    wire             out_valid;
    wire [W-1:0]     out_number;
    wf_free_list #(.COUNT(COUNT)) u_dut (
        .clk(clk), .rst(rst), .in_valid(in_valid), .in_number(in_number), .out_valid(out_valid), .out_ready(out_ready), .out_number(out_number));

    reg  [COUNT-1:0] away;
    integer          next [0:255];           // the numbers in the order in which they must come
    integer          since [0:255];          // the cycle in which each came back
    integer          first, last, cycle, n, k, rate;

    task fail(input [8*40-1:0] what);
        $fatal(1, "FAIL wf_common seed=%0d: free list %0d of %0d numbers, cycle %0d: %0s; number %0d, expected %0d", seed, STREAM, COUNT, cycle, what,
               out_number, next[first % 256]);
    endtask
    task restart;
        begin
            away  = {COUNT{1'b0}};
            first = 0;
            last  = COUNT;
            for (n = 0; n < COUNT; n = n + 1) begin
                next[n]  = n;
                since[n] = cycle;
            end
        end
    endtask

    initial begin
        start_random;
        prng      = seeded(seed + 7919 * (STREAM + 1));
        in_valid  = 1'b0;
        in_number = {W{1'b0}};
        out_ready = 1'b0;
        taken     = 0;
        alls      = 0;
        cycle     = 0;
        rate      = 50;
        restart;
    end

    always @(posedge clk) begin
        cycle = cycle + 1;
        in_valid <= 1'b0;
        roll;
        in_number <= prng[W-1:0];
        if (rst) restart;
        else begin
            if (out_valid !== (first != last && cycle - since[first % 256] >= 2)) fail("out_valid");
            if (out_valid && out_number !== next[first % 256]) fail("wrong number");
            if (out_valid && away[out_number]) fail("taken twice");
            if (in_valid) begin
                next[last % 256]  = in_number;
                since[last % 256] = cycle;
                last = last + 1;
            end
            if (out_valid && out_ready) begin
                away[out_number] = 1'b1;
                first = first + 1;
                taken = taken + 1;
            end
            if (away == {COUNT{1'b1}}) alls = alls + 1;
            below(COUNT, n);
            for (k = 0; k < COUNT; k = k + 1)                // the next one that is out
                if (!away[n]) n = (n + 1) % COUNT;
            chance(100 - rate, yes);
            if (yes && away[n]) begin
                away[n] = 1'b0;
                in_valid  <= 1'b1;
                in_number <= n[W-1:0];
            end
        end
        if (cycle % 50 == 0) begin
            below(6, rate);
            rate = 20 * rate;
        end
        chance(rate, yes);
        out_ready <= yes;
    end
endmodule

`default_nettype wire
