// SPDX-License-Identifier: Apache-2.0
// wf_core_faults_tb - fault records of several dispatches in one core: COUNT and the first fault of each, with its names.
//   Reports of memory, of the code and of the bus come for random dispatches, often for several in one cycle.  LDS requests
//   are answered in any order, some with faults.  Dispatches begin anew while others have requests.  The test fails if a lane counts for
//   another dispatch, or in another cycle than the second after its report.  It also fails if a record is not that of the
//   first fault in time, has a name of another one, or changes once it has settled.  Errors of the bus come late.
//   Plusargs: +seed=N  +count=N (rounds)
//
//   Build and run, Verilator and Icarus: make bench-core-faults, make icarus-core-faults SEED=7
`timescale 1ns/1ps
`default_nettype none
`include "wf_isa.vh"
`include "wf_record.vh"

module wf_core_faults_tb;
    localparam integer D = 4, TAG_W = 6, TAGS = 64, MEM = 0, CODE = 1, BUS = 2;
    reg  clk = 1'b0, rst = 1'b1, begin_valid = 1'b0;
    always #5 clk = !clk;
    reg  [1:0]   begin_id = 0;
    reg  [2:0]   valid = 0;                  // of the reports {bus, code, mem}
    reg  [5:0]   ids = 0;
    reg  [3*`WF_REPORT_W-1:0] reports = 0;
    reg  [95:0]  bus_gid = 0;
    reg  [31:0]  bus_base = 0;
    reg          bus_offered = 0;
    reg          lds_request = 0, lds_answer = 0, lds_valid = 0;
    reg  [1:0]   lds_request_id = 0, lds_id = 0;
    reg  [TAG_W-1:0] lds_request_tag = 0;
    reg  [`WF_REPORT_W-1:0] lds = 0;
    wire [16*D-1:0] fault_time;
    wire [TAG_W-1:0] lookup_tag;
    wire [D-1:0] found, settled;
    wire [`WF_FAULT_W*D-1:0] fault;

    // names: functions of the tag
    function [15:0] pc_of(input [TAG_W-1:0] tag);  pc_of = {4'h5, tag, ~tag}; endfunction
    function [95:0] gid_of(input [TAG_W-1:0] tag); gid_of = {26'd9, tag, 26'd5, ~tag, 26'd1, tag}; endfunction
    wf_core_faults #(.DISPATCHES(D)) u_dut (
        .clk(clk), .rst(rst), .begin_valid(begin_valid), .begin_id(begin_id), .lds_request(lds_request),
        .lds_request_id(lds_request_id), .lds_request_tag(lds_request_tag), .lds_answer(lds_answer), .lds_valid(lds_valid),
        .lds_id(lds_id), .lds(lds),
        .mem_valid(valid[MEM]), .mem_id(ids[1:0]), .mem(reports[0 +: `WF_REPORT_W]),
        .code_valid(valid[CODE]), .code_id(ids[3:2]), .code(reports[`WF_REPORT_W +: `WF_REPORT_W]),
        .bus_offered(bus_offered), .bus_valid(valid[BUS]), .bus_id(ids[5:4]), .bus(reports[2*`WF_REPORT_W +: `WF_REPORT_W]),
        .bus_wave(bus_gid[47:32]), .bus_gid(bus_gid), .bus_base(bus_base), .lookup_tag(lookup_tag), .lookup_wave(~pc_of(lookup_tag)),
        .lookup_gid(gid_of(lookup_tag)), .lookup_pc(pc_of(lookup_tag)), .fault_elsewhere({D{1'b0}}), .fault_found(found),
        .fault_settled(settled), .fault_time(fault_time), .fault(fault));

    reg  [15:0] now = 0;                     // as the unit counts its cycles
    always @(posedge clk) now <= rst ? 16'd0 : now + 16'd1;
    integer    cycle = 0, n, count, checks = 0, together = 0, replaced = 0;
    task fail(input [8*48-1:0] what, input integer id);
        $fatal(1, "FAIL core-faults seed=%0d: %0s of dispatch %0d, cycle %0d; reproduce: +seed=%0d", seed, what, id, cycle, seed);
    endtask
    `include "wf_random.vh"

    reg                   any [0:D-1];       // it has faulted
    reg [`WF_FAULT_W-1:0] first [0:D-1];     // the record of its first fault, without COUNT,
    integer               since [0:D-1];     // ... and the cycle of that; of an LDS fault that of the request
    reg                   settles [0:D-1];   // its record has settled
    reg [TAGS-1:0]        out;               // tags of LDS requests without an answer,
    integer               asked [0:TAGS-1], owner [0:TAGS-1], due [0:TAGS-1];     // ... their cycle, dispatch, and that of the answer at the earliest
    integer               counted [0:D-1], come [0:D-1];     // lanes: counted before this cycle, and reported in it
    reg [`WF_FAULT_W-1:0] want, got;
    reg [`WF_REPORT_W-1:0] report;
    reg [31:0]            w;
    reg [TAG_W-1:0]       tag;
    integer               id, k, i, left, rate, waits, from, first_id, others, b;
    reg  [D-1:0]          open;              // dispatches that have reports and requests
    reg                   bursts, pause;     // they come in one cycle of eight, but many then; this is none of those
    task draw(input integer kind);           // `report`, with a tag: what the record is when it is the first
        begin
            random(w);
            report[`WF_REPORT_TAG]    = tag;
            report[`WF_REPORT_KIND]   = kind;
            report[`WF_REPORT_COUNT]  = w[13:6];
            report[`WF_REPORT_LANE]   = w[21:14];
            report[`WF_REPORT_BUFFER] = w[30:22];
            random(w);
            report[`WF_REPORT_ADDR]   = w;
            want = 0;
            want[`WF_FAULT_KIND]   = kind;
            want[`WF_FAULT_LANE]   = report[`WF_REPORT_LANE];
            want[`WF_FAULT_BUFFER] = report[`WF_REPORT_BUFFER];
            want[`WF_FAULT_SLOT]   = tag[5:2];
            want[`WF_FAULT_PC]     = pc_of(tag);
            want[`WF_FAULT_ADDR]   = kind == `WF_FAULT_MEM_BUS ? w - bus_base : w;
            want[`WF_FAULT_WAVE]   = kind == `WF_FAULT_MEM_BUS ? bus_gid[47:32] : ~pc_of(tag);
            want[`WF_FAULT_GID]    = kind == `WF_FAULT_MEM_BUS ? bus_gid : gid_of(tag);
        end
    endtask
    task note(input integer t);              // counts the report for dispatch id; its fault is of cycle t, and perhaps the first
        begin
            come[id] = come[id] + report[`WF_REPORT_COUNT];
            if (!any[id] || t <= since[id] && t < cycle) begin      // in one cycle LDS comes before the others
                if (any[id]) replaced = replaced + 1;
                if (settles[id]) fail("a record had settled", id);
                any[id] = 1'b1; first[id] = want; since[id] = t;
            end
        end
    endtask
    task lds_step;                           // an answer that is due, and a request
        begin
            random(w); lds_request = 1'b0; lds_answer = 1'b0; lds_valid = 1'b0; lds_id = w[1:0]; lds = {3{w}}; lds_request_id = w[3:2];
            lds_request_tag = w[9:4];
            below(TAGS, from);
            for (k = 0; k < TAGS; k = k + 1) begin
                tag = from + k;
                if (out[tag] && due[tag] <= cycle && !lds_answer) begin
                    lds_answer = 1'b1; out[tag] = 1'b0; id = owner[tag]; lds_id = id;
                    below(2, i); draw(i == 0 ? `WF_FAULT_LDS_RANGE : `WF_FAULT_LDS_ALIGN);
                    lds = report;
                    below(rate, i); lds_valid = i == 0;
                    if (lds_valid) note(asked[tag]);
                end
            end
            tag = lds_request_tag;
            below(waits == 20 ? rate : 1, i);        // with waits of 20 few requests, with others one per cycle
            if (i == 0 && open[lds_request_id] && !pause && !out[tag] && !(lds_answer && lds[`WF_REPORT_TAG] == tag)) begin
                lds_request = 1'b1; out[tag] = 1'b1; asked[tag] = cycle; owner[tag] = lds_request_id;
                below(waits, i); due[tag] = cycle + 1 + i;
            end
        end
    endtask
    task step;
        begin
            begin_valid = 1'b0;
            valid = 0;
            below(8, i); pause = bursts && i != 0;
            below(2, i); bus_offered = i == 0;
            random(w); bus_gid = {w, ~w, w}; random(w); bus_base = w;
            lds_step;
            for (k = MEM; k <= BUS; k = k + 1) begin
                below(2 * rate, i); valid[k] = i == 0 && !pause;
                below(D, i); ids[2*k +: 2] = i; id = i;
                if (!open[id]) valid[k] = 1'b0;
                if (k == BUS && valid[k]) bus_offered = 1'b1;
                below(TAGS, i); tag = i;
                draw(k == MEM ? `WF_FAULT_MEM_RANGE : k == CODE ? `WF_FAULT_OPCODE : `WF_FAULT_MEM_BUS);
                reports[`WF_REPORT_W*k +: `WF_REPORT_W] = report;
                if (valid[k]) note(cycle);
            end
            if ((valid & (valid - 3'd1)) != 3'd0) together = together + 1;
        end
    endtask
    function [15:0] when(input integer t); when = now - (cycle - t); endfunction      // the unit's time in cycle t
    function waiting(input integer least);   // an LDS request of a dispatch that ends has no answer
        begin
            waiting = 1'b0;
            for (i = least; i < TAGS; i = i + 1) if (out[i] && !open[owner[i]]) waiting = 1'b1;
        end
    endfunction
    task cycle_over;
        begin
            @(negedge clk);
            cycle = cycle + 1;
            for (id = 0; id < D; id = id + 1) begin
                got = fault[`WF_FAULT_W*id +: `WF_FAULT_W];
                if (got[`WF_FAULT_COUNT] !== counted[id]) fail("the count", id);
                counted[id] = counted[id] + come[id];
                come[id] = 0;
                got[`WF_FAULT_COUNT] = 64'd0;
                if (found[id] && settled[id]) settles[id] = 1'b1;
                if (settles[id] && !any[id]) fail("a record without a fault", id);
                if (settles[id] && !(found[id] && settled[id])) fail("it has settled no longer", id);
                if (settles[id] && (got !== first[id] || fault_time[16*id +: 16] !== when(since[id]))) fail("the record", id);
                checks = checks + 1;
            end
        end
    endtask

    initial begin
        start_random;
        if (!$value$plusargs("count=%d", count)) count = 3000;
        for (id = 0; id < D; id = id + 1) begin any[id] = 1'b0; settles[id] = 1'b0; counted[id] = 0; come[id] = 0; end
        out = 0;
        repeat (3) @(negedge clk);
        rst = 1'b0;
        for (n = 0; n < count; n = n + 1) begin
            below(3, i); rate = i == 0 ? 2 : i == 1 ? 6 : 30;
            below(3, i); waits = i == 0 ? 2 : i == 1 ? 20 : 100;
            below(3, i); bursts = i == 0;
            if (bursts) rate = 1;
            below(60, i);
            open = {D{1'b1}};
            for (left = i; left >= 0; left = left - 1) begin step; cycle_over; end
            // one to three dispatches end, while the others have reports and requests
            below(D, first_id);
            below(3, others);
            for (b = 0; b <= others; b = b + 1) open[(first_id + b) % D] = 1'b0;
            for (left = 12; left > 0; left = waiting(0) ? 12 : left - 1) begin step; cycle_over; end
            for (b = 0; b <= others; b = b + 1) begin
                id = (first_id + b) % D;
                if (found[id] !== any[id] || settled[id] !== 1'b1) fail("found or settled", id);
            end
            for (b = 0; b <= others; b = b + 1) begin      // and begin anew, one per cycle
                step;
                id = (first_id + b) % D;
                begin_valid = 1'b1; begin_id = id; any[id] = 1'b0; settles[id] = 1'b0; counted[id] = 0;
                cycle_over;
            end
        end
        if (together < count / 2) fail("few reports in one cycle", 0);
        if (replaced < count / 20) fail("few LDS faults that came late were first", 0);
        $display("PASS core-faults seed=%0d rounds=%0d checks=%0d together=%0d replaced=%0d", seed, count, checks, together, replaced);
        $finish;
    end
endmodule

`default_nettype wire
