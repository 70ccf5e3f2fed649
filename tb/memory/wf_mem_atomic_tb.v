// SPDX-License-Identifier: Apache-2.0
// wf_mem_atomic_tb - wf_mem_atomic between somebody who asks for lines and a memory without atomics.
//   This file: the device and the phases.   wf_memory_asker.vh: requests, what they must answer   wf_memory_lines.vh: the memory
//   Plusargs: +seed=N  +count=N (random requests)    Parameters: SLOT_W RUN
//
//   Build and run, Verilator and Icarus: make bench-mem-atomic, make icarus-mem-atomic SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_access.vh"
`include "wf_isa.vh"
`include "wf_line.vh"

module wf_mem_atomic_tb;
    parameter integer UTAG_W = 5, SLOT_W = 3, RUN = 16;
    localparam integer LTAG_W = 1 + (UTAG_W > SLOT_W ? UTAG_W : SLOT_W);
    localparam ATOMICS = 1'b0;

    reg               clk = 1'b0, rst = 1'b1;
    wire              busy;
    localparam integer MARKS = 2;
    reg [MARKS-1:0]   mark = 0;
    wire [MARKS-1:0]  marked;
    reg               ureq_valid = 1'b0;
    wire              ureq_ready;
    reg [UTAG_W-1:0]  ureq_tag = 0;
    reg [1:0]         ureq_kind = 0;
    reg [3:0]         ureq_atom = 0;
    reg [25:0]        ureq_line = 0;
    reg [63:0]        ureq_bytes = 0;
    reg [511:0]       ureq_data = 0, ureq_compare = 0;
    wire              ursp_valid;
    reg               ursp_ready = 1'b0;
    wire [UTAG_W-1:0] ursp_tag;
    wire [511:0]      ursp_data;
    wire              ursp_error;
    wire              lreq_valid;
    reg               lreq_ready = 1'b0;
    wire [LTAG_W-1:0] lreq_tag;
    wire [1:0]        lreq_kind;
    wire [3:0]        lreq_atom;
    wire [511:0]      lreq_compare;
    assign lreq_atom    = 4'd0;                  // none go down
    assign lreq_compare = 512'd0;
    wire [25:0]       lreq_line;
    wire [63:0]       lreq_bytes;
    wire [511:0]      lreq_data;
    reg               lrsp_valid = 1'b0;
    wire              lrsp_ready;
    reg [LTAG_W-1:0]  lrsp_tag = 0;
    reg [511:0]       lrsp_data = 0;

    wf_mem_atomic #(.UTAG_W(UTAG_W), .SLOT_W(SLOT_W), .RUN(RUN), .MARKS(MARKS)) u_dut (
        .clk(clk), .rst(rst), .busy(busy), .mark(mark), .marked(marked), .ureq_valid(ureq_valid), .ureq_ready(ureq_ready), .ureq_tag(ureq_tag), .ureq_kind(ureq_kind),
        .ureq_atom(ureq_atom), .ureq_line(ureq_line), .ureq_bytes(ureq_bytes), .ureq_data(ureq_data), .ureq_compare(ureq_compare),
        .ursp_valid(ursp_valid), .ursp_ready(ursp_ready), .ursp_tag(ursp_tag), .ursp_data(ursp_data), .ursp_error(ursp_error),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq_kind(lreq_kind), .lreq_line(lreq_line),
        .lreq_bytes(lreq_bytes), .lreq_data(lreq_data), .lrsp_valid(lrsp_valid), .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag),
        .lrsp_data(lrsp_data), .lrsp_error(lrsp_wrong));

    always #5 clk = !clk;

    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL mem-atomic seed=%0d SLOT_W=%0d RUN=%0d: %0s; phase %0d, cycle %0d; reproduce: +seed=%0d",
               seed, SLOT_W, RUN, what, phase, cycle, seed);
    endtask

    localparam integer AREA_W = 6;               // the bench uses 2^AREA_W lines
    `include "wf_lds_operate.vh"
    `include "wf_memory_random.vh"
    `include "wf_memory_lines.vh"
    `include "wf_memory_phases.vh"
    `include "wf_memory_asker.vh"

    localparam integer MIX    = 0;               // anything, stalls everywhere, answers in any order
    localparam integer CUT    = 1;               // resets in the middle
    localparam integer STREAM = 2;               // loads and stores of other lines: one a cycle
    localparam integer HOT    = 3;               // atomics of one line: two cycles each
    localparam integer FLOATS = 4;               // f32 adds of one line: five cycles each
    localparam integer SPREAD = 5;               // atomics of many lines: as many at a time as there are slots
    localparam integer FAIR   = 6;               // an atomic of one line, then a stream of another
    localparam integer TURNS  = 7;               // an atomic, then a stream of loads
    localparam integer LONG_MIX = 8;
    localparam integer OVER   = 9;
    localparam integer CUTS = 30;
    wire    idle = answered == asked && !busy;

    task go_to(input integer next_phase);
        begin
            if (lines != lines_done) fail("it is not busy, but a line is under way");
            check_memory;
            phase = next_phase;
            broken = 0;
            if (phase == MIX || phase == CUT || phase == LONG_MIX) break_lines;
            n     = 0;
            clear_lines;
            valid_percent  = 100;
            ready_percent  = 100;
            refuse_percent = 0;
            hold_percent   = 0;
            latency   = 1;
            longest   = 1;
            any_order = 1'b1;
            any_places;
        end
    endtask

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
            if (n >= requests) send(next_phase, requests);
            else if (room(1)) begin
                any_line(hot == 0 ? 1 : hot == 1 ? 3 : hot == 2 ? 16 : AREA, 1'b1);
                send(next_phase, requests);
            end
        end
    endtask

    integer hot_took = 0, float_took = 0;
    task plan;
        case (phase)
            MIX: mix(CUT, 1500);
            CUT: begin
                if (n == 0) begin
                    cut_at  = cycle + 30 + cuts;
                    longest = cuts % 2 ? 20 : 1;
                    if (cuts % 4 == 3) ready_percent = 5;
                    if (cuts % 8 >= 6) refuse_percent = 90;
                end
                if (cuts >= CUTS) begin
                    if (idle) go_to(STREAM);
                end else if (room(1)) begin
                    any_line(4, 1'b1);
                    send(CUT, 1000000);
                end
            end
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
                if (n < 320) one_line(`WF_ACCESS_ATOMIC, n % `WF_ATOM_FADD, 5);
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

    task drive_reset;
        begin
            rst <= cycle < 4 || (phase == CUT && n != 0 && cuts < CUTS && cycle == cut_at);
            if (phase == CUT && n != 0 && cuts < CUTS && cycle == cut_at) begin
                offer_nothing;
                lrsp_valid <= 1'b0;
                forget;
                forget_marks;
                clear_lines;
                start_anew;
                cuts = cuts + 1;
                go_to(CUT);
            end
        end
    endtask

    // ---- marks at random: marked holds until the lines that were between read and written are written, and falls in time however many follow ----
    localparam integer SLOW = 1 << (UTAG_W + 2);         // the memory answers one request a cycle, any of those that are due
    reg [AREA-1:0] away = 0, left [0:MARKS-1];           // lines read here, their writes not answered; of them those of a mark
    integer        marked_at [0:MARKS-1], bound [0:MARKS-1], calm = 0, marks = 0, longest_mark = 0, k;
    task check_marks;
        begin
            calm = refuse_percent == 0 && hold_percent == 0 && ready_percent == 100 ? calm + 1 : 0;
            if (lrsp_valid && lrsp_ready && lrsp_tag[LTAG_W-1] && kind_at[lrsp_tag] == `WF_ACCESS_STORE) away[number_at[lrsp_tag]] = 1'b0;
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
            if (lreq_valid && lreq_ready && lreq_tag[LTAG_W-1] && lreq_kind == `WF_ACCESS_LOAD) away[number_of(lreq_line)] = 1'b1;
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
            others = !lrsp_valid || lrsp_ready ? 0 : others + (ursp_valid && ursp_ready);
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
            if (!ureq_valid || ureq_ready) drive_request;
            below(100, i);
            ursp_ready <= i < ready_percent;
            if (line_kinds[`WF_ACCESS_ATOMIC] != 0) fail("an atomic below");
            if (answered == asked && !busy && lines != lines_done) fail("not busy before all is written");
        end
        drive_reset;
        end_cycle(ureq_valid && ureq_ready || ursp_valid && ursp_ready || rst, 20000);
    end

    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = 20000;
        clear_lines;
        any_places;
        start_anew;
        break_lines;
        forget;
        forget_marks;
    end
endmodule
`default_nettype wire
