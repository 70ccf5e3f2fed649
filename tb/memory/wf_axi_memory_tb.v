// SPDX-License-Identifier: Apache-2.0
// wf_axi_memory_tb - wf_axi_memory between a requester of lines and a memory on AXI4; wf_axi_checker watches the bus.
//   This file: the device and the phases.   wf_memory_asker.vh: requests, what they must answer   wf_axi_model.vh: the memory
//   Plusargs: +seed=N  +count=N (random requests)    Parameters: DATA SLOT_W
//
//   Build and run, Verilator and Icarus: make bench-axi-memory, make icarus-axi-memory SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_line.vh"
`include "wf_record.vh"

module wf_axi_memory_tb;
    parameter integer DATA = 128, SLOT_W = 5;
    localparam integer TAG_W = 7, LTAG_W = TAG_W, AXI_ID_W = SLOT_W;
    localparam integer AREA_W = 6;               // the bench uses 2^AREA_W lines
    localparam integer CUTS = 30, CUT_STEP = 1;

    reg               clk = 1'b0, rst = 1'b1, forgets = 1'b0;

    `include "wf_lds_operate.vh"
    `include "wf_memory_random.vh"
    `include "wf_memory_phases.vh"
    `include "wf_memory_asker.vh"
    `include "wf_axi_model.vh"
    assign {lreq_valid, lreq_tag, lreq} = {req_valid, req_tag, req[`WF_AREQ_LREQ]};
    assign req_ready = lreq_ready;
    assign {rsp_valid, rsp_tag, rsp} = {lrsp_valid, lrsp_tag, lrsp};
    assign lrsp_ready = rsp_ready;

    always #5 clk = !clk;

    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL axi-memory seed=%0d DATA=%0d SLOT_W=%0d: %0s; phase %0d, cycle %0d; reproduce: +seed=%0d",
               seed, DATA, SLOT_W, what, phase, cycle, seed);
    endtask

    // ---- the phases ----
    localparam integer ALONE  = 2;               // exact latency of a load
    localparam integer LOADS  = 3;               // without a gap, from a memory of 100 cycles
    localparam integer STORES = 4;
    localparam integer APART  = 5;               // stores of part of a line: each to a line of its own, ...
    localparam integer CLOSE  = 6;               // ... the same to one line: as fast
    localparam integer BETWEEN = 7;              // loads of that line in between
    localparam integer TURNS  = 8;               // loads of a beat, an answer a cycle, and some stores; then the reverse
    localparam integer ERRORS = 9;               // the first error is kept; resets in between, then each slot is used again and again
    localparam integer LONG_MIX = 10, OVER = 11;
    localparam integer FAULTS = 40, TOLD = 300;
    integer load_cycles = 0, store_cycles = 0;
    wire    idle = answered == asked;

    task any_of(input integer area);
        any_line(area, 1'b0);
    endtask

    task go_to(input integer next_phase);
        begin
            if (!quiet_bus && !resets(cycle) && phase != ERRORS) fail("something is under way on the bus");
            if (phase != ERRORS) check_memory;
            begin_phase(next_phase, 1'b0);
            any_places;
        end
    endtask

    // Request n of a stream of stores of part of a line.
    localparam integer STREAM = 64;
    localparam integer HALVES = 0;               // both halves of a line, then of the next
    localparam integer ONE    = 1;               // halves of one line
    localparam integer TWO    = 2;               // two lines in turn
    localparam integer BYTES  = 3;               // a byte each, no byte twice
    localparam integer OVERLAP = 4;              // any bytes
    localparam integer WHOLE  = 5;               // all bytes
    localparam integer BESIDE = 6;               // loads of other lines in between
    localparam integer SHAPES = 7;
    integer    shape = HALVES, apart_cycles = 0, close_cycles = 0, halves_cycles = 0;
    reg [31:0] low, high;
    task part_of_line(input apart);
        begin
            one_line(shape == BESIDE && n % 4 == 3 ? `WF_ACCESS_LOAD : `WF_ACCESS_STORE, 0, apart || (shape == BESIDE && n % 4 == 3) ? n : shape == HALVES ? n / 2
                                                                                           : shape == TWO ? n % 2 : 0);
            random(low);
            random(high);
            case (shape)
                TWO:     bytes = n / 2 % 2 ? 64'hffffffff << 32 : 64'hffffffff;
                BYTES:   bytes = 64'd1 << n;
                OVERLAP: bytes = {high, low} | 64'd1;
                WHOLE:   bytes = ~64'd0;
                default: bytes = n % 2 ? 64'hffffffff << 32 : 64'hffffffff;
            endcase
        end
    endtask

    integer alone_tag = 0;
    task plan;
        case (phase)
            MIX: mix(CUT, 3000);
            CUT: cut(ALONE, CUTS, 4);
            ALONE: if (idle) begin
                if (n != 0 && took_at[alone_tag] - sent_at[alone_tag] != (n % 2 ? 7 + BEATS - 1 : 7)) begin
                    $display("memory: latency %0d", took_at[alone_tag] - sent_at[alone_tag]);
                    fail("latency of a load");
                end
                if (n < 20) one_line(`WF_ACCESS_LOAD, 0, n);
                if (n % 2 == 1) bytes = 64'hf << 4 * (n / 2);
                alone_tag = tag;
                send(LOADS, 20);
            end
            LOADS: if (n < 200 ? room(1) : 1'b1) begin
                latency = 100;
                longest = 100;
                in_turn = 1'b1;
                if (n < 200) one_line(`WF_ACCESS_LOAD, 0, n % AREA);
                timed(STORES, 200, SLOT_W < 5 ? UNBOUND : 200 * BEATS + 120);
                if (phase != LOADS) load_cycles = took;
            end
            STORES: if (n < 200 ? room(1) : 1'b1) begin
                latency = 100;
                longest = 100;
                if (n < 200) one_line(`WF_ACCESS_STORE, 0, n % AREA);
                timed(APART, 200, SLOT_W < 5 ? UNBOUND : 200 * BEATS + 120);
                if (phase != STORES) store_cycles = took;
            end
            APART, CLOSE: if (n < STREAM ? room(1) : 1'b1) begin
                latency = 100;
                longest = 100;
                if (n < STREAM) part_of_line(phase == APART);
                if (phase == APART) begin
                    timed(CLOSE, STREAM, SLOT_W < 5 ? UNBOUND : STREAM * BEATS + 120);
                    if (phase != APART) apart_cycles = took;
                end else begin
                    timed(shape == SHAPES - 1 ? BETWEEN : APART, STREAM, UNBOUND);
                    if (phase != CLOSE) begin
                        if (10 * took > 12 * apart_cycles) begin
                            $display("memory: shape %0d: %0d cycles to one line, %0d to distinct lines", shape, took, apart_cycles);
                            fail("stores to one line wait for one another");
                        end
                        if (shape == ONE) {close_cycles, halves_cycles} = {took, apart_cycles};
                        shape = shape + 1;
                    end
                end
            end
            BETWEEN: if (n < STREAM ? room(1) : 1'b1) begin     // three stores and a load in turn: each load, and each store behind one, waits
                latency = 100;
                longest = 100;
                shape   = OVERLAP;
                if (n < STREAM) part_of_line(1'b0);
                if (n % 4 == 3) kind = `WF_ACCESS_LOAD;
                timed(TURNS, STREAM, SLOT_W < 5 ? UNBOUND : STREAM / 4 * 2 * (latency + 3 * BEATS + 8));
            end
            TURNS: if (n < 400 ? room(1) : 1'b1) begin
                if (n < 400) one_line((n < 200) == (n % 16 != 15) ? `WF_ACCESS_LOAD : `WF_ACCESS_STORE, 0, n % AREA);
                bytes = 64'd15;
                timed(ERRORS, 400, SLOT_W < 5 ? UNBOUND : 400 + 20);
            end
            ERRORS: begin
                error_percent = cuts < CUTS + FAULTS || n_told < TOLD ? 10 : 0;
                if (cuts < CUTS + FAULTS || error_percent == 0) cut(LONG_MIX, CUTS + FAULTS, AREA);
                else if (room(1)) begin
                    any_of(AREA);
                    send(ERRORS, UNBOUND);
                end
            end
            LONG_MIX: mix(OVER, count);
            default: begin
                if (checks < count || cuts != CUTS + FAULTS) fail("too little checked");
                $display("PASS axi-memory seed=%0d checks=%0d DATA=%0d SLOT_W=%0d cycles of 200 loads=%0d, stores=%0d, of 64 halves of one line=%0d, of 64 lines=%0d",
                         seed, checks, DATA, SLOT_W, load_cycles, store_cycles, close_cycles, halves_cycles);
                $finish;
            end
        endcase
    endtask

    task cut_off;
        begin
            open = 0;
            owed_all = 0;
            beat_wrong = 0;
            n_told = 0;
            for (o = 0; o < AREA; o = o + 1) owed[o] = 0;
        end
    endtask

    // What the memory said first, a cycle after it was said.
    reg        want_fault = 1'b0, want_write;
    reg [1:0]  want_resp;
    reg [25:0] want_line;
    task check_fault;
        begin
            if (want_fault !== axi_fault ||
                (axi_fault && (axi_fault_write !== want_write || axi_fault_resp !== want_resp || axi_fault_line !== want_line)))
                fail("what the first error was");
            if (!want_fault && m_axi_rvalid && m_axi_rresp != 0) begin
                want_fault = 1'b1;
                {want_write, want_resp, want_line} = {1'b0, m_axi_rresp, r_line[m_axi_rid]};
            end else if (!want_fault && m_axi_bvalid && m_axi_bresp != 0) begin
                want_fault = 1'b1;
                {want_write, want_resp, want_line} = {1'b1, m_axi_bresp, b_line[m_axi_bid]};
            end
            if (resets(cycle) || forgets) want_fault = 1'b0;
            if (want_fault) checks = checks + 1;
        end
    endtask

    // Answers of loads and of stores go by turns: after its response on the bus one lets at most so many of the other kind pass.
    localparam integer PASS = 3;
    integer loads_back = 0, stores_back = 0, loads_passed = 0, stores_passed = 0;
    task check_turns;
        begin
            if (rsp_valid && rsp_ready && is_load[rsp_tag]) begin
                loads_back    = loads_back - 1;
                loads_passed  = 0;
                stores_passed = stores_back != 0 ? stores_passed + 1 : 0;
            end else if (rsp_valid && rsp_ready) begin
                stores_back   = stores_back - 1;
                stores_passed = 0;
                loads_passed  = loads_back != 0 ? loads_passed + 1 : 0;
            end
            if (loads_passed > PASS) fail("answers of loads wait for those of stores");
            if (stores_passed > PASS) fail("answers of stores wait for those of loads");
            if (m_axi_rvalid && m_axi_rlast) loads_back = loads_back + 1;
            if (m_axi_bvalid) stores_back = stores_back + 1;
            if (resets(cycle)) {loads_back, stores_back, loads_passed, stores_passed} = 128'd0;
        end
    endtask

    // Errors that an answer of their line has still to tell: of a read once, whichever beats had one.
    integer    owed [0:AREA-1], owed_all = 0, n_told = 0, o;
    reg [(1<<SLOT_W)-1:0] beat_wrong = 0;
    task owe(input [25:0] line);
        for (o = 0; o < AREA; o = o + 1)
            if (line_of(o) == line) begin owed[o] = owed[o] + 1; owed_all = owed_all + 1; end
    endtask
    task check_errors;
        begin
            if (rsp_valid && rsp_ready && rsp[`WF_LRSP_ERROR] !== 1'b0) begin
                if (rsp[`WF_LRSP_ERROR] !== 1'b1 || owed[of_line[rsp_tag]] == 0) fail("an answer with an error that its line did not meet");
                owed[of_line[rsp_tag]] = owed[of_line[rsp_tag]] - 1;
                owed_all = owed_all - 1;
                n_told = n_told + 1;
            end
            if (m_axi_rvalid && m_axi_rready) begin
                if (m_axi_rresp != 0) beat_wrong[m_axi_rid] = 1'b1;
                if (m_axi_rlast && beat_wrong[m_axi_rid]) owe(r_line[m_axi_rid]);
                if (m_axi_rlast) beat_wrong[m_axi_rid] = 1'b0;
            end
            if (m_axi_bvalid && m_axi_bready && m_axi_bresp != 0) owe(b_line[m_axi_bid]);
            if (open == 0 && owed_all != 0) fail("an error that nobody was told of");   // last: this answer may tell it
            checks = checks + 1;
        end
    endtask

    integer open = 0;                            // requests taken whose answers were not
    always @(posedge clk) begin                  // one block: the same order of random numbers in every simulator
        if (!rst) begin
            if (axi_busy !== (open != 0)) fail("busy");
            open = open + (req_valid && req_ready) - (rsp_valid && rsp_ready);
            check_errors;
            check_fault;
            check_turns;
            check_still(quiet_bus && !m_axi_arvalid && !m_axi_awvalid && !m_axi_wvalid, 4);
            below(200, i);
            forgets <= phase == ERRORS && i == 0;
            check_answers;
            serve_axi;
            drive_requester;
        end
        end_cycle(20000);
    end

    initial begin
        cut_off;
        start(10000);
    end
endmodule
`default_nettype wire
