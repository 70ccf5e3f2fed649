// SPDX-License-Identifier: Apache-2.0
// wf_common_tb - the blocks that all units share, of many sizes: wf_skid, wf_queue, wf_arbiter, wf_pick, wf_ring, wf_free_list, wf_ram.
//   Each has a module that drives it and checks every cycle; resets come in between.  +seed=N, +cycles=N.
`timescale 1ns/1ps
`default_nettype none

module wf_common_tb;
    `include "wf_random.vh"
    reg  clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;

    localparam integer STREAMS = 14, LISTS = 6, RAMS = 5, PICKS = 8;
    localparam integer QUEUE = 2;            // streams below are wf_skid
    wire [32*STREAMS-1:0] held, words, fulls;
    wire [32*LISTS-1:0]   taken, alls;
    wire [32*RAMS-1:0]    reads;
    wire [32*PICKS-1:0]   picks, sorted;

    // {WIDTH, DEPTH, DIRECT}
    function [23:0] stream(input integer n);
        case (n)
            0:  stream = {8'd1,  8'd2, 8'd1};
            1:  stream = {8'd37, 8'd2, 8'd1};
            2:  stream = {8'd8,  8'd1, 8'd1};
            3:  stream = {8'd1,  8'd2, 8'd1};
            4:  stream = {8'd8,  8'd3, 8'd1};
            5:  stream = {8'd33, 8'd5, 8'd1};
            6:  stream = {8'd8,  8'd4, 8'd1};
            7:  stream = {8'd16, 8'd8, 8'd1};
            8:  stream = {8'd8,  8'd128, 8'd1};
            9:  stream = {8'd1,  8'd2, 8'd0};
            10: stream = {8'd9,  8'd3, 8'd0};
            11: stream = {8'd8,  8'd5, 8'd0};
            12: stream = {8'd8,  8'd8, 8'd0};
            default: stream = {8'd33, 8'd32, 8'd0};
        endcase
    endfunction

    genvar g;
    generate
        for (g = 0; g < STREAMS; g = g + 1) begin : g_stream
            localparam [23:0]  ROW   = stream(g);
            localparam integer WIDTH = ROW[23:16], DEPTH = ROW[15:8], DIRECT = ROW[7:0];
            wire             in_valid, in_ready, out_valid, out_ready;
            wire [WIDTH-1:0] in_data, out_data;
            wf_stream_check #(.STREAM(g), .WIDTH(WIDTH), .DEPTH(DEPTH), .LATENCY(DIRECT != 0 ? 1 : 2), .EXACT(g < QUEUE ? 1 : 0)) u_check (
                .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data), .out_valid(out_valid), .out_ready(out_ready),
                .out_data(out_data), .held(held[32*g +: 32]), .words(words[32*g +: 32]), .fulls(fulls[32*g +: 32]));
            if (g < QUEUE) begin : g_skid
                wf_skid #(.WIDTH(WIDTH)) u_dut (
                    .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data), .out_valid(out_valid), .out_ready(out_ready),
                    .out_data(out_data));
            end else begin : g_queue
                // a full queue takes a word in the cycle in which one leaves
                localparam integer COUNT_W = $clog2(DEPTH + 1);
                wire [COUNT_W-1:0] count;
                assign in_ready = held[32*g +: 32] < DEPTH || (out_valid && out_ready);
                wf_queue #(.WIDTH(WIDTH), .DEPTH(DEPTH), .DIRECT(DIRECT)) u_dut (
                    .clk(clk), .rst(rst), .in_valid(in_valid && in_ready), .in_data(in_data), .out_valid(out_valid), .out_ready(out_ready),
                    .out_data(out_data), .count(count));
                wire               gated_valid;
                wire [WIDTH-1:0]   gated_data;
                wire [COUNT_W-1:0] gated_count;
                wf_queue #(.WIDTH(WIDTH), .DEPTH(DEPTH), .DIRECT(DIRECT), .GATED(1)) u_gated (
                    .clk(clk), .rst(rst), .in_valid(in_valid && in_ready), .in_data(in_data), .out_valid(gated_valid), .out_ready(out_ready),
                    .out_data(gated_data), .count(gated_count));
                always @(posedge clk)
                    if (!rst && {gated_valid, gated_data, gated_count} !== {out_valid, out_data, count})
                        $fatal(1, "FAIL wf_common seed=%0d: stream %0d differs with a clock that stops", seed, g);
                always @(posedge clk)
                    if (!rst && count !== held[32*g +: COUNT_W])
                        $fatal(1, "FAIL wf_common seed=%0d: stream %0d holds %0d words, but counts %0d", seed, g, held[32*g +: 32], count);
            end
        end
        for (g = 0; g < LISTS; g = g + 1) begin : g_list
            localparam integer COUNT = g < 3 ? g + 1 : g == 3 ? 5 : g == 4 ? 8 : 12;
            wf_free_list_check #(.STREAM(100 + g), .COUNT(COUNT)) u_check (.clk(clk), .rst(rst), .taken(taken[32*g +: 32]), .alls(alls[32*g +: 32]));
        end
        for (g = 0; g < RAMS; g = g + 1) begin : g_ram
            localparam integer WIDTH = g == 0 ? 1 : g == 1 ? 32 : g == 2 ? 24 : g == 3 ? 8 : 7;
            localparam integer PARTS = g == 2 ? 3 : g == 3 ? 8 : 1;
            localparam integer ROWS  = g == 0 ? 1 : g == 1 ? 16 : g == 2 ? 5 : g == 3 ? 2 : 3;
            wf_ram_check #(.STREAM(200 + g), .WIDTH(WIDTH), .PARTS(PARTS), .ROWS(ROWS)) u_check (.clk(clk), .reads(reads[32*g +: 32]));
        end
        for (g = 0; g < PICKS; g = g + 1) begin : g_pick
            localparam integer N = g < 3 ? g + 1 : g == 3 ? 5 : g == 4 ? 7 : g == 5 ? 16 : g == 6 ? 17 : 40;
            wf_pick_check #(.STREAM(300 + g), .N(N)) u_check (.clk(clk), .rst(rst), .picks(picks[32*g +: 32]), .words(sorted[32*g +: 32]));
        end
    endgenerate

    integer cycles, n, x, all_words, all_taken, all_reads, all_picks;
    task enough(input [8*20-1:0] what, input integer which, input [31:0] count);
        if (count < cycles / 50) $fatal(1, "FAIL wf_common seed=%0d: %0s %0d: only %0d of %0d wanted", seed, what, which, count, cycles / 50);
    endtask
    initial begin
        start_random;
        if (!$value$plusargs("cycles=%d", cycles)) cycles = 50000;
        repeat (3) @(posedge clk);
        rst <= 1'b0;
        for (n = 0; n < cycles; n = n + 1) begin
            @(posedge clk);
            below(500, x);
            rst <= x == 0;
        end
        rst <= 1'b0;
        all_words = 0;
        all_taken = 0;
        all_reads = 0;
        all_picks = 0;
        for (n = 0; n < STREAMS; n = n + 1) begin
            enough("stream, words", n, words[32*n +: 32]);
            if (fulls[32*n +: 32] == 0 && n != 8) $fatal(1, "FAIL wf_common seed=%0d: stream %0d was never full", seed, n);
            all_words = all_words + words[32*n +: 32];
        end
        for (n = 0; n < LISTS; n = n + 1) begin
            enough("free list, numbers", n, taken[32*n +: 32]);
            if (alls[32*n +: 32] == 0) $fatal(1, "FAIL wf_common seed=%0d: not all numbers of free list %0d were out", seed, n);
            all_taken = all_taken + taken[32*n +: 32];
        end
        for (n = 0; n < RAMS; n = n + 1) begin
            enough("ram, reads", n, reads[32*n +: 32]);
            all_reads = all_reads + reads[32*n +: 32];
        end
        for (n = 0; n < PICKS; n = n + 1) begin
            enough("pick, choices", n, picks[32*n +: 32]);
            enough("arbiter, words", n, sorted[32*n +: 32]);
            all_picks = all_picks + picks[32*n +: 32];
        end
        $display("PASS wf_common seed=%0d words=%0d numbers=%0d reads=%0d picks=%0d", seed, all_words, all_taken, all_reads, all_picks);
        $finish;
    end
endmodule

`default_nettype wire
