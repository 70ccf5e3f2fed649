// SPDX-License-Identifier: Apache-2.0
// wf_core_fault - keeps the first fault of a dispatch and counts all.
//   First means first performed: in the order in which LDS and memory requests were made and other instructions retired
//   (in one cycle LDS, memory, retirement, error of the bus).  An LDS fault is known only with its answer, so an LDS
//   answer replaces a recorded fault that came after its request.  LDS requests that were made before a fault was known
//   count as early; the record is final when all of them are answered.  Other cores may have found one: then only the
//   early requests of this one count.  wf_fault_pick compares their times.  An error of the memory bus comes with the
//   answer to a request, whose wave may have ended: its names come with the request, except the pc.  From the next
//   cycle on the names are looked up (`lookup_valid`); the answer must come while slot and entry are unchanged.  With
//   them the address of an error of the bus becomes that in its buffer.
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
    input  wire [`WF_REPORT_W-1:0] bus,
    input  wire [15:0]       bus_wave,
    input  wire [95:0]       bus_gid,
    input  wire [31:0]       bus_base,           // of its buffer: its address is absolute

    output reg               lookup_valid,       // whose fault: wave table and retirement answer with lookup_ready
    input  wire              lookup_ready,
    output wire [TAG_W-1:0]  lookup_tag,
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
    reg  [TAG_W:0]    early_q;                   // early LDS requests without their answers
    wire [TIME_W-1:0] lead       = fault_time - lds_time;
    wire              lds_takes  = lds_valid && lds_early && (!found || !lead[TIME_W-1]);
    wire              mem_takes  = mem_valid && !known && !lds_takes;
    wire              code_takes = code_valid && !known && !lds_takes && !mem_takes;
    wire              bus_takes  = bus_valid && !known && !lds_takes && !mem_takes && !code_takes;
    wire              takes      = lds_takes || mem_takes || code_takes || bus_takes;
    assign known   = found || elsewhere;
    assign settled = early_q == {(TAG_W+1){1'b0}} && !lookup_valid;

    reg  [`WF_REPORT_W-1:0] first_q;             // the report that is recorded
    wire              unused = &{1'b0, first_q};      // all faulting lanes count, not those of the first alone
    reg               named_q;                   // wave and group came along
    reg  [15:0]       bus_wave_q, wave_q, pc_q;
    reg  [95:0]       bus_gid_q, gid_q;
    reg  [31:0]       bus_base_q;
    reg  [SLOT_W-1:0] slot_q;
    reg  [9:0]        lanes_q;                   // that faulted in the cycle before
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

    function [9:0] lanes(input valid, input [7:0] count);
        lanes = valid ? {2'd0, count} : 10'd0;
    endfunction

    always @(posedge clk) begin
        early_q      <= early_q + {{TAG_W{1'b0}}, lds_request && !known} - {{TAG_W{1'b0}}, lds_answer && lds_early};
        lookup_valid <= takes || (lookup_valid && !lookup_ready);
        if (lookup_valid && lookup_ready && named_q)
            first_q[`WF_REPORT_ADDR] <= first_q[`WF_REPORT_ADDR] - bus_base_q;
        if (takes) begin
            found      <= 1'b1;
            first_q    <= lds_takes ? lds : mem_takes ? mem : code_takes ? code : bus;
            fault_time <= lds_takes ? lds_time : now;
            named_q    <= bus_takes;
        end
        if (bus_takes) begin
            bus_wave_q <= bus_wave;
            bus_gid_q  <= bus_gid;
            bus_base_q <= bus_base;
        end
        if (lookup_valid && lookup_ready) begin
            slot_q <= lookup_tag[ENTRY_W +: SLOT_W];
            wave_q <= named_q ? bus_wave_q : lookup_wave;
            gid_q  <= named_q ? bus_gid_q : lookup_gid;
            pc_q   <= lookup_pc;
        end
        lanes_q <= lanes(lds_valid, lds[`WF_REPORT_COUNT]) + lanes(mem_valid, mem[`WF_REPORT_COUNT]) +
                   lanes(code_valid, code[`WF_REPORT_COUNT]) + lanes(bus_valid, bus[`WF_REPORT_COUNT]);
        count_q <= count_q + {54'd0, lanes_q};
        if (rst || clear) begin
            found        <= 1'b0;
            early_q      <= {(TAG_W+1){1'b0}};
            lookup_valid <= 1'b0;
            lanes_q      <= 10'd0;
            count_q      <= 64'd0;
            first_q[`WF_REPORT_KIND] <= `WF_FAULT_NONE;
        end
    end
endmodule

`default_nettype wire
