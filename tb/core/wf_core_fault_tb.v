// SPDX-License-Identifier: Apache-2.0
// wf_core_fault_tb - the fault record of a dispatch on several cores: wf_core_fault of each, wf_fault_pick of all.
//   Each core makes LDS requests with late answers in any order, memory requests, and instructions that retire.  Few
//   fault.  The test fails if the record is not all that of the first in time, or if it changes once it is shown.
//   Plusargs: +seed=N  +count=N (dispatches)    Parameters: CORES
//
//   Build and run, Verilator and Icarus: make bench-core-fault, make icarus-core-fault SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module wf_core_fault_tb;
    parameter integer CORES = 3;
    localparam integer WAVES = 4, TAG_W = 4, TAGS = 16, CORE_W = (CORES > 1) ? $clog2(CORES) : 1, BOUND = 10;
    reg  clk = 1'b0, rst = 1'b1, clear = 1'b0;
    always #5 clk = !clk;
    reg  [15:0]          now = 16'd0;
    reg  [CORES-1:0]     mem_valid = 0, lds_request = 0, lds_answer = 0, lds_early = 0, lds_valid = 0, code_valid = 0, bus_valid = 0;
    reg  [TAG_W*CORES-1:0] mem_tag = 0, lds_tag = 0, code_tag = 0, bus_tag = 0;
    reg  [`WF_REPORT_W*CORES-1:0] mem = 0, lds = 0, code = 0, bus = 0;
    reg  [32*CORES-1:0]  word = 0;           // of each core, new in every cycle: lanes and addresses of its fault
    reg  [16*CORES-1:0]  lds_time = 0;
    wire [CORES-1:0]     core_known, found, settled, lookup_valid;
    // what comes a cycle after the reports: how many lanes faulted, the error of the bus; garbage where nothing was reported
    reg  [24*CORES-1:0]  lanes = 0;
    reg  [`WF_REPORT_W*CORES-1:0] bus_next = 0;
    reg  [32*CORES-1:0]  word_next = 0;
    reg  [CORES-1:0]     bus_came = 0;
    wire [16*CORES-1:0]  times;
    wire [TAG_W*CORES-1:0] lookup_tag;
    wire [CORES-1:0]     bus_looks;
    wire [`WF_FAULT_W*CORES-1:0] record;
    reg  [CORES-1:0]     lookup_ready = 0;
    wire                 known, pending, shown;
    wire [CORE_W-1:0]    core;

    // whose fault it was: a function of core and tag, so that a mixture of two shows
    function [15:0] wave_of(input integer c, input [TAG_W-1:0] tag); wave_of = {c[3:0], 8'h5a, tag}; endfunction
    function [15:0] pc_of(input integer c, input [TAG_W-1:0] tag);   pc_of = {c[3:0], 8'ha5, ~tag}; endfunction
    function [95:0] gid_of(input integer c, input [TAG_W-1:0] tag);  gid_of = {32'd7 + c, 28'd1, tag, 28'd2, tag}; endfunction

    genvar g;
    generate
        for (g = 0; g < CORES; g = g + 1) begin : g_core
            wire [31:0] w = word[32*g +: 32];
            wire [31:0] v = word_next[32*g +: 32];
            wire [TAG_W-1:0] tag = lookup_tag[TAG_W*g +: TAG_W];
            wire [`WF_REPORT_W-1:0] bus_report = bus_next[`WF_REPORT_W*g +: `WF_REPORT_W];
            wire [TAG_W-1:0] bus_of = bus_report[`WF_REPORT_TAG];
            wf_core_fault #(.WAVES(WAVES), .ENTRY_W(2), .SLOT_BASE(WAVES * g)) u_fault (
                .clk(clk), .rst(rst), .clear(clear), .now(now), .elsewhere(known),
                .lds_request(lds_request[g]), .lds_answer(lds_answer[g]), .lds_early(lds_early[g]), .lds_time(lds_time[16*g +: 16]),
                .lds_valid(lds_valid[g]), .lds(lds[`WF_REPORT_W*g +: `WF_REPORT_W]),
                .mem_valid(mem_valid[g]), .mem(mem[`WF_REPORT_W*g +: `WF_REPORT_W]),
                .code_valid(code_valid[g]), .code(code[`WF_REPORT_W*g +: `WF_REPORT_W]),
                .bus_valid(bus_valid[g]), .lanes(lanes[24*g +: 24]), .bus(bus_report), .bus_time(bus_came[g] ? now - 16'd1 : v[15:0]),
                .bus_wave(bus_came[g] ? v[15:0] : ~v[15:0]), .bus_gid({v, ~v, v}), .bus_base(bus_came[g] ? ~{v[4:0], v[31:5]} : v),
                .bus_looks(bus_looks[g]),
                .lookup_valid(lookup_valid[g]), .lookup_ready(lookup_ready[g]), .lookup_tag(lookup_tag[TAG_W*g +: TAG_W]),
                .lookup_wave(lookup_ready[g] ? wave_of(g, tag) : w[15:0]), .lookup_gid(lookup_ready[g] ? gid_of(g, tag) : {3{w}}),
                .lookup_pc(bus_looks[g] ? pc_of(g, bus_of) : lookup_ready[g] ? pc_of(g, tag) : w[31:16]),
                .known(core_known[g]), .found(found[g]), .settled(settled[g]), .fault_time(times[16*g +: 16]),
                .fault(record[`WF_FAULT_W*g +: `WF_FAULT_W]));
        end
    endgenerate
    wf_fault_pick #(.CORES(CORES)) u_pick (
        .clk(clk), .rst(rst), .clear(clear), .found(found), .settled(settled), .times(times), .known(known), .pending(pending), .shown(shown), .core(core));

    integer    cycle = 0, n, count, checks = 0, replaced = 0;
    task fail(input [8*48-1:0] what);
        $fatal(1, "FAIL core-fault seed=%0d CORES=%0d: %0s; dispatch %0d, cycle %0d; reproduce: +seed=%0d", seed, CORES, what, n, cycle, seed);
    endtask
    `include "wf_random.vh"

    // ---- the reference: the first fault that was performed; which LDS requests are out ----
    reg                  ref_any;
    integer              ref_time, ref_core, quiet;
    reg [`WF_FAULT_W-1:0] ref_record;
    reg [TAGS-1:0]       out [0:CORES-1], early [0:CORES-1];
    integer              asked [0:CORES*TAGS-1], patience [0:CORES*TAGS-1];
    function [`WF_FAULT_W-1:0] record_of(input integer c, input [TAG_W-1:0] tag, input [2:0] kind, input [8:0] buffer, input [7:0] lane, input [31:0] addr,
                                         input [15:0] wave, input [95:0] gid);
        begin
            record_of[`WF_FAULT_COUNT] = 64'd0;          // counted apart
            record_of[`WF_FAULT_KIND]  = kind;
            record_of[`WF_FAULT_BUFFER] = buffer;
            record_of[`WF_FAULT_SLOT]  = WAVES * c + tag[3:2];
            record_of[`WF_FAULT_WAVE]  = wave;
            record_of[`WF_FAULT_GID]   = gid;
            record_of[`WF_FAULT_LANE]  = lane;
            record_of[`WF_FAULT_PC]    = pc_of(c, tag);
            record_of[`WF_FAULT_ADDR]  = addr;
        end
    endfunction
    function [`WF_FAULT_W-1:0] shown_of(input integer c);      // the record of a core, without its count
        begin
            shown_of = record[`WF_FAULT_W*c +: `WF_FAULT_W];
            shown_of[`WF_FAULT_COUNT] = 64'd0;
        end
    endfunction
    task note(input integer c, input integer t, input [TAG_W-1:0] tag, input [2:0] kind, input [8:0] buffer, input [7:0] lane, input [31:0] addr);
        // of one time the lowest core; in a core LDS, memory, retirement: in this order they come here
        if (!ref_any || t < ref_time || (t == ref_time && (c < ref_core || (c == ref_core && kind <= `WF_FAULT_LDS_ALIGN)))) begin
            if (ref_any) replaced = replaced + 1;
            ref_any = 1'b1; ref_time = t; ref_core = c;
            ref_record = record_of(c, tag, kind, buffer, lane, addr, wave_of(c, tag), gid_of(c, tag));
        end
    endtask

    integer c, i, r, t, left, rate, waits;
    reg [TAG_W-1:0] tag;
    reg             stop, was_shown, was_known, was_quiet;
    reg [`WF_FAULT_W-1:0] was_record;
    reg [31:0]      w;
    // how many lanes each report has, {bus, code, mem, lds}; of each core: counted before this cycle, and reported in it
    reg [32*CORES-1:0] sizes = 0;
    integer            counted [0:CORES-1], come [0:CORES-1];
    task step;                               // what happens in the cycle that begins; in mind: what happened in the one before
        begin
            bus_next = bus; bus_came = bus_valid; word_next = word;
            for (c = 0; c < CORES; c = c + 1) begin
                random(w);
                lanes[24*c +: 24] = {code_valid[c] ? sizes[32*c+16 +: 8] : w[23:16], mem_valid[c] ? sizes[32*c+8 +: 8] : w[15:8],
                                     lds_valid[c] ? sizes[32*c +: 8] : w[7:0]};
            end
            mem_valid = 0; lds_request = 0; lds_answer = 0; lds_valid = 0; code_valid = 0; bus_valid = 0;
            was_known = known;
            for (c = 0; c < CORES; c = c + 1) begin
                random(w); sizes[32*c +: 32] = w;
                random(w); word[32*c +: 32] = w;
                lookup_ready[c] = 1'b0;
                below(2, i); if (i == 0) lookup_ready[c] = lookup_valid[c];
                // garbage where nothing is said
                below(TAGS, i); mem_tag[TAG_W*c +: TAG_W] = i; code_tag[TAG_W*c +: TAG_W] = ~i; bus_tag[TAG_W*c +: TAG_W] = i + 5;
                below(65536, i); lds_time[16*c +: 16] = i; lds_tag[TAG_W*c +: TAG_W] = i; lds_early[c] = i[4];
                // an answer that is due
                below(TAGS, i);
                for (r = 0; r < TAGS; r = r + 1) begin
                    tag = i + r;
                    if (out[c][tag] && patience[TAGS*c + tag] <= cycle && !lds_answer[c]) begin
                        lds_answer[c] = 1'b1; lds_tag[TAG_W*c +: TAG_W] = tag; lds_early[c] = early[c][tag]; lds_time[16*c +: 16] = asked[TAGS*c + tag];
                        out[c][tag] = 1'b0;
                        below(rate, t); lds_valid[c] = t == 0;
                        if (lds_valid[c]) begin
                            note(c, asked[TAGS*c + tag], tag, w[3] ? `WF_FAULT_LDS_RANGE : `WF_FAULT_LDS_ALIGN, 9'd0, {6'd0, w[5:4]}, ~w);
                        end
                    end
                end
                // a request
                below(TAGS, i); tag = i;
                if (!out[c][tag] && !stop && !(lds_answer[c] && lds_tag[TAG_W*c +: TAG_W] == tag)) begin
                    lds_request[c] = 1'b1; out[c][tag] = 1'b1; asked[TAGS*c + tag] = cycle;
                    early[c][tag] = !core_known[c];
                    below(waits, t); patience[TAGS*c + tag] = cycle + 1 + t;
                end
                below(2 * rate, i);
                if (i == 0 && !stop) begin
                    mem_valid[c] = 1'b1;
                    note(c, cycle, mem_tag[TAG_W*c +: TAG_W], w[0] ? `WF_FAULT_MEM_ALIGN : `WF_FAULT_MEM_RANGE, w[20:12], {6'd0, w[2:1]}, w);
                end
                below(2 * rate, i);
                if (i == 0 && !stop) begin
                    code_valid[c] = 1'b1;
                    note(c, cycle, code_tag[TAG_W*c +: TAG_W], `WF_FAULT_OPCODE, 9'd0, 8'd2, 32'd0);
                end
                below(2 * rate, i);
                if (i == 0 && !stop) begin           // its wave may have ended: wave and group come along
                    bus_valid[c] = 1'b1;
                    if (!ref_any || cycle < ref_time || (cycle == ref_time && c < ref_core)) begin
                        ref_any = 1'b1; ref_time = cycle; ref_core = c; tag = bus_tag[TAG_W*c +: TAG_W];
                        ref_record = record_of(c, tag, `WF_FAULT_MEM_BUS, 9'd0, {6'd0, w[7:6]}, w + 32'd9, w[15:0], {w, ~w, w});
                    end
                end
                // the reports, in the order of the record
                lds[`WF_REPORT_W*c +: `WF_REPORT_W]  = {lds_tag[TAG_W*c +: TAG_W], 9'd0,
                    w[3] ? `WF_FAULT_LDS_RANGE : `WF_FAULT_LDS_ALIGN, sizes[32*c +: 8], 6'd0, w[5:4], ~w};
                mem[`WF_REPORT_W*c +: `WF_REPORT_W]  = {mem_tag[TAG_W*c +: TAG_W], w[20:12],
                    w[0] ? `WF_FAULT_MEM_ALIGN : `WF_FAULT_MEM_RANGE, sizes[32*c+8 +: 8], 6'd0, w[2:1], w};
                code[`WF_REPORT_W*c +: `WF_REPORT_W] = {code_tag[TAG_W*c +: TAG_W], 9'd0, `WF_FAULT_OPCODE, sizes[32*c+16 +: 8], 8'd2, 32'd0};
                bus[`WF_REPORT_W*c +: `WF_REPORT_W]  = {bus_tag[TAG_W*c +: TAG_W], 9'd0, `WF_FAULT_MEM_BUS, sizes[32*c+24 +: 8], 6'd0, w[7:6],
                    w + 32'd9 + ~{w[4:0], w[31:5]}};
                come[c] = (lds_valid[c] ? sizes[32*c +: 8] : 0) + (mem_valid[c] ? sizes[32*c+8 +: 8] : 0) +
                          (code_valid[c] ? sizes[32*c+16 +: 8] : 0) + (bus_valid[c] ? sizes[32*c+24 +: 8] : 0);
            end
            was_shown = shown; was_record = shown_of(core);
        end
    endtask
    task cycle_over;
        begin
            @(negedge clk);
            cycle = cycle + 1;
            now = cycle;
            if (shown && !ref_any) fail("a record without a fault");
            if (shown && shown_of(core) !== ref_record) begin
                $display("core %0d, kind %0d; expected core %0d, kind %0d at %0d", core, record[`WF_FAULT_W*core + `WF_FAULT_KIND], ref_core,
                         ref_record[`WF_FAULT_KIND], ref_time);
                fail("the record");
            end
            if (was_shown && (!shown || was_record !== shown_of(core))) fail("a record that does not stand");
            if (pending !== (found != 0 && !shown)) fail("pending");
            for (c = 0; c < CORES; c = c + 1) begin      // the lanes of a cycle are in COUNT two cycles later, neither before nor after
                if (record[`WF_FAULT_W*c + `WF_FAULT_COUNT] !== counted[c]) fail("the count");
                counted[c] = counted[c] + come[c];
            end
            checks = checks + 1;
        end
    endtask

    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = 3000;
        for (c = 0; c < CORES; c = c + 1) begin out[c] = 0; early[c] = 0; counted[c] = 0; come[c] = 0; end
        repeat (3) @(negedge clk);
        rst = 1'b0;
        for (n = 0; n < count; n = n + 1) begin
            below(4, i); rate = i == 0 ? 2 : i == 1 ? 20 : 150;
            below(3, i); waits = i == 0 ? 2 : i == 1 ? 20 : 200;
            ref_any = 1'b0; stop = 1'b0; was_shown = 1'b0;
            for (c = 0; c < CORES; c = c + 1) begin counted[c] = 0; come[c] = 0; end
            clear = 1'b1;                        // nothing remains of what came in this cycle, nor in the one before
            cycle_over;
            clear = 1'b0;
            mem_valid = 0; code_valid = 0; bus_valid = 0;
            below(120, i);
            for (left = i; left >= 0; left = left - 1) begin step; cycle_over; end
            // all has come: then the record is shown within a bound of cycles
            stop = 1'b1;
            for (quiet = 0; quiet < waits + 2; quiet = quiet + 1) begin step; cycle_over; end
            for (quiet = 0; quiet < CORES + BOUND && !shown && ref_any; quiet = quiet + 1) begin step; lookup_ready = lookup_valid; cycle_over; end
            if (ref_any && !shown) fail("no record");
            step;
            if (n % 2 == 0) begin
                mem_valid = {CORES{1'b1}}; code_valid = {CORES{1'b1}}; bus_valid = {CORES{1'b1}}; lds_request = {CORES{1'b1}};
                cycle_over;
                step;
                bus_valid = {CORES{1'b1}};
            end
            lds_request = {CORES{1'b1}};
            was_shown = 1'b0;
        end
        if (replaced < count / 20) fail("few faults that came late were first");
        $display("PASS core-fault CORES=%0d seed=%0d dispatches=%0d checks=%0d replaced=%0d", CORES, seed, count, checks, replaced);
        $finish;
    end
endmodule

`default_nettype wire
