// SPDX-License-Identifier: Apache-2.0
// wf_core_faults - the fault records of a core's dispatches: wf_core_fault of each, and what they share.
//   Shared are the clock that orders the faults, the time of each LDS request, the report of an error of the bus, the numbers
//   of lanes that are counted, and the look-up of whose fault it was: one per cycle, first that of an error of the bus.
//   Up to three look-ups begin in a cycle, once or twice per dispatch; a faulty entry rests for five.
//   Spec: docs/core.md   Test: tb/core/wf_core_faults_tb.v, tb/core/wf_core_tb.v
`default_nettype none
`include "wf_record.vh"

module wf_core_faults #(
    parameter integer WAVES      = 16,
    parameter integer ENTRY_W    = 2,        // bits of an entry
    parameter integer DISPATCHES = 1,
    parameter integer SLOT_BASE  = 0,        // number of the core's first slot among those of all cores
    parameter integer GATED      = 1,        // 0: the clock of the records never stops; they are the same
    parameter integer ID_W       = (DISPATCHES > 1) ? $clog2(DISPATCHES) : 1,
    parameter integer SLOT_W     = (WAVES > 1) ? $clog2(WAVES) : 1,
    parameter integer TAG_W      = SLOT_W + ENTRY_W      // {slot, entry}
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  begin_valid,    // another dispatch begins under this id: nothing has faulted
    input  wire [ID_W-1:0]       begin_id,

    input  wire                  lds_request,    // an LDS request was made,
    input  wire [ID_W-1:0]       lds_request_id,
    input  wire [TAG_W-1:0]      lds_request_tag,
    input  wire                  lds_answer,     // ... is answered: `lds` has its tag

    // reports of faults, each with its dispatch
    input  wire                  lds_valid,      // with its answer
    input  wire [ID_W-1:0]       lds_id,
    input  wire [`WF_REPORT_W-1:0] lds,
    input  wire                  mem_valid,      // with its request
    input  wire [ID_W-1:0]       mem_id,
    input  wire [`WF_REPORT_W-1:0] mem,
    input  wire                  code_valid,     // a wave ended: nothing to run where it was
    input  wire [ID_W-1:0]       code_id,
    input  wire [`WF_REPORT_W-1:0] code,
    input  wire                  bus_offered,    // what follows is of an answer of memory that had an error; its wave may have ended:
    input  wire                  bus_valid,      // it is taken in this cycle, which is known late
    input  wire [ID_W-1:0]       bus_id,
    input  wire [`WF_REPORT_W-1:0] bus,
    input  wire [15:0]           bus_wave,
    input  wire [95:0]           bus_gid,
    input  wire [31:0]           bus_base,       // of its buffer: its address is absolute

    output reg  [TAG_W-1:0]      lookup_tag,     // whose fault it was, answered in the same cycle
    input  wire [15:0]           lookup_wave,
    input  wire [95:0]           lookup_gid,
    input  wire [15:0]           lookup_pc,

    // by id, as wf_core has them
    input  wire [DISPATCHES-1:0] fault_elsewhere,
    output wire [DISPATCHES-1:0] fault_found,
    output wire [DISPATCHES-1:0] fault_settled,
    output wire [16*DISPATCHES-1:0] fault_time,
    output wire [`WF_FAULT_W*DISPATCHES-1:0] fault
);
    localparam integer TAGS = 1 << TAG_W;

    reg  [15:0]           now_q;
    reg  [TAGS-1:0]       lds_early_q;           // of each LDS request: nothing was known of a fault of its dispatch,
    reg  [15:0]           lds_time_m [0:TAGS-1]; // and when it was made
    wire [DISPATCHES-1:0] known;
    wire [TAG_W-1:0]      lds_tag = lds[`WF_REPORT_TAG];
    always @(posedge clk) begin
        now_q <= rst ? 16'd0 : now_q + 16'd1;
        if (lds_request) begin
            lds_early_q[lds_request_tag] <= !known[lds_request_id];
            lds_time_m[lds_request_tag]  <= now_q;
        end
    end

    // of the cycle before
    reg  [23:0]             lanes_q;
    reg  [`WF_REPORT_W-1:0] bus_q;
    reg  [15:0]             bus_time_q, bus_wave_q;
    reg  [95:0]             bus_gid_q;
    reg  [31:0]             bus_base_q;

    wire [DISPATCHES-1:0]       lookup_valid, bus_looks;
    wire [DISPATCHES-1:0]       lowest = lookup_valid & (~lookup_valid + {{(DISPATCHES-1){1'b0}}, 1'b1});
    wire [DISPATCHES-1:0]       lookup_ready = bus_looks != {DISPATCHES{1'b0}} ? {DISPATCHES{1'b0}} : lowest;
    wire [TAG_W*DISPATCHES-1:0] lookup_tags;
    integer d;
    always @* begin
        lookup_tag = {TAG_W{1'b0}};
        for (d = 0; d < DISPATCHES; d = d + 1)
            if (lowest[d]) lookup_tag = lookup_tag | lookup_tags[TAG_W*d +: TAG_W];
        if (bus_looks != {DISPATCHES{1'b0}}) lookup_tag = bus_q[`WF_REPORT_TAG];
    end

    // The records get no clock while nothing happens to them.  What faulted is counted a cycle later.
    // What is known late in its cycle, or adds up, is kept for the next one.
    always @(posedge clk) begin
        if (lds_valid)   lanes_q[7:0]   <= lds[`WF_REPORT_COUNT];
        if (mem_valid)   lanes_q[15:8]  <= mem[`WF_REPORT_COUNT];
        if (code_valid)  lanes_q[23:16] <= code[`WF_REPORT_COUNT];
        if (bus_offered) {bus_q, bus_time_q, bus_wave_q, bus_gid_q, bus_base_q} <= {bus, now_q, bus_wave, bus_gid, bus_base};
    end

    reg  event_q;
    wire event_now = rst || begin_valid || lds_request || lds_answer || mem_valid || code_valid || bus_valid;
    wire record_clk;
    always @(posedge clk) event_q <= event_now;
    wire awake = GATED == 0 || event_now || event_q || lookup_valid != {DISPATCHES{1'b0}};
    wf_clock_gate u_clock (.clk(clk), .en(awake), .gated(record_clk));

    genvar f;
    generate
        for (f = 0; f < DISPATCHES; f = f + 1) begin : g_fault
            localparam integer NUMBER = f;
            localparam [ID_W-1:0] ME = NUMBER[ID_W-1:0];
            wf_core_fault #(.WAVES(WAVES), .ENTRY_W(ENTRY_W), .SLOT_BASE(SLOT_BASE)) u_fault (
                .clk(record_clk), .rst(rst), .clear(begin_valid && begin_id == ME), .now(now_q),
                .elsewhere(fault_elsewhere[f]), .lds_request(lds_request && lds_request_id == ME),
                .lds_answer(lds_answer && lds_id == ME), .lds_early(lds_early_q[lds_tag]),
                .lds_time(lds_time_m[lds_tag]), .lds_valid(lds_valid && lds_id == ME), .lds(lds),
                .mem_valid(mem_valid && mem_id == ME), .mem(mem), .code_valid(code_valid && code_id == ME), .code(code),
                .bus_valid(bus_valid && bus_id == ME), .lanes(lanes_q), .bus(bus_q), .bus_time(bus_time_q), .bus_wave(bus_wave_q),
                .bus_gid(bus_gid_q), .bus_base(bus_base_q), .bus_looks(bus_looks[f]),
                .lookup_valid(lookup_valid[f]), .lookup_ready(lookup_ready[f]),
                .lookup_tag(lookup_tags[TAG_W*f +: TAG_W]), .lookup_wave(lookup_wave), .lookup_gid(lookup_gid),
                .lookup_pc(lookup_pc), .known(known[f]), .found(fault_found[f]), .settled(fault_settled[f]),
                .fault_time(fault_time[16*f +: 16]), .fault(fault[`WF_FAULT_W*f +: `WF_FAULT_W]));
        end
    endgenerate
endmodule

`default_nettype wire
