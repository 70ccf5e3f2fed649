// SPDX-License-Identifier: Apache-2.0
// wf_mem_coalesce_tb - wf_mem_coalesce on a memory of lines, against lanes that run one after the other on an array of
//   words.  Each line request is compared with the one that the rules ask for: order, line, words.
//   This file: the device and the phases.   wf_memory_core.vh: instructions, what they must answer   wf_memory_lines.vh: the memory
//   Plusargs: +seed=N  +count=N (random instructions)    Parameters: LANES
//
//   Build and run, Verilator and Icarus: make bench-mem-coalesce-l32, make icarus-mem-coalesce-l8 SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_line.vh"
`include "wf_record.vh"

module wf_mem_coalesce_tb;
    parameter integer LANES = 32, TAG_W = 7, ENTRY_W = 6, OPERAND_W = 2, LTAG_W = 7;
    localparam integer IDX_W = $clog2(LANES);
    localparam integer AREA_W = 6;               // the bench uses 2^AREA_W lines
    localparam integer CUTS = 30, CUT_STEP = 1;
    localparam ATOMICS = 1'b1;

    reg                  clk = 1'b0, rst = 1'b1;
    `include "wf_lds_operate.vh"
    `include "wf_memory_random.vh"
    `include "wf_memory_phases.vh"
    `include "wf_memory_core.vh"
    `include "wf_memory_lines.vh"

    wf_mem_coalesce #(.LANES(LANES), .TAG_W(TAG_W), .ENTRY_W(ENTRY_W), .OPERAND_W(OPERAND_W), .LTAG_W(LTAG_W)) u_dut (
        .clk(clk), .rst(rst),
        .mreq_valid(req_valid), .mreq_ready(req_ready), .mreq(req), .mrsp_valid(rsp_valid), .mrsp_ready(rsp_ready), .mrsp(rsp),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq(lreq),
        .lrsp_valid(lrsp_valid), .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag), .lrsp(lrsp));

    always #5 clk = !clk;

    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL mem-coalesce seed=%0d LANES=%0d: %0s; phase %0d, cycle %0d; reproduce: +seed=%0d", seed, LANES, what, phase, cycle, seed);
    endtask

    // ---- the phases, each ended when all is answered ----
    localparam integer ALONE    = 2;             // one at a time: exact latency
    localparam integer BITS     = 3;             // two lines that differ in one bit of their number
    localparam integer STREAM   = 4;             // all lanes a word each, memory of 100 cycles: a line a cycle
    localparam integer EMPTY    = 5;             // no lanes, beside answers in every cycle
    localparam integer SERIAL   = 6;             // f32 adds, compare-exchanges of one word, of 32 and 64 bits
    localparam integer FULL     = 7;             // the memory answers late: all tags are out
    localparam integer LONG_MIX = 8, OVER = 9;
    localparam integer DEPTH = IDX_W < 4 ? 4 : IDX_W;
    integer stream_cycles = 0;
    wire    idle = answered == asked;

    task any_of(input integer area);
        any_request(area);
    endtask

    task go_to(input integer next_phase);
        begin
            if (lines != lines_done || (lines != expected && !resets(cycle))) fail("number of line requests");
            check_memory;
            begin_phase(next_phase, next_phase <= CUT || next_phase == LONG_MIX);
            expected = 0;
            any_places;
        end
    endtask

    // Cycles of an instruction alone, with a memory that answers in the next: docs/memory.md.
    integer alone_tag = -1;
    task check_alone;
        integer want;
        if (alone_tag >= 0) begin
            want = lines_of[alone_tag] == 0 ? DEPTH + 11 : DEPTH + 18 + lines_of[alone_tag] - 1;
            if (took_at[alone_tag] - sent_at[alone_tag] != want) begin
                $display("memory: %0d lines took %0d cycles, not %0d", lines_of[alone_tag], took_at[alone_tag] - sent_at[alone_tag], want);
                fail("latency");
            end
            checks = checks + 1;
        end
    endtask

    localparam integer STREAMS = 400;
    task plan;
        case (phase)
            MIX: mix(CUT, 400);
            CUT: cut(ALONE, CUTS, 4);
            ALONE: if (idle) begin
                check_alone;
                if (n < 200) any_request(n % 2 ? 4 : AREA);
                alone_tag = n < 200 ? tag : -1;
                send(BITS, 200);
            end
            BITS: if (idle) begin                // all lines but number 0 and one bit
                for (i = 0; i < AREA_W; i = i + 1) place_of[i] = (n / 2 + i) % `WF_LINE_ADDR_W;
                if (n < 52) begin
                    whole(n % 2 ? `WF_ACCESS_LOAD : `WF_ACCESS_ATOMIC, `WF_ATOM_ADD, 0);
                    for (i = 0; i < lanes; i = i + 1) place[i] = i % 2 ? 16 : 0;
                end
                send(STREAM, 52);
            end
            STREAM: begin
                latency = 100;
                longest = 100;
                any_order = 1'b0;
                if (n < STREAMS && room(1)) begin
                    whole(n % 4 == 3 ? `WF_ACCESS_STORE : `WF_ACCESS_LOAD, 0, n * LANES);
                    if (n == 0) first_sent = cycle + 1;
                    have = 1'b1;
                    n = n + 1;
                end else if (n == STREAMS && idle) begin
                    stream_cycles = last_line - first_line + 1;
                    if (LANES >= 16 && TAG_W >= 7 && ENTRY_W >= 6 && stream_cycles > expected + 4) begin
                        $display("memory: %0d lines in %0d cycles", expected, stream_cycles);
                        fail("a line request each cycle");
                    end
                    go_to(EMPTY);
                end
            end
            EMPTY: if (n < 300 ? room(1) : 1'b1) begin
                if (n < 300) begin
                    any_request(AREA);
                    if (n % 3 != 0) mask = 0;
                end
                send(SERIAL, 300);
            end
            SERIAL: if (n < 90 ? room(1) : 1'b1) begin
                if (n < 90) one_word(n % 3 == 2 ? `WF_ACCESS_PAIRS : `WF_ACCESS_ATOMIC, n % 3 == 1 ? `WF_ATOM_FADD : `WF_ATOM_CAS, n / 8 * 5);
                send(FULL, 90);
            end
            FULL: begin
                latency = n < 600 ? 300 : 1;
                longest = latency;
                if (n < 800 ? room(1) : 1'b1) begin
                    if (n < 800) any_request(AREA);
                    if (n < 300 && kind >= `WF_ACCESS_ATOMIC) kind = `WF_ACCESS_LOAD;
                    send(LONG_MIX, 800);
                end
            end
            LONG_MIX: mix(OVER, count);
            default: begin
                if (checks < count || cuts != CUTS || errors == 0) fail("too little checked");
                $display("PASS mem-coalesce seed=%0d checks=%0d LANES=%0d lines a cycle=%0d%%", seed, checks, LANES,
                         STREAMS * ((LANES + 15) / 16) * 100 / stream_cycles);
                $finish;
            end
        endcase
    endtask

    // Each line request is the next of those that the rules ask for.
    wire [1:0]  told_kind = lreq[`WF_LREQ_KIND];
    wire [3:0]  told_atom = lreq[`WF_AREQ_ATOM];
    wire [95:0] told = {told_kind, told_kind >= `WF_ACCESS_ATOMIC ? told_atom : 4'd0, lreq[`WF_LREQ_LINE], lreq[`WF_LREQ_BYTES]};
    task check_order;
        if (lreq_valid && lreq_ready) begin
            if (lines > expected) fail("a line request too many");
            if (told !== expect_m[(lines-1) % EXPECT]) begin
                $display("memory: request %0d is %h, not %h", lines - 1, told, expect_m[(lines-1) % EXPECT]);
                fail("a line request");
            end
            instruction_of[lreq_tag] = expect_tag[(lines-1) % EXPECT];
            checks = checks + 1;
        end
    endtask

    // An instruction whose lines are all answered is passed by none that is complete later; the first of them is answered 11 cycles after its last line.
    integer instruction_of [0:LTAGS-1];
    integer number_of_complete [0:TAGS-1];
    integer complete = 0, complete_answered = 0, waited = 0;
    task check_complete;
        begin
            if (rsp_valid && rsp_ready && lines_of[rsp_tag] != 0) begin
                if (number_of_complete[rsp_tag] != complete_answered) fail("an instruction is passed by one that was complete later");
                complete_answered = complete_answered + 1;
            end
            waited = complete == complete_answered || rsp_valid ? 0 : waited + 1;
            if (waited > 10) fail("a complete instruction is not answered");
            if (lrsp_valid) begin
                lines_left[instruction_of[lrsp_tag]] = lines_left[instruction_of[lrsp_tag]] - 1;
                if (lines_left[instruction_of[lrsp_tag]] == 0) begin
                    number_of_complete[instruction_of[lrsp_tag]] = complete;
                    complete = complete + 1;
                end
            end
        end
    endtask

    task cut_off;
        complete = complete_answered;
    endtask

    always @(posedge clk) begin                  // one block: the same order of random numbers in every simulator
        if (!rst) begin
            check_errors_of_lanes;
            check_answers;
            check_still(below_idle, DEPTH + 11);
            check_complete;
            serve_lines;
            check_order;
            drive_requester;
        end
        end_cycle(20000);
    end

    initial begin
        start(6000);
    end
endmodule
`default_nettype wire
