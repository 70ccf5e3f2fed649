// SPDX-License-Identifier: Apache-2.0
// wf_memory_tb - the whole memory path of one core in front of a memory of lines, against lanes that run one after the other on an array of
//   words; and a vector add, the bandwidth it reaches.
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
    localparam integer TAG_W = 7, SLOT_W = 3, LINES_W = 7;
    localparam integer LTAG_W = LINES_W + 2;
    localparam ATOMICS = 1'b0;

    reg                  clk = 1'b0, rst = 1'b1, invalidate = 1'b0;
    wire                 settled, busy, stat_hit, stat_joined, stat_missed;
    reg                  mreq_valid = 1'b0;
    wire                 mreq_ready;
    reg [`WF_MREQ_W-1:0] mreq = 0;
    wire                 mrsp_valid;
    reg                  mrsp_ready = 1'b0;
    wire [`WF_MRSP_W-1:0] mrsp;
    wire [TAG_W-1:0]     mrsp_tag = mrsp[`WF_MRSP_TAG];
    wire [32*LANES-1:0]  mrsp_data = mrsp[`WF_MRSP_DATA];
    wire [`WF_ACCESS_ERROR_W-1:0] mrsp_error = mrsp[`WF_MRSP_ERROR];
    wire                 lreq_valid;
    reg                  lreq_ready = 1'b0;
    wire [LTAG_W-1:0]    lreq_tag;
    wire [1:0]           lreq_kind;
    wire [3:0]           lreq_atom;
    wire [25:0]          lreq_line;
    wire [63:0]          lreq_bytes;
    wire [511:0]         lreq_data;
    wire [511:0]         lreq_compare;
    reg                  lrsp_valid = 1'b0;
    wire                 lrsp_ready;
    reg [LTAG_W-1:0]     lrsp_tag = 0;
    reg [511:0]          lrsp_data = 0;
    assign lreq_atom    = 4'd0;                  // none go down
    assign lreq_compare = 512'd0;

    wf_memory #(.LANES(LANES), .TAG_W(TAG_W), .LINES_W(LINES_W), .L1_LINES(L1_LINES), .SLOT_W(SLOT_W)) u_dut (
        .clk(clk), .rst(rst), .invalidate(invalidate), .settled(settled), .busy(busy), .mark(1'b0), .marked(), .stat_hit(stat_hit), .stat_joined(stat_joined),
        .stat_missed(stat_missed), .mreq_valid(mreq_valid), .mreq_ready(mreq_ready), .mreq(mreq), .mrsp_valid(mrsp_valid), .mrsp_ready(mrsp_ready), .mrsp(mrsp),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq_kind(lreq_kind), .lreq_line(lreq_line),
        .lreq_bytes(lreq_bytes), .lreq_data(lreq_data), .lrsp_valid(lrsp_valid), .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag),
        .lrsp_data(lrsp_data), .lrsp_error(1'b0));

    always #5 clk = !clk;

    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL memory seed=%0d LANES=%0d L1_LINES=%0d: %0s; phase %0d, cycle %0d; reproduce: +seed=%0d", seed, LANES, L1_LINES, what, phase,
               cycle, seed);
    endtask

    localparam integer AREA_W = 10;              // three vectors of 4096 words, and some
    `include "wf_lds_operate.vh"
    `include "wf_memory_random.vh"
    `include "wf_memory_phases.vh"
    `include "wf_memory_core.vh"
    `include "wf_memory_lines.vh"

    localparam integer MIX   = 0;                // any instructions, stalls everywhere, answers in any order
    localparam integer CUT   = 1;                // resets in the middle
    localparam integer ALONE = 2;                // a load twice, then an atomic: exact latency of a miss and a hit
    localparam integer ADD   = 3;                // 4096 elements: loads of a and b, store of c
    localparam integer SUM   = 4;                // atomics of one word from many instructions
    localparam integer LONG_MIX = 5;
    localparam integer OVER  = 6;
    localparam integer CUTS  = 16, DEPTH = LANES < 32 ? 4 : $clog2(LANES);
    localparam integer ELEMENTS = 4096, VECTOR = ELEMENTS / LANES;       // instructions a vector
    integer hits = 0, add_cycles = 0, add_from = 0;
    integer sum_cycles = 0;
    wire    idle = answered == asked && !busy;

    task check_memory;
        integer w;
        for (w = 0; w < 16 * AREA; w = w + 1)
            if (store[w] !== memory[w]) begin
                $display("memory: word %0d got %h want %h", w, store[w], memory[w]);
                fail("a word of memory");
            end
    endtask

    task go_to(input integer next_phase);
        begin
            if (lines != lines_done) fail("a line is under way");
            if (!settled) fail("settled when all is answered");
            check_memory;
            phase = next_phase;
            n     = 0;
            clear_lines;
            expected = 0;
            valid_percent  = 100;
            ready_percent  = 100;
            refuse_percent = 0;
            hold_percent   = 0;
            latency   = 1;
            longest   = 1;
            any_order = 1'b1;
            any_places;
            if (next_phase == ALONE || next_phase == ADD) near_places;
            invalidate <= 1'b1;
        end
    endtask

    function room(input integer tags);           // so many tags are free
        room = asked - answered <= TAGS - tags;
    endfunction

    task mix(input integer next_phase, input integer requests);
        begin
            if (n % 64 == 0) begin
                below(4, i);
                valid_percent = i == 0 ? 30 : 100;
                below(4, i);
                ready_percent = i == 0 ? 20 : i == 1 ? 70 : 100;
                below(3, i);
                refuse_percent = i == 0 ? 60 : 0;
                below(3, i);
                hold_percent = i == 0 ? 60 : 0;
                below(3, i);
                longest = i == 0 ? 1 : i == 1 ? 20 : 150;
                below(4, hot);
            end
            below(40, i);
            if (i == 0) invalidate <= 1'b1;
            if (n >= requests) send(next_phase, requests);
            else if (room(1)) begin
                any_request(hot == 0 ? 2 : hot == 1 ? 8 : hot == 2 ? 40 : AREA);
                send(next_phase, requests);
            end
        end
    endtask

    integer alone_tag = 0;
    task plan;
        case (phase)
            MIX: mix(CUT, 600);
            CUT: begin
                if (n == 0) begin
                    cut_at  = cycle + 40 + 3 * cuts;
                    longest = cuts % 2 ? 30 : 1;
                    ready_percent  = cuts % 4 == 3 ? 5 : 100;
                    refuse_percent = cuts % 8 >= 6 ? 90 : 0;
                end
                if (cuts >= CUTS) begin
                    if (idle) go_to(ALONE);
                end else if (room(1)) begin
                    any_request(4);
                    send(CUT, 1000000);
                end
            end
            ALONE: if (idle) begin
                if (n != 0 && n % 3 != 0) begin
                    i = took_at[alone_tag] - sent_at[alone_tag] - lines_of[alone_tag] + 1 - DEPTH;
                    if (i != (n % 3 == 2 && L1_LINES != 0 ? 20 : L1_LINES != 0 ? 26 : 21)) begin
                        $display("memory: latency %0d more than %0d, load %0d", i, DEPTH, n % 3);
                        fail("latency of a load alone");
                    end
                    checks = checks + 1;
                end
                if (n < 60) whole(n % 3 == 2 ? `WF_ACCESS_ATOMIC : `WF_ACCESS_LOAD, `WF_ATOM_ADD, n / 3 * 16);
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
            LONG_MIX: mix(OVER, count);
            default: begin
                if (checks < count || cuts != CUTS || (L1_LINES != 0 && hits == 0)) fail("too little checked");
                $display("PASS memory seed=%0d checks=%0d LANES=%0d L1_LINES=%0d lines of a vector add in %0d cycles, limit %0d, 100 atomics of a word=%0d",
                         seed, checks, LANES, L1_LINES, add_cycles, 3 * ELEMENTS / 16, sum_cycles);
                $finish;
            end
        endcase
    endtask

    task start_anew;
        integer w;
        reg [31:0] r;
        for (w = 0; w < 16 * AREA; w = w + 1) begin
            value(r);
            store[w]  = r;
            memory[w] = r;
        end
    endtask

    task drive_reset;
        begin
            rst <= cycle < 4 || (phase == CUT && n != 0 && cuts < CUTS && cycle == cut_at);
            if (phase == CUT && n != 0 && cuts < CUTS && cycle == cut_at) begin
                offer_nothing;
                lrsp_valid <= 1'b0;
                forget;
                clear_lines;
                start_anew;
                cuts = cuts + 1;
                n = 0;
            end
        end
    endtask

    always @(posedge clk) begin                  // one block: the same order of random numbers in every simulator
        invalidate <= 1'b0;
        if (!rst) begin
            check_errors_of_lanes(mrsp_error);       // no line is broken here: it meets none
            check_answers;
            check_still(below_idle, DEPTH + 20 + 6 * LANES);     // an instruction may be LANES atomics of one line, or as many lines that are here
            serve_lines;
            if (!mreq_valid || mreq_ready) drive_request;
            below(100, i);
            mrsp_ready <= i < ready_percent;
            if (stat_hit === 1'b1) hits = hits + 1;
        end
        drive_reset;
        end_cycle(mreq_valid && mreq_ready || mrsp_valid && mrsp_ready || rst, 40000);
    end

    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = 4000;
        clear_lines;
        any_places;
        start_anew;
        forget;
    end
endmodule
`default_nettype wire
