// SPDX-License-Identifier: Apache-2.0
// wf_memory_tb - the whole memory path of one core on a memory of lines, against lanes that run one after the other on
//   an array of words; and a vector add, the bandwidth it reaches.
//   This file: the device and the phases.   wf_memory_core.vh: instructions, what they must answer   wf_memory_lines.vh: the memory
//   Plusargs: +seed=N  +count=N (random instructions)    Parameters: LANES L1_LINES
//
//   Build and run, Verilator and Icarus: make bench-memory-l32, make icarus-memory-l8 SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_line.vh"
`include "wf_record.vh"

module wf_memory_tb;
    parameter integer LANES = 32, L1_LINES = 16;
    localparam integer TAG_W = 7, SLOT_W = 3, LINES_W = 7, LTAG_W = LINES_W + 2;
    localparam integer AREA_W = 10;              // three vectors of 4096 words, and some
    localparam integer CUTS = 16, CUT_STEP = 3;
    localparam ATOMICS = 1'b0;

    reg                  clk = 1'b0, rst = 1'b1, invalidate = 1'b0;
    reg                  mark = 1'b0;
    wire                 settled, busy, marked, stat_hit, stat_joined, stat_missed;
    `include "wf_lds_operate.vh"
    `include "wf_memory_random.vh"
    `include "wf_memory_phases.vh"
    `include "wf_memory_core.vh"
    `include "wf_memory_lines.vh"

    wf_memory #(.LANES(LANES), .TAG_W(TAG_W), .LINES_W(LINES_W), .L1_LINES(L1_LINES), .SLOT_W(SLOT_W)) u_dut (
        .clk(clk), .rst(rst), .invalidate(invalidate), .settled(settled), .busy(busy), .mark(mark), .marked(marked),
        .stat_hit(stat_hit), .stat_joined(stat_joined), .stat_missed(stat_missed),
        .mreq_valid(req_valid), .mreq_ready(req_ready), .mreq(req), .mrsp_valid(rsp_valid), .mrsp_ready(rsp_ready), .mrsp(rsp),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(lreq),
        .lrsp_valid(lrsp_valid), .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag), .lrsp(lrsp));

    always #5 clk = !clk;

    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL memory seed=%0d LANES=%0d L1_LINES=%0d: %0s; phase %0d, cycle %0d; reproduce: +seed=%0d", seed, LANES, L1_LINES, what, phase,
               cycle, seed);
    endtask

    // ---- the phases ----
    localparam integer ALONE = 2;                // a load twice, then an atomic: exact latency of a miss, a hit and an atomic
    localparam integer ADD   = 3;                // 4096 elements: loads of a and b, store of c
    localparam integer SUM   = 4;                // atomics of one word from many instructions
    localparam integer LONG_MIX = 5, OVER = 6;
    localparam integer DEPTH = LANES < 32 ? 4 : $clog2(LANES);
    localparam integer ELEMENTS = 4096, VECTOR = ELEMENTS / LANES;       // instructions a vector
    integer hits = 0, add_cycles = 0, add_from = 0, sum_cycles = 0, alone = 0;
    wire    idle = answered == asked && !busy;

    task any_of(input integer area);
        any_request(area);
    endtask

    task go_to(input integer next_phase);
        begin
            if (lines != lines_done) fail("a line is under way");
            if (!settled && !resets(cycle)) fail("settled when all is answered");
            check_memory;
            begin_phase(next_phase, next_phase <= CUT || next_phase == LONG_MIX);
            any_places;
            if (next_phase == ALONE || next_phase == ADD) near_places;
            invalidate <= 1'b1;
        end
    endtask

    task mix_with_invalidates(input integer next_phase, input integer requests);
        begin
            below(40, i);
            if (i == 0) invalidate <= 1'b1;
            mix(next_phase, requests);
        end
    endtask

    integer alone_tag = 0;
    task plan;
        case (phase)
            MIX: mix_with_invalidates(CUT, 600);
            CUT: cut(ALONE, CUTS, 4);
            ALONE: if (idle) begin
                if (n != 0) begin            // of the one before, n - 1
                    i = took_at[alone_tag] - sent_at[alone_tag] - lines_of[alone_tag] + 1 - DEPTH;
                    alone = n % 3 == 0 ? 22 + 4 * lines_of[alone_tag] + (L1_LINES != 0 ? 5 : 0) : L1_LINES == 0 ? 21 : n % 3 == 1 ? 26 : 20;
                    if (i != alone) begin
                        $display("memory: latency %0d more than %0d, expected %0d, request %0d", i, DEPTH, alone, n - 1);
                        fail("latency of an instruction alone");
                    end
                    checks = checks + 1;
                end
                if (n < 60) whole(n % 3 != 2 ? `WF_ACCESS_LOAD : n % 2 ? `WF_ACCESS_PAIRS : `WF_ACCESS_ATOMIC, `WF_ATOM_ADD, n / 3 * 16);
                alone_tag = tag;
                send(ADD, 60);
            end
            ADD: begin                           // two loads and a store, over and over; nobody waits for the loads
                latency = 100;
                longest = 100;
                any_order = 1'b0;
                if (n < 3 * VECTOR ? room(1) : 1'b1) begin
                    if (n < 3 * VECTOR) begin
                        if (n == 0) add_from = cycle + 1;
                        i = n / 3 + n % 3 * VECTOR;
                        whole(n % 3 == 2 ? `WF_ACCESS_STORE : `WF_ACCESS_LOAD, 0, i * LANES);
                    end
                    if (n == 3 * VECTOR && idle) begin
                        add_cycles = last_line - first_line + 1;
                        if (LANES >= 16 && (100 * add_cycles > 102 * 3 * ELEMENTS / 16 || last_took - add_from > add_cycles + latency + 32)) begin
                            $display("memory: lines of a vector add took %0d cycles, the limit is %0d, all of it %0d", add_cycles, 3 * ELEMENTS / 16,
                                     last_took - add_from);
                            fail("bandwidth");
                        end
                    end
                    send(SUM, 3 * VECTOR);
                end
            end
            SUM: if (n < 100 ? room(1) : 1'b1) begin
                latency = 100;
                longest = 100;
                if (n == 0) add_from = cycle + 1;
                if (n < 100) one_word(`WF_ACCESS_ATOMIC, `WF_ATOM_ADD, 77);
                if (n == 100 && idle) sum_cycles = last_took - add_from;
                send(LONG_MIX, 100);
            end
            LONG_MIX: mix_with_invalidates(OVER, count);
            default: begin
                if (checks < count || cuts != CUTS || errors == 0 || marks < 100 || (L1_LINES != 0 && hits == 0)) fail("too little checked");
                $display("PASS memory seed=%0d checks=%0d LANES=%0d L1_LINES=%0d lines of a vector add in %0d cycles, limit %0d, 100 atomics of a word=%0d",
                         seed, checks, LANES, L1_LINES, add_cycles, 3 * ELEMENTS / 16, sum_cycles);
                $finish;
            end
        endcase
    endtask

    task cut_off;
        expected = 0;
    endtask

    // ---- marks: marked begins with a mark while a line of atomics is under way, and ends with an answer of the memory, at the latest with the last line ----
    reg     was_mark = 1'b0, was_marked = 1'b0, was_busy = 1'b0, was_answer = 1'b0;
    integer marks = 0;
    task check_marks;
        begin
            if (marked && !busy) fail("marked without a line under way");
            if (marked && !was_marked && !was_mark) fail("marked without a mark");
            if (was_mark && was_busy && !was_answer && !marked) fail("a mark is lost");
            if (was_marked && !was_mark && !was_answer && !marked) fail("marked ends without an answer");
            if (was_mark && was_busy) marks = marks + 1;
            was_mark = mark; was_marked = marked; was_busy = busy; was_answer = lrsp_valid && lrsp_ready;
            below(16, i);
            mark <= i == 0;
        end
    endtask

    always @(posedge clk) begin                  // one block: the same order of random numbers in every simulator
        invalidate <= 1'b0;
        if (rst) {was_mark, was_marked, was_busy, was_answer} = 4'd0;
        if (!rst) begin
            check_marks;
            check_errors_of_lanes;
            check_answers;
            check_still(below_idle, DEPTH + 20 + 6 * LANES);     // an instruction may be LANES atomics of one line, or as many lines that are here
            serve_lines;
            drive_requester;
            if (stat_hit === 1'b1) hits = hits + 1;
        end
        end_cycle(40000);
    end

    initial begin
        start(4000);
    end
endmodule
`default_nettype wire
