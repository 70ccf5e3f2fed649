// SPDX-License-Identifier: Apache-2.0
// wf_mem_coalesce_tb - wf_mem_coalesce in front of a memory of lines, against lanes that run one after the other on an array of words.
//   Each line request is held against the one that the rules ask for: order, line, words.
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
    parameter integer LANES = 32;
    parameter integer TAG_W = 7, ENTRY_W = 6, OPERAND_W = 2, LTAG_W = 7;
    localparam integer IDX_W = $clog2(LANES);
    localparam ATOMICS = 1'b1;

    reg                  clk = 1'b0, rst = 1'b1;
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
    wire [511:0]         lreq_data, lreq_compare;
    reg                  lrsp_valid = 1'b0;
    wire                 lrsp_ready;
    reg [LTAG_W-1:0]     lrsp_tag = 0;
    reg [511:0]          lrsp_data = 0;

    wf_mem_coalesce #(.LANES(LANES), .TAG_W(TAG_W), .ENTRY_W(ENTRY_W), .OPERAND_W(OPERAND_W), .LTAG_W(LTAG_W)) u_dut (
        .clk(clk), .rst(rst), .mreq_valid(mreq_valid), .mreq_ready(mreq_ready), .mreq(mreq), .mrsp_valid(mrsp_valid), .mrsp_ready(mrsp_ready), .mrsp(mrsp),
        .lreq_valid(lreq_valid), .lreq_ready(lreq_ready), .lreq_tag(lreq_tag), .lreq_kind(lreq_kind), .lreq_atom(lreq_atom),
        .lreq_line(lreq_line), .lreq_bytes(lreq_bytes), .lreq_data(lreq_data), .lreq_compare(lreq_compare),
        .lrsp_valid(lrsp_valid), .lrsp_ready(lrsp_ready), .lrsp_tag(lrsp_tag), .lrsp_data(lrsp_data), .lrsp_error(lrsp_wrong));

    always #5 clk = !clk;

    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL mem-coalesce seed=%0d LANES=%0d: %0s; phase %0d, cycle %0d; reproduce: +seed=%0d", seed, LANES, what, phase, cycle, seed);
    endtask

    localparam integer AREA_W = 6;               // the bench uses 2^AREA_W lines
    `include "wf_lds_operate.vh"
    `include "wf_memory_random.vh"
    `include "wf_memory_phases.vh"
    `include "wf_memory_core.vh"
    `include "wf_memory_lines.vh"

    // ---- the phases, each ended when all is answered ----
    localparam integer MIX      = 0;             // any instructions, stalls everywhere, answers in any order
    localparam integer CUT      = 1;             // reset with everything under way, each time a cycle later
    localparam integer ALONE    = 2;             // one at a time: exact latency
    localparam integer BITS     = 3;             // two lines that differ in one bit of their number
    localparam integer STREAM   = 4;             // all lanes a word each, memory of 100 cycles: a line a cycle
    localparam integer EMPTY    = 5;             // no lanes, beside answers in every cycle
    localparam integer SERIAL   = 6;             // f32 adds, compare-exchanges of one word
    localparam integer FULL     = 7;             // the memory answers late: all tags are out
    localparam integer LONG_MIX = 8;
    localparam integer OVER     = 9;
    localparam integer CUTS = 24;
    localparam integer DEPTH = IDX_W < 4 ? 4 : IDX_W;
    integer stream_cycles = 0, first_sent = 0;
    wire    idle = answered == asked;

    task check_memory;
        integer w;
        for (w = 0; w < 16 * AREA; w = w + 1)
            if (store[w] !== memory[w]) begin
                $display("memory: word %0d got %h want %h", w, store[w], memory[w]);
                fail("a word of memory");
            end else
                checks = checks + 1;
    endtask

    task go_to(input integer next_phase);
        begin
            if (lines != expected || lines != lines_done) fail("number of line requests");
            check_memory;
            phase = next_phase;
            broken = 0;
            if (phase == MIX || phase == CUT || phase == LONG_MIX) break_lines;
            n     = 0;
            lines = 0;
            lines_done = 0;
            expected   = 0;
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
            end
            if (n >= requests) send(next_phase, requests);
            else if (room(1)) begin
                below(3, i);
                any_request(i == 0 ? 2 : i == 1 ? 8 : AREA);
                send(next_phase, requests);
            end
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
            CUT: begin
                if (n == 0) begin
                    cut_at  = cycle + 40 + cuts;
                    longest = cuts % 2 ? 30 : 1;
                    if (cuts % 4 == 3) ready_percent = 5;
                    if (cuts % 8 >= 6) refuse_percent = 90;
                end
                if (cuts >= CUTS) begin
                    if (idle) go_to(ALONE);
                end else if (room(1)) begin
                    any_request(4);
                    send(CUT, 1000000);
                end
            end
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
            SERIAL: if (n < 60 ? room(1) : 1'b1) begin
                if (n < 60) one_word(`WF_ACCESS_ATOMIC, n % 2 ? `WF_ATOM_FADD : `WF_ATOM_CAS, n / 8 * 5);
                send(FULL, 60);
            end
            FULL: begin
                latency = n < 600 ? 300 : 1;
                longest = latency;
                if (n < 800 ? room(1) : 1'b1) begin
                    if (n < 800) any_request(AREA);
                    if (n < 300 && kind == `WF_ACCESS_ATOMIC) kind = `WF_ACCESS_LOAD;
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
    integer at = 0;
    task check_order;
        if (lreq_valid && lreq_ready) begin
            if (lines > expected) fail("a line request too many");
            if ({lreq_kind, lreq_kind == `WF_ACCESS_ATOMIC ? lreq_atom : 4'd0, lreq_line, lreq_bytes} !== expect_m[(lines-1) % EXPECT]) begin
                $display("memory: request %0d is %h, not %h", lines - 1, {lreq_kind, lreq_atom, lreq_line, lreq_bytes}, expect_m[(lines-1) % EXPECT]);
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
            if (mrsp_valid && mrsp_ready && lines_of[mrsp_tag] != 0) begin
                if (number_of_complete[mrsp_tag] != complete_answered) fail("an instruction is passed by one that was complete later");
                complete_answered = complete_answered + 1;
            end
            waited = complete == complete_answered || mrsp_valid ? 0 : waited + 1;
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
                complete = complete_answered;
                clear_lines;
                start_anew;
                cuts = cuts + 1;
                n = 0;
                go_to(CUT);
            end
        end
    endtask

    always @(posedge clk) begin                  // one block: the same order of random numbers in every simulator
        if (!rst) begin
            check_errors_of_lanes(mrsp_error);
            check_answers;
            check_still(below_idle, DEPTH + 11);
            check_complete;
            serve_lines;
            check_order;
            if (!mreq_valid || mreq_ready) drive_request;
            below(100, i);
            mrsp_ready <= i < ready_percent;
        end
        drive_reset;
        end_cycle(mreq_valid && mreq_ready || mrsp_valid && mrsp_ready || rst, 20000);
    end

    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = 6000;
        clear_lines;
        any_places;
        start_anew;
        break_lines;
        forget;
    end
endmodule
`default_nettype wire
