// SPDX-License-Identifier: Apache-2.0
// wf_axi_memory_tb - wf_axi_memory between somebody who asks for lines and a memory on AXI4; wf_axi_checker watches the bus.
//   This file: the device and the phases.   wf_memory_asker.vh: requests, what they must answer   wf_axi_model.vh: the memory
//   Plusargs: +seed=N  +count=N (random requests)    Parameters: DATA SLOT_W
//
//   Build and run, Verilator and Icarus: make bench-axi-memory, make icarus-axi-memory SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_access.vh"
`include "wf_isa.vh"
`include "wf_line.vh"

module wf_axi_memory_tb;
    parameter integer DATA = 128, SLOT_W = 5;
    localparam integer UTAG_W = 7, AXI_ID_W = SLOT_W;

    reg               clk = 1'b0, rst = 1'b1;
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
    wire              busy, fault, fault_write;
    reg               forgets = 1'b0;
    wire [1:0]        fault_resp;
    wire [25:0]       fault_line;

    wire              m_axi_awvalid, m_axi_wvalid, m_axi_wlast, m_axi_bready, m_axi_arvalid, m_axi_rready;
    reg               m_axi_awready = 1'b0, m_axi_wready = 1'b0, m_axi_bvalid = 1'b0, m_axi_arready = 1'b0, m_axi_rvalid = 1'b0, m_axi_rlast = 1'b0;
    wire [AXI_ID_W-1:0] m_axi_awid, m_axi_arid;
    reg [AXI_ID_W-1:0] m_axi_bid = 0, m_axi_rid = 0;
    wire [31:0]       m_axi_awaddr, m_axi_araddr;
    wire [7:0]        m_axi_awlen, m_axi_arlen;
    wire [2:0]        m_axi_awsize, m_axi_arsize;
    wire [1:0]        m_axi_awburst, m_axi_arburst;
    wire [DATA-1:0]   m_axi_wdata;
    wire [DATA/8-1:0] m_axi_wstrb;
    reg [1:0]         m_axi_bresp = 0, m_axi_rresp = 0;
    reg [DATA-1:0]    m_axi_rdata = 0;

    wf_axi_memory #(.TAG_W(UTAG_W), .DATA(DATA), .SLOT_W(SLOT_W)) u_dut (
        .clk(clk), .rst(rst), .lreq_valid(ureq_valid), .lreq_ready(ureq_ready), .lreq_tag(ureq_tag), .lreq_kind(ureq_kind),
        .lreq_line(ureq_line), .lreq_bytes(ureq_bytes), .lreq_data(ureq_data), .lrsp_valid(ursp_valid), .lrsp_ready(ursp_ready),
        .lrsp_tag(ursp_tag), .lrsp_data(ursp_data), .lrsp_error(ursp_error), .busy(busy), .forget(forgets), .fault(fault), .fault_write(fault_write), .fault_resp(fault_resp), .fault_line(fault_line),
        .m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready), .m_axi_awid(m_axi_awid), .m_axi_awaddr(m_axi_awaddr),
        .m_axi_awlen(m_axi_awlen), .m_axi_awsize(m_axi_awsize), .m_axi_awburst(m_axi_awburst), .m_axi_awlock(), .m_axi_awcache(),
        .m_axi_awprot(), .m_axi_awqos(), .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready), .m_axi_wdata(m_axi_wdata),
        .m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast), .m_axi_bvalid(m_axi_bvalid), .m_axi_bready(m_axi_bready), .m_axi_bid(m_axi_bid),
        .m_axi_bresp(m_axi_bresp), .m_axi_arvalid(m_axi_arvalid), .m_axi_arready(m_axi_arready), .m_axi_arid(m_axi_arid),
        .m_axi_araddr(m_axi_araddr), .m_axi_arlen(m_axi_arlen), .m_axi_arsize(m_axi_arsize), .m_axi_arburst(m_axi_arburst),
        .m_axi_arlock(), .m_axi_arcache(), .m_axi_arprot(), .m_axi_arqos(), .m_axi_rvalid(m_axi_rvalid), .m_axi_rready(m_axi_rready),
        .m_axi_rid(m_axi_rid), .m_axi_rdata(m_axi_rdata), .m_axi_rresp(m_axi_rresp), .m_axi_rlast(m_axi_rlast));

    wire quiet_bus;
    wf_axi_checker #(.ID_W(AXI_ID_W), .DATA(DATA)) u_checker (
        .clk(clk), .rst(rst), .idle(quiet_bus), .awvalid(m_axi_awvalid), .awready(m_axi_awready), .awid(m_axi_awid), .awaddr(m_axi_awaddr),
        .awlen(m_axi_awlen), .awsize(m_axi_awsize), .awburst(m_axi_awburst), .wvalid(m_axi_wvalid), .wready(m_axi_wready), .wdata(m_axi_wdata),
        .wstrb(m_axi_wstrb), .wlast(m_axi_wlast), .bvalid(m_axi_bvalid), .bready(m_axi_bready), .bid(m_axi_bid), .bresp(m_axi_bresp),
        .arvalid(m_axi_arvalid), .arready(m_axi_arready), .arid(m_axi_arid), .araddr(m_axi_araddr), .arlen(m_axi_arlen), .arsize(m_axi_arsize),
        .arburst(m_axi_arburst), .rvalid(m_axi_rvalid), .rready(m_axi_rready), .rid(m_axi_rid), .rdata(m_axi_rdata), .rresp(m_axi_rresp),
        .rlast(m_axi_rlast));

    always #5 clk = !clk;

    task fail(input [8*60-1:0] what);
        $fatal(1, "FAIL axi-memory seed=%0d DATA=%0d SLOT_W=%0d: %0s; phase %0d, cycle %0d; reproduce: +seed=%0d",
               seed, DATA, SLOT_W, what, phase, cycle, seed);
    endtask

    reg [31:0] store [0:16*AREA-1];
    localparam integer AREA_W = 6;               // the bench uses 2^AREA_W lines
    `include "wf_lds_operate.vh"
    `include "wf_memory_random.vh"
    `include "wf_memory_phases.vh"
    `include "wf_memory_asker.vh"
    `include "wf_axi_model.vh"

    localparam integer MIX    = 0;               // anything, stalls everywhere, answers in any order
    localparam integer CUT    = 1;               // resets of both sides in the middle
    localparam integer ALONE  = 2;               // exact latency of a load
    localparam integer LOADS  = 3;               // without a gap, from a memory of 100 cycles
    localparam integer STORES = 4;
    localparam integer APART  = 5;               // stores of part of a line: each to a line of its own, ...
    localparam integer CLOSE  = 6;               // ... the same to one line: as fast
    localparam integer BETWEEN = 7;              // loads of that line in between
    localparam integer TURNS  = 8;               // loads of a beat, an answer a cycle, and some stores; then the reverse
    localparam integer ERRORS = 9;               // the first error is kept; resets in between, then each slot is used again and again
    localparam integer LONG_MIX = 10;
    localparam integer OVER   = 11;
    localparam integer CUTS = 30, FAULTS = 40, TOLD = 300;
    integer faults = 0;
    integer load_cycles = 0, store_cycles = 0;
    wire    idle = answered == asked;

    task go_to(input integer next_phase);
        begin
            if (!quiet_bus && phase != CUT && phase != ERRORS) fail("something is under way on the bus");
            if (phase != ERRORS) check_memory;
            phase = next_phase;
            n     = 0;
            valid_percent  = 100;
            ready_percent  = 100;
            stall_percent  = 0;
            hold_percent   = 0;
            error_percent  = 0;
            latency = 1;
            longest = 1;
            in_turn = 1'b0;
            reads   = 0;
            writes  = 0;
            singles = 0;
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
                stall_percent = i == 0 ? 60 : i == 1 ? 20 : 0;
                below(3, i);
                hold_percent = i == 0 ? 60 : 0;
                below(3, i);
                longest = i == 0 ? 1 : i == 1 ? 20 : 150;
                below(4, hot);
            end
            if (n >= requests) send(next_phase, requests);
            else if (room(1)) begin
                any_line(hot == 0 ? 1 : hot == 1 ? 3 : hot == 2 ? 16 : AREA, 1'b0);
                send(next_phase, requests);
            end
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
            CUT: begin
                if (n == 0) begin
                    cut_at  = cycle + 30 + cuts;
                    longest = cuts % 2 ? 20 : 1;
                    if (cuts % 4 == 3) ready_percent = 5;
                    if (cuts % 8 >= 6) stall_percent = 80;
                end
                if (cuts >= CUTS) begin
                    if (idle) go_to(ALONE);
                end else if (room(1)) begin
                    any_line(4, 1'b0);
                    send(CUT, UNBOUND);
                end
            end
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
                error_percent = faults < FAULTS || n_told < TOLD ? 10 : 0;
                longest = 20;
                if (n == 0) cut_at = cycle + 40 + faults;
                if (error_percent == 0) begin
                    if (idle) go_to(LONG_MIX);
                end else if (room(1)) begin
                    any_line(AREA, 1'b0);
                    send(ERRORS, UNBOUND);
                end
            end
            LONG_MIX: mix(OVER, count);
            default: begin
                if (checks < count || cuts != CUTS) fail("too little checked");
                $display("PASS axi-memory seed=%0d checks=%0d DATA=%0d SLOT_W=%0d cycles of 200 loads=%0d, stores=%0d, of 64 halves of one line=%0d, of 64 lines=%0d",
                         seed, checks, DATA, SLOT_W, load_cycles, store_cycles, close_cycles, halves_cycles);
                $finish;
            end
        endcase
    endtask

    wire resets = ((phase == CUT && cuts < CUTS) || (phase == ERRORS && faults < FAULTS)) && n != 0 && cycle == cut_at;
    task drive_reset;
        begin
            rst <= cycle < 4 || resets;
            if (resets) begin
                offer_nothing;
                m_axi_rvalid <= 1'b0;
                m_axi_bvalid <= 1'b0;
                forget;
                open = 0;
                owed_all = 0; beat_wrong = 0; n_told = 0;
                for (o = 0; o < AREA; o = o + 1) owed[o] = 0;
                clear_axi;
                start_anew;
                if (phase == CUT) cuts = cuts + 1;
                else faults = faults + 1;
                go_to(phase);
            end
        end
    endtask

    // What the memory said first, a cycle after it was said.
    reg        want_fault = 1'b0, want_write;
    reg [1:0]  want_resp;
    reg [25:0] want_line;
    task check_fault;
        begin
            if (want_fault !== fault || (fault && (fault_write !== want_write || fault_resp !== want_resp || fault_line !== want_line)))
                fail("what the first error was");
            if (!want_fault && m_axi_rvalid && m_axi_rresp != 0) begin
                want_fault = 1'b1;
                {want_write, want_resp, want_line} = {1'b0, m_axi_rresp, r_line[m_axi_rid]};
            end else if (!want_fault && m_axi_bvalid && m_axi_bresp != 0) begin
                want_fault = 1'b1;
                {want_write, want_resp, want_line} = {1'b1, m_axi_bresp, b_line[m_axi_bid]};
            end
            if (resets || forgets) want_fault = 1'b0;
            if (want_fault) checks = checks + 1;
        end
    endtask

    // Answers of loads and of stores go by turns: after its response on the bus one lets at most so many of the other kind pass.
    localparam integer PASS = 3;
    integer loads_back = 0, stores_back = 0, loads_passed = 0, stores_passed = 0;
    task check_turns;
        begin
            if (ursp_valid && ursp_ready && is_load[ursp_tag]) begin
                loads_back    = loads_back - 1;
                loads_passed  = 0;
                stores_passed = stores_back != 0 ? stores_passed + 1 : 0;
            end else if (ursp_valid && ursp_ready) begin
                stores_back   = stores_back - 1;
                stores_passed = 0;
                loads_passed  = loads_back != 0 ? loads_passed + 1 : 0;
            end
            if (loads_passed > PASS) fail("answers of loads wait for those of stores");
            if (stores_passed > PASS) fail("answers of stores wait for those of loads");
            if (m_axi_rvalid && m_axi_rlast) loads_back = loads_back + 1;
            if (m_axi_bvalid) stores_back = stores_back + 1;
            if (resets) {loads_back, stores_back, loads_passed, stores_passed} = 128'd0;
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
            if (open == 0 && owed_all != 0) fail("an error that nobody was told of");
            if (ursp_valid && ursp_ready && ursp_error !== 1'b0) begin
                if (ursp_error !== 1'b1 || owed[of_line[ursp_tag]] == 0) fail("an answer with an error that its line did not meet");
                owed[of_line[ursp_tag]] = owed[of_line[ursp_tag]] - 1;
                owed_all = owed_all - 1;
                n_told = n_told + 1;
            end
            if (m_axi_rvalid && m_axi_rready) begin
                if (m_axi_rresp != 0) beat_wrong[m_axi_rid] = 1'b1;
                if (m_axi_rlast && beat_wrong[m_axi_rid]) owe(r_line[m_axi_rid]);
                if (m_axi_rlast) beat_wrong[m_axi_rid] = 1'b0;
            end
            if (m_axi_bvalid && m_axi_bready && m_axi_bresp != 0) owe(b_line[m_axi_bid]);
            checks = checks + 1;
        end
    endtask

    integer open = 0;                            // requests taken whose answers were not
    always @(posedge clk) begin                  // one block: the same order of random numbers in every simulator
        if (!rst) begin
            if (busy !== (open != 0)) fail("busy");
            open = open + (ureq_valid && ureq_ready) - (ursp_valid && ursp_ready);
            check_errors;
            check_fault;
            check_turns;
            check_still(quiet_bus && !m_axi_arvalid && !m_axi_awvalid && !m_axi_wvalid, 4);
            below(200, i);
            forgets <= phase == ERRORS && i == 0;
            check_answers;
            serve_axi;
            if (!ureq_valid || ureq_ready) drive_request;
            below(100, i);
            ursp_ready <= i < ready_percent;
        end
        drive_reset;
        end_cycle(ureq_valid && ureq_ready || ursp_valid && ursp_ready || rst, 20000);
    end

    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = 10000;
        for (o = 0; o < AREA; o = o + 1) owed[o] = 0;
        clear_axi;
        any_places;
        start_anew;
        forget;
    end
endmodule
`default_nettype wire
