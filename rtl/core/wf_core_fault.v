// SPDX-License-Identifier: Apache-2.0
// wf_core_fault - keeps the first fault of a dispatch and counts all.
//   First means first performed: in the order in which LDS and memory requests were made and other instructions retired (in
//   one cycle LDS, memory, retirement, error of the bus).  An LDS fault is known only with its answer, so an LDS answer replaces a recorded fault
//   that came after its request.  LDS requests that were made before a fault was known count as early; the record is final when all of them are answered.
//   Other cores may have found one: then only the early requests of this one count.  wf_fault_pick compares their times.
//   An error of the memory bus comes with the answer to a request, whose wave may have ended: its names come with the request, except the pc.
//   From the next cycle on the names are requested (`name_valid`); the answer must come while slot and entry are unchanged.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_fault #(
    parameter integer LANES  = 32,
    parameter integer WAVES  = 16,
    parameter integer ENTRY_W = 2,           // bits of an entry
    parameter integer SLOT_W = (WAVES > 1) ? $clog2(WAVES) : 1,
    parameter integer TIME_W = 16,           // bits of a time: an LDS request is answered within 2^(TIME_W-1) cycles
    parameter integer TAG_W  = SLOT_W + ENTRY_W      // {slot, entry}
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              clear,              // another dispatch begins: nothing has faulted
    input  wire              mem_valid,          // a faulting request
    input  wire [TAG_W-1:0]  mem_tag,
    input  wire              mem_align,
    input  wire [7:0]        mem_lane,
    input  wire [31:0]       mem_addr,
    input  wire [31:0]       mem_base,
    input  wire [7:0]        mem_count,
    input  wire [TIME_W-1:0] now,                // of all cores the same
    input  wire              elsewhere,          // another core has a record, or this one had it a cycle ago
    input  wire              lds_request,        // any LDS request
    input  wire              lds_answer,         // any answer of one
    input  wire              lds_early,          // ... that was made while nothing was known
    input  wire [TIME_W-1:0] lds_time,           // ... at this time
    input  wire              lds_valid,          // a faulting answer
    input  wire [TAG_W-1:0]  lds_tag,
    input  wire [2:0]        lds_kind,
    input  wire [7:0]        lds_lane,
    input  wire [31:0]       lds_addr,
    input  wire [7:0]        lds_count,
    input  wire [2:0]        code_kind,          // a wave ended: nothing to run where it was; WF_FAULT_NONE: none did
    input  wire [TAG_W-1:0]  code_tag,
    input  wire [LANES-1:0]  code_exec,          // its running lanes
    input  wire              bus_valid,          // an answer of memory that had an error
    input  wire [TAG_W-1:0]  bus_tag,
    input  wire [7:0]        bus_lane,
    input  wire [31:0]       bus_addr,           // offset in the buffer
    input  wire [7:0]        bus_count,
    input  wire [15:0]       bus_wave,
    input  wire [95:0]       bus_gid,
    output reg               name_valid,         // whose fault: wave table and retirement answer, in the cycle of name_ready
    input  wire              name_ready,
    output reg  [TAG_W-1:0]  name_tag,
    input  wire [15:0]       name_wave,
    input  wire [95:0]       name_gid,
    input  wire [15:0]       name_pc,
    output wire              known,              // of a request that is made now: it is not early
    output reg               found,              // there is a record; perhaps an earlier one comes
    output wire              settled,            // there is none, or all of it; none that is earlier comes
    output reg  [TIME_W-1:0] fault_time,
    output reg  [2:0]        fault_kind,
    output reg  [SLOT_W-1:0] fault_slot,
    output reg  [15:0]       fault_wave,
    output reg  [95:0]       fault_gid,
    output reg  [7:0]        fault_lane,
    output reg  [15:0]       fault_pc,
    output reg  [31:0]       fault_addr,
    output reg  [63:0]       fault_count
);
`include "wf_isa.vh"
    localparam integer SET_W = LANES;
`include "wf_bits.vh"
    reg  [TAG_W:0]   early_q;                    // early LDS requests without their answers
    wire [TIME_W-1:0] lead     = fault_time - lds_time;
    assign           known     = found || elsewhere;
    assign           settled   = early_q == {(TAG_W+1){1'b0}} && !name_valid;
    wire             code_valid = code_kind != `WF_FAULT_NONE;
    wire             lds_takes  = lds_valid && lds_early && (!found || !lead[TIME_W-1]);
    wire             mem_takes  = mem_valid && !known && !lds_takes;
    wire             code_takes = code_valid && !known && !lds_takes && !mem_takes;
    wire             bus_takes  = bus_valid && !known && !lds_takes && !mem_takes && !code_takes;
    wire             takes      = lds_takes || mem_takes || code_takes || bus_takes;
    reg              named_q;                    // wave and group came along
    reg  [15:0]      wave_q;
    reg  [95:0]      gid_q;
    wire [7:0]       code_lane  = {{(8-SET_INDEX_W){1'b0}}, index_of(lowest(code_exec))};

    reg [9:0]        count_q;

    always @(posedge clk) begin
        early_q    <= early_q + {{TAG_W{1'b0}}, lds_request && !known} - {{TAG_W{1'b0}}, lds_answer && lds_early};
        name_valid <= takes || (name_valid && !name_ready);
        if (lds_takes) begin
            name_tag   <= lds_tag;
            fault_kind <= lds_kind;
            fault_lane <= lds_lane;
            fault_addr <= lds_addr;
        end else if (mem_takes) begin
            name_tag   <= mem_tag;
            fault_kind <= mem_align ? `WF_FAULT_MEM_ALIGN : `WF_FAULT_MEM_RANGE;
            fault_lane <= mem_lane;
            fault_addr <= mem_addr - mem_base;
        end else if (code_takes) begin
            name_tag   <= code_tag;
            fault_kind <= code_kind;
            fault_lane <= code_lane;
            fault_addr <= 32'd0;
        end else if (bus_takes) begin
            name_tag   <= bus_tag;
            fault_kind <= `WF_FAULT_MEM_BUS;
            fault_lane <= bus_lane;
            fault_addr <= bus_addr;
            wave_q     <= bus_wave;
            gid_q      <= bus_gid;
        end
        if (takes) begin
            found      <= 1'b1;
            named_q    <= bus_takes;
            fault_time <= lds_takes ? lds_time : now;
        end
        if (name_valid && name_ready) begin
            fault_slot  <= name_tag[ENTRY_W +: SLOT_W];
            fault_wave  <= named_q ? wave_q : name_wave;
            fault_gid   <= named_q ? gid_q : name_gid;
            fault_pc    <= name_pc;
        end
        count_q     <= (mem_valid ? {2'd0, mem_count} : 10'd0) + (lds_valid ? {2'd0, lds_count} : 10'd0) + (bus_valid ? {2'd0, bus_count} : 10'd0) + {9'd0, code_valid};
        fault_count <= fault_count + {54'd0, count_q};
        if (rst || clear) begin
            found        <= 1'b0;
            early_q      <= {(TAG_W+1){1'b0}};
            name_valid   <= 1'b0;
            fault_kind   <= `WF_FAULT_NONE;
            count_q      <= 10'd0;
            fault_count  <= 64'd0;
        end
    end
endmodule

`default_nettype wire
