// SPDX-License-Identifier: Apache-2.0
// wf_dispatch_counts_tb - instructions of each dispatch: random dispatches overlap, and each core retires of any of them.
//   An answer comes two cycles after the last retirement or later, and finds all instructions of its dispatch, a folded
//   pair as two.  A count that is there stays until its id begins again.  Some begin near a carry into one of its bits.
//   Plusargs: +seed=N  +runs=N (cycles)    Parameters: DISPATCHES CORES
//
//   Build and run, Verilator and Icarus: make bench-counts, make icarus-counts SEED=7
`timescale 1ns/1ps
`default_nettype none

module wf_dispatch_counts_tb;
    parameter integer DISPATCHES = 4, CORES = 3;
    localparam integer ID_W = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1;

    reg clk = 1'b0, rst = 1'b1;
    always #5 clk = !clk;
    reg                      begin_valid = 1'b0;
    reg  [ID_W-1:0]          begin_id = 0;
    reg  [CORES-1:0]         retire_valid = 0, retire_fold = 0;
    reg  [ID_W*CORES-1:0]    retire_id = 0;
    wire [64*DISPATCHES-1:0] retired;
    wf_dispatch_counts #(.DISPATCHES(DISPATCHES), .CORES(CORES)) u_dut (
        .clk(clk), .rst(rst), .begin_valid(begin_valid), .begin_id(begin_id), .retire_valid(retire_valid),
        .retire_fold(retire_fold), .retire_id(retire_id), .retired(retired));

    `include "wf_random.vh"

    // ---- by id: the dispatch runs; its instructions so far, and as they were a cycle ago ----
    reg        runs_now [0:DISPATCHES-1];
    reg [63:0] total [0:DISPATCHES-1], seen [0:DISPATCHES-1];
    reg [31:0] draw;
    integer    runs, cycle, k, n, idle_for [0:DISPATCHES-1];
    integer    checks = 0, answers = 0, both = 0, same = 0, carries = 0;

    // what a count is moved to, so that it carries soon
    reg  [DISPATCHES-1:0] move = 0;
    reg  [63:0] above [0:DISPATCHES-1];              // the carry
    genvar g;
    generate
        for (g = 0; g < DISPATCHES; g = g + 1) begin : g_move
            always @(posedge move[g]) u_dut.g_id[g].count_q <= above[g] - 64'd16;
        end
    endgenerate

    task fail(input [8*32-1:0] what, input [63:0] got, input [63:0] want);
        $fatal(1, "FAIL wf_dispatch_counts seed=%0d cycle=%0d id=%0d: %0s got=%h want=%h", seed, cycle, n, what, got, want);
    endtask

    // The cycle is over: at the edge the counts go on.
    task step;
        begin
            @(negedge clk);
            for (n = 0; n < DISPATCHES; n = n + 1) begin
                if (retired[64*n +: 64] !== seen[n]) fail("an instruction after two cycles", retired[64*n +: 64], seen[n]);
                checks  = checks + 1;
                seen[n] = total[n];
            end
            cycle = cycle + 1;
        end
    endtask

    // A dispatch ends once nothing of it has retired for a cycle, or begins where none runs.
    task turn;
        begin
            begin_valid = 1'b0;
            draw = xorshift32(draw);
            n    = draw[7:0] % DISPATCHES;
            if (runs_now[n] && draw[11:8] == 0 && idle_for[n] >= 1) begin
                runs_now[n] = 1'b0;
                answers     = answers + 1;
                if (retired[64*n +: 64] !== total[n]) fail("at an answer", retired[64*n +: 64], total[n]);
            end else if (!runs_now[n] && draw[9:8] == 0) begin
                runs_now[n] = 1'b1;
                begin_valid = 1'b1;
                begin_id    = n;
            end
        end
    endtask

    task retire;
        begin
            retire_valid = {CORES{1'b0}};
            for (n = 0; n < DISPATCHES; n = n + 1) idle_for[n] = idle_for[n] + 1;
            for (k = 0; k < CORES; k = k + 1) begin
                draw = xorshift32(draw);
                n    = draw[7:0] % DISPATCHES;
                retire_fold[k] = draw[10];
                retire_id[ID_W*k +: ID_W] = n;       // of any id, where nothing retires
                if (runs_now[n] && !(begin_valid && begin_id == n) && draw[9:8] != 0) begin
                    retire_valid[k] = 1'b1;
                    if (idle_for[n] == 0) same = same + 1;
                    total[n]    = total[n] + 64'd1 + (draw[10] ? 64'd1 : 64'd0);
                    both        = both + draw[10];
                    carries     = carries + (total[n] == above[n] || (draw[10] && total[n] == above[n] + 64'd1));
                    idle_for[n] = 0;
                end
            end
        end
    endtask

    initial begin
        start_random;
        if (!$value$plusargs("runs=%d", runs)) runs = 4000;
        draw  = seeded(seed);
        cycle = 0;
        for (n = 0; n < DISPATCHES; n = n + 1) begin
            runs_now[n] = 1'b0; idle_for[n] = 8; above[n] = 64'd0;
            {total[n], seen[n]} = 128'd0;
        end
        repeat (2) @(negedge clk);
        rst = 1'b0;
        while (cycle < runs) begin
            turn;
            if (begin_valid) {total[begin_id], seen[begin_id]} = 128'd0;
            retire;
            step;
            // now and then a count that has just begun is near a carry
            if (begin_valid && draw[14]) begin
                n = begin_id;
                begin_valid = 1'b0;
                if (retired[64*n +: 64] !== 64'd0) fail("a count that begins", retired[64*n +: 64], 64'd0);
                above[n] = 64'd1 << (5 + draw[31:15] % 59);
                move[n] = 1'b1;
                {total[n], seen[n]} = {2{above[n] - 64'd16}};
                #1 move[n] = 1'b0;
            end
        end
        // a reset forgets them
        {begin_valid, retire_valid} = 0;
        rst = 1'b1;
        @(negedge clk);
        for (n = 0; n < DISPATCHES; n = n + 1)
            if (retired[64*n +: 64] !== 64'd0) fail("in reset", retired[64*n +: 64], 64'd0);
        if (answers < runs / 200 || both < runs / 8 || carries == 0 || (CORES > 1 && same < runs / 8))
            fail("little happened", answers, runs);
        $display("PASS wf_dispatch_counts DISPATCHES=%0d CORES=%0d seed=%0d checks=%0d answers=%0d pairs=%0d carries=%0d", DISPATCHES, CORES,
                 seed, checks, answers, both, carries);
        $finish;
    end
endmodule
`default_nettype wire
