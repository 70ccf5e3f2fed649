// SPDX-License-Identifier: Apache-2.0
// wf_mem_atomic_tb - wf_mem_atomic between a requester of lines and a memory without atomics.
//   This file: the device and the phases.   wf_memory_asker.vh: requests, what they must answer   wf_memory_lines.vh: the memory
//   Plusargs: +seed=N  +count=N (random requests)    Parameters: SLOT_W RUN
//
//   Build and run, Verilator and Icarus: make bench-mem-atomic, make icarus-mem-atomic SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_line.vh"
`include "wf_record.vh"

module wf_mem_atomic_tb;
    parameter integer TAG_W = 5, SLOT_W = 3, RUN = 16;
    localparam integer LTAG_W = 1 + (TAG_W > SLOT_W ? TAG_W : SLOT_W);
    localparam integer AREA_W = 6;               // the bench uses 2^AREA_W lines
    localparam integer CUTS = 30, CUT_STEP = 1;
    localparam ATOMICS = 1'b0;

    reg               clk = 1'b0, rst = 1'b1;
    wire              busy;
    localparam integer MARKS = 2;
    reg [MARKS-1:0]   mark = 0;
    wire [MARKS-1:0]  marked;
    `include "wf_lds_operate.vh"
    `include "wf_memory_random.vh"
    `include "wf_memory_phases.vh"
    `include "wf_memory_asker.vh"
    `include "wf_memory_lines.vh"

    wf_mem_atomic #(.UTAG_W(TAG_W), .SLOT_W(SLOT_W), .RUN(RUN), .MARKS(MARKS)) u_dut (
        .clk(clk), .rst(rst), .busy(busy), .mark(mark), .marked(marked),
        .ureq_valid(req_valid), .ureq_ready(req_ready), .ureq_tag(req_tag), .ureq(req),
        .ursp_valid(rsp_valid), .ursp_ready(rsp_ready), .ursp_tag(rsp_tag), .ursp(rsp),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(lreq),
        .lrsp_valid(lrsp_valid), .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag), .lrsp(lrsp));

    always #5 clk = !clk;

    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL mem-atomic seed=%0d SLOT_W=%0d RUN=%0d: %0s; phase %0d, cycle %0d; reproduce: +seed=%0d",
               seed, SLOT_W, RUN, what, phase, cycle, seed);
    endtask

    // ---- the phases ----
    localparam integer STREAM = 2;               // loads and stores of other lines: one a cycle
    localparam integer HOT    = 3;               // atomics of one line, every third of pairs: two cycles each
    localparam integer FLOATS = 4;               // f32 adds of one line: five cycles each
    localparam integer SPREAD = 5;               // atomics of many lines: as many at a time as there are slots
    localparam integer FAIR   = 6;               // an atomic of one line, then a stream of another
    localparam integer TURNS  = 7;               // an atomic, then a stream of loads
    localparam integer LONG_MIX = 8, OVER = 9;
    wire    idle = answered == asked && !busy;

    task any_of(input integer area);
        any_line(area, 1'b1);
    endtask

    task go_to(input integer next_phase);
        begin
            if (lines != lines_done) fail("it is not busy, but a line is under way");
            check_memory;
            begin_phase(next_phase, next_phase <= CUT || next_phase == LONG_MIX);
            any_places;
        end
    endtask

    integer hot_took = 0, float_took = 0;
    task plan;
        case (phase)
            MIX: mix(CUT, 1500);
            CUT: cut(STREAM, CUTS, 4);
            STREAM: if (n < 300 ? room(1) : 1'b1) begin
                latency = 10;
                longest = 10;
                any_order = 1'b0;
                if (n < 300) one_line(n % 3 == 2 ? `WF_ACCESS_STORE : `WF_ACCESS_LOAD, 0, n % AREA);
                timed(HOT, 300, 300 + 10 + 4);
            end
            HOT: if (n < 320 ? room(1) : 1'b1) begin
                latency = 20;
                longest = 20;
                if (n < 320) one_line(n % 3 == 1 ? `WF_ACCESS_PAIRS : `WF_ACCESS_ATOMIC, n % `WF_ATOM_FADD, 5);
                timed(FLOATS, 320, 320 * 2 + (320 + RUN - 1) / RUN * (latency + 6));
                if (phase != HOT) hot_took = took;
            end
            FLOATS: if (n < 320 ? room(1) : 1'b1) begin
                latency = 20;
                longest = 20;
                if (n < 320) one_line(`WF_ACCESS_ATOMIC, `WF_ATOM_FADD, 5);
                timed(SPREAD, 320, 320 * 5 + (320 + RUN - 1) / RUN * (latency + 6));
                if (phase != FLOATS) float_took = took;
            end
            SPREAD: if (n < 256 ? room(1) : 1'b1) begin
                latency = 100;
                longest = 100;
                if (n < 256) one_line(`WF_ACCESS_ATOMIC, n % ATOMS, n % AREA);
                timed(FAIR, 256, 256 / (1 << SLOT_W) * (2 * latency + 10) + 100);
            end
            FAIR: if (n < 200 ? room(1) : 1'b1) begin
                latency = 20;
                longest = 20;
                any_order = 1'b0;
                if (n < 200) one_line(`WF_ACCESS_ATOMIC, `WF_ATOM_ADD, n == 1 ? 7 : 5);
                if (n == 1) watched = tag;
                if (n == 200 && idle) begin
                    if (watched_took > latency + 2 * RUN + 10) fail("an atomic waits for a stream of another line");
                    checks = checks + 1;
                end
                send(TURNS, 200);
            end
            TURNS: if (n < 200 ? room(1) : 1'b1) begin
                latency = 20;
                longest = 20;
                any_order = 1'b0;
                if (n < 200) one_line(n < 60 || n > 60 ? `WF_ACCESS_LOAD : `WF_ACCESS_ATOMIC, `WF_ATOM_ADD, n == 60 ? 7 : n % 7);
                if (n == 60) watched = tag;
                if (n == 200 && idle) begin
                    if (watched_took > latency + 10) fail("an atomic's answer waits for a stream of others");
                    checks = checks + 1;
                end
                send(LONG_MIX, 200);
            end
            LONG_MIX: mix(OVER, count);
            default: begin
                if (checks < count || cuts != CUTS || marks < 100 || errors == 0) fail("too little checked");
                $display("PASS mem-atomic seed=%0d checks=%0d SLOT_W=%0d RUN=%0d cycles of 320 atomics of one line=%0d, f32 adds=%0d marks=%0d longest=%0d",
                         seed, checks, SLOT_W, RUN, hot_took, float_took, marks, longest_mark);
                $finish;
            end
        endcase
    endtask

    task cut_off;
        forget_marks;
    endtask

    // ---- marks at random: marked holds until the lines that were between read and written are written, and falls in time however many follow ----
    localparam integer SLOW = 1 << (TAG_W + 2);         // the memory answers one request a cycle, any of those that are due
    reg [AREA-1:0] away = 0, left [0:MARKS-1];           // lines read here, their writes not answered; of them those of a mark
    integer        marked_at [0:MARKS-1], bound [0:MARKS-1], calm = 0, marks = 0, longest_mark = 0, k;
    task check_marks;
        begin
            calm = refuse_percent == 0 && hold_percent == 0 && ready_percent == 100 ? calm + 1 : 0;
            if (lrsp_valid && lrsp_ready && lrsp_tag[LTAG_W-1] && request_at[lrsp_tag][`WF_LREQ_KIND] == `WF_ACCESS_STORE) away[number_at[lrsp_tag]] = 1'b0;
            for (k = 0; k < MARKS; k = k + 1) begin
                if (left[k] != 0 && marked[k] !== 1'b1) fail("marked fell before the lines were written");
                if (^marked[k] === 1'bx) fail("marked is unknown");
                left[k] = left[k] & away;
                if (mark[k]) begin
                    left[k]      = away;
                    marked_at[k] = cycle;
                    bound[k]     = 2 * (longest + SLOW) + (1 << SLOT_W) * (5 * RUN + 4) + 8;
                    marks        = marks + 1;
                end else if (marked[k] && cycle - marked_at[k] > longest_mark) longest_mark = cycle - marked_at[k];
                if (marked[k] && calm > cycle - marked_at[k] && cycle - marked_at[k] > bound[k]) fail("marked does not fall");
                below(1000, i);
                mark[k] <= i == 0 || (i < 50 && !(marked[k] || mark[k]));           // seldom a mark before the last one is through
            end
            if (lreq_valid && lreq_ready && lreq_tag[LTAG_W-1] && lreq[`WF_LREQ_KIND] == `WF_ACCESS_LOAD) away[number_of(lreq[`WF_LREQ_LINE])] = 1'b1;
        end
    endtask

    task forget_marks;
        begin
            mark <= 0;
            away  = 0;
            calm  = 0;
            for (k = 0; k < MARKS; k = k + 1) left[k] = 0;
        end
    endtask

    // While an answer from below that passes is held, so many others go up at most: what stands ready, and one of an atomic.
    integer others = 0;
    task check_turns;
        begin
            others = !lrsp_valid || lrsp_ready ? 0 : others + (rsp_valid && rsp_ready);
            if (others > 3) fail("what passes waits for the answers of atomics");
        end
    endtask

    always @(posedge clk) begin                  // one block: the same order of random numbers in every simulator
        if (!rst) begin
            check_errors_of_lines;
            check_answers;
            check_marks;
            check_still(below_idle, 6);
            check_turns;
            serve_lines;
            drive_requester;
            if (line_kinds[`WF_ACCESS_ATOMIC] != 0 || line_kinds[`WF_ACCESS_PAIRS] != 0) fail("an atomic below");
            if (answered == asked && !busy && lines != lines_done) fail("not busy before all is written");
        end
        end_cycle(20000);
    end

    initial begin
        forget_marks;
        start(20000);
    end
endmodule
`default_nettype wire
