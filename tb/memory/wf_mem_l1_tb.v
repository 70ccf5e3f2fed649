// SPDX-License-Identifier: Apache-2.0
// wf_mem_l1_tb - wf_mem_l1 between a requester of lines and a memory that performs all; others store into it too.
//   This file: the device and the phases.   wf_memory_asker.vh: requests, what they must answer   wf_memory_lines.vh: the memory
//   Plusargs: +seed=N  +count=N (random requests)    Parameters: LINES TAG_W
//
//   Build and run, Verilator and Icarus: make bench-mem-l1, make icarus-mem-l1 SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_line.vh"
`include "wf_record.vh"

module wf_mem_l1_tb;
    parameter integer TAG_W = 7, LINES = 16;
    localparam integer INDEX_W = LINES > 1 ? $clog2(LINES) : 1;
    localparam integer LTAG_W = 1 + (TAG_W > INDEX_W ? TAG_W : INDEX_W);
    localparam integer AREA_W = 6;               // the bench uses 2^AREA_W lines
    localparam integer CUTS = 30, CUT_STEP = 1;
    localparam ATOMICS = 1'b1;

    reg               clk = 1'b0, rst = 1'b1, invalidate = 1'b0;
    wire              settled, stat_hit, stat_joined, stat_missed;
    `include "wf_lds_operate.vh"
    `include "wf_memory_random.vh"
    `include "wf_memory_phases.vh"
    `include "wf_memory_asker.vh"
    `include "wf_memory_lines.vh"

    wf_mem_l1 #(.UTAG_W(TAG_W), .LINES(LINES)) u_dut (
        .clk(clk), .rst(rst), .invalidate(invalidate), .settled(settled),
        .ureq_valid(req_valid), .ureq_ready(req_ready), .ureq_tag(req_tag), .ureq(req),
        .ursp_valid(rsp_valid), .ursp_ready(rsp_ready), .ursp_tag(rsp_tag), .ursp(rsp),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(lreq),
        .lrsp_valid(lrsp_valid), .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag), .lrsp(lrsp),
        .stat_hit(stat_hit), .stat_joined(stat_joined), .stat_missed(stat_missed));

`ifdef WF_COVER
    wf_mem_l1_bins #(.AREA(AREA), .LINES(LINES)) u_bins (
        .clk(clk), .rst(rst), .invalidate(invalidate), .asks(req_valid && req_ready), .kind(req[`WF_LREQ_KIND]), .line(req_number),
        .answers(rsp_valid && rsp_ready), .answers_load(is_load[rsp_tag]), .answers_line(of_line[rsp_tag]));
`endif

    always #5 clk = !clk;

    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL mem-l1 seed=%0d LINES=%0d TAG_W=%0d: %0s; phase %0d, cycle %0d; reproduce: +seed=%0d",
               seed, LINES, TAG_W, what, phase, cycle, seed);
    endtask

    // ---- the phases ----
    localparam integer FILL    = 2;              // each frame gets its line
    localparam integer HIT     = 3;              // loads of those alone: exact latency
    localparam integer HITS    = 4;              // one a cycle
    localparam integer SAME    = 5;              // many loads of a line on its way: one goes below
    localparam integer STORED  = 6;              // stores to lines that are here, loads behind them
    localparam integer DROPPED = 7;              // atomics drop them
    localparam integer WRITTEN = 8;              // an atomic behind each store: what does not need the line does not wait until it is read again
    localparam integer MISSES  = 9;              // one a cycle, beside a memory of 100 cycles
    localparam integer BESIDE  = 10;             // hits beside a miss
    localparam integer TURNS   = 11;             // a miss beside a stream of hits
    localparam integer LIST    = 12;             // a stream of hits beside a line that many wait for
    localparam integer LONG_MIX = 13, OVER = 14;
    localparam integer SAMES = TAG_W >= 7 ? 100 : 20;
    localparam integer KEPT = LINES > AREA ? AREA : LINES;
    localparam integer WRITES = KEPT > 2 ? 2 * (KEPT - 2) : 0;
    integer others = 0, hits = 0, joined = 0, missed = 0, loads = 0;
    wire    idle = answered == asked;

    task any_of(input integer area);
        begin
            any_line(area, 1'b1);
            below(3, i);
            if (i == 0) kind = `WF_ACCESS_LOAD;
        end
    endtask

    task go_to(input integer next_phase);
        begin
            if (lines != lines_done) fail("a line is under way");
            check_memory;
            if (phase != CUT && hits + joined + missed != loads) fail("hits, joins and misses do not add up");
            begin_phase(next_phase, next_phase <= CUT || next_phase == LONG_MIX);
            others = 0;
            hits   = 0;
            joined = 0;
            missed = 0;
            loads  = 0;
            if (next_phase <= FILL || next_phase >= LONG_MIX) begin      // else lines are here from before
                any_places;
                if (next_phase == FILL) near_places;
                invalidate <= 1'b1;
            end
        end
    endtask

    task mix_with_others(input integer next_phase, input integer requests);
        begin
            if (n % 64 == 0) begin
                below(3, i);
                others = i == 0 ? 20 : 0;
            end
            mix(next_phase, requests);
        end
    endtask

    // What went below, and what was answered here, since the phase began.
    task expect_counts(input integer below_lines, input integer want_hits, input integer want_joined, input integer want_missed);
        if (LINES != 0 && n != 0 && idle && settled) begin
            if (lines != below_lines || hits != want_hits || joined != want_joined || missed != want_missed) begin
                $display("memory: %0d lines, %0d hits, %0d joined, %0d missed", lines, hits, joined, missed);
                fail("hits and misses");
            end
            checks = checks + 1;
        end
    endtask

    integer alone_tag = 0;
    task plan;
        case (phase)
            MIX: mix_with_others(CUT, 3000);
            CUT: cut(FILL, CUTS, 4);
            FILL: if (n < KEPT ? room(1) : 1'b1) begin
                if (n == KEPT) expect_counts(KEPT, 0, 0, KEPT);
                if (n < KEPT) one_line(`WF_ACCESS_LOAD, 0, n);
                send(HIT, KEPT);
            end
            HIT: if (idle) begin
                if (n != 0 && LINES != 0 && took_at[alone_tag] - sent_at[alone_tag] != 3) fail("latency of a hit");
                if (n == 20) expect_counts(0, 20, 0, 0);
                if (n < 20) one_line(`WF_ACCESS_LOAD, 0, n % (KEPT + (LINES == 0)));
                alone_tag = tag;
                send(HITS, 20);
            end
            HITS: if (n < 200 ? room(1) : 1'b1) begin
                if (n == 200) expect_counts(0, 200, 0, 0);
                if (n < 200) one_line(`WF_ACCESS_LOAD, 0, n % (KEPT + (LINES == 0)));
                timed(SAME, 200, LINES == 0 ? UNBOUND : 200 + 2);
            end
            SAME: if (n < SAMES ? room(1) : 1'b1) begin    // a line that is not here; number KEPT % AREA has the frame of line 0
                latency = 100;
                longest = 100;
                if (n == SAMES && KEPT < AREA) expect_counts(1, 0, SAMES - 1, 1);
                if (n < SAMES) one_line(`WF_ACCESS_LOAD, 0, KEPT % AREA);
                send(STORED, SAMES);
            end
            STORED: if (n < 40 ? room(1) : 1'b1) begin
                if (n == 40) expect_counts(20, 20, 0, 0);
                if (n < 40) one_line(n % 2 ? `WF_ACCESS_LOAD : `WF_ACCESS_STORE, 0, 1);
                if (n < 40 && n % 2 == 0) bytes = {16{4'h1 << n / 2 % 4}} << n;
                send(DROPPED, 40);
            end
            DROPPED: if (n < 40 ? idle : 1'b1) begin
                if (n == 40) expect_counts(40, 0, 0, 20);
                if (n < 40) one_line(n % 2 ? `WF_ACCESS_LOAD : `WF_ACCESS_ATOMIC, n % ATOMS, 1);
                send(WRITTEN, 40);
            end
            WRITTEN: if (WRITES == 0)
                go_to(MISSES);
            else if (n < WRITES ? room(1) : 1'b1) begin         // lines 0 and 1 are not here
                if (n == WRITES) expect_counts(WRITES, 0, 0, 0);
                if (n < WRITES) one_line(n % 2 ? `WF_ACCESS_ATOMIC : `WF_ACCESS_STORE, `WF_ATOM_ADD, 2 + n / 2);
                timed(MISSES, WRITES, WRITES + 10);
            end
            MISSES: if (n < 400 ? room(1) : 1'b1) begin
                latency = 100;
                longest = 100;
                any_order = 1'b0;
                if (n == 0) invalidate <= 1'b1;
                if (n < 400) one_line(`WF_ACCESS_LOAD, 0, n % AREA);
                timed(BESIDE, 400, TAG_W >= 7 && (LINES == 0 || LINES > AREA) ? 400 + 105 : 40000);
            end
            BESIDE: begin                        // line 1 is fetched again, then hit while line 0 is on its way
                latency = n == 0 ? 1 : 300;
                longest = latency;
                if (n == 0) invalidate <= 1'b1;
                if (n < 30 ? n != 1 || idle : idle) begin
                    if (n < 30) one_line(`WF_ACCESS_LOAD, 0, n != 1);
                    if (n == 1) alone_tag = tag;
                    if (n == 30 && LINES != 0 && took_at[tag] > took_at[alone_tag] - 200) fail("hits wait for a miss");
                    send(TURNS, 30);
                end
            end
            TURNS: if (n < 150 ? room(1) : 1'b1) begin
                latency = 20;
                longest = 20;
                if (n < 150) one_line(`WF_ACCESS_LOAD, 0, n == 50 ? 2 : 1);
                if (n == 50) watched = tag;
                if (n == 0) invalidate <= 1'b1;
                if (n == 150 && idle) begin
                    if (LINES > 2 && watched_took > latency + 6) fail("a miss waits for a stream of hits");
                    checks = checks + 1;
                end
                send(LIST, 150);
            end
            LIST: if (n < LISTED + 150 ? n == 1 ? idle : room(1) : 1'b1) begin
                latency = n == 0 ? 1 : 2 * LISTED;
                longest = latency;
                if (n == 0) invalidate <= 1'b1;
                if (n < LISTED + 150) one_line(n > LISTED && n % 4 == 0 ? `WF_ACCESS_STORE : `WF_ACCESS_LOAD, 0, n == 0 || n > LISTED);
                send(LONG_MIX, LISTED + 150);
            end
            LONG_MIX: mix_with_others(OVER, count);
            default: begin
                if (checks < count || cuts != CUTS || errors == 0) fail("too little checked");
                $display("PASS mem-l1 seed=%0d checks=%0d LINES=%0d TAG_W=%0d stores of others=%0d", seed, checks, LINES, TAG_W, foreign);
                $finish;
            end
        endcase
    endtask

    // Hits and those who wait for one line are answered by turns: a hit has two others before it in the cache, and each waits for one of the list.
    // The last of the list waits for as many hits as are in it.
    localparam integer LISTED = TAGS / 2;
    integer listed = 0;
    task check_list;
        begin
            if (phase == LIST && LINES != 0 && rsp_valid && rsp_ready) begin
                if (of_line[rsp_tag] == 0) listed = listed + 1;
                if (of_line[rsp_tag] == 1 && is_load[rsp_tag] && n > 1 && cycle - sent_at[rsp_tag] > 3 + 4) fail("a hit waits for a line's list");
                if (listed == LISTED && of_line[rsp_tag] == 0 && cycle - sent_at[rsp_tag] > latency + 2 * LISTED + 10) fail("a line's list waits for hits");
            end
            if (phase == LONG_MIX && LINES != 0 && listed != LISTED) fail("too few waited for one line");
        end
    endtask

    // Somebody else stores into a line and this core invalidates: loads under way may see it or not, those taken later must.
    integer foreign = 0, line, t;
    reg     allowed;
    reg [31:0] r;
    task store_of_others;
        begin
            below(AREA, line);
            if (hot < 2) line = line % 4;
            allowed = 1'b1;
            for (t = 0; t < TAGS; t = t + 1) if (out[t] && of_line[t] == line && !is_load[t]) allowed = 1'b0;
            if (allowed) begin
                for (t = 0; t < TAGS; t = t + 1) if (out[t] && of_line[t] == line) want_bytes[t] = 64'd0;
                below(16, t);
                value(r);
                store[16*line+t]  = r;
                memory[16*line+t] = r;
                invalidate <= 1'b1;
                foreign = foreign + 1;
            end
        end
    endtask

    // Stores and atomics that are taken and not answered.
    integer changing = 0;
    task check_settled;
        begin
            if (settled !== (changing == 0)) fail("settled");
            if (req_valid && req_ready && req[`WF_LREQ_KIND] != `WF_ACCESS_LOAD) changing = changing + 1;
            if (rsp_valid && rsp_ready && !is_load[rsp_tag]) changing = changing - 1;
            if (req_valid && req_ready && req[`WF_LREQ_KIND] == `WF_ACCESS_LOAD) loads = loads + 1;
            if (stat_hit === 1'b1) hits = hits + 1;
            if (stat_joined === 1'b1) joined = joined + 1;
            if (stat_missed === 1'b1) missed = missed + 1;
        end
    endtask

    task cut_off;
        changing = 0;
    endtask

    always @(posedge clk) begin                  // one block: the same order of random numbers in every simulator
        if (!rst) begin
            check_settled;
            check_errors_of_lines;
            check_answers;
            check_still(below_idle, 3);
            check_list;
            invalidate <= 1'b0;
            serve_lines;
            below(100, i);
            if (i < others) store_of_others;
            drive_requester;
        end
        end_cycle(20000);
    end

    initial begin
        start(20000);
    end
endmodule
`default_nettype wire
