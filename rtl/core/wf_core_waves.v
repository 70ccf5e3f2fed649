// SPDX-License-Identifier: Apache-2.0
// wf_core_waves - the wave table: the wave of each slot, waits at barriers, ends to report.
//   Accepts one launch per cycle.  Arrivals and ends leave one per cycle each, at the earliest two cycles after their
//   instruction retired.  A wave launched without a live lane ends at once.
//   Spec: docs/core.md   Test: tb/core/wf_core_tb.v
`default_nettype none
`include "wf_record.vh"

module wf_core_waves #(
    parameter integer LANES   = 32,
    parameter integer WAVES   = 16,
    parameter integer GSLOT_W = 3,
    parameter integer ID_W    = 1,           // bits of the number of a dispatch
    parameter integer SLOT_W  = (WAVES > 1) ? $clog2(WAVES) : 1
) (
    input  wire               clk,
    input  wire               rst,

    input  wire               launch_valid,
    input  wire [`WF_LAUNCH_W-1:0] launch,
    input  wire               launch_empty,      // no live lane

    // the wave of a slot, for each stage that asks
    input  wire [SLOT_W-1:0]  insn_slot,         // an instruction issued
    output wire [ID_W-1:0]    insn_id,
    output wire [15:0]        insn_wave,
    output wire [15:0]        insn_place,        // of its lane 0 in the group
    output wire [15:0]        insn_count,
    output wire [2:0]         insn_wave_log2,
    output wire [95:0]        insn_gid,
    output wire [95:0]        insn_tbase,
    output wire [15:0]        insn_lds_base,
    output wire [15:0]        insn_lds_words,
    input  wire [SLOT_W-1:0]  rt_slot,           // one retires
    output wire [GSLOT_W-1:0] rt_gslot,
    output wire [ID_W-1:0]    rt_id,
    output wire [15:0]        rt_wave,
    output wire [95:0]        rt_gid,
    input  wire [SLOT_W-1:0]  lookup_slot,       // a fault record
    output wire [15:0]        lookup_wave,
    output wire [95:0]        lookup_gid,
    input  wire [SLOT_W-1:0]  mreq_slot,         // a memory request
    output wire [ID_W-1:0]    mreq_id,
    output wire [15:0]        mreq_wave,
    output wire [95:0]        mreq_gid,
    input  wire [SLOT_W-1:0]  lds_req_slot,      // an LDS request
    output wire [ID_W-1:0]    lds_req_id,
    input  wire [SLOT_W-1:0]  lds_rsp_slot,      // ... its answer
    output wire [ID_W-1:0]    lds_rsp_id,

    input  wire               wait_valid,        // a barrier has its result: wait from now on
    input  wire [WAVES-1:0]   wait_onehot,
    input  wire               barrier_retired,
    input  wire               end_retired,
    input  wire [WAVES-1:0]   retired_onehot,
    input  wire               release_valid,
    input  wire [WAVES-1:0]   release_slots,

    output reg                arrive_valid,
    input  wire               arrive_ready,
    output reg  [SLOT_W-1:0]  arrive_slot,
    output reg                end_valid,
    input  wire               end_ready,
    output reg  [SLOT_W-1:0]  end_slot,

    output wire [WAVES-1:0]   valid,
    output wire [WAVES-1:0]   waiting
);
    localparam [WAVES-1:0] ONE  = {{(WAVES-1){1'b0}}, 1'b1};
    localparam [WAVES-1:0] NONE = {WAVES{1'b0}};

    // identity, written once a launch
    wire [SLOT_W-1:0] launch_slot = launch[`WF_LAUNCH_SLOT];
    wire              unused_launch = &{1'b0, launch};
    localparam integer NAME_W = GSLOT_W + 16 + 96;
    localparam integer REST_W = 4*16 + 3 + 96;
    reg [NAME_W-1:0] name [0:WAVES-1];
    reg [REST_W-1:0] rest [0:WAVES-1];
    reg [ID_W-1:0]   id   [0:WAVES-1];

    always @(posedge clk)
        if (launch_valid) begin
            id[launch_slot]   <= launch[`WF_LAUNCH_ID];
            name[launch_slot] <= {launch[`WF_LAUNCH_GSLOT], launch[`WF_LAUNCH_WAVE], launch[`WF_LAUNCH_GID]};
            rest[launch_slot] <= {launch[`WF_LAUNCH_FIRST], launch[`WF_LAUNCH_COUNT], launch[`WF_LAUNCH_WAVE_LOG2],
                                  launch[`WF_LAUNCH_TBASE], launch[`WF_LAUNCH_LDS_BASE], launch[`WF_LAUNCH_LDS_WORDS]};
        end

    wire [GSLOT_W-1:0] unused_insn_gslot, unused_lookup_gslot, unused_mreq_gslot;
    assign {unused_insn_gslot, insn_wave, insn_gid}       = name[insn_slot];
    assign {rt_gslot, rt_wave, rt_gid}                    = name[rt_slot];
    assign {unused_lookup_gslot, lookup_wave, lookup_gid} = name[lookup_slot];
    assign {unused_mreq_gslot, mreq_wave, mreq_gid}       = name[mreq_slot];
    assign {insn_place, insn_count, insn_wave_log2, insn_tbase, insn_lds_base, insn_lds_words} = rest[insn_slot];
    assign insn_id    = id[insn_slot];
    assign rt_id      = id[rt_slot];
    assign mreq_id    = id[mreq_slot];
    assign lds_req_id = id[lds_req_slot];
    assign lds_rsp_id = id[lds_rsp_slot];
    wire unused = &{1'b0, unused_insn_gslot, unused_lookup_gslot, unused_mreq_gslot};

    // life of a slot
    reg  [WAVES-1:0] valid_q, waiting_q, arriving_q, ending_q;
    wire [WAVES-1:0] launch_onehot = launch_valid ? ONE << launch_slot : NONE;
    wire             end_done      = end_valid && end_ready;
    wire [WAVES-1:0] end_onehot    = end_done ? ONE << end_slot : NONE;

    assign valid   = valid_q;
    assign waiting = waiting_q;

    wire              arrive_any, leave_any;
    wire [WAVES-1:0]  arrive_pick, leave_pick;
    wire [SLOT_W-1:0] arrive_index, leave_index;
    wire              arrive_load = !arrive_valid || arrive_ready;
    wire              end_load    = !end_valid || end_ready;

    wf_pick #(.N(WAVES)) u_arrive (
        .clk(clk), .rst(rst), .req(arriving_q), .take(arrive_load && arrive_any),
        .any(arrive_any), .onehot(arrive_pick), .index(arrive_index));
    wf_pick #(.N(WAVES)) u_end (
        .clk(clk), .rst(rst), .req(ending_q), .take(end_load && leave_any),
        .any(leave_any), .onehot(leave_pick), .index(leave_index));

    always @(posedge clk) begin
        valid_q    <= (valid_q & ~end_onehot) | launch_onehot;
        waiting_q  <= (waiting_q & ~(release_valid ? release_slots : NONE) & ~launch_onehot) |
                      (wait_valid ? wait_onehot : NONE);
        arriving_q <= (arriving_q & ~(arrive_load ? arrive_pick : NONE)) |
                      (barrier_retired ? retired_onehot : NONE);
        ending_q   <= (ending_q & ~(end_load ? leave_pick : NONE)) |
                      (end_retired ? retired_onehot : NONE) |
                      (launch_empty ? launch_onehot : NONE);
        if (arrive_load) begin
            arrive_valid <= arrive_any;
            if (arrive_any) arrive_slot <= arrive_index;
        end
        if (end_load) begin
            end_valid <= leave_any;
            if (leave_any) end_slot <= leave_index;
        end
        if (rst) begin
            valid_q      <= NONE;
            waiting_q    <= NONE;
            arriving_q   <= NONE;
            ending_q     <= NONE;
            arrive_valid <= 1'b0;
            end_valid    <= 1'b0;
        end
    end
endmodule

`default_nettype wire
