// SPDX-License-Identifier: Apache-2.0
// wf_core_fault - keeps the first fault of a dispatch and counts all.
//   First means first performed: in the order in which LDS and memory requests were made and other instructions retired (in
//   one cycle LDS, memory, retirement).  An LDS fault is known only with its answer, so an LDS answer replaces a recorded fault of
//   another kind that came after its request.
//   Whose fault it was is asked for from the cycle after on (`name_valid`); the answer must come while the slot and the entry are what they were.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none

module wf_core_fault #(
    parameter integer LANES  = 32,
    parameter integer WAVES  = 16,
    parameter integer ENTRY_W = 2,           // bits of an entry
    parameter integer SLOT_W = (WAVES > 1) ? $clog2(WAVES) : 1,
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
    input  wire              lds_request,        // any LDS request
    input  wire [TAG_W-1:0]  lds_request_tag,
    input  wire              lds_valid,          // a faulting answer
    input  wire [TAG_W-1:0]  lds_tag,
    input  wire [2:0]        lds_kind,
    input  wire [7:0]        lds_lane,
    input  wire [31:0]       lds_addr,
    input  wire [7:0]        lds_count,
    input  wire [2:0]        code_kind,          // a wave ended: nothing to run where it was; WF_FAULT_NONE: none did
    input  wire [TAG_W-1:0]  code_tag,
    input  wire [LANES-1:0]  code_exec,          // its running lanes
    output reg               name_valid,         // whose fault: wave table and retirement answer, in the cycle of name_ready
    input  wire              name_ready,
    output reg  [TAG_W-1:0]  name_tag,
    input  wire [15:0]       name_wave,
    input  wire [95:0]       name_gid,
    input  wire [15:0]       name_pc,
    output reg               fault_valid,
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
    reg              taken_q, taken_lds_q;       // a fault is recorded; it is the LDS's
    reg  [(1<<TAG_W)-1:0] early_q;                   // LDS request made before any fault was recorded
    wire             code_valid = code_kind != `WF_FAULT_NONE;
    wire             lds_takes  = lds_valid && (!taken_q || (!taken_lds_q && early_q[lds_tag]));
    wire             mem_takes  = mem_valid && !taken_q && !lds_takes;
    wire             code_takes = code_valid && !taken_q && !lds_takes && !mem_takes;
    wire             takes      = lds_takes || mem_takes || code_takes;
    wire [7:0]       code_lane  = {{(8-SET_INDEX_W){1'b0}}, index_of(lowest(code_exec))};

    reg [8:0]        count_q;

    always @(posedge clk) begin
        if (lds_request)
            early_q[lds_request_tag] <= !taken_q;
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
        end
        if (takes) begin
            taken_q     <= 1'b1;
            taken_lds_q <= lds_takes;
        end
        if (name_valid && name_ready) begin
            fault_valid <= 1'b1;
            fault_slot  <= name_tag[ENTRY_W +: SLOT_W];
            fault_wave  <= name_wave;
            fault_gid   <= name_gid;
            fault_pc    <= name_pc;
        end
        count_q     <= (mem_valid ? {1'b0, mem_count} : 9'd0) + (lds_valid ? {1'b0, lds_count} : 9'd0) + {8'd0, code_valid};
        fault_count <= fault_count + {55'd0, count_q};
        if (rst || clear) begin
            taken_q      <= 1'b0;
            taken_lds_q  <= 1'b0;
            early_q      <= {(1<<TAG_W){1'b0}};
            name_valid   <= 1'b0;
            fault_valid  <= 1'b0;
            fault_kind   <= `WF_FAULT_NONE;
            count_q      <= 9'd0;
            fault_count  <= 64'd0;
        end
    end
endmodule

`default_nettype wire
