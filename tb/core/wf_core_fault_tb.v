// SPDX-License-Identifier: Apache-2.0
// wf_core_fault_tb - the fault record of a dispatch on several cores: wf_core_fault of each core and wf_fault_pick between them.
//   Each core makes LDS requests that are answered late and in any order, memory requests, and instructions that retire; few of them fault.  The
//   record must be the whole record of the first in time, and once it is shown it must stand.
//   Plusargs: +seed=N  +count=N (dispatches)    Parameters: CORES
//
//   Build and run, Verilator and Icarus: make bench-core-fault, make icarus-core-fault SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"

module wf_core_fault_tb;
    parameter integer CORES = 3;
    localparam integer LANES = 4, WAVES = 4, TAG_W = 4, TAGS = 16, CORE_W = (CORES > 1) ? $clog2(CORES) : 1, BOUND = 10;
    localparam integer RECORD_W = 3 + 2 + 16 + 96 + 8 + 16 + 32;

    reg  clk = 1'b0, rst = 1'b1, clear = 1'b0;
    always #5 clk = !clk;
    reg  [15:0]          now = 16'd0;
    reg  [CORES-1:0]     mem_valid = 0, lds_request = 0, lds_answer = 0, lds_early = 0, lds_valid = 0, code_valid = 0, bus_valid = 0;
    reg  [TAG_W*CORES-1:0] mem_tag = 0, lds_tag = 0, code_tag = 0, bus_tag = 0;
    reg  [32*CORES-1:0]  word = 0;           // of each core, new in every cycle: lanes and addresses of its fault
    reg  [16*CORES-1:0]  lds_time = 0;
    wire [CORES-1:0]     core_known, found, settled, name_valid;
    wire [16*CORES-1:0]  times;
    wire [TAG_W*CORES-1:0] name_tag;
    wire [RECORD_W*CORES-1:0] record;
    reg  [CORES-1:0]     name_ready = 0;
    wire                 known, pending, shown;
    wire [CORE_W-1:0]    core;
    wire [64*CORES-1:0]  fault_count;

    // whose fault it was: a function of core and tag, so that a mixture of two shows
    function [15:0] wave_of(input integer c, input [TAG_W-1:0] tag); wave_of = {c[3:0], 8'h5a, tag}; endfunction
    function [15:0] pc_of(input integer c, input [TAG_W-1:0] tag);   pc_of = {c[3:0], 8'ha5, ~tag}; endfunction
    function [95:0] gid_of(input integer c, input [TAG_W-1:0] tag);  gid_of = {32'd7 + c, 28'd1, tag, 28'd2, tag}; endfunction

    genvar g;
    generate
        for (g = 0; g < CORES; g = g + 1) begin : g_core
            wire [2:0]  kind;
            wire [1:0]  slot;
            wire [15:0] wave, pc;
            wire [95:0] gid;
            wire [7:0]  lane;
            wire [31:0] addr;
            wire [31:0] w = word[32*g +: 32];
            wf_core_fault #(.LANES(LANES), .WAVES(WAVES), .ENTRY_W(2)) u_fault (
                .clk(clk), .rst(rst), .clear(clear), .mem_valid(mem_valid[g]), .mem_tag(mem_tag[TAG_W*g +: TAG_W]), .mem_align(w[0]), .bus_valid(bus_valid[g]), .bus_tag(bus_tag[TAG_W*g +: TAG_W]),
                .bus_lane({6'd0, w[7:6]}), .bus_addr(w + 32'd9), .bus_count(8'd1), .bus_wave(bus_valid[g] ? w[15:0] : ~w[15:0]), .bus_gid({w, ~w, w}),
                .mem_lane({6'd0, w[2:1]}), .mem_addr(w + 32'd4096), .mem_base(32'd4096), .mem_count(8'd1), .now(now), .elsewhere(known),
                .lds_request(lds_request[g]), .lds_answer(lds_answer[g]), .lds_early(lds_early[g]), .lds_time(lds_time[16*g +: 16]),
                .lds_valid(lds_valid[g]), .lds_tag(lds_tag[TAG_W*g +: TAG_W]), .lds_kind(w[3] ? `WF_FAULT_LDS_RANGE : `WF_FAULT_LDS_ALIGN),
                .lds_lane({6'd0, w[5:4]}), .lds_addr(~w), .lds_count(8'd1), .code_kind(code_valid[g] ? `WF_FAULT_OPCODE : `WF_FAULT_NONE),
                .code_tag(code_tag[TAG_W*g +: TAG_W]), .code_exec(4'b1100), .name_valid(name_valid[g]), .name_ready(name_ready[g]),
                .name_tag(name_tag[TAG_W*g +: TAG_W]), .name_wave(name_ready[g] ? wave_of(g, name_tag[TAG_W*g +: TAG_W]) : w[15:0]),
                .name_gid(name_ready[g] ? gid_of(g, name_tag[TAG_W*g +: TAG_W]) : {3{w}}), .name_pc(name_ready[g] ? pc_of(g, name_tag[TAG_W*g +: TAG_W]) : w[31:16]),
                .known(core_known[g]), .found(found[g]), .settled(settled[g]), .fault_time(times[16*g +: 16]),
                .fault_kind(kind), .fault_slot(slot), .fault_wave(wave), .fault_gid(gid), .fault_lane(lane), .fault_pc(pc),
                .fault_addr(addr), .fault_count(fault_count[64*g +: 64]));
            assign record[RECORD_W*g +: RECORD_W] = {kind, slot, wave, gid, lane, pc, addr};
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
    reg [RECORD_W-1:0]   ref_record;
    reg [TAGS-1:0]       out [0:CORES-1], early [0:CORES-1];
    integer              asked [0:CORES*TAGS-1], patience [0:CORES*TAGS-1];
    task note(input integer c, input integer t, input [TAG_W-1:0] tag, input [2:0] kind, input [7:0] lane, input [31:0] addr);
        // of one time the lowest core; in a core LDS, memory, retirement: in this order they come here
        if (!ref_any || t < ref_time || (t == ref_time && (c < ref_core || (c == ref_core && kind <= `WF_FAULT_LDS_ALIGN)))) begin
            if (ref_any) replaced = replaced + 1;
            ref_any = 1'b1; ref_time = t; ref_core = c;
            ref_record = {kind, tag[3:2], wave_of(c, tag), gid_of(c, tag), lane, pc_of(c, tag), addr};
        end
    endtask

    integer c, i, r, t, left, rate, waits, faults;
    reg [TAG_W-1:0] tag;
    reg             stop, was_shown, was_known, was_quiet;
    reg [RECORD_W-1:0] was_record;
    reg [31:0]      w;
    task step;                               // what happens in the cycle that begins; in mind: what happened in the one before
        begin
            mem_valid = 0; lds_request = 0; lds_answer = 0; lds_valid = 0; code_valid = 0; bus_valid = 0;
            was_known = known;
            for (c = 0; c < CORES; c = c + 1) begin
                random(w); word[32*c +: 32] = w;
                name_ready[c] = 1'b0;
                below(2, i); if (i == 0) name_ready[c] = name_valid[c];
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
                            note(c, asked[TAGS*c + tag], tag, w[3] ? `WF_FAULT_LDS_RANGE : `WF_FAULT_LDS_ALIGN, {6'd0, w[5:4]}, ~w);
                            faults = faults + 1;
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
                    note(c, cycle, mem_tag[TAG_W*c +: TAG_W], w[0] ? `WF_FAULT_MEM_ALIGN : `WF_FAULT_MEM_RANGE, {6'd0, w[2:1]}, w);
                    faults = faults + 1;
                end
                below(2 * rate, i);
                if (i == 0 && !stop) begin
                    code_valid[c] = 1'b1;
                    note(c, cycle, code_tag[TAG_W*c +: TAG_W], `WF_FAULT_OPCODE, 8'd2, 32'd0);
                    faults = faults + 1;
                end
                below(2 * rate, i);
                if (i == 0 && !stop) begin           // its wave may have ended: wave and group come along
                    bus_valid[c] = 1'b1;
                    if (!ref_any || cycle < ref_time || (cycle == ref_time && c < ref_core)) begin
                        ref_any = 1'b1; ref_time = cycle; ref_core = c; tag = bus_tag[TAG_W*c +: TAG_W];
                        ref_record = {`WF_FAULT_MEM_BUS, tag[3:2], w[15:0], w, ~w, w, 6'd0, w[7:6], pc_of(c, tag), w + 32'd9};
                    end
                    faults = faults + 1;
                end
            end
            was_shown = shown; was_record = record[RECORD_W*core +: RECORD_W];
        end
    endtask
    task cycle_over;
        begin
            @(negedge clk);
            cycle = cycle + 1;
            now = cycle;
            if (shown && !ref_any) fail("a record without a fault");
            if (shown && record[RECORD_W*core +: RECORD_W] !== ref_record) begin
                $display("core %0d, kind %0d; expected core %0d, kind %0d at %0d", core, record[RECORD_W*core + RECORD_W - 3 +: 3], ref_core, ref_record[RECORD_W-3 +: 3], ref_time);
                fail("the record");
            end
            if (was_shown && (!shown || was_record !== record[RECORD_W*core +: RECORD_W])) fail("a record that does not stand");
            if (pending !== (found != 0 && !shown)) fail("pending");
            checks = checks + 1;
        end
    endtask

    reg [63:0] total;
    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = 3000;
        for (c = 0; c < CORES; c = c + 1) begin out[c] = 0; early[c] = 0; end
        repeat (3) @(negedge clk);
        rst = 1'b0;
        for (n = 0; n < count; n = n + 1) begin
            below(4, i); rate = i == 0 ? 2 : i == 1 ? 20 : 150;
            below(3, i); waits = i == 0 ? 2 : i == 1 ? 20 : 200;
            ref_any = 1'b0; faults = 0; stop = 1'b0; was_shown = 1'b0;
            clear = 1'b1;
            cycle_over;
            clear = 1'b0;
            below(120, i);
            for (left = i; left >= 0; left = left - 1) begin step; cycle_over; end
            // all has come: then the record is shown within a bound of cycles
            stop = 1'b1;
            for (quiet = 0; quiet < waits + 2; quiet = quiet + 1) begin step; cycle_over; end
            for (quiet = 0; quiet < CORES + BOUND && !shown && ref_any; quiet = quiet + 1) begin step; name_ready = name_valid; cycle_over; end
            if (ref_any && !shown) fail("no record");
            total = 64'd0;
            for (c = 0; c < CORES; c = c + 1) total = total + fault_count[64*c +: 64];
            if (total !== faults) fail("the count");
            step;
            mem_valid = 0; lds_request = 0; lds_answer = 0; lds_valid = 0; code_valid = 0; bus_valid = 0;
            was_shown = 1'b0;
        end
        if (replaced < count / 20) fail("few faults that came late were first");
        $display("PASS core-fault CORES=%0d seed=%0d dispatches=%0d checks=%0d replaced=%0d", CORES, seed, count, checks, replaced);
        $finish;
    end
endmodule

`default_nettype wire
