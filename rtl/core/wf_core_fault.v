// SPDX-License-Identifier: Apache-2.0
// wf_core_fault - keeps the first fault of a dispatch and counts all.
//   First means first performed: in the order in which LDS and memory requests were made and other instructions retired
//   (in one cycle LDS, memory, retirement, error of the bus).  An LDS fault is known only with its answer, so an LDS
//   answer replaces a recorded fault that came after its request.  LDS requests that were made before a fault was known
//   count as early; the record is final when all of them are answered.  Other cores may have found one: then only the
//   early requests of this one count.  wf_fault_pick compares their times.  An error of the memory bus comes with the
//   answer to a request, whose wave may have ended: its names come with the request, except the pc.  It comes late in
//   its cycle, so the record takes it in the next one, before what happens then; its pc must be looked up at once
//   (`bus_looks`).  From the cycle after another fault on its names are looked up (`lookup_valid`); the answer must come
//   while slot and entry are unchanged.  The lanes of a cycle are counted two cycles later.
//   Spec: docs/core.md   Test: tb/core/wf_core_fault_tb.v
`default_nettype none
`include "wf_record.vh"

module wf_core_fault #(
    parameter integer WAVES   = 16,
    parameter integer ENTRY_W = 2,           // bits of an entry
    parameter integer SLOT_BASE = 0,         // number of the core's first slot among those of all cores
    parameter integer TIME_W  = 16,          // bits of a time: an LDS request is answered within 2^(TIME_W-1) cycles
    parameter integer SLOT_W  = (WAVES > 1) ? $clog2(WAVES) : 1,
    parameter integer TAG_W   = SLOT_W + ENTRY_W     // {slot, entry}
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              clear,              // another dispatch begins: nothing has faulted
    input  wire [TIME_W-1:0] now,                // of all cores the same
    input  wire              elsewhere,          // another core has a record, or this one had it a cycle ago

    input  wire              lds_request,        // any LDS request
    input  wire              lds_answer,         // any answer of one
    input  wire              lds_early,          // ... that was made while nothing was known
    input  wire [TIME_W-1:0] lds_time,           // ... at this time

    // reports of faults: docs/isa.md
    input  wire              lds_valid,          // with its answer
    input  wire [`WF_REPORT_W-1:0] lds,
    input  wire              mem_valid,          // with its request
    input  wire [`WF_REPORT_W-1:0] mem,
    input  wire              code_valid,         // a wave ended: nothing to run where it was
    input  wire [`WF_REPORT_W-1:0] code,
    input  wire              bus_valid,          // an answer of memory that had an error

    // a cycle after these reports
    input  wire [23:0]       lanes,              // how many faulted: {code, mem, lds}
    input  wire [`WF_REPORT_W-1:0] bus,
    input  wire [TIME_W-1:0] bus_time,           // the cycle of the answer
    input  wire [15:0]       bus_wave,
    input  wire [95:0]       bus_gid,
    input  wire [31:0]       bus_base,           // of its buffer: its address is absolute

    output reg               lookup_valid,       // whose fault: wave table and retirement answer with lookup_ready
    input  wire              lookup_ready,
    output wire [TAG_W-1:0]  lookup_tag,
    output wire              bus_looks,          // lookup_pc is of the error of the bus
    input  wire [15:0]       lookup_wave,
    input  wire [95:0]       lookup_gid,
    input  wire [15:0]       lookup_pc,

    output wire              known,              // of a request that is made now: it is not early
    output reg               found,              // there is a record; perhaps an earlier one comes
    output wire              settled,            // there is none, or all of it; none that is earlier comes
    output reg  [TIME_W-1:0] fault_time,
    output wire [`WF_FAULT_W-1:0] fault
);
`include "wf_isa.vh"
    reg  [TAG_W:0]    early_q;                   // early LDS requests without their answers,
    reg               asked_q;                   // ... and one made in the cycle before, known late in it
    reg  [3:0]        came_q;                    // reports of the cycle before: {bus, code, mem, lds}
    localparam [TAG_W:0] ONE = {{TAG_W{1'b0}}, 1'b1};
    wire              asks       = lds_request && !known;
    wire              answers    = lds_answer && lds_early;      // comes late: it only selects
    wire [TIME_W-1:0] lead       = fault_time - lds_time;
    wire              lds_takes  = lds_valid && lds_early && (!found || !lead[TIME_W-1]);
    wire              mem_takes  = mem_valid && !known && !lds_takes && !bus_looks;
    wire              code_takes = code_valid && !known && !lds_takes && !bus_looks && !mem_takes;
    wire              looks      = lds_takes || mem_takes || code_takes;
    assign known     = found || elsewhere;
    assign bus_looks = came_q[3] && !known;
    assign settled   = early_q == {(TAG_W+1){1'b0}} && !asked_q && !lookup_valid;

    reg  [`WF_REPORT_W-1:0] first_q;             // the report that is recorded
    wire [TAG_W-1:0]  bus_tag = bus[`WF_REPORT_TAG];
    wire              unused = &{1'b0, first_q, bus_tag};     // all faulting lanes count, not those of the first alone
    reg  [15:0]       wave_q, pc_q;
    reg  [95:0]       gid_q;
    reg  [SLOT_W-1:0] slot_q;
    reg  [63:0]       count_q;
    assign lookup_tag             = first_q[`WF_REPORT_TAG];
    assign fault[`WF_FAULT_KIND]  = first_q[`WF_REPORT_KIND];
    assign fault[`WF_FAULT_BUFFER] = first_q[`WF_REPORT_BUFFER];
    assign fault[`WF_FAULT_LANE]  = first_q[`WF_REPORT_LANE];
    assign fault[`WF_FAULT_ADDR]  = first_q[`WF_REPORT_ADDR];
    assign fault[`WF_FAULT_SLOT]  = SLOT_BASE[11:0] + {{(12-SLOT_W){1'b0}}, slot_q};
    assign fault[`WF_FAULT_WAVE]  = wave_q;
    assign fault[`WF_FAULT_GID]   = gid_q;
    assign fault[`WF_FAULT_PC]    = pc_q;
    assign fault[`WF_FAULT_COUNT] = count_q;

    // what faulted in the cycle before
    function [9:0] some(input came, input [7:0] count);
        some = came ? {2'd0, count} : 10'd0;
    endfunction
    wire [9:0] sum = some(came_q[0], lanes[7:0]) + some(came_q[1], lanes[15:8]) + some(came_q[2], lanes[23:16]) +
                     some(came_q[3], bus[`WF_REPORT_COUNT]);

    reg [`WF_REPORT_W-1:0] bus_report;           // with the address in its buffer
    always @* begin
        bus_report = bus;
        bus_report[`WF_REPORT_ADDR] = bus[`WF_REPORT_ADDR] - bus_base;
    end

    always @(posedge clk) begin
        asked_q <= asks;
        if (asked_q != answers) early_q <= asked_q ? early_q + ONE : early_q - ONE;
        lookup_valid <= looks || (lookup_valid && !lookup_ready);
        if (looks || bus_looks) begin
            found      <= 1'b1;
            first_q    <= lds_takes ? lds : bus_looks ? bus_report : mem_takes ? mem : code;
            fault_time <= lds_takes ? lds_time : bus_looks ? bus_time : now;
        end
        if (lookup_valid && lookup_ready) begin
            slot_q <= lookup_tag[ENTRY_W +: SLOT_W];
            wave_q <= lookup_wave;
            gid_q  <= lookup_gid;
            pc_q   <= lookup_pc;
        end
        if (bus_looks) begin                     // if an LDS fault takes the record, its look-up replaces these
            slot_q <= bus_tag[ENTRY_W +: SLOT_W];
            wave_q <= bus_wave;
            gid_q  <= bus_gid;
            pc_q   <= lookup_pc;
        end
        came_q  <= {bus_valid, code_valid, mem_valid, lds_valid};
        count_q <= count_q + {54'd0, sum};
        if (rst || clear) begin
            found        <= 1'b0;
            early_q      <= {(TAG_W+1){1'b0}};
            asked_q      <= 1'b0;
            lookup_valid <= 1'b0;
            came_q       <= 4'd0;
            count_q      <= 64'd0;
            first_q[`WF_REPORT_KIND] <= `WF_FAULT_NONE;
        end
    end
endmodule

`default_nettype wire
